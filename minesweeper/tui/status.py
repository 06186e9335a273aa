"""The lines of text round the field: title, header, result, keys. Each is cut to a width."""

from collections.abc import Iterable
from typing import Final

from minesweeper.board import LEVELS, Setup
from minesweeper.game import Face, Game, Status
from minesweeper.session import Result, Session
from minesweeper.tui.canvas import width
from minesweeper.tui.keys import ROWS, key_text
from minesweeper.tui.theme import Glyphs

# The most useful keys first: where the line is too short, the last ones go.
_PLAYING_KEYS: Final[tuple[str, ...]] = (
    "reveal",
    "flag",
    "help",
    "quit",
    "new",
    "chord",
    "pause",
    "again",
    "move",
)
_ENDED_KEYS: Final[tuple[str, ...]] = ("new", "again", "help", "quit")
_PAUSED_KEYS: Final[tuple[str, ...]] = ("pause", "help", "quit")


def first_that_fits(texts: Iterable[str], columns: int) -> str:
    """The first of the texts that fits; empty if none does."""
    return next((text for text in texts if width(text) <= columns), "")


def clock(milliseconds: int) -> str:
    """Whole seconds as the clock shows them, with hours only where there are some."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def setup_text(setup: Setup) -> str:
    size = (setup.width, setup.height, setup.mines)
    name = next((f"{name} " for name, level in LEVELS.items() if level == size), "")
    mines = "1 mine" if setup.mines == 1 else f"{setup.mines} mines"
    return f"{name}{setup.width}x{setup.height}, {mines}"


def title(session: Session, *, show_mines: bool, columns: int) -> str:
    """What is played, and the seed that deals it again."""
    dealt = "the board given" if session.seed is None else f"seed {session.seed}"
    practice = "  practice" if show_mines else ""
    setup = setup_text(session.game.setup)
    texts = (f"{setup}  {dealt}{practice}", f"{dealt}{practice}", dealt)
    return first_that_fits(texts, columns)


def counts(game: Game, glyphs: Glyphs, columns: int) -> str:
    """Mines left and safe cells left."""
    flag, covered = glyphs.cells[Face.FLAG].strip(), glyphs.cells[Face.COVERED].strip()
    texts = (
        f"{game.mines_left} mines  {game.safe_left} safe",
        f"{flag} {game.mines_left}  {covered} {game.safe_left}",
        f"{game.mines_left} {game.safe_left}",
        f"{game.mines_left}",
    )
    return first_that_fits(texts, columns)


def indicator(session: Session, glyphs: Glyphs) -> str:
    return glyphs.paused if session.paused else glyphs.indicators[session.game.status]


def result_text(result: Result, columns: int) -> str:
    """How the game ended, in as many words as fit."""
    face = "Won :)" if result.status is Status.WON else "Lost :("
    seconds = f"{result.milliseconds / 1000:.3f}"
    solved = "" if result.solved == result.bbbv else f"{result.solved}/"
    bbbv = f"{solved}{result.bbbv}"
    speed = _number(result.bbbv_per_second, "{:.2f}")
    efficiency = _number(result.efficiency, "{:.0%}")
    texts = (
        f"{face}  time {seconds} s  3BV {bbbv}  3BV/s {speed}  efficiency {efficiency}",
        f"{face} {seconds}s 3BV {bbbv} 3BV/s {speed} eff {efficiency}",
        f"{face} {seconds}s 3BV {bbbv} {speed}/s {efficiency}",
        f"{face} {seconds}s",
        face,
    )
    return first_that_fits(texts, columns)


def keys_line(session: Session, columns: int) -> str:
    """What can be pressed now: as many keys as fit, the most useful first."""
    wanted = _PAUSED_KEYS if session.paused else _PLAYING_KEYS
    if session.result:
        wanted = _ENDED_KEYS
    rows = {row.short: row for row in ROWS}
    line = ""
    for short in wanted:
        longer = f"{line}  {key_text(rows[short])} {short}".lstrip()
        if len(longer) > columns:
            break
        line = longer
    return line


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else form.format(value)
