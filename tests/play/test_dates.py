"""Days in words."""

import pytest

from minesweeper.play.dates import date_text, when_text


@pytest.mark.parametrize(
    ("day", "today", "text"),
    [
        ("2026-11-27", "2026-11-27", "today 09:24"),
        ("2026-11-26", "2026-11-27", "yesterday"),
        ("2025-12-31", "2026-01-01", "yesterday"),
        ("2026-09-24", "2026-11-27", "24 September"),
        ("2026-11-28", "2026-11-27", "28 November"),
        ("2025-09-04", "2026-11-27", "4 Sep 2025"),
        ("", "2026-11-27", ""),
    ],
)
def test_a_list_says_when_something_was(day: str, today: str, text: str) -> None:
    assert when_text(day, "09:24", today) == text


def test_a_day_of_another_year_has_its_year() -> None:
    assert date_text("2026-01-05", "2026-11-27") == "5 January"
    assert date_text("2025-01-05", "2026-11-27") == "5 January 2025"
