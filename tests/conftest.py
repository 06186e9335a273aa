"""The same tests on every run and every machine: how slow it is, who starts them, from where."""

import os
import signal
import sys
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")

# What the programs that are tested, and those that test them, would take from whoever runs this.
OF_WHO_RUNS_THIS = ("MINESWEEPER_", "LC_", "XDG_", "TMUX")
OF_THE_TERMINAL = {"TERM", "TERMINFO", "LINES", "COLUMNS", "COLORTERM", "COLORFGBG", "ESCDELAY"}
OF_OTHER_TASTES = {"NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PYTHON_COLORS"}
OF_THE_INTERPRETER = {"PYTHONIOENCODING", "PYTHONUTF8", "PYTHONWARNINGS", "PYTHONUNBUFFERED"}
# With it every program that is started would compile all its modules anew, and so would pytest.
SLOW = {"PYTHONDONTWRITEBYTECODE"}
REMOVED = {"LANGUAGE", *OF_THE_TERMINAL, *OF_OTHER_TASTES, *OF_THE_INTERPRETER, *SLOW}

LONGEST, LONGEST_OF_THE_LONG = 600, 2 * 3600
"""So many seconds no test takes, on whatever machine, but one that waits for ever."""


def pytest_configure() -> None:
    """Before the first test module is loaded, as some already ask argparse for its help."""
    for name in [*os.environ]:
        if name in REMOVED or name.startswith(OF_WHO_RUNS_THIS):
            del os.environ[name]
    os.environ |= {"LANG": "C.UTF-8", "TZ": "UTC"}
    if hasattr(time, "tzset"):  # Windows has none
        time.tzset()
    sys.dont_write_bytecode = False
    _keep_ignored_signals_to_ourselves()


def _keep_ignored_signals_to_ourselves() -> None:
    """What is ignored, by `nohup` say, every program started here would ignore; no handler is."""
    of_python = {"SIGPIPE", "SIGXFSZ"}  # subprocess gives these back by itself
    for signum in signal.valid_signals():
        if getattr(signum, "name", "") in of_python:
            continue
        if signal.getsignal(signum) is signal.SIG_IGN:
            signal.signal(signum, lambda *_: None)


@pytest.fixture(scope="session", autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a test keeps and forgot to say where is not kept among the games of who runs it."""
    os.environ["MINESWEEPER_HOME"] = str(tmp_path_factory.mktemp("home"))


@pytest.fixture(autouse=True)
def _end(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that waits for ever fails, and the others are run."""
    if not hasattr(signal, "SIGALRM"):  # Windows
        yield
        return
    seconds = LONGEST_OF_THE_LONG if request.node.get_closest_marker("long") else LONGEST

    def fail(*_: object) -> None:
        raise TimeoutError(f"no end after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(autouse=True)
def _databases_closed() -> Iterator[None]:
    """From Python 3.13 on, a database that a test has left open is a fault."""
    yield
    for name, close in (("kept_games", "close_histories"), ("learned", "close_learning")):
        if module := sys.modules.get(f"tests.harness.{name}"):
            getattr(module, close)()
