"""What a cell looks like in a theme at a zoom: its glyph, its colours, its cursor."""

from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from minesweeper.engine.game import Face
from minesweeper.tui.canvas import Style, width
from minesweeper.tui.colours import Colour, contrast
from minesweeper.tui.look.glyphs import DIGITS, DIMMED, LILY, WALL, WON_OPEN
from minesweeper.tui.look.palettes import NUMBERS, Role
from minesweeper.tui.look.theme import Theme, second_tone
from minesweeper.tui.look.zooms import ZOOMS, Zoom

Mark = Literal[
    "look", "second", "shade", "mine", "safe", "danger", "guess", "best", "own", "other", "wrong"
]
"""Why a cell is marked: a number to look at, the number it is compared with, a further number of a
proof, a cell known to be a mine; a safe cell, a mine to flag, a cell to guess, the best guess of a
review, the player's own move, a cell that a guess is compared with, a wrong flag."""
TileKind = Mark | Literal["exploded", "far", "cursor"]
"""What a tile shows: a mark, an exploded mine, a cell far from all numbers, the cursor's cell."""
TILE_KINDS: Final[tuple[TileKind, ...]] = (*get_args(Mark), "exploded", "far", "cursor")

SAFE_LEVEL: Final = 0
MINE_LEVEL: Final = 4
"""The levels of the odds that are certain."""

FORGOTTEN_SIGN: Final = "?"
"""What is drawn in place of a number that is not shown."""

LARGEST_OF_SIGNS: Final = 2
"""The largest zoom at which cells have room for nothing but a sign."""
# What stands in every covered cell where there is one tone for all: in small cells of many colours,
# and in others.
_SMALL_TEXTURE: Final = "·"
_TEXTURE: Final = "▪"
# The smallest zoom at which signs are drawn in pixels.
_SMALLEST_OF_PIXELS: Final = 7
# The least contrast with which a flag keeps its colour on a level of the odds.
_FLAG_CONTRAST: Final = 3

_PAINTS: Final[dict[TileKind, tuple[Role, Role]]] = {
    "look": ("ink", "look"),
    "second": ("ink", "second"),
    "shade": ("shade-text", "shade"),
    "mine": ("shade-text", "shade"),
    "safe": ("ink", "safe"),
    "danger": ("danger-text", "danger"),
    "guess": ("guess-text", "guess"),
    "best": ("guess-text", "guess"),
    "own": ("ink", "cursor"),
    "other": ("shade-text", "shade"),
    "wrong": ("wrong-flag-text", "wrong-flag"),
    "exploded": ("blast-text", "blast"),
    "far": ("far-text", "far"),
    "cursor": ("ink", "cursor"),
}
"""The colours of marks: of the text, and of the background."""
_SHADES: Final[tuple[TileKind, ...]] = ("shade", "mine", "other")
"""The marks that only support the others."""
_ODDS: Final[tuple[tuple[Role, Role], ...]] = (
    ("odds-text-1", "odds-1"),
    ("odds-text-2", "odds-2"),
    ("odds-text-3", "odds-3"),
    ("odds-text-4", "odds-4"),
    ("odds-text-5", "odds-5"),
)


class CellLook(NamedTuple):
    """How a cell is drawn."""

    glyph: str
    """A sign, a digit, or a text such as "38%"; "" for nothing."""
    style: Style
    """The style of the glyph; its background is that of the cell."""
    accent: Colour | None = None
    """The second colour of a sign in pixels, such as the pole of a flag."""
    edges: tuple[Colour, Colour] | None = None
    """The upper left and the lower right edge of a cell that looks raised or has the cursor."""
    brackets: Style | None = None
    """The style of a cursor that is a pair of brackets around the glyph."""
    is_mark: bool = False
    """Whether the cell is marked, so that no cursor may hide its colour."""


class CellLooks:
    """The looks of cells in a theme at a zoom; `cell_looks` makes them."""

    def __init__(self, theme: Theme, zoom: Zoom) -> None:
        self.theme = theme
        self.zoom = zoom
        self.has_halves = theme.has_colours and not theme.glyphs.is_ascii
        """Whether half blocks show two backgrounds in one row of the screen."""
        self.has_pixels = self.has_halves and zoom.columns >= _SMALLEST_OF_PIXELS
        """Whether signs are drawn in pixels."""
        self._is_small = zoom.columns <= LARGEST_OF_SIGNS
        # For each change from or to bold, curses sends all attributes and both colours again, so
        # that a move from digit to digit at zoom 2 would be 85 bytes instead of 76.
        # Without colours, weight is for marks alone.
        self._is_bold = theme.has_colours and not self._is_small
        has_edges = theme.is_classic and self.has_halves and not self._is_small
        self._edges = self._edge_colours("edge-light", "edge-dark") if has_edges else None
        self._ring = self._edge_colours("ring", "ring")
        self._covered_glyph, self._zero_glyph = self._blank_glyphs()
        faces = self._make_faces()
        self._blanks: Final = {faces[0][Face.COVERED].style, faces[1][Face.COVERED].style}
        self._zeros: Final = {faces[0][Face.ZERO].style, faces[1][Face.ZERO].style}
        """The styles of the faces whose glyph is no more than a texture."""
        self.faces = faces
        """The look of each face on the black and on the white squares of a chessboard."""

    def _edge_colours(self, upper: Role, lower: Role) -> tuple[Colour, Colour] | None:
        one, other = self.theme.colour(upper), self.theme.colour(lower)
        return (one, other) if one and other else None

    def _blank_glyphs(self) -> tuple[str, str]:
        """Return the glyphs of covered cells and of zeros, where they have any."""
        theme, glyphs = self.theme, self.theme.glyphs
        if glyphs.is_ascii or not theme.has_colours:
            return glyphs.signs[Face.COVERED], glyphs.signs[Face.ZERO]
        texture = _SMALL_TEXTURE if self._is_small and theme.kind != "few" else _TEXTURE
        zero = glyphs.signs[Face.ZERO] if theme.kind == "few" else ""
        return texture if theme.has_texture else "", zero

    def _make_faces(self) -> tuple[dict[int, CellLook], dict[int, CellLook]]:
        return self._make_faces_of(0), self._make_faces_of(1)

    def _make_faces_of(self, square: int) -> dict[int, CellLook]:
        """Return the look of each face on a black square (`square` 0) or a white one (1)."""
        theme, signs, style = self.theme, self.theme.glyphs.signs, self._style
        covered = self.covered_role(square)
        opened, won, pad = (_on_square(role, square) for role in ("open", "open-won", "pad"))
        edges = self._edges
        lily: Role = "lily" if square else "lily-2"
        heart: Role = "flag" if square else "lily"
        is_dim = not theme.has_colours
        looks = {
            Face.COVERED: CellLook(
                self._covered_glyph,
                theme.style("texture", covered, dim=is_dim),
                edges=edges,
            ),
            Face.FLAG: CellLook(
                signs[Face.FLAG], style("flag", covered), theme.colour("dim"), edges=edges
            ),
            Face.QUESTION: CellLook(signs[Face.QUESTION], style("bright", covered), edges=edges),
            Face.MINE: CellLook(signs[Face.MINE], style("mine", covered), edges=edges),
            Face.EXPLODED: CellLook(
                signs[Face.EXPLODED], mark_style(theme, "exploded"), is_mark=True
            ),
            Face.WRONG_FLAG: CellLook(signs[Face.WRONG_FLAG], mark_style(theme, "wrong")),
            LILY: CellLook(signs[LILY], style(lily, pad), theme.colour(heart)),
            WALL: CellLook(signs.get(WALL, ""), theme.text),
        }
        for faces, ground in (((Face.ZERO, *DIGITS), opened), (WON_OPEN, won)):
            looks[faces[0]] = CellLook(self._zero_glyph, theme.style("zero", ground))
            for role, face in zip(NUMBERS, faces[1:], strict=True):
                looks[face] = CellLook(signs[face], style(role, ground))
        is_grey = theme.kind in ("exact", "256")
        dimmed = theme.style("faint" if is_grey else "dim", opened, dim=not is_grey)
        looks |= {face: CellLook(signs[face], dimmed) for face in DIMMED[1:]}
        return looks

    def covered_role(self, square: int) -> Role:
        """Return the role of covered cells on a black square (`square` 0) or a white one (1)."""
        is_flat = self.theme.is_classic and not self._edges
        return _on_square("flat" if is_flat else "covered", square)

    def _style(self, ink: Role, ground: Role) -> Style:
        return self.theme.style(ink, ground, bold=self._is_bold)

    # Looks

    def face(self, face: int, square: int) -> CellLook:
        """Return the look of a face on a black square of a chessboard (0) or a white one (1)."""
        return self.faces[square][face]

    def glyph_of(self, own: CellLook) -> str:
        """Return the glyph of a cell that keeps it on another background."""
        is_texture = own.style in self._blanks or own.style in self._zeros
        return "" if is_texture and self.has_halves else own.glyph

    def mark(self, mark: Mark, square: int, own: CellLook, text: str = "") -> CellLook:
        """Return the look of a marked cell; without a text it keeps its own glyph."""
        is_covered = own.style.background == self.theme.colour(self.covered_role(square))
        style = mark_style(self.theme, mark, square, is_bold=self._is_bold, is_covered=is_covered)
        return CellLook(text or self.glyph_of(own), style, is_mark=True)

    def odds(self, level: int, percent: str, square: int, own: CellLook) -> CellLook:
        """Return the look of a covered cell with a level of risk, from 0 for safe to 4 for a mine.

        In small cells colours do without numbers, but not without the signs of what is certain. A
        flag keeps its place.
        """
        theme, glyphs = self.theme, self.theme.glyphs
        ink, ground = _ODDS[level]
        if own.glyph == glyphs.signs[Face.FLAG]:
            flag = "flag" if _is_legible(theme, "flag", ground) else ink
            return CellLook(own.glyph, self._style(flag, ground))
        text = {SAFE_LEVEL: glyphs.marks["safe"], MINE_LEVEL: glyphs.signs[Face.MINE]}.get(level)
        if text is None and self._is_small:
            text = "" if theme.has_colours else percent.rstrip("%").zfill(2)[0]  # the tens
        is_reversed = text is not None and not theme.has_colours
        style = theme.style(ink, ground, bold=self._is_bold, reverse=is_reversed)
        return CellLook(percent if text is None else text, style)

    def far(self, square: int, own: CellLook) -> CellLook:
        """Return the look of a cell of the odds that is far from all numbers."""
        if self.theme.kind in ("few", "mono"):
            return own
        is_flag = own.glyph == self.theme.glyphs.signs[Face.FLAG]
        style = self._style("flag" if is_flag else "far-text", _on_square("far", square))
        return CellLook(own.glyph if is_flag else "", style)

    def forgotten(self, square: int) -> CellLook:
        """Return the look of a revealed cell whose number is not shown."""
        return CellLook(FORGOTTEN_SIGN, self.face(DIMMED[1], square).style)

    def glowing(self, own: CellLook, face: Face) -> CellLook:
        """Return the look of a cell beside an exploded mine; flags stay as they are."""
        if face in (Face.EXPLODED, Face.WRONG_FLAG, Face.FLAG):
            return own
        return self.tinted(own, "glow" if face.is_number else "glow-covered")

    def tinted(self, own: CellLook, ground: Role, ink: Role | None = None) -> CellLook:
        """Return the look of a cell that keeps its glyph on another background."""
        style = _with_background(own.style, self.theme.colour(ground))
        style = self._style(ink, ground) if ink else style
        return own._replace(glyph=self.glyph_of(own), style=style, edges=None)

    def pressed(self, square: int) -> CellLook:
        """Return the look of a covered cell that the mouse button that is down will reveal."""
        return self.face(Face.ZERO, square)

    def cursor(self, own: CellLook) -> CellLook:
        """Return the look of a cell under the cursor."""
        theme, glyphs = self.theme, self.theme.glyphs
        if not theme.has_colours:
            if self.zoom.columns > 1:
                return own._replace(brackets=theme.bright)
            return own._replace(style=theme.style("text", reverse=not own.style.reverse))
        if self._edges:
            return own._replace(edges=self._ring)
        if self.has_pixels and own.accent:  # all in ink, pole and cloth of a flag are one blob
            return CellLook(own.glyph, theme.style("blast", "cursor"), theme.colour("ink"))
        glyph = glyphs.zero_under_cursor if own.style in self._zeros else self.glyph_of(own)
        paint: tuple[Role, Role] = (
            ("selected-text", "ring") if theme.is_classic else _PAINTS["cursor"]
        )
        return CellLook(glyph, theme.style(*paint, bold=self._is_bold and bool(glyph)))

    def quiet_cursor(self, own: CellLook) -> CellLook:
        """Return the look of a cell under the cursor while help is on the board: its colour stays.

        Small cells have room for both only if they are marked, and emoji none at all.
        """
        theme = self.theme
        is_emoji = width(own.glyph) > len(own.glyph)
        if not theme.has_colours or is_emoji or (self._is_small and not own.is_mark):
            return self.cursor(own)
        if self.zoom.columns == 1:
            return own._replace(style=_underlined(own.style))
        if theme.glyphs.is_ascii:
            brackets = _bracket_style(theme.colour("ring"), own.style.background)
            return own._replace(brackets=brackets)
        return own._replace(edges=self._ring)


@cache
def cell_looks(theme: Theme, zoom: int) -> CellLooks:
    """Return the looks of cells in a theme at a zoom, always as the same object."""
    return CellLooks(theme, ZOOMS[zoom])


def tile_style(kind: TileKind, theme: Theme, glyph: str) -> Style:
    """Return the style of a tile with a glyph: that of the cell for which it stands."""
    signs = theme.glyphs.signs
    return mark_style(theme, kind, is_covered=glyph in (signs[Face.FLAG], signs[Face.MINE]))


def mark_style(
    theme: Theme,
    kind: TileKind,
    square: int = 0,
    *,
    is_bold: bool = True,
    is_covered: bool = False,
) -> Style:
    """Return the style of a cell with a mark, on a black square of a chessboard or a white one.

    With few colours, the marks that only support the others are told by their weight, on the cell's
    own background: `is_covered` says which it is. Without colours they are bold and underlined, and
    the others reversed.
    """
    ink, ground = _PAINTS[kind]
    is_supporting = kind in _SHADES
    if theme.kind == "few" and is_supporting:
        own: Role = "covered" if is_covered else "open"
        return theme.style("bright", own, bold=True, underline=True)
    if not theme.has_colours:
        is_underlined = is_supporting or kind == "second"
        return theme.style("text", bold=True, underline=is_underlined, reverse=not is_supporting)
    if theme.kind == "few" and kind == "far":
        return theme.style("texture", "covered")
    ground = _on_square(ground, square)
    return theme.style(ink, ground, bold=is_bold, underline=kind == "second")


def _on_square(role: Role, square: int) -> Role:
    return second_tone(role) if square else role


def _is_legible(theme: Theme, ink: Role, ground: Role) -> bool:
    one, other = theme.colour(ink), theme.colour(ground)
    return not (one and other) or contrast(one.rgb, other.rgb) >= _FLAG_CONTRAST


@cache
def _with_background(style: Style, background: Colour | None) -> Style:
    return Style(style.foreground, background, bold=style.bold, underline=style.underline)


@cache
def _bracket_style(foreground: Colour | None, background: Colour | None) -> Style:
    return Style(foreground, background, bold=True)


@cache
def _underlined(style: Style) -> Style:
    """Return a style with a line under it, or without its own one."""
    return Style(style.foreground, style.background, bold=style.bold, underline=not style.underline)
