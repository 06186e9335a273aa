"""The course in lines of text: each exercise is described, and a line of input answers it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import NO_CELLS, CellSet, Grid
from minesweeper.engine.notation import NotationError, capitalise
from minesweeper.learn.answers import Judgement, parse_answer, why_no_answer
from minesweeper.learn.classification import easiest_skill
from minesweeper.learn.exercises import (
    QUESTIONS,
    Exercise,
    ExerciseKind,
    format_exercise,
    parse_drawing,
)
from minesweeper.learn.lessons import LESSONS, name_mentions
from minesweeper.learn.mastery import mastery_goal_text, mastery_text
from minesweeper.learn.training import Training
from minesweeper.plain.lines import (
    WriteText,
    announced,
    parse_cell_words,
    quoted_line,
    ranges_text,
    usage_error,
    words_of,
)
from minesweeper.plain.text import drawing_lines, mines_left_text
from minesweeper.solver.sentences import cells_text
from minesweeper.store.learning import Attempt


class LessonCommand(NamedTuple):
    """A command of a training. Its first letter is enough: at any time only one begins with it."""

    name: str
    arguments: Literal["", "C R"]
    help: str

    @property
    def usage(self) -> str:
        """How to type the command: "safe C R"."""
        return f"{self.name} {self.arguments}".rstrip()


ANSWERS: Final[Mapping[ExerciseKind, tuple[LessonCommand, ...]]] = {
    "point": (
        LessonCommand("safe", "C R", "the cell in column C, row R is certainly safe"),
        LessonCommand("mine", "C R", "the cell is certainly a mine"),
        LessonCommand("nothing", "", "no cell is certain"),
    ),
    "safe": (
        LessonCommand("safe", "C R", "the cell in column C, row R is certainly safe"),
        LessonCommand("nothing", "", "you see no safe cell"),
    ),
    "guess": (LessonCommand("guess", "C R", "the cell gives the best chance to win"),),
}
AFTER_ANSWER: Final = (
    LessonCommand("next", "", "go on to the next exercise; so does an empty line"),
    LessonCommand("again", "", "try this exercise again"),
)
ALWAYS: Final = (
    LessonCommand("look", "", "read the position row by row in words"),
    LessonCommand("help", "", "list the commands, and say what the signs in a picture mean"),
    LessonCommand("quit", "", "leave"),
)
LEGEND: Final = (
    "in a picture # is a covered cell, F a known mine, f your flag, . an empty cell,"
    " 1 to 8 a number, o a number that is not shown, and * a mine"
)


class PlainTraining:
    """A training whose exercises are answered in lines of text."""

    def __init__(
        self, training: Training, now: Callable[[], int], out: WriteText, err: WriteText
    ) -> None:
        """Take a training; `now` returns the clock in milliseconds."""
        self.training = training
        self.is_left = False
        """Whether the player has left the training, or its last exercise."""
        self._now = now
        self._out = out
        self._err = err

    def run(self, lines: Iterator[str], prompt: str = "") -> None:
        """Ask exercises until the lines end, or the player leaves; write the prompt before each."""
        self.begin()
        while not self.is_left:
            self._out(prompt)
            line = next(lines, None)
            if line is None:
                self._out("\n" * bool(prompt))
                return
            self.answer(line)

    def begin(self) -> None:
        """Ask the first exercise."""
        self._say("type help to list the commands, or look to read the position in words")
        self._ask()

    def answer(self, line: str) -> None:
        """Do what a line says, after a step towards the next exercise."""
        self.training.prepare(self._now())
        try:
            self._do(parse_lesson_line(line, self._commands, self._exercise.clues.grid))
        except NotationError as error:
            self._say(error)

    @property
    def _commands(self) -> tuple[LessonCommand, ...]:
        """The commands at this moment."""
        if self.training.judgement:
            return *AFTER_ANSWER, *ALWAYS
        return *ANSWERS[self._exercise.kind], *ALWAYS

    @property
    def _exercise(self) -> Exercise:
        assert self.training.exercise, "a line is answered only while there is an exercise"
        return self.training.exercise

    def _do(self, command: str) -> None:
        match command:
            case "":
                self._describe()
            case "look":
                self._say(*drawing_lines(drawing_rows(self._exercise)))
            case "help":
                self._say(*lesson_help_lines(self._commands))
            case "quit":
                self.is_left = True
            case "again":
                self.training.try_again()
                self._describe()
            case "next":
                self.training.go_on(self._now())
                self._ask()
            case _:
                self._judge(command)

    # Questions

    def _ask(self) -> None:
        """Ask the next exercise, or leave if there is none."""
        steps = iter(lambda: self.training.prepare(self._now()), True)
        for _ in announced(steps, "looking for a position", self._now, self._err):
            pass
        if self.training.is_over:
            self._end()
        else:
            self._describe()

    def _end(self) -> None:
        self.is_left = True
        self._say(*filter(None, (self.training.ending, self.training.progress_text)))

    def _describe(self) -> None:
        """Show the position, and ask its question."""
        exercise = self._exercise
        self._show(drawing_rows(exercise))
        if exercise.counts_mines:
            self._say(mines_left_text(exercise.as_game()))
        self._say(*filter(None, [self.training.note]), QUESTIONS[exercise.kind])
        self._say(f"type {usages_text(ANSWERS[exercise.kind])}")

    # Answers

    def _judge(self, text: str) -> None:
        """Judge an answer; raise NotationError if it cannot be judged."""
        answer = parse_answer(text, self._exercise)
        if why := why_no_answer(self._exercise, answer):
            raise NotationError(why)
        was_mastered = self.training.mastered_text
        self._explain(self.training.answer(answer, self._now()))
        if not was_mastered:
            self._say(*filter(None, [self.training.mastered_text]))
        self._say(f"type {usages_text(AFTER_ANSWER)}")

    def _explain(self, judgement: Judgement) -> None:
        """Say whether the answer was right, what is true, and how far the player is."""
        self._say("right" if judgement.is_right else "wrong", *judgement.sentences[:1])
        if judgement.layout is not None:
            self._show(drawing_rows(self._exercise, judgement.layout))
        self._say(*judgement.sentences[1:], self.training.progress_text)
        self._say(*filter(None, [self.training.warning]))

    # Words

    def _say(self, *sentences: object) -> None:
        self._show(capitalise(str(each)) for each in sentences)

    def _show(self, lines: Iterable[str]) -> None:
        self._out("".join(f"{line}\n" for line in lines))


def parse_lesson_line(line: str, commands: Sequence[LessonCommand], grid: Grid) -> str:
    """Return what a line says, written out: "safe 2 2" for "s (2,2)".

    An empty line is the command "next", or "" if that is none of them. Raise NotationError, with a
    message of one line, for a wrong one.
    """
    words = words_of(line)
    if not words:
        return next((each.name for each in commands if each.name == "next"), "")
    command = next((each for each in commands if words[0] in (each.name, each.name[0])), None)
    if not command:
        raise NotationError(
            f"{quoted_line(line)} is not a command now: type {usages_text(commands)}"
        )
    match command.arguments, words[1:]:
        case "", []:
            return command.name
        case "C R", [_, _] as place:
            return "{} {} {}".format(command.name, *grid.place(parse_cell_words(place, grid)))
    raise usage_error(line, command.usage, ranges_text(grid) if command.arguments else "")


def usages_text(commands: Sequence[LessonCommand]) -> str:
    """Return how to type the commands: "safe C R, mine C R or nothing"."""
    *others, last = (command.usage for command in commands)
    return f"{', '.join(others)} or {last}" if others else last


def lesson_help_lines(commands: Iterable[LessonCommand]) -> list[str]:
    """Return the help: the commands at this moment, and how to read a picture."""
    return [
        *(f"  {command.usage}: {command.help}" for command in commands),
        "the first letter is enough",
        "columns and rows count from 1: 3 5, 3,5 and (3,5) all mean column 3, row 5",
        LEGEND,
    ]


def drawing_rows(exercise: Exercise, mines: CellSet = NO_CELLS) -> list[str]:
    """Return the picture of a position, with a star for each of the given mines."""
    rows = format_exercise(exercise).split(" ")[-1].split("/")
    grid = exercise.clues.grid
    return [
        "".join(
            "*" if mines >> grid.cell(column, row) & 1 else face
            for column, face in enumerate(faces, 1)
        )
        for row, faces in enumerate(rows, 1)
    ]


def introduction_lines(number: int) -> list[str]:
    """Return the first lines of a lesson: its title, why, and an example with what is certain."""
    lesson = LESSONS[number - 1]
    clues = parse_drawing(lesson.drawing, lesson.mines)
    example = Exercise("point", number, clues, counts_mines=lesson.mines is not None)
    mines = [mines_left_text(example.as_game())] if example.counts_mines else []
    return [
        f"Lesson {number}: {lesson.name}",
        capitalise(mastery_goal_text()),
        "An example:",
        *drawing_rows(example),
        *mines,
        *map(name_mentions, lesson.why),
        capitalise(certain_text(example)),
    ]


def certain_text(exercise: Exercise) -> str:
    """Return what the easiest rule proves in a position: "(1,1) is safe; (2,1) is a mine"."""
    grid = exercise.clues.grid
    skill = easiest_skill(exercise.clues, counts_mines=exercise.counts_mines)
    claims = (
        f"{cells_text(grid, cells, len(grid))} {one if cells.bit_count() == 1 else several}"
        for cells, one, several in (
            (skill.safe if skill else NO_CELLS, "is safe", "are safe"),
            (skill.mines if skill else NO_CELLS, "is a mine", "are mines"),
        )
        if cells
    )
    return "; ".join(claims) or "nothing is certain"


def lessons_lines(attempts: Sequence[Attempt]) -> list[str]:
    """Return a line for each lesson, "Lesson 4: 1-2, 7 of the last 12 right", and how to begin."""
    return [
        *(
            f"Lesson {lesson.number}: {lesson.name}, {mastery_text(lesson.number, attempts)}"
            for lesson in LESSONS
        ),
        "Any lesson may be chosen: minesweeper learn --plain 5 begins lesson 5",
    ]
