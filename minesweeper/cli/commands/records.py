"""Printing the results of the games that were played."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, Final

from minesweeper.cli.inputs import query
from minesweeper.cli.output import is_utf_8
from minesweeper.cli.parser import Parser
from minesweeper.store.categories import category_json
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.history import History
from minesweeper.store.records import LAST_GAMES, PLOTTED, WINDOW, CategoryRecords, all_records
from minesweeper.store.records_text import records_lines
from minesweeper.store.text_lines import ASCII, UNICODE

RECORDS_JSON_HELP: Final = (
    "The JSON is a list of objects, one for each category of games, the one with the most games"
    " first. Their keys: level"
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
    """Print the records, as tables or as JSON."""
    categories = query(history, all_records) or []
    if arguments.json:
        print(json.dumps(records_json(categories), indent=2))
    else:
        characters = UNICODE if is_utf_8(sys.stdout.encoding) else ASCII
        print(*records_lines(categories, characters), sep="\n")
    return 0


def records_json(categories: Sequence[CategoryRecords]) -> list[dict[str, Any]]:
    """Return an object for each category, with the keys that the help of --json names."""
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
