"""The file that `--output` names, which spares Windows' players what PowerShell's `>` does."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.cli.output import UsageError, output_to
from minesweeper.store.store import Store
from tests.harness.commands import printed, run
from tests.harness.posix import full_disk, in_another_process, lose_the_rights_of_root
from tests.harness.program import MINESWEEPER, ROOT, minesweeper
from tests.harness.replays import import_game


@pytest.fixture
def played(store: Store) -> Store:
    """A history with a game."""
    import_game(store, "Ada")
    return store


@pytest.mark.parametrize(
    "command", ["export last", "export last --format=mbf", "generate --seed=1"]
)
def test_output_writes_what_would_be_printed(played: Store, tmp_path: Path, command: str) -> None:
    target = tmp_path / "out"
    shown = printed(played, *command.split()) if "mbf" not in command else ""
    assert printed(played, *command.split(), "-o", "-") == shown or not shown
    for _ in range(2):  # new, and replaced
        assert printed(played, *command.split(), "--output", str(target)) == ""
        assert not shown or target.read_text(encoding="utf-8") == shown
        assert target.stat().st_size
    assert [each.name for each in tmp_path.glob("out*")] == ["out"]


def test_output_keeps_a_link_and_the_mode_of_the_file(played: Store, tmp_path: Path) -> None:
    target, link = tmp_path / "file", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    printed(played, "export", "last", "-o", str(link))
    assert link.is_symlink()
    assert target.read_text().startswith("RawVF")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_output_goes_into_a_device(played: Store) -> None:
    assert printed(played, "export", "last", "-o", os.devnull) == ""


BOARD = ("generate", "--seed=1", "--level=beginner")


def test_output_goes_into_a_pipe_even_one_without_a_name() -> None:
    """As in `-o >(gzip > FILE)`: a path that can be opened, and does not say where it leads."""
    reader, writer = os.pipe()
    done = run(*BOARD, "-o", f"/dev/fd/{writer}")
    os.close(writer)
    with open(reader, encoding="utf-8") as read:
        assert (done.status, done.err, read.read()) == (0, "", run(*BOARD).out)


def test_output_to_dev_stdout_is_standard_output(tmp_path: Path) -> None:
    shown = run(*BOARD).out
    assert minesweeper(tmp_path, *BOARD, "-o", "/dev/stdout").stdout == shown
    log = tmp_path / "log"
    script = 'echo one; "$@" -o /dev/stdout; echo two'
    with log.open("a") as file:
        words = ["sh", "-c", script, "sh", *MINESWEEPER, *BOARD]
        subprocess.run(words, stdout=file, cwd=ROOT, check=True)
    assert log.read_text() == f"one\n{shown}two\n"


def test_output_may_have_as_long_a_name_as_any_file(tmp_path: Path) -> None:
    target = tmp_path / ("x" * os.pathconf(tmp_path, "PC_NAME_MAX"))
    assert run(*BOARD, "-o", str(target)).status == 0
    assert os.listdir(tmp_path) == [target.name]


def test_output_is_left_alone_if_there_is_none(tmp_path: Path) -> None:
    target = tmp_path / "out"
    dense = ("generate", "--no-guess", "--seed=1", "--width=9", "--height=9", "--mines=75")
    assert run(*dense, "-o", str(target)).status == 1
    assert os.listdir(tmp_path) == []
    target.write_text("old")
    assert run(*dense, "-o", str(target)).status == 1
    assert target.read_text() == "old"


def test_output_does_not_replace_a_file_that_is_protected(common_path: Path) -> None:
    target = common_path / "out"
    target.write_text("old")

    def write() -> str:
        try:
            with output_to(str(target)) as write:
                write("new")
        except UsageError as error:
            return str(error)
        return ""

    common_path.chmod(0o777)
    target.chmod(0o444)

    def write_as_somebody_else() -> str:
        lose_the_rights_of_root()
        return write()

    assert in_another_process(write_as_somebody_else).endswith("Permission denied")
    assert target.read_text() == "old"


@pytest.mark.parametrize("name", ["", "missing/file", "missing/", "folder"])
def test_output_that_cannot_be_written_is_one_line(
    played: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    done = run("generate", "-o", name)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"minesweeper: --output {name!r}: ")
    assert done.err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a limit on files is POSIX's")
def test_a_full_disk_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("old")
    with full_disk(1_000):
        done = run("generate", "--width=100", "--height=100", "-o", str(target))
    assert done.status == 2
    assert "--output" in done.err
    assert target.read_text() == "old"
    assert [*tmp_path.glob("out*")] == [target]


def test_every_command_that_prints_a_file_can_write_one() -> None:
    for command in ("export", "generate"):
        assert "--output FILE" in run(command, "--help").out
