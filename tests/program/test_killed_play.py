"""Plain mode, killed at random: the next run goes on from the picture that was printed last."""

import json
import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.harness.posix import in_another_process as in_another_process  # Windows skips these
from tests.harness.program import MINESWEEPER, ROOT, run_in

SIDE: Final = 9
ROWS: Final = SIDE + 1
LONGEST_LIFE: Final = 0.12


def pictures_in(text: str) -> list[str]:
    """Return the pictures that were printed whole, without their status lines."""
    lines = text[: text.rfind("\n") + 1].splitlines()
    whole = len(lines) // ROWS * ROWS
    return ["\n".join(lines[at : at + SIDE]) for at in range(0, whole, ROWS)]


def play(home: Path, options: Sequence[str], lines: str) -> "subprocess.Popen[str]":
    """Start a game that is given all lines at once."""
    player = subprocess.Popen(
        [*MINESWEEPER, "--plain=board", *options],
        cwd=ROOT,
        env={**os.environ, "MINESWEEPER_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert player.stdin
    player.stdin.write(lines)
    player.stdin.flush()
    return player


@pytest.mark.samples(6, 50)
def test_no_kill_takes_back_a_move_that_was_answered(tmp_path: Path, count: int) -> None:
    rng = Random(49)
    was_resumed = was_over = 0
    for number in range(count):
        home, options = tmp_path / str(number), ["--level=beginner", f"--seed={number}"]
        words = ("reveal", "flag", "flag", "undo", "chord")
        moves = [
            f"{rng.choice(words)} {rng.randint(1, SIDE)} {rng.randint(1, SIDE)}" for _ in range(150)
        ]
        lines = "".join(f"{move.partition(' ')[0] if 'undo' in move else move}\n" for move in moves)
        whole = pictures_in(run_in(tmp_path / "whole", "--plain=board", *options, typed=lines).out)
        player = play(home, options, lines)
        assert player.stdout
        first = player.stdout.read(SIDE * ROWS)
        time.sleep(rng.uniform(0, LONGEST_LIFE))
        player.kill()
        printed = len(pictures_in(first + player.stdout.read()))
        with suppress(BrokenPipeError), player:  # which closes its pipes
            pass
        # The move after the last picture may be kept as well.
        possible = whole[max(0, printed - 1) : printed + 1]
        resumed = run_in(home, "--plain=board", "--resume")
        if resumed.status == 0:
            assert pictures_in(resumed.out)[0] in possible
            was_resumed += 1
            continue
        assert "there is no saved game" in resumed.err
        ended = json.loads(run_in(home, "games", "--json").out)
        is_begun = any(set(picture) - set("#F\n") for picture in possible[:1])
        assert len(ended) == 1 or not is_begun
        was_over += len(ended)
    assert was_resumed + was_over >= count // 2
