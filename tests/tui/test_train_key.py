"""The key that asks the position in which a game was lost, after the loss and in the review."""

from pathlib import Path

from minesweeper.engine.game import Status
from minesweeper.learn.own_games import FIRST_REVEAL
from minesweeper.play.replay import replay_of
from minesweeper.tui.screens.game import CANNOT_TRAIN, NOT_LOST
from minesweeper.tui.screens.lesson import LessonScreen
from minesweeper.tui.screens.review import ReviewScreen
from tests.harness.learned import open_course
from tests.harness.lessons import MOMENT
from tests.harness.player import RIGHT, GamePlayer, ReplayPlayer, words_text

# After the opening at (1,1), (6,2) and (6,3) are safe by 1-1, and the last column is unknown.
WALL = """
    .....*.
    ......*
    .......
    .....*.
"""


def after(home: Path | None, *places: tuple[int, int], layout: str = WALL) -> GamePlayer:
    """Return a player who has revealed these cells; without a home there is no course."""
    player = GamePlayer(layout, make_course=home and (lambda: open_course(home)))
    for place in places:
        player.reveal(player.screen.grid.cell(*place))
    player.wait_until_idle()
    return player


def asked(player: GamePlayer) -> LessonScreen:
    assert isinstance(player.top, LessonScreen)
    player.wait_until_idle()
    return player.top


def test_after_a_loss_the_key_asks_the_position_in_which_it_was_lost(tmp_path: Path) -> None:
    player = after(tmp_path, (1, 1), (7, 2))
    player.press("!")
    exercise = asked(player).training.exercise
    assert exercise
    assert exercise.lesson == 3
    assert str(exercise.as_game()) == "\n".join(["....1##"] * 4)
    player.press("escape")
    assert player.top is player.screen


def test_a_position_is_asked_as_it_stood_with_the_flags_of_the_player(tmp_path: Path) -> None:
    player = after(tmp_path, (3, 1), layout=WALL.rstrip().removesuffix(".....*.") + "*....*.")
    grid = player.screen.grid
    player.click(7, 1, RIGHT)
    player.reveal(grid.cell(7, 2))
    player.wait_until_idle()
    player.press("!")
    exercise = asked(player).training.exercise
    assert exercise
    assert str(exercise.as_game()).split() == ["....1#F", "....1##", "11..1##", "#1..1##"]
    assert player.says == (
        "Your own games 3 mines left You lost here, and could have known. Find a safe cell."
    )


def test_a_loss_by_a_forced_guess_asks_for_the_best_guess(tmp_path: Path) -> None:
    player = after(tmp_path, (1, 1), (6, 1), layout=".....*\n......")
    player.press("!")
    exercise = asked(player).training.exercise
    assert exercise
    assert (exercise.kind, exercise.lesson) == ("guess", 10)
    assert player.message == "You guessed here. Which cell is the best guess?"


def test_the_first_answer_is_kept_and_a_wrong_one_is_asked_again_on_another_day(
    tmp_path: Path,
) -> None:
    player = after(tmp_path, (1, 1), (7, 2))
    player.press("!")
    asked(player)
    player.now += MOMENT
    player.press("n")
    course = open_course(tmp_path)
    [attempt] = course.attempts
    assert (attempt.source, attempt.lesson, attempt.is_right) == ("own", 3, False)


def test_a_key_held_to_leave_the_exercise_does_not_wipe_the_board(tmp_path: Path) -> None:
    player = after(tmp_path, (1, 1), (7, 2))
    player.press("!")
    asked(player)
    for key in ("n", "enter", "enter"):  # a wrong answer, its proof, and back
        player.wait(MOMENT)
        player.press(key)
    assert player.top is player.screen
    player.wait(30)
    player.press("enter")
    assert player.status is Status.LOST


def test_before_the_end_the_key_says_when_it_helps(tmp_path: Path) -> None:
    player = after(tmp_path, (1, 1))
    player.press("!")
    assert player.top is player.screen
    assert player.message == f"{NOT_LOST}."


def test_after_a_win_there_is_nothing_to_train(tmp_path: Path) -> None:
    player = after(tmp_path)
    player.win()
    player.press("!")
    assert player.message == f"{NOT_LOST}."


def test_before_the_first_reveal_nothing_was_known(tmp_path: Path) -> None:
    player = after(tmp_path, (1, 1), layout="*.\n..\n..")
    player.press("!")
    assert player.top is player.screen
    assert player.message == f"{FIRST_REVEAL}."


def test_each_step_of_a_review_can_be_trained(tmp_path: Path) -> None:
    player = after(tmp_path, (1, 1), (7, 1), (7, 2))
    player.press("i", "[", "!")
    exercise = asked(player).training.exercise
    assert exercise
    assert str(exercise.as_game()) == "\n".join(["....1##"] * 4)
    player.press("escape")
    assert isinstance(player.top, ReviewScreen)
    player.press("]", "!")
    exercise = asked(player).training.exercise
    assert exercise
    assert exercise.as_game().is_revealed(exercise.clues.grid.cell(7, 1))


def test_without_a_course_nothing_can_be_trained() -> None:
    player = after(None, (1, 1), (7, 2))
    player.press("!")
    assert player.message == f"{CANNOT_TRAIN}."
    player.wait_until_idle()
    player.press("i", "!")
    assert isinstance(player.top, ReviewScreen)


def test_each_step_of_the_review_of_a_replay_is_asked_and_no_answer_kept(tmp_path: Path) -> None:
    played = after(tmp_path, (1, 1), (7, 1), (7, 2))
    player = ReplayPlayer(replay_of(played.session, ""))
    player.press("i")
    player.wait_until_idle()
    assert player.shows("! try it")
    player.press("[", "!")
    assert isinstance(player.top, LessonScreen)
    player.wait_until_idle()
    exercise = player.top.training.exercise
    assert exercise
    assert str(exercise.as_game()) == "\n".join(["....1##"] * 4)
    player.now += MOMENT
    player.press("n")
    assert player.shows("Something is certain")
    player.press("escape")
    assert isinstance(player.top, ReviewScreen)
    assert not open_course(tmp_path).attempts


def test_the_review_of_a_loss_names_the_key_where_something_can_be_trained(
    tmp_path: Path,
) -> None:
    for home in (tmp_path, None):
        player = after(home, (1, 1), (7, 2))
        player.press("i")
        assert ("! try it" in words_text(player.side.more)) is bool(home)


def test_a_review_that_has_not_come_to_a_step_asks_nothing(tmp_path: Path) -> None:
    player = after(tmp_path, (1, 1))
    player.reveal(player.screen.grid.cell(7, 2))
    player.press("i", "!")
    assert isinstance(player.top, ReviewScreen)
    player.wait_until_idle()
    player.press("!")
    assert isinstance(player.top, LessonScreen)
