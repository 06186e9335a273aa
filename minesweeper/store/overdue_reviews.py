"""The luck of stored games that the player left before their review was done."""

from collections.abc import Iterator
from contextlib import suppress

from minesweeper.engine.notation import NotationError
from minesweeper.play.coach import Coach
from minesweeper.store.errors import StoreError, UnreadableError
from minesweeper.store.finished_games import find_unreviewed_ids, luck_of
from minesweeper.store.store import Store
from minesweeper.store.stored_games import play_stored_game


class OverdueReviews:
    """Reviews the stored games that have no luck yet. No game is tried twice."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tried: set[str] = set()

    def steps(self) -> Iterator[bool]:
        """Review the games in short steps; yield after each whether the luck of a game was stored.

        The first step does nothing, so that a page is drawn before the games are looked up.
        """
        yield False
        with suppress(StoreError):  # another time
            for identity in self._store.read(find_unreviewed_ids):
                if identity not in self._tried:
                    yield from self._review(identity)
                    self._tried.add(identity)

    def _review(self, identity: str) -> Iterator[bool]:
        """Review a game and store its luck, if its journal can be read."""
        yield False
        try:
            session = yield from play_stored_game(self._store, identity)
        except (NotationError, UnreadableError):
            return
        coach = Coach(session)
        while coach.is_reviewing:
            review = coach.step_review()
            if review:
                self._store.store_luck(session, luck_of(review))
            yield bool(review)
