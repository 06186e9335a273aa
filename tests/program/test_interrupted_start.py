"""Ctrl+C while the program is still being loaded."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.harness.program import ROOT

# Presses Ctrl+C when a module begins to be loaded, and starts as the installed script does.
INTERRUPTED: Final = """
import os, signal, sys, weakref

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            at = {"code": self.press, "callback": self.press_in_a_callback}
            at[place]()

    def press(self, *_):
        os.kill(os.getpid(), signal.SIGINT)
        return None

    def press_in_a_callback(self):
        gone = Finder()
        reference = weakref.ref(gone, self.press)
        del gone

place, wanted = sys.argv.pop(), sys.argv.pop()
sys.meta_path.insert(0, Finder())
from minesweeper.__main__ import main
sys.exit(main())
"""


def interrupted_at(module: str, place: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "--plain", module, place],
        cwd=ROOT,
        env={**os.environ, "MINESWEEPER_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("place", ["code", "callback"])
@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize(
    "module",
    [
        "minesweeper.cli.main",
        "minesweeper.cli.environment",
        "minesweeper.plain.game",
    ],
)
def test_control_c_while_a_module_is_loaded_ends_in_silence(
    module: str, place: str, tmp_path: Path
) -> None:
    """Import has callbacks, in which Python only says that an exception is ignored."""
    done = interrupted_at(module, place, tmp_path)
    assert done.stderr == ""
    assert done.stdout == ""
    assert done.returncode == 130


@pytest.mark.parametrize("module", ["minesweeper", "minesweeper.__main__"])
def test_nothing_is_loaded_before_control_c_can_be_caught(module: str) -> None:
    """Nor is `typing`: what is loaded takes the time in which Ctrl+C would be a traceback."""
    program = (
        f"import os, sys; old = {{*sys.modules}}; import {module}; print({{*sys.modules}} - old)"
    )
    command = [sys.executable, "-S", "-c", program]
    loaded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert eval(loaded) == {"minesweeper", module}


# Presses Ctrl+C in code that is made of text, as where `import` meets a named tuple.
IN_A_TEXT: Final = """
import sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "minesweeper.cli":
            exec("import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(60)")

sys.meta_path.insert(0, Finder())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_control_c_in_code_made_of_text_ends_with_the_same_status(tmp_path: Path) -> None:
    """Python would end itself by the signal, though the exception is caught."""
    (tmp_path / "sitecustomize.py").write_text(IN_A_TEXT)
    done = subprocess.run(
        [sys.executable, "-m", "minesweeper", "--plain"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "MINESWEEPER_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 130)
