"""Folders of replays, however they are nested: what can be read is, the rest is a line each."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from minesweeper.formats.rawvf import format_rawvf
from minesweeper.store.store import Store
from tests.harness.commands import outcome, printed, written
from tests.harness.replays import won

pytest.importorskip("fcntl")  # the limits of paths, and links, are those of POSIX

REPLAY: Final = format_rawvf(won(Width="4", Height="3"))
DEPTH: Final = 1100
"""More than Python's calls may be nested, and a third of the longest path."""
PATH_MAX: Final = os.pathconf("/", "PC_PATH_MAX")

# The commands that read folders, and how they count two replays that they have read.
READERS: Final = {
    "import": "new, 1 already known, 1 refused",
    "review --json": '"file": ',
    "verify": ": ok\n",
}


@pytest.fixture
def nested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder with three replays in it; the path of the last is too long to be opened."""
    top = tmp_path / "nested"
    top.mkdir()
    monkeypatch.chdir(top)
    depth = max(DEPTH, PATH_MAX // 2) + 1
    for level in range(depth):
        if level in (0, min(DEPTH, PATH_MAX // 3)):
            written(Path(), "game.rawvf", REPLAY)
        os.mkdir("d")
        os.chdir("d")
    written(Path(), "game.rawvf", REPLAY)
    yield top
    os.remove("game.rawvf")
    for _ in range(depth):  # from below: shutil.rmtree calls itself too
        os.chdir("..")
        os.rmdir("d")
        Path("game.rawvf").unlink(missing_ok=True)


@pytest.mark.parametrize(("reader", "counted"), READERS.items())
def test_a_folder_is_read_however_deep_up_to_the_longest_path(
    store: Store, nested: Path, reader: str, counted: str
) -> None:
    status, out, complaints = outcome(store, *reader.split(), str(nested))
    assert status == 2
    assert out.count(counted) == (1 if reader == "import" else 2)
    [complaint] = complaints
    assert complaint.startswith(f"minesweeper: '{nested}/d/d/d")
    assert complaint.endswith("File name too long")


def test_files_come_before_folders_each_in_order(store: Store, tmp_path: Path) -> None:
    names = ["b", "c", "a/c", "a/d/a", "a/e", "d/a"]
    for name in reversed(names):
        path = tmp_path / "games" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(REPLAY)
    lines = printed(store, "verify", str(tmp_path / "games")).splitlines()
    order = ["b", "c", "a/c", "a/e", "a/d/a", "d/a"]
    assert lines == [f"{tmp_path / 'games' / name}: ok" for name in order]


def test_links_that_lead_round_are_not_followed(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    path = written(folder, "game", REPLAY)
    (folder / "up").symlink_to(tmp_path)
    (folder / "itself").symlink_to("itself")
    (folder / "one").symlink_to("other")
    (folder / "other").symlink_to("one")
    (folder / "nothing").symlink_to("missing")
    assert printed(store, "verify", str(folder)) == f"{path}: ok\n"


@pytest.mark.skipif(not os.access("/proc/kmsg", os.R_OK), reason="only root's to read, on Linux")
def test_a_file_that_claims_to_be_regular_is_not_waited_for(store: Store) -> None:
    """Reading /proc/kmsg takes the kernel's messages, and then waits for the next one."""
    for _ in range(2):
        status, _, complaints = outcome(store, "verify", "/proc/kmsg")
        assert (status, len(complaints)) == (2, 1)
