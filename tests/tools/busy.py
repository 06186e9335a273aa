"""A busy machine: do the tests pass while others keep its cores busy?

for run in {1..20}; do python -m pytest -q -p tests.tools.busy tests/program tests/cli; done
"""

import subprocess
import sys

import pytest

PROCESSES = 4
# It ends with the tests, even if they are killed.
SPIN = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"

_busy: list[subprocess.Popen[bytes]] = []


def pytest_configure(config: pytest.Config) -> None:
    """Begin to spin, in the first of several processes that run tests."""
    if not hasattr(config, "workerinput"):
        _busy.extend(subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(PROCESSES))


def pytest_unconfigure() -> None:
    """Let the machine rest."""
    for process in _busy:
        process.kill()
        process.wait()
