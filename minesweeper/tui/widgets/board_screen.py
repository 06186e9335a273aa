"""A screen with a board: the field, the side that says what there is to say, and the key line."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Game
from minesweeper.tui.canvas import Canvas, wrap
from minesweeper.tui.events import Event, Key
from minesweeper.tui.keys import LOOKS_ROWS, KeyAdvice, Keymap, KeyRow, action_of, word_keys
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Reaction, Screen
from minesweeper.tui.widgets.field import Field, Overlay
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.layout import (
    SMALLEST_WINDOW,
    Extent,
    Placement,
    place_board,
    shown_zooms,
)
from minesweeper.tui.widgets.side import Side, draw_side

Method = Callable[[int], Reaction]
"""Does an action; it is called with the time."""

LOOKS_ACTIONS: Final = frozenset(action_of(LOOKS_ROWS).values())
"""The actions that change theme and zoom."""


class Scene(NamedTuple):
    """What the field shows."""

    game: Game
    cursor: Cell | None = None
    is_quiet: bool = False
    """Whether the cursor is a ring, so that it hides no colour of the help on the board."""
    mines: bool = False
    """Whether covered mines are shown."""
    overlay: Overlay | None = None
    is_paused: bool = False
    """Whether the board is hidden."""


class BoardScreen(Screen):
    """Draws a board with a side, and scrolls to what matters when the window changes."""

    def __init__(self, looks: Looks, grid: Grid, keymap: Keymap) -> None:
        self.looks = looks
        self.window: Extent = (0, 0)
        """The columns and rows of the window of the last frame; 0 before the first."""
        self.message = ""
        """The result of the last key or click, or why it could not be done."""
        self._advice = KeyAdvice()
        self.bind(keymap)
        self.show_grid(grid)

    def bind(self, keymap: Keymap) -> None:
        """Use the keys of a keymap."""
        self.keymap = keymap
        self._actions = action_of(keymap)

    def show_grid(self, grid: Grid) -> None:
        """Show a board of another size, or the same size anew."""
        self.grid = grid
        self.view = Field(grid, self.looks)
        self._placed: Placement | None = None
        if self.window[0]:  # keys may come before it is drawn
            self._place()

    @abstractmethod
    def side(self, now: int) -> Side:
        """Return what stands beside the field."""

    @abstractmethod
    def scene(self, now: int) -> Scene | None:
        """Return what the field shows; None if there is no board."""

    @abstractmethod
    def methods(self) -> Mapping[str, Method]:
        """Return the method of each action."""

    def scroll_to_start(self) -> None:  # a board may have nothing to begin with
        """Scroll to where the board is to be seen first."""

    def scroll_again(self) -> None:
        """Scroll to what must stay in sight after the window or the zoom has changed."""

    @property
    def is_too_small(self) -> bool:
        """Whether the window is too small to show the screen."""
        columns, rows = self.window
        return self.is_drawn and (columns < SMALLEST_WINDOW[0] or rows < SMALLEST_WINDOW[1])

    @property
    def is_drawn(self) -> bool:
        """Whether the screen has been drawn."""
        return self.window[0] > 0

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        self.window = canvas.columns, canvas.rows
        if self.is_too_small:
            draw_too_small(canvas, self.looks.theme)
            return
        place = self._place()
        scene = self.scene(now)
        if scene and scene.is_paused:
            self.view.draw_paused(canvas)
        elif scene:
            self.view.draw(
                canvas,
                scene.game,
                cursor=scene.cursor,
                is_quiet=scene.is_quiet,
                mines=scene.mines,
                overlay=scene.overlay,
            )
        draw_side(canvas, place, self.side(now), self.looks.theme)

    def placement(self) -> Placement:
        """Return where everything is in the window."""
        board, is_emoji = self.view.board_size, self.looks.theme.glyphs.is_emoji
        chosen = self.looks.chosen_zoom(board)
        return place_board(self.window, board, chosen, has_walls=is_emoji)

    def zooms(self) -> list[int]:
        """Return the zooms that the player can choose in the window."""
        return shown_zooms(self.window, self.view.board_size)

    def _place(self) -> Placement:
        """Place everything in the window; scroll if that has changed."""
        place = self.placement()
        if place != self._placed:
            is_first = self._placed is None
            self._placed = place
            self.view.place(place)
            if is_first:
                self.scroll_to_start()
            else:
                self.scroll_again()
        return place

    # Keys

    def action_of(self, key: str) -> str:
        """Return the action that a key is bound to, or ""."""
        return self._actions.get(key, "")

    @property
    def help_keymap(self) -> Keymap:
        """The keys in force, which the help page lists."""
        return self.keymap

    def press_key(self, key: str, now: int) -> Reaction:
        """Do the action of a key, on a screen that allows every action at any time."""
        message, self.message = self.message, ""
        action = self.action_of(key)
        method = self.methods().get(action)
        if method and (action == "quit" or not self.is_too_small):
            return method(now)
        if not action:
            self.advise(message, key, self.help_keymap)
        return None

    def words(self, texts: Mapping[str, str]) -> list[Word]:
        """Return the words for actions, with what each says; those without a key are left out."""
        return [
            Word(_ARROWS.get(key, name), text, Key(key))
            for action, text in texts.items()
            for name, key in word_keys(self.help_keymap, action)
        ]

    def pair(self, text: str, *actions: str, click: str) -> list[Word]:
        """Return one word for several actions; a click on it does one of them."""
        names = " ".join(word.key_text for word in self.words(dict.fromkeys(actions, text)))
        return [Word(names, text, self.click(click))] if names else []

    def click(self, action: str) -> Event | None:
        """Return what a click that stands for an action sends: its first key, if it has any."""
        return next((Key(key) for _, key in word_keys(self.help_keymap, action)), None)

    def key_name(self, action: str) -> str:
        """Return the first key of an action as a person names it; "" if it has none."""
        return next((name for name, _ in word_keys(self.help_keymap, action)), "")

    def change_looks(self, action: str, now: int) -> None:
        """Change the theme or the zoom; the message says to what."""
        if action == "theme":
            self.message = self.looks.change_theme()
        else:
            step = 1 if action == "zoom-in" else -1
            now = self.placement().zoom
            self.message = self.looks.zoom_by(step, now, self.zooms(), self.view.board_size)

    def advise(self, message: str, key: str, rows: Iterable[KeyRow]) -> None:
        """Say of a key that does nothing where the keys, those of `rows`, are listed.

        `message` was shown before the key; see `KeyAdvice`.
        """
        in_ascii = self.looks.theme.glyphs.is_ascii
        self.message = self._advice.after(message, key, rows, in_ascii=in_ascii)


_ARROWS: Final = {"left": "←", "right": "→", "up": "↑", "down": "↓"}


def draw_too_small(canvas: Canvas, theme: Theme, way_out: str = "") -> None:
    """Say how large the window has to be, and with `way_out` how to leave the screen."""
    columns, rows = SMALLEST_WINDOW
    texts = "Too small", f"{columns}{theme.glyphs.times}{rows} needed", way_out
    lines = [line for text in texts for line in wrap(text, max(1, canvas.columns))]
    for row, line in enumerate(lines):
        canvas.put(0, row, line, theme.note)
