"""Answers: their text form, what is refused, and judgements that brute force confirms."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.engine.notation import NotationError, percent_text
from minesweeper.learn.answers import (
    MAX_GUESS_COST,
    Answer,
    AnswerVerb,
    Judgement,
    judge_answer,
    parse_answer,
    why_no_answer,
)
from minesweeper.learn.exercises import Exercise, format_exercise, parse_exercise
from minesweeper.learn.lessons import GUESSES, LESSONS
from minesweeper.solver.best_guess import choose_reveal
from minesweeper.solver.clues import Clues
from minesweeper.solver.odds import Odds
from minesweeper.solver.sentences import Sentence
from tests.harness.brute import certain_cells, fits
from tests.harness.generated import exercises
from tests.harness.positions import (
    FOUR_MINES,
    lattice,
    most_wins,
    small_positions,
    stuck_positions,
    wins_after,
)
from tests.harness.sentences import Asked, check_sentence

WALL = "point 4 - ####/o12o"
NEAR_MISS = "point 9 - ###/#2#/o1o"
ALL_FOUND = "point 7 4 ##F2/FFFo"
GUESS = "guess 10 4 " + "/".join(FOUR_MINES.split())

POINT_LESSONS = [lesson.number for lesson in LESSONS if lesson.number != GUESSES]


def judge(exercise: Exercise | str, answer: Answer | str) -> Judgement:
    exercise = parse_exercise(exercise) if isinstance(exercise, str) else exercise
    answer = parse_answer(answer, exercise) if isinstance(answer, str) else answer
    assert not why_no_answer(exercise, answer)
    return judge_answer(exercise, answer, Random(1))


def sentences(exercise: str, answer: str) -> list[str]:
    return [str(each) for each in judge(exercise, answer).sentences]


# The text form


@pytest.mark.parametrize(
    ("exercise", "text"),
    [
        (WALL, "safe 3 1"),
        (WALL, "mine 4 2"),
        (WALL, "nothing"),
        (GUESS, "guess 4 3"),
    ],
)
def test_an_answer_is_written_as_it_is_read(exercise: str, text: str) -> None:
    asked = parse_exercise(exercise)
    assert parse_answer(text, asked).format(asked.clues.grid) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "safe", "safe 3", "safe 5 1", "safe 0 1", "safe 3 1 2", "safe 3 1, 4 1", "Safe 3 1"),
        *("nothing 3 1", "numbers", "number 2", "safe 3 1,", "safe  3 1", "reveal 3 1"),
    ],
)
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_answer(text, parse_exercise(WALL))


def test_a_place_off_the_grid_is_refused_with_the_range() -> None:
    for place in ("99 1", "0 1"):
        with pytest.raises(NotationError, match="is not a number from 1 to 4"):
            parse_answer(f"safe {place}", parse_exercise(WALL))


# What cannot be judged


@pytest.mark.parametrize(
    ("exercise", "text", "reason"),
    [
        (WALL, "safe 2 2", "choose a covered cell"),
        (WALL, "mine 1 2", "choose a covered cell"),
        (WALL, "guess 1 1", "this exercise is answered by safe, mine and nothing"),
        (WALL.replace("####", "###F"), "safe 4 1", "this mine is known: choose another cell"),
        (GUESS, "nothing", "this exercise is answered by guess"),
        (GUESS, "guess 1 1", "choose a covered cell"),
    ],
)
def test_what_cannot_be_judged_is_refused_with_a_reason(
    exercise: str, text: str, reason: str
) -> None:
    asked = parse_exercise(exercise)
    assert why_no_answer(asked, parse_answer(text, asked)) == reason


def test_only_what_is_certain_is_judged_on_a_board_that_is_too_complex_to_count() -> None:
    board = Exercise("point", 12, lattice(61), counts_mines=True)
    refusals = {
        text: why_no_answer(board, parse_answer(text, board))
        for text in ("safe 1 1", "mine 1 1", "safe 20 19", "nothing")
    }
    too_complex = "this position is too complex to count"
    assert refusals == {
        "safe 1 1": "",
        "mine 1 1": "",
        "safe 20 19": too_complex,
        "nothing": too_complex,
    }
    assert judge(board, "mine 1 1").is_right != judge(board, "safe 1 1").is_right


# The words


def test_a_wrong_claim_is_refuted_by_a_board_and_then_told_what_is_certain() -> None:
    explodes, certain = sentences(WALL, "safe 2 1")
    assert explodes == "It could be like this: every number fits, and your cell (2,1) is a mine."
    assert certain.startswith("(1,1) is safe: the 2 at (3,2) needs one mine more than the 1 at ")
    assert [certain] == sentences(WALL, "nothing")
    assert sentences(WALL, "mine 2 1")[0] == (
        "It could be like this: every number fits, and your cell (2,1) is safe."
    )
    assert sentences(WALL, "mine 1 1")[0] == "On every board that fits, your cell (1,1) is safe."
    assert sentences(WALL, "safe 4 1")[0] == "On every board that fits, your cell (4,1) is a mine."


def test_a_board_that_refutes_a_claim_in_a_window_has_few_mines() -> None:
    layout = judge("point 9 - #######/##1####/oo1o###", "safe 7 1").layout
    assert layout is not None
    assert layout.bit_count() == 2


def test_the_mine_count_is_named_where_it_counts() -> None:
    assert sentences(ALL_FOUND, "safe 1 1") == ["(1,1) and (2,1) are safe: all 4 mines are found."]
    assert sentences("point 7 4 ###1/FFoo", "safe 1 1")[0] == (
        "It could be like this: every number and the mine count fit, and your cell (1,1) is a mine."
    )


def test_where_nothing_is_certain_that_is_the_right_answer() -> None:
    nothing = "every covered cell is a mine on one board that fits, and safe on another."
    right = judge(NEAR_MISS, "nothing")
    assert right.is_right
    assert str(right.sentences[0]) == f"Nothing is certain: {nothing}"
    assert sentences(NEAR_MISS.replace("/o1o", "/oFo").replace("2", "3"), "safe 1 1")[1] == (
        f"Nothing is certain: apart from the known mines, {nothing}"
    )


def test_a_guess_is_judged_by_the_wins_that_it_costs() -> None:
    best = "The best guess is (4,3) at 40%: nothing is certain. It wins 3 times in 5."
    assert judge(GUESS, "guess 4 3").is_right
    assert not judge(GUESS, "guess 2 1").is_right
    assert sentences(GUESS, "guess 4 3")[0].startswith(best)
    assert sentences(GUESS, "guess 4 4") == ["No guess is better: it wins 3 times in 5."]
    assert sentences(GUESS, "guess 2 1") == [
        "(4,3) wins 60 times in 100, yours 40: it has 40% risk, yours 20%, but it tells you more."
    ]


# Judgements and sentences, confirmed by brute force


def sure(exercise: Exercise) -> tuple[CellSet, CellSet]:
    return certain_cells(exercise.clues, with_total=exercise.counts_mines)


def is_true(exercise: Exercise, answer: Answer) -> bool:
    """Return whether an answer other than a guess is true."""
    safe, mines = sure(exercise)
    if answer.verb == "nothing":
        return not safe | mines
    return bool(answer.cells & (safe if answer.verb == "safe" else mines))


def some_answers(exercise: Exercise, rng: Random) -> list[Answer]:
    clues = exercise.clues
    unknown = clues.covered & ~clues.known_mines
    match exercise.kind:
        case "point":
            cells, certain = cells_of(unknown), cells_of(CellSet(sum(sure(exercise))))
            chosen = {*certain[:3], *rng.sample(cells, min(len(cells), 3))}
            claims: list[AnswerVerb] = ["safe", "mine"]
            answers = [Answer(verb, set_of([cell])) for cell in chosen for verb in claims]
            return [Answer("nothing"), *answers]
        case "safe":
            return [Answer("nothing"), *(Answer("safe", set_of([at])) for at in cells_of(unknown))]
        case "guess":
            return [Answer("guess", set_of([cell])) for cell in cells_of(unknown)]


CELL = r"\((\d+),(\d+)\)"


def is_true_sentence(sentence: Sentence, exercise: Exercise, judgement: Judgement) -> bool:
    """Return whether a sentence about an answer other than a guess is true."""
    text, clues = str(sentence), exercise.clues
    (safe, mines), hint = sure(exercise), judgement.hint

    def cell_in(found: re.Match[str]) -> CellSet:
        return set_of([clues.grid.cell(int(found[1]), int(found[2]))])

    if text.startswith("Nothing is certain: "):
        return not safe | mines
    fate = rf"your cell {CELL} (is a mine|is safe)\."
    if found := re.fullmatch(f"On every board that fits, {fate}", text):
        return bool(cell_in(found) & (safe if found[3] == "is safe" else mines))
    if found := re.fullmatch(f"It could be like this: every .* fits?, and {fate}", text):
        assert judgement.layout is not None
        return (found[3] == "is a mine") == bool(judgement.layout & cell_in(found))
    assert hint is not None
    assert hint.proof is not None
    assert exercise.counts_mines or not hint.proof.counts_mines
    check_sentence(sentence, Asked(clues, hint.proof))
    return True


def check(exercise: Exercise, answer: Answer) -> None:
    """Compare a judgement with brute force: whether it is right, its layout and its sentences."""
    judgement = judge(exercise, answer)
    assert judgement.is_right == is_true(exercise, answer)
    for sentence in judgement.sentences:
        assert is_true_sentence(sentence, exercise, judgement), str(sentence)
    if judgement.is_right or answer.verb == "nothing":
        assert judgement.layout is None
        return
    assert judgement.layout is not None
    assert fits(exercise.clues, judgement.layout, with_total=exercise.counts_mines)
    assert bool(judgement.layout & answer.cells) == (answer.verb == "safe")


def check_answers(asked: Iterable[Exercise], seed: int) -> tuple[int, int]:
    """Check some answers to each exercise; return how many are right, and how many are wrong."""
    rng = Random(seed)
    right = wrong = 0
    for exercise in asked:
        for answer in some_answers(exercise, rng):
            try:
                check(exercise, answer)
            except AssertionError as error:
                error.add_note(f"{format_exercise(exercise)}: {answer.format(exercise.clues.grid)}")
                raise
            is_right = is_true(exercise, answer)
            right, wrong = right + is_right, wrong + (not is_right)
    return right, wrong


def drawn_windows(count: int) -> Iterator[Exercise]:
    """Yield small positions with some known mines, half of them with a mine total."""
    rng = Random(71)
    for at, (board, clues) in enumerate(small_positions(72, count)):
        known = set_of(cell for cell in board.grid if board.is_mine(cell) and rng.random() < 0.3)
        if clues.revealed and clues.covered & ~known:
            clues = clues._replace(known_mines=known)
            yield Exercise("point", 12, clues, counts_mines=at % 2 > 0)


@pytest.mark.samples(60, 600)
def test_judgements_of_small_positions_are_true(count: int) -> None:
    right, wrong = check_answers(drawn_windows(count), 73)
    assert min(right, wrong) > count * 4 // 5


@pytest.mark.samples(5, 40)
@pytest.mark.parametrize("lesson", POINT_LESSONS)
def test_judgements_of_generated_exercises_are_true(lesson: int, count: int) -> None:
    right, wrong = check_answers(exercises(lesson, count), 74)
    assert min(right, wrong) >= count


# Guesses, by every way to play on


def layouts_of(clues: Clues) -> list[CellSet]:
    """Return every layout, by trying all."""
    unknown = cells_of(clues.covered & ~clues.known_mines)
    left = clues.mine_count - clues.known_mines.bit_count()
    layouts = [set_of(mines) | clues.known_mines for mines in combinations(unknown, left)]
    return [layout for layout in layouts if fits(clues, layout)]


def check_guesses(exercise: Exercise) -> None:
    layouts = layouts_of(exercise.clues)
    best = most_wins(exercise.clues, layouts)
    for answer in some_answers(exercise, Random(1)):
        wins = wins_after(exercise.clues, cells_of(answer.cells), layouts)
        judgement = judge(exercise, answer)
        assert judgement.cost == Fraction(best - wins, len(layouts)), format_exercise(exercise)
        assert judgement.is_right == (judgement.cost <= MAX_GUESS_COST)


def few_layouts(exercise: Exercise) -> bool:
    return 1 < len(layouts_of(exercise.clues)) <= 6


def test_the_cost_of_a_generated_guess_is_true() -> None:
    guesses = [each for each in exercises(10, 12) if few_layouts(each)]
    for exercise in guesses:
        check_guesses(exercise)
    assert len(guesses) > 2


def test_the_cost_of_a_guess_is_the_chance_to_win_that_it_gives_away() -> None:
    check_guesses(parse_exercise(GUESS))
    tested = 0
    for _, clues in small_positions(76, 300):
        exercise = Exercise("guess", 10, clues, counts_mines=True)
        if clues.revealed and clues.covered.bit_count() <= 6 and not any(sure(exercise)):
            check_guesses(exercise)
            tested += 1
    assert tested > 15


def risk_in(odds: Odds, cell: Cell) -> Fraction:
    return Fraction(odds.mined_count(cell), odds.layout_count)


def test_where_the_wins_are_too_many_to_count_guesses_are_compared_by_their_risk() -> None:
    rights = []
    for clues in stuck_positions(77, 8):
        choice = choose_reveal(clues)
        if choice.strategy not in ("fifty-fifty", "look-ahead"):
            continue
        exercise = Exercise("guess", 10, clues, counts_mines=True)
        for cells, mined_count in choice.odds.risk_groups:
            if mined_count == choice.odds.layout_count:
                continue
            cell = cells_of(cells)[0]
            judgement = judge(exercise, Answer("guess", set_of([cell])))
            risk, best = risk_in(choice.odds, cell), risk_in(choice.odds, choice.cell)
            assert judgement.cost == max(0, risk - best)
            assert judgement.is_right == (judgement.cost <= MAX_GUESS_COST)
            if cell != choice.cell:
                assert percent_text(risk) in str(judgement.sentences[0])
            rights.append(judgement.is_right)
    assert {*rights} == {True, False}
