"""The blocks of a side: bars, the legend of the odds, the steps of a game."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final, Literal

from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.events import Pick
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import TextRole, put_text, role_style, unbroken
from minesweeper.tui.widgets.large_digits import half_blocks
from minesweeper.tui.widgets.layout import SIDE_COLUMNS
from minesweeper.tui.widgets.side import Block

StepKind = Literal["good", "costly", "fatal"]
"""What a guess of a game was."""

_STEPS: Final[Mapping[StepKind, tuple[str, TextRole]]] = {
    "good": ("●", "good"),
    "costly": ("▲", "note"),
    "fatal": ("✗", "bad"),
}
_STILL_TO_COME: Final[tuple[str, TextRole]] = ("·", "dim")
_PITCH: Final = 4
_NARROW_PITCH: Final = 2

# Eight heights of a bar in a row, after a blank.
_HEIGHTS: Final = " ▁▂▃▄▅▆▇█"
_ASCII_HEIGHTS: Final = " ::::####"
_EIGHTHS: Final = 8
_ROWS_OF_BARS: Final = 2
_ROWS_IN_STRIP: Final = 4

_LEVELS: Final[Sequence[tuple[int, str, Role, Role]]] = (
    (6, "safe", "odds-text-1", "odds-1"),
    (4, "", "odds-text-2", "odds-2"),
    (4, "", "odds-text-3", "odds-3"),
    (4, "", "odds-text-4", "odds-4"),
    (6, "mine", "odds-text-5", "odds-5"),
)


def bar(share: float, theme: Theme, role: Role = "note", rest: Role = "faint") -> Block:
    """Return a bar of which a share is filled."""

    def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
        if theme.glyphs.is_ascii:
            inner = columns - 2
            text = "[" + "#" * round(share * inner)
            canvas.put(column, row, f"{text:.<{columns - 1}}]", theme.text)
        else:
            filled = round(share * columns)
            canvas.put(column, row, "━" * filled, theme.style(role))
            canvas.put(column + filled, row, "─" * (columns - filled), theme.style(rest))

    return Block(1, 1, draw)


def bars(times: Sequence[float], label: str, theme: Theme) -> Block:
    """Return upright bars of times, the last of which is the present one.

    In a column there is room for twelve; in a strip in which there is none they have no gaps.
    """

    def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
        canvas.put(column, row, label, theme.dim)
        if in_strip:
            rows, column = 1, column + width(label) + 2
        else:
            rows, row = _ROWS_OF_BARS, row + 1
        pitch = 2 if column + 2 * len(times) <= canvas.columns else 1
        for at, height in enumerate(bar_heights(times, rows)):
            role: Role = "good" if at == len(times) - 1 else "bar"
            draw_upright(canvas, column + pitch * at, row + rows - 1, height, role, theme)

    return Block(1 + _ROWS_OF_BARS, 1, draw)


def bar_heights(times: Sequence[float], rows: int) -> list[int]:
    """Return heights in eighths of a row: all rows for the slowest time, a quarter for the fastest.

    What lies between shows how far a time is behind the fastest. Bars from zero on would all look
    alike: a player's times differ by less than they have in common.
    """
    highest, fastest = rows * _EIGHTHS, min(times)
    lowest, span = highest // 4, max(times) - fastest or 1
    return [lowest + ceil((time - fastest) * (highest - lowest) / span) for time in times]


def draw_upright(
    canvas: Canvas, column: int, row: int, height: int, role: Role, theme: Theme
) -> None:
    """Draw an upright bar of so many eighths of a row, from a row upwards."""
    is_ascii = theme.glyphs.is_ascii
    if is_ascii and role == "bar":  # signs are thinner than bars, and would be lost in its colour
        role = "dim"
    while height > 0:
        eighths = min(height, _EIGHTHS)
        if eighths == _EIGHTHS and not is_ascii:
            canvas.put(column, row, *half_blocks(role, role, theme))
        else:
            text = (_ASCII_HEIGHTS if is_ascii else _HEIGHTS)[eighths]
            canvas.put(column, row, text, theme.style(role))
        height, row = height - eighths, row - 1


def facts(rows: Sequence[tuple[str, str]], theme: Theme) -> Block:
    """Return names with what they stand for at the right end, if need be of the row below.

    In a text a name that ends in a figure has a colon: "average of 5: 13.131 s".
    """
    lines = []
    for name, text in rows:
        fits = width(name) < SIDE_COLUMNS - width(text)
        lines += [(name, text)] if fits else [(name, ""), ("", text)]

    def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
        for at, (name, text) in enumerate(lines, row):
            put_text(canvas, column, at, name, theme.dim, theme)
            put_text(canvas, column + columns - width(text), at, text, theme.text, theme)

    texts = (f"{name}{':' * name[-1:].isdigit()} {text}" for name, text in rows)
    return Block(len(lines), 0, draw, ", ".join(map(unbroken, texts)))


def listing(texts: Sequence[str], theme: Theme) -> Block:
    """Return texts in a row each, of which a strip has the first."""

    def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
        for at, text in enumerate(texts[:_ROWS_IN_STRIP] if in_strip else texts, row):
            put_text(canvas, column, at, text, theme.text, theme)

    return Block(len(texts), _ROWS_IN_STRIP, draw, ", ".join(texts))


def odds_legend(theme: Theme) -> Block:
    """Return the levels of the odds from safe to a mine, for a theme with colours."""

    def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
        for level_columns, text, ink, ground in _LEVELS:
            canvas.put(column, row, text.center(level_columns), theme.style(ink, ground))
            column += level_columns

    return Block(1, 1, draw)


def timeline(steps: Sequence[StepKind], now: int, theme: Theme) -> Block:
    """Return the steps of a game in a row, the present one standing out.

    Of more than there is room for, those around the present one are shown. A click on one picks it.
    """

    def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
        pitch = _PITCH if (len(steps) - 1) * _PITCH < columns else _NARROW_PITCH
        room = (columns - 1) // pitch + 1
        first = max(0, min(now - room // 2, len(steps) - room))
        shown = steps[first : first + room]
        line = "─" * ((len(shown) - 1) * pitch)
        put_text(canvas, column, row, line, theme.faint, theme)
        for at, step in enumerate(shown, first):
            sign, role = _STEPS[step]
            style = role_style(role, theme)
            if at == now and theme.has_colours:
                style = theme.style("ink", role, bold=True)
            elif at == now:
                style = theme.style(role, bold=True, reverse=True)
            place = column + (at - first) * pitch
            put_text(canvas, place, row, sign, style, theme)
            canvas.target(range(place, place + 1), range(row, row + 1), Pick(at))

    return Block(1, 1, draw)


def dots(answers: Sequence[bool], count: int, theme: Theme, *, is_last_new: bool = False) -> Block:
    """Return a row of dots: right and wrong answers, and those that are still to come."""

    def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
        for at in range(count):
            sign, role = _STILL_TO_COME
            if at < len(answers):
                sign, role = _STEPS["good" if answers[at] else "fatal"]
            if is_last_new and at == len(answers) - 1:
                role = "bright"
            put_text(canvas, column + 2 * at, row, sign, role_style(role, theme), theme)

    return Block(1, 1, draw)


def ends(
    left: str, right: str, theme: Theme, left_role: TextRole = "dim", right_role: TextRole = "text"
) -> Block:
    """Return a row with a text at its left end, which may hold tiles, and one at its right end."""

    def draw(canvas: Canvas, column: int, row: int, columns: int, in_strip: bool) -> None:
        put_text(canvas, column, row, left, role_style(left_role, theme), theme)
        right_style = role_style(right_role, theme)
        put_text(canvas, column + columns - width(right), row, right, right_style, theme)

    return Block(1, 1, draw)
