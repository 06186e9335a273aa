"""The answers to the command `odds`. The answers to all other questions come from the coach."""

from typing import Final

from minesweeper.engine.cells import Cell, Grid, set_of
from minesweeper.play.coach import TOO_WIDE, lowest_risk
from minesweeper.play.words import place_text
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.clues import Clues
from minesweeper.solver.odds import Odds
from minesweeper.solver.sentences import cells_text

# How many cells are named one by one.
MAX_CELLS_NAMED: Final = 12


def cell_odds_text(clues: Clues, odds: Odds, cell: Cell) -> str:
    """Return how likely a mine is in a cell: "(5,5): 33.3% chance of a mine"."""
    place = place_text(clues.grid, cell)
    if not clues.covered >> cell & 1:
        return f"{place} is already revealed"
    risk = odds.probability(cell)
    if risk is None:
        return TOO_WIDE
    if risk in (0, 1):
        return f"{place}: {'a mine' if risk else 'safe'}"
    return f"{place}: {chance_percent_text(risk, 1)} chance of a mine"


def board_odds_text(grid: Grid, odds: Odds) -> str:
    """Return the cells that are certain and, if none is safe, those with the lowest risk."""
    parts = [
        f"{name} {cells_text(grid, cells, MAX_CELLS_NAMED)}"
        for name, cells in (("safe:", odds.safe), ("mines:", odds.mines))
        if cells
    ]
    if not odds.layout_count:
        parts.append(TOO_WIDE)
    elif lowest := lowest_risk(odds):
        risk, cells = lowest
        named = cells_text(grid, set_of(cells), MAX_CELLS_NAMED)
        parts.append(f"lowest risk ({chance_percent_text(risk, 1)}): {named}")
    return "; ".join(parts)
