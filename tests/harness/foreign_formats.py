"""All layouts of the binary formats in one table: how each is written, and what it claims."""

from collections.abc import Callable, Mapping
from functools import partial
from re import search
from typing import Final, NamedTuple

from minesweeper.engine.notation import format_seconds
from minesweeper.formats.avf import parse_avf
from minesweeper.formats.evf import parse_evf
from minesweeper.formats.evfs import parse_evfs
from minesweeper.formats.fsvf import parse_fsvf
from minesweeper.formats.modes import MODES
from minesweeper.formats.mvf import parse_mvf
from minesweeper.formats.rmv import parse_rmv
from minesweeper.formats.umf import parse_umf
from minesweeper.play.replay import Replay
from tests.harness.boards import board_of
from tests.harness.foreign_games import GAMES, LONG, WON, ForeignGame, cut_to_hundredths, mouse
from tests.harness.written_arbiter import FILLER, write_avf, write_fsvf
from tests.harness.written_clone import HACK, write_mvf, write_old_mvf
from tests.harness.written_metasweeper import (
    FIGURE,
    PAUSE,
    SHOWN,
    STATE,
    TEXT,
    evf_fields,
    write_evf,
    write_evfs,
)
from tests.harness.written_vienna import write_rmv, write_umf


class ForeignFormat(NamedTuple):
    """A layout of a format: how it is written and read, and what of a game is in it."""

    name: str
    """The name of the format, without the version."""
    parse: Callable[[bytes], Replay]
    write: Callable[[ForeignGame], bytes]
    constants: Mapping[str, str]
    """The headers that are the same for all games."""
    claims: str
    """The other headers."""
    of_a_win: str = ""
    """Those that only a won game has."""
    zone: str = ""
    """What follows a time of day: "Z" where it is known to be in UTC."""
    has_milliseconds: bool = True
    is_in_utf_8: bool = False
    """Whether a file says that its texts are in UTF-8."""
    has_marks: bool = True
    """Whether a file says if there were question marks."""
    levels_only: bool = False
    cell_size: int = 16
    needed: Callable[[bytes], int] | None = len
    """The number of bytes without which a file is refused; None if a shorter game may be found."""
    mode_bytes: int = 0
    """The size of the field of the mode; 0 if there is none."""
    first_mode: int = 0
    """The number of the classic mode."""
    other_modes: Mapping[int, str] = {}
    """The modes that are not the classic game, and their names."""

    def games(self) -> dict[str, ForeignGame]:
        """Return the games that this format can hold, as far as it can, by their names."""
        return {
            name: (game if self.has_milliseconds else cut_to_hundredths(game))._replace(
                marks=game.marks and self.has_marks, cell_size=self.cell_size
            )
            for name, game in GAMES.items()
            if not (self.levels_only and game is LONG)
        }

    def claims_of(self, game: ForeignGame) -> dict[str, str]:
        """Return all headers that the file of a game has."""
        board = board_of(game.layout)
        size = board.grid.width, board.grid.height, board.mine_count
        headers = {
            "Player": game.player.decode(),
            "Level": "Beginner" if size == (8, 8, 10) else "Custom",
            "Width": str(size[0]),
            "Height": str(size[1]),
            "Mines": str(size[2]),
            "Marks": "On" if game.marks else "Off",
            "Mode": "Classic",
            "Style": "NF" if game.no_flags else "FL",
            "Status": game.status,
            "Time": format_seconds(game.milliseconds),
            "BBBV": str(game.bbbv),
            "Solved_BBBV": str(game.solved),
            "Timestamp": f"2023-11-14T22:13:20{self.zone}",
        }
        keys = f"Level Width Height Mines Marks Time {self.claims}".split()
        if game.status == "won":
            keys += self.of_a_win.split()
        return {**{key: headers[key] for key in keys}, **self.constants}


def _up_to_fillers(data: bytes) -> int:
    return data.index(2 * FILLER) + len(FILLER)


def _up_to_milliseconds(data: bytes) -> int:
    found = search(rb"cs=[\xa0-\xa9]+", data)
    assert found
    return found.end()


def _up_to_code(data: bytes) -> int:
    return len(data) - 32


# The modes in which only the dealing of the board differs; all others, and 17, which has no name.
CLASSIC: Final = {number: MODES[number] for number in (0, 1, 3, 4, 5, 6, 7, 8, 9, 10)}
OTHER_MODES: Final = {
    number: name for number, name in {17: "unknown", **MODES}.items() if number not in CLASSIC
}
SMALL_MODES: Final = {number: name for number, name in OTHER_MODES.items() if number < 256}
CLONE_CLASSIC: Final = {1: "Classic", 2: "Density", 3: "UPK"}
CLONE_MODES: Final = {0: "unknown", 4: "Cheat", 9: "unknown"}

ARBITER: Final = {"Program": "Minesweeper Arbiter", "Not_Checked": "anti-cheat code"}
CLONE: Final = {"Program": "Minesweeper Clone", "Not_Checked": "code"}
METASWEEPER: Final = {
    "Program": "Some Clone - Release 7",
    "Country": "NZ",
    "Not_Checked": "signature",
}
VIENNA: Final = {"Program": "Some Clone", "Version": "Release 7", "Nickname": "nick"}

_AVF: Final = partial(
    ForeignFormat,
    "AVF",
    parse_avf,
    claims="Player BBBV Timestamp",
    has_milliseconds=False,
    needed=_up_to_fillers,
)
_OLD_MVF: Final = partial(
    ForeignFormat, "MVF", parse_mvf, has_milliseconds=False, levels_only=True, needed=None
)
_MVF: Final = partial(
    ForeignFormat,
    "MVF",
    parse_mvf,
    needed=_up_to_code,
    mode_bytes=1,
    first_mode=1,
    other_modes=CLONE_MODES,
)
_EVF: Final = partial(
    ForeignFormat,
    "EVF",
    parse_evf,
    constants=METASWEEPER,
    of_a_win="Status",
    zone="Z",
    mode_bytes=2,
    other_modes=OTHER_MODES,
)
_EVF_CLAIMS: Final = "Player Mode BBBV Timestamp"
_VIENNA_CLAIMS: Final = "Player Mode Style Status Timestamp"
_RMV: Final = partial(
    ForeignFormat,
    "RMV",
    parse_rmv,
    constants=VIENNA | {"Not_Checked": "signature"},
    zone="Z",
    is_in_utf_8=True,
    mode_bytes=1,
    other_modes=SMALL_MODES,
)


def _first_of_session(data: bytes) -> Replay:
    first = next(parse_evfs(data))
    if not isinstance(first, Replay):
        raise first
    return first


FOREIGN_FORMATS: Final = {
    **{
        f"AVF {version}": _AVF(
            write=partial(write_avf, version=version),
            constants=ARBITER | {"Version": f"0.{version}.3"},
        )
        for version in (35, 46, 48, 49, 52)
    },
    "FSVF": ForeignFormat(
        "FSVF",
        parse_fsvf,
        write_fsvf,
        ARBITER | {"Program": "Freesweeper", "Version": "R10"},
        "Player BBBV Timestamp",
        needed=_up_to_milliseconds,
    ),
    **{
        f"MVF {version}": _OLD_MVF(
            write=partial(write_old_mvf, version=version),
            constants=CLONE | {"Version": name},
            claims="Player" if version != "0.75" else "",
        )
        for version, name in (
            ("0.75", "0.75 or earlier"),
            ("0.76", "0.76"),
            ("0.96", "0.96 or earlier"),
        )
    },
    **{
        f"MVF {version}": _MVF(
            write=partial(write_mvf, version=version),
            constants=CLONE | {"Version": name},
            claims="Player Mode Timestamp BBBV Solved_BBBV Status",
            has_milliseconds=False,
        )
        for version, name in (("0.97", "0.97 beta"), (HACK, "0.97 hack"))
    },
    **{
        f"MVF {version}": _MVF(
            write=partial(write_mvf, version=version),
            constants=CLONE | {"Version": f"{version} release 1"},
            claims="Player Mode Timestamp",
        )
        for version in ("2006", "2007")
    },
    **{
        f"EVF {version}": _EVF(
            write=partial(write_evf, version=version),
            claims=_EVF_CLAIMS + (" Style" if version >= 1 else ""),
            has_marks=version >= 3,
        )
        for version in range(5)
    },
    **{
        f"EVF {version}, 24 pixels": _EVF(
            write=partial(write_evf, version=version), claims=f"{_EVF_CLAIMS} Style", cell_size=24
        )
        for version in (3, 4)
    },
    "EVFS": _EVF(
        write=lambda game: write_evfs(write_evf(game, 4)), claims=f"{_EVF_CLAIMS} Style"
    )._replace(name="EVFS", parse=_first_of_session, mode_bytes=0),
    "RMV 1": _RMV(write=partial(write_rmv, version=1), claims=_VIENNA_CLAIMS, of_a_win="BBBV"),
    "RMV 2": _RMV(write=partial(write_rmv, version=2), claims=f"{_VIENNA_CLAIMS} BBBV"),
    "RMV 2, 24 pixels": _RMV(
        write=partial(write_rmv, version=2), claims=f"{_VIENNA_CLAIMS} BBBV", cell_size=24
    ),
    **{
        f"UMF{name}": ForeignFormat(
            "UMF",
            parse_umf,
            partial(write_umf, extra=extra),
            VIENNA,
            _VIENNA_CLAIMS,
            zone="Z",
            mode_bytes=1,
            other_modes=SMALL_MODES,
        )
        for name, extra in (("", b""), (", two more bytes", b"\n "))
    },
}

# A flag before the start, and buttons of which only the change is known.
_RARE_BUTTONS: Final = LONG._replace(
    mouse=mouse(
        "0 pf 8 8, 0 l 56 8, 90 l 56 8, 200 r 24 24, 220 cc 24 24, 300 lr 24 24, 320 r 8 8,"
        "500 m 8 8"
    ),
    milliseconds=210,
)
_RARE_EVENTS: Final = evf_fields(WON, 4)["events"] + PAUSE + STATE + SHOWN + FIGURE + TEXT
SAMPLES: Final = {
    name: [each.write(game) for game in each.games().values()]
    for name, each in FOREIGN_FORMATS.items()
}
"""Files of each format by its name: of all games that it can hold, and with its rare fields."""
SAMPLES["EVF 2"].append(write_evf(_RARE_BUTTONS, 2))
SAMPLES["EVF 4"] += [
    write_evf(_RARE_BUTTONS, 4),
    write_evf(WON, 4, events=_RARE_EVENTS),
    write_evf(WON._replace(is_transcoded=True), 4),
]
SAMPLES["EVF 3"].append(write_evf(WON, 3, end=b"\xff", checksum=b""))
SAMPLES["RMV 2"].append(write_rmv(WON, 2, preflags=b"\0\1\3\2"))
