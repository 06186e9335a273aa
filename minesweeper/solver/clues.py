"""What the player can see, and nothing else: all that the solver is ever told.

Flags are no clue: they are what the player believes.
"""

from typing import Final, NamedTuple

from minesweeper.engine.board import BORDER, MINE, NUMBER
from minesweeper.engine.cells import (
    Cell,
    Grid,
    SubGrid,
    all_cells,
    byte_table,
    cells_where,
    grown,
    set_of,
)
from minesweeper.engine.game import REVEALED, Game
from minesweeper.engine.notation import padded, picture_rows

MOST: Final = 8
"""The highest number: as many neighbours as a cell can have."""


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

    def with_safe(self, cells: int) -> "Clues":
        """The clues if these cells were revealed, and their numbers not read yet."""
        fresh = cells & ~self.revealed
        return self._replace(revealed=self.revealed | fresh, forgotten=self.forgotten | fresh)


def clues_of(game: Game) -> Clues:
    """What a game shows at this moment; an exploded mine is not part of it."""
    revealed = cells_where(game.cells, _REVEALED)
    return Clues(game.grid, game.setup.mines, revealed, bytes(game.cells.translate(_SEEN)))


def clues_from(grid: Grid, mines: int, numbers: dict[Cell, int]) -> Clues:
    """Return the clues that these numbers are; raise ValueError for what no cell can show."""
    seen = bytearray(grid.size)
    revealed = 0
    for cell, number in numbers.items():
        if cell not in grid:
            raise ValueError(f"numbers: {cell} is not a cell of {grid.width}x{grid.height}")
        if not 0 <= number <= MOST:
            raise ValueError(f"numbers: {number} is not a number from 0 to {MOST}")
        seen[cell] = number
        revealed |= 1 << cell
    return Clues(grid, mines, revealed, bytes(seen))


def window(clues: Clues, corner: Cell, width: int, height: int) -> Clues:
    """The clues of a part of the grid, from its upper left corner on.

    For boards too large to work on as a whole. What is certain there is certain: numbers that touch
    a covered cell outside are forgotten, and such cells count as beyond.
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
        clues.mines,
        _cropped(clues.revealed, stride, corner, part),
        bytes(numbers),
        _cropped(forgotten, stride, corner, part),
        clues.beyond + outside.bit_count(),
    )


def part_cell(clues: Clues, game: Game, cell: Cell) -> Cell:
    """A cell of the game as a cell of the clues, which may be of a window."""
    column, row = game.grid.place(cell)
    left, top = clues.grid.place(clues.grid.cell(1, 1))
    return Cell((row - top + 1) * clues.grid.stride + column - left + 1)


def flags_in(clues: Clues, game: Game) -> int:
    """The flags, as a set of the clues' cells."""
    whole = ((cell, game.grid.cell(*clues.grid.place(cell))) for cell in clues.grid)
    return set_of(cell for cell, there in whole if game.is_flagged(there))


def _cropped(cells: int, stride: int, corner: Cell, part: Grid) -> int:
    """The part of a set that lies in a window, in the window's own cells."""
    cropped = 0
    for line in range(part.height):
        row = cells >> corner + line * stride & (1 << part.width) - 1
        cropped |= row << part.cell(1, line + 1)
    return cropped


_VISIBLE: Final = {value for value in range(256) if value & REVEALED and not value & MINE} - {
    BORDER
}
_REVEALED: Final = byte_table(_VISIBLE)
_SEEN: Final = bytes(value & NUMBER if value in _VISIBLE else 0 for value in range(256))


def format_clues(clues: Clues) -> str:
    """What the player sees, without flags and question marks."""
    grid = clues.grid
    shown = (clues.numbers[cell] or "." if clues.revealed >> cell & 1 else "#" for cell in grid)
    text = "".join(map(str, shown))
    return "".join(text[at : at + grid.width] + "\n" for at in range(0, len(text), grid.width))


def parse_position(text: str, mines: int) -> Clues:
    """What the player sees in a position; flags and question marks count as covered.

    Raises NotationError for anything that is no such picture, the end of a game included.
    """
    lines = picture_rows(text, "#F?.12345678", "# (covered) and numbers", "# F ? . and 1-8")
    faces = padded(lines)

    grid = Grid(len(lines[0]), len(lines))
    return Clues(grid, mines, cells_where(faces, _SHOWN), faces.translate(_DIGIT))


_SHOWN: Final = byte_table(set(b".12345678"))

_DIGIT: Final = bytes(value - ord("0") if value in b"12345678" else 0 for value in range(256))
