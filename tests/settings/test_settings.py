"""What the player prefers: where it is read, how it adds up, and what the game saves."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from minesweeper.cli.parser import all_options, command_line, play_parser
from minesweeper.engine.notation import parse_layout
from minesweeper.engine.setup import Setup
from minesweeper.settings.config_file import parse_config, read_config
from minesweeper.settings.live_settings import LiveSettings
from minesweeper.settings.paths import config_path, data_directory
from minesweeper.settings.resolve import resolve, setup_of
from minesweeper.settings.safe_files import lock
from minesweeper.settings.saved_settings import SavedSettings, texts_of
from minesweeper.settings.sources import read_environment, read_sources
from minesweeper.settings.table import (
    ANY_NUMBER,
    Option,
    Settings,
    SettingsError,
    option_table,
    parse_value,
    text_of,
)

OPTIONS = all_options()
SETTINGS = {name: option for name, option in OPTIONS.items() if option.label}

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def asked_for(path: Path, *arguments: str, **environ: str) -> Settings:
    """What a command line asks for, with everything else below it."""
    said = command_line(play_parser().parse(arguments))
    return resolve(
        said, read_sources(SavedSettings(str(path.parent), OPTIONS), str(path), environ, OPTIONS)
    )


def setup_for(path: Path, *arguments: str, **environ: str) -> Setup:
    return setup_of(asked_for(path, *arguments, **environ))


def saved(path: Path, **texts: str) -> None:
    named = {name.replace("_", "-"): text for name, text in texts.items()}
    values = {name: OPTIONS[name].parse(text) for name, text in named.items()}
    SavedSettings(str(path.parent), OPTIONS).save(values)


def played(path: Path, setup: Setup) -> None:
    SavedSettings(str(path.parent), OPTIONS).remember(setup)


# What counts for more


def test_without_anything_set_the_classic_board_is_dealt(path: Path) -> None:
    assert setup_for(path) == Setup(8, 8, 10)


def test_the_file_is_above_what_is_saved_and_below_environment_and_command_line(
    path: Path,
) -> None:
    saved(path, zoom="1", keys="wasd", win="clear")
    assert asked_for(path).keys == "wasd"
    path.write_text('win = "flags"\nfirst = "any"\nkeys = "default"\n')
    assert asked_for(path).keys == "default"
    options = asked_for(path, "--win", "clear", MINESWEEPER_WIN="either", MINESWEEPER_FIRST="safe")
    assert (options.win, options.first, options.keys) == ("clear", "safe", "default")
    assert (options.zoom, options.theme) == ("1", "auto")


def test_the_minutes_of_an_idle_pause_are_set_anywhere(path: Path) -> None:
    assert asked_for(path).idle_pause == 5
    path.write_text("idle-pause = 0\n")
    assert asked_for(path).idle_pause == 0
    assert asked_for(path, MINESWEEPER_IDLE_PAUSE="7").idle_pause == 7
    assert asked_for(path, "--idle-pause", "1440", MINESWEEPER_IDLE_PAUSE="7").idle_pause == 1440


@pytest.mark.parametrize("game", ["--daily", "--resume"])
@pytest.mark.parametrize(
    "other",
    [
        *("--width=9", "--height=9", "--mines=9", "--first=any", "--win=clear"),
        *("--no-guess", "--on-guess=fair", "--question-marks", "--seed=0", "--board=drawn"),
    ],
)
def test_a_game_that_is_named_has_a_size_rules_and_a_layout_of_its_own(
    path: Path, game: str, other: str
) -> None:
    with pytest.raises(SettingsError, match=" cannot be used with "):
        asked_for(path, game, other)


@pytest.mark.parametrize("text", ["-1", "1.5", "soon", "1441"])
def test_an_idle_pause_is_a_number_of_minutes(path: Path, text: str) -> None:
    with pytest.raises(SettingsError, match="is not a number from 0 to 1440"):
        asked_for(path, MINESWEEPER_IDLE_PAUSE=text)


def test_the_last_game_is_dealt_again_while_nothing_else_is_asked_for(path: Path) -> None:
    played(path, Setup(30, 16, 99, no_guess=True))
    assert setup_for(path) == Setup(30, 16, 99, no_guess=True)
    assert setup_for(path, "--width", "10") == Setup(10, 8, 10)
    assert setup_for(path, "--level", "beginner") == Setup(9, 9, 10)
    assert setup_for(path, "--level", "last") == Setup(30, 16, 99, no_guess=True)
    assert setup_for(path, MINESWEEPER_LEVEL="beginner") == Setup(9, 9, 10)
    assert setup_for(path, "--demo") == Setup(8, 8, 10)
    path.write_text("width = 12\n")
    assert setup_for(path) == Setup(12, 8, 10)


def test_a_size_that_is_saved_is_dealt_whatever_was_played_last(path: Path) -> None:
    played(path, Setup(30, 16, 99, no_guess=True))
    saved(path, width="12", mines="20%")
    assert setup_for(path) == Setup(12, 8, 19)
    saved(path, level="expert")
    assert setup_for(path) == Setup(30, 16, 99)
    saved(path, level="last")
    assert setup_for(path) == Setup(30, 16, 99, no_guess=True)


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
    with pytest.raises(SettingsError, match=r"no-guess \(.*line 1\) needs .* any \(.*line 2\)"):
        setup_for(path)
    path.write_text("mines = 200\n")
    with pytest.raises(SettingsError, match=r"200 mines \(.*line 1\) do not fit on 8x8"):
        setup_for(path)
    path.write_text('level = "expert"\n')
    with pytest.raises(SettingsError, match=r"99 mines of level expert \(.*line 1\) do not fit"):
        setup_for(path, "--width", "3", "--height", "3")


def test_a_board_that_is_given_is_played_whatever_the_settings_say_of_dealing(path: Path) -> None:
    board = parse_layout("..*\n...\n")
    path.write_text('no-guess = true\nlevel = "expert"\n')
    assert setup_of(asked_for(path, "--board=drawn"), board) == Setup(3, 2, 1)
    options = asked_for(path, "--board=drawn", MINESWEEPER_NO_GUESS="true", MINESWEEPER_WIDTH="9")
    assert setup_of(options, board) == Setup(3, 2, 1)


def test_the_last_game_can_be_preferred_to_a_level(path: Path) -> None:
    played(path, Setup(12, 9, 20))
    path.write_text('level = "last"\n')
    assert setup_for(path) == Setup(12, 9, 20)
    path.write_text('level = "expert"\n')
    assert setup_for(path, MINESWEEPER_LEVEL="last") == Setup(12, 9, 20)


@pytest.mark.parametrize("seed", ["0", "7"])
def test_a_seed_means_the_same_board_to_everybody_whatever_was_played_last(
    path: Path, seed: str
) -> None:
    played(path, Setup(30, 16, 99, no_guess=True))
    assert setup_for(path, "--seed", seed) == Setup(8, 8, 10)
    path.write_text('level = "last"\n')
    assert setup_for(path, "--seed", seed) == Setup(8, 8, 10)
    path.write_text('level = "intermediate"\nno-guess = true\n')
    assert setup_for(path, "--seed", seed) == Setup(16, 16, 40, no_guess=True)


# What is wrong


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('\n\ntheme = "drak"', "line 3: theme: 'drak' is not one of auto, dark, light"),
        ("width = 0", "line 1: width: '0' is not a number from 1 to 10000"),
        ("mouse = 1", "line 1: mouse: '1' is neither true nor false"),
        ("first = [1]", "line 1: first: a text, a number, true or false is expected"),
        ("# fine\nwin = ", "line 2: Invalid value"),
        ("bind = 3", "line 1: bind: a table of actions is expected"),
        ("[bind]\nhint = 3", 'line 2: hint: a key like "x" is expected'),
        ('"theme" = "x"', "line 1: theme"),
        ('theme = "x"\n[bind]\ntheme = "t"', "line 1: theme"),
        (f'theme = "{"x" * 900_000}"', f"line 1: theme: '{'x' * 40}...' is not one of auto"),
        (f"width = {'1' * 5000}", "a number has too many digits"),
        (f"width = {'[' * 5000}", "its brackets are nested too deeply"),
        (f"width = 0x{'f' * 5000}", "line 1: width"),
    ],
)
def test_a_wrong_file_is_told_by_name_and_line_and_stays_as_it_is(
    path: Path, text: str, says: str
) -> None:
    path.write_text(text)
    with pytest.raises(SettingsError) as error:
        read_config(str(path), OPTIONS)
    assert str(error.value).startswith(str(path))
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert path.read_text() == text


NOTE = 'note = """\nlevel = 3\n"""\nlevel = "foo"\n'


@pytest.mark.parametrize(
    ("text", "name", "right"),
    [
        (NOTE, "level", 4),
        (NOTE.replace('"""', "'''"), "level", 4),
        ('"th\\u0065me" = "x"\n["a table"]\ntheme = "dark"\n', "theme", 1),
        ('"th\\u0065me" = "x"\n[[tables]]\ntheme = "dark"\n', "theme", 1),
    ],
)
def test_an_error_names_the_right_line_or_none(text: str, name: str, right: int) -> None:
    with pytest.raises(SettingsError) as error:
        parse_config("c", text, OPTIONS)
    place, _, message = str(error.value).partition(f": {name}: ")
    assert " is not one of" in message
    assert place in ("c", f"c, line {right}")


def test_a_theme_can_be_set_that_is_in_the_table() -> None:
    old = option_table({"sepia": "Like old photographs"}, {}, {})
    assert parse_config("c", 'theme = "sepia"', old).values["theme"].value == "sepia"
    with pytest.raises(SettingsError, match="'sepia' is not one of auto, dark"):
        parse_config("c", 'theme = "sepia"', OPTIONS)


def test_unknown_names_are_a_warning_with_the_first_of_their_lines() -> None:
    said = parse_config("c", 'win = "flags"\ncolour = 1\nsound = true\n', OPTIONS)
    assert said.warning == "c, line 2: not a setting: 'colour', 'sound'"
    assert said.values["win"].value == "flags"


def test_of_many_unknown_names_five_are_told_and_none_at_full_length() -> None:
    many = "".join(f"n{number} = 1\n" for number in range(20_000))
    said = parse_config("c", many, OPTIONS)
    assert said.warning == ("c, line 1: not a setting: 'n0', 'n1', 'n2', 'n3', 'n4' and 19995 more")
    assert len(parse_config("c", f"{'x' * 900_000} = 1\n", OPTIONS).warning) < 100


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
        said = parse_config("c", LARGE[what], OPTIONS).warning
    except SettingsError as error:
        said = str(error)
    assert process_time() - started < 20
    assert len(said) < 200


def test_a_file_of_more_than_a_megabyte_is_refused(path: Path) -> None:
    path.write_text("#" * 2**20)
    read_config(str(path), OPTIONS)
    path.write_text("#" * (2**20 + 1))
    with pytest.raises(SettingsError, match="longer than 1048576 bytes"):
        read_config(str(path), OPTIONS)


def test_a_file_that_is_no_text_or_cannot_be_read_is_an_error(path: Path) -> None:
    path.write_bytes(b"win = '\xff'")
    with pytest.raises(SettingsError, match="not UTF-8"):
        read_config(str(path), OPTIONS)
    path.unlink()
    path.mkdir()
    with pytest.raises(SettingsError, match="directory"):
        read_config(str(path), OPTIONS)


def test_a_wrong_variable_is_told_by_its_name() -> None:
    with pytest.raises(
        SettingsError, match=r"^MINESWEEPER_QUESTION_MARKS: question-marks: 'maybe'"
    ):
        read_environment({"MINESWEEPER_QUESTION_MARKS": "maybe"}, OPTIONS)
    assert not read_environment({"MINESWEEPER_WIN": ""}, OPTIONS)


# An option of earlier versions


def speech(place: object) -> str:
    return f"{place}: speak is gone, delete it: --plain is the mode for screen readers"


def test_speech_that_was_preferred_is_a_warning_that_names_the_plain_mode(path: Path) -> None:
    path.write_text('win = "flags"\nspeak = true\n')
    assert live(path).warning == speech(f"{path}, line 2")
    assert live(path, MINESWEEPER_SPEAK="true").warning == speech(f"{path}, line 2")
    path.unlink()
    assert live(path, MINESWEEPER_SPEAK="true").warning == speech("MINESWEEPER_SPEAK")
    assert live(path, MINESWEEPER_SPEAK="").warning == ""


def test_speech_beside_other_names_that_are_none_is_told_apart(path: Path) -> None:
    path.write_text("speak = true\nsound = true\n")
    assert live(path).warning == (
        f"{path}, line 2: not a setting: 'sound'; {speech(f'{path}, line 1')}"
    )


def test_speech_that_the_game_had_saved_is_a_warning_until_it_saves_again(path: Path) -> None:
    state = path.with_name("state")
    state.write_text("version = 2\nspeak = true\ntheme = light\n")
    settings = live(path)
    assert settings.warning == "speak is gone: --plain is the mode for screen readers"
    settings.saved_settings.save({"theme": "light"})
    assert state.read_text() == "version = 2\ntheme = light\n"
    assert live(path).warning == ""


def test_silence_is_no_warning(path: Path) -> None:
    path.write_text("speak = false\n")
    assert live(path, MINESWEEPER_SPEAK="false").warning == ""


def test_silence_that_the_game_had_saved_is_no_warning(path: Path) -> None:
    path.with_name("state").write_text("version = 2\nspeak = false\ntheme = light\n")
    assert (live(path).warning, live(path).settings.theme) == ("", "light")


# What the game saves


@pytest.fixture
def held_elsewhere(tmp_path: Path) -> Iterator[None]:
    """Another copy of the program is changing settings, and does not come to an end."""
    with open(tmp_path / "settings.lock", "wb") as file:
        assert lock(file.fileno())
        yield


@pytest.mark.usefixtures("held_elsewhere")
def test_a_copy_that_does_not_let_go_of_the_file_is_told_and_nothing_changed(path: Path) -> None:
    since = time.monotonic()
    with pytest.raises(SettingsError, match="another copy holds "):
        saved(path, win="flags")
    played(path, Setup(9, 9, 10))
    assert time.monotonic() - since < 6
    assert SavedSettings(str(path.parent), OPTIONS).saved == {}


def test_what_a_killed_copy_left_of_its_writing_is_cleared_up(path: Path) -> None:
    path.with_name("state.new").write_text("hal")
    saved(path, theme="light")
    assert sorted(file.name for file in path.parent.iterdir()) == ["settings.lock", "state"]


def test_the_directory_is_made_where_there_is_none(tmp_path: Path) -> None:
    saved(tmp_path / "a" / "new" / "config.toml", theme="light")
    assert (tmp_path / "a" / "new" / "state").read_text() == "version = 2\ntheme = light\n"


@posix_only
def test_what_the_game_saves_becomes_the_players_alone_even_where_it_stays_the_same(
    path: Path,
) -> None:
    state, held = path.with_name("state"), path.with_name("settings.lock")
    saved(path, theme="light")
    state.chmod(0o644)
    held.chmod(0o644)
    saved(path, theme="light")
    assert state.stat().st_mode & 0o777 == 0o600
    saved(path, theme="dark")
    assert held.stat().st_mode & 0o777 == state.stat().st_mode & 0o777 == 0o600


def test_what_is_saved_and_what_was_played_are_there_the_next_time(path: Path) -> None:
    saved(path, theme="light", no_guess="false")
    played(path, Setup(9, 5, 7, no_guess=True))
    saved(path, theme="mono")
    state = SavedSettings(str(path.parent), OPTIONS)
    assert texts_of(state.saved) == {"theme": "mono", "no-guess": "false"}
    assert texts_of(state.last_game) == {
        "width": "9",
        "height": "5",
        "mines": "7",
        "no-guess": "true",
    }
    assert setup_for(path) == Setup(9, 5, 7)


def test_two_copies_do_not_forget_for_each_other(tmp_path: Path) -> None:
    one, other = SavedSettings(str(tmp_path), OPTIONS), SavedSettings(str(tmp_path), OPTIONS)
    one.save({"theme": "light"})
    other.save({"zoom": "1"})
    one.remember(Setup(9, 9, 10))
    assert texts_of(SavedSettings(str(tmp_path), OPTIONS).saved) == {"theme": "light", "zoom": "1"}
    assert SavedSettings(str(tmp_path), OPTIONS).last_game


def test_what_clashes_with_a_saved_setting_is_saved_no_more(path: Path) -> None:
    saved(path, on_guess="fair", first="any")
    saved(path, win="flags", no_guess="true")
    assert texts_of(SavedSettings(str(path.parent), OPTIONS).saved) == {
        "win": "flags",
        "no-guess": "true",
    }
    saved(path, width="20", mines="50")
    saved(path, level="expert")
    assert setup_for(path) == Setup(30, 16, 99, win="flags", no_guess=True)


def test_whatever_is_wrong_in_the_state_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "state").write_text(
        "version = 2\ntheme = drak\nzoom = 1\nno such thing\ncolour = 3\nlast-theme = dark\n"
    )
    assert list(SavedSettings(str(tmp_path), OPTIONS).saved) == ["zoom"]
    (tmp_path / "state").write_bytes(b"\xff\xfe")
    assert SavedSettings(str(tmp_path), OPTIONS).saved == {}


def test_of_the_first_version_theme_and_last_game_are_kept_and_the_zoom_is_not(path: Path) -> None:
    path.with_name("state").write_text(
        "zoom = 1\ntheme = light\nwidth = 9\nheight = 5\nmines = 7\nno-guess = true\n"
    )
    settings = asked_for(path)
    assert (settings.theme, settings.zoom) == ("light", "auto")
    assert setup_of(settings) == Setup(9, 5, 7, no_guess=True)
    assert setup_for(path, "--level=beginner") == Setup(9, 9, 10)


@pytest.mark.parametrize(
    "wrong",
    [
        {"mines": "99"},
        {"width": "10000", "height": "10000"},
        {"width": "200", "height": "200", "no-guess": "true"},
    ],
)
def test_a_last_game_that_cannot_be_dealt_is_forgotten(path: Path, wrong: dict[str, str]) -> None:
    last = {"width": "9", "height": "5", "mines": "7", "no-guess": "false"}
    for texts, setup in ((last, Setup(9, 5, 7)), (last | wrong, Setup(8, 8, 10))):
        lines = [f"last-{name} = {text}\n" for name, text in texts.items()]
        path.with_name("state").write_text("version = 2\n" + "".join(lines))
        assert setup_for(path) == setup


def test_the_last_game_gives_way_to_what_the_player_prefers(path: Path) -> None:
    played(path, Setup(9, 5, 7, no_guess=True))
    path.write_text('first = "safe"\n')
    assert setup_for(path) == Setup(9, 5, 7, first="safe")
    assert setup_for(path, MINESWEEPER_FIRST="any") == Setup(9, 5, 7, first="any")


def test_a_disk_that_takes_nothing_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    SavedSettings(str(tmp_path / "file"), OPTIONS).remember(Setup(9, 9, 10))
    with pytest.raises(SettingsError, match="file"):
        SavedSettings(str(tmp_path / "file"), OPTIONS).save({"zoom": "1"})


# Changes while the game runs


def live(path: Path, *arguments: str, **environ: str) -> LiveSettings:
    state = SavedSettings(str(path.parent), OPTIONS)
    sources = read_sources(state, str(path), environ, OPTIONS)
    said = command_line(play_parser().parse(arguments))
    return LiveSettings(resolve(said, sources), sources, state, OPTIONS)


def test_a_theme_that_a_key_has_chosen_is_saved(path: Path) -> None:
    settings = live(path)
    assert settings.change_theme("light") == ""
    assert settings.change_theme("light") == ""
    assert settings.values["theme"] == "light"
    assert asked_for(path).theme == "light"


def test_what_is_set_above_is_changed_for_this_run_only(path: Path) -> None:
    text = 'glyphs = "ascii"\ntheme = "dark"\n'
    path.write_text(text)
    settings = live(path, "--win=clear", "--board=drawn", MINESWEEPER_MOUSE="true")
    assert settings.change_theme("light") == "for this run only"
    for changes, source in (
        ({"theme": "light"}, f"to save it, delete theme from {path}, line 2"),
        ({"mouse": False}, "to save it, unset MINESWEEPER_MOUSE"),
        ({"win": "flags"}, "the command line sets win"),
        ({"on-guess": "fair"}, ""),
        ({"no-guess": True}, ""),
    ):
        said = settings.save(changes)
        assert said == source
    assert path.read_text() == text
    assert texts_of(SavedSettings(str(path.parent), OPTIONS).saved) == {
        "on-guess": "fair",
        "no-guess": "true",
    }


def test_what_would_clash_with_a_setting_above_is_not_saved(path: Path) -> None:
    path.write_text("no-guess = true\n")
    said = live(path).save({"first": "any"})
    assert said == f"to save it, delete no-guess from {path}, line 1"


# Where it is kept


@pytest.mark.parametrize(
    ("environ", "platform", "settings", "games"),
    [
        ({}, "linux", "/home/me/.config", "/home/me/.local/share"),
        ({}, "darwin", "/home/me/.config", "/home/me/.local/share"),
        ({"XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}, "darwin", "/c", "/d"),
        ({"XDG_CONFIG_HOME": "/c"}, "linux", "/c", "/home/me/.local/share"),
        ({"XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "/d"}, "linux", "/home/me/.config", "/d"),
        ({"XDG_DATA_HOME": "d"}, "linux", "/home/me/.config", "/home/me/.local/share"),
        ({"XDG_DATA_HOME": ""}, "linux", "/home/me/.config", "/home/me/.local/share"),
        ({"MINESWEEPER_HOME": "", "XDG_DATA_HOME": "/d"}, "linux", "/home/me/.config", "/d"),
        ({"APPDATA": "C:/r", "LOCALAPPDATA": "C:/l"}, "win32", "C:/r", "C:/l"),
        ({}, "win32", "/home/me/AppData/Roaming", "/home/me/AppData/Local"),
    ],
)
def test_each_platform_has_its_places_for_settings_and_games(
    environ: dict[str, str], platform: str, settings: str, games: str
) -> None:
    assert config_path(environ, platform, "/home/me") == f"{settings}/minesweeper/config.toml"
    assert data_directory(environ, platform, "/home/me") == f"{games}/minesweeper"


def test_one_variable_has_settings_and_games_kept_in_one_place() -> None:
    environ = {"MINESWEEPER_HOME": "/games", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}
    assert config_path(environ, "linux", "/home/me") == "/games/config.toml"
    assert data_directory(environ, "linux", "/home/me") == "/games"


def test_every_choice_and_every_default_can_be_set() -> None:
    for option in SETTINGS.values():
        for text in option.choices:
            assert parse_value(option, text, "here").text == text
        assert not option.choices or text_of(option.default) in option.choices


def test_every_choice_of_a_setting_tells_what_it_does() -> None:
    for option in SETTINGS.values():
        for text in option.choices:
            assert option.describe(text)[:1].isupper() or option.describe(text)[:1].isdigit()


def test_numbers_tell_what_they_do() -> None:
    named = {"0": "Never", ANY_NUMBER: "After {} minutes"}
    option = Option(5, "when to pause", convert=int, numbers=(0, 5), number_help=named)
    assert [option.describe(number) for number in (0, 5)] == ["Never", "After 5 minutes"]
