"""Add games of other programs to the history, where they never count."""

import re
import sys
from argparse import Namespace
from collections import Counter
from hashlib import sha256
from time import monotonic
from typing import Final

from minesweeper.cli.inputs import files_below, is_id, read_store
from minesweeper.cli.output import PROGRAM, ProgressBar, UsageError, complain
from minesweeper.cli.parser import Parser
from minesweeper.cli.replays import REPLAY_FILES_HELP, FileReplay, game_name, read_replays
from minesweeper.engine.notation import NotationError, count_text
from minesweeper.formats.claims import parse_timestamp
from minesweeper.play.journal import ID_LENGTH, Head, Origin, format_journal
from minesweeper.play.replay import (
    Replay,
    abandon_unfinished,
    header_of,
    journal_of,
)
from minesweeper.play.session import NO_ID, NO_TIME, Session, fold
from minesweeper.settings.values import quoted_path
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import list_ids
from minesweeper.store.store import Store

# Games are stored together, as each time takes longer than reading a game. A kill loses no more
# than the games of this many seconds, which the next import reads again.
SECONDS_A_STORE: Final = 0.5


def add_arguments(parser: Parser) -> None:
    """Add the files."""
    parser.add_argument("paths", nargs="+", metavar="FILE", help=REPLAY_FILES_HELP)


def run(arguments: Namespace, store: Store) -> int:
    """Import the files; return 2 if one of them is refused."""
    importer = Importer(store)
    paths = [path for name in arguments.paths for path in files_below(name)]
    number = 0
    try:
        # A progress bar would get in the way of a player who types a game.
        with ProgressBar(None if "-" in arguments.paths else sys.stderr) as bar:
            for number, path in enumerate(paths):
                bar.show(number / len(paths))
                for game in read_replays(path):
                    bar.show((number + game.done) / len(paths))
                    if refusal := importer.add(game):
                        bar.clear()
                        complain(refusal)
            importer.store()
    except KeyboardInterrupt:
        importer.store()  # what has been read, even if storing it is what was interrupted
        complain(f"stopped after {number} of {count_text(len(paths), 'file')}: {importer.summary}")
        raise
    print(importer.summary)
    return 2 if importer.counts["refused"] else 0


class Importer:
    """Reads games and stores them in the history, each once."""

    def __init__(self, store: Store) -> None:
        self.counts = Counter[str]()
        self._store = store
        self._known = read_store(store, list_ids)
        self._unstored: list[Session] = []
        self._stored_at = monotonic()

    @property
    def summary(self) -> str:
        """How many games are stored, were known, and are refused."""
        return ", ".join(
            f"{self.counts[each]} {each}" for each in ("new", "already known", "refused")
        )

    def add(self, game: FileReplay) -> str:
        """Add a game; return why it is refused, or ""."""
        refusal = str(game.replay)
        if not isinstance(game.replay, NotationError):
            reason = self._add(game.replay)
            refusal = reason and f"{quoted_path(game_name(game.path, game.number))} {reason}"
        self.counts["refused"] += bool(refusal)
        return refusal

    def _add(self, replay: Replay) -> str:
        """Add a game unless it is known; return why it is refused, or ""."""
        head = _head(replay)
        if head.id in self._known:
            self.counts["already known"] += 1
            return ""
        session = fold(journal_of(replay, head))
        if not session.has_revealed and not session.result:
            return "has no reveal, so there is no game to import"
        abandon_unfinished(session, replay)
        self._known.add(head.id)
        self._unstored.append(session)
        if monotonic() > self._stored_at + SECONDS_A_STORE:
            self.store()
        return ""

    def store(self) -> None:
        """Store the games that were read; UsageError if that is not possible."""
        try:
            self._store.import_games(self._unstored)
        except StoreError as error:
            raise UsageError(str(error)) from None
        self.counts["new"] += len(self._unstored)
        self._unstored.clear()
        self._stored_at = monotonic()


def _head(replay: Replay) -> Head:
    """Return the head of a game, whose id decides whether it is known.

    An export of this program names the id of its game. The id of any other game is made from its
    content, so that a copy gets the same. The player, the path of the mouse and a time in another
    form than ours are not part of the content, as earlier versions did not keep them.
    """
    start = header_of(replay, "Timestamp")
    is_in_our_form = re.sub("[0-9]", "0", start) == NO_TIME
    head = Head(NO_ID, start if is_in_our_form else NO_TIME, replay.setup, Origin("import"))
    content = format_journal(journal_of(replay._replace(headers={}, mouse=()), head))
    identity = sha256(content.encode("ascii")).hexdigest()[:ID_LENGTH]
    if header_of(replay, "Program") == PROGRAM.partition(" ")[0]:
        own = header_of(replay, "Id")
        identity = own if is_id(own) and len(own) <= ID_LENGTH else identity
    begun = parse_timestamp(start).removesuffix("Z")
    return head._replace(id=identity, begun=f"{begun}Z" if begun else NO_TIME)
