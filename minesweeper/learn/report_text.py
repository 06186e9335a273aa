"""The report as lines of text, each with the cases behind it, and as JSON."""

from collections.abc import Iterator
from operator import attrgetter
from textwrap import wrap
from typing import Final, NamedTuple

from minesweeper.engine.notation import capitalise, count_text
from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.report import ENOUGH_CASES, OWN_GAMES, Case, Cases, LessonFigures, Report
from minesweeper.store.text_lines import LineRole, TextLine

# In fewer columns, the figures of a lesson stand below its name.
WIDE_REPORT: Final = 70
_NAME: Final = 24
_SIDE: Final = 22
_REDUCED: Final = "Reduced: after subtracting known mines."
_LOST_TO: Final = {"luck": "bad luck", "first reveal": "the first reveal", "unknown": "not known"}


class ReportRow(NamedTuple):
    """A line of the report, and the cases behind its figures, those that were missed first."""

    line: TextLine
    cases: tuple[Case, ...] = ()


def report_rows(report: Report, columns: int) -> list[ReportRow]:
    """Return the report as lines for a width of at least 24 columns."""
    return [
        *_advice(report, columns),
        ReportRow([]),
        *_wins(report, columns),
        ReportRow([]),
        *_losses(report, columns),
        ReportRow([]),
        *(_wide_lessons(report) if columns >= WIDE_REPORT else _narrow_lessons(report, columns)),
        *_reduced(report, columns),
    ]


def lesson_name(lesson: int) -> str:
    """Return the short name of a lesson, or of the player's own games."""
    return "your own games" if lesson == OWN_GAMES else LESSONS[lesson - 1].name


def _rows(
    text: str, columns: int, role: LineRole = "text", cases: tuple[Case, ...] = (), indent: str = ""
) -> list[ReportRow]:
    """Return a text in lines that fit, each with the same cases."""
    lines = wrap(text, columns, initial_indent=indent, subsequent_indent=indent)
    return [ReportRow([(line, role)], cases) for line in lines]


def _missed_first(*figures: Cases) -> tuple[Case, ...]:
    cases = [case for each in figures for case in each.items]
    return tuple(sorted(cases, key=attrgetter("is_missed"), reverse=True))


def _needed_text(cases: Cases, nouns: str = "") -> str:
    """Return that there are too few cases to say something."""
    return f"{ENOUGH_CASES}{nouns} needed, {cases.met} so far"


def _advice(report: Report, columns: int) -> list[ReportRow]:
    lesson, reason, cases = report.advice
    name = lesson_name(lesson) if lesson == OWN_GAMES else f"lesson {lesson}, {lesson_name(lesson)}"
    heading = _rows(f"Train next: {name}", columns, "header", cases)
    return [*heading, *_rows(f"{reason}.", columns, cases=cases)]


def _wins(report: Report, columns: int) -> list[ReportRow]:
    games = report.unaided
    if not games.is_enough:
        text = f"Wins: {_needed_text(games, ' games')}"
    else:
        won = f"You won {games.met - games.missed} of {count_text(games.met, 'game')} without help"
        text = f"{won}. The solver wins {report.solver_wins} of them from the same first reveal."
    return _rows(text, columns, cases=_missed_first(games))


def _losses(report: Report, columns: int) -> list[ReportRow]:
    if report.lost.met < ENOUGH_CASES:
        text = f"Losses: {_needed_text(report.lost, ' games')}"
        return _rows(text, columns, cases=_missed_first(report.lost))
    heading = _rows("Lost to", columns, "header")
    width = min(_NAME, columns - 6)
    rows: list[ReportRow] = []
    for lost_to, games in report.losses:
        name = capitalise(_LOST_TO.get(lost_to) or lesson_name(int(lost_to)))
        line: TextLine = [(name.ljust(width), "text"), (f"{games.met:6}", "lost")]
        rows.append(ReportRow(line, games.items))
    return heading + rows


# The lessons


def _title(figures: LessonFigures) -> str:
    """Return the number and the name of a lesson, such as "6 1-2-1, reduced"."""
    reduced = ", reduced" if _says_reduced(figures) else ""
    return f"{figures.lesson:2} {lesson_name(figures.lesson)}{reduced}"


def _says_reduced(figures: LessonFigures) -> bool:
    return figures.is_reduced and figures.lesson != 5


def _reduced(report: Report, columns: int) -> list[ReportRow]:
    """Return what "reduced" means, if the word occurs."""
    return _rows(_REDUCED, columns, "dim") if any(map(_says_reduced, report.lessons)) else []


def _wide_lessons(report: Report) -> Iterator[ReportRow]:
    """Yield a table of the lessons, with exercises and games beside each other."""
    sides = f"{'In exercises':>{_SIDE}}  {'In your games':>{_SIDE}}"
    names = f"{'met':>4}{'missed':>8}{'median':>10}"
    yield ReportRow([(" " * _NAME + sides, "header")])
    yield ReportRow([(f"{'':{_NAME}}{names}  {names}", "dim")])
    for each in report.lessons:
        name: TextLine = [(f"{_title(each):{_NAME}}", "text")]
        line = [*name, *_side(each.exercises), ("  ", "text"), *_side(each.games)]
        yield ReportRow(line, _missed_first(each.exercises, each.games))


def _side(cases: Cases) -> TextLine:
    """Return the figures of exercises or of games in columns."""
    if not cases.is_enough:
        text = _needed_text(cases) if cases.met else "-"
        return [(f"{text:>{_SIDE}}", "dim")]
    missed = cases.missed
    return [
        (f"{cases.met:4}", "text"),
        (f"{missed:8}", "lost" if missed else "text"),
        (f"{_median_text(cases):>10}", "text"),
    ]


def _narrow_lessons(report: Report, columns: int) -> Iterator[ReportRow]:
    """Yield the lessons, each with its figures in exercises and in games below its name."""
    for each in report.lessons:
        yield from _rows(_title(each), columns, "header")
        for name, cases in (("Exercises", each.exercises), ("Games", each.games)):
            text = f"{name}: {_figures_text(cases)}"
            yield from _rows(text, columns, cases=_missed_first(cases), indent="   ")


def _figures_text(cases: Cases) -> str:
    if not cases.is_enough:
        return _needed_text(cases) if cases.met else "-"
    return f"{cases.met} met, {cases.missed} missed, {_median_text(cases)}"


def _median_text(cases: Cases) -> str:
    median_ms = cases.median_ms
    return "-" if median_ms is None else f"{median_ms / 1000:.1f} s"


# JSON


def report_json(report: Report) -> dict[str, object]:
    """Return the report as JSON; a figure of too few cases is null."""
    lesson, reason, cases = report.advice
    return {
        "advice": {"lesson": lesson, "reason": reason, "positions": _positions_json(cases)},
        "cases_needed": ENOUGH_CASES,
        "wins": {
            "games": report.unaided.met,
            "won": _if_enough(report.unaided, report.unaided.met - report.unaided.missed),
            "solver": _if_enough(report.unaided, report.solver_wins),
        },
        "losses": [
            {"to": lost_to, "positions": _positions_json(games.items)}
            for lost_to, games in report.losses
        ],
        "lessons": [
            {
                "lesson": each.lesson,
                "name": lesson_name(each.lesson),
                "reduced": each.is_reduced,
                "exercises": _cases_json(each.exercises),
                "games": _cases_json(each.games),
            }
            for each in report.lessons
        ],
    }


def _cases_json(cases: Cases) -> dict[str, object]:
    return {
        "met": cases.met,
        "missed": _if_enough(cases, cases.missed),
        "median_ms": _if_enough(cases, cases.median_ms),
        "positions": _positions_json(_missed_first(cases)),
    }


def _if_enough(cases: Cases, value: int | None) -> int | None:
    return value if cases.is_enough else None


def _positions_json(cases: tuple[Case, ...]) -> list[dict[str, object]]:
    return [
        {"exercise": case.exercise} if case.exercise else {"game": case.game, "moves": case.moves}
        for case in cases
    ]
