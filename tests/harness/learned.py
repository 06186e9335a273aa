"""What a player has learned: answers to exercises, and what their games have given."""

from random import Random

from minesweeper.learn.course import Course
from minesweeper.store.database import SHORT_WAIT
from minesweeper.store.learning import Attempt, Encounter, ExaminedGame, LearningStore, OwnMoment
from tests.harness.kept_games import TODAY, open_history

DRAWING = "point 3 plain - - ###/11o"

_opened: list[LearningStore] = []


def open_learning(directory: object, *, longest_wait: int = SHORT_WAIT) -> LearningStore:
    """Return what was learned, from a store that waits for nobody, as `open_history` does."""
    learning = LearningStore(str(directory), TODAY, longest_wait=longest_wait)
    _opened.append(learning)
    return learning


def close_learning() -> None:
    """Close what a test has opened, as the end of the program does."""
    while _opened:
        _opened.pop().close()


def attempt(number: int = 1) -> Attempt:
    """Return an attempt that took so many milliseconds; every third one was wrong."""
    at = f"2025-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z"
    is_right = number % 3 > 0
    return Attempt(at, at, "lesson", 3, False, is_right, number, DRAWING, "safe 3 1")


def moment(game: str, due: str = TODAY, moves: int = 7) -> OwnMoment:
    return OwnMoment(game, moves, "avoidable guess", DRAWING, due, 0)


def encounter(game: str, lesson: int = 3) -> Encounter:
    return Encounter(game, 5, lesson, True, False, 2_500)


def examined(game: str) -> ExaminedGame:
    return ExaminedGame(game, "2025-01-01T00:00:00Z", 12, "3", False, True, True)


def open_course(directory: object) -> Course:
    """Return the course of a player whose games and answers are in a directory."""
    history, learning = open_history(directory), open_learning(directory)
    return Course(history, learning, Random(1), lambda: f"{TODAY}T00:00:00Z", lambda: TODAY)
