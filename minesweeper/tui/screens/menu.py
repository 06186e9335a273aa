"""The menu: a level or a size to play next, today's board, the saved game, and the rules."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from minesweeper.engine.notation import count_text
from minesweeper.engine.setup import (
    LEVELS,
    MAX_CELLS,
    MAX_SIDE,
    Setup,
    Size,
    level_name,
    why_too_full,
    why_too_large,
    why_too_large_to_solve,
)
from minesweeper.play.daily import daily_name
from minesweeper.play.words import clock_text, time_text
from minesweeper.settings.conflicts import required_changes
from minesweeper.settings.resolve import replace_rules, rules_of
from minesweeper.settings.table import OPTIONS, text_of
from minesweeper.store.categories import Category, category_of
from minesweeper.store.daily_results import UNFINISHED
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import find_first_daily
from minesweeper.store.open_games import OpenGames
from minesweeper.store.statistics import read_summaries
from minesweeper.store.store import Store
from minesweeper.tui.keys import ROWS, Keymap, KeyRow
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Leave, LeaveAction, Reaction, Screen
from minesweeper.tui.screens.daily import DailyPage
from minesweeper.tui.screens.saved_games import SavedGamesPage
from minesweeper.tui.screens.settings import label_text, value_text
from minesweeper.tui.widgets.choices import ChoiceLine, ChoicesPage, in_groups, next_value

_LEVEL_HELP: Final = {
    "classic": "The smallest level",
    "beginner": "The smallest competition board",
    "intermediate": "Three times as many cells as beginner",
    "expert": "Wide and dense; few boards can be cleared without a guess",
}
_ALLOWED: Final = {
    "width": range(1, MAX_SIDE + 1),
    "height": range(1, MAX_SIDE + 1),
    "mines": range(MAX_CELLS),
}
# The options for rules that the menu can change.
_RULES: Final = ("no-guess", "on-guess", "first")


def make_menu_page(
    games: OpenGames,
    looks: Looks,
    keymap: Keymap,
    *,
    needs_solver: bool,
    open_course: Callable[[], Screen] | None = None,
) -> "MenuPage":
    """Return the menu for the present games: their setup, dailies, saved game and best times."""
    return MenuPage(
        looks,
        games.dealer.setup,
        keymap,
        dailies=daily_states(games) if games.deal_daily else None,
        open_calendar=lambda level: DailyPage(games, looks, level, keymap),
        describe_saved=partial(saved_text, games, looks.theme.glyphs.times),
        list_saved=lambda: (
            SavedGamesPage(games, looks, keymap) if len(games.resumable) > 1 else None
        ),
        bests=best_times(games.store),
        needs_solver=needs_solver,
        open_course=open_course,
    )


def saved_text(games: OpenGames, times: str) -> str | None:
    """Return the progress of the saved game, such as "expert, 121 of 381 cells, 1:25".

    It is "" if the progress is not known, "3 saved games" if there are several, and None if there
    is none.
    """
    count = len(games.resumable)
    if count != 1:
        return count_text(count, "saved game") if count else None
    saved = games.preview_resumable()
    if saved is None:
        return ""
    size = saved.game.setup.size
    safe = size.width * size.height - size.mines
    revealed = safe - saved.game.safe_left
    return f"{_name(size, times)}, {revealed} of {safe} cells, {clock_text(saved.elapsed)}"


def _name(size: Size, times: str) -> str:
    """Return the name of the level that has this size, or the sides if there is none."""
    return level_name(*size) or f"{size.width}{times}{size.height}"


def daily_states(games: OpenGames) -> dict[str, str]:
    """Return the result of the first attempt at today's board of each level, in words."""
    today, unfinished = games.daily_date(), games.unfinished_dailies()
    names = {level: daily_name(today, level) for level in LEVELS}
    return {level: _daily_state(games, name, unfinished) for level, name in names.items()}


def _daily_state(games: OpenGames, name: str, unfinished: Collection[str]) -> str:
    attempt = None
    with suppress(StoreError):
        attempt = games.store.read(find_first_daily, name)
    if attempt is None:
        return UNFINISHED if name in unfinished else "not played yet"
    if attempt.status == "won":
        return f"won in {time_text(attempt.ms)}"
    return "lost" if attempt.status == "lost" else "given up"


def best_times(store: Store) -> dict[Category, int]:
    """Return the best time of each category in milliseconds, of boards cleared if possible."""
    summaries = []
    with suppress(StoreError):
        summaries = store.read(read_summaries)
    bests = {each.category: each.best_cleared_ms or each.best_flagged_ms for each in summaries}
    return {category: best for category, best in bests.items() if best}


class MenuPage(ChoicesPage):
    """Levels, a custom size, today's board, and the saved game."""

    heading = "Best"
    verb = "play"

    def __init__(
        self,
        looks: Looks,
        setup: Setup,
        keymap: Iterable[KeyRow] = ROWS,
        *,
        dailies: Mapping[str, str] | None = None,
        open_calendar: Callable[[str], Screen],
        describe_saved: Callable[[], str | None] = lambda: None,
        list_saved: Callable[[], Screen | None] = lambda: None,
        bests: Mapping[Category, int],
        needs_solver: bool = False,
        open_course: Callable[[], Screen] | None = None,
    ) -> None:
        """Focus the level of `setup`, and begin with its rules.

        `dailies` holds the result of today's board of each level in words, None without dailies;
        `open_calendar` returns the page of the results of a level;
        `describe_saved` returns the progress of the saved game, None if there is none, and
        `list_saved` the page of saved games, None if there is no choice. `bests` are the best
        times in milliseconds. With `needs_solver`, boards too large for the solver are refused.
        `open_course` returns the list of lessons.
        """
        super().__init__(looks, "New game", "menu", keymap)
        self._setup = setup
        self._rules = rules_of(setup)
        self._dailies = dailies
        self._open_calendar = open_calendar
        self._describe_saved = describe_saved
        self._list_saved = list_saved
        self._saved = describe_saved()
        keys = [key for row in keymap for key in row.actions.get("resume", ())]
        keys = [key for key in keys if len(key) == 1 and key.isalpha()]
        self._resume_key = keys[0] if keys else ""
        self._bests = bests
        self._needs_solver = needs_solver
        self._open_course = open_course
        names = list(LEVELS)
        levels = [level.size for level in LEVELS.values()]
        size = setup.size
        self.focus = levels.index(size) if size in levels else len(levels)
        self._daily_level = names[self.focus] if size in levels else "classic"
        self._typed = dict(zip(("width", "height", "mines"), map(str, size), strict=True))

    def choices(self) -> Sequence[ChoiceLine]:
        size, fault = self._custom_size(), self._custom_fault()
        levels = [
            self._level(str(key), name, level.size)
            for key, (name, level) in enumerate(LEVELS.items(), 1)
        ]
        custom = self._custom(None if fault else size)
        rules = [self._rule(name, size) for name in _RULES]
        if fault:  # on all these lines, Enter would play the custom size
            custom = [line._replace(help="", message=fault) for line in custom]
            rules = [line._replace(help="", message=fault) for line in rules]
        return in_groups(levels, custom, [*self._daily(), *self._resume(), *self._learn()], rules)

    def _level(self, key: str, name: str, size: Size) -> ChoiceLine:
        return ChoiceLine(
            name.capitalize(),
            details=self._details(size),
            help=_LEVEL_HELP.get(name, ""),
            remark=self._best_text(size),
            pick=lambda now: self._play(size),
            key=key,
        )

    def _custom(self, size: Size | None) -> list[ChoiceLine]:
        """Return the line of the custom size, and a line for each of its numbers."""
        custom = ChoiceLine(
            "Custom",
            details=self._details(size),
            help="Your own size, set in the next lines",
            remark=self._best_text(size),
            pick=self._play_custom,
            key=_key(1),
        )
        numbers = [
            ChoiceLine(
                f"  {name.capitalize()}",
                text,
                help="Type it, or press left or right (with Ctrl: by ten)",
                remark="With % it is a share of the cells" if name == "mines" else "",
                verb=self._verb(size),
                pick=self._play_custom,
                turn=partial(self._turn_number, name),
                write=partial(self._write, name),
            )
            for name, text in self._typed.items()
        ]
        return [custom, *numbers]

    def _verb(self, size: Size | None) -> str:
        """Return what Enter does on the lines that play the custom size, unless it is wrong."""
        return f"play {_name(size, self.looks.theme.glyphs.times)}" if size else ""

    def _rule(self, name: str, size: Size | None) -> ChoiceLine:
        """Return the line of a rule, on which Enter plays the custom size.

        The custom size is the size that was played last until one of its numbers is changed.
        """
        goal = OPTIONS["win"].describe(self._rules["win"])
        return ChoiceLine(
            label_text(name),
            value_text(name, self._rules[name]),
            help=OPTIONS[name].describe(self._rules[name]),
            remark=f"To win, {goal[:1].lower()}{goal[1:]}" if name == "on-guess" else "",
            verb=self._verb(size),
            turn=partial(self._turn_rule, name),
        )

    def _daily(self) -> Iterator[ChoiceLine]:
        if self._dailies is None:
            return
        level, state = self._daily_level, self._dailies[self._daily_level]
        yield ChoiceLine(
            "Today's board",
            level,
            aside=state,
            help="The same board for everybody; the first attempt counts",
            remark=f"{level}: {state}",
            pick=lambda now: Leave(lambda game, now: game.play_daily(level, now)),
            turn=self._turn_daily,
            key=_key(2),
        )
        yield ChoiceLine(
            "Daily calendar",
            help="Your results day by day, and the boards of earlier days",
            verb="open",
            pick=lambda now: self._open_calendar(level),
            key=_key(3),
        )

    def _resume(self) -> Iterator[ChoiceLine]:
        if self._saved is not None:
            yield ChoiceLine(
                "Resume",
                aside=self._saved,
                help="Resume a saved game",
                verb="resume",
                remark=self._saved,
                pick=lambda now: (
                    self._list_saved() or Leave(lambda game, now: game.resume("", now))
                ),
                key=self._resume_key,
            )

    def _learn(self) -> Iterator[ChoiceLine]:
        if open_course := self._open_course:
            yield ChoiceLine(
                "Learn",
                help="Twelve short lessons, and training on the boards you have lost",
                verb="open",
                pick=lambda now: open_course(),
                key=_key(4),
            )

    def continue_after(self, do: LeaveAction | None, now: int) -> Reaction:
        """Describe the saved games anew, as some may have been given up."""
        if self._saved is not None:
            saved = self._describe_saved()
            self._saved = "none left" if saved is None else saved
        return super().continue_after(do, now)

    def enter(self, line: ChoiceLine, now: int) -> Reaction:
        """Play the custom size with the selected rules."""
        return self._play_custom(now)

    # Changing values

    def _turn_daily(self, way: int) -> None:
        self._daily_level = next_value(list(LEVELS), self._daily_level, way)

    def _turn_rule(self, name: str, way: int) -> None:
        option = OPTIONS[name]
        text = next_value(tuple(option.choices), text_of(self._rules[name]), way)
        self._rules |= required_changes(name, option.parse(text), self._rules)

    def _turn_number(self, name: str, way: int) -> None:
        allowed = _ALLOWED[name]
        number = int(self._typed[name] or 0) + way
        self._typed[name] = str(max(allowed[0], min(number, allowed[-1])))

    def _write(self, name: str, text: str) -> None:
        if name == "mines" and text.endswith("%"):
            text = self._share(text)
        self._typed[name] = text.removesuffix("%")

    def _share(self, text: str) -> str:
        """Return the number of mines for a share such as "20%" of the size typed so far."""
        columns, rows = (self._typed[name] for name in ("width", "height"))
        if not (columns and rows and text[:-1]):
            return text
        return str(int(columns) * int(rows) * int(text[:-1]) // 100)

    def _custom_size(self) -> Size | None:
        """Return the custom size; None if one of its numbers is wrong."""
        if any(_range_fault(*each) for each in self._typed.items()):
            return None
        return Size(*map(int, self._typed.values()))

    def _custom_fault(self) -> str:
        size = self._custom_size()
        if size is None:
            faults = (_range_fault(*each) for each in self._typed.items())
            return next(filter(None, faults))
        return self._size_fault(size)

    def _size_fault(self, size: Size) -> str:
        """Return why no board of a size can be dealt, as on the command line; "" if one can."""
        sides = size.width, size.height
        fault = why_too_large(*sides) or why_too_full(size)
        limit = why_too_large_to_solve(*sides)
        for name, needs_solver in (
            ("the demo", self._needs_solver),
            (label_text("no-guess"), self._rules["no-guess"]),
            (label_text("on-guess"), self._rules["on-guess"] != "luck"),
        ):
            fault = fault or (f"{name}: {limit}" if needs_solver and limit else "")
        return fault

    def _setup_of(self, size: Size) -> Setup:
        return replace_rules(self._setup._replace(**size._asdict()), self._rules)

    def _play_custom(self, now: int) -> Reaction:
        size = self._custom_size()
        return self._play(size) if size else None

    def _play(self, size: Size) -> Reaction:
        if self._size_fault(size):
            return None
        setup = self._setup_of(size)
        return Leave(lambda game, now: game.play_setup(setup, now))

    def _details(self, size: Size | None) -> tuple[str, ...]:
        """Return the sides, the mines and the best time of a size."""
        if size is None:
            return ("-", "", "-")
        mines = count_text(size.mines, "mine")
        sides = f"{size.width}{self.looks.theme.glyphs.times}{size.height}"
        return sides, mines, self._best(size) or "-"

    def _best(self, size: Size) -> str:
        """Return the best time on boards of a size with the selected rules, or ""."""
        best = self._bests.get(category_of(self._setup_of(size)))
        return time_text(best) if best else ""

    def _best_text(self, size: Size | None) -> str:
        best = self._best(size) if size else ""
        return f"Your best: {best}" if best else ""


def _key(place: int) -> str:
    """Return the digit of a line that comes so many lines with a digit after the levels."""
    return str(len(LEVELS) + place)


def _range_fault(name: str, text: str) -> str:
    """Return why a number is out of its own range; "" if it is not."""
    allowed = _ALLOWED[name]
    if text and int(text) in allowed:
        return ""
    return f"{name}: {text!a} is not a number from {allowed[0]} to {allowed[-1]}"
