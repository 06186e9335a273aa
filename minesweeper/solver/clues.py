"""Clues: what the player can see, which is all the solver receives.

Flags are not clues: they are only what the player believes.
"""

from typing import Final, NamedTuple

from minesweeper.engine.board import BORDER, FLAG, MINE, NUMBER, REVEALED
from minesweeper.engine.cells import NO_CELLS, CellSet, Grid, all_cells, byte_table, cells_where
from minesweeper.engine.game import Game
from minesweeper.engine.notation import pad_picture, picture_rows
from minesweeper.engine.setup import Size, check_number, why_too_large_to_solve


class ContradictionError(ValueError):
    """No layout of the mines agrees with the clues.

    >>> odds(parse_position("2#", mines=1))
    Traceback (most recent call last):
        ...
    minesweeper.solver.clues.ContradictionError: the number at (1,1) cannot be met
    """


class Clues(NamedTuple):
    """The revealed numbers of a grid, and the total number of mines.

    `parse_position` makes one from a text. `grid` and `mine_count` are the size and the total.

    >>> print(parse_position("1F\\n?#", mines=1))
    1#
    ##
    """

    grid: Grid
    mine_count: int
    revealed: CellSet
    numbers: bytes
    """A byte for each cell of the padded grid: the number of a revealed cell, else 0."""
    forgotten: CellSet = NO_CELLS
    """Revealed cells whose numbers are unknown."""
    known_mines: CellSet = NO_CELLS
    """Covered cells that are known to be mines: they have exploded, or an exercise says so."""

    def __repr__(self) -> str:
        size = Size(self.grid.width, self.grid.height, self.mine_count)
        return f"<Clues {size}: {self.revealed.bit_count()} revealed>"

    def __str__(self) -> str:
        """Return a picture of the clues, one line per row, without flags and question marks."""
        grid = self.grid
        picture = [
            str(self.numbers[cell] or ".") if self.revealed >> cell & 1 else "#" for cell in grid
        ]
        rows = range(0, len(picture), grid.width)
        return "\n".join("".join(picture[at : at + grid.width]) for at in rows)

    @property
    def covered(self) -> CellSet:
        """The covered cells."""
        return all_cells(self.grid) & ~self.revealed

    @property
    def numbered(self) -> CellSet:
        """The revealed cells whose numbers are known."""
        return self.revealed & ~self.forgotten

    def with_safe(self, cells: CellSet) -> "Clues":
        """Return the clues with these cells revealed, but with their numbers unknown."""
        fresh = cells & ~self.revealed
        return self._replace(revealed=self.revealed | fresh, forgotten=self.forgotten | fresh)


def clues_of(game: Game) -> Clues:
    """Return the clues of a game; raise ValueError for a board too large for the solver."""
    if fault := why_too_large_to_solve(game.setup.width, game.setup.height):
        raise ValueError(f"game: {fault}")
    return Clues(
        game.grid,
        game.setup.mines,
        revealed=cells_where(game.cells, _REVEALED),
        numbers=bytes(game.cells.translate(_VISIBLE_NUMBER)),
        known_mines=cells_where(game.cells, _EXPLODED),
    )


def flags_in(game: Game) -> CellSet:
    """Return the flagged cells, which are not part of the clues."""
    return cells_where(game.cells, _FLAGGED)


def unflagged_in(game: Game) -> CellSet:
    """Return the covered cells without a flag."""
    return cells_where(game.cells, _UNFLAGGED)


_VISIBLE: Final = {value for value in range(256) if value & REVEALED and not value & MINE} - {
    BORDER
}
_REVEALED: Final = byte_table(_VISIBLE)
_EXPLODED: Final = byte_table(
    {value for value in range(256) if value & REVEALED and value & MINE} - {BORDER}
)
_VISIBLE_NUMBER: Final = bytes(value & NUMBER if value in _VISIBLE else 0 for value in range(256))

_FLAGGED: Final = byte_table({value for value in range(256) if value & FLAG})
_UNFLAGGED: Final = byte_table({value for value in range(256) if not value & (FLAG | REVEALED)})


def parse_position(text: str, mines: int) -> Clues:
    """Return the clues in a picture, for a board with the given number of mines.

    Each line is a row: # is a covered cell, . or 0 a revealed zero, and 1 to 8 are the other
    numbers; blanks are ignored. Flags (F) and question marks (?) count as covered. Raise
    NotationError for any other text, including the picture of a finished game, and ValueError for a
    number of mines that does not fit.

    >>> clues = parse_position("1#\\n1#\\n##", mines=1)
    >>> clues
    <Clues 2x3 with 1 mine: 2 revealed>
    """
    lines = picture_rows(text, "#F?.012345678", "# (covered) and numbers", "# F ? . and 0-8")
    faces = pad_picture(lines)
    grid = Grid(len(lines[0]), len(lines))
    check_number("mines", mines, 0, len(grid))
    return Clues(grid, mines, cells_where(faces, _REVEALED_FACE), faces.translate(_DIGIT))


_REVEALED_FACE: Final = byte_table(set(b".012345678"))

_DIGIT: Final = bytes(value - ord("0") if value in b"12345678" else 0 for value in range(256))
