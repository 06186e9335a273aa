"""Sources merged: which value wins, what contradicts, and the setup that results."""

from pathlib import Path

import pytest

from minesweeper.engine.notation import parse_layout
from minesweeper.engine.setup import Setup
from minesweeper.settings.resolve import setup_of
from minesweeper.settings.table import SettingsError
from tests.harness.settings import remember_game, save_settings, settings_for, setup_for


def test_the_default_is_the_classic_board(path: Path) -> None:
    assert setup_for(path) == Setup(8, 8, 10)


def test_config_file_beats_saved_settings_and_yields_to_environment_and_command_line(
    path: Path,
) -> None:
    save_settings(path, zoom="1", keys="wasd", win="clear")
    assert settings_for(path).keys == "wasd"
    path.write_text('win = "flags"\nfirst = "any"\nkeys = "default"\n')
    assert settings_for(path).keys == "default"
    options = settings_for(
        path, "--win", "clear", MINESWEEPER_WIN="either", MINESWEEPER_FIRST="safe"
    )
    assert (options.win, options.first, options.keys) == ("clear", "safe", "default")
    assert (options.zoom, options.theme) == ("1", "auto")


def test_the_idle_pause_can_be_set_in_every_source(path: Path) -> None:
    assert settings_for(path).idle_pause == 5
    path.write_text("idle-pause = 0\n")
    assert settings_for(path).idle_pause == 0
    assert settings_for(path, MINESWEEPER_IDLE_PAUSE="7").idle_pause == 7
    assert settings_for(path, "--idle-pause", "1440", MINESWEEPER_IDLE_PAUSE="7").idle_pause == 1440


@pytest.mark.parametrize("text", ["-1", "1.5", "soon", "1441"])
def test_an_idle_pause_has_to_be_a_number_of_minutes(path: Path, text: str) -> None:
    with pytest.raises(SettingsError, match="is not a number from 0 to 1440"):
        settings_for(path, MINESWEEPER_IDLE_PAUSE=text)


def test_the_last_size_is_dealt_again_unless_a_size_is_set(path: Path) -> None:
    remember_game(path, Setup(30, 16, 99, no_guess=True))
    assert setup_for(path) == Setup(30, 16, 99, no_guess=True)
    assert setup_for(path, "--width", "10") == Setup(10, 8, 10)
    assert setup_for(path, "--level", "beginner") == Setup(9, 9, 10)
    assert setup_for(path, "--level", "last") == Setup(30, 16, 99, no_guess=True)
    assert setup_for(path, MINESWEEPER_LEVEL="beginner") == Setup(9, 9, 10)
    assert setup_for(path, "--demo") == Setup(8, 8, 10)
    path.write_text("width = 12\n")
    assert setup_for(path) == Setup(12, 8, 10)


def test_a_saved_size_beats_the_last_game(path: Path) -> None:
    remember_game(path, Setup(30, 16, 99, no_guess=True))
    save_settings(path, width="12", mines="20%")
    assert setup_for(path) == Setup(12, 8, 19)
    save_settings(path, level="expert")
    assert setup_for(path) == Setup(30, 16, 99)
    save_settings(path, level="last")
    assert setup_for(path) == Setup(30, 16, 99, no_guess=True)


def test_a_level_replaces_the_whole_size_of_lower_sources(path: Path) -> None:
    path.write_text('level = "intermediate"\nmines = 50\n')
    assert setup_for(path) == Setup(16, 16, 50)
    assert setup_for(path, "--mines", "20%") == Setup(16, 16, 51)
    assert setup_for(path, "--level", "expert") == Setup(30, 16, 99)
    assert setup_for(path, MINESWEEPER_LEVEL="beginner") == Setup(9, 9, 10)
    assert setup_for(path, MINESWEEPER_WIDTH="20") == Setup(20, 16, 50)
    path.write_text("width = 3\nheight = 3\n")
    assert setup_for(path, "--daily") == Setup(8, 8, 10)


def test_the_command_line_beats_a_setting_that_contradicts_it(path: Path) -> None:
    path.write_text("no-guess = true\n")
    assert not setup_for(path, "--first", "safe").no_guess
    path.write_text('first = "any"\n')
    assert setup_for(path, "--no-guess") == Setup(8, 8, 10, no_guess=True)
    path.write_text('on-guess = "fair"\n')
    assert setup_for(path) == Setup(8, 8, 10, win="clear", on_guess="fair")
    assert setup_for(path, "--win", "flags") == Setup(8, 8, 10, win="flags")


def test_contradicting_settings_are_an_error_with_their_places(path: Path) -> None:
    path.write_text('no-guess = true\nfirst = "any"\n')
    with pytest.raises(SettingsError, match=r"no-guess \(.*line 1\) needs .* any \(.*line 2\)"):
        setup_for(path)
    path.write_text("mines = 200\n")
    with pytest.raises(SettingsError, match=r"200 mines \(.*line 1\) do not fit on 8x8"):
        setup_for(path)
    path.write_text('level = "expert"\n')
    with pytest.raises(SettingsError, match=r"99 mines of level expert \(.*line 1\) do not fit"):
        setup_for(path, "--width", "3", "--height", "3")


def test_a_board_from_a_file_beats_size_and_guess_free_settings(path: Path) -> None:
    board = parse_layout("..*\n...\n")
    path.write_text('no-guess = true\nlevel = "expert"\n')
    assert setup_of(settings_for(path, "--board=drawn"), board) == Setup(3, 2, 1)
    options = settings_for(
        path, "--board=drawn", MINESWEEPER_NO_GUESS="true", MINESWEEPER_WIDTH="9"
    )
    assert setup_of(options, board) == Setup(3, 2, 1)


def test_the_level_last_in_a_higher_source_replaces_a_level(path: Path) -> None:
    remember_game(path, Setup(12, 9, 20))
    path.write_text('level = "last"\n')
    assert setup_for(path) == Setup(12, 9, 20)
    path.write_text('level = "expert"\n')
    assert setup_for(path, MINESWEEPER_LEVEL="last") == Setup(12, 9, 20)


@pytest.mark.parametrize("seed", ["0", "7"])
def test_a_seed_does_not_depend_on_the_last_game(path: Path, seed: str) -> None:
    remember_game(path, Setup(30, 16, 99, no_guess=True))
    assert setup_for(path, "--seed", seed) == Setup(8, 8, 10)
    path.write_text('level = "last"\n')
    assert setup_for(path, "--seed", seed) == Setup(8, 8, 10)
    path.write_text('level = "intermediate"\nno-guess = true\n')
    assert setup_for(path, "--seed", seed) == Setup(16, 16, 40, no_guess=True)
