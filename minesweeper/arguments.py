"""What the command line may say: the parsers, the values, and how they make a setup."""

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from minesweeper import __version__
from minesweeper.board import LEVELS, MAX_CELLS, MAX_SIDE, Board, Level, OnGuess, Setup, Win

MAX_SEED: Final = 2**64 - 1
MAX_GAMES: Final = 10_000_000
# A proof that no guess is needed looks at the whole board many times over.
MAX_GUESS_FREE_CELLS: Final = 10_000


class UsageError(Exception):
    """What was asked for cannot be done; the message says what is wrong and what is allowed."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like everything else."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized"):
            message += f" ({self.prog} --help lists what is allowed)"
        raise UsageError(message)

    def format_help(self) -> str:
        """The help, where a value that is only taken after "=" reads so: --daily[=DATE]."""
        text = re.sub(r" (\[=\w+\])(?=  )", r"\1 ", super().format_help())
        return text.replace(" [=", "[=")


def play_parser() -> Parser:
    parser = Parser(
        prog="minesweeper",
        description="Minesweeper in the terminal.",
        epilog="In the game: arrows move, Enter reveals, Space flags, ? shows all keys. "
        "Other commands: minesweeper analyse, generate, simulate, records, replay, export, "
        "import, verify, share; each has its own --help.",
        allow_abbrev=False,
    )
    switch = argparse.BooleanOptionalAction
    board = parser.add_argument_group("the board")
    _add_size(board)
    board.add_argument("--seed", type=seed, metavar="N", help="deal the boards of this seed")
    board.add_argument("--board", metavar="FILE", help="play a layout: * mine, . safe")
    board.add_argument(
        "--daily", metavar="[=DATE]", help="today's board, or that of a day; the same for everybody"
    )
    board.add_argument("--resume", action="store_true", help="go on with the game that waits")
    rules = parser.add_argument_group("the rules")
    _add_first(rules)
    _add_no_guess(rules)
    rules.add_argument(
        "--on-guess",
        choices=["luck", "fair", "strict"],
        default="luck",
        help="what becomes of a guess: luck (default); fair: one that was needed is safe; strict: "
        "besides, one that was not needed is deadly (both with --win clear)",
    )
    rules.add_argument(
        "--win",
        choices=["either", "clear", "flags"],
        help="win by revealing every safe cell, by flagging exactly the mines, or by either "
        "(default)",
    )
    rules.add_argument("--question-marks", action=switch, default=False, help="flag, then ?")
    rules.add_argument("--show-mines", action=switch, default=False, help="practice: see the mines")
    rules.add_argument("--demo", action=switch, default=False, help="watch the solver play")
    _add_looks(parser)
    parser.add_argument("--version", action="version", version=f"minesweeper {__version__}")
    parser.add_argument(
        "--print-completion",
        choices=["bash", "zsh", "fish"],
        help="print what completes the command line in that shell, and exit",
    )
    return parser


def replay_parser() -> Parser:
    parser = _command_parser("replay", "Watch a game that was kept, or a RawVF file.")
    parser.add_argument(
        "game", nargs="?", default="last", help="an id, a file, or last (the default)"
    )
    _add_looks(parser)
    return parser


def with_daily_value(argv: Sequence[str]) -> list[str]:
    """The arguments, where a bare --daily means today's: a value is only taken after "="."""
    return ["--daily=today" if argument == "--daily" else argument for argument in argv]


def analyse_parser() -> Parser:
    parser = _command_parser("analyse", "Print the odds of every covered cell of a position.")
    parser.add_argument("file", help="the position, a row a line: # covered, . 1-8; - reads input")
    parser.add_argument("--mines", type=mines, required=True, metavar="M", help="mines in all")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def generate_parser() -> Parser:
    parser = _command_parser("generate", "Print layouts of mines.")
    _add_size(parser)
    parser.add_argument("--seed", type=seed, metavar="S", help="seeds S, S+1, ... (default: any)")
    parser.add_argument(
        "--count", type=count, default=1, metavar="N", help="how many layouts (default: 1)"
    )
    parser.add_argument(
        "--start", type=start, metavar="C,R", help="the first reveal (default: the middle cell)"
    )
    _add_first(parser)
    _add_no_guess(parser)
    parser.add_argument(
        "--format", choices=["picture", "mbf"], default="picture", help="how (default: picture)"
    )
    return parser


def simulate_parser() -> Parser:
    parser = _command_parser("simulate", "Let the solver play many games and print how it fares.")
    _add_size(parser)
    _add_first(parser)
    parser.add_argument("--games", type=count, default=1000, metavar="N", help="(default: 1000)")
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="seeds S, S+1, ... (default: 0)"
    )
    parser.add_argument("--jobs", type=jobs, metavar="J", help="processes (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _command_parser(name: str, description: str) -> Parser:
    return Parser(prog=f"minesweeper {name}", description=description, allow_abbrev=False)


def _add_looks(parser: Parser) -> None:
    switch = argparse.BooleanOptionalAction
    looks = parser.add_argument_group("the terminal")
    looks.add_argument("--ascii", action=switch, default=None, help="draw with ASCII only")
    looks.add_argument("--emoji", action=switch, default=False, help="draw with emoji")
    looks.add_argument("--mouse", action=switch, default=True, help="use the mouse (default)")


def _add_size(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--level", choices=list(LEVELS), help="a size by its name")
    parser.add_argument("--width", type=side, metavar="W", help="columns (default: 8)")
    parser.add_argument("--height", type=side, metavar="H", help="rows (default: 8)")
    parser.add_argument(
        "--mines", type=mines, metavar="M", help="mines, as a number or a share: 20%% (default: 10)"
    )


def _add_first(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--first",
        choices=["any", "safe", "opening"],
        help="what the first reveal is promised (default: opening, a cell that touches no mine)",
    )


def _add_no_guess(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--no-guess",
        dest="no_guess",
        action="store_true",
        help="only boards that can be cleared without a guess",
    )
    parser.add_argument(
        "--guess", dest="no_guess", action="store_false", help="any board (default)"
    )


# Values


def _number(text: str, least: int, most: int) -> int:
    """An int of ASCII digits; ArgumentTypeError with the range allowed otherwise."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(most)) + 20:
        number = int(text)
        if least <= number <= most:
            return number
    raise argparse.ArgumentTypeError(f"{text!a} is not a number from {least} to {most}")


def side(text: str) -> int:
    return _number(text, 1, MAX_SIDE)


def seed(text: str) -> int:
    return _number(text, 0, MAX_SEED)


def count(text: str) -> int:
    return _number(text, 1, MAX_GAMES)


def jobs(text: str) -> int:
    return _number(text, 1, 1024)


def start(text: str) -> tuple[int, int]:
    """A column and a row, from 1."""
    try:
        column, row = text.split(",")
        return side(column), side(row)
    except (ValueError, argparse.ArgumentTypeError):
        raise argparse.ArgumentTypeError(
            f"{text!a} is not a cell: a column and a row from 1 are expected, like 3,5"
        ) from None


def mines(text: str) -> Callable[[int], int]:
    """How many mines for how many cells: the count itself, or a share rounded down."""
    try:
        if text.endswith("%"):
            percent = _number(text[:-1], 0, 99)
            return lambda cells: cells * percent // 100
        number = _number(text, 0, MAX_CELLS - 1)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f"{text!a} is not a number of mines, or a share from 0% to 99%"
        ) from None
    return lambda cells: number


# From options to a setup


def check_only_one_game(options: argparse.Namespace) -> None:
    """Raise UsageError where the options ask for different games at once."""
    asked = [name for name in _GAMES if getattr(options, name) not in (None, False)]
    if len(asked) > 1:
        raise UsageError(f"--{asked[0]} and --{asked[1]} exclude each other")
    for name in ("daily", "resume", "show_mines"):
        if options.demo and getattr(options, name):
            raise UsageError(f"--demo and --{name.replace('_', '-')} exclude each other")
    settled = "--daily" if options.daily else "--resume" if options.resume else ""
    wrong = _RULES + (("level",) if options.resume else ())
    for name in wrong if settled else ():
        if getattr(options, name) not in (None, False, "luck"):
            raise UsageError(
                f"{settled} settles that: --{name.replace('_', '-')} has no place here"
            )


# A demo plays whatever board, but none that is somebody's game.
_GAMES: Final = ("seed", "board", "daily", "resume")
_RULES: Final = (
    "width",
    "height",
    "mines",
    "first",
    "win",
    "no_guess",
    "on_guess",
    "question_marks",
)


def setup_of(options: argparse.Namespace, board: Board | None = None) -> Setup:
    """The setup that the options ask for, on the board given if there is one."""
    size = _board_size(options, board) if board else _size(options)
    no_guess = getattr(options, "no_guess", False)
    on_guess: OnGuess = getattr(options, "on_guess", "luck")
    if no_guess:
        _check_no_guess(options, size, board)
    if on_guess != "luck" and size.width * size.height > MAX_GUESS_FREE_CELLS:
        raise UsageError(
            f"--on-guess: {size.width}x{size.height} is too large: at most"
            f" {MAX_GUESS_FREE_CELLS} cells"
        )
    return Setup(
        *size,
        first=options.first or "opening",
        win=_win(options),
        question_marks=getattr(options, "question_marks", False),
        no_guess=no_guess,
        on_guess=on_guess,
    )


def _win(options: argparse.Namespace) -> Win:
    """What wins; the guess rules move mines, so that flags cannot be what counts."""
    win: Win | None = getattr(options, "win", None)
    if getattr(options, "on_guess", "luck") == "luck":
        return win or "either"
    if win in ("either", "flags"):
        raise UsageError(f"--on-guess {options.on_guess} needs --win clear, not --win {win}")
    return "clear"


def _check_no_guess(options: argparse.Namespace, size: Level, board: Board | None) -> None:
    if board:
        raise UsageError("--no-guess and --board exclude each other: a board is not dealt")
    if options.first in ("any", "safe"):
        raise UsageError(f"--no-guess means --first opening, not --first {options.first}")
    if size.width * size.height > MAX_GUESS_FREE_CELLS:
        raise UsageError(
            f"--no-guess: {size.width}x{size.height} is too large: at most"
            f" {MAX_GUESS_FREE_CELLS} cells"
        )


def _size(options: argparse.Namespace) -> Level:
    """The size asked for: an explicit number beats the level."""
    level = LEVELS[options.level or "classic"]
    width, height = options.width or level.width, options.height or level.height
    cells = width * height
    if cells > MAX_CELLS:
        raise UsageError(f"a board of {width}x{height} is too large: at most {MAX_CELLS} cells")
    if options.mines:
        number, source = options.mines(cells), ""
    else:
        number = level.mines
        source = f" of level {options.level}" if options.level else " (default)"
    if number >= cells:
        raise UsageError(
            f"--mines: {number} mines{source} do not fit on {width}x{height}:"
            f" from 0 to {cells - 1} are allowed"
        )
    return Level(width, height, number)


def _board_size(options: argparse.Namespace, board: Board) -> Level:
    """The size of the board given, which no other option may contradict."""
    size = Level(board.grid.width, board.grid.height, board.mines)
    if options.level and LEVELS[options.level] != size:
        raise UsageError(f"--level {options.level} contradicts --board, which is {_text(size)}")
    number = options.mines(len(board.grid)) if options.mines else size.mines
    asked = Level(options.width or size.width, options.height or size.height, number)
    if asked != size:
        raise UsageError(f"a size of {_text(asked)} contradicts --board, which is {_text(size)}")
    return size


def _text(size: Level) -> str:
    return f"{size.width}x{size.height} with {size.mines} mines"
