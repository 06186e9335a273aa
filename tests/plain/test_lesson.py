"""Exercises in lines of text: what is asked, what may be typed, and what is answered."""

from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.learn.answers import Answer
from minesweeper.learn.exercises import Exercise, parse_exercise
from minesweeper.learn.lessons import LESSONS, Lesson
from minesweeper.learn.training import Streak, Training
from minesweeper.plain.lesson import (
    AFTER_ANSWER,
    ALWAYS,
    ANSWERS,
    PlainTraining,
    introduction_lines,
    lessons_lines,
)
from minesweeper.plain.text import drawing_lines
from tests.harness.program import ROOT

POINT = "point 6 - #####/o121o"
SAFE = "safe 6 2 #####/o121o"
GUESS = "guess 10 3 #3F/#3F"
NEAR_MISS = "point 10 - ###/o2o"
KINDS = (POINT, SAFE, GUESS)


def without_another() -> NoReturn:
    raise AssertionError("plain mode begins no other streak")


class Learner:
    """A player who trains with some exercises; a second passes before each line."""

    def __init__(self, *exercises: str, is_streak: bool = False) -> None:
        self.kept: list[Answer] = []
        self.time = 0
        self.out: list[str] = []
        self.err: list[str] = []
        asked = iter([parse_exercise(text) for text in exercises])
        rng = Random(1)
        self.training = Training("Test", asked, self._keep, rng)
        if is_streak:
            self.training = Streak(asked, self._keep, rng, 0, without_another)
        self.plain = PlainTraining(
            self.training, lambda: self.time, self.out.append, self.err.append
        )

    def _keep(self, exercise: Exercise, answer: Answer, judgement: object, elapsed: int) -> None:
        self.kept.append(answer)

    def type(self, *lines: str, prompt: str = "") -> list[list[str]]:
        """Type lines and end the input; return what is heard at first, and after each line."""
        heard: list[list[str]] = []

        def typed() -> Iterator[str]:
            for line in lines:
                heard.append(self._hear())
                self.time += 1_000
                yield f"{line}\n"

        self.plain.run(typed(), prompt)
        return [*heard, self._hear()]

    def _hear(self) -> list[str]:
        lines = "".join(self.out).splitlines()
        self.out.clear()
        return lines


def last(*lines: str, of: str = POINT) -> list[str]:
    """Return the answer to the last line."""
    return Learner(of, of).type(*lines)[-1]


# Questions


def test_an_exercise_is_shown_asked_and_says_how_to_answer() -> None:
    assert Learner(POINT).type()[0][1:] == [
        "#####",
        "o121o",
        "Find a cell that is certain: safe, or a mine?",
        "Type safe C R, mine C R or nothing",
    ]


def test_where_mines_are_counted_it_says_how_many_are_left() -> None:
    assert "1 mine left" in Learner(GUESS).type()[0]
    assert not any("left" in line for line in Learner(POINT).type()[0])


@pytest.mark.parametrize(
    ("exercise", "question"),
    [
        (SAFE, "Find a safe cell."),
        (GUESS, "Which cell is the best guess?"),
    ],
)
def test_each_kind_has_its_question(exercise: str, question: str) -> None:
    assert question in Learner(exercise).type()[0]


ROWS = st.integers(1, 12).flatmap(
    lambda columns: st.lists(
        st.text("#Ff.o12345678", min_size=columns, max_size=columns), min_size=1, max_size=8
    )
)


@given(ROWS)
def test_a_position_in_words_names_every_cell(rows: list[str]) -> None:
    faces = {"covered": "#", "known mine": "F", "flag": "f", "empty": ".", "number not shown": "o"}
    faces |= {f"number {digit}": digit for digit in "12345678"}

    def numbers(text: str, name: str) -> range:
        """Return what "rows 2 to 4" or "row 2" counts."""
        first, _, end = text.removeprefix(f"{name}s ").removeprefix(f"{name} ").partition(" to ")
        return range(int(first), int(end or first) + 1)

    read = [["?"] * len(rows[0]) for _ in rows]
    for line in drawing_lines(rows):
        at, _, texts = line.partition(": ")
        for text in texts.split(", "):
            face = next(each for each in faces if text.endswith(f" {each}"))
            columns = numbers(text.removesuffix(f" {face}"), "column")
            for row, column in product(numbers(at, "row"), columns):
                read[row - 1][column - 1] = faces[face]
    assert ["".join(row) for row in read] == rows


def test_look_reads_the_position_in_words() -> None:
    assert last("look") == [
        "Row 1: columns 1 to 5 covered",
        "Row 2: column 1 number not shown, column 2 number 1, column 3 number 2,"
        " column 4 number 1, column 5 number not shown",
    ]


# Answers


@pytest.mark.parametrize(
    ("exercise", "right"),
    [
        (POINT, "safe 3 1"),
        (POINT, "mine 2 1"),
        (NEAR_MISS, "nothing"),
        (GUESS, "guess 1 1"),
    ],
)
def test_a_right_answer_is_called_right_and_explained(exercise: str, right: str) -> None:
    heard = last(right, of=exercise)
    assert heard[0] == "Right"
    assert heard[-2:] == ["1 of 1 right", "Type next or again"]
    assert len(heard) > 3


@pytest.mark.parametrize(
    ("exercise", "wrong"),
    [(POINT, "nothing"), (SAFE, "nothing"), (SAFE, "safe 2 1")],
)
def test_a_wrong_answer_is_called_wrong_and_corrected(exercise: str, wrong: str) -> None:
    heard = last(wrong, of=exercise)
    assert heard[0] == "Wrong"
    assert heard[-2:] == ["0 of 1 right", "Type next or again"]
    assert len(heard) > 3


def mines_around(rows: list[str], column: int, row: int) -> int:
    near = (line[max(0, column - 1) : column + 2] for line in rows[max(0, row - 1) : row + 2])
    return sum(cells.count("*") for cells in near)


@pytest.mark.parametrize(("claim", "face"), [("safe 1 1", "*"), ("mine 1 1", "#")])
def test_a_wrong_claim_is_refuted_by_a_picture_on_which_every_number_fits(
    claim: str, face: str
) -> None:
    rows = [line for line in last(claim, of=NEAR_MISS) if set(line) <= set("#*o2")]
    assert len(rows) == 2
    assert rows[0][0] == face
    assert mines_around(rows, 1, 1) == int(rows[1][1])


def test_a_cell_may_be_typed_as_the_program_names_it() -> None:
    answers = [last(f"safe {cell}") for cell in ("3 1", "3,1", "(3,1)", " ( 3 , 1 ) ")]
    assert answers == [answers[0]] * 4


def test_the_first_letter_is_enough_for_every_command() -> None:
    moments = [AFTER_ANSWER, *ANSWERS.values()]
    for commands in ((*each, *ALWAYS) for each in moments):
        assert len({command.name[0] for command in commands}) == len(commands)
    assert last("s 3 1") == last("safe 3 1")
    assert last("N", of=NEAR_MISS) == last("nothing", of=NEAR_MISS)


@pytest.mark.parametrize("exercise", KINDS)
@pytest.mark.parametrize(
    "line", ["foo", "safe", "safe 3", "safe x 1", "safe 3 1 1", "safe 99 1", "next 1\0", "mine -1"]
)
def test_a_line_that_is_no_answer_is_refused_and_nothing_is_kept(exercise: str, line: str) -> None:
    learner = Learner(exercise)
    assert len(learner.type(line)[-1]) == 1
    assert learner.kept == []
    assert not learner.training.judgement


def test_a_line_that_is_not_understood_is_told_what_can_be_typed() -> None:
    what = "safe C R, mine C R, nothing, look, help or quit"
    assert last("again") == [f"'again' is not a command now: type {what}"]
    after = last("safe 3 1", "safe 3 1")
    assert after == ["'safe 3 1' is not a command now: type next, again, look, help or quit"]


RANGES = "columns are 1 to 5, rows 1 to 2"


@pytest.mark.parametrize(
    ("exercise", "line", "refusal"),
    [
        (POINT, "safe", f"'safe' is not understood: type safe C R ({RANGES})"),
        (POINT, "m 3", f"'m 3' is not understood: type mine C R ({RANGES})"),
        (POINT, "safe 3 1 1", f"'safe 3 1 1' is not understood: type safe C R ({RANGES})"),
        (POINT, "safe 3 1, 4 1", f"'safe 3 1, 4 1' is not understood: type safe C R ({RANGES})"),
        (POINT, "safe 0 1", f"'0 1' does not name a cell: {RANGES}"),
        (POINT, "safe (6,1)", f"'6 1' does not name a cell: {RANGES}"),
        (POINT, "mine -1 x", f"'-1 x' does not name a cell: {RANGES}"),
        (POINT, "safe ٣ 1", rf"'\u0663 1' does not name a cell: {RANGES}"),
        (POINT, "nothing 3", "'nothing 3' is not understood: type nothing"),
        (POINT, "look 7", "'look 7' is not understood: type look"),
        (POINT, "help me", "'help me' is not understood: type help"),
        (POINT, "quit now", "'quit now' is not understood: type quit"),
        (
            GUESS,
            "guess",
            "'guess' is not understood: type guess C R (columns are 1 to 3, rows 1 to 2)",
        ),
        (GUESS, "guess 2 1", "Choose a covered cell"),
    ],
)
def test_a_wrong_argument_is_answered_with_what_may_follow(
    exercise: str, line: str, refusal: str
) -> None:
    learner = Learner(exercise)
    assert learner.type(line)[-1] == [refusal]
    assert learner.kept == []
    assert not learner.plain.is_left


@pytest.mark.parametrize("line", ["next 5", "again 2", "look 1 1", "quit 1"])
def test_after_an_answer_a_command_with_surplus_words_is_not_obeyed(line: str) -> None:
    learner = Learner(POINT, SAFE)
    name = line.split()[0]
    assert learner.type("nothing", line)[-1] == [f"'{line}' is not understood: type {name}"]
    assert learner.training.judgement
    assert not learner.plain.is_left


def test_a_wrong_line_is_quoted_escaped_and_short() -> None:
    assert last("\x1b[Asafe 3 1")[0].startswith(r"'\x1b[Asafe 3 1' is not a command now: ")
    assert len(last("safe " + "1 " * 400)[0]) < 200


def test_only_a_cell_that_can_be_answered_is_judged() -> None:
    assert last("safe 2 2") == ["Choose a covered cell"]


def test_help_lists_what_can_be_typed_now() -> None:
    for before, commands in (((), ANSWERS["point"]), (("nothing",), AFTER_ANSWER)):
        heard = last(*before, "help")
        assert heard[: len(commands)] == [f"  {each.usage}: {each.help}" for each in commands]


# From one exercise to the next


def test_an_empty_line_repeats_the_question_and_then_goes_on() -> None:
    heard = Learner(POINT, SAFE).type("", "safe 3 1", "")
    assert heard[1] == heard[0][1:]
    assert heard[3] == Learner(SAFE).type()[0][1:]


def test_again_asks_the_same_exercise_and_only_the_first_answer_is_kept() -> None:
    learner = Learner(POINT, SAFE)
    heard = learner.type("nothing", "again", "safe 3 1")
    assert heard[2] == heard[0][1:]
    assert heard[3][0] == "Right"
    assert [answer.verb for answer in learner.kept] == ["nothing"]


def test_after_the_last_exercise_the_training_ends_with_its_result() -> None:
    learner = Learner(POINT)
    assert learner.type("safe 3 1", "next", "safe 3 1")[-1] == ["1 of 1 right"]
    assert learner.plain.is_left


def test_quit_leaves_and_so_does_the_end_of_the_input() -> None:
    learner = Learner(POINT)
    assert learner.type("quit", "safe 3 1")[-1] == []
    assert learner.kept == []
    assert Learner(POINT).type("safe 3 1")[-1][0] == "Right"


def test_a_prompt_comes_before_every_line() -> None:
    heard = Learner(POINT).type("look", "q", prompt="> ")
    assert [lines[-1] for lines in heard[:2]] == ["> ", "> "]
    assert heard[2] == []
    without_lines = Learner(POINT)
    without_lines.plain.run(iter(()), "> ")
    assert "".join(without_lines.out).endswith("\n> \n"), "the input has ended"


def test_a_streak_ends_with_the_first_mistake() -> None:
    learner = Learner(POINT, POINT, POINT, is_streak=True)
    heard = learner.type("safe 3 1", "", "nothing", "", "safe 3 1")
    assert heard[-1] == ["The streak is over", "1 in a row, your best"]
    assert len(learner.kept) == 2


def test_a_long_search_is_announced_once() -> None:
    learner = Learner(POINT)

    def slow_now() -> int:
        learner.time += 70
        return learner.time

    exercises = iter([None, None, None, None, parse_exercise(POINT)])
    training = Training("Test", exercises, lambda *answer: None, Random(1))
    PlainTraining(training, slow_now, learner.out.append, learner.err.append).begin()
    assert learner.err == ["minesweeper: looking for a position\n"]


# Lessons


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_begins_with_its_name_why_and_an_example(lesson: Lesson) -> None:
    name, goal, example, *_, why, reason, end = introduction_lines(lesson.number)
    assert name == f"Lesson {lesson.number}: {lesson.name}"
    assert goal == "The goal is 11 right answers of 12"
    assert example == "An example:"
    assert not {*"{}"} & {*why, *reason}
    assert ("Nothing is certain" in end) == (lesson.number == 10)


def test_a_lesson_names_in_its_reasons_the_numbers_of_its_example() -> None:
    *_, why, reason, _ = introduction_lines(6)
    assert why == "In front of each 1 lies a mine."
    assert reason == "In front of the 2 it is safe, and past both ends."


def test_the_example_of_a_lesson_names_all_cells_that_are_certain() -> None:
    *_, end = introduction_lines(6)
    assert end == "(1,1), (3,1) and (5,1) are safe; (2,1) and (4,1) are mines"
    *_, mines_left, _, _, end = introduction_lines(7)
    assert (mines_left, end) == ("0 mines left", "(1,1) and (2,1) are safe")


def test_the_lessons_are_listed_with_how_far_the_player_is() -> None:
    *lines, last_line = lessons_lines([])
    assert "minesweeper learn --plain 5" in last_line
    assert lines[0].endswith(", open")
    assert all(line.endswith(", not begun") for line in lines[1:])
    for number, line in enumerate(lines, 1):
        assert line.startswith(f"Lesson {number}: ")
    assert all(one != other for one, other in pairwise(lines))


def test_what_is_written_is_ascii() -> None:
    for number in range(1, len(LESSONS) + 1):
        assert "".join(introduction_lines(number)).isascii()


def test_the_example_in_the_readme_is_up_to_date() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = text.partition("it reads:\n\n")[2].partition("\n\n")[0].replace("    ", "").splitlines()
    typed = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    drawing = "/".join(line for line in lines[: lines.index(f"> {typed[0]}")] if " " not in line)
    heard = Learner(f"point 3 - {drawing}").type(*typed)
    assert [*heard[0][1:], f"> {typed[0]}", *heard[1]][: len(lines)] == lines
