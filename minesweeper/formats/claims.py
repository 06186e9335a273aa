"""What replays claim, in the words of RawVF: the level, times and dates."""

import re
from datetime import date
from typing import Final

from minesweeper.engine.notation import format_seconds
from minesweeper.engine.setup import level_name
from minesweeper.play.replay import COMMON_LEVELS

NOT_CHECKED: Final = "Not_Checked"
"""The header that names what only the program that wrote the file can check."""
_EPOCH: Final = date(1970, 1, 1).toordinal()
_DAY: Final = 86_400


def size_claims(width: int, height: int, mines: int) -> dict[str, str]:
    """Return the headers of a size, with its level; elsewhere 8x8 is "beginner" as well."""
    name = level_name(width, height, mines)
    name = "beginner" if name == "classic" else name
    level = name.capitalize() if name in COMMON_LEVELS else "Custom"
    return {"Level": level, "Width": str(width), "Height": str(height), "Mines": str(mines)}


def time_claims(milliseconds: int, bbbv: int) -> dict[str, str]:
    """Return the headers of a time and a 3BV, without those that are 0: they are not known."""
    claims = {"Time": format_seconds(milliseconds)} if milliseconds else {}
    return {**claims, "BBBV": str(bbbv)} if bbbv else claims


def marks_claim(is_on: bool) -> dict[str, str]:
    """Return the header that says whether question marks were on."""
    return {"Marks": "On" if is_on else "Off"}


def parse_timestamp(text: str) -> str:
    """Return the time in a header as ISO 8601 text without a zone, or with "Z" if it is in UTC.

    Return "" if it is in none of the forms that programs and converters write: ISO 8601, possibly
    only a date, a number of seconds, milliseconds or microseconds since 1970, or
    "22.11.2013.19:43:07:6648".
    """
    if unit := _UNITS.get(len(text) * (text.isascii() and text.isdigit())):
        return utc_text(int(text) // unit)
    if match := _ISO.fullmatch(text):
        *numbers, zone = match.groups("")
        year, month, day, hour, minute, second = (int(number or 0) for number in numbers)
    elif match := _ARBITER.match(text):
        day, month, year, hour, minute, second = map(int, match.groups())
        zone = ""
    else:
        return ""
    found = local_text((year, month, day), (hour, minute, second))
    return found and found + zone


_ISO: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(Z?))?", re.ASCII
)
_ARBITER: Final = re.compile(r"(\d\d?)\.(\d\d?)\.(\d{4})\.(\d\d?):(\d\d?):(\d\d?)", re.ASCII)
# Units in a second, by the number of digits: seconds had 9 digits before September 2001.
_UNITS: Final = {9: 1, 10: 1, 13: 1000, 16: 1_000_000}


def utc_text(seconds: int) -> str:
    """Return a time in seconds since 1970 as ISO 8601 text in UTC; "" after the year 9999."""
    days, rest = divmod(seconds, _DAY)
    if not 0 <= days <= date.max.toordinal() - _EPOCH:
        return ""
    minutes, second = divmod(rest, 60)
    hour, minute = divmod(minutes, 60)
    return f"{date.fromordinal(_EPOCH + days)}T{hour:02}:{minute:02}:{second:02}Z"


def local_text(day: tuple[int, int, int], clock: tuple[int, int, int]) -> str:
    """Return a year, month and day and an hour, minute and second as ISO 8601 text without a zone.

    Return "" for a day or a time that does not exist, such as the 0th, which one program writes.
    """
    hour, minute, second = clock
    try:
        text = str(date(*day))
    except ValueError:
        return ""
    exists = hour < 24 and minute < 60 and second < 60
    return f"{text}T{hour:02}:{minute:02}:{second:02}" if exists else ""
