"""Listing the games that were played."""

import json
import shutil
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, Final

from minesweeper.cli.inputs import query
from minesweeper.cli.output import is_utf_8
from minesweeper.cli.parser import Parser, add_option, typed
from minesweeper.engine.setup import LEVELS
from minesweeper.settings import values
from minesweeper.settings.table import Settings
from minesweeper.store.categories import category_json
from minesweeper.store.finished_games import Filter, StoredGame, games_played
from minesweeper.store.games_text import games_lines
from minesweeper.store.history import History
from minesweeper.store.text_lines import ASCII, UNICODE

COLUMNS_HELP: Final = (
    "The columns: Eff. is the efficiency, the 3BV solved by a click; Luck is how many more guesses"
    " than expected were survived. "
)
GAMES_JSON_HELP: Final = (
    "The JSON is a list of objects, the newest game first. Their keys: id, begun (in UTC), level"
    " (null for another size), width, height, mines, first, guess_free, on_guess; origin (drawn,"
    " given, daily, again, board, replay, import, or branch where it was played on after undoing"
    " past the end of a game); status (won, lost or abandoned), ending"
    " (cleared or flagged, null if it was not won), ms, 3bv, 3bv_solved, clicks, 3bv_per_s,"
    " efficiency (3BV solved by a click); counts (counted, helped or not counted); guesses,"
    " guesses_survived, guesses_expected, the sum of their chances (null where the game was not"
    " reviewed, or the rules move or choose mines), lost_by (needless or bad luck). A value that"
    " does not exist is null."
)


def add_arguments(parser: Parser) -> None:
    """Add what the list takes."""
    parser.epilog = COLUMNS_HELP + GAMES_JSON_HELP
    text = "only games of this size"
    add_option(parser, Settings.level, choices=list(LEVELS), default=None, help=text)
    text = "only the last N games (default: all)"
    parser.add_argument("--last", type=typed(values.count), default=-1, metavar="N", help=text)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: Namespace, history: History) -> int:
    """Print the games, the newest first, as a table or as JSON."""
    chosen = Filter(size=LEVELS[arguments.level].size if arguments.level else None)
    games = query(history, lambda db: games_played(db, chosen, arguments.last)) or []
    text = json.dumps(games_json(games), indent=2) if arguments.json else _table(games)
    print(text)
    return 0


def _table(games: Sequence[StoredGame]) -> str:
    characters = UNICODE if is_utf_8(sys.stdout.encoding) else ASCII
    return "\n".join(games_lines(games, shutil.get_terminal_size().columns, characters))


def games_json(games: Sequence[StoredGame]) -> list[dict[str, Any]]:
    """Return an object for each game, with the keys of JSON_KEYS."""
    return [_json(game) for game in games]


def _json(game: StoredGame) -> dict[str, Any]:
    has_ended = game.status != "abandoned"
    guesses = game.luck if game.luck and game.category.is_by_chance else None
    return {
        "id": game.id,
        "begun": game.begun if game.day else None,
        **category_json(game.category),
        "origin": game.kind,
        "status": game.status,
        "ending": game.ending or None,
        "ms": game.milliseconds,
        "3bv": game.bbbv if has_ended else None,
        "3bv_solved": game.solved if has_ended else None,
        "clicks": game.clicks,
        "3bv_per_s": game.speed,
        "efficiency": game.efficiency,
        "counts": game.standing,
        "guesses": guesses and guesses.guesses,
        "guesses_survived": guesses and guesses.survived,
        "guesses_expected": guesses and guesses.expected,
        "lost_by": (game.luck and game.luck.lost_by) or None,
    }
