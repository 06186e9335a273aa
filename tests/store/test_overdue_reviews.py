"""Reviewing the stored games that were left before their review was done."""

import pytest

from minesweeper.engine.game import Move
from minesweeper.engine.notation import NotationError
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.coach import Coach
from minesweeper.play.dealer import Dealer
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import fold
from minesweeper.store.finished_games import luck_of, read_journal_text
from minesweeper.store.history import LARGE_JOURNAL, History
from minesweeper.store.open_games import NoHistory, OpenGames
from minesweeper.store.overdue_reviews import OverdueReviews
from minesweeper.store.stored_games import play_whole_game
from tests.harness.kept_games import begin, dealer, game_of, kept, lose, only_summary, play

SMALL = Setup(6, 2, 2)


def reviewed(history: History) -> list[str]:
    """Return the ids of the games with luck, the newest first."""
    return [game.id for game in kept(history) if game.luck]


def damage(history: History, identity: str) -> None:
    sql = "UPDATE journals SET text = x'00' WHERE id = ?"
    assert history.query(lambda db: db.execute(sql, (identity,)).rowcount)


def luck_from_journal(history: History, identity: str) -> object:
    """Return the luck that the review of the whole journal of a game finds."""
    text = history.query(lambda db: read_journal_text(db, identity)) or ""
    review = Coach(fold(parse_journal(text))).finish_review()
    assert review
    return luck_of(review)


@pytest.mark.parametrize(
    "setup", [SMALL, LEVELS["beginner"], LEVELS["beginner"]._replace(on_guess="strict")]
)
def test_every_won_and_lost_game_gets_the_luck_that_its_review_finds(
    history: History, setup: Setup
) -> None:
    play(history, "WLHFAWL", setup)
    assert reviewed(history) == []
    assert sum(OverdueReviews(history).steps()) == 6
    assert reviewed(history) == ["7", "6", "4", "3", "2", "1"]
    for game in kept(history):
        if game.luck:
            assert game.luck == luck_from_journal(history, game.id)


def test_the_records_then_say_why_games_were_lost(history: History) -> None:
    play(history, "LWLLW", SMALL)
    assert only_summary(history).lost_unluckily == 0
    assert sum(OverdueReviews(history).steps()) == 5
    summary = only_summary(history)
    assert (summary.lost_needlessly, summary.lost_unluckily) == (0, 2)
    assert summary.guesses


def test_the_newest_is_first_and_games_that_are_not_counted_are_last(history: History) -> None:
    play(history, "WLW")
    history.query(lambda db: db.execute("UPDATE games SET counted = 0 WHERE id = '3'"))
    order: list[str] = []
    for has_stored in OverdueReviews(history).steps():
        new = {*reviewed(history)} - {*order}
        assert len(new) == has_stored
        order += new
    assert order == ["2", "1", "3"]


def test_only_games_without_luck_are_reviewed(history: History) -> None:
    play(history, "WL")
    reviews = OverdueReviews(history)
    assert sum(reviews.steps()) == 2
    assert [*reviews.steps()] == [*OverdueReviews(history).steps()] == [False]
    play(history, "W")
    assert sum(reviews.steps()) == 1


def test_a_review_that_was_broken_off_begins_again(history: History) -> None:
    play(history, "W")
    reviews = OverdueReviews(history)
    steps = reviews.steps()
    assert [next(steps) for _ in range(5)] == [False] * 5
    assert sum(reviews.steps()) == 1


def test_a_damaged_journal_is_skipped_and_not_tried_again(history: History) -> None:
    play(history, "WLW")
    damage(history, "2")
    reviews = OverdueReviews(history)
    assert sum(reviews.steps()) == 2
    assert reviewed(history) == ["3", "1"]
    assert [*reviews.steps()] == [False]
    assert history.take_messages() == ""


@pytest.mark.parametrize("more", [0, 1])
def test_of_a_journal_at_most_200000_bytes_are_read(history: History, more: int) -> None:
    begin(session := dealer(history).next())
    corner = session.game.grid.cell(1, 1)
    end = "10000000000 abandoned\n"
    missing = LARGE_JOURNAL + more - len(session.journal_text() + end)
    flags, longer = divmod(missing, len("100000000 flag 1 1\n"))
    for number in range(flags):
        session.play(Move("flag", corner), 10**8 if number < flags - longer else 10**9)
    session.abandon(10**10)
    history.finish(session)
    assert len(session.journal_text()) == LARGE_JOURNAL + more
    if more:
        with pytest.raises(NotationError, match="its journal is too large"):
            play_whole_game(history, "1")
    else:
        assert play_whole_game(history, "1").steps == session.steps


def test_a_board_that_is_too_large_for_the_solver_is_not_looked_up(history: History) -> None:
    play(history, "L", Setup(101, 100, 3_000))
    assert [*OverdueReviews(history).steps()] == [False]


def test_the_luck_of_a_game_played_on_is_that_of_its_first_end(history: History) -> None:
    session = game_of(history, "a")
    lose(session, 5_000)
    expected = luck_of(Coach(session).finish_review() or pytest.fail("no review"))
    assert session.undo(6_000)
    assert session.board
    for cell in session.board.grid:
        if not session.board.is_mine(cell):
            session.play(Move("reveal", cell), 7_000)
    history.finish(session)
    assert sum(OverdueReviews(history).steps()) == 2
    branch, game = sorted(kept(history), key=lambda game: game.id == "a")
    assert (game.luck, game.status) == (expected, "lost")
    assert (branch.luck, branch.status) == (luck_from_journal(history, branch.id), "won")


def test_nothing_is_due_without_a_history() -> None:
    assert [*OpenGames(Dealer(SMALL, lambda: 7), NoHistory()).step_overdue_reviews()] == []
