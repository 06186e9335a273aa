"""The game screen with a history: what it says, and what it leaves behind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.board import Setup
from minesweeper.history import History
from minesweeper.keeping import Keeping
from minesweeper.record_text import records_lines
from minesweeper.session import Session
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Key
from minesweeper.tui.game_screen import GameScreen
from minesweeper.tui.looks import Looks
from minesweeper.tui.screen import Ask
from tests.keeping import (
    SETUP,
    close_histories,
    dealer,
    kept,
    moves_that_win,
    only_summary,
    open_history,
)


class Sitting:
    """Somebody at a game screen whose games are kept."""

    def __init__(self, history: History, setup: Setup = SETUP, first: int = 1) -> None:
        self.history = history
        self.screen = GameScreen(
            dealer(history, setup, first=first), Looks(glyphs="ascii"), keeping=Keeping(history)
        )
        self.now = 1_000
        self.look()

    @property
    def session(self) -> Session:
        return self.screen.session

    def look(self) -> str:
        """What the screen shows once everything due is done."""
        for _ in range(200):
            canvas = Canvas(80, 24)
            self.screen.tick(self.now)
            self.screen.draw(canvas, self.now)
            if self.screen.patience(self.now):
                break
        return "\n".join(canvas.lines())

    def press(self, *keys: str) -> object:
        reaction: object = None
        for key in keys:
            reaction = self.screen.handle(Key(key), self.now)
        return reaction

    def win(self, milliseconds: int = 4_000) -> str:
        self.press("enter")
        self.now += milliseconds
        assert self.session.board
        for move in moves_that_win(self.session.board):
            if not self.session.over and not self.session.game.is_revealed(move.cell):
                self.screen.cursor = move.cell
                self.press("o")
        return self.look()

    def lose(self) -> str:
        self.press("enter")
        assert self.session.board
        board = self.session.board
        self.screen.cursor = next(cell for cell in board.grid if board.is_mine(cell))
        self.press("o")
        return self.look()


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    yield open_history(tmp_path)
    close_histories()


def test_a_new_best_is_said_at_the_end(history: History) -> None:
    sitting = Sitting(history)
    assert "a new best time and 3BV/s!" in sitting.win(5_000)
    sitting.press("n")
    assert "new best" not in sitting.win(9_000)
    sitting.press("n")
    assert "a new best time" in sitting.win(2_000)


def test_a_win_with_help_says_why_it_is_no_record(history: History) -> None:
    sitting = Sitting(history)
    sitting.press("enter", "i")
    assert "no record: a hint was used" in sitting.win()


def test_a_win_after_an_undo_is_no_record(history: History) -> None:
    sitting = Sitting(history)
    sitting.lose()
    sitting.press("u")
    sitting.win()
    assert only_summary(history).lost == 1
    assert only_summary(history).won == 0


def test_what_was_risked_is_in_the_records(history: History) -> None:
    sitting = Sitting(history)
    sitting.lose()
    sitting.press("n")
    sitting.win()
    chances = only_summary(history).chances
    assert chances.needless + chances.unlucky == 1
    assert 0 < chances.expected < 2
    assert chances.won == 1
    lines = records_lines([only_summary(history)], {})
    assert any(line.split()[:2] == ["lost", "to"] for line in lines)
    assert any("won 1 of" in line for line in lines)


def test_a_game_given_up_is_kept_as_abandoned(history: History) -> None:
    sitting = Sitting(history)
    sitting.press("enter", "n")
    assert [row.status for row in kept(history)] == ["abandoned"]
    sitting.press("n")  # nothing was revealed: nothing is kept
    assert len(kept(history)) == 1


def test_a_game_that_was_left_is_offered_and_gone_on_with(history: History, tmp_path: Path) -> None:
    first = Sitting(history, Setup(16, 16, 40))
    first.press("enter")
    position = bytes(first.session.game.cells)
    assert first.press("q") is Ask.QUIT
    first.screen.leave(first.now)

    second = Sitting(open_history(tmp_path), first=50)
    assert "a game is waiting: e goes on with it" in second.look()
    second.press("e")
    assert bytes(second.session.game.cells) == position
    assert "intermediate 16x16" in second.look()
    second.press("n")
    assert second.session.game.setup == Setup(16, 16, 40)


def test_a_game_that_has_begun_is_not_given_up_for_the_one_that_waits(
    history: History, tmp_path: Path
) -> None:
    first = Sitting(history)
    first.press("enter")
    first.screen.leave(first.now)
    second = Sitting(open_history(tmp_path), first=50)
    second.press("enter", "e")
    assert "no game is waiting" in second.look()
    assert second.session.seed == 50


def test_the_clock_goes_on_from_where_it_was_left(history: History, tmp_path: Path) -> None:
    first = Sitting(history)
    first.press("enter")
    first.now += 65_000
    first.screen.leave(first.now)
    second = Sitting(open_history(tmp_path), first=50)
    second.press("e")
    assert "1:05" in second.look()


def test_records_are_a_page_of_their_own(history: History) -> None:
    sitting = Sitting(history)
    page = sitting.press("s")
    assert hasattr(page, "lines")
    assert page.lines == ["no games are kept yet"]


def test_a_disk_that_fails_is_told_of_beside_the_result(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sitting = Sitting(open_history(tmp_path / "file" / "home"))
    sitting.press("enter")
    assert "cannot be kept" in sitting.look()
    sitting.press("n")
    shown = sitting.lose()
    assert "Lost :(" in shown
    assert "cannot be kept" in shown
    close_histories()


def test_the_title_says_when_guesses_are_left_to_luck(history: History) -> None:
    sitting = Sitting(history, Setup(9, 9, 10, win="clear", on_guess="fair"))
    sitting.press("enter")
    assert "left to luck" not in sitting.look()
    sitting.press("u", "y")
    assert "guesses left to luck" in sitting.look()
