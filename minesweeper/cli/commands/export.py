"""Print a game from the history in a format that other programs read."""

from argparse import Namespace
from collections.abc import Callable
from typing import Final

from minesweeper.cli.inputs import find_game
from minesweeper.cli.output import PROGRAM, UsageError, output_to
from minesweeper.cli.parser import Parser, add_output
from minesweeper.engine.notation import NotationError, format_layout
from minesweeper.formats.board_link import format_link
from minesweeper.formats.mbf import format_mbf
from minesweeper.formats.rawvf import format_rawvf
from minesweeper.play.replay import Replay, replay_of
from minesweeper.store.store import Store


def add_arguments(parser: Parser) -> None:
    """Add the game and the format."""
    text = "a game ID (the first 4 characters are enough), or last (the default)"
    parser.add_argument("game", metavar="ID|last", nargs="?", default="last", help=text)
    parser.add_argument(
        "--format",
        choices=[*_FORMATS],
        default="rawvf",
        help="rawvf: the replay (default); mbf, link or picture: the layout alone",
    )
    add_output(parser)


def run(arguments: Namespace, store: Store) -> int:
    """Print the game."""
    replay = replay_of(find_game(store, arguments.game), PROGRAM)
    try:
        exported = _FORMATS[arguments.format](replay)
    except NotationError as error:
        raise UsageError(f"--format {arguments.format}: {error}") from None
    with output_to(arguments.output) as write:
        write(exported)
    return 0


_FORMATS: Final[dict[str, Callable[[Replay], str | bytes]]] = {
    "rawvf": format_rawvf,
    "mbf": lambda replay: format_mbf(replay.board),
    "link": lambda replay: format_link(replay.board),
    "picture": lambda replay: format_layout(replay.board),
}
