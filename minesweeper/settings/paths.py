"""Where the platform wants settings and games kept."""

import os
from collections.abc import Mapping


def config_path(environ: Mapping[str, str], platform: str, home: str) -> str:
    """Return the path of config.toml, the player's own file."""
    parts = ("APPDATA", "Roaming", "XDG_CONFIG_HOME", ".config")
    return os.path.join(_directory(environ, platform, home, *parts), "config.toml")


def data_directory(environ: Mapping[str, str], platform: str, home: str) -> str:
    """Return the directory of the games and of what the game saves for itself."""
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
    if environ.get("MINESWEEPER_HOME"):
        return environ["MINESWEEPER_HOME"]
    if platform == "win32":
        base = environ.get(windows_variable) or os.path.join(home, "AppData", windows_default)
    else:
        base = environ.get(xdg_variable, "")
        if not base.startswith("/"):  # a relative one is to be ignored
            base = os.path.join(home, xdg_default)
    return os.path.join(base, "minesweeper")
