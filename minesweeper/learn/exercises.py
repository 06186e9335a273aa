"""An exercise: a position, a question about it, and its text form.

A position is drawn with one character for each cell; rows are separated by slashes:

    #  covered     F  known mine     f  flag that may be wrong     .  revealed zero
    1-8  number    o  revealed cell whose number is unknown

Known mines are given by the exercise. Positions of the player's own games are asked as they stood,
with the flags of the player and without known mines.
"""

from collections.abc import Mapping
from random import Random
from typing import Final, Literal, NamedTuple, cast, get_args

from minesweeper.engine.board import FLAG, MINE, REVEALED, Board, write_border
from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    Grid,
    byte_table,
    bytes_of,
    cells_where,
)
from minesweeper.engine.game import Game
from minesweeper.engine.notation import (
    NotationError,
    pad_picture,
    parse_number,
    picture_rows,
)
from minesweeper.engine.setup import MAX_SOLVER_CELLS, Setup, why_too_large_to_solve
from minesweeper.learn.classification import all_certain
from minesweeper.learn.lessons import LESSONS
from minesweeper.solver.clues import Clues, ContradictionError
from minesweeper.solver.contradictions import contradiction_text
from minesweeper.solver.layouts import draw_small_layout
from minesweeper.solver.odds import analyse

ExerciseKind = Literal["point", "safe", "guess"]
"""What the player is asked.

point  which cell is certainly safe, or certainly a mine, or is nothing certain?
safe   which cell is certainly safe?
guess  which cell gives the best chance to win?
"""
QUESTIONS: Final[Mapping[ExerciseKind, str]] = {
    "point": "Find a cell that is certain: safe, or a mine?",
    "safe": "Find a safe cell.",
    "guess": "Which cell is the best guess?",
}

MAX_COLUMNS: Final = 12
MAX_ROWS: Final = 8


class Exercise(NamedTuple):
    """A position, and a question about it."""

    kind: ExerciseKind
    lesson: int
    """The number of the lesson, from 1 to 12: it has the rule of the easiest certain move."""
    clues: Clues
    """The position. Its mine total is only known to the player if `counts_mines`."""
    counts_mines: bool = False
    """Whether the player is told how many mines there are."""
    flags: CellSet = NO_CELLS
    """The flags that the player set in a game of their own, which may be wrong."""

    def as_game(self, mines: CellSet = NO_CELLS) -> Game:
        """Return a game that looks like the position; it cannot be played.

        With `mines`, these cells hold mines, which the game can show, and flags that the player set
        are left out. Cells whose numbers are unknown look like zeros.
        """
        clues = self.clues
        grid, flags = clues.grid, clues.known_mines | (NO_CELLS if mines else self.flags)
        sets = (clues.revealed, REVEALED), (flags, FLAG), (mines, MINE)
        layers = [bytes_of(cells, grid.padded_size, bit) for cells, bit in sets]
        cells = bytearray(map(sum, zip(clues.numbers, *layers, strict=True)))
        game = Game(Setup(grid.width, grid.height, clues.mine_count), _lay_no_mines)
        game.cells = write_border(grid, cells)
        game.flag_count = flags.bit_count()
        return game


def _lay_no_mines(first: Cell) -> Board:
    raise ValueError("game: the position of an exercise cannot be played")


def format_exercise(exercise: Exercise) -> str:
    """Return an exercise in one line, such as "point 4 - ####/o12o".

    The fields are the kind, the lesson, the mine total or "-" if the player is not told, and the
    position.
    """
    clues = exercise.clues
    fields = (
        exercise.kind,
        str(exercise.lesson),
        str(clues.mine_count) if exercise.counts_mines else "-",
        _format_drawing(exercise),
    )
    return " ".join(fields)


def _format_drawing(exercise: Exercise) -> str:
    grid = exercise.clues.grid
    faces = [_face(exercise, cell) for cell in grid]
    rows = range(0, len(grid), grid.width)
    return "/".join("".join(faces[at : at + grid.width]) for at in rows)


def _face(exercise: Exercise, cell: Cell) -> str:
    """Return the character of a cell in the drawing."""
    clues = exercise.clues
    marks = ((exercise.flags, "f"), (clues.known_mines, "F"), (clues.forgotten, "o"))
    for cells, character in marks:
        if cells >> cell & 1:
            return character
    return str(clues.numbers[cell] or ".") if clues.revealed >> cell & 1 else "#"


def parse_exercise(text: str) -> Exercise:
    """Return the exercise that `format_exercise` wrote.

    Raise NotationError for any other text, and if the question has no answer.
    """
    match text.split(" "):
        case [kind, lesson, total, drawing] if kind in get_args(ExerciseKind):
            mines = None if total == "-" else parse_number(total, MAX_SOLVER_CELLS)
            clues = parse_drawing(drawing, mines)
            exercise = Exercise(
                cast(ExerciseKind, kind),
                parse_number(lesson, len(LESSONS)),
                clues,
                counts_mines=mines is not None,
                flags=cells_where(pad_picture(_drawing_rows(drawing)), byte_table(b"f")),
            )
            if format_exercise(exercise) == text and _has_answer(exercise):
                return exercise
    raise NotationError(f"{text[:40]!a} is not an exercise")


def _has_answer(exercise: Exercise) -> bool:
    """Return whether the question belongs to a lesson, and can be answered."""
    clues = exercise.clues
    unknown = clues.covered & ~clues.known_mines
    try:
        certain = all_certain(clues, counts_mines=exercise.counts_mines)
    except ContradictionError:
        return False
    match exercise.kind:
        case "point":
            is_good = bool(unknown)
        case "safe":
            is_good = bool(certain.safe)
        case "guess":
            is_good = bool(unknown) and not certain.safe and exercise.counts_mines
            is_good = is_good and analyse(clues).layout_count > 0
    return exercise.lesson > 0 and is_good


def parse_drawing(text: str, mines: int | None = None) -> Clues:
    """Return the clues in a drawing whose rows are separated by slashes.

    Without `mines`, the mine total is the lowest that agrees with the numbers. Raise NotationError
    for any other text, for mines that do not fit, and if no layout agrees with the numbers.
    """
    rows = _drawing_rows(text)
    faces, grid = pad_picture(rows), Grid(len(rows[0]), len(rows))
    clues = Clues(
        grid,
        len(grid) if mines is None else mines,
        revealed=cells_where(faces, byte_table(b".12345678o")),
        numbers=faces.translate(_DIGIT),
        forgotten=cells_where(faces, byte_table(b"o")),
        known_mines=cells_where(faces, byte_table(b"F")),
    )
    if mines is None:
        clues = clues._replace(mine_count=_fewest_mines(clues))
    known, covered = clues.known_mines.bit_count(), clues.covered.bit_count()
    if not clues.revealed or not known <= clues.mine_count <= covered:
        raise NotationError(f"{clues.mine_count} mines do not fit on {text[:40]!a}")
    return clues


def _drawing_rows(text: str) -> list[str]:
    allowed = "# F f . o and 1-8"
    rows = picture_rows(text.replace("/", "\n"), "#Ff.o12345678", allowed, allowed)
    if fault := why_too_large_to_solve(len(rows[0]), len(rows)):
        raise NotationError(fault)
    return rows


_DIGIT: Final = bytes(int(chr(value)) if value in b"12345678" else 0 for value in range(256))


def _fewest_mines(clues: Clues) -> int:
    """Return the lowest mine total that agrees with the numbers."""
    try:
        layout = draw_small_layout(clues, Random(0))
    except ContradictionError:
        raise NotationError(f"no layout agrees: {contradiction_text(clues)}") from None
    if layout is None:
        raise NotationError("the position is too complex to count")
    return layout.bit_count()
