"""The end of a game, its result, and what keys do after it: on the screen in memory."""

from pathlib import Path
from typing import Final

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.tui.screens.game import CALM_TIME
from minesweeper.tui.widgets.frame import MIN_PANEL_ROOM
from tests.harness.kept_games import SETUP, open_store
from tests.harness.kept_games import dealer as kept_dealer
from tests.harness.player import FREE_KEY, GamePlayer
from tests.harness.scenes import play

# A mine is under the cursor.
SCENES: Final = {
    "Enter deals once no key came for half a second": f"""
        enter ; = status lost ; wait {CALM_TIME - 1} ; enter ; = status lost
        = hides The game is over
        wait {CALM_TIME} ; enter ; = status playing ; = seed 7
    """,
    "o deals too": f"enter ; wait {CALM_TIME} ; o ; = status playing ; = seed 7",
    "any key delays Enter": f"""
        enter ; wait {CALM_TIME - 1} ; {FREE_KEY} ; wait {CALM_TIME - 1} ; enter ; = status lost
        wait {CALM_TIME - 1} ; left ; wait {CALM_TIME - 1} ; enter ; = status lost
    """,
    "other keys leave the board that has ended": f"""
        enter ; = position @###/####/###* ; wait {2 * CALM_TIME}
        space f c p left ; = status lost ; = position @###/####/###*
    """,
    "a key held to leave the help does not wipe the board": """
        enter ? ; = page open ; wait 5000 ; enter ; = page left ; wait 30 ; enter ; = status lost
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_after_the_end(scene: str) -> None:
    play(scene)


@pytest.mark.parametrize("key", ["enter", "o"])
def test_a_held_key_does_not_wipe_the_board(key: str) -> None:
    player = GamePlayer()
    for _ in range(30):
        player.press(key)
        player.wait(30)
    assert player.status is Status.LOST
    player.wait(CALM_TIME - 31)
    player.press(key)
    assert player.status is Status.LOST


# Results


WON = ("G", "enter")
LOST = ("0", "enter")


FIGURES = ["3BV", "3BV/s", "Efficiency", "Clicks"]


@pytest.mark.parametrize(("last", "title"), [(WON, "Won"), (LOST, "Lost")])
@pytest.mark.parametrize("columns", [200, 80, 36, 28])
def test_the_result_is_a_panel_beside_the_board_if_17_columns_are_free(
    last: tuple[str, ...], title: str, columns: int
) -> None:
    player = GamePlayer(size=(columns, 14))
    player.press("$", "enter", "0", "c")
    player.wait(12_345)
    player.press(*last)
    heading, rule, time, *figures = player.panel
    assert (heading, rule.strip("-")) == (title, "")
    assert time.split() == ["Time", "12.345", "s"]
    assert [line.split()[0] for line in figures[:4]] == FIGURES
    assert columns - player.screen.view.box.right - 1 >= MIN_PANEL_ROOM


@pytest.mark.parametrize(
    ("last", "columns", "lines"),
    [
        (WON, 27, ["Won in 12.345 s", "3BV 2   3BV/s 0.16"]),
        (WON, 17, ["Won in 12.345 s", "3BV 2"]),
        (LOST, 27, ["Lost after 12.345 s", "3BV 1 of 2   3BV/s 0.08"]),
        (LOST, 19, ["Lost after 12.345 s", "3BV 1 of 2"]),
        (LOST, 16, ["Lost after", "12.345 s"]),
    ],
)
def test_the_result_is_below_the_board_in_a_narrower_window(
    last: tuple[str, ...], columns: int, lines: list[str]
) -> None:
    player = GamePlayer(size=(columns, 12))
    player.press("$", "enter", "0", "c")
    player.wait(12_345)
    player.press(*last)
    bottom = player.screen.view.box.bottom
    assert [line.strip() for line in player.lines[bottom + 1 : bottom + 3]] == lines


def test_the_fatal_cell_stays_in_sight_at_the_end_of_a_board_that_scrolls() -> None:
    player = GamePlayer(None, (20, 9), setup=Setup(9, 9, 10))
    player.press("enter")
    player.reveal(max(cell for cell in player.board.grid if player.board.is_mine(cell)))
    player.wait_until_idle()
    assert player.status is Status.LOST
    for _ in range(3):
        player.draw()
        assert player.screen.view.is_in_sight(*player.cursor)
    player.press("i")
    for _ in range(3):
        player.draw()
        assert player.shows("Y")  # the player's own move


def test_the_board_stays_in_the_middle_for_the_panel_in_a_wide_window() -> None:
    player = GamePlayer(None, (120, 40), setup=Setup(9, 9, 10))
    before = player.screen.view.box
    player.win()
    assert player.screen.view.box == before


def test_the_verdict_on_a_loss_comes_before_its_time_in_a_low_window() -> None:
    player = GamePlayer(None, (60, 24), setup=Setup(9, 9, 10), glyphs="unicode", zoom=3)
    player.press("enter")
    player.now += 4_000
    player.explode()
    player.wait_until_idle()
    [notice] = player.lines[player.screen.view.box.bottom + 1 : -1]
    assert notice.strip().startswith("You could have known this mine")


@pytest.mark.parametrize("keys", [["enter"], ["enter", "i"], ["enter", "LOSE"]])
def test_sentences_are_at_most_as_wide_as_the_board_or_60_columns(keys: list[str]) -> None:
    player = GamePlayer(None, (200, 60), setup=Setup(8, 8, 10), zoom=2)
    for key in keys:
        player.press(key) if key != "LOSE" else player.explode()
    player.wait_until_idle()
    bottom = player.screen.view.box.bottom
    assert all(len(line.strip()) <= 60 for line in player.lines[bottom + 1 : -1])


def test_a_win_is_green() -> None:
    player = GamePlayer(size=(40, 24), glyphs="unicode")
    player.press("$", "enter", "0", "G", "enter")
    assert player.canvas.pieces[player.screen.view.box.row][0][2] is player.theme.won


def test_a_loss_is_red() -> None:
    player = GamePlayer()
    player.press("enter")
    box = player.screen.view.box
    assert player.canvas.pieces[box.row][0][2] is player.theme.lost
    assert {player.canvas.pieces[row][0][2] for row in range(box.row, box.bottom + 1)} == {
        player.theme.lost
    }


def test_a_pause_says_in_a_frame_what_ends_it_and_a_click_does() -> None:
    player = GamePlayer(None, size=(80, 24), setup=Setup(16, 16, 40))
    player.press("enter", "p")
    column, row = player.find("Paused")
    assert [line[column - 5 : column + 11] for line in player.lines[row - 1 : row + 4]] == [
        "+--------------+",
        "|    Paused    |",
        "|              |",
        "|  p continue  |",
        "+--------------+",
    ]
    player.click_at(column, row + 2)
    assert not player.session.paused


def test_the_whole_result_of_a_long_game_fits_in_40_columns() -> None:
    player = GamePlayer(None, (40, 12), setup=Setup(8, 8, 10, first="any"))
    player.press("enter")
    player.wait(12_345_678)
    player.clear()
    assert "Time  3:25:45.678" in player.panel


def test_the_records_beside_the_next_game_count_the_one_that_has_ended(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    dealer = kept_dealer(store, SETUP)
    player = GamePlayer(None, (120, 40), dealer=dealer, store=store)
    for wins in (1, 2):
        player.wait_until_idle()
        player.win()
        player.press("n")
        player.wait_until_idle()
        assert f"Wins  {wins}" in player.panel
