"""Where the keys take the cursor."""

from typing import Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game
from minesweeper.engine.setup import MAX_SIDE
from minesweeper.tui.widgets.board import BoardView

# Columns and rows; at the wall the cursor stops.
_STEPS: Final = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "up-left": (-1, -1),
    "up-right": (1, -1),
    "down-left": (-1, 1),
    "down-right": (1, 1),
    "row-start": (-MAX_SIDE, 0),
    "row-end": (MAX_SIDE, 0),
    "top": (0, -MAX_SIDE),
    "bottom": (0, MAX_SIDE),
}
_SKIPS: Final = {f"skip-{way}": _STEPS[way] for way in ("left", "right", "up", "down")}
_PAGES: Final = {"page-up": -1, "page-down": 1}

MOVING: Final = (*_STEPS, *_SKIPS, *_PAGES)


def destination(action: str, view: BoardView, game: Game, cursor: Cell) -> Cell | None:
    """Where one of the MOVING actions leads; None where there is nothing that way."""
    if action in _SKIPS:
        return _next_covered(game, cursor, *_SKIPS[action])
    if action in _PAGES:
        return _step(game, cursor, 0, _PAGES[action] * max(1, view.down - 1))
    return _step(game, cursor, *_STEPS[action])


def _step(game: Game, cursor: Cell, columns: int, rows: int) -> Cell:
    grid = game.grid
    column, row = grid.place(cursor)
    column = max(1, min(column + columns, grid.width))
    row = max(1, min(row + rows, grid.height))
    return grid.cell(column, row)


def _next_covered(game: Game, cursor: Cell, columns: int, rows: int) -> Cell | None:
    step = rows * game.grid.stride + columns
    cell = Cell(cursor + step)
    while cell in game.grid and game.is_revealed(cell):
        cell = Cell(cell + step)
    return cell if cell in game.grid else None
