"""The menu, speech and the first game, in the real program."""

from pathlib import Path

from tests.harness.program import DOWN, ENTER, ESC, RIGHT, place, playing, quit_cleanly


def test_a_level_is_chosen_with_the_mouse(tmp_path: Path) -> None:
    with playing("--ascii", env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        terminal.type("m")
        terminal.wait_for("what to play")
        terminal.wheel(5, 5, up=False)
        terminal.wait_for("> 2 beginner")
        terminal.click(*terminal.find("intermediate"))
        terminal.wait_for("intermediate 16x16, 40 mines")
        quit_cleanly(terminal)


def test_a_size_is_typed_at_40x12(tmp_path: Path) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with playing("--ascii", columns=40, rows=12, env=env) as terminal:
        terminal.type("m")
        terminal.wait_for("what to play")
        terminal.type("w" + "12" + DOWN + "5" + DOWN + "60")
        terminal.wait_for("60 mines do not fit on 12x5")
        terminal.type("7" + "\x7f\x7f\x7f" + "7" + ENTER)
        terminal.wait_for("12x5, 7 mines")
        quit_cleanly(terminal)


def test_esc_leaves_the_menu_for_the_same_game() -> None:
    with playing("--seed=5", "--ascii") as terminal:
        terminal.type("m")
        terminal.wait_for("what to play")
        terminal.type(ESC)
        terminal.wait_for(lambda t: "what to play" not in t.text and "seed 5" in t.text)
        quit_cleanly(terminal)


def test_todays_board_is_played_from_the_menu(tmp_path: Path) -> None:
    with playing("--ascii", env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        terminal.type("m6" + ENTER)
        terminal.wait_for(lambda t: "daily 20" in t.text and "no guess" in t.text)
        quit_cleanly(terminal)


def test_who_listens_hears_the_cell_that_the_cursor_is_on() -> None:
    with playing("--ascii", "--speak") as terminal:
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
