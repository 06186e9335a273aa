"""The screen of a review: the position before each guess, what was better, and why."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from minesweeper.engine.cells import NO_CELLS, Cell, cells_of
from minesweeper.engine.game import Game, Status
from minesweeper.engine.notation import percent_text
from minesweeper.play.coach import TOO_WIDE, Coach
from minesweeper.play.review import Review, ReviewStep
from minesweeper.play.review_figures import clicks_lines, figures_of
from minesweeper.play.review_words import (
    better_risk_text,
    outcome_text,
    risk_text,
    step_name,
    step_sentence,
)
from minesweeper.solver.sentences import Place, Sentence
from minesweeper.tui.events import Event, Key, Mouse, Pick
from minesweeper.tui.keys import Keymap, KeyRow, action_of, without_keys
from minesweeper.tui.look.cells import Mark
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import TextRole, tile
from minesweeper.tui.screen import Leave, Reaction, Screen
from minesweeper.tui.screens.coach_view import with_label
from minesweeper.tui.screens.game_side import sentence
from minesweeper.tui.screens.help import HelpPage
from minesweeper.tui.widgets import blocks
from minesweeper.tui.widgets.board_screen import LOOKS_ACTIONS, BoardScreen, Method, Scene
from minesweeper.tui.widgets.field import Overlay
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.marks import Marks
from minesweeper.tui.widgets.odds_map import odds_overlay
from minesweeper.tui.widgets.side import Block, Part, Side

_OWN_KEYS: Final = (
    KeyRow("step back, step forward", {"back": ("left", "["), "on": ("right", "]")}),
    KeyRow("go to the start, to the end", {"first": ("home", "0"), "last": ("end", "$")}),
    KeyRow(
        "scroll",
        {
            "scroll-left": ("h",),
            "scroll-down": ("j", "down"),
            "scroll-up": ("k", "up"),
            "scroll-right": ("l",),
        },
    ),
    KeyRow("page up, page down", {"page-up": ("page-up",), "page-down": ("page-down",)}),
    KeyRow("play on from here", {"take-over": ("enter",)}),
)
_SCROLLS: Final = {
    "scroll-left": (-1, 0),
    "scroll-right": (1, 0),
    "scroll-up": (0, -1),
    "scroll-down": (0, 1),
}
_MOUSE_HELP: Final = (("wheel", "step back, step forward"), ("click on a step", "go there"))
# The actions that a review shares with a game. The player may have bound other keys to them.
_SHARED_ACTIONS: Final = ("odds", "train", "help", "theme", "zoom-in", "repaint")
# The actions of a game whose keys leave a review.
_LEAVING_ACTIONS: Final = ("hint", "quit")

# The colour of the first words that are said of a step.
_ROLES: Final[Mapping[blocks.StepKind, TextRole]] = {
    "good": "good",
    "costly": "note",
    "fatal": "bad",
}


class ReviewScreen(BoardScreen):
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
        self._coach = coach
        self._session = coach.session
        self._take_over = take_over
        self._train = train
        self._store_review = store_review
        self._overdue_reviews = iter(overdue_reviews)
        self._is_busy = True
        self._game_keymap = keymap
        self._shows_odds = False
        self._index = 0
        self._step: ReviewStep | None = None
        """The present step; None if the review has none, or is not done."""
        super().__init__(
            looks, self._session.game.grid, review_keymap(keymap, trains=train is not None)
        )
        self.go_to(-1)

    def methods(self) -> dict[str, Method]:
        return {
            **{action: partial(self.change_looks, action) for action in LOOKS_ACTIONS},
            **{action: partial(self._scroll, *by) for action, by in _SCROLLS.items()},
            "page-up": lambda now: self._scroll(0, 1 - self.view.down, now),
            "page-down": lambda now: self._scroll(0, self.view.down - 1, now),
            "back": lambda now: self.go_to(max(0, self._index - 1)),
            "on": lambda now: self.go_to(self._index + 1),
            "first": lambda now: self.go_to(0),
            "last": lambda now: self.go_to(-1),
            "take-over": lambda now: self._play_on(),
            "train": lambda now: self._train_step(),
            "odds": lambda now: self._toggle_odds(),
            "help": lambda now: HelpPage(self.looks, self.keymap, _MOUSE_HELP, self._game_keymap),
            "quit": lambda now: Leave(),
        }

    def go_to(self, index: int) -> None:
        """Show the step at an index, or the last one if there are fewer, or for -1."""
        steps = self._coach.review.steps if self._coach.review else ()
        if not steps:
            return
        last = len(steps) - 1
        self._index = last if index < 0 else min(index, last)
        self._step = steps[self._index]
        if self.is_drawn:
            self.scroll_again()

    # The board

    @property
    def position(self) -> Game:
        """The position that is shown."""
        return self._step.reveal.game if self._step else self._session.game

    def scroll_to_start(self) -> None:
        self.scroll_again()

    def scroll_again(self) -> None:
        self.view.show(self._marks().places)

    def scene(self, now: int) -> Scene:
        return Scene(self.position, overlay=self._overlay())

    def _overlay(self) -> Overlay:
        overlay = self._marks().overlay(self.position, self.view)
        if self._step and self._shows_odds:
            return odds_overlay(self.position, self._step.odds, self.view) | overlay
        return overlay

    def _marks(self) -> Marks:
        """Return the marks of the present step: its move, a better one, and the reason."""
        marks, step = Marks(), self._step
        if not step:
            return marks
        place, judgement = self.grid.place, step_sentence(step)
        # Of a chord, those that were not safe.
        own = cells_of(step.reveal.cells & ~step.better or step.reveal.cells)
        marks.mark(map(place, own), "own")
        if better := self._better_place(step, judgement, own[0]):
            marks.mark([better], _better_kind(step)[0])
        marks.put(judgement)
        hint = step.explained.explanation
        if hint and hint.proof:
            mines = hint.proof.found | (hint.cells if hint.risk == 1 else NO_CELLS)
            marks.mark(map(place, cells_of(mines)), "mine")
        return marks

    def _better_place(self, step: ReviewStep, judgement: Sentence, own: Cell) -> Place | None:
        """Return the nearest place that was better, of those that the judgement names, if any."""
        column, row = self.grid.place(own)
        better = [*map(self.grid.place, cells_of(step.better))]
        named = {place for mention in judgement.mentions for place in mention.places}
        return min(
            [place for place in better if place in named] or better,
            key=lambda place: (place[0] - column) ** 2 + (place[1] - row) ** 2,
            default=None,
        )

    # The side

    def side(self, now: int) -> Side:
        review = self._coach.review
        if not review:
            done = self._coach.reviewed_moves / max(1, len(self._session.steps))
            side = Side(title="Review", body=[f"Looking at your moves: {percent_text(done)}"])
        elif self._step:
            side = self._step_side(review, self._step)
        else:
            side = self._summary(review)
        if self.message:
            side = side._replace(body=[sentence(self.message)], body_role="note")
        return side._replace(more=self._words())

    def _step_side(self, review: Review, step: ReviewStep) -> Side:
        theme, moves = self.looks.theme, len(self._session.steps)
        rows: list[Part] = [_risk_row("own", "yours", risk_text(step), theme)]
        if step.better and not step.reveal.is_first:
            kind, name = _better_kind(step)
            rows.append(_risk_row(kind, name, better_risk_text(step), theme))
        if len(review.steps) > 1:
            kinds = [*map(_kind, review.steps)]
            rows += ["", blocks.timeline(kinds, self._index, theme)]
        verdict = self._marks().sentence(step_sentence(step), self.position, self.view)
        body: list[Part] = [with_label(verdict, _ROLES[_kind(step)])]
        body += filter(None, [outcome_text(review, step)])
        if self._shows_odds and not step.odds.layout_count:
            body.append(sentence(TOO_WIDE))
        elif self._shows_odds and theme.has_colours:
            body.append(blocks.odds_legend(theme))
        return Side(
            title=step_name(review, self._index),
            short=risk_text(step),
            rows=rows,
            body=body,
            foot=[f"move {step.reveal.moves + 1} of {moves}", *_made_safe(review)],
        )

    def _summary(self, review: Review) -> Side:
        """Return what there is to say of a game without any step."""
        if review.remark:
            return Side(title="Review", body=[review.remark], foot=_made_safe(review))
        lines: list[str] = []
        if self._session.game.status is Status.WON:
            lines = [f"{line}." for line in clicks_lines(figures_of(self._session, review))]
        return Side(title="Not one guess", body=lines, foot=_made_safe(review))

    def _words(self) -> list[Word]:
        way_out = self.words({"quit": "back"})
        if not self._step:
            return way_out
        click = "back" if self._index else "on"
        train = {"train": "try it"} if self._train else {}
        return [
            *self.pair("step", "back", "on", click=click),
            *self.words({"take-over": "play on", **train, "odds": "odds"}),
            *way_out,
        ]

    # Time and events

    def tick(self, now: int) -> None:
        if self._coach.is_reviewing:
            review = self._coach.step_review()
            if review:
                self._store_review(review)
                self.go_to(-1)
        else:
            self._is_busy = next(self._overdue_reviews, None) is not None

    def next_wakeup(self, now: int) -> int:
        return 0 if self._is_busy else super().next_wakeup(now)

    def handle(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Key):
            return self.press_key(event.name, now)
        if self.is_too_small:
            return None
        if isinstance(event, Pick):
            self.go_to(event.number)
        elif isinstance(event, Mouse) and event.wheel:
            self.go_to(max(0, self._index + event.wheel))
        return None

    def _scroll(self, columns: int, rows: int, now: int) -> None:
        self.view.scroll(columns, rows)

    def _toggle_odds(self) -> None:
        self._shows_odds = not self._shows_odds

    def _play_on(self) -> Reaction:
        """Play on from the present position; without a step there is none to play on from."""
        return self._take_over(self._step.reveal.moves) if self._step else None

    def _train_step(self) -> Reaction:
        """Ask the present position as an exercise; without a step there is none."""
        if not self._step or not self._train:
            return None
        page = self._train(self._step.reveal.moves)
        if isinstance(page, str):
            self.message = page
            return None
        return page


def _kind(step: ReviewStep) -> blocks.StepKind:
    if step.reveal.lost:
        return "fatal"
    return "costly" if step.verdict.is_costly else "good"


def _better_kind(step: ReviewStep) -> tuple[Mark, str]:
    """Return the mark of what was better, and its name."""
    return ("safe", "safe") if step.explained.safe else ("best", "best")


def _risk_row(mark: Mark, name: str, risk: str, theme: Theme) -> Block:
    return blocks.ends(
        f"{tile(mark, theme.glyphs.marks[mark])} {name}", risk, theme, "text", "bright"
    )


def _made_safe(review: Review) -> list[str]:
    """Return how many guesses the guess rule made safe, as a line of the foot."""
    count = review.guesses_made_safe
    return [f"{count} made safe by the rule"] if count else []


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
    own = (*_OWN_KEYS, KeyRow("go back", {"quit": ("escape", *leaving)}))
    shared = (row._replace(section="") for row in keymap if not names.isdisjoint(row.actions))
    return (*own, *without_keys(shared, action_of(own)))
