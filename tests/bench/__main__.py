"""How fast and how small everything is, beside what else there is.

    python -m tests.bench [name...]

A name is a row's, or the beginning of several. The reference of a row is measured in the same run,
in turns with ours, since machines are noisy.
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence

from tests.bench import engine, history, huge, screen, solver, whole
from tests.bench.table import HEADER, Bench, Options, Row, format_json, format_row

# Enough to tell win rates apart that differ by 0.7 %.
LONG_GAMES = 20_000

BENCHES = [
    *whole.BENCHES,
    *screen.BENCHES,
    *engine.BENCHES,
    *history.BENCHES,
    *huge.BENCHES,
    *solver.BENCHES,
]


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; 1 if a goal is missed."""
    arguments = _parser().parse_args(argv)
    if arguments.list:
        print(*(name for bench in BENCHES for name in bench.names), sep="\n")
        return 0
    games = arguments.games or (LONG_GAMES if arguments.long else 0)
    options = Options(quick=arguments.quick, games=games)
    chosen = list(_chosen(arguments.names, every=arguments.long))
    rows = (row for bench in chosen for row in bench.run(options))
    if arguments.names:
        rows = (row for row in rows if row.name.startswith(tuple(arguments.names)))
    measured = list(rows) if arguments.json else list(_printed(rows))
    if arguments.json:
        print(format_json(_machine(), measured))
    return int(any(row.met is False for row in measured))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Measure every row of the table, or those named."
    )
    parser.add_argument("names", nargs="*", metavar="name", help="a row, or how several begin")
    parser.add_argument("--list", action="store_true", help="only the names of the rows")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--long",
        action="store_true",
        help=f"also the suite, and {LONG_GAMES} games for each win rate",
    )
    parser.add_argument("--games", type=int, default=0, help="for each win rate")
    parser.add_argument("--quick", action="store_true", help="too few runs for good figures")
    return parser


def _chosen(names: Sequence[str], *, every: bool) -> Iterator[Bench]:
    for name in names:
        if not any(known.startswith(name) for bench in BENCHES for known in bench.names):
            sys.exit(f"no row is called {name}: see --list")
    for bench in BENCHES:
        is_named = any(known.startswith(tuple(names)) for known in bench.names)
        if is_named if names else every or not bench.is_long:
            yield bench


def _printed(rows: Iterator[Row]) -> Iterator[Row]:
    """The rows, each on the screen as soon as it is measured."""
    print(_machine())
    print(HEADER)
    for row in rows:
        print(format_row(row), flush=True)
        yield row


def _machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores{load}"


if __name__ == "__main__":
    sys.exit(main())
