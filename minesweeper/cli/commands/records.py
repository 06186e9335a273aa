"""Printing the results of the games that were played."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, Final

from minesweeper.cli.inputs import query
from minesweeper.cli.output import is_utf_8
from minesweeper.cli.parser import Parser
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.games_text import ASCII, UNICODE
from minesweeper.store.history import History
from minesweeper.store.records import LAST_GAMES, PLOTTED, WINDOW, Results, all_results
from minesweeper.store.records_text import records_lines
from minesweeper.store.results import table_json

RECORDS_JSON_HELP: Final = (
    "The JSON is a list of objects, the table with the most games first. Their keys: level"
    " (null for another size), width, height, mines, first, guess_free, on_guess; games, won,"
    " lost, abandoned, win_rate (0 to 1) of games without help on boards drawn for you;"
    " helped_games, helped_won, helped_lost of games with help, by --seed, r or --daily;"
    " best_cleared_ms, best_flagged_ms, best_3bv_per_s; streak, longest_streak;"
    " lost_needlessly, lost_unluckily; guesses, guesses_survived, and guesses_expected, the"
    " sum of their chances (null where the rules move or choose mines); last, of at most"
    f" {LAST_GAMES} games, the newest first: id, begun (in UTC), status, ms; ten_best_cleared"
    " and ten_best_flagged, the fastest first: id, begun, ms, 3bv_per_s; averages of 5, 12 and"
    " 100 consecutive wins, the best and the worst dropped, of 100 five each: of, current_ms,"
    f" best_ms; win_rates after each of the last {PLOTTED} games, over {WINDOW} games each, and"
    f" times_ms of the last {PLOTTED} wins, the oldest first. A value that does not exist is"
    " null."
)


def add_arguments(parser: Parser) -> None:
    """Add what the records take."""
    parser.epilog = RECORDS_JSON_HELP
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace, history: History) -> int:
    """Print the records, as a table a size or as JSON."""
    tables = query(history, all_results) or []
    if arguments.json:
        print(json.dumps(records_json(tables), indent=2))
    else:
        characters = UNICODE if is_utf_8(sys.stdout.encoding) else ASCII
        print(*records_lines(tables, characters), sep="\n")
    return 0


def records_json(tables: Sequence[Results]) -> list[dict[str, Any]]:
    """Return an object for each table, with the keys of JSON_KEYS."""
    return [_results_json(each) for each in tables]


def _results_json(results: Results) -> dict[str, Any]:
    figures = results.summary._asdict()
    return {
        **table_json(figures.pop("table")),
        **figures,
        "last": [_game_json(game) | {"status": game.status} for game in results.last],
        "ten_best_cleared": [_best_json(game) for game in results.cleared],
        "ten_best_flagged": [_best_json(game) for game in results.flagged],
        "averages": [
            {"of": each.span, "current_ms": each.current, "best_ms": each.best}
            for each in results.averages
        ],
        "win_rates": [*results.win_rates],
        "times_ms": [*results.times],
    }


def _best_json(game: StoredGame) -> dict[str, Any]:
    return _game_json(game) | {"3bv_per_s": game.speed}


def _game_json(game: StoredGame) -> dict[str, Any]:
    return {"id": game.id, "begun": game.begun, "ms": game.milliseconds}
