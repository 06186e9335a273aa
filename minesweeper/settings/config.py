"""The text of config.toml -> values, each with its line. Errors name the line too."""

import re
import tomllib
from typing import Any, Final, NamedTuple

from minesweeper.settings.sources import Config, parse_value
from minesweeper.settings.table import SETTINGS, Binding, SettingsError, Value
from minesweeper.settings.values import LONGEST_SHOWN, shown

# The table that names keys for actions.
BIND: Final = "bind"
# How many unknown names a warning lists.
MOST_NAMED: Final = 5
# The length of an error of TOML: a name in it may be as long as the file.
LONGEST_REASON: Final = 100
# A name of so many parts is refused; settings have two at most, as in bind.hint.
MOST_PARTS: Final = 20
_BOM: Final = "\ufeff"  # Notepad's mark of UTF-8


def parse_config(path: str, text: str) -> Config:
    """Return what config.toml sets; SettingsError, with the line, if it cannot be understood."""
    table = _parse_toml(path, text)
    source = _Source(path, _lines_that_set(text))
    bind = table.pop(BIND, {})
    if not isinstance(bind, dict):
        raise SettingsError(f"{source.place(BIND)}: {BIND}: a table of actions is expected")
    known = {name: _value(source, name, table[name]) for name in SETTINGS if name in table}
    bindings = {action: _binding(source, action, keys) for action, keys in bind.items()}
    unknown = [name for name in table if name not in SETTINGS]
    return Config(known, bindings, _warning(source, unknown) if unknown else "")


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
    if _DEEP.search(text):  # for which tomllib takes the square of its length
        raise SettingsError(f"{path}: a name of {MOST_PARTS} parts is not a setting")
    try:
        # An error in a last line without an end would be "at end of document".
        return tomllib.loads(text.removeprefix(_BOM) + "\n")
    except (ValueError, RecursionError) as error:  # of no more digits than Python wants to read
        line = re.search(r" \(at (line \d+), column \d+\)$", str(error))
        place = f"{path}, {line[1]}" if line else path
        what = str(error).removesuffix(line[0] if line else "")[:LONGEST_REASON]
        raise SettingsError(f"{place}: {what}") from None


def _value(source: _Source, name: str, value: object) -> Value:
    place = source.place(name)
    written = _text_of(value)
    if written is None:
        raise SettingsError(f"{place}: {name}: a text, a number, or true or false is expected")
    return parse_value(name, written, place)


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
    names = ", ".join(shown(name) for name in unknown[:MOST_NAMED])
    more = len(unknown) - MOST_NAMED
    rest = f" and {more} more" if more > 0 else ""
    return f"{source.place(unknown[0])}: not a setting: {names}{rest}"


def _lines_that_set(text: str) -> Lines:
    """Return which lines set what. A line that opens a table sets the table's name."""
    found: Lines = {}
    table = ""
    for index, line in enumerate(text.removeprefix(_BOM).split("\n")):
        header, sets = _HEADER.match(line), _SETS.match(line)
        if header:
            table = header[1]
            found.setdefault(("", table), []).append(index)
        elif sets:
            name = next(group for group in sets.groups() if group is not None)
            found.setdefault((table, name), []).append(index)
    return found


_NAME: Final = r"""(?:"([^"]*)"|'([^']*)'|([\w-]+))"""
_HEADER: Final = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_SETS: Final = re.compile(rf"\s*{_NAME}\s*[=.]")
_PART: Final = r"""(?:"[^"\n]*"|'[^'\n]*'|(?<![\w-])[\w-]+)"""
_DEEP: Final = re.compile(rf"(?:{_PART}[ \t]*\.[ \t]*){{{MOST_PARTS}}}")
