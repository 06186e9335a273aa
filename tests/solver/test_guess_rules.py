"""Guess rules: how a guess ends when the mines may move."""

from random import Random

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Grid
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import OnGuess, Setup
from minesweeper.library import hint
from minesweeper.solver.best_guess import choose_reveal
from minesweeper.solver.clues import clues_of
from minesweeper.solver.guess_rules import MovingMines
from minesweeper.solver.layouts import draw_layout
from minesweeper.solver.odds import analyse
from tests.harness.boards import board_of, game_on, move, picture, play

# No number can tell on which side the mines are.
FORCED = """
    *..
    ...
"""
# After an opening at (4,1) the lower left is safe, so that guessing (1,1) or (1,2) is avoidable.
NEEDLESS = """
    *...
    ....
    ...*
"""


def game_with(rule: OnGuess, layout: str, seed: int = 0) -> Game:
    board = board_of(layout)
    setup = Setup(board.grid.width, board.grid.height, board.mine_count, win="clear", on_guess=rule)
    return Game(setup, board, MovingMines(rule, seed))


@pytest.mark.parametrize("rule", ["fair", "strict"])
def test_a_forced_guess_is_made_safe(rule: OnGuess) -> None:
    for seed in range(20):
        game = game_with(rule, FORCED, seed)
        play(game, "reveal 3 1")  # an opening: only the first column is covered
        assert format_position(game) == picture("#1.\n#1.")
        game.play(move(game, "reveal 1 1"))
        assert game.status is Status.WON


def test_with_strict_an_avoidable_guess_explodes() -> None:
    for seed in range(20):
        game = game_with("strict", NEEDLESS, seed)
        play(game, "reveal 4 1")
        game.play(move(game, "reveal 1 2"))
        assert game.status is Status.LOST


def test_with_fair_an_avoidable_guess_is_left_to_chance() -> None:
    game = game_with("fair", NEEDLESS)
    play(game, "reveal 4 1")
    before = game.board
    play(game, "reveal 1 2")
    assert game.board is before


def test_a_mine_that_has_exploded_stays_where_it_is() -> None:
    game = game_on("*.*..\n.....\n")
    play(game, "reveal 5 1", "reveal 3 1")
    exploded = game.grid.cell(3, 1)
    assert game.status is Status.LOST
    clues = clues_of(game)
    odds = analyse(clues)
    assert odds.layout_count
    assert odds.probability(exploded) == 1
    for seed in range(20):
        layout = draw_layout(clues, Random(seed))
        assert layout
        assert layout >> exploded & 1


def test_the_first_reveal_of_a_known_layout_moves_no_mine() -> None:
    game = game_with("fair", FORCED)
    game.play(move(game, "reveal 1 1"))
    assert game.status is Status.LOST


def test_a_certain_cell_moves_no_mine() -> None:
    game = game_with("strict", NEEDLESS)
    play(game, "reveal 4 1")
    before = game.board
    play(game, "flag 1 1", "reveal 1 3")
    assert game.board is before


@pytest.mark.parametrize("rule", ["fair", "strict"])
def test_wherever_the_mines_move_every_revealed_number_stays_right(rule: OnGuess) -> None:
    for seed in range(12):
        grid = Grid(9, 9)
        setup = Setup(9, 9, 14, win="clear", on_guess=rule)
        board = deal(setup, seed, grid.cell(1, 1))
        game = Game(setup, board, MovingMines(rule, seed))
        game.play(Move("reveal", grid.cell(1, 1)))
        while game.status is Status.PLAYING:
            revealed = {c: game.cells[c] & 15 for c in grid if game.is_revealed(c)}
            game.play(Move("reveal", choose_reveal(clues_of(game)).cell))
            assert game.board, "a revealed cell has a board under it"
            assert game.board.mine_count == 14
            assert all(game.board.number(cell) == number for cell, number in revealed.items())
        assert game.status is Status.WON  # every guess of a good player was needed


def test_the_layout_after_a_forced_guess_is_drawn_from_all_that_fit() -> None:
    counts: dict[str, int] = {}
    for seed in range(300):
        game = game_with("fair", "*..\n...\n*..\n", seed)
        play(game, "reveal 2 2")
        board = MovingMines("fair", seed).move_mines(game, game.grid.cell(3, 3))
        assert board
        assert not board.is_mine(game.grid.cell(3, 3))
        key = "".join("*" if board.is_mine(cell) else "." for cell in board.grid)
        counts[key] = counts.get(key, 0) + 1
    assert len(counts) == 21  # two mines in seven cells: one is revealed, one is to be
    expected = 300 / 21
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 45.3  # the 0.1 % point of 20 degrees of freedom


def test_the_rule_depends_on_nothing_but_the_seed() -> None:
    boards: list[Board | None] = []
    for _ in range(2):
        game = game_with("fair", "**...\n.....\n.....\n", 7)
        play(game, "reveal 3 1")
        boards.append(MovingMines("fair", 7).move_mines(game, game.grid.cell(5, 1)))
    assert boards[0]
    assert boards[1]
    assert boards[0].cells == boards[1].cells


@pytest.mark.parametrize("rule", ["fair", "strict"])
def test_a_hint_says_that_the_rule_makes_a_forced_guess_safe(rule: OnGuess) -> None:
    game = game_with(rule, FORCED)
    play(game, "reveal 3 1")
    assert hint(game).sentence == "Nothing is certain, so (1,1) is safe by the rule."


def test_once_the_rule_has_given_up_guesses_are_left_to_chance() -> None:
    rule = MovingMines("fair", 1)
    game = Game(Setup(3, 2, 1, win="clear", on_guess="fair"), board_of(FORCED), rule)
    play(game, "reveal 3 1")
    rule.guesses_left_to_luck = True
    assert hint(game).sentence.startswith("The best guess is (1,1) at 50%: nothing is certain.")


def test_guesses_on_a_board_too_large_to_count_are_left_to_chance() -> None:
    grid = Grid(200, 100)
    setup = Setup(200, 100, 3000, win="clear", on_guess="fair")
    rule = MovingMines("fair", 1)
    game = Game(setup, deal(setup, 1, grid.cell(1, 1)), rule)
    game.play(Move("reveal", grid.cell(1, 1)))
    assert rule.move_mines(game, grid.cell(200, 100)) is None
    assert rule.guesses_left_to_luck
