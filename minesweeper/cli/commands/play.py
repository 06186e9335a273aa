"""Play the game, on the screen or in lines of text; also --demo, --save-settings and the like."""

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Final

from minesweeper.cli import environment, screen_setup
from minesweeper.cli.inputs import find_saved_id, read_board, read_store
from minesweeper.cli.output import UsageError, check_output, complain, one_line
from minesweeper.cli.parser import command_line
from minesweeper.engine.board import Board
from minesweeper.engine.notation import NotationError
from minesweeper.engine.setup import Setup, why_too_large_to_solve
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.settings.live_settings import LiveSettings, find_override, override_text
from minesweeper.settings.resolve import level_of, setup_of
from minesweeper.settings.table import (
    COMMAND_LINE,
    SETTINGS,
    Settings,
    SettingsError,
    text_of,
)
from minesweeper.store.errors import StoreError
from minesweeper.store.open_games import NO_UNFINISHED, OpenGames
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import find_unfinished
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.terminal.clock import stand_while_stopped

if TYPE_CHECKING:  # plain mode plays without a screen, and a game without the course
    from minesweeper.learn.course import Course
    from minesweeper.play.replay import Replay
    from minesweeper.tui.look.looks import Looks
    from minesweeper.tui.screen import Screen
    from minesweeper.tui.screens.game import GameScreen  # late: the screen

    MakeScreen = Callable[[Looks, Callable[[int], Screen]], Screen]


# The statuses of a quit and of Ctrl+C. After other signals the terminal may be gone.
PLAYER_STATUSES: Final = (0, 130)


class Program:
    """One run of the program: its settings, its stores, and the games and screens made of them."""

    def __init__(self, live: LiveSettings, store: Store) -> None:
        self.live = live
        self.settings = live.at_start
        self.store = store
        self.keymap = bound_rows(live.at_start.keys, live.bindings)

    def make_dealer(self, setup: Setup, board: Board | None = None) -> Dealer:
        """Return a dealer whose games are stored in the history."""
        return Dealer(
            setup,
            environment.draw_seed,
            board,
            first_seed=self.settings.seed,
            stamp=environment.make_stamp,
            open_journal=self.store.open_journal,
        )

    def deal_daily(self, date: str, level: str) -> Session:
        """Return the saved game on the daily board of a date, or a new one with its start revealed.

        The first attempt is the one that counts, so it goes on.
        """
        from minesweeper.play.daily import daily  # late: with datetime, it takes a millisecond

        board, now = daily(date, level), environment.now()
        with suppress(StoreError):  # then a new attempt begins
            for game in self.store.read(find_unfinished):
                if game.name == board.name:
                    return self.store.resume(game.id, now)
        return board.begin(*environment.make_stamp(), self.store.open_journal, now)

    def open_games(
        self, dealer: Dealer, session: Session | None = None, *, remembers: bool = True
    ) -> OpenGames:
        """Return the games to play, beginning with `session` if there is one.

        If it `remembers`, the size is saved, and the next start deals it again.
        """
        return OpenGames(
            dealer,
            self.store,
            session,
            deal_daily=self.deal_daily,
            daily_date=environment.daily_date,
            today=environment.today,
            store_setup=self.live.saved_settings.remember if remembers else lambda setup: None,
            note_end=self.live.saved_settings.note_end,
        )

    def make_course(self) -> "Course":
        """Return the course, with the games of the history."""
        from minesweeper.learn.course import Course  # late: it loads the solver

        rng = Random(environment.draw_seed())
        return Course(self.store, rng, environment.time_stamp, environment.today)

    def make_game_screen(self, looks: "Looks", games: OpenGames) -> "GameScreen":
        """Return the screen on which games are played."""
        from minesweeper.tui.screens.game import GameScreen  # late: the screen

        return GameScreen(
            games,
            looks,
            keymap=self.keymap,
            live=self.live,
            show_mines=self.settings.show_mines,
            first_time=self.live.saved_settings.is_first_start and not games.session.steps,
            idle_pause=self.settings.idle_pause,
            message=self.live.warning,
            make_course=self.make_course,
        )

    def show(
        self, screen: "Screen", looks: "Looks", curses: ModuleType, games: Sequence[OpenGames]
    ) -> int:
        """Show a screen until the player leaves it; return the exit status.

        If one of the games was saved, print how to resume it.
        """
        status = screen_setup.show_screen(curses, screen, looks, mouse=self.settings.mouse)
        if any(each.has_left_saved_game for each in games) and status in PLAYER_STATUSES:
            print("Saved. Resume with: minesweeper --resume")
        return self.end(status)

    def show_replay(self, replay: "Replay", make_screen: "MakeScreen", without: str) -> int:
        """Show a replay on a screen until the player leaves it; return the exit status.

        `make_screen` is given what leads to a game that continues after a number of moves.
        `without` says what works without a terminal.
        """
        looks, curses = screen_setup.open_screen(self.live, without)
        taken_over: list[OpenGames] = []

        def take_over(moves: int) -> "Screen":
            dealer = self.make_dealer(replay.setup)
            session = dealer.take_over(replay, moves, environment.now())
            taken_over.append(self.open_games(dealer, session))
            return self.make_game_screen(looks, taken_over[-1])

        return self.show(make_screen(looks, take_over), looks, curses, taken_over)

    def end(self, status: int) -> int:
        """Back up what is stored and report errors; return `status`, or 1 if something was lost."""
        self.store.close()
        complain(self.store.take_messages())
        return status or int(self.store.is_lost)


def run(arguments: Namespace) -> int:
    """Do what the command line asks for: play a game, unless it names something else."""
    options = Settings(command_line(arguments))
    if options.print_completion or options.print_manual:
        return _print_data(options.print_completion or "1")
    live = environment.load_settings(options.layer)
    settings = live.at_start
    if settings.plain or settings.demo or settings.save_settings:
        complain(live.warning)  # the game screen shows it instead
    program = Program(live, environment.open_store())
    try:
        return _play(program)
    finally:  # an error may have come before the end
        program.store.close()


def _play(program: Program) -> int:
    """Play as the settings say; return the exit status."""
    settings, live = program.settings, program.live
    board = _read_board(settings.board) if settings.board is not None else None
    setup = setup_of(settings, board)
    date = _daily_date(settings.daily)
    if settings.save_settings:
        return _save_settings(live)
    if settings.demo:
        return _show_demo(program, setup, board)
    if settings.plain:
        return _play_plainly(program, setup, board, date)
    looks, curses = screen_setup.open_screen(live)
    games = program.open_games(*_first_game(program, setup, board, date))
    return program.show(program.make_game_screen(looks, games), looks, curses, [games])


def _print_data(suffix: str) -> int:
    """Print the manual page, or the completion script of a shell."""
    from importlib.resources import files  # late: it takes 10 ms

    check_output()
    data = files("minesweeper") / "data" / f"minesweeper.{suffix}"
    sys.stdout.buffer.write(data.read_bytes())
    return 0


# What is played


def _read_board(path: str) -> Board:
    """Return the board that --board names; UsageError if it cannot be read."""
    try:
        return read_board(path)
    except UsageError as error:
        raise UsageError(f"--board: {error}") from None


def _daily_date(text: str | None) -> str:
    """Return the date of the daily board that --daily names; "" without that option."""
    if text is None:
        return ""
    from minesweeper.play.daily import check_begun  # late: it loads the solver

    date = environment.daily_date() if text == "today" else text
    try:
        check_begun(date, environment.latest_date())
    except NotationError as error:
        raise UsageError(f"--daily: {error}") from None
    return date


def _first_game(
    program: Program, setup: Setup, board: Board | None, date: str
) -> tuple[Dealer, Session | None]:
    """Return the dealer, and the daily or saved game to begin with, or None to deal a new one."""
    dealer = program.make_dealer(setup, board)
    if date:
        return dealer, program.deal_daily(date, level_of(program.settings))
    if program.settings.resume is None:
        return dealer, None
    session = _resume(program.store, program.settings.resume)
    dealer.deal_like(session)
    return dealer, session


def _resume(store: Store, name: str) -> Session:
    """Return the saved game that --resume names; UsageError if it cannot be resumed."""
    try:
        if name != "newest":
            return store.resume(find_saved_id(store, name), environment.now())
        for game in read_store(store, find_unfinished):
            return store.resume(game.id, environment.now())
    except (UsageError, StoreError) as error:
        raise UsageError(f"--resume: {error}") from None
    raise UsageError(f"--resume: {NO_UNFINISHED}")


# Plain mode and the demo


def _play_plainly(program: Program, setup: Setup, board: Board | None, date: str) -> int:
    """Play in lines of text. Standard input tells a person, at a terminal, from a program."""
    from minesweeper.cli.plain_streams import PlainStreams  # late: plain mode
    from minesweeper.plain.game import PlainMode  # late: it loads the solver

    dealer, session = _first_game(program, setup, board, date)
    streams = PlainStreams()
    shows_board = program.settings.plain == "board"
    plain = PlainMode(
        # The size that a program played is not the one that the player wants at the next start.
        program.open_games(dealer, session, remembers=streams.at_terminal),
        environment.now,
        streams.out,
        streams.err,
        board=shows_board,
        at_terminal=streams.at_terminal,
        prompt="" if shows_board else streams.prompt,
        show_mines=program.settings.show_mines,
        make_course=program.make_course,
    )
    with stand_while_stopped():
        plain.run(streams.lines())
    return program.end(plain.status)


def _show_demo(program: Program, setup: Setup, board: Board | None) -> int:
    from minesweeper.tui.screens.demo import DemoScreen  # late: it loads the solver

    settings = program.settings
    fault = why_too_large_to_solve(setup.width, setup.height)
    if fault:
        raise UsageError(f"--demo: {fault}")
    looks, curses = screen_setup.open_screen(program.live)
    dealer = Dealer(setup, environment.draw_seed, board, first_seed=settings.seed)
    games = OpenGames(dealer, Store("", "", environment.time_stamp))
    screen = DemoScreen(
        games,
        looks,
        keymap=program.keymap,
        live=program.live,
        idle_pause=settings.idle_pause,
    )
    return screen_setup.show_screen(curses, screen, looks, mouse=settings.mouse)


# Settings


def _save_settings(live: LiveSettings) -> int:
    """Save the settings of the command line, unless config.toml or the environment sets one."""
    check_output()
    layer = live.at_start.layer
    names = [name for name, value in layer.items() if value.source == COMMAND_LINE]
    changes = {name: layer[name].value for name in SETTINGS if name in names}
    try:
        _check_can_be_saved(live.at_start, names)
        if override := find_override(changes, live.read_only):
            complain(f"--save-settings: {override_text(override)}")
            return 1
        live.saved_settings.save(changes)
    except SettingsError as error:
        raise UsageError(f"--save-settings: {error}") from None
    listed = ", ".join(f"{name} = {text_of(value)}" for name, value in changes.items())
    print(one_line(f"{live.saved_settings.path}: {listed}", sys.stdout))
    return 0


def _check_can_be_saved(settings: Settings, names: Sequence[str]) -> None:
    """Raise SettingsError if there is nothing to save, or an option that is not a setting."""
    to_save = [name for name in names if name != "save-settings"]
    if not to_save:
        raise SettingsError("nothing to save: add the options to save, such as --theme light")
    for name in to_save:
        if name not in SETTINGS and not settings.is_default(name):
            raise SettingsError(f"--{name} is not a setting and cannot be saved")
