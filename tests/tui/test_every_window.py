"""The laws of every screen, in windows of any size: `tests.harness.situations` lists the screens.

A law is a function that checks what a player sees; each is checked in every situation.
"""

import shutil
from collections.abc import Callable, Iterator
from itertools import count as count_from
from pathlib import Path
from random import Random
from string import printable

import pytest

from minesweeper.engine.game import Face
from minesweeper.play.words import clock_text
from minesweeper.tui.canvas import Canvas, Style
from minesweeper.tui.keys import TAB
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.screens.replay import ReplayScreen
from minesweeper.tui.screens.review import ReviewScreen
from minesweeper.tui.widgets.frame import MIN_COLUMNS, game_title, indicator_text
from minesweeper.tui.widgets.page import MIN_PAGE_COLUMNS, MIN_PAGE_ROWS, FramedPage
from minesweeper.tui.widgets.position_page import PositionPage
from tests.harness.lessons import CALM
from tests.harness.player import LEFT, WHEEL_DOWN, WHEEL_UP, GamePlayer, Player, torn_texts, width
from tests.harness.situations import OTHERS, PAGES, SITUATIONS, NewHome, looks_of, make_home

KEYS = {letter: letter for letter in printable.strip()} | {
    "Enter": "enter",
    "Space": " ",
    "Tab": TAB,
    "Esc": "escape",
    "Home": "home",
    "PgUp": "page-up",
    "PgDn": "page-down",
    "Backspace": "backspace",
}
"""The keys by what they are called in the last row."""
LAST_KEYS = ("Esc", "Esc go back", "Esc clear filter", "Enter keep filter", "n keep")
"""The last key of a page, while it asks a question as well."""


@pytest.fixture(scope="module")
def kept_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    make_home(home)
    return home


@pytest.fixture
def new_home(kept_home: Path, tmp_path: Path) -> NewHome:
    """Return a function that makes a home with games, saved games, daily boards and answers."""
    numbers = count_from(1)
    return lambda: shutil.copytree(kept_home, tmp_path / f"home {next(numbers)}")


BoardScreen = GameScreen | ReplayScreen | ReviewScreen
"""A screen whose frame is around a board."""


def smallest(player: Player) -> tuple[int, int]:
    """Return the smallest window of a screen."""
    screen = player.top
    if isinstance(screen, FramedPage):
        return MIN_PAGE_COLUMNS, MIN_PAGE_ROWS
    assert isinstance(screen, BoardScreen)
    return MIN_COLUMNS, 2 + min(3, screen.view.grid.height)


def windows(player: Player, count: int, seed: str) -> Iterator[tuple[int, int]]:
    """Yield windows: the smallest, the usual one, and others of every kind, drawn by the seed."""
    rng, (columns, rows) = Random(seed), smallest(player)
    yield columns, rows
    yield 80, 24
    for _ in range(count - 2):
        widest, highest = rng.choice((40, 80, 120, 200)), rng.choice((14, 24, 60))
        yield rng.randint(columns, widest), rng.randint(rows, highest)


# The laws of every window


def check_that_all_is_inside_the_window(player: Player) -> None:
    columns, rows = player.size
    assert len(player.canvas.pieces) == rows
    for pieces in player.canvas.pieces:
        for column, text, _ in pieces:
            assert 0 <= column <= columns - width(text), text


def check_that_the_keys_are_in_the_last_row(player: Player) -> None:
    """On a page Esc comes last."""
    screen, words = player.top, player.lines[-1].split()
    if isinstance(screen, FramedPage):
        assert player.lines[-1].endswith(LAST_KEYS)
    elif player.size[1] > smallest(player)[1]:
        assert isinstance(screen, BoardScreen)
        assert screen.view.box.bottom < player.size[1] - 1
        assert words
        if isinstance(screen, GameScreen):
            assert any(word.text in player.lines[-1] for word in screen.footer_words())
        elif isinstance(screen, ReviewScreen):
            assert {"step", "Esc"} <= {*words}


def check_that_the_frame_is_whole(player: Player) -> None:
    """Check that a frame has all of its lines, and nothing beside it."""
    if isinstance(player.top, FramedPage):
        check_that_the_frame_of_a_page_is_whole(player)
    else:
        check_that_the_edges_are_whole(player)


def check_that_the_field_is_whole(player: Player) -> None:
    """Check that nothing lies over the cells of a game, or of a lesson."""
    screen = player.top
    if isinstance(screen, GameScreen) and not screen.session.paused:
        view, box = screen.view, screen.view.box
        field = Canvas(*player.size)
        view.draw(
            field,
            screen.session.game,
            screen.cursor,
            Style(),
            mines=False,
            overlay=screen.overlay(),
        )
        pairs = [*zip(player.lines, field.lines(), strict=True)]
        for shown, alone in pairs[box.row + 1 : box.bottom]:
            assert shown.startswith(alone)
    elif isinstance(screen, PositionPage):
        for view in screen.shown_views:
            assert view.height >= min(3, view.grid.height)


def check_that_no_text_is_torn(player: Player) -> None:
    assert torn_texts(player.canvas) == []


def check_that_the_cursor_is_on_its_cell(player: Player) -> None:
    """Check that the cursor is where the selected line or cell is, if there is one."""
    screen, cursor = player.top, player.canvas.cursor
    if isinstance(screen, GameScreen | PositionPage):
        has_field = (
            bool(screen.shown_views)
            if isinstance(screen, PositionPage)
            else not screen.session.paused
        )
        if has_field and screen.cursor is not None:
            assert cursor
            assert screen.view.cell_at(*cursor) == screen.cursor
    elif isinstance(screen, FramedPage):
        frame = [row for row, line in enumerate(player.lines[:-1]) if line]
        rows = {
            row
            for row in range(frame[0] + 1, frame[-1])
            for _, _, style in player.canvas.pieces[row]
            if style is screen.looks.theme.selected
        }
        assert not rows or (cursor and cursor[1] in rows)
        assert not cursor or frame[0] < cursor[1] < frame[-1]


def check_that_a_second_frame_is_like_the_first(player: Player) -> None:
    """Not so after a game, over a part of the board.

    There the rows of the verdict depend on the names of cells in sight, and these on the rows.
    """
    screen = player.top
    is_over = isinstance(screen, GameScreen) and screen.session.over
    if is_over and not screen.view.shows_whole_board:  # type: ignore[attr-defined]  # a game
        return
    first = player.canvas.pieces, player.canvas.cursor
    player.draw()
    assert (player.canvas.pieces, player.canvas.cursor) == first


LAWS: list[Callable[[Player], None]] = [
    check_that_all_is_inside_the_window,
    check_that_the_keys_are_in_the_last_row,
    check_that_the_frame_is_whole,
    check_that_the_field_is_whole,
    check_that_no_text_is_torn,
    check_that_the_cursor_is_on_its_cell,
]


@pytest.mark.smoke
@pytest.mark.samples(8, 100)
@pytest.mark.parametrize("name", SITUATIONS)
def test_all_laws_hold_in_every_window(name: str, new_home: NewHome, count: int) -> None:
    player = SITUATIONS[name](new_home)
    for look in looks_of(name):
        player.top.looks.apply(*look)  # type: ignore[attr-defined]  # every screen has looks
        for number, window in enumerate(windows(player, count, f"{name} {look}")):
            player.resize(*window)
            try:
                for law in LAWS:
                    law(player)
                if number % 4 == 0:  # it takes as long as all the others
                    check_that_a_second_frame_is_like_the_first(player)
            except AssertionError as error:
                error.add_note(f"{look} at {window}:\n" + "\n".join(player.lines))
                raise


def check_that_the_frame_of_a_page_is_whole(player: Player) -> None:
    """Check that a page has the sides of its frame in each row, and nothing else but its keys."""
    frame = [line.strip() for line in player.lines[:-1] if line]
    *corners, _, side = player.top.looks.theme.glyphs.border  # type: ignore[attr-defined]  # a page has looks
    ends = [(line[0], line[-1]) for line in (frame[0], frame[-1])]
    assert ends == [(corners[0], corners[1]), (corners[2], corners[3])]
    assert {end for line in frame[1:-1] for end in (line[0], line[-1])} == {side}


def check_that_the_edges_are_whole(player: Player) -> None:
    """Check that an edge is a line from corner to corner, with texts that belong there on it.

    Where no row is free for a notice, the lower edge may have one.
    """
    screen = player.top
    assert isinstance(screen, BoardScreen)
    box = screen.view.box
    upper_left, upper_right, lower_left, lower_right, along, _ = screen.looks.theme.glyphs.border
    line = along * (box.columns - 2)
    for row, edge in (
        (box.row, upper_left + line + upper_right),
        (box.bottom, lower_left + line + lower_right),
    ):
        (first, drawn, _), *above = [
            piece for piece in player.canvas.pieces[row] if piece[0] <= box.right
        ]
        assert (first, drawn) == (box.column, edge)
        is_free = row == box.row or box.bottom < player.size[1] - 2
        for column, text, _ in above:
            assert box.column < column <= box.right - width(text)
            if is_free and isinstance(player, GamePlayer) and screen is player.screen:
                parts = text.strip().split(player.theme.glyphs.dot)
                assert {*parts} <= texts_of_edges(player)


def texts_of_edges(player: GamePlayer) -> set[str]:
    """Return what is no notice: the title, the header of a low window, and the rows in sight."""
    glyphs, session = player.theme.glyphs, player.session
    title = game_title(session, (), glyphs)
    flags = f"{glyphs.signs[Face.FLAG]} {session.game.mines_left}"
    header = flags, indicator_text(session, glyphs), clock_text(session.milliseconds(player.now))
    names = title.name, title.name.split()[-1], *title.details
    reasons = player.screen.games.unranked_reasons()
    shorter = (", ".join([*reasons[:end], "..."]) for end in range(1, len(reasons)))
    unranked = {"unranked", *(f"unranked: {text}" for text in (", ".join(reasons), *shorter))}
    return {*names, *unranked, *header, *player.screen.view.notes()}


# Windows that are too small


@pytest.mark.parametrize("name", [*PAGES, *OTHERS, "a game under way", "a review"])
def test_a_window_that_is_too_small_says_so_and_a_page_takes_only_the_way_back(
    name: str, new_home: NewHome
) -> None:
    player = SITUATIONS[name](new_home)
    player.resize(80, 24)
    before, screen, (columns, rows) = player.lines, player.top, smallest(player)
    for size in ((columns - 1, 24), (80, rows - 1)):
        player.resize(*size)
        assert player.lines[:2] == ["Too small", f"{columns}x{rows} needed"]
        assert player.canvas.cursor is None
        if isinstance(screen, FramedPage):
            assert player.lines[2:4] == ["Esc go back", ""]
            player.press("enter", " ", "down", "page-down", "1", "d", "y")
            player.click_at(3, 3)
            player.mouse(WHEEL_DOWN, True, 3, 3)
    player.resize(80, 24)
    assert (player.top, player.lines) == (screen, before)


# The laws of every page over a game


def at(name: str, new_home: NewHome) -> GamePlayer:
    """Return a player at a page, at 80x24."""
    player = SITUATIONS[name](new_home)
    assert isinstance(player, GamePlayer)
    return player


def open_again(player: GamePlayer, name: str) -> None:
    """Leave all pages, and open one of them."""
    leave_all(player)
    player.wait(CALM)
    for key in PAGES[name].opened_by:
        player.press(key)
        player.wait_until_idle()
    player.wait(CALM)


def leave_all(player: GamePlayer) -> None:
    for _ in range(9):
        if player.is_at_page:
            player.press("escape")
    assert not player.is_at_page


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_left_by_escape_by_a_click_on_it_and_by_its_keys(
    name: str, new_home: NewHome
) -> None:
    """In a window that is too small, Esc and q leave it."""
    player = at(name, new_home)
    tiny, usual = (10, 3), (80, 24)
    keys = [(key, usual) for key in ("escape", "click", *PAGES[name].left_by)]
    for key, size in (*keys, ("escape", tiny), ("q", tiny)):
        below = player.screens[: -PAGES[name].levels]
        player.resize(*size)
        if key == "click":
            player.click_on("Esc")
        else:
            player.press(key)
        assert player.screens == below, key
        player.resize(*usual)
        open_again(player, name)


@pytest.mark.parametrize("name", PAGES)
def test_the_clock_stands_while_a_page_is_open(name: str, new_home: NewHome) -> None:
    player = at(name, new_home)
    leave_all(player)
    player.wait(2_500)
    clock = player.session.milliseconds(player.now)
    player.press(*PAGES[name].opened_by)
    player.wait(60_000)
    leave_all(player)
    assert player.session.milliseconds(player.now) == clock
    player.wait(1_000)
    assert player.session.milliseconds(player.now) == clock + 1_000


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if page.has_board])
def test_the_key_of_the_theme_works_on_a_page_with_a_board(name: str, new_home: NewHome) -> None:
    player = at(name, new_home)
    before = player.looks.name
    player.press("t")
    assert player.looks.name != before
    assert player.is_at_page


@pytest.mark.parametrize("name", PAGES)
def test_the_wheel_leaves_a_page_open_and_whole(name: str, new_home: NewHome) -> None:
    player = at(name, new_home)
    player.resize(40, 12)
    screens = [*player.screens]
    for button in (WHEEL_DOWN, WHEEL_DOWN, WHEEL_UP, WHEEL_DOWN, WHEEL_UP, WHEEL_UP):
        player.mouse(button, True, 9, 5)
        assert player.screens == screens
        for law in LAWS:
            law(player)


@pytest.mark.parametrize("name", PAGES)
def test_a_button_that_is_pressed_on_a_key_and_let_go_elsewhere_does_nothing(
    name: str, new_home: NewHome
) -> None:
    player = at(name, new_home)
    before, screens, escape = player.lines, [*player.screens], player.find("Esc")
    for first, last in ((escape, (0, 0)), ((0, 0), escape)):
        player.mouse(LEFT, True, *first)
        player.mouse(LEFT, False, *last)
        assert (player.lines, player.screens) == (before, screens)


@pytest.mark.parametrize("name", PAGES)
def test_a_click_on_the_name_of_a_key_is_that_key(name: str, new_home: NewHome) -> None:
    """Two players do the same, the one by clicks and the other by keys."""
    by_mouse, by_keys = at(name, new_home), at(name, new_home)
    places = {text: column for column, text, _ in by_keys.canvas.pieces[-1] if text in KEYS}
    assert "Esc" in places
    first = by_keys.lines
    for text, column in places.items():
        if by_keys.lines != first:
            open_again(by_mouse, name)
            open_again(by_keys, name)
        by_mouse.click_at(column, by_mouse.size[1] - 1)
        by_keys.press(KEYS[text])
        assert [*map(type, by_mouse.screens)] == [*map(type, by_keys.screens)], text
        assert by_mouse.lines == by_keys.lines, text
