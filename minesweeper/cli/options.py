"""What the command line asked for; and how it is understood where it says only the simplest things.

`parser` has the words and the errors of the whole command line, with argparse, which takes as
long to load as the rest of the program takes to its first frame. Most games begin with no words at
all, or with a size.
"""

from minesweeper.engine.setup import LEVELS
from minesweeper.settings import values
from minesweeper.typed import TYPE_CHECKING, Any, Callable, Final, Sequence


class UsageError(Exception):
    """What was asked for cannot be done; the message says what is wrong and what is allowed."""


class Options:
    """An attribute an option; None where nobody gave it."""

    def __init__(self, **given: object) -> None:
        self.__dict__.update(given)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - of each option another type
        """Whatever is not set is not given."""
        return None

    def has(self, name: str) -> bool:
        """Whether an option was given, and not as its opposite; 0 is as good as any number."""
        value = getattr(self, name)
        return value is not None and value is not False

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None: ...


_SIZES: Final[dict[str, Callable[[str], object]]] = {
    "--level": values.one_of(*LEVELS),
    "--width": values.side,
    "--height": values.side,
    "--mines": values.mines,
}


def size_options(argv: Sequence[str]) -> Options | None:
    """The options, where they only ask for a size and nothing is wrong; else None, for argparse."""
    options = Options()
    words = iter(argv)
    for word in words:
        name, equals, text = word.partition("=")
        if name not in _SIZES:
            return None
        try:
            value = _SIZES[name](text if equals else next(words, ""))
        except ValueError:
            return None
        setattr(options, name.removeprefix("--"), value)
    return options
