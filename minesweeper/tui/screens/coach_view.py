"""How the coach's answers are shown: as sentences, marks on cells, and a heat map of the odds."""

from collections.abc import Callable
from fractions import Fraction

from minesweeper.engine.cells import Cell, Grid, cells_of
from minesweeper.engine.notation import capitalise
from minesweeper.play.coach import TOO_WIDE, Coach
from minesweeper.play.review import Review
from minesweeper.play.session import Session
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.hints import move_of
from minesweeper.solver.odds import Odds
from minesweeper.solver.phrases import CellList, Mention, Phrase, Place
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.heat_map import heat_colours, risk_numbers
from minesweeper.tui.widgets.marks import Marks, hint_mark


class CoachView:
    """Turns the coach's answers about a game into lines of text and an overlay on its cells."""

    def __init__(self, session: Session, looks: Looks, view: BoardView) -> None:
        self.coach = Coach(session)
        self.shows_odds = False
        self._looks = looks
        self._view = view
        self._drawn_for: tuple[object, ...] = ()
        self._drawn: Overlay = {}

    def toggle_odds(self, now: int) -> None:
        """Show the odds of the covered cells, or hide them."""
        self.shows_odds = not self.shows_odds
        if self.shows_odds:
            self.coach.session.note_help("odds", now)
            self.coach.forget_answer()

    @property
    def marked(self) -> list[Place]:
        """The marked cells; those that a move is about come before the numbers."""
        return self._marks().places

    def lines(self) -> list[str]:
        """Return the answer to the last question, or the review, as sentences."""
        names = self._names()
        return [each.sentence(names) for each in self.coach.answer]

    def short_answer(self) -> str:
        """Return where to look for a hint, or its move, without the rest of the answer; or ""."""
        coach = self.coach
        if coach.hint and coach.has_named_move:
            return move_of(coach.hint, coach.session.game.grid).sentence(self._names())
        return self.lines()[0].partition(":")[0] if coach.hint else ""

    def _names(self) -> Callable[[Mention], str]:
        return self._marks().names(self.coach.session.game, self._view)

    def _marks(self) -> Marks:
        """Return the marks on the cells that the present answer is about."""
        coach, marks = self.coach, Marks()
        if coach.review:
            _mark_verdict(marks, coach.review, coach.session.game.grid)
        elif coach.hint and coach.has_named_move:
            marks.put(coach.hint.wording, hint_mark(coach.hint))
        for line in coach.answer:
            marks.put(line, "premise")
        return marks

    def overlay(self, cursor: Cell) -> Overlay:
        """Return the overlay of the odds, if they are shown, with the marks over it."""
        overlay = self._odds_overlay(cursor) if self.shows_odds else {}
        theme = self._looks.theme
        return overlay | self._marks().overlay(self.coach.session.game, theme, overlay)

    # The odds

    def odds_text(self, cursor: Cell) -> str:
        """Return the risk at the cursor and in the sea in words; "" unless odds are shown."""
        odds = self.coach.odds if self.shows_odds else None
        if not odds:
            return ""
        if not odds.layout_count:
            return TOO_WIDE
        sea, sea_name = odds.sea & ~odds.safe & ~odds.mines, self._looks.theme.sea_name
        is_covered = self.coach.clues.covered >> cursor & 1
        here = _risk_text(odds, cursor) if is_covered else ""
        if not sea:
            return f"Risk here: {here}" if here else ""
        if sea >> cursor & 1:
            return f"Risk here and in {sea_name}: {here}"
        elsewhere = _risk_text(odds, Cell(sea.bit_length() - 1))
        in_sea = f"{capitalise(sea_name)}: {elsewhere}"
        return f"Risk here: {here}. {in_sea}" if here else in_sea

    def _odds_overlay(self, cursor: Cell) -> Overlay:
        """Return the heat map of the odds.

        Its colours are kept for the next frames: making them takes some milliseconds in a large
        window.
        """
        odds, view, game = self.coach.odds, self._view, self.coach.session.game
        if not odds:
            return {}
        drawn_for = odds, view.left, view.top, view.across, view.down, self._looks.theme
        if drawn_for != self._drawn_for:
            self._drawn_for = drawn_for
            self._drawn = heat_colours(game, odds, view)
        return self._drawn | risk_numbers(game, odds, view, cursor, self._drawn)


def _risk_text(odds: Odds, cell: Cell) -> str:
    return chance_percent_text(Fraction(odds.mined_count(cell), odds.layout_count), 1)


def _mark_verdict(marks: Marks, review: Review, grid: Grid) -> None:
    """Mark the cells that the verdict on a loss names: the safe ones as targets, and the others."""
    verdict = review.verdict
    if verdict:
        safe = {grid.place(cell) for cell in cells_of(verdict.safe)}
        marks.mark(safe & _named_cells(verdict.wording), "target")
        marks.put(verdict.wording, "danger" if verdict.is_avoidable else "premise")


def _named_cells(wording: Phrase) -> set[Place]:
    return {place for part in wording.parts if isinstance(part, CellList) for place in part.places}
