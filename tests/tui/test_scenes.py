"""The language of scenes itself: what it does not know and what is not so is named."""

import pytest

from tests.harness.player import GamePlayer
from tests.harness.scenes import act, play


@pytest.mark.parametrize(
    ("scene", "complaint"),
    [
        ("entr", "neither a key nor a word of scenes: entr"),
        ("m ; = focussed 1", "nothing that scenes see: focussed"),
        ("m ; click Exper7", "nothing to click: Exper7"),
        ("on 8x8 ; m", "no board to play on: 8x8"),
    ],
)
def test_an_unknown_word_is_an_error(scene: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        play(scene)


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        ("= cursor (2,1)", "cursor is '(3,1)', not '(2,1)'"),
        ("= position #2..", "position is '#1../#111/####', not '#2..'"),
        ("= shows Won", "'Won' is not on the screen"),
        ("= hides mines left", "'mines left' is on the screen"),
        ("= status won", "status is 'playing', not 'won'"),
        ("= clock 1:0...", "clock is '0:02', not '1:0...'"),
        ("= unchanged", "something has changed"),
        ("= quits", "the answer is None"),
    ],
)
def test_what_is_not_so_is_named_with_the_line_and_the_screen(claim: str, fault: str) -> None:
    scene = f"""
        right*2 enter ; wait 2345
        enter
        {claim}
    """
    with pytest.raises(AssertionError) as caught:
        act(GamePlayer(), scene)
    first, *lines = str(caught.value).splitlines()
    assert first == fault
    assert f"> {claim}" in lines
    assert "  enter" in lines
    assert any("2 mines left" in line for line in lines)
