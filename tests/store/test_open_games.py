"""Open games: which is left, saved and offered; what the screen says of them and of records."""

from itertools import count, product
from pathlib import Path
from random import Random

import pytest

from minesweeper.engine.game import Move
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.plain import text as join_texts
from minesweeper.play.daily import daily
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.store.history import History
from minesweeper.store.open_games import OpenGames
from minesweeper.store.records import CategoryRecords
from minesweeper.store.records_text import records_lines
from minesweeper.tui.screen import QUIT
from minesweeper.tui.screens.notices import record_notice
from tests.harness.kept_games import (
    begin,
    dealer,
    game_of,
    kept,
    moves_that_win,
    only_summary,
    open_history,
    win,
)
from tests.harness.player import GamePlayer, at_kept_games, text_of, torn_texts
from tests.harness.posix import full_disk


def won(player: GamePlayer, milliseconds: int = 4_000) -> str:
    """Return what the screen shows after a win."""
    player.win(milliseconds)
    return text_of(player)


def lost(player: GamePlayer) -> str:
    """Return what the screen shows after a loss."""
    player.press("enter")
    player.explode()
    return text_of(player)


def test_a_new_best_is_said_at_the_end(history: History) -> None:
    player = at_kept_games(history)
    won(player, 5_000)
    assert {"New best", "Time  5.000 s"} <= {*player.panel}
    player.press("n")
    won(player, 9_000)
    assert {"Won", "Rank  2nd of 2", "Streak  2 wins"} <= {*player.panel}
    player.press("n")
    won(player, 2_000)
    assert {"New best", "Time  2.000 s", "Before  5.000 s"} <= {*player.panel}
    player.resize(30, 24)
    assert "New best: 2.000 s, 3.000 s faster than on 2025-01-01" in player.notice_text


def test_a_game_has_the_records_of_its_category_beside_it(history: History) -> None:
    player = at_kept_games(history, LEVELS["classic"])
    assert player.panel == []
    box = player.screen.view.box
    for milliseconds in (5_000, 9_000):
        won(player, milliseconds)
        player.press("n")
    assert player.panel == [
        "Best  5.000 s",
        "Games  2",
        "Wins  2",
        "Win rate  100%",
        "Streak  2 wins",
    ]
    assert player.screen.view.box == box
    lost(player)
    assert "Win rate  67%" not in player.panel
    player.press("n")
    assert player.panel == ["Best  5.000 s", "Games  3", "Wins  2", "Win rate  67%"]
    player.press("m", "2")
    assert text_of(player)
    assert player.setup != LEVELS["classic"]
    assert player.panel == []


@pytest.mark.samples(60, 1_400)
def test_the_records_are_beside_the_frame_at_every_size_of_the_window(
    history: History, count: int
) -> None:
    player = at_kept_games(history, LEVELS["classic"])
    won(player)
    player.press("n", "enter")
    seen = 0
    sizes = [*product(range(16, 100, 2), range(5, 40))]
    for size in Random(1).sample(sizes, count):
        player.resize(*size)
        box = player.screen.view.box
        rows = [line for line in player.lines if "Games" in line]
        seen += bool(rows)
        assert rows in ([], player.lines[box.row + 2 : box.row + 3])
        assert all(line.index("Games") > box.right for line in rows)
        assert torn_texts(player.canvas) == [], size
    assert seen


def test_the_records_give_way_to_a_hint_that_needs_their_place(history: History) -> None:
    player = at_kept_games(history, LEVELS["classic"])
    won(player)
    player.press("n", "enter")
    assert "Games  1" in player.panel
    player.resize(80, player.screen.view.box.rows + 1)
    player.press("i")
    assert "press i again" in " ".join(player.panel)
    assert "Games  1" not in player.panel


def test_a_history_that_cannot_be_read_is_no_matter_while_nobody_asks(tmp_path: Path) -> None:
    (tmp_path / "home").symlink_to(tmp_path / "home")
    player = at_kept_games(open_history(tmp_path / "home"))
    assert "cannot be read" not in text_of(player)
    player.press("s")
    assert "cannot be read" in player.note


def test_records_that_are_wider_than_their_place_are_left_out(history: History) -> None:
    player = at_kept_games(history)
    won(player)
    summary = only_summary(history)._replace(best_flagged_ms=59_999)
    for columns in range(30):
        figures = record_notice(summary, columns, player.theme).figures
        assert all(len(label) + len(value) < columns for label, value in figures)
    assert ("Flagged", "59.999 s") in figures


def test_games_that_were_all_helped_are_no_records(history: History) -> None:
    player = at_kept_games(history)
    player.press("enter", "i")
    won(player)
    assert only_summary(history).helped_won == 1
    player.press("n")
    assert player.panel == []


@pytest.mark.usefixtures("_in_tonga")
def test_a_new_best_names_the_day_of_the_player(history: History) -> None:
    first = game_of(history, "f", "2025-12-31T20:30:00Z")
    win(first, 9_000)
    history.finish(first)
    player = at_kept_games(history)
    won(player, 5_000)
    player.resize(30, 24)
    assert "New best: 5.000 s, 4.000 s faster than on 2026-01-01" in player.notice_text


def test_a_win_says_its_rank_and_the_streak(history: History) -> None:
    games = OpenGames(dealer(history), history)
    notes = []
    for milliseconds in (5_000, 9_000, 7_000, 9_000, 4_000):
        win(games.session, milliseconds)
        notes.append(games.record())
        games.deal(0)
    texts = [note.text.removesuffix(", new best 3BV/s") for note in notes]
    assert texts == [
        "New best: 5.000 s",
        "2nd best of 2",
        "2nd best of 3",
        "4th best of 4",
        "New best: 4.000 s, 1.000 s faster than on 2025-01-01",
    ]
    figures = [dict(note.figures) for note in notes]
    ranks = [None, "2nd of 2", "2nd of 3", "4th of 4", None]
    assert [each.get("Rank") for each in figures] == ranks
    streaks = [None, "2 wins", "3 wins", "4 wins", "5 wins"]
    assert [each.get("Streak") for each in figures] == streaks
    assert [each.get("Before") for each in figures] == [None] * 4 + ["5.000 s"]


def test_a_loss_ends_the_streak_that_a_win_shows(history: History) -> None:
    player = at_kept_games(history)
    won(player)
    player.press("n")
    lost(player)
    player.press("n")
    won(player, 9_000)
    assert "Streak" not in text_of(player)
    player.press("n")
    assert "Streak" in won(player, 9_000)


def test_a_best_speed_is_said_where_the_time_is_no_best(history: History) -> None:
    player = at_kept_games(history)
    won(player, 5_000)
    best, said = speed_of(player), set()
    for _ in range(6):
        player.press("n")
        text = won(player, 5_001)
        is_best = "New best" in text and "3BV/s" in text.split("New best")[1]
        assert is_best is (speed_of(player) > best) is ("New best" in text)
        best = max(best, speed_of(player))
        said.add(is_best)
    assert said == {True, False}


def speed_of(player: GamePlayer) -> float:
    assert player.session.result
    return player.session.result.bbbv_per_second or 0


def test_a_win_with_help_says_why_it_is_unranked(history: History) -> None:
    player = at_kept_games(history)
    player.press("enter", "i")
    assert "Unranked: hint used" in won(player)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (24, 17)])
def test_a_win_by_hints_says_so_in_every_window(history: History, size: tuple[int, int]) -> None:
    player = at_kept_games(history, LEVELS["classic"])
    player.resize(*size)
    player.press("enter")
    player.press(*"iiiiii")
    player.clear()
    player.wait_until_idle()
    hints = player.session.helps["hint"]
    assert hints > 1
    assert f"Unranked: {hints} hints used" in player.notice_text


def test_a_win_after_an_undo_is_unranked(history: History) -> None:
    player = at_kept_games(history)
    lost(player)
    player.press("u")
    won(player)
    assert only_summary(history).lost == 1
    assert only_summary(history).won == 0


def test_what_was_risked_is_in_the_records(history: History) -> None:
    player = at_kept_games(history)
    lost(player)
    player.press("n")
    won(player)
    summary = only_summary(history)
    assert summary.lost_needlessly + summary.lost_unluckily == 1
    assert (summary.guesses, summary.guesses_survived) == (1, 1)  # a certain mine is no guess
    assert summary.guesses_expected is not None
    assert 0 <= summary.guesses_expected < 1
    lines = records_lines([CategoryRecords(summary)])
    text = " ".join(" ".join(lines).split())
    assert f"Luck 1 guess: 1 survived, {summary.guesses_expected:.1f} expected" in text
    assert "avoidable" in text


def test_a_saved_game_is_offered_and_resumed(history: History, tmp_path: Path) -> None:
    first = at_kept_games(history, Setup(16, 16, 40))
    first.press("enter")
    position = first.position
    first.now += 65_000
    assert first.press("q") is QUIT
    first.screen.leave(first.now)

    second = at_kept_games(open_history(tmp_path), first=50)
    assert "Press e to resume your game" in text_of(second)
    second.press("e")
    assert second.position == position
    assert second.clock == "1:05"
    assert "Intermediate 16x16" in text_of(second)
    second.press("n")
    assert second.setup == Setup(16, 16, 40)


def test_records_are_a_page_of_their_own(history: History) -> None:
    player = at_kept_games(history)
    player.press("s")
    assert player.shows("Your ten best games at each level will appear here")


def test_a_disk_that_fails_is_told_of_beside_the_result(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    player = at_kept_games(open_history(tmp_path / "file" / "home"))
    player.press("enter")
    assert "cannot be saved" in text_of(player)
    player.press("n")
    shown = lost(player)
    assert "+- Lost -" in shown
    assert "cannot be saved" in shown


def test_the_screen_says_when_guesses_are_left_to_luck(history: History) -> None:
    player = at_kept_games(history, Setup(9, 9, 10, win="clear", on_guess="fair"))
    player.press("enter")
    assert "left to chance" not in text_of(player)
    player.press("u", "y")
    assert "Guesses are left to chance from here on" in text_of(player)


# Games that are left for others


def play_much(games: OpenGames) -> None:
    """Play the present game until it is worth saving."""
    session = games.session
    for move in moves_that_win(begin(session)):
        if not session.is_worth_saving:
            session.play(move, 1_000)
    assert session.is_worth_saving
    assert not session.over


def test_of_several_games_that_were_left_the_last_one_is_offered_first(history: History) -> None:
    games = OpenGames(dealer(history, LEVELS["expert"]), history)
    games.saved_ids = ["f"]
    for _ in range(2):
        play_much(games)
        games.deal(2_000)
    begin(games.session)
    games.leave_parked_games(3_000)
    assert games.saved_ids == ["2", "1", "f"]
    assert games.resume(4_000) == ""
    assert games.session.head.id == "2"


def test_a_game_that_could_not_be_saved_is_not_left_behind_but_given_up(history: History) -> None:
    games = OpenGames(dealer(history, LEVELS["expert"]), history)
    with full_disk(0):
        play_much(games)
        games.deal(2_000)
        begin(games.session)
        games.leave_parked_games(3_000)
    assert games.saved_ids == []
    history.close()
    assert not history.has_lost_game
    assert [(row.id, row.status) for row in kept(history)] == [("1", "abandoned")]


def with_dailies(history: History) -> OpenGames:
    """Return games that can be left for the daily boards, whose ids are da1, da2, ..."""
    numbers = count(1)

    def deal_daily(day: str, level: str) -> Session:
        identity = f"da{next(numbers)}"
        return daily(day, level).begin(identity, f"{day}T00:00:00Z", history.open_journal, 0)

    return OpenGames(dealer(history), history, deal_daily=deal_daily)


def flag_a_cell(games: OpenGames, now: int) -> None:
    game = games.session.game
    games.session.play(Move("flag", next(c for c in game.grid if not game.is_revealed(c))), now)


def test_a_game_that_was_only_looked_at_is_saved_when_undo_leaves_it(
    history: History, tmp_path: Path
) -> None:
    games = with_dailies(history)
    begin(games.session)
    games.play_daily("classic", 1_000, "2025-11-21")
    flag_a_cell(games, 2_000)
    games.session.undo(3_000)
    assert games.can_go_back
    assert games.go_back(4_000)
    assert games.session.head.id == "1"
    assert [*open_history(tmp_path).saved_game_ids()] == ["da1"]


def test_a_daily_board_that_was_left_goes_on_and_so_does_the_game_before_it(
    history: History,
) -> None:
    games = with_dailies(history)
    begin(games.session)
    games.play_daily("classic", 1_000, "2025-11-21")
    flag_a_cell(games, 2_000)
    games.play_setup(LEVELS["expert"], 3_000)
    games.play_daily("classic", 4_000, "2025-11-21")
    assert games.session.head.id == "da1"
    games.session.undo(5_000)
    assert games.go_back(6_000)
    assert games.session.head.id == "1"


def test_fewer_mines_than_a_search_could_place_are_saved_for_the_next_start() -> None:
    saved: list[Setup] = []
    setup = Setup(9, 9, 30, no_guess=True)
    games = OpenGames(Dealer(setup, lambda: 7), store_setup=saved.append)
    games.change_setup(setup._replace(mines=20))
    assert saved == [games.dealer.setup] == [setup._replace(mines=20)]


# Saved games and records that cannot be had


def test_a_saved_game_that_another_copy_plays_is_told_of(history: History, tmp_path: Path) -> None:
    first = at_kept_games(history)
    first.press("enter")
    second = at_kept_games(open_history(tmp_path), first=50)
    assert "waiting" not in text_of(second)
    second.press("e")
    assert "The saved game 1 is being played in another window" in text_of(second)
    first.screen.leave(first.now)
    second.press("e")
    assert bytes(second.session.game.cells) == bytes(first.session.game.cells)


def test_a_saved_game_that_is_damaged_is_told_of(history: History, tmp_path: Path) -> None:
    first = at_kept_games(history)
    first.press("enter")
    first.screen.leave(first.now)
    path = tmp_path / "1.journal"
    path.write_text(path.read_text().replace("reveal", "reveil"))
    second = at_kept_games(open_history(tmp_path), first=50)
    second.press("e")
    text = " ".join(text_of(second).split())
    assert "A damaged saved game was set aside as 1.damaged: line 7" in text


def test_records_that_cannot_be_read_are_not_called_none(tmp_path: Path) -> None:
    (tmp_path / "history.db").mkdir()
    player = at_kept_games(open_history(tmp_path))
    for _ in range(2):
        player.press("s")
        said = "".join(" ".join(player.page).split())  # a long path is broken where a row ends
        assert "history.dbcannotberead:Isadirectory" in said
        player.press("escape")


def test_a_helped_loss_says_so(history: History) -> None:
    player = at_kept_games(history)
    player.press("enter", "i")
    lost(player)
    assert player.panel[0] == "Lost"
    assert "Unranked: hint used" in player.notice_text


def test_a_second_loss_after_an_undo_does_not_show_the_result_of_the_first(
    history: History,
) -> None:
    player = at_kept_games(history)
    assert "3BV" in lost(player)
    assert "3BV" in join_texts.ending_text(player.session, player.now)
    first = player.session.result
    player.press("u")
    player.now += 7_000
    assert player.session.board
    board = player.session.board
    player.screen.cursor = [cell for cell in board.grid if board.is_mine(cell)][-1]
    player.press("o")
    assert player.session.result == first
    text_of(player)
    assert {"Lost", "Time  7.000 s"} <= {*player.panel}
    assert not any(line.startswith("3BV") for line in player.panel)
    shown = join_texts.ending_text(player.session, player.now)
    assert shown == "lost after 7.000 s"
