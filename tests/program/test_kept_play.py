"""Games that are kept, in the real program: left, killed, undone, watched, counted."""

import os
import pwd
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from minesweeper.cli import environment
from minesweeper.engine.game import Game, Move
from minesweeper.play.daily import daily
from minesweeper.store.store import GAMES_FILE
from tests.harness import commands, real_terminal
from tests.harness.commands import Done
from tests.harness.kept_games import begin as begin_session
from tests.harness.kept_games import close_stores, dealer, open_store
from tests.harness.places import common_path as common_path
from tests.harness.posix import full_disk, in_another_process, lose_the_rights_of_root
from tests.harness.program import (
    CTRL_C,
    ENTER,
    ESC,
    LAYOUT,
    LEFT,
    MINESWEEPER,
    RIGHT,
    ROOT,
    WON,
    click,
    field,
    playing,
    quit_cleanly,
    run_in,
    says,
)
from tests.harness.real_terminal import RealTerminal

TAB, END = "\t", "\x1b[F"
WITHOUT_MINES = ("--width=3", "--height=3", "--mines=0")
# A seed whose first cell in the upper left is an opening that does not win at once.
SEEDED = ("--level=beginner", "--ascii", "--seed=12")
OPENED = """\
.1#######
.1#######
.112#####
...1#####
...1#####
..11#####
.12######
.1#######
.1#######"""


def playing_in(home: Path, *options: str, **window: object) -> RealTerminal:
    """Play with cells of one row, as `field` reads them."""
    env = {"MINESWEEPER_HOME": str(home), "MINESWEEPER_ZOOM": "2"}
    return playing(*options, env=env, **window)


def begin(terminal: RealTerminal) -> None:
    """Reveal the first cell."""
    terminal.type("0g" + ENTER)
    terminal.wait_for(lambda t: field(t) == OPENED)


def test_a_game_that_was_killed_is_saved_and_e_resumes_it(tmp_path: Path) -> None:
    with playing_in(tmp_path, *SEEDED) as terminal:
        begin(terminal)
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
    with playing_in(tmp_path, "--ascii") as terminal:
        terminal.wait_for("e resumes your game")
        terminal.type("e")
        terminal.wait_for(lambda t: field(t) == OPENED)
        quit_cleanly(terminal)


def test_how_to_play_is_told_until_a_game_has_ended(tmp_path: Path) -> None:
    for _ in range(2):
        with playing_in(tmp_path, *SEEDED) as terminal:
            terminal.wait_for("Arrows move")
            begin(terminal)
            quit_cleanly(terminal)
    with playing_in(tmp_path, "--ascii", *WITHOUT_MINES) as terminal:
        terminal.type(ENTER)
        terminal.wait_for("Won")
        quit_cleanly(terminal)
    with playing_in(tmp_path, *SEEDED) as terminal:
        begin(terminal)
        assert not [line for line in terminal.transcript if "Arrows move" in line]
        quit_cleanly(terminal)


@pytest.mark.parametrize(
    ("keys", "until", "said"),
    [
        ("0g" + ENTER, ". 1 #", "Saved. Resume with: minesweeper --resume"),
        ("0g" + ENTER + "nf", "9 mines left", "Saved. Resume with: minesweeper --resume"),
        ("f" + RIGHT, "F #", ""),
    ],
)
def test_quitting_names_the_command_that_resumes_a_game_if_one_was_saved(
    tmp_path: Path, keys: str, until: str, said: str
) -> None:
    with playing_in(tmp_path, *SEEDED) as terminal:
        terminal.type(keys)
        # Text of a later frame than the first: the query for the background, which comes after
        # that one, has been answered.
        terminal.wait_for(until)
        quit_cleanly(terminal)
        assert terminal.text.strip() == said
    assert run_in(tmp_path, "games", "--saved").out.count("Beginner") == bool(said)


CONTROL_BACKSLASH = "\x1c"


@pytest.mark.parametrize(
    ("end", "number"),
    [
        (lambda terminal: terminal.hang_up(), signal.SIGHUP),
        (lambda terminal: terminal.signal(signal.SIGTERM), signal.SIGTERM),
        (lambda terminal: terminal.type(CONTROL_BACKSLASH), signal.SIGQUIT),
    ],
    ids=["a closed window", "SIGTERM", "Ctrl+Backslash"],
)
def test_a_signal_that_ends_the_game_leaves_it_saved_and_the_terminal_clean(
    tmp_path: Path, end: Callable[[RealTerminal], None], number: signal.Signals
) -> None:
    with playing_in(tmp_path, *SEEDED) as terminal:
        begin(terminal)
        end(terminal)
        assert terminal.wait_exit() == 128 + number
        assert number == signal.SIGHUP or terminal.is_clean() == []
    left = run_in(tmp_path, "--plain=board", "--resume").out
    assert "\n".join(left.splitlines()[:9]) == OPENED


@pytest.mark.parametrize(("key", "number"), [(CTRL_C, 2), (CONTROL_BACKSLASH, 3)])
def test_a_stop_key_held_down_on_a_slow_line_leaves_the_terminal_clean(
    monkeypatch: pytest.MonkeyPatch, key: str, number: int
) -> None:
    """It makes the tty discard what the terminal has not read, once the tty is as before."""
    monkeypatch.setattr(real_terminal, "READ_AT_ONCE", 256)
    with RealTerminal([*MINESWEEPER, "--level=expert"], cwd=ROOT, columns=120, rows=40) as terminal:
        terminal.wait_for(lambda t: t.alternate)
        for _ in range(100):
            terminal.type(key)
        assert terminal.wait_exit() == 128 + number
        assert terminal.is_clean() == []


def test_a_game_goes_on_in_the_window_that_resumed_it_last(tmp_path: Path) -> None:
    with playing_in(tmp_path, *SEEDED) as first:
        begin(first)
        with playing_in(tmp_path, "--ascii") as second:
            second.wait_for("e resumes your game")
            second.type("e")
            second.wait_for(lambda t: field(t) == OPENED)
            first.type("f")
            first.wait_for(says("This game goes on in another window"))
            quit_cleanly(second)
            assert "Saved. Resume with" in second.text
        first.type("e" + RIGHT)
        first.wait_for(lambda t: field(t) == OPENED and "another" not in t.text)
        quit_cleanly(first)
        assert "Saved. Resume with" in first.text
    assert run_in(tmp_path, "games", "--saved").out.count("Beginner") == 1


def test_a_game_is_listed_watched_taken_over_and_deleted(tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.write_text(LAYOUT)
    with playing_in(tmp_path, f"--board={board}", "--ascii") as terminal:
        terminal.type("0g" + RIGHT * 2 + ENTER + "jjhh" + ENTER)
        terminal.wait_for("Won")
        terminal.wait_for("no record")
        quit_cleanly(terminal)
    assert run_in(tmp_path, "records").out == "No ranked games yet\n"
    argv, env = [*MINESWEEPER, "games"], {"MINESWEEPER_HOME": str(tmp_path)}
    with RealTerminal(argv, columns=45, cwd=ROOT, env=env) as window:  # the list is no wider
        assert window.wait_exit() == 0
        head, game = window.lines[:2]
    assert head.split() == ["Board", "Result", "Time", "ID"]
    assert game.split()[:3] == ["5x3/3", "Won", "!"]
    identity = game.split()[-1]
    assert len(identity) == 7
    assert run_in(tmp_path, "export", identity[:4], "--format=picture").out == LAYOUT
    with playing_in(tmp_path, "replay", identity, "--ascii") as terminal:
        terminal.wait_for("move 2 of 2")
        terminal.type(LEFT)
        terminal.wait_for(lambda t: field(t) == "#1...\n#1122\n#####")
        terminal.type(ENTER)
        terminal.wait_for("q quit")
        terminal.type("G0" + ENTER)
        terminal.wait_for("no record")
        terminal.type("s")
        terminal.wait_for("Your best times will")
        terminal.type(TAB)
        terminal.wait_for(re.compile("5x3/3 +won"))
        terminal.click(*terminal.find("5x3/3 "))
        terminal.wait_for("Space")
        terminal.type(END)
        terminal.wait_for(lambda t: field(t) == WON and "move 2 of 2" in t.text)
        terminal.type("qd")
        terminal.wait_for("Delete this game?")
        terminal.type("y")
        terminal.wait_for(lambda t: "Delete this game?" not in t.text and "1 game" in t.text)
        terminal.type(ESC)
        terminal.wait_for("q quit")
        quit_cleanly(terminal)
    assert run_in(tmp_path, "games").out.count("5x3/3") == 1


def test_the_line_to_share_is_copied(tmp_path: Path) -> None:
    board = daily("2025-11-21", "classic").deal()
    mine = next(cell for cell in board.grid if board.is_mine(cell))
    with playing_in(tmp_path, "--daily=2025-11-21", "--ascii") as terminal:
        # The field of everybody, in lines of text too.
        plain = run_in(tmp_path / "another", "--plain=board", "--daily=2025-11-21").out
        terminal.wait_for(lambda t: field(t) == "\n".join(plain.splitlines()[:-1]))
        click(terminal, *board.grid.place(mine))
        terminal.wait_for("Boom")
        terminal.type("c")
        terminal.wait_for("Copied")
        line = terminal.clipboard
        quit_cleanly(terminal)
    assert run_in(tmp_path, "share").out == f"{line}\n"


DISK_IS_FULL = re.compile(r"games\.db: (disk I/O error|database or disk is full)")


def is_full(terminal: RealTerminal) -> bool:
    return says("disk I/O error")(terminal) or says("disk is full")(terminal)


def test_on_a_full_disk_the_message_stays_and_the_status_is_1(tmp_path: Path) -> None:
    with full_disk(0):
        terminal = playing_in(tmp_path, *SEEDED, columns=160)
    with terminal:
        begin(terminal)
        terminal.wait_for(is_full)
        cursor = terminal.cursor
        terminal.type(RIGHT)
        terminal.wait_for(lambda t: t.cursor != cursor and is_full(t) and "not saved" in t.text)
        terminal.type("q")
        assert terminal.wait_exit() == 1
        assert terminal.is_clean() == []
        assert f"minesweeper: 1 game could not be stored in {tmp_path}" in terminal.text


def test_plain_mode_reports_a_full_disk_and_ends_with_status_1(tmp_path: Path) -> None:
    with full_disk(0):
        done = run_in(tmp_path, "--plain", *SEEDED, typed="reveal 1 1\nflag 9 9\nquit\n")
    assert done.status == 1
    assert "Goodbye" in done.out
    first, last = done.err.splitlines()
    assert first.startswith(f"minesweeper: not saved: {tmp_path}/")
    assert DISK_IS_FULL.search(first)
    assert last == f"minesweeper: 1 game could not be stored in {tmp_path}"


def test_resume_names_the_obstacle_to_a_saved_game(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    begin_session(dealer(store).next())
    close_stores()
    with closing(sqlite3.connect(tmp_path / GAMES_FILE)) as db, db:
        db.execute("UPDATE line SET text = replace(text, 'reveal', 'reveil')")
    done = run_in(tmp_path, "--plain", "--resume")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("minesweeper: --resume: The game 1 cannot be read: in '0 reveil ")
    done = run_in(tmp_path / "another", "--plain", "--resume")
    assert done == Done(2, "", "minesweeper: --resume: there is no saved game\n")


# Where nothing can be kept, or said


def run(
    *arguments: str, cwd: Path = ROOT, stderr: str = "", **env: str
) -> subprocess.CompletedProcess[str]:
    """Play two lines of text in an environment of its own."""
    with open(stderr or os.devnull, "w") as full:
        return subprocess.run(
            [*MINESWEEPER, *arguments],
            cwd=cwd,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **env},
            input="reveal 1 1\nquit\n",
            stdout=subprocess.PIPE,
            stderr=full if stderr else subprocess.PIPE,
            text=True,
            check=False,
        )


def play_with(environment: dict[str, str]) -> Done:
    """Play two lines of text in this process, with no other variables."""
    with patch.dict(os.environ, environment, clear=True):
        return commands.run("--plain", typed="reveal 1 1\nquit\n")


def test_a_home_deeper_than_python_may_call_itself_is_made_or_refused_in_a_line(
    tmp_path: Path,
) -> None:
    deep = f"{tmp_path}/" + "d/" * (sys.getrecursionlimit() + 100)
    done = play_with({"XDG_DATA_HOME": deep, "HOME": str(tmp_path)})
    assert (done.status, "Traceback" in done.err) == (1, False)
    assert "games.db: unable to open database file\n" in done.err  # SQLite opens no longer path
    assert Path(deep, "minesweeper").is_dir()
    subprocess.run(["rm", "-r", tmp_path / "d"], check=True)  # shutil calls itself each time


def test_a_path_longer_than_the_system_allows_is_refused_in_a_line(tmp_path: Path) -> None:
    done = play_with({"XDG_DATA_HOME": "/" + "d/" * 5_000, "HOME": str(tmp_path)})
    assert (done.status, "Traceback" in done.err) == (1, False)
    assert "games.db: File name too long\n" in done.err


def test_without_a_home_nothing_is_read_from_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no HOME and no entry of the user's says which it is, "~" stays as it is."""
    here = tmp_path / "~"
    played = play_with({"HOME": str(here)})
    assert (played.status, played.err) == (0, "")
    config = here / ".config" / "minesweeper" / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text("width = 0\n")
    monkeypatch.chdir(tmp_path)
    with patch.dict(os.environ, {"HOME": "~"}, clear=True):
        assert commands.run("records") == Done(0, "No ranked games yet\n", "")


@pytest.mark.parametrize(
    "names", [["HOME"], ["MINESWEEPER_HOME"], ["XDG_CONFIG_HOME", "XDG_DATA_HOME"]]
)
@pytest.mark.parametrize("below", [".", "games"])
def test_a_home_that_may_not_be_entered_is_one_that_cannot_be_written(
    names: list[str], below: str, common_path: Path
) -> None:
    """As somebody else's is, in which `sudo -u` may leave a player."""
    home = common_path / "home"
    home.mkdir(mode=0)

    def play_there() -> str:
        lose_the_rights_of_root()
        done = play_with({"HOME": str(common_path), **dict.fromkeys(names, str(home / below))})
        return f"{done.status} {done.out}{done.err}"

    status, *told = in_another_process(play_there).splitlines()
    assert status.startswith("1 Minesweeper: Classic 8x8")
    when_it_happens, at_the_end = [line for line in told if line.startswith("minesweeper: ")]
    assert when_it_happens.startswith(f"minesweeper: not saved: {home / below}")
    assert when_it_happens.endswith("games.db: Permission denied")
    assert at_the_end.startswith(f"minesweeper: 1 game could not be stored in {home / below}")


def test_a_config_file_that_may_not_be_read_is_an_error(common_path: Path) -> None:
    (common_path / "config.toml").touch(mode=0)

    def play_there() -> str:
        lose_the_rights_of_root()
        done = play_with({"MINESWEEPER_HOME": str(common_path)})
        return f"{done.status} {done.err}"

    complaint = f"minesweeper: {common_path}/config.toml: Permission denied\n"
    assert in_another_process(play_there) == f"2 {complaint}"


def test_an_empty_home_is_none() -> None:
    """Games would lie in the root, and so would settings."""
    expected = Path(pwd.getpwuid(os.getuid()).pw_dir, ".local", "share", "minesweeper")
    with patch.dict(os.environ, {"HOME": ""}, clear=True):
        assert environment.open_store().directory == str(expected)


def test_settings_are_saved_in_a_directory_that_the_output_cannot_name(tmp_path: Path) -> None:
    home = str(tmp_path / "caf\u00e9")
    arguments = "--save-settings", "--theme=light"
    done = run(*arguments, MINESWEEPER_HOME=home, PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "caf\\xe9" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_an_error_that_cannot_be_printed_still_ends_with_status_2(tmp_path: Path) -> None:
    assert run("records", "--x", stderr="/dev/full", MINESWEEPER_HOME=str(tmp_path)).returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a shell that closes a stream")
def test_settings_are_not_saved_without_an_output(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m minesweeper --save-settings --width=9 >&-"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        env=os.environ | {"MINESWEEPER_HOME": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "minesweeper: standard output is closed\n")
    assert not (tmp_path / "config.toml").exists()


def test_plain_mode_prints_the_line_to_share_after_a_daily_board(tmp_path: Path) -> None:
    board = daily("2025-11-21", "classic").deal()
    column, row = board.grid.place(next(cell for cell in board.grid if board.is_mine(cell)))
    typed = f"r {column} {row}\n"
    said = run_in(tmp_path, "--plain", "--daily=2025-11-21", typed=typed).out
    shared = run_in(tmp_path, "share").out
    assert shared.startswith("Minesweeper daily 2025-11-21 classic: lost ")
    assert shared in said


def test_a_daily_board_goes_on_where_it_was_left(tmp_path: Path) -> None:
    day = daily("2025-11-21", "classic")
    board = day.deal()
    opened = Game(day.setup, board)
    opened.play(Move("reveal", day.start))
    safe = (cell for cell in board.grid if not board.is_mine(cell) and not opened.is_revealed(cell))
    column, row = board.grid.place(next(safe))
    run_in(tmp_path, "--plain", "--daily=2025-11-21", typed=f"r {column} {row}\n")
    saved = run_in(tmp_path, "games", "--saved").out
    assert saved.count("Daily 2025-11-21") == 1
    said = run_in(tmp_path, "--plain", "--daily=2025-11-21", typed=f"l {column} {row}\n").out
    assert f"({column},{row}): covered" not in said
    assert run_in(tmp_path, "games", "--saved").out == saved


def test_a_run_in_which_a_game_ended_writes_a_backup(tmp_path: Path) -> None:
    backup = tmp_path / "games-backup.db"
    with playing_in(tmp_path, *SEEDED) as terminal:
        begin(terminal)
        quit_cleanly(terminal)
    assert not backup.exists()
    with playing_in(tmp_path, "--ascii", *WITHOUT_MINES) as terminal:
        terminal.type(ENTER)
        terminal.wait_for("Won")
        assert not backup.exists()
        quit_cleanly(terminal)
    size = backup.stat().st_size
    backup.write_bytes(b"")
    assert run_in(tmp_path, "games").status == 0
    assert not backup.stat().st_size
    assert run_in(tmp_path, "--plain", *WITHOUT_MINES, typed="r 1 1\n").status == 0
    assert backup.stat().st_size >= size


def test_damage_is_reported_by_the_screen_and_by_commands_in_one_line(tmp_path: Path) -> None:
    run_in(tmp_path, "--plain", *WITHOUT_MINES, typed="r 1 1\n")
    path = tmp_path / GAMES_FILE
    path.write_bytes(b"no database" * 1000)
    with playing_in(tmp_path, "--ascii", columns=100) as terminal:
        terminal.wait_for(says("games.db was damaged: 1 game restored from its backup"))
        quit_cleanly(terminal)
    path.write_bytes(b"no database" * 1000)
    listed = run_in(tmp_path, "games")
    assert listed.out.count("3x3/0") == 1
    assert listed.err.startswith(
        f"minesweeper: {path} was damaged: 1 game restored from its backup"
    )
    assert listed.err.count("\n") == 1
    again = run_in(tmp_path, "games")
    assert (again.out, again.err) == (listed.out, "")
