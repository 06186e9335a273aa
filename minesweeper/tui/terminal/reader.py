"""Reading keys, mouse buttons and the terminal's answers as events."""

import os
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any, Final

from minesweeper.tui.screen import Background, Event, Key, Mouse
from minesweeper.tui.terminal.background import BACKGROUND_QUERY, parse_background
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
}
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
_NO_CHARACTER: Final = "\N{REPLACEMENT CHARACTER}"
_BUTTONS: Final = 3  # buttons 4 and 5 are the wheel


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
        self._has_asked = False
        self._answer_due_until = 0
        """The time until which the answer to the query is due."""
        self._events: deque[Event | Background] = deque()
        self._unread: str | int | None = None
        """A key that was read after an Esc, but does not belong to a sequence."""
        self._mouse_order = MouseOrder()
        available = {name: key for name, key in _CURSES_KEYS.items() if hasattr(curses, name)}
        self._keys = {getattr(curses, name): key for name, key in available.items()}
        self._keys[_PADENTER] = "enter"

    def next_event(self, wait: int) -> Event | Background | None:
        """Return the next event or answer; None if none came within `wait` milliseconds."""
        if self._events:
            return self._events.popleft()
        key = self._read(wait)
        if key is None:
            if wait:
                self._check_still_there()
            return None
        return self._character(key) if isinstance(key, str) else self._key_code(key)

    def _read(self, wait: int) -> str | int | None:
        """Read a character or key code; None if none came in time, or if the game must end."""
        if self._signals.stopped_by is not None:  # even during a paste
            return None
        unread, self._unread = self._unread, None
        if unread is not None:
            return unread
        if self._windows and wait:
            self._wait_for_input(wait)
            wait = 0
        self.window.timeout(wait)
        try:
            key: str | int = self.window.get_wch()
        except self._curses.error:
            return None
        except ValueError:  # bytes that decode to a number beyond Unicode, such as F4 90 80 80
            return _NO_CHARACTER
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

    def _character(self, character: str) -> Event | Background | None:
        if character == "\x1b" and not self._windows:
            event = read_escape_sequence(
                self._read, self._put_back, self._answer_due_until - _now()
            )
            if isinstance(event, Background):
                self._answer_due_until = 0
            return event
        if character in "\r\n":
            return Key("enter")
        if character in "\x08\x7f":
            return Key("backspace")
        if character == "\x1b":
            return Key("escape")
        if character < " ":
            return Key("ctrl-" + chr(ord(character) + 0x60))
        return Key(character)

    def _key_code(self, code: int) -> Event | Background | None:
        if code == self._curses.KEY_MOUSE:
            self._events.extend(self._mouse_events())
            return self._events.popleft() if self._events else None
        if code == self._curses.KEY_RESIZE and self._windows:
            with suppress(self._curses.error):
                self._curses.resize_term(0, 0)
        name = self._keys.get(code)
        if name is None:
            with suppress(self._curses.error, ValueError):
                name = _NAMED_KEYS.get(self._curses.keyname(code))
        return Key(name) if name else None

    # The mouse

    def _mouse_events(self) -> list[Mouse]:
        """Return the events that one KEY_MOUSE stands for, the oldest first."""
        reports: list[list[Mouse]] = []
        with suppress(self._curses.error):
            while True:
                _, column, row, _, state = self._curses.getmouse()
                reports.append(self._buttons(column, row, state))
                if self._windows:  # draining never ends there
                    break
        return self._mouse_order.sorted(reports)

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

    # The background

    def ask_background(self, send: Callable[[bytes], object]) -> None:
        """Query the background colour, once; the answer is an event, whenever it comes."""
        if self._has_asked:
            return
        self._has_asked = True
        self._answer_due_until = _now() + _ANSWER_DUE
        with suppress(OSError):
            send(BACKGROUND_QUERY)

    def await_answer(self) -> None:
        """Wait for an answer that is due, which the shell would otherwise take for typed text."""
        now = _now()
        if now >= self._answer_due_until:
            return
        self._answer_due_until = min(self._answer_due_until, now + _LAST_WAIT)
        while (left := self._answer_due_until - _now()) > 0 and not self._signals.stopped_by:
            event = self.next_event(left)
            if isinstance(event, Background):
                self._events.append(event)  # for a game that is suspended and continues
                break
        self._curses.flushinp()


class MouseOrder:
    """Puts mouse events in the order in which they happened, as curses may reverse it."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._oldest_first = False
        self._votes = 0

    def sorted(self, reports: list[list[Mouse]]) -> list[Mouse]:
        """Return the events of the reports as one list, the oldest first.

        ncurses returns the newest report first before patch 20250913, and the oldest first since
        then. The buttons show which of the two it is: none is released before it is pressed. As a
        release may be lost, the majority of all reports so far decides; if they are undecided, the
        last order is kept.
        """
        forward = [event for events in reports for event in events]
        backward = [event for events in reversed(reports) for event in events]
        self._votes += _count_impossible(backward, self._down)
        self._votes -= _count_impossible(forward, self._down)
        if self._votes:
            self._oldest_first = self._votes > 0
        events = forward if self._oldest_first else backward
        for event in events:
            (self._down.add if event.pressed else self._down.discard)(event.button)
        return events


def _count_impossible(events: list[Mouse], down: set[int]) -> int:
    """Count presses of buttons that are already down and releases of buttons that are not.

    The wheel does not count, as it is never released.
    """
    down, count = {*down}, 0
    for event in events:
        if event.button <= _BUTTONS:
            count += event.pressed == (event.button in down)
            (down.add if event.pressed else down.discard)(event.button)
    return count


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


# Escape sequences that curses does not know. They are read as a whole, so that no part of them acts
# as a key. They are keys, when TERM is wrong or Ctrl+Z has lost the keypad mode; mouse reports and
# pasted text, because terminfo does not know the modes that ask for them; and the terminal's
# answers.

Read = Callable[[int], str | int | None]
"""Returns the next character or key code; None if none comes within the given milliseconds."""

_WAIT: Final = 10
_LONGEST_ANSWER: Final = 1_000
# If the end of a paste is lost, the paste ends after ten reads in a row without a character, or
# twenty in all: characters that come more slowly than over the slowest line are typed.
_PASTE_WAIT: Final = 50
_MAX_SILENCE_IN_A_ROW: Final = 10
_MAX_SILENCE: Final = 20
_PASTE_END: Final = "\x1b[201~"
_LONGEST_REPORT: Final = 40
_SGR_BUTTON: Final = 0b11100011  # all bits of a report's code except those of modifiers
_SGR_BUTTONS: Final = {0: 1, 1: 2, 2: 3, 64: 4, 65: 5}
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


def read_escape_sequence(
    read: Read, put_back: Callable[[str | int | None], object], wait: int
) -> Event | Background | None:
    """Return what an Esc that was just read begins: the Esc key, an event or an answer.

    Return None for a sequence that means nothing here. An answer is due for `wait` milliseconds,
    and may pause after its Esc.
    """
    start = _now()
    first = read(max(wait, _WAIT))
    is_late = _now() - start > _WAIT
    if first is None or (is_late and first not in ("]", "[", "O")):
        put_back(first)
        return Key("escape")
    with_alt = first == "\x1b"
    while first == "\x1b":
        first = read(_WAIT)
    if first == "]":
        answer, first = _answer(read)
        if answer:
            return parse_background(answer)
    if first not in ("[", "O"):
        return None
    event = _event(str(first) + _rest_of_sequence(read, str(first)), read)
    return None if with_alt else event


def _answer(read: Read) -> tuple[str, str | int | None]:
    """Read an answer to its end, but for at most a second: half an answer must not swallow keys.

    Return the answer without its end, or "" if the end did not come; and the key that came after
    an Esc that did not end the answer, or "".
    """
    text, end = "", _now() + _LONGEST_ANSWER
    while (left := end - _now()) > 0:
        character = read(left)
        if character is None:
            break
        if character in ("\x07", "\x9c"):
            return text, ""
        if character == "\x1b":
            last = read(left)
            return (text, "") if last == "\\" else ("", last)
        text += character if isinstance(character, str) else ""
    return "", ""


def _event(sequence: str, read: Read) -> Event | None:
    if sequence == "[200~":
        _swallow_paste(read)
    elif sequence == "[M":  # a mouse report of three more bytes
        for _ in range(3):
            read(_WAIT)
    elif sequence.startswith("[<"):
        return _sgr_mouse(sequence)
    name = _SEQUENCES.get(sequence)
    return Key(name) if name else None


def _rest_of_sequence(read: Read, first: str) -> str:
    """Read the rest of a sequence; after the "[[" of the Linux console one more character comes."""
    rest = ""
    while isinstance(character := read(_WAIT), str):
        rest += character
        parameter = character.isdigit() or character in ";:<=>?"
        if not parameter and not " " <= character <= "/" and first + rest != "[[":
            break
    return rest


def _swallow_paste(read: Read) -> None:
    """Read a pasted text to its end, or if that was lost, until nothing more comes."""
    tail, silence, silences = "", 0, 0
    while tail != _PASTE_END and silence < _MAX_SILENCE_IN_A_ROW and silences < _MAX_SILENCE:
        character = read(_PASTE_WAIT)
        if character is None:
            silence += 1
            silences += 1
            continue
        silence = 0
        if isinstance(character, str):
            tail = (tail + character)[-len(_PASTE_END) :]


def _sgr_mouse(sequence: str) -> Mouse | None:
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
    button = _SGR_BUTTONS.get(code & _SGR_BUTTON)
    return Mouse(button, sequence[-1] == "M", column - 1, row - 1) if button else None
