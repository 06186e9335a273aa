"""The screen of a lesson: answers by keys and mouse, refuting boards, proofs."""

import re
from collections.abc import Callable
from random import Random

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.engine.game import Face
from minesweeper.learn.exercises import Exercise, format_exercise, parse_exercise
from minesweeper.learn.training import Streak, Training
from minesweeper.tui.canvas import Style, width
from minesweeper.tui.look.cells import mark_style
from minesweeper.tui.screens.lesson import LessonScreen
from tests.harness.brute import fits
from tests.harness.lessons import (
    CALM,
    COUNTED,
    EVERY_KIND,
    GUESS,
    MOMENT,
    NEAR_MISS,
    ONE_TWO,
    LessonPlayer,
    claim,
    covered_places,
    explain,
    leave,
    right_keys,
    steps,
    whole_board,
)
from tests.harness.player import LEFT, MIDDLE, RIGHT, Player


def by_keys(player: LessonPlayer, verb: str, column: int = 0, row: int = 0) -> None:
    if verb == "nothing":
        player.press("n")
    else:
        player.point(column, row, "enter" if verb in ("safe", "guess") else " ")


def by_letters(player: LessonPlayer, verb: str, column: int = 0, row: int = 0) -> None:
    if verb == "nothing":
        player.press("N")
    else:
        player.point(column, row, "o" if verb in ("safe", "guess") else "f")


def by_mouse(player: LessonPlayer, verb: str, column: int = 0, row: int = 0) -> None:
    if verb == "nothing":
        player.click_on("nothing is certain")
    else:
        player.click(column, row, LEFT if verb in ("safe", "guess") else RIGHT)


every_way = pytest.mark.parametrize("answer", [by_keys, by_letters, by_mouse])
Answering = Callable[..., None]


# Answers


@every_way
@pytest.mark.parametrize(("verb", "column"), [("safe", 2), ("mine", 5)])
def test_a_right_answer_is_said_with_its_reason(answer: Answering, verb: str, column: int) -> None:
    player = LessonPlayer(ONE_TWO, NEAR_MISS)
    answer(player, verb, column, 1)
    assert player.kept == [(f"{verb} {column} 1", True)]
    assert player.shows("Right")
    assert player.shows("1 of 1 right")
    conclusion = "o is safe" if verb == "safe" else "! is a mine"
    assert f"{conclusion}: 2 needs one mine more than 1 ," in player.text
    assert player.keys == "Enter next   Esc go back"


def test_a_key_that_does_nothing_says_so() -> None:
    for key in ("y", "5", "f5"):
        player = LessonPlayer(ONE_TWO)
        player.press(key)
        assert player.shows(f"{key.capitalize()} is no key here: ? shows the keys")
        player.press("right", key)
        assert not player.shows("no key here")


def test_the_mine_that_leads_to_a_safe_cell_is_marked_as_a_mine() -> None:
    player = LessonPlayer(ONE_TWO)
    by_keys(player, "safe", 2, 1)
    assert player.text.endswith("and has only ! to itself.")
    assert mark_of(player, 5, 1) == "danger"


@every_way
def test_that_nothing_is_certain_can_be_said(answer: Answering) -> None:
    player = LessonPlayer(NEAR_MISS)
    answer(player, "nothing")
    assert player.kept == [("nothing", True)]
    assert "Nothing is certain: every covered cell is a mine on one board" in player.text


@every_way
def test_a_guess_is_given(answer: Answering) -> None:
    player = LessonPlayer(GUESS)
    answer(player, "guess", 1, 3)
    assert [text for text, _ in player.kept] == ["guess 1 3"]


def test_the_middle_button_answers_nothing() -> None:
    player = LessonPlayer(ONE_TWO)
    player.click(2, 1, MIDDLE)
    assert not player.kept


@pytest.mark.parametrize(
    ("text", "keys", "message"),
    [
        (ONE_TWO, ["enter"], "Choose a covered cell."),
        (COUNTED, ["home", "g", " "], "This mine is known: choose another cell."),
    ],
)
def test_what_is_no_answer_is_refused_in_a_line_until_the_next_key(
    text: str, keys: list[str], message: str
) -> None:
    player = LessonPlayer(text)
    player.press("bottom", "home", "G", *keys)
    assert not player.kept
    assert player.shows(message)
    player.press("left")
    assert not player.shows(message)


def test_a_key_that_is_held_down_neither_answers_twice_nor_goes_on() -> None:
    player = LessonPlayer(ONE_TWO, ONE_TWO, ONE_TWO)
    player.go_to(2, 1)
    hold(player, "enter")
    assert player.kept == [("safe 2 1", True)]
    assert player.shows("Right")


def hold(player: LessonPlayer, key: str) -> None:
    """Hold a key down for a second."""
    for _ in range(25):
        player.press(key)
        player.wait(40)


def streak(best: int) -> Streak:
    exercises = steps([ONE_TWO] * 9, before_each=0)
    return Streak(exercises, lambda *_: None, Random(1), best, lambda: streak(best + 1))


def test_a_double_click_does_not_go_on_from_the_answer() -> None:
    player = LessonPlayer(ONE_TWO, NEAR_MISS)
    player.click(2, 1)
    player.now += 150
    player.click_on("Right")
    assert player.shows("Right")


def test_a_double_click_that_opens_the_page_answers_nothing() -> None:
    there = LessonPlayer(ONE_TWO)
    training = Training("A lesson", steps([ONE_TWO], before_each=0), lambda *_: None, Random(1))
    player = Player(LessonScreen(there.looks, training))
    player.now += 150
    player.click_at(*there.view.position(there.grid.cell(3, 1)))
    assert player.shows("Find a cell")


def test_a_key_that_was_refused_does_not_hold_up_the_answer() -> None:
    player = LessonPlayer(ONE_TWO)
    player.go_to(3, 2)
    player.press("enter")
    assert player.shows("Choose a covered cell")
    player.press("left", "up", "enter")
    assert player.kept == [("safe 2 1", True)]


# A wrong answer, and what refutes it


def glyph_on_last_board(player: LessonPlayer, cell: Cell) -> str:
    board = player.screen.shown_views[-1]
    column, row = board.position(cell)
    sign = player.lines[row].ljust(200)[column : column + 2].strip()
    return sign[:1] if sign[1:] in ("", "#") else sign


def mines_shown(player: LessonPlayer) -> CellSet:
    """Return the mines that are drawn on the last board, or known on it."""
    signs = player.theme.glyphs.signs
    mines = {signs[face] for face in (Face.MINE, Face.EXPLODED, Face.FLAG)}
    return set_of(cell for cell in player.grid if glyph_on_last_board(player, cell) in mines)


WINDOWS = [
    *(ONE_TWO, NEAR_MISS, COUNTED, "point 6 - #####o/o121oo/oooooo"),
    *("point 5 - ####F/o22oo/oFooo", "point 2 - F1#/o1o/#oo"),
]


@pytest.mark.parametrize(
    ("text", "size"), [*((text, (80, 24)) for text in WINDOWS), (WINDOWS[0], (40, 24))]
)
def test_a_wrong_claim_is_refuted_by_a_board_on_which_every_number_fits(
    text: str, size: tuple[int, int]
) -> None:
    count = 0
    for column, row in covered_places(parse_exercise(text)):
        for key in ("enter", " "):
            player = LessonPlayer(text, size=size)
            player.point(column, row, key)
            [(_, is_right)] = player.kept
            if not is_right:
                count += 1
                mines, cell = mines_shown(player), player.grid.cell(column, row)
                counts = player.exercise.counts_mines
                assert fits(player.exercise.clues, mines, with_total=counts)
                assert bool(mines >> cell & 1) == (key == "enter")
                exploded = player.theme.glyphs.signs[Face.EXPLODED]
                assert (glyph_on_last_board(player, cell) == exploded) == (key == "enter")
                assert player.shows("explodes" if key == "enter" else "is safe")
    assert count


def test_a_refuting_board_shows_the_mines_at_the_numbers_and_the_one_that_explodes() -> None:
    whole = "point {} 9 " + "/".join(["o####o##", "oo12oo##", "oooooo##", *["########"] * 2])
    for lesson, mines in ((4, 3), (7, 9)):
        player = LessonPlayer(whole.format(lesson))
        player.point(8, 5)
        assert mines_shown(player).bit_count() == mines
        assert player.shows("A board on which it explodes")
        assert player.shows("mines that touch no number are not drawn") == (lesson == 4)


def test_the_refuting_board_stands_beside_the_position_where_there_is_room() -> None:
    player = LessonPlayer(ONE_TWO)
    player.point(3, 1)
    assert player.shows("You said: safe")
    assert player.shows("A board on which it explodes")
    assert "Every number fits, and Y explodes." in player.text
    player.resize(30, 24)
    assert not player.shows("You said: safe")
    assert player.shows("It explodes here")


def test_the_proof_follows_the_refuting_board_and_then_the_next_exercise() -> None:
    player = LessonPlayer(ONE_TWO, NEAR_MISS)
    player.point(3, 1)
    assert not player.shows("The proof")
    assert "What is certain" not in player.text
    player.press_calmly("enter")
    assert player.shows("The proof")
    player.press_calmly("enter")
    assert player.exercise == parse_exercise(NEAR_MISS)
    assert not player.training.judgement


def test_i_shows_the_proof_and_does_not_go_on() -> None:
    player = LessonPlayer(ONE_TWO, NEAR_MISS)
    player.point(3, 1)
    player.press("i", "i", "i")
    assert player.shows("The proof")
    assert player.exercise == parse_exercise(ONE_TWO)


@pytest.mark.parametrize(
    ("text", "key", "verdict", "proof"),
    [
        (ONE_TWO, "n", "Wrong: something is certain", "o is safe: 2 needs"),
    ],
)
def test_a_mistake_is_said_before_what_is_true(
    text: str, key: str, verdict: str, proof: str
) -> None:
    player = LessonPlayer(text, NEAR_MISS)
    player.press(key)
    assert player.shows("Wrong")
    assert verdict in player.text
    assert proof not in player.text
    assert player.keys == "Enter show the proof   Backspace try again   Esc go back"
    player.press_calmly("enter")
    assert proof in player.text
    assert verdict not in player.text
    player.press_calmly("enter")
    assert player.exercise == parse_exercise(NEAR_MISS)


def test_a_mistake_that_the_heading_says_takes_no_room_from_the_board() -> None:
    player = LessonPlayer("point 2 - oo##/.1##/11##/1F##/ooo#/ooo#", size=(30, 10))
    assert player.view.shows_whole_board
    player.press("n")
    assert player.shows("Wrong: a cell is certain")
    assert player.view.shows_whole_board


@pytest.mark.parametrize("keys", [["down", "down"], ["j", "j"], ["page-down"]])
def test_a_proof_that_does_not_fit_scrolls_below_a_board_that_does(keys: list[str]) -> None:
    player = LessonPlayer(ONE_TWO, size=(30, 10))
    explain(player)
    assert player.view.shows_whole_board
    assert " 1-3/4 " in player.lines[-2]
    player.press(*keys)
    assert " 2-4/4 " in player.lines[-2]
    assert player.view.shows_whole_board


CHAIN = "point 12 - ..oo/112F/##2#/#22o/###o"
"""If (1,4) were a mine, (2,5) and (3,5) would be safe, and (2,3) and (4,3) mines: 3 for a 2."""


def test_a_chain_is_drawn_step_by_step_beside_the_proof() -> None:
    player = LessonPlayer(CHAIN)
    player.point(1, 4)
    assert player.shows("Right")
    assert player.shows("If it were a mine, step by step")
    grid = player.grid
    rows = [[grid.cell(column, row) for column in range(1, 5)] for row in range(1, 6)]
    assert [" ".join(glyph_on_last_board(player, cell) for cell in row) for row in rows] == [
        ". . ? ?",
        "1 1 2 F",
        "# 2* 2 2*",
        "* 2 2 ?",
        "# 1o 1o ?",
    ]
    player.resize(30, 24)
    assert player.shows("Right")
    assert not player.shows("If it were a mine")


def test_a_chain_is_not_drawn_before_its_proof() -> None:
    player = LessonPlayer(CHAIN)
    player.press("n")
    assert not player.shows("If it were")
    player.press_calmly("enter")
    assert player.shows("If it were")


def test_a_proof_does_not_mark_the_wrong_answer() -> None:
    player = LessonPlayer(ONE_TWO)
    player.point(3, 1)
    assert mark_of(player, 3, 1) == "own"
    player.press("i")
    assert mark_of(player, 3, 1) != "own"


def mark_of(player: LessonPlayer, column: int, row: int) -> str:
    """Return the mark in whose colours a cell is drawn; "" for none."""
    x, y = player.view.position(player.grid.cell(column, row))
    grounds = {
        mark_style(player.theme, mark, square).background: mark
        for mark in ("own", "danger", "mine", "safe", "look")
        for square in (0, 1)
    }
    return grounds.get(style_at(player, x, y).background, "")


def style_at(player: LessonPlayer, x: int, y: int) -> Style:
    """Return the style at a column and row of the screen."""
    pieces = player.canvas.pieces[y]
    return [style for at, text, style in pieces if at <= x < at + width(text)][-1]


def test_a_wrong_claim_where_nothing_is_certain_is_answered_in_one_step() -> None:
    player = LessonPlayer(NEAR_MISS, ONE_TWO)
    player.point(2, 1)
    assert "Nothing is certain" in player.text
    player.press_calmly("enter")
    assert player.exercise == parse_exercise(ONE_TWO)


@pytest.mark.parametrize("glyphs", ["ascii", "unicode", "emoji"])
def test_a_known_mine_stays_a_flag_in_a_proof(glyphs: str) -> None:
    player = LessonPlayer("point 2 - oo##/.1##/11##/1F##", glyphs=glyphs)
    player.press("n", "i")
    signs = player.theme.glyphs.marks["safe"], player.theme.glyphs.signs[Face.FLAG]
    assert "All 3 {} are safe: {} is the one mine of this 1 .".format(*signs) in player.text
    assert mark_of(player, 2, 4) == "mine"
    assert player.shows(player.theme.glyphs.signs[Face.FLAG])


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_second_try_is_judged_but_not_kept(by_mouse: bool) -> None:
    player = LessonPlayer(ONE_TWO)
    player.point(3, 1)
    if by_mouse:
        player.click_on("Backspace")
    else:
        player.press("backspace")
    assert player.shows("Find a cell that is certain")
    assert player.training.judgement is None
    player.point(2, 1)
    assert player.shows("Right")
    assert player.kept == [("safe 3 1", False)]


def test_a_click_anywhere_goes_on_after_an_answer() -> None:
    player = LessonPlayer(ONE_TWO, NEAR_MISS)
    player.click(2, 1)
    player.click(1, 1, RIGHT)
    assert player.exercise == parse_exercise(ONE_TWO)
    player.click(1, 1)
    assert player.exercise == parse_exercise(NEAR_MISS)
    assert len(player.kept) == 1


# What is in sight


@pytest.mark.parametrize("colours", [256, 8, 0])
@pytest.mark.parametrize("glyphs", ["ascii", "unicode", "emoji"])
def test_numbers_that_are_not_known_look_like_nothing_else(glyphs: str, colours: int) -> None:
    player = LessonPlayer("point 1 - #o.o/F2.o", size=(30, 10), glyphs=glyphs, colours=colours)
    player.go_to(2, 1)
    looks = set()
    for column, row in ((4, 1), (3, 1), (1, 1), (1, 2), (2, 2)):
        x, y = player.view.position(player.grid.cell(column, row))
        [*_, look] = [
            (text[x - at : x - at + 1], style.background)
            for at, text, style in player.canvas.pieces[y]
            if at <= x < at + width(text)
        ]
        looks.add(look)
    assert len(looks) == 5


@pytest.mark.parametrize(("text", "mines"), [(COUNTED, "1 mine left"), (ONE_TWO, "")])
def test_the_mines_left_are_told_where_they_count(text: str, mines: str) -> None:
    player = LessonPlayer(text)
    assert (mines or "left") in player.text or not mines
    assert bool(mines) == ("mine left" in player.text)


def test_what_is_new_is_explained_once() -> None:
    explanations = {
        ONE_TWO: ["press Enter if it must be safe, or Space", "? hides a number"],
        GUESS: ["Go to a cell and press Enter"],
    }
    player = LessonPlayer(*(text for text in explanations for _ in range(2)))
    seen: list[str] = []
    for new in explanations.values():
        assert all(words in player.text for words in new)
        assert not any(words in player.text for words in seen)
        seen += new
        go_on(player)
        assert not any(words in player.text for words in seen)
        go_on(player)


def go_on(player: LessonPlayer) -> None:
    """Answer the present exercise, and go on to the next one."""
    if player.exercise.kind == "guess":
        player.press_calmly("enter")
    else:
        player.press_calmly(*right_keys(player.exercise))
    player.press_calmly("enter")


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (ONE_TWO, ["Enter o  This cell is safe", "Space f  This cell is a mine", "Right click"]),
        (ONE_TWO, ["n  Nothing is certain", "Backspace  Try again"]),
        (GUESS, ["Enter o  This is the best guess", "t  Change the theme", "+ - =  Zoom in"]),
    ],
)
@pytest.mark.parametrize("is_answered", [False, True])
def test_the_help_key_shows_the_keys_of_the_exercise(
    text: str, keys: list[str], is_answered: bool
) -> None:
    player = LessonPlayer(text, size=(120, 60))
    if is_answered:
        claim(player)
    before = player.lines
    player.press("?")
    page = "\n".join(re.sub(" {2,}", "  ", line) for line in player.page)
    assert all(line in page for line in keys)
    assert "Pause" not in page
    player.press("escape")
    assert player.lines == before


def test_the_keys_name_the_help() -> None:
    player = LessonPlayer(ONE_TWO)
    player.click_on("? help")
    assert player.shows("This cell is safe")


def test_a_page_says_that_a_position_is_being_made_only_after_a_moment() -> None:
    training = Training("A lesson", steps([ONE_TWO], before_each=30), lambda *_: None, Random(1))
    player = LessonPlayer(training=training)
    assert not player.shows("Looking")
    for _ in range(10):
        player.wait(100)
    assert player.shows("Looking for a position")
    player.wait_until_idle()
    assert player.shows("Find a cell")


def test_the_next_exercise_is_made_while_the_player_thinks() -> None:
    training = Training("A lesson", steps([ONE_TWO] * 2, before_each=9), lambda *_: None, Random(1))
    player = LessonPlayer(training=training)
    player.wait_until_idle()
    player.point(2, 1)
    player.press_calmly("enter")
    assert player.shows("Find a cell")


@pytest.mark.parametrize("is_answered", [False, True])
def test_the_key_of_the_game_changes_the_theme(is_answered: bool) -> None:
    player = LessonPlayer(ONE_TWO)
    if is_answered:
        claim(player)
    before = player.lines
    player.press("t")
    assert player.looks.name == "light"
    assert player.shows("Theme: light")
    player.press("left")
    assert player.lines == before or not is_answered
    assert not player.shows("Theme")


# A streak


def test_a_streak_ends_with_its_first_mistake_and_says_how_long_it_was() -> None:
    player = LessonPlayer(training=streak(best=5))
    end_streak(player, after=2)
    assert player.page[0].split("   ")[0].strip() == "2 in a row, best 5"
    assert player.text.count("The streak is over.") == 1
    assert player.keys == "Enter play again   Esc go back"
    assert player.press("escape")


def test_a_streak_that_is_longer_than_any_other_says_so() -> None:
    player = LessonPlayer(training=streak(best=1))
    end_streak(player, after=2)
    assert "2 in a row: your best" in player.text


def test_the_progress_is_shortened_where_all_of_it_has_no_room() -> None:
    player = LessonPlayer(training=streak(best=5), size=(40, 14))
    assert player.lines[0].endswith("- 0 in a row, best 5 -+")
    player.resize(30, 10)
    assert player.lines[0].endswith("- 0 in a row -+")


@pytest.mark.parametrize("by_mouse", [False, True])
def test_another_streak_follows_but_not_while_the_key_is_held_down(by_mouse: bool) -> None:
    player = LessonPlayer(training=streak(best=5))
    end_streak(player, after=1)
    player.press("enter")
    assert player.shows("The streak is over")
    player.wait(CALM)
    if by_mouse:
        player.click_on("Enter play again")
    else:
        player.press("enter")
    player.wait(0)
    assert player.shows("Find a cell that is certain")
    assert player.shows("0 in a row, best 6")
    end_streak(player, after=0)
    assert player.shows("The streak is over")


def end_streak(player: LessonPlayer, after: int) -> None:
    """Answer some exercises right, the next one wrong, and look at the result."""
    for _ in range(after):
        player.point(2, 1)
        player.press_calmly("enter")
    player.point(3, 1)
    player.press_calmly("enter")
    assert player.keys.startswith("Enter result ")
    player.press_calmly("enter")


@pytest.mark.parametrize("by_mouse", [False, True])
def test_after_the_only_exercise_and_its_proof_enter_goes_back(by_mouse: bool) -> None:
    player = LessonPlayer(ONE_TWO)
    player.point(3, 1)
    player.press_calmly("enter")
    assert player.keys == "Backspace try again   Enter   Esc go back"
    player.now += CALM
    assert player.click_on("The proof") if by_mouse else player.press("enter")


def test_enter_goes_back_where_nothing_was_asked() -> None:
    player = LessonPlayer()
    assert player.keys == "Enter   Esc go back"
    assert player.press("enter")


# Boards of own games


@pytest.mark.parametrize("size", [(80, 24), (40, 14), (30, 10)])
def test_a_large_board_scrolls_with_the_cursor(size: tuple[int, int]) -> None:
    player = LessonPlayer(whole_board(), size=size)
    player.go_to(27, 7)
    assert player.screen.cursor == player.grid.cell(27, 7)
    player.press_calmly(" ")
    assert player.shows("Right")
    assert player.view.is_in_sight(27, 7)


def test_a_large_board_scrolls_to_the_proof() -> None:
    player = LessonPlayer(whole_board(), size=(30, 10))
    player.go_to(1, 16)
    assert not player.view.is_in_sight(27, 7)
    player.press("n", "i")
    assert player.shows("The proof")
    assert player.view.is_in_sight(27, 7)


def test_after_an_answer_the_arrows_reach_every_cell_of_a_large_board() -> None:
    player = LessonPlayer(whole_board(), size=(30, 10))
    player.press("n")
    assert player.screen.cursor is None
    for keys, place in ((["right"] * 30 + ["down"] * 16, (30, 16)), (["left"] * 30, (1, 16))):
        player.press(*keys)
        assert player.view.is_in_sight(*place)
        player.draw()
        assert player.view.is_in_sight(*place)
    player.press("i")
    assert player.view.is_in_sight(27, 7)


def test_the_wheel_scrolls_a_large_board() -> None:
    player = LessonPlayer(whole_board(), size=(30, 10))
    first = player.view.top
    player.mouse(5, True, 5, 5)
    assert player.view.top > first


# Every window

LARGEST = "point 4 - o####ooooooo/oo12oooooooo/" + "/".join(["o" * 12] * 6)


@pytest.mark.parametrize(("text", "zoom"), [(ONE_TWO, 11), (LARGEST, 5)])
def test_a_large_window_has_large_boards_side_by_side_in_its_middle(text: str, zoom: int) -> None:
    player = LessonPlayer(text, size=(200, 60), glyphs="unicode")
    player.point(3, 1)
    first, second = player.screen.shown_views
    assert player.view.zoom == zoom
    before, after = first.box.column, player.size[0] - second.box.right
    assert abs(before - after) <= 4
    heading = player.find("You said: safe")
    sentence = player.find("Every number fits")
    assert heading[0] == sentence[0] == first.box.column


SMALL = ("point 1 - #1#/#1#",)


@pytest.mark.parametrize("situation", [leave, claim, explain])
@pytest.mark.parametrize("text", [*EVERY_KIND, *SMALL], ids=lambda text: " ".join(text.split()[:2]))
def test_no_heading_is_cut_in_the_smallest_window(
    text: str, situation: Callable[[LessonPlayer], None]
) -> None:
    player = LessonPlayer(text, size=(30, 10))
    situation(player)
    pictures = [*player.screen.pictures()]
    for view, picture in zip(
        player.screen.shown_views, pictures[-len(player.screen.shown_views) :], strict=True
    ):
        heading = player.lines[view.box.row - 1][view.box.column :]
        assert heading.startswith(picture.headings)


# Just too narrow for longer names of the keys, and just wide enough.
WIDTHS = (30, 34, 35, 40, 47, 55, 63, 64, 79)


@pytest.mark.parametrize("text", EVERY_KIND, ids=lambda text: " ".join(text.split()[:2]))
def test_the_keys_that_answer_or_go_on_are_named_in_every_window_and_esc_last(text: str) -> None:
    answers = {"point": "safe mine n", "guess": "choose"}
    player = LessonPlayer(text, NEAR_MISS)
    for columns in WIDTHS:
        player.resize(columns, 24)
        assert {*answers[player.exercise.kind].split()} <= {*player.keys.split()}
        assert re.search(r" Esc( go back)?$", player.keys)
    claim(player)
    for columns in WIDTHS:
        player.resize(columns, 24)
        assert re.match(r"Enter (show the )?(proof|next) ", player.keys)
        assert ("Backspace" in player.keys) == (not player.shows("Right"))
        assert re.search(r" Esc( go back)?$", player.keys)


def test_the_keys_are_short_in_the_narrowest_window() -> None:
    player = LessonPlayer(ONE_TWO, size=(30, 10))
    assert player.keys == "o safe   f mine   n none   Esc"
    player.point(3, 1)
    assert player.keys == "Enter proof   Backspace   Esc"
    player.click_on("Backspace")
    player.now += MOMENT
    player.click_on("n none")
    assert player.kept == [("safe 3 1", False)]
    assert player.shows("Wrong")


def test_keys_that_fit_keep_their_usual_names_in_the_narrowest_window() -> None:
    assert LessonPlayer(GUESS, size=(30, 10)).keys.startswith("Enter choose")


@pytest.mark.parametrize("size", [(60, 16), (40, 14)])
@pytest.mark.parametrize("text", EVERY_KIND, ids=lambda text: " ".join(text.split()[:2]))
def test_the_board_stays_as_it_is_in_a_low_window_when_sentences_come(
    text: str, size: tuple[int, int]
) -> None:
    player = LessonPlayer(text, size=size, glyphs="unicode")
    before = player.view.position(player.grid.cell(3, 2)), player.view.zoom
    for situation in (claim, lambda player: player.press("i")):
        situation(player)
        assert (player.view.position(player.grid.cell(3, 2)), player.view.zoom) == before


@pytest.mark.parametrize("text", EVERY_KIND)
def test_all_that_is_said_can_be_read_in_the_smallest_window(text: str) -> None:
    wide, narrow = (
        LessonPlayer(text, size=(120, 40)),
        LessonPlayer(text, size=(30, 10)),
    )
    for player in (wide, narrow):
        explain(player)
    words = [word for word in sentences(wide) if word.isalpha()]  # a tile may have a risk, or not
    read: list[str] = []
    for _ in range(20):
        read += sentences(narrow)
        narrow.press("page-down")
    assert words
    assert set(words) <= set(read)


def sentences(player: LessonPlayer) -> list[str]:
    """Return the words below the board."""
    bottom = player.view.box.bottom
    lines = [line.strip().strip("|+") for line in player.lines[bottom:-1]]
    return [word for line in lines if "--" not in line for word in line.split()]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (ONE_TWO, (3, 1)),
        ("point 1 - #F#/oFo/###", (2, 3)),
        (GUESS, (2, 1)),
        ("point 1 1 #1F1.", (1, 1)),
    ],
)
def test_the_cursor_starts_at_the_answer_nearest_to_the_middle(
    text: str, place: tuple[int, int]
) -> None:
    player = LessonPlayer(text)
    assert player.screen.cursor == player.grid.cell(*place)


def test_an_exercise_as_text_is_what_the_screen_asks() -> None:
    for text in EVERY_KIND:
        exercise: Exercise = LessonPlayer(text).exercise
        assert format_exercise(exercise) == text
        assert [*cells_of(exercise.clues.covered)]
