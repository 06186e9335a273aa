"""A game that is left for another one comes back; on the screen, in plain mode, and on disk."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.play.daily import daily
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.store.history import History
from minesweeper.store.keeping import Keeping
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.screens.menu import MenuPage
from tests.harness.boards import picture
from tests.harness.keeping import close_histories, kept, moves_that_win, only_summary, open_history
from tests.harness.keeping import dealer as kept_games
from tests.harness.seat import LEFT, Seat
from tests.plain.test_plain import Talk
from tests.tui.test_menu import Diner

BEGINNER = Setup(9, 9, 10)
HALF_PLAYED = picture("#1..\n#111\n####")
BACK = "Back to the game that you left"
OFFER = "Press u to return to the game that you left"
DATE = "2026-11-21"


def half_played() -> Seat:
    """A seat 2.5 seconds into a game, with the cursor on its last move."""
    seat = Seat()
    seat.press("$", "enter")
    seat.wait(2_500)
    return seat


def click_on_the_face(seat: Seat) -> None:
    for pressed in (True, False):
        seat.mouse(LEFT, pressed, 40, seat.header)


def choose_in_the_menu(*keys: str) -> Callable[[Seat], None]:
    return lambda seat: Diner(seat=seat).press(*keys)


WAYS: dict[str, Callable[[Seat], object]] = {
    "n": lambda seat: seat.press("n"),
    "r": lambda seat: seat.press("r"),
    "face": click_on_the_face,
    "a level": choose_in_the_menu("4", "enter"),
    "a size of one's own": choose_in_the_menu("5", *"12", "enter"),
}
every_way = pytest.mark.parametrize("way", WAYS)


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    yield open_history(tmp_path)
    close_histories()


class KeptSeat(Seat):
    """A seat at beginner's games that are kept, and at the daily boards of a day."""

    def __init__(self, history: History, first: int = 1, *, date: str = DATE) -> None:
        self.history = history
        self.first = first
        self.date = date
        self.dailies = count(0xDA0)
        super().__init__(None)
        self.wait(0)

    def open(self, dealer: Dealer, **options: object) -> GameScreen:
        games = kept_games(self.history, BEGINNER, first=self.first)
        return super().open(games, keeping=Keeping(self.history), daily=self.daily)

    def daily(self, level: str) -> Session:
        """As the command line deals it."""
        day = daily(self.date, level)
        identity, begun = f"{next(self.dailies):x}", "2026-11-21T00:00:00Z"
        return day.begin(identity, begun, self.history.open_journal, self.now)

    def open_the_daily(self) -> None:
        Diner(seat=self).press("6", "enter")

    @property
    def identity(self) -> str:
        return self.screen.session.head.id

    def clear(self) -> None:
        """Reveal every safe cell."""
        session = self.screen.session
        assert session.board
        for move in moves_that_win(session.board):
            if not session.over and not session.game.is_revealed(move.cell):
                self.screen.cursor = move.cell
                self.press("o")

    def explode(self) -> None:
        board = self.screen.session.board
        assert board
        self.screen.cursor = next(cell for cell in board.grid if board.is_mine(cell))
        self.press("o")


def saved(tmp_path: Path) -> list[str]:
    """The ids of the games that a start would find, once the program has ended."""
    return [*open_history(tmp_path).saved_ids()]


# Leaving and coming back


@every_way
def test_a_running_game_comes_back_with_undo(way: str) -> None:
    seat = half_played()
    session = seat.screen.session
    WAYS[way](seat)
    assert seat.screen.session is not session
    assert "#1.." not in seat.position
    seat.press("u")
    assert seat.screen.session is session
    assert seat.position == HALF_PLAYED
    assert seat.cursor == (4, 1)
    assert seat.said == BACK
    assert session.progress.undos == 0


@every_way
def test_its_clock_stands_meanwhile_and_runs_on(way: str) -> None:
    seat = half_played()
    WAYS[way](seat)
    seat.wait(60_000)
    seat.press("u")
    assert seat.clock == "0:02"
    seat.wait(1_000)
    assert seat.clock == "0:03"
    assert not seat.screen.session.paused


def test_a_paused_game_comes_back_paused() -> None:
    seat = half_played()
    seat.press("p", "n", "u")
    assert seat.shows("Paused")
    seat.press("p")
    assert seat.clock == "0:02"
    assert seat.position == HALF_PLAYED


def test_the_screen_says_what_brings_it_back_until_it_cannot_come_back() -> None:
    seat = half_played()
    seat.press("n")
    assert seat.said == OFFER
    seat.press("f")
    assert seat.said == ""
    seat.press("u")
    assert seat.said == "Undone"
    seat.press("right")
    assert seat.said == OFFER
    seat.press("enter")
    assert seat.said == ""


def test_only_where_nothing_else_is_undone_the_game_comes_back() -> None:
    seat = half_played()
    seat.press("n", "f", "right", "f", "u", "u")
    assert seat.position == picture("####\n####\n####")
    seat.press("u")
    assert seat.position == HALF_PLAYED


@pytest.mark.parametrize("times", [2, 5])
def test_an_untouched_game_never_takes_its_place(times: int) -> None:
    seat = half_played()
    seat.press(*["n"] * times, "u")
    assert seat.position == HALF_PLAYED


def test_games_with_flags_alone_come_back_one_after_the_other() -> None:
    seat = half_played()
    seat.press("r", "f", "r", "down", "f", "r")
    seat.press("u")
    assert seat.position.count("F") == 1
    seat.press("u", "u")
    assert seat.position == picture("###F\n####\n####")
    seat.press("u", "u")
    assert seat.position == HALF_PLAYED


def test_after_the_first_reveal_it_does_not_come_back() -> None:
    seat = half_played()
    seat.press("n", "enter", "u", "u")
    assert seat.said == "There is nothing to undo"
    assert seat.title.endswith("seed 7")


def test_a_win_by_flags_alone_counts_as_much_as_a_reveal() -> None:
    seat = half_played()
    seat.press("r", "home", "f", "$", "G", "f")
    assert seat.status is Status.WON
    seat.press("u", "u", "u")
    assert seat.said == "There is nothing to undo"


def test_a_chord_is_a_first_reveal_too() -> None:
    seat = half_played()
    seat.press("r", "enter")
    seat.press("u", "u")
    assert seat.said == "There is nothing to undo"


@pytest.mark.parametrize("key", ["enter", "n", "r"])
def test_a_game_that_has_ended_comes_back_as_well(key: str) -> None:
    seat = Seat()
    seat.press("enter")
    result = seat.message
    assert result.startswith("Lost :(")
    seat.wait(5_000)
    seat.press(key)
    assert seat.said in ("", "The same board again")
    seat.press("u")
    assert seat.message == result
    seat.press("u")
    assert seat.position == picture("####\n####\n####")


def test_the_next_boards_are_those_of_the_game_that_came_back() -> None:
    seat = Seat(None, setup=BEGINNER)
    seat.press("enter")
    Diner(seat=seat).press("4", "enter")
    assert seat.title.startswith("expert")
    seat.press("u", "n")
    assert seat.title.startswith("beginner")


def test_the_title_still_says_how_its_board_was_found() -> None:
    seat = Seat(None, setup=Setup(8, 8, 10, no_guess=True))
    seat.press("enter")
    while seat.screen.searching:
        seat.wait(0)
    title = seat.title
    assert title.endswith("proved")
    seat.press("n")
    assert "proved" not in seat.title
    seat.press("u")
    assert seat.title == title


def test_who_listens_hears_which_game_it_is() -> None:
    seat = Seat(speak=True)
    seat.press("$", "enter", "n")
    assert seat.said.startswith("New game: 4x3, 2 mines")
    seat.press("u")
    assert seat.said.startswith(f"Back to the game: 4x3, 2 mines; {BACK}; column 4, row 1")


# What it counts for


def test_it_is_abandoned_by_the_first_reveal_and_no_loss(history: History) -> None:
    seat = KeptSeat(history)
    seat.press("enter")
    seat.clear()
    seat.press("n", "enter", "n")
    assert only_summary(history).games == 1
    seat.press("enter")
    summary = only_summary(history)
    assert (summary.games, summary.lost, summary.streak) == (2, 0, 1)
    assert [row.status for row in kept(history)] == ["abandoned", "won"]


def test_a_game_that_came_back_is_one_game_and_may_be_a_record(history: History) -> None:
    seat = KeptSeat(history)
    seat.press("enter", "n", "u")
    seat.wait(4_000)
    seat.clear()
    assert seat.shows("A new best time")
    assert [row.status for row in kept(history)] == ["won"]


def test_quitting_before_the_first_reveal_leaves_it_saved(history: History, tmp_path: Path) -> None:
    seat = KeptSeat(history)
    seat.press("enter")
    seat.wait(2_000)
    position = seat.position
    seat.press("n", "f")
    seat.screen.leave(seat.now)
    assert kept(open_history(tmp_path)) == []
    assert saved(tmp_path) == ["1"]
    next_time = KeptSeat(open_history(tmp_path), first=50)
    next_time.press("e")
    assert next_time.position == position
    assert next_time.clock == "0:02"


def test_quitting_after_it_leaves_the_other_one_saved(history: History, tmp_path: Path) -> None:
    seat = KeptSeat(history)
    seat.press("enter", "n", "enter")
    seat.screen.leave(seat.now)
    assert saved(tmp_path) == ["2"]


def test_a_game_is_on_the_disk_while_another_one_is_looked_at(
    history: History, tmp_path: Path
) -> None:
    seat = KeptSeat(history)
    seat.press("enter", "n")
    assert (tmp_path / "1.journal").read_text() == history_text(seat)
    assert saved(tmp_path) == []  # it is held


def history_text(seat: Seat) -> str:
    """The journal of the game that was left."""
    seat.press("u")
    return seat.screen.session.text().removesuffix("restart\n").rpartition("\n")[0] + "\n"


def test_an_ended_game_that_was_left_is_taken_in_once(history: History, tmp_path: Path) -> None:
    seat = KeptSeat(history)
    seat.press("enter")
    seat.explode()
    seat.press("n")
    seat.screen.leave(seat.now)
    assert [row.status for row in kept(open_history(tmp_path))] == ["lost"]
    assert saved(tmp_path) == []
    assert list(tmp_path.glob("*.journal")) == []


# The saved game


def test_e_leaves_the_game_in_hand_saved_and_comes_back_to_it(
    history: History, tmp_path: Path
) -> None:
    first = KeptSeat(history)
    first.press("enter")
    first.screen.leave(first.now)
    seat = KeptSeat(open_history(tmp_path), first=50)
    assert seat.said == "Saved game: press e to resume"
    seat.press("enter")
    seat.wait(3_000)
    for identity in ("1", "32", "1", "32"):
        seat.press("e")
        assert seat.identity == identity
    assert seat.clock == "0:03"
    seat.screen.leave(seat.now)
    assert sorted(saved(tmp_path)) == ["1", "32"]
    assert kept(open_history(tmp_path)) == []


@pytest.mark.parametrize("keys", [[], ["enter"]])
def test_without_a_saved_game_e_says_so_and_the_menu_offers_none(
    history: History, keys: list[str]
) -> None:
    seat = KeptSeat(history)
    seat.press(*keys, "e")
    assert seat.said == "There is no saved game"
    assert not any("saved game" in line for line in Diner(seat=seat).look())


def test_e_brings_a_parked_game_back_as_undo_does(history: History) -> None:
    seat = KeptSeat(history)
    seat.press("enter", "n", "e")
    assert seat.identity == "1"
    assert seat.screen.session.progress.revealed


def test_a_game_that_cannot_be_saved_is_not_left_for_another(
    history: History, tmp_path: Path
) -> None:
    first = KeptSeat(history)
    first.press("enter")
    first.screen.leave(first.now)
    second = open_history(tmp_path)
    seat = KeptSeat(second, first=50)
    (tmp_path / "32.journal").mkdir()
    (tmp_path / "32.journal.new").mkdir()
    seat.press("enter", "e")
    assert seat.said.startswith("This game cannot be saved")
    assert seat.identity == "32"


def test_a_game_that_was_left_in_a_pause_is_still_paused_when_the_menu_resumes_it(
    history: History, tmp_path: Path
) -> None:
    first = KeptSeat(history)
    first.press("enter", "p")
    first.screen.leave(first.now)
    seat = KeptSeat(open_history(tmp_path), first=50)
    seat.press("enter")
    Diner(seat=seat).press("7", "enter")
    assert seat.identity == "1"
    assert seat.shows("Paused")


def test_a_game_left_for_a_page_is_not_paused_when_it_is_resumed(
    history: History, tmp_path: Path
) -> None:
    first = KeptSeat(history)
    first.press("enter")
    first.screen.leave(first.now)
    seat = KeptSeat(open_history(tmp_path), first=50)
    seat.press("enter")
    for _ in range(2):
        Diner(seat=seat).press("7", "enter")
        assert not seat.shows("Paused")
    assert seat.identity == "32"


# The menu


def test_a_digit_of_the_menu_only_goes_to_its_line() -> None:
    menu = Diner(daily=lambda level: None)
    session = menu.seat.screen.session
    for digit, line in (("1", "1 classic"), ("4", "4 expert"), ("6", "6 today's board")):
        menu.press(digit)
        assert menu.is_open
        assert menu.focused.startswith(line)
    assert menu.seat.screen.session is session


# The daily board


def test_looking_at_the_daily_board_uses_no_attempt_up(history: History, tmp_path: Path) -> None:
    seat = KeptSeat(history)
    seat.open_the_daily()
    assert "." in seat.position
    seat.press("right", "u", "n")
    assert kept(history) == []
    seat.open_the_daily()
    seat.screen.leave(seat.now)
    assert (kept(open_history(tmp_path)), saved(tmp_path)) == ([], [])


def test_undo_does_not_take_the_start_of_the_daily_board_back(history: History) -> None:
    seat = KeptSeat(history)
    seat.open_the_daily()
    position = seat.position
    seat.press("u")
    assert seat.position == position
    assert seat.said == "There is nothing to undo"


@pytest.mark.parametrize("key", ["enter", "f"])
def test_the_first_move_begins_the_attempt_at_the_daily_board(
    history: History, tmp_path: Path, key: str
) -> None:
    seat = KeptSeat(history)
    seat.open_the_daily()
    seat.wait(9_000)
    game = seat.screen.session.game
    seat.screen.cursor = next(cell for cell in game.grid if not game.is_revealed(cell))
    seat.press(key)
    seat.screen.leave(seat.now)
    assert saved(tmp_path) == ["da0"] or [row.id for row in kept(history)] == ["da0"]


def test_the_daily_board_does_not_take_the_place_of_the_game_before_its_first_move(
    history: History,
) -> None:
    seat = KeptSeat(history)
    seat.press("enter")
    position = seat.position
    seat.open_the_daily()
    assert seat.said == OFFER
    seat.press("u")
    assert seat.position == position
    seat.open_the_daily()
    seat.explode()
    assert {row.id: row.status for row in kept(history)} == {"1": "abandoned", "da1": "lost"}


@pytest.mark.parametrize("end", ["won", "lost"])
def test_a_daily_board_that_has_ended_says_how_to_share_it(history: History, end: str) -> None:
    seat = KeptSeat(history)
    seat.open_the_daily()
    if end == "won":
        seat.clear()
    else:
        seat.explode()
    assert "Share the result: minesweeper share" in seat.said
    assert [row.status for row in kept(history)] == [end]


def test_other_games_are_not_shared(history: History) -> None:
    seat = KeptSeat(history)
    seat.press("enter")
    seat.explode()
    assert "share" not in seat.said


# In plain mode


def test_new_and_undo_leave_a_game_and_return_to_it() -> None:
    talk = Talk("*...\n....\n...*")
    said = talk.type("r 4 1", "new", "undo")
    assert said[-3:] == [
        "Type undo to return to the game that you left",
        "4 columns, 3 rows, 2 mines, the board given",
        "4 safe cells left, 2 mines left",
    ]
    assert talk.position == HALF_PLAYED


def test_the_first_reveal_gives_it_up_in_plain_mode_too() -> None:
    talk = Talk("*...\n....\n...*")
    said = talk.type("r 4 1", "restart", "r 4 1", "undo", "undo")
    assert said[-1] == "There is nothing to undo"


def test_a_game_that_was_left_in_plain_mode_is_saved_at_the_end(
    history: History, tmp_path: Path
) -> None:
    talk = Talk(None, keeping=Keeping(history), dealer=kept_games(history))
    said = talk.type("r 5 5", "new", "quit")
    assert said[-1] == "The game is saved: minesweeper --plain --resume resumes it"
    assert saved(tmp_path) == ["1"]


def test_a_menu_opened_on_a_game_that_came_back_is_left_for_it() -> None:
    seat = half_played()
    seat.press("n", "u")
    assert isinstance(seat.press("m"), MenuPage)
    seat.screen.uncovered(seat.now)
    seat.wait(1_000)
    assert seat.clock == "0:03"


def test_a_game_that_was_left_for_a_level_brings_its_given_seeds_back() -> None:
    seat = Seat(None)
    seat.screen = seat.open(Dealer(BEGINNER, lambda: 99, first_seed=5))
    seat.draw()
    seat.press("enter")
    choose_in_the_menu("4", "enter")(seat)
    assert "seed 99" in seat.title
    seat.press("u", "n")
    assert "9x9, 10 mines  seed 6" in seat.title
