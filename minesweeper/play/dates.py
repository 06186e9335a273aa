"""Days as ISO 8601 text: the weeks of a month, the days before and after, and their names."""

from datetime import date
from typing import Final

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)


_EPOCH: Final = date(1970, 1, 1).toordinal()


def day_number(day: str) -> int:
    """Return the number of a day; that of the next day is one higher."""
    return date.fromisoformat(day).toordinal()


def seconds_of(time: str) -> int:
    """Return the seconds from 1970 to a time in UTC: "2026-11-22T18:05:00Z"."""
    day, _, clock = time.rstrip("Z").partition("T")
    hours, minutes, seconds = map(int, clock.split(":"))
    return ((day_number(day) - _EPOCH) * 24 + hours) * 3600 + minutes * 60 + seconds


def days_later(day: str, days: int) -> str:
    """Return the day that comes a number of days later, or the first or last day there is."""
    number = max(1, min(day_number(day) + days, date.max.toordinal()))
    return str(date.fromordinal(number))


def months_later(day: str, months: int) -> str:
    """Return the same day of another month, or the last day of a shorter month.

    The months are those of the years 1 to 9999.
    """
    start = date.fromisoformat(day)
    number = start.year * 12 + start.month - 1 + months
    year, month = divmod(max(12, min(number, date.max.year * 12 + 11)), 12)
    last = _last_of_month(date(year, month + 1, 1))
    return str(last.replace(day=min(start.day, last.day)))


def last_of_month(day: str) -> str:
    """Return the last day of the month of a day."""
    return str(_last_of_month(date.fromisoformat(day)))


def _last_of_month(day: date) -> date:
    if day.month == 12:
        return day.replace(day=31)
    return date.fromordinal(day.replace(month=day.month + 1, day=1).toordinal() - 1)


def weeks_of_month(day: str) -> list[list[str]]:
    """Return the days of the month of a day, by weeks from Monday; "" for those of other months."""
    first, last = date.fromisoformat(day).replace(day=1), _last_of_month(date.fromisoformat(day))
    days = [str(first.replace(day=number)) for number in range(1, last.day + 1)]
    padded = [*[""] * first.weekday(), *days, *[""] * (6 - last.weekday())]
    return [padded[at : at + 7] for at in range(0, len(padded), 7)]


def day_name(day: str) -> str:
    """Return a day within its year: "22 November"."""
    return f"{int(day[8:])} {MONTHS[int(day[5:7]) - 1]}"


def month_name(day: str) -> str:
    """Return the month of a day: "November 2026"."""
    return f"{MONTHS[int(day[5:7]) - 1]} {int(day[:4])}"
