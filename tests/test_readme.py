"""What README.md and pyproject.toml say of the program, compared with the program."""

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import pytest

from minesweeper.cli.parser import all_options
from minesweeper.settings.table import SETTINGS
from minesweeper.tui.look.own_themes import BASES
from tests.harness.player import GamePlayer
from tests.harness.program import MINESWEEPER, ROOT

OPTIONS: Final = all_options()
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


SETTINGS_SECTION: Final = README.partition("\n## Settings\n")[2].partition("\n## ")[0]
CONFIG: Final = re.sub(r"^(?!    ).*\n", "", SETTINGS_SECTION, flags=re.MULTILINE)
"""The config.toml that is shown."""


def test_the_config_that_is_shown_names_settings_and_no_other_option() -> None:
    named = set(re.findall(r"[a-z-]+", CONFIG.partition("[bind]")[0])) & OPTIONS.keys()
    assert len(named) > 10
    assert named <= {*SETTINGS}


def test_the_config_that_is_shown_is_one(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG, encoding="utf-8")
    home = {"MINESWEEPER_HOME": str(tmp_path)}
    command = [*MINESWEEPER, "--plain"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | home,
        input="",
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout[:20], done.stderr) == ("Minesweeper: Expert ", "")


def test_the_options_have_the_choices_that_are_listed() -> None:
    rows = re.findall(r"^\| `--([a-z-]+) (\S*\|\S*?)`", README, flags=re.MULTILINE)
    assert len(rows) > 5
    for name, written in rows:
        listed, choices = written.split("\\|"), OPTIONS[name].choices
        assert [each for each in choices if each in listed] == listed
        if name != "theme":  # one more theme is one entry among the palettes, and none here
            assert {*choices} - {*listed} <= {"auto", "last"}


def test_the_bases_that_are_listed_for_a_theme_of_ones_own_are_bases() -> None:
    _, found, listed = CONFIG.partition("what else it looks like: ")
    assert found
    assert {*re.split(", | or ", listed.partition("\n")[0])} <= {*BASES}
