"""The course in lines of text, in the real program: killed, and at a terminal."""

import re
import signal
import sys
from pathlib import Path

import pytest

from tests.harness.program import MINESWEEPER, ROOT, run_in
from tests.harness.real_terminal import RealTerminal


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_at_a_terminal_there_is_a_prompt_and_an_answer_is_kept_when_the_program_is_killed(
    tmp_path: Path,
) -> None:
    command = [*MINESWEEPER, "learn", "1", "--plain"]
    with RealTerminal(command, cwd=ROOT, env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for(re.compile("^>", re.MULTILINE))
        terminal.type("nothing\r")
        terminal.wait_for("0 of 1 right")
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
    done = run_in(tmp_path, "learn", "1", "--plain", typed="nothing\n")
    assert "0 of 2 right" in done.out
