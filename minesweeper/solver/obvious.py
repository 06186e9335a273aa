"""What single numbers prove, played out: the moves that need no thought.

    number      a revealed cell, and the mines around it
    covered     its neighbours that are not revealed, flagged or not
    unknown     those of them about which nothing is proved yet

A number with as many unknown neighbours as mines left to find proves them mines; one that has found
all its mines proves the others safe. Flags are not trusted: where a number needs a flagged cell,
the numbers around that cell have to prove it. Only what changes is looked at again, so that the
work grows with what is played, not with the board.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell
from minesweeper.solver.clues import COVERED, FLAGGED, MAX_NUMBER, Sight

# After so much work the caller may do something else. A cell that is made to wait is one; to look
# at what a number proves, and to play a move, take so many times as long.
STRETCH: Final = 20_000
NUMBER_WORK: Final = 10
MOVE_WORK: Final = 100
# More cells than this are not gone through at once; after a larger opening the whole front is.
MOST: Final = 5_000


class Found(NamedTuple):
    """A move that is obvious, as the parts of a `Move`."""

    verb: Literal["reveal", "flag", "chord", "flag-chord"]
    cell: Cell


class Obvious:
    """The obvious moves of a game, one after the other."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._mines: set[Cell] = set()
        self._safe: set[Cell] = set()
        self._front: Iterator[Cell] = iter(())
        self._waiting: deque[Cell] = deque()
        self._is_waiting: set[Cell] = set()
        self._distrusted: set[Cell] = set()
        self._work = 0

    @property
    def wrong_flags(self) -> int:
        """How many of the flags in the way were proved wrong."""
        return len(self._safe)

    def moves(self) -> Iterator[Found | None]:
        """Yield each move, to be played before the next is asked for, until the game is over.

        Yield None after a stretch of work, played or not.
        """
        self._front = self._sight.front()
        while self._has_more() and not self._sight.is_over:
            number = self._waiting.popleft()
            self._is_waiting.discard(number)
            self._work += NUMBER_WORK
            for found in self._moves_at(number):
                self._work += MOVE_WORK
                yield found
            if self._work >= STRETCH:
                self._work = 0
                yield None

    def _has_more(self) -> bool:
        """Return whether a number waits to be looked at; where none does, go on with the front."""
        if not self._waiting:
            self._wait_for(islice(self._front, MOST))
        return bool(self._waiting)

    def _around(self, cell: Cell) -> list[Cell]:
        """Return the places around a cell, border included."""
        return [Cell(cell + offset) for offset in self._sight.grid.around]

    def _moves_at(self, number: Cell) -> Iterator[Found]:
        """Yield what a number proves by itself."""
        look = self._sight.look
        covered = [near for near in self._around(number) if look(near) in (COVERED, FLAGGED)]
        unknown = [near for near in covered if not (near in self._mines or near in self._safe)]
        left = self._sight.look(number) - sum(near in self._mines for near in covered)
        if not unknown:
            return
        if left == 0:
            yield from self._reveal(number, covered, unknown)
        elif left == len(unknown):
            yield from self._flag(number, covered, unknown)
        else:
            self._distrust(near for near in unknown if self._sight.look(near) == FLAGGED)

    def _flag(self, number: Cell, covered: list[Cell], mines: list[Cell]) -> Iterator[Found]:
        """Flag the neighbours that are proved to be mines, all with one move where that is one."""
        self._mines.update(mines)
        unflagged = [mine for mine in mines if self._sight.look(mine) == COVERED]
        if unflagged and len(covered) == self._sight.look(number):
            yield Found("flag-chord", number)
        for mine in [*unflagged, *unflagged]:  # a question mark takes two moves
            if self._sight.look(mine) == COVERED:
                yield Found("flag", mine)
        for mine in mines:
            self._wait_for(self._around(mine))

    def _reveal(self, number: Cell, covered: list[Cell], safe: list[Cell]) -> Iterator[Found]:
        """Reveal the neighbours that are proved safe; a wrong flag stays, and is remembered."""
        wrongly_flagged = [cell for cell in safe if self._sight.look(cell) == FLAGGED]
        self._safe.update(wrongly_flagged)
        for cell in wrongly_flagged:
            self._wait_for(self._around(cell))
        unflagged = [cell for cell in safe if self._sight.look(cell) == COVERED]
        flag_count = sum(self._sight.look(near) == FLAGGED for near in covered)
        if unflagged and flag_count == self._sight.look(number):
            yield Found("chord", number)
        for cell in unflagged:
            if self._sight.look(cell) == COVERED:
                yield Found("reveal", cell)
        self._wait_for(self._changed_by(unflagged))

    def _changed_by(self, revealed: list[Cell]) -> Iterable[Cell]:
        """Return the cells that a reveal may have changed, and those around them.

        Of a larger opening return none: the front is gone through anew.
        """
        changed = set(revealed)
        openings = [cell for cell in revealed if self._sight.look(cell) == 0]
        while openings:
            for near in self._around(openings.pop()):
                if near not in changed and self._sight.look(near) <= MAX_NUMBER:
                    changed.add(near)
                    if self._sight.look(near) == 0:
                        openings.append(near)
            if len(changed) > MOST:
                self._front = self._sight.front()
                self._distrusted.clear()  # numbers beside nothing but flags are not in the front
                return ()
        return changed.union(*map(self._around, changed)) if changed else changed

    def _distrust(self, flagged: Iterable[Cell]) -> None:
        """Let the numbers around flagged cells prove what is below the flags."""
        for cell in flagged:
            if cell not in self._distrusted:
                self._distrusted.add(cell)
                self._wait_for(self._around(cell))

    def _wait_for(self, cells: Iterable[Cell]) -> None:
        """Go through those of the cells that are numbers, if that is not due anyway."""
        for cell in cells:
            self._work += 1
            if cell not in self._is_waiting and self._sight.look(cell) <= MAX_NUMBER:
                self._is_waiting.add(cell)
                self._waiting.append(cell)
