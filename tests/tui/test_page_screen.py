"""What all pages share: a stage with a list, a side beside it, and how keys and clicks act."""

from collections.abc import Sequence

import pytest

from minesweeper.tui.events import Key
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.screen import Leave, Reaction
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.page_screen import (
    BACK,
    CHOOSE,
    ListScreen,
    Question,
    RowText,
)
from minesweeper.tui.widgets.side import Side
from tests.harness.player import LEFT, RIGHT, WHEEL_DOWN, WHEEL_UP, Player, side_text


class Shelf(ListScreen):
    """A list of books in groups; opening one takes it, an arrow turns it."""

    title = "Shelf"
    value = "on the shelf"
    opened_by = "records"
    last_line = "Ask for others."

    def __init__(self, groups: Sequence[int], keys: Sequence[str]) -> None:
        super().__init__(Looks(glyphs="ascii"))
        self.groups, self.keys = groups, keys
        self.taken: list[int] = []
        self.turned: list[tuple[int, int]] = []

    def row_counts(self) -> Sequence[int]:
        return self.groups

    def row_keys(self) -> Sequence[str]:
        return self.keys

    def row(self, index: int) -> Sequence[RowText]:
        more = RowText(12, "more", "dim", event=Key("x"))
        return RowText(4, f"Book {index}"), more, RowText(-2, "a fact " * (index % 2 * 5 + 1))

    def side(self, now: int) -> Side:
        words = [Word("Enter", "take", Key("enter"))]
        return Side(
            title=f"Number {self.chosen}", body=["A story."], main=words, more=[CHOOSE, BACK]
        )

    def enter(self, now: int) -> Reaction:
        self.taken.append(self.chosen)
        self.message = f"Taken: {self.chosen}."
        return None

    def turn(self, way: int, now: int) -> Reaction:
        self.turned.append((self.chosen, way))
        return None

    def press(self, key: str, action: str, now: int) -> Reaction:
        if key == "d":
            self.question = Question("Burn it?", "burn it", "keep it", self.burn)
            return None
        return super().press(key, action, now)

    def burn(self, now: int) -> Reaction:
        self.taken.append(-1)
        return None


def at_shelf(
    *groups: int, size: tuple[int, int] = (80, 24), keys: Sequence[str] = ()
) -> tuple[Player, Shelf]:
    shelf = Shelf(groups, keys)
    return Player(shelf, size), shelf


def rows_of(player: Player) -> list[int]:
    """The rows of the screen with a book, by their order."""
    return [row for row, line in enumerate(player.lines) if " more" in line]


def books_in_sight(player: Player) -> list[int]:
    lines = [player.lines[row] for row in rows_of(player)]
    return [int(line.split("Book ")[1].split()[0]) for line in lines]


# The list


def test_groups_stand_a_blank_row_apart_under_the_title() -> None:
    player, _ = at_shelf(2, 3)
    assert player.lines[1].startswith(" Shelf ")
    assert player.lines[1][:51].rstrip().endswith("on the shelf")
    assert rows_of(player) == [3, 4, 6, 7, 8]
    assert player.lines[21].strip() == "Ask for others."


def test_a_line_under_the_list_is_left_out_where_it_does_not_fit() -> None:
    player, shelf = at_shelf(2)
    shelf.last_line = "x" * 50
    player.draw()
    assert not player.shows("x")
    shelf.last_line = "x" * 49
    player.draw()
    assert player.shows("x" * 49)


@pytest.mark.parametrize(
    ("groups", "rows"),
    [
        ((7, 7), [*range(3, 10), *range(11, 18)]),  # 2 rows are for the line under the list
        ((10, 7), list(range(3, 20))),  # no blank row between the groups
        ((10, 8), list(range(2, 20))),  # nor under the title
        ((10, 30), list(range(3, 20))),  # it scrolls
    ],
)
def test_a_low_page_loses_its_blank_rows_before_it_scrolls(
    groups: tuple[int, int], rows: list[int]
) -> None:
    player, _ = at_shelf(*groups)
    assert rows_of(player) == rows
    assert player.shows("v") == (sum(groups) > len(rows))


def test_the_chosen_row_is_in_the_middle_of_a_list_that_scrolls() -> None:
    player, shelf = at_shelf(40)
    assert books_in_sight(player) == list(range(17))
    shelf.choose(20)
    player.draw()
    assert books_in_sight(player) == list(range(12, 29))
    assert player.canvas.cursor == (1, 11)
    assert [player.lines[row][51:52] for row in (3, 19)] == ["^", "v"]
    player.press("G")
    assert books_in_sight(player) == list(range(23, 40))
    assert [player.lines[row][51:52] for row in (3, 19)] == ["^", ""]


def test_the_chosen_row_is_marked_and_in_one_colour() -> None:
    player, _ = at_shelf(3, keys="abc")
    player.press("down")
    assert player.focused == "b Book 1 more"
    assert player.lines[rows_of(player)[1]].startswith(" >b  Book 1")


def test_a_fact_that_would_touch_the_text_of_its_row_is_left_out() -> None:
    player, _ = at_shelf(3)
    facts = ["a fact" in player.lines[row][:51] for row in rows_of(player)]
    assert facts == [True, False, True]


def test_of_an_empty_list_only_the_title_and_the_side_are_drawn() -> None:
    player, shelf = at_shelf(0)
    assert rows_of(player) == []
    assert shelf.chosen == 0
    assert player.shows("Shelf")
    player.press("down", "G", "page-down")
    assert shelf.chosen == 0


# Keys


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        (["down"], 1),
        (["j", "j", "k"], 1),
        (["up"], 0),
        (["page-down"], 17),
        (["page-down", "page-down"], 34),
        (["page-down", "page-up"], 0),
        (["G"], 39),
        (["end", "down"], 39),
        (["G", "g"], 0),
        (["end", "home"], 0),
    ],
)
def test_keys_move_the_choice_and_stop_at_the_ends(keys: list[str], chosen: int) -> None:
    player, shelf = at_shelf(30, 10)
    player.press(*keys)
    assert shelf.chosen == chosen


def test_enter_space_and_the_key_of_revealing_open_and_arrows_turn() -> None:
    player, shelf = at_shelf(3)
    player.press("down", "enter", " ", "o", "right", "l", "left")
    assert shelf.taken == [1, 1, 1]
    assert shelf.turned == [(1, 1), (1, 1), (1, -1)]


def test_the_key_of_a_row_opens_it_also_as_a_capital_and_before_other_meanings() -> None:
    player, shelf = at_shelf(3, keys="1qj")
    player.press("1", "Q", "j")
    assert shelf.taken == [0, 1, 2]


def test_escape_the_key_of_quitting_and_that_of_the_page_leave_it() -> None:
    for key in ("escape", "q", "s"):
        player, _ = at_shelf(3)
        assert player.press(key) == Leave(), key
    player, shelf = at_shelf(3)
    assert player.press("n") is None
    shelf.opened_by = ""
    assert player.press("Z") is None  # a key without an action


def test_a_message_takes_the_place_of_the_body_until_the_next_key_or_turn_of_the_wheel() -> None:
    player, _ = at_shelf(3)
    player.press("enter")
    assert player.shows("Taken: 0.")
    assert not player.shows("A story.")
    player.press("down")
    assert player.shows("A story.")
    player.press("enter")
    player.mouse(WHEEL_DOWN, True, 5, 5)
    assert player.shows("A story.")


@pytest.mark.parametrize(("key", "answers"), [("y", [-1]), ("Y", [-1]), ("n", []), ("escape", [])])
def test_only_y_answers_a_question_with_yes(key: str, answers: list[int]) -> None:
    player, shelf = at_shelf(3)
    player.press("d")
    side = shelf.shown_side(player.now)
    assert side_text(side.body) == "Burn it?"
    assert [word[:2] for word in side.main] == [("y", "burn it"), ("n", "keep it")]
    assert [word[:2] for word in side.more] == [("Esc", "back")]
    player.press(key)
    assert shelf.taken == answers
    assert shelf.question is None


def test_clicks_and_the_wheel_wait_for_the_answer_but_its_words_can_be_clicked() -> None:
    player, shelf = at_shelf(3)
    player.press("d")
    player.click_on("Book 2")
    player.mouse(WHEEL_DOWN, True, 5, 5)
    assert (shelf.chosen, shelf.taken) == (0, [])
    player.click_on("burn it")
    assert shelf.taken == [-1]


# The mouse


def test_a_click_on_a_row_opens_it() -> None:
    player, shelf = at_shelf(3)
    player.click_on("Book 2", behind=20)
    assert shelf.taken == [2]


def test_where_a_click_only_chooses_a_second_one_opens() -> None:
    player, shelf = at_shelf(3)
    shelf.click_enters = False
    player.click_on("Book 2")
    assert (shelf.chosen, shelf.taken) == (2, [])
    player.click_at(10, rows_of(player)[2])
    assert shelf.taken == [2]


def test_a_text_with_an_event_of_its_own_sends_that() -> None:
    player, shelf = at_shelf(3, keys="abx")
    player.click_on("more")  # of the first row, whose click is the key of the third
    assert shelf.taken == [2]


def test_the_wheel_moves_the_choice_and_the_right_button_nothing() -> None:
    player, shelf = at_shelf(30)
    player.mouse(WHEEL_DOWN, True, 70, 3)
    player.mouse(WHEEL_DOWN, True, 70, 3)
    player.mouse(WHEEL_UP, True, 70, 3)
    assert shelf.chosen == 1
    player.click_on("Book 2", button=RIGHT)
    assert (shelf.chosen, shelf.taken) == (1, [])


# Small windows


def test_under_79_columns_the_side_is_a_strip_under_the_stage() -> None:
    player, _ = at_shelf(3, size=(60, 24))
    assert player.lines[0].startswith(" Shelf")
    assert player.lines[19].startswith(" Number 0")
    assert player.lines[23].startswith(" Enter take   up down choose   Esc back")


def test_a_window_that_is_too_small_says_so_and_only_a_way_out_acts() -> None:
    player, shelf = at_shelf(3, size=(29, 10))
    assert player.lines[:3] == ["Too small", "30x10 needed", "Esc back"]
    player.press("enter", "down", "s")
    player.mouse(LEFT, True, 3, 3)
    player.mouse(LEFT, False, 3, 3)
    assert (shelf.chosen, shelf.taken) == (0, [])
    assert player.press("q") == Leave()
    assert player.press("escape") == Leave()
