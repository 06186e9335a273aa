"""What a finished game says about its player: moments to ask again, and what each move called for.

A move calls for the rules that prove the revealed cells, easiest first; what earlier moves called
for is known. A move that was a guess although something was certain has missed the easiest rule.
Moves by single numbers (lessons 1 and 2) call for lesson 1 if mines have to be found first. They
are most of all moves, so a run of them counts once, as one search of the board.

Moves that follow a hint, the odds or an undo say nothing about the player. A forced guess calls for
lesson 10, and has missed it if a clearly better guess was possible.
"""

from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from minesweeper.engine.cells import NO_CELLS, CellSet, cells_of, set_of
from minesweeper.engine.game import Status
from minesweeper.learn.classification import Skill, easiest_skill
from minesweeper.learn.exercises import Exercise, format_exercise
from minesweeper.learn.lessons import GUESSES
from minesweeper.learn.schedule import INTERVALS
from minesweeper.play.dates import days_later
from minesweeper.play.ranking import help_reasons
from minesweeper.play.review_steps import played_moves
from minesweeper.play.session import Session
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.odds import analyse
from minesweeper.solver.playout import play_in_steps
from minesweeper.solver.review import (
    LOST_AT_FIRST_REVEAL,
    PlayedMoves,
    Review,
    ReviewStep,
    replay_moves,
)
from minesweeper.solver.verdicts import judge
from minesweeper.store.learning import Encounter, ExaminedGame, OwnMoment
from minesweeper.store.schema import Reason

LONG_THINK: Final = 8_000
"""From how many milliseconds on a think in front of a certain move is asked again."""

FIRST_REVEAL: Final = "Nothing was known before the first reveal"


class Findings(NamedTuple):
    """What a finished game says about its player."""

    game: ExaminedGame
    moments: tuple[OwnMoment, ...]
    encounters: tuple[Encounter, ...]


def examine(session: Session, review: Review) -> Generator[None, None, Findings]:
    """Examine a game that was won or lost, with its review, in steps of a few milliseconds.

    Of the long thinks in front of the same lesson, only the longest becomes a moment.
    """
    examiner = _Examiner(session, review)
    for reveal in _reveals(session):
        examiner.examine(reveal)
        yield
    solver_wins = yield from _solver_wins(session)
    is_won = session.game.status is Status.WON
    game = ExaminedGame(
        session.head.id,
        session.head.begun,
        last_move(session),
        "" if is_won else examiner.lost_to,
        is_won,
        not help_reasons(session),
        solver_wins,
    )
    return Findings(game, tuple(examiner.moments()), tuple(examiner.encounters))


def exercise_before(session: Session, moves: int) -> Exercise | None:
    """Return the position before a reveal, given by the number of moves before it, as an exercise.

    Return None before the first reveal, and if the position is too wide to count.
    """
    reveal = _reveal_after(session, moves)
    return reveal.exercise() if reveal else None


def moment_before(session: Session, moves: int) -> OwnMoment | None:
    """Return the position before a guess or a loss to train it; None as for `exercise_before`."""
    reveal = _reveal_after(session, moves)
    exercise = reveal.exercise() if reveal else None
    if not reveal or not exercise:
        return None
    is_loss = session.game.status is Status.LOST and moves == last_move(session)
    avoidable: Reason = "avoidable loss" if is_loss else "avoidable guess"
    verdict = judge(reveal.clues, *cells_of(reveal.cells), explain=False)
    return _moment(session, moves, avoidable if verdict.is_avoidable else "guess", exercise)


def why_no_moment(session: Session, moves: int) -> str:
    """Return why `moment_before` returns None."""
    is_known = _reveal_after(session, moves) is not None
    return "The position is too complex to count" if is_known else FIRST_REVEAL


def _moment(session: Session, moves: int, reason: Reason, exercise: Exercise) -> OwnMoment:
    """Return a moment, due the day after its game; at once if the game has no date."""
    day = session.head.begun[:10]
    with suppress(ValueError):
        day = days_later(day, INTERVALS[0])
    return OwnMoment(
        session.head.id, moves, reason, format_exercise(exercise), due=day, interval=INTERVALS[0]
    )


def last_move(session: Session) -> int:
    """Return the number of moves before the last one that changed something."""
    return max(moves for moves, step in enumerate(session.steps) if step.is_effective)


def _solver_wins(session: Session) -> Generator[None, None, bool]:
    """Return whether the solver wins the board of a game from the same first reveal.

    Under a guess rule it does: it only makes forced guesses, which are safe.
    """
    if session.game.setup.on_guess != "luck" and not session.guesses_left_to_luck:
        return True
    steps = (each for each in session.steps if each.is_effective and each.move.verb == "reveal")
    assert session.board, "a game ends on a laid board"
    return (yield from play_in_steps(session.board, next(steps).move.cell))


class _Reveal(NamedTuple):
    """A move that revealed cells, and the position before it."""

    moves: int
    """The number of moves before it."""
    cells: CellSet
    clues: Clues
    flags: CellSet
    think: int
    """The longest time without a move since the reveal before, in milliseconds."""
    is_unaided: bool
    """Whether it shows what the player knows: it followed no help and no undo."""

    def exercise(self) -> Exercise | None:
        """Return the position as it stood, as an exercise; None if it is too wide to count."""
        clues, flags = self.clues, self.flags
        if skill := _hardest_skill(clues):
            reduced = skill.is_reduced
            return Exercise("safe", skill.lesson, clues, True, flags, is_reduced=reduced)
        if not analyse(clues).layout_count:
            return None
        return Exercise("guess", GUESSES, clues, True, flags)


def _reveals(session: Session) -> Iterator[_Reveal]:
    """Yield the moves of a game that revealed cells, but the first one."""
    helps = [entry.time for entry in session.entries if entry.word in ("help", "obvious", "undo")]
    clock = think = since = 0
    whole_chords: PlayedMoves = [(board, move, "luck") for board, move, _ in played_moves(session)]
    for moves, move, game, _ in replay_moves(session.game.setup, whole_chords):
        step = session.steps[moves]
        think, clock = max(think, step.milliseconds - clock), step.milliseconds
        if cells := set_of(game.cells_to_reveal(move)):
            clues = clues_of(game)
            is_unaided = not step.press and not any(since <= each <= step.time for each in helps)
            if clues.revealed:
                yield _Reveal(moves, cells, clues, flags_in(game), think, is_unaided)
            think, since = 0, step.time
        game.play(move)


def _reveal_after(session: Session, moves: int) -> _Reveal | None:
    """Return the reveal after a number of moves; None if it is not one, or the first one."""
    return next((each for each in _reveals(session) if each.moves == moves), None)


def _skills(clues: Clues) -> Iterator[Skill]:
    """Yield the rules that prove something, the easiest first; each builds on those before it."""
    while skill := easiest_skill(clues, counts_mines=True):
        yield skill
        mines = clues.known_mines | skill.mines
        clues = clues.with_safe(skill.safe)._replace(known_mines=mines)


def _hardest_skill(clues: Clues, fatal: CellSet = NO_CELLS) -> Skill | None:
    """Return the hardest rule on the easiest way to a safe cell, or to a mine that was revealed.

    Return None if there is no such way.
    """
    hardest: Skill | None = None
    for skill in _skills(clues):
        hardest = max(hardest or skill, skill, key=_difficulty)
        if skill.safe or skill.mines & fatal:
            return hardest
    return None


def _difficulty(skill: Skill) -> int:
    """Return a number to compare rules: to find mines (lesson 1) is more than to count them."""
    return {1: 2, 2: 1}.get(skill.lesson, skill.lesson)


class _Examiner:
    """Goes through the reveals of a game, and notes what each of them called for."""

    def __init__(self, session: Session, review: Review) -> None:
        self.encounters: list[Encounter] = []
        self.lost_to = "first reveal" if review.remark == LOST_AT_FIRST_REVEAL else "unknown"
        """What lost the game, if it was lost."""
        self._session = session
        self._guesses = {step.moves: step for step in review.steps}
        self._guess_moments: list[OwnMoment] = []
        self._thinks: dict[int, tuple[int, OwnMoment]] = {}
        """The longest think in front of each lesson."""
        self._safe = self._mines = NO_CELLS
        """What the player has proved so far."""

    def moments(self) -> list[OwnMoment]:
        """Return the moments to ask again, in order."""
        thinks = (moment for _, moment in self._thinks.values())
        return sorted([*self._guess_moments, *thinks], key=lambda moment: moment.moves)

    def examine(self, reveal: _Reveal) -> None:
        """Examine the next reveal."""
        if guess := self._guesses.get(reveal.moves):
            self._examine_guess(reveal, guess)
            return
        if reveal.cells & ~self._safe and (skill := self._used_skill(reveal)):
            self._note(reveal, skill.lesson, is_reduced=skill.is_reduced, is_missed=False)
        if reveal.think >= LONG_THINK and reveal.is_unaided:
            self._note_think(reveal)

    def _examine_guess(self, reveal: _Reveal, guess: ReviewStep) -> None:
        """Examine a guess, or the move that lost the game."""
        lost_to = "unknown"
        if skill := self._missed_skill(reveal):
            self._note(reveal, skill.lesson, is_reduced=skill.is_reduced, is_missed=True)
            self._note_guess(reveal, "avoidable loss" if guess.is_fatal else "avoidable guess")
            lost_to = str(skill.lesson)
        elif guess.survival:
            self._note(reveal, GUESSES, is_reduced=False, is_missed=guess.is_costly)
            lost_to = str(GUESSES) if guess.is_costly else "luck"
        if guess.is_fatal:
            self.lost_to = lost_to

    def _missed_skill(self, reveal: _Reveal) -> Skill | None:
        """Return what would have proved a safe cell, or that the revealed cell was a mine."""
        known = self._mines & ~reveal.cells
        return _hardest_skill(reveal.clues._replace(known_mines=known), reveal.cells)

    def _used_skill(self, reveal: _Reveal) -> Skill | None:
        """Return what proves all revealed cells; None if nothing does, as a guess rule helped."""
        hardest: Skill | None = None
        clues = reveal.clues.with_safe(self._safe)._replace(known_mines=self._mines)
        for skill in _skills(clues):
            hardest = max(hardest or skill, skill, key=_difficulty)
            self._safe |= skill.safe
            self._mines |= skill.mines
            if not reveal.cells & ~self._safe:
                return hardest
        return None

    def _note(self, reveal: _Reveal, lesson: int, *, is_reduced: bool, is_missed: bool) -> None:
        """Note what a reveal called for, unless it only continues a run of single numbers."""
        if not reveal.is_unaided:
            return
        new = Encounter(
            self._session.head.id, reveal.moves, lesson, is_reduced, is_missed, reveal.think
        )
        last = self.encounters[-1] if self.encounters else None
        if not (last and _is_of_single_numbers(last) and _is_of_single_numbers(new)):
            self.encounters.append(new)

    def _note_guess(self, reveal: _Reveal, reason: Reason) -> None:
        if exercise := reveal.exercise():
            moment = _moment(self._session, reveal.moves, reason, exercise)
            self._guess_moments.append(moment)

    def _note_think(self, reveal: _Reveal) -> None:
        exercise = reveal.exercise()
        if not exercise or exercise.kind == "guess":
            return
        longest, _ = self._thinks.get(exercise.lesson, (0, None))
        if reveal.think > longest:
            moment = _moment(self._session, reveal.moves, "long think", exercise)
            self._thinks[exercise.lesson] = reveal.think, moment


def _is_of_single_numbers(encounter: Encounter) -> bool:
    """Return whether a move was made by single numbers."""
    return encounter.lesson <= 2 and not encounter.is_missed
