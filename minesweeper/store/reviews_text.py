"""The table of the reviews of many games, as lines of text."""

from collections.abc import Sequence
from itertools import chain
from pathlib import PurePath
from typing import Final, NamedTuple

from minesweeper.engine.notation import capitalise, percent_text
from minesweeper.engine.setup import Setup
from minesweeper.play.game_review import GameReview
from minesweeper.play.words import speed_text, time_text
from minesweeper.store.categories import category_of
from minesweeper.store.games_text import (
    Column,
    board_name,
    columns_that_fit,
    fit_to_games,
    heading_line,
    list_line,
)
from minesweeper.store.text_lines import UNICODE, join_texts


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


def _efficiency(row: ReviewRow) -> str:
    return "-" if row.efficiency is None else percent_text(row.efficiency)


def _gain(row: ReviewRow) -> str:
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    return "-" if row.gain is None else f"{round(row.gain, 1) + 0.0:+.1f}"


def _think(row: ReviewRow) -> str:
    return "-" if row.longest_think is None else f"{speed_text(row.longest_think / 1000, 1)} s"


REVIEW_COLUMNS: Final[tuple[Column[ReviewRow], ...]] = (
    Column("Game", lambda row: PurePath(row.name).name, 12, 0, role="text", max_width=40),
    Column("Board", _board, 12, 5),
    Column("Result", lambda row: capitalise(row.outcome), 9, 1),
    Column("Time", lambda row: time_text(row.milliseconds), 8, 1, is_number=True, role="text"),
    Column("3BV", _solved, 3, 4, is_number=True),
    Column("Guesses", lambda row: _number(row.guesses), 7, 2, is_number=True),
    Column("Avoidable", lambda row: _number(row.avoidable), 9, 1, is_number=True),
    Column("Luck", _gain, 5, 3, is_number=True),
    Column("Think", _think, 6, 6, is_number=True),
    Column("Clicks", lambda row: str(row.clicks), 6, 7, is_number=True),
    Column("ZiNi", lambda row: _number(row.fewest_clicks), 4, 8, is_number=True),
    Column("Eff.", _efficiency, 4, 9, is_number=True),
)


def reviews_lines(rows: Sequence[ReviewRow], width: int) -> list[str]:
    """Return a heading and a line for each game, `width` wide at most."""
    columns = columns_that_fit((fit_to_games(column, rows) for column in REVIEW_COLUMNS), width)
    lines = chain([heading_line(columns)], (list_line(row, columns, UNICODE) for row in rows))
    return [join_texts(line)[:width] for line in lines]  # one at a time: pieces are large
