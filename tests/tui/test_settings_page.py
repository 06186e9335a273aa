"""The settings on a page over the game: in force at once, and kept at once."""

from pathlib import Path
from typing import Final

import pytest

from minesweeper.cli.parser import all_options
from minesweeper.engine.setup import Setup
from minesweeper.settings.config_file import Config
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.saved_settings import SavedSettings, texts_of
from minesweeper.settings.sources import NO_SOURCES
from minesweeper.settings.table import Binding, Layer, Settings, parse_value, text_of
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.screen import Leave
from minesweeper.tui.screens.settings import SettingsPage, label_text, value_text
from tests.harness.player import GamePlayer

OPTIONS = all_options()
LINES = [
    option
    for option in OPTIONS.values()
    if option.is_setting and (option.choices or option.numbers)
]
# A window that has rows for all settings, and for more below them than are ever needed.
TALL = (80, 2 * len(LINES) + 20)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def layer(texts: dict[str, str], source: str) -> Layer:
    return {name: parse_value(OPTIONS[name], text, source) for name, text in texts.items()}


def live_settings(
    own: dict[str, Binding] | None = None, config: dict[str, str] | None = None
) -> LiveSettings:
    """Return the settings of a player whose config.toml holds `own` keys and other values."""
    fixed = layer(config or {}, "/home/config.toml, line 3")
    sources = NO_SOURCES._replace(config=Config(fixed, own or {}))
    shown = layer({"theme": "sea", "glyphs": "ascii"}, "state")
    return LiveSettings(
        Settings(shown | fixed),
        sources,
        SavedSettings("home", OPTIONS),
        OPTIONS,
        lambda name: "unicode" if name == "auto" else name,
    )


def at_settings(
    size: tuple[int, int] = TALL,
    setup: Setup | None = None,
    own: dict[str, Binding] | None = None,
    config: dict[str, str] | None = None,
) -> GamePlayer:
    """Return a player who has opened the settings."""
    player = GamePlayer(None, size, setup=setup, live=live_settings(own, config))
    assert isinstance(player.press(","), SettingsPage)
    return player


def change(player: GamePlayer, name: str, times: int = 1) -> None:
    """Go to a setting and change it that often."""
    player.press("g")
    for _ in texts(player):
        if not player.focused.lower().startswith((f"{name} <", f"{name} ◂")):
            player.press("down")
    for _ in range(times):
        assert player.press("right") is None


def texts(player: GamePlayer) -> dict[str, str]:
    """Return the settings that are in force and have a line of their own."""
    assert player.screen.live
    values = player.screen.live.current
    return {option.name: text_of(values[option.name]) for option in LINES}


def saved() -> dict[str, str]:
    return texts_of(SavedSettings("home", OPTIONS).saved)


def test_every_setting_has_a_line_with_its_value() -> None:
    player = at_settings()
    for name, text in texts(player).items():
        assert player.shows(f"{label_text(name):14}  < {value_text(name, text)} >")


def test_the_settings_in_a_window_with_room_for_more_of_them() -> None:
    player = at_settings((80, 50))
    change(player, "guesses", 0)
    lines = [line for line in player.lines if line.strip(" |")]
    assert lines[:5] == [
        "         +- Settings -------------------------------------------------+",
        "         |  Theme           < sea >                                   |",
        "         |  Glyphs          < ascii >                                 |",
        "         |  Zoom            < auto >                                  |",
        "         |  Dim numbers     < off >                                   |",
    ]
    assert lines[-4:] == [
        "         |  Guesses are left to chance                                |",
        "         |  Takes effect with the next game                           |",
        "         +------------------------------------------------------------+",
        "                   Enter change   arrows choose   Esc go back",
    ]


CHANGES: Final = {
    "for the next start": (["mouse"], "mouse false", "Takes effect at the next start; saved"),
    "for the next game": (
        ["question marks"],
        "question-marks true",
        "Takes effect with the next game; saved",
    ),
    "a rule takes another with it": (
        ["guesses"],
        "on-guess fair",
        "Win is now clear; takes effect with the next game; saved",
    ),
    "and gives way to it": (
        ["guesses", "win"],
        "win flags",
        "Guesses is now luck; takes effect with the next game; saved",
    ),
    "guess-free boards begin with an opening": (
        ["first cell", "first cell", "guess-free"],
        "no-guess true",
        "First cell is now opening; takes effect with the next game; saved",
    ),
    "they give way to another first cell": (
        ["guess-free", "first cell"],
        "first safe",
        "Guess-free is now off; takes effect with the next game; saved",
    ),
    "one column a cell gives way to emoji": (
        ["zoom", "glyphs"],
        "glyphs emoji",
        "Zoom is now auto; saved",
    ),
    "and emoji to it": (["glyphs", "zoom"], "zoom 1", "Glyphs is now auto; saved"),
}
"""The settings that are changed one after the other; what is then saved, and what is said."""


@pytest.mark.parametrize(("names", "texts", "note"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_kept_at_once_with_what_it_takes_along_and_says_so(
    names: list[str], texts: str, note: str
) -> None:
    player = at_settings((120, TALL[1]))
    for name in names:
        change(player, name)
    assert ", ".join(f"{name} {text}" for name, text in sorted(saved().items())) == texts
    assert player.note.endswith(note)
    player.press("up")
    assert "saved" not in player.note


def test_a_page_on_which_nothing_was_changed_has_no_result() -> None:
    player = at_settings()
    assert player.press("down", "escape") == Leave()
    player.press(",")
    change(player, "mouse")
    assert player.press("escape") != Leave()


def test_theme_glyphs_and_zoom_show_at_once() -> None:
    player = at_settings()
    change(player, "theme")
    change(player, "zoom")
    assert (player.looks.name, player.looks.chosen_zoom((8, 8))) == ("light", 1)
    change(player, "zoom")
    change(player, "glyphs", 2)
    assert saved() == {"theme": "light", "zoom": "2", "glyphs": "auto"}
    assert player.shows("╭")


def test_own_keys_win_over_those_of_a_scheme() -> None:
    player = at_settings(own={"hint": Binding(("w",), "config.toml, line 2")})
    change(player, "keys")
    assert saved() == {"keys": "wasd"}
    player.press("escape", "s", "d", "d", "up")
    assert player.cursor == (3, 1)
    player.press("w")
    assert player.message == "Reveal any cell: the first is safe."


def test_a_rule_that_the_menu_has_set_is_shown_and_gives_way() -> None:
    player = at_settings(setup=Setup(8, 8, 10, no_guess=True))
    assert player.shows("Guess-free      < on >")
    change(player, "first cell")
    assert saved() == {"first": "safe"}
    player.press("escape", "n")
    setup = player.setup
    assert (setup.first, setup.no_guess) == ("safe", False)


def test_a_change_leaves_alone_what_it_has_nothing_to_do_with() -> None:
    player = at_settings(setup=Setup(8, 8, 10, no_guess=True, question_marks=True))
    change(player, "theme")
    player.press("escape", "n")
    setup = player.setup
    assert (setup.no_guess, setup.question_marks) == (True, True)
    assert saved() == {"theme": "light"}


def test_rules_count_from_the_next_game_on() -> None:
    player = at_settings()
    change(player, "question marks")
    change(player, "win")
    before = player.setup
    player.press("escape")
    assert player.setup == before
    player.press("n")
    setup = player.setup
    assert (setup.question_marks, setup.win) == (True, "clear")


def test_a_board_too_large_to_be_free_of_guesses_is_refused() -> None:
    player = at_settings(setup=Setup(200, 200, 5))
    change(player, "guess-free")
    assert "Only for boards of up to 10,000 cells" in player.note
    assert saved() == {}
    assert texts(player)["no-guess"] == "false"


def test_another_scheme_of_keys_is_in_force_at_once_and_in_the_help() -> None:
    player = at_settings()
    change(player, "keys")
    player.press("escape")
    player.press("s", "d")
    assert player.cursor == (2, 2)
    player.press("?")
    assert player.shows("wasd")


@pytest.mark.parametrize("key", ["right", "ctrl-right", " ", "enter"])
def test_named_values_change_one_at_a_time(key: str) -> None:
    player = at_settings()
    names = [*OPTIONS["theme"].choices]
    for name in [*names[2:], *names[:2]]:
        change(player, "theme", 0)
        player.press(key)
        assert player.focused == f"Theme < {name} >"


@pytest.mark.parametrize("key", ["left", "ctrl-left"])
def test_named_values_change_back_one_at_a_time(key: str) -> None:
    player = at_settings()
    change(player, "theme", 0)
    player.press(key, key)
    assert player.focused == f"Theme < {[*OPTIONS['theme'].choices][-1]} >"


def test_what_config_toml_sets_is_changed_for_this_run_only_and_its_line_named() -> None:
    player = at_settings((120, TALL[1]), config={"theme": "sea"})
    change(player, "theme")
    assert player.note.endswith(" This run only: config.toml sets theme (line 3)")
    assert (player.looks.name, saved()) == ("light", {})


def test_a_change_that_would_count_at_the_next_start_is_not_saved_if_config_toml_sets_it() -> None:
    player = at_settings(config={"mouse": "true"})
    change(player, "mouse")
    assert player.note.endswith(" Not saved: config.toml sets mouse (line 3)")
    assert "next start" not in player.note.partition("Not saved")[2]
    assert saved() == {}


def test_what_config_toml_sets_names_its_line_beside_the_value() -> None:
    player = at_settings(config={"theme": "sea"})
    assert player.focused == "Theme < sea > config.toml, line 3"


def test_the_selected_setting_explains_its_value() -> None:
    player = at_settings()
    change(player, "guesses", 0)
    assert player.note == "Guesses are left to chance Takes effect with the next game"
    change(player, "guesses", 2)
    assert player.note.startswith("As fair, and an avoidable guess always explodes Takes")


def test_a_setting_that_cannot_be_saved_applies_and_says_so() -> None:
    player = at_settings()
    Path("home/state").mkdir(parents=True)
    change(player, "theme")
    assert "This run only: " in player.note
    assert "Is a directory" in player.note
    assert player.looks.name == "light"


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_every_line_can_be_reached_in_a_low_window_too(size: tuple[int, int]) -> None:
    player = at_settings(size)
    for name, text in texts(player).items():
        assert player.focused.endswith(f"< {value_text(name, text)} >")
        player.press("down")


def test_without_settings_the_screen_says_so() -> None:
    player = GamePlayer()
    assert player.press(",") is None
    assert player.message == "No settings can be changed here."


def test_the_page_is_left_by_the_keys_that_the_player_quits_with() -> None:
    own = {"quit": Binding(("Q",), "here"), "hint": Binding(("q",), "here")}
    player = GamePlayer(live=live_settings(own), keymap=bound_rows("default", own))
    assert player.press(",", "q") is None
    player.press("Q")
    assert not player.is_at_page


def test_a_rule_holds_from_the_next_game_on_also_after_a_return() -> None:
    player = at_settings()
    player.press("escape")
    player.press("enter", "n")
    player.press(",")
    change(player, "question marks")
    player.press("escape")
    player.press("u")
    assert not player.setup.question_marks
    player.press("n")
    assert player.setup.question_marks


def test_a_rule_that_is_too_much_for_the_game_left_is_not_put_in_force_there() -> None:
    player = at_settings(setup=Setup(200, 100, 10))
    player.press("escape")
    player.press("enter")
    player.press("m", "1")
    player.press(",")
    change(player, "guess-free")
    player.press("escape")
    player.press("u", "n")
    assert not player.setup.no_guess


def test_the_minutes_until_the_game_pauses_by_itself_count_at_once() -> None:
    player = at_settings()
    change(player, "idle pause", 0)
    assert player.focused == "Idle pause < 5 minutes >"
    player.press("left")
    assert player.focused == "Idle pause < 1 minute >"
    assert player.note == "After a minute without a key or click Saved"
    assert saved() == {"idle-pause": "1"}
    player.press("escape")
    player.press("enter")
    player.wait(60_000)
    assert player.message == "1 minute without a key or click."


@pytest.mark.parametrize(
    ("minutes", "offered"),
    [
        ("5", ["5 minutes", "15 minutes", "never", "1 minute", "5 minutes"]),
        ("7", ["7 minutes", "15 minutes", "never", "1 minute", "5 minutes", "7 minutes"]),
        ("1440", ["1440 minutes", "never", "1 minute", "5 minutes", "15 minutes", "1440 minutes"]),
    ],
)
def test_minutes_that_were_set_elsewhere_are_offered_among_the_usual_ones(
    minutes: str, offered: list[str]
) -> None:
    player = at_settings(config={"idle-pause": minutes})
    change(player, "idle pause", 0)
    found = []
    for _ in offered:
        found.append(player.focused.partition(" < ")[2].partition(" >")[0])
        player.press("right")
    assert found == offered
