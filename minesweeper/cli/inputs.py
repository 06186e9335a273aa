"""What the command line names: files, and games in the history."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from minesweeper.cli.output import UsageError
from minesweeper.engine.board import Board
from minesweeper.engine.notation import NotationError, parse_layout
from minesweeper.engine.setup import MAX_CELLS
from minesweeper.play.journal import TooLargeError, parse_journal
from minesweeper.play.session import Session, fold
from minesweeper.settings.safe_files import reason
from minesweeper.settings.values import quoted, quoted_path
from minesweeper.store.history import History

if TYPE_CHECKING:  # few commands need a database
    from sqlite3 import Connection

_T = TypeVar("_T")

# A layout of the most cells allowed, one of them a line, with two characters of line end each.
MAX_BOARD_FILE: Final = 3 * MAX_CELLS


# Files


def read_text(path: str) -> str:
    """Return the text of a file with a picture; "-" is standard input."""
    try:
        return read_bytes(path, MAX_BOARD_FILE).decode("utf-8-sig")
    except UnicodeDecodeError:
        why = "is not text: a picture of a board is expected, a row a line"
        raise UsageError(f"{quoted_path(path)}: {why}") from None


def read_board(path: str) -> Board:
    """Return the board in a file."""
    try:
        return parse_layout(read_text(path))
    except NotationError as error:
        raise UsageError(f"{quoted_path(path)} {error}") from None


def read_bytes(path: str, most: int) -> bytes:
    """Return the bytes of a file, at most one more than `most`; "-" is standard input."""
    try:
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:  # a path with a NUL in it is a ValueError
        raise UsageError(f"{quoted_path(path)}: {reason(error)}") from None


# Games in the history


def query(history: History, question: "Callable[[Connection], _T]") -> _T | None:
    """Return the answer; None where no games are kept. UsageError where they cannot be read."""
    answer = history.query(question)
    if history.is_unreadable:
        raise UsageError(history.take_messages() or "the games that are kept cannot be read now")
    return answer


def find_game(history: History, name: str) -> Session:
    """Return the one game whose id begins so, or the last one; UsageError where there is none."""
    from minesweeper.store.finished_games import ids_from, journal_text  # late: sqlite3

    can_be = name == "last" or is_id(name)
    found = (query(history, lambda db: ids_from(db, name)) or []) if can_be else []
    if not found and name == "last":
        raise UsageError("no games are kept yet")
    if not found:
        raise UsageError(f"no game is kept with the ID {quoted(name)}")
    if name not in ("last", found[0]):
        _check_shortened(name, found)
    return parse_game(query(history, lambda db: journal_text(db, found[0]) or "") or "")


def _check_shortened(name: str, found: Sequence[str]) -> None:
    """Raise UsageError unless the beginning of an id is long enough, and that of only one."""
    from minesweeper.store.finished_games import FEWEST_LETTERS, short_id  # late: sqlite3

    if len(name) < FEWEST_LETTERS:
        fewest = f"at least {FEWEST_LETTERS} letters of an ID are needed"
        raise UsageError(f"{quoted(name)} is too short: {fewest}")
    if len(found) > 1:
        these = ", ".join(short_id(each, set(found) - {each}) for each in found[:3])
        these += ", ..." if len(found) > 3 else ""
        raise UsageError(f"{len(found)} games have an ID that begins with {quoted(name)}: {these}")


def is_id(text: str) -> bool:
    """Return whether a text is the id of a game, or how one may begin."""
    return bool(text) and not text.strip("0123456789abcdef")


def parse_game(journal: str) -> Session:
    """Return the game in a journal of the history."""
    try:
        return fold(parse_journal(journal))
    except TooLargeError as error:
        raise UsageError(f"this game is refused: {error.reason}") from None
    except NotationError as error:
        raise UsageError(f"the journal of this game is damaged: {error}") from None
