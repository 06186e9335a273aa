"""The review of a finished game: what each reveal risked, and what lost the game."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod
from typing import Final, NamedTuple

from minesweeper.engine.board import MINE, Board
from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, byte_table, cells_where, set_of
from minesweeper.engine.game import FLAGGING, Game, Move, Status
from minesweeper.engine.notation import count_text
from minesweeper.engine.setup import OnGuess, Setup
from minesweeper.solver.clues import Clues, clues_of, flags_in
from minesweeper.solver.deduction import deduce
from minesweeper.solver.hints import NO_RISK, RevealRisk, Verdict, assess_risk, judge, percent
from minesweeper.solver.odds import analyse
from minesweeper.solver.phrases import Cells, Phrase, cells_named, joined, phrase

FIRST: Final = "Lost at the first reveal: nothing was known yet"
STRICT: Final = "Avoidable guess: the strict rule made it explode"
WIDE: Final = "Some positions were too wide to count"
FLAGS: Final = "Not every flag was proved"
WON: Final = "Won without a guess"


class Guess(NamedTuple):
    """A guess that was left to luck."""

    cells: Cells
    """The cells that were revealed at once."""
    chance: Fraction
    """The chance to survive it."""
    wording: Phrase
    """Whether it was needed, and what was safer."""


class Review(NamedTuple):
    """What the reveals of a game risked, up to some move."""

    guessed: tuple[Guess, ...] = ()
    """The guesses that were left to luck, in their order."""
    avoidable: int = 0
    """The number of those guesses that were made though some cell was certainly safe."""
    verdict: Verdict | None = None
    """The verdict on the reveal that lost the game."""
    spared: int = 0
    """The number of guesses that the rule for guesses made safe."""
    remark: str = ""
    """Another sentence about the end of the game."""

    @property
    def guesses(self) -> int:
        """The number of guesses that were left to luck."""
        return len(self.guessed)

    @property
    def survived(self) -> int:
        """The number of guesses that did not explode, to compare with `expected`."""
        risk = self.verdict.risk if self.verdict else None
        return self.guesses - bool(risk and risk.guessed and self.remark != STRICT)

    @property
    def expected(self) -> Fraction:
        """The sum of the chances to survive the guesses."""
        return sum((each.chance for each in self.guessed), Fraction(0))

    @property
    def chance(self) -> Fraction:
        """The chance to survive all of the guesses."""
        return prod((each.chance for each in self.guessed), start=Fraction(1))

    @property
    def lost_by(self) -> str:
        """What lost the game: "needless" or "bad luck"; empty for a win, or if it is not known."""
        verdict = self.verdict
        if not verdict or not (verdict.risk or verdict.avoidable):
            return ""
        return "needless" if verdict.avoidable else "bad luck"

    @property
    def sentence(self) -> str:
        """The verdict on a loss, and a summary of the guesses."""
        verdict = self.verdict.sentence if self.verdict else ""
        return ". ".join(filter(None, [verdict, *self._remarks()])) or WON

    @property
    def lines(self) -> list[Phrase]:
        """The same in one line or two: what is to be learned, and why that is so."""
        lines = []
        if self.verdict:
            lines.append(self.verdict.wording)
        proof = self.verdict.why.proof if self.verdict and self.verdict.why else None
        details = [proof.reason] if proof else []
        details += [phrase(text) for text in self._remarks()]
        if details:
            lines.append(joined(details, ". "))
        return lines or [phrase(WON)]

    def _remarks(self) -> list[str]:
        """Return what else is to be said of the game."""
        return [text for text in (self.remark, self.luck, self.mercy) if text]

    @property
    def luck(self) -> str:
        """A summary of the guesses that were left to luck; empty if there were none."""
        if not self.guesses:
            return ""
        avoidable = ""
        guesses = count_text(self.guesses, "guess")
        if self.avoidable == self.guesses:
            guesses = count_text(self.guesses, "avoidable guess")
        elif self.avoidable:
            avoidable = f", {self.avoidable} of them avoidable"
        return f"{guesses}{avoidable}, {percent(self.chance)} to survive"

    @property
    def mercy(self) -> str:
        """A summary of the guesses that the rule made safe; empty if there were none."""
        if not self.spared:
            return ""
        return f"{count_text(self.spared, 'forced guess')}, made safe by the rule"


def review(
    setup: Setup, moves: Iterable[tuple[Board | None, Move]], *, left_to_luck: bool = False
) -> Iterator[Review]:
    """Review a finished game move by move; the last result is complete.

    Each move comes with the board that it was made on; a rule for guesses may have moved the mines
    between two moves. Before the first reveal there may be none. The first reveal is not judged:
    nothing could be known before it. With `left_to_luck` the rule for guesses did not hold.
    """
    # The mines are laid by the first reveal: with a known layout, flags alone might win, and a game
    # that went on after its flags was not won by them.
    board: Board | None = None
    game = Game(setup, lambda first: _laid(board))
    rule: OnGuess = "luck" if left_to_luck else setup.on_guess
    answer = Review()
    safe = NO_CELLS  # what was proved so far, which saves nearly all of the work on a large board
    for board, each in moves:
        if game.board and board:
            game.replace_board(board)
        for move in [each] if rule == "luck" else _in_turn(game, each):
            revealed = _revealed_by(game, move)
            before = clues_of(game)
            game.play(move)
            if not revealed:
                continue
            if before.revealed:
                lost = game.status is Status.LOST
                risk, safe = _luck_and_safe(before, revealed, safe)
                if lost:
                    answer = answer._replace(verdict=judge(before, *revealed))
                answer = _with_risk(answer, before, revealed, risk, rule, lost=lost)
                yield answer
            elif game.status is Status.LOST:
                answer = answer._replace(remark=FIRST)
    yield answer._replace(remark=answer.remark or _flags_remark(game))


def _laid(board: Board | None) -> Board:
    if board is None:
        raise ValueError("moves: a reveal before the mines were laid")
    return board


def _luck_and_safe(
    clues: Clues, cells: list[Cell], safe: CellSet
) -> tuple[RevealRisk | None, CellSet]:
    """Return how lucky a reveal was, and all cells proved safe so far; `safe` were before."""
    revealed = set_of(cells)
    if revealed & ~safe:
        safe |= deduce(clues).safe
    return (assess_risk(clues, *cells) if revealed & ~safe else NO_RISK), safe


def _in_turn(game: Game, move: Move) -> list[Move]:
    """Return the moves that a rule for guesses sees: a chord counts as its reveals."""
    if move.verb != "chord":
        return [move]
    return [Move("reveal", cell) for cell in _revealed_by(game, move)]


def _revealed_by(game: Game, move: Move) -> list[Cell]:
    """Return the cells that a move itself reveals, without the openings that follow."""
    if game.refusal(move) or move.verb in FLAGGING:
        return []
    if move.verb == "reveal":
        return [move.cell]
    around = game.grid.neighbours(move.cell)
    return [cell for cell in around if not (game.is_revealed(cell) or game.is_flagged(cell))]


def _with_risk(
    answer: Review,
    clues: Clues,
    revealed: list[Cell],
    risk: RevealRisk | None,
    rule: OnGuess,
    *,
    lost: bool,
) -> Review:
    """Return the review with a reveal added; a guess that the rule decided is not luck."""
    if risk is None and not lost:
        return answer._replace(remark=WIDE)
    if risk is None or not risk.guessed:
        return answer
    if rule == "strict" and risk.avoidable and lost:
        return answer._replace(remark=STRICT)
    if rule != "luck" and not risk.avoidable and not lost:
        return answer._replace(spared=answer.spared + 1)
    wording = (answer.verdict or judge(clues, *revealed, why=False)).wording
    guess = Guess(cells_named(clues.grid, set_of(revealed)), risk.chance, wording)
    guessed = (*answer.guessed, guess)
    return answer._replace(guessed=guessed, avoidable=answer.avoidable + risk.avoidable)


def _flags_remark(game: Game) -> str:
    """Return a remark if the game was won by flags that were not all proved, else nothing."""
    flags, mines = flags_in(game), cells_where(game.cells, _MINED)
    unproved = flags == mines and flags & ~analyse(clues_of(game)).mines
    return FLAGS if unproved else ""


_MINED: Final = byte_table({value for value in range(256) if value & MINE})
