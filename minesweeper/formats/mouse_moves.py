"""The moves that presses and releases of mouse buttons make, as other programs interpret them.

Releasing the left button reveals a cell; pressing the right one flags it. A chord is the release of
one button while both are pressed, the middle button, or the left one with Shift. After the first
reveal, clicks without effect count as well: a right click on a number, wherever the button is
released, and a click beside the board.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Move, Status, Verb
from minesweeper.engine.setup import Setup
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.replay import Replay, TimedMove, index_of_start, unplayed_game


def replay_of_mouse(
    board: Board,
    events: Sequence[MouseEvent],
    headers: Mapping[str, str],
    *,
    question_marks: bool = False,
    starts_at_reveal: bool = False,
    rilian_clicks: bool = False,
) -> Replay:
    """Return the replay of a game of another program, which is won by clearing the board.

    With `starts_at_reveal`, the times of the events may begin anywhere, and the clock starts at the
    first reveal. `MouseMoves` explains `rilian_clicks`.
    """
    size = board.grid.width, board.grid.height, board.mine_count
    setup = Setup(*size, first="any", win="clear", question_marks=question_marks)
    path, ran_back_at = _in_order(events)
    claims = {key: value for key, value in headers.items() if value}
    replay = Replay(setup, board, False, [], claims, path, ran_back_at)
    MouseMoves(replay, rilian_clicks=rilian_clicks).handle_all(path)
    if rilian_clicks:
        # An export is read without Rilian clicks: leave the path out if that changes the moves.
        exported = replay._replace(steps=[])
        MouseMoves(exported).handle_all(path)
        if exported.steps != replay.steps:
            replay = replay._replace(mouse=())
    first = index_of_start(replay) if starts_at_reveal else None
    if first is None:
        return replay
    start = replay.steps[first].milliseconds
    return replay._replace(
        steps=[TimedMove(time - start, move) for time, move in replay.steps],
        mouse=tuple(each._replace(milliseconds=each.milliseconds - start) for each in path),
    )


def _in_order(events: Sequence[MouseEvent]) -> tuple[tuple[MouseEvent, ...], int]:
    """Return events whose times never run back, and the number of the first whose time did."""
    times = [event.milliseconds for event in events]
    latest = [*accumulate(times, max)]
    if times == latest:
        return tuple(events), 0
    changed = [
        event._replace(milliseconds=time) for event, time in zip(events, latest, strict=True)
    ]
    first = next(number for number, each in enumerate(changed) if each != events[number])
    return tuple(changed), first + 1


class MouseMoves:
    """Adds to a replay the moves that its mouse events make, whose times never go back."""

    def __init__(
        self, replay: Replay, *, superclick: bool = False, rilian_clicks: bool = False
    ) -> None:
        """Begin before the first event.

        With `superclick`, a left click on a number is a chord. With `rilian_clicks`, a chord on a
        covered cell reveals it if the left button is released last; otherwise it does nothing.
        """
        self.game = unplayed_game(replay)
        self._steps = replay.steps
        self._superclick = superclick
        self._has_rilian_clicks = rilian_clicks
        self._time = 0
        self._left = self._right = self._middle = self._shift = False
        # A right press has set a flag; one button of a completed chord is still pressed.
        self._has_flagged = self._has_chorded = False
        # The last cell revealed by a click, where clicks without effect are recorded.
        self._revealed: Cell | None = None
        self._handlers = {
            "lc": self._lc,
            "lr": self._lr,
            "rc": self._rc,
            "rr": self._rr,
            "mc": self._mc,
            "mr": self._mr,
            "sc": self._sc,
        }

    def handle_all(self, events: Iterable[MouseEvent]) -> None:
        """Add the moves of many events, in order."""
        for event in events:
            if event.event != "mv":
                self.handle(event)

    def handle(self, event: MouseEvent) -> None:
        """Add the move that an event makes, if any."""
        handler = self._handlers.get(event.event)
        if handler:
            self._time = event.milliseconds
            handler(self.cell_at(event))

    def cell_at(self, event: MouseEvent) -> Cell | None:
        """Return the cell under the mouse; None if it is beside the board."""
        return self.game.grid.find(*event.place)

    def make_move(self, milliseconds: int, move: Move) -> None:
        """Add a move, unless the game is over."""
        self._time = milliseconds
        if self.game.status is Status.PLAYING:
            self._steps.append(TimedMove(self._time, move))
            if not self.game.play(move) and move.verb == "reveal":
                self._revealed = move.cell

    def _add_move(self, verb: Verb, cell: Cell) -> None:
        self.make_move(self._time, Move(verb, cell))

    def _add_ineffective_click(self, verb: Verb, cell: Cell | None) -> None:
        """Add a move without effect: at the cell if it is revealed, otherwise at a revealed one."""
        if cell is None or not self.game.is_revealed(cell):
            cell = self._revealed
        if cell is not None:
            self._add_move(verb, cell)

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
            if not is_chord and not self._has_chorded:
                self._add_ineffective_click("reveal", cell)
            self._has_chorded = self._right
        elif is_chord or (self._superclick and self.game.is_revealed(cell)):
            self._add_move("chord", cell)
            self._has_chorded, self._shift = self._right, False
        else:
            is_rilian = self._has_rilian_clicks and not self.game.is_revealed(cell)
            if not self._has_chorded or is_rilian:
                self._add_move("reveal", cell)
            self._has_chorded = False

    def _rc(self, cell: Cell | None) -> None:
        if self._middle:
            return
        self._right, self._shift = True, False
        if cell is not None and not self._left and not self.game.is_revealed(cell):
            self._has_flagged, self._has_chorded = True, False
            self._add_move("flag", cell)

    def _rr(self, cell: Cell | None) -> None:
        if not self._right:
            return
        self._right = self._shift = False
        if self._left:
            self._has_chorded = True
            if cell is not None:
                self._add_move("chord", cell)
        else:
            if not self._has_flagged and not self._has_chorded:
                self._add_ineffective_click("flag", cell)
            self._has_chorded = False
        self._has_flagged = False

    def _mc(self, cell: Cell | None) -> None:
        self._left = self._right = self._shift = self._has_flagged = self._has_chorded = False
        self._middle = True

    def _mr(self, cell: Cell | None) -> None:
        if self._middle and cell is not None:
            self._add_move("chord", cell)
        self._middle = False
