"""A program that plays a script of moves and is killed somewhere.

    python -m tests.harness.writer HOME ...

`play HOME ID` plays one game, and prints the number of each move once it is made.
`finish HOME FIRST NUMBER` ends that many games, one after the other.
`back-up HOME [NUMBER]` ends that many games in as many runs, and prints the id of each once it has
been stored, before its run writes a backup.
`answer HOME FIRST NUMBER` keeps that many answers of the course, and prints the number of each.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from minesweeper.engine.game import Move, Status
from minesweeper.settings.safe_files import DATABASE_WAIT
from tests.harness.kept_games import SETUP, begin, dealer, entries_of, lose, open_history, win
from tests.harness.learned import attempt, open_learning


def play(home: str, identity: str) -> None:
    """Reveal, flag, undo and ask for hints until killed."""
    history = open_history(home, longest_wait=DATABASE_WAIT)
    session = dealer(history, SETUP, first=int(identity, 16)).next()
    rng = Random(identity)
    cells = list(session.game.grid)
    begin(session)
    for now in range(1, 100_000):
        if session.game.status is not Status.PLAYING or rng.random() < 0.1:
            session.undo(now)
        elif rng.random() < 0.1:
            session.note_help("hint", now)
        else:
            session.play(Move(rng.choice(("reveal", "flag", "chord")), rng.choice(cells)), now)
        sys.stdout.write(f"{len(entries_of(session))}\n")
        sys.stdout.flush()


def finish(home: str, first: str, number: str) -> None:
    """Lose and win games in turn, as fast as possible."""
    history = open_history(home, longest_wait=DATABASE_WAIT)
    deal = dealer(history, SETUP, first=int(first))
    for turn in range(int(number)):
        session = deal.next()
        (win if turn % 2 else lose)(session)
        history.store(session)
        history.finish(session)
    history.close()
    history.back_up()


def back_up(home: str, number: str = "100000") -> None:
    """End one game in each of many runs."""
    for turn in range(int(number)):
        history = open_history(home, longest_wait=DATABASE_WAIT)
        session = dealer(history, SETUP, first=1000 * os.getpid() + turn).next()
        win(session)
        history.finish(session)
        history.close()
        sys.stdout.write(f"{session.head.id}\n")
        sys.stdout.flush()
        history.back_up()


def answer(home: str, first: str, number: str = "100000") -> None:
    """Answer exercises as fast as possible."""
    learning = open_learning(home, longest_wait=DATABASE_WAIT)
    for turn in range(int(first), int(first) + int(number)):
        learning.keep(attempt(turn))
        sys.stdout.write(f"{turn}\n")
        sys.stdout.flush()
    learning.close()


def killed(rng: Random, most: int, *arguments: str) -> list[str]:
    """Run this program and kill it a few milliseconds after one of its first lines.

    Return its lines. Expect that any moment may be met: call it until the one in question was.
    """
    command = (sys.executable, "-m", "tests.harness.writer", *arguments)
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        lines = [writer.stdout.readline() for _ in range(rng.randrange(1, most))]
        time.sleep(rng.random() / 250)
        writer.kill()
        lines += writer.stdout.read().splitlines(keepends=True)
    return [line.strip() for line in lines if line.endswith("\n")]


COMMANDS: dict[str, Callable[..., None]] = {
    "play": play,
    "finish": finish,
    "back-up": back_up,
    "answer": answer,
}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
