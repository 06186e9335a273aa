"""A terminal in memory: it shows bytes as xterm does.

pyte is the emulator; where its 0.8.2 differs from the terminals ncurses knows, `Emulator` and
`Parser` repair it.
"""

from __future__ import annotations

import codecs
import copy
import re
from base64 import b64decode
from collections import defaultdict
from collections.abc import Callable, Sequence

import pyte
from pyte import charsets, modes
from pyte.screens import Char, Cursor, Margins, Savepoint, StaticDefaultDict, wcwidth

_Line = StaticDefaultDict[int, Char]
_Page = tuple[dict[int, _Line], list[Savepoint]]

_ALTERNATE_MODES = (47, 1047, 1049)
_MOUSE_MODES = (9, 1000, 1001, 1002, 1003)
_SGR_MOUSE = 1006
_CURSOR_KEYS = 1
_PASTE_MODE = 2004
_FOCUS_MODE = 1004


class Emulator(pyte.Screen):
    """pyte's screen, moved as xterm moves it."""

    def __init__(self, columns: int, lines: int, reply: Callable[[str], object]) -> None:
        self._last_drawn = ""
        self._reply = reply
        self.background = ""
        self.answers = True
        self.proves_colours = False
        self.clipboard = ""
        self.transcript: list[str] = []
        """Each line as it was before a part of it was overwritten, erased or scrolled away."""
        super().__init__(columns, lines)

    def _new_page(self) -> _Page:
        return defaultdict(lambda: _Line(Char(" "))), []

    @property
    def default_char(self) -> Char:
        return Char(" ")

    def _keep(self, row: int, start: int = 0, end: int | None = None) -> None:
        """Add a line to the transcript if there is text in the columns that are about to go."""
        line = self.buffer[row]
        texts = [line[x].data for x in range(self.columns)]
        if "".join(texts[start:end]).strip():
            self.transcript.append("".join(texts).rstrip())

    def _keep_page(self) -> None:
        for row in range(self.lines):
            self._keep(row)

    def reset(self) -> None:
        self._keep_page()
        self.alternate = False
        self.keypad = False
        self.palette: dict[int, str] = {}
        """The colours that were redefined."""
        self.palette_lost = False
        """Whether all colours were reset, also those that a shell has set."""
        self.pushed_keys = 0
        """How often the keyboard's protocol was pushed and not popped."""
        self.sets_other_keys = False
        """Whether modifyOtherKeys was set, and not reset to its initial value."""
        self._hidden = self._new_page()
        self.savepoints = []
        super().reset()
        self.g1_charset = charsets.LAT1_MAP

    def write_process_input(self, data: str) -> None:
        if self.answers:
            self._reply(data)

    def report_background(self) -> None:
        if self.background:
            self.write_process_input(f"\x1b]11;{self.background}\x1b\\")

    def report_colour(self, number: int) -> None:
        if self.proves_colours and number in self.palette:
            self.write_process_input(f"\x1b]4;{number};{self.palette[number]}\x1b\\")

    def keypad_on(self) -> None:
        self.keypad = True

    def keypad_off(self) -> None:
        self.keypad = False

    # Modes.

    @property
    def cursor_visible(self) -> bool:
        return modes.DECTCEM in self.mode

    @property
    def mouse(self) -> bool:
        """Whether the program hears of the mouse."""
        return self.has_mode(*_MOUSE_MODES)

    @property
    def bracketed_paste(self) -> bool:
        return self.has_mode(_PASTE_MODE)

    @property
    def application_keys(self) -> bool:
        """Whether the arrows or the keypad send their application sequences."""
        return self.keypad or self.has_mode(_CURSOR_KEYS)

    def left_on(self) -> list[str]:
        """Return the names of what is not as on a fresh screen."""
        left = {
            "alternate screen on": self.alternate,
            "cursor hidden": not self.cursor_visible,
            "mouse mode on": self.mouse,
            "bracketed paste on": self.bracketed_paste,
            "focus reports on": self.has_mode(_FOCUS_MODE),
            "keypad mode on": self.application_keys,
            "keyboard protocol pushed": self.pushed_keys != 0,
            "modifyOtherKeys set": self.sets_other_keys,
            "insert mode on": modes.IRM in self.mode,
            "wrapping off": modes.DECAWM not in self.mode,
            "scrolling region set": self.margins is not None,
            "line drawing on": self._charset != charsets.LAT1_MAP,
            "colours redefined": bool(self.palette),
            "colours or attributes on": self.cursor.attrs._replace(data=" ") != Char(" "),
        }
        return [name for name, is_left in left.items() if is_left]

    def mouse_report(self, code: int, column: int, row: int, down: bool) -> bytes:
        """Return what a button sends: nothing to a program that did not ask."""
        if not self.mouse:
            return b""
        if self.has_mode(_SGR_MOUSE):
            return f"\x1b[<{code};{column + 1};{row + 1}{'M' if down else 'm'}".encode()
        return b"\x1b[M" + bytes([32 + (code if down else 3), 33 + column, 33 + row])

    def has_mode(self, *private: int) -> bool:
        """Return whether any of these `CSI ?` modes is on."""
        return any(mode << 5 in self.mode for mode in private)

    def change_modes(self, wanted: Sequence[int], private: bool, on: bool) -> None:
        """Set or reset modes, without pyte's repainting of the screen for ?3 and ?5."""
        for mode in wanted:
            key = mode << 5 if private else mode
            (self.mode.add if on else self.mode.discard)(key)
            if private and mode in _ALTERNATE_MODES:
                self._turn_page(mode, on)
            elif key == modes.DECOM:
                self.cursor_position()

    def _turn_page(self, mode: int, on: bool) -> None:
        if on == self.alternate:
            return
        self._keep_page()
        if on and mode == 1049:
            self.save_cursor()
        shown = self.buffer, self.savepoints
        (self.buffer, self.savepoints), self._hidden = self._hidden, shown
        self.alternate = on
        if on and mode != 47:
            self.buffer.clear()
        if not on and mode == 1049:
            self.restore_cursor()

    def restore_cursor(self) -> None:
        # pyte forgets what it restored, moves it into the scrolling region, and shows or hides it.
        if not self.savepoints:
            self.cursor_position()
            return
        saved = self.savepoints[-1]
        self.cursor = copy.copy(saved.cursor)
        self.g0_charset, self.g1_charset = saved.g0_charset, saved.g1_charset
        self.charset = saved.charset
        self.cursor.x = min(self.cursor.x, self.columns)
        self.ensure_vbounds()

    # Drawing.

    @property
    def _charset(self) -> str:
        return self.g1_charset if self.charset else self.g0_charset

    def draw(self, data: str) -> None:
        self._keep(self.cursor.y, self.cursor.x, self.cursor.x + len(data))
        for char in data:
            shown = char.translate(self._charset)
            width = wcwidth(shown)
            if width > 0:
                self._put(shown, width)
                self._last_drawn = char
            elif width == 0:
                self._combine(shown)

    def _put(self, char: str, width: int) -> None:
        wrapping = modes.DECAWM in self.mode
        if self.cursor.x + width > self.columns:
            if wrapping:
                self.next_line()
                self._keep(self.cursor.y)
            else:
                self.cursor.x = self.columns - width
        if modes.IRM in self.mode:
            self.insert_characters(width)
        start, end = self.cursor.x, self.cursor.x + width
        self._cut(start)
        self._cut(end)
        line = self.buffer[self.cursor.y]
        line[start] = self.cursor.attrs._replace(data=char)
        if width == 2:
            line[start + 1] = self.cursor.attrs._replace(data="")
        self.cursor.x = end if wrapping else min(end, self.columns - 1)

    def _combine(self, char: str) -> None:
        line = self.buffer[self.cursor.y]
        before = self.cursor.x - 1
        while before > 0 and line[before].data == "":
            before -= 1
        if before >= 0:
            line[before] = line[before]._replace(data=line[before].data + char)

    def _cut(self, x: int) -> None:
        """Blank both halves of a wide character whose second half is at x."""
        line = self.buffer[self.cursor.y]
        if 0 < x < self.columns and line[x].data == "":
            line[x - 1] = line[x - 1]._replace(data=" ")
            line[x] = line[x]._replace(data=" ")

    def repeat(self, count: int = 1) -> None:
        self.draw(self._last_drawn * (count or 1))

    # Erasing: the background colour stays, other attributes do not.

    def _blank(self) -> Char:
        return Char(" ", bg=self.cursor.attrs.bg)

    def _erase(self, start: int, end: int) -> None:
        self._keep(self.cursor.y, start, end)
        self._cut(start)
        self._cut(end)
        line = self.buffer[self.cursor.y]
        for x in range(start, min(end, self.columns)):
            line[x] = self._blank()

    def erase_characters(self, count: int | None = None) -> None:
        self._erase(self.cursor.x, self.cursor.x + (count or 1))

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        start = self.cursor.x if how == 0 else 0
        end = self.cursor.x + 1 if how == 1 else self.columns
        self._erase(start, end)

    def erase_in_display(self, how: int = 0, *more: object, **flags: object) -> None:
        if how == 3:
            return  # The scrollback, which is not kept.
        start = self.cursor.y + 1 if how == 0 else 0
        end = self.cursor.y if how == 1 else self.lines
        for y in range(start, end):
            self._keep(y)
            self.buffer[y] = _Line(self._blank())
        if how < 2:
            self.erase_in_line(how)

    def insert_characters(self, count: int | None = None) -> None:
        start = self.cursor.x
        room = self.columns - start
        count = min(count or 1, room)
        self._keep(self.cursor.y, start)
        self._cut(start)
        self._cut(self.columns - count)
        line = self.buffer[self.cursor.y]
        kept = [line[x] for x in range(start, self.columns - count)]
        self._write_line(start, [self._blank()] * count + kept)

    def delete_characters(self, count: int | None = None) -> None:
        start = self.cursor.x
        count = min(count or 1, self.columns - start)
        self._keep(self.cursor.y, start)
        self._cut(start)
        self._cut(start + count)
        line = self.buffer[self.cursor.y]
        kept = [line[x] for x in range(start + count, self.columns)]
        self._write_line(start, kept + [self._blank()] * count)

    def _write_line(self, start: int, cells: Sequence[Char]) -> None:
        self.buffer[self.cursor.y].update(enumerate(cells, start))

    # Scrolling.

    def _region(self) -> Margins:
        return self.margins or Margins(0, self.lines - 1)

    def _scroll(self, top: int, bottom: int, count: int) -> None:
        """Move the lines from top to bottom up by count, or down when it is negative."""
        old = [self.buffer[y] for y in range(top, bottom + 1)]
        count = max(-len(old), min(count, len(old)))
        for row in range(top, top + count) if count > 0 else range(bottom + 1 + count, bottom + 1):
            self._keep(row)
        blank = [_Line(self._blank()) for _ in range(abs(count))]
        new = old[count:] + blank if count >= 0 else blank + old[:count]
        self.buffer.update(enumerate(new, top))

    def set_margins(self, top: int | None = None, bottom: int | None = None) -> None:
        super().set_margins(top, bottom or self.lines)
        if self.margins == (0, self.lines - 1):
            self.margins = None

    def scroll_up(self, count: int = 1) -> None:
        self._scroll(*self._region(), count or 1)

    def scroll_down(self, count: int = 1) -> None:
        self._scroll(*self._region(), -(count or 1))

    def index(self) -> None:
        if self.cursor.y == self._region().bottom:
            self.scroll_up()
        else:
            self.cursor.y = min(self.cursor.y + 1, self.lines - 1)

    def reverse_index(self) -> None:
        if self.cursor.y == self._region().top:
            self.scroll_down()
        else:
            self.cursor.y = max(self.cursor.y - 1, 0)

    def next_line(self) -> None:
        self.carriage_return()
        self.index()

    def insert_lines(self, count: int | None = None) -> None:
        self._shift_lines(-(count or 1))

    def delete_lines(self, count: int | None = None) -> None:
        self._shift_lines(count or 1)

    def _shift_lines(self, count: int) -> None:
        top, bottom = self._region()
        if top <= self.cursor.y <= bottom:
            self._scroll(self.cursor.y, bottom, count)
            self.carriage_return()

    # Moving.

    def cursor_up(self, count: int | None = None) -> None:
        top = self._region().top
        limit = top if self.cursor.y >= top else 0
        self.cursor.y = max(self.cursor.y - (count or 1), limit)

    def cursor_down(self, count: int | None = None) -> None:
        bottom = self._region().bottom
        limit = bottom if self.cursor.y <= bottom else self.lines - 1
        self.cursor.y = min(self.cursor.y + (count or 1), limit)

    def forward_tab(self, count: int = 1) -> None:
        for _ in range(count or 1):
            self.tab()

    def back_tab(self, count: int = 1) -> None:
        for _ in range(count or 1):
            self.cursor.x = max((x for x in self.tabstops if x < self.cursor.x), default=0)

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        lines, columns = lines or self.lines, columns or self.columns
        self._keep_page()
        self._refit(self.buffer, self.cursor, lines, columns)
        hidden, saved = self._hidden
        self._refit(hidden, saved[-1].cursor if saved else Cursor(0, 0), lines, columns)
        self.tabstops = set(range(8, columns, 8))
        self.lines, self.columns = lines, columns
        self.margins = None

    def _refit(self, page: dict[int, _Line], cursor: Cursor, lines: int, columns: int) -> None:
        """Drop what no longer fits, the cursor's line last."""
        lost = max(0, cursor.y + 1 - lines)
        kept = {y - lost: line for y, line in page.items() if 0 <= y - lost < lines}
        for line in kept.values():
            for x in [x for x in line if x >= columns]:
                del line[x]
        page.clear()
        page.update(kept)
        cursor.x = min(cursor.x, columns - 1)
        cursor.y -= lost


class Parser:
    """Turns bytes into calls of a screen, and swallows what it does not know, as terminals do."""

    _TOKEN = re.compile(
        r"""
        (?P<text> [^\x00-\x1f\x7f]+ )
        | \x1b\[ (?P<private> [<=>?]? ) (?P<params> [\d;:]* )
                (?P<middle> [ -/]* ) (?P<final> [@-~] )
        | \x1b\] (?: R | P[\da-fA-F]{7} )       # the Linux console's palette: no terminator
        | \x1b [\]PX^_] .*? (?: \x07 | \x1b\\ )
        | \x1b (?P<charset> [()] ) (?P<code> . )
        | \x1b [ -/] .
        | \x1b (?P<escape> [0-OQ-WYZ\\`-~] )
        | (?P<control> [\x00-\x1a\x1c-\x1f\x7f] )
        """,
        re.VERBOSE | re.DOTALL,
    )
    _COLOUR = re.compile(r"\x1b\]4;(?P<number>\d+);(?P<rgb>rgb:[\da-f/]+)")
    _COLOUR_QUERY = re.compile(r"\x1b\]4;(?P<number>\d+);\?")
    _RESET = re.compile(r"\x1b\]104(?P<numbers>(?:;\d+)*)(?:\x07|\x1b)")
    _UNFINISHED = re.compile(
        r"\x1b (?: \[ [<=>?]? [\d;:]* [ -/]* | [\]PX^_] .* | [ -/] )? \Z", re.VERBOSE | re.DOTALL
    )
    _ESCAPES = pyte.Stream.escape | {"E": "next_line", "=": "keypad_on", ">": "keypad_off"}
    _SEQUENCES = pyte.Stream.csi | {
        "`": "cursor_to_column",
        "b": "repeat",
        "I": "forward_tab",
        "S": "scroll_up",
        "T": "scroll_down",
        "Z": "back_tab",
        "s": "save_cursor",
        "u": "restore_cursor",
    }
    # After a character in the last column the cursor waits there to wrap; these let it wait.
    _LEAVE_THE_CURSOR = (
        "bell",
        "keypad_off",
        "keypad_on",
        "repeat",
        "report_device_attributes",
        "save_cursor",
        "select_graphic_rendition",
        "shift_in",
        "shift_out",
    )

    def __init__(self, screen: Emulator) -> None:
        self._screen = screen
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def feed(self, data: bytes) -> None:
        """Play the bytes to the screen; the start of an unfinished sequence waits for its end."""
        text = self._rest + self._decoder.decode(data)
        at = 0
        while at < len(text):
            if token := self._TOKEN.match(text, at):
                self._play(token)
                at = token.end()
            elif self._UNFINISHED.match(text, at):
                break
            else:
                at += 1
        self._rest = text[at:]

    def _play(self, token: re.Match[str]) -> None:
        if token["text"]:
            self._screen.draw(token["text"])
        elif token[0].startswith("\x1b]"):
            self._system_command(token[0])
        elif token["final"]:
            self._control_sequence(token)
        elif token["charset"]:
            self._screen.define_charset(token["code"], token["charset"])
        elif token["escape"]:
            self._call(self._ESCAPES.get(token["escape"]))
        elif token["control"]:
            self._call(pyte.Stream.basic.get(token["control"]))

    def _system_command(self, command: str) -> None:
        if command.startswith("\x1b]11;?"):
            self._screen.report_background()
        elif query := self._COLOUR_QUERY.match(command):
            self._screen.report_colour(int(query["number"]))
        elif command.startswith("\x1b]52;c;"):
            packed = command.removeprefix("\x1b]52;c;").rstrip("\x07\x1b\\")
            self._screen.clipboard = b64decode(packed, validate=True).decode()
        elif colour := self._COLOUR.match(command):
            self._screen.palette[int(colour["number"])] = colour["rgb"]
        elif reset := self._RESET.match(command):
            self._screen.palette_lost |= not reset["numbers"]
            for number in reset["numbers"].split(";")[1:]:
                self._screen.palette.pop(int(number), None)

    def _control_sequence(self, token: re.Match[str]) -> None:
        private, final = token["private"], token["final"]
        numbers = [int(number or 0) for number in re.split("[;:]", token["params"])]
        if token["middle"]:
            return
        if final in "hl" and private in ("", "?"):
            self._screen.change_modes(numbers, private == "?", final == "h")
        elif final == "u" and private in ("<", ">"):
            self._screen.pushed_keys += 1 if private == ">" else -1
        elif final == "m" and private == ">" and numbers[0] == 4:
            self._screen.sets_other_keys = len(numbers) > 1
        elif not private:
            self._call(self._SEQUENCES.get(final), *numbers)

    def _call(self, name: str | None, *numbers: int) -> None:
        if name is None:
            return
        if name not in self._LEAVE_THE_CURSOR:
            self._screen.ensure_hbounds()
        getattr(self._screen, name)(*numbers)
