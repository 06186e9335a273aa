"""Add games of other programs to the history, where they never count."""

import sys
from argparse import Namespace
from collections import Counter
from hashlib import sha256

from minesweeper.cli.inputs import is_id, parse_game, query_history
from minesweeper.cli.output import PROGRAM, ProgressBar, UsageError, complain
from minesweeper.cli.parser import Parser
from minesweeper.cli.replays import read_rawvf
from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import ID_LENGTH, Head, Journal, Origin, format_journal
from minesweeper.play.replay import Replay, journal_of, replay_of
from minesweeper.play.session import NO_ID, NO_TIME, fold
from minesweeper.settings.values import quoted_path
from minesweeper.store.finished_games import find_ids, read_journal_text
from minesweeper.store.history import BUSY, History


def add_arguments(parser: Parser) -> None:
    """Add the files."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a RawVF file of any program; - is standard input"
    )


def run(arguments: Namespace, history: History) -> int:
    """Import the files; return 2 if one of them is unreadable."""
    outcomes = Counter[str]()
    # A progress bar would get in the way of a player who types a game.
    with ProgressBar(None if "-" in arguments.files else sys.stderr) as bar:
        for number, path in enumerate(arguments.files):
            bar.show(number / len(arguments.files))
            try:
                is_new = _import(history, path)
                outcomes["new" if is_new else "already there"] += 1
            except NotationError as error:
                bar.clear()
                complain(str(error))
                outcomes["unreadable"] += 1
    print(", ".join(f"{outcomes[what]} {what}" for what in ("new", "already there", "unreadable")))
    return 2 if outcomes["unreadable"] else 0


def _import(history: History, path: str) -> bool:
    """Store the game in a file; return False if the history already has it."""
    replay = read_rawvf(path)
    journal = _journal(replay)
    identity, session = journal.head.id, fold(journal)
    if not session.has_revealed:
        raise NotationError(f"{quoted_path(path)} has no reveal, so there is no game to import")
    ids = query_history(history, lambda db: find_ids(db, identity)) or []
    if identity in ids or _is_own(history, replay):
        return False
    if history.store(session, wait=True) is None:
        raise UsageError(history.take_messages() or BUSY)
    return True


def _is_own(history: History, replay: Replay) -> bool:
    """Return whether the replay was exported from this history."""
    identity = replay.headers.get("Id", "")
    if not is_id(identity):
        return False
    text = query_history(history, lambda db: read_journal_text(db, identity))
    if not text:
        return False
    own = replay_of(parse_game(text), PROGRAM)
    is_same = own.steps == replay.steps and own.setup == replay.setup
    return is_same and own.board == replay.board


def _journal(replay: Replay) -> Journal:
    """Return the game as a journal, with an id made from its content: a copy gets the same id."""
    head = Head(NO_ID, _start_time(replay), replay.setup, Origin("import"))
    journal = journal_of(_start_at_zero(replay), head)
    digest = sha256(format_journal(journal).encode("ascii")).hexdigest()
    return journal._replace(head=journal.head._replace(id=digest[:ID_LENGTH]))


def _start_time(replay: Replay) -> str:
    """Return the start time in UTC if the file has it in our format, else NO_TIME."""
    text = replay.headers.get("Timestamp", "")
    shape = "".join("0" if letter in "0123456789" else letter for letter in text)
    return text if shape == NO_TIME else NO_TIME


def _start_at_zero(replay: Replay) -> Replay:
    """Return the replay with all moves up to its first reveal at 0 ms or earlier.

    The clocks of other programs may start when a button is pressed, before the first reveal.
    """
    steps = replay.steps
    reveals = (number for number, step in enumerate(steps, 1) if step.move.verb == "reveal")
    first_reveal = 0 if replay.has_known_layout else next(reveals, 0)
    early = [step._replace(milliseconds=min(0, step.milliseconds)) for step in steps[:first_reveal]]
    return replay._replace(steps=early + steps[first_reveal:])
