"""What Windows lacks. A test module that imports this one is skipped there."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

try:
    import resource
    import termios as termios
    from os import openpty as openpty
except ImportError:
    pytest.skip("needs POSIX: pseudo-terminals and limits", allow_module_level=True)


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Let no file grow beyond a size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def as_somebody_else(home: Path, work: Callable[[], str]) -> str:
    """Return what the work says in a process that may read the home and not write it.

    Take a home in a `common_path`.
    """
    for path in (home, *home.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)

    def work_there() -> str:
        lose_the_rights_of_root()
        return work()

    text = in_another_process(work_there)
    for path in (home, *home.iterdir()):
        path.chmod(0o755)
    return text


def lose_the_rights_of_root() -> None:
    """Become a user whom the modes of files stop."""
    if os.geteuid() == 0:
        os.setuid(65534)


def in_another_process(work: Callable[[], str]) -> str:
    """Return what the work says in a process of its own."""
    reader, writer = os.pipe()
    if not (child := os.fork()):
        try:
            os.write(writer, work().encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as said:
        text = said.read()
    os.waitpid(child, 0)
    return text
