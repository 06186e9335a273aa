"""Pages of text over the game: the help, and what all such pages share."""

from collections.abc import Callable

import pytest

from minesweeper.tui.canvas import Canvas, width
from minesweeper.tui.keys import DEMO_ROWS, ROWS, Row, keys_text
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Key, Leave, Mouse, Reaction
from minesweeper.tui.screens.help import MOUSE_HELP, HelpPage
from minesweeper.tui.screens.records import RecordsPage
from minesweeper.tui.widgets.page import Page
from tests.harness.player import LEFT, WHEEL_DOWN, WHEEL_UP, lines_of

SIZES = [(80, 24), (40, 12), (200, 60), (20, 8), (16, 7), (1, 1)]
SECTIONS = ("Moving", "Playing", "Help from the solver", "Games", "Looks", "Mouse")
LOOKS = Looks(glyphs="ascii")

Look = Callable[[], list[str]]


def help_page(size: tuple[int, int] = (80, 24)) -> tuple[HelpPage, Look]:
    """The help, and what it shows."""
    page = HelpPage(LOOKS)

    def look() -> list[str]:
        return lines_of(page, size)

    look()
    return page, look


def numbered(size: tuple[int, int] = (40, 10)) -> tuple[Page, Look]:
    """A page of 30 numbered lines, and what it shows."""
    page = Page(LOOKS, "Minesweeper: a page", [f"line {number}" for number in range(1, 31)])

    def look() -> list[str]:
        return lines_of(page, size)

    look()
    return page, look


def in_sight(look: Look) -> list[int]:
    return [int(line.split()[1]) for line in look() if line.strip().startswith("line")]


def click(page: Page, column: int, row: int) -> Reaction:
    assert page.handle(Mouse(LEFT, True, column, row), 0) is None
    return page.handle(Mouse(LEFT, False, column, row), 0)


def place_of(look: Look, text: str) -> tuple[int, int]:
    return next((line.index(text), row) for row, line in enumerate(look()) if text in line)


# The help


def test_the_help_at_80x24() -> None:
    _, look = help_page()
    lines = [line.strip() for line in look() if line]
    assert lines[0] == "Minesweeper: keys and mouse"
    assert lines[1].split() == ["Moving", "Games"]
    assert lines[2].startswith("arrows hjkl 1-9  move")
    assert lines[-1] == "Any key goes back"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_help_shows_every_key_of_the_table_on_one_page(size: tuple[int, int]) -> None:
    _, look = help_page(size)
    text = "\n".join(look())
    for row in ROWS:
        assert f"{keys_text(row)}  " in text
        assert row.help in text
    for button, what in MOUSE_HELP:
        assert button in text
        assert what in text


def test_every_key_of_the_table_has_its_section() -> None:
    assert {row.section for row in ROWS} == {*SECTIONS}


def test_two_columns_stand_beside_each_other_where_there_is_room() -> None:
    _, look = help_page()
    assert place_of(look, "Games")[1] == place_of(look, "Moving")[1]


def test_a_narrow_help_has_its_sections_below_each_other() -> None:
    _, look = help_page((40, 60))
    headings = [line.strip() for line in look() if line.strip() in SECTIONS]
    assert headings == [*SECTIONS]


def test_keys_of_ones_own_are_shown() -> None:
    rows = (Row("do something", "", {"something": ("ctrl-x", "w")}, "Moving"),)
    shown = "\n".join(lines_of(HelpPage(LOOKS, rows)))
    assert "Ctrl+X w" in shown
    assert "Enter" not in shown


def test_the_keys_of_the_demo_come_first_at_80x24() -> None:
    lines = lines_of(HelpPage(LOOKS, (*DEMO_ROWS, *ROWS)))
    assert "Watching the solver" in lines[1]


@pytest.mark.parametrize("size", SIZES)
def test_the_help_is_drawn_at_every_size(size: tuple[int, int]) -> None:
    _, look = help_page(size)
    assert max(map(width, look())) <= size[0]
    assert len(look()) == size[1]


@pytest.mark.parametrize("size", [size for size in SIZES if size != (1, 1)])
def test_all_of_the_help_can_be_reached(size: tuple[int, int]) -> None:
    page, look = help_page(size)
    seen = "\n".join(look())
    for _ in range(200):
        page.handle(Mouse(WHEEL_DOWN, True, 3, 3), 0)
        seen += "\n".join(look())
    assert "click on top" in seen
    assert "Ctrl+arrows" in seen


# Leaving


@pytest.mark.parametrize("key", ["q", "x", "enter", "escape", " ", "?"])
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_any_key_leaves(key: str, size: tuple[int, int]) -> None:
    page, _ = help_page(size)
    assert page.handle(Key(key), 0) == Leave()


@pytest.mark.parametrize("key", ["down", "k", "g", "page-down"])
def test_keys_that_scroll_leave_a_page_that_needs_no_scrolling(key: str) -> None:
    page, look = help_page()
    assert "Any key goes back" in look()[-1]
    assert page.handle(Key(key), 0) == Leave()


def test_a_click_leaves() -> None:
    page, _ = help_page()
    assert click(page, 3, 3) == Leave()


def test_the_release_of_a_button_that_opened_the_page_does_not_leave_it() -> None:
    page, _ = help_page()
    assert page.handle(Mouse(LEFT, False, 3, 3), 0) is None


# Scrolling


@pytest.mark.parametrize(
    ("keys", "first"),
    [
        ([], 1),
        (["down", "j"], 3),
        (["down", "down", "k"], 2),
        (["page-down"], 9),
        (["page-down", "page-up"], 1),
        (["G"], 23),
        (["end", "g"], 1),
        (["up"], 1),
    ],
)
def test_a_long_page_scrolls(keys: list[str], first: int) -> None:
    page, look = numbered()
    for key in keys:
        assert page.handle(Key(key), 0) is None
        look()
    assert in_sight(look) == [*range(first, first + 8)]
    assert look()[-1].strip().startswith(f"{first}-{first + 7}/30   Esc goes back")


def test_a_page_that_is_scrolled_before_it_is_drawn_stays_open() -> None:
    page = HelpPage(LOOKS)
    assert page.handle(Key("page-down"), 0) is None


@pytest.mark.parametrize(("button", "first"), [(WHEEL_DOWN, 4), (WHEEL_UP, 1)])
def test_the_wheel_scrolls(button: int, first: int) -> None:
    page, look = numbered()
    assert page.handle(Mouse(button, True, 3, 3), 0) is None
    assert in_sight(look)[0] == first


def test_a_click_on_a_word_below_is_its_key() -> None:
    page, look = numbered()
    assert click(page, *place_of(look, "PgDn")) is None
    assert in_sight(look)[0] == 9
    assert click(page, *place_of(look, "PgUp")) is None
    assert in_sight(look)[0] == 1
    assert click(page, *place_of(look, "Esc goes back")) == Leave()


def test_words_that_do_not_fit_are_left_out_below() -> None:
    _, look = numbered((16, 7))
    assert look()[-1].strip() == "1-5/30"


# Records


def test_the_lines_of_a_table_stand_below_its_heading_in_a_narrow_window() -> None:
    lines = ["classic: 8x8", "  games     3                won 2            lost 1"]
    shown = lines_of(RecordsPage(LOOKS, lines), (28, 10))
    heading = next(line for line in shown if "classic" in line).index("c")
    assert [line[heading:] for line in shown if line][1:-1] == [
        "classic: 8x8",
        "  games     3",
        "            won 2",
        "            lost 1",
    ]


def test_headings_are_painted_as_such() -> None:
    canvas = Canvas(40, 10)
    RecordsPage(LOOKS, ["classic", "  games  3", "", "a legend"]).draw(canvas, 0)
    styles = {text.strip(): style for row in canvas.pieces for _, text, style in row}
    assert styles["classic"] is LOOKS.theme.header
    assert styles["games  3"] is styles["a legend"] is LOOKS.theme.text


@pytest.mark.parametrize("size", [(16, 7), (20, 8), (40, 12)])
def test_a_page_is_read_to_the_end_of_its_lines_in_a_small_window(size: tuple[int, int]) -> None:
    page = RecordsPage(LOOKS, ["No games are kept yet"])
    assert "No games are kept yet" in " ".join(" ".join(lines_of(page, size)).split())
