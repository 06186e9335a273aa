"""Minesweeper in a terminal, and a library: games, the odds of every cell, hints with reasons.

Columns and rows count from 1, from the top left:

    >>> game = new_game(LEVELS["beginner"], seed=5)
    >>> game.reveal(5, 5)
    >>> hint(game).sentence
    '(3,7) is safe: the 1 at (4,6) has its mine at (3,6), as the 1 at (4,5) shows.'
    >>> game.play(best_move(game))
    >>> odds(game).probability(3, 7)
    Fraction(0, 1)

Each public name is loaded when it is first used. `help(minesweeper.new_game)`, for example, shows
its description with an example.
"""

# Nothing is imported here, where the program could not catch Ctrl+C yet. And Python 2.7 can read
# it, so that an old Python gets as far as being told that it is too old.

TYPE_CHECKING = False  # what a type checker takes for that of `typing`

if TYPE_CHECKING:
    from minesweeper.library import *  # noqa: F403 - the names are in its __all__
    from minesweeper.library import __all__ as __all__

__version__ = "0.1.0"


def why_too_old():
    # type: () -> str
    """Return why this Python cannot run the package, in one line; "" if it can."""
    import sys

    if sys.version_info >= (3, 11):
        return ""
    version = "{}.{}.{}".format(*sys.version_info[:3])
    remedy = "try python3.12 -m minesweeper, or uvx --from . minesweeper"
    return "Python 3.11 or newer is needed, and this is {}: {}".format(version, remedy)


if not TYPE_CHECKING:  # or a type checker would accept every name

    def __getattr__(name):
        """Load a public name, or `__all__`, when it is first used."""
        if name == "__all__" or not name.startswith("_"):
            if why_too_old():
                raise ImportError(why_too_old())
            from importlib import import_module

            library = import_module("minesweeper.library")  # `from` would ask for it here
            if name == "__all__" or name in library.__all__:
                globals()[name] = getattr(library, name)
                return globals()[name]
        raise AttributeError("module {!r} has no attribute {!r}".format(__name__, name))

    def __dir__():
        """Return the names of the module, including public ones that are not loaded yet."""
        return sorted(set(globals()).union(__getattr__("__all__")))
