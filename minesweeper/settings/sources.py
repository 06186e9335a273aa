"""Every place that sets options, apart from the command line.

From the lowest to the highest: the game's own file (`saved_settings`), config.toml (`config_file`)
and the environment.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from minesweeper.settings.config_file import NO_CONFIG, Config, unknown_text
from minesweeper.settings.saved_settings import SavedSettings
from minesweeper.settings.table import (
    OPTIONS,
    SETTINGS,
    Layer,
    Options,
    former_text,
    is_former,
    parse_value,
)


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
    saved: SavedSettings, config: Config, environ: Mapping[str, str], options: Options
) -> Sources:
    """Return all sources; SettingsError if a variable of the environment is wrong."""
    environment = read_environment(environ, options)
    former = (
        former_text(options[name], text, options[name].variable)
        for name, text in _variables(environ, options).items()
        if is_former(options[name], text)
    )
    warning = "; ".join(filter(None, (config.warning, *former, _unknown_variables(environ))))
    return Sources(saved.last_game, saved.saved, config, environment, warning)


def _unknown_variables(environ: Mapping[str, str]) -> str:
    """Return a warning about variables that are not those of settings; empty if there are none."""
    known = {"MINESWEEPER_HOME", *(OPTIONS[name].variable for name in SETTINGS)}
    unknown = [name for name in environ if name.startswith("MINESWEEPER_") and name not in known]
    names = [name.partition("_")[2].replace("_", "-").lower() for name in unknown]
    return f"{unknown[0]}: {unknown_text(names)}" if unknown else ""


def read_environment(environ: Mapping[str, str], options: Options) -> Layer:
    """Return the settings in MINESWEEPER_* variables; an empty one sets nothing.

    Values of earlier versions are left out.
    """
    return {
        name: parse_value(options[name], text, options[name].variable)
        for name, text in _variables(environ, options).items()
        if not is_former(options[name], text)
    }


def _variables(environ: Mapping[str, str], options: Options) -> dict[str, str]:
    """Return the texts of the variables that set something, by the names of the settings."""
    texts = {name: environ.get(options[name].variable, "") for name in SETTINGS}
    return {name: text for name, text in texts.items() if text}
