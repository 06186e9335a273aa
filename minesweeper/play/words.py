"""A game in words, for the plain mode, for speech and for messages."""

from collections.abc import Mapping
from typing import Final

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Face, Game, Refusal, RefusalKind, Status
from minesweeper.engine.notation import counted, in_a_row
from minesweeper.engine.setup import Setup, Size, level_name
from minesweeper.play.journal import Origin, parse_daily_name
from minesweeper.play.session import Session

# What a face is called; a number's is its digit.
NAMES: Final = {
    Face.COVERED: "covered",
    Face.FLAG: "flag",
    Face.QUESTION: "question mark",
    Face.ZERO: "empty",
    Face.MINE: "mine",
    Face.EXPLODED: "exploded mine",
    Face.WRONG_FLAG: "wrong flag",
}
_COUNTED: Final = (
    ("covered neighbour", (Face.COVERED, Face.QUESTION)),
    ("flag", (Face.FLAG,)),
    ("wrong flag", (Face.WRONG_FLAG,)),
    ("mine", (Face.MINE, Face.EXPLODED)),
)


def cell_text(game: Game, cell: Cell, *, mines: bool = False) -> str:
    """Return a cell in words: "column 3, row 5: 2, 3 covered neighbours, 1 flag".

    Flags do not count as covered neighbours. With `mines` those not found yet are named.
    """
    face = game.face(cell, mines=mines)
    around = around_text(game, cell, mines=mines) if face.is_number else ""
    said = f"{place_text(game.grid, cell)}: {face_text(face)}"
    return f"{said}, {around}" if around else said


def place_text(grid: Grid, cell: Cell) -> str:
    """Return where a cell is: "column 3, row 5"."""
    column, row = grid.place(cell)
    return f"column {column}, row {row}"


def face_text(face: Face) -> str:
    """Return what a cell shows, in a word or two."""
    return NAMES.get(face) or chr(face)


def around_text(game: Game, cell: Cell, *, mines: bool = False) -> str:
    """Return what else than numbers is around a cell: "3 covered neighbours, 1 flag"; or ""."""
    faces = [game.face(near, mines=mines) for near in game.grid.neighbours(cell)]
    counts = ((sum(face in chosen for face in faces), name) for name, chosen in _COUNTED)
    return ", ".join(counted(count, name) for count, name in counts if count)


def refusal_text(refusal: Refusal) -> str:
    """Return why a move was refused: "3 needs 3 flags, 2 are set"."""
    number, count = refusal.number, refusal.found
    if refusal.kind == "flags":
        set_ = f"{count} {'is' if count == 1 else 'are'} set"
        return f"{number} needs {counted(number, 'flag')}, {set_}"
    if refusal.kind == "covered":
        return _too_many_covered(number, count)
    return _REFUSALS[refusal.kind]


def _too_many_covered(number: int, covered: int) -> str:
    if not number:
        return "a cell that touches no mine has nothing to flag around it"
    are = "is a mine" if number == 1 else "are mines"
    return f"only {number} of its {covered} covered neighbours {are}"


_REFUSALS: Final[Mapping[RefusalKind, str]] = {
    "over": "the game is over",
    "paused": "the game is paused",
    "revealed": "this cell is revealed already",
    "flagged": "a flag protects this cell",
    "no number": "only a revealed number can be chorded",
    "nothing left": "no covered cell around it is left to reveal",
    "nothing to flag": "no covered cell around it is left to flag",
}


def size_text(size: Size, times: str = "x") -> str:
    """Return the level and the size: "Expert 30x16"; `times` stands between the two numbers."""
    name = level_name(*size).capitalize()
    return f"{name} {size.width}{times}{size.height}".lstrip()


def rules_text(no_guess: int, on_guess: str) -> list[str]:
    """Return the rules for guesses that are not the usual ones: "guess-free", "guesses fair"."""
    rules = ["guess-free"] if no_guess else []
    return rules if on_guess == "luck" else [*rules, f"guesses {on_guess}"]


def setup_text(setup: Setup) -> str:
    """Return a setup in words: "expert, 30 columns, 16 rows, 99 mines, guess-free"."""
    parts = [
        level_name(*setup.size),
        counted(setup.width, "column"),
        counted(setup.height, "row"),
        counted(setup.mines, "mine"),
        *rules_text(setup.no_guess, setup.on_guess),
        "flag exactly the mines to win" if setup.win == "flags" else "",
    ]
    return ", ".join(filter(None, parts))


def origin_text(origin: Origin) -> str:
    """Return where a board comes from: "seed 7", "daily 2025-11-21", "the board given"."""
    kind, seed, name = origin
    if kind == "daily":
        return f"daily {parse_daily_name(name)[1]}"
    if kind == "replay":
        return "from a replay"
    return "the board given" if seed is None else f"seed {seed}"


def goal_text(game: Game) -> str:
    """Return what is left to flag after every safe cell is revealed; empty if nothing is."""
    if game.status is not Status.PLAYING or game.setup.win != "flags" or game.safe_left:
        return ""
    if game.mines_left == 1:
        return f"Flag the {'last mine' if game.flag_count else 'mine'} to win"
    return f"Flag the {game.mines_left} mines {'left ' if game.flag_count else ''}to win"


def help_text(session: Session) -> str:
    """Return the help that a game was played with: "with 2 hints, 1 undo and odds"; or ""."""
    hints, undos = session.helps.get("hint", 0), session.undos
    names = [counted(hints, "hint")] * bool(hints) + [counted(undos, "undo")] * bool(undos)
    names += [name for kind, name in _HELPS.items() if kind in session.helps]
    return f"with {in_a_row(names)}" if names else ""


_HELPS: Final = {
    "odds": "odds",
    "flag check": "a check of flags",
    "obvious moves": "obvious moves",
    "shown mines": "mines shown",
    "demo": "the solver",
}


def unfound_text(setup: Setup, seed: str = "") -> str:
    """Return that no guess-free board was found, and what to ask for instead."""
    return (
        f"no guess-free board of {setup.size} was found{seed}:"
        " ask for fewer mines, or for any board with --guess"
    )


def clock_text(milliseconds: int) -> str:
    """Return whole seconds as the clock shows them, with hours only if there are any."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def time_text(milliseconds: int) -> str:
    """Return a time to the millisecond: "0:14.372"."""
    return f"{clock_text(milliseconds)}.{milliseconds % 1000:03}"
