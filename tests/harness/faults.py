"""Short runs of games on a disk that fails, or that are killed, at one call of the C library.

`python -m tests.harness.faults HOME EVERY FUNCTION-ERROR ...`, with the library of `SHIM`
preloaded, plays the script below again and again, each time with a fault at another call: the k-th
of the function, once and for ever, or, for the error "KILL", the end of the process there. It
prints a line for everything that is wrong afterwards, and the number of the runs last.

Each run is a process of its own. It says what was answered, through a pipe, before it goes on.
"""

import ctypes
import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from signal import SIGALRM, SIGKILL, alarm, signal
from typing import Final, NamedTuple

from minesweeper.engine.setup import Setup
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import Session
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import read_journal
from minesweeper.store.store import Store
from minesweeper.store.unfinished_games import preview_game
from tests.harness.kept_games import (
    begin,
    close_stores,
    dealer,
    flag,
    kept,
    lose,
    moves_that_win,
    open_store,
    unfinished,
)
from tests.harness.learned import attempt, keep_answer, kept_attempts
from tests.harness.replays import import_game

SMALL: Final = Setup(5, 4, 4)
# No run of the script takes so many seconds, however its disk fails: where locks fail for good,
# SQLite tries for ten seconds, once in each of its two runs.
LONGEST: Final = 40


class Fault(NamedTuple):
    """What happens at the k-th call of a function, and, `for_ever`, at all later ones."""

    function: str
    error: str
    k: int
    for_ever: bool = False


# The script


class Script:
    """Games of two runs, of which all that was answered is said at once."""

    def __init__(self, home: Path, say: Callable[[str], None]) -> None:
        self._home = home
        self._say = say

    def run(self) -> None:
        """Play, resume, end, answer, import and delete."""
        store = open_store(self._home)
        self._play(store, dealer(store, SMALL, first=1).next(), self._flag)
        self._play(store, dealer(store, SMALL, first=2).next(), self._win)
        self._play(store, dealer(store, SMALL, first=3).next(), self._flag)
        self._end(store)
        store = open_store(self._home)
        with suppress(StoreError):
            self._play(store, store.resume("1", 0), self._win)
        self._play(store, dealer(store, SMALL, first=4).next(), lambda game: lose(game, 900))
        self._answer(store)
        self._import(store)
        self._delete(store)
        self._play(store, dealer(store, SMALL, first=5).next(), self._flag)
        self._end(store)

    def _play(self, store: Store, session: Session, play: Callable[[Session], None]) -> None:
        play(session)
        if session.result:
            store.finish(session)
        if store.is_saved(session):
            word = "ended" if session.result else "moves"
            self._say(f"{word} {session.head.id} {len(session.entries)}")
        elif not store.why_unsaved(session):
            self._say(f"silent {session.head.id}")

    def _answer(self, store: Store) -> None:
        keep_answer(store, attempt(1))
        if store.flush(0):
            self._say("answer 1")

    def _import(self, store: Store) -> None:
        with suppress(StoreError):
            import_game(store, "somebody")
            self._say("imported abc")

    def _delete(self, store: Store) -> None:
        with suppress(StoreError):
            store.delete("2")
            self._say("deleted 2")

    def _end(self, store: Store) -> None:
        store.close()
        self._say(f"closed {int(store.is_lost)}")

    def _flag(self, session: Session) -> None:
        if not session.board:
            begin(session)
        for number in range(1, 5):
            flag(session, number, 100 * number)
        session.undo(600)
        session.note_help("hint", 700)

    def _win(self, session: Session) -> None:
        board = session.board or begin(session)
        for cell in board.grid:
            if session.game.is_flagged(cell) and not session.over:
                flag(session, 1 + [*board.grid][::-1].index(cell), 750)
        for move in moves_that_win(board):
            session.play(move, 800)


# What is wrong afterwards


def wrongs(home: Path, said: list[str], fault: Fault) -> Iterator[str]:
    """Yield what is not as it was answered, or was lost without a word."""
    is_kill = fault.error == "KILL"
    names = sorted(path.name for path in home.iterdir()) if home.exists() else []
    yield from (f"{name} was set aside" for name in names if "damaged" in name)
    yield from (line for line in said if line.startswith("silent"))
    if not is_kill and [line for line in said if line.startswith("closed")] == []:
        yield "it did not come to its end"
    store = open_store(home)
    try:
        ended = {row.id for row in kept(store)}
        going_on = unfinished(store)
        answers = len(kept_attempts(store))
    except StoreError as error:
        yield f"afterwards nothing can be read: {error}"
        return
    if len(going_on) + len(ended) != len({*going_on, *ended}):
        yield f"twice: {ended} {going_on}"
    for line in said:
        yield from _wrong(store, line, said, ended, answers)
    is_excused = fault.for_ever or is_kill or "closed 1" in said
    played = {"1", "3", "4", "5"} | (set() if "deleted 2" in said else {"2"})
    if not is_excused and (not played <= {*ended, *going_on} or answers != 1):
        yield f"lost without a word: {sorted(ended)} {going_on} {answers}"


def _wrong(
    store: Store, line: str, said: list[str], ended: set[str], answers: int
) -> Iterator[str]:
    """Yield a line that was said and is not true."""
    match line.split():
        case ["moves" | "ended", "2", _] if "deleted 2" in said:
            pass
        case ["moves" | "ended" as word, identity, entries]:
            if found := _missing(store, identity, int(entries), ended, word):
                yield f"{line}: {found}"
        case ["answer", number] if answers < int(number):
            yield line
        case ["imported", identity] if identity not in ended:
            yield line
        case ["deleted", identity] if identity in ended:
            yield line


def _missing(store: Store, identity: str, entries: int, ended: set[str], word: str) -> str:
    """Return what of a game is missing; it may have gone on since."""
    if identity in ended:
        found = len(parse_journal(store.read(read_journal, identity)).entries)
    else:
        preview = store.read(preview_game, identity)
        found = len(preview.entries) if preview and word != "ended" else 0
    return "" if found >= entries else f"{found} entries are kept"


# Running it


def run_once(home: Path, fault: Fault, shim: ctypes.CDLL) -> list[str]:
    """Play the script in another process with a fault; return what is wrong afterwards."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _be_child(home, fault, shim, writer)
    os.close(writer)
    with open(reader, encoding="utf-8") as pipe:
        said = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    problems = [*wrongs(home, said, fault)]
    close_stores()
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == SIGALRM:
        problems.append("it hung")
    elif os.WIFEXITED(status) and os.WEXITSTATUS(status):
        problems.append(f"it ended with {os.WEXITSTATUS(status)}")
    return [f"{fault}: {problem}; {said}" for problem in problems]


def _be_child(home: Path, fault: Fault, shim: ctypes.CDLL, writer: int) -> None:
    from signal import SIG_DFL

    signal(SIGALRM, SIG_DFL)
    alarm(LONGEST)
    number = SIGKILL if fault.error == "KILL" else getattr(errno, fault.error)
    try:
        shim.fault_home(os.fsencode(home))
        shim.fault_arm(
            fault.function.encode(), fault.k, fault.for_ever, fault.error == "KILL", int(number)
        )
        script = Script(home, lambda text: _say(writer, text))
        script.run()
        _say(writer, f"calls {shim.fault_disarm()}")
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _say(writer: int, text: str) -> None:
    os.write(writer, f"{text}\n".encode())


def count_calls(home: Path, function: str, error: str, shim: ctypes.CDLL) -> int:
    """Return how often a run on a sound disk calls a function."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        _be_child(home, Fault(function, error, -1), shim, writer)
    os.close(writer)
    with open(reader, encoding="utf-8") as pipe:
        said = pipe.read().splitlines()
    os.waitpid(child, 0)
    [calls] = [int(line.split()[1]) for line in said if line.startswith("calls")]
    return calls


def check_all(home: Path, function: str, error: str, every: int, shim: ctypes.CDLL) -> int:
    """Play with a fault at every so many calls; return how often."""
    calls = count_calls(home / "sound", function, error, shim)
    assert calls, f"{function} is never called"
    faults = [
        Fault(function, error, k, for_ever)
        for for_ever in ((False,) if error == "KILL" else (False, True))
        for k in range(1, calls + 1, every)
    ]
    for number, fault in enumerate(faults):
        for problem in run_once(home / str(number), fault, shim):
            print(problem, flush=True)
    return len(faults)


SHIM: Final = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char home[4096], function[32];
static long k = -1, calls;
static int for_ever, kills, error;
static char is_ours[65536];

void fault_home(const char *path) { strcpy(home, path); }
void fault_arm(const char *name, long which, int ever, int kill_it, int number) {
    strcpy(function, name); k = which; for_ever = ever; kills = kill_it; error = number; calls = 0;
}
long fault_disarm(void) { function[0] = 0; return calls; }

static int due(const char *name, int ours) {
    if (!ours || strcmp(name, function)) return 0;
    calls++;
    if (calls != k && !(for_ever && k > 0 && calls > k)) return 0;
    if (kills) kill(getpid(), SIGKILL);
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
ssize_t write(int fd, const void *data, size_t size) {
    return due("write", own(fd)) ? -1 : REAL(write)(fd, data, size);
}
#define AT(name, called, data_type, offset_type) \
ssize_t name(int fd, data_type data, size_t size, offset_type offset) { \
    return due(called, own(fd)) ? -1 : REAL(name)(fd, data, size, offset); \
}
AT(pwrite, "pwrite", const void *, off_t)
AT(pwrite64, "pwrite", const void *, off64_t)
AT(pread, "pread", void *, off_t)
AT(pread64, "pread", void *, off64_t)
int fsync(int fd) { return due("fsync", own(fd)) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return due("fsync", own(fd)) ? -1 : REAL(fdatasync)(fd); }
int rename(const char *old, const char *new) {
    return due("rename", within(old)) ? -1 : REAL(rename)(old, new);
}
int unlink(const char *path) { return due("unlink", within(path)) ? -1 : REAL(unlink)(path); }
int ftruncate(int fd, off_t size) {
    return due("ftruncate", own(fd)) ? -1 : REAL(ftruncate)(fd, size);
}
int ftruncate64(int fd, off64_t size) {
    return due("ftruncate", own(fd)) ? -1 : REAL(ftruncate64)(fd, size);
}
#define FCNTL(name) \
int name(int fd, int command, ...) { \
    va_list rest; va_start(rest, command); void *what = va_arg(rest, void *); va_end(rest); \
    int locks = (command == F_SETLK || command == F_SETLKW) \
        && ((struct flock *) what)->l_type != F_UNLCK; \
    return due("fcntl", locks && own(fd)) ? -1 : REAL(name)(fd, command, what); \
}
FCNTL(fcntl)
FCNTL(fcntl64)
#define MMAP(name, offset_type) \
void *name(void *at, size_t size, int how, int flags, int fd, offset_type offset) { \
    if (due("mmap", own(fd))) return MAP_FAILED; \
    return REAL(name)(at, size, how, flags, fd, offset); \
}
MMAP(mmap, off_t)
MMAP(mmap64, off64_t)
"""


if __name__ == "__main__":
    where, step, *wanted = sys.argv[1:]
    library, runs = ctypes.CDLL(None), 0
    for each in wanted:
        name, _, error_name = each.partition("-")
        runs += check_all(Path(where, each), name, error_name, int(step), library)
    print(f"checked {runs}", flush=True)
