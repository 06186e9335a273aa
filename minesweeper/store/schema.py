"""The tables of the database, and the numbers by which its files are recognized.

They are plain tables: SQLite before 3.37, which Python 3.11 may use, takes a file with a STRICT
table for a damaged one.
"""

from typing import Final, Literal, get_args

from minesweeper.engine.setup import FirstReveal, OnGuess, WinRule
from minesweeper.play.journal import Kind
from minesweeper.play.session import Ending

# Four bytes by which SQLite's tools and this program recognize a file of ours.
APPLICATION: Final = int.from_bytes(b"mine", "big")
# Until a version is released, each change of the tables takes the next negative number.
VERSION: Final = -1

GameStatus = Literal["won", "lost", "abandoned"]
LostBy = Literal["", "needless", "bad luck"]
Source = Literal["lesson", "plain lesson", "streak", "storm", "own"]
"""Where an exercise was answered; in a plain lesson, positions are lines of text.

A storm was a training of an earlier version, whose answers may still be stored.
"""
Reason = Literal["avoidable loss", "avoidable guess", "long think", "guess"]
"""Why a moment of a game is asked again."""


def _one_of(column: str, words: object) -> str:
    """Return the definition of a column that holds one of a few words."""
    choices = ", ".join(repr(word) for word in get_args(words))
    return f"{column} TEXT NOT NULL CHECK ({column} IN ({choices}))"


def _flag(column: str) -> str:
    return f"{column} INTEGER NOT NULL CHECK ({column} IN (0, 1))"


def _count(column: str) -> str:
    return f"{column} INTEGER NOT NULL CHECK ({column} >= 0)"


# What a game has from its end on is NULL, or empty, before it. A seed has 64 bits, and is text, as
# an integer of SQLite has one for the sign. The journal is the last column, so that the pages that
# it fills are not read with the others. The index `by_category` holds all that summaries need.
_TABLES: Final = f"""
    CREATE TABLE game (
        n INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        run TEXT NOT NULL,
        {_count("played")},
        begun TEXT NOT NULL,
        {_count("width")}, {_count("height")}, {_count("mines")},
        {_one_of("first", FirstReveal)},
        {_flag("guess_free")},
        {_one_of("on_guess", OnGuess)},
        {_one_of("win", WinRule)},
        {_one_of("origin", Kind)},
        seed TEXT NOT NULL,
        name TEXT NOT NULL,
        ended TEXT,
        number INTEGER UNIQUE,
        status TEXT CHECK (status IN {get_args(GameStatus)}),
        ending TEXT CHECK (ending IN {get_args(Ending)}),
        ms INTEGER CHECK (ms >= 0),
        bbbv INTEGER, solved INTEGER, clicks INTEGER, revealed INTEGER,
        counted INTEGER, unaided INTEGER, ranked INTEGER,
        reasons TEXT,
        player TEXT,
        words TEXT,
        guesses INTEGER, guesses_survived INTEGER, guesses_expected REAL,
        lost_by TEXT CHECK (lost_by IN {get_args(LostBy)}),
        journal BLOB,
        CHECK ((ended IS NULL) = (number IS NULL)),
        CHECK ((ended IS NULL) = (status IS NULL))
    );
    CREATE INDEX by_category ON game (
        width, height, mines, first, guess_free, on_guess, number, status, ending, ms, solved,
        unaided, ranked, guesses, guesses_survived, guesses_expected, lost_by
    ) WHERE counted;
    CREATE INDEX by_played ON game (played) WHERE ended IS NULL;
    CREATE INDEX by_daily ON game (name, n) WHERE origin = 'daily';
    CREATE TABLE line (
        game INTEGER NOT NULL REFERENCES game,
        position INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, position)
    ) WITHOUT ROWID;
    CREATE TABLE answer (
        n INTEGER PRIMARY KEY,
        run TEXT NOT NULL,
        number INTEGER NOT NULL,
        begun TEXT NOT NULL,
        at TEXT NOT NULL,
        {_one_of("source", Source)},
        {_count("lesson")},
        {_flag("is_reduced")},
        {_flag("is_right")},
        {_count("milliseconds")},
        exercise TEXT NOT NULL,
        answer TEXT NOT NULL,
        UNIQUE (run, number)
    );
    CREATE TABLE moment (
        game TEXT NOT NULL,
        {_count("moves")},
        {_one_of("reason", Reason)},
        exercise TEXT NOT NULL,
        due TEXT NOT NULL,
        interval INTEGER NOT NULL,
        PRIMARY KEY (game, moves)
    ) WITHOUT ROWID;
    CREATE TABLE encounter (
        game TEXT NOT NULL,
        {_count("moves")},
        {_count("lesson")},
        {_flag("is_reduced")},
        {_flag("is_missed")},
        {_count("milliseconds")},
        PRIMARY KEY (game, moves)
    ) WITHOUT ROWID;
    CREATE TABLE examined (
        id TEXT PRIMARY KEY,
        begun TEXT NOT NULL,
        {_count("moves")},
        lost_to TEXT NOT NULL,
        {_flag("is_won")},
        {_flag("is_unaided")},
        {_flag("solver_wins")}
    ) WITHOUT ROWID
"""
STATEMENTS: Final = tuple(_TABLES.split(";"))
