"""Trainings: their exercises, clocks and scores, what is kept of them, and when one is mastered."""

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

from minesweeper.engine.cells import CellSet, cells_of, set_of
from minesweeper.learn.answers import Answer, AnswerVerb, parse_answer
from minesweeper.learn.course import Course
from minesweeper.learn.exercises import Exercise, parse_exercise
from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.mastery import (
    answers_needed,
    best_streak,
    is_mastered,
    mastered_text,
    open_lessons,
    right_in_a_row,
)
from minesweeper.learn.training import LessonTraining, OwnTraining, Streak, Training
from minesweeper.store.learning import Attempt, OwnMoment, read_due_moments
from minesweeper.store.schema import Reason, Source
from minesweeper.store.store import GAMES_FILE, Store
from tests.harness.brute import certain_cells
from tests.harness.kept_games import close_stores, dealer, lose, nowhere, open_store
from tests.harness.learned import (
    DRAWING,
    attempt,
    examined,
    keep_answer,
    keep_findings,
    kept_attempts,
    moment,
)
from tests.harness.posix import full_disk

EXERCISE = parse_exercise(DRAWING)
RIGHT, WRONG = (parse_answer(text, EXERCISE) for text in ("safe 3 1", "nothing"))
TODAY, TOMORROW = "2026-11-24", "2026-11-25"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield open_store(tmp_path)
    close_stores()


class Kept(list[tuple[bool, int]]):
    """Whether each answer that a training has kept was right, and its milliseconds."""

    def training(self, *exercises: Exercise | None) -> Training:
        return Training("Test", iter(exercises), self._keep, Random(1))

    def streak(self, best: int = 0) -> Streak:
        return Streak(without_end(), self._keep, Random(1), best, self.streak)

    def _keep(self, exercise: Exercise, answer: Answer, judgement: object, elapsed: int) -> None:
        self.append((answer == RIGHT, elapsed))


def without_end() -> Iterator[Exercise | None]:
    while True:
        yield EXERCISE


def answer_all(training: Training, answers: str, now: int = 0, *, each: int = 1_000) -> int:
    """Answer an exercise for each plus or minus, in so many milliseconds; return the time."""
    for sign in answers:
        wait_for_exercise(training, now)
        now += each
        training.answer(RIGHT if sign == "+" else WRONG, now)
        training.go_on(now)
    return now


def wait_for_exercise(training: Training, now: int = 0) -> Exercise:
    while not training.prepare(now):
        pass
    assert training.exercise
    return training.exercise


def wait_for_end(training: Training) -> None:
    while not training.prepare(0):
        pass
    assert training.is_over


# A run of exercises


def test_the_clock_of_an_exercise_starts_when_it_is_found() -> None:
    training = (kept := Kept()).training(None, None, EXERCISE)
    assert [training.prepare(now) for now in (100, 200, 300)] == [False, False, True]
    training.answer(RIGHT, 1_300)
    assert kept == [(True, 1_000)]


def test_the_next_exercise_is_made_while_the_player_thinks_and_timed_from_when_it_is_shown() -> (
    None
):
    training = (kept := Kept()).training(EXERCISE, None, EXERCISE)
    wait_for_exercise(training)
    assert [training.prepare(now) for now in (100, 200, 300)] == [False, True, True]
    training.answer(WRONG, 1_000)
    training.go_on(5_000)
    assert training.exercise == EXERCISE
    assert training.judgement is None
    training.answer(RIGHT, 5_700)
    assert kept == [(False, 1_000), (True, 700)]


def test_an_exercise_that_is_not_ready_is_waited_for() -> None:
    training = (kept := Kept()).training(EXERCISE, None, EXERCISE)
    answer_all(training, "+")
    assert training.exercise is None
    assert not training.is_over
    assert [training.prepare(now) for now in (2_000, 3_000)] == [False, True]
    training.answer(RIGHT, 3_400)
    assert kept == [(True, 1_000), (True, 400)]


def test_only_the_first_answer_to_an_exercise_is_kept() -> None:
    training = (kept := Kept()).training(EXERCISE)
    wait_for_exercise(training)
    assert not training.answer(WRONG, 1_000).is_right
    training.try_again()
    assert training.judgement is None
    assert training.answer(RIGHT, 2_000).is_right
    assert kept == [(False, 1_000)]
    assert training.progress_text == "0 of 1 right"


def test_a_training_is_over_after_its_last_exercise() -> None:
    training = Kept().training(EXERCISE, EXERCISE)
    answer_all(training, "+-")
    assert training.prepare(2_000)
    assert training.is_over
    assert training.exercise is None
    assert training.progress_text == "1 of 2 right"


def test_a_training_without_exercises_is_over_at_once() -> None:
    training = Kept().training()
    assert training.prepare(0)
    assert training.is_over


# A streak


def test_a_streak_ends_with_the_first_mistake_which_is_still_explained() -> None:
    training = (kept := Kept()).streak(best=4)
    now = answer_all(training, "+++")
    assert training.progress_text == "3 in a row, best 4"
    wait_for_exercise(training)
    training.prepare(now)
    assert not training.answer(WRONG, now).is_right
    training.prepare(now)
    assert training.judgement
    assert not training.is_over
    training.go_on(now)
    assert training.is_over
    assert training.progress_text == "3 in a row, best 4"
    assert len(kept) == 4


@pytest.mark.parametrize(
    ("best", "text"),
    [
        (0, "5 in a row, your best"),
        (4, "5 in a row, your best"),
        (5, "5 in a row, best 5"),
        (6, "5 in a row, best 6"),
    ],
)
def test_a_streak_is_shown_beside_the_best_one_before_it(best: int, text: str) -> None:
    training = Kept().streak(best)
    answer_all(training, "+++++-")
    assert training.progress_text == text


# Mastery


def attempts_at(lesson: int, answers: str, *, times: float = 1.0) -> list[Attempt]:
    """Return an attempt for each plus or minus, in some times the target time of the lesson."""
    target = round(LESSONS[lesson - 1].target_ms * times)
    return [
        attempt()._replace(lesson=lesson, is_right=answer == "+", milliseconds=target)
        for answer in answers
    ]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ("+" * 12, True),
        ("+" * 11, True),
        ("+" * 10, False),
        ("-" + "+" * 11, True),
        ("-" + "+" * 10 + "-", False),
        ("-" * 50 + "+" * 5 + "-" + "+" * 6, True),
        ("+" * 50 + "--", False),
    ],
)
def test_a_lesson_is_mastered_by_11_of_the_last_12_answers(answers: str, expected: bool) -> None:
    assert is_mastered(3, attempts_at(3, answers)) == expected
    among_others = [one for each in attempts_at(3, answers) for one in (each, *attempts_at(4, "-"))]
    assert is_mastered(3, among_others) == expected


def test_the_median_of_the_answers_must_be_within_the_time_of_the_lesson() -> None:
    quick, slow = attempts_at(3, "+" * 6), attempts_at(3, "+" * 6, times=1.01)
    assert is_mastered(3, quick * 2)
    assert not is_mastered(3, quick + slow)
    assert is_mastered(3, slow[1:] + quick + quick[:1])


def test_answers_in_lines_of_text_need_not_be_quick() -> None:
    slow = attempts_at(3, "+" * 12, times=4)
    assert not is_mastered(3, slow)
    assert is_mastered(3, [each._replace(source="plain lesson") for each in slow])


@pytest.mark.parametrize("source", ["own", "streak"])
def test_only_trainings_of_a_lesson_decide_whether_it_is_mastered(source: Source) -> None:
    right = [each._replace(source=source) for each in attempts_at(3, "+" * 12)]
    assert not is_mastered(3, right)
    wrong = [each._replace(source=source) for each in attempts_at(3, "-" * 12)]
    assert is_mastered(3, attempts_at(3, "+" * 12) + wrong)


@pytest.mark.parametrize(
    ("answers", "count"),
    [
        ("", 11),
        ("+" * 8, 3),
        ("+" * 11, 0),
        ("-" + "+" * 8, 3),
        ("--" + "+" * 8, 3),
        ("+" * 9 + "-+-", 10),
        ("-" * 12, 11),
    ],
)
def test_the_answers_that_a_lesson_still_needs_are_the_fewest(answers: str, count: int) -> None:
    before = attempts_at(3, answers)
    assert answers_needed(3, before) == count
    assert is_mastered(3, before + attempts_at(3, "+" * count))
    assert count == 0 or not is_mastered(3, before + attempts_at(3, "+" * (count - 1)))


def test_after_slow_answers_more_are_needed() -> None:
    slow = attempts_at(3, "+" * 12, times=1.01)
    assert answers_needed(3, slow) == 6
    assert answers_needed(3, slow[:6] + attempts_at(3, "+" * 6)) == 1


def test_right_answers_in_a_row_are_counted_from_the_last_mistake() -> None:
    assert right_in_a_row(3, attempts_at(3, "+-+++++++++++++++")) == 15
    others = [*attempts_at(4, "-"), attempt()._replace(source="streak", is_right=False)]
    assert right_in_a_row(3, attempts_at(3, "++") + others) == 2
    assert right_in_a_row(3, attempts_at(3, "++-")) == 0


def test_a_lesson_that_is_mastered_says_so() -> None:
    assert mastered_text(3, []) == ""
    assert mastered_text(3, attempts_at(3, "+" * 12)) == "you have mastered this lesson"


def test_a_lesson_opens_when_all_before_it_are_mastered() -> None:
    assert open_lessons([]) == [1]
    first, second, fourth = (attempts_at(number, "+" * 12) for number in (1, 2, 4))
    assert open_lessons(second) == [1]
    assert open_lessons(first + fourth) == [1, 2]
    assert open_lessons(first + second + fourth) == [1, 2, 3]
    everything = [each for lesson in LESSONS for each in attempts_at(lesson.number, "+" * 12)]
    assert open_lessons(everything) == [lesson.number for lesson in LESSONS]


def test_the_best_streak_is_that_of_one_training() -> None:
    def run(source: Source, begun: str, answers: str) -> list[Attempt]:
        return [each._replace(source=source, begun=begun) for each in attempts_at(1, answers)]

    attempts = run("storm", "a", "+++++++") + run("streak", "b", "++") + run("streak", "c", "++++-")
    assert best_streak(attempts) == 4
    assert best_streak(attempts[:-5]) == 2
    assert best_streak(attempts[:7]) == 0


# The course


def test_what_is_due_next_is_not_due_today(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    later = [moment("c", "2999-01-01"), moment("b", "2998-12-31"), moment("d", "2998-12-31")]
    keep_answer(store, attempt(), [moment("a", TODAY), *later])
    course = course_of(store)
    assert [each.game for each in course.due_moments] == ["a"]
    assert course.next_day() == "31 December"


def course_of(store: Store, today: str = TODAY) -> Course:
    """Return the course of a player whose clock ticks once at each look."""
    seconds = count()

    def read_clock() -> str:
        return f"{today}T00:{next(seconds):04}Z"

    return Course(store, Random(1), read_clock, lambda: today)


def some_answer(exercise: Exercise) -> Answer:
    texts = {"point": "nothing", "guess": "guess 1 1"}
    return parse_answer(texts[exercise.kind], exercise)


def right_answer(exercise: Exercise) -> Answer:
    """Return the right answer to an exercise that is no guess."""
    safe, mines = certain_cells(exercise.clues, with_total=exercise.counts_mines)
    claims: list[tuple[AnswerVerb, CellSet]] = [("safe", safe), ("mine", mines)]
    right = (Answer(verb, set_of(cells_of(cells)[:1])) for verb, cells in claims if cells)
    return next(right, Answer("nothing"))


def keep_all(store: Store, attempts: Iterable[Attempt]) -> None:
    for each in attempts:
        keep_answer(store, each)


def test_every_answer_is_on_disk_before_the_next_exercise(store: Store, tmp_path: Path) -> None:
    course = course_of(store)
    training = course.train_lesson(1)
    for number in range(1, 6):
        exercise = wait_for_exercise(training)
        judgement = training.answer(answer := some_answer(exercise), 2_000)
        found = kept_attempts(open_store(tmp_path))  # as if this program were killed now
        assert len(found) == number
        last = found[-1]
        assert parse_exercise(last.exercise) == exercise
        assert parse_answer(last.answer, exercise) == answer
        assert (last.source, last.lesson, last.milliseconds) == ("lesson", 1, 2_000)
        assert last.is_right == judgement.is_right
        training.go_on(0)
    answer_all(course.train_streak(), "-")
    assert [each.begun for each in found] == [found[0].begun] * 5
    assert course.attempts[5].begun > found[4].at
    assert sorted({each.at for each in found}) == [each.at for each in found]


def test_a_lesson_tells_how_many_of_the_last_answers_were_right(store: Store) -> None:
    def progress(answers: str, times: float = 1.0) -> str:
        keep_all(store, attempts_at(1, answers, times=times))
        return course_of(store).train_lesson(1).progress_text

    goal = LESSONS[0].target_ms / 1000
    assert progress("") == "no answers yet"
    assert progress("+-+") == "2 of 3 right"
    assert progress("-" * 10) == "1 of the last 12 right"
    assert progress("+" * 11) == "11 of the last 12 right: mastered"
    assert progress("+" * 12, times=1.5) == (
        f"12 of the last 12 right, in {1.5 * goal:.1f} s; the goal is {goal:g} s"
    )


def test_a_lesson_knows_its_last_answers_while_it_is_trained(store: Store) -> None:
    keep_all(store, attempts_at(1, "-" + "+" * 11 + "-+++"))
    training = course_of(store).train_lesson(1)
    assert isinstance(training, LessonTraining)
    assert training.last_answers == [True] * 8 + [False] + [True] * 3
    assert (training.in_a_row, training.answers_needed) == (3, 0)
    training.answer(right_answer(wait_for_exercise(training)), 0)
    assert (training.last_answers[-1], training.in_a_row) == (True, 4)


def test_a_lesson_goes_on_from_the_answers_of_earlier_runs(tmp_path: Path) -> None:
    keep_all(open_store(tmp_path), attempts_at(1, "+" * 12))
    training = course_of(open_store(tmp_path)).train_lesson(1)
    assert training.progress_text.endswith("mastered")
    for _ in range(7):  # more than half of the last answers, all of them slow
        training.answer(some_answer(wait_for_exercise(training)), 10**6)
        training.go_on(0)
    assert not training.progress_text.endswith("mastered")
    close_stores()


def test_a_streak_mixes_all_open_lessons(store: Store) -> None:
    keep_all(store, [each for number in (1, 2) for each in attempts_at(number, "+" * 12)])
    training = course_of(store).train_streak()
    lessons = []
    for _ in range(9):
        exercise = wait_for_exercise(training)
        lessons.append(exercise.lesson)
        training.answer(right_answer(exercise), 0)
        training.go_on(0)
    assert {*lessons} == {1, 2, 3}


def test_the_best_streak_so_far_is_known_to_the_next_one(store: Store) -> None:
    runs = zip("aabb", attempts_at(1, "+++-"), strict=True)
    attempts = [each._replace(source="streak", begun=begun) for begun, each in runs]
    keep_all(store, attempts)
    training = course_of(store).train_streak()
    assert training.progress_text == "0 in a row, best 2"


# Moments of own games


def keep_moments(store: Store, *games: str, drawing: str = DRAWING) -> None:
    """Keep a moment of each game that is due today."""
    for game in games:
        keep_findings(store, examined(game), [moment(game, TODAY)._replace(exercise=drawing)])


def due(store: Store, day: str = "~") -> list[OwnMoment]:
    """Return the moments that are due on a day, by default all that are asked again."""
    return store.read(read_due_moments, day)


def test_moments_that_are_due_are_asked_and_given_their_next_day(store: Store) -> None:
    keep_moments(store, "a")
    keep_moments(store, "b", drawing="point 3 - o11/###")
    training = course_of(store).train_due_moments()
    answer_all(training, "+")
    wait_for_exercise(training)
    training.answer(WRONG, 0)
    training.go_on(0)
    wait_for_end(training)
    days = {each.game: (each.due, each.interval) for each in due(store, TOMORROW)}
    assert days == {"a": (TOMORROW, 1), "b": (TOMORROW, 1)}
    assert due(store, TODAY) == []
    assert [each.source for each in kept_attempts(store)] == ["own", "own"]
    answer_all(course_of(store, TOMORROW).train_due_moments(), "+-")
    found = {each.game: each.due for each in due(store)}
    assert found == {"a": "2026-11-27", "b": "2026-11-26"}


def test_a_position_of_two_games_is_asked_once(store: Store) -> None:
    keep_moments(store, "a", "b")
    training = course_of(store).train_due_moments()
    answer_all(training, "+")
    wait_for_end(training)
    assert [each.due for each in due(store)] == [TOMORROW, TOMORROW]


def test_games_that_were_not_examined_are_examined_while_the_player_thinks(store: Store) -> None:
    deal = dealer(store)
    for _ in range(4):
        lose(session := deal.next())
        store.finish(session)
    keep_moments(store, "a")
    course = course_of(store)
    training = course.train_due_moments()
    assert wait_for_exercise(training) == EXERCISE
    training.answer(RIGHT, 0)
    training.go_on(0)
    assert course.examination.done == 0
    while not training.is_over:
        wait_for_exercise(training)
        training.answer(parse_answer("nothing", EXERCISE), 0)
        training.go_on(0)
        while not training.prepare(0):
            pass
    assert training.answered > 1
    assert course.examination.done == 4
    assert due(store, TODAY) == []


@pytest.mark.parametrize(
    ("reason", "note"),
    [
        ("avoidable loss", "you lost here, and could have known"),
        ("avoidable guess", "you guessed here, and could have known"),
        ("long think", "you thought for long here"),
    ],
)
def test_a_moment_tells_why_it_is_asked(reason: Reason, note: str) -> None:
    course = course_of(nowhere())
    training = course.train_moments([moment("a")._replace(reason=reason)])
    assert training.note == ""
    wait_for_exercise(training)
    assert training.note == note
    assert Kept().training(EXERCISE).note == ""


def test_an_answer_that_cannot_be_stored_is_answered_with_a_warning_and_stored_later(
    store: Store, tmp_path: Path
) -> None:
    keep_moments(store, "a")
    training = course_of(store).train_due_moments()
    wait_for_exercise(training)
    with full_disk(0):
        assert training.answer(WRONG, 0)
    assert training.warning.startswith(f"not saved: {tmp_path / GAMES_FILE}: ")
    training.try_again()
    assert training.answer(RIGHT, 0)
    assert training.warning == ""
    assert kept_attempts(store) == []
    store.close()
    assert [each.is_right for each in kept_attempts(store)] == [False]


def test_a_training_of_own_games_says_when_nothing_is_due(store: Store) -> None:
    training = course_of(store).train_due_moments()
    wait_for_end(training)
    assert training.progress_text == "nothing to repeat"


@pytest.mark.parametrize(("due", "day"), [(TOMORROW, "tomorrow"), ("2026-12-02", "2 December")])
def test_a_training_of_own_games_says_when_it_goes_on(store: Store, due: str, day: str) -> None:
    keep_answer(store, attempt(), [moment("a", due)])
    training = course_of(store).train_due_moments()
    wait_for_end(training)
    assert training.progress_text == f"nothing to repeat: next {day}"


def test_moments_are_counted_and_have_the_day_of_their_game(store: Store) -> None:
    keep_moments(store, "a", "b")
    keep_moments(store, "c", drawing="point 3 - o11/###")
    training = course_of(store).train_due_moments()
    assert isinstance(training, OwnTraining)
    assert (training.place_text, training.day) == ("", "")
    wait_for_exercise(training)
    assert training.place_text == "1 of 2"
    assert training.day in ("31 December", "1 January")  # in the player's time zone
    training.answer(RIGHT, 0)
    assert training.place_text == "1 of 2"
    training.go_on(0)
    wait_for_exercise(training)
    assert training.place_text == "2 of 2"


def test_a_single_moment_is_not_counted(store: Store) -> None:
    training = course_of(store).train_moments([moment("a")])
    wait_for_exercise(training)
    assert isinstance(training, OwnTraining)
    assert (training.place_text, training.day) == ("", "")


def test_only_the_first_answer_has_a_time() -> None:
    training = Kept().training(EXERCISE)
    wait_for_exercise(training)
    training.answer(WRONG, 3_000)
    assert training.milliseconds == 3_000
    training.try_again()
    training.answer(RIGHT, 5_000)
    assert training.milliseconds is None


def test_a_moment_that_cannot_be_read_is_left_out_and_not_due_again(store: Store) -> None:
    keep_moments(store, "a", drawing="point 3 - ###/1")
    keep_moments(store, "b")
    training = course_of(store).train_due_moments()
    assert wait_for_exercise(training) == EXERCISE
    answer_all(training, "+")
    wait_for_end(training)
    assert [each.game for each in due(store)] == ["b"]


def test_a_moment_that_is_practised_before_its_day_keeps_it_unless_it_was_wrong(
    store: Store,
) -> None:
    keep_moments(store, "a")
    later = moment("a", "2026-12-02")._replace(interval=8)
    keep_answer(store, attempt(), [later])
    answer_all(course_of(store).train_moments([later]), "+")
    assert due(store) == [later]
    answer_all(course_of(store).train_moments([later]), "-")
    assert due(store) == [later._replace(due=TOMORROW, interval=1)]
