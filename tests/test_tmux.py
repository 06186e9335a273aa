"""The real program in a real tmux, whose own idea of keys, mouse and colours it meets."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYOUT = "*....\n.....\n...**\n"

pytestmark = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed here")


class Tmux:
    """One window of a tmux server of its own."""

    def __init__(self, home: Path, columns: int = 80, rows: int = 24) -> None:
        self._socket = str(home / "tmux")
        self.run("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "sh")
        self.run("set", "-g", "default-terminal", "tmux-256color")

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-u", "-S", self._socket, *arguments],
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def type(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def write(self, text: str) -> None:
        self.run("send-keys", "-l", text)

    @property
    def screen(self) -> str:
        return self.run("capture-pane", "-p")

    def flag(self, name: str) -> str:
        return self.run("display", "-p", f"#{{{name}}}").strip()

    def wait_for(self, text: str) -> None:
        deadline = time.monotonic() + 10
        while text not in (screen := self.screen):
            assert time.monotonic() < deadline, f"waited for {text!r}:\n{screen}"


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    """A window in which a drawn board is played."""
    (tmp_path / "board").write_text(LAYOUT)
    window = Tmux(tmp_path)
    window.type(
        f"cd {ROOT}; MINESWEEPER_HOME={tmp_path} {sys.executable}"
        f" -m minesweeper --ascii --board={tmp_path}/board; echo status $?",
        "Enter",
    )
    window.wait_for("[#]# # # #")
    yield window
    window.run("kill-server")


def test_a_game_is_won_with_the_keys_of_tmux(tmux: Tmux) -> None:
    tmux.type("Right", "Right", "Enter", "Down", "Down", "Home", "KPEnter")
    tmux.wait_for("Won :)")
    tmux.type("q")
    tmux.wait_for("status 0")
    assert tmux.flag("alternate_on") == "0"
    assert tmux.flag("mouse_any_flag") == "0"
    assert tmux.flag("cursor_flag") == "1"


def test_the_mouse_is_heard_through_tmux(tmux: Tmux) -> None:
    assert tmux.flag("mouse_sgr_flag") == "1"
    lines = tmux.screen.splitlines()
    row = next(number for number, line in enumerate(lines) if "[#]" in line)
    column = lines[row].index("[#]") + 1
    tmux.write(f"\x1b[<2;{column + 1};{row + 1}M\x1b[<2;{column + 1};{row + 1}m")
    tmux.wait_for("[F]")
    tmux.write(f"\x1b[<0;{column + 5};{row + 1}M\x1b[<0;{column + 5};{row + 1}m")
    tmux.wait_for("F 1[.]. .")


def test_what_is_pasted_through_tmux_plays_nothing(tmux: Tmux) -> None:
    tmux.run("set-buffer", "q\nrn\n")
    tmux.run("paste-buffer", "-p")
    tmux.type("Right")
    tmux.wait_for("# # # #")
    tmux.wait_for("#[#]#")


def test_ctrl_c_ends_it_with_its_status(tmux: Tmux) -> None:
    tmux.type("C-c")
    tmux.wait_for("status 130")


def test_a_pane_that_is_resized_keeps_the_game(tmux: Tmux) -> None:
    tmux.type("Right", "Right", "Enter")
    tmux.wait_for("# 1[.]. .")
    tmux.run("resize-window", "-x", "12", "-y", "4")
    tmux.wait_for("too small")
    tmux.run("resize-window", "-x", "60", "-y", "20")
    tmux.wait_for("# 1[.]. .")
