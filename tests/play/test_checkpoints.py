"""Journals with many undos are read in time that is proportional to their length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.game import Game, Move
from minesweeper.play.checkpoints import Checkpoints
from minesweeper.play.journal import Entry, EntryWord, Head, Journal, Origin
from minesweeper.play.session import NO_ID, NO_TIME, Session, fold
from tests.harness.boards import everything_about, game_on
from tests.harness.work import count_calls

SAFE_ROW = """
    ..........
    **********
"""


def play(letters: str) -> Session:
    """Read a journal of flags in the safe row, Undos and Redos."""
    game = game_on(SAFE_ROW, win="clear")
    words: dict[str, EntryWord] = {"u": "undo", "r": "redo"}
    entries = [Entry(0, "layout", game.board)]
    for number, letter in enumerate(letters):
        flag = Move("flag", game.grid.cell(number % 10 + 1, 1))
        entries.append(Entry(0, words[letter]) if letter in words else Entry(0, "flag", flag))
    return fold(Journal(Head(NO_ID, NO_TIME, game.setup, Origin("board")), entries))


def check_read_in_linear_time(letters: str) -> None:
    plays, session = count_calls(Game.play, lambda: play(letters))
    assert plays <= 3 * len(letters)
    again = game_on(SAFE_ROW, win="clear")
    for step in session.steps:
        again.play(step.move)
    assert everything_about(session.game) == everything_about(again)


@pytest.mark.parametrize(
    "letters",
    [
        "f" * 300 + "uf" * 300,
        "ffu" * 300,
        "f" * 600 + "uuf" * 300,
        "f" * 600 + "uur" * 300,
        "f" * 300 + ("u" * 90 + "r" * 90) * 8,
        "f" * 300 + "".join("u" * count + "f" * count for count in (1, 2, 4, 8, 16, 32, 64) * 9),
        "f" * 300 + "".join("u" * count + "f" * count for count in (64, 32, 16, 8, 4, 2, 1) * 9),
    ],
)
def test_moves_and_undos_in_turn_are_read_in_linear_time(letters: str) -> None:
    check_read_in_linear_time(letters)


@given(st.lists(st.tuples(st.sampled_from("fur"), st.integers(1, 40)), max_size=40))
def test_any_moves_and_undos_are_read_in_linear_time(runs: list[tuple[str, int]]) -> None:
    check_read_in_linear_time("".join(letter * count for letter, count in runs))


def test_few_games_are_kept() -> None:
    game, checkpoints = game_on(SAFE_ROW), Checkpoints()
    for target in range(1_000):
        for moves in range(target + 1):
            checkpoints.keep(moves, game, target)
        checkpoints.thin(target)
    kept = []
    for moves in range(1_000, -1, -1):
        checkpoints.forget_after(moves)
        if (latest := checkpoints.latest()) and latest[0] not in kept:
            kept.append(latest[0])
    assert 8 <= len(kept) <= 12
