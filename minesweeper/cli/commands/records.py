"""Printing the results of the games that were played."""

import json
import sys
from argparse import Namespace

from minesweeper.cli.inputs import query
from minesweeper.cli.output import ProgressBar, is_utf_8
from minesweeper.cli.parser import Parser
from minesweeper.store.history import History
from minesweeper.store.report import JSON_KEYS, LAST, records_json, records_lines
from minesweeper.store.trends import results


def add_arguments(parser: Parser) -> None:
    """Add what the records take."""
    parser.epilog = JSON_KEYS
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace, history: History) -> int:
    """Print the records, as a table a size or as JSON."""
    with ProgressBar(sys.stderr):
        tables = query(history, lambda db: results(db, LAST)) or []
    if arguments.json:
        print(json.dumps(records_json(tables), indent=2))
    else:
        unicode = is_utf_8(sys.stdout.encoding)
        print(*records_lines(tables, unicode=unicode), sep="\n")
    return 0
