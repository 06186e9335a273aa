"""At every size of the window nothing is drawn over the frame, the field or the key line."""

from collections.abc import Callable

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.play.daily import daily, share_line
from minesweeper.play.session import Session, write_nothing
from minesweeper.tui.canvas import Canvas, Style
from tests.harness.player import GamePlayer, torn_texts, width

COLUMNS = (16, 17, 20, 29, 34, 40, 55, 64, 80, 120)
ROWS = (*range(5, 15), 17, 20, 24, 32, 40)
# The glyph sets and zooms, by turns.
LOOKS = [("ascii", 2), ("unicode", 1), ("emoji", 2), ("unicode", 3)]
LEFT_TO_RIGHT = """
    .*......
    **......
    ........
    ......*.
    ........
"""


def deal_daily(level: str) -> Session:
    return daily("2026-11-21", level).begin("da0", "", lambda head: write_nothing, 0)


def won(glyphs: str, zoom: int) -> GamePlayer:
    player = GamePlayer(LEFT_TO_RIGHT, glyphs=glyphs, zoom=zoom)
    player.win()
    assert "Won" in player.title
    return player


def lost(glyphs: str, zoom: int) -> GamePlayer:
    player = GamePlayer(None, setup=Setup(9, 9, 10), glyphs=glyphs, zoom=zoom)
    player.press("enter")
    player.explode()
    player.wait_until_idle()
    assert "Lost" in player.title
    return player


def lost_daily(glyphs: str, zoom: int) -> GamePlayer:
    player = GamePlayer(None, deal_daily=deal_daily, glyphs=glyphs, zoom=zoom)
    player.press("m", "6")
    player.explode()
    player.wait_until_idle()
    player.resize(200, 60)
    assert player.shows(share_line(player.session))
    return player


def lost_with_a_long_verdict(glyphs: str, zoom: int) -> GamePlayer:
    player = GamePlayer(LEFT_TO_RIGHT, glyphs=glyphs, zoom=zoom)
    player.press("$", "enter")
    player.explode()
    player.wait_until_idle()
    assert "Avoidable" in player.notice_text
    return player


def searching(glyphs: str, zoom: int) -> GamePlayer:
    setup = Setup(30, 7, 62, no_guess=True)
    player = GamePlayer(None, setup=setup, glyphs=glyphs, zoom=zoom)
    player.press("enter")
    player.wait(100)
    assert player.screen.state == "searching"
    return player


def hinted(glyphs: str, zoom: int) -> GamePlayer:
    player = GamePlayer(LEFT_TO_RIGHT, glyphs=glyphs, zoom=zoom)
    player.press("$", "enter", "i")
    assert "press i again" in player.notice_text
    return player


def hinted_twice(glyphs: str, zoom: int) -> GamePlayer:
    player = hinted(glyphs, zoom)
    player.press("i")
    assert "green" in player.notice_text
    return player


SITUATIONS = [won, lost, lost_daily, lost_with_a_long_verdict, searching, hinted, hinted_twice]


@pytest.mark.parametrize(("glyphs", "zoom"), LOOKS)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_frame_and_the_field_are_whole_and_the_keys_in_the_last_row(
    situation: Callable[[str, int], GamePlayer], glyphs: str, zoom: int
) -> None:
    player = situation(glyphs, zoom)
    for columns in COLUMNS:
        for rows in ROWS:
            player.resize(columns, rows)
            assert_frame_is_whole(player)
            if rows > 5:
                assert player.screen.view.box.bottom < rows - 1
                words = player.screen.footer_words()
                assert any(word.text in player.lines[-1] for word in words), player.size


def assert_frame_is_whole(player: GamePlayer) -> None:
    """Check that the field is as without notices, and that the frame has its corners."""
    screen = player.screen
    view, box = screen.view, screen.view.box
    upper_left, upper_right, lower_left, lower_right, *_ = player.theme.glyphs.border
    field = Canvas(*player.size)
    view.draw(
        field, player.session.game, screen.cursor, Style(), mines=False, overlay=screen.overlay()
    )
    for row in range(box.row + 1, box.bottom):
        assert player.lines[row].startswith(field.lines()[row]), player.size
    for row, left, right in (
        (box.row, upper_left, upper_right),
        (box.bottom, lower_left, lower_right),
    ):
        drawn = {
            at: character
            for column, text, _ in player.canvas.pieces[row]
            for at, character in zip(columns_of(text, column), text, strict=True)
        }
        assert (drawn[box.column], drawn[box.right]) == (left, right), player.size
    assert torn_texts(player.canvas) == [], player.size


def columns_of(text: str, first: int) -> list[int]:
    """Return the column of each character of a text that begins in column `first`."""
    return [first + width(text[:end]) for end in range(len(text))]
