"""Boards as pictures and moves as words, so that a test reads at a glance."""

from itertools import cycle
from textwrap import dedent
from typing import Final, cast, get_args

from hypothesis import strategies as st

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Game, Move, Refusal, Verb
from minesweeper.engine.notation import format_position, parse_layout
from minesweeper.engine.setup import FirstReveal, Setup, WinRule

FIRSTS: Final[tuple[FirstReveal, ...]] = get_args(FirstReveal)
WINS: Final[tuple[WinRule, ...]] = get_args(WinRule)


def picture(text: str) -> str:
    """Return a drawn board without the indentation of the test around it."""
    return dedent(text).strip() + "\n"


def board_of(layout: str) -> Board:
    return parse_layout(picture(layout))


def game_on(
    layout: str, *, win: WinRule = "either", question_marks: bool = False, known: bool = True
) -> Game:
    """Return a game on a drawn layout, known from the start or laid by the first reveal."""
    board = board_of(layout)
    setup = Setup(
        board.grid.width,
        board.grid.height,
        board.mine_count,
        win=win,
        question_marks=question_marks,
    )
    return Game(setup, board if known else lambda first: board)


def move(game: Game, text: str) -> Move:
    """Return the move of a text like "reveal 3 1" (column, row, from 1)."""
    verb, column, row = text.split()
    return Move(cast(Verb, verb), game.grid.cell(int(column), int(row)))


def play(game: Game, *moves: str) -> None:
    """Make moves, and assert that the rules accept them."""
    for text in moves:
        asked = game.refusal(move(game, text))
        refusal = game.play(move(game, text))
        assert refusal is None, f"{text} was refused: {refusal}"
        assert asked is None, f"{text} was played although {asked}"


def refusal(game: Game, text: str) -> Refusal:
    """Return why the rules refuse a move, and assert that it changes nothing."""
    before = everything_about(game)
    refusal = game.play(move(game, text))
    assert refusal, f"{text} was not refused"
    assert refusal == game.refusal(move(game, text))
    assert everything_about(game) == before, f"{text} was refused and changed something"
    return refusal


def everything_about(game: Game) -> tuple[object, ...]:
    """Return everything that a move could change."""
    return (
        format_position(game),
        game.status,
        game.mines_left,
        game.safe_left,
        game.flag_count,
        game.board,
        bytes(game.cells),
    )


def cells_where(board: Board, *, mine: bool) -> list[Cell]:
    """Return the mines of a board, or its safe cells, in reading order."""
    return [cell for cell in board.grid if board.is_mine(cell) == mine]


def number_rows(board: Board) -> list[list[int]]:
    """Return the board as ms_toollib takes it: rows of numbers, -1 for a mine."""
    cells = [-1 if board.is_mine(cell) else board.number(cell) for cell in board.grid]
    width = board.grid.width
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def spiral(side: int) -> tuple[Board, int]:
    """Return a board with a corridor winding to its middle, and how many zeros it has.

    Its rounds are four cells apart: numbers to the left and right of it, and a wall of mines.
    """
    grid = Grid(side, side)
    layout = bytearray(grid.padded_size)
    for row in range(1, side + 1):
        layout[grid.cell(1, row) : grid.cell(side, row) + 1] = bytes([1]) * side

    longest = side - 1
    legs = [longest, *(leg for leg in range(longest, 0, -4) for _ in range(2))]
    cell, steps = grid.cell(1, 1), cycle([1, grid.stride, -1, -grid.stride])
    for leg, step in zip(legs, steps, strict=False):
        for zero in range(cell, cell + leg * step + step, step):
            for middle in (zero - grid.stride, zero, zero + grid.stride):
                layout[middle - 1 : middle + 2] = bytes(3)
        cell = Cell(cell + leg * step)
    return Board(grid, layout), 1 + sum(legs)


@st.composite
def layouts(draw: st.DrawFn, smallest_side: int = 1, largest_side: int = 8) -> str:
    """Draw a layout of any size and density with at least one safe cell."""
    sides = st.integers(smallest_side, largest_side)
    width, height = draw(sides), draw(sides)
    safe = "." * draw(st.integers(1, 9))
    cells = st.lists(st.sampled_from("*" + safe), min_size=width * height, max_size=width * height)
    text = "".join(draw(cells.filter(lambda drawn: "." in drawn)))
    return "".join(text[at : at + width] + "\n" for at in range(0, len(text), width))
