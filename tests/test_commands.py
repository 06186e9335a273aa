"""The commands that need no screen, run as a person runs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.cells import Grid
from minesweeper.notation import parse_layout

ROOT = Path(__file__).parent.parent
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and /dev/full")


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "minesweeper", *arguments],
        cwd=ROOT,
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


def test_a_contradiction_is_an_answer() -> None:
    done = run("analyse", "-", "--mines=1", "--json", text="8#\n##\n")
    assert done.returncode == 0
    assert json.loads(done.stdout) == {
        "status": "contradiction",
        "probability": [[None, None], [None, None]],
    }


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1#\n*#\n", "line 2, column 1 is '*'"),
        ("1#\n#\n", "line 2 has 1 cells"),
        ("", "is empty"),
        ("\x1b[31m", "line 1, column 1 is '\\x1b'"),
    ],
)
def test_what_is_no_position_gets_one_line_and_status_2(text: str, complaint: str) -> None:
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
        (["generate", "--start=9,9"], "1,1 to 8,8"),
        (["generate", "--start=3"], "a column and a row"),
        (["generate", "--count=0"], "a number from 1"),
        (["generate", "--no-guess", "--first=any"], "means --first opening"),
        (["generate", "--no-guess", "--width=101", "--height=100"], "at most 10000 cells"),
        (["generate", "--width=300", "--format=mbf"], "at most 255"),
        (["simulate", "--games=x"], "'x' is not a number"),
        (["--on-guess=fair", "--win=flags"], "needs --win clear"),
        (["--no-guess", "--first=safe"], "means --first opening"),
        (["--level=expert", "generate"], "unrecognized arguments: generate"),
        (["--demo", "--width=100", "--height=100"], "at most 2500 cells"),
    ],
)
def test_wrong_arguments_get_one_line_and_status_2(arguments: list[str], complaint: str) -> None:
    done = run(*arguments, text="1#\n##\n")
    assert done.returncode == 2
    assert done.stdout == ""
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_layouts_are_printed_with_an_empty_line_between() -> None:
    done = run("generate", "--level=beginner", "--seed=5", "--count=3")
    layouts = done.stdout.split("\n\n")
    assert [parse_layout(layout).mines for layout in layouts] == [10, 10, 10]
    assert run("generate", "--level=beginner", "--seed=6").stdout == layouts[1] + "\n"


def test_a_layout_is_an_opening_at_its_start() -> None:
    done = run("generate", "--level=expert", "--seed=5", "--start=30,16")
    board = parse_layout(done.stdout)
    assert board.number(Grid(30, 16).cell(30, 16)) == 0


def test_a_layout_that_needs_no_guess_is_the_same_every_time() -> None:
    arguments = ("generate", "--level=intermediate", "--no-guess", "--seed=1")
    assert run(*arguments).stdout == run(*arguments).stdout != run(*arguments[:2]).stdout


def test_where_no_board_without_a_guess_is_found_it_says_so() -> None:
    done = run("generate", "--width=3", "--height=1", "--mines=1", "--no-guess", "--seed=3")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "seed 3: no board without a guess found" in done.stderr


def test_the_binary_format_holds_the_size_and_the_mines() -> None:
    arguments = [sys.executable, "-m", "minesweeper", "generate", "--seed=1", "--format=mbf"]
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, check=True)
    board = parse_layout(run("generate", "--seed=1").stdout)
    assert done.stdout[:4] == bytes([8, 8, 0, 10])
    places = [(done.stdout[at] + 1, done.stdout[at + 1] + 1) for at in range(4, 24, 2)]
    assert places == [board.grid.place(cell) for cell in board.grid if board.is_mine(cell)]


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
    arguments = [sys.executable, "-m", "minesweeper", "simulate", "--level=expert", "--jobs=2"]
    arguments += ["--games=100000"]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        try:
            while len(children_of(parent.pid)) < 2:
                assert parent.poll() is None
        finally:
            parent.kill()
        assert parent.stdout.read() == b""  # which ends only when nobody holds the other end


def children_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


@on_linux
def test_a_full_disk_under_the_output_gets_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "minesweeper", "generate"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "minesweeper: output: No space left on device\n"
