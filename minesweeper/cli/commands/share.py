"""Printing the result of a daily board as a line to share."""

from argparse import Namespace

from minesweeper.cli.inputs import find_game, query
from minesweeper.cli.output import UsageError, complain
from minesweeper.cli.parser import Parser
from minesweeper.play.daily import DAILY_VERSION, share_line
from minesweeper.play.journal import parse_daily_name
from minesweeper.store.finished_games import first_daily, last_daily
from minesweeper.store.history import History


def add_arguments(parser: Parser) -> None:
    """Add what a share takes."""
    text = "a game ID, its first 4 letters or more, or last (the default)"
    parser.add_argument("game", metavar="ID|last", nargs="?", default="last", help=text)


def run(arguments: Namespace, history: History) -> int:
    """Print the result; UsageError if the game has none, or is no daily board."""
    name = _last_daily(history) if arguments.game == "last" else arguments.game
    session = find_game(history, name)
    head = session.head
    if head.origin.kind != "daily":
        raise UsageError(f"game {head.id} is no daily board: only results of those are shared")
    first = query(history, lambda db: first_daily(db, head.origin.name))
    if first and first.id != head.id:
        complain(f"only the first attempt at a board is shared, here game {first.id}")
        session = find_game(history, first.id)
        head = session.head
    if session.result is None:
        raise UsageError(f"game {head.id} was given up: it has no result to share")
    version = parse_daily_name(head.origin.name)[0]
    if version != str(DAILY_VERSION):
        raise UsageError(
            f"game {head.id} is a daily board of version {version}, not {DAILY_VERSION}"
        )
    print(share_line(session))
    return 0


def _last_daily(history: History) -> str:
    rows = query(history, last_daily)
    if not rows:
        raise UsageError("no daily board was played to its end yet")
    return rows[0].id
