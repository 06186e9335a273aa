"""EVF and EVFS files, written from their specification."""

from struct import pack

from minesweeper.play.mouse import MouseEvent
from tests.harness.boards import board_of
from tests.harness.foreign_games import ForeignGame

CODES = ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "pf", "cc", "l", "r", "m")
"""The mouse events, in the order of their codes from 1."""
CHECKSUM = bytes([7]) * 32
PRESSED_EVENT = bytes([118, 0, 2, 1])
"""A cell looks pressed."""
# Events of version 4 that are not the mouse's, each some milliseconds later: a pause, an error of
# the program, a cell that shows 0, and two figures.
PAUSE = b"\xff\x01\x00"
STATE = bytes([99, 2])
SHOWN = bytes([100, 3, 1, 2])
FIGURE = b"\xc8\x04\x27\x10\x40\x09\x21\xfb\x54\x44\x2d\x18"
TEXT = b"\xc9\x05\x28\x00hopeful\0"


def write_evf(game: ForeignGame, version: int, **replaced: bytes) -> bytes:
    """Return the bytes of an EVF file; `replaced` are fields to write instead of the game's."""
    fields = evf_fields(game, version)
    assert replaced.keys() <= fields.keys()
    return b"".join((fields | replaced).values())


def evf_fields(game: ForeignGame, version: int) -> dict[str, bytes]:
    """Return the fields of an EVF file by their names, in their order."""
    board = board_of(game.layout)
    grid = board.grid
    bits = "".join(str(int(board.is_mine(cell))) for cell in grid)
    bits += "0" * (-len(bits) % 8)
    is_new = version >= 4
    flags = 128 * (game.status == "won") + 16 * game.no_flags + 8 * game.is_transcoded
    return {
        "version": bytes([version]),
        "flags": bytes([flags]),
        "settings": bytes([128 * game.marks]) if version >= 3 else b"",
        "size": bytes([grid.height, grid.width]),
        "count": pack(">H", board.mine_count),
        "cell_size": bytes([game.cell_size]),
        "mode": pack(">H", game.mode),
        "bbbv": pack(">H", game.bbbv),
        "time": pack(">I", game.milliseconds)[0 if is_new else 1 :],
        "texts": _new_texts(game) if is_new else _old_texts(game, version),
        "mines": int(bits, 2).to_bytes(len(bits) // 8, "big"),
        "names": zero_ended(b"\0\2guesses", b"mood") if is_new else b"",
        "events": _new_events(game) if is_new else _old_events(game),
        "end": b"\0\0\x20" if is_new else b"\0",
        "checksum": CHECKSUM,
    }


def write_evfs(*games: bytes, checksum: bytes = CHECKSUM) -> bytes:
    """Return the bytes of a session of EVF files."""
    units = [pack(">6sI", b"a.evf\0", len(game)) + game + checksum for game in games]
    return pack(">BH", 0, len(checksum)) + b"".join(units)


def zero_ended(*texts: bytes) -> bytes:
    return b"".join(text + b"\0" for text in texts)


def _old_texts(game: ForeignGame, version: int) -> bytes:
    start, end = (b"%d" % (1000 * time) for time in _start_and_end(game))
    device = [b"device"] if version >= 2 else []
    return zero_ended(game.program, game.player, b"cup", b"remark", start, end, b"NZ", *device)


def _new_texts(game: ForeignGame) -> bytes:
    start, end = _start_and_end(game)
    further = [b"Transcoder 1", b"utf-8"] if game.is_transcoded else []
    texts = zero_ended(game.program, *further, game.player, b"cup", b"remark")
    return pack(">2sQQ", b"NZ", 1000 * start, 1000 * end) + texts + b"\0\3\1\0\2"


def _start_and_end(game: ForeignGame) -> tuple[int, int]:
    """Return the times in milliseconds since 1970."""
    return 1000 * game.begun, 1000 * game.begun + game.milliseconds


def _scaled(game: ForeignGame) -> list[MouseEvent]:
    """Return the events with the pixels of the file, and with times from the first one on."""
    start, size = game.mouse[0].milliseconds, game.cell_size
    return [
        MouseEvent(time - start, event, x * size // 16, y * size // 16)
        for time, event, x, y in game.mouse
    ]


def _old_events(game: ForeignGame) -> bytes:
    return b"".join(
        pack(">IHH", (CODES.index(event) + 1) << 24 | time, x, y)
        for time, event, x, y in _scaled(game)
    )


def _new_events(game: ForeignGame) -> bytes:
    """Return the events with pauses where they are needed, and a board event after each click."""
    written = []
    before = MouseEvent(0, "mv", 0, 0)
    for event in _scaled(game):
        code, time = CODES.index(event.event) + 1, event.milliseconds - before.milliseconds
        while time > 255:
            pause = min(time - 1, 0xFFFF)
            written.append(pack(">BH", 255, pause))
            time -= pause
        written.append(pack(">BBhh", code, time, event.x - before.x, event.y - before.y))
        if code != 1:
            written.append(PRESSED_EVENT)
        before = event
    return b"".join(written)
