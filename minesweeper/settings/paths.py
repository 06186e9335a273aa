"""Where the player's files lie: config.toml, and the directory of saved games and the history."""

import os
from collections.abc import Mapping


def config_path(environ: Mapping[str, str], platform: str, home: str) -> str:
    """Return the path of config.toml, the player's own file.

    `platform` is named as by `sys.platform`, and `home` is the player's home directory.
    """
    parts = ("APPDATA", "Roaming", "XDG_CONFIG_HOME", ".config")
    return os.path.join(_directory(environ, platform, home, *parts), "config.toml")


def data_directory(environ: Mapping[str, str], platform: str, home: str) -> str:
    """Return the directory of the saved games, the history and the game's own settings."""
    xdg_default = os.path.join(".local", "share")
    parts = ("LOCALAPPDATA", "Local", "XDG_DATA_HOME", xdg_default)
    return _directory(environ, platform, home, *parts)


def _directory(
    environ: Mapping[str, str],
    platform: str,
    home: str,
    windows_variable: str,
    windows_default: str,
    xdg_variable: str,
    xdg_default: str,
) -> str:
    if games := environ.get("MINESWEEPER_HOME"):
        # Where no shell has replaced it: in quotes, or in a file that sets variables.
        is_below_home = games[0] == "~" and games[1:2] in ("", os.sep, os.altsep)
        return home + games[1:] if is_below_home else games
    if platform == "win32":
        base = environ.get(windows_variable) or os.path.join(home, "AppData", windows_default)
    else:
        base = environ.get(xdg_variable, "")
        if not base.startswith("/"):  # the XDG specification says to ignore a relative path
            base = os.path.join(home, xdg_default)
    return os.path.join(base, "minesweeper")
