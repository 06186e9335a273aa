"""What the player prefers, in the real program: files, environment, command line, screen."""

import shlex
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from minesweeper.cli.main import main
from minesweeper.tui.look.palettes import PALETTES
from tests.harness.commands import Done
from tests.harness.program import (
    DOWN,
    ESC,
    MINESWEEPER,
    RIGHT,
    ROOT,
    backgrounds,
    playing,
    quit_cleanly,
    run_in,
    says,
)
from tests.harness.real_terminal import RealTerminal
from tests.harness.work import count_calls


def home(path: Path) -> dict[str, str]:
    return {"MINESWEEPER_HOME": str(path)}


def saved(path: Path) -> dict[str, str]:
    """What the game has saved, and nothing of what was played last."""
    lines = (path / "state").read_text().splitlines()
    settings = [line for line in lines if not line.startswith(("played", "last-"))]
    return {name: text for name, _, text in (line.partition(" = ") for line in settings)}


def test_settings_chosen_on_the_screen_are_saved(tmp_path: Path) -> None:
    with playing("--ascii", env=home(tmp_path)) as terminal:
        terminal.type(",")
        terminal.wait_for("More options")
        terminal.type(RIGHT)
        terminal.wait_for("< sea >")
        terminal.type(ESC)
        terminal.wait_for(lambda t: "More options" not in t.text and "mines left" in t.text)
        quit_cleanly(terminal)
    assert saved(tmp_path) == {"theme": "sea"}
    with playing("--ascii", env=home(tmp_path)) as terminal:
        terminal.type(",")
        terminal.wait_for("< sea >")
        terminal.type(ESC)
        terminal.wait_for("mines left")
        quit_cleanly(terminal)


def test_the_last_level_is_dealt_again_by_a_bare_start_even_after_a_kill(tmp_path: Path) -> None:
    with playing(
        "--ascii", "--width=11", "--height=7", "--mines=9", env=home(tmp_path)
    ) as terminal:
        terminal.wait_for("9 mines left")
        before = terminal.cursor
        terminal.type(RIGHT)  # what it paints for a key comes after what it keeps at the start
        terminal.wait_for(lambda t: t.cursor != before)
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
    with playing("--ascii", env=home(tmp_path)) as terminal:
        terminal.wait_for("9 mines left")
        terminal.type("m3")
        terminal.wait_for("40 mines left")
        quit_cleanly(terminal)
    assert dealt_by_a_bare_start(tmp_path).startswith("Intermediate 16x16")


def dealt_by_a_bare_start(home: Path) -> str:
    """Return what is dealt to who names no board."""
    return run_in(home, "--plain").out.removeprefix("Minesweeper: ")


def test_the_size_of_a_daily_board_or_a_layout_is_not_dealt_again(tmp_path: Path) -> None:
    layout = tmp_path / "board.txt"
    layout.write_text("...\n..*\n")
    with playing("--ascii", f"--board={layout}", env=home(tmp_path)) as terminal:
        terminal.wait_for("1 mine left")
        quit_cleanly(terminal)
    assert dealt_by_a_bare_start(tmp_path).startswith("Classic 8x8")


def test_options_can_be_saved_as_settings(tmp_path: Path) -> None:
    done = run_in(tmp_path, "--level", "expert", "--theme=mono", "--no-mouse", "--save-settings")
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{tmp_path / 'state'}: theme = mono, level = expert, mouse = false\n"
    assert saved(tmp_path) == {"level": "expert", "theme": "mono", "mouse": "false"}
    assert not (tmp_path / "config.toml").exists()
    assert dealt_by_a_bare_start(tmp_path).startswith("Expert 30x16")


def test_nothing_to_save_or_nowhere_to_save_it_gets_one_line(tmp_path: Path) -> None:
    done = run_in(tmp_path, "--save-settings")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("minesweeper: --save-settings: nothing to save")
    (tmp_path / "state").mkdir()
    done = run_in(tmp_path, "--save-settings", "--theme=light")
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1


def test_a_setting_of_config_toml_or_the_environment_is_named_instead_of_saved(
    tmp_path: Path,
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('theme = "mono"  # at night\n')
    done = run_in(tmp_path, "--theme=light", "--keys=wasd", "--save-settings")
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"minesweeper: --save-settings: to save it, delete theme from {config}, line 1\n"
    )
    done = run_in(tmp_path, "--keys=wasd", "--save-settings", MINESWEEPER_KEYS="default")
    assert done.status == 1
    assert "to save it, unset MINESWEEPER_KEYS" in done.err
    assert not (tmp_path / "state").exists()
    assert config.read_text() == 'theme = "mono"  # at night\n'


def test_a_wrong_setting_is_one_line_before_the_screen_is_touched(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('# mine\nwin = "often"\n')
    done = run_in(tmp_path)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"minesweeper: {config}, line 2: win: 'often' is not one of either, clear, flags\n"
    )
    config.unlink()
    done = run_in(tmp_path, MINESWEEPER_FIRST="never")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "MINESWEEPER_FIRST" in done.err


def test_own_keys_are_in_force_and_in_the_help(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[bind]\nhelp = "tab"\nreveal = ["space"]\nflag = "F"\n')
    with playing("--ascii", "--seed=3", env=home(tmp_path)) as terminal:
        terminal.wait_for("Space reveal")
        terminal.type("F")
        terminal.wait_for("9 mines left")
        terminal.type("\t")
        terminal.wait_for("Space    reveal; on a number")
        terminal.type(ESC)
        terminal.wait_for("mines left")
        quit_cleanly(terminal)


def test_letters_of_another_layout_say_that_they_are_no_keys_unless_they_are_bound(
    tmp_path: Path,
) -> None:
    (tmp_path / "config.toml").write_text('[bind]\nquit = "й"\n', encoding="utf-8")
    with playing("--zoom=2", env=home(tmp_path)) as terminal:
        terminal.wait_for("й quit")
        terminal.type("л")
        terminal.wait_for("Л is no key here: ?")
        terminal.type("й")
        assert terminal.wait_exit() == 0


UNKNOWN = "'sound' is not a setting"


@pytest.mark.parametrize("option", ["--plain", "--save-settings"])
def test_an_unknown_name_gets_a_warning_in_plain_mode(option: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("sound = true\n")
    done = run_in(tmp_path, option, "--theme=light")
    assert done.status == 0
    assert done.err.count("\n") == 1
    assert UNKNOWN in done.err


def test_an_unknown_name_is_the_first_message_of_a_game(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("sound = true\n")
    with playing("--ascii", "--zoom=2", env=home(tmp_path)) as terminal:
        terminal.wait_for(says(UNKNOWN))
        terminal.type(DOWN)
        terminal.wait_for("Arrows move")
        quit_cleanly(terminal)
        assert terminal.text.strip() == ""


@pytest.mark.parametrize("option", ["--seed=5", "--plain", "--daily", "--demo"])
def test_an_option_that_is_not_a_setting_cannot_be_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str
) -> None:
    monkeypatch.setenv("MINESWEEPER_HOME", str(tmp_path))
    assert main([option, "--level=expert", "--save-settings"]) == 2
    said, complained = capsys.readouterr()
    assert said == ""
    assert f"{option.partition('=')[0]} is not a setting and cannot be saved" in complained
    assert list(tmp_path.iterdir()) == []


def test_saved_settings_never_stop_the_next_start(tmp_path: Path) -> None:
    for options in (["--on-guess=fair"], ["--win=flags"], ["--no-guess"], ["--first=any"]):
        assert run_in(tmp_path, *options, "--save-settings").status == 0
        assert run_in(tmp_path, "--plain").status == 0


def test_plain_mode_remembers_the_size_that_a_person_played(tmp_path: Path) -> None:
    run_in(tmp_path, "--plain", "--level=expert")
    assert not (tmp_path / "state").exists()
    command = (*MINESWEEPER, "--plain", "--level=expert")
    with RealTerminal(command, cwd=ROOT, env=home(tmp_path)) as terminal:
        terminal.wait_for("Expert 30x16, 99 mines")
        terminal.type("quit\n")
        terminal.wait_exit()
    assert "last-mines = 99\n" in (tmp_path / "state").read_text()


def test_without_an_output_there_is_no_traceback(tmp_path: Path) -> None:
    for words in ("--print-completion bash >&-", "--width=0 2>&-", "records >&-", "--version >&-"):
        command = f"{shlex.quote(sys.executable)} -m minesweeper {words}"
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            env={"PATH": "/usr/bin:/bin", **home(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr, words


# Themes of one's own

LAKE = """
[themes.lake]
base = "light"
covered = 24
covered-2 = "#005f5f"
"""


def test_an_own_theme_is_one_of_those_that_the_key_goes_through(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(LAKE)
    with playing(f"--theme={[*PALETTES][-1]}", env=home(tmp_path)) as terminal:
        terminal.type("t")
        terminal.wait_for("Theme: lake")
        terminal.wait_for(lambda t: {"005f87", "005f5f"} <= backgrounds(t))
        terminal.type("t")
        terminal.wait_for("Theme: auto")
        quit_cleanly(terminal)


def test_an_own_theme_is_chosen_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[themes.lake]\ncovered = 24\n")
    state = tmp_path / "state"
    parsings, done = count_calls(
        tomllib.loads, lambda: run_in(tmp_path, "--theme=lake", "--save-settings")
    )
    assert done == Done(0, f"{state}: theme = lake\n", "")
    assert parsings == 1


def test_a_wrong_colour_is_one_line_before_anything_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f"{LAKE}text = 256\n")
    done = run_in(tmp_path)
    assert done.status == 2
    [line] = done.err.splitlines()
    assert line.startswith(f"minesweeper: {tmp_path / 'config.toml'}, line 6: text: '256' is")
