"""Command lines that are refused: one short line, status 2, nothing printed, no screen touched."""

import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.harness.commands import Done, run
from tests.harness.program import MINESWEEPER, ROOT

FILES: Final = {
    "position": b"1#\n##\n",
    "large": (b"#" * 101 + b"\n") * 100,
    "star": b"1#\n*#\n",
    "ragged": b"1#\n#\n",
    "empty": b"",
    "escape": b"\x1b[31m",
    "last": b"no replay",
    "board": b"*...*\n",
    "ragged-board": b"*.\n*\n",
    "full-board": b"**\n**\n",
    "letter-board": b"*.\n.o\n",
    "no-text": b"\xff\xfe\x00",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the files that the command lines name."""
    folder = tmp_path_factory.mktemp("refusals")
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture(autouse=True)
def _is_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MINESWEEPER_HOME", str(folder / "home"))


def check_refused(done: Done, complaint: str) -> None:
    assert (done.status, done.out) == (2, "")
    text = done.err.removesuffix("\n")
    assert complaint in text
    assert text.startswith("minesweeper: ")
    assert text.isprintable()
    assert len(text) <= 200


REFUSALS: Final = [
    # Numbers
    ("--width=0", "--width: '0' is not a number from 1 to 10000"),
    ("--height=-5", "'-5' is not a number from 1 to 10000"),
    ("--width=abc", "'abc' is not a number from 1 to 10000"),
    ("--width=", "'' is not a number from 1 to 10000"),
    ("--width=10\x1b[2J", "'10\\x1b[2J' is not a number"),
    ("--seed=-1", "'-1' is not a number from 0 to"),
    ("--seed=18446744073709551616", "is not a number from 0 to 18446744073709551615"),
    ("--mines=100%", "a share from 0% to 99%"),
    ("generate --count=0", "a number from 1"),
    ("games --last=0", "'0' is not a number from 1"),
    ("games --last=x", "'x' is not a number from 1"),
    ("learn 0", "LESSON: '0' is not a lesson from 1 to 12"),
    ("learn 13", "LESSON: '13' is not a lesson from 1 to 12"),
    ("games --last=-1", "'-1' is not a number from 1"),
    # Digits of other scripts
    ("--zoom=\uff12", "invalid choice: '\\uff12'"),
    ("--seed=\u0667", "'\\u0667' is not a number from 0"),
    ("--mines=\uff120%", "'\\uff120%' is not a number of mines"),
    ("--daily=\uff12025-01-01", "'\\uff12025-01-01' is not a date"),
    ("generate --start=\uff11,1", "'\\uff11,1' is not a cell"),
    ("analyse position --mines=\uff11", "'\\uff11' is not a number of mines"),
    # Values of other kinds
    ("--width=--", "--width: '--' is not a value"),
    ("--board=--", "--board: '--' is not a value"),
    ("--keys=--", "--keys: '--' is not a value"),
    ("export last --format=--", "--format: '--' is not a value"),
    ("--level=hard", "invalid choice: 'hard'"),
    ("games --level=hard", "invalid choice: 'hard'"),
    ("--theme=pink", "--theme: 'pink' is not one of auto, sea, "),
    ("--glyphs=runes", "invalid choice: 'runes'"),
    ("--zoom=6", "invalid choice: '6' (choose from"),
    # What earlier versions knew
    ("--zoom=4", "invalid choice: '4' (choose from"),
    ("--theme=dark", "--theme: 'dark' is not one of auto, sea, "),
    ("--numbers=dim", "unrecognised arguments: --numbers=dim"),
    ("--plain=bored", "--plain: invalid choice: 'bored'"),
    ("--plain bored", "--plain: invalid choice: 'bored'"),
    ("export last --format=gif", "--format: invalid choice"),
    ("generate --start=3", "is not a cell (use COLUMN,ROW"),
    ("generate --start=(3,5", "is not a cell (use COLUMN,ROW"),
    ("generate --start=(3,55", "is not a cell (use COLUMN,ROW"),
    *(
        (f"daily {month}", f"'{month}' is not a month such as")
        for month in ("2026", "2026-13", "2026-11-01", "november", "2026-1")
    ),
    # Boards that cannot be
    ("--width=10 --height=10 --mines=100", "from 0 to 99 are allowed"),
    ("--width=10000 --height=10000", "at most 1,000,000 cells"),
    ("--plain --width=2 --height=2", "10 mines (default) do not fit on 2x2"),
    ("--plain --level=expert --width=3", "99 mines of level expert do not fit on 3x16"),
    ("generate --start=9,9", "(1,1) to (8,8) are allowed"),
    ("generate --no-guess --width=101 --height=100", "--no-guess: only for boards of up to 10,000"),
    (
        "--on-guess=fair --width=101 --height=100",
        "--on-guess fair: only for boards of up to 10,000 cells",
    ),
    ("generate --width=300 --format=mbf", "at most 255"),
    ("generate --height=100 --format=link", "--format link: at most 99"),
    ("--demo --width=101 --height=100 --mines=1", ": only for boards of up to 10,000 cells"),
    ("analyse large --mines=1", ": only for boards of up to 10,000 cells"),
    ("analyse position --mines=4", "0 to 3 are allowed"),
    # Options that exclude each other
    ("--seed=0 --board=board", "--seed cannot be used with --board"),
    ("--seed=0 --daily", "--seed cannot be used with --daily"),
    ("--seed=0 --resume", "--seed cannot be used with --resume"),
    ("--daily --resume", "--daily cannot be used with --resume"),
    ("--plain --demo", "--demo cannot be used with --plain"),
    *(
        (f"{game} {option}", f"{game} cannot be used with {option.partition('=')[0]}")
        for game in ("--daily", "--resume")
        for option in (
            *("--width=9", "--height=9", "--mines=9", "--first=any", "--win=clear"),
            *("--no-guess", "--on-guess=fair", "--question-marks"),
        )
    ),
    ("--board=board --daily", "--board cannot be used with --daily"),
    ("--board=board --resume", "--board cannot be used with --resume"),
    ("--on-guess=fair --win=flags", "needs --win clear"),
    ("--no-guess --first=safe", "--no-guess needs --first opening, not --first "),
    ("generate --no-guess --first=any", "--no-guess needs --first opening, not --first "),
    ("--emoji --zoom=3", "--glyphs emoji needs --zoom auto, not --zoom 3"),
    ("learn --own --streak", "--own and --streak exclude each other"),
    ("learn 3 --streak", "--streak and LESSON exclude each other"),
    ("learn", "a terminal is needed on standard input and output: minesweeper learn --plain"),
    *(
        (f"{option} --save-settings", f"{option.partition('=')[0]} is not a setting and cannot be")
        for option in ("--seed=0", "--plain", "--daily", "--demo")
    ),
    # Words that are too many, too few, or unknown
    ("foo", "unknown command 'foo' ("),
    ("expert", "unknown command 'expert': minesweeper --level expert plays that level"),
    ("--wid=5", "unrecognised arguments: --wid=5"),
    ("--no-such-thing\n", "--no-such-thing\\n"),
    *(
        (f"--plain --{gone}", f"unrecognised arguments: --{gone}")
        for gone in ("no-ascii", "no-emoji", "no-demo", "no-show-mines", "speak")
    ),
    ("--level=expert generate", "options go after the command: minesweeper generate --help"),
    ("--plain --seed 0 records", "options go after the command: minesweeper records --help"),
    ("games more", "unrecognised arguments: more"),
    ("records x", "unrecognised arguments: x (minesweeper records --help lists"),
    ("records --js", "unrecognised arguments: --js"),
    ("share 1 2", "unrecognised arguments: 2"),
    ("import", "required: FILE"),
    ("verify", "required: FILE"),
    ("analyse position", "'position' does not show how many mines there are: add --mines"),
    ("review", "name files or games to review, or --all"),
    ("review --all last", "name files or games to review, or --all"),
    ("review --json", "name files or games to review, or --all"),
    # Files
    ("analyse no-such-file --mines=1", "'no-such-file': No such file"),
    ("analyse star --mines=1", "line 2, column 1 is '*'"),
    ("analyse ragged --mines=1", "line 2 has 1 cells"),
    ("analyse empty --mines=1", "is empty"),
    ("analyse escape --mines=1", "line 1, column 1 is '\\x1b'"),
    ("--board=no-such-file", "--board: 'no-such-file': No such file"),
    ("--board=.", "directory"),
    ("--board=?b=1&m=0", "--board: this link to a board cannot be read: m has 1 digits"),
    ("--board=empty", "is empty"),
    ("--board=ragged-board", "line 2 has 1 cells, the first line has 2"),
    ("--board=full-board", "a mine in every cell"),
    ("--board=letter-board", "line 2, column 2 is 'o'"),
    ("--board=no-text", "is not text"),
    ("--board=board --width=6", "6x1 with 2 mines contradicts --board, which is 5x1 with 2 mines"),
    ("--board=board --level=expert", "--level expert contradicts --board, which is 5x1"),
    *(
        (f"replay {name}", f"minesweeper: '{name}': No such file or directory")
        for name in ("gmae.rawvf", "./gmae", "games/gmae", ".rawvf")
    ),
    # "last" is the last game, even if a file has that name
    ("replay", "the history has no games yet"),
    ("replay last", "the history has no games yet"),
    ("replay ./last", "'./last' offset 0, format: it is none of AVF, "),
]


@pytest.mark.parametrize(("line", "complaint"), REFUSALS)
def test_a_wrong_command_line_gets_one_line_and_status_2(line: str, complaint: str) -> None:
    check_refused(run(*line.split(" ")), complaint)


LONG: Final = {
    "option": ["--no-such-option" * 1000],
    "number": ["--width", "x" * 10_000],
    "escapes": ["--theme", "\x1b[2J\n" * 1000],
    "letters": ["--theme", "é" * 1000],
    "command": ["x\x1b\n" * 1000],
    "direction": ["generate", "--level", "\u202e" * 1000],
    "words": ["records", *["x"] * 1000],
    "replay": ["replay", "x" * 5000],
    "id": ["export", "a" * 5000],
    "position": ["analyse", "\n" * 5000, "--mines=1"],
    "board": ["--board", "\n" * 5000],
    "day": [f"--daily={'9' * 5000}"],
}


@pytest.mark.parametrize("what", LONG)
def test_an_error_has_at_most_200_printable_characters(what: str) -> None:
    check_refused(run(*LONG[what]), "")


@pytest.mark.parametrize("setting", ["height", "width", "mines"])
def test_no_variable_takes_digits_that_are_not_ascii(
    setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variable = f"MINESWEEPER_{setting.upper()}"
    monkeypatch.setenv(variable, "\uff12")
    check_refused(run("--plain"), f"{variable}: {setting}: '\\uff12' is not a number")


@pytest.mark.parametrize("line", ["generate --count=0", "--width=0"])
def test_the_program_ends_with_that_status_and_writes_nothing_else(line: str) -> None:
    done = subprocess.run(
        [*MINESWEEPER, *line.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    check_refused(Done(done.returncode, done.stdout, done.stderr), "is not a number from 1")
