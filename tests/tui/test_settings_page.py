"""The settings on a page over the game: in force at once, and kept at once."""

from pathlib import Path

import pytest

import minesweeper.cli.parser  # noqa: F401  # fills in the choices of theme, glyphs and keys
from minesweeper.engine.setup import Setup
from minesweeper.settings.resolve import LiveSettings
from minesweeper.settings.sources import NO_SOURCES, Config, State, parse_layer, texts_of
from minesweeper.settings.table import SETTINGS, Binding, Settings
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.screen import Leave
from minesweeper.tui.screens.settings import SettingsPage
from tests.harness.player import GamePlayer

LINES = [option for option in SETTINGS.values() if option.told]
# A window that has rows for all settings, and for more below them than are ever needed.
TALL = (80, 2 * len(LINES) + 20)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def live_settings(
    own: dict[str, Binding] | None = None, config: dict[str, str] | None = None
) -> LiveSettings:
    """Return the settings of a player whose config.toml holds `own` keys and other values."""
    fixed = parse_layer(config or {}, "/home/config.toml, line 3")
    sources = NO_SOURCES._replace(config=Config(fixed, own or {}))
    shown = parse_layer({"theme": "dark", "glyphs": "ascii"}, "state")
    return LiveSettings(
        Settings(shown | fixed),
        sources,
        State("home"),
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
    assert isinstance(player.top, SettingsPage)
    player.press("g")
    for _ in texts(player):
        if player.top.focused.label.lower() != name:
            player.press("down")
    for _ in range(times):
        assert player.press("right") is None


def texts(player: GamePlayer) -> dict[str, str]:
    """Return the settings that are in force."""
    assert player.screen.live
    return player.screen.live.texts


def saved() -> dict[str, str]:
    return texts_of(State("home").saved)


def test_every_setting_has_a_line_with_its_value() -> None:
    player = at_settings()
    for name, text in texts(player).items():
        value = {"true": "on", "false": "off"}.get(text, text)
        assert player.shows(f"{name.replace('-', ' ').capitalize():14}  < {value} >")


def test_a_change_is_kept_before_the_page_is_left_and_says_where() -> None:
    player = at_settings()
    change(player, "mouse")
    assert saved() == {"mouse": "false"}
    assert player.note.endswith("; saved")
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
    assert (player.looks.name, player.looks.zoom) == ("light", 1)
    change(player, "zoom")
    change(player, "glyphs", 2)
    player.press("escape")
    assert saved() == {"theme": "light", "zoom": "2", "glyphs": "auto"}
    assert player.shows("╭")


def test_emoji_and_one_column_a_cell_give_way_to_each_other() -> None:
    player = at_settings((120, TALL[1]))
    change(player, "zoom")
    change(player, "glyphs")
    assert "Zoom is auto now; saved" in player.note
    assert saved() == {"glyphs": "emoji"}
    change(player, "zoom")
    assert "Glyphs is auto now; saved" in player.note
    assert saved() == {"zoom": "1"}


def test_own_keys_win_over_those_of_a_scheme() -> None:
    player = at_settings(own={"hint": Binding(("w",), "config.toml, line 2")})
    change(player, "keys")
    assert saved() == {"keys": "wasd"}
    player.press("escape", "s", "d", "d", "up")
    assert player.cursor == (3, 1)
    player.press("w")
    assert player.said == "Nothing is known yet: reveal any cell"


def test_a_rule_that_the_menu_has_set_is_shown_and_gives_way() -> None:
    player = at_settings(setup=Setup(8, 8, 10, no_guess=True))
    assert player.shows("No guess        < on >")
    change(player, "first")
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


@pytest.mark.parametrize(
    ("name", "when"),
    [("mouse", "From the next start on"), ("question marks", "From the next game on")],
)
def test_a_change_says_from_when_on_it_counts(name: str, when: str) -> None:
    player = at_settings()
    change(player, name)
    assert f"{when}; saved" in player.note


def test_a_change_says_what_changes_with_it() -> None:
    player = at_settings((120, TALL[1]))
    change(player, "on guess")
    assert "Win is clear now; from the next game on; saved" in player.note
    change(player, "win")
    assert "On guess is luck now; from the next game on; saved" in player.note
    player.press("right")
    assert "From the next game on; saved" in player.note
    assert "On guess is luck now" not in player.note


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


def test_rules_that_belong_together_change_together() -> None:
    player = at_settings()
    change(player, "first", 2)
    change(player, "no guess")
    assert (texts(player)["first"], saved()) == ("opening", {"no-guess": "true"})
    change(player, "first")
    assert (texts(player)["no-guess"], saved()) == ("false", {"first": "safe"})
    change(player, "on guess")
    assert texts(player)["win"] == "clear"
    change(player, "win")
    assert texts(player)["on-guess"] == "luck"
    assert saved() == {"first": "safe", "win": "flags"}


def test_a_board_too_large_to_be_free_of_guesses_is_refused() -> None:
    player = at_settings(setup=Setup(200, 200, 5))
    change(player, "no guess")
    assert "The solver works up to 10,000 cells" in player.note
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


def test_an_arrow_leaves_out_a_percent_sign_that_was_typed() -> None:
    player = at_settings()
    change(player, "idle pause", 0)
    player.press("%")
    assert player.focused == "Idle pause < 5% >"
    player.press("right")
    assert (saved(), player.focused) == ({"idle-pause": "6"}, "Idle pause < 6 >")
    player.press("backspace", "%", "left")
    assert (saved(), player.focused) == ({"idle-pause": "0"}, "Idle pause < 0 >")


def test_a_number_is_typed_or_turned_and_kept_while_it_is_right() -> None:
    player = at_settings()
    change(player, "idle pause", 1)
    assert (saved(), player.focused) == ({"idle-pause": "6"}, "Idle pause < 6 >")
    player.press("1", "2")
    assert (saved(), player.focused) == ({"idle-pause": "12"}, "Idle pause < 12 >")
    assert player.note == "After 12 minutes without a key or a click Saved"
    player.press("backspace", "backspace")
    assert (saved(), player.focused) == ({"idle-pause": "1"}, "Idle pause < >")
    assert "'' is not a number" in player.note
    player.press("left")
    assert (saved(), player.focused) == ({"idle-pause": "0"}, "Idle pause < 0 >")
    assert player.note == "Never Saved"


def test_enter_keeps_a_number_that_was_typed() -> None:
    player = at_settings()
    change(player, "idle pause", 0)
    player.press("1", "2", "enter")
    assert (saved(), player.focused) == ({"idle-pause": "12"}, "Idle pause < 12 >")
    player.press("3", "enter", "enter")
    assert (saved(), player.focused) == ({"idle-pause": "4"}, "Idle pause < 4 >")


@pytest.mark.parametrize("key", ["right", "ctrl-right", " ", "enter"])
def test_named_values_change_one_at_a_time(key: str) -> None:
    player = at_settings()
    names = [*Settings.theme.choices]
    for name in [*names[2:], *names[:2]]:
        change(player, "theme", 0)
        player.press(key)
        assert player.focused == f"Theme < {name} >"


@pytest.mark.parametrize("key", ["left", "ctrl-left"])
def test_named_values_change_back_one_at_a_time(key: str) -> None:
    player = at_settings()
    change(player, "theme", 0)
    player.press(key, key)
    assert player.focused == f"Theme < {Settings.theme.choices[-1]} >"


def test_a_number_that_is_wrong_is_forgotten_when_the_page_is_left() -> None:
    player = at_settings()
    change(player, "idle pause", 0)
    player.press("backspace", "escape", ",")
    assert player.shows("Idle pause      < 5 >")


def test_a_click_on_a_value_in_the_list_chooses_it() -> None:
    player = at_settings()
    change(player, "first", 0)
    player.click_on("any      The first")
    assert (player.focused, saved()) == ("First < any >", {"first": "any"})
    player.click_on("any      The first")
    assert saved() == {"first": "any"}
    player.click_on("opening  The first")
    assert (player.focused, saved()) == ("First < opening >", {"first": "opening"})


def test_speech_begins_and_ends_at_once() -> None:
    player = at_settings()
    change(player, "speak")
    player.press("escape")
    player.press("right")
    assert "Column 2, row 1" in player.said
    player.press(",")
    change(player, "speak")
    player.press("escape")
    player.press("right")
    assert "Column" not in player.said


def test_what_config_toml_sets_is_changed_for_this_run_only_and_its_line_named() -> None:
    player = at_settings((120, TALL[1]), config={"theme": "dark"})
    change(player, "theme")
    assert player.note.endswith(
        " For this run only: to save it, delete theme from /home/config.toml, line 3"
    )
    assert (player.looks.name, saved()) == ("light", {})


def test_what_config_toml_sets_names_its_line_beside_the_value() -> None:
    player = at_settings(config={"theme": "dark"})
    assert player.focused == "Theme < dark > config.toml, line 3"


def test_the_selected_setting_tells_what_its_value_does() -> None:
    player = at_settings((50, TALL[1]))
    change(player, "on guess", 0)
    assert player.note == "A guess is a guess What becomes of a guess; from the next game on"
    change(player, "on guess", 2)
    assert player.note.startswith("A guess that you had to make is safe, any other explodes")


def test_where_there_is_room_every_value_tells_what_it_does() -> None:
    player = at_settings()
    change(player, "on guess")
    lines = [line.strip() for line in player.page]
    first = lines.index("luck    A guess is a guess")
    assert lines[first : first + 4] == [
        "luck    A guess is a guess",
        "fair    A guess that you had to make is safe",
        "strict  A guess that you had to make is safe, any other explodes",
        "Win is clear now; from the next game on; saved",
    ]
    column, row = player.find("fair    A guess")
    styles = {text: style for at, text, style in player.canvas.pieces[row] if at >= column}
    assert styles["fair"] is player.theme.header
    assert "any other explodes" in player.canvas.pieces[row + 1][-1][1]
    assert player.canvas.pieces[row + 1][-1][2] is player.theme.dim


def test_what_cannot_be_saved_is_in_force_all_the_same_and_said() -> None:
    player = at_settings()
    Path("home/settings.lock").mkdir(parents=True)
    change(player, "theme")
    assert "For this run only: " in player.note
    assert "Is a directory" in player.note
    assert player.looks.name == "light"


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (16, 7), (200, 60)])
def test_every_line_can_be_reached_at_every_size(size: tuple[int, int]) -> None:
    player = at_settings(size)
    for name in texts(player):
        change(player, name.replace("-", " "), 0)
        assert player.shows(texts(player)[name].replace("true", "on").replace("false", "off"))


def test_without_a_desk_the_screen_says_so() -> None:
    player = GamePlayer()
    assert player.press(",") is None
    assert player.message == "Nothing can be set here"


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
    change(player, "no guess")
    player.press("escape")
    player.press("u", "n")
    assert not player.setup.no_guess


def test_the_minutes_until_the_game_pauses_by_itself_are_typed_and_count_at_once() -> None:
    player = at_settings()
    change(player, "idle pause", 0)
    assert player.shows("After 5 minutes without a key or a click")
    player.press("backspace")
    assert not player.shows("minutes without")
    player.press("1")
    assert player.shows("After a minute without a key or a click")
    assert saved() == {"idle-pause": "1"}
    player.press("escape")
    player.press("enter")
    player.wait(60_000)
    assert player.shows("Paused after 1 minute without a key")


def test_values_that_are_too_many_for_the_window_are_listed_round_the_one_in_force() -> None:
    themes = Settings.theme.choices
    edges_and_details = 5
    player = at_settings((80, len(LINES) + len(themes) - 1 + edges_and_details))
    change(player, "theme", 0)
    while "auto" not in player.focused:
        player.press("left")
    listed = [f"{name:12}  {Settings.theme.told[name]}" for name in themes]
    assert [player.shows(line) for line in listed] == [True] * (len(themes) - 1) + [False]
    player.click_on(listed[-2])
    assert player.focused == f"Theme < {themes[-2]} >"
    assert [player.shows(line) for line in listed] == [False] + [True] * (len(themes) - 1)
