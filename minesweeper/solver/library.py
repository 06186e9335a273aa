"""What other programs ask of a game: a hint, and the odds as numbers and as a picture.

Before the first reveal of a game that deals its mines then, `Setup.first` promises what it hits.
"""

from fractions import Fraction
from typing import NamedTuple

from minesweeper.engine.cells import NO_CELLS, CellSet, cells_of
from minesweeper.engine.game import Game, Status
from minesweeper.solver import hints
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.odds import Odds, TooWide, analyse
from minesweeper.solver.phrases import cells_named, phrase
from minesweeper.solver.simulate import best_first


class GameOdds(NamedTuple):
    """The probability that the next reveal hits a mine, in each cell of a game."""

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
    """The columns and rows of the cells to reveal, or to flag if the risk is 1.

    A cell to reveal bears a flag only if all of them do: the sentence says that it has to go.
    """
    risk: Fraction | None
    """The probability of a mine there: 0 or 1 for what is certain, None if it is not known."""


def hint(game: Game) -> GameHint:
    """Return the simplest certain move, else the best guess, with its reason in a sentence.

    Raise ValueError if nothing is left to find, as after the end, and for a board that is too large
    for the solver.
    """
    clues, flags = _clues(game), flags_in(game)
    if _is_promised(game):
        found = _first_hint(game)
    else:
        found = hints.find_hint(clues, flags=flags, on_guess=game.on_guess)
    cells, risk, sentence = found.cells, found.risk, found.sentence
    if risk != 1 and not cells & ~flags:
        sentence += f". Take {'its flag' if cells.bit_count() == 1 else 'their flags'} away first"
    elif risk != 1:
        cells &= ~flags
    return GameHint(sentence, tuple(map(game.grid.place, cells_of(cells))), risk)


def odds(game: Game) -> GameOdds:
    """Return the probability of a mine in each cell of a game.

    Raise ValueError after the end, and for a board that is too large for the solver.
    """
    clues = _clues(game)
    if _is_promised(game):
        safe_everywhere = Odds(clues.covered, NO_CELLS, 1, [], NO_CELLS)
        return GameOdds(clues, safe_everywhere)
    return GameOdds(clues, analyse(clues))


def _clues(game: Game) -> Clues:
    if not isinstance(game, Game):
        raise ValueError(f"game: {game!r} is not a Game")
    if game.status is not Status.PLAYING:
        raise ValueError("game: it is over")
    return clues_of(game)


def _is_promised(game: Game) -> bool:
    """Return whether the next reveal deals the mines, and is promised to hit none."""
    return game.board is None and game.setup.first != "any"


def _first_hint(game: Game) -> hints.Hint:
    """Return where to begin: a cell without a flag, if there is any."""
    best, flags = best_first(game.setup), flags_in(game)
    first = next((cell for cell in (best, *game.grid) if not flags >> cell & 1), best)
    cells = CellSet(1 << first)
    where = cells_named(game.grid, cells)
    wording = phrase("the first reveal is never a mine: begin with ", where)
    return hints.Hint(cells, None, Fraction(0), wording)
