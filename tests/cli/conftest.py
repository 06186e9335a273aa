"""A history for every test."""

from pathlib import Path

import pytest

from minesweeper.store.history import History
from tests.harness.kept_games import open_history
from tests.harness.places import common_path as common_path


@pytest.fixture
def history(tmp_path: Path) -> History:
    """Return a history without games, in a directory beside what a test writes."""
    return open_history(tmp_path / "home")
