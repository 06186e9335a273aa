"""Going through the finished games: what is examined, kept and skipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.engine.game import Move
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.learn.examination import Examination
from minesweeper.play.journal import Kind, Origin
from minesweeper.store.learning import (
    ExaminedGame,
    OwnMoment,
    read_due_moments,
    read_examined,
)
from minesweeper.store.store import GAMES_FILE, Store
from minesweeper.store.unfinished_games import LARGE_JOURNAL
from tests.harness.bots import play_like_a_person
from tests.harness.kept_games import (
    close_stores,
    dealer,
    lose,
    nowhere,
    of_origin,
    open_store,
    play,
    win,
)
from tests.harness.learned import kept_encounters, open_course


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield open_store(tmp_path)
    close_stores()


def examine_all(store: Store) -> Examination:
    examination = Examination(store)
    while examination.step():
        assert examination.done <= examination.total
    return examination


def games_of(store: Store) -> list[ExaminedGame]:
    return store.read(read_examined)


def examined(store: Store) -> set[str]:
    return {game.id for game in games_of(store)}


def moments_of(store: Store, game: str) -> list[OwnMoment]:
    return [each for each in store.read(read_due_moments, "~") if each.game == game]


def everything(store: Store) -> object:
    return games_of(store), kept_encounters(store), store.read(read_due_moments, "~")


def play_with_slips(store: Store) -> None:
    """Keep six games of a player who makes mistakes."""
    games = [play_like_a_person(LEVELS["beginner"], seed, slips=0.3) for seed in range(6)]
    store.import_games(games)


def test_every_game_that_ended_is_examined_once(store: Store) -> None:
    play(store, "WLAWL")
    examination = examine_all(store)
    assert (examination.done, examination.total) == (4, 4)
    assert examined(store) == {"1", "2", "4", "5"}
    first = everything(store)
    assert examine_all(store).total == 0
    assert everything(store) == first
    play(store, "W")
    assert examine_all(store).total == 1


def test_nothing_is_looked_up_in_the_first_step(store: Store) -> None:
    play(store, "W")
    examination = Examination(store)
    assert examination.step()
    assert examination.total == 0
    assert examination.step()
    assert examination.total == 1


def test_the_newest_games_come_first(store: Store) -> None:
    play(store, "WLW")
    examination = Examination(store)
    order: list[str] = []
    is_going_on = True
    while is_going_on:
        is_going_on = examination.step()
        order += examined(store) - {*order}
    assert order == ["3", "2", "1"]


def test_what_was_broken_off_is_gone_on_with(store: Store) -> None:
    play(store, "WLW")
    examination = Examination(store)
    while not examination.done:
        examination.step()
    assert examine_all(store).total == 2
    assert examined(store) == {"1", "2", "3"}


def test_a_game_gives_its_moments_and_encounters(store: Store) -> None:
    play_with_slips(store)
    examine_all(store)
    moments = [moments_of(store, game.id) for game in games_of(store)]
    assert any(each[-1].reason == "avoidable loss" for each in moments if each)
    for each in moments:
        assert {moment.due for moment in each} <= {"2026-11-21"}
        assert {moment.reason for moment in each[:-1]} <= {"avoidable guess", "long think"}
    assert {each.game for each in kept_encounters(store)} <= examined(store)


@pytest.mark.parametrize("kind", ["again", "board", "replay", "import"])
def test_games_on_known_layouts_are_not_examined(store: Store, kind: Kind) -> None:
    session = of_origin(store, Origin(kind, 1))
    lose(session)
    store.finish(session)
    examine_all(store)
    assert examined(store) == set()


def test_games_with_shown_mines_are_not_examined(store: Store) -> None:
    session = dealer(store).next()
    session.note_help("shown mines", 0)
    win(session)
    store.finish(session)
    examine_all(store)
    assert examined(store) == set()


def test_a_damaged_journal_is_skipped(store: Store) -> None:
    play(store, "WLW")
    store.keep(lambda db: db.execute("UPDATE game SET journal = x'00' WHERE id = '2'"))
    examination = examine_all(store)
    assert (examination.done, examined(store)) == (3, {"1", "3"})
    assert store.take_messages() == ""


def test_large_journals_and_boards_are_skipped(store: Store) -> None:
    session = dealer(nowhere()).next()
    while len(session.journal_text()) <= LARGE_JOURNAL:
        for _ in range(1_000):
            session.play(Move("flag", session.game.grid.cell(1, 1)), 0)
    win(session)
    store.import_games([session])
    play(store, "L", Setup(101, 100, 3_000))
    examine_all(store)
    assert examined(store) == set()


def test_what_a_deleted_game_has_given_stays_but_for_its_moments(
    store: Store, tmp_path: Path
) -> None:
    play_with_slips(store)
    examine_all(store)
    figures = open_course(tmp_path).read_figures()
    assert sum(each.missed for each in figures)
    assert open_course(tmp_path).next_day()
    for game in games_of(store):
        store.delete(game.id)
    assert open_course(tmp_path).read_figures() == figures
    assert open_course(tmp_path).next_day() == ""
    assert examine_all(store).total == 0


def test_games_that_cannot_be_read_are_left_for_another_time(tmp_path: Path) -> None:
    (tmp_path / GAMES_FILE).mkdir()
    store = open_store(tmp_path)
    assert examine_all(store).total == 0
    assert store.take_messages() == ""
    (tmp_path / GAMES_FILE).rmdir()
    play(store, "W")
    assert examine_all(store).total == 1
    close_stores()
