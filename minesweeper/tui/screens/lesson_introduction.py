"""What a lesson begins with: a drawing, what is certain in it, and why."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from minesweeper.engine.cells import NO_CELLS, CellSet, cells_of, set_of
from minesweeper.engine.game import Face, Game
from minesweeper.learn.classification import easiest_skill
from minesweeper.learn.exercises import Exercise, parse_drawing
from minesweeper.learn.lessons import Lesson, mentions_in, name_mentions
from minesweeper.solver.sentences import Place
from minesweeper.tui.look.cells import FORGOTTEN_SIGN, Mark
from minesweeper.tui.look.glyphs import Glyphs
from minesweeper.tui.look.tiles import emphasis, tile
from minesweeper.tui.screens.exercise_view import drawing_overlay, question_marks
from minesweeper.tui.widgets.field import Field, Overlay
from minesweeper.tui.widgets.marks import Marks


class Introduction(NamedTuple):
    """The drawing of a lesson, and two sentences about it."""

    lesson: Lesson
    exercise: Exercise
    """The drawing; nothing is asked about it."""
    safe: CellSet
    mines: CellSet
    """The cells that are certain in it."""

    @property
    def game(self) -> Game:
        """The drawing."""
        return self.exercise.as_game()

    @property
    def places(self) -> Sequence[Place]:
        """The marked cells; those that are certain come first."""
        return self._marks().places

    def _marks(self) -> Marks:
        marks, place = Marks(), self.exercise.clues.grid.place
        marks.mark(map(place, cells_of(self.safe)), "safe")
        marks.mark(map(place, cells_of(self.mines)), "danger")
        for role, digit in mentions_in("".join(self.lesson.why)):
            marks.mark(map(place, cells_of(self._mentioned(role, digit))), cast(Mark, role))
        return marks

    def _mentioned(self, role: str, digit: str) -> CellSet:
        """Return the cells of a mention; those that are certain are marked already."""
        clues = self.exercise.clues
        if digit:
            numbers = cells_of(clues.numbered)
            return set_of(cell for cell in numbers if clues.numbers[cell] == int(digit))
        unknown = clues.covered & ~clues.known_mines
        return {"mine": clues.known_mines, "guess": unknown}.get(role, NO_CELLS)

    def overlay(self, view: Field) -> Overlay:
        """Return what is drawn over the drawing."""
        game = self.game
        return drawing_overlay(self.exercise.clues, game, view) | self._marks().overlay(game, view)

    def texts(self, glyphs: Glyphs) -> list[str]:
        """Return the sentences, with a tile for each mention."""

        def name(role: str, digit: str) -> str:
            if digit:
                return tile(cast(Mark, role), digit)
            sign = glyphs.signs[Face.FLAG] if role == "mine" else glyphs.marks[cast(Mark, role)]
            return f" {tile(cast(Mark, role), sign)}"

        texts = [name_mentions(text, name) for text in self.lesson.why]
        if question_marks(self.exercise.clues):
            unknown = f"{FORGOTTEN_SIGN} is a number that you need not know."
            texts.append(emphasis("dim", f"{unknown} Nothing lies beyond the edge."))
        return texts


def introduce(lesson: Lesson) -> Introduction:
    """Return what a lesson begins with."""
    counts_mines = lesson.mines is not None
    clues = parse_drawing(lesson.drawing, lesson.mines)
    exercise = Exercise("point", lesson.number, clues, counts_mines=counts_mines)
    skill = easiest_skill(clues, counts_mines=counts_mines)
    certain = (skill.safe, skill.mines) if skill else (NO_CELLS, NO_CELLS)
    return Introduction(lesson, exercise, *certain)
