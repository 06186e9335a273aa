"""The keys that the player prefers."""

import pytest

from minesweeper.settings.table import Binding, SettingsError
from minesweeper.tui.keys import ROWS, Row, action_of, bound_rows
from minesweeper.tui.widgets.footer import words_that_fit
from minesweeper.tui.widgets.frame import LEAST_FOOTER
from tests.harness.player import GamePlayer, width


def actions(scheme: str = "default", **own: tuple[str, ...]) -> dict[str, str]:
    bindings = {name.replace("_", "-"): Binding(keys, "here") for name, keys in own.items()}
    return action_of(bound_rows(scheme, bindings))


def test_without_wishes_the_keys_are_those_of_the_table() -> None:
    assert bound_rows("default", {}) == ROWS


def test_wasd_moves_and_the_letters_that_it_takes_are_made_up_for() -> None:
    keys = actions("wasd")
    assert [keys[key] for key in "wasdWASD"] == ["up", "left", "down", "right"] * 2
    assert (keys["v"], keys["b"]) == ("odds", "records")
    assert (keys["up"], keys["k"], keys["8"]) == ("up", "up", "up")


def test_own_keys_stand_in_place_of_those_of_the_table() -> None:
    keys = actions(hint=("?", "ctrl-t"), help=("tab",), flag=("space", "F"))
    assert (keys["?"], keys["ctrl-t"], keys["ctrl-i"]) == ("hint", "hint", "help")
    assert "i" not in keys
    assert (keys[" "], keys["F"], keys.get("f")) == ("flag", "flag", None)


def test_a_capital_is_asked_for_by_who_wants_no_slip_to_do_it() -> None:
    keys = actions(quit=("Q",))
    assert (keys["Q"], keys.get("q")) == ("quit", None)


def test_a_letter_in_both_cases_may_do_two_things() -> None:
    keys = actions(hint=("H",))
    assert (keys["h"], keys["H"]) == ("left", "hint")


def test_an_action_may_have_no_key_but_the_way_out_stays() -> None:
    keys = actions(hint=(), quit=())
    assert "hint" not in keys.values()
    assert keys["ctrl-c"] == "quit"


@pytest.mark.parametrize(
    ("scheme", "own", "says"),
    [
        ("default", {"hint": ("x",)}, "here: x would be both hint and check-flags"),
        ("default", {"hint": ("u",), "odds": ("u",)}, "u would be both"),
        ("wasd", {"hint": ("w",)}, "w would be both up and hint"),
        ("default", {"hint": ("space",)}, "space would be both"),
        ("default", {"move-left": ("j",)}, "unknown action 'move-left': the nearest are "),
        ("default", {"hint": ("ctrl-c",)}, "'ctrl-c' cannot be bound"),
        ("default", {"hint": ("escape",)}, "'escape' cannot be bound"),
        ("default", {"hint": ("xy",)}, "'xy' cannot be bound"),
        ("default", {"hint": ("",)}, "'' cannot be bound"),
        ("default", {"repaint": ("x",)}, "unknown action 'repaint'"),
    ],
)
def test_wishes_that_cannot_be_are_told_with_their_place(
    scheme: str, own: dict[str, tuple[str, ...]], says: str
) -> None:
    with pytest.raises(SettingsError) as error:
        actions(scheme, **own)
    assert says in str(error.value)
    assert str(error.value).startswith("here: ")
    assert len(str(error.value)) <= 120


# Keys of two columns


WIDE = {"reveal": "開", "flag": "旗", "help": "助", "quit": "終", "new": "新", "hint": "教"}


def wide_rows() -> tuple[Row, ...]:
    return bound_rows("default", {name: Binding((key,), "here") for name, key in WIDE.items()})


@pytest.mark.parametrize("columns", range(16, 81))
def test_the_line_of_keys_fits_where_the_keys_are_wide_characters(columns: int) -> None:
    player = GamePlayer(size=(columns, 24), keymap=wide_rows())
    keys = player.lines[-1] or next(line for line in reversed(player.lines) if line)
    assert keys.split()[:2] == ["開", "reveal"]
    words = words_that_fit(player.screen.key_words(), min(columns, LEAST_FOOTER))
    assert width(keys.strip()) <= columns
    assert keys.split() == " ".join(word.text for word in words).split()


def test_as_many_wide_keys_are_named_as_fit() -> None:
    line = "開 reveal   旗 flag   教 hint   助 help   終 quit"
    assert width(line) == 49
    assert GamePlayer(size=(49, 24), keymap=wide_rows()).lines[-8] == line
    shorter = "開 reveal   旗 flag   助 help   終 quit"
    assert GamePlayer(size=(48, 24), keymap=wide_rows()).lines[-8].strip() == shorter
    narrow = shorter.replace("   ", "  ")
    narrowest = GamePlayer(size=(width(narrow), 24), keymap=wide_rows())
    assert narrowest.lines[-8] == narrow


def test_lessons_with_wide_keys_are_given_where_they_fit() -> None:
    lesson = "Try 教 for a hint, m a menu, 助 all keys"
    for columns in (width(lesson), width(lesson) - 1):
        player = GamePlayer(size=(columns, 24), keymap=wide_rows(), first_time=True)
        assert player.shows(lesson) == (columns == width(lesson))
