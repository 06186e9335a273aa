"""The screen of a training: an exercise, the answer by keys or mouse, and what is true.

A wrong answer is met in two steps: first that it is wrong, for a claim by a board on which every
number fits and the claim is false, so that the player can try again; then what is true, and why.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import dist
from typing import Final

from minesweeper.engine.cells import Cell, CellSet, cells_of
from minesweeper.engine.notation import capitalise, count_text
from minesweeper.learn.answers import Answer, why_no_answer
from minesweeper.learn.exercises import Exercise, ExerciseKind
from minesweeper.learn.lessons import LESSONS, Lesson
from minesweeper.learn.training import LessonTraining, Streak, Training
from minesweeper.solver.sentences import Place
from minesweeper.tui.canvas import Canvas, StyledText
from minesweeper.tui.events import LEFT, MIDDLE, Click, Event, Key, Mouse
from minesweeper.tui.keys import ROWS, KeyAdvice, Keymap, short_keys_first
from minesweeper.tui.look.glyphs import Glyphs
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.screens.controls import MOVE_ACTIONS, STEPS, destination
from minesweeper.tui.screens.exercise_help import HOW_TO_ANSWER, exercise_help
from minesweeper.tui.screens.exercise_view import (
    ExerciseView,
    Reply,
    legend_sentence,
    sign_texts,
)
from minesweeper.tui.widgets.footer import GO_BACK, FooterWord, footer_words
from minesweeper.tui.widgets.position_page import Picture, PositionPage

# Milliseconds after which the page says that a position is being made; and for which what has just
# appeared is neither answered nor left, because a key may be held down, or a click be a double one.
_MOMENT: Final = 400
_CALM_TIME: Final = 250
# From this number of columns on, the keys have longer descriptions; and below which they are as
# short as can be, so that each has room beside Esc.
_WIDE: Final = 64
_NARROW: Final = 35


class LessonScreen(PositionPage):
    """Asks the exercises of a training."""

    def __init__(self, looks: Looks, training: Training, keymap: Keymap = ROWS) -> None:
        """Ask the exercises of a training; the keys that move, reveal and flag are the game's."""
        super().__init__(looks, keymap)
        self.training = training
        self.title = training.title
        if isinstance(training, LessonTraining):
            self.title = lesson_title(LESSONS[training.number - 1], looks.theme.glyphs)
        self._keymap = keymap
        self._shown: ExerciseView | None = None
        """What is shown of the present exercise; None while there is none."""
        self._at = Cell(0)
        """The cell of the cursor."""
        self._has_scrolled = False
        """Whether the player has scrolled the board, which then stays so."""
        self._message = ""
        self._advice = KeyAdvice()
        self._help = ""
        """What is explained, as it is in the present exercise for the first time."""
        self._explained: set[str] = set()
        self._is_ready = False
        """Whether the next exercise is made, or there is none."""
        self._waiting_since: int | None = None
        """Since when there has been no exercise; None if there is one."""
        self._calm_since = 0
        """When an exercise, a reply or the result appeared, or a key came too soon after that."""
        self._now = 0
        """The time of the present frame."""
        self.show_grid(None)

    # Time

    def tick(self, now: int) -> None:
        makes_next = self.training.exercise is not None
        is_ready = self.training.prepare(now)
        self._is_ready = is_ready and (makes_next or self.training.is_over)
        if self.training.exercise is not (self._shown and self._shown.exercise):
            self._take_up(now)
        if self._shown:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = now

    def next_wakeup(self, now: int) -> int:
        if not self._is_ready:
            return 0
        return super().next_wakeup(now)

    def _take_up(self, now: int) -> None:
        """Lay the page out for the present exercise, or for none."""
        exercise = self.training.exercise
        self._shown, self._message = None, ""
        self._calm_since = now
        self.show_grid(exercise.clues.grid if exercise else None)
        if exercise:
            self._show(ExerciseView(exercise), now)
            self._help = self._explain(exercise)
            self._at = _first_cell(exercise)

    def _show(self, shown: ExerciseView, now: int) -> None:
        """Show another state of an exercise, and the cells that it is about."""
        self._shown, self._has_scrolled = shown, False
        self._calm_since = now

    def _explain(self, exercise: Exercise) -> str:
        """Return how to answer an exercise, and what its signs mean, as far as that is new."""
        answering = self._only_new([HOW_TO_ANSWER[exercise.kind]])
        signs = self._only_new(sign_texts(exercise, self.looks.theme))
        return " ".join(filter(None, (*answering, legend_sentence(signs))))

    def _only_new(self, texts: Iterable[str]) -> list[str]:
        """Return the texts that have not been shown before."""
        new = [text for text in texts if text not in self._explained]
        self._explained.update(new)
        return new

    # What is shown

    @property
    def _reply(self) -> Reply | None:
        """The last answer to the present exercise; None while it is asked."""
        return self._shown.reply if self._shown else None

    @property
    def cursor(self) -> Cell | None:
        return None if self._reply else self._at

    @property
    def may_refute(self) -> bool:
        return bool(self._shown and self._shown.may_be_refuted)

    def draw_page(self, canvas: Canvas, now: int) -> None:
        self._now = now
        super().draw_page(canvas, now)

    def progress_texts(self) -> Sequence[str]:
        return () if self.training.is_over else self.training.progress_texts

    def pictures(self) -> Iterable[Picture]:
        if not self._shown:
            return ()
        return self._shown.pictures(self.view, self.looks.theme, has_room=self._shows_both)

    def places_to_show(self) -> Iterable[Place]:
        return self._shown.places if self._shown and not self._has_scrolled else ()

    def texts(self) -> Iterator[StyledText]:
        theme, shown = self.looks.theme, self._shown
        if not shown:
            yield from self._texts_between()
            return
        if shown.exercise.counts_mines:
            left = shown.exercise.as_game().mines_left
            yield f"{count_text(left, 'mine')} left", theme.text
        if shown.reply:
            yield from self._reply_texts(shown, shown.reply)
        else:
            yield _sentence(self.training.note), theme.text
            yield _sentence(self._message), theme.message

    def _reply_texts(self, shown: ExerciseView, reply: Reply) -> Iterator[StyledText]:
        """Yield the sentences about an answer."""
        theme = self.looks.theme
        style = theme.header if reply.refutes or reply.proof_follows else theme.text
        for sentence in reply.sentences:
            yield shown.text(sentence, self.view), style
        yield _sentence(self.training.warning), theme.message
        yield self._message, theme.won if reply.judgement.is_right else theme.lost

    def help_text(self) -> str:
        if not self._shown:
            return ""
        return self._shown.remark if self._reply else self._help

    def _texts_between(self) -> Iterator[StyledText]:
        """Yield the texts without an exercise: the result, or what is being done."""
        theme, training = self.looks.theme, self.training
        if training.is_over:
            yield capitalise(training.progress_texts[0]), theme.header
            yield _sentence(training.ending), theme.text
        elif self._waiting_since is not None and self._now - self._waiting_since >= _MOMENT:
            yield "Looking for a position", theme.header

    def words(self, columns: int) -> Iterator[FooterWord]:
        if self._reply:
            yield from self._words_after(self._reply, columns)
        elif self._shown:
            yield from self._words_before(self._shown.exercise.kind, columns)
        elif self.training.is_over and isinstance(self.training, Streak):
            yield FooterWord("Enter", "play again", "enter", is_essential=True)
        if self._enter_leaves:
            yield FooterWord("Enter", "", "enter", is_essential=True)
        yield GO_BACK

    @property
    def _enter_leaves(self) -> bool:
        """Whether nothing follows: no proof, no exercise, and no result of a streak."""
        if not self.training.is_last or isinstance(self.training, Streak):
            return False
        return not self._shown or bool(self._reply and not self._reply.proof_follows)

    def _words_before(self, kind: ExerciseKind, columns: int) -> Iterator[FooterWord]:
        match kind:
            case "point" | "safe":
                keymap = self._keymap if columns >= _NARROW else short_keys_first(self._keymap)
                offers = ("reveal", "flag") if kind == "point" else ("reveal",)
                yield from footer_words(keymap, offers, reveal="safe", flag="mine")
                nothing = "nothing is certain" if columns >= _WIDE else "none"
                nothing = nothing if kind == "point" else "give up"
                yield FooterWord("n", nothing, "n", is_essential=True)
            case "guess":
                yield from footer_words(self._keymap, ("reveal",), reveal="choose")
        for word in footer_words(self._keymap, ("help",)):
            yield word._replace(is_essential=False)
        yield FooterWord("arrows", "move")

    def _words_after(self, reply: Reply, columns: int) -> Iterator[FooterWord]:
        proof = "show the proof" if columns >= _WIDE else "proof"
        onward = "result" if self.training.is_last else "next"
        if not self._enter_leaves:
            what = proof if reply.proof_follows else onward
            yield FooterWord("Enter", what, "enter", is_essential=True)
        if not reply.judgement.is_right:
            again = "try again" if columns >= _WIDE else "again" if columns >= _NARROW else ""
            yield FooterWord("Backspace", again, "backspace")
        if self._text.scrolls:
            yield FooterWord("PgDn", "more", "page-down")

    # Events

    def handle_page(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Key):
            return self._press(event.name, now)
        if isinstance(event, Mouse):
            self._turn_wheel(event.wheel)
        elif isinstance(event, Click) and self._shown:
            return self._click(self._shown, event, now)
        return None

    def _turn_wheel(self, way: int) -> None:
        if way and self._shown and not self._reply:
            self._at = self.view.scroll_by_wheel(way, self._at)
        else:
            self.scroll_text(way)

    def _click(self, shown: ExerciseView, click: Click, now: int) -> Reaction:
        """Answer with the cell that was clicked: the left button reveals, the right one flags.

        After an answer, a left click anywhere goes on.
        """
        cell = self.cell_at(click)
        if click.button == MIDDLE:
            return None
        if shown.reply:
            if click.button == LEFT and not self._comes_too_soon(now):
                return self._go_on(shown, shown.reply, now)
        elif cell:
            self._at, self._message = cell, ""
            self._point(shown, now, flags=click.button != LEFT)
        return None

    def _press(self, key: str, now: int) -> Reaction:
        action = "reveal" if key == "enter" else self._actions.get(key, "")
        shown = self._shown
        if key == "escape" or action == "quit":
            return Leave()
        if shown and action == "help":
            return exercise_help(shown.exercise.kind, self.looks, self._keymap)
        if shown and shown.reply:
            return self._press_after(shown, shown.reply, key, action, now)
        if shown:
            self._press_before(shown, key, action, now)
        elif self.training.is_over and not self._comes_too_soon(now) and action == "reveal":
            return self._press_at_end(now)
        return None

    def _comes_too_soon(self, now: int) -> bool:
        """Return whether nobody can have read what is shown yet: a key may be held down."""
        is_too_soon = now - self._calm_since < _CALM_TIME
        if is_too_soon:
            self._calm_since = now
        return is_too_soon

    def _press_before(self, shown: ExerciseView, key: str, action: str, now: int) -> None:
        """Act on a key while an exercise is asked."""
        message, self._message = self._message, ""
        kind, game = shown.exercise.kind, shown.exercise.as_game()
        if kind in ("point", "safe") and key in ("n", "N"):
            self._give(shown, Answer("nothing"), now)
        elif action in ("reveal", "flag"):
            self._point(shown, now, flags=action == "flag")
        elif action not in MOVE_ACTIONS:
            self._message = self._advice.after(
                message, key, self._keymap, in_ascii=self.looks.theme.glyphs.is_ascii
            )
        else:
            self._at = destination(action, self._at, game, self.view.down) or self._at

    def _press_after(
        self, shown: ExerciseView, reply: Reply, key: str, action: str, now: int
    ) -> Reaction:
        """Act on a key after an answer."""
        if action == "reveal":
            if not self._comes_too_soon(now):
                return self._go_on(shown, reply, now)
        elif action == "hint" and reply.proof_follows:
            return self._go_on(shown, reply, now)
        elif key == "backspace":
            self.training.try_again()
            self._message = ""
            self._show(shown._replace(reply=None), now)
        else:
            self._scroll(action)
        return None

    def _scroll(self, action: str) -> None:
        """Scroll where no cursor is drawn: a board that does not fit, or else the text.

        PgUp and PgDn scroll the text in any case.
        """
        if action in STEPS and not self.view.shows_whole_board:
            self.view.scroll(*STEPS[action])
            self._has_scrolled = True
        else:
            self.scroll_text(self._text.distance(action))

    def _go_on(self, shown: ExerciseView, reply: Reply, now: int) -> Reaction:
        """Show the proof, or go on to the next exercise or the result; leave if there is none."""
        if self._enter_leaves:
            return Leave()
        if reply.proof_follows:
            self._show(shown._replace(reply=reply._replace(shows_proof=True)), now)
        else:
            self.training.go_on(now)
            self._is_ready = False
            self._take_up(now)
        return None

    def _press_at_end(self, now: int) -> Reaction:
        """Play a streak again, or leave any other training."""
        if not isinstance(self.training, Streak):
            return Leave()
        self.training, self._is_ready = self.training.again(), False
        self._take_up(now)
        return None

    def _point(self, shown: ExerciseView, now: int, *, flags: bool) -> None:
        """Answer with the cell of the cursor."""
        cell = CellSet(1 << self._at)
        match shown.exercise.kind, flags:
            case "point", _:
                self._give(shown, Answer("mine" if flags else "safe", cell), now)
            case "safe", False:
                self._give(shown, Answer("safe", cell), now)
            case "guess", False:
                self._give(shown, Answer("guess", cell), now)

    def _give(self, shown: ExerciseView, answer: Answer, now: int) -> None:
        """Give an answer, or say why it is none."""
        self._message = why_no_answer(shown.exercise, answer)
        if self._message or self._comes_too_soon(now):
            return
        was_mastered = self.training.mastered_text
        reply = Reply(answer, self.training.answer(answer, now))
        self._show(shown._replace(reply=reply), now)
        if not was_mastered:
            self._message = _sentence(self.training.mastered_text)


def _first_cell(exercise: Exercise) -> Cell:
    """Return the cell where the cursor starts: the nearest to the middle that may be an answer."""
    clues, grid = exercise.clues, exercise.clues.grid
    unknown = clues.covered & ~clues.known_mines & ~exercise.flags
    middle = (grid.width + 1) / 2, (grid.height + 1) / 2
    return min(cells_of(unknown) or grid, key=lambda cell: dist(grid.place(cell), middle))


def _sentence(text: str) -> str:
    """Return a text as a sentence; "" if there is none."""
    return f"{capitalise(text)}." if text else ""


def lesson_title(lesson: Lesson, glyphs: Glyphs) -> str:
    """Return the number and the name of a lesson."""
    return f"Lesson {lesson.number}{glyphs.dot}{lesson.name}"
