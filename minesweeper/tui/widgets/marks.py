"""The marks on cells that a sentence is about, and the names by which it calls marked cells."""

from collections.abc import Callable, Iterable

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
"""The maximum count of numbers that are named one by one."""


class Marks:
    """The marked cells, and the mark of each."""

    def __init__(self) -> None:
        self._marks: dict[Place, Mark] = {}

    def clear(self) -> None:
        """Remove all marks."""
        self._marks.clear()

    def put(self, wording: Phrase, cell_mark: Mark) -> None:
        """Mark the numbers and cells that a phrase names; `cell_mark` is for covered cells."""
        for mention in wording.parts:
            match mention:
                case SupportingNumbers(numbers):
                    self.mark((number.place for number in numbers), "support")
                case CellList(places):
                    self.mark(places, cell_mark)
                case str():
                    pass
                case _:
                    self.mark((number.place for number in _numbers(mention)), "premise")

    def mark(self, places: Iterable[Place], mark: Mark) -> None:
        """Mark the cells that have no mark yet."""
        for place in places:
            self._marks.setdefault(place, mark)

    @property
    def places(self) -> list[Place]:
        """The marked cells; those that a move is about come before the numbers."""
        return sorted(self._marks, key=lambda place: self._marks[place] in ("premise", "support"))

    def overlay(self, game: Game, theme: Theme, below: Overlay) -> Overlay:
        """Return the overlay of the marks, which keeps texts of the overlay `below`.

        An exploded mine is drawn as it is, because sentences name it as the exploded cell.
        """
        overlay = {}
        for place, mark in self._marks.items():
            if _face(game, place) != Face.EXPLODED:
                text_below = below.get(place, ("",))[0]
                overlay[place] = _mark_text(game, place, mark, theme, text_below), theme.marks[mark]
        return overlay

    def names(self, game: Game, view: BoardView) -> Callable[[Mention], str]:
        """Return a function that names cells by their marks, or out of sight by column and row."""
        return _MarkNamer(self._marks, game, view).name


def hint_mark(hint: Hint) -> Mark:
    """Return the mark for the cells of a hint."""
    if hint.is_guess or hint.risk is None:
        return "premise"
    return "danger" if hint.risk else "target"


def _numbers(
    mention: Number | SecondNumber | NumberPair | JointNumbers | NumberList,
) -> tuple[Number, ...]:
    match mention:
        case Number():
            return (mention,)
        case SecondNumber(number):
            return (number,)
        case NumberPair(one, other):
            return one, other
        case JointNumbers(numbers) | NumberList(numbers):
            return numbers


def _mark_text(game: Game, place: Place, mark: Mark, theme: Theme, text_below: str) -> str:
    """Return the text of a marked cell; "" if the cell keeps its own."""
    glyphs = theme.glyphs
    glyph = glyphs.mark_texts.get(mark, "")
    face = _face(game, place)
    if face not in (Face.COVERED, Face.FLAG, Face.QUESTION) or (mark == "premise" and text_below):
        return text_below
    if face == Face.COVERED or glyphs.is_emoji or glyphs.columns == 1:
        return glyph or text_below
    return glyph.strip() + glyphs.signs[Face(face)] if glyph else text_below


def _face(game: Game, place: Place) -> int:
    column, row = place
    return game.faces(row, column, column, mines=False)[0]


class _MarkNamer:
    """Names cells in sight by their marks, and others by column and row."""

    def __init__(self, marks: dict[Place, Mark], game: Game, view: BoardView) -> None:
        self._marks = marks
        self._game = game
        self._view = view
        self._names = view.looks.theme.mark_names

    def name(self, mention: Mention) -> str:
        """Return the name of the cells or numbers of a phrase."""
        match mention:
            case CellList(places):
                return self._name_cells(places, mention)
            case Number():
                return self._name_number(mention)
            case SecondNumber(number, first):
                is_twin = number.digit == first.digit and self._name_few((first, number))
                return f"the other {number.digit}" if is_twin else self._name_number(number)
            case NumberPair(one, other):
                both = f"{self._name_number(one)} and {self._name_number(other)}"
                return self._name_few((one, other)) or both
            case NumberList(numbers):
                return self._name_area(numbers)
            case JointNumbers(numbers):
                return self._name_many(numbers) or name_by_place(mention)
            case SupportingNumbers(numbers):  # if all are in sight, their marks say enough
                return "" if self._name_many(numbers) else name_by_place(mention)

    def _name_number(self, number: Number) -> str:
        """Name a number by its mark."""
        if not self._is_in_sight(number.place):
            return name_by_place(number)
        return f"the {self._name_by_mark(number.place, str(number.digit))}"

    def _name_area(self, numbers: tuple[Number, ...]) -> str:
        """Name the highlighted numbers in sight, and the others by column and row."""
        in_sight = [number for number in numbers if self._is_in_sight(number.place)]
        highlighted = [each for each in in_sight if self._marks[each.place] == "premise"]
        names = []
        if highlighted:
            is_few = len(highlighted) <= MAX_NAMED_NUMBERS
            what = _digits_text(highlighted) if is_few else "numbers"
            names.append(f"the {self._name_by_mark(highlighted[0].place, what)}")
        out_of_sight = tuple(number for number in numbers if number not in in_sight)
        return list_text(
            names + ([name_by_place(NumberList(out_of_sight))] if out_of_sight else [])
        )

    def _name_few(self, numbers: tuple[Number, ...]) -> str:
        """Name a few numbers by their digits; return "" unless all are in sight and marked."""
        premises = [each for each in numbers if self._marks.get(each.place) == "premise"]
        is_seen = all(self._is_in_sight(each.place) for each in numbers)
        if not is_seen or not 0 < len(premises) <= MAX_NAMED_NUMBERS:
            return ""
        return f"the {self._name_by_mark(premises[0].place, _digits_text(premises))}"

    def _name_many(self, numbers: tuple[Number, ...]) -> str:
        """Name several numbers by their mark; return "" unless all are in sight."""
        if all(self._is_in_sight(number.place) for number in numbers):
            return f"the {self._name_by_mark(numbers[0].place, 'numbers')}"
        return ""

    def _name_cells(self, places: tuple[Place, ...], mention: CellList) -> str:
        """Name cells in sight by their mark, and others by column and row."""
        in_sight = [place for place in places if self._is_in_sight(place)]
        out_of_sight = tuple(place for place in places if place not in in_sight)
        exploded = [place for place in in_sight if _face(self._game, place) == Face.EXPLODED]
        marked = [place for place in in_sight if place not in exploded]
        names = []
        if marked:
            cells = "cell" if len(marked) == 1 else "cells"
            names.append(f"the {self._name_by_mark(marked[0], cells)}")
        if exploded:
            names.append("the exploded cell" if len(exploded) == 1 else "the exploded cells")
        if out_of_sight:
            rest = name_by_place(mention._replace(places=out_of_sight))
            names.append(rest.replace(" cells", " more") if names else rest)
        return list_text(names)

    def _name_by_mark(self, place: Place, what: str) -> str:
        return self._names[self._marks[place]].format(what)

    def _is_in_sight(self, place: Place) -> bool:
        return place in self._marks and self._view.is_in_sight(*place)


def _digits_text(numbers: Iterable[Number]) -> str:
    """Return the digits of a few numbers as text, such as "1 and 2" or "1s"."""
    digits = [number.digit for number in numbers]
    return list_text(
        [f"{each}s" if digits.count(each) > 1 else f"{each}" for each in sorted({*digits})]
    )
