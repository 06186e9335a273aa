"""What Windows has not. A test module that takes something from here is skipped there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

try:
    import resource
    import termios
    from os import openpty
except ImportError:
    pytest.skip("needs POSIX: pseudo-terminals and limits", allow_module_level=True)

__all__ = ["few_descriptors", "full_disk", "openpty", "resource", "termios"]


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Let no file grow beyond a size."""
    with _limit(resource.RLIMIT_FSIZE, size):
        yield


@contextmanager
def few_descriptors(more: int) -> Iterator[None]:
    """Let only so many files be opened besides those that are open."""
    free = os.dup(0)
    os.close(free)
    with _limit(resource.RLIMIT_NOFILE, free + more):
        yield


@contextmanager
def _limit(kind: int, limit: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(kind, (soft, hard))
