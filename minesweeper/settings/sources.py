"""Every place that sets options, apart from the command line.

From the lowest to the highest: the game's own file (`saved_settings`), config.toml (`config_file`)
and the environment.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from minesweeper.settings.config_file import NO_CONFIG, Config, read_config
from minesweeper.settings.saved_settings import SavedSettings
from minesweeper.settings.table import SETTINGS, Layer, Options, parse_value

_SPEAK_VARIABLE: Final = "MINESWEEPER_SPEAK"
_SPEAK_IS_GONE: Final = "speak is gone, delete it: --plain is the mode for screen readers"


class Sources(NamedTuple):
    """What is set apart from the command line, the lowest first."""

    last_game: Layer
    saved: Layer
    config: Config
    environment: Layer
    # The warnings about all sources; empty if there are none.
    warning: str = ""


NO_SOURCES: Final = Sources({}, {}, NO_CONFIG, {})


def read_sources(
    saved: SavedSettings, path: str, environ: Mapping[str, str], options: Options
) -> Sources:
    """Read config.toml, at `path`, and the environment; SettingsError if either is wrong."""
    config, environment = read_config(path, options), read_environment(environ, options)
    variable = _SPEAK_VARIABLE if environ.get(_SPEAK_VARIABLE) == "true" else ""
    speak = config.speak or variable
    gone = f"{speak}: {_SPEAK_IS_GONE}" if speak else ""
    warning = "; ".join(filter(None, (config.warning, gone)))
    return Sources(saved.last_game, saved.saved, config, environment, warning)


def read_environment(environ: Mapping[str, str], options: Options) -> Layer:
    """Return the settings in MINESWEEPER_* variables; an empty one sets nothing."""
    return {
        name: parse_value(options[name], environ[options[name].variable], options[name].variable)
        for name in SETTINGS
        if environ.get(options[name].variable)
    }
