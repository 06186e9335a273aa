"""The game in sentences that read well aloud, and the status line of `--plain=board`."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final, TypeVar

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Move, Status
from minesweeper.engine.setup import Setup, level_name
from minesweeper.play.daily import parse_daily_name
from minesweeper.play.journal import Origin
from minesweeper.play.progress import Result, Step
from minesweeper.play.replay import format_seconds
from minesweeper.play.session import Session
from minesweeper.play.words import (
    cell_text,
    counted,
    face_text,
    goal_text,
    help_text,
    place_text,
)

T = TypeVar("T")

# The cells of a larger opening are not read; no level's board can have one.
MOST_READ: Final = 400
# So few cells are read in one line, with what is left to do.
MOST_IN_A_LINE: Final = 4
_HIDDEN: Final = {Face.COVERED, Face.QUESTION}
NEXT: Final = "type new for another board"
# Where the neighbours of a cell are, in the order of `Grid.around`.
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
    return f"{game.status.value}: {NEXT}"


def setup_text(session: Session) -> str:
    """Return what is played, and where the board comes from."""
    setup = session.game.setup
    parts = [
        level_name(setup.width, setup.height, setup.mines),
        counted(setup.width, "column"),
        counted(setup.height, "row"),
        counted(setup.mines, "mine"),
        *_rules(setup),
        _dealt(session.head.origin),
    ]
    return ", ".join(filter(None, parts))


def _rules(setup: Setup) -> Iterator[str]:
    if setup.no_guess:
        yield "guess-free"
    if setup.on_guess != "luck":
        yield f"guesses {setup.on_guess}"
    if setup.win == "flags":
        yield "flag exactly the mines to win"


def _dealt(origin: Origin) -> str:
    if origin.kind == "daily":
        return f"daily board of {parse_daily_name(origin.name)[1]}"
    return "the board given" if origin.seed is None else f"seed {origin.seed}"


def left_text(game: Game) -> str:
    """Return what is left to do."""
    left = f"{counted(game.safe_left, 'safe cell')} left, {mines_left_text(game)}"
    return ". ".join(filter(None, [left, goal_text(game)]))


def mines_left_text(game: Game) -> str:
    """Return how many mines have no flag: "3 mines left"."""
    return f"{counted(game.mines_left, 'mine')} left"


# What a move has changed


def faces_of(game: Game) -> list[bytes]:
    """Return the faces of the board, a row each, to compare them after a move."""
    return [game.faces(row) for row in range(1, game.grid.height + 1)]


def revealed_since(game: Game, before: list[bytes]) -> list[Cell]:
    """Return the cells that a move has revealed, mines included, in reading order."""
    return _cells_since(game, before, _is_revealed)


def _cells_since(
    game: Game, before: list[bytes], is_meant: Callable[[int, int], bool]
) -> list[Cell]:
    """Return the cells whose faces have changed, before and now, as they are meant to."""
    found = []
    for row, (was, faces) in enumerate(zip(before, faces_of(game), strict=True), 1):
        if was != faces:
            pairs = enumerate(zip(was, faces, strict=True), 1)
            columns = (column for column, pair in pairs if is_meant(*pair))
            found += [game.grid.cell(column, row) for column in columns]
    return found


def _is_revealed(was: int, face: int) -> bool:
    return was in _HIDDEN and (Face(face).is_number or face == Face.EXPLODED)


def move_lines(game: Game, move: Move, before: list[bytes], *, mines: bool) -> list[str]:
    """Return the sentences about what a move has changed."""
    if move.verb == "flag":
        return [f"{cell_text(game, move.cell, mines=mines)}; {mines_left_text(game)}"]
    if move.verb == "flag-chord":
        return [f"flagged {_flagged_text(game, move.cell, before)}; {mines_left_text(game)}"]
    revealed = revealed_since(game, before)
    exploded = [cell for cell in revealed if game.face(cell) is Face.EXPLODED]
    if exploded:
        return [cell_text(game, cell) for cell in exploded]
    if len(revealed) == 1:
        return [f"{cell_text(game, revealed[0], mines=mines)}; {left_text(game)}"]
    return _opening_lines(game, revealed)


def _flagged_text(game: Game, number: Cell, before: list[bytes]) -> str:
    """Return which of a number's neighbours bear a flag that they did not bear before."""
    around = ((near, game.grid.place(near)) for near in game.grid.neighbours(number))
    flagged = (
        place_text(game.grid, near)
        for near, (column, row) in around
        if game.face(near) is Face.FLAG and before[row - 1][column - 1] != Face.FLAG
    )
    return ", ".join(flagged)


def _opening_lines(game: Game, revealed: list[Cell]) -> list[str]:
    """Return what each revealed cell is now; of very many, only where they are."""
    left, count = left_text(game), counted(len(revealed), "cell")
    if len(revealed) > MOST_READ:
        columns, rows = zip(*(game.grid.place(cell) for cell in revealed), strict=True)
        span = f"{_span('column', columns)}, {_span('row', rows)}"
        return [f"revealed {count}: {span}; type look to read the board; {left}"]
    said = list(_rows_text(game, _rows_of(game, revealed), set(revealed)))
    if len(revealed) <= MOST_IN_A_LINE:
        return ["; ".join([*said, left])]
    return [f"revealed {count}; {left}", *said]


def obvious_lines(game: Game, said: str, before: list[bytes]) -> list[str]:
    """Return what was played, and the cells that it changed, if they are not very many."""
    changed = _cells_since(game, before, lambda was, face: was != face)
    lines = [f"{said}; {left_text(game)}"]
    if len(changed) <= MOST_READ:
        lines += _rows_text(game, _rows_of(game, changed), set(changed))
    return lines


def _rows_of(game: Game, cells: Iterable[Cell]) -> list[int]:
    return sorted({game.grid.place(cell)[1] for cell in cells})


def _span(name: str, numbers: tuple[int, ...]) -> str:
    """Return the range of some numbers: "columns 2 to 5", "row 3"."""
    return _from_to(name, min(numbers), max(numbers))


def _from_to(name: str, first: int, last: int) -> str:
    return f"{name} {first}" if first == last else f"{name}s {first} to {last}"


# Looking


def board_lines(game: Game, *, mines: bool) -> list[str]:
    """Return the whole board row by row, equal rows together."""
    return list(_rows_text(game, range(1, game.grid.height + 1), mines=mines))


def _rows_text(
    game: Game, rows: Iterable[int], chosen: set[Cell] | None = None, *, mines: bool = False
) -> Iterator[str]:
    """Yield rows, or their chosen cells: "rows 3 to 4: columns 1 to 4 empty, column 5 flag"."""
    texts = ((row, _row_text(game, row, chosen, mines=mines)) for row in rows)
    for text, alike in _runs(texts):
        yield f"{_from_to('row', alike[0], alike[-1])}: {text}"


def _row_text(game: Game, row: int, chosen: set[Cell] | None, *, mines: bool) -> str:
    shown = (
        (column, Face(face))
        for column, face in enumerate(game.faces(row, mines=mines), 1)
        if chosen is None or game.grid.cell(column, row) in chosen
    )
    return ", ".join(_run_text(face, columns) for face, columns in _runs(shown))


def _runs(numbered: Iterable[tuple[int, T]]) -> Iterator[tuple[T, list[int]]]:
    """Yield equal values with consecutive numbers once, with all their numbers."""
    # In such a run the number less its position is the same.
    runs = groupby(enumerate(numbered), key=lambda item: (item[1][0] - item[0], item[1][1]))
    return ((what, [number for _, (number, _) in run]) for (_, what), run in runs)


def _run_text(face: Face, columns: list[int]) -> str:
    what = "number " * (Face.ONE <= face <= Face.EIGHT) + face_text(face)
    return f"{_from_to('column', columns[0], columns[-1])} {what}"


def cell_lines(game: Game, cell: Cell, *, mines: bool) -> list[str]:
    """Return a cell, and a line of its neighbours."""
    around = zip(_DIRECTIONS, (Cell(cell + offset) for offset in game.grid.around), strict=True)
    near = (
        f"{direction} {face_text(game.face(each, mines=mines))}"
        for direction, each in around
        if each in game.grid
    )
    return [cell_text(game, cell, mines=mines), f"around it: {', '.join(near) or 'nothing'}"]


# The end


def end_text(session: Session, now: int) -> str:
    """Return how the game ended; a second end after an undo has no result of its own."""
    result, end = session.result, session.game.status
    if result and result.status is end and result.clicks == session.clicks:
        ended = f"{_ended(end, result.milliseconds)} {help_text(session.progress)}".rstrip()
        return f"{ended}; {_result_text(result)}"
    return f"{_ended(end, session.milliseconds(now))}, after an undo"


def _ended(end: Status, milliseconds: int) -> str:
    how = "won in" if end is Status.WON else "lost after"
    return f"{how} {format_seconds(milliseconds)} seconds"


def _result_text(result: Result) -> str:
    solved = "" if result.solved == result.bbbv else f"{result.solved} of "
    speed, efficiency = result.bbbv_per_second, result.efficiency
    parts = [f"3BV {solved}{result.bbbv}"]
    parts += [] if speed is None else [f"{speed:.2f} 3BV a second"]
    parts += [] if efficiency is None else [f"efficiency {efficiency:.0%}"]
    return ", ".join([*parts, counted(result.clicks, "click")])


def undone_text(game: Game, step: Step) -> str:
    """Return which move was undone, and what is left to do."""
    return f"undone: {_step_text(game, step)}; {left_text(game)}"


def redone_text(game: Game, step: Step) -> str:
    """Return which move was redone, and what is left to do."""
    return f"redone: {_step_text(game, step)}; {left_text(game)}"


def _step_text(game: Game, step: Step) -> str:
    if step.press:
        return "all that was obvious"
    return f"{step.move.verb} at {place_text(game.grid, step.move.cell)}"
