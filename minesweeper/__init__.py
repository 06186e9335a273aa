"""Minesweeper in a terminal: a pure engine under a curses renderer.

What other programs import from here is loaded when it is first used.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from minesweeper.engine.board import Board
    from minesweeper.engine.game import Game, Move, Refusal, Status
    from minesweeper.engine.notation import parse_layout
    from minesweeper.engine.setup import LEVELS, Setup
    from minesweeper.solver.library import hint, odds

__version__ = "0.1.0"
__all__ = [
    "LEVELS",
    "Board",
    "Game",
    "Move",
    "Refusal",
    "Setup",
    "Status",
    "hint",
    "odds",
    "parse_layout",
]

_MODULES: Final = {
    "engine.board": ("Board",),
    "engine.game": ("Game", "Move", "Refusal", "Status"),
    "engine.notation": ("parse_layout",),
    "engine.setup": ("LEVELS", "Setup"),
    "solver.library": ("hint", "odds"),
}


if not TYPE_CHECKING:  # which would take every name for a public one

    def __getattr__(name: str) -> object:
        """Load a public name when it is first used."""
        for module, names in _MODULES.items():
            if name in names:
                from importlib import import_module

                value = getattr(import_module(f"{__name__}.{module}"), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the names that are there and those that can be loaded."""
    return sorted({*globals(), *__all__})
