"""What a run keeps of its games: moves at once, results, practice; resumed, abandoned, deleted."""

from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.engine.game import Move
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import LEVELS
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import Session, fold
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import find_games, list_ids, read_journal
from minesweeper.store.store import MAX_UNFINISHED, TEXTS_AT_ONCE, Store
from minesweeper.store.unfinished_games import LARGE_JOURNAL, preview_game
from tests.harness.kept_games import (
    NOW,
    SETUP,
    begin,
    dealer,
    entries_of,
    flag,
    kept,
    lose,
    open_store,
    unfinished,
    win,
)
from tests.harness.replays import import_game


def begun(store: Store, first: int = 1) -> Session:
    """Return a game with a reveal."""
    session = dealer(store, first=first).next()
    begin(session)
    return session


def as_after_a_kill(home: object, identity: str = "1") -> Session:
    """Return an unfinished game as another run finds it, if this one is killed now."""
    session = open_store(home).read(preview_game, identity)
    assert session, f"{identity} is not unfinished"
    return session


# A game while it is played


def test_each_move_is_kept_before_the_next(store: Store, tmp_path: Path) -> None:
    session = begun(store)
    for number in range(1, 6):
        flag(session, number)
        assert store.is_saved(session)
        assert entries_of(as_after_a_kill(tmp_path)) == session.entries


def test_of_a_game_without_a_reveal_nothing_is_kept(store: Store, tmp_path: Path) -> None:
    session = dealer(store).next()
    flag(session, 1)
    session.abandon(1)
    assert store.finish(session) is None
    store.close()
    assert [*tmp_path.iterdir()] == []


def test_a_game_that_was_left_goes_on_where_it_was(store: Store, tmp_path: Path) -> None:
    session = dealer(store).next()
    begin(session, 1_000)
    flag(session, 1, 3_000)
    session.leave(3_500)
    store.close()
    second = open_store(tmp_path)
    again = second.resume("1", 900_000)
    assert format_position(again.game) == format_position(session.game)
    assert again.milliseconds(900_100) == 2_600
    assert (again.head, again.clicks) == (session.head, 2)
    flag(again, 1, 900_200)
    win(again, 904_000)
    best = second.finish(again)
    assert best
    assert best.time
    assert [(row.id, row.status) for row in kept(second)] == [("1", "won")]
    assert second.take_messages() == store.take_messages() == ""


def test_the_games_played_last_are_the_first_to_be_resumed(store: Store, tmp_path: Path) -> None:
    for number in range(1, 4):
        begun(store, number)
    assert unfinished(store) == ["3", "2", "1"]
    other = open_store(tmp_path)
    other.resume("1", 0)
    begun(other, 4)
    assert unfinished(store) == ["4", "1", "3", "2"]


def test_a_game_resumed_again_by_its_own_run_goes_on(store: Store) -> None:
    session = begun(store)
    flag(session, 1)
    again = store.resume("1", 5_000)
    flag(again, 2, 6_000)
    assert store.is_saved(again)
    assert entries_of(again)[: len(session.entries)] == session.entries
    third = store.resume("1", 7_000)
    assert third.entries[:-1] == again.entries


def test_a_large_game_is_listed_without_its_moves(store: Store) -> None:
    session = begun(store)
    flag(session, 1)
    session.entries += session.entries[-1:] * (LARGE_JOURNAL // 10)
    store.open_journal(session.head._replace(id="2"))(
        session.journal_text().replace("id 1\n", "id 2\n")
    )
    large, small = store.read(preview_game, "2"), store.read(preview_game, "1")
    assert large
    assert small
    assert (len(large.steps), len(small.steps)) == (0, 2)
    assert len(store.resume("2", 0).steps) > LARGE_JOURNAL // 10


def test_a_game_that_cannot_be_read_is_named_and_can_be_given_up(
    store: Store, tmp_path: Path
) -> None:
    begun(store)
    store.open_journal(begun(store, 2).head._replace(id="f"))("7 hello\n")
    with pytest.raises(StoreError, match="The game f cannot be read: "):
        store.resume("f", 0)
    assert store.read(preview_game, "f") is None
    other = open_store(tmp_path)
    other.abandon_oldest(0)
    assert unfinished(other) == []
    assert [(row.id, row.status, row.counted) for row in kept(other)] == [
        ("1", "abandoned", 1),
        ("2", "abandoned", 1),
        ("f", "abandoned", 0),
    ]
    assert other.read(read_journal, "f") == "7 hello\n"


def test_a_game_that_is_gone_is_not_resumed(store: Store) -> None:
    win(session := begun(store))
    store.finish(session)
    for identity in ("1", "f"):
        with pytest.raises(StoreError, match="The game is gone, or has ended"):
            store.resume(identity, 0)


# Its end


@pytest.mark.parametrize("end", [win, lose])
def test_the_end_takes_the_place_of_the_moves(store: Store, tmp_path: Path, end: object) -> None:
    session = begun(store)
    (win if end is win else lose)(session)
    store.finish(session)
    other = open_store(tmp_path)
    assert unfinished(other) == []
    [row] = kept(other)
    assert (row.id, row.ended) == ("1", NOW)
    again = fold(parse_journal(other.read(read_journal, "1")))
    assert again.entries == session.entries
    assert again.result == session.result


def test_no_kill_leaves_a_game_that_is_over_and_has_no_result(store: Store, tmp_path: Path) -> None:
    session = begun(store)
    win(session)
    *before, move, won = session.entries
    assert (move.word, won.word) == ("reveal", "won")
    assert entries_of(as_after_a_kill(tmp_path)) == before
    store.finish(session)
    assert unfinished(open_store(tmp_path)) == []


def test_a_game_ends_once(store: Store) -> None:
    session = begun(store)
    win(session)
    assert store.finish(session)
    assert store.finish(session) is None
    assert len(kept(store)) == 1


def test_of_practice_nothing_is_kept(store: Store, tmp_path: Path) -> None:
    session = begun(store)
    lose(session)
    store.finish(session)
    row, journal = kept(store), store.read(read_journal, "1")
    session.undo(6_000)
    win(session, 7_000)
    assert session.game.status.value == "won"
    assert store.finish(session) is None
    session.undo(8_000)
    session.abandon(9_000)
    store.close()
    other = open_store(tmp_path)
    assert (kept(other), other.read(read_journal, "1")) == (row, journal)
    assert unfinished(other) == []


def test_the_row_says_how_far_the_game_came(store: Store) -> None:
    session = begun(store)
    safe = SETUP.width * SETUP.height - SETUP.mines
    revealed = safe - session.game.safe_left
    lose(session)
    store.finish(session)
    win(second := begun(store, 2))
    store.finish(second)
    assert [row.revealed for row in kept(store)] == [safe, revealed]


def test_results_are_in_the_order_of_their_ends_whatever_the_clock_says(tmp_path: Path) -> None:
    years = cycle([2026, 1970, 9999, 2025])
    store = open_store(tmp_path, read_clock=lambda: f"{next(years)}-01-01T00:00:00Z")
    ends = {"1": win, "2": lose, "3": win, "4": win}
    sessions = {each: begun(store, int(each, 16)) for each in ends}
    for identity in ("3", "2", "4", "1"):
        ends[identity](sessions[identity])
        store.finish(sessions[identity])
    assert [row.id for row in store.read(find_games)] == ["1", "4", "2", "3"]


# Abandoning, deleting, importing


def test_an_abandoned_game_is_kept_without_a_result(store: Store, tmp_path: Path) -> None:
    flag(begun(store), 1)
    other = open_store(tmp_path)
    other.abandon("1")
    [row] = kept(other)
    assert (row.status, row.ending, row.clicks) == ("abandoned", "", 2)
    assert fold(parse_journal(other.read(read_journal, "1"))).abandoned


def test_beyond_the_last_games_all_but_those_of_this_run_are_abandoned(
    store: Store, tmp_path: Path
) -> None:
    begun(store, 1)
    other = open_store(tmp_path)
    for number in range(2, MAX_UNFINISHED + 3):
        begun(other, number)
    store.abandon_oldest()
    assert len(unfinished(store)) == MAX_UNFINISHED + 1
    assert [row.id for row in kept(store)] == ["2"]
    open_store(tmp_path).abandon_oldest()
    assert [row.id for row in kept(store)] == ["1", "2"]


def test_a_deleted_game_leaves_nothing(store: Store, tmp_path: Path) -> None:
    win(session := begun(store))
    store.finish(session)
    begun(store, 2)
    store.delete("1")
    store.close()
    assert open_store(tmp_path).read(list_ids) == {"2"}
    assert b"id 1" not in (tmp_path / "games.db").read_bytes()


def test_an_imported_game_is_stored_once(store: Store, tmp_path: Path) -> None:
    for _ in range(2):
        import_game(store, "Zoë 张三")
    import_game(open_store(tmp_path), "somebody else")
    [row] = kept(store)
    assert (row.player, row.origin, row.counted) == ("Zoë 张三", "import", 0)


# What cannot be written now


def test_what_could_not_be_written_is_written_with_the_next_move(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    store = open_store(home)
    session = begun(store)
    for number in range(1, 4):
        flag(session, number)
        assert store.why_unsaved(session) == f"not saved: {home}/games.db: Not a directory"
    assert store.take_messages() == f"not saved: {home}/games.db: Not a directory"
    home.unlink()
    flag(session, 4)
    assert store.is_saved(session)
    assert store.why_unsaved(session) == store.take_messages() == ""
    assert entries_of(as_after_a_kill(home)) == session.entries


def test_a_key_writes_only_a_part_of_what_is_waiting(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    store = open_store(home)
    session = begun(store)
    for number in range(2 * TEXTS_AT_ONCE):
        flag(session, 1 + number % 3, number)
    home.unlink()
    keys = 0
    while not store.is_saved(session):
        flag(session, 1, 9_000 + keys)
        assert store.why_unsaved(session) == ""
        keys += 1
    assert keys == 3
    assert entries_of(as_after_a_kill(home)) == session.entries


def test_what_is_lost_at_the_end_is_said(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    store = open_store(home)
    begun(store)
    win(session := begun(store, 2))
    assert store.finish(session) is None
    store.take_messages()
    store.close()
    assert store.is_lost
    assert store.take_messages() == f"2 games could not be stored in {home}"


def test_nothing_is_written_where_nothing_is_kept() -> None:
    store = Store("", "", lambda: NOW)
    session = begun(store)
    win(session)
    assert store.finish(session) is None
    assert not store.is_saved(session)
    with pytest.raises(StoreError, match="Games are not saved here"):
        store.read(find_games)
    store.close()
    assert (store.take_messages(), store.is_lost) == ("", False)


# A law


@settings(max_examples=30)
@given(st.lists(st.sampled_from(["flag", "undo", "redo", "help", "pause", "leave", "resume"])))
def test_any_game_is_found_again(tmp_path_factory: pytest.TempPathFactory, acts: list[str]) -> None:
    home = tmp_path_factory.mktemp("home")
    store = open_store(home)
    session = dealer(store, LEVELS["classic"]).next()
    begin(session)
    for now, act in enumerate(acts, 1):
        match act:
            case "flag":
                session.play(Move("flag", [*session.game.grid][now % 64]), now)
            case "undo":
                session.undo(now)
            case "redo":
                session.redo(now)
            case "help":
                session.note_help("odds", now)
            case "pause":
                session.pause(now)
            case "leave":
                session.leave(now)
            case "resume":
                session = store.resume("1", now)
        assert entries_of(as_after_a_kill(home)) == session.entries
    store.close()
