"""Print the result of a daily board as a line to share."""

from argparse import Namespace

from minesweeper.cli.inputs import find_game, read_store
from minesweeper.cli.output import UsageError, complain
from minesweeper.cli.parser import Parser
from minesweeper.play.daily import DAILY_VERSION, share_line
from minesweeper.play.journal import parse_daily_name
from minesweeper.store.finished_games import find_first_daily, find_last_daily
from minesweeper.store.store import Store


def add_arguments(parser: Parser) -> None:
    """Add the game."""
    text = "a game ID (the first 4 characters are enough), or last: the last daily board (default)"
    parser.add_argument("game", metavar="ID|last", nargs="?", default="last", help=text)


def run(arguments: Namespace, store: Store) -> int:
    """Print the result; UsageError if the game has none, or is not a daily board."""
    name = _last_daily(store) if arguments.game == "last" else arguments.game
    session = find_game(store, name)
    head = session.head
    if head.origin.kind != "daily":
        raise UsageError(f"game {head.id} is not a daily board: only those have a line to share")
    first = read_store(store, find_first_daily, head.origin.name)
    is_later = first is not None and first.id != head.id
    if first and is_later:
        session = find_game(store, first.id)
        head = session.head
    version, day, level = parse_daily_name(head.origin.name)
    if session.result is None:
        why = f"the first attempt, game {head.id}, was given up"
        raise UsageError(f"the board of {day} ({level}) has no result to share: {why}")
    if version != str(DAILY_VERSION):
        raise UsageError(
            f"game {head.id} is a daily board of version {version}, not {DAILY_VERSION}"
        )
    if is_later:
        complain(f"sharing game {head.id}: only the first attempt at a board counts")
    print(share_line(session))
    return 0


def _last_daily(store: Store) -> str:
    last = read_store(store, find_last_daily)
    if not last:
        raise UsageError("no daily board has been finished yet")
    return last.id
