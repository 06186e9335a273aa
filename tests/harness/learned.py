"""What a player has learned: answers to exercises, and what their games have given."""

from collections.abc import Iterable
from functools import partial
from random import Random

from minesweeper.learn.course import Course
from minesweeper.store.learning import (
    Attempt,
    Encounter,
    ExaminedGame,
    OwnMoment,
    insert_answer,
    insert_findings,
    read_attempts,
)
from minesweeper.store.store import Store
from tests.harness.kept_games import TODAY, open_store

DRAWING = "point 3 - ###/11o"


def attempt(number: int = 1) -> Attempt:
    """Return an attempt that took so many milliseconds; every third one was wrong."""
    at = f"2025-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z"
    is_right = number % 3 > 0
    return Attempt(at, at, "lesson", 3, is_right, number, DRAWING, "safe 3 1")


def moment(game: str, due: str = TODAY, moves: int = 7) -> OwnMoment:
    return OwnMoment(game, moves, "avoidable guess", DRAWING, due, 0)


def encounter(game: str, lesson: int = 3, *, is_missed: bool = False) -> Encounter:
    return Encounter(game, 5, lesson, is_missed)


def examined(game: str) -> ExaminedGame:
    return ExaminedGame(game, "2025-01-01T00:00:00Z")


def keep_answer(store: Store, answered: Attempt, moments: Iterable[OwnMoment] = ()) -> None:
    """Keep an answer, and the moments that it answers."""
    key = store.next_answer()
    store.keep(partial(insert_answer, attempt=answered, moments=[*moments], key=key))


def keep_findings(
    store: Store,
    game: ExaminedGame,
    moments: Iterable[OwnMoment] = (),
    encounters: Iterable[Encounter] = (),
) -> None:
    """Keep what an examined game has given."""
    found = [*moments], [*encounters]
    store.keep(lambda db: insert_findings(db, game, *found))


def kept_attempts(store: Store) -> list[Attempt]:
    """Return all answers that are kept, the oldest first."""
    return store.read(read_attempts)


def kept_encounters(store: Store) -> list[Encounter]:
    """Return the encounters of all games."""
    sql = "SELECT game, moves, lesson, is_missed FROM encounter"
    return store.read(lambda db: [*map(Encounter._make, db.execute(sql))])


def open_course(directory: object) -> Course:
    """Return the course of a player whose games and answers are in a directory."""
    clock = f"{TODAY}T00:00:00Z"
    return Course(open_store(directory), Random(1), lambda: clock, lambda: TODAY)
