"""SQLite and zlib, or what stands for them in a Python that has been built without one of them.

FreeBSD has SQLite in a package of its own, and a Python built where its headers are missing has
none. Then a database is one that cannot be opened, as on a disk that cannot be read.
"""

try:
    import zlib as zlib
    from sqlite3 import Connection as Connection
    from sqlite3 import Error as Error
    from sqlite3 import connect as connect

    _WHY_MISSING = ""
except ImportError as missing:
    _WHY_MISSING = f"this Python has no {(missing.name or 'sqlite3').removeprefix('_')}"


def check_available() -> None:
    """Raise OSError if this Python has no SQLite or no zlib."""
    if _WHY_MISSING:
        raise OSError(_WHY_MISSING)


if _WHY_MISSING:
    zlib = None  # type: ignore[assignment]  # nothing comes as far as to use it

    class Connection:  # type: ignore[no-redef]  # stands for the missing one
        """A connection that there never is."""

    class Error(Exception):  # type: ignore[no-redef]  # stands for the missing one
        """An error of SQLite, which is never raised."""

    def connect(*_: object, **__: object) -> Connection:  # type: ignore[no-redef]  # as above
        """Raise OSError."""
        raise OSError(_WHY_MISSING)
