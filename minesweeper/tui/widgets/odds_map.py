"""The odds on the board: a colour for every covered cell, and numbers where there is room."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from minesweeper.engine.board import FLAG
from minesweeper.engine.cells import NO_CELLS, CellSet, byte_table, cells_of, cells_where
from minesweeper.engine.game import Face, Game
from minesweeper.engine.notation import percent_text
from minesweeper.solver.odds import Odds
from minesweeper.tui.look.cells import MINE_LEVEL
from minesweeper.tui.widgets.field import Field, Overlay

# The lowest risks of the second and of the third level between safe and a mine.
_RISK_LEVELS: Final = (Fraction(1, 4), Fraction(1, 2))
_IS_FLAGGED: Final = byte_table([value for value in range(256) if value & FLAG])


def odds_overlay(game: Game, odds: Odds, field: Field) -> Overlay:
    """Return an overlay with the odds of the covered cells in sight.

    The cells that are far from all numbers have a colour of their own, whatever their risk.
    """
    looks, in_sight, overlay = field.looks_of_cells, _in_sight(field), Overlay()
    flagged, place_of = cells_where(game.cells, _IS_FLAGGED), game.grid.place
    for cells, share, is_far in _shares(odds):
        level, percent = risk_level(share), percent_text(share)
        for face, group in ((Face.COVERED, cells & ~flagged), (Face.FLAG, cells & flagged)):
            owns = looks.face(face, 0), looks.face(face, 1)
            made = [
                looks.far(square, own) if is_far else looks.odds(level, percent, square, own)
                for square, own in enumerate(owns)
            ]
            for cell in cells_of(CellSet(group & in_sight)):
                place = place_of(cell)
                overlay[place] = made[sum(place) % 2]
    return overlay


def risk_level(share: Fraction) -> int:
    """Return the level of a risk: 0 for safe, 4 for a mine, and 1 to 3 for any other."""
    if share in (0, 1):
        return MINE_LEVEL * int(share)
    return 1 + sum(share >= least for least in _RISK_LEVELS)


def _in_sight(field: Field) -> CellSet:
    """Return the cells in sight."""
    grid, cells = field.grid, NO_CELLS
    first, last = max(1, field.left), min(field.last_column, grid.width)
    row = CellSet((1 << (last - first + 1)) - 1)
    for number in range(max(1, field.top), min(field.last_row, grid.height) + 1):
        cells |= row << grid.cell(first, number)
    return cells


def _shares(odds: Odds) -> Iterator[tuple[CellSet, Fraction, bool]]:
    """Yield groups of covered cells with the same risk: cells, risk, whether they are far."""
    yield odds.safe, Fraction(0), False
    yield odds.mines, Fraction(1), False
    for group in odds.risk_groups:
        share = Fraction(group.mined_count, odds.layout_count)
        yield group.cells, share, share not in (0, 1) and bool(group.cells & odds.sea)
