"""How wide texts are on the screen."""

import pytest

from minesweeper.tui.canvas import Canvas, cut, width


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("Zoe", 3),
        ("Zo\u00eb", 3),
        ("Zoe\u0308", 3),
        ("\u2691\ufe0f", 1),
        ("\u6f22\u5b57", 4),
        ("\U0001f469\u200d\U0001f467", 4),
    ],
)
def test_marks_that_stand_on_others_take_no_columns(text: str, columns: int) -> None:
    assert width(text) == columns
    canvas = Canvas(columns + 1, 1)
    canvas.put(0, 0, text)
    canvas.put(columns, 0, "|")
    assert canvas.lines() == [text + "|"]
    assert cut(text, columns) == text
    assert width(cut(text, columns - 1)) <= max(0, columns - 1)
