"""What the player prefers: where it is read, how it adds up, and how the file is changed."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.cli.options import Options, UsageError
from minesweeper.cli.parser import play_parser
from minesweeper.cli.setups import fill, given_settings, setup_of
from minesweeper.engine.notation import parse_layout
from minesweeper.engine.setup import Setup
from minesweeper.settings.config import parse_config, with_changes
from minesweeper.settings.files import lock
from minesweeper.settings.sources import State, config_path, read_settings, save
from minesweeper.settings.table import (
    BY_NAME,
    SETTINGS,
    SettingsError,
    layered,
    parse_value,
    texts_of,
)

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def asked_for(
    path: Path, *arguments: str, state: dict[str, str] | None = None, **environ: str
) -> Options:
    """The options of a command line, filled from everything else."""
    options = play_parser().options(arguments)
    remembered = {name: parse_value(name, text, "state") for name, text in (state or {}).items()}
    fill(options, read_settings(str(path), environ, remembered))
    return options


def setup_for(
    path: Path, *arguments: str, state: dict[str, str] | None = None, **environ: str
) -> Setup:
    return setup_of(asked_for(path, *arguments, state=state, **environ))


# What counts for more


def test_without_anything_set_the_classic_board_is_dealt(path: Path) -> None:
    assert setup_for(path) == Setup(8, 8, 10)


def test_the_file_is_above_what_is_remembered_and_below_environment_and_command_line(
    path: Path,
) -> None:
    remembered = {"zoom": "1", "theme": "mono"}
    assert asked_for(path, state=remembered).keys == "default"
    path.write_text('win = "flags"\nfirst = "any"\nkeys = "wasd"\n')
    assert asked_for(path, state=remembered).keys == "wasd"
    options = asked_for(path, "--win", "clear", MINESWEEPER_WIN="either", MINESWEEPER_FIRST="safe")
    assert (options.win, options.first, options.keys) == ("clear", "safe", "wasd")


def test_the_last_game_is_dealt_again_while_nothing_else_is_asked_for(path: Path) -> None:
    last = {"width": "30", "height": "16", "mines": "99", "no-guess": "true"}
    assert setup_for(path, state=last) == Setup(30, 16, 99, no_guess=True)
    assert setup_for(path, "--width", "10", state=last) == Setup(10, 8, 10)
    assert setup_for(path, "--level", "beginner", state=last) == Setup(9, 9, 10)
    assert setup_for(path, state=last, MINESWEEPER_LEVEL="beginner") == Setup(9, 9, 10)
    assert setup_for(path, "--demo", state=last) == Setup(8, 8, 10)
    path.write_text("width = 12\n")
    assert setup_for(path, state=last) == Setup(12, 8, 10)


def test_a_level_that_is_named_settles_the_whole_size(path: Path) -> None:
    path.write_text('level = "intermediate"\nmines = 50\n')
    assert setup_for(path) == Setup(16, 16, 50)
    assert setup_for(path, "--mines", "20%") == Setup(16, 16, 51)
    assert setup_for(path, "--level", "expert") == Setup(30, 16, 99)
    assert setup_for(path, MINESWEEPER_LEVEL="beginner") == Setup(9, 9, 10)
    assert setup_for(path, MINESWEEPER_WIDTH="20") == Setup(20, 16, 50)


def test_the_command_line_beats_a_setting_that_contradicts_it(path: Path) -> None:
    path.write_text("no-guess = true\n")
    assert not setup_for(path, "--first", "safe").no_guess
    path.write_text('first = "any"\n')
    assert setup_for(path, "--no-guess") == Setup(8, 8, 10, no_guess=True)
    path.write_text('on-guess = "fair"\n')
    assert setup_for(path) == Setup(8, 8, 10, win="clear", on_guess="fair")
    assert setup_for(path, "--win", "flags") == Setup(8, 8, 10, win="flags")


def test_settings_that_contradict_each_other_are_an_error_that_says_where(path: Path) -> None:
    path.write_text('no-guess = true\nfirst = "any"\n')
    with pytest.raises(UsageError, match=r"no-guess \(.*line 1\) means .* first any \(.*line 2\)"):
        setup_for(path)
    path.write_text("mines = 200\n")
    with pytest.raises(UsageError, match=r"200 mines \(.*line 1\) do not fit on 8x8"):
        setup_for(path)
    path.write_text('level = "expert"\n')
    with pytest.raises(UsageError, match=r"99 mines of level expert \(.*line 1\) do not fit"):
        setup_for(path, "--width", "3", "--height", "3")


def test_a_board_that_is_given_is_played_whatever_the_settings_say_of_dealing(path: Path) -> None:
    board = parse_layout("..*\n...\n")
    path.write_text('no-guess = true\nlevel = "expert"\n')
    assert setup_of(asked_for(path, "--board=drawn"), board) == Setup(3, 2, 1)
    options = asked_for(path, "--board=drawn", MINESWEEPER_NO_GUESS="true", MINESWEEPER_WIDTH="9")
    assert setup_of(options, board) == Setup(3, 2, 1)


def test_the_last_game_can_be_preferred_to_a_level(path: Path) -> None:
    last = {"width": "12", "height": "9", "mines": "20"}
    path.write_text('level = "last"\n')
    assert setup_for(path, state=last) == Setup(12, 9, 20)
    path.write_text('level = "expert"\n')
    assert setup_for(path, state=last, MINESWEEPER_LEVEL="last") == Setup(12, 9, 20)


@pytest.mark.parametrize("seed", ["0", "7"])
def test_a_seed_means_the_same_board_to_everybody_whatever_was_played_last(
    path: Path, seed: str
) -> None:
    last = {"width": "30", "height": "16", "mines": "99", "no-guess": "true"}
    assert setup_for(path, "--seed", seed, state=last) == Setup(8, 8, 10)
    path.write_text('level = "last"\n')
    assert setup_for(path, "--seed", seed, state=last) == Setup(8, 8, 10)
    path.write_text('level = "intermediate"\nno-guess = true\n')
    assert setup_for(path, "--seed", seed, state=last) == Setup(16, 16, 40, no_guess=True)


# What is wrong


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('\n\ntheme = "drak"', "line 3: theme: 'drak' is not one of auto, dark, light"),
        ("width = 0", "line 1: width: '0' is not a number from 1 to 10000"),
        ("mouse = 1", "line 1: mouse: '1' is neither true nor false"),
        ("first = [1]", "line 1: first: a text, a number, or true or false is expected"),
        ("# fine\nwin = ", "line 2: Invalid value"),
        ("bind = 3", "line 1: bind: a table of actions is expected"),
        ("[bind]\nhint = 3", 'line 2: hint: a key like "x" is expected'),
        ('"theme" = "x"', "line 1: theme"),
        (f"width = {'1' * 5000}", "digits"),
        (f"width = 0x{'f' * 5000}", "line 1: width"),
    ],
)
def test_a_wrong_file_is_told_by_name_and_line_and_stays_as_it_is(
    path: Path, text: str, says: str
) -> None:
    path.write_text(text)
    with pytest.raises(SettingsError) as error:
        read_settings(str(path), {}, {})
    assert str(error.value).startswith(str(path))
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert path.read_text() == text


def test_a_setting_of_the_same_name_in_another_table_is_not_blamed() -> None:
    with pytest.raises(SettingsError, match="line 1: theme"):
        parse_config("c", 'theme = "x"\n[bind]\ntheme = "t"\n')


def test_unknown_names_are_a_warning_with_the_first_of_their_lines() -> None:
    said = parse_config("c", 'win = "flags"\ncolour = 1\nsound = true\n')
    assert said.warning == "c, line 2: not a setting: 'colour', 'sound'"
    assert said.values["win"].parsed == "flags"


def test_of_many_unknown_names_five_are_told_and_none_at_full_length() -> None:
    many = "".join(f"n{number} = 1\n" for number in range(20_000))
    said = parse_config("c", many)
    assert said.warning == ("c, line 1: not a setting: 'n0', 'n1', 'n2', 'n3', 'n4' and 19995 more")
    assert len(parse_config("c", f"{'x' * 900_000} = 1\n").warning) < 100


# Each is about as large as a file may be, and once took minutes or hours.
LARGE = {
    "actions": "[bind]\n" + "".join(f"a{number} = 'x'\n" for number in range(70_000)),
    "parts of a name": "a." * 500_000 + "a = 1",
    "parts of a table's name": f"[{'a.' * 250_000}a]\n" + "b = 1\nc = 1\n" * 40_000,
    "quoted parts in an inline table": "x = {" + "''." * 300_000 + "a = 1}",
    "lines of some parts": "".join(f"a{'.a' * 15}{number} = 1\n" for number in range(20_000)),
    "brackets": "a = " + "[" * 1_000_000,
    "spaces": " " * 1_000_000,
    "quotes": '"' * 1_000_000,
}


@pytest.mark.parametrize("what", LARGE)
def test_a_large_file_is_read_in_time_that_grows_with_its_size_only(what: str) -> None:
    started = process_time()
    try:
        said = parse_config("c", LARGE[what]).warning
    except SettingsError as error:
        said = str(error)
    assert process_time() - started < 20
    assert len(said) < 200


def test_what_is_wrong_in_a_value_is_told_in_a_short_line(path: Path) -> None:
    path.write_text(f'theme = "{"x" * 900_000}"\n')
    with pytest.raises(SettingsError, match=r"line 1: theme: 'x{40}\.\.\.' is not one of auto"):
        read_settings(str(path), {}, {})


def test_a_file_of_more_than_a_megabyte_is_refused(path: Path) -> None:
    path.write_text("#" * 2**20)
    read_settings(str(path), {}, {})
    path.write_text("#" * (2**20 + 1))
    with pytest.raises(SettingsError, match="longer than 1048576 bytes"):
        read_settings(str(path), {}, {})


def test_a_file_that_is_no_text_or_cannot_be_read_is_an_error(path: Path) -> None:
    path.write_bytes(b"win = '\xff'")
    with pytest.raises(SettingsError, match="not UTF-8"):
        read_settings(str(path), {}, {})
    path.unlink()
    path.mkdir()
    with pytest.raises(SettingsError, match="directory"):
        read_settings(str(path), {}, {})


def test_a_wrong_variable_is_told_by_its_name(path: Path) -> None:
    with pytest.raises(
        SettingsError, match=r"^MINESWEEPER_QUESTION_MARKS: question-marks: 'maybe'"
    ):
        read_settings(str(path), {"MINESWEEPER_QUESTION_MARKS": "maybe"}, {})
    assert not read_settings(str(path), {"MINESWEEPER_WIN": ""}, {}).values


# Changing the file


def test_comments_order_and_everything_else_stay_when_a_value_is_changed(path: Path) -> None:
    path.write_text('# mine\ntheme = "dark"   # at night\n\n[bind]\nhint = "H"  # hm\n')
    save(str(path), {"theme": "light", "mouse": "false", "width": "12", "mines": "20%"})
    assert path.read_text() == (
        '# mine\ntheme = "light"   # at night\nmouse = false\nwidth = 12\nmines = "20%"\n'
        '\n[bind]\nhint = "H"  # hm\n'
    )


def test_a_file_with_tables_only_gets_its_settings_before_them(path: Path) -> None:
    path.write_text('# keys\n[bind]\nhint = "H"\n')
    save(str(path), {"win": "flags"})
    assert path.read_text() == 'win = "flags"\n# keys\n[bind]\nhint = "H"\n'


def test_the_file_and_its_directory_are_made_where_there_are_none(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    save(str(path), {"theme": "mono"})
    assert path.read_text() == 'theme = "mono"\n'
    assert sorted(os.listdir(path.parent)) == ["config.toml", "settings.lock"]


def test_line_ends_and_the_mark_of_windows_stay(path: Path) -> None:
    path.write_bytes(b'\xef\xbb\xbftheme = "dark"\r\n')
    save(str(path), {"theme": "light", "zoom": "1"})
    assert path.read_bytes() == b'\xef\xbb\xbftheme = "light"\r\nzoom = 1\r\n'


def test_what_a_change_contradicts_in_the_file_changes_with_it(path: Path) -> None:
    path.write_text('on-guess = "fair"\nno-guess = true\n')
    save(str(path), {"win": "flags", "first": "any"})
    assert path.read_text() == (
        'on-guess = "luck"\nno-guess = false\nwin = "flags"\nfirst = "any"\n'
    )


def test_a_level_turns_the_sizes_beside_it_into_comments(path: Path) -> None:
    path.write_text("width = 20  # wide\nheight = 10\nmouse = false\n")
    save(str(path), {"level": "expert"})
    assert path.read_text() == (
        '# width = 20  # wide\n# height = 10\nmouse = false\nlevel = "expert"\n'
    )
    assert setup_for(path) == Setup(30, 16, 99)


def test_the_first_setting_stands_below_the_comment_of_the_file(path: Path) -> None:
    path.write_text("# how I play\n# since 1992\n\n[bind]\n")
    save(str(path), {"win": "flags"})
    assert path.read_text() == '# how I play\n# since 1992\nwin = "flags"\n\n[bind]\n'


def test_a_file_keeps_its_permissions(path: Path) -> None:
    path.write_text("")
    path.chmod(0o600)
    save(str(path), {"win": "flags"})
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "dotfiles.toml", tmp_path / "config.toml"
    target.write_text('win = "clear"\n')
    link.symlink_to(target)
    save(str(link), {"win": "flags"})
    assert link.is_symlink()
    assert target.read_text() == 'win = "flags"\n'


def test_an_unusual_file_is_left_alone_and_the_player_told_what_to_write(path: Path) -> None:
    text = 'theme = """\ndark"""\n'
    path.write_text(text)
    with pytest.raises(SettingsError, match='left alone: set theme = "light" by hand'):
        save(str(path), {"theme": "light"})
    assert path.read_text() == text


def test_a_wrong_file_is_not_changed(path: Path) -> None:
    path.write_text("theme = \n")
    with pytest.raises(SettingsError):
        save(str(path), {"win": "flags"})
    assert path.read_text() == "theme = \n"


@pytest.fixture
def held_elsewhere(tmp_path: Path) -> Iterator[None]:
    """Another copy of the program is changing settings, and does not come to an end."""
    with open(tmp_path / "settings.lock", "wb") as file:
        assert lock(file.fileno())
        yield


@pytest.mark.usefixtures("held_elsewhere")
def test_a_copy_that_does_not_let_go_of_the_file_is_told_and_nothing_changed(path: Path) -> None:
    path.write_text('win = "clear"\n')
    with pytest.raises(SettingsError, match="another copy holds "):
        save(str(path), {"win": "flags"})
    assert path.read_text() == 'win = "clear"\n'


@pytest.mark.usefixtures("held_elsewhere")
def test_what_the_game_remembers_does_not_wait_for_ever_nor_write_over_another_copy(
    tmp_path: Path,
) -> None:
    state = State(str(tmp_path))
    since = time.monotonic()
    state.remember({"theme": "light"})
    assert time.monotonic() - since < 3
    assert texts_of(state.values) == {"theme": "light"}
    assert texts_of(State(str(tmp_path)).values) == {}


@pytest.mark.parametrize("name", ["config.toml", "state"])
def test_what_a_killed_copy_left_of_its_writing_is_cleared_up(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.new").write_text("hal")
    if name == "state":
        State(str(tmp_path)).remember({"theme": "light"})
    else:
        save(str(tmp_path / name), {"theme": "light"})
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted([name, "settings.lock"])


@posix_only
def test_what_the_game_remembers_becomes_the_players_alone_even_where_it_stays_the_same(
    tmp_path: Path,
) -> None:
    State(str(tmp_path)).remember({"theme": "light"})
    (tmp_path / "state").chmod(0o644)
    (tmp_path / "settings.lock").chmod(0o644)
    State(str(tmp_path)).remember({"theme": "light"})
    assert (tmp_path / "state").stat().st_mode & 0o777 == 0o600
    State(str(tmp_path)).remember({"theme": "dark"})
    assert (tmp_path / "settings.lock").stat().st_mode & 0o777 == 0o600


names_and_texts = st.dictionaries(
    st.sampled_from([setting for setting in SETTINGS if setting.choices]),
    st.integers(0, 5),
    max_size=6,
).map(lambda chosen: {s.name: s.choices[at % len(s.choices)] for s, at in chosen.items()})
noise = st.sampled_from(["", "# a comment", "   ", "#theme = 1"])


@given(names_and_texts, names_and_texts, st.lists(noise, max_size=4), st.booleans())
def test_what_is_saved_is_what_is_read(
    before: dict[str, str], changes: dict[str, str], comments: list[str], table: bool
) -> None:
    text = "\n".join([*comments, '[bind]\nhint = "H"\n' if table else ""])
    written = with_changes("c", with_changes("c", text, before), changes)
    said = {name: value.text for name, value in parse_config("c", written).values.items()}
    assert said == before | changes
    assert [line for line in comments if line in written.split("\n")] == comments


def test_the_options_that_are_saved_are_those_that_were_given() -> None:
    options = play_parser().options(["--mines", "20%", "--no-mouse", "--level", "expert"])
    assert given_settings(options) == {"level": "expert", "mines": "20%", "mouse": "false"}


# What the game remembers

LAST_GAME = {"width": "9", "height": "5", "mines": "7", "no-guess": "false"}


def test_what_is_remembered_is_there_the_next_time(tmp_path: Path) -> None:
    state = State(str(tmp_path))
    assert state.values == {}
    state.remember({"theme": "light", "zoom": "1"})
    state.remember({"theme": "mono"})
    again = State(str(tmp_path))
    assert {name: value.parsed for name, value in again.values.items()} == {
        "theme": "mono",
        "zoom": 1,
    }


def test_two_copies_do_not_forget_for_each_other(tmp_path: Path) -> None:
    one, other = State(str(tmp_path)), State(str(tmp_path))
    one.remember({"theme": "light"})
    other.remember({"zoom": "1"})
    assert texts_of(State(str(tmp_path)).values) == {"theme": "light", "zoom": "1"}


def test_whatever_is_wrong_in_the_state_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("theme = drak\nzoom = 1\nno such thing\ncolour = 3\n")
    assert list(State(str(tmp_path)).values) == ["zoom"]
    (tmp_path / "state").write_bytes(b"\xff\xfe")
    assert State(str(tmp_path)).values == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"mines": "99"},
        {"width": "10000", "height": "10000"},
        {"width": "200", "height": "200", "no-guess": "true"},
    ],
)
def test_a_last_game_that_cannot_be_dealt_is_forgotten(
    tmp_path: Path, wrong: dict[str, str]
) -> None:
    State(str(tmp_path)).remember({"zoom": "1", **LAST_GAME})
    assert texts_of(State(str(tmp_path)).values) == {"zoom": "1", **LAST_GAME}
    lines = {"zoom": "1", **LAST_GAME, **wrong}
    (tmp_path / "state").write_text("".join(f"{name} = {lines[name]}\n" for name in lines))
    assert list(State(str(tmp_path)).values) == ["zoom"]


def test_the_last_game_gives_way_to_what_the_player_prefers(path: Path) -> None:
    last = {"width": "9", "height": "5", "mines": "7", "no-guess": "true"}
    path.write_text('first = "safe"\n')
    assert setup_for(path, state=last) == Setup(9, 5, 7, first="safe")
    assert setup_for(path, state=last, MINESWEEPER_FIRST="any") == Setup(9, 5, 7, first="any")


def test_a_disk_that_takes_nothing_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    state = State(str(tmp_path / "file"))
    state.remember({"zoom": "1"})
    assert state.values["zoom"].parsed == 1


# Where it is kept


def test_each_platform_has_its_place_for_settings() -> None:
    assert config_path({}, "linux", "/home/a") == "/home/a/.config/minesweeper/config.toml"
    environ = {"XDG_CONFIG_HOME": "/c"}
    assert config_path(environ, "darwin", "/home/a") == "/c/minesweeper/config.toml"
    environ = {"XDG_CONFIG_HOME": "relative"}
    assert config_path(environ, "linux", "/h") == "/h/.config/minesweeper/config.toml"
    assert "Roaming" in config_path({"APPDATA": r"C:\Roaming"}, "win32", r"C:\Users\a")
    assert config_path({"MINESWEEPER_HOME": "/m"}, "linux", "/h") == "/m/config.toml"


def test_every_default_is_a_value_that_can_be_set() -> None:
    for setting in SETTINGS:
        for text in setting.choices:
            assert parse_value(setting.name, text, "here").text == text


def test_layers_lie_on_top_of_each_other() -> None:
    low = {"win": parse_value("win", "clear", "low"), "width": parse_value("width", "5", "low")}
    high = {"level": parse_value("level", "expert", "high")}
    assert layered(low, high) == {"win": low["win"], "level": high["level"]}
    assert BY_NAME["question-marks"].variable == "MINESWEEPER_QUESTION_MARKS"
