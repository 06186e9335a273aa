"""The report of the course on the screen, and the positions behind its figures."""

import re
from collections.abc import Iterator
from itertools import cycle, pairwise
from pathlib import Path

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.learn.exercises import Exercise, format_exercise
from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.own_games import exercise_before
from minesweeper.learn.report import Case
from minesweeper.learn.report_text import ReportRow, report_rows
from minesweeper.store.learning import read_examined
from minesweeper.store.text_lines import join_texts
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Reaction
from minesweeper.tui.screens.learn_report import CasesPage, ReportPage, case_text
from minesweeper.tui.screens.lesson import LessonScreen
from minesweeper.tui.widgets.page import text_columns
from tests.harness.bots import play_like_a_person
from tests.harness.kept_games import close_stores, kept, open_store
from tests.harness.learned import attempt, keep_answer, kept_attempts, open_course
from tests.harness.lessons import MOMENT
from tests.harness.player import Player, torn_texts

SIZES = [(30, 10), (40, 14), (80, 24), (120, 40)]
GAMES = 24


@pytest.fixture(scope="module")
def unexamined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with games that were not examined yet, and with answers to exercises."""
    home = tmp_path_factory.mktemp("unexamined")
    store = open_store(home)
    store.import_games([play_like_a_person(Setup(6, 6, 6), seed) for seed in range(1, 1 + GAMES)])
    for number in range(1, 31):
        keep_answer(store, attempt(number))
    close_stores()
    return home


@pytest.fixture(scope="module")
def examined(unexamined: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = copied(unexamined, tmp_path_factory.mktemp("examined"))
    course = open_course(home)
    while course.examination.step():
        pass
    close_stores()
    return home


def copied(home: Path, to: Path) -> Path:
    for path in home.glob("*.db"):
        (to / path.name).write_bytes(path.read_bytes())
    return to


@pytest.fixture
def new_home(unexamined: Path, tmp_path: Path) -> Iterator[Path]:
    yield copied(unexamined, tmp_path)
    close_stores()


@pytest.fixture
def home(examined: Path, tmp_path: Path) -> Iterator[Path]:
    yield copied(examined, tmp_path)
    close_stores()


class ReportPlayer(Player):
    """A player at the report, and the lessons that were opened from it."""

    def __init__(self, home: Path, size: tuple[int, int] = (80, 24), glyphs: str = "ascii") -> None:
        self.trained: list[int] = []
        self.course = open_course(home)
        super().__init__(ReportPage(Looks(glyphs=glyphs), self.course, self._train), size)

    def _train(self, lesson: int) -> Reaction:
        self.trained.append(lesson)
        return None

    @property
    def rows(self) -> list[ReportRow]:
        return report_rows(self.course.read_report(), min(76, text_columns(self.size[0])))

    def choose(self, row: ReportRow) -> None:
        """Go to a row of the report with the arrow keys."""
        rows = [each for each in self.rows if each.line]
        self.press("home", *["down"] * rows.index(row))


def at_report(home: Path, size: tuple[int, int] = (80, 24)) -> ReportPlayer:
    player = ReportPlayer(home, size)
    player.wait_until_idle()
    return player


def test_games_are_examined_while_the_page_is_open_with_a_progress_bar(new_home: Path) -> None:
    player = ReportPlayer(new_home)
    counts: list[int] = []
    first, full, empty, last = Looks(glyphs="ascii").theme.glyphs.bar
    sizes = cycle(SIZES)
    while not player.top.next_wakeup(player.now):
        player.resize(*next(sizes))
        player.wait(0)
        assert torn_texts(player.canvas) == []
        [line] = [line for line in player.lines if "Your games:" in line] or [""]
        if line:
            counts.append(int(line.split()[3]))
            bar = line[line.index(first) + 1 : line.rindex(last)]
            assert bar.count(full) == len(bar) * counts[-1] // GAMES
            assert bar.strip(full) == empty * (len(bar) - bar.count(full))
    assert [*dict.fromkeys(counts)] == [*range(GAMES)]
    assert not player.shows("Your games:")
    assert len(open_store(new_home).read(read_examined)) == GAMES


def test_the_page_says_what_the_report_says(home: Path) -> None:
    player = at_report(home, (80, 60))
    texts = [join_texts(row.line) for row in player.rows]
    assert [line.strip() for line in player.page if line.strip()] == [
        text.strip() for text in texts if text
    ]


def test_the_figures_follow_while_games_are_examined(new_home: Path) -> None:
    player = ReportPlayer(new_home)
    assert player.shows("Wins: 20 games needed, 0 so far")
    player.wait_until_idle()
    assert player.shows(f"of {GAMES} games without help")


def test_enter_on_the_advice_trains_it(home: Path) -> None:
    player = at_report(home)
    assert player.focused.startswith("Train next:")
    player.press("enter")
    assert player.trained == [player.course.read_report().advice.lesson]


def test_every_figure_opens_the_positions_behind_it(home: Path) -> None:
    player = at_report(home)
    rows = [row for row in player.rows if row.line]
    for row in rows[1:]:
        player.choose(row)
        player.press("enter")
        page = player.top
        if not row.cases:
            assert page is player.screens[0]
            continue
        assert isinstance(page, CasesPage)
        assert [line.label for line in page.choices()] == [
            case_text(case, player.course.local_time(case.at)) for case in row.cases
        ]
        player.press("escape")
    assert sum(bool(row.cases) for row in rows) > 3


def test_a_position_of_a_game_is_asked_again_as_it_stood(home: Path) -> None:
    player = at_report(home)
    row = next(row for row in player.rows[1:] if row.cases and row.cases[0].game)
    player.choose(row)
    player.press("enter", "enter")
    player.wait_until_idle()
    case = row.cases[0]
    session = play_like_a_person(Setup(6, 6, 6), int(case.game, 16))
    assert asked(player) == exercise_before(session, case.moves)


def test_an_exercise_is_asked_again_and_the_answer_is_not_kept(home: Path) -> None:
    player = at_report(home)
    answers = len(kept_attempts(open_store(home)))
    row = next(row for row in player.rows if any(case.exercise for case in row.cases))
    player.choose(row)
    player.press("enter", *["down"] * [bool(case.exercise) for case in row.cases].index(True))
    player.press("enter")
    player.wait_until_idle()
    assert format_exercise(asked(player)) == attempt().exercise
    player.now += MOMENT
    player.press("n")
    assert isinstance(player.top, LessonScreen)
    assert player.top.training.judgement
    player.press("escape", "escape")
    assert len(kept_attempts(open_store(home))) == answers


def asked(player: Player) -> Exercise:
    assert isinstance(player.top, LessonScreen)
    exercise = player.top.training.exercise
    assert exercise
    return exercise


def test_the_position_of_a_deleted_game_cannot_be_asked(home: Path) -> None:
    player = at_report(home)
    player.choose(next(row for row in player.rows[1:] if row.cases and row.cases[0].game))
    player.press("enter")
    page = player.top
    store = open_store(home)
    for game in kept(store):
        store.delete(game.id)
    player.press("enter")
    assert player.top is page
    assert player.shows("This position cannot be asked")


def test_a_click_chooses_a_row_and_a_second_one_opens_it(home: Path) -> None:
    player = at_report(home)
    player.click_on("of 24 games")
    assert "of 24 games" in player.focused
    player.click_on("of 24 games")
    assert isinstance(player.top, CasesPage)
    player.press("escape")
    player.click_on("Enter positions")
    assert isinstance(player.top, CasesPage)


def test_a_click_beside_the_frame_does_nothing(home: Path) -> None:
    player = at_report(home, (120, 40))
    chosen = player.focused
    [row] = [row for row, line in enumerate(player.lines) if "of 24 games" in line]
    for _ in range(2):
        player.click_at(0, row)
    assert player.focused == chosen
    assert isinstance(player.top, ReportPage)


def test_answers_that_were_given_meanwhile_are_counted(home: Path) -> None:
    player = at_report(home, (80, 60))
    assert not player.shows(" 31 ")
    player.course.attempts.append(attempt(40))
    player.choose(next(row for row in player.rows[1:] if row.cases))
    player.press("enter", "escape")
    assert player.shows(" 31 ")


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
def test_every_row_of_the_report_can_be_reached(home: Path, size: tuple[int, int]) -> None:
    player = at_report(home, size)
    seen = [player.focused]
    for _ in player.rows:
        player.press("down")
        assert torn_texts(player.canvas) == []
        seen.append(player.focused)
    texts = [" ".join(join_texts(row.line).split()) for row in player.rows if row.line]
    assert [one for one, other in pairwise([*seen, ""]) if one != other] == texts


def test_the_end_of_a_game_was_won_or_lost_and_a_move_took_a_time() -> None:
    page = CasesPage(
        Looks(glyphs="ascii"),
        [
            Case(True, None, game="1"),
            Case(False, None, game="2"),
            Case(True, 0, game="3", moves=7),
            Case(False, 0, game="3", moves=8),
            Case(True, 4_200, "x", at="2026-11-24T15:04:05Z", lesson=4),
        ],
        open_course("nowhere"),
    )
    asides = [line.aside for line in page.choices()]
    assert asides == ["lost", "won", "missed, 0.0 s", "0.0 s", "missed, 4.2 s"]


def test_an_exercise_is_listed_by_the_time_of_its_answer_and_its_lesson() -> None:
    minutes = range(3)
    cases = [Case(False, 9, "x", at=f"2026-11-24T15:0{each}:05Z", lesson=4) for each in minutes]
    lines = CasesPage(Looks(), cases, open_course("nowhere")).choices()
    assert len({line.label for line in lines}) == len(cases)
    for minute, line in zip(minutes, lines, strict=True):
        assert re.fullmatch(rf"2026-11-2\d \d\d:0{minute}", line.label)
        assert line.help == LESSONS[3].title
