"""Mouse buttons that go down and up, as lines of a replay, turned into moves.

Cells are revealed when the left button comes up, flags set when the right one goes down. A chord is
both buttons held and one released, or the middle one, or the left one with the shift key.
"""

from minesweeper.cells import Cell
from minesweeper.game import Move, Status, Verb
from minesweeper.notation import NotationError, parse_number
from minesweeper.replay import Replay, Timed, new_game, parse_seconds
from minesweeper.typed import Final

LONGEST_EVENT: Final = 200

_EVENTS: Final = ("lc", "lr", "rc", "rr", "mc", "mr", "sc")
# Told by the moves, or of no meaning to them; the last ones are a well-known converter's own.
_SKIPPED: Final = frozenset(
    [f"number{number}" for number in range(9)]
    + ["closed", "flag", "pressed", "questionmark", "pressedqm", "blast", "events:"]
    + ["start", "won", "boom", "lost", "nonstandard", "sx", "sy", "mv", "mt", "cell", "solved"]
)


class Mouse:
    """Turns buttons that go down and up into moves, as the community's programs do."""

    def __init__(self, replay: Replay, pixels: int, *, superclick: bool) -> None:
        self._steps = replay.steps
        self._pixels = pixels
        self._superclick = superclick
        self._time = -(10**9)
        self._game = new_game(replay)
        self._left = self._right = self._middle = self._shift = False
        # A right press has flagged; a chord was made, and a button of it is still down.
        self._has_flagged = self._has_chorded = False
        presses = (self._lc, self._lr, self._rc, self._rr, self._mc, self._mr, self._sc)
        self._do = dict(zip(_EVENTS, presses, strict=True))

    def read(self, line: str) -> None:
        """Take in one event."""
        words = line[:LONGEST_EVENT].split()
        if not words or words[0].casefold() in _SKIPPED:
            return
        time = parse_seconds(words[0])
        event = words[1].casefold() if len(words) > 1 else ""
        if event in _SKIPPED:
            return
        if event not in _EVENTS or len(line) > LONGEST_EVENT:
            raise NotationError(f"{line[:40]!a} is no event")
        self._time = max(self._time, time)
        self._do[event](self._cell(line, words[2:]))

    def _cell(self, line: str, words: list[str]) -> Cell | None:
        """The cell under the mouse; None beside the board."""
        grid = self._game.grid
        _, bracket, pixels = line.partition("(")
        if bracket:
            across, _, down = pixels.partition(")")[0].strip().partition(" ")
            column, row = (_integer(text) // self._pixels + 1 for text in (across, down.strip()))
        elif len(words) >= 2:
            column, row = _integer(words[0]), _integer(words[1])
        else:
            raise NotationError(f"{line[:40]!a} says no place")
        inside = 1 <= column <= grid.width and 1 <= row <= grid.height
        return grid.cell(column, row) if inside else None

    def _make(self, verb: Verb, cell: Cell) -> None:
        if self._game.status is Status.PLAYING:
            self._steps.append(Timed(self._time, Move(verb, cell)))
            self._game.play(Move(verb, cell))

    def _lc(self, cell: Cell | None) -> None:
        if not self._middle:
            self._left, self._shift = True, False

    def _sc(self, cell: Cell | None) -> None:
        if not self._middle:
            self._left = self._shift = True

    def _lr(self, cell: Cell | None) -> None:
        if not self._left:
            return
        self._left = False
        is_chord = self._right or self._shift
        if cell is None:
            self._has_chorded = False
        elif is_chord or (self._superclick and self._game.is_revealed(cell)):
            self._make("chord", cell)
            self._has_chorded, self._shift = self._right, False
        else:
            if not self._has_chorded:
                self._make("reveal", cell)
            self._has_chorded = False

    def _rc(self, cell: Cell | None) -> None:
        if self._middle:
            return
        self._right, self._shift = True, False
        if cell is not None and not self._left and not self._game.is_revealed(cell):
            self._has_flagged, self._has_chorded = True, False
            self._make("flag", cell)

    def _rr(self, cell: Cell | None) -> None:
        if not self._right:
            return
        self._right = self._shift = False
        if cell is None or self._left:
            self._has_chorded = self._left
            if cell is not None:
                self._make("chord", cell)
        else:
            wasted = not self._has_flagged and not self._has_chorded
            if wasted and self._game.is_revealed(cell):
                self._make("flag", cell)
            self._has_chorded = False
        self._has_flagged = False

    def _mc(self, cell: Cell | None) -> None:
        self._left = self._right = self._shift = self._has_flagged = self._has_chorded = False
        self._middle = True

    def _mr(self, cell: Cell | None) -> None:
        if self._middle and cell is not None:
            self._make("chord", cell)
        self._middle = False


def _integer(text: str) -> int:
    number = parse_number(text.removeprefix("-"), 10**9)
    return -number if text.startswith("-") else number
