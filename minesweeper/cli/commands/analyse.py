"""Print the odds of a position, and its best move."""

import json
import math
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from minesweeper.cli.inputs import read_text
from minesweeper.cli.output import UsageError
from minesweeper.cli.parser import Parser, add_option
from minesweeper.engine.cells import CellSet, bytes_of, cells_of
from minesweeper.engine.notation import NotationError, percent_text
from minesweeper.engine.setup import Size, why_too_full, why_too_large_to_solve
from minesweeper.settings.table import Settings
from minesweeper.settings.values import quoted_path
from minesweeper.solver.clues import Clues, ContradictionError, parse_position
from minesweeper.solver.contradictions import contradiction_text
from minesweeper.solver.hints import Hint, find_hint
from minesweeper.solver.odds import Odds, analyse

# The floats next to 0 and 1.
LOWEST_SHARE: Final = math.ulp(0.0)
HIGHEST_SHARE: Final = math.nextafter(1.0, 0.0)


def add_arguments(parser: Parser) -> None:
    """Add the position and its number of mines."""
    parser.add_argument(
        "file",
        help="the position, one row per line: # covered, 0-8 revealed (or . for 0); - reads input",
    )
    add_option(
        parser,
        Settings.mines,
        default=None,
        help="the number of mines on the board, or their share: 20%%; a finished game shows it",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace) -> int:
    """Print the odds and the best move; return 1 if the numbers contradict each other."""
    odds = None
    clues = _position(arguments)
    with suppress(ContradictionError):
        odds = analyse(clues)
    lines = [_as_json(clues, odds)] if arguments.json else _as_text(clues, odds)
    sys.stdout.writelines(lines)
    return int(odds is None)


def _position(arguments: Namespace) -> Clues:
    text, mines = read_text(arguments.file), arguments.mines
    try:
        clues = _finished_position(text) if mines is None else parse_position(text, 0)
        grid = clues.grid
        if fault := why_too_large_to_solve(grid.width, grid.height):
            raise UsageError(f"{quoted_path(arguments.file)} is {grid}: {fault}")
        if mines is None:
            return clues
        count = mines.count_among(len(grid))
        if fault := why_too_full(Size(grid.width, grid.height, count)):
            raise UsageError(f"--mines: {fault}")
        return clues._replace(mine_count=count)
    except NotationError as error:
        raise UsageError(f"{quoted_path(arguments.file)} {error}") from None


def _finished_position(text: str) -> Clues:
    """Return the clues in the picture of a game that is won or lost, with the mines that it shows.

    All mines of a lost game are shown; a won one has a flag in every covered cell.
    """
    clues = parse_position(text.translate(_COVERED), 0)
    mines = sum(text.count(each) for each in "*@F")
    if "*" not in text and "@" not in text and clues.covered.bit_count() > mines:
        raise NotationError("does not show how many mines there are: add --mines")
    return clues._replace(mine_count=mines)


_COVERED: Final = str.maketrans("*@X", "###")


def _best_move(clues: Clues, odds: Odds | None) -> Hint | None:
    """Return what to reveal; None where nothing is left to reveal, or the numbers are wrong."""
    if odds is None or not clues.covered & ~odds.mines:
        return None
    return find_hint(clues, flags=odds.mines, odds=odds)


def _as_json(clues: Clues, odds: Odds | None) -> str:
    status = "contradiction" if odds is None else "ok" if odds.layout_count else "too-wide"
    shares = [shares for _, shares in _rows(clues, odds)]
    best = _best_move(clues, odds)
    move = best and {
        "cells": [clues.grid.place(cell) for cell in cells_of(best.cells)],
        "risk": None if best.risk is None else float(best.risk),
        "reason": str(best.sentence),
    }
    return json.dumps({"status": status, "probability": shares, "best": move}) + "\n"


def _as_text(clues: Clues, odds: Odds | None) -> Iterator[str]:
    """Yield the lines of the board, with a percentage in each covered cell, and the best move."""
    if odds is None:
        yield f"contradiction: {contradiction_text(clues)}\n"
        return
    revealed = bytes_of(clues.revealed, clues.grid.padded_size)
    for cells, shares in _rows(clues, odds):
        entries = [
            str(clues.numbers[cell] or ".") if revealed[cell] else _entry(share)
            for cell, share in zip(cells, shares, strict=True)
        ]
        yield " ".join([f"{entry:>6}" for entry in entries]) + "\n"
    if not odds.layout_count:
        yield "too complex to count: only what is certain is shown\n"
    best = _best_move(clues, odds)
    yield f"{best.sentence if best else 'Only mines are left.'}\n"


def _entry(share: float | None) -> str:
    """Return the risk of a covered cell as text; only what is certain is "safe" or "mine"."""
    if share is None:
        return "?"
    return {0.0: "safe", 1.0: "mine"}.get(share, percent_text(share, 2))


def _rows(clues: Clues, odds: Odds | None) -> Iterator[tuple[range, list[float | None]]]:
    """Yield the cells of each row, and for each cell the probability of a mine.

    It is None if the cell is revealed or the probability unknown. Only certain ones are 0 or 1.
    """
    grid = clues.grid
    shares: list[float | None] = [None] * grid.padded_size
    certain = [(odds.safe, 0.0), (odds.mines, 1.0), *_uncertain(odds)] if odds else []
    for cells, share in certain:
        for cell in cells_of(cells):
            shares[cell] = share
    for row in range(1, grid.height + 1):
        first = grid.cell(1, row)
        line = range(first, first + grid.width)
        yield line, shares[first : first + grid.width]


def _uncertain(odds: Odds) -> list[tuple[CellSet, float]]:
    """Return the sets of cells that are neither safe nor mines for certain, each with its risk.

    A risk that a float would round to 0 or 1 becomes the float next to that.
    """
    return [
        (group.cells, min(max(group.mined_count / odds.layout_count, LOWEST_SHARE), HIGHEST_SHARE))
        for group in odds.risk_groups
        if 0 < group.mined_count < odds.layout_count
    ]
