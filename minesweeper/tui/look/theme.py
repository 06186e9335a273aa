"""How everything is drawn: the glyphs of a theme, and its colours as styles."""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Final, Literal, cast

from minesweeper.tui.canvas import Style
from minesweeper.tui.colours import Colour
from minesweeper.tui.look.glyphs import GLYPHS, Glyphs
from minesweeper.tui.look.palettes import (
    NUMBERS,
    PALETTES,
    ROLES,
    MakePalette,
    Palette,
    Role,
    complete,
    eight_colours,
    few_colours,
)

ColourKind = Literal["exact", "256", "few", "mono"]
"""What a terminal can show: exact colours, xterm's 256, the first 8 or 16 of them, or none."""

# With few colours, weight tells apart what has the same colour.
_BOLD_IN_FEW: Final[frozenset[Role]] = frozenset(("key", "good", "bad", "shade-text", *NUMBERS))
_BLACK: Final = Colour(0)
_SIXTEEN: Final = 16
# The bright black, which needs no weight; the colours after it are bright.
_FIRST_BRIGHT: Final = 8


class Theme:
    """The glyphs and styles with which all screens draw. Compared by identity."""

    def __init__(
        self,
        name: str,
        kind: ColourKind,
        glyphs: Glyphs,
        palette: Palette | None = None,
        bold: frozenset[Role] = frozenset(),
    ) -> None:
        """`palette` has a colour for each role, or is None; texts in the roles `bold` are bold."""
        self.name = name
        self.kind = kind
        self.glyphs = glyphs
        self._palette = palette
        self._bold = bold
        self._styles: dict[tuple[object, ...], Style] = {}

    @property
    def has_colours(self) -> bool:
        """Whether backgrounds can tell cells apart."""
        return self._palette is not None

    @property
    def is_classic(self) -> bool:
        """Whether covered cells look raised, and counters and a face stand beside the board."""
        return self._palette is not None and "edge-light" in self._palette

    @property
    def has_texture(self) -> bool:
        """Whether covered cells, which have one tone, are told apart by a sign on each."""
        return self.kind in ("256", "few") and not self.is_classic

    def colour(self, role: Role) -> Colour | None:
        """Return the colour of a role; None in a theme without colours."""
        return None if self._palette is None else self._palette[role]

    def style(
        self,
        ink: Role,
        ground: Role = "window",
        *,
        bold: bool = False,
        underline: bool = False,
        reverse: bool = False,
        dim: bool = False,
    ) -> Style:
        """Return the style of a text, always as the same object.

        With few colours some texts are bold as well, and black ones never are: that is grey.
        """
        colour = self.colour(ink)
        bold = (bold or ink in self._bold) and colour != _BLACK
        look = (colour, self.colour(ground), bold, underline, reverse, dim)
        if look not in self._styles:
            self._styles[look] = Style(
                *look[:2], bold=bold, underline=underline, reverse=reverse, dim=dim
            )
        return self._styles[look]

    # Texts on the window

    @cached_property
    def text(self) -> Style:
        """Plain text, and the empty parts of the window."""
        return self.style("text")

    @cached_property
    def bright(self) -> Style:
        return self.style("bright", bold=True)

    @cached_property
    def dim(self) -> Style:
        return self.style("dim")

    @cached_property
    def faint(self) -> Style:
        return self.style("faint")

    @cached_property
    def key(self) -> Style:
        return self.style("key", bold=True)

    @cached_property
    def note(self) -> Style:
        return self.style("note")

    @cached_property
    def good(self) -> Style:
        return self.style("good", bold=True)

    @cached_property
    def bad(self) -> Style:
        return self.style("bad", bold=True)

    @cached_property
    def flag(self) -> Style:
        return self.style("flag")

    @cached_property
    def selected(self) -> Style:
        """The chosen row of a list."""
        return self.style("selected-text", "selected", bold=True, reverse=not self.has_colours)


@cache
def second_tone(role: Role) -> Role:
    """Return the role of the second tone of a chessboard, or the role itself if it has none."""
    second = cast(Role, f"{role}-2")
    return second if second in ROLES else role


def make_theme(
    name: str,
    kind: ColourKind = "256",
    glyph_set: str = "unicode",
    colours: int = 256,
    own: MakePalette | None = None,
) -> Theme:
    """Return the theme of a name and a glyph set, always as the same object.

    `colours` tells a terminal of 8 colours from one of 16. `own` makes the palette of a theme of
    the player's own, which takes 256 colours.
    """
    if kind == "few" and name != "mono":
        return _few_theme(name, glyph_set, colours >= _SIXTEEN)
    make = own or PALETTES[name].make if kind in ("exact", "256") else None
    return _theme(name, kind, glyph_set, make) if make else _mono_theme(name, glyph_set)


@cache
def _theme(name: str, kind: ColourKind, glyph_set: str, make: MakePalette) -> Theme:
    palette = complete(make(), darken=kind == "exact")
    if kind == "256":
        palette = {role: Colour(colour.number) for role, colour in palette.items()}
    return Theme(name, kind, GLYPHS[glyph_set], palette)


@cache
def _few_theme(name: str, glyph_set: str, has_sixteen: bool) -> Theme:
    palette, bold = few_colours(), _BOLD_IN_FEW
    if not has_sixteen:
        bold |= {role for role, (number, _) in palette.items() if number > _FIRST_BRIGHT}
        palette = eight_colours(palette)
    return Theme(name, "few", GLYPHS[glyph_set], palette, bold)


@cache
def _mono_theme(name: str, glyph_set: str) -> Theme:
    return Theme(name, "mono", GLYPHS[glyph_set])


def auto_theme(environ: Mapping[str, str]) -> str:
    """Return the theme that "auto" stands for according to the environment.

    NO_COLOR asks for "mono".
    COLORFGBG holds the numbers of foreground and background among 16 colours: Konsole and rxvt
    write `15;0` or `0;15`, iTerm2 `7;0`, and rxvt built with pictures `15;default;0`.
    """
    if environ.get("NO_COLOR"):
        return "mono"
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "sea"
