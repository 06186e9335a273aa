"""What the settings screen needs of the program, which has it ready before the screen is loaded."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from minesweeper.tui.keys import Row

Texts = Mapping[str, str]
"""Values of settings, as texts, by name."""


class Desk(NamedTuple):
    """What there is to set, and how it is kept."""

    values: dict[str, str]
    """What is in force, by the names of the settings."""
    save: Callable[[Texts], None]
    """Keeps values in the player's file; raises SettingsError where it cannot."""
    path: str
    """Where that file is."""
    rows: Callable[[str], tuple[Row, ...]]
    """The keys of a scheme with the player's own; raises SettingsError where they collide."""
    glyphs: Callable[[str], str]
    """The glyph set for a setting; raises SettingsError where it cannot be shown."""
