"""The environment, and an option of earlier versions in every source."""

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


def speak_warning(place: object) -> str:
    return f"{place}: speak is gone, delete it: --plain is the mode for screen readers"


def test_the_former_option_speak_gets_a_warning_that_names_plain_mode(path: Path) -> None:
    path.write_text('win = "flags"\nspeak = true\n')
    assert live_settings_for(path).warning == speak_warning(f"{path}, line 2")
    assert live_settings_for(path, MINESWEEPER_SPEAK="true").warning == speak_warning(
        f"{path}, line 2"
    )
    path.unlink()
    assert live_settings_for(path, MINESWEEPER_SPEAK="true").warning == speak_warning(
        "MINESWEEPER_SPEAK"
    )
    assert live_settings_for(path, MINESWEEPER_SPEAK="").warning == ""


def test_speak_is_not_among_the_unknown_names(path: Path) -> None:
    path.write_text("speak = true\nsound = true\n")
    assert live_settings_for(path).warning == (
        f"{path}, line 2: 'sound' is not a setting; {speak_warning(f'{path}, line 1')}"
    )


def test_speak_set_to_false_gets_no_warning(path: Path) -> None:
    path.write_text("speak = false\n")
    assert live_settings_for(path, MINESWEEPER_SPEAK="false").warning == ""


def test_what_is_saved_of_speak_gets_no_warning(path: Path) -> None:
    path.with_name("state").write_text("version = 2\nspeak = true\ntheme = light\n")
    settings = live_settings_for(path)
    assert (settings.warning, settings.at_start.theme) == ("", "light")
