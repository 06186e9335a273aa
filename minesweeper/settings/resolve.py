"""All sources and the command line -> one `Settings`, its conflicts, and its changes in a game."""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, Final

from minesweeper.engine.board import Board
from minesweeper.engine.setup import LEVELS, Setup, Size, too_full, too_large, too_large_to_solve
from minesweeper.settings.sources import NO_SOURCES, Sources, State, clashing, merged, parse_layer
from minesweeper.settings.table import (
    COMMAND_LINE,
    OPTIONS,
    SETTINGS,
    SIZES,
    Layer,
    Option,
    Settings,
    SettingsError,
    Value,
    text_of,
)

# What names a board, so that the last level is not wanted: a seed has to mean the same to all.
_NAMES_A_BOARD: Final = (*SIZES, "seed", "board", "daily", "demo")


def resolve(command_line: Layer, sources: Sources = NO_SOURCES) -> Settings:
    """Put together what was set anywhere; SettingsError where options contradict each other."""
    _check_exclusions(Settings(command_line))
    command_line = _with_short_forms(command_line)
    config, environment = sources.config.values, sources.environment
    given = merged(sources.saved, config, environment, command_line)
    if all(Settings(given).is_default(OPTIONS[name]) for name in _NAMES_A_BOARD):
        but_level = {name: value for name, value in given.items() if name != "level"}
        given = merged(sources.last_game, but_level) | given
    settings = Settings(given)
    _check_clashes(settings)
    return settings


# Conflicts


def _check_exclusions(asked: Settings) -> None:
    """Raise SettingsError where the command line asks for two things at once."""
    names = [name for name, option in OPTIONS.items() if not asked.is_default(option)]
    for name in names:
        for other in names:
            if other in OPTIONS[name].never_with:
                raise SettingsError(f"--{name} and --{other} exclude each other")


def _check_clashes(settings: Settings) -> None:
    """Raise SettingsError where values of one place cannot go together."""
    pairs = [(option, clash) for option in OPTIONS.values() for clash in option.clashes]
    for option, clash in pairs:
        other = OPTIONS[clash.other]
        if clash.reason and clash.applies(settings.given, option.name, settings.given):
            one = _written(settings, option)
            raise SettingsError(f"{one} {clash.reason}, not {_written(settings, other)}")


def _written(settings: Settings, option: Option[Any]) -> str:
    """Return an option as it was written, or the setting and where it was set."""
    given = settings.given[option.name]
    words = option.name if given.value is True else f"{option.name} {given.text}"
    return f"--{words}" if given.source == COMMAND_LINE else f"{words} ({given.source})"


# The glyphs: --ascii and --emoji are short forms


def _with_short_forms(command_line: Layer) -> Layer:
    """Return the options with --glyphs for its short form; SettingsError if they contradict."""
    asked = Settings(command_line)
    for (one, allowed), (other, others) in combinations(_allowed_glyphs(asked), 2):
        if not allowed & others:
            raise SettingsError(f"{one} and {other} exclude each other")
    glyphs = "ascii" if asked.ascii else "emoji" if asked.emoji else ""
    return command_line | ({"glyphs": Value(glyphs, COMMAND_LINE)} if glyphs else {})


def glyphs_of(settings: Settings, automatic: str) -> str:
    """Return the glyphs that were asked for, or `automatic` where that is left open."""
    allowed = [names for _, names in _allowed_glyphs(settings)]
    left = _glyph_sets().intersection(*allowed)
    return next(name for name in (automatic, *Settings.glyphs.choices) if name in left)


def _allowed_glyphs(settings: Settings) -> list[tuple[str, set[str]]]:
    """Return each option that says something of glyphs, as written, and the glyphs it allows."""
    every, said = _glyph_sets(), []
    if settings.glyphs in every:
        said.append((f"--glyphs {settings.glyphs}", {settings.glyphs}))
    for name, wanted in (("ascii", settings.ascii), ("emoji", settings.emoji)):
        if wanted is not None:
            said.append((f"--{name}", {name}) if wanted else (f"--no-{name}", every - {name}))
    zoom = settings.given.get("zoom")
    if zoom and zoom.source == COMMAND_LINE and zoom.value not in ("auto", "2"):
        said.append((f"--zoom {zoom.value}", every - {"emoji"}))  # which are two columns wide
    return said


def _glyph_sets() -> set[str]:
    return {*Settings.glyphs.choices} - {Settings.glyphs.default}


# The setup


def setup_of(settings: Settings, board: Board | None = None) -> Setup:
    """Return the setup that is asked for, of the board given if there is one."""
    size = _size_of_board(settings, board) if board else _size(settings)
    for option, is_on in (
        (Settings.no_guess, settings.no_guess),
        (Settings.on_guess, settings.on_guess != "luck"),
    ):
        fault = too_large_to_solve(size.width, size.height) if is_on else ""
        if fault:
            raise SettingsError(f"{_written(settings, option)}: {fault}")
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
    """Return where a number of mines comes from that was not asked for in so many words."""
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


# The settings of a running game

# Values of settings as texts, by name.
Texts = Mapping[str, str]


class LiveSettings:
    """What the keys and the settings screen change while the game runs."""

    def __init__(
        self,
        settings: Settings,
        sources: Sources,
        state: State,
        glyphs: Callable[[str], str] = lambda name: name,
    ) -> None:
        """`glyphs` returns the glyph set to draw with for a choice of the player's.

        It raises SettingsError where the terminal cannot show them.
        """
        self.settings = settings
        """What was set when the program started."""
        self.texts = texts_in_force(settings)
        """What is in force now, by the names of the settings."""
        self.warning = sources.config.warning
        """What is odd about config.toml; empty if nothing is."""
        self.bindings = sources.config.bindings
        self.own_themes = sources.config.themes
        self.state = state
        self.glyphs = glyphs
        self.fixed = merged(sources.config.values, sources.environment)
        """What is set where the game only reads."""
        given = settings.given.items()
        self._asked = {
            name: value
            for name, value in given
            if value.source == COMMAND_LINE and name in SETTINGS
        }

    def save(self, changes: Texts) -> str:
        """Save changes that are in force; return what to say of it."""
        fixed = overruled(changes, self._asked | self.fixed)
        if fixed:
            return f"for this run only: {how_to_save(fixed)}"
        try:
            self.state.save(changes)
        except SettingsError as error:
            return f"for this run only: {error}"
        return "saved"

    def change_theme(self, theme: str) -> str:
        """Save a theme that a key has chosen; return what to say of it."""
        self.texts["theme"] = theme
        return "" if self.save({"theme": theme}) == "saved" else "for this run only"


def texts_in_force(settings: Settings) -> dict[str, str]:
    """Return the settings that have a value, as texts."""
    values = {name: option.__get__(settings, Settings) for name, option in SETTINGS.items()}
    return {name: text_of(value) for name, value in values.items() if value is not None}


def overruled(changes: Texts, above: Layer) -> tuple[str, Value] | None:
    """Return what overrules changes that are saved, and under which name; None if nothing does."""
    saved = parse_layer(changes, "")
    for name, value in above.items():
        if name in saved or clashing({name: value}, saved):
            return name, value
    return None


def how_to_save(fixed: tuple[str, Value]) -> str:
    """Return what the player has to do so that a setting can be saved."""
    name, value = fixed
    if value.source == COMMAND_LINE:
        return f"the command line sets {name}"
    return f"to save it, delete {name} from {value.source}"


def adjusted(changes: Texts, texts: Texts) -> dict[str, str]:
    """Return the changes, with those that they demand of other settings, except for sizes."""
    wanted = parse_layer(changes, "")
    names = clashing(wanted, parse_layer(texts, "")) - set(SIZES)
    return {name: _first_that_goes_with(wanted, name) for name in names} | dict(changes)


def _first_that_goes_with(wanted: Layer, name: str) -> str:
    texts = SETTINGS[name].choices
    return next(text for text in texts if not clashing(wanted, parse_layer({name: text}, "")))
