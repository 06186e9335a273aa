"""The parsers of the command line, made from the table of options and the list of commands."""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn, TypeVar

from minesweeper.cli.commands import COMMANDS
from minesweeper.cli.output import PROGRAM, UsageError, check_output
from minesweeper.settings.safe_files import printable
from minesweeper.settings.table import (
    APPEARANCE,
    COMMAND_LINE,
    GROUPS,
    OPTIONS,
    Layer,
    Option,
    Options,
    Settings,
    Value,
    text_of,
    with_choices,
)
from minesweeper.settings.values import shortened
from minesweeper.tui.keys import KEYMAPS
from minesweeper.tui.look.glyphs import GLYPHS_HELP
from minesweeper.tui.look.palettes import PALETTES

_T = TypeVar("_T")

# With "minesweeper: " in front of it, an error has at most 200 characters.
MAX_ERROR: Final = 187


def all_options() -> Options:
    """Return the table of options, with all choices but the player's own themes."""
    themes = {name: palette.description for name, palette in PALETTES.items()}
    return with_choices(OPTIONS, {"theme": themes, "glyphs": GLYPHS_HELP, "keys": KEYMAPS})


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError, with a message of one line, instead of exiting."""

    begin = ""
    """The first lines of the help."""
    end = ""
    """The last lines of the help."""

    def __init__(self, **keywords: Any) -> None:  # noqa: ANN401 - argparse's own
        # argparse formats each option as a check; measuring the window for that would load shutil.
        super().__init__(formatter_class=_unmeasured, allow_abbrev=False, **keywords)

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """Return the parsed arguments; UsageError if one of them cannot be understood."""
        for word in argv[: argv.index("--")] if "--" in argv else argv:
            # Before Python 3.13 argparse drops the `--` and uses an empty list as the value.
            if word.startswith("--") and word.endswith("=--"):
                self.error(f"{word.removesuffix('=--')}: '--' is not a value")
        return self.parse_args(argv)

    def add_terms(self, title: str, description: str | None, terms: Mapping[str, str]) -> None:
        """Add a section to the help that explains terms, such as the keys of JSON output."""
        section = self.add_argument_group(title, description)
        # Actions that only the help knows: nothing on the command line is parsed by them.
        section._group_actions += [
            argparse.Action([], term, help=meaning.replace("%", "%%"))
            for term, meaning in terms.items()
        ]

    def error(self, message: str) -> NoReturn:
        """Raise UsageError, with the message cut to the length of a line."""
        first = message.removeprefix("unrecognized arguments: ").partition(" ")[0]
        if first in COMMANDS and message.startswith("unrecognized"):
            message = f"options go after the command: minesweeper {first} --help lists them"
        elif message.startswith("unrecognized"):
            message = message.replace("unrecognized", "unrecognised", 1)
            message = _escape(message, 120) + f" ({self.prog} --help lists the options)"
        raise UsageError(_escape(message.removeprefix("argument "), MAX_ERROR))

    def _print_message(self, message: str, file: object = None) -> None:
        """Print the help or the version; argparse would ignore that it cannot be written."""
        check_output()
        print(message, end="")

    def format_help(self) -> str:
        """Return the help, formatted to the width of the window."""
        if self.formatter_class is _unmeasured:
            self.formatter_class = argparse.HelpFormatter
        return self.begin + super().format_help() + self.end


def _unmeasured(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=80)


class _Switch(argparse.Action):
    """An option with two names: the first turns it on, the second off."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, option_string == self.option_strings[0])


def play_parser() -> Parser:
    """Return the parser of the game itself; its help lists the commands."""
    parser = Parser(prog="minesweeper")
    add_options(parser, all_options().values())
    width = max(map(len, COMMANDS))
    commands = [f"  {name:{width}}  {command.help}\n" for name, command in COMMANDS.items()]
    parser.begin = _FOR_PLAYERS
    parser.end = "\ncommands (each has its own --help):\n" + "".join(commands)
    return parser


_FOR_PLAYERS: Final = """\
Arrows move, Enter reveals, Space flags, i gives a hint, ? lists all keys.
  minesweeper                                     play the size you played last
  minesweeper --level expert                      play 30x16 with 99 mines
  minesweeper --width 30 --height 16 --mines 99   play a size of your own
  minesweeper learn                               lessons and exercises
Settings: press the comma key in the game; --print-manual explains config.toml.

"""


def command_parser(name: str) -> Parser:
    """Return the parser of a command."""
    command = COMMANDS[name]
    parser = Parser(prog=f"minesweeper {name}", description=f"{command.help}.")
    command.load().add_arguments(parser)
    return parser


def add_options(parser: Parser, options: Iterable[Option[Any]]) -> None:
    """Add options of the table to a parser, below their headings."""
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
    """Add an option of the table to a parser; `changes` replace its keywords for argparse."""
    common: dict[str, Any] = {"dest": option.name, "default": argparse.SUPPRESS}
    keywords: dict[str, Any] = {"help": _help(option)}
    if option.action == "switch":
        keywords |= {"action": _Switch, "nargs": 0}
    elif option.action:
        keywords["action"] = option.action
        keywords |= {"version": PROGRAM} if option.action == "version" else {}
    else:
        keywords |= {"type": for_argparse(option.convert), "metavar": option.metavar}
        if option.has_own_choices:
            keywords["metavar"] = f"{{{','.join(option.choices)}}}"
        elif option.choices:
            keywords["choices"] = [option.convert(text) for text in option.choices]
        keywords |= {"nargs": "?", "const": option.bare} if option.bare is not None else {}
    names = [option.name, option.opposite] if option.action == "switch" else [option.name]
    parser.add_argument(*(f"--{name}" for name in names), **common | keywords | changes)
    for text in option.shortcuts:
        same: dict[str, Any] = {"action": "store_const", "const": option.parse(text)}
        parser.add_argument(
            f"--{text}", help=f"the same as --{option.name} {text}", **common | same
        )


def _help(option: Option[Any]) -> str:
    """Return what an option is, and what each of its values does, as argparse takes it."""
    usual = text_of(option.default if option.bare is None else option.bare)
    switch = {"true": f"--{option.name}", "false": f"--{option.opposite}"}
    texts = [option.help]
    for text in option.choices or option.number_help:
        term = switch[text] if option.action == "switch" else text
        if does := option.describe(text):
            mark = " (default)" if text == usual else ""
            texts.append(f"{term}: {does[:1].lower()}{does[1:]}{mark}")
    return "; ".join(texts).replace("%", "%%")


def add_looks(parser: Parser) -> None:
    """Add the options of a screen: how it looks, and the mouse."""
    looks = [option for option in all_options().values() if option.group == APPEARANCE]
    add_options(parser, [*looks, Settings.mouse])


def command_line(arguments: argparse.Namespace) -> Layer:
    """Return the options of the table that the command line sets."""
    values = vars(arguments)
    return {name: Value(values[name], COMMAND_LINE) for name in OPTIONS if name in values}


def add_output(parser: "Parser") -> None:
    """Add the file to write to instead of standard output; see `output_to`."""
    # PowerShell's > writes text as UTF-16, and spoils bytes.
    text = "write to this file, as a whole or not at all (default: -, standard output)"
    parser.add_argument("-o", "--output", metavar="FILE", help=text)


def for_argparse(parse: Callable[[str], _T]) -> Callable[[str], _T]:
    """Wrap a parser of values: argparse prints the message of its own exception only."""

    def parse_argument(text: str) -> _T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parse_argument


def _escape(message: str, length: int) -> str:
    """Escape a message to printable ASCII and cut it to `length` characters."""
    return shortened(printable(message).encode("ascii", "backslashreplace").decode("ascii"), length)
