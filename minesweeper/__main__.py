"""Run the program: python -m minesweeper"""

import os
import sys


def main() -> int:
    """Run the program; return the exit status. Ctrl+C may come while it is still loaded."""
    try:
        sys.unraisablehook = _end_if_interrupted
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
