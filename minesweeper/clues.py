"""What the player can see, and nothing else: all that the solver is ever told.

Flags are no clue: they are what the player believes.
"""

from typing import Final, NamedTuple

from minesweeper.board import BORDER, MINE, NUMBER
from minesweeper.cells import Cell, Grid, all_cells, byte_table, cells_where
from minesweeper.game import REVEALED, Game


class ContradictionError(ValueError):
    """No layout of the mines agrees with the clues."""


class Clues(NamedTuple):
    """The revealed numbers of a grid and how many mines there are in all."""

    grid: Grid
    mines: int
    revealed: int
    """The set of revealed cells."""
    numbers: bytes
    """One byte for each place of the padded grid: the number of a revealed cell, else 0."""
    forgotten: int = 0
    """Revealed cells whose number is not known, only that they are safe."""
    beyond: int = 0
    """How many covered cells there are outside the grid, with no number next to them."""

    @property
    def covered(self) -> int:
        """The set of covered cells."""
        return all_cells(self.grid) & ~self.revealed


def clues_of(game: Game) -> Clues:
    """What a game shows at this moment; an exploded mine is not part of it."""
    revealed = cells_where(game.cells, _REVEALED)
    return Clues(game.grid, game.setup.mines, revealed, bytes(game.cells.translate(_SEEN)))


def clues_from(grid: Grid, mines: int, numbers: dict[Cell, int]) -> Clues:
    """The clues that these numbers are."""
    seen = bytearray(grid.size)
    revealed = 0
    for cell, number in numbers.items():
        seen[cell] = number
        revealed |= 1 << cell
    return Clues(grid, mines, revealed, bytes(seen))


_VISIBLE: Final = {value for value in range(256) if value & REVEALED and not value & MINE} - {
    BORDER
}
_REVEALED: Final = byte_table(_VISIBLE)
_SEEN: Final = bytes(value & NUMBER if value in _VISIBLE else 0 for value in range(256))
