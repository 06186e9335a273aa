"""Minesweeper in a terminal, and a library: games, the odds of every cell, hints with reasons.

Columns and rows count from 1, from the top left:

    >>> game = new_game(LEVELS["beginner"], seed=5)
    >>> game.reveal(5, 5)
    >>> hint(game).sentence
    'The 1 at (4,6) already touches its mine at (3,6), as the 1 at (4,5) shows, so (3,7) is safe'
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
    from minesweeper.engine.board import Board
    from minesweeper.engine.cells import Grid
    from minesweeper.engine.game import Face, Game, Move, Refusal, Status
    from minesweeper.engine.metrics import bbbv
    from minesweeper.engine.notation import (
        NotationError,
        format_move,
        format_position,
        parse_layout,
        parse_move,
    )
    from minesweeper.engine.setup import LEVELS, Setup
    from minesweeper.library import (
        GameHint,
        GameOdds,
        NoGuessFreeBoardError,
        best_move,
        hint,
        new_game,
        odds,
    )
    from minesweeper.play.words import refusal_text
    from minesweeper.solver.clues import Clues, ContradictionError, parse_position

__version__ = "0.1.0"
__all__ = [
    "LEVELS",
    "Board",
    "Clues",
    "ContradictionError",
    "Face",
    "Game",
    "GameHint",
    "GameOdds",
    "Grid",
    "Move",
    "NoGuessFreeBoardError",
    "NotationError",
    "Refusal",
    "Setup",
    "Status",
    "bbbv",
    "best_move",
    "format_move",
    "format_position",
    "hint",
    "new_game",
    "odds",
    "parse_layout",
    "parse_move",
    "parse_position",
    "refusal_text",
]

_MODULES = {
    "engine.board": ("Board",),
    "engine.cells": ("Grid",),
    "engine.game": ("Face", "Game", "Move", "Refusal", "Status"),
    "engine.metrics": ("bbbv",),
    "engine.notation": (
        "NotationError",
        "format_move",
        "format_position",
        "parse_layout",
        "parse_move",
    ),
    "engine.setup": ("LEVELS", "Setup"),
    "library": (
        "GameHint",
        "GameOdds",
        "NoGuessFreeBoardError",
        "best_move",
        "hint",
        "new_game",
        "odds",
    ),
    "play.words": ("refusal_text",),
    "solver.clues": ("Clues", "ContradictionError", "parse_position"),
}


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
        """Load a public name when it is first used."""
        for module, names in _MODULES.items():
            if name in names:
                if why_too_old():
                    raise ImportError(why_too_old())
                from importlib import import_module

                value = getattr(import_module("{}.{}".format(__name__, module)), name)
                globals()[name] = value
                return value
        raise AttributeError("module {!r} has no attribute {!r}".format(__name__, name))


def __dir__():
    # type: () -> list[str]
    """Return the names of the module, including public ones that are not loaded yet."""
    return sorted(set(globals()).union(__all__))
