"""The settings of a running game, which keys and the settings page change and save."""

from collections.abc import Callable, Mapping
from typing import Any

from minesweeper.settings.conflicts import merge_layers
from minesweeper.settings.saved_settings import SavedSettings
from minesweeper.settings.sources import Sources
from minesweeper.settings.table import (
    COMMAND_LINE,
    SETTINGS,
    Layer,
    Options,
    Settings,
    SettingsError,
    Value,
)


class LiveSettings:
    """The settings in force, what they were at the start, and where changes are saved."""

    def __init__(
        self,
        settings: Settings,
        sources: Sources,
        saved_settings: SavedSettings,
        options: Options,
        choose_glyphs: Callable[[str], str] = lambda name: name,
    ) -> None:
        """Take the function that returns the glyph set to draw with for a value of the option.

        It raises SettingsError if the terminal cannot show the glyphs.
        """
        self.options = options
        self.at_start = settings
        """What was set when the program started."""
        self.current: dict[str, Any] = {name: settings.value(name) for name in SETTINGS}
        """The values in force now, by the names of the settings."""
        self.warning = sources.warning
        """The warnings about the sources; empty if there are none."""
        self.bindings = sources.config.bindings
        self.own_themes = sources.config.themes
        self.saved_settings = saved_settings
        self.choose_glyphs = choose_glyphs
        self.read_only = merge_layers(sources.config.values, sources.environment)
        """What config.toml and the environment set, which the game cannot change."""
        self._from_command_line = {
            name: value
            for name, value in settings.layer.items()
            if value.source == COMMAND_LINE and name in SETTINGS
        }

    def source(self, name: str) -> str:
        """Return what sets a setting, in short, if that is above what the game saves; else ""."""
        value = (self.read_only | self._from_command_line).get(name)
        return _file_name(value.source) if value else ""

    def save(self, changes: Mapping[str, Any]) -> str:
        """Save changes; return why they could not be saved, or "" if they were."""
        override = find_override(changes, self._from_command_line | self.read_only)
        if override:
            return _override_reason(override, changes)
        try:
            self.saved_settings.save(changes)
        except SettingsError as error:
            return str(error)
        return ""

    def change_theme(self, theme: str) -> str:
        """Save the theme that a key has chosen; return a remark, empty if it was saved."""
        self.current["theme"] = theme
        return "for this run only" if self.save({"theme": theme}) else ""


def find_override(changes: Mapping[str, Any], above: Layer) -> tuple[str, Value] | None:
    """Return the name and value in a higher layer that override changes; None if nothing does."""
    saved = {name: Value(value, "") for name, value in changes.items()}
    for name, value in above.items():
        if not saved.items() <= merge_layers(saved, {name: value}).items():
            return name, value
    return None


def _override_reason(override: tuple[str, Value], changes: Mapping[str, Any]) -> str:
    """Return what overrides changes, in one short line: "config.toml sets theme (line 3)"."""
    name, value = override
    path, _, line = value.source.partition(", line ")
    place = _file_name(path)
    what = name if name in changes else f"{name} to {value.text}"
    return f"{place} sets {what}" + (f" (line {line})" if line else "")


def _file_name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def override_text(override: tuple[str, Value]) -> str:
    """Return what the player has to do to save a setting that a file or a variable sets."""
    name, value = override
    if value.source.startswith("MINESWEEPER_"):
        return f"to save it, unset {value.source}"
    return f"to save it, delete {name} from {value.source}"
