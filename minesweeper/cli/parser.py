"""The command line, made from the table of options and the list of commands."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NoReturn, TypeVar

from minesweeper.cli.commands import COMMANDS
from minesweeper.cli.output import PROGRAM, UsageError
from minesweeper.settings.table import (
    COMMAND_LINE,
    GROUPS,
    OPTIONS,
    Layer,
    Option,
    Options,
    Value,
    option_table,
)
from minesweeper.tui.keys import KEYMAPS
from minesweeper.tui.look.glyphs import GLYPHS_HELP
from minesweeper.tui.look.palettes import PALETTES

_T = TypeVar("_T")

# With what stands before it, "minesweeper: ", an error has 200 characters at most.
LONGEST_ERROR: Final = 187


def all_options(own_themes: Iterable[str] = ()) -> Options:
    """Return the table of options, with the player's own themes beside those of the program."""
    themes = {name: palette.description for name, palette in PALETTES.items()}
    own = dict.fromkeys(own_themes, "Your own, from config.toml")
    return option_table(themes | own, GLYPHS_HELP, KEYMAPS)


class Parser(argparse.ArgumentParser):
    """Raises its errors, of one line each."""

    end = ""
    """What the help ends with, line by line."""
    options: Options = OPTIONS
    """The table of options, from which a command adds those that it takes."""

    def __init__(self, **keywords: Any) -> None:  # noqa: ANN401 - argparse's own
        # Each option is formatted once as a check: to measure the window for that loads shutil.
        super().__init__(formatter_class=_unmeasured, allow_abbrev=False, **keywords)

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """Return the arguments that were given; UsageError where one cannot be understood."""
        for word in argv[: argv.index("--")] if "--" in argv else argv:
            # argparse drops the `--` before Python 3.13, and takes a list of nothing for the value.
            if word.startswith("--") and word.endswith("=--"):
                self.error(f"argument {word.removesuffix('=--')}: '--' is not a value")
        return self.parse_args(argv)

    def error(self, message: str) -> NoReturn:
        """Raise UsageError, with as much of the message as one line takes."""
        first = message.removeprefix("unrecognized arguments: ").partition(" ")[0]
        if first in COMMANDS and message.startswith("unrecognized"):
            message = f"a command comes first: minesweeper {first} --help lists its options"
        elif message.startswith("unrecognized"):
            message = _shortened(message, 120) + f" ({self.prog} --help lists what is allowed)"
        raise UsageError(_shortened(message, LONGEST_ERROR))

    def format_help(self) -> str:
        """Return the help, as wide as the window."""
        if self.formatter_class is _unmeasured:
            self.formatter_class = argparse.HelpFormatter
        return super().format_help() + self.end


def _unmeasured(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=80)


class _Switch(argparse.Action):
    """An option of two names: the first turns it on, the second off."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, option_string == self.option_strings[0])


def play_parser(own_themes: Iterable[str] = ()) -> Parser:
    """Return the parser of the game itself, with a list of the commands in its help."""
    parser = Parser(prog="minesweeper", description="Minesweeper in the terminal.")
    add_options(parser, all_options(own_themes).values())
    width = max(map(len, COMMANDS))
    commands = [f"  {name:{width}}  {command.help}\n" for name, command in COMMANDS.items()]
    parser.end = (
        "\ncommands, each with a --help of its own:\n"
        + "".join(commands)
        + "\nIn the game: arrows move, Enter reveals, Space flags, ? shows all keys.\n"
    )
    return parser


def command_parser(name: str, own_themes: Iterable[str] = ()) -> Parser:
    """Return the parser of a command."""
    command = COMMANDS[name]
    parser = Parser(prog=f"minesweeper {name}", description=f"{command.help}.")
    parser.options = all_options(own_themes)
    command.load().add_arguments(parser)
    return parser


def add_options(parser: Parser, options: Iterable[Option[Any]]) -> None:
    """Add rows of the table to a parser, below their headings."""
    rows = list(options)
    for group in (*GROUPS, ""):
        below = [option for option in rows if option.group == group]
        heading = parser.add_argument_group(group) if group and below else parser
        for option in below:
            add_option(heading, option)


def add_option(
    parser: argparse._ActionsContainer,
    option: Option[Any],
    **changes: Any,  # noqa: ANN401 - argparse's keywords
) -> None:
    """Add a row of the table to a parser, with what is different there."""
    common: dict[str, Any] = {"dest": option.name, "default": argparse.SUPPRESS}
    keywords: dict[str, Any] = {"help": option.help}
    if option.action == "switch":
        keywords |= {"action": _Switch, "nargs": 0}
    elif option.action:
        keywords["action"] = option.action
        keywords |= {"version": PROGRAM} if option.action == "version" else {}
    else:
        choices = [option.convert(text) for text in option.choices]
        keywords |= {"type": typed(option.convert), "metavar": option.metavar}
        keywords |= {"choices": choices} if choices else {}
        keywords |= {"nargs": "?", "const": option.bare} if option.bare is not None else {}
    names = [option.name, option.opposite] if option.action == "switch" else [option.name]
    parser.add_argument(*(f"--{name}" for name in names), **common | keywords | changes)
    for text in option.shortcuts:
        same: dict[str, Any] = {"action": "store_const", "const": option.parse(text)}
        parser.add_argument(
            f"--{text}", help=f"the same as --{option.name} {text}", **common | same
        )


def command_line(arguments: argparse.Namespace) -> Layer:
    """Return the options of the table that were given."""
    given = vars(arguments)
    return {name: Value(given[name], COMMAND_LINE) for name in OPTIONS if name in given}


def typed(parse: Callable[[str], _T]) -> Callable[[str], _T]:
    """Return the same for argparse, which keeps the message of its own exception only."""

    def parse_argument(text: str) -> _T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parse_argument


def _shortened(message: str, length: int) -> str:
    """Escape a message to printable ASCII and cut it to `length` characters."""
    plain = "".join(c if c.isascii() and c.isprintable() else ascii(c)[1:-1] for c in message)
    return plain if len(plain) <= length else f"{plain[: length - 3]}..."
