"""The modes of other programs: their names, and which of them play the classic game."""

from collections.abc import Container, Mapping
from typing import Final

from minesweeper.formats.byte_reader import FormatError

# The modes of EVF and RMV, by their numbers. In those of CLASSIC_MODES only the dealing of the
# board differs, so that a replay is a classic game.
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
CLASSIC_MODES: Final = (0, 4, 5)
# What text formats call the classic game, on a board that may be dealt in a special way.
CLASSIC_NAMES: Final = (
    *("", "classic", "normal", "standard", "win7", "competitive solvable"),
    *("no guess", "classic ng", "eff boards"),
)


def mode_name(
    number: int,
    offset: int,
    modes: Mapping[int, str] = MODES,
    classic: Container[int] = CLASSIC_MODES,
) -> str:
    """Return the name of a mode; raise FormatError if it does not play the classic game.

    `offset` is where it stands. Another program may have other `modes`.
    """
    if number in classic:
        return modes[number]
    name = modes.get(number, "unknown")
    raise FormatError(offset, "mode", why_not_classic(f"{name} (mode {number})"))


def why_not_classic(name: str) -> str:
    """Return a message that refuses a mode."""
    return f"{name} is not the classic game"
