"""The glyph and style of everything that is drawn; the theme, glyph set and zoom in force."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, Literal, NamedTuple

from minesweeper.engine.game import Face
from minesweeper.tui.canvas import Colour, Style
from minesweeper.tui.look.glyphs import DIGITS, GLYPHS, Glyphs, one_column
from minesweeper.tui.look.palettes import PALETTES, Paint, Palette

StyledText = tuple[str, Style]

Mark = Literal["premise", "target", "danger"]
"""What a hint points at: numbers to look at, cells to reveal, cells that are mines."""


class Theme(NamedTuple):
    """Everything that a screen needs to know to draw."""

    glyphs: Glyphs
    cells: Mapping[int, StyledText]
    focused: Mapping[int, StyledText]
    # The cursor among cells that are all reversed: without colours it would not be seen there.
    focus_on_reversed: Style
    wall: Style
    beyond: Style
    header: Style
    # Also for the window where nothing is written.
    text: Style
    dim: Style
    # A frame round the field or a page, a key that can be pressed, the selected line of a page.
    border: Style
    accent: Style
    selected: Style
    message: Style
    marks: Mapping[Mark, Style]
    # The cells round a number that cannot be chorded, lit for a moment.
    lit: Style
    # Safe, likelier safe than a mine, likelier a mine, a mine; each for the black and the white
    # squares of a chess board, which keep the odds of neighbours apart.
    odds: tuple[tuple[Style, Style], ...]
    won: Style
    lost: Style


def _cell_styles(palette: Palette) -> dict[Face, Style]:
    numbers = zip(DIGITS, palette.numbers, strict=True)
    styles = {
        face: Style(foreground, palette.revealed_background, bold=True)
        for face, foreground in numbers
    }
    return styles | {
        Face.COVERED: Style(palette.covered, palette.covered_background),
        Face.FLAG: Style(palette.flag, palette.covered_background, bold=True),
        Face.QUESTION: Style(palette.question, palette.covered_background, bold=True),
        Face.ZERO: Style(palette.zero, palette.revealed_background),
        Face.MINE: Style(palette.mine, palette.covered_background, bold=True),
        Face.EXPLODED: _standing_out(palette.exploded),
        Face.WRONG_FLAG: Style(*palette.wrong_flag, bold=True),
    }


def _standing_out(paint: Paint, *, underline: bool = False) -> Style:
    """Return a style that stands out without colours, too."""
    return Style(*paint, bold=True, reverse=True, underline=underline)


def _odds_styles(palette: Palette, odds: Colour | None) -> tuple[Style, Style]:
    """Return the styles on a black and on a white square.

    Where the terminal has too few colours for two backgrounds, the white square swaps its colours.
    """
    black, white = palette.squares
    if not (odds and black and white):
        return Style(), Style(reverse=True)
    foreground = Colour(odds.of_256, black.of_8, black.of_16)
    background = Colour(white.of_256, odds.of_8, odds.of_16)
    return Style(odds, black), Style(foreground, background, reverse=True)


def make_theme(glyphs: Glyphs, palette: Palette) -> Theme:
    """Return the theme of a glyph set and a palette."""
    styles = _cell_styles(palette)
    focus = _standing_out(palette.focus, underline=True)
    background = palette.window_background
    return Theme(
        glyphs=glyphs,
        cells={face: (glyphs.cells[face], style) for face, style in styles.items()},
        focused={face: (glyphs.focused[face], focus) for face in styles},
        focus_on_reversed=Style(*palette.focus, bold=True, underline=True),
        wall=Style(palette.wall, background),
        beyond=Style(palette.beyond, background, bold=True),
        header=Style(palette.header, background, bold=True),
        text=Style(palette.text, background),
        dim=Style(palette.dim, background),
        border=Style(palette.wall, background),
        accent=Style(palette.accent, background, bold=True),
        selected=_standing_out(palette.focus),
        message=Style(palette.message, background),
        marks={
            "premise": _standing_out(palette.premise),
            "target": _standing_out(palette.target),
            "danger": _standing_out(palette.danger),
        },
        lit=_standing_out(palette.premise),
        odds=tuple(_odds_styles(palette, odds) for odds in palette.odds),
        won=Style(palette.won, background, bold=True),
        lost=Style(palette.lost, background, bold=True),
    )


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
