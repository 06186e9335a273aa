"""Copies of the program that run at once: whose game it is, and what each of them says."""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Final

import pytest

from minesweeper.play.journal import parse_journal
from minesweeper.play.session import Session, fold
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import read_journal
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import preview_game
from tests.harness.kept_games import (
    begin,
    dealer,
    entries_of,
    flag,
    kept,
    open_store,
    unfinished,
    win,
)
from tests.harness.learned import attempt, keep_answer, kept_attempts
from tests.harness.replays import import_game

ELSEWHERE: Final = "This game goes on in another window"
ENDED: Final = "This game was ended in another window"
DELETED: Final = "This game was deleted in another window"


@pytest.fixture
def other(tmp_path: Path) -> Store:
    """Another copy of the program."""
    return open_store(tmp_path)


def begun(store: Store) -> Session:
    session = dealer(store).next()
    begin(session)
    return session


def win_on(session: Session) -> None:
    """Take all flags away, and win."""
    for cell in session.game.grid:
        if session.game.is_flagged(cell):
            session.undo(5_000)
    win(session)


def test_a_game_belongs_to_the_copy_that_has_resumed_it_last(store: Store, other: Store) -> None:
    session = begun(store)
    again = other.resume("1", 0)
    flag(again, 1)
    flag(session, 2)
    assert not store.is_saved(session)
    assert store.is_elsewhere(session)
    assert store.why_unsaved(session) == store.take_messages() == ELSEWHERE
    flag(session, 3)
    assert store.take_messages() == ""
    back = store.resume("1", 0)
    assert back.entries[:-1] == again.entries
    flag(again, 4)
    assert other.take_messages() == ELSEWHERE


@pytest.mark.parametrize("ends_first", [True, False])
def test_the_result_is_that_of_the_copy_that_plays_the_game(
    store: Store, other: Store, *, ends_first: bool
) -> None:
    session = begun(store)
    again = other.resume("1", 0)
    win(session, 3_000)
    assert store.finish(session) is None
    assert store.take_messages() == ELSEWHERE
    assert unfinished(store) == ["1"]
    if ends_first:
        win(again, 4_000)
        assert other.finish(again)
    else:
        other.resume("1", 0)
        store.abandon("1")
    assert [row.status for row in kept(store)] == ["won" if ends_first else "abandoned"]


def test_a_game_that_another_copy_has_ended_is_not_played_on(store: Store, other: Store) -> None:
    session = begun(store)
    other.abandon("1")
    flag(session, 1)
    assert store.take_messages() == ENDED
    win_on(session)
    assert store.finish(session) is None
    assert [row.status for row in kept(store)] == ["abandoned"]
    with pytest.raises(StoreError, match="The game is gone, or has ended"):
        store.resume("1", 0)


def test_a_game_that_another_copy_has_deleted_stays_deleted(store: Store, other: Store) -> None:
    win(session := begun(store))
    store.finish(session)
    other.delete("1")
    session.undo(6_000)
    flag(session, 1)
    session.abandon(7_000)
    store.finish(session)
    store.close()
    other.close()
    assert kept(open_store(store.directory)) == []


def test_an_unfinished_game_that_is_gone_is_not_stored_again(store: Store, other: Store) -> None:
    session = begun(store)
    other.abandon("1")
    other.delete("1")
    flag(session, 1)
    assert store.take_messages() == DELETED
    win_on(session)
    store.finish(session)
    assert kept(store) == []
    assert unfinished(store) == []


def test_copies_that_play_games_of_their_own_keep_all_of_them(tmp_path: Path) -> None:
    copies = [open_store(tmp_path) for _ in range(3)]
    deals = [dealer(copy, first=100 * number) for number, copy in enumerate(copies, 1)]
    rng = Random(1)
    for _ in range(30):
        number = rng.randrange(3)
        win(session := deals[number].next())
        assert copies[number].finish(session) or not session.result
        keep_answer(copies[number], attempt())
    import_game(copies[0], "somebody")
    assert len(kept(copies[1])) == 31
    assert len(kept_attempts(copies[2])) == 30


# What two copies may do with one game, in any order

_Act = Callable[[Store, "Session | None"], "Session | None"]


def _resume(store: Store, session: Session | None) -> Session | None:
    try:
        return store.resume("1", 0)
    except StoreError:
        return session


def _flag(store: Store, session: Session | None) -> Session | None:
    if session and not session.over:
        flag(session, 1, session.time + 100)
    return session


def _end(store: Store, session: Session | None) -> Session | None:
    if session and not session.over:
        session.abandon(9_000)
        store.finish(session)
    return session


def _delete(store: Store, session: Session | None) -> Session | None:
    if kept(store):
        store.delete("1")
    return session


def _leave(store: Store, session: Session | None) -> Session | None:
    store.close()
    return session


ACTS: Final[dict[str, _Act]] = {
    "resume": _resume,
    "flag": _flag,
    "end": _end,
    "delete": _delete,
    "leave": _leave,
}


@pytest.mark.samples(60, 600)
def test_no_order_of_what_two_copies_do_gives_two_results_or_loses_a_game_in_silence(
    tmp_path: Path, count: int
) -> None:
    rng = Random(49)
    turns = [*permutations([(copy, act) for copy in (0, 1) for act in ACTS], 6)]
    for number, order in enumerate(rng.sample(turns, count)):
        home = tmp_path / str(number)
        copies = [open_store(home), open_store(home)]
        sessions: list[Session | None] = [begun(copies[0]), None]
        said = ["", ""]
        for copy, act in order:
            sessions[copy] = ACTS[act](copies[copy], sessions[copy])
            said[copy] = copies[copy].take_messages() or said[copy]
        for store in copies:
            store.close()
        fresh, story = open_store(home), f"{order} {said}"
        ended, open_games = kept(fresh), unfinished(fresh)
        is_deleted = (0, "delete") in order or (1, "delete") in order
        assert len(ended) + len(open_games) in ({0, 1} if is_deleted else {1}), story
        if ended:
            journal = fresh.read(read_journal, "1")
            assert fold(parse_journal(journal)).over, story
        elif open_games:
            assert fresh.read(preview_game, "1"), story
        for session, why in zip(sessions, said, strict=True):
            if session and not why:  # then all that this copy has done is there
                _assert_is_kept(fresh, session, is_deleted=is_deleted, story=story)
        fresh.close()


def _assert_is_kept(store: Store, session: Session, *, is_deleted: bool, story: str) -> None:
    try:
        text = store.read(read_journal, "1")
    except StoreError:
        preview = store.read(preview_game, "1")
        assert preview or is_deleted, story
        text = preview.journal_text() if preview else session.journal_text()
    entries = parse_journal(text).entries
    assert entries[: len(session.entries)] == entries_of(session) or not entries, story
