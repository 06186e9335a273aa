"""The map of the board: what it shows, how it leads from front to front, and where Enter goes."""

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.settings.table import Binding
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.screens.map import MapPage
from tests.harness.player import LEFT, RIGHT, GamePlayer, side_says, words_text
from tests.harness.scenes import play

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
# A window in which a cell of this board is one column wide.
SMALL = (40, 14)


def at_map(
    layout: str | None = LAYOUT, size: tuple[int, int] = (80, 24), **options: object
) -> GamePlayer:
    """A player at the map, after the first reveal."""
    player = GamePlayer(layout, size, **options)  # type: ignore[arg-type]  # the player's own
    player.press("enter", "ctrl-i")
    assert player.is_at_page
    return player


def page_of(player: GamePlayer) -> MapPage:
    assert isinstance(player.top, MapPage)
    return player.top


def says(player: GamePlayer) -> str:
    return side_says(page_of(player).side(player.now))


def drawn(player: GamePlayer) -> list[str]:
    """The rows of the map."""
    stage = page_of(player).stage
    rows = player.lines[stage.row + 1 : stage.bottom + 1]
    texts = [line[stage.column : stage.right + 1].strip() for line in rows]
    return [text for text in texts if text]


# What it shows


def test_of_two_rows_of_the_board_what_matters_more_is_shown() -> None:
    """The player, the chosen front, other fronts, what is open, what is covered."""
    player = at_map(size=SMALL)
    assert drawn(player) == [
        "X...................",
        "..@.............O...",
        ".........O..........",
        "....................",
        "OOOOOOOOOOOOOOOOOOOO",
    ]


@pytest.mark.parametrize(
    ("column", "row", "cell"), [(0, 0, (1, 1)), (13, 3, (2, 1)), (14, 4, (3, 2)), (20, 6, (3, 2))]
)
def test_a_small_board_is_enlarged_by_whole_steps(
    column: int, row: int, cell: tuple[int, int]
) -> None:
    player = at_map("..*\n...", (40, 14))
    assert drawn(player) == ["X" * 7 + "." * 7 + "@" * 7] * 4 + ["." * 14 + "@" * 7] * 3
    left, top = player.find("XXX")
    player.click_at(left + column, top + row)
    assert player.cursor == cell


def test_with_colours_a_row_of_the_screen_has_two_rows_of_the_board() -> None:
    player = at_map(glyphs="unicode")
    theme = player.theme
    stage = page_of(player).stage
    pieces = [
        (text, style)
        for row in player.canvas.pieces[stage.row + 1 : stage.bottom + 1]
        for column, text, style in row
        if column <= stage.right
    ]
    assert {*"".join(text for text, _ in pieces)} <= {*" ▀▄"}
    colours = {each for _, style in pieces for each in (style.foreground, style.background)}
    assert colours == {
        theme.colour(role) for role in ("bright", "look", "front", "open-2", "covered")
    }


def test_the_side_says_how_much_waits_there_where_it_is_and_how_much_is_open() -> None:
    player = at_map()
    assert says(player) == "Front 1 of 6 1 cell waits here: it touches numbers."
    side = page_of(player).side(player.now)
    assert side.foot == ["at (2,2)", "89% open"]
    assert words_text(side.main) == "Enter go there / Tab next front"
    assert words_text(side.more) == "arrows nearest front / Esc back"
    assert player.lines[1].split()[:2] == ["Map", "20x10"]


@pytest.mark.parametrize(
    ("layout", "legend"),
    [
        (LAYOUT, ["@ chosen front", "O other fronts", ". open", "# covered", "X you"]),
        ("..*\n...", ["@ chosen front", ". open", "X you"]),
    ],
)
def test_the_legend_explains_what_is_on_the_map(layout: str, legend: list[str]) -> None:
    texts = [" ".join(line[54:].split()) for line in at_map(layout).lines]
    first = texts.index(legend[0])
    assert texts[first : first + len(legend) + 1] == [*legend, ""]


def test_the_player_and_the_chosen_front_stand_out_in_mono() -> None:
    player = at_map(theme="mono")
    reversed_texts = {
        text.strip() for row in player.canvas.pieces for _, text, style in row if style.reverse
    }
    assert {*"".join(reversed_texts)} == {"X", "@"}


@pytest.mark.parametrize(
    ("size", "setup", "side"),
    [
        ((80, 24), (50, 38), 1),
        ((80, 24), (51, 38), 2),
        ((80, 24), (50, 39), 2),
        ((80, 24), (1000, 1000), 27),
        ((80, 24), (1000, 3), 20),
        ((30, 10), (28, 8), 1),
        ((30, 10), (29, 8), 2),
    ],
)
def test_a_block_has_the_fewest_cells_with_which_the_map_fits(
    size: tuple[int, int], setup: tuple[int, int], side: int
) -> None:
    columns, rows = setup
    player = at_map(None, size, setup=Setup(columns, rows, columns * rows // 10))
    rows_of_blocks = -(-rows // side)
    map_rows = drawn(player)
    assert len(map_rows) == -(-rows_of_blocks // 2)
    assert {len(row) for row in map_rows} == {-(-columns // side)}


def test_on_a_board_too_large_for_the_solver_the_map_only_shows_what_is_open() -> None:
    player = at_map("\n".join(["." * 60 + "*" + "." * 50] * 100))
    assert says(player) == "No fronts Fronts are shown only for boards of up to 10,000 cells."
    assert {*"".join(drawn(player))} == {*"X.#"}
    player.press("escape")
    player.go_to(100, 90)
    player.press("f")
    player.go_to(1, 1)
    player.press("ctrl-i")
    assert "".join(drawn(player)).count("+") == 1
    assert player.shows("+   partly open")
    player.press("enter", "right")
    assert player.is_at_page


# From front to front


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("right", "Front 3 of 6 1 cell waits"),
        ("l l", "Front 2 of 6 1 cell waits"),
        ("l l l", "Front 6 of 6 4 cells wait"),
        ("right left", "Front 4 of 6 8 cells wait"),
        ("down", "Front 4 of 6 8 cells wait"),
        ("down down up", "Front 1 of 6"),
        ("right up", "Front 1 of 6"),
        ("l k j h", "Front 1 of 6"),
        ("ctrl-i", "Front 2 of 6"),
        ("shift-tab", "Front 6 of 6"),
        ("shift-tab ctrl-i", "Front 1 of 6"),
        ("end", "Front 6 of 6"),
        ("G g", "Front 1 of 6"),
        ("x f ? n", "Front 1 of 6"),
    ],
)
def test_keys_lead_from_front_to_front(keys: str, said: str) -> None:
    player = at_map()
    player.press(*keys.split())
    assert says(player).startswith(said)


def test_the_front_that_is_nearest_to_the_cursor_is_chosen_first() -> None:
    player = GamePlayer(LAYOUT)
    player.press("enter", "$", "ctrl-i")
    assert says(player).startswith("Front 2 of 6")


def test_the_chosen_front_stays_so_in_another_window() -> None:
    player = at_map("\n".join(row.strip() * 3 for row in LAYOUT.split()))
    player.press("right", "right")
    chosen = page_of(player).side(player.now).foot[0]
    player.resize(30, 10)
    assert says(player).startswith("Front ")
    player.resize(80, 24)
    assert page_of(player).side(player.now).foot[0] == chosen


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


def test_escape_moves_nothing() -> None:
    player = at_map()
    player.press("right", "escape")
    assert not player.is_at_page
    assert player.cursor == (1, 1)


def test_a_click_goes_to_the_cell_that_is_clicked() -> None:
    player = at_map(size=SMALL)
    column, row = player.find("X...")
    player.click_at(column + 6, row + 3)
    assert player.cursor == (7, 7)


def test_a_click_beside_the_map_or_with_another_button_goes_nowhere() -> None:
    player = at_map(size=SMALL)
    column, row = player.find("X...")
    for place in ((column - 1, row), (column, row - 1), (column + 20, row), (column, row + 5)):
        player.click_at(*place)
    player.click_at(column + 6, row, RIGHT)
    player.mouse(LEFT, True, column, row)
    player.mouse(LEFT, False, column + 6, row)
    assert player.is_at_page


# When there is nothing to go to


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ([], "No covered cell without a flag touches a number."),
        (["enter", "G", "enter", "$", "enter"], "The game is over."),
    ],
)
def test_a_map_without_fronts_says_why_and_only_leaves(keys: list[str], why: str) -> None:
    player = GamePlayer("..*.\n....\n....\n*...")
    player.press(*keys, "ctrl-i")
    assert says(player) == f"No fronts {why}"
    assert player.shown[-1].strip() == "Esc back"
    for key in ("enter", "right", "ctrl-i", "end"):
        player.press(key)
        assert player.is_at_page


# In the game


def test_it_is_no_help_and_there_is_none_in_a_pause() -> None:
    play(
        """
        on ..*./.... ; enter tab escape ; = helps
        p tab ; = page left
        """
    )


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
    assert says(player).startswith("Front 3 of 6")
