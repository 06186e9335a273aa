"""Cells of one column to eleven: drawn boards, the mouse, scrolling, what lies over cells."""

from itertools import product
from random import Random
from typing import Final

import pytest

from minesweeper.engine.game import Face
from minesweeper.engine.setup import Setup
from minesweeper.tui.colours import Colour
from minesweeper.tui.look.glyphs import COVERED_FACES, GLYPHS, ZOOMS
from minesweeper.tui.look.theme import AUTO
from minesweeper.tui.widgets.frame import MIN_PANEL_ROOM
from tests.harness.player import LEFT, RIGHT, TWO_MINES, WHEEL_DOWN, GamePlayer

WIDE = "\n".join("." * 60 + "*" for _ in range(4))


def field(player: GamePlayer) -> list[str]:
    """The field with its frame."""
    view = player.screen.view
    return [line.strip() for line in player.lines[view.row - 1 : view.row + view.height + 1]]


def zoomed_out(layout: str = TWO_MINES, *keys: str, size: tuple[int, int] = (80, 24)) -> GamePlayer:
    """A player at one column a cell, where the upper right corner is open."""
    player = GamePlayer(layout, size, zoom=1)
    player.press("$", "enter", *keys)
    return player


def test_at_one_column_cells_stand_side_by_side() -> None:
    player = zoomed_out(TWO_MINES, "0", "f")
    assert field(player) == ["+----+", "|F1..|", "|#111|", "|####|", "+----+"]


def test_at_one_column_with_unicode() -> None:
    player = GamePlayer(TWO_MINES, glyphs="unicode", theme="mono", zoom=1)
    player.press("$", "enter", "0", "f")
    assert field(player) == ["╭────╮", "│⚑1  │", "│■111│", "│■■■■│", "╰────╯"]


def test_the_keys_go_there_and_back() -> None:
    player = GamePlayer(TWO_MINES)
    before = field(player)
    player.press("-")
    assert field(player) == ["+----+", "|####|", "|####|", "|####|", "+----+"]
    assert player.message == f"Zoom 1 of {len(ZOOMS)}"
    player.press("+")
    assert field(player) == before
    assert player.message == f"Zoom 2 of {len(ZOOMS)}"
    player.press("-", "=")
    assert field(player) == before


@pytest.mark.parametrize(
    ("zoom", "key", "limit"), [(min(ZOOMS), "-", "smallest"), (max(ZOOMS), "+", "largest")]
)
def test_a_zoom_at_its_limit_says_so(zoom: int, key: str, limit: str) -> None:
    player = GamePlayer(TWO_MINES, zoom=zoom)
    player.press(key)
    assert player.message == f"Zoom {zoom} of {len(ZOOMS)}, the {limit}"
    assert player.screen.view.cell_width == ZOOMS[zoom][0]


def test_the_keys_go_through_all_sizes() -> None:
    player = GamePlayer(TWO_MINES, zoom=min(ZOOMS))
    for key, zooms in (("+", [*ZOOMS]), ("-", [*reversed(ZOOMS)])):
        for zoom in zooms[1:]:
            player.press(key)
            assert player.message == f"Zoom {zoom} of {len(ZOOMS)}"
            assert player.screen.view.cell_width == ZOOMS[zoom][0]


# Large cells


def test_at_five_columns_halves_of_cells_are_between_them_and_numbers_in_the_middle() -> None:
    player = GamePlayer(TWO_MINES, glyphs="unicode", zoom=3)
    player.press("$", "enter", "0", "f")
    shared, own = field(player)[1:-1:2], field(player)[2:-1:2]
    assert all({*row} <= set("│ \u2580\u2584") for row in shared)
    assert len(shared) == 4
    assert own == [
        "│  ⚑    1            │",
        "│       1    1    1  │",
        "│                    │",
    ]


RAISED: Final = {
    ("ascii", 3): """
|                    |
|[#F#]  1    .    .  |
|                    |
| ###   1    1    1  |
|                    |
| ###  ###  ###  ### |
|                    |
""",
    ("ascii", 4): """
| .---.                      |
|[| F |]   1      .      .   |
| '---'                      |
| .---.                      |
| |   |    1      1      1   |
| '---'                      |
| .---.  .---.  .---.  .---. |
| |   |  |   |  |   |  |   | |
| '---'  '---'  '---'  '---' |
""",
    ("unicode", 3): """
│                    │
│[█⚑█]  1            │
│                    │
│ ███   1    1    1  │
│                    │
│ ███  ███  ███  ███ │
│                    │
""",
    ("unicode", 4): """
│ ╭───╮                      │
│[│ ⚑ │]   1                 │
│ ╰───╯                      │
│ ╭───╮                      │
│ │   │    1      1      1   │
│ ╰───╯                      │
│ ╭───╮  ╭───╮  ╭───╮  ╭───╮ │
│ │   │  │   │  │   │  │   │ │
│ ╰───╯  ╰───╯  ╰───╯  ╰───╯ │
""",
}


@pytest.mark.parametrize(("glyphs", "zoom"), RAISED)
def test_without_colours_large_covered_cells_look_raised(glyphs: str, zoom: int) -> None:
    player = GamePlayer(TWO_MINES, glyphs=glyphs, theme="mono", zoom=zoom)
    player.press("$", "enter", "0", "f")
    assert field(player)[1:-1] == RAISED[glyphs, zoom].strip().split("\n")


def seen_behind(player: GamePlayer, column: int, row: int) -> list[Colour | None]:
    """The colours of the upper and the lower half of a place of the screen."""
    text, style = next(
        (text[column - at], style)
        for at, text, style in reversed(player.canvas.pieces[row])
        if at <= column < at + len(text)
    )
    half_block = {"\u2580": (style.foreground, style.background)}
    half_block["\u2584"] = (style.background, style.foreground)
    return [*half_block.get(text, (style.background, style.background))]


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
@pytest.mark.parametrize("zoom", [3, 4])
def test_each_large_cell_is_all_in_its_own_colour(zoom: int, size: tuple[int, int]) -> None:
    """A cell of five columns is two rows high: its own row, and half of those above and below."""
    player = GamePlayer(None, size, setup=Setup(8, 8, 10), glyphs="unicode", zoom=zoom)
    player.press("enter", "G", "i", "i", "a")
    view, columns = player.screen.view, {3: 5, 4: 7}[zoom]
    for row in range(view.top, view.last_row + 1):
        for column in range(view.left, view.last_column + 1):
            x, y = player.place_of(column, row)
            own = player.style_at(column, row).background
            for at in range(x, x + columns):
                above, below = seen_behind(player, at, y - 1), seen_behind(player, at, y + 1)
                assert [above[1], *seen_behind(player, at, y), below[0]] == [own] * 4


def halves_of(player: GamePlayer, column: int, row: int, at: int) -> list[Colour | None]:
    """The colours of a column of a large cell from above, two for each row of its own."""
    x, y = player.place_of(column, row)
    halves = [half for near in (y - 1, y, y + 1) for half in seen_behind(player, x + at, near)]
    return halves[1:-1] if player.screen.view.glyphs.shares_rows else halves


@pytest.mark.parametrize("zoom", [3, 4])
def test_classic_cells_are_raised_where_they_are_large_until_they_are_revealed(zoom: int) -> None:
    player = GamePlayer(TWO_MINES, theme="classic", glyphs="unicode", zoom=zoom)
    player.press("$", "enter", "0", "f", "down")
    theme, last = player.theme, player.screen.view.cell_width - 1
    light, dark = (edge.background for edge in theme.edges)
    for column, row in product(range(1, 5), range(1, 4)):
        face = player.session.game.face(player.screen.grid.cell(column, row))
        own = theme.cells[(column + row) % 2][face][1].background
        if (column, row) == player.cursor:
            own = theme.focused[face][1].background
        left, middle, right = (halves_of(player, column, row, at) for at in (0, last // 2, last))
        many = len(middle)
        if face in COVERED_FACES and (column, row) != player.cursor:
            assert left == [light] * (many - 1) + [dark]
            assert middle == [light] + [own] * (many - 2) + [dark]
            assert right == [light] + [dark] * (many - 1)
        else:
            assert left == middle == right == [own] * many


def test_neighbours_are_of_two_tones_wherever_the_board_is_scrolled_to() -> None:
    player = GamePlayer(WIDE, (40, 12), glyphs="unicode")
    black, white = (tone[Face.COVERED][1] for tone in player.theme.cells)
    for left in range(1, 5):
        player.press("g", "0", "G")
        player.screen.view.scroll(left - player.screen.view.left, 0)
        player.draw()
        assert player.screen.view.left == left
        for column, row in product(range(left, left + 10), range(1, 4)):
            assert player.style_at(column, row) is (black, white)[(column + row) % 2]


@pytest.mark.parametrize(("zoom", "size"), [(2, (60, 24)), (3, (90, 36))])
def test_keys_and_wheel_scroll_so_that_covered_cells_look_the_same(
    zoom: int, size: tuple[int, int]
) -> None:
    """Else a step would write the whole window again."""
    player = GamePlayer(None, size, setup=Setup(300, 300, 9), glyphs="unicode", zoom=zoom)
    view = player.screen.view
    corners = set()
    for key in ["right"] * 40 + ["down"] * 30 + ["left"] * 50 + ["3"] * 60:
        player.press(key)
        corners.add((view.left, view.top))
    player.mouse(WHEEL_DOWN, True, 30, 10)
    corners.add((view.left, view.top))
    assert len(corners) > 60
    assert {sum(corner) % 2 for corner in corners} == {0}


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_every_place_of_the_field_is_of_the_cell_that_a_click_there_acts_on(
    glyphs: str, zoom: int
) -> None:
    player = GamePlayer(TWO_MINES, glyphs=glyphs, zoom=zoom)
    view, found = player.screen.view, []
    for y in range(view.row, view.row + view.height):
        cells = [view.cell_at(x, y) for x in range(view.column, view.box.right)]
        assert None not in cells[: 4 * view.cell_width]
        found.append({cell and player.screen.grid.place(cell)[1] for cell in cells} - {None})
    # At five columns a row that two cells share is of the lower one, the last one of the upper.
    _, rows_of_cell = ZOOMS[zoom]
    rows = [row for row in (1, 2, 3) for _ in range(rows_of_cell)]
    assert found == [{row} for row in rows + [3] * view.glyphs.shares_rows]


@pytest.mark.parametrize("zoom", [3, 4, 5])
def test_a_press_lights_the_cell_that_its_release_acts_on(zoom: int) -> None:
    player = GamePlayer(TWO_MINES, glyphs="unicode", zoom=zoom)
    x, y = player.place_of(3, 2)
    player.mouse(LEFT, True, x + 4, y - 1)
    assert player.painted(player.theme.pressed) == [(3, 2)]
    player.mouse(LEFT, False, x, y)
    assert player.position.split()[1][2] == "1"


# The largest that fits


def fitted(
    size: tuple[int, int], setup: Setup, theme: str = "dark", glyphs: str = "unicode"
) -> GamePlayer:
    return GamePlayer(None, size, setup=setup, theme=theme, glyphs=glyphs, zoom=AUTO)


@pytest.mark.parametrize(
    ("size", "setup", "zoom"),
    [
        ((80, 24), Setup(8, 8, 10), 3),
        ((80, 24), Setup(9, 9, 10), 3),
        ((80, 24), Setup(16, 16, 40), 2),
        ((80, 24), Setup(30, 16, 99), 2),
        ((160, 40), Setup(30, 16, 99), 3),
        ((160, 40), Setup(8, 8, 10), 4),
        ((40, 12), Setup(8, 8, 10), 2),
        ((60, 24), Setup(30, 16, 99), 1),
        ((32, 19), Setup(30, 16, 99), 1),
        ((32, 18), Setup(30, 16, 99), 2),
        ((31, 24), Setup(30, 16, 99), 2),
        ((16, 7), Setup(8, 8, 10), 2),
        ((120, 40), Setup(16, 16, 40), 3),
        ((200, 60), Setup(8, 8, 10), 5),
        ((200, 60), Setup(16, 16, 40), 4),
        ((200, 60), Setup(30, 16, 99), 3),
        ((300, 100), Setup(30, 16, 99), 4),
        ((80, 24), Setup(1000, 1000, 99), 2),
    ],
)
@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_auto_zoom_is_the_largest_at_which_the_whole_board_fits(
    size: tuple[int, int], setup: Setup, zoom: int, theme: str
) -> None:
    player = fitted(size, setup, theme=theme)
    view = player.screen.view
    assert player.looks.zoom == zoom
    assert view.shows_whole_board or zoom == 2


@pytest.mark.samples(40, 400)
@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_a_board_that_fits_is_never_shown_in_part_nor_smaller_than_it_has_to_be(
    theme: str, glyphs: str, count: int
) -> None:
    setup, rng, zooms = Setup(30, 16, 99), Random(1), set()
    player, narrow, wide = (
        GamePlayer(None, setup=setup, theme=theme, glyphs=glyphs, zoom=zoom)
        for zoom in (AUTO, 1, 2)
    )
    for _ in range(count):
        size = rng.randint(28, 69), rng.randint(16, 22)
        for each in (player, narrow, wide):
            each.resize(*size)
        only_narrow = (
            narrow.screen.view.shows_whole_board and not wide.screen.view.shows_whole_board
        )
        assert player.looks.zoom == (1 if only_narrow else 2), size
        zooms.add((player.looks.zoom, player.screen.view.shows_whole_board))
    assert zooms == {(1, True), (2, False), (2, True)}


@pytest.mark.samples(80, 1_000)
@pytest.mark.parametrize("setup", [Setup(8, 8, 10), Setup(16, 16, 40)])
def test_large_cells_leave_room_for_the_end_of_the_game(setup: Setup, count: int) -> None:
    """It needs a panel, or the rows of a result, a verdict and its reason below the header."""
    player, rng, zooms = fitted((80, 24), setup), Random(1), set()
    for _ in range(count):
        columns, rows = rng.randint(40, 130), rng.randint(18, 56)
        player.resize(columns, rows)
        zooms.add(player.looks.zoom)
        if player.looks.zoom > 2:
            assert player.screen.view.shows_whole_board
            box = player.screen.view.box
            assert columns - box.columns >= MIN_PANEL_ROOM or rows - box.rows > 4, player.size
    assert zooms >= {2, 3}


def test_a_text_over_a_large_cell_hides_its_sign() -> None:
    player = GamePlayer("*...", zoom=5, glyphs="unicode", setup=Setup(4, 1, 1, first="any"))
    player.go_to(1, 1)
    player.press("f")
    player.go_to(3, 1)
    view, (x, y) = player.screen.view, player.place_of(1, 1)

    def shape() -> list[str]:
        return [player.lines[row].ljust(80)[x : x + view.cell_width] for row in range(y - 2, y + 3)]

    assert any("█" in row for row in shape())
    player.screen.overlay = lambda: {(1, 1): ("12", player.theme.pressed)}  # type: ignore[method-assign]  # a wide text
    player.draw()
    assert [row.strip() for row in shape()] == ["", "", "12", "", ""]


def test_a_resize_chooses_again() -> None:
    player = fitted((80, 24), Setup(8, 8, 10))
    zooms = []
    for size in ((160, 50), (40, 12), (80, 24)):
        player.resize(*size)
        zooms.append(player.looks.zoom)
    assert zooms == [5, 2, 3]


def test_a_key_steps_from_the_size_shown_and_holds_until_the_board_has_another_size() -> None:
    player = fitted((80, 24), Setup(8, 8, 10))
    player.press("-")
    assert player.looks.zoom == 2
    player.resize(160, 50)
    player.press("n")
    assert player.looks.zoom == 2
    player.press("m", "2")
    player.draw()
    assert (player.setup.width, player.looks.zoom) == (9, 5)


@pytest.mark.parametrize("size", [(160, 50), (60, 24)])
def test_emoji_are_two_columns_in_any_window(size: tuple[int, int]) -> None:
    assert fitted(size, Setup(30, 16, 99), glyphs="emoji").looks.zoom == 2


@pytest.mark.parametrize("key", ["-", "+"])
@pytest.mark.parametrize("zoom", [1, 2])
def test_emoji_have_no_zoom(key: str, zoom: int) -> None:
    player = GamePlayer(TWO_MINES, glyphs="emoji", zoom=zoom)
    player.press(key)
    assert player.message == "Emoji boards cannot be zoomed"
    assert player.screen.view.cell_width == 2


# The cursor


@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_the_cursor_shows_by_its_style_and_by_the_hardware_cursor(theme: str) -> None:
    player = GamePlayer(TWO_MINES, theme=theme, zoom=1)
    player.go_to(3, 2)
    focus = player.theme.focused[Face.COVERED][1]
    assert player.painted(focus) == [(3, 2)]
    assert player.canvas.cursor == player.place_of(3, 2)
    assert focus.reverse


def test_zooming_keeps_the_cursor_and_brings_it_into_sight() -> None:
    player = GamePlayer(WIDE, (40, 12), zoom=1)
    player.press("$")
    player.press("+")
    assert player.cursor == (61, 1)
    view = player.screen.view
    assert view.left <= 61 <= view.last_column
    assert player.canvas.cursor


# The mouse


@pytest.mark.parametrize("zoom", [1, 2])
@pytest.mark.parametrize("place", [(1, 1), (3, 2), (4, 3)])
def test_the_mouse_hits_the_cell_it_is_on(zoom: int, place: tuple[int, int]) -> None:
    player = GamePlayer(TWO_MINES, zoom=zoom)
    player.click(*place, button=RIGHT)
    assert player.cursor == place
    assert player.text_at(*place).strip(" []") == "F"


def test_beside_the_narrow_field_there_is_no_cell() -> None:
    player = GamePlayer(TWO_MINES, zoom=1)
    column, row = player.place_of(4, 3)
    assert player.screen.view.cell_at(column, row)
    assert player.screen.view.cell_at(column + 1, row) is None
    assert player.screen.view.cell_at(player.place_of(1, 3)[0] - 1, row) is None


def test_a_zoom_between_press_and_release_still_means_the_cell() -> None:
    player = GamePlayer(TWO_MINES)
    player.down(4, 1, LEFT)
    player.press("-")
    player.up(4, 1, LEFT)
    assert player.text_at(4, 1) == "."


def test_a_click_before_the_zoom_is_drawn_means_what_is_seen() -> None:
    player = GamePlayer(TWO_MINES)
    column, row = player.place_of(4, 3)
    cell = player.screen.view.cell_at(column, row)
    player.looks.zoom_out()
    assert player.screen.view.cell_at(column, row) == cell


# Scrolling


def test_twice_the_board_fits_at_one_column() -> None:
    narrow, wide = GamePlayer(WIDE, (40, 12), zoom=1), GamePlayer(WIDE, (40, 12))
    assert (wide.screen.view.across, narrow.screen.view.across) == (18, 38)


def test_the_frame_says_which_part_is_in_sight_and_where_it_goes_on() -> None:
    player = GamePlayer(WIDE, (40, 12), zoom=1)
    assert field(player) == [
        "+- 61x4 " + "-" * 13 + " your own layout -+",
        "|" + "#" * 38 + "|",
        "|" + "#" * 38 + ">",
        *["|" + "#" * 38 + "|"] * 2,
        "+" + "-" * 10 + " columns 1-38/61 " + "-" * 11 + "+",
    ]


def test_the_wheel_scrolls_by_cells_at_one_column() -> None:
    player = GamePlayer(WIDE, (40, 12), zoom=1)
    player.mouse(WHEEL_DOWN, True, 10, 5)
    assert player.screen.view.left == 5


@pytest.mark.parametrize("size", [(16, 7), (40, 12), (80, 24), (200, 60)])
def test_the_smallest_window_is_the_same_at_both_zooms(size: tuple[int, int]) -> None:
    for zoom in (1, 2):
        assert GamePlayer(WIDE, size, zoom=zoom).screen.view.across >= 1
        assert GamePlayer(WIDE, (15, 7), zoom=zoom).shows("16x5 needed")


# What lies over the cells


def test_odds_at_one_column_are_colours_and_only_safe_cells_have_a_glyph() -> None:
    player = zoomed_out(TWO_MINES, "a")
    assert field(player) == ["+----+", "| 1..|", "| 111|", "|ooo |", "+----+"]
    styles = [player.style_at(1, 1), player.style_at(2, 3), player.style_at(4, 3)]
    assert styles == [player.theme.odds[level] for level in (3, 0, 4)]


def test_odds_at_one_column_are_glyphs_but_no_numbers_without_colours() -> None:
    player = GamePlayer(TWO_MINES, theme="mono", zoom=1)
    player.press("$", "enter", "a")
    assert field(player) == ["+----+", "|%1..|", "|%111|", "|ooo*|", "+----+"]
    player = GamePlayer(TWO_MINES, theme="mono", zoom=1, glyphs="unicode")
    player.press("$", "enter", "a")
    assert [line[1:-1] for line in field(player)[1:-1]] == ["▟1  ", "▟111", "✓✓✓✱"]


@pytest.mark.parametrize(("zoom", "text"), [(1, " "), (2, "50")])
@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_the_cursor_leaves_the_odds_of_its_cell(zoom: int, text: str, glyphs: str) -> None:
    player = GamePlayer(TWO_MINES, glyphs=glyphs, zoom=zoom)
    player.press("$", "enter", "a", "0")
    assert player.cursor == (1, 1)
    assert player.text_at(1, 1) == text
    assert player.style_at(1, 1) is player.theme.focused[Face.COVERED][1]


def test_a_zoom_keeps_the_marks_of_a_hint() -> None:
    player = GamePlayer(TWO_MINES)
    player.press("$", "enter", "i", "i")
    marked = {name: player.painted(style) for name, style in player.theme.marks.items()}
    assert marked["target"] != []
    player.press("-")
    assert {name: player.painted(style) for name, style in player.theme.marks.items()} == marked


def test_emoji_that_a_hint_points_at_change_their_colour() -> None:
    player = GamePlayer(TWO_MINES, glyphs="emoji")
    player.press("$", "enter", "i", "i")
    assert [line.count("🟩") for line in player.lines if "🟩" in line] == [3, 1]  # a tile
    player.go_to(1, 3)
    assert [line.count("🟩") for line in player.lines if "🟩" in line] == [3, 1]


def test_a_pause_hides_the_narrow_field() -> None:
    player = zoomed_out(TWO_MINES, "p")
    assert not any(character in "".join(field(player)) for character in "#F12")
    assert player.shows("Paused")


def test_the_sea_has_two_tones_of_its_own() -> None:
    player = GamePlayer(None, setup=Setup(30, 16, 99))
    player.press("enter", "a")
    assert [player.style_at(column, 16) for column in (28, 29)] == list(player.theme.sea)


def test_without_colours_the_sea_stays_as_it_is() -> None:
    player = GamePlayer(None, theme="mono", setup=Setup(30, 16, 99))
    player.press("enter")
    before = player.text_at(29, 16)
    player.press("a")
    assert player.text_at(29, 16) == before == " #"
    assert not any(style.reverse for style in (*player.theme.sea, *player.theme.odds))


# The blank column at the right of the field


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_numbers_stand_in_the_middle_of_the_frame(glyphs: str) -> None:
    player = GamePlayer("....\n....\n...*", glyphs=glyphs)
    player.press("enter", "home", "g")
    column, row = player.place_of(4, 2)
    assert player.lines[row][column : column + 4] in (" 1 |", " 1 │")


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_an_expert_board_leaves_room_for_a_panel_of_80_columns(theme: str, glyphs: str) -> None:
    player = GamePlayer(None, theme=theme, glyphs=glyphs, setup=Setup(30, 16, 99))
    player.press("enter")
    player.explode()
    player.wait_until_idle()
    assert player.screen.view.box.columns + MIN_PANEL_ROOM <= 80
    assert any(line.startswith("Time ") for line in player.panel)


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_the_field_is_in_the_middle_of_its_frame_with_a_blank_column_on_each_side(
    glyphs: str,
) -> None:
    """The backgrounds of its cells show where it ends."""
    player = GamePlayer(TWO_MINES, glyphs=glyphs)
    view = player.screen.view
    assert view.column - view.box.column == 2
    assert view.box.right - (view.column + 4 * view.cell_width - 1) == 2


def test_without_backgrounds_the_glyphs_are_in_the_middle_of_the_frame() -> None:
    assert field(GamePlayer(TWO_MINES, theme="mono", begins_at=(4, 1)))[2] == "| # # # # |"


def test_a_click_beside_the_last_cell_does_nothing() -> None:
    player = GamePlayer(TWO_MINES, glyphs="unicode")
    column, row = player.place_of(4, 1)
    player.click_at(column + 2, row)
    assert not player.session.steps
    player.click_at(column + 1, row)
    assert player.session.game.is_revealed(player.screen.grid.cell(4, 1))
