"""The review of a finished game: what each reveal risked, and what lost the game."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod
from typing import Final, NamedTuple

from minesweeper.engine.board import MINE, Board
from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, byte_table, cells_where, set_of
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.notation import count_text
from minesweeper.engine.setup import OnGuess, Setup
from minesweeper.solver.chance_text import percent_text
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.deduction import deduce
from minesweeper.solver.odds import analyse
from minesweeper.solver.phrases import CellList, Phrase, cell_list, join_phrases
from minesweeper.solver.verdicts import NO_RISK, RevealRisk, Verdict, assess_risk, judge

LOST_AT_FIRST_REVEAL: Final = "Lost at the first reveal: nothing was known yet"
STRICT_RULE_EXPLOSION: Final = "Avoidable guess: the strict rule made it explode"
TOO_WIDE_TO_COUNT: Final = "Some positions were too complex to count"
UNPROVED_FLAGS: Final = "Not every flag was proved"
WON_WITHOUT_GUESS: Final = "Won without a guess"


class Guess(NamedTuple):
    """A guess whose outcome was left to chance."""

    cells: CellList
    """The cells that were revealed at once."""
    survival: Fraction
    """The chance to survive it."""
    wording: Phrase
    """Whether it was avoidable or forced, and what was safer."""


class Review(NamedTuple):
    """What the reveals of a game risked, up to some move."""

    guesses: tuple[Guess, ...] = ()
    """The guesses that were left to chance, in the order they were made."""
    avoidable_count: int = 0
    """The number of those guesses that were made although some cell was certainly safe."""
    verdict: Verdict | None = None
    """The verdict on the reveal that lost the game."""
    guesses_made_safe: int = 0
    """The number of forced guesses that the guess rule made safe."""
    remark: str = ""
    """A further sentence about the game; empty if there is none."""

    @property
    def guess_count(self) -> int:
        """The number of guesses that were left to chance."""
        return len(self.guesses)

    @property
    def survived_count(self) -> int:
        """The number of guesses that did not explode, to compare with `expected_survivals`."""
        risk = self.verdict.risk if self.verdict else None
        lost_by_guess = bool(risk and risk.is_guess and self.remark != STRICT_RULE_EXPLOSION)
        return self.guess_count - lost_by_guess

    @property
    def expected_survivals(self) -> Fraction:
        """The sum of the chances to survive each guess."""
        return sum((each.survival for each in self.guesses), Fraction(0))

    @property
    def survival(self) -> Fraction:
        """The chance to survive all of the guesses."""
        return prod((each.survival for each in self.guesses), start=Fraction(1))

    @property
    def lost_by(self) -> str:
        """What lost the game: "needless" or "bad luck"; empty for a win, or if it is unknown."""
        verdict = self.verdict
        if not verdict or not (verdict.risk or verdict.is_avoidable):
            return ""
        return "needless" if verdict.is_avoidable else "bad luck"

    @property
    def sentence(self) -> str:
        """The verdict on a loss, and a summary of the guesses."""
        verdict = self.verdict.sentence if self.verdict else ""
        return ". ".join(filter(None, [verdict, *self._remarks()])) or WON_WITHOUT_GUESS

    @property
    def lines(self) -> list[Phrase]:
        """The review in one or two lines: the verdict, then its reason and the summary."""
        lines = []
        if self.verdict:
            lines.append(self.verdict.wording)
        explanation = self.verdict.explanation if self.verdict else None
        details = [explanation.proof.reason] if explanation and explanation.proof else []
        details += [Phrase.of(text) for text in self._remarks()]
        if details:
            lines.append(join_phrases(details, ". "))
        return lines or [Phrase.of(WON_WITHOUT_GUESS)]

    def _remarks(self) -> list[str]:
        """Return the sentences that follow the verdict."""
        return [text for text in (self.remark, self.guesses_text, self.made_safe_text) if text]

    @property
    def guesses_text(self) -> str:
        """A summary of the guesses that were left to chance; empty if there were none."""
        if not self.guesses:
            return ""
        avoidable = ""
        guesses = count_text(self.guess_count, "guess")
        if self.avoidable_count == self.guess_count:
            guesses = count_text(self.guess_count, "avoidable guess")
        elif self.avoidable_count:
            avoidable = f", {self.avoidable_count} of them avoidable"
        survive = "survive" if self.guess_count == 1 else "survive all"
        return f"{guesses}{avoidable}, {percent_text(self.survival)} to {survive}"

    @property
    def made_safe_text(self) -> str:
        """A summary of the guesses that the rule made safe; empty if there were none."""
        if not self.guesses_made_safe:
            return ""
        return f"{count_text(self.guesses_made_safe, 'forced guess')}, made safe by the rule"


def review(
    setup: Setup,
    moves: Iterable[tuple[Board | None, Move]],
    *,
    guesses_left_to_luck: bool = False,
) -> Iterator[Review]:
    """Review a finished game move by move; the last result is complete.

    Each move comes with the board it was made on, because a guess rule may move the mines between
    two moves; before the first reveal the board may be None. The first reveal is not judged,
    because nothing can be known before it. `guesses_left_to_luck` says that the guess rule of the
    setup did not apply to this game.
    """
    # The first reveal lays the mines. If the layout were known from the start, flags alone could
    # win before a move that in fact followed them.
    board: Board | None = None
    game = Game(setup, lambda first: _require_board(board))
    rule: OnGuess = "luck" if guesses_left_to_luck else setup.on_guess
    result = Review()
    safe = NO_CELLS  # proved so far: remembering it saves nearly all the work on a large board
    for board, each in moves:
        if game.board and board:
            game.replace_board(board)
        for move in [each] if rule == "luck" else _split_chord(game, each):
            revealed = game.cells_to_reveal(move)
            before = clues_of(game)
            game.play(move)
            if not revealed:
                continue
            if before.revealed:
                lost = game.status is Status.LOST
                risk, safe = _assess(before, revealed, safe)
                if lost:
                    result = result._replace(verdict=judge(before, *revealed))
                result = _with_risk(result, before, revealed, risk, rule, lost=lost)
                yield result
            elif game.status is Status.LOST:
                result = result._replace(remark=LOST_AT_FIRST_REVEAL)
    yield result._replace(remark=result.remark or _flags_remark(game))


def _require_board(board: Board | None) -> Board:
    if board is None:
        raise ValueError("moves: a reveal before the mines were laid")
    return board


def _assess(clues: Clues, cells: list[Cell], safe: CellSet) -> tuple[RevealRisk | None, CellSet]:
    """Return the risk of a reveal, and `safe` with what the clues prove safe in addition."""
    revealed = set_of(cells)
    if revealed & ~safe:
        safe |= deduce(clues).safe
    return (assess_risk(clues, *cells) if revealed & ~safe else NO_RISK), safe


def _split_chord(game: Game, move: Move) -> list[Move]:
    """Return a move as a guess rule sees it: a chord counts as its reveals, one by one."""
    if move.verb != "chord":
        return [move]
    return [Move("reveal", cell) for cell in game.cells_to_reveal(move)]


def _with_risk(
    result: Review,
    clues: Clues,
    revealed: list[Cell],
    risk: RevealRisk | None,
    rule: OnGuess,
    *,
    lost: bool,
) -> Review:
    """Return the review with a reveal added; a guess that the rule decided was not up to chance."""
    if risk is None and not lost:
        return result._replace(remark=TOO_WIDE_TO_COUNT)
    if risk is None or not risk.is_guess:
        return result
    if rule == "strict" and risk.is_avoidable_guess and lost:
        return result._replace(remark=STRICT_RULE_EXPLOSION)
    if rule != "luck" and not risk.is_avoidable_guess and not lost:
        return result._replace(guesses_made_safe=result.guesses_made_safe + 1)
    wording = (result.verdict or judge(clues, *revealed, explain=False)).wording
    guess = Guess(cell_list(clues.grid, set_of(revealed)), risk.survival, wording)
    return result._replace(
        guesses=(*result.guesses, guess),
        avoidable_count=result.avoidable_count + risk.is_avoidable_guess,
    )


def _flags_remark(game: Game) -> str:
    """Return a remark if the game was won by flags that were not all proved, else ""."""
    flags, mines = flags_in(game), cells_where(game.cells, _MINED)
    unproved = flags == mines and flags & ~analyse(clues_of(game)).mines
    return UNPROVED_FLAGS if unproved else ""


_MINED: Final = byte_table({value for value in range(256) if value & MINE})
