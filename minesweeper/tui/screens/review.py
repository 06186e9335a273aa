"""The page of details of a finished game: its guesses, what was safer, and the luck it took."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from minesweeper.solver.hints import percent
from minesweeper.solver.review import WON, Guess, Review
from minesweeper.solver.sentences import Cells, Named, by_place, listed
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.widgets.page import Page

# How many safe cells are named one by one: those of the verdict, and of a guess.
MOST_NAMED: Final = 12
MOST_OF_A_GUESS: Final = 4


class ReviewPage(Page):
    """The details, as lines that scroll; the key that showed them goes back."""

    indent = 6

    def __init__(self, looks: Looks, answer: Review, keymap: Keymap) -> None:
        super().__init__(looks, "Review", lines_of(answer), keymap)


def lines_of(answer: Review) -> list[str]:
    """Return the review in words, with cells named by column and row."""
    lines = ["The game", *(f"  {line}" for line in _verdict_lines(answer))]
    if answer.guessed:
        lines += ["", "Guesses", *map(_guess_line, answer.guessed)]
        lines += ["", "Luck", *_luck_lines(answer)]
    return lines


def _verdict_lines(answer: Review) -> Iterator[str]:
    """Yield what is said of the game as a whole."""
    verdict = answer.verdict
    if verdict:
        yield verdict.told.sentence(partial(_name, most=MOST_NAMED))
        if verdict.why:
            yield verdict.why.sentence
    remarks = [answer.remark, answer.mercy]
    yield from filter(None, remarks if verdict or any(remarks) else [answer.luck or WON])


def _guess_line(guess: Guess) -> str:
    chance = f"{percent(guess.chance)} to survive"
    told = guess.told.sentence(partial(_name, most=MOST_OF_A_GUESS))
    return f"  {by_place(guess.cells)}: {chance}. {told}"


def _luck_lines(answer: Review) -> Iterator[str]:
    """Yield what the guesses came to beside what was expected of them."""
    yield f"  {answer.luck}"
    yield f"  {answer.survived} survived, {float(answer.expected):.1f} expected"


def _name(named: Named, *, most: int) -> str:
    """Name cells by column and row, up to so many of them."""
    return listed(named.places, most) if isinstance(named, Cells) else by_place(named)
