"""The course in the real program: by keys, by mouse, and killed in its middle."""

import re
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from minesweeper.learn.exercises import Exercise, parse_drawing
from minesweeper.learn.lessons import GUESSES, LESSONS, Lesson
from minesweeper.store.learning import Attempt
from tests.harness.kept_games import close_stores, open_store
from tests.harness.learned import kept_attempts
from tests.harness.lessons import covered_places, keys_to, right_keys
from tests.harness.program import ENTER, ESC, MINESWEEPER, RIGHT, ROOT, quit_cleanly
from tests.harness.real_terminal import RealTerminal

CURSOR: Final = "ffd75f"
_KEYS: Final = {"enter": ENTER, "right": RIGHT, "down": "\x1b[B", "home": "\x1b[H"}
_FIELD: Final = 53
"""The columns of the window left of what is said."""
_CELL: Final = re.compile(r"[#F.1-8?]")
_BOARD_ROW: Final = re.compile(rf" *(?:{_CELL.pattern} *)+")


@contextmanager
def learning(home: Path, *arguments: str) -> Iterator[RealTerminal]:
    """Run the program in a window."""
    command = [*MINESWEEPER, *arguments, "--ascii"]
    with RealTerminal(command, cwd=ROOT, env={"MINESWEEPER_HOME": str(home)}) as terminal:
        yield terminal


def wait_calmly(terminal: RealTerminal, words: str | re.Pattern[str]) -> None:
    """Wait for words, and until they are not taken for what a key that is held down has brought.

    The program counts from before it paints: however slow it is, the next key comes late enough,
    and until then all of the frame has been painted, of which these words may be the first part.
    """
    terminal.wait_for(words)
    terminal.let_pass(0.26)


def wait_for_exercise(terminal: RealTerminal) -> None:
    """Wait until an exercise can be answered; the cursor is placed last, when all is painted."""
    wait_calmly(terminal, re.compile("Enter (it is safe|this one)"))
    terminal.wait_for(lambda t: t.cell(*t.cursor).bg == CURSOR)


def board_rows(terminal: RealTerminal) -> dict[int, str]:
    """Return the rows of the screen with cells, and what they show of the board."""
    rows = {at: line[:_FIELD].rstrip() for at, line in enumerate(terminal.lines)}
    return {at: row for at, row in rows.items() if _BOARD_ROW.fullmatch(row)}


def drawing(terminal: RealTerminal) -> str:
    """Return the position on the screen."""
    drawn = "/".join("".join(_CELL.findall(row)) for row in board_rows(terminal).values())
    return drawn.replace("?", "o")


def keys_of_answer(terminal: RealTerminal) -> list[str]:
    """Return keys that answer the exercise on the screen right, once it can be answered.

    If the best guess is asked, they choose a cell that can be chosen.
    """
    wait_for_exercise(terminal)
    counted = re.search(r"(\d+) mines? left", terminal.text)
    drawn = drawing(terminal)
    mines = int(counted[1]) + drawn.count("F") if counted else None
    exercise = Exercise("point", 1, parse_drawing(drawn, mines), counts_mines=mines is not None)
    if "Enter this one" in terminal.text:
        return [*keys_to(*covered_places(exercise)[0]), "enter"]
    return right_keys(exercise)


def type_keys(terminal: RealTerminal, keys: Iterable[str]) -> None:
    terminal.type("".join(_KEYS.get(key, key) for key in keys))


def attempts_in(home: Path) -> list[Attempt]:
    try:
        return kept_attempts(open_store(home))
    finally:
        close_stores()


def test_a_lesson_is_begun_and_answered_by_keys_and_mouse_and_a_kill_loses_no_answer(
    tmp_path: Path,
) -> None:
    with learning(tmp_path, "learn") as terminal:
        terminal.wait_for("Enter begin")
        terminal.wait_for("1 Only mines left")
        terminal.click(*terminal.find("1 Only mines left"))
        terminal.wait_for("Lesson 1")
        terminal.type(ENTER)
        type_keys(terminal, keys_of_answer(terminal))
        terminal.wait_for("Right")
        wait_calmly(terminal, "Enter next")
        terminal.type(ENTER)
        *moves, key = keys_of_answer(terminal)
        if key == "n":
            terminal.click(*terminal.find("nothing is certain"))
        else:
            row, cells = [*board_rows(terminal).items()][moves.count("down")]
            cell = list(_CELL.finditer(cells))[moves.count("right")]
            terminal.click((cell.start() + cell.end()) // 2, row, 1 if key == "enter" else 3)
        terminal.wait_for("Right")
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
    assert [each.is_right for each in attempts_in(tmp_path)] == [True] * 2
    with learning(tmp_path, "learn") as terminal:
        terminal.wait_for(re.compile(r"1 Only mines left +##-{10}"))
        quit_cleanly(terminal)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_each_lesson_is_begun_and_answered(lesson: Lesson, tmp_path: Path) -> None:
    with learning(tmp_path, "learn", str(lesson.number)) as terminal:
        terminal.wait_for(f"Lesson {lesson.number}")
        wait_calmly(terminal, "Enter begin")
        terminal.type(ENTER)
        type_keys(terminal, keys_of_answer(terminal))
        terminal.wait_for("Enter next")
        terminal.type("q")
        terminal.wait_exit()
    [attempt] = attempts_in(tmp_path)
    assert attempt.lesson == lesson.number
    assert attempt.is_right or lesson.number == GUESSES


def test_the_moment_of_a_loss_is_trained_at_once(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(".....*.\n......*\n.......\n.....*.\n")
    home = tmp_path / "home"
    with learning(home, f"--board={board}") as terminal:
        terminal.wait_for("? help")
        terminal.type("g0" + ENTER)
        terminal.type("$" + "j" + ENTER)
        terminal.wait_for("safe:")
        terminal.type("!")
        wait_for_exercise(terminal)
        assert drawing(terminal) == "/".join(["....1##"] * 4)
        terminal.type("n")
        terminal.wait_for("Enter what is certain?")
        terminal.type(ESC)
        terminal.wait_for("take it back")
        quit_cleanly(terminal)
    [attempt] = attempts_in(home)
    assert (attempt.source, attempt.lesson, attempt.is_right) == ("own", 3, False)
