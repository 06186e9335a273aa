"""The keys that the player prefers."""

import re
from itertools import cycle, product
from random import Random

import pytest

from minesweeper.settings.table import Binding, SettingsError
from minesweeper.tui.keys import KEYMAPS, ROWS, action_of, bound_rows, keys_text
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


# The player's keys beside those that they have by default

SCHEMES = sorted(KEYMAPS)
BINDABLE = [action for row in ROWS for action in row.actions if action != "repaint"]
KEYS = sorted({key for scheme in SCHEMES for key in actions(scheme)} - {"ctrl-c", "ctrl-l"})


def written(key: str) -> str:
    """A key as config.toml names it."""
    return {" ": "space", "ctrl-i": "tab"}.get(key, key)


@pytest.mark.samples(200, 2_000)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_each_action_may_have_each_key_and_no_other_action_loses_another_key(
    scheme: str, count: int
) -> None:
    before = actions(scheme)
    pairs = [*zip(KEYS, cycle(BINDABLE)), *Random(7).sample([*product(KEYS, BINDABLE)], count)]
    for key, action in pairs:
        after = actions(scheme, **{action: (written(key),)})
        assert after[key] == action
        changed = {other for other in {*before, *after} if before.get(other) != after.get(other)}
        assert {before.get(other) for other in changed} <= {action, before.get(key), None}
        assert {other for other in changed if before.get(other) != action} <= {key, key.upper()}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_keymap_gives_a_key_to_two_actions(scheme: str) -> None:
    bound = [key for row in bound_rows(scheme, {}) for keys in row.actions.values() for key in keys]
    assert len(bound) == len(set(bound))


def test_a_players_own_key_is_taken_from_the_action_that_has_it() -> None:
    keys = actions(up=("i",), new=("f",))
    assert [keys[key] for key in "iIfF"] == ["up", "up", "new", "new"]
    assert "hint" not in keys.values()
    assert keys[" "] == "flag"


def test_a_small_letter_of_ones_own_leaves_a_capital_that_means_something_else() -> None:
    keys = actions(hint=("g",))
    assert (keys["g"], keys["G"]) == ("hint", "bottom")
    keys = actions(hint=("G",))
    assert (keys["g"], keys["G"]) == ("top", "hint")
    assert "bottom" not in keys.values()


def test_a_key_that_is_named_twice_is_one() -> None:
    [row] = [row for row in bound_rows("default", bound(hint=("v", "v"))) if "hint" in row.actions]
    assert keys_text(row) == "v"


def bound(**own: tuple[str, ...]) -> dict[str, Binding]:
    return {
        action: Binding(keys, f"config.toml, line {line}")
        for line, (action, keys) in enumerate(own.items(), 2)
    }


@pytest.mark.parametrize(
    ("scheme", "own", "says"),
    [
        ("default", {"hint": ("u",), "odds": ("u",)}, "line 3: u would be both hint (line 2) and"),
        ("wasd", {"up": ("space",), "hint": ("w", "space")}, "line 3: space would be both up (l"),
        ("default", {"hnt": ("j",)}, "line 2: unknown action 'hnt': did you mean hint?"),
        ("default", {"xyzzy": ("j",)}, "line 2: unknown action 'xyzzy'"),
        ("default", {"hint": ("ctrl-c",)}, "'ctrl-c' cannot be bound"),
        ("default", {"hint": ("escape",)}, "'escape' cannot be bound"),
        ("default", {"hint": ("xy",)}, "'xy' cannot be bound"),
        ("default", {"hint": ("",)}, "'' cannot be bound"),
        ("default", {"repaint": ("x",)}, "unknown action 'repaint'"),
    ],
)
def test_wrong_bindings_are_errors_that_name_file_and_line(
    scheme: str, own: dict[str, tuple[str, ...]], says: str
) -> None:
    with pytest.raises(SettingsError) as error:
        bound_rows(scheme, bound(**own))
    assert says in str(error.value)
    assert re.match(r"config\.toml, line \d: .{,110}$", str(error.value))


# The keys in force on the screen


def with_keys(**own: tuple[str, ...]) -> GamePlayer:
    """A player at a game with keys of their own."""
    return GamePlayer(None, keymap=bound_rows("default", bound(**own)))


def test_the_screen_names_no_key_for_an_action_that_has_none() -> None:
    player = with_keys(up=("i",), new=("u",))
    player.press("$", "enter")
    assert player.shows("Space flag")
    for word in ("hint", "undo", "redo"):
        assert not player.shows(word)
    player.press("u")
    assert player.message == ""  # no key returns
    player.press("?")
    helped = "\n".join(player.lines)
    assert re.search(r" u +new board", helped)
    assert not re.search("take back|hint:", helped)
    player.press("page-down")
    assert re.search(r" y +redo ", "\n".join(player.lines))


@pytest.mark.parametrize(
    ("own", "word", "key"),
    [({"hint": ("p",)}, "Enter go on", "enter"), ({"pause": ("v",)}, "v go on", "v")],
)
def test_a_pause_names_a_key_that_ends_it(
    own: dict[str, tuple[str, ...]], word: str, key: str
) -> None:
    player = with_keys(**own)
    player.press("$", "enter")
    player.session.pause(player.now)
    assert player.main == word
    player.press(key)
    assert not player.session.paused


def test_who_moves_by_other_keys_finds_the_way_through_a_page_by_the_arrows_all_the_same() -> None:
    player = with_keys(up=("w",), down=("s",), hint=("down",))
    player.press("m", "down", "s", "down", "w", "up")
    assert player.focused.startswith("2 Beginner")


# Keys of two columns


WIDE = {"reveal": "開", "flag": "旗", "help": "助", "quit": "終", "new": "新", "hint": "教"}


@pytest.mark.parametrize("columns", range(30, 84, 3))
def test_the_key_line_fits_where_the_keys_are_wide_characters(columns: int) -> None:
    keymap = bound_rows("default", {name: Binding((key,), "here") for name, key in WIDE.items()})
    player = GamePlayer(size=(columns, 24), keymap=keymap)
    [line] = [line for line in player.lines if "開" in line]
    words = [f"{word.key_text} {word.text}" for word in player.side.more]
    named = [word for word in words if word in line]
    assert named[0] == "開 reveal"
    assert line.split() == " ".join(named).split()
    assert width(line) <= columns - 1
