"""A review in full, in words: the verdict, each guess, and the luck that they took."""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Final

from minesweeper.solver.hints import percent
from minesweeper.solver.phrases import Cells, Named, by_place, listed
from minesweeper.solver.review import WON, Guess, Review

# How many safe cells are named one by one: those of the verdict, and of a guess.
_MOST_NAMED: Final = 12
_MOST_OF_A_GUESS: Final = 4


def review_details(answer: Review) -> list[str]:
    """Return headings and, indented below each, sentences; an empty line is above a heading."""
    sections = {"The game": [f"  {line}" for line in _verdict_lines(answer)]}
    if answer.guessed:
        sections["Guesses"] = [*map(_guess_line, answer.guessed)]
        sections["Luck"] = [*_luck_lines(answer)]
    blocks = (["", heading, *lines] for heading, lines in sections.items() if lines)
    return [*chain.from_iterable(blocks)][1:]


def _verdict_lines(answer: Review) -> Iterator[str]:
    """Yield the verdict on the game as a whole, and the remarks."""
    verdict = answer.verdict
    if verdict:
        yield verdict.wording.sentence(partial(_name, most=_MOST_NAMED))
        if verdict.why:
            yield verdict.why.sentence
    yield from filter(None, [answer.remark, answer.mercy])
    if not (verdict or answer.guessed or answer.remark or answer.mercy):
        yield WON


def _guess_line(guess: Guess) -> str:
    chance = f"{percent(guess.chance)} to survive"
    reason = guess.wording.sentence(partial(_name, most=_MOST_OF_A_GUESS))
    return f"  {by_place(guess.cells)}: {chance}. {reason}"


def _luck_lines(answer: Review) -> Iterator[str]:
    """Yield what the guesses came to beside what was expected of them."""
    yield f"  {answer.luck}"
    yield f"  {answer.survived} survived, {float(answer.expected):.1f} expected"


def _name(named: Named, *, most: int) -> str:
    """Name cells by column and row, at most `most` of them."""
    return listed(named.places, most) if isinstance(named, Cells) else by_place(named)
