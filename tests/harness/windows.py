"""What Windows refuses, on any platform: to replace a file that is open."""

import errno
import os

import pytest

HELD_BY_OTHERS = 32
"""Windows' own number for a file that another process has open."""


def in_use() -> PermissionError:
    """Return what Windows raises for a file that is open."""
    error = PermissionError(errno.EACCES, "it is being used by another process")
    error.winerror = HELD_BY_OTHERS  # type: ignore[attr-defined]  # only Windows has it
    return error


def replace_no_open_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let replacing fail for files that this process has open, by whatever descriptor."""

    def replace_unless_open(old: str, new: str) -> None:
        if is_open(old) or is_open(new):
            raise in_use()
        os.rename(old, new)

    monkeypatch.setattr(os, "replace", replace_unless_open)


def is_open(path: str) -> bool:
    """Return whether this process has a file open."""
    if not os.path.exists(path):
        return False
    wanted = os.stat(path)
    for name in os.listdir("/dev/fd"):
        try:
            found = os.fstat(int(name))
        except OSError:  # the one that lists them
            continue
        if os.path.samestat(found, wanted):
            return True
    return False
