"""Print the results at the daily boards of a month, the streak and the totals."""

from argparse import Namespace
from collections.abc import Iterator

from minesweeper.cli import environment
from minesweeper.cli.inputs import read_store
from minesweeper.cli.output import UsageError
from minesweeper.cli.parser import Parser, add_option, for_argparse
from minesweeper.engine.notation import NotationError, capitalise
from minesweeper.engine.setup import LEVELS
from minesweeper.play.daily import daily_name, parse_date
from minesweeper.play.dates import month_name
from minesweeper.play.journal import parse_daily_name
from minesweeper.play.words import help_text, size_text
from minesweeper.settings.table import Settings
from minesweeper.settings.values import quoted
from minesweeper.store.daily_results import (
    STREAK_RULE,
    UNFINISHED,
    DailyResult,
    DailyResults,
    attempt_text,
    daily_figures,
    figures_parts,
    read_daily_results,
    read_daily_session,
)
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import find_unfinished


def parse_month(text: str) -> str:
    """Return a month such as "2026-11"; raise NotationError for anything else."""
    try:
        parse_date(f"{text}-01")
    except NotationError:
        raise NotationError(f"{quoted(text)} is not a month such as 2026-11") from None
    return text


def add_arguments(parser: Parser) -> None:
    """Add the month and the level."""
    text = "the month (default: this month)"
    parser.add_argument(
        "month", metavar="YYYY-MM", nargs="?", type=for_argparse(parse_month), help=text
    )
    text = "the level of the boards (default: classic)"
    add_option(parser, Settings.level, choices=list(LEVELS), default="classic", help=text)


def run(arguments: Namespace, store: Store) -> int:
    """Print a line for each result of the month, and the figures of all months; return 0."""
    level, today = arguments.level, environment.daily_date()
    month = arguments.month or today[:7]
    results = read_store(store, read_daily_results, level)
    print(f"Daily boards of {month_name(month)}: {size_text(LEVELS[level].size).lower()}")
    for line in _month_lines(store, results, month, daily_name(today, level)):
        print(line)
    for part in figures_parts(daily_figures(results, today)):
        print(capitalise(part))
    print(STREAK_RULE)
    return 0


def _month_lines(store: Store, results: DailyResults, month: str, name: str) -> Iterator[str]:
    """Yield "2026-11-22: won in 14.205 s with 2 hints" for each result of a month.

    `name` is that of today's board.
    """
    _, today, _ = parse_daily_name(name)
    played = [each for day, each in results.items() if day.startswith(month)]
    for result in played:
        yield f"{result.day}: {attempt_text(result, _help_text(store, result))}"
    if today.startswith(month) and today not in results:
        is_begun = name in [game.name for game in read_store(store, find_unfinished)]
        yield f"{today}: {UNFINISHED if is_begun else 'not played yet'}"
    elif not played:
        yield "No board of this month was played"


def _help_text(store: Store, result: DailyResult) -> str:
    """Return the help that was used: "with 2 hints"; or ""."""
    if not result.is_helped:
        return ""
    try:
        session = read_store(store, read_daily_session, result)
    except NotationError as error:
        raise UsageError(f"the journal of game {result.id} is damaged: {error}") from None
    return help_text(session)
