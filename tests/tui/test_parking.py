"""A game that is left for another one comes back; on the screen, in plain mode, and on disk."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from minesweeper.engine.game import Move, Status
from minesweeper.engine.setup import Setup
from minesweeper.play.daily import daily, share_line
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import find_unfinished, preview_game
from minesweeper.tui.screen import Copy
from tests.harness.boards import picture
from tests.harness.kept_games import (
    close_stores,
    kept,
    moves_that_win,
    only_summary,
    open_store,
    play,
    unfinished,
)
from tests.harness.kept_games import dealer as kept_games
from tests.harness.locked import in_use
from tests.harness.player import GamePlayer
from tests.harness.talk import Talk

BEGINNER = Setup(9, 9, 10)
HALF_PLAYED = picture("#1..\n#111\n####")
BACK = "Back in the game that you left"
OFFER = "Press u to return to the game that you left"
DATE = "2026-11-21"


def half_played() -> GamePlayer:
    """A player 2.5 seconds into a game, with the cursor on its last move."""
    player = GamePlayer()
    player.press("$", "enter")
    player.wait(2_500)
    return player


def click_on_the_face(player: GamePlayer) -> None:
    player.click_at(40, player.header)


def choose_in_the_menu(*keys: str) -> Callable[[GamePlayer], object]:
    return lambda player: player.press("m", *keys)


WAYS: dict[str, Callable[[GamePlayer], object]] = {
    "n": lambda player: player.press("n"),
    "r": lambda player: player.press("r"),
    "face": click_on_the_face,
    "a level": choose_in_the_menu("4"),
    "a size of one's own": choose_in_the_menu("w", *"12", "enter"),
}
every_way = pytest.mark.parametrize("way", WAYS)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield open_store(tmp_path)
    close_stores()


def at_kept_games(store: Store, first: int = 1) -> GamePlayer:
    """Return a player at beginner's games that are kept, and at the daily boards of a day."""
    identities = count(0xDA0)

    def deal_daily(day: str, level: str) -> Session:
        """As the command line deals it."""
        identity, begun = f"{next(identities):x}", "2026-11-21T00:00:00Z"
        return daily(day, level).begin(identity, begun, store.open_journal, 0)

    games = kept_games(store, BEGINNER, first=first)
    return GamePlayer(
        None, dealer=games, store=store, deal_daily=deal_daily, daily_date=lambda: DATE
    )


DAILY = ("m", "6")


def saved(tmp_path: Path) -> list[str]:
    """The ids of the games that a start would find."""
    return unfinished(open_store(tmp_path))


# Leaving and coming back


@every_way
def test_a_running_game_comes_back_with_undo(way: str) -> None:
    player = half_played()
    session = player.session
    WAYS[way](player)
    assert player.session is not session
    assert "#1.." not in player.position
    player.press("u")
    assert player.session is session
    assert player.position == HALF_PLAYED
    assert player.cursor == (4, 1)
    assert player.notice_text == BACK
    assert session.undos == 0


@every_way
def test_its_clock_stops_meanwhile_and_continues_even_from_a_menu(way: str) -> None:
    player = half_played()
    WAYS[way](player)
    player.wait(60_000)
    player.press("u")
    assert player.clock == "0:02"
    player.press("m", "escape")
    player.wait(1_000)
    assert player.clock == "0:03"
    assert not player.session.paused


def test_a_paused_game_comes_back_paused() -> None:
    player = half_played()
    player.press("p", "n", "u")
    assert player.shows("Paused")
    player.press("p")
    assert player.clock == "0:02"
    assert player.position == HALF_PLAYED


def test_the_screen_says_what_brings_it_back_until_it_cannot_come_back() -> None:
    player = half_played()
    player.press("n")
    assert player.notice_text == OFFER
    player.press("f")
    assert player.notice_text == ""
    player.press("u")
    assert player.notice_text == "Undone"
    player.press("right")
    assert player.notice_text == OFFER
    player.press("enter")
    assert player.notice_text == ""


@pytest.mark.parametrize(
    ("columns", "offer"),
    [
        (44, OFFER),
        (42, "Press u to return to your game"),
        (29, "Press u to go back"),
        (16, "Back: press u"),
    ],
)
def test_the_offer_to_return_fits_the_window(columns: int, offer: str) -> None:
    player = GamePlayer(size=(columns, 12))
    player.press("$", "enter", "n")
    assert player.message == offer


def test_only_where_nothing_else_is_undone_the_game_comes_back() -> None:
    player = half_played()
    player.press("n", "f", "right", "f", "u", "u")
    assert player.position == picture("####\n####\n####")
    player.press("u")
    assert player.position == HALF_PLAYED


@pytest.mark.parametrize("times", [2, 5])
def test_an_untouched_game_never_takes_its_place(times: int) -> None:
    player = half_played()
    player.press(*["n"] * times, "u")
    assert player.position == HALF_PLAYED


def test_a_game_with_flags_alone_comes_back() -> None:
    player = GamePlayer()
    player.press("f", "n", "u")
    assert player.position == picture("F###\n####\n####")


def test_a_game_with_flags_alone_does_not_take_its_place() -> None:
    player = half_played()
    player.press("r", "f", "r", "down", "f", "r", "u")
    assert player.position == HALF_PLAYED
    player.press("u")
    assert player.position == picture("####\n####\n####")


def test_after_the_first_reveal_it_does_not_come_back() -> None:
    player = GamePlayer(None, setup=Setup(16, 16, 40))
    player.press("enter", "n", "enter", "u", "u")
    assert player.notice_text == "Nothing to undo"
    assert player.title == "Intermediate 16x16  seed 8  unranked: move undone"


def test_a_win_by_flags_alone_counts_as_much_as_a_reveal() -> None:
    player = half_played()
    player.press("r", "home", "f", "$", "G", "f")
    assert player.status is Status.WON
    player.press("u", "u", "u")
    assert player.notice_text == "Nothing to undo"


@pytest.mark.parametrize("key", ["enter", "n", "r"])
def test_a_game_that_has_ended_comes_back_as_well(key: str) -> None:
    player = GamePlayer()
    player.press("enter")
    result = player.panel
    assert result[0] == "Lost"
    player.wait(5_000)
    player.press(key)
    assert player.notice_text in ("", "The same board again")
    player.press("u")
    assert player.panel == result
    assert player.message == BACK
    player.press("u")
    assert player.position == picture("####\n####\n####")


# What it counts for


def test_it_is_abandoned_by_the_first_reveal_and_no_loss(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter")
    player.clear()
    player.press("n", "enter", "n")
    assert only_summary(store).games == 1
    player.press("enter")
    summary = only_summary(store)
    assert (summary.games, summary.lost, summary.streak) == (2, 0, 1)
    assert [row.status for row in kept(store)] == ["abandoned", "won"]


def play_much(player: GamePlayer) -> None:
    """Set and remove flags, and reveal half of what the first reveal left."""
    player.press("enter")
    game = player.session.game
    assert game.board
    mine = next(cell for cell in game.grid if game.board.is_mine(cell))
    safe = (cell for cell in game.grid if not game.board.is_mine(cell))
    half = game.safe_left // 2
    for _ in range(10):
        player.session.play(Move("flag", mine), player.now)
    while game.safe_left > half:
        player.session.play(Move("reveal", next(safe)), player.now)


def test_a_game_in_which_much_was_played_stays_saved_after_the_first_reveal_of_the_next(
    store: Store, tmp_path: Path
) -> None:
    player = at_kept_games(store)
    play_much(player)
    position = player.position
    player.press("n", "enter")
    assert kept(store) == []
    assert saved(tmp_path) == ["2", "1"]
    player.press("e")
    assert player.position == position
    assert player.session.head.id == "1"


def test_a_game_that_came_back_is_one_game_and_may_be_a_record(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter", "n", "u")
    player.wait(4_000)
    player.clear()
    assert player.panel[0] == "New best"
    assert "Time  4.000 s" in player.panel
    assert [row.status for row in kept(store)] == ["won"]


def test_quitting_before_the_first_reveal_leaves_it_saved(store: Store, tmp_path: Path) -> None:
    player = at_kept_games(store)
    player.press("enter")
    player.wait(2_000)
    position = player.position
    player.press("n", "f")
    player.screen.leave(player.now)
    assert kept(open_store(tmp_path)) == []
    assert saved(tmp_path) == ["1"]
    next_time = at_kept_games(open_store(tmp_path), first=50)
    next_time.press("e")
    assert next_time.position == position
    assert next_time.clock == "0:02"


def test_quitting_after_it_leaves_the_other_one_saved(store: Store, tmp_path: Path) -> None:
    player = at_kept_games(store)
    player.press("enter", "n", "enter")
    player.screen.leave(player.now)
    assert saved(tmp_path) == ["2"]


def test_a_game_is_on_the_disk_while_another_one_is_looked_at(store: Store, tmp_path: Path) -> None:
    player = at_kept_games(store)
    player.press("enter")
    session = player.session
    player.press("n")
    assert saved(tmp_path) == ["1"]
    kept_game = open_store(tmp_path).read(preview_game, "1")
    assert kept_game
    assert kept_game.journal_text() == session.journal_text()


def test_undo_and_e_bring_the_same_game_back(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter", "n", "u", "n", "e", "f", "u", "n", "enter", "n", "u")
    assert player.identity != "1"
    assert [(row.id, row.status) for row in kept(store)] == [("1", "abandoned")]


def test_a_finished_game_that_was_left_is_stored_once(store: Store, tmp_path: Path) -> None:
    player = at_kept_games(store)
    player.press("enter")
    player.explode()
    player.press("n")
    player.screen.leave(player.now)
    assert [row.status for row in kept(open_store(tmp_path))] == ["lost"]
    assert saved(tmp_path) == []


# The saved game


def with_a_saved_game(store: Store, directory: Path, *keys: str) -> GamePlayer:
    """A player at the next start, after a first game was left after some keys."""
    first = at_kept_games(store)
    first.press("enter", *keys)
    first.screen.leave(first.now)
    store.close()
    return at_kept_games(open_store(directory), first=50)


def test_e_leaves_the_game_in_hand_saved_and_comes_back_to_it(store: Store, tmp_path: Path) -> None:
    player = with_a_saved_game(store, tmp_path)
    assert player.notice_text == "Press e to resume your game"
    player.press("enter")
    player.wait(3_000)
    for identity in ("1", "32", "1", "32"):
        player.press("e")
        assert player.identity == identity
    assert player.clock == "0:03"
    player.screen.leave(player.now)
    assert sorted(saved(tmp_path)) == ["1", "32"]
    assert kept(open_store(tmp_path)) == []


@pytest.mark.parametrize("keys", [[], ["enter"]])
def test_without_a_saved_game_e_says_so_and_the_menu_offers_none(
    store: Store, keys: list[str]
) -> None:
    player = at_kept_games(store)
    player.press(*keys, "e")
    assert player.notice_text == "There is no saved game"
    player.press("m")
    assert not player.shows("saved game")


def test_e_brings_the_game_that_was_left_back_as_undo_does(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter", "n", "e")
    assert player.identity == "1"
    assert player.session.has_revealed


def test_a_game_that_cannot_be_saved_is_not_left_for_another(store: Store, tmp_path: Path) -> None:
    player = with_a_saved_game(store, tmp_path)
    with in_use(player.screen.games.store):
        player.press("enter", "e")
        assert player.notice_text.startswith("This game cannot be saved")
        assert player.identity == "32"
    player.press("f", "e")  # the next move writes all of it
    assert player.identity == "1"


def test_a_game_that_was_left_in_a_pause_is_still_paused_when_the_menu_resumes_it(
    store: Store, tmp_path: Path
) -> None:
    player = with_a_saved_game(store, tmp_path, "p")
    player.press("enter", "m", "e", "enter")
    assert player.identity == "1"
    assert player.shows("Paused")


def test_a_game_left_for_a_page_is_not_paused_when_it_is_resumed(
    store: Store, tmp_path: Path
) -> None:
    player = with_a_saved_game(store, tmp_path)
    player.press("enter")
    for _ in range(2):
        player.press("m", "e", "enter")
        assert not player.shows("Paused")
    assert player.identity == "32"


# The daily board


def test_looking_at_the_daily_board_uses_no_attempt_up(store: Store, tmp_path: Path) -> None:
    player = at_kept_games(store)
    player.press(*DAILY)
    assert "." in player.position
    player.press("right", "u", "n")
    assert kept(store) == []
    player.press(*DAILY)
    player.screen.leave(player.now)
    assert (kept(open_store(tmp_path)), saved(tmp_path)) == ([], [])


def test_only_a_later_attempt_at_the_daily_board_is_unranked_from_its_first_move(
    store: Store,
) -> None:
    player = at_kept_games(store)
    games = player.screen.games
    for reasons in ([], ["daily board played before"]):
        player.press(*DAILY)
        assert games.unranked_reasons() == []
        assert games.unranked_reasons(before_first_move=True) == reasons
        first, *_ = moves_that_win(player.board)
        player.reveal(first.cell)
        player.wait(1_000)
        player.clear()
        assert games.unranked_reasons() == reasons


def test_undo_does_not_take_the_start_of_the_daily_board_back(store: Store) -> None:
    player = at_kept_games(store)
    player.press(*DAILY)
    position = player.position
    player.press("u")
    assert player.position == position
    assert player.notice_text == "Nothing to undo"


@pytest.mark.parametrize("key", ["enter", "f"])
def test_the_first_move_begins_the_attempt_at_the_daily_board(
    store: Store, tmp_path: Path, key: str
) -> None:
    player = at_kept_games(store)
    player.press(*DAILY)
    player.wait(9_000)
    game = player.session.game
    player.screen.cursor = next(cell for cell in game.grid if not game.is_revealed(cell))
    player.press(key)
    player.screen.leave(player.now)
    assert saved(tmp_path) == ["da0"] or [row.id for row in kept(store)] == ["da0"]


def test_the_daily_board_does_not_take_the_place_of_the_game_before_its_first_move(
    store: Store,
) -> None:
    player = at_kept_games(store)
    player.press("enter")
    position = player.position
    player.press(*DAILY)
    assert player.notice_text == OFFER
    player.press("u")
    assert player.position == position
    player.press(*DAILY)
    player.explode()
    assert {row.id: row.status for row in kept(store)} == {"1": "abandoned", "da1": "lost"}


@pytest.mark.parametrize(
    ("finish", "end"), [(GamePlayer.clear, "won in"), (GamePlayer.explode, "lost after")]
)
@pytest.mark.parametrize("way", ["key", "click"])
def test_the_line_to_share_of_a_daily_board_is_shown_and_copied(
    store: Store, finish: Callable[[GamePlayer], None], end: str, way: str
) -> None:
    player = at_kept_games(store)
    player.press(*DAILY)
    finish(player)
    [row] = kept(store)
    line = share_line(player.session)
    assert row.status == end.split()[0]
    assert line.startswith(f"Minesweeper daily {DATE} beginner: {end} 0.000 s, 3BV ")
    assert player.shows(line)
    reaction = player.press("c") if way == "key" else player.click_on("c copy")
    assert reaction == Copy(line)
    player.screen.show_copy_result("Copied")
    player.draw()
    assert player.shows("Copied")
    player.press("n")
    assert not player.shows("c copy")
    assert not player.shows("Minesweeper daily")


@pytest.mark.parametrize("zoom", [2, 3])
def test_the_line_to_share_is_below_the_panel_with_a_blank_line_if_there_are_rows(
    store: Store, zoom: int
) -> None:
    player = at_kept_games(store)
    player.looks.zoom = zoom
    player.press(*DAILY)
    player.explode()
    player.wait_until_idle()
    for rows in range(13, 25):
        player.resize(80, rows)
        line, last = share_line(player.session), player.screen.view.box.bottom
        ends = [row for row, text in enumerate(player.lines[:-1]) if text.strip() not in ("", line)]
        assert max(ends) >= last, rows
        free = player.lines[max(ends) + 1 : -1]
        assert [text for text in free if text] == [line] * bool(free), rows
        assert len(free) < 2 or free[0] == "", rows


def test_only_the_first_attempt_at_a_daily_board_is_shared(store: Store) -> None:
    player = at_kept_games(store)
    for _ in range(2):
        player.press(*DAILY)
        player.explode()
    assert not player.shows("Minesweeper daily")
    assert not player.shows("c copy")
    assert player.press("c") is None
    assert "Only the first attempt at a daily board is shared" in player.notice_text


@pytest.mark.parametrize("left_by", [(), ("n",), ("m", "2"), ("n", " ", "n", " ")])
def test_an_unfinished_attempt_at_a_daily_board_goes_on(
    store: Store, left_by: tuple[str, ...]
) -> None:
    player = at_kept_games(store)
    player.press(*DAILY)
    player.reveal(
        next(
            move.cell
            for move in moves_that_win(player.board)
            if not player.session.game.is_revealed(move.cell)
        )
    )
    identity, position = player.identity, player.position
    player.press(*left_by, *DAILY)
    assert (player.identity, player.position) == (identity, position)
    player.clear()
    assert [row.id for row in kept(store) if row.origin == "daily"] == [identity]
    assert player.shows(share_line(player.session))


def test_an_attempt_at_a_daily_board_stays_saved_when_another_game_is_begun(
    store: Store,
) -> None:
    player = at_kept_games(store)
    player.press(*DAILY)
    move = next(each for each in moves_that_win(player.board) if each.verb == "reveal")
    player.reveal(move.cell)
    attempt = player.session.head
    player.press(" ", "n", "enter")
    saved_dailies = [game for game in store.read(find_unfinished) if game.origin == "daily"]
    assert [(game.id, game.name) for game in saved_dailies] == [(attempt.id, attempt.origin.name)]
    assert player.screen.games.unfinished_dailies() == {attempt.origin.name}


def test_a_result_is_not_shared_while_earlier_attempts_cannot_be_read(store: Store) -> None:
    play(store, "W")
    player = at_kept_games(store)
    player.press(*DAILY)
    with in_use(store):
        player.explode()
        assert not player.shows("Minesweeper daily")


def test_what_is_played_on_after_an_undo_is_not_shared(store: Store) -> None:
    player = at_kept_games(store)
    player.press(*DAILY)
    player.explode()
    player.press("u")
    assert not player.shows("Minesweeper daily")
    player.press("c")
    assert not player.shows("Copied")


def test_other_games_are_not_shared(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter")
    player.explode()
    assert "Minesweeper daily" not in player.notice_text
    assert player.press("c") is None
    assert player.shows("The game is over")


# In plain mode


def test_new_and_undo_leave_a_game_and_return_to_it() -> None:
    talk = Talk("*...\n....\n...*")
    said = talk.type("r 4 1", "new", "undo")
    assert said[-4:] == [
        "Type undo to return to the game you left",
        "4x3, 2 mines, your own layout",
        "Unranked: your own layout",
        "4 safe cells left, 2 mines left",
    ]
    assert talk.position == HALF_PLAYED


def test_the_first_reveal_also_abandons_it_in_plain_mode() -> None:
    talk = Talk("*...\n....\n...*")
    said = talk.type("r 4 1", "restart", "r 4 1", "undo", "undo")
    assert said[-1] == "Nothing to undo"


def test_a_game_that_was_left_in_plain_mode_is_saved_at_the_end(
    store: Store, tmp_path: Path
) -> None:
    talk = Talk(None, store=store, dealer=kept_games(store))
    said = talk.type("r 5 5", "new", "quit")
    assert said[-1] == "Saved. Resume with: minesweeper --plain --resume"
    assert saved(tmp_path) == ["1"]


def test_a_game_that_was_left_for_a_level_brings_its_given_seeds_back() -> None:
    player = GamePlayer(None, dealer=Dealer(BEGINNER, lambda: 99, first_seed=5))
    player.press("enter", "m", "4")
    assert "seed 99" in player.title
    player.press("u", "n")
    assert player.title == "Beginner 9x9  seed 6"
