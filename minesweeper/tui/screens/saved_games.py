"""The page of saved games, one of which can be resumed or given up."""

from collections.abc import Iterator
from itertools import starmap
from typing import Final

from minesweeper.engine.notation import capitalise
from minesweeper.store.games_text import (
    NO_SAVED_GAMES,
    SavedGame,
    describe_saved_game,
    saved_columns,
)
from minesweeper.store.open_games import OpenGames
from minesweeper.store.tables import table
from minesweeper.tui.canvas import Canvas, wrap
from minesweeper.tui.events import Event, Key, Mouse, Pick
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.screens.history_pages import characters_of, draw_message, paint_lines
from minesweeper.tui.widgets.footer import GO_BACK, FooterWord, draw_footer
from minesweeper.tui.widgets.page import FramedPage, PageLine, Scroller, Sheet, lay_sheet

_COLUMNS: Final = 72
_QUESTION: Final = "Give up this game? It stays in the list of games, as abandoned. y/n"
_WHEEL_LINES: Final = 3
_HEADING_ROWS: Final = 1
# The rows for a question or message, with a blank one above; the list may use them meanwhile.
_NOTE_ROWS: Final = 2


class SavedGamesPage(FramedPage):
    """The list of saved games, the newest first; it is read while it is shown."""

    def __init__(self, games: OpenGames, looks: Looks, keymap: Keymap) -> None:
        super().__init__(looks, keymap)
        self._games = games
        self._list: list[SavedGame] = []
        self._most_games = 3
        """The most games listed so far; the frame never shrinks, so that no row moves."""
        self._index = 0
        self._scroller = Scroller()
        self._to_give_up: SavedGame | None = None
        """The game to give up if the player confirms it."""
        self._message = ""
        self._reading: Iterator[SavedGame] | None = None
        self._begin_reading()

    def _begin_reading(self) -> None:
        self._list.clear()
        self._reading = starmap(describe_saved_game, self._games.preview_all())

    def tick(self, now: int) -> None:
        """Read one more saved game: it takes some milliseconds."""
        if self._reading is None:
            return
        try:
            self._list.append(next(self._reading))
        except StopIteration:
            self._reading = None

    def next_wakeup(self, now: int) -> int:
        return super().next_wakeup(now) if self._reading is None else 0

    @property
    def selected(self) -> SavedGame | None:
        """The selected game; None if there are no games."""
        self._select(self._index)
        return self._list[self._index] if self._list else None

    def _select(self, index: int) -> None:
        self._index = max(0, min(index, len(self._list) - 1))

    # Drawing

    def draw_page(self, canvas: Canvas, now: int) -> None:
        theme = self.looks.theme
        note_rows = max(_NOTE_ROWS, len(self._note(_COLUMNS)))
        self._most_games = max(self._most_games, len(self._list))
        sheet = lay_sheet(canvas, _COLUMNS, _HEADING_ROWS + self._most_games + note_rows)
        note = self._note(sheet.columns)[-sheet.rows + 2 :]
        self._draw_list(canvas, sheet, sheet.rows - len(note), theme)
        sheet.draw(canvas, theme, self._title(), position=self._scroller.position)
        lines: list[PageLine] = [[(0, text, theme.message)] for text in note]
        sheet.put_lines(canvas, lines, sheet.rows - len(note))
        draw_footer(canvas, sheet.footer_row, self._words(), theme)

    def _title(self) -> str:
        return "Saved games" if self._reading is None else "Reading saved games"

    def _note(self, columns: int) -> list[str]:
        """Return the question or the message below the list, after a blank line."""
        text = _QUESTION if self._to_give_up else self._message
        return ["", *wrap(text, columns)] if text else []

    def _draw_list(self, canvas: Canvas, sheet: Sheet, rows: int, theme: Theme) -> None:
        in_sight = self._scroller.fit(len(self._list), rows - _HEADING_ROWS)
        if not in_sight:
            if self._reading is None:
                draw_message(canvas, sheet._replace(rows=rows), (NO_SAVED_GAMES,), theme)
            return
        self._select(self._index)
        self._scroller.show(self._index)
        characters = characters_of(theme)
        columns = saved_columns(characters)
        lines = paint_lines(table(self._list, columns, sheet.columns, characters.more), theme)
        sheet.put_lines(canvas, lines[:_HEADING_ROWS])
        for row, index in enumerate(self._scroller.lines, _HEADING_ROWS):
            line = lines[_HEADING_ROWS + index]
            sheet.target(canvas, row, Pick(index))
            if index == self._index:
                sheet.put_selected(canvas, line, row, theme)
                canvas.cursor = (sheet.column, sheet.first_row + row)
            else:
                sheet.put_lines(canvas, [line], row)

    def _words(self) -> Iterator[FooterWord]:
        if self._to_give_up:
            yield FooterWord("y", "give up", "y")
            yield FooterWord("n", "keep", "n")
            return
        if self._list:
            yield FooterWord("Enter", "resume", "enter")
            yield FooterWord("d", "give up", "d")
        yield GO_BACK

    # Events

    def handle_page(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Key):
            return self._press(event.name, now)
        if self._to_give_up:
            return None
        if isinstance(event, Pick):
            return self._pick(event.number)
        if isinstance(event, Mouse) and event.wheel:
            self._select(self._index + event.wheel * _WHEEL_LINES)
        return None

    def _press(self, key: str, now: int) -> Reaction:
        action = self._actions.get(key, "")
        self._message = ""
        if self._to_give_up:
            self._answer(self._to_give_up, key, now)
        elif key == "escape" or action in ("quit", "resume"):
            return Leave()
        elif key in ("d", "D"):
            self._to_give_up = self.selected
        elif key == "enter" or action == "reveal":
            return self._resume()
        else:
            self._select(self._index + self._scroller.distance(action))
        return None

    def _pick(self, index: int) -> Reaction:
        """Select a game, or resume the selected one."""
        if index == self._index:
            return self._resume()
        self._select(index)
        return None

    def _resume(self) -> Reaction:
        game = self.selected
        return Leave(lambda actions, now: actions.resume(game.id, now)) if game else None

    def _answer(self, game: SavedGame, key: str, now: int) -> None:
        """Give the game up if the key is y; any other key keeps it."""
        self._to_give_up = None
        if key not in ("y", "Y"):
            return
        if trouble := self._games.give_up(game.id, now):
            self._message = capitalise(trouble)
            self._begin_reading()
        else:
            self._message = "Given up"
            self._list.remove(game)
