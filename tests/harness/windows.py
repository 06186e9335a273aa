"""What Windows refuses, on any platform: to replace a file that is open."""

import errno

HELD_BY_OTHERS = 32
"""Windows' own number for a file that another process has open."""


def in_use() -> PermissionError:
    """Return what Windows raises for a file that is open."""
    error = PermissionError(errno.EACCES, "it is being used by another process")
    error.winerror = HELD_BY_OTHERS  # type: ignore[attr-defined]  # only Windows has it
    return error
