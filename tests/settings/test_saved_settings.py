"""The game's own file: saved settings and the last game."""

import os
import sys
from pathlib import Path

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.settings.saved_settings import SavedSettings, texts_of
from minesweeper.settings.table import SettingsError
from tests.harness.settings import OPTIONS, remember_game, save_settings, setup_for

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")


def test_the_draft_of_a_killed_copy_is_removed(path: Path) -> None:
    path.with_name(f"state.{os.getpid()}.new").write_text("hal")
    save_settings(path, theme="light")
    assert [file.name for file in path.parent.iterdir()] == ["state"]


def test_a_missing_directory_is_made(tmp_path: Path) -> None:
    save_settings(tmp_path / "a" / "new" / "config.toml", theme="light")
    assert (tmp_path / "a" / "new" / "state").read_text() == "theme = light\n"


@posix_only
def test_the_file_is_private(path: Path) -> None:
    state = path.with_name("state")
    save_settings(path, theme="light")
    assert state.stat().st_mode & 0o777 == 0o600
    state.chmod(0o644)
    save_settings(path, theme="sea")
    assert state.stat().st_mode & 0o777 == 0o600


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
        path.with_name("state").write_text("".join(lines))
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


def test_a_start_is_the_first_until_a_game_has_ended(path: Path) -> None:
    def is_first() -> bool:
        return SavedSettings(str(path.parent), OPTIONS).is_first_start

    save_settings(path, theme="light")
    remember_game(path, Setup(9, 5, 7))
    assert is_first()
    running = SavedSettings(str(path.parent), OPTIONS)
    running.note_end()
    assert (running.is_first_start, is_first()) == (False, False)
    save_settings(path, theme="sea")
    remember_game(path, Setup(9, 9, 10))
    assert not is_first()
    assert path.with_name("state").read_text().splitlines() == [
        "played = true",
        "theme = sea",
        "last-width = 9",
        "last-height = 9",
        "last-mines = 10",
        "last-no-guess = false",
    ]


def test_zooms_are_kept_by_the_size_of_the_board(tmp_path: Path) -> None:
    state = SavedSettings(str(tmp_path), OPTIONS)
    for board, zoom in (((30, 16), 3), ((10, 10), 7), ((30, 16), 2)):
        state.remember_zoom(board, zoom)
    assert SavedSettings(str(tmp_path), OPTIONS).zooms == {(30, 16): 2, (10, 10): 7}
    with (tmp_path / "state").open("a") as file:
        file.write("zoom-9x9 = 4\nzoom-9 = 3\nzoom-0x9 = 3\nzoom-9x-9 = 3\nzoom-9x9x9 = 3\n")
    state = SavedSettings(str(tmp_path), OPTIONS)
    assert state.zooms == {(30, 16): 2, (10, 10): 7}
    state.save({"theme": "light"})
    assert SavedSettings(str(tmp_path), OPTIONS).zooms == {(30, 16): 2, (10, 10): 7}


def test_a_zoom_that_is_set_is_that_of_all_boards(tmp_path: Path) -> None:
    state = SavedSettings(str(tmp_path), OPTIONS)
    state.remember_zoom((30, 16), 3)
    state.save({"zoom": "5"})
    assert SavedSettings(str(tmp_path), OPTIONS).zooms == {}


def test_the_end_of_a_game_is_noted_once(tmp_path: Path) -> None:
    state = SavedSettings(str(tmp_path), OPTIONS)
    state.note_end()
    (tmp_path / "state").unlink()
    state.note_end()
    assert not (tmp_path / "state").exists()


def test_where_no_end_can_be_noted_no_start_is_the_first(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    state = SavedSettings(str(tmp_path / "file" / "games"), OPTIONS)
    assert not state.is_first_start
    state.note_end()
    assert SavedSettings(str(tmp_path / "missing" / "games"), OPTIONS).is_first_start
