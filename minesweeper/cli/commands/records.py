"""Print the records, and the results of all games."""

import sys
from argparse import Namespace
from typing import Any, Final

from minesweeper.cli.inputs import read_store
from minesweeper.cli.json_rows import json_text
from minesweeper.cli.output import is_utf_8
from minesweeper.cli.parser import Parser
from minesweeper.store.characters import ASCII, UNICODE
from minesweeper.store.records_text import records_lines
from minesweeper.store.statistics import (
    LAST_GAMES,
    SERIES_LENGTH,
    WINDOW,
    CategoryRecords,
    read_all_records,
)
from minesweeper.store.store import Store

RECORDS_JSON: Final = {
    "width, height, mines": "the size",
    "first, guess_free, on_guess": "the rules",
    "games, won, lost, abandoned": "games played without help on boards drawn for you",
    "win_rate": "the share of won games among those won or lost, from 0 to 1",
    "helped_games, helped_won, helped_lost": "games with help, --seed, r or --daily",
    "best_cleared_ms, best_flagged_ms": "the best times, by how the board was won",
    "best_3bv_per_s": "the best speed",
    "streak, longest_streak": "consecutive wins: now, and the most so far",
    "lost_needlessly, lost_unluckily": "avoidable losses, and those by bad luck",
    "guesses, guesses_survived": "the number of guesses, and of those that did not explode",
    "guesses_expected": "how many survivals were to be expected: the sum of the chances",
    "last_games": f"the last games, up to {LAST_GAMES}, the newest first, as games --json has them",
    "best_cleared, best_flagged": "the ten fastest games won by clearing the board, and by flagging"
    " the mines",
    "averages": "of 5, 12 and 100 consecutive wins: span, current_ms, best_ms; the best and the"
    " worst time are dropped, of 100 wins the five best and the five worst",
    "win_rates": f"the win rate over {WINDOW} games, after each of the last {SERIES_LENGTH} games",
    "times_ms": f"the times of the last {SERIES_LENGTH} wins, the oldest first",
}
RECORDS_JSON_HELP: Final = (
    "A list of objects, one for each category (size and rules), the one with the most games first."
    " A value that does not exist is null, as are guesses if the rules move or choose mines. Names"
    " that end in _ms are milliseconds. The keys:"
)


def add_arguments(parser: Parser) -> None:
    """Add the format."""
    parser.add_terms("JSON", RECORDS_JSON_HELP, RECORDS_JSON)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(arguments: Namespace, store: Store) -> int:
    """Print the records, as tables or as JSON; return 0."""
    categories = read_store(store, read_all_records)
    if arguments.json:
        print(json_text([*map(_flat, categories)]))
    else:
        characters = UNICODE if is_utf_8(sys.stdout.encoding) else ASCII
        print(*records_lines(categories, characters), sep="\n")
    return 0


def _flat(records: CategoryRecords) -> dict[str, Any]:
    """Return the columns of a category and of its figures beside its lists."""
    row = records._asdict()
    figures = row.pop("summary")._asdict()
    return {**figures.pop("category")._asdict(), **figures, **row}
