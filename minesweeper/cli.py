"""The command line: argv -> what to run. The only place where the parts are put together.

Everything is parsed and checked before the screen is touched; whatever is wrong is said in one line
on standard error, with status 2.
"""

import itertools
import os
import sys
import time

from minesweeper import __version__, stage
from minesweeper.board import Board, Setup, too_large
from minesweeper.files import data_directory, reason
from minesweeper.game import Game, Move
from minesweeper.journal import Head, Origin
from minesweeper.notation import NotationError
from minesweeper.options import Options, UsageError, size_options
from minesweeper.preferences import SettingsError
from minesweeper.session import Dealer, Session
from minesweeper.setups import check_only_one_game, settle_looks, setup_of
from minesweeper.typed import TYPE_CHECKING, Callable, Sequence
from minesweeper.values import MAX_SEED

if TYPE_CHECKING:  # what only some of it needs is loaded there: the first frame comes sooner
    from minesweeper.history import History
    from minesweeper.preferred import Preferred
    from minesweeper.replay import Replay
    from minesweeper.tui.game_screen import GameScreen
    from minesweeper.tui.looks import Looks
    from minesweeper.tui.screen import Screen


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
        _complain(str(error))
        return 2
    except KeyboardInterrupt:  # before or after the screen, which answers Ctrl+C itself
        return 130
    except BrokenPipeError:  # the reader of our output has left, and wants no more of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # a full disk under our output
        _complain(f"output: {reason(error)}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2


def _all_options(argv: Sequence[str]) -> Options:
    from minesweeper.arguments import play_parser, with_values

    return play_parser().options(with_values(argv))


def _command(name: str, argv: Sequence[str]) -> int:
    """Run what stands first on the command line, if it is a command."""
    from minesweeper import commands, kept_commands
    from minesweeper.given import read_replay, read_text

    _check_output()
    if name in commands.COMMANDS:
        return commands.run(name, argv, read_text)
    if name == "replay":
        return _replay(argv)
    if name not in kept_commands.KEPT_COMMANDS:
        known = ", ".join((*commands.COMMANDS, "replay", *kept_commands.KEPT_COMMANDS))
        raise UsageError(f"{name!a} is no command: {known} are")
    history = _history()
    try:
        return kept_commands.run(name, argv, read_replay, history)
    finally:
        history.close()


# The game


def _play(options: Options) -> int:
    if options.print_completion:
        return _print_completion(options.print_completion)
    check_only_one_game(options)
    own = _preferred(options)
    board = _given_board(options.board) if options.board is not None else None
    setup = setup_of(options, board)
    date = _date(options.daily) if options.daily is not None else None
    if options.save_settings:
        return _save_settings(own)
    if options.demo:
        _check_demo(setup)
        return _show_demo(own, _dealer(options, setup, board, None))
    looks, curses = (None, None) if options.plain else stage.looks_and_curses(own)
    history = _history()
    dealer = _dealer(options, setup, board, history)
    session = None
    if options.resume:
        session = _waiting_session(history)
        dealer.follow(session)
    elif date:
        session = _daily_session(date, options.level or "classic", history)
    if looks is None or curses is None:
        return _play_plainly(own, dealer, session, history)
    screen = _game_screen(own, dealer, looks, session, history)
    return stage.show(options, curses, screen)


def _print_completion(shell: str) -> int:
    from minesweeper.given import completion

    _check_output()
    sys.stdout.buffer.write(completion(shell))
    return 0


def _check_output() -> None:
    if sys.stdout is None:
        raise UsageError("standard output is closed")


def _given_board(path: str) -> Board:
    from minesweeper.given import read_board

    return read_board(path)


def _check_demo(setup: Setup) -> None:
    from minesweeper.tui.demo_screen import MAX_DEMO_CELLS

    fault = too_large(setup.width, setup.height, MAX_DEMO_CELLS)
    if fault:
        raise UsageError(f"--demo: {fault}")


def _play_plainly(
    own: "Preferred", dealer: Dealer, session: Session | None, history: "History"
) -> int:
    """Play in lines of text. A person is at it where standard input is a terminal."""
    from minesweeper.keeping import Keeping
    from minesweeper.plain import Plain
    from minesweeper.plain_commands import input_lines

    _check_output()
    stdin, stdout, stderr = sys.stdin, sys.stdout, sys.stderr

    def out(text: str) -> None:
        stdout.buffer.write(text.encode("ascii"))
        stdout.flush()

    plain = Plain(
        dealer,
        Keeping(history, own.remember_level),
        now,
        out,
        stderr.write if stderr else lambda text: 0,
        session=session,
        board=own.options.plain == "board",
        at_terminal=bool(stdin and stdin.isatty()),
        show_mines=own.options.show_mines,
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

    looks, curses = stage.looks_and_curses(own)
    desk, speak = own.desk(stage.set_glyphs), own.options.speak
    screen = DemoScreen(dealer, looks, rows=own.rows, desk=desk, speak=speak)
    return stage.show(own.options, curses, screen)


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
        desk=own.desk(stage.set_glyphs),
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
    looks, curses = stage.looks_and_curses(own)

    def take_over(moves: int) -> "Screen":
        head = Head(*_stamp(), replay.setup, Origin("replay"))
        journal: Journal = journal_of(replay, head, moves)
        session = Session.branched(journal, now(), history.keep(head))
        dealer = Dealer(replay.setup, _draw_seed, stamp=_stamp, keep=history.keep)
        return _game_screen(own, dealer, looks, session, history)

    screen = ReplayScreen(replay, looks, take_over, rows=own.rows, speak=options.speak)
    return stage.show(options, curses, screen)


def _find_replay(name: str, history: "History") -> "Replay":
    """A game by its file, or by its id in the history."""
    from minesweeper.given import read_replay
    from minesweeper.journal import parse_journal
    from minesweeper.kept_commands import kept
    from minesweeper.progress import fold
    from minesweeper.rawvf import parse_rawvf
    from minesweeper.replay import replay_of

    program = f"minesweeper {__version__}"
    try:
        if os.path.exists(name):
            text = read_replay(name)
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
        _complain(own.warning)
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


def _draw_seed() -> int:
    """A seed short enough to be typed."""
    return int.from_bytes(os.urandom(4), "big")


def _seeds_from(seed: int) -> Callable[[], int]:
    seeds = itertools.count(seed)
    return lambda: next(seeds) & MAX_SEED


def _history() -> "History":
    from minesweeper.history import History

    directory = data_directory(os.environ, sys.platform, os.path.expanduser("~"))
    return History(directory, time.strftime("%Y-%m-%d", time.gmtime()))


def _stamp() -> tuple[str, str]:
    """A new game's id, and the time at which it begins."""
    return os.urandom(8).hex(), time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def now() -> int:
    """Milliseconds of the monotonic clock, as the loop hands them to the screens."""
    return time.monotonic_ns() // 1_000_000


def _complain(text: str) -> None:
    """Say what is wrong in one line, whatever control characters the arguments held."""
    if sys.stderr is None:  # it was closed: then nobody wants to hear it
        return
    escaped = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    encoding = sys.stderr.encoding or "ascii"
    told = escaped.encode(encoding, "backslashreplace").decode(encoding)
    print(f"minesweeper: {told}", file=sys.stderr)
