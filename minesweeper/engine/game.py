"""The rules: reveal, flag, question mark, chord, flag-chord, win, loss.

A game is the result of its moves, made one after the other on its board. Between two moves a guess
rule may move the mines, to a layout that agrees with everything revealed so far. A game does not
know the time, and it draws no random numbers: the first reveal asks `lay_mines` for the board.
"""

from collections.abc import Callable
from enum import Enum, IntEnum
from functools import cache
from typing import Final, Literal, NamedTuple, Protocol, get_args

from minesweeper.engine.board import (
    BORDER,
    FLAG,
    MINE,
    NUMBER,
    QUESTION,
    REVEALED,
    STATE_BITS,
    Board,
    write_border,
)
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.openings import reveal_opening
from minesweeper.engine.setup import OnGuess, Setup, Size

LayMines = Callable[[Cell], Board]


class GuessRule(Protocol):
    """A rule for guesses: a game calls it before each reveal, and it may move the mines."""

    @property
    def guesses_left_to_luck(self) -> bool:
        """Whether the rule could not be applied to some guess, which was left to chance."""

    def move_mines(self, game: "Game", cell: Cell) -> Board | None:
        """Return the board on which to reveal a cell; None to keep the present board."""


Verb = Literal["reveal", "flag", "chord", "flag-chord"]
VERBS: Final = get_args(Verb)
FLAGGING: Final[tuple[Verb, ...]] = ("flag", "flag-chord")
"""Moves that reveal nothing."""


class Move(NamedTuple):
    """What a player does to a cell: "reveal", "flag", "chord" or "flag-chord".

    >>> game = Game(Setup(3, 1, 1), parse_layout("*.."))
    >>> move = Move("reveal", game.grid.cell(3, 1))
    >>> game.play(move)
    >>> game.grid.place(move.cell)
    (3, 1)
    """

    verb: Verb
    cell: Cell


RefusalKind = Literal[
    "over",
    "paused",
    "revealed",
    "flagged",
    "no number",
    "flags",
    "covered",
    "nothing left",
    "nothing to flag",
    "nothing covered",
]


class Refusal(NamedTuple):
    """Why a move does nothing.

    For the kinds "flags" and "covered", `number` is the number in the cell, and `count_around` is
    how many flags or covered cells are around it. For other kinds both are 0.

    >>> game = Game(Setup(3, 1, 1), parse_layout("*.."))
    >>> game.reveal(2, 1)
    >>> game.chord(2, 1)
    Refusal(kind='flags', number=1, count_around=0)
    """

    kind: RefusalKind
    number: int = 0
    count_around: int = 0


class Status(Enum):
    """The state of a game: in progress, won or lost.

    >>> game = Game(Setup(3, 1, 1), parse_layout("*.."))
    >>> game.reveal(1, 1)
    >>> game.status is Status.LOST
    True
    """

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Face(IntEnum):
    """What a cell looks like; `character` is how it is written in a picture.

    >>> game = Game(Setup(3, 1, 1), parse_layout("*.."))
    >>> game.flag(1, 1)
    >>> face = game.face(game.grid.cell(1, 1))
    >>> face is Face.FLAG, face.character
    (True, 'F')
    """

    COVERED = ord("#")
    FLAG = ord("F")
    QUESTION = ord("?")
    ZERO = ord(".")
    ONE = ord("1")
    TWO = ord("2")
    THREE = ord("3")
    FOUR = ord("4")
    FIVE = ord("5")
    SIX = ord("6")
    SEVEN = ord("7")
    EIGHT = ord("8")
    MINE = ord("*")
    EXPLODED = ord("@")
    WRONG_FLAG = ord("X")

    @property
    def character(self) -> str:
        """The character in a picture: "#", "F", "?", "." for a zero, "1" ... "8", "*", "@", "X"."""
        return chr(self)

    @property
    def is_number(self) -> bool:
        """Whether the cell is revealed and safe."""
        return self is Face.ZERO or Face.ONE <= self <= Face.EIGHT


class Game:
    """A board and what the player has done to it; `new_game` makes one that deals its board.

    setup       its size, mines and rules
    grid        its geometry: `grid.cell(column, row)`, `grid.place(cell)`, all cells in turn
    status      whether it is won, lost or in progress
    board       where the mines are; None before they are laid
    mines_left  the number of mines minus the number of flags
    safe_left   the number of safe cells that are still covered

    Two games are equal if their setups, states, boards and cells are equal. Seeds are not compared,
    so games of one setup are equal until their boards are dealt.

    >>> game = Game(Setup(4, 2, 1), parse_layout("...*\\n...."))
    >>> game.reveal(1, 1)
    >>> print(game)
    ..1#
    ..1#
    >>> game
    <Game 4x2 with 1 mine: playing, mines left 1>
    """

    def __init__(
        self, setup: Setup, layout: Board | LayMines, guess_rule: GuessRule | None = None
    ) -> None:
        """Take a `Board`, known from the start, or a function that the first reveal calls for one.

        Raise ValueError for a board of another size, or with another number of mines.
        """
        if not isinstance(setup, Setup):
            raise ValueError(f"setup: {setup!r} is not a Setup")
        self.guess_rule = guess_rule
        """The rule that may move the mines before a reveal; None if they never move."""
        self.setup = setup
        self.grid = Grid(setup.width, setup.height)
        self.status = Status.PLAYING
        self.board: Board | None = None
        self.cells = write_border(self.grid, bytearray(self.grid.padded_size))
        self.flag_count = 0
        self._right_flags = 0
        self._safe_left = len(self.grid) - setup.mines
        self.layout = layout
        if isinstance(layout, Board):
            self.replace_board(layout)
        elif not callable(layout):
            raise ValueError(f"layout: {layout!r} is neither a Board nor a function")

    def __copy__(self) -> "Game":
        """Return an independent copy: moves in one game do not change the other."""
        other = Game.__new__(type(self))
        other.__dict__.update(self.__dict__, cells=self.cells.copy())
        if self.guess_rule:  # it may remember what it has done
            from copy import deepcopy  # late: such games are rare, and every start would pay

            other.guess_rule = deepcopy(self.guess_rule)
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._value() == other._value()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _value(self) -> tuple[object, ...]:
        return self.setup, self.status, self.board, self.cells

    def __repr__(self) -> str:
        is_playing = self.status is Status.PLAYING
        mines = f", mines left {self.mines_left}" if is_playing else ""
        return f"<Game {self.setup.size}: {self.status.value}{mines}>"

    def __str__(self) -> str:
        """Return the position as a picture, a line for each row."""
        rows = range(1, self.grid.height + 1)
        return "\n".join(self.faces(row).decode("ascii") for row in rows)

    @property
    def on_guess(self) -> OnGuess:
        """The rule for guesses that applies at this moment."""
        rule = self.guess_rule
        return "luck" if rule is None or rule.guesses_left_to_luck else self.setup.on_guess

    @property
    def mines_left(self) -> int:
        """The number of mines minus the number of flags, which may be negative; 0 after a win."""
        return 0 if self.status is Status.WON else self.setup.mines - self.flag_count

    @property
    def safe_left(self) -> int:
        """The number of safe cells that are still covered; 0 after a win."""
        return 0 if self.status is Status.WON else self._safe_left

    def is_revealed(self, cell: Cell) -> bool:
        """Return whether a move has revealed a cell; cells that only a win shows do not count."""
        return bool(self.cells[cell] & REVEALED)

    def is_flagged(self, cell: Cell) -> bool:
        """Return whether the player has flagged a cell."""
        return bool(self.cells[cell] & FLAG)

    def flags_around(self, cell: Cell) -> int:
        """Return how many neighbours are flagged."""
        return sum(1 for near in self.grid.neighbours(cell) if self.cells[near] & FLAG)

    def face(self, cell: Cell, *, mines: bool = False) -> Face:
        """Return what a cell looks like; with `mines`, covered mines are shown."""
        return Face(_faces(self.status, mines=mines)[self.cells[cell]])

    def faces(
        self, row: int, first: int = 1, last: int | None = None, *, mines: bool = False
    ) -> bytes:
        """Return the faces of a row's cells from column `first` to `last`, one byte each.

        With `mines` the mines of a game in progress are shown as well.
        """
        last = self.grid.width if last is None else last
        return self.faces_of_rows(row, row, first, last, mines=mines)

    def faces_of_rows(self, top: int, bottom: int, first: int, last: int, *, mines: bool) -> bytes:
        """Return the faces of several rows, one after the other."""
        stride, table = self.grid.stride, _faces(self.status, mines=mines)
        starts = range(top * stride + first, bottom * stride + first + 1, stride)
        length = last - first + 1
        return b"".join([self.cells[at : at + length] for at in starts]).translate(table)

    def reveal(self, column: int, row: int) -> Refusal | None:
        """Reveal a cell; return a Refusal if that changes nothing."""
        return self.play(Move("reveal", self.grid.cell(column, row)))

    def flag(self, column: int, row: int) -> Refusal | None:
        """Set a flag, turn it into a question mark, or take the mark away."""
        return self.play(Move("flag", self.grid.cell(column, row)))

    def chord(self, column: int, row: int) -> Refusal | None:
        """Reveal the unflagged covered neighbours of a number that has all its flags."""
        return self.play(Move("chord", self.grid.cell(column, row)))

    def play(self, move: Move) -> Refusal | None:
        """Make a move and update the status; return a Refusal if the move changes nothing."""
        refusal = self.refusal(move)
        if refusal:
            return refusal
        exploded = False
        if move.verb == "flag":
            self._cycle_mark(move.cell)
        elif move.verb == "reveal":
            exploded = self._reveal(move.cell)
        elif move.verb == "flag-chord":
            for near in self._unflagged_around(move.cell):
                self._mark(near, FLAG)
        else:
            for near in self._unflagged_around(move.cell):
                exploded |= self._reveal(near, can_move_mines=not exploded)
        self._judge(exploded)
        return None

    def refusal(self, move: Move) -> Refusal | None:
        """Return why the rules refuse a move; None if they allow it.

        Raise ValueError for an unknown verb, and for a cell that is not on the grid.
        """
        if not isinstance(move, Move):
            raise ValueError(f"move: {move!r} is not a Move")
        if move.verb not in VERBS:
            raise ValueError(f"verb: {move.verb!r} is not one of {', '.join(VERBS)}")
        cell = move.cell
        is_place = isinstance(cell, int) and 0 <= cell < self.grid.padded_size
        if not is_place or self.cells[cell] == BORDER:
            raise ValueError(f"cell: {cell!r} is not a cell of {self.grid}")
        if self.status is not Status.PLAYING:
            return Refusal("over")
        if move.verb == "chord":
            return self._chord_refusal(move.cell)
        if move.verb == "flag-chord":
            return self._flag_chord_refusal(move.cell)
        if self.is_revealed(move.cell):
            return Refusal("revealed")
        if move.verb == "reveal" and self.is_flagged(move.cell):
            return Refusal("flagged")
        return None

    def cells_to_reveal(self, move: Move) -> list[Cell]:
        """Return the cells that a move itself would reveal, without the openings around them."""
        if move.verb in FLAGGING or self.refusal(move):
            return []
        return [move.cell] if move.verb == "reveal" else self._unflagged_around(move.cell)

    def _chord_refusal(self, cell: Cell) -> Refusal | None:
        if not self.is_revealed(cell):
            return Refusal("no number")
        number, flag_count = self.cells[cell] & NUMBER, self.flags_around(cell)
        if flag_count != number:
            return Refusal("flags", number, flag_count)
        if self._unflagged_around(cell):
            return None
        return Refusal("nothing left" if number else "nothing covered")

    def _flag_chord_refusal(self, cell: Cell) -> Refusal | None:
        if not self.is_revealed(cell):
            return Refusal("no number")
        number = self.cells[cell] & NUMBER
        covered = sum(1 for near in self.grid.neighbours(cell) if not self.is_revealed(near))
        if covered != number:
            return Refusal("covered", number, covered)
        if self._unflagged_around(cell):
            return None
        return Refusal("nothing to flag" if number else "nothing covered")

    def _unflagged_around(self, cell: Cell) -> list[Cell]:
        """Return the covered neighbours without a flag."""
        around = self.grid.neighbours(cell)
        return [near for near in around if not self.cells[near] & (REVEALED | FLAG)]

    def replace_board(self, board: Board) -> None:
        """Replace the board, but keep the revealed cells and the marks.

        The board must agree with every number that was ever revealed; this is not checked. The
        status does not change before the next move. Raise ValueError for a board of another size,
        or with another number of mines.
        """
        if not isinstance(board, Board):
            raise ValueError(f"layout: {board!r} is not a Board")
        size = Size(board.grid.width, board.grid.height, board.mine_count)
        if size != self.setup.size:
            raise ValueError(f"layout: a board of {size}, but the setup says {self.setup.size}")
        self.board = board
        marks = int.from_bytes(self.cells.translate(_STATE_ALONE), "little")
        laid = int.from_bytes(board.cells, "little") | marks
        self.cells = bytearray(laid.to_bytes(self.grid.padded_size, "little"))
        self._right_flags = self.cells.translate(_RIGHT_FLAG).count(1)

    def _cycle_mark(self, cell: Cell) -> None:
        value = self.cells[cell]
        if value & FLAG:
            self._mark(cell, QUESTION if self.setup.question_marks else 0)
        else:
            self._mark(cell, 0 if value & QUESTION else FLAG)

    def _mark(self, cell: Cell, mark: int) -> None:
        """Set the mark of a covered cell: FLAG, QUESTION, or 0 for none."""
        value = self.cells[cell]
        self.cells[cell] = value & (MINE | NUMBER) | mark
        more_flags = (mark == FLAG) - bool(value & FLAG)
        self.flag_count += more_flags
        self._right_flags += more_flags if value & MINE else 0

    def _reveal(self, cell: Cell, *, can_move_mines: bool = True) -> bool:
        """Reveal a cell and, from a zero, its opening; return whether it was a mine.

        The guess rule may move the mines first, unless the same chord has hit a mine already.
        """
        if self.board is None:
            assert not isinstance(self.layout, Board)
            self.replace_board(self.layout(cell))
        elif self.guess_rule and can_move_mines and not self.is_revealed(cell):
            self.replace_board(self.guess_rule.move_mines(self, cell) or self.board)
        cells = self.cells
        before = cells[cell]
        if before & REVEALED:  # the same chord has revealed it with an opening
            return False
        cells[cell] = value = before & (MINE | NUMBER) | REVEALED
        if value & MINE:
            return True
        opened = 1 if value & NUMBER else reveal_opening(cells, self.grid, cell).size
        self._safe_left -= opened
        return False

    def _judge(self, exploded: bool) -> None:
        """Update the status: a move that explodes loses, whatever else it completes."""
        if exploded:
            self.status = Status.LOST
        elif self.board is not None and self._is_won():
            self.status = Status.WON

    def _is_won(self) -> bool:
        if not self.setup.mines:  # no flag can be right: the first reveal wins under every rule
            return self._safe_left < len(self.grid)
        cleared = self._safe_left == 0
        flagged = self.flag_count == self._right_flags == self.setup.mines
        wins = {"clear": cleared, "flags": flagged, "either": cleared or flagged}
        return wins[self.setup.win]


def _number_face(number: int) -> Face:
    return Face(ord("0") + number) if number else Face.ZERO


def _face(value: int, *, mines: bool, ended: bool) -> Face:
    """Return the face of a cell's byte; with `mines`, unflagged mines are shown."""
    if value & REVEALED:
        return Face.EXPLODED if value & MINE else _number_face(value & NUMBER)
    if value & FLAG:
        return Face.WRONG_FLAG if ended and not value & MINE else Face.FLAG
    if mines and value & MINE:
        return Face.MINE
    return Face.QUESTION if value & QUESTION else Face.COVERED


def _completed_face(value: int) -> Face:
    """Return the face in a won game: mines flagged, safe cells revealed, wrong marks removed.

    Only the picture is completed: the game keeps the player's own moves, which the metrics count.
    """
    return Face.FLAG if value & MINE else _number_face(value & NUMBER)


def _table(face: Callable[[int], Face]) -> bytes:
    """Return a face for each byte that a cell can have; a blank for all other bytes."""
    return bytes(face(value) if value & NUMBER <= 8 else ord(" ") for value in range(256))


@cache  # made on demand: the first frame needs only one of the tables
def _faces(status: Status, *, mines: bool) -> bytes:
    """Return the table from a cell's byte to its face, for games of this status."""
    if status is Status.WON:
        return _table(_completed_face)
    ended = status is Status.LOST
    return _table(lambda value: _face(value, mines=mines or ended, ended=ended))


_STATE_ALONE: Final = bytes(value & STATE_BITS for value in range(256))
_RIGHT_FLAG: Final = bytes(value & FLAG and value & MINE and 1 for value in range(256))
