"""The menu, the search for a board and the first game, in the real program."""

from pathlib import Path

from tests.harness.program import ENTER, ESC, playing, quit_cleanly
from tests.harness.real_terminal import RealTerminal


def test_todays_board_is_played_from_the_menu(tmp_path: Path) -> None:
    with playing("--ascii", env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        terminal.type("m6")
        terminal.wait_for(lambda t: "daily 20" in t.text and "guess-free" in t.text)
        quit_cleanly(terminal)


def test_a_saved_game_is_resumed_from_a_menu_with_one_line_across(tmp_path: Path) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with playing("--seed=5", env=env) as terminal:
        terminal.type(ENTER)
        terminal.wait_until_still()
        quit_cleanly(terminal)
    with playing("--theme=dark", env=env) as terminal:
        terminal.type("me")
        terminal.wait_for("Resume a saved game")
        terminal.wait_for("Resume  ")
        terminal.wait_until_still()  # the line with the cursor may be written last
        _, row = terminal.find("Resume  ")
        left, right = terminal.lines[row].index("│"), terminal.lines[row].rindex("│")
        across = {terminal.cell(x, row).bg for x in range(left + 1, right)}
        assert len(across) == 1
        assert across != {terminal.cell(left + 1, row - 1).bg}
        terminal.type(ENTER)
        terminal.wait_for("seed 5")
        quit_cleanly(terminal)


# So many mines take a search of seconds.
DENSE = ("--width=30", "--height=16", "--mines=240", "--no-guess", "--ascii")


def asked(terminal: RealTerminal) -> None:
    """Stop a long search for the first reveal; the question stands."""
    terminal.type(ENTER)
    terminal.wait_for("Looking for a guess-free board: ")
    terminal.type(ESC)
    for text in ("Search stopped", "1  Fewer mines: 144", "Enter play"):
        terminal.wait_for(text)


def test_after_a_stopped_search_any_board_can_be_dealt(tmp_path: Path) -> None:
    with playing("--seed=5", *DENSE, env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        asked(terminal)
        terminal.type("2")
        terminal.wait_for("You may have to guess on this board")
        assert "guess-free" not in terminal.text
        quit_cleanly(terminal)
    [journal] = tmp_path.glob("*.journal")
    assert "setup 30 16 240 opening either no no luck" in journal.read_text()


def test_after_a_stopped_search_a_board_with_fewer_mines_can_be_dealt(tmp_path: Path) -> None:
    with playing("--seed=5", *DENSE, env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        asked(terminal)
        terminal.click(*terminal.find("Fewer mines"))
        terminal.wait_for("F 144")
        assert "guess-free" in terminal.text
        quit_cleanly(terminal)
    [journal] = tmp_path.glob("*.journal")
    assert "setup 30 16 144 opening either no yes luck" in journal.read_text()


def test_after_a_stopped_search_the_board_can_stay_covered(tmp_path: Path) -> None:
    with playing("--seed=5", *DENSE, env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        before = terminal.text
        asked(terminal)
        terminal.type(ESC)
        terminal.wait_for(lambda t: t.text == before)
        quit_cleanly(terminal)
    assert [*tmp_path.glob("*.journal")] == []


def test_a_failed_search_asks_what_to_deal(tmp_path: Path) -> None:
    hopeless = ("--width=2", "--height=2", "--mines=2", "--no-guess")
    with playing(*hopeless, env={"MINESWEEPER_HOME": str(tmp_path)}) as terminal:
        terminal.type(ENTER)
        terminal.wait_for("No guess-free board")
        terminal.type("q")
        terminal.wait_for("guess-free")
        quit_cleanly(terminal)


def test_the_keys_are_explained_until_a_game_is_stored(tmp_path: Path) -> None:
    env = {"MINESWEEPER_HOME": str(tmp_path)}
    with playing("--ascii", env=env) as terminal:
        terminal.wait_for("Arrows move, Enter reveals")
        terminal.type(ENTER)
        terminal.wait_for(lambda t: "Arrows move" not in t.text)
        quit_cleanly(terminal)
    with playing("--ascii", env=env) as terminal:
        assert "Arrows move" not in terminal.text
        quit_cleanly(terminal)
