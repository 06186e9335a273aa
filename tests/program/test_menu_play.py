"""The menu, speech and the first game, in the real program."""

from pathlib import Path

from tests.harness.program import ENTER, RIGHT, place, playing, quit_cleanly


def test_todays_board_is_played_from_the_menu(tmp_path: Path) -> None:
    with playing("--ascii", env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        terminal.type("m6" + ENTER)
        terminal.wait_for(lambda t: "daily 20" in t.text and "no guess" in t.text)
        quit_cleanly(terminal)


def test_a_saved_game_is_resumed_from_a_menu_with_one_line_across(tmp_path: Path) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with playing("--seed=5", env=env) as terminal:
        terminal.type(ENTER)
        terminal.wait_until_still()
        quit_cleanly(terminal)
    with playing("--theme=dark", env=env) as terminal:
        terminal.type("me")
        terminal.wait_for("Resume the game that you left")
        _, row = terminal.find("Resume  ")
        left, right = terminal.lines[row].index("│"), terminal.lines[row].rindex("│")
        across = {terminal.cell(x, row).bg for x in range(left + 1, right)}
        assert len(across) == 1
        assert across != {terminal.cell(left + 1, row - 1).bg}
        terminal.type(ENTER)
        terminal.wait_for("seed 5")
        quit_cleanly(terminal)


def test_who_listens_hears_the_cell_that_the_cursor_is_on() -> None:
    with playing("--ascii", "--speak", "--zoom=2") as terminal:
        first, second = place(terminal, 1, 1), place(terminal, 2, 1)
        terminal.wait_for(lambda t: "Column 1, row 1: covered" in t.text and t.cursor == first)
        terminal.type(RIGHT)
        terminal.wait_for(lambda t: "Column 2, row 1: covered" in t.text and t.cursor == second)
        quit_cleanly(terminal)


def test_the_keys_are_taught_until_a_game_is_kept(tmp_path: Path) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with playing("--ascii", env=env) as terminal:
        terminal.wait_for("Arrows move, Enter reveals")
        terminal.type(ENTER)
        terminal.wait_for(lambda t: "Arrows move" not in t.text)
        quit_cleanly(terminal)
    with playing("--ascii", env=env) as terminal:
        assert "Arrows move" not in terminal.text
        quit_cleanly(terminal)
