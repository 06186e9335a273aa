"""The help of a game and of other screens: every key, the mouse, and what marks mean."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import pytest

from minesweeper.settings.table import Binding
from minesweeper.tui.keys import GAMES, HELP, PLAYING, ROWS, KeyRow, bound_rows, keys_text
from minesweeper.tui.look.cells import TileKind, tile_style
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.screen import Leave
from minesweeper.tui.screens.help import GameHelpPage, HelpPage
from tests.harness.player import WHEEL_DOWN, WHEEL_UP, Player, width, words_text

BUTTONS: Final = ("left click", "right click", "middle click", "wheel", "counters")
SIZES: Final = ((120, 40), (80, 24), (60, 24), (40, 14), (30, 10))
MARKS: Final[tuple[tuple[TileKind, str, str], ...]] = (
    ("look", "1", "look at this number"),
    ("second", "2", "compared with"),
    ("shade", "1", "shows it"),
    ("safe", "o", "safe"),
    ("danger", "!", "a mine"),
    ("guess", "B", "the best guess"),
    ("own", "Y", "your move"),
)


def at_help(size: tuple[int, int] = (80, 24), rows: Iterable[KeyRow] = ROWS) -> Player:
    return Player(GameHelpPage(Looks(glyphs="ascii"), rows, ROWS), size)


def page_of(player: Player) -> HelpPage:
    assert isinstance(player.top, HelpPage)
    return player.top


def stage_lines(player: Player) -> list[str]:
    """What the stage shows below its title, without the arrows beside it."""
    stage = page_of(player).stage
    lines = player.lines[stage.row + 1 : stage.bottom + 1]
    return [line[stage.column : stage.right + 1].strip() for line in lines]


def read(player: Player) -> list[str]:
    """All that is read by nothing but PgDn."""
    lines, before = stage_lines(player), list[str]()
    while player.lines != before:
        before = player.lines
        player.press("page-down")
        lines += stage_lines(player)
    return lines


def words_of(player: Player) -> str:
    return words_text(page_of(player).side(player.now).more)


# The pages of a game


def test_the_first_page_has_what_a_player_needs_at_first() -> None:
    player = at_help()
    assert player.lines[1].split("  ")[0].strip() == "Help"
    assert player.lines[1][:51].endswith("1 of 3")
    assert "\n".join(stage_lines(player)).strip().split("\n") == [
        "arrows   move",
        "Enter    reveal; on a number, all around it",
        "Space    flag; on a number, all around it",
        "",
        "i        hint: where to look, why, play it",
        "u        take back, even an explosion",
        "a        odds",
        "Tab      map of the whole board",
        "",
        "n        new board",
        "p        pause",
        "m        menu",
        "t        next theme",
        "q        quit; the game stays saved",
    ]


def test_the_key_line_says_where_the_other_pages_are() -> None:
    player = at_help()
    assert words_of(player) == "PgDn all other keys, mouse / Esc back"
    player.click_on("PgDn")
    assert words_of(player) == "PgUp page before / PgDn next page / Esc back"
    player.click_on("next page")
    assert words_of(player) == "PgUp page before / Esc back"
    assert player.shows("3 of 3")
    player.press("page-down")
    assert player.shows("3 of 3")
    player.press("page-up", "page-up", "page-up")
    assert player.shows("1 of 3")
    assert at_help((30, 10)).lines[-1].strip() == "PgDn more   Esc back"


def test_at_80x24_no_page_scrolls_and_each_key_stands_beside_what_it_does() -> None:
    player, lines = at_help(), list[str]()
    for page in ("1 of 3", "2 of 3", "3 of 3"):
        assert player.shows(page)
        lines += stage_lines(player)
        player.press("page-down")
    for row in ROWS:
        first, _, others = keys_text(row).partition(" ")
        parts = [first, others] if row.section in (PLAYING, HELP, GAMES) else [keys_text(row)]
        for keys in filter(None, parts):
            [line] = [line for line in lines if line.startswith(f"{keys} ")]
            assert row.help.startswith(line.removeprefix(keys).strip())


@pytest.mark.parametrize("size", SIZES)
def test_every_key_and_button_is_found_with_what_it_does_in_any_window(
    size: tuple[int, int],
) -> None:
    more = [KeyRow(f"thing {n}", {f"thing-{n}": (f"ctrl-{n}",)}, "Moving") for n in range(30)]
    lines = read(at_help(size, (*ROWS, *more)))
    words = {word for line in lines for word in line.split()}
    for row in (*ROWS, *more):
        assert {*keys_text(row).split(), *row.help.split()} <= words, row
    assert {word for button in BUTTONS for word in button.split()} <= words
    assert max(map(width, lines)) <= size[0] - 2


@pytest.mark.parametrize("columns", [30, 38, 46, 79, 80])
def test_long_lists_of_keys_have_what_they_do_below_them(columns: int) -> None:
    own = {
        "up": Binding(("i",), "config.toml"),
        "hint": Binding((*"bdvwHJKLMNPQRSTUVW",), "config.toml"),
    }
    rows = bound_rows("default", own)
    lines = read(at_help((columns, 24), rows))
    words = {word for line in lines for word in line.split()}
    assert all({*keys_text(row).split()} <= words for row in rows)
    assert any(re.match("b +hint: where", line) for line in lines)
    at = next(at for at, line in enumerate(lines) if line.startswith("d v w H J K"))
    assert any(line.startswith("hint: where") for line in lines[at + 1 : at + 3])


def test_keys_of_a_players_own_are_shown_instead() -> None:
    rows = (KeyRow("do something", {"something": ("ctrl-x", "w")}, "Moving"),)
    lines = read(at_help(rows=rows))
    assert any(re.match("Ctrl\\+X w +do something", line) for line in lines)
    assert not any("Enter" in line for line in lines)


# Scrolling


def many() -> Player:
    rows = [KeyRow(f"thing {n}", {f"thing-{n}": (f"ctrl-{n}",)}) for n in range(40)]
    return at_help((80, 24), (*rows, *ROWS))


def things(player: Player) -> list[int]:
    return [int(line.split()[-1]) for line in stage_lines(player) if "thing" in line]


@pytest.mark.parametrize(
    ("keys", "first"),
    [
        ([], 0),
        (["down", "j"], 2),
        (["down", "down", "k"], 1),
        (["page-down"], 20),
        (["page-down", "page-up"], 0),
        (["up"], 0),
    ],
)
def test_a_page_that_is_too_long_scrolls_before_it_turns(keys: list[str], first: int) -> None:
    player = many()
    player.press(*keys)
    assert things(player) == [*range(first, first + 20)]
    assert player.shows("1 of 3")
    stage = page_of(player).stage
    beside = [player.lines[row][stage.right + 1 :][:1] for row in (stage.row + 1, stage.bottom)]
    assert [arrow.strip() for arrow in beside] == ["^" if first else "", "v"]


def test_the_wheel_scrolls() -> None:
    player = many()
    for button in (WHEEL_DOWN, WHEEL_DOWN, WHEEL_UP):
        player.mouse(button, True, 3, 3)
    assert things(player)[0] == 1


# Other screens


def test_the_keys_of_another_screen_are_on_one_page_under_headings() -> None:
    rows = [KeyRow("answer", {"answer": ("enter", "o")}, "Answering"), *ROWS[-1:]]
    page = HelpPage(Looks(glyphs="ascii"), rows, [("wheel", "scroll")], ROWS)
    player = Player(page)
    assert [line for line in stage_lines(player) if line] == [
        "Answering",
        "Enter o   answer",
        "Mouse",
        "wheel     scroll",
        "z         swap the mouse buttons",
    ]
    assert words_of(player) == "Esc back"
    assert not player.shows("1 of 1")


# Marks


def test_the_side_says_what_the_marks_of_hints_and_reviews_mean() -> None:
    lines = [line[54:].strip() for line in at_help().lines]
    assert lines[1] == "In hints and reviews"
    found = [line.split(None, 1) for line in lines[3:10]]
    assert found == [[sign, text] for _, sign, text in MARKS]


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("glyphs", GLYPHS)
def test_marks_are_drawn_as_on_the_board_of_the_theme_and_can_be_told_apart(
    theme: str, glyphs: str
) -> None:
    looks = Looks(theme, glyphs)
    player = Player(GameHelpPage(looks, ROWS, ROWS))
    drawn = [*tiles(player)]
    assert [style for _, style in drawn] == [
        tile_style(kind, looks.theme, sign) for kind, sign, _ in MARKS
    ]
    assert len(set(drawn)) == len(MARKS)


def tiles(player: Player) -> Iterator[tuple[str, object]]:
    """What begins in the first column of the side, row by row: signs and their styles."""
    for pieces in player.canvas.pieces[3:17]:
        yield from ((text.strip(), style) for column, text, style in pieces if column == 54)


# Leaving


def test_other_keys_do_not_leave_it_and_it_takes_keys_before_it_is_drawn() -> None:
    player = at_help()
    assert [player.press(key) for key in ("enter", " ", "x", "n")] == [None] * 4
    assert player.press("?") == Leave()
    page = GameHelpPage(Looks(), ROWS, ROWS)
    player = Player(page)
    assert player.press("page-down", "down", "up") is None
