"""The real program in a real tmux, whose own idea of keys, mouse and colours it meets."""

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import pytest

from tests.harness.program import LAYOUT, MINESWEEPER, ROOT
from tests.harness.real_terminal import LIMIT

pytestmark = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed here")


class Tmux:
    """One window of a tmux server of its own."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        # The name of a socket has at most 107 bytes, and tmp_path may be longer than that.
        self._home = TemporaryDirectory(prefix="tmux-", dir="/tmp")
        self._environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": self._home.name,
            "LANG": "C.UTF-8",
            "PS1": "$ ",
            "SHELL": "/bin/sh",
        }
        self.columns, self.rows = str(columns), str(rows)
        self.board = Path(self._home.name, "board")
        self.board.write_text(LAYOUT)

    def __enter__(self) -> Self:
        try:
            size = ("-x", self.columns, "-y", self.rows)
            self.run("-f", "/dev/null", "new-session", "-d", *size, "sh")
            self.run("set", "-g", "default-terminal", "tmux-256color")
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._call("kill-server")
        self._home.cleanup()

    def run(self, *arguments: str) -> str:
        done = self._call(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _call(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["tmux", "-u", "-S", f"{self._home.name}/socket", *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )

    def type(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def write(self, text: str) -> None:
        self.run("send-keys", "-l", text)

    @property
    def screen(self) -> str:
        return self.run("capture-pane", "-p")

    def flag(self, name: str) -> str:
        return self.run("display", "-p", f"#{{{name}}}").strip()

    def wait_for(self, condition: str | Callable[[str], bool]) -> None:
        """Looks at the screen until a text is on it or a condition holds of it."""
        deadline = time.monotonic() + LIMIT
        holds = condition if callable(condition) else lambda screen: condition in screen
        while not holds(screen := self.screen):
            assert time.monotonic() < deadline, f"waited for {condition!r}:\n{screen}"
            time.sleep(0.05)


def test_a_game_is_played_through_tmux_with_keys_and_mouse_in_a_pane_that_is_resized() -> None:
    with Tmux() as tmux:
        tmux.write(f"cd {shlex.quote(str(ROOT))}; export MINESWEEPER_HOME=~\n")
        game = [*MINESWEEPER, "--ascii", "--zoom=2", f"--board={tmux.board}"]
        tmux.write(f"clear; {shlex.join(game)}; echo status $?\n")
        # Of what it says at the start this is the last.
        tmux.wait_for(lambda screen: "# # # # #" in screen and "q quit" in screen)
        tmux.wait_for(lambda _: tmux.flag("mouse_sgr_flag") == "1")
        tmux.type("Up", "Enter")
        tmux.wait_for("# 1 . . .")
        lines = tmux.screen.splitlines()
        row = next(number for number, line in enumerate(lines) if "# 1 . . ." in line)
        column = lines[row].index("#")
        tmux.write(f"\x1b[<2;{column + 1};{row + 1}M\x1b[<2;{column + 1};{row + 1}m")
        tmux.wait_for("F 1 . . .")
        tmux.run("resize-window", "-x", "12", "-y", "4")
        tmux.wait_for("Too small")
        tmux.run("resize-window", "-x", "60", "-y", "20")
        tmux.wait_for("F 1 . . .")
        tmux.type("Down", "Down", "Home", "KPEnter")
        tmux.wait_for("Won")
        tmux.type("q")
        tmux.wait_for("status 0")
        assert tmux.flag("alternate_on") == "0"
        assert tmux.flag("mouse_any_flag") == "0"
        assert tmux.flag("cursor_flag") == "1"
