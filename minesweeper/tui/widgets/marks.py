"""The marks on cells that a sentence is about, and the names by which it calls marked cells."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from minesweeper.engine.game import Face, Game
from minesweeper.engine.notation import count_text, list_text, percent_text
from minesweeper.solver.hints import Hint
from minesweeper.solver.phrases import (
    CellList,
    Chain,
    GuessedCell,
    JointNumbers,
    Mention,
    Number,
    NumberList,
    NumberPair,
    Phrase,
    Place,
    ProvedMines,
    SecondNumber,
    SupportingNumbers,
    name_by_place,
    places_text,
)
from minesweeper.tui.look.glyphs import DIGITS, Glyphs
from minesweeper.tui.look.theme import Mark, Theme
from minesweeper.tui.widgets.board import BoardView, Overlay

MAX_NAMED_NUMBERS = 3
"""The maximum count of numbers that are named one by one."""


class Marks:
    """The marked cells, and the mark of each."""

    def __init__(self) -> None:
        self._marks: dict[Place, Mark] = {}
        self._risks: dict[Place, Fraction] = {}
        """The risks that are written in cells to guess."""

    def clear(self) -> None:
        """Remove all marks."""
        self._marks.clear()
        self._risks.clear()

    def put(self, wording: Phrase, cell_mark: Mark) -> None:
        """Mark the numbers and cells that a phrase names; `cell_mark` is for covered cells."""
        for mention in wording.parts:
            match mention:
                case str():
                    pass
                case SecondNumber(number):
                    self.mark([number.place], "second")
                case SupportingNumbers(numbers, mines):
                    self.mark((number.place for number in numbers), "support")
                    self.mark(mines, "mine")
                case ProvedMines(places):
                    self.mark(places, "mine")
                case Chain():
                    self.mark([mention.last.place], "premise")
                    self.mark((number.place for number in mention.numbers), "support")
                case GuessedCell(place, risk):
                    self.mark([place], "guess")
                    if risk is not None:
                        self._risks[place] = risk
                case CellList(places):
                    self.mark(places, "danger" if mention.are_mines else cell_mark)
                case _:
                    self.mark((number.place for number in _numbers(mention)), "premise")

    def mark(self, places: Iterable[Place], mark: Mark) -> None:
        """Mark the cells that have no mark yet."""
        for place in places:
            self._marks.setdefault(place, mark)

    @property
    def places(self) -> list[Place]:
        """The marked cells; those that a move is about come before the reasons."""
        moves = ("own", "best", "target", "danger", "guess")
        return sorted(self._marks, key=lambda place: self._marks[place] not in moves)

    def overlay(self, game: Game, theme: Theme, below: Overlay) -> Overlay:
        """Return the overlay of the marks, which keeps texts of the overlay `below`.

        An exploded mine is drawn as it is, because sentences name it as the exploded cell.
        """
        overlay = {}
        for place, mark in self._marks.items():
            if _face(game, place) != Face.EXPLODED:
                text = self.text(game, place, theme.glyphs) or below.get(place, ("",))[0]
                overlay[place] = text, theme.marks[mark]
        return overlay

    def text(self, game: Game, place: Place, glyphs: Glyphs) -> str:
        """Return the text of a marked cell; "" if the cell keeps its own."""
        mark, face = self._marks[place], _face(game, place)
        if face == Face.COVERED:
            risk = self._risk_text(game, place, glyphs) if mark == "guess" else ""
            return risk or glyphs.mark_texts.get(mark, "")
        if face not in (Face.FLAG, Face.QUESTION):
            return ""
        if mark == "mine" and face == Face.FLAG:
            return ""  # the flag says it
        glyph = glyphs.mark_texts.get(mark, "")
        if not glyph or glyphs.is_emoji or glyphs.columns == 1:
            return glyph
        return glyph.strip() + glyphs.signs[Face(face)]

    def _risk_text(self, game: Game, place: Place, glyphs: Glyphs) -> str:
        """Return the risk of a guess as text; "" if there is none, or no room for it.

        At zoom 2 it must not touch a number to its left.
        """
        risk, (column, row) = self._risks.get(place), place
        if risk is None or glyphs.columns == 1:
            return ""
        percent = percent_text(risk)
        if glyphs.columns > 2:
            return percent.center(glyphs.columns)
        touches = column > 1 and _face(game, (column - 1, row)) in DIGITS
        return "" if touches else percent[:2]

    def names(self, game: Game, view: BoardView) -> Callable[[Mention], str]:
        """Return a function that names cells by their marks, or out of sight by column and row."""
        return _MarkNamer(self, self._marks, game, view).name


def hint_mark(hint: Hint) -> Mark:
    """Return the mark for the cells of a hint, other than a cell to guess."""
    if hint.is_guess or hint.risk is None:
        return "premise"
    return "danger" if hint.risk else "target"


def _numbers(
    mention: Number | NumberPair | JointNumbers | NumberList,
) -> tuple[Number, ...]:
    match mention:
        case Number():
            return (mention,)
        case NumberPair(one, other):
            return one, other
        case JointNumbers(numbers) | NumberList(numbers):
            return numbers


def _face(game: Game, place: Place) -> int:
    column, row = place
    return game.faces(row, column, column, mines=False)[0]


class _MarkNamer:
    """Names cells in sight by their marks, and others by column and row."""

    def __init__(
        self, marked: Marks, marks: dict[Place, Mark], game: Game, view: BoardView
    ) -> None:
        self._marked = marked
        self._marks = marks
        self._game = game
        self._view = view
        self._names = view.looks.theme.mark_names

    def name(self, mention: Mention) -> str:
        """Return the name of the cells or numbers of a phrase."""
        match mention:
            case GuessedCell(place):
                return self._name_guess(place, mention)
            case CellList(places):
                return self._name_cells(places, mention)
            case ProvedMines(places):
                return self._name_mines(places) or name_by_place(mention)
            case Chain():
                return mention.end(self.name) + self.name(SupportingNumbers(mention.numbers))
            case Number() | SecondNumber():
                number = mention.number if isinstance(mention, SecondNumber) else mention
                return self._name_together((number,), f"{number.digit}") or name_by_place(number)
            case NumberPair(one, other):
                both = _digits_text((one, other))
                one_by_one = f"{self.name(one)} and {self.name(other)}"
                return self._name_together((one, other), both) or one_by_one
            case NumberList(numbers):
                return self._name_area(numbers)
            case JointNumbers(numbers):
                these = f"these {count_text(len(numbers), 'number')}"
                return self._name_together(numbers, "numbers") or these
            case SupportingNumbers():
                return self._name_support(mention)

    def _name_support(self, mention: SupportingNumbers) -> str:
        """Name further numbers by their mark, or only count them if not all are in sight."""
        numbers = mention.numbers
        if not all(self._is_in_sight(number.place) for number in numbers):
            several = f", as {len(numbers)} more numbers show"
            return name_by_place(mention) if len(numbers) == 1 else several
        show = "number shows" if len(numbers) == 1 else "numbers show"
        return f", as the {self._names['support'].format(show)}" if numbers else ""

    def _name_together(self, numbers: tuple[Number, ...], what: str) -> str:
        """Name numbers by their mark; return "" unless all are in sight and marked alike."""
        if not all(self._is_in_sight(number.place) for number in numbers):
            return ""
        marks = {self._marks[number.place] for number in numbers}
        return self._name_by_mark(marks.pop(), what) if len(marks) == 1 else ""

    def _name_area(self, numbers: tuple[Number, ...]) -> str:
        """Name the numbers in sight by their mark, and the others by column and row."""
        in_sight = tuple(number for number in numbers if self._is_in_sight(number.place))
        out_of_sight = tuple(number for number in numbers if number not in in_sight)
        is_few = len(in_sight) <= MAX_NAMED_NUMBERS
        names = [
            self._name_together(in_sight, _digits_text(in_sight) if is_few else "numbers")
            if in_sight
            else "",
            name_by_place(NumberList(out_of_sight)) if out_of_sight else "",
        ]
        return list_text([*filter(None, names)])

    def _name_guess(self, place: Place, mention: GuessedCell) -> str:
        """Name a cell to guess by its mark."""
        if not self._is_in_sight(place):
            return name_by_place(mention)
        text = self._marked.text(self._game, place, self._view.looks.theme.glyphs).strip()
        return self._name_by_mark(self._marks[place], "cell", text)

    def _name_cells(self, places: tuple[Place, ...], mention: CellList) -> str:
        """Name cells in sight by their mark, and others by column and row."""
        in_sight = tuple(place for place in places if self._is_in_sight(place))
        out_of_sight = tuple(place for place in places if place not in in_sight)
        if mention.is_middle and in_sight:
            return "the middle cell"
        names = [self._name_marked(in_sight, "cell")] if in_sight else []
        if out_of_sight:
            rest = name_by_place(mention._replace(places=out_of_sight))
            names.append(rest.replace(" cells", " more") if names else rest)
        return list_text(names)

    def _name_mines(self, places: tuple[Place, ...]) -> str:
        """Name mines as `_name_cells` does; return "" if none is in sight."""
        in_sight = tuple(place for place in places if self._is_in_sight(place))
        if not in_sight:
            return ""
        rest = [place for place in places if place not in in_sight]
        others = [f"the {_form('one', rest)} at {places_text(rest)}"] if rest else []
        return list_text([self._name_marked(in_sight, "mine"), *others])

    def _name_marked(self, places: tuple[Place, ...], noun: str) -> str:
        """Name cells in sight by their marks, and those that exploded by that."""
        exploded = [place for place in places if _face(self._game, place) == Face.EXPLODED]
        marked: dict[Mark, list[Place]] = {}
        for place in places:
            if place not in exploded:
                marked.setdefault(self._marks[place], []).append(place)
        names = [self._name_by_mark(mark, _form(noun, alike)) for mark, alike in marked.items()]
        if exploded:
            names.append(f"the exploded {_form(noun, exploded)}")
        return list_text(names)

    def _name_by_mark(self, mark: Mark, what: str, text: str = "") -> str:
        return f"the {self._names[mark].format(what, text)}"

    def _is_in_sight(self, place: Place) -> bool:
        return place in self._marks and self._view.is_in_sight(*place)


def _form(noun: str, places: list[Place]) -> str:
    """Return a noun in the singular for one place, else in the plural."""
    return noun if len(places) == 1 else f"{noun}s"


def _digits_text(numbers: Iterable[Number]) -> str:
    """Return the digits of a few numbers as text, such as "1 and 2" or "1s"."""
    digits = [number.digit for number in numbers]
    return list_text(
        [f"{each}s" if digits.count(each) > 1 else f"{each}" for each in sorted({*digits})]
    )
