"""The lines of text round the field: title, header, result, keys. Each is cut to a width."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol

from minesweeper.engine.game import Face, Game, Status
from minesweeper.engine.setup import Setup, level_name
from minesweeper.play.progress import Result
from minesweeper.play.session import Session
from minesweeper.tui.canvas import width
from minesweeper.tui.look.glyphs import Glyphs

if TYPE_CHECKING:
    from minesweeper.solver.guess_free import GuessFree

# The most useful keys first: where the line is too short, the last ones go.
_PLAYING_KEYS: Final[tuple[str, ...]] = (
    "reveal",
    "flag",
    "help",
    "quit",
    "new",
    "chord",
    "hint",
    "pause",
    "menu",
    "undo",
    "again",
    "odds",
    "move",
)
_ENDED_KEYS: Final[tuple[str, ...]] = ("new", "again", "undo", "help", "quit", "records", "menu")
_PAUSED_KEYS: Final[tuple[str, ...]] = ("pause", "help", "quit")
# What a key that pauses does in a pause.
_ENDS_PAUSE: Final[Mapping[str, str]] = {"pause": "continue", "stop": "continue"}


class Shown(Protocol):
    """A game and its clock, as far as the header shows them: a session, or a replay."""

    @property
    def game(self) -> Game: ...

    @property
    def paused(self) -> bool: ...

    def milliseconds(self, now: int) -> int: ...


def first_that_fits(texts: Iterable[str], columns: int) -> str:
    """The first of the texts that fits; empty if none does."""
    return next((text for text in texts if width(text) <= columns), "")


def clock(milliseconds: int) -> str:
    """Whole seconds as the clock shows them, with hours only where there are some."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@cache
def setup_text(setup: Setup) -> str:
    name = level_name(setup.width, setup.height, setup.mines)
    size = " ".join(filter(None, (name, f"{setup.width}x{setup.height}")))
    mines = _mines(setup.mines)
    rules = ", no guess" if setup.no_guess else ""
    rules += "" if setup.on_guess == "luck" else f", {setup.on_guess}"
    return f"{size}, {mines}{rules}"


def title(session: Session, remarks: list[str], columns: int) -> str:
    """What is played, the seed that deals it again, and what else there is to remark."""
    dealt = _dealt(session)
    setup = setup_text(session.game.setup)
    remarked = "  ".join([dealt, *remarks])
    return first_that_fits((f"{setup}  {remarked}", remarked, f"{setup}  {dealt}", dealt), columns)


def _dealt(session: Session) -> str:
    """Where the board comes from."""
    kind, seed, name = session.head.origin
    if kind == "daily":
        return f"daily {name.partition('/')[2].partition('/')[0]}"
    if kind == "replay":
        return "from a replay"
    return "the board given" if seed is None else f"seed {seed}"


def search_remarks(found: "GuessFree") -> list[str]:
    """How a board that needs no guess was found, or that it was not."""
    if not found.proved:
        return ["not proved"]
    return ["proved" if found.method == "rejection" else "proved, by moving mines"]


def counts(game: Game, glyphs: Glyphs, columns: int) -> str:
    """Mines left and safe cells left."""
    mines, safe = game.mines_left, game.safe_left
    flag, covered = glyphs.cells[Face.FLAG].strip(), glyphs.cells[Face.COVERED].strip()
    texts = (
        f"{_mines(mines)}  {safe} safe",
        f"{flag} {mines}  {covered} {safe}",
        f"{mines} {safe}",
        f"{mines}",
    )
    return first_that_fits(texts, columns)


def indicator(shown: Shown, glyphs: Glyphs) -> str:
    return glyphs.paused if shown.paused else glyphs.indicators[shown.game.status]


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


def end_text(session: Session, now: int, columns: int) -> str:
    """How the game ended; a second end after an undo has no result of its own."""
    result, end = session.result, session.game.status
    if result and result.status is end and result.clicks == session.clicks:
        return result_text(result, columns)
    face = "Won :)" if end is Status.WON else "Lost :("
    return f"{face}  after an undo, {clock(session.milliseconds(now))}"


def wanted_keys(session: Session) -> tuple[str, ...]:
    """The short names of what can be done now, the most useful first."""
    if session.over:
        return _ENDED_KEYS
    return _PAUSED_KEYS if session.paused else _PLAYING_KEYS


def keys_line(
    names: Mapping[str, str], wanted: Iterable[str], columns: int, *, pauses: bool = False
) -> str:
    """As many of the wanted keys as fit; where it `pauses` now, those that pause go on."""
    line = ""
    for short in wanted:
        if short not in names:
            continue  # the player bound no key to it
        does = _ENDS_PAUSE.get(short, short) if pauses else short
        longer = f"{line}  {names[short]} {does}".lstrip()
        if width(longer) > columns:
            break
        line = longer
    return line


def _mines(count: int) -> str:
    return "1 mine" if count == 1 else f"{count} mines"


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else form.format(value)
