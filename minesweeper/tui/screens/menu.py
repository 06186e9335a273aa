"""The page of the menu: what to play next."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.setup import (
    LEVELS,
    MAX_CELLS,
    MAX_GUESS_FREE_CELLS,
    MAX_SIDE,
    Setup,
    Size,
    too_full,
    too_large,
)
from minesweeper.play.replay import format_seconds
from minesweeper.store.games import NoHistory
from minesweeper.store.history import History
from minesweeper.store.records import Table, summaries, table_of
from minesweeper.tui.keys import ROWS, Row
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.widgets.choices import ChoicesPage
from minesweeper.tui.widgets.lines import Choice, number, option

if TYPE_CHECKING:
    from minesweeper.tui.screens.game import GameScreen

_LEVEL_HELP: Final = {
    "classic": "the small board that everybody began with",
    "beginner": "the smallest competition board",
    "intermediate": "four times as much to clear",
    "expert": "wide, dense, and seldom cleared without a guess",
}
_ALLOWED: Final = {
    "width": range(1, MAX_SIDE + 1),
    "height": range(1, MAX_SIDE + 1),
    "mines": range(MAX_CELLS),
}
_CUSTOM_HELP: Final = "type a number, or press Left or Right (Ctrl: by ten)"

_SHARE_HELP: Final = "; % makes it a share of the cells"


def open_page(game: "GameScreen") -> "MenuPage":
    """Return the menu, as it lies over a game."""
    games = game.games
    return MenuPage(
        game.looks,
        games.dealer.setup,
        game.keymap,
        has_daily=games.deal_daily is not None,
        has_saved=games.can_resume,
        bests=best_times(games.history),
        most_cells=game.most_cells,
    )


def best_times(history: History | NoHistory) -> dict[Table, int]:
    """Return the best time of each table in milliseconds: of boards cleared, if any was."""
    found = history.query(summaries) or ()
    bests = {each.table: each.best_cleared or each.best_flagged for each in found}
    return {table: best for table, best in bests.items() if best}


class Daily(NamedTuple):
    """Chosen: today's board of a level."""

    level: str


class SavedGame(NamedTuple):
    """Chosen: the saved game."""


class MenuPage(ChoicesPage):
    """Levels, a custom size, today's board, and the saved game.

    Left with what was chosen: a `Setup`, `Daily` or `SavedGame`.
    """

    verb = "plays"

    def __init__(
        self,
        looks: Looks,
        setup: Setup,
        keymap: Iterable[Row] = ROWS,
        *,
        has_daily: bool = False,
        has_saved: bool = False,
        bests: Mapping[Table, int] | None = None,
        most_cells: int = MAX_CELLS,
    ) -> None:
        """Focus the level of `setup`, and keep its rules; `bests` are times in milliseconds."""
        super().__init__(looks, "New game", "menu", keymap)
        self._setup = setup
        self._has_daily = has_daily
        self._has_saved = has_saved
        self._bests = bests or {}
        self._most_cells = most_cells
        self.no_guess = setup.no_guess
        names = list(LEVELS)
        levels = [level.size for level in LEVELS.values()]
        size = setup.size
        self.focus = levels.index(size) if size in levels else len(levels)
        self._daily_level = names[self.focus] if size in levels else "classic"
        self._typed = dict(zip(("width", "height", "mines"), map(str, size), strict=True))

    def choices(self) -> Sequence[Choice | None]:
        levels = [self._level(*each) for each in enumerate(LEVELS.items(), 1)]
        lines = [*levels, None, *self._custom(), None, self._no_guess()]
        others = [self._daily()] * self._has_daily + [self._saved()] * self._has_saved
        return [*lines, None, *others] if others else lines

    def _level(self, place: int, named: tuple[str, Setup]) -> Choice:
        name, size = named[0], named[1].size
        return Choice(
            name,
            self._details(size),
            "",
            _LEVEL_HELP[name],
            lambda now: self._play(size),
            key=str(place),
        )

    def _custom(self) -> list[Choice]:
        fault, size = self._custom_fault(), self._custom_size()
        details = ("  -",) if fault or not size else self._details(size)
        numbers = [
            number(
                f"  {name}",
                text,
                _ALLOWED[name],
                partial(self._write, name),
                _CUSTOM_HELP + _SHARE_HELP * (name == "mines"),
                self._play_custom,
            )
            for name, text in self._typed.items()
        ]
        help_text = "a size of your own: the numbers below"
        custom = Choice("custom", details, "", help_text, self._play_custom, key="5", leads_on=True)
        return [custom, *numbers]

    def _no_guess(self) -> Choice:
        def change(value: str) -> None:
            self.no_guess = value == "on"

        value = "on" if self.no_guess else "off"
        said = "only boards that can be cleared without guessing"
        return option("no guess", ("off", "on"), value, change, said)

    def _daily(self) -> Choice:
        def change(level: str) -> None:
            self._daily_level = level

        def pick(now: int) -> Reaction:
            return Leave(Daily(self._daily_level))

        said = "the same board for everybody; the first attempt counts"
        return option(
            "today's board", tuple(LEVELS), self._daily_level, change, said, pick, key="6"
        )

    def _saved(self) -> Choice:
        help_text = "resume the game that you left"
        return Choice("saved game", (), "", help_text, lambda now: Leave(SavedGame()), key="7")

    # What is chosen

    def fault(self) -> str:
        """Say what is wrong with the custom size, while one of its lines has the focus."""
        is_custom = self.focused.write or self.focused.label == "custom"
        return self._custom_fault() if is_custom else ""

    def _write(self, name: str, text: str) -> None:
        if name == "mines" and text.endswith("%"):
            text = self._share(text)
        self._typed[name] = text.removesuffix("%")

    def _share(self, text: str) -> str:
        """Return how many mines a share in percent is, on the size that is typed now."""
        columns, rows = (self._typed[name] for name in ("width", "height"))
        if not (columns and rows and text[:-1]):
            return text
        return str(int(columns) * int(rows) * int(text[:-1]) // 100)

    def _custom_size(self) -> Size | None:
        """Return the size as it is typed; None if a number is wrong."""
        if any(_wrong_number(*each) for each in self._typed.items()):
            return None
        return Size(*map(int, self._typed.values()))

    def _custom_fault(self) -> str:
        size = self._custom_size()
        if size is None:
            faults = (_wrong_number(*each) for each in self._typed.items())
            return next(filter(None, faults))
        return self._size_fault(size)

    def _size_fault(self, size: Size) -> str:
        """Say why a board cannot be dealt, in the words of the command line; empty if it can."""
        sides = size.width, size.height
        fault = too_large(*sides, self._most_cells) or too_full(size)
        for name, wanted in (
            ("no guess", self.no_guess),
            (f"guesses {self._setup.on_guess}", self._setup.on_guess != "luck"),
        ):
            too_many = too_large(*sides, MAX_GUESS_FREE_CELLS) if wanted else ""
            fault = fault or (f"{name}: {too_many}" if too_many else "")
        return fault

    def _setup_of(self, size: Size) -> Setup:
        first = "opening" if self.no_guess else self._setup.first
        return self._setup._replace(**size._asdict(), first=first, no_guess=self.no_guess)

    def _play_custom(self, now: int) -> Reaction:
        size = self._custom_size()
        return self._play(size) if size else None

    def _play(self, size: Size) -> Reaction:
        if self._size_fault(size):
            return None
        return Leave(self._setup_of(size))

    def _details(self, size: Size) -> tuple[str, ...]:
        best = self._bests.get(table_of(self._setup_of(size)))
        return (
            f"  {size.width} x {size.height}",
            f"{size.mines:3} mines",
            f"best {format_seconds(best)} s" if best else "",
        )


def _wrong_number(name: str, text: str) -> str:
    """Say why a number is wrong, whatever the others are; empty if it may be right."""
    allowed = _ALLOWED[name]
    if text and int(text) in allowed:
        return ""
    return f"{name}: {text!a} is not a number from {allowed[0]} to {allowed[-1]}"
