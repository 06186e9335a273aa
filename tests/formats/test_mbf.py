"""MBF: a board is read back from its bytes, and anything else is refused."""

from itertools import product

import pytest
from hypothesis import given

from minesweeper.engine.notation import NotationError, format_layout, parse_layout
from minesweeper.formats.mbf import format_mbf, is_mbf, parse_mbf
from tests.harness.boards import layouts


@given(layouts())
def test_an_mbf_file_is_read_back(layout: str) -> None:
    data = format_mbf(parse_layout(layout))
    assert is_mbf(data)
    assert format_layout(parse_mbf(data)) == layout


def test_no_picture_passes_for_mbf() -> None:
    for start in map(bytes, product(b"*.\r\n", repeat=4)):
        length = 4 + 2 * int.from_bytes(start[2:], "big")
        assert not is_mbf(start.ljust(length, b"."))


def test_an_mbf_file_has_the_bytes_of_its_definition() -> None:
    rows = ["*.......*", *["." * 9] * 3, "....*....", *["." * 9] * 4]
    data = bytes.fromhex("09 09 00 03 00 00 08 00 04 04")
    assert format_mbf(parse_layout("\n".join(rows))) == data


@pytest.mark.parametrize(
    "data",
    [
        "",
        "09",
        "09 09 00",
        "00 09 00 00",
        "02 02 00 01",
        "02 02 00 01 02 00",
        "02 02 00 01 00 02",
        "02 02 00 02 00 00 00 00",
        "02 02 00 01 00 00 00",
        "01 01 00 01 00 00",
    ],
)
def test_what_is_no_mbf_is_refused(data: str) -> None:
    with pytest.raises(NotationError):
        parse_mbf(bytes.fromhex(data))


def test_a_board_too_wide_for_mbf_is_refused() -> None:
    with pytest.raises(NotationError, match="256x1 is too large for MBF"):
        format_mbf(parse_layout("." * 256))
