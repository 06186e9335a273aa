"""Open and set up the terminal for the game, and restore it at the end.

Whatever looks odd in this folder is there because some terminal needs it; a comment says why.
"""

import os
import sys
from binascii import b2a_base64
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from types import ModuleType, TracebackType
from typing import Any, Final

from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Exact, Input
from minesweeper.tui.terminal.answers import (
    BACKGROUND_QUERY,
    EXACT_QUERY,
    TRIED_COLOUR,
    TRIED_RGB,
)
from minesweeper.tui.terminal.painter import ALL_COLOURS, DIRECT, Painter
from minesweeper.tui.terminal.reader import Reader, wait_for_console
from minesweeper.tui.terminal.signals import Signals, in_the_background

try:
    import select
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]  # mypy knows the modules of its platform

_USUAL_TERM: Final = "xterm-256color"
_MIN_COLOURS: Final = 8  # with 2 or 4 there is no substitute for most colours of a theme
# Terminals that get no OSC queries: the Linux console prints part of them, and DEC terminals beep.
# The console, up to Linux 5, also prints the rest of a control sequence behind a ">".
_OLD_TERMS: Final = ("linux", "vt")
# Some terminals cut or ignore longer texts for the clipboard.
_MAX_COPY: Final = 4096
# What switches modes on, and off again.
_PASTE: Final = (b"\x1b[?2004h", b"\x1b[?2004l")
# Reports that the window has the focus, or has lost it.
_FOCUS: Final = (b"\x1b[?1004h", b"\x1b[?1004l")
# Reports of mouse buttons; the second mode is for those without a limit of 223 columns.
_MOUSE: Final = (b"\x1b[?1000h\x1b[?1006h", b"\x1b[?1006l\x1b[?1000l")
# Keys as they were before kitty's protocol and xterm's modifyOtherKeys, which a program that
# crashed may have left on. The first is a stack: to pop without a push would take away what the
# game's caller wants.
_PLAIN_KEYS: Final = (b"\x1b[>0u\x1b[>4;0m", b"\x1b[>4m\x1b[<u")
# "How are you?", "Fine": the answer comes after everything before the question has been read.
_STATUS_QUERY, _STATUS = b"\x1b[5n", b"\x1b[0n"
_MAX_STATUS_WAIT: Final = 2.0  # seconds


class TerminalError(Exception):
    """There is no terminal to play on; the message says why in one line."""


def load_curses(platform: str = sys.platform) -> ModuleType:
    """Return the curses module; raise TerminalError if it is missing, as on Windows by default."""
    try:
        import curses
    except ImportError as error:  # also where a library is missing below it
        on_windows, elsewhere = "pip install windows-curses", "install your system's python3-curses"
        remedy = on_windows if platform == "win32" else elsewhere
        raise TerminalError(f"this Python has no curses module ({remedy})") from error
    return curses


def check_terminal(curses: ModuleType, environ: MutableMapping[str, str]) -> None:
    """Raise TerminalError if the screen cannot be opened; replace a TERM that is useless.

    Call this before initscr, which would not raise but end the process.
    """
    # A closed stream is None.
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise TerminalError("a terminal is needed on standard input and output")
    if sys.platform == "win32":
        return
    if environ.get("TERM") == "dumb":
        raise TerminalError("the terminal cannot place a cursor (TERM is dumb)")
    if environ.get("TERM") in (None, "", "unknown"):
        environ["TERM"] = _USUAL_TERM
    try:
        _load_terminfo(curses, environ)
    except curses.error:
        raise TerminalError("the terminal is unknown") from None
    if not curses.tigetstr("cup"):
        term = environ["TERM"]
        raise TerminalError(f"the terminal cannot place a cursor (TERM is {term!a})")


def _load_terminfo(curses: ModuleType, environ: MutableMapping[str, str]) -> None:
    """Load the terminfo description of the terminal, or of the usual one if it has none."""
    try:
        curses.setupterm(environ["TERM"], sys.stdout.fileno())
    except curses.error:
        environ["TERM"] = _USUAL_TERM
        curses.setupterm(_USUAL_TERM, sys.stdout.fileno())


def colour_count(curses: ModuleType, environ: Mapping[str, str]) -> int:
    """Return the number of colours to use, according to terminfo."""
    if environ.get("NO_COLOR"):
        return 0
    if sys.platform == "win32":
        return 256
    return _usable_colours(curses, int(curses.tigetnum("colors")))


def _usable_colours(curses: ModuleType, count: int) -> int:
    """Return how many of a terminal's colours to use: 0, 8 to 256, or DIRECT."""
    if count > 256 and not (count == DIRECT and curses.has_extended_color_support()):
        return _MIN_COLOURS  # the numbers from 8 on are RGB values of another kind
    return count if count >= _MIN_COLOURS else 0


def _send_to_stdout(sequence: bytes) -> None:
    os.write(sys.stdout.fileno(), sequence)


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
        wait_for_input: Callable[[int], object] = wait_for_console,
    ) -> None:
        self._curses: Any = curses
        self._environ = environ
        self._mouse = mouse
        self._windows = windows
        self._send = send
        self._window: Any = None
        self._colours = 0
        self._tty: list[Any] | None = None
        self._has_set_modes = False
        """Whether there is something to pop, if the start fails."""
        self._signals = Signals()
        self._painter = Painter(curses, windows=windows, send=self._put)
        self._reader = Reader(
            curses,
            self._signals,
            self._painter.repaint,
            windows=windows,
            wait_for_input=wait_for_input,
        )

    # The frames and events of the game

    @property
    def stopped_by(self) -> int | None:
        """The signal that asks the game to end."""
        return self._signals.stopped_by

    def size(self) -> tuple[int, int]:
        """Return the columns and rows of the window."""
        return self._painter.size()

    def needs_paint(self) -> bool:
        """Return whether a frame is due: the window has another size, or must be redrawn."""
        return self._signals.continued or self._painter.needs_paint()

    def repaint(self) -> None:
        """Redraw everything in the next frame, even what seems to be on the screen."""
        self._painter.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Show a frame."""
        self._painter.paint(canvas)

    def next_event(self, wait: int) -> Input | None:
        """Return the next input; None if none came within `wait` milliseconds.

        `wait` should be short: a long read misses the last of many quick resizes.
        """
        if self._signals.suspended:
            self._suspend()
        if self._signals.continued:
            self._come_back()
            return None
        event = self._reader.next_event(wait)
        if isinstance(event, Exact):
            self._painter.show_exact()
        return event

    def ask(self, *, background: bool, exact: bool) -> None:
        """Query the background colour, and whether colours can be redefined, each once.

        The answers are events, whenever they come.
        """
        if not self._colours or self._windows or self._is_old:
            return
        if exact and self._colours == ALL_COLOURS:
            self._reader.ask(EXACT_QUERY, self._try_exact)
        if background:
            self._reader.ask(BACKGROUND_QUERY, self._put)

    def _try_exact(self, query: bytes) -> None:
        self._painter.redefine(TRIED_COLOUR, TRIED_RGB)
        self._put(query)

    @property
    def _is_old(self) -> bool:
        """Whether the terminal may print sequences that are new to it."""
        return self._environ.get("TERM", "").startswith(_OLD_TERMS)

    def copy(self, text: str) -> str:
        """Ask the terminal to put a text on the clipboard; return "Copied", or why it cannot.

        A terminal may ignore this without any answer.
        """
        if self._windows:
            return "Copying does not work in the Windows console"
        if self._is_old:
            return "This terminal has no clipboard"
        packed = b2a_base64(text.encode("utf-8"), newline=False)
        if len(packed) > _MAX_COPY:
            return "The text is too long to copy"
        self._put(b"\x1b]52;c;" + packed + b"\x1b\\")
        return "Copied"

    # Start

    def __enter__(self) -> "Terminal":
        # curses.wrapper would force white on black, and its clean-up can raise on a dead tty.
        for name in ("LINES", "COLUMNS"):
            self._environ.pop(name, None)  # initscr would use them even after a resize
        self._remember_tty()
        self._signals.catch()  # first: a signal that comes now would leave the screen half set up
        try:
            self._window = self._reader.window = self._curses.initscr()
            self._set_up()
        except BaseException:
            self._restore()
            raise
        return self

    def _set_up(self) -> None:
        curses = self._curses
        curses.noecho()
        curses.cbreak()
        curses.nonl()
        self._window.keypad(True)
        curses.typeahead(-1)
        if hasattr(curses, "set_escdelay"):
            curses.set_escdelay(25)  # by default Esc takes a second
        self._set_up_colours()
        self._painter.start(self._window, self._colours)
        with suppress(curses.error):  # a block cursor would hide half of the colour of its cell
            curses.curs_set(0)
        self._set_up_tty()
        self._listen_to_mouse()
        self._set_modes()

    def _set_modes(self) -> None:
        """Switch on the modes that curses does not know, or does not read the reports of."""
        self._has_set_modes = True
        self._put(b"".join(on for on, _ in self._modes()))

    def _reset_modes(self) -> None:
        if self._has_set_modes:
            self._put(b"".join(off for _, off in reversed(self._modes())))

    def _modes(self) -> list[tuple[bytes, bytes]]:
        modes = [_PASTE, _FOCUS]
        if self._mouse:
            modes.append(_MOUSE)
        if not self._is_old:
            modes.append(_PLAIN_KEYS)
        return modes

    def _set_up_colours(self) -> None:
        curses = self._curses
        if self._environ.get("NO_COLOR"):
            return
        with suppress(curses.error):
            if curses.has_colors():
                curses.start_color()
                curses.use_default_colors()
                self._colours = _usable_colours(curses, curses.COLORS)

    def _remember_tty(self) -> None:
        if termios:
            with suppress(termios.error, OSError, ValueError):
                self._tty = termios.tcgetattr(sys.stdin.fileno())

    def _set_up_tty(self) -> None:
        """Keep Ctrl+S from freezing the screen, and Ctrl+C and Ctrl+Z from discarding input.

        If input is discarded between the poll and the read of ncurses, that read blocks until the
        next key; and if half of an answer is discarded, the other half acts as keys.
        """
        if not (termios and self._tty):
            return
        with suppress(termios.error, OSError, ValueError):
            attributes = termios.tcgetattr(sys.stdin.fileno())
            attributes[0] &= ~termios.IXON
            attributes[3] |= termios.NOFLSH
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, attributes)
            self._curses.def_prog_mode()  # so that it is set again after Ctrl+Z

    def _listen_to_mouse(self) -> None:
        """Ask PDCurses for the mouse; elsewhere the reader reads the terminal's own reports."""
        if not (self._mouse and self._windows):
            return
        curses = self._curses
        with suppress(curses.error):
            curses.mousemask(curses.ALL_MOUSE_EVENTS)  # for a smaller mask nothing is reported
            curses.mouseinterval(0)  # by default every press is delayed

    # Ctrl+Z

    def _suspend(self) -> None:
        """Give the terminal back and stop, until the shell continues the game."""
        with in_the_background(), suppress(self._curses.error, OSError, ValueError):
            self._reader.await_answer()
            self._reset_modes()
            self._curses.endwin()
            self._painter.reset_palette()
        self._signals.suspend()

    def _come_back(self) -> None:
        """Take the terminal back after a stop, and set its modes again."""
        self._signals.continued = False
        with suppress(self._curses.error, OSError):
            if not self._curses.isendwin():  # twice, it would move the shell's cursor
                self._reset_modes()
                self._curses.endwin()
            self._window.refresh()  # with which ncurses resets all colours of many terminals
            self._painter.set_palette()
            self._set_modes()
        self._painter.repaint()

    # End

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore()

    def _restore(self) -> None:
        """Leave the terminal as it was; each call may fail on a terminal that is gone."""
        curses = self._curses
        for put_back in (
            self._reader.await_answer,
            lambda: self.stopped_by is not None and curses.flushinp(),  # drop what NOFLSH kept
            self._wipe,
            self._reset_modes,
            lambda: self._windows and self._mouse and curses.mousemask(0),
            lambda: curses.curs_set(1),
            lambda: self._window and self._window.keypad(False),
            curses.echo,
            curses.nocbreak,
            self._keep_output,
            curses.endwin,
            self._painter.reset_palette,
            self._await_output,
            self._put_back_tty,
        ):
            with suppress(curses.error, OSError, ValueError):
                put_back()
        self._signals.put_back()

    def _keep_output(self) -> None:
        """Let endwin leave a tty that discards nothing if the key that stops the game is held down.

        On a slow line, the next Ctrl+C would discard what switches the mouse off, for example.
        """
        if not (self._signals.is_stopped_by_key and termios and self._tty):
            return
        attributes = [*self._tty]
        attributes[3] = attributes[3] & ~(termios.ECHO | termios.ICANON) | termios.NOFLSH
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, attributes)
        self._curses.def_shell_mode()

    def _await_output(self) -> None:
        """After a key has stopped the game, wait until the terminal has read everything."""
        if not (self._signals.is_stopped_by_key and termios and self._tty):
            return
        self._put(_STATUS_QUERY)
        answer, stdin = b"", sys.stdin.fileno()
        while _STATUS not in answer and select.select([stdin], [], [], _MAX_STATUS_WAIT)[0]:
            answer += os.read(stdin, 1024) or _STATUS  # at the end of the input none will come

    def _put_back_tty(self) -> None:
        if termios and self._tty:
            with suppress(termios.error):
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self._tty)

    def _wipe(self) -> None:
        """Leave no colours behind on a terminal without an alternate screen."""
        if self._windows or not self._curses.tigetstr("smcup"):
            self._painter.wipe()

    def _put(self, sequence: bytes) -> None:
        """Send a sequence that curses has no function for; its putp would only buffer it."""
        if not self._windows:
            self._send(sequence)
