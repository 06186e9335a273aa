"""How the coach's answers are shown: as sentences, marks on cells, and a heat map of the odds."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, Grid, cells_of
from minesweeper.play.coach import TOO_WIDE, Coach
from minesweeper.play.session import Session
from minesweeper.solver.chance_text import precise_percent_text
from minesweeper.solver.odds import Odds, TooWide
from minesweeper.solver.phrases import CellList, Mention, Phrase, Place
from minesweeper.solver.review import Review
from minesweeper.tui.canvas import width
from minesweeper.tui.look.theme import Looks, Theme
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.marks import Marks, hint_mark

# The lowest risks of the second and of the third level of the odds.
RISK_LEVELS: Final = (Fraction(1, 4), Fraction(1, 2))


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
        """Return the move of the hint without its proof, or the verdict in short; or ""."""
        coach = self.coach
        verdict = coach.review.verdict if coach.review else None
        if verdict:
            return verdict.short.sentence(self._names())
        if not coach.has_named_move or not coach.hint or not coach.hint.proof:
            return ""
        return coach.hint.proof.conclusion(coach.session.game.grid).sentence(self._names())

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

    def overlay(self) -> Overlay:
        """Return the overlay of the odds, if they are shown, with the marks over it."""
        overlay = self._odds_overlay() if self.shows_odds else {}
        theme = self._looks.theme
        return overlay | self._marks().overlay(self.coach.session.game, theme, overlay)

    # The odds

    def odds_text(self, cursor: Cell) -> str:
        """Return the risk at the cursor and in the sea in words; "" unless odds are shown."""
        odds = self.coach.odds if self.shows_odds else None
        if not odds:
            return ""
        if isinstance(odds, TooWide):
            return TOO_WIDE
        clues, sea = self.coach.clues, odds.sea & ~odds.safe & ~odds.mines
        here = precise_percent_text(odds.probability(cursor)) if clues.covered >> cursor & 1 else ""
        if not sea:
            return f"Risk here: {here}" if here else ""
        if not clues.revealed:
            return f"Risk everywhere: {here}"
        elsewhere = precise_percent_text(odds.probability(Cell(sea.bit_length() - 1)))
        if sea >> cursor & 1:
            return f"Risk here: {here}, as everywhere away from numbers"
        away = f"Risk away from numbers: {elsewhere}"
        return f"Risk here: {here}. {away}" if here else away

    def _odds_overlay(self) -> Overlay:
        """Return an overlay with the risk of each covered cell in sight, as a heat map.

        The sea is only coloured, as `odds_text` gives its risk. The overlay is kept for the next
        frames: making it takes some milliseconds in a large window.
        """
        odds, view, theme = self.coach.odds, self._view, self._looks.theme
        drawn_for = odds, view.left, view.top, view.across, view.down, theme
        if drawn_for != self._drawn_for:
            self._drawn_for = drawn_for
            self._drawn = self._heat_map(odds, theme) if odds else {}
        return self._drawn

    def _heat_map(self, odds: Odds | TooWide, theme: Theme) -> Overlay:
        """Return the heat map of the odds in sight."""
        game, in_sight = self.coach.session.game, _in_sight(self._view)
        overlay: Overlay = {}
        for cells, share, is_sea in _shares(odds):
            text = _sea_text(theme) if is_sea else share_text(share, theme)
            styles = (theme.sea_odds if is_sea else theme.odds)[_level(share)]
            for cell in cells_of(cells & in_sight):
                place = game.grid.place(cell)
                # Cells of one column have no numbers that would run together: one tone is enough.
                square = sum(place) % 2 if theme.glyphs.columns > 1 else _has_colours(theme)
                overlay[place] = "" if game.is_flagged(cell) else text, styles[square]
        return overlay


def _mark_verdict(marks: Marks, review: Review, grid: Grid) -> None:
    """Mark the cells that the verdict on a loss names: the safe ones as targets, and the others."""
    verdict = review.verdict
    if verdict:
        safe = {grid.place(cell) for cell in cells_of(verdict.safe)}
        marks.mark(safe & _named_cells(verdict.wording), "target")
        marks.put(verdict.wording, "danger" if verdict.is_avoidable else "premise")


def _in_sight(view: BoardView) -> CellSet:
    """Return the cells in sight."""
    row = CellSet((1 << view.across) - 1)
    cells = NO_CELLS
    for number in range(view.top, view.last_row + 1):
        cells |= row << view.grid.cell(view.left, number)
    return cells


def _named_cells(wording: Phrase) -> set[Place]:
    return {place for part in wording.parts if isinstance(part, CellList) for place in part.places}


def _shares(odds: Odds | TooWide) -> Iterator[tuple[CellSet, Fraction, bool]]:
    """Yield groups of covered cells with the same risk: cells, risk, and whether they are sea."""
    yield odds.safe, Fraction(0), False
    yield odds.mines, Fraction(1), False
    if isinstance(odds, Odds):
        for group in odds.risk_groups:
            share = Fraction(group.mined_count, odds.layout_count)
            yield group.cells, share, share not in (0, 1) and bool(group.cells & odds.sea)


def _has_colours(theme: Theme) -> bool:
    return theme.text.background is not None


def _sea_text(theme: Theme) -> str:
    """Return the text of sea cells: blanks if backgrounds show the risk, "" to keep the face."""
    return " " * theme.glyphs.columns if theme.sea_odds is theme.odds else ""


def share_text(share: Fraction, theme: Theme) -> str:
    """Return a risk as text as wide as a cell; a percentage is at least 1% and at most 99%."""
    columns, glyph = theme.glyphs.columns, theme.glyphs.odds[_level(share)]
    if columns == 1:
        return " " if _has_colours(theme) and share not in (0, 1) else glyph[0]
    if share in (0, 1):
        return " " * (2 - width(glyph)) + glyph if columns == 2 else glyph.center(columns)
    percent = min(99, max(1, int(100 * share + Fraction(1, 2))))
    return f"{percent:2}" if columns == 2 else f"{percent}%".center(columns)


def _level(share: Fraction) -> int:
    """Return the level of a risk: 0 for safe, 4 for a mine, and 1 to 3 for any other."""
    return 4 * int(share) if share in (0, 1) else 1 + sum(share >= least for least in RISK_LEVELS)
