"""The choice of theme and zoom, and what else a player may choose about how the game looks."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from minesweeper.tui.look.palettes import NEED_EXACT, PALETTES, MakePalette
from minesweeper.tui.look.theme import ColourKind, make_theme
from minesweeper.tui.widgets.layout import Extent

_EMOJI_ZOOM: Final = 2
# The fewest colours with which there is more than one theme.
_MANY_COLOURS: Final = 256


def zoom_of(text: str) -> int | None:
    """Return the zoom for the text of a setting; None for the largest that fits."""
    return None if text == "auto" else int(text)


class Looks:
    """What all screens draw with; a change shows in the next frame."""

    def __init__(
        self,
        theme: str = "auto",
        glyphs: str = "unicode",
        zoom: int | None = None,
        *,
        dim_numbers: bool = False,
        motion: bool = True,
        auto: str = "sea",
        colours: int = 256,
        own: Mapping[str, MakePalette] | None = None,
        zooms: Mapping[Extent, int] | None = None,
        remember_theme: Callable[[str], str] = lambda theme: "",
        remember_zoom: Callable[[Extent, int], None] = lambda board, zoom: None,
    ) -> None:
        """Draw with the theme and the glyph set of these names.

        `zoom` is one of ZOOMS, or None for the largest that fits; `zooms` are those that the player
        has chosen for boards of a size, and come first. With `dim_numbers`, numbers that have all
        their flags are dimmed. `auto` is the theme that "auto" stands for until the terminal
        reports its background. The terminal has `colours` colours, or 0 for none. `own` are the
        player's own themes. `remember_theme` is called with the name of the theme when a key
        changes it, and returns a remark for the player, or ""; `remember_zoom` is called when a key
        chooses a zoom.
        """
        self.name = theme
        self.glyphs = glyphs
        self.dim_numbers = dim_numbers
        self.motion = motion
        self._zoom = zoom
        self._zooms = dict(zooms or {})
        self._auto = auto
        self._colours = colours
        self._is_exact = colours > _MANY_COLOURS
        self._own = own or {}
        self._remember_theme = remember_theme
        self._remember_zoom = remember_zoom
        self._make()

    def apply(self, changes: Mapping[str, Any]) -> None:
        """Obey settings, by name; those that are no looks change nothing."""
        self.name = changes.get("theme", self.name)
        self.glyphs = changes.get("glyphs", self.glyphs)
        self.dim_numbers = changes.get("dim-numbers", self.dim_numbers)
        self.motion = changes.get("motion", self.motion)
        if "zoom" in changes:
            self._zoom = zoom_of(changes["zoom"])
            self._zooms.clear()
        self._make()

    # The theme

    @property
    def kind(self) -> ColourKind:
        """What colours are shown."""
        if not self._colours:
            return "mono"
        if self._colours < _MANY_COLOURS:
            return "few"
        return "exact" if self._is_exact else "256"

    def change_theme(self) -> str:
        """Change to the next theme; return a message for the player."""
        if not self._colours:
            return "This terminal has no colours."
        names = self._names()
        self.name = names[(names.index(self.name) + 1) % len(names) if self.name in names else 0]
        self._make()
        meaning = f" ({self._auto})" if self.name == "auto" and self.kind != "few" else ""
        remark = self._remember_theme(self.name)
        return f"Theme: {', '.join(filter(None, (self.name + meaning, remark)))}."

    def _names(self) -> list[str]:
        """Return the names of the themes to choose from."""
        if self.kind == "few":
            return ["auto", "mono"]
        left_out = {*NEED_EXACT} - {*self._own} if self.kind == "256" else ()
        return ["auto", *(name for name in {**PALETTES, **self._own} if name not in left_out)]

    @property
    def needs_background(self) -> bool:
        """Whether the theme depends on the background that the terminal reports."""
        return self.name == "auto" and self._colours >= _MANY_COLOURS

    def set_background(self, *, light: bool) -> None:
        """Make "auto" stand for the theme that suits the background of the terminal."""
        self._auto = "light" if light else "sea"
        self._make()

    @property
    def needs_exact(self) -> bool:
        """Whether it matters if the terminal shows colours as they are redefined."""
        return self.kind == "256" and self.name != "mono"

    def set_exact(self) -> None:
        """Draw with exact colours, which the terminal shows."""
        self._is_exact = True
        self._make()

    def _make(self) -> None:
        name = self._auto if self.name == "auto" else self.name
        self.theme = make_theme(name, self.kind, self.glyphs, self._colours, self._own.get(name))

    # The zoom

    def chosen_zoom(self, board: Extent) -> int | None:
        """Return the zoom that the player has chosen for boards of a size; None for the largest."""
        return _EMOJI_ZOOM if self._is_emoji else self._zooms.get(board, self._zoom)

    def zoom_by(self, step: int, now: int, zooms: Iterable[int], board: Extent) -> str:
        """Draw larger cells, or smaller ones if `step` is negative; return a message.

        `now` is the zoom that is shown of a board, and `zooms` are those that could be.
        """
        if self._is_emoji:
            return "Emoji have one size."
        others = [zoom for zoom in zooms if (zoom - now) * step > 0]
        if not others:
            return "No larger zoom fits here." if step > 0 else "No smaller zoom."
        zoom = min(others) if step > 0 else max(others)
        self._zooms[board] = zoom
        self._remember_zoom(board, zoom)
        return f"Zoom {zoom}."

    @property
    def _is_emoji(self) -> bool:
        return self.glyphs == "emoji"
