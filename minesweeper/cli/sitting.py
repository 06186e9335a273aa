"""Sitting: what all games share that are played in one run of the program."""

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from minesweeper.cli import machine
from minesweeper.cli.output import complain
from minesweeper.engine.board import Board
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.settings.live import LiveSettings
from minesweeper.store.games import Games
from minesweeper.store.history import History
from minesweeper.tui.keys import bound_rows

if TYPE_CHECKING:  # plain mode plays without a screen
    from minesweeper.tui.look.looks import Looks
    from minesweeper.tui.screen import Screen
    from minesweeper.tui.screens.game import GameScreen

# The statuses of a quit and of Ctrl+C: after other signals there may be no terminal to write to.
BY_HAND: Final = (0, 130)


class Sitting:
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
            machine.draw_seed,
            board,
            first_seed=self.settings.seed,
            stamp=machine.stamp,
            keep=self.history.open_journal,
        )

    def daily(self, date: str, level: str) -> Session:
        """Return a game on the board of a day, with its start revealed."""
        from minesweeper.play.daily import daily

        return daily(date, level).begin(*machine.stamp(), self.history.open_journal, machine.now())

    def games(
        self, dealer: Dealer, session: Session | None = None, *, remembers: bool = True
    ) -> Games:
        """Return the games to play; unless it `remembers`, the next start deals as before."""
        return Games(
            dealer,
            self.history,
            session,
            deal_daily=lambda level: self.daily(machine.today(), level),
            remember=self.live.state.remember if remembers else lambda setup: None,
        )

    def game_screen(self, looks: "Looks", games: Games) -> "GameScreen":
        """Return the screen on which games are played."""
        from minesweeper.tui.screens.game import GameScreen

        return GameScreen(
            games,
            looks,
            keymap=self.keymap,
            live=self.live,
            show_mines=self.settings.show_mines,
            first_time=self.history.is_empty(),
            speak=self.settings.speak,
        )

    def show(
        self, screen: "Screen", looks: "Looks", curses: ModuleType, games: Sequence[Games]
    ) -> int:
        """Show a screen until it is left; say what became of its games, return the exit status."""
        status = machine.show(curses, screen, looks, mouse=self.settings.mouse)
        if any(each.has_saved for each in games) and status in BY_HAND:
            print("Saved. Resume with: minesweeper --resume")
        return self.end(status)

    def end(self, status: int) -> int:
        """Report what went wrong with the history; return 1 if that lost a game."""
        complain(self.history.take_messages())
        return status or int(self.history.has_lost_game)
