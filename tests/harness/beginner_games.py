"""Games of 8x8 with 10 mines, which also the formats can hold that know three levels only."""

from typing import Final

from tests.harness.boards import picture
from tests.harness.foreign_games import ForeignGame, mouse

BEGINNER_LAYOUT: Final = """
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
    BEGINNER_LAYOUT,
    mouse(
        "0 mv 56 56, 0 lc 56 56, 0 lr 56 56, 300 mv 8 104, 313 rc 8 104, 372 rr 8 104,"
        "500 mv 24 120, 511 rc 24 120, 568 rr 24 120, 700 mv 40 120, 712 rc 40 120,"
        "770 rr 40 120, 900 mv 24 104, 911 lc 24 104, 922 rc 24 104, 987 lr 24 104,"
        "1004 rr 24 104, 1200 mv 140 20, 1211 lc 140 20, 1266 lr 140 20, 1500 mv 120 120,"
        "1588 lc 120 120, 1588 lr 120 120"
    ),
    milliseconds=1588,
    bbbv=3,
)
WON_MOVES: Final = [
    "0 reveal 4 4",
    "313 flag 1 7",
    "511 flag 2 8",
    "712 flag 3 8",
    "987 chord 2 7",
    "1266 reveal 4 4",
    "1588 reveal 8 8",
]
WON_POSITION: Final = picture("""
    F1....1F
    11....11
    ........
    ........
    ........
    11....11
    F333333F
    2FFFFFF2
""")
LOST: Final = ForeignGame(
    BEGINNER_LAYOUT,
    mouse(
        "0 mv 56 56, 0 lc 56 56, 0 lr 56 56, 640 mv 8 8, 655 mc 8 8, 660 mr 8 8, 702 lc 8 8,"
        "702 lr 8 8"
    ),
    milliseconds=702,
    bbbv=3,
    status="lost",
    marks=True,
)
LOST_MOVES: Final = ["0 reveal 4 4", "660 chord 1 1", "702 reveal 1 1"]
LOST_POSITION: Final = picture("""
    @1....1*
    11....11
    ........
    ........
    ........
    11....11
    *333333*
    #******#
""")


def cut_moves(moves: list[str]) -> list[str]:
    """Return moves with the times that a format without milliseconds can hold."""
    split = [text.partition(" ") for text in moves]
    return [f"{int(time) // 10 * 10} {move}" for time, _, move in split]


def cut_to_hundredths(game: ForeignGame) -> ForeignGame:
    """Return a game with the times that a format without milliseconds can hold."""
    events = [each._replace(milliseconds=each.milliseconds // 10 * 10) for each in game.mouse]
    return game._replace(mouse=events, milliseconds=game.milliseconds // 10 * 10)
