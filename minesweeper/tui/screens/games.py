"""The list of games: each can be watched, looked for, and deleted."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from minesweeper.engine.notation import NotationError, counted
from minesweeper.play.journal import parse_journal
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import fold
from minesweeper.settings.values import sentence
from minesweeper.store.report import luck_text
from minesweeper.store.stored_games import (
    Filter,
    StoredGame,
    count_played,
    games_played,
    journal_text,
)
from minesweeper.store.tables import (
    NARROW_COLUMNS,
    NARROW_LIST,
    WIDE_COLUMNS,
    Column,
    columns_that_fit,
    game_line,
    heading_line,
    table_parts,
)
from minesweeper.tui.canvas import Canvas, Style, first_lines, wrap
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.theme import Looks, Theme
from minesweeper.tui.screen import Event, Key, Leave, Reaction
from minesweeper.tui.screens.archive import Archive, characters_of, draw_message, painted
from minesweeper.tui.screens.replay import ReplayScreen
from minesweeper.tui.widgets.footer import Word
from minesweeper.tui.widgets.page import Line, Sheet, Tab, draw_lines

# What is said of the selected game


def about_game(game: StoredGame, columns: int) -> str:
    """Return what the columns of the list leave out; the rules, too, where there is room."""
    standing = "" if game.standing == "counted" else game.standing
    if game.is_branch:
        standing = "a branch, not counted"
    size = f"3BV {game.bbbv}" if game.bbbv else ""
    rest = (standing, size, counted(game.clicks, "click"))
    if columns < NARROW_LIST:
        return _sentence(game.clock, *rest, _luck(game))
    rules = ", ".join(part for part in table_parts(game.table) if part != "first opening")
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
            every = WIDE_COLUMNS if sheet.columns >= NARROW_LIST else NARROW_COLUMNS
            columns = columns_that_fit(every, sheet.columns)
            has_heading = sheet.rows >= FEW_ROWS
            draw_lines(canvas, sheet, painted([heading_line(columns)] * has_heading, theme))
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
                [pieces] = painted([game_line(game, columns, characters_of(theme))], theme)
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
