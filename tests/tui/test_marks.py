"""Sentences with tiles: what stands for the cells that they mention, held against the board."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.game import Status
from minesweeper.engine.notation import list_text
from minesweeper.engine.setup import OnGuess, Setup, WinRule
from minesweeper.play.coach import Coach
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.sentences import Mention, Sentence
from minesweeper.tui.canvas import Style
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.look.tiles import styled_parts, without_colours
from minesweeper.tui.look.zooms import ZOOMS
from minesweeper.tui.widgets.marks import Marks
from tests.harness.player import WHEEL_DOWN, GamePlayer
from tests.harness.scenes import play

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
    *product(("sea", "mono"), ("unicode", "ascii"), ZOOMS),
]


# Reading the screen

Look = tuple[str, tuple[object, ...]]
"""A glyph, with its colours and attributes."""


def look(glyph: str, style: Style) -> Look:
    """A glyph as it is seen; in small cells it is not bold, but in sentences it is."""
    names = ("foreground", "background", "underline", "reverse", "dim")
    return glyph, tuple(getattr(style, name) for name in names)


def marks_of(sentences: list[Sentence]) -> Marks:
    marks = Marks()
    for sentence in sentences:
        marks.put(sentence)
    return marks


def shown_in(player: GamePlayer, marks: Marks, place: tuple[int, int]) -> Look:
    """What a cell of the board shows."""
    game, field = player.session.game, player.screen.view
    own = field.look_of(game, place)
    shown = marks.overlay(game, field).get(place, own)
    return look(shown.glyph, shown.style)


def tiles(player: GamePlayer, text: str) -> list[Look]:
    """The tiles in a text, in their order."""
    theme = player.theme
    parts = styled_parts(text, theme.text, theme)
    return [look(part.strip(), style) for part, style in parts if style is not theme.text]


def answer(player: GamePlayer, hints: int = 2) -> list[Sentence]:
    """The sentences that are on the screen, after so many questions or at the end, as values."""
    coach = Coach(player.session)
    for _ in range(hints):
        if not player.session.over:
            coach.ask_hint(player.screen.cursor, player.now, "i")
    coach.finish_review()
    return coach.answer


def named(mention: Mention, player: GamePlayer, marks: Marks, drawn: Iterator[Look]) -> str:
    """Take the next tiles, hold them against the board, and return what stands for a mention."""
    shown = [shown_in(player, marks, place) for place in mention.places]
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


def hold(player: GamePlayer, marks: Marks, sentence: Sentence, text: str) -> int:
    """Hold the tiles of a sentence against the board; return how many there are."""
    drawn = tiles(player, text)
    left = iter(drawn)
    expected = sentence.text(lambda mention: named(mention, player, marks, left))
    assert without_colours(text).split() == expected.split()
    assert not [*left]
    return len(drawn)


def check(player: GamePlayer, sentences: list[Sentence]) -> int:
    """Hold sentences against the board; return how many tiles there are."""
    game, view, marks = player.session.game, player.screen.view, marks_of(sentences)
    count = 0
    for sentence in sentences:
        text = marks.sentence(sentence, game, view)
        places = [place for mention in sentence.mentions for place in mention.places]
        if not all(view.is_in_sight(*place) for place in places):
            assert text == str(sentence)
            continue
        count += hold(player, marks, sentence, text)
    return count


# Laws


@pytest.mark.parametrize("scene", SAID.values(), ids=SAID)
def test_a_tile_is_drawn_as_the_cell_that_it_stands_for_in_every_look(scene: str) -> None:
    player = play(scene, size=(200, 80))
    sentences = answer(player, hints=1 if scene.endswith(" i") else 2)
    for theme, glyphs, zoom in LOOKS:
        player.looks.apply({"theme": theme, "glyphs": glyphs, "zoom": str(zoom)})
        player.draw()
        assert check(player, sentences), (theme, glyphs, zoom)


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
            player.mouse(WHEEL_DOWN, True, *player.screen.view.box[:2])
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
        if player.main != "i play it":
            return
        said = player.message
        is_guess = said.startswith(("The best guess is", "Too complex")) or "Guess now" in said
        player.press("i")
        assert is_guess or player.status is not Status.LOST
        assert player.position != before
        assert len(player.session.steps) > count


# The cell to guess


@pytest.mark.parametrize(
    ("theme", "zoom", "glyph", "said"),
    [
        ("sea", 2, "◇", "◇ , 33%"),
        ("sea", 3, "◇", "◇ , 33%"),
        ("sea", 5, "33%", "33% "),
        ("mono", 2, "◇", "◇ , 33%"),
        ("mono", 5, "33%", "33% "),
    ],
)
def test_a_cell_to_guess_holds_its_risk_or_it_is_said(
    theme: str, zoom: int, glyph: str, said: str
) -> None:
    setup = Setup(2, 2, 1, first="any")
    player = GamePlayer("..\n*.", setup=setup, theme=theme, zoom=zoom, glyphs="unicode")
    player.go_to(2, 1)
    player.press("enter", "i", "i")
    sentences = answer(player)
    marks = marks_of(sentences)
    text = without_colours(marks.sentence(sentences[0], player.session.game, player.screen.view))
    assert text.startswith(f"The best guess is  {said}: nothing")
    overlay = marks.overlay(player.session.game, player.screen.view)
    assert glyph in [each.glyph for each in overlay.values()]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_proved_mine_keeps_its_flag(zoom: int) -> None:
    player = play(SAID["such a mine with a flag"], size=(200, 80))
    sentences = answer(player)
    player.looks.apply({"zoom": str(zoom)})
    player.draw()
    marks = marks_of(sentences)
    assert marks.overlay(player.session.game, player.screen.view)[3, 1].glyph == "F"
    [text] = [marks.sentence(each, player.session.game, player.screen.view) for each in sentences]
    assert " has its mine at  F " in without_colours(text)


def test_the_first_mark_of_a_cell_is_kept_and_those_of_moves_are_shown_first() -> None:
    marks = Marks()
    marks.mark([(1, 1), (2, 1)], "look")
    marks.mark([(2, 1), (3, 1)], "safe")
    assert marks.places == [(3, 1), (1, 1), (2, 1)]
    marks.clear()
    assert not marks.places
