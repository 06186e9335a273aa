"""Waits for other copies and other programs, which take no time in the tests of a folder.

The `conftest.py` of the folder imports the fixture.
"""

import pytest

from minesweeper.settings import safe_files


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let every pause end at once; return the milliseconds that each would have taken."""
    pauses: list[int] = []
    monkeypatch.setattr(safe_files, "pause", pauses.append)
    return pauses
