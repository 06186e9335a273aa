"""A slow program: does a test take a part of what it does for the whole?

    python -m pytest -p tests.tools.slow tests/program tests/cli

Every Python program that the tests start takes about 20 times as long, as it spins at each call and
return, and they are as patient. What is started without `site`, or with a `sitecustomize` of its
own, is as fast as ever.
"""

import atexit
import os
import shlex
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

TIMES = 20
SPIN = """
import sys

def spin(*_, rounds=range(1_000)):
    for _ in rounds:
        pass

sys.setprofile(spin)
"""
# Before the harness is imported, which reads it.
os.environ["PATIENCE"] = str(TIMES)


def pytest_configure(config: pytest.Config) -> None:
    """Put a slow interpreter in the place of the one that the tests start."""
    from tests.conftest import LONGEST

    for samples in LONGEST:
        LONGEST[samples] *= TIMES
    if config.getoption("numprocesses", None):
        return  # the processes that run the tests are not to be slow
    folder = TemporaryDirectory(prefix="slow-")
    atexit.register(folder.cleanup)
    Path(folder.name, "sitecustomize.py").write_text(SPIN)
    python = Path(folder.name, "python")
    paths = f'"${{PYTHONPATH:+$PYTHONPATH:}}{folder.name}"'
    python.write_text(f'#!/bin/sh\nPYTHONPATH={paths} exec {shlex.quote(sys.executable)} "$@"\n')
    python.chmod(0o755)
    sys.executable = str(python)
    from tests.harness import program  # a conftest may have imported it before

    vars(program)["MINESWEEPER"] = (sys.executable, *program.MINESWEEPER[1:])
