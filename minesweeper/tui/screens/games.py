"""The page of games: a list that can be filtered, whose games can be watched and deleted."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from minesweeper.engine.notation import NotationError, capitalise, percent_text
from minesweeper.engine.setup import why_too_large_to_solve
from minesweeper.play.dates import date_text, when_text
from minesweeper.play.journal import parse_journal
from minesweeper.play.ranking import unranked_text
from minesweeper.play.replay import Replay, replay_of
from minesweeper.play.session import fold
from minesweeper.play.words import setup_parts, speed_text, time_text
from minesweeper.settings.safe_files import printable
from minesweeper.store.finished_games import (
    Filter,
    StoredGame,
    count_games,
    find_games,
    read_journal,
    words_in,
)
from minesweeper.store.games_text import board_name
from minesweeper.tui.canvas import Canvas, first_that_fits, width, with_dots
from minesweeper.tui.events import Event, Key
from minesweeper.tui.keys import Keymap, word_keys
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.tiles import TextRole, emphasis, put_text
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.screens.game_side import sentence
from minesweeper.tui.screens.history_pages import HistoryPage, HistoryReader, luck_facts
from minesweeper.tui.screens.replay import ReplayScreen, make_review_screen
from minesweeper.tui.widgets.blocks import facts
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.page_screen import BACK, ListScreen, Question, RowText
from minesweeper.tui.widgets.side import Part, Side

# The number of games that are read at once.
_CHUNK_SIZE: Final = 100
_MAX_TYPED: Final = 40
# Two presses of Enter within fewer milliseconds come from a key that is held down.
_REPEAT_TIME: Final = 500

# The columns of what a row says, with a blank behind it, and those of a stage that has room for the
# result and for the day.
_WHEN_COLUMNS: Final = 13
_BOARD_COLUMNS: Final = 14
_WITH_RESULT: Final = 36
_WITH_DAY: Final = 48
_RESULT_ROLES: Final[dict[str, TextRole]] = {"won": "good", "lost": "bad", "abandoned": "dim"}
# What stands for a result where its word has no room.
_RESULT_SIGNS: Final = {"won": "✓", "lost": "✗", "abandoned": "•"}

_EMPTY: Final = "Every game that you play will be listed here: watch it, find it, delete it."
_NONE_FOUND: Final = "No game matches all of these words."
_FILTER_HELP: Final = (
    "Type words: a level, size, result, date, player or id, such as expert won 2026-11."
)


# Watching


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


# The list


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


class GamesPage(HistoryPage, ListScreen):
    """The list of games, one of which is chosen."""

    name = "Games"
    click_enters = False

    def __init__(
        self,
        reader: HistoryReader,
        looks: Looks,
        keymap: Keymap,
        change_page: Callable[[], None],
        overdue_reviews: Iterator[bool],
    ) -> None:
        """Pass the keymap of the game on to the screen on which a game is watched or reviewed.

        A review takes steps of `overdue_reviews` while it is open.
        """
        super().__init__(reader, looks, keymap, change_page)
        self._keymap = keymap
        self._overdue_reviews = overdue_reviews
        self._games = FilteredGames(reader)
        self._is_typing = False
        """Whether keys type the words of the filter."""

    @property
    def _game(self) -> StoredGame | None:
        """The chosen game; None if there are no games."""
        self.choose(self.chosen)
        return self._games.game(self.chosen)

    # The list

    def row_counts(self) -> Sequence[int]:
        return [len(self._games)]

    def row(self, index: int) -> Sequence[RowText]:
        game = self._games.game(index)
        if not game:
            return []
        texts, column = [], 1
        if self.stage.columns >= _WITH_DAY:
            when = when_text(game.day, game.time_of_day, self.reader.today)
            texts.append(RowText(column, when, "dim"))
            column += _WHEN_COLUMNS
        texts.append(RowText(column, self._board(game)))
        column += _BOARD_COLUMNS
        has_room = self.stage.columns >= _WITH_RESULT
        result = game.status if has_room else _RESULT_SIGNS[game.status]
        texts.append(RowText(column, result, _RESULT_ROLES[game.status]))
        is_won = game.status == "won"
        fact = time_text(game.ms) if is_won else _cells_text(game)
        return [*texts, RowText(-2, fact, "text" if is_won else "dim")]

    def _board(self, game: StoredGame) -> str:
        """Return the level or the size of a game; the side names its rules."""
        name, _, _ = board_name(game.category, self.looks.theme.glyphs.times).partition(",")
        columns = _BOARD_COLUMNS - 2
        return capitalise(name) if len(name) <= columns else with_dots(name, columns)

    def draw_value(self, canvas: Canvas, room: int) -> None:
        """Draw the filter, or what fits of its end, and the number of games."""
        count, words = len(self._games), self._filter
        counted = f"{count:,} {'game' if count == 1 else 'games'}" if count or words else ""
        forms = [f"{words}  {counted}".lstrip(), words or counted, words[-room:]]
        text = first_that_fits(forms, room)
        found, rest = text[: len(words)], text[len(words) :]
        theme, stage = self.looks.theme, self.stage
        column = stage.right + 1 - width(text)
        put_text(canvas, column, stage.row, found, theme.bright, theme)
        canvas.put(column + width(found), stage.row, rest, theme.dim)

    # The side

    def side(self, now: int) -> Side:
        game = self._game
        if self._is_typing:
            side = Side(title="Find games", body=[_FILTER_HELP])
        elif game:
            side = self._game_side(game)
        elif self._games.text and not self.reader.trouble:
            side = Side(title="None found", body=[_NONE_FOUND])
        else:
            side = self.empty_side(_EMPTY)
        return side._replace(more=[*self._words(game)])

    def _game_side(self, game: StoredGame) -> Side:
        times = self.looks.theme.glyphs.times
        day = date_text(game.day, self.reader.today) if game.day else ""
        when = ", ".join(filter(None, [day, game.time_of_day]))
        setup = ", ".join(setup_parts(game.category, times))
        return Side(
            title=capitalise(game.status),
            title_role=_RESULT_ROLES[game.status],
            value=time_text(game.ms),
            value_role="text",
            rows=[emphasis("dim", text) for text in (when, setup) if text],
            body=self._body(game),
            main=[
                Word("Enter", "watch", Key("enter")),
                *(
                    Word(name, "look back", Key(key))
                    for name, key in word_keys(self._keymap, "hint")
                ),
            ],
        )

    def _body(self, game: StoredGame) -> list[Part]:
        theme = self.looks.theme
        player = f"played by {printable(game.player)}" if game.player else ""
        reason = unranked_text(words_in(game.reasons))
        groups = [_figures(game), _guesses(game)]
        names = [("seed", game.seed)] * bool(game.seed) + [("id", game.short_id)]
        return [
            *(facts(group, theme) for group in groups if group),
            *[player] * bool(player),
            *[emphasis("dim", reason)] * bool(reason),
            facts(names, theme),
        ]

    def _words(self, game: StoredGame | None) -> Iterator[Word]:
        if self._is_typing:
            yield Word("Enter", "keep these", Key("enter"))
            yield Word("Esc", "all games", Key("escape"))
            return
        if game or self._games.text:
            yield Word("/", "find", Key("/"))
        if game:
            yield Word("d", "delete", Key("d"))
        yield self.other_page_word("records")
        yield Word("Esc", "all games", Key("escape")) if self._games.text else BACK

    # Events

    def press(self, key: str, action: str, now: int) -> Reaction:
        if self._is_typing:
            self._type(key)
        elif key == "escape" and self._games.text:
            self._set_filter("")
        elif key == "/":
            self._is_typing = True
        elif key in ("d", "D"):
            self._ask_to_delete()
        elif action == "hint":
            return self._review()
        else:
            return super().press(key, action, now)
        return None

    # Filtering

    @property
    def _filter(self) -> str:
        """What the head shows of the filter; "" without one."""
        if not self._games.text and not self._is_typing:
            return ""
        return f"/{self._games.text}{'▏' if self._is_typing else ''}"

    def _type(self, key: str) -> None:
        if key == "escape":
            self._set_filter("")
        elif key == "backspace":
            self._set_filter(self._games.text[:-1])
        elif len(key) == 1 and key.isprintable() and len(self._games.text) < _MAX_TYPED:
            self._set_filter(self._games.text + key)
        self._is_typing = key not in ("escape", "enter")

    def _set_filter(self, text: str) -> None:
        """List only the games that match all words of a text, and choose the newest."""
        self._games.set_filter(text)
        self.chosen = 0

    # Deleting

    def _ask_to_delete(self) -> None:
        if game := self._game:
            self.question = Question(
                "Delete this game? It will not count in any record.",
                "delete it",
                "keep it",
                partial(self._delete, game),
            )

    def _delete(self, game: StoredGame, now: int) -> None:
        self.message = sentence(self.reader.delete(game.id) or f"Deleted {game.short_id}")

    # Watching

    def enter(self, now: int) -> Reaction:
        """Open the chosen game to be watched."""
        replay = self._replay()
        if not replay:
            return None
        return WatchedGame(
            replay,
            self.looks,
            now,
            keymap=self._keymap,
            overdue_reviews=self._overdue_reviews,
        )

    def _review(self) -> Reaction:
        """Open the review of the chosen game, or say why there is none."""
        replay = self._replay()
        if not replay:
            return None
        self.message = sentence(why_too_large_to_solve(replay.setup.width, replay.setup.height))
        if self.message:
            return None
        return make_review_screen(
            replay, self.looks, taking_over(replay), self._keymap, self._overdue_reviews
        )

    def _replay(self) -> Replay | None:
        """Return the replay of the chosen game; if it has none, the message says why."""
        game = self._game
        if not game:
            return None
        text = self.reader.query(read_journal, game.id)
        try:
            return replay_of(fold(parse_journal(text or "")), "")
        except NotationError as error:
            self.message = f"This game cannot be watched: {error}."
            return None


# What is said of a game


def _cells_text(game: StoredGame) -> str:
    """Return how many of the safe cells were revealed: "71 of 80"."""
    return f"{game.revealed:,} of {game.width * game.height - game.mines:,}"


def _figures(game: StoredGame) -> list[tuple[str, str]]:
    """Return the figures of a game that exist."""
    figures = [("clicks", f"{game.clicks:,}")] * bool(game.clicks)
    figures += [("3BV", f"{game.bbbv:,}")] * bool(game.bbbv)
    if game.speed is not None:
        figures.append(("3BV/s", speed_text(game.speed)))
    if game.efficiency is not None:
        figures.append(("efficiency", percent_text(game.efficiency)))
    return figures


def _guesses(game: StoredGame) -> list[tuple[str, str]]:
    """Return how lucky the guesses were; nothing if it is not known or no luck was involved."""
    luck = game.luck
    if not luck or not game.category.is_by_chance:
        return []
    if not luck.guesses:
        return [("guesses", "none")]
    return luck_facts(luck.guesses, luck.guesses_survived, luck.guesses_expected)
