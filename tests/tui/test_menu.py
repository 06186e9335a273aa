"""The level menu: what to play next, chosen on a page over the game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.daily import daily
from minesweeper.play.journal import Origin
from minesweeper.play.ranking import why_unranked
from minesweeper.play.session import Session
from minesweeper.settings.table import Binding
from minesweeper.store.history import History
from minesweeper.tui.canvas import Style
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Key
from minesweeper.tui.widgets.choices import ChoiceLine, ChoicesPage, in_groups, next_value
from tests.harness.kept_games import begin, close_histories, kept, open_history, win
from tests.harness.kept_games import dealer as kept_games
from tests.harness.player import (
    LEFT,
    MIDDLE,
    RIGHT,
    WHEEL_DOWN,
    WHEEL_UP,
    GamePlayer,
    Player,
    at_kept_games,
    width,
)

PAGE_SIZES = [(80, 24), (40, 12), (200, 60), (30, 10)]
CLASSIC, BEGINNER, INTERMEDIATE, EXPERT = LEVELS.values()
# The keys that lead to the rules, from anywhere.
TO_GUESS_FREE = ("end", "up", "up")
TO_GUESSES = ("end", "up")


def at_menu(
    size: tuple[int, int] = (80, 24), layout: str | None = None, **options: object
) -> GamePlayer:
    """Return a player at a game who has opened the menu."""
    player = GamePlayer(layout, size, **options)  # type: ignore[arg-type]  # what a player takes
    player.press("m")
    return player


# What it shows


def test_the_menu_at_80x24() -> None:
    menu = at_menu(deal_daily=lambda day, level: None)
    assert menu.lines == [
        "         +- New game ------------------------------------------ Best -+",
        "         |  1  Classic                              8x8  10 mines  -  |",
        "         |  2  Beginner                             9x9  10 mines  -  |",
        "         |  3  Intermediate                       16x16  40 mines  -  |",
        "         |  4  Expert                             30x16  99 mines  -  |",
        "         |                                                            |",
        "         |  5  Custom                               8x8  10 mines  -  |",
        "         |       Width         < 8 >                                  |",
        "         |       Height        < 8 >                                  |",
        "         |       Mines         < 10 >                                 |",
        "         |                                                            |",
        "         |  6  Today's board   < classic >            not played yet  |",
        "         |  7  Daily calendar                                         |",
        "         |                                                            |",
        "         |     Guess-free      < off >                                |",
        "         |     Guesses         < luck >                               |",
        "         |     First cell      < opening >                            |",
        "         |                                                            |",
        "         |  The smallest level                                        |",
        "         |                                                            |",
        "         |                                                            |",
        "         +------------------------------------------------------------+",
        "",
        "                    Enter play   arrows choose   Esc go back",
    ]


def test_the_menu_at_40x12() -> None:
    menu = at_menu((40, 12), deal_daily=lambda day, level: None)
    menu.press("w")
    assert menu.lines == [
        "+- New game ---------------------------+",
        "|  2  Beginner           9x9  10 mines |",
        "|  3  Intermediate     16x16  40 mines |",
        "|  4  Expert           30x16  99 mines |",
        "|  5  Custom             8x8  10 mines |",
        "|       Width         < 8 >            |",
        "|                                      |",
        "|  Type it, or press left or right     |",
        "|  (with Ctrl: by ten)                 |",
        "|                                      |",
        "+----------------------------- 2-6/13 -+",
        "Enter play classic   Space change   Esc",
    ]


def styles_of(player: GamePlayer, text: str) -> dict[int, Style]:
    """How each column of the row with a text is painted."""
    pieces = player.canvas.pieces[player.find(text)[1]]
    return {at + n: style for at, written, style in pieces for n in range(len(written))}


def test_the_selected_line_is_one_colour_across_the_frame() -> None:
    menu = at_menu()
    painted = styles_of(menu, "1  Classic")
    edges = [column for column, style in painted.items() if style is menu.theme.border]
    assert {painted[column] for column in range(edges[0] + 1, edges[-1])} == {menu.theme.selected}


def test_the_selected_line_has_a_mark_where_there_are_no_colours() -> None:
    menu = at_menu(theme="mono")
    menu.press("down")
    assert [line for line in menu.page if line.startswith("> ")] == [
        "> 2  Beginner                             9x9  10 mines  -",
    ]
    assert menu.theme.selected.reverse
    assert not any(line.startswith(">") for line in at_menu(theme="dark").page)


def test_keys_stand_out_and_every_second_detail_and_what_is_off_step_back() -> None:
    menu = at_menu(setup=Setup(8, 8, 10, no_guess=True))
    theme = menu.theme
    column, _ = menu.find("2  Beginner")
    row = styles_of(menu, "2  Beginner")
    assert (row[column], row[column + 3]) == (theme.accent, theme.text)
    assert row[menu.find("9x9")[0]] is theme.text
    assert row[menu.find("10 mines")[0]] is theme.dim
    column, _ = menu.find("< on >")
    assert styles_of(menu, "< on >")[column + 2] is theme.won
    assert styles_of(menu, "< on >")[column] is theme.dim


@pytest.mark.parametrize("size", [*PAGE_SIZES, (1, 1)])
def test_the_menu_is_drawn_at_every_size(size: tuple[int, int]) -> None:
    menu = at_menu(size, deal_daily=lambda day, level: None)
    for _ in range(12):
        menu.press("down")
        assert max(map(width, menu.lines)) <= size[0]
        assert len(menu.lines) == size[1]


@pytest.mark.parametrize("size", PAGE_SIZES)
def test_the_line_in_focus_is_always_in_sight(size: tuple[int, int]) -> None:
    menu = at_menu(size, deal_daily=lambda day, level: None)
    shown = [menu.focused]
    for _ in range(10):
        menu.press("down")
        shown.append(menu.focused)
    for word, line in zip(
        ["1 Cl", "2 Be", "3 In", "4 Ex", "5 Cu", "Wi", "He"], shown, strict=False
    ):
        assert line.startswith(word)
    assert "<" in shown[-1]
    menu.press("home")
    assert menu.focused == shown[0]


def test_the_border_of_a_menu_that_is_scrolled_says_what_is_in_sight() -> None:
    menu = at_menu((40, 12))
    assert menu.lines[-2].endswith(" 1-5/11 -+")
    menu.press("end")
    assert menu.lines[-2].endswith(" 7-11/11 -+")


def test_the_hardware_cursor_is_on_the_line_in_focus() -> None:
    menu = at_menu()
    assert menu.canvas.cursor == menu.find("1  Classic")
    menu.press("down")
    assert menu.canvas.cursor == menu.find("2  Beginner")


@pytest.mark.parametrize("name", LEVELS)
def test_the_level_that_is_played_has_the_focus(name: str) -> None:
    menu = at_menu(setup=LEVELS[name])
    assert menu.focused.split()[1].lower() == name


def test_a_size_of_ones_own_is_what_custom_begins_with() -> None:
    menu = at_menu(setup=Setup(20, 12, 33))
    assert menu.focused.split() == ["5", "Custom", "20x12", "33", "mines", "-"]


def test_the_arrows_beside_a_value_are_those_of_the_glyphs() -> None:
    menu = at_menu(glyphs="unicode")
    assert menu.shows("Guess-free      ◂ off ▸")
    menu.click_on("off ▸", behind=len("off "))
    assert menu.shows("Guess-free      ◂ on ▸")


# Leaving


@pytest.mark.parametrize("key", ["escape", "q", "Q", "m", "M"])
def test_the_menu_is_left_without_a_change(key: str) -> None:
    menu = at_menu()
    session = menu.session
    menu.press("down", "down", key)
    assert not menu.is_at_page
    assert menu.session is session


# Levels


@pytest.mark.parametrize(
    ("keys", "setup"),
    [
        (["1"], CLASSIC),
        (["4"], EXPERT),
        (["down", "right", "down", "enter"], INTERMEDIATE),
        (["enter"], CLASSIC),
        (["down", "enter"], BEGINNER),
        (["j", "j", "k", "j", "o", " "], INTERMEDIATE),
        (["e", "enter"], EXPERT),
        (["B", "enter"], BEGINNER),
        (["page-down", "page-up", "enter"], CLASSIC),
    ],
)
def test_a_level_is_played_now_and_in_the_next_games(keys: list[str], setup: Setup) -> None:
    menu = at_menu()
    menu.press(*keys)
    assert not menu.is_at_page
    assert menu.setup == setup
    assert menu.title.lower().startswith(
        next(n for n, level in LEVELS.items() if level.size == setup.size)
    )
    menu.press("d")
    assert menu.setup == setup


@pytest.mark.parametrize("line", ["expert", "today", "custom", "first"])
@pytest.mark.parametrize("digit", ["1", "2", "3", "4"])
def test_a_digit_plays_its_level_at_once_wherever_the_selection_is(digit: str, line: str) -> None:
    menu = at_menu(deal_daily=lambda day, level: None)
    menu.press(line[0])
    assert line in menu.focused.lower()
    menu.press(digit)
    assert not menu.is_at_page
    assert menu.setup == list(LEVELS.values())[int(digit) - 1]


@pytest.mark.parametrize(
    ("keys", "setup"),
    [
        ([*TO_GUESS_FREE, "right"], Setup(8, 8, 10, no_guess=True)),
        ([*TO_GUESS_FREE, "left"], Setup(8, 8, 10, no_guess=True)),
        ([*TO_GUESS_FREE, " "], Setup(8, 8, 10, no_guess=True)),
        ([*TO_GUESS_FREE, " ", " "], CLASSIC),
        ([*TO_GUESSES, "ctrl-right"], Setup(8, 8, 10, on_guess="fair", win="clear")),
        (["f", "ctrl-left"], Setup(8, 8, 10, first="any")),
        (["w", *"24", *TO_GUESS_FREE, "right"], Setup(24, 8, 10, no_guess=True)),
    ],
)
def test_enter_on_a_rule_plays_with_what_was_just_set(keys: list[str], setup: Setup) -> None:
    menu = at_menu()
    menu.press(*keys)
    assert menu.is_at_page
    menu.press("enter")
    assert not menu.is_at_page
    assert menu.setup == setup


@pytest.mark.parametrize("level", LEVELS)
def test_the_footer_names_what_enter_plays_on_a_rule(level: str) -> None:
    menu = at_menu(setup=LEVELS[level])
    assert menu.shows("Enter play   arrows choose   Esc go back")
    menu.press("end")
    assert menu.shows(f"Enter play {level}   Space change   arrows choose   Esc go back")
    menu.press("w", *"12", "end")
    assert menu.shows(f"Enter play 12x{LEVELS[level].height}   Space change")


def test_a_rule_also_shows_what_keeps_enter_from_playing() -> None:
    menu = at_menu()
    menu.press("w", "0", "end", "enter")
    assert menu.is_at_page
    assert menu.note == "Width: '0' is not a number from 1 to 10000"


def test_space_changes_the_level_of_todays_board_and_plays_nothing() -> None:
    menu = at_menu(deal_daily=lambda day, level: None)
    menu.press("t", " ")
    assert menu.is_at_page
    assert menu.focused.startswith("6 Today's board < beginner >")


def test_a_letter_goes_on_to_the_next_line_that_begins_with_it() -> None:
    menu = at_menu()
    places = []
    for _ in range(3):
        menu.press("c")
        places.append(menu.focused.split()[1])
    assert places == ["Custom", "Classic", "Custom"]


def test_the_rules_of_the_game_stay() -> None:
    menu = at_menu(setup=Setup(8, 8, 10, first="safe", win="clear", question_marks=True))
    menu.press("2")
    assert menu.setup == Setup(9, 9, 10, first="safe", win="clear", question_marks=True)


def test_a_board_that_was_given_is_followed_by_drawn_ones() -> None:
    menu = at_menu(layout="*..\n...")
    menu.press("1")
    assert menu.session.head.origin.kind == "drawn"


def test_the_cursor_is_in_the_middle_of_a_new_board_and_stays_on_one_of_the_same_size() -> None:
    player = GamePlayer(None)
    player.go_to(5, 6)
    player.press("m", "1")
    assert player.cursor == (5, 6)
    player.press("m", "4")
    assert player.cursor == (15, 8)
    player.press("0", "g", "enter")
    assert len(player.position.split()) == 16


def test_a_key_right_after_a_choice_plays_the_new_game() -> None:
    menu = at_menu()
    menu.press("2")
    menu.press("enter")
    assert menu.session.clicks == 1
    assert not menu.session.paused


# A size of one's own


def test_numbers_are_typed() -> None:
    menu = at_menu()
    menu.press("w", *"24", "down", *"15", "down", "backspace", "backspace", *"5", *"0", "enter")
    assert menu.setup == Setup(24, 15, 50)


def test_the_first_digit_begins_a_new_number() -> None:
    menu = at_menu()
    menu.press("w", "2", "down", "up", "3", "backspace", "4", "enter")
    assert menu.setup[:2] == (4, 8)


def test_numbers_are_changed_with_the_arrows_and_the_mouse() -> None:
    menu = at_menu()
    menu.press("w", "right", "l", "left", "ctrl-right")
    assert menu.focused == "Width < 19 >"
    menu.press(" ", "ctrl-left", "1", "2", "right", "7", "ctrl-right", "+", "ctrl-left")
    assert menu.focused == "Width < 7 >"
    menu.press("2", "ctrl-right", "left", "left", "left")
    assert menu.focused == "Width < 9 >"
    menu.press("ctrl-right")
    menu.click_on("Height        < 8 >", behind=len("Height        < 8 "))
    assert menu.focused == "Height < 9 >"
    menu.click_on("Height        < 9 >", behind=len("Height        "))
    menu.click_on("Mines         <")
    assert menu.focused == "Mines < 10 >"
    menu.press("enter")
    assert menu.setup == Setup(19, 8, 10)


def test_the_arrows_keep_to_what_is_allowed() -> None:
    menu = at_menu()
    menu.press("w", "ctrl-left", "left")
    assert menu.focused == "Width < 1 >"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["w", "0"], "Width: '0' is not a number from 1 to 10000"),
        (["w", *"10001"], "Width: '10001' is not a number from 1 to 10000"),
        (["w", "backspace"], "Width: '' is not a number from 1 to 10000"),
        (["w", "down", "down", *"64"], "64 mines do not fit on 8x8: from 0 to 63 are allowed"),
        (
            ["w", *"2000", "down", *"501"],
            "A board of 2000x501 is too large: at most 1,000,000 cells",
        ),
        (
            [*TO_GUESS_FREE, "right", "w", *"200", "down", *"100"],
            "Guess-free: only for boards of up to 10,000 cells",
        ),
    ],
)
def test_a_wrong_number_is_reported_and_never_played(keys: list[str], said: str) -> None:
    menu = at_menu()
    session = menu.session
    menu.press(*keys)
    assert menu.note == said
    menu.press("enter")
    assert menu.is_at_page
    assert menu.session is session
    assert menu.note == said


def test_a_size_in_an_explanation_is_written_with_the_sign_of_the_glyphs() -> None:
    menu = at_menu(glyphs="unicode")
    menu.press("w", "down", "down", *"64")
    assert menu.shows("64 mines do not fit on 8\N{MULTIPLICATION SIGN}8: from 0 to 63")


def test_a_long_explanation_is_read_in_the_smallest_window() -> None:
    menu = at_menu((30, 10))
    menu.press("w", "down", "down", *"64")
    text = " ".join(line.strip(" |") for line in menu.lines)
    assert "64 mines do not fit on 8x8: from 0 to 63 are allowed" in text
    assert menu.focused.startswith("Mines < 64")


@pytest.mark.parametrize("size", [(40, 12), (30, 10)])
def test_what_a_line_means_is_read_in_a_small_window(size: tuple[int, int]) -> None:
    menu = at_menu(size)
    text = " ".join(line.strip(" |") for line in menu.lines)
    assert "The smallest level" in text
    assert menu.focused.startswith("1 Classic")


def test_five_plays_the_custom_size_at_once() -> None:
    menu = at_menu(setup=Setup(12, 8, 10))
    session = menu.session
    menu.press("5")
    assert not menu.is_at_page
    assert menu.session is not session
    assert menu.setup == Setup(12, 8, 10)


def test_digits_are_typed_into_the_number_that_is_selected_and_play_nothing() -> None:
    menu = at_menu()
    menu.press("w", *"54")
    assert menu.focused == "Width < 54 >"
    menu.press("home", "5")
    assert menu.setup == Setup(54, 8, 10)


def test_five_says_why_the_custom_size_cannot_be_played() -> None:
    menu = at_menu()
    menu.press("w", "0", "home", "5")
    assert menu.is_at_page
    assert menu.focused.startswith("5 Custom")
    assert menu.note == "Width: '0' is not a number from 1 to 10000"


def test_rules_that_move_mines_have_their_limit() -> None:
    menu = at_menu(setup=Setup(8, 8, 10, win="clear", on_guess="fair"))
    menu.press("w", *"200", "down", *"100", "enter")
    assert menu.note == "Guesses: only for boards of up to 10,000 cells"


# Boards without a guess


def test_a_wrong_number_is_only_reported_at_lines_that_play_it() -> None:
    menu = at_menu(deal_daily=lambda day, level: None)
    menu.press("w", *"2000", "down", *"12", *TO_GUESS_FREE, "right", "w", "enter")
    assert "only for boards of up to 10,000 cells" in menu.note
    menu.press("t")
    assert menu.focused.startswith("6 Today's board")
    assert menu.note.startswith("The same board for everybody; the first attempt counts")


@pytest.mark.parametrize(
    ("keys", "mines"), [("50%", 32), ("%", 6), ("0%", 0), ("12%", 7), ("12%3", 3)]
)
def test_a_share_of_mines_is_typed(keys: str, mines: int) -> None:
    menu = at_menu()
    menu.press("w", "down", "down", *keys)
    assert menu.focused.startswith(f"Mines < {mines}")


@pytest.mark.parametrize("button", [MIDDLE, RIGHT])
def test_only_the_left_button_changes_anything(button: int) -> None:
    menu = at_menu()
    for line in ("Guess-free", "Expert"):
        menu.click_at(*menu.find(line), button)
    assert menu.is_at_page
    assert menu.focused.startswith("1 Classic")
    assert menu.shows("< off >")


def test_no_guess_is_switched_on_and_off() -> None:
    menu = at_menu(setup=Setup(8, 8, 10, first="safe"))
    menu.press(*TO_GUESS_FREE, " ", "2")
    assert menu.setup == Setup(9, 9, 10, no_guess=True)
    menu.press("m")
    menu.press(*TO_GUESS_FREE, "left", "2")
    assert not menu.setup.no_guess


def test_a_board_without_a_guess_is_searched_for() -> None:
    menu = at_menu()
    menu.press(*TO_GUESS_FREE, "right", "1")
    menu.press("enter")
    assert menu.screen.state == "searching"


# The rules


def test_the_rules_are_chosen_in_words() -> None:
    menu = at_menu()
    menu.press(*TO_GUESSES, "right")
    assert menu.focused == "Guesses < fair >"
    assert menu.note == "A forced guess is always safe To win, reveal every safe cell"
    menu.press("right", "down", "right")
    assert menu.focused == "First cell < safe >"
    assert menu.note == "The first cell is not a mine"
    menu.press("2")
    assert menu.setup == Setup(9, 9, 10, first="safe", win="clear", on_guess="strict")


def test_rules_that_belong_together_change_together_in_the_menu() -> None:
    menu = at_menu(setup=Setup(8, 8, 10, first="any"))
    menu.press(*TO_GUESS_FREE, "right")
    assert menu.shows("First cell      < opening >")
    menu.press("f", "right")
    assert menu.shows("Guess-free      < off >")


# Today's board


def test_todays_board_is_played_at_the_level_that_is_turned_to() -> None:
    asked = []

    def daily(day: str, level: str) -> Session:
        asked.append(level)
        return GamePlayer(None, setup=LEVELS[level]).session

    menu = at_menu(setup=EXPERT, deal_daily=daily)
    menu.click_on("Today's board   < expert >", behind=len("Today's board   < expert "))
    assert asked == []
    menu.press("right", "6")
    assert asked == ["beginner"]
    assert menu.setup == BEGINNER
    menu.press("d")
    assert menu.setup == BEGINNER


def test_without_todays_board_it_is_not_offered() -> None:
    assert not any("Today" in line for line in at_menu().lines)


# The mouse


def test_a_click_plays_a_level() -> None:
    menu = at_menu()
    menu.click_on("Beginner")
    assert menu.setup == BEGINNER


def test_a_press_that_is_dragged_off_does_nothing() -> None:
    menu = at_menu()
    menu.mouse(LEFT, True, *menu.find("Beginner"))
    menu.mouse(LEFT, False, *menu.find("Expert"))
    assert menu.is_at_page
    menu.mouse(LEFT, False, *menu.find("Expert"))
    assert menu.is_at_page


def test_a_click_beside_the_lines_does_nothing() -> None:
    menu = at_menu()
    for row in range(24):
        menu.click_at(0, row)
    assert menu.is_at_page


def test_a_click_turns_a_switch() -> None:
    menu = at_menu()
    menu.click_on("Guess-free")
    assert menu.is_at_page
    assert "< on >" in menu.focused


def test_the_wheel_goes_from_line_to_line() -> None:
    menu = at_menu((40, 10))
    for _ in range(8):
        menu.mouse(WHEEL_DOWN, True, 1, 1)
    assert menu.focused.startswith("Guess-free")
    menu.mouse(WHEEL_UP, True, 1, 1)
    assert menu.focused.startswith("Mines")


def test_the_words_below_can_be_clicked() -> None:
    menu = at_menu()
    menu.click_on("arrows choose")
    assert menu.is_at_page
    menu.press("f")
    menu.click_on("Space change")
    assert menu.focused == "First cell < safe >"
    menu.click_on("Esc go back")
    assert not menu.is_at_page
    menu.press("m", "down")
    menu.click_on("Enter play")
    assert menu.setup == BEGINNER


# While the solver plays


def test_the_menu_works_in_a_demo() -> None:
    menu = at_menu(demo=True)
    menu.press("2")
    menu.wait(10_000)
    menu.wait(10_000)
    assert menu.setup == BEGINNER
    assert menu.session.clicks


def test_a_demo_keeps_to_its_boards() -> None:
    menu = at_menu(demo=True)
    menu.press("w", *"101", "down", *"100", "enter")
    assert menu.note == "The demo: only for boards of up to 10,000 cells"


# With a history


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    yield open_history(tmp_path)
    close_histories()


def test_a_game_is_abandoned_by_the_first_reveal_of_the_next(history: History) -> None:
    menu = at_kept_games(history, CLASSIC)
    menu.press("m", "2")  # nothing was revealed: nothing is kept
    menu.press("enter")
    menu.press("m", "3")
    assert kept(history) == []
    menu.press("enter")
    assert [(row.category[:3], row.status) for row in kept(history)] == [((9, 9, 10), "abandoned")]


def test_a_game_of_the_menu_can_be_a_record(history: History) -> None:
    menu = at_kept_games(history, CLASSIC)
    menu.press("m", "2")
    assert menu.session.head.origin == Origin("drawn", 2)
    begin(menu.session)
    assert why_unranked(menu.session) == []


def test_the_best_times_stand_beside_the_levels(history: History) -> None:
    games = kept_games(history, BEGINNER, first=90)
    for milliseconds in (6_000, 5_500):
        session = games.next()
        win(session, milliseconds)
        history.store(session)
        history.finish(session)
    menu = at_kept_games(history, CLASSIC)
    menu.press("m")
    assert menu.shown[0].endswith(" Best -+")
    assert [line.split("mines")[1].strip() for line in menu.page if "mines" in line] == [
        "-",
        "5.500 s",
        "-",
        "-",
        "-",
    ]
    menu.resize(40, 12)
    assert not menu.shows(" Best -")
    menu.press("down")
    assert "Your best: 5.500 s" in " ".join(menu.page)
    menu.press(*TO_GUESS_FREE, "right", "b")
    assert not menu.shows("5.500 s")  # of boards without a guess there is none


@pytest.mark.parametrize(
    "keys", [["e", "enter"], ["R", "enter"], ["w", "down", "down", "down", " "]]
)
def test_the_saved_game_is_resumed_and_the_one_in_hand_saved(
    history: History, tmp_path: Path, keys: list[str]
) -> None:
    left = kept_games(history, INTERMEDIATE, first=50).next()
    begin(left)
    left.leave(9_000)
    history.leave(left)
    player = at_kept_games(open_history(tmp_path), CLASSIC)
    player.press("enter")
    position = player.position
    player.press("m")
    assert player.shows("e  Resume ")
    assert player.shows("intermediate, ")
    assert player.shows(" of 216 cells, 0:09")
    player.press(*keys)
    assert player.identity == left.head.id
    assert player.title.startswith("Intermediate")
    assert kept(history) == []
    player.press("m", *keys)
    assert player.position == position


def test_a_game_that_was_left_for_another_says_how_far_it_is() -> None:
    menu = GamePlayer(None, size=(80, 24))
    menu.press("enter", "n", "m")
    left = menu.screen.games.parked_game
    assert left
    assert menu.shows(f" classic, {54 - left.game.safe_left} of 54 cells, 0:00  |")
    menu.press("e")
    assert menu.note.startswith("Resume a saved game Classic, ")


@pytest.mark.parametrize("letter", ["v", "V"])
def test_the_letter_that_resumes_in_the_game_leads_to_it_in_the_menu(letter: str) -> None:
    own = {"resume": Binding((letter,), "here")}
    menu = GamePlayer(None, keymap=bound_rows("default", own))
    menu.press("enter", "n", "m", "v")
    assert menu.focused.startswith(f"{letter} Resume classic")


def test_a_digit_that_resumes_in_the_game_plays_its_level_in_the_menu() -> None:
    own = {"resume": Binding(("4",), "here")}
    menu = GamePlayer(None, keymap=bound_rows("default", own))
    menu.press("enter", "n", "m", "4")
    assert menu.setup == EXPERT


@pytest.mark.parametrize("end", ["won in 0.000 s", "lost", "given up", "unfinished"])
def test_todays_board_shows_the_result_of_the_first_attempt(history: History, end: str) -> None:
    def deal(day: str, level: str) -> Session:
        return daily(day, level).begin("d1", "2025-11-21T10:00:00Z", history.open_journal, 0)

    player = GamePlayer(
        None, history=history, deal_daily=deal, today=lambda: "2025-11-21", setup=CLASSIC
    )
    player.press("m")
    assert player.shows("< classic >            not played yet")
    player.press("6")
    if end == "won in 0.000 s":
        player.clear()
    elif end == "lost":
        player.explode()
    elif end == "given up":
        player.reveal(
            next(
                c
                for c in player.session.game.grid
                if not player.board.is_mine(c) and not player.session.game.is_revealed(c)
            )
        )
        player.press("m", "1", "enter")
        assert not player.screen.games.give_up_saved_game("d1", player.now)
    player.press("m")
    assert player.shows(f"{end}  |")
    player.press("t", "right")
    assert player.shows("not played yet  |")


# The piece that the menu is made of


class Settings(ChoicesPage):
    """A page of values, to be changed."""

    def __init__(self) -> None:
        self.theme = "dark"
        super().__init__(Looks(glyphs="ascii"), "Minesweeper: settings", "settings")

    def choices(self) -> list[ChoiceLine]:
        def change(way: int) -> None:
            self.theme = next_value(("dark", "light", "mono"), self.theme, way)

        return in_groups(
            [ChoiceLine("theme", self.theme, turn=change)],
            [],
            [ChoiceLine("count", "3", turn=lambda way: None)],
        )


def test_a_value_is_followed_by_the_next_and_the_last_by_the_first() -> None:
    page = Settings()
    seen = []
    for key in ("right", "enter", " ", "left", "h"):
        page.handle(Key(key), 0)
        seen.append(page.theme)
    assert seen == ["light", "mono", "dark", "mono", "light"]


def test_keys_that_come_before_the_first_frame_count() -> None:
    page = Settings()
    page.handle(Key("end"), 0)
    assert Player(page).focused == "count < 3 >"


def test_values_stand_below_each_other() -> None:
    player = Player(Settings(), (40, 12))
    assert player.page[1:4] == ["  theme           < dark >", "", "  count           < 3 >"]


class ManyValues(ChoicesPage):
    """A page of as many settings as are asked for; the help of some is long."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(Looks(glyphs="ascii"), "Settings", "settings")

    def choices(self) -> list[ChoiceLine]:
        return [
            ChoiceLine(f"Line {n}", "on", help=f"This is {n} so; {'very ' * 20 * (n % 3)}long")
            for n in range(self.count)
        ]


@pytest.mark.parametrize("size", PAGE_SIZES)
@pytest.mark.parametrize("count", [3, 13, 14, 40])
def test_settings_that_fill_the_page_scroll(size: tuple[int, int], count: int) -> None:
    page = Player(ManyValues(count), size)
    for n in [*range(count), *reversed(range(count))]:
        while page.focused != f"Line {n} on"[: len(f"Line {n}")]:
            before = page.focused
            page.press("down" if n >= int(before.split()[1]) else "up")
            assert page.focused != before
        assert page.shows(f"This is {n} so")


@pytest.mark.parametrize("size", PAGE_SIZES)
def test_nothing_moves_when_the_help_gets_longer(size: tuple[int, int]) -> None:
    page = Player(ManyValues(3), size)
    frames = set()
    for _ in range(3):
        lines = [f"  Line {n}" for n in range(3)]
        frames.add((tuple(map(page.find, lines)), page.lines[0], page.lines[-2], page.lines[-1]))
        page.press("down")
    assert len(frames) == 1


def test_help_that_is_too_long_is_cut() -> None:
    page = Player(ManyValues(3), (30, 10))
    page.press("down", "down")
    assert page.page[-1].endswith("...")
