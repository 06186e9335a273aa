"""One column a cell, or two: drawn boards, the mouse, scrolling, and all that lies over cells."""

import pytest

from minesweeper.engine.game import Face, Status
from tests.harness.seat import LEFT, RIGHT, TWO_MINES, WHEEL_DOWN, Seat

WIDE = "\n".join("." * 60 + "*" for _ in range(4))


def field(seat: Seat) -> list[str]:
    """The field with its wall."""
    view = seat.screen.view
    return [line.strip() for line in seat.lines[view.row - 1 : view.row + view.down + 1]]


def zoomed_out(layout: str = TWO_MINES, *keys: str, size: tuple[int, int] = (80, 24)) -> Seat:
    """A seat at one column a cell, where the upper right corner is open."""
    seat = Seat(layout, size, zoom=1)
    seat.press("$", "enter", *keys)
    return seat


def test_at_one_column_cells_stand_side_by_side() -> None:
    seat = zoomed_out(TWO_MINES, "0", "f")
    assert field(seat) == ["+----+", "|F1..|", "|#111|", "|####|", "+----+"]


def test_at_one_column_with_unicode() -> None:
    seat = Seat(TWO_MINES, glyphs="unicode", zoom=1)
    seat.press("$", "enter", "0", "f")
    assert field(seat) == ["░░░░░░", "░⚑1  ░", "░▪111░", "░▪▪▪▪░", "░░░░░░"]


def test_the_keys_go_there_and_back() -> None:
    seat = Seat(TWO_MINES)
    before = field(seat)
    seat.press("-")
    assert field(seat) == ["+----+", "|####|", "|####|", "|####|", "+----+"]
    assert seat.message == "Zoom: one column a cell"
    seat.press("+")
    assert field(seat) == before
    assert seat.message == "Zoom: two columns a cell"
    seat.press("-", "=")
    assert field(seat) == before


@pytest.mark.parametrize(
    ("zoom", "key", "message"),
    [(1, "-", "Zoom: one column a cell already"), (2, "+", "Zoom: two columns a cell already")],
)
def test_a_zoom_that_is_there_says_so(zoom: int, key: str, message: str) -> None:
    seat = Seat(TWO_MINES, zoom=zoom)
    seat.press(key)
    assert seat.message == message
    assert seat.screen.view.cell_width == zoom


@pytest.mark.parametrize("key", ["-", "+"])
@pytest.mark.parametrize("zoom", [1, 2])
def test_emoji_have_no_zoom(key: str, zoom: int) -> None:
    seat = Seat(TWO_MINES, glyphs="emoji", zoom=zoom)
    seat.press(key)
    assert seat.message == "Emoji are two columns wide: no zoom"
    assert seat.screen.view.cell_width == 2


# The cursor


@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_the_cursor_shows_by_its_style_and_by_the_hardware_cursor(theme: str) -> None:
    seat = Seat(TWO_MINES, theme=theme, zoom=1)
    seat.go_to(3, 2)
    focus = seat.theme.focused[Face.COVERED][1]
    assert seat.painted(focus) == [(3, 2)]
    assert seat.canvas.cursor == seat.place_of(3, 2)
    assert focus.reverse


def test_zooming_keeps_the_cursor_and_brings_it_into_sight() -> None:
    seat = Seat(WIDE, (40, 12), zoom=1)
    seat.press("$")
    seat.press("+")
    assert seat.cursor == (61, 1)
    view = seat.screen.view
    assert view.left <= 61 <= view.last_column
    assert seat.canvas.cursor


# The mouse


@pytest.mark.parametrize("zoom", [1, 2])
@pytest.mark.parametrize("place", [(1, 1), (3, 2), (4, 3)])
def test_the_mouse_hits_the_cell_it_is_on(zoom: int, place: tuple[int, int]) -> None:
    seat = Seat(TWO_MINES, zoom=zoom)
    seat.click(*place, button=RIGHT)
    assert seat.cursor == place
    assert seat.text_at(*place).strip(" []") == "F"


def test_beside_the_narrow_field_there_is_no_cell() -> None:
    seat = Seat(TWO_MINES, zoom=1)
    column, row = seat.place_of(4, 3)
    assert seat.screen.view.cell_at(column, row)
    assert seat.screen.view.cell_at(column + 1, row) is None
    assert seat.screen.view.cell_at(seat.place_of(1, 3)[0] - 1, row) is None


def test_a_zoom_between_press_and_release_still_means_the_cell() -> None:
    seat = Seat(TWO_MINES)
    seat.down(4, 1, LEFT)
    seat.press("-")
    seat.up(4, 1, LEFT)
    assert seat.text_at(4, 1) == "."


def test_a_click_before_the_zoom_is_drawn_means_what_is_seen() -> None:
    seat = Seat(TWO_MINES)
    column, row = seat.place_of(4, 3)
    cell = seat.screen.view.cell_at(column, row)
    seat.looks.zoom_out()
    assert seat.screen.view.cell_at(column, row) == cell


# Scrolling


def test_twice_the_board_fits_at_one_column() -> None:
    narrow, wide = Seat(WIDE, (40, 12), zoom=1), Seat(WIDE, (40, 12))
    assert (wide.screen.view.across, narrow.screen.view.across) == (18, 38)


def test_the_wall_says_which_part_is_in_sight_and_where_it_goes_on() -> None:
    seat = Seat(WIDE, (40, 12), zoom=1)
    assert field(seat) == [
        "+" + "-" * 38 + "+",
        *["|" + "#" * 38 + ">"] * 4,
        "+" + "-" * 10 + " columns 1-38/61 " + "-" * 11 + "+",
    ]


def test_the_wheel_scrolls_by_cells_at_one_column() -> None:
    seat = Seat(WIDE, (40, 12), zoom=1)
    seat.mouse(WHEEL_DOWN, True, 10, 5)
    assert seat.screen.view.left == 4


@pytest.mark.parametrize("size", [(16, 7), (40, 12), (80, 24), (200, 60)])
def test_the_smallest_window_is_the_same_at_both_zooms(size: tuple[int, int]) -> None:
    for zoom in (1, 2):
        assert Seat(WIDE, size, zoom=zoom).screen.view.across >= 1
        assert Seat(WIDE, (15, 7), zoom=zoom).shows("16x7 needed")


# What lies over the cells


def test_odds_are_tenths_at_one_column() -> None:
    seat = zoomed_out(TWO_MINES, "a")
    assert field(seat) == ["+----+", "|51..|", "|5111|", "|000*|", "+----+"]


def test_odds_at_one_column_are_no_numbers_without_colours_too() -> None:
    seat = Seat(TWO_MINES, theme="mono", zoom=1)
    seat.press("$", "enter", "a")
    assert all(seat.style_at(*place).reverse for place in [(1, 1), (1, 2), (2, 3), (4, 3)])
    assert not any(seat.style_at(*place).reverse for place in [(2, 1), (2, 2), (4, 2)])


@pytest.mark.parametrize(("zoom", "text"), [(1, "5"), (2, "50")])
@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_the_cursor_leaves_the_odds_of_its_cell(zoom: int, text: str, glyphs: str) -> None:
    seat = Seat(TWO_MINES, glyphs=glyphs, zoom=zoom)
    seat.press("$", "enter", "a", "0")
    assert seat.cursor == (1, 1)
    assert seat.text_at(1, 1) == text
    theme = seat.theme
    cursor = theme.focus_on_reversed if zoom == 1 else theme.focused[Face.COVERED][1]
    assert seat.style_at(1, 1) is cursor


def test_a_zoom_keeps_the_marks_of_a_hint() -> None:
    seat = Seat(TWO_MINES)
    seat.press("$", "enter", "i", "i")
    marked = {name: seat.painted(style) for name, style in seat.theme.marks.items()}
    assert marked["target"] != []
    seat.press("-")
    assert {name: seat.painted(style) for name, style in seat.theme.marks.items()} == marked


def test_emoji_that_a_hint_points_at_change_their_colour() -> None:
    seat = Seat(TWO_MINES, glyphs="emoji")
    seat.press("$", "enter", "i", "i")
    assert sum(line.count("🟩") for line in seat.lines) == 3
    seat.go_to(1, 3)
    assert sum(line.count("🟩") for line in seat.lines) == 2
    assert sum(line.count("🟨") for line in seat.lines) == 1


def test_a_pause_hides_the_narrow_field() -> None:
    seat = zoomed_out(TWO_MINES, "p")
    assert not any(character in "".join(field(seat)) for character in "#F12")
    assert seat.shows("Paused")


def test_a_game_is_won_at_one_column() -> None:
    seat = zoomed_out(TWO_MINES, "0", "f", "G", "$", "f")
    assert seat.status is Status.WON
