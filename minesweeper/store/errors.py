"""Why something cannot be read or stored."""


class StoreError(Exception):
    """The games cannot be read or written now; the text says why, in words for a player."""


class RowError(Exception):
    """One row cannot be stored as it is, and never will be; the text says why."""


class ReplacedError(StoreError):
    """There is another file now: what this run has written has to be written again."""


class UnreadableError(StoreError):
    """What is stored of one game cannot be read."""
