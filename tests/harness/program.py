"""The program, run without a terminal."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
LIMIT: Final = 20


def minesweeper(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program with its games and settings in a directory; it must not take long."""
    return subprocess.run(
        [sys.executable, "-m", "minesweeper", *arguments],
        cwd=ROOT,
        env={"MINESWEEPER_HOME": str(home), "PATH": os.defpath, "LANG": "C.UTF-8"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
