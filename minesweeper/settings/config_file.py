"""config.toml, the player's own file of settings: what it sets, and the errors it may contain.

Every error is one line that names the file and, if it can be found, the line of the file.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from minesweeper.settings.safe_files import (
    decode_text,
    is_out_of_reach,
    read_regular,
    reason_of,
)
from minesweeper.settings.table import (
    SETTINGS,
    Binding,
    Layer,
    Options,
    SettingsError,
    Value,
    former_text,
    is_former,
    parse_value,
    text_of,
    with_choices,
)
from minesweeper.settings.values import did_you_mean, quoted

MAX_CONFIG_BYTES: Final = 1 << 20
# The table that names keys for actions, and the one of the player's own themes.
BIND: Final = "bind"
THEMES: Final = "themes"
# How many unknown names a warning lists.
MAX_UNKNOWN_NAMES: Final = 5
# The length to which an error of TOML is cut: a name in it may be as long as the file.
MAX_TOML_ERROR: Final = 100
# tomllib takes quadratic time for a name of many parts; settings have two at most, as in bind.hint.
TOO_MANY_PARTS: Final = 20
_PART: Final = r"""(?:"[^"\n]*"|'[^'\n]*'|(?<![\w-])[\w-]+)"""
_DEEP: Final = rf"(?:{_PART}[ \t]*\.[ \t]*){{{TOO_MANY_PARTS}}}"


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
    # A warning about the contents; empty if there is none.
    warning: str = ""


NO_CONFIG: Final = Config({}, {})


def with_own_themes(options: Options, themes: Iterable[OwnTheme]) -> Options:
    """Return the table of options in which the player may also choose themes of their own."""
    choices = {theme.name: "Your own, from config.toml" for theme in themes}
    return with_choices(options, {"theme": choices})


def read_config(path: str, options: Options) -> Config:
    """Return what config.toml sets; SettingsError if it cannot be read or understood."""
    text = _read_text(path)
    return parse_config(path, text, options) if text else NO_CONFIG


def parse_config(path: str, text: str, options: Options) -> Config:
    """Return what the text of config.toml sets.

    Raise SettingsError, with the line, if it cannot be understood.
    """
    table, source = _parse_toml(path, text), _Source(path, _lines_that_set(text))
    bind = source.entries(BIND, table.pop(BIND, {}), "actions")
    own = source.entries(THEMES, table.pop(THEMES, {}), "themes")
    bindings = {action: _binding(source, action, keys) for action, keys in bind.items()}
    themes = tuple(_own_theme(source, name, colours) for name, colours in own.items())
    allowed = with_own_themes(options, themes)
    texts = {name: source.text(name, table[name]) for name in SETTINGS if name in table}
    former = [name for name, text in texts.items() if is_former(allowed[name], text)]
    values = {
        name: parse_value(allowed[name], text, source.place(name))
        for name, text in texts.items()
        if name not in former
    }
    warnings = [former_text(allowed[name], texts[name], source.place(name)) for name in former]
    if unknown := [name for name in table if name not in SETTINGS]:
        warnings.append(f"{source.place(unknown[0])}: {unknown_text(unknown)}")
    return Config(values, bindings, themes, "; ".join(warnings))


def unknown_text(unknown: Sequence[str]) -> str:
    """Return a warning about names that are not those of settings."""
    if len(unknown) == 1:
        return f"{quoted(unknown[0])} is not a setting{did_you_mean(unknown[0], SETTINGS)}"
    listed = ", ".join(quoted(name) for name in unknown[:MAX_UNKNOWN_NAMES])
    more = len(unknown) - MAX_UNKNOWN_NAMES
    return f"not settings: {listed}{f' and {more:,} more' if more > 0 else ''}"


def _read_text(path: str) -> str:
    """Return the text of the file or of the target of a link.

    Return "" if it does not exist, or lies where the player may not look.
    """
    try:
        content = read_regular(path, MAX_CONFIG_BYTES + 1, follow=True)
        if len(content) > MAX_CONFIG_BYTES:
            raise SettingsError(f"{path} is longer than {MAX_CONFIG_BYTES:,} bytes")
        return decode_text(content)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not text in UTF-8 or UTF-16") from None
    except OSError as error:
        if is_out_of_reach(path):  # the game is played in such a home as in a read-only one
            return ""
        raise SettingsError(f"{path}: {reason_of(error)}") from None


def _parse_toml(path: str, text: str) -> dict[str, Any]:
    import tomllib  # late: most players have no file

    if re.search(_DEEP, text):
        raise SettingsError(f"{path}: a name of {TOO_MANY_PARTS} parts is not a setting")
    try:
        # An error in a last line without an end would be "at end of document".
        return tomllib.loads(text + "\n")
    except tomllib.TOMLDecodeError as error:
        fault, place, number, _ = re.split(r"( \(at line (\d+), .*)?$", str(error), maxsplit=1)
        fault = fault[:MAX_TOML_ERROR]
        if not place:
            raise SettingsError(f"{path}: {fault}") from None
        wrong = quoted(text.split("\n")[int(number) - 1].strip())
        if fault.startswith(("Invalid value", "Expected newline")):
            wrong += ' (write a text as "light", a switch as true or false)'
        raise SettingsError(f"{path}, line {number}: {fault}: {wrong}") from None
    except (RecursionError, ValueError):  # Python limits both
        raise SettingsError(f"{path}: too many brackets, or digits of a number") from None


def _binding(source: "_Source", action: str, keys: object) -> Binding:
    place = source.place(action, BIND)
    texts = tuple(keys if isinstance(keys, list) else [keys])
    if not all(isinstance(key, str) for key in texts):
        what = 'a key like "x" is expected, or a list of keys'
        raise SettingsError(f"{place}: {quoted(action)}: {what}")
    return Binding(texts, place)


def _own_theme(source: "_Source", name: str, table: object) -> OwnTheme:
    header = f"{THEMES}.{name}"
    entries = {
        key: Value(source.text(key, value, header), source.place(key, header))
        for key, value in source.entries(header, table, "colours").items()
    }
    return OwnTheme(name, entries, source.place(header))


class _Source(NamedTuple):
    """The path of a file, and the line that sets each name in each table."""

    path: str
    lines: dict[tuple[str, str], int]

    def place(self, name: str, table: str = "") -> str:
        """Return the file and, if it can be found, the line that sets a name."""
        line = self.lines.get((table, name))
        return f"{self.path}, line {line}" if line else self.path

    def text(self, name: str, value: object, table: str = "") -> str:
        """Return a value as the command line would have it; SettingsError for other kinds."""
        # Python limits the digits that it writes.
        if isinstance(value, str) or (isinstance(value, int) and abs(value) < 10**20):
            return text_of(value)
        what = "use a whole number, a text in quotation marks, true or false"
        raise SettingsError(f"{self.place(name, table)}: {quoted(name)}: {what}")

    def entries(self, header: str, value: object, what: str) -> dict[str, Any]:
        """Return the entries of a table; SettingsError for another value."""
        if not isinstance(value, dict):
            raise SettingsError(
                f"{self.place(header)}: {quoted(header)}: a table of {what} is expected"
            )
        return value


def _lines_that_set(text: str) -> dict[tuple[str, str], int]:
    """Return the first line, from 1, that sets each name in each table; a header sets ("", table).

    No line is better than a wrong one: a text of several lines may look like settings, and a file
    that has one gets no line numbers.
    """
    lines: dict[tuple[str, str], int] = {}
    if '"""' in text or "'''" in text:
        return lines
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(r"\s*\[([^\]]*)\]", line):
            table = re.sub(r"\s", "", header[1])
        name = re.split("[=.]", line, maxsplit=1)[0].strip(" \t\"'")
        lines.setdefault(("", table) if header else (table, name), number)
    return lines
