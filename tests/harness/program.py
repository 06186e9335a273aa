"""The real program: in a window, with what is read off its screen, and without a terminal."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final
from unittest.mock import patch

from tests.harness.commands import Done, run
from tests.harness.real_terminal import LIMIT, RealTerminal

ROOT: Final = Path(__file__).parents[2]
MINESWEEPER: Final = (sys.executable, "-m", "minesweeper")

# Two openings: revealing 3 1 and 1 3 clears it.
LAYOUT: Final = """\
*....
.....
...**
"""
FRESH: Final = "#####\n#####\n#####"
HALF_WON: Final = "#1...\n#1122\n#####"
WON: Final = "*1...\n11122\n..1**"

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
ENTER, SPACE, ESC, CTRL_C, CTRL_Z = "\r", " ", "\x1b", "\x03", "\x1a"

Drawn = Callable[..., RealTerminal]
"""Start a game on a drawn layout."""


def playing(*options: str, **window: object) -> RealTerminal:
    """Return the game in a window, once it shows its keys, or that the window is too small."""
    terminal = RealTerminal([*MINESWEEPER, *options], cwd=ROOT, **window)  # type: ignore[arg-type]  # columns, rows, term, env
    try:
        terminal.wait_for(re.compile("quit|back|needed"))
    except BaseException:
        terminal.close()
        raise
    return terminal


def backgrounds(terminal: RealTerminal) -> set[str]:
    """Return the colours behind all cells of the window."""
    cells = [terminal.cell(x, y) for y in range(terminal.rows) for x in range(terminal.columns)]
    return {cell.bg for cell in cells}


_GLYPH: Final = r"[#.?F*@X\d]"
# A row of a field of cells of two columns, as written with --ascii: what else stands in its row of
# the screen is at least four columns to the right of the last glyph.
_CELLS: Final = re.compile(rf"^ *({_GLYPH}(?: {_GLYPH})+)(?: {{3}}(.*))?$", re.MULTILINE)


def field(terminal: RealTerminal) -> str:
    """Return the cells on the screen, as written with --ascii and --zoom=2."""
    return "\n".join(row[1][::2] for row in _CELLS.finditer(_without_brackets(terminal)))


def place(terminal: RealTerminal, column: int, row: int) -> tuple[int, int]:
    """Return a place on the screen in a cell of such a field."""
    text = _without_brackets(terminal)
    cells = _CELLS.search(text)
    assert cells, terminal.picture()
    left, top = cells.start(1) - cells.start(), text.count("\n", 0, cells.start())
    return left + 2 * (column - 1), top + row - 1


def says(*words: str) -> Callable[[RealTerminal], bool]:
    """Return whether the words are on the screen, even where they are wrapped beside a field."""
    wanted = " ".join(words)
    return lambda t: wanted in " ".join(_CELLS.sub(r"\2", _without_brackets(t)).split())


def _without_brackets(terminal: RealTerminal) -> str:
    """Return what is on the screen without the brackets that are the cursor without colours."""
    return terminal.text.translate({ord("["): " ", ord("]"): " "})


def shows(position: str, *texts: str) -> Callable[[RealTerminal], bool]:
    """Return whether these cells and texts are on the screen, all at once."""
    return lambda t: field(t) == position and all(text in t.text for text in texts)


def click(terminal: RealTerminal, column: int, row: int, button: int = 1) -> None:
    terminal.click(*place(terminal, column, row), button)


def quit_cleanly(terminal: RealTerminal) -> None:
    terminal.type("q")
    assert terminal.wait_exit() == 0
    assert terminal.is_clean() == []


def run_in(home: Path, *arguments: str, typed: str = "", **environ: str) -> Done:
    """Run a command in this process, on the games and settings in a directory."""
    with patch.dict(os.environ, {"MINESWEEPER_HOME": str(home), **environ}):
        return run(*arguments, typed=typed)


def minesweeper(
    home: Path, *arguments: str, typed: str = "", **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run the program without a terminal, with its games and settings in a directory."""
    return subprocess.run(
        [*MINESWEEPER, *arguments],
        cwd=ROOT,
        env={"MINESWEEPER_HOME": str(home), "PATH": os.defpath, "LANG": "C.UTF-8", **environ},
        input=typed,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
