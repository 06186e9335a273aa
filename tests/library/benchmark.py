"""A benchmark of a solver on a file of positions, built on the library.

The file has a picture for each position, with a blank line between two; the first line of each
says how many mines there are in all: "mines 10". A solver is a function from the clues of a
position to the column and row of the cell that it would reveal.
"""

import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from minesweeper import Clues, best_move, odds, parse_position

Solver = Callable[[Clues], tuple[int, int]]


class Score(NamedTuple):
    """How a solver did."""

    positions: int
    safest: int
    """In how many positions no cell was safer than its choice."""
    risk: Fraction
    """The sum of the risks that it took."""
    seconds: float


def positions_in(path: Path) -> Iterator[Clues]:
    """Yield the positions of a file."""
    for block in path.read_text().strip().split("\n\n"):
        header, _, picture = block.partition("\n")
        yield parse_position(picture, int(header.removeprefix("mines ")))


def covered_places(clues: Clues) -> Iterator[tuple[int, int]]:
    """Yield the column and the row of each covered cell."""
    for row, line in enumerate(str(clues).split("\n"), 1):
        yield from ((column, row) for column, mark in enumerate(line, 1) if mark == "#")


def score(solver: Solver, positions: list[Clues]) -> Score:
    """Return how a solver does on these positions."""
    began = time.perf_counter()
    choices = [solver(clues) for clues in positions]
    seconds = time.perf_counter() - began
    safest, total = 0, Fraction(0)
    for clues, (column, row) in zip(positions, choices, strict=True):
        chances = odds(clues)
        risk = chances.probability(column, row)
        if risk is None:
            raise ValueError(f"{clues!r} is too wide to count")
        others = (chances.probability(*place) for place in covered_places(clues))
        safest += all(each is None or each >= risk for each in others)
        total += risk
    return Score(len(positions), safest, total, seconds)


def own_solver(clues: Clues) -> tuple[int, int]:
    """Return the choice of the solver that comes with the game."""
    return clues.grid.place(best_move(clues).cell)


if __name__ == "__main__":
    print(score(own_solver, list(positions_in(Path(sys.argv[1])))))
