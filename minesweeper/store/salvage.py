"""Recovering the rows of a damaged database.

A damaged page hides its own rows, and a damaged first page the names of all tables. But every file
of ours begins alike, so the first page of a new one can take its place.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from typing import Any, Final

from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import MAX_TIME, VERSION, parse_journal
from minesweeper.settings.files import read_file
from minesweeper.store.records import NOT_COUNTED, SCHEMA, STATUSES, are_chances

COLUMNS: Final[Mapping[str, str]] = {
    "games": "id, begun, width, height, mines, first, no_guess, on_guess, win, kind, seed, name,"
    " status, ending, milliseconds, bbbv, solved, clicks, counted, unaided, record, reasons",
    "journals": "id, lines, text",
    "luck": "id, guesses, survived, expected, lost_by",
}
KINDS_OF_VALUES: Final[Mapping[str, tuple[type, ...]]] = {
    "games": (str, str, int, int, int, str, int, *[str] * 7, *[int] * 7, str),
    "journals": (str, int, bytes),
    "luck": (str, int, int, float, str),
}
# After so many damaged places the rest of a table is given up.
MOST_FAULTS: Final = 1_000
MOST_BYTES: Final = 1 << 29
LEAST_BYTES_OF_A_ROW: Final = 16
MOST_BYTES_WRITTEN_AHEAD: Final = 1 << 22
FAULTS: Final = (sqlite3.Error, UnicodeDecodeError, MemoryError)

Row = tuple[Any, ...]
Tables = dict[str, dict[str, Row]]
"""The rows of each table by their ids, the oldest first."""


def read_tables(path: str) -> Tables:
    """Return all rows that can be read and that we may have written."""
    tables: Tables = {name: {} for name in COLUMNS}
    data = read_file(path, MOST_BYTES)
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    with suppress(*FAULTS), closing(sqlite3.connect(f"file:{quoted}?mode=ro", uri=True)) as db:
        _read_all(db, len(data), tables)
    # Some interpreters, PyPy for one, cannot read a database from memory.
    with suppress(*FAULTS, AttributeError), closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(_with_first_page(data))
        _read_all(db, len(data), tables)
    return tables


def insert_tables(db: sqlite3.Connection, tables: Tables) -> int:
    """Add the rows that are not there yet; return how many games were given."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        for name, rows in tables.items():
            places = ", ".join("?" * len(KINDS_OF_VALUES[name]))
            sql = f"INSERT OR IGNORE INTO {name} ({COLUMNS[name]}) VALUES ({places})"
            db.executemany(sql, rows.values())
        db.execute(NOT_COUNTED)  # the rows may be of the first version
    return len(tables["games"])


def _with_first_page(data: bytes) -> bytes:
    """Return the data of a file with the first page of a new one."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(SCHEMA)
        new: bytes = db.serialize()
    size = int.from_bytes(new[16:18], "big")
    pages = len(data) // size
    return new[:28] + pages.to_bytes(4, "big") + bytes(8) + new[40:size] + data[size : pages * size]


def _read_all(db: sqlite3.Connection, size: int, tables: Tables) -> None:
    most = (size + MOST_BYTES_WRITTEN_AHEAD) // LEAST_BYTES_OF_A_ROW
    for name, found in tables.items():
        with suppress(*FAULTS):  # not even the name of the table may be readable
            db.execute(f"SELECT 1 FROM {name} LIMIT 0")
            for row in _scan(db, name, most):
                if row[0] not in found and _is_sound(name, row):
                    found[row[0]] = row


def _scan(db: sqlite3.Connection, table: str, most: int) -> list[Row]:
    """Return the rows of a table in order, without those that cannot be read."""
    sql = f"SELECT rowid, {COLUMNS[table]} FROM {table} NOT INDEXED"
    sql += " WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
    found: list[Row] = []
    spans, faults = [(1, most)], 0
    while spans and faults < MOST_FAULTS:
        low, high = spans.pop()
        try:
            for number, *row in db.execute(sql, (low, high)):
                found.append(tuple(row))
                low = number + 1
        except FAULTS:
            faults += 1
            if low < high:
                middle = (low + high) // 2
                spans += [(middle + 1, high), (low, middle)]
    return found


def _is_sound(table: str, row: Row) -> bool:
    """Return whether we may have written the row: SQLite has no checksums."""
    if any(type(v) is not kind for v, kind in zip(row, KINDS_OF_VALUES[table], strict=True)):
        return False
    if not all(0 <= v <= MAX_TIME for v in row if isinstance(v, int | float)):
        return False
    if table == "luck":
        return are_chances(*row[1:4])
    return table != "games" or _is_game(dict(zip(COLUMNS[table].split(", "), row, strict=True)))


def _is_game(row: Mapping[str, Any]) -> bool:
    setup = "{width} {height} {mines} {first} {win} no no {on_guess}".format_map(row)
    origin = f"{row['kind']} {row['seed'] or '-'} {row['name'] or '-'}"
    head = f"{VERSION}\nid {row['id']}\nbegun {row['begun']}\nsetup {setup}\norigin {origin}\n"
    try:
        parse_journal(head)
    except NotationError:
        return False
    switches = {row[name] for name in ("no_guess", "counted", "unaided", "record")}
    texts = row["name"] + row["reasons"].replace("\n", "")
    has_ended = row["status"] in STATUSES and row["ending"] in ("", "cleared", "flagged")
    return has_ended and switches <= {0, 1} and texts.isprintable()
