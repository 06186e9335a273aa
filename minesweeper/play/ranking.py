"""What a game counts for: which games can be records, and which ones statistics count.

A ranked game can be a record. Unaided games count for the win rate and the streak, and other
counted games for the figures of helped games. Help is never forbidden, but a game with help is
unranked.
"""

from collections.abc import Collection, Sequence
from typing import Final

from minesweeper.play.session import Session

PRACTICE: Final = "practice"
# The origins and the helpers of games that do not show how well the player plays.
UNCOUNTED_ORIGINS: Final = ("board", "replay", "import")
OTHER_PLAYERS: Final = ("demo", "pipe")
CLICKS_WORTH_SAVING: Final = 10
# The words for why a game is unranked that are neither an origin nor a kind of help.
UNDO: Final = "undo"
OVER_AT_ONCE: Final = "over at once"


def unranked_words(session: Session) -> list[str]:
    """Return why the game is unranked, in words of a fixed set; none if it can be a record.

    They are the kind of its origin, the kinds of help, UNDO and OVER_AT_ONCE.
    """
    kind = session.head.origin.kind
    words: list[str] = [kind] if kind in _ORIGINS else []
    words += _help_words(session)
    result = session.result
    if session.ending and result and not result.milliseconds:
        words.append(OVER_AT_ONCE)
    return words


def _help_words(session: Session) -> list[str]:
    return [kind for kind in _HELPS if kind in session.helps] + [UNDO] * bool(session.undos)


def why_unranked(session: Session) -> list[str]:
    """Return why the game is unranked, for people: "chosen seed", "2 hints used"."""
    return [_reason(word, session) for word in unranked_words(session)]


def help_reasons(session: Session) -> list[str]:
    """Return the help that makes a game unranked: "hint used", "2 moves undone"."""
    return [_reason(word, session) for word in _help_words(session)]


def _reason(word: str, session: Session) -> str:
    hints, undos = session.helps.get("hint", 0), session.undos
    if word == "hint" and hints > 1:
        return f"{hints} hints used"
    if word == UNDO and undos > 1:
        return f"{undos} moves undone"
    return _REASONS[word]


_ORIGINS: Final = {
    "given": "chosen seed",
    "board": "your own layout",
    "again": "known layout",
    "daily": "daily board",
    "replay": "taken over from a replay",
    "import": "imported",
}
_HELPS: Final = {
    "hint": "hint used",
    "odds": "odds shown",
    "flag check": "flags checked",
    "shown mines": "mines shown",
    "demo": "solver played",
    "pipe": "not played at a terminal",
    "obvious moves": "obvious moves played",
}
_REASONS: Final = {**_ORIGINS, **_HELPS, UNDO: "move undone", OVER_AT_ONCE: "over in 0.000 s"}


def is_helped(words: Collection[str]) -> bool:
    """Return whether help is among the words of `unranked_words`."""
    return not {*_HELPS, UNDO}.isdisjoint(words)


def unranked_text(words: Sequence[str]) -> str:
    """Return why a game with these words of `unranked_words` is unranked, for people; or "".

    Help is not told apart: "with help", "chosen seed".
    """
    if is_helped(words):
        return "with help"
    return _REASONS.get(words[0], words[0]) if words else ""


def is_counted(session: Session) -> bool:
    """Return whether statistics count the game.

    They count no game on a board from a file or a replay, and none that was played by the solver or
    through a pipe.
    """
    kind, seed, _ = session.head.origin
    is_given = kind in UNCOUNTED_ORIGINS or (kind == "again" and seed is None)
    return not is_given and not any(helper in session.helps for helper in OTHER_PLAYERS)


def is_unaided(session: Session) -> bool:
    """Return whether the win rate and the streak count it: a new layout, played without help."""
    return session.head.origin.kind not in _ORIGINS and not _help_words(session)


def is_worth_saving(session: Session) -> bool:
    """Return whether so much was played that a game stays saved when another one is begun.

    That takes ten effective clicks, and a third of what the first one left covered. At a daily
    board any move is enough, since only the first attempt counts.
    """
    if session.head.origin.kind == "daily":
        return session.is_touched
    own = [step for step in session.steps if step.is_effective and step.word != "start"]
    clicks = sum(not step.press for step in own) + len({step.press for step in own} - {0})
    revealed = session.covered_at_start - session.game.safe_left
    return clicks >= CLICKS_WORTH_SAVING and 3 * revealed >= session.covered_at_start
