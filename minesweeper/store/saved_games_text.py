"""The list of saved games, as lines of text."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from minesweeper.engine.notation import capitalise, percent_text
from minesweeper.play.journal import parse_daily_name
from minesweeper.play.session import Session
from minesweeper.play.words import clock_text
from minesweeper.store.categories import Category, category_of
from minesweeper.store.finished_games import short_id
from minesweeper.store.games_text import (
    Column,
    board_name,
    columns_that_fit,
    fit_board,
    fit_to_games,
    heading_line,
    list_line,
)
from minesweeper.store.sqlite_file import local_time
from minesweeper.store.text_lines import UNICODE, Characters, join_texts

NO_SAVED_GAMES: Final = "No saved games"


class SavedGame(NamedTuple):
    """What the list says of a saved game."""

    id: str
    day: str
    """The local date at which it began: "2026-11-22"; "" if it is not known."""
    time_of_day: str
    """The local time of day at which it began: "18:05"; "" if it is not known."""
    category: Category
    daily: str
    """The date of its daily board, or ""."""
    progress: str
    """The share of the safe cells that are revealed, or "-" if it is not known."""
    clock: str
    """The time played, or "-" if it is not known."""


def describe_saved_game(session: Session) -> SavedGame:
    """Return what the list says of a game; one without its moves has a progress of "-"."""
    head, game = session.head, session.game
    safe = len(game.grid) - head.setup.mines
    return SavedGame(
        head.id,
        *local_time(head.begun),
        category_of(head.setup),
        parse_daily_name(head.origin.name)[1] if head.origin.kind == "daily" else "",
        percent_text((safe - game.safe_left) / safe) if session.steps else "-",
        clock_text(session.elapsed) if session.steps else "-",
    )


def _board(game: SavedGame, times: str = "x") -> str:
    """Return the name of the board; that of a daily board has its date instead of its rules."""
    name = capitalise(board_name(game.category, times))
    return f"{name.partition(',')[0]}, daily {game.daily}" if game.daily else name


_BOARD: Final = Column[SavedGame](
    "Board",
    _board,
    12,
    3,
    role="text",
    max_width=26,
    fit=lambda game, width, characters: fit_board(_board(game, characters.times), width),
)
_PROGRESS: Final = Column[SavedGame](
    "Revealed", lambda game: game.progress, 8, 1, is_number=True, role="text"
)
_CLOCK: Final = Column[SavedGame](
    "Time", lambda game: game.clock, 7, 0, is_number=True, role="text"
)
SAVED_COLUMNS: Final = (
    Column[SavedGame]("Begun", lambda game: game.day or "-", 10, 4),
    Column[SavedGame]("", lambda game: game.time_of_day, 5, 5),
    _BOARD,
    _PROGRESS,
    _CLOCK,
    Column[SavedGame]("ID", lambda game: short_id(game.id, ()), 7, 2),
)
NARROW_SAVED_COLUMNS: Final = (
    Column[SavedGame]("Begun", lambda game: game.day[5:], 5, 3),
    _BOARD._replace(width=10, rank=2),
    _PROGRESS._replace(name="", width=4),
    _CLOCK,
)


def saved_games_lines(
    games: Sequence[SavedGame], width: int, characters: Characters = UNICODE
) -> list[str]:
    """Return a heading and a line for each saved game, `width` wide at most."""
    if not games:
        return [NO_SAVED_GAMES]
    characters = characters._replace(times="x")  # the multiplication sign is for screens only
    columns = columns_that_fit((fit_to_games(each, games) for each in SAVED_COLUMNS), width)
    lines = [heading_line(columns), *(list_line(game, columns, characters) for game in games)]
    return [join_texts(line)[:width] for line in lines]
