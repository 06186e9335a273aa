"""The glyph and style of everything that is drawn; the theme, glyph set and zoom in force."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, Literal, NamedTuple

from minesweeper.engine.game import Face
from minesweeper.tui.canvas import Colour, Style
from minesweeper.tui.look.glyphs import DIGITS, GLYPHS, USUAL_ZOOM, ZOOMS, Art, Glyphs, zoomed
from minesweeper.tui.look.palettes import PALETTES, Heat, Paint, Palette, colour_name

COLOURS_FOR_TONES: Final = 256

StyledText = tuple[str, Style]
# By face.
CellStyles = Mapping[int, tuple[Art, Style]]

Mark = Literal["premise", "support", "target", "danger"]
"""What a hint points at: numbers to look at, those that are needed besides, cells that are safe,
cells that are mines."""


class Theme(NamedTuple):
    """Everything that a screen needs to know to draw."""

    glyphs: Glyphs
    # The cells on the black and on the white squares of a chess board: so each has an edge.
    cells: tuple[CellStyles, CellStyles]
    focused: Mapping[int, StyledText]
    # The cursor among cells that are all reversed: without colours it would not be seen there.
    focus_on_reversed: Style
    scroll_arrow: Style
    header: Style
    # The numbers that change with the moves and the time, and the flag before one of them.
    counter: Style
    flag: Style
    # The indicator above the field.
    face: Style
    # Also for the window where nothing is written.
    text: Style
    dim: Style
    # A frame round the field or a page, a key that can be pressed, the selected line of a page.
    border: Style
    accent: Style
    selected: Style
    message: Style
    marks: Mapping[Mark, Style]
    # What the marks are called, as "green {}" for "cell" or "cells".
    mark_names: Mapping[Mark, str]
    # The cells round a number that cannot be chorded, lit for a moment.
    flash: Style
    # Safe, three levels of risk, a mine; each for the black and the white squares of a chess board,
    # which keep the odds of neighbours apart.
    odds: tuple[tuple[Style, Style], ...]
    # The same for the cells that touch no number, which are many.
    sea_odds: tuple[tuple[Style, Style], ...]
    # The backgrounds on a map of the board: fronts, pockets, the front that is chosen, the edge of
    # the window, the cursor.
    front: Style
    pocket: Style
    selected_front: Style
    window_edge: Style
    map_cursor: Style
    won: Style
    lost: Style

    def __hash__(self) -> int:
        """Return the same for the same theme: no two are equal, as no two styles are."""
        return id(self)


def _cell_styles(palette: Palette, square: int, *, bold: bool) -> dict[Face, Style]:
    """Return the styles on a black square, 0, or a white one, 1."""
    revealed, covered = palette.revealed[square], palette.covered[square]
    numbers = zip(DIGITS, palette.numbers, strict=True)
    styles = {face: Style(foreground, revealed, bold=bold) for face, foreground in numbers}
    return styles | {
        Face.COVERED: Style(palette.covered_glyph, covered),
        Face.FLAG: Style(palette.flag, covered, bold=bold),
        Face.QUESTION: Style(palette.question, covered, bold=bold),
        Face.ZERO: Style(palette.zero, revealed),
        Face.MINE: Style(palette.mine, covered, bold=bold),
        Face.EXPLODED: _standing_out(palette.exploded, bold=bold),
        Face.WRONG_FLAG: Style(*palette.wrong_flag, bold=bold),
    }


def _cells(glyphs: Glyphs, palette: Palette, *, tones: bool) -> tuple[CellStyles, CellStyles]:
    squares: list[CellStyles] = [
        {
            face: (glyphs.cells[face], style)
            for face, style in _cell_styles(palette, at, bold=not tones).items()
        }
        for at in (0, 1)
    ]
    return squares[0], squares[tones]


def has_tones(palette: Palette, colours: int) -> bool:
    """Return whether there are colours enough for a checkerboard."""
    return colours >= COLOURS_FOR_TONES and palette.window_background is not None


def _standing_out(paint: Paint, *, bold: bool = True, underline: bool = False) -> Style:
    """Return a style that stands out without colours, too."""
    return Style(*paint, bold=bold, reverse=True, underline=underline)


def _odds_styles(heat: Heat) -> tuple[Style, Style]:
    """Return the styles on a black and on a white square.

    Where the terminal has too few colours for two backgrounds, the black square swaps its colours.
    """
    text, black, white = heat
    if not (text and black and white):
        return Style(), Style(reverse=True)
    swapped = Colour(text.of_256, black.of_8, black.of_16)
    background = Colour(black.of_256, text.of_8, text.of_16)
    return Style(swapped, background), Style(text, white, reverse=True)


def _mark_names(glyphs: Glyphs, palette: Palette, colours: int) -> dict[Mark, str]:
    """Return what the marks are called as they are seen: by colour, else by glyph."""
    paints: dict[Mark, Colour | None] = {"target": palette.target[1], "danger": palette.danger[1]}
    if glyphs.is_emoji:  # these have colours of their own
        named = {"target": "green", "danger": "red"}
    else:
        named = {mark: colour_name(paint, colours) for mark, paint in paints.items() if paint}
    names: dict[Mark, str] = {"premise": "highlighted {}"}
    names["support"] = "shaded {}" if palette.support[1] else "underlined {}"
    for mark in paints:
        by_glyph = f"{{}} marked {glyphs.marked[mark].strip()}"
        names[mark] = f"{named[mark]} {{}}" if len({*named.values()}) > 1 else by_glyph
    return names


def _mark_styles(palette: Palette, *, bold: bool) -> dict[Mark, Style]:
    return {
        "premise": _standing_out(palette.premise, bold=bold),
        "support": Style(*palette.support, bold=bold, underline=True),
        "target": _standing_out(palette.target, bold=bold),
        "danger": _standing_out(palette.danger, bold=bold),
    }


def make_theme(glyphs: Glyphs, palette: Palette, colours: int = 256) -> Theme:
    """Return the theme of a glyph set and a palette, on a terminal with `colours` colours."""
    tones = has_tones(palette, colours)
    # Among many colours nothing in the field is bold: at each change from or to bold, ncurses would
    # send all attributes and both colours anew.
    bold = not tones
    focus = _standing_out(palette.focus, bold=bold, underline=True)
    background = palette.window_background
    odds = tuple(_odds_styles(heat) for heat in palette.odds)
    return Theme(
        glyphs=glyphs,
        cells=_cells(glyphs, palette, tones=tones),
        focused={face: (glyphs.focused[face], focus) for face in Face},
        focus_on_reversed=Style(*palette.focus, bold=bold, underline=True),
        scroll_arrow=Style(palette.scroll_arrow, background, bold=bold),
        header=Style(palette.header, background, bold=True),
        counter=Style(palette.header, background, bold=bold),
        flag=Style(palette.flag, background, bold=bold),
        face=Style(palette.scroll_arrow, background, bold=bold),
        text=Style(palette.text, background),
        dim=Style(palette.dim, background),
        border=Style(palette.border, background),
        accent=Style(palette.accent, background, bold=True),
        selected=_standing_out(palette.focus),
        message=Style(palette.message, background),
        marks=_mark_styles(palette, bold=bold),
        mark_names=_mark_names(glyphs, palette, colours),
        flash=_standing_out(palette.premise, bold=bold),
        odds=odds,
        sea_odds=odds if tones else tuple((black, black) for black, _ in odds),
        front=Style(background=palette.front),
        pocket=Style(background=palette.pocket),
        selected_front=Style(background, palette.accent, reverse=True),
        window_edge=Style(background=palette.dim),
        map_cursor=Style(background, palette.header, bold=bold, reverse=True),
        won=Style(palette.won, background, bold=True),
        lost=Style(palette.lost, background, bold=True),
    )


def half_block(upper: Style, lower: Style) -> StyledText:
    """Return the glyph of a place whose halves have the backgrounds of two styles.

    The darker colour is the foreground, so that two backgrounds take one pair of colours.
    """
    one, other = upper.background, lower.background
    assert one, "only themes with colours share rows"
    assert other, "as above"
    if one == other:
        return " ", lower
    if one.of_256 < other.of_256:
        return "▀", _pair_style(one, other)
    return "▄", _pair_style(other, one)


@cache
def _pair_style(foreground: Colour, background: Colour) -> Style:
    return Style(foreground, background)


AUTO: Final = 0
"""The zoom that shows the whole board as large as it fits."""
_ZOOM_NAMES: Final = {
    1: "one column a cell",
    2: "two columns a cell",
    3: "five columns a cell",
    4: "seven columns a cell",
}


def zoom_of(text: str) -> int:
    """Return the zoom that a setting means."""
    return AUTO if text == "auto" else int(text)


Remember = Callable[[str], str]


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
def _theme(palette: Palette, glyphs: str, zoom: int, colours: int) -> Theme:
    """Return a theme, made only once: the terminal remembers each style that it has met."""
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
        auto: str = "dark",
        colours: int = 256,
        own: Mapping[str, Callable[[], Palette]] | None = None,
        remember: Remember = lambda theme: "",
    ) -> None:
        """`auto` is the theme for that name until the terminal reports its background.

        The terminal has `colours` colours, 0 for none. `own` are functions that return the
        palettes of the player's own themes. `remember` is called with the theme when a key
        changes it; it returns what to tell the player of that. `zoom` is 1 to 4, or AUTO for the
        largest that shows the whole board.
        """
        self.name = theme
        self.zoom = zoom or USUAL_ZOOM
        """The zoom in force."""
        self._chosen = zoom
        self._held = AUTO
        """What a key has chosen, while the board has the same size."""
        self._board: tuple[int, int] | None = None
        """The columns and rows of the board that was shown last."""
        self._glyphs = glyphs
        self._auto = auto
        self._colours = colours
        self._remember = remember
        self._own = own or {}
        self._make()

    def change(self, action: str) -> str:
        """Do "theme", "zoom-in" or "zoom-out"; return what to tell the player."""
        if action == "theme":
            return self.next_theme()
        return self.zoom_in() if action == "zoom-in" else self.zoom_out()

    def apply(self, theme: str, glyphs: str, zoom: int | None) -> None:
        """Change to these from now on; what is empty or None stays as it is."""
        self.name = theme or self.name
        self._glyphs = glyphs or self._glyphs
        if zoom is not None:
            self._chosen, self._held = zoom, AUTO
            self.zoom = zoom or self.zoom
        self._make()

    def fit(self, board: tuple[int, int], columns: int, rows: int, rows_beside: int) -> None:
        """Choose the zoom for a board of these columns and rows in a field of `columns` x `rows`.

        Cells that are larger than usual leave `rows_beside` of the rows free. A zoom that was
        chosen stays; one that a key has chosen, as long as the board has this size.
        """
        if self._board not in (None, board):
            self._held = AUTO
        self._board = board
        zoom = self._held or self._chosen or self._largest(board, columns, rows, rows_beside)
        if zoom != self.zoom:
            self.zoom = zoom
            self._make()

    def _largest(self, board: tuple[int, int], columns: int, rows: int, rows_beside: int) -> int:
        """Return the largest zoom at which a board fits, or the usual one if it fits at none."""
        if GLYPHS[self._glyphs].is_emoji:
            return USUAL_ZOOM
        tones = has_tones(self._palette, self._colours)
        for zoom in reversed(ZOOMS):
            across, down = zoomed(self._glyphs, zoom, tones=tones).field_size(*board)
            room = rows - rows_beside if zoom > USUAL_ZOOM else rows
            if across <= columns and down <= room:
                return zoom
        return USUAL_ZOOM

    def next_theme(self) -> str:
        """Change to the next theme; return what to tell the player."""
        if not self._colours:
            return "theme: mono, as there are no colours here"
        names = ["auto", *dict.fromkeys((*PALETTES, *self._own))]
        self.name = names[(names.index(self.name) + 1) % len(names)]
        here = f", {self._auto} here" if self.name == "auto" else ""
        self._make()
        text = f"theme: {self.name}{here}"
        return ", ".join(filter(None, (text, self._remember(self.name))))

    def zoom_in(self) -> str:
        """Show larger cells; return what to tell the player."""
        return self._zoom_to(self.zoom + 1)

    def zoom_out(self) -> str:
        """Show smaller cells; return what to tell the player."""
        return self._zoom_to(self.zoom - 1)

    def _zoom_to(self, zoom: int) -> str:
        if GLYPHS[self._glyphs].is_emoji:
            return "emoji are two columns wide: no zoom"
        if zoom not in ZOOMS:
            return f"zoom: {_ZOOM_NAMES[self.zoom]} already"
        self.zoom = self._held = zoom
        self._make()
        return f"zoom: {_ZOOM_NAMES[zoom]}"

    @property
    def needs_background(self) -> bool:
        """Whether the theme depends on the terminal's background."""
        return self.name == "auto" and bool(self._colours)

    def set_background(self, *, light: bool) -> None:
        """Let `auto` follow the background that the terminal reports."""
        self._auto = "light" if light else "dark"
        self._make()

    @property
    def _palette(self) -> Palette:
        if not self._colours:
            return PALETTES["mono"]  # a theme of the player's own may have that name
        name = self._auto if self.name == "auto" else self.name
        return self._own[name]() if name in self._own else PALETTES[name]

    def _make(self) -> None:
        self.theme = _theme(self._palette, self._glyphs, self.zoom, self._colours or 256)
