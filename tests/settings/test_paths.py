"""Where config.toml and the data directory are on each platform."""

import pytest

from minesweeper.settings.paths import config_path, data_directory


@pytest.mark.parametrize(
    ("environ", "platform", "settings", "games"),
    [
        ({}, "linux", "/home/me/.config", "/home/me/.local/share"),
        ({}, "darwin", "/home/me/.config", "/home/me/.local/share"),
        ({"XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}, "darwin", "/c", "/d"),
        ({"XDG_CONFIG_HOME": "/c"}, "linux", "/c", "/home/me/.local/share"),
        ({"XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "/d"}, "linux", "/home/me/.config", "/d"),
        ({"XDG_DATA_HOME": "d"}, "linux", "/home/me/.config", "/home/me/.local/share"),
        ({"XDG_DATA_HOME": ""}, "linux", "/home/me/.config", "/home/me/.local/share"),
        ({"MINESWEEPER_HOME": "", "XDG_DATA_HOME": "/d"}, "linux", "/home/me/.config", "/d"),
        ({"APPDATA": "C:/r", "LOCALAPPDATA": "C:/l"}, "win32", "C:/r", "C:/l"),
        ({}, "win32", "/home/me/AppData/Roaming", "/home/me/AppData/Local"),
    ],
)
def test_each_platform_has_its_own_directories(
    environ: dict[str, str], platform: str, settings: str, games: str
) -> None:
    assert config_path(environ, platform, "/home/me") == f"{settings}/minesweeper/config.toml"
    assert data_directory(environ, platform, "/home/me") == f"{games}/minesweeper"


def test_one_variable_sets_both_directories() -> None:
    environ = {"MINESWEEPER_HOME": "/games", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}
    assert config_path(environ, "linux", "/home/me") == "/games/config.toml"
    assert data_directory(environ, "linux", "/home/me") == "/games"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("~/games", "/home/me/games"),
        ("~", "/home/me"),
        ("~/", "/home/me/"),
        ("~games", "~games"),
        ("./~", "./~"),
        ("/~/games", "/~/games"),
    ],
)
def test_a_tilde_that_no_shell_has_replaced_is_the_home_directory(given: str, meant: str) -> None:
    assert data_directory({"MINESWEEPER_HOME": given}, "linux", "/home/me") == meant
