"""Exercises: the questions that are asked about windows."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final, Literal

from minesweeper.engine.cells import NO_CELLS, CellSet, all_cells, cells_of, grow
from minesweeper.learn.answers import MAX_GUESS_COST, chances_to_win
from minesweeper.learn.classification import Skill, easiest_skill, find_certain
from minesweeper.learn.exercises import Exercise, format_exercise
from minesweeper.learn.lessons import GUESSES
from minesweeper.learn.pool import POOLS
from minesweeper.learn.window_search import windows_of_game
from minesweeper.learn.windows import Window
from minesweeper.solver.clues import Clues
from minesweeper.solver.odds import analyse

MAX_UNKNOWN: Final = 12
"""More covered cells than this, known mines apart, are too many to look at."""
MAX_CHANGES: Final = 4
"""How many cells are tried for each way to make a near miss of a window."""

_Kind = Literal["point", "guess", "near miss"]


def make_exercises(lesson: int, rng: Random) -> Iterator[Exercise | None]:
    """Yield exercises of a lesson without end, no two alike; the same ones for the same seed.

    Yield None after each step of a few milliseconds that has not found one. One exercise in five is
    a near miss, in which nothing is certain; but not the first one, so that nobody begins with it.
    """
    yielded: set[str] = set()
    kind: _Kind = "guess" if lesson == GUESSES else "point"
    for windows in _sources(lesson, rng):
        for window in windows:
            exercise = window and _ask(lesson, kind, window.turn(rng), rng)
            if exercise and (look := _look(exercise)) not in yielded:
                yielded.add(look)
                yield exercise
                kind = _draw_kind(lesson, rng)
                break  # the next one from another game
            yield None


def _sources(lesson: int, rng: Random) -> Iterator[Iterable[Window | None]]:
    """Yield each picture of the lesson's pool, in random order, and then games without end."""
    pool = POOLS.get(lesson, "").split()
    rng.shuffle(pool)
    yield from ([Window(drawing)] for drawing in pool)
    while True:
        yield windows_of_game(lesson, rng)


def _draw_kind(lesson: int, rng: Random) -> _Kind:
    """Return the kind of the next exercise of a lesson."""
    if lesson == GUESSES:
        return "guess"
    return "near miss" if rng.random() < 1 / 5 else "point"


def _look(exercise: Exercise) -> str:
    """Return the same text for all exercises that look alike when turned or mirrored."""
    drawing = format_exercise(exercise).split()[-1]
    return min(each.drawing for each in Window(drawing).orientations)


# Questions


def _ask(lesson: int, kind: _Kind, window: Window, rng: Random) -> Exercise | None:
    """Return an exercise of this kind about a window; None if the window is no good for it."""
    clues, counts_mines = window.clues, window.mines is not None
    if not is_clear(window):
        return None
    skill = easiest_skill(clues, counts_mines=counts_mines)
    if kind == "near miss":
        return _ask_about_nothing(lesson, window, skill, rng)
    if kind == "guess":
        is_good = skill is None and _is_worth_a_guess(clues)
        return Exercise(kind, lesson, clues, counts_mines) if is_good else None
    if skill is None or skill.lesson != lesson:
        return None
    return Exercise(kind, lesson, clues, counts_mines)


def is_clear(window: Window) -> bool:
    """Return whether there are few covered cells to look at, most of them next to a number."""
    clues = window.clues
    unknown = clues.covered & ~clues.known_mines
    sea = unknown & ~grow(clues.numbered, clues.grid.stride)
    is_mostly_sea = window.mines is None and 2 * sea.bit_count() > unknown.bit_count()
    return unknown.bit_count() <= MAX_UNKNOWN and not is_mostly_sea


def _ask_about_nothing(
    lesson: int, window: Window, skill: Skill | None, rng: Random
) -> Exercise | None:
    """Return a near miss: the window itself if nothing is certain in it, else changed a little."""
    counts_mines = window.mines is not None
    if skill is None:
        return Exercise("point", lesson, window.clues, counts_mines)
    changed = _changed_windows(window, skill, rng) if skill.lesson == lesson else ()
    for each in filter(is_clear, changed):
        clues = each.clues
        if not any(find_certain(clues, counts_mines=counts_mines)):
            return Exercise("point", lesson, clues, counts_mines)
    return None


def _changed_windows(window: Window, skill: Skill, rng: Random) -> Iterator[Window]:
    """Yield windows in which one to three more cells are unknown, next to what proves something.

    Other numbers that touch no other unknown cell are forgotten: they would give it away. The
    numbers that prove something stay in the first windows, and some of them in all.
    """
    clues = window.clues
    stride, unknown = clues.grid.stride, clues.covered & ~clues.known_mines
    inner = clues.numbered & ~grow(unknown, stride)
    proving = clues.numbered & grow(skill.safe | skill.mines, stride)
    near = grow(proving, stride) & all_cells(clues.grid) & ~unknown
    for cells in (near & ~proving, near):
        for further in (NO_CELLS, CellSet(1 << 1 | 1 << stride)):
            for cell in rng.sample(cells_of(cells), min(cells.bit_count(), MAX_CHANGES)):
                covered = CellSet(1 << cell | further << cell) & cells
                if proving & ~covered:
                    changed = window.with_faces(inner & grow(covered, stride), "o")
                    yield changed.with_faces(covered, "#")


def _is_worth_a_guess(clues: Clues) -> bool:
    """Return whether some guess is wrong: it costs more than a right one may."""
    chances = chances_to_win(clues, analyse(clues)).values()
    return bool(chances) and max(chances) - min(chances) > MAX_GUESS_COST
