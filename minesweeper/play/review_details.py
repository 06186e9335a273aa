"""The full review of a game in words: the verdict, each guess, and the luck in guessing."""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Final

from minesweeper.solver.chance_text import percent_text
from minesweeper.solver.phrases import CellList, Mention, name_by_place, places_text
from minesweeper.solver.review import WON_WITHOUT_GUESS, Guess, Review

# How many cells are named one by one in the verdict, and in the line of a guess.
_MAX_NAMED: Final = 12
_MAX_NAMED_IN_GUESS: Final = 4


def review_details(answer: Review) -> list[str]:
    """Return the lines of a review: headings, with indented sentences below each.

    Each heading but the first has an empty line above it.
    """
    sections = {"The game": [f"  {line}" for line in _verdict_lines(answer)]}
    if answer.guesses:
        sections["Guesses"] = [*map(_guess_line, answer.guesses)]
        sections["Luck"] = [*_luck_lines(answer)]
    blocks = (["", heading, *lines] for heading, lines in sections.items() if lines)
    return [*chain.from_iterable(blocks)][1:]


def _verdict_lines(answer: Review) -> Iterator[str]:
    """Yield the verdict on the game as a whole, and the remarks."""
    verdict = answer.verdict
    if verdict:
        yield verdict.wording.sentence(partial(_name, limit=_MAX_NAMED))
        if verdict.explanation:
            yield verdict.explanation.sentence
    yield from filter(None, [answer.remark, answer.made_safe_text])
    if not (verdict or answer.guesses or answer.remark or answer.made_safe_text):
        yield WON_WITHOUT_GUESS


def _guess_line(guess: Guess) -> str:
    chance = f"a chance of {percent_text(guess.survival)} to survive"
    reason = guess.wording.sentence(partial(_name, limit=_MAX_NAMED_IN_GUESS))
    return f"  {name_by_place(guess.cells)}: {chance}. {reason}"


def _luck_lines(answer: Review) -> Iterator[str]:
    """Yield the luck in words, and the number of guesses survived and expected."""
    yield f"  {answer.guesses_text}"
    yield f"  {answer.survived_count} survived, {float(answer.expected_survivals):.1f} expected"


def _name(mention: Mention, *, limit: int) -> str:
    """Name cells by column and row, at most `limit` of them."""
    if isinstance(mention, CellList):
        return places_text(mention.places, limit)
    return name_by_place(mention)
