"""The scenes in the pictures: games that are saved at a moment and resumed, and a lesson.

The clock of the program is set, and its seeds are known, so that a picture is the same
whenever and wherever it is made; and it only shows what was on a screen.
"""

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import minesweeper.cli.parser  # noqa: F401  # adds the names of the themes to the options
from minesweeper.cli.parser import all_options
from minesweeper.engine.cells import Cell, cells_of
from minesweeper.engine.game import Game, Move
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.settings.saved_settings import SavedSettings
from minesweeper.solver.clues import clues_of, flags_in
from minesweeper.solver.deduction import deduce
from minesweeper.solver.proofs import distance
from tests.harness.kept_games import close_stores, dealer, open_store
from tests.harness.real_terminal import RealTerminal
from tests.pictures.svg import Window, svg, window_of

ROOT: Final = Path(__file__).parent.parent.parent
# `python -m minesweeper` with another clock, as the games read no other one, and with the same seed
# for every lesson.
_WITH_A_CLOCK: Final = """
import os, runpy, time
time.monotonic_ns = {}
os.urandom = lambda size: bytes([8]) * size
runpy.run_module("minesweeper", run_name="__main__", alter_sys=True)
"""
_CALM: Final = 0.3
MOVIE: Final = "game"
"""The name of the picture that moves."""
Place = tuple[int, int]
Wait = Callable[[RealTerminal], None]


class SavedGame(NamedTuple):
    """A game, and the moment at which it was left."""

    setup: Setup
    seed: int
    first: Place
    left: int
    """The number of safe cells left."""
    clock: int
    """The time on the clock, in milliseconds."""
    flags: tuple[Place, ...] = ()
    """Wrong flags, which are set last."""


class Scene(NamedTuple):
    """A run of the program, and the keys pressed in it."""

    keys: str
    shows: str
    """A pattern of the text on the screen once it is ready for the picture."""
    cursor: Place | None
    """The column and the row, from 0, where the terminal's cursor is then: painted last."""
    game: SavedGame | None = None
    """A saved game, which is resumed."""
    arguments: tuple[str, ...] = ("--resume", "--no-motion")
    page: str = ""
    """A text on the page from which Enter leads on; "" without one."""
    ready: str = "reveal"
    """A text on the screen once it is ready for the keys."""
    clock: str = "lambda: 0"
    """The clock, which stands still, but for a page that takes quick keys for held ones."""
    theme: str = "sea"
    """The theme in the saved settings."""
    size: tuple[int, int] = (80, 24)


class Picture:
    """Scenes side by side, with a description in words."""

    def __init__(self, label: str, *scenes: Scene) -> None:
        self.label = label
        self.scenes = scenes


def _go_to(column: int, row: int) -> str:
    return "g0" + "j" * (row - 1) + "l" * (column - 1)


def _in_theme(before: str) -> Scene:
    """Return a small board in a small window, after the key for the next theme was pressed."""
    return Scene(
        "t",
        "Theme: ",
        (28, 3),
        SavedGame(LEVELS["beginner"], seed=150, first=(3, 3), left=22, clock=21_000),
        theme=before,
        size=(34, 24),
    )


PICTURES: Final = {
    "hint": Picture(
        "A hint in a game of 10x10: three cells are safe, as two numbers share their mine; the "
        "sentence beside the board shows the same cells",
        Scene(
            "ii",
            "safe:",
            None,
            SavedGame(Setup(10, 10, 20), seed=99, first=(5, 5), left=43, clock=47_400),
        ),
    ),
    "lost": Picture(
        "A lost game: beside it stands why it was avoidable, a safe cell is green, "
        "wrong flags are crossed out",
        Scene(
            _go_to(16, 12) + "\r",
            " shows?\\..*look back",
            None,
            SavedGame(
                LEVELS["intermediate"],
                seed=174,
                first=(8, 8),
                left=40,
                clock=63_812,
                flags=((15, 13), (13, 15)),
            ),
        ),
    ),
    "lesson": Picture(
        "A wrong answer in a lesson: the same board with mines with which every number fits and "
        "the cell explodes",
        Scene(
            "o",
            "every number fits",
            None,
            arguments=("learn", "4"),
            page="Enter begin",
            ready="nothing is certain",
            clock="time.monotonic_ns",
        ),
    ),
    "emoji": Picture(
        "A game in emoji: walls around a blue sea, red flags, and green cells for a hint",
        Scene(
            "ii",
            "are safe",
            (40, 6),
            SavedGame(LEVELS["intermediate"], seed=118, first=(8, 8), left=75, clock=58_000),
            arguments=("--resume", "--emoji"),
            size=(60, 23),
        ),
    ),
    "themes": Picture(
        "The same board in four themes: light, classic, gruvbox and colour-blind",
        _in_theme("sea"),
        _in_theme("light"),
        _in_theme("classic"),
        _in_theme("catppuccin"),
    ),
}


def path_of(name: str) -> Path:
    """Return the file of a picture."""
    return Path(__file__).with_name(f"{name}.svg")


def take_picture(name: str, wait: Wait | None = None) -> str:
    """Take a picture, and return its text.

    Each of its scenes is taken once it is completely painted, and `wait` has returned.
    """
    picture = PICTURES[name]
    return svg([_take_window(scene, wait) for scene in picture.scenes], picture.label)


def _take_window(scene: Scene, wait: Wait | None) -> Window:
    """Return the window of the real program with a scene."""
    command = [sys.executable, "-c", _WITH_A_CLOCK.format(scene.clock), *scene.arguments]
    columns, rows = scene.size
    with tempfile.TemporaryDirectory() as home:
        settings = SavedSettings(home, all_options())
        settings.save({"theme": scene.theme})
        settings.note_end()  # only beginners are told the keys
        if scene.game:
            _save(scene.game, home)
        env = {"MINESWEEPER_HOME": home}
        with RealTerminal(
            command, columns=columns, rows=rows, env=env, cwd=ROOT, proves_colours=True
        ) as terminal:
            if scene.page:
                terminal.wait_for(scene.page)
                terminal.type("\r")
            terminal.wait_for(lambda t: scene.ready in t.text and bool(t.palette))
            if scene.page:
                terminal.let_pass(_CALM)  # else the next key would seem to be held down
            terminal.type(scene.keys)
            place = scene.cursor
            shown = re.compile(scene.shows, re.DOTALL)
            terminal.wait_for(lambda t: bool(shown.search(t.text)) and place in (t.cursor, None))
            if wait:
                wait(terminal)
            return window_of(terminal)


def _save(saved: SavedGame, home: str) -> None:
    """Play a game up to its moment, and leave it."""
    store = open_store(home)
    session = dealer(store, saved.setup, first=saved.seed).next()
    for move in _moves(session.game, saved):
        session.play(move, 0)
    session.leave(saved.clock)
    close_stores()


def _moves(game: Game, saved: SavedGame) -> Iterator[Move]:
    """Make the first reveal, then the proved moves nearest to the last, then the wrong flags."""
    move: Move | None = Move("reveal", game.grid.cell(*saved.first))
    while move and game.safe_left > saved.left:
        yield move
        move = _nearest_proved(game, move.cell)
    for place in saved.flags:
        yield Move("flag", game.grid.cell(*place))


def _nearest_proved(game: Game, cell: Cell) -> Move | None:
    clues = clues_of(game)
    safe, mines = deduce(clues)
    flags = [Move("flag", mine) for mine in cells_of(mines & ~flags_in(game))]
    reveals = [Move("reveal", each) for each in cells_of(safe)]
    return min(flags + reveals, key=lambda move: distance(game.grid, cell, move.cell), default=None)
