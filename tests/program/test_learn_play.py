"""The course in the real program: by keys, by mouse, and killed in its middle."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from minesweeper.learn.exercises import Exercise, parse_drawing
from minesweeper.store.learning import Attempt
from tests.harness.kept_games import close_stores, open_store
from tests.harness.learned import kept_attempts
from tests.harness.lessons import right_keys
from tests.harness.program import ENTER, ESC, MINESWEEPER, RIGHT, ROOT, quit_cleanly
from tests.harness.real_terminal import RealTerminal

CURSOR: Final = "ffd75f"
_KEYS: Final = {"enter": ENTER, "right": RIGHT, "down": "\x1b[B", "home": "\x1b[H"}
_CELL: Final = re.compile(r"###|[FB.1-8?]")
_BOARD_ROW: Final = re.compile(rf"\| *(?:(?:{_CELL.pattern}) *)+\|")


@contextmanager
def learning(home: Path, *arguments: str) -> Iterator[RealTerminal]:
    """Run the program in a window."""
    command = [*MINESWEEPER, *arguments, "--ascii"]
    with RealTerminal(command, cwd=ROOT, env={"MINESWEEPER_HOME": str(home)}) as terminal:
        yield terminal


def wait_calmly(terminal: RealTerminal, keys: str) -> None:
    """Wait for keys in the last line, and until they are not taken for a key that is held down.

    The program counts from before it paints: however slow it is, the next key comes late enough,
    and until then all of the frame has been painted, of which these keys may be the first part.
    """
    terminal.wait_for(lambda t: keys in t.lines[-1])
    terminal.let_pass(0.26)


def wait_for_exercise(terminal: RealTerminal) -> None:
    """Wait until an exercise can be answered; the cursor is placed last, when all is painted."""
    wait_calmly(terminal, "Enter safe")
    terminal.wait_for(lambda t: t.cell(*t.cursor).bg == CURSOR)


def board_rows(terminal: RealTerminal) -> list[int]:
    return [at for at, line in enumerate(terminal.lines) if _BOARD_ROW.fullmatch(line.strip())]


def drawing(terminal: RealTerminal) -> str:
    """Return the position on the screen."""
    rows = [terminal.lines[at] for at in board_rows(terminal)]
    drawn = "/".join("".join(_CELL.findall(row)) for row in rows)
    return drawn.replace("###", "#").replace("?", "o")


def keys_of_answer(terminal: RealTerminal) -> list[str]:
    """Return keys that answer the exercise on the screen right, once it can be answered."""
    wait_for_exercise(terminal)
    assert "Find a cell that is certain" in terminal.text
    return right_keys(Exercise("point", 1, parse_drawing(drawing(terminal))))


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
        keys = keys_of_answer(terminal)
        terminal.type("".join(_KEYS.get(key, key) for key in keys))
        wait_calmly(terminal, "Enter next")
        terminal.wait_for("Right")
        terminal.type(ENTER)
        *moves, key = keys_of_answer(terminal)
        if key == "n":
            terminal.click(*terminal.find("nothing is certain"))
        else:
            row = board_rows(terminal)[moves.count("down")]
            cell = list(_CELL.finditer(terminal.lines[row]))[moves.count("right")]
            terminal.click((cell.start() + cell.end()) // 2, row, 1 if key == "enter" else 3)
        terminal.wait_for("Right")
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
    assert [each.is_right for each in attempts_in(tmp_path)] == [True] * 2
    with learning(tmp_path, "learn") as terminal:
        terminal.wait_for(re.compile(r"1 Only mines left +##\.{10}"))
        quit_cleanly(terminal)


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
        terminal.wait_for("Enter show the proof")
        terminal.type(ESC)
        terminal.wait_for("take it back")
        quit_cleanly(terminal)
    [attempt] = attempts_in(home)
    assert (attempt.source, attempt.lesson, attempt.is_right) == ("own", 3, False)
