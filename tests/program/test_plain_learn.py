"""The course in lines of text, played by a program that reads its pictures; and the report."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from minesweeper.cli.commands.learn import REPORT_JSON
from minesweeper.engine.cells import Cell, CellSet, cells_of
from minesweeper.engine.setup import Setup
from minesweeper.learn.exercises import Exercise, parse_drawing
from minesweeper.learn.lessons import LESSONS, Lesson
from minesweeper.solver.clues import Clues
from tests.harness.bots import play_like_a_person
from tests.harness.brute import certain_cells
from tests.harness.kept_games import close_histories, open_history
from tests.harness.learned import open_learning
from tests.harness.lessons import needed_numbers
from tests.harness.program import MINESWEEPER, ROOT
from tests.harness.real_terminal import LIMIT, RealTerminal

LEARN = [*MINESWEEPER, "learn"]
EXERCISES = 4


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "MINESWEEPER_HOME": str(home)}


def learn(home: Path, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LEARN, *arguments],
        cwd=ROOT,
        env=environment(home),
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )


class Learner:
    """A program that answers exercises by brute force, through pipes."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.picture: list[str] = []
        self.question = ""
        self.mines: int | None = None
        """How many mines are left, if it is said."""

    def hear_exercise(self) -> bool:
        """Read up to the question of an exercise; return False at the end of the output."""
        self.picture, self.mines = [], None
        assert self.process.stdout
        for line in self.process.stdout:
            text = line.rstrip("\n")
            if re.fullmatch(r"[#Ff.o1-8]+", text):
                self.picture.append(text)
            elif found := re.fullmatch(r"(\d+) mines? left", text):
                self.mines = int(found[1])
            elif text.endswith("?"):
                self.question = text
            elif text.startswith(("Type safe", "Type number", "Type guess")):
                return True
            else:
                self.picture.clear()
        return False

    def answer(self, *, right: bool = True) -> str:
        """Send a right or a wrong answer; return what is answered."""
        self.send(self._right_answer() if right else self._wrong_answer())
        assert self.process.stdout
        heard = [self.process.stdout.readline()]
        while heard[-1] and not heard[-1].startswith("Type next"):
            heard.append(self.process.stdout.readline())
        return "".join(heard)

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def _clues(self) -> Clues:
        drawing = "/".join(self.picture)
        known = drawing.count("F")
        return parse_drawing(drawing, None if self.mines is None else self.mines + known)

    def _right_answer(self) -> str:
        clues, cells = self._clues(), re.search(r"\((\d+),(\d+)\)", self.question)
        if "remains" in self.question:
            assert cells
            number = clues.grid.cell(int(cells[1]), int(cells[2]))
            mines = sum(clues.known_mines >> near & 1 for near in clues.grid.neighbours(number))
            return f"number {clues.numbers[number] - mines}"
        if "which numbers" in self.question.lower():
            assert cells
            target = clues.grid.cell(int(cells[1]), int(cells[2]))
            numbers = needed_numbers(Exercise("numbers", 1, clues, target=target))
            return f"numbers {', '.join(self._place(clues, each) for each in numbers)}"
        if "best chance" in self.question:
            return f"guess {self._place(clues, cells_of(clues.covered & ~clues.known_mines)[0])}"
        safe, mines = certain_cells(clues, with_total=self.mines is not None)
        if safe:
            return f"safe {self._place(clues, cells_of(safe)[0])}"
        return f"mine {self._place(clues, cells_of(mines)[0])}" if mines else "nothing"

    def _wrong_answer(self) -> str:
        """Return a false claim about a cell."""
        clues = self._clues()
        safe, _ = certain_cells(clues, with_total=self.mines is not None)
        others = clues.covered & ~clues.known_mines & ~safe
        claim, cells = ("mine", safe) if safe else ("safe", others)
        return f"{claim} {self._place(clues, cells_of(CellSet(cells))[0])}"

    def _place(self, clues: Clues, cell: Cell) -> str:
        return "{} {}".format(*clues.grid.place(cell))


@contextmanager
def learner(home: Path, *arguments: str) -> Iterator[Learner]:
    process = subprocess.Popen(
        [*LEARN, *arguments, "--plain"],
        cwd=ROOT,
        env=environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        try:
            yield Learner(process)
        finally:
            process.kill()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_lesson_is_answered_by_brute_force_from_its_pictures(
    tmp_path: Path, lesson: Lesson
) -> None:
    with learner(tmp_path, str(lesson.number)) as player:
        for count in range(1, EXERCISES + 1):
            assert player.hear_exercise()
            is_guess = "best chance" in player.question
            heard = player.answer()
            assert is_guess or heard.startswith("Right\n"), (player.picture, heard)
            assert f" of {count} right\n" in heard
            player.send("")
        player.send("quit")
        assert player.process.wait(LIMIT) == 0
    assert len(open_learning(tmp_path).attempts()) == EXERCISES


def test_the_course_begins_at_the_first_lesson_and_goes_on_where_one_is_mastered(
    tmp_path: Path,
) -> None:
    with learner(tmp_path) as player:
        for _ in range(12):
            assert player.hear_exercise()
            heard = player.answer()
            player.send("")
        assert "12 of the last 12 right: mastered\n" in heard
        assert "You have mastered this lesson" in heard
    lines = learn(tmp_path, "--plain").stdout.splitlines()
    assert lines[0] == f"Lesson 1: {LESSONS[0].title}, mastered"
    assert lines[1] == f"Lesson 2: {LESSONS[1].title}, open"
    assert lines[13] == f"Lesson 2: {LESSONS[1].title}"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_an_answer_is_kept_when_the_program_is_killed(tmp_path: Path) -> None:
    with learner(tmp_path, "1") as player:
        for _ in range(3):
            assert player.hear_exercise()
            player.answer()
            player.send("")
        player.process.send_signal(signal.SIGKILL)
        player.process.wait(LIMIT)
    report = json.loads(learn(tmp_path, "--report", "--json").stdout)
    assert sum(each["exercises"]["met"] for each in report["lessons"]) == 3


def test_answers_are_backed_up_at_the_end_of_a_run_and_restored_by_the_next_one(
    tmp_path: Path,
) -> None:
    for _ in range(2):
        learn(tmp_path, "1", "--plain", lines="nothing\n")
    (tmp_path / "learning.db").write_bytes(b"no database" * 1000)
    found = learn(tmp_path, "1", "--plain", lines="nothing\n")
    assert "answers could not be read and was restored with 2 answers; " in found.stdout
    assert "of 3 right\n" in found.stdout
    again = learn(tmp_path, "1", "--plain", lines="nothing\n")
    assert "of 4 right\n" in again.stdout
    assert found.returncode == 0
    progress = "minesweeper: looking for a position\n"  # where the search takes a while
    assert {found.stderr, again.stderr} <= {"", progress}
    assert {path.name for path in tmp_path.glob("learning-backup*")} == {
        "learning-backup-1.db",
        "learning-backup-2.db",
    }


def test_a_streak_goes_on_until_a_mistake(tmp_path: Path) -> None:
    with learner(tmp_path, "--streak") as player:
        for count in range(1, 4):
            assert player.hear_exercise()
            assert f"{count} in a row" in player.answer()
            player.send("")
        assert player.hear_exercise()
        assert player.answer(right=False).startswith("Wrong\n")
        player.send("")
        assert not player.hear_exercise()
        assert player.process.wait(LIMIT) == 0


def keep_games(home: Path, count: int) -> None:
    history = open_history(home)
    for seed in range(1, 1 + count):
        history.store(play_like_a_person(Setup(6, 6, 6), seed))
    close_histories()


def test_moments_of_own_games_are_asked_until_none_is_due(tmp_path: Path) -> None:
    keep_games(tmp_path, 4)
    done = learn(tmp_path, "--own", "--plain", lines="nothing\n\n" * 40)
    asked = done.stdout.count("chance to win?") + done.stdout.count("certainly safe?")
    assert asked
    assert done.stdout.endswith(f"{asked} right\n")
    again = learn(tmp_path, "--own", "--plain").stdout.splitlines()
    assert re.fullmatch(r"No moment of your games is due before \d{4}-\d\d-\d\d", again[-1])


def test_the_report_examines_the_games_first(tmp_path: Path) -> None:
    keep_games(tmp_path, 21)
    report = json.loads(learn(tmp_path, "--report", "--json").stdout)
    assert {*report, "positions"} == {*REPORT_JSON}
    assert report["wins"]["games"] == 21
    done = learn(tmp_path, "--report")
    assert done.returncode == 0
    assert done.stderr == ""
    assert f"of {21} games without help" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    met = [each["games"]["met"] for each in report["lessons"]]
    assert sum(met)
    for each in report["lessons"]:
        assert len(each["games"]["positions"]) == each["games"]["met"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("0", "LESSON: '0' is not a lesson from 1 to 12"),
        ("13", "LESSON: '13' is not a lesson from 1 to 12"),
        ("--own --streak", "--own and --streak exclude each other"),
        ("3 --storm", "--storm and LESSON exclude each other"),
        ("--json", "--json needs --report"),
        ("", "a terminal is needed on standard input and output: minesweeper learn --plain"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(
    tmp_path: Path, arguments: str, why: str
) -> None:
    done = learn(tmp_path, *arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith(f"minesweeper: {why}")


def test_at_a_terminal_there_is_a_prompt(tmp_path: Path) -> None:
    command = [*LEARN, "1", "--plain"]
    with RealTerminal(command, cwd=ROOT, env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for(re.compile("^>", re.MULTILINE))
        terminal.type("quit\r")
        assert terminal.wait_exit() == 0
