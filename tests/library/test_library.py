"""What another program gets from `import minesweeper`."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import minesweeper
from minesweeper import (
    LEVELS,
    Board,
    Clues,
    ContradictionError,
    Game,
    Move,
    NotationError,
    Refusal,
    Setup,
    Status,
    best_move,
    format_position,
    hint,
    new_game,
    odds,
    parse_layout,
    parse_position,
)
from minesweeper.engine.cells import CellSet
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import FirstReveal
from minesweeper.library import GameOdds
from minesweeper.solver.odds import Odds

README = Path(__file__).parents[2] / "README.md"


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


def dealt(first: FirstReveal) -> Game:
    """Return a game of 20 mines among 100 cells before its first reveal."""
    return new_game(Setup(10, 10, 20, first=first), seed=1)


@pytest.mark.parametrize("first", ["safe", "opening"])
def test_before_a_first_reveal_that_is_promised_to_be_safe_every_cell_is(
    first: FirstReveal,
) -> None:
    game = dealt(first)
    assert {odds(game).probability(*game.grid.place(cell)) for cell in game.grid} == {0}
    found = hint(game)
    assert found.risk == 0
    [(column, row)] = found.places
    assert found.sentence == f"The first reveal is never a mine: begin with ({column},{row})."
    assert game.reveal(column, row) is None
    assert game.status is Status.PLAYING


def test_before_a_first_reveal_that_may_be_a_mine_all_cells_are_as_likely() -> None:
    game = dealt("any")
    assert odds(game).probability(1, 1) == odds(game).probability(10, 10) == Fraction(1, 5)
    found = hint(game)
    assert found.risk == Fraction(1, 5)
    assert found.sentence == "The best guess is (1,1) at 20%: nothing is certain."


@pytest.mark.parametrize("ask", [hint, odds, best_move])
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


@pytest.mark.parametrize("ask", [hint, odds, best_move])
def test_a_board_too_large_for_the_solver_is_refused(ask: Callable[[Game], object]) -> None:
    assert ask(new_game(Setup(100, 100, 10), seed=1))
    with pytest.raises(ValueError, match=r"^game: only for boards of up to 10,000 cells$"):
        ask(new_game(Setup(101, 100, 10), seed=1))


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
    assert found.sentence.startswith("(3,1) is safe: ")
    assert found.sentence.endswith(". Take its flag away first.")


def test_a_game_begins_where_no_flag_is_if_there_is_such_a_cell() -> None:
    game = dealt("opening")
    for cell in game.grid:
        if game.grid.place(cell) != (9, 9):
            game.flag(*game.grid.place(cell))
    assert [*hint(game).places] == [(9, 9)]
    game.flag(9, 9)
    assert hint(game).sentence.endswith(". Take its flag away first.")


def test_a_position_too_wide_to_count_has_the_odds_that_are_proved() -> None:
    clues = parse_position("1##\n###", 2)
    one, other = (CellSet(1 << clues.grid.cell(*place)) for place in ((2, 1), (3, 1)))
    answer = GameOdds(clues, Odds(safe=one, mines=other))
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


@pytest.mark.parametrize("ask", [hint, odds, best_move])
def test_only_a_game_has_hints_and_odds(ask: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=r"^game: None is neither a Game nor Clues$"):
        ask(None)


def test_a_layout_is_a_board_or_a_function() -> None:
    with pytest.raises(ValueError, match=r"^layout: '\*\.' is neither a Board nor a function$"):
        Game(Setup(2, 1, 1), "*.")  # type: ignore[arg-type]  # that this is wrong is the point


# Games


def test_a_new_game_is_dealt_from_its_seed() -> None:
    setup = LEVELS["beginner"]
    game, same, other = (new_game(setup, seed=seed) for seed in (1, 1, 2))
    assert game == same == other
    assert str(game) == "\n".join(["#########"] * 9)
    for each in (game, same, other):
        assert each.flag(9, 9) is None
        assert each.reveal(1, 1) is None
        assert each.reveal(9, 9) == Refusal("flagged")
    assert game == same != other
    assert game.board == deal(setup, 1, game.grid.cell(1, 1))
    assert f"{game}\n" == format_position(game)


WRONG_GAMES: Sequence[tuple[str, dict[str, Any]]] = [
    ("setup: 'expert' is not a Setup", {"setup": "expert"}),
    ("seed: -1 is not a number from 0", {"setup": Setup(9, 9, 10), "seed": -1}),
    ("setup: only for boards of up to 10,000 cells", {"setup": Setup(200, 51, 9, no_guess=True)}),
    (
        "setup: no_guess needs first='opening', not 'safe'",
        {"setup": Setup(9, 9, 10, first="safe", no_guess=True)},
    ),
    ("setup: on_guess='fair' needs win='clear'", {"setup": Setup(9, 9, 10, on_guess="fair")}),
]


@pytest.mark.parametrize(("says", "arguments"), WRONG_GAMES)
def test_a_game_that_cannot_be_played_is_refused_by_its_argument(
    says: str, arguments: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        new_game(**arguments)


def test_without_a_seed_every_game_is_another_one() -> None:
    games = [new_game(LEVELS["expert"]) for _ in range(3)]
    for game in games:
        game.reveal(15, 8)
    assert len({str(game.board) for game in games}) == 3


def test_a_guess_free_game_is_won_without_a_guess() -> None:
    game = new_game(LEVELS["intermediate"]._replace(no_guess=True), seed=1)
    assert game.reveal(8, 8) is None
    while game.status is Status.PLAYING:
        column, row = game.grid.place(best_move(game).cell)
        assert odds(game).probability(column, row) == 0
        assert game.reveal(column, row) is None
    assert game.status is Status.WON


def test_a_forced_guess_of_a_fair_game_is_safe_and_an_avoidable_one_of_a_strict_game_explodes() -> (
    None
):
    fair = new_game(Setup(4, 4, 8, win="clear", on_guess="fair"), seed=1)
    while fair.status is Status.PLAYING:
        assert fair.play(best_move(fair)) is None
    assert fair.status is Status.WON
    strict = new_game(Setup(9, 9, 10, win="clear", on_guess="strict"), seed=2)
    strict.reveal(5, 5)
    chances = {cell: odds(strict).probability(*strict.grid.place(cell)) for cell in strict.grid}
    uncertain = next(cell for cell, chance in chances.items() if chance and chance < 1)
    assert 0 in {chances[cell] for cell in strict.grid if not strict.is_revealed(cell)}
    strict.reveal(*strict.grid.place(uncertain))
    assert strict.status is Status.LOST


def test_the_same_board_can_be_played_again_by_the_same_rules() -> None:
    setup = Setup(9, 9, 10, win="clear", on_guess="strict")
    game = new_game(setup, seed=2)
    game.reveal(5, 5)
    again = new_game(setup, board=game.board)
    assert again.board == game.board
    assert again.on_guess == "strict"
    with pytest.raises(ValueError, match=r"^layout: a board of 3x1 with 1 mine, but the setup"):
        new_game(setup, board=parse_layout("*.."))


def test_a_copy_goes_on_without_its_original() -> None:
    game = known("*..*\n....\n...*")
    game.reveal(2, 1)
    before = str(game)
    for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        twin.flag(1, 1)
        assert twin.mines_left == game.mines_left - 1
        assert twin != game
    assert str(game) == before


# The best move


def test_the_best_move_is_a_safe_cell_without_a_flag_if_there_is_one() -> None:
    game = known("*..*\n....\n...*\n....")
    game.reveal(2, 1)
    game.reveal(1, 4)
    safe = {(3, 1), (4, 2), (4, 4)}
    for left in range(3, 0, -1):
        place = game.grid.place(best_move(game).cell)
        assert place in safe
        assert game.flag(*place) is None
        safe.remove(place)
        assert len(safe) == left - 1
    assert best_move(game) == Move("flag", game.grid.cell(3, 1)), "its flag is in the way"
    assert game.play(best_move(game)) is None
    assert best_move(game) == Move("reveal", game.grid.cell(3, 1))


def test_where_only_mines_are_covered_the_best_move_flags_them() -> None:
    game = Game(Setup(3, 1, 2, win="flags"), parse_layout("*.*"))
    game.reveal(2, 1)
    while game.status is Status.PLAYING:
        assert game.play(best_move(game)) is None
    assert str(game) == "F2F"


def test_a_game_begins_with_a_safe_reveal() -> None:
    game = dealt("opening")
    assert game.play(best_move(game)) is None
    assert game.status is Status.PLAYING


@pytest.mark.samples(6, 60)
def test_a_hint_and_the_best_move_agree_on_what_is_certain(count: int) -> None:
    guesses = 0
    for seed in range(count):
        game = new_game(Setup(9, 9, 18), seed=seed)
        while game.status is Status.PLAYING:
            move, advice = best_move(game), hint(game)
            column, row = game.grid.place(move.cell)
            risk = odds(game).probability(column, row)
            if advice.action == "reveal":
                assert (risk == 0) == (advice.risk == 0)
                assert risk == 0 or (column, row) in advice.places
                guesses += risk != 0
            assert game.play(move) is None
    assert guesses


def test_a_hint_names_its_action() -> None:
    game = known("*..*\n....\n...*\n....")
    actions = []
    game.reveal(2, 1)
    game.reveal(1, 4)
    for place in ((3, 1), (4, 2), (4, 4)):
        actions.append(hint(game).action)
        game.flag(*place)
    assert [*actions, hint(game).action] == ["reveal", "reveal", "reveal", "unflag"]
    row = Game(Setup(3, 1, 1, win="flags"), parse_layout("*.."))
    row.reveal(3, 1)
    assert (hint(row).action, hint(row).places) == ("flag", ((1, 1),))


def test_a_hint_at_a_position_is_a_cell_to_reveal_since_it_knows_no_flags() -> None:
    clues = parse_position("#2#####", mines=4)
    assert odds(clues).probability(1, 1) == 1
    found = hint(clues)
    column, row = clues.grid.place(best_move(clues).cell)
    assert (found.action, found.places) == ("reveal", ((column, row),))
    assert found.risk == odds(clues).probability(column, row)
    with pytest.raises(ValueError, match=r"^nothing is left to reveal$"):
        hint(parse_position("1#", mines=1))


# What is printed


def test_a_representation_says_what_a_value_is() -> None:
    game = known("*..\n...")
    assert (repr(game), repr(game.board), repr(game.grid)) == (
        "<Game 3x2 with 1 mine: playing, mines left 1>",
        "<Board 3x2 with 1 mine>",
        "Grid(3, 2)",
    )
    game.flag(1, 1)
    assert repr(game) == "<Game 3x2 with 1 mine: won>"
    clues = parse_position("1#\n1#\n##", mines=1)
    assert repr(clues) == "<Clues 2x3 with 1 mine: 2 revealed>"
    assert repr(odds(clues)) == "<GameOdds of 2x3: 2 certainly safe, 0 certainly mines>"


WRONG_VALUES: Sequence[tuple[str, Callable[[Any], object]]] = [
    ("is None, not a text", parse_layout),
    ("is None, not a text", lambda text: parse_position(text, mines=1)),
    ("board: None is not a Board", minesweeper.bbbv),
    ("move: None is not a Move", known("*..").play),
    ("layout: None is not a Board", known("*..").replace_board),
]


@pytest.mark.parametrize(("says", "function"), WRONG_VALUES)
def test_a_value_of_the_wrong_type_is_named(says: str, function: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        function(None)


def test_empty_lines_around_a_picture_do_not_count_but_lines_are_numbered_as_written() -> None:
    clues = parse_position(
        """
1#
##
""",
        mines=1,
    )
    assert str(clues) == "1#\n##"
    with pytest.raises(NotationError, match=r"^line 4 has 1 cells, the first line has 2"):
        parse_position("\n\n1#\n#\n", mines=1)


def test_a_contradiction_names_the_number() -> None:
    with pytest.raises(ContradictionError, match=r"^the number at \(1,2\) cannot be met$"):
        odds(parse_position("##\n4#\n", mines=2))


@pytest.mark.parametrize("ask", [hint, odds, best_move])
def test_numbers_that_contradict_each_other_are_an_error(ask: Callable[[Clues], object]) -> None:
    with pytest.raises(ContradictionError):
        ask(parse_position("3#\n##", mines=2))
    with pytest.raises(ContradictionError):
        ask(parse_position("1#\n##", mines=3))
