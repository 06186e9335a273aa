"""The luck of stored games that the player left before their review was done."""

from collections.abc import Generator, Iterator
from typing import Final

from minesweeper.engine.notation import NotationError
from minesweeper.play.coach import Coach
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import Session, unplayed_session
from minesweeper.store.finished_games import find_unreviewed_ids, luck_of, read_journal_text
from minesweeper.store.history import LARGE_JOURNAL, History

# How many entries of a journal are played in one step; each may be an undo, which takes longer.
_ENTRIES_A_STEP: Final = 20


class OverdueReviews:
    """Reviews the stored games that have no luck yet. No game is tried twice."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._tried: set[str] = set()

    def steps(self) -> Iterator[bool]:
        """Review the games in short steps; yield after each whether the luck of a game was stored.

        The first step does nothing, so that a page is drawn before the games are looked up.
        """
        yield False
        for identity in self._history.query(find_unreviewed_ids) or ():
            if identity not in self._tried:
                yield from self._review(identity)
                self._tried.add(identity)

    def _review(self, identity: str) -> Iterator[bool]:
        """Review a game and store its luck, if its journal can be read."""
        yield False
        try:
            session = yield from self._played(identity)
        except NotationError:
            return
        coach = Coach(session)
        while coach.is_reviewing:
            review = coach.step_review()
            if review:
                self._history.store_luck(session, luck_of(review))
            yield bool(review)

    def _played(self, identity: str) -> Generator[bool, None, Session]:
        """Return a game as it was when its result was decided, in steps as `steps` yields them.

        Raise NotationError if its journal is damaged or takes long to read.
        """
        text = self._history.query(lambda db: read_journal_text(db, identity)) or ""
        if len(text) > LARGE_JOURNAL:
            raise NotationError("a large journal")
        session, entries = unplayed_session(parse_journal(text))
        is_branch = session.head.origin.kind == "branch"  # its result is that of its last end
        for number, entry in enumerate(entries):
            if session.result and not is_branch:
                break
            if number % _ENTRIES_A_STEP == 0:
                yield False
            session.add(entry)
        return session
