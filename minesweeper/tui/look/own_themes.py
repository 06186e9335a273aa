"""The player's own themes: each changes some colours of a built-in theme."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from minesweeper.settings.config_file import OwnTheme
from minesweeper.settings.table import SettingsError, Value
from minesweeper.settings.values import quoted
from minesweeper.tui.colours import nearest
from minesweeper.tui.look.palettes import PALETTES, Palette

BASE: Final = "base"
# The themes that can be the base. Mono cannot: it has no substitutes for terminals with few
# colours.
BASES: Final = tuple(name for name in PALETTES if name != "mono")

# The names that players write, and the fields of `Palette` that they set. The first table has the
# fields with one colour, the second those with a text colour and a background, and the third all
# fields, each with the index of the colour in the field.
_SINGLE: Final = {
    "zero": "zero",
    "texture": "covered_glyph",
    "flag": "flag",
    "question": "question",
    "mine": "mine",
    "front": "front",
    "pocket": "pocket",
    "sea-text": "sea_text",
    "window": "window_background",
    "text": "text",
    "header": "header",
    "frame": "border",
    "beyond": "scroll_arrow",
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
    "second": "second",
    "support": "support",
    "safe": "target",
    "danger": "danger",
    "guess": "guess",
}
_PLACES: Final[dict[str, tuple[str, int | None]]] = {
    **{name: (field, None) for name, field in _SINGLE.items()},
    **{f"number-{digit}": ("numbers", digit - 1) for digit in range(1, 9)},
    "covered": ("covered", 0),
    "covered-2": ("covered", 1),
    "revealed": ("revealed", 0),
    "revealed-2": ("revealed", 1),
    "sea": ("sea", 0),
    "sea-2": ("sea", 1),
    **{name: (field, 1) for name, field in _PAINTS.items()},
    **{f"{name}-text": (field, 0) for name, field in _PAINTS.items()},
}
COLOUR_NAMES: Final = tuple(_PLACES)
"""The names of the colours that a player's theme may set."""

MAX_THEMES: Final = 50
"""The limit on the number of themes in one file."""

_NAME: Final = "[A-Za-z0-9_-]{1,20}"


def own_palettes(themes: Sequence[OwnTheme]) -> dict[str, Callable[[], Palette]]:
    """Check the player's themes; return functions that make their palettes, by name.

    Palettes are made on demand, as only the theme in use needs one. A theme with the name of a
    built-in theme replaces it. Raise SettingsError if a name or a colour is wrong.
    """
    for theme in themes[MAX_THEMES:]:
        raise SettingsError(f"{theme.source}: themes: no more than {MAX_THEMES} are allowed")
    for theme in themes:
        _check(theme)
    return {theme.name: partial(_palette, theme) for theme in themes}


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
            if value.value not in BASES:
                raise _fault(key, value, f"not one of {', '.join(BASES)}")
        elif key not in _PLACES:
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
    colours = dict(theme.entries)
    base = colours.pop(BASE, None)
    palette = PALETTES[base.value if base else "dark"]
    for name, value in colours.items():
        palette = _changed(palette, name, value.value)
    return palette


def _numbers(text: str) -> dict[str, int | None]:
    """Return a colour as fields of `Colour`; one like #ff8800 has an exact one and a nearest."""
    if not text.startswith("#"):
        return {"of_256": int(text), "exact": None}
    red, green, blue = bytes.fromhex(text[1:])
    return {"of_256": nearest((red, green, blue)), "exact": int(text[1:], 16)}


def _changed(palette: Palette, name: str, text: str) -> Palette:
    """Return the palette with one colour changed; its substitutes for few colours stay the same."""
    field, place = _PLACES[name]
    before: Any = getattr(palette, field)
    colour = (before if place is None else before[place])._replace(**_numbers(text))
    whole: Any = colour if place is None else (*before[:place], colour, *before[place + 1 :])
    return palette._replace(**{field: whole})
