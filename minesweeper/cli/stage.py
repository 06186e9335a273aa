"""The stage: what the terminal here can show, and a screen on it until it is left."""

import os
import sys
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING

from minesweeper.cli.options import Options, UsageError
from minesweeper.cli.setups import glyphs_of
from minesweeper.settings.table import SettingsError

if TYPE_CHECKING:
    from minesweeper.cli.preferred import Preferred
    from minesweeper.tui.look.looks import Looks
    from minesweeper.tui.screen import Screen


def looks_and_curses(own: "Preferred") -> tuple["Looks", ModuleType]:
    """What was asked for, or what the locale, the environment and the terminal can show."""
    from minesweeper.tui.look.looks import Looks, auto_theme
    from minesweeper.tui.terminal.session import has_colours

    options, curses = own.options, _curses()
    looks = Looks(
        options.theme,
        _glyphs(options),
        options.zoom,
        auto=auto_theme(os.environ),
        colours=has_colours(curses, os.environ),
        remember=own.remember_look,
    )
    return looks, curses


def show(options: Options, curses: ModuleType, screen: "Screen", looks: "Looks") -> int:
    """Show a screen until it is left; whatever game is played then is kept."""
    from minesweeper.tui import app
    from minesweeper.tui.terminal.session import Terminal

    with Terminal(curses, os.environ, mouse=options.mouse) as terminal:
        return app.run(terminal, screen, looks)


def set_glyphs(name: str) -> str:
    """The glyph set for what is chosen on the settings screen."""
    fault = _fault_of(name)
    if fault:
        raise SettingsError(fault)
    return _own_glyphs() if name == "auto" else name


def _glyphs(options: Options) -> str:
    """What was asked for, or all that the locale or the Linux console's font can show."""
    own = _own_glyphs()
    is_setting = "glyphs" in options.sources
    if own == "ascii" and is_setting and options.ascii is not False:
        return own  # a setting gives way
    glyphs = glyphs_of(options, own)
    fault = _fault_of(glyphs)
    if fault and is_setting and glyphs == "emoji":
        return own
    if fault:
        raise UsageError(fault)
    return glyphs


def _fault_of(glyphs: str) -> str:
    """Return why a glyph set cannot be shown here, empty if it can."""
    if glyphs in ("unicode", "emoji") and not _speaks_unicode():
        return f"{glyphs} needs a UTF-8 locale, this one is {_encoding()}"
    if glyphs == "emoji" and sys.platform == "win32":
        return "emoji cannot be shown on Windows: curses writes only half of each there"
    return ""


def _own_glyphs() -> str:
    """What the terminal can show without being asked for more."""
    return "unicode" if _speaks_unicode() and os.environ.get("TERM") != "linux" else "ascii"


def _speaks_unicode() -> bool:
    return sys.platform == "win32" or _encoding().lower().replace("-", "") == "utf8"


def _encoding() -> str:
    """What the terminal is written in: Python's own UTF-8 mode does not change what curses does."""
    encoding = None if sys.flags.utf8_mode else os.device_encoding(1)
    if encoding:
        return encoding
    import locale  # late: it loads the regular expressions

    with suppress(locale.Error):  # the environment may name one that is not installed here
        locale.setlocale(locale.LC_CTYPE, "")
    return locale.getencoding()


def _curses() -> ModuleType:
    """The curses module, once it is sure that there is a terminal for it."""
    from minesweeper.tui.terminal.session import TerminalError, check_terminal, load_curses

    try:
        curses = load_curses()
        check_terminal(curses, os.environ)
    except TerminalError as error:
        raise UsageError(str(error)) from None
    return curses
