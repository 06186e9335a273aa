"""A player in plain mode: lines in, answers out."""

from collections.abc import Callable, Iterator
from itertools import count

from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import Setup, WinRule
from minesweeper.learn.course import Course
from minesweeper.plain.game import PlainMode
from minesweeper.play.dealer import Dealer
from minesweeper.play.session import Session
from minesweeper.store.open_games import OpenGames
from minesweeper.store.store import Store
from tests.harness.boards import board_of
from tests.harness.kept_games import nowhere

# Two openings: revealing 3 1 and 1 3 clears it.
LAYOUT = """
    *....
    .....
    ...**
"""


class Talk:
    """A player who types lines and hears the answers; a second passes before each line."""

    def __init__(
        self,
        layout: str | None = LAYOUT,
        *,
        setup: Setup | None = None,
        store: Store | None = None,
        dealer: Dealer | None = None,
        session: Session | None = None,
        board: bool = False,
        at_terminal: bool = True,
        prompt: str = "",
        show_mines: bool = False,
        win: WinRule = "either",
        question_marks: bool = False,
        slow: int = 0,
        make_course: Callable[[], Course] | None = None,
    ) -> None:
        """A `slow` machine takes `slow` milliseconds between two readings of the clock."""
        given = board_of(layout) if layout else None
        if given:
            setup = Setup(
                given.grid.width,
                given.grid.height,
                given.mine_count,
                win=win,
                question_marks=question_marks,
            )
        seeds = count(7)
        self.time = 1_000_000
        self._slow = slow
        self.out: list[str] = []
        self.err: list[str] = []
        self.heard_by_line: list[str] = []
        self.plain = PlainMode(
            OpenGames(
                dealer or Dealer(setup or Setup(9, 9, 10), lambda: next(seeds), given),
                store or nowhere(),
                session,
            ),
            self._now,
            self.out.append,
            self.err.append,
            board=board,
            at_terminal=at_terminal,
            prompt=prompt,
            show_mines=show_mines,
            make_course=make_course,
        )

    def _now(self) -> int:
        self.time += self._slow
        return self.time

    def type(self, *lines: str) -> list[str]:
        """Type lines and end the input; return everything that is heard, line by line."""
        self.plain.run(self._lines(lines))
        self._hear()
        return "".join(self.heard_by_line).splitlines()

    def _lines(self, lines: tuple[str, ...]) -> Iterator[str]:
        for line in lines:
            self._hear()
            self.time += 1000
            yield f"{line}\n"

    def _hear(self) -> None:
        self.heard_by_line.append("".join(self.out))
        self.out.clear()

    @property
    def position(self) -> str:
        return format_position(self.plain.session.game)

    @property
    def complaints(self) -> list[str]:
        return "".join(self.err).splitlines()
