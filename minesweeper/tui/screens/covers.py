"""The pages that lie over a game, loaded when they are opened; its clock stands meanwhile."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from minesweeper.tui.keys import Row
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Screen
from minesweeper.tui.screens.games import Begin, Games
from minesweeper.tui.widgets.pointer import Pointer

if TYPE_CHECKING:
    from minesweeper.settings.live import LiveSettings, Texts

Rows = tuple[Row, ...]


class Covers:
    """Opens a page, and lets the clock run on when it is left."""

    def __init__(self, looks: Looks, games: Games, pointer: Pointer) -> None:
        self._looks = looks
        self._games = games
        self._pointer = pointer
        self._ran = False

    def records(self, rows: Rows, now: int) -> Screen:
        from minesweeper.tui.screens.records import RecordsPage

        self._cover(now)
        unicode = not self._looks.theme.glyphs.wall.isascii()
        return RecordsPage(self._looks, self._games.keeping.record_lines(unicode=unicode), rows)

    def menu(
        self, rows: Rows, most_cells: int, begin: Callable[[Begin, int], None], now: int
    ) -> Screen:
        """`begin` goes over to a game that was chosen."""
        from minesweeper.tui.screens.menu import MenuPage

        self._cover(now)
        offers = self._games.offers(most_cells, begin)
        return MenuPage(self._looks, self._games.dealer.setup, offers, rows)

    def settings(
        self, rows: Rows, desk: "LiveSettings", apply: "Callable[[Texts], None]", now: int
    ) -> Screen:
        """`apply` puts what is set in force. The menu may have set a rule as well."""
        from minesweeper.tui.screens.settings import SettingsPage, rules_of

        self._cover(now)
        desk.texts.update(rules_of(self._games.dealer.setup))
        return SettingsPage(self._looks, desk, apply, rows)

    def help(self, rows: Rows, told: Rows, now: int) -> Screen:
        """`told` are the keys that the page tells of."""
        from minesweeper.tui.widgets.page import HelpPage

        self._cover(now)
        return HelpPage(self._looks, told, keys=rows)

    def _cover(self, now: int) -> None:
        session = self._games.session
        self._ran = not session.paused
        self._pointer.forget()
        session.pause(now)

    def uncover(self, now: int) -> None:
        """Let the clock run on, once: the page was left, or its game for another one."""
        if self._ran:
            self._games.session.resume(now)
        self._ran = False
