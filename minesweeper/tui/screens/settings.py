"""The page of settings, which saves each change at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from minesweeper.engine.game import Face, Game
from minesweeper.engine.notation import capitalise, parse_layout
from minesweeper.engine.setup import Setup
from minesweeper.settings.conflicts import required_changes
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.resolve import change_rules, rules_of
from minesweeper.settings.table import NEXT_START, Option, SettingsError, text_of
from minesweeper.tui.canvas import Canvas, cut, first_that_fits, width
from minesweeper.tui.events import Key, Pick
from minesweeper.tui.keys import ROWS, KeyRow
from minesweeper.tui.look.glyphs import LILY
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.tiles import emphasis
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.widgets.field import Field
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.layout import SIDE_COLUMNS, STAGE_COLUMNS, Box
from minesweeper.tui.widgets.page_screen import BACK, CHOOSE, ListScreen, RowText
from minesweeper.tui.widgets.side import Block, Part, Side

_GROUPS: Final = (
    ("theme", "glyphs", "zoom", "motion"),
    ("no-guess", "on-guess", "question-marks", "mouse"),
)
"""The settings on the page. All others are options, and may stand in config.toml."""
_NAMES: Final = tuple(name for group in _GROUPS for name in group)
_LABELS: Final = {
    "glyphs": "Symbols",
    "no-guess": "Guess-free boards",
    "on-guess": "A forced guess",
    "first": "First cell",
}
_WORDS: Final[Mapping[tuple[str, str], Sequence[str]]] = {
    ("on-guess", "luck"): ("is luck",),
    ("on-guess", "fair"): ("is safe",),
    ("on-guess", "strict"): ("is safe, others explode", "safe, or boom", "or boom"),
}
"""Values by the names of their settings; of several words the first that fit are shown."""
_ON_OFF: Final = {"true": "on", "false": "off"}

_TAKES: Final = {"on-guess": "win", "no-guess": "first"}
"""The rules that need a value of another one, which has it back afterwards."""

# The column of the values; in a narrow stage it is further left, so that they have some columns.
_VALUE_COLUMN: Final = 22
_LEFTMOST_VALUE_COLUMN: Final = 18
_VALUE_COLUMNS: Final = 16
# An arrow and a blank, on either side of a value.
_ARROW_COLUMNS: Final = 2

# The board that shows a theme, and the rows that it takes.
_SAMPLE: Final = "........\n...*....\n......*.\n..*....*\n"
_SAMPLE_ROWS: Final = 9
_SAMPLE_ZOOM: Final = 3
_SAMPLE_EMOJI_ZOOM: Final = 2
_SAMPLE_CURSOR: Final = (6, 2)


class SettingsPage(ListScreen):
    """A row for each setting. Looks change at once, everything else when the page is left."""

    title = "Settings"
    opened_by = "settings"
    last_line = "More options: minesweeper --help, config.toml"
    click_enters = False

    def __init__(
        self,
        looks: Looks,
        live: LiveSettings,
        setup: Setup,
        keymap: Iterable[KeyRow] = ROWS,
    ) -> None:
        """Show the settings, with the rules of a setup: a game may have others."""
        super().__init__(looks, keymap)
        rules = rules_of(setup)
        live.current.update(rules)
        self._live = live
        self._setup = setup
        at_start, options = live.at_start, live.options
        self._taken = {
            taken: rules[taken] if rules[name] == options[name].default else at_start.value(taken)
            for name, taken in _TAKES.items()
        }
        """The values that rules have when no other one needs another value."""
        self._changed: dict[str, Any] = {}

    # The list

    def row_counts(self) -> Sequence[int]:
        return [len(group) for group in _GROUPS]

    def row(self, index: int) -> Sequence[RowText]:
        name, columns = _NAMES[index], self.stage.columns
        column = max(_LEFTMOST_VALUE_COLUMN, min(_VALUE_COLUMN, columns - _VALUE_COLUMNS))
        label = label_text(name)
        room = column - _ARROW_COLUMNS - 2  # for the mark of the chosen row, and a blank
        label = first_that_fits((label, label.rpartition(" ")[0]), room)
        value = value_text(name, self._live.current[name], columns - column - _ARROW_COLUMNS)
        texts = RowText(1, label), RowText(column, value, "bright")
        if index != self.chosen:
            return texts
        left, right, *_ = self.looks.theme.glyphs.scroll_arrows
        return (
            *texts,
            RowText(column - _ARROW_COLUMNS, left, event=Pick(index, -1)),
            RowText(column + width(value) + 1, right, event=Pick(index, 1)),
        )

    def enter(self, now: int) -> Reaction:
        return self.turn(1, now)

    # The side

    def side(self, now: int) -> Side:
        option = self._option
        values, value = _values(option), self._live.current[option.name]
        place = values.index(value) + 1
        return Side(
            title=label_text(option.name),
            value=f"{place} of {len(values)}" if len(values) > 2 else "",
            body=[*self._body(option, value)],
            main=[Word("← →", "change", Key("right"))],
            more=[CHOOSE, BACK],
        )

    def shown_side(self, now: int) -> Side:
        """Return the side: what a change has done stands in it, beside what the value means."""
        return self.side(now)

    @property
    def _option(self) -> Option[Any]:
        """The option of the chosen row."""
        return self._live.options[_NAMES[self.chosen]]

    def _body(self, option: Option[Any], value: object) -> Iterator[Part]:
        """Yield what a value looks like, what was done, what the value does, and when."""
        if option.name == "theme":
            yield Block(_SAMPLE_ROWS, 0, self._draw_sample)
        source = self._live.source(option.name)
        if note := self.message or (f"Set by {source}." if source else ""):
            yield emphasis("note", note)
        if what := option.describe(value):  # a player's own theme has no description
            yield f"{what}."
        signs = self.looks.theme.glyphs.signs
        if option.name == "glyphs" and not self.looks.theme.glyphs.is_ascii:
            shown = signs[Face.FLAG], signs[Face.MINE], "✓", signs[LILY]
            yield f"{' '.join(shown)} are a flag, a mine, a tick and a flower? If not: ASCII."
        if option.effect and not (option.effect == NEXT_START and source):
            yield f"{capitalise(option.effect)}."

    def _draw_sample(
        self, canvas: Canvas, column: int, row: int, columns: int, in_strip: bool
    ) -> None:
        """Draw a board as a game in the present theme does."""
        game = _sample_game()
        field = Field(game.grid, self.looks)
        is_emoji = self.looks.theme.glyphs.is_emoji
        zoom = _SAMPLE_EMOJI_ZOOM if is_emoji else _SAMPLE_ZOOM
        field.place_in(Box(column, row, SIDE_COLUMNS, _SAMPLE_ROWS), zoom)
        cursor = field.looks_of_cells.cursor(field.look_of(game, _SAMPLE_CURSOR))
        field.draw(canvas, game, overlay={_SAMPLE_CURSOR: cursor})

    # Changes

    def go_back(self) -> Leave:
        changed = self._changed
        return Leave((lambda game, now: game.change_settings(changed)) if changed else None)

    def turn(self, way: int, now: int) -> Reaction:
        """Change to the next allowed value; if a value is skipped, the message says why."""
        option, before = self._option, dict(self._live.current)
        faults: list[str] = []
        values = _values(option)
        first = values.index(before[option.name])
        for distance in range(1, len(values)):
            value = values[(first + way * distance) % len(values)]
            changes = required_changes(option.name, value, before)
            if option.name in _TAKES and value == option.default:
                taken = _TAKES[option.name]
                changes[taken] = self._taken[taken]
            try:
                self._apply(changes)
            except SettingsError as error:
                faults.append(str(error))
            else:
                self._keep(option, changes, before, faults)
                return None
        self._say(faults[0])
        return None

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
        faults: Sequence[str],
    ) -> None:
        """Save a change; the message says what else has changed, and why it is not saved."""
        self._live.current.update(changes)
        others = [
            f"{label_text(other)}: {self._live.options[other].describe(value)}"
            for other, value in changes.items()
            if other != option.name and value != before[other]
        ]
        unsaved = self._live.save({option.name: changes[option.name]})
        if unsaved:
            kept = "Not saved" if option.effect == NEXT_START else "This run only"
            others.append(f"{kept}: {unsaved}")
        self._say(*faults[:1], *others)

    def _say(self, *sentences: str) -> None:
        self.message = " ".join(f"{capitalise(text)}." for text in sentences)


def label_text(name: str) -> str:
    """Return the name of a setting as a player reads it."""
    return _LABELS.get(name, capitalise(name.replace("-", " ")))


def value_text(name: str, value: object, columns: int = STAGE_COLUMNS) -> str:
    """Return a value of a setting as a player reads it, in at most so many columns."""
    text = text_of(value)
    words = _WORDS.get((name, text), (_ON_OFF.get(text, text),))
    return first_that_fits(words, columns) or cut(words[-1], columns)


def _values(option: Option[Any]) -> list[Any]:
    return [option.parse(text) for text in option.choices]


@cache
def _sample_game() -> Game:
    """Return a game under way, with a little of everything."""
    board = parse_layout(_SAMPLE)
    size = board.grid.width, board.grid.height, board.mine_count
    game = Game(Setup(*size), board)
    for place in ((1, 1), (5, 2), (4, 4), (5, 4)):
        game.reveal(*place)
    for place in ((4, 2), (3, 4)):
        game.flag(*place)
    return game
