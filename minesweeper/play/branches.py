"""What was played on after the end of a game was taken back: games of their own.

A game has the result of its first end. Every other end that moves lead to is that of a branch: all
that happened up to it, with an id of its own.
"""

from collections.abc import Iterator

from minesweeper.play.journal import ID_LENGTH, Head, Journal, Origin
from minesweeper.play.session import KNOWN_LAYOUT, Session, before_first_entry


def branches(journal: Journal) -> Iterator[Journal]:
    """Yield the journals of the branches of a game, in the order of their ends.

    Their ids follow from that of the game, so that the same branch always has the same. An end to
    which only redo has led is that of no branch.
    """
    session, entries = before_first_entry(journal)
    first = len(journal.entries) - len(entries)
    number = moves = 0
    for length, entry in enumerate(entries, first + 1):
        was_over = session.over
        session.add(entry)
        if session.over and not was_over and session.moves_after_end > moves:
            number, moves = number + 1, session.moves_after_end
            # After the move that ends a game, its journal says how: "won" or "lost".
            length += entry.word != "abandoned"
            yield Journal(_head(session, number), journal.entries[:length])


def _head(session: Session, number: int) -> Head:
    """Return the head of a branch, counted from 1."""
    from hashlib import sha256  # late: few games have a branch

    head = session.head
    digest = sha256(f"{head.id} {number}".encode("ascii")).hexdigest()
    origin = Origin("branch", head.origin.seed, KNOWN_LAYOUT if session.has_known_layout else "")
    return head._replace(id=digest[:ID_LENGTH], origin=origin)
