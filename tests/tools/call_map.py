"""Write which tests call which functions of the package: a plugin of pytest.

It is loaded by its path, into checkouts that need not have it; MUTANTS_MAP names the folder to
write to. Each process of pytest writes a file of its own.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from cProfile import Profile
from pathlib import Path
from types import CodeType

import pytest

PACKAGE = f"{Path.cwd() / 'minesweeper'}{os.sep}"
tests_of: defaultdict[str, set[str]] = defaultdict(set)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note which functions are called in the set-up, the call and the tear-down of a test."""
    profile = Profile(builtins=False)
    profile.enable()
    try:
        return (yield)
    finally:
        profile.disable()
        for entry in profile.getstats():
            code = entry.code
            if isinstance(code, CodeType) and code.co_filename.startswith(PACKAGE):
                file = code.co_filename.removeprefix(PACKAGE)
                tests_of[f"{file} {code.co_qualname}"].add(item.nodeid.partition("[")[0])


def pytest_sessionfinish() -> None:
    """Write the map of this process: the tests, and by function the numbers of those calling it."""
    tests = sorted(set().union(*tests_of.values()))
    numbers = {test: number for number, test in enumerate(tests)}
    calls = {function: [numbers[test] for test in those] for function, those in tests_of.items()}
    path = Path(os.environ["MUTANTS_MAP"], f"{os.getpid()}.json")
    path.write_text(json.dumps([tests, calls]), encoding="utf-8")
