"""Somebody who sits at a game screen in memory; time is handed in."""

from itertools import count

from minesweeper.engine.game import Status
from minesweeper.engine.notation import format_layout, format_position
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.store.games import DealDaily, Games
from minesweeper.store.history import History
from minesweeper.tui.canvas import Canvas, Style
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Key, Mouse, Reaction, Screen
from minesweeper.tui.screens.game import GameScreen
from tests.harness.boards import board_of

LEFT, MIDDLE, RIGHT, WHEEL_UP, WHEEL_DOWN = 1, 2, 3, 4, 5

TWO_MINES = """
    *...
    ....
    ...*
"""


class Seat:
    """Somebody at a game screen: a window, a clock, a keyboard and a mouse."""

    def __init__(
        self,
        layout: str | None = TWO_MINES,
        size: tuple[int, int] = (80, 24),
        *,
        setup: Setup | None = None,
        glyphs: str = "ascii",
        theme: str = "dark",
        zoom: int = 2,
        dealer: Dealer | None = None,
        history: History | None = None,
        session: Session | None = None,
        deal_daily: DealDaily | None = None,
        **options: object,
    ) -> None:
        """`options` are those of the game screen."""
        board = None if layout is None else board_of(layout)
        if board and not setup:
            setup = Setup(board.grid.width, board.grid.height, board.mine_count)
        seeds = count(7)
        games = Games(
            dealer or Dealer(setup or Setup(8, 8, 10), lambda: next(seeds), board),
            history,
            session,
            deal_daily=deal_daily,
        )
        self.looks = Looks(theme, glyphs, zoom)
        self.screen = self.open(games, **options)
        self.size = size
        self.now = 1_000_000
        self.draw()
        self.wait(0)

    def open(self, games: Games, **options: object) -> GameScreen:
        return GameScreen(games, self.looks, **options)  # type: ignore[arg-type]  # the screen's own

    @property
    def theme(self) -> Theme:
        return self.looks.theme

    def draw(self) -> Canvas:
        self.canvas = Canvas(*self.size)
        self.screen.draw(self.canvas, self.now)
        return self.canvas

    def resize(self, *size: int) -> None:
        self.size = (size[0], size[1])
        self.draw()

    def press(self, *keys: str) -> Reaction:
        """Press keys, all at once; what the last one answers."""
        reaction: Reaction = None
        for key in keys:
            reaction = self.screen.handle(Key(key), self.now)
            self.draw()
        return reaction

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.screen.tick(self.now)
        self.draw()

    def mouse(self, button: int, pressed: bool, column: int, row: int) -> None:
        """Do something with a button at a place of the screen."""
        self.screen.handle(Mouse(button, pressed, column, row), self.now)
        self.draw()

    def down(self, column: int, row: int, button: int = LEFT) -> None:
        """Press a button on a cell of the board."""
        self.mouse(button, True, *self.place_of(column, row))

    def up(self, column: int, row: int, button: int = LEFT) -> None:
        self.mouse(button, False, *self.place_of(column, row))

    def click(self, column: int, row: int, button: int = LEFT) -> None:
        self.down(column, row, button)
        self.up(column, row, button)

    def place_of(self, column: int, row: int) -> tuple[int, int]:
        return self.screen.view.position(self.screen.grid.cell(column, row))

    def go_to(self, column: int, row: int) -> None:
        self.press("home", "g", *["right"] * (column - 1), *["down"] * (row - 1))

    @property
    def cursor(self) -> tuple[int, int]:
        return self.screen.grid.place(self.screen.cursor)

    @property
    def position(self) -> str:
        return format_position(self.screen.session.game)

    @property
    def everything(self) -> object:
        """All that an event could change."""
        session = self.screen.session
        return id(session), len(session.entries), self.cursor, self.position, self.lines

    @property
    def status(self) -> Status:
        return self.screen.session.game.status

    @property
    def layout(self) -> str:
        board = self.screen.session.game.board
        assert board
        return format_layout(board)

    @property
    def lines(self) -> list[str]:
        return self.canvas.lines()

    @property
    def shown(self) -> list[str]:
        """The lines without the blank ones above and below."""
        first = next(row for row, line in enumerate(self.lines) if line)
        return "\n".join(self.lines[first:]).rstrip().split("\n")

    @property
    def header(self) -> int:
        """The row with the counts, the indicator and the clock."""
        return self.screen.view.row - 2

    @property
    def message(self) -> str:
        """The line below the field."""
        view = self.screen.view
        return self.lines[view.row + view.down + 1].strip()

    @property
    def said(self) -> str:
        """All the messages below the field in one line, without the keys."""
        view = self.screen.view
        below = "\n".join(self.lines[view.row + view.down + 1 :]).rstrip().split("\n")
        return " ".join(" ".join(below[:-1]).split())

    @property
    def title(self) -> str:
        return self.lines[self.header - 1].strip()

    @property
    def clock(self) -> str:
        return self.lines[self.header].split()[-1]

    def shows(self, text: str) -> bool:
        return any(text in line for line in self.lines)

    def style_at(self, column: int, row: int) -> Style:
        """How the last column of a cell is painted."""
        across, down = self.place_of(column, row)
        last = across + self.screen.view.cell_width - 1
        pieces = self.canvas.pieces[down]
        return [style for at, text, style in pieces if at <= last < at + len(text)][-1]

    def text_at(self, column: int, row: int) -> str:
        """What is written in a cell."""
        across, down = self.place_of(column, row)
        return self.lines[down].ljust(self.size[0])[across : across + self.screen.view.cell_width]

    def painted(self, style: Style) -> list[tuple[int, int]]:
        """The places in sight that are painted so, row by row."""
        view = self.screen.view
        return [
            (column, row)
            for row in range(view.top, view.last_row + 1)
            for column in range(view.left, view.last_column + 1)
            if self.style_at(column, row) is style
        ]


def lines_of(page: Screen, size: tuple[int, int] = (80, 24)) -> list[str]:
    """What a page shows in a window."""
    canvas = Canvas(*size)
    page.draw(canvas, 0)
    return canvas.lines()
