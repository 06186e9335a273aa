"""Pages of text over the game: the help, and what all such pages share."""

from typing import get_args

import pytest

from minesweeper.engine.game import Face
from minesweeper.settings.table import Binding
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Key
from minesweeper.tui.keys import DEMO_ROWS, ROWS, KeyRow, bound_rows, keys_text
from minesweeper.tui.look.cells import Mark, cell_looks, tile_style
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.screen import Leave
from minesweeper.tui.screens.help import MOUSE_HELP, HelpPage
from minesweeper.tui.screens.legend import legend
from minesweeper.tui.widgets.page import Page
from tests.harness.player import LEFT, WHEEL_DOWN, WHEEL_UP, Player, lines_of, width

SECTIONS = [*dict.fromkeys(row.section for row in ROWS)]
LOOKS = Looks(glyphs="ascii")


def at_help(size: tuple[int, int] = (80, 24)) -> Player:
    return Player(HelpPage(LOOKS), size)


def at_a_long_page(size: tuple[int, int] = (40, 10)) -> Player:
    """At a page of 30 numbered lines."""
    lines = [f"line {number}" for number in range(1, 31)]
    return Player(Page(LOOKS, "A page", lines), size)


def read(player: Player) -> list[str]:
    """All lines of a page, as far as it scrolls."""
    lines = player.lines
    last: list[str] = []
    while player.lines != last:
        last = player.lines
        player.mouse(WHEEL_DOWN, True, 3, 3)
        lines += player.lines
    return lines


def in_sight(player: Player) -> list[int]:
    return [int(line.split()[1]) for line in player.page if line.strip().startswith("line")]


# The help


def test_the_help_at_80x24() -> None:
    player = at_help()
    assert player.shown[0].strip().startswith("+- Keys, mouse and colours ---")
    assert player.page[0].startswith(f"  {ROWS[0].section}  ")
    assert len([section for section in SECTIONS if section in player.page[0]]) == 2  # columns
    assert "go back" in player.shown[-1]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
@pytest.mark.parametrize("more", [0, 1, 30])
def test_the_help_shows_every_key_of_the_table_however_many_there_are(
    more: int, size: tuple[int, int]
) -> None:
    section = ROWS[0].section
    others = [
        KeyRow(f"Thing {n}", "", {f"thing-{n}": (f"ctrl-{n}",)}, section) for n in range(more)
    ]
    lines = read(Player(HelpPage(LOOKS, (*ROWS, *others)), size))
    for row in (*ROWS, *others):
        assert any(keys_text(row) in line for line in lines)
        assert any(row.help.split()[0] in line for line in lines)
    for button, what in MOUSE_HELP:
        assert any(button in line for line in lines)
        assert any(what.split()[0] in line for line in lines)


def test_each_key_and_button_is_in_the_help_beside_what_it_does() -> None:
    lines = read(at_help((120, 40)))
    for keys, text in [*((keys_text(row), row.help) for row in ROWS), *MOUSE_HELP]:
        assert any(f"{keys} " in line and f" {text} " in line for line in lines), text


@pytest.mark.parametrize("columns", [36, 80])
def test_all_that_a_key_or_a_button_does_is_in_the_help_even_if_it_is_wrapped(columns: int) -> None:
    lines = read(at_help((columns, 24)))
    for keys, text in [*((keys_text(row), row.help) for row in ROWS), *MOUSE_HELP]:
        parts = [lines[at : at + 3] for at, line in enumerate(lines) if f" {keys} " in line]
        assert any({*text.split()} <= {*" ".join(part).split()} for part in parts), text


def test_a_full_help_says_what_is_in_sight_and_scrolls() -> None:
    more = [
        KeyRow(f"Thing {n}", "", {f"thing-{n}": (f"ctrl-{n}",)}, section)
        for n in range(30)
        for section in SECTIONS
    ]
    player = Player(HelpPage(LOOKS, (*ROWS, *more)))
    assert player.shown[-1].strip() == "PgUp   PgDn scroll   Esc go back"
    top = player.page
    assert player.press("page-down") is None
    assert player.page != top


@pytest.mark.parametrize("columns", [30, 38, 46, 54, 62, 70, 76, 78, 79, 80])
def test_long_lists_of_keys_have_what_they_do_below_them(columns: int) -> None:
    own = {"up": Binding(("i",), "config.toml"), "hint": Binding((*"bdvwHJKL",), "config.toml")}
    rows = bound_rows("default", own)
    lines = read(Player(HelpPage(LOOKS, rows, keymap=rows), (columns, 24)))
    text = " ".join(" ".join(lines).split())
    assert max(map(width, lines)) <= columns
    for row in rows:
        assert set(keys_text(row).split()) <= set(text.split())
    if columns >= 80:
        line = next(line for line in lines if "Ctrl+arrows" in line)
        assert " ".join(line.split()).startswith("| Ctrl+arrows Skip revealed ")


def test_every_key_of_the_table_has_its_section() -> None:
    assert all(SECTIONS)


def test_a_narrow_help_has_its_sections_below_each_other() -> None:
    headings = [line.strip() for line in at_help((40, 60)).page if line.strip() in SECTIONS]
    assert headings == SECTIONS


def test_the_help_shows_the_players_own_keys() -> None:
    rows = (KeyRow("do something", "", {"something": ("ctrl-x", "w")}, "Moving"),)
    player = Player(HelpPage(LOOKS, rows))
    assert player.shows("Ctrl+X w")
    assert not player.shows("Enter")


def test_the_keys_of_the_demo_come_first_at_80x24() -> None:
    assert "Watching the solver" in Player(HelpPage(LOOKS, (*DEMO_ROWS, *ROWS))).page[0]


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_the_whole_help_can_be_reached(size: tuple[int, int]) -> None:
    seen = read(at_help(size))
    assert any("Click on the mines" in line for line in seen)
    assert any("Ctrl+arrows" in line for line in seen)


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("glyphs", GLYPHS)
def test_the_help_explains_every_cell_and_mark_as_the_theme_draws_it(
    theme: str, glyphs: str
) -> None:
    looks = Looks(theme, glyphs)
    player = Player(HelpPage(looks), (80, 60))
    drawn = {(text.strip(), style) for row in player.canvas.pieces for _, text, style in row}
    cells = cell_looks(looks.theme, 2)
    covered = cells.face(Face.COVERED, 0)
    faces = (Face.COVERED, Face.FLAG, Face.QUESTION, Face.MINE, Face.EXPLODED, Face.WRONG_FLAG)
    expected = [cells.face(face, 0) for face in faces]
    expected += [cells.odds(level, "10%", 0, covered) for level in range(5)]
    assert {(look.glyph.strip(), look.style) for look in expected} <= drawn
    styles = {style for _, style in drawn}
    for mark in set(get_args(Mark)) - {"best", "wrong"}:
        assert tile_style(mark, looks.theme, "") in styles
    assert cells.far(0, covered).style in styles
    assert player.shows("away from numbers") is looks.theme.has_colours


def test_each_sample_of_the_legend_is_distinct() -> None:
    for glyphs in GLYPHS:
        for samples in legend(Looks("mono", glyphs).theme).values():
            assert len({(sign, style) for sign, style, _ in samples}) == len(samples)


# Leaving


@pytest.mark.parametrize("key", ["q", "x", "enter", "escape", " ", "?"])
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_any_key_leaves(key: str, size: tuple[int, int]) -> None:
    assert at_help(size).press(key) == Leave()


@pytest.mark.parametrize("key", ["down", "k", "g", "page-down"])
def test_keys_that_scroll_leave_a_page_that_needs_no_scrolling(key: str) -> None:
    player = at_help((200, 60))
    assert player.shown[-1].strip() == "Esc go back"
    assert player.press(key) == Leave()


def test_a_click_leaves() -> None:
    assert at_help().click_at(3, 3) == Leave()


def test_the_release_of_a_button_that_opened_the_page_does_not_leave_it() -> None:
    assert at_help().mouse(LEFT, False, 3, 3) is None


# Scrolling


@pytest.mark.parametrize(
    ("keys", "first"),
    [
        ([], 1),
        (["down", "j"], 3),
        (["down", "down", "k"], 2),
        (["page-down"], 8),
        (["page-down", "page-up"], 1),
        (["G"], 24),
        (["end", "g"], 1),
        (["up"], 1),
    ],
)
def test_a_long_page_scrolls(keys: list[str], first: int) -> None:
    player = at_a_long_page()
    for key in keys:
        assert player.press(key) is None
    assert in_sight(player) == [*range(first, first + 7)]
    assert player.lines[-2].endswith(f" {first}-{first + 6}/30 -+")
    assert player.lines[-1].strip().endswith("Esc go back")


def test_a_page_that_is_scrolled_before_it_is_drawn_stays_open() -> None:
    page = HelpPage(LOOKS)
    assert page.handle(Key("page-down"), 0) is None


@pytest.mark.parametrize(("button", "first"), [(WHEEL_DOWN, 4), (WHEEL_UP, 1)])
def test_the_wheel_scrolls(button: int, first: int) -> None:
    player = at_a_long_page()
    assert player.mouse(button, True, 3, 3) is None
    assert in_sight(player)[0] == first


# In a window that is too small


# Lines


def test_lines_are_a_page() -> None:
    lines = ["beginner  12.345 s", "expert  -"]
    player = Player(Page(LOOKS, "Records", lines), (60, 10))
    assert player.shown == [
        "       +- Records ----------------------------------+",
        "       |                                            |",
        "       |  beginner  12.345 s                        |",
        "       |  expert  -                                 |",
        "       |                                            |",
        "       +--------------------------------------------+",
        "",
        "",
        "                        Esc go back",
    ]


def test_the_lines_of_a_table_stand_below_its_heading_in_a_narrow_window() -> None:
    class TablePage(Page):
        indent = 12

    lines = ["classic: 8x8", "  games     3                won 2            lost 1"]
    player = Player(TablePage(LOOKS, "Minesweeper: a page", lines), (32, 12))
    assert [line for line in player.page if line] == [
        "  classic: 8x8",
        "    games     3",
        "              won 2",
        "              lost 1",
    ]


def test_headings_are_painted_as_such() -> None:
    canvas = Canvas(40, 10)
    Page(LOOKS, "Minesweeper: a page", ["classic", "  games  3", "", "a legend"]).draw(canvas, 0)
    styles = {text.strip(): style for row in canvas.pieces for _, text, style in row}
    assert styles["classic"] is LOOKS.theme.header
    assert styles["games  3"] is styles["a legend"] is LOOKS.theme.text


@pytest.mark.parametrize("size", [(30, 10), (40, 12)])
def test_a_page_is_read_to_the_end_of_its_lines_in_a_small_window(size: tuple[int, int]) -> None:
    page = Page(LOOKS, "Minesweeper: a page", ["No games are kept yet"])
    assert "No games are kept yet" in " ".join(" ".join(lines_of(page, size)).split())
