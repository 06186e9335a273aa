"""Functions for other programs: a new game, the odds, the best move, a hint with its reason.

`import minesweeper` offers all of them. All but `new_game` take a `Game`, or the `Clues` of a
position that was played elsewhere, and see no more of a game than its player does.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from random import Random
from typing import Literal, NamedTuple

from minesweeper.engine.board import Board
from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, Grid, cells_of
from minesweeper.engine.game import Face, Game, Move, Refusal, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.metrics import bbbv
from minesweeper.engine.notation import (
    NotationError,
    format_move,
    format_position,
    parse_layout,
    parse_move,
    percent_text,
)
from minesweeper.engine.setup import LEVELS, MAX_SEED, Setup, check_number, why_too_large_to_solve
from minesweeper.play.words import refusal_text
from minesweeper.solver import hints
from minesweeper.solver.best_guess import choose_reveal
from minesweeper.solver.clues import Clues, ContradictionError, clues_of, flags_in, parse_position
from minesweeper.solver.contradictions import contradiction_text
from minesweeper.solver.deduction import deduce
from minesweeper.solver.guess_free import deal_guess_free
from minesweeper.solver.guess_rules import MovingMines
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.playout import best_first
from minesweeper.solver.sentences import FIRST_IS_SAFE, cells_in, say

__all__ = [
    "LEVELS",
    "Board",
    "Clues",
    "ContradictionError",
    "Face",
    "Game",
    "GameHint",
    "GameOdds",
    "Grid",
    "Move",
    "NoGuessFreeBoardError",
    "NotationError",
    "Refusal",
    "Setup",
    "Status",
    "bbbv",
    "best_move",
    "format_move",
    "format_position",
    "hint",
    "new_game",
    "odds",
    "parse_layout",
    "parse_move",
    "parse_position",
    "refusal_text",
]


class NoGuessFreeBoardError(Exception):
    """No guess-free board was found for a setup and a seed: another seed may have one.

    >>> new_game(Setup(2, 2, 2, no_guess=True), seed=1).reveal(1, 1)
    Traceback (most recent call last):
        ...
    minesweeper.library.NoGuessFreeBoardError: no guess-free board of 2x2 with 2 mines from seed 1
    """


def new_game(setup: Setup, seed: int | None = None, board: Board | None = None) -> Game:
    """Return a game with all rules of its setup, dealt by the first reveal or on a board.

    The same setup, seed and first cell give the same board everywhere; without a seed one is drawn.
    With `no_guess` the first reveal looks for a guess-free board, which may take a second if there
    are many mines, and raises NoGuessFreeBoardError if it finds none. With a `board`, for example
    that of another game, the layout is known from the start. Raise ValueError for a seed or a setup
    that cannot be played, and for a board of another size or number of mines.

    >>> game = new_game(Setup(6, 4, 5, no_guess=True), seed=1)
    >>> game.reveal(4, 3)
    >>> print(game)
    ######
    #2112#
    #3..11
    #2....
    >>> new_game(game.setup, board=game.board)
    <Game 6x4 with 5 mines: playing, mines left 5>
    """
    if not isinstance(setup, Setup):
        raise ValueError(f"setup: {setup!r} is not a Setup")
    if seed is None:
        seed = Random().getrandbits(32)
    check_number("seed", seed, 0, MAX_SEED)
    if fault := setup.fault():
        raise ValueError(f"setup: {fault}")
    lay_mines = partial(_deal_guess_free if setup.no_guess else deal, setup, seed)
    rule = MovingMines(setup.on_guess, seed) if setup.on_guess != "luck" else None
    return Game(setup, lay_mines if board is None else board, rule)


def _deal_guess_free(setup: Setup, seed: int, first: Cell) -> Board:
    found = deal_guess_free(setup, seed, first)
    if not found.proved:
        raise NoGuessFreeBoardError(f"no guess-free board of {setup.size} from seed {seed}")
    return found.board


class GameOdds(NamedTuple):
    """The probability that the next reveal hits a mine, for each cell; `odds` returns it.

    >>> print(odds(parse_position("1#\\n1#\\n##", mines=1)))
         1 50.0%
         1 50.0%
      safe  safe
    """

    clues: Clues
    odds: Odds

    def probability(self, column: int, row: int) -> Fraction | None:
        """Return the probability of a mine in a cell, which is 0 if the cell is revealed.

        Return None if it is not known because the position is too wide to count. Raise ValueError
        for a place that is not on the grid.
        """
        cell = self.clues.grid.cell(column, row)
        return Fraction(0) if self.clues.revealed >> cell & 1 else self.odds.probability(cell)

    def __repr__(self) -> str:
        safe, mines = self.odds.safe.bit_count(), self.odds.mines.bit_count()
        return f"<GameOdds of {self.clues.grid}: {safe} certainly safe, {mines} certainly mines>"

    def __str__(self) -> str:
        """Return a line for each row: the revealed numbers, and percentages in covered cells."""
        columns = range(1, self.clues.grid.width + 1)
        rows = range(1, self.clues.grid.height + 1)
        return "\n".join("".join(f"{self._entry(c, r):>6}" for c in columns) for r in rows)

    def _entry(self, column: int, row: int) -> str:
        """Return what is known of a cell; a probability between 0 and 1 is never 0% or 100%."""
        cell = self.clues.grid.cell(column, row)
        if self.clues.revealed >> cell & 1:
            return str(self.clues.numbers[cell] or ".")
        chance = self.probability(column, row)
        if chance is None:
            return "?"
        if chance in (0, 1):
            return "mine" if chance else "safe"
        return percent_text(chance, 1)


class GameHint(NamedTuple):
    """What to do next, and why; `hint` returns it.

    sentence  the move and its reason, in English
    action    "reveal", "flag", or "unflag" if every cell to reveal bears a flag
    places    the columns and rows of the cells
    risk      the probability of a mine there: 0 for a safe cell, 1 for a mine, between them for a
              guess, None if the position is too wide to count

    >>> found = hint(parse_position("1#\\n1#\\n##", mines=1))
    >>> found.action, found.places
    ('reveal', ((1, 3), (2, 3)))
    """

    sentence: str
    action: Literal["reveal", "flag", "unflag"]
    places: tuple[tuple[int, int], ...]
    risk: Fraction | None


def hint(game: Game | Clues) -> GameHint:
    """Return the simplest certain move, else the best guess, with its reason in a sentence.

    Safe cells come first, then mines without a flag. `Clues` have no flags: their certain mines
    count as flagged, so that the hint is always a cell to reveal. Raise ValueError if the game is
    over or nothing is left to find, and if the board is too large for the solver. Raise
    ContradictionError, which is a ValueError, for numbers that contradict each other.

    >>> print(hint(parse_position("1#\\n1#\\n##", mines=1)).sentence)
    (1,3) and (2,3) are safe: the 1 at (1,1) and the 1 at (1,2) share their mine.
    """
    clues, flags = _clues_and_flags(game)
    if isinstance(game, Game) and _is_safe_start(game):
        found = _first_hint(game, flags)
    elif isinstance(game, Game):
        found = hints.find_hint(clues, flags=flags, on_guess=game.on_guess)
    else:
        with _naming_numbers(clues):
            analysed = analyse(clues)
        found = hints.find_hint(clues, flags=analysed.mines, odds=analysed)
    cells, sentence = found.cells, str(found.sentence)
    action: Literal["reveal", "flag", "unflag"] = "flag" if found.risk == 1 else "reveal"
    if action == "reveal" and not cells & ~flags:
        action = "unflag"
        sentence += f" Take {'its flag' if cells.bit_count() == 1 else 'their flags'} away first."
    elif action == "reveal":
        cells &= ~flags
    return GameHint(sentence, action, tuple(map(clues.grid.place, cells_of(cells))), found.risk)


def best_move(game: Game | Clues) -> Move:
    """Return the move that the solver makes: a safe reveal, else the best guess.

    Pass it to `game.play`. It is found many times faster than a hint. If a flag is in the way, the
    move is a "flag" that takes it away; if only mines are covered, it flags one of them. Raise
    ValueError as `hint` does.

    >>> game = new_game(LEVELS["expert"], seed=3)
    >>> while game.status is Status.PLAYING:
    ...     refusal = game.play(best_move(game))
    >>> game
    <Game 30x16 with 99 mines: won>
    """
    clues, flags = _clues_and_flags(game)
    if isinstance(game, Game) and _is_safe_start(game):
        return _reveal(_first_cell(game, flags), flags)
    with _naming_numbers(clues):
        return _best_move(clues, flags)


def _best_move(clues: Clues, flags: CellSet) -> Move:
    proved = deduce(clues)
    if clues.covered.bit_count() == clues.mine_count:
        unflagged = analyse(clues, proved).mines & ~flags
        if not unflagged:
            raise ValueError("game: nothing is left to find")
        return Move("flag", cells_of(unflagged)[0])
    if proved.safe:
        return _reveal(cells_of(proved.safe & ~flags or proved.safe)[0], flags)
    choice = choose_reveal(clues, proved)
    unflagged = choice.safe & ~flags
    return _reveal(cells_of(unflagged)[0] if unflagged else choice.cell, flags)


def _reveal(cell: Cell, flags: CellSet) -> Move:
    """Return the move that reveals a cell, or takes away the flag that is in its way."""
    return Move("flag" if flags >> cell & 1 else "reveal", cell)


def odds(game: Game | Clues) -> GameOdds:
    """Return the probability of a mine in each cell.

    Before the first reveal of a game, it follows from what `Setup.first` guarantees. Raise
    ValueError if the game is over or the board is too large for the solver. Raise
    ContradictionError, which is a ValueError, for numbers that contradict each other.

    >>> odds(parse_position("1#\\n1#\\n##", mines=1)).probability(2, 1)
    Fraction(1, 2)
    """
    clues, _ = _clues_and_flags(game)
    if isinstance(game, Game) and _is_safe_start(game):
        return GameOdds(clues, Odds(clues.covered, NO_CELLS, 1, [], NO_CELLS))
    with _naming_numbers(clues):
        return GameOdds(clues, analyse(clues))


@contextmanager
def _naming_numbers(clues: Clues) -> Iterator[None]:
    """Name the numbers that contradict each other, if any do."""
    try:
        yield
    except ContradictionError:
        raise ContradictionError(contradiction_text(clues)) from None


def _clues_and_flags(game: Game | Clues) -> tuple[Clues, CellSet]:
    """Return the clues and the flags; raise ValueError if the solver cannot work on the game."""
    if isinstance(game, Clues):
        if fault := why_too_large_to_solve(game.grid.width, game.grid.height):
            raise ValueError(f"game: {fault}")
        return game, NO_CELLS
    if not isinstance(game, Game):
        raise ValueError(f"game: {game!r} is neither a Game nor Clues")
    if game.status is not Status.PLAYING:
        raise ValueError("game: it is over")
    return clues_of(game), flags_in(game)


def _is_safe_start(game: Game) -> bool:
    """Return whether the next reveal lays the mines, and is guaranteed to hit none."""
    return game.board is None and game.setup.first != "any"


def _first_cell(game: Game, flags: CellSet) -> Cell:
    """Return where to begin: at a cell without a flag, if there is one."""
    best = best_first(game.setup)
    return next((cell for cell in (best, *game.grid) if not flags >> cell & 1), best)


def _first_hint(game: Game, flags: CellSet) -> hints.Hint:
    cells = CellSet(1 << _first_cell(game, flags))
    sentence = say(FIRST_IS_SAFE, cells=cells_in(game.grid, cells, "safe"))
    return hints.Hint(cells, None, Fraction(0), sentence)
