"""What a game counts for: a record, the streak, the statistics.

Help is never forbidden; the game says what was used, and is then no record.
"""

from typing import Final

from minesweeper.play.progress import Progress

# Games that say nothing of how well the player plays.
NOT_COUNTED: Final = ("board", "replay", "import")
NOT_THE_PLAYER: Final = ("demo", "pipe")


def reasons(progress: Progress) -> list[str]:
    """Why the game is no record, as sentences; none if it may be one."""
    found = helps_used(progress)
    origin = _ORIGINS.get(progress.head.origin.kind)
    if origin:
        found.insert(0, origin)
    result = progress.result
    if result and not result.milliseconds:
        found.append("it was over as soon as its clock began")
    return found


def helps_used(progress: Progress) -> list[str]:
    """The help that was used, as sentences; undo is help."""
    found = []
    hints, undos = progress.helps.get("hint", 0), progress.undos
    if hints:
        found.append("a hint was used" if hints == 1 else f"{hints} hints were used")
    found += [text for kind, text in _HELPS.items() if kind in progress.helps]
    if undos:
        found.append("a move was undone" if undos == 1 else f"{undos} moves were undone")
    return found


_ORIGINS: Final = {
    "given": "the seed was given",
    "board": "the board was given",
    "again": "the layout was known",
    "daily": "it is the daily board",
    "replay": "it was taken over from a replay",
    "import": "it was imported",
}
_HELPS: Final = {
    "odds": "the odds were shown",
    "flag check": "the flags were checked",
    "shown mines": "the mines were shown",
    "demo": "the solver played",
    "pipe": "it was not played at a terminal",
}


def is_counted(progress: Progress) -> bool:
    """Whether the game is in the statistics.

    A board of one's own, also when it is played again, a branch, and another's game are not.
    """
    kind, seed, _ = progress.head.origin
    is_given = kind in NOT_COUNTED or (kind == "again" and seed is None)
    return not is_given and not any(helper in progress.helps for helper in NOT_THE_PLAYER)


def is_unaided(progress: Progress) -> bool:
    """Whether the win rate and the streak count it: a fresh layout, played without help."""
    return progress.head.origin.kind not in _ORIGINS and not helps_used(progress)
