"""Run the program: python -m minesweeper"""

import gc
import os
import sys

# Collections of young objects before one of all, in place of 10: in a replay of a million moves
# that takes 0.2 s, and it finds nothing. What a closed page leaves is collected as it closes.
RARELY = 1_000


def main() -> int:
    """Run the program; return the exit status. Ctrl+C may come while it is still loaded."""
    try:
        sys.unraisablehook = _end_if_interrupted
        gc.disable()  # what is loaded stays: to look for garbage in it takes a tenth of the start
        from minesweeper.cli import main as cli

        gc.freeze()
        gc.set_threshold(*gc.get_threshold()[:2], RARELY)
        gc.enable()
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
