"""The port to curses, signals and the tty; nothing else imports them.

Every odd thing in here was learned from a terminal that did it; the reason stands beside it.
"""

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from types import FrameType, ModuleType, TracebackType
from typing import TYPE_CHECKING, Any, Final

from minesweeper.tui.canvas import PLAIN, Canvas, Colour, Piece, Style, width
from minesweeper.tui.screen import Background, Event, Key, Mouse
from minesweeper.tui.terminal.mouse import MouseOrder

if TYPE_CHECKING:
    from minesweeper.tui.terminal.background import Question

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]  # mypy knows the module of the platform it runs on

# Each ends a program that does not catch it, with the terminal as it happens to be; Ctrl+\ is a
# key. SEGV, BUS, FPE and ILL keep their default: after a handler in Python a real one comes again.
_STOPS: Final = (
    "SIGINT",
    "SIGTERM",
    "SIGHUP",
    "SIGQUIT",
    "SIGABRT",
    "SIGUSR1",
    "SIGUSR2",
    "SIGALRM",
    "SIGVTALRM",
    "SIGXCPU",
    "SIGBREAK",
)
_USUAL_TERM: Final = "xterm-256color"
_MOST_PAIRS: Final = 255  # an attribute has no room for the number of a pair beyond
_ANSWER_WAIT: Final = 100  # milliseconds that the end may take for what was asked
_COLOUR_WAIT: Final = 1_000  # and how long after the question a colour may follow the attributes
# The Linux console does not know OSC 11 and writes the rest of it; real terminals of DEC beep.
_ASKED_NOTHING: Final = ("linux", "vt")
_LEAST_COLOURS: Final = 8  # with 2 or 4 there is none for most of what a theme asks for
_PASTE_ON, _PASTE_OFF = b"\x1b[?2004h", b"\x1b[?2004l"
# Mouse reports without a limit of 223 columns, which terminfo does not ask tmux and screen for.
_SGR_ON, _SGR_OFF = b"\x1b[?1006h", b"\x1b[?1006l"

# What curses calls the keys that have no character. The corners of the keypad are digits here.
_CURSES_KEYS: Final = {
    "KEY_UP": "up",
    "KEY_DOWN": "down",
    "KEY_LEFT": "left",
    "KEY_RIGHT": "right",
    "KEY_HOME": "home",
    "KEY_END": "end",
    "KEY_PPAGE": "page-up",
    "KEY_NPAGE": "page-down",
    "KEY_ENTER": "enter",
    "KEY_BACKSPACE": "backspace",
    "KEY_A1": "7",
    "KEY_A2": "8",
    "KEY_A3": "9",
    "KEY_B1": "4",
    "KEY_B3": "6",
    "KEY_C1": "1",
    "KEY_C2": "2",
    "KEY_C3": "3",
}
# By name, because the codes of extended keys differ from one terminal to the next.
_NAMED_KEYS: Final = {
    b"kUP5": "ctrl-up",
    b"kDN5": "ctrl-down",
    b"kLFT5": "ctrl-left",
    b"kRIT5": "ctrl-right",
    b"CTL_UP": "ctrl-up",
    b"CTL_DOWN": "ctrl-down",
    b"CTL_LEFT": "ctrl-left",
    b"CTL_RIGHT": "ctrl-right",
    b"PADENTER": "enter",
}
_PADENTER: Final = 459  # PDCurses: the keypad's Enter, which it may not name


_NO_CHARACTER: Final = "\N{REPLACEMENT CHARACTER}"
_NOTHING: Final[list[Piece]] = []
_INSTEAD: Final = ": minesweeper --plain plays without one"


class TerminalError(Exception):
    """There is no terminal that the game can be played on; the message says why in one line."""


def load_curses() -> ModuleType:
    """The curses module; on Windows it is a package of its own."""
    try:
        import curses
    except ModuleNotFoundError as error:
        raise TerminalError(
            "curses is missing: pip install windows-curses, or play with minesweeper --plain"
        ) from error
    return curses


def check_terminal(curses: ModuleType, environ: MutableMapping[str, str]) -> None:
    """Raise TerminalError if the screen cannot be opened; set TERM if it is of no use.

    Asked before initscr, which does not raise but ends the process.
    """
    # A stream that was closed is None.
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise TerminalError(f"a terminal is needed on standard input and output{_INSTEAD}")
    if sys.platform == "win32":
        return
    if environ.get("TERM") == "dumb":
        raise TerminalError(f"the terminal cannot place a cursor (TERM is dumb){_INSTEAD}")
    if environ.get("TERM") in (None, "", "unknown"):
        environ["TERM"] = _USUAL_TERM
    try:
        _describe(curses, environ)
    except curses.error:
        raise TerminalError(f"the terminal is not known here{_INSTEAD}") from None
    if not curses.tigetstr("cup"):
        term = environ["TERM"]
        raise TerminalError(f"the terminal cannot place a cursor (TERM is {term!a}){_INSTEAD}")


def _describe(curses: ModuleType, environ: MutableMapping[str, str]) -> None:
    """Load the description of the terminal, or of the usual one where it has none."""
    try:
        curses.setupterm(environ["TERM"], sys.stdout.fileno())
    except curses.error:
        environ["TERM"] = _USUAL_TERM
        curses.setupterm(_USUAL_TERM, sys.stdout.fileno())


def has_colours(curses: ModuleType, environ: Mapping[str, str]) -> bool:
    """Whether the terminal that was checked will be painted with colours; asks only terminfo."""
    if environ.get("NO_COLOR"):
        return False
    return sys.platform == "win32" or int(curses.tigetnum("colors")) >= _LEAST_COLOURS


def _send_to_stdout(sequence: bytes) -> None:
    os.write(sys.stdout.fileno(), sequence)


def _wait_for_console(milliseconds: int) -> None:
    """Wait until Windows has input for us, at most so long: PDCurses looks only every 50 ms."""
    if sys.platform == "win32":
        import _winapi
        import msvcrt

        # Ctrl+C interrupts this waiting, and not that for a single object. Input that was closed is
        # found out by whoever reads it.
        with suppress(OSError, ValueError):
            console = msvcrt.get_osfhandle(sys.stdin.fileno())
            _winapi.WaitForMultipleObjects((console,), False, milliseconds)


class Terminal:
    """The screen and the keyboard while the game has them: a context manager."""

    def __init__(
        self,
        curses: ModuleType,
        environ: MutableMapping[str, str],
        *,
        mouse: bool = True,
        windows: bool = sys.platform == "win32",
        send: Callable[[bytes], object] = _send_to_stdout,
        wait_for_input: Callable[[int], object] = _wait_for_console,
    ) -> None:
        self.stopped_by: int | None = None
        """The signal that asks the game to end."""
        self._curses: Any = curses
        self._environ = environ
        self._mouse = mouse
        self._windows = windows
        self._send = send
        self._wait_for_input = wait_for_input
        self._window: Any = None
        self._colours = 0
        self._attributes: dict[Style, int] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        self._painted: list[list[Piece]] = []
        self._painted_size = (0, 0)
        self._painted_cursor: tuple[int, int] | None = None
        self._blank = PLAIN
        self._question: Question | None = None
        self._asked_at = 0
        self._stale = True
        self._cursor_shown = True
        self._continued = self._suspended = False
        self._events: deque[Event | Background] = deque()
        self._mouse_order = MouseOrder()
        self._handlers: dict[int, Any] = {}
        self._tty: list[Any] | None = None
        self._keys = {
            getattr(curses, name): key
            for name, key in _CURSES_KEYS.items()
            if hasattr(curses, name)
        }
        self._keys[_PADENTER] = "enter"

    # Start and end

    def __enter__(self) -> "Terminal":
        # curses.wrapper would force white on black, and its clean-up can raise on a dead tty.
        for name in ("LINES", "COLUMNS"):
            self._environ.pop(name, None)  # initscr would believe them for ever
        self._remember_tty()
        self._catch_signals()  # first: one that comes now would leave the screen half set up
        try:
            self._window = self._curses.initscr()
            self._set_up()
        except BaseException:
            self._restore()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore()

    def _set_up(self) -> None:
        curses = self._curses
        curses.noecho()
        curses.cbreak()
        curses.nonl()
        self._window.keypad(True)
        curses.typeahead(-1)
        if hasattr(curses, "set_escdelay"):
            curses.set_escdelay(25)  # else Esc takes a second
        self._set_up_colours()
        self._set_up_tty()
        self._listen_to_mouse()
        self._set_modes()

    def _set_modes(self) -> None:
        """Switch on what terminfo knows nothing of."""
        self._put(_PASTE_ON + _SGR_ON if self._mouse else _PASTE_ON)

    def _reset_modes(self) -> None:
        self._put(_PASTE_OFF + _SGR_OFF if self._mouse else _PASTE_OFF)

    def _set_up_colours(self) -> None:
        curses = self._curses
        if self._environ.get("NO_COLOR"):
            return
        with suppress(curses.error):
            if curses.has_colors():
                curses.start_color()
                curses.use_default_colors()
                self._colours = curses.COLORS if curses.COLORS >= _LEAST_COLOURS else 0

    def _remember_tty(self) -> None:
        if termios:
            with suppress(termios.error, OSError, ValueError):
                self._tty = termios.tcgetattr(sys.stdin.fileno())

    def _set_up_tty(self) -> None:
        """Keep Ctrl+S from freezing the screen, and Ctrl+C and Ctrl+Z from discarding input.

        Input that is discarded between the poll and the read of ncurses lets that read block until
        the next key; half of an answer that is discarded makes keys of the other half.
        """
        if not (termios and self._tty):
            return
        with suppress(termios.error, OSError, ValueError):
            attributes = termios.tcgetattr(sys.stdin.fileno())
            attributes[0] &= ~termios.IXON
            attributes[3] |= termios.NOFLSH
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, attributes)
            self._curses.def_prog_mode()  # so that it comes back after a Ctrl+Z

    def _listen_to_mouse(self) -> None:
        if not self._mouse:
            return
        curses = self._curses
        with suppress(curses.error):
            curses.mousemask(self._mouse_mask())
            curses.mouseinterval(0)  # the default holds every press back for 167 ms

    def _mouse_mask(self) -> int:
        curses = self._curses
        if self._windows:
            return int(curses.ALL_MOUSE_EVENTS)  # PDCurses reports nothing for a smaller mask
        names = [f"BUTTON{n}_{what}" for n in (1, 2, 3) for what in ("PRESSED", "RELEASED")]
        names += ["BUTTON4_PRESSED", "BUTTON5_PRESSED"]  # the wheel; ncurses 5 has no fifth
        mask = 0
        for name in names:
            mask |= getattr(curses, name, 0)
        return mask

    def _catch_signals(self) -> None:
        """Handlers only set a flag. No SIGWINCH handler: KEY_RESIZE would stop arriving.

        SIGTSTP is not left to ncurses: its handler paints, whatever it has interrupted, and if the
        window has another size it allocates memory in the midst of an allocation.
        """
        for name in _STOPS:
            if hasattr(signal, name):
                self._catch(getattr(signal, name), self._stop)
        if hasattr(signal, "SIGCONT"):
            self._catch(signal.SIGCONT, self._continue)
        if hasattr(signal, "SIGTSTP") and signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL:
            self._catch(signal.SIGTSTP, self._suspend)  # else there is no shell to go on with

    def _catch(self, number: int, handler: Callable[[int, FrameType | None], None]) -> None:
        self._handlers[number] = signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped_by = number

    def _continue(self, number: int, frame: FrameType | None) -> None:
        self._continued = True

    def _suspend(self, number: int, frame: FrameType | None) -> None:
        self._suspended = True

    def _restore(self) -> None:
        """Leave the terminal as it was; each call may fail on a terminal that is gone."""
        curses = self._curses
        for put_back in (
            self._await_answers,
            lambda: self.stopped_by is not None and curses.flushinp(),  # as NOFLSH keeps it
            self._take_blank_away,
            self._reset_modes,
            lambda: self._mouse and curses.mousemask(0),
            lambda: self._show_cursor(True),
            lambda: self._window and self._window.keypad(False),
            curses.echo,
            curses.nocbreak,
            curses.endwin,
            self._put_back_tty,
        ):
            with suppress(curses.error, OSError, ValueError):
                put_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers.clear()

    def _put_back_tty(self) -> None:
        if termios and self._tty:
            with suppress(termios.error):
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self._tty)

    def ask_background(self) -> None:
        """Ask once what colour the background is; the answer is an event, whenever it comes."""
        term = self._environ.get("TERM", "")
        if self._question or self._windows or not self._colours or term.startswith(_ASKED_NOTHING):
            return
        from minesweeper.tui.terminal.background import (  # late: after the first frame
            QUESTION,
            Question,
        )

        self._question = Question()
        self._asked_at = _now()
        with suppress(OSError):
            self._put(QUESTION)

    def _await_answers(self) -> None:
        """Swallow what the terminal still answers, or the shell would take it for typed."""
        question, now = self._question, _now()
        colour_too = now - self._asked_at < _COLOUR_WAIT
        if not (question and question.expects(colour_too=colour_too)):
            return
        end = now + _ANSWER_WAIT
        while question.expects(colour_too=colour_too) and (left := end - _now()) > 0:
            key = self._read(left)
            if key is None:
                break
            if isinstance(key, str):
                question.takes(key)
        if news := question.news():
            self._events.append(news)  # for a game that only stops
        self._curses.flushinp()

    def _take_blank_away(self) -> None:
        """Leave none behind where there is no second screen that goes with the game."""
        if self._attribute(self._blank) and not self._has_second_screen():
            self._window.bkgdset(" ", 0)
            self._window.erase()
            self._window.refresh()

    def _has_second_screen(self) -> bool:
        return not self._windows and bool(self._curses.tigetstr("smcup"))

    def _put(self, sequence: bytes) -> None:
        """Send what curses has no call for; its own putp would leave it in a buffer."""
        if not self._windows:
            self._send(sequence)

    # Painting

    def size(self) -> tuple[int, int]:
        """Columns and rows of the window."""
        rows, columns = self._window.getmaxyx()
        return columns, rows

    def needs_paint(self) -> bool:
        """The window has another size than what was painted last, or all must be painted anew."""
        return self._continued or self._stale or self.size() != self._painted_size

    def repaint(self) -> None:
        """Paint everything at the next frame, whatever the screen seems to show."""
        self._stale = True  # and not erased yet: the next reading would show that

    def paint(self, canvas: Canvas) -> None:
        """Bring the screen up to the canvas by the rows that differ from the frame before."""
        if canvas.blank is not self._blank:
            self._change_blank(canvas.blank)
        if self._stale or self._painted_size != (canvas.columns, canvas.rows):
            self._stale = False
            self._painted_size = (canvas.columns, canvas.rows)
            self._painted = []
            self._window.erase()
            self._window.redrawwin()
        changed = self._changed_rows(canvas)
        if changed or canvas.cursor != self._painted_cursor:
            later = self._seems_scrolled(canvas)
            for row in changed:
                if row != later:
                    self._paint_row(row, canvas.pieces)
            if later is not None:
                self._place_cursor(canvas.cursor)
                self._window.refresh()
                self._paint_row(later, canvas.pieces)
            self._painted = canvas.pieces
            self._painted_cursor = canvas.cursor
            self._place_cursor(canvas.cursor)
            self._window.refresh()

    def _change_blank(self, style: Style) -> None:
        """Paint all of the window anew; another theme gets the colour pairs of the one before."""
        self._blank = style
        self._attributes.clear()
        self._pairs.clear()
        self._window.bkgdset(" ", self._attribute(style))
        self._stale = True

    def _changed_rows(self, canvas: Canvas) -> list[int]:
        """The rows that differ from the frame before; after an erasure, all of them."""
        both = zip_longest(canvas.pieces, self._painted, fillvalue=_NOTHING)
        return [
            row
            for row, (pieces, before) in enumerate(both)
            if pieces is not before and pieces != before
        ]

    def _seems_scrolled(self, canvas: Canvas) -> int | None:
        """The row that now looks as another one did, because the cursor went there.

        ncurses believes that it has scrolled: it would move all the rows between, and then write
        one of them anew, unless the row with the cursor comes after what it left is on the screen.
        """
        if canvas.cursor and self._painted and self._painted_cursor:
            now, then = canvas.cursor[1], self._painted_cursor[1]
            if now != then and canvas.pieces[now] == self._painted[then]:
                return now
        return None

    def _paint_row(self, row: int, now: Sequence[list[Piece]]) -> None:
        """Blank the columns that changed, and put there what is there now."""
        before = self._painted[row] if self._painted else _NOTHING
        changed = _changed(before, now[row])
        self._add(row, changed.start, " " * len(changed), 0)
        for column, text, style in _runs(now[row], changed):
            attribute = self._attributes.get(style)
            if attribute is None:
                attribute = self._attribute(style)
            self._add(row, column, text, attribute)

    def _add(self, row: int, column: int, text: str, attribute: int) -> None:
        # The bottom right corner raises although it is drawn; so does a window that has shrunk.
        with suppress(self._curses.error):
            self._window.addstr(row, column, text, attribute)

    def _place_cursor(self, position: tuple[int, int] | None) -> None:
        self._show_cursor(position is not None)
        if position:
            with suppress(self._curses.error):
                self._window.move(position[1], position[0])

    def _show_cursor(self, shown: bool) -> None:
        if shown is not self._cursor_shown:
            self._cursor_shown = shown
            with suppress(self._curses.error):
                self._curses.curs_set(1 if shown else 0)

    def _attribute(self, style: Style) -> int:
        curses = self._curses
        attribute = int(curses.A_BOLD) if style.bold and self._can_be_bold(style) else 0
        if self._colours and (style.foreground or style.background):
            attribute |= self._pair(self._index(style.foreground), self._index(style.background))
        else:
            attribute |= int(curses.A_REVERSE) if style.reverse else 0
            attribute |= int(curses.A_UNDERLINE) if style.underline else 0
        self._attributes[style] = attribute
        return attribute

    def _can_be_bold(self, style: Style) -> bool:
        """Where there are 8 colours, bold ones are bright: lost on a background that is no darker.

        Where there are 256, the field tells everything by colours and glyphs: at each change from
        or to bold, ncurses would send all attributes and both colours anew. PDCurses would add 8
        to the number of the colour.
        """
        if self._windows and self._colours >= 256 and style.foreground:
            return False
        if style.background is None or not self._colours:
            return True
        return self._colours < 256 and (self._colours >= 16 or style.background.of_8 <= 0)

    def _index(self, colour: Colour | None) -> int:
        if colour is None:
            return -1
        if self._colours >= 256:
            return colour.of_256
        return colour.of_8 if self._colours < 16 or colour.of_16 is None else colour.of_16

    def _pair(self, foreground: int, background: int) -> int:
        """The attribute of a colour pair; no colour where the terminal has no more pairs."""
        curses = self._curses
        if (foreground, background) not in self._pairs:
            number = len(self._pairs) + 1
            if number > _MOST_PAIRS:
                return 0
            try:
                curses.init_pair(number, foreground, background)
            except (curses.error, ValueError):
                return 0
            self._pairs[foreground, background] = number
        return int(curses.color_pair(self._pairs[foreground, background]))

    # Events

    def next_event(self, wait: int) -> Event | Background | None:
        """The next event, or an answer to what was asked; None if nothing came in time.

        `wait` is in milliseconds.

        A reading that blocks for long would miss the last resize of a storm.
        """
        if self._suspended:
            self._wait_for_shell()
        if self._continued:
            self._come_back()
            return None
        if self._events:
            return self._events.popleft()
        key = self._read(wait)
        if key is None:
            if wait:
                self._check_still_there()
            return None
        if isinstance(key, str):
            return self._character(key)
        if self._question and key != self._curses.KEY_RESIZE:
            self._question.break_off()  # no key comes in the midst of an answer
        if key == self._curses.KEY_MOUSE:
            self._events.extend(self._mouse_events())
            return self._events.popleft() if self._events else None
        if key == self._curses.KEY_RESIZE and self._windows:
            with suppress(self._curses.error):
                self._curses.resize_term(0, 0)
        return self._special_key(key)

    def _read(self, wait: int) -> str | int | None:
        """Read a character or key code; None if none came in time, or the game is to end."""
        if self.stopped_by is not None:  # even in the midst of a pasted text
            return None
        if self._windows and wait:
            self._wait_for_input(wait)
            wait = 0
        self._window.timeout(wait)
        try:
            key: str | int = self._window.get_wch()
        except self._curses.error:
            return None
        except ValueError:  # bytes that decode to a number beyond Unicode, F4 90 80 80 for one
            return _NO_CHARACTER
        if key == self._curses.KEY_RESIZE:
            self._stale = True  # even if the window gets its size back before the next frame
        return key

    def _check_still_there(self) -> None:
        """A terminal that is gone fails at once, a million times a second."""
        try:
            gone = not os.isatty(sys.stdin.fileno())
        except (OSError, ValueError):
            gone = True
        if gone and self.stopped_by is None:
            self.stopped_by = getattr(signal, "SIGHUP", signal.SIGTERM)

    def _wait_for_shell(self) -> None:
        """Give the terminal back and stop, until the shell lets the game go on."""
        # Where we run below a script, the shell may have taken the terminal back already.
        numbers = (signal.SIGTTIN, signal.SIGTTOU)
        before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
        with suppress(self._curses.error, OSError, ValueError):
            self._await_answers()
            self._reset_modes()
            self._curses.endwin()
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
        if self._question:
            self._question.break_off()  # what was not read yet is gone
        self._suspended = False  # also where it was typed twice meanwhile
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self._continued = True  # also where nobody could have let it go on, and it did not stop

    def _come_back(self) -> None:
        """After a stop: the terminal's modes are whatever the shell left."""
        self._continued = False
        with suppress(self._curses.error, OSError):
            if not self._curses.isendwin():  # twice, it would move the shell's cursor
                self._curses.endwin()
            self._window.refresh()
            self._set_modes()
        self.repaint()

    def _character(self, character: str) -> Event | Background | None:
        question = self._question
        if question and question.takes(character):
            return question.news()
        in_sequence = character == "\x1b" or (question and question.begun)
        if in_sequence and not self._windows:
            from minesweeper.tui.terminal.escapes import (
                after_escape,  # late: no first frame needs it
            )

            return after_escape(question.noting(self._read) if question else self._read)
        if character in "\r\n":
            return Key("enter")
        if character in "\x08\x7f":
            return Key("backspace")
        if character == "\x1b":
            return Key("escape")
        if character < " ":
            return Key("ctrl-" + chr(ord(character) + 0x60))
        return Key(character)

    def _special_key(self, code: int) -> Event | None:
        name = self._keys.get(code)
        if name is None:
            with suppress(self._curses.error, ValueError):
                name = _NAMED_KEYS.get(self._curses.keyname(code))
        return Key(name) if name else None

    def _mouse_events(self) -> list[Mouse]:
        """Return the events that one KEY_MOUSE stands for, the oldest first."""
        told: list[list[Mouse]] = []
        with suppress(self._curses.error):
            while True:
                _, column, row, _, state = self._curses.getmouse()
                told.append(self._buttons(column, row, state))
                if self._windows:  # draining never ends there
                    break
        return self._mouse_order.sorted(told)

    def _buttons(self, column: int, row: int, state: int) -> list[Mouse]:
        events: list[Mouse] = []
        for button in (1, 2, 3, 4, 5):
            down = self._is_set(state, button, "PRESSED")
            # PDCurses reports a quick click, or a second one, without the press and the release.
            clicked = self._windows and (
                self._is_set(state, button, "CLICKED")
                or self._is_set(state, button, "DOUBLE_CLICKED")
            )
            if down or clicked:
                events.append(Mouse(button, True, column, row))
            if clicked or self._is_set(state, button, "RELEASED"):
                events.append(Mouse(button, False, column, row))
        return events

    def _is_set(self, state: int, button: int, what: str) -> bool:
        return bool(state & getattr(self._curses, f"BUTTON{button}_{what}", 0))


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


def _runs(pieces: list[Piece], columns: range) -> list[Piece]:
    """The pieces in these columns, joined to runs of one style.

    A blank shows its background and no foreground, so it goes on in the style before it where that
    looks the same: a change of colours takes 22 bytes.
    """
    runs: list[Piece] = []
    start, joined, style, end = 0, "", PLAIN, -1
    for column, text, own in pieces:
        # No text is wider than twice its length: most need not be measured.
        if column >= columns.stop or column + 2 * len(text) <= columns.start:
            continue
        after = column + width(text)
        if after <= columns.start:
            continue
        if column != end or (own is not style and not _blank_alike(style, own)):
            runs.append((start, joined, style))
            start, joined, style = column, text, own
        elif own is style:
            joined += text
        else:
            rest = text.lstrip(" ")
            joined += text[: len(text) - len(rest)]
            if rest:
                runs.append((start, joined, style))
                start, joined, style = after - width(rest), rest, own
        end = after
    return [*runs[1:], (start, joined, style)] if end >= 0 else []


def _blank_alike(one: Style, other: Style) -> bool:
    """Whether a blank looks the same in both styles."""
    return (one.background, one.reverse, one.underline) == (
        other.background,
        other.reverse,
        other.underline,
    )


def _changed(before: list[Piece], after: list[Piece]) -> range:
    """The columns from the first to the last in which a row may differ from what it was."""
    start, stop = 1 << 30, 0
    for old, new in zip_longest(before, after):
        if old is not new and old != new:
            for column, text, _ in filter(None, (old, new)):
                start = min(start, column)
                stop = max(stop, column + width(text))
    return range(start, stop)
