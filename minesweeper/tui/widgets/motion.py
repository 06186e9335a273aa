"""What moves at the end of a game: a wave over a board that is won, a blast over one that is lost.

A frame is an overlay of the cells that are not yet drawn as they will be at rest.
"""

from itertools import product
from math import dist
from typing import Final

from minesweeper.engine.board import QUESTION
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Status
from minesweeper.tui.look.glyphs import LILY
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.widgets.field import Field, Overlay

WAVE_FRAMES: Final = 8
WAVE_STEP: Final = 75
"""The milliseconds of a frame of the wave."""
BLAST_STEP: Final = 90
LARGEST_BOARD: Final = 10_000
"""The cells of the largest board on which anything moves."""
LONGEST_WRITE: Final = 50
"""The milliseconds of writing a frame after which the line is too slow for another."""

# The two bands of the wave are equally wide: so many cells at least, and else wider than a step of
# the front, so that no cell is left out.
_NARROWEST_BAND: Final = 1.5
_BAND_SHARE: Final = 1.15
# For each frame of the blast, the backgrounds of the rings around the mine, by their distance.
_RINGS: Final[tuple[dict[int, Role], ...]] = ({}, {1: "fire"}, {1: "glow", 2: "ember"})


class Motion:
    """The frames of the end of a game; they begin with the first tick."""

    def __init__(self, game: Game, last: Cell, *, shows_mines: bool) -> None:
        """Move from the cell of the last move on; `shows_mines` if the mines were shown before."""
        self._game = game
        self._last = last
        self._shows_mines = shows_mines
        self._is_won = game.status is Status.WON
        self._step = WAVE_STEP if self._is_won else BLAST_STEP
        self._began: int | None = None
        self._frame = 0

    @property
    def is_over(self) -> bool:
        """Whether the board is at rest."""
        return self._frame >= (WAVE_FRAMES if self._is_won else len(_RINGS))

    def tick(self, now: int) -> None:
        """Go on to the frame that is due."""
        if self._began is None:
            self._began = now
        self._frame = max(self._frame, (now - self._began) // self._step)

    def note_written(self, milliseconds: int) -> None:
        """Come to rest if it took too long to write a frame."""
        if milliseconds > LONGEST_WRITE:
            self._frame = WAVE_FRAMES

    def next_wakeup(self, now: int) -> int:
        """Return the milliseconds until the next frame."""
        if self._began is None or self.is_over:
            return 0
        return max(0, self._began + (self._frame + 1) * self._step - now)

    def overlay(self, field: Field) -> Overlay:
        """Return the present frame."""
        if self.is_over:
            return {}
        if self._is_won:
            return wave_overlay(self._game, self._last, field, self._frame)
        return blast_overlay(self._game, field, self._frame, shows_mines=self._shows_mines)


def has_motion(looks: Looks, game: Game) -> bool:
    """Return whether the end of a game moves: it takes many colours and a board of some size."""
    theme = looks.theme
    has_many_colours = theme.kind in ("exact", "256") and not theme.glyphs.is_ascii
    return looks.motion and has_many_colours and len(game.grid) <= LARGEST_BOARD


def wave_overlay(game: Game, last: Cell, field: Field, frame: int) -> Overlay:
    """Return a frame of the wave that runs from the last cell over a board that is won.

    It finds flags and numbers, and leaves lilies behind.
    """
    grid, looks, overlay = game.grid, field.looks_of_cells, Overlay()
    origin = grid.place(last)
    corners = product((1, grid.width), (1, grid.height))
    farthest = max(dist(origin, corner) for corner in corners)
    band = max(_NARROWEST_BAND, _BAND_SHARE * farthest / WAVE_FRAMES)
    front = (frame + 1) * (farthest + 2 * band) / WAVE_FRAMES
    for place in field.places_in_sight():
        face, behind = int(game.face(grid.cell(*place))), front - dist(origin, place)
        is_mine, is_tail = face == Face.FLAG, behind >= band
        own = looks.face(LILY if is_mine and is_tail else face, sum(place) % 2)
        if behind < 0:
            overlay[place] = own
        elif behind < 2 * band:
            ink: Role | None = None if is_mine else "bright"
            overlay[place] = looks.tinted(own, "tail" if is_tail else "crest", ink)
    return overlay


def blast_overlay(game: Game, field: Field, frame: int, *, shows_mines: bool) -> Overlay:
    """Return a frame of the blast of a game that is lost: what it will show is still hidden."""
    grid, looks, overlay = game.grid, field.looks_of_cells, Overlay()
    exploded = [*field.exploded(game, max(_RINGS[-1]))]
    for place in field.places_in_sight():
        cell = grid.cell(*place)
        face = _face_before(game, cell, shows_mines=shows_mines)
        own = looks.face(face, sum(place) % 2)
        distances = (max(abs(place[0] - x), abs(place[1] - y)) for x, y in exploded)
        ground = _RINGS[frame].get(min(distances, default=0))
        if face is Face.EXPLODED:
            own = own if frame else looks.tinted(own, "flash", "ink")
        elif ground == "glow":
            own = looks.glowing(own, face)
        elif ground:
            own = looks.tinted(own, ground)
        overlay[place] = own
    return overlay


def _face_before(game: Game, cell: Cell, *, shows_mines: bool) -> Face:
    """Return the face of a cell before the end of the game showed mines and wrong flags."""
    face = game.face(cell)
    if face is Face.WRONG_FLAG:
        return Face.FLAG
    if face is Face.MINE and not shows_mines:
        return Face.QUESTION if game.cells[cell] & QUESTION else Face.COVERED
    return face
