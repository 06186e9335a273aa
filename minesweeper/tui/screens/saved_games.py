"""The page of saved games, one of which can be resumed or given up."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import starmap
from typing import Final, NamedTuple

from minesweeper.engine.notation import count_text
from minesweeper.engine.setup import level_name
from minesweeper.play.dates import when_text
from minesweeper.play.session import Session
from minesweeper.play.words import clock_text
from minesweeper.store.games_text import NO_SAVED_GAMES
from minesweeper.store.open_games import OpenGames
from minesweeper.store.unfinished_games import UnfinishedGame
from minesweeper.tui.canvas import width
from minesweeper.tui.events import Key
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.tiles import emphasis
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.screens.game_side import daily_board_name, rules_texts, safe_cells, sentence
from minesweeper.tui.screens.results import Results, board_side, sides_text
from minesweeper.tui.widgets.blocks import bar
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.page_screen import BACK, CHOOSE, ListScreen, Question, RowText
from minesweeper.tui.widgets.side import Part, Side

_RESUME: Final = Word("Enter", "resume", Key("enter"))
_GIVE_UP: Final = Word("d", "give up", Key("d"))
_QUESTION: Final = "Give up this game? It stays in the list of games."
_GAP: Final = 2


class _SavedGame(NamedTuple):
    """A saved game, and what its row says."""

    game: UnfinishedGame
    is_helped: bool
    share: float
    """How much of the board is revealed."""
    when: str
    board: str
    progress: str
    clock: str


class SavedGamesPage(ListScreen):
    """The list of saved games, the one played last first; it is read while it is shown."""

    title = "Saved games"
    opened_by = "resume"
    click_enters = False

    def __init__(self, games: OpenGames, looks: Looks, keymap: Keymap) -> None:
        super().__init__(looks, keymap)
        self._games = games
        self._results = Results(games.store)
        self._list: list[_SavedGame] = []
        self._reading: Iterator[_SavedGame] | None = None
        self._begin_reading()

    def _begin_reading(self) -> None:
        self._list.clear()
        self._reading = starmap(self._describe, self._games.preview_all())
        self._count_games()

    def _count_games(self) -> None:
        self.value = "reading..." if self._reading else count_text(len(self._list), "game")

    def tick(self, now: int) -> None:
        """Read one more saved game: it takes some milliseconds."""
        if self._reading is None:
            return
        try:
            self._list.append(next(self._reading))
        except StopIteration:
            self._reading = None
            self._count_games()

    def next_wakeup(self, now: int) -> int:
        return super().next_wakeup(now) if self._reading is None else 0

    def _describe(self, game: UnfinishedGame, session: Session | None) -> _SavedGame:
        """Return what the list says of a game; its progress is not known without its moves."""
        size = game.category.size
        safe = safe_cells(session.game) if session else 0
        return _SavedGame(
            game,
            bool(session and (session.helps or session.undos)),
            1 - session.game.safe_left / safe if session and safe else 0,
            when_text(game.day, game.time_of_day, self._games.today()),
            level_name(*size).capitalize() or f"{sides_text(size, self.looks.theme)}/{size.mines}",
            progress_of(session),
            clock_text(session.elapsed) if session and session.steps else "",
        )

    # Drawing

    def row_counts(self) -> Sequence[int]:
        return [len(self._list)]

    def row(self, index: int) -> Sequence[RowText]:
        saved, columns = self._list[index], self.stage.columns
        when, board, progress, clock = (max(map(width, texts)) for texts in self._texts())
        needed = board + _GAP + clock + _GAP
        has_progress = needed + _GAP + progress <= columns
        has_when = has_progress and needed + _GAP + progress + _GAP + when <= columns
        column = 1 + has_when * (when + _GAP)
        texts = [RowText(column, saved.board)]
        if has_when:
            texts.append(RowText(1, saved.when, "dim"))
        if has_progress:
            end = columns - 1 - clock - _GAP
            texts.append(RowText(end - width(saved.progress), saved.progress))
        return [*texts, RowText(-2, saved.clock, "dim")]

    def _texts(self) -> Iterator[Sequence[str]]:
        """Yield the texts of each column."""
        return zip(*(saved[3:] for saved in self._list), strict=True)

    def side(self, now: int) -> Side:
        if not self._list:
            return Side(body=[] if self._reading else [f"{NO_SAVED_GAMES}."], more=[BACK])
        saved, theme = self._list[self.chosen], self.looks.theme
        category = saved.game.category
        lines = count_text(category.mines, "mine"), *self._peculiarities(saved)
        results = self._results.parts(category, theme) or [emphasis("dim", "no win yet")]
        body = ["\n".join(lines), *results]
        side = board_side(category.size, [_RESUME, _GIVE_UP], theme, body)
        rows: list[Part] = []
        if saved.progress:
            rows = [f"{saved.progress} cells", bar(saved.share, theme)]
        return side._replace(rows=rows, more=[CHOOSE, BACK])

    def _peculiarities(self, saved: _SavedGame) -> Iterator[str]:
        """Yield which day's board a game is on, what its rules are, and whether it was helped."""
        game = saved.game
        if game.origin == "daily":
            yield daily_board_name(game.name, self._games.daily_date())
        yield from rules_texts(game.category)
        if saved.is_helped:
            yield "with help"

    # Events

    def press(self, key: str, action: str, now: int) -> Reaction:
        if key not in ("d", "D"):
            return super().press(key, action, now)
        if self._list:
            give_up = partial(self._give_up, self._list[self.chosen])
            self.question = Question(_QUESTION, "give it up", "keep it", give_up)
        return None

    def enter(self, now: int) -> Reaction:
        if not self._list:
            return None
        identity = self._list[self.chosen].game.id
        return Leave(lambda actions, now: actions.resume(identity, now))

    def _give_up(self, saved: _SavedGame, now: int) -> Reaction:
        if trouble := self._games.give_up(saved.game.id, now):
            self.message = sentence(trouble)
            self._begin_reading()
        else:
            self.message = "Given up."
            self._list.remove(saved)
            self._count_games()
        return None


def progress_of(session: Session | None) -> str:
    """Return how many of the safe cells are revealed, "121 of 381"; "" if it is not known."""
    if not session or not session.steps:
        return ""
    safe = safe_cells(session.game)
    return f"{safe - session.game.safe_left:,} of {safe:,}"
