"""The records on a page that lies over the game."""

from minesweeper.tui.pages import Page
from minesweeper.tui.theme import Theme


class RecordsPage(Page):
    """What `minesweeper records` prints, to be scrolled."""

    indent = 12  # below the values, which stand beside their names

    def __init__(self, theme: Theme, lines: list[str]) -> None:
        super().__init__(theme, "Minesweeper: records", lines or ["no games are kept yet"])
