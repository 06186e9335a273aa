"""Numbers that count down: dimmed, or less their flags, in every look."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.game import Face, Game, Move
from minesweeper.engine.setup import Setup
from minesweeper.tui.canvas import Style
from minesweeper.tui.look.glyphs import DIMMED, EXCESS, GLYPHS
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.widgets.numbers import count_down
from tests.harness.boards import board_of, layouts
from tests.harness.player import GamePlayer

# In the second column: 2 above 2 above 1.
THREE = """
    *.....
    *.....
    .....*
"""


def counting(numbers: str, *flags: tuple[int, int], **looks: object) -> GamePlayer:
    """A player who has revealed the middle, and set flags."""
    player = GamePlayer(THREE, **looks)  # type: ignore[arg-type]  # the player's own
    player.looks.apply(numbers=numbers)
    player.go_to(4, 1)
    player.press("enter")
    for place in flags:
        player.go_to(*place)
        player.press("f")
    player.go_to(4, 1)
    return player


def numbers_of(player: GamePlayer) -> list[str]:
    """What stands in the second column."""
    return [player.text_at(2, row).strip() for row in (1, 2, 3)]


def field_of(player: GamePlayer) -> list[str]:
    box = player.screen.view.box
    return player.lines[box.row + 1 : box.bottom]


def is_dimmed(player: GamePlayer, column: int, row: int) -> bool:
    style = player.style_at(column, row)
    squares = player.theme.cells
    return any(style is square[face][1] for square in squares for face in DIMMED)


def test_numbers_stay_as_they_are_unless_the_player_asks() -> None:
    player = counting("plain", (1, 1), (1, 2))
    assert numbers_of(player) == ["2", "2", "1"]
    assert not any(is_dimmed(player, 2, row) for row in (1, 2, 3))


def test_a_number_with_all_its_flags_is_dimmed_and_one_with_more_or_fewer_is_not() -> None:
    player = counting("dim", (1, 2))
    assert numbers_of(player) == ["2", "2", "1"]
    assert [is_dimmed(player, 2, row) for row in (1, 2, 3)] == [False, False, True]
    player = counting("dim", (1, 2), (1, 3))
    assert [is_dimmed(player, 2, row) for row in (1, 2, 3)] == [False, True, False]


def test_what_is_left_of_a_number_is_shown_dimmed_at_0_and_as_wrong_below_it() -> None:
    player = counting("remaining", (1, 2))
    assert numbers_of(player) == ["1", "1", "0"]
    assert [is_dimmed(player, 2, row) for row in (1, 2, 3)] == [False, False, True]
    assert player.style_at(2, 1) is player.theme.cells[1][Face.ONE][1]
    player = counting("remaining", (1, 1), (1, 2), (1, 3))
    assert numbers_of(player) == ["0", "-1", "-1"]
    wrong = player.theme.cells[0][Face.WRONG_FLAG][1]
    assert player.style_at(2, 3).background is wrong.background


def test_at_zoom_1_a_number_below_0_is_a_digit_in_the_colours_of_a_mistake() -> None:
    player = counting("remaining", (1, 1), (1, 2), (1, 3), zoom=1)
    assert numbers_of(player) == ["0", "1", "1"]
    assert player.style_at(2, 3) is player.theme.cells[1][EXCESS[0]][1]


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("zoom", [2, 3, 4])
def test_what_is_left_is_read_in_every_look(glyphs: str, zoom: int) -> None:
    player = counting("remaining", (1, 1), (1, 2), (1, 3), glyphs=glyphs, zoom=zoom)
    assert sum(line.count("-1 ") for line in field_of(player)) == 2
    assert sum(line.count(" 0 ") for line in field_of(player)) == 1


def test_the_cursor_stands_on_what_is_left() -> None:
    player = counting("remaining", (1, 2), theme="mono")
    player.go_to(2, 1)
    assert player.shows("[1]")


def test_a_number_that_a_hint_names_is_drawn_as_it_is() -> None:
    player = counting("remaining", (1, 2))
    player.press("i", "i")
    [(column, row)] = player.painted(player.theme.marks["premise"])
    number = ["2", "2", "1"][row - 1]
    assert column == 2
    assert f"this {number} ." in player.notice_text
    assert player.text_at(column, row).strip() == number


def test_after_the_end_all_numbers_are_as_they_are() -> None:
    player = counting("remaining", (1, 2))
    player.reveal(player.screen.grid.cell(6, 3))
    assert player.session.over
    assert numbers_of(player) == ["2", "2", "1"]


def test_counting_down_is_no_help() -> None:
    player = counting("remaining", (1, 2))
    assert not player.session.helps


@given(layouts(), st.integers(0, 10**6), st.data())
def test_what_is_left_is_the_number_less_the_flags_around_it(
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
    counted = count_down(faces, game, rows, columns, "remaining")
    dimmed = count_down(faces, game, rows, columns, "dim")
    cells = [grid.cell(column, row) for row in rows for column in columns]
    for cell, face, remaining, dim in zip(cells, faces, counted, dimmed, strict=True):
        if not ord("1") <= face <= ord("8"):
            assert remaining == dim == face
            continue
        rest = face - ord("0") - sum(map(game.is_flagged, grid.neighbours(cell)))
        assert dim == (DIMMED[face - ord("0")] if rest == 0 else face)
        expected = ord("0") + rest if rest > 0 else (DIMMED[0], *EXCESS)[-rest]
        assert remaining == expected


def dimmed_style(looks: Looks) -> Style:
    return looks.theme.cells[0][DIMMED[1]][1]


@pytest.mark.parametrize("colours", [0, 8, 16])
@pytest.mark.parametrize("palette", PALETTES)
def test_with_few_colours_dimmed_numbers_are_dim_and_not_bold(palette: str, colours: int) -> None:
    looks = Looks(palette, colours=colours)
    style = dimmed_style(looks)
    assert style.dim
    assert not style.bold
    assert looks.theme.cells[0][Face.ONE][1].bold
