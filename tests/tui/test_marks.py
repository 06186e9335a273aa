"""Sentences with tiles: what stands for the cells that they mention, held against the board."""

import re
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.game import Face, Status
from minesweeper.engine.notation import list_text
from minesweeper.engine.setup import OnGuess, Setup, WinRule
from minesweeper.play.coach import Coach
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.sentences import Mention, Sentence
from minesweeper.tui.canvas import Piece, Style
from minesweeper.tui.look.glyphs import GLYPHS, ZOOMS
from minesweeper.tui.look.palettes import PALETTES
from tests.harness.player import WHEEL_DOWN, GamePlayer
from tests.harness.scenes import play

MINES_ROUND_A_CORNER = """
    .*..
    **..
    ...*
"""
CORNER: Final = "on .*../**../...* ; enter"
WALL: Final = "on ...*/...*/..../...*/...* ; enter"
WIDE: Final = f"on *....*{'.*' * 8}/......{'*..' * 5}. ; go (4,1) ; enter"
SAID: Final = {
    "numbers to look at": "$ enter i",
    "safe cells, and two numbers": "$ enter i*2",
    "safe cells, one of which has a flag": "$ enter ; go (1,3) ; f ; go (4,1) ; i*2",
    "mines": f"{CORNER} ; i*2",
    "mines that are known": f"{WALL} ; i*2",
    "such a mine with a flag": """
        on ..*../...../*..../..... ; go (3,3) ; enter ; go (3,1) ; f ; go (3,3) ; i*2
    """,
    "such mines, one of them with a flag": f"{WALL} ; go (4,1) ; f ; go (1,1) ; i*2",
    "two numbers that are compared with a third": """
        on *.*/... ; 0 down enter right enter right enter i*2
    """,
    "a guess": f"{CORNER} ; i*5",
    "two of them": f"{WIDE} ; i*2",
    "one with less risk": """
        on .***./...../**.../..*.. ; go (5,4) ; enter ; go (3,2) ; enter i*2
    """,
    "what was safe": "$ enter 0 enter ; idle",
    "numbers that prove a mine": f"{WALL} ; go (4,4) ; enter ; idle",
    "mines of which one exploded": """
        on *.*./.... ; go (2,1) ; enter down enter right*2 enter up enter
        go (3,1) ; f down f ; go (2,1) ; c ; idle
    """,
    "a better guess": "on .*../..../...* ; enter right enter ; idle",
}
"""Scenes after which sentences mention cells of every kind."""
LOOKS: Final = [
    *product(PALETTES, ("unicode", "emoji"), (2,)),
    *product(("dark", "mono"), ("unicode", "ascii"), ZOOMS),
]


# Reading the screen

Look = tuple[str, tuple[object, ...]]
"""A glyph, with its colours and attributes."""


BRACKETS: Final = "[ ]"
"""The cursor on a mark, and the blanks of a cell or a tile."""


def look(text: str, style: Style) -> Look:
    return text.strip(BRACKETS), tuple(getattr(style, name) for name in Style.__slots__)


def shown_in(player: GamePlayer, place: tuple[int, int]) -> Look:
    """What a cell of the board shows; of a sign that is drawn in several rows, the sign."""
    theme, (column, row) = player.theme, player.place_of(*place)
    arts = {sign: theme.cells[0][face][0] for face, sign in theme.glyphs.signs.items()}
    signs = {tuple(text.strip() for text in art): sign for sign, art in arts.items()}
    height = len(arts[theme.glyphs.signs[Face.ONE]])
    first = row - height // 2
    rows = [
        [(text, style) for at, text, style in player.canvas.pieces[each] if at == column][-1]
        for each in range(first, first + height)
    ]
    text, style = rows[height // 2]
    return look(signs.get(tuple(text.strip(BRACKETS) for text, _ in rows), text), style)


def notice_rows(player: GamePlayer) -> list[list[Piece]]:
    """The pieces below the frame and beside it, row by row, without the keys."""
    box = player.screen.view.box
    return [
        [piece for piece in pieces if row > box.bottom or piece[0] > box.right]
        for row, pieces in enumerate(player.canvas.pieces[box.row : -1], box.row)
    ]


def tiles(player: GamePlayer) -> list[Look]:
    """The tiles in the notices, in the order in which they are read."""
    styles = {*player.theme.marks.values(), player.theme.cells[0][Face.EXPLODED][1]}
    pieces = (piece for row in notice_rows(player) for piece in row)
    return [look(text, style) for _, text, style in pieces if style in styles]


def answer(player: GamePlayer, hints: int = 2) -> list[Sentence]:
    """The sentences that are on the screen, after so many questions or at the end, as values."""
    coach = Coach(player.session)
    for _ in range(hints):
        if not player.session.over:
            coach.ask_hint(player.screen.cursor, player.now, "i")
    coach.finish_review()
    return coach.answer


def named(mention: Mention, player: GamePlayer, drawn: Iterator[Look]) -> str:
    """Take the next tiles, hold them against the board, and return what stands for a mention."""
    shown = [shown_in(player, place) for place in mention.places]
    count, glyphs = len(shown), {glyph for glyph, _ in shown}
    is_list = mention.quantifier in ("each", "list") and count <= 3
    if count == 1 or is_list:
        looks = [next(drawn) for _ in shown]
        assert looks == shown
    else:
        glyph, style = next(drawn)
        assert style in [style for _, style in shown]
        assert glyph in (glyphs if len(glyphs) == 1 else {*glyphs, ""})
        looks = [(glyph, style)]
    texts = [f" {glyph} " for glyph, _ in looks]
    if count == 1 or is_list:
        text = list_text(texts) if mention.quantifier == "list" else " ".join(texts)
    else:
        word = {"all": "both" if count == 2 else f"all {count}"}
        text = f"{word.get(mention.quantifier, f'these {count}')} {texts[0]}"
    if mention.risk is not None and (risk := chance_percent_text(mention.risk)) not in text:
        text += f", {risk}"
    return f"this {text}" if count == 1 and mention.quantifier == "this" else text


def check(player: GamePlayer, sentences: list[Sentence]) -> int:
    """Hold what is on the screen against the board; return how many tiles there were."""
    view, drawn = player.screen.view, tiles(player)
    left, seen = iter(drawn), player.notice_text
    for sentence in sentences:
        places = [place for mention in sentence.mentions for place in mention.places]
        if all(view.is_in_sight(*place) for place in places):
            text = sentence.text(lambda mention: named(mention, player, left))
        else:
            text = str(sentence)
        assert " ".join(text.split()) in seen
    assert not [*left]
    return len(drawn)


# Laws


@pytest.mark.parametrize("scene", SAID.values(), ids=SAID)
def test_a_tile_is_drawn_as_the_cell_that_it_stands_for_in_every_look(scene: str) -> None:
    player = play(scene, size=(200, 80))
    sentences = answer(player, hints=1 if scene.endswith(" i") else 2)
    for theme, glyphs, zoom in LOOKS:
        player.looks.apply(theme, glyphs, zoom)
        player.draw()
        assert check(player, sentences), (theme, glyphs, zoom)


@pytest.mark.parametrize("scene", SAID.values(), ids=SAID)
def test_a_tile_is_never_broken_nor_parted_from_what_follows_it(scene: str) -> None:
    player = play(scene)
    for zoom, columns in product((2, 5), range(20, 65)):
        player.looks.apply(zoom=zoom)
        player.resize(columns, 40)
        marks = player.theme.marks.values()
        for row in filter(None, notice_rows(player)):
            assert row[0][1][:1] not in (".", ",", ":"), player.lines
            assert all(
                text[0] == text[-1] == " " and len(text) > 2
                for _, text, style in row
                if style in marks
            )


def some_players(count: int, seed: int) -> Iterator[GamePlayer]:
    """Players at random boards, in a window that may show a part of them only."""
    rng = Random(seed)
    for _ in range(count):
        width, height = rng.randrange(3, 16), rng.randrange(3, 12)
        cells = width * height
        setup = Setup(width, height, rng.randrange(1, max(2, cells // 4)), win="clear")
        zoom, glyphs = rng.choice([*ZOOMS]), rng.choice([*GLYPHS])
        player = GamePlayer(None, (80, 66), setup=setup, zoom=zoom, glyphs=glyphs)
        player.reveal(rng.choice(list(player.screen.grid)))
        yield player


@pytest.mark.samples(30, 150)
def test_hints_have_tiles_or_where_a_cell_is_out_of_sight_they_name_places(count: int) -> None:
    with_tiles = without = 0
    for player in some_players(count, 0):
        while player.status is Status.PLAYING:
            for hints in (1, 2):
                player.press("i")
                sentences = answer(player, hints)
                with_tiles += check(player, sentences) > 0
            player.mouse(WHEEL_DOWN, True, 40, 10)
            without += not check(player, sentences)
            player.press("i")
    assert with_tiles > 5 * count
    assert without


@pytest.mark.samples(30, 150)
def test_so_do_reviews(count: int) -> None:
    rng, with_tiles = Random(0), 0
    for player in some_players(count, 0):
        for cell in rng.sample(list(player.screen.grid), len(player.screen.grid)):
            player.reveal(cell)
        player.wait_until_idle()
        assert player.session.over
        player.resize(240, 90)  # there is room for the whole review
        with_tiles += check(player, answer(player)) > 0
    assert with_tiles > count / 2


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
        if player.screen.hint_word != "play it":
            return
        is_guess = player.notice_text.startswith(("The best guess is", "Too complex"))
        player.press("i")
        assert is_guess or player.status is not Status.LOST
        assert player.position != before
        assert len(player.session.steps) > count


# Under the cursor


def test_a_mark_keeps_its_colour_under_the_cursor_which_is_drawn_as_brackets() -> None:
    player = GamePlayer(MINES_ROUND_A_CORNER)
    player.press("enter", "i")
    assert player.notice_text == "Look at 3 ."
    assert player.cursor == (1, 1)
    assert player.painted(player.theme.marks["premise"]) == [(1, 1)]
    assert player.text_at(1, 1) == "[3"
    player.press("i")
    assert player.notice_text.startswith("All 3 ! are mines: this 3 ")


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


# The cell to guess


@pytest.mark.parametrize(
    ("theme", "zoom", "text", "said"),
    [
        ("dark", 1, "%", "% , 33%"),
        ("dark", 2, "33", "33 , 33%"),
        ("dark", 3, " 33% ", "33% "),
        ("dark", 4, "  33%  ", "33% "),
        ("mono", 1, "%", "% , 33%"),
        ("mono", 3, " 33% ", "33% "),
    ],
)
def test_a_cell_to_guess_holds_its_risk_or_it_is_said(
    theme: str, zoom: int, text: str, said: str
) -> None:
    player = GamePlayer("..\n*.", setup=Setup(2, 2, 1, first="any"), theme=theme, zoom=zoom)
    player.go_to(2, 1)
    player.press("enter", "i", "i")
    assert player.notice_text.startswith(f"The best guess is {said}: nothing")
    [place] = player.painted(player.theme.marks["guess"])
    assert player.text_at(*place) == text


def test_a_risk_does_not_touch_a_number() -> None:
    player = GamePlayer("..\n*.", setup=Setup(2, 2, 1, first="any"))
    player.press("enter", "i", "i", "down")
    assert player.painted(player.theme.marks["guess"]) == [(2, 1)]
    assert player.text_at(1, 1) + player.text_at(2, 1) == " 1 %"


def test_without_room_a_hint_is_said_without_its_reason() -> None:
    player = GamePlayer(None, (40, 14), setup=Setup(9, 9, 10))
    player.press("enter", "i", "i")
    assert re.fullmatch(r"(All \d |Both )?o (is|are) safe\.", player.notice_text)


def test_without_room_a_guess_is_named_in_short() -> None:
    player = GamePlayer("..\n*.", (40, 5), setup=Setup(2, 2, 1, first="any"))
    player.go_to(2, 1)
    player.press("enter", "i", "i")
    assert player.notice_text == "The best guess is 33 , 33%."


@pytest.mark.parametrize(("zoom", "text"), [(1, "F"), (2, " F"), (3, " #F# ")])
def test_a_proved_mine_keeps_its_flag(zoom: int, text: str) -> None:
    player = GamePlayer("..*..\n.....\n*....\n.....", zoom=zoom)
    player.go_to(3, 3)
    player.press("enter")
    player.go_to(3, 1)
    player.press("f")
    player.go_to(3, 3)
    player.press("i", "i")
    assert "F is the one mine of this" in player.notice_text
    assert player.painted(player.theme.marks["mine"]) == [(3, 1)]
    assert player.text_at(3, 1) == text
