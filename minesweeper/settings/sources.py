"""The places apart from the command line that set options, and how their values add up.

The environment is above `config.toml`, which belongs to the player and is only read; below both is
`state`, the game's own file of what was chosen in the game and what was played last.
"""

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from minesweeper.engine.setup import Setup, too_large_to_solve
from minesweeper.settings.conflicts import merged
from minesweeper.settings.safe_files import (
    Alone,
    make_directory,
    make_private,
    read_regular,
    reason,
    write_whole,
)
from minesweeper.settings.table import (
    SETTINGS,
    Binding,
    Layer,
    Option,
    Options,
    SettingsError,
    Value,
)
from minesweeper.settings.values import LONGEST_SHOWN, Mines, quoted

MOST_BYTES: Final = 1 << 20
LOCK: Final = "settings.lock"
SAVED_SETTINGS_NAME: Final = "state"
# The first version wrote no such line, and saved each zoom.
SETTINGS_VERSION: Final = "version = 2"

# What is played again while nothing else is asked for.
LAST_GAME: Final = ("width", "height", "mines", "no-guess")
_LAST: Final = "last-"


def parse_value(option: Option[Any], text: str, source: str) -> Value:
    """Return the value of a setting; SettingsError says where it is wrong."""
    try:
        return Value(option.parse(text), source)
    except ValueError as error:
        raise SettingsError(f"{source}: {option.name}: {error}") from None


# Sources


class OwnTheme(NamedTuple):
    """A theme of the player's own: what its table in config.toml sets, and where that begins."""

    name: str
    entries: dict[str, Value]
    source: str


class Config(NamedTuple):
    """What config.toml sets."""

    values: Layer
    bindings: dict[str, Binding]
    themes: tuple[OwnTheme, ...] = ()
    # What is wrong without being an error; empty if nothing is.
    warning: str = ""
    # Where `speak` is true; empty if it is not.
    speak: str = ""


class Sources(NamedTuple):
    """What is set apart from the command line, the lowest first."""

    last_game: Layer
    saved: Layer
    config: Config
    environment: Layer
    # What is wrong without being an error; empty if nothing is.
    warning: str = ""


NO_SOURCES: Final = Sources({}, {}, Config({}, {}), {})


# An option of earlier versions. Where it is still set, that is no error; true warns.
SPEAK: Final = "speak"
_SPEAK_VARIABLE: Final = "MINESWEEPER_SPEAK"
_SPEAKS: Final = f"{SPEAK} = true"
_SPEAK_IS_GONE: Final = "speak is gone{}: --plain is the mode for screen readers"


def read_sources(
    state: "SavedSettings", path: str, environ: Mapping[str, str], options: Options
) -> Sources:
    """Read config.toml and the environment; SettingsError where they cannot be understood."""
    config, environment = read_config(path, options), read_environment(environ, options)
    variable = _SPEAK_VARIABLE if environ.get(_SPEAK_VARIABLE) == "true" else ""
    speak = config.speak or variable
    gone = _SPEAK_IS_GONE.format("") if state.speaks else ""
    if speak:
        gone = f"{speak}: {_SPEAK_IS_GONE.format(', delete it')}"
    warning = "; ".join(filter(None, (config.warning, gone)))
    return Sources(state.last_game, state.saved, config, environment, warning)


def read_environment(environ: Mapping[str, str], options: Options) -> Layer:
    """Return the settings in variables; an empty one sets nothing."""
    return {
        name: parse_value(options[name], environ[options[name].variable], options[name].variable)
        for name in SETTINGS
        if environ.get(options[name].variable)
    }


def read_config(path: str, options: Options) -> Config:
    """Return what config.toml sets."""
    text = _read(path, follow=True)
    if not text:
        return NO_SOURCES.config
    return parse_config(path, text, options)


class SavedSettings:
    """The game's own file: settings chosen in the game, and the last game; a line each."""

    def __init__(self, directory: str, options: Options) -> None:
        """Read the file. What cannot be understood in it is no reason to stop."""
        self.path = os.path.join(directory, SAVED_SETTINGS_NAME)
        self._options = options
        self.speaks = _SPEAKS in self._lines()
        """Whether an earlier version saved that setting, until anything else is saved."""
        self.saved, self.last_game = self._read()

    def save(self, values: Mapping[str, Any]) -> None:
        """Save settings in place of those that they conflict with; SettingsError if that fails."""
        self._change(
            {name: Value(value, SAVED_SETTINGS_NAME) for name, value in values.items()}, {}
        )

    def remember(self, setup: Setup) -> None:
        """Save what is played, so that a bare start deals it again."""
        values = (setup.width, setup.height, Mines(setup.mines, is_share=False), setup.no_guess)
        layer = {
            name: Value(each, SAVED_SETTINGS_NAME)
            for name, each in zip(LAST_GAME, values, strict=True)
        }
        with suppress(SettingsError):  # a disk that takes nothing does not stop the game
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
            with Alone(os.path.join(directory, LOCK)):
                old_saved, old_game = self._read()  # another copy may have written since
                texts = texts_of(merged(old_saved, saved))
                game = texts_of(last_game or old_game)
                texts |= {f"{_LAST}{name}": text for name, text in game.items()}
                lines = (f"{name} = {text}\n" for name, text in texts.items())
                write_whole(self.path, f"{SETTINGS_VERSION}\n{''.join(lines)}")
        except OSError as error:
            raise SettingsError(reason(error)) from None
        self.speaks = False

    def _read(self) -> tuple[Layer, Layer]:
        """Return the settings and the last game that the file holds."""
        lines = self._lines()
        if SETTINGS_VERSION not in lines:
            lines = [line if line.startswith("theme") else f"{_LAST}{line}" for line in lines]
            lines = [line for line in lines if not line.startswith(f"{_LAST}zoom")]
        saved = self._understood(line for line in lines if not line.startswith(_LAST))
        last = (line.removeprefix(_LAST) for line in lines if line.startswith(_LAST))
        last_game = self._understood(last)
        return saved, last_game if _can_be_dealt(last_game) else {}

    def _lines(self) -> list[str]:
        with suppress(SettingsError):
            return _read(self.path).splitlines()
        return []

    def _understood(self, lines: Iterable[str]) -> Layer:
        """Return the settings in lines; those that are none are passed over."""
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
    """Return whether the last game is one: somebody may have changed the file."""
    if last_game.keys() != set(LAST_GAME):
        return False
    width, height, mines, no_guess = (last_game[name].value for name in LAST_GAME)
    try:
        Setup(width, height, mines.among(width * height))
    except ValueError:
        return False
    return not no_guess or not too_large_to_solve(width, height)


def _read(path: str, *, follow: bool = False) -> str:
    """Return the text of a regular file, or of one behind a link; empty if there is none."""
    try:
        content = read_regular(path, MOST_BYTES + 1, follow=follow)
        if len(content) > MOST_BYTES:
            raise SettingsError(f"{path}: is longer than {MOST_BYTES} bytes")
        return content.decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, UnicodeDecodeError) as error:
        why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason(error)
        raise SettingsError(f"{path}: {why}") from None


# The table that names keys for actions, and the one of the player's own themes.
BIND: Final = "bind"
THEMES: Final = "themes"
# How many unknown names a warning lists.
MOST_UNKNOWN_NAMED: Final = 5
# The length of an error of TOML: a name in it may be as long as the file.
LONGEST_REASON: Final = 100
# A name of so many parts is refused; settings have two at most, as in bind.hint.
MOST_PARTS: Final = 20
_BOM: Final = "\ufeff"  # Notepad's mark of UTF-8


def parse_config(path: str, text: str, options: Options) -> Config:
    """Return what config.toml sets; SettingsError, with the line, if it cannot be understood."""
    table = _parse_toml(path, text)
    source = _Source(path, _lines_that_set(text))
    bind = table.pop(BIND, {})
    if not isinstance(bind, dict):
        raise SettingsError(f"{source.place(BIND)}: {BIND}: a table of actions is expected")
    own = table.pop(THEMES, {})
    if not isinstance(own, dict):
        raise SettingsError(f"{source.place(THEMES)}: {THEMES}: a table of themes is expected")
    themes = tuple(_own_theme(source, name, colours) for name, colours in own.items())
    known = {name: _value(source, options[name], table[name]) for name in SETTINGS if name in table}
    bindings = {action: _binding(source, action, keys) for action, keys in bind.items()}
    unknown = [name for name in table if name not in (*SETTINGS, SPEAK)]
    warning = _warning(source, unknown) if unknown else ""
    speak = source.place(SPEAK) if table.get(SPEAK) is True else ""
    return Config(known, bindings, themes, warning, speak)


def own_theme_names(path: str) -> list[str]:
    """Return the names of the themes in config.toml; none where it cannot be understood."""
    with suppress(SettingsError):
        text = _read(path, follow=True)
        if THEMES in text:  # few players have themes of their own: others need no parser
            table = _parse_toml(path, text).get(THEMES)
            return [*table] if isinstance(table, dict) else []
    return []


def _own_theme(source: "_Source", name: str, table: object) -> OwnTheme:
    header = f"{THEMES}.{name}"
    place = source.place(header)
    if not isinstance(table, dict):
        raise SettingsError(f"{place}: {quoted(header)}: a table of colours is expected")
    entries = {key: _entry(source, header, key, value) for key, value in table.items()}
    return OwnTheme(name, entries, place)


def _entry(source: "_Source", header: str, key: str, value: object) -> Value:
    place = source.place(key, header)
    written = None if isinstance(value, bool) else _text_of(value)
    if written is None:
        raise SettingsError(f'{place}: {quoted(key)}: a colour is expected, 0 to 255 or "#rrggbb"')
    return Value(written, place)


# The lines that set a name in a table, from 0; "" is the table above all others.
Lines = dict[tuple[str, str], list[int]]


class _Source(NamedTuple):
    """The path of a file, and which of its lines set what."""

    path: str
    lines: Lines

    def place(self, name: str, table: str = "") -> str:
        """Return the file and, if it can be found, the line that sets a name."""
        for index in self.lines.get((table, name), []):
            return f"{self.path}, line {index + 1}"
        return self.path


def _parse_toml(path: str, text: str) -> dict[str, Any]:
    import tomllib  # late: most players have no file

    if re.search(_DEEP, text):  # for which tomllib takes the square of its length
        raise SettingsError(f"{path}: a name of {MOST_PARTS} parts is not a setting")
    try:
        # An error in a last line without an end would be "at end of document".
        return tomllib.loads(text.removeprefix(_BOM) + "\n")
    except RecursionError:
        raise SettingsError(f"{path}: its brackets are nested too deeply") from None
    except ValueError as error:
        if not isinstance(error, tomllib.TOMLDecodeError):  # Python reads no number so long
            raise SettingsError(f"{path}: a number has too many digits") from None
        line = re.search(r" \(at (line \d+), column \d+\)$", str(error))
        place = f"{path}, {line[1]}" if line else path
        what = str(error).removesuffix(line[0] if line else "")[:LONGEST_REASON]
        raise SettingsError(f"{place}: {what}") from None


def _value(source: _Source, option: Option[Any], value: object) -> Value:
    place = source.place(option.name)
    written = _text_of(value)
    if written is None:
        what = "a text, a number, or true or false is expected"
        raise SettingsError(f"{place}: {option.name}: {what}")
    return parse_value(option, written, place)


def _text_of(value: object) -> str | None:
    """Return a value as the command line would have it; None if it is of another kind."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else None  # more digits Python may not write
    return value if isinstance(value, str) else None


def _binding(source: _Source, action: str, keys: object) -> Binding:
    place = source.place(action, BIND)
    listed = keys if isinstance(keys, list) else [keys]
    texts = tuple(key for key in listed if isinstance(key, str))
    if len(texts) < len(listed):
        name = action[:LONGEST_SHOWN]
        raise SettingsError(f'{place}: {name}: a key like "x" is expected, or a list of keys')
    return Binding(texts, place)


def _warning(source: _Source, unknown: list[str]) -> str:
    names = ", ".join(quoted(name) for name in unknown[:MOST_UNKNOWN_NAMED])
    more = len(unknown) - MOST_UNKNOWN_NAMED
    rest = f" and {more} more" if more > 0 else ""
    return f"{source.place(unknown[0])}: not a setting: {names}{rest}"


def _lines_that_set(text: str) -> Lines:
    """Return which lines set what. A line that opens a table sets the table's name.

    No line is better than a wrong one: in a text of several lines any of them may look like a
    setting, and the tables whose headers are not understood are no table that is asked for.
    """
    found: Lines = {}
    if '"""' in text or "'''" in text:
        return found
    table = ""
    for index, line in enumerate(text.removeprefix(_BOM).split("\n")):
        header, sets = re.match(_HEADER, line), re.match(_SETS, line)
        if header:
            table = re.sub(r"\s", "", header[1])
            found.setdefault(("", table), []).append(index)
        elif line.lstrip().startswith("["):
            table = "["
        elif sets:
            name = next(group for group in sets.groups() if group is not None)
            found.setdefault((table, name), []).append(index)
    return found


_NAME: Final = r"""(?:"([^"]*)"|'([^']*)'|([\w-]+))"""
_HEADER: Final = r"\s*\[\s*([\w-]+(?:\s*\.\s*[\w-]+)?)\s*\]"
_SETS: Final = rf"\s*{_NAME}\s*[=.]"
_PART: Final = r"""(?:"[^"\n]*"|'[^'\n]*'|(?<![\w-])[\w-]+)"""
_DEEP: Final = rf"(?:{_PART}[ \t]*\.[ \t]*){{{MOST_PARTS}}}"
