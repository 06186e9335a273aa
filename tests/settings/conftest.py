from pathlib import Path

import pytest

from tests.harness.waits import pauses as pauses


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where config.toml lies, in a directory that is empty."""
    return tmp_path / "config.toml"
