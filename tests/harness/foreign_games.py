"""Games of other programs, from which files are written, and what is read back from the files."""

from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from minesweeper.engine.notation import format_layout, format_move, format_position
from minesweeper.formats.byte_reader import FormatError
from minesweeper.formats.modes import MODES
from minesweeper.formats.replay_files import REPLAY_FORMATS
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Playback, Replay


class ForeignGame(NamedTuple):
    """A drawn layout, what the mouse did there, and what a file claims about the game."""

    layout: str
    mouse: list[MouseEvent]
    """Positions have 16 pixels a cell, and are even, so that they fit 24 pixels as well."""
    milliseconds: int
    bbbv: int
    status: str = "won"
    program: bytes = b"Some Clone - Release 7"
    player: bytes = "Zoë".encode()
    begun: int = 1_700_000_000
    """In seconds since 1970: 2023-11-14T22:13:20Z."""
    mode: int = 0
    no_flags: bool = False
    marks: bool = False
    cell_size: int = 16
    is_transcoded: bool = False


def mouse(text: str) -> list[MouseEvent]:
    """Return the events of a text like "0 lc 8 8, 90 lr 8 8": milliseconds, event, pixels."""
    parts = [part.split() for part in text.split(",")]
    return [MouseEvent(int(time), event, int(x), int(y)) for time, event, x, y in parts]


# The modes of RMV and EVF in which only the dealing of the board differs; all others, and 17, which
# has no name.
CLASSIC: Final = {0: "Classic", 4: "Win7", 5: "Competitive solvable"}
NOT_CLASSIC: Final = sorted({17, *MODES} - CLASSIC.keys())

LAYOUT: Final = """
    *...
    ....
    ...*
"""
# A flag, a chord, movements, and a click beside the board, which counts.
WON: Final = ForeignGame(
    LAYOUT,
    mouse(
        "-90 lc 56 8, 0 lr 56 8, 100 mv 62 6, 110 mv 64 40, 200 lc 64 48, 250 lr 64 48,"
        "300 rc 8 8, 350 rr 8 8, 700 mv 24 24, 710 lc 24 24, 720 rc 24 24, 800 lr 24 24"
    ),
    milliseconds=800,
    bbbv=2,
)
WON_MOVES: Final = ["0 reveal 4 1", "250 reveal 4 1", "300 flag 1 1", "800 chord 2 2"]
WON_POSITION: Final = "F1..\n1111\n..1F\n"
LOST: Final = ForeignGame(
    LAYOUT,
    mouse("-30 lc 56 8, 0 lr 56 8, 400 lc 56 40, 1500 lr 56 40"),
    milliseconds=1500,
    bbbv=2,
    status="lost",
    no_flags=True,
    marks=True,
)
LOST_MOVES: Final = ["0 reveal 4 1", "1500 reveal 4 3"]


def moves_of(replay: Replay) -> list[str]:
    """Return the moves of a replay, each with its time."""
    grid = replay.board.grid
    return [f"{step.milliseconds} {format_move(grid, step.move)}" for step in replay.steps]


def last_position(replay: Replay) -> str:
    return format_position(Playback(replay).go_to(len(replay.steps)))


def layout_of(replay: Replay) -> str:
    return format_layout(replay.board)


def format_of(data: bytes) -> str:
    """Return the name of the first format that a file looks like."""
    return next(each.name for each in REPLAY_FORMATS if each.looks_like(data))


def refusal_of(parse: Callable[[bytes], object], data: bytes) -> str:
    """Return the message of a reader that refuses a file."""
    with pytest.raises(FormatError) as caught:
        parse(data)
    return str(caught.value)
