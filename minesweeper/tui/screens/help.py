"""Help in one game, as its screen asks for it: the solver is not loaded before."""

from typing import TYPE_CHECKING, Final

from minesweeper.engine.cells import Cell
from minesweeper.play.session import Session
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.widgets.board import BoardView, Overlay

if TYPE_CHECKING:
    from minesweeper.solver.review import Review
    from minesweeper.tui.screens.coach import HelpDesk

# The actions that ask for help.
WAYS: Final = ("hint", "odds", "check-flags")


class Help:
    """The help desk of a game, opened when it is first needed."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self._looks = looks
        self._view = view
        self._desk: HelpDesk | None = None

    def ask(
        self, way: str, session: Session, cursor: Cell, now: int, key: str, *, aloud: bool
    ) -> str:
        """Help in one of the WAYS; why not, where nothing is known yet.

        `key` asks for a hint; `aloud` nothing is only marked.
        """
        if way == "hint" and not session.board:
            return "nothing is known yet: reveal any cell"
        if way == "hint":
            self._opened().hint(session, cursor, now, key, aloud=aloud)
        elif way == "odds":
            self._opened().toggle_odds(session, now)
        else:
            self._opened().check_flags(session, now)
        return ""

    def _opened(self) -> "HelpDesk":
        from minesweeper.tui.screens.coach import HelpDesk

        self._desk = self._desk or HelpDesk(self._looks, self._view)
        return self._desk

    def after_move(self, session: Session) -> None:
        """The position has changed; a finished game is looked back on."""
        if self._desk or session.over:
            self._opened().after_move(session)

    @property
    def busy(self) -> bool:
        return self._desk is not None and self._desk.busy

    def step(self, session: Session) -> "Review | None":
        """Look back on one more move; the answer, once it is there."""
        return self._desk.step(session) if self._desk else None

    def said(self, session: Session) -> str:
        """What it says, unless that would tell of a board that is hidden."""
        return self._desk.said if self._desk and not session.paused else ""

    def heard(self) -> None:
        """What it said need not be said again."""
        if self._desk:
            self._desk.heard()

    def odds_of(self, session: Session, cursor: Cell) -> str:
        """The odds of a cell, while they are shown."""
        return self._desk.odds_of(session, cursor) if self._desk and not session.paused else ""

    def overlay(self, session: Session) -> Overlay:
        """What it lays over the cells."""
        return self._desk.overlay(session) if self._desk else {}
