"""Rows of the history: how long the player waits for pages about many games."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from minesweeper.engine.setup import LEVELS
from minesweeper.play.mouse import MouseEvent
from minesweeper.store.finished_games import Filter, count_games, find_games
from minesweeper.store.history import History
from minesweeper.store.records import read_all_records
from tests.bench.table import Bench, Goal, Options, Row, take_turns, time_once
from tests.harness.foreign_games import WON
from tests.harness.kept_games import dealer, lose, win
from tests.harness.program import minesweeper
from tests.harness.written_arbiter import write_avf

DAY: Final = "2025-11-21"
RARE: Final = Filter(text="expert daily")
# Copy the existing games, each copy an hour before the previous one.
COPY: Final = """
    WITH RECURSIVE numbers AS (SELECT 1 AS number UNION ALL
        SELECT number + 1 FROM numbers WHERE number < {games})
    INSERT INTO games SELECT NULL, printf('%016x', 7919 * number + n), strftime(
        '%Y-%m-%dT%H:%M:%SZ', begun, '-' || number || ' hours'), width, height, mines, first,
        no_guess, on_guess, win, kind, seed, name, status, ending,
        milliseconds + 1009 * number % 5003, bbbv, solved, clicks, counted, unaided, record, reasons
    FROM games, numbers
"""


def measure_page(
    name: str, goal: float, query: Callable[[Connection], object], options: Options
) -> Iterator[Row]:
    """Measure the query for the rows of a page."""
    games = options.rounds(20_000, 200)
    with TemporaryDirectory() as home:
        _fill(home, games)
        [times] = take_turns(options.rounds(11), lambda: _time_query(home, query))
    yield Row(name, "ms", 1000 * median(times), Goal("at most", goal), None, f"{games} games")


def _time_query(home: str, query: Callable[[Connection], object]) -> float:
    history = History(home, DAY)
    took = time_once(lambda: history.query(query))
    history.close()
    return took


def _fill(home: str, games: int) -> None:
    """Play a win and a loss on each level, and copy their rows."""
    history = History(home, DAY)
    for number, setup in enumerate(LEVELS.values()):
        deal = dealer(history, setup, first=1 + 2 * number)
        for end in (win, lose):
            session = deal.next()
            end(session)
            history.finish(session)
    history.query(lambda db: db.execute(COPY.format(games=games // (2 * len(LEVELS)) - 1)))
    assert history.query(count_games) == games
    history.close()


def measure_import(options: Options) -> Iterator[Row]:
    """Measure how many replays of other programs are imported in a second, start included."""
    count = options.rounds(400)
    with TemporaryDirectory() as folder:
        for number in range(count):
            (Path(folder) / f"{number}.avf").write_bytes(_beginner_game(number))
        [times] = take_turns(options.rounds(3), lambda: time_once(lambda: _import(folder)))
    yield Row("import", "games/s", count / median(times), Goal("at least", 200), None, "AVF, 8x8")


def _import(folder: str) -> None:
    with TemporaryDirectory() as home:
        done = minesweeper(Path(home), "import", folder)
    assert not done.returncode, done.stderr


def _beginner_game(number: int) -> bytes:
    """Return a game in which the mouse moves as much as in a player's; each has another time."""
    wandering = [
        MouseEvent(1_600 + 10 * step, "mv", 20 + step % 90, 30 + step % 80) for step in range(780)
    ]
    *moves, press, release = WON.mouse
    end = 9_500 + 10 * number
    last = [each._replace(milliseconds=end) for each in (press, release)]
    return write_avf(WON._replace(mouse=[*moves, *wandering, *last], milliseconds=end))


BENCHES: Final = [
    Bench(("import",), measure_import),
    Bench(("records-20000",), partial(measure_page, "records-20000", 100, read_all_records)),
    Bench(
        ("games-20000",),
        partial(measure_page, "games-20000", 20, lambda db: find_games(db, limit=50)),
    ),
    Bench(
        ("find-20000",),
        partial(measure_page, "find-20000", 100, partial(find_games, game_filter=RARE)),
    ),
]
