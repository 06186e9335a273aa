"""The look back on a finished game: what its reveals risked, by hand and by brute force."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from minesweeper.board import Board, Setup
from minesweeper.cells import Cell
from minesweeper.clues import clues_of
from minesweeper.game import Game, Move, Status, Verb
from minesweeper.review import Review, review
from tests.boards import game_on, move
from tests.positions import layouts_by_brute_force, random_board

HALF = Fraction(1, 2)

TWO_MINES = """
    *...
    ....
    ...*
"""
GUESS = """
    .*..
    ....
    ...*
"""
FIFTY_FIFTY = """
    *..
    ...
"""
TWO_FIFTY_FIFTIES = """
    *....*
    ......
"""


def all_steps(layout: str, *moves: str) -> list[Review]:
    game = game_on(layout, win="clear")
    assert game.board
    return list(review(game.setup, game.board, [move(game, text) for text in moves]))


def reviewed(layout: str, *moves: str) -> Review:
    return all_steps(layout, *moves)[-1]


def sentence(answer: Review) -> str:
    assert answer.verdict
    return answer.verdict.sentence


# Guesses


def test_a_game_without_moves_risked_nothing() -> None:
    assert reviewed(TWO_MINES) == Review(Fraction(1), 0, 0, None)


def test_a_game_without_a_guess_risked_nothing() -> None:
    assert reviewed(TWO_MINES, "reveal 4 1", "reveal 1 3") == Review()


def test_a_guess_that_nothing_was_safer_than_was_needed() -> None:
    won = reviewed(FIFTY_FIFTY, "reveal 3 1", "reveal 1 2")
    assert won == Review(HALF, guesses=1, needless=0, verdict=None)


def test_the_chances_of_all_guesses_are_multiplied() -> None:
    moves = ["reveal 3 1", "reveal 1 2", "reveal 6 2"]
    assert reviewed(TWO_FIFTY_FIFTIES, *moves) == Review(Fraction(1, 4), 2, 0, None)


def test_a_guess_beside_a_safe_cell_was_needless() -> None:
    assert reviewed(TWO_MINES, "reveal 4 1", "reveal 1 2") == Review(HALF, 1, 1, None)


def test_a_guess_beside_a_safer_one_was_needless() -> None:
    """One of the three cells round the 1, while the others risk but one in eight."""
    assert reviewed(GUESS, "reveal 1 1", "reveal 1 2") == Review(Fraction(2, 3), 1, 1, None)


def test_the_safest_guess_was_needed() -> None:
    assert reviewed(GUESS, "reveal 1 1", "reveal 3 3") == Review(Fraction(7, 8), 1, 0, None)


def test_a_mine_that_was_certain_leaves_no_chance() -> None:
    answer = reviewed(TWO_MINES, "reveal 4 1", "reveal 4 3")
    assert answer._replace(verdict=None) == Review(Fraction(0), 1, 1)


@pytest.mark.parametrize("first", ["1 1", "4 3", "2 2", "4 1"])
def test_the_first_reveal_is_not_judged(first: str) -> None:
    assert reviewed(TWO_MINES, f"reveal {first}") == Review()


def test_flags_before_it_make_no_second_of_the_first_reveal() -> None:
    assert reviewed(TWO_MINES, "flag 2 1", "flag 3 3", "reveal 1 1") == Review()


# Verdicts


def test_a_loss_that_could_be_avoided() -> None:
    answer = reviewed(TWO_MINES, "reveal 4 1", "reveal 1 1")
    assert answer.verdict
    assert answer.verdict.avoidable
    assert sentence(answer).startswith("avoidable: 1,3, 2,3 and 3,3 were safe; ")
    assert answer._replace(verdict=None) == Review(HALF, 1, 1)


def test_a_loss_that_was_forced() -> None:
    answer = reviewed(FIFTY_FIFTY, "reveal 3 1", "reveal 1 1")
    assert sentence(answer) == "forced: nothing was safer than its risk of 50%"
    assert answer._replace(verdict=None) == Review(HALF, 1, 0)


def test_a_loss_by_the_worse_of_two_guesses() -> None:
    answer = reviewed(GUESS, "reveal 1 1", "reveal 2 1")
    assert sentence(answer) == "a guess was forced, but 3,1 risked 12%, not 33%"
    assert answer._replace(verdict=None) == Review(Fraction(2, 3), 1, 1)


def test_only_the_last_move_has_a_verdict() -> None:
    steps = all_steps(TWO_FIFTY_FIFTIES, "reveal 3 1", "reveal 1 2", "reveal 6 1")
    assert [bool(step.verdict) for step in steps[:-1]] == [False, True]
    assert steps[-1] == steps[-2]


@pytest.mark.parametrize("moves", [["reveal 3 1"], ["reveal 3 1", "reveal 1 2"]])
def test_a_game_that_was_not_lost_has_no_verdict(moves: list[str]) -> None:
    assert reviewed(FIFTY_FIFTY, *moves).verdict is None


def test_each_reveal_after_the_first_is_a_step() -> None:
    moves = ["flag 6 1", "reveal 3 1", "flag 1 1", "reveal 1 2", "flag 6 2", "reveal 6 2"]
    steps = all_steps(TWO_FIFTY_FIFTIES, *moves)
    assert [step.chance for step in steps] == [HALF, HALF]
    moves.insert(5, "flag 6 2")
    assert [step.chance for step in all_steps(TWO_FIFTY_FIFTIES, *moves)] == [
        HALF,
        Fraction(1, 4),
        Fraction(1, 4),
    ]


# Chords


def test_a_chord_that_explodes_is_judged_as_one_reveal_of_all_its_cells() -> None:
    answer = reviewed(TWO_MINES, "reveal 4 1", "flag 1 2", "chord 2 2")
    assert answer._replace(verdict=None) == Review(HALF, 1, 1)
    assert sentence(answer).startswith("avoidable: 1,3, 2,3 and 3,3 were safe; ")


def test_a_chord_takes_the_risks_of_all_its_cells_at_once() -> None:
    """One mine in five cells, one of them flagged: the other four are safe in one layout."""
    answer = reviewed(".*.\n...", "reveal 2 2", "flag 2 1", "chord 2 2")
    assert answer == Review(Fraction(1, 5), 1, 1, None)


def test_chords_of_one_cell_each_risk_what_reveals_would() -> None:
    flags = ["flag 1 1", "flag 6 1"]
    answer = reviewed(TWO_FIFTY_FIFTIES, "reveal 3 1", *flags, "chord 2 1", "chord 5 1")
    assert answer == Review(Fraction(1, 4), 2, 0, None)


def test_a_chord_that_was_certain_is_no_guess() -> None:
    layout = "....\n....\n..*."
    assert reviewed(layout, "reveal 1 1", "flag 3 3", "chord 3 2") == Review()


# What is not looked at


@pytest.mark.parametrize("flag", ["flag 1 1", "flag 1 3", "flag 4 3", "flag 2 3"])
def test_flags_are_no_evidence(flag: str) -> None:
    plain = ["reveal 4 1", "reveal 1 2"]
    assert reviewed(TWO_MINES, flag, *plain) == reviewed(TWO_MINES, *plain)
    assert reviewed(TWO_MINES, plain[0], flag, plain[1]) == reviewed(TWO_MINES, *plain)


def test_moves_that_were_refused_risked_nothing() -> None:
    refused = ["chord 2 2", "reveal 3 1", "flag 3 2", "chord 1 1"]
    moves = ["reveal 4 1", *refused, "flag 1 1", "reveal 1 1", "flag 1 1", "reveal 1 1"]
    assert reviewed(TWO_MINES, *moves) == reviewed(TWO_MINES, "reveal 4 1", "reveal 1 1")


def test_a_lucky_flag_before_the_mines_are_laid_ends_nothing() -> None:
    game = game_on(FIFTY_FIFTY, known=False)
    texts = ["flag 1 1", "flag 1 1", "reveal 3 1", "reveal 1 1"]
    moves = [move(game, text) for text in texts]
    assert all(game.play(each) for each in moves)
    assert game.status is Status.LOST
    assert game.board
    assert list(review(game.setup, game.board, moves))[-1].verdict


# Against brute force

VERBS: Sequence[Verb] = ("reveal", "reveal", "reveal", "flag", "chord")


def revealed_by(game: Game, each: Move) -> set[Cell]:
    if each.verb == "reveal":
        return {each.cell}
    near = game.grid.neighbours(each.cell)
    return {cell for cell in near if not game.is_revealed(cell) and not game.is_flagged(cell)}


def random_game(board: Board, setup: Setup, rng: Random) -> tuple[Game, list[Move], Review]:
    """A game at random, and what a look back on it is by trying all layouts."""
    game, moves = Game(setup, board), []
    chance, guesses, needless = Fraction(1), 0, 0
    for _ in range(25):
        each = Move(rng.choice(VERBS), rng.choice(list(board.grid)))
        clues = clues_of(game)
        moves.append(each)
        if each.verb != "flag" and not game.refusal(each) and clues.revealed:
            layouts = layouts_by_brute_force(clues)
            cells = revealed_by(game, each)
            safe = Fraction(sum(not cells & mines for mines in layouts), len(layouts))
            covered = [cell for cell in board.grid if clues.covered >> cell & 1]
            risks = [Fraction(sum(c in mines for mines in layouts), len(layouts)) for c in covered]
            chance *= safe
            guesses += safe < 1
            needless += safe < 1 and 1 - safe != min(risks)
        game.play(each)
    return game, moves, Review(chance, guesses, needless)


def test_random_games_risk_what_trying_all_layouts_says() -> None:
    rng = Random(61)
    lost = guessed = 0
    for _ in range(120):
        board = random_board(rng, 4, 3, rng.randrange(1, 4))
        setup = Setup(4, 3, board.mines, win="clear")
        game, moves, expected = random_game(board, setup, rng)
        answer = list(review(setup, board, moves))[-1]
        assert answer._replace(verdict=None) == expected
        judged = game.status is Status.LOST and expected.guesses
        assert bool(answer.verdict) == bool(judged)
        lost += bool(judged)
        guessed += expected.guesses > expected.needless > 0
    assert lost > 30
    assert guessed > 10


def test_a_mine_revealed_where_only_mines_are_left_was_avoidable() -> None:
    game = game_on("*.\n..", win="flags")
    texts = ["reveal 2 1", "reveal 1 2", "reveal 2 2", "reveal 1 1"]
    assert game.board
    answer = list(review(game.setup, game.board, [move(game, text) for text in texts]))[-1]
    assert answer.verdict
    assert answer.verdict.sentence == "avoidable: every covered cell was certainly a mine"
    assert answer.lost_by == "needless"
