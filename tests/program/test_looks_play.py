"""Themes, glyph sets and zoom in the real program, in terminals of every number of colours."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from minesweeper.cli.parser import all_options
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import NEED_EXACT, PALETTES, ROLES
from minesweeper.tui.look.theme import Theme
from tests.harness.program import (
    ENTER,
    HALF_WON,
    LAYOUT,
    MINESWEEPER,
    RIGHT,
    ROOT,
    Drawn,
    backgrounds,
    field,
    quit_cleanly,
    says,
)
from tests.harness.real_terminal import RealTerminal

OPTIONS: Final = all_options()


def colours(terminal: RealTerminal) -> set[str]:
    """Every foreground and background in sight."""
    cells = [terminal.cell(x, y) for y in range(terminal.rows) for x in range(terminal.columns)]
    return {colour for cell in cells for colour in (cell.fg, cell.bg)}


def background_of(terminal: RealTerminal, text: str) -> str | None:
    """The background of a text's first character; None before it is shown."""
    return terminal.cell(*terminal.find(text)).bg if text in terminal.text else None


# What few systems have an entry for.
SIXTEEN: Final = "of16|xterm with 16 colours,\n\tcolors#16, pairs#256, use=xterm-256color,\n"
DIRECT: Final = r"""
of-rgb|xterm with direct colours,
\tccc@, initc@, oc@, RGB, colors#0x1000000, pairs#0x10000,
\tsetab=\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
\tsetaf=\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
\tuse=xterm-256color,
""".replace(r"\t", "\t").lstrip()


@pytest.fixture
def described(tmp_path: Path) -> dict[str, str]:
    """The environment for the terminals described above."""
    if not shutil.which("tic"):
        pytest.skip("tic, which makes entries of terminfo, is missing")
    entries = SIXTEEN + DIRECT
    subprocess.run(["tic", "-x", "-o", tmp_path, "-"], input=entries, text=True, check=True)
    return {"TERMINFO": str(tmp_path)}


# What the terminal says of its background

WHITE = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
# Shows what is typed at it, as a shell would take it, until a line ends.
SHELL = """
import os, sys, termios
mode = termios.tcgetattr(0)
mode[3] &= ~(termios.ICANON | termios.ECHO)
termios.tcsetattr(0, termios.TCSANOW, mode)
print("a shell", flush=True)
typed = b""
while not typed.endswith(b"."):
    typed += os.read(0, 100)
print(typed)
"""


def corner_backgrounds(terminal: RealTerminal) -> set[str]:
    """What is seen at the four corners of the window."""
    columns, rows = (0, terminal.columns - 1), (0, terminal.rows - 1)
    return {terminal.cell(column, row).bg for column in columns for row in rows}


def test_auto_goes_by_what_the_terminal_answers(drawn: Drawn) -> None:
    with drawn(LAYOUT, background="rgb:ffff/ffff/ffff") as terminal:
        terminal.wait_for(lambda t: corner_backgrounds(t) == {"ffffff"})
        quit_cleanly(terminal)


def test_without_an_answer_of_the_terminal_the_theme_is_sea(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii", answers=False) as terminal:
        terminal.type("0g" + RIGHT * 2 + ENTER)
        terminal.wait_for(lambda t: field(t) == HALF_WON and corner_backgrounds(t) == {"080808"})
        quit_cleanly(terminal)


def test_no_answer_reaches_the_shell(tmp_path: Path) -> None:
    """The key comes before the question, as an answer is due only for a second."""
    (tmp_path / "shell.py").write_text(SHELL)
    game = f"{shlex.join(MINESWEEPER)}; exec {shlex.quote(sys.executable)} {tmp_path}/shell.py"
    with RealTerminal(["sh", "-c", game], cwd=ROOT, answers=False) as terminal:
        terminal.type(b"q" + WHITE)
        terminal.wait_for("a shell")
        terminal.type(".")
        terminal.wait_for("b'.'")


@pytest.mark.parametrize("term", ["screen-256color", "linux"])
def test_a_colour_theme_paints_the_whole_window_and_leaves_nothing(drawn: Drawn, term: str) -> None:
    """The one does not fill with the background when it erases, the other has no second screen."""
    with drawn(LAYOUT, "--theme=light", term=term) as terminal:
        terminal.wait_for(
            lambda t: len(corner_backgrounds(t)) == 1 and "default" not in backgrounds(t)
        )
        terminal.resize(100, 30)
        terminal.wait_for(lambda t: "default" not in backgrounds(t) and "quit" in t.text)
        quit_cleanly(terminal)
        assert backgrounds(terminal) == {"default"}


def test_the_theme_key_goes_round_and_the_theme_is_kept(drawn: Drawn, tmp_path: Path) -> None:
    home = {"MINESWEEPER_HOME": str(tmp_path / "home")}
    with drawn(LAYOUT, env=home) as terminal:
        terminal.type("0g66" + ENTER)
        themes = [name for name in PALETTES if name not in NEED_EXACT]
        for theme in (*themes, "auto", *themes):
            terminal.type("t")
            terminal.wait_for(f"Theme: {theme}")
        quit_cleanly(terminal)
    assert f"theme = {theme}\n" in (tmp_path / "home" / "state").read_text()


def test_with_8_colours_the_field_has_a_background_of_its_own(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--theme=light", term="xterm") as terminal:
        terminal.type("0g66" + ENTER)
        terminal.wait_for(
            lambda t: (
                (background_of(t, "\u25aa 1"), background_of(t, "1 1 2 2")) == ("blue", "black")
            )
        )
        assert not {name for name in colours(terminal) if name.startswith("bright")}
        quit_cleanly(terminal)


def test_with_16_colours_the_bright_ones_are_used(drawn: Drawn, described: dict[str, str]) -> None:
    with drawn(LAYOUT, term="of16", env=described) as terminal:
        terminal.type("0g66" + ENTER)
        terminal.wait_for("1 1 2 2")
        terminal.wait_for(lambda t: any(name.startswith("bright") for name in colours(t)))
        quit_cleanly(terminal)


def rgb_colours(theme: Theme) -> Iterator[str]:
    """Yield the colours of a theme, as a terminal with direct colours shows them."""
    for role in ROLES:
        with suppress(KeyError):  # only classic has edges
            if colour := theme.colour(role):
                red, green, blue = colour.rgb
                yield f"{red:02x}{green or int(not red):02x}{blue:02x}"


@pytest.mark.parametrize("theme", PALETTES)
def test_direct_colours_show_every_theme_as_it_is(
    drawn: Drawn, described: dict[str, str], theme: str
) -> None:
    with drawn(LAYOUT, f"--theme={theme}", term="of-rgb", env=described) as terminal:
        terminal.type("0g66" + ENTER)
        terminal.wait_for("1 1 2 2")
        shown = colours(terminal) - {"default"}
        assert shown <= {*rgb_colours(Looks(theme, colours=1 << 24).theme)}
        assert len(shown) > 3 or theme == "mono"
        quit_cleanly(terminal)


def test_the_colours_of_the_shell_are_left_to_it(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--theme=sea", proves_colours=True) as terminal:
        terminal.wait_for(lambda t: len(t.palette) > 3)
        quit_cleanly(terminal)
        assert not terminal.palette_lost


@pytest.mark.parametrize(
    "window", [{"term": "vt100"}, {"env": {"NO_COLOR": "1"}}], ids=["vt100", "NO_COLOR"]
)
def test_no_theme_adds_colours_to_a_terminal_without_them(
    drawn: Drawn, window: dict[str, object]
) -> None:
    with drawn(LAYOUT, "--theme=light", **window) as terminal:
        terminal.wait_for("[■]")
        assert colours(terminal) == {"default"}


ONE_MORE_THEME: Final = """
import sys
from minesweeper.tui.look.palettes import PALETTES
PALETTES["another"] = PALETTES["light"]._replace(description="Like old photographs")
from minesweeper.cli.main import main
from tests.tools.make_data import data
"""


def test_a_theme_is_one_entry_whose_description_is_shown_wherever_it_is_chosen() -> None:
    made = subprocess.run(
        [sys.executable, "-c", ONE_MORE_THEME + "print(data()['minesweeper.1'])"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "; another: like old photographs\n" in made.stdout
    *_, last = PALETTES
    command = [sys.executable, "-c", ONE_MORE_THEME + "sys.exit(main())", f"--theme={last}"]
    with RealTerminal(command, cwd=ROOT) as terminal:
        terminal.wait_for("quit")
        terminal.type("t")
        terminal.wait_for("Theme: another")
        terminal.type(",")
        terminal.wait_for(lambda t: "another" in t.text and "Like old photographs" in t.text)
        terminal.type("q")
        terminal.wait_for("quit")
        quit_cleanly(terminal)


def test_settings_and_options_have_the_same_choices() -> None:
    assert [*OPTIONS["theme"].choices] == ["auto", *PALETTES]
    assert [*OPTIONS["glyphs"].choices] == ["auto", *GLYPHS]


@pytest.mark.parametrize("option", ["--glyphs=unicode", "--emoji"])
def test_glyphs_that_the_locale_cannot_show_are_refused(option: str) -> None:
    argv, environment = [*MINESWEEPER, option], {"LC_ALL": "C"}
    with RealTerminal(argv, cwd=ROOT, columns=400, env=environment) as terminal:
        assert terminal.wait_exit() == 2
        assert "needs a UTF-8 locale" in terminal.text


# Windows, whose curses writes half of an emoji


ON_WINDOWS = """
import curses, select, sys, types
sys.platform = "win32"
sys.modules["msvcrt"] = types.SimpleNamespace(
    LK_NBLCK=2, locking=lambda fd, mode, count: None, get_osfhandle=lambda fd: fd
)
sys.modules["_winapi"] = types.SimpleNamespace(
    WaitForMultipleObjects=lambda handles, every, milliseconds: select.select(
        handles, [], [], milliseconds / 1000
    )
)
from minesweeper.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def on_windows(*options: str, env: dict[str, str] | None = None) -> RealTerminal:
    """The program where Python says that this is Windows; the screen is still that of ncurses."""
    command = [sys.executable, "-c", ON_WINDOWS, *options]
    return RealTerminal(command, cwd=ROOT, columns=100, env=env)


def test_emoji_are_refused_on_windows_with_the_reason() -> None:
    with on_windows("--emoji") as terminal:
        assert terminal.wait_exit() == 2
        said = terminal.text.strip().splitlines()
        assert len(said) == 1
        assert "emoji cannot be shown on Windows: curses draws only half of each" in said[0]


def test_the_setting_emoji_gives_way_on_windows_and_cannot_be_chosen(tmp_path: Path) -> None:
    home = {"MINESWEEPER_HOME": str(tmp_path), "MINESWEEPER_GLYPHS": "emoji"}
    with on_windows("--no-mouse", env=home) as terminal:
        terminal.wait_for("mines left")
        terminal.type(",")
        terminal.wait_for("Symbols")
        terminal.type("jhl")  # to ascii, and on past emoji
        terminal.wait_for("Emoji cannot be shown on")
        terminal.type("qq")
        assert terminal.wait_exit() == 0


# Help


def test_a_hint_names_cells_as_they_are_drawn_and_is_played(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii", "--zoom=2") as terminal:
        terminal.type("0g" + RIGHT + "l" + ENTER)
        terminal.wait_for(lambda t: field(t) == HALF_WON)
        terminal.type("i")
        terminal.wait_for("Look at  1  and  2 .")
        terminal.type("i")
        terminal.wait_for(says("Both o are safe: this 1 has its mine at * , as 2 shows."))
        for safe in ("o o *", "o  are safe"):
            assert terminal.cell(*terminal.find(safe)).bg == "87ffaf"
        terminal.type("i")
        terminal.wait_for("Won")
        quit_cleanly(terminal)
