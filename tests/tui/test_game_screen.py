"""The screen on which the game is played, drawn in memory; time is handed in."""

from unicodedata import east_asian_width

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.tui.keys import ROWS, Row, action_of, key_text, keys_text
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.screen import QUIT
from minesweeper.tui.screens.game import QUIET
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.widgets import status
from minesweeper.tui.widgets.pointer import HELD
from tests.harness.boards import picture
from tests.harness.seat import LEFT, MIDDLE, RIGHT, TWO_MINES, WHEEL_DOWN, WHEEL_UP, Seat

SIZES = [(80, 24), (40, 12), (200, 60), (20, 8), (16, 7), (1, 1)]
PLAYABLE = SIZES[:-1]

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


def width_of(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


# Whole screens


def test_a_new_game_at_80x24() -> None:
    assert Seat(size=(80, 24)).shown == [
        "                         4x3, 2 mines  the board given",
        "                    2 mines  10 safe   :)               0:00",
        "                                  +---------+",
        "                                  |[#]# # # |",
        "                                  | # # # # |",
        "                                  | # # # # |",
        "                                  +---------+",
        "",
        "   Enter reveal  Space flag  ? help  q quit  n new  c chord  i hint  p pause",
    ]


@pytest.mark.parametrize("size", [(80, 24), (200, 60), (40, 12)])
def test_a_game_stands_about_in_the_middle_of_the_window(size: tuple[int, int]) -> None:
    seat = Seat(size=size)
    above = next(row for row, line in enumerate(seat.lines) if line)
    below = next(row for row, line in enumerate(reversed(seat.lines)) if line)
    assert 0 <= below - above <= 3
    field = next(line for line in seat.lines if "+--" in line)
    assert abs(field.index("+") - (size[0] - len(field))) <= 1


def test_a_game_half_played_at_40x12() -> None:
    seat = Seat(size=(40, 12))
    seat.press("$", "enter")
    seat.wait(61_234)
    seat.press("0", "G", " ")
    assert seat.shown == [
        "     4x3, 2 mines  the board given",
        "1 mine  4 safe     :)               1:01",
        "              +---------+",
        "              | # 1 . . |",
        "              | # 1 1 1 |",
        "              |[F]# # # |",
        "              +---------+",
        "",
        "Enter reveal  Space flag  ? help  q quit",
    ]


def test_a_won_game_at_40x12() -> None:
    seat = Seat(size=(40, 12))
    seat.press("$", "enter", "0", "G")
    seat.wait(12_345)
    seat.press("enter")
    assert seat.shown == [
        "     4x3, 2 mines  the board given",
        "0 mines  0 safe    B)               0:12",
        "              +---------+",
        "              | F 1 . . |",
        "              | 1 1 1 1 |",
        "              |[.]. 1 F |",
        "              +---------+",
        "Won :) 12.345s 3BV 2 3BV/s 0.16 eff 100%",
        " n new  r again  u undo  ? help  q quit",
    ]


def test_a_lost_game_shows_every_mine_and_every_wrong_flag() -> None:
    seat = Seat("*..*\n....\n*..*", glyphs="unicode")
    seat.press(" ", "right", " ", "G", "$", "enter")
    assert seat.shown[1:] == [
        "                    2 mines  8 safe    :(               0:00",
        "                                  ░░░░░░░░░░░",
        "                                  ░ ⚑ ✗ ▪ ✱ ░",
        "                                  ░ ▪ ▪ ▪ ▪ ░",
        "                                  ░ ✱ ▪ ▪[◉]░",
        "                                  ░░░░░░░░░░░",
        "             Lost :(  time 0.000 s  3BV 0/8  3BV/s -  efficiency 0%",
        "           n new  r again  u undo  ? help  q quit  s records  m menu",
    ]


def test_a_paused_game_shows_no_cell() -> None:
    seat = Seat(size=(80, 24))
    seat.press("$", "enter", "p")
    assert seat.shown[1:] == [
        "                    2 mines  4 safe    ||               0:00",
        "                                  +---------+",
        "                                  |         |",
        "                                  |  Paused |",
        "                                  |         |",
        "                                  +---------+",
        "",
        "                           p continue  ? help  q quit",
    ]
    assert seat.canvas.cursor is None


def test_the_least_window_for_a_scrolled_board() -> None:
    seat = Seat(FIVE_MINES, (20, 8))
    seat.press("3", "3", "3", "3")
    assert seat.lines == [
        "5 51     :)     0:00",
        "+^^^^^^^^^^^^^^^^^+",
        "| # # # # # # # # |",
        "| # # # # # # # # |",
        "| # # # #[#]# # # |",
        "| # # # # # # # # |",
        "+vv rows 3-6/7 vvv+",
        "  the board given",
    ]


def test_the_smallest_window_that_can_be_played_in() -> None:
    seat = Seat(FIVE_MINES, (16, 7), glyphs="unicode")
    seat.press("G", "$")
    assert seat.lines == [
        "5 51   :)   0:00",
        "░^^^^^^^^^^^^^░",
        "< ▪ ▪ ▪ ▪ ▪ ▪ ░",
        "< ▪ ▪ ▪ ▪ ▪ ▪ ░",
        "< ▪ ▪ ▪ ▪ ▪[▪]░",
        "░░░░ 3-8/8 ░░░░",
        "the board given",
    ]


def test_the_emoji_look() -> None:
    seat = Seat(size=(40, 12), glyphs="emoji")
    seat.press("$", "enter", "home", " ", "3", "1")
    assert seat.shown[1:7] == [
        "1 mine  4 safe     🙂               0:00",
        "              🧱🧱🧱🧱🧱🧱",
        "              🧱🚩 1    🧱",
        "              🧱🟦 1 1 1🧱",
        "              🧱🟨🟦🟦🟦🧱",
        "              🧱🧱🧱🧱🧱🧱",
    ]


def test_a_level_is_called_by_its_name_at_200x60() -> None:
    seat = Seat(None, (200, 60), setup=Setup(30, 16, 99))
    assert seat.shown[0].strip() == "expert 30x16, 99 mines  seed 7"
    assert len(seat.shown) == 22
    assert seat.shown[-1].strip().startswith("Enter reveal")


@pytest.mark.parametrize(
    ("size", "lines"),
    [
        ((1, 1), ["T"]),
        ((5, 3), ["Too", "small", "16x7"]),
        ((10, 3), ["Too small", "16x7", "needed"]),
        ((15, 24), ["Too small", "16x7 needed", *[""] * 22]),
        ((80, 6), ["Too small", "16x7 needed", *[""] * 4]),
    ],
)
def test_a_window_that_is_too_small_says_so(size: tuple[int, int], lines: list[str]) -> None:
    seat = Seat(size=size)
    assert seat.lines == lines
    assert seat.canvas.cursor is None


@pytest.mark.parametrize("layout", ["*.", "*..\n..."])
def test_a_low_board_needs_fewer_rows(layout: str) -> None:
    rows = layout.count("\n") + 1
    assert Seat(layout, (16, rows + 4)).shows("[#]")
    assert Seat(layout, (16, rows + 3)).shows(f"16x{rows + 4} needed")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("board", [(8, 8, 10), (30, 16, 99), (1, 1, 0), (1, 100, 5), (100, 1, 5)])
def test_nothing_is_drawn_outside_the_window(
    size: tuple[int, int], glyphs: str, board: tuple[int, int, int]
) -> None:
    seat = Seat(None, size, setup=Setup(*board), glyphs=glyphs)
    for keys in ([], ["enter"], ["G", "$", "f"], ["p"]):
        seat.press(*keys)
        assert len(seat.canvas.pieces) == size[1]
        ends = [at + width_of(text) for row in seat.canvas.pieces for at, text, _ in row]
        assert max(ends) <= size[0]
        assert min(at for row in seat.canvas.pieces for at, _, _ in row) >= 0


@pytest.mark.parametrize("size", SIZES)
def test_drawing_changes_nothing(size: tuple[int, int]) -> None:
    seat = Seat(FIVE_MINES, size)
    seat.press("3", "3", "3", "3", "f")
    once = seat.canvas.pieces, seat.canvas.cursor
    seat.draw()
    assert (seat.canvas.pieces, seat.canvas.cursor) == once


@pytest.mark.parametrize("size", PLAYABLE)
@pytest.mark.parametrize("glyphs", GLYPHS)
def test_the_hardware_cursor_is_on_the_cell_of_the_cursor(
    size: tuple[int, int], glyphs: str
) -> None:
    seat = Seat(FIVE_MINES, size, glyphs=glyphs)
    for keys in (["g", "0"], ["3", "3"], ["G", "$"]):
        seat.press(*keys)
        column, row = seat.place_of(*seat.cursor)
        assert seat.canvas.cursor == (column + seat.theme.glyphs.trail, row)


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


def prepared(*keys: str) -> Seat:
    seat = Seat()
    seat.press(*keys)
    return seat


SITUATIONS: tuple[list[str], ...] = (
    [],
    ["3", "3"],
    ["$", "enter"],
    ["$", "enter", "u"],
    ["right", "enter", "G", "$"],
)


BOUND = [key for row in ROWS for keys in row.actions.values() for key in keys]


@pytest.mark.parametrize("key", [key for key in BOUND if key not in OF_THE_LOOP])
def test_every_key_of_the_table_does_something(key: str) -> None:
    done = []
    for keys in SITUATIONS:
        seat = prepared(*keys)
        before = seat.everything, seat.canvas.pieces
        reaction = seat.press(key)
        done.append(reaction is not None or (seat.everything, seat.canvas.pieces) != before)
    assert any(done)


@pytest.mark.parametrize("row", [row for row in ROWS if "repaint" not in row.actions])
def test_all_keys_of_an_action_do_the_same(row: Row) -> None:
    for keys in row.actions.values():
        for before in SITUATIONS:
            seats = [prepared(*before) for _ in keys]
            reactions = [type(seat.press(key)) for seat, key in zip(seats, keys, strict=True)]
            assert len(set(reactions)) == 1
            assert len({"\n".join(seat.lines) for seat in seats}) == 1


def test_a_game_starts_in_the_upper_left_corner() -> None:
    assert Seat().cursor == (1, 1)


@pytest.mark.parametrize(("key", "place"), one_by_one(STEPS))
def test_the_cursor_moves(key: str, place: tuple[int, int]) -> None:
    seat = Seat(FIVE_BY_FIVE)
    seat.go_to(3, 3)
    seat.press(key)
    assert seat.cursor == place
    assert seat.screen.session.clicks == 0


@pytest.mark.parametrize("key", ["H", "J", "K", "L"])
def test_caps_lock_moves_as_well(key: str) -> None:
    upper, lower = Seat(FIVE_BY_FIVE), Seat(FIVE_BY_FIVE)
    for seat, typed in ((upper, key), (lower, key.lower())):
        seat.go_to(3, 3)
        seat.press(typed)
    assert upper.cursor == lower.cursor != (3, 3)


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("left", (1, 3)),
        ("right", (5, 3)),
        ("up", (3, 1)),
        ("down", (3, 5)),
        ("7", (1, 1)),
        ("9", (5, 1)),
        ("1", (1, 5)),
        ("3", (5, 5)),
        ("page-up", (3, 1)),
        ("page-down", (3, 5)),
    ],
)
def test_the_wall_stops_the_cursor(key: str, place: tuple[int, int]) -> None:
    seat = Seat(FIVE_BY_FIVE)
    seat.go_to(3, 3)
    seat.press(*[key] * 9)
    assert seat.cursor == place


@pytest.mark.parametrize("layout", ["*.", "*\n."])
@pytest.mark.parametrize("key", [key for key, _ in one_by_one(STEPS) + one_by_one(SKIPS)])
def test_the_cursor_stays_on_the_narrowest_board(layout: str, key: str) -> None:
    seat = Seat(layout)
    seat.press(key, key)
    assert seat.screen.cursor in seat.screen.grid


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
    seat = Seat(RINGED)
    for column, row in ((2, 3), (4, 3), (3, 2), (3, 4)):
        seat.go_to(column, row)
        seat.press("enter")
    seat.go_to(3, 3)
    seat.press(key)
    assert seat.cursor == place


def test_control_with_an_arrow_stops_at_covered_cells_with_a_mark() -> None:
    seat = Seat(FIVE_BY_FIVE)
    seat.press("right", "f", "left", "ctrl-right")
    assert seat.cursor == (2, 1)
    seat.press("ctrl-right")
    assert seat.cursor == (3, 1)


@pytest.mark.parametrize("key", ["ctrl-up", "ctrl-right"])
def test_where_no_covered_cell_is_the_cursor_stays_and_the_screen_says_why(key: str) -> None:
    seat = Seat()
    seat.press("$", "enter", key)
    assert seat.cursor == (4, 1)
    assert seat.message == "No covered cell that way"


@pytest.mark.parametrize("key", ["b", "5", "escape", "ctrl-z", "é", "backspace", *OF_THE_LOOP])
def test_other_keys_do_nothing(key: str) -> None:
    seat = Seat(FIVE_BY_FIVE)
    seat.go_to(3, 3)
    before = seat.lines
    assert seat.press(key) is None
    assert seat.lines == before
    assert seat.screen.session.clicks == 0


def test_a_page_is_what_the_window_shows() -> None:
    seat = Seat(OPEN, (40, 12))
    assert seat.screen.view.down == 7
    seat.press("page-down")
    assert seat.cursor == (1, 7)
    seat.press("page-down", "page-down", "page-up")
    assert seat.cursor == (1, 13)


# Reveal, flag, chord


@pytest.mark.parametrize("key", ["enter", "o", "O"])
def test_reveal(key: str) -> None:
    seat = Seat()
    seat.press("$", key)
    assert seat.position == picture("#1..\n#111\n####")


@pytest.mark.parametrize("key", ["enter", "o", "O", "c", "C"])
def test_chord_on_a_number(key: str) -> None:
    seat = Seat()
    seat.press("f", "right", "enter", key)
    assert seat.position == picture("F1..\n1111\n####")


@pytest.mark.parametrize("key", [" ", "f", "F"])
def test_flag_and_unflag(key: str) -> None:
    seat = Seat()
    seat.press("right", key)
    assert seat.position == picture("#F##\n####\n####")
    assert seat.shows("1 mine  10 safe")
    seat.press(key)
    assert seat.position == picture("####\n####\n####")


def test_more_flags_than_mines_leave_less_than_none() -> None:
    seat = Seat()
    seat.press("right", " ", "right", " ", "right", " ")
    assert seat.shows("-1 mines  10 safe")


def test_question_marks_follow_flags_if_they_are_on() -> None:
    seat = Seat(setup=Setup(4, 3, 2, question_marks=True))
    faces = []
    for _ in range(4):
        seat.press(" ")
        faces.append(seat.lines[seat.place_of(1, 1)[1]].split("|")[1][:3])
    assert faces == ["[F]", "[?]", "[#]", "[F]"]


THREE = "***\n...\n..."


@pytest.mark.parametrize(
    ("layout", "keys", "message"),
    [
        (THREE, ["f", "right", "f", "down", "enter", "enter"], "3 needs 3 flags, 2 are set"),
        (THREE, ["f", "right", "down", "enter", "c"], "3 needs 3 flags, 1 is set"),
        (THREE, ["right", "down", "enter", "c"], "3 needs 3 flags, 0 are set"),
        (TWO_MINES, ["right", "enter", "enter"], "1 needs 1 flag, 0 are set"),
        (TWO_MINES, ["c"], "Only a revealed number can be chorded"),
        (TWO_MINES, ["f", "enter"], "A flag protects this cell"),
        (TWO_MINES, ["$", "enter", "f"], "This cell is revealed already"),
        (TWO_MINES, ["$", "enter", "enter"], "Nothing around it is left to reveal"),
    ],
)
def test_what_does_not_work_is_explained(layout: str, keys: list[str], message: str) -> None:
    seat = Seat(layout)
    seat.press(*keys[:-1])
    before = seat.position
    seat.press(keys[-1])
    assert seat.message == message
    assert seat.position == before


def test_an_explanation_goes_with_the_next_key() -> None:
    seat = Seat()
    seat.press("c", "left")
    assert seat.message == ""


def test_an_explanation_gives_way_to_the_result() -> None:
    seat = Seat()
    seat.press("enter", "f", "left")
    assert seat.message.startswith("Lost :(")


# Hints


@pytest.mark.parametrize("key", ["i", "I"])
def test_a_hint_names_first_the_area_and_then_the_move(key: str) -> None:
    seat = Seat()
    seat.press("$", "enter", key)
    assert seat.message.startswith("Look at what is marked")
    seat.press(key)
    assert "1,3, 2,3 and 3,3 are safe" in " ".join(line.strip() for line in seat.lines)
    assert seat.shows("the board given  hint")


@pytest.mark.parametrize("key", ["a", "A"])
def test_the_odds_are_shown_until_they_are_no_longer_wanted(key: str) -> None:
    seat = Seat()
    seat.press("$", "enter", key)
    field = [line.strip() for line in seat.shown[3:6]]
    assert field == ["|50 1 .[.]|", "|50 1 1 1 |", "|okokok * |"]
    seat.press(key)
    assert not seat.shows("50")
    assert seat.shows("the board given  odds")


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_the_cursor_hides_none_of_the_odds_beside_it(glyphs: str) -> None:
    seat = Seat(glyphs=glyphs)
    seat.press("a")
    column, row = seat.place_of(2, 1)
    assert seat.lines[row][column : column + 2] == "17"


@pytest.mark.parametrize("key", ["x", "X"])
def test_the_flags_are_checked(key: str) -> None:
    seat = Seat()
    seat.press("$", "enter", "0", "f", key)
    assert seat.message == "No flag can be proved wrong"
    assert seat.shows("the board given  flag check")


@pytest.mark.parametrize("key", ["i", "a", "x"])
def test_there_is_no_help_after_the_end(key: str) -> None:
    seat = ended_seat()
    seat.press(key)
    assert seat.said.startswith("Lost :(")
    assert "The game is over" in seat.said


# Show mines


def test_mines_are_shown_in_practice() -> None:
    seat = Seat(show_mines=True)
    assert seat.shown[3:6] == [
        "                                  |[*]# # # |",
        "                                  | # # # # |",
        "                                  | # # # * |",
    ]
    assert seat.shows("practice")


def test_mines_are_shown_as_soon_as_they_are_laid() -> None:
    seat = Seat(None, show_mines=True, setup=Setup(8, 8, 10))
    assert not seat.shows("*")
    seat.press("enter")
    assert sum(line.count("*") for line in seat.lines) == 10


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
    assert status.clock(milliseconds) == text


def test_the_clock_starts_with_the_first_reveal() -> None:
    seat = Seat(None)
    seat.press("f", "right")
    seat.wait(5_000)
    assert seat.clock == "0:00"
    seat.press("enter")
    seat.wait(61_000)
    assert seat.clock == "1:01"


def test_the_clock_stops_with_the_end() -> None:
    seat = Seat()
    seat.press("$", "enter", "home")
    seat.wait(3_999)
    seat.press("enter")
    seat.wait(60_000)
    assert seat.clock == "0:03"


@pytest.mark.parametrize("after", [0, 1, 400, 999, 1_000, 5_432])
def test_the_screen_asks_to_be_drawn_when_the_clock_shows_another_second(after: int) -> None:
    seat = Seat()
    seat.press("$", "enter")
    seat.wait(after)
    assert seat.screen.next_wakeup(seat.now) == 1_000 - after % 1_000


@pytest.mark.parametrize("keys", [[], ["$", "enter", "p"], ["enter"]])
def test_a_clock_that_stands_asks_for_nothing(keys: list[str]) -> None:
    seat = Seat()
    seat.press(*keys)
    for _ in range(100):  # in which the finished game is looked back on
        seat.wait(0)
    assert seat.screen.next_wakeup(seat.now) == 60_000


# Pause


def paused_seat() -> Seat:
    seat = Seat()
    seat.press("$", "enter")
    seat.wait(2_500)
    seat.press("p")
    return seat


@pytest.mark.parametrize("key", ["p", "P"])
def test_a_pause_stops_the_clock_and_hides_the_board(key: str) -> None:
    seat = Seat()
    seat.press("$", "enter")
    seat.wait(2_500)
    seat.press(key)
    seat.wait(60_000)
    assert seat.clock == "0:02"
    assert seat.shows("Paused")
    assert not seat.shows("1 1")


@pytest.mark.parametrize("key", ["p", "P", "enter", " "])
def test_a_pause_is_ended_by_a_key_that_does_nothing_else(key: str) -> None:
    seat = paused_seat()
    seat.wait(60_000)
    before = seat.position
    seat.press(key)
    seat.wait(1_000)
    assert seat.clock == "0:03"
    assert not seat.screen.session.paused
    assert seat.position == before
    assert seat.screen.session.clicks == 1


@pytest.mark.parametrize("key", ["o", "f", "c", "b", "left", "ctrl-left", "G", "page-down", "z"])
def test_other_keys_play_nothing_in_a_pause(key: str) -> None:
    seat = paused_seat()
    before = seat.position
    seat.press(key)
    assert seat.screen.session.paused
    assert seat.cursor == (4, 1)
    assert seat.position == before


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
def test_the_mouse_plays_nothing_in_a_pause(button: int) -> None:
    seat = paused_seat()
    before = seat.position
    seat.click(1, 3, button)
    assert seat.position == before
    assert seat.screen.session.paused
    assert seat.cursor == (4, 1)


def test_a_button_held_into_a_pause_plays_nothing() -> None:
    seat = Seat()
    seat.press("$", "enter")
    before = seat.position
    seat.down(1, 1)
    seat.press("p")
    seat.wait(HELD)
    seat.up(1, 1)
    assert seat.position == before


def test_a_game_that_was_not_begun_cannot_be_paused() -> None:
    seat = Seat()
    seat.press("p")
    assert not seat.screen.session.paused
    assert seat.message == "The clock is not running yet"


def test_a_game_that_has_ended_cannot_be_paused() -> None:
    seat = Seat()
    seat.press("enter", "p")
    assert not seat.screen.session.paused
    assert seat.message.startswith("Lost :(")


@pytest.mark.parametrize("key", ["n", "r"])
def test_another_game_ends_a_pause(key: str) -> None:
    seat = paused_seat()
    seat.press(key)
    assert not seat.shows("Paused")
    assert seat.clock == "0:00"


# Results


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (80, "Won :)  time 12.345 s  3BV 2  3BV/s 0.16  efficiency 67%"),
        (40, "Won :) 12.345s 3BV 2 3BV/s 0.16 eff 67%"),
        (36, "Won :) 12.345s 3BV 2 0.16/s 67%"),
        (20, "Won :) 12.345s"),
    ],
)
def test_a_win_is_told_in_as_many_words_as_fit(columns: int, message: str) -> None:
    seat = Seat(size=(columns, 12))
    seat.press("$", "enter", "0", "c")
    seat.wait(12_345)
    seat.press("G", "enter")
    assert seat.status is Status.WON
    assert seat.message == message


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (80, "Lost :(  time 2.000 s  3BV 1/2  3BV/s 0.50  efficiency 50%"),
        (40, "Lost :( 2.000s 3BV 1/2 0.50/s 50%"),
        (20, "Lost :( 2.000s"),
    ],
)
def test_a_loss_is_told_in_as_many_words_as_fit(columns: int, message: str) -> None:
    seat = Seat(size=(columns, 12))
    seat.press("$", "enter")
    seat.wait(2_000)
    seat.press("0", "enter")
    assert seat.status is Status.LOST
    assert seat.message == message


def test_a_game_won_at_once_has_no_speed() -> None:
    seat = Seat("*...")
    seat.press("$", "enter")
    assert seat.message == "Won :)  time 0.000 s  3BV 1  3BV/s -  efficiency 100%"


def test_a_long_game_is_told_whole_at_40_columns() -> None:
    seat = Seat(None, (40, 12), setup=Setup(8, 8, 10, first="any"), show_mines=True)
    seat.press("enter")
    seat.wait(12_345_678)
    for cell in seat.screen.grid:
        board = seat.screen.session.game.board
        assert board
        if not board.is_mine(cell) and not seat.screen.session.game.is_revealed(cell):
            seat.go_to(*seat.screen.grid.place(cell))
            seat.press("enter")
    assert seat.message.startswith("Won :) 12345.678s 3BV ")
    assert seat.message.endswith("%")


# After the end


def ended_seat() -> Seat:
    seat = Seat()
    seat.press("enter")
    assert seat.status is Status.LOST
    return seat


@pytest.mark.parametrize("key", ["enter", "o"])
def test_a_held_key_does_not_wipe_the_board(key: str) -> None:
    seat = Seat()
    for _ in range(100):
        seat.press(key)
        seat.wait(30)
    assert seat.status is Status.LOST
    seat.wait(QUIET - 31)
    seat.press(key)
    assert seat.status is Status.LOST


@pytest.mark.parametrize("key", ["enter", "o"])
def test_enter_deals_once_no_key_came_for_half_a_second(key: str) -> None:
    seat = ended_seat()
    seat.wait(QUIET)
    seat.press(key)
    assert seat.status is Status.PLAYING
    assert seat.shows("seed 7")


def test_any_key_delays_enter() -> None:
    seat = ended_seat()
    seat.wait(QUIET - 1)
    seat.press("b")
    seat.wait(QUIET - 1)
    seat.press("enter")
    assert seat.status is Status.LOST


@pytest.mark.parametrize("key", [" ", "f", "c", "p", "left"])
def test_other_keys_leave_the_board_that_has_ended(key: str) -> None:
    seat = ended_seat()
    before = seat.position
    seat.wait(2 * QUIET)
    seat.press(key)
    assert seat.status is Status.LOST
    assert seat.position == before


def test_a_key_held_to_leave_the_help_does_not_wipe_the_board() -> None:
    seat = ended_seat()
    assert isinstance(seat.press("?"), HelpPage)
    seat.wait(5_000)
    seat.screen.uncovered(None, seat.now)  # the first Enter leaves the help
    seat.wait(30)
    seat.press("enter")
    assert seat.status is Status.LOST


# Another game


@pytest.mark.parametrize("key", ["n", "N"])
def test_n_deals_the_next_board(key: str) -> None:
    seat = Seat(None)
    assert seat.shows("classic 8x8, 10 mines  seed 7")
    seat.press("enter", key)
    assert seat.shows("classic 8x8, 10 mines  seed 8")
    assert seat.position == "########\n" * 8
    assert seat.clock == "0:00"


def test_the_cursor_stays_where_it_is_on_a_new_board() -> None:
    seat = Seat(None)
    seat.go_to(5, 3)
    seat.press("n")
    assert seat.cursor == (5, 3)


def test_a_given_board_says_so_and_the_next_has_a_seed() -> None:
    seat = Seat()
    assert seat.shows("4x3, 2 mines  the board given")
    seat.press("n")
    assert seat.shows("4x3, 2 mines  seed 7")


@pytest.mark.parametrize("size", [size for size in PLAYABLE if size != (40, 12)])
def test_the_seed_is_shown_where_that_takes_no_row_of_the_board(size: tuple[int, int]) -> None:
    assert Seat(None, size).shows("seed 7")


def test_all_of_the_first_board_is_seen_at_40x12_and_the_keys_while_nothing_is_said() -> None:
    seat = Seat(None, (40, 12))
    assert sum("# # #" in line for line in seat.lines) == 8
    assert seat.lines[-1] == "Enter reveal  Space flag  ? help  q quit"
    seat.press("c")
    assert seat.lines[-1] == " Only a revealed number can be chorded"
    seat.press("right")
    assert seat.lines[-1].startswith("Enter reveal")


@pytest.mark.parametrize("key", ["r", "R"])
def test_r_deals_the_same_board_again(key: str) -> None:
    seat = Seat(None)
    seat.press("enter")
    layout = seat.layout
    seat.press(key)
    assert seat.position == "########\n" * 8
    assert seat.layout == layout
    assert seat.shows("seed 7")
    assert seat.message == "The same board again"


def test_r_before_the_first_reveal_keeps_the_seed() -> None:
    seat = Seat(None)
    seat.press("f", "r")
    assert seat.shows("seed 7")
    assert seat.shows("10 mines  54 safe")


def test_r_after_the_end_plays_the_board_again() -> None:
    seat = ended_seat()
    seat.press("r", "$", "enter", "0", "G", "enter")
    assert seat.status is Status.WON


def test_the_layout_of_a_board_played_again_is_known_from_the_start() -> None:
    seat = Seat("*...\n....")
    seat.press("$", "enter", "r")
    seat.wait(1_000)
    seat.press("0", "f")
    assert seat.status is Status.WON


# Help and quit


@pytest.mark.parametrize("key", ["q", "Q", "ctrl-c"])
def test_quit(key: str) -> None:
    assert Seat().press(key) is QUIT


def test_a_question_mark_opens_the_help() -> None:
    assert isinstance(Seat().press("?"), HelpPage)


def test_the_clock_stands_while_the_help_is_open() -> None:
    seat = Seat()
    seat.press("$", "enter")
    seat.wait(2_500)
    seat.press("?")
    seat.now += 60_000
    seat.screen.uncovered(None, seat.now)
    seat.wait(1_000)
    assert seat.clock == "0:03"


def test_a_pause_outlasts_the_help() -> None:
    seat = paused_seat()
    seat.press("?")
    seat.screen.uncovered(None, seat.now)
    assert seat.screen.session.paused


# The table of keys


def test_every_letter_works_in_either_case() -> None:
    actions = action_of(ROWS)
    letters = {key for key in actions if len(key) == 1 and key.isalpha()} - {"g", "G"}
    assert letters
    assert all(actions[key] == actions[key.swapcase()] for key in letters)


def test_g_and_its_capital_differ() -> None:
    actions = action_of(ROWS)
    assert (actions["g"], actions["G"]) == ("top", "bottom")


def test_no_key_stands_for_two_things() -> None:
    bound = [key for row in ROWS for keys in row.actions.values() for key in keys]
    assert len(bound) == len(set(bound))


def test_nothing_is_bound_to_escape() -> None:
    assert "escape" not in action_of(ROWS)


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("arrows hjkl 1-9", "move"),
        ("Enter o", "reveal"),
        ("Space f", "flag"),
        ("n", "new"),
        ("?", "help"),
        ("q Ctrl+C", "quit"),
    ],
)
def test_keys_are_named_as_people_do(keys: str, action: str) -> None:
    row = next(row for row in ROWS if row.short == action)
    assert keys_text(row) == keys
    assert key_text(row) == keys.split()[0]


@pytest.mark.parametrize("columns", [16, 20, 30, 40, 60, 80])
def test_the_line_of_keys_shrinks_with_the_window(columns: int) -> None:
    line, whole = Seat(size=(columns, 24)).shown[-1].strip(), Seat(size=(500, 24)).shown[-1].strip()
    assert columns - 16 <= len(line) <= columns
    assert whole.startswith(line)
    assert line.startswith("Enter reveal")


# The mouse


def test_the_left_button_reveals() -> None:
    seat = Seat()
    seat.click(4, 1)
    assert seat.position == picture("#1..\n#111\n####")
    assert seat.cursor == (4, 1)


def test_a_button_acts_when_it_is_released() -> None:
    seat = Seat()
    seat.down(4, 1)
    assert seat.position == picture("####\n####\n####")
    assert seat.cursor == (4, 1)
    seat.up(4, 1)
    assert seat.position == picture("#1..\n#111\n####")


def test_the_right_button_flags() -> None:
    seat = Seat()
    seat.click(2, 3, RIGHT)
    assert seat.position == picture("####\n####\n#F##")


@pytest.mark.parametrize("button", [LEFT, MIDDLE])
def test_left_and_middle_chord_on_a_number(button: int) -> None:
    seat = Seat()
    seat.click(1, 1, RIGHT)
    seat.click(2, 1)
    seat.click(2, 1, button)
    assert seat.position == picture("F1..\n1111\n####")


def test_the_middle_button_only_chords() -> None:
    seat = Seat()
    seat.click(4, 1, MIDDLE)
    assert seat.message == "Only a revealed number can be chorded"
    assert seat.position == picture("####\n####\n####")


@pytest.mark.parametrize("first", [LEFT, RIGHT])
@pytest.mark.parametrize("released", [LEFT, RIGHT])
def test_both_buttons_together_chord_once(first: int, released: int) -> None:
    seat = Seat()
    seat.click(1, 1, RIGHT)
    seat.click(2, 1)
    clicks = seat.screen.session.clicks
    seat.down(2, 1, first)
    seat.down(2, 1, LEFT + RIGHT - first)
    seat.up(2, 1, released)
    seat.up(2, 1, LEFT + RIGHT - released)
    assert seat.position == picture("F1..\n1111\n####")
    assert seat.screen.session.clicks == clicks + 1


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
@pytest.mark.parametrize("place", [(3, 1), (4, 2), (1, 3)])
def test_dragging_off_the_cell_cancels(button: int, place: tuple[int, int]) -> None:
    seat = Seat()
    seat.down(4, 1, button)
    seat.up(*place, button)
    assert seat.screen.session.clicks == 0


# Left of the first cell, on the wall, under the last row, right of the wall.
BESIDE = [(-3, 0), (-1, 1), (2, 3), (9, 1), (40, 2)]


@pytest.mark.parametrize(("right", "down"), [*BESIDE, (0, -1), (0, -3)])
def test_dragging_off_the_field_cancels(right: int, down: int) -> None:
    seat = Seat()
    column, row = seat.place_of(1, 1)
    seat.down(4, 1)
    seat.mouse(LEFT, False, column + right, row + down)
    assert seat.screen.session.clicks == 0
    assert not seat.shows("seed")


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
@pytest.mark.parametrize(("right", "down"), BESIDE)
def test_clicks_beside_and_below_the_field_do_nothing(right: int, down: int, button: int) -> None:
    seat = Seat()
    column, row = seat.place_of(1, 1)
    seat.mouse(button, True, column + right, row + down)
    seat.mouse(button, False, column + right, row + down)
    assert seat.screen.session.clicks == 0
    assert not seat.shows("seed")


def test_a_release_without_a_press_does_nothing() -> None:
    seat = Seat()
    seat.up(4, 1)
    assert seat.screen.session.clicks == 0


@pytest.mark.parametrize("column", [20, 40, 59])
@pytest.mark.parametrize("keys", [[], ["$", "enter"], ["enter"], ["$", "enter", "p"]])
def test_a_click_on_the_status_deals_a_new_game(column: int, keys: list[str]) -> None:
    seat = Seat()
    seat.press(*keys)
    seat.mouse(LEFT, True, column, seat.header)
    assert not seat.shows("seed 7")
    seat.mouse(LEFT, False, column, seat.header)
    assert seat.shows("seed 7")


@pytest.mark.parametrize(("column", "down"), [(0, 0), (79, 0), (19, 0), (60, 0), (40, -1), (40, 1)])
def test_a_click_beside_the_status_deals_nothing(column: int, down: int) -> None:
    seat = Seat()
    seat.press("$", "enter")
    for pressed in (True, False):
        seat.mouse(LEFT, pressed, column, seat.header + down)
    assert not seat.shows("seed 7")


def test_a_press_above_the_field_is_cancelled_below_it() -> None:
    seat = Seat()
    seat.mouse(LEFT, True, 40, seat.header)
    seat.mouse(LEFT, False, 40, 23)
    assert not seat.shows("seed 7")


@pytest.mark.parametrize("press", ["cell", "header"])
def test_a_press_on_the_header_counts_only_where_it_is_released(press: str) -> None:
    seat = Seat()
    cell, header = seat.place_of(4, 1), (40, seat.header)
    seat.mouse(LEFT, True, *(cell if press == "cell" else header))
    seat.mouse(LEFT, False, *(header if press == "cell" else cell))
    assert seat.screen.session.clicks == 0
    assert not seat.shows("seed 7")


def test_a_held_left_button_flags_after_half_a_second() -> None:
    seat = Seat()
    seat.down(1, 1)
    assert seat.screen.next_wakeup(seat.now) == HELD
    seat.wait(HELD - 1)
    assert seat.screen.next_wakeup(seat.now) == 1
    assert seat.position == picture("####\n####\n####")
    seat.wait(1)
    assert seat.position == picture("F###\n####\n####")


def test_the_release_after_a_long_press_does_nothing() -> None:
    seat = Seat()
    seat.down(1, 1)
    seat.wait(HELD)
    seat.up(1, 1)
    assert seat.position == picture("F###\n####\n####")
    assert seat.screen.session.clicks == 1


@pytest.mark.parametrize("button", [MIDDLE, RIGHT])
def test_other_buttons_may_be_held_long(button: int) -> None:
    seat = Seat()
    seat.down(1, 1, button)
    seat.wait(10 * HELD)
    assert seat.screen.session.clicks == 0
    seat.up(1, 1, button)
    assert seat.screen.session.clicks == 1


@pytest.mark.parametrize("button", [MIDDLE, RIGHT])
def test_buttons_that_are_held_longer_ask_for_nothing(button: int) -> None:
    seat = Seat()
    seat.down(1, 1, button)
    seat.wait(HELD)
    assert seat.screen.next_wakeup(seat.now) > 0


def test_the_left_button_held_on_the_header_asks_for_nothing() -> None:
    seat = Seat()
    seat.mouse(LEFT, True, 40, seat.header)
    seat.wait(HELD)
    assert seat.screen.next_wakeup(seat.now) > 0


@pytest.mark.parametrize("key", ["z", "Z"])
def test_z_swaps_the_buttons(key: str) -> None:
    seat = Seat()
    seat.press(key)
    assert seat.message == "The left button flags, the right one reveals"
    seat.click(1, 1)
    seat.click(4, 1, RIGHT)
    assert seat.position == picture("F1..\n#111\n####")
    seat.press(key)
    assert seat.message == "The left button reveals, the right one flags"
    seat.click(1, 3)
    assert seat.status is Status.WON


def test_a_long_press_reveals_where_the_buttons_are_swapped() -> None:
    seat = Seat()
    seat.press("z")
    seat.down(4, 1)
    seat.wait(HELD)
    assert seat.position == picture("#1..\n#111\n####")


def test_a_click_after_the_end_plays_nothing() -> None:
    seat = ended_seat()
    before = seat.position
    seat.wait(5_000)
    seat.click(4, 1)
    assert seat.position == before
    assert seat.said.startswith("Lost :(")
    assert "The game is over" in seat.said


def test_a_key_between_press_and_release_does_not_move_the_click() -> None:
    seat = Seat()
    seat.down(4, 1)
    seat.press("home")
    seat.up(4, 1)
    assert seat.status is Status.PLAYING
    assert seat.position == picture("#1..\n#111\n####")


def test_a_key_during_a_long_press_does_not_move_the_flag() -> None:
    seat = Seat()
    seat.down(1, 1)
    seat.press("right")
    seat.wait(HELD)
    assert seat.position == picture("F###\n####\n####")


def test_a_long_press_does_not_move_the_reveal_that_a_search_is_for() -> None:
    seat = Seat(None, setup=Setup(8, 8, 10, no_guess=True))
    seat.down(1, 1)
    seat.press("3", "3", "enter")
    assert seat.screen.state == "searching"
    seat.wait(HELD)
    while seat.screen.state == "searching":
        seat.wait(1)
    assert seat.screen.session.game.is_revealed(seat.screen.grid.cell(3, 3))


def test_a_press_before_the_help_flags_nothing_after_it() -> None:
    seat = Seat()
    seat.down(1, 1)
    seat.press("?")
    seat.now += 5_000
    seat.screen.uncovered(None, seat.now)
    seat.wait(0)
    assert seat.position == picture("####\n####\n####")


def test_a_click_where_no_board_is_shown_plays_nothing() -> None:
    seat = Seat(FIVE_MINES, (80, 12))
    place = seat.place_of(1, 1)
    seat.resize(80, 6)
    assert seat.shows("Too small")
    seat.mouse(RIGHT, True, *place)
    seat.mouse(RIGHT, False, *place)
    assert seat.screen.session.clicks == 0


# Scrolling

EXPERT = Setup(30, 16, 99)


def expert_seat(size: tuple[int, int] = (40, 12), glyphs: str = "ascii") -> Seat:
    return Seat(None, size, setup=EXPERT, glyphs=glyphs)


def test_a_board_larger_than_the_window_marks_where_it_goes_on() -> None:
    seat = expert_seat()
    assert seat.lines[1:10] == [
        "+-------------------------------------+",
        *["|[#]# # # # # # # # # # # # # # # # # >"],
        *["| # # # # # # # # # # # # # # # # # # >"] * 6,
        "+vvvvvvvvv 1-18/30 x 1-7/16 vvvvvvvvvv+",
    ]
    seat.press("G", "$")
    assert seat.lines[1:10] == [
        "+^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^+",
        *["< # # # # # # # # # # # # # # # # # # |"] * 6,
        "< # # # # # # # # # # # # # # # # #[#]|",
        "+-------- 13-30/30 x 10-16/16 --------+",
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
    assert Seat(layout, (40, 12)).shows(note)


def test_a_board_that_fits_has_neither_marks_nor_note() -> None:
    seat = expert_seat((80, 24))
    view = seat.screen.view
    walled = seat.lines[view.row - 1 : view.row + view.down + 1]
    assert len(walled) == 18
    assert not any(set("<>^v/") & set(line) for line in walled)


@pytest.mark.parametrize(
    ("keys", "note"),
    [
        (["right"] * 14, "1-18/30 x 1-7/16"),
        (["right"] * 15, "2-19/30 x 1-7/16"),
        (["right"] * 17 + ["left"] * 9, "4-21/30 x 1-7/16"),
        (["right"] * 17 + ["left"] * 12, "3-20/30 x 1-7/16"),
        (["down"] * 3, "1-18/30 x 1-7/16"),
        (["down"] * 4, "1-18/30 x 2-8/16"),
        (["end"], "13-30/30 x 1-7/16"),
        (["end", "left", "left", "left"], "13-30/30 x 1-7/16"),
    ],
)
def test_three_cells_stay_in_sight_round_the_cursor(keys: list[str], note: str) -> None:
    seat = expert_seat()
    seat.press(*keys)
    assert seat.shows(f" {note} ")


@pytest.mark.parametrize("size", [(40, 12), (20, 8), (16, 7), (30, 40), (80, 10)])
@pytest.mark.parametrize("glyphs", ["ascii", "emoji"])
def test_the_margin_is_kept_on_every_walk(size: tuple[int, int], glyphs: str) -> None:
    seat = expert_seat(size, glyphs)
    view = seat.screen.view
    margin_across, margin_down = min(3, (view.across - 1) // 2), min(3, (view.down - 1) // 2)
    for key in [*["3"] * 20, *["9"] * 9, *["left"] * 30, *["down"] * 20, "end", *["7"] * 9]:
        seat.press(key)
        column, row = seat.cursor
        assert view.left == 1 or column - view.left >= margin_across
        assert view.last_column == 30 or view.last_column - column >= margin_across
        assert view.top == 1 or row - view.top >= margin_down
        assert view.last_row == 16 or view.last_row - row >= margin_down


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_clicks_hit_their_cells_on_a_scrolled_board(button: int) -> None:
    seat = expert_seat()
    seat.press("G", "$")
    row = next(at for at, line in enumerate(seat.lines) if line.startswith("< "))
    seat.mouse(button, True, 1, row)
    seat.mouse(button, False, 2, row)
    game, cell = seat.screen.session.game, seat.screen.grid.cell(13, 10)
    assert game.is_flagged(cell) if button == RIGHT else game.is_revealed(cell)


def test_every_cell_in_sight_can_be_hit_in_both_of_its_columns() -> None:
    seat = expert_seat()
    seat.press(*["3"] * 9, *["right"] * 9)
    view = seat.screen.view
    assert (view.left, view.top) != (1, 1)
    for column in range(view.left, view.last_column + 1):
        for row in range(view.top, view.last_row + 1):
            at, line = seat.place_of(column, row)
            hit = [view.cell_at(at + extra, line) for extra in (0, 1)]
            assert hit == [seat.screen.grid.cell(column, row)] * 2


def test_the_wheel_scrolls_rows_and_takes_the_cursor_along() -> None:
    seat = expert_seat()
    seat.mouse(WHEEL_DOWN, True, 5, 5)
    assert seat.shows(" 1-18/30 x 4-10/16 ")
    assert seat.cursor == (1, 7)
    seat.mouse(WHEEL_UP, True, 5, 5)
    assert seat.shows(" 1-18/30 x 1-7/16 ")
    assert seat.cursor == (1, 4)


def test_the_wheel_stops_at_the_ends_of_the_board() -> None:
    seat = expert_seat()
    for _ in range(9):
        seat.mouse(WHEEL_DOWN, True, 5, 5)
    assert seat.shows(" 1-18/30 x 10-16/16 ")
    for _ in range(9):
        seat.mouse(WHEEL_UP, True, 5, 5)
    assert seat.shows(" 1-18/30 x 1-7/16 ")


def test_the_wheel_scrolls_columns_where_all_rows_are_in_sight() -> None:
    seat = expert_seat((40, 24))
    seat.mouse(WHEEL_DOWN, True, 5, 5)
    assert seat.shows(" columns 4-21/30 ")


def test_the_wheel_does_nothing_where_all_is_in_sight() -> None:
    seat = expert_seat((80, 24))
    before = seat.lines
    seat.mouse(WHEEL_DOWN, True, 5, 5)
    assert seat.lines == before


def test_the_wheel_and_the_next_key_agree() -> None:
    seat = expert_seat()
    seat.mouse(WHEEL_DOWN, True, 5, 5)
    seat.press("right")
    assert seat.shows(" 1-18/30 x 4-10/16 ")


@pytest.mark.parametrize("columns", [16, 18, 20, 22])
def test_a_note_that_does_not_fit_is_shorter(columns: int) -> None:
    seat = Seat(None, (columns, 7), setup=Setup(100, 100, 10))
    seat.press("G", "$")
    part_across, part_down = seat.screen.view.note().split(" x ")
    shown = seat.lines[5].strip("+-^v ")
    assert shown in ("", part_across, part_down, f"columns {part_across}", f"rows {part_down}")


# Other sizes


@pytest.mark.parametrize("setup", [Setup(8, 8, 10), EXPERT, Setup(100, 100, 1000)])
def test_a_resize_keeps_the_cursor_on_its_cell_and_in_sight(setup: Setup) -> None:
    seat = Seat(None, setup=setup)
    seat.press("G", "$", "left", "up")
    before = seat.cursor
    for size in [*SIZES, *reversed(SIZES), (80, 24), (23, 9), (79, 23)]:
        seat.resize(*size)
        assert seat.cursor == before
        if size != (1, 1):
            at = seat.canvas.cursor
            assert at
            assert seat.lines[at[1]][at[0] - 1 : at[0] + 2] == "[#]"


def test_a_resize_loses_nothing_of_the_game() -> None:
    seat = Seat()
    seat.press("$", "enter", "0", "f")
    before, lines = seat.position, seat.lines
    for size in [(1, 1), (16, 7), (200, 60), (1, 60), (200, 1), (80, 24)]:
        seat.resize(*size)
    assert seat.position == before
    assert seat.lines == lines


@pytest.mark.parametrize("size", PLAYABLE)
def test_a_game_is_won_by_mouse_at_every_size(size: tuple[int, int]) -> None:
    seat = Seat(size=size)
    seat.click(4, 1)
    seat.click(1, 3)
    assert seat.status is Status.WON
    assert seat.shows("Won :)")


@pytest.mark.parametrize("size", PLAYABLE)
def test_a_game_is_won_by_keys_at_every_size(size: tuple[int, int]) -> None:
    seat = Seat(FIVE_MINES, size)
    seat.press("$", " ", "G", " ", "0", " ", "6", "6", "9", "9", "f")
    seat.go_to(3, 3)
    seat.press("f")
    assert seat.status is Status.WON
    assert seat.shows("Won :)")


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_a_field_is_as_wide_on_every_row(glyphs: str) -> None:
    seat = Seat(FIVE_MINES, glyphs=glyphs)
    seat.press("1", "f", "3", "3", "3", "enter", "G", "$", "enter")
    view = seat.screen.view
    rows = seat.lines[view.row - 1 : view.row + view.down + 1]
    assert len({width_of(row) for row in rows}) == 1
