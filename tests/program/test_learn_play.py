"""Lessons in the real program: by keys, by mouse, and killed in their middle."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from minesweeper.learn.exercises import Exercise, ExerciseKind, parse_drawing
from minesweeper.learn.lessons import LESSONS
from minesweeper.store.learning import Attempt, LearningStore
from tests.harness.lessons import covered_places, keys_to, right_keys
from tests.harness.program import ENTER, ESC, LEFT, MINESWEEPER, RIGHT, ROOT, quit_cleanly
from tests.harness.real_terminal import RealTerminal

_KEYS: Final = {"enter": ENTER, "right": RIGHT, "left": LEFT, "down": "\x1b[B", "home": "\x1b[H"}
# Seconds between two Enters, so that the second is not taken for one that is held down.
CALM: Final = 0.3
_BOARD_ROW: Final = re.compile(r"\|[ \[\]#FB.1-8-]*[#FB.1-8-][ \[\]#FB.1-8-]*\|")
_QUESTIONS: Final[dict[str, ExerciseKind]] = {
    "Which cell is certainly": "point",
    "Which numbers do you need": "numbers",
    "Which cell gives": "guess",
    "What remains": "reduce",
}


@contextmanager
def learning(home: Path, *arguments: str) -> Iterator[RealTerminal]:
    """Run the course in a window, on boards of the usual size."""
    command = [*MINESWEEPER, "learn", *arguments, "--ascii", "--zoom=2"]
    with RealTerminal(command, cwd=ROOT, env={"MINESWEEPER_HOME": str(home)}) as terminal:
        yield terminal


def is_asked(terminal: RealTerminal) -> bool:
    return "Which cell is certainly safe" in terminal.text


def drawing(terminal: RealTerminal) -> str:
    """Return the position on the screen, where a B marks the target."""
    rows = [line.strip() for line in terminal.lines if _BOARD_ROW.fullmatch(line.strip())]
    drawn = "/".join("".join(re.findall(r"[#FB.1-8-]", row)) for row in rows)
    return drawn.replace("-", "o").replace("B", "#")


def exercise_on(terminal: RealTerminal) -> Exercise:
    """Return the exercise on the screen, without the target of a number to reduce."""
    [kind] = [kind for text, kind in _QUESTIONS.items() if text in terminal.text]
    return Exercise(kind, 1, parse_drawing(drawing(terminal)))


def attempts_in(home: Path) -> list[Attempt]:
    store = LearningStore(str(home), "2026-11-24")
    try:
        return store.attempts()
    finally:
        store.close()


def type_keys(terminal: RealTerminal, keys: list[str]) -> None:
    terminal.type("".join(_KEYS.get(key, key) for key in keys))


def click_on(terminal: RealTerminal, text: str) -> None:
    """Click on a text, once all of the screen is drawn."""
    terminal.wait_for(text)
    terminal.wait_until_still(CALM)
    terminal.click(*terminal.find(text))


def answer_by_keys(terminal: RealTerminal) -> None:
    """Answer the exercise right, and go on to the next one."""
    terminal.wait_for(is_asked)
    terminal.wait_until_still(CALM)
    type_keys(terminal, right_keys(exercise_on(terminal)))
    terminal.wait_for("Right")
    terminal.wait_until_still(CALM)
    terminal.type(ENTER)


def answer_by_mouse(terminal: RealTerminal) -> None:
    terminal.wait_for(is_asked)
    terminal.wait_until_still(CALM)
    exercise = exercise_on(terminal)
    *moves, key = right_keys(exercise)
    if key == "n":
        click_on(terminal, "nothing is certain")
    else:
        column, row = 1 + moves.count("right"), 1 + moves.count("down")
        top = next(
            at for at, line in enumerate(terminal.lines) if _BOARD_ROW.fullmatch(line.strip())
        )
        left = terminal.lines[top].index("|") + 3
        terminal.click(left + 2 * column - 1, top + row - 1, 1 if key == "enter" else 3)
    terminal.wait_for("Right")
    click_on(terminal, "Enter next")


def test_a_lesson_is_mastered_by_keys(tmp_path: Path) -> None:
    with learning(tmp_path) as terminal:
        terminal.wait_for("Enter begin")
        terminal.type(ENTER)
        terminal.wait_for("are mines")
        terminal.type(ENTER)
        for _ in range(12):
            answer_by_keys(terminal)
        terminal.wait_for("12 of the last 12 right")
        terminal.type(ESC)
        terminal.wait_for(re.compile("All mines +(mastered|12 of the last 12 right)"))
        quit_cleanly(terminal)
    assert [each.is_right for each in attempts_in(tmp_path)] == [True] * 12


def test_a_lesson_is_begun_and_answered_by_mouse(tmp_path: Path) -> None:
    with learning(tmp_path) as terminal:
        terminal.wait_for("Enter begin")
        click_on(terminal, "All safe")
        terminal.wait_for("Lesson 2")
        click_on(terminal, "Enter begin")
        for _ in range(4):
            answer_by_mouse(terminal)
        terminal.wait_for(is_asked)
        click_on(terminal, "Esc")
        terminal.wait_for(re.compile("All safe +4 of 4 right"))
        quit_cleanly(terminal)
    assert [each.lesson for each in attempts_in(tmp_path)] == [2] * 4


def test_a_kill_in_the_middle_of_a_lesson_loses_no_answer(tmp_path: Path) -> None:
    with learning(tmp_path, "1") as terminal:
        terminal.wait_for("Enter begin")
        terminal.type(ENTER)
        for _ in range(3):
            answer_by_keys(terminal)
        terminal.wait_for(is_asked)
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
    assert len(attempts_in(tmp_path)) == 3
    with learning(tmp_path) as terminal:
        terminal.wait_for(re.compile("All mines +3 of 3 right"))
        quit_cleanly(terminal)


def test_every_lesson_is_begun_and_answered_by_keys(tmp_path: Path) -> None:
    with learning(tmp_path) as terminal:
        for lesson in LESSONS:
            terminal.wait_for("Streak")
            terminal.wait_until_still()
            terminal.type("\x1b[H" + "\x1b[B" * (lesson.number - 1) + ENTER)
            terminal.wait_for(f"Lesson {lesson.number} ")
            terminal.wait_for("Enter begin")
            terminal.type(ENTER)
            terminal.wait_for(re.compile("|".join(_QUESTIONS)))
            terminal.wait_until_still(CALM)
            type_keys(terminal, some_keys(exercise_on(terminal)))
            terminal.wait_for(re.compile("Enter (next|show the proof)"))
            terminal.type(ESC)
        terminal.wait_for("Streak")
        quit_cleanly(terminal)
    assert [each.lesson for each in attempts_in(tmp_path)] == [each.number for each in LESSONS]


def some_keys(exercise: Exercise) -> list[str]:
    """Return keys that answer an exercise, right if it shows all that counts."""
    if exercise.kind == "reduce":
        return ["1"]
    if exercise.kind == "guess":
        return [*keys_to(*covered_places(exercise)[0]), "enter"]
    return right_keys(exercise)


def test_the_moment_of_a_loss_is_trained_at_once_and_again_on_another_day(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(".....*.\n......*\n.......\n.....*.\n")
    home = tmp_path / "home"
    command = [*MINESWEEPER, f"--board={board}", "--ascii", "--zoom=2"]
    with RealTerminal(command, cwd=ROOT, env={"MINESWEEPER_HOME": str(home)}) as terminal:
        terminal.wait_for("? help")
        terminal.type("g0" + ENTER)
        terminal.type("$" + "j" + ENTER)
        terminal.wait_for("! train")
        terminal.type("!")
        terminal.wait_for(is_asked)
        terminal.wait_until_still(CALM)
        assert drawing(terminal) == "/".join(["....1##"] * 4)
        terminal.type("n")
        terminal.wait_for("Enter show the proof")
        terminal.type(ESC)
        terminal.wait_for("! train")
        quit_cleanly(terminal)
    [attempt] = attempts_in(home)
    assert (attempt.source, attempt.lesson, attempt.is_right) == ("own", 3, False)
    with learning(home, "--own") as terminal:
        terminal.wait_for("No moment of your games is due before")
        quit_cleanly(terminal)
