"""python -m minesweeper"""

import gc
import sys

# All that is loaded stays: the default has it looked through a dozen times before the first frame.
gc.set_threshold(20_000)

from minesweeper.cli import main  # noqa: E402 - after what makes it load faster

if __name__ == "__main__":
    sys.exit(main())
