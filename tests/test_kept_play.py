"""Games that are kept, in the real program: left, killed, undone, watched, counted."""

import signal
import subprocess
import sys
from pathlib import Path

from tests.real_terminal import RealTerminal

ROOT = Path(__file__).parent.parent
MINESWEEPER = (sys.executable, "-m", "minesweeper")
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
LEFT, RIGHT, ENTER = "\x1b[D", "\x1b[C", "\r"


def playing(home: Path, *options: str) -> RealTerminal:
    env = {"MINESWEEPER_HOME": str(home)}
    terminal = RealTerminal([*MINESWEEPER, *options], cwd=ROOT, env=env)
    try:
        terminal.wait_for("? help")
    except BaseException:
        terminal.close()
        raise
    return terminal


def command(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MINESWEEPER, *arguments],
        cwd=ROOT,
        env={"MINESWEEPER_HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )


def field(terminal: RealTerminal) -> str:
    """The cells on the screen, without the cursor's brackets."""
    rows = (line.strip() for line in terminal.lines)
    inner = [row[1:-1] for row in rows if row.startswith("|")]
    return "\n".join(row.replace("[", " ").replace("]", " ")[1::2] for row in inner)


def begin(terminal: RealTerminal) -> None:
    """Reveal the first cell."""
    terminal.type(ENTER)
    terminal.wait_for(lambda t: field(t) == OPENED)


def leave(terminal: RealTerminal) -> None:
    terminal.type("q")
    assert terminal.wait_exit() == 0
    assert terminal.is_clean() == []


def test_a_game_that_is_left_is_gone_on_with(tmp_path: Path) -> None:
    with playing(tmp_path, *SEEDED) as terminal:
        begin(terminal)
        leave(terminal)
    with playing(tmp_path, "--resume", "--ascii") as terminal:
        terminal.wait_for(lambda t: field(t) == OPENED)
        leave(terminal)


def test_a_game_that_was_killed_waits_and_e_goes_on_with_it(tmp_path: Path) -> None:
    with playing(tmp_path, *SEEDED) as terminal:
        begin(terminal)
        terminal.signal(signal.SIGKILL)
        terminal.wait_exit()
    with playing(tmp_path, "--ascii") as terminal:
        terminal.wait_for("a game is waiting: e goes on with it")
        terminal.type("e")
        terminal.wait_for(lambda t: field(t) == OPENED and "seed 12" in t.text)
        terminal.type(RIGHT)
        leave(terminal)


def test_a_closed_window_loses_nothing(tmp_path: Path) -> None:
    with playing(tmp_path, *SEEDED) as terminal:
        begin(terminal)
        terminal.hang_up()
        assert terminal.wait_exit() == 128 + signal.SIGHUP
    with playing(tmp_path, "--resume", "--ascii") as terminal:
        terminal.wait_for(lambda t: field(t) == OPENED)


def test_a_game_that_another_copy_plays_does_not_wait(tmp_path: Path) -> None:
    with playing(tmp_path, *SEEDED) as first:
        begin(first)
        done = command(tmp_path, "--resume")
        assert done.returncode == 2
        with playing(tmp_path, "--ascii") as second:
            second.type(RIGHT)
            second.wait_for("| #[#]#")
            assert "a game is waiting" not in second.text
            leave(second)
        leave(first)


def test_an_explosion_is_undone_and_redone(tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.write_text("*...\n....\n...*\n")
    with playing(tmp_path, f"--board={board}", "--ascii") as terminal:
        terminal.type(ENTER)
        terminal.wait_for("Lost :(")
        terminal.type("u")
        terminal.wait_for(lambda t: field(t) == "####\n####\n####")
        terminal.type("y")
        terminal.wait_for(lambda t: field(t).startswith("@"))
        terminal.type("u$" + ENTER)
        terminal.wait_for(lambda t: field(t).startswith("#1.."))
        leave(terminal)


def test_records_count_a_game_once_and_say_why_it_is_none(tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.write_text("*....\n.....\n...**\n")
    with playing(tmp_path, f"--board={board}", "--ascii") as terminal:
        terminal.type(RIGHT * 2 + ENTER + "jjhh" + ENTER)
        terminal.wait_for("Won :)")
        terminal.wait_for("no record: the board was given")
        terminal.type("s")
        terminal.wait_for(lambda t: "Won :)" not in t.text and "5x3, 3 mines" in t.text)
        terminal.type("q")
        terminal.wait_for("Won :)")
        leave(terminal)
    done = command(tmp_path, "records")
    assert done.returncode == 0
    assert "won 1" in done.stdout


def test_a_game_is_watched_and_taken_over(tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.write_text("*....\n.....\n...**\n")
    with playing(tmp_path, f"--board={board}", "--ascii") as terminal:
        terminal.type(RIGHT * 2 + ENTER + "jjhh" + ENTER)
        terminal.wait_for("Won :)")
        leave(terminal)
    with playing(tmp_path, "replay", "last", "--ascii") as terminal:
        terminal.wait_for("2/2")
        terminal.type(LEFT)
        terminal.wait_for(lambda t: field(t) == "#1...\n#1122\n#####")
        terminal.type(ENTER)
        terminal.wait_for("from a replay")
        terminal.type("G0" + ENTER)
        terminal.wait_for("Won :)")
        terminal.wait_for("no record: it was taken over from a replay")
        leave(terminal)


def test_the_daily_board_is_the_same_for_everybody(tmp_path: Path) -> None:
    plain = command(tmp_path, "--plain=board", "--daily=2026-11-21").stdout.splitlines()
    position = "\n".join(plain[:-1])
    assert "." in position
    for home in ("one", "two"):
        with playing(tmp_path / home, "--daily=2026-11-21", "--ascii") as terminal:
            terminal.wait_for(lambda t: field(t) == position and "daily 2026-11-21" in t.text)
            leave(terminal)


def test_without_a_place_for_it_the_game_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with playing(tmp_path / "file" / "home", *SEEDED) as terminal:
        begin(terminal)
        terminal.wait_for("quit")
        leave(terminal)


def test_where_no_game_waits_resume_says_so(tmp_path: Path) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with RealTerminal([*MINESWEEPER, "--resume"], cwd=ROOT, env=env) as terminal:
        assert terminal.wait_exit() == 2
        assert terminal.text.strip() == "minesweeper: --resume: no game is waiting"


def test_an_exported_game_is_verified_and_taken_in_once(tmp_path: Path) -> None:
    board = tmp_path / "board"
    board.write_text("*....\n.....\n...**\n")
    with playing(tmp_path, f"--board={board}", "--ascii") as terminal:
        terminal.type(RIGHT * 2 + ENTER + "jjhh" + ENTER)
        terminal.wait_for("Won :)")
        leave(terminal)
    file = tmp_path / "game.rawvf"
    file.write_text(command(tmp_path, "export", "last").stdout)
    assert command(tmp_path, "verify", str(file)).returncode == 0
    file.write_text(file.read_text().replace("Status: won", "Status: lost"))
    assert command(tmp_path, "verify", str(file)).returncode == 1
