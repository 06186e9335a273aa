"""The command line: argv -> what to run. The only place where the parts are put together.

Everything is parsed and checked before the screen is touched; whatever is wrong is said in one line
on standard error, with status 2.
"""

import itertools
import os
import sys
import time
from collections.abc import Callable, Sequence
from types import ModuleType

from minesweeper import __version__
from minesweeper.board import MAX_CELLS, Board, Setup, too_large
from minesweeper.files import data_directory
from minesweeper.game import Game, Move
from minesweeper.journal import MAX_TEXT, Head, Origin
from minesweeper.notation import NotationError, parse_layout
from minesweeper.options import Options, UsageError, size_options
from minesweeper.preferences import SettingsError
from minesweeper.session import Dealer, Session
from minesweeper.setups import check_only_one_game, glyphs_of, settle_looks, setup_of
from minesweeper.typed import TYPE_CHECKING
from minesweeper.values import MAX_SEED

if TYPE_CHECKING:  # what only some of it needs is loaded there: the first frame comes sooner
    from minesweeper.history import History
    from minesweeper.preferred import Preferred
    from minesweeper.replay import Replay
    from minesweeper.tui.game_screen import GameScreen
    from minesweeper.tui.looks import Looks
    from minesweeper.tui.screen import Screen

# A layout of the most cells allowed, one of them a line, with two characters of line end each.
MAX_BOARD_FILE = 3 * MAX_CELLS


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit status."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        if arguments and not arguments[0].startswith("-"):
            status = _command(arguments[0], arguments[1:])
            sys.stdout.flush()  # here, where an error is still answered
            return status
        return _play(size_options(arguments) or _all_options(arguments))
    except UsageError as error:
        print(f"minesweeper: {_one_line(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # before or after the screen, which answers Ctrl+C itself
        return 130
    except BrokenPipeError:  # the reader of our output has left, and wants no more of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # a full disk under our output
        print(f"minesweeper: output: {_one_line(_reason(error))}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2


def _all_options(argv: Sequence[str]) -> Options:
    from minesweeper.arguments import play_parser, with_values

    return play_parser().options(with_values(argv))


def _command(name: str, argv: Sequence[str]) -> int:
    """Run what stands first on the command line, if it is a command."""
    from minesweeper import commands, kept_commands

    if name in commands.COMMANDS:
        return commands.run(name, argv, _read_text)
    if name == "replay":
        return _replay(argv)
    if name not in kept_commands.KEPT_COMMANDS:
        known = ", ".join((*commands.COMMANDS, "replay", *kept_commands.KEPT_COMMANDS))
        raise UsageError(f"{name!a} is no command: {known} are")
    history = _history()
    try:
        return kept_commands.run(name, argv, _read_replay, history)
    finally:
        history.close()


# The game


def _play(options: Options) -> int:
    if options.print_completion:
        sys.stdout.buffer.write(_completion(options.print_completion))
        return 0
    check_only_one_game(options)
    own = _preferred(options)
    board = _read_board(options.board) if options.board is not None else None
    setup = setup_of(options, board)
    date = _date(options.daily) if options.daily is not None else None
    if options.save_settings:
        return _save_settings(own)
    if options.demo:
        _check_demo(setup)
        return _show_demo(own, _dealer(options, setup, board, None))
    looks, curses = (None, None) if options.plain else _looks_and_curses(own)
    history = _history()
    dealer = _dealer(options, setup, board, history)
    session = None
    if options.resume:
        session = _waiting_session(history)
        dealer.follow(session)
    elif date:
        session = _daily_session(date, options.level or "classic", history)
    if looks is None or curses is None:
        return _play_plainly(options, dealer, session, history)
    screen = _game_screen(own, dealer, looks, session, history)
    return _run(options, curses, screen)


def _check_demo(setup: Setup) -> None:
    from minesweeper.tui.demo_screen import MAX_DEMO_CELLS

    fault = too_large(setup.width, setup.height, MAX_DEMO_CELLS)
    if fault:
        raise UsageError(f"--demo: {fault}")


def _play_plainly(
    options: Options, dealer: Dealer, session: Session | None, history: "History"
) -> int:
    """Play in lines of text. A person is at it where standard input is a terminal."""
    from minesweeper.keeping import Keeping
    from minesweeper.plain import Plain
    from minesweeper.plain_commands import input_lines

    stdin, stdout, stderr = sys.stdin, sys.stdout, sys.stderr
    if stdout is None:
        raise UsageError("--plain: standard output is closed")

    def out(text: str) -> None:
        stdout.buffer.write(text.encode("ascii"))
        stdout.flush()

    plain = Plain(
        dealer,
        Keeping(history),
        now,
        out,
        stderr.write if stderr else lambda text: 0,
        session=session,
        board=options.plain == "board",
        at_terminal=bool(stdin and stdin.isatty()),
        show_mines=options.show_mines,
    )
    plain.run(input_lines(stdin.buffer.readline if stdin else lambda size: b""))
    return 0


def _dealer(
    options: Options, setup: Setup, board: Board | None, history: "History | None"
) -> Dealer:
    seeds = None if options.seed is None else _seeds_from(options.seed)
    if history is None:
        return Dealer(setup, _draw_seed, board, given_seeds=seeds)
    return Dealer(setup, _draw_seed, board, given_seeds=seeds, stamp=_stamp, keep=history.keep)


def _show_demo(own: "Preferred", dealer: Dealer) -> int:
    from minesweeper.tui.demo_screen import DemoScreen

    looks, curses = _looks_and_curses(own)
    desk, speak = own.desk(_set_glyphs), own.options.speak
    screen = DemoScreen(dealer, looks, rows=own.rows, desk=desk, speak=speak)
    return _run(own.options, curses, screen)


def _game_screen(
    own: "Preferred",
    dealer: Dealer,
    looks: "Looks",
    session: Session | None,
    history: "History",
) -> "GameScreen":
    from minesweeper.keeping import Keeping
    from minesweeper.tui.game_screen import GameScreen

    return GameScreen(
        dealer,
        looks,
        session=session,
        keeping=Keeping(history, own.remember_level),
        show_mines=getattr(own.options, "show_mines", False),
        daily=lambda level: _daily_session(_date("today"), level, history),
        rows=own.rows,
        desk=own.desk(_set_glyphs),
        first_time=history.is_empty(),
        speak=own.options.speak,
    )


def _waiting_session(history: "History") -> Session:
    for identity in history.waiting():
        session = history.resume(identity, now())
        if session:
            return session
    raise UsageError("--resume: no game is waiting")


def _daily_session(date: str, level: str, history: "History") -> Session:
    """The board of a day, with its start revealed."""
    from minesweeper.daily import daily, daily_name

    board = daily(date, level)
    head = Head(*_stamp(), board.setup, Origin("daily", board.seed, daily_name(date, level)))
    game = Game(board.setup, lambda first: board.deal())
    session = Session(game, board.seed, head=head, write=history.keep(head))
    session.start(Move("reveal", board.start), now())
    return session


def _date(text: str) -> str:
    from minesweeper.daily import parse_date

    if text == "today":
        return time.strftime("%Y-%m-%d", time.gmtime())
    try:
        parse_date(text)
    except NotationError as error:
        raise UsageError(f"--daily: {error}") from None
    return text


# Watching


def _replay(argv: Sequence[str]) -> int:
    from minesweeper.arguments import replay_parser
    from minesweeper.journal import Journal
    from minesweeper.replay import journal_of
    from minesweeper.tui.replay_screen import ReplayScreen

    options = replay_parser().options(argv)
    own = _preferred(options)
    history = _history()
    replay = _find_replay(options.game, history)
    looks, curses = _looks_and_curses(own)

    def take_over(moves: int) -> "Screen":
        head = Head(*_stamp(), replay.setup, Origin("replay"))
        journal: Journal = journal_of(replay, head, moves)
        session = Session.branched(journal, now(), history.keep(head))
        dealer = Dealer(replay.setup, _draw_seed, stamp=_stamp, keep=history.keep)
        return _game_screen(own, dealer, looks, session, history)

    screen = ReplayScreen(replay, looks, take_over, speak=options.speak)
    return _run(options, curses, screen)


def _find_replay(name: str, history: "History") -> "Replay":
    """A game by its file, or by its id in the history."""
    from minesweeper.journal import parse_journal
    from minesweeper.kept_commands import kept
    from minesweeper.progress import fold
    from minesweeper.rawvf import parse_rawvf
    from minesweeper.replay import replay_of

    program = f"minesweeper {__version__}"
    try:
        if os.path.exists(name):
            text = _read_replay(name)
            if text.startswith("minesweeper journal"):
                return replay_of(fold(parse_journal(text)), program)
            return parse_rawvf(text)
        return replay_of(kept(history, name), program)
    except NotationError as error:
        raise UsageError(f"{name!a}: {error}") from None


# What the player prefers


def _preferred(options: Options) -> "Preferred":
    """The options filled from the settings, and what else there is of the player's own."""
    from minesweeper.preferred import Preferred

    try:
        settle_looks(options)
        own = Preferred(options, os.environ, sys.platform, os.path.expanduser("~"))
    except SettingsError as error:
        raise UsageError(str(error)) from None
    if own.warning:
        print(f"minesweeper: {_one_line(own.warning)}", file=sys.stderr)
    return own


def _save_settings(own: "Preferred") -> int:
    """Keep what the command line asked for as settings."""
    try:
        own.save_named()
    except SettingsError as error:
        raise UsageError(f"--save-settings: {error}") from None
    print(f"{own.path}: {', '.join(f'{name} = {text}' for name, text in own.named.items())}")
    return 0


# What all of it needs


def _read_board(path: str) -> Board:
    try:
        return parse_layout(_read_text(path))
    except NotationError as error:
        raise UsageError(f"{path!a} {error}") from None


def _read_text(path: str) -> str:
    """The text of a file named on the command line; "-" is standard input."""
    try:
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
            return file.read(MAX_BOARD_FILE + 1).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise UsageError(f"{path!a}: {_reason(error)}") from None


def _read_replay(path: str) -> str:
    """The text of a replay, whatever other programs encode a player's name in."""
    try:
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
            return file.read(MAX_TEXT + 1).decode("utf-8-sig", "replace")
    except (OSError, ValueError) as error:
        raise UsageError(f"{path!a}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "is not text: a picture of a board is expected, a row a line"
    return str(getattr(error, "strerror", None) or error)


def _completion(shell: str) -> bytes:
    """The script that completes the command line in a shell."""
    from importlib.resources import files

    return (files(__package__) / "data" / f"minesweeper.{shell}").read_bytes()


def _draw_seed() -> int:
    """A seed short enough to be typed."""
    return int.from_bytes(os.urandom(4), "big")


def _seeds_from(seed: int) -> Callable[[], int]:
    seeds = itertools.count(seed)
    return lambda: next(seeds) & MAX_SEED


def _speaks_unicode() -> bool:
    return sys.platform == "win32" or _encoding().lower().replace("-", "") == "utf8"


def _encoding() -> str:
    """What the terminal is written in: Python's own UTF-8 mode does not change what curses does."""
    encoding = None if sys.flags.utf8_mode else os.device_encoding(1)
    if encoding:
        return encoding
    import locale  # late: it loads the regular expressions

    locale.setlocale(locale.LC_CTYPE, "")
    return locale.getencoding()


def _history() -> "History":
    from minesweeper.history import History

    directory = data_directory(os.environ, sys.platform, os.path.expanduser("~"))
    return History(directory, time.strftime("%Y-%m-%d", time.gmtime()))


def _stamp() -> tuple[str, str]:
    """A new game's id, and the time at which it begins."""
    return os.urandom(8).hex(), time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _looks_and_curses(own: "Preferred") -> tuple["Looks", ModuleType]:
    """What was asked for, or what the locale, the environment and the terminal can show."""
    from minesweeper.tui.looks import Looks, auto_theme
    from minesweeper.tui.terminal import has_colours

    options, curses = own.options, _curses()
    if options.theme != "auto" and "theme" not in options.sources:
        os.environ.pop("NO_COLOR", None)  # what is asked for by name beats what holds in general
    looks = Looks(
        options.theme,
        _glyphs(options),
        options.zoom,
        auto=auto_theme(os.environ),
        colours=has_colours(curses, os.environ),
        remember=own.remember_look,
    )
    return looks, curses


def _glyphs(options: Options) -> str:
    """What was asked for, or all that the locale or the Linux console's font can show."""
    own = _own_glyphs()
    if own == "ascii" and "glyphs" in options.sources and options.ascii is not False:
        return own  # a setting gives way
    glyphs = glyphs_of(options, own)
    if glyphs == "ascii" or _speaks_unicode():
        return glyphs
    raise UsageError(f"{glyphs} needs a UTF-8 locale, this one is {_encoding()}")


def _own_glyphs() -> str:
    """What the terminal can show without being asked for more."""
    return "unicode" if _speaks_unicode() and os.environ.get("TERM") != "linux" else "ascii"


def _set_glyphs(name: str) -> str:
    """The glyph set for what is chosen on the settings screen."""
    if name in ("unicode", "emoji") and not _speaks_unicode():
        raise SettingsError(f"{name} needs a UTF-8 locale, this one is {_encoding()}")
    return _own_glyphs() if name == "auto" else name


def _curses() -> ModuleType:
    """The curses module, once it is sure that there is a terminal for it."""
    from minesweeper.tui.terminal import TerminalError, check_terminal, load_curses

    try:
        curses = load_curses()
        check_terminal(curses, os.environ)
    except TerminalError as error:
        raise UsageError(str(error)) from None
    return curses


def _run(options: Options, curses: ModuleType, screen: "Screen") -> int:
    """Show a screen until it is left; whatever game is played then is kept."""
    from minesweeper.tui import app
    from minesweeper.tui.terminal import Terminal

    with Terminal(curses, os.environ, mouse=options.mouse) as terminal:
        return app.run(terminal, screen)


def now() -> int:
    """Milliseconds of the monotonic clock, as the loop hands them to the screens."""
    return time.monotonic_ns() // 1_000_000


def _one_line(text: str) -> str:
    """The text with control characters escaped, whatever the arguments held."""
    escaped = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return escaped.encode(sys.stderr.encoding or "ascii", "backslashreplace").decode(
        sys.stderr.encoding or "ascii"
    )
