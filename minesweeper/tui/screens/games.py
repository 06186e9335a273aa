"""The list of games: each can be watched, looked for, and deleted."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from minesweeper.engine.notation import NotationError, counted
from minesweeper.play.journal import parse_journal
from minesweeper.play.replay import Replay, format_seconds, replay_of
from minesweeper.play.session import fold
from minesweeper.settings.values import sentence
from minesweeper.store.report import luck_text, title
from minesweeper.store.stored_games import (
    Filter,
    StoredGame,
    count_played,
    games_played,
    journal_text,
)
from minesweeper.store.tables import COLUMNS, board_name
from minesweeper.tui.canvas import Canvas, Style, first_lines, first_that_fits, wrap
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.theme import Looks, Theme
from minesweeper.tui.screen import Event, Key, Leave, Reaction
from minesweeper.tui.screens.archive import Archive, draw_message
from minesweeper.tui.screens.replay import ReplayScreen
from minesweeper.tui.widgets.footer import Word
from minesweeper.tui.widgets.page import Line, Sheet, Tab, draw_lines

# How many columns of the screen are between two of the list.
GAP: Final = 2
# In fewer columns dates and results are shorter, and the board's rules are not told.
NARROW: Final = 50
# The columns of a board, and the most that it takes where there is room.
BOARD: Final = 12
WIDEST_BOARD: Final = 26
# What the command writes into its columns, by their names.
_SHOW: Final = {column.name: column.show for column in COLUMNS}
_RESULTS: Final = {"won": "Won", "lost": "Lost", "abandoned": "-"}


# A row of the list, and what is said below it


class Column(NamedTuple):
    """A column of the list."""

    heading: str
    columns: int
    text: Callable[[StoredGame], str]
    rank: int
    """Where there is no room for all columns, those of the highest rank go."""
    is_number: bool = False
    style: str = "dim"
    """How it is painted, by the names of the theme; "result" is by how the game ended."""


def _time(game: StoredGame) -> str:
    return format_seconds(game.milliseconds)


def _mark(game: StoredGame) -> str:
    """Return the mark of a branch, which the note below the list explains."""
    return " +" if game.is_branch else ""


_WIDE_COLUMNS: Final = (
    Column("Date", 10, lambda game: game.day, 2),
    Column("", 5, lambda game: game.clock, 8),
    Column("Board", BOARD, lambda game: "", 3, style="text"),
    Column("Result", 9, lambda game: sentence(game.result) + _mark(game), 1, style="result"),
    Column("Time", 8, _time, 0, is_number=True, style="text"),
    Column("3BV/s", 5, _SHOW["3BV/s"], 5, is_number=True),
    Column("Eff.", 4, _SHOW["Eff."], 6, is_number=True),
    Column("Luck", 5, _SHOW["Luck"], 7, is_number=True),
    Column("ID", 7, lambda game: game.short_id, 4),
)
_NARROW_COLUMNS: Final = (
    Column("Date", 5, lambda game: game.day[5:], 2),
    Column("Board", BOARD, lambda game: "", 3, style="text"),
    Column("", 4, lambda game: _RESULTS[game.status], 1, style="result"),
    Column("Time", 8, _time, 0, is_number=True, style="text"),
)


def columns_for(room: int) -> list[Column]:
    """Return the columns of the list that there is room for, the most important ones."""
    columns = list(_WIDE_COLUMNS if room >= NARROW else _NARROW_COLUMNS)
    while len(columns) > 1 and _width_of(columns) > room:
        columns.remove(max(columns, key=lambda column: column.rank))
    wide = min(WIDEST_BOARD, BOARD + max(0, room - _width_of(columns)))
    return [
        each._replace(columns=wide, text=_board(wide)) if each.heading == "Board" else each
        for each in columns
    ]


def _width_of(columns: list[Column]) -> int:
    return sum(each.columns + GAP for each in columns) - GAP


def _board(columns: int) -> Callable[[StoredGame], str]:
    """Return what writes a board and its rules, as far as they fit."""

    def text(game: StoredGame) -> str:
        name = board_name(game.table)
        return sentence(first_that_fits((name, name.partition(",")[0]), columns))

    return text


def heading_line(columns: list[Column], theme: Theme) -> Line:
    """Return what the columns are called."""
    names = (column.heading for column in columns)
    return [(at, name, theme.dim) for at, name in _aligned(names, columns)]


def game_line(game: StoredGame, columns: list[Column], theme: Theme) -> Line:
    """Return a game in its columns."""
    result = {"won": theme.won, "lost": theme.lost}.get(game.status, theme.dim)
    styles = {"result": result, "text": theme.text, "dim": theme.dim}
    texts = _aligned((column.text(game) for column in columns), columns)
    return [
        (at, text, styles[column.style]) for column, (at, text) in zip(columns, texts, strict=True)
    ]


def _aligned(texts: Iterable[str], columns: list[Column]) -> Iterator[tuple[int, str]]:
    """Yield where each text begins, and the text, at the right of its column if it is a number."""
    at = 0
    for text, column in zip(texts, columns, strict=True):
        shown = text if column.heading == "ID" else text[: column.columns]
        yield at, shown.rjust(column.columns) if column.is_number else shown
        at += column.columns + GAP


def about_game(game: StoredGame, columns: int) -> str:
    """Return what the columns of the list leave out; the rules, too, where there is room."""
    standing = "" if game.standing == "counted" else game.standing
    if game.is_branch:
        standing = "a branch, not counted"
    size = f"3BV {game.bbbv}" if game.bbbv else ""
    rest = (standing, size, counted(game.clicks, "click"))
    if columns < NARROW:
        return _sentence(game.clock, *rest, _luck(game))
    rules = title(game.table).replace(", first opening", "")
    when = f"{game.day} {game.clock}".strip()
    luck = f" Luck: {_luck(game)}." if _luck(game) else ""
    return f"{_sentence(rules)} {_sentence(when, game.result, *rest)}{luck}"


def _luck(game: StoredGame) -> str:
    """Return what the guesses came to, in words; empty if there is nothing to say."""
    luck = game.luck
    if not luck or not game.table.is_by_chance:
        return ""
    return luck_text(luck.guesses, luck.survived, luck.expected)


def _sentence(*parts: str) -> str:
    return f"{sentence(', '.join(filter(None, parts)))}."


# The list

# How many games are read at once.
CHUNK: Final = 100
# Rows below the list for what is said of the selected game, where there are more than a few.
NOTE_ROWS: Final = 3
FEW_ROWS: Final = 9
MOST_TYPED: Final = 40
# Milliseconds between two presses of Enter: sooner, it is the key that is held.
HELD: Final = 500
# The columns of the filter that are always seen.
LEAST_FILTER: Final = 14

EMPTY: Final = (
    "Every game that you play will be listed here:",
    "you can watch it, look for it, and delete it.",
)
NONE_FOUND: Final = "No game has all of these words."
FILTER_HELP: Final = (
    "Type how words begin: a level, a size, a result, a date, an id. As in: expert won 2026-11"
)


class TakenOver(NamedTuple):
    """Chosen: to play on from here, after so many moves of a game."""

    replay: Replay
    moves: int


class WatchedGame(ReplayScreen):
    """A game of the list that is watched over it: Esc goes back to the list.

    Left with `TakenOver` where the player takes it over.
    """

    def __init__(
        self, replay: Replay, looks: Looks, now: int, *, keymap: Keymap, speak: bool
    ) -> None:
        def take_over(moves: int) -> Reaction:
            return Leave(TakenOver(replay, moves))

        super().__init__(replay, looks, take_over, keymap=keymap, speak=speak)
        self._entered = now
        """When Enter was pressed last: it has opened this screen."""

    def handle(self, event: Event, now: int) -> Reaction:
        if event == Key("escape"):
            return Leave()
        if event == Key("enter"):
            entered, self._entered = self._entered, now
            if now - entered < HELD:
                return None
        return super().handle(event, now)


class Listed:
    """The games that a filter lets through, read in chunks as they are needed."""

    def __init__(self, archive: Archive) -> None:
        self.text = ""
        """What is looked for; empty for all games."""
        self._archive = archive
        self._version = -1
        self._count = 0
        self._chunks: dict[int, list[StoredGame]] = {}

    def look_for(self, text: str) -> None:
        """List only the games that have all words of a text."""
        self.text = text
        self._version = -1

    def __len__(self) -> int:
        if self._version != self._archive.version:
            chosen = Filter(text=self.text)
            self._version = self._archive.version
            self._count = self._archive.ask(lambda db: count_played(db, chosen)) or 0
            self._chunks.clear()
        return self._count

    def game(self, index: int) -> StoredGame | None:
        """Return the game at a place of the list; None if there is none, or it has gone."""
        chunk, at = divmod(index, CHUNK)
        if index not in range(len(self)):
            return None
        if chunk not in self._chunks:
            chosen, start = Filter(text=self.text), chunk * CHUNK
            found = self._archive.ask(lambda db: games_played(db, chosen, CHUNK, start))
            self._chunks[chunk] = found or []
        games = self._chunks[chunk]
        return games[at] if at < len(games) else None


class GamesTab(Tab):
    """All games, the newest first; one of them is selected."""

    name = "Games"
    mark = 2

    def __init__(
        self, archive: Archive, looks: Looks, keymap: Keymap, *, speak: bool = False
    ) -> None:
        """`keymap` and `speak` are for the screen on which a game is watched."""
        self._archive = archive
        self._looks = looks
        self._keymap = keymap
        self._speak = speak
        self._listed = Listed(archive)
        self._index = 0
        self._first = 0
        self._rows = range(0)
        """The rows of the screen with games."""
        self._typing = False
        self._doomed: StoredGame | None = None
        """The game that is to be deleted, if the player agrees."""
        self._message = ""

    @property
    def selected(self) -> StoredGame | None:
        """The selected game; None where there is none."""
        self._select(self._index)
        return self._listed.game(self._index)

    def _select(self, index: int) -> None:
        self._index = max(0, min(index, len(self._listed) - 1))

    # Drawing

    def about(self) -> Iterator[str]:
        count = len(self._listed)
        how_many = f"{count:,} {'game' if count == 1 else 'games'}"
        if self._is_filtered:
            typed = f"/{self._listed.text}" + "_" * self._typing
            yield f"{typed}  {how_many}"
            yield typed
            yield typed[-LEAST_FILTER:]
        elif count:
            yield how_many

    @property
    def about_width(self) -> int:
        return LEAST_FILTER if self._is_filtered else 0

    def position(self) -> str:
        last = self._first + len(self._rows)
        scrolls = len(self._rows) < len(self._listed)
        return f"{self._first + 1:,}-{last:,}" if scrolls and self._rows else ""

    def words(self) -> Iterator[Word]:
        if self._doomed:
            yield Word("y", "delete", "y")
            yield Word("n", "keep", "n")
        elif self._typing:
            yield Word("Enter", "done", "enter")
            yield Word("Esc", "all games", "escape")
        elif self.selected:
            yield Word("Enter", "watch", "enter")
            yield Word("/", "find", "/")
            yield Word("d", "delete", "d")
        elif self._listed.text:
            yield Word("/", "find", "/")

    def draw(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        texts, style = self._note(theme, sheet)
        note_rows = NOTE_ROWS if sheet.rows >= FEW_ROWS else 0
        if self._asks:  # all of it is shown, and the line that it is about
            note_rows = min(max(note_rows, len(texts) + (note_rows > 0)), sheet.rows - 1)
        count = len(self._listed)
        self._rows = range(0)
        if not count:
            self._draw_nothing(canvas, sheet, theme)
        else:
            columns = columns_for(sheet.columns)
            has_heading = sheet.rows >= FEW_ROWS
            draw_lines(canvas, sheet, [heading_line(columns, theme)] * has_heading)
            room = max(1, sheet.rows - note_rows - has_heading)
            top = sheet.first_row + has_heading
            self._rows = range(top, top + min(room, count))
            self._draw_games(canvas, sheet, theme, columns)
        room = note_rows - (sheet.rows >= FEW_ROWS)
        lines: list[Line] = [[(0, text, style)] for text in first_lines(texts, room)]
        draw_lines(canvas, sheet, lines, sheet.rows - room)

    def _draw_games(
        self, canvas: Canvas, sheet: Sheet, theme: Theme, columns: list[Column]
    ) -> None:
        most = len(self._listed) - len(self._rows)
        at_least = self._index - len(self._rows) + 1
        self._first = max(0, at_least, min(self._first, self._index, most))
        for index, row in enumerate(self._rows, self._first):
            game = self._listed.game(index)
            if game:
                pieces = game_line(game, columns, theme)
                if index == self._index:
                    canvas.put(sheet.inside.start, row, " " * len(sheet.inside), theme.selected)
                    if not theme.selected.background:
                        canvas.put(sheet.column - self.mark, row, ">", theme.selected)
                    pieces = [(at, text, theme.selected) for at, text, _ in pieces]
                    canvas.cursor = (sheet.column, row)
                for at, text, style in pieces:
                    canvas.put(sheet.column + at, row, text, style)

    def _draw_nothing(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        texts = (NONE_FOUND,) if self._listed.text else EMPTY
        trouble = self._archive.trouble
        draw_message(canvas, sheet, (trouble,) if trouble else texts, theme)

    @property
    def _is_filtered(self) -> bool:
        return bool(self._listed.text) or self._typing

    @property
    def _asks(self) -> bool:
        return bool(self._doomed or self._typing or self._message)

    def _note(self, theme: Theme, sheet: Sheet) -> tuple[list[str], Style]:
        """Return what is said below the list, and how it is painted."""
        columns = max(1, sheet.columns)
        if self._doomed:
            return wrap("Delete this game? y/n", columns), theme.message
        if self._typing and not sheet.is_framed:
            return [f"/{self._listed.text[1 - columns :]}"], theme.header
        if self._typing:
            return wrap(FILTER_HELP, columns), theme.dim
        if self._message:
            return wrap(self._message, columns), theme.message
        game = self.selected
        return wrap(about_game(game, columns), columns) if game else [], theme.dim

    # Events

    @property
    def takes_all(self) -> bool:
        return self._typing or self._doomed is not None

    def takes(self, key: str) -> bool:
        return key in ("/", "d", "D") or (key == "escape" and bool(self._listed.text))

    def press(self, key: str, action: str, now: int) -> Reaction:
        self._message = ""
        if self._doomed:
            self._answer(self._doomed, key)
        elif self._typing:
            self._type(key)
        elif key == "escape":
            self._look_for("")
        elif key == "/":
            self._typing = True
        elif key in ("d", "D"):
            self._doomed = self.selected
        elif key == "enter" or action == "reveal":
            return self._watch(now)
        else:
            self._move(action)
        return None

    def _move(self, action: str) -> None:
        page, everything = max(1, len(self._rows) - 1), len(self._listed)
        ways = {"up": -1, "down": 1, "page-up": -page, "page-down": page}
        ways |= {"top": -everything, "row-start": -everything}
        ways |= {"bottom": everything, "row-end": everything}
        self._select(self._index + ways.get(action, 0))

    def scroll(self, lines: int) -> None:
        """Scroll the list; the selection moves only where it would be out of sight."""
        if self._doomed:
            return
        most = max(0, len(self._listed) - len(self._rows))
        self._first = max(0, min(self._first + lines, most))
        last = self._first + max(1, len(self._rows)) - 1
        self._select(max(self._first, min(self._index, last)))

    def click(self, column: int, row: int, now: int) -> Reaction:
        if row not in self._rows or self.takes_all:
            return None
        index = self._first + row - self._rows.start
        if index == self._index:
            return self._watch(now)
        self._select(index)
        return None

    # Looking for games

    def _type(self, key: str) -> None:
        if key == "escape":
            self._look_for("")
        elif key == "backspace":
            self._look_for(self._listed.text[:-1])
        elif len(key) == 1 and key.isprintable() and len(self._listed.text) < MOST_TYPED:
            self._look_for(self._listed.text + key)
        self._typing = key not in ("escape", "enter")

    def _look_for(self, text: str) -> None:
        """List only the games that have all words of a text, from the newest on."""
        self._listed.look_for(text)
        self._index = self._first = 0

    # Deleting

    def _answer(self, game: StoredGame, key: str) -> None:
        """Delete the game if the key says so; any other key keeps it."""
        self._doomed = None
        if key in ("y", "Y"):
            self._message = self._archive.delete(game.id) or f"Deleted {game.short_id}"

    # Watching

    def _watch(self, now: int) -> Reaction:
        """Open the selected game to be watched."""
        game = self.selected
        if not game:
            return None
        text = self._archive.ask(lambda db: journal_text(db, game.id))
        try:
            replay = replay_of(fold(parse_journal(text or "")), "")
        except NotationError as error:
            self._message = f"This game cannot be watched: {error}"
            return None

        return WatchedGame(replay, self._looks, now, keymap=self._keymap, speak=self._speak)
