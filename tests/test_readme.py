"""What README.md and pyproject.toml say of the program, compared with the program."""

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.harness.player import GamePlayer

ROOT: Final = Path(__file__).parents[1]
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("text", [README, PROJECT["readme"]["text"]], ids=["README", "pyproject"])
def test_the_smallest_window_in_which_it_can_be_played(text: str) -> None:
    said = re.search(r"any window from ([0-9]+)x([0-9]+) up", text)
    assert said
    columns, rows = map(int, said.groups())
    assert not GamePlayer(size=(columns, rows)).shows("needed")
    for smaller in ((columns - 1, rows), (columns, rows - 1)):
        assert GamePlayer(size=smaller).shows(f"{columns}x{rows} needed")
