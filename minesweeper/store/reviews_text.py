"""The table of the reviews of many games, as lines of text."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Final, NamedTuple

from minesweeper.engine.notation import capitalise
from minesweeper.engine.setup import Setup
from minesweeper.play.review_figures import GameReview
from minesweeper.play.words import speed_text, time_text
from minesweeper.store.categories import category_of
from minesweeper.store.characters import UNICODE
from minesweeper.store.games_text import board_name, gain_or_dash, share_or_dash
from minesweeper.store.tables import Column, table


class ReviewRow(NamedTuple):
    """One game in the table; None stands for what its board is too large for."""

    name: str
    """The path of its file, or its id."""
    setup: Setup
    outcome: str
    milliseconds: int
    bbbv: int
    solved: int
    clicks: int
    efficiency: float | None
    fewest_clicks: int | None
    guesses: int | None
    avoidable: int | None
    gain: float | None
    """How many more guesses were survived than expected; None without guesses."""
    longest_think: int | None
    """In milliseconds; None if no move that was certain took a second."""


def review_row(name: str, game_review: GameReview) -> ReviewRow:
    """Return the row of a game."""
    review, result = game_review.review, game_review.result
    gain = None
    if review and review.guess_count:
        gain = review.survived_count - float(review.expected_survivals)
    return ReviewRow(
        name,
        game_review.session.head.setup,
        game_review.outcome,
        result.milliseconds,
        result.bbbv,
        result.solved,
        result.clicks,
        result.efficiency,
        game_review.fewest_clicks,
        review.guess_count if review else None,
        review.avoidable_count if review else None,
        gain,
        game_review.thinks[0].milliseconds if game_review.thinks else None,
    )


def _board(row: ReviewRow) -> str:
    """Return the level or the size; its rules are those of the program that it was played with."""
    return capitalise(board_name(category_of(row.setup))).partition(",")[0]


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)


def _solved(row: ReviewRow) -> str:
    return str(row.bbbv) if row.outcome == "won" else f"{row.solved}/{row.bbbv}"


def _think(row: ReviewRow) -> str:
    return "-" if row.longest_think is None else f"{speed_text(row.longest_think / 1000, 1)} s"


_COLUMNS: Final[Sequence[Column[ReviewRow]]] = (
    Column("Game", lambda row: PurePath(row.name).name, 0, width=8, limit=40),
    Column("Board", _board, 5),
    Column("Result", lambda row: capitalise(row.outcome), 1),
    Column("Time", lambda row: time_text(row.milliseconds), 1, is_number=True),
    Column("3BV", _solved, 4, is_number=True),
    Column("Guesses", lambda row: _number(row.guesses), 2, is_number=True),
    Column("Avoidable", lambda row: _number(row.avoidable), 1, is_number=True),
    Column("Luck", lambda row: gain_or_dash(row.gain), 3, is_number=True),
    Column("Think", _think, 6, is_number=True),
    Column("Clicks", lambda row: str(row.clicks), 7, is_number=True),
    Column("ZiNi", lambda row: _number(row.fewest_clicks), 8, is_number=True),
    Column("Eff.", lambda row: share_or_dash(row.efficiency), 9, is_number=True),
)


def reviews_lines(rows: Sequence[ReviewRow], width: int) -> list[str]:
    """Return a heading and a line for each game, `width` wide at most."""
    return [*table(rows, _COLUMNS, width, UNICODE.more)]
