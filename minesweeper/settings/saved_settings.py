"""The game's own file of settings: what was chosen in the game, and the size played last.

It is called `state` and lies in the data directory. The game writes it, while config.toml belongs
to the player and is only read. If both set an option, config.toml takes precedence.
"""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from minesweeper.engine.setup import Setup, why_too_large_to_solve
from minesweeper.settings.config_file import SPEAK
from minesweeper.settings.conflicts import merge_layers
from minesweeper.settings.safe_files import (
    FileLock,
    decode_text,
    make_directory,
    make_private,
    read_regular,
    reason_of,
    write_whole,
)
from minesweeper.settings.table import (
    SETTINGS,
    Layer,
    Options,
    SettingsError,
    Value,
    parse_value,
)
from minesweeper.settings.values import Mines

SAVED_SETTINGS_NAME: Final = "state"
SETTINGS_LOCK: Final = "settings.lock"
MAX_SAVED_BYTES: Final = 1 << 20
# The first version did not write this line, and saved every change of the zoom.
SETTINGS_VERSION: Final = "version = 2"

# What is dealt again as long as the player asks for nothing else.
LAST_GAME: Final = ("width", "height", "mines", "no-guess")
_LAST_PREFIX: Final = "last-"
# An option of earlier versions.
_SPEAKS: Final = f"{SPEAK} = true"


class SavedSettings:
    """The settings chosen in the game, and the last game, in a file of one line each."""

    def __init__(self, directory: str, options: Options) -> None:
        """Read the file. Lines that cannot be understood are ignored."""
        self.path = os.path.join(directory, SAVED_SETTINGS_NAME)
        self._options = options
        self.speaks = _SPEAKS in self._lines()
        """Whether an earlier version saved `speak`; false as soon as anything else is saved."""
        self.saved, self.last_game = self._read()

    def save(self, values: Mapping[str, Any]) -> None:
        """Save settings, and drop the saved ones that they conflict with.

        Raise SettingsError if the file cannot be written.
        """
        self._change(
            {name: Value(value, SAVED_SETTINGS_NAME) for name, value in values.items()}, {}
        )

    def remember(self, setup: Setup) -> None:
        """Save the size that is played, so that the game deals it again at the next start."""
        values = (setup.width, setup.height, Mines(setup.mines, is_share=False), setup.no_guess)
        layer = {
            name: Value(each, SAVED_SETTINGS_NAME)
            for name, each in zip(LAST_GAME, values, strict=True)
        }
        with suppress(SettingsError):  # a full disk does not stop the game
            self._change({}, layer)

    def _change(self, saved: Layer, last_game: Layer) -> None:
        directory = os.path.dirname(self.path)
        make_private(self.path)
        changes = saved, last_game
        is_there = (
            new.items() <= old.items() for new, old in zip(changes, self._read(), strict=True)
        )
        if all(is_there) and not self.speaks:
            return
        try:
            make_directory(directory)
            with FileLock(os.path.join(directory, SETTINGS_LOCK)):
                old_saved, old_game = self._read()  # another copy may have written since
                texts = texts_of(merge_layers(old_saved, saved))
                game = texts_of(last_game or old_game)
                texts |= {f"{_LAST_PREFIX}{name}": text for name, text in game.items()}
                lines = (f"{name} = {text}\n" for name, text in texts.items())
                write_whole(self.path, f"{SETTINGS_VERSION}\n{''.join(lines)}")
        except OSError as error:
            raise SettingsError(reason_of(error)) from None
        self.speaks = False

    def _read(self) -> tuple[Layer, Layer]:
        """Return the settings and the last game that the file holds."""
        lines = self._lines()
        if SETTINGS_VERSION not in lines:
            of_theme = [line for line in lines if line.startswith("theme")]
            lines = of_theme + [
                f"{_LAST_PREFIX}{line}" for line in lines if not line.startswith(("theme", "zoom"))
            ]
        saved = self._parse_lines(line for line in lines if not line.startswith(_LAST_PREFIX))
        last_game = self._parse_lines(
            line.removeprefix(_LAST_PREFIX) for line in lines if line.startswith(_LAST_PREFIX)
        )
        return saved, last_game if _can_be_dealt(last_game) else {}

    def _lines(self) -> list[str]:
        """Return the lines of the file; none if it is missing, too long or cannot be read."""
        with suppress(OSError, UnicodeDecodeError):
            content = read_regular(self.path, MAX_SAVED_BYTES + 1)
            if len(content) <= MAX_SAVED_BYTES:
                return decode_text(content).splitlines()
        return []

    def _parse_lines(self, lines: Iterable[str]) -> Layer:
        """Return the settings in lines, without those that cannot be understood."""
        layer: Layer = {}
        for line in lines:
            name, _, text = line.partition(" = ")
            if name in SETTINGS:
                with suppress(SettingsError):
                    layer[name] = parse_value(self._options[name], text, SAVED_SETTINGS_NAME)
        return layer


def texts_of(layer: Layer) -> dict[str, str]:
    """Return the values of a layer as they are written in files."""
    return {name: value.text for name, value in layer.items()}


def _can_be_dealt(last_game: Layer) -> bool:
    """Return whether the last game is complete and allowed: somebody may have changed the file."""
    if last_game.keys() != set(LAST_GAME):
        return False
    width, height, mines, no_guess = (last_game[name].value for name in LAST_GAME)
    try:
        Setup(width, height, mines.count_among(width * height))
    except ValueError:
        return False
    return not no_guess or not why_too_large_to_solve(width, height)
