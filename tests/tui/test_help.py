"""Help in the game: hints, odds, the flag check and the look back; on the screen in memory."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup, Win
from minesweeper.settings.table import Binding
from minesweeper.solver.clues import clues_of
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.theme import Mark
from tests.harness.positions import layouts_by_brute_force
from tests.harness.seat import LEFT, RIGHT, TWO_MINES, Seat

# Looks like TWO_MINES once the upper right corner is open.
TWIN = """
    ....
    *...
    ...*
"""
GUESS = """
    .*..
    ....
    ...*
"""
MINES_ROUND_A_CORNER = """
    .*..
    **..
    ...*
"""
FIFTY_FIFTY = """
    *..
    ...
"""
# Mines in column 52, but for one cell in the middle; all to the left of it is one opening.
GAP = (52, 30)
LARGE = "\n".join("." * 51 + ("." if row == GAP[1] else "*") + "." * 48 for row in range(1, 61))

AREA = "Look at what is marked: i again names the move"
SAFE_ROW = (
    "Every mine that the 1 at 2,1 needs also touches the 1 at 2,2, which needs no more,"
    " so 1,3, 2,3 and 3,3 are safe"
)
SAFE_CELLS = [(1, 3), (2, 3), (3, 3)]
PREMISES = [(2, 1), (2, 2)]


def opened(layout: str = TWO_MINES, *keys: str) -> Seat:
    """A seat where the upper right corner is open, and keys were pressed."""
    seat = Seat(layout)
    seat.press("$", "enter", *keys)
    return seat


def cornered(layout: str, *keys: str) -> Seat:
    """A seat where the upper left cell is revealed, and keys were pressed."""
    seat = Seat(layout)
    seat.press("enter", *keys)
    return seat


def marks(seat: Seat) -> dict[Mark, list[tuple[int, int]]]:
    """What is marked in sight, and how."""
    marks = seat.theme.marks
    return {name: seat.painted(style) for name, style in marks.items() if seat.painted(style)}


def helps(seat: Seat) -> set[str]:
    return set(seat.screen.session.helps)


def field(seat: Seat) -> list[str]:
    view = seat.screen.view
    return seat.lines[view.row : view.row + view.down]


def looked_back(seat: Seat) -> Seat:
    """The seat after the look back on the game that has ended."""
    for _ in range(len(seat.screen.session.moves) + 2):
        seat.wait(0)
    return seat


# Hints


def test_the_first_hint_marks_the_numbers_to_look_at() -> None:
    seat = opened(TWO_MINES, "i")
    assert seat.said == AREA
    assert marks(seat) == {"premise": PREMISES}


def test_the_second_hint_marks_the_move_and_says_why() -> None:
    seat = opened(TWO_MINES, "i", "i")
    assert seat.said == SAFE_ROW
    assert marks(seat) == {"premise": PREMISES, "target": SAFE_CELLS}


def test_a_hint_names_the_key_that_was_pressed_for_it() -> None:
    seat = Seat(rows=bound_rows("default", {"hint": Binding(("é",), "config.toml")}))
    seat.press("$", "enter", "é")
    assert seat.message == "Look at what is marked: é again names the move"
    seat.press("é")
    assert " so " in seat.said


def text_of(seat: Seat) -> str:
    """All that is on the screen, in one line."""
    return " ".join(" ".join(seat.lines).split())


@pytest.mark.parametrize("size", [(20, 8), (40, 12), (80, 24)])
def test_a_hint_is_read_to_its_end_in_a_small_window(size: tuple[int, int]) -> None:
    wide, seat = Seat(size=(200, 60)), Seat(size=size)
    for each in (wide, seat):
        each.press("$", "enter", "i")
    assert wide.message in text_of(seat)
    for each in (wide, seat):
        each.press("i")
    assert wide.message in text_of(seat)


def test_a_hint_makes_way_for_the_field_as_soon_as_the_cursor_moves() -> None:
    seat = Seat(size=(20, 8))
    seat.press("$", "enter", "i", "i")
    assert not seat.shows("[")
    seat.press("left")
    assert seat.shows("[.]")
    assert seat.lines[-1].endswith("...")
    seat.press("i")
    assert not seat.shows("...")
    seat.down(4, 1)
    assert seat.shows("[.]")


def test_a_third_hint_says_the_same_again() -> None:
    seat = opened(TWO_MINES, "i", "i")
    before = seat.lines
    seat.press("i")
    assert seat.lines == before


def test_the_numbers_to_look_at_keep_their_text() -> None:
    seat = opened(TWO_MINES, "i")
    assert [seat.text_at(*place) for place in PREMISES] == [" 1", " 1"]


def test_mines_are_marked_apart_from_safe_cells() -> None:
    seat = cornered(MINES_ROUND_A_CORNER, "i", "right", "G", "$")
    assert marks(seat) == {"premise": [(1, 1)]}
    seat.press("i")
    assert marks(seat) == {"premise": [(1, 1)], "danger": [(2, 1), (1, 2), (2, 2)]}
    assert seat.said == (
        "The 3 at 1,1 touches only 3 cells that can be mines, so 2,1, 1,2 and 2,2 are mines"
    )


def test_a_hint_stays_while_the_cursor_moves() -> None:
    seat = opened(TWO_MINES, "i", "i", "left", "down", "ctrl-left", "G", "$")
    assert seat.said == SAFE_ROW
    assert marks(seat) == {"premise": PREMISES, "target": SAFE_CELLS}


def test_the_area_is_remembered_while_the_cursor_moves() -> None:
    assert opened(TWO_MINES, "i", "left", "G", "i").said == SAFE_ROW


@pytest.mark.parametrize("keys", [["G", "0", "f"], ["G", "left", "enter"]])
@pytest.mark.parametrize("hints", [1, 2])
def test_a_hint_is_forgotten_after_a_move(keys: list[str], hints: int) -> None:
    seat = opened(TWO_MINES, *["i"] * hints, *keys)
    assert seat.status is Status.PLAYING
    assert seat.said == ""
    assert marks(seat) == {}
    seat.press("i")
    assert seat.said == AREA


def test_a_hint_is_forgotten_after_an_undo() -> None:
    seat = cornered(GUESS)
    seat.click(3, 1)
    seat.press("i", "i")
    assert marks(seat)
    seat.press("u")
    assert marks(seat) == {}


def test_a_hint_is_forgotten_after_a_move_by_mouse() -> None:
    seat = opened(TWO_MINES, "i", "i")
    seat.click(1, 3, RIGHT)
    assert marks(seat) == {}


def test_a_move_that_is_refused_keeps_the_hint() -> None:
    seat = opened(TWO_MINES, "i", "i", "f")
    assert seat.said == "This cell is revealed already"
    seat.press("left")
    assert seat.said == SAFE_ROW


@pytest.mark.parametrize(("cursor", "columns"), [(2, {1, 2, 3}), (8, {7, 8, 9})])
def test_the_nearest_of_equal_hints_is_given(cursor: int, columns: set[int]) -> None:
    seat = Seat("*.......*\n.........\n...*.*...")
    seat.go_to(5, 1)
    seat.press("enter")
    seat.go_to(cursor, 1)
    seat.press("i", "i")
    assert {column for column, _ in marks(seat)["target"]} <= columns


def test_before_the_first_reveal_nothing_is_known() -> None:
    seat = Seat(None)
    seat.press("i", "i")
    assert seat.said == "Nothing is known yet: reveal any cell"
    assert marks(seat) == {}


def test_where_nothing_is_certain_the_best_guess_is_named_with_what_it_wins() -> None:
    seat = cornered(GUESS, "i")
    assert seat.said == "Nothing is certain: i again names the best guess"
    assert marks(seat) == {}
    seat.press("i")
    assert seat.said == "Nothing is certain: the best guess is 4,1, 7 in 8 to win"
    assert marks(seat) == {"target": [(4, 1)]}


def test_a_given_board_is_a_guess_before_the_first_reveal() -> None:
    seat = Seat(TWO_MINES)
    seat.press("i", "i")
    assert seat.said == "Nothing is certain: the best guess is 1,1, 78% to win"


def test_where_the_mine_count_is_the_only_reason_no_number_is_marked() -> None:
    seat = Seat("**.", setup=Setup(3, 1, 2, win="flags"))
    seat.press("$", "enter", "left", "f", "i")
    assert seat.said == "Count the mines that are left: i again names the move"
    assert marks(seat) == {}
    seat.press("i")
    assert (1, 1) in marks(seat)["danger"]


# What help may know


def everything(seat: Seat) -> tuple[object, ...]:
    odds = [[seat.painted(style) for style in pair] for pair in seat.theme.odds]
    return seat.lines, marks(seat), odds


@pytest.mark.parametrize(
    "keys",
    [["i"], ["i", "i"], ["a"], ["G", "0", "a"], ["0", "a"], ["0", "f", "x"], ["0", "f", "i", "i"]],
)
def test_help_never_tells_where_a_hidden_mine_is(keys: list[str]) -> None:
    one, other = opened(TWO_MINES, *keys), opened(TWIN, *keys)
    assert one.layout != other.layout
    assert everything(one) == everything(other)


@pytest.mark.parametrize("place", [(1, 1), (1, 2), (1, 3), (2, 3), (4, 3)])
def test_a_flag_is_no_evidence(place: tuple[int, int]) -> None:
    seat = opened()
    seat.go_to(*place)
    seat.press("f")
    seat.go_to(4, 1)
    seat.press("i", "i")
    assert seat.said == SAFE_ROW
    assert marks(seat) == {"premise": PREMISES, "target": SAFE_CELLS}


def test_wrong_flags_change_no_odds() -> None:
    plain, flagged = opened(), opened()
    flagged.go_to(1, 3)
    flagged.press("f", "$", "f")
    for seat in (plain, flagged):
        seat.go_to(4, 1)
        seat.press("a")
    covered = [(1, 1), (1, 2), *SAFE_CELLS, (4, 3)]
    assert [plain.style_at(*place) for place in covered] == [
        flagged.style_at(*place) for place in covered
    ]


def test_a_mine_with_a_flag_on_it_is_not_hinted_at_again() -> None:
    seat = cornered(MINES_ROUND_A_CORNER)
    for place in ((2, 1), (1, 2), (2, 2)):
        seat.go_to(*place)
        seat.press("f")
    seat.go_to(1, 1)
    seat.press("i", "i")
    assert "danger" not in marks(seat)
    assert seat.said.startswith("Nothing is certain: ")


def test_of_several_mines_only_those_without_a_flag_are_hinted_at() -> None:
    seat = cornered(MINES_ROUND_A_CORNER, "right", "f", "left", "i", "i")
    assert marks(seat)["danger"] == [(1, 2), (2, 2)]


# Odds


def odds_by_brute_force(seat: Seat) -> dict[tuple[int, int], Fraction]:
    clues = clues_of(seat.screen.session.game)
    layouts = layouts_by_brute_force(clues)
    return {
        clues.grid.place(cell): Fraction(sum(cell in mines for mines in layouts), len(layouts))
        for cell in clues.grid
        if clues.covered >> cell & 1
    }


def two_digits(share: Fraction) -> str:
    if share in (0, 1):
        return " *" if share else "ok"
    return f"{float(100 * share):2.0f}"


@pytest.mark.parametrize("key", ["a", "A"])
@pytest.mark.parametrize(
    "seat",
    [opened, lambda: cornered(GUESS), lambda: cornered(MINES_ROUND_A_CORNER), Seat],
    ids=["certain", "guess", "mines", "covered"],
)
def test_the_odds_of_every_covered_cell_are_shown(seat: Callable[[], Seat], key: str) -> None:
    sitting = seat()
    sitting.press(key)
    odds = odds_by_brute_force(sitting)
    assert odds
    for place, share in odds.items():
        if place != sitting.cursor:
            assert sitting.text_at(*place) == two_digits(share)


def test_certain_odds_are_words_and_signs() -> None:
    seat = opened(TWO_MINES, "a")
    covered = [(1, 1), (1, 2), *SAFE_CELLS, (4, 3)]
    assert [seat.text_at(*place) for place in covered] == ["50", "50", "ok", "ok", "ok", " *"]


def degrees(seat: Seat, *places: tuple[int, int]) -> list[int]:
    """Which of the theme's styles for odds the cells are painted in."""
    odds = seat.theme.odds
    painted = [seat.style_at(*place) for place in places]
    return [degree for style in painted for degree, pair in enumerate(odds) if style in pair]


def test_odds_are_painted_by_degree() -> None:
    assert degrees(opened(TWO_MINES, "a"), *SAFE_CELLS, (1, 1), (4, 3)) == [0, 0, 0, 2, 3]
    assert degrees(cornered(GUESS, "a"), (2, 1), (4, 3)) == [1, 1]


def test_neighbours_are_painted_in_turns() -> None:
    seat = opened(TWO_MINES, "a")
    assert seat.style_at(1, 3) is seat.style_at(3, 3) is not seat.style_at(2, 3)


def test_revealed_cells_show_their_numbers_among_the_odds() -> None:
    seat = opened(TWO_MINES, "a")
    assert [seat.text_at(*place) for place in [(2, 1), (2, 2), (3, 2)]] == [" 1", " 1", " 1"]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ((1, 1), "A mine here: 50.0%"),
        ((2, 3), "A mine here: 0%"),
        ((4, 3), "A mine here: 100%"),
        ((2, 1), ""),
    ],
)
def test_the_odds_of_the_cursors_cell_are_told(place: tuple[int, int], message: str) -> None:
    seat = opened(TWO_MINES, "a")
    seat.go_to(*place)
    assert seat.said == message


def test_odds_are_told_to_a_tenth_of_a_percent() -> None:
    seat = cornered(GUESS, "a", "right")
    assert seat.said == "A mine here: 33.3%"
    seat.press("G", "$")
    assert seat.said == "A mine here: 12.5%"


@pytest.mark.parametrize("zoom", [1, 2])
def test_a_flag_is_seen_among_the_odds(zoom: int) -> None:
    seat = Seat(zoom=zoom)
    seat.press("$", "enter", "0", "f", "a", "$")
    assert seat.text_at(1, 1).strip() == "F"
    assert seat.style_at(1, 1) in [style for pair in seat.theme.odds for style in pair]
    assert seat.text_at(1, 2).strip() in ("5", "50")


@pytest.mark.parametrize("theme", ["mono", "dark"])
def test_the_cursor_is_seen_among_the_odds_at_one_column(theme: str) -> None:
    seat = Seat(zoom=1, theme=theme)
    seat.press("$", "enter", "a", "0")
    cursor, beside = seat.style_at(1, 1), seat.style_at(1, 2)
    assert (cursor.reverse, cursor.underline, cursor.bold) == (False, True, True)
    assert (beside.reverse, beside.underline, beside.bold) == (True, False, False)
    assert theme == "mono" or cursor.background != beside.background


def test_the_same_key_takes_the_odds_away() -> None:
    seat = opened()
    before = field(seat)
    seat.press("a")
    assert field(seat) != before
    seat.press("a")
    assert field(seat) == before


def test_odds_follow_every_move() -> None:
    seat = cornered(GUESS, "a")
    before = seat.text_at(3, 3)
    seat.go_to(3, 1)
    seat.press("enter")
    seat.go_to(1, 1)
    assert seat.status is Status.PLAYING
    assert seat.text_at(3, 1) == " 1"
    assert seat.text_at(3, 3) != before
    assert seat.text_at(3, 3) == two_digits(odds_by_brute_force(seat)[3, 3])


def test_odds_follow_an_undo() -> None:
    seat = cornered(GUESS, "a")
    seat.go_to(3, 1)
    seat.press("enter", "u", "home")
    odds = odds_by_brute_force(seat)
    assert [seat.text_at(*place) for place in odds] == list(map(two_digits, odds.values()))


def test_odds_begin_with_the_first_reveal() -> None:
    seat = Seat(None)
    seat.press("a")
    assert seat.said == ""
    seat.press("enter")
    assert seat.shows("ok")


@pytest.mark.parametrize("last", [(1, 1), (1, 2)])
def test_odds_are_gone_after_the_end(last: tuple[int, int]) -> None:
    plain, helped = Seat(FIFTY_FIFTY), Seat(FIFTY_FIFTY)
    for seat, key in ((plain, "b"), (helped, "a")):
        seat.press("$", "enter", key)
        seat.click(*last)
        assert seat.status is not Status.PLAYING
    assert field(helped) == field(plain)
    assert not {style for pair in helped.theme.odds for style in pair} & {
        helped.style_at(column, row) for column in (1, 2, 3) for row in (1, 2)
    }


def test_a_new_game_shows_no_odds() -> None:
    seat = opened(TWO_MINES, "a", "n", "enter")
    assert not seat.shows("ok")


def test_a_hint_speaks_before_the_odds() -> None:
    seat = opened(TWO_MINES, "a", "i", "i", "G")
    assert seat.said == SAFE_ROW
    seat.press("f", "left")
    assert seat.said == "A mine here: 0%"


def test_a_hint_hides_no_odds() -> None:
    seat = cornered(GUESS, "a", "i", "i")
    assert seat.text_at(3, 1) == "12"


# The flag check


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ([], "There are no flags to check"),
        ([(4, 3)], "No flag can be proved wrong"),
        ([(1, 1)], "No flag can be proved wrong"),
        ([(1, 2)], "No flag can be proved wrong"),
        ([(1, 3)], "Your only flag can be proved wrong"),
        ([(4, 3), (1, 3)], "1 of your 2 flags can be proved wrong"),
        ([(3, 3), (4, 3), (1, 3)], "2 of your 3 flags can be proved wrong"),
    ],
)
def test_the_flags_are_checked_by_what_is_visible(
    flags: list[tuple[int, int]], sentence: str
) -> None:
    seat = opened()
    for place in flags:
        seat.click(*place, RIGHT)
    seat.press("x")
    assert seat.said == sentence


def test_the_flag_check_goes_with_the_next_move() -> None:
    seat = opened(TWO_MINES, "x", "left")
    assert seat.said == "There are no flags to check"
    seat.press("G", "f")
    assert seat.said == ""


# What was used


@pytest.mark.parametrize(("key", "name"), [("i", "hint"), ("a", "odds"), ("x", "flag check")])
def test_help_is_noted_and_named_in_the_title(key: str, name: str) -> None:
    seat = opened(TWO_MINES, "home", "f")
    assert helps(seat) == set()
    assert seat.title == "4x3, 2 mines  the board given"
    seat.press(key)
    assert helps(seat) == {name}
    assert seat.title == f"4x3, 2 mines  the board given  {name}"


def test_all_helps_are_named_together_and_once() -> None:
    seat = opened(TWO_MINES, "home", "f", "x", "i", "i", "a", "a", "a")
    assert helps(seat) == {"flag check", "hint", "odds"}
    assert seat.title == "4x3, 2 mines  the board given  flag check  hint  odds"


def test_a_new_game_starts_without_help() -> None:
    seat = opened(TWO_MINES, "i", "n")
    assert helps(seat) == set()
    assert seat.title == "4x3, 2 mines  seed 7"


@pytest.mark.parametrize("key", ["i", "a", "x"])
def test_there_is_no_help_in_a_pause(key: str) -> None:
    seat = opened(TWO_MINES, "p")
    before = seat.lines
    seat.press(key)
    assert seat.lines == before
    seat.press("p")
    assert helps(seat) == set()
    assert seat.said == ""
    assert marks(seat) == {}


@pytest.mark.parametrize("key", ["i", "a", "x"])
def test_there_is_no_help_after_the_end(key: str) -> None:
    seat = opened(TWO_MINES, "home", "enter", key)
    assert seat.said.startswith("Lost :(")
    assert seat.said.endswith("The game is over")
    assert helps(seat) == set()


def test_a_pause_hides_the_marks() -> None:
    seat = opened(TWO_MINES, "i", "i", "p")
    assert marks(seat) == {}
    seat.press("p")
    assert marks(seat) == {"premise": PREMISES, "target": SAFE_CELLS}


@pytest.mark.parametrize("keys", [["i", "i"], ["a", "G"]])
def test_a_pause_hides_what_was_said(keys: list[str]) -> None:
    assert opened(TWO_MINES, *keys, "p").said == ""


# Boards too large to look at as a whole


def large(*keys: str) -> Seat:
    """At the gap in the wall, with all to the left of it open."""
    seat = Seat(LARGE)
    seat.press("enter")
    seat.go_to(GAP[0] - 2, GAP[1])
    seat.press(*keys)
    return seat


def test_a_hint_on_a_large_board_names_the_places_of_the_whole_board() -> None:
    seat = large("i", "i")
    assert seat.said == (
        "The 2 at 51,29 already touches 2 mines (see the 3 at 51,28), so 52,30 is safe"
    )
    assert marks(seat)["target"] == [GAP]
    assert marks(seat)["premise"] == [(51, 28), (51, 29)]


def test_odds_on_a_large_board_are_those_of_the_window() -> None:
    seat = large("a")
    assert seat.text_at(*GAP) == "ok"
    assert {seat.text_at(52, row) for row in (27, 28, 29, 31, 32, 33)} == {" *"}
    seat.press("right", "right")
    assert seat.said == "A mine here: 0%"


def test_odds_on_a_large_board_follow_the_window() -> None:
    seat = large("a", "g", "down", "down", "down", "right")
    assert seat.text_at(52, 4) == " *"
    assert seat.screen.view.last_row < GAP[1]


def test_help_on_a_large_board_sees_nothing_beyond_the_window() -> None:
    seat = large("g", "0", "i")
    assert seat.said.startswith("Nothing is left to find")
    assert marks(seat) == {}


def test_a_hint_on_a_large_board_is_kept_while_the_window_moves() -> None:
    seat = large("i", "g", "0", "i")
    assert seat.said.endswith("so 52,30 is safe")
    assert marks(seat) == {}
    seat.go_to(50, 30)
    assert marks(seat)["target"] == [GAP]


def test_flags_in_a_large_boards_window_are_checked() -> None:
    seat = large("right", "right", "f", "down", "f", "x")
    assert seat.said == "1 of your 2 flags can be proved wrong"


def test_a_large_board_is_not_looked_back_on() -> None:
    seat = large("right", "right", "down", "enter")
    assert seat.status is Status.LOST
    looked_back(seat)
    assert seat.screen.next_wakeup(seat.now) == 60_000
    assert seat.said.startswith("Lost :(")
    assert "guess" not in seat.said
    assert marks(seat) == {}


# The look back


def test_a_loss_that_could_be_avoided_shows_what_was_safe_and_why() -> None:
    seat = looked_back(opened(TWO_MINES, "home", "enter"))
    assert seat.said.startswith("Lost :(")
    assert seat.said.endswith(
        f"Avoidable: 1,3, 2,3 and 3,3 were safe. {SAFE_ROW}. 1 needless guess, 50% to survive"
    )
    assert marks(seat) == {"premise": PREMISES, "target": SAFE_CELLS}


def test_a_loss_that_was_forced_tells_its_risk() -> None:
    seat = looked_back(opened(FIFTY_FIFTY, "0", "enter"))
    assert seat.status is Status.LOST
    assert seat.said.endswith("Unavoidable: 50% was the lowest risk. 1 guess, 50% to survive")
    assert marks(seat) == {}


def test_a_loss_by_a_bad_guess_names_the_better_one() -> None:
    seat = looked_back(cornered(GUESS, "right", "enter"))
    assert (
        "You had to guess, but 4,1 was better: 7 in 8 to win, not 2 in 3. 1 guess, 66%" in seat.said
    )


def test_a_loss_by_the_first_reveal_is_nobodys_fault() -> None:
    seat = looked_back(cornered(TWO_MINES))
    assert seat.status is Status.LOST
    assert seat.said.endswith("Lost at the first reveal: nothing was known yet")
    assert "Avoidable" not in seat.said


def test_a_win_tells_its_luck() -> None:
    seat = looked_back(opened(FIFTY_FIFTY, "0", "down", "enter"))
    assert seat.said.startswith("Won :)")
    assert seat.said.endswith("1 guess, 50% to survive")


def test_a_win_without_a_guess_says_so() -> None:
    seat = looked_back(opened(TWO_MINES, "0", "G", "enter"))
    assert seat.said.startswith("Won :)")
    assert seat.said.endswith("Won without a guess")


def test_a_look_back_on_several_guesses_counts_them() -> None:
    layout = "*....*\n......"
    seat = Seat(layout)
    seat.click(3, 1)
    seat.click(1, 2)
    seat.click(6, 1)
    assert looked_back(seat).said.endswith("2 guesses, 25% to survive")


def test_the_look_back_goes_on_between_keys_until_it_is_done() -> None:
    seat = opened(TWO_MINES, "home", "enter")
    steps = 0
    while seat.screen.next_wakeup(seat.now) == 0:
        assert "Avoidable" not in seat.said
        assert seat.said.startswith("Lost :(")
        seat.wait(0)
        steps += 1
    assert 1 < steps <= len(seat.screen.session.moves) + 1
    assert "Avoidable" in seat.said
    assert seat.screen.next_wakeup(seat.now) == 60_000


def test_a_key_during_the_look_back_is_not_lost() -> None:
    seat = opened(TWO_MINES, "home", "enter", "down")
    assert seat.screen.next_wakeup(seat.now) == 0
    assert seat.cursor == (1, 2)
    assert "Avoidable" in looked_back(seat).said


@pytest.mark.parametrize("key", ["n", "r"])
def test_another_game_drops_the_look_back(key: str) -> None:
    seat = opened(TWO_MINES, "home", "enter", key)
    assert seat.screen.next_wakeup(seat.now) == 60_000
    looked_back(seat)
    assert "Avoidable" not in seat.said
    assert marks(seat) == {}


def test_the_look_back_is_gone_with_the_game() -> None:
    seat = looked_back(opened(TWO_MINES, "home", "enter"))
    seat.press("n")
    assert seat.said == ""
    assert marks(seat) == {}


def test_the_look_back_follows_a_loss_by_mouse() -> None:
    seat = opened()
    seat.click(1, 1, LEFT)
    assert "Avoidable" in looked_back(seat).said


# What is left to do


def flags_only(*keys: str) -> Seat:
    """A game that only flags win, with its safe cells revealed."""
    layout = ".**.\n.*..\n...."
    seat = Seat(layout, setup=Setup(4, 3, 3, win="flags"))
    for place in [(4, 3), (1, 1), (1, 2), (1, 3), (2, 3), (4, 1)]:
        seat.click(*place)
    seat.press(*keys)
    assert seat.screen.session.game.safe_left == 0
    return seat


def test_where_only_flags_win_it_is_said_once_all_safe_cells_are_revealed() -> None:
    seat = flags_only()
    assert seat.said == "Flag the 3 mines to win"
    for place, said in [((2, 1), "Flag the 2 mines left to win"), ((3, 1), "Flag the last mine")]:
        seat.click(*place, RIGHT)
        assert seat.said.startswith(said)
    seat.click(2, 2, RIGHT)
    assert seat.status is Status.WON
    assert "Flag" not in seat.said


def test_where_only_flags_win_nothing_is_said_while_safe_cells_are_covered() -> None:
    seat = Seat(".**.\n.*..\n....", setup=Setup(4, 3, 3, win="flags"))
    seat.press("enter")
    assert seat.said == ""


@pytest.mark.parametrize("win", ["either", "clear"])
def test_where_flags_need_not_win_the_game_is_won_by_then(win: Win) -> None:
    seat = Seat(".*", setup=Setup(2, 1, 1, win=win))
    seat.press("enter")
    assert seat.status is Status.WON
    assert "Flag" not in seat.said


def test_a_hint_speaks_before_what_is_left_to_do() -> None:
    seat = flags_only("i")
    assert seat.said == AREA
    seat.press("i")
    assert seat.said.endswith(("is a mine", "are mines"))


def test_a_win_by_flags_that_were_not_proved_says_so() -> None:
    seat = looked_back(opened(FIFTY_FIFTY, "0", "f"))
    assert seat.said.startswith("Won :)")
    assert seat.said.endswith("Not every flag was proved")


def test_under_strict_the_rule_is_named_as_what_killed() -> None:
    seat = Seat(TWO_MINES, setup=Setup(4, 3, 2, win="clear", on_guess="strict"))
    seat.press("$", "enter", "0", "down", "enter")
    assert seat.status is Status.LOST
    assert looked_back(seat).said.endswith(
        "Strict made it explode: a guess you did not have to make"
    )
    assert "survive" not in seat.said


def test_under_strict_the_rule_is_not_named_where_guesses_were_left_to_luck_after_an_undo() -> None:
    seat = Seat(TWO_MINES, setup=Setup(4, 3, 2, win="clear", on_guess="strict"))
    seat.press("$", "enter", "G", "0", "enter", "u", "home", "g", "enter")
    assert seat.status is Status.LOST
    assert looked_back(seat).said.endswith("1 needless guess, 50% to survive")
