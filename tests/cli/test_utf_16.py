"""Files in UTF-16, which Windows PowerShell's `>` writes, and what spares a player them."""

import codecs
from pathlib import Path
from typing import Final

import pytest

from minesweeper.formats.rawvf import format_rawvf
from minesweeper.play.replay import session_of
from minesweeper.store.store import Store
from tests.harness.commands import printed, run
from tests.harness.replays import won

GAME: Final = won(Width="4", Height="3")
SESSION: Final = session_of(GAME)
ENCODINGS: Final = {
    "little": (codecs.BOM_UTF16_LE, "utf-16-le"),
    "big": (codecs.BOM_UTF16_BE, "utf-16-be"),
    "utf-8": (codecs.BOM_UTF8, "utf-8"),
}
in_every_encoding = pytest.mark.parametrize("encoding", ENCODINGS)


def put(directory: Path, text: str, encoding: str, name: str = "file") -> str:
    mark, codec = ENCODINGS[encoding]
    path = directory / name
    path.write_bytes(mark + text.replace("\n", "\r\n").encode(codec))
    return str(path)


@in_every_encoding
@pytest.mark.parametrize(
    "text",
    [format_rawvf(GAME), SESSION.journal_text()],
    ids=["RawVF", "journal"],
)
def test_a_replay_is_read(store: Store, tmp_path: Path, encoding: str, text: str) -> None:
    path = put(tmp_path, text, encoding)
    assert printed(store, "verify", path) == f"{path}: ok\n"


@in_every_encoding
def test_a_position_is_read(tmp_path: Path, encoding: str) -> None:
    path = put(tmp_path, "#1\n", encoding)
    assert run("analyse", "--mines=1", path).out.split()[0] == "mine"


@in_every_encoding
def test_a_layout_is_read(tmp_path: Path, encoding: str) -> None:
    path = put(tmp_path, "*.\n..\n", encoding)
    assert run("--plain=board", f"--board={path}").out.splitlines()[:2] == ["##", "##"]


@in_every_encoding
def test_settings_are_read(tmp_path: Path, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINESWEEPER_HOME", str(tmp_path))
    put(tmp_path, "width = 3\nheight = 2\nmines = 1\n", encoding, "config.toml")
    assert run("--plain=board").out.splitlines()[:2] == ["###", "###"]


DAMAGED: Final = {"an odd byte": b"a", "half a pair": b"\x00\xd8\n\x00"}


@pytest.mark.parametrize("rest", DAMAGED.values(), ids=DAMAGED)
def test_damage_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rest: bytes) -> None:
    monkeypatch.setenv("MINESWEEPER_HOME", str(tmp_path))
    path = tmp_path / "file"
    path.write_bytes(codecs.BOM_UTF16_LE + "RawVF_Version: Rev6\n".encode("utf-16-le") + rest)
    for command in (
        ["verify", str(path)],
        [f"--board={path}"],
        ["analyse", "--mines=1", str(path)],
    ):
        done = run(*command)
        assert done.status == 2
        assert len(done.err.splitlines()) == 1
    path.rename(tmp_path / "config.toml")
    assert run("--plain").err.endswith("config.toml is not text in UTF-8 or UTF-16\n")
