"""The categories of games: results are compared only within the same size, mines and rules."""

from typing import Final, NamedTuple

from minesweeper.engine.setup import Setup, Size


class Category(NamedTuple):
    """The size, mines and rules of the games whose results are compared with each other."""

    width: int
    height: int
    mines: int
    first: str
    guess_free: int
    on_guess: str

    @property
    def size(self) -> Size:
        """The width, height and number of mines."""
        return Size(self.width, self.height, self.mines)

    @property
    def no_guess(self) -> int:
        """Whether the boards are guess-free, by the name that a setup has for it."""
        return self.guess_free

    @property
    def is_by_chance(self) -> bool:
        """Whether all layouts are equally likely: no rule moves mines or selects boards."""
        return self.on_guess == "luck" and not self.guess_free


def category_of(setup: Setup) -> Category:
    """Return the category of games with this setup."""
    size = setup.width, setup.height, setup.mines
    return Category(*size, setup.first, int(setup.no_guess), setup.on_guess)


# The columns of a category, and the condition that a counted game is in one.
CATEGORY_COLUMNS: Final = ", ".join(Category._fields)
IN_CATEGORY: Final = "counted AND " + " AND ".join(f"{column} = ?" for column in Category._fields)
