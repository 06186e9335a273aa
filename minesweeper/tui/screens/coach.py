"""Help in one game: hints, the flag check, the odds, and the review at the end.

The coach sees no more than the player does. It loads the solver, so the screen makes it late.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.setup import too_large_to_solve
from minesweeper.play.session import Session
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.hints import Hint, check_flags, hint, precise
from minesweeper.solver.odds import Odds, TooWide, analyse
from minesweeper.solver.review import Review, review
from minesweeper.solver.sentences import Area, Cells, Number, Phrase, Place, by_place, phrase
from minesweeper.tui.canvas import width
from minesweeper.tui.look.theme import Looks, Theme
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.marks import Marks, mark_of

NOTHING_KNOWN: Final = "Nothing is known yet: reveal any cell"
# Risks below these are shown as the first and the second of the three levels.
LEVELS: Final = (Fraction(1, 4), Fraction(1, 2))


class Coach:
    """All the help in one game: what it says, and what it lays over the cells."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self._looks = looks
        self._view = view
        self._told: list[Phrase] = []
        self._marks = Marks()
        self._hint: Hint | None = None
        self._is_told = False
        """The move of the hint was told, not only where to look."""
        self._odds: OddsView | None = None
        self._review: Iterator[Review] | None = None
        self._latest = Review()
        self.reviewed: Review | None = None
        """The review of the finished game, once it is done."""

    # What was asked for

    def hint(self, session: Session, cursor: Cell, now: int, key: str) -> None:
        """Point at the area of the nearest certain move; the second time at the move, with why.

        `key` is named as what asks again.
        """
        if session.game.board is None:
            self._told = [phrase(NOTHING_KNOWN)]
            return
        session.help("hint", now)
        if self._hint:
            self._point_at_move(self._hint)
        else:
            self._point_at_area(session.game, cursor, key)

    @property
    def plays_next(self) -> bool:
        """Whether the move of the hint was named: it is played when it is asked for again."""
        return self._is_told and self._hint is not None

    def moves(self, session: Session) -> Iterator[Move]:
        """Yield the moves that play the hint, each to be made before the next is asked for.

        Flags on cells that are to be revealed are taken away.
        """
        if not self._hint:
            return
        is_mine = self._hint.risk == 1
        for cell in cells_of(self._hint.cells):
            while session.game.status is Status.PLAYING and (
                session.game.is_flagged(cell) != is_mine
            ):
                yield Move("flag", cell)
            if not is_mine and not session.game.is_revealed(cell) and not session.over:
                yield Move("reveal", cell)

    def check_flags(self, session: Session, now: int) -> None:
        """Say which flags can be proved wrong; without a flag that is no help."""
        checked = check_flags(clues_of(session.game), flags_in(session.game))
        self._told = [phrase(checked.sentence)]
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
        board, grid = session.game.board, session.game.grid
        self._review = self.reviewed = None
        if session.over and board and not too_large_to_solve(grid.width, grid.height):
            left_to_luck = session.guesses_left_to_luck
            moves = [(step.board, step.move) for step in session.steps]
            self._review = review(session.game.setup, moves, left_to_luck=left_to_luck)
            self._latest = Review()

    @property
    def busy(self) -> bool:
        """Whether a finished game is still being reviewed."""
        return self._review is not None

    def step(self, session: Session) -> Review | None:
        """Review one more move, so that no key waits for it; return the review once it is done."""
        if not self._review:
            return None
        found = next(self._review, None)
        if found:
            self._latest = found
            return None
        self._review = None
        self.reviewed = self._latest
        self._show_review(session.game, self._latest)
        return self._latest

    def _show_review(self, game: Game, answer: Review) -> None:
        self._forget()
        self._told = answer.lines
        verdict = answer.verdict
        if verdict:
            safe = {game.grid.place(cell) for cell in cells_of(verdict.safe)}
            self._marks.mark(safe & _named_cells(verdict.told), "target")
            self._marks.put(verdict.told, "danger" if verdict.avoidable else "premise")
        for line in self._told:
            self._marks.put(line, "premise")

    def hush(self) -> None:
        """Say no more what was said; the marks stay."""
        self._told = []

    def _forget(self) -> None:
        self._told = []
        self._marks.clear()
        self._hint = None
        self._is_told = False

    def _point_at_area(self, game: Game, cursor: Cell, key: str) -> None:
        clues = clues_of(game)
        try:
            self._hint = found = hint(clues, cursor, flags_in(game), game.on_guess)
        except ValueError:
            self._told = [phrase("Nothing is left to find")]
            return
        self._told = [_where_to_look(found, clues, f"{key} again")]
        if found.proof:
            self._marks.put(found.proof.reason, "premise")
        self._marks.put(self._told[0], "premise")

    def _point_at_move(self, found: Hint) -> None:
        self._is_told = True
        self._told = [found.told]
        self._marks.put(found.told, mark_of(found))

    # What is shown

    @property
    def marked(self) -> list[Place]:
        """The marked cells, those that a move is about first."""
        return self._marks.places

    def lines(self, session: Session, cursor: Cell, *, aloud: bool) -> list[str]:
        """Return the answer to the last question, or the review, in short lines.

        With `aloud` cells are named by column and row, not by their marks.
        """
        names = by_place if aloud else self._marks.names(session.game, self._view, cursor)
        return [told.sentence(names) for told in self._told]

    def odds_text(self, session: Session, cursor: Cell) -> str:
        """Return the odds of a cell, while they are shown."""
        return self._odds.text(session, cursor) if self._odds else ""

    def overlay(self, session: Session) -> Overlay:
        """Return the odds, and the marks over them."""
        overlay = self._odds.overlay(session) if self._odds else {}
        return overlay | self._marks.overlay(session.game, self._looks.theme, overlay)


class OddsView:
    """The odds of the covered cells, counted when the position changes."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self._looks = looks
        self._view = view
        self._counted_for: object = None
        self._clues: Clues | None = None
        self._odds: Odds | TooWide | None = None

    def overlay(self, session: Session) -> Overlay:
        """Return the covered cells in sight as a map of heat, with a share of mines in each.

        The sea has a colour only, since its share is told once.
        """
        self._count(session)
        odds, clues = self._odds, self._clues
        if not odds or not clues:
            return {}
        theme, in_sight = self._looks.theme, _in_sight(self._view)
        overlay: Overlay = {}
        for cells, share, is_sea in _shares(odds):
            text = _sea_text(theme) if is_sea else share_text(share, theme)
            styles = (theme.sea if is_sea else theme.odds)[_level(share)]
            for cell in cells_of(cells & in_sight):
                place, is_flagged = clues.grid.place(cell), session.game.is_flagged(cell)
                # In cells of one column nothing touches: they need no checkerboard.
                square = sum(place) % 2 if theme.glyphs.columns > 1 else _has_colours(theme)
                overlay[place] = "" if is_flagged else text, styles[square]
        return overlay

    def text(self, session: Session, cursor: Cell) -> str:
        """Return the odds of the cell under the cursor, and those of the sea, in words."""
        self._count(session)
        odds, clues = self._odds, self._clues
        if not odds or not clues:
            return ""
        if isinstance(odds, TooWide):
            return "Too wide to count: only what is certain is shown"
        sea = odds.sea & ~odds.safe & ~odds.mines
        here = precise(odds.probability(cursor)) if clues.covered >> cursor & 1 else ""
        if not sea:
            return f"A mine here: {here}" if here else ""
        if not clues.revealed:
            return f"A mine everywhere: {here}"
        elsewhere = precise(odds.probability(cells_of(sea)[0]))
        if sea >> cursor & 1:
            return f"A mine here and elsewhere: {here}"
        return f"A mine here: {here}. Elsewhere: {elsewhere}" if here else f"Elsewhere: {elsewhere}"

    def _count(self, session: Session) -> None:
        position = id(session), len(session.entries)
        if position != self._counted_for:
            self._counted_for = position
            self._odds = None
            if session.game.board and not session.over:
                self._clues = clues_of(session.game)
                self._odds = analyse(self._clues)


def _in_sight(view: BoardView) -> CellSet:
    """Return the cells that the window shows."""
    row = CellSet((1 << view.across) - 1)
    cells = NO_CELLS
    for number in range(view.top, view.last_row + 1):
        cells |= row << view.grid.cell(view.left, number)
    return cells


def _where_to_look(found: Hint, clues: Clues, again: str) -> Phrase:
    if found.guessed:
        return phrase(f"Nothing is certain: press {again} for the best guess")
    if not found.proof:
        return phrase(f"Nothing simple is certain: press {again} for the cell to try")
    if not found.proof.area:
        return phrase(f"Count the mines that are left: press {again} for the move")
    area = Area(
        tuple(Number(clues.grid.place(cell), clues.numbers[cell]) for cell in found.proof.area)
    )
    return phrase("Look at ", area, f": press {again} for the move")


def _named_cells(told: Phrase) -> set[Place]:
    return {place for part in told.parts if isinstance(part, Cells) for place in part.places}


def _shares(odds: Odds | TooWide) -> Iterator[tuple[CellSet, Fraction, bool]]:
    """Yield the covered cells by their share of mines, and whether they are the sea."""
    yield odds.safe, Fraction(0), False
    yield odds.mines, Fraction(1), False
    if isinstance(odds, Odds):
        for group in odds.risk_groups:
            share = Fraction(group.mined_count, odds.layout_count)
            yield group.cells, share, share not in (0, 1) and bool(group.cells & odds.sea)


def _has_colours(theme: Theme) -> bool:
    return theme.text.background is not None


def _sea_text(theme: Theme) -> str:
    """Return what is written into cells that touch no number; empty for what a covered cell shows.

    Where their backgrounds tell enough, that is nothing.
    """
    return " " * theme.glyphs.columns if theme.sea is theme.odds else ""


def share_text(share: Fraction, theme: Theme) -> str:
    """Return a share as wide as a cell; what is not certain is neither 0% nor 100%."""
    columns, glyph = theme.glyphs.columns, theme.glyphs.odds[_level(share)]
    if columns == 1:
        return " " if _has_colours(theme) and share not in (0, 1) else glyph[0]
    if share in (0, 1):
        return " " * (2 - width(glyph)) + glyph if columns == 2 else glyph.center(columns)
    percent = min(99, max(1, round(100 * share)))
    return f"{percent:2}" if columns == 2 else f"{percent}%".center(columns)


def _level(share: Fraction) -> int:
    """Return 0 for safe, 4 for a mine, and a level between for any other share."""
    return 4 * int(share) if share in (0, 1) else 1 + sum(share >= least for least in LEVELS)
