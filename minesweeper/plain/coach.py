"""The odds in words; the coach words all other help."""

from typing import Final

from minesweeper.engine.cells import Cell, set_of
from minesweeper.play.coach import TOO_WIDE, Coach, lowest_risk
from minesweeper.play.words import place_text
from minesweeper.solver.chance_text import precise_percent_text
from minesweeper.solver.odds import Odds
from minesweeper.solver.phrases import cells_text

# How many cells are named one by one.
MOST_CELLS_NAMED: Final = 12


def odds_of(coach: Coach, cell: Cell) -> str:
    """Return how likely a mine is in a cell."""
    place, odds = place_text(coach.clues.grid, cell), coach.odds
    if not coach.clues.covered >> cell & 1:
        return f"{place} is already revealed"
    if isinstance(odds, Odds):
        risk = odds.probability(cell)
        if 0 < risk < 1:
            return f"{place}: {precise_percent_text(risk)} risk"
    if odds and (odds.safe | odds.mines) >> cell & 1:
        return f"{place}: {'safe' if odds.safe >> cell & 1 else 'a mine'}"
    return TOO_WIDE


def odds_text(coach: Coach) -> str:
    """Return what is certain, and where the risk is least if no cell is safe."""
    grid, odds = coach.clues.grid, coach.odds
    if not odds:
        return ""
    parts = [
        f"{name} {cells_text(grid, cells, MOST_CELLS_NAMED)}"
        for name, cells in (("safe:", odds.safe), ("mines:", odds.mines))
        if cells
    ]
    if not isinstance(odds, Odds):
        parts.append(TOO_WIDE)
    elif lowest := lowest_risk(odds):
        risk, cells = (
            precise_percent_text(lowest[0]),
            cells_text(grid, set_of(lowest[1]), MOST_CELLS_NAMED),
        )
        parts.append(f"the least risk is {risk}: {cells}")
    return "; ".join(parts)
