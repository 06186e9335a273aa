"""The lists of finished and of unfinished games as text."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from minesweeper.engine.notation import capitalise, percent_text
from minesweeper.engine.setup import level_name
from minesweeper.play.journal import parse_daily_name
from minesweeper.play.session import Session
from minesweeper.play.words import clock_text, rules_parts, speed_text, time_text
from minesweeper.settings.safe_files import printable
from minesweeper.store.categories import Category
from minesweeper.store.characters import UNICODE, Characters
from minesweeper.store.finished_games import SHOWN_ID_LETTERS, StoredGame
from minesweeper.store.tables import Column, table
from minesweeper.store.unfinished_games import UnfinishedGame

NO_GAMES: Final = "No games yet"
NO_SAVED_GAMES: Final = "No saved games"
# How wide the name of a board is at most.
_BOARD_COLUMNS: Final = 26
_MARKS: Final = {"counted": "", "helped": " *", "not counted": " !"}
_LEGEND: Final = {
    "*": "* Unranked: with help, --seed, r or --daily",
    "!": "! Unranked: your own layout, taken over, imported, or played by a program",
}


def board_name(category: Category, times: str = "x") -> str:
    """Return a short name: "expert", "20x10/30, first safe", "classic, guess-free".

    `times` replaces the "x".
    """
    size = f"{category.width}{times}{category.height}/{category.mines}"
    name = level_name(*category.size) or size
    return ", ".join([name, *rules_parts(category)])


def _board(game: StoredGame) -> str:
    """Return the name of a board, without foreign rules, which would be the same in every line."""
    name = capitalise(board_name(game.category))
    return name.partition(",")[0] if game.origin == "import" else name


def _result(game: StoredGame) -> str:
    return capitalise(game.status) + _MARKS[game.standing]


def _short_speed(game: StoredGame) -> str:
    """Return 3BV/s in at most five columns, if it is below 100,000."""
    speed = game.speed or 0
    return speed_text(game.speed, 2 if speed < 99.995 else 1 if speed < 999.95 else 0)


def share_or_dash(share: float | None) -> str:
    """Return "67%", or "-" for None."""
    return "-" if share is None else percent_text(share)


def gain_or_dash(gain: float | None) -> str:
    """Return "+1.2", or "-" for None."""
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return "-" if gain is None else f"{round(gain, 1) + 0.0:+.1f}"


_COLUMNS: Final[Sequence[Column[StoredGame]]] = (
    Column("Date", lambda game: game.day or "-", 4, width=10),
    Column("", lambda game: game.time_of_day, 9),
    Column("Board", _board, 2, width=12, limit=_BOARD_COLUMNS),
    Column("Result", _result, 1, width=9),
    Column("Time", lambda game: time_text(game.ms), 0, is_number=True, width=8),
    Column("3BV/s", _short_speed, 5, is_number=True, width=5),
    Column("Eff.", lambda game: share_or_dash(game.efficiency), 6, is_number=True, width=4),
    Column("Luck", lambda game: gain_or_dash(game.gain), 7, is_number=True, width=5),
    Column("ID", lambda game: game.short_id, 3),
)
_PLAYER: Final[Column[StoredGame]] = Column(
    "Player", lambda game: printable(game.player) or "-", 5, width=14, limit=14
)


def games_lines(
    games: Sequence[StoredGame], width: int, characters: Characters = UNICODE
) -> list[str]:
    """Return the list with marks of unranked games, and their legend, `width` wide at most."""
    if not games:
        return [NO_GAMES]
    columns = [*_COLUMNS, *[_PLAYER] * any(game.player for game in games)]
    marks = {_result(game)[-1] for game in games}
    notes = [note for mark, note in _LEGEND.items() if mark in marks]
    legend = [line for note in notes for line in wrap(note, max(width, 1))]
    lines = table(games, columns, width, characters.more)
    return [*lines, *[""] * bool(legend), *legend]


# Unfinished games


class SavedGame(NamedTuple):
    """What the list says of an unfinished game."""

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


def describe_saved_game(game: UnfinishedGame, session: Session | None) -> SavedGame:
    """Return what the list says of a game; its progress is not known without its moves."""
    progress = clock = "-"
    if session and session.steps:
        safe = len(session.game.grid) - game.mines
        progress = percent_text((safe - session.game.safe_left) / safe)
        clock = clock_text(session.elapsed)
    daily = parse_daily_name(game.name)[1] if game.origin == "daily" else ""
    return SavedGame(game.id, game.day, game.time_of_day, game.category, daily, progress, clock)


def _saved_board(game: SavedGame) -> str:
    """Return the name of the board; that of a daily board begins with its date."""
    name = board_name(game.category)
    level, _, _ = name.partition(",")  # all daily boards have the same rules
    return f"Daily {game.daily}, {level}" if game.daily else capitalise(name)


_SAVED_COLUMNS: Final[Sequence[Column[SavedGame]]] = (
    Column("Begun", lambda game: game.day or "-", 4, width=10),
    Column("", lambda game: game.time_of_day, 5, width=5),
    Column("Board", _saved_board, 1, width=12, limit=30),
    Column("Revealed", lambda game: game.progress, 2, is_number=True),
    Column("Time", lambda game: game.clock, 0, is_number=True, width=7),
    Column("ID", lambda game: game.id[:SHOWN_ID_LETTERS], 3),
)


def saved_games_lines(
    games: Sequence[SavedGame], width: int, characters: Characters = UNICODE
) -> list[str]:
    """Return a heading and a line for each unfinished game, `width` wide at most."""
    if not games:
        return [NO_SAVED_GAMES]
    return [*table(games, _SAVED_COLUMNS, width, characters.more)]
