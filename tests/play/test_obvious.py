"""The obvious as moves of a session: journalled, helped, undone at once, in slices."""

from functools import partial

from minesweeper.engine.game import Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import Setup
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.journal import parse_journal
from minesweeper.play.obvious import ObviousPlay
from minesweeper.play.progress import fold, helps_used
from minesweeper.play.replay import replay_of, wrong_claims
from minesweeper.play.session import Session
from minesweeper.solver.obvious import MOVE_WORK, STRETCH
from tests.harness.boards import game_on
from tests.harness.played import click, journalled, session_on

CHAIN = "*......\n.......\n...*...\n.......\n......*\n......."


def chained() -> tuple[Session, list[str]]:
    """Return a game with something obvious in it, and what it writes."""
    written: list[str] = []
    session = session_on(game_on(CHAIN, known=False, win="clear"), written.append)
    click(session, "flag 7 6", now=100)
    click(session, "reveal 7 1", now=1_000)
    return session, written


def play_all(session: Session, now: int) -> str:
    """Play all that is obvious; return what is said of it."""
    obvious = ObviousPlay(session, now)
    while obvious.step():
        pass
    return obvious.played.text


def test_each_move_is_written_as_a_move_between_two_marks() -> None:
    session, written = chained()
    before = len(written)
    said = play_all(session, 2_500)
    lines = "".join(written[before:]).splitlines()
    assert lines[0] == "2400 help obvious moves"
    assert lines[-1] == "2400 played"
    assert [line.split()[1] for line in lines[1:-1]] == [
        step.move.verb for step in session.progress.steps[2:]
    ]
    assert said == "revealed 20 cells, flagged 3 mines, 1 wrong flag in the way"
    assert "".join(written) == session.text()


def test_it_ends_where_no_move_is_taken() -> None:
    session, _ = chained()
    session.pause(2_000)
    before = format_position(session.game)
    obvious = ObviousPlay(session, 2_500)
    assert not all(obvious.step() for _ in range(10))
    assert format_position(session.game) == before
    assert obvious.played.text == "nothing is obvious here"
    assert not session.progress.is_playing_obvious


def test_one_undo_takes_all_of_it_back_and_one_redo_brings_it_again() -> None:
    session, _ = chained()
    before = format_position(session.game)
    play_all(session, 2_500)
    after = format_position(session.game)
    assert before != after
    assert session.undo(3_000)
    assert format_position(session.game) == before
    assert session.progress.undos == 1
    assert session.redo(3_100)
    assert format_position(session.game) == after
    assert session.undo(3_200)
    assert session.undo(3_300)
    assert format_position(session.game) != before  # the reveal before it
    folded = fold(parse_journal(session.text()))
    assert format_position(folded.game) == format_position(session.game)
    assert len(folded.undone) == len(session.progress.undone)


def test_a_move_of_the_players_own_is_undone_alone() -> None:
    session, _ = chained()
    play_all(session, 2_500)
    after = format_position(session.game)
    click(session, "flag 7 6", now=2_500)
    assert session.undo(2_500)
    assert format_position(session.game) == after


def test_a_kill_amid_it_leaves_a_game_whose_next_move_is_the_players_own() -> None:
    session, _ = chained()
    play_all(session, 2_500)
    text = session.text()
    cut = text[: text.index("2400 played")]
    resumed = Session.resumed(parse_journal(cut), 9_000)
    assert format_position(resumed.game) == format_position(session.game)
    click(resumed, "flag 7 6", now=9_100)
    assert resumed.undo(9_200)
    assert format_position(resumed.game) == format_position(session.game)
    assert resumed.undo(9_300)
    assert [step.word for step in resumed.progress.steps] == ["flag", "reveal"]


def test_it_is_help() -> None:
    session, _ = chained()
    play_all(session, 2_500)
    assert helps_used(session.progress) == ["the obvious was played"]
    assert session.helps == {"obvious moves"}
    assert "the obvious was played" in session.why_no_record


def test_where_nothing_is_obvious_nothing_is_written_and_it_is_no_help() -> None:
    session, written = journalled("*....*\n......\n..*...\n*.....")
    click(session, "reveal 6 4")
    before = session.text()
    assert play_all(session, 500) == "nothing is obvious here"
    assert (session.text(), session.helps) == (before, set())
    assert "".join(written) == before


def test_to_hear_of_a_wrong_flag_is_help() -> None:
    session = session_on(game_on(".*....\n......", win="clear"))
    click(session, "flag 4 2")
    click(session, "reveal 6 1")
    assert play_all(session, 500) == "1 wrong flag in the way"
    assert format_position(session.game) == "##1...\n##1F..\n"
    assert session.helps == {"obvious moves"}
    assert session.undo(600)
    assert [step.word for step in session.progress.steps] == ["flag"]


def test_it_stops_when_the_game_ends() -> None:
    session = session_on(game_on("*......\n.......\n...*...\n.......", win="either"))
    click(session, "reveal 7 1")
    play_all(session, 700)
    assert session.game.status is Status.WON
    assert session.text().splitlines()[-2:] == ["700 won", "700 played"]
    assert session.result


def test_a_replay_of_it_holds_its_moves_and_verifies() -> None:
    session, _ = chained()
    play_all(session, 2_500)
    replay = replay_of(session.progress, "minesweeper 0")
    read = parse_rawvf(format_rawvf(replay))
    assert read.steps == replay.steps
    assert wrong_claims(read) == []


def test_a_large_board_is_played_in_slices_and_stops_between_two() -> None:
    setup = Setup(300, 300, 9_000)
    head = session_on(game_on("*..")).head._replace(setup=setup)
    session = Session.new(head, partial(deal, setup, 3))
    session.play(Move("reveal", session.game.grid.cell(150, 150)), 0)
    most_moves = STRETCH // MOVE_WORK
    obvious = ObviousPlay(session, 10)
    for slices in range(1, 6):
        assert obvious.step()
        assert len(session.progress.steps) <= 1 + slices * most_moves
    obvious.stop()
    assert len(session.progress.steps) > 3 * most_moves
    assert session.text().endswith(" played\n")
    assert session.undo(20)
    assert len(session.progress.steps) == 1
