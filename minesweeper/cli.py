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
from typing import NoReturn

from minesweeper import __version__
from minesweeper.board import LEVELS, MAX_CELLS, MAX_SIDE, Board, Level, Setup
from minesweeper.notation import NotationError, parse_layout
from minesweeper.session import Dealer

MAX_SEED = 2**64 - 1
# A layout of the most cells allowed, one of them a line, with two characters of line end each.
MAX_BOARD_FILE = 3 * MAX_CELLS


class UsageError(Exception):
    """What was asked for cannot be done; the message says what is wrong and what is allowed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit status."""
    try:
        options = _parser().parse_args(argv)
        return _play(options)
    except UsageError as error:
        print(f"minesweeper: {_one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # before or after the screen, which answers Ctrl+C itself
        return 130


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like everything else."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized"):
            message += " (minesweeper --help lists what is allowed)"
        raise UsageError(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="minesweeper",
        description="Minesweeper in the terminal.",
        epilog="In the game: arrows move, Enter reveals, Space flags, ? shows all keys.",
        allow_abbrev=False,
    )
    switch = argparse.BooleanOptionalAction
    board = parser.add_argument_group("the board")
    board.add_argument("--level", choices=list(LEVELS), help="a size by its name")
    board.add_argument("--width", type=_side, metavar="W", help="columns (default: 8)")
    board.add_argument("--height", type=_side, metavar="H", help="rows (default: 8)")
    board.add_argument(
        "--mines",
        type=_mines,
        metavar="M",
        help="mines, as a number or a share: 20%% (default: 10)",
    )
    board.add_argument("--seed", type=_seed, metavar="N", help="deal the boards of this seed")
    board.add_argument("--board", metavar="FILE", help="play a layout: * mine, . safe")
    rules = parser.add_argument_group("the rules")
    rules.add_argument(
        "--first",
        choices=["any", "safe", "opening"],
        default="opening",
        help="what the first reveal is promised (default: opening, a cell that touches no mine)",
    )
    rules.add_argument(
        "--win",
        choices=["either", "clear", "flags"],
        default="either",
        help="win by revealing every safe cell, by flagging exactly the mines, or by either "
        "(default)",
    )
    rules.add_argument("--question-marks", action=switch, default=False, help="flag, then ?")
    rules.add_argument("--show-mines", action=switch, default=False, help="practice: see the mines")
    looks = parser.add_argument_group("the terminal")
    looks.add_argument("--ascii", action=switch, default=None, help="draw with ASCII only")
    looks.add_argument("--emoji", action=switch, default=False, help="draw with emoji")
    looks.add_argument("--mouse", action=switch, default=True, help="use the mouse (default)")
    parser.add_argument("--version", action="version", version=f"minesweeper {__version__}")
    return parser


# Values


def _number(text: str, least: int, most: int) -> int:
    """An int of ASCII digits; ArgumentTypeError with the range allowed otherwise."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(most)) + 20:
        number = int(text)
        if least <= number <= most:
            return number
    raise argparse.ArgumentTypeError(f"{text!a} is not a number from {least} to {most}")


def _side(text: str) -> int:
    return _number(text, 1, MAX_SIDE)


def _seed(text: str) -> int:
    return _number(text, 0, MAX_SEED)


def _mines(text: str) -> Callable[[int], int]:
    """How many mines for how many cells: the count itself, or a share rounded down."""
    try:
        if text.endswith("%"):
            percent = _number(text[:-1], 0, 99)
            return lambda cells: cells * percent // 100
        mines = _number(text, 0, MAX_CELLS - 1)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"{text!a} is not a number of mines, or a share from 0% to 99%"
        ) from None
    return lambda cells: mines


# From options to the game


def _play(options: argparse.Namespace) -> int:
    board = _read_board(options.board) if options.board is not None else None
    setup = _setup(options, board)
    draw_seed = _draw_seed
    if options.seed is not None:
        if board:
            raise UsageError("--seed and --board exclude each other: a board is not dealt")
        draw_seed = _seeds_from(options.seed)
    _check_looks(options)
    return _run(options, Dealer(setup, draw_seed, board))


def _setup(options: argparse.Namespace, board: Board | None) -> Setup:
    size = _board_size(options, board) if board else _size(options)
    return Setup(*size, options.first, options.win, options.question_marks)


def _size(options: argparse.Namespace) -> Level:
    """The size asked for: an explicit number beats the level."""
    level = LEVELS[options.level or "classic"]
    width, height = options.width or level.width, options.height or level.height
    cells = width * height
    if cells > MAX_CELLS:
        raise UsageError(f"a board of {width}x{height} is too large: at most {MAX_CELLS} cells")
    if options.mines:
        mines, source = options.mines(cells), ""
    else:
        mines, source = level.mines, f" of level {options.level}" if options.level else " (default)"
    if mines >= cells:
        raise UsageError(
            f"--mines: {mines} mines{source} do not fit on {width}x{height}:"
            f" from 0 to {cells - 1} are allowed"
        )
    return Level(width, height, mines)


def _board_size(options: argparse.Namespace, board: Board) -> Level:
    """The size of the board given, which no other option may contradict."""
    size = Level(board.grid.width, board.grid.height, board.mines)
    if options.level and LEVELS[options.level] != size:
        raise UsageError(f"--level {options.level} contradicts --board, which is {_text(size)}")
    mines = options.mines(len(board.grid)) if options.mines else size.mines
    asked = Level(options.width or size.width, options.height or size.height, mines)
    if asked != size:
        raise UsageError(f"a size of {_text(asked)} contradicts --board, which is {_text(size)}")
    return size


def _text(size: Level) -> str:
    return f"{size.width}x{size.height} with {size.mines} mines"


def _read_board(path: str) -> Board:
    try:
        with open(path, "rb") as file:
            content = file.read(MAX_BOARD_FILE + 1)
        return parse_layout(content.decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise UsageError(f"--board {path!a}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    if isinstance(error, NotationError):
        return str(error)
    if isinstance(error, UnicodeDecodeError):
        return "is not text: rows of * (mine) and . (safe) are expected"
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
    screen = GameScreen(dealer, theme.make_theme(glyphs), show_mines=options.show_mines)
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
