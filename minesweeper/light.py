"""What the start needs of contextlib, functools and collections, which take 4 ms to load.

Most of it is Python's own C code; where that is missing, the usual modules stand in.
"""

from minesweeper.typed import TYPE_CHECKING

__all__ = ["cache", "deque", "lru_cache", "partial", "suppress"]

if TYPE_CHECKING:
    from collections import deque
    from contextlib import suppress
    from functools import cache, lru_cache, partial
else:
    try:
        from _collections import deque
        from _functools import _lru_cache_wrapper, partial
    except ImportError:  # another Python than CPython
        from collections import deque
        from functools import cache, lru_cache, partial
    else:

        def lru_cache(maxsize: int | None) -> object:
            """Keeps the latest results of a function; how often they served, nobody asks."""
            return lambda function: _lru_cache_wrapper(function, maxsize, False, tuple)

        cache = lru_cache(None)

    class suppress:  # noqa: N801 - its name in contextlib
        """Ends quietly at these exceptions."""

        def __init__(self, *exceptions: type[BaseException]) -> None:
            self._exceptions = exceptions

        def __enter__(self) -> None:
            """Nothing is needed."""

        def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> bool:
            return kind is not None and issubclass(kind, self._exceptions)
