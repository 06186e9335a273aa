"""The page of the menu: what to play next."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from minesweeper.engine.notation import counted, format_seconds
from minesweeper.engine.setup import (
    LEVELS,
    MAX_CELLS,
    MAX_SIDE,
    Setup,
    Size,
    level_name,
    too_full,
    too_large,
    too_large_to_solve,
)
from minesweeper.play.daily import daily_name
from minesweeper.play.words import clock_text
from minesweeper.settings.resolve import adjusted
from minesweeper.settings.table import OPTIONS
from minesweeper.store.history import History
from minesweeper.store.records import Table, summaries, table_of
from minesweeper.store.sitting import Games, NoHistory
from minesweeper.store.stored_games import first_daily
from minesweeper.tui.keys import ROWS, Keymap, Row
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.screens.settings import ruled_by, rules_of
from minesweeper.tui.widgets.choices import Choice, ChoicesPage, number, option

_LEVEL_HELP: Final = {
    "classic": "The small board that everybody began with",
    "beginner": "The smallest competition board",
    "intermediate": "Four times as much to clear",
    "expert": "Wide, dense, and seldom cleared without a guess",
}
_ALLOWED: Final = {
    "width": range(1, MAX_SIDE + 1),
    "height": range(1, MAX_SIDE + 1),
    "mines": range(MAX_CELLS),
}
_CUSTOM_HELP: Final = "Type a number, or press Left or Right (Ctrl: by ten)"
_SHARE_HELP: Final = "; % makes it a share of the cells"
# The rules that are chosen here: what each is called, and how its values complete the sentence.
_RULES: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "no-guess": ("No guessing needed", {"false": "off", "true": "on"}),
    "on-guess": (
        "A guess",
        {"luck": "is luck", "fair": "is safe if forced", "strict": "explodes if needless"},
    ),
    "first": (
        "First cell",
        {"opening": "opens an area", "safe": "is safe", "any": "may be a mine"},
    ),
}


def menu_of(games: Games, looks: Looks, keymap: Keymap, *, needs_solver: bool) -> "MenuPage":
    """Return the menu with what the games of a sitting have for it."""
    return MenuPage(
        looks,
        games.dealer.setup,
        keymap,
        dailies=daily_states(games) if games.deal_daily else None,
        saved=saved_text(games, looks.theme.glyphs.times) if games.can_resume else None,
        bests=best_times(games.history),
        needs_solver=needs_solver,
    )


def saved_text(games: Games, times: str) -> str:
    """Return how far the saved game is: "expert, 121 of 381, 1:25"; empty if that is not known."""
    saved = games.look_at_saved()
    if saved is None:
        return ""
    width, height, mines, *_ = saved.game.setup
    safe = width * height - mines
    name = level_name(width, height, mines) or f"{width}{times}{height}"
    clock = clock_text(saved.elapsed)
    return f"{name}, {safe - saved.game.safe_left} of {safe}, {clock}"


def daily_states(games: Games) -> dict[str, str]:
    """Return what became of today's board of each level; the first attempt counts."""
    today = games.today()
    return {level: _daily_state(games, daily_name(today, level)) for level in LEVELS}


def _daily_state(games: Games, name: str) -> str:
    done = games.history.query(lambda db: first_daily(db, name))
    if done is None:
        return "being played" if games.session.head.origin.name == name else "not played yet"
    if done.status == "won":
        return f"won in {format_seconds(done.milliseconds)} s"
    return "lost" if done.status == "lost" else "given up"


def best_times(history: History | NoHistory) -> dict[Table, int]:
    """Return the best time of each table in milliseconds: of boards cleared, if any was."""
    found = history.query(summaries) or ()
    bests = {each.table: each.best_cleared_ms or each.best_flagged_ms for each in found}
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

    least = 55

    def __init__(
        self,
        looks: Looks,
        setup: Setup,
        keymap: Iterable[Row] = ROWS,
        *,
        dailies: Mapping[str, str] | None = None,
        saved: str | None = None,
        bests: Mapping[Table, int] | None = None,
        needs_solver: bool = False,
    ) -> None:
        """Focus the level of `setup`, and begin with its rules.

        `dailies` tells what became of today's board of each level, and `saved` how far the saved
        game is; they are None where there is none. `bests` are times in milliseconds.
        """
        super().__init__(looks, "New game", "menu", keymap)
        self._setup = setup
        self._rules = dict(rules_of(setup))
        self._dailies = dailies
        self._saved = saved
        keys = [key for row in keymap for key in row.actions.get("resume", ())]
        keys = [key for key in keys if len(key) == 1 and key.isalpha()]
        self._resume_key = keys[0] if keys else ""
        self._bests = bests or {}
        self.heading = "best" if bests else ""
        self._needs_solver = needs_solver
        names = list(LEVELS)
        levels = [level.size for level in LEVELS.values()]
        size = setup.size
        self.focus = levels.index(size) if size in levels else len(levels)
        self._daily_level = names[self.focus] if size in levels else "classic"
        self._typed = dict(zip(("width", "height", "mines"), map(str, size), strict=True))

    def choices(self) -> Sequence[Choice | None]:
        levels = [self._level(*each) for each in enumerate(LEVELS.items(), 1)]
        others = [*self._daily(), *self._resume()]
        rules = [self._rule(name) for name in _RULES]
        return [*levels, None, *self._custom(), None, *others, *[None] * bool(others), *rules]

    def _level(self, place: int, named: tuple[str, Setup]) -> Choice:
        name, size = named[0], named[1].size
        return Choice(
            name.capitalize(),
            self._details(size),
            help=f"{_LEVEL_HELP[name]}\n{self._best_text(size)}",
            pick=lambda now: self._play(size),
            key=str(place),
        )

    def _custom(self) -> list[Choice]:
        fault, size = self._custom_fault(), self._custom_size()
        numbers = [
            number(
                f"  {name.capitalize()}",
                text,
                _ALLOWED[name],
                partial(self._write, name),
                _CUSTOM_HELP + _SHARE_HELP * (name == "mines"),
                self._play_custom,
            )
            for name, text in self._typed.items()
        ]
        best = "" if fault else self._best_text(size)
        custom = Choice(
            "Custom",
            ("-",) if fault or not size else self._details(size),
            help=f"A size of your own: the numbers below\n{best}",
            pick=self._play_custom,
            key="5",
            leads_on=True,
        )
        return [custom, *numbers]

    def _rule(self, name: str) -> Choice:
        label, words = _RULES[name]
        value = words[self._rules[name]]

        def change(wanted: str) -> None:
            text = next(text for text, word in words.items() if word == wanted)
            self._rules |= adjusted({name: text}, self._rules)

        told = OPTIONS[name].what_does(self._rules[name])
        goal = OPTIONS["win"].what_does(self._rules["win"])
        details = (
            f"To win, {goal[0].lower()}{goal[1:]}" if name == "on-guess" else ""
        )  # it may change with that
        return option(label, tuple(words.values()), value, change, f"{told}\n{details}")

    def _daily(self) -> Iterator[Choice]:
        if self._dailies is None:
            return
        level, state = self._daily_level, self._dailies[self._daily_level]
        yield option(
            "Today's board",
            tuple(LEVELS),
            level,
            self._turn_daily,
            f"The same board for everybody; the first attempt counts\n{level}: {state}",
            lambda now: Leave(Daily(level)),
            key="6",
            aside=state,
        )

    def _turn_daily(self, level: str) -> None:
        self._daily_level = level

    def _resume(self) -> Iterator[Choice]:
        if self._saved is not None:
            yield Choice(
                "Resume",
                aside=self._saved,
                help=f"Resume the game that you left\n{self._saved}",
                pick=lambda now: Leave(SavedGame()),
                key=self._resume_key,
            )

    # What is chosen

    @property
    def _plays_custom(self) -> bool:
        """Whether Enter plays the custom size: at a rule, too, since no size has the focus there.

        Until a number is changed, that is the size that was played last.
        """
        line = self.focused
        return bool(line.write) or line.label == "Custom" or not line.pick

    def verb(self) -> str:
        """Return that Enter plays, and what, where the line does not say it."""
        size = self._custom_size()
        if self.focused.pick or not size:
            return "plays"
        level = level_name(size.width, size.height, size.mines)
        return f"plays {level or self._details(size)[0]}"

    def enter(self, now: int) -> Reaction:
        """Play the custom size with the rules that are chosen."""
        return self._play_custom(now)

    def fault(self) -> str:
        """Say what is wrong with the custom size, while Enter would play it."""
        return self._custom_fault() if self._plays_custom else ""

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
        fault = too_large(*sides) or too_full(size)
        limit = too_large_to_solve(*sides)
        rule, (label, words) = self._rules["on-guess"], _RULES["on-guess"]
        for named, wanted in (
            ("the demo", self._needs_solver),
            (_RULES["no-guess"][0], self._rules["no-guess"] == "true"),
            (f"{label} {words[rule]}", rule != "luck"),
        ):
            fault = fault or (f"{named}: {limit}" if wanted and limit else "")
        return fault

    def _setup_of(self, size: Size) -> Setup:
        return ruled_by(self._setup._replace(**size._asdict()), self._rules)

    def _play_custom(self, now: int) -> Reaction:
        size = self._custom_size()
        return self._play(size) if size else None

    def _play(self, size: Size) -> Reaction:
        if self._size_fault(size):
            return None
        return Leave(self._setup_of(size))

    def _details(self, size: Size) -> tuple[str, ...]:
        times = self.looks.theme.glyphs.times
        told = f"{size.width}{times}{size.height}", counted(size.mines, "mine")
        return (*told, self._best(size) or "-") if self._bests else told

    def _best(self, size: Size) -> str:
        """Return the best time on boards of a size with the rules that are chosen, or ""."""
        best = self._bests.get(table_of(self._setup_of(size)))
        return f"{format_seconds(best)} s" if best else ""

    def _best_text(self, size: Size | None) -> str:
        best = self._best(size) if size else ""
        return f"Your best: {best}" if best else ""


def _wrong_number(name: str, text: str) -> str:
    """Say why a number is wrong, whatever the others are; empty if it may be right."""
    allowed = _ALLOWED[name]
    if text and int(text) in allowed:
        return ""
    return f"{name}: {text!a} is not a number from {allowed[0]} to {allowed[-1]}"
