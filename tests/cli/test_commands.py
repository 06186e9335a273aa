"""The commands that need no screen and no history: what they print."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from minesweeper.cli.main import main
from minesweeper.cli.parser import all_options
from minesweeper.engine.cells import Grid
from minesweeper.engine.notation import format_layout, parse_layout
from minesweeper.formats.mbf import parse_mbf
from tests.harness.commands import Done, run, written
from tests.harness.positions import format_clues, lattice, scattered
from tests.harness.program import MINESWEEPER, ROOT

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and /dev/full")


def started(
    *arguments: str, program: Sequence[str] = MINESWEEPER, text: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, as a person does."""
    return subprocess.run(
        [*program, *arguments], cwd=ROOT, input=text, capture_output=True, text=True, check=False
    )


Analyse = Callable[..., Done]
"""Prints the odds of a drawn position."""


@pytest.fixture
def analysed(tmp_path: Path) -> Analyse:
    def analyse(position: str, *options: str) -> Done:
        return run("analyse", written(tmp_path, "position", position), *options)

    return analyse


def test_the_odds_of_a_pasted_position_are_printed() -> None:
    done = started("analyse", "-", "--mines=2", text="##1\n##1\n###\n")
    assert done.returncode == 0
    *rows, advice = done.stdout.splitlines()
    assert [line.split() for line in rows] == [
        ["33.33%", "50.00%", "1"],
        ["33.33%", "50.00%", "1"],
        ["33.33%", "safe", "safe"],
    ]
    assert advice == (
        "(2,3) and (3,3) are safe: the 1 at (3,1) and the 1 at (3,2) share their mine."
    )


def test_the_odds_are_json_for_scripts(analysed: Analyse) -> None:
    answer = json.loads(analysed("1#\n##\n", "--mines=1", "--json").out)
    assert answer["status"] == "ok"
    assert answer["probability"] == [[None, pytest.approx(1 / 3)], [pytest.approx(1 / 3)] * 2]
    reason = "The best guess is (2,1) at 33%: nothing is certain. It wins once in 3."
    assert answer["best"] == {"cells": [[2, 1]], "risk": pytest.approx(1 / 3), "reason": reason}


def test_a_mine_is_never_the_best_move(analysed: Analyse) -> None:
    answer = json.loads(analysed("1#1.1#\n111.1#\n", "--mines=2", "--json").out)
    assert answer["probability"][0] == [None, 1, None, None, None, 0.5]
    assert answer["best"]["cells"] == [[6, 1]]


def test_where_only_mines_are_left_there_is_nothing_to_do(analysed: Analyse) -> None:
    assert analysed("1#\n11\n", "--mines=1").out.splitlines()[-1] == "Only mines are left."
    assert json.loads(analysed("1#\n11\n", "--mines=1", "--json").out)["best"] is None


@pytest.mark.parametrize(
    ("finished", "same", "mines"),
    [
        ("*1\n1@\n", "#1\n1#\n", 2),  # lost
        ("X1*1F\n11111\n", "#1#1#\n11111\n", 2),  # lost, with one flag on a mine and one beside
        ("1F\n11\n", "1#\n11\n", 1),  # won
        ("..\n", "..\n", 0),
    ],
)
def test_a_finished_game_shows_its_number_of_mines(
    analysed: Analyse, finished: str, same: str, mines: int
) -> None:
    assert analysed(finished) == analysed(same, f"--mines={mines}")


def test_analyze_is_the_same_command(tmp_path: Path) -> None:
    path = written(tmp_path, "position", "1#\n##\n")
    assert run("analyze", path, "--mines=1") == run("analyse", path, "--mines=1")
    assert run("analyze", "--help") == run("analyse", "--help")


def test_flags_and_question_marks_count_as_covered(analysed: Analyse) -> None:
    assert analysed("1F\n?#\n", "--mines=1") == analysed("1#\n##\n", "--mines=1")


def test_a_contradiction_is_an_answer_and_a_negative_one(analysed: Analyse) -> None:
    done = analysed("8#\n##\n", "--mines=1", "--json")
    assert done.status == 1
    assert json.loads(done.out) == {
        "status": "contradiction",
        "probability": [[None, None], [None, None]],
        "best": None,
    }


def ring_of_ones(side: int) -> str:
    """A square of covered cells, and a ring of ones round the one in the middle."""
    rows = [["#"] * side for _ in range(side)]
    middle = side // 2
    for row in (middle - 1, middle, middle + 1):
        rows[row][middle - 1 : middle + 2] = "111"
    rows[middle][middle] = "#"
    return "".join("".join(row) + "\n" for row in rows)


def test_where_the_layouts_are_too_many_only_what_is_certain_is_printed(analysed: Analyse) -> None:
    clues = lattice(41)
    done = analysed(format_clues(clues), f"--mines={clues.mine_count}")
    *rows, last, best = done.out.splitlines()
    assert (done.status, last) == (0, "too complex to count: only what is certain is shown")
    assert " safe: " in best
    assert rows[0].split()[:4] == ["mine", "1", "safe", "?"]
    assert {word for row in rows for word in row.split()} == {"1", "2", "?", "safe", "mine"}


def test_what_is_almost_certain_is_not_called_certain(analysed: Analyse) -> None:
    """The cell inside the ring is a mine but in few of more than 10 ** 15 layouts."""
    done = analysed(ring_of_ones(100), "--mines=6")
    assert done.status == 0
    rows = [line.split() for line in done.out.splitlines()]
    assert rows[49][49:52] == ["1", "1", "1"]
    assert rows[50][50] == "99.99%"
    assert rows[48][49] == "0.01%"


def test_what_is_almost_certain_is_not_0_or_1_in_json(analysed: Analyse) -> None:
    done = analysed(ring_of_ones(100), "--mines=6", "--json")
    shares = json.loads(done.out)["probability"]
    assert 0.99 < shares[50][50] < 1
    assert 0 < shares[48][49] < 1e-3
    assert shares[49][50] is None


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
    done = started(*arguments, program=within(204_000), text=text)
    assert done.stderr == ""
    assert json.loads(done.stdout)["status"] in ("ok", "too-wide")


@pytest.mark.parametrize("between", ["=", " "])
def test_the_day_and_the_kind_of_plain_game_follow_a_space_or_an_equals_sign(between: str) -> None:
    day, board = f"--daily{between}2025-11-21".split(" "), f"--plain{between}board".split(" ")
    assert run(*day, *board).out.splitlines()[-1].startswith("playing mines-left 10 time 0.000")
    assert run(*day, "--plain").out.startswith("Minesweeper: Classic 8x8")
    assert run("--plain", *day).out == run(*day, "--plain=words").out


def test_a_daily_board_is_played_from_when_its_day_begins_in_utc_plus_14() -> None:
    earliest = datetime.now(timezone(timedelta(hours=14)))
    begun, to_come = earliest.date(), earliest.date() + timedelta(days=2)
    assert run("--plain", f"--daily={begun}").status == 0
    done = run("--plain", f"--daily={to_come}")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"minesweeper: --daily: {to_come} is in the future: the latest")


def test_help_and_version_may_stand_before_a_command() -> None:
    assert run("--version", "generate").out.startswith("minesweeper 0.")
    assert re.search(r"\n  generate +Print layouts of mines\n", run("--help", "generate").out)


def test_the_help_begins_with_what_a_player_types() -> None:
    begin, usage, _ = run("--help").out.partition("\n\nusage: ")
    assert usage
    assert all(len(line) < 80 for line in begin.splitlines())
    examples = re.findall(r"^  minesweeper\b(.*?)(?:   .*)?$", begin, re.MULTILINE)
    assert [each.split()[:1] for each in examples] == [[], ["--level"], ["--width"], ["learn"]]
    for example in examples:
        assert run(*example.split(), "--help").status == 0


def test_the_help_says_what_every_value_of_an_option_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "5000")
    told = run("--help").out
    for option in all_options().values():
        for text in option.choices or option.number_help:
            assert option.describe(text)[1:] in told
    assert "; --question-marks: a second press makes it a question mark, a third removes it" in told
    assert (
        "; fair: a forced guess is safe: you cannot lose where no cell is certain; strict: " in told
    )
    assert "; last: the size you played last (default); classic: 8x8 with 10 mines; " in told
    assert "; words: with sentences (default); " in told


def test_after_the_last_seed_comes_0() -> None:
    said = run("--plain", "--seed=18446744073709551615", typed="new\n").out
    assert "seed 18446744073709551615\n" in said
    assert "seed 0\n" in said
    last = run("generate", "--seed=18446744073709551615", "--count=2").out.split("\n\n")
    assert last[1] == run("generate", "--seed=0").out


def test_layouts_are_printed_with_an_empty_line_between() -> None:
    layouts = run("generate", "--level=beginner", "--seed=5", "--count=3").out.split("\n\n")
    assert [parse_layout(layout).mine_count for layout in layouts] == [10, 10, 10]
    assert run("generate", "--level=beginner", "--seed=6").out == layouts[1] + "\n"


@pytest.mark.parametrize("start", ["30,16", "(30,16)"])
def test_a_layout_is_an_opening_at_its_start(start: str) -> None:
    done = run("generate", "--level=expert", "--seed=5", f"--start={start}")
    assert parse_layout(done.out).number(Grid(30, 16).cell(30, 16)) == 0


def test_a_guess_free_layout_is_the_same_every_time() -> None:
    arguments = ("generate", "--level=intermediate", "--no-guess", "--seed=1")
    assert run(*arguments) == run(*arguments) != run(*arguments[:2], "--seed=1")


def test_a_failed_search_for_a_guess_free_board_gets_a_message() -> None:
    done = run("generate", "--width=3", "--height=1", "--mines=1", "--no-guess", "--seed=3")
    assert done == (
        1,
        "",
        "minesweeper: no guess-free board of 3x1 with 1 mine was found from seed 3:"
        " ask for fewer mines, or for any board with --guess\n",
    )


def test_a_layout_is_written_in_the_binary_format(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert main(["generate", "--seed=1", "--format=mbf"]) == 0
    board = parse_mbf(capsysbinary.readouterr().out)
    assert (board.grid.width, board.grid.height, board.mine_count) == (8, 8, 10)
    assert format_layout(board) == run("generate", "--seed=1").out


def test_a_link_that_is_written_is_played() -> None:
    link = run("generate", "--seed=1", "--count=2", "--format=link").out.splitlines()[0]
    shown = run("--plain=board", "--show-mines", "--board", link).out
    assert shown.startswith(run("generate", "--seed=1").out.replace(".", "#"))
