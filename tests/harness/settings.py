"""Settings as a command line, config.toml and the environment make them, for the tests."""

from pathlib import Path

from minesweeper.cli.parser import all_options, command_line, play_parser
from minesweeper.engine.setup import Setup
from minesweeper.settings.config_file import read_config
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.resolve import resolve, setup_of
from minesweeper.settings.saved_settings import SavedSettings
from minesweeper.settings.sources import read_sources
from minesweeper.settings.table import Settings

OPTIONS = all_options()


def settings_for(path: Path, *arguments: str, **environ: str) -> Settings:
    """Return the settings of a command line, with config.toml at `path` and what is saved there."""
    return live_settings_for(path, *arguments, **environ).at_start


def setup_for(path: Path, *arguments: str, **environ: str) -> Setup:
    """Return the setup that the same settings ask for."""
    return setup_of(settings_for(path, *arguments, **environ))


def live_settings_for(path: Path, *arguments: str, **environ: str) -> LiveSettings:
    """Return the same settings as a running game has them."""
    saved_settings = SavedSettings(str(path.parent), OPTIONS)
    config = read_config(str(path), OPTIONS)
    sources = read_sources(saved_settings, config, environ, OPTIONS)
    layer = command_line(play_parser().parse(arguments)) if arguments else {}
    return LiveSettings(resolve(layer, sources), sources, saved_settings, OPTIONS)


def save_settings(path: Path, **texts: str) -> None:
    """Save settings as the game does, with hyphens for the underscores in their names."""
    named = {name.replace("_", "-"): text for name, text in texts.items()}
    values = {name: OPTIONS[name].parse(text) for name, text in named.items()}
    SavedSettings(str(path.parent), OPTIONS).save(values)


def remember_game(path: Path, setup: Setup) -> None:
    """Save a setup as the last game."""
    SavedSettings(str(path.parent), OPTIONS).remember(setup)
