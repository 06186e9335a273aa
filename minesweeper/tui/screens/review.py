"""The screen of a review: the position before each guess, its odds, what was better, and why."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from minesweeper.engine.cells import Cell, cells_of
from minesweeper.engine.game import Game
from minesweeper.engine.notation import percent_text
from minesweeper.play.coach import Coach
from minesweeper.play.review import Review, ReviewStep
from minesweeper.play.review_figures import clicks_lines, figures_of, think_lines
from minesweeper.play.review_words import review_summary, step_name, step_sentence
from minesweeper.tui.canvas import Canvas
from minesweeper.tui.keys import LOOKS_ROWS, KeyAdvice, Keymap, KeyRow, action_of, without_keys
from minesweeper.tui.look.theme import Looks, Mark
from minesweeper.tui.screen import Click, Event, Key, Leave, Mouse, Reaction, Screen
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.screens.review_panel import step_notices, summary_notices
from minesweeper.tui.widgets.board import BoardView, Overlay
from minesweeper.tui.widgets.footer import GO_BACK, FooterWord, footer_words
from minesweeper.tui.widgets.frame import GameFrame, Moment, Title
from minesweeper.tui.widgets.heat_map import heat_colours
from minesweeper.tui.widgets.marks import Marks
from minesweeper.tui.widgets.notice import Notice

_STEP_KEYS: Final = (
    KeyRow(
        "Step back, step forward", "step", {"back": ("[", "left", "h"), "on": ("]", "right", "l")}
    ),
    KeyRow("Go to the start, to the end", "rewind", {"first": ("home", "0"), "last": ("end", "$")}),
    KeyRow("Play on from here", "play on", {"take-over": ("enter",)}),
)
_MOUSE_HELP: Final = (("Wheel", "Step back, step forward"),)
# The actions that a review shares with a game. The player may have bound other keys to them.
_SHARED_ACTIONS: Final = ("train", "help", "theme", "zoom-in", "repaint")
# The actions of a game whose keys leave a review.
_LEAVING_ACTIONS: Final = ("hint", "quit")
_FOOTER_NAMES: Final = ("play on", "rewind", "train", "help", "change theme", "zoom")


class ReviewScreen(Screen):
    """Shows the steps of a review on the board."""

    def __init__(
        self,
        looks: Looks,
        coach: Coach,
        take_over: Callable[[int], Reaction],
        keymap: Keymap,
        store_review: Callable[[Review], object] = lambda review: None,
        overdue_reviews: Iterable[bool] = (),
        train: Callable[[int], Screen | str] | None = None,
    ) -> None:
        """Show the review of the coach's game, at its last step; finish it first if need be.

        `take_over` is called with a number of moves, and returns the reaction that leads to a game
        that continues after them. `keymap` is that of the game. `store_review` is called with the
        review if it is finished here. After that, a step of `overdue_reviews` is
        taken after each frame. `train` is called with a number of moves, and returns a page that
        asks the position after them as an exercise, or why there is none; without it, no key does.
        """
        self.looks = looks
        self._coach = coach
        self._session = coach.session
        self._take_over = take_over
        self._train = train
        self._store_review = store_review
        self._overdue_reviews = iter(overdue_reviews)
        self._is_busy = True
        self.view = BoardView(self._session.game.grid, looks)
        self._frame = GameFrame(looks, self.view)
        self._game_keymap = keymap
        self._keymap = review_keymap(keymap, trains=train is not None)
        self._actions = action_of(self._keymap)
        self._methods = self._make_methods()
        self._message = ""
        self._advice = KeyAdvice()
        self._window = (0, 0, 0)
        self._missing = 0
        """The rows that the notices of the present step need besides those below the frame.

        They stay the same in a window, although the names of cells that are in sight change with
        the rows of the field, and the rows of the notices with these names.
        """
        self._index = 0
        self._lines: list[str] = []
        """What is said of clicks and thinks, once the review is done."""
        self._step: ReviewStep | None = None
        """The present step; None if the review has none, or is not done."""
        if coach.review:
            self._show_end(coach.review)

    def _make_methods(self) -> dict[str, Callable[[], Reaction]]:
        """Return the method of each action."""
        return {
            **{
                action: partial(self._change_looks, action)
                for action in action_of(LOOKS_ROWS).values()
            },
            "back": lambda: self.go_to(self._index - 1),
            "on": lambda: self.go_to(self._index + 1),
            "first": lambda: self.go_to(0),
            "last": lambda: self.go_to(self._step_count - 1),
            "take-over": self._play_on,
            "train": self._train_step,
            "help": lambda: HelpPage(self.looks, self._keymap, _MOUSE_HELP, self._game_keymap),
            "leave": Leave,
        }

    @property
    def _step_count(self) -> int:
        return len(self._coach.review.steps) if self._coach.review else 0

    def _show_end(self, review: Review) -> None:
        """Show the last step of the review, which is done."""
        figures = figures_of(self._session, review)
        self._lines = [*clicks_lines(figures), *think_lines(figures)]
        self.go_to(len(review.steps) - 1)

    def go_to(self, index: int) -> None:
        """Show the step at an index, or the first or last one."""
        review = self._coach.review
        if not review or not review.steps:
            return
        index = max(0, min(index, len(review.steps) - 1))
        if self._step and index == self._index:
            return
        self._index = index
        self._step = review.steps[index]
        self._window = (0, 0, 0)  # the marks have to be scrolled to

    # Drawing

    def draw(self, canvas: Canvas, now: int) -> None:
        columns, rows = canvas.columns, canvas.rows
        left, top = self.view.left, self.view.top
        if not self._frame.place(columns, rows, has_panel=True):
            self._frame.draw_too_small(canvas)
            return
        marks = self._marks()
        window = (columns, rows, self.view.cell_width)
        is_other_window, self._window = window != self._window, window
        if is_other_window or not self._step:
            self._missing = self._frame.missing_rows(self._notices(marks, columns), columns)
        if self._missing and not self._frame.panel_columns:
            wanted = self._frame.notice_rows + self._missing
            self._frame.place(columns, rows, wanted, has_panel=True)
            # With more rows, the end of the board had stopped it further up.
            self.view.scroll(left - self.view.left, top - self.view.top)
        if is_other_window:
            self.view.show([*self._own_places(), *marks.places])
        notices = self._notices(marks, columns)
        moment = self._moment()
        self._frame.draw_frame(canvas, moment, self._title(), now)
        self._frame.draw_field(canvas, moment, None, self._overlay(marks), mines=False)
        self._put_cursor(canvas)
        message = [Notice(self._message, self.looks.theme.message)]
        self._frame.draw_notices(canvas, message, self._footer_words(), notices)

    @property
    def position(self) -> Game:
        """The position that is shown."""
        return self._step.reveal.game if self._step else self._session.game

    def _moment(self) -> Moment:
        if not self._step:
            return Moment(self.position, self._session.elapsed)
        moves = self._step.reveal.moves
        return Moment(self.position, self._session.steps[moves].milliseconds)

    def _title(self) -> Title:
        review = self._coach.review
        if not review or not self._step:
            return Title("Review")
        return Title("Review", (step_name(review, self._index),))

    def _own_cells(self) -> list[Cell]:
        return cells_of(self._step.reveal.cells) if self._step else []

    def _own_places(self) -> list[tuple[int, int]]:
        return [*map(self.view.grid.place, self._own_cells())]

    def _put_cursor(self, canvas: Canvas) -> None:
        """Put the terminal's cursor on the cell of the player's move, if it is in sight."""
        for cell in self._own_cells()[:1]:
            if self.view.is_in_sight(*self.view.grid.place(cell)):
                column, row = self.view.position(cell)
                canvas.cursor = (column + self.view.cell_width // 2, row)

    def _marks(self) -> Marks:
        """Return the marks of the present step."""
        marks, step = Marks(), self._step
        if not step:
            return marks
        place = self.view.grid.place
        better: Mark = "target" if step.explained.safe else "best"
        marks.mark(map(place, cells_of(step.proved)), "best")
        marks.mark(map(place, cells_of(step.better)), better)
        marks.mark(self._own_places(), "own")  # of a chord, those that were not safe
        marks.put(step_sentence(step))
        hint = step.explained.explanation
        if hint and hint.proof:
            marks.mark(map(place, cells_of(hint.proof.found)), "mine")
        return marks

    def _overlay(self, marks: Marks) -> Overlay:
        step, theme = self._step, self.looks.theme
        if not step:
            return {}
        heat = heat_colours(step.reveal.game, step.odds, self.view)
        return heat | marks.overlay(step.reveal.game, theme, heat)

    def _notices(self, marks: Marks, columns: int) -> list[Notice]:
        review, theme = self._coach.review, self.looks.theme
        if not review:
            return [Notice(self._progress_text(), theme.message)]
        if not self._step:
            lines = review_summary(review, self._session.game.status)
            return [*summary_notices(lines, theme), *self._figures]
        verdict = marks.sentence(step_sentence(self._step), self._step.reveal.game, self.view)
        room = self._frame.panel_columns or columns
        steps = step_notices(review, self._index, verdict, theme, room)
        return [*steps, *self._figures]

    @property
    def _figures(self) -> Iterator[Notice]:
        """The notices on clicks and thinks, which are left out first."""
        for rank, line in enumerate(self._lines, 7):
            yield Notice(f"{line}.", self.looks.theme.dim, rank=rank)

    def _progress_text(self) -> str:
        done = self._coach.reviewed_moves / max(1, len(self._session.steps))
        return f"Reviewing the game: {percent_text(done)}"

    def _footer_words(self) -> tuple[FooterWord, ...]:
        names = _FOOTER_NAMES if self._step else _FOOTER_NAMES[3:]
        words = [word._replace(is_essential=False) for word in footer_words(self._keymap, names)]
        if self._step:
            words.insert(1, FooterWord("[ ]", "step", "]", is_essential=True))
        return (*words, GO_BACK)

    # Time and events

    def tick(self, now: int) -> None:
        if self._coach.is_reviewing:
            review = self._coach.step_review()
            if review:
                self._store_review(review)
                self._show_end(review)
        else:
            self._is_busy = next(self._overdue_reviews, None) is not None

    def next_wakeup(self, now: int) -> int:
        return 0 if self._is_busy else super().next_wakeup(now)

    def handle(self, event: Event, now: int) -> Reaction:
        """Act on an event."""
        message, self._message = self._message, ""
        if isinstance(event, Mouse):
            self.go_to(self._index + event.wheel)
            return None
        key = Key(self._frame.clicked(event)) if isinstance(event, Click) else event
        action = self._actions.get(key.name, "")
        if action:
            method = self._methods.get(action)
            return method() if method else None
        self._message = self._advice.after(
            message, key.name, self._keymap, in_ascii=self.looks.theme.glyphs.is_ascii
        )
        return None

    def _change_looks(self, action: str) -> None:
        self._message = self.looks.change(action)

    def _play_on(self) -> Reaction:
        """Play on from the present position; there is none to play on from without a step."""
        return self._take_over(self._step.reveal.moves) if self._step else None

    def _train_step(self) -> Reaction:
        """Ask the present position as an exercise; without a step there is none."""
        if not self._step or not self._train:
            return None
        page = self._train(self._step.reveal.moves)
        if isinstance(page, str):
            self._message = page
            return None
        return page


def review_keymap(keymap: Keymap, *, trains: bool) -> Keymap:
    """Return the keys of a review, with the keys of a game that have the same meaning there.

    Without `trains`, there is no key that asks a position as an exercise.
    """
    names = {*_SHARED_ACTIONS} if trains else {*_SHARED_ACTIONS} - {"train"}
    leaving = [
        key
        for row in keymap
        for action, keys in row.actions.items()
        if action in _LEAVING_ACTIONS
        for key in keys
    ]
    own = (*_STEP_KEYS, KeyRow("Go back", "", {"leave": ("escape", *leaving)}))
    shared = (row._replace(section="") for row in keymap if not names.isdisjoint(row.actions))
    return (*own, *without_keys(shared, action_of(own)))
