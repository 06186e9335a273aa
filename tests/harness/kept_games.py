"""Games that are kept in a directory, played move by move or all at once."""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import count

from minesweeper.engine.board import Board
from minesweeper.engine.game import Move
from minesweeper.engine.setup import Setup
from minesweeper.play.daily import daily
from minesweeper.play.dealer import Dealer
from minesweeper.play.journal import Entry, Help, Origin, parse_journal
from minesweeper.play.session import Session
from minesweeper.store.finished_games import StoredGame, find_games
from minesweeper.store.statistics import Summary, read_summaries
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import find_unfinished

TODAY = "2025-11-21"
NOW = f"{TODAY}T12:00:00Z"
SETUP = Setup(9, 9, 10)


_opened: list[Store] = []
_runs = count(1)


def open_store(
    directory: object, *, longest_wait: int = 20, read_clock: Callable[[], str] = lambda: NOW
) -> Store:
    """Return a new run that hardly waits, unless it is told for how many milliseconds."""
    run = f"{os.getpid()}-{next(_runs)}"
    store = Store(str(directory), run, read_clock, longest_wait=longest_wait)
    _opened.append(store)
    return store


def nowhere() -> Store:
    """Return a store that can keep nothing."""
    return Store("", "", lambda: NOW)


def close_stores() -> None:
    """Close every store that a test has opened, as the end of the program does."""
    while _opened:
        _opened.pop().close()


def dealer(store: Store, setup: Setup = SETUP, *, first: int = 1) -> Dealer:
    """Return a dealer whose ids and seeds count from `first`, a second from game to game."""
    ids, seeds = count(first), count(first)

    def stamp() -> tuple[str, str]:
        number = next(ids)
        return f"{number:x}", f"2025-01-01T00:{number // 60:02}:{number % 60:02}Z"

    return Dealer(
        setup,
        lambda: next(seeds),
        stamp=stamp,
        open_journal=store.open_journal,
    )


def of_origin(store: Store, origin: Origin, *, first: int = 1, begun: str | None = None) -> Session:
    """Return a journalled game of another origin than the dealer's."""
    drawn = dealer(store, first=first).next()
    head = drawn.head._replace(origin=origin, begun=begun or drawn.head.begun)
    return Session.new(head, drawn.game.layout, store.open_journal(head))


def game_of(store: Store, identity: str, begun: str = "2025-01-01T00:00:00Z") -> Session:
    """Return a journalled game with this id that began at this time."""
    drawn = dealer(store).next()
    head = drawn.head._replace(id=identity, begun=begun)
    return Session.new(head, drawn.game.layout, store.open_journal(head))


def entries_of(session: Session) -> list[Entry]:
    """Return what has happened in a game."""
    return parse_journal(session.journal_text()).entries


def begin(session: Session, now: int = 0) -> Board:
    """Reveal the middle; return the board."""
    game = session.game
    session.play(Move("reveal", game.grid.cell(game.grid.width // 2 + 1, 1)), now)
    assert session.board
    return session.board


def flag(session: Session, number: int, now: int = 100) -> None:
    """Flag a cell, or take its flag away: the last cell of the board is number 1."""
    session.play(Move("flag", [*session.game.grid][-number]), now)


def moves_that_win(board: Board) -> Iterator[Move]:
    """Yield the reveals of every safe cell, in reading order."""
    return (Move("reveal", cell) for cell in board.grid if not board.is_mine(cell))


def win(session: Session, now: int = 5_000) -> None:
    for move in moves_that_win(begin(session)):
        session.play(move, now)
    assert session.result


def lose(session: Session, now: int = 5_000) -> None:
    board = begin(session)
    mine = next(cell for cell in board.grid if board.is_mine(cell))
    session.play(Move("reveal", mine), now)
    assert session.result


def play(store: Store, games: str, setup: Setup = SETUP) -> None:
    """Play and keep a game for each letter: Won, Lost, Abandoned, Helped win, helped Failure."""
    deal = dealer(store, setup, first=1 + len(kept(store)))
    for letter in games:
        session = deal.next()
        if letter in "HF":
            session.note_help("hint", 0)
        if letter == "A":
            begin(session)
            session.abandon(1)
        else:
            (win if letter in "WH" else lose)(session)
        store.finish(session)


def keep_daily(
    store: Store,
    identity: str,
    begun: str,
    *,
    day: str = "",
    level: str = "classic",
    seconds: int = 2,
    end: bool = True,
    loses: bool = False,
    helps: Iterable[Help] = (),
) -> None:
    """Keep a game on the board of a day, by default of that on which it begins.

    The board is cleared the given number of seconds after its start, or else lost or given up.
    """
    board_of_day = daily(day or begun[:10], level)
    session = board_of_day.begin(identity, begun, store.open_journal, 0)
    assert session.board
    moves = [
        each for each in moves_that_win(session.board) if not session.game.is_revealed(each.cell)
    ]
    made = [] if loses else moves if end else moves[:1]
    for number, move in enumerate(made):
        session.play(move, 1_000 * seconds if number else 0)
        for each in helps if not number else ():
            session.note_help(each, 0)
    if loses:
        mine = next(cell for cell in session.board.grid if session.board.is_mine(cell))
        session.play(Move("reveal", mine), 0)
    session.abandon(10_000)
    store.finish(session)


def kept(store: Store, number: int = 1000) -> list[StoredGame]:
    """Return the games in the history, the newest first."""
    return store.read(find_games, limit=number)


def unfinished(store: Store) -> list[str]:
    """Return the ids of the unfinished games, the one that was played last first."""
    return [game.id for game in store.read(find_unfinished)]


def only_summary(store: Store) -> Summary:
    [summary] = store.read(read_summaries)
    return summary
