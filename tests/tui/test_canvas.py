"""How wide texts are on the screen, and what a click on it sends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.tui.canvas import Canvas, cut, width, with_dots, wrap
from minesweeper.tui.events import Key


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


@pytest.mark.parametrize(
    ("text", "columns", "wanted"),
    [("a text", 9, "a text..."), ("a text", 8, "a tex..."), ("a text", 6, "a t...")],
)
def test_dots_say_that_there_is_more(text: str, columns: int, wanted: str) -> None:
    assert with_dots(text, columns) == wanted


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        ("two words", 9, ["two words"]),
        ("two words", 8, ["two", "words"]),
        ("  two words", 8, ["  two", "words"]),
        ("guess-free boards", 12, ["guess-free", "boards"]),
        ("longer than it", 5, ["longe", "r", "than", "it"]),
        ("日本 語", 4, ["日本", "語"]),
        ("日本語", 3, ["日", "本", "語"]),
        ("a  b", 2, ["a ", "b"]),
        ("   ", 2, []),
        ("ab", 0, ["a", "b"]),
    ],
)
def test_a_text_is_broken_at_blanks_by_its_width(text: str, columns: int, rows: list[str]) -> None:
    assert wrap(text, columns) == rows


@given(text=st.text("ab 日", min_size=1), columns=st.integers(2, 9))
def test_no_row_is_too_wide_and_nothing_is_lost(text: str, columns: int) -> None:
    rows = wrap(text, columns)
    assert all(width(row) <= columns for row in rows)
    assert "".join("".join(rows).split()) == "".join(text.split())


@pytest.mark.parametrize("columns", [0, -1])
def test_in_no_columns_or_less_each_character_has_a_row(columns: int) -> None:
    assert wrap("won", columns) == ["w", "o", "n"]


def test_of_two_targets_at_a_place_the_later_one_counts() -> None:
    canvas = Canvas(9, 3)
    canvas.target(range(1, 8), range(3), Key("a"))
    canvas.target(range(2, 4), range(1, 2), Key("b"))
    rows = [[canvas.target_at(column, row) for column in range(5)] for row in range(2)]
    one, other = Key("a"), Key("b")
    assert rows == [[None, one, one, one, one], [None, one, other, other, one]]
