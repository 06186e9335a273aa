"""Cells that are lit for a moment: those round a number that cannot be chorded yet."""

from typing import Final

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Status
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.widgets.board import Overlay

MOMENT: Final = 200


class Glow:
    """What is lit, and until when; nothing waits for it."""

    def __init__(self) -> None:
        self._lit: dict[tuple[int, int], Face] = {}
        self._until = 0

    def light(self, game: Game, number: Cell, now: int) -> None:
        """Light the covered neighbours without a flag of a number whose flags do not match."""
        if not game.is_revealed(number) or game.status is not Status.PLAYING:
            return
        for near in game.grid.neighbours(number):
            if not game.is_revealed(near) and not game.is_flagged(near):
                column, row = game.grid.place(near)
                self._lit[column, row] = game.face(near)
        self._until = now + MOMENT

    def end(self) -> None:
        self._lit = {}

    def tick(self, now: int) -> None:
        if self.next_wakeup(now) == 0:
            self.end()

    def next_wakeup(self, now: int) -> int | None:
        """Milliseconds until it ends; None if nothing is lit."""
        return max(0, self._until - now) if self._lit else None

    def over(self, overlay: Overlay, theme: Theme) -> Overlay:
        """What lies over the cells, with the lit ones on top; odds keep their text."""
        lit = {}
        for place, face in self._lit.items():
            # An emoji hides the style behind it: there the glyph itself is another one.
            glyph = "" if theme.glyphs.trail else theme.glyphs.focused[face]
            lit[place] = (overlay.get(place, ("",))[0] or glyph, theme.lit)
        return {**overlay, **lit}
