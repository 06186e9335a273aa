"""A player at the exercises of a training, in memory."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from minesweeper.engine.cells import Grid, cells_of
from minesweeper.learn.answers import Answer, Judgement
from minesweeper.learn.exercises import MAX_COLUMNS, MAX_ROWS, Exercise, parse_exercise
from minesweeper.learn.mastery import RECENT
from minesweeper.learn.training import LessonTraining, Training
from minesweeper.store.learning import Attempt
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screens.lesson import LessonScreen
from minesweeper.tui.widgets.field import Field
from tests.harness.brute import certain_cells
from tests.harness.learned import attempt
from tests.harness.player import LEFT, Player

# Milliseconds after which no key is taken for one that is held down: many, and just enough.
CALM, MOMENT = 1_000, 250

ONE_TWO = "point 4 - o####o/oo12oo/oooooo"
"""A 1-2: the first covered cell is safe, the last one a mine, the others are not certain."""
NEAR_MISS = "point 3 - ####/#11#/####"
"""Nothing is certain."""
SAFE = "safe 4 2 o####o/oo12oo/oooooo"
"""The 1-2 in a game of one's own, with two mines."""
GUESS = "guess 10 2 ###/#2#/#oo"
COUNTED = "point 7 2 F#1/oo1/oo#"
EVERY_KIND = (ONE_TWO, NEAR_MISS, SAFE, GUESS, COUNTED)


class LessonPlayer(Player):
    """A player at exercises that are given as texts; those of whole boards are no lesson's."""

    def __init__(
        self,
        *texts: str,
        size: tuple[int, int] = (80, 24),
        glyphs: str = "ascii",
        theme: str = "sea",
        colours: int = 256,
        motion: bool = False,
        before: str = "",
        training: Training | None = None,
        has_begun: bool = True,
    ) -> None:
        """Answer the exercises of a lesson, in which `before` answers were right, "+", or not, "-".

        All lessons before it are mastered. Unless it `has_begun`, its introduction is shown.
        """
        self.kept: list[tuple[str, bool]] = []
        """The answers that were kept, and whether they were right."""
        self._attempts: list[Attempt] = []
        exercises = [*map(parse_exercise, texts)]
        self.training = training or self._training(exercises, before)
        self.looks = Looks(theme, glyphs, colours=colours, motion=motion)
        self.screen = LessonScreen(self.looks, self.training)
        super().__init__(self.screen, size)
        if has_begun:
            if isinstance(self.training, LessonTraining):
                self.press("enter")
            self.wait(0)
            self.wait(MOMENT)

    def _training(self, exercises: Sequence[Exercise], before: str) -> Training:
        lesson, rng = exercises[0].lesson, Random(1)
        for number in range(1, lesson + 1):
            signs = before if number == lesson else "+" * RECENT
            given = attempt()._replace(lesson=number)
            self._attempts += [given._replace(is_right=sign == "+") for sign in signs]
        if exercises[0].kind == "safe" or len(exercises[0].clues.grid) > MAX_COLUMNS * MAX_ROWS:
            return Training("Asked again", iter(exercises), self._keep, rng)
        return LessonTraining(lesson, iter(exercises), self._keep, rng, self._attempts)

    def _keep(
        self, exercise: Exercise, answer: Answer, judgement: Judgement, milliseconds: int
    ) -> None:
        self.kept.append((answer.format(exercise.clues.grid), judgement.is_right))
        given = attempt()._replace(
            lesson=exercise.lesson, is_right=judgement.is_right, milliseconds=milliseconds
        )
        self._attempts.append(given)

    @property
    def theme(self) -> Theme:
        return self.looks.theme

    @property
    def exercise(self) -> Exercise:
        assert self.training.exercise
        return self.training.exercise

    @property
    def grid(self) -> Grid:
        return self.exercise.clues.grid

    @property
    def view(self) -> Field:
        return self.screen.view

    def point(self, column: int, row: int, key: str = "enter") -> None:
        self.go_to(column, row)
        self.press_calmly(key)

    def click(self, column: int, row: int, button: int = LEFT) -> None:
        self.wait(CALM)
        self.click_at(*self.view.position(self.grid.cell(column, row)), button)
        self.wait(0)

    def press_calmly(self, *keys: str) -> None:
        """Press keys one after the other, with time between them."""
        for key in keys:
            self.wait(CALM)
            self.press(key)
            self.wait(0)


def leave(player: LessonPlayer) -> None:
    """Leave the exercise as it is."""


def claim(player: LessonPlayer) -> None:
    """Claim something about the first covered cell."""
    player.point(*covered_places(player.exercise)[1], "enter")
    assert player.training.judgement


def explain(player: LessonPlayer) -> None:
    """See the proof as well."""
    claim(player)
    player.press("i")


def whole_board() -> str:
    """Return a large board with one 1-2, whose other cells are zeros."""
    rows = ["." * 30] * 16
    rows[5] = "." * 25 + "1221."
    rows[6] = "." * 25 + "1##1."
    rows[7] = "." * 25 + "1221."
    return "point 12 2 " + "/".join(rows)


def steps(texts: Iterable[str], *, before_each: int) -> Iterator[Exercise | None]:
    """Yield exercises, each after a number of steps that find none."""
    for text in texts:
        yield from [None] * before_each
        yield parse_exercise(text)


def covered_places(exercise: Exercise) -> list[tuple[int, int]]:
    """Return the columns and rows of the covered cells that are not known mines."""
    clues = exercise.clues
    return [*map(clues.grid.place, cells_of(clues.covered & ~clues.known_mines))]


def keys_to(column: int, row: int) -> list[str]:
    """Return the keys that put the cursor on a cell, wherever it is."""
    return ["home", "g", *["right"] * (column - 1), *["down"] * (row - 1)]


def right_keys(exercise: Exercise) -> list[str]:
    """Return keys that answer an exercise right, by the search for boards that refute it."""
    clues, grid = exercise.clues, exercise.clues.grid
    safe, mines = certain_cells(clues, with_total=exercise.counts_mines)
    for cells, key in ((safe, "enter"), (mines, " ")):
        if cells:
            return [*keys_to(*grid.place(cells_of(cells)[0])), key]
    return ["n"]
