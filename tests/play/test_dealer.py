"""The next game: on a new board, on a given one, or on the same board again."""

from collections.abc import Callable

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.game import Status
from minesweeper.engine.notation import format_layout, format_position
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.play.journal import Head, Origin, parse_journal
from minesweeper.play.session import Session
from tests.harness.boards import board_of
from tests.harness.played import click


def seeds(*numbers: int) -> Callable[[], int]:
    return iter(numbers).__next__


def first_layout(session: Session, text: str = "reveal 2 2") -> str:
    click(session, text)
    assert session.game.board
    return format_layout(session.game.board)


def test_every_next_game_is_dealt_from_a_newly_drawn_seed() -> None:
    dealer = Dealer(Setup(9, 9, 10), seeds(5, 6))
    first, second = dealer.next(), dealer.next()
    assert (first.head.origin.seed, second.head.origin.seed) == (5, 6)
    assert first.game.board is None
    assert first_layout(first) != first_layout(second)


def test_the_first_game_is_on_the_given_board_and_the_others_are_dealt() -> None:
    board = board_of("*..\n...")
    dealer = Dealer(Setup(3, 2, 1), seeds(5, 6), board)
    given, second, third = dealer.next(), dealer.next(), dealer.next()
    assert (given.game.board, given.head.origin.seed) == (board, None)
    assert (second.game.board, second.head.origin.seed, third.head.origin.seed) == (None, 5, 6)
    again = dealer.deal_again(given)
    assert (again.game.board, again.head.origin.seed) == (board, None)


def test_games_are_dealt_by_the_setup() -> None:
    setup = Setup(7, 4, 20, "safe", "flags", question_marks=True)
    session = Dealer(setup, seeds(1)).next()
    assert session.game.setup == setup
    assert first_layout(session).count("*") == 20


def test_again_is_the_same_layout_known_from_the_start() -> None:
    dealer = Dealer(Setup(9, 9, 10), seeds(5))
    played = dealer.next()
    layout = first_layout(played)
    again = dealer.deal_again(played)
    assert again.game.board
    assert format_layout(again.game.board) == layout
    assert again.head.origin.seed == 5
    assert format_position(again.game) == ("#" * 9 + "\n") * 9
    assert (again.clicks, again.running, again.result) == (0, False, None)
    assert dealer.deal_again(again).game.board is again.game.board


def test_again_may_explode_at_once_and_may_be_won_by_flags_alone() -> None:
    dealer = Dealer(Setup(9, 9, 1), seeds(5))
    layout = first_layout(played := dealer.next()).split()
    row = next(number for number, line in enumerate(layout, 1) if "*" in line)
    mine = f"{layout[row - 1].index('*') + 1} {row}"
    lost, won = dealer.deal_again(played), dealer.deal_again(played)
    assert click(lost, f"reveal {mine}")
    assert lost.game.status is Status.LOST
    assert click(won, f"flag {mine}")
    assert won.game.status is Status.WON


def test_again_of_a_game_without_a_reveal_keeps_its_seed_and_lays_the_mines_anew() -> None:
    dealer = Dealer(Setup(9, 9, 10), seeds(5, 5))
    played = dealer.next()
    click(played, "flag 1 1")
    again = dealer.deal_again(played)
    assert (again.game.board, again.game.flag_count, again.head.origin.seed) == (None, 0, 5)
    assert first_layout(again) == first_layout(dealer.next())


def test_again_keeps_the_rules_that_the_layout_was_made_by() -> None:
    dealer = Dealer(Setup(9, 9, 10, "safe"), seeds(5))
    session = dealer.next()
    click(session, "reveal 5 5")
    dealer.setup = Setup(9, 9, 10, win="flags", no_guess=True)
    assert dealer.deal_again(session).head.setup == Setup(9, 9, 10, "safe", "flags")


@pytest.mark.parametrize(("width", "no_guess"), [(100, True), (101, False)])
def test_games_that_follow_a_replay_are_guess_free_up_to_the_limit_of_the_solver(
    width: int, no_guess: bool
) -> None:
    setup = Setup(width, 100, 10, no_guess=True)
    changed, new = Dealer(Setup(9, 9, 10), seeds(5)), Dealer(setup, seeds(5))
    changed.change(setup)
    for dealer in (changed, new):
        assert dealer.next().head.setup.no_guess == no_guess


def test_a_dealer_says_where_each_layout_comes_from() -> None:
    board = board_of("*..\n...")
    first = Dealer(Setup(3, 2, 1), seeds(5), board)
    given = first.next()
    assert [given.head.origin, first.next().head.origin] == [Origin("board"), Origin("drawn", 5)]
    assert first.deal_again(given).head.origin == Origin("again")
    second = Dealer(Setup(3, 2, 1), seeds(5), first_seed=8)
    session = second.next()
    assert session.head.origin == second.deal_again(session).head.origin == Origin("given", 8)
    click(session, "reveal 1 1")
    assert second.deal_again(session).head.origin == Origin("again", 8)


@pytest.mark.parametrize("board", [None, board_of("*..\n...")])
def test_a_dealer_that_is_given_another_setup_draws_its_seeds(board: Board | None) -> None:
    dealer = Dealer(Setup(3, 2, 1), seeds(5, 6), board, first_seed=8)
    dealer.change(Setup(9, 9, 10))
    for seed in (5, 6):
        assert dealer.next().head[2:] == (Setup(9, 9, 10), Origin("drawn", seed))


def test_a_dealer_opens_a_journal_for_every_game() -> None:
    stamps = iter([("a1", "2025"), ("b2", "2026")])
    written: dict[str, list[str]] = {}

    def keep(head: Head) -> Callable[[str], None]:
        return written.setdefault(head.id, []).append

    dealer = Dealer(Setup(9, 9, 10), seeds(5, 6), stamp=stamps.__next__, open_journal=keep)
    click(dealer.next(), "reveal 1 1")
    click(dealer.next(), "reveal 2 2")
    texts = ["".join(lines) for lines in written.values()]
    assert [parse_journal(text).head.id for text in texts] == ["a1", "b2"]
    assert [parse_journal(text).head.begun for text in texts] == ["2025", "2026"]


def test_again_keeps_the_layout_of_a_game_whose_reveals_were_undone() -> None:
    dealer = Dealer(Setup(9, 9, 10), seeds(5))
    session = dealer.next()
    click(session, "reveal 5 5")
    session.undo(1)
    assert dealer.deal_again(session).game.board is session.board
