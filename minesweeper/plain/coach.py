"""The odds in words; the coach words all other help."""

from typing import Final

from minesweeper.engine.cells import Cell, set_of
from minesweeper.play.coach import TOO_WIDE, Coach, least_risk
from minesweeper.play.words import place_text
from minesweeper.solver.hints import precise
from minesweeper.solver.odds import Odds
from minesweeper.solver.proofs import places

# How many cells are named one by one.
MOST_CELLS_NAMED: Final = 12


def odds_of(coach: Coach, cell: Cell) -> str:
    """Return how likely a mine is in a cell."""
    place, odds = place_text(coach.clues.grid, cell), coach.odds
    if not coach.clues.covered >> cell & 1:
        return f"{place} is revealed already"
    if isinstance(odds, Odds):
        risk = odds.probability(cell)
        if 0 < risk < 1:
            return f"{place}: {precise(risk)} risk"
    if odds and (odds.safe | odds.mines) >> cell & 1:
        return f"{place}: {'safe' if odds.safe >> cell & 1 else 'a mine'}"
    return TOO_WIDE


def odds_text(coach: Coach) -> str:
    """Return what is certain, and where the risk is least if no cell is safe."""
    grid, odds = coach.clues.grid, coach.odds
    if not odds:
        return ""
    parts = [
        f"{name} {places(grid, cells, MOST_CELLS_NAMED)}"
        for name, cells in (("safe:", odds.safe), ("mines:", odds.mines))
        if cells
    ]
    if not isinstance(odds, Odds):
        parts.append(TOO_WIDE)
    elif least := least_risk(odds):
        risk, cells = precise(least[0]), places(grid, set_of(least[1]), MOST_CELLS_NAMED)
        parts.append(f"the least risk is {risk}: {cells}")
    return "; ".join(parts)
