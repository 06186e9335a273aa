"""What the keeping of games costs a key: from the key to the paint, with it and without it.

    python -m tests.bench.keys [presses]

The two programs take turns in one run. Without: the directory for games is below a file, so that
nothing can be written.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.real_terminal import RealTerminal

ROOT = Path(__file__).parent.parent.parent
EXPERT = [sys.executable, "-m", "minesweeper", "--level=expert", "--ascii", "--seed=3"]


def playing(home: Path) -> RealTerminal:
    terminal = RealTerminal(EXPERT, cwd=ROOT, env={"MINESWEEPER_HOME": str(home)})
    terminal.wait_for("? help")
    terminal.type("\r")
    terminal.wait_for(lambda t: "." in t.text)
    terminal.type("G$")
    terminal.wait_until_still()
    return terminal


def press(terminal: RealTerminal) -> float:
    """Milliseconds from a press of the flag key to the first byte that it paints."""
    terminal.mark()
    start = perf_counter()
    terminal.type(" ")
    terminal.wait_for(lambda t: t.written_since_mark > 0)
    took = 1000 * (perf_counter() - start)
    terminal.wait_until_still(quiet=0.01)
    return took


def main(presses: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        in_the_way = Path(directory, "file")
        in_the_way.touch()
        times: dict[str, list[float]] = {"kept": [], "not kept": []}
        with playing(Path(directory)) as kept, playing(in_the_way / "home") as not_kept:
            for _ in range(presses):
                times["kept"].append(press(kept))
                times["not kept"].append(press(not_kept))
    for name, values in times.items():
        worst = sorted(values)[95 * len(values) // 100]
        sys.stdout.write(f"{name:10} median {median(values):6.2f} ms  p95 {worst:6.2f} ms\n")
    ratio = median(times["kept"]) / median(times["not kept"])
    sys.stdout.write(f"{'ratio':10} {ratio:.2f}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
