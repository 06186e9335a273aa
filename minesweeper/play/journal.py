"""A game as lines of text: its head, then a line for each event.

    minesweeper journal 1
    id 5f0c1d2e3b4a6978
    begun 2025-11-21T02:19:07Z
    setup 9 9 10 opening either no no luck
    origin drawn 7 -
    0 mines QAgBAAEEAAAAAAgAgA==
    0 reveal 3 5
    812 flag 4 4
    2250 undo
    4100 help hint
    5300 obvious flag 4 4 reveal 3 1

Each line after the head begins with its time: milliseconds since the journal was begun, including
pauses, but not the time in which the program did not run. Lines are only appended: if the program
is killed, the journal holds the game up to that moment. A cut last line is ignored.

Under a guess rule, which may lay the mines anew before a reveal, a line says from where on guesses
are left to chance: from the first reveal that is taken back, or that no layout can be drawn for, as
the position is too wide. It is written before that line:

    0 mines QAgBAAEEAAAAAAgAgA==
    0 reveal 3 5
    1400 mines QAgBAAEEAAAAAAgAgB==
    1400 reveal 9 9
    3020 luck
    3020 undo

So the moves before it were made under the rule and those after it were not; a move that `redo`
makes again keeps its rule. A word on every move could say no more, as the rule does not come back.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, NewType, cast, get_args

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Grid
from minesweeper.engine.game import Move
from minesweeper.engine.notation import (
    NotationError,
    count_text,
    format_code,
    format_move,
    parse_code,
    parse_move,
    parse_number,
)
from minesweeper.engine.setup import (
    MAX_CELLS,
    MAX_SEED,
    MAX_SIDE,
    FirstReveal,
    OnGuess,
    Setup,
    WinRule,
)

JOURNAL_VERSION: Final = "minesweeper journal 1"
HEAD_LINES: Final = 5
# The length of the id of a game, in hexadecimal digits.
ID_LENGTH: Final = 16
MAX_EVENTS: Final = 2_000_000
MAX_TEXT: Final = 64 * 1024 * 1024
MAX_TIME: Final = 10**13

Help = Literal["hint", "odds", "flag check", "shown mines", "demo", "pipe", "obvious moves"]
Kind = Literal["drawn", "given", "board", "again", "daily", "replay", "import"]
EntryWord = Literal[
    "layout",  # where the mines are, if that is known from the start; the first entry
    "mines",  # the layout; a later one replaces it and agrees with every number shown so far
    "luck",  # the guess rule ends: from here on guesses are left to chance
    "start",  # the first reveal of a daily board, which is no click and starts no clock
    "reveal",
    "flag",
    "chord",
    "flag-chord",
    "undo",
    "redo",
    "help",
    "obvious",  # moves that the program made at one key; none if it only found wrong flags
    "pause",
    "resume",
    "left",  # the player left the game unfinished
    "restart",  # an unfinished game was resumed
    "won",  # this and the next follow from the moves
    "lost",
    "abandoned",
    "clock",  # the clock of a replay starts, before the first of its moves that would start it
    "mode",  # in which mode a replay dealt its board, if it was not the usual one
    "player",  # who played a replay, if its file names the player
    "mouse",  # the path of the mouse through the whole game, of a replay that has it
]
ReplayText = NewType("ReplayText", str)
"""What few readers of a journal need, as `format_mouse` or `format_player` writes it."""

HELPS: Final[tuple[str, ...]] = get_args(Help)
KINDS: Final[tuple[str, ...]] = get_args(Kind)
WORDS: Final[frozenset[str]] = frozenset(get_args(EntryWord))
MOVES: Final[tuple[EntryWord, ...]] = ("start", "reveal", "flag", "chord", "flag-chord")


class Origin(NamedTuple):
    """Where the layout comes from: its kind, its seed if it has one, and a name.

    The name is that of a daily board, or one of the marks that `session` and `dealer` define.
    """

    kind: Kind
    seed: int | None = None
    name: str = ""


def parse_daily_name(name: str) -> tuple[str, str, str]:
    """Return the version, date and level in the name of a daily board; "" for missing parts."""
    version, _, board = name.partition("/")
    day, _, level = board.partition("/")
    return version, day, level


class Head(NamedTuple):
    """What is known of a game before its first move.

    `begun` is the time at which it began, in UTC as ISO 8601 text.
    """

    id: str
    begun: str
    setup: Setup
    origin: Origin


Detail = Move | list[Move] | Board | Help | ReplayText | None


class Entry(NamedTuple):
    """An event: its time in milliseconds, its word, and its move, layout, help or other detail."""

    time: int
    word: EntryWord
    detail: Detail = None


class Journal(NamedTuple):
    """A whole game, finished or not."""

    head: Head
    entries: list[Entry]


def format_journal(journal: Journal) -> str:
    """Return the game as text."""
    head, entries = journal
    return format_head(head) + format_entries(entries, Grid(head.setup.width, head.setup.height))


def format_head(head: Head) -> str:
    """Return the lines before the entries."""
    setup = " ".join(_format_value(value) for value in head.setup)
    kind, seed, name = head.origin
    origin = f"{kind} {'-' if seed is None else seed} {name or '-'}"
    return f"{JOURNAL_VERSION}\nid {head.id}\nbegun {head.begun}\nsetup {setup}\norigin {origin}\n"


def format_entries(entries: Iterable[Entry], grid: Grid) -> str:
    """Return a line for each entry of a game on this grid."""
    return "".join(f"{time} {word}{_format(detail, grid)}\n" for time, word, detail in entries)


def _format(detail: Detail, grid: Grid) -> str:
    """Return the part of a line after its word, with the space before it."""
    if isinstance(detail, Move):
        column, row = grid.place(detail.cell)
        return f" {column} {row}"
    if isinstance(detail, list):
        return "".join(f" {format_move(grid, move)}" for move in detail)
    if isinstance(detail, Board):
        return " " + format_code(detail)
    return f" {detail}" if detail else ""


def parse_journal(text: str) -> Journal:
    """Return the journal in a text; raise NotationError for any other text."""
    if len(text) > MAX_TEXT:
        raise NotationError(f"more than {MAX_TEXT // 2**20} MB are not read")
    lines = text.split("\n")
    lines.pop()  # empty, or a cut line
    # A line may hold many moves, of three blanks each.
    if max(len(lines), text.count(" ") // 3) > MAX_EVENTS + HEAD_LINES:
        raise NotationError(f"more than {MAX_EVENTS:,} events are not read")
    head = _parse_head(lines[:HEAD_LINES])
    return Journal(head, _parse_entries(head.setup, lines[HEAD_LINES:]))


# The head


def _parse_head(lines: list[str]) -> Head:
    if len(lines) < HEAD_LINES:
        raise NotationError("the journal ends before its game begins")
    values = []
    for key, line in zip(("minesweeper", "id", "begun", "setup", "origin"), lines, strict=True):
        found, _, value = line.partition(" ")
        if found != key:
            raise NotationError(f"{line[:40]!a} is not the {key!r} line of a journal")
        values.append(value)
    _one_of(lines[0], (JOURNAL_VERSION,))
    return Head(
        _parse_word(values[1], "0123456789abcdef"),
        _parse_word(values[2], "0123456789-:TZ"),
        _parse_setup(values[3]),
        _parse_origin(values[4]),
    )


def _parse_word(text: str, allowed: str) -> str:
    if not 1 <= len(text) <= 32 or text.strip(allowed):
        raise NotationError(f"{text[:40]!a} is not made of {allowed}")
    return text


def _parse_setup(text: str) -> Setup:
    try:
        width, height, mines, first, win, marks, no_guess, on_guess = _words(text, 8)
        return Setup(
            parse_number(width, MAX_SIDE),
            parse_number(height, MAX_SIDE),
            parse_number(mines, MAX_CELLS),
            cast(FirstReveal, first),
            cast(WinRule, win),
            _one_of(marks, ("no", "yes")) == "yes",
            _one_of(no_guess, ("no", "yes")) == "yes",
            cast(OnGuess, on_guess),
        )
    except ValueError as error:
        raise NotationError(f"setup {text[:60]!a}: {error}") from None


def _words(text: str, count: int) -> list[str]:
    words = text.split(" ")
    if len(words) != count:
        raise NotationError(f"{count_text(len(words), 'word')}, not {count}")
    return words


def _parse_origin(text: str) -> Origin:
    try:
        kind, seed, name = _words(text, 3)
        number = None if seed == "-" else parse_number(seed, MAX_SEED)
        if not name.isascii():
            raise NotationError(f"{name[:40]!a} is not the name of a board")
        return Origin(cast(Kind, _one_of(kind, KINDS)), number, "" if name == "-" else name[:40])
    except ValueError as error:
        raise NotationError(f"origin {text[:40]!a}: {error}") from None


def format_player(name: str) -> ReplayText:
    """Return a name as one word of ASCII: its UTF-8 in hexadecimal digits."""
    return ReplayText(name.encode("utf-8").hex())


def parse_player(word: str) -> str:
    """Return the name in a word of a journal; raise NotationError if it is damaged."""
    try:
        return bytes.fromhex(word).decode("utf-8")
    except ValueError:
        raise NotationError(f"{word[:40]!a} is not the name of a player") from None


def _one_of(text: str, allowed: tuple[str, ...]) -> str:
    if text not in allowed:
        raise NotationError(f"{text[:40]!a} is not one of {', '.join(allowed)}")
    return text


def _format_value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


# The entries


def _parse_entries(setup: Setup, lines: list[str]) -> list[Entry]:
    grid = Grid(setup.width, setup.height)
    entries = []
    time = 0
    for line in lines:
        try:
            entry = _parse_entry(setup, grid, line)
            if entry.time < time:
                raise NotationError(f"the time goes back from {time} to {entry.time}")
        except NotationError as error:
            raise NotationError(f"in {line[:40]!a}: {error}") from None
        time = entry.time
        entries.append(entry)
    return entries


def _parse_entry(setup: Setup, grid: Grid, line: str) -> Entry:
    time, _, event = line.partition(" ")
    word, _, rest = event.partition(" ")
    if word not in WORDS:
        raise NotationError(f"{word[:40]!a} is not an event of a journal")
    return Entry(
        parse_number(time, MAX_TIME), cast(EntryWord, word), _parse_detail(setup, grid, word, rest)
    )


def _parse_detail(setup: Setup, grid: Grid, word: str, rest: str) -> Detail:
    if word in MOVES:
        return parse_move(grid, f"{'reveal' if word == 'start' else word} {rest}")
    if word == "obvious":
        words = rest.split(" ") if rest else []
        moves = [" ".join(words[at : at + 3]) for at in range(0, len(words), 3)]
        return [parse_move(grid, move) for move in moves]
    if word in ("layout", "mines"):
        board = parse_code(rest, grid)
        if board.mine_count != setup.mines:
            count = board.mine_count
            raise NotationError(f"the layout has {count} mines, the setup {setup.mines}")
        return board
    if word == "help":
        return cast(Help, _one_of(rest, HELPS))
    if word in ("mode", "player", "mouse"):
        return ReplayText(rest)
    if rest:
        raise NotationError(f"{rest[:40]!a} after {word}")
    return None
