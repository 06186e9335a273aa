"""What a finished game says about its player: moments, and what each move called for."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

import pytest
from hypothesis import assume, given

from minesweeper.engine.cells import CellSet, set_of
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.learn.exercises import Exercise, parse_exercise
from minesweeper.learn.own_games import (
    FIRST_REVEAL,
    LONG_THINK,
    Findings,
    examine,
    exercise_before,
    last_move,
    moment_before,
    why_no_moment,
)
from minesweeper.play.coach import Coach
from minesweeper.play.session import Session
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.deduction import deduce
from minesweeper.solver.proofs import prove
from minesweeper.store.learning import Encounter
from tests.harness.boards import picture
from tests.harness.bots import play_like_a_person
from tests.harness.brute import certain_cells
from tests.harness.played import click, journalled
from tests.harness.played import played as games
from tests.harness.work import count_calls

# After an opening, the two middle cells of the wall are safe by 1-1 and the last column is unknown.
WALL = """
    .....*.
    ......*
    .......
    .....*.
"""
OPENED = """
    ....1##
    ....1##
    ....1##
    ....1##
"""
# A corner that no number can tell.
CORNER = """
    .....*
    ......
"""


def played(layout: str, *moves: str | tuple[str, int]) -> Session:
    """Return a game with these moves; a number is the milliseconds that the move took, else 1 s."""
    session, _ = journalled(layout, known=False)
    now = 0
    for each in moves:
        text, milliseconds = each if isinstance(each, tuple) else (each, 1_000)
        now += milliseconds
        assert click(session, text, now), text
    return session


def findings_of(session: Session) -> Findings:
    review = Coach(session).finish_review()
    assert review
    found: list[Findings] = []

    def collect() -> Iterator[None]:
        found.append((yield from examine(session, review)))

    deque(collect(), maxlen=0)
    return found[0]


def called_for(session: Session) -> list[tuple[int, bool]]:
    """Return the lesson that each counted move called for, and whether it was missed."""
    return [(each.lesson, each.is_missed) for each in findings_of(session).encounters]


def only_exercise(findings: Findings) -> Exercise:
    [moment] = findings.moments
    return parse_exercise(moment.exercise)


def positions(session: Session) -> Iterable[tuple[int, Game]]:
    """Yield each move's number, and the game before it, played from the start every time."""
    board = session.board
    assert board
    for moves in range(len(session.steps)):
        game = Game(session.game.setup, lambda first: board)
        for step in session.steps[:moves]:
            game.play(step.move)
        yield moves, game


BEGINNER = LEVELS["beginner"]
SMALL = Setup(7, 6, 8)
some_setups = pytest.mark.parametrize("setup", [BEGINNER, SMALL, Setup(9, 9, 13)], ids=str)


# Losses and guesses


def test_an_avoidable_loss_is_asked_again_with_the_flag_of_the_player() -> None:
    findings = findings_of(played(WALL, "reveal 1 1", "flag 7 1", "reveal 7 2"))
    assert [(each.reason, each.moves) for each in findings.moments] == [("avoidable loss", 2)]
    exercise = only_exercise(findings)
    assert (exercise.kind, exercise.lesson, exercise.counts_mines) == ("safe", 3, True)
    assert str(exercise.as_game()) == picture(OPENED.replace("1##", "1#F", 1)).strip()
    assert exercise.as_game().mines_left == 2


def test_a_guess_that_was_survived_is_asked_again_too() -> None:
    session = played(WALL, "reveal 1 1", "reveal 7 1", "reveal 6 1")
    moments = findings_of(session).moments
    assert [(each.reason, each.moves) for each in moments] == [
        ("avoidable guess", 1),
        ("avoidable loss", 2),
    ]


def test_a_forced_loss_is_bad_luck_and_is_not_asked_again() -> None:
    findings = findings_of(played(CORNER, "reveal 1 1", "reveal 6 1"))
    assert findings.moments == ()
    assert called_for(played(CORNER, "reveal 1 1", "reveal 6 1")) == [(10, False)]


def test_a_clearly_worse_guess_than_needed_is_missed() -> None:
    layout = """
        .*..
        ....
        ...*
    """
    session = played(layout, "reveal 1 1", "reveal 2 1")
    assert called_for(session) == [(10, True)]


def test_nothing_was_known_before_the_first_reveal() -> None:
    session = played("*.\n..", "reveal 1 1")
    findings = findings_of(session)
    assert (findings.moments, findings.encounters) == ((), ())
    assert moment_before(session, last_move(session)) is None
    assert why_no_moment(session, last_move(session)) == FIRST_REVEAL


@pytest.mark.samples(2, 12)
@some_setups
def test_a_moment_says_that_it_was_avoidable_only_if_it_was(setup: Setup, count: int) -> None:
    for seed in range(count):
        session = play_like_a_person(setup, seed, slips=0.1)
        for moves, game in positions(session):
            cells = set_of(game.cells_to_reveal(session.steps[moves].move))
            if moment := moment_before(session, moves):
                safe, mines = certain_cells(clues_of(game), with_total=True)
                is_avoidable = bool(safe or cells & mines)
                assert moment.reason.startswith("avoidable") == is_avoidable
                is_loss = moves == last_move(session) and session.game.status is Status.LOST
                assert (moment.reason == "avoidable loss") == (is_loss and is_avoidable)


def test_to_find_a_moment_nothing_is_explained() -> None:
    """The search for a proof may take long, and a moment has no room for one."""
    session = played(WALL, "reveal 1 1", "reveal 7 2")
    count, moment = count_calls(prove, lambda: moment_before(session, 1))
    assert moment
    assert (moment.reason, count) == ("avoidable loss", 0)


# Thinks


@pytest.mark.parametrize(("milliseconds", "count"), [(LONG_THINK - 1, 0), (LONG_THINK, 1)])
def test_a_long_think_in_front_of_a_certain_move_is_asked_again(
    milliseconds: int, count: int
) -> None:
    session = played(WALL, "reveal 1 1", ("reveal 6 2", milliseconds), "reveal 6 3", "reveal 6 1")
    reasons = [each.reason for each in findings_of(session).moments]
    assert reasons == ["long think"] * count + ["avoidable loss"]


def test_a_long_think_in_front_of_a_guess_is_not() -> None:
    session = played(CORNER, "reveal 1 1", ("reveal 6 2", 60_000))
    assert findings_of(session).moments == ()


def test_the_time_of_a_pause_is_not_thinking() -> None:
    session = played(WALL, "reveal 1 1")
    session.pause(2_000)
    session.resume(60_000)
    click(session, "reveal 6 2", 61_000)
    click(session, "reveal 6 1", 62_000)
    findings = findings_of(session)
    assert [each.reason for each in findings.moments] == ["avoidable loss"]


def test_a_think_that_ends_with_a_flag_belongs_to_the_reveal_after_it() -> None:
    session = played(WALL, "reveal 1 1", ("flag 6 1", 9_000), "reveal 6 2", "reveal 7 2")
    findings = findings_of(session)
    assert [(each.reason, each.moves) for each in findings.moments][:1] == [("long think", 2)]


# What moves call for


def test_a_rule_is_counted_once_for_all_that_it_proves() -> None:
    session = played(WALL, "reveal 1 1", "reveal 6 2", "reveal 6 3", "reveal 7 2")
    assert called_for(session)[0] == (3, False)
    assert [lesson for lesson, _ in called_for(session)].count(3) == 1


def test_what_a_pattern_has_proved_is_known_from_then_on() -> None:
    layout = """
        .*...*
        ......
        *.....
        ......
        *...**
    """
    session = played(layout, "reveal 3 3", "reveal 1 4", "reveal 1 1", "reveal 6 5")
    assert called_for(session)[:2] == [(6, False), (2, False)]


def test_a_cell_that_the_mine_count_has_proved_is_known_from_then_on() -> None:
    layout = """
        ....*.
        ....*.
        *...**
        ......
        ....*.
    """
    moves = ("reveal 3 3", "reveal 5 4", "reveal 6 2", "reveal 6 4", "reveal 6 1", "reveal 6 5")
    assert called_for(played(layout, *moves)) == [(1, False), (7, False), (1, False)]


# Four single numbers, and the mine count for the rest.
ROW = "*...*...."


def test_after_a_certain_mine_was_revealed_a_safe_cell_is_asked_on_the_board_as_it_stood() -> None:
    findings = findings_of(played(ROW, "reveal 3 1", "reveal 1 1"))
    exercise = only_exercise(findings)
    assert (exercise.kind, exercise.lesson) == ("safe", 7)
    assert str(exercise.as_game()) == "#1.1#####"


def test_a_mine_that_was_proved_before_is_missed_all_the_same() -> None:
    session = played(ROW, "reveal 3 1", "reveal 6 1", "reveal 5 1")
    assert called_for(session) == [(7, False), (1, True)]


@pytest.mark.parametrize("kind", ["hint", "obvious", "undo"])
def test_a_move_after_help_says_nothing(kind: str) -> None:
    session = played(WALL, "reveal 1 1")
    if kind == "hint":
        session.note_help("hint", 1_500)
    elif kind == "obvious":
        session.play_obvious([], 1_500)
    else:
        click(session, "reveal 7 1", 1_500)
        session.undo(1_600)
    click(session, "reveal 6 2", 60_000)
    click(session, "reveal 7 2", 61_000)
    findings = findings_of(session)
    assert [(each.moves, each.is_missed) for each in findings.encounters] == [(2, True)]
    assert [each.reason for each in findings.moments] == ["avoidable loss"]


# Against a naive second way


@pytest.mark.samples(2, 30)
@some_setups
def test_moments_and_encounters_are_true(setup: Setup, count: int) -> None:
    for seed in range(count):
        check(play_like_a_person(setup, seed, slips=0.1))


def check(session: Session) -> None:
    """Compare all findings on a game with brute force over the boards of each position."""
    findings = findings_of(session)
    before = dict(positions(session))
    for moment in findings.moments:
        exercise, game = parse_exercise(moment.exercise), before[moment.moves]
        clues = clues_of(game)
        assert exercise.clues.numbers == clues.numbers
        assert exercise.clues.revealed == clues.revealed
        assert exercise.flags == flags_in(game) & ~exercise.clues.known_mines
        assert any(certain_cells(exercise.clues, with_total=True))
        assert not exercise.clues.known_mines & ~certain_cells(clues, with_total=True)[1]
    assert not any(map(both_by_single_numbers, *pairs(findings.encounters)))
    check_thinks(session, findings)
    if first := next(iter(findings.encounters), None):
        assert first.lesson != 2 or first.is_missed, "no mine can be known yet"
    counted = {each.moves: each for each in findings.encounters}
    for moves, game in before.items():
        cells = set_of(game.cells_to_reveal(session.steps[moves].move))
        if cells and clues_of(game).revealed:
            check_encounter(counted.get(moves), clues_of(game), cells)


def check_thinks(session: Session, findings: Findings) -> None:
    """Compare the long thinks with all pauses between moves in front of certain cells."""
    longest: dict[int, int] = {}
    think = 0
    for moves, game in positions(session):
        step, last = session.steps[moves], session.steps[max(0, moves - 1)]
        think = max(think, step.milliseconds - last.milliseconds)
        if cells := set_of(game.cells_to_reveal(step.move)):
            is_certain = not cells & ~certain_cells(clues_of(game), with_total=True)[0]
            is_long = think >= LONG_THINK and is_certain
            if is_long and (exercise := exercise_before(session, moves)):
                longest[exercise.lesson] = max(think, longest.get(exercise.lesson, 0))
            think = 0
    thinks = [each for each in findings.moments if each.reason == "long think"]
    assert sorted(parse_exercise(each.exercise).lesson for each in thinks) == sorted(longest)
    for each in thinks:
        assert longest[parse_exercise(each.exercise).lesson] == think_before(session, each.moves)


def think_before(session: Session, moves: int) -> int:
    """Return the longest pause before a move, since the reveal before it."""
    longest = 0
    for at in range(moves, 0, -1):
        longest = max(longest, session.steps[at].milliseconds - session.steps[at - 1].milliseconds)
        if session.steps[at - 1].move.verb == "reveal":
            break
    return longest


def pairs(encounters: Sequence[Encounter]) -> tuple[Sequence[Encounter], Sequence[Encounter]]:
    return encounters[:-1], encounters[1:]


def both_by_single_numbers(one: Encounter, other: Encounter) -> bool:
    return not (one.is_missed or other.is_missed) and max(one.lesson, other.lesson) <= 2


def check_encounter(encounter: Encounter | None, clues: Clues, cells: CellSet) -> None:
    safe, mines = certain_cells(clues, with_total=True)
    is_guess = bool(cells & ~safe)
    if not encounter:
        assert not is_guess
    elif encounter.lesson == 10:
        assert is_guess
        assert not safe
    else:
        assert encounter.is_missed == is_guess
        assert safe or cells & mines
        if encounter.lesson > 2 and not is_guess:
            assert cells & ~deduce(clues, pairs=False).safe


@given(games())
def test_any_game_that_ended_can_be_examined(game: tuple[Session, list[str]]) -> None:
    session, _ = game
    session.resume(session.time)
    for cell in session.game.grid:
        session.play(Move("reveal", cell), session.time + 500)
    assume(session.over and not session.has_known_layout)
    findings = findings_of(session)
    for moment in findings.moments:
        assert not parse_exercise(moment.exercise).clues.revealed & ~clues_of(session.game).revealed
    for moves in range(len(session.steps)):
        assert bool(moment_before(session, moves)) == bool(exercise_before(session, moves))


def test_the_position_before_any_reveal_can_be_asked() -> None:
    session = play_like_a_person(SMALL, 3)
    for moves, game in positions(session):
        step = session.steps[moves]
        exercise = exercise_before(session, moves)
        if exercise:
            assert format_position(game).count("#") >= format_position(exercise.as_game()).count(
                "#"
            )
            safe, _ = certain_cells(exercise.clues, with_total=True)
            assert exercise.kind == ("safe" if safe else "guess")
        else:
            assert step.move.verb == "flag" or not clues_of(game).revealed
