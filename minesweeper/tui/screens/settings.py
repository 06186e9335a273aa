"""The settings, on a page over the game: each change is in force and saved at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from minesweeper.engine.setup import MAX_GUESS_FREE_CELLS, Setup, too_large
from minesweeper.settings.live import LiveSettings, Texts, adjusted
from minesweeper.settings.table import OPTIONS, RULES, SETTINGS, Option, SettingsError, text_of
from minesweeper.tui.keys import ROWS, Row
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.widgets.choices import Choice
from minesweeper.tui.widgets.choices_page import ChoicesPage

_SHOWN: Final = {"true": "on", "false": "off"}


def _written(text: str) -> str:
    """A name or a value as the page shows it."""
    return _SHOWN.get(text, text.replace("-", " "))


class SettingsPage(ChoicesPage):
    """One line a setting."""

    verb = "changes"

    def __init__(
        self,
        looks: Looks,
        live: LiveSettings,
        apply: Callable[[Texts], None],
        rows: tuple[Row, ...] = ROWS,
    ) -> None:
        """`apply` puts values in force; it raises SettingsError where they cannot be."""
        super().__init__(looks, "Minesweeper: settings", "settings", rows)
        self._live = live
        self._apply = apply
        self._said = (0, "")
        """What there is to say about the last change, while its line has the focus."""

    def choices(self) -> Sequence[Choice | None]:
        lines: list[Choice | None] = []
        group = ""
        for option in SETTINGS.values():
            if not option.choices:
                continue  # a size of one's own is chosen in the menu, and remembered
            if lines and option.group != group:
                lines.append(None)
            group = option.group
            lines.append(self._line(option))
        return lines

    def _line(self, option: Option[Any]) -> Choice:
        return Choice(
            _written(option.name),
            (_written(self._live.texts[option.name]),),
            "; ".join(filter(None, (option.label, option.effect))),
            turn=partial(self._turn, option),
        )

    def fault(self) -> str:
        focus, said = self._said
        return said if focus == self.focus else ""

    def _turn(self, option: Option[Any], way: int) -> None:
        """Go over to the next value that can be, and say why one cannot."""
        faults: list[str] = []
        before = dict(self._live.texts)
        for text in _others(option, before[option.name], way):
            changes = adjusted({option.name: text}, before)
            try:
                self._apply(changes)
            except SettingsError as error:
                faults.append(str(error))
            else:
                self._keep(option, changes, before, faults)
                return
        self._said = (self.focus, faults[0])

    def _keep(self, option: Option[Any], changes: Texts, before: Texts, faults: list[str]) -> None:
        """Save what is in force now, and say what has changed with it and from when on."""
        self._live.texts.update(changes)
        others = [
            f"{_written(other)} is {_written(text)} now"
            for other, text in changes.items()
            if other != option.name and text != before[other]
        ]
        saved = self._live.save({option.name: changes[option.name]})
        said = (*faults[:1], *others, option.effect, saved)
        self._said = (self.focus, "; ".join(filter(None, said)))


def _others(option: Option[Any], text: str, way: int) -> list[str]:
    """The other values of a setting, from the next one, or the one so many away, on."""
    texts = option.choices
    step = 1 if way > 0 else -1
    first = texts.index(text) + way
    ordered = [texts[(first + step * distance) % len(texts)] for distance in range(len(texts))]
    return [other for other in ordered if other != text]


def with_rules(setup: Setup, texts: Texts) -> Setup:
    """The setup with those rules that are named; SettingsError where it is too large for them."""
    rules = {_field(name): OPTIONS[name].parse(texts[name]) for name in RULES if name in texts}
    ruled = setup._replace(**rules)
    fault = too_large(setup.width, setup.height, MAX_GUESS_FREE_CELLS)
    if fault and rules and (ruled.no_guess or ruled.on_guess != "luck"):
        raise SettingsError(fault)
    return ruled


def fitting_rules(setup: Setup, texts: Texts) -> Setup:
    """Return the setup with those rules that are named, or unchanged where it is too large."""
    try:
        return with_rules(setup, texts)
    except SettingsError:
        return setup


def rules_of(setup: Setup) -> Texts:
    """The rules of a setup as settings."""
    return {name: text_of(getattr(setup, _field(name))) for name in RULES}


def _field(name: str) -> str:
    return name.replace("-", "_")
