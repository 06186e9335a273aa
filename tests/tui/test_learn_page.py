"""The list of lessons, the page with which a lesson begins, and the way from the menu to both."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.learn.exercises import parse_drawing
from minesweeper.learn.lessons import LESSONS, Lesson
from minesweeper.store.store import GAMES_FILE
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screens.learn import LearnPage
from minesweeper.tui.screens.lesson import LessonScreen
from minesweeper.tui.screens.lesson_introduction import LessonIntroduction
from minesweeper.tui.widgets.page import Page
from tests.harness.brute import certain_cells
from tests.harness.kept_games import TODAY, close_stores, kept, open_store, play
from tests.harness.learned import (
    attempt,
    examined,
    keep_answer,
    keep_findings,
    moment,
    open_course,
)
from tests.harness.lessons import CALM, right_keys
from tests.harness.player import GamePlayer, Player, torn_texts


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    close_stores()


def answer(home: Path, lesson: int, rights: str) -> None:
    """Keep answers to exercises of a lesson, quick ones, each right for a plus."""
    store = open_store(home)
    for sign in rights:
        quick = attempt()._replace(lesson=lesson, is_right=sign == "+", milliseconds=500)
        keep_answer(store, quick)
    store.close()


def at_lessons(home: Path, size: tuple[int, int] = (80, 24), glyphs: str = "ascii") -> Player:
    player = Player(LearnPage(Looks(glyphs=glyphs), open_course(home)), size)
    player.wait_until_idle()
    return player


def test_a_newcomer_stands_at_the_first_lesson_and_enter_twice_asks(home: Path) -> None:
    player = at_lessons(home)
    assert player.focused == "1 Only mines left open"
    player.press("enter")
    assert isinstance(player.top, LessonIntroduction)
    player.press("enter")
    player.wait_until_idle()
    assert isinstance(player.top, LessonScreen)
    assert player.shows("Find a cell that is certain")
    assert player.shows("Enter safe   Space mine   n nothing is certain")


def test_the_list_says_until_the_next_key_that_answers_were_restored(home: Path) -> None:
    answer(home, 1, "+++")
    (home / GAMES_FILE).write_bytes(b"no database" * 100)
    player = at_lessons(home)
    assert "was damaged: restored from its" in player.note
    assert player.shows("3 of 3 right")
    player.press("down")
    assert "was damaged" not in player.note


def test_the_list_begins_at_the_first_lesson_that_is_not_mastered(home: Path) -> None:
    answer(home, 1, "+" * 12)
    answer(home, 2, "++-+")
    player = at_lessons(home)
    assert player.focused == "2 Only safe cells left 3 of 4 right"
    assert player.shows("mastered")


def test_the_smallest_window_shows_the_progress_in_numbers(home: Path) -> None:
    answer(home, 3, "++-+" * 3)
    lines = [" ".join(line.split()) for line in at_lessons(home, (30, 10)).lines]
    assert "| 3 1-1 9/12 |" in lines


def test_any_lesson_can_be_chosen(home: Path) -> None:
    player = at_lessons(home)
    player.click_on("Three together")
    assert player.shows("Lesson 11")
    player.press("escape", "down", "enter")
    assert player.shows("Lesson 12")


@pytest.mark.parametrize("digit", "123456789")
def test_a_digit_chooses_a_lesson(home: Path, digit: str) -> None:
    player = at_lessons(home)
    player.press(digit)
    assert player.shows(f"Lesson {digit} ")


@pytest.mark.parametrize("key", ["i", "z", "!", "0", "backspace"])
def test_a_key_without_a_meaning_leaves_the_list_as_it_is(home: Path, key: str) -> None:
    player = at_lessons(home)
    lines = player.lines
    player.press(key)
    assert player.lines == lines


def test_the_theme_is_changed_on_the_page_that_begins_a_lesson(home: Path) -> None:
    player = at_lessons(home)
    player.press("enter", "t")
    assert player.shows("Theme: sea")


def test_escape_in_a_lesson_leads_back_to_the_list(home: Path) -> None:
    player = at_lessons(home)
    player.press("enter", "enter")
    player.wait_until_idle()
    player.press("escape")
    assert player.top is player.screens[0]


def test_the_list_goes_on_to_the_next_lesson_once_one_is_mastered(home: Path) -> None:
    answer(home, 1, "+" * 11)
    player = at_lessons(home)
    player.press("enter", "enter")
    player.wait_until_idle()
    assert isinstance(player.top, LessonScreen)
    training = player.top.training
    for number in range(3):
        assert training.exercise
        player.now += CALM
        player.press(*right_keys(training.exercise))
        assert player.shows("You have mastered this lesson") == (number == 0)
        player.now += CALM
        player.press("enter")
        player.wait_until_idle()
    assert training.right == 3
    assert "mastered" in training.progress_texts[0]
    player.press("escape")
    assert player.focused.startswith("2 Only safe cells")


def test_the_streak_says_its_best_and_begins_at_once(home: Path) -> None:
    store = open_store(home)
    keep_answer(store, attempt()._replace(source="streak", begun="2025"))
    store.close()
    player = at_lessons(home)
    assert any("Streak" in line and "best 1" in line for line in player.lines)
    player.click_on("Streak")
    player.wait_until_idle()
    assert player.shows("Find a cell")


def test_moments_of_own_games_are_asked_when_they_are_due(home: Path) -> None:
    player = at_lessons(home)
    player.click_on("Your own games")
    assert player.top is player.screens[0]
    assert player.shows("none due")
    keep_moment(home, due="2099-01-02")
    assert at_lessons(home).shows("1 due on 2099-01-02")
    keep_moment(home)
    player = at_lessons(home)
    assert player.shows("1 due")
    player.click_on("Your own games")
    player.wait_until_idle()
    assert player.shows("Find a cell")
    player.press("escape")
    assert player.shows("1 due")


def test_a_training_without_a_moment_says_once_when_one_is_due(home: Path) -> None:
    keep_moment(home, due="2099-01-02")
    player = Player(LessonScreen(Looks(glyphs="ascii"), open_course(home).train_due_moments()))
    player.wait_until_idle()
    assert str(player.lines).count("due before 2099-01-02") == 1


def test_games_that_are_examined_meanwhile_are_counted(home: Path) -> None:
    play(open_store(home), "LL")
    player = Player(LearnPage(Looks(glyphs="ascii"), open_course(home)))
    counted = set()
    while player.top.next_wakeup(player.now) == 0:
        own = next(line for line in player.lines if "Your own games" in line)
        counted.add(own.removesuffix("|").partition("Your own games")[2].strip())
        player.wait(0)
    assert {"0 of 2 games examined", "1 of 2 games examined"} <= counted
    assert player.shows("none due") or player.shows(" due")


def keep_moment(home: Path, due: str = TODAY) -> None:
    """Keep a moment of a game that is due on a day."""
    store = open_store(home)
    play(store, "L")
    identity = kept(store)[0].id
    keep_findings(store, examined(identity), [moment(identity, due)])
    store.close()


# The page with which a lesson begins


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_a_lesson_begins_with_its_drawing_and_its_two_sentences(
    lesson: Lesson, size: tuple[int, int]
) -> None:
    player = introduced(lesson, size)
    words: list[str] = []
    for _ in range(12):
        assert torn_texts(player.canvas) == []
        words += " ".join(player.page).split()
        player.press("down")
    for sentence in lesson.why:
        assert {*sentence.split()} <= {*words}
    assert any(player.shows(f" {heading} ") for heading in page_headings(player))
    rows = lesson.drawing.count("/") + 1
    assert player.top.view.box.rows >= min(3, rows)  # type: ignore[attr-defined]  # an introduction


def page_headings(player: Player) -> tuple[str, ...]:
    """Return the heading of the drawing, and shorter forms of it."""
    assert isinstance(player.top, LessonIntroduction)
    [picture] = player.top.pictures()
    return picture.headings


def test_the_signs_of_a_drawing_are_explained() -> None:
    for lesson in LESSONS:
        page = " ".join(" ".join(introduced(lesson, (120, 40)).page).split())
        assert ("F is a mine" in page) == ("F" in lesson.drawing)
        assert ("? hides a number" in page) == ("o" in lesson.drawing)


def introduced(lesson: Lesson, size: tuple[int, int] = (80, 24), theme: str = "sea") -> Player:
    looks = Looks(theme, "ascii", 0)
    return Player(LessonIntroduction(looks, lesson, lambda: BEGUN), size)


BEGUN = Page(Looks(), "the exercises", [""])


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_cells_that_are_certain_in_a_drawing_are_marked(lesson: Lesson) -> None:
    player = introduced(lesson)
    clues = parse_drawing(lesson.drawing, lesson.mines)
    safe, mines = certain_cells(clues, with_total=lesson.mines is not None)
    page = player.top
    assert isinstance(page, LessonIntroduction)
    theme = page.looks.theme
    safe_grounds = {theme.colour(role): "safe" for role in ("safe", "safe-2")}
    grounds = safe_grounds | {theme.colour(role): "danger" for role in ("danger", "danger-2")}
    marked = {"safe": 0, "danger": 0}
    for cell in clues.grid:
        column, row = page.view.position(cell)
        pieces = player.canvas.pieces[row]
        [*_, style] = [style for at, text, style in pieces if at <= column < at + len(text)]
        if style.background in grounds:
            marked[grounds[style.background]] |= 1 << cell
    assert marked["safe"] & ~safe == 0
    assert marked["danger"] & ~mines == 0
    assert bool(marked["safe"] | marked["danger"]) == bool(safe | mines)


@pytest.mark.parametrize("key", ["enter", "o", " "])
def test_a_key_begins_the_exercises(key: str) -> None:
    assert introduced(LESSONS[0]).press(key) is BEGUN


def test_a_click_on_the_key_begins_the_exercises() -> None:
    assert introduced(LESSONS[0]).click_on("Enter begin") is BEGUN


# Every window, and the way here


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_every_line_of_the_list_can_be_reached(home: Path, size: tuple[int, int]) -> None:
    answer(home, 1, "+" * 12)
    player = at_lessons(home, size)
    for _ in range(16):
        assert torn_texts(player.canvas) == []
        player.press("down")
    assert player.focused.startswith("Your own games")


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
