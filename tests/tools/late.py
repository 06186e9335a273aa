"""A tester who is late: does a test wait for what is gone by the time that somebody looks?

    python -m pytest -p tests.tools.late tests/program tests/cli

Before each look at a terminal, each key and each click 0.6 s pass, in which the program goes on.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SECONDS = 0.6
LATE = ("type", "click", "resize", "signal", "hang_up", "wait_for", "wait_until_shown", "wait_exit")


def pytest_configure() -> None:
    """Make all terminals late, and the tests as patient."""
    from tests.conftest import LONGEST
    from tests.harness.real_terminal import RealTerminal

    for name in LATE:
        setattr(RealTerminal, name, late(getattr(RealTerminal, name)))
    for samples in LONGEST:
        LONGEST[samples] *= 10


def late(method: Callable[P, T]) -> Callable[P, T]:
    """Return the method, called a while after it is called."""

    @wraps(method)
    def call(*arguments: P.args, **named: P.kwargs) -> T:
        time.sleep(SECONDS)
        return method(*arguments, **named)

    return call
