"""The map of the board: what it shows, how it leads from front to front, and where Enter goes."""

import pytest

from minesweeper.engine.cells import Grid
from minesweeper.engine.setup import Setup
from minesweeper.settings.table import Binding
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.screens.map import MIN_SIDE_PIXELS, scale_of
from tests.harness.player import LEFT, GamePlayer, width

# Three mines by themselves, and a wall of them with cells beyond it.
LAYOUT = """
    ....................
    ....................
    ..*.............*...
    ....................
    .........*..........
    ....................
    ....................
    ....................
    ********************
    ....................
"""
ROW = "." * 40


def at_map(
    layout: str | None = LAYOUT, size: tuple[int, int] = (80, 24), **options: object
) -> GamePlayer:
    """A player at the map, after the first reveal."""
    player = GamePlayer(layout, size, **options)  # type: ignore[arg-type]  # the player's own
    player.press("enter", "ctrl-i")
    assert player.is_at_page
    return player


def drawn(player: GamePlayer) -> list[str]:
    """The rows of the map, without its frame and its legend."""
    return [line.strip(" |") for line in player.page if line.strip(" |")][:-1]


def title(player: GamePlayer) -> str:
    """The title in the upper edge, or the first row of a page without a frame."""
    return player.shown[0].strip(" +-").partition(" -")[0]


# What it shows


def test_a_board_that_fits_has_two_columns_a_cell() -> None:
    player = at_map()
    assert drawn(player) == [
        ROW.replace(".", "X", 1).replace("X.", "X", 1),
        ROW,
        "....@@..........................OO......",
        ROW,
        "..................OO....................",
        *[ROW] * 3,
        "O" * 40,
        "#" * 40,
    ]


def test_the_cell_of_the_cursor_stands_out_without_colours_as_well() -> None:
    player = at_map(theme="mono")
    cursor = player.theme.map_cursor
    pieces = [piece for row in player.canvas.pieces for piece in row]
    assert [text for _, text, style in pieces if style is cursor] == [" X"] * 2  # one is the legend
    assert cursor.reverse


def test_the_edges_say_which_front_is_chosen_and_how_much_is_open() -> None:
    player = at_map()
    assert player.shows("+- Front 1 of 6: 1 cell ---")
    assert player.shows("--- 89% revealed -+")
    assert player.shows("--- (2,2) -+")
    keys = "Enter go there   Tab choose next   arrows choose nearest   Esc go back"
    assert player.shown[-1].strip() == keys


def test_the_legend_explains_the_signs_that_are_on_the_map() -> None:
    legend = " ".join(at_map().page[-2].split())
    assert legend == "X cursor @ chosen O front # covered . open"
    assert "covered" not in at_map("..*\n..*").page[-2]


def test_the_legend_leaves_out_what_does_not_fit() -> None:
    rows = ["." * 60] * 60
    rows[2], rows[50] = "..*" + "." * 50 + "*......", "*" * 60
    player = at_map("\n".join(rows))
    legend = next(line for line in player.lines if "cursor" in line)
    assert legend.split("|")[1].split() == [
        *("X", "cursor", "@", "chosen", "O", "front", ":", "window", "#", "covered"),
        *(".", "open"),
    ]
    assert any(":::" in line for line in player.lines)


def test_with_colours_a_row_of_the_screen_has_two_rows_of_the_map() -> None:
    player = at_map(size=(40, 12), glyphs="unicode")
    theme = player.theme
    _, text, style = player.canvas.pieces[7][-1]
    covered, front = theme.colour("covered"), theme.colour("front")
    assert ({*text} <= {*"▀▄"}, {style.foreground, style.background}) == (True, {front, covered})
    shown = {
        colour
        for row in player.canvas.pieces
        for *_, each in row
        for colour in (each.foreground, each.background)
    }
    assert {theme.colour("look"), front, covered} <= shown


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("glyphs", ["unicode", "ascii", "emoji"])
def test_the_map_is_drawn_in_every_theme(theme: str, glyphs: str) -> None:
    player = at_map(None, setup=Setup(60, 40, 300), theme=theme, glyphs=glyphs)
    assert player.shows("Front 1 of ")


def test_where_the_board_does_not_fit_the_window_is_shown_on_the_map() -> None:
    player = at_map(size=(40, 12))
    assert [line.strip(" |") for line in player.page if line.strip(" |")] == [
        *("X::::::::::::::::::.", ":.@.............O.:.", ":........O........:."),
        *(":.................:.", "OOOOOOOOOOOOOOOOOOOO"),
    ]


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
@pytest.mark.parametrize("board", [(8, 8), (30, 16), (1, 100), (100, 1), (2000, 20), (20, 2000)])
def test_the_map_of_a_board_of_any_shape_fits(
    size: tuple[int, int], board: tuple[int, int]
) -> None:
    player = at_map(None, setup=Setup(*board, board[0] * board[1] // 10))
    player.resize(*size)
    assert max(map(width, player.lines)) <= size[0]
    assert len(player.lines) == size[1]
    column, row = player.canvas.cursor or (0, 0)
    assert 0 <= column < size[0]
    assert 0 <= row < size[1]


@pytest.mark.parametrize("board", [(8, 8), (30, 16), (1000, 1000), (10_000, 100), (100, 10_000)])
@pytest.mark.parametrize("room", [(74, 19), (16, 3), (194, 55), (37, 8)])
def test_the_map_has_room_and_no_side_of_it_is_a_line(
    board: tuple[int, int], room: tuple[int, int]
) -> None:
    across, down, pixels = scale_of(Grid(*board), *room)
    blocks = zip(board, (across, down), (room[0], 2 * room[1]), strict=True)
    for cells, block, most in blocks:
        own = -(-cells // -(-cells // most))
        assert min(MIN_SIDE_PIXELS, own) <= pixels * -(-cells // block) <= most


@pytest.mark.parametrize(
    ("board", "scale"),
    [
        ((8, 8), (1, 1, 2)),
        ((37, 19), (1, 1, 2)),
        ((38, 19), (1, 1, 1)),
        ((75, 19), (2, 1, 1)),
        ((75, 38), (2, 2, 1)),
        ((1000, 1000), (27, 27, 1)),
        ((10_000, 100), (136, 6, 1)),
    ],
)
def test_pixels_are_square_where_a_board_is_not_too_long(
    board: tuple[int, int], scale: tuple[int, int, int]
) -> None:
    assert scale_of(Grid(*board), 74, 19) == scale


def test_on_a_board_too_large_for_the_solver_the_map_shows_what_is_open_and_the_window() -> None:
    wall = "\n".join(["." * 60 + "*" + "." * 50] * 100)
    player = at_map(wall)
    assert title(player) == "Fronts: only for boards of up to 10,000 cells"
    rows = [line for line in drawn(player) if "#" in line]
    assert len(rows) > 15
    assert {*"".join(rows)} == {*"X:.#"}
    assert any(":::" in row for row in rows)
    player.press("escape")
    player.go_to(100, 90)
    player.press("f")
    player.go_to(1, 1)
    player.press("ctrl-i")
    assert "".join(drawn(player)).count("+") == 1
    assert player.shows("+ partly open")
    player.press("enter", "right")
    assert player.is_at_page
    player.press("escape")
    assert player.cursor == (1, 1)


# From front to front


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["right"], "Front 3 of 6: 1 cell"),
        (["l", "l"], "Front 2 of 6: 1 cell"),
        (["l", "l", "l"], "Front 6 of 6: 4 cells"),
        (["right", "left"], "Front 4 of 6: 8 cells"),
        (["down"], "Front 4 of 6: 8 cells"),
        (["down", "down", "up"], "Front 1 of 6: 1 cell"),
        (["right", "up"], "Front 1 of 6: 1 cell"),
        (["l", "k", "j", "h"], "Front 1 of 6: 1 cell"),
        (["ctrl-i"], "Front 2 of 6: 1 cell"),
        (["shift-tab"], "Front 6 of 6: 4 cells"),
        (["shift-tab", "ctrl-i"], "Front 1 of 6: 1 cell"),
        (["end"], "Front 6 of 6: 4 cells"),
        (["G", "g"], "Front 1 of 6: 1 cell"),
        (["x", "f", "?", "n"], "Front 1 of 6: 1 cell"),
    ],
)
def test_keys_lead_from_front_to_front(keys: list[str], said: str) -> None:
    player = at_map()
    player.press(*keys)
    assert title(player) == said


def test_tab_leads_to_every_front() -> None:
    player, seen = at_map(), set()
    for _ in range(6):
        player.press("ctrl-i")
        seen.add(title(player))
    assert len(seen) == 6


def test_the_front_that_is_nearest_to_the_cursor_is_chosen_first() -> None:
    player = GamePlayer(LAYOUT)
    player.press("enter", "$", "ctrl-i")
    assert title(player) == "Front 2 of 6: 1 cell"


def test_the_chosen_front_stays_so_in_another_window() -> None:
    player = at_map()
    player.press("right")
    player.resize(30, 10)
    assert title(player).startswith("Front 3 of ")
    player.resize(80, 24)
    assert title(player) == "Front 3 of 6: 1 cell"


# Going there


@pytest.mark.parametrize("enter", ["enter", "o"])
def test_enter_goes_to_a_number_beside_the_front(enter: str) -> None:
    player = at_map()
    player.press("right", enter)
    assert not player.is_at_page
    assert player.cursor == (9, 4)
    assert player.text_at(9, 4) == "1"


def test_the_place_gone_to_is_in_the_middle_of_the_window() -> None:
    rows = ["." * 100] * 100
    rows[40] = "." * 70 + "*" + "." * 29
    player = at_map("\n".join(rows), setup=Setup(100, 100, 1, win="flags"))
    player.press("enter")
    view = player.screen.view
    assert player.cursor == (70, 40)
    assert (view.left + view.across // 2, view.top + view.down // 2) == (70, 40)


def test_enter_held_reveals_nothing() -> None:
    player = at_map()
    before = player.position
    player.press("enter", *["enter"] * 20)
    assert player.position == before


@pytest.mark.parametrize("key", ["escape", "q"])
def test_a_key_leaves_and_moves_nothing(key: str) -> None:
    player = at_map()
    player.press("right", key)
    assert not player.is_at_page
    assert player.cursor == (1, 1)


def test_a_click_goes_to_the_cell_that_is_clicked() -> None:
    player = at_map()
    column, row = player.find("X...")
    player.click_at(column + 2 * 6, row + 7)
    assert player.cursor == (7, 8)


def test_a_click_beside_the_map_or_with_another_button_goes_nowhere() -> None:
    player = at_map()
    column, row = player.find("X...")
    for place in ((column - 3, row), (column, row - 1), (column + 40, row), (column, row + 10)):
        player.click_at(*place)
    player.click_at(column + 6, row, LEFT + 1)
    player.mouse(LEFT, True, column, row)
    player.mouse(LEFT, False, column + 6, row)
    assert player.is_at_page


# When there is nothing to go to


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ([], "Everything is covered"),
        (["enter", "G", "enter", "$", "enter"], "The game is over"),
    ],
)
def test_a_map_without_fronts_says_why_and_only_leaves(keys: list[str], said: str) -> None:
    player = GamePlayer("..*.\n....\n....\n*...")
    player.press(*keys, "ctrl-i")
    assert title(player) == said
    assert player.shown[-1].strip() == "Esc go back"
    for key in ("enter", "right", "ctrl-i", "end"):
        player.press(key)
        assert player.is_at_page


def test_where_all_is_flagged_or_revealed_nothing_is_left() -> None:
    player = GamePlayer("*....\n.....\n.....", setup=Setup(5, 3, 1, win="clear"))
    player.press("f", "ctrl-i")
    assert title(player) == "Everything is covered"


def test_more_is_open_but_never_all_before_the_end() -> None:
    player = GamePlayer(None, setup=Setup(40, 40, 1, win="flags"))
    player.press("enter", "ctrl-i")
    assert player.shows("100% revealed" if player.session.game.safe_left == 0 else "99% revealed")


# In the game


def test_the_clock_stops_and_it_is_no_help() -> None:
    player = at_map()
    clock = player.session.milliseconds(player.now)
    player.wait(5_000)
    player.press("escape")
    assert player.session.milliseconds(player.now) == clock
    assert player.session.running
    assert set(player.session.helps) == set()


def test_there_is_no_map_in_a_pause() -> None:
    player = GamePlayer(LAYOUT)
    player.press("enter", "p", "ctrl-i")
    assert not player.is_at_page


def test_the_keys_name_the_map_where_the_board_is_not_all_in_sight() -> None:
    assert GamePlayer(None, setup=Setup(200, 200, 4_000)).shows("Tab map")
    assert not GamePlayer(None, setup=Setup(30, 16, 99)).shows("Tab map")


def test_a_key_that_the_player_gave_to_something_else_opens_no_map() -> None:
    rows = bound_rows("default", {"hint": Binding(("tab",), "config.toml")})
    player = GamePlayer(LAYOUT, keymap=rows)
    player.press("enter", "ctrl-i")
    assert [*player.session.helps] == ["hint"]
    rows = bound_rows("wasd", {"map": Binding(("é",), "config.toml")})
    player = GamePlayer(LAYOUT, keymap=rows)
    player.press("enter", "é", "é", "a")
    assert title(player) == "Front 3 of 6: 1 cell"
