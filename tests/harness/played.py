"""Journalled games: on a drawn board, or with any moves at all."""

from hypothesis import strategies as st

from minesweeper.engine.board import Board
from minesweeper.engine.game import Game, Move
from minesweeper.play.journal import Head, Journal, Kind, Origin
from minesweeper.play.session import NO_ID, NO_TIME, Session, WriteJournal, fold, write_nothing
from tests.harness.boards import game_on, layouts, move

THREE_MINES = """
    *...*...*
    .........
"""


def click(session: Session, text: str, now: int = 0) -> bool:
    """Make a move; False if it was refused."""
    return session.play(move(session.game, text), now) is None


def session_on(game: Game, write: WriteJournal = write_nothing) -> Session:
    """Return a session that plays what this game is made of, from its beginning."""
    kind: Kind = "board" if isinstance(game.layout, Board) else "drawn"
    head = Head(NO_ID, NO_TIME, game.setup, Origin(kind))
    return Session.new(head, game.layout, write)


def journalled(layout: str = THREE_MINES, *, known: bool = True) -> tuple[Session, list[str]]:
    """Return a session on a drawn layout, and the list of what it writes."""
    written: list[str] = []
    return session_on(game_on(layout, known=known), written.append), written


def reopened(
    journal: Journal, now: int, write: WriteJournal = write_nothing, *, is_written: bool = True
) -> Session:
    """Return the game of a journal, played on from there."""
    session = fold(journal)
    session.reopen(now, write, is_written=is_written)
    return session


@st.composite
def played(draw: st.DrawFn, *, practises: bool = True) -> tuple[Session, list[str]]:
    """Draw a game with any moves, undos, pauses and hints, left at any point.

    With `practises` it may be played on after its end, which no journal holds.
    """
    layout = draw(layouts(largest_side=5))
    session, written = journalled(layout, known=draw(st.booleans()))
    cells = st.sampled_from(list(session.game.grid))
    verbs = st.sampled_from(["reveal", "reveal", "flag", "chord", "flag-chord"])
    moves = st.builds(Move, verbs, cells)
    others = st.sampled_from(["undo", "redo", "pause", "resume", "help"])
    now = 0
    for event in draw(st.lists(moves | others, max_size=30)):
        now += draw(st.integers(0, 1_000))
        if session.result and not practises:
            break
        if isinstance(event, Move):
            session.play(event, now)
        elif event == "help":
            session.note_help("hint", now)
        else:
            getattr(session, event)(now)
    return session, written
