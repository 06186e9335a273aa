"""Make the manual page from its prose and the tables of options, settings, keys and paths.

The prose is in `minesweeper/data/manual.toml`; everything else comes from the program's own tables.
"""

import os
import re
import tomllib
from argparse import HelpFormatter
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Any, Final

from argparse_manpage.manpage import Manpage

from minesweeper import __version__
from minesweeper.cli.parser import Parser, all_options
from minesweeper.engine.setup import MAX_CELLS, MAX_SIDE
from minesweeper.settings import values
from minesweeper.settings.paths import config_path, data_directory
from minesweeper.settings.saved_settings import SAVED_SETTINGS_NAME
from minesweeper.settings.table import Binding, Option, SettingsError, text_of
from minesweeper.store.store import GAMES_FILE
from minesweeper.tui.keys import _WORDS, DEMO_ROWS, ROWS, KeyRow, bound_rows, keys_text
from minesweeper.tui.look.own_themes import BASES
from minesweeper.tui.look.palettes import ROLES

SETTINGS: Final = [option for option in all_options().values() if option.is_setting]
PROSE: Final[dict[str, Any]] = tomllib.loads(
    (files("minesweeper") / "data" / "manual.toml").read_text(encoding="ascii")
)


def manual(whole: Parser, commands: Mapping[str, Parser]) -> str:
    """Return the page, in the macros of man(7)."""
    titles = [group.title for group in whole._action_groups if group.title]
    for parser in (whole, *commands.values()):
        parser.formatter_class = _unwrapped
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
    page.add_section("synopsis", "=", PROSE["synopsis"].strip())
    page.add_section("description", "=", _escaped(PROSE["description"].strip()))
    for heading, content in _sections().items():
        page.add_section(heading, "=", content)
    return page


def _sections() -> dict[str, str]:
    return {
        "keys": _keys(ROWS) + "\n.SS while the solver plays\n" + _keys(DEMO_ROWS),
        "settings": _settings(),
        "files": _files(),
        "environment": _environment(),
        "exit status": _listed(PROSE["statuses"].items()),
        "examples": _listed(PROSE["examples"].items()),
    }


def _keys(rows: Iterable[KeyRow]) -> str:
    return _listed((keys_text(row), row.help) for row in rows)


def _settings() -> str:
    """Return the names and values for config.toml, and the actions that may have keys."""
    return "\n".join(
        (
            _escaped(PROSE["settings"].strip()),
            "\n".join(map(_setting, SETTINGS)),
            ".SS keys of your own",
            _escaped(PROSE["bind"].strip()),
            _listed((", ".join(_bindable(row)), row.help) for row in ROWS if _bindable(row)),
            f".PP\n{_escaped(_key_words())}",
            ".SS themes of your own",
            _escaped(_themes()),
        )
    )


def _setting(option: Option[Any]) -> str:
    """Return a setting with its values; the options describe them."""
    return _listed([(option.name, _allowed(option))])


def _allowed(option: Option[Any]) -> str:
    default = text_of(option.default)
    marked = [f"{text} (the default)" if text == default else text for text in option.choices]
    return ", ".join(marked) or _RANGES[option.convert]


_RANGES: Final[Mapping[Callable[[str], Any], str]] = {
    values.parse_minutes: f"0 to {values.MAX_MINUTES}",
    values.parse_side: f"1 to {MAX_SIDE}",
    values.parse_mines: f"0 to {MAX_CELLS - 1}, or 0% to 99%",
}


def _bindable(row: KeyRow) -> list[str]:
    """Return the actions of a row that the player may bind keys to."""
    return [action for action in row.actions if _may_be_bound(action)]


def _may_be_bound(action: str) -> bool:
    try:
        return bool(bound_rows("default", {action: Binding((), "")}))
    except SettingsError:
        return False


def _themes() -> str:
    bases, colours = ", ".join(BASES), ", ".join(ROLES)
    return str(PROSE["themes"]).strip().format(bases=bases, colours=colours)


def _key_words() -> str:
    words = [word for word in _WORDS if not re.fullmatch("ctrl-.", word)]
    letters = " ".join(word.removeprefix("ctrl-") for word in _WORDS if word not in words)
    return f"A key is a character; or {', '.join(words)}; or ctrl- with one of {letters}."


def _files() -> str:
    """Return the files of the program and where each of them lies."""
    windows = {name: f"%{name}%" for name in ("APPDATA", "LOCALAPPDATA")}
    paths = []
    for environ, platform, home in (({}, "linux", "~"), (windows, "win32", "")):
        config, data = config_path(environ, platform, home), data_directory(environ, platform, home)
        backup = "-backup".join(os.path.splitext(GAMES_FILE))
        names = (GAMES_FILE, backup, SAVED_SETTINGS_NAME)
        paths.append([config, *(f"{data}/{name}" for name in names)])
    texts = [PROSE["files"][path.rpartition("/")[2]].strip() for path in paths[0]]
    listed = _listed(
        (here, f"{text} On Windows: {there}".replace("/", "\\"))
        for here, there, text in zip(*paths, texts, strict=True)
    )
    return f"{listed}\n.PP\n{_escaped(PROSE['places'].strip())}"


def _environment() -> str:
    variables = ", ".join(option.variable for option in SETTINGS)
    texts = {name: text.strip() for name, text in PROSE["environment"].items()}
    return _listed((name, text.format(variables=variables)) for name, text in texts.items())


def _listed(items: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f".TP\n.B {_escaped(term)}\n{_escaped(text)}" for term, text in items)


def _escaped(text: str) -> str:
    """Escape a text for roff: a hyphen stays a hyphen that can be copied, a tilde is no accent."""
    for sign, name in {"\\": r"\(rs", "-": r"\-", "~": r"\(ti", "^": r"\(ha", '"': r"\(dq"}.items():
        text = text.replace(sign, name)
    return text


def _unwrapped(prog: str) -> HelpFormatter:
    """Return a formatter that breaks no lines: the program that shows the page does that."""
    return HelpFormatter(prog, width=10_000)


def _mended(page: str) -> str:
    """Put each heading on the line of its macro, and the JSON keys in a paragraph.

    Lines of usage are not adjusted: roff warns where choices without a blank fill a line.
    """
    page = page.replace("\n.SH\n", "\n.SH ").replace("\nJSON\n", "\n.PP\nJSON: ")
    return re.sub(r"^usage: .*$", r".ad l\n\g<0>\n.ad", page, flags=re.MULTILINE)
