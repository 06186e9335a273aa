"""Run the program: python -m minesweeper"""

import gc
import os
import sys

# So many collections of young objects before one of all: after 30,000 moves that takes 40 ms, and
# finds nothing, as a game makes no circles. What closed pages leave is collected as they close.
NEVER = 1_000_000_000


def main() -> int:
    """Run the program; return the exit status. Ctrl+C may come while it is still loaded."""
    try:
        sys.unraisablehook = _end_if_interrupted
        gc.set_threshold(*gc.get_threshold()[:2], NEVER)
        from minesweeper.cli import main as cli

        return cli.main()
    except KeyboardInterrupt:  # before or after the screen, which answers Ctrl+C itself
        return 130


def _end_if_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    """End at once if Ctrl+C met a callback of `import`, which would ignore it and print so."""
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(130)
    sys.__unraisablehook__(unraisable)


if __name__ == "__main__":
    sys.exit(main())
