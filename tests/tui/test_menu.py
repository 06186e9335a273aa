"""The level menu: what to play next, chosen on a page over the game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.dealer import Dealer
from minesweeper.play.journal import Origin
from minesweeper.play.session import Session
from minesweeper.store.history import History
from minesweeper.store.keeping import Keeping
from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Ask, Key, Mouse, Reaction
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.screens.menu import MenuPage
from minesweeper.tui.widgets.choices import Choice, number, option, texts
from minesweeper.tui.widgets.choices_page import ChoicesPage
from tests.harness.keeping import begin, close_histories, kept, open_history, win
from tests.harness.keeping import dealer as kept_games
from tests.harness.seat import LEFT, MIDDLE, RIGHT, WHEEL_DOWN, WHEEL_UP, Seat
from tests.tui.test_search_and_demo import DemoSeat

PLAYABLE = [(80, 24), (40, 12), (200, 60), (20, 8), (16, 7)]
CLASSIC, BEGINNER, INTERMEDIATE, EXPERT = LEVELS.values()


class Diner:
    """Somebody at a game who has opened the menu."""

    def __init__(
        self,
        size: tuple[int, int] = (80, 24),
        seat: Seat | None = None,
        layout: str | None = None,
        setup: Setup | None = None,
        **options: object,
    ) -> None:
        self.seat = seat or Seat(layout, setup=setup, **options)  # type: ignore[arg-type]  # the screen's own
        self.size = size
        self.is_open = False
        self.open()

    def open(self) -> None:
        page = self.seat.press("m")
        assert isinstance(page, MenuPage)
        self.page = page
        self.is_open = True
        self.look()

    def look(self) -> list[str]:
        self.canvas = Canvas(*self.size)
        self.page.draw(self.canvas, self.seat.now)
        return self.canvas.lines()

    def press(self, *keys: str) -> None:
        """Press keys until the page is left."""
        for key in keys:
            self._react(self.page.handle(Key(key), self.seat.now))

    def mouse(self, button: int, pressed: bool, column: int, row: int) -> None:
        self._react(self.page.handle(Mouse(button, pressed, column, row), self.seat.now))

    def click(self, text: str, behind: int = 0) -> None:
        column, row = self.place_of(text)
        self.mouse(LEFT, True, column + behind, row)
        self.mouse(LEFT, False, column + behind, row)

    def place_of(self, text: str) -> tuple[int, int]:
        return next((line.index(text), at) for at, line in enumerate(self.look()) if text in line)

    def _react(self, reaction: Reaction) -> None:
        assert self.is_open
        self.look()
        if reaction is Ask.LEAVE:
            self.is_open = False
            self.seat.screen.uncovered(self.seat.now)
            self.seat.draw()

    @property
    def focused(self) -> str:
        """The line that is marked, without its mark."""
        [line] = [
            line.strip()[2:].strip(" ^v") for line in self.look() if line.strip().startswith("> ")
        ]
        return line

    @property
    def said(self) -> str:
        """What is said below the lines."""
        row = self.place_of("Enter plays")[1]
        return self.look()[row - 2].strip()

    @property
    def setup(self) -> Setup:
        return self.seat.screen.session.game.setup


# What it shows


def test_the_menu_at_80x24() -> None:
    menu = Diner(daily=lambda level: None)
    assert menu.look()[2:] == [
        "                           Minesweeper: what to play",
        "",
        "                   > 1 classic          8 x 8     10 mines",
        "                     2 beginner         9 x 9     10 mines",
        "                     3 intermediate     16 x 16   40 mines",
        "                     4 expert           30 x 16   99 mines",
        "",
        "                     5 custom           8 x 8     10 mines",
        "                         width        < 8 >",
        "                         height       < 8 >",
        "                         mines        < 10 >",
        "",
        "                       no guess       < off >",
        "",
        "                     6 today's board  < classic >",
        "",
        "                     The small board that everybody began with",
        "",
        "             Enter plays   Esc goes back   arrows choose and change",
        "",
        "",
        "",
    ]


@pytest.mark.parametrize("size", [*PLAYABLE, (1, 1)])
def test_the_menu_is_drawn_at_every_size(size: tuple[int, int]) -> None:
    menu = Diner(size, daily=lambda level: None)
    for _ in range(12):
        menu.press("down")
        assert max(map(width, menu.look())) <= size[0]
        assert len(menu.look()) == size[1]


@pytest.mark.parametrize("size", PLAYABLE)
def test_the_line_in_focus_is_always_in_sight(size: tuple[int, int]) -> None:
    menu = Diner(size, daily=lambda level: None)
    shown = [menu.focused]
    for _ in range(9):
        menu.press("down")
        shown.append(menu.focused)
    for word, line in zip(
        ["1 cl", "2 be", "3 in", "4 ex", "5 cu", "wi", "he"], shown, strict=False
    ):
        assert line.startswith(word)
    assert "<" in shown[-1]
    menu.press("home")
    assert menu.focused == shown[0]


def test_a_menu_that_is_scrolled_says_where_it_goes_on() -> None:
    menu = Diner((40, 9))
    assert [line[39] for line in menu.look() if line.endswith("v")] == ["v"]
    menu.press("end")
    assert [line[39] for line in menu.look() if line.endswith("^")] == ["^"]


def test_the_hardware_cursor_is_on_the_line_in_focus() -> None:
    menu = Diner()
    assert menu.canvas.cursor == menu.place_of("1 classic")
    menu.press("down")
    assert menu.canvas.cursor == menu.place_of("2 beginner")


@pytest.mark.parametrize("name", LEVELS)
def test_the_level_that_is_played_has_the_focus(name: str) -> None:
    menu = Diner(setup=LEVELS[name])
    assert menu.focused.split()[1] == name


def test_a_size_of_ones_own_is_what_custom_begins_with() -> None:
    menu = Diner(setup=Setup(20, 12, 33))
    assert menu.focused.split() == ["5", "custom", "20", "x", "12", "33", "mines"]


# Leaving


@pytest.mark.parametrize("key", ["escape", "q", "Q", "m"])
def test_the_menu_is_left_without_a_change(key: str) -> None:
    menu = Diner()
    session = menu.seat.screen.session
    menu.press("down", "down", key)
    assert not menu.is_open
    assert menu.seat.screen.session is session


def test_the_clock_stands_while_the_menu_is_open() -> None:
    seat = Seat()
    seat.press("$", "enter")
    seat.wait(2_500)
    menu = Diner(seat=seat)
    seat.now += 60_000
    menu.press("escape")
    seat.wait(1_000)
    assert seat.clock == "0:03"


# Levels


@pytest.mark.parametrize(
    ("keys", "setup"),
    [
        (["1", "enter"], CLASSIC),
        (["4", "enter"], EXPERT),
        (["enter"], CLASSIC),
        (["down", "enter"], BEGINNER),
        (["j", "j", "k", "j", "o", " "], INTERMEDIATE),
        (["e", "enter"], EXPERT),
        (["B", "enter"], BEGINNER),
        (["page-down", "page-up", "enter"], CLASSIC),
    ],
)
def test_a_level_is_played(keys: list[str], setup: Setup) -> None:
    menu = Diner()
    menu.press(*keys)
    assert not menu.is_open
    assert menu.setup == setup
    assert menu.seat.title.startswith(
        next(n for n, level in LEVELS.items() if level.size == setup.size)
    )


def test_a_letter_goes_on_to_the_next_line_that_begins_with_it() -> None:
    menu = Diner()
    places = []
    for _ in range(3):
        menu.press("c")
        places.append(menu.focused.split()[1])
    assert places == ["custom", "classic", "custom"]


def test_the_rules_of_the_game_stay() -> None:
    menu = Diner(setup=Setup(8, 8, 10, first="safe", win="clear", question_marks=True))
    menu.press("2", "enter")
    assert menu.setup == Setup(9, 9, 10, first="safe", win="clear", question_marks=True)


def test_the_next_games_have_the_level_that_was_chosen() -> None:
    menu = Diner()
    menu.press("3", "enter")
    menu.seat.press("n")
    assert menu.setup == INTERMEDIATE


def test_a_board_that_was_given_is_followed_by_drawn_ones() -> None:
    menu = Diner(layout="*..\n...")
    menu.press("1", "enter")
    assert menu.seat.screen.session.head.origin.kind == "drawn"


def test_the_cursor_is_on_the_new_board_and_stays_on_one_of_the_same_size() -> None:
    seat = Seat(None)
    seat.go_to(5, 6)
    menu = Diner(seat=seat)
    menu.press("1", "enter")
    assert seat.cursor == (5, 6)
    menu.open()
    menu.press("4", "enter")
    assert seat.cursor == (1, 1)
    seat.press("enter")
    assert len(seat.position.split()) == 16


def test_a_key_right_after_a_choice_plays_the_new_game() -> None:
    menu = Diner()
    menu.press("2", "enter")
    menu.seat.press("enter")
    assert menu.seat.screen.session.clicks == 1
    assert not menu.seat.screen.session.paused


# A size of one's own


def test_numbers_are_typed() -> None:
    menu = Diner()
    menu.press("w", *"24", "down", *"15", "down", "backspace", "backspace", *"5", *"0", "enter")
    assert menu.setup == Setup(24, 15, 50)


def test_the_first_digit_begins_a_new_number() -> None:
    menu = Diner()
    menu.press("w", "2", "down", "up", "3", "backspace", "4", "enter")
    assert menu.setup[:2] == (4, 8)


def test_numbers_are_changed_with_the_arrows_and_the_mouse() -> None:
    menu = Diner()
    menu.press("w", "right", "l", "left", "ctrl-right")
    assert menu.focused == "width       < 19 >"
    menu.click("height      < 8 >", behind=len("height      < 8 "))
    assert menu.focused == "height      < 9 >"
    menu.click("height      < 9 >", behind=len("height      "))
    menu.click("mines    ")
    assert menu.focused == "mines       < 10 >"
    menu.press("enter")
    assert menu.setup == Setup(19, 8, 10)


def test_the_arrows_keep_to_what_is_allowed() -> None:
    menu = Diner()
    menu.press("w", "ctrl-left", "left")
    assert menu.focused == "width       < 1 >"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["w", "0"], "Width: '0' is not a number from 1 to 10000"),
        (["w", *"10001"], "Width: '10001' is not a number from 1 to 10000"),
        (["w", "backspace"], "Width: '' is not a number from 1 to 10000"),
        (["w", "down", "down", *"64"], "64 mines do not fit on 8x8: from 0 to 63 are allowed"),
        (
            ["w", *"2000", "down", *"2001"],
            "A board of 2000x2001 is too large: at most 4000000 cells",
        ),
        (
            ["n", "right", "w", *"200", "down", *"100"],
            "No guess: a board of 200x100 is too large: at most 10000 cells",
        ),
    ],
)
def test_a_wrong_number_is_said_and_never_played(keys: list[str], said: str) -> None:
    menu = Diner()
    session = menu.seat.screen.session
    menu.press(*keys)
    assert menu.said == said
    menu.press("enter")
    assert menu.is_open
    assert menu.seat.screen.session is session
    assert menu.said == said


def test_a_long_explanation_is_read_in_the_smallest_window() -> None:
    menu = Diner((16, 7))
    menu.press("w", "down", "down", *"64")
    text = " ".join(line.strip() for line in menu.look())
    assert "64 mines do not fit on 8x8: from 0 to 63 are allowed" in text
    assert menu.focused.startswith("mines < 64")


@pytest.mark.parametrize("size", [(40, 12), (20, 8)])
def test_what_a_line_means_is_read_in_a_small_window(size: tuple[int, int]) -> None:
    menu = Diner(size)
    text = " ".join(line.strip() for line in menu.look())
    assert "The small board that everybody began with" in text
    assert menu.focused.startswith("1 classic")


def test_five_leads_to_the_numbers_and_gives_up_no_game() -> None:
    menu = Diner()
    session = menu.seat.screen.session
    menu.press("5")
    assert menu.is_open
    assert menu.focused.startswith("width")
    menu.press(*"12", "enter")
    assert menu.seat.screen.session is not session
    assert menu.setup[:3] == (12, 8, 10)


def test_rules_that_move_mines_have_their_limit() -> None:
    menu = Diner(setup=Setup(8, 8, 10, win="clear", on_guess="fair"))
    menu.press("w", *"200", "down", *"100", "enter")
    assert menu.said == "Guesses fair: a board of 200x100 is too large: at most 10000 cells"


# Boards without a guess


def test_what_is_wrong_with_the_numbers_is_said_at_the_numbers_alone() -> None:
    menu = Diner(daily=lambda level: None)
    menu.press("down", "w", *"2000", "down", *"12", "n", "right", "w", "enter")
    assert "too large" in menu.said
    menu.press("t")
    assert menu.focused.startswith("6 today's board")
    assert menu.said == "The same board for everybody; the first attempt counts"


@pytest.mark.parametrize(
    ("keys", "mines"), [("50%", 32), ("%", 6), ("0%", 0), ("12%", 7), ("12%3", 3)]
)
def test_a_share_of_mines_is_typed(keys: str, mines: int) -> None:
    menu = Diner()
    menu.press("5", "down", "down", *keys)
    assert menu.focused.startswith(f"mines       < {mines}")


def test_only_the_left_button_changes_anything() -> None:
    menu = Diner()
    for button in (RIGHT, MIDDLE):
        menu.mouse(button, True, *menu.place_of("no guess"))
        menu.mouse(button, False, *menu.place_of("no guess"))
        menu.mouse(button, True, *menu.place_of("expert"))
        menu.mouse(button, False, *menu.place_of("expert"))
    assert menu.is_open
    assert menu.focused.startswith("1 classic")
    assert any("< off >" in line for line in menu.look())


def test_no_guess_is_switched_on_and_off() -> None:
    menu = Diner(setup=Setup(8, 8, 10, first="safe"))
    menu.press("n", "enter", "2", "enter")
    assert menu.setup == Setup(9, 9, 10, no_guess=True)
    menu.open()
    menu.press("n", "left", "2", "enter")
    assert not menu.setup.no_guess


def test_a_board_without_a_guess_is_searched_for() -> None:
    menu = Diner()
    menu.press("n", "right", "1", "enter")
    menu.seat.press("enter")
    assert menu.seat.screen.searching


# Today's board


def test_todays_board_is_played_at_the_level_that_is_turned_to() -> None:
    asked = []

    def daily(level: str) -> Session:
        asked.append(level)
        return Seat(None, setup=LEVELS[level]).screen.session

    menu = Diner(setup=EXPERT, daily=daily)
    menu.click("today's board  < expert >", behind=len("today's board  < expert "))
    assert asked == []
    menu.press("right", "6", "enter")
    assert asked == ["beginner"]
    assert menu.setup == BEGINNER
    menu.seat.press("n")
    assert menu.setup == BEGINNER


def test_without_todays_board_it_is_not_offered() -> None:
    assert not any("today" in line for line in Diner().look())


# The mouse


def test_a_click_plays_a_level() -> None:
    menu = Diner()
    menu.click("beginner")
    assert menu.setup == BEGINNER


def test_a_press_that_is_dragged_off_does_nothing() -> None:
    menu = Diner()
    menu.mouse(LEFT, True, *menu.place_of("beginner"))
    menu.mouse(LEFT, False, *menu.place_of("expert"))
    assert menu.is_open
    menu.mouse(LEFT, False, *menu.place_of("expert"))
    assert menu.is_open


def test_a_click_beside_the_lines_does_nothing() -> None:
    menu = Diner()
    for row in range(24):
        menu.mouse(LEFT, True, 0, row)
        menu.mouse(LEFT, False, 0, row)
    assert menu.is_open


def test_a_click_turns_a_switch() -> None:
    menu = Diner()
    menu.click("no guess")
    assert "< on >" in menu.focused


def test_the_wheel_goes_from_line_to_line() -> None:
    menu = Diner((40, 9))
    for _ in range(8):
        menu.mouse(WHEEL_DOWN, True, 1, 1)
    assert menu.focused.startswith("no guess")
    menu.mouse(WHEEL_UP, True, 1, 1)
    assert menu.focused.startswith("mines")


@pytest.mark.parametrize(("word", "is_open"), [("Esc goes back", False), ("arrows choose", True)])
def test_the_words_below_can_be_clicked(word: str, is_open: bool) -> None:
    menu = Diner()
    menu.click(word)
    assert menu.is_open is is_open


def test_a_click_on_enter_plays() -> None:
    menu = Diner()
    menu.press("down")
    menu.click("Enter plays")
    assert menu.setup == BEGINNER


# While the solver plays


def test_the_menu_works_in_a_demo() -> None:
    menu = Diner(seat=DemoSeat(None))
    menu.press("2", "enter")
    menu.seat.wait(10_000)
    menu.seat.wait(10_000)
    assert menu.setup == BEGINNER
    assert menu.seat.screen.session.clicks


def test_a_demo_keeps_to_its_boards() -> None:
    menu = Diner(seat=DemoSeat(None))
    menu.press("w", *"100", "down", *"100", "enter")
    assert menu.said == "A board of 100x100 is too large: at most 2500 cells"


# With a history


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    yield open_history(tmp_path)
    close_histories()


class KeptSeat(Seat):
    """A seat at games that are kept."""

    def __init__(self, history: History, first: int = 1) -> None:
        self.history = history
        self.first = first
        super().__init__(None)
        self.wait(0)

    def open(self, dealer: Dealer, **options: object) -> GameScreen:
        games = kept_games(self.history, CLASSIC, first=self.first)
        return super().open(games, keeping=Keeping(self.history))


def test_a_game_is_abandoned_by_the_first_reveal_of_the_next(history: History) -> None:
    menu = Diner(seat=KeptSeat(history))
    menu.press("2", "enter")  # nothing was revealed: nothing is kept
    menu.seat.press("enter")
    menu.open()
    menu.press("3", "enter")
    assert kept(history) == []
    menu.seat.press("enter")
    assert [(row.table[:3], row.status) for row in kept(history)] == [((9, 9, 10), "abandoned")]


def test_a_game_of_the_menu_can_be_a_record(history: History) -> None:
    menu = Diner(seat=KeptSeat(history))
    menu.press("2", "enter")
    session = menu.seat.screen.session
    assert session.head.origin == Origin("drawn", 2)
    begin(session)
    assert session.why_no_record == []


def test_the_best_times_stand_beside_the_levels(history: History) -> None:
    games = kept_games(history, BEGINNER, first=90)
    for milliseconds in (6_000, 5_500):
        session = games.next()
        win(session, milliseconds)
        history.store_result(session)
        history.finish(session)
    menu = Diner(seat=KeptSeat(history))
    assert [line.split("best")[1] for line in menu.look() if "best" in line] == [" 5.500 s"]
    menu.press("n", "right")
    assert not any(
        "best" in line for line in menu.look()
    )  # of boards without a guess there is none


@pytest.mark.parametrize("keys", [["7", "enter"], ["s", "enter"], ["end", " "]])
def test_the_saved_game_is_resumed_and_the_one_in_hand_saved(
    history: History, tmp_path: Path, keys: list[str]
) -> None:
    left = kept_games(history, INTERMEDIATE, first=50).next()
    begin(left)
    left.leave(9_000)
    history.leave(left)
    seat = KeptSeat(open_history(tmp_path))
    seat.press("enter")
    position = seat.position
    menu = Diner(seat=seat)
    assert any("saved game" in line for line in menu.look())
    menu.press(*keys)
    assert seat.screen.session.head.id == left.head.id
    assert seat.title.startswith("intermediate")
    assert kept(history) == []
    menu.open()
    menu.press(*keys)
    assert seat.position == position


# The piece that the menu is made of


class Settings(ChoicesPage):
    """A page of values, to be changed."""

    def __init__(self) -> None:
        self.values = {"theme": "dark", "count": "3"}
        super().__init__(Looks(glyphs="ascii"), "Minesweeper: settings", "settings")

    def choices(self) -> list[Choice | None]:
        def change(value: str) -> None:
            self.values["theme"] = value

        def write(text: str) -> None:
            self.values["count"] = text

        return [
            option("theme", ("dark", "light", "mono"), self.values["theme"], change, "the colours"),
            None,
            number("count", self.values["count"], range(2, 5), write),
        ]


def test_a_value_is_followed_by_the_next_and_the_last_by_the_first() -> None:
    page = Settings()
    seen = []
    for key in ("right", "enter", " ", "left", "h"):
        page.handle(Key(key), 0)
        seen.append(page.values["theme"])
    assert seen == ["light", "mono", "dark", "mono", "light"]


def test_a_number_stays_within_its_range() -> None:
    page = Settings()
    page.handle(Key("down"), 0)
    for key in ("right", "right", "right"):
        page.handle(Key(key), 0)
    assert page.values["count"] == "4"
    for key in ("ctrl-left", "left"):
        page.handle(Key(key), 0)
    assert page.values["count"] == "2"


def test_the_keys_that_open_a_page_leave_it() -> None:
    menu = Diner()
    menu.press("M")
    assert not menu.is_open


def test_values_stand_below_each_other_and_make_way_in_a_narrow_window() -> None:
    lines = Settings().choices()
    assert texts(lines, 40) == ["theme  < dark >", "", "count  < 3 >"]
    assert texts(lines, 12) == ["the < dark >", "", "count  < 3 >"]
    assert texts(lines, 10) == ["t < dark >", "", "coun < 3 >"]
