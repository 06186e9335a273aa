"""The lines of a page of choices: what they say and do, and how their parts are aligned."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from minesweeper.tui.canvas import cut, width
from minesweeper.tui.screen import Reaction

# Columns between the parts of a line.
GAP: Final = 2
# In fewer columns only one lies between a key and its label.
FEW: Final = 30
# How the values of a switch are painted, by the names of the theme.
_SWITCH: Final = {"on": "won", "off": "dim"}


class Choice(NamedTuple):
    """A line of a page of choices; what it cannot do is left out."""

    label: str
    details: tuple[str, ...] = ()
    """Texts beside the label, each in a column of its own; of a value, only the value."""
    aside: str = ""
    """A text at the end of the line, where there is room for it."""
    help: str = ""
    """Shown while the line has the focus: a line, and perhaps another with details."""
    told: tuple[tuple[str, str], ...] = ()
    """All values and what each does, shown with the details where there is room."""
    pick: Callable[[int], Reaction] | None = None
    """Does what Enter does; is given the time."""
    turn: Callable[[int], None] | None = None
    """Changes to the value so many places on, or back if negative."""
    write: Callable[[str], None] | None = None
    """Takes the number as it is typed."""
    key: str = ""
    """The digit or letter that moves the focus here from anywhere."""
    leads_on: bool = False
    """That key moves the focus to the line below, where there is something to type."""


def option(
    label: str,
    values: Sequence[str],
    value: str,
    change: Callable[[str], None],
    said: str = "",
    pick: Callable[[int], Reaction] | None = None,
    key: str = "",
    aside: str = "",
) -> Choice:
    """Return a line with a value out of several, of which the first follows the last."""

    def turn(way: int) -> None:
        change(values[(values.index(value) + way) % len(values)])

    return Choice(label, (value,), aside, said, pick=pick, turn=turn, key=key)


def number(
    label: str,
    text: str,
    allowed: range,
    write: Callable[[str], None],
    said: str = "",
    pick: Callable[[int], Reaction] | None = None,
    aside: str = "",
) -> Choice:
    """Return a line with a number: any can be typed, the arrows keep to what is allowed."""

    def turn(way: int) -> None:
        write(str(max(allowed[0], min(int(text or 0) + way, allowed[-1]))))

    return Choice(label, (text,), aside, said, pick=pick, turn=turn, write=write)


class Part(NamedTuple):
    """A text in a line, with its column and the name of its style in the theme."""

    column: int
    text: str
    style: str

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + width(self.text)


class Lines:
    """Lines whose parts stand below each other, as far as they fit."""

    def __init__(self, lines: Sequence[Choice | None], room: int) -> None:
        """Between two lines None is a gap; there is room for so many columns."""
        self._lines = lines
        choices = [line for line in lines if line]
        turned = [line.label for line in choices if line.turn]
        told = [line for line in choices if line.details and not line.turn]
        self._keys = (3 if room >= FEW else 2) if any(line.key for line in choices) else 0
        self._values = self._keys + max(map(width, turned), default=0) + GAP
        self._labels = self._keys + max((width(line.label) for line in told), default=0)
        self._details = _widths([line.details for line in told])

    @property
    def width(self) -> int:
        """How many columns they take where there is room for everything."""
        ends = [
            (self._values + width(_value(line)) if line.turn else self._keys + width(line.label))
            + (GAP + width(line.aside) if line.aside else 0)
            for line in self._lines
            if line
        ]
        return max(*ends, self._labels + _width_of(self._details, GAP))

    def has_room(self, columns: int) -> bool:
        """Return whether all details can be told in so many columns."""
        return len(self._edges(columns)) == len(self._details)

    def parts(self, columns: int) -> list[list[Part]]:
        """Return the parts of each line in so many columns."""
        edges = self._edges(columns)
        return [[*self._parts(line, edges, columns)] if line else [] for line in self._lines]

    def _edges(self, columns: int) -> list[int]:
        """Return where the details end: as many as fit, the last at the right edge."""
        room = columns - self._labels
        for count in range(len(self._details), 0, -1):
            details = self._details[:count]
            for gap in (GAP, 1):
                if _width_of(details, gap) <= room:
                    return [columns - _width_of(details[at:], gap) for at in range(1, count + 1)]
        return []

    def _parts(self, line: Choice, edges: list[int], columns: int) -> Iterator[Part]:
        """Yield the key and the label, and the value or the details behind them."""
        if line.key:
            yield Part(0, line.key, "accent")
        value = _value(line) if line.turn else ""
        at = min(self._values, max(self._keys, columns - width(value)))
        label = cut(line.label, max(0, columns - self._keys))
        if line.turn and self._keys + width(line.label) >= at:
            label = cut(line.label.strip(), max(0, at - self._keys - 1))
        yield Part(self._keys, label, "text")
        end = self._keys + width(label)
        if line.turn:
            yield Part(at, "<", "dim")
            yield Part(at + 2, line.details[0], _SWITCH.get(line.details[0], "text"))
            end = at + width(value)
            yield Part(end - 1, ">", "dim")
        else:
            for edge, text in zip(edges, line.details, strict=False):
                yield Part(edge - width(text), text, "dim")
        if line.aside and end + GAP + width(line.aside) <= columns:
            yield Part(columns - width(line.aside), line.aside, "dim")


def _value(line: Choice) -> str:
    return f"< {line.details[0]} >"


def _width_of(details: list[int], gap: int) -> int:
    """Return how many columns details of these widths take, with a gap before each."""
    return sum(gap + wide for wide in details)


def _widths(rows: list[tuple[str, ...]]) -> list[int]:
    """Return the widths of the columns of details."""
    most = max(map(len, rows), default=0)
    return [max(width(row[at]) for row in rows if at < len(row)) for at in range(most)]
