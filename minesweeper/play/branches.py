"""The branches of a game: how it went on after its end was undone, as games of their own.

The result of a game is that of its first end. Every other end that new moves lead to is the end of
a branch: a game with its own id that holds everything that happened up to that end.
"""

from collections.abc import Iterator

from minesweeper.play.journal import ID_LENGTH, Head, Journal, Origin
from minesweeper.play.session import KNOWN_LAYOUT, Session, unplayed_session


def find_branches(journal: Journal) -> Iterator[Journal]:
    """Yield the journals of the branches of a game, in the order of their ends.

    The id of a branch is computed from that of the game, so that it is always the same. An end that
    was only reached again by redo makes no branch.
    """
    session, entries = unplayed_session(journal)
    first = len(journal.entries) - len(entries)
    number = moves = 0
    for length, entry in enumerate(entries, first + 1):
        was_over = session.over
        session.add(entry)
        if session.over and not was_over and session.moves_after_end > moves:
            number, moves = number + 1, session.moves_after_end
            # The move that ends a game is followed by an entry "won" or "lost".
            length += entry.word != "abandoned"
            yield Journal(_head(session, number), journal.entries[:length])


def _head(session: Session, number: int) -> Head:
    """Return the head of the branch with this number, counted from 1."""
    from hashlib import sha256  # late: few games have branches

    head = session.head
    digest = sha256(f"{head.id} {number}".encode("ascii")).hexdigest()
    origin = Origin("branch", head.origin.seed, KNOWN_LAYOUT if session.has_known_layout else "")
    return head._replace(id=digest[:ID_LENGTH], origin=origin)
