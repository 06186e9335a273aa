"""A game that is left for another one comes back; on the screen, in plain mode, and on disk."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from minesweeper.engine.game import Move
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
from tests.harness.player import GamePlayer, words_text
from tests.harness.scenes import act
from tests.harness.scenes import play as play_scene
from tests.harness.talk import Talk

BEGINNER: Final = Setup(9, 9, 10)
DATE: Final = "2026-11-21"
LEFT: Final = "#1../#111/####"
BACK: Final = "Back in the game that you left."
OFFER: Final = "u goes back to the game that you left."


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


DAILY: Final = ("m", "6")


def saved(tmp_path: Path) -> list[str]:
    """The ids of the games that a start would find."""
    return unfinished(open_store(tmp_path))


# Leaving and coming back


WAYS: Final = {
    "n": "n",
    "r": "r",
    "the counters": "click mines left",
    "a level": "m 4",
    "a size of one's own": "m right _12x8/9 enter",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_running_game_comes_back_with_undo(way: str) -> None:
    player = play_scene("$ enter ; wait 2500")
    session = player.session
    act(player, f"{way} ; wait 60000")
    assert player.session is not session
    act(player, f"u ; = board {LEFT} ; = cursor (4,1) ; = message {BACK} ; = clock 0:02")
    assert (player.session, session.undos) == (session, 0)
    act(player, "m escape ; wait 1000 ; = clock 0:03")


SCENES: Final = {
    "a paused game comes back paused": f"""
        $ enter p n u ; = title Paused ; p ; = board {LEFT}
    """,
    "the side says what brings it back until it cannot come back": f"""
        $ enter n ; = message {OFFER} ; f ; = message ; u ; = message Undone.
        right ; = message {OFFER} ; enter ; = message
    """,
    "only where nothing else is undone the game comes back": f"""
        $ enter n f right f u*2 ; = board ####/####/#### ; u ; = board {LEFT}
    """,
    "an untouched game never takes its place": f"$ enter n*2 u ; = board {LEFT}",
    "nor do many of them": f"$ enter n*5 u ; = board {LEFT}",
    "a game with flags alone comes back": "f n u ; = board F###/####/####",
    "a game with flags alone does not take its place": f"""
        $ enter r f r down f r u ; = board {LEFT} ; u ; = board ####/####/####
    """,
    "after the first reveal it does not come back": """
        on intermediate ; enter n enter u*2 ; = message Nothing to undo. ; = seed 8
    """,
    "a win by flags alone counts as much as a reveal": """
        $ enter r home f $ G f ; = status won ; u*3 ; = message Nothing to undo.
    """,
    "a game that has ended comes back as well": f"""
        enter ; idle ; = says Boom ... ; wait 5000 ; enter ; = message
        u ; = title Boom ; = message {BACK} ; n u ; = title Boom ; r u ; = title Boom
        u ; = board ####/####/####
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_leaving(scene: str) -> None:
    play_scene(scene)


# What it counts for


KEPT_SCENES: Final = {
    "before the first reveal of the next game it is saved": ("enter n f", "", "1"),
    "by that reveal it is abandoned": ("enter n enter", "1 abandoned", "2"),
    "a win stays a win": ("enter ; win ; n enter n enter", "2 abandoned, 1 won", "3"),
    "a finished game is stored once": ("enter ; lose ; n", "1 lost", ""),
    "a game that came back is one game": (
        "enter n u ; wait 4000 ; win ; = title New best",
        "1 won",
        "",
    ),
    "undo and e bring the same game back": ("enter n u n e f u n enter n u", "1 abandoned", "4"),
    "looking at the daily board uses no attempt up": ("m 6 right u n m 6", "", ""),
}
"""What is done before the program is left; the ends that are then kept, and the games saved."""


@pytest.mark.parametrize(("scene", "ends", "games"), KEPT_SCENES.values(), ids=KEPT_SCENES)
def test_what_is_kept(store: Store, tmp_path: Path, scene: str, ends: str, games: str) -> None:
    player = at_kept_games(store)
    act(player, scene)
    player.screen.leave(player.now)
    assert ", ".join(f"{row.id} {row.status}" for row in kept(open_store(tmp_path))) == ends
    assert ", ".join(saved(tmp_path)) == games


def test_an_abandoned_game_is_no_loss(store: Store) -> None:
    act(at_kept_games(store), "enter ; win ; n enter n enter")
    summary = only_summary(store)
    assert (summary.games, summary.lost, summary.streak) == (2, 0, 1)


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


def test_the_next_start_goes_on_with_it(store: Store, tmp_path: Path) -> None:
    player = at_kept_games(store)
    act(player, "enter ; wait 2000")
    position = player.position
    act(player, "n f")
    player.screen.leave(player.now)
    next_time = at_kept_games(open_store(tmp_path), first=50)
    act(next_time, "e ; = clock 0:02")
    assert next_time.position == position


def test_a_game_is_on_the_disk_while_another_one_is_looked_at(store: Store, tmp_path: Path) -> None:
    player = at_kept_games(store)
    player.press("enter")
    session = player.session
    player.press("n")
    assert saved(tmp_path) == ["1"]
    kept_game = open_store(tmp_path).read(preview_game, "1")
    assert kept_game
    assert kept_game.journal_text() == session.journal_text()


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
    act(player, "= message e resumes your game. ; enter ; wait 3000")
    for identity in ("1", "32", "1", "32"):
        player.press("e")
        assert player.identity == identity
    assert player.clock == "0:03"
    player.screen.leave(player.now)
    assert sorted(saved(tmp_path)) == ["1", "32"]
    assert kept(open_store(tmp_path)) == []


@pytest.mark.parametrize("before", ["", "enter ;"])
def test_without_a_saved_game_e_says_so_and_the_menu_offers_none(store: Store, before: str) -> None:
    act(at_kept_games(store), f"{before} e ; = message There is no saved game. ; m ; = hides saved")


def test_e_brings_the_game_that_was_left_back_as_undo_does(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter", "n", "e")
    assert player.identity == "1"
    assert player.session.has_revealed


def test_a_game_that_cannot_be_saved_is_not_left_for_another(store: Store, tmp_path: Path) -> None:
    player = with_a_saved_game(store, tmp_path)
    with in_use(player.screen.games.store):
        player.press("enter", "e")
        assert player.message.startswith("This game cannot be saved")
        assert player.identity == "32"
    player.press("f", "e")  # the next move writes all of it
    assert player.identity == "1"


def test_a_game_that_was_left_in_a_pause_is_still_paused_when_the_menu_resumes_it(
    store: Store, tmp_path: Path
) -> None:
    player = with_a_saved_game(store, tmp_path, "p")
    player.press("enter", "m", "e")
    assert player.identity == "1"
    assert player.shows("Paused")


def test_a_game_left_for_a_page_is_not_paused_when_it_is_resumed(
    store: Store, tmp_path: Path
) -> None:
    player = with_a_saved_game(store, tmp_path)
    player.press("enter")
    for _ in range(2):
        player.press("m", "e")
        assert not player.shows("Paused")
    assert player.identity == "32"


# The daily board


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
    act(player, "u ; = message Nothing to undo.")
    assert player.position == position


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
    act(player, f"= message {OFFER} ; u")
    assert player.position == position
    player.press(*DAILY)
    player.explode()
    assert {row.id: row.status for row in kept(store)} == {"1": "abandoned", "da1": "lost"}


@pytest.mark.parametrize(
    ("finish", "end", "offer"),
    [
        ("win", "won in", "c copy to share"),
        ("lose", "lost after", "c copy"),
    ],
)
@pytest.mark.parametrize("way", ["key", "click"])
def test_the_line_to_share_of_a_daily_board_is_copied(
    store: Store, finish: str, end: str, offer: str, way: str
) -> None:
    player = at_kept_games(store)
    player.press(*DAILY)
    act(player, f"{finish} ; idle")
    [row] = kept(store)
    line = share_line(player.session)
    assert row.status == end.split()[0]
    assert line.startswith(f"Minesweeper daily {DATE} beginner: {end} 0.000 s, 3BV ")
    assert offer in (*player.main.split(" / "), words_text(player.side.more[:1]))
    reaction = player.press("c") if way == "key" else player.click_on("copy")
    assert reaction == Copy(line)
    player.screen.show_copy_result("Copied")
    act(player, "= message Copied. ; n ; = hides copy")


def test_only_the_first_attempt_at_a_daily_board_is_shared(store: Store) -> None:
    player = at_kept_games(store)
    for _ in range(2):
        player.press(*DAILY)
        player.explode()
    act(player, "= hides copy")
    assert player.press("c") is None
    act(player, "= message Only the first attempt at a daily board is shared.")


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
    assert player.press("c") == Copy(share_line(player.session))


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
        assert not player.shows("copy")


def test_what_is_played_on_after_an_undo_is_not_shared(store: Store) -> None:
    player = at_kept_games(store)
    player.press(*DAILY)
    player.explode()
    player.press("u")
    assert not player.shows("copy")
    assert player.press("c") is None


def test_other_games_are_not_shared(store: Store) -> None:
    player = at_kept_games(store)
    act(player, "enter ; lose ; idle ; = hides copy ; c ; = message The game is over.")


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
    assert talk.position == picture("#1..\n#111\n####")


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
    dealer = Dealer(BEGINNER, lambda: 99, first_seed=5)
    play_scene("enter m 4 ; = seed 99 ; u n ; = seed 6", layout=None, dealer=dealer)
