"""All sources and the command line -> one `Settings`, and its changes while the game runs."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from minesweeper.engine.board import Board
from minesweeper.engine.setup import LEVELS, Setup, Size, too_full, too_large, too_large_to_solve
from minesweeper.settings.conflicts import check_conflicts, check_exclusions, merged, written
from minesweeper.settings.sources import NO_SOURCES, SavedSettings, Sources
from minesweeper.settings.table import (
    COMMAND_LINE,
    OPTIONS,
    RULE_OPTIONS,
    SETTINGS,
    SIZES,
    Layer,
    Options,
    Settings,
    SettingsError,
    Value,
)

# What names a board, so that the last level is not wanted: a seed has to mean the same to all.
_NAMES_A_BOARD: Final = (*SIZES, "seed", "board", "daily", "demo")


def resolve(command_line: Layer, sources: Sources = NO_SOURCES) -> Settings:
    """Put together what was set anywhere; SettingsError where options contradict each other."""
    check_exclusions(command_line)
    given = merged(sources.saved, sources.config.values, sources.environment, command_line)
    if all(Settings(given).is_default(name) for name in _NAMES_A_BOARD):
        but_level = {name: value for name, value in given.items() if name != "level"}
        given = merged(sources.last_game, but_level) | given
    settings = Settings(given)
    check_conflicts(settings)
    return settings


# The setup


def setup_of(settings: Settings, board: Board | None = None) -> Setup:
    """Return the setup that is asked for, of the board given if there is one."""
    size = _size_of_board(settings, board) if board else _size(settings)
    for name, is_on in (
        ("no-guess", settings.no_guess),
        ("on-guess", settings.on_guess != "luck"),
    ):
        fault = too_large_to_solve(size.width, size.height) if is_on else ""
        if fault:
            raise SettingsError(f"{written(settings, name)}: {fault}")
    return Setup(
        *size,
        first=settings.first,
        # The guess rules move mines, so that flags cannot be what counts.
        win="clear" if settings.on_guess != "luck" else settings.win,
        question_marks=settings.question_marks,
        no_guess=settings.no_guess,
        on_guess=settings.on_guess,
    )


def level_of(settings: Settings) -> str:
    """Return the name of the level that is asked for; the classic one where none is."""
    return settings.level if settings.level in LEVELS else "classic"


def _size(settings: Settings) -> Size:
    """Return the size asked for: an explicit number beats the level."""
    level = LEVELS[level_of(settings)]
    width, height = settings.width or level.width, settings.height or level.height
    fault = too_large(width, height)
    if fault:
        raise SettingsError(fault)
    number = settings.mines.among(width * height) if settings.mines else level.mines
    size = Size(width, height, number)
    fault = too_full(size, _source_of_mines(settings))
    if fault:
        raise SettingsError(f"--mines: {fault}")
    return size


def _source_of_mines(settings: Settings) -> str:
    """Return where the number of mines was set, if not on the command line."""
    given = settings.given.get("mines" if settings.mines else "level")
    place = f" ({given.source})" if given and given.source != COMMAND_LINE else ""
    if settings.mines:
        return place
    return f" of level {settings.level}{place}" if settings.level in LEVELS else " (default)"


def _size_of_board(settings: Settings, board: Board) -> Size:
    """Return the size of the board given, which no other option may contradict."""
    size = Size(board.grid.width, board.grid.height, board.mine_count)
    if settings.level in LEVELS and LEVELS[settings.level].size != size:
        raise SettingsError(f"--level {settings.level} contradicts --board, which is {size}")
    number = settings.mines.among(len(board.grid)) if settings.mines else size.mines
    asked = Size(settings.width or size.width, settings.height or size.height, number)
    if asked != size:
        raise SettingsError(f"a size of {asked} contradicts --board, which is {size}")
    return size


# The rules of games that are dealt later


def with_rules(setup: Setup, values: Mapping[str, Any]) -> Setup:
    """Return the setup with the rules that are named. Raise SettingsError if it is too large."""
    ruled = ruled_by(setup, values)
    fault = too_large_to_solve(setup.width, setup.height)
    if fault and values.keys() & RULE_OPTIONS and (ruled.no_guess or ruled.on_guess != "luck"):
        raise SettingsError(fault)
    return ruled


def ruled_by(setup: Setup, values: Mapping[str, Any]) -> Setup:
    """Return the setup with the rules that are named, whatever its size."""
    return setup._replace(
        **{OPTIONS[name].field: values[name] for name in RULE_OPTIONS if name in values}
    )


def fitting_rules(setup: Setup, values: Mapping[str, Any]) -> Setup:
    """Return the setup with the rules that are named, or unchanged if it is too large."""
    try:
        return with_rules(setup, values)
    except SettingsError:
        return setup


def rules_of(setup: Setup) -> dict[str, Any]:
    """Return the rules of a setup as settings."""
    values = setup._asdict()
    return {name: values[OPTIONS[name].field] for name in RULE_OPTIONS}


# The settings of a running game


class LiveSettings:
    """What the keys and the settings page change while the game runs."""

    def __init__(
        self,
        settings: Settings,
        sources: Sources,
        state: SavedSettings,
        options: Options,
        glyphs: Callable[[str], str] = lambda name: name,
    ) -> None:
        """`glyphs` returns the glyph set to draw with for a choice of the player's.

        It raises SettingsError where the terminal cannot show them.
        """
        self.options = options
        self.settings = settings
        """What was set when the program started."""
        self.values: dict[str, Any] = {name: settings.value(name) for name in SETTINGS}
        """What is in force now, by the names of the settings."""
        self.warning = sources.warning
        """What is odd about the settings; empty if nothing is."""
        self.bindings = sources.config.bindings
        self.own_themes = sources.config.themes
        self.state = state
        self.glyphs = glyphs
        self.fixed = merged(sources.config.values, sources.environment)
        """What is set where the game only reads."""
        self._asked = {
            name: value
            for name, value in settings.given.items()
            if value.source == COMMAND_LINE and name in SETTINGS
        }

    def save(self, changes: Mapping[str, Any]) -> str:
        """Save changes that are in force; return why they are for this run only, or ""."""
        fixed = overruled(changes, self._asked | self.fixed)
        if fixed:
            return how_to_save(fixed)
        try:
            self.state.save(changes)
        except SettingsError as error:
            return str(error)
        return ""

    def change_theme(self, theme: str) -> str:
        """Save a theme that a key has chosen; return what to say of it."""
        self.values["theme"] = theme
        return "for this run only" if self.save({"theme": theme}) else ""


def overruled(changes: Mapping[str, Any], above: Layer) -> tuple[str, Value] | None:
    """Return what overrules changes that are saved, and under which name; None if nothing does."""
    saved = {name: Value(value, "") for name, value in changes.items()}
    for name, value in above.items():
        if not saved.items() <= merged(saved, {name: value}).items():
            return name, value
    return None


def how_to_save(fixed: tuple[str, Value]) -> str:
    """Return what the player has to do so that a setting can be saved."""
    name, value = fixed
    if value.source == COMMAND_LINE:
        return f"the command line sets {name}"
    if value.source.startswith("MINESWEEPER_"):
        return f"to save it, unset {value.source}"
    return f"to save it, delete {name} from {value.source}"
