"""Write the pools of the course: windows of the lessons whose positions are rare.

    python -m tests.tools.make_pools

It takes half a minute, and writes the same pictures every time.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from minesweeper.learn import pool
from minesweeper.learn.classification import easiest_skill
from minesweeper.learn.generator import is_clear
from minesweeper.learn.window_search import windows_of_game

LESSONS: Final = (11, 12)
SIZE: Final = 100

HEAD: Final = '''\
"""Windows of the lessons whose positions are rare; made by `python -m tests.tools.make_pools`."""

from typing import Final

POOLS: Final[dict[int, str]] = {
'''


def main() -> None:
    Path(pool.__file__).write_text(pools(), encoding="ascii", newline="\n")


def pools() -> str:
    """Return the module with the windows of each lesson, one a line."""
    parts = [HEAD]
    for lesson in LESSONS:
        lines = "".join(f"{drawing}\n" for drawing in islice(windows(lesson), SIZE))
        parts.append(f'    {lesson}: """\\\n{lines}""",\n')
    return "".join([*parts, "}\n"])


def windows(lesson: int) -> Iterator[str]:
    """Yield windows that need the rule of a lesson, one of a game, no two alike, without end."""
    rng = Random(lesson)
    found: set[str] = set()
    while True:
        for window in windows_of_game(lesson, rng):
            if window is None or not is_clear(window):
                continue
            skill = easiest_skill(window.clues, counts_mines=False)
            look = min(each.drawing for each in window.orientations)
            if skill and skill.lesson == lesson and look not in found:
                found.add(look)
                yield window.turn(rng).drawing
                break


if __name__ == "__main__":
    main()
