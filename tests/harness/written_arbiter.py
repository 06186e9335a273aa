"""AVF and FSVF files, written from the descriptions of their layouts."""

from datetime import UTC, datetime
from struct import pack

from tests.harness.boards import board_of, number_rows
from tests.harness.foreign_games import ForeignGame

CODES = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65, "sc": 11}
FILLER = b"\1\0\0\0\0\0\0\0"
# The code is only for the program itself; the end of a line may be in it.
CODE = b"sixteen\rbytes!!\r"


def write_avf(
    game: ForeignGame, version: int = 52, info: bytes | None = None, **replaced: bytes
) -> bytes:
    """Return the bytes of an AVF file; `replaced` are fields to write instead of the game's.

    Before version 49 something else stands between the mines and the question marks.
    """
    info = _info(game, 1000, 2) if info is None else info
    fields = {"version": bytes([version]), "random": b"\1\x1f\x07\x10", **_board_fields(game)}
    if version < 49:
        fields["unknown"] = b"[\x7f\x10[\x91" + hidden(game.player)
    else:
        fields |= {
            "board_sum": hidden(b"%d" % _board_sum(game)),
            "count": hidden(pack(">I", len(game.mouse) + 5)),
            "country": b"\x2a",
            "name": bytes([len(game.player)]) + hidden(game.player),
            "name_sum": hidden(b"%d" % text_sum(game.player)),
        }
    fields |= {
        "marks": bytes([17 if game.marks else 127]),
        "info": bytes([len(info)]) + info,
        "info_sum": hidden(b"%d" % text_sum(info)),
        "events": _events(game),
        "fillers": 6 * FILLER,
        "digits": b"898919552809939071200100\x03\x1f\x1d\r",
        "code": b"cs=" + CODE + b"\r",
        "lines": b"RealTime: 5.42\rSkin: 3.1\r" if version > 46 else b"",
        "name_at_end": game.player + b"\r",
        "program": b"Minesweeper Arbiter 0.%d.3. Copyright \xa9 2005-2006 A. B." % version,
    }
    assert replaced.keys() <= fields.keys()
    return b"".join((fields | replaced).values())


def write_fsvf(game: ForeignGame, **replaced: bytes) -> bytes:
    """Return the bytes of an FSVF file; `replaced` are fields to write instead of the game's."""
    info = _info(game, 0, 3)
    fields = {
        "version": b"\0\x0a",
        "cheats": b"\0",
        "unused": b"\0\0",
        **_board_fields(game),
        "unknown": b"[\x7f\x10[\x91" + hidden(game.player),
        "marks": bytes([17 if game.marks else 127]),
        "info": bytes([len(info)]) + info,
        "info_sum": hidden(b"%d" % text_sum(info)),
        "events": _events(game),
        "fillers": 6 * FILLER,
        "digits": b"898919552809939071200100\x03\x1f\x1d\r",
        "milliseconds": b"cs=" + bytes(0xA0 + each.milliseconds % 10 for each in game.mouse),
        "code": CODE + b"x\r",
        "lines": b"RealTime: 5.42\rSkin: 3.1\r",
        "name_at_end": game.player + b"\r",
        "program": b"Freesweeper R10\r",
    }
    assert replaced.keys() <= fields.keys()
    return b"".join((fields | replaced).values())


def hidden(text: bytes) -> bytes:
    """Return a text as Arbiter stores it."""
    return bytes((byte - 45) & 255 for byte in text)


def text_sum(text: bytes) -> int:
    """Return the checksum of a text: the first byte, twice the second, and so on."""
    return sum(sum(text[start:]) for start in range(len(text)))


def _board_fields(game: ForeignGame) -> dict[str, bytes]:
    board = board_of(game.layout)
    places = [board.grid.place(cell) for cell in board.grid if board.is_mine(cell)]
    width, height = board.grid.width, board.grid.height
    level = {(8, 8, 10): 3, (16, 16, 40): 4, (30, 16, 99): 5}.get((width, height, len(places)), 6)
    return {
        "level": bytes([level]),
        "size": pack(">BBH", width - 1, height - 1, len(places)) if level == 6 else b"",
        "mines": b"".join(bytes([row, column]) for column, row in places),
    }


def _board_sum(game: ForeignGame) -> int:
    total = 0
    for y, row in enumerate(number_rows(board_of(game.layout))):
        for x, number in enumerate(row):
            total += (10 if number < 0 else number + 1) * x * (y + 1)
    return total


def _info(game: ForeignGame, later: int, decimals: int) -> bytes:
    """Return the info text, in which the time is that of the game and `later` milliseconds."""
    board = board_of(game.layout)
    size = f"W{board.grid.width}H{board.grid.height}M{board.mine_count}|"
    level = "0|" if board.mine_count == 10 else "3|" + size
    begun = datetime.fromtimestamp(game.begun, UTC)
    start = f"{begun.day}.{begun.month}.{begun.year}.{begun:%H:%M:%S}:6660"
    whole, thousandths = divmod(game.milliseconds + later, 1000)
    time = f"{whole}." + f"{thousandths:03}"[:decimals]
    return f"[{level}{start}|3.17:00:14:081|HS|B{game.bbbv}T{time}]".encode()


def _events(game: ForeignGame) -> bytes:
    written = []
    for milliseconds, event, x, y in game.mouse:
        high, low = divmod(milliseconds // 1000 + 1, 256)
        hundredths = milliseconds % 1000 // 10
        code = CODES[event]
        written.append(bytes([code, x >> 8, low, x & 255, hundredths, y >> 8, high, y & 255]))
    return b"".join(written)
