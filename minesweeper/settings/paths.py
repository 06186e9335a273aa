"""Where the player's files lie: config.toml, and the directory of games and saved settings."""

import os
from collections.abc import Mapping


def config_path(environ: Mapping[str, str], platform: str, home: str) -> str:
    """Return the path of config.toml, the player's own file.

    `platform` is named as by `sys.platform`, and `home` is the player's home directory.
    """
    windows, others = ("APPDATA", "AppData", "Roaming"), ("XDG_CONFIG_HOME", ".config")
    place = windows if platform == "win32" else others
    return os.path.join(_directory(environ, home, *place), "config.toml")


def data_directory(environ: Mapping[str, str], platform: str, home: str) -> str:
    """Return the directory of the games and of the game's own settings."""
    windows, others = ("LOCALAPPDATA", "AppData", "Local"), ("XDG_DATA_HOME", ".local", "share")
    return _directory(environ, home, *(windows if platform == "win32" else others))


def _directory(environ: Mapping[str, str], home: str, variable: str, *default: str) -> str:
    """Return the directory of the game's files below that of a variable, or below the home."""
    if games := environ.get("MINESWEEPER_HOME"):
        # Where no shell has replaced it: in quotes, or in a file that sets variables.
        is_below_home = games[0] == "~" and games[1:2] in ("", os.sep, os.altsep)
        return home + games[1:] if is_below_home else games
    base = environ.get(variable, "")
    # The XDG specification says to ignore a relative path.
    if not base or (variable.startswith("XDG") and not base.startswith("/")):
        base = os.path.join(home, *default)
    return os.path.join(base, "minesweeper")
