"""Rows of the stored games: how long a player with many of them waits for keys and pages."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from sqlite3 import Connection
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from minesweeper.engine.game import Move
from minesweeper.engine.setup import LEVELS
from minesweeper.play.journal import HEAD_LINES, parse_journal
from minesweeper.play.mouse import MouseEvent
from minesweeper.play.session import Session
from minesweeper.store.finished_games import (
    HEAD_COLUMNS,
    NO_FILTER,
    RESULT_COLUMNS,
    Filter,
    count_games,
    find_games,
)
from minesweeper.store.open_games import OpenGames
from minesweeper.store.statistics import read_category_records, read_summaries
from minesweeper.store.store import MAX_UNFINISHED, Store
from tests.bench.table import Bench, Goal, Options, Row, percentile, take_turns, time_once
from tests.harness.foreign_games import WON
from tests.harness.kept_games import NOW, begin, dealer, flag, lose, unfinished, win
from tests.harness.program import minesweeper
from tests.harness.written_arbiter import write_avf

RARE: Final = Filter(text="expert daily")
EXPERT: Final = LEVELS["expert"]
# How many games the list reads at once, and the moves in each unfinished game.
PAGE: Final = 100
MOVES: Final = 50
# Copy the existing games again and again, each copy some hours after the one before.
CHANGED: Final = {
    "id": "lower(hex(randomblob(8)))",
    "begun": "strftime('%Y-%m-%dT%H:%M:%SZ', begun, copy || ' hours')",
    "ended": "strftime('%Y-%m-%dT%H:%M:%SZ', ended, copy || ' hours')",
    "ms": "ms + 1009 * copy % 5003",
    "number": "number + {originals} * copy",
}
COLUMNS: Final = (*HEAD_COLUMNS, *RESULT_COLUMNS, "run", "played", "words", "journal", "number")
COPY: Final = (
    "WITH RECURSIVE copies AS (SELECT 1 AS copy UNION ALL"
    " SELECT copy + 1 FROM copies WHERE copy < {copies})"
    f" INSERT INTO game ({', '.join(COLUMNS)})"
    f" SELECT {', '.join(CHANGED.get(each, each) for each in COLUMNS)} FROM game, copies"
)

_runs: Final = count(1)


# Homes


def open_run(home: str) -> Store:
    """Return the store of another run of the program."""
    return Store(home, f"run {next(_runs)}", lambda: NOW)


def many(options: Options) -> int:
    return options.rounds(20_000, 200)


@contextmanager
def home_of_many(options: Options) -> Iterator[str]:
    """Yield a home with many finished games, and as many unfinished ones as are kept."""
    with TemporaryDirectory(prefix="home-") as home:
        fill(home, many(options))
        yield home


def fill(home: str, games: int) -> None:
    """Play a win and a loss on each level, copy their rows, and begin games of expert."""
    with closing(open_run(home)) as store:
        originals = 2 * len(LEVELS)
        for number, setup in enumerate(LEVELS.values()):
            deal = dealer(store, setup, first=1 + 2 * number)
            for end in (win, lose):
                session = deal.next()
                end(session)
                store.finish(session)
        copies = games // originals - 1
        store.keep(lambda db: db.execute(COPY.format(copies=copies, originals=originals)))
        assert store.read(count_games) == games
        deal = dealer(store, EXPERT, first=1 + originals)
        for _ in range(MAX_UNFINISHED):
            session = deal.next()
            begin(session)
            for at in range(MOVES):
                flag(session, 1 + at % 5)
            session.leave(0)
        assert len(unfinished(store)) == MAX_UNFINISHED


def keep_unfinished(home: str, journal: str) -> None:
    """Keep an unfinished game, as if each of its events had been a key."""
    with closing(open_run(home)) as store:
        lines = journal.splitlines(keepends=True)
        write = store.open_journal(parse_journal(journal).head)
        write("".join(lines[: HEAD_LINES + 1]))
        for line in lines[HEAD_LINES + 1 :]:
            write(line)


# Pages


def measure_page(
    name: str, goal: float, query: Callable[[Connection], object], options: Options
) -> Iterator[Row]:
    """Measure the query for the rows of a page."""
    with home_of_many(options) as home:
        [times] = take_turns(options.rounds(11), lambda: _time_query(home, query))
    yield _row(name, "ms", median(times), goal, options)


def _time_query(home: str, query: Callable[[Connection], object]) -> float:
    with closing(open_run(home)) as store:
        return time_once(lambda: store.read(query))


def read_records(db: Connection) -> None:
    """Read what the page of records shows first."""
    read_category_records(db, read_summaries(db)[0])


def read_list(db: Connection, game_filter: Filter = NO_FILTER) -> None:
    """Read what the list of games shows first."""
    count_games(db, game_filter)
    find_games(db, game_filter, PAGE)


def _row(
    name: str, unit: str, seconds: float, goal: float, options: Options, note: str = ""
) -> Row:
    note = f"{many(options)} games{note}"
    return Row(name, unit, 1000 * seconds, Goal("at most", goal), None, note)


# A run


def measure_start_of_run(options: Options) -> Iterator[Row]:
    """Measure what the first frame does not wait for, but the first key does."""
    with home_of_many(options) as home:
        [times] = take_turns(options.rounds(21), lambda: _time_preparing(home))
    note = f", {MAX_UNFINISHED} unfinished; after the first frame"
    yield _row("prepare-20000", "ms", median(times), 20, options, note)


def _time_preparing(home: str) -> float:
    with closing(open_run(home)) as store:
        games = OpenGames(dealer(store), store)
        took = time_once(games.prepare)
        assert games.resumable
        return took


def measure_key(options: Options) -> Iterator[Row]:
    """Measure a move that is written, without its frame."""
    with home_of_many(options) as home, closing(open_run(home)) as store:
        session = dealer(store, EXPERT, first=1_000_000).next()
        begin(session)
        last = [*session.game.grid][-1]
        move = partial(session.play, Move("flag", last), 0)
        [times] = take_turns(options.rounds(5_000, 100), lambda: time_once(move))
        assert store.is_saved(session)
    slowest = f", a flag; slowest {1000 * max(times):.2f} ms"
    yield _row("key-20000", "ms", median(times), 0.2, options, slowest)
    yield _row("key-20000-p99", "ms", percentile(times, 99), 1, options, slowest)


def measure_win(options: Options) -> Iterator[Row]:
    """Measure how long a win waits to be stored and compared with the games before."""
    ids = count(1_000_000)
    with home_of_many(options) as home, closing(open_run(home)) as store:
        [times] = take_turns(options.rounds(41), lambda: _time_win(store, next(ids)))
    yield _row("best-20000", "ms", median(times), 20, options, ", a new best")


def measure_end_of_run(options: Options) -> Iterator[Row]:
    """Measure the end of the program after a game: the check of the file, and its backup."""
    ids = count(2_000_000)
    with home_of_many(options) as home:
        size = sum(file.stat().st_size for file in Path(home).glob("games.db*"))
        [times] = take_turns(options.rounds(11), lambda: _time_closing(home, next(ids)))
    note = f", {size // 2**20} MB"
    yield _row("end-20000", "ms", median(times), 500, options, note)


def _time_win(store: Store, number: int) -> float:
    """Win a game, each in a millisecond less than the one before; time what is stored at its end.

    The wins of `fill` took longer.
    """
    session = dealer(store, first=number).next()
    win(session, 4_900 - number % 1_000)
    return time_once(lambda: _store_best(store, session))


def _store_best(store: Store, session: Session) -> None:
    best = store.finish(session)
    assert best
    assert best.time


def _time_closing(home: str, number: int) -> float:
    with closing(open_run(home)) as store:
        _time_win(store, number)
        return time_once(store.close)


# Importing


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


def _page(name: str, goal: float, query: Callable[[Connection], object]) -> Bench:
    return Bench((name,), partial(measure_page, name, goal, query))


BENCHES: Final = [
    Bench(("import",), measure_import),
    _page("records-20000", 100, read_records),
    _page("games-20000", 20, read_list),
    _page("find-20000", 100, partial(read_list, game_filter=RARE)),
    Bench(("prepare-20000",), measure_start_of_run),
    Bench(("key-20000", "key-20000-p99"), measure_key),
    Bench(("best-20000",), measure_win),
    Bench(("end-20000",), measure_end_of_run),
]
