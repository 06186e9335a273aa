"""The review of a finished game: what its reveals risked, by hand and by brute force."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid, cells_of
from minesweeper.engine.game import Game, Move, Status, Verb
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import OnGuess, Setup
from minesweeper.play.journal import Head, Origin
from minesweeper.play.review import Review, ReviewStep, review
from minesweeper.play.session import NO_ID, NO_TIME, Session
from minesweeper.solver.clues import clues_of
from minesweeper.solver.deduction import deduce
from minesweeper.solver.hints import find_hint
from minesweeper.solver.odds import analyse
from minesweeper.solver.proofs import prove
from minesweeper.solver.sentences import FIRST_CELL, STRICT_RULE, cells_text
from tests.harness.boards import board_of, game_on
from tests.harness.played import click, session_on
from tests.harness.positions import layouts_by_brute_force, random_board
from tests.harness.work import count_calls

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


def play(layout: str, *moves: str) -> Session:
    """Play moves on a board whose mines stay."""
    return play_on(session_on(game_on(layout, win="clear")), *moves)


def play_on(session: Session, *moves: str) -> Session:
    for text in moves:
        click(session, text)
    return session


def whole_review(session: Session) -> Review:
    return list(review(session))[-1]


def reveal_all(board: Board, cells: Sequence[Cell]) -> Session:
    grid = board.grid
    setup = Setup(grid.width, grid.height, board.mine_count, win="clear")
    session = session_on(Game(setup, board))
    for cell in cells:
        session.play(Move("reveal", cell), 0)
    return session


def review_moves(layout: str, *moves: str) -> Review:
    return whole_review(play(layout, *moves))


def risked(answer: Review) -> list[str]:
    """Return the chance to survive each guess, and whether it was avoidable: "1/2 avoidable"."""
    return [
        f"{step.survival} avoidable" if step.verdict.is_avoidable else str(step.survival)
        for step in answer.guesses
    ]


def chances_of(answer: Review) -> list[Fraction]:
    return [step.survival for step in answer.guesses if step.survival]


def in_words(answer: Review) -> str:
    return " ".join(map(str, answer.sentences))


def verdict_of(answer: Review) -> str:
    assert answer.verdict
    return str(answer.verdict.if_lost)


# Guesses


def test_a_game_without_moves_risked_nothing() -> None:
    assert risked(review_moves(TWO_MINES)) == []


def test_a_win_without_a_guess_risked_nothing_and_says_so() -> None:
    answer = review_moves(TWO_MINES, "reveal 4 1", "reveal 1 3")
    assert risked(answer) == []
    assert in_words(answer) == "Won without a guess."


def test_a_guess_with_nothing_safer_was_forced() -> None:
    won = review_moves(FIFTY_FIFTY, "reveal 3 1", "reveal 1 2")
    assert risked(won) == ["1/2"]


def test_the_chances_of_all_guesses_are_multiplied() -> None:
    moves = ["reveal 3 1", "reveal 1 2", "reveal 6 2"]
    answer = review_moves(TWO_FIFTY_FIFTIES, *moves)
    assert risked(answer) == ["1/2", "1/2"]
    assert answer.survival == Fraction(1, 4)


def test_a_guess_while_a_cell_was_safe_was_avoidable() -> None:
    assert risked(review_moves(TWO_MINES, "reveal 4 1", "reveal 1 2")) == ["1/2 avoidable"]


def test_a_guess_while_another_was_safer_was_forced() -> None:
    """One of the three cells around the 1, while the other cells risk only one in eight."""
    assert risked(review_moves(GUESS, "reveal 1 1", "reveal 1 2")) == ["2/3"]


def test_the_safest_guess_was_forced() -> None:
    assert risked(review_moves(GUESS, "reveal 1 1", "reveal 3 3")) == ["7/8"]


def test_revealing_a_certain_mine_is_not_a_guess() -> None:
    answer = review_moves(TWO_MINES, "reveal 4 1", "reveal 4 3")
    assert risked(answer) == []
    assert answer.lost_by == "needless"
    assert in_words(answer).startswith(
        "You could have known this mine: the 1 at (3,2) has only one cell for its mine"
    )


@pytest.mark.parametrize("first", ["2 2", "4 1"])
def test_the_first_reveal_is_not_judged(first: str) -> None:
    assert risked(review_moves(TWO_MINES, f"reveal {first}")) == []


@pytest.mark.parametrize("first", ["1 1", "4 3"])
def test_a_loss_by_the_first_reveal_is_named_as_such_and_not_judged(first: str) -> None:
    answer = review_moves(TWO_MINES, f"reveal {first}")
    assert in_words(answer) == FIRST_CELL
    assert not answer.verdict
    assert answer.lost_by == ""


def test_the_first_reveal_after_flags_is_still_the_first() -> None:
    answer = review_moves(TWO_MINES, "flag 2 1", "flag 3 3", "reveal 1 1")
    assert in_words(answer) == FIRST_CELL


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
    answer = review_moves(TWO_FIFTY_FIFTIES, *moves)
    assert (answer.survived_count, answer.expected_survivals) == (survived, expected)


def steps_of(layout: str, *moves: str) -> list[tuple[int, str, str]]:
    """Return the steps of a review: moves before each, its cells, and what it was."""
    game = game_on(layout, win="clear")
    steps = review_moves(layout, *moves).steps
    return [
        (step.reveal.moves, cells_text(game.grid, step.reveal.cells), kind_of(step))
        for step in steps
    ]


def kind_of(step: ReviewStep) -> str:
    costly, fatal = step.verdict.is_costly, step.reveal.lost
    kinds = {"left to chance": step.is_chance, "costly": costly, "fatal": fatal}
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
    moves = ["flag 1 1", "reveal 3 1", "reveal 1 2", "reveal 6 1"]
    first, last = review_moves(TWO_FIFTY_FIFTIES, *moves).steps
    assert format_position(first.reveal.game) == "F1..1#\n#1..1#\n"
    assert format_position(last.reveal.game) == "F1..1#\n11..1#\n"


def test_under_a_guess_rule_each_cell_of_a_chord_has_a_position_of_its_own() -> None:
    session = without_moving_mines("fair", TWO_MINES)
    play_on(session, "reveal 4 1", "flag 1 2", "chord 2 2")
    [step] = whole_review(session).steps
    assert cells_text(session.game.grid, step.reveal.cells) == "(1,1)"
    assert format_position(step.reveal.game) == "#1..\nF111\n####\n"


def test_over_all_games_the_chances_add_up_to_the_guesses_survived() -> None:
    """Two guesses of 1 in 2 in a row, with all choices on each of the four layouts."""
    survived, expected = 0, Fraction(0)
    for left in ("*.", ".*"):
        for right in ("*.", ".*"):
            rows = zip(left, right, strict=True)
            layout = "\n".join(f"{one}....{other}" for one, other in rows)
            answer = review_moves(layout, "reveal 3 1", "reveal 1 1", "reveal 6 1")
            survived += answer.survived_count
            expected += answer.expected_survivals
    assert survived == expected == 3


# Verdicts


def test_a_loss_that_could_be_avoided() -> None:
    answer = review_moves(TWO_MINES, "reveal 4 1", "reveal 1 1")
    assert answer.verdict
    assert answer.verdict.is_avoidable
    assert verdict_of(answer).startswith("You guessed, but (1,3), (2,3) and (3,3) were safe: ")
    assert risked(answer) == ["1/2 avoidable"]


def test_a_loss_that_was_forced() -> None:
    answer = review_moves(FIFTY_FIFTY, "reveal 3 1", "reveal 1 1")
    assert verdict_of(answer) == "Bad luck. A coin toss that no number could decide."
    assert risked(answer) == ["1/2"]


def test_a_loss_by_the_worse_of_two_guesses() -> None:
    answer = review_moves(GUESS, "reveal 1 1", "reveal 2 1")
    assert in_words(answer) == (
        "A costly guess. Nothing was certain, but (4,1) wins 88 times in 100, yours 67."
        " You guessed once: 67% to survive it"
    )
    assert answer.lost_by == "bad luck"
    assert risked(answer) == ["2/3"]


def test_only_the_last_move_has_a_verdict() -> None:
    session = play(TWO_FIFTY_FIFTIES, "reveal 3 1", "reveal 1 2", "reveal 6 1")
    steps = list(review(session))
    assert [bool(step.verdict) for step in steps] == [False, True, True]


@pytest.mark.parametrize("moves", [["reveal 3 1"], ["reveal 3 1", "reveal 1 2"]])
def test_a_game_that_was_not_lost_has_no_verdict(moves: list[str]) -> None:
    assert review_moves(FIFTY_FIFTY, *moves).verdict is None


def test_each_reveal_after_the_first_is_a_step() -> None:
    moves = ["flag 6 1", "reveal 3 1", "reveal 1 2", "flag 6 2", "flag 6 2", "reveal 6 2"]
    steps = list(review(play(TWO_FIFTY_FIFTIES, *moves)))
    assert [step.survival for step in steps[:-1]] == [HALF, Fraction(1, 4)]


def test_a_loss_is_explained_only_when_somebody_asks() -> None:
    """Lists of games show no explanation, and the search for one may take long."""
    session = play(TWO_MINES, "reveal 4 1", "reveal 1 1")
    count, answer = count_calls(prove, lambda: whole_review(session))
    assert (answer.lost_by, count) == ("needless", 0)
    count, _ = count_calls(prove, lambda: (answer.sentences, answer.sentences))
    assert count == 1


# Chords


def test_a_chord_that_explodes_is_judged_as_one_reveal_of_all_its_cells() -> None:
    answer = review_moves(TWO_MINES, "reveal 4 1", "flag 1 2", "chord 2 2")
    assert risked(answer) == ["1/2 avoidable"]
    assert verdict_of(answer).startswith("You guessed, but (1,3), (2,3) and (3,3) were safe: ")


def test_a_chord_takes_the_risks_of_all_its_cells_at_once() -> None:
    """One mine in five cells, one of which is flagged: the other four are safe in one layout."""
    answer = review_moves(".*.\n...", "reveal 2 2", "flag 2 1", "chord 2 2")
    assert risked(answer) == ["1/5"]


def test_chords_of_one_cell_each_risk_what_reveals_would() -> None:
    flags = ["flag 1 1", "flag 6 1"]
    answer = review_moves(TWO_FIFTY_FIFTIES, "reveal 3 1", *flags, "chord 2 1", "chord 5 1")
    assert risked(answer) == ["1/2", "1/2"]


def test_a_chord_that_was_certain_is_no_guess() -> None:
    layout = "....\n....\n..*."
    assert risked(review_moves(layout, "reveal 1 1", "flag 3 3", "chord 3 2")) == []


# What is not looked at


@pytest.mark.parametrize("flag", ["flag 1 1", "flag 1 3", "flag 4 3", "flag 2 3"])
def test_flags_are_no_evidence(flag: str) -> None:
    plain = ["reveal 4 1", "reveal 1 2"]
    without = review_moves(TWO_MINES, *plain)
    for moves in ([flag, *plain], [plain[0], flag, plain[1]]):
        assert in_words(review_moves(TWO_MINES, *moves)) == in_words(without)


def test_moves_that_were_refused_risked_nothing() -> None:
    refused = ["chord 2 2", "reveal 3 1", "flag 3 2", "chord 1 1"]
    moves = ["reveal 4 1", *refused, "flag 1 1", "reveal 1 1", "flag 1 1", "reveal 1 1"]
    without = review_moves(TWO_MINES, "reveal 4 1", "reveal 1 1")
    assert in_words(review_moves(TWO_MINES, *moves)) == in_words(without)


def test_a_lucky_flag_before_the_mines_are_laid_ends_nothing() -> None:
    session = session_on(game_on(FIFTY_FIFTY, known=False))
    play_on(session, "flag 1 1", "flag 1 1", "reveal 3 1", "reveal 1 1")
    assert session.game.status is Status.LOST
    assert whole_review(session).verdict


# Against brute force

VERBS: Sequence[Verb] = ("reveal", "reveal", "reveal", "flag", "chord")


def revealed_by(game: Game, each: Move) -> set[Cell]:
    if each.verb == "reveal":
        return {each.cell}
    near = game.grid.neighbours(each.cell)
    return {cell for cell in near if not game.is_revealed(cell) and not game.is_flagged(cell)}


def play_at_random(session: Session, rng: Random) -> list[str]:
    """Play a random game; return what its guesses risked, found by trying all layouts."""
    guesses = []
    for _ in range(25):
        game, each = session.game, Move(rng.choice(VERBS), rng.choice(list(session.game.grid)))
        clues = clues_of(game)
        if each.verb != "flag" and not game.refusal(each) and clues.revealed:
            layouts = layouts_by_brute_force(clues)
            cells = revealed_by(game, each)
            safe = Fraction(sum(not cells & mines for mines in layouts), len(layouts))
            covered = [cell for cell in game.grid if clues.covered >> cell & 1]
            lowest = min(sum(c in mines for mines in layouts) for c in covered)
            if 0 < safe < 1:
                guesses.append(str(safe) if lowest else f"{safe} avoidable")
        session.play(each, 0)
    return guesses


def test_random_games_risk_what_trying_all_layouts_says() -> None:
    rng = Random(61)
    lost = mixed = 0
    for _ in range(120):
        board = random_board(rng, 4, 3, rng.randrange(1, 4))
        session = session_on(Game(Setup(4, 3, board.mine_count, win="clear"), board))
        expected = play_at_random(session, rng)
        answer = whole_review(session)
        assert risked(answer) == expected
        judged = session.game.status is Status.LOST and answer.remark != FIRST_CELL
        assert bool(answer.verdict) == judged
        lost += judged
        avoidable = sum("avoidable" in each for each in expected)
        mixed += len(expected) > avoidable > 0
    assert lost > 30
    assert mixed > 10


def test_what_was_better_than_a_costly_guess_is_the_cell_of_the_hint() -> None:
    rng, costly = Random(63), 0
    for _ in range(80):
        board = random_board(rng, 5, 5, 5)
        session = session_on(Game(Setup(5, 5, 5, win="clear"), board))
        for cell in rng.sample(list(board.grid), 25):
            session.play(Move("reveal", cell), 0)
        for step in whole_review(session).steps:
            clues, verdict = step.reveal.clues, step.explained
            if verdict.is_costly and not verdict.is_avoidable:
                assert verdict.best is not None
                assert find_hint(clues, flags=clues.covered).cells == 1 << verdict.best
                costly += 1
    assert costly > 20


def test_a_mine_revealed_where_only_mines_are_left_was_avoidable() -> None:
    session = session_on(game_on("*.\n..", win="flags"))
    answer = whole_review(play_on(session, "reveal 2 1", "reveal 1 2", "reveal 2 2", "reveal 1 1"))
    assert verdict_of(answer) == "You could have known this mine: every covered cell was one."
    assert answer.lost_by == "needless"


# Texts that agree with each other


def test_some_of_the_guesses_may_be_avoidable() -> None:
    """At first nothing is certain; then the 2 at (3,1) and the 1 at (1,2) prove (1,1) safe."""
    answer = review_moves("...\n.**", "reveal 1 2", "reveal 3 1", "reveal 2 2")
    assert in_words(answer).startswith(
        "You guessed, but (1,1) was safe: the 2 at (3,1) needs one mine more than the 1 at (1,2),"
    )
    assert in_words(answer).endswith(
        ". You guessed 2 times, once where you could have known: 25% to survive all"
    )
    survived = review_moves(TWO_MINES, "reveal 4 1", "reveal 1 2", "reveal 1 3")
    assert in_words(survived) == "You guessed once where you could have known: 50% to survive it"


def review_win_by_flags(layout: str, *moves: str) -> Review:
    """Return the review of a game won by flags."""
    session = play_on(session_on(game_on(layout, known=False)), *moves)
    assert session.game.status is Status.WON
    return whole_review(session)


def test_a_win_by_flags_that_were_proved_needed_no_guess() -> None:
    answer = review_win_by_flags("*..\n...\n*..", "reveal 3 1", "flag 1 1", "flag 1 3")
    assert in_words(answer) == "Won without a guess."


def test_a_win_by_unproved_flags_is_not_called_a_win_without_a_guess() -> None:
    answer = review_win_by_flags(FIFTY_FIFTY, "reveal 3 1", "flag 1 1")
    assert in_words(answer) == "Not every flag was proved."


def test_a_win_by_flags_after_a_guess_mentions_both() -> None:
    answer = review_win_by_flags(
        TWO_FIFTY_FIFTIES, "reveal 3 1", "reveal 1 2", "flag 1 1", "flag 6 1"
    )
    assert in_words(answer) == "Not every flag was proved. You guessed once: 50% to survive it"


# Rules for guesses


def session_with_rule(rule: OnGuess, layout: str) -> Session:
    game = game_on(layout, win="clear")
    return session_on(Game(game.setup._replace(on_guess=rule), game.layout))


def without_moving_mines(rule: OnGuess, layout: str) -> Session:
    """Return a game whose rule moves no mines, as if it did not apply to any position."""
    setup = game_on(layout, win="clear").setup._replace(on_guess=rule)
    return Session(Head(NO_ID, NO_TIME, setup, Origin("board")), board_of(layout))


def review_with_rule(rule: OnGuess, layout: str, *moves: str) -> Review:
    """Return the review of a finished game whose guess rule moves the mines."""
    session = play_on(session_with_rule(rule, layout), *moves)
    assert session.over
    return whole_review(session)


@pytest.mark.parametrize("last", ["1 1", "1 2"])
def test_under_strict_the_rule_is_named_as_the_cause_of_the_explosion(last: str) -> None:
    answer = review_with_rule("strict", TWO_MINES, "reveal 4 1", f"reveal {last}")
    assert in_words(answer).startswith(f"{STRICT_RULE} (1,3), (2,3) and (3,3) are safe: the 1 at ")
    assert "survive" not in in_words(answer)
    assert answer.lost_by == "needless"
    assert (answer.guess_count, answer.survived_count) == (0, 0)


def test_under_strict_a_chord_is_judged_as_its_single_reveals() -> None:
    answer = review_with_rule("strict", TWO_MINES, "reveal 4 1", "flag 1 2", "chord 2 2")
    assert in_words(answer).startswith(STRICT_RULE)


@pytest.mark.parametrize("rule", ["fair", "strict"])
def test_a_guess_that_the_rule_made_safe_does_not_count_as_survived(rule: OnGuess) -> None:
    answer = review_with_rule(rule, TWO_FIFTY_FIFTIES, "reveal 3 1", "reveal 1 1", "reveal 6 1")
    assert in_words(answer) == "2 forced guesses, made safe by the rule"
    assert answer.guess_count == 0


def test_under_fair_an_avoidable_guess_is_left_to_chance() -> None:
    answer = review_with_rule("fair", TWO_MINES, "reveal 4 1", "reveal 1 1")
    assert in_words(answer).endswith(
        ". You guessed once where you could have known: 50% to survive it"
    )


@pytest.mark.parametrize("rule", ["fair", "strict"])
def test_a_guess_that_the_rule_did_not_decide_was_left_to_chance(rule: OnGuess) -> None:
    """As happens if a position is too wide to move the mines."""
    for layout, moves in [
        (FIFTY_FIFTY, ["reveal 3 1", "reveal 1 1"]),
        (TWO_MINES, ["reveal 4 1", "reveal 1 2"]),
    ]:
        answer = whole_review(play_on(without_moving_mines(rule, layout), *moves))
        assert risked(answer) == risked(review_moves(layout, *moves))
        assert chances_of(answer) == [HALF]


@pytest.mark.long
def test_if_a_position_was_too_wide_the_review_does_not_claim_to_know_every_guess() -> None:
    board = random_board(Random(7), 41, 41, 420)
    even = range(2, 41, 2)
    cells = [board.grid.cell(column, row) for row in even for column in even]
    Random(7).shuffle(cells)  # in order, hundreds of positions would be nearly too wide
    session = reveal_all(board, [cell for cell in cells if not board.is_mine(cell)])
    answer = next(each for each in review(session) if each.remark)
    assert answer.verdict is None
    assert in_words(answer).startswith("Some positions were too complex to count")


def test_random_guesses_are_survived_as_often_as_expected() -> None:
    rng = Random(62)
    guesses = survived = 0
    expected = variance = Fraction(0)
    for _ in range(150):
        board = random_board(rng, 4, 3, rng.randrange(1, 5))
        cells = rng.sample(list(board.grid), 12)
        answer = whole_review(reveal_all(board, cells))
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
    session = reveal_all(board, [first])
    while safe := cells_of(deduce(clues_of(session.game)).safe):
        for cell in safe:
            session.play(Move("reveal", cell), 0)
    assert len(session.steps) > 300
    for function, most in ((deduce, len(session.steps) // 10), (analyse, 1)):
        count, answer = count_calls(function, lambda: whole_review(session))
        assert count <= most
        assert not answer.steps
