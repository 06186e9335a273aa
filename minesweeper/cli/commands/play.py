"""The game itself, on the screen or in lines of text."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from minesweeper.cli import machine
from minesweeper.cli.output import UsageError, check_output, complain, one_line
from minesweeper.cli.parser import command_line
from minesweeper.engine.board import Board
from minesweeper.engine.notation import NotationError
from minesweeper.engine.setup import Setup, too_large
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.settings.live import LiveSettings, how_to_save, overruled
from minesweeper.settings.resolve import level_of, setup_of
from minesweeper.settings.table import (
    COMMAND_LINE,
    OPTIONS,
    SETTINGS,
    Option,
    Settings,
    SettingsError,
)
from minesweeper.store.games import Games
from minesweeper.tui.keys import bound_rows

if TYPE_CHECKING:  # what only some of it needs is loaded there: the first frame comes sooner
    from minesweeper.store.history import History
    from minesweeper.tui.look.looks import Looks
    from minesweeper.tui.screen import Screen
    from minesweeper.tui.screens.game import GameScreen


# The statuses of a quit and of Ctrl+C: after other signals there may be no terminal to write to.
BY_HAND: Final = (0, 130)


def run(arguments: Namespace) -> int:
    """Do what the command line asks for, which is a game unless it says otherwise."""
    asked = Settings(command_line(arguments))
    if asked.print_completion or asked.print_manual:
        return _print_data(asked.print_completion or "1")
    live = machine.load_settings(asked.given)
    settings = live.settings
    bound_rows(settings.keys, live.bindings)  # keys that collide are an error before the screen
    board = _given_board(settings.board)
    setup = setup_of(settings, board)
    date = _date(settings.daily)
    if settings.save_settings:
        return _save_settings(live)
    if settings.demo:
        return _show_demo(live, setup, board)
    screen = None if settings.plain else machine.open_screen(live)
    history = machine.open_history()
    dealer = Dealer(
        setup,
        machine.draw_seed,
        board,
        first_seed=settings.seed,
        stamp=machine.stamp,
        keep=history.open_journal,
    )
    session = _first_session(settings, date, dealer, history)
    if not screen:
        _play_plainly(live, dealer, session, history)
        return end(history, 0)
    return show_game(live, *screen, dealer, session, history)


def _print_data(suffix: str) -> int:
    """Print the manual page, or the completions of a shell, as they came with the program."""
    from importlib.resources import files

    check_output()
    data = files("minesweeper") / "data" / f"minesweeper.{suffix}"
    sys.stdout.buffer.write(data.read_bytes())
    return 0


# What is played


def _given_board(path: str | None) -> Board | None:
    if path is None:
        return None
    from minesweeper.cli.inputs import read_board

    return read_board(path)


def _date(text: str | None) -> str:
    """Return the date of the daily board that is asked for, empty if none is."""
    if text is None:
        return ""
    from minesweeper.play.daily import parse_date

    date = machine.today() if text == "today" else text
    try:
        parse_date(date)
    except NotationError as error:
        raise UsageError(f"--daily: {error}") from None
    return date


def _first_session(
    settings: Settings, date: str, dealer: Dealer, history: "History"
) -> Session | None:
    """Return the game to begin with; None if the dealer deals it."""
    if date:
        return _daily_session(date, level_of(settings), history)
    if not settings.resume:
        return None
    for identity in history.saved_ids():
        session = history.resume(identity, machine.now())
        if session:
            dealer.change(session.game.setup)
            return session
    raise UsageError(f"--resume: {history.take_messages() or history.why_no_saved_game()}")


def _daily_session(date: str, level: str, history: "History") -> Session:
    """Return a game on the board of a day, with its start revealed."""
    from minesweeper.play.daily import daily

    return daily(date, level).begin(*machine.stamp(), history.open_journal, machine.now())


# How it is played


def show_game(
    live: LiveSettings,
    looks: "Looks",
    curses: ModuleType,
    dealer: Dealer,
    session: Session | None,
    history: "History",
) -> int:
    """Play on the screen until that is left; return the exit status."""
    games = games_of(live, dealer, session, history)
    screen = game_screen(live, looks, games, history)
    return show_and_end(live, looks, curses, screen, history, [games])


def games_of(
    live: LiveSettings,
    dealer: Dealer,
    session: Session | None,
    history: "History",
    *,
    remembers: bool = True,
) -> Games:
    """Return the games of this sitting; unless it `remembers`, the next start deals as before."""
    return Games(
        dealer,
        history,
        session,
        deal_daily=lambda level: _daily_session(machine.today(), level, history),
        remember=live.state.remember if remembers else lambda setup: None,
    )


def _play_plainly(
    live: LiveSettings, dealer: Dealer, session: Session | None, history: "History"
) -> None:
    """Play in lines of text. A person is at it where standard input is a terminal."""
    from minesweeper.plain.commands import input_lines
    from minesweeper.plain.game import Plain

    check_output()
    stdin, stdout, stderr = sys.stdin, sys.stdout, sys.stderr

    def out(text: str) -> None:
        stdout.buffer.write(text.encode("ascii"))
        stdout.flush()

    at_terminal = bool(stdin and stdin.isatty())
    # A program's level is not what the player wants to begin with.
    games = games_of(live, dealer, session, history, remembers=at_terminal)
    plain = Plain(
        games,
        machine.now,
        out,
        stderr.write if stderr else lambda text: 0,
        board=live.settings.plain == "board",
        at_terminal=at_terminal,
        show_mines=live.settings.show_mines,
    )
    plain.run(input_lines(stdin.buffer.readline if stdin else lambda size: b""))


def _show_demo(live: LiveSettings, setup: Setup, board: Board | None) -> int:
    from minesweeper.tui.screens.demo import MAX_DEMO_CELLS, DemoScreen

    settings = live.settings
    fault = too_large(setup.width, setup.height, MAX_DEMO_CELLS)
    if fault:
        raise UsageError(f"--demo: {fault}")
    looks, curses = machine.open_screen(live)
    dealer = Dealer(setup, machine.draw_seed, board, first_seed=settings.seed)
    keymap = bound_rows(settings.keys, live.bindings)
    screen = DemoScreen(Games(dealer), looks, keymap=keymap, live=live, speak=settings.speak)
    return machine.show(curses, screen, looks, mouse=settings.mouse)


def game_screen(
    live: LiveSettings,
    looks: "Looks",
    games: Games,
    history: "History",
) -> "GameScreen":
    """Return the screen of a game and of those that are dealt after it."""
    from minesweeper.tui.screens.game import GameScreen

    return GameScreen(
        games,
        looks,
        keymap=bound_rows(live.settings.keys, live.bindings),
        live=live,
        show_mines=live.settings.show_mines,
        first_time=history.is_empty(),
        speak=live.settings.speak,
    )


def show_and_end(
    live: LiveSettings,
    looks: "Looks",
    curses: ModuleType,
    screen: "Screen",
    history: "History",
    games: Sequence[Games],
) -> int:
    """Show a screen until it is left, and say what became of its games; return the exit status."""
    status = machine.show(curses, screen, looks, mouse=live.settings.mouse)
    if any(each.has_saved for each in games) and status in BY_HAND:
        print("Saved. Resume with: minesweeper --resume")
    return end(history, status)


def end(history: "History", status: int) -> int:
    """Report what went wrong with the history; return 1 if that lost a game."""
    complain(history.take_messages())
    return status or int(history.has_lost_game)


# Settings


def _save_settings(live: LiveSettings) -> int:
    """Save what the command line asks for, unless something above the saved settings sets it."""
    check_output()
    given = live.settings.given
    asked = [OPTIONS[name] for name, value in given.items() if value.source == COMMAND_LINE]
    changes = {option.name: given[option.name].text for option in asked if option.label}
    try:
        _check_can_be_saved(live.settings, asked)
        if fixed := overruled(changes, live.fixed):
            complain(f"--save-settings: {how_to_save(fixed)}")
            return 1
        live.state.save(changes)
    except SettingsError as error:
        raise UsageError(f"--save-settings: {error}") from None
    listed = ", ".join(f"{name} = {changes[name]}" for name in SETTINGS if name in changes)
    print(one_line(f"{live.state.path}: {listed}", sys.stdout))
    return 0


def _check_can_be_saved(settings: Settings, asked: list[Option[Any]]) -> None:
    names = [option.name for option in asked if option.name != "save-settings"]
    if not names:
        raise SettingsError("nothing to save: name the options that you prefer")
    for name in names:
        if name in ("ascii", "emoji") and not settings.given[name].value:
            raise SettingsError(f"--no-{name} cannot be saved: name the glyphs with --glyphs")
        is_short = name in ("ascii", "emoji")
        if not (is_short or OPTIONS[name].label or settings.is_default(OPTIONS[name])):
            raise SettingsError(f"--{name} cannot be saved")
