"""Whatever bytes come from the keyboard, at whatever size of the window: nothing breaks."""

import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.harness.program import ROOT
from tests.harness.real_terminal import RealTerminal

# Random bytes end a game after some sixty of them: one process plays one after the other. Between
# two, bytes are not echoed and send no signals, and what the games leave is thrown away.
GAMES: Final = """
import os, shutil, signal, sys, termios
from minesweeper.cli.main import main

typed, asked, done = (signal.SIGINT, signal.SIGQUIT), signal.SIGTERM, (0, 130, 131)
for number in typed:
    signal.signal(number, signal.SIG_IGN)
signal.signal(asked, lambda *_: sys.exit())
before = termios.tcgetattr(0)
raw = termios.tcgetattr(0)
raw[0] &= ~termios.IXON
raw[3] &= ~(termios.ECHO | termios.ISIG | termios.ICANON)
raw[3] |= termios.NOFLSH  # else Ctrl+C takes all with it that was typed and not read yet
termios.tcsetattr(0, termios.TCSANOW, raw)
try:
    status = 0
    while status in done:
        status = main(sys.argv[1:])
        shutil.rmtree(os.environ["MINESWEEPER_HOME"], ignore_errors=True)
finally:
    termios.tcsetattr(0, termios.TCSANOW, before)
sys.exit(0 if status == 128 + asked else f"a game ended with {status}")
"""
# What chance alone hardly ever brings.
RARE: Final = (
    b"\x1b",
    b"\x1b[",
    b"\x1bO",
    b"\x1a",
    b"\x1b[200~",
    *[b"\x1b[201~"] * 5,
    b"\x1b[<0;20;10M",
    b"\x1b[<0;20;10m",
    b"\x1b[<2;",
    b"\xf4\x90\x80\x80",
    b"\xf7\xbf\xbf\xbf",
    b"\xfd\xbf\xbf\xbf\xbf\xbf",
)


def pieces(rng: Random, count: int) -> Iterator[bytes]:
    """Return so many random bytes, in pieces of any length, and between them what is rare.

    After a byte that begins no character ncurses swallows up to fifteen that follow, so that few
    of these are keys: some more come from the lower half alone.
    """
    while count > 0:
        piece = rng.randbytes(min(count, rng.choice((1, 10, 100, 1_000))))
        count -= len(piece)
        yield piece
        yield rng.choice(RARE)
        yield bytes(rng.randrange(128) for _ in range(rng.randrange(50)))


@pytest.mark.samples(20_000, 500_000)
def test_random_bytes_break_nothing(tmp_path: Path, count: int) -> None:
    rng = Random(count)
    argv = [sys.executable, "-c", GAMES, "--seed=1"]
    env = {"MINESWEEPER_HOME": str(tmp_path / "home")}
    with RealTerminal(argv, cwd=ROOT, env=env) as terminal:
        terminal.wait_for(lambda t: t.mouse)
        for piece in pieces(rng, count):
            terminal.type(piece)
            if rng.random() < 0.1:
                terminal.signal(signal.SIGSTOP)
                terminal.resize(rng.randint(1, 200), rng.randint(1, 60))
                terminal.signal(signal.SIGCONT)
            elif rng.random() < 0.1:
                terminal.resize(rng.randint(1, 200), rng.randint(1, 60))
        end(terminal)
        assert terminal.wait_exit() == 0
        # The end may come before the program hears of the last size, for which it sets the region.
        assert {*terminal.is_clean()} <= {"scrolling region set"}


def end(terminal: RealTerminal) -> None:
    """Ask for the end, and again where that met a game that was just ending by itself."""
    for _ in range(60):
        with suppress(AssertionError):
            terminal.signal(signal.SIGTERM)
            terminal.wait_exit(timeout=1)
            return
