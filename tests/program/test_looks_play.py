"""Themes, glyph sets and zoom in the real program, in terminals of every number of colours."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from minesweeper.cli.parser import all_options, command_line, play_parser
from minesweeper.settings.resolve import resolve
from minesweeper.settings.sources import NO_SOURCES, read_environment
from minesweeper.settings.table import SettingsError
from minesweeper.tui.look.glyphs import GLYPHS, ZOOMS
from minesweeper.tui.look.palettes import PALETTES
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
    playing,
    quit_cleanly,
    says,
)
from tests.harness.real_terminal import RealTerminal

OPTIONS: Final = all_options()


def colours(terminal: RealTerminal) -> set[str]:
    """Every foreground and background in sight."""
    cells = [terminal.cell(x, y) for y in range(terminal.rows) for x in range(terminal.columns)]
    return {colour for cell in cells for colour in (cell.fg, cell.bg)}


def background_of_the_field(terminal: RealTerminal) -> str | None:
    """The background of the first number; None before it is painted."""
    found = re.search("\u2502[ \u25a0]* 1", terminal.text)
    if not found:
        return None
    column, row = terminal.find(found[0])
    return terminal.cell(column + len(found[0]) - 1, row).bg


@pytest.fixture
def sixteen(tmp_path: Path) -> dict[str, str]:
    """The environment for a terminal of 16 colours, which few systems have an entry for."""
    if not shutil.which("tic"):
        pytest.skip("tic, which makes entries of terminfo, is missing")
    entry = "of16|xterm with 16 colours,\n\tcolors#16, pairs#256, use=xterm-256color,\n"
    subprocess.run(["tic", "-x", "-o", tmp_path, "-"], input=entry, text=True, check=True)
    return {"TERMINFO": str(tmp_path)}


def test_auto_goes_by_the_environment(drawn: Drawn) -> None:
    with drawn(LAYOUT, env={"COLORFGBG": "0;15"}, background="") as terminal:
        terminal.type("0g66" + ENTER)
        terminal.wait_for(lambda t: background_of_the_field(t) == "eeeeee")


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


@pytest.mark.parametrize("term", ["xterm-256color", "screen-256color"])
def test_auto_goes_by_what_the_terminal_answers(drawn: Drawn, term: str) -> None:
    with drawn(LAYOUT, term=term, background="rgb:ffff/ffff/ffff") as terminal:
        terminal.wait_for(lambda t: corner_backgrounds(t) == {"ffffff"})
        assert terminal.lines[0] == ""
        quit_cleanly(terminal)


def test_without_an_answer_of_the_terminal_the_theme_is_dark(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii", answers=False) as terminal:
        terminal.type("0g" + RIGHT * 2 + ENTER)
        terminal.wait_for(lambda t: field(t) == HALF_WON and corner_backgrounds(t) == {"121212"})
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


@pytest.mark.parametrize("term", ["xterm-256color", "xterm", "screen-256color", "linux"])
def test_a_colour_theme_paints_the_whole_window(drawn: Drawn, term: str) -> None:
    """Also where the terminal does not fill with the background colour when it erases."""
    with drawn(LAYOUT, "--theme=light", term=term) as terminal:
        terminal.wait_for(
            lambda t: len(corner_backgrounds(t)) == 1 and "default" not in backgrounds(t)
        )
        terminal.resize(100, 30)
        terminal.wait_for(lambda t: "default" not in backgrounds(t) and "quit" in t.text)
        terminal.type("?")
        terminal.wait_for(
            lambda t: "Keys, mouse and colours" in t.text and "default" not in backgrounds(t)
        )
        terminal.type("q")
        terminal.wait_for("quit")
        quit_cleanly(terminal)


def test_no_background_stays_behind(drawn: Drawn) -> None:
    """The Linux console has no second screen that goes with the game."""
    with drawn(LAYOUT, "--theme=light", term="linux") as terminal:
        terminal.wait_for(lambda t: "default" not in backgrounds(t))
        quit_cleanly(terminal)
        assert backgrounds(terminal) == {"default"}


@pytest.mark.parametrize("term", ["xterm", "vt100"])
def test_the_theme_key_goes_round_in_every_terminal(drawn: Drawn, term: str) -> None:
    with drawn(LAYOUT, term=term) as terminal:
        terminal.type("0g66" + ENTER)
        for theme in (*PALETTES, "auto"):
            terminal.type("t")
            terminal.wait_for(
                "Theme: " + (theme if term != "vt100" else "mono, as this terminal has no")
            )
        quit_cleanly(terminal)


def test_with_8_colours_the_field_has_a_background_of_its_own(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--theme=light", term="xterm") as terminal:
        terminal.type("0g66" + ENTER)
        terminal.wait_for(lambda t: background_of_the_field(t) == "white")
        column, row = terminal.find("\u25a0 1")
        assert {terminal.cell(x, row).bg for x in (column, column + 2)} == {"white"}
        assert not {name for name in colours(terminal) if name.startswith("bright")}


def test_with_16_colours_the_bright_ones_are_used(drawn: Drawn, sixteen: dict[str, str]) -> None:
    with drawn(LAYOUT, "--theme=dark", term="of16", env=sixteen) as terminal:
        terminal.type("0g66" + ENTER)
        terminal.wait_for(lambda t: background_of_the_field(t) == "black")
        terminal.wait_for(lambda t: any(name.startswith("bright") for name in colours(t)))
        quit_cleanly(terminal)


@pytest.mark.parametrize(
    "window", [{"term": "vt100"}, {"env": {"NO_COLOR": "1"}}], ids=["vt100", "NO_COLOR"]
)
def test_no_theme_adds_colours_to_a_terminal_without_them(
    drawn: Drawn, window: dict[str, object]
) -> None:
    with drawn(LAYOUT, "--theme=light", **window) as terminal:
        terminal.wait_for(lambda t: t.cell(*t.cursor).reverse)
        assert colours(terminal) == {"default"}


# Zoom


def test_a_narrow_field_is_played_with_keys_and_mouse(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii", "--zoom=1") as terminal:
        terminal.wait_for("|#####|")
        terminal.type("0g" + RIGHT * 2 + ENTER)
        terminal.wait_for("|#1...|")
        left, top = terminal.find("|#1...|")
        terminal.click(left + 1, top, 3)
        terminal.wait_for("|F1...|")
        terminal.type("+")
        terminal.wait_for(f"Zoom 2 of {len(ZOOMS)}")
        terminal.wait_for("| [F]1 . . . |")
        terminal.type("-")
        terminal.wait_for("|F1...|")
        quit_cleanly(terminal)


def test_a_board_fills_its_window_and_another_one_after_a_resize(drawn: Drawn) -> None:
    with playing("--level=classic", "--seed=5", "--theme=dark") as terminal:
        terminal.wait_for(lambda t: size_of_cursor(t) == (5, 1))
        terminal.resize(120, 40)
        terminal.wait_for(lambda t: size_of_cursor(t) == (7, 3))
        terminal.type("-")
        terminal.wait_for(lambda t: f"Zoom 3 of {len(ZOOMS)}" in t.text)
        terminal.resize(40, 12)
        terminal.wait_for(lambda t: size_of_cursor(t) == (5, 1))
        terminal.type(ENTER)
        terminal.wait_for("1")
        quit_cleanly(terminal)


def size_of_cursor(terminal: RealTerminal) -> tuple[int, int]:
    """How many columns and whole rows have the background of the cursor."""
    places = [
        (x, y)
        for x in range(terminal.columns)
        for y in range(terminal.rows)
        if terminal.cell(x, y).bg == "ffd700"
    ]
    return len({x for x, _ in places}), len({y for _, y in places})


# What is kept


def test_a_theme_is_kept_for_the_next_game_and_a_zoom_is_not(drawn: Drawn, tmp_path: Path) -> None:
    home = {"MINESWEEPER_HOME": str(tmp_path / "home")}
    with drawn(LAYOUT, env=home) as terminal:
        terminal.type("tt-")
        terminal.wait_for(f"Zoom 1 of {len(ZOOMS)}")
        quit_cleanly(terminal)
    with drawn(LAYOUT, "--ascii", env=home) as terminal:
        terminal.wait_for(lambda t: "# #[#]# # |" in t.text and "b2b2b2" in colours(t))
        quit_cleanly(terminal)


def test_a_setting_that_the_locale_cannot_show_gives_way(drawn: Drawn) -> None:
    with drawn(LAYOUT, env={"MINESWEEPER_GLYPHS": "emoji", "LC_ALL": "C"}) as terminal:
        terminal.wait_for("# #[#]# # ")
        quit_cleanly(terminal)


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
    assert "\n.I another:\nLike old photographs\n" in made.stdout
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


# The command line


def glyphs(*argv: str, setting: str = "") -> str:
    """The glyphs that are asked for on the command line, or else by the setting."""
    given = command_line(play_parser().parse(argv))
    environment = read_environment({"MINESWEEPER_GLYPHS": setting}, OPTIONS)
    return resolve(given, NO_SOURCES._replace(environment=environment)).glyphs


@pytest.mark.parametrize(
    ("setting", "argv", "name"),
    [
        ("ascii", [], "ascii"),
        ("emoji", ["--ascii"], "ascii"),
        ("ascii", ["--emoji"], "emoji"),
        ("ascii", ["--glyphs=auto"], "auto"),
        ("emoji", ["--zoom=3"], "auto"),
        ("emoji", ["--zoom=2"], "emoji"),
    ],
)
def test_the_command_line_wins_over_a_setting(setting: str, argv: list[str], name: str) -> None:
    assert glyphs(*argv, setting=setting) == name


@pytest.mark.parametrize(
    ("argv", "name"),
    [
        ([], "auto"),
        (["--ascii"], "ascii"),
        (["--emoji"], "emoji"),
        (["--glyphs=unicode"], "unicode"),
        (["--ascii", "--emoji"], "emoji"),
        (["--emoji", "--glyphs=unicode"], "unicode"),
        (["--glyphs=unicode", "--ascii"], "ascii"),
        (["--emoji", "--zoom=3", "--ascii"], "ascii"),
    ],
)
def test_the_last_option_for_glyphs_wins(argv: list[str], name: str) -> None:
    assert glyphs(*argv) == name


@pytest.mark.parametrize("zoom", ["1", "3", "4"])
def test_emoji_have_one_zoom(zoom: str) -> None:
    said = f"--glyphs emoji needs --zoom 2 or auto, not --zoom {zoom}"
    with pytest.raises(SettingsError, match=said):
        glyphs("--emoji", f"--zoom={zoom}")
    assert glyphs("--emoji", "--zoom=auto") == glyphs("--emoji", "--zoom=2") == "emoji"


def test_glyphs_that_the_locale_cannot_show_are_refused() -> None:
    argv, environment = [*MINESWEEPER, "--glyphs=unicode"], {"LC_ALL": "C"}
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


def test_the_setting_emoji_gives_way_on_windows(tmp_path: Path) -> None:
    home = {"MINESWEEPER_HOME": str(tmp_path), "MINESWEEPER_GLYPHS": "emoji"}
    with on_windows("--no-mouse", env=home) as terminal:
        terminal.wait_for("Classic 8")
        terminal.type("q")
        assert terminal.wait_exit() == 0


def test_emoji_cannot_be_set_on_windows(tmp_path: Path) -> None:
    with on_windows("--no-mouse", env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("quit")
        terminal.type(",")
        terminal.wait_for("Glyphs")
        terminal.type("jh")  # from auto back to the last, which is emoji
        terminal.wait_for("Emoji cannot be shown on Windows")
        terminal.wait_for("< ascii >")


# Help


@pytest.mark.parametrize(
    ("options", "env", "said", "drawn_as"),
    [
        (("--theme=dark",), {}, "so the green cells are safe", ("87ff87", False)),
        (("--theme=colour-blind",), {}, "so the blue cells are safe", ("5fd7ff", False)),
        ((), {"NO_COLOR": "1"}, "so the cells marked o are safe", ("default", True)),
        ((), {"TERM": "linux"}, "so the green cells are safe", ("green", False)),
    ],
)
def test_a_hint_names_cells_as_they_are_drawn_and_is_played(
    drawn: Drawn,
    options: tuple[str, ...],
    env: dict[str, str],
    said: str,
    drawn_as: tuple[str, bool],
) -> None:
    with drawn(LAYOUT, "--ascii", "--zoom=2", *options, env=env) as terminal:
        terminal.type("0g" + RIGHT + "l" + ENTER)
        terminal.wait_for(lambda t: field(t) == HALF_WON)
        terminal.type("i")
        terminal.wait_for(lambda t: "Look at the highlighted 1s: press i" in t.text)
        terminal.type("i")
        terminal.wait_for(says("1-1: the highlighted 1s share their mine,", said))
        column, row = terminal.find("o o o")
        cell = terminal.cell(column, row)
        assert (cell.bg, cell.reverse) == drawn_as
        terminal.type("i")
        terminal.wait_for(lambda t: "Won" in t.text)
        quit_cleanly(terminal)


def test_the_odds_are_a_map_of_heat(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii", "--theme=dark", "--zoom=2") as terminal:
        terminal.type("0g" + RIGHT + "l" + ENTER)
        terminal.wait_for(lambda t: field(t) == HALF_WON)
        terminal.type("a")
        terminal.wait_for(lambda t: " o o o     |" in t.text)
        column, row = terminal.find(" o o o")
        safe, mines, even = ((0, 2, 4), row), ((6, 8), row), ((0, 1), row - 1)
        seen = [{terminal.cell(column + at, y).bg for at in ats} for ats, y in (safe, mines, even)]
        odds = PALETTES["dark"].odds
        shown = [background for _, background in (odds[0], odds[4], odds[3]) if background]
        assert seen == [{bytes(colour.rgb).hex()} for colour in shown]
        quit_cleanly(terminal)
