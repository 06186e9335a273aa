"""What another program gets from `import minesweeper`."""

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import minesweeper
from minesweeper import Board, Game, Setup, Status, hint, odds
from minesweeper.engine.cells import CellSet
from minesweeper.engine.notation import parse_layout
from minesweeper.engine.setup import First
from minesweeper.solver.clues import parse_position
from minesweeper.solver.library import GameOdds
from minesweeper.solver.odds import TooWide

README = Path(__file__).parents[1] / "README.md"


def example() -> str:
    """Return the example for programmers: the indented block that imports the package."""
    _, _, rest = README.read_text(encoding="utf-8").partition("\n    from minesweeper import")
    block, _, _ = f"    from minesweeper import{rest}".partition("\n\n`")
    return "\n".join(line.removeprefix("    ") for line in block.splitlines()) + "\n"


def run(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_example_of_the_readme_prints_what_it_says() -> None:
    code = example()
    printed = run(code).splitlines()
    lines = code.splitlines()
    assert [line for line in lines if line.startswith("print(")] == lines[-3:]
    assert len(printed) == 16 + 2
    assert printed[5] == "##############21223###########"
    assert "is safe" in printed[16]
    assert lines[-1].partition("# ")[2] == printed[17]


def test_the_package_is_cheap_to_import() -> None:
    code = (
        "import sys, minesweeper; print(*(m for m in sys.modules if m.startswith('minesweeper')))"
    )
    assert run(code).split() == ["minesweeper"]


def test_every_public_name_is_there_and_no_other() -> None:
    assert set(minesweeper.__all__) <= set(dir(minesweeper))
    assert all(hasattr(minesweeper, name) for name in minesweeper.__all__)
    assert minesweeper.Game is Game
    with pytest.raises(ImportError, match="cannot import name 'Gme'"):
        exec("from minesweeper import Gme")
    assert not hasattr(minesweeper, "Gme")


def known(layout: str) -> Game:
    board: Board = parse_layout(layout)
    return Game(Setup(board.grid.width, board.grid.height, board.mine_count), board)


def test_the_odds_of_a_game_are_a_table() -> None:
    game = known("*..*\n....\n...*")
    game.reveal(2, 1)
    game.reveal(1, 3)
    assert str(game) == "#1##\n112#\n..1#"
    assert str(odds(game)).split("\n") == [
        "  mine     1  safe  mine",
        "     1     1     2 50.0%",
        "     .     .     1 50.0%",
    ]


def test_a_revealed_cell_is_no_mine_and_a_wrong_place_is_named() -> None:
    game = known("*..")
    assert odds(game).probability(1, 1) == Fraction(1, 3), "a given layout promises nothing"
    game.reveal(2, 1)
    assert odds(game).probability(2, 1) == 0
    assert odds(game) == odds(game)
    with pytest.raises(ValueError, match=r"^column: 4 is not a number from 1 to 3"):
        odds(game).probability(4, 1)


def dealt(first: First) -> Game:
    """Return a game of 20 mines among 100 cells before its first reveal."""
    return Game.new(Setup(10, 10, 20, first=first), seed=1)


@pytest.mark.parametrize("first", ["safe", "opening"])
def test_before_a_first_reveal_that_is_promised_to_be_safe_every_cell_is(first: First) -> None:
    game = dealt(first)
    assert {odds(game).probability(*game.grid.place(cell)) for cell in game.grid} == {0}
    found = hint(game)
    assert found.risk == 0
    [(column, row)] = found.places
    assert found.sentence == f"The first reveal is never a mine: begin with ({column},{row})"
    assert game.reveal(column, row) is None
    assert game.status is Status.PLAYING


def test_before_a_first_reveal_that_may_be_a_mine_all_cells_are_as_likely() -> None:
    game = dealt("any")
    assert odds(game).probability(1, 1) == odds(game).probability(10, 10) == Fraction(1, 5)
    found = hint(game)
    assert found.risk == Fraction(1, 5)
    assert found.sentence.startswith("Nothing is certain. The best guess is (")
    assert found.sentence.endswith("): 20% risk")


@pytest.mark.parametrize("ask", [hint, odds])
@pytest.mark.parametrize("reveals", [[(2, 1)], [(1, 1)]])
def test_after_the_end_there_is_nothing_to_ask(
    ask: Callable[[Game], object], reveals: list[tuple[int, int]]
) -> None:
    game = known("*.")
    for place in reveals:
        game.reveal(*place)
    assert game.status is not Status.PLAYING
    with pytest.raises(ValueError, match=r"^game: it is over$"):
        ask(game)


@pytest.mark.parametrize("ask", [hint, odds])
def test_a_board_too_large_for_the_solver_is_refused(ask: Callable[[Game], object]) -> None:
    assert ask(Game.new(Setup(100, 100, 10), seed=1))
    with pytest.raises(ValueError, match=r"^game: the solver works up to 10,000 cells$"):
        ask(Game.new(Setup(101, 100, 10), seed=1))


def test_no_flagged_cell_is_recommended_while_another_one_is_safe() -> None:
    game = known("*..*\n....\n...*\n....")
    game.reveal(2, 1)
    game.reveal(1, 4)
    for place in ((3, 1), (4, 2), (4, 4)):
        found = hint(game)
        assert found.risk == 0
        assert found.places == (place,)
        assert game.flag(*place) is None
    found = hint(game)
    assert found.places == ((3, 1),)
    assert found.sentence.endswith("so (3,1) is safe. Take its flag away first")


def test_a_game_begins_where_no_flag_is_if_there_is_such_a_cell() -> None:
    game = dealt("opening")
    for cell in game.grid:
        if game.grid.place(cell) != (9, 9):
            game.flag(*game.grid.place(cell))
    assert [*hint(game).places] == [(9, 9)]
    game.flag(9, 9)
    assert hint(game).sentence.endswith(". Take its flag away first")


def test_a_position_too_wide_to_count_has_the_odds_that_are_proved() -> None:
    clues = parse_position("1##\n###", 2)
    one, other = (CellSet(1 << clues.grid.cell(*place)) for place in ((2, 1), (3, 1)))
    answer = GameOdds(clues, TooWide(safe=one, mines=other))
    shares = [answer.probability(column, 1) for column in (1, 2, 3)]
    assert shares == [0, 0, 1]
    assert answer.probability(1, 2) is None
    assert str(answer).split("\n") == ["     1  safe  mine", "     ?     ?     ?"]


def test_a_hint_says_its_reason() -> None:
    game = known("*..\n...")
    game.reveal(3, 2)
    assert game.status is Status.PLAYING
    assert hint(game).sentence


def test_a_hint_names_the_places_to_reveal() -> None:
    game = known("*..*\n....\n...*")
    game.reveal(2, 1)
    game.reveal(1, 3)
    found = hint(game)
    assert [*found.places] == [(3, 1)]
    assert found.risk == 0
    assert [game.reveal(*place) for place in found.places] == [None]


@pytest.mark.parametrize("ask", [hint, odds])
def test_only_a_game_has_hints_and_odds(ask: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=r"^game: None is not a Game$"):
        ask(None)


def test_a_layout_is_a_board_or_a_function() -> None:
    with pytest.raises(ValueError, match=r"^layout: '\*\.' is neither a Board nor a function$"):
        Game(Setup(2, 1, 1), "*.")  # type: ignore[arg-type]  # that this is wrong is the point
