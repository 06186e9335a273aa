"""The keeping of games, as those who show them need it; without a history, nothing is kept."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.game import Status
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer, Plan
from minesweeper.play.session import Session
from minesweeper.store.history import History

if TYPE_CHECKING:  # loaded where they are used
    from minesweeper.solver.review import Review
    from minesweeper.store.records import Table


SHARE: Final = "Share the result: minesweeper share"


class Parked(NamedTuple):
    """A game that was left for another one, and what would have been dealt after it."""

    session: Session
    plan: Plan


class Keeping:
    """Puts games away, says what the history has to say, and brings back games that were left."""

    def __init__(
        self,
        history: History | None = None,
        remember: Callable[[Setup], None] = lambda setup: None,
    ) -> None:
        """`remember` is told what is played, so that a bare start can deal it again."""
        self._remember = remember
        self.waiting = ""
        """The id of the newest saved game; empty if there is none, or as long as none was found."""
        self.has_saved = False
        """At the end of the program a game was left saved."""
        self.settled = history is None
        """Whether all that earlier runs left was looked at."""
        self._history = history
        self._left = history.tidy() if history else iter(())
        self._parked: list[Parked] = []

    def settle(self) -> None:
        """Look at a few more of the files that earlier runs left."""
        found = next(self._left, None)
        self.settled = found is None
        self.waiting = self.waiting or found or ""

    def why_none(self) -> str:
        """Look once more for a saved game, and say why there is none; empty if there is one now."""
        if not self._history:
            return "games are not saved here"
        self.waiting = next(self._history.saved_ids(), "")
        return "" if self.waiting else self._history.why_no_saved_game()

    def trouble(self, session: Session) -> str:
        """Say why a game that is played cannot be kept just now; empty if it is kept."""
        return self._history.why_unsaved(session) if self._history else ""

    def news(self) -> str:
        """What went wrong with the disk, said once."""
        return self._history.take_messages() if self._history else ""

    def ended(self, session: Session) -> str:
        """Take in a game that has just ended; what is best about it, or why it is no record."""
        if not self._history:
            return ""
        best = self._history.store_result(session)
        if best and (best.time or best.speed):
            bests = [
                name for name, is_best in (("time", best.time), ("3BV/s", best.speed)) if is_best
            ]
            return f"a new best {' and '.join(bests)}!"
        won = session.game.status is Status.WON
        why_not = (
            f"no record: {'; '.join(session.why_no_record)}"
            if won and session.why_no_record
            else ""
        )
        is_shared = best is not None and session.head.origin.kind == "daily"
        return ". ".join(filter(None, (why_not, SHARE * is_shared)))

    def note(self, session: Session, answer: "Review") -> None:
        """Keep what the look back on a game found, unless it was played on after its end."""
        progress = session.progress
        if self._history and progress.steps == progress.steps_to_result:
            expected = float(answer.expected)
            self._history.store_luck(
                session, answer.guesses, answer.survived, expected, answer.lost_by
            )

    def remember(self, session: Session, setup: Setup) -> None:
        """Keep what is dealt, for the next start; a board that is no level is not."""
        if session.head.origin.kind in ("drawn", "given"):
            self._remember(setup)

    def keeps(self, session: Session) -> bool:
        """Whether a game that is left now can be gone on with."""
        is_saved = session.progress.has_begun and not session.over
        return is_saved and self._history is not None and self._history.is_saved(session)

    # Games left for another one

    @property
    def parked(self) -> Session | None:
        """The unfinished game that was left last, while another one can still make way for it."""
        last = self._parked[-1].session if self._parked else None
        return last if last and not last.over else None

    @property
    def can_resume(self) -> bool:
        """Return whether there is a game to resume besides the one that is played."""
        return bool(self.waiting or self.parked)

    def park(self, session: Session, dealer: Dealer, now: int) -> None:
        """Leave a game for another one, until that is played; one that nobody touched is dropped.

        Has to be called before the dealer deals the other one.
        """
        if session.is_touched:
            session.leave(now)
            self._parked.append(Parked(session, dealer.plan))
        else:
            self._finish(session, now)

    def unpark(self, session: Session, dealer: Dealer, now: int) -> Session | None:
        """Return the game that was parked last, in place of this one; None if none was."""
        if not self._parked:
            return None
        self._save(session, now)
        back, dealer.plan = self._parked.pop()
        back.come_back(now)
        return back

    def replan(self, change: Callable[[Setup], Setup]) -> None:
        """Change what will be dealt after a return to each of the games that are parked."""
        self._parked = [
            each._replace(plan=each.plan._replace(setup=change(each.plan.setup)))
            for each in self._parked
        ]

    def abandon_parked(self, now: int) -> None:
        """Give up the games that are parked: the one they were left for is played."""
        for each in self._parked:
            self._finish(each.session, now)
        self._parked.clear()

    def _finish(self, session: Session, now: int) -> None:
        """Take in a game that is given up, or that has ended."""
        if self._history:
            session.abandon(now)
            self._history.finish(session)

    def _save(self, session: Session, now: int) -> None:
        """Leave a game saved; one that has ended is taken in."""
        if self._history:
            session.leave(now)
            self._history.leave(session)

    def record_lines(self, *, unicode: bool) -> list[str]:
        """What the records command prints."""
        from textwrap import wrap

        from minesweeper.store.records import results
        from minesweeper.store.report import LAST, records_lines

        found = self._history.query(lambda db: results(db, LAST)) if self._history else None
        if self._history and self._history.is_unreadable:
            return wrap(self.news(), 78)
        return records_lines(*(found or ([], {})), unicode=unicode)

    def bests(self) -> "dict[Table, int]":
        """The best time of each table in milliseconds: of boards cleared, if any was."""
        from minesweeper.store.records import summaries

        found = self._history.query(summaries) if self._history else None
        bests = {each.table: each.best_cleared or each.best_flagged for each in found or ()}
        return {table: best for table, best in bests.items() if best}

    def resume(self, session: Session, dealer: Dealer, now: int) -> Session | None:
        """Return the newest saved game, and leave this one saved; None if there is none."""
        if self.parked:
            return self.unpark(session, dealer, now)
        found = self._resume_newest(self._history, now) if self._history else None
        if found and self._history:
            dealer.change(found.game.setup)
            self._save_all(session, now)
            self.waiting = next(self._history.saved_ids(), "")
        return found

    def _resume_newest(self, history: History, now: int) -> Session | None:
        self.waiting = ""
        resumed = (history.resume(identity, now) for identity in history.saved_ids())
        return next(filter(None, resumed), None)

    def _save_all(self, session: Session, now: int) -> None:
        for each in self._parked:
            self._save(each.session, now)
        self._parked.clear()
        self._save(session, now)

    def leave(self, session: Session, now: int) -> None:
        """Leave all games saved: the program ends."""
        if self._history:
            played = [*(each.session for each in self._parked), session]
            self.has_saved = any(map(self.keeps, played))
            self._save_all(session, now)
            self._history.close()
