"""A game on a drawn layout, for every test of the real program."""

from pathlib import Path

import pytest

from tests.harness.program import LAYOUT, Drawn, playing
from tests.harness.real_terminal import RealTerminal


@pytest.fixture
def drawn(tmp_path: Path) -> Drawn:
    """Start a game on a drawn layout, with cells of the usual size unless another is asked for."""

    def start(layout: str = LAYOUT, *options: str, **window: object) -> RealTerminal:
        file = tmp_path / "board.txt"
        file.write_text(layout)
        return playing(f"--board={file}", "--zoom=2", *options, **window)

    return start
