"""Tables of games as lines of text: columns that are as wide as their texts, and leave by rank."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

_Row = TypeVar("_Row")

_GAP: Final = "  "


class Column(NamedTuple, Generic[_Row]):
    """One column of a table."""

    name: str
    text: Callable[[_Row], str]
    rank: int
    """If not all columns fit, those of the highest rank are left out first."""
    is_number: bool = False
    """Whether the text is aligned to the right."""
    width: int = 0
    """How wide it is at least."""
    limit: int = 0
    """How wide it is at most; if that is not 0, its texts may be cut where room is lacking."""


def table(
    rows: Sequence[_Row], columns: Sequence[Column[_Row]], room: int, more: str
) -> Iterator[str]:
    """Yield a heading and a line for each row, `room` columns wide at most.

    First long texts are cut, and then columns left out. The last character of a text that is cut is
    `more`. No line ends with blanks.
    """
    widths = [_width(each, rows) for each in columns]
    fitting = [
        (column._replace(width=_narrowest(column, width)), width)
        for column, width in zip(columns, widths, strict=True)
    ]
    while len(fitting) > 1 and _total(fitting) > room:
        fitting.remove(max(fitting, key=lambda each: each[0].rank))
    spare, shown = room - _total(fitting), []
    for column, width in fitting:
        more_width = max(0, min(spare, width - column.width))
        spare -= more_width
        shown.append(column._replace(width=column.width + more_width))
    yield _line([each.name for each in shown], shown, more)[:room].rstrip()
    for row in rows:
        yield _line([each.text(row) for each in shown], shown, more)[:room].rstrip()


def _total(columns: Iterable[tuple[Column[_Row], int]]) -> int:
    return sum(column.width + len(_GAP) for column, _ in columns) - len(_GAP)


def _narrowest(column: Column[_Row], width: int) -> int:
    return min(width, column.width or len(column.name)) if column.limit else width


def _width(column: Column[_Row], rows: Iterable[_Row]) -> int:
    longest = max((len(column.text(row)) for row in rows), default=0)
    width = max(column.width, len(column.name), longest)
    return min(column.limit, width) if column.limit else width


def _line(texts: Iterable[str], columns: Iterable[Column[_Row]], more: str) -> str:
    line = []
    for text, column in zip(texts, columns, strict=True):
        width = column.width
        fitting = text if len(text) <= width else text[: width - 1] + more
        line.append(f"{fitting:{'>' if column.is_number else '<'}{width}}")
    return _GAP.join(line)
