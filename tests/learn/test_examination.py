"""Going through the history: what is examined, kept and skipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.engine.game import Move
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.learn.examination import Examination
from minesweeper.play.journal import Kind, Origin
from minesweeper.store.history import LARGE_JOURNAL, History
from minesweeper.store.learning import LearningStore
from tests.harness.bots import play_like_a_person
from tests.harness.kept_games import (
    close_histories,
    dealer,
    lose,
    of_origin,
    open_history,
    play,
    win,
)
from tests.harness.learned import open_course, open_learning


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    yield open_history(tmp_path)
    close_histories()


@pytest.fixture
def learning(tmp_path: Path) -> Iterator[LearningStore]:
    store = open_learning(tmp_path)
    yield store
    store.close()


def examine_all(history: History, learning: LearningStore) -> Examination:
    examination = Examination(history, learning)
    while examination.step():
        assert examination.done <= examination.total
    return examination


def examined(learning: LearningStore) -> set[str]:
    return {game.id for game in learning.examined_games()}


def everything(learning: LearningStore) -> object:
    games, encounters = learning.examined_games(), learning.encounters()
    return games, encounters, [learning.moments(each.id) for each in games]


def test_every_game_that_ended_is_examined_once(history: History, learning: LearningStore) -> None:
    play(history, "WLAWL")
    examination = examine_all(history, learning)
    assert (examination.done, examination.total) == (4, 4)
    assert examined(learning) == {"1", "2", "4", "5"}
    first = everything(learning)
    assert examine_all(history, learning).total == 0
    assert everything(learning) == first
    play(history, "W")
    assert examine_all(history, learning).total == 1


def test_nothing_is_looked_up_in_the_first_step(history: History, learning: LearningStore) -> None:
    play(history, "W")
    examination = Examination(history, learning)
    assert examination.step()
    assert examination.total == 0
    assert examination.step()
    assert examination.total == 1


def test_the_newest_games_come_first(history: History, learning: LearningStore) -> None:
    play(history, "WLW")
    examination = Examination(history, learning)
    order: list[str] = []
    is_going_on = True
    while is_going_on:
        is_going_on = examination.step()
        order += examined(learning) - {*order}
    assert order == ["3", "2", "1"]


def test_what_was_broken_off_is_gone_on_with(history: History, learning: LearningStore) -> None:
    play(history, "WLW")
    examination = Examination(history, learning)
    while not examination.done:
        examination.step()
    assert examine_all(history, learning).total == 2
    assert examined(learning) == {"1", "2", "3"}


def test_a_game_gives_its_moments_and_encounters(history: History, learning: LearningStore) -> None:
    for seed in range(6):
        history.finish(play_like_a_person(LEVELS["beginner"], seed, slips=0.3))
    examine_all(history, learning)
    lost = [game for game in learning.examined_games() if not game.is_won]
    assert lost
    for game in lost:
        moments = learning.moments(game.id)
        assert (moments[-1:] and moments[-1].moves == game.moves) or game.lost_to == "luck"
        assert {each.due for each in moments} <= {"2026-11-21"}
        assert {each.reason for each in moments[:-1]} <= {"avoidable guess", "long think"}
    assert {each.game for each in learning.encounters()} <= examined(learning)


@pytest.mark.parametrize("kind", ["again", "board", "replay", "import", "branch"])
def test_games_on_known_layouts_are_not_examined(
    history: History, learning: LearningStore, kind: Kind
) -> None:
    session = of_origin(history, Origin(kind, 1))
    lose(session)
    history.finish(session)
    examine_all(history, learning)
    assert examined(learning) == set()


def test_games_with_shown_mines_are_not_examined(history: History, learning: LearningStore) -> None:
    session = dealer(history).next()
    session.note_help("shown mines", 0)
    win(session)
    history.finish(session)
    examine_all(history, learning)
    assert examined(learning) == set()


def test_a_game_with_a_hint_is_examined_but_not_unaided(
    history: History, learning: LearningStore
) -> None:
    play(history, "HW")
    examine_all(history, learning)
    assert {game.id: game.is_unaided for game in learning.examined_games()} == {
        "1": False,
        "2": True,
    }


def test_a_damaged_journal_is_skipped(history: History, learning: LearningStore) -> None:
    play(history, "WLW")
    history.query(lambda db: db.execute("UPDATE journals SET text = x'00' WHERE id = '2'"))
    examination = examine_all(history, learning)
    assert (examination.done, examined(learning)) == (3, {"1", "3"})
    assert history.take_messages() == ""


def test_large_journals_and_boards_are_skipped(history: History, learning: LearningStore) -> None:
    session = dealer(history).next()
    while len(session.journal_text()) <= LARGE_JOURNAL:
        for _ in range(1_000):
            session.play(Move("flag", session.game.grid.cell(1, 1)), 0)
    win(session)
    history.finish(session)
    play(history, "L", Setup(101, 100, 3_000))
    examine_all(history, learning)
    assert examined(learning) == set()


def figures(learning: LearningStore, directory: Path) -> tuple[object, tuple[int, str]]:
    """Return all that games have given, the report on it, and which moments are due next."""
    course = open_course(directory)
    return (everything(learning), course.read_report()), course.next_due()


@pytest.mark.parametrize("gone", ["deleted", "in a lost history", "in an unreadable history"])
def test_what_games_have_given_stays_when_they_are_gone(tmp_path: Path, gone: str) -> None:
    history, learning = open_history(tmp_path), open_learning(tmp_path)
    for seed in range(6):
        history.finish(play_like_a_person(LEVELS["beginner"], seed, slips=0.3))
    examine_all(history, learning)
    first, asked_next = figures(learning, tmp_path)
    for game in learning.examined_games() if gone == "deleted" else ():
        assert history.delete(game.id)
    close_histories()
    if gone != "deleted":
        (tmp_path / "history.db").unlink()
    if gone == "in a lost history":
        play(open_history(tmp_path), "A")
    elif gone == "in an unreadable history":
        (tmp_path / "history.db").mkdir()
    examine_all(open_history(tmp_path), learning)
    assert figures(learning, tmp_path) == (first, asked_next)
    assert asked_next > (0, "")
