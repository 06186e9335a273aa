"""ZiNi: an estimate of the fewest clicks that clear a board when flags and chords may be used.

Elmar Zimmermann and Christoph Nikolaus clear a board greedily. A *part* is what one reveal of the
3BV clears: an opening, or a lone number (one that touches no opening). The *premium* of a number is
how many clicks its chord saves: the parts that the chord would clear, minus one click for the
chord, one for each mine around it without a flag, and one to reveal the number if it is covered.
The highest premium is taken again and again, down to 0: that saves nothing, but its flags may help
another chord. Then one reveal clears each part that is left.

So the clicks are the 3BV minus the premiums taken. The last reveals need not be made, because none
of them raises a premium: the chord of a revealed number costs one click less, but the part that was
revealed with it was one of those that the chord would have cleared.
"""

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Final

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.openings import parts

_NO_CHORD: Final = -1_000
"""The premium of mines and border, so low that no change brings it up to 0."""


def zini(board: Board) -> int:
    """Return the greedy ZiNi of a board, an estimate of the fewest clicks that clear it.

    Reveals, flags and chords count one click each. It is never more than the 3BV.

    >>> zini(parse_layout("...\\n.*.\\n..."))
    5
    """
    clearing = _Clearing(board)
    clicks = clearing.bbbv
    while (number := clearing.best_chord()) is not None:
        clicks -= clearing.premiums[number]
        clearing.chord(number)
    return clicks


class _Clearing:
    """A board that is being cleared, and the premium of each cell."""

    def __init__(self, board: Board) -> None:
        """Cover all cells, and find their premiums."""
        self._numbers = board.cells
        self._stride = board.grid.stride
        self._offsets = (0, *board.grid.neighbour_offsets)
        self._unflagged = {cell for cell in board.grid if board.is_mine(cell)}
        self._covered = {cell for cell in board.grid if not board.is_mine(cell)}
        """The safe cells that are covered."""
        self.bbbv = 0
        self._cleared_with: dict[Cell, set[Cell]] = {}
        """For each zero and lone number the cells whose chords clear its part."""
        self._queue: list[tuple[int, int, Cell]] = []
        self._changed: set[Cell] = set()
        """The cells whose premiums have changed since the queue was brought up to date."""
        self.premiums = [_NO_CHORD] * board.grid.padded_size
        for cell in self._covered:
            self.premiums[cell] = -2 - board.number(cell)
        for part in map(list, parts(board)):
            self.bbbv += 1
            chords = set().union(*map(self._around, part))
            self._cleared_with |= dict.fromkeys(part, chords)
            self._change(chords, 1)

    def _around(self, cell: Cell) -> set[Cell]:
        """Return a cell and its neighbours, border included."""
        return {Cell(cell + offset) for offset in self._offsets}

    def _change(self, cells: Iterable[Cell], amount: int) -> None:
        """Add an amount to the premiums of some cells."""
        for cell in cells:
            self.premiums[cell] += amount
        self._changed.update(cells)

    def best_chord(self) -> Cell | None:
        """Return the number with the highest premium, or None if none is at least 0.

        Of equal premiums, return the topmost one in the leftmost column, as other programs do.
        """
        for cell in self._changed:
            if self.premiums[cell] >= 0:
                heappush(self._queue, (-self.premiums[cell], cell % self._stride, cell))
        self._changed.clear()
        while self._queue:
            cost, _, cell = heappop(self._queue)
            if self.premiums[cell] == -cost:  # otherwise it has changed since
                return cell
        return None

    def chord(self, number: Cell) -> None:
        """Reveal a number, flag the mines around it, and reveal its other neighbours."""
        around = self._around(number)
        for mine in around & self._unflagged:
            self._unflagged.remove(mine)
            self._change(self._around(mine), 1)
        for cell in around:
            if cell in self._covered:
                self._reveal(cell)

    def _reveal(self, cell: Cell) -> None:
        """Reveal a covered cell, and the whole opening of a zero."""
        chords = self._cleared_with.get(cell, set())
        self._change(chords, -1)
        revealed = {cell} if self._numbers[cell] else chords & self._covered
        self._covered -= revealed
        self._change(revealed, 1)
