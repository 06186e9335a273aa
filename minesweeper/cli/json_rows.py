"""Stored rows as JSON."""

import json
from collections.abc import Sequence

from minesweeper.store.finished_games import FLAGS


def json_text(rows: Sequence[object]) -> str:
    """Return stored rows as JSON, by the names of their columns; SQLite's flags are booleans."""
    return json.dumps([_plain(row) for row in rows], indent=2)


def _plain(value: object) -> object:
    """Return a value with dictionaries for rows, in whatever it holds."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: bool(each) if name in FLAGS else _plain(each) for name, each in value.items()}
    return [*map(_plain, value)] if isinstance(value, (list, tuple)) else value
