"""The review on the board: its steps, what it marks and says, and how it is entered and left."""

from typing import Final

import pytest

from minesweeper.play.replay import Replay, replay_of
from minesweeper.tui.screens.review import ReviewScreen
from tests.harness.player import TWO_MINES, GamePlayer, ReplayPlayer
from tests.harness.replays import replay_on
from tests.harness.scenes import act

TWO_GUESSES: Final = """
    *....*
    ......
"""
BETTER: Final = """
    .*..
    ....
    ...*
"""
LONG: Final = "\n".join(".*" * 20)


def play_game(layout: str, *places: tuple[int, int], **options: object) -> GamePlayer:
    """Return a player who has revealed these cells."""
    player = GamePlayer(layout, **options)  # type: ignore[arg-type]  # the player's own
    for place in places:
        player.reveal(player.screen.grid.cell(*place))
    return player


def review_after(layout: str, *places: tuple[int, int], **options: object) -> GamePlayer:
    """Return a player in the review of a game in which these cells were revealed."""
    player = play_game(layout, *places, **options)
    player.wait_until_idle()
    player.press("i")
    assert isinstance(player.top, ReviewScreen)
    return player


LOST: Final = (3, 1), (1, 2), (6, 1)
"""What is revealed of TWO_GUESSES: two guesses, of which the second explodes."""

STEPS: Final = {
    "it begins with the last step, on the position before it": """
        = title Guess 2 of 2 ; = board #1..1#/11..1# ; = shows yours ; = shows 50% risk
        = message Bad luck. A coin toss that no number could decide. Yours was a mine.
        = foot move 3 of 3 ; = words ← → step / Enter play on / a odds / Esc back
    """,
    "arrows and brackets step": """
        left*2 ; = title Guess 1 of 2 ; = board #1..1#/#1..1# ; = foot move 2 of 3
        right*3 ; = title Guess 2 of 2 ; [ ; = title Guess 1 of 2 ; ] ; = title Guess 2 of 2
        home ; = title Guess 1 of 2 ; end ; = title Guess 2 of 2
    """,
    "so do the wheel, the words and the steps themselves": """
        wheel up ; = title Guess 1 of 2 ; wheel down ; = title Guess 2 of 2
        click step ; = title Guess 1 of 2 ; click+4 o---X ; = title Guess 2 of 2
        click o---X ; = title Guess 1 of 2 ; click back ; = page left
    """,
    "the odds are added, and taken away": """
        = hides safe ; a ; = shows safe ; left ; = shows safe ; a ; = hides safe
    """,
    "a key that does nothing says so": """
        f ; = message F is no key here: ? shows the keys. ; left ; f ; = message A good guess. ...
    """,
    "Enter plays on from the position that is shown": """
        home ; enter ; = page left ; = position #1..1#/#1..1#
    """,
    "theme, zoom and help": """
        t ; = message Theme: ... ; - ; = message Zoom ... ; ? ; = shows step back, step forward
        escape ; = title Guess 2 of 2
    """,
    "it has a strip, too, and says so if the window is too small": """
        size 40x14 ; = shows Guess 2 of 2 ; = shows 50% risk ; = shows Bad luck.
        size 10x3 ; = shows Too small ; left ; size 80x24 ; = title Guess 2 of 2
    """,
}


@pytest.mark.parametrize("scene", STEPS.values(), ids=STEPS)
def test_a_review_of_two_guesses(scene: str) -> None:
    act(review_after(TWO_GUESSES, *LOST), scene)


OTHERS: Final = {
    "safe cells that the reason names": (
        TWO_MINES,
        ((4, 1), (1, 1)),
        """
        = message You guessed, but all 3 o were safe: 1 and 1 share their mine. Yours was a mine.
        = shows safe ; = shows 0% risk ; = signs 1 (2,1) (2,2), Y (1,1), o (1,3) (2,3) (3,3)
        """,
    ),
    "a better guess": (
        BETTER,
        ((1, 1), (2, 1)),
        """
        = message A costly guess. Nothing was certain, but B wins 88 times in 100, yours 67. ...
        = shows 33% risk ; = shows best ; = shows 13% risk
        """,
    ),
    "a move that was certain to lose": (
        TWO_MINES,
        ((4, 1), (4, 3)),
        """
        = title The last move ; = message You could have known this mine: ...
        = signs 1 (2,1) (2,2) (3,2), Y (4,3), o (3,3)
        """,
    ),
    "a mine that was certain with others": (
        "*...*.\n*...*.",
        ((3, 1), (1, 1)),
        """
        = message You could have known this mine: 2 touches only 2 covered cells, so both are mines.
        = signs * (1,2), 2 (2,1), Y (1,1), o (6,1)
        """,
    ),
    "a first reveal that lost": (
        TWO_MINES,
        ((1, 1),),
        "= title The last move ; = message Bad luck. The first cell was a mine. ; = hides safe",
    ),
    "a win without a guess": (
        TWO_MINES,
        ((4, 1), (1, 3)),
        """
        = title Not one guess ; = message About 2 clicks would do (yours: 2).
        = board F1../1111/..1F ; = words Esc back ; [ ; ] ; home end enter a ; = title Not one guess
        """,
    ),
    "many steps: those near the present one": (
        LONG,
        tuple((1, row) for row in range(1, 40, 2)),
        """
        = title Guess 19 of 19 ; home ; = title Guess 1 of 19 ; = shows o-o-o-o-o-o-o-o-o-o-o-o
        click+22 o-o-o ; = title Guess 12 of 19
        """,
    ),
}


@pytest.mark.parametrize(("layout", "places", "scene"), OTHERS.values(), ids=OTHERS)
def test_a_review(layout: str, places: tuple[tuple[int, int], ...], scene: str) -> None:
    act(review_after(layout, *places), scene)


def test_the_levels_of_the_odds_stand_below_what_is_said_of_a_step() -> None:
    player = review_after(TWO_GUESSES, *LOST)
    player.press("a")
    assert player.find("Bad luck.")[1] < player.find("safe")[1]


@pytest.mark.parametrize("key", ["escape", "i", "q"])
def test_the_review_is_left_for_the_game_as_it_was(key: str) -> None:
    player = play_game(TWO_MINES, (4, 1), (1, 1))
    player.wait_until_idle()
    before = player.lines
    player.press("i")
    assert player.is_at_page
    player.press(key)
    assert not player.is_at_page
    assert player.lines == before


def test_of_a_chord_the_safe_cells_are_marked_as_safe() -> None:
    player = ReplayPlayer(replay_on(TWO_MINES, "0 reveal 4 1", "1 flag 1 2", "2 chord 2 2"))
    scene = """
        end i ; idle ; = message You guessed, but all 3 o were safe: ...
        = signs 1 (2,1) (2,2), Y (1,1), o (1,3) (2,3) (3,3)
    """
    act(player, scene)


def test_an_unfinished_review_is_finished_with_its_progress_shown() -> None:
    player = play_game(TWO_GUESSES, *LOST)
    act(player, "i ; = message Looking at your moves: 0% ; idle ; = title Guess 2 of 2")
    assert player.is_at_page


def test_the_keys_scroll_a_board_that_does_not_fit() -> None:
    player = review_after(LONG, (1, 1), (1, 3), (1, 2), size=(40, 14))
    assert isinstance(player.top, ReviewScreen)
    view = player.top.view
    view.scroll(-40, -40)
    seen = []
    for key in ("j", "down", "k", "up", "page-down", "page-up", "l", "h"):
        player.press(key)
        seen.append((view.left, view.top))
    page = view.down - 1
    assert [top for _, top in seen] == [2, 3, 2, 1, 1 + page, 1, 1, 1]
    player.press("page-down", "left", "right")
    assert view.is_in_sight(1, 2)


def lost_replay() -> Replay:
    return replay_of(play_game(TWO_GUESSES, *LOST).session, "")


def test_a_replay_is_reviewed_and_played_on() -> None:
    player = ReplayPlayer(lost_replay())
    scene = """
        i ; idle ; = title Guess 2 of 2 ; = words ← → step / ... / ! try it / a odds / Esc back
        escape ; i ; idle ; enter
    """
    act(player, scene)
    assert player.branched == [2]


def test_a_replay_that_was_not_finished_is_reviewed_up_to_its_last_move() -> None:
    replay = lost_replay()
    player = ReplayPlayer(replay._replace(steps=replay.steps[:2]))
    act(player, "i ; idle ; = title Guess 1 of 1 ; = message A good guess. ...")


def test_a_board_beyond_the_limit_is_not_reviewed() -> None:
    player = GamePlayer("\n".join([".*" + "." * 99] * 100))
    player.press("home", "g", "enter", "right", "enter", "i")
    assert not player.is_at_page
    assert player.message.startswith("No review here: the board is too large")


@pytest.mark.parametrize("glyphs", ["unicode", "ascii", "emoji"])
@pytest.mark.parametrize("theme", ["sea", "light", "classic", "colour-blind", "mono"])
def test_every_look_draws_a_review(theme: str, glyphs: str) -> None:
    player = review_after(BETTER, (1, 1), (2, 1), theme=theme, glyphs=glyphs, zoom=None)
    assert player.shows("A costly guess.")
    player.press("a")
    assert player.shows("13% risk")
