"""Print the records, and the results of all games."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, Final

from minesweeper.cli.inputs import query_history
from minesweeper.cli.output import is_utf_8
from minesweeper.cli.parser import Parser
from minesweeper.store.categories import category_json
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.history import History
from minesweeper.store.records import (
    LAST_GAMES,
    SERIES_LENGTH,
    WINDOW,
    CategoryRecords,
    read_all_records,
)
from minesweeper.store.records_text import records_lines
from minesweeper.store.text_lines import ASCII, UNICODE

RECORDS_JSON: Final = {
    "level": "the level; null for any other size",
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
    "last": f"the last games, up to {LAST_GAMES}, the newest first: id, begun (in UTC), status, ms",
    "ten_best_cleared": "the fastest games won by clearing the board: id, begun, ms, 3bv_per_s",
    "ten_best_flagged": "the same for games won by flagging the mines",
    "averages": "of 5, 12 and 100 consecutive wins: of, current_ms, best_ms; the best and the"
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


def run(arguments: Namespace, history: History) -> int:
    """Print the records, as tables or as JSON; return 0."""
    categories = query_history(history, read_all_records) or []
    if arguments.json:
        print(json.dumps(records_json(categories), indent=2))
    else:
        characters = UNICODE if is_utf_8(sys.stdout.encoding) else ASCII
        print(*records_lines(categories, characters), sep="\n")
    return 0


def records_json(categories: Sequence[CategoryRecords]) -> list[dict[str, Any]]:
    """Return an object for each category, with the keys of RECORDS_JSON."""
    return [_category_json(each) for each in categories]


def _category_json(records: CategoryRecords) -> dict[str, Any]:
    figures = records.summary._asdict()
    return {
        **category_json(figures.pop("category")),
        **figures,
        "last": [_game_json(game) | {"status": game.status} for game in records.last_games],
        "ten_best_cleared": [_best_json(game) for game in records.best_cleared],
        "ten_best_flagged": [_best_json(game) for game in records.best_flagged],
        "averages": [
            {"of": each.span, "current_ms": each.current, "best_ms": each.best}
            for each in records.averages
        ],
        "win_rates": [*records.win_rates],
        "times_ms": [*records.times],
    }


def _best_json(game: StoredGame) -> dict[str, Any]:
    return _game_json(game) | {"3bv_per_s": game.speed}


def _game_json(game: StoredGame) -> dict[str, Any]:
    return {"id": game.id, "begun": game.begun, "ms": game.milliseconds}
