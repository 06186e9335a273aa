"""The twelve lessons, in the order in which players need them."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple


class Lesson(NamedTuple):
    """A lesson: two sentences that say why, a drawing, and how quickly it should be seen."""

    number: int
    name: str
    """A name of at most 20 characters, such as "1-2-1"."""
    why: tuple[str, str]
    """What there is to see in the drawing; `name_mentions` names the cells that it mentions."""
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
            "A number counts the mines in the 8 cells around it.",
            "The {look:3} touches only 3 covered cells, so all of them are mines{danger}.",
        ),
        "###/o3o",
        None,
        5_000,
    ),
    Lesson(
        2,
        "Only safe cells left",
        (
            "The {look:2} already touches its 2 mines{mine}.",
            "So every other cell around it is safe{safe}.",
        ),
        "#F#/#2#/#F#",
        None,
        5_000,
    ),
    Lesson(
        3,
        "1-1",
        (
            "The {look:1} and the {look:1} share a mine: every covered cell of the left one"
            " belongs to the right one, too.",
            "So what only the right one touches is safe{safe}.",
        ),
        "o###/o11o",
        None,
        6_000,
    ),
    Lesson(
        4,
        "1-2 and 1-3",
        (
            "The {look:2} needs one mine more than the {second:1}, so the cell{danger} that only"
            " the {look:2} touches is a mine (a 3 needs two).",
            "The cell{safe} that only the {second:1} touches is safe.",
        ),
        "####/o12o",
        None,
        6_000,
    ),
    Lesson(
        5,
        "Known mines first",
        (
            "Take the mines{mine} that you know from every number first.",
            "Then the {second:2} and the {look:3} are a 1 and a 2, with a mine{danger} and a safe"
            " cell{safe}.",
        ),
        "####/o23o/oFoo",
        None,
        8_000,
    ),
    Lesson(
        6,
        "1-2-1",
        (
            "In front of each {look:1} lies a mine{danger}.",
            "In front of the {look:2} it is safe{safe}, and past both ends.",
        ),
        "#####/o121o",
        None,
        6_000,
    ),
    Lesson(
        7,
        "The mine count",
        (
            "Near the end, count the mines that are left: here all 4{mine} are found.",
            "So every cell that is left is safe{safe}. If as many mines are left as cells, all of"
            " them are mines.",
        ),
        "##F2/FFFo",
        4,
        15_000,
    ),
    Lesson(
        8,
        "1-2-2-1",
        (
            "In front of each {look:2} lies a mine{danger}.",
            "In front of each {look:1} it is safe{safe}, and past both ends.",
        ),
        "######/o1221o",
        None,
        6_000,
    ),
    Lesson(
        9,
        "The hole in the wall",
        (
            "The {look:1} in the hole touches the cells beside it and behind it, the {look:1}"
            " before it only those beside it.",
            "They share their mine, so the cells behind are safe{safe}.",
        ),
        "#####/##1##/oo1oo",
        None,
        8_000,
    ),
    Lesson(
        10,
        "The best guess",
        (
            "If no number can ever tell two cells{guess} apart, guess at once: waiting does not"
            " help.",
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
            "Each {look:1} has one of the two mines of the {second:2}, which touches all their"
            " cells.",
            "So the cell at the corner is safe{safe}.",
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
            "If a number then cannot fit, the cell is safe{safe}. Supposing that a cell is safe"
            " can prove a mine{danger} in the same way.",
        ),
        "####/#13#/#33#/####",
        None,
        30_000,
    ),
)
"""All lessons; the lesson with number *n* is `LESSONS[n - 1]`."""


_MENTION: Final = r"{(\w+):?(\d?)}"
"""A mention of cells in a text of a lesson, such as "{look:3}" or "{safe}"."""


def mentions_in(text: str) -> list[tuple[str, str]]:
    """Return the mentions in a text of a lesson: the role of the cells, and their digit, or ""."""
    return re.findall(_MENTION, text)


def name_mentions(text: str, name: Callable[[str, str], str] = lambda role, digit: digit) -> str:
    """Return a text of a lesson with a name for each of its mentions.

    Without `name`, digits stand for themselves, and nothing for other cells: no blank is before
    their mentions.
    """
    return re.sub(_MENTION, lambda found: name(found[1], found[2]), text)
