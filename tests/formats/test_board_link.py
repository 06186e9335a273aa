"""Links to boards: a board is read back from its link, and anything else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.notation import NotationError, format_layout, parse_layout
from minesweeper.formats.board_link import format_link, is_link, parse_link
from tests.harness.boards import layouts


@given(layouts())
def test_a_board_is_read_back_from_its_link(layout: str) -> None:
    link = format_link(parse_layout(layout)).rstrip("\n")
    query = link.partition("?")[2]
    for text in (link, query, f"?{query}", f"https://example.org/#/game?x=1&{query}&c=0#top"):
        assert is_link(text)
        assert format_layout(parse_link(text)) == layout


def test_a_link_has_the_digits_of_its_definition() -> None:
    rows = ["*.......*", *["." * 9] * 3, "....*....", *["." * 9] * 4]
    link = format_link(parse_layout("\n".join(rows)))
    assert link.partition("?")[2] == "b=1&m=g2000000g00000000\n"


@pytest.mark.parametrize(
    ("code", "width", "height"),
    [("1", 9, 9), ("2", 16, 16), ("3", 30, 16), ("0816", 8, 16), ("9909", 99, 9)],
)
def test_a_size_has_its_code(code: str, width: int, height: int) -> None:
    board = parse_layout(("." * width + "\n") * height)
    assert format_link(board).partition("?b=")[2].startswith(f"{code}&m=0")
    assert parse_link(f"?b={code}") == board


@pytest.mark.parametrize(("code", "width", "height"), [("59", 5, 9), ("810", 8, 10)])
def test_a_narrow_size_may_have_fewer_digits(code: str, width: int, height: int) -> None:
    assert parse_link(f"?b={code}") == parse_layout(("." * width + "\n") * height)


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ("b=", "b is '', neither 1, 2, 3 nor a size such as 0816 for 8x16"),
        ("b=4", "b is '4', neither"),
        ("b=0009", "b is '0009', neither"),
        ("b=10010", "b is '10010', neither"),
        ("b=-1-1", "b is '-1-1', neither"),
        ("b=\uff11", r"b is '\uff11', neither"),
        ("b=0501&m=", "m has 0 digits: a board of 5x1 cells has 1"),
        ("b=0501&m=00", "m has 2 digits: a board of 5x1 cells has 1"),
        ("b=0501&m=w", "m has 'w': only 0-9 and a-v are allowed"),
        ("b=0501&m=G", "m has 'G': only"),
        ("b=0501&m=_", "m has '_': only"),
        ("b=0501&m=v", "has a mine in every cell: at least one safe cell is needed"),
        ("b=0401&m=1", "m has a mine after the last cell"),
    ],
)
def test_a_wrong_link_is_refused(query: str, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_link(query)
    assert str(caught.value).startswith(complaint)


@given(*[st.text(alphabet="b=&m?01239afgvG_ +\n", max_size=10)] * 2)
def test_any_link_is_a_board_or_refused_in_one_line(size: str, mines: str) -> None:
    try:
        complaint = format_layout(parse_link(f"b={size}&m={mines}")).replace("\n", "")
    except NotationError as error:
        complaint = str(error)
    assert complaint.isprintable()


@pytest.mark.parametrize("path", ["board.txt", "m=1", "web=1", "-", "games/a.b", "/tmp/b/m"])
def test_a_path_is_no_link(path: str) -> None:
    assert not is_link(path)


def test_a_board_too_wide_for_a_link_is_refused() -> None:
    with pytest.raises(NotationError, match="100x1 is too large for a link: at most 99 a side"):
        format_link(parse_layout("." * 100))
