"""Phrases about cells, independent of how the cells are named.

A phrase keeps the cells and numbers that it mentions as values. The code that shows the phrase
names them: by column and row, as `name_by_place` does, or by the way they are marked on a screen.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple, Self

from minesweeper.engine.cells import CellSet, Grid, cells_of
from minesweeper.engine.notation import capitalise, list_text, place_name

Place = tuple[int, int]
"""A column and a row, from 1."""
MAX_STEPS: Final = 4
"""The steps of a longer chain are not said one by one."""


class Number(NamedTuple):
    """A revealed number, as in "the 1 at (2,1)"."""

    place: Place
    digit: int


class SecondNumber(NamedTuple):
    """A number that another one is compared with, as in "than the 1 at (3,1)"."""

    number: Number


class NumberPair(NamedTuple):
    """Two numbers, as in "the 1 at (2,1) and the 2 at (3,1)"."""

    one: Number
    other: Number


class JointNumbers(NamedTuple):
    """Numbers that only prove something together, as in "the numbers at (2,1) and (4,1)"."""

    numbers: tuple[Number, ...]


class SupportingNumbers(NamedTuple):
    """Further numbers that an argument relies on, as in ", as the 1 at (2,1) shows"."""

    numbers: tuple[Number, ...]
    mines: tuple[Place, ...] = ()
    """The mines proved so far that the argument counts; no words name them."""


class NumberList(NamedTuple):
    """Numbers listed by their places, as in "(2,1), (3,1) and (4,1)"."""

    numbers: tuple[Number, ...]
    limit: int = 12
    """If there are more places than this, the last ones are only counted."""


class CellList(NamedTuple):
    """Cells, as in "(3,1) and (3,2)"."""

    places: tuple[Place, ...]
    count_if_many: bool = False
    """Whether more than three cells are only counted, as in "5 cells"."""
    is_middle: bool = False
    """Whether it is the cell in the middle of a 1-2-1, as in "the middle cell (3,1)"."""
    are_mines: bool = False
    """Whether they are mines that lead to the conclusion, as in "the mine at (3,1)"."""


class ProvedMines(NamedTuple):
    """All the mines of a number, proved before, as in "its 2 mines at (2,1) and (3,1)"."""

    places: tuple[Place, ...]


class ChainStep(NamedTuple):
    """A step of a chain, as in "the 1 at (2,1) would make (3,2) safe"."""

    numbers: tuple[Number, ...]
    """One number, or two that force cells together."""
    safe: tuple[Place, ...]
    mines: tuple[Place, ...]


class Chain(NamedTuple):
    """Steps up to a number that cannot fit, as in "..., and the 1 at (4,1) would touch ..."."""

    steps: tuple[ChainStep, ...]
    last: Number
    misfit: str
    """How it cannot fit: it would touch too "many" or too "few" mines."""

    @property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers before the last one, in the order of the steps."""
        return tuple(dict.fromkeys(number for step in self.steps for number in step.numbers))

    def end(self, namer: "Namer") -> str:
        """Return what cannot be: that the last number would touch too many or too few mines."""
        return f"{namer(self.last)} would touch too {self.misfit} mines"


class GuessedCell(NamedTuple):
    """A cell to guess, as in "(2,1)"."""

    place: Place
    risk: Fraction | None
    """The probability of a mine; None if it is unknown, or if a rule makes the guess safe."""


Mention = (
    Number
    | SecondNumber
    | NumberPair
    | JointNumbers
    | SupportingNumbers
    | NumberList
    | CellList
    | ProvedMines
    | Chain
    | GuessedCell
)
"""The cells or numbers that a phrase mentions."""
Namer = Callable[[Mention], str]
"""A function that returns the words for what is mentioned."""


class Phrase(NamedTuple):
    """A sentence or a part of one: words, and the cells and numbers it mentions."""

    parts: tuple[str | Mention, ...]

    @classmethod
    def of(cls, *parts: "str | Mention | Phrase") -> Self:
        """Return a phrase of words, mentions and other phrases, in this order."""
        flat: list[str | Mention] = []
        for part in parts:
            flat += part.parts if isinstance(part, Phrase) else (part,)
        return cls(tuple(flat))

    def text(self, namer: Namer) -> str:
        """Return the phrase as text, with cells and numbers named by `namer`."""
        return "".join(each if isinstance(each, str) else namer(each) for each in self.parts)

    def sentence(self, namer: Namer) -> str:
        """Return the phrase as text, as `text` does, with a capital first letter."""
        return capitalise(self.text(namer))

    def __str__(self) -> str:
        """Return the phrase as text, with cells named by column and row."""
        return self.text(name_by_place)


def cell_list(grid: Grid, cells: CellSet, *, count_if_many: bool = False) -> CellList:
    """Return the cells of a set as a `CellList`."""
    return CellList(tuple(map(grid.place, cells_of(cells))), count_if_many)


def name_by_place(mention: Mention) -> str:
    """Return the words for cells or numbers, named by column and row."""
    match mention:
        case Number(place, digit) | SecondNumber(Number(place, digit)):
            return f"the {digit} at {place_name(place)}"
        case NumberPair(one, other):
            return f"{name_by_place(one)} and {name_by_place(other)}"
        case JointNumbers(numbers):
            return _places_of(numbers)
        case SupportingNumbers(numbers):
            return _support_clause(numbers)
        case NumberList(numbers, limit):
            return places_text([number.place for number in numbers], limit)
        case CellList():
            return _cells_clause(mention)
        case ProvedMines(places):
            mines = "mine" if len(places) == 1 else f"{len(places)} mines"
            return f"its {mines} at {places_text(places)}"
        case Chain():
            return _chain_clause(mention)
        case GuessedCell(place):
            return place_name(place)


def _cells_clause(cells: CellList) -> str:
    if cells.count_if_many and len(cells.places) > 3:
        return f"{len(cells.places)} cells"
    if cells.are_mines:
        return f"the {'mine' if len(cells.places) == 1 else 'mines'} at {places_text(cells.places)}"
    return "the middle cell " * cells.is_middle + places_text(cells.places)


def _support_clause(numbers: tuple[Number, ...]) -> str:
    if not numbers:
        return ""
    if len(numbers) == 1:
        return f", as {name_by_place(numbers[0])} shows"
    return f", as {_places_of(numbers)} show"


def _chain_clause(chain: Chain) -> str:
    """Return the steps and the end of a chain; of a long one only its numbers and its end."""
    end = chain.end(name_by_place)
    if len(chain.steps) > MAX_STEPS:
        return end + _support_clause(chain.numbers)
    return f"{', then '.join(map(_step_clause, chain.steps))}, and {end}"


def _step_clause(step: ChainStep) -> str:
    kinds = (step.mines, "a mine", "mines"), (step.safe, "safe", "safe")
    claims = [
        f"{places_text(places, len(places))} {one if len(places) == 1 else several}"
        for places, one, several in kinds
        if places
    ]
    numbers = " and ".join(map(name_by_place, step.numbers))
    return f"{numbers} would make {' and '.join(claims)}"


def _places_of(numbers: tuple[Number, ...]) -> str:
    return f"the numbers at {name_by_place(NumberList(numbers))}"


def places_text(places: "list[Place] | tuple[Place, ...]", limit: int = 4) -> str:
    """Return places as text: "(3,1) and (3,2)"; at most `limit` items, the last may be "2 more"."""
    names = [place_name(place) for place in places]
    if len(names) > limit:
        names[limit - 1 :] = [f"{len(names) - limit + 1} more"]
    return list_text(names)


def cells_text(grid: Grid, cells: CellSet, limit: int = 4) -> str:
    """Return the cells of a set as text, as `places_text` does."""
    return places_text(cell_list(grid, cells).places, limit)
