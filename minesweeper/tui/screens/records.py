"""The page of records: what `minesweeper records` prints."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from minesweeper.store.games import NoHistory
from minesweeper.store.history import History
from minesweeper.store.report import LAST, records_lines
from minesweeper.store.trends import results
from minesweeper.tui.keys import ROWS, Row
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.widgets.page import Page

if TYPE_CHECKING:
    from minesweeper.tui.screens.game import GameScreen


def open_page(game: "GameScreen") -> Page:
    """Return the records of all games, as they lie over one."""
    unicode = not game.looks.theme.glyphs.wall.isascii()
    return RecordsPage(game.looks, lines_of(game.games.history, unicode=unicode), game.keymap)


class RecordsPage(Page):
    """The records, as lines that scroll."""

    indent = 12  # below the values, which stand beside their names

    def __init__(self, looks: Looks, lines: list[str], keymap: Iterable[Row] = ROWS) -> None:
        """`lines` are those of `lines_of`."""
        super().__init__(looks, "Records", lines, keymap)


def lines_of(history: History | NoHistory, *, unicode: bool) -> list[str]:
    """Return the records as lines of text, or why they cannot be read."""
    tables = history.query(lambda db: results(db, LAST)) or []
    return (
        [history.take_messages()]
        if history.is_unreadable
        else records_lines(tables, unicode=unicode)
    )
