"""The completions in the real shells, asked for with the Tab key."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.cli.main import main
from tests.harness.real_terminal import RealTerminal
from tests.tools.make_data import SHELLS

START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source minesweeper.bash"),
    "zsh": (["zsh", "-f", "-i"], 'autoload -U compinit; compinit -u; eval "$(<minesweeper.zsh)"'),
    "fish": (["fish", "--no-config", "-i"], "source minesweeper.fish"),
}

COMPLETED = [
    ("minesweeper --lev\t", "--level"),
    ("minesweeper --level e\t", "--level expert"),
    ("minesweeper --level=e\t", "--level=expert"),
    ("minesweeper --no-g\t", "--no-guess"),
    ("minesweeper --daily --res\t", "--resume"),
    ("minesweeper --board layo\t", "--board layout.txt"),
    ("minesweeper --board=layo\t", "--board=layout.txt"),
    ("minesweeper --print-completion z\t", "--print-completion zsh"),
    ("minesweeper ana\t", "minesweeper analyse"),
    ("minesweeper analyse layo\t", "analyse layout.txt"),
    ("minesweeper replay las\t", "replay last"),
    ("minesweeper replay lay\t", "replay layout.txt"),
    ("minesweeper export l\t", "export last"),
    ("minesweeper export last --format m\t", "export last --format mbf"),
    ("minesweeper share l\t", "share last"),
    ("minesweeper verify layout.txt lay\t", "verify layout.txt layout.txt"),
    ("minesweeper import layout.txt lay\t", "import layout.txt layout.txt"),
]


@pytest.fixture(params=SHELLS)
def shell(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Iterator[RealTerminal]:
    """A shell that has read what the game prints for it, in a directory with one layout."""
    name: str = request.param
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed here")
    assert main(["--print-completion", name]) == 0
    (tmp_path / f"minesweeper.{name}").write_text(capsys.readouterr().out, encoding="ascii")
    (tmp_path / "layout.txt").write_text("*.\n..\n", encoding="ascii")
    argv, source = START[name]
    quiet = {"PS1": "$ ", "INPUTRC": "/dev/null"}
    with RealTerminal(argv, cwd=tmp_path, env=quiet, columns=120) as terminal:
        terminal.type(f"{source}; clear; echo rea''dy\r")
        terminal.wait_for("ready")
        yield terminal


def test_the_tab_key_completes(shell: RealTerminal) -> None:
    for typed, expected in COMPLETED:
        shell.type("\x15\x0c")  # an empty line on an empty screen
        shell.wait_for(lambda window: "minesweeper" not in window.text)
        shell.type(typed)
        shell.wait_for(expected)
