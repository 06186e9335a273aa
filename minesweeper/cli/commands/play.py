"""The game itself, on the screen or in lines of text, and what its games share in one run."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from minesweeper.cli import environment
from minesweeper.cli.inputs import read_board
from minesweeper.cli.output import UsageError, check_output, complain, one_line
from minesweeper.cli.parser import command_line
from minesweeper.engine.board import Board
from minesweeper.engine.notation import NotationError
from minesweeper.engine.setup import Setup, too_large_to_solve
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.settings.resolve import LiveSettings, how_to_save, level_of, overruled, setup_of
from minesweeper.settings.table import (
    COMMAND_LINE,
    SETTINGS,
    Settings,
    SettingsError,
    text_of,
)
from minesweeper.store.history import History
from minesweeper.store.open_games import OpenGames
from minesweeper.tui.keys import bound_rows

if TYPE_CHECKING:  # plain mode plays without a screen
    from minesweeper.tui.look.theme import Looks
    from minesweeper.tui.screen import Screen
    from minesweeper.tui.screens.game import GameScreen  # late: the screen


PROMPT: Final = "> "
# The statuses of a quit and of Ctrl+C: after other signals there may be no terminal to write to.
BY_HAND: Final = (0, 130)


class Program:
    """The settings in force and the history of games, and what is played with them."""

    def __init__(self, live: LiveSettings, history: History) -> None:
        self.live = live
        self.settings = live.settings
        self.history = history
        self.keymap = bound_rows(live.settings.keys, live.bindings)

    def dealer(self, setup: Setup, board: Board | None = None) -> Dealer:
        """Return a dealer whose games are kept in the history."""
        return Dealer(
            setup,
            environment.draw_seed,
            board,
            first_seed=self.settings.seed,
            stamp=environment.stamp,
            keep=self.history.open_journal,
        )

    def daily(self, date: str, level: str) -> Session:
        """Return a game on the board of a day, with its start revealed."""
        from minesweeper.play.daily import daily  # late: with datetime, it takes a millisecond

        return daily(date, level).begin(
            *environment.stamp(), self.history.open_journal, environment.now()
        )

    def games(
        self, dealer: Dealer, session: Session | None = None, *, remembers: bool = True
    ) -> OpenGames:
        """Return the games to play; unless it `remembers`, the next start deals as before."""
        return OpenGames(
            dealer,
            self.history,
            session,
            deal_daily=lambda level: self.daily(environment.today(), level),
            today=environment.today,
            remember=self.live.state.remember if remembers else lambda setup: None,
        )

    def game_screen(self, looks: "Looks", games: OpenGames) -> "GameScreen":
        """Return the screen on which games are played."""
        from minesweeper.tui.screens.game import GameScreen  # late: the screen

        return GameScreen(
            games,
            looks,
            keymap=self.keymap,
            live=self.live,
            show_mines=self.settings.show_mines,
            first_time=self.history.is_empty(),
            idle_pause=self.settings.idle_pause,
            message=self.live.warning,
        )

    def show(
        self, screen: "Screen", looks: "Looks", curses: ModuleType, games: Sequence[OpenGames]
    ) -> int:
        """Show a screen until it is left; say if a game was saved, and return the exit status."""
        status = environment.show(curses, screen, looks, mouse=self.settings.mouse)
        if any(each.has_saved for each in games) and status in BY_HAND:
            print("Saved. Resume with: minesweeper --resume")
        return self.end(status)

    def end(self, status: int) -> int:
        """Back up the history, report what went wrong with it; return 1 if that lost a game."""
        self.history.back_up()
        complain(self.history.take_messages())
        return status or int(self.history.has_lost_game)


def run(arguments: Namespace) -> int:
    """Do what the command line asks for, which is a game unless it says otherwise."""
    asked = Settings(command_line(arguments))
    if asked.print_completion or asked.print_manual:
        return _print_data(asked.print_completion or "1")
    live = environment.load_settings(asked.given)
    settings = live.settings
    if settings.plain or settings.demo or settings.save_settings:
        complain(live.warning)  # a game on the screen says it itself
    sitting = Program(live, environment.open_history())
    board = _given_board(settings.board)
    setup = setup_of(settings, board)
    date = _date(settings.daily)
    if settings.save_settings:
        return _save_settings(live)
    if settings.demo:
        return _show_demo(sitting, setup, board)
    if settings.plain:
        return _play_plainly(sitting, setup, board, date)
    looks, curses = environment.open_screen(live)
    games = sitting.games(*_first_game(sitting, setup, board, date))
    return sitting.show(sitting.game_screen(looks, games), looks, curses, [games])


def _print_data(suffix: str) -> int:
    """Print the manual page, or the completions of a shell, as they came with the program."""
    from importlib.resources import files  # late: it takes 10 ms

    check_output()
    data = files("minesweeper") / "data" / f"minesweeper.{suffix}"
    sys.stdout.buffer.write(data.read_bytes())
    return 0


# What is played


def _given_board(path: str | None) -> Board | None:
    if path is None:
        return None
    return read_board(path)


def _date(text: str | None) -> str:
    """Return the date of the daily board that is asked for, empty if none is."""
    if text is None:
        return ""
    from minesweeper.play.daily import check_begun  # late: it loads the solver

    date = environment.today() if text == "today" else text
    try:
        check_begun(date, environment.latest_date())
    except NotationError as error:
        raise UsageError(f"--daily: {error}") from None
    return date


def _first_game(
    sitting: Program, setup: Setup, board: Board | None, date: str
) -> tuple[Dealer, Session | None]:
    """Return the dealer, and the game to begin with if the dealer does not deal it."""
    dealer, history = sitting.dealer(setup, board), sitting.history
    if date:
        return dealer, sitting.daily(date, level_of(sitting.settings))
    if not sitting.settings.resume:
        return dealer, None
    resumed = (history.resume(each, environment.now()) for each in history.saved_ids())
    session = next(filter(None, resumed), None)
    if session:
        dealer.follow(session)
        return dealer, session
    raise UsageError(f"--resume: {history.take_messages() or history.why_no_saved_game()}")


# Playing apart from the screen of the game


def _play_plainly(sitting: Program, setup: Setup, board: Board | None, date: str) -> int:
    """Play in lines of text. A person is at it where standard input is a terminal."""
    from minesweeper.plain.game import Plain, input_lines  # late: it loads the solver

    dealer, session = _first_game(sitting, setup, board, date)
    check_output()
    stdin, stdout, stderr = sys.stdin, sys.stdout, sys.stderr

    def out(text: str) -> None:
        stdout.buffer.write(text.encode("ascii"))
        stdout.flush()

    at_terminal = bool(stdin and stdin.isatty())
    is_for_people = at_terminal and stdout.isatty() and sitting.settings.plain != "board"
    plain = Plain(
        # A program's level is not what the player wants to begin with.
        sitting.games(dealer, session, remembers=at_terminal),
        environment.now,
        out,
        stderr.write if stderr else lambda text: 0,
        board=sitting.settings.plain == "board",
        at_terminal=at_terminal,
        prompt=PROMPT if is_for_people else "",
        show_mines=sitting.settings.show_mines,
    )
    plain.run(input_lines(stdin.buffer.readline if stdin else lambda size: b""))
    return sitting.end(plain.status)


def _show_demo(sitting: Program, setup: Setup, board: Board | None) -> int:
    from minesweeper.tui.screens.demo import DemoScreen  # late: it loads the solver

    settings = sitting.settings
    fault = too_large_to_solve(setup.width, setup.height)
    if fault:
        raise UsageError(f"--demo: {fault}")
    looks, curses = environment.open_screen(sitting.live)
    games = OpenGames(Dealer(setup, environment.draw_seed, board, first_seed=settings.seed))
    screen = DemoScreen(
        games,
        looks,
        keymap=sitting.keymap,
        live=sitting.live,
        idle_pause=settings.idle_pause,
    )
    return environment.show(curses, screen, looks, mouse=settings.mouse)


# Settings


def _save_settings(live: LiveSettings) -> int:
    """Save the settings of the command line, unless config.toml or the environment has one."""
    check_output()
    given = live.settings.given
    asked = [name for name, value in given.items() if value.source == COMMAND_LINE]
    changes = {name: given[name].value for name in SETTINGS if name in asked}
    try:
        _check_can_be_saved(live.settings, asked)
        if fixed := overruled(changes, live.fixed):
            complain(f"--save-settings: {how_to_save(fixed)}")
            return 1
        live.state.save(changes)
    except SettingsError as error:
        raise UsageError(f"--save-settings: {error}") from None
    listed = ", ".join(f"{name} = {text_of(value)}" for name, value in changes.items())
    print(one_line(f"{live.state.path}: {listed}", sys.stdout))
    return 0


def _check_can_be_saved(settings: Settings, asked: Sequence[str]) -> None:
    names = [name for name in asked if name != "save-settings"]
    if not names:
        raise SettingsError("nothing to save: name the options that you prefer")
    for name in names:
        if name not in SETTINGS and not settings.is_default(name):
            raise SettingsError(f"--{name} cannot be saved")
