"""What other programs ask of a game: a hint, and the odds as numbers and as a picture."""

from fractions import Fraction
from typing import NamedTuple

from minesweeper.engine.cells import cells_of
from minesweeper.engine.game import Game
from minesweeper.solver import hints
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.odds import Odds, TooWide, analyse


class GameOdds(NamedTuple):
    """The probability of a mine in each cell of a game."""

    clues: Clues
    odds: Odds | TooWide

    def probability(self, column: int, row: int) -> Fraction | None:
        """Return the probability of a mine: 0 in a revealed cell, None where it is not known.

        It is only unknown in positions that are too wide to count. Raise ValueError for a place
        beside the grid.
        """
        cell = self.clues.grid.cell(column, row)
        if (self.clues.revealed | self.odds.safe) >> cell & 1:
            return Fraction(0)
        if isinstance(self.odds, Odds):
            return self.odds.probability(cell)
        return Fraction(1) if self.odds.mines >> cell & 1 else None

    def __str__(self) -> str:
        """Return a line for each row: the revealed numbers, and percentages in covered cells."""
        columns = range(1, self.clues.grid.width + 1)
        rows = range(1, self.clues.grid.height + 1)
        return "\n".join("".join(f"{self._entry(c, r):>6}" for c in columns) for r in rows)

    def _entry(self, column: int, row: int) -> str:
        """Return what is known of a cell; what is not certain is neither 0% nor 100%."""
        cell = self.clues.grid.cell(column, row)
        if self.clues.revealed >> cell & 1:
            return str(self.clues.numbers[cell] or ".")
        chance = self.probability(column, row)
        if chance is None:
            return "?"
        if chance in (0, 1):
            return "mine" if chance else "safe"
        return f"{min(max(100 * float(chance), 0.1), 99.9):.1f}%"


class GameHint(NamedTuple):
    """What to do next, and why."""

    sentence: str
    places: tuple[tuple[int, int], ...]
    """The columns and rows of the cells to reveal, or to flag if the risk is 1."""
    risk: Fraction | None
    """The probability of a mine there: 0 or 1 for what is certain, None if it is not known."""


def hint(game: Game) -> GameHint:
    """Return the simplest certain move, else the best guess, with its reason in a sentence.

    Raise ValueError if nothing is left to find.
    """
    clues = _clues(game)
    found = hints.hint(clues, flags=flags_in(clues, game), on_guess=game.on_guess)
    places = tuple(clues.grid.place(cell) for cell in cells_of(found.cells))
    return GameHint(found.sentence, places, found.risk)


def odds(game: Game) -> GameOdds:
    """Return the probability of a mine in each cell of a game."""
    clues = _clues(game)
    return GameOdds(clues, analyse(clues))


def _clues(game: Game) -> Clues:
    if not isinstance(game, Game):
        raise ValueError(f"game: {game!r} is not a Game")
    return clues_of(game)
