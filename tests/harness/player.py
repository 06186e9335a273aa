"""A player in front of a screen in memory: keys, mouse, clock and canvas; time is handed in."""

from collections.abc import Callable, Sequence
from itertools import count
from string import ascii_lowercase, punctuation
from unicodedata import east_asian_width

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Status
from minesweeper.engine.notation import format_layout, format_position
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.play.replay import Replay
from minesweeper.play.session import Session
from minesweeper.store.open_games import DealDaily, OpenGames
from minesweeper.store.store import Store
from minesweeper.tui.app import Clicks
from minesweeper.tui.canvas import Canvas, Style
from minesweeper.tui.events import Event, Key, Mouse
from minesweeper.tui.keys import ROWS, Keymap, action_of
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import without_colours
from minesweeper.tui.screen import Leave, Reaction, Screen
from minesweeper.tui.screens.demo import DemoScreen
from minesweeper.tui.screens.game import GameScreen
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.screens.records import HistoryScreen
from minesweeper.tui.screens.replay import ReplayScreen
from minesweeper.tui.widgets.board_screen import BoardScreen, Scene
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.page_screen import PageScreen
from minesweeper.tui.widgets.side import Part, Side
from tests.harness.boards import board_of
from tests.harness.kept_games import SETUP, TODAY, moves_that_win, nowhere
from tests.harness.kept_games import dealer as kept_dealer

LEFT, MIDDLE, RIGHT, WHEEL_UP, WHEEL_DOWN = 1, 2, 3, 4, 5

# A key that does nothing in a game.
FREE_KEY = next(key for key in ascii_lowercase + punctuation if key not in action_of(ROWS))

TWO_MINES = """
    *...
    ....
    ...*
"""


class Player:
    """A player in front of a screen, and of the pages that are opened on top of it."""

    def __init__(self, screen: Screen, size: tuple[int, int] = (80, 24)) -> None:
        self.screens = [screen]
        self._clicks = Clicks()
        self.size = size
        self.now = 1_000_000
        self.draw()
        self.wait(0)

    @property
    def top(self) -> Screen:
        """The screen that is shown."""
        return self.screens[-1]

    @property
    def is_at_page(self) -> bool:
        """Whether a page lies over the first screen."""
        return len(self.screens) > 1

    # What the player does

    def press(self, *keys: str) -> Reaction:
        """Press keys, all at once; return what the last one is answered with."""
        reaction: Reaction = None
        for key in keys:
            reaction = self._send(Key(key))
        return reaction

    def mouse(self, button: int, pressed: bool, column: int, row: int) -> Reaction:
        """Press or release a button at a place of the screen."""
        return self._send(Mouse(button, pressed, column, row))

    def click_at(self, column: int, row: int, button: int = LEFT) -> Reaction:
        """Click at a place of the screen."""
        self.mouse(button, True, column, row)
        return self.mouse(button, False, column, row)

    def click_on(self, text: str, behind: int = 0, button: int = LEFT) -> Reaction:
        """Click on a text, or the given number of columns after its beginning."""
        column, row = self.find(text)
        return self.click_at(column + behind, row, button)

    def wait(self, milliseconds: int) -> None:
        """Let time pass, and see what has become due."""
        self.now += milliseconds
        self._react(self.top.tick(self.now))
        self.draw()

    def wait_until_idle(self) -> None:
        """Wait until nothing is due at once any more."""
        for _ in range(5_000):
            if self.top.next_wakeup(self.now):
                self.draw()
                return
            self._react(self.top.tick(self.now))
        raise AssertionError("something is always due")

    def resize(self, *size: int) -> None:
        self.size = (size[0], size[1])
        self.draw()

    def _send(self, event: Event) -> Reaction:
        screen, answer = self.top, None
        for each in self._clicks.events(event, screen, self.canvas):
            if self.top is screen:
                reaction = screen.handle(each, self.now)
                self._react(reaction)
                answer = answer or reaction
        self.draw()
        return answer

    def _react(self, reaction: Reaction) -> None:
        """Open and leave screens as the loop does."""
        if isinstance(reaction, Screen):
            self.screens.append(reaction)
        elif isinstance(reaction, Leave) and self.is_at_page:
            self.screens.pop().leave(self.now)
            self._react(self.top.continue_after(reaction.do, self.now))

    # What the player sees

    def draw(self) -> Canvas:
        self.canvas = Canvas(*self.size)
        self.top.draw(self.canvas, self.now)
        self._lines: list[str] | None = None
        return self.canvas

    @property
    def lines(self) -> list[str]:
        if self._lines is None:  # once a frame: to make the lines takes longer than to draw it
            self._lines = self.canvas.lines()
        return self._lines

    @property
    def shown(self) -> list[str]:
        """The lines without the blank ones above and below."""
        first = next(row for row, line in enumerate(self.lines) if line)
        return "\n".join(self.lines[first:]).rstrip().split("\n")

    def shows(self, text: str) -> bool:
        return any(text in line for line in self.lines)

    def find(self, text: str) -> tuple[int, int]:
        """Return the column and row of the screen where a text begins."""
        return next((line.index(text), row) for row, line in enumerate(self.lines) if text in line)

    @property
    def focused(self) -> str:
        """The chosen row of a list, without its mark, its parts a blank apart."""
        selected = self.top.looks.theme.selected  # type: ignore[attr-defined]  # a page has looks
        [(text, pieces)] = [
            (text, pieces)
            for text, pieces in zip(self.lines, self.canvas.pieces, strict=True)
            if any(style is selected for _, _, style in pieces)
        ]
        places = [(at, at + width(part)) for at, part, style in pieces if style is selected]
        line = text[min(places)[0] : max(end for _, end in places)]
        return " ".join(line.strip(" \u258c").rstrip("^v").removeprefix(">").split())

    # What a screen with a board shows: the one on top, or else the one below the pages

    @property
    def board_screen(self) -> BoardScreen:
        return next(each for each in reversed(self.screens) if isinstance(each, BoardScreen))

    @property
    def page_screen(self) -> PageScreen | None:
        """The page with a stage that is shown, if one is; of the history, that of its tab."""
        screen = self.top.page if isinstance(self.top, HistoryScreen) else self.top
        return screen if isinstance(screen, PageScreen) else None

    @property
    def side(self) -> Side:
        """What stands beside the board, or beside the page that lies over it."""
        if page := self.page_screen:
            return page.shown_side(self.now)
        return self.board_screen.side(self.now)

    @property
    def message(self) -> str:
        """What the body of the side says, in one line."""
        return side_text(self.side.body)

    @property
    def says(self) -> str:
        """The title of the side, its value, rows and body in one line."""
        return side_says(self.side)

    @property
    def main(self) -> str:
        """What is offered to do with what is said: "i tell me"."""
        return words_text(self.side.main)

    @property
    def foot(self) -> str:
        return " / ".join(self.side.foot)

    @property
    def clock(self) -> str:
        counters = self.side.counters
        return counters.clock if counters else self.side.value

    @property
    def scene(self) -> Scene:
        """What the field shows."""
        scene = self.board_screen.scene(self.now)
        assert scene, "there is a board"
        return scene

    def place_of(self, column: int, row: int) -> tuple[int, int]:
        """Return where the glyph of a cell is on the screen."""
        screen = self.board_screen
        return screen.view.position(screen.grid.cell(column, row))

    def go_to(self, column: int, row: int) -> None:
        """Move the cursor to a cell, by keys."""
        self.press("home", "g", *["right"] * (column - 1), *["down"] * (row - 1))

    @property
    def position(self) -> str:
        return format_position(self.scene.game)

    @property
    def cursor(self) -> tuple[int, int]:
        """The cell that is filled with the colour of the cursor; (0, 0) for none."""
        cursor = self.scene.cursor
        return (0, 0) if cursor is None else self.scene.game.grid.place(cursor)


class GamePlayer(Player):
    """A player at a game, or at the demo, which may be kept in a history."""

    def __init__(
        self,
        layout: str | None = TWO_MINES,
        size: tuple[int, int] = (80, 24),
        *,
        setup: Setup | None = None,
        glyphs: str = "ascii",
        theme: str = "sea",
        zoom: int | None = None,
        dealer: Dealer | None = None,
        store: Store | None = None,
        session: Session | None = None,
        deal_daily: DealDaily | None = None,
        daily_date: Callable[[], str] = lambda: "",
        demo: bool = False,
        motion: bool = False,
        begins_at: tuple[int, int] | None = (1, 1),
        **options: object,
    ) -> None:
        """Play on a layout, or on boards of a setup; `options` are those of the screen.

        The player moves the cursor to the cell `begins_at`, unless a session is resumed; with None
        it stays where the game puts it. With `motion` the ends of games move.
        """
        board = None if layout is None else board_of(layout)
        if board and not setup:
            setup = Setup(board.grid.width, board.grid.height, board.mine_count)
        seeds = count(7)
        dealer = dealer or Dealer(setup or Setup(8, 8, 10), lambda: next(seeds), board)
        self.looks = Looks(theme, glyphs, zoom, motion=motion)
        games = OpenGames(
            dealer,
            store or nowhere(),
            session,
            deal_daily=deal_daily,
            daily_date=daily_date,
            today=lambda: TODAY,
        )
        make = DemoScreen if demo else GameScreen
        self.screen: GameScreen = make(games, self.looks, **options)  # type: ignore[arg-type]  # the screen's own
        super().__init__(self.screen, size)
        if begins_at and not session:
            self.screen.go_to(self.screen.grid.cell(*begins_at))
            self.draw()

    @property
    def demo(self) -> DemoScreen:
        assert isinstance(self.screen, DemoScreen)
        return self.screen

    @property
    def theme(self) -> Theme:
        return self.looks.theme

    @property
    def session(self) -> Session:
        return self.screen.session

    @property
    def setup(self) -> Setup:
        return self.session.game.setup

    @property
    def identity(self) -> str:
        return self.session.head.id

    @property
    def board(self) -> Board:
        """The board, once the mines are laid."""
        assert self.session.board
        return self.session.board

    def down(self, column: int, row: int, button: int = LEFT) -> None:
        """Press a button on a cell of the board."""
        self.mouse(button, True, *self.place_of(column, row))

    def up(self, column: int, row: int, button: int = LEFT) -> None:
        self.mouse(button, False, *self.place_of(column, row))

    def click(self, column: int, row: int, button: int = LEFT) -> None:
        self.down(column, row, button)
        self.up(column, row, button)

    def reveal(self, cell: Cell) -> None:
        """Reveal a cell wherever the cursor is."""
        self.screen.cursor = cell
        self.press("o")

    def clear(self) -> None:
        """Reveal every safe cell."""
        for move in moves_that_win(self.board):
            if not self.session.over and not self.session.game.is_revealed(move.cell):
                self.reveal(move.cell)

    def win(self, milliseconds: int = 4_000) -> None:
        """Win a game in so much time."""
        self.press("enter")
        self.now += milliseconds
        self.clear()
        self.wait_until_idle()

    def explode(self) -> None:
        """Reveal a mine."""
        self.reveal(next(cell for cell in self.board.grid if self.board.is_mine(cell)))

    def place_of(self, column: int, row: int) -> tuple[int, int]:
        return self.screen.view.position(self.screen.grid.cell(column, row))

    @property
    def cursor(self) -> tuple[int, int]:
        return self.screen.grid.place(self.screen.cursor)

    @property
    def position(self) -> str:
        return format_position(self.session.game)

    @property
    def everything(self) -> object:
        """All that an event could change."""
        session = self.session
        return id(session), len(session.entries), self.cursor, self.position, self.lines

    @property
    def status(self) -> Status:
        return self.session.game.status

    @property
    def layout(self) -> str:
        return format_layout(self.board)

    def style_at(self, column: int, row: int) -> Style:
        """How the sign of a cell is painted, or would be if it had one."""
        across, down = self.place_of(column, row)
        styles = [
            style for at, text, style in self.canvas.pieces[down] if at <= across < at + width(text)
        ]
        return styles[-1] if styles else self.canvas.blank

    def text_at(self, column: int, row: int) -> str:
        """The sign that is written in a cell."""
        across, down = self.place_of(column, row)
        return self.lines[down].ljust(self.size[0])[across]


def at_kept_games(store: Store, setup: Setup = SETUP, first: int = 1) -> GamePlayer:
    """Return a player at games that are kept, once all that is due is done."""
    player = GamePlayer(None, dealer=kept_dealer(store, setup, first=first), store=store)
    player.wait_until_idle()
    return player


def text_of(player: GamePlayer) -> str:
    """Return what the screen shows once all that is due is done."""
    player.wait(0)
    player.wait_until_idle()
    return "\n".join(player.lines)


class ReplayPlayer(Player):
    """A player who watches a replay."""

    def __init__(
        self,
        replay: Replay,
        size: tuple[int, int] = (80, 24),
        glyphs: str = "ascii",
        *,
        keymap: Keymap = ROWS,
    ) -> None:
        self.looks = Looks(glyphs=glyphs)
        self.branched: list[int] = []
        """After how many moves the game was taken over."""
        self.screen = ReplayScreen(replay, self.looks, self._take_over, keymap=keymap)
        super().__init__(self.screen, size)

    def _send(self, event: Event) -> Reaction:
        reaction = super()._send(event)
        self.wait(0)  # as the loop does: an event stops the clock of the replay
        return reaction

    def _take_over(self, moves: int) -> Screen:
        self.branched.append(moves)
        return HelpPage(self.looks, (), (), ROWS)  # instead of a game

    def scrub(self, place: int) -> None:
        """Click on a place of the bar, the first one being 0."""
        column, row = self.find("move ")
        self.click_at(column + place, row - 1)


def side_text(parts: Sequence[Part]) -> str:
    """The sentences among the parts of a side in one line; a tile is its glyph between blanks."""
    texts = [without_colours(part) for part in parts if isinstance(part, str)]
    return " ".join(" ".join(texts).split())


def side_says(side: Side) -> str:
    """The title of a side, its value, what it counts, its rows and body in one line."""
    counted = f"{side.digits} {side.unit}" if side.unit else ""
    texts = side.title, side.value, counted, side_text(side.rows), side_text(side.body)
    return " ".join(filter(None, texts))


def words_text(words: Sequence[Word]) -> str:
    return " / ".join(f"{word.key_text} {word.text}" for word in words)


def torn_texts(canvas: Canvas) -> list[str]:
    """The lines with a text of which a part, and not the whole, lies below others."""
    torn = []
    for row, pieces in enumerate(canvas.pieces):
        above: set[int] = set()
        for column, text, _ in reversed(pieces):
            columns = range(column, column + width(text))
            is_text = sum(map(str.isalpha, text)) > 2
            if is_text and 0 < len(above.intersection(columns)) < len(columns):
                torn.append(canvas.lines()[row])
            above.update(columns)
    return torn


def width(text: str) -> int:
    """Return the width of a text in columns, from the Unicode tables alone."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def lines_of(page: Screen, size: tuple[int, int] = (80, 24)) -> list[str]:
    """What a page shows in a window."""
    canvas = Canvas(*size)
    page.draw(canvas, 0)
    return canvas.lines()
