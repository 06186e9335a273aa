"""Rows of the engine: boards, 3BV, reveals, games read from disk; in one process."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count, cycle, islice
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from minesweeper.engine.board import MINE, Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.metrics import bbbv
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.journal import Head, Origin
from minesweeper.play.session import Session
from tests.bench.store import keep_unfinished, open_run
from tests.bench.table import (
    Bench,
    Goal,
    Options,
    Row,
    medians,
    scale,
    take_turns,
    time_once,
    timer,
)
from tests.harness.boards import spiral

NOT_INSTALLED: Final = "ms_toollib is not installed"
EXPERT: Final = LEVELS["expert"]
DAY: Final = "2025-11-21"
ID: Final = "b"


def peer(name: str) -> Callable[..., object] | None:
    """Return a function of ms_toollib, if it is installed."""
    module = import_module("ms_toollib") if find_spec("ms_toollib") else None
    return getattr(module, name, None)


def middle(setup: Setup) -> Cell:
    return Grid(setup.width, setup.height).cell((setup.width + 1) // 2, (setup.height + 1) // 2)


# Boards and their 3BV


def measure_deals(
    name: str, setup: Setup | None, goal: Goal, boards: int, options: Options
) -> Iterator[Row]:
    """Measure dealing a board with its numbers, `boards` of them at a time.

    Without a setup it is the largest board.
    """
    setup = setup or options.largest
    first = middle(setup)
    width, height, mines = setup[:3]
    seeds = count()
    lay = peer("laymine_op")

    def ours() -> None:
        for seed in islice(seeds, boards):
            deal(setup, seed, first)

    def theirs(lay: Callable[..., object]) -> None:
        for _ in range(boards):
            lay(height, width, mines, height // 2, width // 2)

    their_sample = timer(partial(theirs, lay)) if lay else None
    mine, yours = medians(options.rounds(41), timer(ours), their_sample)
    seeding = median(time_once(partial(Random, seed)) for seed in range(99)) * 1e6
    note = "reference: laymine_op" if lay else NOT_INSTALLED
    note += f"; {seeding:.1f} us of ours are the seeding, which makes boards repeatable"
    yield _row(name, mine / boards, scale(yours, 1 / boards), goal, note)


def measure_3bv(
    name: str, setup: Setup | None, goal: Goal, boards: int, options: Options
) -> Iterator[Row]:
    """Measure the 3BV of the same boards."""
    setup = setup or options.largest
    dealt = [deal(setup, seed, middle(setup)) for seed in range(boards)]
    lists = [_as_lists(board) for board in dealt]

    def ours() -> None:
        for board in dealt:
            bbbv(board)

    def theirs(count_bbbv: Callable[..., object]) -> None:
        for rows in lists:
            count_bbbv(rows)

    cal_bbbv = peer("cal_bbbv")
    their_sample = timer(partial(theirs, cal_bbbv)) if cal_bbbv else None
    mine, yours = medians(options.rounds(41), timer(ours), their_sample)
    note = "reference: cal_bbbv" if cal_bbbv else NOT_INSTALLED
    yield _row(name, mine / boards, scale(yours, 1 / boards), goal, note)


def _row(name: str, ours: float, reference: float | None, goal: Goal, note: str) -> Row:
    unit, factor = ("us", 1e6) if ours < 1e-3 else ("ms", 1e3)
    return Row(name, unit, ours * factor, goal, scale(reference, factor), note)


def _as_lists(board: Board) -> list[list[int]]:
    """Return a board as ms_toollib represents it: lists of numbers, -1 for a mine."""
    width = board.grid.width
    numbers = [-1 if board.is_mine(cell) else board.number(cell) for cell in board.grid]
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


# Reveals


def measure_reveal(
    name: str, make: Callable[[int], Board], goal: float, options: Options
) -> Iterator[Row]:
    """Measure a reveal that opens nearly the whole board, in time per revealed cell."""
    board = make(options.side)
    setup = Setup(board.grid.width, board.grid.height, board.mine_count)
    zero = next(cell for cell in board.grid if not board.cells[cell])
    revealed = len(_flood(board, zero))
    ours, theirs = take_turns(
        options.rounds(9),
        lambda: _time_reveal(Game(setup, board), zero, revealed),
        lambda: time_once(lambda: _flood(board, zero)),
    )
    each = 1e9 / revealed
    reference = median(theirs) * each
    note = f"{revealed} cells; reference: a stack of cells"
    yield Row(name, "ns", median(ours) * each, Goal("at most", goal), reference, note)


def _time_reveal(game: Game, cell: Cell, revealed: int) -> float:
    covered = game.safe_left or len(game.grid) - game.setup.mines
    took = time_once(lambda: game.play(Move("reveal", cell)))
    assert covered - game.safe_left >= revealed
    return took


def _flood(board: Board, zero: Cell) -> bytearray:
    """Flood with a plain stack of cells; return one byte for each revealed cell."""
    cells, around = board.cells, board.grid.neighbour_offsets
    covered = bytearray(value < MINE for value in cells)
    revealed = bytearray()
    covered[zero] = 0
    stack: list[int] = [zero]
    while stack:
        at = stack.pop()
        revealed.append(1)
        if not cells[at]:
            for offset in around:
                near = at + offset
                if covered[near]:
                    covered[near] = 0
                    stack.append(near)
    return revealed


def _sparse(share: float, side: int) -> Board:
    setup = Setup(side, side, int(side * side * share))
    return deal(setup, 1, middle(setup))


def _spiral(side: int) -> Board:
    return spiral(side)[0]


def snake(side: int) -> Board:
    """Return a corridor up and down the whole board, with a wall of mines between its legs."""
    grid = Grid(side, side)
    layout = bytearray(grid.padded_size)
    gaps = cycle([range(side - 2, side + 1), range(1, 4)])  # where it continues to the next leg
    for column, gap in zip(range(4, side, 4), gaps, strict=False):
        for row in range(1, side + 1):
            layout[grid.cell(column, row)] = row not in gap
    return Board(grid, layout)


# Unfinished games


def measure_resume(name: str, journal: str, goal: float, options: Options) -> Iterator[Row]:
    """Measure resuming an unfinished game."""
    with TemporaryDirectory() as home:
        keep_unfinished(home, journal)
        [times] = take_turns(options.rounds(11), lambda: _time_resume(home))
    note = f"{journal.count(chr(10))} lines, {len(journal) // 1024} KB"
    yield Row(name, "ms", 1000 * median(times), Goal("at most", goal), None, note)


def _time_resume(home: str) -> float:
    with closing(open_run(home)) as store:
        return time_once(lambda: store.resume(ID, 0))


def long_game(setup: Setup, moves: int) -> str:
    """Return the journal of an unfinished game; one move in ten is a reveal, most are flags."""
    rng = Random(5)
    first = middle(setup)
    board = deal(setup, 3, first)
    head = Head(ID, f"{DAY}T00:00:00Z", setup, Origin("drawn", 3))
    session = Session.new(head, lambda _: board)
    session.play(Move("reveal", first), 0)
    cells = list(board.grid)
    now = 0
    while len(session.steps) < moves:
        now += 250
        cell = rng.choice(cells)
        is_covered = not session.game.is_revealed(cell)
        if len(session.steps) % 10 == 0 and is_covered and not board.is_mine(cell):
            session.play(Move("reveal", cell), now)
        elif is_covered:
            session.play(Move("flag", cell), now)
    assert session.game.status is Status.PLAYING
    session.leave(now)
    return session.journal_text()


def _resume_expert(options: Options) -> Iterator[Row]:
    game = long_game(EXPERT, options.rounds(2000, 100))
    return measure_resume("resume-expert", game, 60, options)


def _resume_limit(options: Options) -> Iterator[Row]:
    game = long_game(options.largest, options.rounds(500, 100))
    return measure_resume("resume-1000", game, 1500, options)


BENCHES: Final = [
    Bench(
        ("board-expert",), partial(measure_deals, "board-expert", EXPERT, Goal("faster", 1.3), 200)
    ),
    Bench(("board-1000",), partial(measure_deals, "board-1000", None, Goal("faster", 2), 1)),
    Bench(("3bv-expert",), partial(measure_3bv, "3bv-expert", EXPERT, Goal("at most", 300), 200)),
    Bench(("3bv-1000",), partial(measure_3bv, "3bv-1000", None, Goal("at most", 500), 1)),
    Bench(("reveal-0%",), partial(measure_reveal, "reveal-0%", partial(_sparse, 0), 80)),
    Bench(("reveal-1%",), partial(measure_reveal, "reveal-1%", partial(_sparse, 0.01), 80)),
    Bench(("reveal-5%",), partial(measure_reveal, "reveal-5%", partial(_sparse, 0.05), 80)),
    Bench(("reveal-spiral",), partial(measure_reveal, "reveal-spiral", _spiral, 1500)),
    Bench(("reveal-snake",), partial(measure_reveal, "reveal-snake", snake, 1500)),
    Bench(("resume-expert",), _resume_expert),
    Bench(("resume-1000",), _resume_limit),
]
