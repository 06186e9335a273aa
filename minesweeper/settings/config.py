"""The player's file of settings, as text: understood, and changed with care.

What the player wrote is the player's: it is only changed where the change is certain to be the one
asked for, and everything else in it stays as it was.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from minesweeper.settings import values
from minesweeper.settings.table import BY_NAME, Binding, Settings, SettingsError, Value, parse_value
from minesweeper.settings.values import LONGEST_SHOWN, shown

# The table that names keys for actions.
BIND: Final = "bind"
# How many unknown names a warning lists.
MOST_NAMED: Final = 5
# How much is told of what is no TOML: a table's name may be as long as the file.
LONGEST_REASON: Final = 100
# A name of so many parts is refused; ours have two at most, as in bind.hint.
MOST_PARTS: Final = 20
_BOM: Final = "\ufeff"  # Notepad's mark of UTF-8


def parse_config(path: str, text: str) -> Settings:
    """What the text of a file says; SettingsError, with the line, where it cannot be understood."""
    table = _parse_toml(path, text)
    source = _Source(path, _lines_that_set(text))
    bind = table.pop(BIND, {})
    if not isinstance(bind, dict):
        raise SettingsError(f"{source.place(BIND)}: {BIND}: a table of actions is expected")
    known = {name: _value(source, name, table[name]) for name in BY_NAME if name in table}
    bindings = {action: _binding(source, action, keys) for action, keys in bind.items()}
    unknown = [name for name in table if name not in BY_NAME]
    return Settings(known, bindings, _warning(source, unknown) if unknown else "")


def with_changes(path: str, text: str, changes: Mapping[str, str]) -> str:
    """The text with these values set, all else as it was.

    Raises SettingsError where that is not certain.
    """
    new = text
    for name, value in changes.items():
        new = _with_line(new, name, f"{name} = {_literal(name, value)}")
    if not _is_changed_so(path, text, new, changes):
        lines = ", ".join(f"{name} = {_literal(name, value)}" for name, value in changes.items())
        raise SettingsError(f"{path} is written unusually, and left alone: set {lines} by hand")
    return new


def without(text: str, names: Iterable[str]) -> str:
    """The text with what sets these names turned into comments."""
    mark = _BOM if text.startswith(_BOM) else ""
    lines = text.removeprefix(_BOM).split("\n")
    for name in names:
        for index in _lines_that_set(text).get(("", name), []):
            lines[index] = f"# {lines[index]}"
    return mark + "\n".join(lines)


# Understanding it

# Which lines set a name in a table; "" is the table above all others.
Lines = dict[tuple[str, str], list[int]]


class _Source(NamedTuple):
    """A file, and which of its lines set what."""

    path: str
    lines: Lines

    def place(self, name: str, table: str = "") -> str:
        """The file and the line where something is set, as far as it can be found."""
        for index in self.lines.get((table, name), []):
            return f"{self.path}, line {index + 1}"
        return self.path


def _parse_toml(path: str, text: str) -> dict[str, Any]:
    import tomllib  # late: most players have no file

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
    """A value of TOML as it would be written anywhere else; None if it is of another kind."""
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
    """Which lines set what. A line that opens a table sets the table's name."""
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


# Changing it


def _with_line(text: str, name: str, assignment: str) -> str:
    """The text with an assignment in place of the one there is, or after the others."""
    mark = _BOM if text.startswith(_BOM) else ""
    lines = text.removeprefix(_BOM).split("\n")
    for index in _lines_that_set(text).get(("", name), []):
        value = r"""[^=]*=\s*("[^"]*"|'[^']*'|[^\s#]+)"""
        lines[index] = re.sub(value, lambda _: assignment, lines[index], count=1)
        return mark + "\n".join(lines)
    end = "\r" if lines[0].endswith("\r") else ""
    lines.insert(_after_last_assignment(text), assignment + end)
    return mark + "\n".join(lines)


def _after_last_assignment(text: str) -> int:
    """The line below all that is set outside of tables: a table takes whatever follows it.

    Where nothing is set, below the comment that the file begins with.
    """
    lines = _lines_that_set(text)
    at = [index + 1 for name in BY_NAME for index in lines.get(("", name), [])]
    return max(at) if at else _below_head(text.removeprefix(_BOM).split("\n"))


def _below_head(lines: list[str]) -> int:
    """The line below the first comment; 0 if that belongs to what follows it."""
    ends = [index for index, line in enumerate(lines) if not line.startswith("#")]
    return ends[0] if ends and not lines[ends[0]].strip() else 0


def _literal(name: str, value: str) -> str:
    bare = value.isdigit() or BY_NAME[name].parse is values.boolean
    return value if bare else f'"{value}"'


def _is_changed_so(path: str, old: str, new: str, changes: Mapping[str, str]) -> bool:
    """Whether the new text says what the old one said, but for the changes."""
    try:
        before, after = _parse_toml(path, old), _parse_toml(path, new)
    except SettingsError:
        return False
    said = {name: _text_of(after.pop(name, None)) for name in changes}
    return said == dict(changes) and after == {
        name: value for name, value in before.items() if name not in changes
    }
