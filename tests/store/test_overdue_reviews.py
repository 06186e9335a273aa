"""Reviewing the stored games that were left before their review was done."""

from pathlib import Path

import pytest

from minesweeper.engine.game import Move
from minesweeper.engine.notation import NotationError
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.coach import Coach
from minesweeper.play.dealer import Dealer
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import fold
from minesweeper.store.finished_games import luck_of, read_journal
from minesweeper.store.open_games import OpenGames
from minesweeper.store.overdue_reviews import OverdueReviews
from minesweeper.store.store import GAMES_FILE, Store
from minesweeper.store.stored_games import play_whole_game
from minesweeper.store.unfinished_games import LARGE_JOURNAL
from tests.harness.kept_games import (
    begin,
    dealer,
    game_of,
    kept,
    lose,
    nowhere,
    only_summary,
    open_store,
    play,
    win,
)

SMALL = Setup(6, 2, 2)


def reviewed(store: Store) -> list[str]:
    """Return the ids of the games with luck, the newest first."""
    return [game.id for game in kept(store) if game.luck]


def damage(store: Store, identity: str) -> None:
    sql = "UPDATE game SET journal = x'00' WHERE id = ?"
    store.keep(lambda db: db.execute(sql, (identity,)))


def luck_from_journal(store: Store, identity: str) -> object:
    """Return the luck that the review of the whole journal of a game finds."""
    review = Coach(fold(parse_journal(store.read(read_journal, identity)))).finish_review()
    assert review
    return luck_of(review)


@pytest.mark.parametrize(
    "setup", [SMALL, LEVELS["beginner"], LEVELS["beginner"]._replace(on_guess="strict")]
)
def test_every_won_and_lost_game_gets_the_luck_that_its_review_finds(
    store: Store, setup: Setup
) -> None:
    play(store, "WLHFAWL", setup)
    assert reviewed(store) == []
    assert sum(OverdueReviews(store).steps()) == 6
    assert reviewed(store) == ["7", "6", "4", "3", "2", "1"]
    for game in kept(store):
        if game.luck:
            assert game.luck == luck_from_journal(store, game.id)


def test_the_records_then_say_why_games_were_lost(store: Store) -> None:
    play(store, "LWLLW", SMALL)
    assert only_summary(store).lost_unluckily == 0
    assert sum(OverdueReviews(store).steps()) == 5
    summary = only_summary(store)
    assert (summary.lost_needlessly, summary.lost_unluckily) == (0, 2)
    assert summary.guesses


def test_the_newest_is_first_and_games_that_are_not_counted_are_last(store: Store) -> None:
    play(store, "WLW")
    store.keep(lambda db: db.execute("UPDATE game SET counted = 0 WHERE id = '3'"))
    order: list[str] = []
    for has_stored in OverdueReviews(store).steps():
        new = {*reviewed(store)} - {*order}
        assert len(new) == has_stored
        order += new
    assert order == ["2", "1", "3"]


def test_only_games_without_luck_are_reviewed(store: Store) -> None:
    play(store, "WL")
    reviews = OverdueReviews(store)
    assert sum(reviews.steps()) == 2
    assert [*reviews.steps()] == [*OverdueReviews(store).steps()] == [False]
    play(store, "W")
    assert sum(reviews.steps()) == 1


def test_a_review_that_was_broken_off_begins_again(store: Store) -> None:
    play(store, "W")
    reviews = OverdueReviews(store)
    steps = reviews.steps()
    assert [next(steps) for _ in range(5)] == [False] * 5
    assert sum(reviews.steps()) == 1


def test_a_damaged_journal_is_skipped_and_not_tried_again(store: Store) -> None:
    play(store, "WLW")
    damage(store, "2")
    reviews = OverdueReviews(store)
    assert sum(reviews.steps()) == 2
    assert reviewed(store) == ["3", "1"]
    assert [*reviews.steps()] == [False]
    assert store.take_messages() == ""


@pytest.mark.parametrize("more", [0, 1])
def test_of_a_journal_at_most_200000_bytes_are_read(store: Store, more: int) -> None:
    begin(session := dealer(store).next())
    corner = session.game.grid.cell(1, 1)
    end = "10000000000 abandoned\n"
    missing = LARGE_JOURNAL + more - len(session.journal_text() + end)
    flags, longer = divmod(missing, len("100000000 flag 1 1\n"))
    for number in range(flags):
        session.play(Move("flag", corner), 10**8 if number < flags - longer else 10**9)
    session.abandon(10**10)
    store.finish(session)
    assert len(session.journal_text()) == LARGE_JOURNAL + more
    if more:
        with pytest.raises(NotationError, match="its journal is too large"):
            play_whole_game(store, "1")
    else:
        assert play_whole_game(store, "1").steps == session.steps


def test_a_board_that_is_too_large_for_the_solver_is_not_looked_up(store: Store) -> None:
    play(store, "L", Setup(101, 100, 3_000))
    assert [*OverdueReviews(store).steps()] == [False]


def test_practice_after_the_end_changes_no_luck(store: Store) -> None:
    session = game_of(store, "a")
    lose(session, 5_000)
    expected = luck_of(Coach(session).finish_review() or pytest.fail("no review"))
    store.finish(session)
    assert session.undo(6_000)
    win(session, 7_000)
    store.finish(session)
    assert sum(OverdueReviews(store).steps()) == 1
    [game] = kept(store)
    assert (game.id, game.luck, game.status) == ("a", expected, "lost")


def test_two_copies_that_review_the_same_games_store_the_same_luck(
    store: Store, tmp_path: Path
) -> None:
    play(store, "WL")
    steps = OverdueReviews(store).steps()
    while not next(steps):
        pass
    assert sum(OverdueReviews(open_store(tmp_path)).steps()) == 1
    first = [game.luck for game in kept(store)]
    assert None not in first
    assert [*steps]
    assert [game.luck for game in kept(store)] == first


def test_games_that_cannot_be_read_now_are_reviewed_another_time(tmp_path: Path) -> None:
    path = tmp_path / GAMES_FILE
    path.mkdir()
    store = open_store(tmp_path)
    reviews = OverdueReviews(store)
    assert [*reviews.steps()] == [False]
    path.rmdir()
    play(store, "W")
    assert sum(reviews.steps()) == 1


def test_nothing_is_due_where_no_game_is_kept() -> None:
    games = OpenGames(Dealer(SMALL, lambda: 7), nowhere())
    assert [*games.step_overdue_reviews()] == [False]
