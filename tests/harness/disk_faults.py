"""A few short games on a disk that fails at one call, and what is left of them.

`PythonFaults` makes Python's own calls fail. `python -m tests.harness.disk_faults HOME FUNCTION`
with the library of `SHIM` preloaded makes those of the C library fail, SQLite's too, and prints a
line for each game that was lost without a message.
"""

import ctypes
import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from minesweeper.engine.game import Move
from minesweeper.engine.setup import Setup
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import Session, fold
from minesweeper.store.finished_games import read_journal_text
from minesweeper.store.history import History
from tests.harness.kept_games import begin, dealer, kept, lose, moves_that_win, open_history

SETUP: Final = Setup(5, 4, 4)
ERRORS: Final = {
    "open": errno.EMFILE,
    "write": errno.ENOSPC,
    "pwrite": errno.ENOSPC,
    "fsync": errno.EIO,
    "rename": errno.EIO,
    "flock": errno.ENOLCK,
    "unlink": errno.EIO,
    "ftruncate": errno.EIO,
}


class Fault(NamedTuple):
    """A failure of the k-th call of a function, or of all from there on; `short` writes half."""

    function: str
    k: int
    for_ever: bool
    short: bool = False


class Faults(Protocol):
    """Makes calls fail."""

    def arm(self, fault: Fault) -> None:
        """Count the calls from now on, and let those of the fault fail."""

    def disarm(self) -> int:
        """Let no call fail any more; return how many there were."""


# The games


def play_short_games(home: Path) -> tuple[dict[str, Session], bool]:
    """Play in two runs; return the games, and whether a message said that one was lost."""
    games: dict[str, Session] = {}
    first = open_history(home)
    session = games["1"] = dealer(first, SETUP).next()
    begin(session)
    flag(session, 4)
    session.undo(150)
    session.note_help("hint", 160)
    leave(first, session)
    second = open_history(home)
    for _ in second.tidy():
        pass
    again = second.resume("1", 200)
    if again:
        finish(second, games, again, win_on)
    deal = dealer(second, SETUP, first=2)
    finish(second, games, deal.next(), lambda session: flag(session, 2))
    finish(second, games, deal.next(), lose_and_undo)
    last = games["4"] = deal.next()
    begin(last)
    flag(last, 3)
    leave(second, last)
    return games, first.has_lost_game or second.has_lost_game


def flag(session: Session, number: int) -> None:
    if not session.board:
        begin(session)
    for cell in list(session.game.grid)[-number:]:
        session.play(Move("flag", cell), 100)


def win_on(session: Session) -> None:
    assert session.board
    for move in moves_that_win(session.board):
        if not session.game.is_revealed(move.cell):
            session.play(move, 300)


def lose_and_undo(session: Session) -> None:
    lose(session, 400)
    session.undo(500)
    session.redo(600)


def finish(
    history: History, games: dict[str, Session], session: Session, play: Callable[[Session], None]
) -> None:
    """Play a game, and leave it for another one."""
    games[session.head.id] = session
    play(session)
    assert history.is_saved(session) or history.why_unsaved(session)
    if session.result:
        history.store(session)
    session.abandon(700)
    history.finish(session)
    history.take_messages()


def leave(history: History, session: Session) -> None:
    session.leave(800)
    history.leave(session)
    history.close()
    history.back_up()


# What is left of them


def left(home: Path) -> dict[str, Session]:
    """Return the games that a start on a sound disk finds, stored or saved."""
    history = open_history(home)
    for _ in history.tidy():
        pass
    assert [*home.glob("*.new")] == [], "something is left of the making of a journal"
    texts = {row.id: text_of(history, row.id) for row in kept(history)}
    for identity in history.saved_game_ids():
        assert identity not in texts, f"game {identity} has ended, and is saved as well"
        texts[identity] = (home / f"{identity}.journal").read_text()
    assert history.take_messages() == ""
    history.close()
    return {identity: fold(parse_journal(text)) for identity, text in texts.items()}


def text_of(history: History, identity: str) -> str:
    return history.query(lambda db: read_journal_text(db, identity)) or ""


def what_is_missing(home: Path, faults: Faults, fault: Fault) -> list[str]:
    """Play on a disk that fails, and return each game that is incomplete without a message."""
    faults.arm(fault)
    try:
        games, loss_reported = play_short_games(home)
    finally:
        faults.disarm()
    found = left(home)
    return [
        f"{fault} game {identity}: {len(found[identity].steps) if identity in found else 'no'} of"
        f" {len(session.steps)} moves"
        for identity, session in games.items()
        if (identity not in found or found[identity].steps != session.steps)
        # A message may excuse a loss, but not one by a single fault that has passed.
        and not (loss_reported and fault.for_ever)
    ]


def all_faults(home: Path, faults: Faults, functions: list[str], every: int) -> Iterator[Fault]:
    """Yield faults at regular calls to a sound disk, and a few later ones, for retries."""
    for function in functions:
        faults.arm(Fault(function, -1, for_ever=False))
        play_short_games(home / f"sound-{function}")
        calls = faults.disarm()
        assert calls, f"{function} is never called"
        for for_ever in (False, True):
            for k in range(1 + for_ever * (every // 2), calls + 3, every):
                yield Fault(function, k, for_ever)
                if "write" in function:
                    yield Fault(function, k, for_ever, short=True)


def check_all(home: Path, faults: Faults, functions: list[str], every: int = 1) -> list[str]:
    missing = []
    for number, fault in enumerate(all_faults(home, faults, functions, every)):
        missing += what_is_missing(home / f"{number}", faults, fault)
    return missing


# The faults


class PythonFaults:
    """Faults in the calls of the module `os`, and in `flock`."""

    def __init__(self) -> None:
        self._fault = Fault("", -1, for_ever=False)
        self._calls = 0

    def arm(self, fault: Fault) -> None:
        self._fault, self._calls = fault, 0

    def disarm(self) -> int:
        self._fault = Fault("", -1, for_ever=False)
        return self._calls

    def wrapped(self, function: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*arguments: object, **named: object) -> object:
            if not self._is_due(function):
                return call(*arguments, **named)
            if self._fault.short:
                fd, data = arguments
                assert isinstance(data, bytes)
                return call(fd, data[: max(1, len(data) // 2)])
            raise OSError(ERRORS[function], os.strerror(ERRORS[function]))

        return wrapper

    def _is_due(self, function: str) -> bool:
        fault = self._fault
        if function != fault.function:
            return False
        self._calls += 1
        return self._calls == fault.k or (fault.for_ever and self._calls > fault.k > 0)


class ShimFaults:
    """Faults in the calls of the C library; `SHIM` has to be preloaded."""

    def __init__(self, home: str) -> None:
        self._shim = ctypes.CDLL(None)
        self._shim.fault_home(os.fsencode(home))

    def arm(self, fault: Fault) -> None:
        function, k, for_ever, short = fault
        self._shim.fault_arm(function.encode(), k, int(for_ever), int(short), ERRORS[function])

    def disarm(self) -> int:
        return int(self._shim.fault_disarm())


SHIM: Final = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static char home[4096], function[32];
static long k = -1, calls;
static int for_ever, is_short, error;
static char is_ours[65536];

void fault_home(const char *path) { strcpy(home, path); }
void fault_arm(const char *name, long which, int ever, int half, int number) {
    strcpy(function, name); k = which; for_ever = ever; is_short = half; error = number; calls = 0;
}
long fault_disarm(void) { function[0] = 0; return calls; }

static int due(const char *name, int ours) {
    if (!ours || strcmp(name, function)) return 0;
    calls++;
    if (calls != k && !(for_ever && k > 0 && calls > k)) return 0;
    errno = error;
    return 1;
}
static int within(const char *path) { return home[0] && !strncmp(path, home, strlen(home)); }
static int own(int fd) { return fd >= 0 && fd < 65536 && is_ours[fd]; }
#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))

#define OPEN(name) \
int name(const char *path, int flags, ...) { \
    va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, int); va_end(rest); \
    if (due("open", within(path))) return -1; \
    int fd = REAL(name)(path, flags, mode); \
    if (fd >= 0 && fd < 65536) is_ours[fd] = within(path); \
    return fd; \
}
OPEN(open)
OPEN(open64)
int close(int fd) { if (fd >= 0 && fd < 65536) is_ours[fd] = 0; return REAL(close)(fd); }
static size_t half(size_t size) { return size > 1 ? size / 2 : size; }
ssize_t write(int fd, const void *data, size_t size) {
    if (!due("write", own(fd))) return REAL(write)(fd, data, size);
    return is_short ? REAL(write)(fd, data, half(size)) : -1;
}
#define PWRITE(name, type) \
ssize_t name(int fd, const void *data, size_t size, type offset) { \
    if (!due("pwrite", own(fd))) return REAL(name)(fd, data, size, offset); \
    return is_short ? REAL(name)(fd, data, half(size), offset) : -1; \
}
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
int fsync(int fd) { return due("fsync", own(fd)) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return due("fsync", own(fd)) ? -1 : REAL(fdatasync)(fd); }
int rename(const char *old, const char *new) {
    return due("rename", within(old)) ? -1 : REAL(rename)(old, new);
}
int flock(int fd, int how) { return due("flock", own(fd)) ? -1 : REAL(flock)(fd, how); }
int unlink(const char *path) { return due("unlink", within(path)) ? -1 : REAL(unlink)(path); }
int ftruncate(int fd, off_t size) {
    return due("ftruncate", own(fd)) ? -1 : REAL(ftruncate)(fd, size);
}
int ftruncate64(int fd, off64_t size) {
    return due("ftruncate", own(fd)) ? -1 : REAL(ftruncate64)(fd, size);
}
"""


if __name__ == "__main__":
    where, *wanted = sys.argv[1:]
    print(*check_all(Path(where), ShimFaults(where), wanted), "checked", sep="\n")
