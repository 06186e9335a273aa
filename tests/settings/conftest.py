from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where config.toml lies, in a directory that is empty."""
    return tmp_path / "config.toml"
