"""The records on a page that lies over the game."""

from collections.abc import Iterable

from minesweeper.tui.keys import ROWS, Row
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.widgets.page import Page


class RecordsPage(Page):
    """What `minesweeper records` prints, to be scrolled."""

    indent = 12  # below the values, which stand beside their names

    def __init__(self, looks: Looks, lines: list[str], rows: Iterable[Row] = ROWS) -> None:
        super().__init__(looks, "Minesweeper: records", lines or ["no games are kept yet"], rows)
