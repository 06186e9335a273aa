"""The steps of a review in lines of text."""

import pytest

from minesweeper.play.review import review
from minesweeper.play.review_words import step_lines
from tests.harness.boards import game_on
from tests.harness.played import click, session_on


@pytest.mark.parametrize(
    ("layout", "moves", "step"),
    [
        ("*..", ["reveal 1 1"], "The last move, after 0 moves: revealed (1,1), 33% risk (1/3)"),
        (
            "*....*\n......",
            ["reveal 3 1", "reveal 1 2", "reveal 6 1"],
            "Guess 2 of 2, after 2 moves: revealed (6,1), 50% risk (1/2)",
        ),
        (
            "*...\n....\n...*",
            ["reveal 4 1", "reveal 4 3"],
            "The last move, after 1 move: revealed (4,3), 100% risk",
        ),
    ],
)
def test_a_risk_is_a_fraction_as_well_unless_it_is_certain(
    layout: str, moves: list[str], step: str
) -> None:
    session = session_on(game_on(layout))
    for text in moves:
        assert click(session, text)
    *_, done = review(session)
    assert step in step_lines(session, done, exact=True)
