"""3BV: the fewest reveals that clear a board, and how many of them a game has solved."""

from typing import Final, NamedTuple

from minesweeper.engine.board import BORDER, Board
from minesweeper.engine.cells import Cell, CellSet, byte_table, cells_of, cells_where, grow
from minesweeper.engine.game import REVEALED, Game


def bbbv(board: Board) -> int:
    """Return the 3BV, the fewest reveals that clear a board.

    It counts the openings, and the numbers that touch no opening.

    >>> bbbv(parse_layout("*.*\\n...\\n..."))
    2
    """
    if not isinstance(board, Board):
        raise ValueError(f"board: {board!r} is not a Board")
    zeros, lone = _zeros_and_lone_numbers(board)
    return len(set(_runs(zeros, board.grid.stride).openings)) + lone.bit_count()


def bbbv_and_solved(board: Board, game: Game) -> tuple[int, int]:
    """Return the 3BV of a board, and how much of it a game on this board has solved.

    An opening is solved when none of its zeros is covered, any other number when it is revealed.
    Cells that a win completes for the player do not count.
    """
    zeros, lone = _zeros_and_lone_numbers(board)
    runs = _runs(zeros, board.grid.stride)
    openings = set(runs.openings)
    covered = game.cells.translate(_COVERED)
    unsolved = {
        opening
        for start, last, opening in zip(*runs, strict=True)
        if covered.find(1, start, last + 1) >= 0
    }
    solved = lone & cells_where(game.cells, _REVEALED)
    return len(openings) + lone.bit_count(), len(openings - unsolved) + solved.bit_count()


def _zeros_and_lone_numbers(board: Board) -> tuple[CellSet, CellSet]:
    """Return the zeros, and the numbers that touch no zero."""
    zeros, numbers = cells_where(board.cells, _ZERO), cells_where(board.cells, _NUMBER)
    return zeros, numbers & ~grow(zeros, board.grid.stride)


class _Runs(NamedTuple):
    """The runs of zeros in the rows, in reading order."""

    starts: list[Cell]
    lasts: list[Cell]
    openings: list[int]
    """For each run the index of the first run of its opening, which identifies the opening."""


def _runs(zeros: CellSet, stride: int) -> _Runs:
    """Return the runs, each joined to the runs it touches in the row above (union-find)."""
    starts, lasts = cells_of(zeros & ~(zeros << 1)), cells_of(zeros & ~(zeros >> 1))
    earlier = list(range(len(starts)))  # an earlier run of the same opening, or the run itself
    above = 0
    for at, (start, last) in enumerate(zip(starts, lasts, strict=True)):
        left, right = start - stride - 1, last - stride + 1
        while lasts[above] < left:
            above += 1
        first, near = at, above
        while starts[near] <= right:
            other = near
            while earlier[other] != other:
                earlier[other] = earlier[earlier[other]]
                other = earlier[other]
            if other < first:
                earlier[first] = other
                first = other
            else:
                earlier[other] = first
            near += 1
    for at, other in enumerate(earlier):
        earlier[at] = earlier[other]
    return _Runs(starts, lasts, earlier)


_ZERO: Final = byte_table({0})
_NUMBER: Final = byte_table(set(range(1, 9)))
_REVEALED: Final = byte_table(
    {value for value in range(256) if value & REVEALED and value != BORDER}
)
_COVERED: Final = bytes(not value & REVEALED for value in range(256))
