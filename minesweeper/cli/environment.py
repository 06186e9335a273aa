"""What only this machine knows: its clock and chance, the player's files, and the terminal."""

import os
import sys
import time
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING

from minesweeper.cli.output import UsageError, is_utf_8
from minesweeper.cli.parser import all_options
from minesweeper.settings.resolve import LiveSettings, resolve
from minesweeper.settings.safe_files import config_path, data_directory
from minesweeper.settings.sources import SavedSettings, own_theme_names, read_sources
from minesweeper.settings.table import COMMAND_LINE, Layer
from minesweeper.store.history import History
from minesweeper.tui.look.own_themes import own_palettes

if TYPE_CHECKING:  # the screen takes 6 ms, which plain mode and the commands do not need
    from minesweeper.tui.look.theme import Looks
    from minesweeper.tui.screen import Screen


# Clock and chance


def now() -> int:
    """Return milliseconds of the monotonic clock, as the loop hands them to the screens."""
    return time.monotonic_ns() // 1_000_000


def today() -> str:
    """Return the date of the daily board, which is the same everywhere."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def latest_date() -> str:
    """Return the date in UTC+14, where each day begins first."""
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + 14 * 60 * 60))


def stamp() -> tuple[str, str]:
    """Return a new game's id, and the time at which it begins."""
    return os.urandom(8).hex(), time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def draw_seed() -> int:
    """Return a seed short enough to be typed."""
    return int.from_bytes(os.urandom(4), "big")


# The player's files


def own_themes() -> list[str]:
    """Return the names of the themes of config.toml."""
    return own_theme_names(config_path(os.environ, sys.platform, _home()))


def load_settings(command_line: Layer) -> LiveSettings:
    """Return the settings from all sources; SettingsError if something in them is wrong."""
    options = all_options(own_themes())
    state = SavedSettings(data_directory(os.environ, sys.platform, _home()), options)
    path = config_path(os.environ, sys.platform, _home())
    sources = read_sources(state, path, os.environ, options)
    own_palettes(sources.config.themes)  # what is wrong there is said before anything is done
    return LiveSettings(resolve(command_line, sources), sources, state, options, choose_glyphs)


def open_history() -> History:
    """Return the history of games; nothing is read or written yet."""
    here = time.strftime("%Y-%m-%d")  # where the player is, as its lists name days
    return History(data_directory(os.environ, sys.platform, _home()), here)


def _home() -> str:
    """Return the home directory; the root where nobody says which it is, as other programs do."""
    home = os.path.expanduser("~")
    return home if os.path.isabs(home) else os.path.abspath(os.sep)


# The terminal


def open_screen(live: LiveSettings) -> tuple["Looks", ModuleType]:
    """Return the looks that are asked for, or that the terminal can show, and curses.

    Raise UsageError where there is no terminal, or it cannot show what was asked for.
    """
    from minesweeper.tui.look.theme import Looks, auto_theme, zoom_of  # late: the screen
    from minesweeper.tui.terminal.terminal import colour_count  # late: the screen

    settings, curses = live.settings, _curses()
    looks = Looks(
        settings.theme,
        choose_glyphs(settings.glyphs, is_asked=settings.source("glyphs") == COMMAND_LINE),
        zoom_of(settings.zoom),
        auto=auto_theme(os.environ),
        colours=colour_count(curses, os.environ),
        own=own_palettes(live.own_themes),
        remember=live.change_theme,
    )
    return looks, curses


def show(curses: ModuleType, screen: "Screen", looks: "Looks", *, mouse: bool) -> int:
    """Show a screen until it is left; return the exit status."""
    from minesweeper.tui import app  # late: the screen
    from minesweeper.tui.terminal.terminal import Terminal  # late: the screen

    with Terminal(curses, os.environ, mouse=mouse) as terminal:
        return app.run_screens(terminal, screen, looks)


def choose_glyphs(wanted: str, *, is_asked: bool = True) -> str:
    """Return the glyph set to draw with: the best that the terminal shows for "auto".

    Raise UsageError if it cannot show what was asked for; a setting gives way.
    """
    best = "unicode" if _shows_unicode() and os.environ.get("TERM") != "linux" else "ascii"
    fault = ""
    if wanted in ("unicode", "emoji") and not _shows_unicode():
        fault = f"{wanted} needs a UTF-8 locale, this one is {_encoding()}"
    elif wanted == "emoji" and sys.platform == "win32":
        fault = "emoji cannot be shown on Windows: curses writes only half of each there"
    if wanted == "auto" or (not is_asked and (fault or best == "ascii")):
        return best
    if fault:
        raise UsageError(fault)
    return wanted


def _shows_unicode() -> bool:
    return sys.platform == "win32" or is_utf_8(_encoding())


def _encoding() -> str:
    """Return what curses writes: Python's own UTF-8 mode does not change that."""
    encoding = None if sys.flags.utf8_mode else os.device_encoding(1)
    if encoding:
        return encoding
    import locale  # late: most terminals tell their encoding

    with suppress(locale.Error):  # the environment may name one that is not installed here
        locale.setlocale(locale.LC_CTYPE, "")
    return locale.getencoding()


def _curses() -> ModuleType:
    """Return the curses module, once it is sure that there is a terminal for it."""
    # Late: the screen.
    from minesweeper.tui.terminal.terminal import TerminalError, check_terminal, load_curses

    try:
        curses = load_curses()
        check_terminal(curses, os.environ)
    except TerminalError as error:
        raise UsageError(str(error)) from None
    return curses
