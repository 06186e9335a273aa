"""A history for every test."""

from pathlib import Path

import pytest

from minesweeper.store.store import Store
from tests.harness.kept_games import open_store
from tests.harness.places import common_path as common_path


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return a history without games, in a directory beside what a test writes."""
    return open_store(tmp_path / "home")
