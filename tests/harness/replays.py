"""Replays to be watched."""

from minesweeper.engine.setup import Setup
from minesweeper.play.journal import Head, Journal, Origin
from minesweeper.play.replay import Replay, TimedMove, journal_of, unplayed_game
from minesweeper.play.session import NO_TIME, fold
from minesweeper.store.store import Store
from tests.harness.boards import board_of, move
from tests.harness.player import TWO_MINES

WON = ("0 reveal 4 1", "1000 flag 1 1", "2000 chord 3 2", "4500 chord 2 2")


def replay_on(layout: str, *steps: str, known: bool = False) -> Replay:
    """A replay on a drawn layout of steps like "1000 flag 1 1"."""
    board = board_of(layout)
    setup = Setup(board.grid.width, board.grid.height, board.mine_count)
    replay = Replay(setup, board, known, [], {})
    for step in steps:
        time, _, text = step.partition(" ")
        replay.steps.append(TimedMove(int(time), move(unplayed_game(replay), text)))
    return replay


def won(**headers: str) -> Replay:
    """A game of four moves, the third of which was refused."""
    return replay_on(TWO_MINES, *WON)._replace(headers=headers)


def imported(identity: str, player: str = "somebody", begun: str = NO_TIME) -> Journal:
    """Return a small game that somebody played elsewhere."""
    replay = replay_on(TWO_MINES, "0 reveal 4 1", "1500 reveal 1 3")
    named = replay._replace(headers={"Player": player})
    return journal_of(named, Head(identity, begun, replay.setup, Origin("import")))


def import_game(store: Store, player: str, begun: str = NO_TIME, identity: str = "abc") -> None:
    """Store such a game."""
    store.import_games([fold(imported(identity, player, begun))])
