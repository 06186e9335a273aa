"""The command line: argv -> what to run. The only place where the parts are put together.

Everything is parsed and checked before the screen is touched; whatever is wrong is said in one line
on standard error, with status 2.
"""

import argparse
import itertools
import locale
import os
import sys
from collections.abc import Callable, Sequence

from minesweeper.arguments import MAX_SEED, UsageError, play_parser, setup_of
from minesweeper.board import MAX_CELLS, Board
from minesweeper.notation import NotationError, parse_layout
from minesweeper.session import Dealer

# A layout of the most cells allowed, one of them a line, with two characters of line end each.
MAX_DEMO_CELLS = 2500
MAX_BOARD_FILE = 3 * MAX_CELLS


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit status."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        if arguments and arguments[0] in ("analyse", "generate", "simulate"):
            from minesweeper import commands

            return commands.run(arguments[0], arguments[1:], _read_text)
        return _play(play_parser().parse_args(arguments))
    except UsageError as error:
        print(f"minesweeper: {_one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # before or after the screen, which answers Ctrl+C itself
        return 130
    except BrokenPipeError:  # the reader of our output has left, and wants no more of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


# From options to the game


def _play(options: argparse.Namespace) -> int:
    board = _read_board(options.board) if options.board is not None else None
    setup = setup_of(options, board)
    draw_seed = _draw_seed
    if options.seed is not None:
        if board:
            raise UsageError("--seed and --board exclude each other: a board is not dealt")
        draw_seed = _seeds_from(options.seed)
    _check_looks(options)
    if options.demo and setup.width * setup.height > MAX_DEMO_CELLS:
        raise UsageError(f"--demo: the board is too large: at most {MAX_DEMO_CELLS} cells")
    return _run(options, Dealer(setup, draw_seed, board))


def _read_board(path: str) -> Board:
    try:
        return parse_layout(_read_text(path))
    except NotationError as error:
        raise UsageError(f"{path!a} {error}") from None


def _read_text(path: str) -> str:
    """The text of a file named on the command line; "-" is standard input."""
    try:
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
            return file.read(MAX_BOARD_FILE + 1).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise UsageError(f"{path!a}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "is not text: a picture of a board is expected, a row a line"
    return str(getattr(error, "strerror", None) or error)


def _draw_seed() -> int:
    """A seed short enough to be typed."""
    return int.from_bytes(os.urandom(4), "big")


def _seeds_from(seed: int) -> Callable[[], int]:
    seeds = itertools.count(seed)
    return lambda: next(seeds) & MAX_SEED


def _check_looks(options: argparse.Namespace) -> None:
    if options.ascii and options.emoji:
        raise UsageError("--ascii and --emoji exclude each other")
    if not _speaks_unicode():
        if options.emoji:
            raise UsageError(f"--emoji needs a UTF-8 locale, this one is {locale.getencoding()}")
        if options.ascii is False:
            raise UsageError(f"--no-ascii needs a UTF-8 locale, this one is {locale.getencoding()}")


def _speaks_unicode() -> bool:
    """What the terminal is written in: Python's own UTF-8 mode does not change what curses does."""
    if sys.platform == "win32":
        return True
    locale.setlocale(locale.LC_CTYPE, "")
    return locale.getencoding().lower().replace("-", "") == "utf8"


def _run(options: argparse.Namespace, dealer: Dealer) -> int:
    # Imported here, so that a wrong argument is answered without them.
    from minesweeper.tui import app, theme
    from minesweeper.tui.game_screen import GameScreen
    from minesweeper.tui.terminal import Terminal, TerminalError, check_terminal, load_curses

    try:
        curses = load_curses()
        check_terminal(curses, os.environ)
    except TerminalError as error:
        raise UsageError(str(error)) from None
    glyphs = (
        theme.EMOJI if options.emoji else theme.ASCII if _wants_ascii(options) else theme.UNICODE
    )
    looks = theme.make_theme(glyphs)
    if options.demo:
        from minesweeper.tui.demo_screen import DemoScreen

        screen: GameScreen = DemoScreen(dealer, looks)
    else:
        screen = GameScreen(dealer, looks, show_mines=options.show_mines)
    with Terminal(curses, os.environ, mouse=options.mouse) as terminal:
        return app.run(terminal, screen)


def _wants_ascii(options: argparse.Namespace) -> bool:
    """Asked for, or all that the locale or the Linux console's font can show."""
    if options.ascii is not None:
        return bool(options.ascii)
    return not _speaks_unicode() or os.environ.get("TERM") == "linux"


def _one_line(text: str) -> str:
    """The text with control characters escaped, whatever the arguments held."""
    escaped = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return escaped.encode(sys.stderr.encoding or "ascii", "backslashreplace").decode(
        sys.stderr.encoding or "ascii"
    )
