"""The commands that need no screen, run as a person runs them."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures.process import _MAX_WINDOWS_WORKERS
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from minesweeper.cli.commands import COMMANDS
from minesweeper.cli.commands.simulate import max_jobs
from minesweeper.engine.cells import Grid
from minesweeper.engine.notation import parse_layout
from tests.harness.positions import (
    format_clues,
    scattered,
)
from tests.harness.program import MINESWEEPER, ROOT

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and /dev/full")


def run(
    *arguments: str,
    program: Sequence[str] = MINESWEEPER,
    cwd: Path = ROOT,
    text: str = "",
    variables: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program, *arguments],
        cwd=cwd,
        env=os.environ | (variables or {}),
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_odds_of_a_pasted_position_are_printed() -> None:
    done = run("analyse", "-", "--mines=2", text="##1\n##1\n###\n")
    assert done.returncode == 0
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["33.33%", "50.00%", "1"],
        ["33.33%", "50.00%", "1"],
        ["33.33%", "safe", "safe"],
    ]


def test_the_odds_are_json_for_scripts() -> None:
    done = run("analyse", "-", "--mines=1", "--json", text="1#\n##\n")
    answer = json.loads(done.stdout)
    assert answer["status"] == "ok"
    assert answer["probability"] == [[None, pytest.approx(1 / 3)], [pytest.approx(1 / 3)] * 2]


def test_flags_and_question_marks_count_as_covered() -> None:
    with_flags = run("analyse", "-", "--mines=1", text="1F\n?#\n")
    assert with_flags.stdout == run("analyse", "-", "--mines=1", text="1#\n##\n").stdout


def test_a_contradiction_is_an_answer_and_a_negative_one() -> None:
    done = run("analyse", "-", "--mines=1", "--json", text="8#\n##\n")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "status": "contradiction",
        "probability": [[None, None], [None, None]],
    }


def ring_of_ones(side: int) -> str:
    """A square of covered cells, and a ring of ones round the one in the middle."""
    rows = [["#"] * side for _ in range(side)]
    middle = side // 2
    for row in (middle - 1, middle, middle + 1):
        rows[row][middle - 1 : middle + 2] = "111"
    rows[middle][middle] = "#"
    return "".join("".join(row) + "\n" for row in rows)


def test_what_is_almost_certain_is_not_called_certain() -> None:
    """The cell inside the ring is a mine but in few of more than 10 ** 15 layouts."""
    done = run("analyse", "-", "--mines=6", text=ring_of_ones(100))
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines()]
    assert rows[49][49:52] == ["1", "1", "1"]
    assert rows[50][50] == "99.99%"
    assert rows[48][49] == "0.01%"


def test_what_is_almost_certain_is_not_0_or_1_in_json() -> None:
    done = run("analyse", "-", "--mines=6", "--json", text=ring_of_ones(100))
    shares = json.loads(done.stdout)["probability"]
    assert 0.99 < shares[50][50] < 1
    assert 0 < shares[48][49] < 1e-3
    assert shares[49][50] is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyse", "-", "--mines=1"),
        ("simulate", "--width=101", "--height=100", "--mines=1"),
        ("--demo", "--width=101", "--height=100", "--mines=1"),
    ],
)
def test_a_board_too_large_for_the_solver_gets_one_line(arguments: tuple[str, ...]) -> None:
    done = run(*arguments, text=("#" * 101 + "\n") * 100)
    assert done.returncode == 2
    assert done.stderr.endswith(": only for boards of up to 10,000 cells\n")
    assert done.stderr.count("\n") == 1


def within(kilobytes: int) -> list[str]:
    """The program with so much memory and no more."""
    return ["sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh", *MINESWEEPER]


@on_linux
@pytest.mark.parametrize(
    "shown", [600, *(pytest.param(n, marks=pytest.mark.long) for n in (200, 2000))]
)
def test_ten_thousand_cells_are_answered_within_204_megabytes(shown: int) -> None:
    """Some cells revealed at random: what it takes to count them has no bound."""
    text = format_clues(scattered(100, 100, 2000, shown, 1))
    arguments = ("analyse", "-", "--mines=2000", "--json")
    done = run(*arguments, program=within(204_000), text=text)
    assert done.stderr == ""
    assert json.loads(done.stdout)["status"] in ("ok", "too-wide")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1#\n*#\n", "line 2, column 1 is '*'"),
        ("1#\n#\n", "line 2 has 1 cells"),
        ("", "is empty"),
        ("\x1b[31m", "line 1, column 1 is '\\x1b'"),
    ],
)
def test_a_wrong_position_gets_one_line_and_status_2(text: str, complaint: str) -> None:
    done = run("analyse", "-", "--mines=1", text=text)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["analyse", "-"], "--mines"),
        (["analyse", "-", "--mines=4"], "0 to 3 are allowed"),
        (["analyse", "no-such-file", "--mines=1"], "No such file"),
        (["generate", "--start=9,9"], "(1,1) to (8,8) are allowed"),
        (["generate", "--start=3"], "is not a cell (use COLUMN,ROW"),
        (["generate", "--start=(3,5"], "is not a cell (use COLUMN,ROW"),
        (["generate", "--count=0"], "a number from 1"),
        (
            ["generate", "--no-guess", "--first=any"],
            "--no-guess needs --first opening, not --first ",
        ),
        (["generate", "--no-guess", "--width=101", "--height=100"], "up to 10,000 cells"),
        (["generate", "--width=300", "--format=mbf"], "at most 255"),
        (["simulate", "--games=x"], "'x' is not a number"),
        (["--on-guess=fair", "--win=flags"], "needs --win clear"),
        (["--no-guess", "--first=safe"], "--no-guess needs --first opening, not --first "),
        (
            ["--level=expert", "generate"],
            "options go after the command: minesweeper generate --help",
        ),
        (
            ["--plain", "--seed", "0", "simulate"],
            "options go after the command: minesweeper simulate --help",
        ),
        (["--seed=0", "--board=README.md"], "--seed cannot be used with --board"),
        (["--seed=0", "--daily"], "--seed cannot be used with --daily"),
        (["--seed=0", "--resume"], "--seed cannot be used with --resume"),
        (
            ["--seed=0", "--theme=dark", "--save-settings"],
            "--seed is not a setting and cannot be saved",
        ),
        (["--daily", "--width=5"], "--daily cannot be used with --width"),
        (["--daily", "--mines=5"], "--daily cannot be used with --mines"),
        (["--plain", "--width=2", "--height=2"], "10 mines (default) do not fit on 2x2"),
        (["--plain", "--level=expert", "--width=3"], "99 mines of level expert do not fit on 3x16"),
        (["--seed=18446744073709551616"], "is not a number from 0 to 18446744073709551615"),
        (["--mines=100%"], "a share from 0% to 99%"),
        (["foo"], f"unknown command 'foo' (choose from {', '.join(COMMANDS)})\n"),
        (["--zoom=\uff12"], "invalid choice: '\\uff12'"),
        (["--seed=\u0667"], "'\\u0667' is not a number from 0"),
        (["--mines=\uff120%"], "'\\uff120%' is not a number of mines"),
        (["--daily=\uff12025-01-01"], "'\\uff12025-01-01' is not a date"),
        (["generate", "--start=\uff11,1"], "'\\uff11,1' is not a cell"),
        (["simulate", "--jobs=\uff12"], "'\\uff12' is not a number"),
        (["simulate", "--games=\u0667"], "'\\u0667' is not a number"),
        (["analyse", "-", "--mines=\uff11"], "'\\uff11' is not a number of mines"),
        (["--demo", "--width=101", "--height=100"], "up to 10,000 cells"),
    ],
)
def test_wrong_arguments_get_one_line_and_status_2(arguments: list[str], complaint: str) -> None:
    done = run(*arguments, text="1#\n##\n")
    assert done.returncode == 2
    assert done.stdout == ""
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("setting", ["height", "width", "mines"])
def test_no_variable_takes_digits_that_are_not_ascii(setting: str) -> None:
    variable = f"MINESWEEPER_{setting.upper()}"
    done = run("--plain", variables={variable: "\uff12"})
    assert done.returncode == 2
    assert done.stderr.startswith(f"minesweeper: {variable}: {setting}: '\\uff12' is not a number")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--no-such-option" * 1000],
        ["--width", "x" * 10_000],
        ["--theme", "\x1b[2J\n" * 1000],
        ["--theme", "é" * 1000],
        ["x\x1b\n" * 1000],
        ["generate", "--level", "\u202e" * 1000],
        ["records", *["x"] * 1000],
        ["replay", "x" * 5000],
        ["export", "a" * 5000],
        ["analyse", "\n" * 5000, "--mines=1"],
        ["--board", "\n" * 5000],
        [f"--daily={'9' * 5000}"],
    ],
)
def test_an_error_has_at_most_200_printable_characters(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.removesuffix("\n")) <= 200
    assert done.stderr.removesuffix("\n").isprintable()


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        ([], "the history has no games yet"),
        (["last"], "the history has no games yet"),
        (["./last"], "'./last' offset 0, format: it is none of AVF, "),
    ],
)
def test_last_means_the_last_game_even_if_a_file_has_that_name(
    tmp_path: Path, game: list[str], complaint: str
) -> None:
    (tmp_path / "last").write_text("no replay")
    variables = {"MINESWEEPER_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = run("replay", *game, cwd=tmp_path, variables=variables)
    assert done.returncode == 2
    assert complaint in done.stderr


@pytest.mark.parametrize("name", ["gmae.rawvf", "./gmae", "games/gmae", ".rawvf"])
def test_a_name_with_a_dot_or_a_slash_is_that_of_a_file(name: str) -> None:
    done = run("replay", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"minesweeper: '{name}': No such file or directory\n"


@pytest.mark.parametrize("between", ["=", " "])
def test_the_day_and_the_kind_of_plain_game_follow_a_space_or_an_equals_sign(between: str) -> None:
    day, board = f"--daily{between}2025-11-21".split(" "), f"--plain{between}board".split(" ")
    said = run(*day, *board).stdout
    assert said.splitlines()[-1].startswith("playing mines-left 10 time 0.000")
    assert run(*day, "--plain").stdout.startswith("Minesweeper: Classic 8x8")
    assert run("--plain", *day).stdout == run(*day, "--plain=words").stdout


def test_a_daily_board_is_played_from_when_its_day_begins_in_utc_plus_14() -> None:
    earliest = datetime.now(timezone(timedelta(hours=14)))
    begun, to_come = earliest.date(), earliest.date() + timedelta(days=2)
    assert run("--plain", f"--daily={begun}").returncode == 0
    done = run("--plain", f"--daily={to_come}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"minesweeper: --daily: {to_come} is in the future: the latest")


@pytest.mark.parametrize("gone", ["no-ascii", "no-emoji", "no-demo", "no-show-mines", "speak"])
def test_options_that_are_not_settings_have_no_opposite(gone: str) -> None:
    done = run("--plain", f"--{gone}")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"unrecognised arguments: --{gone}" in done.stderr


def test_help_and_version_may_stand_before_a_command() -> None:
    assert run("--version", "generate").stdout.startswith("minesweeper 0.")
    assert re.search(r"\n  generate +Print layouts of mines\n", run("--help", "generate").stdout)


def test_after_the_last_seed_comes_0() -> None:
    assert "seed 18446744073709551615\n" in (
        said := run("--plain", "--seed=18446744073709551615", text="new\n").stdout
    )
    assert "seed 0\n" in said
    last = run("generate", "--seed=18446744073709551615", "--count=2").stdout.split("\n\n")
    assert last[1] == run("generate", "--seed=0").stdout


def test_layouts_are_printed_with_an_empty_line_between() -> None:
    done = run("generate", "--level=beginner", "--seed=5", "--count=3")
    layouts = done.stdout.split("\n\n")
    assert [parse_layout(layout).mine_count for layout in layouts] == [10, 10, 10]
    assert run("generate", "--level=beginner", "--seed=6").stdout == layouts[1] + "\n"


@pytest.mark.parametrize("start", ["30,16", "(30,16)"])
def test_a_layout_is_an_opening_at_its_start(start: str) -> None:
    done = run("generate", "--level=expert", "--seed=5", f"--start={start}")
    board = parse_layout(done.stdout)
    assert board.number(Grid(30, 16).cell(30, 16)) == 0


def test_a_guess_free_layout_is_the_same_every_time() -> None:
    arguments = ("generate", "--level=intermediate", "--no-guess", "--seed=1")
    assert run(*arguments).stdout == run(*arguments).stdout != run(*arguments[:2]).stdout


def test_a_failed_search_for_a_guess_free_board_gets_a_message() -> None:
    done = run("generate", "--width=3", "--height=1", "--mines=1", "--no-guess", "--seed=3")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "minesweeper: no guess-free board of 3x1 with 1 mine was found from seed 3:"
        " ask for fewer mines, or for any board with --guess\n"
    )


def test_the_binary_format_holds_the_size_and_the_mines() -> None:
    arguments = [*MINESWEEPER, "generate", "--seed=1", "--format=mbf"]
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, check=True)
    board = parse_layout(run("generate", "--seed=1").stdout)
    assert done.stdout[:4] == bytes([8, 8, 0, 10])
    places = [(done.stdout[at] + 1, done.stdout[at + 1] + 1) for at in range(4, 24, 2)]
    assert places == [board.grid.place(cell) for cell in board.grid if board.is_mine(cell)]


def test_a_simulation_lists_its_losses_in_one_line() -> None:
    lines = run("simulate", "--games=50", "--jobs=1").stdout.splitlines()
    assert "95% confidence interval: " in lines[1]
    assert re.fullmatch(r"lost guesses [a-z-]+( [a-z-]+)* \d+(, [a-z -]+ \d+)*", lines[-1])


def test_simulated_games_are_counted() -> None:
    answer = json.loads(run("simulate", "--level=beginner", "--games=60", "--json").stdout)
    assert answer["games"] == 60
    assert answer["won"] + sum(answer["lost_by"].values()) == 60
    assert answer["win_rate_95"][0] < answer["win_rate"] < answer["win_rate_95"][1]
    assert answer["ms_per_game"] > 0


def test_how_many_processes_share_the_games_changes_nothing() -> None:
    arguments = ("simulate", "--level=beginner", "--games=120", "--json")
    one, two = (json.loads(run(*arguments, f"--jobs={jobs}").stdout) for jobs in (1, 2))
    assert {**one, "ms_per_game": 0} == {**two, "ms_per_game": 0}


@on_linux
def test_no_worker_outlives_a_parent_that_was_killed() -> None:
    arguments = [*MINESWEEPER, "simulate", "--level=expert", "--jobs=2", "--games=100000"]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        try:
            while len(children.read_text().split()) < 2:
                assert parent.poll() is None
        finally:
            parent.kill()
        assert parent.stdout.read() == b""  # which ends only when nobody holds the other end


@on_linux
def test_a_worker_that_is_killed_gets_one_line() -> None:
    arguments = [*MINESWEEPER, "simulate", "--level=expert", "--jobs=2", "--games=100000"]
    with subprocess.Popen(
        arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as parent:
        children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        while len(workers := children.read_text().split()) < 2:
            assert parent.poll() is None
        os.kill(int(workers[0]), signal.SIGKILL)
        try:
            out, err = parent.communicate(timeout=120)
        finally:
            parent.kill()  # else a hang would outlast the test
    assert (parent.returncode, out) == (1, "")
    assert err.startswith("minesweeper: no result: a process was killed")
    assert err.count("\n") == 1


def test_windows_allows_no_more_processes_than_it_can_wait_for() -> None:
    assert max_jobs("win32") == _MAX_WINDOWS_WORKERS
    most = max_jobs(sys.platform)
    done = run("simulate", f"--jobs={most + 1}")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"'{most + 1}' is not a number from 1 to {most}" in done.stderr


@on_linux
def test_a_full_disk_under_the_output_gets_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*MINESWEEPER, "generate"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "minesweeper: output: No space left on device\n"
