"""The settings, on a page over the game: each change is in force and on disk at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from minesweeper.engine.setup import MAX_GUESS_FREE_CELLS, Setup, too_large
from minesweeper.settings.table import BY_NAME, SETTINGS, Setting, SettingsError, implied
from minesweeper.tui.keys import ROWS, Row
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screens.desk import Desk, Texts
from minesweeper.tui.widgets.choices import Choice
from minesweeper.tui.widgets.choices_page import ChoicesPage

if TYPE_CHECKING:
    from minesweeper.tui.screens.game import GameScreen

# A blank line stands before each of these.
_GROUPS: Final = ("level", "mouse")
_RULES: Final = ("first", "win", "no-guess", "on-guess", "question-marks")
# What only counts from some later time on.
_LATER: Final = {
    **dict.fromkeys(("level", "mouse"), "from the next start on"),
    **dict.fromkeys(_RULES, "from the next game on"),
}

_SHOWN: Final = {"true": "on", "false": "off"}


def _written(text: str) -> str:
    """A name or a value as the page shows it."""
    return _SHOWN.get(text, text.replace("-", " "))


def open_page(game: "GameScreen") -> "SettingsPage | None":
    """Return the settings, as they lie over a game."""
    if not game.desk:
        game.message = "Nothing can be set here"
        return None
    # The menu may have changed a rule.
    game.desk.values.update(rules_of(game.games.dealer.setup))
    return SettingsPage(game.looks, game.desk, partial(_apply, game, game.desk), game.keymap)


def _apply(game: "GameScreen", desk: Desk, texts: Texts) -> None:
    """Put settings in force; the rules from the next game on. Raises SettingsError."""
    setup = with_rules(game.games.dealer.setup, texts)
    keymap = desk.rows(texts["keys"]) if "keys" in texts else game.keymap
    glyphs = desk.glyphs(texts["glyphs"]) if "glyphs" in texts else ""
    game.looks.apply(texts.get("theme", ""), glyphs, int(texts.get("zoom", 0)))
    game.games.change_rules(partial(fitting_rules, texts=texts))
    game.games.dealer.setup = setup
    game.bind(keymap)
    if "speak" in texts:
        game.set_speech(on=texts["speak"] == "true")


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
        """`apply` puts values in force; it raises SettingsError where they cannot be."""
        super().__init__(looks, "Minesweeper: settings", "settings", rows)
        self._desk = desk
        self._apply = apply
        self._said = (0, "")
        """What there is to say about the last change, while its line has the focus."""

    def choices(self) -> Sequence[Choice | None]:
        lines: list[Choice | None] = []
        for setting in SETTINGS:
            if not setting.choices:
                continue  # a size of one's own is chosen in the menu, and remembered
            if setting.name in _GROUPS:
                lines.append(None)
            lines.append(self._line(setting))
        return lines

    def _line(self, setting: Setting) -> Choice:
        later = _LATER.get(setting.name)
        return Choice(
            _written(setting.name),
            (_written(self._desk.values[setting.name]),),
            f"{setting.help}; {later}" if later else setting.help,
            turn=partial(self._turn, setting),
        )

    def fault(self) -> str:
        focus, said = self._said
        return said if focus == self.focus else ""

    def _turn(self, setting: Setting, way: int) -> None:
        """Go over to the next value that can be, and say why one cannot."""
        faults: list[str] = []
        before = dict(self._desk.values)
        for text in _others(setting, before[setting.name], way):
            wanted = {setting.name: text}
            changes = wanted | implied(wanted, before)
            try:
                self._apply(changes)
            except SettingsError as error:
                faults.append(str(error))
            else:
                self._keep(setting.name, changes, before, faults)
                return
        self._said = (self.focus, faults[0])

    def _keep(self, name: str, changes: Texts, before: Texts, faults: list[str]) -> None:
        """Keep what is in force now, and say what has changed with it and from when on."""
        self._desk.values.update(changes)
        others = [
            f"{_written(other)} is {_written(text)} now"
            for other, text in changes.items()
            if other != name and text != before[other]
        ]
        try:
            self._desk.save(changes)
            kept = f"kept in {self._desk.path}"
        except SettingsError as error:
            kept = str(error)
        said = (*faults[:1], *others, _LATER.get(name, ""), kept)
        self._said = (self.focus, "; ".join(filter(None, said)))


def _others(setting: Setting, text: str, way: int) -> list[str]:
    """The other values of a setting, from the next one, or the one so many away, on."""
    texts = setting.choices
    step = 1 if way > 0 else -1
    first = texts.index(text) + way
    ordered = [texts[(first + step * distance) % len(texts)] for distance in range(len(texts))]
    return [other for other in ordered if other != text]


def with_rules(setup: Setup, texts: Texts) -> Setup:
    """The setup with those rules that are named; SettingsError where it is too large for them."""
    rules = {
        BY_NAME[name].option: BY_NAME[name].parse(texts[name]) for name in _RULES if name in texts
    }
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
    return {name: str(getattr(setup, BY_NAME[name].option)).lower() for name in _RULES}
