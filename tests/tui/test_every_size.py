"""At every size of the window nothing is drawn over the frame, the field or the key line."""

from collections.abc import Callable

import pytest

from minesweeper.engine.game import Face
from minesweeper.engine.setup import Setup
from minesweeper.play.daily import daily, share_line
from minesweeper.play.session import Session, write_nothing
from minesweeper.play.words import clock_text
from minesweeper.tui.canvas import Canvas, Style
from minesweeper.tui.keys import TAB
from minesweeper.tui.widgets.frame import game_title, indicator_text
from minesweeper.tui.widgets.page import MIN_PAGE_COLUMNS, MIN_PAGE_ROWS
from tests.harness.player import RIGHT, GamePlayer, torn_texts, width

COLUMNS = (16, 17, 20, 29, 34, 40, 55, 64, 80, 120, 200)
ROWS = (*range(5, 15), 17, 20, 24, 32, 40, 60)
# The glyph sets and zooms, by turns.
LOOKS = [("ascii", 2), ("unicode", 1), ("emoji", 2), ("unicode", 3), ("unicode", 5)]
LEFT_TO_RIGHT = """
    .*......
    **......
    ........
    ......*.
    ........
"""


def deal_daily(day: str, level: str) -> Session:
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


def clicked_after_a_lost_daily(glyphs: str, zoom: int) -> GamePlayer:
    player = lost_daily(glyphs, zoom)
    player.click(1, 1, button=RIGHT)
    assert player.message == "The game is over"
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


def with_odds(glyphs: str, zoom: int) -> GamePlayer:
    player = GamePlayer(LEFT_TO_RIGHT, glyphs=glyphs, zoom=zoom)
    player.press("$", "enter", "a", "0")
    assert "Risk here" in player.notice_text
    return player


SITUATIONS = [
    *(won, lost, lost_daily, clicked_after_a_lost_daily, lost_with_a_long_verdict),
    *(searching, hinted, hinted_twice, with_odds),
]


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


@pytest.mark.parametrize(("glyphs", "zoom"), LOOKS)
@pytest.mark.parametrize("keys", ["m", "m7", "s", "s2", "s3", "?", TAB])
def test_a_page_has_a_whole_frame_and_its_keys_in_the_last_row_with_escape_last(
    keys: str, glyphs: str, zoom: int
) -> None:
    player = GamePlayer(
        LEFT_TO_RIGHT,
        deal_daily=deal_daily,
        today=lambda: "2026-11-21",
        glyphs=glyphs,
        zoom=zoom,
    )
    player.press("$", "enter", *(keys if keys != TAB else [TAB]))
    assert player.is_at_page
    for columns in (each for each in COLUMNS if each >= MIN_PAGE_COLUMNS):
        for rows in (each for each in ROWS if each >= MIN_PAGE_ROWS):
            player.resize(columns, rows)
            assert_page_is_whole(player)


def assert_page_is_whole(player: GamePlayer) -> None:
    """Check that a page has the sides of its frame in each row, and nothing else but its keys."""
    *above, words = player.lines
    frame = [line.strip() for line in above if line]
    *corners, _, side = player.theme.glyphs.border
    ends = [(line[0], line[-1]) for line in (frame[0], frame[-1])]
    assert ends == [(corners[0], corners[1]), (corners[2], corners[3])], player.size
    assert {end for line in frame[1:-1] for end in (line[0], line[-1])} == {side}, player.size
    assert words.split()[-1] in ("Esc", "back"), player.size
    assert torn_texts(player.canvas) == [], player.size


def assert_frame_is_whole(player: GamePlayer) -> None:
    """Check that the field is as without notices, and that the frame has all of its line."""
    screen = player.screen
    view, box = screen.view, screen.view.box
    field = Canvas(*player.size)
    view.draw(
        field, player.session.game, screen.cursor, Style(), mines=False, overlay=screen.overlay()
    )
    for shown, alone in list(zip(player.lines, field.lines(), strict=True))[
        box.row + 1 : box.bottom
    ]:
        assert shown.startswith(alone), player.size
    upper_left, upper_right, lower_left, lower_right, along, _ = player.theme.glyphs.border
    line = along * (box.columns - 2)
    assert_edge_is_whole(player, box.row, upper_left + line + upper_right)
    assert_edge_is_whole(player, box.bottom, lower_left + line + lower_right)
    assert torn_texts(player.canvas) == [], player.size


def assert_edge_is_whole(player: GamePlayer, row: int, line: str) -> None:
    """Check that an edge is a line from corner to corner, with texts that belong there on it.

    Where no row is free for a notice, the lower edge may have one.
    """
    box = player.screen.view.box
    (first, drawn, _), *above = [
        piece for piece in player.canvas.pieces[row] if piece[0] <= box.right
    ]
    assert (first, drawn) == (box.column, line), player.size
    has_notice_rows = box.bottom < player.size[1] - 2
    for column, text, _ in above:
        assert box.column < column <= box.right - width(text), player.size
        if row == box.row or has_notice_rows:
            parts = text.strip().split(player.theme.glyphs.dot)
            assert {*parts} <= texts_of_edges(player), player.size


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
