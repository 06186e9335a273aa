"""Numbers that are dimmed once they have all their flags."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.game import Face, Game, Move
from minesweeper.engine.setup import Setup
from minesweeper.tui.look.cells import cell_looks
from minesweeper.tui.look.glyphs import DIMMED
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.widgets.numbers import dim_done
from tests.harness.boards import board_of, layouts
from tests.harness.player import GamePlayer

# In the second column: 2 above 2 above 1.
THREE = """
    *.....
    *.....
    .....*
"""


def dimmed_in(*flags: tuple[int, int], dim_numbers: bool = True, key: str = "") -> list[bool]:
    """Whether the numbers of the second column are dimmed, after so many flags and a key."""
    player = GamePlayer(THREE)
    player.looks.dim_numbers = dim_numbers
    player.go_to(4, 1)
    player.press("enter")
    for place in flags:
        player.go_to(*place)
        player.press("f")
    player.go_to(6, 3)
    player.press(*[key] * bool(key))
    looks = player.screen.view.looks_of_cells
    styles = {looks.face(face, square).style for face in DIMMED[1:] for square in (0, 1)}
    return [player.style_at(2, row) in styles for row in (1, 2, 3)]


def test_a_number_with_all_its_flags_is_dimmed_and_one_with_more_or_fewer_is_not() -> None:
    assert dimmed_in((1, 2)) == [False, False, True]
    assert dimmed_in((1, 2), (1, 3)) == [False, True, False]


def test_numbers_stay_as_they_are_unless_the_player_asks_and_after_the_end() -> None:
    assert dimmed_in((1, 1), (1, 2), dim_numbers=False) == [False] * 3
    assert dimmed_in((1, 2), key="enter") == [False] * 3


@given(layouts(), st.integers(0, 10**6), st.data())
def test_what_is_dimmed_has_as_many_flags_around_it(
    layout: str, seed: int, data: st.DataObject
) -> None:
    """Whatever part of the board is in sight."""
    board = board_of(layout)
    grid, rng = board.grid, Random(seed)
    game = Game(Setup(grid.width, grid.height, board.mine_count), board)
    for cell in grid:
        if rng.random() < 1 / 3:
            game.play(Move("flag", cell))
        elif not board.is_mine(cell):
            game.play(Move("reveal", cell))
    left = data.draw(st.integers(1, grid.width))
    top = data.draw(st.integers(1, grid.height))
    columns = range(left, data.draw(st.integers(left, grid.width)) + 1)
    rows = range(top, data.draw(st.integers(top, grid.height)) + 1)
    faces = game.faces_of_rows(top, rows[-1], left, columns[-1], mines=False)
    cells = [grid.cell(column, row) for row in rows for column in columns]
    for cell, face, dimmed in zip(cells, faces, dim_done(faces, game, rows, columns), strict=True):
        is_number = ord("1") <= face <= ord("8")
        number = face - ord("0")
        is_done = is_number and number == sum(map(game.is_flagged, grid.neighbours(cell)))
        assert dimmed == (DIMMED[number] if is_done else face)


@pytest.mark.parametrize("colours", [0, 8, 16, 256])
def test_dimmed_numbers_are_fainter_than_others(colours: int) -> None:
    looks = cell_looks(Looks(colours=colours).theme, 2)
    one, dimmed = looks.face(Face.ONE, 0).style, looks.face(DIMMED[1], 0).style
    assert not dimmed.bold
    assert one.bold or dimmed.dim or one.foreground != dimmed.foreground
