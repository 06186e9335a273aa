"""Watch a game from the history or from a file; the player may take it over."""

from argparse import Namespace
from collections import deque
from itertools import islice

from minesweeper.cli import environment
from minesweeper.cli.commands.play import Program
from minesweeper.cli.inputs import find_game, is_path
from minesweeper.cli.output import PROGRAM, UsageError, check_output, complain
from minesweeper.cli.parser import Parser, add_looks, command_line, for_argparse
from minesweeper.cli.replays import read_replays
from minesweeper.engine.notation import NotationError, count_text
from minesweeper.plain.replay_text import replay_lines
from minesweeper.play.replay import Replay, replay_of
from minesweeper.settings.values import parse_count, quoted_path
from minesweeper.store.store import Store


def add_arguments(parser: Parser) -> None:
    """Add a game, and the options of the screen."""
    text = "a game ID (the first 4 characters are enough), a file, or last (the default)"
    parser.add_argument("game", nargs="?", default="last", help=text)
    text = "which game of a file that holds several, EVFS or a zip (default: 1)"
    parser.add_argument(
        "--game", type=for_argparse(parse_count), metavar="N", dest="number", help=text
    )
    in_words = "print the moves as lines of text"
    parser.add_argument("--plain", action="store_true", dest="in_lines", help=in_words)
    add_looks(parser)


def run(arguments: Namespace, store: Store) -> int:
    """Show the game, or print it with --plain; return the exit status."""
    live = environment.load_settings(command_line(arguments))
    complain(live.warning)
    program = Program(live, store)
    replay = _find_replay(arguments.game, arguments.number, store)
    if arguments.in_lines:
        check_output()
        for line in replay_lines(replay):
            print(line)
        return 0
    from minesweeper.tui.screens.replay import ReplayScreen  # late: the screen

    return program.show_replay(
        replay,
        lambda looks, take_over: ReplayScreen(replay, looks, take_over, keymap=program.keymap),
        "minesweeper replay --plain prints it",
    )


def _find_replay(name: str, number: int | None, store: Store) -> Replay:
    """Return a game from a file, or from the history by its id."""
    if not is_path(name):
        if number is not None:
            raise UsageError("--game: only a file holds several games")
        try:
            return replay_of(find_game(store, name), PROGRAM)
        except NotationError as error:
            raise UsageError(f"{quoted_path(name)} {error}") from None
    number = number or 1
    # Of the games before it none is kept: a session may have 100,000.
    [(count, game)] = deque(enumerate(islice(read_replays(name), number), 1), maxlen=1)
    if count < number:
        games = count_text(count, "game")
        raise UsageError(f"--game: {number}, but {quoted_path(name)} has {games}")
    if isinstance(game.replay, NotationError):
        raise UsageError(str(game.replay))
    return game.replay
