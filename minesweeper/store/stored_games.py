"""Stored games, played again from their journals in short steps."""

from collections.abc import Generator
from typing import Final

from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import Session, unplayed_session
from minesweeper.store.finished_games import read_journal_text
from minesweeper.store.history import LARGE_JOURNAL, History

# How many entries of a journal are played in one step; each may be an undo, which takes longer.
_ENTRIES_A_STEP: Final = 20


def play_stored_game(history: History, identity: str) -> Generator[bool, None, Session]:
    """Return a game as it was when its result was decided; yield False after each short step.

    Raise NotationError if its journal is damaged or takes long to read.
    """
    text = history.query(lambda db: read_journal_text(db, identity)) or ""
    moves, _, _ = text.partition(" mouse ")  # the path of a mouse takes no time: nobody reads it
    if len(moves) > LARGE_JOURNAL:
        raise NotationError("its journal is too large")
    session, entries = unplayed_session(parse_journal(text))
    is_branch = session.head.origin.kind == "branch"  # its result is that of its last end
    for number, entry in enumerate(entries):
        if session.result and not is_branch:
            break
        if number % _ENTRIES_A_STEP == 0:
            yield False
        session.add(entry)
    return session


def play_whole_game(history: History, identity: str) -> Session:
    """Return a game as `play_stored_game` does, but at once."""
    steps = play_stored_game(history, identity)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            session: Session = end.value
            return session
