"""Help for the game on the screen: hints, the flag check, the odds, and the look back at the end.

It sees no more than the player does, and says where to look; the game screen says when.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from minesweeper.engine.cells import Cell, cells_of, set_of
from minesweeper.engine.game import Face, Game
from minesweeper.play.session import Session
from minesweeper.solver.advice import FlagCheck, Hint, check_flags, hint, precise
from minesweeper.solver.clues import Clues, clues_of, flags_in, part_cell, window
from minesweeper.solver.odds import Odds, TooWide, analyse
from minesweeper.solver.proofs import places
from minesweeper.solver.review import MAX_CELLS, Review, review
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Mark, Theme
from minesweeper.tui.widgets.board import BoardView, Overlay

# Cells that are named one by one, where somebody listens.
MOST_NAMED: Final = 12


class Coach:
    """What it says, and the cells that it marks, by column and row."""

    def __init__(self, view: BoardView) -> None:
        self.message = ""
        self.marks: dict[tuple[int, int], Mark] = {}
        self._view = view
        self._hint: Hint | None = None
        self._clues: Clues | None = None

    def forget(self) -> None:
        """The position has changed: no hint holds any longer."""
        self.message = ""
        self.marks = {}
        self._hint = None

    def point(self, game: Game, cursor: Cell, key: str, *, aloud: bool) -> None:
        """The first time point at the area, the next time at the move, and say why.

        `key` asks again; `aloud` the area is named, for who does not see it.
        """
        if game.board is None:
            self.message = "nothing is known yet: reveal any cell"
        elif self._hint and self._clues:
            self._point_at_move(self._hint, self._clues)
        else:
            self._point_at_area(game, cursor, key, aloud=aloud)

    def check_flags(self, game: Game) -> FlagCheck:
        clues = clues_in_sight(game, self._view)
        checked = check_flags(clues, flags_in(clues, game))
        self.message = checked.sentence
        return checked

    def look_back(self, game: Game, answer: Review) -> None:
        """What the reveals of a finished game risked, and what else could have been done."""
        self.forget()
        self.message = answer.sentence
        if answer.verdict and answer.verdict.why and answer.verdict.why.proof:
            clues = clues_of(game)
            self._mark(clues, cells_of(answer.verdict.safe), "target")
            self._mark(clues, answer.verdict.why.proof.premises, "premise")

    def _point_at_area(self, game: Game, cursor: Cell, key: str, *, aloud: bool) -> None:
        self._clues = clues = clues_in_sight(game, self._view)
        near = part_cell(clues, game, cursor)
        try:
            self._hint = found = hint(clues, near, flags_in(clues, game), game.on_guess)
        except ValueError:
            self.message = "nothing is left to find in sight"
            return
        premises = found.proof.premises if found.proof else ()
        self._mark(clues, premises, "premise")
        marked = places(clues.grid, set_of(premises), MOST_NAMED) if aloud else "what is marked"
        self.message = _where_to_look(found, marked, f"{key} again")

    def _point_at_move(self, found: Hint, clues: Clues) -> None:
        self._mark(clues, cells_of(found.cells), "danger" if found.risk == 1 else "target")
        self.message = found.sentence

    def _mark(self, clues: Clues, cells: Iterable[Cell], mark: Mark) -> None:
        for cell in cells:
            self.marks[clues.grid.place(cell)] = mark


class OddsView:
    """The odds of the covered cells, laid over them while they are asked for."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self._looks = looks
        self._view = view
        self._weighed: object = None
        self._clues: Clues | None = None
        self._odds: Odds | TooWide | None = None

    def overlay(self, session: Session) -> Overlay:
        self._weigh(session)
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
            # One digit touches no other: all stand out alike, so as to be no numbers.
            place: (
                self._written(session.game, place, share),
                theme.odds[_degree(share)][sum(place) % 2 if wide else 1],
            )
            for cells, share in shares
            for place in map(clues.grid.place, cells_of(cells))
        }

    def _written(self, game: Game, place: tuple[int, int], share: Fraction) -> str:
        """The share as wide as a cell; a flag stays to be seen, on the colour of its odds."""
        if game.is_flagged(game.grid.cell(*place)):
            return ""
        return (_two_digits if self._looks.theme.glyphs.columns > 1 else _one_digit)(share)

    def message(self, session: Session, cursor: Cell) -> str:
        """The odds of the cell under the cursor."""
        self._weigh(session)
        odds, clues = self._odds, self._clues
        if not odds or not clues:
            return ""
        if isinstance(odds, TooWide):
            return "too wide to count: only what is certain is shown"
        cell = part_cell(clues, session.game, cursor)
        covered = clues.covered >> cell & 1
        return f"a mine here: {precise(odds.probability(cell))}" if covered else ""

    def _weigh(self, session: Session) -> None:
        """Count anew if the position or the part of it in sight has changed."""
        view = self._view
        position = (id(session), len(session.entries), view.left, view.top, view.across, view.down)
        if position != self._weighed:
            self._weighed = position
            self._odds = None
            if session.game.board and not session.over:
                self._clues = clues_in_sight(session.game, view)
                self._odds = analyse(self._clues)


class LookBack:
    """The look back on a finished game, a move at a time, so that no key waits for it."""

    def __init__(self, session: Session) -> None:
        self.answer: Review | None = None
        board = session.game.board
        small = len(session.game.grid) <= MAX_CELLS
        self._steps: Iterator[Review] | None = None
        if board and small:
            left_to_luck = session.progress.guesses_left_to_luck
            self._steps = review(
                session.game.setup, board, session.moves, left_to_luck=left_to_luck
            )
        self._last = Review()

    @property
    def done(self) -> bool:
        return self._steps is None

    def step(self) -> None:
        """Look at the next move; after the last one there is an answer."""
        if self._steps is None:
            return
        try:
            self._last = next(self._steps)
        except StopIteration:
            self._steps = None
            self.answer = self._last


class HelpDesk:
    """All the help in one game: what it says, and what it lays over the cells."""

    def __init__(self, looks: Looks, view: BoardView) -> None:
        self._looks = looks
        self._coach = Coach(view)
        self._odds_view = OddsView(looks, view)
        self._shows_odds = False
        self._look_back: LookBack | None = None

    @property
    def busy(self) -> bool:
        return self._look_back is not None

    def hint(self, session: Session, cursor: Cell, now: int, key: str, *, aloud: bool) -> None:
        """`key` is what asks again; `aloud` nothing is only marked."""
        session.help("hint", now)
        self._coach.point(session.game, cursor, key, aloud=aloud)

    def check_flags(self, session: Session, now: int) -> None:
        """Say which flags can be proved wrong; without a flag that is no help."""
        if self._coach.check_flags(session.game).flags:
            session.help("flag check", now)

    def toggle_odds(self, session: Session, now: int) -> None:
        self._shows_odds = not self._shows_odds
        if self._shows_odds:
            session.help("odds", now)
            self._coach.forget()

    def after_move(self, session: Session) -> None:
        """The position has changed; a finished game is looked back on."""
        self._coach.forget()
        self._look_back = LookBack(session) if session.over else None

    def step(self, session: Session) -> Review | None:
        """Look back on one more move; the answer, once it is there."""
        if not self._look_back:
            return None
        self._look_back.step()
        answer = self._look_back.answer
        if answer:
            self._coach.look_back(session.game, answer)
        if self._look_back.done:
            self._look_back = None
        return answer

    @property
    def said(self) -> str:
        """What was asked for, or what the look back found."""
        return self._coach.message

    def heard(self) -> None:
        """What was said need not be said again."""
        self._coach.message = ""

    def odds_of(self, session: Session, cursor: Cell) -> str:
        """The odds of a cell, while they are shown."""
        return self._odds_view.message(session, cursor) if self._shows_odds else ""

    def overlay(self, session: Session) -> Overlay:
        """The odds, with the marks of a hint as their styles."""
        overlay = self._odds_view.overlay(session) if self._shows_odds else {}
        theme = self._looks.theme
        for place, mark in self._coach.marks.items():
            odds = overlay[place][0] if place in overlay else ""
            overlay[place] = (odds or _marked(session.game, place, mark, theme), theme.marks[mark])
        return overlay


def clues_in_sight(game: Game, view: BoardView) -> Clues:
    """What the game shows; of a board too large for that, what is in the window."""
    clues = clues_of(game)
    if len(game.grid) <= MAX_CELLS:
        return clues
    return window(clues, game.grid.cell(view.left, view.top), view.across, view.down)


def _where_to_look(found: Hint, marked: str, again: str) -> str:
    if found.guessed:
        return f"Nothing is certain: {again} names the best guess"
    if not found.proof:
        return f"Nothing simple is certain: {again} names the cell to try"
    if not found.proof.premises:
        return f"Count the mines that are left: {again} names the move"
    return f"Look at {marked}: {again} names the move"


def _two_digits(share: Fraction) -> str:
    """A share as percent in two columns; what is not certain is neither 0 nor 100."""
    if share in (0, 1):
        return " *" if share else "ok"
    return f"{min(99, max(1, round(100 * share))):2}"


def _marked(game: Game, place: tuple[int, int], mark: Mark, theme: Theme) -> str:
    """What to write in a marked cell in place of its own text, if anything."""
    column, row = place
    covered = game.faces(row, column, column, mines=False)[0] == Face.COVERED
    return theme.glyphs.marked.get(mark, "") if covered else ""


def _one_digit(share: Fraction) -> str:
    """A share in tenths; what is not certain is neither 0 nor a mine."""
    if share in (0, 1):
        return "*" if share else "0"
    return str(min(9, max(1, round(10 * share))))


def _degree(share: Fraction) -> int:
    """Safe, likelier safe, likelier a mine, a mine: 0 to 3."""
    return 3 * int(share) if share in (0, 1) else 1 + (2 * share >= 1)
