"""The screen of a training: an exercise, the answer by keys or mouse, and what is true.

A wrong answer is met in two steps: first that it is wrong, for a claim by a board on which every
number fits and the claim is false, so that the player can try again; then what is true, and why.
"""

from collections.abc import Mapping
from functools import partial
from math import dist
from typing import Final

from minesweeper.engine.cells import Cell, CellSet, Grid, cells_of
from minesweeper.learn.answers import Answer, why_no_answer
from minesweeper.learn.exercises import QUESTIONS, Exercise
from minesweeper.learn.lessons import LESSONS
from minesweeper.learn.training import LessonTraining, Streak, Training
from minesweeper.tui.events import LEFT, MIDDLE, Click, Event, Key, Mouse
from minesweeper.tui.keys import ROWS, Keymap
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.zooms import LARGEST_WITHOUT_GROUNDS, WITHOUT_PIXELS, ZOOMS
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.screens.controls import MOVE_ACTIONS, STEPS, destination
from minesweeper.tui.screens.exercise_help import exercise_help, exercise_keymap
from minesweeper.tui.screens.exercise_view import ExerciseView, Reply
from minesweeper.tui.screens.game_side import sentence
from minesweeper.tui.screens.lesson_introduction import introduce
from minesweeper.tui.screens.lesson_side import advance_text, end_side, reply_side, training_side
from minesweeper.tui.widgets.board_screen import LOOKS_ACTIONS, BoardScreen, Method, Scene
from minesweeper.tui.widgets.layout import Placement, lesson_zooms, place_lesson
from minesweeper.tui.widgets.motion import has_motion
from minesweeper.tui.widgets.side import Side

# Milliseconds after which the side says that a position is being made; and for which what has just
# appeared is neither answered nor left, because a key may be held down, or a click be a double one.
_MOMENT: Final = 400
_CALM_TIME: Final = 250
_NEW_DOT_TIME: Final = 150
"""The milliseconds for which the dot of a right answer is bright."""
# What each kind of exercise offers: an action and its word.
_ANSWERS: Final = {
    "point": {"reveal": "it is safe", "flag": "it is a mine", "nothing": "nothing is certain"},
    "safe": {"reveal": "it is safe", "nothing": "nothing is certain"},
    "guess": {"reveal": "this one"},
}
_WHAT: Final = "what is certain?"
_LOOKING: Final = "Looking for a position..."
_NO_BOARD: Final = Grid(10, 10)
"""In the place of such a board nothing is drawn while there is no exercise."""


class LessonScreen(BoardScreen):
    """Asks the exercises of a training, after the introduction of a lesson."""

    def __init__(self, looks: Looks, training: Training, keymap: Keymap = ROWS) -> None:
        """Ask the exercises of a training; the keys that move, reveal and flag are the game's."""
        self.training = training
        self._game_keymap = keymap
        self._introduction = (
            introduce(LESSONS[training.number - 1])
            if isinstance(training, LessonTraining)
            else None
        )
        """What is shown until the exercises begin."""
        self._shown: ExerciseView | None = None
        """The last exercise, which is shown until the next one is made; None without any."""
        self._at = Cell(0)
        """The cell of the cursor."""
        self._is_ready = self._introduction is not None
        """Whether the next exercise is made, or there is none."""
        self._waiting_since: int | None = None
        """Since when there has been no exercise; None if there is one."""
        self._calm_since = 0
        """When an exercise or a reply appeared, or a key came too soon after that."""
        self._new_dot_until = 0
        """Until when the last dot is bright."""
        example = self._introduction.exercise if self._introduction else None
        super().__init__(
            looks,
            example.clues.grid if example else _NO_BOARD,
            exercise_keymap("point", keymap),
        )

    def methods(self) -> dict[str, Method]:
        return {
            **{action: partial(self._move, action) for action in MOVE_ACTIONS},
            **{action: partial(self.change_looks, action) for action in LOOKS_ACTIONS},
            "reveal": self._confirm,
            "flag": self._claim_mine,
            "nothing": self._claim_nothing,
            "hint": self._show_proof,
            "undo": self._try_again,
            "help": self._open_help,
            "quit": lambda now: Leave(),
        }

    @property
    def _present(self) -> ExerciseView | None:
        """What is shown of the present exercise; None while the next one is made."""
        exercise = self.training.exercise
        return self._shown if self._shown and self._shown.exercise is exercise else None

    @property
    def _reply(self) -> Reply | None:
        """The last answer to the exercise that is shown; None while it is asked."""
        return self._shown.reply if self._shown else None

    @property
    def _is_streak_over(self) -> bool:
        return isinstance(self.training, Streak) and self.training.is_last

    # Time

    def tick(self, now: int) -> None:
        if self._introduction:
            return
        makes_next = self.training.exercise is not None
        is_ready = self.training.prepare(now)
        self._is_ready = is_ready and (makes_next or self.training.is_over)
        if self.training.exercise and not self._present:
            self._take_up(self.training.exercise, now)
        if self.training.exercise or self.training.is_over:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = now
        if self.training.is_over:
            self._shown = None

    def next_wakeup(self, now: int) -> int:
        if not self._is_ready:
            return 0
        if now < self._new_dot_until:
            return self._new_dot_until - now
        return super().next_wakeup(now)

    def _take_up(self, exercise: Exercise, now: int) -> None:
        """Ask the present exercise."""
        self._shown, self.message = ExerciseView(exercise), ""
        self._calm_since = now
        self._at = _first_cell(self._shown)
        self.bind(exercise_keymap(exercise.kind, self._game_keymap))
        self.show_grid(exercise.clues.grid)

    def _show(self, shown: ExerciseView, now: int) -> None:
        """Show another state of an exercise, and the cells that it is about."""
        self._shown, self._calm_since = shown, now
        if self.is_drawn:
            self.scroll_again()

    # The board

    def placement(self) -> Placement:
        if self._is_on_own_board:
            return super().placement()
        board = self.view.board_size
        chosen, theme = self.looks.chosen_zoom(board), self.looks.theme
        zooms = WITHOUT_PIXELS if theme.glyphs.is_ascii else [*ZOOMS]
        if not theme.has_colours:
            zooms = [zoom for zoom in zooms if zoom <= LARGEST_WITHOUT_GROUNDS]
        return place_lesson(self.window, board, chosen, zooms)

    def zooms(self) -> list[int]:
        if self._is_on_own_board:
            return super().zooms()
        return lesson_zooms(self.window, self.view.board_size)

    @property
    def _is_on_own_board(self) -> bool:
        """Whether the positions are those of whole games, and shown like games."""
        return not isinstance(self.training, LessonTraining | Streak)

    def scroll_to_start(self) -> None:
        self.scroll_again()

    def scroll_again(self) -> None:
        if self._introduction:
            self.view.show(self._introduction.places)
        elif self._shown and self._shown.reply:
            self.view.show(self._shown.places)
        elif self._shown:
            self.view.follow(self._at)

    def scene(self, now: int) -> Scene | None:
        shown = self._introduction or self._shown
        return shown and Scene(
            shown.game, self.cursor, is_quiet=bool(self._reply), overlay=shown.overlay(self.view)
        )

    @property
    def cursor(self) -> Cell | None:
        """The cell of the cursor; a guess keeps it, other answers are marked on the board."""
        if self._introduction or not self._shown:
            return None
        return self._at if not self._reply or self._reply.answer.verb == "guess" else None

    # The side

    def side(self, now: int) -> Side:
        side = self._side(now)
        if self.message:
            side = side._replace(body=[sentence(self.message)], body_role="note")
        return side._replace(more=self.words({"help": "help", "quit": "back"}))

    def _side(self, now: int) -> Side:
        theme, training = self.looks.theme, self.training
        if begun := self._introduction:
            head = training_side(training, begun.exercise, theme, has_begun=False)
            main = self.words({"reveal": "begin"})
            return head._replace(body=begun.texts(theme.glyphs), main=main)
        if self._waiting_since is not None and now - self._waiting_since >= _MOMENT:
            return training_side(training, None, theme)._replace(body=[_LOOKING])
        if not self._shown:
            return end_side(training)
        exercise = self._shown.exercise
        head = training_side(training, exercise, theme, has_new_dot=now < self._new_dot_until)
        if reply := self._shown.reply:
            side = reply_side(head, training, reply, self._shown.texts(self.view))
            return side._replace(main=self.words(self._offers_after(reply)))
        why = [sentence(training.note)] if training.note else []
        main = self.words(_ANSWERS[exercise.kind])
        return head._replace(body=[*why, QUESTIONS[exercise.kind]], main=main)

    def _offers_after(self, reply: Reply) -> Mapping[str, str]:
        """Return what to do after an answer: a text for each action."""
        if self._is_streak_over:
            return {"reveal": "again"} | ({"hint": _WHAT} if reply.proof_follows else {})
        if reply.proof_follows:
            return {"reveal": _WHAT, "undo": "try again"}
        return {"reveal": "go back" if self.training.is_last else "next"}

    # Events

    def action_of(self, key: str) -> str:
        return "reveal" if key == "enter" else super().action_of(key)

    def handle(self, event: Event, now: int) -> Reaction:
        if isinstance(event, Key):
            self._new_dot_until = 0
            return self.press_key(event.name, now)
        if self.is_too_small:
            return None
        if isinstance(event, Mouse):
            self._turn_wheel(event.wheel)
        elif isinstance(event, Click):
            self.message = ""
            return self._click(event, now)
        return None

    def _turn_wheel(self, way: int) -> None:
        if way:
            cell = self.view.scroll_by_wheel(way, self._at)
            self._at = self._at if self._reply else cell

    def _click(self, click: Click, now: int) -> Reaction:
        """Answer with the cell that was clicked: the left button reveals, the right one flags.

        After an answer, a left click anywhere goes on.
        """
        present, cell = self._present, self.view.cell_at(click.column, click.row)
        if click.button == MIDDLE or not present:
            return None
        if present.reply:
            return self._confirm(now) if click.button == LEFT else None
        if cell:
            self._at = cell
            if click.button == LEFT:
                return self._confirm(now)
            self._claim_mine(now)
        return None

    def _move(self, action: str, now: int) -> None:
        """Move the cursor; where there is none to move, scroll."""
        present = self._present
        if present and not present.reply:
            self._at = destination(action, self._at, present.game, self.view.down) or self._at
            self.view.follow(self._at)
        elif action in STEPS:
            self.view.scroll(*STEPS[action])

    def _comes_too_soon(self, now: int) -> bool:
        """Return whether nobody can have read what is shown yet: a key may be held down."""
        is_too_soon = now - self._calm_since < _CALM_TIME
        if is_too_soon:
            self._calm_since = now
        return is_too_soon

    def _confirm(self, now: int) -> Reaction:
        """Begin, answer with the cell of the cursor, or go on."""
        present = self._present
        if self._introduction:
            self._introduction, self._is_ready = None, False
        elif present and present.reply:
            return None if self._comes_too_soon(now) else self._go_on(present, present.reply, now)
        elif present:
            is_guess = present.exercise.kind == "guess"
            self._give(
                present, Answer("guess" if is_guess else "safe", CellSet(1 << self._at)), now
            )
        elif self.training.is_over:
            return Leave()
        return None

    def _claim_mine(self, now: int) -> None:
        """Answer that the cell of the cursor is a mine."""
        if self._present and not self._reply and self._present.exercise.kind == "point":
            self._give(self._present, Answer("mine", CellSet(1 << self._at)), now)

    def _claim_nothing(self, now: int) -> None:
        """Answer that nothing is certain."""
        if self._present and not self._reply:
            self._give(self._present, Answer("nothing"), now)

    def _give(self, present: ExerciseView, answer: Answer, now: int) -> None:
        """Give an answer, or say why it is none."""
        self.message = why_no_answer(present.exercise, answer)
        if self.message or self._comes_too_soon(now):
            return
        training = self.training
        was_mastered = bool(training.mastered_text)
        judgement = training.answer(answer, now)
        time = training.milliseconds
        reply = Reply(
            answer,
            judgement,
            time="" if time is None else f"{time / 1000:.1f} s",
            progress=advance_text(training, was_mastered=was_mastered),
        )
        self._show(present._replace(reply=reply), now)
        if judgement.is_right and has_motion(self.looks, present.game):
            self._new_dot_until = now + _NEW_DOT_TIME

    def _go_on(self, present: ExerciseView, reply: Reply, now: int) -> Reaction:
        """Show the proof, or go on to the next exercise; leave if there is none."""
        if isinstance(self.training, Streak) and self.training.is_last:
            self.training = self.training.again()
            self._is_ready = False
        elif reply.proof_follows:
            self._show_proof(now)
        elif self.training.is_last:
            return Leave()
        else:
            self.training.go_on(now)
            self._is_ready = False
        return None

    def _show_proof(self, now: int) -> None:
        """Show what is certain, and why, after a wrong answer."""
        present = self._present
        if present and present.reply and present.reply.proof_follows:
            reply = present.reply._replace(shows_proof=True)
            self._show(present._replace(reply=reply), now)

    def _try_again(self, now: int) -> None:
        """Ask the exercise again after a wrong answer, as long as it has not been explained."""
        present, is_over = self._present, self._is_streak_over
        if present and present.reply and present.reply.proof_follows and not is_over:
            self.training.try_again()
            self._show(present._replace(reply=None), now)

    def _open_help(self, now: int) -> Reaction:
        kind = self._shown.exercise.kind if self._shown else "point"
        return exercise_help(kind, self.looks, self.keymap, self._game_keymap)


def _first_cell(shown: ExerciseView) -> Cell:
    """Return the cell where the cursor starts: the nearest to the middle that may be an answer."""
    grid = shown.exercise.clues.grid
    middle = (grid.width + 1) / 2, (grid.height + 1) / 2
    cells = cells_of(shown.cells_to_answer) or grid
    return min(cells, key=lambda cell: dist(grid.place(cell), middle))
