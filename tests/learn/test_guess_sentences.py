"""What is said of a guess, read back from its text and compared with all ways to play on."""

import re
from collections import Counter
from random import Random

import pytest

from minesweeper.engine.cells import cells_of
from minesweeper.learn.answers import Answer, judge_answer, why_no_answer
from minesweeper.learn.exercises import format_exercise
from minesweeper.solver.odds import analyse
from minesweeper.solver.sentences import Sentence
from tests.harness.generated import exercises
from tests.harness.sentences import Asked, check_sentence, is_written

MAX_BOARDS = 400
"""Positions that more boards fit are passed over."""

TIMES = r"(?:once|\d+ times) in [\d,]+"
SHARE = r"(?:under |over )?\d+(?:\.\d)?%"
WINS_MORE = rf"\(\d+,\d+\) wins (?P<best>{TIMES}), yours (?P<own>\d+)"
OF_OWN_GUESS = (
    rf"No guess is better: it wins (?P<chance>{TIMES})\.",
    rf"{WINS_MORE}: it has (?P<less>{SHARE}) risk, yours (?P<risk>{SHARE})\.",
    rf"{WINS_MORE}: it has (?P<more>{SHARE}) risk, yours (?P<risk>{SHARE}), but it tells you"
    r" more\.",
    rf"{WINS_MORE}: both have (?P<same>{SHARE}) risk, but it tells you more\.",
    rf"A good guess: (?P<risk>{SHARE}) risk\.",
    rf"\(\d+,\d+\) has (?P<lowest>{SHARE}) risk, yours (?P<risk>{SHARE})\.",
)


def check_guess(sentence: Sentence, asked: Asked) -> str:
    """Fail unless a sentence has a known form, and its figures are right; return which it is."""
    text = str(sentence)
    found = next(filter(None, (re.fullmatch(form, text) for form in OF_OWN_GUESS)), None)
    if not found:
        return check_sentence(sentence, asked).name
    for name, figure in found.groupdict().items():
        assert is_figure_right(name, figure, asked, found), name
    return " ".join(found.groupdict())


def is_figure_right(name: str, text: str, asked: Asked, found: re.Match[str]) -> bool:
    match name:
        case "risk":
            return is_written(asked.risk(asked.revealed), text)
        case "lowest":
            return is_written(asked.risk(asked.best), text)
        case "less" | "more" | "same":
            risk, of_best = asked.risk(asked.revealed), asked.risk(asked.best)
            order = "same" if risk == of_best else "less" if of_best < risk else "more"
            return order == name and is_written(of_best, text)
        case "chance":
            return asked.is_chance(text, asked.revealed)
        case "own":
            total = found["best"].rpartition(" in ")[2]
            return asked.is_chance(f"{text} times in {total}", asked.revealed)
    return not asked.plays_on or is_written(asked.best_chance, text)


@pytest.mark.samples(40, 200)
def test_every_figure_in_what_is_said_of_a_guess_is_right(count: int) -> None:
    forms = Counter[str]()
    for exercise in exercises(10, count):
        cells = cells_of(exercise.clues.covered)
        asked = [Asked(exercise.clues, revealed=[cell]) for cell in cells[:6]]
        for each in asked if analyse(exercise.clues).layout_count <= MAX_BOARDS else ():
            answer = Answer("guess", each.revealed)
            if not why_no_answer(exercise, answer):
                for sentence in judge_answer(exercise, answer, Random(1)).sentences:
                    try:
                        forms[check_guess(sentence, each)] += 1
                    except AssertionError as error:
                        error.add_note(f"{sentence}\n{format_exercise(exercise)}")
                        raise
    assert len(forms) > 3
