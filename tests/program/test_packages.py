"""The wheel and the sdist: built, installed alone in a fresh environment, played."""

import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from minesweeper import __version__
from tests.harness.real_terminal import RealTerminal
from tests.make_data import DATA

ROOT = Path(__file__).parents[2]
SHARED = {
    "man/man1/minesweeper.1": "minesweeper.1",
    "bash-completion/completions/minesweeper": "minesweeper.bash",
    "zsh/site-functions/_minesweeper": "minesweeper.zsh",
    "fish/vendor_completions.d/minesweeper.fish": "minesweeper.fish",
}

pytestmark = pytest.mark.long


def run(*command: str | Path) -> str:
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the sdist, and the wheel that was built from nothing but the sdist."""
    directory = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--outdir", directory, ROOT)
    return directory


@pytest.mark.parametrize("suffix", [".whl", ".tar.gz"])
def test_a_package_installs_alone_and_runs(built: Path, tmp_path: Path, suffix: str) -> None:
    (package,) = built.glob(f"*{suffix}")
    run(sys.executable, "-m", "venv", tmp_path)
    run(tmp_path / "bin" / "pip", "install", package)
    program = tmp_path / "bin" / "minesweeper"
    assert run(program, "--version") == f"minesweeper {__version__}\n"
    bash = DATA / "minesweeper.bash"
    assert run(program, "--print-completion", "bash") == bash.read_text(encoding="ascii")
    with RealTerminal([str(program)], cwd="/") as terminal:
        terminal.wait_for("quit")
        terminal.type("q")
        assert terminal.wait_exit() == 0
    for place, name in SHARED.items():
        assert (tmp_path / "share" / place).read_bytes() == (DATA / name).read_bytes()


def test_the_wheel_holds_the_program_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    prefix = f"minesweeper_curses-{__version__}"
    assert tops == {"minesweeper", f"{prefix}.data", f"{prefix}.dist-info"}


def test_the_sdist_holds_what_the_repository_holds(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        files = {name.partition("/")[2] for name in archive.getnames()}
    own = ("--cached", "--others", "--exclude-standard")
    kept = run("git", "-C", ROOT, "ls-files", *own).splitlines()
    assert files == {*kept, "PKG-INFO"}
