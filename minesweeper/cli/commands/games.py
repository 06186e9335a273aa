"""List the games in the history."""

import json
import shutil
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, Final

from minesweeper.cli.inputs import find_saved_id, query_history
from minesweeper.cli.output import UsageError, is_utf_8
from minesweeper.cli.parser import Parser, add_option, for_argparse
from minesweeper.engine.setup import LEVELS
from minesweeper.settings import values
from minesweeper.settings.table import Settings
from minesweeper.store.categories import category_json
from minesweeper.store.finished_games import Filter, StoredGame, find_games, short_id
from minesweeper.store.games_text import games_lines
from minesweeper.store.history import History
from minesweeper.store.saved_games_text import describe_saved_game, saved_games_lines
from minesweeper.store.text_lines import ASCII, UNICODE

COLUMNS_HELP: Final = {
    "Eff.": "efficiency: the 3BV solved per click",
    "Luck": "how many more guesses were survived than expected",
}
GAMES_JSON: Final = {
    "id": "the game ID",
    "begun": "the date and time in UTC at which it began",
    "level": "the level; null for any other size",
    "width, height, mines": "the size",
    "first, guess_free, on_guess": "the rules",
    "origin": "where the board came from: drawn (a random seed), given (--seed), daily, again (the"
    " same board once more), board (--board), replay (taken over from a replay), import, or branch"
    " (played on after undoing past the end of a game)",
    "player": "who played an imported game, in escaped ASCII; null if it is not known",
    "status": "won, lost or abandoned",
    "ending": "how it was won: cleared or flagged",
    "ms": "the time in milliseconds",
    "3bv, 3bv_solved": "the 3BV of the board, and how much of it was solved",
    "clicks": "the number of clicks",
    "3bv_per_s": "3BV solved per second",
    "efficiency": "3BV solved per click",
    "counts": "counted, helped or not counted",
    "guesses, guesses_survived": "the number of guesses, and of those that did not explode",
    "guesses_expected": "how many survivals were to be expected: the sum of the chances",
    "lost_by": "needless (an avoidable loss) or bad luck",
}
GAMES_JSON_HELP: Final = (
    "A list of objects, the newest game first. A value that does not exist is null; guesses are"
    " null if the game was not reviewed, or if its rules move or choose mines. The keys:"
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments that limit the list, and its format."""
    parser.add_terms("columns", None, COLUMNS_HELP)
    parser.add_terms("JSON", GAMES_JSON_HELP, GAMES_JSON)
    text = "only games of this size"
    add_option(parser, Settings.level, choices=list(LEVELS), default=None, help=text)
    text = "only the last N games (default: all)"
    parser.add_argument(
        "--last", type=for_argparse(values.parse_count), default=-1, metavar="N", help=text
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    text = "list the saved games instead, which --resume ID resumes"
    parser.add_argument("--saved", action="store_true", help=text)
    text = "give up the saved game with this ID: it stays in the history, as abandoned"
    parser.add_argument("--give-up", metavar="ID", help=text)


def run(arguments: Namespace, history: History) -> int:
    """Print the games, the newest first, as a table or as JSON, or the saved games; return 0."""
    if arguments.saved or arguments.give_up is not None:
        _check_alone(arguments)
    if arguments.saved:
        return _print_saved(history)
    if arguments.give_up is not None:
        return _give_up(history, arguments.give_up)
    criteria = Filter(size=LEVELS[arguments.level].size if arguments.level else None)
    games = query_history(history, lambda db: find_games(db, criteria, arguments.last)) or []
    text = json.dumps(games_json(games), indent=2) if arguments.json else _table(games)
    print(text)
    return 0


def _check_alone(arguments: Namespace) -> None:
    """Raise UsageError if --saved or --give-up stands beside another option."""
    name = "--saved" if arguments.saved else "--give-up"
    others = {
        "--give-up": arguments.saved and arguments.give_up is not None,
        "--level": arguments.level,
        "--last": arguments.last >= 0,
        "--json": arguments.json,
    }
    for other, is_given in others.items():
        if is_given:
            raise UsageError(f"{name} cannot be used with {other}")


def _print_saved(history: History) -> int:
    """Print the saved games, the newest first."""
    games = [describe_saved_game(each) for each in history.saved_games() if each]
    characters = UNICODE if is_utf_8(sys.stdout.encoding) else ASCII
    print("\n".join(saved_games_lines(games, shutil.get_terminal_size().columns, characters)))
    return 0


def _give_up(history: History, name: str) -> int:
    """Give up a saved game; return 0, or 2 if another copy plays it or it cannot be read."""
    try:
        identity = find_saved_id(history, name)
    except UsageError as error:
        raise UsageError(f"--give-up: {error}") from None
    if not history.give_up(identity):
        raise UsageError(f"--give-up: {history.take_messages()}")
    print(f"Gave up {short_id(identity, ())}: it is in the history, as abandoned")
    return 0


def _table(games: Sequence[StoredGame]) -> str:
    characters = UNICODE if is_utf_8(sys.stdout.encoding) else ASCII
    return "\n".join(games_lines(games, shutil.get_terminal_size().columns, characters))


def games_json(games: Sequence[StoredGame]) -> list[dict[str, Any]]:
    """Return an object for each game, with the keys of GAMES_JSON."""
    return [_json(game) for game in games]


def _json(game: StoredGame) -> dict[str, Any]:
    has_ended = game.status != "abandoned"
    guesses = game.luck if game.luck and game.category.is_by_chance else None
    return {
        "id": game.id,
        "begun": game.begun if game.day else None,
        **category_json(game.category),
        "origin": game.kind,
        "player": game.player or None,
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
