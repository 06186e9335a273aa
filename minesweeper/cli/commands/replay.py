"""Watch a game from the history or from a file; the player may take it over."""

import os
from argparse import Namespace
from typing import TYPE_CHECKING

from minesweeper.cli import environment, screen_setup
from minesweeper.cli.commands.play import Program
from minesweeper.cli.inputs import find_game
from minesweeper.cli.output import PROGRAM, UsageError, check_output, complain
from minesweeper.cli.parser import Parser, add_options, command_line
from minesweeper.cli.replays import read_replay_text
from minesweeper.engine.notation import NotationError
from minesweeper.formats.rawvf import parse_rawvf
from minesweeper.plain.replay_text import replay_lines
from minesweeper.play.journal import parse_journal
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import fold
from minesweeper.settings.table import APPEARANCE, Settings
from minesweeper.settings.values import quoted_path
from minesweeper.store.history import History
from minesweeper.store.open_games import OpenGames

if TYPE_CHECKING:
    from minesweeper.tui.screen import Screen


def add_arguments(parser: Parser) -> None:
    """Add a game, and the options of the screen."""
    text = "a game ID (the first 4 characters are enough), a file, or last (the default)"
    parser.add_argument("game", nargs="?", default="last", help=text)
    in_words = "print the moves as lines of text"
    parser.add_argument("--plain", action="store_true", dest="in_lines", help=in_words)
    looks = [option for option in parser.options.values() if option.group == APPEARANCE]
    add_options(parser, [*looks, Settings.mouse])


def run(arguments: Namespace) -> int:
    """Show the game, or print it with --plain; return the exit status."""
    live = environment.load_settings(command_line(arguments))
    complain(live.warning)
    program = Program(live, environment.open_history())
    replay = _find_replay(arguments.game, program.history)
    if arguments.in_lines:
        check_output()
        for line in replay_lines(replay):
            print(line)
        return 0
    from minesweeper.tui.screens.replay import ReplayScreen  # late: the screen

    looks, curses = screen_setup.open_screen(live, "minesweeper replay --plain prints it")
    taken_over: list[OpenGames] = []

    def take_over(moves: int) -> "Screen":
        dealer = program.make_dealer(replay.setup)
        session = dealer.take_over(replay, moves, environment.now())
        taken_over.append(program.open_games(dealer, session))
        return program.make_game_screen(looks, taken_over[-1])

    screen = ReplayScreen(replay, looks, take_over, keymap=program.keymap)
    return program.show(screen, looks, curses, taken_over)


def _is_path(name: str) -> bool:
    """Return whether a name can only be that of a file, even one that does not exist."""
    return any(sign in name for sign in (".", os.sep, os.altsep or os.sep))


def _find_replay(name: str, history: History) -> Replay:
    """Return a game from a file, or from the history by its id."""
    try:
        if name == "last" or not (_is_path(name) or os.path.exists(name)):
            return replay_of(find_game(history, name), PROGRAM)
        text = read_replay_text(name)
        if text.startswith("minesweeper journal"):
            return replay_of(fold(parse_journal(text)), PROGRAM)
        return parse_rawvf(text)
    except NotationError as error:
        raise UsageError(f"{quoted_path(name)} {error}") from None
