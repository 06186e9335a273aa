"""What files ask for: where the platform wants them, who holds one, what went wrong."""

import os
import sys

from minesweeper.typed import Mapping


def data_directory(environ: Mapping[str, str], platform: str, home: str) -> str:
    """Where the platform wants the games kept."""
    if environ.get("MINESWEEPER_HOME"):
        return environ["MINESWEEPER_HOME"]
    if platform == "win32":
        base = environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    else:
        base = environ.get("XDG_DATA_HOME", "")
        if not base.startswith("/"):  # a relative one is to be ignored
            base = os.path.join(home, ".local", "share")
    return os.path.join(base, "minesweeper")


def reason(error: Exception) -> str:
    """What the system says, without the path."""
    return str(getattr(error, "strerror", None) or error)


def lock(fd: int, *, wait: bool = False) -> bool:
    """Hold a file until it is closed, however the program ends; False if another copy does."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # Held bytes cannot be read by others: hold one beyond the end.
            os.lseek(fd, 2**31 - 2, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
