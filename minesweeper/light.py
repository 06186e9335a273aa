"""What the start needs of contextlib, functools and collections, which take 4 ms to load.

Python's own C code has most of it; where that is missing, the usual modules stand in.
"""

from minesweeper.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from collections import deque as deque
    from contextlib import suppress as suppress
    from functools import cache as cache
    from functools import lru_cache as lru_cache
    from functools import partial as partial
else:
    try:
        from _collections import deque
        from _functools import _lru_cache_wrapper, partial
    except ImportError:  # another Python than CPython
        from collections import deque
        from functools import cache, lru_cache, partial
    else:

        def lru_cache(maxsize):
            """The function with its latest results kept, and nothing of how often they served."""
            return lambda function: _lru_cache_wrapper(function, maxsize, False, tuple)

        cache = lru_cache(None)

    class suppress:  # noqa: N801 - its name in contextlib
        """Ends quietly at these exceptions."""

        def __init__(self, *exceptions):
            self._exceptions = exceptions

        def __enter__(self):
            return None

        def __exit__(self, kind, error, trace):
            return kind is not None and issubclass(kind, self._exceptions)
