"""The settings on a page over the game: in force at once, and kept at once."""

from pathlib import Path

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.settings.live import LiveSettings
from minesweeper.settings.sources import NO_SOURCES, Config, State, parse_layer, texts_of
from minesweeper.settings.table import Binding, Settings
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.screen import Ask, Key
from minesweeper.tui.screens.settings import SettingsPage
from tests.harness.seat import Seat
from tests.tui.test_menu import Diner


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Setter:
    """Somebody at a game who has opened the settings."""

    def __init__(
        self,
        size: tuple[int, int] = (80, 24),
        setup: Setup | None = None,
        own: dict[str, Binding] | None = None,
        config: dict[str, str] | None = None,
    ) -> None:
        """`own` keys and values stand in config.toml."""
        self.size = size
        fixed = parse_layer(config or {}, "/home/config.toml, line 3")
        sources = NO_SOURCES._replace(config=Config(fixed, own or {}))
        shown = parse_layer({"theme": "dark", "glyphs": "ascii"}, "state")
        self.live = LiveSettings(
            Settings(shown | fixed),
            sources,
            State("home"),
            lambda name: "unicode" if name == "auto" else name,
        )
        self.seat = Seat(None, size, setup=setup, desk=self.live)
        self.open()

    @property
    def saved(self) -> dict[str, str]:
        return texts_of(State("home").saved)

    def open(self) -> None:
        page = self.seat.press(",")
        assert isinstance(page, SettingsPage)
        self.page = page

    def set(self, name: str, times: int = 1) -> None:
        """Go to a setting and change it that often."""
        self.press("g")
        while self.page.focused.label != name:
            self.press("down")
        self.press(*["right"] * times)

    def press(self, *keys: str) -> None:
        for key in keys:
            assert self.page.handle(Key(key), self.seat.now) is None

    def leave(self) -> None:
        assert self.page.handle(Key("escape"), self.seat.now) is Ask.LEAVE
        self.seat.screen.uncovered(self.seat.now)
        self.seat.draw()

    def shows(self, text: str) -> bool:
        canvas = Canvas(*self.size)
        self.page.draw(canvas, self.seat.now)
        return text in "\n".join(canvas.lines())


def test_every_setting_has_a_line_with_its_value() -> None:
    setter = Setter()
    for name, text in setter.live.texts.items():
        value = {"true": "on", "false": "off"}.get(text, text)
        assert setter.shows(f"{name.replace('-', ' '):14}  < {value} >")


def test_a_change_is_kept_before_the_page_is_left_and_says_where() -> None:
    setter = Setter()
    setter.set("mouse")
    assert setter.saved == {"mouse": "false"}
    assert setter.shows("; saved")
    setter.press("up")
    assert not setter.shows("; saved")


def test_theme_glyphs_and_zoom_show_at_once() -> None:
    setter = Setter()
    setter.set("theme")
    setter.set("zoom")
    assert (setter.seat.looks.name, setter.seat.looks.zoom) == ("light", 1)
    setter.set("zoom")
    setter.set("glyphs", 2)
    setter.leave()
    assert setter.saved == {"theme": "light", "zoom": "2", "glyphs": "auto"}
    assert setter.seat.shows("░")


def test_emoji_and_one_column_a_cell_give_way_to_each_other() -> None:
    setter = Setter(size=(120, 24))
    setter.set("zoom")
    setter.set("glyphs")
    assert setter.shows("Zoom is 2 now; saved")
    assert setter.saved == {"glyphs": "emoji"}
    setter.set("zoom")
    assert setter.shows("Glyphs is auto now; saved")
    assert setter.saved == {"zoom": "1"}


def test_what_cannot_be_is_passed_by_in_both_ways_and_said() -> None:
    setter = Setter(size=(120, 24), own={"hint": Binding(("w",), "config.toml, line 2")})
    for way in ("right", "left"):
        setter.set("keys", 0)
        setter.press(way)
        assert setter.shows("w would be both up and hint")
        assert setter.live.texts["keys"] == "default"
        assert "keys" not in setter.saved


def test_a_rule_that_the_menu_has_set_is_shown_and_gives_way() -> None:
    setter = Setter(setup=Setup(8, 8, 10, no_guess=True))
    assert setter.shows("no guess        < on >")
    setter.set("first")
    assert setter.saved == {"first": "safe"}
    setter.leave()
    setter.seat.press("n")
    setup = setter.seat.screen.session.game.setup
    assert (setup.first, setup.no_guess) == ("safe", False)


def test_a_change_leaves_alone_what_it_has_nothing_to_do_with() -> None:
    setter = Setter(setup=Setup(8, 8, 10, no_guess=True, question_marks=True))
    setter.set("theme")
    setter.leave()
    setter.seat.press("n")
    setup = setter.seat.screen.session.game.setup
    assert (setup.no_guess, setup.question_marks) == (True, True)
    assert setter.saved == {"theme": "light"}


@pytest.mark.parametrize(
    ("name", "when"),
    [("mouse", "From the next start on"), ("question marks", "From the next game on")],
)
def test_a_change_says_from_when_on_it_counts(name: str, when: str) -> None:
    setter = Setter()
    setter.set(name)
    assert setter.shows(f"{when}; saved")


def test_a_change_says_what_changes_with_it() -> None:
    setter = Setter(size=(120, 24))
    setter.set("on guess")
    assert setter.shows("Win is clear now; from the next game on; saved")
    setter.set("win")
    assert setter.shows("On guess is luck now; from the next game on; saved")
    setter.press("right")
    assert setter.shows("From the next game on; saved")
    assert not setter.shows("On guess is luck now")


def test_rules_count_from_the_next_game_on() -> None:
    setter = Setter()
    setter.set("question marks")
    setter.set("win")
    before = setter.seat.screen.session.game.setup
    setter.leave()
    assert setter.seat.screen.session.game.setup == before
    setter.seat.press("n")
    setup = setter.seat.screen.session.game.setup
    assert (setup.question_marks, setup.win) == (True, "clear")


def test_rules_that_belong_together_change_together() -> None:
    setter = Setter()
    setter.set("first", 2)
    setter.set("no guess")
    assert (setter.live.texts["first"], setter.saved) == ("opening", {"no-guess": "true"})
    setter.set("first")
    assert (setter.live.texts["no-guess"], setter.saved) == ("false", {"first": "safe"})
    setter.set("on guess")
    assert setter.live.texts["win"] == "clear"
    setter.set("win")
    assert setter.live.texts["on-guess"] == "luck"
    assert setter.saved == {"first": "safe", "win": "flags"}


def test_a_board_too_large_to_be_free_of_guesses_is_refused() -> None:
    setter = Setter(setup=Setup(200, 200, 5))
    setter.set("no guess")
    assert setter.shows("at most 10000 cells")
    assert setter.saved == {}
    assert setter.live.texts["no-guess"] == "false"


def test_another_scheme_of_keys_is_in_force_at_once_and_in_the_help() -> None:
    setter = Setter()
    setter.set("keys")
    setter.leave()
    setter.seat.press("s", "d")
    assert setter.seat.cursor == (2, 2)
    help_page = setter.seat.press("?")
    assert help_page
    canvas = Canvas(80, 30)
    help_page.draw(canvas, 0)  # type: ignore[union-attr]  # a page, no request
    assert "wasd" in "\n".join(canvas.lines())


def test_a_scheme_that_collides_with_own_keys_is_refused() -> None:
    setter = Setter(own={"hint": Binding(("w",), "config.toml, line 2")})
    setter.set("keys")
    assert setter.shows("w would be both up and hint")
    assert setter.live.texts["keys"] == "default"
    setter.leave()
    setter.seat.press("j")
    assert setter.seat.cursor == (1, 2)


def test_speech_begins_and_ends_at_once() -> None:
    setter = Setter()
    setter.set("speak")
    setter.leave()
    setter.seat.press("right")
    assert "Column 2, row 1" in setter.seat.said
    setter.open()
    setter.set("speak")
    setter.leave()
    setter.seat.press("right")
    assert "column" not in setter.seat.said


def test_what_config_toml_sets_is_changed_for_this_run_only_and_its_line_named() -> None:
    setter = Setter((120, 24), config={"theme": "dark"})
    setter.set("theme")
    assert setter.shows(
        "For this run only: to save it, delete theme from /home/config.toml, line 3"
    )
    assert (setter.seat.looks.name, setter.saved) == ("light", {})


def test_what_cannot_be_saved_is_in_force_all_the_same_and_said() -> None:
    setter = Setter()
    Path("home/settings.lock").mkdir(parents=True)
    setter.set("theme")
    assert setter.shows("For this run only: ")
    assert setter.shows("Is a directory")
    assert setter.seat.looks.name == "light"


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (16, 7), (200, 60)])
def test_every_line_can_be_reached_at_every_size(size: tuple[int, int]) -> None:
    setter = Setter(size)
    for name in setter.live.texts:
        setter.set(name.replace("-", " "), 0)
        assert setter.shows(setter.live.texts[name].replace("true", "on").replace("false", "off"))


def test_without_a_desk_the_screen_says_so() -> None:
    seat = Seat()
    assert seat.press(",") is None
    assert seat.message == "Nothing can be set here"


def test_the_page_is_left_by_the_keys_that_the_player_quits_with() -> None:
    setter = Setter()
    setter.page = SettingsPage(
        setter.seat.looks,
        setter.live,
        lambda texts: None,
        bound_rows("default", {"quit": Binding(("Q",), "here"), "hint": Binding(("q",), "here")}),
    )
    assert setter.page.handle(Key("q"), 0) is None
    assert setter.page.handle(Key("Q"), 0) is Ask.LEAVE


def test_a_rule_holds_from_the_next_game_on_also_after_a_return() -> None:
    setter = Setter()
    setter.leave()
    setter.seat.press("enter", "n")
    setter.open()
    setter.set("question marks")
    setter.leave()
    setter.seat.press("u")
    assert not setter.seat.screen.session.game.setup.question_marks
    setter.seat.press("n")
    assert setter.seat.screen.session.game.setup.question_marks


def test_a_rule_that_is_too_much_for_the_game_left_is_not_put_in_force_there() -> None:
    setter = Setter(setup=Setup(200, 100, 10))
    setter.leave()
    setter.seat.press("enter")
    Diner(seat=setter.seat).press("1", "enter")
    setter.open()
    setter.set("no guess")
    setter.leave()
    setter.seat.press("u", "n")
    assert not setter.seat.screen.session.game.setup.no_guess
