"""Describe the game in sentences that read well aloud; the status line of `--plain=board`."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Final, TypeVar

from minesweeper.engine.cells import Cell, CellSet, byte_table, cells_of, cells_where, set_of
from minesweeper.engine.game import Face, Game, Move, Status
from minesweeper.engine.notation import count_text, format_seconds
from minesweeper.engine.setup import why_too_large_to_solve
from minesweeper.play.session import Session
from minesweeper.play.steps import Step
from minesweeper.play.survey import Survey
from minesweeper.play.words import (
    cell_text,
    end_text,
    face_text,
    goal_text,
    move_text,
    open_text,
    origin_text,
    place_text,
    result_parts,
    setup_parts,
)

_T = TypeVar("_T")

# If a move reveals more cells, only those near it are read. No level has that many safe cells.
MAX_CELLS_READ: Final = 400
# How many columns and rows away a cell is still near.
NEAR_DISTANCE: Final = 2
# Up to this many cells are read in one line, together with what remains to be done.
MAX_CELLS_IN_LINE: Final = 4
_COVERED: Final = byte_table({Face.COVERED, Face.QUESTION})
_OPEN: Final = byte_table({face for face in Face if face.is_number or face is Face.EXPLODED})
NEXT_STEP: Final = "type new for another board, undo to go back, or review to see the guesses"
_IN_DRAWINGS: Final = {str(number): f"number {number}" for number in range(1, 9)} | {
    "#": "covered",
    "F": "known mine",
    "f": "flag",
    ".": "empty",
    "o": "number not shown",
}
# The directions of the neighbours of a cell, in the order of `Grid.around`.
_DIRECTIONS: Final = (
    "above left",
    "above",
    "above right",
    "left",
    "right",
    "below left",
    "below",
    "below right",
)


def status_line(session: Session, now: int) -> str:
    """Return the state of the game for programs: "playing mines-left 10 time 0.000"."""
    game = session.game
    time = format_seconds(session.milliseconds(now))
    return f"{game.status.value} mines-left {game.mines_left} time {time}\n"


def state_text(game: Game) -> str:
    """Return the state of the game in a few words."""
    if game.status is Status.PLAYING:
        playing = f"playing, {mines_left_text(game)}"
        return ". ".join(filter(None, [playing, goal_text(game)]))
    return f"{game.status.value}: {NEXT_STEP}"


def session_text(session: Session) -> str:
    """Return the size and rules of the game, and where its board comes from."""
    setup, origin = session.head.setup, session.head.origin
    goal = ["flag exactly the mines to win"] if setup.win == "flags" else []
    return ", ".join([*setup_parts(setup), *goal, origin_text(origin)])


def remaining_text(game: Game) -> str:
    """Return what remains: "30 safe cells left, 10 mines left"."""
    left = f"{count_text(game.safe_left, 'safe cell')} left, {mines_left_text(game)}"
    return ". ".join(filter(None, [left, goal_text(game)]))


def mines_left_text(game: Game) -> str:
    """Return the number of mines without a flag: "3 mines left"."""
    return f"{count_text(game.mines_left, 'mine')} left"


# What a move has changed


def faces_of(game: Game) -> list[bytes]:
    """Return the faces of the board, a row each, to compare them after a move."""
    return [game.faces(row) for row in range(1, game.grid.height + 1)]


Rows = Mapping[int, CellSet]
"""A set of cells: for each row the set of its columns, counted from 1."""


def _revealed_since(game: Game, before: list[bytes]) -> Rows:
    """Return the cells, mines included, that a move has revealed; fast even for a million."""
    changed = (
        (row, cells_where(was, _COVERED) & cells_where(faces, _OPEN))
        for row, (was, faces) in enumerate(zip(before, faces_of(game), strict=True), 1)
        if was != faces
    )
    return {row: columns << 1 for row, columns in changed if columns}


def _changed_since(game: Game, before: list[bytes]) -> Rows:
    """Return the cells whose faces have changed."""
    return {
        row: set_of(
            Cell(column)
            for column in range(1, len(was) + 1)
            if was[column - 1] != faces[column - 1]
        )
        for row, (was, faces) in enumerate(zip(before, faces_of(game), strict=True), 1)
        if was != faces
    }


def _cells_in(game: Game, rows: Rows) -> list[Cell]:
    """Return the cells in reading order."""
    return [game.grid.cell(column, row) for row in rows for column in cells_of(rows[row])]


def _count(rows: Rows) -> int:
    return sum(columns.bit_count() for columns in rows.values())


def move_lines(game: Game, move: Move, before: list[bytes], *, mines: bool) -> list[str]:
    """Return the sentences that describe what a move has changed."""
    if move.verb == "flag":
        return [f"{cell_text(game, move.cell, mines=mines)}; {mines_left_text(game)}"]
    if move.verb == "flag-chord":
        return [f"flagged {_flagged_text(game, move.cell, before)}; {mines_left_text(game)}"]
    revealed = _revealed_since(game, before)
    if game.status is Status.LOST:
        around = _cells_in(game, _near(game, move.cell, revealed))
        return [cell_text(game, cell) for cell in around if game.face(cell) is Face.EXPLODED]
    if _count(revealed) == 1:
        [cell] = _cells_in(game, revealed)
        return [f"{cell_text(game, cell, mines=mines)}; {remaining_text(game)}"]
    return _opening_lines(game, move.cell, revealed)


def _flagged_text(game: Game, number: Cell, before: list[bytes]) -> str:
    """Return the neighbours of a number that have been flagged since `before`."""
    around = ((near, game.grid.place(near)) for near in game.grid.neighbours(number))
    flagged = (
        place_text(game.grid, near)
        for near, (column, row) in around
        if game.face(near) is Face.FLAG and before[row - 1][column - 1] != Face.FLAG
    )
    return ", ".join(flagged)


def _opening_lines(game: Game, cell: Cell, revealed: Rows) -> list[str]:
    """Return what each revealed cell is; if they are very many, only those near `cell`."""
    left, count = remaining_text(game), _count(revealed)
    if count > MAX_CELLS_READ:
        together = reduce(or_, revealed.values())
        leftmost = (together & -together).bit_length() - 1
        columns = _from_to("column", leftmost, together.bit_length() - 1)
        rows = _from_to("row", min(revealed), max(revealed))
        what = f"revealed {count} cells: {columns}, {rows}; type look to read the board; {left}"
        return [what, *_rows_text(game, _near(game, cell, revealed))]
    texts = list(_rows_text(game, revealed))
    if count <= MAX_CELLS_IN_LINE:
        return ["; ".join([*texts, left])]
    return [f"revealed {count_text(count, 'cell')}; {left}", *texts]


def _near(game: Game, cell: Cell, rows: Rows) -> Rows:
    """Return the cells of `rows` that are near `cell`."""
    column, row = game.grid.place(cell)
    near = (1 << column + NEAR_DISTANCE + 1) - (1 << max(0, column - NEAR_DISTANCE))
    around = range(row - NEAR_DISTANCE, row + NEAR_DISTANCE + 1)
    return {each: rows[each] & near for each in rows if each in around and rows[each] & near}


def obvious_lines(game: Game, summary: str, before: list[bytes]) -> list[str]:
    """Return the summary of the moves, and the cells that they changed, unless very many."""
    changed = _changed_since(game, before)
    lines = [f"{summary}; {remaining_text(game)}"]
    return [*lines, *_rows_text(game, changed)] if _count(changed) <= MAX_CELLS_READ else lines


def _from_to(name: str, first: int, last: int) -> str:
    return f"{name} {first}" if first == last else f"{name}s {first} to {last}"


# Looking


def board_lines(game: Game, *, mines: bool) -> list[str]:
    """Return the whole board row by row, with equal rows in one line."""
    everywhere = CellSet((1 << game.grid.width + 1) - 2)
    rows = dict.fromkeys(range(1, game.grid.height + 1), everywhere)
    return list(_rows_text(game, rows, mines=mines))


def _rows_text(game: Game, rows: Rows, *, mines: bool = False) -> Iterator[str]:
    """Yield lines about cells: "rows 3 to 4: columns 1 to 4 empty, column 5 flag"."""
    return _lines_of_rows((row, _row_text(game, row, rows[row], mines=mines)) for row in rows)


def drawing_lines(rows: Iterable[str]) -> Iterator[str]:
    """Yield the rows of the drawing of an exercise in words, as `board_lines` does."""
    texts = (
        ", ".join(
            f"{_from_to('column', columns[0], columns[-1])} {_IN_DRAWINGS.get(face, face)}"
            for face, columns in _runs(enumerate(faces, 1))
        )
        for faces in rows
    )
    return _lines_of_rows(enumerate(texts, 1))


def _lines_of_rows(texts: Iterable[tuple[int, str]]) -> Iterator[str]:
    for text, alike in _runs(texts):
        yield f"{_from_to('row', alike[0], alike[-1])}: {text}"


def _row_text(game: Game, row: int, columns: CellSet, *, mines: bool) -> str:
    faces = game.faces(row, mines=mines)
    numbered = ((int(column), Face(faces[column - 1])) for column in cells_of(columns))
    return ", ".join(_run_text(face, columns) for face, columns in _runs(numbered))


def _runs(numbered: Iterable[tuple[int, _T]]) -> Iterator[tuple[_T, list[int]]]:
    """Group equal values that have consecutive numbers; yield each value with its numbers."""
    # In such a run the difference between number and position is constant.
    runs = groupby(enumerate(numbered), key=lambda item: (item[1][0] - item[0], item[1][1]))
    return ((what, [number for _, (number, _) in run]) for (_, what), run in runs)


def _run_text(face: Face, columns: list[int]) -> str:
    what = "number " * (Face.ONE <= face <= Face.EIGHT) + face_text(face)
    return f"{_from_to('column', columns[0], columns[-1])} {what}"


def map_lines(game: Game) -> list[str]:
    """Return how much of the board is open, and the size and place of each front."""
    lines = [f"{open_text(game)}, {remaining_text(game)}"]
    if game.status is not Status.PLAYING:
        return [*lines, "the game is over"]
    if fault := why_too_large_to_solve(game.grid.width, game.grid.height):
        return [*lines, f"fronts: {fault}"]
    survey = Survey(game, 1)
    fronts = [
        f"front {number}: {count_text(survey.size_of(front), 'cell')} near"
        f" {place_text(game.grid, survey.cell_in(front.middle))}"
        for number, front in enumerate(survey.fronts, 1)
    ]
    return [*lines, *(fronts or ["no fronts: no covered cell without a flag touches a number"])]


def cell_lines(game: Game, cell: Cell, *, mines: bool) -> list[str]:
    """Return a line about a cell, and one about its neighbours."""
    around = zip(
        _DIRECTIONS, (Cell(cell + offset) for offset in game.grid.neighbour_offsets), strict=True
    )
    near = (
        f"{direction} {face_text(game.face(each, mines=mines))}"
        for direction, each in around
        if each in game.grid
    )
    return [cell_text(game, cell, mines=mines), f"neighbours: {', '.join(near) or 'none'}"]


# The end


def ending_text(session: Session, now: int) -> str:
    """Return how the game ended, and its figures."""
    end, result = end_text(session, now), session.shown_result
    return f"{end}; {', '.join(result_parts(result))}" if result else end


def undone_text(game: Game, step: Step) -> str:
    """Return which move was undone, and what remains."""
    return f"undone: {_step_text(game, step)}; {remaining_text(game)}"


def redone_text(game: Game, step: Step) -> str:
    """Return which move was redone, and what remains."""
    return f"redone: {_step_text(game, step)}; {remaining_text(game)}"


def _step_text(game: Game, step: Step) -> str:
    if step.press:
        return "the obvious moves"
    return move_text(game.grid, step.move)
