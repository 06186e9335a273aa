"""The player's own themes: each changes some colours of a built-in theme."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, Literal

from minesweeper.settings.config_file import OwnTheme
from minesweeper.settings.table import SettingsError, Value
from minesweeper.settings.values import quoted
from minesweeper.tui.colours import Colour, nearest
from minesweeper.tui.look.palettes import (
    PALETTES,
    ROLES,
    MakePalette,
    Palette,
    Role,
    complete,
)

BASE: Final = "base"
BASES: Final = tuple(name for name, row in PALETTES.items() if row.make)
"""The themes that can be the base of another: those with colours."""
USUAL_BASE: Final = "sea"

MAX_THEMES: Final = 50
"""The limit on the number of themes in one file."""

_NAME: Final = "[A-Za-z0-9_-]{1,20}"

# What earlier versions called a base and colours, and what they are now; "" if they are nothing.
_FORMER_BASE: Final = "dark"
_FORMER_NAMES: Final[dict[str, Role | Literal[""]]] = {
    "revealed": "open",
    "revealed-2": "open-2",
    "header": "bright",
    "frame": "faint",
    "accent": "key",
    "message": "note",
    "beyond": "note",
    "won": "good",
    "lost": "bad",
    "exploded": "blast",
    "exploded-text": "blast-text",
    "cursor-text": "ink",
    "premise": "look",
    "support": "shade",
    "support-text": "shade-text",
    "sea": "far",
    "sea-2": "far-2",
    "sea-text": "far-text",
    "question": "",
    "pocket": "",
    "premise-text": "",
    "second-text": "",
    "safe-text": "",
}


def own_palettes(themes: Sequence[OwnTheme]) -> dict[str, MakePalette]:
    """Check the player's themes; return functions that make their palettes, by name.

    Palettes are made on demand, as only the theme in use needs one. A theme with the name of a
    built-in theme replaces it. Raise SettingsError if a name or a colour is wrong.
    """
    for theme in themes[MAX_THEMES:]:
        raise SettingsError(f"{theme.source}: themes: no more than {MAX_THEMES} are allowed")
    for theme in themes:
        _check(theme)
    return {theme.name: partial(_palette, theme) for theme in themes}


def own_themes_warning(themes: Sequence[OwnTheme]) -> str:
    """Return a warning about the first name that earlier versions knew, or ""."""
    return next((text for theme in themes for text in _warnings(theme)), "")


def _warnings(theme: OwnTheme) -> Iterator[str]:
    for key, value in theme.entries.items():
        if key == BASE and value.value == _FORMER_BASE:
            yield f"{value.source}: base: {quoted(_FORMER_BASE)} is now {quoted(USUAL_BASE)}"
        elif _FORMER_NAMES.get(key) == "":
            yield f"{value.source}: {quoted(key)} is not a colour any more, and ignored"


def _check(theme: OwnTheme) -> None:
    """Raise SettingsError if a name or a colour of a theme is wrong."""
    name = quoted(theme.name)
    if theme.name == "auto":
        raise SettingsError(f"{theme.source}: themes: {name} cannot be redefined")
    if not re.fullmatch(_NAME, theme.name):
        raise SettingsError(
            f"{theme.source}: themes: {name} is not a theme name (use up to 20 letters and digits)"
        )
    for key, value in theme.entries.items():
        if key == BASE:
            if value.value not in (*BASES, _FORMER_BASE):
                raise _fault(key, value, f"not one of {', '.join(BASES)}")
        elif key not in ROLES and key not in _FORMER_NAMES:
            raise SettingsError(f"{value.source}: {quoted(key)} is not the name of a colour")
        elif not _is_colour(value.value):
            raise _fault(key, value, 'not a colour (use 0 to 255 or "#ff8800")')


def _is_colour(text: str) -> bool:
    if re.fullmatch("[0-9]{1,3}", text):
        return int(text) <= 255
    return bool(re.fullmatch("#[0-9A-Fa-f]{6}", text))


def _fault(key: str, value: Value, why: str) -> SettingsError:
    return SettingsError(f"{value.source}: {key}: {quoted(value.value)} is {why}")


def _palette(theme: OwnTheme) -> Palette:
    """Return the palette of a theme that has passed the check."""
    texts = {key: value.value for key, value in theme.entries.items()}
    base = texts.pop(BASE, USUAL_BASE)
    make = PALETTES[USUAL_BASE if base == _FORMER_BASE else base].make
    assert make, "it has passed the check"
    palette = make()
    # A role comes before what it was called formerly. Only a base with raised cells has edges.
    former = {new: texts[old] for old, new in _FORMER_NAMES.items() if new and old in texts}
    named = {**former, **{role: texts[role] for role in ROLES if role in texts}}
    known = complete(palette)
    return {**palette, **{role: _colour(named[role]) for role in named if role in known}}


def _colour(text: str) -> Colour:
    if not text.startswith("#"):
        return Colour(int(text))
    red, green, blue = bytes.fromhex(text[1:])
    return Colour(nearest((red, green, blue)), (red, green, blue))
