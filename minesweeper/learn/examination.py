"""The games of the history, gone through once to find what they say about the player."""

from collections.abc import Iterator
from typing import Final

from minesweeper.engine.notation import NotationError
from minesweeper.learn.own_games import examine
from minesweeper.play.coach import Coach
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import find_own_ids
from minesweeper.store.learning import insert_findings, read_examined
from minesweeper.store.store import Store
from minesweeper.store.stored_games import play_stored_game

_END: Final = object()


class Examination:
    """Examines the games that have not been examined, the newest first; none is tried twice.

    What a game has given stays when the game is gone, but for its moments.
    """

    def __init__(self, store: Store) -> None:
        self.done = 0
        """How many games have been tried."""
        self.total = 0
        """How many games there are to try; 0 before they have been looked up."""
        self._store = store
        self._steps = self._examine_all()

    def step(self) -> bool:
        """Take a step of a few milliseconds; return whether there is another one.

        The first step does nothing, so that a page is drawn before the games are looked up.
        """
        return next(self._steps, _END) is not _END

    def _examine_all(self) -> Iterator[object]:
        yield None
        try:
            examined = {game.id for game in self._store.read(read_examined)}
            own = self._store.read(find_own_ids)
        except StoreError:  # another time
            return
        unexamined = [identity for identity in own if identity not in examined]
        self.total = len(unexamined)
        for identity in unexamined:
            yield from self._examine(identity)
            self.done += 1

    def _examine(self, identity: str) -> Iterator[object]:
        """Examine a game and store what it says, if its journal can be read."""
        yield None
        try:
            session = yield from play_stored_game(self._store, identity)
        except (NotationError, StoreError):
            return
        coach = Coach(session)
        while coach.is_reviewing:
            coach.step_review()
            yield None
        if coach.review:
            game, moments, encounters = yield from examine(session, coach.review)
            self._store.keep(lambda db: insert_findings(db, game, moments, encounters))
