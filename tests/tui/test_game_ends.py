"""The end of a game, its result, and what keys do after it: on the screen in memory."""

from pathlib import Path
from typing import Final

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.play.coach import Coach
from minesweeper.play.daily import daily
from minesweeper.play.session import Session
from minesweeper.tui.screen import Copy
from minesweeper.tui.screens.game import CALM_TIME
from tests.harness.kept_games import SETUP, TODAY, open_store
from tests.harness.kept_games import dealer as kept_dealer
from tests.harness.player import FREE_KEY, GamePlayer
from tests.harness.scenes import act, play

# A mine is under the cursor.
SCENES: Final = {
    "Enter deals once no key came for half a second": f"""
        enter ; idle ; = status lost ; wait {CALM_TIME - 1} ; enter ; = status lost
        = says Boom ...The first cell was a mine.
        wait {CALM_TIME} ; enter ; = status playing ; = seed 7
    """,
    "o deals too": f"enter ; wait {CALM_TIME} ; o ; = status playing ; = seed 7",
    "any key delays Enter": f"""
        enter ; wait {CALM_TIME - 1} ; {FREE_KEY} ; wait {CALM_TIME - 1} ; enter ; = status lost
        wait {CALM_TIME - 1} ; left ; wait {CALM_TIME - 1} ; enter ; = status lost
    """,
    "other keys leave the board that has ended": f"""
        enter ; = board @###/####/###* ; wait {2 * CALM_TIME}
        space f c p left ; = status lost ; = board @###/####/###*
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


# What is said: mines are at (1,1) and (4,3), and the first reveal opens ten cells but two.

SAID: Final = {
    "a win has its board and its time, and what to do": """
        $ enter ; wait 12345 ; go (1,3) ; enter ; = title Won ; = clock 4x3 ; = shows 12.345 s
        = main Enter play again / i look back ; = words m menu / s records / ? help / q quit
        = foot 3BV 2 - 0.16/s - 100% ; = cursor (1,3) ; = says ...no record
    """,
    "a loss has its time, its cells, and no foot": """
        $ enter ; wait 61234 ; home enter ; idle ; = title Boom ; = clock 1:01
        = says Boom 1:01 6 of 10 cells You guessed, but all 3 o were safe: 1 and 1 share their mine.
        = main u take it back / Enter new board / r this board again / i look back
        = words m menu / s records / ? help / q quit ; = foot
    """,
    "help makes no record, whatever else does": """
        on classic ; enter i ; win ; = says Won Classic ...with help: no record
    """,
    "two undos are help as well": """
        on classic ; enter u enter u enter ; win ; = says Won Classic ...with help: no record
    """,
    "a known layout is named": """
        on classic ; enter r enter ; wait 100 ; win ; = says Won Classic ...known layout: no record
    """,
    "a loss with help says nothing of records": """
        on classic ; enter i ; lose ; idle ; = says Boom 0:00 ... of 54 cells You ...
    """,
    "practice is played on and says that it is not kept": """
        $ enter home enter ; idle ; u ; = message Undone. ; f ; = foot practice: not kept
        go (1,3) ; enter ; idle ; = foot practice: not kept ; = title Won ; = clock 4x3
        = main Enter play again / i look back
    """,
    "so does a second loss": """
        $ enter ; wait 4000 ; home enter ; idle ; u ; wait 1000 ; go (4,3) ; enter ; idle
        = title Boom ; = foot practice: not kept
        = main u take it back / Enter new board / r this board again / i look back
    """,
    "u after a loss goes on as if nothing had been": """
        $ enter home enter ; idle ; u ; = status playing ; = title ; = clock 0:00
        = board #1../#111/####
    """,
}


@pytest.mark.parametrize("scene", SAID.values(), ids=SAID)
def test_what_an_end_says(scene: str) -> None:
    play(scene)


@pytest.mark.parametrize(
    ("milliseconds", "digits"),
    [
        (12_345, "12.345"),
        (99_999, "99.999"),
        (754_999, "12:34.9"),
        (3_723_456, "1:02:03"),
        (37_230_456, "10:20:30"),
    ],
)
def test_a_time_has_as_many_decimals_as_fit_and_is_cut(milliseconds: int, digits: str) -> None:
    player = play(f"$ enter ; wait {milliseconds} ; go (1,3) ; enter", idle_pause=0)
    assert (player.side.digits, player.side.digits_role) == (digits, "good")


def test_the_bar_of_a_loss_is_as_long_as_the_share_that_was_revealed() -> None:
    assert play("$ enter home enter").shows("[" + "#" * 13 + "." * 9 + "]")


@pytest.mark.parametrize(
    ("end", "main", "more"),
    [
        ("win", "Enter play again / i look back / c copy to share", "m menu / ..."),
        ("lose", "u take it back / ... / i look back", "c copy / m menu / ..."),
    ],
)
def test_a_daily_board_offers_its_line_to_share(
    tmp_path: Path, end: str, main: str, more: str
) -> None:
    store = open_store(tmp_path)

    def deal_daily(day: str, level: str) -> Session:
        return daily(day, level).begin("a", f"{day}T00:00:00Z", store.open_journal, 0)

    player = GamePlayer(store=store, deal_daily=deal_daily, daily_date=lambda: TODAY)
    player.screen.play_daily("classic", player.now)
    act(player, f"{end} ; idle ; = main {main} ; = words {more}")
    assert isinstance(player.press("c"), Copy)


def test_a_board_that_is_too_large_to_solve_offers_no_review() -> None:
    player = play("enter ; lose", layout=None, setup=Setup(101, 100, 99))
    assert player.main == "u take it back / Enter new board / r this board again"


# Where things are


@pytest.mark.parametrize("end", ["win", "lose"])
@pytest.mark.parametrize("size", [(80, 24), (40, 14), (30, 10), (120, 40)])
def test_the_board_stays_where_it_is_at_the_end(end: str, size: tuple[int, int]) -> None:
    player = GamePlayer(None, size, setup=Setup(9, 9, 10))
    player.press("enter")
    before = player.screen.view.box
    act(player, f"{end} ; idle")
    assert player.screen.view.box == before


@pytest.mark.parametrize(("end", "right"), [("win", "12.345 s"), ("lose", " of 71 cells")])
def test_a_narrow_strip_has_the_result_in_its_first_row(end: str, right: str) -> None:
    player = play(f"enter ; wait 12345 ; {end} ; idle", layout=None, setup=SETUP, size=(40, 14))
    [line] = [line for line in player.lines if line.strip().startswith(player.side.title)]
    assert line.endswith(right)


def test_the_fatal_cell_stays_in_sight_at_the_end_of_a_board_that_scrolls() -> None:
    player = GamePlayer(None, (30, 10), setup=Setup(9, 9, 10))
    player.press("enter")
    player.reveal(max(cell for cell in player.board.grid if player.board.is_mine(cell)))
    player.wait_until_idle()
    assert player.status is Status.LOST
    assert player.screen.view.is_in_sight(*player.cursor)
    player.press("i")
    assert player.shows("Y")  # the player's own move


def test_the_best_time_beside_the_next_game_counts_the_one_that_has_ended(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    player = GamePlayer(None, dealer=kept_dealer(store, SETUP), store=store)
    for milliseconds, best in ((5_000, "5.000"), (4_000, "4.000"), (6_000, "4.000")):
        player.win(milliseconds)
        player.press("n")
        player.wait_until_idle()
        assert player.foot == f"best {best} s"


def test_a_win_says_how_many_guesses_were_lucky_and_how_many_of_them_needless() -> None:
    forms = set()
    for mines in range(3, 9):
        player = GamePlayer(None, setup=Setup(5, 4, mines))
        for _ in range(4):
            player.win()
            review = Coach(player.session).finish_review()
            assert review
            guesses, needless = review.guess_count, review.avoidable_count
            lucky = ("not one guess", "1 guess, and lucky", "2 guesses, both lucky")
            said = lucky[guesses] if guesses < 3 else f"{guesses} guesses, all lucky"
            if needless:
                said += ", none needed" if needless == guesses else f", {needless} not needed"
            assert player.message == said
            forms.add((min(guesses, 3), bool(needless), needless == guesses))
            player.wait(CALM_TIME)
            player.press("n")
    assert len(forms) > 5, forms
