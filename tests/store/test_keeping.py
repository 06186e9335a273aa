"""The game screen with a history: what it says, and what it leaves behind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.plain import text as plain_text
from minesweeper.play.session import Session
from minesweeper.store.games import Games
from minesweeper.store.history import History
from minesweeper.store.report import records_lines
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import QUIT, Key
from minesweeper.tui.screens.game import GameScreen
from tests.harness.keeping import (
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
        games = Games(dealer(history, setup, first=first), history)
        self.screen = GameScreen(games, Looks(glyphs="ascii"))
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
            if self.screen.next_wakeup(self.now):
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
    assert "A new best time and 3BV/s!" in sitting.win(5_000)
    sitting.press("n")
    assert "new best" not in sitting.win(9_000)
    sitting.press("n")
    assert "A new best time" in sitting.win(2_000)


def test_a_win_with_help_says_why_it_is_no_record(history: History) -> None:
    sitting = Sitting(history)
    sitting.press("enter", "i")
    assert "No record: a hint was used" in sitting.win()


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
    assert (chances.guesses, chances.survived) == (1, 1)  # a certain mine is no guess
    assert 0 <= chances.expected < chances.guesses
    lines = records_lines([only_summary(history)], {})
    assert any(line.split()[:2] == ["lost", "to"] for line in lines)
    counted = f"survived {chances.survived} of {chances.guesses}, expected {chances.expected:.1f}"
    assert f"  guesses   {counted}" in lines


def test_a_game_given_up_is_kept_as_abandoned(history: History) -> None:
    sitting = Sitting(history)
    sitting.press("enter", "n", "enter")
    assert [row.status for row in kept(history)] == ["abandoned"]
    sitting.press("u", "n")
    sitting.press("n")  # nothing was revealed: nothing is kept
    assert len(kept(history)) == 1


def test_a_game_that_was_left_is_offered_and_gone_on_with(history: History, tmp_path: Path) -> None:
    first = Sitting(history, Setup(16, 16, 40))
    first.press("enter")
    position = bytes(first.session.game.cells)
    assert first.press("q") is QUIT
    first.screen.leave(first.now)

    second = Sitting(open_history(tmp_path), first=50)
    assert "Saved game: press e to resume" in second.look()
    second.press("e")
    assert bytes(second.session.game.cells) == position
    assert "intermediate 16x16" in second.look()
    second.press("n")
    assert second.session.game.setup == Setup(16, 16, 40)


def test_a_game_that_has_begun_stays_saved_while_the_other_is_resumed(
    history: History, tmp_path: Path
) -> None:
    first = Sitting(history)
    first.press("enter")
    first.screen.leave(first.now)
    second = Sitting(open_history(tmp_path), first=50)
    second.press("enter")
    for seed in (1, 50, 1):
        second.press("e")
        assert second.session.seed == seed
        assert second.session.progress.revealed
    assert kept(second.history) == []


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
    assert page.lines == ["No counted games yet"]


def test_a_disk_that_fails_is_told_of_beside_the_result(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sitting = Sitting(open_history(tmp_path / "file" / "home"))
    sitting.press("enter")
    assert "cannot be saved" in sitting.look()
    sitting.press("n")
    shown = sitting.lose()
    assert "Lost :(" in shown
    assert "cannot be saved" in shown
    close_histories()


def test_the_title_says_when_guesses_are_left_to_luck(history: History) -> None:
    sitting = Sitting(history, Setup(9, 9, 10, win="clear", on_guess="fair"))
    sitting.press("enter")
    assert "left to luck" not in sitting.look()
    sitting.press("u", "y")
    assert "guesses left to luck" in sitting.look()


# Saved games and records that cannot be had


def test_a_saved_game_that_another_copy_plays_is_told_of(history: History, tmp_path: Path) -> None:
    first = Sitting(history)
    first.press("enter")
    second = Sitting(open_history(tmp_path), first=50)
    assert "waiting" not in second.look()
    second.press("e")
    assert "The saved game 1 is being played in another window" in second.look()
    first.screen.leave(first.now)
    second.press("e")
    assert bytes(second.session.game.cells) == bytes(first.session.game.cells)


def test_a_saved_game_that_is_damaged_is_told_of(history: History, tmp_path: Path) -> None:
    first = Sitting(history)
    first.press("enter")
    first.screen.leave(first.now)
    path = tmp_path / "1.journal"
    path.write_text(path.read_text().replace("reveal", "reveil"))
    second = Sitting(open_history(tmp_path), first=50)
    second.press("e")
    assert "A damaged saved game was set aside as 1.damaged: line 7" in second.look()


def test_records_that_cannot_be_read_are_not_called_none(tmp_path: Path) -> None:
    (tmp_path / "history.db").mkdir()
    sitting = Sitting(open_history(tmp_path))
    for _ in range(2):
        page = sitting.press("s")
        assert hasattr(page, "lines")
        assert "history.db: Is a directory" in " ".join(page.lines)
    close_histories()


def test_a_loss_is_not_said_to_be_no_record(history: History) -> None:
    sitting = Sitting(history)
    sitting.press("enter", "i")
    shown = sitting.lose()
    assert "Lost :(" in shown
    assert "No record" not in shown
    assert "no record" not in sitting.screen.games.record()


def test_a_second_loss_after_an_undo_does_not_show_the_result_of_the_first(
    history: History,
) -> None:
    sitting = Sitting(history)
    assert "after an undo" not in sitting.lose()
    assert "after an undo" not in plain_text.end_text(sitting.session, sitting.now)
    first = sitting.session.result
    sitting.press("u")
    sitting.now += 7_000
    assert sitting.session.board
    board = sitting.session.board
    sitting.screen.cursor = [cell for cell in board.grid if board.is_mine(cell)][-1]
    sitting.press("o")
    assert sitting.session.result == first
    assert "Lost :(  after an undo, 0:07" in sitting.look()
    shown = plain_text.end_text(sitting.session, sitting.now)
    assert shown == "lost after 7.000 seconds, after an undo"
