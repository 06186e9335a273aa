"""Hints without coordinates: what sentences call the marked cells, held against what is drawn."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.game import Face, Status
from minesweeper.engine.setup import OnGuess, Setup, WinRule
from minesweeper.tui.colours import Colour, colour_name
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.look.theme import Mark, make_theme
from tests.harness.player import GamePlayer

Place = tuple[int, int]
MINES_ROUND_A_CORNER = """
    .*..
    **..
    ...*
"""


def marks_of(player: GamePlayer) -> dict[Mark, set[Place]]:
    """What is drawn with each mark."""
    return {name: {*player.painted(style)} for name, style in player.theme.marks.items()}


def words_of(player: GamePlayer) -> str:
    """What the coach says, in one line."""
    notices = player.screen.notices(player.now)
    return ". ".join(notice.text for notice in notices if notice.text)


def ask(player: GamePlayer) -> str:
    """Ask for a hint; return the notices."""
    player.press("i")
    return words_of(player)


# What is called how


@pytest.mark.parametrize(
    ("theme", "colours", "safe", "mine"),
    [
        ("dark", 256, "green cells", "red cells"),
        ("dark", 16, "green cells", "red cells"),
        ("dark", 8, "green cells", "red cells"),
        ("light", 256, "green cells", "red cells"),
        ("light", 8, "green cells", "red cells"),
        ("classic", 256, "green cells", "red cells"),
        ("colour-blind", 256, "blue cells", "orange cells"),
        ("colour-blind", 8, "cyan cells", "red cells"),
        ("mono", 256, "cells marked o", "cells marked !"),
    ],
)
def test_cells_are_called_by_what_is_seen(theme: str, colours: int, safe: str, mine: str) -> None:
    names = make_theme(GLYPHS["ascii"], PALETTES[theme], colours).mark_names
    assert names["target"].format("cells") == safe
    assert names["danger"].format("cells") == mine


def test_without_colours_marked_numbers_differ_by_how_they_are_drawn() -> None:
    theme = make_theme(GLYPHS["unicode"], PALETTES["mono"])
    assert theme.mark_names["premise"] == "highlighted {}"
    assert theme.marks["premise"].reverse
    assert theme.mark_names["support"] == "underlined {}"
    assert (theme.marks["support"].underline, theme.marks["support"].reverse) == (True, False)
    assert theme.mark_names["target"] == "{} marked ✓"


def test_where_both_marks_have_one_colour_they_are_called_by_their_glyphs() -> None:
    same = PALETTES["dark"]._replace(danger=PALETTES["dark"].target)
    names = make_theme(GLYPHS["ascii"], same).mark_names
    assert (names["target"], names["danger"]) == ("{} marked o", "{} marked !")


@pytest.mark.parametrize("theme", PALETTES)
def test_emoji_are_called_by_their_own_colours(theme: str) -> None:
    names = make_theme(GLYPHS["emoji"], PALETTES[theme]).mark_names
    assert (names["target"], names["danger"]) == ("green {}", "red {}")


@pytest.mark.parametrize(
    ("index", "name"),
    [
        (196, "red"),
        (208, "orange"),
        (226, "yellow"),
        (46, "green"),
        (51, "cyan"),
        (39, "blue"),
        (129, "purple"),
        (205, "pink"),
        (244, "grey"),
        (231, "white"),
        (1, "red"),
    ],
)
def test_colours_have_names(index: int, name: str) -> None:
    assert colour_name(Colour(index, 0), 256) == name


def test_a_change_of_theme_changes_the_names() -> None:
    player = GamePlayer()
    player.press("$", "enter", "i", "i")
    assert "green cells" in player.notice_text
    while player.looks.name != "colour-blind":
        player.press("t")
    player.press("down")
    assert "blue cells" in player.notice_text
    assert "green" not in player.notice_text


def test_one_is_named_as_one_and_several_as_several() -> None:
    player = GamePlayer(MINES_ROUND_A_CORNER)
    player.press("enter", "right", "f", "down", "f", "G", "$", "i", "i")
    assert player.notice_text.endswith("so the red cell is a mine")
    player.go_to(2, 1)
    player.press("f", "G", "$", "i", "i")
    assert player.notice_text.endswith("so the red cells are mines")


def test_the_middle_cell_of_a_1_2_1_is_named_by_its_place_in_the_pattern() -> None:
    player = GamePlayer("""
        *.*
        ...
    """)
    for column in (1, 2, 3):
        player.go_to(column, 2)
        player.press("enter")
    player.press("i", "i")
    assert player.notice_text == (
        "1-2-1: the highlighted 1s each have one of the 2 mines of the orange 2,"
        " so the middle cell is safe"
    )
    assert player.painted(player.theme.marks["target"]) == [(2, 1)]


def test_a_mark_keeps_its_colour_under_the_cursor_which_is_drawn_as_brackets() -> None:
    player = GamePlayer(MINES_ROUND_A_CORNER)
    player.press("enter", "i")
    assert player.notice_text == "Look at the highlighted 3: press i again for the move"
    assert player.cursor == (1, 1)
    assert player.painted(player.theme.marks["premise"]) == [(1, 1)]
    assert player.text_at(1, 1) == "[3"
    player.press("i")
    assert player.notice_text.startswith("The highlighted 3 touches only 3 cells")


EXPLODED_AND_WRONG = """
    *..
    ...
    ...
"""


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("theme", ["dark", "mono"])
@pytest.mark.parametrize(
    ("zoom", "exploded", "wrong"),
    [(1, "@", "X"), (2, "[@]", "[X]"), (3, " [@] ", " [X] "), (4, "  [@]  ", "  [X]  ")],
)
def test_what_ended_a_game_keeps_its_style_under_the_cursor(
    glyphs: str, theme: str, zoom: int, exploded: str, wrong: str
) -> None:
    setup = Setup(3, 3, 1, first="any")
    player = GamePlayer(EXPLODED_AND_WRONG, setup=setup, zoom=zoom, glyphs=glyphs, theme=theme)
    player.go_to(2, 1)
    player.press("f")
    player.go_to(1, 1)
    player.press("enter")
    for column, face, text in ((1, Face.EXPLODED, exploded), (2, Face.WRONG_FLAG, wrong)):
        player.go_to(column, 1)
        assert player.style_at(column, 1) is player.theme.cells[(1 + column) % 2][face][1]
        x, y = player.place_of(column, 1)
        sign = player.theme.glyphs.signs[face]
        expected = text.replace("@", sign).replace("X", sign)
        assert player.lines[y][x : x + len(text)] == expected
        assert player.canvas.cursor == (x + len(text) // 2, y)


def test_an_emoji_under_the_cursor_needs_no_brackets() -> None:
    setup = Setup(3, 3, 1, first="any")
    player = GamePlayer(EXPLODED_AND_WRONG, setup=setup, glyphs="emoji")
    player.go_to(1, 1)
    player.press("enter")
    assert player.shows("💥")
    assert not player.shows("[")


# Laws


def some_players(count: int, seed: int) -> Iterator[GamePlayer]:
    """Players at random boards, who play with hints and guess where they have to."""
    rng = Random(seed)
    for _ in range(count):
        width, height = rng.randrange(3, 12), rng.randrange(3, 10)
        cells = width * height
        setup = Setup(width, height, rng.randrange(1, max(2, cells // 4)), win="clear")
        size = rng.choice([(80, 24), (24, 24), (40, 12), (24, 14)])
        zoom, glyphs = rng.choice((1, 2, 3, 4)), rng.choice(("ascii", "unicode"))
        player = GamePlayer(None, size, setup=setup, zoom=zoom, glyphs=glyphs)
        player.reveal(rng.choice(list(player.screen.grid)))
        yield player


def hints_of(player: GamePlayer) -> Iterator[str]:
    """Ask for hints and play them until the game is over; yield each sentence."""
    while player.status is Status.PLAYING:
        yield ask(player)
        yield ask(player)
        if player.screen.hint_word == "play the hint":
            player.press("i")
        else:
            return


def named_cells(words: str) -> list[Place]:
    return [(int(column), int(row)) for column, row in re.findall(r"\b(\d+),(\d+)\b", words)]


def check(words: str, player: GamePlayer) -> None:
    """Hold a sentence against what is drawn."""
    view, by_place = player.screen.view, named_cells(words)
    marks = {mark: places - {*by_place} for mark, places in marks_of(player).items()}
    is_counted = re.search(r"\d (cells|more) ", words)  # what a message lies over may be many
    for drawn, what in ((marks["target"], "(?:green|middle)"), (marks["danger"], "red")):
        cells = re.search(rf"the {what} (cells?)\b", words, re.I)
        named = len(drawn)
        assert named or not cells, words
        assert is_counted or bool(cells) == (named > 0), words
        assert is_counted or not cells or (cells[1] == "cells") == (named > 1), words
    by_mark = re.sub(r"\d+,\d+", "elsewhere", words)
    for highlighted in re.finditer(r"the highlighted (\ds?(?:(?:, | and )\ds?)*)", by_mark, re.I):
        digits = sorted(player.text_at(*place).strip("[] ") for place in marks["premise"])
        for digit, several in re.findall(r"(\d)(s?)", highlighted[1]):
            assert (digits.count(digit) > 1) is bool(several), words
            assert digits.count(digit), words
    other = re.search(r"(?:than|mines of) the orange (\d)\b", by_mark)
    assert [player.text_at(*place).strip("[] ") for place in marks["second"]] == (
        [other[1]] if other else []
    ), words
    guess = re.search("the purple (cell)", by_mark, re.I)
    assert len(marks["guess"]) == bool(guess), words
    mines = re.search("the shaded (mines?)", by_mark, re.I)
    if mines:
        assert marks["mine"], words
        assert (len(marks["mine"]) > 1) is (mines[1] == "mines"), words
    if re.search("the highlighted (cell|number)", words, re.I):
        assert marks["premise"], words
    assert not any(view.is_in_sight(*place) for place in by_place), words


@pytest.mark.samples(30, 150)
def test_every_sentence_names_only_visible_marks_and_all_marked_cells(count: int) -> None:
    checked = 0
    for player in some_players(count, 0):
        for words in hints_of(player):
            check(words, player)
            checked += 1
    assert checked > 5 * count


@pytest.mark.samples(30, 150)
def test_a_review_names_only_visible_marks_and_all_marked_cells(count: int) -> None:
    rng = Random(0)
    avoidable = 0
    for player in some_players(count, 0):
        for cell in rng.sample(list(player.screen.grid), len(player.screen.grid)):
            player.reveal(cell)
        player.wait_until_idle()
        assert player.session.over
        player.resize(140, 50)  # there is room for the whole review
        words = player.notice_text
        check(words, player)
        avoidable += "Avoidable" in words
    assert avoidable > count / 8


@given(
    st.integers(0, 10**9),
    st.sampled_from(
        [("either", "luck"), ("clear", "luck"), ("flags", "luck"), ("clear", "strict")]
    ),
)
def test_a_hint_that_is_played_loses_only_if_it_was_a_guess(
    seed: int, rules: tuple[WinRule, OnGuess]
) -> None:
    win, on_guess = rules
    rng = Random(seed)
    width, height = rng.randrange(2, 10), rng.randrange(2, 9)
    mines = rng.randrange(1, max(2, width * height // 3))
    setup = Setup(width, height, mines, win=win, on_guess=on_guess)
    player = GamePlayer(None, setup=setup)
    cells = list(player.screen.grid)
    player.reveal(rng.choice(cells))
    for _ in range(40):
        if player.session.over:
            return
        if rng.random() < 0.3:  # wrong flags, and others
            player.screen.cursor = rng.choice(cells)
            player.press("f")
        before, count = player.position, len(player.session.steps)
        player.press("i", "i")
        if player.screen.hint_word != "play the hint":
            return
        is_guess = player.notice_text.startswith(("Nothing is certain", "The position is too wide"))
        player.press("i")
        assert is_guess or player.status is not Status.LOST
        assert player.position != before
        assert len(player.session.steps) > count


# The cell to guess


@pytest.mark.parametrize(
    ("theme", "zoom", "text", "name"),
    [
        ("dark", 1, "%", "purple cell"),
        ("dark", 2, "33", "purple cell"),
        ("dark", 3, " 33% ", "purple cell"),
        ("dark", 4, "  33%  ", "purple cell"),
        ("mono", 1, "%", "cell marked %"),
        ("mono", 2, "33", "cell marked 33"),
        ("mono", 3, " 33% ", "cell marked 33%"),
    ],
)
def test_a_cell_to_guess_holds_its_risk(theme: str, zoom: int, text: str, name: str) -> None:
    player = GamePlayer("..\n*.", setup=Setup(2, 2, 1, first="any"), theme=theme, zoom=zoom)
    player.go_to(2, 1)
    player.press("enter", "i", "i")
    assert f"The best guess is the {name}: 33% risk" in player.notice_text
    [place] = player.painted(player.theme.marks["guess"])
    assert player.text_at(*place) == text


def test_a_risk_does_not_touch_a_number() -> None:
    player = GamePlayer("..\n*.", setup=Setup(2, 2, 1, first="any"))
    player.press("enter", "i", "i", "down")
    assert player.painted(player.theme.marks["guess"]) == [(2, 1)]
    assert player.text_at(1, 1) + player.text_at(2, 1) == " 1 %"


def test_without_room_a_hint_is_said_in_short() -> None:
    player = GamePlayer(None, (40, 14), setup=Setup(9, 9, 10))
    player.press("enter", "i")
    assert player.notice_text == "Look at the highlighted 1s"
    player.press("i")
    assert re.fullmatch(r"The green cells? (is|are) safe", player.notice_text)


def test_without_room_a_guess_is_named_in_short() -> None:
    player = GamePlayer("..\n*.", (40, 5), setup=Setup(2, 2, 1, first="any"))
    player.go_to(2, 1)
    player.press("enter", "i", "i")
    assert player.notice_text == "The best guess is the purple cell"


@pytest.mark.parametrize(("zoom", "text"), [(1, "F"), (2, " F"), (3, " #F# ")])
def test_a_proved_mine_keeps_its_flag(zoom: int, text: str) -> None:
    player = GamePlayer("..*..\n.....\n*....\n.....", zoom=zoom)
    player.go_to(3, 3)
    player.press("enter")
    player.go_to(3, 1)
    player.press("f")
    player.go_to(3, 3)
    player.press("i", "i")
    assert "already touches the shaded mine" in player.notice_text
    assert player.painted(player.theme.marks["mine"]) == [(3, 1)]
    assert player.text_at(3, 1) == text
