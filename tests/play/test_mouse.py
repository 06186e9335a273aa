"""The path of a mouse: its word in a journal, and where the mouse was at any time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.notation import NotationError
from minesweeper.play.journal import MAX_EVENTS
from minesweeper.play.mouse import (
    MOUSE_EVENTS,
    MouseEvent,
    MousePath,
    PointerState,
    format_mouse,
    parse_mouse,
)

PATH = (
    MouseEvent(-300, "mv", 8, 8),
    MouseEvent(0, "lc", 24, 8),
    MouseEvent(40, "rc", 24, 9),
    MouseEvent(90, "lr", 40, 40),
    MouseEvent(95, "rr", 40, 40),
    MouseEvent(200, "mc", -1, 40),
    MouseEvent(210, "mr", -1, 40),
    MouseEvent(300, "sc", 15, 16),
    MouseEvent(310, "lr", 15, 16),
)

events = st.builds(
    MouseEvent,
    st.integers(-(10**9), 10**9),
    st.sampled_from(MOUSE_EVENTS),
    st.integers(-100_000, 200_000),
    st.integers(-100_000, 200_000),
)


def test_a_path_is_one_word_of_differences() -> None:
    assert format_mouse(PATH[:3]) == "mv-300,8,8;lc300,16,0;rc40,0,1"


@given(st.lists(events, min_size=1))
def test_a_path_is_read_back_from_its_word(path: list[MouseEvent]) -> None:
    word = format_mouse(path)
    assert parse_mouse(word) == path
    assert " " not in word


@pytest.mark.parametrize("part", ["", "mv1,2", "xx1,2,3", "mv1,2,3,4", "mv1,2,3x", "lm0,0,0"])
def test_a_damaged_word_is_refused_with_its_wrong_event(part: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_mouse(f"mv-300,8,8;{part}")
    assert str(caught.value) == f"{part!a} is not an event of a mouse"


def test_more_events_than_any_replay_has_are_refused_before_they_are_read() -> None:
    with pytest.raises(NotationError, match="the mouse has 2,000,001 events: at most 2,000,000"):
        parse_mouse("mv0,0,0;" * MAX_EVENTS + "mv0,0,0")


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        (-301, None),
        (-300, ((1, 1), "")),
        (-1, ((1, 1), "")),
        (0, ((2, 1), "cell")),
        (89, ((2, 1), "around")),
        (90, ((3, 3), "")),
        (95, ((3, 3), "")),
        (205, ((0, 3), "around")),
        (300, ((1, 2), "around")),
        (9_999, ((1, 2), "")),
    ],
)
def test_the_mouse_is_where_its_last_event_was_with_the_buttons_that_are_pressed(
    time: int, expected: tuple[tuple[int, int], str] | None
) -> None:
    state = MousePath(PATH).at(time)
    if expected is None:
        assert state is None
        return
    place, pressed = expected
    assert state == PointerState(place, bool(pressed), pressed == "around")


def test_the_next_event_is_the_first_one_later() -> None:
    path = MousePath(PATH)
    assert [path.next_event(time) for time in (-301, -300, 94, 310)] == [-300, 0, 95, None]


def test_without_a_path_the_mouse_is_nowhere() -> None:
    path = MousePath(())
    assert (path.at(0), path.next_event(0)) == (None, None)
