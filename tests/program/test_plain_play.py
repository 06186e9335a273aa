"""The real program in plain mode, through pipes and in a terminal; and bots that play it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from minesweeper.engine.cells import cells_of
from minesweeper.engine.setup import Setup
from minesweeper.solver.best_guess import choose_reveal
from minesweeper.solver.clues import parse_position
from tests.harness.program import LAYOUT, MINESWEEPER, ROOT, run_in
from tests.harness.real_terminal import LIMIT, RealTerminal
from tests.harness.solver_games import count_wins

FRESH = "#####\n#####\n#####\n"
COLUMNS, ROWS, MINES = 30, 16, 99


def environment(home: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "MINESWEEPER_HOME": str(home), **more}


def plain(
    home: Path, lines: bytes | str, *options: str, **more: str
) -> subprocess.CompletedProcess[str]:
    """What comes of these lines, all at once and then the end of the input."""
    done = subprocess.run(
        [*MINESWEEPER, *options],
        cwd=ROOT,
        env=environment(home, **more),
        input=lines.encode() if isinstance(lines, str) else lines,
        capture_output=True,
        check=False,
    )
    out, err = done.stdout.decode("ascii"), done.stderr.decode("ascii")
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


class Pipe:
    """A program that plays through pipes: a line out, a picture and how the game stands back."""

    def __init__(self, process: subprocess.Popen[str], rows: int) -> None:
        self.process = process
        self.rows = rows
        self.position, self.status = self.read()

    def read(self) -> tuple[str, str]:
        assert self.process.stdout
        lines = [self.process.stdout.readline() for _ in range(self.rows + 1)]
        return "".join(lines[:-1]), lines[-1].partition(" ")[0]

    def send(self, line: str) -> str:
        """Send a line; how the game stands then."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        self.position, self.status = self.read()
        return self.status


@contextmanager
def pipe(home: Path, *options: str, rows: int) -> Iterator[Pipe]:
    process = subprocess.Popen(
        [*MINESWEEPER, "--plain=board", *options],
        cwd=ROOT,
        env=environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        try:
            yield Pipe(process, rows)
        finally:
            process.kill()


@pytest.fixture
def drawn(tmp_path: Path) -> str:
    file = tmp_path / "board.txt"
    file.write_text(LAYOUT)
    return f"--board={file}"


def test_a_layout_in_mbf_is_played_too(tmp_path: Path) -> None:
    file = tmp_path / "board.mbf"
    file.write_bytes(bytes.fromhex("05 03 00 02 00 02 04 00"))
    done = run_in(tmp_path, "--plain=board", f"--board={file}", typed="f 5 1\nf 1 3")
    assert done.out.splitlines()[-4:-1] == ["...1F", "11.11", "F1..."]


# The ends of the input and of the output


def test_the_end_of_the_input_saves_the_game(tmp_path: Path, drawn: str) -> None:
    done = plain(tmp_path, "r 3 1", "--plain=board", drawn)
    assert done.returncode == 0
    assert done.stdout.startswith(FRESH + "playing mines-left 3 time 0.000\n#1...\n#1122\n#####\n")
    again = run_in(tmp_path, "--plain=board", "--resume")
    assert again.status == 0
    assert again.out.startswith("#1...\n#1122\n#####\nplaying mines-left 3 time ")
    assert len(again.out.splitlines()) == 4


def test_no_input_bytes_break_plain_mode(tmp_path: Path, drawn: str) -> None:
    lines = b"r 3 1\r\n\xff\xfe\0\n" + b"r" * 3_000_000 + b"\n\n\x1b[2J\nf 1 1"
    done = plain(tmp_path, lines, "--plain=board", drawn)
    assert done.returncode == 0
    blocks = done.stdout.splitlines()
    assert len(blocks) == 4 * 7
    assert blocks[-4:-1] == ["F1...", "#1122", "#####"]
    assert len(done.stderr.splitlines()) == 3  # the empty line is no fault
    assert done.stderr.replace("\n", "").isprintable()


def test_a_closed_output_ends_plain_mode_quietly_and_saves_the_game(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*MINESWEEPER, "--plain=board", "--level=beginner", "--seed=12"],
        cwd=ROOT,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    with process:
        for _ in range(10):
            process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"reveal 3 3\n")
        process.stdin.flush()
        assert process.wait(LIMIT) == 1
        assert process.stderr.read() == b""
    again = run_in(tmp_path, "--plain=board", "--resume")
    assert again.out.startswith(".......1#\n.....112#\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_game_ended_by_a_signal_is_saved(tmp_path: Path, number: signal.Signals) -> None:
    with pipe(tmp_path, "--level=beginner", "--seed=12", rows=9) as program:
        program.send("reveal 3 3")
        program.send("flag 9 1")
        program.process.send_signal(number)
        # A signal just before a read does not interrupt it: the end of the input does.
        program.process.communicate(timeout=LIMIT)
        assert program.process.returncode == (130 if number is signal.SIGINT else -number)
        position = program.position
    again = run_in(tmp_path, "--plain=board", "--resume")
    assert again.out.startswith(position + "playing mines-left 9 time ")


@pytest.mark.skipif(not hasattr(signal, "SIGTSTP"), reason="Windows has no Ctrl+Z")
def test_time_for_which_a_line_waits_in_a_stopped_program_does_not_count(tmp_path: Path) -> None:
    """The game cannot count more than what passed here before and after the stop."""
    program = subprocess.Popen(
        [*MINESWEEPER, "--plain=board", "--level=beginner", "--seed=12"],
        cwd=ROOT,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,  # or the system would not stop it
    )
    assert program.stdin
    assert program.stdout

    def status_line() -> str:
        assert program.stdout
        return next(line for line in program.stdout if line.startswith("playing"))

    status_line()
    begun = time.monotonic()
    program.stdin.write("reveal 3 3\n")
    program.stdin.flush()
    status_line()
    program.send_signal(signal.SIGTSTP)
    os.waitpid(program.pid, os.WUNTRACED)
    stopped = time.monotonic()
    time.sleep(2)  # what is to be left out
    stop = time.monotonic() - stopped
    program.send_signal(signal.SIGCONT)
    program.stdin.write("flag 1 1\n")
    program.stdin.flush()
    counted = float(status_line().rpartition(" ")[2])
    passed = time.monotonic() - begun
    program.communicate(timeout=LIMIT)
    assert counted <= passed - stop + 0.002  # both are rounded


def test_the_example_in_the_readme_is_up_to_date(tmp_path: Path) -> None:
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    talk = shown.partition("    Minesweeper: 6x5,")[2].partition("\n\n")[0].split("\n    ")
    typed = "".join(f"{line[2:]}\n" for line in talk if line.startswith("> "))
    size = ("--width=6", "--height=5", "--mines=5", "--seed=1")
    said = run_in(tmp_path, "--plain", *size, typed=typed).out.splitlines()
    assert said[1:] == [line for line in talk[1:] if not line.startswith("> ")]
    assert said[0] == f"Minesweeper: 6x5,{talk[0]}"


# Options


def test_plain_mode_needs_no_terminal_no_curses_and_no_course(tmp_path: Path) -> None:
    code = (
        "import sys; from minesweeper.cli.main import main; status = main(['--plain']);"
        "foreign = {'_curses', 'termios', 'minesweeper.tui.terminal.reader', 'minesweeper.learn'};"
        "print(status, sorted(foreign & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(tmp_path, TERM="dumb"),
        input="r 1 1\nhint\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "0 []"


# In a terminal


def test_a_game_at_a_terminal_counts_as_played_by_a_person(tmp_path: Path, drawn: str) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with RealTerminal([*MINESWEEPER, "--plain", drawn], cwd=ROOT, env=env, term="dumb") as terminal:
        terminal.wait_for("Type help to list the commands")
        terminal.type("r 3 1\r")
        terminal.wait_for("Revealed 8 cells")
        terminal.type("r 1 3\r")
        terminal.wait_for("Won in ")
        terminal.type("\x03")
        assert terminal.wait_exit() == 130
        assert "not played at a terminal" not in terminal.text


def test_a_prompt_is_printed_at_a_terminal_only(tmp_path: Path, drawn: str) -> None:
    typed = "flag 1 1\nlook\n\nnonsense\nquit\n"
    assert ">" not in run_in(tmp_path, "--plain", drawn, typed=typed).out
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with RealTerminal([*MINESWEEPER, "--plain", drawn], cwd=ROOT, env=env) as terminal:
        terminal.wait_for("\n>")
        terminal.type("flag 1 1\r")
        terminal.wait_for("left\n>")
        terminal.type("\x04")  # Ctrl+D, the end of the input: what comes next has its own line
        assert terminal.wait_exit() == 0
        lines = ["> flag 1 1", "(1,1): flag; 2 mines left", ">", ""]
        assert terminal.lines[3:7] == lines
        assert terminal.cursor == (0, 6)


def test_no_prompt_disturbs_the_pictures(tmp_path: Path, drawn: str) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with RealTerminal([*MINESWEEPER, "--plain=board", drawn], cwd=ROOT, env=env) as terminal:
        terminal.wait_for("time 0.000")
        terminal.type("r 3 1\r\x04")
        assert terminal.wait_exit() == 0
        assert ">" not in terminal.text


# Bots


def play_experts(home: Path, games: int) -> int:
    """Let the solver play through a pipe, told nothing but the pictures; the games it wins."""
    won = 0
    with pipe(home, "--level=expert", "--seed=1", rows=ROWS) as program:
        for _ in range(games):
            program.send("reveal 4 4")
            while program.status == "playing":
                clues = parse_position(program.position, MINES)
                choice = choose_reveal(clues)
                # All that is safe, one after the other: some of it a flood has revealed by then.
                for cell in cells_of(choice.safe) or [choice.cell]:
                    if program.send("r {} {}".format(*clues.grid.place(cell))) != "playing":
                        break
            won += program.status == "won"
            assert program.send("new") == "playing"
            assert program.position == ("#" * COLUMNS + "\n") * ROWS
    return won


def won_headless(games: int) -> int:
    """How many of the same games the solver wins where it needs no pipe."""
    return count_wins(Setup(COLUMNS, ROWS, MINES), range(1, games + 1))


@pytest.mark.samples(8, 200)
def test_a_bot_plays_expert_games_through_a_pipe(tmp_path: Path, count: int) -> None:
    assert play_experts(tmp_path, count) == won_headless(count)


def test_a_failed_search_for_a_guess_free_board_ends_with_one_line(tmp_path: Path) -> None:
    setup = ("--width=2", "--height=2", "--mines=2", "--no-guess")
    done = run_in(tmp_path, "--plain", *setup, typed="reveal 1 1\nlook\n")
    assert done.status == 1
    progress = "minesweeper: looking for a guess-free board\n"  # where the search takes a while
    assert done.err.removeprefix(progress) == (
        "minesweeper: no guess-free board of 2x2 with 2 mines was found:"
        " ask for fewer mines, or for any board with --guess\n"
    )
    assert "look" not in done.out
