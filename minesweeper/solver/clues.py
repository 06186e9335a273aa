"""Clues: what the player can see, and all that the solver is given.

Flags are not clues: they are what the player believes.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from minesweeper.engine.board import BORDER, MINE, NUMBER
from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    Grid,
    SubGrid,
    all_cells,
    byte_table,
    cells_in_turn,
    cells_where,
    grown,
    set_of,
)
from minesweeper.engine.game import FLAG, REVEALED, Game, Status
from minesweeper.engine.notation import padded, picture_rows

MAX_NUMBER: Final = 8
"""The highest number: a cell has up to eight neighbours."""


class ContradictionError(ValueError):
    """No layout of the mines agrees with the clues."""


class Clues(NamedTuple):
    """The revealed numbers of a grid and the number of mines in all."""

    grid: Grid
    mine_count: int
    revealed: CellSet
    numbers: bytes
    """A byte for each cell of the padded grid: the number of a revealed cell, else 0."""
    forgotten: CellSet = NO_CELLS
    """Revealed cells whose numbers are not known."""
    beyond: int = 0
    """The number of covered cells outside the grid, none of which touches a number."""
    exploded: CellSet = NO_CELLS
    """Covered cells that are known to be mines, as they have exploded."""

    @property
    def covered(self) -> CellSet:
        """The covered cells."""
        return all_cells(self.grid) & ~self.revealed

    @property
    def numbered(self) -> CellSet:
        """The revealed cells whose numbers are known."""
        return self.revealed & ~self.forgotten

    def with_safe(self, cells: CellSet) -> "Clues":
        """Return the clues if these cells were revealed, and their numbers not read yet."""
        fresh = cells & ~self.revealed
        return self._replace(revealed=self.revealed | fresh, forgotten=self.forgotten | fresh)


def clues_of(game: Game) -> Clues:
    """Return what a game shows."""
    return Clues(
        game.grid,
        game.setup.mines,
        revealed=cells_where(game.cells, _REVEALED),
        numbers=bytes(game.cells.translate(_SEEN)),
        exploded=cells_where(game.cells, _EXPLODED),
    )


def clues_from(grid: Grid, mine_count: int, numbers: dict[Cell, int]) -> Clues:
    """Return clues with these numbers; raise ValueError if a cell cannot show its number."""
    seen = bytearray(grid.size)
    revealed = NO_CELLS
    for cell, number in numbers.items():
        if cell not in grid:
            raise ValueError(f"numbers: {cell} is not a cell of {grid.width}x{grid.height}")
        if not 0 <= number <= MAX_NUMBER:
            raise ValueError(f"numbers: {number} is not a number from 0 to {MAX_NUMBER}")
        seen[cell] = number
        revealed |= 1 << cell
    return Clues(grid, mine_count, revealed, bytes(seen))


def window(clues: Clues, corner: Cell, width: int, height: int) -> Clues:
    """Return the clues of a part of the grid, given its upper left corner and its size.

    For boards too large to work on as a whole. What is certain in the window is certain: numbers
    that touch a covered cell outside are forgotten, and those cells count as beyond.
    """
    stride = clues.grid.stride
    part = SubGrid(width, height, *clues.grid.place(corner))
    outside = clues.covered
    numbers = bytearray(part.size)
    for line in range(height):
        start, to = corner + line * stride, part.cell(1, line + 1)
        outside &= ~(((1 << width) - 1) << start)
        numbers[to : to + width] = clues.numbers[start : start + width]
    forgotten = clues.revealed & (clues.forgotten | grown(outside, stride))
    return Clues(
        part,
        clues.mine_count,
        _cropped(clues.revealed, stride, corner, part),
        bytes(numbers),
        _cropped(forgotten, stride, corner, part),
        clues.beyond + outside.bit_count(),
    )


def part_cell(clues: Clues, game: Game, cell: Cell) -> Cell:
    """Return a cell of the game as a cell of the clues, which may be those of a window."""
    column, row = game.grid.place(cell)
    left, top = clues.grid.place(clues.grid.cell(1, 1))
    return Cell((row - top + 1) * clues.grid.stride + column - left + 1)


def flags_in(clues: Clues, game: Game) -> CellSet:
    """Return the flagged cells of the game as cells of the clues."""
    whole = ((cell, game.grid.cell(*clues.grid.place(cell))) for cell in clues.grid)
    return set_of(cell for cell, there in whole if game.is_flagged(there))


def _cropped(cells: CellSet, stride: int, corner: Cell, part: Grid) -> CellSet:
    """Return the cells that lie in a window, as cells of the window."""
    cropped = NO_CELLS
    for line in range(part.height):
        row = cells >> corner + line * stride & (1 << part.width) - 1
        cropped |= row << part.cell(1, line + 1)
    return cropped


_VISIBLE: Final = {value for value in range(256) if value & REVEALED and not value & MINE} - {
    BORDER
}
_REVEALED: Final = byte_table(_VISIBLE)
_EXPLODED: Final = byte_table(
    {value for value in range(256) if value & REVEALED and value & MINE} - {BORDER}
)
_SEEN: Final = bytes(value & NUMBER if value in _VISIBLE else 0 for value in range(256))

# What a cell shows, as a byte: its number, or one of these.
COVERED: Final = 9
FLAGGED: Final = 10
NO_NUMBER: Final = 11
"""An exploded mine, or the border."""


class Sight:
    """What a player sees of a game while it goes on, a cell at a time; flags as well."""

    def __init__(self, game: Game) -> None:
        self.grid = game.grid
        self._game = game

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.status is not Status.PLAYING

    def look(self, cell: int) -> int:
        """Return the number of a cell, or one of the values above."""
        return _SHOWN_AS[self._game.cells[cell]]

    @property
    def revealed(self) -> CellSet:
        """The revealed cells, exploded mines excepted."""
        return cells_where(self._game.cells, _REVEALED)

    @property
    def unflagged(self) -> CellSet:
        """The covered cells without a flag."""
        return cells_where(self._game.cells, _UNFLAGGED)

    def front(self) -> Iterator[Cell]:
        """Yield the revealed cells next to a covered one without a flag, as they are now."""
        return cells_in_turn(self.revealed & grown(self.unflagged, self.grid.stride))


def _shown_as(value: int) -> int:
    if value in _VISIBLE:
        return value & NUMBER
    if value & REVEALED:
        return NO_NUMBER
    return FLAGGED if value & FLAG else COVERED


_SHOWN_AS: Final = bytes(_shown_as(value) for value in range(256))
_UNFLAGGED: Final = byte_table({value for value in range(256) if _SHOWN_AS[value] == COVERED})


def format_clues(clues: Clues) -> str:
    """Return what the player sees as a picture, without flags and question marks."""
    grid = clues.grid
    shown = (clues.numbers[cell] or "." if clues.revealed >> cell & 1 else "#" for cell in grid)
    text = "".join(map(str, shown))
    return "".join(text[at : at + grid.width] + "\n" for at in range(0, len(text), grid.width))


def parse_position(text: str, mine_count: int) -> Clues:
    """Return the clues in a picture; flags and question marks count as covered.

    Raises NotationError for any other text, including the picture of a finished game.
    """
    lines = picture_rows(text, "#F?.12345678", "# (covered) and numbers", "# F ? . and 1-8")
    faces = padded(lines)
    grid = Grid(len(lines[0]), len(lines))
    return Clues(grid, mine_count, cells_where(faces, _SHOWN), faces.translate(_DIGIT))


_SHOWN: Final = byte_table(set(b".12345678"))

_DIGIT: Final = bytes(value - ord("0") if value in b"12345678" else 0 for value in range(256))
