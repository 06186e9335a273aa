"""The page of settings: each change is saved at once; the game takes them over at the end."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from minesweeper.engine.setup import Setup, too_large_to_solve
from minesweeper.settings.resolve import LiveSettings, Texts, adjusted
from minesweeper.settings.table import OPTIONS, RULES, SETTINGS, Option, SettingsError, text_of
from minesweeper.settings.values import sentence
from minesweeper.tui.keys import ROWS, Row
from minesweeper.tui.look.theme import Looks, zoom_of
from minesweeper.tui.widgets.choices import Choice, ChoicesPage, number

_SHOWN: Final = {"true": "on", "false": "off"}


class Changed(NamedTuple):
    """What was changed on the page, by the names of the settings. The looks are changed already."""

    texts: Texts


class SettingsPage(ChoicesPage):
    """One line for each setting. Left with what was `Changed`."""

    def __init__(
        self,
        looks: Looks,
        live: LiveSettings,
        setup: Setup,
        keymap: Iterable[Row] = ROWS,
    ) -> None:
        """Begin with the rules of a setup: the menu may have changed one."""
        super().__init__(looks, "Settings", "settings", keymap)
        live.texts.update(rules_of(setup))
        self._live = live
        self._setup = setup
        self._changed: dict[str, str] = {}
        self._said = (0, "")
        """What there is to say about the last change, while its line has the focus."""
        self._typed: dict[str, str] = {}
        """Numbers that are being typed and are wrong so far."""

    def choices(self) -> Sequence[Choice | None]:
        lines: list[Choice | None] = []
        group = ""
        for option in SETTINGS.values():
            if not option.told:
                continue  # a custom size is chosen in the menu
            if lines and option.group != group:
                lines.append(None)
            group = option.group
            lines.append(self._line(option))
        return lines

    def _line(self, option: Option[Any]) -> Choice:
        """Return a setting with its value, what that does, and where else it is set."""
        text = self._typed.get(option.name, self._live.texts[option.name])
        label, value = sentence(_named(option.name)), _written(text)
        what = "; ".join(filter(None, (option.label, option.effect)))
        said = f"{option.what_does(text)}\n{what}"
        fixed = self._live.fixed.get(option.name)
        aside = fixed.source.replace("\\", "/").rpartition("/")[2] if fixed else ""
        if option.numbers:
            write = partial(self._write, option)
            return number(label, text, option.numbers, write, said, aside=aside)
        told = tuple((_written(each), option.what_does(each)) for each in option.choices)
        return Choice(label, (value,), aside, said, told, turn=partial(self._turn, option))

    def verb(self) -> str:
        return "changes"

    def result(self) -> Changed | None:
        return Changed(self._changed) if self._changed else None

    def said(self) -> str:
        focus, said = self._said
        return said if focus == self.focus else ""

    def _write(self, option: Option[Any], text: str) -> None:
        """Take a number as it is typed; while it is wrong it is only shown, and why."""
        self._typed[option.name] = text
        try:
            option.parse(text)
        except ValueError as error:
            self._said = (self.focus, str(error))
            return
        del self._typed[option.name]
        changes = {option.name: text}
        before = dict(self._live.texts)
        self._apply(changes)
        self._keep(option, changes, before, [])

    def _turn(self, option: Option[Any], way: int) -> None:
        """Go on to the next possible value, and say why one was passed over."""
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

    def _apply(self, changes: Texts) -> None:
        """Put the looks in force, the rest when the page is left. Raise SettingsError if wrong."""
        setup = with_rules(self._setup, changes)
        glyphs = self._live.glyphs(changes["glyphs"]) if "glyphs" in changes else ""
        zoom = zoom_of(changes["zoom"]) if "zoom" in changes else None
        self.looks.apply(changes.get("theme", ""), glyphs, zoom)
        self._setup = setup
        self._changed |= changes

    def _keep(self, option: Option[Any], changes: Texts, before: Texts, faults: list[str]) -> None:
        """Save what is in force now, and say what has changed with it and from when on."""
        self._live.texts.update(changes)
        others = [
            f"{_named(other)} is {_written(text)} now"
            for other, text in changes.items()
            if other != option.name and text != before[other]
        ]
        saved = self._live.save({option.name: changes[option.name]})
        said = (*faults[:1], *others, option.effect, saved)
        self._said = (self.focus, "; ".join(filter(None, said)))


def _written(text: str) -> str:
    """Return a value as the page shows it."""
    return _SHOWN.get(text, text)


def _named(name: str) -> str:
    """Return the name of a setting in words."""
    return name.replace("-", " ")


def _others(option: Option[Any], text: str, way: int) -> list[str]:
    """Return the other values of a setting, beginning `way` values on."""
    texts = option.choices
    step = 1 if way > 0 else -1
    first = texts.index(text) + way
    ordered = [texts[(first + step * distance) % len(texts)] for distance in range(len(texts))]
    return [other for other in ordered if other != text]


def with_rules(setup: Setup, texts: Texts) -> Setup:
    """Return the setup with the rules that are named. Raise SettingsError if it is too large."""
    ruled = ruled_by(setup, texts)
    fault = too_large_to_solve(setup.width, setup.height)
    if fault and texts.keys() & RULES and (ruled.no_guess or ruled.on_guess != "luck"):
        raise SettingsError(fault)
    return ruled


def ruled_by(setup: Setup, texts: Texts) -> Setup:
    """Return the setup with the rules that are named, whatever its size."""
    rules = {_field(name): OPTIONS[name].parse(texts[name]) for name in RULES if name in texts}
    return setup._replace(**rules)


def fitting_rules(setup: Setup, texts: Texts) -> Setup:
    """Return the setup with the rules that are named, or unchanged if it is too large."""
    try:
        return with_rules(setup, texts)
    except SettingsError:
        return setup


def rules_of(setup: Setup) -> Texts:
    """Return the rules of a setup as settings."""
    return {name: text_of(getattr(setup, _field(name))) for name in RULES}


def _field(name: str) -> str:
    return name.replace("-", "_")
