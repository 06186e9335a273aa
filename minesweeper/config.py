"""The player's file of settings, as text: understood, and changed with care.

What the player wrote is the player's: it is only changed where the change is certain to be the one
asked for, and everything else in it stays as it was.
"""

import re

from minesweeper import values
from minesweeper.preferences import BY_NAME, Binding, Settings, SettingsError, Value, parse_value
from minesweeper.typed import Any, Final, Iterable, Iterator, Mapping

# The table that names keys for actions.
BIND: Final = "bind"
_BOM: Final = "\ufeff"  # Notepad's mark of UTF-8


def parse_config(path: str, text: str) -> Settings:
    """What the text of a file says; SettingsError, with the line, where it cannot be understood."""
    table = _parse_toml(path, text)
    bind = table.pop(BIND, {})
    if not isinstance(bind, dict):
        raise SettingsError(f"{_place(path, text, BIND)}: {BIND}: a table of actions is expected")
    known = {name: _value(path, text, name, table[name]) for name in BY_NAME if name in table}
    bindings = {action: _binding(path, text, action, keys) for action, keys in bind.items()}
    unknown = [name for name in table if name not in BY_NAME]
    return Settings(known, bindings, _warning(path, text, unknown) if unknown else "")


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
        for index in _lines_that_set(text, name):
            lines[index] = f"# {lines[index]}"
    return mark + "\n".join(lines)


# Understanding it


def _parse_toml(path: str, text: str) -> dict[str, Any]:
    import tomllib  # late: most players have no file

    try:
        # An error in a last line without an end would be "at end of document".
        return tomllib.loads(text.removeprefix(_BOM) + "\n")
    except (ValueError, RecursionError) as error:  # of no more digits than Python wants to read
        line = re.search(r" \(at (line \d+), column \d+\)$", str(error))
        place = f"{path}, {line[1]}" if line else path
        what = str(error).removesuffix(line[0] if line else "")
        raise SettingsError(f"{place}: {what}") from None


def _value(path: str, text: str, name: str, value: object) -> Value:
    place = _place(path, text, name)
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


def _binding(path: str, text: str, action: str, keys: object) -> Binding:
    place = _place(path, text, action, BIND)
    listed = keys if isinstance(keys, list) else [keys]
    texts = tuple(key for key in listed if isinstance(key, str))
    if len(texts) < len(listed):
        raise SettingsError(f'{place}: {action}: a key like "x" is expected, or a list of keys')
    return Binding(texts, place)


def _warning(path: str, text: str, unknown: Iterable[str]) -> str:
    names = ", ".join(f"{name!a}" for name in unknown)
    first = next(iter(unknown))
    return f"{_place(path, text, first)}: not a setting: {names}"


def _place(path: str, text: str, name: str, table: str = "") -> str:
    """The file and the line where something is set, as far as it can be found."""
    for index in _lines_that_set(text, name, table):
        return f"{path}, line {index + 1}"
    return path


def _lines_that_set(text: str, name: str, wanted: str = "") -> Iterator[int]:
    """Which lines set a name in a table, or open a table of that name."""
    table = ""
    for index, line in enumerate(text.removeprefix(_BOM).split("\n")):
        header = re.match(r"\s*\[\s*([\w-]+)\s*\]", line)
        table = header[1] if header else table
        sets = re.match(rf"""\s*(["']?){re.escape(name)}\1\s*[=.]""", line)
        if (header and header[1] == name) or (sets and table == wanted):
            yield index


# Changing it


def _with_line(text: str, name: str, assignment: str) -> str:
    """The text with an assignment in place of the one there is, or after the others."""
    mark = _BOM if text.startswith(_BOM) else ""
    lines = text.removeprefix(_BOM).split("\n")
    for index in _lines_that_set(text, name):
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
    at = [index + 1 for name in BY_NAME for index in _lines_that_set(text, name)]
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
