"""What was asked for, on the command line and in settings -> the setup of a game.

Options that nobody gave are None. A contradiction is an error where it was asked for in one breath;
between the command line and a setting, the command line wins.
"""

from itertools import combinations
from typing import Final

from minesweeper.cli.options import Options, UsageError
from minesweeper.engine.board import Board
from minesweeper.engine.setup import (
    LEVELS,
    MAX_GUESS_FREE_CELLS,
    Setup,
    Size,
    Win,
    too_full,
    too_large,
)
from minesweeper.settings.table import (
    DEFAULT,
    LAST_GAME,
    SETTINGS,
    SIZES,
    STATE,
    Layer,
    Setting,
    Settings,
    Value,
    conflicts,
    texts_of,
)
from minesweeper.tui.look.glyphs import GLYPHS


def check_only_one_game(options: Options) -> None:
    """Raise UsageError where the options ask for different games at once."""
    asked = [name for name in _GAMES if options.has(name)]
    if len(asked) > 1:
        raise UsageError(f"--{asked[0]} and --{asked[1]} exclude each other")
    for name in ("daily", "resume", "show_mines", "plain"):
        if options.demo and getattr(options, name):
            raise UsageError(f"--demo and --{name.replace('_', '-')} exclude each other")
    settled = "--daily" if options.daily else "--resume" if options.resume else ""
    wrong = _RULES + (("level",) if options.resume else ())
    for name in wrong if settled else ():
        if options.has(name) and getattr(options, name) != "luck":
            raise UsageError(
                f"{settled} settles that: --{name.replace('_', '-')} has no place here"
            )


# A demo plays whatever board, but none that is somebody's game.
_GAMES: Final = ("seed", "board", "daily", "resume")
_RULES: Final = (
    "width",
    "height",
    "mines",
    "first",
    "win",
    "no_guess",
    "on_guess",
    "question_marks",
)


# Options and settings


def fill(options: Options, settings: Settings) -> None:
    """Give what the command line left open the values of the settings, or the defaults.

    `options.sources` says of those that came from a setting where that was set.
    """
    values = _still_wanted(options, settings.values)
    sources: dict[str, str] = {}
    options.sources = sources
    for setting in SETTINGS:
        value = values.get(setting.name) or _default(setting)
        if value and getattr(options, setting.option) is None:
            setattr(options, setting.option, value.parsed)
            sources[setting.option] = value.source


def given_settings(options: Options) -> dict[str, str]:
    """The settings that were named on the command line, as texts."""
    given = {setting.name: getattr(options, setting.option) for setting in SETTINGS}
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in given.items()
        if value is not None
    }


def _default(setting: Setting) -> Value | None:
    """Sizes have none: they depend on each other."""
    if setting.name in SIZES:
        return None
    return Value(setting.choices[0], setting.parse(setting.choices[0]), DEFAULT)


def _still_wanted(options: Options, settings: Layer) -> Layer:
    """The settings without those that the command line contradicts."""
    given = given_settings(options)
    dropped = conflicts(given, texts_of(settings))
    if options.board or options.daily:
        dropped.update(SIZES)
    # A seed has to mean the same board to everybody. A demo is no game to go on from.
    is_other = options.has("seed") or options.board or options.daily or options.demo
    if is_other or not given.keys().isdisjoint(SIZES):
        dropped.update(name for name in LAST_GAME if _is_remembered(settings, name))
    if options.board:
        dropped.add("no-guess")
    if "glyphs" in settings and getattr(options, settings["glyphs"].text) is False:
        dropped.add("glyphs")  # by --no-ascii, --no-emoji
    return {name: value for name, value in settings.items() if name not in dropped}


def _is_remembered(settings: Layer, name: str) -> bool:
    return name in settings and settings[name].source == STATE


def _said(options: Options, name: str) -> str:
    """An option as it was written: on the command line, or where its setting stands."""
    value = getattr(options, name)
    words = name.replace("_", "-") + ("" if value is True else f" {value}")
    return f"{words} ({options.sources[name]})" if name in options.sources else f"--{words}"


# The setup


def setup_of(options: Options, board: Board | None = None) -> Setup:
    """The setup that the options ask for, once filled, on the board given if there is one."""
    size = _board_size(options, board) if board else _size(options)
    if options.no_guess:
        _check_no_guess(options, size, board)
    if options.on_guess != "luck":
        _check_is_small_enough(options, "on_guess", size)
    return Setup(
        *size,
        first=options.first,
        win=_win(options),
        question_marks=options.question_marks,
        no_guess=options.no_guess,
        on_guess=options.on_guess,
    )


def _win(options: Options) -> Win:
    """What wins; the guess rules move mines, so that flags cannot be what counts."""
    win: Win = options.win
    if options.on_guess == "luck":
        return win
    if win != "clear" and options.sources.get("win") != DEFAULT:
        rule, wrong = _said(options, "on_guess"), _said(options, "win")
        raise UsageError(f"{rule} needs --win clear, not {wrong}")
    return "clear"


def _check_no_guess(options: Options, size: Size, board: Board | None) -> None:
    if board:
        raise UsageError("--no-guess and --board exclude each other: a board is not dealt")
    if options.first in ("any", "safe"):
        raise UsageError(
            f"{_said(options, 'no_guess')} means --first opening, not {_said(options, 'first')}"
        )
    _check_is_small_enough(options, "no_guess", size)


def _check_is_small_enough(options: Options, rule: str, size: Size) -> None:
    fault = too_large(size.width, size.height, MAX_GUESS_FREE_CELLS)
    if fault:
        raise UsageError(f"{_said(options, rule)}: {fault}")


def _size(options: Options) -> Size:
    """The size asked for: an explicit number beats the level."""
    level = LEVELS[options.level or "classic"]
    width, height = options.width or level.width, options.height or level.height
    fault = too_large(width, height)
    if fault:
        raise UsageError(fault)
    number = options.mines.among(width * height) if options.mines else level.mines
    size = Size(width, height, number)
    fault = too_full(size, _source_of_mines(options))
    if fault:
        raise UsageError(f"--mines: {fault}")
    return size


def _source_of_mines(options: Options) -> str:
    """Where a number of mines comes from that was not asked for in so many words."""
    sources = options.sources
    named = "mines" if options.mines else "level"
    source = f" ({sources[named]})" if named in sources else ""
    if options.mines:
        return source
    return f" of level {options.level}{source}" if options.level else " (default)"


def _board_size(options: Options, board: Board) -> Size:
    """The size of the board given, which no other option may contradict."""
    size = Size(board.grid.width, board.grid.height, board.mine_count)
    if options.level and LEVELS[options.level].size != size:
        raise UsageError(f"--level {options.level} contradicts --board, which is {_text(size)}")
    number = options.mines.among(len(board.grid)) if options.mines else size.mines
    asked = Size(options.width or size.width, options.height or size.height, number)
    if asked != size:
        raise UsageError(f"a size of {_text(asked)} contradicts --board, which is {_text(size)}")
    return size


def _text(size: Size) -> str:
    return f"{size.width}x{size.height} with {size.mines} mines"


# The looks


def settle_looks(options: Options) -> None:
    """Take short forms for what they stand for; UsageError where options exclude each other."""
    said = _said_of_glyphs(options)
    if options.zoom == 1:
        said.append(("--zoom 1", {*GLYPHS} - {"emoji"}))  # which are two columns wide
    for (one, allowed), (other, others) in combinations(said, 2):
        if not allowed & others:
            raise UsageError(f"{one} and {other} exclude each other")
    options.glyphs = "ascii" if options.ascii else "emoji" if options.emoji else options.glyphs


def glyphs_of(options: Options, automatic: str) -> str:
    """The glyph set asked for, or `automatic` where the options leave it."""
    allowed = [names for _, names in _said_of_glyphs(options)]
    left = set(GLYPHS).intersection(*allowed)
    return next(name for name in (automatic, *GLYPHS) if name in left)


def _said_of_glyphs(options: Options) -> list[tuple[str, set[str]]]:
    """Each option about glyphs that is there, as it was written, and the sets that it leaves."""
    said = []
    if options.glyphs in GLYPHS:
        said.append((f"--glyphs {options.glyphs}", {options.glyphs}))
    for name in ("ascii", "emoji"):
        wanted = getattr(options, name)
        if wanted is not None:
            said.append((f"--{name}", {name}) if wanted else (f"--no-{name}", {*GLYPHS} - {name}))
    return said
