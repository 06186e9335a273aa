"""The screen of a lesson: answers by keys and mouse, refuting boards, proofs, and what is said."""

from collections.abc import Callable
from random import Random
from typing import Final

import pytest

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.engine.game import Face
from minesweeper.learn.exercises import Exercise, format_exercise, parse_exercise
from minesweeper.learn.training import Streak, Training
from minesweeper.tui.screens.lesson import LessonScreen
from minesweeper.tui.widgets.layout import place_board
from tests.harness.brute import fits
from tests.harness.lessons import (
    CALM,
    COUNTED,
    EVERY_KIND,
    GUESS,
    MOMENT,
    NEAR_MISS,
    ONE_TWO,
    SAFE,
    LessonPlayer,
    claim,
    covered_places,
    explain,
    leave,
    steps,
    whole_board,
)
from tests.harness.player import Player
from tests.harness.scenes import act

ASKED: Final = "Find a cell that is certain: safe, or a mine?"

SCENES: Final = {
    "it says what is trained, and asks": f"""
        = title 1-2 and 1-3 ; = says 1-2 and 1-3 Lesson 4 {ASKED} ; = words ? help / Esc back
        = main Enter it is safe / Space it is a mine / n nothing is certain
        = shows o o o o o o o - - - -
    """,
    "a right answer is told why, and how many are still needed": """
        go (2,1) ; wait 2000 ; enter ; = title Right ; = main Enter next
        = says Right 2.2 s Lesson 4 o is safe: ... itself. 8 in a row. 3 more, and ...
        = message o is safe: 2 needs one mine more than 1 , and has only ! to itself. 8 in a ...
        = marks danger (5,1), look (4,2), safe (2,1), second (3,2) ; = cursor (0,0)
        = shows o o o o o o o o - - -
        wait 300 ; enter ; wait 0 ; = message Find a cell ... ; = hides Right
    """,
    "so is a mine": """
        go (5,1) ; space ; = title Right ; = message ! is a mine: 2 needs one mine more than 1 , ...
    """,
    "a claim that is not certain is refuted on the same board, and then told what is": """
        go (3,1) ; enter ; = title Not certain ; = main Enter what is certain? / u try again
        = message It could be like this: every number fits, and your cell @ is a mine.
        = cursor (0,0) ; = shows o o o o o o o X - - - -
        wait 300 ; enter ; = title What is certain ; = main Enter next ; = cursor (0,0)
        = message o is safe: 2 needs one mine more than 1 , and has only ! to itself.
        = marks danger (5,1), look (4,2), safe (2,1), second (3,2)
        wait 300 ; enter ; wait 0 ; = message Find a cell ...
    """,
    "that it is a mine is refuted by a board on which it is safe": """
        go (3,1) ; space ; = title Not certain ; = message It could be ... your cell o is safe.
    """,
    "a claim whose contrary is certain is wrong on every board": """
        go (5,1) ; enter ; = title Wrong
        = message On every board that fits, your cell @ is a mine. ; i ; = title What is certain
        = message ! is a mine: ...
    """,
    "that something is certain is said before what": """
        n ; = title Something is certain ; = main Enter what is certain? / u try again
        = says Something is certain Lesson 4 ; = cursor (0,0) ; i ; i ; i ; = title What is certain
    """,
    "the exercise can be tried again": """
        n ; u ; = says 1-2 and 1-3 Lesson 4 Find a cell ... ; go (2,1) ; wait 300 ; enter
        = says Right Lesson 4 o is safe: ... itself. ; u ; = title Right
    """,
    "so it can by a click on the word, and a click anywhere goes on": """
        click nothing is certain ; = title Something ... ; click try again ; = title 1-2 ...
        wait 300 ; click it is safe ; = title Not certain ; wait 300
        right-click (1,1) ; = title Not certain ; click (1,1) ; = title What is certain
        wait 300 ; click (6,3) ; wait 0 ; = message Find a cell ...
    """,
    "the left button says safe, the right one a mine, and the middle one nothing": """
        middle-click (2,1) ; = main Enter it is safe ... ; click (2,1) ; = title Right
        wait 300 ; enter ; wait 0 ; wait 300 ; right-click (5,1) ; = title Right
    """,
    "letters answer, too": """
        go (2,1) ; o ; = title Right ; wait 300 ; o ; wait 0 ; wait 300
        go (5,1) ; f ; = title Right ; wait 300 ; o ; wait 0 ; wait 300
        N ; = title Something is certain
    """,
    "what is no answer is refused until the next key": """
        go (3,2) ; enter ; = message Choose a covered cell. ; left ; = message Find a cell ...
        enter ; = message Choose a covered cell. ; click (3,2) ; = message Choose a covered cell.
        click Choose ; = message Find a cell ...
    """,
    "a key that was refused does not hold up the answer": """
        go (3,2) ; enter ; left ; up ; enter ; = title Right
    """,
    "a key that does nothing says so once": """
        y ; = message Y is no key here: ? shows the keys. ; right ; y ; = message Find a cell ...
    """,
    "theme and zoom change as in a game": """
        t ; = message Theme: light. ; - ; = message Zoom 3. ; +*2 ; = message Zoom 7.
        + ; = message No larger zoom fits here. ; n ; t ; = message Theme: ...
    """,
    "the help lists the keys of the exercise": """
        click ? help ; = shows This cell is safe ; = shows Nothing is certain ; = shows Try again
        = hides Pause ; escape ; = message Find a cell ...
    """,
    "Esc and the key that quits a game go back": """
        n ; escape ; = page left
    """,
    "in a window that is too small only the way out acts": """
        size 29x10 ; = shows Too small ; enter ; click Too ; size 80x24 ; = message Find a cell ...
    """,
}


@pytest.mark.parametrize("name", SCENES)
def test_in_an_exercise(name: str) -> None:
    act(LessonPlayer(ONE_TWO, ONE_TWO, ONE_TWO, before="+" * 7), SCENES[name])


def test_a_lesson_begins_with_its_introduction() -> None:
    for begin in ("enter", "o", "click begin"):
        player = LessonPlayer(ONE_TWO, has_begun=False)
        act(
            player,
            f"""
            = title 1-2 and 1-3 ; = main Enter begin ; = words ? help / Esc back ; = hides - -
            = message The 2 needs one mine more than the 1 , ... safe. ? is a number ...
            = marks danger (4,1), look (3,2), safe (1,1), second (2,2) ; = cursor (0,0)
            n ; space ; = main Enter begin ; {begin} ; wait 0 ; = message {ASKED}
            """,
        )


def test_the_time_of_an_exercise_begins_with_it() -> None:
    player = LessonPlayer(ONE_TWO, has_begun=False)
    player.wait(60_000)
    player.press("enter")
    player.wait(0)
    player.go_to(2, 1)
    player.wait(1_500)
    player.press("enter")
    assert player.side.value == "1.5 s"


KINDS: Final = {
    "nothing is certain, and it is said": """
        n ; = title Right ; = message Nothing is certain: every covered cell is a mine on one ...
    """,
    "nothing is certain, and a cell is claimed": """
        go (2,1) ; enter ; = title Not certain ; = message It could ... Nothing is certain: ...
        = main Enter next ; u ; = title Not certain
    """,
    "the mines count": """
        = says The mine count Lesson 7 1 mine left Find ... ; go (1,1) ; space
        = message This mine is known: choose another cell. ; go (2,1) ; space
        = says ... Lesson 7 1 mine left ...
    """,
    "a safe cell of a game": """
        = says Asked again 2 mines left Find a safe cell. ; f
        = main Enter it is safe / n nothing is certain ; = message F is no key here: ...
        go (2,1) ; enter ; = title Right ; = main Enter next ; wait 300 ; = shows 2 mines left
    """,
    "a guess": """
        = says The best guess Lesson 10 2 mines left Which cell is the best guess?
        = main Enter this one ; n ; space ; = main Enter this one ; go (2,1) ; enter
        = says A costly guess Lesson 10 2 mines left B wins ..., yours ....
        = marks guess ... ; = cursor (2,1) ; = main Enter next
    """,
}


@pytest.mark.parametrize(
    ("text", "name"), [*zip((NEAR_MISS, NEAR_MISS, COUNTED, SAFE, GUESS), KINDS, strict=True)]
)
def test_every_kind_of_exercise(text: str, name: str) -> None:
    act(LessonPlayer(text, text), KINDS[name])


@pytest.mark.parametrize(
    ("text", "place", "title"),
    [
        (GUESS, (1, 3), "The best guess"),
        ("guess 10 3 1###/####/####", (3, 1), "Nearly the best"),
    ],
)
def test_a_guess_is_the_best_or_nearly(text: str, place: tuple[int, int], title: str) -> None:
    player = LessonPlayer(text)
    player.point(*place)
    assert player.side.title == title


# How far the player is


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("", "10 more, and you have mastered this lesson."),
        ("+", "2 in a row. 9 more, and you have mastered this lesson."),
        ("++-+", "2 in a row. 7 more, and you have mastered this lesson."),
        ("+" * 10, "You have mastered this lesson."),
        ("+" * 11, "12 in a row."),
    ],
)
def test_a_right_answer_says_how_far_the_player_is(before: str, said: str) -> None:
    player = LessonPlayer(ONE_TWO, before=before)
    player.point(2, 1)
    assert player.message.endswith(f"itself. {said}")


@pytest.mark.parametrize(
    ("before", "dots"),
    [
        ("", "- - - - - - - - - - -"),
        ("+++", "o o o - - - - - - - -"),
        ("+-+", "o X o - - - - - - - - -"),
        ("+" * 12, "o o o o o o o o o o o o"),
        ("-" + "+" * 12, "o o o o o o o o o o o o"),
    ],
)
def test_the_last_answers_are_dots(before: str, dots: str) -> None:
    player = LessonPlayer(ONE_TWO, before=before)
    assert player.lines[player.find("Lesson 4")[1] + 1].endswith(f"   {dots}")


def test_the_dot_of_a_right_answer_is_bright_for_a_moment() -> None:
    player = LessonPlayer(ONE_TWO, glyphs="unicode", motion=True)
    assert new_dot(player) == "dim"
    player.point(2, 1)
    assert new_dot(player) == "bright"
    assert player.top.next_wakeup(player.now) == 150
    player.wait(150)
    assert new_dot(player) == "good"


@pytest.mark.parametrize("event", ["right", "t"])
def test_any_key_ends_the_moment(event: str) -> None:
    player = LessonPlayer(ONE_TWO, glyphs="unicode", motion=True)
    player.point(2, 1)
    player.press(event)
    assert new_dot(player) == "good"


@pytest.mark.parametrize(
    "options",
    [{}, {"motion": True, "glyphs": "ascii"}, {"motion": True, "colours": 8}, {"answer": (3, 1)}],
)
def test_nothing_moves_without_motion_or_after_a_wrong_answer(options: dict[str, object]) -> None:
    place = options.pop("answer", (2, 1))
    player = LessonPlayer(ONE_TWO, **{"glyphs": "unicode", **options})  # type: ignore[arg-type]
    player.point(*place)  # type: ignore[misc]
    assert new_dot(player) == ("bad" if place == (3, 1) else "good")
    assert player.top.next_wakeup(player.now) > 1_000


def new_dot(player: LessonPlayer) -> str:
    """Return the role in whose style the first dot is drawn."""
    column, row = player.find("Lesson 4")
    [style] = [style for at, _, style in player.canvas.pieces[row + 1] if at == column]
    theme = player.theme
    roles = {"dim": theme.dim, "bright": theme.bright, "good": theme.good, "bad": theme.bad}
    return next(role for role, each in roles.items() if each == style)


# Keys that are held down, and clicks too many


def test_a_key_that_is_held_down_neither_answers_twice_nor_goes_on() -> None:
    player = LessonPlayer(ONE_TWO, ONE_TWO, ONE_TWO)
    player.go_to(2, 1)
    for _ in range(25):
        player.press("enter")
        player.wait(40)
    assert player.kept == [("safe 2 1", True)]
    assert player.side.title == "Right"


def test_a_double_click_does_not_go_on_from_the_answer() -> None:
    player = LessonPlayer(ONE_TWO, NEAR_MISS)
    player.click(2, 1)
    player.now += 150
    player.click_at(*player.place_of(2, 1))
    assert player.side.title == "Right"


def test_a_click_on_an_exercise_that_has_just_come_answers_nothing() -> None:
    there = LessonPlayer(ONE_TWO)
    training = Training("Own", steps([ONE_TWO], before_each=0), lambda *_: None, Random(1))
    player = Player(LessonScreen(there.looks, training))
    player.now += 150
    player.click_at(*player.place_of(3, 1))
    assert player.message == ASKED


# What refutes a wrong claim


def sign_at(player: LessonPlayer, cell: Cell) -> str:
    column, row = player.view.position(cell)
    return player.lines[row].ljust(200)[column]


def mines_shown(player: LessonPlayer) -> CellSet:
    """Return the mines that are drawn on the board, or known on it."""
    signs = player.theme.glyphs.signs
    mines = {signs[face] for face in (Face.MINE, Face.EXPLODED, Face.FLAG)}
    return set_of(cell for cell in player.grid if sign_at(player, cell) in mines)


WINDOWS: Final = (
    *(ONE_TWO, NEAR_MISS, COUNTED, "point 6 - #####o/o121oo/oooooo"),
    *("point 5 - ####F/o22oo/oFooo", "point 2 - F1#/o1o/#oo"),
)


@pytest.mark.parametrize("colours", [256, 0])
@pytest.mark.parametrize(
    ("text", "size"), [*((text, (80, 24)) for text in WINDOWS), (WINDOWS[0], (40, 24))]
)
def test_a_wrong_claim_is_refuted_by_a_board_on_which_every_number_fits(
    text: str, size: tuple[int, int], colours: int
) -> None:
    count = 0
    for column, row in covered_places(parse_exercise(text)):
        for key in ("enter", " "):
            player = LessonPlayer(text, size=size, colours=colours)
            player.point(column, row, key)
            [(_, is_right)] = player.kept
            if not is_right:
                count += 1
                mines, cell = mines_shown(player), player.grid.cell(column, row)
                counts = player.exercise.counts_mines
                assert fits(player.exercise.clues, mines, with_total=counts)
                assert sign_at(player, cell) == ("@" if key == "enter" else "o")
    assert count


def test_the_flags_of_the_player_do_not_stand_on_a_board_that_refutes() -> None:
    text = "safe 4 2 o#f##o/oo12oo/oooooo"
    for column in (2, 4):
        player = LessonPlayer(text)
        player.point(column, 1)
        if not player.kept[0][1]:
            assert fits(player.exercise.clues, mines_shown(player), with_total=True)


@pytest.mark.parametrize("glyphs", ["ascii", "unicode", "emoji"])
def test_a_known_mine_stays_a_flag_in_a_proof(glyphs: str) -> None:
    player = LessonPlayer("point 2 - oo##/.1##/11##/1F##", glyphs=glyphs)
    player.press("n", "i")
    signs = player.theme.glyphs.marks["safe"], player.theme.glyphs.signs[Face.FLAG]
    assert "All 3 {} are safe: this 1 has its mine at {} .".format(*signs) in player.message


# What is in sight


@pytest.mark.parametrize("colours", [256, 8, 0])
@pytest.mark.parametrize("glyphs", ["ascii", "unicode", "emoji"])
def test_numbers_that_are_not_known_look_like_nothing_else(glyphs: str, colours: int) -> None:
    player = LessonPlayer("point 1 - #o.o/F2.o", size=(30, 10), glyphs=glyphs, colours=colours)
    player.go_to(2, 1)
    scene = player.scene
    looks = [
        (scene.overlay or {}).get(place) or player.view.look_of(scene.game, place)
        for place in ((2, 1), (3, 1), (1, 1), (1, 2), (2, 2))
    ]
    assert len({(look.glyph, look.style.background) for look in looks}) == 5


def test_a_number_that_is_not_given_is_zero_where_it_touches_no_covered_cell() -> None:
    player = LessonPlayer("point 4 - ####/##1#/o12#/ooo#")
    shown = [player.grid.place(cell) for cell in player.grid if sign_at(player, cell) == "?"]
    assert shown == [(1, 3), (3, 4)]
    zeros = [cell for cell in player.grid if sign_at(player, cell) == "."]
    assert [player.grid.place(cell) for cell in zeros] == [(1, 4), (2, 4)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (ONE_TWO, (3, 1)),
        ("point 1 - #F#/oFo/###", (2, 3)),
        (GUESS, (2, 1)),
        ("safe 1 1 #1f1.", (1, 1)),
    ],
)
def test_the_cursor_starts_at_the_answer_nearest_to_the_middle(
    text: str, place: tuple[int, int]
) -> None:
    assert LessonPlayer(text).cursor == place


@pytest.mark.parametrize("situation", [leave, claim, explain])
@pytest.mark.parametrize("size", [(80, 24), (60, 24), (40, 14), (30, 10)])
@pytest.mark.parametrize("text", EVERY_KIND, ids=lambda text: " ".join(text.split()[:2]))
def test_the_board_stays_as_it_is_whatever_is_said(
    text: str, size: tuple[int, int], situation: Callable[[LessonPlayer], None]
) -> None:
    player = LessonPlayer(text, size=size, glyphs="unicode")
    before = player.view.box, player.view.zoom
    situation(player)
    assert (player.view.box, player.view.zoom) == before


WORDS: Final = {
    (30, 10): ("Enter safe  Space mine  n no", "Enter why?  u again  ?  Esc"),
    (40, 14): ("Enter safe  Space mine  n neither  Esc", "Enter why?  u again  ? help  Esc back"),
    (80, 24): ("? help   Esc back", "? help   Esc back"),
}


@pytest.mark.parametrize("size", WORDS)
def test_the_key_line(size: tuple[int, int]) -> None:
    player = LessonPlayer(ONE_TWO, size=size)
    asked = player.lines[-1].strip()
    player.point(3, 1)
    assert (asked, player.lines[-1].strip()) == WORDS[size]


def test_a_narrow_strip_names_the_lesson_or_the_mines_that_count() -> None:
    for text, said in ((ONE_TWO, "Lesson 4"), (COUNTED, "1 mine left")):
        player = LessonPlayer(text, size=(40, 14))
        assert any(line.endswith(said) for line in player.lines)


# Exercises that are still made


def test_that_a_position_is_being_made_is_said_only_after_a_moment() -> None:
    training = Training("Own", steps([ONE_TWO], before_each=30), lambda *_: None, Random(1))
    player = LessonPlayer(training=training)
    assert player.says == "Own"
    for _ in range(10):
        player.wait(100)
    assert player.says == "Own Looking for a position..."
    player.press("enter", "left", "n")
    player.wait_until_idle()
    assert player.message == ASKED


def test_the_next_exercise_is_made_while_the_player_thinks() -> None:
    training = Training("Own", steps([ONE_TWO] * 2, before_each=9), lambda *_: None, Random(1))
    player = LessonPlayer(training=training)
    player.wait_until_idle()
    player.point(2, 1)
    player.press_calmly("enter")
    assert player.message == ASKED


def test_the_last_exercise_is_shown_until_the_next_one_is_made() -> None:
    training = Training("Own", steps([ONE_TWO] * 2, before_each=9), lambda *_: None, Random(1))
    player = LessonPlayer(training=training)
    for _ in range(10):
        player.wait(0)
    player.now += CALM
    player.press(*("right",) * 3, "n")
    player.now += CALM
    player.press("i")
    player.now += CALM
    player.press("enter", "n", " ", "u")
    assert player.side.title == "What is certain"
    player.wait_until_idle()
    assert player.message == ASKED


# A streak


def streak(best: int) -> Streak:
    exercises = steps([ONE_TWO] * 9, before_each=0)
    return Streak(exercises, lambda *_: None, Random(1), best, lambda: streak(best + 1))


def play_streak(best: int, right: int) -> LessonPlayer:
    """Return a player who has answered some exercises of a streak right."""
    player = LessonPlayer(training=streak(best))
    for _ in range(right):
        player.point(2, 1)
        player.press_calmly("enter")
    player.wait(MOMENT)
    return player


def test_a_streak_counts_in_large_digits() -> None:
    player = play_streak(best=5, right=2)
    assert (player.side.digits, player.says) == ("2", f"Streak best 5 {ASKED}")
    player.point(2, 1)
    assert player.side.digits == "3"
    player.resize(40, 14)
    assert player.lines[-4].endswith("3 right")


def test_a_streak_ends_with_its_first_mistake_and_says_how_long_it_was() -> None:
    player = play_streak(best=5, right=2)
    act(
        player,
        """
        go (3,1) ; enter ; = main Enter again / i what is certain? ; u
        = says Not certain 2 right, best 5 It could be like this: ... your cell @ is a mine.
        i ; = title What is certain ; = main Enter again
        """,
    )
    assert player.side.digits == ""


def test_a_streak_that_is_longer_than_any_other_says_so() -> None:
    player = play_streak(best=1, right=2)
    player.press("n")
    assert player.says == "Something is certain 2 right, your best"


@pytest.mark.parametrize("by_mouse", [False, True])
def test_another_streak_follows_but_not_while_the_key_is_held_down(by_mouse: bool) -> None:
    player = play_streak(best=5, right=0)
    player.press("n", "enter")
    assert player.says == "Something is certain 0 right, best 5"
    player.wait(CALM)
    if by_mouse:
        player.click_on("Enter again")
    else:
        player.press("enter")
    player.wait(0)
    assert player.says == f"Streak best 6 {ASKED}"


# The end


@pytest.mark.parametrize("by_mouse", [False, True])
def test_after_the_only_exercise_and_its_proof_enter_goes_back(by_mouse: bool) -> None:
    player = LessonPlayer(SAFE)
    player.point(3, 1)
    player.press_calmly("enter")
    assert player.main == "Enter go back"
    player.now += CALM
    assert player.click_on("What is certain") if by_mouse else player.press("enter")


# Boards of own games


@pytest.mark.parametrize("size", [(80, 24), (40, 14), (30, 10)])
def test_a_large_board_scrolls_with_the_cursor(size: tuple[int, int]) -> None:
    player = LessonPlayer(whole_board(), size=size)
    player.go_to(27, 7)
    assert player.cursor == (27, 7)
    player.press_calmly(" ")
    assert player.side.title == "Right"
    assert player.view.is_in_sight(27, 7)


def test_a_large_board_scrolls_to_the_proof() -> None:
    player = LessonPlayer(whole_board(), size=(30, 10))
    player.go_to(1, 16)
    assert not player.view.is_in_sight(27, 7)
    player.press("n", "i")
    assert player.side.title == "What is certain"
    assert player.view.is_in_sight(27, 7)


def test_after_an_answer_the_arrows_reach_every_cell_of_a_large_board() -> None:
    player = LessonPlayer(whole_board(), size=(30, 10))
    player.press("n")
    for keys, place in ((["right"] * 30 + ["down"] * 16, (30, 16)), (["left"] * 30, (1, 16))):
        player.press(*keys)
        assert player.view.is_in_sight(*place)
        player.draw()
        assert player.view.is_in_sight(*place)
    player.press("i")
    assert player.view.is_in_sight(27, 7)


@pytest.mark.parametrize("is_answered", [False, True])
def test_the_wheel_scrolls_a_large_board(is_answered: bool) -> None:
    player = LessonPlayer(whole_board(), size=(30, 10))
    if is_answered:
        player.press("n")
    first = player.view.top
    player.mouse(5, True, 5, 5)
    assert player.view.top > first


def test_the_board_of_a_game_is_as_large_as_in_a_game() -> None:
    player = LessonPlayer("safe 2 0 " + "/".join(["#" + "." * 9, *["." * 10] * 9]))
    assert player.screen.placement() == place_board((80, 24), (10, 10), None)


def test_an_exercise_as_text_is_what_the_screen_asks() -> None:
    for text in EVERY_KIND:
        exercise: Exercise = LessonPlayer(text).exercise
        assert format_exercise(exercise) == text
        assert [*cells_of(exercise.clues.covered)]


@pytest.mark.parametrize(
    ("theme", "glyphs", "zoom"),
    [("sea", "unicode", 11), ("sea", "ascii", 11), ("mono", "ascii", 5)],
)
def test_where_cells_have_no_ground_one_sign_is_not_lost_in_them(
    theme: str, glyphs: str, zoom: int
) -> None:
    player = LessonPlayer("point 4 - ####/##1#/o12#/ooo#", theme=theme, glyphs=glyphs)
    assert player.view.zoom == zoom
