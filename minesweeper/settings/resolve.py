"""Merge all sources and the command line into one `Settings`, and make the setup from it."""

from collections.abc import Mapping
from typing import Any, Final

from minesweeper.engine.board import Board
from minesweeper.engine.setup import (
    LEVELS,
    Setup,
    Size,
    why_too_full,
    why_too_large,
)
from minesweeper.settings.conflicts import (
    check_conflicts,
    check_exclusions,
    merge_layers,
    option_text,
)
from minesweeper.settings.sources import NO_SOURCES, Sources
from minesweeper.settings.table import (
    COMMAND_LINE,
    OPTIONS,
    RULE_OPTIONS,
    SIZES,
    Layer,
    Settings,
    SettingsError,
)

# The options that choose a board. The last size is dealt again only if none of them is set: a
# seed, for example, has to mean the same board to everybody.
_CHOOSE_BOARD: Final = (*SIZES, "seed", "board", "daily", "demo")


def resolve(command_line: Layer, sources: Sources = NO_SOURCES) -> Settings:
    """Merge the command line and all sources; SettingsError if options contradict each other."""
    check_exclusions(command_line)
    layer = merge_layers(sources.saved, sources.config.values, sources.environment, command_line)
    if all(Settings(layer).is_default(name) for name in _CHOOSE_BOARD):
        but_level = {name: value for name, value in layer.items() if name != "level"}
        layer = merge_layers(sources.last_game, but_level) | layer
    settings = Settings(layer)
    check_conflicts(settings)
    return settings


# The setup


def setup_of(settings: Settings, board: Board | None = None) -> Setup:
    """Return the setup that the settings ask for, with the size of `board` if there is one.

    Raise SettingsError if the size is not allowed, or too large for the rules.
    """
    setup = Setup(
        *(_size_of_board(settings, board) if board else _size(settings)),
        first=settings.first,
        # The guess rules move mines, so that flags cannot decide who wins.
        win="clear" if settings.on_guess != "luck" else settings.win,
        question_marks=settings.question_marks,
        no_guess=settings.no_guess,
        on_guess=settings.on_guess,
    )
    if fault := setup.fault():  # it is too large: `resolve` has found that the rules agree
        name = "no-guess" if settings.no_guess else "on-guess"
        raise SettingsError(f"{option_text(settings, name)}: {fault}")
    return setup


def level_of(settings: Settings) -> str:
    """Return the name of the level that is set, or "classic" if none is."""
    return settings.level if settings.level in LEVELS else "classic"


def _size(settings: Settings) -> Size:
    """Return the size: an explicit number beats the level."""
    level = LEVELS[level_of(settings)]
    width, height = settings.width or level.width, settings.height or level.height
    fault = why_too_large(width, height)
    if fault:
        raise SettingsError(fault)
    count = settings.mines.count_among(width * height) if settings.mines else level.mines
    size = Size(width, height, count)
    fault = why_too_full(size, _source_of_mines(settings))
    if fault:
        raise SettingsError(f"--mines: {fault}")
    return size


def _source_of_mines(settings: Settings) -> str:
    """Return where the number of mines was set, unless on the command line."""
    value = settings.layer.get("mines" if settings.mines else "level")
    place = f" ({value.source})" if value and value.source != COMMAND_LINE else ""
    if settings.mines:
        return place
    return f" of level {settings.level}{place}" if settings.level in LEVELS else " (default)"


def _size_of_board(settings: Settings, board: Board) -> Size:
    """Return the size of a board from a file; SettingsError if an option contradicts it."""
    size = Size(board.grid.width, board.grid.height, board.mine_count)
    if settings.level in LEVELS and LEVELS[settings.level].size != size:
        raise SettingsError(f"--level {settings.level} contradicts --board, which is {size}")
    count = settings.mines.count_among(len(board.grid)) if settings.mines else size.mines
    requested = Size(settings.width or size.width, settings.height or size.height, count)
    if requested != size:
        raise SettingsError(f"a size of {requested} contradicts --board, which is {size}")
    return size


# The rules of games that are dealt later


def change_rules(setup: Setup, values: Mapping[str, Any]) -> Setup:
    """Return the setup with the rules in `values`; SettingsError if it cannot be played then."""
    changed = replace_rules(setup, values)
    if fault := changed.fault():
        raise SettingsError(fault)
    return changed


def replace_rules(setup: Setup, values: Mapping[str, Any]) -> Setup:
    """Return the setup with the rules in `values`, whether or not it can be played."""
    return setup._replace(
        **{OPTIONS[name].field: values[name] for name in RULE_OPTIONS if name in values}
    )


def change_rules_if_possible(setup: Setup, values: Mapping[str, Any]) -> Setup:
    """Return the setup with the rules in `values`, or unchanged if it cannot be played then."""
    try:
        return change_rules(setup, values)
    except SettingsError:
        return setup


def rules_of(setup: Setup) -> dict[str, Any]:
    """Return the rules of a setup as settings."""
    values = setup._asdict()
    return {name: values[OPTIONS[name].field] for name in RULE_OPTIONS}
