"""What a board asks of a player and how well a game was played; reads, never writes."""

from minesweeper.board import BORDER, Board
from minesweeper.cells import byte_table, cells_where, grown
from minesweeper.game import REVEALED, Game


def bbbv(board: Board) -> int:
    """The 3BV, the fewest reveals that clear the board: openings, and numbers at no zero."""
    zeros = cells_where(board.cells, _ZERO)
    return _count_regions(zeros, board.grid.stride) + _lone_numbers(board).bit_count()


def solved_bbbv(game: Game) -> int:
    """How much of the 3BV a game has solved: openings without a covered zero, and lone numbers.

    What a win completes for the player does not count.
    """
    if game.board is None:
        return 0
    stride = game.grid.stride
    zeros = cells_where(game.board.cells, _ZERO)
    revealed = cells_where(game.cells, _REVEALED)
    unsolved = _regions_of(zeros & ~revealed, zeros, stride)
    openings = _count_regions(zeros & ~unsolved, stride)
    return openings + (_lone_numbers(game.board) & revealed).bit_count()


def ratio(part: float, whole: float) -> float | None:
    """A quotient, None where there is nothing to divide by."""
    return part / whole if whole else None


def _lone_numbers(board: Board) -> int:
    zeros = cells_where(board.cells, _ZERO)
    numbers = cells_where(board.cells, _NUMBER)
    return numbers & ~grown(zeros, board.grid.stride)


def _regions_of(seeds: int, cells: int, stride: int) -> int:
    """Those 8-connected regions of `cells` that hold a seed."""
    region = 0
    while seeds != region:
        region = seeds
        seeds = grown(region, stride) & cells
    return region


def _count_regions(cells: int, stride: int) -> int:
    """How many 8-connected regions the cells form, by Levialdi's parallel shrinking.

    Each round draws every region together towards its lower right corner without splitting or
    joining any, until it is a single cell, which is counted and vanishes in the next round.
    """
    count = 0
    while cells:
        left, above = cells << 1, cells << stride
        across = left | cells >> 1
        row = cells | across
        count += (cells & ~(across | row << stride | row >> stride)).bit_count()
        cells = cells & (left | above | above << 1) | left & above
    return count


_ZERO = byte_table({0})
_NUMBER = byte_table(set(range(1, 9)))
_REVEALED = byte_table({value for value in range(256) if value & REVEALED and value != BORDER})
