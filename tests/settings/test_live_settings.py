"""Settings changed and saved while the game runs."""

from pathlib import Path

from minesweeper.settings.saved_settings import SavedSettings, texts_of
from tests.harness.settings import OPTIONS, live_settings_for, settings_for


def test_a_theme_chosen_by_a_key_is_saved(path: Path) -> None:
    settings = live_settings_for(path)
    assert settings.change_theme("light") == ""
    assert settings.change_theme("light") == ""
    assert settings.current["theme"] == "light"
    assert settings_for(path).theme == "light"


def test_a_setting_of_a_higher_source_changes_for_this_run_only(path: Path) -> None:
    text = 'glyphs = "ascii"\ntheme = "sea"\n'
    path.write_text(text)
    settings = live_settings_for(path, "--win=clear", "--board=drawn", MINESWEEPER_MOUSE="true")
    assert settings.change_theme("light") == "for this run only"
    for changes, reason in (
        ({"theme": "light"}, "config.toml sets theme (line 2)"),
        ({"mouse": False}, "MINESWEEPER_MOUSE sets mouse"),
        ({"win": "flags"}, "the command line sets win"),
        ({"on-guess": "fair"}, ""),
        ({"no-guess": True}, ""),
    ):
        assert settings.save(changes) == reason
    assert path.read_text() == text
    assert texts_of(SavedSettings(str(path.parent), OPTIONS).saved) == {
        "on-guess": "fair",
        "no-guess": "true",
    }


def test_a_setting_that_conflicts_with_a_higher_source_is_not_saved(path: Path) -> None:
    path.write_text("no-guess = true\n")
    reason = live_settings_for(path).save({"first": "any"})
    assert reason == "config.toml sets no-guess to true (line 1)"


def test_a_conflict_with_the_command_line_names_the_value_that_it_sets(path: Path) -> None:
    reason = live_settings_for(path, "--emoji").save({"zoom": "1"})
    assert reason == "the command line sets glyphs to emoji"
