"""Escape sequences that curses does not know, read whole so that no part of them plays.

Keys arrive like this when TERM is wrong or the keypad mode was lost in a Ctrl+Z; mouse reports and
pasted text do because terminfo does not know the modes that ask for them.
"""

from collections.abc import Callable
from typing import Final

from minesweeper.tui.screen import Event, Key, Mouse

# Returns the next character or key code, or None if none comes within so many milliseconds.
Read = Callable[[int], str | int | None]

_WAIT: Final = 10
# A pasted text ends after ten silent readings in a row, or twenty in all: what comes slower than
# over the slowest line is typed, and the end of the paste was lost.
_PASTE_WAIT: Final = 50
_LONGEST_SILENCE: Final = 10
_MOST_SILENCE: Final = 20
_PASTE_END: Final = "\x1b[201~"
_LONGEST_REPORT: Final = 40
_SGR_BUTTON: Final = 0b11100011  # the bits of a report's code that are no modifiers
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


def after_escape(read: Read) -> Event | None:
    """Return the Esc key, or the key or mouse event of a sequence; None if it is neither."""
    first = read(_WAIT)
    if first is None:
        return Key("escape")
    with_alt = first == "\x1b"
    while first == "\x1b":
        first = read(_WAIT)
    if first not in ("[", "O"):
        return None
    event = _event(str(first) + _rest_of_sequence(read, str(first)), read)
    return None if with_alt else event


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
    """Return a sequence up to its last character; "[[" of the Linux console takes one more."""
    rest = ""
    while isinstance(character := read(_WAIT), str):
        rest += character
        parameter = character.isdigit() or character in ";:<=>?"
        if not parameter and not " " <= character <= "/" and first + rest != "[[":
            break
    return rest


def _swallow_paste(read: Read) -> None:
    """Read up to the end of a pasted text, also where that was lost."""
    tail, silence, silences = "", 0, 0
    while tail != _PASTE_END and silence < _LONGEST_SILENCE and silences < _MOST_SILENCE:
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
