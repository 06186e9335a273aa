"""The laws of every screen, in windows of any size: `tests.harness.situations` lists the screens.

A law is a function that checks what a player sees; each is checked in every situation.
"""

import shutil
from collections.abc import Callable, Iterator
from itertools import count as count_from
from itertools import pairwise
from pathlib import Path
from random import Random
from string import printable
from typing import Final, NamedTuple

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.tui.canvas import PLAIN
from minesweeper.tui.events import Key
from minesweeper.tui.keys import TAB
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.widgets.board_screen import BoardScreen
from minesweeper.tui.widgets.key_line import with_key_names
from minesweeper.tui.widgets.layout import SMALLEST_WINDOW, Placement, place_page
from tests.harness.lessons import CALM
from tests.harness.player import LEFT, WHEEL_DOWN, WHEEL_UP, GamePlayer, Player, torn_texts, width
from tests.harness.situations import (
    EXPERT,
    GAMES,
    LESSONS,
    OTHERS,
    PAGES,
    SITUATIONS,
    NewHome,
    looks_of,
    make_home,
)

KEYS: Final = {letter: letter for letter in printable.strip()} | {
    "Enter": "enter",
    "Space": " ",
    "Tab": TAB,
    "Esc": "escape",
    "Home": "home",
    "PgUp": "page-up",
    "PgDn": "page-down",
    "Backspace": "backspace",
    **{arrow: name for name, arrow in zip(("left", "right", "up", "down"), "←→↑↓", strict=True)},
    **{name: name for name in ("left", "right", "up", "down")},
}
"""The keys by what they are called on the screen."""
"""The last key of a page, while it asks a question as well."""
WAYS_OUT: Final = ("q quit", "q", "Esc back", "Esc stop", "Esc cancel", "Esc all games", "Esc")
"""The last word of a key line."""
MAX_PAIRS: Final = 200
"""The pairs of colours that all states together may take; a terminal has 255 for all themes."""


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


def windows(count: int, seed: str) -> Iterator[tuple[int, int]]:
    """Yield windows: the smallest, the usual one, and others of every kind, drawn by the seed."""
    rng, (columns, rows) = Random(seed), SMALLEST_WINDOW
    yield columns, rows
    yield 80, 24
    for _ in range(count - 2):
        widest, highest = rng.choice((40, 80, 120, 200)), rng.choice((14, 24, 60))
        yield rng.randint(columns, widest), rng.randint(rows, highest)


def placement(player: Player) -> Placement:
    """Return where everything is on a screen with a board, or on a page with a stage."""
    if player.page_screen:
        return place_page(player.size)
    return player.board_screen.placement()


class DrawnWord(NamedTuple):
    """A key and what it does, as it is drawn."""

    column: int
    row: int
    key_text: str
    text: str


def key_line(player: Player) -> list[DrawnWord]:
    """Return the words of the key line of a screen with a side."""
    row, key = placement(player).key_row, looks(player).theme.key
    words: list[DrawnWord] = []
    for column, text, style in player.canvas.pieces[row]:
        if style is key:
            words.append(DrawnWord(column, row, text, ""))
        else:
            words[-1] = words[-1]._replace(text=text)
    return words


def main_words(player: Player) -> list[DrawnWord]:
    """Return the words of what to do with what is said, if the side has rows for them."""
    box = placement(player).side
    keys = [word.key_text for word in with_key_names(player.side.main, looks(player).theme)]
    return [
        DrawnWord(column, row, key_text, text)
        for row in range(box.row, box.bottom + 1)
        for (column, key_text, _), (_, text, _) in pairwise(player.canvas.pieces[row])
        if column == box.column and key_text in keys
    ]


# The laws of every window


def check_that_all_is_inside_the_window(player: Player) -> None:
    columns, rows = player.size
    assert len(player.canvas.pieces) == rows
    for pieces in player.canvas.pieces:
        for column, text, _ in pieces:
            assert 0 <= column <= columns - width(text), text


def check_that_everything_has_its_own_place(player: Player) -> None:
    """Check that a board or a stage, its side and its keys are in boxes of their own.

    That the boxes do not overlap is a law of the layout.
    """
    place = placement(player)
    field, side = place.field, place.side
    for row, pieces in enumerate(player.canvas.pieces):
        for column, text in [(column, text) for column, text, _ in pieces if text]:
            end = column + width(text) - 1
            in_field = field.column - 1 <= column <= end <= field.right + 1
            in_side = side.column <= column <= end <= side.right
            assert (
                (in_field and field.row <= row <= field.bottom)
                or (in_side and side.row <= row <= side.bottom)
                or (column >= place.key_column and row == place.key_row)
            ), text


def check_that_the_way_out_is_the_last_key(player: Player) -> None:
    """On a screen with a board, help comes before it where there is help.

    It gives way only to words that say what to do with what is said.
    """
    words, main = key_line(player), with_key_names(player.side.main, looks(player).theme)
    texts = [f"{word.key_text} {word.text}".strip() for word in words]
    is_main = {word.key_text for word in words} <= {word.key_text for word in main}
    assert texts[-1] in WAYS_OUT or (is_main and all(word.text for word in words))
    room = player.size[0] - placement(player).key_column
    if room >= 60 and "help" in {word.text for word in player.side.more}:
        assert texts[-2] == "? help"


def check_that_a_click_on_a_word_is_its_key(player: Player) -> None:
    """Of several keys in one word it is one of them; arrows of a page cannot be clicked."""
    side = player.side
    words = with_key_names([*side.main, *side.more], looks(player).theme)
    silent = {word.key_text for word in words if not word.event}
    for column, row, key_text, text in (*key_line(player), *main_words(player)):
        if key_text in silent:
            continue
        keys = [Key(KEYS[name]) for name in key_text.split()]
        end = column + width(key_text) + len(text and " ") + width(text)
        for at in (column, end - 1):
            assert player.canvas.target_at(at, row) in keys


def check_that_no_text_is_torn(player: Player) -> None:
    assert torn_texts(player.canvas) == []


def check_that_ascii_is_ascii(player: Player) -> None:
    if looks(player).theme.glyphs.is_ascii:
        assert "".join(player.lines).isascii()


def check_that_no_colour_is_missing(player: Player) -> None:
    for pieces in player.canvas.pieces:
        for _, text, style in pieces:
            colours = style.foreground, style.background
            assert style is PLAIN or all(colours) is looks(player).theme.has_colours, text


def check_that_the_cursor_is_on_its_cell(player: Player) -> None:
    """Check that the cursor is where the chosen line or cell is, if there is one."""
    screen, cursor = player.top, player.canvas.cursor
    if isinstance(screen, BoardScreen):
        scene = screen.scene(player.now)
        if not scene:
            assert not cursor
        elif cursor or (scene.cursor is not None and not scene.is_paused):
            assert cursor
            assert screen.view.cell_at(*cursor) == scene.cursor
    elif page := player.page_screen:
        assert not cursor or (
            page.stage.column <= cursor[0] <= page.stage.right
            and page.stage.row <= cursor[1] <= page.stage.bottom
        )


def check_that_a_second_frame_is_like_the_first(player: Player) -> None:
    first = player.canvas.pieces, player.canvas.cursor
    player.draw()
    assert (player.canvas.pieces, player.canvas.cursor) == first


LAWS: list[Callable[[Player], None]] = [
    check_that_all_is_inside_the_window,
    check_that_everything_has_its_own_place,
    check_that_the_way_out_is_the_last_key,
    check_that_a_click_on_a_word_is_its_key,
    check_that_no_text_is_torn,
    check_that_ascii_is_ascii,
    check_that_no_colour_is_missing,
    check_that_the_cursor_is_on_its_cell,
]


def looks(player: Player) -> Looks:
    return player.top.looks  # type: ignore[attr-defined,no-any-return]  # every screen has looks


@pytest.mark.smoke
@pytest.mark.samples(12, 100)
@pytest.mark.parametrize("name", SITUATIONS)
def test_all_laws_hold_in_every_window(name: str, new_home: NewHome, count: int) -> None:
    player = SITUATIONS[name](new_home)
    for look in looks_of(name):
        looks(player).apply(look._asdict())
        for number, window in enumerate(windows(count, f"{name} {look}")):
            player.resize(*window)
            try:
                for law in LAWS:
                    law(player)
                if number % 4 == 0:  # it takes as long as all the others
                    check_that_a_second_frame_is_like_the_first(player)
            except AssertionError as error:
                error.add_note(f"{look} at {window}:\n" + "\n".join(player.lines))
                raise


@pytest.mark.parametrize("name", [*PAGES, *OTHERS, "a game under way", "a review"])
def test_a_window_that_is_too_small_says_so_and_a_page_takes_only_the_way_back(
    name: str, new_home: NewHome
) -> None:
    player = SITUATIONS[name](new_home)
    player.resize(80, 24)
    before, screen, (columns, rows) = player.lines, player.top, SMALLEST_WINDOW
    for size in ((columns - 1, 24), (80, rows - 1)):
        player.resize(*size)
        assert player.lines[:2] == ["Too small", f"{columns}x{rows} needed"]
        assert player.canvas.cursor is None
        if player.page_screen:
            assert player.lines[2:4] == ["Esc back", ""]
        player.press("enter", " ", "down", "page-down", "1", "d", "y")
        player.click_at(3, 3)
        player.mouse(WHEEL_DOWN, True, 3, 3)
    player.resize(80, 24)
    assert (player.top, player.lines) == (screen, before)


# The laws of every screen with a board


@pytest.mark.samples(1, 9)
@pytest.mark.parametrize("name", [*GAMES, *LESSONS])
def test_a_click_on_a_word_does_what_its_key_does(name: str, new_home: NewHome, count: int) -> None:
    """Two players do the same, the one by a click and the other by the key; something happens.

    Of several keys in one word that which a click presses may have nothing to do, such as a step on
    at the end.
    """
    make = SITUATIONS[name]
    words = [*key_line(make(new_home)), *main_words(make(new_home))]
    for word in Random(name).sample(words, min(count, len(words))):
        by_mouse, by_key = make(new_home), make(new_home)
        before = by_key.lines
        for player in (by_mouse, by_key):
            player.wait(CALM)
        reaction = by_mouse.click_at(word.column, word.row)
        event = by_key.canvas.target_at(word.column, word.row)
        assert isinstance(event, Key)
        assert type(by_key.press(event.name)) is type(reaction)
        assert [*map(type, by_mouse.screens)] == [*map(type, by_key.screens)], word
        assert by_mouse.lines == by_key.lines, word
        assert by_key.lines != before or reaction or " " in word.key_text, word


@pytest.mark.samples(12, 100)
@pytest.mark.parametrize("setup", [Setup(10, 10, 20), EXPERT, Setup(1, 60, 9)], ids=str)
def test_a_board_never_moves_whatever_is_said(setup: Setup, count: int) -> None:
    player = GamePlayer(None, setup=setup)
    states: list[Callable[[], object]] = [
        *(
            lambda key=key: player.press(key)
            for key in ("enter", "c", "i", "i", "a", "x", "p", "p")
        ),
        player.explode,
        player.wait_until_idle,
        lambda: player.press("u"),
        player.clear,
        player.wait_until_idle,
    ]
    boxes: dict[tuple[int, int], set[object]] = {}
    for act in states:
        act()
        for size in windows(count, str(setup)):
            player.resize(*size)
            boxes.setdefault(size, set()).add(player.screen.view.box)
    assert player.side.title == "Won"
    assert {len(each) for each in boxes.values()} == {1}


@pytest.mark.parametrize("theme", PALETTES)
def test_all_states_of_a_theme_take_few_pairs_of_colours(theme: str, new_home: NewHome) -> None:
    pairs = set()
    for make in GAMES.values():
        player = make(new_home)
        looks(player).apply({"theme": theme, "glyphs": "unicode"})
        looks(player).set_exact()
        for size in ((80, 24), (200, 60)):
            player.resize(*size)
            styles = {style for pieces in player.canvas.pieces for *_, style in pieces}
            pairs |= {(style.foreground, style.background) for style in styles}
    assert len(pairs) <= MAX_PAIRS


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
        below = player.screens[:-1]
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
