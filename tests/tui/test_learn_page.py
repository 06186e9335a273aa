"""The list of lessons, what it says of the player, and the way from the menu to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.learn.training import LessonTraining, OwnTraining, Streak
from minesweeper.store.store import GAMES_FILE
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.tiles import without_colours
from minesweeper.tui.screens.learn import LearnPage
from minesweeper.tui.screens.lesson import LessonScreen
from minesweeper.tui.widgets.side import Block
from tests.harness.bots import play_like_a_person
from tests.harness.kept_games import TODAY, close_stores, kept, open_store, play
from tests.harness.learned import (
    attempt,
    encounter,
    examined,
    keep_answer,
    keep_findings,
    moment,
    open_course,
)
from tests.harness.lessons import CALM, right_keys
from tests.harness.player import GamePlayer, Player


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    close_stores()


def answer(home: Path, lesson: int, rights: str, milliseconds: int = 500) -> None:
    """Keep answers to exercises of a lesson, each right for a plus."""
    store = open_store(home)
    for sign in rights:
        one = attempt()._replace(lesson=lesson, is_right=sign == "+", milliseconds=milliseconds)
        keep_answer(store, one)
    store.close()


def keep_calls(home: Path, lesson: int, met: int, missed: int) -> None:
    """Keep that a game called for a lesson so many times."""
    game = f"{lesson:x}"
    calls = [
        encounter(game, lesson, is_missed=moves < missed)._replace(moves=moves)
        for moves in range(met)
    ]
    store = open_store(home)
    keep_findings(store, examined(game), encounters=calls)
    store.close()


def keep_moment(home: Path, due: str = TODAY) -> None:
    """Keep a moment of a game that is due on a day."""
    store = open_store(home)
    play(store, "L")
    identity = kept(store)[0].id
    keep_findings(store, examined(identity), [moment(identity, due)])
    store.close()


def at_lessons(
    home: Path, size: tuple[int, int] = (80, 24), glyphs: str = "ascii", theme: str = "sea"
) -> Player:
    """Return a player at the list of lessons, once all games are examined."""
    player = Player(LearnPage(Looks(theme, glyphs), open_course(home)), size)
    player.wait_until_idle()
    return player


def row_of(player: Player, name: str) -> str:
    """Return the row of the list with a name, or with a mark, its parts a blank apart."""
    stage = player.top.stage  # type: ignore[attr-defined]  # a page has a stage
    [line] = [line for line in player.lines if name in line[: stage.column + 25]]
    return " ".join(line[stage.column : stage.right + 1].split())


def says(player: Player) -> str:
    """Return what the side says, a fact as its name and its text."""
    assert isinstance(player.top, LearnPage)
    side = player.top.shown_side(player.now)
    parts = [part.text if isinstance(part, Block) else part for part in (*side.rows, *side.body)]
    return without_colours(" | ".join([side.title, *parts]))


def choose(player: Player, row: int) -> None:
    """Choose a row of the list by the arrows, the first one being 1."""
    player.press("home", *["down"] * (row - 1))


# The lessons


def test_a_newcomer_stands_at_the_first_lesson_and_enter_twice_asks(home: Path) -> None:
    player = at_lessons(home)
    assert row_of(player, ">") == f"> 1 Only mines left {'-' * 12}"
    assert says(player) == "Only mines left"
    player.press("enter", "enter")
    player.wait_until_idle()
    assert isinstance(player.top, LessonScreen)
    assert player.top.training.exercise


def test_the_list_shows_how_much_is_mastered_and_begins_where_that_ends(home: Path) -> None:
    answer(home, 1, "+" * 12)
    answer(home, 2, "++-+")
    player = at_lessons(home)
    assert player.shows("1 of 12 mastered")
    assert row_of(player, "Only mines left") == f"1 Only mines left {'#' * 12} o"
    assert row_of(player, ">") == f"> 2 Only safe cells left ###{'-' * 9}"


def test_no_lesson_is_dim_for_each_can_be_begun(home: Path) -> None:
    player = at_lessons(home)
    theme = player.top.looks.theme  # type: ignore[attr-defined]  # a page has looks
    styles = {text: style for row in player.canvas.pieces for _, text, style in row}
    assert [styles[name] for name in (" 3", "1-1", "Chains")] == [theme.key, theme.text, theme.text]
    choose(player, 3)
    player.press("enter")
    assert isinstance(player.top, LessonScreen)


@pytest.mark.parametrize(
    ("columns", "mastered", "chosen"),
    [
        (
            60,
            "1 Only mines left            ############  o",
            "2 Only safe cells left       ##----------",
        ),
        (40, "1 Only mines left      ############", "2 Only safe cells left ##----------"),
        (39, "1 Only mines left", "2 Only safe cells left"),
    ],
)
def test_in_a_narrow_window_the_bars_stand_at_the_end_or_not_at_all(
    home: Path, columns: int, mastered: str, chosen: str
) -> None:
    answer(home, 1, "+" * 12)
    answer(home, 2, "++-")
    lines = at_lessons(home, (columns, 24)).lines
    assert f"    {mastered}" in lines
    assert f" >  {chosen}" in lines


@pytest.mark.parametrize("theme", ["sea", "light", "classic", "mono"])
def test_the_end_of_the_bar_is_seen_in_the_chosen_row_of_every_theme(
    home: Path, theme: str
) -> None:
    answer(home, 1, "++++")
    player = at_lessons(home, theme=theme, glyphs="unicode")
    _, row = player.find(" 1 Only mines")
    looks = player.top.looks  # type: ignore[attr-defined]  # a page has looks
    parts = [
        (text, style) for _, text, style in player.canvas.pieces[row] if text.strip("━─") == ""
    ]
    assert parts == [("━" * 4, looks.theme.selected), ("─" * 8, looks.theme.selected)]


@pytest.mark.parametrize(
    ("rights", "milliseconds", "text"),
    [
        ("+", 4_149, "right 1 of 1, in 4.1 s, goal 6 s"),
        ("--", 500, "right 0 of 2"),
        ("-" * 5 + "+++-++++", 900, "right 7 of the last 8, in 0.9 s, goal 6 s"),
    ],
)
def test_the_side_says_how_the_last_answers_were(
    home: Path, rights: str, milliseconds: int, text: str
) -> None:
    answer(home, 4, rights, milliseconds)
    player = at_lessons(home)
    choose(player, 4)
    assert says(player) == f"1-2 and 1-3 | {text}"


def test_the_side_says_what_games_called_for_and_what_to_train_next(home: Path) -> None:
    keep_calls(home, 4, met=75, missed=63)
    keep_calls(home, 6, met=19, missed=0)
    player = at_lessons(home)
    choose(player, 4)
    assert player.shows("in your games, met    75")
    assert player.shows("missed                63")
    assert says(player).endswith("| Train this next: you miss it most in your games.")
    choose(player, 6)
    assert says(player) == "1-2-1 | in your games, met 19, missed 0"


def test_a_strip_says_the_advice_before_the_figures(home: Path) -> None:
    answer(home, 4, "+++-++++", 4_100)
    keep_calls(home, 4, met=75, missed=63)
    player = at_lessons(home, (60, 24))
    choose(player, 4)
    assert player.lines[19:23] == [
        " 1-2 and 1-3                  in your games, met    75",
        " right    7 of the last 8     missed                63",
        " in       4.1 s, goal 6 s     Train this next: you miss it",
        "                              most in your games.",
    ]
    player.resize(40, 14)
    assert player.lines[10:13] == [
        " 1-2 and 1-3               7 of 8 right",
        " Train this next: you miss it most in",
        " your games.",
    ]
    player.resize(30, 10)
    assert player.lines[7:9] == [" 1-2 and 1-3     7 of 8 right", " Train this next."]


def test_the_smallest_window_says_of_the_chosen_lesson_that_it_is_mastered(home: Path) -> None:
    answer(home, 1, "+" * 12)
    player = at_lessons(home, (30, 10))
    player.press("up")
    assert player.lines[7] == " Only mines left     mastered"


def test_any_lesson_can_be_opened_and_the_first_ones_by_their_digits(home: Path) -> None:
    player = at_lessons(home)
    player.click_on("Three together")
    assert opened_lesson(player) == 11
    player.press("escape", "down", "enter")
    assert opened_lesson(player) == 12
    for digit in "918":
        player.press("escape", digit)
        assert opened_lesson(player) == int(digit)


def opened_lesson(player: Player) -> int:
    """Return the number of the lesson on the screen."""
    assert isinstance(player.top, LessonScreen)
    assert isinstance(player.top.training, LessonTraining)
    return player.top.training.number


def test_the_list_says_until_the_next_key_that_answers_were_restored(home: Path) -> None:
    answer(home, 1, "+++")
    (home / GAMES_FILE).write_bytes(b"no database" * 100)
    player = at_lessons(home)
    assert "was damaged: restored from its" in says(player)
    assert row_of(player, ">") == "> 1 Only mines left ###---------"
    player.press("down")
    assert "was damaged" not in says(player)


def test_the_list_goes_on_to_the_next_lesson_once_one_is_mastered(home: Path) -> None:
    answer(home, 1, "+" * 11)
    player = at_lessons(home)
    player.press("enter", "enter")
    player.wait_until_idle()
    assert isinstance(player.top, LessonScreen)
    training = player.top.training
    assert training.exercise
    player.now += CALM
    player.press(*right_keys(training.exercise))
    assert training.right == 1
    player.now += CALM
    player.press("escape")
    assert row_of(player, ">").startswith("> 2 Only safe cells left")
    assert player.shows("1 of 12 mastered")


# Streak, and the player's own games


def test_the_streak_says_its_best_and_begins_at_once(home: Path) -> None:
    store = open_store(home)
    for _ in range(2):
        keep_answer(store, attempt()._replace(source="streak", begun="2025"))
    store.close()
    player = at_lessons(home)
    assert row_of(player, "Streak") == "Streak best 2"
    player.click_on("Streak")
    player.wait_until_idle()
    assert isinstance(player.top, LessonScreen)
    assert isinstance(player.top.training, Streak)


@pytest.mark.parametrize(
    ("due", "text"),
    [
        ("2025-11-22", "next tomorrow"),
        ("2025-11-30", "next 30 November"),
        ("2026-01-02", "next 2 January"),
    ],
)
def test_own_games_say_when_moments_are_due_next_and_cannot_be_begun_before(
    home: Path, due: str, text: str
) -> None:
    player = at_lessons(home)
    assert row_of(player, "Your own games") == "Your own games"
    keep_moment(home, due)
    player = at_lessons(home)
    assert row_of(player, "Your own games") == f"Your own games {text}"
    player.click_on("Your own games")
    assert player.top is player.screens[0]
    assert not player.shows("Enter begin")


def test_moments_of_own_games_are_asked_when_they_are_due(home: Path) -> None:
    keep_moment(home)
    player = at_lessons(home)
    assert row_of(player, "Your own games") == "Your own games 1 due today"
    player.click_on("Your own games")
    player.wait_until_idle()
    assert isinstance(player.top, LessonScreen)
    assert isinstance(player.top.training, OwnTraining)
    player.press("escape")
    assert player.shows("1 due today")
    assert player.shows("Enter begin")


@pytest.mark.parametrize("columns", [80, 40])
def test_games_that_are_examined_meanwhile_are_counted(home: Path, columns: int) -> None:
    play(open_store(home), "LL")
    player = Player(LearnPage(Looks(glyphs="ascii"), open_course(home)), (columns, 24))
    counted = set()
    while player.top.next_wakeup(player.now) == 0:
        counted.add(row_of(player, "Your own games").removeprefix("Your own games "))
        player.wait(0)
    assert {"0 of 2 games read", "1 of 2 games read"} <= counted
    assert not player.shows("read")


def test_the_figures_follow_while_games_are_examined(home: Path) -> None:
    open_store(home).import_games([play_like_a_person(Setup(5, 5, 4), n) for n in range(1, 27)])
    player = Player(LearnPage(Looks(glyphs="ascii"), open_course(home)))
    assert "met" not in figures_of(player)
    while not player.shows("25 of 26 games read"):
        player.wait(0)
    assert "met" in figures_of(player)
    player.wait_until_idle()
    assert figures_of(player) == figures_of(at_lessons(home))


def figures_of(player: Player) -> str:
    """Return what the side says of the lessons, one after the other."""
    player.press("home")
    texts = []
    for _ in range(12):
        texts.append(says(player))
        player.press("down")
    return " / ".join(texts)


# The way here


def test_the_menu_opens_the_list_of_lessons(home: Path) -> None:
    player = GamePlayer(make_course=lambda: open_course(home))
    player.press("m")
    player.click_on("Learn")
    assert isinstance(player.top, LearnPage)
    player.press("escape", "8")
    assert isinstance(player.top, LearnPage)


def test_without_a_course_the_menu_has_no_row_for_it() -> None:
    player = GamePlayer()
    player.press("m")
    assert not player.shows("Learn")
