"""What this player prefers, put together from everywhere, and where changes of it are kept."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from minesweeper.cli.options import Options
from minesweeper.cli.setups import fill, given_settings
from minesweeper.engine.setup import Setup
from minesweeper.settings.files import data_directory
from minesweeper.settings.sources import State, config_path, read_config, read_settings, save
from minesweeper.settings.table import LAST, SettingsError
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.screens.desk import Desk

# What the command line may say besides settings.
_NO_SETTINGS: Final = ("seed", "board", "daily", "resume", "show_mines", "demo", "plain")
_SIZE: Final = ("width", "height", "mines")


class Preferred:
    """The options of the command line, filled up from the settings."""

    def __init__(
        self, options: Options, environ: Mapping[str, str], platform: str, home: str
    ) -> None:
        """Raises SettingsError where a setting cannot be understood."""
        self.options = options
        self.named = given_settings(options)
        """What the command line itself says."""
        self.path = config_path(environ, platform, home)
        self.state = State(data_directory(environ, platform, home))
        settings = read_settings(self.path, environ, self.state.values)
        fill(options, settings)
        self.warning = settings.warning
        self.values = {"level": LAST, **given_settings(options)}
        self._bindings = settings.bindings
        self.rows = bound_rows(options.keys, self._bindings)

    def save_named(self) -> None:
        """Keep what the command line says as settings; SettingsError where that cannot be."""
        if not self.named:
            raise SettingsError("nothing to save: name what you prefer besides")
        for name in _NO_SETTINGS:
            if self.options.has(name):
                raise SettingsError(f"--{name.replace('_', '-')} is no setting")
        for name in ("ascii", "emoji"):
            if getattr(self.options, name) is False:
                raise SettingsError(f"--no-{name} is no setting: --glyphs NAME is")
        save(self.path, self.named)

    def remember_look(self, theme: str, zoom: int) -> None:
        """Where the player's file says how it looks, it has to say it anew, or it would win."""
        texts = {"theme": theme, "zoom": str(zoom)}
        new = {name: text for name, text in texts.items() if self.values[name] != text}
        if not new:
            return
        self.values.update(new)
        self.state.remember(new)
        with suppress(SettingsError):  # a file that is written unusually is the player's
            said = read_config(self.path).values
            save(self.path, {name: text for name, text in new.items() if name in said})

    def remember_level(self, setup: Setup) -> None:
        size = {name: str(getattr(setup, name)) for name in _SIZE}
        self.state.remember({**size, "no-guess": str(setup.no_guess).lower()})

    def desk(self, glyphs: Callable[[str], str]) -> Desk:
        """Where the settings can be changed while the game runs."""
        return Desk(
            self.values,
            lambda texts: save(self.path, texts),
            self.path,
            lambda scheme: bound_rows(scheme, self._bindings),
            glyphs,
        )
