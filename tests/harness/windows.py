"""What Windows refuses, on any platform: to rename or replace a file that is open."""

import errno
import os
from collections.abc import Callable

import pytest

HELD_BY_OTHERS = 32
"""Windows' own number for a file that another process has open."""


def in_use() -> PermissionError:
    """Return what Windows raises for a file that is open."""
    error = PermissionError(errno.EACCES, "it is being used by another process")
    error.winerror = HELD_BY_OTHERS  # type: ignore[attr-defined]  # only Windows has it
    return error


def rename_no_open_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let renaming fail for files that this process has open, by whatever descriptor."""

    def wrapped(call: Callable[[str, str], None]) -> Callable[[str, str], None]:
        def rename(old: str, new: str) -> None:
            if is_open(old) or is_open(new):
                raise in_use()
            call(old, new)

        return rename

    for name in ("rename", "replace"):
        monkeypatch.setattr(os, name, wrapped(getattr(os, name)))


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
