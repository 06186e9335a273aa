"""What the course keeps: stored at once, backed up, restored after damage, apart from the history.

How files are restored in general is in test_backups and test_databases.
"""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from minesweeper.store.learning import LearningStore
from tests.harness.databases import (
    cut_to_a_page,
    damaged,
    later_version,
    other_program,
    other_text,
    two_games,
    zero_filled,
    zero_filled_behind_its_header,
)
from tests.harness.kept_games import TODAY, kept, open_history
from tests.harness.learned import attempt, encounter, examined, moment, open_learning
from tests.harness.posix import full_disk, in_another_process, lose_the_rights_of_root
from tests.harness.writer import killed

ROOT = Path(__file__).parents[2]
WRITER = (sys.executable, "-m", "tests.harness.writer", "answer")
NAMES = ("learning-backup-1.db", "learning-backup-2.db")
KEPT_AS = f"learning-damaged-{TODAY}.db"
DAMAGES = [
    cut_to_a_page,
    zero_filled,
    zero_filled_behind_its_header,
    other_text,
    later_version,
    other_program,
]


def learn(home: Path, *numbers: int) -> str:
    """Answer exercises in one run of the program; return its messages."""
    learning = open_learning(home)
    for number in numbers:
        learning.keep(attempt(number))
    learning.close()
    learning.back_up()
    return learning.take_messages()


def answers(home: Path) -> list[int]:
    """Return the numbers of the attempts that the next run finds."""
    with closing(open_learning(home)) as learning:
        return numbers(learning)


def numbers(learning: LearningStore) -> list[int]:
    return [each.milliseconds for each in learning.attempts()]


def backups(home: Path) -> list[int]:
    """Return the number of answers in each backup, the newer one first."""
    counts = []
    for path in (home / name for name in NAMES if (home / name).exists()):
        with closing(sqlite3.connect(path)) as db:
            counts += [row[0] for row in db.execute("SELECT count(*) FROM answers")]
    return counts


# What is stored


def test_attempts_are_read_as_they_were_kept_the_oldest_first(tmp_path: Path) -> None:
    learning = open_learning(tmp_path)
    attempts = [attempt(number) for number in (5, 3, 4)]
    for each in attempts:
        learning.keep(each)
        assert open_learning(tmp_path).attempts()[-1] == each, "it is on disk at once"
    found = open_learning(tmp_path).attempts()
    assert found == attempts
    assert {type(each.is_right) for each in found} == {bool}


def test_what_an_examined_game_has_given_is_read_as_it_was_kept(tmp_path: Path) -> None:
    moments = [moment("a", moves=3), moment("a", moves=9)]
    assert open_learning(tmp_path).keep_game(examined("a"), moments, [encounter("a")])
    learning = open_learning(tmp_path)
    assert learning.examined_games() == [examined("a")]
    assert learning.encounters() == [encounter("a")]
    assert learning.moments("a") == moments
    assert learning.moments("b") == []


def test_a_game_that_is_examined_twice_keeps_the_dates_of_its_moments(tmp_path: Path) -> None:
    learning = open_learning(tmp_path)
    learning.keep_game(examined("a"), [moment("a")], [encounter("a")])
    later = moment("a")._replace(due="2025-11-25", interval=4)
    learning.keep(attempt(), [later])
    assert learning.keep_game(examined("a"), [moment("a"), moment("a", moves=8)], [])
    assert learning.moments("a") == [later]
    assert learning.encounters() == [encounter("a")]


def test_moments_are_due_from_their_day_on_those_first_that_wait_longest(tmp_path: Path) -> None:
    learning = open_learning(tmp_path)
    days = {"a": "2025-11-22", "b": "2025-11-20", "c": "", "d": "2025-11-21", "e": "2025-12-01"}
    for game, due in days.items():
        learning.keep_game(examined(game), [moment(game, due)], [])
    for today, games in {"2025-11-19": "", "2025-11-21": "bd", "2025-11-30": "bda"}.items():
        assert "".join(each.game for each in learning.due_moments(today)) == games
    for today, games in {"2025-11-19": "b", "2025-11-21": "a", "2025-12-01": ""}.items():
        assert "".join(each.game for each in learning.next_moments(today)) == games


def test_a_moment_is_kept_before_its_game_is_examined(tmp_path: Path) -> None:
    """As after a loss, where it can be asked at once."""
    learning = open_learning(tmp_path)
    learning.keep(attempt(), [moment("a", "2025-11-22")])
    learning.keep_game(examined("a"), [moment("a"), moment("a", moves=9)], [])
    assert [each.due for each in learning.moments("a")] == ["2025-11-22", TODAY]


def test_a_look_at_a_course_that_was_never_begun_makes_no_file(tmp_path: Path) -> None:
    learning = open_learning(tmp_path / "home")
    found = [*learning.attempts(), *learning.due_moments(TODAY), *learning.examined_games()]
    assert found == []
    learning.close()
    learning.back_up()
    assert learning.take_messages() == ""
    assert not (tmp_path / "home").exists()


def test_a_start_of_the_game_loads_no_database() -> None:
    code = (
        "import sys; from minesweeper.store.learning import LearningStore;"
        " LearningStore('.', ''); print('sqlite3' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# Backups


def test_the_two_backups_are_written_in_turn_by_runs_in_which_something_was_learned(
    tmp_path: Path,
) -> None:
    assert [learn(tmp_path, 1), backups(tmp_path)] == ["", [1]]
    assert [learn(tmp_path, 2, 3), backups(tmp_path)] == ["", [3, 1]]
    answers(tmp_path)
    assert [learn(tmp_path), backups(tmp_path)] == ["", [3, 1]]
    assert [learn(tmp_path, 4), backups(tmp_path)] == ["", [4, 3]]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_what_was_learned_is_the_players_alone(tmp_path: Path) -> None:
    learn(tmp_path, 1)
    learn(tmp_path, 2)
    other_text(tmp_path / "learning.db")
    learn(tmp_path, 3)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes.keys() == {"learning.db", "learning.lock", *NAMES, KEPT_AS}
    assert {*modes.values()} == {0o600}


# Damage


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_course_that_cannot_be_read_is_restored_and_the_history_is_untouched(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    two_games(tmp_path).back_up()
    history = {path.name: path.read_bytes() for path in tmp_path.glob("history*")}
    learn(tmp_path, 1, 2)
    damage(tmp_path / "learning.db")
    before = (tmp_path / "learning.db").read_bytes()
    learning = open_learning(tmp_path)
    assert numbers(learning) == [1, 2]
    assert learning.take_messages() == (
        "the file of your answers could not be read and was restored with 2 answers;"
        f" the unreadable file is now {tmp_path / KEPT_AS}"
    )
    assert (tmp_path / KEPT_AS).read_bytes() == before
    assert {path.name: path.read_bytes() for path in tmp_path.glob("history*")} == history
    assert learn(tmp_path, 3) == ""
    assert answers(tmp_path) == [1, 2, 3]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_of_the_history_leaves_the_course_untouched(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    two_games(tmp_path).back_up()
    learn(tmp_path, 1, 2)
    course = {path.name: path.read_bytes() for path in tmp_path.glob("learning*")}
    damage(tmp_path / "history.db")
    history = open_history(tmp_path)
    assert len(kept(history)) == 2
    assert "the history could not be read and was restored" in history.take_messages()
    assert {path.name: path.read_bytes() for path in tmp_path.glob("learning*")} == course


def test_a_history_in_the_place_of_the_course_is_set_aside(tmp_path: Path) -> None:
    learn(tmp_path, 1)
    two_games(tmp_path)
    shutil.copy(tmp_path / "history.db", tmp_path / "learning.db")
    assert answers(tmp_path) == [1]
    assert (tmp_path / KEPT_AS).exists()


NO_TEXTS = ["x'ff'", "'\u0661\n'", "CAST(x'ff' AS TEXT)"]
NO_NUMBERS = [*NO_TEXTS, "-1e999", "1 << 62", "-1"]
TEXTS = {
    "answers": ("at", "source", "answer"),
    "moments": ("game", "reason", "exercise", "due"),
    "examined": ("id", "lost_to"),
}
NUMBERS = {
    "answers": ("lesson", "is_right", "milliseconds"),
    "moments": ("interval",),
    "encounters": ("lesson", "is_missed"),
    "examined": ("is_won",),
}


# Every column with each value, and before that with one value, in turn.
WRONG_VALUES = [
    (table, column, values[(place + turn) % len(values)])
    for turn in range(len(NO_NUMBERS))
    for columns, values in ((TEXTS, NO_TEXTS), (NUMBERS, NO_NUMBERS))
    if turn < len(values)
    for table in columns
    for place, column in enumerate(columns[table])
]
WRONG_CHOICES = [
    *(("answers", "lesson", "0"), ("answers", "lesson", "13"), ("encounters", "lesson", "13")),
    *(("examined", "lost_to", "'13'"), ("moments", "reason", "'won'")),
]
ALL_WRONG = [*WRONG_CHOICES, *WRONG_VALUES]


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home where something of each kind was learned, with a backup."""
    home = tmp_path_factory.mktemp("learned")
    learning = open_learning(home)
    learning.keep_game(examined("a"), [moment("a")], [encounter("a")])
    learning.close()
    learn(home, 1)
    return home


@pytest.mark.samples(25, 2 * len(ALL_WRONG))
def test_a_value_that_nobody_wrote_costs_nothing_of_the_backup(
    tmp_path: Path, learned: Path, count: int
) -> None:
    for number in range(count):
        turn, place = divmod(number, len(ALL_WRONG))
        table, column, value = ALL_WRONG[place]
        home = tmp_path / str(number)
        shutil.copytree(learned, home)
        with closing(sqlite3.connect(home / "learning.db", isolation_level=None)) as db:
            db.execute(f"UPDATE {table} SET {column} = {value}")
        # A moment is found by its date, so it is not read if that is wrong.
        if (place + turn) % 2 or column == "due":
            learn(home, 2)  # a backup is written only of a sound course
        with closing(open_learning(home)) as learning:
            assert attempt(1) in learning.attempts()
            assert learning.due_moments("9999-12-31") == [moment("a")]
            assert learning.encounters() == [encounter("a")]
            assert learning.examined_games() == [examined("a")]


@pytest.mark.samples(20, 400)
def test_any_damage_is_repaired_and_loses_nothing_that_a_backup_has(
    tmp_path: Path, count: int
) -> None:
    whole_home = tmp_path / "whole"
    learning = open_learning(whole_home)
    for number in range(40):
        game = f"{number:x}"
        learning.keep_game(examined(game), [moment(game)], [encounter(game)])
    learning.close()
    learn(whole_home, *range(1, 100))
    whole = (whole_home / "learning.db").read_bytes()
    restored = 0
    for number in range(count):
        home = tmp_path / str(number)
        shutil.copytree(whole_home, home)
        (home / "learning.db").write_bytes(damaged(whole, Random(number)))
        learn(home, 100)
        found = open_learning(home)
        assert len({*numbers(found)} & {*range(1, 101)}) >= 99, number
        assert len(found.due_moments("~")) + len(found.encounters()) >= 79, number
        assert len(found.examined_games()) == 40, number
        found.close()
        restored += (home / KEPT_AS).exists()
        shutil.rmtree(home)
    assert 0 < restored < count


# Disks and other copies


def test_an_answer_that_finds_no_room_is_stored_with_the_next_one(tmp_path: Path) -> None:
    learn(tmp_path, 1)
    learning = open_learning(tmp_path)
    with full_disk(0):
        learning.keep(attempt(2), [moment("a")])
        path = tmp_path / "learning.db"
        assert learning.take_messages().startswith(f"answers cannot be stored in {path}: ")
        assert numbers(learning) == [1, 2]
    assert answers(tmp_path) == [1]
    learning.keep(attempt(3))
    assert answers(tmp_path) == [1, 2, 3]
    assert learning.moments("a") == [moment("a")]


def test_an_answer_that_finds_no_room_is_stored_at_the_end_of_the_program(tmp_path: Path) -> None:
    learning = open_learning(tmp_path)
    with full_disk(0):
        learning.keep(attempt(1))
    learning.close()
    assert not learning.has_lost_answers
    assert answers(tmp_path) == [1]


def test_a_game_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    learn(tmp_path, 1)
    learning = open_learning(tmp_path)
    many = [encounter("a")._replace(moves=moves) for moves in range(2_000)]
    with full_disk((tmp_path / "learning.db").stat().st_size + 8_192):
        assert not learning.keep_game(examined("a"), [moment("a")], many)
    learning.close()
    learning = open_learning(tmp_path)
    assert learning.examined_games() == []
    assert learning.moments("a") == []
    assert learning.encounters() == []


def test_answers_that_never_find_room_are_counted_at_the_end(tmp_path: Path) -> None:
    learn(tmp_path, 1)
    learning = open_learning(tmp_path)
    with full_disk(0):
        for number in (2, 3):
            learning.keep(attempt(number), [moment("a")])
        learning.close()
        learning.back_up()
    lost = f"2 answers could not be stored in {tmp_path / 'learning.db'}; answers cannot be stored"
    assert learning.take_messages().startswith(lost)
    assert learning.has_lost_answers
    assert answers(tmp_path) == [1]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_a_course_is_read_where_it_cannot_be_written(common_path: Path) -> None:
    home = common_path / "home"
    learn(home, 1, 2)
    before = sorted(path.name for path in home.iterdir())
    for path in (*home.iterdir(), home):
        path.chmod(0o555)

    def look() -> str:
        lose_the_rights_of_root()
        learning = open_learning(home)
        learning.keep(attempt(3))
        found = numbers(learning)
        learning.close()
        learning.back_up()
        return f"{found} {learning.take_messages()}"

    said = in_another_process(look)
    home.chmod(0o755)
    assert said.startswith("[1, 2, 3] 1 answer could not be stored in ")
    assert sorted(path.name for path in home.iterdir()) == before
    assert answers(home) == [1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_a_course_in_a_home_that_may_not_be_entered_is_empty_with_a_message(
    common_path: Path,
) -> None:
    home = common_path / "home"
    learn(home, 1)
    home.chmod(0)

    def look() -> str:
        lose_the_rights_of_root()
        learning = open_learning(home)
        return f"{learning.attempts()} {learning.take_messages()}"

    said = in_another_process(look)
    home.chmod(0o755)
    path = home / "learning.db"
    assert said == f"[] the answers in {path} cannot be read: Permission denied"


def test_answers_while_another_program_holds_the_file_are_stored_once_it_is_free(
    tmp_path: Path,
) -> None:
    learn(tmp_path, 1)
    learning = open_learning(tmp_path)
    with closing(sqlite3.connect(tmp_path / "learning.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        learning.keep(attempt(2))
        assert learning.attempts() == [attempt(2)]
        assert learning.take_messages() == (
            "the course is in use by another copy of the program: try again"
        )
    learning.close()
    assert learning.take_messages() == ""
    assert answers(tmp_path) == [1, 2]


def test_two_copies_write_all_their_answers(tmp_path: Path) -> None:
    copies = [
        subprocess.Popen((*WRITER, str(tmp_path), str(first), "60"), cwd=ROOT, stdout=-3)
        for first in (100, 200)
    ]
    assert [copy.wait() for copy in copies] == [0, 0]
    assert sorted(answers(tmp_path)) == [*range(100, 160), *range(200, 260)]


@pytest.mark.samples(4, 50)
def test_a_kill_loses_no_answer_even_while_the_next_one_is_stored(
    tmp_path: Path, count: int
) -> None:
    rng = Random(1)
    kills = met = 0
    while kills < count or not met:
        home = tmp_path / str(kills)
        last = int(killed(rng, 60, "answer", str(home), "1")[-1])
        kills += 1
        met += (home / "learning.db-journal").exists()  # of a transaction that was open
        found = answers(home)
        assert found == [*range(1, len(found) + 1)]
        assert last <= len(found) <= last + 1
