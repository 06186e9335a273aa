"""The calendar of the daily boards."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any, cast

import pytest

from minesweeper.engine.notation import capitalise
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.daily import daily
from minesweeper.play.session import Session
from minesweeper.store.database import BUSY
from minesweeper.store.store import Store
from minesweeper.tui.canvas import Style
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.screen import Copy
from minesweeper.tui.screens.daily import DailyPage
from tests.harness.kept_games import close_stores, keep_daily, open_store
from tests.harness.locked import in_use
from tests.harness.player import WHEEL_DOWN, WHEEL_UP, GamePlayer, side_says, words_text

TODAY = "2026-11-24"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield open_store(tmp_path)
    close_stores()


@pytest.fixture(scope="module")
def home_of_a_month(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with a result of each kind, two days apart; the 17th was played on the 20th."""
    home = tmp_path_factory.mktemp("month")
    store = open_store(home)
    options: list[dict[str, Any]] = [
        {"end": False},
        {"loses": True},
        {"begun": "2026-11-20T10:00:00Z"},
        {"helps": ("hint", "hint")},
        {},
        {},
    ]
    for number, (day, each) in enumerate(zip((13, 15, 17, 21, 22, 23), options, strict=True)):
        date = f"2026-11-{day}"
        keep_daily(
            store,
            f"da{number}",
            **({"begun": f"{date}T10:00:00Z", "day": date, "level": "beginner"} | each),
        )
    close_stores()
    return home


@pytest.fixture
def month(home_of_a_month: Path, tmp_path: Path) -> Iterator[Store]:
    yield open_store(copytree(home_of_a_month, tmp_path / "month"))
    close_stores()


def at_calendar(store: Store, size: tuple[int, int] = (80, 24), **options: object) -> GamePlayer:
    """Return a player at a game of beginner who has opened the calendar."""

    def deal(day: str, level: str) -> Session:
        return daily(day, level).begin("ff", f"{TODAY}T00:00:00Z", store.open_journal, 0)

    player = GamePlayer(
        None,
        setup=LEVELS["beginner"],
        store=store,
        deal_daily=deal,
        daily_date=lambda: TODAY,
        **options,  # type: ignore[arg-type]  # the screen's own
    )
    player.press("m", str(len(LEVELS) + 3))
    player.resize(*size)
    return player


def page_of(player: GamePlayer) -> DailyPage:
    assert isinstance(player.top, DailyPage)
    return player.top


def says(player: GamePlayer) -> str:
    return side_says(page_of(player).shown_side(player.now))


def main(player: GamePlayer) -> str:
    return words_text(page_of(player).side(player.now).main)


# What it shows


def test_the_calendar_at_80x24(month: Store) -> None:
    assert at_calendar(month).lines == [
        "",
        " November 2026                             beginner   24 November        today",
        "",
        "  Mo     Tu     We     Th     Fr     Sa     Su        beginner, 9x9",
        "",
        "                                             1        not played yet",
        "",
        "                                                      2 days in a row",
        "   2      3      4      5      6      7      8        longest streak 2",
        "                                                      won 4 of 6",
        "",
        "   9     10     11     12     13     14     15        For a streak, win",
        "                                 -             X      without help on the day",
        "                                                      itself (UTC).",
        "  16     17     18     19     20     21     22",
        "            o                           *      o      Enter play",
        "",
        "  23     24     25     26     27     28     29",
        "     o",
        "",
        "  30                                                  o won    * with help",
        "                                                      X lost   - given up",
        "",
        " arrows day   [ ] month   1-4 level   Esc back",
    ]


def test_in_a_strip_the_days_have_a_row_each(month: Store) -> None:
    assert at_calendar(month, (60, 16)).lines[2:9] == [
        " Mo     Tu     We     Th     Fr     Sa     Su",
        "                                            1",
        "  2      3      4      5      6      7      8",
        "  9     10     11     12     13 -   14     15 X",
        " 16     17 o   18     19     20     21 *   22 o",
        " 23 o   24     25     26     27     28     29",
        " 30",
    ]
    assert at_calendar(month, (60, 24)).lines[:7] == [
        " November 2026                                     beginner",
        "",
        "  Mo      Tu      We      Th      Fr      Sa      Su",
        "",
        "                                                   1",
        "",
        "   2       3       4       5       6       7       8",
    ]


def test_in_the_smallest_window_the_weeks_scroll(month: Store) -> None:
    player = at_calendar(month, (30, 10))
    player.press("left", "left", "left")
    assert player.lines == [
        " November 2026       beginner",
        " Mo  Tu  We  Th  Fr  Sa  Su",
        "  2   3   4   5   6   7   8  ^",
        "  9  10  11  12  13- 14  15X",
        " 16  17o 18  19  20  21* 22o",
        " 23o 24  25  26  27  28  29  v",
        "",
        " 21 November",
        " won in 2.000 s with 2 hints",
        " Enter again   c copy   Esc",
    ]


def style_of(player: GamePlayer, day: str) -> Style:
    """How the number of a day is painted."""
    [style] = [
        style
        for row in player.canvas.pieces
        for column, text, style in row
        if text == f"{day:>2}" and column < page_of(player).stage.right
    ]
    return style


@pytest.mark.parametrize(
    ("day", "ground"),
    [
        ("22", "calendar-won"),
        ("21", "shade"),
        ("15", "glow"),
        ("13", "track"),
        ("14", "covered"),
        ("25", "open"),
        ("24", "cursor"),
    ],
)
def test_the_ground_of_a_day_tells_its_result(month: Store, day: str, ground: Role) -> None:
    player = at_calendar(month, glyphs="unicode")
    assert style_of(player, day).background == player.theme.colour(ground)


def test_without_colours_signs_alone_tell_it_and_days_to_come_are_dim(month: Store) -> None:
    player = at_calendar(month, theme="mono", glyphs="unicode")
    assert {style_of(player, day) for day in ("22", "21", "15", "14")} == {player.theme.text}
    assert style_of(player, "24").reverse
    assert style_of(player, "25").dim


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("left", "23 November beginner, 9x9 won in 2.000 s"),
        ("left left left", "21 November beginner, 9x9 won in 2.000 s with 2 hints"),
        ("up", "17 November beginner, 9x9 won in 2.000 s, played on 2026-11-20"),
        ("up left left", "15 November beginner, 9x9 lost after 0.000 s"),
        ("up left left h h", "13 November beginner, 9x9 given up"),
        ("k right", "18 November beginner, 9x9 not played yet"),
        ("right", "25 November beginner, 9x9 still to come"),
        ("1", "24 November today classic, 8x8 not played yet"),
        ("4 page-up", "24 October expert, 30x16 not played yet"),
        ("[ ]", "24 November today"),
        ("down down", "30 November"),  # no later month is shown
        ("]", "30 November"),
        ("up up up up", "27 October"),
        ("right right right right right right [ [ [ [ [ [ [ [ [", "28 February"),
    ],
)
def test_the_side_says_what_became_of_the_chosen_day(month: Store, keys: str, text: str) -> None:
    player = at_calendar(month)
    player.press(*keys.split())
    assert says(player).replace("\N{MULTIPLICATION SIGN}", "x").startswith(text)


def test_figures_that_lack_are_left_out(store: Store) -> None:
    player = at_calendar(store)
    assert says(player).endswith(
        "not played yet For a streak, win without help on the day itself (UTC)."
    )
    keep_daily(store, "da", f"{TODAY}T10:00:00Z", level="classic")
    player.press("1")
    assert "won in 2.000 s won 1 of 1 For" in says(player)


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_every_day_can_be_reached(month: Store, size: tuple[int, int]) -> None:
    player = at_calendar(month, size)
    for _ in range(40):
        player.press("left")
        assert player.canvas.cursor
    assert says(player).startswith("15 October")
    player.press("escape")
    assert player.is_at_page  # the menu


# Playing


def test_enter_plays_the_chosen_day_and_its_first_attempt_becomes_its_result(
    store: Store,
) -> None:
    player = at_calendar(store)
    player.press("left", "left")
    assert main(player) == "Enter play"
    player.press("enter")
    assert not player.is_at_page
    assert player.session.head.origin.name == "1/2026-11-22/beginner"
    player.clear()
    player.press("m", "7", "left", "left")
    assert "won in 0.000 s, played on 2026-11-24 won 1 of 1" in says(player)
    assert main(player) == "Enter play again / c copy to share"


def test_a_day_that_has_not_begun_is_not_played(store: Store) -> None:
    player = at_calendar(store)
    player.press("right")
    assert main(player) == ""
    player.press("enter")
    assert player.is_at_page
    assert "It can be played from 25 November on (UTC)." in says(player)
    player.press("left")
    assert "not played yet" in says(player)


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_a_click_chooses_a_day_and_a_second_one_plays_it(
    store: Store, size: tuple[int, int]
) -> None:
    player = at_calendar(store, size)
    column, row = player.find("18")
    player.click_at(column, row)
    assert says(player).startswith("18 November")
    player.click_at(column + 1, row)
    assert player.session.head.origin.name == "1/2026-11-18/beginner"


def test_the_wheel_turns_the_month(store: Store) -> None:
    player = at_calendar(store)
    player.mouse(WHEEL_UP, True, 5, 5)
    assert player.shows("October 2026")
    player.mouse(WHEEL_DOWN, True, 5, 5)
    assert player.shows("November 2026")


def test_an_unfinished_attempt_is_named_as_one(store: Store) -> None:
    player = at_calendar(store)
    player.press("left", "enter", "enter", "m", "7", "left")
    assert says(player).startswith("23 November beginner")
    assert "unfinished" in says(player)


# Copying


@pytest.mark.parametrize("way", ["key", "click"])
def test_the_result_of_the_first_attempt_is_copied(store: Store, way: str) -> None:
    keep_daily(store, "da", "2026-11-23T10:00:00Z", level="beginner", seconds=9)
    keep_daily(store, "db", "2026-11-23T11:00:00Z", level="beginner", seconds=2)
    player = at_calendar(store)
    player.press("left")
    reaction = player.press("c") if way == "key" else player.click_on("copy to share")
    assert isinstance(reaction, Copy)
    assert reaction.text.startswith("Minesweeper daily 2026-11-23 beginner: won in 9.000 s, 3BV ")
    player.top.show_copy_result("Copied.")
    player.draw()
    assert player.shows("Copied.")


def test_a_board_without_a_result_has_nothing_to_copy(store: Store) -> None:
    keep_daily(store, "da", "2026-11-23T10:00:00Z", level="beginner", end=False)
    keep_daily(store, "db", "2026-11-23T11:00:00Z", level="beginner")
    player = at_calendar(store)
    assert player.press("c") is None
    assert "No result to copy: this board was not played." in says(player)
    assert player.press("left", "c") is None
    assert "No result to copy: the first attempt was given up." in says(player)


# The store


def test_games_that_were_in_use_are_read_when_they_are_free(month: Store) -> None:
    player = at_calendar(month)
    with in_use(month):
        player.press("3")
        assert capitalise(BUSY) in says(player)
    player.press("2", "left")
    assert "won in 2.000 s" in says(player)


def test_one_more_level_has_a_calendar_of_its_own(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cast(dict[str, Setup], LEVELS), "huge", Setup(40, 20, 180))
    player = at_calendar(store)
    player.press("5")
    assert player.shows("huge, 40x20")
    assert player.shows("1-5 level")
    player.press("4")
    assert player.shows("expert, 30x16")
