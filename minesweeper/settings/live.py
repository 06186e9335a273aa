"""The settings of a running game: what is in force, and how a change of it is saved."""

from collections.abc import Callable, Mapping

from minesweeper.settings.sources import Sources, State, clashing, merged, parse_layer
from minesweeper.settings.table import (
    COMMAND_LINE,
    SETTINGS,
    SIZES,
    Layer,
    Settings,
    SettingsError,
    Value,
    text_of,
)

# Values of settings as texts, by name.
Texts = Mapping[str, str]


class LiveSettings:
    """What the keys and the settings screen change while the game runs."""

    def __init__(
        self,
        settings: Settings,
        sources: Sources,
        state: State,
        glyphs: Callable[[str], str] = lambda name: name,
    ) -> None:
        """`glyphs` returns the glyph set to draw with for a choice of the player's.

        It raises SettingsError where the terminal cannot show them.
        """
        self.settings = settings
        """What was set when the program started."""
        self.texts = texts_in_force(settings)
        """What is in force now, by the names of the settings."""
        self.bindings = sources.config.bindings
        self.state = state
        self.glyphs = glyphs
        self.fixed = merged(sources.config.values, sources.environment)
        """What is set where the game only reads."""
        given = settings.given.items()
        self._asked = {
            name: value
            for name, value in given
            if value.source == COMMAND_LINE and name in SETTINGS
        }

    def save(self, changes: Texts) -> str:
        """Save changes that are in force; return what to say of it."""
        fixed = overruled(changes, self._asked | self.fixed)
        if fixed:
            return f"for this run only: {how_to_save(fixed)}"
        try:
            self.state.save(changes)
        except SettingsError as error:
            return f"for this run only: {error}"
        return "saved"

    def change_look(self, theme: str, zoom: int) -> str:
        """Save a theme that a key has chosen, and keep a zoom for this run; what to say of it."""
        is_new = theme != self.texts["theme"]
        self.texts |= {"theme": theme, "zoom": str(zoom)}
        said = self.save({"theme": theme}) if is_new else "saved"
        return "" if said == "saved" else "for this run only"


def texts_in_force(settings: Settings) -> dict[str, str]:
    """Return the settings that have a value, as texts."""
    values = {name: option.__get__(settings, Settings) for name, option in SETTINGS.items()}
    return {name: text_of(value) for name, value in values.items() if value is not None}


def overruled(changes: Texts, above: Layer) -> tuple[str, Value] | None:
    """Return what overrules changes that are saved, and under which name; None if nothing does."""
    saved = parse_layer(changes, "")
    for name, value in above.items():
        if name in saved or clashing({name: value}, saved):
            return name, value
    return None


def how_to_save(fixed: tuple[str, Value]) -> str:
    """Return what the player has to do so that a setting can be saved."""
    name, value = fixed
    if value.source == COMMAND_LINE:
        return f"the command line sets {name}"
    return f"to save it, delete {name} from {value.source}"


def adjusted(changes: Texts, texts: Texts) -> dict[str, str]:
    """Return the changes, with those that they demand of other settings, except for sizes."""
    wanted = parse_layer(changes, "")
    names = clashing(wanted, parse_layer(texts, "")) - set(SIZES)
    return {name: _first_that_goes_with(wanted, name) for name in names} | dict(changes)


def _first_that_goes_with(wanted: Layer, name: str) -> str:
    texts = SETTINGS[name].choices
    return next(text for text in texts if not clashing(wanted, parse_layer({name: text}, "")))
