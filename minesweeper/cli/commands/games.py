"""Listing the games that were played."""

import json
import shutil
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from minesweeper.cli.inputs import query
from minesweeper.cli.output import ProgressBar, is_utf_8
from minesweeper.cli.parser import Parser, add_option, typed
from minesweeper.engine.setup import LEVELS
from minesweeper.settings import values
from minesweeper.settings.table import Settings
from minesweeper.store.history import History
from minesweeper.store.listing import (
    COLUMNS_HELP,
    JSON_KEYS,
    Filter,
    Played,
    games_json,
    games_lines,
    games_played,
)

ALL: Final = -1


def add_arguments(parser: Parser) -> None:
    """Add what the list takes."""
    parser.epilog = COLUMNS_HELP + JSON_KEYS
    text = "only games of this size"
    add_option(parser, Settings.level, choices=list(LEVELS), default=None, help=text)
    text = "only the last N games (default: all)"
    parser.add_argument("--last", type=typed(values.count), default=ALL, metavar="N", help=text)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace, history: History) -> int:
    """Print the games, the newest first, as a table or as JSON."""
    chosen = Filter(size=LEVELS[arguments.level].size if arguments.level else None)
    with ProgressBar(sys.stderr):
        games = query(history, lambda db: games_played(db, chosen, arguments.last)) or []
        text = json.dumps(games_json(games), indent=2) if arguments.json else _table(games)
    print(text)
    return 0


def _table(games: Sequence[Played]) -> str:
    width, unicode = shutil.get_terminal_size().columns, is_utf_8(sys.stdout.encoding)
    return "\n".join(games_lines(games, width, unicode=unicode))
