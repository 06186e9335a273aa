"""A store for every test, waits that take no time, a time zone far from Greenwich."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.store.store import Store
from tests.harness.kept_games import open_store
from tests.harness.places import common_path as common_path
from tests.harness.waits import pauses as pauses


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store in the test's own directory."""
    return open_store(tmp_path)


@pytest.fixture
def _in_tonga(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """13 hours before Greenwich."""
    if not hasattr(time, "tzset"):
        pytest.skip("Windows cannot change its time zone")
    monkeypatch.setenv("TZ", "TOT-13")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
