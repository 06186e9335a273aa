"""config.toml, the player's own file of settings: what it sets, and the errors it may contain.

Every error is one line that names the file and, if it can be found, the line of the file.
"""

import re
from contextlib import suppress
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
    Option,
    Options,
    SettingsError,
    Value,
    parse_value,
)
from minesweeper.settings.values import MAX_QUOTED, did_you_mean, quoted

MAX_CONFIG_BYTES: Final = 1 << 20
# The table that names keys for actions, and the one of the player's own themes.
BIND: Final = "bind"
THEMES: Final = "themes"
# How many unknown names a warning lists.
MAX_UNKNOWN_NAMES: Final = 5
# The length to which an error of TOML is cut: a name in it may be as long as the file.
MAX_TOML_ERROR: Final = 100
# A name of this many parts is refused; settings have two at most, as in bind.hint.
TOO_MANY_PARTS: Final = 20
# An option of earlier versions. Setting it is not an error, but `true` gets a warning.
SPEAK: Final = "speak"


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
    # Where `speak` is set to true; empty if it is not.
    speak: str = ""


NO_CONFIG: Final = Config({}, {})


def read_config(path: str, options: Options) -> Config:
    """Return what config.toml sets; SettingsError if it cannot be read or understood."""
    text = _read_text(path)
    return parse_config(path, text, options) if text else NO_CONFIG


def own_theme_names(path: str) -> list[str]:
    """Return the names of the themes in config.toml; none if it cannot be understood."""
    with suppress(SettingsError):
        text = _read_text(path)
        if THEMES in text:  # few players have themes of their own: others need no parser
            table = _parse_toml(path, text).get(THEMES)
            return [*table] if isinstance(table, dict) else []
    return []


def parse_config(path: str, text: str, options: Options) -> Config:
    """Return what the text of config.toml sets.

    Raise SettingsError, with the line, if it cannot be understood.
    """
    table = _parse_toml(path, text)
    source = _Source(path, _lines_that_set(text))
    bind = table.pop(BIND, {})
    if not isinstance(bind, dict):
        raise SettingsError(f"{source.place(BIND)}: {BIND}: a table of actions is expected")
    own = table.pop(THEMES, {})
    if not isinstance(own, dict):
        raise SettingsError(f"{source.place(THEMES)}: {THEMES}: a table of themes is expected")
    themes = tuple(_own_theme(source, name, colours) for name, colours in own.items())
    values = {
        name: _value(source, options[name], table[name]) for name in SETTINGS if name in table
    }
    bindings = {action: _binding(source, action, keys) for action, keys in bind.items()}
    unknown = [name for name in table if name not in (*SETTINGS, SPEAK)]
    warning = _unknown_text(source, unknown) if unknown else ""
    speak = source.place(SPEAK) if table.get(SPEAK) is True else ""
    return Config(values, bindings, themes, warning, speak)


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

    if re.search(_DEEP, text):  # tomllib takes quadratic time for a name of many parts
        raise SettingsError(f"{path}: a name of {TOO_MANY_PARTS} parts is not a setting")
    try:
        # An error in a last line without an end would be "at end of document".
        return tomllib.loads(text + "\n")
    except RecursionError:
        raise SettingsError(f"{path}: its brackets are nested too deeply") from None
    except ValueError as error:
        if not isinstance(error, tomllib.TOMLDecodeError):  # Python limits the digits of an int
            raise SettingsError(f"{path}: a number has too many digits") from None
        line = re.search(r" \(at (line (\d+)), column \d+\)$", str(error))
        if not line:
            raise SettingsError(f"{path}: {str(error)[:MAX_TOML_ERROR]}") from None
        wrong = text.split("\n")[int(line[2]) - 1]
        what = _toml_fault(str(error).removesuffix(line[0]), wrong)
        raise SettingsError(f"{path}, {line[1]}: {what}") from None


def _toml_fault(fault: str, line: str) -> str:
    """Return an error of TOML in plain words if its cause is certain; else return it unchanged."""
    twice = re.fullmatch(r"Cannot declare \(('[\w-]{1,40}'(?:, '[\w-]{1,40}')?),?\) twice", fault)
    if twice:
        names = twice[1].replace("', '", ".").strip("'")
        return f"[{names}] appears twice"
    entry = re.fullmatch(_ENTRY, line)
    if entry and fault == "Cannot overwrite a value":
        return f"{quoted(entry[1])} is set twice"
    if entry and fault.startswith(("Invalid value", "Expected newline")):
        word = entry[2] or ""
        if re.search("[A-Za-z%]", word) and word.lower() not in ("true", "false"):
            return 'a text needs quotation marks, like theme = "light"'
    return fault[:MAX_TOML_ERROR]


# Values, bindings and themes


def _value(source: "_Source", option: Option[Any], value: object) -> Value:
    place = source.place(option.name)
    text = _text_of(value)
    if text is None:
        what = "use a whole number, a text in quotation marks, true or false"
        raise SettingsError(f"{place}: {option.name}: {what}")
    return parse_value(option, text, place)


def _text_of(value: object) -> str | None:
    """Return a value as the command line would have it; None if it is of another kind."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else None  # Python limits the digits it writes
    return value if isinstance(value, str) else None


def _binding(source: "_Source", action: str, keys: object) -> Binding:
    place = source.place(action, BIND)
    listed = keys if isinstance(keys, list) else [keys]
    texts = tuple(key for key in listed if isinstance(key, str))
    if len(texts) < len(listed):
        name = action[:MAX_QUOTED]
        raise SettingsError(f'{place}: {name}: a key like "x" is expected, or a list of keys')
    return Binding(texts, place)


def _own_theme(source: "_Source", name: str, table: object) -> OwnTheme:
    header = f"{THEMES}.{name}"
    place = source.place(header)
    if not isinstance(table, dict):
        raise SettingsError(f"{place}: {quoted(header)}: a table of colours is expected")
    entries = {key: _entry(source, header, key, value) for key, value in table.items()}
    return OwnTheme(name, entries, place)


def _entry(source: "_Source", header: str, key: str, value: object) -> Value:
    place = source.place(key, header)
    text = None if isinstance(value, bool) else _text_of(value)
    if text is None:
        raise SettingsError(
            f'{place}: {quoted(key)}: this is not a colour (use 0 to 255 or "#ff8800")'
        )
    return Value(text, place)


def _unknown_text(source: "_Source", unknown: list[str]) -> str:
    """Return a warning about names that are not settings."""
    place = source.place(unknown[0])
    if len(unknown) == 1:
        return f"{place}: {quoted(unknown[0])} is not a setting{did_you_mean(unknown[0], SETTINGS)}"
    names = ", ".join(quoted(name) for name in unknown[:MAX_UNKNOWN_NAMES])
    more = len(unknown) - MAX_UNKNOWN_NAMES
    rest = f" and {more:,} more" if more > 0 else ""
    return f"{place}: not settings: {names}{rest}"


# The lines of the file

# The lines, counted from 0, that set a name in a table; "" is the top of the file, outside tables.
Lines = dict[tuple[str, str], list[int]]


class _Source(NamedTuple):
    """The path of a file, and the lines that set each name."""

    path: str
    lines: Lines

    def place(self, name: str, table: str = "") -> str:
        """Return the file and, if it can be found, the line that sets a name."""
        for index in self.lines.get((table, name), []):
            return f"{self.path}, line {index + 1}"
        return self.path


def _lines_that_set(text: str) -> Lines:
    """Return the lines that set each name. A line that opens a table sets the table's name.

    No line is better than a wrong one. The lines of a multi-line string may look like settings, so
    nothing is returned for a file that has one. Lines below a header that is not understood are
    stored under a table that is never asked for.
    """
    lines: Lines = {}
    if '"""' in text or "'''" in text:
        return lines
    table = ""
    for index, line in enumerate(text.split("\n")):
        header, sets = re.match(_HEADER, line), re.match(_SETS, line)
        if header:
            table = re.sub(r"\s", "", header[1])
            lines.setdefault(("", table), []).append(index)
        elif line.lstrip().startswith("["):
            table = "["
        elif sets:
            name = next(group for group in sets.groups() if group is not None)
            lines.setdefault((table, name), []).append(index)
    return lines


_NAME: Final = r"""(?:"([^"]*)"|'([^']*)'|([\w-]+))"""
_HEADER: Final = r"\s*\[\s*([\w-]+(?:\s*\.\s*[\w-]+)?)\s*\]"
_SETS: Final = rf"\s*{_NAME}\s*[=.]"
# A line with a bare name and a value; the second group is the value if that is a bare word.
_ENTRY: Final = r"\s*([\w-]+)\s*=\s*(?:([\w%-]+)\s*(?:#.*)?|[^\w%-].*)"
_PART: Final = r"""(?:"[^"\n]*"|'[^'\n]*'|(?<![\w-])[\w-]+)"""
_DEEP: Final = rf"(?:{_PART}[ \t]*\.[ \t]*){{{TOO_MANY_PARTS}}}"
