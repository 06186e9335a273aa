"""The categories of games: results are compared only within the same size, mines and rules."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, get_args

from minesweeper.engine.setup import FirstReveal, OnGuess, Setup, Size, level_name
from minesweeper.store.schema import DamagedError, check_types

# The columns of a category, and the condition that a counted game is in one.
CATEGORY_COLUMNS: Final = "width, height, mines, first, no_guess, on_guess"
IN_CATEGORY: Final = (
    "counted AND width = ? AND height = ? AND mines = ?"
    " AND first = ? AND no_guess = ? AND on_guess = ?"
)


class Category(NamedTuple):
    """The size, mines and rules of the games whose results are compared with each other."""

    width: int
    height: int
    mines: int
    first: str
    no_guess: int
    on_guess: str

    @property
    def size(self) -> Size:
        """The width, height and number of mines."""
        return Size(self.width, self.height, self.mines)

    @property
    def is_by_chance(self) -> bool:
        """Whether all layouts are equally likely: no rule moves mines or selects boards."""
        return self.on_guess == "luck" and not self.no_guess


def category_of(setup: Setup) -> Category:
    """Return the category of games with this setup."""
    size = setup.width, setup.height, setup.mines
    return Category(*size, setup.first, int(setup.no_guess), setup.on_guess)


def category_json(category: Category) -> dict[str, Any]:
    """Return the level, size, mines and rules of a category by their keys in JSON."""
    width, height, mines, first, no_guess, on_guess = category
    return {
        "level": level_name(width, height, mines) or None,
        "width": width,
        "height": height,
        "mines": mines,
        "first": first,
        "guess_free": bool(no_guess),
        "on_guess": on_guess,
    }


def read_category(values: Sequence[Any]) -> Category:
    """Return the category in the values of CATEGORY_COLUMNS; raise DamagedError if they are not."""
    check_types(values, *[(int,)] * 3, (str,), (int,), (str,))
    category = Category(*values)
    if category.first not in get_args(FirstReveal) or category.on_guess not in get_args(OnGuess):
        raise DamagedError("an unknown rule")
    return category
