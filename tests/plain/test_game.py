"""The plain mode: lines in, sentences or pictures out."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.cells import set_of
from minesweeper.engine.game import Move, Status
from minesweeper.engine.notation import format_position
from minesweeper.engine.setup import LEVELS, Setup, WinRule
from minesweeper.learn.own_games import FIRST_REVEAL
from minesweeper.plain.game import PLAIN_COMMANDS
from minesweeper.plain.lines import MAX_LINE, input_lines
from minesweeper.plain.odds_text import board_odds_text, cell_odds_text
from minesweeper.plain.text import MAX_CELLS_READ, NEXT_STEP
from minesweeper.play.dealer import Dealer
from minesweeper.play.journal import parse_journal
from minesweeper.play.session import fold
from minesweeper.solver.odds import Odds
from minesweeper.store.store import ELSEWHERE
from tests.harness.boards import board_of, layouts, picture
from tests.harness.kept_games import (
    begin,
    close_stores,
    kept,
    moves_that_win,
    open_store,
    unfinished,
)
from tests.harness.kept_games import dealer as kept_dealer
from tests.harness.learned import kept_attempts, open_course
from tests.harness.positions import clues_in
from tests.harness.talk import LAYOUT, Talk
from tests.harness.work import count_lines

# Once the left is revealed, no number tells the two cells on the right apart.
FORCED = """
    ..*
    ...
"""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    close_stores()


def answer(*lines: str, **how: object) -> list[str]:
    """Return the answer to the last line."""
    talk = Talk(**how)  # type: ignore[arg-type]  # what a Talk takes
    talk.type(*lines)
    return talk.heard_by_line[len(lines)].splitlines()


def test_the_first_line_names_the_setup() -> None:
    assert Talk(None, setup=Setup(9, 9, 10)).type() == [
        "Minesweeper: Beginner 9x9, 10 mines, seed 7",
        "Type help to list the commands",
    ]


def test_rules_other_than_the_defaults_are_named() -> None:
    setup = Setup(1, 7, 1, win="clear", no_guess=True, on_guess="fair")
    assert Talk(None, setup=setup).type()[0] == (
        "Minesweeper: 1x7, 1 mine, guess-free, guesses fair, seed 7"
    )
    setup = Setup(2, 3, 1, first="safe", win="flags")
    assert Talk(None, setup=setup).type()[0] == (
        "Minesweeper: 2x3, 1 mine, first safe, flag exactly the mines to win, seed 7"
    )


# Moves in words


def test_a_revealed_number_is_described_with_its_neighbours() -> None:
    assert answer("reveal 4 2") == [
        "(4,2): 2, 8 covered neighbours; 11 safe cells left, 3 mines left"
    ]


def test_an_opening_is_described_cell_by_cell() -> None:
    assert answer("reveal 3 1") == [
        "Revealed 8 cells; 4 safe cells left, 3 mines left",
        "Row 1: column 2 number 1, columns 3 to 5 empty",
        "Row 2: columns 2 to 3 number 1, columns 4 to 5 number 2",
    ]


def test_a_few_cells_are_described_in_one_line() -> None:
    assert answer("r 1 2", "f 1 1", "c 1 2", layout="*..*\n....", win="clear") == [
        "Rows 1 to 2: column 2 number 1; 3 safe cells left, 1 mine left"
    ]


def test_an_opening_on_any_level_is_described_in_full() -> None:
    largest = max(level.width * level.height - level.mines for level in LEVELS.values())
    assert largest <= MAX_CELLS_READ


def test_of_a_large_opening_only_cells_near_the_move_are_read() -> None:
    layout = "*" + "." * 29 + "\n" + ("." * 30 + "\n") * 20
    opening = (
        "Revealed 629 cells: columns 1 to 30, rows 1 to 21; type look to read the board;"
        " 0 safe cells left, 1 mine left. Flag the mine that is left"
    )
    assert answer("reveal 30 1", layout=layout, win="flags") == [
        opening,
        "Rows 1 to 3: columns 28 to 30 empty",
    ]
    assert answer("reveal 3 3", layout=layout, win="flags") == [
        opening,
        "Row 1: column 2 number 1, columns 3 to 5 empty",
        "Row 2: columns 1 to 2 number 1, columns 3 to 5 empty",
        "Rows 3 to 5: columns 1 to 5 empty",
    ]


def test_an_opening_of_a_million_cells_is_described_at_once() -> None:
    talk = Talk(None, setup=Setup(1000, 1000, 1000))
    work = count_lines(lambda: talk.type("reveal 500 500"))
    assert work < 200_000, "not a line for each cell"
    assert talk.heard_by_line[1].splitlines() == [
        "Revealed 998985 cells: columns 1 to 1000, rows 1 to 1000; type look to read the board;"
        " 15 safe cells left, 1000 mines left",
        "Rows 498 to 502: columns 498 to 502 empty",
    ]


def test_a_chord_describes_the_revealed_cells() -> None:
    lines = ("r 4 2", "f 4 3", "f 5 3", "chord 4 2")
    assert answer(*lines, win="clear") == [
        "Revealed 8 cells; 3 safe cells left, 1 mine left",
        "Row 1: column 2 number 1, columns 3 to 5 empty",
        "Row 2: columns 2 to 3 number 1, column 5 number 2",
        "Row 3: column 3 number 1",
    ]


def test_a_flag_chord_names_the_flagged_cells() -> None:
    lines = ("r 3 1", "r 3 3", "flag-chord 4 2")
    assert answer(*lines, win="clear") == ["Flagged (4,3), (5,3); 1 mine left"]
    assert answer(*lines, "flag-chord 4 2", win="clear") == ["Nothing left to flag around it"]
    assert answer("r 4 2", "flag-chord 4 2") == ["Only 2 of its 8 covered neighbours are mines"]
    assert answer(*lines, "u", win="clear") == [
        "Undone: flag-chord (4,2); 3 safe cells left, 3 mines left"
    ]


def test_obvious_moves_are_played_and_described() -> None:
    layout = "*.*..\n.....\n.....\n*...."
    lines = ("f 3 1", "r 5 1", "obvious")
    assert answer(*lines, layout=layout, win="clear") == [
        "Revealed 1 cell; 2 safe cells left, 2 mines left",
        "Row 1: column 2 number 2",
    ]
    assert answer(*lines, "u", layout=layout, win="clear") == [
        "Undone: the obvious moves; 3 safe cells left, 2 mines left"
    ]
    assert answer("r 4 2", "obvious") == ["Nothing is obvious here"]


def test_a_flag_is_answered_with_the_mines_left() -> None:
    assert answer("flag 1 1") == ["(1,1): flag; 2 mines left"]
    assert answer("f 1 1", "f 1 1") == ["(1,1): covered; 3 mines left"]


def test_a_second_flag_may_be_a_question_mark() -> None:
    assert answer("f 1 1", "f 1 1", question_marks=True) == ["(1,1): question mark; 3 mines left"]


@pytest.mark.parametrize(
    ("lines", "refusal"),
    [
        (("r 3 1", "r 3 1"), "This cell is already revealed"),
        (("f 1 1", "r 1 1"), "This cell is flagged"),
        (("r 3 1", "c 4 2"), "This 2 needs 2 flags, but has none"),
        (("c 4 2",), "Only numbers can be chorded"),
        (("u",), "Nothing to undo"),
        (("redo",), "Nothing to redo"),
        (("h",), "Reveal any cell: the first is safe"),
        (("r 1 1", "r 3 1"), f"The game is over: {NEXT_STEP}"),
        (("r 1 1", "h"), f"The game is over: {NEXT_STEP}"),
        (("r 3 1", "check"), "There are no flags to check."),
    ],
)
def test_a_refused_move_is_explained(lines: tuple[str, ...], refusal: str) -> None:
    layout = None if lines == ("h",) else LAYOUT
    assert answer(*lines, layout=layout) == [refusal]


def test_a_revealed_cell_is_never_chorded_by_reveal() -> None:
    talk = Talk()
    talk.type("r 3 1", "f 1 1", "r 2 1")
    assert talk.position == picture("""
        F1...
        #1122
        #####
    """)


def test_undo_and_redo_name_the_move() -> None:
    assert answer("r 3 1", "undo") == ["Undone: reveal (3,1); 12 safe cells left, 3 mines left"]
    assert answer("r 3 1", "u", "redo") == ["Redone: reveal (3,1); 4 safe cells left, 3 mines left"]


# The end in words


def test_a_win_is_described_with_its_figures() -> None:
    assert answer("r 3 1", "r 1 3") == [
        "Row 2: column 1 number 1; row 3: columns 1 to 2 empty, column 3 number 1;"
        " 0 safe cells left, 0 mines left",
        "Won in 1.000 s; 3BV 2, 3BV/s 2.00, efficiency 100%, 2 clicks",
        "Unranked: your own layout",
        "Won without a guess.",
    ]


def test_a_game_that_is_unranked_says_so_once_from_its_start() -> None:
    assert Talk(FORCED).type()[1] == "Unranked: your own layout"
    assert not any("Unranked" in line for line in answer("r 4 2"))
    assert not any("Unranked" in line for line in answer("r 4 2", "hint"))


def test_a_loss_is_called_avoidable_or_not() -> None:
    said = answer("r 3 1", "r 1 1")
    assert said[:2] == [
        "(1,1): exploded mine",
        "Lost after 1.000 s; 3BV 1 of 2, 3BV/s 1.00, efficiency 50%, 2 clicks",
    ]
    assert said[2] == "Unranked: your own layout"
    assert said[3].startswith(
        "You guessed, but (2,3) and (3,3) were safe: the 1 at (3,2) has its mine at (4,3)"
    )
    assert said[4] == "You guessed once where you could have known: 50% to survive it"


def test_bad_luck_is_called_so() -> None:
    said = answer("r 1 1", "r 3 1", layout=FORCED)
    toss = "Bad luck. A coin toss that no number could decide."
    assert said[3:5] == [toss, "You guessed once: 50% to survive it"]


def test_a_chord_may_explode_several_mines() -> None:
    lines = ("r 4 2", "f 3 1", "f 4 1", "c 4 2")
    assert answer(*lines, win="clear")[:2] == [
        "(4,3): exploded mine",
        "(5,3): exploded mine",
    ]


def test_a_second_end_after_an_undo_has_no_result_of_its_own() -> None:
    assert "Lost after 2.000 s" in answer("r 3 1", "r 1 1", "u", "r 1 1")


def test_redoing_the_last_move_describes_the_end_again() -> None:
    assert answer("r 3 1", "r 1 1", "u", "redo")[1].startswith("Lost after 1.000 s")


# Looking


def test_look_reads_the_board_row_by_row() -> None:
    assert answer("r 3 1", "f 1 1", "look") == [
        "Row 1: column 1 flag, column 2 number 1, columns 3 to 5 empty",
        "Row 2: column 1 covered, columns 2 to 3 number 1, columns 4 to 5 number 2",
        "Row 3: columns 1 to 5 covered",
        "4 safe cells left, 2 mines left",
    ]


def test_equal_rows_are_read_together() -> None:
    assert answer("look", layout="*..\n...\n...")[:-1] == ["Rows 1 to 3: columns 1 to 3 covered"]
    assert answer("r 1 4", "l", layout="*..\n...\n...\n...", win="flags")[:-1] == [
        "Row 1: column 1 covered, column 2 number 1, column 3 empty",
        "Row 2: columns 1 to 2 number 1, column 3 empty",
        "Rows 3 to 4: columns 1 to 3 empty",
    ]


def test_equal_rows_that_are_not_adjacent_are_read_one_by_one() -> None:
    assert answer("r 1 2", "l", layout="*.\n..\n*.")[:-1] == [
        "Row 1: columns 1 to 2 covered",
        "Row 2: column 1 number 2, column 2 covered",
        "Row 3: columns 1 to 2 covered",
    ]


def test_look_at_a_cell_reads_its_neighbours() -> None:
    assert answer("r 3 1", "l 4 2") == [
        "(4,2): 2, 3 covered neighbours",
        "Neighbours: above left empty, above empty, above right empty, left 1, right 2,"
        " below left covered, below covered, below right covered",
    ]
    assert answer("look 5 3")[1] == "Neighbours: above left covered, above covered, left covered"


def test_the_only_cell_has_no_neighbours() -> None:
    assert answer("look 1 1", layout=".")[1] == "Neighbours: none"


def test_look_reads_the_mines_with_show_mines() -> None:
    assert answer("look", show_mines=True)[0] == "Row 1: column 1 mine, columns 2 to 5 covered"


# Help


def test_a_hint_first_says_where_to_look_and_then_the_move() -> None:
    layout = "*...\n....\n...*"
    assert answer("r 4 1", "hint", layout=layout) == ["Look at the 1 at (2,1) and the 1 at (2,2)."]
    assert answer("r 4 1", "hint", "hint", layout=layout) == [
        "(1,3), (2,3) and (3,3) are safe: the 1 at (2,1) and the 1 at (2,2) share their mine.",
        "This is a 1-1.",
    ]
    assert answer("r 1 1", "hint", layout=FORCED) == [
        "Nothing is certain: type hint for the best guess."
    ]


def test_a_move_forgets_the_hint() -> None:
    assert answer("r 3 1", "h", "f 1 1", "h")[0].startswith("Look at ")


def test_odds_of_a_cell_and_of_the_board() -> None:
    assert answer("r 4 2", "odds 3 1") == ["(3,1): 25.0% chance of a mine"]
    assert answer("r 4 2", "odds 1 1") == ["(1,1): 16.7% chance of a mine"]
    assert answer("r 3 1", "odds 1 3") == ["(1,3): safe"]
    assert answer("r 3 1", "odds 5 3") == ["(5,3): a mine"]
    assert answer("r 3 1", "odds 5 2") == ["(5,2) is already revealed"]
    assert answer("r 3 1", "odds") == ["Safe: (1,3), (2,3) and (3,3); mines: (4,3) and (5,3)"]


def test_where_the_layouts_are_too_many_to_count_only_what_is_certain_is_named() -> None:
    clues = clues_in("#2\n##\n##", 3)
    safe, mine, other = (clues.grid.cell(*place) for place in ((1, 3), (1, 1), (2, 3)))
    odds = Odds(safe=set_of([safe]), mines=set_of([mine]))
    assert cell_odds_text(clues, odds, safe) == "(1,3): safe"
    assert cell_odds_text(clues, odds, mine) == "(1,1): a mine"
    too_wide = "too complex to count: only what is certain is known"
    assert cell_odds_text(clues, odds, other) == too_wide
    assert board_odds_text(clues.grid, odds) == f"safe: (1,3); mines: (1,1); {too_wide}"


def test_odds_name_the_lowest_risk_if_nothing_is_safe() -> None:
    [said] = answer("r 1 1", "odds", layout=FORCED, win="clear")
    assert said == "Lowest risk (50.0%): (3,1) and (3,2)"


@pytest.mark.parametrize("line", ["odds", "odds 1 1"])
def test_odds_before_the_first_reveal_are_no_help(line: str) -> None:
    talk = Talk()
    talk.type("f 1 1", line)
    assert talk.heard_by_line[2].strip() == "Nothing is known yet: reveal any cell"
    assert not talk.plain.session.helps


def test_odds_name_no_lowest_risk_if_only_mines_are_left() -> None:
    assert answer("r 1 1", "odds", layout="..**\n..**", win="flags") == [
        "Mines: (3,1), (4,1), (3,2) and (4,2)"
    ]


def test_the_flags_are_checked() -> None:
    assert answer("r 3 1", "f 3 3", "check") == ["Your only flag is wrong."]


def test_the_fronts_are_listed_with_their_places() -> None:
    assert answer("r 3 1", "map") == [
        "67% open, 4 safe cells left, 3 mines left",
        "Front 1: 7 cells near (3,3)",
    ]
    assert answer("map") == [
        "0% open, 12 safe cells left, 3 mines left",
        "No fronts: no covered cell without a flag touches a number",
    ]


def test_a_game_that_is_over_has_no_fronts() -> None:
    assert answer("r 1 1", "map")[-1] == "The game is over"


def test_the_review_tells_each_step_after_the_end() -> None:
    assert answer("r 1 1", "review", layout=FORCED) == ["The game is not over yet"]
    assert answer("r 1 1", "r 3 1", "review", layout=FORCED) == [
        "Guess 1 of 1, after 1 move: revealed (3,1), 50% risk",
        "Bad luck. A coin toss that no number could decide.",
        "Yours was a mine.",
        "You guessed once: 50% to survive it",
        "0 survived, 0.5 expected",
    ]


def test_the_review_names_a_better_guess_or_the_safe_cells_and_why() -> None:
    assert answer("r 1 1", "r 2 1", "review", layout=".*..\n....\n...*")[:4] == [
        "Guess 1 of 1, after 1 move: revealed (2,1), 33% risk",
        "The best was (4,1): 13% risk",
        "A costly guess. Nothing was certain, but (4,1) wins 88 times in 100, yours 67.",
        "Yours was a mine.",
    ]
    assert answer("r 4 1", "r 1 1", "review", layout="*...\n....\n...*")[:2] == [
        "Guess 1 of 1, after 1 move: revealed (1,1), 50% risk",
        "You guessed, but (1,3), (2,3) and (3,3) were safe:"
        " the 1 at (2,1) and the 1 at (2,2) share their mine.",
    ]


def test_the_review_tells_of_a_fatal_move_that_was_no_guess() -> None:
    assert answer("r 4 1", "r 4 3", "review", layout="*...\n....\n...*")[0] == (
        "The last move, after 1 move: revealed (4,3), 100% risk"
    )
    assert answer("r 1 1", "review", layout="*...\n....\n...*") == [
        "The last move, after 0 moves: revealed (1,1), 17% risk",
        "Bad luck. The first cell was a mine.",
        "No guess was left to chance.",
    ]


# The moment of a loss

LOSABLE = "*...\n....\n...*"


def talk_of_learner(directory: Path, *, board: bool = False) -> Talk:
    given = board_of(LOSABLE)
    deal = Dealer(Setup(4, 3, 2), lambda: 1, given, stamp=lambda: ("1", "2025-01-01T00:00:00Z"))
    return Talk(None, dealer=deal, make_course=lambda: open_course(directory), board=board)


def test_after_a_loss_the_position_in_which_it_was_lost_can_be_trained(home: Path) -> None:
    talk = talk_of_learner(home)
    talk.type("r 4 1", "f 4 3", "r 1 1", "train", "flag 2 2", "safe 2 3", "next", "undo")
    trained, refused, judged, left, undone = talk.heard_by_line[4:]
    assert "#1..\n#111\n###f\n" in trained
    assert "is not a command now" in refused
    assert judged.startswith("Right\n")
    assert left == f"1 of 1 right\nLost: {NEXT_STEP}\n"
    assert undone.startswith("Undone: reveal (1,1)")
    [attempt] = kept_attempts(open_store(home))
    assert (attempt.source, attempt.is_right) == ("own", True)


def test_before_a_loss_and_beside_pictures_nothing_is_trained(home: Path) -> None:
    talk = talk_of_learner(home)
    assert talk.type("r 4 1", "train")[-1].startswith("After a loss,")
    pictures = talk_of_learner(home, board=True)
    pictures.type("r 4 1", "r 1 1", "train", "look")
    assert pictures.complaints[0].startswith("minesweeper: positions are asked in words")
    assert not kept_attempts(open_store(home))


def test_a_loss_at_the_first_reveal_says_that_nothing_was_known(home: Path) -> None:
    talk = Talk("*.\n..", make_course=lambda: open_course(home))
    assert talk.type("r 1 1", "train")[-1] == FIRST_REVEAL


def test_the_review_of_a_win_without_a_guess_says_so() -> None:
    assert answer("r 3 1", "r 1 3", "review", layout="*...\n....\n...*") == ["Won without a guess."]


def test_help_lists_every_command() -> None:
    said = answer("help")
    assert [line.split()[0].rstrip(":") for line in said[: len(PLAIN_COMMANDS)]] == [
        each.name for each in PLAIN_COMMANDS
    ]


def test_help_sees_the_whole_of_a_large_board() -> None:
    layout = ("." * 100 + "\n") * 99 + "." * 75 + "*" + "." * 23 + "*\n"
    start = ("r 50 1", "flag 76 100")
    assert answer(*start, "odds", layout=layout, win="flags") == ["Mines: (76,100) and (100,100)"]
    assert answer(*start, "hint", "hint", layout=layout, win="flags") == [
        "(100,100) is a mine: the 1 at (99,99) has only one cell for its mine."
    ]
    assert answer(*start, "check", layout=layout, win="flags") == [
        "Your only flag is not provably wrong."
    ]


def test_the_odds_of_a_revealed_cell_are_no_help() -> None:
    talk = Talk()
    talk.type("r 3 1", "odds 5 2")
    assert not talk.plain.session.helps


def test_the_review_is_of_the_moves_that_led_to_the_end_this_time() -> None:
    once = answer("r 1 1", "r 3 2", "undo", "r 3 2", "review", layout=FORCED)
    assert once == answer("r 1 1", "r 3 2", "review", "undo", "r 3 2", "review", layout=FORCED)


@pytest.mark.parametrize("line", ["hint", "odds", "odds 1 1", "check", "obvious"])
def test_a_board_too_large_for_the_solver_gets_a_message_and_counts_as_no_help(line: str) -> None:
    layout = "\n".join(["." * 101] * 99 + ["*" + "." * 100])
    talk = Talk(layout, win="flags")
    talk.type("r 1 1", line)
    assert talk.heard_by_line[2] == (
        "No hints here: the board is too large (10,000 cells at most)\n"
    )
    assert not talk.plain.session.helps


# Lines


@pytest.mark.parametrize("line", ["reveal 3 1", "r 3 1", "R 3 1", "  Reveal\t3  1 \r"])
def test_a_command_is_its_word_or_its_letter_in_either_case(line: str) -> None:
    talk = Talk()
    talk.type(line)
    assert talk.position.startswith("#1...")


@pytest.mark.parametrize("place", ["4,2", "(4,2)", "( 4 , 2 )", "4, 2", "4 ,2", "4\t,\t2"])
def test_a_cell_may_be_typed_as_it_is_named(place: str) -> None:
    assert answer(f"r {place}") == answer("r 4 2")
    assert answer("r 3 1", f"look {place}") == answer("r 3 1", "look 4 2")


@pytest.mark.parametrize(
    "place",
    ["4,", ",2", "4,,2", ",", "4;2", "4.2", "4,2,1", "4,-2", "(4,2", "4,2)", "(4)(2)"],
)
def test_a_comma_stands_between_two_numbers_and_nowhere_else(place: str) -> None:
    talk = Talk()
    said = talk.type(f"r {place}")
    assert talk.position == FRESH
    assert said[-1].startswith(f"'r {place}' is not understood: type reveal C R")


@pytest.mark.parametrize("line", ["re 3 1", "hin", "o", "e", "3 1", "3,1", "\0", "réveal 3 1"])
def test_nothing_else_is_a_command(line: str) -> None:
    [said] = answer(line)
    assert said.endswith(" is not a command (type help for a list)")


@pytest.mark.parametrize("line", ["", " ", "\t \r"])
def test_an_empty_line_is_answered_with_the_state_of_the_game(line: str) -> None:
    assert answer(line) == ["Playing, 3 mines left"]
    assert answer("f 1 1", "f 2 1", line) == ["Playing, 1 mine left"]
    assert answer("r 1 1", line) == [f"Lost: {NEXT_STEP}"]
    assert answer("r 3 1", "r 1 3", line) == [f"Won: {NEXT_STEP}"]


def test_an_empty_line_keeps_the_hint() -> None:
    assert answer("r 3 1", "h", "", "h") == answer("r 3 1", "h", "h")


@pytest.mark.parametrize(
    "place", ["0 1", "1 0", "6 1", "1 4", "-1 1", "1 x", "1 1.0", "٣ 1", "1e0 1"]
)
def test_a_cell_off_the_board_is_answered_with_the_ranges(place: str) -> None:
    [said] = answer(f"reveal {place}")
    assert said.endswith(" does not name a cell: columns are 1 to 5, rows 1 to 3")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("reveal", "'reveal' is not understood: type reveal C R (columns are 1 to 5,"),
        ("r 1", "'r 1' is not understood: type reveal C R (columns are 1 to 5,"),
        ("r 1 1 1", "'r 1 1 1' is not understood: type reveal C R (columns are"),
        ("look 1", "'look 1' is not understood: type look [C R] (columns are"),
        ("undo 1 1", "'undo 1 1' is not understood: type undo"),
    ],
)
def test_too_many_or_too_few_words_are_answered_with_the_usage(line: str, expected: str) -> None:
    [said] = answer(line)
    assert said.startswith(expected)


def test_a_quoted_line_is_escaped_and_short() -> None:
    assert answer("\x1b[2J\x07é")[0].startswith(r"'\x1b[2J\x07\xe9' is not a command")
    assert len(answer("x" * 900)[0]) < 200


def test_input_is_read_by_lines_whatever_bytes_they_hold() -> None:
    assert list(input_lines(BytesIO(b"r 1 1\r\n\xff\x00\n\nlast").readline)) == [
        "r 1 1\r\n",
        "�\0\n",
        "\n",
        "last",
    ]


@pytest.mark.parametrize("length", [MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, 2 * MAX_LINE, 100_000])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_of_any_length_is_one_line(length: int, end: bytes) -> None:
    typed = BytesIO(b"x" * length + end + b"q\n" * bool(end))
    found = list(input_lines(typed.readline))
    assert len(found) == 1 + bool(end)
    assert all(len(line) <= MAX_LINE for line in found)


def test_a_terminal_that_has_gone_ends_the_input() -> None:
    def gone(size: int) -> bytes:
        raise OSError

    assert list(input_lines(gone)) == []


# Pictures


FRESH = "#####\n#####\n#####\n"


def test_a_picture_and_a_status_line_follow_every_line() -> None:
    talk = Talk(board=True)
    talk.type("reveal 3 1", "nonsense", "flag 1 1", "quit")
    assert talk.heard_by_line == [
        FRESH + "playing mines-left 3 time 0.000\n",
        "#1...\n#1122\n#####\nplaying mines-left 3 time 0.000\n",
        "#1...\n#1122\n#####\nplaying mines-left 3 time 1.000\n",
        "F1...\n#1122\n#####\nplaying mines-left 2 time 2.000\n",
        "F1...\n#1122\n#####\nplaying mines-left 2 time 3.000\n",
    ]
    assert talk.complaints == [
        "minesweeper: 'nonsense' is not a command (type help for a list)",
    ]


def test_an_empty_line_is_answered_by_the_picture_alone() -> None:
    talk = Talk(board=True)
    talk.type("", "  ")
    assert talk.heard_by_line[1:] == [FRESH + "playing mines-left 3 time 0.000\n"] * 2
    assert talk.complaints == []


def test_the_end_is_in_the_status_line() -> None:
    assert answer("r 3 1", "r 1 3", board=True) == [
        "F1...",
        "11122",
        "..1FF",
        "won mines-left 0 time 1.000",
    ]
    assert answer("f 2 1", "r 1 1", board=True) == [
        "@X###",
        "#####",
        "###**",
        "lost mines-left 2 time 1.000",
    ]


def test_too_many_flags_make_the_mines_left_negative() -> None:
    assert answer("f 2 1", "f 3 1", "f 2 2", "f 3 3", board=True)[-1] == (
        "playing mines-left -1 time 3.000"
    )


def test_shown_mines_are_in_the_picture() -> None:
    assert answer("f 1 1", board=True, show_mines=True)[:3] == ["F####", "#####", "###**"]


def test_answers_in_words_go_to_the_error_writer() -> None:
    talk = Talk(board=True)
    talk.type("r 3 1", "odds 5 3", "look 1 1")
    assert talk.complaints[:2] == [
        "minesweeper: (5,3): a mine",
        "minesweeper: (1,1): covered",
    ]


@st.composite
def any_line(draw: st.DrawFn) -> str:
    """Draw a command, something like one, or anything."""
    word = draw(st.sampled_from([each.name for each in PLAIN_COMMANDS if each.name != "quit"]))
    numbers = draw(st.lists(st.integers(-1, 9).map(str), max_size=3))
    anything = st.text(max_size=20).filter(lambda text: text.strip().lower() not in ("q", "quit"))
    return " ".join([word, *numbers]) if draw(st.integers(0, 3)) else draw(anything)


@given(
    layout=layouts(),
    lines=st.lists(any_line(), max_size=30),
    win=st.sampled_from(["either", "clear"]),
)
def test_whatever_is_typed_the_answer_is_the_position_and_one_line(
    layout: str, lines: list[str], win: WinRule
) -> None:
    talk = Talk(layout, board=True, win=win)

    def typed() -> Iterator[str]:
        for line in lines:
            talk.out.clear()
            yield line
            [answer] = talk.out
            position, _, status = answer.rstrip("\n").rpartition("\n")
            assert position + "\n" == talk.position
            game = talk.plain.session.game
            stands = f"{game.status.value} mines-left {game.mines_left} time"
            assert re.fullmatch(rf"{stands} \d+\.\d{{3}}", status)

    talk.plain.run(typed())
    journal = talk.plain.session.journal_text()
    assert format_position(fold(parse_journal(journal)).game) == talk.position


@given(layout=layouts(), lines=st.lists(any_line(), max_size=30))
def test_words_and_pictures_are_of_the_same_game(layout: str, lines: list[str]) -> None:
    in_words, in_pictures = Talk(layout), Talk(layout, board=True)
    in_words.type(*lines)
    in_pictures.type(*lines)
    assert in_words.position == in_pictures.position


@given(layout=layouts(), lines=st.lists(any_line(), max_size=15))
def test_whatever_is_typed_is_answered_in_printable_words(layout: str, lines: list[str]) -> None:
    talk = Talk(layout)
    for said in talk.type(*lines):
        assert said
        assert said.isascii()
        assert said.isprintable()
    assert all(talk.heard_by_line[: len(lines) + 1])


# Boards that need no guess, and rules for guesses


def test_the_first_reveal_waits_for_a_guess_free_board() -> None:
    talk = Talk(None, setup=Setup(9, 9, 10, no_guess=True))
    said = talk.type("r 5 5")
    assert not any("not proved" in line for line in said)
    assert talk.plain.session.board


@pytest.mark.parametrize("slow", [0, 60])
def test_a_long_task_is_announced(slow: int) -> None:
    talk = Talk(None, setup=Setup(60, 60, 400, no_guess=True), slow=slow)
    talk.type("r 30 30")
    assert talk.complaints == ["minesweeper: looking for a guess-free board"] * bool(slow)


def test_a_long_task_is_not_announced_to_programs() -> None:
    talk = Talk(None, setup=Setup(60, 60, 400, no_guess=True), slow=60, board=True)
    talk.type("r 30 30")
    assert talk.complaints == []


# In the middle of three cells the first reveal is a 1, whichever of the others has the mine.
UNFOUND = Setup(3, 1, 1, no_guess=True)
NO_BOARD = (
    "minesweeper: no guess-free board of 3x1 with 1 mine was found:"
    " ask for fewer mines, or for any board with --guess"
)


@pytest.mark.parametrize("board", [False, True])
def test_without_a_guess_free_board_the_program_ends(board: bool) -> None:
    talk = Talk(None, setup=UNFOUND, board=board)
    talk.type("f 1 1", "r 2 1", "look")
    assert talk.complaints[-1] == NO_BOARD
    assert talk.plain.status == 1
    assert len(talk.heard_by_line) == 3
    assert not talk.plain.session.board
    assert talk.plain.session.clicks == 1


def test_guesses_left_to_chance_are_announced_once() -> None:
    talk = Talk(None, setup=Setup(9, 9, 10, win="clear", on_guess="fair"))
    said = talk.type("r 5 5", "u", "redo", "u")
    assert said.count("Guesses are left to chance from here on") == 1


# Games that are kept


def keeping_talk(home: Path, *, first: int = 1, **how: object) -> Talk:
    store = open_store(home)
    return Talk(
        None,
        store=store,
        dealer=kept_dealer(store, first=first),
        **how,  # type: ignore[arg-type]  # what a Talk takes
    )


def test_a_game_left_unfinished_is_saved_and_mentioned_at_the_next_start(home: Path) -> None:
    keeping_talk(home).type("r 5 5", "quit", "r 1 1")
    assert unfinished(open_store(home)) == ["1"]
    talk = keeping_talk(home, first=2)
    assert "You have a saved game. Resume with: minesweeper --plain --resume" in talk.type()


def test_a_game_is_saved_when_the_search_for_the_next_board_fails(home: Path) -> None:
    store = open_store(home)
    stamps = iter([("a", "2025"), ("b", "2025")])
    keep = store.open_journal
    given = Dealer(UNFOUND, lambda: 5, board_of(".*."), stamp=stamps.__next__, open_journal=keep)
    talk = Talk(None, store=store, dealer=given)
    said = talk.type("r 1 1", "new", "r 2 1")
    assert talk.complaints == [NO_BOARD]
    assert said[-1] == "Saved. Resume with: minesweeper --plain --resume"
    assert unfinished(open_store(home)) == ["a"]


def test_a_saved_game_is_resumed_where_it_was(home: Path) -> None:
    first = keeping_talk(home)
    first.type("r 5 5", "f 1 1")
    store = open_store(home)
    session = store.resume("1", 0)
    talk = Talk(None, store=store, dealer=kept_dealer(store), session=session)
    said = talk.type()
    assert talk.position == first.position
    assert said[1].endswith("safe cells left, 9 mines left")
    assert unfinished(open_store(home)) == ["1"], "it is left at the end"


def paused_on_the_screen(home: Path) -> Talk:
    """Return a player of the game that was paused 4 seconds after its first reveal, and left."""
    first = open_store(home)
    session = kept_dealer(first).next()
    board = begin(session)
    session.play(Move("flag", next(cell for cell in board.grid if board.is_mine(cell))), 2_000)
    session.undo(3_000)
    session.pause(4_000)
    session.leave(5_000)
    first.close()
    store = open_store(home)
    resumed = store.resume("1", 1_000_000)
    return Talk(None, store=store, dealer=kept_dealer(store), session=resumed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("flag 9 9", "(9,9): flag; 9 mines left"),
        ("flag 1 1", "This cell is already revealed"),
        ("obvious", "Revealed 1 cell, flagged 1 mine; "),
        ("undo", "Undone: reveal (5,1); "),
        ("redo", "Redone: flag ("),
    ],
)
def test_the_first_move_ends_a_pause(home: Path, typed: str, said: str) -> None:
    talk = paused_on_the_screen(home)
    talk.type("look 1 1", typed, "")
    assert "Paused: your next move restarts the clock" in talk.heard_by_line[0]
    assert said in talk.heard_by_line[2]
    assert talk.plain.session.milliseconds(talk.time) == 5_000


def test_questions_leave_a_game_paused(home: Path) -> None:
    talk = paused_on_the_screen(home)
    talk.type("", "look", "odds", "hint", "check")
    assert talk.plain.session.paused


def test_a_prompt_is_written_before_each_line_is_read() -> None:
    talk = Talk(prompt="> ")
    talk.type("flag 1 1", "", "nonsense")
    assert [heard.endswith("\n> ") for heard in talk.heard_by_line[:-1]] == [True] * 3
    assert talk.heard_by_line[-1].endswith("(type help for a list)\n> \n")


def test_the_first_line_after_quit_is_not_read() -> None:
    talk = Talk()
    talk.type("quit", "r 3 1")
    assert talk.position == FRESH
    assert talk.heard_by_line[1] == "Goodbye\n"


def test_only_a_reveal_gives_up_the_game_that_was_left(home: Path) -> None:
    talk = keeping_talk(home)
    talk.type("r 5 5", "new", "f 1 1", "u", "u")
    assert talk.heard_by_line[5].startswith("Beginner 9x9, 10 mines, seed 1\n")
    talk = keeping_talk(home, first=9)
    talk.type("r 5 5", "new", "f 1 1", "r 9 9", "u", "u", "u")
    assert talk.heard_by_line[7] == "Nothing to undo\n"


def test_new_and_restart_abandon_a_game(home: Path) -> None:
    keeping_talk(home).type("r 5 5", "restart", "r 5 5", "new", "r 5 5")
    assert [row.status for row in kept(open_store(home))] == ["abandoned", "abandoned"]


def won_by(talk: Talk) -> list[str]:
    """Reveal every safe cell; return what was said."""
    session = talk.plain.session

    def lines() -> Iterator[str]:
        yield "r 5 5\n"
        assert session.board
        for move in moves_that_win(session.board):
            talk.time += 1000
            yield "r {} {}\n".format(*session.game.grid.place(move.cell))

    talk.plain.run(lines())
    return "".join(talk.out).splitlines()


def test_a_win_at_a_terminal_may_be_a_record(home: Path) -> None:
    assert "New best: 67.000 s" in won_by(keeping_talk(home))


def test_a_win_through_a_pipe_is_unranked_and_says_why(home: Path) -> None:
    said = won_by(keeping_talk(home, at_terminal=False))
    assert "Unranked: not played at a terminal" in said


def test_a_win_with_help_is_unranked_and_says_why(home: Path) -> None:
    talk = keeping_talk(home, show_mines=True)
    assert "Unranked: mines shown" in won_by(talk)


def test_a_win_by_the_first_flag_is_unranked_and_says_why(home: Path) -> None:
    talk = Talk("*.", store=open_store(home))
    assert talk.type("f 1 1")[-2] == ("Unranked: your own layout, over in 0.000 s")


def test_what_is_played_on_after_the_end_is_practice_and_not_kept(home: Path) -> None:
    talk = keeping_talk(home)

    def lines() -> Iterator[str]:
        yield "r 5 5\n"
        board, grid = talk.plain.session.board, talk.plain.session.game.grid
        assert board
        mine = next(cell for cell in grid if board.is_mine(cell))
        yield "r {} {}\n".format(*grid.place(mine))
        yield "undo\n"
        for move in moves_that_win(board):
            yield "r {} {}\n".format(*grid.place(move.cell))

    talk.plain.run(lines())
    said = "".join(talk.out).splitlines()
    assert said.count("Unranked: practice") == 2, "when it goes on, and when it ends"
    assert talk.plain.session.game.status is Status.WON
    assert [game.status for game in kept(open_store(home))] == ["lost"]
    assert unfinished(open_store(home)) == []


def test_a_game_that_goes_on_in_another_window_is_played_on_here_unsaved(home: Path) -> None:
    talk = keeping_talk(home)

    def lines() -> Iterator[str]:
        yield "r 5 5\n"
        open_store(home).resume("1", 0)
        yield "f 1 1\n"
        yield "f 1 1\n"
        yield "quit\n"

    talk.plain.run(lines())
    assert talk.complaints == [f"minesweeper: {ELSEWHERE}"]
    assert talk.out[-1] == "Goodbye\n"


def test_an_interrupted_wait_for_a_line_leaves_the_game(home: Path) -> None:
    talk = keeping_talk(home)

    def lines() -> Iterator[str]:
        yield "r 5 5"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        talk.plain.run(lines())
    assert talk.plain.session.journal_text().endswith("left\n")
    assert unfinished(open_store(home)) == ["1"]


def test_the_remaining_flags_are_asked_for_once_all_safe_cells_are_revealed() -> None:
    lines = ("r 1 1", "r 1 2", "f 2 1", "")
    assert answer(*lines[:1], layout=".*\n.*", win="flags") == [
        "(1,1): 2, 3 covered neighbours; 1 safe cell left, 2 mines left"
    ]
    assert answer(*lines[:2], layout=".*\n.*", win="flags") == [
        "(1,2): 2, 2 covered neighbours; 0 safe cells left, 2 mines left."
        " Flag the 2 mines that are left"
    ]
    assert answer(*lines, layout=".*\n.*", win="flags") == [
        "Playing, 1 mine left. Flag the mine that is left"
    ]


def under_strict(*lines: str) -> list[str]:
    setup = Setup(4, 3, 2, win="clear", on_guess="strict")
    board = board_of("*...\n....\n...*")
    return answer(*lines, layout=None, dealer=Dealer(setup, lambda: 7, board))


def test_under_strict_the_rule_is_named_as_what_killed() -> None:
    said = under_strict("r 4 1", "r 1 2")
    assert said[-2] == "You guessed where you could have known: the strict rule made it explode."
    assert said[-1].startswith("(1,3), (2,3) and (3,3) are safe: ")


def test_under_strict_the_rule_is_not_named_where_guesses_were_left_to_luck_after_an_undo() -> None:
    said = under_strict("r 4 1", "r 1 3", "u", "r 1 1")
    assert said[-1].endswith("You guessed once where you could have known: 50% to survive it")


def test_a_flag_check_without_flags_is_no_help() -> None:
    talk = Talk("*...\n....\n...*")
    assert talk.type("r 4 1", "check")[-1] == "There are no flags to check."
    assert set(talk.plain.session.helps) == set()
    talk.type("f 1 1", "check")
    assert set(talk.plain.session.helps) == {"flag check"}
