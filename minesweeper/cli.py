"""The command line: argv -> what to run. The only place where the parts are put together.

Everything is parsed and checked before the screen is touched; whatever is wrong is said in one line
on standard error, with status 2.
"""

import argparse
import itertools
import locale
import os
import sys
import time
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from minesweeper import __version__
from minesweeper.arguments import (
    UsageError,
    glyphs_of,
    play_parser,
    replay_parser,
    settle_looks,
    with_values,
)
from minesweeper.board import MAX_CELLS, Board, Setup, too_large
from minesweeper.files import data_directory
from minesweeper.game import Game, Move
from minesweeper.journal import MAX_TEXT, Head, Origin
from minesweeper.notation import NotationError, parse_layout
from minesweeper.preferences import SettingsError
from minesweeper.session import Dealer, Session
from minesweeper.setups import check_only_one_game, fill, given_settings, setup_of
from minesweeper.values import MAX_SEED

if TYPE_CHECKING:  # what only some of it needs is loaded there: the first frame comes sooner
    from minesweeper.history import History
    from minesweeper.replay import Replay
    from minesweeper.settings import State
    from minesweeper.tui.game_screen import GameScreen
    from minesweeper.tui.keys import Row
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
        return _play(play_parser().parse_args(with_values(arguments)))
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


def _command(name: str, argv: Sequence[str]) -> int:
    """Run what stands first on the command line, if it is a command."""
    from minesweeper import commands, kept_commands

    if name in commands.COMMANDS:
        return commands.run(name, argv, _read_text)
    if name == "replay":
        return _replay(replay_parser().parse_args(argv))
    if name not in kept_commands.KEPT_COMMANDS:
        known = ", ".join((*commands.COMMANDS, "replay", *kept_commands.KEPT_COMMANDS))
        raise UsageError(f"{name!a} is no command: {known} are")
    history = _history()
    try:
        return kept_commands.run(name, argv, _read_replay, history)
    finally:
        history.close()


# The game


def _play(options: argparse.Namespace) -> int:
    if options.print_completion:
        sys.stdout.buffer.write(_completion(options.print_completion))
        return 0
    check_only_one_game(options)
    settle_looks(options)
    asked = given_settings(options)
    state, _rows = _preferred(options)
    board = _read_board(options.board) if options.board is not None else None
    setup = setup_of(options, board)
    date = _date(options.daily) if options.daily is not None else None
    if options.save_settings:
        return _save_settings(asked)
    if options.demo:
        _check_demo(setup)
        return _show_demo(options, setup, board, *_looks_and_curses(options, state))
    looks, curses = (None, None) if options.plain else _looks_and_curses(options, state)
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
    screen = _game_screen(options, dealer, looks, session, history)
    return _run(options, curses, screen)


def _check_demo(setup: Setup) -> None:
    from minesweeper.tui.demo_screen import MAX_DEMO_CELLS

    fault = too_large(setup.width, setup.height, MAX_DEMO_CELLS)
    if fault:
        raise UsageError(f"--demo: {fault}")


def _play_plainly(
    options: argparse.Namespace, dealer: Dealer, session: Session | None, history: "History"
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
    options: argparse.Namespace, setup: Setup, board: Board | None, history: "History | None"
) -> Dealer:
    seeds = None if options.seed is None else _seeds_from(options.seed)
    if history is None:
        return Dealer(setup, _draw_seed, board, given_seeds=seeds)
    return Dealer(setup, _draw_seed, board, given_seeds=seeds, stamp=_stamp, keep=history.keep)


def _show_demo(
    options: argparse.Namespace,
    setup: Setup,
    board: Board | None,
    looks: "Looks",
    curses: ModuleType,
) -> int:
    from minesweeper.tui.demo_screen import DemoScreen

    dealer = _dealer(options, setup, board, None)
    return _run(options, curses, DemoScreen(dealer, looks, speak=options.speak))


def _game_screen(
    options: argparse.Namespace,
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
        keeping=Keeping(history),
        show_mines=getattr(options, "show_mines", False),
        daily=lambda level: _daily_session(_date("today"), level, history),
        first_time=history.is_empty(),
        speak=options.speak,
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


def _replay(options: argparse.Namespace) -> int:
    from minesweeper.journal import Journal
    from minesweeper.replay import journal_of
    from minesweeper.tui.replay_screen import ReplayScreen

    settle_looks(options)
    state, _rows = _preferred(options)
    history = _history()
    replay = _find_replay(options.game, history)
    looks, curses = _looks_and_curses(options, state)

    def take_over(moves: int) -> "Screen":
        head = Head(*_stamp(), replay.setup, Origin("replay"))
        journal: Journal = journal_of(replay, head, moves)
        session = Session.branched(journal, now(), history.keep(head))
        dealer = Dealer(replay.setup, _draw_seed, stamp=_stamp, keep=history.keep)
        return _game_screen(options, dealer, looks, session, history)

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


def _preferred(options: argparse.Namespace) -> "tuple[State, tuple[Row, ...]]":
    """Fill the options from the settings; what the game remembers, and the keys in force."""
    from minesweeper.settings import State, config_path, read_settings
    from minesweeper.tui.bindings import bound_rows

    home = os.path.expanduser("~")
    state = State(data_directory(os.environ, sys.platform, home))
    path = config_path(os.environ, sys.platform, home)
    try:
        settings = read_settings(path, os.environ, state.values)
        fill(options, settings)
        rows = bound_rows(options.keys, settings.bindings)
    except SettingsError as error:
        raise UsageError(str(error)) from None
    if settings.warning:
        print(f"minesweeper: {_one_line(settings.warning)}", file=sys.stderr)
    return state, rows


def _save_settings(asked: dict[str, str]) -> int:
    """Keep what the command line asked for as settings."""
    from minesweeper.settings import config_path, save

    if not asked:
        raise UsageError("--save-settings: nothing to save: name what you prefer besides")
    path = config_path(os.environ, sys.platform, os.path.expanduser("~"))
    try:
        save(path, asked)
    except SettingsError as error:
        raise UsageError(f"--save-settings: {error}") from None
    print(f"{path}: {', '.join(f'{name} = {text}' for name, text in asked.items())}")
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
    """What the terminal is written in: Python's own UTF-8 mode does not change what curses does."""
    if sys.platform == "win32":
        return True
    locale.setlocale(locale.LC_CTYPE, "")
    return locale.getencoding().lower().replace("-", "") == "utf8"


def _history() -> "History":
    from minesweeper.history import History

    directory = data_directory(os.environ, sys.platform, os.path.expanduser("~"))
    return History(directory, time.strftime("%Y-%m-%d", time.gmtime()))


def _stamp() -> tuple[str, str]:
    """A new game's id, and the time at which it begins."""
    return os.urandom(8).hex(), time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _looks_and_curses(options: argparse.Namespace, state: "State") -> tuple["Looks", ModuleType]:
    """What was asked for, or what the locale, the environment and the terminal can show."""
    from minesweeper.tui.looks import Looks, auto_theme
    from minesweeper.tui.terminal import has_colours

    glyphs, curses = _glyphs(options), _curses()
    looks = Looks(
        options.theme,
        glyphs,
        options.zoom,
        auto=auto_theme(os.environ),
        colours=has_colours(curses, os.environ),
        remember=lambda theme, zoom: state.remember({"theme": theme, "zoom": str(zoom)}),
    )
    return looks, curses


def _glyphs(options: argparse.Namespace) -> str:
    """What was asked for, or all that the locale or the Linux console's font can show."""
    unicode = _speaks_unicode()
    glyphs = glyphs_of(
        options, "unicode" if unicode and os.environ.get("TERM") != "linux" else "ascii"
    )
    if glyphs == "ascii" or unicode:
        return glyphs
    if "glyphs" in options.sources and options.ascii is not False:
        return "ascii"  # a setting gives way
    raise UsageError(f"{glyphs} needs a UTF-8 locale, this one is {locale.getencoding()}")


def _curses() -> ModuleType:
    """The curses module, once it is sure that there is a terminal for it."""
    from minesweeper.tui.terminal import TerminalError, check_terminal, load_curses

    try:
        curses = load_curses()
        check_terminal(curses, os.environ)
    except TerminalError as error:
        raise UsageError(str(error)) from None
    return curses


def _run(options: argparse.Namespace, curses: ModuleType, screen: "Screen") -> int:
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
