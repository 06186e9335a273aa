"""What a game counts for: which games can be records, and which ones statistics count.

A ranked game can be a record. Unaided games count for the win rate and the streak, and other
counted games for the figures of helped games. Help is never forbidden, but a game with help is
unranked.
"""

from collections.abc import Sequence
from typing import Final

from minesweeper.play.session import Session

PLAYED_ON: Final = "played on after its end"
SHOWN_MINES: Final = "mines shown"
# The origins and the helpers of games that do not show how well the player plays.
UNCOUNTED_ORIGINS: Final = ("board", "replay", "import", "branch")
OTHER_PLAYERS: Final = ("demo", "pipe")


def why_unranked(session: Session) -> list[str]:
    """Return why the game is unranked: "chosen seed", "hint used"; empty if it can be a record."""
    reasons = help_reasons(session)
    origin = _ORIGINS.get(session.head.origin.kind)
    if origin:
        reasons.insert(0, origin)
    result = session.result
    if session.ending and result and not result.milliseconds:
        reasons.append(_OVER_AT_ONCE)
    return reasons


def help_reasons(session: Session) -> list[str]:
    """Return the help that makes a game unranked: "hint used", "2 moves undone"."""
    hints, undos = session.helps.get("hint", 0), session.undos
    reasons = ["hint used" if hints == 1 else f"{hints} hints used"] if hints else []
    reasons += [text for kind, text in _HELPS.items() if kind in session.helps]
    reasons += ["move undone" if undos == 1 else f"{undos} moves undone"] if undos else []
    return reasons


_OVER_AT_ONCE: Final = "over in 0.000 s"
_ORIGINS: Final = {
    "given": "chosen seed",
    "board": "your own layout",
    "again": "known layout",
    "daily": "daily board",
    "replay": "taken over from a replay",
    "import": "imported",
    "branch": PLAYED_ON,
}
_HELPS: Final = {
    "odds": "odds shown",
    "flag check": "flags checked",
    "shown mines": SHOWN_MINES,
    "demo": "solver played",
    "pipe": "not played at a terminal",
    "obvious moves": "obvious moves played",
}


def is_helped_daily(reasons: Sequence[str]) -> bool:
    """Return whether help is among the reasons why a game on a daily board is unranked.

    The first reason is always the board. Rows of earlier versions name it in other words.
    """
    return any(reason != _OVER_AT_ONCE for reason in reasons[1:])


def is_counted(session: Session) -> bool:
    """Return whether statistics count the game.

    They count no branch, no game on a board from a file or a replay, and none that was
    played by the solver or through a pipe.
    """
    kind, seed, _ = session.head.origin
    is_given = kind in UNCOUNTED_ORIGINS or (kind == "again" and seed is None)
    return not is_given and not any(helper in session.helps for helper in OTHER_PLAYERS)


def is_unaided(session: Session) -> bool:
    """Return whether the win rate and the streak count it: a new layout, played without help."""
    return session.head.origin.kind not in _ORIGINS and not help_reasons(session)
