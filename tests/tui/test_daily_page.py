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
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.screen import Copy
from tests.harness.kept_games import close_stores, keep_daily, open_store
from tests.harness.locked import in_use
from tests.harness.player import WHEEL_DOWN, WHEEL_UP, GamePlayer

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


def test_the_calendar_at_80x24(month: Store) -> None:
    assert at_calendar(month).lines == [
        "          +- Daily beginner ------------------------- November 2026 -+",
        "          |                                                          |",
        "          |      Mo     Tu     We     Th     Fr     Sa     Su        |",
        "          |                                                          |",
        "          |                                                 1        |",
        "          |                                                          |",
        "          |       2      3      4      5      6      7      8        |",
        "          |                                                          |",
        "          |       9     10     11     12     13 -   14     15 L      |",
        "          |                                                          |",
        "          |      16     17 W   18     19     20     21 *   22 W      |",
        "          |                                                          |",
        "          |      23 W  [24]    25     26     27     28     29        |",
        "          |                                                          |",
        "          |      30                                                  |",
        "          |                                                          |",
        "          |  Today: beginner 9x9, not played yet                     |",
        "          |  Streak 2, longest 2                                     |",
        "          |  4 of 6 won, 1 with help; best 2.000 s                   |",
        "          |  W won  * with help  L lost  - given up                  |",
        "          |  For a streak, win without help on the day itself (UTC)  |",
        "          |                                                          |",
        "          +----------------------------------------------------------+",
        "Enter play   arrows choose   1-4 set level   PgUp PgDn turn month   Esc go back",
    ]


def test_the_calendar_at_30x10(month: Store) -> None:
    player = at_calendar(month, (30, 10))
    player.press("left", "left", "left")
    assert player.lines == [
        "+- Beginner ------ Nov 2026 -+",
        "|    Mo Tu We Th Fr Sa Su    |",
        "|     2  3  4  5  6  7  8    |",
        "|     9 10 11 12 13-14 15L   |",
        "|    16 17W18 19 20 21*22W   |",
        "|    23W24 25 26 27 28 29    |",
        "|  21 November: won in 2.000 |",
        "|  s with 2 hints            |",
        "+----------------- Streak 2 -+",
        "Enter play again   Esc go back",
    ]


def test_where_totals_stand_below_the_streaks_they_begin_with_a_capital(store: Store) -> None:
    lines = at_calendar(store, (40, 14)).lines
    below = next(at for at, line in enumerate(lines) if "Streak 0, longest 0" in line) + 1
    assert lines[below].strip(" |") == "None played yet"


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["left"], "23 November: won in 2.000 s"),
        (["left"] * 3, "21 November: won in 2.000 s with 2 hints"),
        (["up"], "17 November: won in 2.000 s, played on 2026-11-20"),
        (["up", "left", "left"], "15 November: lost after 0.000 s"),
        (["up", "left", "left", "h", "h"], "13 November: given up"),
        (["k", "right"], "18 November: beginner 9x9, not played"),
        (["right"], "25 November: beginner 9x9, not before that day (UTC)"),
        (["1"], "Today: classic 8x8, not played yet"),
        (["4", "page-up"], "24 October: expert 30x16, not played"),
        (["down", "down"], "30 November:"),  # no later month is shown
        (["page-down"], "30 November:"),
        (["up"] * 4, "27 October:"),
        (["right"] * 6 + ["page-up"] * 9, "28 February:"),
    ],
)
def test_the_selected_day_is_described(month: Store, keys: list[str], text: str) -> None:
    player = at_calendar(month, (120, 24))
    player.press(*keys)
    assert player.shows(text)


def test_enter_plays_the_selected_day_and_its_first_attempt_becomes_its_result(
    store: Store,
) -> None:
    player = at_calendar(store)
    player.press("left", "left", "enter")
    assert not player.is_at_page
    assert player.session.head.origin.name == "1/2026-11-22/beginner"
    player.clear()
    player.press("m", "7", "left", "left")
    assert player.shows("22 November: won in 0.000 s, played on 2026-11-24")
    assert player.shows("Streak 0, longest 0; 1 of 1 won; best 0.000 s")
    assert player.shows("Enter play again")


def test_a_day_that_has_not_begun_is_not_played(store: Store) -> None:
    player = at_calendar(store)
    player.press("right", "enter")
    assert player.is_at_page
    assert player.shows("It can be played from 25 November on (UTC)")
    player.press("left")
    assert player.shows("Today:")


def test_a_click_selects_a_day_and_a_second_one_plays_it(store: Store) -> None:
    player = at_calendar(store)
    player.click_on(" 18 ", behind=1)
    assert player.shows("18 November:")
    player.click_on(" 18 ", behind=2)
    assert player.session.head.origin.name == "1/2026-11-18/beginner"


def test_the_wheel_turns_the_month(store: Store) -> None:
    player = at_calendar(store)
    player.mouse(WHEEL_UP, True, 5, 5)
    assert player.shows("October 2026")
    player.mouse(WHEEL_DOWN, True, 5, 5)
    assert player.shows("November 2026")


@pytest.mark.parametrize("way", ["key", "click"])
def test_the_result_of_the_first_attempt_is_copied(store: Store, way: str) -> None:
    keep_daily(store, "da", "2026-11-23T10:00:00Z", level="beginner", seconds=9)
    keep_daily(store, "db", "2026-11-23T11:00:00Z", level="beginner", seconds=2)
    player = at_calendar(store)
    player.press("left")
    reaction = player.press("c") if way == "key" else player.click_on("c copy")
    assert isinstance(reaction, Copy)
    assert reaction.text.startswith("Minesweeper daily 2026-11-23 beginner: won in 9.000 s, 3BV ")
    player.top.show_copy_result("Copied")
    player.draw()
    assert player.shows("Copied")


def test_a_board_without_a_result_has_nothing_to_copy(store: Store) -> None:
    keep_daily(store, "da", "2026-11-23T10:00:00Z", level="beginner", end=False)
    keep_daily(store, "db", "2026-11-23T11:00:00Z", level="beginner")
    player = at_calendar(store)
    assert player.press("c") is None
    assert player.shows("No result to copy: this board was not played")
    assert player.press("left", "c") is None
    assert player.shows("No result to copy: the first attempt was given up")


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_every_day_can_be_reached(month: Store, size: tuple[int, int]) -> None:
    player = at_calendar(month, size)
    for _ in range(40):
        player.press("left")
        assert player.canvas.cursor
    assert player.shows("15 October")
    player.press("escape")
    assert player.shows("New game")


@pytest.mark.parametrize("theme", PALETTES)
def test_the_calendar_needs_no_colours_beyond_those_of_the_theme(month: Store, theme: str) -> None:
    player = at_calendar(month, theme=theme)
    look = player.theme
    known = {look.odds[0], look.odds[1], look.odds[4], look.pressed, look.selected, look.accent}
    known |= {look.text, look.dim, look.border, look.header, look.won, look.lost, look.message}
    drawn = {style for row in player.canvas.pieces for _, _, style in row}
    assert {look.odds[0], look.odds[1], look.odds[4], look.selected} <= drawn <= known


def test_games_that_were_in_use_are_read_when_they_are_free(month: Store) -> None:
    player = at_calendar(month, (120, 24))
    with in_use(month):
        player.press("3")
        assert player.shows(capitalise(BUSY)[:54])
    player.press("2", "left")
    assert player.shows("23 November: won in 2.000 s")


def test_one_more_level_has_a_calendar_of_its_own(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cast(dict[str, Setup], LEVELS), "huge", Setup(40, 20, 180))
    player = at_calendar(store)
    player.press("5")
    assert player.find("Daily huge")
    assert player.find("1-5 set level")
    player.press("4")
    assert player.find("Daily expert")
