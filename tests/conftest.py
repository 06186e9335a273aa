"""The same tests on every run and every machine: how slow it is, who starts them, from where."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

for name, examples in (("few", 25), ("many", 300)):
    settings.register_profile(
        name,
        derandomize=True,
        deadline=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
    )

# What the programs that are tested, and those that test them, would take from whoever runs this.
OF_WHO_RUNS_THIS = ("MINESWEEPER_", "LC_", "XDG_", "TMUX")
OF_THE_TERMINAL = {"TERM", "TERMINFO", "LINES", "COLUMNS", "COLORTERM", "COLORFGBG", "ESCDELAY"}
OF_OTHER_TASTES = {"NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PYTHON_COLORS"}
OF_THE_INTERPRETER = {"PYTHONIOENCODING", "PYTHONUTF8", "PYTHONWARNINGS", "PYTHONUNBUFFERED"}
# With it every program that is started would compile all its modules anew, and so would pytest.
SLOW = {"PYTHONDONTWRITEBYTECODE"}
REMOVED = {"LANGUAGE", *OF_THE_TERMINAL, *OF_OTHER_TASTES, *OF_THE_INTERPRETER, *SLOW}

SMOKE: Final = ("program", "cli", "store", "settings", "library", "tui/test_terminal.py")
"""Where the tests are that depend on the Python or the system; others are marked by hand."""

LONGEST: Final = {"few": 60, "many": 600}
"""How many seconds a test may take: many times what it does take, as the machine may be busy."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that says how large the random samples of the tests are."""
    parser.addoption(
        "--samples",
        choices=tuple(LONGEST),
        default="few",
        help="the number of random games, boards, windows: few, or many in the tests for which it"
        " makes a difference, together with those that are marked as long, and in no others",
    )


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what depends on the Python or the system."""
    if item.path.relative_to(Path(__file__).parent).as_posix().startswith(SMOKE):
        item.add_marker("smoke")


@pytest.hookimpl(trylast=True)  # hypothesis marks its tests in this hook, too
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests of every run, or those of the long one."""
    marks = {"few": {"long"}, "many": {"long", "samples", "hypothesis"}}[config.option.samples]
    is_many = config.option.samples == "many"
    chosen: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        is_marked = any(mark.name in marks for mark in item.iter_markers())
        (chosen if is_marked == is_many else others).append(item)
    items[:] = chosen
    config.hook.pytest_deselected(items=others)


@pytest.fixture
def count(request: pytest.FixtureRequest) -> int:
    """Return how many random games, boards or windows a test tries: `samples(few, many)`."""
    few, many = request.node.get_closest_marker("samples").args
    return int(many if request.config.option.samples == "many" else few)


def pytest_configure(config: pytest.Config) -> None:
    """Set up what the test modules find when they are imported."""
    settings.load_profile(config.option.samples)
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
    seconds = LONGEST[request.config.option.samples]

    def fail(*_: object) -> None:
        raise TimeoutError(f"no end after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(autouse=True)
def _stop_keys_obeyed() -> Iterator[None]:
    """A game that ends by one in this process ignores it from then on."""
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGQUIT") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(autouse=True)
def _databases_closed() -> Iterator[None]:
    """From Python 3.13 on, a database that a test has left open is a fault."""
    yield
    if module := sys.modules.get("tests.harness.kept_games"):
        module.close_stores()
