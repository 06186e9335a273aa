"""The game's own file of settings: what was chosen in it, and what was played last.

It is called `state` and lies in the data directory. The game writes it, while config.toml belongs
to the player and is only read. If both set an option, config.toml takes precedence.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from minesweeper.engine.setup import Setup
from minesweeper.settings.conflicts import merge_layers
from minesweeper.settings.safe_files import (
    decode_text,
    make_directory,
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
from minesweeper.settings.values import Mines, parse_side

SAVED_SETTINGS_NAME: Final = "state"
MAX_SAVED_BYTES: Final = 1 << 20
# This line is there from the end of the first game on.
PLAYED: Final = "played = true"

# What is dealt again as long as the player asks for nothing else.
LAST_GAME: Final = ("width", "height", "mines", "no-guess")
_LAST_PREFIX: Final = "last-"
_ZOOM_PREFIX: Final = "zoom-"


class SavedSettings:
    """The settings chosen in the game, the last game, and zooms, in a file of one line each."""

    def __init__(self, directory: str, options: Options) -> None:
        """Read the file. Lines that cannot be understood are ignored."""
        self.path = os.path.join(directory, SAVED_SETTINGS_NAME)
        self._options = options
        content = self._read()
        self.saved, self.last_game, self.zooms = content.saved, content.last_game, content.zooms
        self._has_played = content.has_played

    @property
    def is_first_start(self) -> bool:
        """Whether no game has ended yet, and the file can say so once one has."""
        folder = os.path.dirname(self.path)
        while not os.path.lexists(folder) and folder != os.path.dirname(folder):
            folder = os.path.dirname(folder)
        return not self._has_played and os.access(folder, os.W_OK | os.X_OK)

    def save(self, values: Mapping[str, Any]) -> None:
        """Save settings, and drop the saved ones that they conflict with.

        Raise SettingsError if the file cannot be written.
        """

        def change(content: _Content) -> _Content:
            zooms = {} if "zoom" in values else content.zooms  # the new one is for all boards
            return content._replace(saved=merge_layers(content.saved, _layer(values)), zooms=zooms)

        self._change(change)

    def remember(self, setup: Setup) -> None:
        """Save the size that is played, so that the game deals it again at the next start."""
        values = (setup.width, setup.height, Mines(setup.mines, is_share=False), setup.no_guess)
        game = _layer(dict(zip(LAST_GAME, values, strict=True)))
        with suppress(SettingsError):  # a full disk does not stop the game
            self._change(lambda content: content._replace(last_game=game))

    def remember_zoom(self, board: tuple[int, int], zoom: int) -> None:
        """Save the zoom for boards of so many columns and rows."""
        with suppress(SettingsError):
            self._change(lambda content: content._replace(zooms={**content.zooms, board: zoom}))

    def note_end(self) -> None:
        """Save that a game has ended, so that the next start is not the first."""
        if not self._has_played:
            with suppress(SettingsError):
                self._change(lambda content: content._replace(has_played=True))

    def _change(self, change: Callable[["_Content"], "_Content"]) -> None:
        """Read the file, which another copy may have changed, and write it with the changes."""
        old = self._read()
        new = change(old)
        self._has_played = new.has_played
        if new == old:
            return
        texts = texts_of(new.saved)
        texts |= {f"{_LAST_PREFIX}{name}": text for name, text in texts_of(new.last_game).items()}
        texts |= {f"{_ZOOM_PREFIX}{w}x{h}": str(zoom) for (w, h), zoom in new.zooms.items()}
        lines = [PLAYED] * new.has_played + [f"{name} = {text}" for name, text in texts.items()]
        try:
            make_directory(os.path.dirname(self.path))
            write_whole(self.path, "".join(f"{line}\n" for line in lines))
        except OSError as error:
            raise SettingsError(reason_of(error)) from None

    def _read(self) -> "_Content":
        """Return what the file holds.

        Lines that cannot be understood are ignored, and so is a file that cannot be read.
        """
        lines: list[str] = []
        with suppress(OSError, UnicodeDecodeError):
            lines = decode_text(read_regular(self.path, MAX_SAVED_BYTES)).splitlines()
        saved: Layer = {}
        last_game: Layer = {}
        zooms: dict[tuple[int, int], int] = {}
        for line in lines:
            layer = last_game if line.startswith(_LAST_PREFIX) else saved
            name, _, text = line.removeprefix(_LAST_PREFIX).partition(" = ")
            if name in SETTINGS:
                with suppress(SettingsError):
                    layer[name] = parse_value(self._options[name], text, SAVED_SETTINGS_NAME)
            elif name.startswith(_ZOOM_PREFIX) and text in self._options["zoom"].choices:
                width, _, height = name.removeprefix(_ZOOM_PREFIX).partition("x")
                with suppress(ValueError):
                    zooms[parse_side(width), parse_side(height)] = int(text)
        game = last_game if _can_be_dealt(last_game) else {}
        return _Content(saved, game, zooms, PLAYED in lines)


class _Content(NamedTuple):
    """What the file holds."""

    saved: Layer
    last_game: Layer
    zooms: Mapping[tuple[int, int], int]
    """The zooms that keys have chosen, by columns and rows of the board."""
    has_played: bool
    """Whether a game has ended."""


def _layer(values: Mapping[str, Any]) -> Layer:
    return {name: Value(each, SAVED_SETTINGS_NAME) for name, each in values.items()}


def texts_of(layer: Layer) -> dict[str, str]:
    """Return the values of a layer as they are written in files."""
    return {name: value.text for name, value in layer.items()}


def _can_be_dealt(last_game: Layer) -> bool:
    """Return whether the last game is complete and allowed: somebody may have changed the file."""
    if last_game.keys() != set(LAST_GAME):
        return False
    width, height, mines, no_guess = (last_game[name].value for name in LAST_GAME)
    try:
        setup = Setup(width, height, mines.count_among(width * height), no_guess=no_guess)
    except ValueError:
        return False
    return not setup.fault()
