"""The loop: events in, frames out, over a stack of screens."""

import time

from minesweeper.tui.canvas import Canvas
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import QUIT, Background, Copy, Event, Key, Leave, Quit, Reaction, Screen
from minesweeper.tui.terminal.session import Terminal

# A blocking read would miss the last resize of a storm and the first key after a Ctrl+Z.
LONGEST_WAIT = 250
# Once input has been calm for long, wake less often: each waking takes power.
CALM_WAIT = 1_000
# At most so many, or a flood of input would keep the screen from being painted.
EVENTS_A_FRAME = 64

_REDRAW = Key("ctrl-l")
_STOP = Key("ctrl-c")


def run(terminal: Terminal, screen: Screen, looks: Looks) -> int:
    """Show screens until the last is left; return the exit status."""
    stack = [screen]
    try:
        return _loop(terminal, stack, looks)
    finally:
        for each in stack:
            each.leave(_now())


def _loop(terminal: Terminal, stack: list[Screen], looks: Looks) -> int:
    event = None
    while True:
        now = _now()
        _react(terminal, stack, stack[-1].tick(now), now)
        _paint(terminal, stack[-1], looks, now)
        if looks.asks_for_background:
            terminal.ask_background()
        # An event may be left over from a flood that the last frame cut short.
        event = event or _wait(terminal, now + stack[-1].next_wakeup(now))
        now = _now()  # for all that waits: nobody typed it after seeing the first handled
        for _ in range(EVENTS_A_FRAME):
            if terminal.stopped_by is not None:
                return 128 + terminal.stopped_by
            if event is None:
                break
            if isinstance(event, Background):
                looks.see_background(light=event.light)
            else:
                _handle(terminal, stack, event, now)
            if not stack:
                return 0
            event = terminal.next_event(0)


def _wait(terminal: Terminal, due: int) -> Event | Background | None:
    """Return the next event; None if something is due, a signal came, or the window changed."""
    longest = LONGEST_WAIT
    while True:
        event = terminal.next_event(max(0, min(longest, due - _now())))
        if event or terminal.stopped_by is not None or terminal.needs_paint() or _now() >= due:
            return event
        longest = CALM_WAIT


def _paint(terminal: Terminal, screen: Screen, looks: Looks, now: int) -> None:
    canvas = Canvas(*terminal.size(), blank=looks.theme.text)
    screen.draw(canvas, now)
    terminal.paint(canvas)


def _handle(terminal: Terminal, stack: list[Screen], event: Event, now: int) -> None:
    if event == _REDRAW:
        terminal.repaint()
    elif event == _STOP:  # where it is no signal
        _react(terminal, stack, QUIT, now)
    else:
        _react(terminal, stack, stack[-1].handle(event, now), now)


def _react(terminal: Terminal, stack: list[Screen], reaction: Reaction, now: int) -> None:
    if isinstance(reaction, Screen):
        stack.append(reaction)
    elif isinstance(reaction, Quit):
        while stack:
            stack.pop().leave(now)
    elif isinstance(reaction, Copy):
        stack[-1].copied(terminal.copy(reaction.text))
    elif isinstance(reaction, Leave):
        stack.pop().leave(now)
        if stack:
            _react(terminal, stack, stack[-1].uncovered(reaction.result, now), now)


def _now() -> int:
    return time.monotonic_ns() // 1_000_000
