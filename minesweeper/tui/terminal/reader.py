"""Reading keys, mouse buttons and the terminal's answers as events."""

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any, Final, NamedTuple

from minesweeper.tui.events import FOCUS_LOST, Background, Exact, Input, Key, Mouse
from minesweeper.tui.keys import NO_CHARACTER
from minesweeper.tui.terminal.answers import parse_reply
from minesweeper.tui.terminal.signals import Signals

# Milliseconds during which an answer to a query is expected, and for which the end of the game
# waits for one.
_ANSWER_DUE: Final = 1_000
_LAST_WAIT: Final = 100

# The names that curses has for keys without a character. The keys of the keypad are digits here.
_CURSES_KEYS: Final = {
    "KEY_UP": "up",
    "KEY_DOWN": "down",
    "KEY_LEFT": "left",
    "KEY_RIGHT": "right",
    "KEY_HOME": "home",
    "KEY_END": "end",
    "KEY_FIND": "home",
    "KEY_SELECT": "end",
    "KEY_PPAGE": "page-up",
    "KEY_NPAGE": "page-down",
    "KEY_BTAB": "shift-tab",
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
} | {f"KEY_F{number}": f"f{number}" for number in range(1, 13)}
# Extended keys, by name: their codes differ from terminal to terminal.
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
_FOCUS_LOST: Final = b"kxOUT"
_ESCAPE: Final = "\x1b"
_C1: Final = range(0x80, 0xA0)  # each stands for an Esc and a character 0x40 lower


def wait_for_console(milliseconds: int) -> None:
    """Wait for input on Windows, at most the given time: PDCurses only looks every 50 ms."""
    if sys.platform == "win32":
        import _winapi
        import msvcrt

        # Ctrl+C interrupts this function, but not the one that waits for a single object. The next
        # read notices if the input was closed.
        with suppress(OSError, ValueError):
            console = msvcrt.get_osfhandle(sys.stdin.fileno())
            _winapi.WaitForMultipleObjects((console,), False, milliseconds)


class Reader:
    """Reads events from a curses window, which is set once the screen is open."""

    def __init__(
        self,
        curses: ModuleType,
        signals: Signals,
        resized: Callable[[], object],
        *,
        windows: bool,
        wait_for_input: Callable[[int], object],
    ) -> None:
        """Take a function to call when the window was resized, even if it was resized back."""
        self.window: Any = None
        self._curses: Any = curses
        self._signals = signals
        self._resized = resized
        self._windows = windows
        self._wait_for_input = wait_for_input
        self._asked: set[bytes] = set()
        self._answers_due = 0
        self._answer_due_until = 0
        """The time until which answers to queries are due."""
        self._events: deque[Input] = deque()
        self._unread: str | int | None = None
        """A key that was read after the beginning of a sequence, but does not belong to it."""
        self._sequence: Sequence | None = None
        """The sequence that is being read, if one has begun."""
        self._takes_byte = False
        """Whether the next part of the sequence is a byte that need not be a character."""
        self._given_up_at = 0
        """The time at which the sequence is given up if nothing more of it has come."""
        self._last_button = 0
        """The mouse button that was pressed last."""
        available = {name: key for name, key in _CURSES_KEYS.items() if hasattr(curses, name)}
        self._keys = {getattr(curses, name): key for name, key in available.items()}
        self._keys[_PADENTER] = "enter"

    def next_event(self, wait: int) -> Input | None:
        """Return the next input; None if none came within `wait` milliseconds.

        None may come earlier. A sequence that has begun and not ended is continued by later calls.
        """
        if self._events:
            return self._events.popleft()
        until = _now() + max(wait, _WAIT)
        event = None
        if not self._sequence:
            key = self._read(wait)
            if key is not None:
                event = self._character(key) if isinstance(key, str) else self._key_code(key)
        while self._sequence and _now() < until:
            left = min(until, self._given_up_at) - _now()
            key = self._read(max(0, left), takes_byte=self._takes_byte)
            if key is None and _now() < self._given_up_at:
                break
            if key != self._curses.KEY_RESIZE:
                event = self._continue_sequence(key)
        return event

    def _read(self, wait: int, *, takes_byte: bool = False) -> str | int | None:
        """Read a character or key code; None if none came in time, or if the game must end.

        With `takes_byte`, read a byte or key code.
        """
        if self._signals.stopped_by is not None:  # even during a paste
            return None
        unread, self._unread = self._unread, None
        if unread is not None:
            return unread
        if self._windows and wait:
            self._wait_for_input(wait)
        self.window.timeout(0 if self._windows else wait)
        try:
            key: str | int = self.window.getch() if takes_byte else self.window.get_wch()
        except self._curses.error:
            key = -1
        except ValueError:  # bytes that decode to a number beyond Unicode, such as F4 90 80 80
            return NO_CHARACTER
        if key == -1:
            if wait:
                self._check_still_there()
            return None
        if key == self._curses.KEY_RESIZE:
            self._resized()  # even if the window has its old size again before the next frame
        return key

    def _put_back(self, key: str | int | None) -> None:
        """Return a key at the next read."""
        self._unread = key

    def _check_still_there(self) -> None:
        """End the game if the terminal is gone: reads then fail a million times a second."""
        try:
            gone = not os.isatty(sys.stdin.fileno())
        except (OSError, ValueError):
            gone = True
        if gone:
            self._signals.hang_up()

    # Keys

    def _character(self, character: str) -> Input | None:
        if not self._windows and (character == _ESCAPE or ord(character) in _C1):
            answer_due = self._answer_due_until - _now()
            return self._begin(read_sequence(character, self._put_back, answer_due))
        if character in "\r\n":
            return Key("enter")
        if character in "\x08\x7f":
            return Key("backspace")
        if character == _ESCAPE:
            return Key("escape")
        if character < " ":
            return Key("ctrl-" + chr(ord(character) + 0x60))
        return Key(character)

    def _key_code(self, code: int) -> Input | None:
        if code == self._curses.KEY_MOUSE:
            if not self._windows:  # the terminal's description names the beginning of a report
                report = self._curses.tigetstr("kmous").decode("ascii").removeprefix(_ESCAPE)
                return self._begin(_control_sequence(report, self._put_back))
            self._events.extend(self._mouse_events())
            return self._events.popleft() if self._events else None
        if code == self._curses.KEY_RESIZE and self._windows:
            with suppress(self._curses.error):
                self._curses.resize_term(0, 0)
        name = self._keys.get(code)
        if name is None:
            with suppress(self._curses.error, ValueError):
                long_name = self._curses.keyname(code)
                if long_name == _FOCUS_LOST:
                    return FOCUS_LOST
                name = _NAMED_KEYS.get(long_name)
        return Key(name) if name else None

    # Sequences

    def _begin(self, sequence: "Sequence") -> Input | None:
        self._sequence = sequence
        return self._continue_sequence(None)

    def _continue_sequence(self, key: str | int | None) -> Input | None:
        """Hand a key to the sequence; None begins it, or is a silence. Return its event at its end.

        At the end of a sequence that means nothing, return None as well.
        """
        assert self._sequence, "only a sequence that has begun is continued"
        try:
            wait, self._takes_byte = self._sequence.send(key)
        except StopIteration as end:
            self._sequence, self._takes_byte = None, False
            event: Input | None = end.value
        else:
            self._given_up_at = _now() + wait
            return None
        if isinstance(event, Background | Exact):
            self._answers_due -= 1
            if self._answers_due <= 0:
                self._answer_due_until = 0
        if isinstance(event, Exact) and not event.is_proved:
            return None
        if isinstance(event, Mouse) and not event.wheel:
            button = event.button or self._last_button
            self._last_button = button
            return event._replace(button=button)
        return event

    # The mouse on Windows

    def _mouse_events(self) -> list[Mouse]:
        """Return the events that a KEY_MOUSE stands for."""
        with suppress(self._curses.error):
            _, column, row, _, state = self._curses.getmouse()
            return [
                Mouse(button, is_pressed, column, row)
                for button in (1, 2, 3, 4, 5)
                for is_pressed in self._changes(state, button)
            ]
        return []

    def _changes(self, state: int, button: int) -> Iterator[bool]:
        """Yield whether a button went down, True, and up, False.

        PDCurses reports a quick click, or a second one, without the press and the release.
        """
        is_clicked = any(self._is_set(state, button, it) for it in ("CLICKED", "DOUBLE_CLICKED"))
        if is_clicked or self._is_set(state, button, "PRESSED"):
            yield True
        if is_clicked or self._is_set(state, button, "RELEASED"):
            yield False

    def _is_set(self, state: int, button: int, what: str) -> bool:
        return bool(state & getattr(self._curses, f"BUTTON{button}_{what}", 0))

    # The answers of the terminal

    def ask(self, query: bytes, send: Callable[[bytes], object]) -> None:
        """Send a query, once; the answer is an event, whenever it comes."""
        if query in self._asked:
            return
        self._asked.add(query)
        self._answers_due += 1
        self._answer_due_until = _now() + _ANSWER_DUE
        with suppress(OSError):
            send(query)

    def await_answer(self) -> None:
        """Wait for answers that are due, which the shell would otherwise take for typed text."""
        now, kept = _now(), list[Input]()
        if now < self._answer_due_until:
            self._answer_due_until = min(self._answer_due_until, now + _LAST_WAIT)
            while (left := self._answer_due_until - _now()) > 0 and not self._signals.stopped_by:
                event = self.next_event(left)
                if isinstance(event, Background | Exact):
                    kept.append(event)  # for a game that is suspended and continues
            self._events.extend(kept)
            self._curses.flushinp()
        self._sequence = None  # the rest of it comes to the shell, if at all


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


# Escape sequences that curses does not know. They are read as a whole, however slowly they come, so
# that no part of them acts as a key. They are keys, when TERM is wrong or Ctrl+Z has lost the
# keypad mode; reports of the mouse and the focus, and pasted text, because the game itself asks for
# them; and the terminal's answers, which another program may have asked for.


class Wait(NamedTuple):
    """What the reading of a sequence waits for: a character or key code, or a byte."""

    milliseconds: int
    takes_byte: bool = False


Sequence = Generator[Wait, str | int | None, Input | None]
"""The reading of a sequence: it is sent what it waits for, or None if nothing came in time."""

PutBack = Callable[[str | int | None], object]

_WAIT: Final = 10
# A control sequence whose end does not come is given up after so long a silence, and a string at
# this age: half of one must not swallow keys.
_LONGEST: Final = 1_000
# A paste whose end is lost ends with so long a silence. A slow line may pause within a paste.
_PASTE_SILENCE: Final = 3_000
_PASTE_END: Final = "\x1b[201~"
# The beginnings of the strings DCS, SOS, OSC, PM and APC, after their Esc.
_STRINGS: Final = frozenset("PX]^_")
_INTRODUCERS: Final = _STRINGS | {"[", "O"}
_LONGEST_REPORT: Final = 40
# All bits of a mouse report's code except those of modifiers; and the code of a release in the
# older reports, which do not say of which button.
_BUTTON_BITS: Final = 0b11100011
_BUTTONS: Final = {0: 1, 1: 2, 2: 3, 64: 4, 65: 5}
_RELEASE: Final = 3
_SEQUENCES: Final = {
    "[A": "up",
    "[B": "down",
    "[C": "right",
    "[D": "left",
    "[H": "home",
    "[F": "end",
    "[1~": "home",
    "[4~": "end",
    "[5~": "page-up",
    "[6~": "page-down",
    "[7~": "home",
    "[8~": "end",
    "[Z": "shift-tab",
    "[1;5A": "ctrl-up",
    "[1;5B": "ctrl-down",
    "[1;5C": "ctrl-right",
    "[1;5D": "ctrl-left",
    "OA": "up",
    "OB": "down",
    "OC": "right",
    "OD": "left",
    "OH": "home",
    "OF": "end",
    "OM": "enter",
} | {f"O{chr(ord('p') + digit)}": str(digit) for digit in range(10)}


def read_sequence(first: str, put_back: PutBack, answer_due: int) -> Sequence:
    """Read what an Esc or a C1 control begins: the Esc key, an event or an answer.

    The result is None for a sequence that means nothing here. An answer is due for `answer_due`
    milliseconds, and may pause after its Esc.
    """
    introducer: str | int | None
    with_alt = False
    if first == _ESCAPE:
        start = _now()
        introducer = yield Wait(max(answer_due, _WAIT))
        is_late = _now() - start > _WAIT
        if introducer is None or (is_late and introducer not in _INTRODUCERS):
            put_back(introducer)
            return Key("escape")
        with_alt = introducer == _ESCAPE
        while introducer == _ESCAPE:
            introducer = yield Wait(_WAIT)
    else:
        introducer = chr(ord(first) - 0x40)
    while introducer in _STRINGS:
        is_answer = introducer == "]"
        text, introducer = yield from _string()
        if text:
            return parse_reply(text) if is_answer else None
    if introducer not in _INTRODUCERS:
        return None
    event = yield from _control_sequence(str(introducer), put_back)
    return None if with_alt else event


def _string() -> Generator[Wait, str | int | None, tuple[str, str | int | None]]:
    """Read a string to its end.

    Return it without its end, or "" if the end did not come; and the key that came after an Esc
    that did not end it, or "".
    """
    text, end = "", _now() + _LONGEST
    while (left := end - _now()) > 0:
        character = yield Wait(left)
        if character is None:
            break
        if character in ("\x07", "\x9c"):
            return text, ""
        if character == _ESCAPE:
            last = yield Wait(left)
            return (text, "") if last == "\\" else ("", last)
        text += character if isinstance(character, str) else ""
    return "", ""


def _control_sequence(sequence: str, put_back: PutBack) -> Sequence:
    """Read the rest of a sequence whose beginning, without the Esc, was read; return its event.

    A key that cannot belong to it is put back.
    """
    while not _is_whole(sequence):
        character = yield Wait(_LONGEST)
        if not isinstance(character, str) or not " " <= character <= "~":
            put_back(character)
            return None
        sequence += character
    if sequence == "[200~":
        return (yield from _paste())
    if sequence == "[M":
        return (yield from _old_mouse_report(put_back))
    if sequence == "[O":
        return FOCUS_LOST
    if sequence.startswith("[<"):
        return _mouse_report(sequence)
    name = _SEQUENCES.get(sequence)
    return Key(name) if name else None


def _is_whole(sequence: str) -> bool:
    """Return whether a sequence has its end; after "[[", the Linux console sends another one."""
    return len(sequence) > 1 and "@" <= sequence[-1] <= "~" and sequence != "[["


def _paste() -> Sequence:
    """Read a pasted text to its end, and play nothing of it."""
    tail = ""
    while tail != _PASTE_END:
        character = yield Wait(_PASTE_SILENCE)
        if character is None:
            break
        if isinstance(character, str):
            tail = (tail + character)[-len(_PASTE_END) :]
    return None


def _mouse_report(sequence: str) -> Mouse | None:
    """Return the event of a report like "[<0;33;10M"; None for motion and for other sequences."""
    numbers = sequence[2:-1].split(";")
    if (
        len(sequence) > _LONGEST_REPORT
        or sequence[-1] not in "Mm"
        or len(numbers) != 3
        or not all(map(str.isdecimal, numbers))
    ):
        return None
    code, column, row = map(int, numbers)
    button = _BUTTONS.get(code & _BUTTON_BITS)
    return Mouse(button, sequence[-1] == "M", column - 1, row - 1) if button else None


def _old_mouse_report(put_back: PutBack) -> Sequence:
    """Read the three bytes of a report from a terminal that does not know the newer ones.

    A release has button 0, as the report does not name the button. A key is put back.
    """
    numbers: list[int] = []
    while len(numbers) < 3:
        byte = yield Wait(_LONGEST, takes_byte=True)
        if not isinstance(byte, int) or not ord(" ") <= byte <= 0xFF:
            put_back(chr(byte) if isinstance(byte, int) and byte < ord(" ") else byte)
            return None
        numbers.append(byte - ord(" "))
    code, column, row = numbers
    if code & _BUTTON_BITS == _RELEASE:
        return Mouse(0, False, column - 1, row - 1)
    button = _BUTTONS.get(code & _BUTTON_BITS)
    return Mouse(button, True, column - 1, row - 1) if button else None
