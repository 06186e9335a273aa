"""What the game's screen shows: the field in its frame, and the messages and keys below it."""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Status
from minesweeper.play.session import Session
from minesweeper.play.words import goal_text
from minesweeper.settings.values import sentence
from minesweeper.store.sitting import NEW_BEST, Games
from minesweeper.tui.canvas import Canvas, first_that_fits, width, wrap
from minesweeper.tui.keys import ROWS, Keymap, State, action_of, key_names
from minesweeper.tui.look.theme import Looks
from minesweeper.tui.screen import Screen
from minesweeper.tui.widgets import frame
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.footer import Word
from minesweeper.tui.widgets.frame import GameFrame, Message

if TYPE_CHECKING:  # loaded when they are asked for: the first frame comes sooner
    from minesweeper.play.obvious import ObviousPlay
    from minesweeper.tui.screens.coach import Coach
    from minesweeper.tui.screens.search import Search
    from minesweeper.tui.screens.speech import Speech

# The offer to return to a game that was left, in words that fit a window.
_GO_BACK = (
    "Press {} to return to the game that you left",
    "Press {} to return to your game",
    "Press {} to go back",
    "Back: press {}",
)


class GameDisplay(Screen):
    """Draws a game. What is shown only for now is kept here; all else is read from the game."""

    def __init__(
        self,
        games: Games,
        looks: Looks,
        keymap: Keymap,
        *,
        show_mines: bool,
        first_time: bool,
        speak: bool,
    ) -> None:
        self.games = games
        self.looks = looks
        self.bind(keymap)
        self.message = ""
        """What was just done, or why it could not be."""
        self._disk_message = ""
        """What went wrong with the disk, until the next key."""
        self._remark = ""
        """What is best about a game that has ended, or why it is no record."""
        self._share = ""
        """The line to share of a daily board that has ended."""
        self._reads = True
        """Nothing but reading was done so far: a long message may lie over the field."""
        self._show_mines = show_mines
        self._first_time = first_time
        self._window = (0, 0, 0)
        self._search: Search | None = None
        """While a guess-free board is searched for."""
        self._obvious: ObviousPlay | None = None
        """While the program plays what is obvious."""
        self._coach: Coach | None = None
        self._speech: Speech | None = None
        self._lit: Overlay = {}
        """Cells that are lit for a moment."""
        self.set_up_field()
        self.set_speech(on=speak)

    def bind(self, keymap: Keymap) -> None:
        """Put keys in force."""
        self.keymap = keymap
        self._actions = action_of(keymap)
        self._key_names = key_names(keymap)
        # Most frames have the words of the one before.
        self._words = lru_cache(maxsize=10)(partial(frame.key_words, keymap))

    def set_speech(self, *, on: bool) -> None:
        """Tell in words what happens and what is under the cursor, or stop telling it."""
        self._speech = None
        if on:
            from minesweeper.tui.screens.speech import Speech

            self._speech = Speech(self.session)

    def set_up_field(self) -> None:
        """Show the board of the session, with the cursor where the last move was."""
        self.grid = self.session.game.grid
        self.view = BoardView(self.grid, self.looks)
        self._frame = GameFrame(self.looks, self.view)
        steps = self.session.steps
        self.cursor: Cell = steps[-1].move.cell if steps else self.grid.cell(1, 1)
        columns, rows, _ = self._window
        self._window = (columns, rows, 0)
        if rows:  # keys may come before it is drawn
            self._frame.place(columns, rows)

    @property
    def session(self) -> Session:
        """The game that is played."""
        return self.games.session

    @property
    def state(self) -> State:
        """What decides which actions are answered."""
        if self._search:
            return "searching"
        if self._obvious:
            return "helping"
        if self._frame.is_too_small:
            return "too small"
        if self.session.paused:
            return "paused"
        return "finished" if self.session.over else "playing"

    def draw(self, canvas: Canvas, now: int) -> None:
        if not self._frame.place(canvas.columns, canvas.rows):
            self._frame.draw_too_small(canvas)
            return
        window = (canvas.columns, canvas.rows, self.view.cell_width)
        if window != self._window:
            self._window = window
            self.view.follow(self.cursor)
        session, theme = self.session, self.looks.theme
        title = frame.game_title(session, self._remarks(), theme.glyphs)
        self._frame.draw_frame(canvas, session, title, now)
        if session.paused:
            self._frame.draw_pause(canvas, session, self.key_words())
        else:
            overlay, mines = {**self.overlay(), **self._lit}, self._show_mines
            self._frame.draw_field(canvas, session, self.cursor, overlay, mines=mines)
        self._frame.draw_below(
            canvas,
            self._messages_beside_marks(canvas.columns, now),
            self.key_words(),
            over_field=self._reads or self._speech is not None,
        )

    def overlay(self) -> Overlay:
        """Return what help lays over the cells."""
        return self._coach.overlay(self.session) if self._coach else {}

    @property
    def plays_hint(self) -> bool:
        """Whether asking for a hint once more plays it."""
        return bool(self._coach and self._coach.plays_next)

    @property
    def hint_word(self) -> str:
        """What the key for a hint does next."""
        if self.session.over:
            return "details"
        return "play the hint" if self.plays_hint else "hint"

    @property
    def is_drawn(self) -> bool:
        """Whether the field has been shown."""
        return self._window[0] > 0

    @property
    def window(self) -> tuple[int, int]:
        """The columns and rows in which it was drawn last; 0 before it was."""
        return self._window[:2]

    @property
    def help_keymap(self) -> Keymap:
        """The keys in force, as the help tells of them."""
        return self.keymap

    def key_words(self) -> tuple[Word, ...]:
        """Return what can be pressed now."""
        does = {"hint": self.hint_word} | ({"chord": "copy"} if self._share else {})
        wanted = frame.wanted_keys(
            self.session, copies=bool(self._share), is_whole=self.view.is_whole
        )
        return self._words(wanted, pauses=self.session.paused, **does)

    def _remarks(self) -> list[str]:
        """Return what the title adds to the setup: how the board was found, and the help used."""
        session, found = self.session, self.games.dealer.found
        remarks = [frame.search_remark(found)] if found else []
        remarks += ["guesses left to luck"] if session.guesses_left_to_luck else []
        remarks += ["practice"] if self._show_mines else []
        if session.helps and not session.over:  # at the end it is said below the field
            helps = ", ".join(sorted(session.helps)).replace("demo", "solver")
            remarks.append(f"not a record: {helps} used")
        return remarks

    # Messages

    def _messages_beside_marks(self, columns: int, now: int) -> list[Message]:
        """Return the messages; marks that these lie over are named by column and row in them."""
        view = self.view
        view.hidden = 0
        messages = self._messages(columns, now)
        while (hidden := self._hidden_rows(messages)) > view.hidden:
            view.hidden = hidden
            messages = self._messages(columns, now)
        return messages

    def _hidden_rows(self, messages: list[Message]) -> int:
        """Return how many rows of the field the messages lie over."""
        if not messages or (not self._reads and self._speech is None):
            return 0
        columns, rows, _ = self._window
        lines = sum(len(wrap(sentence(text), columns)) for text, _ in messages)
        return self.view.rows_from(max(0, rows - lines))

    def show_marks(self, now: int, *, cursor_first: bool = False) -> None:
        """Scroll to what the coach has marked, above the message; the cursor stays in sight."""
        if not self._coach or not self._coach.marked or not self.is_drawn:
            return
        cursor = self.grid.place(self.cursor)
        marked = self._coach.marked
        places = [cursor, *marked] if cursor_first else [*marked, cursor]
        self.view.hidden = 0
        self.view.show(places)
        self._messages_beside_marks(self._window[0], now)
        self.view.show(places)
        if not self.view.is_in_sight(*cursor):
            self.cursor = self.view.nearest_in_sight(self.cursor)

    def _messages(self, columns: int, now: int) -> list[Message]:
        """Return what there is to say."""
        return [message for message in self._all_messages(columns, now) if message[0]]

    def _all_messages(self, columns: int, now: int) -> Iterator[Message]:
        """Yield the search; or the result, what just happened, what went wrong, and the lessons.

        What is not there is empty.
        """
        theme = self.looks.theme
        if self._search:
            yield self._search.text(now), theme.message
            return
        if self._obvious:
            yield f"{self._obvious.played.text}; Esc stops", theme.message
            return
        if self.session.over and not self._speech:
            yield from self._ended(columns, now)
            yield self._disk_message, theme.message
            return
        if self.session.over:
            yield from ((self._untold(text), theme.message) for text in self._ending(now))
        said = self._said()
        yield from ((text, theme.message) for text in said)
        yield self._untold(self._share), theme.text
        yield self._disk_message, theme.message
        if self._first_time:
            yield from ((line, theme.text) for line in self._lessons(columns, said))

    def _ending(self, now: int) -> list[str]:
        """Return how the game ended."""
        return [frame.end_text(self.session, now), self._remark]

    def _ended(self, columns: int, now: int) -> Iterator[Message]:
        """Yield the end of a game: what is to be seen at once, and what else has room.

        A win begins with its time, a loss with what it came of.
        """
        theme = self.looks.theme
        end, remark = self._ending(now)
        won = self.session.game.status is Status.WON
        is_best = remark.startswith(NEW_BEST)
        first = [(remark if is_best else end, theme.won if won else theme.lost)]
        review = self._coach.lines(self.session, self.cursor, aloud=False) if self._coach else []
        told = [(line, theme.header if not at else theme.dim) for at, line in enumerate(review)]
        result = self.session.shown_result
        numbers = frame.numbers_text(result, columns) if result else ""
        more = [(numbers, theme.dim), ("" if is_best else remark, theme.dim)]
        if won or not told:
            yield from self._with_room(self._joined([*first, *told], columns), more, columns)
        else:
            yield from self._with_room(told, [*first, *more], columns)
        yield self._share, theme.text
        yield self.message, theme.message

    def _joined(self, messages: list[Message], columns: int) -> list[Message]:
        """Return the messages as one where they have one row beside the keys, if it fits there."""
        text = self.looks.theme.glyphs.dot.join(text for text, _ in messages)
        if len(messages) <= self._frame.message_rows(self._window[1]) or width(text) > columns:
            return messages
        return [(text, messages[0][1])]

    def _with_room(
        self, shown: list[Message], more: list[Message], columns: int
    ) -> Iterator[Message]:
        """Yield messages, and those of the others for which rows are left beside what is said."""
        yield from shown
        room = self._frame.message_rows(self._window[1])
        said = [text for text, _ in shown] + [self._share, self.message, self._disk_message]
        room -= sum(len(wrap(text, columns)) for text in said)
        for text, style in more:
            rows = len(wrap(text, columns))
            if 0 < rows <= room:
                room -= rows
                yield text, style

    def _said(self) -> list[str]:
        """Return what was done or failed, or the help; with speech, all in one line.

        The review of a finished game stays, whatever else is said.
        """
        session, odds = self.session, ""
        advice: list[str] = []
        if self._coach and not session.paused:
            aloud = self._speech is not None
            advice = self._coach.lines(session, self.cursor, aloud=aloud)
            odds = self._coach.odds_text(session, self.cursor)
        texts = [*advice, self.message] if session.over or not self.message else [self.message]
        said = [text for text in texts if text]
        if not self._speech:
            return said or [odds or self.idle_text()]
        told = ". ".join(said) or self._untold(self.idle_text())
        mines = self._show_mines
        return [self._speech.text(session, self.cursor, said=told, odds=odds, mines=mines)]

    def idle_text(self) -> str:
        """Return what there is to say while nothing else is."""
        if self.games.can_go_back and "undo" in self._key_names:
            texts = (text.format(self._key("undo")) for text in _GO_BACK)
            return first_that_fits(texts, self._window[0])
        if self.session.game.setup.win == "flags":
            goal = goal_text(self.session.game)
            if goal:
                return goal
        if self.games.can_resume and not self.session.steps:
            if "resume" in self._key_names:
                return f"Saved game: press {self._key('resume')} to resume"
            return "Saved game: the menu resumes it"
        return ""

    def _key(self, short: str) -> str:
        """Return what is pressed for something, by its name in the line of keys."""
        return self._key_names[short]

    def _untold(self, text: str) -> str:
        """Return a lasting text; empty where it is spoken and was told before."""
        return self._speech.untold(text) if self._speech else text

    def listen(self, now: int) -> None:
        """Tell what happens from here on, where speech is on."""
        if self._speech:
            ending = self._ending(now) if self.session.over else []
            self._speech.listen(self.session, [*ending, self._share, self.idle_text()])
            if self._coach:
                self._coach.hush()

    def _lessons(self, columns: int, said: list[str]) -> list[str]:
        """Return lines that teach a new player the keys; none where they do not all fit."""
        key = key_names(self.help_keymap)
        is_usual = key.get("move") == key_names(ROWS)["move"]
        if not is_usual or not {"reveal", "flag", "hint", "menu", "help"} <= key.keys():
            return []  # a player who has changed such keys needs no lessons
        lines = [
            f"{key['move']} move, {key['reveal']} reveals, {key['flag']} flags",
            "A number counts the mines that touch it",
            f"Try {key['hint']} for a hint, {key['menu']} a menu, {key['help']} all keys",
        ]
        taken = sum(len(wrap(text, columns)) for text in said)
        room = self._frame.message_rows(self._window[1]) - taken
        return lines if len(lines) <= room and max(map(width, lines)) <= columns else []

    # Cells lit for a moment

    def light_around(self, number: Cell) -> None:
        """Light the covered neighbours without a flag, which a refused chord is about."""
        game, theme = self.session.game, self.looks.theme
        below = self.overlay()
        self._lit = {}
        for near in game.grid.neighbours(number):
            if not game.is_revealed(near) and not game.is_flagged(near):
                column, row = place = game.grid.place(near)
                face = Face(game.faces(row, column, column)[0])
                # An emoji hides the style behind it, so there the glyph itself is another one.
                glyph = theme.glyphs.focused[face] if theme.glyphs.is_emoji else ""
                self._lit[place] = (below.get(place, ("",))[0] or glyph, theme.lit)
