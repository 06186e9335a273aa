"""The command `learn`, and what it refuses."""

from pathlib import Path

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.learn.lessons import LESSONS
from minesweeper.store.store import GAMES_FILE
from tests.harness.bots import play_like_a_person
from tests.harness.commands import Done, run
from tests.harness.kept_games import close_stores, open_store
from tests.harness.learned import attempt, keep_answer


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MINESWEEPER_HOME", str(tmp_path))
    return tmp_path


def learn(*arguments: str, typed: str = "") -> Done:
    return run("learn", *arguments, typed=typed)


def keep_games(home: Path, count: int) -> None:
    store = open_store(home)
    for seed in range(1, 1 + count):
        store.import_games([play_like_a_person(Setup(6, 6, 6), seed)])
    close_stores()


def test_the_course_goes_on_with_the_first_lesson_that_is_not_mastered(home: Path) -> None:
    store = open_store(home)
    for _ in range(12):
        keep_answer(store, attempt()._replace(lesson=1, is_right=True))
    store.close()
    lines = learn("--plain").out.splitlines()
    assert lines[0] == f"Lesson 1: {LESSONS[0].name}, mastered"
    assert lines[1] == f"Lesson 2: {LESSONS[1].name}, open"
    assert lines[13] == f"Lesson 2: {LESSONS[1].name}"


@pytest.mark.parametrize(("arguments", "title"), [("5", "Lesson 5: "), ("--streak", "Streak")])
def test_the_training_that_is_named_begins(arguments: str, title: str) -> None:
    done = learn(arguments, "--plain")
    assert (done.status, done.out.splitlines()[0].startswith(title)) == (0, True)


def test_answers_are_backed_up_at_the_end_of_a_run_and_restored_by_the_next_one(
    home: Path,
) -> None:
    for _ in range(2):
        learn("1", "--plain", typed="nothing\n")
    (home / GAMES_FILE).write_bytes(b"no database" * 1000)
    found = learn("1", "--plain", typed="nothing\n")
    [aside] = home.glob("games-damaged-*.db")
    said = f"was damaged: restored from its backup; it is now {aside}"
    assert f"\n{home / GAMES_FILE} {said}\n" in found.out
    assert "of 3 right\n" in found.out
    assert (found.status, found.err) == (0, "")
    assert "of 4 right\n" in learn("1", "--plain", typed="nothing\n").out
    assert [path.name for path in home.glob("*backup*")] == ["games-backup.db"]


def test_moments_of_own_games_are_asked_until_none_is_due(home: Path) -> None:
    keep_games(home, 4)
    done = learn("--own", "--plain", typed="nothing\n\n" * 40)
    asked = done.out.count("best guess?") + done.out.count("Find a safe cell.")
    assert asked
    assert done.out.endswith(f"{asked} right\n")
    again = learn("--own", "--plain").out.splitlines()
    assert again[-1] == "Nothing to repeat: next tomorrow"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("0", "LESSON: '0' is not a lesson from 1 to 12"),
        ("13", "LESSON: '13' is not a lesson from 1 to 12"),
        ("--own --streak", "--own and --streak exclude each other"),
        ("3 --streak", "--streak and LESSON exclude each other"),
        ("", "a terminal is needed on standard input and output: minesweeper learn --plain"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(arguments: str, why: str) -> None:
    done = learn(*arguments.split())
    assert (done.status, done.out) == (2, "")
    [line] = done.err.splitlines()
    assert line.startswith(f"minesweeper: {why}")
