"""The page of details of a finished game: its guesses, what was safer, and the luck it took."""

from minesweeper.play.review_steps import step_lines
from minesweeper.play.session import Session
from minesweeper.solver.review import Review
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.widgets.page import Page


class ReviewPage(Page):
    """The details, as lines that scroll; the key that opened the page also leaves it."""

    indent = 6

    def __init__(self, looks: Looks, session: Session, answer: Review, keymap: Keymap) -> None:
        super().__init__(looks, "Review", [*step_lines(session, answer)], keymap)
