"""Themes of the player's own: the colours of a theme of the program, with some changed."""

import re
from collections.abc import Iterable
from typing import Any, Final

from minesweeper.settings.sources import OwnTheme
from minesweeper.settings.table import SettingsError, Value
from minesweeper.settings.values import shown
from minesweeper.tui.look.palettes import PALETTES, Palette, levels

BASE: Final = "base"
# What can be the base: a theme without colours has no substitutes where there are few.
BASES: Final = tuple(name for name in PALETTES if name != "mono")

# The colours that are one field of a palette, and those that are several: the places in a field.
_SINGLE: Final = {
    "zero": "zero",
    "texture": "texture",
    "flag": "flag",
    "question": "question",
    "mine": "mine",
    "front": "front",
    "pocket": "pocket",
    "window": "window_background",
    "text": "text",
    "header": "header",
    "frame": "wall",
    "beyond": "beyond",
    "dim": "dim",
    "accent": "accent",
    "message": "message",
    "won": "won",
    "lost": "lost",
}
_PAINTS: Final = {
    "cursor": "focus",
    "exploded": "exploded",
    "wrong-flag": "wrong_flag",
    "premise": "premise",
    "support": "support",
    "safe": "target",
    "danger": "danger",
}
_PLACES: Final[dict[str, tuple[str, int | None]]] = {
    **{name: (field, None) for name, field in _SINGLE.items()},
    **{f"number-{digit}": ("numbers", digit - 1) for digit in range(1, 9)},
    "covered": ("covered", 0),
    "covered-2": ("covered", 1),
    "revealed": ("revealed", 0),
    "revealed-2": ("revealed", 1),
    **{name: (field, 1) for name, field in _PAINTS.items()},
    **{f"{name}-text": (field, 0) for name, field in _PAINTS.items()},
}
COLOUR_NAMES: Final = tuple(_PLACES)
"""The names of the colours that a theme may set."""

_NAME: Final = "[A-Za-z0-9_-]{1,20}"


def own_palettes(themes: Iterable[OwnTheme]) -> dict[str, Palette]:
    """Return the palettes of themes; SettingsError where a name or a colour is wrong.

    One with the name of a theme of the program is used in its place.
    """
    return {theme.name: _palette(theme) for theme in themes}


def _palette(theme: OwnTheme) -> Palette:
    name = shown(theme.name)
    if theme.name == "auto":
        raise SettingsError(f"{theme.source}: themes: {name} stands for dark or light")
    if not re.fullmatch(_NAME, theme.name):
        raise SettingsError(f"{theme.source}: themes: {name} is not up to 20 letters and digits")
    base = theme.entries.get(BASE, Value("dark", theme.source))
    if base.value not in BASES:
        raise _fault(base, BASE, f"not one of {', '.join(BASES)}")
    palette = PALETTES[base.value]
    for key, value in theme.entries.items():
        if key != BASE:
            palette = _changed(palette, key, value)
    return palette


def _changed(palette: Palette, key: str, value: Value) -> Palette:
    """Return the palette with another colour; the substitutes are those of the one before."""
    if key not in _PLACES:
        raise SettingsError(f"{value.source}: {shown(key)} is not the name of a colour")
    field, index = _PLACES[key]
    before: Any = getattr(palette, field)
    colour = (before if index is None else before[index])._replace(of_256=_index(key, value))
    whole: Any = colour if index is None else (*before[:index], colour, *before[index + 1 :])
    return palette._replace(**{field: whole})


def _index(key: str, value: Value) -> int:
    """Return which of 256 colours is meant, or which is nearest."""
    if re.fullmatch("[0-9]{1,3}", value.value) and int(value.value) <= 255:
        return int(value.value)
    if re.fullmatch("#[0-9A-Fa-f]{6}", value.value):
        return nearest(*bytes.fromhex(value.value[1:]))
    raise _fault(value, key, 'neither a number from 0 to 255 nor like "#ff8800"')


def _fault(value: Value, key: str, why: str) -> SettingsError:
    return SettingsError(f"{value.source}: {key}: {shown(value.value)} is {why}")


def nearest(red: int, green: int, blue: int) -> int:
    """Return which of the 240 colours that no terminal redefines is nearest to one."""

    def distance(index: int) -> int:
        parts = zip(levels(index), (red, green, blue), strict=True)
        return sum((one - other) ** 2 for one, other in parts)

    return min(range(16, 256), key=distance)
