"""The report: figures with the cases behind them, and the one thing to train next."""

import json
from random import Random
from statistics import median

import pytest

from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.report import (
    ENOUGH_CASES,
    OWN_GAMES,
    RECENT_GAMES,
    Cases,
    Report,
    make_report,
)
from minesweeper.learn.report_text import report_json, report_rows
from minesweeper.learn.schedule import WEIGHTS
from minesweeper.store.learning import Attempt, Encounter, ExaminedGame
from minesweeper.store.text_lines import join_texts
from tests.harness.learned import DRAWING

LOSSES = ("luck", "first reveal", "unknown", "2", "4", "10")


def attempt(lesson: int, *, is_right: bool, milliseconds: int = 2_000) -> Attempt:
    return Attempt(
        "", "", "lesson", lesson, lesson == 5, is_right, milliseconds, DRAWING, "nothing"
    )


def encounter(game: int, lesson: int, *, is_missed: bool, milliseconds: int = 2_000) -> Encounter:
    return Encounter(str(game), 7, lesson, lesson == 5, is_missed, milliseconds)


def game(
    number: int, lost_to: str = "", *, solver_wins: bool = True, alone: bool = True
) -> ExaminedGame:
    begun = f"2025-01-01T{number // 60:02}:{number % 60:02}:00Z"
    return ExaminedGame(str(number), begun, 30, lost_to, not lost_to, alone, solver_wins)


def mastered(*lessons: int) -> list[Attempt]:
    return [attempt(lesson, is_right=True) for lesson in lessons for _ in range(12)]


def drawn_rows(seed: int) -> tuple[list[Attempt], list[Encounter], list[ExaminedGame]]:
    """Return any answers, encounters and games."""
    rng = Random(seed)
    lessons = rng.sample(range(1, 13), 6)
    return (
        [
            attempt(
                rng.choice(lessons), is_right=rng.random() < 0.8, milliseconds=rng.randrange(9999)
            )
            for _ in range(rng.choice([0, 90, 250]))
        ],
        [
            encounter(
                rng.randrange(60),
                rng.choice(lessons),
                is_missed=rng.random() < 0.1,
                milliseconds=rng.randrange(9999),
            )
            for _ in range(rng.choice([0, 90, 250]))
        ],
        [
            game(
                number,
                rng.choice([*LOSSES, "", ""]),
                solver_wins=rng.random() < 0.5,
                alone=rng.random() < 0.8,
            )
            for number in range(rng.choice([0, 15, 60, 130]))
        ],
    )


# The figures


@pytest.mark.parametrize("seed", range(20))
def test_figures_are_those_of_a_naive_count(seed: int) -> None:
    attempts, encounters, games = drawn_rows(seed)
    report = make_report(attempts, encounters, games)
    for each in report.lessons:
        key = each.lesson, each.is_reduced
        answers = [row for row in attempts if (row.lesson, row.is_reduced) == key]
        moves = [row for row in encounters if (row.lesson, row.is_reduced) == key]
        assert (each.exercises.met, each.games.met) == (len(answers), len(moves))
        assert each.exercises.missed == len([row for row in answers if not row.is_right])
        assert each.games.missed == len([row for row in moves if row.is_missed])
        assert {case.exercise for case in each.exercises.items} <= {DRAWING}
        assert [case.game for case in each.games.items] == [row.game for row in moves]
        times = [row.milliseconds for row in moves if not row.is_missed]
        assert each.games.median_ms == (round(median(times)) if times else None)
    assert sum(each.exercises.met for each in report.lessons) == len(attempts)
    assert sum(each.games.met for each in report.lessons) == len(encounters)
    assert {each.lesson for each in report.lessons} == set(range(1, 13))


@pytest.mark.parametrize("seed", range(20))
def test_losses_and_wins_are_those_of_a_naive_count(seed: int) -> None:
    _, _, games = rows = drawn_rows(seed)
    report = make_report(*rows)
    counts = {loss.lost_to: loss.games.met for loss in report.losses}
    lost = [each.lost_to for each in games if not each.is_won]
    assert counts == {name: lost.count(name) for name in {*lost}}
    assert [*counts.values()] == sorted(counts.values(), reverse=True)
    unaided = [each for each in games if each.is_unaided]
    assert report.unaided.met - report.unaided.missed == sum(each.is_won for each in unaided)
    assert report.solver_wins == sum(each.solver_wins for each in unaided)


# What to train next


def test_a_new_player_begins_at_the_beginning() -> None:
    assert make_report([], [], []).advice.lesson == 1
    assert make_report(mastered(1, 2), [], []).advice.lesson == 3


def test_what_lost_most_games_comes_first() -> None:
    games = [game(number, "luck") for number in range(20)]
    games += [game(number, "6") for number in range(20, 24)]
    games += [game(number, "5") for number in range(24, 27)]
    misses = [encounter(1, 3, is_missed=True) for _ in range(30)]
    advice = make_report([], misses, games).advice
    assert advice.lesson == 6
    assert advice.reason == (
        "Of the lessons that you have not mastered, it cost you most:"
        " 4 of the last 27 games that you lost"
    )
    assert [case.game for case in advice.cases] == ["20", "21", "22", "23"]


def test_then_comes_what_was_missed_most_in_games() -> None:
    games = [game(number) for number in range(5)]
    moves = [encounter(1, 3, is_missed=number < 2) for number in range(30)]
    moves += [encounter(2, 5, is_missed=number < 3) for number in range(60)]
    advice = make_report([], moves, games).advice
    assert advice.lesson == 5
    assert advice.reason == (
        "Of the lessons that you have not mastered, you missed it most:"
        " in 3 of 60 positions of your games that called for it"
    )
    assert len(advice.cases) == 3


def test_then_come_wrong_answers_by_how_often_games_call_for_the_lesson() -> None:
    answers = [attempt(lesson, is_right=number < 35) for lesson in (3, 5) for number in range(40)]
    assert WEIGHTS[5] > WEIGHTS[3]
    advice = make_report(answers, [], []).advice
    assert advice.lesson == 5
    assert advice.reason == (
        "Of the lessons that you have not mastered, it may cost you most:"
        " 5 of your last 20 answers were wrong"
    )


def test_too_few_cases_decide_nothing() -> None:
    games = [game(number, "6") for number in range(ENOUGH_CASES - 1)]
    moves = [encounter(1, 3, is_missed=True) for _ in range(ENOUGH_CASES - 1)]
    answers = [attempt(5, is_right=False) for _ in range(ENOUGH_CASES - 1)]
    assert make_report(answers, moves, games).advice.lesson == 1


def test_a_mastered_lesson_is_not_trained_next() -> None:
    games = [game(number, "6") for number in range(30)]
    assert make_report(mastered(6), [], games).advice.lesson == 1


def test_only_the_newest_games_decide() -> None:
    games = [game(number, "6") for number in range(30)]
    games += [game(number, "luck") for number in range(30, 30 + RECENT_GAMES)]
    assert make_report([], [], games).advice.lesson == 1
    assert make_report([], [], games[::-1]).advice.lesson == 1


def test_who_has_mastered_everything_trains_their_own_games() -> None:
    report = make_report(mastered(*range(1, 13)), [], [])
    assert report.advice.lesson == OWN_GAMES
    assert join_texts(report_rows(report, 80)[0].line) == "Train next: your own games"


# The text


def lines_of(report: Report, columns: int = 80) -> list[str]:
    return [join_texts(row.line) for row in report_rows(report, columns)]


@pytest.mark.parametrize("columns", [24, 26, 36, 69, 70, 116])
@pytest.mark.parametrize("seed", range(6))
def test_the_lines_fit(seed: int, columns: int) -> None:
    report = make_report(*drawn_rows(seed))
    assert max(map(len, lines_of(report, columns))) <= columns


@pytest.mark.parametrize("columns", [30, 80])
def test_too_few_cases_say_how_many_are_needed(columns: int) -> None:
    moves = [encounter(1, 3, is_missed=False) for _ in range(12)]
    text = " ".join(" ".join(lines_of(make_report([], moves, [game(1, "4")]), columns)).split())
    assert "20 needed, 12 so far" in text
    assert "Wins: 20 games needed, 1 so far" in text
    assert "Losses: 20 games needed, 1 so far" in text


def test_wins_stand_beside_those_of_the_solver_in_words_and_in_json() -> None:
    games = [game(each, "luck" if each < 13 else "", solver_wins=each >= 7) for each in range(25)]
    report = make_report([], [], games)
    text = " ".join(lines_of(report))
    assert "You won 12 of 25 games without help." in text
    assert "The solver wins 18 of them from the same first reveal." in text
    assert report_json(report)["wins"] == {"games": 25, "won": 12, "solver": 18}


@pytest.mark.parametrize("columns", [24, 80])
def test_the_report_says_what_reduced_means_where_it_says_it(columns: int) -> None:
    def shown(lesson: int) -> str:
        answers = [attempt(lesson, is_right=True)._replace(is_reduced=True)]
        return " ".join(" ".join(lines_of(make_report(answers, [], []), columns)).split())

    assert ", reduced" in shown(4)
    assert "Reduced: after subtracting known mines." in shown(4)
    assert "educed" not in shown(5)


@pytest.mark.parametrize("columns", [36, 80])
def test_every_figure_has_the_cases_behind_it_with_the_missed_ones_first(columns: int) -> None:
    report = make_report(*drawn_rows(3))
    behind = [row.cases for row in report_rows(report, columns)]
    for figures in report.lessons:
        for cases in (figures.exercises, figures.games):
            assert any({*cases.items} <= {*each} for each in behind)
    for loss in report.losses:
        assert loss.games.items in behind
    for each in behind:
        missed = [case.is_missed for case in each]
        assert missed == sorted(missed, reverse=True)


def test_enough_cases_are_counted_in_the_table() -> None:
    times = [1_000, 2_000, 3_000] * 8
    moves = [encounter(1, 3, is_missed=ms == 3_000, milliseconds=ms) for ms in times]
    [line] = [line for line in lines_of(make_report([], moves, [])) if " 1-1" in line]
    assert line.split() == ["3", "1-1", "-", "24", "8", "1.5", "s"]


# JSON


@pytest.mark.parametrize("seed", range(6))
def test_json_has_the_same_figures(seed: int) -> None:
    report = make_report(*drawn_rows(seed))
    found = json.loads(json.dumps(report_json(report)))
    assert found["advice"]["lesson"] == report.advice.lesson
    assert found["wins"]["games"] == report.unaided.met
    assert {each["to"]: len(each["positions"]) for each in found["losses"]} == {
        loss.lost_to: loss.games.met for loss in report.losses
    }
    for each, figures in zip(found["lessons"], report.lessons, strict=True):
        assert each["name"] == LESSONS[figures.lesson - 1].name
        check_json(each["exercises"], figures.exercises)
        check_json(each["games"], figures.games)


def check_json(found: dict[str, object], cases: Cases) -> None:
    positions = found["positions"]
    assert isinstance(positions, list)
    assert (found["met"], len(positions)) == (cases.met, cases.met)
    enough = cases.met >= ENOUGH_CASES
    assert found["missed"] == (cases.missed if enough else None)
    assert found["median_ms"] == (cases.median_ms if enough else None)
