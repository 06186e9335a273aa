"""Marks on the cells that a sentence is about, and how the sentence names them by their marks."""

from collections.abc import Callable, Iterable

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game
from minesweeper.engine.notation import list_text
from minesweeper.solver.hints import Hint
from minesweeper.solver.phrases import (
    CellList,
    JointNumbers,
    Mention,
    Number,
    NumberList,
    NumberPair,
    Phrase,
    Place,
    SecondNumber,
    SupportingNumbers,
    name_by_place,
)
from minesweeper.tui.look.theme import Mark, Theme
from minesweeper.tui.widgets.board import BoardView, Overlay

MAX_NAMED_NUMBERS = 3
"""The most numbers that are named one by one."""


class Marks:
    """Which cells are marked, and how."""

    def __init__(self) -> None:
        self._marks: dict[Place, Mark] = {}

    def clear(self) -> None:
        """Take all marks away."""
        self._marks.clear()

    def put(self, wording: Phrase, cells: Mark) -> None:
        """Mark what is named in a phrase; `cells` is the mark of what is no number."""
        for named in wording.parts:
            match named:
                case SupportingNumbers(numbers):
                    self.mark((number.place for number in numbers), "support")
                case CellList(places):
                    self.mark(places, cells)
                case str():
                    pass
                case _:
                    self.mark((number.place for number in _numbers(named)), "premise")

    def mark(self, places: Iterable[Place], mark: Mark) -> None:
        """Mark cells; a mark that is there stays."""
        for place in places:
            self._marks.setdefault(place, mark)

    @property
    def places(self) -> list[Place]:
        """The marked cells, those that a move is about first."""
        return sorted(self._marks, key=lambda place: self._marks[place] in ("premise", "support"))

    def overlay(self, game: Game, theme: Theme, below: Overlay) -> Overlay:
        """Return what is drawn over the marked cells, and over what lies there already.

        An exploded mine stays what it is: it is named so.
        """
        overlay = {}
        for place, mark in self._marks.items():
            if _face(game, place) != Face.EXPLODED:
                under = below.get(place, ("",))[0]
                overlay[place] = _written(game, place, mark, theme, under), theme.marks[mark]
        return overlay

    def names(self, game: Game, view: BoardView, cursor: Cell) -> Callable[[Mention], str]:
        """Return how cells are named on the screen; what is not in sight, by column and row."""
        return _ByMark(self._marks, game, view, game.grid.place(cursor)).name


def hint_mark(found: Hint) -> Mark:
    """Return how the cells of a hint are marked."""
    if found.is_guess or found.risk is None:
        return "premise"
    return "danger" if found.risk else "target"


def _numbers(
    named: Number | SecondNumber | NumberPair | JointNumbers | NumberList,
) -> tuple[Number, ...]:
    match named:
        case Number():
            return (named,)
        case SecondNumber(number):
            return (number,)
        case NumberPair(one, other):
            return one, other
        case JointNumbers(numbers) | NumberList(numbers):
            return numbers


def _written(game: Game, place: Place, mark: Mark, theme: Theme, under: str) -> str:
    """Return what is written into a marked cell instead of what is there; empty for nothing."""
    glyphs = theme.glyphs
    glyph = glyphs.marked.get(mark, "")
    face = _face(game, place)
    if face not in (Face.COVERED, Face.FLAG, Face.QUESTION) or (mark == "premise" and under):
        return under
    if face == Face.COVERED or glyphs.is_emoji or glyphs.columns == 1:
        return glyph or under
    return glyph.strip() + glyphs.signs[Face(face)] if glyph else under


def _face(game: Game, place: Place) -> int:
    column, row = place
    return game.faces(row, column, column, mines=False)[0]


class _ByMark:
    """Names cells by the marks that they bear in sight."""

    def __init__(
        self, marks: dict[Place, Mark], game: Game, view: BoardView, cursor: Place
    ) -> None:
        self._marks = marks
        self._game = game
        self._view = view
        self._cursor = cursor
        self._names = view.looks.theme.mark_names

    def name(self, named: Mention) -> str:
        """Return the name of cells or numbers."""
        match named:
            case CellList(places):
                return self._name_cells(places, named)
            case Number():
                return self._name_number(named)
            case SecondNumber(number, first):
                is_twin = number.digit == first.digit and self._few((first, number))
                return f"the other {number.digit}" if is_twin else self._name_number(number)
            case NumberPair(one, other):
                both = f"{self._name_number(one)} and {self._name_number(other)}"
                return self._few((one, other)) or both
            case NumberList(numbers):
                return self._name_area(numbers)
            case JointNumbers(numbers):
                return self._many(numbers) or name_by_place(named)
            case SupportingNumbers(numbers):  # where all are seen, their marks say enough
                return "" if self._many(numbers) else name_by_place(named)

    def _name_number(self, number: Number) -> str:
        """Name a number by its mark, or as the one under the cursor, which hides the mark."""
        if not self._is_in_sight(number.place):
            return name_by_place(number)
        if number.place == self._cursor:
            return f"the {number.digit} under the cursor"
        return f"the {self._called(number.place, str(number.digit))}"

    def _name_area(self, numbers: tuple[Number, ...]) -> str:
        """Name the highlighted numbers, and by column and row what is out of sight."""
        seen = [number for number in numbers if self._is_in_sight(number.place)]
        highlighted = [each for each in seen if self._marks[each.place] == "premise"]
        beside = [each for each in highlighted if each.place != self._cursor]
        names = []
        if beside:
            what = _digits(beside) if len(beside) <= MAX_NAMED_NUMBERS else "numbers"
            names.append(f"the {self._called(beside[0].place, what)}")
        names += [self._name_number(each) for each in highlighted if each not in beside]
        unseen = tuple(number for number in numbers if number not in seen)
        return list_text(names + ([name_by_place(NumberList(unseen))] if unseen else []))

    def _few(self, numbers: tuple[Number, ...]) -> str:
        """Name a few numbers by their digits; empty unless all are seen with their marks."""
        premises = [each for each in numbers if self._marks.get(each.place) == "premise"]
        is_seen = all(self._is_in_sight(each.place) for each in numbers)
        if not is_seen or self._cursor in [each.place for each in numbers]:
            return ""
        if not 0 < len(premises) <= MAX_NAMED_NUMBERS:
            return ""
        return f"the {self._called(premises[0].place, _digits(premises))}"

    def _many(self, numbers: tuple[Number, ...]) -> str:
        """Name several numbers by their mark; empty unless all are in sight."""
        if all(self._is_in_sight(number.place) for number in numbers):
            return f"the {self._called(numbers[0].place, 'numbers')}"
        return ""

    def _name_cells(self, places: tuple[Place, ...], named: CellList) -> str:
        """Name the cells in sight by their mark, the one under the cursor by that."""
        seen = [place for place in places if self._is_in_sight(place)]
        unseen = tuple(place for place in places if place not in seen)
        exploded = [place for place in seen if _face(self._game, place) == Face.EXPLODED]
        marked = [place for place in seen if place not in exploded and place != self._cursor]
        names = []
        if marked:
            cells = "cell" if len(marked) == 1 else "cells"
            names.append(f"the {self._called(marked[0], cells)}")
        if exploded:
            names.append("the exploded cell" if len(exploded) == 1 else "the exploded cells")
        if self._cursor in seen and self._cursor not in exploded:
            names.append("the one under the cursor" if names else "the cell under the cursor")
        if unseen:
            rest = name_by_place(named._replace(places=unseen))
            names.append(rest.replace(" cells", " more") if names else rest)
        return list_text(names)

    def _called(self, place: Place, what: str) -> str:
        return self._names[self._marks[place]].format(what)

    def _is_in_sight(self, place: Place) -> bool:
        return place in self._marks and self._view.is_in_sight(*place)


def _digits(numbers: Iterable[Number]) -> str:
    """Return the digits of a few numbers, as "1 and 2" or "1s"."""
    digits = [number.digit for number in numbers]
    return list_text(
        [f"{each}s" if digits.count(each) > 1 else f"{each}" for each in sorted({*digits})]
    )
