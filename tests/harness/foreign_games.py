"""Games of other programs, from which files are written, and what is read back from the files."""

from collections.abc import Callable
from typing import Final, NamedTuple

import pytest

from minesweeper.engine.notation import format_layout, format_move, format_position
from minesweeper.formats.byte_reader import FormatError
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Playback, Replay
from tests.harness.boards import picture


class ForeignGame(NamedTuple):
    """A drawn layout, what the mouse did there, and what a file claims about the game."""

    layout: str
    mouse: list[MouseEvent]
    """Positions have 16 pixels a cell, and are even, so that they fit 24 pixels as well."""
    moves: list[str]
    """The moves that the mouse makes, each with its time."""
    position: str
    """The board after them."""
    milliseconds: int
    bbbv: int
    solved: int
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


BEGINNER: Final = """
    *......*
    ........
    ........
    ........
    ........
    ........
    *......*
    .******.
"""
# Flags, a chord, movements, and a press beside the board, which counts.
WON: Final = ForeignGame(
    BEGINNER,
    mouse(
        "0 mv 56 56, 0 lc 56 56, 0 lr 56 56, 300 mv 8 104, 313 rc 8 104, 372 rr 8 104,"
        "500 mv 24 120, 511 rc 24 120, 568 rr 24 120, 700 mv 40 120, 712 rc 40 120,"
        "770 rr 40 120, 900 mv 24 104, 911 lc 24 104, 922 rc 24 104, 987 lr 24 104,"
        "1004 rr 24 104, 1200 mv 140 20, 1203 mv 136 20, 1206 mv 136 26, 1211 lc 136 26,"
        "1266 lr 136 26, 1500 mv 120 120, 1588 lc 120 120, 1588 lr 120 120"
    ),
    [
        *("0 reveal 4 4", "313 flag 1 7", "511 flag 2 8", "712 flag 3 8", "987 chord 2 7"),
        *("1266 reveal 4 4", "1588 reveal 8 8"),
    ],
    picture("""
        F1....1F
        11....11
        ........
        ........
        ........
        11....11
        F333333F
        2FFFFFF2
    """),
    milliseconds=1588,
    bbbv=3,
    solved=3,
)
LOST: Final = ForeignGame(
    BEGINNER,
    mouse(
        "0 mv 56 56, 0 lc 56 56, 0 lr 56 56, 640 mv 8 8, 655 mc 8 8, 660 mr 8 8, 702 lc 8 8,"
        "702 lr 8 8"
    ),
    ["0 reveal 4 4", "660 chord 1 1", "702 reveal 1 1"],
    picture("""
        @1....1*
        11....11
        ........
        ........
        ........
        11....11
        *333333*
        #******#
    """),
    milliseconds=702,
    bbbv=3,
    solved=1,
    status="lost",
    no_flags=True,
    marks=True,
)
# Of more than 255 seconds, on a board that is no level; with a click beside it, which counts.
LONG: Final = ForeignGame(
    """
    *...
    ....
    ...*
    """,
    mouse(
        "0 mv 56 8, 0 lc 56 8, 0 lr 56 8, 20 mv 70 20, 30 lc 70 20, 40 lr 70 20, 254990 mv 300 8,"
        "256010 mv 8 300, 257000 mv 24 24, 600030 rc 24 24, 600050 rr 24 24, 600060 mv 8 8,"
        "600070 rc 8 8, 600080 rr 8 8, 600090 mv 24 24, 600100 mc 24 24, 600110 mr 24 24"
    ),
    [
        *("0 reveal 4 1", "40 reveal 4 1", "600050 flag 2 2", "600070 flag 1 1"),
        "600110 chord 2 2",
    ],
    "F1..\n1111\n..1F\n",
    milliseconds=600_110,
    bbbv=2,
    solved=2,
)
GAMES: Final = {"won": WON, "lost": LOST, "long": LONG}


def on_small_board(events: str) -> ForeignGame:
    """Return a game of these events on 4x3 cells with mines at (1,1) and (4,3), that of `LONG`."""
    return LONG._replace(mouse=mouse(events))


def cut_to_hundredths(game: ForeignGame) -> ForeignGame:
    """Return a game with the times that a format without milliseconds can hold."""
    events = [each._replace(milliseconds=each.milliseconds // 10 * 10) for each in game.mouse]
    split = [text.partition(" ") for text in game.moves]
    moves = [f"{int(time) // 10 * 10} {move}" for time, _, move in split]
    return game._replace(mouse=events, moves=moves, milliseconds=game.milliseconds // 10 * 10)


def moves_of(replay: Replay) -> list[str]:
    """Return the moves of a replay, each with its time."""
    grid = replay.board.grid
    return [f"{step.milliseconds} {format_move(grid, step.move)}" for step in replay.steps]


def last_position(replay: Replay) -> str:
    return format_position(Playback(replay).go_to(len(replay.steps)))


def layout_of(replay: Replay) -> str:
    return format_layout(replay.board)


def refusal_of(parse: Callable[[bytes], object], data: bytes) -> str:
    """Return the message of a reader that refuses a file."""
    with pytest.raises(FormatError) as caught:
        parse(data)
    return str(caught.value)
