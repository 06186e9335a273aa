"""The page of details of a finished game: its guesses, what was safer, and the luck it took."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from minesweeper.solver.hints import percent
from minesweeper.solver.review import Guess, Review
from minesweeper.solver.sentences import by_place
from minesweeper.tui.widgets.page import Page

if TYPE_CHECKING:
    from minesweeper.tui.screens.game import GameScreen


def open_page(game: "GameScreen") -> Page | None:
    """Return the details of the review of a game, as they lie over it; None before it is done."""
    coach = game.coach
    if not coach or not coach.reviewed:
        return None
    return ReviewPage(game.looks, "Minesweeper: review", lines_of(coach.reviewed), game.keymap)


class ReviewPage(Page):
    """The details, as lines that scroll; the key that showed them goes back."""

    indent = 6


def lines_of(answer: Review) -> list[str]:
    """Return the review in words, with cells named by column and row."""
    lines = ["The game", f"  {answer.sentence}"]
    if answer.guessed:
        lines += ["", "Guesses", *map(_guess_line, answer.guessed)]
        lines += ["", "Luck", *_luck_lines(answer)]
    return lines


def _guess_line(guess: Guess) -> str:
    chance = f"{percent(guess.chance)} to survive"
    return f"  {by_place(guess.cells)}: {chance}. {guess.told.sentence(by_place)}"


def _luck_lines(answer: Review) -> Iterator[str]:
    """Yield what the guesses came to beside what was expected of them."""
    yield f"  {answer.luck}"
    yield f"  {answer.survived} survived, {float(answer.expected):.1f} expected"
