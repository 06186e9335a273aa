"""Train with the course: on the screen, or in lines of text."""

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from minesweeper.cli import environment, screen_setup
from minesweeper.cli.commands.play import Program
from minesweeper.cli.output import UsageError, complain
from minesweeper.cli.parser import Parser, add_looks, command_line, for_argparse
from minesweeper.cli.plain_streams import PlainStreams
from minesweeper.engine.notation import NotationError
from minesweeper.learn.course import Course
from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.mastery import open_lessons
from minesweeper.learn.training import Training
from minesweeper.plain.lesson import PlainTraining, introduction_lines, lessons_lines
from minesweeper.settings.values import quoted
from minesweeper.store.store import Store
from minesweeper.tui.terminal.clock import stand_while_stopped

if TYPE_CHECKING:  # late: the screen
    from minesweeper.tui.look.looks import Looks
    from minesweeper.tui.screen import Screen

_CHOICES: Final = {
    "own": "ask again the moments of your own games that are due today",
    "streak": "exercises of all open lessons, until the first mistake",
}


def parse_lesson(text: str) -> int:
    """Return the number of a lesson; raise NotationError for anything else."""
    if text not in [str(lesson.number) for lesson in LESSONS]:
        raise NotationError(f"{quoted(text)} is not a lesson from 1 to {len(LESSONS)}")
    return int(text)


def add_arguments(parser: Parser) -> None:
    """Add the lesson, or what to do instead, and the options of the screen."""
    titles = {str(each.number): each.name for each in LESSONS}
    text = f"the number of a lesson, 1 to {len(LESSONS)} (default: the list of lessons)"
    parser.add_argument(
        "lesson", metavar="LESSON", nargs="?", type=for_argparse(parse_lesson), help=text
    )
    for name, text in _CHOICES.items():
        parser.add_argument(f"--{name}", action="store_true", help=text)
    text = "train in lines of text, for screen readers"
    parser.add_argument("--plain", action="store_true", dest="in_lines", help=text)
    add_looks(parser)
    parser.add_terms("lessons", None, titles)


def run(arguments: Namespace, store: Store) -> int:
    """Train; return the exit status."""
    _check(arguments)
    live = environment.load_settings(command_line(arguments))
    complain(live.warning)
    program = Program(live, store)
    course = program.make_course()
    if arguments.in_lines:
        return _train_in_lines(program, course, arguments)
    looks, curses = screen_setup.open_screen(live, "minesweeper learn --plain trains without one")
    return program.show(_first_screen(program, course, arguments, looks), looks, curses, [])


def _first_screen(
    program: Program, course: Course, arguments: Namespace, looks: "Looks"
) -> "Screen":
    """Return the list of lessons, or the screen of the training that the arguments name."""
    from minesweeper.tui.screens.learn import LearnPage  # late: the screen
    from minesweeper.tui.screens.lesson import LessonScreen  # late: the screen

    if arguments.lesson or _names_training(arguments):
        return LessonScreen(
            looks, _choose_training(course, arguments, is_plain=False), program.keymap
        )
    return LearnPage(looks, course, program.keymap)


def _check(arguments: Namespace) -> None:
    """Raise UsageError for arguments that exclude each other."""
    chosen = [f"--{name}" for name in _CHOICES if getattr(arguments, name)]
    chosen += ["LESSON"] * bool(arguments.lesson)
    if len(chosen) > 1:
        raise UsageError(f"{chosen[0]} and {chosen[1]} exclude each other")


def _train_in_lines(program: Program, course: Course, arguments: Namespace) -> int:
    """Train in lines of text; without a lesson, list all and begin the first one not mastered."""
    lines = []
    if not (arguments.lesson or _names_training(arguments)):
        lines = lessons_lines(course.attempts)
        arguments.lesson = open_lessons(course.attempts)[-1]
    training = _choose_training(course, arguments, is_plain=True)
    if arguments.own:  # without games to read, no moment is due
        complain(course.take_messages())
    lines += introduction_lines(arguments.lesson) if arguments.lesson else [training.title]
    streams = PlainStreams()
    streams.out("".join(f"{line}\n" for line in lines))
    plain = PlainTraining(training, environment.now, streams.out, streams.err)
    with stand_while_stopped():
        plain.run(streams.lines(), streams.prompt)
    return program.end(0)


def _names_training(arguments: Namespace) -> bool:
    return any(getattr(arguments, name) for name in _CHOICES)


def _choose_training(course: Course, arguments: Namespace, *, is_plain: bool) -> Training:
    """Return the training that the arguments name."""
    if arguments.own:
        return course.train_due_moments()
    if arguments.streak:
        return course.train_streak()
    return course.train_lesson(arguments.lesson, is_plain=is_plain)
