"""The screen on which the game is played: its windows, scrolling and foot; time is handed in."""

from pathlib import Path
from typing import Final

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.play.daily import daily
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Key
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screens.game import GameScreen
from tests.harness.kept_games import TODAY, nowhere, open_store
from tests.harness.player import LEFT, RIGHT, WHEEL_DOWN, WHEEL_UP, GamePlayer
from tests.harness.scenes import play

EXPERT: Final = Setup(30, 16, 99)
FIVE_MINES: Final = """
    .......*
    ........
    ..*.....
    ........
    ....*...
    ........
    *......*
"""

# The beginning


@pytest.mark.parametrize(
    ("setup", "middle"),
    [
        (Setup(9, 9, 10), (5, 5)),
        (EXPERT, (15, 8)),
        (Setup(1, 2, 1), (1, 1)),
        (Setup(300, 200, 99), (150, 100)),
    ],
)
def test_the_cursor_starts_in_the_middle_and_in_sight(
    setup: Setup, middle: tuple[int, int]
) -> None:
    player = GamePlayer(None, setup=setup, begins_at=None)
    view = player.screen.view
    assert player.cursor == middle
    if not view.shows_whole_board:
        assert abs((view.left + view.last_column) - 300) <= 2
        assert abs((view.top + view.last_row) - 200) <= 2


def test_help_may_be_asked_for_before_the_first_frame() -> None:
    """Keys may be typed ahead while the player takes over a replay."""
    screen = GameScreen(OpenGames(Dealer(Setup(8, 8, 10), lambda: 7), nowhere()), Looks())
    for key in ("enter", "x", "i", "i"):
        screen.handle(Key(key), 0)
    canvas = Canvas(80, 24)
    screen.draw(canvas, 0)
    assert any("safe" in line for line in canvas.lines())


# Windows

SCENES: Final = {
    "the map is offered where the board scrolls": """
        on expert ; = words Enter reveal / Space flag / i hint / u undo / m menu / ? help / q quit
        size 40x14 ; = words Enter reveal / Space flag / i hint / Tab map / u undo / ...
        click reveal ; = status playing
    """,
    "a message has a row wherever there is a game": """
        on expert ; y ; = shows Nothing to redo. ; size 40x14 ; = shows Nothing to redo.
        size 30x10 ; = shows Nothing to redo. ; right ; = hides Nothing to redo.
    """,
    "what is offered stands in the key line where there is no column": """
        on classic ; enter i ; = shows i tell me ; = keys Enter reveal Space flag i hint ...
        size 40x14 ; = keys i tell me ? help q quit ; click i tell me ; = main i play it
    """,
    "what is left to flag is said once it is all": """
        on *..* ; right enter right enter ; = says Flag the 2 mines that are left.
        0 f ; = says Flag the mine that is left. ; i ; = says Look at ...
    """,
    "before a move the way back is told, and the hint before that": """
        on classic ; enter n ; = says u goes back to the game that you left. ; i
        = says Reveal any cell: the first is safe.
        u ; = message Back in the game that you left.
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_what_is_said_in_windows(scene: str) -> None:
    play(scene, setup=Setup(4, 1, 2, win="flags")) if "*..*" in scene else play(scene)


@pytest.mark.parametrize("size", [(1, 1), (29, 24), (80, 9)])
def test_a_window_that_is_too_small_says_so(size: tuple[int, int]) -> None:
    player = GamePlayer(size=size)
    assert (
        "".join("".join(player.lines).split()) == "Toosmall30x10needed"[: 19 if size[0] > 1 else 1]
    )


def test_a_start_in_a_window_that_is_too_small_takes_no_time_of_the_processor() -> None:
    player = GamePlayer(size=(10, 3))
    player.wait_until_idle()
    player.resize(80, 24)
    player.wait_until_idle()
    assert player.screen.games.is_prepared


@pytest.mark.parametrize("setup", [Setup(8, 8, 10), EXPERT, Setup(100, 100, 1000)])
def test_a_resize_keeps_the_cursor_on_its_cell_and_in_sight(setup: Setup) -> None:
    player = GamePlayer(None, setup=setup)
    player.press("G", "$", "left", "up", " ")
    before = player.cursor, player.position
    for size in [(40, 12), (200, 60), (30, 10), (1, 1), (33, 11), (80, 24), (79, 23)]:
        player.resize(*size)
        assert (player.cursor, player.position) == before
        if size != (1, 1):
            assert player.screen.view.is_in_sight(*player.cursor)
            assert "F" in player.text_at(*player.cursor)


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_a_game_is_won_in_any_window(size: tuple[int, int]) -> None:
    by_mouse, by_keys = GamePlayer(size=size), GamePlayer(FIVE_MINES, size)
    by_mouse.click(4, 1)
    by_mouse.click(1, 3)
    by_keys.press("$", " ", "G", " ", "0", " ", "6", "6", "9", "9", "f")
    by_keys.go_to(3, 3)
    by_keys.press("f")
    for player in (by_mouse, by_keys):
        assert player.status is Status.WON
        assert player.shows("Won")


# Scrolling: in a window of 40x14 of an expert board 19x10 cells are in sight


def in_sight(player: GamePlayer) -> tuple[int, int, int, int]:
    """The first and last column and the first and last row in sight."""
    view = player.screen.view
    return view.left, view.last_column, view.top, view.last_row


@pytest.fixture
def scrolled() -> GamePlayer:
    return GamePlayer(None, (40, 14), setup=EXPERT)


@pytest.mark.parametrize(
    ("keys", "part"),
    [
        (["right"] * 15, (1, 19, 1, 10)),
        (["right"] * 16, (3, 21, 1, 10)),
        (["right"] * 18, (5, 23, 1, 10)),
        (["right"] * 18 + ["left"] * 12, (3, 21, 1, 10)),
        (["down"] * 6, (1, 19, 1, 10)),
        (["down"] * 7, (1, 19, 2, 11)),
        (["end"], (12, 30, 1, 10)),
        (["end", *["left"] * 3], (12, 30, 1, 10)),
        (["G", "$"], (12, 30, 7, 16)),
    ],
)
def test_three_cells_stay_in_sight_round_the_cursor(
    scrolled: GamePlayer, keys: list[str], part: tuple[int, int, int, int]
) -> None:
    scrolled.press(*keys)
    assert in_sight(scrolled) == part


@pytest.mark.parametrize("size", [(40, 14), (30, 10), (30, 40), (80, 12)])
@pytest.mark.parametrize("glyphs", ["ascii", "emoji"])
def test_the_margin_is_kept_on_every_walk(size: tuple[int, int], glyphs: str) -> None:
    player = GamePlayer(None, size, setup=EXPERT, glyphs=glyphs)
    view = player.screen.view
    margin_across, margin_down = min(3, (view.across - 1) // 2), min(3, (view.down - 1) // 2)
    for key in [*["3"] * 20, *["9"] * 9, *["left"] * 30, *["down"] * 20, "end", *["7"] * 9]:
        player.press(key)
        column, row = player.cursor
        assert view.left <= 1 or column - view.left >= margin_across
        assert view.last_column >= 30 or view.last_column - column >= margin_across
        assert view.top <= 1 or row - view.top >= margin_down
        assert view.last_row >= 16 or view.last_row - row >= margin_down


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_clicks_hit_their_cells_on_a_scrolled_board(scrolled: GamePlayer, button: int) -> None:
    scrolled.press("G", "$")
    scrolled.click(13, 10, button)
    game, cell = scrolled.session.game, scrolled.screen.grid.cell(13, 10)
    assert game.is_flagged(cell) if button == RIGHT else game.is_revealed(cell)


def test_the_wheel_scrolls_rows_and_takes_the_cursor_along(scrolled: GamePlayer) -> None:
    scrolled.mouse(WHEEL_DOWN, True, 5, 5)
    assert (in_sight(scrolled), scrolled.cursor) == ((1, 19, 5, 14), (1, 8))
    scrolled.press("right")
    assert in_sight(scrolled) == (1, 19, 5, 14)
    for _ in range(9):
        scrolled.mouse(WHEEL_DOWN, True, 5, 5)
    assert in_sight(scrolled) == (1, 19, 7, 16)
    for _ in range(9):
        scrolled.mouse(WHEEL_UP, True, 5, 5)
    assert (in_sight(scrolled), scrolled.cursor) == ((1, 19, 1, 10), (2, 7))


def test_the_wheel_scrolls_columns_where_all_rows_are_in_sight(scrolled: GamePlayer) -> None:
    scrolled.resize(40, 24)
    scrolled.mouse(WHEEL_DOWN, True, 5, 5)
    assert in_sight(scrolled) == (5, 23, 1, 16)


def test_the_wheel_does_nothing_where_all_is_in_sight(scrolled: GamePlayer) -> None:
    scrolled.resize(80, 24)
    before = scrolled.everything
    scrolled.mouse(WHEEL_DOWN, True, 5, 5)
    assert scrolled.everything == before


# The foot


PLAIN: Final = Setup(9, 9, 10)
FAIR: Final = PLAIN._replace(on_guess="fair", win="clear")
GUESS_FREE: Final = PLAIN._replace(no_guess=True)


@pytest.mark.parametrize(
    ("setup", "scene", "foot"),
    [
        (PLAIN, "enter", ""),
        (PLAIN, "enter i", "with help"),
        (PLAIN, "enter a", "with help"),
        (PLAIN, "enter f", ""),
        (GUESS_FREE, "", "guess-free"),
        (FAIR, "enter", "a forced guess is safe"),
        (FAIR, "enter u y", "only luck from here / with help"),
        (FAIR._replace(on_guess="strict"), "enter", "a safe guess, or boom"),
    ],
)
def test_the_foot_says_what_the_game_is(setup: Setup, scene: str, foot: str) -> None:
    play(f"{scene}\n= foot {foot}", layout=None, setup=setup)


@pytest.mark.parametrize(
    ("day", "foot"),
    [
        (TODAY, "today's board"),
        ("2025-11-20", "board of 20 November"),
        ("2024-09-30", "daily 30 September 2024"),
    ],
)
def test_the_foot_of_a_daily_board_says_of_which_day_it_is(
    tmp_path: Path, day: str, foot: str
) -> None:
    store = open_store(tmp_path)

    def deal_daily(day: str, level: str) -> Session:
        return daily(day, level).begin("a", f"{TODAY}T00:00:00Z", store.open_journal, 0)

    player = GamePlayer(store=store, deal_daily=deal_daily, daily_date=lambda: TODAY)
    player.screen.play_daily("classic", player.now, day)
    assert player.foot == foot


def test_two_facts_stand_in_the_foot_if_they_fit() -> None:
    both = GamePlayer(None, setup=GUESS_FREE, show_mines=True)
    assert both.foot == "shown mines, guess-free"
    assert GamePlayer(None, setup=FAIR, show_mines=True).foot == "shown mines"
