"""Write the main screens as texts, which `tests/tui/test_pictures.py` compares with the program.

    python -m tests.tools.make_pictures

A half block on the board is left out, and what the colours of its cells say stands below the
picture; beside the board, a block is drawn wherever something is lit.
"""

from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import tests.tui
from minesweeper.engine.game import Status
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.tui.canvas import Style
from minesweeper.tui.colours import Colour
from minesweeper.tui.look.palettes import Role
from tests.harness.lessons import LessonPlayer
from tests.harness.player import GamePlayer, Player
from tests.harness.scenes import act

PICTURES: Final = Path(tests.tui.__file__).parent / "pictures"

_HALVES: Final = ("▀", "▄")
_WITHOUT_BLOCKS: Final = str.maketrans("▀▄", "  ")
_BLOCKS: Final = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
_NAMED: Final[tuple[Role, ...]] = (
    *("look", "second", "shade", "safe", "danger", "guess", "cursor"),
    *("blast", "glow", "glow-covered"),
)
"""The backgrounds that are named below a picture."""

_BEGIN: Final = "enter ; wait 46800"
_HINT: Final = f"{_BEGIN} ; i*2"


_EXERCISE: Final = "point 4 - ####oooooo/##1#oooooo/o12#oooooo/..o#oooooo"


class Picture(NamedTuple):
    """A scene, and the window in which its end is drawn."""

    scene: str
    window: tuple[int, int] = (80, 24)
    setup: Setup = Setup(10, 10, 20)
    is_first_start: bool = False
    exercise: str = ""
    """What is asked, if it is no game that is played."""


SCREENS: Final = {
    "first-start": Picture("", is_first_start=True),
    "playing": Picture(f"{_BEGIN} ; go (3,7) ; space ; go (6,6)"),
    "hint": Picture(_HINT),
    "hint-40x14": Picture(_HINT, (40, 14)),
    "hint-30x10": Picture(_HINT, (30, 10)),
    "hint-expert": Picture(_HINT, setup=LEVELS["expert"]),
    "odds": Picture(f"{_BEGIN} ; go (6,7) ; a"),
    "won": Picture(f"{_BEGIN} ; win ; idle"),
    "lost": Picture(f"{_BEGIN} ; go (7,3) ; enter ; idle"),
    "lesson-right": Picture("go (2,1) ; wait 2000 ; enter", exercise=_EXERCISE),
    "lesson-wrong-40x14": Picture("go (1,1) ; enter", (40, 14), exercise=_EXERCISE),
    "review": Picture(f"{_BEGIN} ; go (1,1) ; enter ; go (7,3) ; enter ; idle ; i ; idle"),
}


def main() -> None:
    for name, picture in SCREENS.items():
        (PICTURES / f"{name}.txt").write_text(draw(picture), encoding="utf-8", newline="\n")


def draw(picture: Picture) -> str:
    """Return a screen as text."""
    player = _player(picture)
    act(player, picture.scene)
    rows = [_line(player, row) for row in range(picture.window[1])]
    notes = [f"{role}:{places}" for role, places in _grounds(player).items()]
    return "\n".join([*rows, *([""] if notes else []), *notes, ""])


def _player(picture: Picture) -> Player:
    if picture.exercise:
        return LessonPlayer(
            *[picture.exercise] * 2, size=picture.window, glyphs="unicode", before="+" * 7
        )
    return GamePlayer(
        None,
        picture.window,
        setup=picture.setup,
        glyphs="unicode",
        first_time=picture.is_first_start,
        begins_at=None,
    )


def _line(player: Player, row: int) -> str:
    """Return a row of the screen as a person sees it."""
    field, theme = player.board_screen.view.box, player.board_screen.looks.theme
    line = [" "] * player.size[0]
    for column, text, style in player.canvas.pieces[row]:
        is_on_board = field.column <= column <= field.right and field.row <= row <= field.bottom
        if is_on_board:
            text = text.translate(_WITHOUT_BLOCKS)
        elif text in _HALVES or text.isspace():
            text = _lit(text, style, theme.colour("window"))
        line[column : column + len(text)] = text
    return "".join(line).rstrip()


def _lit(text: str, style: Style, window: Colour | None) -> str:
    """Return the block that shows which half of a block, or of blanks, is lit."""
    front, back = style.foreground != window, style.background != window
    upper, lower = {"▀": (front, back), "▄": (back, front)}.get(text, (back, back))
    return _BLOCKS[upper, lower] * len(text)


def _grounds(player: Player) -> dict[Role, str]:
    """Return which cells in sight have a background of their own, by its role."""
    view, theme = player.board_screen.view, player.board_screen.looks.theme
    if player.scene.game.status is Status.WON:  # where pads have the colour of a mark
        return {}
    roles = {theme.colour(role): role for role in _NAMED}
    found: defaultdict[Role, str] = defaultdict(str)
    rows, columns = range(view.top, view.last_row + 1), range(view.left, view.last_column + 1)
    for row, column in product(rows, columns):
        at, line = view.position(view.grid.cell(column, row))
        [*_, style] = [style for first, _, style in player.canvas.pieces[line] if first <= at]
        if role := roles.get(style.background):
            found[role] += f" ({column},{row})"
    return found


if __name__ == "__main__":
    main()
