"""Places for files that the directories of pytest are not."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def common_path() -> Iterator[Path]:
    """Return an empty directory that every user may enter.

    Those of pytest are for one user alone, and each start of pytest sees to that again.
    """
    with TemporaryDirectory() as directory:
        path = Path(directory)
        path.chmod(0o755)
        yield path
