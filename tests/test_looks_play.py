"""Themes, glyph sets and zoom in the real program, in terminals of every number of colours."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper.arguments import play_parser
from minesweeper.options import UsageError
from minesweeper.preferences import BY_NAME
from minesweeper.setups import glyphs_of, settle_looks
from minesweeper.tui.glyphs import GLYPHS
from minesweeper.tui.looks import THEMES
from tests.real_terminal import RealTerminal
from tests.test_play import ENTER, LAYOUT, MINESWEEPER, RIGHT, ROOT, drawn, playing, quit_cleanly

__all__ = ["drawn"]

Drawn = Callable[..., RealTerminal]


def colours(terminal: RealTerminal) -> set[str]:
    """Every ink and ground in sight."""
    cells = [terminal.cell(x, y) for y in range(terminal.rows) for x in range(terminal.columns)]
    return {colour for cell in cells for colour in (cell.fg, cell.bg)}


def ground_of_the_field(terminal: RealTerminal) -> str | None:
    """The ground of the first number; None before it is painted."""
    if "▪ 1" not in terminal.text:
        return None
    column, row = terminal.find("▪ 1")
    return terminal.cell(column + 2, row).bg


@pytest.fixture
def sixteen(tmp_path: Path) -> dict[str, str]:
    """The environment for a terminal of 16 colours, which few systems have an entry for."""
    if not shutil.which("tic"):
        pytest.skip("tic, which makes entries of terminfo, is missing")
    entry = "of16|xterm with 16 colours,\n\tcolors#16, pairs#256, use=xterm-256color,\n"
    subprocess.run(["tic", "-x", "-o", tmp_path, "-"], input=entry, text=True, check=True)
    return {"TERMINFO": str(tmp_path)}


@pytest.mark.parametrize(
    ("theme", "ground"),
    [
        ("dark", "1c1c1c"),
        ("light", "eeeeee"),
        ("classic", "eeeeee"),
        ("colour-blind", "1c1c1c"),
        ("mono", "default"),
        ("auto", "1c1c1c"),
    ],
)
def test_the_theme_asked_for_is_drawn(drawn: Drawn, theme: str, ground: str) -> None:
    with drawn(LAYOUT, "--theme", theme) as terminal:
        terminal.type("66" + ENTER)
        terminal.wait_for(lambda t: ground_of_the_field(t) == ground)
        quit_cleanly(terminal)


@pytest.mark.parametrize(
    ("env", "ground"),
    [({"COLORFGBG": "0;15"}, "eeeeee"), ({"COLORFGBG": "15;0"}, "1c1c1c")],
)
def test_auto_goes_by_the_environment(drawn: Drawn, env: dict[str, str], ground: str) -> None:
    with drawn(LAYOUT, env=env) as terminal:
        terminal.type("66" + ENTER)
        terminal.wait_for(lambda t: ground_of_the_field(t) == ground)


def test_the_terminal_is_asked_nothing(drawn: Drawn) -> None:
    """A query would be answered into the game's input, or never."""
    with drawn(LAYOUT) as terminal:
        terminal.type("t" * len(THEMES))
        terminal.wait_for("theme: auto, dark here")
        assert terminal.lines[-1] == ""
        quit_cleanly(terminal)


@pytest.mark.parametrize("term", ["xterm", "linux", "screen", "rxvt-unicode", "vt100"])
def test_the_theme_key_goes_round_in_every_terminal(drawn: Drawn, term: str) -> None:
    with drawn(LAYOUT, term=term) as terminal:
        terminal.type("66" + ENTER)
        for theme in (*THEMES[1:], THEMES[0]):
            terminal.type("t")
            terminal.wait_for("theme: " + (theme if term != "vt100" else "mono, as there are no"))
        quit_cleanly(terminal)


@pytest.mark.parametrize(("theme", "grounds"), [("dark", {"black"}), ("light", {"white"})])
def test_with_8_colours_the_field_has_a_ground_of_its_own(
    drawn: Drawn, theme: str, grounds: set[str]
) -> None:
    with drawn(LAYOUT, f"--theme={theme}", term="xterm") as terminal:
        terminal.type("66" + ENTER)
        terminal.wait_for(lambda t: ground_of_the_field(t) in grounds)
        column, row = terminal.find("▪ 1")
        assert {terminal.cell(x, row).bg for x in (column, column + 2)} == grounds
        assert not {name for name in colours(terminal) if name.startswith("bright")}


def test_with_16_colours_the_bright_ones_are_used(drawn: Drawn, sixteen: dict[str, str]) -> None:
    with drawn(LAYOUT, "--theme=dark", term="of16", env=sixteen) as terminal:
        terminal.type("66" + ENTER)
        terminal.wait_for(lambda t: ground_of_the_field(t) == "black")
        terminal.wait_for(lambda t: any(name.startswith("bright") for name in colours(t)))
        quit_cleanly(terminal)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "window", [{"term": "vt100"}, {"env": {"NO_COLOR": "1"}}], ids=["vt100", "NO_COLOR"]
)
def test_without_colours_no_theme_brings_any(
    drawn: Drawn, theme: str, window: dict[str, object]
) -> None:
    with drawn(LAYOUT, f"--theme={theme}", **window) as terminal:
        terminal.wait_for(lambda t: t.cell(*t.cursor).reverse)
        assert colours(terminal) == {"default"}


def test_mono_has_no_colours_in_a_terminal_that_has_many(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--theme=mono") as terminal:
        terminal.wait_for(lambda t: t.cell(*t.cursor).reverse)
        assert colours(terminal) == {"default"}


# Zoom


def test_a_narrow_field_is_played_with_keys_and_mouse(drawn: Drawn) -> None:
    with drawn(LAYOUT, "--ascii", "--zoom=1") as terminal:
        terminal.wait_for("|#####|")
        terminal.type(RIGHT * 2 + ENTER)
        terminal.wait_for("|#1...|")
        left, top = terminal.find("+-----+")
        terminal.click(left + 1, top + 1, 3)
        terminal.wait_for("|F1...|")
        terminal.type("+")
        terminal.wait_for("zoom: two columns a cell")
        terminal.wait_for("|[F]1 . . . |")
        terminal.type("-")
        terminal.wait_for("|F1...|")
        quit_cleanly(terminal)


def test_a_demo_and_a_replay_are_zoomed_too() -> None:
    with playing("--demo", "--ascii", "--level=beginner") as terminal:
        terminal.type(" -")
        terminal.wait_for("+---------+")
        terminal.type("t")
        terminal.wait_for("theme: dark")
        quit_cleanly(terminal)


# What is kept


def test_theme_and_zoom_are_kept_for_the_next_game(drawn: Drawn, tmp_path: Path) -> None:
    home = {"MINESWEEPER_HOME": str(tmp_path / "home")}
    with drawn(LAYOUT, env=home) as terminal:
        terminal.type("tt-")
        terminal.wait_for("zoom: one column a cell")
        quit_cleanly(terminal)
    with drawn(LAYOUT, "--ascii", env=home) as terminal:
        terminal.wait_for(lambda t: "|#####|" in t.text and "d0d0d0" in colours(t))
        quit_cleanly(terminal)
    with drawn(LAYOUT, "--emoji", env=home) as terminal:
        terminal.wait_for("🟦🟦")
        quit_cleanly(terminal)


@pytest.mark.parametrize(
    ("setting", "options", "drawing"),
    [
        ("ascii", [], "[#]# # # # "),
        ("ascii", ["--no-ascii"], "[▪]▪ ▪ ▪ ▪ "),
        ("emoji", ["--no-emoji"], "[▪]▪ ▪ ▪ ▪ "),
        ("emoji", ["--ascii"], "[#]# # # # "),
        ("ascii", ["--emoji"], "🟨🟦"),
        ("ascii", ["--glyphs=auto"], "[▪]▪ ▪ ▪ ▪ "),
    ],
)
def test_the_command_line_wins_over_a_setting(
    drawn: Drawn, setting: str, options: list[str], drawing: str
) -> None:
    with drawn(LAYOUT, *options, env={"MINESWEEPER_GLYPHS": setting}) as terminal:
        terminal.wait_for(drawing)
        quit_cleanly(terminal)


def test_a_setting_that_the_locale_cannot_show_gives_way(drawn: Drawn) -> None:
    with drawn(LAYOUT, env={"MINESWEEPER_GLYPHS": "emoji", "LC_ALL": "C"}) as terminal:
        terminal.wait_for("[#]# # # # ")
        quit_cleanly(terminal)


def test_what_can_be_set_is_what_can_be_asked_for() -> None:
    assert BY_NAME["theme"].choices == THEMES
    assert BY_NAME["glyphs"].choices == ("auto", *GLYPHS)


# The command line


def glyphs(*argv: str, automatic: str = "unicode") -> str:
    options = play_parser().options(argv)
    settle_looks(options)
    return glyphs_of(options, automatic)


@pytest.mark.parametrize(
    ("argv", "automatic", "name"),
    [
        ([], "unicode", "unicode"),
        ([], "ascii", "ascii"),
        (["--ascii"], "unicode", "ascii"),
        (["--emoji"], "ascii", "emoji"),
        (["--glyphs=unicode"], "ascii", "unicode"),
        (["--glyphs=emoji"], "unicode", "emoji"),
        (["--no-ascii"], "ascii", "unicode"),
        (["--no-emoji"], "ascii", "ascii"),
        (["--no-emoji", "--no-ascii"], "ascii", "unicode"),
        (["--ascii", "--no-emoji"], "unicode", "ascii"),
        (["--glyphs=emoji", "--emoji", "--no-ascii"], "unicode", "emoji"),
        (["--ascii", "--no-ascii"], "ascii", "unicode"),  # of the same option the last counts
    ],
)
def test_the_glyphs_asked_for(argv: list[str], automatic: str, name: str) -> None:
    assert glyphs(*argv, automatic=automatic) == name


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--ascii", "--emoji"], "--ascii and --emoji exclude each other"),
        (["--glyphs=ascii", "--emoji"], "--glyphs ascii and --emoji exclude each other"),
        (["--glyphs=unicode", "--ascii"], "--glyphs unicode and --ascii exclude each other"),
        (["--glyphs=ascii", "--no-ascii"], "--glyphs ascii and --no-ascii exclude each other"),
        (["--no-emoji", "--glyphs=emoji"], "--glyphs emoji and --no-emoji exclude each other"),
        (["--emoji", "--zoom=1"], "--emoji and --zoom 1 exclude each other"),
    ],
)
def test_contradictions_are_explained(argv: list[str], complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        glyphs(*argv)


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--theme=pink"], "invalid choice: 'pink'"),
        (["--glyphs=runes"], "invalid choice: 'runes'"),
        (["--zoom=3"], "invalid choice: 3"),
        (["--glyphs=ascii", "--emoji"], "exclude each other"),
    ],
)
def test_wrong_looks_get_one_line_and_status_2(argv: list[str], complaint: str) -> None:
    with RealTerminal([*MINESWEEPER, *argv], cwd=ROOT, columns=400) as terminal:
        assert terminal.wait_exit() == 2
        assert complaint in terminal.text


@pytest.mark.parametrize("option", ["--emoji", "--glyphs=unicode", "--no-ascii"])
def test_what_the_locale_cannot_show_is_refused(option: str) -> None:
    environment = {"LC_ALL": "C"}
    with RealTerminal([*MINESWEEPER, option], cwd=ROOT, columns=400, env=environment) as terminal:
        assert terminal.wait_exit() == 2
        assert "needs a UTF-8 locale" in terminal.text
