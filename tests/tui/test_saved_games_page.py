"""The page of saved games."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.daily import daily
from minesweeper.play.session import Session
from minesweeper.store.database import BUSY
from minesweeper.store.open_games import OpenGames
from minesweeper.store.store import GAMES_FILE, Store
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Key
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Leave
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.screens.game_side import sentence
from minesweeper.tui.screens.saved_games import SavedGamesPage
from tests.harness.kept_games import (
    TODAY,
    begin,
    close_stores,
    dealer,
    kept,
    moves_that_win,
    open_store,
    unfinished,
)
from tests.harness.kept_games import play as keep
from tests.harness.locked import being_written
from tests.harness.player import GamePlayer, at_kept_games
from tests.harness.scenes import act

WIDE = Setup(20, 10, 30, no_guess=True)
QUESTION = "Give up this game? It stays in the list of games."


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


def rows(player: GamePlayer) -> list[str]:
    """Return the rows of the games, their parts a blank apart."""
    return [" ".join(line[1:51].split()).strip("> ") for line in player.lines if ":" in line[:51]]


def boards(player: GamePlayer) -> list[str]:
    return [row.removeprefix("1 January ").split()[0] for row in rows(player)]


def progress(session: Session) -> str:
    safe = len(session.game.grid) - session.head.setup.mines
    return f"{safe - session.game.safe_left} of {safe}"


ALL = ["Intermediate", "Expert", "Classic"]


def test_several_saved_games_are_listed_the_newest_first(
    store: Store, sessions: list[Session]
) -> None:
    player = at_page(store)
    cells = [*map(progress, sessions)]
    revealed, safe = map(int, cells[0].split(" of "))
    filled = "#" * round(22 * revealed / safe)
    assert player.shown[:8] == [
        " Saved games                                3 games   Intermediate       16x16",
        "",
        f" >1 January  Intermediate         {cells[0]:>10}  1:15    {cells[0]} cells",
        f"  1 January  Expert               {cells[1]:>10}  1:15    [{filled:.<22}]",
        f"  1 January  Classic              {cells[2]:>10}  1:15",
        f"{'':54}40 mines",
        "",
        f"{'':54}no win yet",
    ]
    assert player.says == f"Intermediate 16x16 {cells[0]} cells 40 mines no win yet"
    assert player.main == "Enter resume / d give up"


@pytest.mark.parametrize(
    ("size", "row"), [((40, 14), "Expert 13 of 381 1:15"), ((30, 10), "Expert 1:15")]
)
def test_in_a_small_window_first_the_day_leaves_then_the_progress(
    store: Store, sessions: list[Session], size: tuple[int, int], row: str
) -> None:
    cells = progress(sessions[1])
    assert rows(at_page(store, size))[1] == row.replace("13 of 381", cells)


def test_the_side_says_what_a_game_is_and_what_the_menu_says_of_its_board(store: Store) -> None:
    keep(store, "WWWLL", LEVELS["expert"])
    save(store, 30, LEVELS["expert"])
    save(store, 31, WIDE)
    helped = save(store, 32, LEVELS["expert"]._replace(on_guess="fair", win="clear"))
    helped.note_help("hint", 0)
    helped.leave(75_000)
    attempt = daily(TODAY, "classic").begin("d1", f"{TODAY}T10:00:00Z", store.open_journal, 0)
    assert attempt.board
    covered = (m for m in moves_that_win(attempt.board) if not attempt.game.is_revealed(m.cell))
    attempt.play(next(covered), 0)
    attempt.leave(0)
    player = at_kept_games(store)
    player.screen.games.daily_date = lambda: TODAY
    scene = """
        e ; idle ; = says Classic 8x8 ... 10 mines today's board guess-free no win yet
        down ; = says Expert 30x16 ... 99 mines a forced guess is safe with help no win yet
        down ; = says Your own 20x10 ... 30 mines guess-free no win yet
        down ; = says Expert 30x16 ... 99 mines best 5.000 s won 3 of 5
        = shows last 3 wins
    """
    act(player, scene)


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
    assert player.shows("reading...")
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
    page = screen.handle(Key("e"), 0)
    assert isinstance(page, SavedGamesPage)
    assert page.handle(Key("enter"), 0) is None  # before the first one was read
    assert page.handle(Key("d"), 0) is None
    assert isinstance(page.handle(Key("e"), 0), Leave)


def test_the_chosen_game_is_resumed(store: Store, sessions: list[Session]) -> None:
    player = at_page(store)
    player.press("down", "enter")
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
    assert player.message == QUESTION
    assert player.main == "y give it up / n keep it"
    player.press("y")
    assert boards(player) == [ALL[0], ALL[2]]
    assert player.shows("2 games")
    assert [(row.id, row.status) for row in kept(store)] == [(sessions[1].head.id, "abandoned")]
    assert player.message == "Given up."
    player.press("enter")
    assert player.identity == sessions[2].head.id


@pytest.mark.parametrize("key", ["n", "escape", "enter", "down", "e"])
def test_any_key_but_y_keeps_the_game(store: Store, sessions: list[Session], key: str) -> None:
    player = at_page(store)
    player.press("d", key)
    assert player.is_at_page
    assert player.message != QUESTION
    assert boards(player) == ALL
    assert kept(store) == []


def test_a_page_whose_games_were_all_given_up_says_so(
    store: Store, sessions: list[Session]
) -> None:
    player = at_page(store)
    for _ in sessions:
        player.press("d", "y")
    assert rows(player) == []
    player.press("up")
    assert player.says == "No saved games."
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
    assert isinstance(player.top, SavedGamesPage)
    player.press("escape")
    assert player.focused == "e Resume 3 saved games"
    assert (player.says, player.main) == ("Saved games 3 games", "Enter open")
    for left in ("2 saved games", "intermediate, "):
        player.press("enter")
        player.wait_until_idle()
        player.press("end", "d", "y", "escape")
        assert player.focused.startswith(f"e Resume {left}")
    player.press("enter")
    assert player.identity == sessions[0].head.id


def test_a_menu_without_any_saved_game_left_has_no_row_for_them(
    store: Store, sessions: list[Session]
) -> None:
    player = at_kept_games(store)
    player.press("m", "e")
    player.wait_until_idle()
    for _ in sessions:
        player.press("d", "y")
    player.press("escape")
    assert player.focused == "s Records"
    assert not player.shows("Resume")


def test_a_game_that_is_played_in_another_window_goes_on_here_until_it_is_taken_back(
    store: Store, tmp_path: Path
) -> None:
    first = at_kept_games(store)
    first.press("enter")
    second = at_kept_games(open_store(tmp_path), first=50)
    assert second.message == "e resumes your game."
    second.press("m")
    assert second.shows("beginner, ")
    second.press("e", "G", "f")
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
    player.click_on("January  Expert")
    assert player.is_at_page
    player.click_on("give up")
    assert player.message == QUESTION
    player.click_on("keep")
    player.click_on("January  Expert")
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
    assert player.focused == "1 January Intermediate"
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
    player.wait_until_idle()
    assert boards(player) == ALL[1:]
    assert player.message == "The game is gone, or has ended."
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
            player.wait_until_idle()
            assert boards(player) == ALL
            assert player.message == sentence(BUSY)
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
    assert player.focused == "1 January Intermediate"
    player.press("enter")
    assert player.identity == sessions[0].head.id


def test_the_smallest_window_shows_the_question(store: Store, sessions: list[Session]) -> None:
    player = at_page(store, (30, 10))
    player.press("d")
    assert player.shows("Give up this game?")
