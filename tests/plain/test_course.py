"""The course in lines of text, played by a program that knows no more than its pictures."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of
from minesweeper.learn.exercises import parse_drawing
from minesweeper.learn.lessons import LESSONS, Lesson
from minesweeper.plain.lesson import PlainTraining
from minesweeper.solver.clues import Clues
from tests.harness.brute import certain_cells
from tests.harness.kept_games import close_stores
from tests.harness.learned import open_course

EXERCISES = 4


class Reader:
    """Answers exercises by brute force, from what it reads."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.answers: list[list[str]] = []
        """What was said to each answer."""

    def lines(self) -> Iterator[str]:
        """Yield a right answer to each exercise, and what leads to the next one."""
        for _ in range(EXERCISES):
            answer = right_answer(self._read())
            yield f"{answer}\n"
            self.answers.append([answer, *self._read()])
            yield "next\n"

    def _read(self) -> list[str]:
        lines = "".join(self.out).splitlines()
        self.out.clear()
        return lines


def right_answer(lines: list[str]) -> str:
    """Return the answer to an exercise in lines of text."""
    drawing = "/".join(line for line in lines if re.fullmatch(r"[#Ff.o1-8]+", line))
    left = [int(line.split()[0]) for line in lines if re.fullmatch(r"\d+ mines? left", line)]
    clues = parse_drawing(drawing, left[0] + drawing.count("F") if left else None)
    [question] = [line for line in lines if line.endswith("?")]
    if "best guess" in question:
        return f"guess {place(clues, cells_of(clues.covered & ~clues.known_mines)[0])}"
    safe, mines = certain_cells(clues, with_total=bool(left))
    for claim, cells in (("safe", safe), ("mine", mines)):
        if cells:
            return f"{claim} {place(clues, cells_of(CellSet(cells))[0])}"
    return "nothing"


def place(clues: Clues, cell: Cell) -> str:
    return "{} {}".format(*clues.grid.place(cell))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_lesson_is_answered_by_brute_force_from_its_pictures(
    lesson: Lesson, tmp_path: Path
) -> None:
    reader, course = Reader(), open_course(tmp_path)
    training = course.train_lesson(lesson.number, is_plain=True)
    PlainTraining(training, lambda: 0, reader.out.append, lambda _: None).run(reader.lines(), "")
    assert len(reader.answers) == EXERCISES
    for count, (answer, judgement, *lines) in enumerate(reader.answers, 1):
        assert judgement == "Right" or answer.startswith("guess"), (answer, judgement, lines)
        assert any(line.endswith(f" of {count} right") for line in lines)
    assert len(course.attempts) == EXERCISES
    close_stores()
