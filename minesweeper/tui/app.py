"""The loop: events in, frames out, over a stack of screens."""

from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import (
    LEFT,
    Background,
    Click,
    Event,
    Exact,
    FocusLost,
    Input,
    Key,
    Mouse,
)
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import QUIT, Copy, Leave, Quit, Reaction, Screen
from minesweeper.tui.terminal.clock import now as clock_now
from minesweeper.tui.terminal.terminal import Terminal

# Milliseconds. A blocking read would miss the last of many quick resizes, and the first key after
# Ctrl+Z.
LONGEST_WAIT = 250
# Milliseconds of the waits that follow one without input: each wake-up uses power.
CALM_WAIT = 1_000
# The limit of events between two frames: without it, a flood of input would stop the painting.
EVENTS_A_FRAME = 64

_REDRAW = Key("ctrl-l")
_STOP = Key("ctrl-c")


def run_screens(terminal: Terminal, screen: Screen, looks: Looks) -> int:
    """Run a screen, and those that it opens, until the last is left; return the exit status."""
    stack = [screen]
    try:
        return _loop(terminal, stack, looks)
    finally:
        for each in stack:
            each.leave(clock_now())


class Clicks:
    """Finds clicks among the presses and releases of mouse buttons."""

    def __init__(self) -> None:
        self._press: tuple[Screen, Mouse, Event | None] | None = None
        """The last event if it was a press, with its screen and the event of its target."""

    def events(self, event: Event, screen: Screen, canvas: Canvas) -> list[Event]:
        """Return the event to pass to a screen, after the click that it completes, if any.

        `canvas` is what is seen. A press and a release of the left button on the same target are
        the event of the target; other clicks are pressed and released at the same place.
        """
        press, self._press = self._press, None
        if not isinstance(event, Mouse) or event.wheel:
            return [event]
        target = canvas.target_at(event.column, event.row) if event.button == LEFT else None
        if event.pressed:
            self._press = (screen, event, target)
        elif press and press[0] is screen and press[1].button == event.button:
            if target and target == press[2]:
                return [target, event]
            if not target and press[1:] == (event._replace(pressed=True), None):
                return [Click(event.button, event.column, event.row), event]
        return [event]


def _loop(terminal: Terminal, stack: list[Screen], looks: Looks) -> int:
    event = None
    clicks = Clicks()
    while True:
        now = clock_now()
        _react(terminal, stack, stack[-1].tick(now), now)
        screen = stack[-1]
        canvas = _paint(terminal, screen, looks, now)
        terminal.ask(background=looks.needs_background, exact=looks.needs_exact)
        # An event may be left over from a flood that the last frame cut short.
        event = event or _wait(terminal, now + stack[-1].next_wakeup(now))
        # All waiting events get the same time: they came before a frame could show their effect.
        now = clock_now()
        for _ in range(EVENTS_A_FRAME):
            if terminal.stopped_by is not None:
                return 128 + terminal.stopped_by
            if event is None or stack[-1] is not screen:  # of another screen nothing is seen yet
                break
            if isinstance(event, Background):
                looks.set_background(light=event.light)
            elif isinstance(event, Exact):
                looks.set_exact()
            else:
                _handle(terminal, stack, clicks, event, canvas, now)
            if not stack:
                return 0
            event = terminal.next_event(0)


def _wait(terminal: Terminal, due: int) -> Input | None:
    """Return the next input; None if something is due, a signal came, or the window changed."""
    longest = LONGEST_WAIT
    while True:
        event = terminal.next_event(max(0, min(longest, due - clock_now())))
        if event or terminal.stopped_by is not None or terminal.needs_paint() or clock_now() >= due:
            return event
        longest = CALM_WAIT


def _paint(terminal: Terminal, screen: Screen, looks: Looks, now: int) -> Canvas:
    canvas = Canvas(*terminal.size(), blank=looks.theme.text)
    screen.draw(canvas, now)
    begun = clock_now()
    terminal.paint(canvas)
    screen.note_written(clock_now() - begun)
    return canvas


def _handle(
    terminal: Terminal,
    stack: list[Screen],
    clicks: Clicks,
    event: Event | FocusLost,
    canvas: Canvas,
    now: int,
) -> None:
    if isinstance(event, FocusLost):
        stack[-1].lose_focus(now)
    elif event == _REDRAW:
        terminal.repaint()
    elif event == _STOP:  # on Windows a key, not a signal
        _react(terminal, stack, QUIT, now)
    else:
        screen = stack[-1]
        for each in clicks.events(event, screen, canvas):
            if stack and stack[-1] is screen:  # a click may have left it, or opened another
                _react(terminal, stack, screen.handle(each, now), now)


def _react(terminal: Terminal, stack: list[Screen], reaction: Reaction, now: int) -> None:
    if isinstance(reaction, Screen):
        stack.append(reaction)
    elif isinstance(reaction, Quit):
        while stack:
            stack.pop().leave(now)
    elif isinstance(reaction, Copy):
        stack[-1].show_copy_result(terminal.copy(reaction.text))
    elif isinstance(reaction, Leave):
        stack.pop().leave(now)
        if stack:
            _react(terminal, stack, stack[-1].continue_after(reaction.do, now), now)
