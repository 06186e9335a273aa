"""The command line: argv -> what to run. The only place where the parts are put together.

Everything is parsed and checked before the screen is touched; whatever is wrong is said in one line
on standard error, with status 2.
"""

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TextIO

from minesweeper import __version__
from minesweeper.cli import stage
from minesweeper.cli.options import Options, UsageError
from minesweeper.cli.setups import check_only_one_game, settle_looks, setup_of
from minesweeper.engine.board import Board
from minesweeper.engine.notation import NotationError
from minesweeper.engine.setup import Setup, too_large
from minesweeper.play.dealer import Dealer
from minesweeper.play.journal import Head, Origin
from minesweeper.play.session import Session
from minesweeper.settings.files import data_directory, reason
from minesweeper.settings.table import SettingsError
from minesweeper.settings.values import shown, shown_path

if TYPE_CHECKING:  # what only some of it needs is loaded there: the first frame comes sooner
    from minesweeper.cli.preferred import Preferred
    from minesweeper.play.replay import Replay
    from minesweeper.store.games import Games
    from minesweeper.store.history import History
    from minesweeper.tui.look.looks import Looks
    from minesweeper.tui.screen import Screen
    from minesweeper.tui.screens.game import GameScreen


# The statuses of a quit and of Ctrl+C: after other signals there may be no terminal to write to.
BY_HAND: Final = (0, 130)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; the exit status."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        if arguments and not arguments[0].startswith("-"):
            status = _command(arguments[0], arguments[1:])
            sys.stdout.flush()  # here, where an error is still answered
            return status
        return _play(_all_options(arguments))
    except UsageError as error:
        _complain(str(error))
        return 2
    except BrokenPipeError:  # the reader of our output has left, and wants no more of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # a full disk under our output
        _complain(f"output: {reason(error)}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2


def _all_options(argv: Sequence[str]) -> Options:
    from minesweeper.cli.parser import play_parser

    return play_parser().options(argv)


def _command(name: str, argv: Sequence[str]) -> int:
    """Run what stands first on the command line, if it is a command."""
    from minesweeper.cli.commands import solver as commands
    from minesweeper.cli.given import read_replay, read_text

    _check_output()
    if name in commands.COMMANDS:
        return commands.run(name, argv, read_text)
    if name == "replay":
        return _replay(argv)
    from minesweeper.cli.commands import kept as kept_commands

    if name not in kept_commands.KEPT_COMMANDS:
        known = ", ".join((*commands.COMMANDS, "replay", *kept_commands.KEPT_COMMANDS))
        raise UsageError(f"unknown command {shown(name)}: choose from {known}")
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
        dealer.change(session.game.setup)
    elif date:
        session = _daily_session(date, options.level or "classic", history)
    if looks is None or curses is None:
        _play_plainly(own, dealer, session, history)
        return _after(history, 0)
    games = _games(own, dealer, history, session)
    screen = _game_screen(own, games, looks, history)
    status = stage.show(options, curses, screen, looks)
    _say_what_is_saved(games, status)
    return _after(history, status)


def _say_what_is_saved(games: "Games", status: int) -> None:
    """Say how to resume the game that was left unfinished."""
    if games.has_saved and status in BY_HAND:
        print("Saved. Resume with: minesweeper --resume")


def _print_completion(shell: str) -> int:
    from minesweeper.cli.given import completion

    _check_output()
    sys.stdout.buffer.write(completion(shell))
    return 0


def _check_output() -> None:
    if sys.stdout is None:
        raise UsageError("standard output is closed")


def _given_board(path: str) -> Board:
    from minesweeper.cli.given import read_board

    return read_board(path)


def _check_demo(setup: Setup) -> None:
    from minesweeper.tui.screens.demo import MAX_DEMO_CELLS

    fault = too_large(setup.width, setup.height, MAX_DEMO_CELLS)
    if fault:
        raise UsageError(f"--demo: {fault}")


def _after(history: "History", status: int) -> int:
    """Say what is still to be said of the games kept; a game that was lost is no good end."""
    if news := history.take_messages():
        with suppress(OSError):  # after a hang-up nobody can be told
            _complain(news)
    return status or int(history.has_lost_game)


def _play_plainly(
    own: "Preferred", dealer: Dealer, session: Session | None, history: "History"
) -> None:
    """Play in lines of text. A person is at it where standard input is a terminal."""
    from minesweeper.plain.commands import input_lines
    from minesweeper.plain.game import Plain

    _check_output()
    stdin, stdout, stderr = sys.stdin, sys.stdout, sys.stderr

    def out(text: str) -> None:
        stdout.buffer.write(text.encode("ascii"))
        stdout.flush()

    at_terminal = bool(stdin and stdin.isatty())
    games = _games(own, dealer, history, session)
    if not at_terminal:  # a program's level is not what the player wants to begin with
        games.remember = lambda setup: None
    plain = Plain(
        games,
        now,
        out,
        stderr.write if stderr else lambda text: 0,
        board=own.options.plain == "board",
        at_terminal=at_terminal,
        show_mines=own.options.show_mines,
    )
    plain.run(input_lines(stdin.buffer.readline if stdin else lambda size: b""))


def _dealer(
    options: Options, setup: Setup, board: Board | None, history: "History | None"
) -> Dealer:
    seed = options.seed
    if history is None:
        return Dealer(setup, _draw_seed, board, first_seed=seed)
    return Dealer(
        setup, _draw_seed, board, first_seed=seed, stamp=_stamp, keep=history.open_journal
    )


def _show_demo(own: "Preferred", dealer: Dealer) -> int:
    from minesweeper.store.games import Games
    from minesweeper.tui.screens.demo import DemoScreen

    looks, curses = stage.looks_and_curses(own)
    desk, speak = own.desk(stage.set_glyphs), own.options.speak
    screen = DemoScreen(Games(dealer), looks, keymap=own.rows, desk=desk, speak=speak)
    return stage.show(own.options, curses, screen, looks)


def _game_screen(
    own: "Preferred", games: "Games", looks: "Looks", history: "History"
) -> "GameScreen":
    from minesweeper.tui.screens.game import GameScreen

    return GameScreen(
        games,
        looks,
        show_mines=getattr(own.options, "show_mines", False),
        keymap=own.rows,
        desk=own.desk(stage.set_glyphs),
        first_time=history.is_empty(),
        speak=own.options.speak,
    )


def _games(
    own: "Preferred", dealer: Dealer, history: "History", session: Session | None
) -> "Games":
    from minesweeper.store.games import Games

    return Games(
        dealer,
        history,
        session,
        deal_daily=lambda level: _daily_session(_date("today"), level, history),
        remember=own.remember_level,
    )


def _waiting_session(history: "History") -> Session:
    for identity in history.saved_ids():
        session = history.resume(identity, now())
        if session:
            return session
    raise UsageError(f"--resume: {history.take_messages() or history.why_no_saved_game()}")


def _daily_session(date: str, level: str, history: "History") -> Session:
    """The board of a day, with its start revealed."""
    from minesweeper.play.daily import daily

    return daily(date, level).begin(*_stamp(), history.open_journal, now())


def _date(text: str) -> str:
    from minesweeper.play.daily import parse_date

    if text == "today":
        return time.strftime("%Y-%m-%d", time.gmtime())
    try:
        parse_date(text)
    except NotationError as error:
        raise UsageError(f"--daily: {error}") from None
    return text


# Watching


def _replay(argv: Sequence[str]) -> int:
    from minesweeper.cli.parser import replay_parser
    from minesweeper.play.journal import Journal
    from minesweeper.play.replay import journal_of
    from minesweeper.tui.screens.replay import ReplayScreen

    options = replay_parser().options(argv)
    own = _preferred(options)
    history = _history()
    replay = _find_replay(options.game, history)
    looks, curses = stage.looks_and_curses(own)

    def take_over(moves: int) -> "Screen":
        head = Head(*_stamp(), replay.setup, Origin("replay"))
        journal: Journal = journal_of(replay, head, moves)
        session = Session.branched(journal, now(), history.open_journal(head))
        dealer = Dealer(replay.setup, _draw_seed, stamp=_stamp, keep=history.open_journal)
        taken_over.append(_games(own, dealer, history, session))
        return _game_screen(own, taken_over[-1], looks, history)

    taken_over: list[Games] = []
    screen = ReplayScreen(replay, looks, take_over, rows=own.rows, speak=options.speak)
    status = stage.show(options, curses, screen, looks)
    for games in taken_over:
        _say_what_is_saved(games, status)
    return _after(history, status)


def _find_replay(name: str, history: "History") -> "Replay":
    """A game by its file, or by its id in the history."""
    from minesweeper.cli.commands.kept import kept
    from minesweeper.cli.given import read_replay
    from minesweeper.formats.rawvf import parse_rawvf
    from minesweeper.play.journal import parse_journal
    from minesweeper.play.progress import fold
    from minesweeper.play.replay import replay_of

    program = f"minesweeper {__version__}"
    try:
        if name != "last" and os.path.exists(name):
            text = read_replay(name)
            if text.startswith("minesweeper journal"):
                return replay_of(fold(parse_journal(text)), program)
            return parse_rawvf(text)
        return replay_of(kept(history, name), program)
    except NotationError as error:
        raise UsageError(f"{shown_path(name)}: {error}") from None


# What the player prefers


def _preferred(options: Options) -> "Preferred":
    """The options filled from the settings, and what else there is of the player's own."""
    from minesweeper.cli.preferred import Preferred

    try:
        settle_looks(options)
        own = Preferred(options, os.environ, sys.platform, _home())
    except SettingsError as error:
        raise UsageError(str(error)) from None
    if own.warning:
        _complain(own.warning)
    return own


def _save_settings(own: "Preferred") -> int:
    """Keep what the command line asked for as settings."""
    _check_output()
    try:
        own.save_named()
    except SettingsError as error:
        raise UsageError(f"--save-settings: {error}") from None
    named = ", ".join(f"{name} = {text}" for name, text in own.named.items())
    print(_in_one_line(f"{own.path}: {named}", sys.stdout))
    return 0


# What all of it needs


def _draw_seed() -> int:
    """A seed short enough to be typed."""
    return int.from_bytes(os.urandom(4), "big")


def _history() -> "History":
    from minesweeper.store.history import History

    directory = data_directory(os.environ, sys.platform, _home())
    return History(directory, time.strftime("%Y-%m-%d", time.gmtime()))


def _home() -> str:
    """The home directory; the root where nobody says which it is, as other programs have it."""
    home = os.path.expanduser("~")
    return home if os.path.isabs(home) else os.path.abspath(os.sep)


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
    try:
        print(_in_one_line(f"minesweeper: {text}", sys.stderr), file=sys.stderr, flush=True)
    except OSError:  # nobody can be told, and Python's own end shall not try again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _in_one_line(text: str, stream: TextIO) -> str:
    """The text with what the stream cannot say escaped, whatever control characters it held."""
    escaped = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    encoding = stream.encoding or "ascii"
    return escaped.encode(encoding, "backslashreplace").decode(encoding)
