"""What a player who never played before is taught, until the first move."""

from collections.abc import Iterable

from minesweeper.tui.canvas import width
from minesweeper.tui.keys import Row, key_names


def lessons(rows: Iterable[Row], columns: int, room: int) -> list[str]:
    """Three lines that teach the keys; none of them where there is no room for all."""
    key = key_names(rows)
    if not {"move", "reveal", "flag", "hint", "menu", "help"} <= key.keys():
        return []  # whoever took keys away needs no lessons
    lines = [
        f"{key['move']} move, {key['reveal']} reveals, {key['flag']} flags",
        "A number counts the mines that touch it",
        f"Try {key['hint']} for a hint, {key['menu']} a menu, {key['help']} all keys",
    ]
    return lines if len(lines) <= room and max(map(width, lines)) <= columns else []
