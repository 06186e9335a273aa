"""Days as ISO 8601 text: the weeks of a month, the days before and after, and their names."""

from calendar import monthcalendar, monthrange, timegm
from datetime import date
from typing import Final

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)


def day_number(day: str) -> int:
    """Return the number of a day; that of the next day is one higher."""
    return date.fromisoformat(day).toordinal()


def seconds_of(time: str) -> int:
    """Return the seconds from 1970 to a time in UTC: "2026-11-22T18:05:00Z"."""
    day, _, clock = time.rstrip("Z").partition("T")
    return timegm((*map(int, day.split("-")), *map(int, clock.split(":"))))


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
    last = monthrange(year, month + 1)[1]
    return str(date(year, month + 1, min(start.day, last)))


def last_of_month(day: str) -> str:
    """Return the last day of the month of a day."""
    return f"{day[:8]}{monthrange(int(day[:4]), int(day[5:7]))[1]}"


def weeks_of_month(day: str) -> list[list[str]]:
    """Return the days of the month of a day, by weeks from Monday; "" for those of other months."""
    weeks = monthcalendar(int(day[:4]), int(day[5:7]))
    return [[f"{day[:8]}{number:02}" if number else "" for number in week] for week in weeks]


def day_name(day: str) -> str:
    """Return a day within its year: "22 November"."""
    return f"{int(day[8:])} {MONTHS[int(day[5:7]) - 1]}"


def day_and_year(day: str) -> str:
    """Return a day with its year: "22 November 2026"."""
    return f"{day_name(day)} {int(day[:4])}"


def month_name(day: str) -> str:
    """Return the month of a day: "November 2026"."""
    return f"{MONTHS[int(day[5:7]) - 1]} {int(day[:4])}"


def date_text(day: str, today: str) -> str:
    """Return a day, with its year if it is another one: "22 November", "22 November 2025"."""
    return day_name(day) if day[:4] == today[:4] else day_and_year(day)


def when_text(day: str, time_of_day: str, today: str) -> str:
    """Return when something was, for a list: "today 09:24", "yesterday", "22 November".

    It has at most 12 columns, so the name of a month in another year is cut: "22 Nov 2025". It is
    "" if the day is.
    """
    if not day:
        return ""
    if day == today:
        return f"today {time_of_day}"
    if day == days_later(today, -1):
        return "yesterday"
    if day[:4] == today[:4]:
        return day_name(day)
    return f"{int(day[8:])} {MONTHS[int(day[5:7]) - 1][:3]} {int(day[:4])}"
