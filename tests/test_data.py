"""The manual page and the completions: made from the parsers, kept in the package, printed."""

import shutil
import subprocess

import pytest

from minesweeper.cli import main
from minesweeper.commands import COMMANDS
from minesweeper.kept_commands import KEPT_COMMANDS
from tests.make_data import DATA, MAKERS, SHELLS, data

MADE = data()
every_file = pytest.mark.parametrize("name", MADE)


@every_file
def test_the_data_are_what_the_parsers_say_today(name: str) -> None:
    kept = (DATA / name).read_bytes().decode("ascii")
    assert kept == MADE[name], f"{name} is old: run python -m tests.make_data"


def test_nothing_else_is_among_the_data() -> None:
    assert sorted(path.name for path in DATA.iterdir()) == sorted(MADE)


def test_the_data_do_not_depend_on_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert data() == MADE


@every_file
def test_every_command_is_told(name: str) -> None:
    assert set(MAKERS) == {"replay", *COMMANDS, *KEPT_COMMANDS}
    assert [command for command in MAKERS if command not in MADE[name]] == []


@pytest.mark.parametrize("shell", SHELLS)
def test_completions_are_printed_without_a_terminal(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--print-completion", shell]) == 0
    assert capsys.readouterr().out == MADE[f"minesweeper.{shell}"]


def test_another_shell_is_told_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--print-completion", "tcsh"]) == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err


def test_help_and_manual_show_that_a_date_stands_after_the_equals_sign(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "\n  --daily[=DATE]        today's board" in capsys.readouterr().out
    assert "\\-\\-daily\\fR\\fI\\,[=DATE]" in MADE["minesweeper.1"]


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed here")
def test_the_manual_page_has_no_fault_that_groff_knows() -> None:
    command = ["groff", "-man", "-ww", "-z", "-Tutf8", str(DATA / "minesweeper.1")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_the_manual_page_has_its_sections_in_their_order() -> None:
    lines = MADE["minesweeper.1"].splitlines()
    headings = [line.removeprefix(".SH ") for line in lines if line.startswith(".SH")]
    assert headings == [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "COMMANDS",
        "KEYS",
        "FILES",
        "ENVIRONMENT",
        "EXIT STATUS",
        "EXAMPLES",
    ]
