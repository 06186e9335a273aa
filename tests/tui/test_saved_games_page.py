"""The page of saved games."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.engine.notation import capitalise
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.session import Session
from minesweeper.store.history import BUSY, History
from minesweeper.store.open_games import OpenGames
from minesweeper.store.saved_games_text import NO_SAVED_GAMES
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Key
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.screens.saved_games import SavedGamesPage
from tests.harness.kept_games import begin, close_histories, dealer, kept, open_history
from tests.harness.player import GamePlayer, at_kept_games

WIDE = Setup(20, 10, 30, no_guess=True)
QUESTION = "Give up this game? It stays in the list of games, as abandoned. y/n"


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    yield open_history(tmp_path)
    close_histories()


def save(history: History, number: int, setup: Setup, seconds: int = 75) -> Session:
    """Save a game in which one cell was revealed."""
    session = dealer(history, setup, first=number).next()
    begin(session)
    session.leave(1_000 * seconds)
    history.leave(session)
    return session


@pytest.fixture
def sessions(history: History) -> list[Session]:
    """Three saved games, the newest first."""
    setups = [LEVELS["classic"], LEVELS["expert"], LEVELS["intermediate"]]
    return [save(history, 10 + number, setup) for number, setup in enumerate(setups)][::-1]


def at_page(history: History, size: tuple[int, int] = (80, 24)) -> GamePlayer:
    """Return a player at a game of beginner's who has opened the page of saved games."""
    player = at_kept_games(history)
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
    history: History, sessions: list[Session]
) -> None:
    player = at_page(history)
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
    history: History, sessions: list[Session]
) -> None:
    player = at_kept_games(history)
    player.wait_until_idle()
    assert player.notice_text == f"Press e to resume one of {len(sessions)} games"


def test_a_page_that_is_left_while_files_are_read_leaves_no_game_locked(
    history: History, sessions: list[Session]
) -> None:
    player = at_kept_games(history)
    player.press("e")
    player.wait(0)
    player.press("escape", "e")
    player.wait_until_idle()
    assert boards(player) == ALL


def test_the_only_saved_game_is_resumed_at_once(history: History) -> None:
    session = save(history, 10, LEVELS["expert"])
    player = at_page(history)
    assert not player.is_at_page
    assert player.identity == session.head.id


def test_a_key_that_comes_before_all_files_were_looked_at_opens_the_page(
    history: History, sessions: list[Session]
) -> None:
    screen = GameScreen(OpenGames(dealer(history), history), Looks())
    screen.draw(Canvas(80, 24), 0)
    assert isinstance(screen.handle(Key("e"), 0), SavedGamesPage)


@pytest.mark.parametrize("keys", [["enter"], ["o"]])
def test_the_selected_game_is_resumed(
    history: History, sessions: list[Session], keys: list[str]
) -> None:
    player = at_page(history)
    player.press("down", *keys)
    assert not player.is_at_page
    assert player.identity == sessions[1].head.id


def test_the_game_in_hand_stays_saved_when_another_one_is_resumed(
    history: History, sessions: list[Session]
) -> None:
    player = at_kept_games(history)
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
    assert kept(history) == []


def test_the_parked_game_is_the_first_of_the_list(
    history: History, sessions: list[Session]
) -> None:
    player = at_kept_games(history)
    player.press("enter")
    parked = player.identity
    player.press("n", "e")
    player.wait_until_idle()
    assert boards(player) == ["Beginner", *ALL]
    player.press("enter")
    assert player.identity == parked


def test_a_parked_game_that_is_given_up_is_kept_as_abandoned(
    history: History, sessions: list[Session]
) -> None:
    player = at_kept_games(history)
    player.press("enter")
    parked = player.identity
    player.press("n", "e")
    player.wait_until_idle()
    player.press("d", "y")
    assert boards(player) == ALL
    assert [(row.id, row.status) for row in kept(history)] == [(parked, "abandoned")]
    player.press("escape", "u")
    assert player.identity != parked


def test_a_game_is_given_up_after_a_question(history: History, sessions: list[Session]) -> None:
    player = at_page(history)
    player.press("down", "d")
    assert player.shows(QUESTION)
    player.press("y")
    assert boards(player) == [ALL[0], ALL[2]]
    assert [(row.id, row.status) for row in kept(history)] == [(sessions[1].head.id, "abandoned")]
    assert player.shows("Given up")
    player.press("enter")
    assert player.identity == sessions[2].head.id


def test_no_game_moves_when_another_is_given_up(history: History, sessions: list[Session]) -> None:
    player = at_page(history)
    place = player.find("Intermediate")
    player.press("end", "d")
    assert player.find("Intermediate") == place
    player.press("y")
    assert player.find("Intermediate") == place


@pytest.mark.parametrize("key", ["n", "escape", "enter", "down", "e"])
def test_any_key_but_y_keeps_the_game(history: History, sessions: list[Session], key: str) -> None:
    player = at_page(history)
    player.press("d", key)
    assert player.is_at_page
    assert not player.shows(QUESTION)
    assert boards(player) == ALL
    assert kept(history) == []


def test_a_page_whose_games_were_all_given_up_says_so(
    history: History, sessions: list[Session]
) -> None:
    player = at_page(history)
    for _ in sessions:
        player.press("d", "y")
    assert player.shows(NO_SAVED_GAMES)
    player.press("d", "enter", "down", "end")
    assert player.is_at_page
    player.press("escape")
    assert not player.is_at_page


def test_the_page_is_left_for_the_game_in_hand(history: History, sessions: list[Session]) -> None:
    player = at_kept_games(history)
    player.press("enter")
    mine = player.identity
    player.press("e", "escape")
    assert player.identity == mine


def test_the_menu_counts_the_saved_games_and_lists_them(
    history: History, sessions: list[Session]
) -> None:
    player = at_kept_games(history)
    player.press("m", "e")
    assert player.focused == "e Resume 3 saved games"
    for left in ("2 saved games", "intermediate, "):
        player.press("enter")
        player.wait_until_idle()
        player.press("end", "d", "y", "escape")
        assert player.focused.startswith(f"e Resume {left}")
    player.press("enter")
    assert player.identity == sessions[0].head.id


def test_a_menu_without_any_saved_game_left_says_so(
    history: History, sessions: list[Session]
) -> None:
    player = at_kept_games(history)
    player.press("m", "e", "enter")
    player.wait_until_idle()
    for _ in sessions:
        player.press("d", "y")
    player.press("escape")
    assert player.focused == "e Resume none left"
    player.press("enter")
    assert not player.is_at_page
    assert player.message == "There is no saved game"


def test_the_menu_keeps_a_saved_game_that_is_played_in_another_window(
    history: History, tmp_path: Path
) -> None:
    saved = save(history, 10, LEVELS["beginner"])
    player = GamePlayer(
        None,
        dealer=dealer(history),
        history=history,
        deal_daily=lambda day, level: saved,
        today=lambda: "2026-11-24",
    )
    player.wait_until_idle()
    assert open_history(tmp_path).resume(saved.head.id, 0)
    player.press("m", "7", "escape", "e")
    assert player.focused == "e Resume"


def test_games_are_chosen_and_resumed_by_mouse(history: History, sessions: list[Session]) -> None:
    player = at_page(history)
    player.click_on("Expert")
    player.click_on("give up")
    assert player.shows(QUESTION)
    player.click_on("Classic")  # a question is answered first
    assert player.shows(QUESTION)
    player.click_on("keep")
    player.click_on("Expert")
    assert player.identity == sessions[1].head.id


def test_what_cannot_be_opened_is_named(
    history: History, sessions: list[Session], tmp_path: Path
) -> None:
    player = at_kept_games(history)
    path = tmp_path / f"{sessions[0].head.id}.journal"
    path.write_text(path.read_text().replace("\n0 reveal", "\n0 rveal"))
    assert open_history(tmp_path).resume(sessions[1].head.id, 0)
    player.press("e")
    player.wait_until_idle()
    assert boards(player) == ["Classic"]
    note = " ".join(" ".join(player.page).split())
    assert "A damaged saved game was set aside as c.damaged" in note
    assert "the saved game b is being played in another window" in note
    player.press("escape", "e")
    assert player.identity == sessions[2].head.id


def test_a_game_that_is_played_elsewhere_meanwhile_is_neither_resumed_nor_given_up(
    history: History, sessions: list[Session], tmp_path: Path
) -> None:
    player = at_page(history)
    assert open_history(tmp_path).resume(sessions[0].head.id, 0)
    player.press("d", "y")
    assert kept(history) == []
    assert player.shows("is being played in another window")
    player.wait_until_idle()
    assert boards(player) == ALL[1:]
    assert player.shows("is being played in another window")
    assert open_history(tmp_path).resume(sessions[1].head.id, 0)
    mine = player.identity
    player.press("enter")
    assert player.identity == mine
    assert player.message


def test_a_game_that_the_history_cannot_store_now_stays_in_the_list(
    history: History, sessions: list[Session], tmp_path: Path
) -> None:
    kept(history)
    player = at_page(history)
    busy = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    busy.execute("BEGIN EXCLUSIVE")
    for _ in range(2):
        player.press("d", "y")
        assert player.shows(capitalise(BUSY))
        player.wait_until_idle()
        assert boards(player) == ALL
        assert player.shows(capitalise(BUSY))
    busy.close()
    player.press("d", "y")
    assert boards(player) == ALL[1:]
    assert [row.status for row in kept(history)] == ["abandoned"]


def test_a_large_game_is_listed_without_reading_it(
    history: History, sessions: list[Session], tmp_path: Path
) -> None:
    path = tmp_path / f"{sessions[0].head.id}.journal"
    path.write_text(path.read_text() + "75000 flag 1 1\n75000 flag 1 1\n" * 10_000)
    player = at_page(history)
    [words] = [line.split() for line in player.page if "Intermediate" in line]
    assert words[-3:-1] == ["-", "-"]


def test_the_smallest_window_shows_the_board_of_a_game_and_the_whole_question(
    history: History, sessions: list[Session]
) -> None:
    save(history, 20, WIDE)
    player = at_page(history, (30, 10))
    for keys in ([], ["d"]):
        player.press(*keys)
        text = " ".join(" ".join(player.page).split())
        assert "20x10" in text
        assert ("as abandoned" in text) == bool(keys)
