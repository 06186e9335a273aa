"""A Python that is too old says so in one line, in place of a traceback."""

import ast
import shutil
import subprocess
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from tests.harness.program import ROOT

OLD: Final = ("2.7", "3.6", "3.7", "3.8", "3.9", "3.10")
READ_BY_ALL: Final = ("minesweeper/__init__.py", "minesweeper/__main__.py")
VERSION: Final = "import sys; print('%d.%d.%d' % sys.version_info[:3])"


@pytest.fixture(params=OLD)
def old_python(request: pytest.FixtureRequest) -> str:
    """Return the path of an interpreter of this version, if the machine has one."""
    candidates = [shutil.which(f"python{request.param}")]
    candidates += map(str, Path.home().glob(f".pyenv/versions/{request.param}.*/bin/python"))
    for path in filter(None, candidates):
        if version_of(path).startswith(f"{request.param}."):
            return path
    pytest.skip(f"no Python {request.param} here")


def done(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def version_of(python: str) -> str:
    """Return the version; "" for a command of pyenv that stands for no Python."""
    return done(python, "-c", VERSION).stdout.strip()


def line_of(python: str) -> str:
    return (
        f"Python 3.11 or newer is needed, and this is {version_of(python)}:"
        " try python3.12 -m minesweeper, or uvx --from . minesweeper\n"
    )


def test_a_checkout_names_the_python_that_it_needs(old_python: str) -> None:
    # Without -B, Python 2.7 would write its files beside ours.
    told = done(old_python, "-B", "-m", "minesweeper", "--plain")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == f"minesweeper: {line_of(old_python)}"


def test_so_does_the_program_as_one_file(old_python: str, tmp_path: Path) -> None:
    with ZipFile(tmp_path / "minesweeper.pyz", "w") as packed:
        for name in READ_BY_ALL:
            packed.write(ROOT / name, name)
        start = "import sys\nfrom minesweeper.__main__ import main\nsys.exit(main())\n"
        packed.writestr("__main__.py", start)
    told = done(old_python, tmp_path / "minesweeper.pyz")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == f"minesweeper: {line_of(old_python)}"


def test_so_does_the_library_when_a_name_is_used(old_python: str) -> None:
    told = done(old_python, "-B", "-c", "from minesweeper import hint")
    assert told.returncode == 1
    if not version_of(old_python).startswith(("2.7", "3.6")):  # where a module loads nothing late
        assert told.stderr.endswith(f"\nImportError: {line_of(old_python)}")


@pytest.mark.parametrize("name", READ_BY_ALL)
def test_what_an_old_python_reads_has_the_grammar_of_all(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text("ascii"), feature_version=(3, 6))
    nodes = [*ast.walk(tree)]
    assert not [node for node in nodes if isinstance(node, ast.JoinedStr | ast.AnnAssign)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    assert functions
    assert not [each for each in functions if each.returns or each.args.kwonlyargs]
