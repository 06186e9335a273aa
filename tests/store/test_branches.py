"""Games played on after their end was undone: kept as branches, and never counted."""

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given

from minesweeper.cli.commands.games import games_json
from minesweeper.cli.commands.records import records_json
from minesweeper.engine.board import Board
from minesweeper.engine.game import Move, Status
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.branches import find_branches
from minesweeper.play.journal import Origin, format_journal, parse_journal
from minesweeper.play.replay import Playback, replay_of, wrong_claims
from minesweeper.play.session import Session, fold
from minesweeper.store.finished_games import (
    StoredGame,
    find_first_daily,
    find_games,
    read_journal_text,
)
from minesweeper.store.games_text import games_lines
from minesweeper.store.history import History
from minesweeper.store.open_games import OpenGames, RankingNote
from minesweeper.store.records import read_all_records
from tests.harness.kept_games import (
    begin,
    dealer,
    kept,
    lose,
    moves_that_win,
    of_origin,
    only_summary,
    open_history,
    play,
    win,
)
from tests.harness.played import played


def listed(history: History) -> list[StoredGame]:
    """Return the games in the history, the oldest first."""
    return [*reversed(history.query(find_games) or [])]


def described(history: History) -> list[tuple[str, str, int]]:
    """Return where each game is from, how it ended, and after what time; the oldest first."""
    return [(game.kind, game.status, game.milliseconds) for game in listed(history)]


def mines_of(board: Board) -> list[Move]:
    return [Move("reveal", cell) for cell in board.grid if board.is_mine(cell)]


def play_on(session: Session, now: int) -> None:
    """Undo the end of a game, and win it."""
    assert session.undo(now)
    assert session.board
    for move in moves_that_win(session.board):
        session.play(move, now + 1_000)
    assert session.game.status is Status.WON


def lost_and_won(history: History) -> Session:
    """Play a game that is lost after 5 seconds, and won a second after the loss was undone."""
    session = dealer(history).next()
    lose(session)
    history.store(session)
    play_on(session, 6_000)
    history.store(session)
    return session


def test_a_game_played_on_after_its_end_is_kept_as_a_branch(history: History) -> None:
    session = lost_and_won(history)
    assert described(history) == [("drawn", "lost", 5_000), ("branch", "won", 6_000)]
    history.finish(session)
    game, branch = listed(history)
    assert (game.id, branch.begun, branch.result) == ("1", game.begun, "cleared")
    assert len(branch.id) == 16


def test_a_branch_is_kept_once_however_often_it_is_stored(history: History, tmp_path: Path) -> None:
    session = lost_and_won(history)
    before = listed(history)
    history.store(session)
    history.finish(session)
    (tmp_path / "copy.journal").write_text(
        session.journal_text()
    )  # as another copy of the program left it
    history.store_ended_games()
    assert listed(history) == before


def test_no_category_counts_a_branch(history: History) -> None:
    play(history, "WWL")
    before = history.query(lambda db: records_json(read_all_records(db)))
    session = dealer(history, first=9).next()
    win(session, 1)
    play_on(session, 2)
    history.finish(session)
    history.delete("9")
    assert [game.is_branch for game in listed(history)] == [False] * 3 + [True]
    assert history.query(lambda db: records_json(read_all_records(db))) == before


def test_a_game_has_as_many_branches_as_moves_led_to_further_ends(history: History) -> None:
    session = dealer(history).next()
    board = begin(session)
    for now, mine in enumerate(mines_of(board)[:3], 1):
        session.play(mine, 1_000 * now)
        history.store(session)
        session.undo(1_000 * now)
    for move in moves_that_win(board):
        session.play(move, 4_000)
    history.finish(session)
    ends = [("lost", 2_000), ("lost", 3_000), ("won", 4_000)]
    assert described(history) == [("drawn", "lost", 1_000), *(("branch", *end) for end in ends)]
    assert len({game.id for game in listed(history)}) == 4


def test_an_end_that_is_made_again_by_redo_is_no_branch(history: History) -> None:
    session = dealer(history).next()
    lose(session)
    for now in (6_000, 7_000):
        assert session.undo(now)
        assert session.board
        session.play(Move("chord", session.board.grid.cell(1, 1)), now)  # refused
        assert session.redo(now)
        history.store(session)
    assert session.over
    history.finish(session)
    assert described(history) == [("drawn", "lost", 5_000)]


def test_an_end_that_is_undone_and_left_alone_is_no_branch(history: History) -> None:
    session = dealer(history).next()
    lose(session)
    session.undo(6_000)
    session.abandon(7_000)
    history.finish(session)
    assert described(history) == [("drawn", "lost", 5_000)]


def test_a_branch_that_is_given_up_is_kept_as_abandoned(history: History) -> None:
    session = dealer(history).next()
    board = begin(session)
    session.play(mines_of(board)[0], 5_000)
    session.undo(6_000)
    session.play(Move("flag", mines_of(board)[0].cell), 7_000)
    session.abandon(8_000)
    history.finish(session)
    assert described(history) == [("drawn", "lost", 5_000), ("branch", "abandoned", 7_000)]


def test_a_branch_that_is_left_is_a_saved_game(tmp_path: Path) -> None:
    first = open_history(tmp_path)
    session = dealer(first).next()
    board = begin(session)
    session.play(mines_of(board)[0], 5_000)
    first.store(session)
    session.undo(6_000)
    session.play(Move("flag", mines_of(board)[0].cell), 6_000)
    session.leave(6_500)
    first.leave(session)
    first.close()
    assert described(first) == [("drawn", "lost", 5_000)]

    second = open_history(tmp_path)
    again = second.resume("1", 900_000)
    assert again
    for move in moves_that_win(board):
        again.play(move, 901_000)
    second.store(again)
    second.finish(again)
    assert described(second) == [("drawn", "lost", 5_000), ("branch", "won", 6_500)]


@pytest.mark.parametrize("cut", ["", "6000 won\n"])
def test_a_branch_that_ended_before_a_kill_is_stored_later(tmp_path: Path, cut: str) -> None:
    session = dealer(open_history(tmp_path / "other")).next()
    lose(session)
    play_on(session, 5_000)
    assert session.journal_text().endswith("6000 won\n")
    (tmp_path / "1.journal").write_text(session.journal_text().removesuffix(cut))
    history = open_history(tmp_path)
    history.store_ended_games()
    for identity in history.saved_game_ids():
        assert history.resume(identity, 0) is None
    assert described(history) == [("drawn", "lost", 5_000), ("branch", "won", 6_000)]
    assert not [*tmp_path.glob("*.journal")]


def test_a_branch_that_was_deleted_is_not_stored_again(history: History) -> None:
    session = lost_and_won(history)
    history.delete(listed(history)[1].id)
    history.store(session)
    history.finish(session)
    assert described(history) == [("drawn", "lost", 5_000)]


@pytest.mark.parametrize("is_known", [False, True])
def test_a_branch_can_be_watched_and_exported(history: History, is_known: bool) -> None:
    deal = dealer(history)
    session = deal.next()
    if is_known:
        begin(session)
        session = deal.deal_again(session)
        assert session.board
        session.play(mines_of(session.board)[-1]._replace(verb="flag"), 0)  # before any reveal
    lose(session)
    play_on(session, 6_000)
    history.finish(session)
    game, branch = listed(history)
    for kept_game, status in ((game, Status.LOST), (branch, Status.WON)):
        text = history.query(partial(read_journal_text, identity=kept_game.id))
        assert text
        replay = replay_of(fold(parse_journal(text)), "minesweeper 1")
        assert Playback(replay).go_to(len(replay.steps)).status is status
        exported = parse_rawvf(format_rawvf(replay))
        assert wrong_claims(exported) == []
        assert exported.headers["Id"] == kept_game.id
        assert exported.headers["Status"] == status.value


@given(played())
def test_branches_end_as_the_game_did(game: tuple[Session, list[str]]) -> None:
    journal = parse_journal(game[0].journal_text())
    found = [*find_branches(journal)]
    ends = {"won", "lost"}
    for branch in found:
        length = len(branch.entries)
        assert branch.entries == journal.entries[:length]
        alone, whole = fold(branch), fold(journal._replace(entries=journal.entries[:length]))
        assert bytes(alone.game.cells) == bytes(whole.game.cells)
        assert alone.over
        assert alone.result
        assert alone.result.status is whole.game.status
        assert branch.entries[-1].word in ends
        assert fold(parse_journal(format_journal(branch))).result == alone.result
    assert len({branch.head.id for branch in found}) == len(found)


def test_a_branch_of_a_daily_board_is_no_attempt(history: History) -> None:
    session = of_origin(history, Origin("daily", 7, "1/2025-01-01/classic"))
    lose(session)
    play_on(session, 6_000)
    history.finish(session)
    history.delete("1")
    assert [game.kind for game in listed(history)] == ["branch"]
    assert history.query(lambda db: find_first_daily(db, "1/2025-01-01/classic")) is None


def test_the_list_of_games_shows_what_a_branch_is(history: History) -> None:
    history.finish(lost_and_won(history))
    branch, game = history.query(find_games) or []
    lines = games_lines([branch, game], 80)
    assert ["Won +" in line for line in lines[1:3]] == [True, False]
    assert lines[-1].startswith("+ Unranked: a branch, played on after undoing past the end")
    shown = games_json([branch, game])
    assert [(each["origin"], each["counts"]) for each in shown] == [
        ("branch", "not counted"),
        ("drawn", "counted"),
    ]
    assert only_summary(history).games == 1


def test_a_win_after_an_undone_end_says_why_it_is_unranked(history: History) -> None:
    deal = dealer(history)
    games = OpenGames(deal, history)
    lose(games.session)
    assert games.record() == RankingNote()
    play_on(games.session, 6_000)
    assert games.record().text == "Unranked: played on after its end"
    assert len(kept(history)) == 2
