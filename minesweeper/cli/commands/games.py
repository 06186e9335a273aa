"""List the games in the history."""

import shutil
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from minesweeper.cli.inputs import find_saved_id, read_store
from minesweeper.cli.json_rows import json_text
from minesweeper.cli.output import UsageError, is_utf_8
from minesweeper.cli.parser import Parser, add_option, for_argparse
from minesweeper.engine.setup import LEVELS
from minesweeper.settings import values
from minesweeper.settings.table import Settings
from minesweeper.store.characters import ASCII, UNICODE
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import SHOWN_ID_LETTERS, Filter, StoredGame, find_games
from minesweeper.store.games_text import describe_saved_game, games_lines, saved_games_lines
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import find_unfinished, preview_game

COLUMNS_HELP: Final = {
    "Eff.": "efficiency: the 3BV solved per click",
    "Luck": "how many more guesses were survived than expected",
}
GAMES_JSON: Final = {
    "id": "the game ID",
    "begun, ended": "the date and time in UTC at which it began and ended",
    "width, height, mines": "the size",
    "first, guess_free, on_guess, win": "the rules",
    "origin": "where the board came from: drawn (a random seed), given (--seed), daily, again (the"
    " same board once more), board (--board), replay (taken over from a replay), or import",
    "seed, name": "its seed, and the name of a daily board, as text; empty if there is none",
    "status": "won, lost or abandoned",
    "ending": "how it was won: cleared or flagged; empty if it was not",
    "ms": "the time in milliseconds",
    "bbbv, solved": "the 3BV of the board, and how much of it was solved",
    "clicks": "the number of clicks",
    "revealed": "how many safe cells were revealed",
    "counted": "whether any statistics count it",
    "unaided": "whether the win rate counts it: played without help on a board drawn for you",
    "ranked": "whether it can be a record",
    "reasons": "why it is unranked: words with commas between them",
    "player": "who played an imported game; empty if it is not known",
    "guesses, guesses_survived": "the number of guesses, and of those that did not explode; null if"
    " the game was not reviewed",
    "guesses_expected": "how many survivals were to be expected: the sum of the chances",
    "lost_by": "needless (an avoidable loss) or bad luck; empty if neither is known",
    "day, time_of_day": "the local date and time of day at which it began; empty if not known",
}
GAMES_JSON_HELP: Final = "A list of objects, the game that ended last first. The keys:"


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


def run(arguments: Namespace, store: Store) -> int:
    """Print the games, the newest first, as a table or as JSON, or the saved games; return 0."""
    if arguments.saved or arguments.give_up is not None:
        _check_alone(arguments)
    if arguments.saved:
        return _print_saved(store)
    if arguments.give_up is not None:
        return _give_up(store, arguments.give_up)
    criteria = Filter(size=LEVELS[arguments.level].size if arguments.level else None)
    games = read_store(store, find_games, criteria, arguments.last)
    print(json_text(games) if arguments.json else _table(games))
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


def _print_saved(store: Store) -> int:
    """Print the saved games, the newest first."""
    unfinished = read_store(store, find_unfinished)
    games = [
        describe_saved_game(each, read_store(store, preview_game, each.id)) for each in unfinished
    ]
    characters = UNICODE if is_utf_8(sys.stdout.encoding) else ASCII
    print("\n".join(saved_games_lines(games, shutil.get_terminal_size().columns, characters)))
    return 0


def _give_up(store: Store, name: str) -> int:
    """Give up a saved game; return 0, or 2 if that is not possible now."""
    try:
        identity = find_saved_id(store, name)
    except UsageError as error:
        raise UsageError(f"--give-up: {error}") from None
    try:
        store.abandon(identity)
    except StoreError as error:
        raise UsageError(f"--give-up: {error}") from None
    print(f"Gave up {identity[:SHOWN_ID_LETTERS]}: it is in the history, as abandoned")
    return 0


def _table(games: Sequence[StoredGame]) -> str:
    characters = UNICODE if is_utf_8(sys.stdout.encoding) else ASCII
    return "\n".join(games_lines(games, shutil.get_terminal_size().columns, characters))
