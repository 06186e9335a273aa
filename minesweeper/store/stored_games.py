"""Stored games, played again from their journals in short steps."""

from collections.abc import Generator
from typing import Final

from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import Session, unplayed_session
from minesweeper.store.finished_games import read_journal
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import LARGE_JOURNAL

# How many entries of a journal are played in one step; each may be an undo, which takes longer.
_ENTRIES_A_STEP: Final = 20


def play_stored_game(store: Store, identity: str) -> Generator[bool, None, Session]:
    """Return a game as it was when its result was decided; yield False after each short step.

    Raise NotationError if its journal is damaged or takes long to read, StoreError if it cannot be
    read now.
    """
    text = store.read(read_journal, identity)
    moves, _, _ = text.partition(" mouse ")  # the path of a mouse takes no time: nobody reads it
    if len(moves) > LARGE_JOURNAL:
        raise NotationError("its journal is too large")
    journal = parse_journal(text)
    session = unplayed_session(journal.head)
    for number, entry in enumerate(journal.entries):
        if session.result:
            break
        if number % _ENTRIES_A_STEP == 0:
            yield False
        session.add(entry)
    return session


def play_whole_game(store: Store, identity: str) -> Session:
    """Return a game as `play_stored_game` does, but at once."""
    steps = play_stored_game(store, identity)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            session: Session = end.value
            return session
