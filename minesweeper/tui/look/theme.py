"""How everything is drawn: a theme's glyphs and styles, and the choice of theme and zoom."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, Literal, NamedTuple

from minesweeper.engine.game import Face
from minesweeper.tui.canvas import Style
from minesweeper.tui.colours import Colour
from minesweeper.tui.look.glyphs import (
    COVERED_FACES,
    DIGITS,
    DIMMED,
    EXCESS,
    GLYPHS,
    USUAL_ZOOM,
    ZOOMS,
    Art,
    Glyphs,
    zoomed,
)
from minesweeper.tui.look.palettes import PALETTES, Paint, Palette

COLOURS_FOR_TONES: Final = 256

StyledText = tuple[str, Style]
Band = tuple[Style, Style, Style]
"""Half a row of a cell: the styles of its left column, its middle and its right column."""
CellStyles = Mapping[int, tuple[Art, Style]]
"""The art and style of a cell, by its face."""

Mark = Literal["premise", "second", "support", "mine", "target", "danger", "guess", "own", "best"]
"""A mark of a hint: a number to look at, the number it is compared with, a further number of the
proof, a mine proved before; a safe cell, a mine to flag, a cell to guess. In a review: the cells of
the player's own move, and the best guess."""


class Theme(NamedTuple):
    """The glyphs and styles with which all screens draw."""

    glyphs: Glyphs
    # The cells on the black and on the white squares of a chessboard: two tones give them edges.
    cells: tuple[CellStyles, CellStyles]
    # The styles of the cells that look raised, and their light and dark edges.
    raised: frozenset[Style]
    edges: tuple[Style, Style]
    focused: Mapping[int, StyledText]
    # The cursor on a reversed cell: without colours, the usual style of the cursor is reversed too.
    focus_on_reversed: Style
    # The arrows in the frame when the board goes on, and the columns and rows in sight.
    scroll_arrow: Style
    # Titles and headings.
    header: Style
    # The header above the field: mines left and the clock, the flag beside the mines, the face.
    counter: Style
    flag: Style
    face: Style
    # Plain text, and the empty parts of the window.
    text: Style
    dim: Style
    # Frames, keys that can be pressed, and the selected line of a page.
    border: Style
    accent: Style
    selected: Style
    message: Style
    marks: Mapping[Mark, Style]
    # The neighbours of a number that cannot be chorded, highlighted for a moment.
    flash: Style
    # A covered cell that the mouse button that is down will reveal.
    pressed: Style
    # The odds: safe, three levels of risk, a mine.
    odds: tuple[Style, ...]
    # Among the odds, the many cells that touch no number, on black and on white squares.
    sea: tuple[Style, Style]
    # The backgrounds on the map of the board: fronts, what is partly open, the selected front, the
    # edge of the window, the cursor.
    front: Style
    pocket: Style
    selected_front: Style
    window_edge: Style
    map_cursor: Style
    won: Style
    lost: Style

    def bands(self, cell: Style) -> tuple[Band, Band, Band]:
        """Return the upper, the middle and the lower part of a cell with the given style."""
        if cell not in self.raised:
            return ((cell,) * 3,) * 3
        light, dark = self.edges
        return (light,) * 3, (light, cell, dark), (dark,) * 3

    @property
    def has_colours(self) -> bool:
        """Whether backgrounds can tell cells apart."""
        return self.text.background is not None

    def __hash__(self) -> int:
        """Return a hash by identity: no two themes are equal, since no two styles are."""
        return id(self)


def _cell_styles(palette: Palette, square: int, *, tones: bool, bold: bool) -> dict[int, Style]:
    """Return the style of each face on a black square (`square` 0) or a white one (1)."""
    revealed, covered = palette.revealed[square], palette.covered[square]
    numbers = zip(DIGITS, palette.numbers, strict=True)
    styles: dict[int, Style] = {
        face: Style(foreground, revealed, bold=bold) for face, foreground in numbers
    }
    # With few colours, numbers that have all their flags are told apart by their weight.
    paints = (palette.border,) * len(DIMMED) if tones else (palette.zero, *palette.numbers)
    dimmed = zip(DIMMED, paints, strict=True)
    styles |= {face: Style(foreground, revealed, dim=True) for face, foreground in dimmed}
    return styles | {
        Face.COVERED: Style(palette.covered_glyph, covered),
        Face.FLAG: Style(palette.flag, covered, bold=bold),
        Face.QUESTION: Style(palette.question, covered, bold=bold),
        Face.ZERO: Style(palette.zero, revealed),
        Face.MINE: Style(palette.mine, covered, bold=bold),
        Face.EXPLODED: _prominent(palette.exploded, bold=bold),
        Face.WRONG_FLAG: Style(*palette.wrong_flag, bold=bold),
        **dict.fromkeys(EXCESS, _prominent(palette.wrong_flag, bold=bold)),
    }


def _cells(
    glyphs: Glyphs, palette: Palette, *, tones: bool, bold: bool
) -> tuple[CellStyles, CellStyles]:
    squares: list[CellStyles] = [
        {
            face: (glyphs.cells[face], style)
            for face, style in _cell_styles(palette, at, tones=tones, bold=bold).items()
        }
        for at in (0, 1)
    ]
    return squares[0], squares[tones]


def has_tones(palette: Palette, colours: int) -> bool:
    """Return whether `colours` colours are enough to draw the cells in two tones."""
    return colours >= COLOURS_FOR_TONES and palette.window_background is not None


def _prominent(paint: Paint, *, bold: bool = True, underline: bool = False) -> Style:
    """Return a style that stands out without colours as well."""
    return Style(*paint, bold=bold, reverse=True, underline=underline)


def _mark_styles(palette: Palette, *, bold: bool) -> dict[Mark, Style]:
    return {
        "premise": _prominent(palette.premise, bold=bold),
        "second": _prominent(palette.second, bold=bold, underline=True),
        "support": Style(*palette.support, bold=bold, underline=True),
        "mine": Style(*palette.support, bold=bold, underline=True),
        "target": _prominent(palette.target, bold=bold),
        "danger": _prominent(palette.danger, bold=bold),
        "guess": _prominent(palette.guess, bold=bold),
        # A review draws no cursor, whose colours are free for the player's own move.
        "own": _prominent(palette.focus, bold=bold, underline=True),
        "best": _prominent(palette.guess, bold=bold),
    }


def make_theme(glyphs: Glyphs, palette: Palette, colours: int = 256) -> Theme:
    """Return the theme of a glyph set and a palette on a terminal with `colours` colours."""
    tones = has_tones(palette, colours)
    is_large = glyphs.columns > 2
    is_raised = bool(tones and palette.edges and is_large)
    if is_raised:  # edges tell the cells apart, without a checkerboard
        palette = palette._replace(covered=(palette.covered[0],) * 2)
    light, dark = palette.edges or (None, None)
    # With 256 colours nothing in the header is bold, nor in the field unless its cells are large:
    # for each change from or to bold, ncurses sends all attributes and both colours again. A move
    # from digit to digit at zoom 2 would be 85 bytes instead of 76.
    bold = not tones
    bold_cells = bold or is_large
    cells = _cells(glyphs, palette, tones=tones, bold=bold_cells)
    focus = _prominent(palette.focus, bold=bold_cells, underline=True)
    background = palette.window_background
    return Theme(
        glyphs=glyphs,
        cells=cells,
        raised=frozenset(
            square[face][1] for square, face in product(cells, COVERED_FACES) if is_raised
        ),
        edges=(Style(palette.text, light), Style(palette.text, dark)),
        focused={face: (text, focus) for face, text in glyphs.focused.items()},
        focus_on_reversed=Style(*palette.focus, bold=bold_cells, underline=True),
        scroll_arrow=Style(palette.scroll_arrow, background, bold=bold),
        header=Style(palette.header, background, bold=True),
        counter=Style(palette.header, background, bold=bold),
        flag=Style(palette.flag, background, bold=bold),
        face=Style(palette.scroll_arrow, background, bold=bold),
        text=Style(palette.text, background),
        dim=Style(palette.dim, background),
        border=Style(palette.border, background),
        accent=Style(palette.accent, background, bold=True),
        selected=_prominent(palette.focus),
        message=Style(palette.message, background),
        marks=_mark_styles(palette, bold=bold_cells),
        flash=_prominent(palette.premise, bold=bold_cells),
        pressed=Style(palette.text, palette.revealed[0]),
        odds=tuple(Style(*paint) for paint in palette.odds),
        sea=(Style(palette.sea_text, palette.sea[0]), Style(palette.sea_text, palette.sea[1])),
        front=Style(background=palette.front),
        pocket=Style(background=palette.pocket),
        selected_front=Style(background, palette.accent, reverse=True),
        window_edge=Style(background=palette.dim),
        map_cursor=Style(background, palette.header, bold=bold, reverse=True),
        won=Style(palette.won, background, bold=True),
        lost=Style(palette.lost, background, bold=True),
    )


def half_block(upper: Style, lower: Style) -> StyledText:
    """Return the half block that shows one background above the other, with its style.

    The colour with the lower number is always the foreground, so that two backgrounds need only one
    colour pair, whichever is above.
    """
    one, other = upper.background, lower.background
    assert one, "only themes with colours share rows"
    assert other, "only themes with colours share rows"
    if one == other:
        return " ", lower
    if one.of_256 < other.of_256:
        return "▀", _pair_style(one, other)
    return "▄", _pair_style(other, one)


@cache
def _pair_style(foreground: Colour, background: Colour) -> Style:
    return Style(foreground, background)


# The minimum rows of the field with which a game can be played. A cell may take as many, or half of
# those there are.
MIN_FIELD_ROWS: Final = 3
AUTO: Final = 0
"""The zoom that stands for the largest one that shows the whole board."""


def zoom_of(text: str) -> int:
    """Return the zoom for the text of a setting."""
    return AUTO if text == "auto" else int(text)


Remember = Callable[[str], str]
Extent = tuple[int, int]
"""Columns and rows."""


def auto_theme(environ: Mapping[str, str]) -> str:
    """Return the theme that "auto" stands for according to the environment.

    NO_COLOR asks for "mono".
    COLORFGBG holds the numbers of foreground and background among 16 colours: Konsole and rxvt
    write `15;0` or `0;15`, iTerm2 `7;0`, and rxvt built with pictures `15;default;0`.
    """
    if environ.get("NO_COLOR"):
        return "mono"
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"


@cache
def _theme(palette: Palette, glyphs: str, zoom: int, colours: int) -> Theme:
    """Return a theme, always as the same object: the painter keeps an attribute for each style."""
    return make_theme(zoomed(glyphs, zoom, tones=has_tones(palette, colours)), palette, colours)


class Looks:
    """The theme that all screens draw with; a change shows in the next frame."""

    theme: Theme

    def __init__(
        self,
        theme: str = "auto",
        glyphs: str = "unicode",
        zoom: int = 2,
        *,
        numbers: str = "plain",
        auto: str = "dark",
        colours: int = 256,
        player_palettes: Mapping[str, Callable[[], Palette]] | None = None,
        remember: Remember = lambda theme: "",
    ) -> None:
        """Make the theme from the names of a palette and of a glyph set.

        `zoom` is one of ZOOMS, or AUTO for the largest that shows the whole board. `numbers` is how
        they count down, if they do: see `count_down` in widgets/numbers.py. `auto` is the theme
        that "auto" stands for until the terminal reports its background. The terminal has `colours`
        colours, or 0 for none. `player_palettes` holds functions that make the palettes of the
        player's own themes, by name. `remember` is called with the name of the theme when a key
        changes it, and returns a remark for the player, or "".
        """
        self.name = theme
        self.zoom = zoom or USUAL_ZOOM
        """The zoom of the present theme, never AUTO."""
        self._zoom_setting = zoom
        self._zoom_by_key = AUTO
        """The zoom that a key has chosen; it lasts until the size of the board changes."""
        self._board: Extent | None = None
        """The columns and rows of the board that `fit` was last called for."""
        self._glyphs = glyphs
        self.numbers = numbers
        self._auto = auto
        self._colours = colours
        self._remember = remember
        self._player_palettes = player_palettes or {}
        self._make()

    def change(self, action: str) -> str:
        """Do the action "theme", "zoom-in" or "zoom-out"; return a message for the player."""
        if action == "theme":
            return self.next_theme()
        return self.zoom_in() if action == "zoom-in" else self.zoom_out()

    def apply(
        self, theme: str = "", glyphs: str = "", zoom: int | None = None, numbers: str = ""
    ) -> None:
        """Change theme, glyphs, zoom and numbers; "" and None leave one unchanged."""
        self.name = theme or self.name
        self._glyphs = glyphs or self._glyphs
        self.numbers = numbers or self.numbers
        if zoom is not None:
            self._zoom_setting, self._zoom_by_key = zoom, AUTO
            self.zoom = zoom or self.zoom
        self._make()

    def fit(self, board: Extent, room: Extent, rooms_for_large: Sequence[Extent]) -> None:
        """Choose the zoom for a board of the given size in a room for its field.

        A zoom from the settings is kept, and so is one chosen by a key until the board has another
        size; only in a low window, where not even a few cells would fit, the zoom is less. The
        automatic zoom is above 2 only if the board then fits in one of `rooms_for_large`.
        """
        if self._board not in (None, board):
            self._zoom_by_key = AUTO
        self._board = board
        zoom = self._zoom_by_key or self._zoom_setting
        zoom = zoom or self._largest(board, room, rooms_for_large)
        while ZOOMS[zoom][1] > max(MIN_FIELD_ROWS, room[1] // 2):
            zoom -= 1
        if zoom != self.zoom:
            self.zoom = zoom
            self._make()

    def _largest(self, board: Extent, room: Extent, rooms_for_large: Sequence[Extent]) -> int:
        """Return the largest zoom at which a board fits, or the usual one if it never fits."""
        if GLYPHS[self._glyphs].is_emoji:
            return USUAL_ZOOM
        tones = has_tones(self._palette, self._colours)
        for zoom in reversed(ZOOMS):
            across, down = zoomed(self._glyphs, zoom, tones=tones).field_size(*board)
            rooms = rooms_for_large if zoom > USUAL_ZOOM else [room]
            if any(across <= columns and down <= rows for columns, rows in rooms):
                return zoom
        return USUAL_ZOOM

    def next_theme(self) -> str:
        """Change to the next theme; return a message for the player."""
        if not self._colours:
            return "theme: mono, as this terminal has no colours"
        names = ["auto", *dict.fromkeys((*PALETTES, *self._player_palettes))]
        self.name = names[(names.index(self.name) + 1) % len(names)]
        meaning = f" ({self._auto})" if self.name == "auto" else ""
        self._make()
        text = f"theme: {self.name}{meaning}"
        return ", ".join(filter(None, (text, self._remember(self.name))))

    def zoom_in(self) -> str:
        """Draw larger cells; return a message for the player."""
        return self._zoom_to(self.zoom + 1)

    def zoom_out(self) -> str:
        """Draw smaller cells; return a message for the player."""
        return self._zoom_to(self.zoom - 1)

    def _zoom_to(self, zoom: int) -> str:
        if GLYPHS[self._glyphs].is_emoji:
            return "emoji boards cannot be zoomed"
        if zoom not in ZOOMS:
            limit = "largest" if zoom > self.zoom else "smallest"
            return f"zoom {self.zoom} of {len(ZOOMS)}, the {limit}"
        self.zoom = self._zoom_by_key = zoom
        self._make()
        return f"zoom {zoom} of {len(ZOOMS)}"

    @property
    def needs_background(self) -> bool:
        """Whether the theme depends on the background that the terminal reports."""
        return self.name == "auto" and bool(self._colours)

    def set_background(self, *, light: bool) -> None:
        """Make "auto" stand for the theme that suits the background of the terminal."""
        self._auto = "light" if light else "dark"
        self._make()

    @property
    def _palette(self) -> Palette:
        if not self._colours:
            return PALETTES["mono"]  # not the player's own theme of that name
        name = self._auto if self.name == "auto" else self.name
        return self._player_palettes[name]() if name in self._player_palettes else PALETTES[name]

    def _make(self) -> None:
        self.theme = _theme(self._palette, self._glyphs, self.zoom, self._colours or 256)
