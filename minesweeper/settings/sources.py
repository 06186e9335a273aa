"""The files of what the player prefers, and where the platform wants them kept.

`config.toml` is the player's own; `state` is what the game remembers by itself, and
counts for less.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from minesweeper.engine.setup import MAX_CELLS, MAX_GUESS_FREE_CELLS, Size, too_full, too_large
from minesweeper.settings.files import (
    Alone,
    check_regular,
    make_directory,
    make_private,
    open_regular,
    reason,
)
from minesweeper.settings.table import (
    BY_NAME,
    LAST_GAME,
    NOTHING_SET,
    SIZES,
    STATE,
    Layer,
    Settings,
    SettingsError,
    conflicts,
    from_environment,
    implied,
    layered,
    parse_value,
    texts_of,
)

CONFIG: Final = "config.toml"
MOST_BYTES: Final = 1 << 20
LOCK: Final = "settings.lock"


def config_path(environ: Mapping[str, str], platform: str, home: str) -> str:
    """Where the platform wants settings kept."""
    if environ.get("MINESWEEPER_HOME"):
        return os.path.join(environ["MINESWEEPER_HOME"], CONFIG)
    if platform == "win32":
        base = environ.get("APPDATA") or os.path.join(home, "AppData", "Roaming")
    else:
        base = environ.get("XDG_CONFIG_HOME", "")
        if not base.startswith("/"):  # a relative one is to be ignored
            base = os.path.join(home, ".config")
    return os.path.join(base, "minesweeper", CONFIG)


def read_settings(path: str, environ: Mapping[str, str], state: Layer) -> Settings:
    """What the environment says, above what the file says, above the state.

    Raises SettingsError at a value that cannot be understood.
    """
    said = read_config(path)
    preferred = layered(said.values, from_environment(environ))
    if not preferred.keys().isdisjoint(SIZES):  # then the last game is not what is wanted
        state = {name: value for name, value in state.items() if name not in LAST_GAME}
    return said._replace(values=layered(state, preferred))


def read_config(path: str) -> Settings:
    """What the file alone says."""
    text = _read(path, follow=True)
    if not text:
        return NOTHING_SET
    from minesweeper.settings.config import parse_config

    return parse_config(path, text)


def save(path: str, changes: Mapping[str, str]) -> None:
    """Set the values in config.toml, and whatever they contradict there.

    Everything else in it stays as it is, also what other copies set meanwhile. Raises
    SettingsError, with the file untouched, where that cannot be done.
    """
    from minesweeper.settings.config import parse_config, with_changes, without

    try:
        with _alone(path):
            text = _read(path, follow=True)
            said = texts_of(parse_config(path, text).values)
            gone = conflicts(changes, said) & set(SIZES) - changes.keys()
            new = with_changes(path, without(text, gone), implied(changes, said) | dict(changes))
            if new != text:
                _replace(path, new, durable=True)
    except OSError as error:
        raise SettingsError(reason(error)) from None


class State:
    """The last level and look, a line each. What cannot be read or written is no reason to stop."""

    def __init__(self, directory: str) -> None:
        self._path = os.path.join(directory, STATE)
        self.values = self._read()

    def remember(self, texts: Mapping[str, str]) -> None:
        """Keep the values of these settings, in place of those kept before."""
        self.values |= {name: parse_value(name, text, STATE) for name, text in texts.items()}
        for path in (os.path.dirname(self._path), self._path):
            make_private(path)
        with suppress(SettingsError, OSError):
            if texts.items() <= texts_of(self._read()).items():
                return
            with _alone(self._path):  # another copy may have written since
                after = texts_of(self._read()) | dict(texts)
                lines = (f"{name} = {text}\n" for name, text in after.items())
                _replace(self._path, "".join(lines))

    def _read(self) -> Layer:
        layer: Layer = {}
        with suppress(SettingsError):
            for line in _read(self._path).splitlines():
                name, _, text = line.partition(" = ")
                with suppress(SettingsError):
                    layer |= {name: parse_value(name, text, STATE)} if name in BY_NAME else {}
        dropped = () if _is_game(layer) else LAST_GAME
        return {name: value for name, value in layer.items() if name not in dropped}


def _alone(path: str) -> Alone:
    """Hold other copies off that would change a file between our reading and our writing it."""
    directory = os.path.dirname(path)
    make_directory(directory)
    return Alone(os.path.join(directory, LOCK))


def _read(path: str, *, follow: bool = False) -> str:
    """Return the text of a regular file, or of one behind a link; empty if there is none."""
    try:
        with open(open_regular(path, follow=follow), "rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise SettingsError(f"{path}: is longer than {MOST_BYTES} bytes")
        return content.decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason(error)
        raise SettingsError(f"{path}: {why}") from None


def _is_game(layer: Layer) -> bool:
    """Whether the last game can be dealt: somebody may have changed the file."""
    if not layer.keys() >= set(LAST_GAME):
        return False
    width, height, mines, no_guess = (layer[name].parsed for name in LAST_GAME)
    size = Size(width, height, mines.among(width * height))
    most = MAX_GUESS_FREE_CELLS if no_guess else MAX_CELLS
    return not (too_large(width, height, most) or too_full(size))


def _replace(path: str, text: str, *, durable: bool = False) -> None:
    """Write a regular file whole or not at all, while other copies are held off.

    It keeps its permissions. A durable one is the player's: it also outlives a power cut, and where
    it is a link, what that points to is written.
    """
    target = os.path.realpath(path) if durable else path
    draft = f"{target}.new"
    try:
        check_regular(target)
        make_directory(os.path.dirname(target))
        with suppress(FileNotFoundError):
            os.remove(draft)  # left by a copy that was killed
        fd = open_regular(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        with open(fd, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if os.path.exists(target):
            os.chmod(draft, os.stat(target).st_mode & 0o7777)
        os.replace(draft, target)
    except OSError as error:
        with suppress(OSError):
            os.remove(draft)
        raise SettingsError(f"{path}: {reason(error)}") from None
