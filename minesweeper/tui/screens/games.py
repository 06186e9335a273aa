"""The page of games: a list that can be filtered, whose games can be watched and deleted."""

from collections.abc import Callable, Iterator
from typing import Final

from minesweeper.engine.notation import NotationError, capitalise, count_text
from minesweeper.engine.setup import why_too_large_to_solve
from minesweeper.play.journal import parse_journal
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import fold
from minesweeper.play.words import setup_parts
from minesweeper.settings.safe_files import printable
from minesweeper.store.finished_games import (
    Filter,
    StoredGame,
    count_games,
    find_games,
    read_journal,
)
from minesweeper.store.games_text import game_columns
from minesweeper.store.records_text import luck_text
from minesweeper.store.tables import table
from minesweeper.tui.canvas import Canvas, Style, with_dots, wrap
from minesweeper.tui.events import Event, Key, Pick
from minesweeper.tui.keys import Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.screens.history_pages import (
    HistoryReader,
    characters_of,
    draw_message,
    paint_lines,
)
from minesweeper.tui.screens.replay import ReplayScreen, make_review_screen
from minesweeper.tui.widgets.footer import FooterWord, footer_words
from minesweeper.tui.widgets.page import PageLine, Scroller, Sheet, Tab

# The description of the selected game


# In fewer columns the details have only what the list has no room for.
_NARROW: Final = 54
_STANDINGS: Final = {"counted": "", "helped": "unranked", "not counted": "unranked"}


def game_details(game: StoredGame, columns: int, times: str) -> str:
    """Return the details of a game that the list does not show, with its rules if there is room.

    `columns` are those of the page, and `times` is the sign between width and height.
    """
    standing = _STANDINGS[game.standing]
    size = f"3BV {game.bbbv}" if game.bbbv else ""
    player = f"played by {printable(game.player)}" if game.player else ""
    rest = (standing, size, count_text(game.clicks, "click"), player)
    if columns < _NARROW:
        return _sentence(game.time_of_day, *rest, _luck(game))
    when = f"{game.day} {game.time_of_day}".strip()
    luck = f" Luck: {_luck(game)}." if _luck(game) else ""
    setup = _sentence(*setup_parts(game.category, times))
    return f"{setup} {_sentence(when, game.result, *rest)}{luck}"


def _luck(game: StoredGame) -> str:
    """Return the luck of the guesses in words; "" if it is not known or no luck was involved."""
    luck = game.luck
    if not luck or not game.category.is_by_chance:
        return ""
    return luck_text(luck.guesses, luck.guesses_survived, luck.guesses_expected)


def _sentence(*parts: str) -> str:
    return f"{capitalise(', '.join(filter(None, parts)))}."


# The list

# The number of games that are read at once.
_CHUNK_SIZE: Final = 100
# The rows below the list for the details of the selected game, with a blank one above them.
_NOTE_ROWS: Final = 3
# With fewer rows the list takes them all, unless there is a question or a message.
_ROWS_WITH_NOTE: Final = 9
_MAX_TYPED: Final = 40
# Two presses of Enter within fewer milliseconds come from a key that is held down.
_REPEAT_TIME: Final = 500
# The minimum columns of the filter.
_MIN_FILTER: Final = 14

_EMPTY: Final = (
    "Every game you play will be listed here.",
    "You can watch it, find it and delete it.",
)
_NONE_FOUND: Final = "No game matches all of these words."
_DELETE_QUESTION: Final = "Delete this game and its replay? It will not count in any record. y/n"
_FILTER_HELP: Final = (
    "Type to filter by level, size, result, date, player or id, such as: expert won 2026-11"
)


class WatchedGame(ReplayScreen):
    """The replay of a game of the list, to which it goes back."""

    is_page = True

    def __init__(
        self,
        replay: Replay,
        looks: Looks,
        now: int,
        *,
        keymap: Keymap,
        overdue_reviews: Iterator[bool],
    ) -> None:
        super().__init__(
            replay, looks, taking_over(replay), keymap=keymap, overdue_reviews=overdue_reviews
        )
        self._entered = now
        """When Enter was pressed last; it also opened this screen."""

    def handle(self, event: Event, now: int) -> Reaction:
        if event == Key("enter"):
            entered, self._entered = self._entered, now
            if now - entered < _REPEAT_TIME:
                return None
        return super().handle(event, now)


def taking_over(replay: Replay) -> Callable[[int], Reaction]:
    """Return a function that leaves all pages for a game that continues a replay."""

    def take_over(moves: int) -> Reaction:
        return Leave(lambda game, now: game.take_over(replay, moves, now))

    return take_over


class FilteredGames:
    """The games that match a filter, the newest first, read in chunks when they are needed."""

    def __init__(self, reader: HistoryReader) -> None:
        self.text = ""
        """The words of the filter; empty for all games."""
        self._reader = reader
        self._version = -1
        self._count = 0
        self._chunks: dict[int, list[StoredGame]] = {}

    def set_filter(self, text: str) -> None:
        """List only the games that match all words of a text."""
        self.text = text
        self._version = -1

    def __len__(self) -> int:
        if self._version != self._reader.version:
            query_filter = Filter(text=self.text)
            self._version = self._reader.version
            self._count = self._reader.query(count_games, query_filter) or 0
            self._chunks.clear()
        return self._count

    def game(self, index: int) -> StoredGame | None:
        """Return the game at an index of the list; None if there is none any more."""
        chunk, at = divmod(index, _CHUNK_SIZE)
        if index not in range(len(self)):
            return None
        if chunk not in self._chunks:
            query_filter, start = Filter(text=self.text), chunk * _CHUNK_SIZE
            found = self._reader.query(find_games, query_filter, _CHUNK_SIZE, start)
            self._chunks[chunk] = found or []
        games = self._chunks[chunk]
        return games[at] if at < len(games) else None


class GamesTab(Tab):
    """The list of games, one of which is selected."""

    name = "Games"

    def __init__(
        self,
        reader: HistoryReader,
        looks: Looks,
        keymap: Keymap,
        overdue_reviews: Iterator[bool],
    ) -> None:
        """Pass the keymap of the game on to the screen on which a game is watched or reviewed.

        A review takes steps of `overdue_reviews` while it is open.
        """
        self._reader = reader
        self._looks = looks
        self._keymap = keymap
        self._overdue_reviews = overdue_reviews
        self._games = FilteredGames(reader)
        self._index = 0
        self._scroller = Scroller()
        self._typing = False
        self._to_delete: StoredGame | None = None
        """The game to delete if the player confirms it."""
        self._message = ""

    @property
    def selected(self) -> StoredGame | None:
        """The selected game; None if there are no games."""
        self._select(self._index)
        return self._games.game(self._index)

    def _select(self, index: int) -> None:
        self._index = max(0, min(index, len(self._games) - 1))

    # Drawing

    def title_texts(self) -> Iterator[str]:
        count = len(self._games)
        count_words = f"{count:,} {'game' if count == 1 else 'games'}"
        if self._is_filtered:
            filter_text = f"/{self._games.text}" + "_" * self._typing
            yield f"{filter_text}  {count_words}"
            yield filter_text
            yield filter_text[-_MIN_FILTER:]
        elif count:
            yield count_words

    @property
    def title_width(self) -> int:
        return _MIN_FILTER if self._is_filtered else 0

    def position(self) -> str:
        return self._scroller.position

    def rows_needed(self) -> int:
        return 1 + len(self._games) + _NOTE_ROWS

    def words(self) -> Iterator[FooterWord]:
        if self._to_delete:
            yield FooterWord("y", "delete", "y")
            yield FooterWord("n", "keep", "n")
        elif self._typing:
            yield FooterWord("Enter", "keep filter", "enter")
            yield FooterWord("Esc", "clear filter", "escape")
        elif self.selected:
            yield FooterWord("Enter", "watch", "enter")
            yield from footer_words(self._keymap, ("hint",), hint="review")
            yield FooterWord("/", "filter", "/")
            yield FooterWord("d", "delete", "d")
        elif self._games.text:
            yield FooterWord("/", "filter", "/")

    def draw(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        texts, style = self._note(theme, sheet.columns)
        note_rows = _NOTE_ROWS if sheet.rows >= _ROWS_WITH_NOTE else 0
        if self._must_show_note:
            note_rows = max(_NOTE_ROWS, len(texts) + 1)
        in_sight = self._scroller.fit(len(self._games), sheet.rows - 1 - note_rows)
        if in_sight:
            self._scroller.show(self._index)
            self._draw_games(canvas, sheet, theme)
        else:
            self._draw_nothing(canvas, sheet, theme)
        room = max(0, note_rows - 1)
        if 0 < room < len(texts):
            texts[room - 1] = with_dots(texts[room - 1], sheet.columns)
        note: list[PageLine] = [[(0, text, style)] for text in texts[:room]]
        sheet.put_lines(canvas, note, sheet.rows - room)

    def _draw_games(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        characters = characters_of(theme)
        games = [*filter(None, map(self._games.game, self._scroller.lines))]
        columns = game_columns(characters)
        lines = paint_lines(table(games, columns, sheet.columns, characters.more), theme)
        sheet.put_lines(canvas, lines)
        for row, index in enumerate(self._scroller.lines, 1):
            sheet.target(canvas, row, Pick(index))
        selected = self._index - self._scroller.first + 1
        if selected < len(lines):
            sheet.put_selected(canvas, lines[selected], selected, theme)
            canvas.cursor = (sheet.column, sheet.first_row + selected)

    def _draw_nothing(self, canvas: Canvas, sheet: Sheet, theme: Theme) -> None:
        texts = (_NONE_FOUND,) if self._games.text else _EMPTY
        trouble = self._reader.trouble
        draw_message(canvas, sheet, (trouble,) if trouble else texts, theme)

    @property
    def _is_filtered(self) -> bool:
        return bool(self._games.text) or self._typing

    @property
    def _must_show_note(self) -> bool:
        """Whether the note is a question or a message."""
        return bool(self._to_delete or self._typing or self._message)

    def _note(self, theme: Theme, columns: int) -> tuple[list[str], Style]:
        """Return the lines below the list, and their style."""
        if self._to_delete:
            return wrap(_DELETE_QUESTION, columns), theme.message
        if self._typing:
            return wrap(_FILTER_HELP, columns), theme.dim
        if self._message:
            return wrap(self._message, columns), theme.message
        game = self.selected
        details = game_details(game, columns, theme.glyphs.times) if game else ""
        return wrap(details, columns), theme.dim

    # Events

    @property
    def claims_all_keys(self) -> bool:
        return self._typing or self._to_delete is not None

    def claims_key(self, key: str) -> bool:
        return key in ("/", "d", "D") or (key == "escape" and bool(self._games.text))

    def press(self, key: str, action: str, now: int) -> Reaction:
        self._message = ""
        if self._to_delete:
            self._answer(self._to_delete, key)
        elif self._typing:
            self._type(key)
        elif key == "escape":
            self._set_filter("")
        elif key == "/":
            self._typing = True
        elif key in ("d", "D"):
            self._to_delete = self.selected
        elif key == "enter" or action == "reveal":
            return self._watch(now)
        elif action == "hint":
            return self._review()
        else:
            # A key may come before the first frame, which fits the scroller.
            self._scroller.fit(len(self._games), self._scroller.in_sight)
            self._select(self._index + self._scroller.distance(action))
        return None

    def scroll(self, lines: int) -> None:
        """Scroll the list; the selection only moves if it would be out of sight."""
        if not self._to_delete:
            self._scroller.move(lines)
            in_sight = self._scroller.lines
            self._select(max(in_sight.start, min(self._index, in_sight.stop - 1)))

    def pick(self, number: int, now: int) -> Reaction:
        if self.claims_all_keys:
            return None
        if number == self._index:
            return self._watch(now)
        self._select(number)
        return None

    # Filtering

    def _type(self, key: str) -> None:
        if key == "escape":
            self._set_filter("")
        elif key == "backspace":
            self._set_filter(self._games.text[:-1])
        elif len(key) == 1 and key.isprintable() and len(self._games.text) < _MAX_TYPED:
            self._set_filter(self._games.text + key)
        self._typing = key not in ("escape", "enter")

    def _set_filter(self, text: str) -> None:
        """List only the games that match all words of a text, and select the newest."""
        self._games.set_filter(text)
        self._index = self._scroller.first = 0

    # Deleting

    def _answer(self, game: StoredGame, key: str) -> None:
        """Delete the game if the key is y; any other key keeps it."""
        self._to_delete = None
        if key in ("y", "Y"):
            self._message = self._reader.delete(game.id) or f"Deleted {game.short_id}"

    # Watching

    def _watch(self, now: int) -> Reaction:
        """Open the selected game to be watched."""
        replay = self._replay()
        if not replay:
            return None
        return WatchedGame(
            replay,
            self._looks,
            now,
            keymap=self._keymap,
            overdue_reviews=self._overdue_reviews,
        )

    def _review(self) -> Reaction:
        """Open the review of the selected game, or say why there is none."""
        replay = self._replay()
        if not replay:
            return None
        self._message = why_too_large_to_solve(replay.setup.width, replay.setup.height)
        if self._message:
            return None
        return make_review_screen(
            replay, self._looks, taking_over(replay), self._keymap, self._overdue_reviews
        )

    def _replay(self) -> Replay | None:
        """Return the replay of the selected game; if it has none, the message says why."""
        game = self.selected
        if not game:
            return None
        text = self._reader.query(read_journal, game.id)
        try:
            return replay_of(fold(parse_journal(text or "")), "")
        except NotationError as error:
            self._message = f"This game cannot be watched: {error}"
            return None
