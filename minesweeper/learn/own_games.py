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

from minesweeper.engine.cells import NO_CELLS, CellSet, cells_of
from minesweeper.engine.game import Status
from minesweeper.learn.classification import Skill, easiest_skill
from minesweeper.learn.exercises import Exercise, format_exercise
from minesweeper.learn.lessons import GUESSES
from minesweeper.learn.schedule import INTERVALS
from minesweeper.play.dates import days_later
from minesweeper.play.reveals import PlayedReveal, reveals
from minesweeper.play.review import Review, ReviewStep
from minesweeper.play.session import Session
from minesweeper.solver.clues import Clues
from minesweeper.solver.odds import analyse
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
    for reveal in reveals(session):
        examiner.examine(reveal)
        yield
    game = ExaminedGame(session.head.id, session.head.begun)
    return Findings(game, tuple(examiner.moments()), tuple(examiner.encounters))


def exercise_before(session: Session, moves: int) -> Exercise | None:
    """Return the position before a reveal, given by the number of moves before it, as an exercise.

    Return None before the first reveal, and if the position is too wide to count.
    """
    reveal = _reveal_after(session, moves)
    return _exercise(reveal) if reveal else None


def moment_before(session: Session, moves: int) -> OwnMoment | None:
    """Return the position before a guess or a loss to train it; None as for `exercise_before`."""
    reveal = _reveal_after(session, moves)
    exercise = _exercise(reveal) if reveal else None
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


def _exercise(reveal: PlayedReveal) -> Exercise | None:
    """Return the position before a reveal as an exercise; None if it is too wide to count."""
    clues, flags = reveal.clues, reveal.flags
    if skill := _hardest_skill(clues):
        return Exercise("safe", skill.lesson, clues, True, flags)
    if not analyse(clues).layout_count:
        return None
    return Exercise("guess", GUESSES, clues, True, flags)


def _reveal_after(session: Session, moves: int) -> PlayedReveal | None:
    """Return the reveal after a number of moves; None if it is not one, or the first one."""
    found = (each for each in reveals(session) if each.moves == moves and not each.is_first)
    return next(found, None)


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
        self._session = session
        self._guesses = {(step.reveal.moves, step.reveal.cells): step for step in review.steps}
        self._helps = [
            entry.time for entry in session.entries if entry.word in ("help", "obvious", "undo")
        ]
        self._since = 0
        """The time of the reveal before."""
        self._is_unaided = True
        """Whether a reveal shows what the player knows: it followed no help and no undo."""
        self._guess_moments: list[OwnMoment] = []
        self._thinks: dict[int, tuple[int, OwnMoment]] = {}
        """The longest think in front of each lesson."""
        self._safe = self._mines = NO_CELLS
        """What the player has proved so far."""

    def moments(self) -> list[OwnMoment]:
        """Return the moments to ask again, in order."""
        thinks = (moment for _, moment in self._thinks.values())
        return sorted([*self._guess_moments, *thinks], key=lambda moment: moment.moves)

    def examine(self, reveal: PlayedReveal) -> None:
        """Examine the next reveal; of the first one nothing can be known."""
        step, since = self._session.steps[reveal.moves], self._since
        helps = (since <= time <= step.time for time in self._helps)
        self._is_unaided, self._since = not step.press and not any(helps), step.time
        if reveal.is_first:
            return
        if guess := self._guesses.get((reveal.moves, reveal.cells)):
            self._examine_guess(reveal, guess)
        else:
            self._examine_certain(reveal)

    def _examine_certain(self, reveal: PlayedReveal) -> None:
        if reveal.cells & ~self._safe and (skill := self._used_skill(reveal)):
            self._note(reveal, skill.lesson, is_missed=False)
        if reveal.think >= LONG_THINK and self._is_unaided:
            self._note_think(reveal)

    def _examine_guess(self, reveal: PlayedReveal, guess: ReviewStep) -> None:
        """Examine a guess, or the move that lost the game."""
        if skill := self._missed_skill(reveal):
            self._note(reveal, skill.lesson, is_missed=True)
            self._note_guess(reveal, "avoidable loss" if reveal.lost else "avoidable guess")
        elif guess.survival:
            self._note(reveal, GUESSES, is_missed=guess.verdict.is_costly)

    def _missed_skill(self, reveal: PlayedReveal) -> Skill | None:
        """Return what would have proved a safe cell, or that the revealed cell was a mine."""
        known = self._mines & ~reveal.cells
        return _hardest_skill(reveal.clues._replace(known_mines=known), reveal.cells)

    def _used_skill(self, reveal: PlayedReveal) -> Skill | None:
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

    def _note(self, reveal: PlayedReveal, lesson: int, *, is_missed: bool) -> None:
        """Note what a reveal called for, unless it only continues a run of single numbers."""
        if not self._is_unaided:
            return
        new = Encounter(self._session.head.id, reveal.moves, lesson, is_missed)
        last = self.encounters[-1] if self.encounters else None
        if not (last and _is_of_single_numbers(last) and _is_of_single_numbers(new)):
            self.encounters.append(new)

    def _note_guess(self, reveal: PlayedReveal, reason: Reason) -> None:
        if exercise := _exercise(reveal):
            moment = _moment(self._session, reveal.moves, reason, exercise)
            self._guess_moments.append(moment)

    def _note_think(self, reveal: PlayedReveal) -> None:
        exercise = _exercise(reveal)
        if not exercise or exercise.kind == "guess":
            return
        longest, _ = self._thinks.get(exercise.lesson, (0, None))
        if reveal.think > longest:
            moment = _moment(self._session, reveal.moves, "long think", exercise)
            self._thinks[exercise.lesson] = reveal.think, moment


def _is_of_single_numbers(encounter: Encounter) -> bool:
    """Return whether a move was made by single numbers."""
    return encounter.lesson <= 2 and not encounter.is_missed
