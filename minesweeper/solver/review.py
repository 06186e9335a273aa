"""The review of a finished game: what each reveal risked, and what lost the game."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod
from typing import Final, NamedTuple

from minesweeper.engine.board import MINE, Board
from minesweeper.engine.cells import (
    NO_CELLS,
    Cell,
    CellSet,
    byte_table,
    cells_of,
    cells_where,
    set_of,
)
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.notation import count_text
from minesweeper.engine.setup import OnGuess, Setup
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.deduction import deduce
from minesweeper.solver.odds import analyse
from minesweeper.solver.phrases import Phrase
from minesweeper.solver.survivals import Survivals
from minesweeper.solver.verdicts import NO_RISK, RevealRisk, Verdict, assess_risk, judge

LOST_AT_FIRST_REVEAL: Final = "Lost at the first reveal: nothing was known yet"
STRICT_RULE_EXPLOSION: Final = "Avoidable guess: the strict rule made it explode"
TOO_WIDE_TO_COUNT: Final = "Some positions were too complex to count"
UNPROVED_FLAGS: Final = "Not every flag was proved"
WON_WITHOUT_GUESS: Final = "Won without a guess"


class ReviewStep(NamedTuple):
    """A guess that was left to chance, or the move that lost the game."""

    moves: int
    """The number of moves that were made before it."""
    cells: CellSet
    """The cells that were revealed at once."""
    survival: Fraction | None
    """The chance to survive it; None if the position was too wide to count."""
    is_chance: bool = True
    """Whether its outcome was left to chance."""
    is_costly: bool = False
    """Whether a clearly better move was possible."""
    is_avoidable: bool = False
    """Whether some cell was certainly safe, or the reveal was certain to explode."""
    is_fatal: bool = False
    """Whether it lost the game."""


class Review(NamedTuple):
    """What the reveals of a game risked, up to some move."""

    steps: tuple[ReviewStep, ...] = ()
    """The guesses that were left to chance and the move that lost the game, in order."""
    verdict: Verdict | None = None
    """The verdict on the reveal that lost the game."""
    guesses_made_safe: int = 0
    """The number of forced guesses that the guess rule made safe."""
    remark: str = ""
    """A further sentence about the game; empty if there is none."""

    @property
    def guesses(self) -> list[ReviewStep]:
        """The guesses that were left to chance and had one."""
        return [each for each in self.steps if each.is_chance and each.survival]

    @property
    def guess_count(self) -> int:
        """The number of guesses that were left to chance."""
        return len(self.guesses)

    @property
    def avoidable_count(self) -> int:
        """The number of those guesses that were made although some cell was certainly safe."""
        return sum(each.is_chance and each.is_avoidable for each in self.steps)

    @property
    def survived_count(self) -> int:
        """The number of guesses that did not explode, to compare with `expected_survivals`."""
        return sum(each.is_chance and not each.is_fatal for each in self.steps)

    @property
    def expected_survivals(self) -> Fraction:
        """The sum of the chances to survive each guess."""
        return sum(self._chances, Fraction(0))

    @property
    def survival(self) -> Fraction:
        """The chance to survive all of the guesses."""
        return prod(self._chances, start=Fraction(1))

    @property
    def _chances(self) -> list[Fraction]:
        """The chance to survive each guess that was left to chance."""
        return [each.survival for each in self.guesses if each.survival]

    @property
    def lost_by(self) -> str:
        """What lost the game: "needless" or "bad luck"; empty for a win, or if it is unknown."""
        verdict = self.verdict
        if not verdict or not (verdict.risk or verdict.is_avoidable):
            return ""
        return "needless" if verdict.is_avoidable else "bad luck"

    @property
    def sentences(self) -> list[str]:
        """The verdict on a loss, its reason, and a summary of the guesses, without full stops."""
        verdict = self.verdict.sentences if self.verdict else []
        return [*verdict, *self._remarks()] or [WON_WITHOUT_GUESS]

    @property
    def lines(self) -> list[Phrase]:
        """The review in sentences: the verdict, its reason, and the summary."""
        lines = []
        if self.verdict:
            lines.append(self.verdict.wording)
        explanation = self.verdict.explanation if self.verdict else None
        lines += [explanation.proof.statement] if explanation and explanation.proof else []
        lines += [Phrase.of(text) for text in self._remarks()]
        return lines or [Phrase.of(WON_WITHOUT_GUESS)]

    def _remarks(self) -> list[str]:
        """Return the sentences that follow the verdict."""
        return [text for text in (self.remark, self.guesses_text, self.made_safe_text) if text]

    @property
    def guesses_text(self) -> str:
        """A summary of the guesses that were left to chance; empty if there were none."""
        if not self.guess_count:
            return ""
        avoidable = ""
        guesses = count_text(self.guess_count, "guess")
        if self.avoidable_count == self.guess_count:
            guesses = count_text(self.guess_count, "avoidable guess")
        elif self.avoidable_count:
            avoidable = f", {self.avoidable_count} of them avoidable"
        survive = "survive" if self.guess_count == 1 else "survive all"
        return f"{guesses}{avoidable}, {chance_percent_text(self.survival)} to {survive}"

    @property
    def made_safe_text(self) -> str:
        """A summary of the guesses that the rule made safe; empty if there were none."""
        if not self.guesses_made_safe:
            return ""
        return f"{count_text(self.guesses_made_safe, 'forced guess')}, made safe by the rule"


PlayedMoves = Iterable[tuple[Board | None, Move, OnGuess]]
"""The moves of a game, each with the board it was made on and the guess rule in force.

A guess rule may move the mines between two moves; before the first reveal the board may be None.
"""


def review(setup: Setup, moves: PlayedMoves) -> Iterator[Review]:
    """Review a finished game move by move; the last result is complete.

    The first reveal is not judged, because nothing can be known before it.
    """
    result = Review()
    game: Game | None = None
    safe = NO_CELLS  # proved so far: remembering it saves nearly all the work on a large board
    survivals = Survivals()
    for count, move, game, rule in replay_moves(setup, moves):
        revealed = game.cells_to_reveal(move)
        before = clues_of(game)
        game.play(move)
        if not revealed:
            continue
        lost = game.status is Status.LOST
        if before.revealed:
            risk, safe = _assess(before, revealed, safe, survivals)
            step = ReviewStep(count, set_of(revealed), risk and risk.survival, is_fatal=lost)
            result = _with_step(result, before, step, risk, rule)
            yield result
        elif lost:
            risk = assess_risk(before, *revealed)
            step = ReviewStep(
                count, set_of(revealed), risk and risk.survival, is_chance=False, is_fatal=True
            )
            result = result._replace(steps=(step,), remark=LOST_AT_FIRST_REVEAL)
    yield result._replace(remark=result.remark or (_flags_remark(game) if game else ""))


def position_before(setup: Setup, moves: PlayedMoves, step: ReviewStep) -> Game:
    """Return the game as it was before a step of its review."""
    for count, move, game, _ in replay_moves(setup, moves):
        if count == step.moves and set_of(game.cells_to_reveal(move)) == step.cells:
            return game
        game.play(move)
    raise ValueError("step: not one of this game")


def replay_moves(setup: Setup, moves: PlayedMoves) -> Iterator[tuple[int, Move, Game, OnGuess]]:
    """Yield each move as a guess rule sees it: the number of moves before it, the game, the rule.

    The caller makes each move before taking the next.
    """
    # The first reveal lays the mines. If the layout were known from the start, flags alone could
    # win before a move that in fact followed them.
    board: Board | None = None
    game = Game(setup, lambda first: _require_board(board))
    for count, (board, each, rule) in enumerate(moves):
        if game.board and board and board is not game.board:
            game.replace_board(board)
        for move in [each] if rule == "luck" else _split_chord(game, each):
            yield count, move, game, rule


def _require_board(board: Board | None) -> Board:
    if board is None:
        raise ValueError("moves: a reveal before the mines were laid")
    return board


def _assess(
    clues: Clues, cells: list[Cell], safe: CellSet, survivals: Survivals
) -> tuple[RevealRisk | None, CellSet]:
    """Return the risk of a reveal, and `safe` with what the clues prove safe in addition."""
    revealed = set_of(cells)
    if not revealed & ~safe:
        return NO_RISK, safe
    proved = deduce(clues)
    safe |= proved.safe
    if not revealed & ~safe:
        return NO_RISK, safe
    if not proved.safe:
        return assess_risk(clues, *cells), safe
    chance = survivals.chance(clues, revealed & ~safe, proved)
    return (None if chance is None else RevealRisk(chance, lowest_risk=Fraction(0))), safe


def _split_chord(game: Game, move: Move) -> list[Move]:
    """Return a move as a guess rule sees it: a chord counts as its reveals, one by one."""
    if move.verb != "chord":
        return [move]
    return [Move("reveal", cell) for cell in game.cells_to_reveal(move)]


def _with_step(
    result: Review, clues: Clues, step: ReviewStep, risk: RevealRisk | None, rule: OnGuess
) -> Review:
    """Return the review with a reveal added; a guess that the rule decided was not up to chance."""
    is_guess = risk is not None and risk.is_guess
    is_avoidable = risk is not None and risk.is_avoidable_guess
    if not (is_guess or step.is_fatal):
        return result if risk else result._replace(remark=TOO_WIDE_TO_COUNT)
    if is_guess and rule != "luck" and not is_avoidable and not step.is_fatal:
        return result._replace(guesses_made_safe=result.guesses_made_safe + 1)
    if is_avoidable and not step.is_fatal:
        step = step._replace(is_costly=True, is_avoidable=True)
        return result._replace(steps=(*result.steps, step))
    verdict = judge(clues, *cells_of(step.cells), explain=step.is_fatal)
    if step.is_fatal:
        result = result._replace(verdict=verdict)
    exploded_by_rule = rule == "strict" and is_avoidable and step.is_fatal
    if exploded_by_rule:
        result = result._replace(remark=STRICT_RULE_EXPLOSION)
    is_chance = is_guess and not exploded_by_rule
    step = step._replace(
        is_chance=is_chance, is_costly=verdict.is_costly, is_avoidable=verdict.is_avoidable
    )
    return result._replace(steps=(*result.steps, step))


def _flags_remark(game: Game) -> str:
    """Return a remark if the game was won by flags that were not all proved, else ""."""
    flags, mines = flags_in(game), cells_where(game.cells, _MINED)
    unproved = flags == mines and flags & ~analyse(clues_of(game)).mines
    return UNPROVED_FLAGS if unproved else ""


_MINED: Final = byte_table({value for value in range(256) if value & MINE})
