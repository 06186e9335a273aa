"""How the coach's answers are shown: as sentences, marks on cells, and a heat map of the odds."""

from fractions import Fraction

from minesweeper.engine.cells import Cell, cells_of
from minesweeper.play.coach import TOO_WIDE, Coach
from minesweeper.play.session import Session
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.odds import Odds
from minesweeper.solver.sentences import Place
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.look.tiles import tile
from minesweeper.tui.screens.notices import short_form
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.heat_map import heat_colours, risk_numbers
from minesweeper.tui.widgets.marks import Marks


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
        marks, game = self._marks(), self.coach.session.game
        return [marks.sentence(each, game, self._view) for each in self.coach.answer]

    def short_answer(self) -> str:
        """Return where to look for a hint, or its move, without the rest of the answer; or ""."""
        return short_form(self.lines()[0]) if self.coach.hint else ""

    def _marks(self) -> Marks:
        """Return the marks on the cells that the present answer is about."""
        coach, marks = self.coach, Marks()
        for sentence in coach.answer:
            marks.put(sentence)
        verdict = coach.review.verdict if coach.review else None
        hint = verdict.explanation if verdict else coach.hint
        if hint and hint.proof and (verdict or coach.has_named_move):
            marks.mark(map(coach.clues.grid.place, cells_of(hint.proof.found)), "mine")
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
        sea = odds.sea & ~odds.safe & ~odds.mines
        is_covered = self.coach.clues.covered >> cursor & 1
        here = _risk_text(odds, cursor) if is_covered else ""
        if here and sea >> cursor & 1:
            return f"Here {here}, as in every {tile('sea', '')}."
        parts = [f"Here {here}."] * bool(here)
        if sea:
            far = f"{tile('sea', '')} far" if self._looks.theme.has_colours else "Far"
            parts.append(f"{far} from all numbers: {_risk_text(odds, cells_of(sea)[0])}.")
        return " ".join(parts)

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
