"""Run the program: python -m minesweeper"""

# Python 2.7 can read this file too, as it can `__init__`.

import os
import sys


def main():
    # type: () -> int
    """Run the program; return the exit status. Ctrl+C may come while it is still loaded."""
    try:
        sys.unraisablehook = _end_if_interrupted
        from minesweeper import why_too_old

        if why_too_old():
            sys.stderr.write("minesweeper: {}\n".format(why_too_old()))
            return 2
        from minesweeper.cli import main as cli

        return cli.main()
    except KeyboardInterrupt:  # before or after the screen, which answers Ctrl+C itself
        _flush()
        # To return is not enough: if Ctrl+C met code that is made of text, as where a named tuple
        # is defined, `python -m` ends itself by the signal though the exception was caught.
        os._exit(130)


def _flush():
    # type: () -> None
    """Write what waits to be written, if that can be."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        pass  # nobody reads it


def _end_if_interrupted(unraisable):
    # type: (sys.UnraisableHookArgs) -> None
    """End at once if Ctrl+C met a callback of `import`, which would ignore it and print so."""
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(130)
    sys.__unraisablehook__(unraisable)


if __name__ == "__main__":
    sys.exit(main())
