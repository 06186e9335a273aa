"""The page of settings, which saves each change at once."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

from minesweeper.engine.notation import capitalise, count_text
from minesweeper.engine.setup import Setup
from minesweeper.settings.conflicts import required_changes
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.resolve import change_rules, rules_of
from minesweeper.settings.table import NEXT_START, SETTINGS, Option, SettingsError, text_of
from minesweeper.tui.keys import ROWS, KeyRow
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import LeaveAction
from minesweeper.tui.widgets.choices import ChoiceLine, ChoicesPage, in_groups

# Names for settings and values whose own names are hard to understand.
_LABELS: Final = {"first": "first cell", "no-guess": "guess-free", "on-guess": "guesses"}
_WORDS: Final = {"true": "on", "false": "off"}


class SettingsPage(ChoicesPage):
    """A line for each setting. Looks change at once, everything else when the page is left."""

    def __init__(
        self,
        looks: Looks,
        live: LiveSettings,
        setup: Setup,
        keymap: Iterable[KeyRow] = ROWS,
    ) -> None:
        """Show the settings, with the rules of a setup: the menu may have changed them."""
        super().__init__(looks, "Settings", "settings", keymap)
        live.current.update(rules_of(setup))
        self._live = live
        self._setup = setup
        self._changed: dict[str, Any] = {}
        self._message = ("", "")
        """The setting that was turned last, with what was done or why it was refused."""

    def choices(self) -> Sequence[ChoiceLine]:
        options = map(self._live.options.__getitem__, SETTINGS)
        with_values = [option for option in options if self._values(option)]  # sizes have none
        groups = groupby(with_values, key=lambda option: option.group)
        return in_groups(*([self._line(option) for option in group] for _, group in groups))

    def _line(self, option: Option[Any]) -> ChoiceLine:
        """Return the line of a setting: its value, what that does, and what overrides it."""
        value = self._live.current[option.name]
        read_only = self._live.read_only.get(option.name)
        name, message = self._message
        return ChoiceLine(
            label_text(option.name),
            value_text(option.name, value),
            aside=read_only.source.replace("\\", "/").rpartition("/")[2] if read_only else "",
            help=option.describe(value),
            remark=option.effect,
            message=message if name == option.name else "",
            turn=partial(self._turn, option),
        )

    def _values(self, option: Option[Any]) -> list[Any]:
        """Return the values to offer; numbers include the one that was set at the start."""
        if option.numbers:
            return sorted({*option.numbers, self._live.at_start.value(option.name)})
        return [option.parse(text) for text in option.choices]

    def leave_action(self) -> LeaveAction | None:
        changed = self._changed
        return (lambda game, now: game.change_settings(changed)) if changed else None

    def _turn(self, option: Option[Any], way: int) -> None:
        """Change to the next allowed value; if a value is skipped, the message says why."""
        faults: list[str] = []
        before = dict(self._live.current)
        values = self._values(option)
        first = values.index(before[option.name])
        for distance in range(1, len(values)):
            value = values[(first + way * distance) % len(values)]
            changes = required_changes(option.name, value, before)
            try:
                self._apply(changes)
            except SettingsError as error:
                faults.append(str(error))
            else:
                self._keep(option, changes, before, faults)
                return
        self._message = (option.name, faults[0])

    def _apply(self, changes: Mapping[str, Any]) -> None:
        """Apply changed looks, and note everything else for the game.

        Raise SettingsError if the changes are not allowed.
        """
        setup = change_rules(self._setup, changes)
        looks = dict(changes)
        if "glyphs" in changes:
            looks["glyphs"] = self._live.choose_glyphs(changes["glyphs"])
        self.looks.apply(looks)
        self._setup = setup
        self._changed |= changes

    def _keep(
        self,
        option: Option[Any],
        changes: Mapping[str, Any],
        before: Mapping[str, Any],
        faults: list[str],
    ) -> None:
        """Save a change; the message says what else has changed, and when it takes effect."""
        self._live.current.update(changes)
        others = [
            f"{label_text(other)} is now {value_text(other, value)}"
            for other, value in changes.items()
            if other != option.name and value != before[other]
        ]
        unsaved = self._live.save({option.name: changes[option.name]})
        effect = option.effect
        if not unsaved:
            saved = "saved"
        elif effect == NEXT_START:
            effect, saved = "", f"not saved: {unsaved}"
        else:
            saved = f"this run only: {unsaved}"
        texts = (*faults[:1], *others, effect, saved)
        self._message = (option.name, "; ".join(filter(None, texts)))


def label_text(name: str) -> str:
    """Return the name of a setting on menu and settings page."""
    return capitalise(_LABELS.get(name, name.replace("-", " ")))


def value_text(name: str, value: object) -> str:
    """Return a value of a setting as menu and settings page show it."""
    text = text_of(value)
    if name == "idle-pause":
        return count_text(int(text), "minute") if value else "never"
    return _WORDS.get(text, text)
