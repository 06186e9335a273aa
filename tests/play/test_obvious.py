"""Playing the obvious: once, journalled, counted as help, one click, undone together."""

from hypothesis import assume, given
from hypothesis import strategies as st

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.notation import format_move, format_position
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.journal import parse_journal
from minesweeper.play.obvious import play_obvious
from minesweeper.play.ranking import help_reasons, why_unranked
from minesweeper.play.replay import replay_of, wrong_claims
from minesweeper.play.session import Result, Session, fold
from minesweeper.play.words import result_figures, result_parts
from tests.harness.boards import game_on, layouts, picture
from tests.harness.played import click, journalled, session_on

CHAIN = "*......\n.......\n...*...\n.......\n......*\n......."


def chained() -> tuple[Session, list[str]]:
    """Return a game with something obvious in it, and what it writes."""
    written: list[str] = []
    session = session_on(game_on(CHAIN, known=False, win="clear"), written.append)
    click(session, "flag 7 6", now=100)
    click(session, "reveal 7 1", now=1_000)
    return session, written


def test_what_the_present_numbers_prove_is_played_and_no_more() -> None:
    session, written = chained()
    assert format_position(session.game) == picture("""
        #1.....
        #1111..
        ####1..
        ####111
        #######
        ######F
    """)
    assert play_obvious(session, 2_500).text == "revealed 20 cells, flagged 2 mines"
    assert format_position(session.game) == picture("""
        #1.....
        11111..
        ..1F1..
        ..11111
        .....1F
        .....1F
    """)
    moves = "flag 4 3 flag 7 5 reveal 2 3 reveal 3 3 reveal 4 4 reveal 4 5 reveal 5 5 reveal 6 5"
    assert written[-1] == f"2400 obvious {moves}\n"
    assert "".join(written) == session.journal_text()
    text = play_obvious(session, 2_600).text
    assert text == "flagged 1 mine; 1 wrong flag is in the way"


def test_it_is_one_click_however_many_cells_it_opens() -> None:
    session, _ = chained()
    clicks = session.clicks
    play_obvious(session, 2_500)
    assert session.clicks == clicks + 1
    click(session, "flag 7 6", now=2_600)
    assert session.clicks == clicks + 2
    assert fold(parse_journal(session.journal_text())).clicks == session.clicks


def test_its_replay_makes_no_claim_of_clicks_and_all_that_it_claims_is_true() -> None:
    session, _ = chained()
    play_obvious(session, 2_500)
    shown = replay_of(session, "minesweeper 0")
    assert "Clicks" not in shown.headers
    assert wrong_claims(shown) == []


def test_one_undo_takes_all_of_it_back_and_one_redo_brings_it_again() -> None:
    session, _ = chained()
    before = format_position(session.game)
    play_obvious(session, 2_500)
    after = format_position(session.game)
    assert before != after
    assert session.undo(3_000)
    assert format_position(session.game) == before
    assert session.undos == 1
    assert session.redo(3_100)
    assert format_position(session.game) == after
    assert session.undo(3_200)
    assert session.undo(3_300)
    assert format_position(session.game) != before  # the reveal before it
    folded = fold(parse_journal(session.journal_text()))
    assert format_position(folded.game) == format_position(session.game)
    assert len(folded.undone_steps) == len(session.undone_steps)


def test_a_move_of_the_players_own_is_undone_alone() -> None:
    session, _ = chained()
    play_obvious(session, 2_500)
    after = format_position(session.game)
    click(session, "flag 7 6", now=2_500)
    assert session.undo(2_500)
    assert format_position(session.game) == after


def test_it_is_help() -> None:
    session, _ = chained()
    play_obvious(session, 2_500)
    assert help_reasons(session) == ["obvious moves played"]
    assert set(session.helps) == {"obvious moves"}
    assert "obvious moves played" in why_unranked(session)


def test_where_nothing_is_obvious_nothing_is_written_and_it_is_no_help() -> None:
    session, written = journalled("*....*\n......\n..*...\n*.....")
    click(session, "reveal 6 4")
    before = session.journal_text()
    assert play_obvious(session, 500).text == "nothing is obvious here"
    assert (session.journal_text(), session.helps) == (before, {})
    assert "".join(written) == before


def test_to_hear_of_a_wrong_flag_is_help() -> None:
    session = session_on(game_on(".*....\n......", win="clear"))
    click(session, "flag 4 2")
    click(session, "reveal 6 1")
    assert play_obvious(session, 500).text == "1 wrong flag is in the way"
    assert format_position(session.game) == "##1...\n##1F..\n"
    assert set(session.helps) == {"obvious moves"}
    assert session.undo(600)
    assert [step.word for step in session.steps] == ["flag"]


def test_it_stops_when_the_game_ends() -> None:
    session = session_on(game_on("*......\n.......\n...*...\n.......", win="either"))
    click(session, "reveal 7 1")
    play_obvious(session, 700)
    assert session.game.status is Status.WON
    assert session.journal_text().splitlines()[-1] == "700 won"
    assert session.result
    assert session.result.has_obvious_moves


def test_a_replay_of_it_holds_its_moves_and_verifies() -> None:
    session, _ = chained()
    play_obvious(session, 2_500)
    replay = replay_of(session, "minesweeper 0")
    read = parse_rawvf(format_rawvf(replay))
    assert read.steps == replay.steps
    assert wrong_claims(read) == []


# What is obvious


def obvious_moves(session: Session) -> list[str]:
    """Play all that is obvious; return the moves in words."""
    made = len(session.steps)
    play_obvious(session, 0)
    return [format_move(session.game.grid, step.move) for step in session.steps[made:]]


def test_before_the_first_reveal_and_after_the_end_nothing_is_obvious() -> None:
    session = session_on(game_on("*.*.", known=False))
    assert obvious_moves(session) == []
    click(session, "reveal 2 1")
    click(session, "reveal 1 1")
    assert session.game.status is Status.LOST
    assert obvious_moves(session) == []


def test_a_flag_is_not_trusted_and_a_wrong_one_stays() -> None:
    session = session_on(game_on("*....\n.....\n.....", win="clear"))
    click(session, "flag 2 1")
    click(session, "reveal 5 3")
    assert format_position(session.game) == "#F...\n11...\n.....\n"
    assert play_obvious(session, 0).text == "flagged 1 mine; 1 wrong flag is in the way"
    assert format_position(session.game) == "FF...\n11...\n.....\n"


def test_a_flag_that_no_number_proves_is_no_mine() -> None:
    session = session_on(game_on("*..\n...", win="clear"))
    click(session, "flag 1 1")
    click(session, "reveal 2 2")
    assert obvious_moves(session) == []


def test_a_question_mark_on_a_mine_becomes_a_flag() -> None:
    layout = "*...*\n.....\n.....\n....*"
    session = session_on(game_on(layout, win="clear", question_marks=True))
    for move in ("flag 1 1", "flag 1 1", "flag 5 2", "flag 5 2", "reveal 3 1"):
        click(session, move)
    assert format_position(session.game) == "?1.1#\n11.1?\n...1#\n...1#\n"
    assert obvious_moves(session) == ["flag 1 1", "flag 1 1"]
    assert format_position(session.game) == "F1.1#\n11.1?\n...1#\n...1#\n"


@st.composite
def begun(draw: st.DrawFn) -> Session:
    """Draw a game with some flags and marks, and reveals that hit no mine."""
    layout, marks = draw(layouts(largest_side=9)), draw(st.booleans())
    session = session_on(game_on(layout, win="clear", question_marks=marks))
    board = session.board
    assert board
    cells = [*session.game.grid]
    safe = [cell for cell in cells if not board.is_mine(cell)]
    flags = st.lists(st.builds(Move, st.just("flag"), st.sampled_from(cells)), max_size=8)
    reveals = st.lists(st.builds(Move, st.just("reveal"), st.sampled_from(safe)), max_size=6)
    for move in [*draw(flags), *draw(reveals), *draw(flags)]:
        session.play(move, 0)
    return session


def proved_one_by_one(game: Game) -> tuple[set[Cell], set[Cell]]:
    """Return the covered cells that single numbers prove safe, and mines, by a look at each."""
    safe: set[Cell] = set()
    mines: set[Cell] = set()
    before = -1
    while len(safe) + len(mines) > before:
        before = len(safe) + len(mines)
        for cell in game.grid:
            if not game.face(cell).is_number:
                continue
            near = [each for each in game.grid.neighbours(cell) if not game.is_revealed(each)]
            unknown = {each for each in near if each not in safe | mines}
            left = game.cells[cell] % 16 - sum(each in mines for each in near)
            if left == 0:
                safe |= unknown
            elif left == len(unknown):
                mines |= unknown
    return safe, mines


@given(begun())
def test_all_that_single_numbers_prove_is_played_and_every_wrong_flag_is_counted(
    session: Session,
) -> None:
    game, flags, before = session.game, flagged(session.game), format_position(session.game)
    assume(game.status is Status.PLAYING)
    safe, mines = proved_one_by_one(game)
    result = play_obvious(session, 0)
    assert game.status is not Status.LOST
    assert flagged(game) == flags | mines or game.status is Status.WON
    assert all(game.is_revealed(cell) for cell in safe - flags)
    assert result.wrong_flag_count == len(safe & flags)
    assert bool(session.helps) == bool(safe | (mines - flags))
    if session.steps and session.steps[-1].press:
        assert session.undo(0)
    assert format_position(session.game) == before


def flagged(game: Game) -> set[Cell]:
    return {cell for cell in game.grid if game.is_flagged(cell)}


def test_an_efficiency_of_obvious_moves_is_left_out() -> None:
    result = Result(Status.WON, milliseconds=2_000, bbbv=5, solved=1, clicks=4)
    assert result_parts(result) == ["3BV 5", "3BV/s 0.50", "efficiency 25%", "4 clicks"]
    assert "Efficiency" in dict(result_figures(result))
    obvious = result._replace(has_obvious_moves=True)
    assert (result.efficiency, obvious.efficiency) == (0.25, None)
    assert result_parts(obvious) == ["3BV 5", "3BV/s 0.50", "4 clicks"]
    assert "Efficiency" not in dict(result_figures(obvious))
