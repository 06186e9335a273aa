"""The answers to the command `odds`. The answers to all other questions come from the coach."""

from typing import Final

from minesweeper.engine.cells import Cell, set_of
from minesweeper.play.coach import TOO_WIDE, Coach, lowest_risk
from minesweeper.play.words import place_text
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.odds import Odds
from minesweeper.solver.phrases import cells_text

# How many cells are named one by one.
MAX_CELLS_NAMED: Final = 12


def cell_odds_text(coach: Coach, cell: Cell) -> str:
    """Return how likely a mine is in a cell: "(5,5): 33.3% chance of a mine"."""
    place, odds = place_text(coach.clues.grid, cell), coach.odds
    if not coach.clues.covered >> cell & 1:
        return f"{place} is already revealed"
    if isinstance(odds, Odds):
        risk = odds.probability(cell)
        if 0 < risk < 1:
            return f"{place}: {chance_percent_text(risk, 1)} chance of a mine"
    if odds and (odds.safe | odds.mines) >> cell & 1:
        return f"{place}: {'safe' if odds.safe >> cell & 1 else 'a mine'}"
    return TOO_WIDE


def board_odds_text(coach: Coach) -> str:
    """Return the cells that are certain and, if none is safe, those with the lowest risk."""
    grid, odds = coach.clues.grid, coach.odds
    if not odds:
        return ""
    parts = [
        f"{name} {cells_text(grid, cells, MAX_CELLS_NAMED)}"
        for name, cells in (("safe:", odds.safe), ("mines:", odds.mines))
        if cells
    ]
    if not isinstance(odds, Odds):
        parts.append(TOO_WIDE)
    elif lowest := lowest_risk(odds):
        risk, cells = lowest
        named = cells_text(grid, set_of(cells), MAX_CELLS_NAMED)
        parts.append(f"lowest risk ({chance_percent_text(risk, 1)}): {named}")
    return "; ".join(parts)
