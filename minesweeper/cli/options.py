"""What the command line asked for."""

from typing import TYPE_CHECKING, Any


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
