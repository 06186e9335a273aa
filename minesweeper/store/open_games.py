"""The games of one run of the program: dealt, left for another one, resumed, recorded and saved.

The screen and the plain mode both play through `OpenGames`. If nothing is to be kept on disk, its
history is a `NoHistory`.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.engine.game import Status
from minesweeper.engine.notation import capitalise, ordinal_text
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.dealer import Dealer, DealPlan
from minesweeper.play.journal import parse_daily_name
from minesweeper.play.ranking import PLAYED_ON, help_reasons, why_unranked
from minesweeper.play.session import Session
from minesweeper.play.words import time_text
from minesweeper.store.history import MAX_SAVED_GAMES, History

if TYPE_CHECKING:  # loaded when a game is over, or a page is opened
    from minesweeper.play.replay import Replay
    from minesweeper.solver.guess_free import GuessFreeResult
    from minesweeper.solver.review import Review
    from minesweeper.store.finished_games import Luck, NewBest, StoredGame
    from minesweeper.store.overdue_reviews import OverdueReviews
    from minesweeper.store.sqlite import Connection
    from minesweeper.store.summaries import Standing, Summary

DealDaily = Callable[[str, str], Session]
"""Deals the board of a day and level."""


class RankingNote(NamedTuple):
    """Where a finished game stands among the records, or why it is unranked."""

    text: str = ""
    """For example "New best: 4.044 s", "3rd best of 42" or "Unranked: hint used"; or ""."""
    is_new_best: bool = False
    """Whether the time is a new best."""
    figures: tuple[tuple[str, str], ...] = ()
    """Labels and values for a panel, such as ("Rank", "3rd of 42") and ("Streak", "4 wins")."""


class NoHistory:
    """A history that stores nothing. It has the methods of `History` that `OpenGames` calls."""

    is_unreadable = False
    today = ""

    def tidy(self) -> Iterator[list[str]]:
        return iter(())

    def saved_game_ids(self) -> Iterator[str]:
        return iter(())

    def saved_dailies(self) -> dict[str, str]:
        return {}

    def why_no_saved_game(self) -> str:
        return "Games are not saved here"

    def resume(self, identity: str, now: int) -> Session | None:
        return None

    def give_up(self, identity: str) -> bool:
        return False

    def saved_games(self) -> Iterator[Session | None]:
        return iter(())

    def preview_saved_game(self, identity: str) -> Session | None:
        return None

    def take_messages(self) -> str:
        return ""

    def why_unsaved(self, session: Session) -> str:
        return ""

    def is_saved(self, session: Session) -> bool:
        return False

    def store_luck(self, session: Session, luck: "Luck") -> None:
        pass

    def finish(self, session: Session) -> None:
        pass

    def leave(self, session: Session) -> None:
        pass

    def query(self, query: object, *, is_asked: bool = True) -> None:
        return None

    def close(self) -> None:
        pass


class ParkedGame(NamedTuple):
    """A game that the player left for another one, and what would have been dealt after it."""

    session: Session
    plan: DealPlan


class OpenGames:
    """The present game, the games that the player left for it, and the ways to another game."""

    def __init__(
        self,
        dealer: Dealer,
        history: History | NoHistory | None = None,
        session: Session | None = None,
        *,
        deal_daily: DealDaily | None = None,
        today: Callable[[], str] = lambda: "",
        store_setup: Callable[[Setup], None] = lambda setup: None,
    ) -> None:
        """Begin with `session`, or with the dealer's first game if it is None.

        `today` returns the date of today's daily board. `store_setup` saves a setup as the default
        of the next run.
        """
        self.dealer = dealer
        self.history = history or NoHistory()
        self.session = session or dealer.next()
        self.deal_daily = deal_daily
        self.today = today
        self.saved_ids: list[str] = []
        """The ids of the saved games that `step_tidying` has found, the newest first."""
        self.is_tidied = False
        """Whether `step_tidying` has seen all files of earlier runs."""
        self.has_left_saved_game = False
        """Whether `leave` has left an unfinished game saved."""
        self._store_setup = store_setup
        self._is_setup_stored = False
        self._tidying = self.history.tidy()
        self._parked_games: list[ParkedGame] = []
        self._daily_attempt = ("", False)
        """The id of a game on a daily board, and whether that board was played before."""
        self._overdue_reviews: OverdueReviews | None = None

    def step_tidying(self) -> None:
        """Store or check a few more of the files that earlier runs left."""
        if not self._is_setup_stored:
            self._is_setup_stored = True
            self._store_dealt_setup()
        found = next(self._tidying, None)
        self.is_tidied = found is None
        self.saved_ids += [each for each in found or () if each not in self.saved_ids]

    def _store_dealt_setup(self) -> None:
        """Save the dealer's setup for the next run, if the board was drawn or given by its seed."""
        if self.session.head.origin.kind in ("drawn", "given"):
            self._store_setup(self.dealer.setup)

    # Beginning other games

    def deal(self, now: int) -> None:
        """Leave the game for the next one that the dealer deals."""
        self._park(now)
        self.session = self.dealer.next()

    def play_again(self, now: int) -> None:
        """Leave the game for another one on the same board."""
        self._park(now)
        self.session = self.dealer.deal_again(self.session)

    def play_setup(self, setup: Setup, now: int) -> None:
        """Leave the game for a new one of this setup; deal games of this setup from now on."""
        self._park(now)
        self.dealer.change(setup)
        self.session = self.dealer.next()
        self._store_dealt_setup()

    def play_daily(self, level: str, now: int, day: str = "") -> None:
        """Leave the game for the daily board of a day, by default of today.

        An unfinished attempt at that board goes on. Otherwise deal games of its size from now on.
        """
        assert self.deal_daily, "a daily board is only offered where it can be dealt"
        day = day or self.today()
        if _is_at_daily(self.session, day, level):
            return
        for parked in self._parked_games:
            if _is_at_daily(parked.session, day, level):
                self._parked_games.remove(parked)
                self._parked_games.append(parked)
                self.go_back(now)
                return
        self._park(now)
        self.dealer.change(self.dealer.setup._replace(**LEVELS[level].size._asdict()))
        self.session = self.deal_daily(day, level)
        self.find_saved_games()  # it may have been one of them

    def unfinished_dailies(self) -> set[str]:
        """Return the names of the daily boards with an unfinished attempt, saved ones included."""
        sessions = [self.session, *(each.session for each in self._parked_games)]
        heads = [each.head for each in sessions if not each.over]
        open_names = {head.origin.name for head in heads if head.origin.kind == "daily"}
        return {*open_names, *self.history.saved_dailies()}

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
        self._park(now)
        self.dealer.change(replay.setup)
        self.session = self.dealer.take_over(replay, moves, now)

    def change_rules(self, change: Callable[[Setup], Setup]) -> None:
        """Change the rules of every game that is dealt from now on.

        `change` returns a setup with the new rules.
        """
        self.dealer.setup = change(self.dealer.setup)
        self._parked_games = [
            each._replace(plan=each.plan._replace(setup=change(each.plan.setup)))
            for each in self._parked_games
        ]

    # Parked games

    @property
    def parked_game(self) -> Session | None:
        """The unfinished game that was left last; None if there is none to return to."""
        last = self._parked_games[-1].session if self._parked_games else None
        return last if last and not last.over else None

    @property
    def can_go_back(self) -> bool:
        """Whether undo returns to the parked game."""
        return self.parked_game is not None and not self.session.can_undo

    def _park(self, now: int) -> None:
        """Park the present game; drop it if the player has not touched it.

        Call this before the dealer deals the next game: a parked game keeps the dealer's plan.
        """
        if self.session.is_touched:
            self.session.leave(now)
            self._parked_games.append(ParkedGame(self.session, self.dealer.plan))
        else:
            self._finish(self.session, now)

    def go_back(self, now: int) -> bool:
        """Return to the game that was left for this one; return False if there is none."""
        if not self._parked_games:
            return False
        self._save(self.session, now)
        self.session, self.dealer.plan = self._parked_games.pop()
        self.session.return_to(now)
        self._store_dealt_setup()
        return True

    def leave_parked_games(self, now: int) -> None:
        """Leave the parked games behind, because the player has begun to play this one.

        One of which much was played stays saved; the others are abandoned.
        """
        for session, _ in self._parked_games:
            if session.is_worth_saving and not session.over and self.history.is_saved(session):
                session.leave_behind(now)
                self.history.leave(session)
                self.saved_ids.insert(0, session.head.id)
            else:
                self._finish(session, now)
        self._parked_games.clear()

    # Finished games

    def record(self) -> RankingNote:
        """Store the game that has just ended; return the message about its ranking."""
        if isinstance(self.history, NoHistory):
            return RankingNote(capitalise(self.unranked_text()))
        best = self.history.store(self.session)
        if text := self.unranked_text():
            return RankingNote(capitalise(text))
        is_ranked = self.session.game.status is Status.WON and not why_unranked(self.session)
        standing = self._standing() if best and is_ranked else None
        return ranking_note(self.session, best, standing) if best and standing else RankingNote()

    def _standing(self) -> "Standing | None":
        """Return where the present game, a ranked win, stands; None if that cannot be read."""
        from minesweeper.store.categories import category_of  # late: sqlite3
        from minesweeper.store.summaries import read_standing  # late: sqlite3

        session = self.session
        if not session.result:
            return None
        category, time = category_of(session.head.setup), session.result.milliseconds
        return self.history.query(lambda db: read_standing(db, category, session.ending, time))

    def read_summary(self) -> "Summary | None":
        """Return the summary of the present game's category; None without games of it."""

        def read(db: "Connection") -> "list[Summary]":
            from minesweeper.store.categories import category_of  # late: sqlite3
            from minesweeper.store.summaries import read_summaries  # late: sqlite3

            return read_summaries(db, category_of(self.session.head.setup))

        return next(iter(self.history.query(read, is_asked=False) or ()), None)

    def unranked_reasons(self, *, before_first_move: bool = False) -> list[str]:
        """Return why the present game is unranked; by default nothing before its first move.

        The first attempt at a daily board needs no reason: its result has a place of its own.
        """
        session = self.session
        if not (session.is_touched or session.helps or before_first_move):
            return []
        if session.moves_after_end:
            return [PLAYED_ON, *help_reasons(session)]
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
        identity, _ = self._daily_attempt
        if identity != self.session.head.id:
            first = self._first_attempt()
            is_later = first is not None and first.id != self.session.head.id
            self._daily_attempt = self.session.head.id, is_later
        return self._daily_attempt[1]

    def _first_attempt(self) -> "StoredGame | None":
        """Return the first stored attempt at the daily board of the present game."""
        from minesweeper.store.finished_games import find_first_daily  # late: sqlite3

        name = self.session.head.origin.name
        return self.history.query(lambda db: find_first_daily(db, name))

    def share_line(self) -> str:
        """Return the line to share for the daily board that has just ended.

        Return "" for any other game, and for a later attempt at the same board.
        """
        head = self.session.head
        if head.origin.kind != "daily":
            return ""
        from minesweeper.play.daily import share_line  # late: with datetime, a millisecond

        first = self._first_attempt()
        if self.history.is_unreadable:  # perhaps the board was played before
            return ""
        return share_line(self.session) if not first or first.id == head.id else ""

    def store_luck(self, review: "Review") -> None:
        """Store the guesses that a review found, unless the game was played on after its end."""
        session = self.session
        if session.steps == session.steps_to_result:
            from minesweeper.store.finished_games import luck_of  # late: sqlite3

            self.history.store_luck(session, luck_of(review))

    def step_overdue_reviews(self) -> Iterator[bool]:
        """Review the stored games that were left too quickly, as `OverdueReviews.steps` does."""
        if isinstance(self.history, NoHistory):
            return iter(())
        if not self._overdue_reviews:
            from minesweeper.store.overdue_reviews import OverdueReviews  # late: the solver

            self._overdue_reviews = OverdueReviews(self.history)
        return self._overdue_reviews.steps()

    def _finish(self, session: Session, now: int) -> None:
        """Abandon a game if it is unfinished, and store it for good."""
        session.abandon(now)
        self.history.finish(session)

    # Saved games

    @property
    def can_resume(self) -> bool:
        """Whether there is another unfinished game, parked or saved."""
        return bool(self.saved_ids or self.parked_game)

    def preview_saved_game(self) -> Session | None:
        """Return the game that `resume` would resume; None if it cannot be read now."""
        if self.parked_game:
            return self.parked_game
        return self.history.preview_saved_game(self.saved_ids[0]) if self.saved_ids else None

    @property
    def resumable_count(self) -> int:
        """How many games the player can resume: the saved ones, and the parked one."""
        return min(len(self.saved_ids), MAX_SAVED_GAMES) + bool(self.parked_game)

    @property
    def has_choice(self) -> bool:
        """Whether the player can resume one of several games."""
        return self.resumable_count > 1

    def resumable_games(self) -> Iterator[Session | None]:
        """Yield the games that the player can resume, the newest first, and None after each slice.

        Afterwards `saved_ids` does not hold games any more that could not be opened.
        """
        if self.parked_game:
            yield self.parked_game
        found = set()
        for session in self.history.saved_games():
            if session:
                found.add(session.head.id)
            yield session
        self.saved_ids = [each for each in self.saved_ids if each in found]

    def give_up_saved_game(self, identity: str, now: int) -> str:
        """Abandon a parked or saved game; return what went wrong, or ""."""
        if self.parked_game and self.parked_game.head.id == identity:
            self._finish(self._parked_games.pop().session, now)
        elif self.history.give_up(identity):
            self.saved_ids = [each for each in self.saved_ids if each != identity]
        else:
            return self.history.take_messages()
        return ""

    def resume(self, now: int, identity: str = "") -> str:
        """Resume the parked or newest saved game, or the one with this id; leave this one saved.

        Return "", or the reason if it fails.
        """
        is_unfinished = self.session.has_begun and not self.session.over
        if self.can_resume and is_unfinished and not self.history.is_saved(self.session):
            return "This game cannot be saved: finish it first"
        if self.parked_game and identity in ("", self.parked_game.head.id):
            self.go_back(now)
            return ""
        found = self.history.resume(identity, now) if identity else self._newest_saved(now)
        if not found:
            self.find_saved_games()
            return (
                "The saved game could not be opened"
                if self.saved_ids
                else self.history.why_no_saved_game()
            )
        self.dealer.deal_like(found)
        self._save_all(now)
        self.session = found
        self.find_saved_games()
        return ""

    def find_saved_games(self) -> None:
        """Look again which games are saved."""
        self.saved_ids = [*islice(self.history.saved_game_ids(), MAX_SAVED_GAMES)]

    def _newest_saved(self, now: int) -> Session | None:
        resumed = (self.history.resume(identity, now) for identity in self.history.saved_game_ids())
        return next(filter(None, resumed), None)

    @property
    def has_unfinished_saved_game(self) -> bool:
        """Whether an unfinished game would stay saved if the program ended now."""
        sessions = [*(each.session for each in self._parked_games), self.session]
        unfinished = (each for each in sessions if each.has_begun and not each.over)
        return any(map(self.history.is_saved, unfinished))

    def _save(self, session: Session, now: int) -> None:
        """Leave a game saved, or store it if it has ended."""
        session.leave(now)
        self.history.leave(session)

    def _save_all(self, now: int) -> None:
        for each in self._parked_games:
            self._save(each.session, now)
        self._parked_games.clear()
        self._save(self.session, now)

    def leave(self, now: int) -> None:
        """Leave all games saved, at the end of the program."""
        self.has_left_saved_game = self.has_unfinished_saved_game
        self._save_all(now)
        self.history.close()


def _is_at_daily(session: Session, day: str, level: str) -> bool:
    kind, _, name = session.head.origin
    return kind == "daily" and parse_daily_name(name)[1:] == (day, level) and not session.over


def ranking_note(session: Session, best: "NewBest", standing: "Standing") -> RankingNote:
    """Return the note about a ranked win."""
    rank, count = ordinal_text(standing.rank), standing.win_count
    figures = []
    if best.beaten is not None and session.result:
        figures.append(("Before", time_text(best.beaten)))
        figures.append(("Better by", time_text(best.beaten - session.result.milliseconds)))
    if not best.time:
        figures.append(("Rank", f"{rank} of {count}"))
        if best.speed:
            figures.append(("New best", "3BV/s"))
    if standing.streak > 1:
        figures.append(("Streak", f"{standing.streak} wins"))
    text = f"{rank} best of {count}{', new best 3BV/s' if best.speed else ''}"
    if best.time and session.result:
        text = new_best_text(session.result.milliseconds, best)
    return RankingNote(text, best.time, tuple(figures))


def new_best_text(milliseconds: int, best: "NewBest") -> str:
    """Return "New best: 4.044 s, 1.200 s faster than on 2025-11-21".

    The date is that of the previous best time; "than before" replaces one that is not known.
    """
    new = f"New best: {time_text(milliseconds)}"
    if best.beaten is None:
        return new
    faster = time_text(best.beaten - milliseconds)
    return f"{new}, {faster} faster than {f'on {best.since}' if best.since else 'before'}"
