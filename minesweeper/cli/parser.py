"""What the command line may say: the parsers."""

import argparse
from collections.abc import Callable, Sequence
from typing import Final, NoReturn, TypeVar

from minesweeper import __version__
from minesweeper.cli.options import Options, UsageError
from minesweeper.engine.setup import LEVELS
from minesweeper.settings import values
from minesweeper.settings.table import BY_NAME
from minesweeper.tui.look.looks import ZOOMS

T = TypeVar("T")

# With what stands before it, "minesweeper: ", an error has 200 characters at most.
LONGEST_ERROR: Final = 187


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like everything else."""

    def options(self, argv: Sequence[str]) -> Options:
        """What the words ask for; UsageError if that cannot be understood."""
        for word in argv[: argv.index("--")] if "--" in argv else argv:
            # argparse drops the `--` before Python 3.13, and takes a list of nothing for the value.
            if word.startswith("--") and word.endswith("=--"):
                self.error(f"argument {word.removesuffix('=--')}: '--' is not a value")
        return Options(**vars(self.parse_args(argv)))

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized"):
            message = _shortened(message, 120) + f" ({self.prog} --help lists what is allowed)"
        raise UsageError(_shortened(message, LONGEST_ERROR))


def play_parser() -> Parser:
    parser = Parser(
        prog="minesweeper",
        description="Minesweeper in the terminal.",
        epilog="In the game: arrows move, Enter reveals, Space flags, ? shows all keys. "
        "Other commands: minesweeper analyse, generate, simulate, records, replay, export, "
        "import, verify, share; each has its own --help.",
        allow_abbrev=False,
    )
    _add_board(parser)
    _add_rules(parser)
    _add_looks(parser)
    parser.add_argument(
        "--plain",
        nargs="?",
        const="words",
        choices=["words", "board"],
        metavar="board",
        help="play in lines of text, answered in words, or by pictures for programs (board)",
    )
    _add_preferences(parser)
    parser.add_argument("--version", action="version", version=f"minesweeper {__version__}")
    parser.add_argument(
        "--print-completion",
        choices=["bash", "zsh", "fish"],
        help="print what completes the command line in that shell, and exit",
    )
    return parser


def _add_board(parser: Parser) -> None:
    board = parser.add_argument_group("the board")
    _add_size(board)
    board.add_argument(
        "--seed", type=_typed(values.seed), metavar="N", help="deal the boards of this seed"
    )
    board.add_argument("--board", metavar="FILE", help="play a layout: * mine, . safe")
    board.add_argument(
        "--daily",
        nargs="?",
        const="today",
        metavar="DATE",
        help="today's board, or that of a day; the same for everybody",
    )
    board.add_argument("--resume", action="store_true", help="resume the saved game")


def _add_rules(parser: Parser) -> None:
    switch = argparse.BooleanOptionalAction
    rules = parser.add_argument_group("the rules")
    _add_first(rules)
    _add_no_guess(rules)
    rules.add_argument(
        "--on-guess",
        choices=BY_NAME["on-guess"].choices,
        help="what becomes of a guess: luck (default); fair: one that was needed is safe; strict: "
        "besides, one that was not needed is deadly (both with --win clear)",
    )
    rules.add_argument(
        "--win",
        choices=BY_NAME["win"].choices,
        help="win by revealing every safe cell, by flagging exactly the mines, or by either "
        "(default)",
    )
    rules.add_argument("--question-marks", action=switch, help="flag, then ?")
    rules.add_argument("--show-mines", action=switch, default=False, help="practice: see the mines")
    rules.add_argument("--demo", action=switch, default=False, help="watch the solver play")


def _add_preferences(parser: Parser) -> None:
    prefer = parser.add_argument_group("what you prefer")
    prefer.add_argument("--keys", choices=BY_NAME["keys"].choices, help="the scheme of keys")
    prefer.add_argument(
        "--save-settings",
        action="store_true",
        help="keep the options given as your settings, in config.toml, and end",
    )


def replay_parser() -> Parser:
    parser = _command_parser("replay", "Watch a game that was kept, or a RawVF file.")
    parser.add_argument(
        "game", nargs="?", default="last", help="an id, a file, or last (the default)"
    )
    _add_looks(parser)
    return parser


def analyse_parser() -> Parser:
    parser = _command_parser("analyse", "Print the odds of every covered cell of a position.")
    parser.add_argument("file", help="the position, a row a line: # covered, . 1-8; - reads input")
    parser.add_argument(
        "--mines", type=_typed(values.mines), required=True, metavar="M", help="mines in all"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def generate_parser() -> Parser:
    parser = _command_parser("generate", "Print layouts of mines.")
    _add_size(parser)
    parser.add_argument(
        "--seed", type=_typed(values.seed), metavar="S", help="seeds S, S+1, ... (default: any)"
    )
    parser.add_argument(
        "--count",
        type=_typed(values.count),
        default=1,
        metavar="N",
        help="how many layouts (default: 1)",
    )
    parser.add_argument(
        "--start",
        type=_typed(values.start),
        metavar="C,R",
        help="the first reveal (default: the middle cell)",
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
    parser.add_argument(
        "--games", type=_typed(values.count), default=1000, metavar="N", help="(default: 1000)"
    )
    parser.add_argument(
        "--seed",
        type=_typed(values.seed),
        default=0,
        metavar="S",
        help="seeds S, S+1, ... (default: 0)",
    )
    parser.add_argument(
        "--jobs", type=_typed(values.jobs), metavar="J", help="processes (default: all cores)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _command_parser(name: str, description: str) -> Parser:
    return Parser(prog=f"minesweeper {name}", description=description, allow_abbrev=False)


def _add_looks(parser: Parser) -> None:
    switch = argparse.BooleanOptionalAction
    looks = parser.add_argument_group("the terminal")
    looks.add_argument(
        "--theme", choices=BY_NAME["theme"].choices, help="the colours (default: auto)"
    )
    looks.add_argument(
        "--glyphs",
        choices=BY_NAME["glyphs"].choices,
        help="what to draw with (default: auto, what the terminal can show)",
    )
    looks.add_argument("--ascii", action=switch, help="short for --glyphs ascii")
    looks.add_argument("--emoji", action=switch, help="short for --glyphs emoji")
    looks.add_argument(
        "--zoom",
        type=_typed(BY_NAME["zoom"].parse),
        choices=ZOOMS,
        help="how many columns a cell takes (default: 2)",
    )
    looks.add_argument(
        "--speak",
        action=switch,
        help="say in words what happens and what is under the cursor, for screen readers",
    )
    looks.add_argument("--mouse", action=switch, help="use the mouse (default)")


def _add_size(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--level", choices=list(LEVELS), help="a size by its name")
    parser.add_argument(
        "--width", type=_typed(values.side), metavar="W", help="columns (default: 8)"
    )
    parser.add_argument("--height", type=_typed(values.side), metavar="H", help="rows (default: 8)")
    parser.add_argument(
        "--mines",
        type=_typed(values.mines),
        metavar="M",
        help="mines, as a number or a share: 20%% (default: 10)",
    )


def _add_first(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--first",
        choices=BY_NAME["first"].choices,
        help="what the first reveal is promised (default: opening, a cell that touches no mine)",
    )


def _add_no_guess(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--no-guess",
        dest="no_guess",
        action="store_true",
        default=None,
        help="only boards that can be cleared without a guess",
    )
    parser.add_argument(
        "--guess", dest="no_guess", action="store_false", default=None, help="any board (default)"
    )


# Values


def _shortened(message: str, length: int) -> str:
    """So much of a message in printable ASCII, whatever the arguments held."""
    plain = "".join(c if c.isascii() and c.isprintable() else ascii(c)[1:-1] for c in message)
    return plain if len(plain) <= length else f"{plain[: length - 3]}..."


def _typed(parse: Callable[[str], T]) -> Callable[[str], T]:
    """The same for argparse, which keeps the message of no other exception than its own."""

    def parse_argument(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parse_argument
