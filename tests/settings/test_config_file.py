"""config.toml: its errors and warnings."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from minesweeper.settings.config_file import parse_config, read_config
from minesweeper.settings.table import SettingsError
from tests.harness.settings import OPTIONS
from tests.harness.work import count_lines

AS_TEXT = '(write a text as "light", a switch as true or false)'
NEWLINE = "Expected newline or end of document after a statement"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('\n\ntheme = "drak"', "line 3: theme: 'drak' is not one of auto, sea, light"),
        ("width = 0", "line 1: width: '0' is not a number from 1 to 10000"),
        ("mouse = 1", "line 1: mouse: '1' is neither true nor false"),
        (
            "first = [1]",
            "line 1: 'first': use a whole number, a text in quotation marks, true or false",
        ),
        ("# fine\nwin = ", "line 2: Invalid value: 'win ='"),
        ("theme = light", f"line 1: Invalid value: 'theme = light' {AS_TEXT}"),
        ("\nmines = 20% # many", f"line 2: {NEWLINE}: 'mines = 20% # many' {AS_TEXT}"),
        ("mouse = True", f"line 1: Invalid value: 'mouse = True' {AS_TEXT}"),
        (
            'level = "expert"\nlevel = "last"',
            "line 2: Cannot overwrite a value: 'level = \"last\"'",
        ),
        ("[bind]\n[bind]", "line 2: Cannot declare ('bind',) twice: '[bind]'"),
        (f"x = {'w' * 900_000}!", "line 1: "),
        (f"[{'w' * 400_000}]\n" * 2, "line 2: Cannot declare ('www"),
        ("bind = 3", "line 1: 'bind': a table of actions is expected"),
        ("[themes]\nsea = 3", "'themes.sea': a table of colours is expected"),
        ("[bind]\nhint = 3", "line 2: 'hint': a key like \"x\" is expected"),
        ('"theme" = "x"', "line 1: theme"),
        ('theme = "x"\n[bind]\ntheme = "t"', "line 1: theme"),
        (f'theme = "{"x" * 900_000}"', f"line 1: theme: '{'x' * 40}...' is not one of auto"),
        (f"width = {'1' * 5000}", "too many brackets, or digits of a number"),
        (f"width = {'[' * 5000}", "too many brackets, or digits of a number"),
        (f"width = 0x{'f' * 5000}", "line 1: 'width'"),
    ],
)
def test_an_error_names_file_and_line_and_leaves_the_file_unchanged(
    path: Path, text: str, message: str
) -> None:
    path.write_text(text)
    with pytest.raises(SettingsError) as error:
        read_config(str(path), OPTIONS)
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert path.read_text() == text


NOTE = 'note = """\nlevel = 3\n"""\nlevel = "foo"\n'


@pytest.mark.parametrize(
    ("text", "name", "right"),
    [
        (NOTE, "level", 4),
        (NOTE.replace('"""', "'''"), "level", 4),
        ('"th\\u0065me" = "x"\n["a table"]\ntheme = "drak"\n', "theme", 1),
        ('"th\\u0065me" = "x"\n[[tables]]\ntheme = "drak"\n', "theme", 1),
    ],
)
def test_an_error_names_the_right_line_or_none(text: str, name: str, right: int) -> None:
    with pytest.raises(SettingsError) as error:
        parse_config("c", text, OPTIONS)
    place, _, message = str(error.value).partition(f": {name}: ")
    assert " is not one of" in message
    assert place in ("c", f"c, line {right}")


def test_a_theme_of_ones_own_can_be_set() -> None:
    own = 'theme = "sepia"\n[themes.sepia]\ncovered = 94'
    assert parse_config("c", own, OPTIONS).values["theme"].value == "sepia"
    with pytest.raises(SettingsError, match="'sepia' is not one of auto, sea"):
        parse_config("c", 'theme = "sepia"', OPTIONS)


def test_unknown_names_get_a_warning_with_the_line_of_the_first() -> None:
    config = parse_config("c", 'win = "flags"\ncolour = 1\nsound = true\n', OPTIONS)
    assert config.warning == "c, line 2: not settings: 'colour', 'sound'"
    assert config.values["win"].value == "flags"


def test_a_value_of_an_earlier_version_is_a_warning_and_sets_nothing() -> None:
    config = parse_config("c", 'theme = "dark"\nzoom = 4\nnumbers = "dim"\n', OPTIONS)
    assert config.values == {}
    assert config.warning.split("; ") == [
        "c, line 1: theme: 'dark' has no meaning any more",
        "c, line 2: zoom: '4' has no meaning any more",
        "c, line 3: 'numbers' is not a setting: did you mean dim-numbers?",
    ]
    own = parse_config("c", 'theme = "dark"\n[themes.dark]\nwindow = 16\n', OPTIONS)
    assert (own.values["theme"].value, own.warning) == ("dark", "")


def test_a_name_that_is_nearly_that_of_a_setting_gets_a_suggestion() -> None:
    warning = parse_config("c", "no_guess = true", OPTIONS).warning
    assert warning == "c, line 1: 'no_guess' is not a setting: did you mean no-guess?"
    assert parse_config("c", "xyzzy = 1", OPTIONS).warning.endswith(": 'xyzzy' is not a setting")


def test_a_warning_lists_five_unknown_names_and_shortens_long_ones() -> None:
    many = "".join(f"n{number} = 1\n" for number in range(5_000))
    config = parse_config("c", many, OPTIONS)
    assert config.warning == (
        "c, line 1: not settings: 'n0', 'n1', 'n2', 'n3', 'n4' and 4,995 more"
    )
    assert len(parse_config("c", f"{'x' * 900_000} = 1\n", OPTIONS).warning) < 100


# Each is about as large as a file may be, and once took hours: the test would not end.
LARGE = {
    "parts of a name": "a." * 500_000 + "a = 1",
    "parts of a table's name": f"[{'a.' * 250_000}a]\n" + "b = 1\nc = 1\n" * 40_000,
    "quoted parts in an inline table": "x = {" + "''." * 300_000 + "a = 1}",
    "brackets": "a = " + "[" * 1_000_000,
    "spaces": " " * 1_000_000,
    "quotes": '"' * 1_000_000,
}


@pytest.mark.parametrize("what", LARGE)
def test_a_large_file_gets_a_short_message(what: str) -> None:
    try:
        message = parse_config("c", LARGE[what], OPTIONS).warning
    except SettingsError as error:
        message = str(error)
    assert len(message) < 200


@pytest.mark.parametrize(
    "make",
    [
        lambda number: "[bind]\n" + "".join(f"a{each} = 'x'\n" for each in range(number)),
        lambda number: "".join(f"a{'.a' * 15}{each} = 1\n" for each in range(number)),
    ],
    ids=["actions", "lines of some parts"],
)
def test_twice_as_many_lines_take_twice_as_long(make: Callable[[int], str]) -> None:
    few, many = make(200), make(400)
    work = count_lines(partial(parse_config, "c", few, OPTIONS))
    assert count_lines(partial(parse_config, "c", many, OPTIONS)) < 2.1 * work


def test_a_file_of_more_than_a_megabyte_is_an_error(path: Path) -> None:
    path.write_text("#" * 2**20)
    read_config(str(path), OPTIONS)
    path.write_text("#" * (2**20 + 1))
    with pytest.raises(SettingsError, match="longer than 1,048,576 bytes"):
        read_config(str(path), OPTIONS)


def test_a_file_that_is_not_text_or_cannot_be_read_is_an_error(path: Path) -> None:
    path.write_bytes(b"win = '\xff'")
    with pytest.raises(SettingsError, match="is not text in UTF-8 or UTF-16"):
        read_config(str(path), OPTIONS)
    path.unlink()
    path.mkdir()
    with pytest.raises(SettingsError, match="directory"):
        read_config(str(path), OPTIONS)
