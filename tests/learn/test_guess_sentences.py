"""What is said of a guess, read back from its text and compared with all ways to play on."""

import re
from collections import Counter
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of
from minesweeper.learn.answers import Answer, judge_answer, why_no_answer
from minesweeper.learn.exercises import Exercise, format_exercise
from tests.harness.brute import all_boards
from tests.harness.generated import exercises
from tests.harness.positions import most_wins, wins_after

MAX_BOARDS = 400
"""Positions that more boards fit are passed over."""
MAX_PLAYED = 5
"""Playing on in every way is tried where at most as many boards fit."""

SHARE = r"(?:\d+ in \d+|(?:under |over )?\d+(?:\.\d)?%)"
PLACE = r"\(\d+,\d+\)"
OWN_GUESS = (
    rf"no guess is better: a chance of (?P<chance>{SHARE}) to win",
    rf"nearly the best guess: a chance of (?P<chance>{SHARE}) to win, not (?P<best>{SHARE})",
    rf"this guess costs (?P<cost>\d+) wins in 100: "
    rf"a chance of (?P<chance>{SHARE}) to win, not (?P<best>{SHARE})",
    rf"a good guess: (?P<risk>{SHARE}) risk",
    rf"a mine in (?P<risk>{SHARE}) of all boards that fit, and the best guess in {SHARE}",
)
BEST_GUESS = (
    rf"nothing is certain. The best guess is {PLACE}: (?P<risk>{SHARE}) risk"
    rf"(?:, and a chance of (?P<chance>{SHARE}) to win)?"
    rf"(?:\. A cell at (?P<lowest>{SHARE}) (?:wins less often|tells less))?",
    rf"nothing is certain. The best guess is {PLACE}: "
    rf"a fifty-fifty with {PLACE}, so waiting does not help",
)


class Boards(NamedTuple):
    """All boards that fit a position."""

    exercise: Exercise
    boards: list[CellSet]

    def risk(self, cell: Cell) -> Fraction:
        return Fraction(sum(board >> cell & 1 for board in self.boards), len(self.boards))

    def lowest_risk(self) -> Fraction:
        return min(self.risk(cell) for cell in cells_of(self.exercise.clues.covered))

    def chance(self, cell: Cell) -> Fraction:
        wins = wins_after(self.exercise.clues, [cell], self.boards)
        return Fraction(wins, len(self.boards))

    def best_chance(self) -> Fraction:
        return Fraction(most_wins(self.exercise.clues, self.boards), len(self.boards))


def is_written(chance: Fraction, text: str) -> bool:
    """Return whether a text such as "3 in 5", "12.5%" or "under 1%" is right for a chance."""
    if shares := re.fullmatch(r"(\d+) in (\d+)", text):
        return chance == Fraction(int(shares[1]), int(shares[2]))
    found = re.fullmatch(r"(under |over )?(\d+(?:\.\d)?)%", text)
    assert found, text
    half = Fraction(1, 20 if "." in found[2] else 2)
    return abs(100 * chance - Fraction(found[2])) <= half * (2 if found[1] else 1)


def check_guess(sentence: str, about: Boards, answer: Answer) -> int:
    """Fail unless a sentence has a known form, and its figures are right; return which it is."""
    forms = (*OWN_GUESS, *BEST_GUESS)
    found = next(filter(None, (re.fullmatch(form, sentence) for form in forms)), None)
    assert found, f"a sentence of a new form: {sentence}"
    places = re.findall(r"\((\d+),(\d+)\)", sentence)
    grid, (cell,) = about.exercise.clues.grid, cells_of(answer.cells)
    if places:
        cell = grid.cell(*map(int, places[0]))
    for name, text in found.groupdict().items():
        is_countable = len(about.boards) <= MAX_PLAYED or name in ("risk", "lowest")
        assert not text or not is_countable or is_figure_right(name, text, about, cell), name
    return forms.index(found.re.pattern)


def is_figure_right(name: str, text: str, about: Boards, cell: Cell) -> bool:
    match name:
        case "risk":
            return is_written(about.risk(cell), text)
        case "lowest":
            return is_written(about.lowest_risk(), text)
        case "chance":
            return is_written(about.chance(cell), text)
        case "best":
            return is_written(about.best_chance(), text)
        case _:
            cost = about.best_chance() - about.chance(cell)
            return text == f"{round(100 * cost)}"


@pytest.mark.samples(40, 200)
def test_every_figure_in_what_is_said_of_a_guess_is_right(count: int) -> None:
    forms = Counter[int]()
    for exercise in exercises(10, count):
        about = Boards(exercise, all_boards(exercise.clues))
        cells = cells_of(exercise.clues.covered)
        for cell in cells[:6] if len(about.boards) <= MAX_BOARDS else ():
            answer = Answer("guess", CellSet(1 << cell))
            if not why_no_answer(exercise, answer):
                judgement = judge_answer(exercise, answer, Random(1))
                for sentence in judgement.sentences:
                    try:
                        forms[check_guess(str(sentence), about, answer)] += 1
                    except AssertionError as error:
                        error.add_note(f"{sentence}\n{format_exercise(exercise)}")
                        raise
    assert len(forms) > 3
