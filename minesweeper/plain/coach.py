"""Help in words: hints, odds, the check of flags, and the review of a finished game.

It sees no more than the player does.
"""

from collections import deque
from typing import Final

from minesweeper.engine.cells import Cell, set_of
from minesweeper.engine.game import Game
from minesweeper.engine.setup import too_large_to_solve
from minesweeper.play.session import Session
from minesweeper.play.words import place_text
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.hints import FlagCheck, Hint, check_flags, hint, precise
from minesweeper.solver.odds import Odds, TooWide, analyse
from minesweeper.solver.proofs import places
from minesweeper.solver.review import Review, review

# How many cells are named one by one.
MOST_NAMED: Final = 12
TOO_WIDE: Final = "too wide to count: only what is certain is known"


class Coach:
    """The help in one position. Make another one when the position has changed."""

    def __init__(self, game: Game, near: Cell) -> None:
        """Advise on the cells near one of them first."""
        self._game = game
        self._clues = clues_of(game)
        self._near = near
        self._hint: Hint | None = None

    def hint(self) -> str:
        """Say where to look; the next time, name the move and say why."""
        if self._hint:
            return self._hint.sentence
        try:
            flags = flags_in(self._game)
            self._hint = found = hint(self._clues, self._near, flags, self._game.on_guess)
        except ValueError:
            return "nothing is left to find"
        return _where_to_look(self._clues, found)

    def check_flags(self) -> FlagCheck:
        """Return which flags can be proved wrong."""
        return check_flags(self._clues, flags_in(self._game))

    def odds_of(self, cell: Cell) -> str:
        """Say how likely a mine is in a cell."""
        place = place_text(self._game.grid, cell)
        if not self._clues.covered >> cell & 1:
            return f"{place} is revealed already"
        odds = analyse(self._clues)
        if isinstance(odds, Odds):
            return f"{place}: a mine in {precise(odds.probability(cell))}"
        if (odds.safe | odds.mines) >> cell & 1:
            return f"{place}: {'safe' if odds.safe >> cell & 1 else 'a mine'}"
        return TOO_WIDE

    def odds(self) -> str:
        """Say what is certain, or else where the risk is least."""
        odds = analyse(self._clues)
        parts = [
            f"{name} {places(self._clues.grid, cells, MOST_NAMED)}"
            for name, cells in (("safe:", odds.safe), ("mines:", odds.mines))
            if cells
        ]
        return "; ".join([*parts, *_least_risk(self._clues, odds)])


def review_game(session: Session) -> Review | None:
    """Review the reveals of a finished game; return None if the board is too large for that."""
    board, grid = session.game.board, session.game.grid
    if board is None or too_large_to_solve(grid.width, grid.height):
        return None
    left_to_luck = session.guesses_left_to_luck
    moves = [(step.board, step.move) for step in session.steps]
    steps = review(session.game.setup, moves, left_to_luck=left_to_luck)
    return deque(steps, maxlen=1)[0]


def _where_to_look(clues: Clues, found: Hint) -> str:
    if found.guessed:
        return "Nothing is certain: type hint again for the best guess"
    if not found.proof:
        return "Nothing simple is certain: type hint again for the cell to try"
    if not found.proof.area:
        return "Count the mines that are left: type hint again for the move"
    looked_at = places(clues.grid, set_of(found.proof.area), MOST_NAMED)
    return f"Look at {looked_at}: type hint again for the move"


def _least_risk(clues: Clues, odds: Odds | TooWide) -> list[str]:
    """Name the cells with the least risk, if no cell is certainly safe."""
    if isinstance(odds, TooWide):
        return [TOO_WIDE]
    uncertain = [each for each in odds.risk_groups if each.mined_count < odds.layout_count]
    if odds.safe or not uncertain:
        return []
    least = min(uncertain, key=lambda each: each.mined_count)
    risk = precise(odds.probability(Cell(least.cells.bit_length() - 1)))
    return [f"the least risk is a mine in {risk}: {places(clues.grid, least.cells, MOST_NAMED)}"]
