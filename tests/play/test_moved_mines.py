"""Games under a rule that moves the mines: the journal holds what was played, move for move."""

from copy import deepcopy
from random import Random

import pytest

from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import OnGuess, Setup, WinRule
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.coach import Coach
from minesweeper.play.journal import Head, Origin, parse_journal
from minesweeper.play.replay import replay_of, result_of, session_of
from minesweeper.play.review import Review
from minesweeper.play.session import Session, fold
from tests.harness.boards import FIRSTS, WINS, everything_about, game_on, move
from tests.harness.played import click, session_on


def session_with(setup: Setup, seed: int) -> Session:
    head = Head("1", "2026", setup, Origin("drawn", seed))
    return Session.new(head, lambda first: deal(setup, seed, first))


def everything_folded(session: Session) -> tuple[object, ...]:
    """Return everything that a journal has to give back."""
    return (
        everything_about(session.game),
        session.board,
        session.steps,
        session.result,
        session.ending,
        (session.clicks, session.undos, session.helps),
    )


def review_of(session: Session) -> Review:
    return Coach(session).finish_review() or pytest.fail("the game goes on")


def in_words(review: Review) -> str:
    return " ".join(map(str, review.sentences))


def told(review: Review) -> object:
    """Return everything that a review tells."""
    steps = [
        (step.reveal.moves, step.reveal.cells, step.is_chance, step.verdict)
        for step in review.steps
    ]
    return steps, review.guesses_made_safe, in_words(review)


def test_a_flag_on_a_mine_that_moved_there_later_does_not_win_the_game_that_is_read_again() -> None:
    session = session_with(Setup(3, 1, 1, "safe", on_guess="fair"), 1)
    for text in ("reveal 2 1", "flag 1 1", "reveal 3 1"):
        assert click(session, text)
    assert session.game.status is Status.WON
    assert session.clicks == 3
    assert session.journal_text().count(" mines ") == 2, (
        "the flagged cell became a mine by the last move"
    )
    again = fold(parse_journal(session.journal_text()))
    assert everything_folded(again) == everything_folded(session)
    assert replay_of(again, "").headers["Status"] == "won"
    assert in_words(review_of(again)) == "1 forced guess, made safe by the rule"


@pytest.mark.parametrize("rule", ["fair", "strict"])
@pytest.mark.parametrize("win", WINS)
def test_whatever_is_played_the_journal_gives_it_back(rule: OnGuess, win: WinRule) -> None:
    rng = Random(f"{rule} {win}")
    ended = moved = lost = 0
    for seed in range(300):
        width, height = rng.randint(1, 5), rng.randint(2, 5)
        mines = rng.randrange(width * height * 2 // 5 + 1)
        session = session_with(
            Setup(width, height, mines, rng.choice(FIRSTS), win, on_guess=rule),
            seed,
        )
        for now in range(25):
            if not session.result:
                play_at_random(session, rng, now)
        again = fold(parse_journal(session.journal_text()))
        assert everything_folded(again) == everything_folded(session)
        ended += session.result is not None
        moved += session.journal_text().count(" mines ") > 1
        lost += session.game.status is Status.LOST
        assert ("@" in str(session.game)) == (session.game.status is Status.LOST)
        if session.result and win == "clear":
            assert result_of(replay_of(again, ""))[:4] == session.result[:4]
    assert ended > 50
    assert moved > 50
    assert lost > 50


# Reviews of games with undone moves


def guessed(rule: OnGuess) -> Session:
    """A game whose first guess, forced, the rule has made safe."""
    game = game_on("*....*\n......", win="clear", known=False)
    session = session_on(Game(game.setup._replace(on_guess=rule), game.layout))
    for text in ("reveal 3 1", "reveal 1 1"):
        assert click(session, text)
    return session


@pytest.mark.parametrize("rule", ["fair", "strict"])
def test_guesses_before_an_undone_reveal_were_made_safe_and_those_after_it_are_chance(
    rule: OnGuess,
) -> None:
    session = guessed(rule)
    session.undo(10)
    session.redo(20)
    click(session, "reveal 6 1", 30)
    for each in (session, fold(parse_journal(session.journal_text()))):
        made_safe = "1 forced guess, made safe by the rule"
        assert in_words(review_of(each)).endswith(
            f"You guessed once: 50% to survive it {made_safe}"
        )


@pytest.mark.samples(60, 400)
@pytest.mark.parametrize("rule", ["fair", "strict"])
def test_a_review_at_the_end_is_that_of_the_journal_and_of_the_replay(
    rule: OnGuess, count: int
) -> None:
    rng = Random(rule)
    both = chance = 0
    for seed in range(count):
        session = session_with(Setup(6, 5, 8, "safe", "clear", on_guess=rule), seed)
        for now in range(60):
            if not session.over:
                play_at_random(session, rng, now, undos=0.4)
        if not session.over or not session.board:
            continue
        at_end = review_of(session)
        folded = fold(parse_journal(session.journal_text()))
        exported = parse_rawvf(format_rawvf(replay_of(session, "")))
        for again in (folded, session_of(exported)):
            assert told(review_of(again)) == told(at_end)
        chance += at_end.guess_count > 0
        both += at_end.guess_count > 0 and at_end.guesses_made_safe > 0
    assert both > count // 20
    assert chance > count // 6


@pytest.mark.parametrize(
    ("rule", "mines", "seed", "moves", "chord"),
    [
        (
            *("fair", 3, 3134),
            ["flag 1 3", "reveal 2 2", "flag 2 3", "reveal 3 1", "flag 3 2"],
            "chord 2 2",
        ),
        ("strict", 2, 7097, ["reveal 2 3", "flag 2 2", "flag 1 3"], "chord 2 3"),
    ],
)
def test_a_chord_moves_no_mine_once_one_has_exploded(
    rule: OnGuess, mines: int, seed: int, moves: list[str], chord: str
) -> None:
    session = session_with(Setup(3, 3, mines, "safe", "clear", on_guess=rule), seed)
    for text in moves:
        assert click(session, text)
    # The cells of the chord, one by one, up to the first mine.
    exploded = deepcopy(session.game)
    cells = iter(exploded.grid.neighbours(move(exploded, chord).cell))
    while exploded.status is Status.PLAYING:
        exploded.play(Move("reveal", next(cells)))
    board = exploded.board
    later = [c for c in cells if not exploded.is_revealed(c) and not exploded.is_flagged(c)]
    assert exploded.guess_rule
    assert exploded.guess_rule.move_mines(exploded, later[0]), "the rule would move mines now"

    assert click(session, chord)
    assert session.game.status is Status.LOST
    assert session.board == board


def play_at_random(session: Session, rng: Random, now: int, *, undos: float = 0.2) -> None:
    event = rng.choice(["reveal"] * 4 + ["flag", "chord", "flag-chord"] * 2 + ["undo", "redo"])
    if event in ("undo", "redo"):
        if rng.random() < undos:
            session.undo(now) if event == "undo" else session.redo(now)
    else:
        session.play(Move(event, rng.choice(list(session.game.grid))), now)  # type: ignore[arg-type]  # a verb
