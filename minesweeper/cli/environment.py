"""What only this computer knows: the time, randomness, and the player's files."""

import os
import sys
import time

from minesweeper.cli.parser import all_options
from minesweeper.cli.screen_setup import choose_glyphs
from minesweeper.settings.config_file import read_config, with_own_themes
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.paths import config_path, data_directory
from minesweeper.settings.resolve import resolve
from minesweeper.settings.saved_settings import SavedSettings
from minesweeper.settings.sources import read_sources
from minesweeper.settings.table import Layer, SettingsError
from minesweeper.store.store import Store
from minesweeper.tui.look.own_themes import own_palettes, own_themes_warning
from minesweeper.tui.terminal.clock import now as now

# Time and randomness


def daily_date() -> str:
    """Return the date of the daily board: that of UTC, the same for everybody."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def today() -> str:
    """Return the player's own date; lists name days as the player's calendar does."""
    return time.strftime("%Y-%m-%d")


def latest_date() -> str:
    """Return the date in UTC+14, where each day begins first."""
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + 14 * 60 * 60))


def time_stamp() -> str:
    """Return the time in UTC as ISO 8601 text."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def make_stamp() -> tuple[str, str]:
    """Return a random id for a new game, and the time in UTC at which it begins."""
    return os.urandom(8).hex(), time_stamp()


def draw_seed() -> int:
    """Return a random seed that is short enough to type."""
    return int.from_bytes(os.urandom(4), "big")


# The player's files


def load_settings(command_line: Layer) -> LiveSettings:
    """Return the settings from all sources; SettingsError if something in them is wrong."""
    config = read_config(config_path(os.environ, sys.platform, _home()), all_options())
    own_palettes(config.themes)  # so that their errors are reported before all else
    warnings = config.warning, own_themes_warning(config.themes)
    config = config._replace(warning="; ".join(filter(None, warnings)))
    options = with_own_themes(all_options(), config.themes)
    if "theme" in command_line:  # argparse does not know the player's own themes
        try:
            options["theme"].parse(command_line["theme"].value)
        except ValueError as error:
            raise SettingsError(f"--theme: {error}") from None
    saved_settings = SavedSettings(data_directory(os.environ, sys.platform, _home()), options)
    sources = read_sources(saved_settings, config, os.environ, options)
    settings = resolve(command_line, sources)
    return LiveSettings(settings, sources, saved_settings, options, choose_glyphs)


def open_store() -> Store:
    """Return what keeps the player's games; nothing is read or written yet."""
    directory = data_directory(os.environ, sys.platform, _home())
    return Store(directory, os.urandom(8).hex(), time_stamp)


def _home() -> str:
    """Return the home directory, or the root if the system names none, as other programs do."""
    if os.environ.get("HOME") == "":
        del os.environ["HOME"]  # as if it were unset: `expanduser` would make it the root
    home = os.path.expanduser("~")
    return home if os.path.isabs(home) else os.path.abspath(os.sep)
