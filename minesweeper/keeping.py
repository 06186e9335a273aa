"""The keeping of games, as those who show them need it; without a history, nothing is kept."""

from minesweeper.board import Setup
from minesweeper.game import Status
from minesweeper.history import History
from minesweeper.session import Session
from minesweeper.typed import TYPE_CHECKING, Callable

if TYPE_CHECKING:  # the solver is only loaded where it is used
    from minesweeper.records import Table
    from minesweeper.review import Review


class Keeping:
    """Puts games away, says what the history has to say, and brings back the game that waits."""

    def __init__(
        self,
        history: History | None = None,
        remember: Callable[[Setup], None] = lambda setup: None,
    ) -> None:
        """`remember` is told what is played, so that a bare start can deal it again."""
        self._remember = remember
        self.waiting = ""
        """The id of the newest game that waits; empty if none does."""
        self._history = history
        self._settled = False

    def settle(self) -> None:
        """Look once at what was left by earlier runs."""
        if self._settled or not self._history:
            return
        self._settled = True
        self._history.take_in_left()
        self.waiting = next(iter(self._history.waiting()), "")

    @property
    def settled(self) -> bool:
        return self._settled or self._history is None

    def news(self) -> str:
        """What went wrong with the disk, said once."""
        return self._history.news() if self._history else ""

    def ended(self, session: Session) -> str:
        """Take in a game that has just ended; what is best about it, or why it is no record."""
        if not self._history:
            return ""
        best = self._history.record(session)
        if best and (best.time or best.speed):
            bests = [
                name for name, is_best in (("time", best.time), ("3BV/s", best.speed)) if is_best
            ]
            return f"a new best {' and '.join(bests)}!"
        won = session.game.status is Status.WON
        return f"no record: {'; '.join(session.reasons)}" if won and session.reasons else ""

    def note(self, session: Session, answer: "Review") -> None:
        """Keep what the look back on a game found."""
        if self._history:
            self._history.note_luck(session, float(answer.chance), answer.lost_by)

    def remember(self, session: Session, setup: Setup) -> None:
        """Keep what is dealt, for the next start; a board that is no level is not."""
        if session.head.origin.kind in ("drawn", "given"):
            self._remember(setup)

    def keeps(self, session: Session) -> bool:
        """Whether a game that is left now can be gone on with."""
        is_waiting = bool(session.progress.revealed) and not session.over
        return is_waiting and self._history is not None and self._history.keeps(session)

    def put_away(self, session: Session, now: int) -> None:
        """A game was given up or has ended, and another one follows."""
        if self._history:
            session.abandon(now)
            self._history.put_away(session)

    def record_lines(self, *, unicode: bool) -> list[str]:
        """What the records command prints."""
        from minesweeper.record_text import LAST, records_lines
        from minesweeper.records import results

        found = self._history.ask(lambda db: results(db, LAST)) if self._history else None
        return records_lines(*(found or ([], {})), unicode=unicode)

    def bests(self) -> "dict[Table, int]":
        """The best time of each table in milliseconds: of boards cleared, if any was."""
        from minesweeper.records import summaries

        found = self._history.ask(summaries) if self._history else None
        bests = {each.table: each.best_cleared or each.best_flagged for each in found or ()}
        return {table: best for table, best in bests.items() if best}

    def resume(self, now: int) -> Session | None:
        """The game that waits; None if it is gone."""
        identity, self.waiting = self.waiting, ""
        return self._history.resume(identity, now) if self._history and identity else None

    def leave(self, session: Session, now: int) -> None:
        """The program ends: the game waits."""
        if self._history:
            session.leave(now)
            self._history.leave(session)
            self._history.close()
