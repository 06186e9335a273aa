"""The manual page: the options from the parser, the keys from their table, the rest from here."""

import re
from argparse import HelpFormatter
from collections.abc import Iterable, Mapping
from typing import Final

from argparse_manpage.manpage import Manpage

from minesweeper import __version__
from minesweeper.arguments import Parser
from minesweeper.tui.keys import DEMO_ROWS, ROWS, Row, keys_text

SYNOPSIS: Final = r"""
.B minesweeper
[\fIoption\fR ...]
.br
.B minesweeper
\fIcommand\fR [\fIoption\fR ...] [\fIargument\fR ...]
""".strip()
DESCRIPTION: Final = """
Without a command, a game starts at once. Every move is on disk before the next key is read, so
that nothing is lost however the program ends: --resume goes on with the game that waits.
.PP
A number says how many of the up to eight cells around it hide a mine. Reveal every cell without a
mine, or flag exactly the mines: whichever is done first wins.
"""
FILES: Final = (
    (
        "$XDG_DATA_HOME/minesweeper, by default ~/.local/share/minesweeper",
        "The games that were played, and those that wait. On Windows: %LOCALAPPDATA%/minesweeper.",
    ),
    (
        "$XDG_CONFIG_HOME/minesweeper/config.toml, by default ~/.config/minesweeper/config.toml",
        "The settings.",
    ),
)
ENVIRONMENT: Final = (
    ("MINESWEEPER_HOME", "The directory of games and settings, in place of the platform's own."),
    (
        "MINESWEEPER_*",
        "A setting by its name, as in MINESWEEPER_THEME=light: it beats config.toml, and an option "
        "beats it.",
    ),
    ("XDG_DATA_HOME, XDG_CONFIG_HOME", "Where the platform's directories are."),
    ("NO_COLOR", "If it is not empty, the game is drawn without colours."),
    ("COLORFGBG", "Whether the terminal is dark or light, where it says so."),
    ("TERM", "The kind of terminal; what it cannot do is not asked of it."),
)
STATUSES: Final = (
    ("0", "All went well, or the game was left."),
    ("1", "A negative answer: verify found a claim that is not so."),
    ("2", "Wrong input: a line on standard error says what is wrong, and what is allowed."),
    ("128+n", "The program was ended by signal n; --resume goes on with the game."),
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
        "files": _listed(FILES),
        "environment": _listed(ENVIRONMENT),
        "exit status": _listed(STATUSES),
        "examples": _listed(EXAMPLES),
    }


def _keys(rows: Iterable[Row]) -> str:
    return _listed((keys_text(row), row.help) for row in rows)


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
    """A heading on the line of its macro; no space before a value that is only taken after "="."""
    page = page.replace("\n.SH\n", "\n.SH ")
    return re.sub(r"(\\fR)? (\\fI\\,)?\[=", r"\1\2[=", page)
