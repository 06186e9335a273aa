"""The game's own file: saved settings and the last game."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.settings.resolve import setup_of
from minesweeper.settings.safe_files import LOCK_WAIT, lock
from minesweeper.settings.saved_settings import SavedSettings, texts_of
from minesweeper.settings.table import SettingsError
from tests.harness.settings import OPTIONS, remember_game, save_settings, settings_for, setup_for

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")


@pytest.fixture
def locked_by_another_copy(tmp_path: Path) -> Iterator[None]:
    """Hold the lock as another copy of the program that never lets go of it."""
    with open(tmp_path / "settings.lock", "wb") as file:
        assert lock(file.fileno())
        yield


@pytest.mark.usefixtures("locked_by_another_copy")
def test_a_lock_that_is_never_released_is_an_error_and_nothing_is_saved(
    path: Path, pauses: list[int]
) -> None:
    with pytest.raises(SettingsError, match="another copy holds "):
        save_settings(path, win="flags")
    remember_game(path, Setup(9, 9, 10))
    assert sum(pauses) == 2 * LOCK_WAIT
    assert SavedSettings(str(path.parent), OPTIONS).saved == {}


def test_the_draft_of_a_killed_copy_is_removed(path: Path) -> None:
    path.with_name("state.new").write_text("hal")
    save_settings(path, theme="light")
    assert sorted(file.name for file in path.parent.iterdir()) == ["settings.lock", "state"]


def test_a_missing_directory_is_made(tmp_path: Path) -> None:
    save_settings(tmp_path / "a" / "new" / "config.toml", theme="light")
    assert (tmp_path / "a" / "new" / "state").read_text() == "version = 2\ntheme = light\n"


@posix_only
def test_saving_makes_the_files_private_even_if_nothing_changes(
    path: Path,
) -> None:
    state, lock_file = path.with_name("state"), path.with_name("settings.lock")
    save_settings(path, theme="light")
    state.chmod(0o644)
    lock_file.chmod(0o644)
    save_settings(path, theme="light")
    assert state.stat().st_mode & 0o777 == 0o600
    save_settings(path, theme="dark")
    assert lock_file.stat().st_mode & 0o777 == state.stat().st_mode & 0o777 == 0o600


def test_saved_settings_and_the_last_game_are_read_again(path: Path) -> None:
    save_settings(path, theme="light", no_guess="false")
    remember_game(path, Setup(9, 5, 7, no_guess=True))
    save_settings(path, theme="mono")
    state = SavedSettings(str(path.parent), OPTIONS)
    assert texts_of(state.saved) == {"theme": "mono", "no-guess": "false"}
    assert texts_of(state.last_game) == {
        "width": "9",
        "height": "5",
        "mines": "7",
        "no-guess": "true",
    }
    assert setup_for(path) == Setup(9, 5, 7)


def test_two_copies_keep_each_others_changes(tmp_path: Path) -> None:
    one, other = SavedSettings(str(tmp_path), OPTIONS), SavedSettings(str(tmp_path), OPTIONS)
    one.save({"theme": "light"})
    other.save({"zoom": "1"})
    one.remember(Setup(9, 9, 10))
    assert texts_of(SavedSettings(str(tmp_path), OPTIONS).saved) == {"theme": "light", "zoom": "1"}
    assert SavedSettings(str(tmp_path), OPTIONS).last_game


def test_saving_drops_saved_settings_that_conflict(path: Path) -> None:
    save_settings(path, on_guess="fair", first="any")
    save_settings(path, win="flags", no_guess="true")
    assert texts_of(SavedSettings(str(path.parent), OPTIONS).saved) == {
        "win": "flags",
        "no-guess": "true",
    }
    save_settings(path, width="20", mines="50")
    save_settings(path, level="expert")
    assert setup_for(path) == Setup(30, 16, 99, win="flags", no_guess=True)


def test_wrong_lines_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "state").write_text(
        "version = 2\ntheme = drak\nzoom = 1\nno such thing\ncolour = 3\nlast-theme = dark\n"
    )
    assert list(SavedSettings(str(tmp_path), OPTIONS).saved) == ["zoom"]
    (tmp_path / "state").write_bytes(b"\xff\xfe")
    assert SavedSettings(str(tmp_path), OPTIONS).saved == {}


def test_a_file_of_the_first_version_keeps_theme_and_last_game_but_not_the_zoom(path: Path) -> None:
    path.with_name("state").write_text(
        "zoom = 1\ntheme = light\nwidth = 9\nheight = 5\nmines = 7\nno-guess = true\n"
    )
    settings = settings_for(path)
    assert (settings.theme, settings.zoom) == ("light", "auto")
    assert setup_of(settings) == Setup(9, 5, 7, no_guess=True)
    assert setup_for(path, "--level=beginner") == Setup(9, 9, 10)


@pytest.mark.parametrize(
    "wrong",
    [
        {"mines": "99"},
        {"width": "10000", "height": "10000"},
        {"width": "200", "height": "200", "no-guess": "true"},
    ],
)
def test_a_last_game_that_cannot_be_dealt_is_ignored(path: Path, wrong: dict[str, str]) -> None:
    last = {"width": "9", "height": "5", "mines": "7", "no-guess": "false"}
    for texts, setup in ((last, Setup(9, 5, 7)), (last | wrong, Setup(8, 8, 10))):
        lines = [f"last-{name} = {text}\n" for name, text in texts.items()]
        path.with_name("state").write_text("version = 2\n" + "".join(lines))
        assert setup_for(path) == setup


def test_the_last_game_yields_to_conflicting_settings(path: Path) -> None:
    remember_game(path, Setup(9, 5, 7, no_guess=True))
    path.write_text('first = "safe"\n')
    assert setup_for(path) == Setup(9, 5, 7, first="safe")
    assert setup_for(path, MINESWEEPER_FIRST="any") == Setup(9, 5, 7, first="any")


def test_a_failure_to_save_the_last_game_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    SavedSettings(str(tmp_path / "file"), OPTIONS).remember(Setup(9, 9, 10))
    with pytest.raises(SettingsError, match="file"):
        SavedSettings(str(tmp_path / "file"), OPTIONS).save({"zoom": "1"})
