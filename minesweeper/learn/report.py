"""What a player has met and missed, in exercises and in games, and what to train next.

Every figure keeps the cases behind it, so that a page can open them. A figure of fewer than
`ENOUGH_CASES` cases says nothing, and is not shown.
"""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Final, NamedTuple

from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.mastery import is_mastered
from minesweeper.learn.schedule import WEIGHTS
from minesweeper.store.learning import Attempt, Encounter, ExaminedGame

ENOUGH_CASES: Final = 20
RECENT_GAMES: Final = 100
"""The advice looks at this many games, the newest ones."""
OWN_GAMES: Final = 0
"""The number that stands for the player's own games where others stand for a lesson."""


class Case(NamedTuple):
    """A position behind a figure: an exercise, or a move of a real game."""

    is_missed: bool
    """Whether the answer was wrong, the certain move was missed, or the game was lost."""
    milliseconds: int | None
    """The time that it took; None for the end of a game."""
    exercise: str = ""
    """The exercise as text; "" for a move of a game."""
    game: str = ""
    """The id of the game; "" for an exercise."""
    moves: int = 0
    """The number of moves of the game before the position."""
    at: str = ""
    """When the exercise was answered, in UTC as ISO 8601 text; "" for a move of a game."""
    lesson: int = 0
    """The lesson of the exercise; 0 for a move of a game."""


class Cases(NamedTuple):
    """The cases behind a figure: how often something was met, and how often missed."""

    items: tuple[Case, ...] = ()

    @property
    def is_enough(self) -> bool:
        """Whether there are enough cases to say something."""
        return self.met >= ENOUGH_CASES

    @property
    def met(self) -> int:
        """The number of cases."""
        return len(self.items)

    @property
    def missed(self) -> int:
        """The number of cases that were missed."""
        return sum(case.is_missed for case in self.items)

    @property
    def median_ms(self) -> int | None:
        """The median time of answers and moves that were not missed; None if there are none."""
        times = [
            case.milliseconds
            for case in self.items
            if case.milliseconds is not None and not case.is_missed
        ]
        return round(median(times)) if times else None


class LessonFigures(NamedTuple):
    """The figures of a lesson, on plain or on reduced numbers."""

    lesson: int
    is_reduced: bool
    exercises: Cases
    games: Cases


class Loss(NamedTuple):
    """The games that were lost to the same thing."""

    lost_to: str
    """The number of a lesson as text, "luck", "first reveal" or "unknown"."""
    games: Cases


class Advice(NamedTuple):
    """What to train next, and why."""

    lesson: int
    """The number of a lesson, or OWN_GAMES."""
    reason: str
    """A sentence without a full stop."""
    cases: tuple[Case, ...] = ()
    """The cases that are the reason, each of them missed."""


class Report(NamedTuple):
    """What a player has met and missed."""

    advice: Advice
    unaided: Cases
    """The games that were played without help; those that were lost are missed."""
    solver_wins: int
    """How many of these games the solver wins, from the same first reveal."""
    losses: tuple[Loss, ...]
    """What games were lost to, the most frequent first."""
    lessons: tuple[LessonFigures, ...]
    """The figures of all lessons, plain before reduced; a lesson without cases has one of each."""

    @property
    def lost(self) -> Cases:
        """All games that were lost."""
        return Cases(tuple(case for loss in self.losses for case in loss.games.items))


def make_report(
    attempts: Sequence[Attempt], encounters: Sequence[Encounter], games: Sequence[ExaminedGame]
) -> Report:
    """Return the report on these games, and these answers, the oldest first."""
    unaided = [game for game in games if game.is_unaided]
    return Report(
        _advise(attempts, encounters, games),
        Cases(tuple(map(_game_case, unaided))),
        sum(game.solver_wins for game in unaided),
        tuple(_losses(games)),
        tuple(_lesson_figures(attempts, encounters)),
    )


def _game_case(game: ExaminedGame) -> Case:
    return Case(not game.is_won, None, game=game.id, moves=game.moves)


def _move_case(move: Encounter) -> Case:
    return Case(move.is_missed, move.milliseconds, game=move.game, moves=move.moves)


def _exercise_case(attempt: Attempt) -> Case:
    right, time = attempt.is_right, attempt.milliseconds
    return Case(not right, time, attempt.exercise, at=attempt.at, lesson=attempt.lesson)


def _losses(games: Iterable[ExaminedGame]) -> list[Loss]:
    """Return what games were lost to, the most frequent first."""
    cases: dict[str, list[Case]] = {}
    for game in games:
        if game.lost_to:
            cases.setdefault(game.lost_to, []).append(_game_case(game))
    losses = [Loss(lost_to, Cases(tuple(each))) for lost_to, each in cases.items()]
    return sorted(losses, key=lambda loss: (-loss.games.met, loss.lost_to))


def _lesson_figures(
    attempts: Iterable[Attempt], encounters: Iterable[Encounter]
) -> list[LessonFigures]:
    """Return the figures of all lessons, in order."""
    exercises: dict[tuple[int, bool], list[Case]] = {}
    for attempt in attempts:
        key = attempt.lesson, attempt.is_reduced
        exercises.setdefault(key, []).append(_exercise_case(attempt))
    moves: dict[tuple[int, bool], list[Case]] = {}
    for each in encounters:
        moves.setdefault((each.lesson, each.is_reduced), []).append(_move_case(each))
    met = {*exercises, *moves}
    never_met = {(each.number, False) for each in LESSONS} - {(lesson, False) for lesson, _ in met}
    return [
        LessonFigures(*key, Cases(tuple(exercises.get(key, ()))), Cases(tuple(moves.get(key, ()))))
        for key in sorted(met | never_met)
    ]


class _Cost(NamedTuple):
    """What it costs not to know a lesson, by one of three measures."""

    cases: Cases
    need: int
    """How often the lesson is called for."""
    reason: str

    @property
    def weight(self) -> float:
        """The share of misses times the need; 0 if there are too few cases."""
        return self.need * self.cases.missed / self.cases.met if self.cases.is_enough else 0

    def advice(self, lesson: int) -> Advice:
        missed = tuple(case for case in self.cases.items if case.is_missed)
        reason = self.reason.format(missed=len(missed), met=self.cases.met)
        return Advice(lesson, f"Of the lessons that you have not mastered, {reason}", missed)


def _advise(
    attempts: Sequence[Attempt], encounters: Iterable[Encounter], games: Iterable[ExaminedGame]
) -> Advice:
    """Return what to train next: of the lessons that are not mastered, the one that costs most.

    Three costs are looked at in turn, and the first that any lesson has decides: the games that it
    lost, its misses in games, and the wrong answers to its exercises, times the weight with which
    games call for it. If none decides, it is the first lesson. Only recent games and answers count.
    """
    lessons = [each.number for each in LESSONS if not is_mastered(each.number, attempts)]
    if not lessons:
        return Advice(OWN_GAMES, "Every lesson is mastered")
    recent = sorted(games, key=lambda game: game.begun)[-RECENT_GAMES:]
    ids = {game.id for game in recent}
    played = [each for each in encounters if each.game in ids]
    lost = [game for game in recent if not game.is_won]
    for costs in (
        {lesson: _cost_of_losses(lesson, lost) for lesson in lessons},
        {lesson: _cost_of_misses(lesson, played) for lesson in lessons},
        {lesson: _cost_of_answers(lesson, attempts) for lesson in lessons},
    ):
        lesson = max(lessons, key=lambda each: costs[each].weight)
        if costs[lesson].weight:
            return costs[lesson].advice(lesson)
    return Advice(lessons[0], "It is the first lesson that you have not mastered")


def _cost_of_losses(lesson: int, lost: Iterable[ExaminedGame]) -> _Cost:
    cases = [_game_case(game)._replace(is_missed=game.lost_to == str(lesson)) for game in lost]
    reason = "it cost you most: {missed} of the last {met} games that you lost"
    return _Cost(Cases(tuple(cases)), len(cases), reason)


def _cost_of_misses(lesson: int, encounters: Iterable[Encounter]) -> _Cost:
    cases = [_move_case(each) for each in encounters if each.lesson == lesson]
    reason = "you missed it most: in {missed} of {met} positions of your games that called for it"
    return _Cost(Cases(tuple(cases)), len(cases), reason)


def _cost_of_answers(lesson: int, attempts: Iterable[Attempt]) -> _Cost:
    answers = [_exercise_case(each) for each in attempts if each.lesson == lesson]
    reason = "it may cost you most: {missed} of your last {met} answers were wrong"
    return _Cost(Cases(tuple(answers[-ENOUGH_CASES:])), WEIGHTS[lesson], reason)
