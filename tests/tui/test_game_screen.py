"""The screen on which the game is played, drawn in memory; time is handed in."""

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Key
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.widgets.frame import MIN_FOOTER_COLUMNS
from tests.harness.kept_games import nowhere
from tests.harness.player import (
    LEFT,
    RIGHT,
    WHEEL_DOWN,
    WHEEL_UP,
    GamePlayer,
    width,
)

TIMES = "\N{MULTIPLICATION SIGN}"

FIVE_MINES = """
    .......*
    ........
    ..*.....
    ........
    ....*...
    ........
    *......*
"""
OPEN = "\n".join(["." * 30] * 19 + ["*" + "." * 29])


# Whole screens


def test_a_new_game_at_80x24() -> None:
    assert GamePlayer(size=(80, 24)).shown == [
        "                               F 2     :)    0:00",
        "                                  +- 4x3 ----+",
        "                                  | [#]# # # |",
        "                                  |  # # # # |",
        "                                  |  # # # # |",
        "                                  +----------+",
        *[""] * 10,
        "         Enter reveal   Space flag   i hint   m menu   ? help   q quit",
    ]


@pytest.mark.parametrize(
    ("setup", "middle"),
    [
        (Setup(9, 9, 10), (5, 5)),
        (Setup(30, 16, 99), (15, 8)),
        (Setup(1, 2, 1), (1, 1)),
        (Setup(300, 200, 99), (150, 100)),
    ],
)
def test_the_cursor_starts_in_the_middle(setup: Setup, middle: tuple[int, int]) -> None:
    player = GamePlayer(None, setup=setup, begins_at=None)
    assert player.cursor == middle
    assert player.text_at(*middle) == "[#"


def test_a_large_board_is_first_shown_around_its_middle() -> None:
    view = GamePlayer(None, setup=Setup(300, 200, 99), begins_at=None).screen.view
    assert abs((view.left + view.last_column) - 300) <= 2
    assert abs((view.top + view.last_row) - 200) <= 2


@pytest.mark.parametrize("size", [(80, 24), (200, 60), (40, 12)])
def test_a_game_is_about_in_the_middle_of_the_window(size: tuple[int, int]) -> None:
    player = GamePlayer(size=size)
    above = next(row for row, line in enumerate(player.lines) if line)
    below = next(row for row, line in enumerate(reversed(player.lines[:-1]), 1) if line)
    assert 0 <= below - above <= 4
    assert player.lines[-1]
    field = next(line for line in player.lines if "+--" in line)
    assert abs(field.index("+") - (size[0] - len(field))) <= 1


def test_a_game_half_played_at_40x12() -> None:
    player = GamePlayer(size=(40, 12))
    player.press("$", "enter")
    player.wait(61_234)
    player.press("0", "G", " ")
    assert player.shown == [
        "           F 1     :)    1:01",
        "              +- 4x3 ----+",
        "              |  # 1 . . |",
        "              |  # 1 1 1 |",
        "              | [F]# # # |",
        "              + unranked +",
        "        Unranked: your own layout",
        *[""] * 3,
        "Enter reveal  Space flag  ? help  q quit",
    ]


def test_a_won_game_at_40x12() -> None:
    player = GamePlayer(size=(40, 12))
    player.press("$", "enter", "0", "G")
    player.wait(12_345)
    player.press("enter")
    assert player.shown == [
        "F 0     B)    0:12",
        "+- Won ----+   Won",
        "|  F 1 . . |   -----------------------",
        "|  1 1 1 1 |   Time           12.345 s",
        "| [.]. 1 F |   3BV                   2",
        "+---- 4x3 -+   3BV/s              0.16",
        "               Efficiency         100%",
        "",
        "               Unranked: your",
        "               own layout",
        "n new  i review  u undo  ? help  q quit",
    ]


def test_a_lost_game_shows_every_mine_and_every_wrong_flag() -> None:
    player = GamePlayer("*..*\n....\n*..*", glyphs="unicode", theme="mono")
    player.press(" ", "right", " ", "G", "$", "enter")
    assert player.shown[:6] == [
        "                               ⚑ 2     :(    0:00",
        "                                  ╭─ Lost ──╮",
        "                                  │ ⚑ ✗ ■ ✱ │   Lost",
        "                                  │ ■ ■ ■ ■ │   ────────────────────────────",
        "                                  │ ✱ ■ ■[◉]│   Time                 0.000 s",
        f"                                  ╰─── 4{TIMES}3 ─╯   3BV                   0 of 8",
    ]


def test_a_paused_game_shows_no_cell() -> None:
    player = GamePlayer(size=(80, 24))
    player.press("$", "enter", "p")
    assert player.shown == [
        "                               F 2     ||    0:00",
        "                                  +- 4x3 ----+",
        "                                  |          |",
        "                                  |  Paused  |",
        "                                  |          |",
        "                                  + unranked +",
        "                            Unranked: your own layout",
        *[""] * 9,
        "                          p continue   ? help   q quit",
    ]
    assert player.canvas.cursor is None


def test_a_low_window_has_the_header_in_the_frame() -> None:
    player = GamePlayer(FIVE_MINES, (20, 8))
    player.press("3", "3", "3", "3")
    assert player.lines == [
        "+ F 5 -- :) - 0:00 +",
        "|  # # # # # # # # ^",
        "|  # # # # # # # # |",
        "|  # # # #[#]# # # |",
        "|  # # # # # # # # v",
        "+--- rows 3-6/7 ---+",
        "",
        "    Enter reveal",
    ]


def test_a_small_window_has_rows_for_a_message_and_the_keys() -> None:
    player = GamePlayer(FIVE_MINES, (16, 7), glyphs="unicode", theme="mono")
    player.press("G", "$")
    assert player.lines == [
        "╭⚑ 5──:)──0:00╮",
        "│ ■ ■ ■ ■ ■ ■ ▴",
        "◂ ■ ■ ■ ■ ■ ■ │",
        "│ ■ ■ ■ ■ ■[■]│",
        "╰─── 3-8/8 ───╯",
        "",
        "  Enter reveal",
    ]


def test_the_emoji_look() -> None:
    player = GamePlayer(size=(40, 12), glyphs="emoji")
    player.press("$", "enter", "home", " ", "3", "1")
    assert player.shown[:6] == [
        "           🚩 1    🙂    0:00",
        f"              ╭─ 4{TIMES}3 ────╮",
        "              │ 🚩 1     │",
        "              │ 🟦 1 1 1 │",
        "              │ 🟨🟦🟦🟦 │",
        "              ╰ unranked ╯",
    ]


def test_a_level_is_called_by_its_name_at_200x60() -> None:
    player = GamePlayer(None, (200, 60), setup=Setup(30, 16, 99))
    assert player.title == "Expert 30x16  seed 7"
    assert player.shown[0].split() == ["F", "99", ":)", "0:00"]
    assert player.shown[-1].strip().startswith("Enter reveal")


@pytest.mark.parametrize(
    ("size", "lines"),
    [
        ((1, 1), ["T"]),
        ((5, 3), ["Too", "small", "16x5"]),
        ((10, 3), ["Too small", "16x5", "needed"]),
        ((15, 24), ["Too small", "16x5 needed", *[""] * 22]),
        ((80, 4), ["Too small", "16x5 needed", *[""] * 2]),
    ],
)
def test_a_window_that_is_too_small_says_so(size: tuple[int, int], lines: list[str]) -> None:
    player = GamePlayer(size=size)
    assert player.lines == lines
    assert player.canvas.cursor is None


def test_a_message_is_in_the_lower_edge_only_where_there_is_no_row_for_it() -> None:
    player = GamePlayer(None, (34, 7), setup=Setup(30, 16, 99))
    player.press("y")
    assert player.lines[-2].strip() == "Nothing to redo"
    player.resize(34, 6)
    assert player.lines[-2].strip() == "+------- Nothing to redo --------+"
    assert player.lines[-1].split()[:2] == ["Enter", "reveal"]
    player.resize(16, 5)
    assert player.lines[-1] == "+ Nothing t... +"


def test_a_board_that_scrolls_gives_rows_to_a_long_answer() -> None:
    player = GamePlayer(None, (40, 14), setup=Setup(30, 16, 99), glyphs="unicode")
    player.press("enter")
    rows = player.screen.view.down
    assert player.lines[-2:] == ["", player.lines[-1]]
    player.press("i", "i")
    assert player.screen.view.down < rows
    assert player.notice_text.startswith("✓ is safe: 2 needs one mine more than 1 ,")
    assert player.lines[player.screen.view.box.bottom].strip().startswith("╰")


def test_help_may_be_asked_for_before_the_first_frame() -> None:
    """Keys may be typed ahead while the player takes over a replay."""
    screen = GameScreen(OpenGames(Dealer(Setup(8, 8, 10), lambda: 7), nowhere()), Looks())
    for key in ("enter", "x", "i", "i"):
        screen.handle(Key(key), 0)
    canvas = Canvas(80, 24)
    screen.draw(canvas, 0)
    assert any("safe" in line for line in canvas.lines())


def test_a_start_in_a_window_that_is_too_small_takes_no_time_of_the_processor() -> None:
    player = GamePlayer(size=(10, 3))
    player.wait_until_idle()
    player.resize(80, 24)
    player.wait_until_idle()
    assert player.screen.games.is_prepared


@pytest.mark.parametrize("layout", ["*.", "*..\n..."])
def test_a_low_board_needs_fewer_rows(layout: str) -> None:
    rows = layout.count("\n") + 1
    assert GamePlayer(layout, (16, rows + 2)).shows("[#]")
    assert GamePlayer(layout, (16, rows + 1)).shows(f"16x{rows + 2} needed")


@pytest.mark.parametrize("zoom", [1, 2])
@pytest.mark.parametrize("board", [(1, 1, 0), (100, 1, 5)])
def test_a_board_of_one_row_is_drawn_inside_the_window(
    board: tuple[int, int, int], zoom: int
) -> None:
    player = GamePlayer(None, setup=Setup(*board), zoom=zoom)
    for keys in (["enter"], ["$", "f"], ["p"]):
        player.press(*keys)
        for size in ((16, 3), (16, 5), (40, 4), (80, 24), (1, 1)):
            player.resize(*size)
            pieces = [piece for row in player.canvas.pieces for piece in row]
            assert all(0 <= at <= size[0] - width(text) for at, text, _ in pieces), size


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_the_hardware_cursor_is_on_the_glyph_of_its_cell(glyphs: str) -> None:
    player = GamePlayer(FIVE_MINES, glyphs=glyphs)
    for keys in (["g", "0"], ["3", "3"], ["G", "$"]):
        player.press(*keys)
        column, row = player.place_of(*player.cursor)
        assert player.canvas.cursor == (column + (glyphs != "emoji"), row)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (200, 60), (40, 11), (20, 11)])
def test_the_seed_is_shown_where_there_is_room_for_it_in_the_frame(size: tuple[int, int]) -> None:
    assert GamePlayer(None, size).title.endswith("seed 7")


def test_the_first_board_fits_at_40x12_with_a_message_and_the_keys() -> None:
    player = GamePlayer(None, (40, 12))
    assert sum("# # #" in line for line in player.lines) == 8
    player.press("c")
    assert player.lines[-2].strip() == "Only numbers can be chorded"
    assert player.lines[-1] == "Enter reveal  Space flag  ? help  q quit"
    player.press("right")
    assert player.lines[-2] == ""


# The line of keys


@pytest.mark.parametrize("columns", [16, 20, 30, 40, 60, 80])
def test_the_line_of_keys_shrinks_with_the_window(columns: int) -> None:
    player = GamePlayer(size=(columns, 24))
    line = player.shown[-1].strip()
    assert min(columns, MIN_FOOTER_COLUMNS) - 16 <= len(line) <= columns
    named = [word.text for word in player.screen.footer_words() if word.text in line]
    assert line.split() == " ".join(named).split()
    assert line.startswith("Enter reveal")


def test_the_line_of_keys_is_as_wide_as_a_wide_field() -> None:
    player = GamePlayer(None, (200, 60), setup=Setup(70, 16, 99))
    assert (
        MIN_FOOTER_COLUMNS < 130 <= len(player.shown[-1].strip()) <= player.screen.view.box.columns
    )


def test_keys_are_coloured_and_what_they_do_is_grey() -> None:
    player = GamePlayer()
    pieces = [row for row in player.canvas.pieces if row][-1]
    assert [text for _, text, style in pieces if style is player.theme.accent][:3] == [
        *("Enter", "Space", "i")
    ]
    assert [text for _, text, style in pieces if style is player.theme.dim][:3] == [
        *("reveal", "flag", "hint")
    ]


# Scrolling

EXPERT = Setup(30, 16, 99)


def expert_seat(size: tuple[int, int] = (40, 12), glyphs: str = "ascii") -> GamePlayer:
    return GamePlayer(None, size, setup=EXPERT, glyphs=glyphs)


def test_columns_and_rows_in_sight_are_joined_by_the_sign_of_the_glyphs() -> None:
    player = expert_seat(glyphs="unicode")
    assert player.shows(f" 1-18/30 {TIMES} 1-7/16 ")


def test_a_board_larger_than_the_window_marks_where_it_goes_on() -> None:
    player = expert_seat()
    assert player.lines[1:10] == [
        "+- Expert 30x16 -------------- seed 7 -+",
        "| [#]# # # # # # # # # # # # # # # # # |",
        *["|  # # # # # # # # # # # # # # # # # # |"] * 2,
        "|  # # # # # # # # # # # # # # # # # # >",
        *["|  # # # # # # # # # # # # # # # # # # |"] * 2,
        "|  # # # # # # # # # # # # # # # # # # v",
        "+---------- 1-18/30 x 1-7/16 ----------+",
    ]
    player.press("G", "$")
    assert player.lines[1:10] == [
        "+- Expert 30x16 -------------- seed 7 -+",
        "|  # # # # # # # # # # # # # # # # # # ^",
        *["|  # # # # # # # # # # # # # # # # # # |"] * 2,
        "<  # # # # # # # # # # # # # # # # # # |",
        *["|  # # # # # # # # # # # # # # # # # # |"] * 2,
        "|  # # # # # # # # # # # # # # # # #[#]|",
        "+-------- 13-30/30 x 10-16/16 ---------+",
    ]


@pytest.mark.parametrize(
    ("layout", "note"),
    [
        ("\n".join(["." * 30] * 2 + ["*" * 29 + "."]), " columns 1-18/30 "),
        ("\n".join(["." * 9] * 20 + ["*" * 9]), " rows 1-7/21 "),
        ("\n".join(["...."] * 20 + ["***."]), " 1-7/21 "),
        (OPEN, " 1-18/30 x 1-7/20 "),
    ],
)
def test_the_note_says_which_part_is_in_sight(layout: str, note: str) -> None:
    assert GamePlayer(layout, (40, 12)).shows(note)


def test_a_board_that_fits_has_neither_marks_nor_note() -> None:
    player = expert_seat((80, 24))
    view = player.screen.view
    framed = player.lines[view.box.row : view.box.bottom + 1]
    assert len(framed) == 18
    assert player.title == "Expert 30x16  seed 7"
    assert not any(set("<>^v/") & set(line) for line in framed)


@pytest.mark.parametrize(
    ("keys", "note"),
    [
        (["right"] * 14, "1-18/30 x 1-7/16"),
        (["right"] * 15, "3-20/30 x 1-7/16"),
        (["right"] * 17 + ["left"] * 9, "5-22/30 x 1-7/16"),
        (["right"] * 17 + ["left"] * 12, "3-20/30 x 1-7/16"),
        (["down"] * 3, "1-18/30 x 1-7/16"),
        (["down"] * 4, "1-18/30 x 2-8/16"),
        (["end"], "13-30/30 x 1-7/16"),
        (["end", "left", "left", "left"], "13-30/30 x 1-7/16"),
    ],
)
def test_three_cells_stay_in_sight_round_the_cursor(keys: list[str], note: str) -> None:
    player = expert_seat()
    player.press(*keys)
    assert player.shows(f" {note} ")


@pytest.mark.parametrize("size", [(40, 12), (20, 8), (16, 7), (30, 40), (80, 10)])
@pytest.mark.parametrize("glyphs", ["ascii", "emoji"])
def test_the_margin_is_kept_on_every_walk(size: tuple[int, int], glyphs: str) -> None:
    player = expert_seat(size, glyphs)
    view = player.screen.view
    margin_across, margin_down = min(3, (view.across - 1) // 2), min(3, (view.down - 1) // 2)
    for key in [*["3"] * 20, *["9"] * 9, *["left"] * 30, *["down"] * 20, "end", *["7"] * 9]:
        player.press(key)
        column, row = player.cursor
        assert view.left == 1 or column - view.left >= margin_across
        assert view.last_column == 30 or view.last_column - column >= margin_across
        assert view.top == 1 or row - view.top >= margin_down
        assert view.last_row == 16 or view.last_row - row >= margin_down


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_clicks_hit_their_cells_on_a_scrolled_board(button: int) -> None:
    player = expert_seat()
    player.press("G", "$")
    column, row = player.place_of(13, 10)
    player.mouse(button, True, column, row)
    player.mouse(button, False, column + 1, row)
    game, cell = player.session.game, player.screen.grid.cell(13, 10)
    assert game.is_flagged(cell) if button == RIGHT else game.is_revealed(cell)


def test_every_cell_in_sight_can_be_hit_in_both_of_its_columns() -> None:
    player = expert_seat()
    player.press(*["3"] * 9, *["right"] * 9)
    view = player.screen.view
    assert (view.left, view.top) != (1, 1)
    for column in range(view.left, view.last_column + 1):
        for row in range(view.top, view.last_row + 1):
            at, line = player.place_of(column, row)
            hit = [view.cell_at(at + extra, line) for extra in (0, 1)]
            assert hit == [player.screen.grid.cell(column, row)] * 2


def test_the_wheel_scrolls_rows_and_takes_the_cursor_along() -> None:
    player = expert_seat()
    player.mouse(WHEEL_DOWN, True, 5, 5)
    assert player.shows(" 1-18/30 x 5-11/16 ")
    assert player.cursor == (1, 8)
    player.press("right")
    assert player.shows(" 1-18/30 x 5-11/16 ")
    player.mouse(WHEEL_UP, True, 5, 5)
    assert player.shows(" 1-18/30 x 1-7/16 ")
    assert player.cursor == (2, 4)


def test_the_wheel_stops_at_the_ends_of_the_board() -> None:
    player = expert_seat()
    for _ in range(9):
        player.mouse(WHEEL_DOWN, True, 5, 5)
    assert player.shows(" 1-18/30 x 10-16/16 ")
    for _ in range(9):
        player.mouse(WHEEL_UP, True, 5, 5)
    assert player.shows(" 1-18/30 x 1-7/16 ")


def test_the_wheel_scrolls_columns_where_all_rows_are_in_sight() -> None:
    player = expert_seat((40, 24))
    player.mouse(WHEEL_DOWN, True, 5, 5)
    assert player.shows(" columns 5-22/30 ")


def test_the_wheel_does_nothing_where_all_is_in_sight() -> None:
    player = expert_seat((80, 24))
    before = player.lines
    player.mouse(WHEEL_DOWN, True, 5, 5)
    assert player.lines == before


@pytest.mark.parametrize("columns", [16, 18, 20, 22])
def test_a_note_that_does_not_fit_is_shorter(columns: int) -> None:
    player = GamePlayer(None, (columns, 7), setup=Setup(100, 100, 10))
    player.press("G", "$")
    part_across, part_down = player.screen.view.notes()[0].split(" x ")
    shown = player.lines[player.screen.view.box.bottom].strip("+- ")
    assert shown in ("", part_across, part_down, f"columns {part_across}", f"rows {part_down}")


# Other sizes


@pytest.mark.parametrize("setup", [Setup(8, 8, 10), EXPERT, Setup(100, 100, 1000)])
def test_a_resize_keeps_the_cursor_on_its_cell_and_in_sight(setup: Setup) -> None:
    player = GamePlayer(None, setup=setup)
    player.press("G", "$", "left", "up")
    before = player.cursor
    for size in [(40, 12), (200, 60), (16, 7), (1, 1), (20, 8), (80, 24), (23, 9), (79, 23)]:
        player.resize(*size)
        assert player.cursor == before
        if size != (1, 1):
            at = player.canvas.cursor
            assert at
            assert player.lines[at[1]][at[0] - 1 : at[0] + 2] == "[#]"


def test_a_resize_loses_nothing_of_the_game() -> None:
    player = GamePlayer()
    player.press("$", "enter", "0", "f")
    before, lines = player.position, player.lines
    for size in [(1, 1), (16, 7), (200, 60), (1, 60), (200, 1), (80, 24)]:
        player.resize(*size)
    assert player.position == before
    assert player.lines == lines


@pytest.mark.parametrize("size", [(80, 24), (16, 7)])
def test_a_game_is_won_by_mouse_in_any_window(size: tuple[int, int]) -> None:
    player = GamePlayer(size=size)
    player.click(4, 1)
    player.click(1, 3)
    assert player.status is Status.WON
    assert player.shows("Won")


@pytest.mark.parametrize("size", [(80, 24), (16, 7)])
def test_a_game_is_won_by_keys_in_any_window(size: tuple[int, int]) -> None:
    player = GamePlayer(FIVE_MINES, size)
    player.press("$", " ", "G", " ", "0", " ", "6", "6", "9", "9", "f")
    player.go_to(3, 3)
    player.press("f")
    assert player.status is Status.WON
    assert player.shows("Won")


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_a_field_is_as_wide_on_every_row(glyphs: str) -> None:
    player = GamePlayer(FIVE_MINES, (34, 24), glyphs=glyphs)
    player.press("1", "f", "3", "3", "3", "enter", "G", "$", "enter")
    view = player.screen.view
    rows = player.lines[view.row - 1 : view.row + view.down + 1]
    assert len({width(row) for row in rows}) == 1
