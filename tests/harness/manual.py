"""The manual page: the options from the parser, the rest from here.

Settings, keys, actions and places come from the tables and functions that the program goes by.
"""

import re
from argparse import HelpFormatter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from argparse_manpage.manpage import Manpage

from minesweeper import __version__
from minesweeper.cli.parser import Parser
from minesweeper.engine.setup import MAX_CELLS, MAX_SIDE
from minesweeper.settings import values
from minesweeper.settings.files import config_path, data_directory
from minesweeper.settings.sources import STATE
from minesweeper.settings.table import SETTINGS, Binding, Option, SettingsError, text_of
from minesweeper.store.history import DATABASE
from minesweeper.store.journals import JOURNAL
from minesweeper.tui.keys import _WORDS, DEMO_ROWS, ROWS, Row, bound_rows, keys_text

SYNOPSIS: Final = r"""
.B minesweeper
[\fIoption\fR ...]
.br
.B minesweeper
\fIcommand\fR [\fIoption\fR ...] [\fIargument\fR ...]
""".strip()
DESCRIPTION: Final = """
Without a command, a game starts at once. Every move is on disk before the next key is read, so
that nothing is lost however the program ends: --resume resumes the saved game.
.PP
A number says how many of the up to eight cells around it hide a mine. Reveal every cell without a
mine, or flag exactly the mines: whichever is done first wins.
"""
SETTINGS_INTRO: Final = """
.nh
The game saves what you set on the settings screen, with t or with --save-settings. You may also
write config.toml, a name and its value a line, with text in quotation marks. The game only reads
it. It is above what was saved: while it sets something, a change of that holds for one run only.
.PP
.nf
theme = "light"
mines = "20%"
question-marks = true

[bind]
hint = ["tab", "H"]
undo = "backspace"
.fi
.PP
An option is above a variable of the environment, which is above config.toml, which is above what
was saved and what was played last. The names and their values:
"""
BIND_INTRO: Final = """
The table [bind], below all else in the file, gives an action a key, or a list of them, in place of
those that it has; ? in the game shows the keys in force. The actions:
"""
CONFIG_FILE: Final = "Your own settings, as SETTINGS says; the game never changes it."
# What is in the directory of games, beside the lock.
DATA_FILES: Final = (
    (DATABASE, "The games that ended, and the records."),
    (f"*{JOURNAL}", "The games that wait or are being played, a file each."),
    (
        STATE,
        "The settings that were chosen in the game or saved by --save-settings, and the size that "
        "was played last. The game writes it; config.toml is above it.",
    ),
)
PLACES: Final = """
So it is on Linux and macOS, where XDG_CONFIG_HOME and XDG_DATA_HOME, if they are set, stand for
~/.config and ~/.local/share. MINESWEEPER_HOME, if it is set, is the directory of all these files on
every system.
"""
VARIABLES: Final = ", ".join(option.variable for option in SETTINGS.values())
ENVIRONMENT: Final = (
    ("MINESWEEPER_HOME", "The directory of games and settings, in place of the platform's own."),
    (
        "MINESWEEPER_<NAME>",
        "A setting, as SETTINGS has them: it is above config.toml, and an option is above it. An "
        f"empty one sets nothing. They are {VARIABLES}.",
    ),
    ("XDG_DATA_HOME, XDG_CONFIG_HOME", "Where the platform's directories are."),
    ("APPDATA, LOCALAPPDATA", "The same on Windows."),
    ("NO_COLOR", "If it is not empty, the game is drawn without colours."),
    ("COLORFGBG", "Whether the background is dark or light, where the terminal does not answer."),
    ("TERM", "The kind of terminal; what it cannot do is not asked of it."),
)
STATUSES: Final = (
    ("0", "All went well, or the game was left."),
    ("1", "A negative answer: no layout agrees with a position, or a claim in a replay is not so."),
    ("2", "Wrong input: a line on standard error says what is wrong, and what is allowed."),
    ("128+n", "The program was ended by signal n; --resume resumes the game."),
)
EXAMPLES: Final = (
    ("minesweeper", "Play."),
    ("minesweeper --level expert --no-guess", "Play an expert board that needs no guess."),
    ("minesweeper --width=10 --height=10 --mines=20%", "Play another size, a fifth of it mines."),
    ("minesweeper --daily", "Play the board of the day."),
    ("minesweeper replay", "Watch the game that was played last."),
    ("minesweeper export last > game.rawvf", "Write it to a file that other programs read."),
    ("minesweeper generate --seed 1 --count 3", "Print three layouts."),
    ("minesweeper analyse --mines 10 position.txt", "Print the odds of a position."),
)


def manual(whole: Parser, commands: Mapping[str, Parser]) -> str:
    """The page, in the macros of man(7)."""
    titles = [group.title for group in whole._action_groups if group.title]
    for parser in (whole, *commands.values()):
        parser.formatter_class = _unwrapped
    for parser in commands.values():
        parser.description = " ".join(filter(None, (parser.description, parser.epilog)))
    whole.description = whole.epilog = None  # the sections below say more
    text = _mended(str(_page(whole)))
    for title in titles[titles.index("options") + 1 : titles.index("commands")]:
        text = text.replace(f"\n.SH {title.upper()}\n", f"\n.SS {title}\n")
    return text


def _page(whole: Parser) -> Manpage:
    page = Manpage(whole, format="single-commands-section")
    page.description = "Minesweeper in the terminal"
    page.source = f"minesweeper {__version__}"
    page.manual = "Games"
    page.date = ""  # so that the page is the same on every day
    page.add_section("synopsis", "=", SYNOPSIS)
    page.add_section("description", "=", _escaped(DESCRIPTION.strip()))
    for heading, content in _sections().items():
        page.add_section(heading, "=", content)
    return page


def _sections() -> dict[str, str]:
    return {
        "keys": _keys(ROWS) + "\n.SS while the solver plays\n" + _keys(DEMO_ROWS),
        "settings": _settings(),
        "files": _files(),
        "environment": _listed(ENVIRONMENT),
        "exit status": _listed(STATUSES),
        "examples": _listed(EXAMPLES),
    }


def _keys(rows: Iterable[Row]) -> str:
    return _listed((keys_text(row), row.help) for row in rows)


def _settings() -> str:
    """Names and values of config.toml, from the table that reads it; the actions from theirs."""
    return "\n".join(
        (
            _escaped(SETTINGS_INTRO.strip()),
            _listed((each.name, f"{each.label}: {_allowed(each)}") for each in SETTINGS.values()),
            ".SS keys of your own",
            _escaped(BIND_INTRO.strip()),
            _listed((", ".join(_bindable(row)), row.help) for row in ROWS if _bindable(row)),
            f".PP\n{_escaped(_key_words())}",
        )
    )


def _allowed(option: Option[Any]) -> str:
    default = text_of(option.default)
    marked = [f"{text} (the default)" if text == default else text for text in option.choices]
    return ", ".join(marked) or _RANGES[option.convert]


_RANGES: Final[Mapping[Callable[[str], Any], str]] = {
    values.side: f"1 to {MAX_SIDE}",
    values.mines: f"0 to {MAX_CELLS - 1}, or 0% to 99%",
}


def _bindable(row: Row) -> list[str]:
    """The actions of a row that may have keys of the player's own."""
    return [action for action in row.actions if _may_be_bound(action)]


def _may_be_bound(action: str) -> bool:
    try:
        return bool(bound_rows("default", {action: Binding((), "")}))
    except SettingsError:
        return False


def _key_words() -> str:
    words = [word for word in _WORDS if not re.fullmatch("ctrl-.", word)]
    letters = " ".join(word.removeprefix("ctrl-") for word in _WORDS if word not in words)
    return f"A key is a character; or {', '.join(words)}; or ctrl- with one of {letters}."


def _files() -> str:
    """Where the program itself would look."""
    config, data = config_path({}, "linux", "~"), data_directory({}, "linux", "~")
    windows = {name: f"%{name}%" for name in ("APPDATA", "LOCALAPPDATA")}
    config_there = config_path(windows, "win32", "")
    data_there = data_directory(windows, "win32", "")
    files = [(config, config_there, CONFIG_FILE)]
    files += [(f"{data}/{name}", f"{data_there}/{name}", text) for name, text in DATA_FILES]
    listed = _listed(
        (here, f"{text} On Windows: {there}".replace("/", "\\")) for here, there, text in files
    )
    return f"{listed}\n.PP\n{_escaped(PLACES.strip())}"


def _listed(items: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f".TP\n.B {_escaped(term)}\n{_escaped(text)}" for term, text in items)


def _escaped(text: str) -> str:
    """The text as roff shows it: a hyphen that can be copied, a tilde that is no accent."""
    for sign, name in {"\\": r"\(rs", "-": r"\-", "~": r"\(ti", "^": r"\(ha", '"': r"\(dq"}.items():
        text = text.replace(sign, name)
    return text


def _unwrapped(prog: str) -> HelpFormatter:
    """Lines are broken by whoever shows the page, not here by the window that is open today."""
    return HelpFormatter(prog, width=10_000)


def _mended(page: str) -> str:
    """A heading on the line of its macro."""
    return page.replace("\n.SH\n", "\n.SH ")
