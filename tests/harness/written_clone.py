"""MVF files, written from the description of their layouts."""

from datetime import UTC, datetime
from math import cos, sin, sqrt
from struct import pack

from tests.harness.boards import board_of
from tests.harness.foreign_games import ForeignGame

FUNNY = "funny"
"""The hack of 0.97 by which the mines are known."""
HACK = "hack"
"""The hack of 0.97 that begins with two zero bytes."""
BUTTONS = {"r": 1, "m": 2, "l": 4}
OLD_BUTTONS = {"l": 1, "m": 2, "r": 4}
KEY = 0x2B5E


def write_mvf(game: ForeignGame, version: str, *, key: int = KEY, **replaced: bytes) -> bytes:
    """Return the bytes of an MVF file of 0.97, 2006, 2007 or a hack.

    `replaced` are fields to write instead of the game's.
    """
    begun = datetime.fromtimestamp(game.begun, UTC)
    is_097 = version not in ("2006", "2007")
    statistics = pack(">5H", game.bbbv, game.solved, 5, 1, 3)
    fields = {
        "head": b"\0\0hack!" if version == HACK else _head(version),
        "date": pack(">BBH", begun.month, begun.day, begun.year),
        "clock": bytes([begun.hour, begun.minute, begun.second]),
        "level": b"\1",
        "mode": bytes([game.mode + 1]),
        "time": _time(game) if is_097 else pack(">I", game.milliseconds)[1:],
        "statistics": statistics if is_097 else b"",
        "marks": bytes([game.marks]),
        **_board_fields(game, 1),
        "name": bytes([len(game.player)]) + game.player,
        "key": pack(">H", key),
        "count": pack(">I", len(game.mouse))[1:],
        "events": _events(game, key, is_097=is_097),
        "code": bytes([0, 0, *range(200, 230)]),
    }
    assert replaced.keys() <= fields.keys()
    return b"".join((fields | replaced).values())


def write_old_mvf(game: ForeignGame, version: str, **replaced: bytes) -> bytes:
    """Return the bytes of an MVF file of 0.75, 0.76 or 0.96, without the last release."""
    digits = b"0123456789"
    ends = {"0.75": digits, "0.76": digits, "0.96": b"\0" + bytes(range(200, 220)) + b"\0"}
    fields = {
        **_board_fields(game, 0),
        "marks": bytes([game.marks]),
        "unused": b"\0",
        "events": b"".join(_old_states(game)[:-1]),
        "left_over": b"\0\5\0",
        "time": _time(game),
        "name": b"" if version == "0.75" else game.player.ljust(100),
        "code": ends[version],
    }
    assert replaced.keys() <= fields.keys()
    return b"".join((fields | replaced).values())


def _head(version: str) -> bytes:
    year = {"0.97": 5, FUNNY: 8, "2006": 6, "2007": 7}[version]
    name = f"{version} release 1" if year in (6, 7) else "version 0.97 beta"
    texts = ["Minesweeper Clone", f"2004-200{year}", "Rodrigo Silveira Camargo", name]
    return b"".join(bytes([len(text)]) + text.encode() for text in texts) + b"\xbd\xbe\xc3"


def _time(game: ForeignGame) -> bytes:
    return pack(">HB", game.milliseconds // 1000, game.milliseconds % 1000 // 10)


def _board_fields(game: ForeignGame, first: int) -> dict[str, bytes]:
    board = board_of(game.layout)
    places = [board.grid.place(cell) for cell in board.grid if board.is_mine(cell)]
    return {
        "size": bytes([board.grid.width, board.grid.height]),
        "mine_count": pack(">H", len(places)),
        "mines": bytes(each - 1 + first for place in places for each in place),
    }


def _pressed(game: ForeignGame, bits: dict[str, int]) -> list[int]:
    """Return the bits of the buttons that are pressed after each event."""
    states, state = [], 0
    for event in game.mouse:
        if event.event != "mv":
            bit = bits[event.event[0]]
            state = state | bit if event.event[1] == "c" else state & ~bit
        states.append(state)
    return states


def _old_states(game: ForeignGame) -> list[bytes]:
    return [
        pack(">BBBHHB", time // 1000, time % 1000 // 10, state, x, y, 38)
        for (time, _, x, y), state in zip(game.mouse, _pressed(game, OLD_BUTTONS), strict=True)
    ]


def _events(game: ForeignGame, key: int, *, is_097: bool) -> bytes:
    place_bits, offset, length = (9, 0, 5) if is_097 else (11, 32, 6)
    order = _bit_order(key)[: 8 * length]
    order.sort(key=lambda pair: pair[0])
    written = []
    for (time, _, x, y), state in zip(game.mouse, _pressed(game, BUTTONS), strict=True):
        if is_097:
            time = time // 1000 << 7 | time % 1000 // 10
        place = (x + offset) << place_bits | y + offset
        packed = time << 3 + 2 * place_bits | place << 3 | state
        mixed = sum((packed >> number & 1) << at for number, (_, at) in enumerate(order))
        written.append(mixed.to_bytes(length, "little"))
    return b"".join(written)


def _bit_order(key: int) -> list[tuple[str, int]]:
    """Return a digit for each bit of an event: bits are filled by digit, then from the lowest."""
    root, other = sqrt(key), sqrt(key + 1000)
    numbers = [
        cos(sqrt(root + 1000) + 1000),
        sin(sqrt(other)),
        cos(sqrt(root + 1000)),
        sin(sqrt(root) + 1000),
        cos(sqrt(other + 1000)),
        sin(sqrt(other + 1000)),
    ]
    texts = [f"{abs(number):.8f}" for number in numbers]
    # A number that is 1 has a ninth digit, which is not used.
    digits = "".join(text.removeprefix("0.").replace(".", "")[:8] for text in texts)
    return [(digit, at) for at, digit in enumerate(digits)]
