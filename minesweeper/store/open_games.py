"""The games of one run of the program: dealt, left for another one, resumed and recorded.

The screen and the plain mode both play through `OpenGames`.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from minesweeper.engine.game import Status
from minesweeper.engine.notation import capitalise, ordinal_text
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.dealer import Dealer, DealPlan
from minesweeper.play.journal import parse_daily_name
from minesweeper.play.ranking import (
    PRACTICE,
    help_reasons,
    is_counted,
    is_unaided,
    is_worth_saving,
    why_unranked,
)
from minesweeper.play.session import Session
from minesweeper.play.words import time_text
from minesweeper.store.categories import category_of
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import find_first_daily
from minesweeper.store.store import MAX_UNFINISHED, Store
from minesweeper.store.unfinished_games import UnfinishedGame, find_unfinished, preview_game

if TYPE_CHECKING:  # loaded when a game is over, or a page is opened
    from minesweeper.play.replay import Replay
    from minesweeper.play.review import Review
    from minesweeper.solver.guess_free import GuessFreeResult
    from minesweeper.store.finished_games import StoredGame
    from minesweeper.store.overdue_reviews import OverdueReviews
    from minesweeper.store.statistics import NewBest, Summary

DealDaily = Callable[[str, str], Session]
"""Deals the board of a day and level."""

NO_UNFINISHED: Final = "there is no saved game"


class RankingNote(NamedTuple):
    """Where a finished game stands among the records, or why it is unranked."""

    text: str = ""
    """For example "New best: 4.044 s", "3rd best of 42" or "Unranked: hint used"; or ""."""
    is_new_best: bool = False
    """Whether the time is a new best."""
    comparison: str = ""
    """How a win compares with those before it: "2.1 s faster than ever"; or ""."""
    streak: int = 0
    """The wins since the last loss, with this one."""
    times: tuple[int, ...] = ()
    """The times of the last wins in milliseconds, with this one."""
    is_farthest: bool = False
    """Whether no lost game like this one had come farther; of two games nobody can tell."""


class LeftGame(NamedTuple):
    """A game that the player left for another one, and what would have been dealt after it."""

    session: Session
    plan: DealPlan


class OpenGames:
    """The present game, the one that the player left for it, and the ways to another game."""

    def __init__(
        self,
        dealer: Dealer,
        store: Store,
        session: Session | None = None,
        *,
        deal_daily: DealDaily | None = None,
        daily_date: Callable[[], str] = lambda: "",
        today: Callable[[], str] = lambda: "",
        store_setup: Callable[[Setup], None] = lambda setup: None,
        note_end: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin with `session`, or with the dealer's first game if it is None.

        `daily_date` returns the date of today's daily board, and `today` the player's own date.
        `store_setup` saves a setup as the default of the next run, and `note_end` that a game has
        ended.
        """
        self.dealer = dealer
        self.store = store
        self.session = session or dealer.next()
        self.deal_daily = deal_daily
        self.daily_date = daily_date
        self.today = today
        self.is_prepared = False
        """Whether `prepare` was called."""
        self.has_left_saved_game = False
        """Whether `leave` has left an unfinished game."""
        self._store_setup = store_setup
        self._note_end = note_end
        self._unfinished: list[UnfinishedGame] = []
        self._left: LeftGame | None = None
        self._daily_attempt = ("", False)
        """The id of a game on a daily board, and whether that board was played before."""
        self._overdue_reviews: OverdueReviews | None = None

    def prepare(self) -> None:
        """Do what the first frame does not wait for: look up the unfinished games."""
        if not self.is_prepared:
            self.is_prepared = True
            self._store_dealt_setup()
            self.store.abandon_oldest()
            self.refresh()

    def _store_dealt_setup(self) -> None:
        """Save the dealer's setup for the next run, if the board was drawn or given by its seed."""
        if self.session.head.origin.kind in ("drawn", "given"):
            self._store_setup(self.dealer.setup)

    # Beginning other games

    def deal(self, now: int) -> None:
        """Leave the game for the next one that the dealer deals."""
        self._leave(now)
        self.session = self.dealer.next()

    def play_again(self, now: int) -> None:
        """Leave the game for another one on the same board."""
        self._leave(now)
        self.session = self.dealer.deal_again(self.session)

    def play_setup(self, setup: Setup, now: int) -> None:
        """Leave the game for a new one of this setup; deal games of this setup from now on."""
        self._leave(now)
        self.dealer.change(setup)
        self.session = self.dealer.next()
        self._store_dealt_setup()

    def play_daily(self, level: str, now: int, day: str = "") -> None:
        """Leave the game for the daily board of a day, by default of today.

        An unfinished attempt at that board goes on. Otherwise deal games of its size from now on.
        """
        assert self.deal_daily, "a daily board is only offered where it can be dealt"
        day = day or self.daily_date()
        if _is_at_daily(self.session, day, level):
            return
        if self._left and _is_at_daily(self._left.session, day, level):
            self.go_back(now)
            return
        self._leave(now)
        self.dealer.change(self.dealer.setup._replace(**LEVELS[level].size._asdict()))
        self.session = self.deal_daily(day, level)
        self.refresh()

    def unfinished_dailies(self) -> set[str]:
        """Return the names of the daily boards with an unfinished attempt."""
        self.refresh()
        sessions = [self.session] + ([self._left.session] if self._left else [])
        origins = [each.head.origin for each in sessions if not each.over]
        names = {origin.name for origin in origins if origin.kind == "daily"}
        return names | {game.name for game in self._unfinished if game.origin == "daily"}

    def change_setup(self, setup: Setup, guess_free: "GuessFreeResult | None" = None) -> None:
        """Change the setup of the present game, whose mines are not laid yet.

        `guess_free` is the board found for its first reveal, if there is one. Later games have the
        same number of mines. If only this game is not guess-free any more, later games still are.
        """
        self.dealer.guess_free = guess_free
        if setup != self.session.game.setup:
            self.session = self.dealer.redeal(self.session, setup)
            self.dealer.setup = self.dealer.setup._replace(mines=setup.mines)
            self._store_dealt_setup()

    def take_over(self, replay: "Replay", moves: int, now: int) -> None:
        """Leave the game for one that continues a replay after its first `moves` moves.

        Deal games of the replay's setup from now on.
        """
        self._leave(now)
        self.dealer.change(replay.setup)
        self.session = self.dealer.take_over(replay, moves, now)

    def change_rules(self, change: Callable[[Setup], Setup]) -> None:
        """Change the rules of every game that is dealt from now on.

        `change` returns a setup with the new rules.
        """
        self.dealer.setup = change(self.dealer.setup)
        if self._left:
            plan = self._left.plan
            self._left = self._left._replace(plan=plan._replace(setup=change(plan.setup)))

    # The game that was left

    @property
    def left_game(self) -> Session | None:
        """The unfinished game that was left for this one; None if there is none to return to."""
        return self._left.session if self._left and not self._left.session.over else None

    @property
    def can_go_back(self) -> bool:
        """Whether undo returns to the game that was left."""
        return self.left_game is not None and not self.session.can_undo

    def _leave(self, now: int) -> None:
        """Leave the present game for another one; `go_back` returns to it.

        Call this before the dealer deals the next game: the dealer's plan is kept with it. Of a
        game in which nothing was revealed nothing is kept, so it takes nobody's place.
        """
        if self.session.has_begun:
            self.settle_left_game(now)
        if self.session.is_touched and not self._left:
            self.session.leave(now)
            self._left = LeftGame(self.session, self.dealer.plan)
        else:
            self._finish(self.session, now)
        self.refresh()

    def go_back(self, now: int) -> bool:
        """Return to the game that was left for this one; return False if there is none."""
        if not self._left:
            return False
        self._put_down(now)
        self.session, self.dealer.plan = self._left
        self._left = None
        self.session.return_to(now)
        self._store_dealt_setup()
        self.refresh()
        return True

    def settle_left_game(self, now: int) -> None:
        """Leave the game that was left for good, because the player has begun to play this one.

        It stays unfinished if much of it was played; otherwise it is abandoned.
        """
        if not self._left:
            return
        session, self._left = self._left.session, None
        if not (is_worth_saving(session) and self._is_resumable(session)):
            self._finish(session, now)
        self.refresh()

    def _is_resumable(self, session: Session) -> bool:
        """Return whether a game would stay unfinished, and stored, if the program ended now."""
        is_unfinished = session.has_begun and not session.over and not session.result
        return is_unfinished and self.store.is_saved(session)

    # Finished games

    def record(self) -> RankingNote:
        """Store the game that has just ended; return the message about its ranking."""
        self._note_end()
        is_farthest = self._is_farthest()
        best = self.store.finish(self.session)
        if text := self.unranked_text():
            return RankingNote(capitalise(text))
        return ranking_note(self.session, best) if best else RankingNote(is_farthest=is_farthest)

    def _is_farthest(self) -> bool:
        """Return whether the game was lost later than all others that count for the win rate."""
        session, game = self.session, self.session.game
        is_lost = game.status is Status.LOST and not session.is_practice
        if not (is_lost and is_counted(session) and is_unaided(session)):
            return False
        from minesweeper.store.statistics import find_farthest_loss  # late: when a game is over

        revealed = len(game.grid) - game.setup.mines - game.safe_left
        with suppress(StoreError):
            farthest = self.store.read(find_farthest_loss, category_of(session.head.setup))
            return farthest is not None and revealed >= farthest
        return False

    def read_summary(self) -> "Summary | None":
        """Return the summary of the present game's category; None without games of it."""
        from minesweeper.store.statistics import read_summaries  # late: after the first frame

        with suppress(StoreError):
            category = category_of(self.session.head.setup)
            return next(iter(self.store.read(read_summaries, category)), None)
        return None

    def unranked_reasons(self, *, before_first_move: bool = False) -> list[str]:
        """Return why the present game is unranked; by default nothing before its first move.

        The first attempt at a daily board needs no reason: its result has a place of its own.
        """
        session = self.session
        if not (session.is_touched or session.helps or before_first_move):
            return []
        if session.is_practice:
            return [PRACTICE, *help_reasons(session)]
        reasons = why_unranked(session)
        if session.head.origin.kind == "daily":
            reasons[:1] = ["daily board played before"] if self._is_later_attempt else []
        return reasons

    def unranked_text(self, *, before_first_move: bool = False) -> str:
        """Return "unranked: chosen seed, hint used"; "" if there is no reason yet."""
        reasons = self.unranked_reasons(before_first_move=before_first_move)
        return f"unranked: {', '.join(reasons)}" if reasons else ""

    @property
    def _is_later_attempt(self) -> bool:
        """Whether the daily board of the present game was played before; it is looked up once."""
        identity, is_later = self._daily_attempt
        if identity != self.session.head.id:
            try:
                first = self._first_attempt()
            except StoreError:  # it is asked again
                return False
            is_later = first is not None and first.id != self.session.head.id
            self._daily_attempt = self.session.head.id, is_later
        return is_later

    def _first_attempt(self) -> "StoredGame | None":
        """Return the first stored attempt at the daily board of the present game."""
        return self.store.read(find_first_daily, self.session.head.origin.name)

    def share_line(self) -> str:
        """Return the line to share for the daily board that has just ended.

        Return "" for any other game, and for a later attempt at the same board.
        """
        head = self.session.head
        if head.origin.kind != "daily":
            return ""
        from minesweeper.play.daily import share_line  # late: with datetime, a millisecond

        try:
            first = self._first_attempt()
        except StoreError:  # perhaps the board was played before
            return ""
        return share_line(self.session) if not first or first.id == head.id else ""

    def store_luck(self, review: "Review") -> None:
        """Store the guesses that a review found, unless it is one of practice."""
        if not self.session.is_practice:
            from minesweeper.store.finished_games import luck_of  # late: sqlite3

            self.store.store_luck(self.session, luck_of(review))

    def step_overdue_reviews(self) -> Iterator[bool]:
        """Review the stored games that were left too quickly, as `OverdueReviews.steps` does."""
        if not self._overdue_reviews:
            from minesweeper.store.overdue_reviews import OverdueReviews  # late: the solver

            self._overdue_reviews = OverdueReviews(self.store)
        return self._overdue_reviews.steps()

    def _finish(self, session: Session, now: int) -> None:
        """Abandon a game if it is unfinished, and store it for good."""
        session.abandon(now)
        self.store.finish(session)

    # Unfinished games

    def refresh(self) -> None:
        """Look again which games are unfinished."""
        with suppress(StoreError):  # resuming one says why
            self._unfinished = self.store.read(find_unfinished)

    @property
    def resumable(self) -> list[UnfinishedGame]:
        """The unfinished games but the present one; that which was played last is the first."""
        own = "" if self.store.is_elsewhere(self.session) else self.session.head.id
        return [game for game in self._unfinished if game.id != own][:MAX_UNFINISHED]

    def preview_resumable(self) -> Session | None:
        """Return the game that `resume` would resume; None if it cannot be read now."""
        games = self.resumable
        with suppress(StoreError):
            return self.store.read(preview_game, games[0].id) if games else None
        return None

    def preview_all(self) -> Iterator[tuple[UnfinishedGame, Session | None]]:
        """Yield the resumable games one by one, in order, with None if one cannot be read now."""
        for game in self.resumable:
            session = None
            with suppress(StoreError):
                session = self.store.read(preview_game, game.id)
            yield game, session

    def give_up(self, identity: str, now: int) -> str:
        """Abandon an unfinished game; return what went wrong, or ""."""
        try:
            if self._left and self._left.session.head.id == identity:
                self._finish(self._left.session, now)
                self._left = None
            else:
                self.store.abandon(identity)
        except StoreError as error:
            return str(error)
        finally:
            self.refresh()
        return ""

    def resume(self, now: int, identity: str = "") -> str:
        """Resume the unfinished game that was played last, or the one with this id.

        The present one stays unfinished. Return "", or the reason if it fails.
        """
        self.store.flush()
        is_unfinished = self.session.has_begun and not (self.session.over or self.session.result)
        is_elsewhere = self.store.is_elsewhere(self.session)
        if is_unfinished and not (is_elsewhere or self.store.is_saved(self.session)):
            return "This game cannot be saved: finish it first"
        try:
            self._unfinished = self.store.read(find_unfinished)
            games = self.resumable
            if not (identity or games):
                return capitalise(NO_UNFINISHED)
            session = self.store.resume(identity or games[0].id, now)
        except StoreError as error:
            return str(error)
        self._put_down(now)
        self.dealer.deal_like(session)
        self.session, self._left = session, None
        self.refresh()
        return ""

    def _put_down(self, now: int) -> None:
        """Leave the present game as it is; store its result, if it has one that is not stored."""
        self.session.leave(now)
        if self.session.over:
            self.store.finish(self.session)

    def leave(self, now: int) -> None:
        """Leave all games as they are, at the end of the program."""
        sessions = [self.session] + ([self._left.session] if self._left else [])
        self._put_down(now)
        self.has_left_saved_game = any(map(self._is_resumable, sessions))

    @property
    def has_unfinished_saved_game(self) -> bool:
        """Whether an unfinished game would stay stored if the program ended now."""
        sessions = [self.session] + ([self._left.session] if self._left else [])
        return any(map(self._is_resumable, sessions))


def _is_at_daily(session: Session, day: str, level: str) -> bool:
    kind, _, name = session.head.origin
    return kind == "daily" and parse_daily_name(name)[1:] == (day, level) and not session.over


def ranking_note(session: Session, best: "NewBest") -> RankingNote:
    """Return the note about a ranked win."""
    text = (
        f"{ordinal_text(best.rank)} best of {best.wins}{', new best 3BV/s' if best.speed else ''}"
    )
    if best.time and session.result:
        text = new_best_text(session.result.milliseconds, best)
    return RankingNote(text, best.time, _comparison(session, best), best.streak, best.times)


def _comparison(session: Session, best: "NewBest") -> str:
    if best.wins == 1:
        return "your first win here"
    if best.best is None or not session.result:
        return ""
    difference = abs(session.result.milliseconds - best.best)
    seconds = f"{difference // 100 / 10 or difference / 1000} s"
    return f"{seconds} faster than ever" if best.time else f"{seconds} behind your best"


def new_best_text(milliseconds: int, best: "NewBest") -> str:
    """Return "New best: 4.044 s, 1.200 s faster than on 2025-11-21".

    The date is that of the previous best time; "than before" replaces one that is not known.
    """
    new = f"New best: {time_text(milliseconds)}"
    if best.best is None:
        return new
    faster = time_text(best.best - milliseconds)
    return f"{new}, {faster} faster than {f'on {best.since}' if best.since else 'before'}"
