"""The twelve lessons, in the order in which players need them."""

from typing import Final, NamedTuple


class Lesson(NamedTuple):
    """A lesson: two sentences that say why, a drawing, and how quickly it should be seen."""

    number: int
    name: str
    """A name of at most 20 characters, such as "1-2-1"."""
    why: tuple[str, str]
    drawing: str
    """A position, as `parse_drawing` reads it."""
    mines: int | None
    """The mine total of the drawing, if the lesson needs it."""
    target_ms: int
    """The time within which a player who has mastered the lesson answers."""


GUESSES: Final = 10
"""The number of the lesson about guesses."""
WHOLE_BOARD_LESSONS: Final = (7, GUESSES)
"""The lessons in which the mine total counts."""

# A player who knows a pattern sees it at a glance: the times are for finding it in a window of up
# to 96 cells and pointing at it. Sums (5, 7) and chains (11, 12) have to be worked out every time.
LESSONS: Final = (
    Lesson(
        1,
        "Only mines left",
        (
            "A number counts the mines among the cells that touch it, corners included.",
            "If it touches exactly as many covered cells as it says, all of them are mines.",
        ),
        "###/o3o",
        None,
        5_000,
    ),
    Lesson(
        2,
        "Only safe cells left",
        (
            "A number never has more mines around it than it says.",
            "Once you know all of them, every other cell that it touches is safe.",
        ),
        "#F#/#2#/#F#",
        None,
        5_000,
    ),
    Lesson(
        3,
        "1-1",
        (
            "Look for two 1s where every covered cell that touches the first also touches the"
            " second.",
            "They share a mine, so all other covered cells that touch the second are safe.",
        ),
        "o###/o11o",
        None,
        6_000,
    ),
    Lesson(
        4,
        "1-2 and 1-3",
        (
            "A 2 beside a 1 needs one mine more, and a 3 needs two more.",
            "If exactly that many of its cells do not touch the 1, they are mines, and the cells"
            " that the 1 does not share with it are safe.",
        ),
        "####/o12o",
        None,
        6_000,
    ),
    Lesson(
        5,
        "Known mines first",
        (
            "Subtract the mines that you know from every number, and read what is left.",
            "A 2 that touches a known mine counts as a 1, so a 2-3 can be a 1-2 in disguise.",
        ),
        "####/o23o/oFoo",
        None,
        8_000,
    ),
    Lesson(
        6,
        "1-2-1",
        (
            "Along a wall of covered cells, the mines of a 1-2-1 lie in front of the two 1s.",
            "The cell in front of the 2 is safe, and so is the next cell at each end.",
        ),
        "#####/o121o",
        None,
        6_000,
    ),
    Lesson(
        7,
        "The mine count",
        (
            "Near the end, count the mines that are left: the numbers alone may not be enough.",
            "If none is left, every cell left is safe; if as many mines are left as cells, every"
            " cell left is a mine.",
        ),
        "##F2/FFFo",
        4,
        15_000,
    ),
    Lesson(
        8,
        "1-2-2-1",
        (
            "Along a wall of covered cells, the mines of a 1-2-2-1 lie in front of the two 2s.",
            "The cells in front of the 1s are safe, and so is the next cell at each end.",
        ),
        "######/o1221o",
        None,
        6_000,
    ),
    Lesson(
        9,
        "The hole in the wall",
        (
            "A number in a hole of the wall touches cells at its sides and cells behind it.",
            "If the number in front of the hole needs as many mines as the number in it, but"
            " touches only the cells at the sides, the cells behind are safe.",
        ),
        "#####/##1##/oo1oo",
        None,
        8_000,
    ),
    Lesson(
        10,
        "The best guess",
        (
            "If no number can ever tell two cells apart, guess at once: waiting does not help.",
            "Otherwise weigh two things: how likely a cell is to be a mine, and what its number"
            " will tell you.",
        ),
        "#3F/#3F",
        3,
        15_000,
    ),
    Lesson(
        11,
        "Three together",
        (
            "Around a corner, three numbers can prove what no two of them prove.",
            "If both 1s of a corner 1-2-1 touch only covered cells that the 2 touches as well, its"
            " mines are theirs, and the cell at the corner is safe.",
        ),
        "###/12#/o1#",
        None,
        20_000,
    ),
    Lesson(
        12,
        "Chains",
        (
            "Suppose that a cell is a mine, and follow what that forces from number to number.",
            "If a number then cannot fit, the cell is safe; in the same way, supposing that a cell"
            " is safe can prove a mine.",
        ),
        "####/#13#/#33#/####",
        None,
        30_000,
    ),
)
"""All lessons; the lesson with number *n* is `LESSONS[n - 1]`."""
