"""3BV: the fewest reveals that clear a board, and how many of them a game has solved."""

from typing import Final

from minesweeper.engine.board import REVEALED, Board
from minesweeper.engine.game import Game
from minesweeper.engine.openings import parts


def bbbv(board: Board) -> int:
    """Return the 3BV, the fewest reveals that clear a board.

    It counts the openings, and the numbers that touch no opening.

    >>> bbbv(parse_layout("*.*\\n...\\n..."))
    2
    """
    if not isinstance(board, Board):
        raise ValueError(f"board: {board!r} is not a Board")
    return sum(1 for _ in parts(board))


def bbbv_and_solved(board: Board, game: Game) -> tuple[int, int]:
    """Return the 3BV of a board, and how much of it a game on this board has solved.

    An opening is solved when none of its zeros is covered, any other number when it is revealed.
    Cells that a win completes for the player do not count.
    """
    is_revealed = game.cells.translate(_REVEALED).__getitem__
    solved = [all(map(is_revealed, part)) for part in parts(board)]
    return len(solved), sum(solved)


_REVEALED: Final = bytes(value & REVEALED for value in range(256))
