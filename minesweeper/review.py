"""A finished game looked back on, move by move: what each reveal risked, and what lost it."""

from fractions import Fraction

from minesweeper.advice import Luck, Verdict, judge, luck, percent
from minesweeper.board import Board, Setup
from minesweeper.cells import Cell
from minesweeper.clues import clues_of
from minesweeper.game import Game, Move, Status
from minesweeper.typed import Iterator, NamedTuple, Sequence

MAX_CELLS = 2500
"""Boards larger than this are not looked back on: it would take too long."""


class Review(NamedTuple):
    """What a game's reveals risked together, as far as it was looked at."""

    chance: Fraction = Fraction(1)
    """That none of them explodes: the product of what each reveal risked."""
    guesses: int = 0
    needless: int = 0
    """Guesses for which there was something safer."""
    verdict: Verdict | None = None
    """On the reveal that lost the game."""

    @property
    def lost_by(self) -> str:
        """What lost the game: a needless risk, or bad luck; empty for a win or if none can say."""
        verdict = self.verdict
        if not verdict or not (verdict.luck or verdict.avoidable):
            return ""
        needed = verdict.luck and verdict.luck.needed and not verdict.avoidable
        return "bad luck" if needed else "needless"

    @property
    def sentence(self) -> str:
        """The verdict on a loss, and what the guesses came to."""
        verdict = self.verdict.sentence if self.verdict else ""
        return "; ".join(filter(None, (verdict, self._luck())))

    def _luck(self) -> str:
        if not self.guesses:
            return "no guess was risked"
        guesses = "1 guess" if self.guesses == 1 else f"{self.guesses} guesses"
        needless = f", {self.needless} of them needless" if self.needless else ""
        if self.guesses == self.needless == 1:
            guesses, needless = "1 needless guess", ""
        return f"{guesses}{needless}: survived in {percent(self.chance)} of such games"


def review(setup: Setup, board: Board, moves: Sequence[Move]) -> Iterator[Review]:
    """Looks at one move after the other; the last answer is whole.

    The first reveal is not judged: before it nothing could be known.
    """
    # As if it were laid only now: on a known layout a right flag might win, and a game that went on
    # after its flags has not been won by them.
    game = Game(setup, lambda first: board)
    answer = Review()
    for move in moves:
        revealed = _revealed_by(game, move)
        before = clues_of(game)
        begun = bool(before.revealed)
        game.play(move)
        if revealed and begun:
            answer = _with_risk(answer, luck(before, *revealed))
            if game.status is Status.LOST:
                answer = answer._replace(verdict=judge(before, *revealed))
            yield answer
    yield answer


def _revealed_by(game: Game, move: Move) -> list[Cell]:
    """The cells that a move reveals itself, not counting what floods from them."""
    if game.refusal(move) or move.verb == "flag":
        return []
    if move.verb == "reveal":
        return [move.cell]
    around = game.grid.neighbours(move.cell)
    return [cell for cell in around if not (game.is_revealed(cell) or game.is_flagged(cell))]


def _with_risk(answer: Review, taken: Luck | None) -> Review:
    if taken is None or taken.chance == 1:
        return answer
    return answer._replace(
        chance=answer.chance * taken.chance,
        guesses=answer.guesses + 1,
        needless=answer.needless + (not taken.needed),
    )
