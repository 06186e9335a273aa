"""What stands beside an exercise: what is trained, how an answer was, and how far the player is."""

from collections.abc import Sequence

from minesweeper.engine.notation import count_text
from minesweeper.learn.exercises import Exercise
from minesweeper.learn.mastery import MASTERED, RECENT
from minesweeper.learn.training import LessonTraining, OwnTraining, Streak, Training
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import emphasis
from minesweeper.tui.screens.exercise_view import Reply
from minesweeper.tui.screens.game_side import sentence
from minesweeper.tui.widgets.blocks import dots
from minesweeper.tui.widgets.side import Block, Part, Side


def training_side(
    training: Training,
    exercise: Exercise | None,
    theme: Theme,
    *,
    has_begun: bool = True,
    has_new_dot: bool = False,
) -> Side:
    """Return a side that says what is trained, and how many mines are left if they count.

    Once a lesson `has_begun`, it shows its last answers as dots.
    """
    counts_mines = exercise is not None and exercise.counts_mines
    side, name, rows = Side(title=training.title), "", list[Part]()
    if isinstance(training, LessonTraining):
        name = f"Lesson {training.number}"
        rows.append(emphasis("dim", name))
        if has_begun:
            answers = _answers(training, theme, has_new_dot=has_new_dot)
            rows.append(answers._replace(rows=1 + counts_mines))  # a blank row between two facts
    elif isinstance(training, Streak):
        name, best = f"{training.right} right", _dim(training.best_text)
        if training.is_last:
            rows.append(", ".join([emphasis("bright", name), *best]))
        else:
            side = side._replace(digits=str(training.right))
            rows += best
    elif isinstance(training, OwnTraining):
        side = side._replace(value=training.place_text)
        rows += _dim(training.day)
    if exercise and counts_mines:
        name = f"{count_text(exercise.as_game().mines_left, 'mine')} left"
        rows.append(emphasis("flag", name))
    return side._replace(rows=rows, short=name)


def _answers(training: LessonTraining, theme: Theme, *, has_new_dot: bool) -> Block:
    """Return the dots of the last answers, and of those that are still needed."""
    answers = training.last_answers
    count = RECENT if len(answers) == RECENT or not all(answers) else RECENT - 1
    return dots(answers, count, theme, is_last_new=has_new_dot)


def _dim(text: str) -> list[str]:
    return [emphasis("dim", text)] if text else []


def reply_side(side: Side, training: Training, reply: Reply, texts: Sequence[str]) -> Side:
    """Return what is said after an answer, on the side of its training."""
    title, role = reply.title
    if reply.judgement.is_right and reply.time:
        side = side._replace(value=reply.time, value_role="text")
    warning = sentence(training.warning)
    return side._replace(
        title=title,
        title_role=role,
        body=[*texts, *filter(None, [reply.progress, warning and emphasis("note", warning)])],
    )


def end_side(training: Training) -> Side:
    """Return what is said if there is nothing to ask, or nothing yet."""
    if not isinstance(training, OwnTraining) or not training.is_over:
        return Side(title=training.title)
    day = training.next_day()
    return Side(title="Nothing to repeat", body=[f"Next: {day}."] if day else [])


def advance_text(training: Training, *, was_mastered: bool) -> str:
    """Return how far the player has come: "8 in a row. 3 more, and you have mastered ...".

    A wrong answer says nothing of it.
    """
    if not isinstance(training, LessonTraining) or not training.in_a_row:
        return ""
    count, needed = training.in_a_row, training.answers_needed
    texts = [emphasis("bright", f"{count} in a row.")] if count > 1 else []
    if not needed and not was_mastered:
        texts = [emphasis("bright", sentence(training.mastered_text))]
    elif needed:
        texts.append(f"{needed} more, and {MASTERED}.")
    return " ".join(texts)
