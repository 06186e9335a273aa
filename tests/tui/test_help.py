"""Help in the game: hints, odds, the flag check and the look back; on the screen in memory."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Final

import pytest

from minesweeper.engine.cells import cells_of
from minesweeper.engine.game import Status
from minesweeper.engine.setup import LEVELS, Setup, WinRule
from minesweeper.settings.table import Binding
from minesweeper.solver.clues import clues_of
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.theme import Mark
from tests.harness.player import FREE_KEY, RIGHT, TWO_MINES, WHEEL_DOWN, GamePlayer
from tests.harness.positions import layouts_by_brute_force
from tests.harness.scenes import play

# Looks like TWO_MINES once the upper right corner is open.
TWIN = """
    ....
    *...
    ...*
"""
GUESS = """
    .*..
    ....
    ...*
"""
MINES_ROUND_A_CORNER = """
    .*..
    **..
    ...*
"""
FIFTY_FIFTY = """
    *..
    ...
"""
# Mines in column 52, but for one cell in the middle; all to the left of it is one opening.
GAP = (52, 30)
# A frame with room for every reason why a game is unranked; its upper row is an opening.
WIDE = "\n".join(("*" + "." * 35, "." * 36, "..*" * 12))
LARGE = "\n".join("." * 51 + ("." if row == GAP[1] else "*") + "." * 48 for row in range(1, 61))

AREA = "Look at 1 and 1 ."
SHARED = "1 and 1 share their mine."
SAFE_ROW = f"All 3 o are safe: {SHARED} This is a 1-1."
SAFE_CELLS = [(1, 3), (2, 3), (3, 3)]


def opened(layout: str = TWO_MINES, *keys: str) -> GamePlayer:
    """A player where the upper right corner is open, and keys were pressed."""
    player = GamePlayer(layout)
    player.press("$", "enter", *keys)
    return player


def cornered(layout: str, *keys: str) -> GamePlayer:
    """A player where the upper left cell is revealed, and keys were pressed."""
    player = GamePlayer(layout)
    player.press("enter", *keys)
    return player


def marks(player: GamePlayer) -> dict[Mark, list[tuple[int, int]]]:
    """What is marked in sight, and how."""
    marks = player.theme.marks
    return {name: player.painted(style) for name, style in marks.items() if player.painted(style)}


def helps(player: GamePlayer) -> set[str]:
    return set(player.session.helps)


def field(player: GamePlayer) -> list[str]:
    view = player.screen.view
    return player.lines[view.row : view.row + view.down]


def looked_back(player: GamePlayer) -> GamePlayer:
    """The player after the look back on the game that has ended."""
    player.wait_until_idle()
    return player


# Scenes. The boards are drawn at the top; on the first one `$ enter` opens the upper right corner.

MARKED: Final = "premise (2,1) (2,2), target (1,3) (2,3) (3,3)"
NOTHING_KNOWN: Final = "Nothing is known yet: reveal any cell"
CORNER: Final = "on .*../**../...* ; enter"
UNCERTAIN: Final = "on .*../..../...* ; enter"
PAIR: Final = "on *../... ; $ enter"
WIDE_BOARD: Final = f"on {WIDE.replace(chr(10), '/')}"
WIDE_TITLE: Final = "36x3  your own layout  unranked: your own layout"

SCENES: Final = {
    # Hints
    "a hint names the numbers to look at, then the move and its reason, and is played": f"""
        $ enter i ; = says {AREA} ; = marks premise (2,1) (2,2) ; = shows i tell me
        = shows |  # 1 .[.]| ; = shows |  # 1 1 1 |
        i ; = says {SAFE_ROW} ; = marks {MARKED} ; = shows i play it ; = shows |  o o o # |
        i ; = status won ; = helps hint
    """,
    "more than three numbers are not named one by one": """
        on .*.../...../*.*.*/..... ; go (5,1) ; enter i ; = says Look at these 4 .
        = marks premise (3,1) (3,2) (4,2) (5,2)
    """,
    "what is out of sight in another window is named by its place at once": f"""
        on *.*{"." * 57}/{"." * 60} ; size 200x14 ; $ enter ; go (1,2) ; enter ; go (2,2) ; enter
        go (3,2) ; enter ; i*2 $ ; = says o is safe: * is the one mine of this 1 . ...
        size 60x14 ; = says (2,1) is safe: (3,1) is the one mine ...
    """,
    "mines are marked apart from safe cells": f"""
        {CORNER} ; i right G $ ; = marks premise (1,1)
        i ; = marks danger (2,1) (1,2) (2,2), premise (1,1)
        = says All 3 ! are mines: this 3 has only 3 cells for its mines.
    """,
    "the mines of a hint are flagged, and undone one by one": f"""
        {CORNER} ; i*3 ; = says Played the hint ; = position 3F##/FF##/#### ; = marks
        i ; = says Nothing is certain: i for the best guess.
        u*2 ; = position 3F##/####/####
    """,
    "mines that have flags are not hinted at": f"""
        {CORNER} ; right f left i*2 ; = marks danger (1,2) (2,2), premise (1,1)
        down f right f up*2 left i*2 ; = says The best guess is ... ; = marks guess ...
    """,
    "flags are no evidence": f"""
        $ enter ; go (1,1) ; f ; go (1,2) ; f ; go (1,3) ; f ; go (2,3) ; f ; go (4,3) ; f
        go (4,1) ; i*2 ; = says {SAFE_ROW} ; = marks {MARKED}
    """,
    "a hint starts again when the position has changed": f"""
        {CORNER} ; i*2 right f i ; = says Look at ... ; = position 3F##/####/####
    """,
    "a hint stays while the cursor moves": f"""
        $ enter i left G i ; = says {SAFE_ROW} ; left down ctrl-left G $ ; = says {SAFE_ROW}
        = cursor (4,3) ; = marks {MARKED}
    """,
    "a hint is forgotten after a flag": f"""
        $ enter i G 0 f ; = says ; = marks ; i ; = says {AREA}
        i*1 ; = says {SAFE_ROW} ; f ; = says ; = marks ; i ; = says {AREA}
    """,
    "a hint is forgotten after a reveal": f"""
        $ enter i G left enter ; = status playing ; = says ; = marks ; i ; = says {AREA}
        i ; = marks ... ; u ; = marks
    """,
    "a hint is forgotten after a click": f"""
        {UNCERTAIN} ; i*2 ; = marks guess (4,1) ; click (3,1) ; = marks
    """,
    "a refused move keeps the hint": f"""
        $ enter i*2 f ; = says Nothing left to flag around it {SAFE_ROW} ; left ; = says {SAFE_ROW}
    """,
    "before the first reveal nothing is known": f"""
        on classic ; i*2 ; = says {NOTHING_KNOWN} ; = marks ; left ; . ; = says {NOTHING_KNOWN}
        enter u i ; = says {NOTHING_KNOWN} ; left x ; = says {NOTHING_KNOWN}
        left . ; = says {NOTHING_KNOWN} ; = helps
    """,
    "nothing obvious is no help": f"{UNCERTAIN} ; . ; = says Nothing is obvious here ; = helps",
    "where nothing is certain the best guess is named with what it wins, and played": f"""
        {UNCERTAIN} ; i ; = says Nothing is certain: i for the best guess. ; = marks
        i ; = marks guess (4,1) ; = shows 13 ; = shows i play it
        = says The best guess is 13 , 13%: nothing is certain. It wins 7 times in 8.
        i ; = says Played the hint ; = position 1#1./##21/####
    """,
    "a given board is a guess before the first reveal": """
        i*2
        = says The best guess is 17 , 17%: nothing is certain. It wins 79 times in 100.
    """,
    "in a low window the field stays in sight": """
        on *.../..../...* ; size 16x7 ; $ enter i*2 ; = shows [.]
        left ; = shows [.] ; = shows ... ; i ; = hides ... ; press (4,1) ; = shows [.]
    """,
    "of a proof that does not fit the conclusion is shown": """
        on *.../..../...* ; size 26x8 ; $ enter i*2 ; = says All 3 o are safe.
    """,
    # Odds
    "the odds of the cell under the cursor are named": """
        $ enter a ; go (1,1) ; = says Here 50.0%. ; go (2,3) ; = says Here 0%.
        go (4,3) ; = says Here 100%. ; go (2,1) ; = says
    """,
    "to a tenth of a percent": f"""
        {UNCERTAIN} ; a right ; = says Here 33.3%. far from all numbers: 12.5%.
        home ; = says far from all numbers: 12.5%. ; G $ ; = says Here 12.5%, as in every .
    """,
    "odds take the place of a hint": """
        $ enter i a home ; = says Here 50.0%. ; a $ i*2 a home ; = says Here 50.0%.
        a x a ; = says Here 50.0%.
    """,
    # The check of flags
    "no flags": "$ enter x ; = says There are no flags to check. ; left ; = says",
    "a right flag is not proved wrong": """
        $ enter ; right-click (4,3) ; x ; = says Your only flag is not provably wrong.
    """,
    "a flag that may be right is not": """
        $ enter ; right-click (1,1) ; x ; = says Your only flag is not provably wrong.
    """,
    "a wrong flag": "$ enter ; right-click (1,3) ; x ; = says Your only flag is wrong.",
    "one of two, two of three": """
        $ enter ; right-click (4,3) ; right-click (1,3)
        x ; = says One of your 2 flags is wrong.
        right-click (3,3) ; x ; = says 2 of your 3 flags are wrong.
    """,
    "it takes the place of a hint": """
        $ enter home f i*2 x ; = marks ; = says Your only flag is not provably ...
        = shows i hint
    """,
    "without flags a hint stays": f"""
        $ enter i*2 x ; = says There are no flags to check. {SAFE_ROW} ; = marks {MARKED}
        = shows i play it ; left ; = says {SAFE_ROW}
    """,
    # What was used
    "a hint is noted": f"""
        {WIDE_BOARD} ; $ enter home f ; = helps ; = title {WIDE_TITLE}
        i ; = helps hint ; = title {WIDE_TITLE}, hint used
        wait 1000 ; win ; idle ; = says ...Unranked: your own layout, hint used
    """,
    "odds are noted": f"""
        {WIDE_BOARD} ; $ enter home f a ; = helps odds ; = title {WIDE_TITLE}, odds shown
        wait 1000 ; win ; idle ; = says ...Unranked: your own layout, odds shown
    """,
    "a check is noted": f"""
        {WIDE_BOARD} ; $ enter home f x ; = helps flag check
        = title {WIDE_TITLE}, flags checked
        wait 1000 ; win ; idle ; = says ...Unranked: your own layout, flags checked
    """,
    "all helps are named together and once": f"""
        {WIDE_BOARD} ; $ enter home f x i*2 a*3
        = title {WIDE_TITLE}, hint used, odds shown, flags checked
        wait 1000 ; win ; idle ; = title Won  36x3 - your own layout
        = says ...Unranked: your own layout, hint used, odds shown, flags checked
    """,
    "where not all reasons fit in the frame they are named below it": f"""
        on intermediate ; enter i a*2 f u {FREE_KEY} ; = title ...unranked
        = shows Unranked: hint used, odds shown, move undone
    """,
    "in the smallest window it is a word": """
        on beginner ; size 16x5 ; enter i a*2 ; = keys +--- unranked -+
    """,
    "a new game starts without help": "$ enter i n ; = helps ; = title 4x3  seed 7",
    "there is no help after the end": """
        $ enter home enter a ; = panel Lost ... ; = message The game is over ; = helps
        x ; = message The game is over ; = helps
    """,
    "a pause hides marks and messages": f"""
        $ enter i*2 p ; = marks ; = says ; p ; = marks {MARKED} ; a G p ; = says
    """,
    # The look back
    "a loss that could be avoided shows what was safe and why": f"""
        $ enter ; click (1,1) ; idle ; = marks {MARKED}
        = says Lost --...You guessed, but all 3 o were safe: {SHARED} \
            1 avoidable guess, 50% to survive...
        n ; = says ; = marks
    """,
    "bad luck is no mistake": f"""
        {PAIR} ; 0 enter ; idle ; = panel Lost ... ; = marks
        = says ... Bad luck. A coin toss that no number could decide. \
            1 guess, 50% to survive Unranked: ...
    """,
    "at the first reveal nothing was known": """
        enter ; idle ; = panel Lost ... ; = marks
        = says ... Bad luck. The first cell was a mine. Unranked: ...
    """,
    "a win by a guess": f"""
        {PAIR} ; 0 down enter ; idle ; = panel Won ...
        = says ... 1 guess, 50% to survive Unranked: ...
    """,
    "a win without a guess": """
        $ enter 0 G enter ; idle ; = panel Won ... ; = says ... Won without a guess. Unranked: ...
    """,
    "a flag that was not proved": f"""
        {PAIR} ; 0 f ; idle ; = panel Won ... ; = says ... Not every flag was proved. Unranked: ...
    """,
    "a bad guess names the better one": f"""
        {UNCERTAIN} ; right enter ; idle
        = says ...A costly guess. Nothing was certain, but % wins 88 times in 100, yours 67. \
            1 guess, 67%...
    """,
    "several guesses are counted": """
        on *....*/...... ; click (3,1) ; click (1,2) ; click (6,1) ; idle
        = says ...Bad luck. A coin toss that no number could decide. \
            2 guesses, 25% to survive all Unranked...
    """,
    "a key during the look back is not lost": """
        $ enter home enter down ; = cursor (1,2) ; idle ; = says ...You guessed, but ...
    """,
    "another game drops the look back": """
        $ enter home enter n ; idle ; = says ; = marks ; escape ; enter ; r ; idle ; = marks
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_help(scene: str) -> None:
    play(scene)


# Hints


def test_wrong_flags_are_removed_when_a_hint_is_played() -> None:
    setup = Setup(4, 3, 2, question_marks=True)
    for flags in (1, 2):
        player = GamePlayer(TWO_MINES, setup=setup)
        player.press("$", "enter", "G", "0", *"f" * flags, "g", "$", "i", "i", "i")
        assert player.status is Status.WON


@pytest.mark.parametrize(
    ("zoom", "glyphs", "text"),
    [(1, "ascii", "o"), (2, "ascii", "oF"), (2, "unicode", "✓⚑"), (3, "unicode", "✓⚑")],
)
def test_a_wrong_flag_stays_to_be_seen_beside_the_mark(zoom: int, glyphs: str, text: str) -> None:
    player = GamePlayer(TWO_MINES, zoom=zoom, glyphs=glyphs)
    player.press("$", "enter", "G", "0", "f", "g", "$", "i", "i")
    assert player.text_at(1, 3).strip() == text


def test_a_hint_beside_the_frame_takes_no_row_of_a_board_that_scrolls() -> None:
    player = play("on 8x60/60 ; size 80x12 ; enter")
    rows = player.screen.view.down
    player.press("i", "i")
    assert player.screen.view.down == rows
    assert player.notice_text.startswith("o is safe: 1 and 1 share their mine.")


def test_a_hint_names_the_key_that_was_pressed_for_it() -> None:
    keymap = bound_rows("default", {"hint": Binding(("é",), "config.toml")})
    player = GamePlayer(GUESS, keymap=keymap)
    player.press("enter", "é")
    assert player.notice_text == "Nothing is certain: é for the best guess."
    player.press("é")
    assert player.notice_text.startswith("The best guess is ")


def text_of(player: GamePlayer) -> str:
    """All that is on the screen, in one line."""
    return " ".join(" ".join(player.lines).split())


@pytest.mark.parametrize("size", [(30, 12), (40, 12), (80, 24)])
def test_a_hint_is_read_to_its_end_in_a_small_window(size: tuple[int, int]) -> None:
    wide, player = GamePlayer(size=(200, 60)), GamePlayer(size=size)
    wide.press("$", "enter")
    player.press("$", "enter")
    for _ in range(2):
        wide.press("i")
        player.press("i")
        answer = wide.notice_text.partition(" Unranked")[0].partition(" This is")[0]
        assert answer in text_of(player)


CHAIN = "*.*..\n.....\n.....\n*...."


def chained(**options: object) -> GamePlayer:
    """A player with obvious moves next to a flag."""
    player = GamePlayer(CHAIN, setup=Setup(5, 4, 3, win="clear"), **options)  # type: ignore[arg-type]  # the player's own
    player.go_to(3, 1)
    player.press("f", "right", "right", "enter")
    return player


def test_one_key_plays_everything_obvious_and_one_key_undoes_it() -> None:
    player = chained()
    before = player.position
    player.press(".")
    assert player.position == "#2F1.\n#211.\n#1...\n#1...\n"
    assert player.notice_text == "Revealed 1 cell"
    player.press("u")
    assert player.position == before
    assert player.notice_text == "Undone"


@pytest.mark.parametrize(("cursor", "columns"), [(2, {1, 2, 3}), (8, {7, 8, 9})])
def test_the_nearest_of_equal_hints_is_given(cursor: int, columns: set[int]) -> None:
    player = GamePlayer("*.......*\n.........\n...*.*...")
    player.go_to(5, 1)
    player.press("enter")
    player.go_to(cursor, 1)
    player.press("i", "i")
    assert {column for column, _ in marks(player)["target"]} <= columns


@pytest.mark.parametrize("size", [(40, 12), (80, 13), (60, 20), (80, 24), (80, 25)])
def test_a_game_is_named_unranked_before_the_keys_are(size: tuple[int, int]) -> None:
    player = GamePlayer(None, setup=LEVELS["beginner"], size=size)
    player.press("enter", "i", "i", "a", "a")
    assert " unranked -+" in player.lines[player.screen.view.box.bottom]


@pytest.mark.parametrize("size", [(40, 20), (60, 20), (80, 24), (80, 25), (200, 60)])
def test_a_wide_frame_names_the_reasons_as_well(size: tuple[int, int]) -> None:
    player = GamePlayer(None, setup=LEVELS["intermediate"], size=size)
    player.press("enter", "i", "i", "a", "a")
    assert player.title.endswith("  unranked: hint used, odds shown")


def test_where_the_mine_count_is_the_only_reason_no_number_is_marked() -> None:
    player = GamePlayer("**.", setup=Setup(3, 1, 2, win="flags"))
    player.press("$", "enter", "left", "f", "i")
    assert player.notice_text == "Count the mines that are left."
    assert marks(player) == {}
    player.press("i")
    assert (1, 1) in marks(player)["danger"]


# What help may know


def everything(player: GamePlayer) -> tuple[object, ...]:
    odds = [player.painted(style) for style in player.theme.odds]
    return player.lines, marks(player), odds


@pytest.mark.parametrize(
    "keys",
    [["i"], ["i", "i"], ["a"], ["G", "0", "a"], ["0", "a"], ["0", "f", "x"], ["0", "f", "i", "i"]],
)
def test_help_never_depends_on_where_the_mines_are(keys: list[str]) -> None:
    one, other = opened(TWO_MINES, *keys), opened(TWIN, *keys)
    assert one.layout != other.layout
    assert everything(one) == everything(other)


def test_wrong_flags_change_no_odds() -> None:
    plain, flagged = opened(), opened()
    flagged.go_to(1, 3)
    flagged.press("f", "$", "f")
    for player in (plain, flagged):
        player.go_to(4, 1)
        player.press("a")
    covered = [(1, 1), (1, 2), *SAFE_CELLS, (4, 3)]
    assert [plain.style_at(*place) for place in covered] == [
        flagged.style_at(*place) for place in covered
    ]


# Odds


def odds_by_brute_force(player: GamePlayer) -> dict[tuple[int, int], Fraction]:
    clues = clues_of(player.session.game)
    layouts = layouts_by_brute_force(clues)
    return {
        clues.grid.place(cell): Fraction(sum(cell in mines for mines in layouts), len(layouts))
        for cell in clues.grid
        if clues.covered >> cell & 1
    }


def risk_text(share: Fraction) -> str:
    if share in (0, 1):
        return " *" if share else " o"
    return f"{float(100 * share):2.0f}"


@pytest.mark.parametrize(
    "sit_down",
    [opened, lambda: cornered(GUESS), lambda: cornered(MINES_ROUND_A_CORNER)],
    ids=["certain", "guess", "mines"],
)
def test_the_odds_of_every_covered_cell_are_shown_as_colours(
    sit_down: Callable[[], GamePlayer],
) -> None:
    player = sit_down()
    player.press("a")
    odds, sea = odds_by_brute_force(player), untouched(player)
    for place, share in odds.items():
        if place in sea:
            assert player.style_at(*place) in player.theme.sea
            assert player.text_at(*place) == "  "
        elif place != player.cursor:
            assert degrees(player, place) == [degree(share)]
            text = player.text_at(*place).replace("]", " ")
            assert text in {risk_text(share), "  "}
    assert len({odds[place] for place in sea}) <= 1


def untouched(player: GamePlayer) -> set[tuple[int, int]]:
    """The covered cells that touch no number, unless they are certain: the sea."""
    game = player.session.game
    odds = odds_by_brute_force(player)
    return {
        place
        for place, share in odds.items()
        if share not in (0, 1)
        and not any(map(game.is_revealed, game.grid.neighbours(game.grid.cell(*place))))
    }


def degree(share: Fraction) -> int:
    """The level of a share on the map of heat."""
    if share in (0, 1):
        return 4 * int(share)
    return 1 + (share >= Fraction(1, 4)) + (share >= Fraction(1, 2))


def degrees(player: GamePlayer, *places: tuple[int, int]) -> list[int]:
    """Which of the theme's styles for odds the cells are painted in."""
    painted = [player.style_at(*place) for place in places]
    return [player.theme.odds.index(style) for style in painted]


def test_odds_are_painted_by_degree() -> None:
    assert degrees(opened(TWO_MINES, "a"), *SAFE_CELLS, (1, 1), (4, 3)) == [0, 0, 0, 3, 4]
    assert degrees(cornered(GUESS, "a"), (2, 1)) == [2]


def numbers_shown(player: GamePlayer) -> list[tuple[int, int]]:
    """The covered cells with a number."""
    clues = clues_of(player.session.game)
    covered = map(clues.grid.place, cells_of(clues.covered))
    return [place for place in covered if player.text_at(*place).strip().isdecimal()]


EXPERT = Setup(30, 16, 99)


@pytest.mark.parametrize("theme", ["dark", "mono"])
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("at", [(15, 8), (12, 8), (10, 3)])
def test_a_few_numbers_stand_apart_from_each_other_and_from_digits(
    at: tuple[int, int], glyphs: str, theme: str
) -> None:
    player = GamePlayer(None, setup=EXPERT, glyphs=glyphs, theme=theme)
    player.press("enter", "a")
    player.screen.cursor = player.screen.grid.cell(*at)
    player.draw()
    numbers = numbers_shown(player)
    assert len(numbers) <= 11
    for (column, row), other in combinations(numbers, 2):
        assert max(abs(column - other[0]), abs(row - other[1])) > 1
    if player.screen.session.game.is_revealed(player.screen.cursor):
        assert at not in numbers
    else:
        assert at in numbers
    for column, row in {*numbers} - {at}:
        if column > 1 and not player.text_at(column, row).startswith(" "):
            assert player.text_at(column - 1, row).endswith(" ")


def test_the_lowest_risks_are_the_numbers_shown() -> None:
    player = cornered(GUESS, "a", "home")
    odds, sea = odds_by_brute_force(player), untouched(player)
    lowest = min(share for place, share in odds.items() if place not in sea)
    assert odds[numbers_shown(player)[0]] == lowest


def test_the_sea_is_named_by_a_tile_of_its_colour_or_without_colours_in_words() -> None:
    player = GamePlayer(None, setup=EXPERT)
    player.press("enter", "a")
    assert player.notice_text.startswith("far from all numbers: ")
    row = player.find("far from all numbers")[1]
    _, tile, style = player.canvas.pieces[row][0]
    assert (tile, style) == ("   ", player.theme.sea[0])
    player = GamePlayer(None, setup=EXPERT, theme="mono")
    player.press("enter", "a")
    assert player.notice_text.startswith("Far from all numbers: ")


def test_large_cells_all_show_their_risk() -> None:
    player = cornered(GUESS, "+", "a", "home")
    shown = odds_by_brute_force(player).keys() - untouched(player)
    assert all(player.text_at(*place).strip().endswith(("%", "o", "*")) for place in shown)


def test_revealed_cells_show_their_numbers_among_the_odds() -> None:
    player = opened(TWO_MINES, "a")
    assert [player.text_at(*place) for place in [(2, 1), (2, 2), (3, 2)]] == [" 1", " 1", " 1"]


@pytest.mark.parametrize("zoom", [1, 2])
def test_a_flag_is_seen_among_the_odds(zoom: int) -> None:
    player = GamePlayer(zoom=zoom)
    player.press("$", "enter", "0", "f", "a", "$")
    assert player.text_at(1, 1).strip() == "F"
    assert player.style_at(1, 1) is player.theme.odds[3]
    assert player.text_at(1, 2) == {1: " ", 2: "50"}[zoom]
    assert player.style_at(1, 2) is player.theme.odds[3]


@pytest.mark.parametrize("theme", ["mono", "dark"])
def test_the_cursor_is_seen_among_the_odds_at_one_column(theme: str) -> None:
    player = GamePlayer(zoom=1, theme=theme)
    player.press("$", "enter", "a", "0")
    cursor, beside = player.style_at(1, 1), player.style_at(1, 2)
    assert cursor.reverse != beside.reverse
    assert (cursor.underline, cursor.bold) == (True, theme == "mono")
    assert (beside.underline, beside.bold) == (False, False)
    assert theme == "mono" or cursor.background != beside.background


def test_the_same_key_takes_the_odds_away() -> None:
    player = opened()
    before = field(player)
    player.press("a")
    assert field(player) != before
    player.press("a")
    assert field(player) == before


def test_odds_follow_every_move_and_undo() -> None:
    player = cornered(GUESS, "a", "home")
    before = field(player)
    player.go_to(3, 1)
    player.press("enter", "home")
    assert player.status is Status.PLAYING
    assert player.text_at(3, 1) == " 1"
    assert field(player) != before
    assert degrees(player, (2, 2)) == [degree(odds_by_brute_force(player)[2, 2])]
    player.press("u", "home")
    assert field(player) == before


@pytest.mark.parametrize("layout", [None, TWO_MINES])
def test_odds_before_the_first_reveal_say_why_there_are_none_and_are_no_help(
    layout: str | None,
) -> None:
    player = GamePlayer(layout)
    before = field(player)
    player.press("a")
    assert player.notice_text == "Nothing is known yet: reveal any cell"
    assert field(player) == before
    assert not player.session.helps
    player.press("$", "enter", "a")
    assert helps(player) == {"odds"}
    assert field(player) != before


def test_odds_of_a_board_whose_reveals_were_all_undone_show_nothing() -> None:
    player = opened(TWO_MINES, "a", "u")
    assert not {*player.theme.odds, *player.theme.sea} & {
        player.style_at(column, 1) for column in range(1, 5)
    }


@pytest.mark.parametrize("last", [(1, 1), (1, 2)])
def test_odds_are_gone_after_the_end(last: tuple[int, int]) -> None:
    plain, helped = GamePlayer(FIFTY_FIFTY), GamePlayer(FIFTY_FIFTY)
    for player, key in ((plain, FREE_KEY), (helped, "a")):
        player.press("$", "enter", key)
        player.click(*last)
        assert player.status is not Status.PLAYING
    assert field(helped) == field(plain)
    assert not {*helped.theme.odds} & {
        helped.style_at(column, row) for column in (1, 2, 3) for row in (1, 2)
    }


def test_a_new_game_shows_no_odds() -> None:
    player = opened(TWO_MINES, "a", "n", "enter")
    assert not {*player.theme.odds} & {player.style_at(column, 3) for column in range(1, 5)}


def test_a_hint_hides_the_odds_until_they_are_asked_for_again() -> None:
    player = opened(TWO_MINES, "i", "i", "G")
    hinted = field(player)
    player = opened(TWO_MINES, "a", "i", "i", "G")
    assert player.notice_text == SAFE_ROW
    assert field(player) == hinted
    player.press("a")
    assert player.notice_text == "Here 100%."


# The flag check


# What was used


# Large boards


def large(*keys: str) -> GamePlayer:
    """At the gap in the wall, with all to the left of it open."""
    player = GamePlayer(LARGE)
    player.press("enter")
    player.go_to(GAP[0] - 2, GAP[1])
    player.press(*keys)
    return player


def test_a_hint_on_a_large_board_marks_cells_of_the_whole_board() -> None:
    player = large("i", "i")
    assert player.notice_text == "o is safe: both * are the mines of this 2 . 3 proves it."
    assert marks(player) == {
        "target": [GAP],
        "premise": [(51, 31)],
        "support": [(51, 32)],
        "mine": [(52, 31), (52, 32)],
    }


def test_of_what_is_out_of_sight_the_whole_sentence_names_places() -> None:
    player = large("i", "i", "g", "0")
    reason = "(52,31) and (52,32) are the mines of the 2 at (51,31). The 3 at (51,32) proves it."
    assert f"(52,30) is safe: {reason}" in text_of(player)
    assert marks(player) == {}


def test_odds_on_a_large_board_are_those_of_the_whole_board() -> None:
    player = large("a")
    assert player.text_at(*GAP) == " o"
    assert degrees(player, *((52, row) for row in (27, 28, 29, 31, 32, 33))) == [4] * 6
    player.press("right", "right")
    assert player.notice_text == "Here 0%."
    player.press("g", "down", "down", "down")
    assert degrees(player, (52, 5)) == [4]
    assert player.screen.view.last_row < GAP[1]


def test_help_on_a_large_board_sees_what_is_out_of_sight() -> None:
    player = large("g", "0", "a", "i")
    assert player.notice_text == "Look at 2 and 3 ."
    assert marks(player) == {"premise": [(51, 31), (51, 32)]}
    while marks(player):
        player.mouse(WHEEL_DOWN, True, 40, 10)
    player.press("i")
    assert player.notice_text.startswith("o is safe: ")


def test_a_hint_on_a_large_board_is_kept_while_the_window_moves() -> None:
    player = large("i", "g", "0")
    assert marks(player) == {}
    assert player.cursor == (1, 1)
    player.press("i")
    assert player.notice_text.startswith("o is safe: ")
    assert marks(player)["target"] == [GAP]
    assert player.cursor == (1, 1)
    assert player.canvas.cursor is None
    player.press("right")
    assert player.screen.view.is_in_sight(*player.cursor)


def test_a_large_board_is_looked_back_on() -> None:
    player = large("right", "right", "down", "enter")
    assert player.status is Status.LOST
    assert "You could have known this mine." in text_of(looked_back(player))


@pytest.mark.parametrize("key", ["i", "a", "x", "."])
def test_beyond_its_limit_the_solver_says_so_and_that_is_no_help(key: str) -> None:
    player = GamePlayer(None, setup=Setup(101, 100, 1010))
    player.press("enter", key)
    assert player.notice_text == "Only for boards of up to 10,000 cells"
    assert helps(player) == set()
    assert marks(player) == {}
    player.press(key)
    assert player.notice_text == "Only for boards of up to 10,000 cells"


def test_beyond_its_limit_nothing_is_reviewed() -> None:
    player = GamePlayer("\n".join([".*" + "." * 99] * 100))
    player.go_to(1, 1)
    player.press("enter", "right", "enter")
    assert player.status is Status.LOST
    looked_back(player)
    assert player.notice_text.startswith("Lost after ")
    assert "guess" not in player.notice_text
    player.press("i")
    assert not player.is_at_page
    assert "Only for boards of up to 10,000 cells" in text_of(player)


# The look back


def test_the_look_back_goes_on_between_keys_until_it_is_done() -> None:
    player = opened(TWO_MINES, "home", "enter")
    steps = 0
    while player.screen.next_wakeup(player.now) == 0:
        assert "You guessed" not in player.notice_text
        assert player.panel[0] == "Lost"
        player.wait(0)
        steps += 1
    assert 1 < steps <= len(player.session.steps) + 1
    assert "You guessed" in player.notice_text
    assert player.screen.next_wakeup(player.now) == 60_000


# What is left to do


def flags_only(*keys: str) -> GamePlayer:
    """A game that only flags win, with its safe cells revealed."""
    player = GamePlayer(".**.\n.*..\n....", setup=Setup(4, 3, 3, win="flags"))
    for place in [(4, 3), (1, 1), (1, 2), (1, 3), (2, 3), (4, 1)]:
        assert player.notice_text == ""
        player.click(*place)
    player.press(*keys)
    assert player.session.game.safe_left == 0
    return player


def test_if_only_flags_win_a_text_says_so_once_all_safe_cells_are_revealed() -> None:
    player = flags_only()
    assert player.notice_text == "Flag the 3 mines to win"
    for place, said in [((2, 1), "Flag the 2 mines left to win"), ((3, 1), "Flag the last mine")]:
        player.click(*place, RIGHT)
        assert player.notice_text.startswith(said)
    player.click(2, 2, RIGHT)
    assert player.status is Status.WON
    assert "Flag" not in player.notice_text


@pytest.mark.parametrize("win", ["either", "clear"])
def test_where_flags_need_not_win_the_game_is_won_by_then(win: WinRule) -> None:
    player = GamePlayer(".*", setup=Setup(2, 1, 1, win=win))
    player.press("enter")
    assert player.status is Status.WON
    assert "Flag" not in player.notice_text


def test_under_strict_the_rule_is_named_as_what_killed() -> None:
    player = GamePlayer(TWO_MINES, setup=Setup(4, 3, 2, win="clear", on_guess="strict"))
    player.press("$", "enter", "0", "down", "enter")
    assert player.status is Status.LOST
    verdict = "You guessed where you could have known: the strict rule made it explode."
    assert f"{verdict} All 3 o are safe: {SHARED}" in looked_back(player).notice_text
    assert "survive" not in player.notice_text


def test_under_strict_the_rule_is_not_named_where_guesses_were_left_to_luck_after_an_undo() -> None:
    player = GamePlayer(TWO_MINES, setup=Setup(4, 3, 2, win="clear", on_guess="strict"))
    player.press("$", "enter", "G", "0", "enter", "u", "home", "g", "enter")
    assert player.status is Status.LOST
    assert "1 avoidable guess, 50% to survive" in looked_back(player).notice_text
    assert "strict" not in player.notice_text
