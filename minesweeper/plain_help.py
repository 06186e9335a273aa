"""Help in the plain mode: hints, odds, flag check, the look back.

It sees no more than the player does; of a large board, what is near the cell that was named last.
"""

from minesweeper.advice import Hint, check_flags, hint, precise
from minesweeper.cells import Cell, set_of
from minesweeper.clues import Clues, clues_of, flags_in, part_cell, window
from minesweeper.game import Game
from minesweeper.light import deque
from minesweeper.odds import Odds, TooWide, analyse
from minesweeper.reasons import places
from minesweeper.review import MAX_CELLS, Review, review
from minesweeper.session import Session
from minesweeper.spoken import place_text
from minesweeper.typed import Final

# As much of a large board as is looked at, each way.
PART: Final = 50
# Cells that are named one by one.
MOST_NAMED: Final = 12


class Helper:
    """What helps in one position."""

    def __init__(self, game: Game, near: Cell) -> None:
        self._game = game
        self._clues = _clues_near(game, near)
        self._near = part_cell(self._clues, game, near)
        self._hint: Hint | None = None

    def hint(self) -> str:
        """The first time where to look, the next time the move and why."""
        if self._hint:
            return self._hint.sentence
        try:
            self._hint = found = hint(self._clues, self._near, flags_in(self._clues, self._game))
        except ValueError:
            return "nothing is left to find here"
        return _where_to_look(self._clues, found)

    def check_flags(self) -> str:
        return check_flags(self._clues, flags_in(self._clues, self._game)).sentence

    def odds_of(self, cell: Cell) -> str:
        """The probability of a mine in a cell."""
        place, there = place_text(self._game.grid, cell), part_cell(self._clues, self._game, cell)
        if not self._clues.covered >> there & 1:
            return f"{place} is revealed already"
        odds = analyse(self._clues)
        if isinstance(odds, Odds):
            return f"{place}: a mine in {precise(odds.probability(there))}"
        if (odds.safe | odds.mines) >> there & 1:
            return f"{place}: {'safe' if odds.safe >> there & 1 else 'a mine'}"
        return "too wide to count: only what is certain is known"

    def odds(self) -> str:
        """What is certain, and the least risk of the rest."""
        odds = analyse(self._clues)
        parts = [
            f"{name} {places(self._clues.grid, cells, MOST_NAMED)}"
            for name, cells in (("safe:", odds.safe), ("mines:", odds.mines))
            if cells
        ]
        return "; ".join([*parts, *_least_risk(self._clues, odds)])


def look_back(session: Session) -> Review | None:
    """What the reveals of a finished game risked; None for a board too large for that."""
    board = session.game.board
    if board is None or len(session.game.grid) > MAX_CELLS:
        return None
    return deque(review(session.game.setup, board, session.moves), maxlen=1)[0]


def _clues_near(game: Game, near: Cell) -> Clues:
    """What the game shows; of a large board, the part round a cell."""
    clues = clues_of(game)
    if len(game.grid) <= MAX_CELLS:
        return clues
    column, row = game.grid.place(near)
    left = max(1, min(column - PART // 2, game.grid.width - PART + 1))
    top = max(1, min(row - PART // 2, game.grid.height - PART + 1))
    width, height = min(PART, game.grid.width), min(PART, game.grid.height)
    return window(clues, game.grid.cell(left, top), width, height)


def _where_to_look(clues: Clues, found: Hint) -> str:
    if not found.proof:
        return "nothing simple is certain; hint again names the cell to try"
    if not found.proof.premises:
        return "count the mines that are left; hint again names the move"
    looked_at = places(clues.grid, set_of(found.proof.premises), MOST_NAMED)
    return f"look at {looked_at}; hint again names the move"


def _least_risk(clues: Clues, odds: Odds | TooWide) -> list[str]:
    """Where nothing is certainly safe: the cells with the least risk."""
    if isinstance(odds, TooWide):
        return ["too wide to count: only what is certain is known"]
    open_shares = [share for share in odds.shares if share.mined < odds.layouts]
    if odds.safe or not open_shares:
        return []
    least = min(open_shares, key=lambda share: share.mined)
    risk = precise(odds.probability(Cell(least.cells.bit_length() - 1)))
    return [f"the least risk is a mine in {risk}: {places(clues.grid, least.cells, MOST_NAMED)}"]
