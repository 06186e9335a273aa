"""Lines to choose from, as data: to pick, to turn to another value, to type; and how they align."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from minesweeper.tui.canvas import cut, width
from minesweeper.tui.screen import Reaction

GAP: Final = 2


class Choice(NamedTuple):
    """A line of a page of choices. What it cannot do is left out."""

    label: str
    details: tuple[str, ...] = ()
    """What stands beside the label, each in a column of its own; of a value, only the value."""
    help: str = ""
    """What there is to say about it while it has the focus."""
    pick: Callable[[int], Reaction] | None = None
    """What Enter does, at what time."""
    turn: Callable[[int], None] | None = None
    """Goes over to the next value, or to the one so many before or behind."""
    write: Callable[[str], None] | None = None
    """Takes a number as it is typed."""
    digit: str = ""
    """The key that goes to it from anywhere."""
    leads_on: bool = False
    """That key goes to the line below, where there is something to type."""


def option(
    label: str,
    values: Sequence[str],
    value: str,
    change: Callable[[str], None],
    said: str = "",
    pick: Callable[[int], Reaction] | None = None,
    digit: str = "",
) -> Choice:
    """A value out of several, of which the first follows the last."""

    def turn(way: int) -> None:
        change(values[(values.index(value) + way) % len(values)])

    return Choice(label, (value,), said, pick, turn, digit=digit)


def number(
    label: str,
    text: str,
    allowed: range,
    write: Callable[[str], None],
    said: str = "",
    pick: Callable[[int], Reaction] | None = None,
) -> Choice:
    """A number that can be typed, whatever it is; the arrows keep to what is allowed."""

    def turn(way: int) -> None:
        write(str(max(allowed[0], min(int(text or 0) + way, allowed[-1]))))

    return Choice(label, (text,), said, pick, turn, write)


def texts(lines: Sequence[Choice | None], columns: int) -> list[str]:
    """The lines as they are written, what belongs together below each other, as far as it fits."""
    choices = [line for line in lines if line]
    widths = [max(len(each.label) for each in choices), *_detail_widths(choices)]
    has_digits = any(each.digit for each in choices)
    return [_text(line, widths, columns, has_digits) if line else "" for line in lines]


def _detail_widths(choices: list[Choice]) -> list[int]:
    """How wide the columns beside the labels are; a value stands there alone, however wide."""
    details = [each.details for each in choices if not each.turn]
    most = max(map(len, details), default=0)
    return [max(len(row[at]) for row in details if at < len(row)) for at in range(most)] or [0]


def _text(line: Choice, widths: list[int], columns: int, has_digits: bool) -> str:
    digit = f"{line.digit:{GAP}}" * has_digits
    if line.turn:
        value = f"< {line.details[0]} >"
        aligned = f"{digit}{line.label:{widths[0]}}{' ' * GAP}{value}"
        room = max(0, columns - width(digit + value) - 1)
        label = line.label.strip()[:room]
        return aligned if width(aligned) <= columns else cut(f"{digit}{label} {value}", columns)
    text = digit + f"{line.label:{widths[0]}}"
    for detail, wide in zip(line.details, widths[1:], strict=False):
        longer = f"{text}{' ' * GAP}{detail:{wide}}"
        if len(longer.rstrip()) > columns:
            break
        text = longer
    return cut(text.rstrip(), columns)
