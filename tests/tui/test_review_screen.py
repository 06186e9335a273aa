"""The review on the board: its steps, what it marks and says, and how it is entered and left."""

from pathlib import Path

import pytest

from minesweeper.engine.notation import format_position
from minesweeper.play.replay import Replay, replay_of
from minesweeper.tui.look.glyphs import ZOOMS
from minesweeper.tui.screens.review import ReviewScreen
from tests.harness.player import TWO_MINES, GamePlayer, ReplayPlayer
from tests.harness.replays import replay_on
from tests.harness.situations import reviewing

TWO_GUESSES = """
    *....*
    ......
"""
BETTER = """
    .*..
    ....
    ...*
"""


def review_after(
    layout: str, *places: tuple[int, int], size: tuple[int, int] = (80, 24), **options: str | int
) -> GamePlayer:
    """Return a player in the review of a game in which these cells were revealed."""
    player = GamePlayer(layout, size, **options)  # type: ignore[arg-type]  # looks of a player
    for place in places:
        player.reveal(player.screen.grid.cell(*place))
    player.wait_until_idle()
    player.press("i")
    return player


def screen_of(player: GamePlayer | ReplayPlayer) -> ReviewScreen:
    assert isinstance(player.top, ReviewScreen)
    return player.top


def said(player: GamePlayer | ReplayPlayer) -> str:
    """Return everything that is on the screen outside the frame, in one line."""
    box = screen_of(player).view.box
    lines = [line.ljust(player.size[0]) for line in player.lines]
    beside = [line[box.right + 1 :] for line in lines[box.row : box.bottom + 1]]
    return " ".join(" ".join([*beside, *lines[box.bottom + 1 :]]).split())


def test_a_key_that_does_nothing_says_so() -> None:
    player = review_after(TWO_GUESSES, (3, 1), (1, 2), (6, 1))
    player.press("f")
    assert "F is no key here: ? shows the keys" in said(player)
    player.press("left", "f")
    assert "no key here" not in said(player)


def test_the_review_begins_with_the_fatal_move_on_the_position_before_it() -> None:
    player = review_after(TWO_GUESSES, (3, 1), (1, 2), (6, 1), size=(80, 30))
    assert player.shows("Guess 2 of 2")
    assert "Y revealed 50% risk" in said(player)
    assert "Bad luck. A coin toss that no number could decide. It was a mine." in said(player)
    assert "1 survived, 1.0 expected" in said(player)
    assert format_position(screen_of(player).position) == "#1..1#\n11..1#\n"
    assert [player.shows(text) for text in ("o---X", "o good  ! costly  X fatal")] == [True, True]


@pytest.mark.parametrize(("back", "on"), [("[", "]"), ("left", "right"), ("home", "end")])
def test_keys_step_from_guess_to_guess(back: str, on: str) -> None:
    player = review_after(TWO_GUESSES, (3, 1), (1, 2), (6, 1))
    player.press(back, back)
    assert player.shows("Guess 1 of 2")
    assert "A good guess." in said(player)
    assert format_position(screen_of(player).position) == "#1..1#\n#1..1#\n"
    player.press(on, on, on)
    assert player.shows("Guess 2 of 2")


def test_the_wheel_and_clicks_on_the_footer_step_too() -> None:
    player = review_after(TWO_GUESSES, (3, 1), (1, 2), (6, 1))
    player.mouse(4, True, 1, 1)
    assert player.shows("Guess 1 of 2")
    player.mouse(5, True, 1, 1)
    assert player.shows("Guess 2 of 2")
    player.click_on("rewind")
    assert player.shows("Guess 1 of 2")
    player.click_on("[ ] step")
    assert player.shows("Guess 2 of 2")
    player.click_on("Esc go back")
    assert not player.is_at_page


@pytest.mark.parametrize("key", ["escape", "i", "q"])
def test_the_review_is_left_for_the_game_as_it_was(key: str) -> None:
    player = GamePlayer(TWO_MINES)
    player.press("$", "enter", "home", "enter")
    player.wait_until_idle()
    before = player.lines
    player.press("i")
    assert player.is_at_page
    player.press(key)
    assert not player.is_at_page
    assert player.lines == before


def test_safe_cells_are_marked_as_a_hint_marks_them_and_the_reason_names_the_marks() -> None:
    player = review_after(TWO_MINES, (4, 1), (1, 1))
    text = said(player)
    assert "o 3 safe cells 0% risk" in text
    assert "You guessed, but all 3 o were safe: 1 and 1 share their mine." in text
    assert "(1,3)" not in text
    board = [line.split("|")[1] for line in player.lines if line.count("|") == 2]
    assert board[2].split()[:3] == ["o", "o", "o"]


def test_of_a_chord_the_safe_cells_are_marked_as_safe() -> None:
    player = ReplayPlayer(replay_on(TWO_MINES, "0 reveal 4 1", "1 flag 1 2", "2 chord 2 2"))
    player.press("end", "i")
    player.wait_until_idle()
    text = said(player)
    assert "Y revealed 50% risk o 3 safe cells 0% risk" in text
    assert "You guessed, but all 3 o were safe: " in text
    board = [line.split("|")[1].split() for line in player.lines if line.count("|") == 2]
    assert board == [["Y", "1", ".", "."], ["F", "1", "1", "1"], ["o", "o", "o"]]


def test_of_many_safe_cells_those_that_the_reason_proves_have_a_mark_of_their_own() -> None:
    player = review_after("*......*\n........\n...**...", (4, 1), (1, 1), size=(80, 30))
    text = said(player)
    assert "B was safe 0% risk" in text
    assert "You guessed, but all 3 B were safe: " in text


def test_a_better_guess_is_marked_and_named_by_its_mark() -> None:
    player = review_after(BETTER, (1, 1), (2, 1))
    text = said(player)
    assert "Y revealed 33% risk" in text
    assert "B best was 13% risk" in text
    assert "A costly guess. Nothing was certain, but B wins 88 times in 100, yours 67." in text
    assert [line for line in player.lines if "1 Y   B" in line]


def test_a_fatal_move_that_was_no_guess_is_a_step() -> None:
    certain = review_after(TWO_MINES, (4, 1), (4, 3), size=(80, 40))
    assert certain.shows("The fatal move")
    assert "You could have known this mine: " in said(certain)
    first = review_after(TWO_MINES, (1, 1))
    assert first.shows("The first reveal")
    assert "Bad luck. The first cell was a mine." in said(first)


def test_a_win_without_a_guess_shows_the_final_board_and_says_so() -> None:
    player = review_after(TWO_MINES, (4, 1), (1, 3))
    assert "Won without a guess." in said(player)
    assert format_position(screen_of(player).position) == "F1..\n1111\n###F\n".replace("###", "..1")
    player.press("]", "[", "home", "end", "enter")
    assert "Won without a guess." in said(player)


def test_enter_plays_on_from_the_position_that_is_shown() -> None:
    player = review_after(TWO_GUESSES, (3, 1), (1, 2), (6, 1))
    player.press("home", "enter")
    assert not player.is_at_page
    assert player.position == "#1..1#\n#1..1#\n"
    assert player.session.head.origin.kind == "replay"


def test_theme_zoom_and_help_keys_work() -> None:
    player = review_after(TWO_MINES, (4, 1), (1, 1), zoom=2)
    player.press("t")
    assert "Theme: light" in said(player)
    player.press("+")
    assert f"Zoom 3 of {len(ZOOMS)}" in said(player)
    player.press("?")
    assert player.shows("Step back, step forward")
    player.press("escape")
    assert "You guessed" in said(player)


def test_an_unfinished_review_is_finished_with_its_progress_shown() -> None:
    player = GamePlayer(TWO_GUESSES)
    for place in ((3, 1), (1, 2), (6, 1)):
        player.reveal(player.screen.grid.cell(*place))
    player.press("i")
    assert player.shows("Reviewing the game: 0%")
    player.wait_until_idle()
    assert player.shows("Guess 2 of 2")
    player.press("escape")
    assert not player.shows("Reviewing")


def lost_replay() -> Replay:
    player = GamePlayer(TWO_GUESSES)
    for place in ((3, 1), (1, 2), (6, 1)):
        player.reveal(player.screen.grid.cell(*place))
    return replay_of(player.session, "")


def test_a_replay_is_reviewed_and_played_on() -> None:
    player = ReplayPlayer(lost_replay())
    player.press("i")
    player.wait_until_idle()
    assert player.shows("Guess 2 of 2")
    player.press("escape")
    assert player.top is player.screen
    player.press("i")
    player.wait_until_idle()
    player.press("enter")
    assert player.branched == [2]


def test_a_replay_that_was_not_finished_is_reviewed_up_to_its_last_move() -> None:
    replay = lost_replay()
    player = ReplayPlayer(replay._replace(steps=replay.steps[:2]))
    player.press("i")
    player.wait_until_idle()
    assert player.shows("Guess 1 of 1")
    assert "1 survived, 0.5 expected" in said(player)


def test_a_board_beyond_the_limit_is_not_reviewed() -> None:
    player = GamePlayer("\n".join([".*" + "." * 99] * 100))
    player.press("home", "g", "enter", "right", "enter", "i")
    assert not player.is_at_page
    assert player.shows("Only for boards of up to 10,000 cells")


@pytest.mark.parametrize("glyphs", ["unicode", "ascii", "emoji"])
@pytest.mark.parametrize("theme", ["dark", "light", "classic", "colour-blind", "mono"])
def test_every_look_draws_a_review(theme: str, glyphs: str) -> None:
    player = review_after(BETTER, (1, 1), (2, 1), theme=theme, glyphs=glyphs)
    sign = player.theme.glyphs.mark_texts["best"].strip()
    assert f"{sign} best was" in said(player)
    texts = [text for pieces in player.canvas.pieces for _, text, _ in pieces]
    assert sum(sign in text for text in texts) >= 3  # in its cell, beside it and in a sentence


def test_the_pointer_is_below_the_present_step() -> None:
    player = review_after(TWO_GUESSES, (3, 1), (1, 2), (6, 2))
    for key, at in (("end", 4), ("home", 0)):
        player.press(key)
        column, row = player.find("o---o")
        assert player.find("^") == (column + at, row + 1)


def test_a_long_game_shows_the_steps_near_the_present_one() -> None:
    """A panel of 28 columns has room for 14 of the 19 guesses."""
    player = review_after("\n".join(".*" * 20), *((1, row) for row in range(1, 40, 2)))
    player.press("home")
    column, row = player.find("o-o")
    assert player.lines[row][column:].rstrip() == "-".join("o" * 14)
    assert player.lines[row + 1].rindex("^") == column
    player.press("end")
    column, row = player.find("o-o")
    assert player.lines[row + 1].rindex("^") == column + 26
    player.press("left", "left")
    column, row = player.find("o-o")
    assert player.lines[row + 1].rindex("^") == column + 22


def test_a_board_that_scrolls_gives_rows_to_the_verdict(tmp_path: Path) -> None:
    player = reviewing(lambda: tmp_path)
    player.resize(40, 14)
    assert screen_of(player).view.down < player.setup.height
    assert "You guessed, but (4,4) was safe. It was a mine." in said(player)


def test_a_narrow_panel_keeps_the_risks() -> None:
    player = review_after(BETTER, (1, 1), (2, 1), size=(30, 24))
    assert "Y move 33% risk" in said(player)
    assert "B best 13% risk" in said(player)


def test_a_review_says_that_a_window_is_too_small() -> None:
    player = review_after(TWO_GUESSES, (3, 1), (1, 2), (6, 1))
    player.resize(10, 3)
    assert player.lines[0] == "Too small"
    player.resize(80, 24)
    assert player.shows("Guess 2 of 2")
