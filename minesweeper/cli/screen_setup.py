"""Set up the screen: check the terminal, choose the glyphs and the looks, and show a screen."""

import os
import sys
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING

from minesweeper.cli.output import UsageError, is_utf_8
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.saved_settings import SAVED_SETTINGS_NAME
from minesweeper.settings.table import COMMAND_LINE
from minesweeper.tui.look.own_themes import own_palettes

if TYPE_CHECKING:  # the screen takes 6 ms to import, which plain mode and the commands save
    from minesweeper.tui.look.looks import Looks
    from minesweeper.tui.screen import Screen


def open_screen(
    live: LiveSettings, without: str = "minesweeper --plain plays without one"
) -> tuple["Looks", ModuleType]:
    """Return the looks that the settings ask for, and the curses module.

    Raise UsageError if there is no terminal, which also says what works `without` one, or if it
    cannot show what the command line asks for.
    """
    from minesweeper.tui.look.looks import Looks, zoom_of  # late: the screen
    from minesweeper.tui.look.theme import auto_theme  # late: the screen
    from minesweeper.tui.terminal.terminal import colour_count  # late: the screen

    settings, curses = live.at_start, _load_curses(without)
    saved = live.saved_settings
    # A zoom that was set elsewhere is above what keys have chosen in other games.
    zooms = saved.zooms if settings.source("zoom") in ("", SAVED_SETTINGS_NAME) else {}
    is_required = settings.source("glyphs") == COMMAND_LINE
    looks = Looks(
        settings.theme,
        choose_glyphs(settings.glyphs, is_required=is_required),
        zoom_of(settings.zoom),
        dim_numbers=settings.dim_numbers,
        motion=settings.motion,
        auto=auto_theme(os.environ),
        colours=colour_count(curses, os.environ),
        own=own_palettes(live.own_themes),
        zooms=zooms,
        remember_theme=live.change_theme,
        remember_zoom=saved.remember_zoom,
    )
    return looks, curses


def show_screen(curses: ModuleType, screen: "Screen", looks: "Looks", *, mouse: bool) -> int:
    """Show a screen until the player leaves it; return the exit status."""
    from minesweeper.tui import app  # late: the screen
    from minesweeper.tui.terminal.terminal import Terminal  # late: the screen

    with Terminal(curses, os.environ, mouse=mouse) as terminal:
        return app.run_screens(terminal, screen, looks)


def choose_glyphs(name: str, *, is_required: bool = True) -> str:
    """Return the glyph set to draw with; for "auto" the best one that the terminal shows.

    If the terminal cannot show the set: raise UsageError if it `is_required`, else return the
    best one.
    """
    best = "unicode" if _shows_unicode() and os.environ.get("TERM") != "linux" else "ascii"
    fault = ""
    if name in ("unicode", "emoji") and not _shows_unicode():
        fault = f"{name} needs a UTF-8 locale, but this one is {_encoding()}"
    elif name == "emoji" and sys.platform == "win32":
        fault = "emoji cannot be shown on Windows: curses draws only half of each"
    if name == "auto" or (not is_required and (fault or best == "ascii")):
        return best
    if fault:
        raise UsageError(fault)
    return name


def _shows_unicode() -> bool:
    return sys.platform == "win32" or is_utf_8(_encoding())


def _encoding() -> str:
    """Return the encoding that curses writes, which Python's UTF-8 mode does not change."""
    encoding = None if sys.flags.utf8_mode else os.device_encoding(1)
    if encoding:
        return encoding
    import locale  # late: most terminals report their encoding

    with suppress(locale.Error):  # the environment may name one that is not installed here
        locale.setlocale(locale.LC_CTYPE, "")
    return locale.getencoding()


def _load_curses(without: str) -> ModuleType:
    """Return the curses module; UsageError if there is no terminal for it."""
    # Late: the screen.
    from minesweeper.tui.terminal.terminal import TerminalError, check_terminal, load_curses

    try:
        curses = load_curses()
        check_terminal(curses, os.environ)
    except TerminalError as error:
        raise UsageError(f"{error}: {without}") from None
    return curses
