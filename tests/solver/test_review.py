"""The review of a finished game: what its reveals risked, by hand and by brute force."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from random import Random

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import NO_CELLS, Cell, Grid, cells_of
from minesweeper.engine.game import Game, Move, Status, Verb
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import OnGuess, Setup
from minesweeper.solver.clues import clues_of
from minesweeper.solver.deduction import deduce
from minesweeper.solver.guess_rules import MovingMines
from minesweeper.solver.odds import analyse
from minesweeper.solver.phrases import cells_text
from minesweeper.solver.review import Review, ReviewStep, position_before, review
from tests.harness.boards import board_of, game_on, move
from tests.harness.positions import layouts_by_brute_force, random_board
from tests.harness.work import count_calls

HALF = Fraction(1, 2)
FIRST_REVEAL = "Lost at the first reveal: nothing was known yet"

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
    return list(map(without_words, review_of(game, moves)))


def on(
    board: Board, moves: Sequence[Move], rule: OnGuess = "luck"
) -> list[tuple[Board, Move, OnGuess]]:
    """Return the moves of a game whose mines stay."""
    return [(board, each, rule) for each in moves]


def review_of(game: Game, moves: Sequence[str]) -> Iterator[Review]:
    assert game.board
    return review(game.setup, on(game.board, [move(game, text) for text in moves]))


def whole_review(layout: str, *moves: str) -> Review:
    return list(review_of(game_on(layout, win="clear"), moves))[-1]


def without_words(answer: Review) -> Review:
    """Return the review with only the chance to survive each guess, and if it was avoidable."""
    guesses = [step for step in answer.steps if step.is_chance and step.survival]
    avoidable = [index for index, step in enumerate(guesses) if step.is_avoidable]
    return answer._replace(steps=guesses_with(*chances_of(answer), avoidable=avoidable))


def chances_of(answer: Review) -> list[Fraction]:
    return [step.survival for step in answer.steps if step.is_chance and step.survival]


def guesses_with(*chances: Fraction, avoidable: Collection[int] = ()) -> tuple[ReviewStep, ...]:
    """Guesses with these chances to survive; `avoidable` has the indices of avoidable ones."""
    return tuple(
        ReviewStep(0, NO_CELLS, chance, is_avoidable=index in avoidable)
        for index, chance in enumerate(chances)
    )


def review_moves(layout: str, *moves: str) -> Review:
    return all_steps(layout, *moves)[-1]


def sentence(answer: Review) -> str:
    assert answer.verdict
    return ". ".join(answer.verdict.sentences)


# Guesses


def test_a_game_without_moves_risked_nothing() -> None:
    assert review_moves(TWO_MINES) == Review()


def test_a_win_without_a_guess_risked_nothing_and_says_so() -> None:
    answer = review_moves(TWO_MINES, "reveal 4 1", "reveal 1 3")
    assert answer == Review()
    assert ". ".join(answer.sentences) == "Won without a guess"


def test_a_guess_with_nothing_safer_was_forced() -> None:
    won = review_moves(FIFTY_FIFTY, "reveal 3 1", "reveal 1 2")
    assert won == Review(guesses_with(HALF), verdict=None)


def test_the_chances_of_all_guesses_are_multiplied() -> None:
    moves = ["reveal 3 1", "reveal 1 2", "reveal 6 2"]
    answer = review_moves(TWO_FIFTY_FIFTIES, *moves)
    assert answer == Review(guesses_with(HALF, HALF))
    assert answer.survival == Fraction(1, 4)


def test_a_guess_while_a_cell_was_safe_was_avoidable() -> None:
    assert review_moves(TWO_MINES, "reveal 4 1", "reveal 1 2") == Review(
        guesses_with(HALF, avoidable=[0])
    )


def test_a_guess_while_another_was_safer_was_forced() -> None:
    """One of the three cells around the 1, while the other cells risk only one in eight."""
    assert review_moves(GUESS, "reveal 1 1", "reveal 1 2") == Review(guesses_with(Fraction(2, 3)))


def test_the_safest_guess_was_forced() -> None:
    assert review_moves(GUESS, "reveal 1 1", "reveal 3 3") == Review(guesses_with(Fraction(7, 8)))


def test_revealing_a_certain_mine_is_not_a_guess() -> None:
    answer = review_moves(TWO_MINES, "reveal 4 1", "reveal 4 3")
    assert answer._replace(verdict=None) == Review()
    assert answer.lost_by == "needless"
    assert ". ".join(answer.sentences).startswith(
        "Avoidable: (4,3) was certainly a mine. "
        "The 1 at (3,2) touches only 1 cell that can be a mine"
    )
    assert ". ".join(answer.sentences).endswith("so (4,3) is a mine")


@pytest.mark.parametrize("first", ["2 2", "4 1"])
def test_the_first_reveal_is_not_judged(first: str) -> None:
    assert review_moves(TWO_MINES, f"reveal {first}") == Review()


@pytest.mark.parametrize("first", ["1 1", "4 3"])
def test_a_loss_by_the_first_reveal_is_named_as_such_and_not_judged(first: str) -> None:
    answer = review_moves(TWO_MINES, f"reveal {first}")
    assert answer == Review(remark=FIRST_REVEAL)
    assert ". ".join(answer.sentences) == FIRST_REVEAL
    assert answer.lost_by == ""


def test_the_first_reveal_after_flags_is_still_the_first() -> None:
    flags = ["flag 2 1", "flag 3 3"]
    assert review_moves(TWO_MINES, *flags, "reveal 1 1") == review_moves(TWO_MINES, "reveal 1 1")


@pytest.mark.parametrize(
    ("moves", "survived", "expected"),
    [
        (["reveal 3 1"], 0, Fraction(0)),
        (["reveal 3 1", "reveal 1 2"], 1, HALF),
        (["reveal 3 1", "reveal 1 1"], 0, HALF),
        (["reveal 3 1", "reveal 1 2", "reveal 6 2"], 2, Fraction(1)),
        (["reveal 3 1", "reveal 1 2", "reveal 6 1"], 1, Fraction(1)),
    ],
)
def test_guesses_survived_and_the_sum_of_their_chances_are_counted(
    moves: list[str], survived: int, expected: Fraction
) -> None:
    answer = whole_review(TWO_FIFTY_FIFTIES, *moves)
    assert (answer.survived_count, answer.expected_survivals) == (survived, expected)


def steps_of(layout: str, *moves: str) -> list[tuple[int, str, str]]:
    """Return the steps of a review: moves before each, its cells, and what it was."""
    game = game_on(layout, win="clear")
    steps = whole_review(layout, *moves).steps
    return [(each.moves, cells_text(game.grid, each.cells), kind_of(each)) for each in steps]


def kind_of(step: ReviewStep) -> str:
    kinds = {"left to chance": step.is_chance, "costly": step.is_costly, "fatal": step.is_fatal}
    return ", ".join(name for name, holds in kinds.items() if holds)


# The steps


def test_the_steps_are_the_guesses_and_the_fatal_move() -> None:
    moves = ["flag 1 1", "reveal 3 1", "reveal 1 2", "flag 6 2", "reveal 6 1"]
    assert steps_of(TWO_FIFTY_FIFTIES, *moves) == [
        (2, "(1,2)", "left to chance"),
        (4, "(6,1)", "left to chance, fatal"),
    ]


def test_avoidable_guesses_and_those_with_a_better_one_are_costly() -> None:
    assert steps_of(TWO_MINES, "reveal 4 1", "reveal 1 2") == [
        (1, "(1,2)", "left to chance, costly")
    ]
    assert steps_of(GUESS, "reveal 1 1", "reveal 1 2") == [(1, "(1,2)", "left to chance, costly")]
    assert steps_of(GUESS, "reveal 1 1", "reveal 4 1") == [(1, "(4,1)", "left to chance")]


def test_a_fatal_move_is_a_step_even_if_it_was_certain_to_explode() -> None:
    assert steps_of(TWO_MINES, "reveal 4 1", "reveal 4 3") == [(1, "(4,3)", "costly, fatal")]
    assert steps_of(TWO_MINES, "flag 2 1", "reveal 1 1") == [(1, "(1,1)", "fatal")]


def test_a_chord_is_one_step() -> None:
    moves = ["reveal 4 1", "flag 1 2", "chord 2 2"]
    assert steps_of(TWO_MINES, *moves) == [
        (2, "(1,1), (1,3), (2,3) and (3,3)", "left to chance, costly, fatal")
    ]


def test_the_position_before_a_step_can_be_looked_at() -> None:
    game = game_on(TWO_FIFTY_FIFTIES, win="clear")
    assert game.board
    texts = ["flag 1 1", "reveal 3 1", "reveal 1 2", "reveal 6 1"]
    moves = on(game.board, [move(game, text) for text in texts])
    first, last = list(review(game.setup, moves))[-1].steps
    assert format_position(position_before(game.setup, moves, first)) == "F1..1#\n#1..1#\n"
    assert format_position(position_before(game.setup, moves, last)) == "F1..1#\n11..1#\n"


def test_under_a_guess_rule_each_cell_of_a_chord_has_a_position_of_its_own() -> None:
    board = board_of(TWO_MINES)
    setup = Setup(4, 3, 2, win="clear", on_guess="fair")
    game = Game(setup, board)
    texts = ["reveal 4 1", "flag 1 2", "chord 2 2"]
    moves = on(board, [move(game, text) for text in texts], "fair")
    [step] = list(review(setup, moves))[-1].steps
    assert cells_text(game.grid, step.cells) == "(1,1)"
    assert format_position(position_before(setup, moves, step)) == "#1..\nF111\n####\n"


def test_over_all_games_the_chances_add_up_to_the_guesses_survived() -> None:
    """Two guesses of 1 in 2 in a row, with all choices on each of the four layouts."""
    survived, expected = 0, Fraction(0)
    for left in ("*.", ".*"):
        for right in ("*.", ".*"):
            rows = zip(left, right, strict=True)
            layout = "\n".join(f"{one}....{other}" for one, other in rows)
            answer = whole_review(layout, "reveal 3 1", "reveal 1 1", "reveal 6 1")
            survived += answer.survived_count
            expected += answer.expected_survivals
    assert survived == expected == 3


# Verdicts


def test_a_loss_that_could_be_avoided() -> None:
    answer = review_moves(TWO_MINES, "reveal 4 1", "reveal 1 1")
    assert answer.verdict
    assert answer.verdict.is_avoidable
    assert sentence(answer).startswith("Avoidable: (1,3), (2,3) and (3,3) were safe. ")
    assert answer._replace(verdict=None) == Review(guesses_with(HALF, avoidable=[0]))


def test_a_loss_that_was_forced() -> None:
    answer = review_moves(FIFTY_FIFTY, "reveal 3 1", "reveal 1 1")
    assert sentence(answer) == "Forced guess: 50% was the lowest risk"
    assert answer._replace(verdict=None) == Review(guesses_with(HALF))


def test_a_loss_by_the_worse_of_two_guesses() -> None:
    answer = review_moves(GUESS, "reveal 1 1", "reveal 2 1")
    assert ". ".join(answer.sentences) == (
        "Forced guess, but (4,1) was better: a chance of 7 in 8 to win, not 2 in 3. "
        "1 guess, 67% to survive"
    )
    assert answer.lost_by == "bad luck"
    assert answer._replace(verdict=None) == Review(guesses_with(Fraction(2, 3)))


def test_only_the_last_move_has_a_verdict() -> None:
    steps = all_steps(TWO_FIFTY_FIFTIES, "reveal 3 1", "reveal 1 2", "reveal 6 1")
    assert [bool(step.verdict) for step in steps[:-1]] == [False, True]
    assert steps[-1] == steps[-2]


@pytest.mark.parametrize("moves", [["reveal 3 1"], ["reveal 3 1", "reveal 1 2"]])
def test_a_game_that_was_not_lost_has_no_verdict(moves: list[str]) -> None:
    assert review_moves(FIFTY_FIFTY, *moves).verdict is None


def test_each_reveal_after_the_first_is_a_step() -> None:
    moves = ["flag 6 1", "reveal 3 1", "flag 1 1", "reveal 1 2", "flag 6 2", "reveal 6 2"]
    steps = all_steps(TWO_FIFTY_FIFTIES, *moves)
    assert [step.survival for step in steps] == [HALF, HALF]
    moves.insert(5, "flag 6 2")
    assert [step.survival for step in all_steps(TWO_FIFTY_FIFTIES, *moves)] == [
        HALF,
        Fraction(1, 4),
        Fraction(1, 4),
    ]


# Chords


def test_a_chord_that_explodes_is_judged_as_one_reveal_of_all_its_cells() -> None:
    answer = review_moves(TWO_MINES, "reveal 4 1", "flag 1 2", "chord 2 2")
    assert answer._replace(verdict=None) == Review(guesses_with(HALF, avoidable=[0]))
    assert sentence(answer).startswith("Avoidable: (1,3), (2,3) and (3,3) were safe. ")


def test_a_chord_takes_the_risks_of_all_its_cells_at_once() -> None:
    """One mine in five cells, one of which is flagged: the other four are safe in one layout."""
    answer = review_moves(".*.\n...", "reveal 2 2", "flag 2 1", "chord 2 2")
    assert answer == Review(guesses_with(Fraction(1, 5)))


def test_chords_of_one_cell_each_risk_what_reveals_would() -> None:
    flags = ["flag 1 1", "flag 6 1"]
    answer = review_moves(TWO_FIFTY_FIFTIES, "reveal 3 1", *flags, "chord 2 1", "chord 5 1")
    assert answer == Review(guesses_with(HALF, HALF))


def test_a_chord_that_was_certain_is_no_guess() -> None:
    layout = "....\n....\n..*."
    assert review_moves(layout, "reveal 1 1", "flag 3 3", "chord 3 2") == Review()


# What is not looked at


@pytest.mark.parametrize("flag", ["flag 1 1", "flag 1 3", "flag 4 3", "flag 2 3"])
def test_flags_are_no_evidence(flag: str) -> None:
    plain = ["reveal 4 1", "reveal 1 2"]
    assert review_moves(TWO_MINES, flag, *plain) == review_moves(TWO_MINES, *plain)
    assert review_moves(TWO_MINES, plain[0], flag, plain[1]) == review_moves(TWO_MINES, *plain)


def test_moves_that_were_refused_risked_nothing() -> None:
    refused = ["chord 2 2", "reveal 3 1", "flag 3 2", "chord 1 1"]
    moves = ["reveal 4 1", *refused, "flag 1 1", "reveal 1 1", "flag 1 1", "reveal 1 1"]
    assert review_moves(TWO_MINES, *moves) == review_moves(TWO_MINES, "reveal 4 1", "reveal 1 1")


def test_a_lucky_flag_before_the_mines_are_laid_ends_nothing() -> None:
    game = game_on(FIFTY_FIFTY, known=False)
    texts = ["flag 1 1", "flag 1 1", "reveal 3 1", "reveal 1 1"]
    moves = [move(game, text) for text in texts]
    assert not any(game.play(each) for each in moves)
    assert game.status is Status.LOST
    assert game.board
    assert list(review(game.setup, on(game.board, moves)))[-1].verdict


# Against brute force

VERBS: Sequence[Verb] = ("reveal", "reveal", "reveal", "flag", "chord")


def revealed_by(game: Game, each: Move) -> set[Cell]:
    if each.verb == "reveal":
        return {each.cell}
    near = game.grid.neighbours(each.cell)
    return {cell for cell in near if not game.is_revealed(cell) and not game.is_flagged(cell)}


def random_game(board: Board, setup: Setup, rng: Random) -> tuple[Game, list[Move], Review]:
    """Return a random game, its moves, and its review as found by trying all layouts."""
    game, moves = Game(setup, board), []
    chances: list[Fraction] = []
    avoidable: list[int] = []
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
            if 0 < safe < 1:
                chances.append(safe)
                if not min(risks):
                    avoidable.append(len(chances) - 1)
        game.play(each)
        if game.status is Status.LOST and not clues.revealed:
            return game, moves, Review(remark=FIRST_REVEAL)
    return game, moves, Review(guesses_with(*chances, avoidable=avoidable))


def test_random_games_risk_what_trying_all_layouts_says() -> None:
    rng = Random(61)
    lost = mixed = 0
    for _ in range(120):
        board = random_board(rng, 4, 3, rng.randrange(1, 4))
        setup = Setup(4, 3, board.mine_count, win="clear")
        game, moves, expected = random_game(board, setup, rng)
        answer = without_words(list(review(setup, on(board, moves)))[-1])
        assert answer._replace(verdict=None) == expected
        judged = game.status is Status.LOST and not expected.remark
        assert bool(answer.verdict) == judged
        lost += judged
        mixed += expected.guess_count > expected.avoidable_count > 0
    assert lost > 30
    assert mixed > 10


def test_a_mine_revealed_where_only_mines_are_left_was_avoidable() -> None:
    game = game_on("*.\n..", win="flags")
    texts = ["reveal 2 1", "reveal 1 2", "reveal 2 2", "reveal 1 1"]
    assert game.board
    answer = list(review(game.setup, on(game.board, [move(game, text) for text in texts])))[-1]
    assert answer.verdict
    assert (
        ". ".join(answer.verdict.sentences) == "Avoidable: every covered cell was certainly a mine"
    )
    assert answer.lost_by == "needless"


# Texts that agree with each other


def test_some_of_the_guesses_may_be_avoidable() -> None:
    """At first nothing is certain; then the 2 at (3,1) and the 1 at (1,2) prove (1,1) safe."""
    answer = review_moves("...\n.**", "reveal 1 2", "reveal 3 1", "reveal 2 2")
    assert ". ".join(answer.sentences).startswith(
        "Avoidable: (1,1) was safe. 1-2: the 2 at (3,1) needs one more mine"
    )
    assert ". ".join(answer.sentences).endswith(
        ". 2 guesses, 1 of them avoidable, 25% to survive all"
    )
    survived = review_moves(TWO_MINES, "reveal 4 1", "reveal 1 2", "reveal 1 3")
    assert ". ".join(survived.sentences) == "1 avoidable guess, 50% to survive"


def review_win_by_flags(layout: str, *moves: str) -> Review:
    """Return the review of a game won by flags."""
    game = game_on(layout, known=False)
    texts = [move(game, text) for text in moves]
    assert not any(game.play(each) for each in texts)
    assert game.status is Status.WON
    assert game.board
    return list(review(game.setup, on(game.board, texts)))[-1]


def test_a_win_by_flags_that_were_proved_needed_no_guess() -> None:
    answer = review_win_by_flags("*..\n...\n*..", "reveal 3 1", "flag 1 1", "flag 1 3")
    assert ". ".join(answer.sentences) == "Won without a guess"


def test_a_win_by_unproved_flags_is_not_called_a_win_without_a_guess() -> None:
    assert (
        ". ".join(review_win_by_flags(FIFTY_FIFTY, "reveal 3 1", "flag 1 1").sentences)
        == "Not every flag was proved"
    )


def test_a_win_by_flags_after_a_guess_mentions_both() -> None:
    answer = review_win_by_flags(
        TWO_FIFTY_FIFTIES, "reveal 3 1", "reveal 1 2", "flag 1 1", "flag 6 1"
    )
    assert ". ".join(answer.sentences) == "Not every flag was proved. 1 guess, 50% to survive"


# Rules for guesses


def review_with_rule(
    rule: OnGuess, layout: str, *moves: str, left_to_luck_after: int = 99
) -> Review:
    """Return the review of a finished game whose guess rule moves the mines."""
    board = board_of(layout)
    setup = Setup(board.grid.width, board.grid.height, board.mine_count, win="clear", on_guess=rule)
    game = Game(setup, board, MovingMines(rule, 0))
    played_moves: list[tuple[Board | None, Move, OnGuess]] = []
    for text in moves:
        assert game.play(move(game, text)) is None
        in_force = rule if len(played_moves) < left_to_luck_after else "luck"
        played_moves.append((game.board, move(game, text), in_force))
    assert game.status is not Status.PLAYING
    return without_words(list(review(setup, played_moves))[-1])


@pytest.mark.parametrize("last", ["1 1", "1 2"])
def test_under_strict_the_rule_is_named_as_the_cause_of_the_explosion(last: str) -> None:
    answer = review_with_rule("strict", TWO_MINES, "reveal 4 1", f"reveal {last}")
    assert ". ".join(answer.sentences).startswith("Avoidable: (1,3), (2,3) and (3,3) were safe. ")
    assert ". ".join(answer.sentences).endswith("Avoidable guess: the strict rule made it explode")
    assert "survive" not in ". ".join(answer.sentences)
    assert answer.lost_by == "needless"
    assert (answer.guess_count, answer.survived_count) == (0, 0)


def test_under_strict_a_chord_is_judged_as_its_single_reveals() -> None:
    answer = review_with_rule("strict", TWO_MINES, "reveal 4 1", "flag 1 2", "chord 2 2")
    assert ". ".join(answer.sentences).endswith("Avoidable guess: the strict rule made it explode")


@pytest.mark.parametrize("rule", ["fair", "strict"])
def test_a_guess_that_the_rule_made_safe_does_not_count_as_survived(rule: OnGuess) -> None:
    answer = review_with_rule(rule, TWO_FIFTY_FIFTIES, "reveal 3 1", "reveal 1 1", "reveal 6 1")
    assert ". ".join(answer.sentences) == "2 forced guesses, made safe by the rule"
    assert answer.guess_count == 0


def test_under_fair_an_avoidable_guess_is_left_to_chance() -> None:
    answer = review_with_rule("fair", TWO_MINES, "reveal 4 1", "reveal 1 1")
    assert ". ".join(answer.sentences).endswith(". 1 avoidable guess, 50% to survive")


def test_guesses_that_the_rule_gave_up_are_judged_as_left_to_chance() -> None:
    moves = ["reveal 4 1", "reveal 1 1"]
    lucky = review_with_rule("strict", TWO_MINES, *moves, left_to_luck_after=0)
    assert lucky == review_moves(TWO_MINES, *moves)


@pytest.mark.parametrize("rule", ["fair", "strict"])
def test_a_guess_that_the_rule_did_not_decide_was_left_to_chance(rule: OnGuess) -> None:
    """As happens if a position is too wide to move the mines."""
    for layout, moves in [
        (FIFTY_FIFTY, ["reveal 3 1", "reveal 1 1"]),
        (TWO_MINES, ["reveal 4 1", "reveal 1 2"]),
    ]:
        board = board_of(layout)
        setup = Setup(
            board.grid.width, board.grid.height, board.mine_count, win="clear", on_guess=rule
        )
        game = Game(setup, board)
        steps = list(review(setup, on(board, [move(game, text) for text in moves], rule)))
        assert without_words(steps[-1]) == review_moves(layout, *moves)
        assert chances_of(steps[-1]) == [HALF]


@pytest.mark.long
def test_if_a_position_was_too_wide_the_review_does_not_claim_to_know_every_guess() -> None:
    board = random_board(Random(7), 41, 41, 420)
    even = range(2, 41, 2)
    cells = [board.grid.cell(column, row) for row in even for column in even]
    Random(7).shuffle(cells)  # in order, hundreds of positions would be nearly too wide
    moves = [Move("reveal", cell) for cell in cells if not board.is_mine(cell)]
    setup = Setup(41, 41, 420, win="clear")
    answer = next(each for each in review(setup, on(board, moves)) if each.remark)
    assert answer.verdict is None
    assert ". ".join(answer.sentences).startswith("Some positions were too complex to count")


def test_random_guesses_are_survived_as_often_as_expected() -> None:
    rng = Random(62)
    guesses = survived = 0
    expected = variance = Fraction(0)
    for _ in range(150):
        board = random_board(rng, 4, 3, rng.randrange(1, 5))
        cells = rng.sample(list(board.grid), 12)
        setup = Setup(4, 3, board.mine_count, win="clear")
        answer = list(review(setup, on(board, [Move("reveal", cell) for cell in cells])))[-1]
        guesses += answer.guess_count
        survived += answer.survived_count
        expected += answer.expected_survivals
        variance += sum(chance * (1 - chance) for chance in chances_of(answer))
    assert guesses > 120
    assert abs(survived - expected) < 2 * variance**0.5


# A large board


def test_one_deduction_serves_many_reveals_of_cells_that_are_proved_safe() -> None:
    """To deduce before each reveal took seconds on the largest board, to weigh all layouts more."""
    setup, first = Setup(40, 40, 190), Grid(40, 40).cell(20, 20)
    board = deal(setup, 1, first)
    game = Game(setup, board)
    moves = [Move("reveal", first)]
    game.play(moves[0])
    while safe := cells_of(deduce(clues_of(game)).safe):
        for cell in safe:
            moves.append(Move("reveal", cell))
            game.play(moves[-1])
    assert len(moves) > 300
    for function, most in ((deduce, len(moves) // 10), (analyse, 1)):
        count, reviews = count_calls(function, lambda: [*review(setup, on(board, moves))])
        assert count <= most
        assert not reviews[-1].steps
