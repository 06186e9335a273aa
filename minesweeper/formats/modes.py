"""The modes of other programs: their names, and which of them play the classic game."""

from collections.abc import Mapping
from typing import Final

from minesweeper.formats.byte_reader import FormatError

# The modes of EVF and RMV, by their numbers.
MODES: Final = {
    0: "Classic",
    1: "UPK",
    2: "Cheat",
    3: "Density",
    4: "Win7",
    5: "Competitive solvable",
    6: "Strongly solvable",
    7: "Weakly solvable",
    8: "To be solvable",
    9: "Strongly guessable",
    10: "Weakly guessable",
    11: "Chording recursive",
    12: "Flag recursive",
    13: "Chording and flag recursive",
    14: "Solvable chording recursive",
    15: "Solvable flag recursive",
    16: "Solvable chording and flag recursive",
    65535: "No rule",
}
# Those in which only the dealing of the board differs, so that a replay is a game by the classic
# rules, and what text formats call such a game; in small letters.
_CLASSIC_RULES: Final = frozenset(
    [
        *("", "classic", "normal", "standard", "no guess", "classic ng", "eff boards"),
        *("upk", "density", "win7", "competitive solvable", "strongly solvable"),
        *("weakly solvable", "to be solvable", "strongly guessable", "weakly guessable"),
    ]
)


def has_classic_rules(name: str) -> bool:
    """Return whether a mode with this name plays the classic game, however it deals the board."""
    return name.casefold() in _CLASSIC_RULES


def mode_name(number: int, offset: int, modes: Mapping[int, str] = MODES) -> str:
    """Return the name of a mode; raise FormatError if it does not play the classic game.

    `offset` is where it stands. Another program may have other `modes`.
    """
    name = modes.get(number, "unknown")
    if not has_classic_rules(name):
        raise FormatError(offset, "mode", why_not_classic(f"{name} (mode {number})"))
    return name


def why_not_classic(name: str) -> str:
    """Return a message that refuses a mode."""
    return f"{name} is not the classic game"
