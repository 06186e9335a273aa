"""Pages of choices: lines to pick, or to turn to another value."""

import pytest

from minesweeper.tui.events import Key
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.widgets.choices import ChoiceLine, ChoicesPage, in_groups, next_value
from tests.harness.player import Player

PAGE_SIZES = [(80, 24), (40, 12), (200, 60), (30, 10)]


class Settings(ChoicesPage):
    """A page of values, to be changed."""

    def __init__(self) -> None:
        self.theme = "dark"
        super().__init__(Looks(glyphs="ascii"), "Minesweeper: settings", "settings")

    def choices(self) -> list[ChoiceLine]:
        def change(way: int) -> None:
            self.theme = next_value(("dark", "light", "mono"), self.theme, way)

        return in_groups(
            [ChoiceLine("theme", self.theme, turn=change)],
            [],
            [ChoiceLine("count", "3", turn=lambda way: None)],
        )


def test_a_value_is_followed_by_the_next_and_the_last_by_the_first() -> None:
    page = Settings()
    seen = []
    for key in ("right", "enter", " ", "left", "h"):
        page.handle(Key(key), 0)
        seen.append(page.theme)
    assert seen == ["light", "mono", "dark", "mono", "light"]


def test_keys_that_come_before_the_first_frame_count() -> None:
    page = Settings()
    page.handle(Key("end"), 0)
    assert Player(page).focused == "count < 3 >"


def test_values_stand_below_each_other() -> None:
    player = Player(Settings(), (40, 12))
    assert player.page[1:4] == ["  theme           < dark >", "", "  count           < 3 >"]


class ManyValues(ChoicesPage):
    """A page of as many settings as are asked for; the help of some is long."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(Looks(glyphs="ascii"), "Settings", "settings")

    def choices(self) -> list[ChoiceLine]:
        return [
            ChoiceLine(f"Line {n}", "on", help=f"This is {n} so; {'very ' * 20 * (n % 3)}long")
            for n in range(self.count)
        ]


@pytest.mark.parametrize("size", PAGE_SIZES)
@pytest.mark.parametrize("count", [3, 13, 14, 40])
def test_settings_that_fill_the_page_scroll(size: tuple[int, int], count: int) -> None:
    page = Player(ManyValues(count), size)
    for n in [*range(count), *reversed(range(count))]:
        while page.focused != f"Line {n} on"[: len(f"Line {n}")]:
            before = page.focused
            page.press("down" if n >= int(before.split()[1]) else "up")
            assert page.focused != before
        assert page.shows(f"This is {n} so")


@pytest.mark.parametrize("size", PAGE_SIZES)
def test_nothing_moves_when_the_help_gets_longer(size: tuple[int, int]) -> None:
    page = Player(ManyValues(3), size)
    frames = set()
    for _ in range(3):
        lines = [f"  Line {n}" for n in range(3)]
        frames.add((tuple(map(page.find, lines)), page.lines[0], page.lines[-2], page.lines[-1]))
        page.press("down")
    assert len(frames) == 1


def test_help_that_is_too_long_is_cut() -> None:
    page = Player(ManyValues(3), (30, 10))
    page.press("down", "down")
    assert page.page[-1].endswith("...")
