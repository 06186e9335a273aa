"""The environment, and names that are not settings (any more)."""

from pathlib import Path

import pytest

from minesweeper.settings.sources import read_environment
from minesweeper.settings.table import SettingsError
from tests.harness.settings import OPTIONS, live_settings_for


def test_an_error_in_the_environment_names_the_variable() -> None:
    with pytest.raises(
        SettingsError, match=r"^MINESWEEPER_QUESTION_MARKS: question-marks: 'maybe'"
    ):
        read_environment({"MINESWEEPER_QUESTION_MARKS": "maybe"}, OPTIONS)
    assert not read_environment({"MINESWEEPER_WIN": ""}, OPTIONS)


def test_an_option_of_an_earlier_version_gets_a_warning_wherever_it_is_set(path: Path) -> None:
    path.write_text('win = "flags"\nspeak = true\n')
    in_file = f"{path}, line 2: 'speak' is not a setting"
    in_environment = "MINESWEEPER_SPEAK: 'speak' is not a setting"
    assert live_settings_for(path).warning == in_file
    both = live_settings_for(path, MINESWEEPER_SPEAK="true", MINESWEEPER_HOME="here")
    assert both.warning == f"{in_file}; {in_environment}"
    assert both.at_start.win == "flags"


def test_a_value_of_an_earlier_version_is_a_warning_and_the_default(path: Path) -> None:
    path.with_name("state").write_text("theme = dark\nzoom = 4\nnumbers = dim\n")
    settings = live_settings_for(path, MINESWEEPER_THEME="dark", MINESWEEPER_ZOOM="3")
    assert settings.warning == "MINESWEEPER_THEME: theme: 'dark' has no meaning any more"
    assert (settings.at_start.theme, settings.at_start.zoom) == ("auto", "3")


def test_a_variable_that_is_nearly_that_of_a_setting_gets_a_suggestion(path: Path) -> None:
    assert live_settings_for(path, MINESWEEPER_NOGUESS="true").warning == (
        "MINESWEEPER_NOGUESS: 'noguess' is not a setting: did you mean no-guess?"
    )
