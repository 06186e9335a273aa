"""Measure how fast and how small everything is, compared with similar programs.

    python -m tests.bench [name...]

A name is that of a row, or the beginning of several. The reference of a row is measured in the same
run, in turns with our figure, because machines are noisy.
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence

from tests.bench import engine, huge, screen, solver, store, whole
from tests.bench.table import HEADER, Bench, Options, Row, format_json, format_row

BENCHES = [
    *whole.BENCHES,
    *screen.BENCHES,
    *engine.BENCHES,
    *store.BENCHES,
    *huge.BENCHES,
    *solver.BENCHES,
]


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a goal is missed, else 0."""
    arguments = _parser().parse_args(argv)
    if arguments.list:
        print(*(name for bench in BENCHES for name in bench.names), sep="\n")
        return 0
    options = Options(quick=arguments.quick, games=arguments.games)
    benches = list(_select_benches(arguments.names))
    rows = (row for bench in benches for row in bench.run(options))
    if arguments.names:
        rows = (row for row in rows if row.name.startswith(tuple(arguments.names)))
    figures = list(rows) if arguments.json else list(_print_rows(rows))
    if arguments.json:
        print(format_json(_describe_machine(), figures))
    return int(any(row.is_met is False for row in figures))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Measure all rows of the table, or the named ones.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="name", help="a row, or the beginning of several names"
    )
    parser.add_argument("--list", action="store_true", help="print the names of the rows and exit")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--games",
        type=int,
        default=0,
        help="the number of games for each win rate; 20000 tell rates apart that differ by 0.7",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only see that every row can be measured: the figures are no good",
    )
    return parser


def _select_benches(names: Sequence[str]) -> Iterator[Bench]:
    for name in names:
        if not any(row.startswith(name) for bench in BENCHES for row in bench.names):
            sys.exit(f"no row is called {name}: see --list")
    for bench in BENCHES:
        if not names or any(row.startswith(tuple(names)) for row in bench.names):
            yield bench


def _print_rows(rows: Iterator[Row]) -> Iterator[Row]:
    """Print each row as soon as it is measured, and yield it."""
    print(_describe_machine())
    print(HEADER)
    for row in rows:
        print(format_row(row), flush=True)
        yield row


def _describe_machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores{load}"


if __name__ == "__main__":
    sys.exit(main())
