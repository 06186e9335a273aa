"""Notices, the texts below the field or in the panel beside it, and their lines.

If there are too few rows, the least important parts are left out: figures one by one, and a short
text instead of a long one.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from minesweeper.engine.notation import capitalise
from minesweeper.tui.canvas import Style, first_that_fits, width, with_dots, wrap_evenly
from minesweeper.tui.look.theme import StyledText, Theme

# Sentences below the field are wrapped to its width, but to at least this many columns.
MIN_SENTENCE_COLUMNS: Final = 60
# From these ranks on notices are left out before texts are shortened, and before blank lines are
# left out.
MIN_RANK_FOR_SHORT_TEXTS: Final = 3
MIN_RANK_FOR_BLANK_LINES: Final = 4
_FIGURE_GAP: Final = "   "

Figure = tuple[str, str]
"""A label and a value, such as ("Time", "9.123 s")."""


class NoticeLine(NamedTuple):
    """A row of the screen with part of a notice."""

    text: str
    style: Style
    value: str = ""
    """The value of a figure, at the right end of a panel."""
    more: tuple[StyledText, ...] = ()
    """What follows the text, in styles of its own."""

    @property
    def columns(self) -> int:
        """The columns of the text and what follows it."""
        return width(self.text) + sum(width(text) for text, _ in self.more)


class Notice(NamedTuple):
    """A text, figures or a title; without any of them it is not shown."""

    text: str
    """One or several lines, which are wrapped. A panel has the title or the figures instead."""
    style: Style
    rank: int = 0
    """How soon it is left out if there is no room: the highest rank first."""
    short: str = ""
    """A shorter text, which replaces the other one where that saves a line that is needed."""
    label: str = ""
    """The first sentence of the text: a line of its own in a panel, in the style."""
    title: str = ""
    """The title of a panel; a line is drawn under it."""
    is_unbroken: bool = False
    """Whether the text is left out rather than wrapped if it is too wide."""
    figures: tuple[Figure, ...] = ()
    """Figures, the most important first; below the field they are only shown without a text."""
    lines: tuple[NoticeLine, ...] = ()
    """Lines of several styles, shown after the rest where they fit.

    In a panel with enough rows they replace the figures. Below the field they are only shown
    without a text.
    """


def lines_below(
    notices: Sequence[Notice], columns: int, sentence_columns: int, rows: int
) -> list[NoticeLine]:
    """Return at most `rows` lines for the rows below the field, of at most `columns` columns.

    Sentences are wrapped to `sentence_columns` columns.
    """

    def lines_of(fitting: Sequence[Notice]) -> list[NoticeLine]:
        lines: list[NoticeLine] = []
        for notice in fitting:
            texts = _texts_below(notice, columns, sentence_columns)
            lines += [NoticeLine(text, notice.style) for text in texts]
            lines += [] if notice.text else _lines_that_fit(notice, columns)
        return lines

    lines = lines_of(_choose(notices, lines_of, rows))
    return _cut(lines, min(columns, sentence_columns), rows)


def _texts_below(notice: Notice, columns: int, sentence_columns: int) -> list[str]:
    if notice.figures and not notice.text:
        parts = [f"{label} {value}" for label, value in notice.figures]
        joined = (_FIGURE_GAP.join(parts[:end]) for end in range(len(parts), 0, -1))
        return [first_that_fits(joined, columns)]
    if notice.is_unbroken:
        return [notice.text] if width(notice.text) <= columns else []
    return _wrap_lines(notice.text, min(columns, sentence_columns))


def lines_beside(
    notices: Sequence[Notice], columns: int, rows: int, theme: Theme
) -> list[NoticeLine]:
    """Return at most `rows` lines for a panel of `columns` columns beside the field."""

    def lines_of(fitting: Sequence[Notice], *, spaced: bool) -> list[NoticeLine]:
        lines: list[NoticeLine] = []
        for at, notice in enumerate(fitting):
            above = fitting[at - 1]
            are_together = (above.title and not above.lines) or (above.figures and notice.figures)
            if spaced and at and not are_together:
                lines.append(NoticeLine("", theme.text))
            lines += _panel_lines(notice, columns, theme)
        return lines

    notices = [notice for notice in notices if _is_shown(notice)]
    if len(lines_of(notices, spaced=True)) > rows:
        notices = [each._replace(lines=()) if each.figures else each for each in notices]
    # Blank lines are worth more than what has a high rank.
    worthy = [*notices]
    while len(lines_of(worthy, spaced=True)) > rows:
        if not _leave_something_out(worthy, MIN_RANK_FOR_BLANK_LINES):
            worthy = _choose(notices, lambda fitting: lines_of(fitting, spaced=False), rows)
            break
    spaced = lines_of(worthy, spaced=True)
    return spaced if len(spaced) <= rows else _cut(lines_of(worthy, spaced=False), columns, rows)


def _panel_lines(notice: Notice, columns: int, theme: Theme) -> list[NoticeLine]:
    text, text_style = notice.title or ("" if notice.figures else notice.text), notice.style
    lines, more = [], _lines_that_fit(notice, columns)
    if notice.label:
        text, text_style = text.removeprefix(notice.label).lstrip(), theme.text
        lines.append(NoticeLine(notice.label, notice.style))
    lines += [NoticeLine(line, text_style) for line in _wrap_lines(text, columns)]
    lines += [NoticeLine(theme.glyphs.border[4] * columns, theme.border)] * bool(notice.title)
    if not more:
        for label, value in notice.figures:
            if width(label) + width(value) <= columns:
                lines.append(NoticeLine(label, theme.dim, value))
            else:
                lines += NoticeLine(label, theme.dim), NoticeLine("", theme.dim, value)
    return lines + more


def _lines_that_fit(notice: Notice, columns: int) -> list[NoticeLine]:
    return [
        line
        for line in notice.lines
        if line.columns + bool(line.value) <= columns - width(line.value)
    ]


def _wrap_lines(text: str, columns: int) -> list[str]:
    return [row for line in text.split("\n") for row in wrap_evenly(capitalise(line), columns)]


def _is_shown(notice: Notice) -> bool:
    return bool(notice.text or notice.figures or notice.title or notice.lines)


def _choose(
    notices: Sequence[Notice],
    lines_of: Callable[[Sequence[Notice]], list[NoticeLine]],
    rows: int,
) -> list[Notice]:
    """Return as many of the notices as fit in `rows` rows, but at least one.

    Notices of high ranks are left out first; then short texts replace long ones.
    """
    fitting = [notice for notice in notices if _is_shown(notice)]
    while len(lines := lines_of(fitting)) > rows:
        if not _leave_something_out(fitting, MIN_RANK_FOR_SHORT_TEXTS):
            break
    for at, notice in enumerate(fitting):
        if len(lines) > rows and notice.short:
            shorter = [*fitting]
            shorter[at] = notice._replace(text=notice.short)
            if len(lines_of(shorter)) < len(lines):
                fitting, lines = shorter, lines_of(shorter)
    while len(lines) > rows and _leave_something_out(fitting):
        lines = lines_of(fitting)
    return fitting


def _cut(lines: list[NoticeLine], columns: int, rows: int) -> list[NoticeLine]:
    """Return the first `rows` lines; the last ends in dots if there are more."""
    if len(lines) <= rows or not rows:
        return lines[:rows]
    rest = " ".join(line.text for line in lines[rows - 1 :])
    return [*lines[: rows - 1], lines[rows - 1]._replace(text=with_dots(rest, columns))]


def _leave_something_out(notices: list[Notice], min_rank: int = 0) -> bool:
    """Remove the least important notice or figure whose rank is at least `min_rank`.

    Return False if there is none, or only one notice is left.
    """
    at = max(range(len(notices)), key=lambda each: (notices[each].rank, each), default=-1)
    if at < 0 or notices[at].rank < min_rank:
        return False
    if len(notices[at].figures) > 1:
        notices[at] = notices[at]._replace(figures=notices[at].figures[:-1])
        return True
    if len(notices) == 1:
        return False
    del notices[at]
    return True
