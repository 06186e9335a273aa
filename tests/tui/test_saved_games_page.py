"""The page of saved games."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from minesweeper.engine.notation import capitalise
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.session import Session
from minesweeper.store.database import BUSY
from minesweeper.store.games_text import NO_SAVED_GAMES
from minesweeper.store.open_games import OpenGames
from minesweeper.store.store import GAMES_FILE, Store
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Key
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.screens.saved_games import SavedGamesPage
from tests.harness.kept_games import begin, close_stores, dealer, kept, open_store, unfinished
from tests.harness.locked import being_written
from tests.harness.player import GamePlayer, at_kept_games

WIDE = Setup(20, 10, 30, no_guess=True)
QUESTION = "Give up this game? It stays in the list of games, as abandoned. y/n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield open_store(tmp_path)
    close_stores()


def save(store: Store, number: int, setup: Setup, seconds: int = 75) -> Session:
    """Save a game in which one cell was revealed."""
    session = dealer(store, setup, first=number).next()
    begin(session)
    session.leave(1_000 * seconds)
    return session


def change_file(store: Store, sql: str, *values: str) -> None:
    """Change the file of all games as a fault of the disk would."""
    with closing(sqlite3.connect(Path(store.directory) / GAMES_FILE)) as db, db:
        db.execute(sql, values)


@pytest.fixture
def sessions(store: Store) -> list[Session]:
    """Three saved games, the newest first."""
    setups = [LEVELS["classic"], LEVELS["expert"], LEVELS["intermediate"]]
    return [save(store, 10 + number, setup) for number, setup in enumerate(setups)][::-1]


def at_page(store: Store, size: tuple[int, int] = (80, 24)) -> GamePlayer:
    """Return a player at a game of beginner's who has opened the page of saved games."""
    player = at_kept_games(store)
    player.press("e")
    player.wait_until_idle()
    player.resize(*size)
    return player


def rows(player: GamePlayer) -> list[list[str]]:
    """Return the words of each line with a game."""
    return [line.strip(" >").split() for line in player.page if "%" in line]


def boards(player: GamePlayer) -> list[str]:
    return [words[2].rstrip(",") for words in rows(player)]


ALL = ["Intermediate", "Expert", "Classic"]


def test_several_saved_games_are_listed_the_newest_first(
    store: Store, sessions: list[Session]
) -> None:
    player = at_page(store)
    shares = []
    for session in sessions:
        safe = len(session.game.grid) - session.head.setup.mines
        shares.append(f"{100 * (safe - session.game.safe_left) // safe}%")
    expected = [
        ["2025-01-01", "00:00", board, share, "1:15", session.head.id]
        for board, share, session in zip(ALL, shares, sessions, strict=True)
    ]
    assert rows(player) == expected


def test_a_fresh_board_says_how_many_games_can_be_resumed(
    store: Store, sessions: list[Session]
) -> None:
    player = at_kept_games(store)
    player.wait_until_idle()
    assert player.message == f"e resumes one of {len(sessions)} games."


def test_a_page_that_is_left_while_games_are_read_lists_all_of_them_the_next_time(
    store: Store, sessions: list[Session]
) -> None:
    player = at_kept_games(store)
    player.press("e")
    player.wait(0)
    player.press("escape", "e")
    player.wait_until_idle()
    assert boards(player) == ALL


def test_the_only_saved_game_is_resumed_at_once(store: Store) -> None:
    session = save(store, 10, LEVELS["expert"])
    player = at_page(store)
    assert not player.is_at_page
    assert player.identity == session.head.id


def test_a_key_that_comes_before_the_games_were_looked_up_opens_the_page(
    store: Store, sessions: list[Session]
) -> None:
    screen = GameScreen(OpenGames(dealer(store), store), Looks())
    screen.draw(Canvas(80, 24), 0)
    assert isinstance(screen.handle(Key("e"), 0), SavedGamesPage)


@pytest.mark.parametrize("keys", [["enter"], ["o"]])
def test_the_selected_game_is_resumed(
    store: Store, sessions: list[Session], keys: list[str]
) -> None:
    player = at_page(store)
    player.press("down", *keys)
    assert not player.is_at_page
    assert player.identity == sessions[1].head.id


def test_the_game_in_hand_stays_saved_when_another_one_is_resumed(
    store: Store, sessions: list[Session]
) -> None:
    player = at_kept_games(store)
    player.press("enter")
    mine = player.identity
    player.press("e")
    player.wait_until_idle()
    player.press("end", "enter")
    assert player.identity == sessions[2].head.id
    player.press("e")
    player.wait_until_idle()
    assert boards(player) == ["Beginner", *ALL[:2]]
    player.press("enter")
    assert player.identity == mine
    assert kept(store) == []


def test_the_game_that_was_just_left_is_the_first_of_the_list(
    store: Store, sessions: list[Session]
) -> None:
    player = at_kept_games(store)
    player.press("enter")
    left = player.identity
    player.press("n", "e")
    player.wait_until_idle()
    assert boards(player) == ["Beginner", *ALL]
    player.press("enter")
    assert player.identity == left


def test_a_game_that_was_just_left_and_is_given_up_does_not_come_back(
    store: Store, sessions: list[Session]
) -> None:
    player = at_kept_games(store)
    player.press("enter")
    left = player.identity
    player.press("n", "e")
    player.wait_until_idle()
    player.press("d", "y")
    assert boards(player) == ALL
    assert [(row.id, row.status) for row in kept(store)] == [(left, "abandoned")]
    player.press("escape", "u")
    assert player.identity != left


def test_a_game_is_given_up_after_a_question(store: Store, sessions: list[Session]) -> None:
    player = at_page(store)
    player.press("down", "d")
    assert player.shows(QUESTION)
    player.press("y")
    assert boards(player) == [ALL[0], ALL[2]]
    assert [(row.id, row.status) for row in kept(store)] == [(sessions[1].head.id, "abandoned")]
    assert player.shows("Given up")
    player.press("enter")
    assert player.identity == sessions[2].head.id


def test_no_game_moves_when_another_is_given_up(store: Store, sessions: list[Session]) -> None:
    player = at_page(store)
    place = player.find("Intermediate")
    player.press("end", "d")
    assert player.find("Intermediate") == place
    player.press("y")
    assert player.find("Intermediate") == place


@pytest.mark.parametrize("key", ["n", "escape", "enter", "down", "e"])
def test_any_key_but_y_keeps_the_game(store: Store, sessions: list[Session], key: str) -> None:
    player = at_page(store)
    player.press("d", key)
    assert player.is_at_page
    assert not player.shows(QUESTION)
    assert boards(player) == ALL
    assert kept(store) == []


def test_a_page_whose_games_were_all_given_up_says_so(
    store: Store, sessions: list[Session]
) -> None:
    player = at_page(store)
    for _ in sessions:
        player.press("d", "y")
    assert player.shows(NO_SAVED_GAMES)
    player.press("d", "enter", "down", "end")
    assert player.is_at_page
    player.press("escape")
    assert not player.is_at_page


def test_the_page_is_left_for_the_game_in_hand(store: Store, sessions: list[Session]) -> None:
    player = at_kept_games(store)
    player.press("enter")
    mine = player.identity
    player.press("e", "escape")
    assert player.identity == mine


def test_the_menu_counts_the_saved_games_and_lists_them(
    store: Store, sessions: list[Session]
) -> None:
    player = at_kept_games(store)
    player.press("m", "e")
    assert player.focused == "e Resume 3 saved games"
    for left in ("2 saved games", "intermediate, "):
        player.press("enter")
        player.wait_until_idle()
        player.press("end", "d", "y", "escape")
        assert player.focused.startswith(f"e Resume {left}")
    player.press("enter")
    assert player.identity == sessions[0].head.id


def test_a_menu_without_any_saved_game_left_says_so(store: Store, sessions: list[Session]) -> None:
    player = at_kept_games(store)
    player.press("m", "e", "enter")
    player.wait_until_idle()
    for _ in sessions:
        player.press("d", "y")
    player.press("escape")
    assert player.focused == "e Resume none left"
    player.press("enter")
    assert not player.is_at_page
    assert player.message == "There is no saved game."


def test_a_game_that_is_played_in_another_window_goes_on_here_until_it_is_taken_back(
    store: Store, tmp_path: Path
) -> None:
    first = at_kept_games(store)
    first.press("enter")
    second = at_kept_games(open_store(tmp_path), first=50)
    assert second.message == "e resumes your game."
    second.press("m", "e")
    assert second.focused.startswith("e Resume beginner, ")
    second.press("enter", "G", "f")
    assert (second.identity, second.message) == (first.identity, "")
    first.press("G", "$", "f")
    first.wait(0)
    assert first.position != second.position
    assert first.message == "This game goes on in another window: e brings it back."
    first.press("e")
    assert first.position == second.position
    second.press("f")
    second.wait(0)
    assert second.message == "This game goes on in another window: e brings it back."
    assert unfinished(store) == [first.identity]


def test_games_are_chosen_and_resumed_by_mouse(store: Store, sessions: list[Session]) -> None:
    player = at_page(store)
    player.click_on("Expert")
    player.click_on("give up")
    assert player.shows(QUESTION)
    player.click_on("Classic")  # a question is answered first
    assert player.shows(QUESTION)
    player.click_on("keep")
    player.click_on("Expert")
    assert player.identity == sessions[1].head.id


def test_a_damaged_game_is_listed_without_its_progress_and_not_resumed(
    store: Store, sessions: list[Session]
) -> None:
    change_file(
        store,
        "UPDATE line SET text = replace(text, ' reveal', ' rveal')"
        " WHERE game = (SELECT n FROM game WHERE id = ?)",
        sessions[0].head.id,
    )
    player = at_page(store)
    assert boards(player) == ALL[1:]
    [words] = [line.split() for line in player.page if "Intermediate" in line]
    assert words[-3:] == ["-", "-", sessions[0].head.id]
    mine = player.identity
    player.press("enter")
    assert player.identity == mine
    assert player.message.startswith(f"The game {sessions[0].head.id} cannot be read: ")
    player.press("e")
    player.wait_until_idle()
    player.press("down", "enter")
    assert player.identity == sessions[1].head.id


def test_a_game_that_has_ended_in_another_window_is_neither_resumed_nor_given_up(
    store: Store, sessions: list[Session], tmp_path: Path
) -> None:
    player = at_page(store)
    other = open_store(tmp_path)
    other.abandon(sessions[0].head.id)
    player.press("d", "y")
    assert player.shows("The game is gone, or has ended")
    player.wait_until_idle()
    assert boards(player) == ALL[1:]
    assert player.shows("The game is gone, or has ended")
    other.abandon(sessions[1].head.id)
    mine = player.identity
    player.press("enter")
    assert player.identity == mine
    assert player.message == "The game is gone, or has ended."
    assert len(kept(store)) == 2


def test_a_game_whose_end_cannot_be_stored_now_stays_in_the_list(
    store: Store, sessions: list[Session]
) -> None:
    player = at_page(store)
    with being_written(store):
        for _ in range(2):
            player.press("d", "y")
            assert player.shows(capitalise(BUSY))
            player.wait_until_idle()
            assert boards(player) == ALL
            assert player.shows(capitalise(BUSY))
    player.press("d", "y")
    assert boards(player) == ALL[1:]
    assert [row.status for row in kept(store)] == ["abandoned"]


def test_a_large_game_is_listed_without_reading_it(store: Store, sessions: list[Session]) -> None:
    change_file(
        store,
        "INSERT INTO line SELECT n, 2, ? FROM game WHERE id = ?",
        "75000 flag 1 1\n75000 flag 1 1\n" * 10_000,
        sessions[0].head.id,
    )
    player = at_page(store)
    [words] = [line.split() for line in player.page if "Intermediate" in line]
    assert words[-3:-1] == ["-", "-"]
    player.press("enter")
    assert player.identity == sessions[0].head.id


def test_the_smallest_window_shows_the_board_of_a_game_and_the_whole_question(
    store: Store, sessions: list[Session]
) -> None:
    save(store, 20, WIDE)
    player = at_page(store, (30, 10))
    for keys in ([], ["d"]):
        player.press(*keys)
        text = " ".join(" ".join(player.page).split())
        assert "20x10" in text
        assert ("as abandoned" in text) == bool(keys)
