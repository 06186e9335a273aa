"""The screen on which the game is played, drawn in memory; time is handed in."""

from typing import Final

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.play.words import clock_text
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.keys import ROWS, action_of, key_text, keys_text
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import QUIT, Key
from minesweeper.tui.screens.controls import LONG_PRESS
from minesweeper.tui.screens.game import CALM_TIME, GameScreen
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.widgets.frame import MIN_FOOTER_COLUMNS, MIN_PANEL_ROOM, indicator_text
from tests.harness.boards import picture
from tests.harness.kept_games import entries_of
from tests.harness.player import (
    FREE_KEY,
    LEFT,
    MIDDLE,
    RIGHT,
    TWO_MINES,
    WHEEL_DOWN,
    WHEEL_UP,
    GamePlayer,
    torn_texts,
    width,
)

SIZES = [(80, 24), (40, 12), (200, 60), (20, 8), (16, 7), (1, 1)]
PLAYABLE = SIZES[:-1]
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


MESSAGES: Final[dict[str, list[str]]] = {
    "help is there to begin with": [],
    "a hint": ["enter", "i"],
    "a hint with its reason": ["enter", "i", "i"],
    "odds": ["enter", "a"],
    "flags": ["enter", "f", "x"],
    "a refused chord": ["enter", "c"],
    "what was undone": ["enter", "u"],
    "the way back": ["enter", "n"],
    "a pause": ["enter", "p"],
    "a loss": ["enter", "LOSE"],
    "a win": ["enter", "WIN"],
    "a helped win": ["enter", "a", "WIN"],
    "a search": ["GUESS-FREE", "enter"],
}


@pytest.mark.parametrize("state", MESSAGES)
@pytest.mark.parametrize("setup", [Setup(8, 8, 10), Setup(30, 16, 99)], ids=["8x8", "30x16"])
def test_no_message_is_mixed_with_the_texts_of_the_frame(setup: Setup, state: str) -> None:
    setup = setup._replace(no_guess="GUESS-FREE" in MESSAGES[state])
    player = GamePlayer(None, setup=setup, glyphs="unicode")
    for key in MESSAGES[state]:
        if key in ("WIN", "LOSE"):
            (player.clear if key == "WIN" else player.explode)()
            player.wait_until_idle()
        elif key != "GUESS-FREE":
            player.press(key)
    for columns in (16, 18, 20, 30, 40, 64, 80, 120):
        for rows in (*range(5, 25), 40):
            player.resize(columns, rows)
            assert torn_texts(player.canvas) == [], (columns, rows)


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
    assert "so the green cell" in " ".join(player.lines[-4:-1])
    assert player.lines[player.screen.view.box.bottom].strip().startswith("╰")


def test_help_may_be_asked_for_before_the_first_frame() -> None:
    """Keys may be typed ahead while the player takes over a replay."""
    screen = GameScreen(OpenGames(Dealer(Setup(8, 8, 10), lambda: 7)), Looks())
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
    assert player.screen.games.is_tidied


@pytest.mark.parametrize("layout", ["*.", "*..\n..."])
def test_a_low_board_needs_fewer_rows(layout: str) -> None:
    rows = layout.count("\n") + 1
    assert GamePlayer(layout, (16, rows + 2)).shows("[#]")
    assert GamePlayer(layout, (16, rows + 1)).shows(f"16x{rows + 2} needed")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("board", [(8, 8, 10), (30, 16, 99), (1, 1, 0), (1, 100, 5), (100, 1, 5)])
def test_nothing_is_drawn_outside_the_window(
    size: tuple[int, int], glyphs: str, board: tuple[int, int, int]
) -> None:
    player = GamePlayer(None, size, setup=Setup(*board), glyphs=glyphs)
    for keys in ([], ["enter"], ["G", "$", "f"], ["p"]):
        player.press(*keys)
        assert len(player.canvas.pieces) == size[1]
        ends = [at + width(text) for row in player.canvas.pieces for at, text, _ in row]
        assert max(ends) <= size[0]
        assert min(at for row in player.canvas.pieces for at, _, _ in row) >= 0


@pytest.mark.parametrize("size", SIZES)
def test_drawing_changes_nothing(size: tuple[int, int]) -> None:
    player = GamePlayer(FIVE_MINES, size)
    player.press("3", "3", "3", "3", "f")
    once = player.canvas.pieces, player.canvas.cursor
    player.draw()
    assert (player.canvas.pieces, player.canvas.cursor) == once


@pytest.mark.parametrize("size", PLAYABLE)
@pytest.mark.parametrize("glyphs", GLYPHS)
def test_the_hardware_cursor_is_on_the_cell_of_the_cursor(
    size: tuple[int, int], glyphs: str
) -> None:
    player = GamePlayer(FIVE_MINES, size, glyphs=glyphs)
    for keys in (["g", "0"], ["3", "3"], ["G", "$"]):
        player.press(*keys)
        column, row = player.place_of(*player.cursor)
        assert player.canvas.cursor == (column + (glyphs != "emoji"), row)


# The cursor

FIVE_BY_FIVE = """
    *....
    .....
    .....
    .....
    .....
"""
Places = dict[tuple[str, ...], tuple[int, int]]
STEPS: Places = {
    ("left", "h", "4"): (2, 3),
    ("right", "l", "6"): (4, 3),
    ("up", "k", "8"): (3, 2),
    ("down", "j", "2"): (3, 4),
    ("7",): (2, 2),
    ("9",): (4, 2),
    ("1",): (2, 4),
    ("3",): (4, 4),
    ("0", "home"): (1, 3),
    ("$", "end"): (5, 3),
    ("g", "page-up"): (3, 1),
    ("G", "page-down"): (3, 5),
}
SKIPS: Places = {
    ("ctrl-left",): (1, 3),
    ("ctrl-right",): (5, 3),
    ("ctrl-up",): (3, 1),
    ("ctrl-down",): (3, 5),
}
OF_THE_LOOP = ("ctrl-l",)


def one_by_one(table: Places) -> list[tuple[str, tuple[int, int]]]:
    return [(key, place) for keys, place in table.items() for key in keys]


def prepared(*keys: str) -> GamePlayer:
    player = GamePlayer()
    player.press(*keys)
    return player


SITUATIONS: tuple[list[str], ...] = (
    [],
    ["3", "3"],
    ["$", "enter"],
    ["$", "enter", "u"],
    ["right", "enter", "G", "$"],
)


BOUND = [key for row in ROWS for keys in row.actions.values() for key in keys]


def does_something(key: str, situation: list[str]) -> bool:
    player = prepared(*situation)
    before = player.everything, player.canvas.pieces
    return player.press(key) is not None or (player.everything, player.canvas.pieces) != before


def test_every_key_of_the_table_does_something() -> None:
    idle = [
        key for key in BOUND if not any(does_something(key, situation) for situation in SITUATIONS)
    ]
    assert idle == []


@pytest.mark.parametrize("situation", SITUATIONS[2:4])
def test_all_keys_of_an_action_do_the_same(situation: list[str]) -> None:
    for keys in (keys for row in ROWS for keys in row.actions.values() if len(keys) > 1):
        seats = [prepared(*situation) for _ in keys]
        reactions = {type(player.press(key)) for player, key in zip(seats, keys, strict=True)}
        assert len(reactions) == 1, keys
        assert len({"\n".join(player.lines) for player in seats}) == 1, keys


@pytest.mark.parametrize(("key", "place"), one_by_one(STEPS))
def test_the_cursor_moves(key: str, place: tuple[int, int]) -> None:
    player = GamePlayer(FIVE_BY_FIVE)
    player.go_to(3, 3)
    player.press(key)
    assert player.cursor == place
    assert player.session.clicks == 0


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("left", (1, 3)),
        ("right", (5, 3)),
        ("up", (3, 1)),
        ("down", (3, 5)),
        ("7", (1, 1)),
        ("3", (5, 5)),
        ("page-up", (3, 1)),
        ("page-down", (3, 5)),
    ],
)
def test_the_wall_stops_the_cursor(key: str, place: tuple[int, int]) -> None:
    player = GamePlayer(FIVE_BY_FIVE)
    player.go_to(3, 3)
    player.press(*[key] * 9)
    assert player.cursor == place


@pytest.mark.parametrize("layout", ["*.", "*\n."])
@pytest.mark.parametrize("key", [key for key, _ in one_by_one(STEPS) + one_by_one(SKIPS)])
def test_the_cursor_stays_on_the_narrowest_board(layout: str, key: str) -> None:
    player = GamePlayer(layout)
    player.press(key, key)
    assert player.screen.cursor in player.screen.grid


RINGED = """
    *.*.*
    .....
    *.*.*
    .....
    *.*.*
"""


@pytest.mark.parametrize(("key", "place"), one_by_one(SKIPS))
def test_control_with_an_arrow_goes_to_the_next_covered_cell(
    key: str, place: tuple[int, int]
) -> None:
    player = GamePlayer(RINGED)
    for column, row in ((2, 3), (4, 3), (3, 2), (3, 4)):
        player.go_to(column, row)
        player.press("enter")
    player.go_to(3, 3)
    player.press(key)
    assert player.cursor == place


def test_control_with_an_arrow_stops_at_covered_cells_with_a_mark() -> None:
    player = GamePlayer(FIVE_BY_FIVE)
    player.press("right", "f", "left", "ctrl-right")
    assert player.cursor == (2, 1)
    player.press("ctrl-right")
    assert player.cursor == (3, 1)


@pytest.mark.parametrize("key", ["ctrl-up", "ctrl-right"])
def test_where_no_covered_cell_is_the_cursor_stays_and_the_screen_says_why(key: str) -> None:
    player = GamePlayer()
    player.press("$", "enter", key)
    assert player.cursor == (4, 1)
    assert player.message == "No covered cell that way"


@pytest.mark.parametrize("key", [FREE_KEY, "5", "escape", "ctrl-z", "é", "backspace", *OF_THE_LOOP])
def test_other_keys_do_nothing(key: str) -> None:
    player = GamePlayer(FIVE_BY_FIVE)
    player.go_to(3, 3)
    before = player.lines
    assert player.press(key) is None
    assert player.lines == before
    assert player.session.clicks == 0


def test_a_page_is_what_the_window_shows() -> None:
    player = GamePlayer(OPEN, (40, 12))
    assert player.screen.view.down == 7
    player.press("page-down")
    assert player.cursor == (1, 7)
    player.press("page-down", "page-down", "page-up")
    assert player.cursor == (1, 13)


# Reveal, flag, chord


@pytest.mark.parametrize("key", ["enter", "o", "O"])
def test_reveal(key: str) -> None:
    player = GamePlayer()
    player.press("$", key)
    assert player.position == picture("#1..\n#111\n####")


@pytest.mark.parametrize("key", ["enter", "o", "O", "c", "C"])
def test_chord_on_a_number(key: str) -> None:
    player = GamePlayer()
    player.press("f", "right", "enter", key)
    assert player.position == picture("F1..\n1111\n####")


@pytest.mark.parametrize("key", [" ", "f", "F"])
def test_flag_and_unflag(key: str) -> None:
    player = GamePlayer()
    player.press("right", key)
    assert player.position == picture("#F##\n####\n####")
    assert player.shown[0].startswith(" " * 31 + "F 1 ")
    player.press(key)
    assert player.position == picture("####\n####\n####")


def test_more_flags_than_mines_leave_less_than_none() -> None:
    player = GamePlayer()
    player.press("right", " ", "right", " ", "right", " ")
    assert player.shown[0].startswith(" " * 31 + "F -1 ")


def test_question_marks_follow_flags_if_they_are_on() -> None:
    player = GamePlayer(setup=Setup(4, 3, 2, question_marks=True))
    faces = []
    for _ in range(4):
        player.press(" ")
        faces.append(player.lines[player.place_of(1, 1)[1]].split("|")[1][1:4])
    assert faces == ["[F]", "[?]", "[#]", "[F]"]


THREE = "***\n...\n..."


@pytest.mark.parametrize(
    ("layout", "keys", "message"),
    [
        (
            THREE,
            ["f", "right", "f", "down", "enter", "enter"],
            "This 3 needs 3 flags, but has 2",
        ),
        (THREE, ["f", "right", "down", "enter", "c"], "This 3 needs 3 flags, but has 1"),
        (THREE, ["right", "down", "enter", "c"], "This 3 needs 3 flags, but has none"),
        (TWO_MINES, ["right", "enter", "enter"], "This 1 needs 1 flag, but has none"),
        (TWO_MINES, ["c"], "Only numbers can be chorded"),
        (TWO_MINES, ["f", "enter"], "This cell is flagged"),
        (TWO_MINES, ["$", "enter", "f"], "Nothing left to flag around it"),
        (THREE, ["right", "down", "enter", "f"], "Only 3 of its 8 covered neighbours are mines"),
        (TWO_MINES, ["$", "enter", "enter"], "Nothing left to reveal around it"),
    ],
)
def test_what_does_not_work_is_explained(layout: str, keys: list[str], message: str) -> None:
    player = GamePlayer(layout)
    player.press(*keys[:-1])
    before = player.position
    player.press(keys[-1])
    assert player.message == message
    assert player.position == before


def test_an_explanation_goes_with_the_next_key() -> None:
    player = GamePlayer()
    player.press("c", "left")
    assert player.message == ""


def test_an_explanation_after_the_end_goes_with_the_next_key() -> None:
    player = GamePlayer()
    player.press("enter", "f")
    assert player.shows("The game is over")
    player.press("left")
    assert not player.shows("The game is over")
    assert player.panel[0] == "Lost"


# Odds


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_the_cursor_hides_none_of_the_odds_beside_it(glyphs: str) -> None:
    player = GamePlayer(glyphs=glyphs)
    player.press("$", "enter", "a", "G", "0")
    column, row = player.place_of(2, 3)
    assert player.lines[row][column : column + 2] == {"ascii": " o", "unicode": " ✓"}[glyphs]


# Show mines


def test_mines_are_shown_in_practice() -> None:
    player = GamePlayer(show_mines=True)
    assert player.shown[2:5] == [
        "                                  | [*]# # # |",
        "                                  |  # # # # |",
        "                                  |  # # # * |",
    ]


def test_a_game_with_mines_shown_is_unranked_from_the_first_move() -> None:
    player = GamePlayer(None, setup=Setup(8, 8, 10), show_mines=True)
    assert player.title == "Classic 8x8  seed 7"
    player.press("enter")
    assert player.title == "Classic 8x8  unranked"
    player.press("+")
    assert player.title.endswith("  unranked: mines shown")


def test_mines_are_shown_as_soon_as_they_are_laid() -> None:
    player = GamePlayer(None, show_mines=True, setup=Setup(8, 8, 10))
    assert not player.shows("*")
    player.press("enter")
    assert sum(line.count("*") for line in player.lines) == 10


# The clock


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0:00"),
        (999, "0:00"),
        (1_000, "0:01"),
        (59_999, "0:59"),
        (60_000, "1:00"),
        (3_599_999, "59:59"),
        (3_600_000, "1:00:00"),
        (36_061_000, "10:01:01"),
    ],
)
def test_the_clock_shows_whole_seconds(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds) == text


def test_the_clock_starts_with_the_first_reveal() -> None:
    player = GamePlayer(None)
    player.press("f", "right")
    player.wait(5_000)
    assert player.clock == "0:00"
    player.press("enter")
    player.wait(61_000)
    assert player.clock == "1:01"


def test_the_clock_stops_with_the_end() -> None:
    player = GamePlayer()
    player.press("$", "enter", "home")
    player.wait(3_999)
    player.press("enter")
    player.wait(60_000)
    assert player.clock == "0:03"


@pytest.mark.parametrize("after", [0, 1, 400, 999, 1_000, 5_432])
def test_the_screen_asks_to_be_drawn_when_the_clock_shows_another_second(after: int) -> None:
    player = GamePlayer()
    player.press("$", "enter")
    player.wait(after)
    assert player.screen.next_wakeup(player.now) == 1_000 - after % 1_000


@pytest.mark.parametrize("keys", [[], ["$", "enter", "p"], ["enter"]])
def test_a_stopped_clock_causes_no_wakeup(keys: list[str]) -> None:
    player = GamePlayer()
    player.press(*keys)
    for _ in range(100):  # in which the finished game is looked back on
        player.wait(0)
    assert player.screen.next_wakeup(player.now) == 60_000


# Pause


def paused_player() -> GamePlayer:
    player = GamePlayer()
    player.press("$", "enter")
    player.wait(2_500)
    player.press("p")
    return player


def test_a_pause_stops_the_clock_and_hides_the_board() -> None:
    player = paused_player()
    player.wait(60_000)
    assert player.clock == "0:02"
    assert player.shows("Paused")
    assert not player.shows("1 1")


@pytest.mark.parametrize("key", ["p", "P", "enter", " "])
def test_a_pause_is_ended_by_a_key_that_does_nothing_else(key: str) -> None:
    player = paused_player()
    player.wait(60_000)
    before, entries = (player.position, player.cursor), len(entries_of(player.session))
    player.press(key)
    player.wait(1_000)
    assert player.clock == "0:03"
    assert (player.position, player.cursor) == before
    assert [entry.word for entry in entries_of(player.session)[entries:]] == ["resume"]


def test_a_button_held_into_a_pause_plays_nothing() -> None:
    player = GamePlayer()
    player.press("$", "enter")
    before = player.position
    player.down(1, 1)
    player.press("p")
    player.wait(LONG_PRESS)
    player.up(1, 1)
    assert player.position == before


@pytest.mark.parametrize(
    ("keys", "message"),
    [(["p"], "The clock is not running yet"), (["enter", "p"], "The game is over")],
)
def test_a_clock_that_does_not_run_cannot_be_paused(keys: list[str], message: str) -> None:
    player = GamePlayer()
    player.press(*keys)
    assert not player.session.paused
    assert player.shows(message)


@pytest.mark.parametrize("key", ["n", "r"])
def test_another_game_ends_a_pause(key: str) -> None:
    player = paused_player()
    player.press(key)
    assert not player.shows("Paused")
    assert player.clock == "0:00"


# Results


WON = ("G", "enter")
LOST = ("0", "enter")


FIGURES = ["3BV", "3BV/s", "Efficiency", "Clicks"]


@pytest.mark.parametrize(("last", "title"), [(WON, "Won"), (LOST, "Lost")])
@pytest.mark.parametrize("columns", [200, 80, 36, 28])
def test_the_result_is_a_panel_beside_the_board_if_17_columns_are_free(
    last: tuple[str, ...], title: str, columns: int
) -> None:
    player = GamePlayer(size=(columns, 14))
    player.press("$", "enter", "0", "c")
    player.wait(12_345)
    player.press(*last)
    heading, rule, time, *figures = player.panel
    assert (heading, rule.strip("-")) == (title, "")
    assert time.split() == ["Time", "12.345", "s"]
    assert [line.split()[0] for line in figures[:4]] == FIGURES
    assert columns - player.screen.view.box.right - 1 >= MIN_PANEL_ROOM


@pytest.mark.parametrize(
    ("last", "columns", "lines"),
    [
        (WON, 27, ["Won in 12.345 s", "3BV 2   3BV/s 0.16"]),
        (WON, 17, ["Won in 12.345 s", "3BV 2"]),
        (LOST, 27, ["Lost after 12.345 s", "3BV 1 of 2   3BV/s 0.08"]),
        (LOST, 19, ["Lost after 12.345 s", "3BV 1 of 2"]),
        (LOST, 16, ["Lost after", "12.345 s"]),
    ],
)
def test_the_result_is_below_the_board_in_a_narrower_window(
    last: tuple[str, ...], columns: int, lines: list[str]
) -> None:
    player = GamePlayer(size=(columns, 12))
    player.press("$", "enter", "0", "c")
    player.wait(12_345)
    player.press(*last)
    bottom = player.screen.view.box.bottom
    assert [line.strip() for line in player.lines[bottom + 1 : bottom + 3]] == lines


def test_the_fatal_cell_stays_in_sight_at_the_end_of_a_board_that_scrolls() -> None:
    player = GamePlayer(None, (20, 9), setup=Setup(9, 9, 10))
    player.press("enter")
    player.reveal(max(cell for cell in player.board.grid if player.board.is_mine(cell)))
    player.wait_until_idle()
    assert player.status is Status.LOST
    for _ in range(3):
        player.draw()
        assert player.screen.view.is_in_sight(*player.cursor)
    player.press("i")
    for _ in range(3):
        player.draw()
        assert player.shows("Y")  # the player's own move


def test_the_board_stays_in_the_middle_for_the_panel_in_a_wide_window() -> None:
    player = GamePlayer(None, (120, 40), setup=Setup(9, 9, 10))
    before = player.screen.view.box
    player.win()
    assert player.screen.view.box == before


def test_the_verdict_on_a_loss_comes_before_its_time_in_a_low_window() -> None:
    player = GamePlayer(None, (60, 24), setup=Setup(9, 9, 10), glyphs="unicode", zoom=3)
    player.press("enter")
    player.now += 4_000
    player.explode()
    player.wait_until_idle()
    [notice] = player.lines[player.screen.view.box.bottom + 1 : -1]
    assert notice.strip().startswith("Avoidable: ")


@pytest.mark.parametrize("keys", [["enter"], ["enter", "i"], ["enter", "LOSE"]])
def test_sentences_are_at_most_as_wide_as_the_board_or_60_columns(keys: list[str]) -> None:
    player = GamePlayer(None, (200, 60), setup=Setup(8, 8, 10), zoom=2)
    for key in keys:
        player.press(key) if key != "LOSE" else player.explode()
    player.wait_until_idle()
    bottom = player.screen.view.box.bottom
    assert all(len(line.strip()) <= 60 for line in player.lines[bottom + 1 : -1])


def test_a_win_is_green() -> None:
    player = GamePlayer(size=(40, 24), glyphs="unicode")
    player.press("$", "enter", "0", "G", "enter")
    assert player.canvas.pieces[player.screen.view.box.row][0][2] is player.theme.won


def test_a_loss_is_red() -> None:
    player = GamePlayer()
    player.press("enter")
    box = player.screen.view.box
    assert player.canvas.pieces[box.row][0][2] is player.theme.lost
    assert {player.canvas.pieces[row][0][2] for row in range(box.row, box.bottom + 1)} == {
        player.theme.lost
    }


def test_a_pause_says_in_a_frame_what_ends_it_and_a_click_does() -> None:
    player = GamePlayer(None, size=(80, 24), setup=Setup(16, 16, 40))
    player.press("enter", "p")
    column, row = player.find("Paused")
    assert [line[column - 5 : column + 11] for line in player.lines[row - 1 : row + 4]] == [
        "+--------------+",
        "|    Paused    |",
        "|              |",
        "|  p continue  |",
        "+--------------+",
    ]
    player.click_at(column, row + 2)
    assert not player.session.paused


def test_the_whole_result_of_a_long_game_fits_in_40_columns() -> None:
    player = GamePlayer(None, (40, 12), setup=Setup(8, 8, 10, first="any"))
    player.press("enter")
    player.wait(12_345_678)
    player.clear()
    assert "Time  3:25:45.678" in player.panel


# After the end


def ended_player() -> GamePlayer:
    player = GamePlayer()
    player.press("enter")
    assert player.status is Status.LOST
    return player


@pytest.mark.parametrize("key", ["enter", "o"])
def test_a_held_key_does_not_wipe_the_board(key: str) -> None:
    player = GamePlayer()
    for _ in range(100):
        player.press(key)
        player.wait(30)
    assert player.status is Status.LOST
    player.wait(CALM_TIME - 31)
    player.press(key)
    assert player.status is Status.LOST


@pytest.mark.parametrize("key", ["enter", "o"])
def test_enter_deals_once_no_key_came_for_half_a_second(key: str) -> None:
    player = ended_player()
    player.wait(CALM_TIME)
    player.press(key)
    assert player.status is Status.PLAYING
    assert player.shows("seed 7")


def test_any_key_delays_enter() -> None:
    player = ended_player()
    player.wait(CALM_TIME - 1)
    player.press(FREE_KEY)
    player.wait(CALM_TIME - 1)
    player.press("enter")
    assert player.status is Status.LOST


@pytest.mark.parametrize("key", [" ", "f", "c", "p", "left"])
def test_other_keys_leave_the_board_that_has_ended(key: str) -> None:
    player = ended_player()
    before = player.position
    player.wait(2 * CALM_TIME)
    player.press(key)
    assert player.status is Status.LOST
    assert player.position == before


def test_a_key_held_to_leave_the_help_does_not_wipe_the_board() -> None:
    player = ended_player()
    assert isinstance(player.press("?"), HelpPage)
    player.wait(5_000)
    player.press("enter")  # leaves the help
    player.wait(30)
    player.press("enter")
    assert player.status is Status.LOST


# Another game


def test_n_deals_the_next_board() -> None:
    player = GamePlayer(None)
    assert player.title == "Classic 8x8  seed 7"
    player.press("enter", "n")
    assert player.title == "Classic 8x8  seed 8"
    assert player.position == "########\n" * 8
    assert player.clock == "0:00"


def test_the_cursor_stays_where_it_is_on_a_new_board() -> None:
    player = GamePlayer(None)
    player.go_to(5, 3)
    player.press("n")
    assert player.cursor == (5, 3)


def test_the_rules_that_are_not_the_defaults_are_named_as_in_plain_mode() -> None:
    setup = Setup(30, 16, 99, first="safe", win="clear", on_guess="fair")
    assert GamePlayer(None, setup=setup).title == "Expert 30x16  first safe - guesses fair - seed 7"


def test_a_given_board_says_so_and_the_next_has_a_seed() -> None:
    player = GamePlayer("." * 12 + "\n*" + "." * 11)
    assert player.title == "12x2  your own layout"
    player.press("n")
    assert player.title == "12x2  seed 7"


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


def test_r_deals_the_same_board_again() -> None:
    player = GamePlayer(None)
    player.press("enter")
    layout = player.layout
    player.press("r")
    assert player.position == "########\n" * 8
    assert player.layout == layout
    assert player.shows("seed 7")
    assert player.message == "The same board again"


def test_r_before_the_first_reveal_keeps_the_seed() -> None:
    player = GamePlayer(None)
    player.press("f", "r")
    assert player.shows("seed 7")
    assert player.shown[0].split() == ["F", "10", ":)", "0:00"]


def test_r_after_the_end_plays_a_board_whose_layout_is_known_from_the_start() -> None:
    player = ended_player()
    player.press("r", "f", "$", "G", "f")
    assert player.status is Status.WON


# Help and quit


@pytest.mark.parametrize("key", ["q", "Q", "ctrl-c"])
def test_quit(key: str) -> None:
    assert GamePlayer().press(key) is QUIT


@pytest.mark.parametrize("key", ["?", "m"])
def test_the_clock_stops_while_a_page_is_open(key: str) -> None:
    player = GamePlayer()
    player.press("$", "enter")
    player.wait(2_500)
    player.press(key)
    player.now += 60_000
    player.press("escape")
    player.wait(1_000)
    assert player.clock == "0:03"


def test_a_pause_outlasts_the_help() -> None:
    player = paused_player()
    player.press("?")
    player.press("escape")
    assert player.session.paused


# The table of keys


def test_every_letter_works_in_either_case() -> None:
    actions = action_of(ROWS)
    letters = {key for key in actions if len(key) == 1 and key.isalpha()} - {"g", "G"}
    assert letters
    assert all(actions[key] == actions[key.swapcase()] for key in letters)


def test_no_key_has_two_actions() -> None:
    bound = [key for row in ROWS for keys in row.actions.values() for key in keys]
    assert len(bound) == len(set(bound))


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("arrows hjkl 1-4 6-9", "move"),
        ("Enter o", "reveal"),
        ("Space f", "flag"),
        ("n", "new"),
        ("?", "help"),
        ("q Ctrl+C", "quit"),
    ],
)
def test_keys_are_named_as_people_do(keys: str, action: str) -> None:
    row = next(row for row in ROWS if row.short_name == action)
    assert keys_text(row) == keys
    assert key_text(row) == keys.split()[0]


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


# The mouse


@pytest.mark.parametrize("behind", [0, 5])
def test_a_click_on_a_named_key_presses_it(behind: int) -> None:
    player = GamePlayer()
    player.press("$", "enter")
    player.click_on("i hint", behind)
    assert set(player.session.helps) == {"hint"}
    assert player.click_on("q quit", behind) is QUIT
    player.click_on("? help", behind)
    assert player.is_at_page


def test_a_click_beside_a_named_key_or_off_it_presses_none() -> None:
    player = GamePlayer()
    player.press("$", "enter")
    player.click_on("i hint", 6)
    player.click_on("i hint", -1)
    column, row = player.find("i hint")
    player.mouse(LEFT, True, column, row)
    player.mouse(LEFT, False, column, row - 1)
    player.mouse(LEFT, True, column, row - 1)
    player.mouse(LEFT, False, column, row)
    player.click_on("i hint", button=RIGHT)
    assert set(player.session.helps) == set()


def test_a_button_acts_when_it_is_released() -> None:
    player = GamePlayer()
    player.down(4, 1)
    assert player.position == picture("####\n####\n####")
    assert player.cursor == (4, 1)
    player.up(4, 1)
    assert player.position == picture("#1..\n#111\n####")


def test_the_right_button_flags() -> None:
    player = GamePlayer()
    player.click(2, 3, RIGHT)
    assert player.position == picture("####\n####\n#F##")


CORNERED = picture("#1..\n1111\n####")


def cornered_mine() -> GamePlayer:
    """A player at a 1 with one covered neighbour left."""
    player = GamePlayer()
    player.press("$", "enter")
    player.go_to(1, 2)
    player.press("enter", "up", "right")
    assert (player.cursor, player.position) == ((2, 1), CORNERED)
    return player


@pytest.mark.parametrize("key", [" ", "f", "F"])
def test_flag_on_a_number_flags_around_it_and_undo_takes_it_back(key: str) -> None:
    player = cornered_mine()
    clicks = player.session.clicks
    player.press(key)
    assert player.position == CORNERED.replace("#", "F", 1)
    assert player.session.clicks == clicks + 1
    assert player.session.journal_text().endswith(" flag-chord 2 1\n")
    player.press("u")
    assert player.position == CORNERED


def test_a_right_click_on_a_number_flags_around_it() -> None:
    player = cornered_mine()
    player.click(2, 1, RIGHT)
    assert player.position == CORNERED.replace("#", "F", 1)


def test_a_held_left_button_on_a_number_flags_nothing() -> None:
    player = cornered_mine()
    player.down(2, 1)
    player.wait(LONG_PRESS)
    player.up(2, 1)
    assert (player.position, player.message) == (CORNERED, "This cell is already revealed")


def test_a_game_may_be_won_by_flagging_around_a_number() -> None:
    player = GamePlayer("*.*", setup=Setup(3, 1, 2, win="flags"))
    player.press("right", "enter", " ")
    assert (player.position, player.status) == ("F2F\n", Status.WON)
    assert player.shows("Won")


@pytest.mark.parametrize("button", [LEFT, MIDDLE])
def test_left_and_middle_chord_on_a_number(button: int) -> None:
    player = GamePlayer()
    player.click(1, 1, RIGHT)
    player.click(2, 1)
    player.click(2, 1, button)
    assert player.position == picture("F1..\n1111\n####")


def test_the_middle_button_only_chords() -> None:
    player = GamePlayer()
    player.click(4, 1, MIDDLE)
    assert player.message == "Only numbers can be chorded"
    assert player.position == picture("####\n####\n####")


@pytest.mark.parametrize("first", [LEFT, RIGHT])
@pytest.mark.parametrize("released", [LEFT, RIGHT])
def test_both_buttons_together_chord_once(first: int, released: int) -> None:
    player = GamePlayer()
    player.click(1, 1, RIGHT)
    player.click(2, 1)
    clicks = player.session.clicks
    player.down(2, 1, first)
    player.down(2, 1, LEFT + RIGHT - first)
    player.up(2, 1, released)
    player.up(2, 1, LEFT + RIGHT - released)
    assert player.position == picture("F1..\n1111\n####")
    assert player.session.clicks == clicks + 1


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
@pytest.mark.parametrize("place", [(3, 1), (4, 2), (1, 3)])
def test_dragging_off_the_cell_cancels(button: int, place: tuple[int, int]) -> None:
    player = GamePlayer()
    player.down(4, 1, button)
    player.up(*place, button)
    assert player.session.clicks == 0


# Left of the first cell, on the wall, under the last row, right of the wall, above the field.
BESIDE = [(-3, 0), (-1, 1), (2, 3), (9, 1), (40, 2), (0, -1), (0, -3)]


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
@pytest.mark.parametrize(("right", "down"), BESIDE)
def test_nothing_is_clicked_or_released_off_the_field(right: int, down: int, button: int) -> None:
    player = GamePlayer()
    column, row = player.place_of(1, 1)
    player.click_at(column + right, row + down, button)
    player.down(4, 1, button)
    player.mouse(button, False, column + right, row + down)
    assert player.session.clicks == 0
    assert not player.shows("seed")


def test_a_release_without_a_press_does_nothing() -> None:
    player = GamePlayer()
    player.up(4, 1)
    assert player.session.clicks == 0


@pytest.mark.parametrize("size", [(80, 24), (40, 14), (20, 8)])
@pytest.mark.parametrize("behind", range(-1, 3))
@pytest.mark.parametrize("keys", [[], ["$", "enter"], ["enter"]])
def test_a_click_on_the_face_deals_a_new_game(
    size: tuple[int, int], behind: int, keys: list[str]
) -> None:
    player = GamePlayer(FIVE_MINES, size)
    player.press(*keys)
    dealt = player.session
    column, row = player.find(indicator_text(dealt, player.theme.glyphs))
    player.mouse(LEFT, True, column + behind, row)
    assert player.session is dealt
    player.mouse(LEFT, False, column + behind, row)
    assert player.session is not dealt


@pytest.mark.parametrize("size", [(80, 24), (40, 14), (20, 8), (16, 5)])
def test_a_click_anywhere_else_in_the_row_of_the_face_deals_nothing(size: tuple[int, int]) -> None:
    player = GamePlayer(FIVE_MINES, size)
    dealt = player.session
    column, row = player.find(":)")
    for each in {*range(size[0])} - {*range(column - 1, column + 3)}:
        player.click_at(each, row)
    assert player.session is dealt


def test_a_click_above_and_below_the_face_deals_nothing() -> None:
    player = GamePlayer()
    dealt = player.session
    column, row = player.find(":)")
    player.click_at(column, row - 1)
    player.click_at(column, row + 1)
    assert player.session is dealt


def test_a_frame_without_room_for_the_face_deals_nothing() -> None:
    player = GamePlayer("*\n.\n.\n.\n.\n.\n.", (20, 8))
    dealt = player.session
    assert not player.shows(":)")
    for column in range(20):
        player.click_at(column, player.screen.view.box.row)
    assert player.session is dealt


@pytest.mark.parametrize(
    ("pressed", "released"),
    [("cell", "header"), ("header", "cell"), ("header", "below"), ("below", "header")],
)
def test_a_press_on_the_header_counts_only_where_it_is_released(
    pressed: str, released: str
) -> None:
    player = GamePlayer()
    places = {"cell": player.place_of(4, 1), "header": (40, player.header), "below": (40, 23)}
    player.mouse(LEFT, True, *places[pressed])
    player.mouse(LEFT, False, *places[released])
    assert player.session.clicks == 0
    assert not player.shows("seed 7")


def test_a_held_left_button_flags_once_after_half_a_second() -> None:
    player = GamePlayer()
    player.down(1, 1)
    assert player.screen.next_wakeup(player.now) == LONG_PRESS
    player.wait(LONG_PRESS - 1)
    assert player.screen.next_wakeup(player.now) == 1
    assert player.position == picture("####\n####\n####")
    player.wait(1)
    assert player.position == picture("F###\n####\n####")
    player.up(1, 1)
    assert player.position == picture("F###\n####\n####")
    assert player.session.clicks == 1


@pytest.mark.parametrize("button", [MIDDLE, RIGHT])
def test_other_buttons_may_be_held_long(button: int) -> None:
    player = GamePlayer()
    player.down(1, 1, button)
    player.wait(LONG_PRESS)
    assert player.screen.next_wakeup(player.now) > 0
    player.wait(9 * LONG_PRESS)
    assert player.session.clicks == 0
    player.up(1, 1, button)
    assert player.session.clicks == 1


def test_the_left_button_held_on_the_header_asks_for_nothing() -> None:
    player = GamePlayer()
    player.mouse(LEFT, True, 40, player.header)
    player.wait(LONG_PRESS)
    assert player.screen.next_wakeup(player.now) > 0


def test_z_swaps_the_buttons() -> None:
    player = GamePlayer()
    player.press("z")
    assert player.message == "The left button flags, the right one reveals"
    player.click(1, 1)
    player.click(4, 1, RIGHT)
    assert player.position == picture("F1..\n#111\n####")
    player.press("z")
    assert player.message == "The left button reveals, the right one flags"
    player.click(1, 3)
    assert player.status is Status.WON


def test_a_long_press_reveals_where_the_buttons_are_swapped() -> None:
    player = GamePlayer()
    player.press("z")
    player.down(4, 1)
    player.wait(LONG_PRESS)
    assert player.position == picture("#1..\n#111\n####")


def test_a_key_between_press_and_release_does_not_move_the_click() -> None:
    player = GamePlayer()
    player.down(4, 1)
    player.press("home")
    player.up(4, 1)
    assert player.status is Status.PLAYING
    assert player.position == picture("#1..\n#111\n####")


def test_a_key_during_a_long_press_does_not_move_the_flag() -> None:
    player = GamePlayer()
    player.down(1, 1)
    player.press("right")
    player.wait(LONG_PRESS)
    assert player.position == picture("F###\n####\n####")


def test_a_long_press_does_not_move_the_reveal_that_a_search_is_for() -> None:
    player = GamePlayer(None, setup=Setup(8, 8, 10, no_guess=True))
    player.down(1, 1)
    player.press("3", "3", "enter")
    assert player.screen.state == "searching"
    player.wait(LONG_PRESS)
    while player.screen.state == "searching":
        player.wait(1)
    assert player.session.game.is_revealed(player.screen.grid.cell(3, 3))


def test_a_press_before_the_help_flags_nothing_after_it() -> None:
    player = GamePlayer()
    player.down(1, 1)
    player.press("?")
    player.now += 5_000
    player.press("escape")
    player.wait(0)
    assert player.position == picture("####\n####\n####")


def test_a_click_where_no_board_is_shown_plays_nothing() -> None:
    player = GamePlayer(FIVE_MINES, (80, 12))
    place = player.place_of(1, 1)
    player.resize(80, 4)
    assert player.shows("Too small")
    player.click_at(*place, RIGHT)
    assert player.session.clicks == 0


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
    for size in [*SIZES, *reversed(SIZES), (80, 24), (23, 9), (79, 23)]:
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


@pytest.mark.parametrize("size", PLAYABLE)
def test_a_game_is_won_by_mouse_at_every_size(size: tuple[int, int]) -> None:
    player = GamePlayer(size=size)
    player.click(4, 1)
    player.click(1, 3)
    assert player.status is Status.WON
    assert player.shows("Won")


@pytest.mark.parametrize("size", PLAYABLE)
def test_a_game_is_won_by_keys_at_every_size(size: tuple[int, int]) -> None:
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


# A player who has gone away

MINUTES = 60_000


def away(**options: object) -> GamePlayer:
    """A player in a game that pauses after 5 minutes without a key, 1 s after the first reveal."""
    player = GamePlayer(idle_pause=5, **options)  # type: ignore[arg-type]  # the player's own
    player.press("$", "enter")
    player.wait(1_000)
    player.press("left")
    return player


def test_after_some_minutes_without_input_the_game_pauses_and_says_so() -> None:
    player = away()
    assert player.screen.next_wakeup(player.now) <= 1_000
    player.wait(5 * MINUTES - 1)
    assert not player.session.paused
    assert player.screen.next_wakeup(player.now) == 1
    player.wait(1)
    assert player.session.paused
    assert player.shows("Paused after 5 minutes without a key or click")
    assert player.session.journal_text().endswith("301000 pause\n")
    assert player.screen.next_wakeup(player.now) == 60_000


def test_the_clock_stops_when_the_pause_was_due_however_late_that_is_noticed() -> None:
    player = away()
    player.wait(60 * MINUTES)
    assert player.session.paused
    assert player.session.milliseconds(player.now) == 301_000
    player.press("enter")
    assert not player.session.paused
    assert not player.shows("Paused after")
    player.wait(2_000)
    assert player.session.milliseconds(player.now) == 303_000


def test_a_key_that_comes_too_late_ends_the_pause_and_does_nothing_else() -> None:
    player = away()
    before = player.position
    player.now += 6 * MINUTES
    player.press("enter")
    assert player.position == before
    assert not player.session.paused
    assert player.session.milliseconds(player.now) == 301_000


@pytest.mark.parametrize("input_", ["key", "unbound", "click", "wheel"])
def test_every_key_and_click_counts_as_being_there(input_: str) -> None:
    player = away()
    for _ in range(3):
        player.wait(4 * MINUTES)
        if input_ == "click":
            player.click_at(0, 23)
        elif input_ == "wheel":
            player.mouse(5, True, 3, 3)
        else:
            player.press("right" if input_ == "key" else "@")
    assert not player.session.paused
    player.wait(5 * MINUTES)
    assert player.session.paused


def test_without_a_running_clock_and_with_0_minutes_it_never_pauses() -> None:
    before_first, never, over = GamePlayer(idle_pause=5), GamePlayer(idle_pause=0), away()
    never.press("$", "enter")
    over.press("0", "enter")
    assert over.session.over
    for player in (before_first, never, over):
        player.wait(100 * MINUTES)
        assert not player.session.paused
        assert not player.shows("Paused")


def test_a_page_is_no_time_away() -> None:
    player = away()
    player.press("?")
    player.now += 10 * MINUTES
    player.press("escape")
    player.wait(4 * MINUTES)
    assert not player.session.paused
    assert player.session.milliseconds(player.now) == 1_000 + 4 * MINUTES


def test_a_minute_is_called_one() -> None:
    player = GamePlayer(idle_pause=1)
    player.press("$", "enter")
    player.wait(MINUTES)
    assert player.shows("Paused after 1 minute without a key or click")


def test_the_demo_continues_until_the_player_takes_over() -> None:
    player = GamePlayer(None, demo=True, idle_pause=1)
    player.press("right", " ")
    player.wait(2 * MINUTES)
    player.wait(2 * MINUTES)
    assert not player.session.paused
    player.press(" ")
    player.press("right", "enter")
    player.wait(2 * MINUTES)
    assert player.session.paused or player.session.over
