"""The theme, glyph set and zoom that the player has chosen, shared by all screens."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from minesweeper.tui.look.glyphs import GLYPHS, one_column
from minesweeper.tui.look.palettes import PALETTES, Palette
from minesweeper.tui.look.theme import Theme, make_theme

THEMES: Final = ("auto", *PALETTES)
"""The choices of `--theme`, in the order of the `t` key."""

Remember = Callable[[str, int], str]


def auto_theme(environ: Mapping[str, str]) -> str:
    """Return the theme that "auto" stands for, judged by the environment alone.

    COLORFGBG is the foreground and the background among 16 colours: Konsole and rxvt write `15;0`
    or `0;15`, iTerm2 `7;0`, rxvt with pictures `15;default;0`; `default` is none of the 16.
    """
    if environ.get("NO_COLOR"):
        return "mono"
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"


@cache
def _theme(palette: Palette, glyphs: str, zoom: int) -> Theme:
    """Return a theme, made only once: the terminal remembers each style that it has met."""
    wide = GLYPHS[glyphs]
    narrow = one_column(wide) if zoom == 1 else None
    return make_theme(narrow or wide, palette)


class Looks:
    """The theme that all screens draw with; a change shows in the next frame."""

    theme: Theme

    def __init__(
        self,
        theme: str = "auto",
        glyphs: str = "unicode",
        zoom: int = 2,
        *,
        auto: str = "dark",
        colours: bool = True,
        remember: Remember = lambda theme, zoom: "",
    ) -> None:
        """`auto` is the theme for that name until the terminal reports its background.

        `remember` is called with the theme and the zoom when a key changes one; it returns what to
        tell the player of that.
        """
        self.name = theme
        self.zoom = zoom
        self._glyphs = glyphs
        self._auto = auto
        self._colours = colours
        self._remember = remember
        self._make()

    def change(self, action: str) -> str:
        """Do "theme", "zoom-in" or "zoom-out"; return what to tell the player."""
        if action == "theme":
            return self.cycle()
        return self.zoom_in() if action == "zoom-in" else self.zoom_out()

    def apply(self, theme: str, glyphs: str, zoom: int) -> None:
        """Change to these from now on; what is empty or 0 stays as it is."""
        self.name = theme or self.name
        self._glyphs = glyphs or self._glyphs
        self.zoom = zoom or self.zoom
        self._make()

    def cycle(self) -> str:
        """Change to the next theme; return what to tell the player."""
        if not self._colours:
            return "theme: mono, as there are no colours here"
        self.name = THEMES[(THEMES.index(self.name) + 1) % len(THEMES)]
        here = f", {self._auto} here" if self.name == "auto" else ""
        return self._change(f"theme: {self.name}{here}")

    def zoom_in(self) -> str:
        """Show two columns a cell; return what to tell the player."""
        return self._zoom_to(2, "two columns a cell")

    def zoom_out(self) -> str:
        """Show one column a cell; return what to tell the player."""
        return self._zoom_to(1, "one column a cell")

    def _zoom_to(self, zoom: int, text: str) -> str:
        if one_column(GLYPHS[self._glyphs]) is None:
            return "emoji are two columns wide: no zoom"
        if zoom == self.zoom:
            return f"zoom: {text} already"
        self.zoom = zoom
        return self._change(f"zoom: {text}")

    @property
    def asks_for_background(self) -> bool:
        """Whether the theme depends on the terminal's background."""
        return self.name == "auto" and self._colours

    def see_background(self, *, light: bool) -> None:
        """Let `auto` follow the background that the terminal reports."""
        self._auto = "light" if light else "dark"
        self._make()

    def _change(self, text: str) -> str:
        """Show a change; return the text, and what else to tell the player."""
        self._make()
        return ", ".join(filter(None, (text, self._remember(self.name, self.zoom))))

    def _make(self) -> None:
        name = self._auto if self.name == "auto" else self.name
        palette = PALETTES[name if self._colours else "mono"]
        self.theme = _theme(palette, self._glyphs, self.zoom)
