"""Games that a player who guesses now and then might have played."""

from functools import partial
from random import Random

from minesweeper.engine.cells import Cell, cells_of
from minesweeper.engine.game import Move
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.play.journal import Head, Origin
from minesweeper.play.session import Session
from minesweeper.solver.best_guess import choose_reveal
from minesweeper.solver.clues import clues_of
from minesweeper.solver.deduction import deduce


def play_like_a_person(setup: Setup, seed: int, *, slips: float = 0.05) -> Session:
    """Return a finished game with some flags, some slow moves and some needless guesses.

    `slips` is the share of reveals that are made anywhere.
    """
    rng, now = Random(seed), 0
    head = Head(f"{seed:x}", "2026-11-20T10:00:00Z", setup, Origin("drawn", seed))
    session = Session.new(head, partial(deal, setup, seed))
    session.play(Move("reveal", session.game.grid.middle), now)
    while not session.over:
        now += rng.choice([500, 1_000, 2_000, rng.randrange(8_000, 30_000)])
        clues = clues_of(session.game)
        proved = deduce(clues, pairs=False)
        for mine in cells_of(proved.mines)[:1]:
            if not session.game.is_flagged(mine):
                session.play(Move("flag", mine), now)
                now += 300
        session.play(Move("reveal", _choose(session, rng, slips)), now)
    return session


def _choose(session: Session, rng: Random, slips: float) -> Cell:
    """Return a certain cell or the best guess, or any cell that can be revealed."""
    clues = clues_of(session.game)
    anywhere = [cell for cell in cells_of(clues.covered) if not session.game.is_flagged(cell)]
    if rng.random() < slips:
        return rng.choice(anywhere)
    choice = choose_reveal(clues)
    return rng.choice(cells_of(choice.safe)) if choice.safe else choice.cell
