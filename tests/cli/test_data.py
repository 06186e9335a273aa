"""The manual page and the completions: made from the parsers, kept in the package, printed."""

import os
import shutil
import subprocess

import pytest

from minesweeper.cli.commands import COMMANDS
from minesweeper.cli.main import main
from minesweeper.cli.parser import all_options
from minesweeper.settings.config_file import parse_config
from minesweeper.tui.keys import ROWS, bound_rows
from tests.tools.make_data import DATA, SHELLS, data

MADE = data()
every_file = pytest.mark.parametrize("name", MADE)


@every_file
def test_the_data_files_are_up_to_date(name: str) -> None:
    kept = (DATA / name).read_bytes().decode("ascii")
    assert kept == MADE[name], f"{name} is old: run python -m tests.tools.make_data"


def test_the_data_directory_holds_no_other_files() -> None:
    assert sorted(path.name for path in DATA.iterdir()) == sorted([*MADE, "manual.toml"])


def test_the_data_do_not_depend_on_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert data() == MADE


@every_file
def test_the_data_files_describe_every_command(name: str) -> None:
    text = MADE[name].replace("\\-", "-")
    assert [command for command in COMMANDS if command not in text] == []


@pytest.mark.parametrize("shell", SHELLS)
def test_completions_are_printed_without_a_terminal(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--print-completion", shell]) == 0
    assert capsys.readouterr().out == MADE[f"minesweeper.{shell}"]


def test_the_manual_is_printed_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--print-manual"]) == 0
    assert capsys.readouterr().out == MADE["minesweeper.1"]


def test_an_unknown_shell_is_answered_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--print-completion", "tcsh"]) == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err


def test_an_error_says_where_the_commands_are_listed_if_there_are_too_many_for_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(20):
        monkeypatch.setitem(COMMANDS, f"another-{number}", COMMANDS["games"])
    assert main(["tea"]) == 2
    error = "minesweeper: unknown command 'tea' (minesweeper --help lists them)\n"
    assert capsys.readouterr().err == error


def test_help_and_manual_show_that_the_date_is_optional(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--help"]) == 0
    assert "\n  --daily [DATE]        play today's board" in capsys.readouterr().out
    assert "\\-\\-daily\\fR \\fI\\,[DATE]" in MADE["minesweeper.1"]


def section(name: str) -> str:
    """A section of the manual page, without the marks of roff."""
    text = MADE["minesweeper.1"].partition(f".SH {name}\n")[2].partition("\n.SH ")[0]
    return text.replace("\\-", "-").replace("\\(ti", "~").replace("\\(rs", "\\")


def test_the_manual_names_every_setting_with_its_values_and_its_variable() -> None:
    told, variables = section("SETTINGS"), section("ENVIRONMENT")
    for setting in all_options().values():
        if not setting.is_setting:
            continue
        _, found, line = told.partition(f"\n.B {setting.name}\n")
        assert found
        values = line.partition("\n")[0].replace(" (the default)", "").split(", ")
        assert setting.variable in variables
        assert not setting.choices or values == list(setting.choices)


def test_the_manual_names_the_actions_that_may_have_keys_of_their_own() -> None:
    listed = section("SETTINGS").partition(".SS keys of your own\n")[2]
    terms = [line[3:] for line in listed.splitlines() if line.startswith(".B ")]
    told = {name for term in terms for name in term.split(", ")}
    assert told == {action for row in ROWS for action in row.actions} - {"repaint"}


def test_the_example_of_settings_in_the_manual_is_valid() -> None:
    example = section("SETTINGS").partition("\n.nf\n")[2].partition("\n.fi\n")[0]
    settings = parse_config("config.toml", example.replace("\\(dq", '"'), all_options())
    assert settings.values
    assert not settings.warning
    assert bound_rows("default", settings.bindings)


def test_the_manual_says_where_the_files_are_on_every_system() -> None:
    told = section("FILES")
    for here, there in (
        ("~/.config/minesweeper/config.toml", r"%APPDATA%\minesweeper\config.toml"),
        ("~/.local/share/minesweeper/games.db", r"%LOCALAPPDATA%\minesweeper\games.db"),
        (
            "~/.local/share/minesweeper/games-backup.db",
            r"%LOCALAPPDATA%\minesweeper\games-backup.db",
        ),
        ("~/.local/share/minesweeper/state", r"%LOCALAPPDATA%\minesweeper\state"),
    ):
        assert f"\n.B {here}\n" in f"\n{told}"
        assert f"On Windows: {there}\n" in told


def has_man_db() -> bool:
    """Whether man is the one that knows warnings; it may be another, or a stub that shows none."""
    if not shutil.which("man"):
        return False
    done = subprocess.run(["man", "--version"], capture_output=True, text=True, check=False)
    return done.stdout.startswith("man 2.")


@pytest.mark.skipif(not has_man_db(), reason="man-db is not installed here")
@pytest.mark.parametrize("width", ["80", "132"])
def test_the_manual_page_is_shown_without_a_warning(width: str) -> None:
    command = ["man", "--warnings", "-l", str(DATA / "minesweeper.1")]
    environ = {**os.environ, "MANWIDTH": width, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environ)
    assert done.stderr == ""
    assert "[bind]" in done.stdout


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed here")
def test_groff_finds_no_fault_in_the_manual_page() -> None:
    command = ["groff", "-man", "-ww", "-z", "-Tutf8", str(DATA / "minesweeper.1")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_the_manual_page_has_its_sections_in_their_order() -> None:
    lines = MADE["minesweeper.1"].splitlines()
    headings = [line.removeprefix(".SH ") for line in lines if line.startswith(".SH")]
    assert ", ".join(headings) == (
        "NAME, SYNOPSIS, DESCRIPTION, OPTIONS, COMMANDS, KEYS, SETTINGS, FILES, ENVIRONMENT,"
        " EXIT STATUS, EXAMPLES"
    )
