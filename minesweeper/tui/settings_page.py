"""The settings, on a page over the game: each change is in force and on disk at once."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from minesweeper.board import MAX_GUESS_FREE_CELLS, Setup, too_large
from minesweeper.preferences import BY_NAME, SETTINGS, SettingsError
from minesweeper.tui.choices import Choice, option
from minesweeper.tui.choices_page import ChoicesPage
from minesweeper.tui.keys import ROWS, Row
from minesweeper.tui.looks import Looks

# A blank line stands before each of these.
_GROUPS: Final = ("level", "mouse")
_RULES: Final = ("first", "win", "no-guess", "on-guess", "question-marks")
# What only counts from some later time on.
_LATER: Final = {
    **dict.fromkeys(("level", "mouse"), "from the next start on"),
    **dict.fromkeys(_RULES, "from the next game on"),
}

Texts = Mapping[str, str]


class Desk(NamedTuple):
    """What there is to set, and how it is kept."""

    values: dict[str, str]
    """What is in force, by the names of the settings."""
    save: Callable[[Texts], None]
    """Keeps values in the player's file; raises SettingsError where it cannot."""
    path: str
    """Where that file is."""
    rows: Callable[[str], tuple[Row, ...]]
    """The keys of a scheme with the player's own; raises SettingsError where they collide."""
    glyphs: Callable[[str], str]
    """The glyph set for a setting; raises SettingsError where it cannot be shown."""


class SettingsPage(ChoicesPage):
    """One line a setting."""

    verb = "changes"

    def __init__(
        self,
        looks: Looks,
        desk: Desk,
        apply: Callable[[Texts], None],
        rows: tuple[Row, ...] = ROWS,
    ) -> None:
        """`apply` puts all values in force; it raises SettingsError where they cannot be."""
        super().__init__(looks, "Minesweeper: settings", "settings", rows)
        self._desk = desk
        self._apply = apply
        self._fault = ""

    def choices(self) -> Sequence[Choice | None]:
        lines: list[Choice | None] = []
        for setting in SETTINGS:
            if not setting.choices:
                continue  # a size of one's own is chosen in the menu, and remembered
            if setting.name in _GROUPS:
                lines.append(None)
            name = setting.name
            change = partial(self._change, name)
            values = setting.choices
            lines.append(option(_label(name), values, self._value(name), change, _help(name)))
        return lines

    def fault(self) -> str:
        return self._fault

    def _value(self, name: str) -> str:
        return self._desk.values[name]

    def _change(self, name: str, text: str) -> None:
        before = dict(self._desk.values)
        changes = {name: text, **implied(name, text)}
        try:
            self._apply(before | changes)
            self._desk.values.update(changes)
            self._desk.save(changes)
            self._fault = ""
        except SettingsError as error:
            self._fault = str(error)


def with_rules(setup: Setup, texts: Texts) -> Setup:
    """The setup with the rules that are set; SettingsError where it is too large for them."""
    fault = too_large(setup.width, setup.height, MAX_GUESS_FREE_CELLS)
    if fault and (texts["no-guess"] == "true" or texts["on-guess"] != "luck"):
        raise SettingsError(fault)
    rules = {BY_NAME[name].option: BY_NAME[name].parse(texts[name]) for name in _RULES}
    return setup._replace(**rules)


def implied(name: str, text: str) -> dict[str, str]:
    """What else must be so for a setting to be so."""
    if (name, text) == ("no-guess", "true"):
        return {"first": "opening"}
    if name == "first" and text != "opening":
        return {"no-guess": "false"}
    if name == "on-guess" and text != "luck":
        return {"win": "clear"}
    if name == "win" and text != "clear":
        return {"on-guess": "luck"}
    return {}


def _label(name: str) -> str:
    return name.replace("-", " ")


def _help(name: str) -> str:
    later = _LATER.get(name, "")
    return f"{BY_NAME[name].help}; {later}" if later else BY_NAME[name].help
