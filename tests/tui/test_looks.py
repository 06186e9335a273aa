"""The theme and the zoom that the player chooses: what the keys do, and what is remembered."""

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.look.glyphs import ZOOMS
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.look.theme import Looks, auto_theme
from minesweeper.tui.screen import Key, Screen
from minesweeper.tui.screens.demo import DemoScreen
from tests.harness.kept_games import nowhere
from tests.harness.player import TWO_MINES, GamePlayer

# The theme that "auto" stands for


@pytest.mark.parametrize(
    ("said", "theme"),
    [
        ("15;0", "dark"),
        ("0;15", "light"),
        ("7;0", "dark"),
        ("0;7", "light"),
        ("15;default;0", "dark"),
        ("0;default;15", "light"),
        ("default;default", "dark"),
        ("0;8", "dark"),
        ("15", "light"),
        ("0;", "dark"),
        ("", "dark"),
        ("0;15;", "dark"),
        ("0;white", "dark"),
    ],
)
def test_auto_follows_the_background_that_the_terminal_reports(said: str, theme: str) -> None:
    assert auto_theme({"COLORFGBG": said}) == theme


def test_auto_is_dark_where_nothing_is_known() -> None:
    assert auto_theme({}) == "dark"


def test_auto_is_mono_where_colours_are_not_wanted() -> None:
    assert auto_theme({"NO_COLOR": "1", "COLORFGBG": "0;15"}) == "mono"
    assert auto_theme({"NO_COLOR": "", "COLORFGBG": "0;15"}) == "light"


def test_auto_draws_with_the_theme_that_it_stands_for() -> None:
    assert Looks("auto", auto="light").theme is Looks("light").theme


# The theme


@pytest.mark.parametrize("theme", PALETTES)
def test_only_auto_asks_for_the_background_and_follows_it(theme: str) -> None:
    looks, fixed = Looks("auto"), Looks(theme)
    assert looks.needs_background
    assert not fixed.needs_background
    for light, name in ((True, "light"), (False, "dark")):
        looks.set_background(light=light)
        fixed.set_background(light=light)
        assert looks.theme is Looks(name).theme
        assert fixed.theme is Looks(theme).theme


def test_what_the_terminal_says_of_its_background_wins_over_the_environment() -> None:
    looks = Looks("auto", auto="light")
    looks.set_background(light=False)
    assert looks.theme is Looks("dark").theme


def test_the_reported_background_is_kept_for_the_next_auto() -> None:
    looks = Looks("mono")
    looks.set_background(light=True)
    assert looks.theme is Looks("mono").theme
    assert looks.next_theme() == "theme: auto (light)"
    assert looks.theme is Looks("light").theme


def test_without_colours_the_background_is_not_queried() -> None:
    assert not Looks("auto", colours=False).needs_background


def test_the_theme_key_goes_round_all_themes_and_says_their_names() -> None:
    player = GamePlayer(theme="auto")
    for name in PALETTES:
        player.press("t")
        assert player.message == f"Theme: {name}"
    player.press("t")
    assert player.message == "Theme: auto (dark)"


@pytest.mark.parametrize("key", ["t", "T"])
def test_a_change_of_theme_shows_at_once(key: str) -> None:
    player = GamePlayer(theme="dark")
    player.press("$", "enter", key)
    light = Looks("light", "ascii").theme
    assert player.style_at(1, 1) in [style for tone in light.cells for _, style in tone.values()]
    assert player.theme is light


def test_a_change_of_theme_keeps_hint_and_cursor() -> None:
    player = GamePlayer(TWO_MINES, theme="dark")
    player.press("$", "enter", "i", "i")
    premises, lines = player.painted(player.theme.marks["premise"]), player.lines
    cursor = player.cursor
    player.press("t")
    assert player.painted(player.theme.marks["premise"]) == premises != []
    assert player.painted(player.theme.marks["target"]) != []
    assert player.cursor == cursor
    player.press("escape")  # a key that does nothing takes the name of the theme away again
    assert player.lines == lines


def test_a_change_of_theme_keeps_the_odds() -> None:
    player = GamePlayer(TWO_MINES, theme="dark")
    player.press("$", "enter", "a")
    text = player.text_at(1, 1)
    player.press("t")
    assert player.text_at(1, 1) == text == "50"
    assert player.style_at(1, 1) is player.theme.odds[3]


def test_the_theme_changes_while_the_game_is_paused() -> None:
    player = GamePlayer(TWO_MINES, theme="dark")
    player.press("$", "enter", "p", "t")
    assert player.message == "Theme: light"
    assert player.shows("Paused")


def test_help_follows_the_theme_of_the_game() -> None:
    player = GamePlayer(theme="dark")
    page = player.press("?")
    player.looks.next_theme()
    canvas = Canvas(80, 24)
    assert isinstance(page, Screen)
    page.draw(canvas, player.now)
    assert player.theme.header in [style for row in canvas.pieces for _, _, style in row]


def test_without_colours_the_theme_stays() -> None:
    looks = Looks("light", colours=False)
    assert looks.theme is Looks("mono").theme
    assert looks.next_theme() == "theme: mono, as this terminal has no colours"
    assert (looks.name, looks.theme) == ("light", Looks("mono").theme)


# What is remembered


def test_what_the_player_changes_is_remembered() -> None:
    kept: list[str] = []

    def remember(theme: str) -> str:
        kept.append(theme)
        return ""

    first, second, third, *_ = PALETTES
    looks = Looks(first, remember=remember)
    assert kept == []
    looks.next_theme()
    assert kept == [second]
    looks.next_theme()
    assert kept == [second, third]


def test_no_zoom_of_a_key_is_remembered() -> None:
    looks = Looks("dark", remember=lambda theme: "remembered")
    for action in ("zoom-in", "zoom-out", "zoom-out"):
        assert "remembered" not in looks.change(action)


def test_what_cannot_be_changed_is_not_remembered() -> None:
    looks = Looks(glyphs="emoji", colours=False, remember=lambda theme: "remembered")
    for action in ("theme", "zoom-in", "zoom-out"):
        assert "remembered" not in looks.change(action)


def test_the_message_of_a_change_says_whether_it_was_saved() -> None:
    looks = Looks("dark", remember=lambda theme: f"{theme} for this run only")
    assert looks.next_theme() == "theme: light, light for this run only"
    looks.apply("mono", "", 2)
    assert looks.name == "mono"


def test_the_demo_also_changes_its_looks() -> None:
    games = OpenGames(Dealer(Setup(9, 9, 10), lambda: 7), nowhere())
    demo = DemoScreen(games, Looks("dark", "ascii"))
    canvas = Canvas(80, 24)
    for key in ("t", "-"):
        demo.handle(Key(key), 0)
    demo.draw(canvas, 0)
    assert demo.view.cell_width == 1
    assert any(f"Zoom 1 of {len(ZOOMS)}" in line for line in canvas.lines())
    assert Looks("light", "ascii", 1).theme.cells[0][ord("#")][1] in [
        style for row in canvas.pieces for _, _, style in row
    ]
    demo.handle(Key(" "), 0)
    demo.draw(canvas := Canvas(80, 24), 0)
    assert not any("zoom" in line for line in canvas.lines())
