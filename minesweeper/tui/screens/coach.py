"""Help in one game: hints, the flag check, the odds, and the review at the end.

The coach sees no more than the player does. It loads the solver, so the screen makes it late.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from minesweeper.engine.cells import Cell, cells_of, set_of
from minesweeper.engine.game import Face, Game
from minesweeper.play.session import Session
from minesweeper.solver.clues import Clues, clues_of, flags_in, part_cell, window
from minesweeper.solver.hints import Hint, check_flags, hint, precise
from minesweeper.solver.odds import Odds, TooWide, analyse
from minesweeper.solver.proofs import places
from minesweeper.solver.review import MAX_REVIEW_CELLS, Review, review
from minesweeper.tui.look.theme import Looks, Mark, Theme
from minesweeper.tui.widgets.board import BoardView, Overlay

# How many cells a spoken hint names one by one.
MOST_NAMED: Final = 12
NOTHING_KNOWN: Final = "Nothing is known yet: reveal any cell"


class Coach:
    """All the help in one game: what it says, and what it lays over the cells."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self.message = ""
        """The answer to the last question, or the review."""
        self._looks = looks
        self._view = view
        self._marks: dict[tuple[int, int], Mark] = {}
        self._hint: Hint | None = None
        self._clues: Clues | None = None
        self._odds: OddsView | None = None
        self._review: Iterator[Review] | None = None
        self._reviewed = Review()

    # What was asked for

    def hint(self, session: Session, cursor: Cell, now: int, key: str, *, aloud: bool) -> None:
        """Point at the area of the nearest certain move; the second time at the move, with why.

        `key` is named as what asks again. With `aloud` the area is named, not only marked.
        """
        if session.game.board is None:
            self.message = NOTHING_KNOWN
            return
        session.help("hint", now)
        if self._hint and self._clues:
            self._point_at_move(session, self._hint, self._clues)
        else:
            self._point_at_area(session.game, cursor, key, aloud=aloud)

    def check_flags(self, session: Session, now: int) -> None:
        """Say which flags can be proved wrong; without a flag that is no help."""
        clues = clues_in_sight(session.game, self._view)
        checked = check_flags(clues, flags_in(clues, session.game))
        self.message = checked.sentence
        if checked.flags:
            session.help("flag check", now)

    def toggle_odds(self, session: Session, now: int) -> None:
        """Show the odds of the covered cells, or hide them."""
        self._odds = None if self._odds else OddsView(self._looks, self._view)
        if self._odds:
            session.help("odds", now)
            self._forget()

    def position_changed(self, session: Session) -> None:
        """Forget the hint, which no longer holds; begin the review of a finished game."""
        self._forget()
        board = session.game.board
        self._review = None
        if session.over and board and len(session.game.grid) <= MAX_REVIEW_CELLS:
            left_to_luck = session.progress.guesses_left_to_luck
            self._review = review(
                session.game.setup, board, session.moves, left_to_luck=left_to_luck
            )

    @property
    def busy(self) -> bool:
        """Whether a finished game is still being reviewed."""
        return self._review is not None

    def step(self, session: Session) -> Review | None:
        """Review one more move, so that no key waits for it; return the review once it is done."""
        if not self._review:
            return None
        found = next(self._review, None)
        self._reviewed = found or self._reviewed
        if found:
            return None
        self._review = None
        self._show_review(session.game, self._reviewed)
        return self._reviewed

    def _show_review(self, game: Game, answer: Review) -> None:
        self._forget()
        self.message = answer.sentence
        if answer.verdict and answer.verdict.why and answer.verdict.why.proof:
            clues = clues_of(game)
            self._mark(clues, cells_of(answer.verdict.safe), "target")
            self._mark(clues, answer.verdict.why.proof.premises, "premise")

    def _forget(self) -> None:
        self.message = ""
        self._marks = {}
        self._hint = None

    def _point_at_area(self, game: Game, cursor: Cell, key: str, *, aloud: bool) -> None:
        self._clues = clues = clues_in_sight(game, self._view)
        near = part_cell(clues, game, cursor)
        try:
            self._hint = found = hint(clues, near, flags_in(clues, game), game.on_guess)
        except ValueError:
            self.message = "Nothing is left to find in sight"
            return
        premises = found.proof.premises if found.proof else ()
        self._mark(clues, premises, "premise")
        marked = places(clues.grid, set_of(premises), MOST_NAMED) if aloud else "the marked cells"
        self.message = _where_to_look(found, marked, f"{key} again")

    def _point_at_move(self, session: Session, found: Hint, clues: Clues) -> None:
        self._mark(clues, cells_of(found.cells), "danger" if found.risk == 1 else "target")
        self.message = found.sentence

    def _mark(self, clues: Clues, cells: Iterable[Cell], mark: Mark) -> None:
        for cell in cells:
            self._marks[clues.grid.place(cell)] = mark

    # What is shown

    def odds_text(self, session: Session, cursor: Cell) -> str:
        """Return the odds of a cell, while they are shown."""
        return self._odds.text(session, cursor) if self._odds else ""

    def overlay(self, session: Session) -> Overlay:
        """Return the odds, with the marks of a hint as their styles."""
        overlay = self._odds.overlay(session) if self._odds else {}
        theme = self._looks.theme
        for place, mark in self._marks.items():
            odds = overlay[place][0] if place in overlay else ""
            overlay[place] = (odds or _marked(session.game, place, mark, theme), theme.marks[mark])
        return overlay


class OddsView:
    """The odds of the covered cells, counted when the position or what is in sight changes."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self._looks = looks
        self._view = view
        self._counted_for: object = None
        self._clues: Clues | None = None
        self._odds: Odds | TooWide | None = None

    def overlay(self, session: Session) -> Overlay:
        """Return a share of mines for every covered cell in sight."""
        self._count(session)
        odds, clues = self._odds, self._clues
        if not odds or not clues:
            return {}
        shares = [(odds.safe, Fraction(0)), (odds.mines, Fraction(1))]
        if isinstance(odds, Odds):
            total = odds.layout_count
            groups = odds.risk_groups
            shares += [(each.cells, Fraction(each.mined_count, total)) for each in groups]
        theme = self._looks.theme
        wide = theme.glyphs.columns > 1
        return {
            # Cells of one column have no checkerboard: their digits do not touch.
            place: (
                self._written(session.game, place, share),
                theme.odds[_degree(share)][sum(place) % 2 if wide else 1],
            )
            for cells, share in shares
            for place in map(clues.grid.place, cells_of(cells))
        }

    def text(self, session: Session, cursor: Cell) -> str:
        """Return the odds of the cell under the cursor, in words."""
        self._count(session)
        odds, clues = self._odds, self._clues
        if not odds or not clues:
            return ""
        if isinstance(odds, TooWide):
            return "Too wide to count: only what is certain is shown"
        cell = part_cell(clues, session.game, cursor)
        covered = clues.covered >> cell & 1
        return f"A mine here: {precise(odds.probability(cell))}" if covered else ""

    def _written(self, game: Game, place: tuple[int, int], share: Fraction) -> str:
        """Return the share as wide as a cell; empty for a flag, which stays to be seen."""
        if game.is_flagged(game.grid.cell(*place)):
            return ""
        return (_two_digits if self._looks.theme.glyphs.columns > 1 else _one_digit)(share)

    def _count(self, session: Session) -> None:
        view = self._view
        position = (id(session), len(session.entries), view.left, view.top, view.across, view.down)
        if position != self._counted_for:
            self._counted_for = position
            self._odds = None
            if session.game.board and not session.over:
                self._clues = clues_in_sight(session.game, view)
                self._odds = analyse(self._clues)


def clues_in_sight(game: Game, view: BoardView) -> Clues:
    """Return what the game shows; on a board too large for that, only what is in the window."""
    clues = clues_of(game)
    if len(game.grid) <= MAX_REVIEW_CELLS:
        return clues
    return window(clues, game.grid.cell(view.left, view.top), view.across, view.down)


def _where_to_look(found: Hint, marked: str, again: str) -> str:
    if found.guessed:
        return f"Nothing is certain: press {again} for the best guess"
    if not found.proof:
        return f"Nothing simple is certain: press {again} for the cell to try"
    if not found.proof.premises:
        return f"Count the mines that are left: press {again} for the move"
    return f"Look at {marked}: press {again} for the move"


def _marked(game: Game, place: tuple[int, int], mark: Mark, theme: Theme) -> str:
    """Return what to write in a marked cell in place of its own text, if anything."""
    column, row = place
    covered = game.faces(row, column, column, mines=False)[0] == Face.COVERED
    return theme.glyphs.marked.get(mark, "") if covered else ""


def _two_digits(share: Fraction) -> str:
    """Return a share as percent in two columns; what is not certain is neither 0 nor 100."""
    if share in (0, 1):
        return " *" if share else "ok"
    return f"{min(99, max(1, round(100 * share))):2}"


def _one_digit(share: Fraction) -> str:
    """Return a share in tenths; what is not certain is neither 0 nor a mine."""
    if share in (0, 1):
        return "*" if share else "0"
    return str(min(9, max(1, round(10 * share))))


def _degree(share: Fraction) -> int:
    """Return 0 to 3: safe, probably safe, probably a mine, a mine."""
    return 3 * int(share) if share in (0, 1) else 1 + (2 * share >= 1)
