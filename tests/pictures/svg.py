"""Terminal screens drawn as SVG without fonts or scripts of their own.

Every word is placed at its column and stretched to its width, so that any monospaced font of the
viewer will do. Backgrounds and symbols are shapes and need no font; all shapes of one colour are
one path, which keeps the file small.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple
from unicodedata import normalize
from xml.sax.saxutils import escape, quoteattr

from pyte.graphics import FG_BG_256
from pyte.screens import Char

from tests.harness.real_terminal import RealTerminal

# The sizes in pixels of a cell, of the margin around all cells, of the bar above them, and of the
# gap between windows; the size of the font, its baseline, and the scale of the picture.
COLUMN: Final = 12
ROW: Final = 24
MARGIN: Final = 16
BAR: Final = 36
GAP: Final = 24
SIZE: Final = 20
BASELINE: Final = 18
SCALE: Final = 0.8

FONTS: Final = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
EMOJI: Final = "'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji'"

# Symbols as paths from the upper left corner of their column.
SHAPES: Final = {
    "▪": "m3 9h6v6h-6z",
    "·": "m4.5 10.5h3v3h-3z",
    "∙": "m4 10h4v4h-4z",
    "✓": "m1.6 12.6l1.5-1.3 2.1 2.6 4.7-7.6 1.6 1-6.1 10z",
    "▌": "m0 0h6v24h-6z",
    "▐": "m6 0h6v24h-6z",
    "⚑": "m2 5h1.6v1q2.4-1.6 4.2-.2t3.4 0v6.4q-1.6 1.4-3.4 0t-4.2.2v7.2h-1.6z",
    "✱": "m4.9 6h2.2v12h-2.2zm-3.55 2.05l10.4 6-1.1 1.9-10.4-6zm9.3 0l1.1 1.9-10.4 6-1.1-1.9z",
    "◉": "m6 6.5a5.5 5.5 0 0 1 0 11a5.5 5.5 0 0 1 0-11zm0 1.6a3.9 3.9 0 0 0 0 7.8a3.9 3.9 0 0 0 "
    "0-7.8zm0 1.6a2.3 2.3 0 0 1 0 4.6a2.3 2.3 0 0 1 0-4.6z",
    "│": "m5.25 0h1.5v24h-1.5z",
    "╭": "m5.25 24v-6a6.75 6.75 0 0 1 6.75-6.75v1.5a5.25 5.25 0 0 0-5.25 5.25v6z",
    "╮": "m6.75 24v-6a6.75 6.75 0 0 0-6.75-6.75v1.5a5.25 5.25 0 0 1 5.25 5.25v6z",
    "╰": "m5.25 0v6a6.75 6.75 0 0 0 6.75 6.75v-1.5a5.25 5.25 0 0 1-5.25-5.25v-6z",
    "╯": "m6.75 0v6a6.75 6.75 0 0 1-6.75 6.75v-1.5a5.25 5.25 0 0 0 5.25-5.25v-6z",
    "✗": "m3.3 6.4l7 10-1.6 1.2-7-10zm5.4 0l1.6 1.2-7 10-1.6-1.2z",
}
# Characters that touch their neighbours: where they begin within a row, and their height.
RUNS: Final = {"─": (11.25, 1.5), "━": (10.5, 3), "▀": (0, 12), "▄": (12, 12), "█": (0, 24)}
# Where the cells of a window are.
_INSIDE: Final = f"translate({MARGIN} {BAR + MARGIN})"
# What touches shows no seam.
CRISP: Final = ' shape-rendering="crispEdges"'
# Fills the right half of a wide character, so that a text is as long as its columns.
HALF: Final = "\0"
TOKEN: Final = re.compile(
    f"(?P<wide>.{HALF})|(?P<run>{'|'.join(f'{glyph}+' for glyph in RUNS)})"
    f"|(?P<shape>[{''.join(SHAPES)}])|(?P<word>(?:[^ {''.join((*RUNS, *SHAPES))}](?!{HALF}))+)"
)


class Window(NamedTuple):
    """The contents of a screen at one moment."""

    rows: Sequence[Sequence[Char]]
    palette: Mapping[str, str]
    """The colours that were redefined, by what they are otherwise."""

    @property
    def background(self) -> str:
        """The background of the empty parts."""
        return self.colour(self.rows[0][0].bg)

    def colour(self, name: str) -> str:
        """Return a colour as in CSS; pyte has hexadecimal numbers for all colours of the game."""
        return f"#{self.palette.get(name, name)}"

    @property
    def width(self) -> int:
        return COLUMN * len(self.rows[0]) + 2 * MARGIN

    @property
    def height(self) -> int:
        return BAR + ROW * len(self.rows) + 2 * MARGIN


class Piece(NamedTuple):
    """Neighbouring cells of a row with the same style."""

    x: int
    y: int
    text: str
    foreground: str
    background: str
    bold: bool
    underline: bool

    @property
    def width(self) -> int:
        return COLUMN * len(self.text)

    def tokens(self, *kinds: str) -> Iterator["Piece"]:
        """Yield the parts of the text that are of one of these kinds."""
        for match in TOKEN.finditer(self.text):
            if match.lastgroup in kinds:
                yield self._replace(x=self.x + COLUMN * match.start(), text=match[0])


def window_of(terminal: RealTerminal) -> Window:
    """Return the present contents of a terminal."""
    columns, rows = range(terminal.columns), range(terminal.rows)
    palette = {
        FG_BG_256[number]: re.sub("rgb:|/", "", rgb) for number, rgb in terminal.palette.items()
    }
    return Window([[terminal.cell(x, y) for x in columns] for y in rows], palette)


def svg(windows: Sequence[Window], label: str) -> str:
    """Return a picture of windows in a row; `label` describes it for screen readers."""
    width = sum(window.width for window in windows) + GAP * (len(windows) - 1)
    lines = [_head(width, max(window.height for window in windows), label)]
    x = 0
    for window in windows:
        lines += [f'<g transform="translate({x})">', drawing(window), "</g>"]
        x += window.width + GAP
    return "\n".join([*lines, "</svg>", ""])


def moving_svg(windows: Sequence[tuple[Window, int]], label: str) -> str:
    """Return a picture that shows windows one after the other, each for some milliseconds.

    Each covers what is different in the one before it. For those who want no motion, the last one
    is shown.
    """
    shown = windows[0][0]
    total = sum(milliseconds for _, milliseconds in windows)
    begun, rules, frames = 0, [], []
    for number, (window, milliseconds) in enumerate(windows):
        if number and (elements := "".join(_changes(shown, window))):
            at = f"{100 * begun / total:.2f}%"
            rules.append(
                f"@keyframes f{number}{{0%{{visibility:hidden}}{at}{{visibility:inherit}}}}"
            )
            rules.append(f"#f{number}{{animation:f{number} {total}ms step-end infinite}}")
            frames.append(f'<g id="f{number}">{elements}</g>')
            shown = window
        begun += milliseconds
    rules = ["@media (prefers-reduced-motion:no-preference){", *rules, "}"]
    lines = [_head(shown.width, shown.height, label), f"<style>{''.join(rules)}</style>"]
    lines += [drawing(windows[0][0]), f'<g transform="{_INSIDE}">', *frames, "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def _head(width: int, height: int, label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{SCALE * width:.0f}" height="{SCALE * height:.0f}"'
        f' role="img" aria-label={quoteattr(label)} font-family="{FONTS}" font-size="{SIZE}">'
    )


def drawing(window: Window) -> str:
    """Return the elements of one window."""
    return "\n".join(_window(window))


def _window(window: Window) -> Iterator[str]:
    yield from _frame(window)
    yield f'<g transform="{_INSIDE}">'
    pieces = [piece for row in range(len(window.rows)) for piece in _pieces(window, row)]
    yield from _backgrounds(pieces, window.background)
    yield from _symbols(pieces)
    yield from _texts(pieces)
    yield "</g>"


def _frame(window: Window) -> Iterator[str]:
    """Draw the rounded window, its bar and the bar's buttons; the edge is visible on any page."""
    width, height = window.width, window.height
    yield f'<rect width="{width}" height="{height}" rx="12" fill="{window.background}"/>'
    yield (
        f'<path fill="#808080" fill-opacity=".2" d="M0 {BAR}V12a12 12 0 0 1 12-12H{width - 12}'
        f'a12 12 0 0 1 12 12V{BAR}z"/>'
    )
    for at, fill in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        yield f'<circle cx="{22 + 22 * at}" cy="{BAR // 2}" r="6.5" fill="{fill}"/>'
    yield (
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="11.5" fill="none"'
        ' stroke="#808080" stroke-opacity=".5"/>'
    )


# From characters to pieces


def _pieces(window: Window, row: int) -> Iterator[Piece]:
    x = 0
    for style, run in groupby(window.rows[row], lambda char: _style(char, window)):
        text = "".join(char.data or HALF for char in run)
        piece = Piece(x, ROW * row, text, *style)
        yield piece
        x += piece.width


def _changed_pieces(before: Window, after: Window) -> Iterator[Piece]:
    """Yield the words and grounds that have changed, cell by cell, or that stand beside such."""
    for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
        cells = list(zip(old, new, strict=True))
        for differs, run in groupby(enumerate(cells), lambda cell: cell[1][0] != cell[1][1]):
            if differs:
                numbers = [number for number, _ in run]
                part = Window([new[numbers[0] : numbers[-1] + 1]], after.palette)
                for piece in _pieces(part, 0):
                    yield piece._replace(x=piece.x + COLUMN * numbers[0], y=ROW * row)


def _style(char: Char, window: Window) -> tuple[str, str, bool, bool]:
    foreground, background = window.colour(char.fg), window.colour(char.bg)
    if char.reverse:
        foreground, background = background, foreground
    return foreground, background, char.bold, char.underscore


# From pieces to elements


def _changes(before: Window, after: Window) -> Iterator[str]:
    """Yield the elements of what is different in a window, grounds included."""
    pieces = list(_changed_pieces(before, after))
    yield from _backgrounds(pieces, "")
    yield from _symbols(pieces)
    yield from _texts(pieces)


def _backgrounds(pieces: Iterable[Piece], own: str) -> Iterator[str]:
    """Draw the backgrounds that differ from the window's, and underlines."""
    paths: dict[str, str] = defaultdict(str)
    for piece in pieces:
        if piece.background != own:
            paths[piece.background] += _box(piece.x, piece.y, piece.width, ROW)
    for piece in pieces:
        if piece.underline:
            paths[piece.foreground] += _box(piece.x, piece.y + ROW - 3, piece.width, 2)
    return _paths(paths, CRISP)


def _symbols(pieces: Iterable[Piece]) -> Iterator[str]:
    runs: dict[str, str] = defaultdict(str)
    shapes: dict[str, str] = defaultdict(str)
    for piece in pieces:
        for token in piece.tokens("run"):
            top, height = RUNS[token.text[0]]
            runs[token.foreground] += _box(token.x, token.y + top, token.width, height)
        for token in piece.tokens("shape"):
            shapes[token.foreground] += f"M{token.x} {token.y}{SHAPES[token.text]}"
    yield from _paths(runs, CRISP)
    yield from _paths(shapes)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x} {y}h{width}v{height}h-{width}z"


def _paths(paths: dict[str, str], attributes: str = "") -> Iterator[str]:
    return (f'<path fill="{fill}"{attributes} d="{d}"/>' for fill, d in paths.items())


def _texts(pieces: Iterable[Piece]) -> Iterator[str]:
    """Draw the words and the wide characters, each style in a group."""
    groups: dict[str, str] = defaultdict(str)
    for piece in pieces:
        for token in piece.tokens("word", "wide"):
            groups[_group(token)] += _text(token)
    return (f"<g {attributes}>{texts}</g>" for attributes, texts in groups.items())


def _group(token: Piece) -> str:
    if _is_emoji(token.text):
        return f'font-family="{EMOJI}" font-size="{SIZE - 1}"'
    return f'fill="{token.foreground}"' + ' font-weight="bold"' * token.bold


def _text(token: Piece) -> str:
    y = token.y + BASELINE
    text = escape(token.text.removesuffix(HALF))
    if token.text[-1] != HALF:
        length = f' textLength="{token.width}"' * (len(text) > 1)
        return f'<text x="{token.x}" y="{y}"{length}>{text}</text>'
    # Few fonts have fullwidth digits: theirs are drawn as narrow ones in the middle.
    text = normalize("NFKC", text)
    return f'<text x="{token.x + COLUMN}" y="{y}" text-anchor="middle">{text}</text>'


def _is_emoji(text: str) -> bool:
    return text[-1] == HALF and not normalize("NFKC", text[0]).isascii()
