"""A game that is journalled: undo, redo, help, and going on from what was written."""

import pytest
from hypothesis import given

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import NotationError, format_position
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.play.journal import (
    Head,
    Help,
    Kind,
    Origin,
    format_journal,
    parse_journal,
)
from minesweeper.play.ranking import is_helped, unranked_words, why_unranked
from minesweeper.play.session import NO_ID, NO_TIME, Session, fold
from tests.harness.boards import board_of, everything_about, game_on, move, picture
from tests.harness.played import THREE_MINES, click, journalled, played, reopened, session_on

# What is written, and when


def test_nothing_is_written_before_the_first_reveal() -> None:
    session, written = journalled(known=False)
    click(session, "flag 1 1", now=500)
    session.note_help("hint", 700)
    assert not written
    click(session, "reveal 3 1", now=1_000)
    assert "".join(written).splitlines()[5:] == [
        "0 flag 1 1",
        "200 help hint",
        "500 mines AiIA",
        "500 reveal 3 1",
    ]


def test_every_move_is_written_at_once_refused_ones_too() -> None:
    session, written = journalled()
    click(session, "reveal 3 1", now=1_000)
    for number, text in enumerate(["flag 1 1", "reveal 1 1", "chord 2 1", "reveal 9 1"], 1):
        click(session, text, now=1_000 + number)
        assert f"{number} {text}\n" in written[number]
    assert written[-1] == "4 reveal 9 1\n4 lost\n"
    assert "".join(written) == session.journal_text()


def test_a_game_won_by_flags_alone_is_written_when_it_ends() -> None:
    session, written = journalled()
    for column in (1, 5, 9):
        assert not written
        click(session, f"flag {column} 1", now=column)
    assert "".join(written) == session.journal_text()
    assert session.journal_text().endswith("8 won\n")


def test_an_end_is_written_once_whatever_is_done_after_it() -> None:
    session, written = journalled()
    click(session, "reveal 3 1")
    click(session, "reveal 1 1", now=10)
    session.note_help("hint", 20)
    session.abandon(30)
    assert "".join(written) == session.journal_text()
    assert session.journal_text().splitlines()[-2:] == ["10 reveal 1 1", "10 lost"]


def test_the_time_that_is_written_never_goes_back() -> None:
    session, written = journalled()
    click(session, "reveal 3 1", now=5_000)
    click(session, "flag 1 1", now=4_000)
    assert written[-1] == "0 flag 1 1\n"
    assert session.milliseconds(4_000) == 0


# Undo and redo


def test_undo_takes_back_the_last_move_that_changed_something() -> None:
    session, _ = journalled()
    click(session, "reveal 3 1")
    seen = format_position(session.game)
    click(session, "flag 1 1")
    click(session, "reveal 1 1")
    assert session.undo(100)
    assert format_position(session.game) == seen
    assert session.undo(200)
    assert format_position(session.game) == ("#" * 9 + "\n") * 2
    assert not session.undo(300)


def test_only_reveals_that_are_taken_back_before_the_end_are_counted() -> None:
    session, _ = journalled()
    click(session, "flag 1 1")
    click(session, "flag 5 1")
    session.undo(1)
    session.undo(2)
    assert session.undos == 0
    click(session, "reveal 3 1")
    session.undo(3)
    assert session.undos == 1
    session.redo(4)
    click(session, "reveal 1 1")
    session.undo(5)
    assert session.undos == 1


def test_obvious_moves_that_are_taken_back_count_once_if_one_of_them_was_a_reveal() -> None:
    session, _ = journalled()
    click(session, "reveal 3 1")
    session.play_obvious([move(session.game, text) for text in ("flag 1 1", "reveal 7 1")], 1)
    session.play_obvious([move(session.game, "flag 5 1")], 2)
    session.undo(3)
    assert session.undos == 0
    session.undo(4)
    assert session.undos == 1


def test_a_flag_chord_is_one_click_and_is_taken_back_and_made_again_whole() -> None:
    session, written = journalled("*.*..*", known=False)
    click(session, "reveal 2 1")
    assert click(session, "flag-chord 2 1", now=9)
    assert format_position(session.game) == "F2F###\n"
    assert not click(session, "flag-chord 2 1", now=10)  # no flag is left to set
    assert session.clicks == 3
    assert written[-2:] == ["9 flag-chord 2 1\n", "10 flag-chord 2 1\n"]
    assert session.undo(11)
    assert format_position(session.game) == "#2####\n"
    assert session.redo(12)
    assert format_position(session.game) == "F2F###\n"
    assert format_position(fold(parse_journal(session.journal_text())).game) == "F2F###\n"


def test_a_flag_chord_that_wins_stops_the_clock_and_can_be_taken_back() -> None:
    session = session_on(game_on("*.*", win="flags", known=False))
    click(session, "reveal 2 1")
    assert click(session, "flag-chord 2 1", now=4_000)
    assert session.result
    assert (session.result.clicks, session.result.milliseconds) == (2, 4_000)
    assert session.undo(5_000)
    assert format_position(session.game) == "#2#\n"
    assert session.redo(6_000)
    assert format_position(session.game) == "F2F\n"


def test_a_flag_on_a_number_still_folds_to_a_click_that_does_nothing() -> None:
    session, _ = journalled()
    click(session, "reveal 2 1")
    click(session, "reveal 2 2")
    click(session, "reveal 1 2")
    before = format_position(session.game)
    assert not click(session, "flag 1 2")
    folded = fold(parse_journal(session.journal_text()))
    assert format_position(folded.game) == before
    assert folded.clicks == 4


def test_a_game_is_touched_by_a_move_that_changed_something_even_if_it_was_taken_back() -> None:
    session, _ = journalled()
    click(session, "chord 1 1")
    assert not session.is_touched
    click(session, "flag 1 1")
    assert session.is_touched
    session.undo(1)
    assert session.is_touched
    daily = session_on(game_on(THREE_MINES, known=False))
    daily.start(move(daily.game, "reveal 3 1"), 0)
    assert not daily.is_touched


def test_redo_makes_the_moves_again_until_another_one_is_made() -> None:
    session, _ = journalled()
    click(session, "reveal 3 1")
    click(session, "flag 1 1")
    before = everything_about(session.game)[:-2]
    session.undo(1)
    session.undo(2)
    assert session.redo(3)
    assert session.redo(4)
    assert everything_about(session.game)[:-2] == before
    assert not session.redo(5)
    session.undo(6)
    click(session, "reveal 3 1")  # refused: it changes nothing
    assert session.redo(7)
    session.undo(8)
    click(session, "flag 5 1")
    assert not session.redo(9)


def test_an_explosion_can_be_undone_and_the_game_played_on() -> None:
    session, _ = journalled()
    click(session, "reveal 3 1", now=0)
    click(session, "reveal 1 1", now=1_000)
    lost = session.result
    assert lost
    assert lost.status is Status.LOST
    assert session.milliseconds(5_000) == 1_000
    assert session.undo(5_000)
    assert session.game.status is Status.PLAYING
    assert session.milliseconds(5_500) == 1_500
    for column in (1, 5, 9):
        click(session, f"flag {column} 1", now=6_000)
    assert (session.game.safe_left, session.result, session.clicks) == (0, lost, 5)
    assert why_unranked(session) == ["your own layout"]


def test_the_mines_stay_once_they_are_laid() -> None:
    session = Dealer(Setup(9, 9, 10), lambda: 5).next()
    click(session, "reveal 5 5")
    laid = session.board
    session.undo(1)
    assert session.game.board is None
    assert session.board is laid
    click(session, "reveal 1 1")
    assert session.game.board is laid


def test_nothing_is_undone_while_the_game_is_paused_or_after_it_was_abandoned() -> None:
    session, _ = journalled()
    click(session, "reveal 3 1")
    session.pause(1)
    assert not session.undo(2)
    session.resume(3)
    session.abandon(4)
    assert not session.undo(5)
    assert not click(session, "reveal 7 1")


class OtherMines:
    """A rule for guesses that always goes on with the same board."""

    guesses_left_to_luck = False

    def move_mines(self, game: Game, cell: Cell) -> Board:
        return board_of("...\n..*")


def moved() -> tuple[Session, list[str]]:
    """A game whose mine was moved from 3,1 to 3,2 before the second reveal."""
    session, written = with_other_mines()
    click(session, "reveal 3 1", 50)
    return session, written


class TooWideForIt(OtherMines):
    """A rule for guesses that cannot count the first position that it is asked about."""

    def move_mines(self, game: Game, cell: Cell) -> Board:
        self.guesses_left_to_luck = True
        return game.board or pytest.fail("the first reveal is no guess")


def with_other_mines(rule: OtherMines | None = None) -> tuple[Session, list[str]]:
    setup = Setup(3, 2, 1, win="clear", on_guess="fair")
    written: list[str] = []
    head = Head(NO_ID, NO_TIME, setup, Origin("drawn"))
    session = Session(
        head, lambda first: board_of("..*\n..."), written.append, rule or OtherMines()
    )
    click(session, "reveal 1 1")
    return session, written


def test_mines_that_a_rule_for_guesses_has_moved_are_written_before_the_move() -> None:
    session, written = moved()
    assert session.result
    assert session.result.status is Status.WON
    assert written[-1].splitlines() == ["50 mines AQ==", "50 reveal 3 1", "50 won"]
    folded = fold(parse_journal(session.journal_text()))
    assert format_position(folded.game) == format_position(session.game)
    assert folded.result == session.result


def test_once_a_reveal_was_undone_the_mines_stay_and_the_journal_says_so() -> None:
    session, _ = with_other_mines()
    click(session, "flag 3 1", 20)
    session.undo(30)
    assert not session.guesses_left_to_luck, "a flag taken back is nothing"
    session.undo(60)
    assert session.guesses_left_to_luck
    click(session, "reveal 1 1", 70)
    assert click(session, "reveal 3 1", 80)
    assert session.game.status is Status.LOST
    assert session.journal_text().splitlines()[-5:] == [
        *("60 luck", "60 undo", "70 reveal 1 1", "80 reveal 3 1", "80 lost")
    ]


def test_from_a_position_that_is_too_wide_on_guesses_are_left_to_luck() -> None:
    session, written = with_other_mines(TooWideForIt())
    click(session, "reveal 3 2", 50)
    assert written[-1].splitlines() == ["50 luck", "50 reveal 3 2", "50 won"]
    for each in (session, fold(parse_journal(session.journal_text()))):
        assert [step.on_guess for step in each.steps] == ["fair", "luck"]


def test_a_resumed_game_keeps_the_rule_until_it_has_ended() -> None:
    session, _ = with_other_mines()
    again = reopened(parse_journal(session.journal_text()), 0)
    assert again.game.on_guess == "fair"
    session.undo(60)
    again = reopened(parse_journal(session.journal_text()), 0)
    assert again.game.on_guess == "luck"


def test_a_layout_that_was_known_from_the_start_is_the_first_entry() -> None:
    session, _ = journalled()
    text = session.journal_text()
    assert "\n0 layout AiIA\n" in text
    assert fold(parse_journal(text)).has_known_layout
    late = text.replace("0 layout", "0 mines") + "9 layout AiIA\n"
    with pytest.raises(NotationError, match="a layout that was known"):
        fold(parse_journal(late))


# Going on from what was written


def test_a_game_goes_on_from_its_journal() -> None:
    session, written = journalled(known=False)
    click(session, "flag 1 1", now=1_000)
    click(session, "reveal 3 1", now=2_000)
    session.pause(3_000)
    session.resume(10_000)
    session.note_help("odds", 10_500)
    click(session, "flag 5 1", now=11_000)
    session.undo(12_000)
    kept = "".join(written)
    later: list[str] = []
    again = reopened(parse_journal(kept), 77_000_000, later.append)
    assert format_position(again.game) == format_position(session.game)
    assert (again.clicks, again.running, again.head.origin.seed) == (3, True, None)
    assert again.milliseconds(77_000_000) == session.milliseconds(12_000) == 3_000
    assert again.redo(77_000_500)
    assert again.milliseconds(77_000_500) == 3_500
    assert "".join(later).splitlines() == ["11000 restart", "11500 redo"]
    assert again.journal_text() == kept + "".join(later)


def test_a_game_that_was_paused_goes_on_paused() -> None:
    session, written = journalled()
    click(session, "reveal 3 1", now=0)
    session.pause(1_000)
    again = reopened(parse_journal("".join(written)), 50_000)
    assert again.paused
    again.resume(60_000)
    assert again.milliseconds(60_500) == 1_500


def test_the_clock_of_a_game_that_was_left_counts_up_to_then() -> None:
    session, written = journalled()
    click(session, "reveal 3 1", now=0)
    session.leave(4_000)
    again = reopened(parse_journal("".join(written)), 50_000)
    assert again.milliseconds(50_250) == 4_250
    assert again.running


def test_a_resumed_game_keeps_the_rules_that_it_began_with() -> None:
    setup = Setup(4, 1, 1, "any", "flags", question_marks=True)
    written: list[str] = []
    session = session_on(Game(setup, board_of("..*.")), written.append)
    click(session, "reveal 1 1")
    again = reopened(parse_journal("".join(written)), 0)
    assert again.game.setup == setup
    click(again, "flag 4 1")
    click(again, "flag 4 1")
    assert format_position(again.game) == ".1#?\n"


def test_a_reveal_that_a_flag_refused_before_the_mines_were_laid_is_read_back() -> None:
    session, written = journalled(known=False)
    click(session, "flag 1 1")
    assert not click(session, "reveal 1 1", now=100)
    click(session, "reveal 3 1", now=200)
    again = reopened(parse_journal("".join(written)), 50_000)
    assert format_position(again.game) == format_position(session.game)
    assert again.clicks == 3


def test_a_reveal_that_the_mines_were_never_laid_for_is_named() -> None:
    session, _ = journalled(known=False)
    click(session, "flag 1 1")
    click(session, "reveal 3 1", now=200)
    damaged = session.journal_text().replace("200 mines AiIA\n", "")
    with pytest.raises(NotationError, match="a reveal before the mines were laid"):
        fold(parse_journal(damaged))


@given(played(practises=False))
def test_whatever_was_played_folds_to_the_same_game(game: tuple[Session, list[str]]) -> None:
    session, written = game
    folded = fold(parse_journal(session.journal_text()))
    assert "".join(written) in ("", session.journal_text())
    assert format_position(session.game) == format_position(folded.game)
    assert session.steps == folded.steps
    assert (session.result, session.ending) == (folded.result, folded.ending)
    assert (session.clicks, session.undos) == (folded.clicks, folded.undos)
    assert (session.paused, session.running) == (folded.paused, folded.running)
    assert session.elapsed == folded.elapsed


@given(played())
def test_the_game_is_the_fold_of_the_moves_that_were_not_taken_back(
    game: tuple[Session, list[str]],
) -> None:
    session, _ = game
    board = session.board
    if board is None:
        return
    known = isinstance(session.game.layout, Board)
    again = Game(session.head.setup, board if known else lambda first: board)
    for each in session.steps:
        again.play(each.move)
    assert everything_about(again) == everything_about(session.game)


# What counts


def one_game(
    kind: Kind = "drawn", *, mines: int = 10, text: str = "reveal 5 5"
) -> tuple[Session, Board]:
    setup = Setup(9, 9, mines)
    head = Head("1", "2025", setup, Origin(kind, 7))
    board = deal(setup, 7, Game(setup, lambda first: board).grid.cell(5, 5))
    session = Session.new(head, lambda first: board)
    click(session, text)
    return session, board


def win(session: Session, board: Board) -> None:
    for cell in board.grid:
        if not board.is_mine(cell):
            session.play(Move("reveal", cell), 9_000)


def test_a_fresh_board_from_a_drawn_seed_without_help_may_be_a_record() -> None:
    session, board = one_game()
    win(session, board)
    assert session.result
    assert session.ending == "cleared"
    assert not why_unranked(session)


def test_flags_that_win_are_told_from_a_cleared_board() -> None:
    session, _ = journalled()
    for column in (1, 5, 9):
        click(session, f"flag {column} 1")
    assert session.ending == "flagged"


def test_a_cleared_board_may_have_question_marks() -> None:
    session = session_on(game_on(".*.", win="clear", question_marks=True))
    for text in ("flag 2 1", "flag 2 1", "reveal 1 1", "reveal 3 1"):
        click(session, text)
    assert session.ending == "cleared"


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("given", "chosen seed"),
        ("board", "your own layout"),
        ("again", "known layout"),
        ("daily", "daily board"),
        ("replay", "taken over from a replay"),
        ("import", "imported"),
    ],
)
def test_a_layout_that_was_not_fresh_is_unranked(kind: Kind, reason: str) -> None:
    session, board = one_game(kind)
    win(session, board)
    assert (unranked_words(session), why_unranked(session)) == ([kind], [reason])
    assert not is_helped(unranked_words(session))


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("hint", "2 hints used"),
        ("odds", "odds shown"),
        ("flag check", "flags checked"),
        ("shown mines", "mines shown"),
        ("demo", "solver played"),
        ("obvious moves", "obvious moves played"),
        ("pipe", "not played at a terminal"),
    ],
)
def test_help_is_counted_and_makes_a_game_unranked(kind: Help, reason: str) -> None:
    session, board = one_game()
    session.note_help(kind, 1)
    session.note_help(kind, 2)
    win(session, board)
    assert session.helps[kind] == 2
    assert (unranked_words(session), why_unranked(session)) == ([kind], [reason])
    assert is_helped(unranked_words(session))


def test_an_undone_reveal_makes_a_game_unranked() -> None:
    session, board = one_game()
    session.undo(1)
    win(session, board)
    assert (unranked_words(session), why_unranked(session)) == (["undo"], ["move undone"])
    assert is_helped(unranked_words(session))


def test_a_flag_that_is_taken_back_leaves_a_game_ranked() -> None:
    session, board = one_game()
    mine = next(cell for cell in board.grid if board.is_mine(cell))
    session.play(Move("flag", mine), 1)
    assert session.undo(2)
    assert not session.game.is_flagged(mine)
    win(session, board)
    assert why_unranked(session) == []


def test_a_game_won_by_its_first_reveal_is_unranked() -> None:
    session, _ = one_game(mines=0)
    words = unranked_words(session)
    assert (words, why_unranked(session)) == (["over at once"], ["over in 0.000 s"])
    assert not is_helped(words)


def test_all_that_makes_a_game_unranked_is_said_in_one_order() -> None:
    session, board = one_game("given")
    session.undo(1)
    click(session, "reveal 5 5", 2)
    session.note_help("odds", 3)
    session.note_help("hint", 4)
    session.undo(5)
    win(session, board)
    assert unranked_words(session) == ["given", "hint", "odds", "undo"]
    assert why_unranked(session) == ["chosen seed", "hint used", "odds shown", "2 moves undone"]


def test_what_is_done_after_the_end_changes_nothing_that_counts() -> None:
    session, board = one_game()
    win(session, board)
    result = session.result
    session.undo(10_000)
    session.note_help("odds", 10_001)
    session.redo(10_002)
    assert session.result == result
    assert not why_unranked(session)


def test_the_start_of_a_daily_board_is_no_click_and_starts_no_clock() -> None:
    session = session_on(game_on(THREE_MINES, known=False))
    session.start(move(session.game, "reveal 3 1"), 1_000)
    assert (session.clicks, session.running) == (0, False)
    click(session, "flag 1 1", now=9_000)
    assert session.milliseconds(9_500) == 500
    assert format_journal(parse_journal(session.journal_text())) == session.journal_text()
    assert fold(parse_journal(session.journal_text())).clicks == 1


def test_a_drawn_journal_reads_like_the_game() -> None:
    session, _ = journalled(known=False)
    click(session, "reveal 3 1", now=100)
    click(session, "reveal 1 1", now=850)
    assert session.journal_text() == picture("""
        minesweeper journal 1
        id 0
        begun 0000-00-00T00:00:00Z
        setup 9 2 3 opening either no no luck
        origin drawn - -
        0 mines AiIA
        0 reveal 3 1
        750 reveal 1 1
        750 lost
    """)
