"""Read what the command line names: files, and games in the store."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import BufferedReader
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from minesweeper.cli.output import UsageError
from minesweeper.engine.board import Board
from minesweeper.engine.notation import NotationError, parse_layout
from minesweeper.engine.setup import MAX_CELLS
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import Session, fold
from minesweeper.settings.safe_files import SAFELY, decode_text, is_utf_16, reason_of
from minesweeper.settings.values import quoted, quoted_path
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import (
    MIN_ID_LETTERS,
    SHOWN_ID_LETTERS,
    find_ids,
    read_journal,
)
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import find_unfinished

if TYPE_CHECKING:  # few commands need a database
    from sqlite3 import Connection

_T = TypeVar("_T")
_Values = ParamSpec("_Values")

# The size of the largest layout: one cell a line, with two characters of line end each, in UTF-16.
MAX_BOARD_FILE: Final = 6 * MAX_CELLS


# Files


def read_text(path: str) -> str:
    """Return the text of a file that holds a picture of a board; "-" is standard input."""
    return _decode(path, read_bytes(path, MAX_BOARD_FILE))


def read_board(path: str) -> Board:
    """Return the board in a file, a picture or MBF, or of a link; UsageError if there is none."""
    from minesweeper.formats.board_link import is_link, parse_link  # late: few games have a layout
    from minesweeper.formats.mbf import is_mbf, parse_mbf  # late: as above

    if is_link(path):
        try:
            return parse_link(path)
        except NotationError as error:
            raise UsageError(f"this link to a board cannot be read: {error}") from None
    data = read_bytes(path, MAX_BOARD_FILE)
    try:
        if is_mbf(data):
            try:
                return parse_mbf(data)
            except NotationError:
                # A picture in UTF-16 may be as long as MBF of 255x254, but then its mines repeat.
                if not is_utf_16(data):
                    raise
        return parse_layout(_decode(path, data))
    except NotationError as error:
        raise UsageError(f"{quoted_path(path)} {error}") from None


def _decode(path: str, data: bytes) -> str:
    try:
        return decode_text(data)
    except UnicodeDecodeError:
        why = "is not text: a picture of a board is expected, one row per line"
        raise UsageError(f"{quoted_path(path)}: {why}") from None


def read_bytes(path: str, limit: int) -> bytes:
    """Return the bytes of a file, at most `limit` + 1 of them; "-" is standard input."""
    try:
        with open_named(path) as file:
            return file.read(limit + 1) or b""
    except (OSError, ValueError) as error:  # a NUL in a path is a ValueError
        raise UsageError(f"{quoted_path(path)}: {reason_of(error)}") from None


def open_named(path: str) -> BufferedReader:
    """Open a file for reading; "-" is standard input.

    A regular file is never waited for: /proc/kmsg claims to be one, and has no end. Where nothing
    is there to be read now, `read` returns None.
    """
    return open(0 if path == "-" else path, "rb", closefd=path != "-", opener=_open_at_once)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | SAFELY if os.path.isfile(path) else flags)


def is_path(name: str) -> bool:
    """Return whether a name is that of a file, and not of a game in the store.

    A name with a dot or a separator is, even if there is no such file.
    """
    signs = (".", "-", os.sep, os.altsep or os.sep)
    return name != "last" and (any(sign in name for sign in signs) or os.path.exists(name))


def files_below(path: str) -> Iterator[str]:
    """Yield the files in a directory and in those below it, in order; of a file its own path.

    A directory that cannot be read is yielded itself, so that who opens it says why. Raise
    UsageError for one that holds no files.
    """
    if not os.path.isdir(path):
        yield path
        return
    is_empty = True
    waiting, unreadable = [path], []
    while waiting:  # Python 3.11's os.walk calls itself: folders may be nested too deeply for that
        directory = waiting.pop()
        try:
            with os.scandir(directory) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            unreadable.append(directory)
            continue
        for entry in listed:
            if not entry.name.startswith(".") and _is_file(entry):
                is_empty = False
                yield entry.path
        waiting += [entry.path for entry in reversed(listed) if _is_folder(entry)]
    yield from unreadable
    if is_empty and not unreadable:
        raise UsageError(f"{quoted_path(path)} holds no files")


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a regular file, or a link that leads to one."""
    with suppress(OSError):
        return entry.is_file()
    return False


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a directory, or cannot even be asked: its path is too long."""
    with suppress(OSError):
        return entry.is_dir(follow_symlinks=False)
    return True


# Stored games


def read_store(
    store: Store,
    query: "Callable[Concatenate[Connection, _Values], _T]",
    *values: _Values.args,
    **named: _Values.kwargs,
) -> _T:
    """Return what a function reads from the database; UsageError if it cannot be read."""
    try:
        return store.read(query, *values, **named)
    except StoreError as error:
        raise UsageError(str(error)) from None


def find_game(store: Store, name: str) -> Session:
    """Return the game with this id, or with the only id that begins so; "last" is the last game.

    Raise UsageError if there is no such game.
    """
    return parse_game(read_store(store, read_journal, find_game_id(store, name)))


def find_game_id(store: Store, name: str) -> str:
    """Return the id of the game that `find_game` returns."""
    is_possible = name == "last" or is_id(name)
    ids = read_store(store, find_ids, name) if is_possible else []
    if not ids and name == "last":
        raise UsageError("the history has no games yet")
    if not ids:
        raise UsageError(f"no game in the history has the ID {quoted(name)}")
    if name not in ("last", ids[0]):
        _check_prefix(name, ids)
    return ids[0]


def find_saved_id(store: Store, name: str) -> str:
    """Return the id of the unfinished game with this id, or with the only id that begins so.

    Raise UsageError if there is no such game.
    """
    games = read_store(store, find_unfinished) if is_id(name) else []
    ids = sorted(game.id for game in games if game.id.startswith(name))
    if not ids:
        listed = "minesweeper games --saved lists them"
        raise UsageError(f"no saved game has the ID {quoted(name)}: {listed}")
    if name != ids[0]:
        _check_prefix(name, ids)
    return ids[0]


def _check_prefix(name: str, ids: Sequence[str]) -> None:
    """Raise UsageError if the beginning of an id is too short, or if several ids have it."""
    if len(name) < MIN_ID_LETTERS:
        needed = f"at least {MIN_ID_LETTERS} characters of an ID are needed"
        raise UsageError(f"{quoted(name)} is too short: {needed}")
    if len(ids) > 1:
        letters = SHOWN_ID_LETTERS
        while len({each[:letters] for each in ids}) < len(ids):
            letters += 1
        listed = ", ".join(each[:letters] for each in ids[:3])
        listed += ", ..." if len(ids) > 3 else ""
        raise UsageError(f"{len(ids)} games have an ID that begins with {quoted(name)}: {listed}")


def is_id(text: str) -> bool:
    """Return whether a text could be the id of a game, or the beginning of one."""
    return bool(text) and not text.strip("0123456789abcdef")


def parse_game(journal: str) -> Session:
    """Return the game in a journal of the history; UsageError if it cannot be read."""
    try:
        return fold(parse_journal(journal))
    except NotationError as error:
        raise UsageError(f"this game cannot be read: {error}") from None
