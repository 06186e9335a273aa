"""Zips of replays, which the commands read as they read folders."""

import subprocess
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.cli.zip_files import ZipError, read_zip
from minesweeper.formats.rawvf import format_rawvf
from minesweeper.play.journal import MAX_TEXT
from minesweeper.store.store import Store
from tests.harness.commands import outcome, printed
from tests.harness.program import MINESWEEPER, ROOT
from tests.harness.replays import replay_on, won

REPLAY: Final = format_rawvf(won(Width="4", Height="3"))
SMALL: Final = replay_on("*..\n", "0 reveal 3 1", "900 reveal 2 1")
OTHER: Final = format_rawvf(SMALL._replace(headers={"Width": "3", "Height": "1"}))


def zipped(files: Mapping[str, str | bytes], method: int = ZIP_DEFLATED) -> bytes:
    """The bytes of a zip of files."""
    packed = BytesIO()
    with ZipFile(packed, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def put(directory: Path, data: bytes, name: str = "games.zip") -> str:
    (directory / name).write_bytes(data)
    return str(directory / name)


@pytest.mark.parametrize("method", [ZIP_STORED, ZIP_DEFLATED])
@pytest.mark.parametrize("name", ["games.zip", "games"])
def test_a_zip_is_read_as_a_folder_in_the_order_of_names(
    store: Store, tmp_path: Path, method: int, name: str
) -> None:
    path = put(tmp_path, zipped({"sub/b": OTHER, "a": REPLAY, "sub/": ""}, method), name)
    assert printed(store, "verify", path).splitlines() == [
        f"{path}/a: ok",
        f"{path}/sub/b: ok",
    ]
    assert printed(store, "import", path, str(tmp_path)) == ("2 new, 2 already known, 0 refused\n")
    assert printed(store, "review", "--json", path).count('"width": ') == 2


def test_a_game_of_a_zip_is_watched_by_its_number(store: Store, tmp_path: Path) -> None:
    path = put(tmp_path, zipped({"a": REPLAY, "b": OTHER}))
    watched = [printed(store, "replay", "--plain", path, f"--game={n}") for n in (1, 2)]
    (tmp_path / "other").write_text(OTHER)
    assert watched[0] != watched[1] == printed(store, "replay", "--plain", f"{tmp_path}/other")


BROKEN: Final = {
    "no files": (zipped({"sub/": ""}), " is a zip that holds no files"),
    "a beginning": (b"PK\x03\x04 and no more", " is a damaged zip"),
    "a cut one": (zipped({"a": REPLAY})[:-30], " is a damaged zip"),
    "a nested one": (
        zipped({"a": zipped({"b": REPLAY})}),
        "/a' is a zip in a zip, which is not read",
    ),
    "another method": (
        zipped({"a": REPLAY}, ZIP_BZIP2),
        "/a' is compressed by method 12, which is not read",
    ),
    "encrypted": (
        zipped({"a": REPLAY}).replace(
            b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01"
        ),
        "/a' is encrypted",
    ),
    "a damaged file": (
        zipped({"a": REPLAY}, ZIP_STORED).replace(b"Board:", b"Bored:"),
        "/a' is damaged",
    ),
    "a large file": (
        zipped({"a": bytes(MAX_TEXT + 1)}),
        f"/a' is too large: more than {MAX_TEXT // 2**20} MB are not read",
    ),
    "a name that is no name": (
        zipped({"../\x1b[2J": "x"}),
        "/../\\x1b[2J' offset 0",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_cannot_be_read_of_a_zip_is_one_line(store: Store, tmp_path: Path, what: str) -> None:
    data, reason = BROKEN[what]
    path = put(tmp_path, data)
    for command in ("verify", "import", "review"):
        status, _, [complaint, *more] = outcome(store, command, path)
        assert (status, more) == (2, [])
        assert complaint.startswith(f"minesweeper: '{path}")
        assert reason in complaint.replace("zip' ", "zip ").replace("'/", "/")


def test_the_files_beside_a_broken_one_are_read(store: Store, tmp_path: Path) -> None:
    path = put(tmp_path, zipped({"a": "no replay", "b": REPLAY}))
    status, out, _ = outcome(store, "import", path)
    assert (status, out) == (2, "1 new, 0 already known, 1 refused\n")


def test_a_zip_from_standard_input_is_read() -> None:
    done = subprocess.run(
        [*MINESWEEPER, "verify", "-"],
        cwd=ROOT,
        input=zipped({"a": REPLAY}),
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"-/a: ok\n"


def test_a_python_without_zlib_says_so(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(tmp_path, zipped({"a": REPLAY}))
    monkeypatch.setattr("zipfile.zlib", None)
    status, _, [complaint] = outcome(store, "verify", path)
    assert status == 2
    assert "zlib" in complaint


def test_more_than_a_zip_may_hold_in_all_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minesweeper.cli.zip_files.MAX_ZIP", 10_000)
    bomb = zipped({f"{n:03}": bytes(1_000) for n in range(100)})
    read: list[str] = []
    with pytest.raises(ZipError, match="holds more than"):
        read.extend(each.name for each in read_zip(BytesIO(bomb), 1_000))
    assert 0 < len(read) < 10


def test_a_list_of_files_that_claims_to_be_long_is_not_read() -> None:
    data = bytearray(zipped({"a": REPLAY}))
    end = data.rindex(b"PK\x05\x06")
    data[end + 12 : end + 16] = (2**31).to_bytes(4, "little")
    with pytest.raises(ZipError):
        list(read_zip(BytesIO(bytes(data)), MAX_TEXT))


@given(st.data())
def test_a_damaged_zip_is_refused_or_read(data: st.DataObject) -> None:
    whole = zipped({"a": REPLAY, "b": OTHER})
    damaged = bytearray(whole[: data.draw(st.integers(4, len(whole)))])
    for place in data.draw(st.lists(st.integers(0, len(damaged) - 1), max_size=5)):
        damaged[place] = data.draw(st.integers(0, 255))
    reasons: list[object] = []
    try:
        reasons += [each.data for each in read_zip(BytesIO(bytes(damaged)), MAX_TEXT)]
    except ZipError as error:
        reasons.append(error)
    assert all(str(each).isprintable() for each in reasons if not isinstance(each, bytes))
