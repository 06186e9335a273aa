"""Watching a game, taking it over, and checking the claims of its file."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.game import Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import (
    NotationError,
    format_position,
    format_seconds,
    parse_seconds,
)
from minesweeper.engine.setup import Setup
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.dealer import Dealer
from minesweeper.play.journal import (
    Entry,
    Head,
    Origin,
    ReplayText,
    format_journal,
    parse_journal,
)
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.ranking import why_unranked
from minesweeper.play.replay import (
    Playback,
    Replay,
    journal_of,
    replay_of,
    session_of,
    unplayed_game,
    wrong_claims,
)
from minesweeper.play.session import Session, fold
from tests.harness.boards import everything_about
from tests.harness.played import click, journalled, played, reopened
from tests.harness.player import TWO_MINES
from tests.harness.replays import replay_on

PROGRAM = "minesweeper 0.1.0"
HEAD = Head("b", "2025", Setup(1, 1, 0), Origin("replay"))


def replay(session: Session) -> Replay:
    return replay_of(session, PROGRAM)


def some_game() -> Session:
    """Four moves at 0, 1, 2 and 4 seconds, the last one of which explodes."""
    session, _ = journalled(known=False)
    for now, text in [(0, "reveal 3 1"), (1000, "flag 5 1"), (2000, "reveal 7 1")]:
        click(session, text, now=now)
    click(session, "reveal 9 1", now=4000)
    return session


# Watching


def test_a_replay_goes_forwards_and_backwards() -> None:
    session = some_game()
    playback = Playback(replay(session))
    ways = [format_position(playback.go_to(index)) for index in range(5)]
    assert ways[0] == ("#" * 9 + "\n") * 2
    assert ways[4] == format_position(session.game)
    for index in (2, 0, 4, 1, 3):
        assert format_position(playback.go_to(index)) == ways[index]
        assert playback.index == index
    assert playback.go_to(99).status is Status.LOST
    assert (playback.index, playback.length) == (4, 4_000)


@given(played(), st.lists(st.integers(-1, 31), max_size=10))
def test_wherever_a_replay_goes_it_shows_the_moves_up_to_there(
    game: tuple[Session, list[str]], ways: list[int]
) -> None:
    session, _ = game
    if session.board is None:
        return
    shown = replay(session)
    playback = Playback(shown)
    for index in ways:
        again = unplayed_game(shown)
        for step in shown.steps[: max(0, index)]:
            again.play(step.move)
        assert everything_about(playback.go_to(index)) == everything_about(again)
        assert playback.index == max(0, min(index, len(shown.steps)))


@pytest.mark.parametrize(
    ("milliseconds", "index"), [(-1, 0), (0, 1), (999, 1), (1000, 2), (3999, 3), (10**9, 4)]
)
def test_a_replay_knows_its_position_at_any_time(milliseconds: int, index: int) -> None:
    assert Playback(replay(some_game())).index_at(milliseconds) == index


def test_undone_moves_are_no_part_of_a_replay() -> None:
    session, _ = journalled(known=False)
    click(session, "reveal 3 1", now=0)
    click(session, "flag 9 2", now=500)
    session.undo(1000)
    click(session, "flag 5 1", now=1500)
    assert [step.milliseconds for step in replay(session).steps] == [0, 1500]


def test_a_journal_and_its_replay_end_with_the_first_end() -> None:
    session = some_game()
    ended, journal = replay(session), session.journal_text()
    session.undo(5000)
    click(session, "flag 9 1", now=6000)
    assert session.journal_text() == journal
    foreign = journal + "5000 undo\n6000 flag 9 1\n"
    assert replay(fold(parse_journal(foreign))) == ended


def test_there_is_nothing_to_watch_before_a_reveal() -> None:
    session, _ = journalled(known=False)
    click(session, "flag 1 1")
    with pytest.raises(NotationError):
        replay(session)


@given(st.integers(-(10**12), 10**12))
def test_seconds_are_read_back(milliseconds: int) -> None:
    assert parse_seconds(format_seconds(milliseconds)) == milliseconds


# Taking over


@given(played(), st.data())
def test_a_replay_can_be_taken_over_at_any_move(
    game: tuple[Session, list[str]], data: st.DataObject
) -> None:
    session, _ = game
    if session.board is None:
        return
    shown = replay(session)
    moves = data.draw(st.integers(0, len(shown.steps)))
    written: list[str] = []
    taken_over = reopened(journal_of(shown, HEAD, moves), 70_000, written.append, is_written=False)
    playback = Playback(shown)
    assert format_position(taken_over.game) == format_position(playback.go_to(moves))
    assert why_unranked(taken_over)[0] == "taken over from a replay"
    if taken_over.running:
        assert taken_over.milliseconds(70_500) == taken_over.milliseconds(70_000) + 500
    assert format_position(fold(journal_of(shown, HEAD, moves)).game) == format_position(
        taken_over.game
    )
    assert "".join(written) in ("", taken_over.journal_text())


def test_the_mines_of_a_replay_are_laid_once_before_its_moves() -> None:
    shown = replay_on(TWO_MINES, "0 flag 1 1", "500 reveal 4 1", "900 reveal 1 3")
    words = [entry.word for entry in journal_of(shown, HEAD).entries]
    assert words == ["mines", "flag", "clock", "reveal", "reveal"]


@pytest.mark.parametrize("known", [False, True])
def test_a_game_counts_from_where_its_replay_does(known: bool) -> None:
    shown = replay_on(TWO_MINES, "500 reveal 4 1", "600 flag 1 1", "2500 reveal 1 3")
    session = session_of(shown._replace(has_known_layout=known))
    assert session.elapsed == 2_500
    assert replay_of(session, PROGRAM).steps == shown.steps


def test_a_dealer_takes_a_replay_over_with_a_journal_of_its_own() -> None:
    written: list[str] = []
    dealer = Dealer(Setup(9, 9, 10), lambda: 7, open_journal=lambda head: written.append)
    taken_over = dealer.take_over(replay(some_game()), 3, 70_000)
    assert taken_over.head.origin == Origin("replay")
    assert taken_over.running
    assert taken_over.milliseconds(71_000) == 3_000
    assert click(taken_over, "flag 9 1", now=71_000)
    assert "".join(written) == taken_over.journal_text()


def test_a_game_taken_over_goes_on_from_the_time_of_the_replay() -> None:
    taken_over = reopened(journal_of(replay(some_game()), HEAD, 3), 70_000, is_written=False)
    assert taken_over.milliseconds(70_000) == 2_000
    assert click(taken_over, "flag 9 1", now=71_000)
    assert taken_over.milliseconds(71_000) == 3_000


# Checking


@given(played())
def test_every_replay_of_ours_is_what_it_claims(game: tuple[Session, list[str]]) -> None:
    session, _ = game
    if session.board:
        assert wrong_claims(parse_rawvf(format_rawvf(replay(session)))) == []


def dealt_game() -> Session:
    session = Dealer(Setup(9, 9, 10), lambda: 7).next()
    click(session, "flag 9 9", now=0)
    click(session, "reveal 5 5", now=2000)
    board = session.board
    assert board
    for cell in board.grid:
        if not board.is_mine(cell):
            session.play(Move("reveal", cell), 6_543)
    session.play(Move("flag", board.grid.cell(9, 9)), 7_000)
    session.play(Move("reveal", board.grid.cell(9, 9)), 8_000)
    return session


def wrong_after(old: str, new: str, session: Session | None = None) -> list[str]:
    """What is wrong with the claims of a file in which this was changed."""
    text = format_rawvf(replay(session or some_game()))
    assert old in text
    return wrong_claims(parse_rawvf(text.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "claim"),
    [
        ("Status: lost", "Status: won", "Status: won, but it is lost"),
        ("Time: 4.000", "Time: 3.999", "Time: 3.999, but it is 4.000"),
        ("Time: 4.000", "Time: 3.9", "Time: 3.9, but it is 4.000"),
        ("BBBV: 5", "BBBV: 6", "BBBV: 6, but it is 5"),
        ("Solved_BBBV: 2", "Solved_BBBV: 3", "Solved_BBBV: 3, but it is 2"),
        ("BBBVS: 0.500", "BBBVS: 0.700", "BBBVS: 0.700, but it is 0.500"),
        ("Clicks: 4", "Clicks: 3", "Clicks: 3, but it is 4"),
    ],
)
def test_a_lie_is_named(old: str, new: str, claim: str) -> None:
    assert wrong_after(old, new) == [claim]


@pytest.mark.parametrize("speed", ["0.500", "0.50", "1.250", "1.25"])
def test_the_speed_of_a_lost_game_may_be_that_of_the_board_or_of_what_was_solved(
    speed: str,
) -> None:
    assert wrong_after("BBBVS: 0.500", f"BBBVS: {speed}") == []


@pytest.mark.parametrize("time", ["4.00", "4.0", "4", "4.0004", "3.9996"])
def test_others_may_claim_other_decimals(time: str) -> None:
    assert wrong_after("Time: 4.000", f"Time: {time}") == []


@pytest.mark.parametrize("status", ["loss", "Lost", "LOSS", "nonstandard"])
def test_others_may_call_a_loss_otherwise(status: str) -> None:
    assert wrong_after("Status: lost", f"Status: {status}") == []


@pytest.mark.parametrize("speed", ["99.9", "0.5"])
def test_a_speed_in_no_time_is_a_lie(speed: str) -> None:
    session, _ = journalled("...*")
    click(session, "reveal 1 1", now=500)
    assert session.result
    assert session.result.milliseconds == 0
    claims = {**replay(session).headers, "BBBVS": speed}
    shown = replay(session)._replace(headers=claims)
    assert wrong_claims(shown) == [f"BBBVS: {speed}, but it is 0.000"]


def test_a_move_that_was_changed_or_left_out_is_found() -> None:
    last_move = "4.000 lc 9 1 (136 8)\n4.000 lr 9 1 (136 8)\n"
    assert "Status: lost, but it is playing" in wrong_after(last_move, "")


def test_a_dealt_game_is_what_it_claims_unless_its_seed_deals_another_board() -> None:
    assert wrong_after("Seed: 7\n", "Seed: 7\n", dealt_game()) == []
    assert wrong_after("Seed: 7\n", "Seed: 8\n", dealt_game()) == [
        "Seed: 8, which deals another board"
    ]
    with pytest.raises(NotationError, match=r"^Seed: 'x' is not a number"):
        wrong_after("Seed: 7\n", "Seed: x\n", dealt_game())


def test_no_seed_is_compared_after_an_undo_which_keeps_the_mines_of_another_first_reveal() -> None:
    session = Dealer(Setup(9, 9, 10), lambda: 7).next()
    click(session, "reveal 5 5")
    laid = session.board
    session.undo(100)
    click(session, "reveal 1 9", now=200)
    assert laid == session.board != deal(session.head.setup, 7, session.game.grid.cell(1, 9))
    assert wrong_claims(parse_rawvf(format_rawvf(replay(session)))) == []


def test_an_empty_header_claims_nothing() -> None:
    assert wrong_after("Time: 4.000", "Time:") == []
    assert wrong_after("BBBV: 5", "BBBV:") == []


def test_a_claim_may_have_the_name_that_converters_give_it() -> None:
    assert wrong_after("Solved_BBBV: 2", "Solved3BV: 2") == []
    assert wrong_after("Solved_BBBV: 2", "Solved3BV: 4") == ["Solved_BBBV: 4, but it is 2"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Time: 4.000", "Time: soon"),
        ("Time: 4.000", "Time: 4.000garbage"),
        ("Time: 4.000", "Time: 4.0000."),
        ("Time: 4.000", "Time: 4.000٣"),
        ("BBBVS: 0.500", "BBBVS: 0.500x"),
        ("BBBV: 5", "BBBV: five"),
        ("Clicks: 4", "Clicks: 4 or so"),
    ],
)
def test_a_claim_that_cannot_be_read_is_an_error(old: str, new: str) -> None:
    key, _, value = new.partition(":")
    with pytest.raises(NotationError, match=f"^{key}: {re.escape(ascii(value.strip()))} is not a"):
        wrong_after(old, new)


def test_only_the_claims_that_a_file_makes_are_checked() -> None:
    shown = replay(some_game())
    size = {key: shown.headers[key] for key in ("Width", "Height", "Mines", "Win")}
    assert wrong_claims(shown._replace(headers=size)) == []


# The mouse


def test_the_path_of_a_mouse_goes_through_a_journal() -> None:
    path = (MouseEvent(-20, "lc", 56, 8), MouseEvent(0, "lr", 56, 8), MouseEvent(900, "mv", 9, 9))
    original = replay_on(TWO_MINES, "0 reveal 4 1", "1500 reveal 1 3")._replace(mouse=path)
    head = Head("abc", "2025-11-21T02:19:07Z", original.setup, Origin("import"))
    text = format_journal(journal_of(original, head))
    assert text.splitlines()[-1] == "1500 mouse lc-20,56,8;lr20,0,0;mv900,-47,1"
    read = replay(fold(parse_journal(text)))
    assert read._replace(headers={}) == original


def test_a_part_of_a_replay_has_no_path_of_a_mouse() -> None:
    path = (MouseEvent(0, "mv", 56, 8),)
    original = replay_on(TWO_MINES, "0 reveal 4 1", "1500 reveal 1 3")._replace(mouse=path)
    head = Head("abc", "2025-11-21T02:19:07Z", original.setup, Origin("replay"))
    assert "mouse" not in format_journal(journal_of(original, head, 1))


def test_a_damaged_player_makes_a_journal_damaged() -> None:
    named = replay_on(TWO_MINES, "0 reveal 4 1")._replace(headers={"Player": "Ada"})
    text = format_journal(journal_of(named, HEAD))
    assert "0 player 416461" in text.splitlines()
    assert fold(parse_journal(text)).player == "Ada"
    for damaged in ("41646", "ff", "Ada"):
        with pytest.raises(NotationError, match=f"'{damaged}' is not the name of a player"):
            fold(parse_journal(text.replace("416461", damaged)))


def test_a_damaged_path_of_a_mouse_is_an_error_for_who_watches_it() -> None:
    session = fold(journal_of(replay_on(TWO_MINES, "0 reveal 4 1"), HEAD))
    session.add(Entry(0, "mouse", ReplayText("mv1,2")))
    with pytest.raises(NotationError, match="'mv1,2' is not an event of a mouse"):
        replay(session)
