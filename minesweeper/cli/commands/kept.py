"""What is done with kept games without the screen: records, export, import, verify, share."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from sqlite3 import Connection
from typing import Final, TextIO, TypeVar

from minesweeper import __version__
from minesweeper.cli.options import Options, UsageError
from minesweeper.cli.parser import Parser
from minesweeper.engine.notation import NotationError, format_layout, format_mbf
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.daily import (
    VERSION,
    Share,
    format_share,
    parse_daily_name,
    parse_share,
    share_of,
    wrong_share,
)
from minesweeper.play.journal import Head, Journal, Origin, format_journal, parse_journal
from minesweeper.play.progress import Progress, fold
from minesweeper.play.replay import Replay, is_same_layout, journal_of, replay_of, wrong_claims
from minesweeper.play.session import NO_ID, NO_TIME
from minesweeper.settings.values import shown, shown_path
from minesweeper.store.history import BUSY, History
from minesweeper.store.records import find, first_daily, journal_text, last_daily, results
from minesweeper.store.report import JSON_KEYS, LAST, records_json, records_lines

T = TypeVar("T")
ReadText = Callable[[str], str]

KEPT_COMMANDS: Final[tuple[str, ...]] = ("records", "export", "import", "verify", "share")
PROGRAM: Final = f"minesweeper {__version__}"
ID_LENGTH: Final = 16
IMPORT: Final = "Keep the games of RawVF files; they are never counted."
VERIFY: Final = "Check what files claim of their games: status 0 if all is so, 1 if not."


def run(name: str, argv: Sequence[str], read_text: ReadText, history: History) -> int:
    """Run a command; the exit status."""
    options = parser_of(name).options(argv)
    if name == "verify":
        return _verify(options, read_text)
    if name == "import":
        status = _import(options, read_text, history)
    else:
        status = _show_kept(name, options, history)
    _complain(history.take_messages())
    return status


def _show_kept(name: str, options: Options, history: History) -> int:
    command = {"records": _records, "export": _export, "share": _share}[name]
    history.store_ended_games()
    _complain(history.take_messages())
    return command(options, history)


# The parsers


def parser_of(name: str) -> Parser:
    """The parser of a command."""
    make = {
        "records": _records_parser,
        "export": _export_parser,
        "import": _import_parser,
        "verify": _verify_parser,
        "share": _share_parser,
    }[name]
    return make()


def _parser(name: str, description: str) -> Parser:
    return Parser(prog=f"minesweeper {name}", description=description, allow_abbrev=False)


def _records_parser() -> Parser:
    parser = _parser("records", "Print the results of every size and set of rules that was played.")
    parser.epilog = JSON_KEYS
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _export_parser() -> Parser:
    parser = _parser("export", "Print a kept game.")
    parser.add_argument("game", metavar="ID|last", help="its ID, or how that begins; or last")
    parser.add_argument(
        "--format",
        choices=["rawvf", "mbf", "picture"],
        default="rawvf",
        help="the replay (default: rawvf), or the layout alone",
    )
    return parser


def _share_parser() -> Parser:
    parser = _parser("share", "Print the result of a daily board in a line.")
    text = "its ID, or how that begins; or last (default)"
    parser.add_argument("game", metavar="ID|last", nargs="?", default="last", help=text)
    return parser


def _files_parser(name: str, description: str) -> Parser:
    parser = _parser(name, description)
    parser.add_argument("files", nargs="+", metavar="FILE", help="RawVF of any program; - is input")
    return parser


def _import_parser() -> Parser:
    return _files_parser("import", IMPORT)


def _verify_parser() -> Parser:
    parser = _files_parser("verify", VERIFY)
    parser.add_argument("--share", metavar="LINE", help="whether the files bear out a shared line")
    return parser


# records


def _records(options: Options, history: History) -> int:
    tables, last = _ask(history, lambda db: results(db, LAST)) or ([], {})
    if options.json:
        print(json.dumps(records_json(tables, last), indent=2))
    else:
        print(*records_lines(tables, last, unicode=_speaks_unicode(sys.stdout)), sep="\n")
    return 0


def _speaks_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "ascii").lower().replace("-", "").replace("_", "") == "utf8"


# export and share


def _export(options: Options, history: History) -> int:
    replay = replay_of(kept(history, options.game), PROGRAM)
    if options.format == "mbf":
        try:
            data = format_mbf(replay.board)
        except NotationError as error:
            raise UsageError(f"--format mbf: {error}") from None
        sys.stdout.buffer.write(data)
    else:
        is_picture = options.format == "picture"
        print(format_layout(replay.board) if is_picture else format_rawvf(replay), end="")
    return 0


def _share(options: Options, history: History) -> int:
    name = options.game
    if name == "last":
        rows = _ask(history, last_daily) or []
        if not rows:
            raise UsageError("no daily board was played to its end yet")
        name = rows[0].id
    progress = kept(history, name)
    head = progress.head
    if head.origin.kind != "daily":
        raise UsageError(f"game {head.id} is no daily board: only results of those are shared")
    if progress.result is None:
        raise UsageError(f"game {head.id} was given up: it has no result to share")
    version, date, level = parse_daily_name(head.origin.name)
    if version != str(VERSION):
        raise UsageError(f"game {head.id} is a daily board of version {version}, not {VERSION}")
    first = _ask(history, lambda db: first_daily(db, head.origin.name))
    if first and first.id != head.id:
        _complain(f"the first attempt at this board counts, which was game {first.id}")
    print(format_share(share_of(replay_of(progress, PROGRAM), date, level)))
    return 0


def kept(history: History, name: str) -> Progress:
    """The one game whose id begins so."""
    can_be = name == "last" or _is_id(name)
    rows = (_ask(history, lambda db: find(db, name)) or []) if can_be else []
    if not rows:
        raise UsageError(
            "no games are kept yet"
            if name == "last"
            else f"no game is kept with the ID {shown(name)}"
        )
    if len(rows) > 1 and rows[0].id != name:
        raise UsageError(f"more than one game has an ID that begins with {shown(name)}")
    return _fold(_ask(history, lambda db: journal_text(db, rows[0].id) or "") or "")


def _is_id(text: str) -> bool:
    return bool(text) and not text.strip("0123456789abcdef")


def _fold(text: str) -> Progress:
    try:
        return fold(parse_journal(text))
    except NotationError as error:
        raise UsageError(f"the journal of this game is damaged: {error}") from None


def _ask(history: History, query: Callable[[Connection], T]) -> T | None:
    """The answer; None where no games are kept. UsageError where they cannot be read."""
    answer = history.query(query)
    if history.is_unreadable:
        raise UsageError(history.take_messages() or "the games that are kept cannot be read now")
    return answer


# import


def _import(options: Options, read_text: ReadText, history: History) -> int:
    from minesweeper.cli.commands.solver import (
        ProgressBar,  # late, with all that the other commands need
    )

    bar = ProgressBar(sys.stderr)
    outcomes = Counter[str]()
    for number, path in enumerate(options.files):
        bar.show(number / len(options.files))
        try:
            is_new = _take_in(history, path, _read(path, read_text))
            outcomes["new" if is_new else "kept before"] += 1
        except NotationError as error:
            bar.clear()
            _complain(str(error))
            outcomes["unreadable"] += 1
    bar.clear()
    print(", ".join(f"{outcomes[what]} {what}" for what in ("new", "kept before", "unreadable")))
    return 2 if outcomes["unreadable"] else 0


def _read(path: str, read_text: ReadText) -> Replay:
    """The replay in a file; NotationError names the file."""
    try:
        return parse_rawvf(read_text(path))
    except UsageError as error:
        raise NotationError(str(error)) from None
    except NotationError as error:
        raise NotationError(f"{shown_path(path)} {error}") from None


def _take_in(history: History, path: str, replay: Replay) -> bool:
    """Keep a game of a file; False if it is kept already."""
    journal = _journal(replay)
    identity, progress = journal.head.id, fold(journal)
    if not progress.revealed:
        raise NotationError(f"{shown_path(path)} has no reveal: there is no game to keep")
    found = _ask(history, lambda db: find(db, identity))
    if (found and found[0].id == identity) or _is_own(history, replay):
        return False
    if history.store(progress, format_journal(journal), wait=True) is None:
        raise UsageError(history.take_messages() or BUSY)
    return True


def _is_own(history: History, replay: Replay) -> bool:
    """Whether the replay is an export of a game that is kept here."""
    identity = replay.headers.get("Id", "")
    text = _ask(history, lambda db: journal_text(db, identity)) if _is_id(identity) else None
    if text is None:
        return False
    own = replay_of(_fold(text), PROGRAM)
    is_same = own.steps == replay.steps and own.setup == replay.setup
    return is_same and is_same_layout(own.board, replay.board)


def _journal(replay: Replay) -> Journal:
    """The game of a file as one of ours, with an id that the same game always gets."""
    head = Head(NO_ID, _begun(replay), replay.setup, Origin("import"))
    journal = journal_of(_started_at_zero(replay), head)
    digest = sha256(format_journal(journal).encode("ascii")).hexdigest()
    return journal._replace(head=journal.head._replace(id=digest[:ID_LENGTH]))


def _begun(replay: Replay) -> str:
    """The time that a file of ours gives; those of others mean many things."""
    text = replay.headers.get("Timestamp", "")
    shape = "".join("0" if letter in "0123456789" else letter for letter in text)
    return text if shape == NO_TIME else NO_TIME


def _started_at_zero(replay: Replay) -> Replay:
    """Other programs start the clock when the button goes down, ours with the reveal."""
    steps = replay.steps
    reveals = (number for number, step in enumerate(steps, 1) if step.move.verb == "reveal")
    until = 0 if replay.known else next(reveals, 0)
    early = [step._replace(milliseconds=min(0, step.milliseconds)) for step in steps[:until]]
    return replay._replace(steps=early + steps[until:])


# verify


def _verify(options: Options, read_text: ReadText) -> int:
    try:
        share = None if options.share is None else parse_share(options.share)
    except NotationError as error:
        raise UsageError(f"--share: {error}") from None
    return max(_verified(path, read_text, share) for path in options.files)


def _verified(path: str, read_text: ReadText, share: Share | None) -> int:
    """Say what is wrong with a file, or with a shared line beside it; the exit status."""
    try:
        replay = _read(path, read_text)
        wrong = wrong_claims(replay) + (wrong_share(share, replay) if share else [])
    except NotationError as error:
        _complain(str(error))
        return 2
    for text in wrong or ["ok"]:
        print(_one_line(f"{path}: {text}", sys.stdout))
    return 1 if wrong else 0


# What is said


def _complain(text: str) -> None:
    if text:
        print(_one_line(f"minesweeper: {text}", sys.stderr), file=sys.stderr)


def _one_line(text: str, stream: TextIO) -> str:
    """The text with control characters escaped, whatever a file or its name holds."""
    escaped = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    encoding = stream.encoding or "ascii"
    return escaped.encode(encoding, "backslashreplace").decode(encoding)
