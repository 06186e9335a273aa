"""RMV and UMF files, written from their specification; every length is right unless replaced."""

from itertools import cycle
from struct import pack

from minesweeper.play.mouse import MouseEvent
from tests.harness.boards import board_of
from tests.harness.foreign_games import ForeignGame

CODES = ("mv", "lc", "lr", "rc", "rr", "mc", "mr")
"""The mouse events, in the order of their codes from 1."""
ENDS = {"lost": 15, "won": 16, "nonstandard": 17}
BOARD_EVENTS = (*range(9, 15), *range(18, 28))
TIME_STAMP = b"\0\x65\x53\xf1\x00"


def write_rmv(game: ForeignGame, version: int, **replaced: bytes) -> bytes:
    """Return the bytes of an RMV file; `replaced` are sections to write instead of the game's."""
    head = pack(">4sH", b"*rmv", version) + (b"\1\5" if version == 2 else b"")
    return _whole(head, vienna_sections(game, version), replaced)


def write_umf(game: ForeignGame, extra: bytes = b"", **replaced: bytes) -> bytes:
    """Return the bytes of a UMF file, with the bytes that only some descriptions have."""
    return _whole(pack(">4sH", b"*umf", 1), vienna_sections(game, 0), replaced, extra)


def _whole(
    head: bytes, sections: dict[str, bytes], replaced: dict[str, bytes], extra: bytes = b""
) -> bytes:
    """Return the bytes of a file, with its size and the lengths of its sections."""
    assert replaced.keys() <= sections.keys()
    sections = sections | replaced
    lengths = {name: pack(">H", len(data)) for name, data in sections.items()}
    lengths["events"] = pack(">I", len(sections["events"]))
    rest = b"".join([*lengths.values(), extra, *sections.values()])
    return head + pack(">I", len(head) + 4 + len(rest)) + rest


def vienna_sections(game: ForeignGame, version: int) -> dict[str, bytes]:
    """Return the sections of a file by their names; version 0 is UMF."""
    board = board_of(game.layout)
    grid = board.grid
    places = [grid.place(cell) for cell in grid if board.is_mine(cell)]
    mines = b"".join(bytes([column - 1, row - 1]) for column, row in places)
    bbbv = game.bbbv if game.status == "won" else 0
    result = f"\nLEVEL:3#SCORE:1.5#NAME:a#NICK:b#3BV:{bbbv}#NF:1#TIMESTAMP:{game.begun}#\n"
    properties = [game.marks, game.no_flags, game.mode, 3]
    further = {0: [], 1: [1]}.get(version, [*pack("<H", game.bbbv), game.cell_size])
    sections = {
        "result": result.encode(),
        "program": game.program,
        "player": player_fields(game.player, b"nick", b"", b"secret"),
        "board": pack(">IBBH", game.begun, grid.width, grid.height, len(places)) + mines,
        "preflags": b"\0\0" if version else b"",
        "properties": bytes([*properties, *further]),
        "extensions": b"\0\1\4skin\2ok",
        "events": _events(game, version),
        "checksum": bytes(range(18)),
    }
    absent = {0: ("result", "extensions", "checksum"), 1: ("extensions",)}.get(version, ("result",))
    return {name: data for name, data in sections.items() if name not in absent}


def player_fields(*fields: bytes) -> bytes:
    return pack(">H", len(fields)) + b"".join(bytes([len(each)]) + each for each in fields)


def mouse_event(event: MouseEvent, version: int, cell_size: int = 16) -> bytes:
    """Return an event with its absolute time and place; which buttons are pressed is a dummy."""
    code = CODES.index(event.event) + 1
    x, y = event.x * cell_size // 16, event.y * cell_size // 16
    x, y = (x, y) if version == 2 else (x + 12, y + 56)
    return pack(">B3sB", code, pack(">I", event.milliseconds)[1:], 1) + pack(
        ">hh" if version == 2 else ">HH", x, y
    )


def end_event(status: str, milliseconds: int) -> bytes:
    return pack(">I", ENDS[status] << 24 | milliseconds)


def _events(game: ForeignGame, version: int) -> bytes:
    """Return the events from the start, with a board event after each click, and the end.

    In version 2, a movement is short if it fits.
    """
    written = [] if version == 2 else [TIME_STAMP]
    board_events = cycle(BOARD_EVENTS)
    before = None
    first_press = next(event for event in game.mouse if event.event == "lc")
    for event in game.mouse:
        if event is first_press:  # the format leaves it out
            continue
        if version == 2 and before and (short := _short_move(before, event, game.cell_size)):
            written.append(short)
        else:
            written.append(mouse_event(event, version, game.cell_size))
        if event.event != "mv":
            written.append(bytes([next(board_events), 2, 1]))
        before = event
    return b"".join([*written, end_event(game.status, game.milliseconds)])


def _short_move(before: MouseEvent, event: MouseEvent, cell_size: int) -> bytes:
    """Return a movement in three bytes; empty if it is too far or too late for them."""
    time = event.milliseconds - before.milliseconds
    x, y = ((new - old) * cell_size // 16 for new, old in zip(event[2:], before[2:], strict=True))
    if event.event != "mv" or time > 255 or not (-8 <= x < 8 and -8 <= y < 8):
        return b""
    return bytes([28, time, (x & 15) << 4 | y & 15])
