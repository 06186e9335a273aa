"""Sentences about cells, apart from how the cells are named.

A sentence says which cells and numbers it is about. Who shows it names them: by column and row, as
`by_place` does, or by the marks that they bear on a screen.
"""

from collections.abc import Callable
from typing import NamedTuple

from minesweeper.engine.cells import CellSet, Grid, cells_of
from minesweeper.engine.notation import count_text, list_text, place_name

Place = tuple[int, int]
"""A column and a row, from 1."""


class Number(NamedTuple):
    """A number on the board."""

    place: Place
    digit: int


class Other(NamedTuple):
    """A number that is named after another one in the same sentence."""

    number: Number
    first: Number


class NumberPair(NamedTuple):
    """Two numbers, as in "the 1 at (2,1) and the 2 at (3,1)"."""

    one: Number
    other: Number


class Together(NamedTuple):
    """Numbers that only prove something together, as in "these 3 numbers"."""

    numbers: tuple[Number, ...]


class Support(NamedTuple):
    """A clause on numbers that an argument builds on besides, as in ", as 3 more numbers show"."""

    numbers: tuple[Number, ...]


class Area(NamedTuple):
    """Numbers to look at."""

    numbers: tuple[Number, ...]
    most: int = 12
    """How many are named one by one."""


class Cells(NamedTuple):
    """Cells, as in "(3,1) and (3,2)"."""

    places: tuple[Place, ...]
    counted: bool = False
    """Whether their number alone will do where they are many."""


Named = Number | Other | NumberPair | Together | Support | Area | Cells
Names = Callable[[Named], str]
"""Returns how something is named."""


class Phrase(NamedTuple):
    """A sentence, or a part of one, and what it names."""

    parts: tuple[str | Named, ...]

    def text(self, names: Names) -> str:
        """Return the words."""
        return "".join(each if isinstance(each, str) else names(each) for each in self.parts)

    def sentence(self, names: Names) -> str:
        """Return the words, with a capital letter."""
        text = self.text(names)
        return text[:1].upper() + text[1:]

    def __str__(self) -> str:
        """Return the words, with cells named by column and row."""
        return self.text(by_place)


def phrase(*parts: "str | Named | Phrase") -> Phrase:
    """Return the parts as one phrase."""
    flat: list[str | Named] = []
    for part in parts:
        flat += part.parts if isinstance(part, Phrase) else (part,)
    return Phrase(tuple(flat))


def joined(phrases: "list[Phrase]", between: str) -> Phrase:
    """Return phrases as one, with a text between them."""
    parts: list[str | Phrase] = []
    for each in phrases:
        parts += [between, each] if parts else [each]
    return phrase(*parts)


def cells_named(grid: Grid, cells: CellSet, *, counted: bool = False) -> Cells:
    """Return cells of a grid, to be named."""
    return Cells(tuple(map(grid.place, cells_of(cells))), counted)


def by_place(named: Named) -> str:
    """Name cells by column and row."""
    match named:
        case Number(place, digit):
            return f"the {digit} at {place_name(place)}"
        case Other(number):
            return by_place(number)
        case NumberPair(one, other):
            return f"{by_place(one)} and {by_place(other)}"
        case Together(numbers):
            return f"these {count_text(len(numbers), 'number')}"
        case Support((number,)):
            return f", as {by_place(number)} shows"
        case Support(numbers):
            return f", as {len(numbers)} more numbers show"
        case Area(numbers, most):
            return listed([number.place for number in numbers], most)
        case Cells(cells, counts_many):
            return f"{len(cells)} cells" if counts_many and len(cells) > 3 else listed(cells)


def listed(places: "list[Place] | tuple[Place, ...]", most: int = 4) -> str:
    """Return places as text, "(3,1)" or "(3,1) and (3,2)"; of more than `most` only the first."""
    names = [place_name(place) for place in places]
    if len(names) > most:
        names[most - 1 :] = [f"{len(names) - most + 1} more"]
    return list_text(names)
