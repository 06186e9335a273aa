"""Setups, cells, results and times in words: for the screen, plain mode and the command line."""

from collections.abc import Mapping
from typing import Final, Protocol

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game, Move, Refusal, RefusalKind, Status
from minesweeper.engine.notation import (
    count_text,
    format_seconds,
    list_text,
    percent_text,
    place_name,
)
from minesweeper.engine.setup import (
    MAX_SOLVER_CELLS,
    Setup,
    Size,
    level_name,
    why_too_large_to_solve,
)
from minesweeper.play.journal import Origin, parse_daily_name
from minesweeper.play.session import Result, Session

# The names of faces; a number is named by its digit.
FACE_NAMES: Final = {
    Face.COVERED: "covered",
    Face.FLAG: "flag",
    Face.QUESTION: "question mark",
    Face.ZERO: "empty",
    Face.MINE: "mine",
    Face.EXPLODED: "exploded mine",
    Face.WRONG_FLAG: "wrong flag",
}
NOTHING_KNOWN: Final = "nothing is known yet: reveal any cell"
LEFT_TO_LUCK: Final = "guesses are left to chance from here on"
"""The note that the guess rule does not apply any more."""

_COUNTED: Final = (
    ("covered neighbour", (Face.COVERED, Face.QUESTION)),
    ("flag", (Face.FLAG,)),
    ("wrong flag", (Face.WRONG_FLAG,)),
    ("mine", (Face.MINE, Face.EXPLODED)),
)


def is_first_safe(session: Session) -> bool:
    """Return whether the first reveal is safe wherever it is, as it is before the mines are laid.

    After an undo they stay where they are.
    """
    return session.board is None and session.head.setup.first != "any"


def first_text(session: Session) -> str:
    """Return what to do while nothing is known: why there is no help before the first reveal."""
    return "reveal any cell: the first is safe" if is_first_safe(session) else NOTHING_KNOWN


def too_large_text(help_name: str, grid: Grid) -> str:
    """Return that a board is too large for hints, or for other help; "" if it is not."""
    if not why_too_large_to_solve(grid.width, grid.height):
        return ""
    limit = f"{MAX_SOLVER_CELLS:,} cells at most"
    return f"no {help_name} here: the board is too large ({limit})"


def cell_text(game: Game, cell: Cell, *, mines: bool = False) -> str:
    """Return a cell in words: "(3,5): 2, 3 covered neighbours, 1 flag".

    Flags do not count as covered neighbours. With `mines`, covered mines are named as mines.
    """
    face = game.face(cell, mines=mines)
    around = surroundings_text(game, cell, mines=mines) if face.is_number else ""
    name = f"{place_text(game.grid, cell)}: {face_text(face)}"
    return f"{name}, {around}" if around else name


def place_text(grid: Grid, cell: Cell) -> str:
    """Return the column and row of a cell: "(3,5)"."""
    return place_name(grid.place(cell))


def move_text(grid: Grid, move: Move) -> str:
    """Return a move in words: "reveal (3,5)"."""
    return f"{move.verb} {place_text(grid, move.cell)}"


def face_text(face: Face) -> str:
    """Return the name of a face in a word or two: "question mark", "3"."""
    return FACE_NAMES.get(face) or chr(face)


def surroundings_text(game: Game, cell: Cell, *, mines: bool = False) -> str:
    """Return what touches a cell, except numbers: "3 covered neighbours, 1 flag"; or ""."""
    faces = [game.face(near, mines=mines) for near in game.grid.neighbours(cell)]
    counts = ((sum(face in chosen for face in faces), name) for name, chosen in _COUNTED)
    return ", ".join(count_text(count, name) for count, name in counts if count)


def refusal_text(refusal: Refusal) -> str:
    """Return why a move was refused.

    >>> game = Game(Setup(3, 1, 1), parse_layout("*.."))
    >>> game.reveal(2, 1)
    >>> refusal_text(game.chord(2, 1))
    'this 1 needs 1 flag, but has none'
    """
    number, count = refusal.number, refusal.count_around
    if refusal.kind == "flags":
        return f"this {number} needs {count_text(number, 'flag')}, but has {count or 'none'}"
    if refusal.kind == "covered":
        return _too_many_covered(number, count)
    return _REFUSALS[refusal.kind]


def _too_many_covered(number: int, covered: int) -> str:
    if not number:
        return "this cell touches no mine: nothing to flag around it"
    are = "is a mine" if number == 1 else "are mines"
    return f"only {number} of its {covered} covered neighbours {are}"


_REFUSALS: Final[Mapping[RefusalKind, str]] = {
    "over": "the game is over",
    "paused": "the game is paused",
    "revealed": "this cell is already revealed",
    "flagged": "this cell is flagged",
    "no number": "only numbers can be chorded",
    "nothing left": "nothing left to reveal around it",
    "nothing to flag": "nothing left to flag around it",
    "nothing covered": "there is nothing covered around it",
}


def size_text(size: Size, times: str = "x") -> str:
    """Return the level and the size: "Expert 30x16"; `times` replaces the "x"."""
    name = level_name(*size).capitalize()
    return f"{name} {size.width}{times}{size.height}".lstrip()


class Rules(Protocol):
    """The size and rules by which results are compared: those of a setup or a category."""

    @property
    def size(self) -> Size: ...

    @property
    def first(self) -> str: ...

    @property
    def no_guess(self) -> int: ...

    @property
    def on_guess(self) -> str: ...


def setup_parts(setup: Rules, times: str = "x") -> list[str]:
    """Return level and size, the mines, and each rule: "Expert 30x16", "99 mines", "guess-free"."""
    return [size_text(setup.size, times), count_text(setup.size.mines, "mine"), *rules_parts(setup)]


def rules_parts(setup: Rules) -> list[str]:
    """Return the rules that are not the defaults: "first safe", "guess-free", "guesses fair"."""
    rules = [f"first {setup.first}"] if setup.first != "opening" else []
    rules += ["guess-free"] if setup.no_guess else []
    rules += [f"guesses {setup.on_guess}"] if setup.on_guess != "luck" else []
    return rules


def origin_text(origin: Origin) -> str:
    """Return where a board comes from: "seed 7", "daily 2025-11-21", "your own layout"."""
    kind, seed, name = origin
    if kind == "daily":
        return f"daily {parse_daily_name(name)[1]}"
    if kind == "replay":
        return "from a replay"
    return "your own layout" if seed is None else f"seed {seed}"


def open_text(game: Game) -> str:
    """Return the share of safe cells that are revealed: "33% open"."""
    safe = len(game.grid) - game.setup.mines
    return f"{percent_text((safe - game.safe_left) / safe)} open"


def goal_text(game: Game) -> str:
    """Return what is left to flag for a win by flags: "Flag the 2 mines that are left"; or "".

    It is empty until every safe cell is revealed.
    """
    if game.status is not Status.PLAYING or game.setup.win != "flags" or game.safe_left:
        return ""
    if game.mines_left == 1:
        return "Flag the mine that is left"
    return f"Flag the {game.mines_left} mines that are left"


def end_text(session: Session, now: int) -> str:
    """Return how a game ended: "won in 75.123 s", "lost after 9.000 s"."""
    result = session.shown_result
    if result is None:  # a second end, after an undo, has no result of its own
        return result_text(session.game.status, session.milliseconds(now))
    return result_text(result.status, result.milliseconds)


def result_text(status: Status, milliseconds: int) -> str:
    """Return how and when a game ended: "won in 75.123 s", "lost after 75.123 s"."""
    how = "won in" if status is Status.WON else "lost after"
    return f"{how} {time_text(milliseconds)}"


def result_figures(result: Result) -> list[tuple[str, str]]:
    """Return the figures of a game with their labels, the time first: ("3BV", "12 of 20").

    The efficiency is left out if the program played obvious moves.
    """
    efficiency = [] if result.has_obvious_moves else [("Efficiency", _efficiency_text(result))]
    return [
        ("Time", time_text(result.milliseconds)),
        ("3BV", _solved_text(result)),
        ("3BV/s", speed_text(result.bbbv_per_second)),
        *efficiency,
        ("Clicks", str(result.clicks)),
    ]


def result_parts(result: Result) -> list[str]:
    """Return the figures but the time: "3BV 12 of 20", "efficiency 67%", "18 clicks"."""
    _, *figures, _ = result_figures(result)
    return [
        *(f"{label[0].lower()}{label[1:]} {value}" for label, value in figures),
        count_text(result.clicks, "click"),
    ]


def _solved_text(result: Result) -> str:
    """Return the 3BV of the board, and before it what was solved unless the game was won."""
    return f"{'' if result.status is Status.WON else f'{result.solved} of '}{result.bbbv}"


def _efficiency_text(result: Result) -> str:
    return "-" if result.efficiency is None else percent_text(result.efficiency)


def help_text(session: Session) -> str:
    """Return the help that was used: "with 2 hints, 1 undo and odds"; or ""."""
    hints, undos = session.helps.get("hint", 0), session.undos
    names = [count_text(hints, "hint")] * bool(hints) + [count_text(undos, "undo")] * bool(undos)
    names += [name for kind, name in _HELPS.items() if kind in session.helps]
    return f"with {list_text(names)}" if names else ""


_HELPS: Final = {
    "odds": "odds",
    "flag check": "a check of flags",
    "obvious moves": "obvious moves",
    "shown mines": "mines shown",
    "demo": "the solver",
}


def not_found_text(setup: Setup, seed: str = "") -> str:
    """Return the message that no guess-free board was found, and what to do instead.

    `seed` is added to the sentence, for example " from seed 7".
    """
    return (
        f"no guess-free board of {setup.size} was found{seed}:"
        " ask for fewer mines, or for any board with --guess"
    )


def clock_text(milliseconds: int) -> str:
    """Return the time of a running clock: "1:15", and from an hour on "1:02:03"."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def time_text(milliseconds: int) -> str:
    """Return the time of a result: "75.123 s", from 100 seconds on "1:40.123"."""
    if milliseconds < 100_000:
        return f"{format_seconds(milliseconds)} s"
    return f"{clock_text(milliseconds)}.{milliseconds % 1000:03}"


def time_or_dash(milliseconds: int | None) -> str:
    """Return the time of a result, or "-" for None."""
    return "-" if milliseconds is None else time_text(milliseconds)


def speed_text(speed: float | None, digits: int = 2) -> str:
    """Return 3BV/s with `digits` decimals, or "-" for None."""
    return "-" if speed is None else f"{speed:.{digits}f}"
