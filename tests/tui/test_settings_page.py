"""The settings on a page over the game: in force at once, and kept at once."""

import re
from pathlib import Path
from typing import Final

import pytest

from minesweeper.cli.parser import all_options
from minesweeper.engine.game import Face
from minesweeper.engine.setup import Setup
from minesweeper.settings.config_file import Config
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.saved_settings import SavedSettings, texts_of
from minesweeper.settings.sources import NO_SOURCES
from minesweeper.settings.table import COMMAND_LINE, Binding, Layer, Settings, parse_value
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.cells import cell_looks
from minesweeper.tui.look.glyphs import DIGITS, GLYPHS
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.screen import Leave
from minesweeper.tui.screens.settings import SettingsPage
from minesweeper.tui.widgets.side import Side
from tests.harness.player import GamePlayer, side_text, words_text

OPTIONS = all_options()
SETTINGS = (
    *("theme", "glyphs", "zoom", "motion"),
    *("no-guess", "on-guess", "question-marks", "mouse"),
)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def layer(texts: dict[str, str], source: str) -> Layer:
    return {name: parse_value(OPTIONS[name], text, source) for name, text in texts.items()}


def live_settings(
    own: dict[str, Binding] | None = None,
    config: dict[str, str] | None = None,
    command_line: dict[str, str] | None = None,
) -> LiveSettings:
    """Return the settings of a player whose config.toml holds `own` keys and other values."""
    fixed = layer(config or {}, "/home/config.toml, line 3")
    sources = NO_SOURCES._replace(config=Config(fixed, own or {}))
    shown = layer({"theme": "sea", "glyphs": "ascii"}, "state")
    return LiveSettings(
        Settings(shown | fixed | layer(command_line or {}, COMMAND_LINE)),
        sources,
        SavedSettings("home", OPTIONS),
        OPTIONS,
        lambda name: "unicode" if name == "auto" else name,
    )


def at_settings(
    size: tuple[int, int] = (80, 24),
    setup: Setup | None = None,
    live: LiveSettings | None = None,
) -> GamePlayer:
    """Return a player who has opened the settings."""
    player = GamePlayer(None, size, setup=setup, live=live or live_settings())
    assert isinstance(player.press(","), SettingsPage)
    return player


def change(player: GamePlayer, name: str, times: int = 1) -> None:
    """Go to a setting and change it that often."""
    player.press("g", *["down"] * SETTINGS.index(name), *["right"] * times)


def side_of(player: GamePlayer) -> Side:
    assert isinstance(player.top, SettingsPage)
    return player.top.shown_side(player.now)


def says(player: GamePlayer) -> str:
    """What the side says of the chosen setting."""
    return side_text(side_of(player).body)


def saved() -> dict[str, str]:
    return texts_of(SavedSettings("home", OPTIONS).saved)


# The rows


def test_eight_settings_stand_in_two_groups_and_the_last_line_says_where_the_others_are() -> None:
    player = at_settings()
    assert [line[:51].rstrip() for line in player.lines[1:22]] == [
        " Settings",
        "",
        " >Theme              < sea >",
        "  Symbols              ascii",
        "  Zoom                 auto",
        "  Motion               on",
        "",
        "  Guess-free boards    off",
        "  A forced guess       is luck",
        "  Question marks       off",
        "  Mouse                on",
        *[""] * 9,
        "  More options: minesweeper --help, config.toml",
    ]
    assert player.lines[23] == " up down choose   Esc back"


@pytest.mark.parametrize(
    ("name", "words"),
    {
        "motion": ["on", "off", "on"],
        "no-guess": ["off", "on", "off"],
        "on-guess": ["is luck", "is safe", "is safe, others explode", "is luck"],
        "question-marks": ["off", "on", "off"],
        "mouse": ["on", "off", "on"],
        "glyphs": ["ascii", "emoji", "auto", "unicode", "ascii"],
        "zoom": ["auto", "1", "2", "3", "5", "7", "11", "auto"],
    }.items(),
)
def test_values_change_one_at_a_time_and_begin_again_behind_the_last(
    name: str, words: list[str]
) -> None:
    player = at_settings()
    change(player, name, 0)
    for key in ("right", " ", "enter"):
        found = [player.focused]
        for _ in words[1:]:
            player.press(key)
            found.append(player.focused)
        label = value_label(name)
        marks = ("◂", "▸")
        found = [line.replace(marks[0], "<").replace(marks[1], ">") for line in found]
        assert found == [f"{label} < {word} >" for word in words]
    player.press("left")
    assert words[-2] in player.focused


def value_label(name: str) -> str:
    own = {"glyphs": "Symbols", "no-guess": "Guess-free boards", "on-guess": "A forced guess"}
    return own.get(name, name.replace("-", " ").capitalize())


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        (80, "A forced guess < is safe, others explode >"),
        (40, "A forced guess < safe, or boom >"),
        (30, "A forced guess < or boom >"),
    ],
)
def test_a_value_that_does_not_fit_is_shortened(columns: int, row: str) -> None:
    player = at_settings((columns, 14))
    change(player, "on-guess", 2)
    assert player.focused == row


def test_a_label_and_the_name_of_a_theme_are_shortened_in_30_columns() -> None:
    player = at_settings((30, 14))
    assert player.shows("Guess-free       off")
    change(player, "theme", 7)
    assert player.focused == "Theme < colour-b >"


def test_the_arrows_of_the_chosen_row_change_it_and_a_click_on_another_row_chooses_that() -> None:
    player = at_settings()
    player.click_on(">", behind=20 + len("< sea "))
    assert player.focused == "Theme < light >"
    player.click_on("<")
    assert player.focused == "Theme < sea >"
    player.click_on("Question marks")
    assert player.focused == "Question marks < off >"
    player.click_on("Question marks   ")  # and not the title of the side
    assert player.focused == "Question marks < on >"
    player.click_on("left right")
    assert player.focused == "Question marks < off >"


# The side


DESCRIPTIONS: Final = {
    "theme": "Dark, with a sea of covered cells.",
    "glyphs": "Letters and signs that every terminal has.",
    "zoom": "The largest at which the whole board fits.",
    "no-guess": "A board may force you to guess. Takes effect with the next game.",
    "on-guess": "A guess may hit a mine: where no cell is certain, luck decides."
    " Takes effect with the next game.",
    "question-marks": "A second press removes the flag. Takes effect with the next game.",
    "mouse": "Clicks reveal and flag. Takes effect at the next start.",
}


@pytest.mark.parametrize(("name", "text"), DESCRIPTIONS.items())
def test_the_side_says_what_the_value_does_and_when(name: str, text: str) -> None:
    player = at_settings()
    change(player, name, 0)
    assert says(player) == text
    assert side_of(player).title == value_label(name)
    assert words_text(side_of(player).main) == "← → change"


def test_of_many_values_the_side_says_which_one_it_is() -> None:
    player = at_settings()
    values = []
    for name in SETTINGS:
        change(player, name, 0)
        values.append(side_of(player).value)
    assert values == ["2 of 10", "3 of 4", "1 of 7", "", "", "1 of 3", "", ""]


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("glyphs", GLYPHS)
def test_beside_the_theme_a_board_is_drawn_in_it(theme: str, glyphs: str) -> None:
    player = GamePlayer(None, live=live_settings(), theme=theme, glyphs=glyphs)
    player.press(",")
    zoom = 2 if glyphs == "emoji" else 3
    looks = cell_looks(player.theme, zoom)
    drawn = {
        (sign, style.foreground)
        for pieces in player.canvas.pieces[3:12]
        for column, text, style in pieces
        for sign in re.findall(r"\w|[^\w\s]", text)
        if column >= 54
    }
    for face in (*DIGITS[:2], Face.FLAG):
        look = looks.face(face, 0)
        assert (look.glyph, look.style.foreground) in drawn
    parked = player.canvas.cursor
    assert parked
    assert parked[0] == 1


def test_the_symbols_are_shown_and_asked_about_unless_they_are_ascii() -> None:
    player = at_settings()
    change(player, "glyphs", 0)
    assert "flower" not in says(player)
    player.press("right")
    assert says(player).endswith(
        "🚩 💣 ✓ 🌸 are a flag, a mine, a tick and a flower? If not: ASCII."
    )


# Changes


CHANGES: Final = {
    "for the next start": (["mouse"], "mouse false", ""),
    "for the next game": (["question-marks"], "question-marks true", ""),
    "a rule takes another with it": (
        ["on-guess"],
        "on-guess fair",
        "Win: Reveal every safe cell.",
    ),
    "one column a cell gives way to emoji": (
        ["zoom", "glyphs"],
        "glyphs emoji",
        "Zoom: The largest at which the whole board fits.",
    ),
    "and emoji to it": (
        ["glyphs", "zoom"],
        "zoom 1",
        "Symbols: The best that the terminal can show.",
    ),
}
"""The settings that are changed one after the other; what is then saved, and what is said."""


@pytest.mark.parametrize(("names", "texts", "note"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_kept_at_once_and_what_it_takes_along_is_said_until_the_next_key(
    names: list[str], texts: str, note: str
) -> None:
    player = at_settings()
    for name in names:
        change(player, name)
    assert ", ".join(f"{name} {text}" for name, text in sorted(saved().items())) == texts
    what = OPTIONS[names[-1]].describe(texts.split()[-1])
    assert says(player).startswith(f"{note} {what}.".strip())
    player.press("up", "down")
    assert says(player).startswith(f"{what}.")


def test_a_page_on_which_nothing_was_changed_has_no_result() -> None:
    player = at_settings()
    assert player.press("down", "escape") == Leave()
    player.press(",")
    change(player, "mouse")
    assert player.press("escape") != Leave()


def test_theme_symbols_and_zoom_show_at_once() -> None:
    player = at_settings()
    change(player, "theme")
    change(player, "zoom")
    assert (player.looks.name, player.looks.chosen_zoom((8, 8))) == ("light", 1)
    change(player, "zoom")
    change(player, "glyphs", 2)
    assert saved() == {"theme": "light", "zoom": "2", "glyphs": "auto"}
    assert player.shows("◂ auto")


# Rules


def test_a_change_leaves_alone_what_it_has_nothing_to_do_with() -> None:
    player = at_settings(setup=Setup(8, 8, 10, no_guess=True, question_marks=True))
    assert player.shows("Guess-free boards    on")
    change(player, "theme")
    player.press("escape", "n")
    setup = player.setup
    assert (setup.no_guess, setup.question_marks) == (True, True)
    assert saved() == {"theme": "light"}


def test_rules_count_from_the_next_game_on() -> None:
    player = at_settings()
    change(player, "question-marks")
    change(player, "on-guess", 2)
    before = player.setup
    player.press("escape")
    assert player.setup == before
    player.press("n")
    setup = player.setup
    assert (setup.question_marks, setup.on_guess, setup.win) == (True, "strict", "clear")


def test_a_rule_gives_back_what_it_took_when_it_is_turned_off() -> None:
    player = at_settings(setup=Setup(8, 8, 10, first="any", win="flags"))
    change(player, "no-guess")
    assert says(player).startswith("First cell: The first cell touches no mine, and opens an area.")
    change(player, "no-guess")
    assert says(player).startswith("First cell: The first cell may be a mine.")
    change(player, "on-guess")
    assert says(player).startswith("Win: Reveal every safe cell.")
    player.press("right")
    assert says(player).startswith("A forced guess is safe, any other explodes")
    player.press("right")
    assert says(player).startswith("Win: Flag exactly the mines.")
    player.press("escape", "n")
    assert player.setup == Setup(8, 8, 10, first="any", win="flags")


def test_what_a_rule_took_before_is_given_back_as_the_program_was_started() -> None:
    setup = Setup(8, 8, 10, win="clear", on_guess="strict")
    player = at_settings(setup=setup, live=live_settings(command_line={"win": "flags"}))
    change(player, "on-guess")
    assert player.focused == "A forced guess < is luck >"
    player.press("escape", "n")
    assert player.setup == Setup(8, 8, 10, win="flags")


def test_a_board_too_large_to_be_free_of_guesses_is_refused() -> None:
    player = at_settings(setup=Setup(200, 200, 5))
    change(player, "no-guess")
    assert says(player).startswith("Only for boards of up to 10,000 cells. A board may")
    assert saved() == {}
    assert player.focused == "Guess-free boards < off >"


def test_a_rule_holds_from_the_next_game_on_also_after_a_return() -> None:
    player = at_settings()
    player.press("escape")
    player.press("enter", "n")
    player.press(",")
    change(player, "question-marks")
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
    change(player, "no-guess")
    player.press("escape")
    player.press("u", "n")
    assert not player.setup.no_guess


# What cannot be saved


def test_what_config_toml_sets_is_changed_for_this_run_only_and_its_line_named() -> None:
    player = at_settings(live=live_settings(config={"theme": "sea"}))
    assert says(player).startswith("Set by config.toml, line 3. Dark, with")
    change(player, "theme")
    assert says(player).startswith("This run only: config.toml sets theme (line 3). Dark on light.")
    assert (player.looks.name, saved()) == ("light", {})


def test_what_the_command_line_sets_is_changed_for_this_run_only() -> None:
    player = at_settings(live=live_settings(command_line={"zoom": "2"}))
    change(player, "zoom", 0)
    assert says(player).startswith("Set by the command line. Two columns per cell.")
    player.press("right")
    assert says(player).startswith("This run only: the command line sets zoom. Three")
    assert saved() == {}


def test_a_change_that_would_count_at_the_next_start_is_not_saved_if_config_toml_sets_it() -> None:
    player = at_settings(live=live_settings(config={"mouse": "true"}))
    change(player, "mouse")
    assert says(player).startswith("Not saved: config.toml sets mouse (line 3). The mouse")
    assert "next start" not in says(player)
    assert saved() == {}


def test_a_setting_that_cannot_be_saved_applies_and_says_so_in_any_window() -> None:
    for size in ((80, 24), (30, 10)):
        player = at_settings(size)
        Path("home/state").mkdir(parents=True, exist_ok=True)
        change(player, "theme")
        assert says(player).startswith("This run only: ")
        assert "Is a directory" in says(player)
        assert player.shows("This run only")
        assert player.looks.name == "light"


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
