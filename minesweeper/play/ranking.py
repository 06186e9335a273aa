"""What a game counts for: records, the win rate and the streak, any statistics at all, or nothing.

Help is never forbidden, but a game with help is no record.
"""

from typing import Final

from minesweeper.play.session import Session

PLAYED_ON: Final = "it was played on after its end"
# These games do not show how well the player plays.
NOT_COUNTED: Final = ("board", "replay", "import", "branch")
NOT_THE_PLAYER: Final = ("demo", "pipe")


def why_no_record(session: Session) -> list[str]:
    """Return, as sentences, why the game is no record; none if it may be one."""
    found = helps_used(session)
    origin = _ORIGINS.get(session.head.origin.kind)
    if origin:
        found.insert(0, origin)
    result = session.result
    if result and not result.milliseconds:
        found.append("it was over as soon as its clock began")
    return found


def helps_used(session: Session) -> list[str]:
    """Return, as sentences, the help that was used; undo is help."""
    found = []
    hints, undos = session.helps.get("hint", 0), session.undos
    if hints:
        found.append("a hint was used" if hints == 1 else f"{hints} hints were used")
    found += [text for kind, text in _HELPS.items() if kind in session.helps]
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
    "branch": PLAYED_ON,
}
_HELPS: Final = {
    "odds": "the odds were shown",
    "flag check": "the flags were checked",
    "shown mines": "the mines were shown",
    "demo": "the solver played",
    "pipe": "it was not played at a terminal",
    "obvious moves": "the obvious was played",
}


def is_counted(session: Session) -> bool:
    """Return whether the statistics count the game: not on a given board, not of other players."""
    kind, seed, _ = session.head.origin
    is_given = kind in NOT_COUNTED or (kind == "again" and seed is None)
    return not is_given and not any(helper in session.helps for helper in NOT_THE_PLAYER)


def is_unaided(session: Session) -> bool:
    """Return whether the win rate and the streak count it: a new layout, played without help."""
    return session.head.origin.kind not in _ORIGINS and not helps_used(session)
