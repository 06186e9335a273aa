"""Help in the game: hints, odds, the flag check and the look back; on the screen in memory."""

from fractions import Fraction
from typing import Final

import pytest

from minesweeper.engine.notation import percent_text
from minesweeper.engine.setup import Setup
from minesweeper.settings.table import Binding
from minesweeper.solver.clues import clues_of
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.widgets.odds_map import risk_level
from tests.harness.player import TWO_MINES, WHEEL_DOWN, GamePlayer
from tests.harness.positions import layouts_by_brute_force
from tests.harness.scenes import act, marks_text, play, signs_text

# Scenes. On the board at the beginning, `$ enter` opens the upper right corner.

# Looks like TWO_MINES once the upper right corner is open.
TWIN: Final = """
    ....
    *...
    ...*
"""
AREA: Final = "Look at 1 and 1 ."
SHARED: Final = "1 and 1 share their mine."
SAFE_ROW: Final = f"1-1 All 3 o are safe: {SHARED}"
MARKED: Final = "look (2,1) (2,2), safe (1,3) (2,3) (3,3)"
NOTHING_KNOWN: Final = "Nothing is known yet: reveal any cell."
ANY_IS_SAFE: Final = "Reveal any cell: the first is safe."
TOO_LARGE: Final = "the board is too large (10,000 cells at most)."
TENS: Final = "A digit on a covered cell counts tens: 3 is 30 to 39%."
CORNER: Final = "on .*../**../...* ; enter"
UNCERTAIN: Final = "on .*../..../...* ; enter"
PAIR: Final = "on *../... ; $ enter"
FLAGS_WIN: Final = Setup(4, 3, 3, win="flags")
STRICT: Final = Setup(4, 3, 2, win="clear", on_guess="strict")

SCENES: Final = {
    # Hints
    "a hint names the numbers to look at, then the move and its reason, and is played": f"""
        $ enter i ; = says {AREA} ; = marks look (2,1) (2,2) ; = main i tell me
        i ; = says {SAFE_ROW} ; = marks {MARKED} ; = main i play it
        i ; = status won ; = helps hint ; = hides Played
    """,
    "more than three numbers are not named one by one": """
        on .*.../...../*.*.*/..... ; go (5,1) ; enter i ; = says Look at these 4 .
        = marks look (3,1) (3,2) (4,2) (5,2)
    """,
    "what is out of sight in another window is named by its place at once": f"""
        on *.*{"." * 57}/{"." * 60} ; size 200x14 ; $ enter ; go (1,2) ; enter ; go (2,2) ; enter
        go (3,2) ; enter ; i*2 $ ; = says o is safe: this 1 has its mine at *...
        size 60x14 ; = says (2,1) is safe: the 1 at (3,2) has its mine at (3,1)...
    """,
    "mines are marked apart from safe cells": f"""
        {CORNER} ; i right G $ ; = marks look (1,1)
        i ; = marks danger (1,2) (2,1) (2,2), look (1,1)
        = says All 3 ! are mines: this 3 has only 3 cells for its mines.
    """,
    "the mines of a hint are flagged, and undone one by one": f"""
        {CORNER} ; i*3 ; = says Played the hint. ; = board 3F##/FF##/#### ; = marks
        i ; = says Nothing is certain: i for the best guess.
        u*2 ; = board 3F##/####/####
    """,
    "mines that have flags are not hinted at": f"""
        {CORNER} ; right f left i*2 ; = marks danger (1,2) (2,2), look (1,1)
        down f right f up*2 left i*2 ; = says The best guess is ... ; = marks guess ...
    """,
    "flags are no evidence": f"""
        $ enter ; go (1,1) ; f ; go (1,2) ; f ; go (1,3) ; f ; go (2,3) ; f ; go (4,3) ; f
        go (4,1) ; i*2 ; = says {SAFE_ROW} ; = marks {MARKED}
    """,
    "a hint starts again when the position has changed": f"""
        {CORNER} ; i*2 right f i ; = says Look at ... ; = board 3F##/####/####
    """,
    "a hint stays while the cursor moves": f"""
        $ enter i left G i ; = says {SAFE_ROW} ; left down ctrl-left G $ ; = says {SAFE_ROW}
        = cursor (4,3) ; = marks {MARKED}
    """,
    "a hint is forgotten after a flag": f"""
        $ enter i G 0 f ; = says ; = marks ; i ; = says {AREA}
        i ; = says {SAFE_ROW} ; f ; = says ; = marks ; i ; = says {AREA}
    """,
    "a hint is forgotten after a reveal": f"""
        $ enter i G left enter ; = status playing ; = says ; = marks ; i ; = says {AREA}
        i ; = marks ... ; u ; = marks
    """,
    "a hint is forgotten after a click": f"""
        {UNCERTAIN} ; i*2 ; = marks guess (4,1) ; click (3,1) ; = marks
    """,
    "a refused move keeps the hint": f"""
        $ enter i*2 f ; = message ...around it. ; = marks {MARKED} ; left ; = says {SAFE_ROW}
    """,
    "before the first reveal nothing is known": f"""
        on classic ; i*2 ; = says {ANY_IS_SAFE} ; = marks ; left ; . ; = says {ANY_IS_SAFE}
        left x ; = says {ANY_IS_SAFE} ; left a ; = says {ANY_IS_SAFE} ; = signs ; = helps
    """,
    "after an undo the mines stay, and the next cell may be one": f"""
        on classic ; enter u i ; = says {NOTHING_KNOWN} ; left a ; = says {NOTHING_KNOWN} ; = signs
    """,
    "where nothing is certain the best guess is named with what it wins, and played": f"""
        {UNCERTAIN} ; i ; = says Nothing is certain: i for the best guess. ; = marks
        i ; = marks guess (4,1) ; = signs 13% (4,1)
        = says The best guess is 13% : nothing is certain. It wins 7 times in 8.
        -*3 left ; = signs B (4,1)
        = says The best guess is B , 13%: nothing is certain. It wins 7 times in 8.
        i ; = says Played the hint. ; = board 1#1./##21/####
    """,
    "a given board is a guess before the first reveal": """
        i*2 ; = says The best guess is 17% : nothing is certain. It wins 79 times in 100.
    """,
    "in the smallest window the conclusion is in sight": """
        size 30x10 ; $ enter i*2 ; = shows All 3 o are safe ; = keys i play it ? help q quit
    """.replace("3 o are", "3  o  are"),
    "nothing obvious is no help": f"{UNCERTAIN} ; . ; = says Nothing is obvious here. ; = helps",
    # Odds
    "the odds of the cell under the cursor are named": """
        $ enter a ; = main a hide the odds ; go (1,1) ; = says Here 50% ; go (2,3) ; = says Here 0%
        go (4,3) ; = says Here 100% ; go (2,1) ; = says
    """,
    "the odds far from all numbers have a tile of their colour": f"""
        {UNCERTAIN} ; a right ; = says Here 33% far from all numbers: 13%
        home ; = says far from all numbers: 13% ; G $ ; = says Here 13%, as in every .
    """,
    "odds are on the board until the same key takes them away": """
        $ enter a ; = signs * (4,3), 50% (1,1) (1,2), o (1,3) (2,3) (3,3)
        a ; = signs ; = says ; = main
    """,
    "odds follow every move": f"""
        {UNCERTAIN} ; a ; = signs ...33% (1,2) (2,1) (2,2) ; go (3,1) ; enter
        = signs ...27% (1,2), 36% (2,1) (2,2)... ; u ; = signs ...33% (1,2) (2,1) (2,2)
    """,
    "odds whose reveals were all undone are gone": "$ enter a u ; = signs ; = says Undone.",
    "odds are gone after the end": f"{PAIR} ; a ; go (1,1) ; enter ; = status lost ; = signs",
    "a new game shows no odds": "$ enter a n enter ; = signs",
    "odds take the place of a hint, and a hint that of the odds": f"""
        $ enter i a home ; = says Here 50% ; = marks ; i*2 ; = says {SAFE_ROW}
        = signs 1 (2,1) (2,2), o (1,3) (2,3) (3,3) ; a ; = says Here 50%
    """,
    # The check of flags
    "no flags": "$ enter x ; = says There are no flags to check. ; = helps ; left ; = says",
    "a right flag is not proved wrong": """
        $ enter ; right-click (4,3) ; x ; = says Your only flag is not provably wrong. ; = main
        x ; = says Your only flag is not provably wrong. ; = cursor (4,3)
    """,
    "a flag that may be right is not": """
        $ enter ; right-click (1,1) ; right-click (1,2)
        x ; = says None of your 2 flags is provably wrong.
    """,
    "a wrong flag is counted, then shown, and taken off": """
        $ enter ; right-click (1,3) ; go (4,1)
        x ; = says Your only flag is wrong. ; = main x show it ; = cursor (4,1) ; = marks
        x ; = says This flag X is wrong: the cell is safe. ; = main Space take it off
        = cursor (1,3) ; = marks wrong (1,3) ; space ; = says ; = marks ; = board #1../#111/####
    """,
    "wrong flags are shown one after the other": """
        $ enter ; right-click (1,3) ; right-click (3,3) ; right-click (4,3)
        x ; = says 2 of your 3 flags are wrong. ; = main x show them
        x ; = says 2 of your 3 flags are wrong. This flag X is wrong: the cell is safe.
        = main Space take it off / x next ; = cursor (1,3) ; = marks wrong (1,3)
        x ; = cursor (3,3) ; = marks wrong (3,3) ; x ; = cursor (1,3)
        space x ; = says One of your 2 flags is wrong.
    """,
    "it takes the place of a hint and of the odds": """
        $ enter home f i*2 x ; = marks ; = says Your only flag is not provably wrong.
        a x ; = signs ; = says Your only flag is not provably wrong. ; i ; = says Look at ...
    """,
    "without flags a hint stays": f"""
        $ enter i*2 x ; = message There are no flags to check. ; = marks {MARKED}
        = main i play it ; left ; = says {SAFE_ROW}
    """,
    # What was used
    "a hint is noted": "$ enter i ; = helps hint ; = foot with help",
    "odds are noted": "$ enter a ; = helps odds ; = foot with help",
    "a check is noted": "$ enter f right G f x ; = helps flag check ; = foot with help",
    "all helps are noted once": """
        $ enter home f x i*2 a*3 ; = helps flag check, hint, odds ; = foot with help
        wait 1000 ; win ; idle ; = message ...no record
    """,
    "a new game starts without help": "$ enter i n ; = helps ; = foot",
    "there is no help after the end": """
        $ enter home enter a ; = message The game is over. ; = helps
        x ; = message The game is over. ; = helps
    """,
    "a pause hides what was said": f"""
        $ enter i*2 p ; = says Paused The board is hidden, and the clock is stopped.
        p ; = says {SAFE_ROW} ; = marks {MARKED}
    """,
    # The look back
    "a loss that could be avoided shows what was safe and why": f"""
        $ enter ; click (1,1) ; idle ; = marks {MARKED}
        = message You guessed, but all 3 o were safe: {SHARED} ; n ; = says ; = marks
    """,
    "so does the loss by a mine that could be known": f"""
        {CORNER} ; right enter ; idle ; = marks look (1,1)
        = message You could have known this mine: 3 touches only 3 covered cells, \
            so all 3 are mines.
    """,
    "bad luck is no mistake": f"""
        {PAIR} ; 0 enter ; idle ; = marks
        = message Bad luck. A coin toss that no number could decide.
    """,
    "at the first reveal nothing was known": """
        enter ; idle ; = message Bad luck. The first cell was a mine.
    """,
    "a bad guess names the better one": f"""
        {UNCERTAIN} ; right enter ; idle ; = marks guess (4,1)
        = message A costly guess. Nothing was certain, but B wins 88 times in 100, yours 67.
    """,
    "a key during the look back is not lost, and it goes on": """
        $ enter home enter down ; = message ; idle ; = message You guessed, ...
    """,
    "another game drops the look back": """
        $ enter home enter n ; idle ; = says ; = marks ; enter r ; idle ; = marks
    """,
    "of a board beyond the solver's limit nothing is said": f"""
        on 101x100/1010 ; enter i ; = message No hints here: {TOO_LARGE} ; = helps
        left a ; = message No hints here: {TOO_LARGE} ; = signs
        left x ; = message No hints here: {TOO_LARGE}
        left . ; = message No hints here: {TOO_LARGE} ; = helps
        lose ; idle ; = message ; = main u take it back / Enter new board / r this board again
        i ; = page left ; = message No review here: {TOO_LARGE}
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_help(scene: str) -> None:
    play(scene)


@pytest.mark.parametrize(
    ("keys", "is_quiet"),
    [
        *[
            ("left", False),
            ("i", True),
            ("i*2", True),
            ("i*2 n", False),
            ("a", True),
            ("a*2", False),
        ],
        *[("G 0 f x", False), ("G 0 f x*2", True)],
    ],
)
def test_the_cursor_is_quiet_while_help_is_on_the_board(keys: str, is_quiet: bool) -> None:
    assert play(f"$ enter {keys}").scene.is_quiet is is_quiet


# What help may know


@pytest.mark.parametrize(
    "keys", ["i", "i*2", "a", "G 0 a", "0 a", "0 f x", "0 f i*2", "G 0 f x*2", "G 0 f a"]
)
def test_help_never_depends_on_where_the_mines_are(keys: str) -> None:
    one, other = (GamePlayer(layout) for layout in (TWO_MINES, TWIN))
    for player in (one, other):
        act(player, f"$ enter ; {keys}")
    assert one.layout != other.layout
    assert (one.lines, one.scene.overlay) == (other.lines, other.scene.overlay)


def test_wrong_flags_change_no_odds() -> None:
    plain, flagged = (play(f"$ enter ; {keys} ; a") for keys in ("0", "G 0 f $ f 0 g"))
    assert flagged.session.game.flag_count == 2
    backgrounds = [
        {place: look.style.background for place, look in (player.scene.overlay or {}).items()}
        for player in (plain, flagged)
    ]
    assert backgrounds[0] == backgrounds[1]


# Hints that need rules of their own


@pytest.mark.parametrize("flags", ["f", "f*2"])
def test_wrong_flags_and_question_marks_are_removed_when_a_hint_is_played(flags: str) -> None:
    setup = Setup(4, 3, 2, question_marks=True)
    play(f"$ enter G 0 ; {flags} ; g $ i*3 ; = status won", layout=TWO_MINES, setup=setup)


def test_where_the_mine_count_is_the_only_reason_no_number_is_marked() -> None:
    scene = """
        $ enter left f i ; = says Count the mines that are left. ; = marks
        i ; = says ! is a mine: 1 mine is left for 1 cell. ; = marks danger (1,1)...
    """
    play(scene, layout="**.", setup=Setup(3, 1, 2, win="flags"))


def test_a_hint_names_the_key_that_was_pressed_for_it() -> None:
    keymap = bound_rows("default", {"hint": Binding(("\u00e9",), "config.toml")})
    scene = "enter \u00e9 ; = says ...: \u00e9 for the best guess. ; = main \u00e9 tell me"
    play(scene, layout=".*..\n....\n...*", keymap=keymap)


def test_one_key_plays_everything_obvious_and_one_key_undoes_it() -> None:
    scene = """
        go (3,1) ; f right*2 enter ; = board ##F1./#211./#1.../#1...
        . ; = message Revealed 1 cell. ; = board #2F1./#211./#1.../#1...
        u ; = message Undone. ; = board ##F1./#211./#1.../#1...
    """
    play(scene, layout="*.*..\n.....\n.....\n*....", setup=Setup(5, 4, 3, win="clear"))


# Odds


@pytest.mark.parametrize("scene", ["$ enter", UNCERTAIN, CORNER], ids=["certain", "guess", "mines"])
def test_the_odds_of_every_covered_cell_are_its_percent_and_its_colour(scene: str) -> None:
    player = play(f"{scene} ; a")
    game, place_of = player.session.game, player.screen.grid.place
    layouts = layouts_by_brute_force(clues_of(game))
    looks, overlay = player.screen.view.looks_of_cells, player.scene.overlay or {}
    covered = [cell for cell in game.grid if not game.is_revealed(cell)]
    assert overlay.keys() == {place_of(cell) for cell in covered}
    for cell in covered:
        share = Fraction(sum(cell in mines for mines in layouts), len(layouts))
        square = sum(place_of(cell)) % 2
        own = looks.face(game.face(cell), square)
        is_far = not any(map(game.is_revealed, game.grid.neighbours(cell)))
        look = looks.odds(risk_level(share), percent_text(share), square, own)
        if is_far and share not in (0, 1):
            look = looks.far(square, own)
        assert overlay[place_of(cell)] == look


def test_without_colours_odds_are_explained_in_words() -> None:
    player = play(f"{UNCERTAIN} ; a ; = says Far from all numbers: 13%", theme="mono")
    act(player, f"-*4 ; a*2 ; = says Far from all numbers: 13% {TENS}")


# Large boards


LARGE: Final = "\n".join("." * 51 + ("." if row == 30 else "*") + "." * 48 for row in range(1, 61))
"""Mines in column 52, but for a gap; all to the left of it is one opening."""
AT_THE_GAP: Final = "enter ; go (50,30)"

LARGE_SCENES: Final = {
    "a hint marks cells of the whole board": f"""
        {AT_THE_GAP} ; i*2 ; = says o is safe: this 2 has its mines at these 2 * , as 3 shows.
        = marks look (51,31), safe (52,30), shade (51,32) (52,31) (52,32)
    """,
    "of what is out of sight the whole sentence names places": f"""
        {AT_THE_GAP} ; i*2 g 0 ; = marks ; = says (52,30) is safe: the 2 at (51,31) has its \
            mines at (52,31) and (52,32), as the 3 at (51,32) shows.
    """,
    "odds are those of the whole board": f"""
        {AT_THE_GAP} ; a right*2 ; = says Here 0% ; g down*3 ; = cursor (52,4) ; = says Here 100%
    """,
    "help sees what is out of sight, and scrolls to it": f"""
        {AT_THE_GAP} ; g 0 a i ; = says Look at 2 and 3 . ; = marks look (51,31) (51,32)
        = cursor (1,1)
    """,
    "a hint is kept while the window moves, and the cursor stays": f"""
        {AT_THE_GAP} ; i g 0 ; = marks ; i ; = says o is safe: ... ; = marks ...safe (52,30)...
        = cursor (1,1)
    """,
    "a large board is looked back on, and scrolled to the reason": f"""
        size 60x20 ; {AT_THE_GAP} ; wheel up ; click (52,15) ; = hides known ; idle
        = message You could have known this mine: 3 ... ; = marks look (51,14)
    """,
}


@pytest.mark.parametrize("scene", LARGE_SCENES.values(), ids=LARGE_SCENES)
def test_help_on_a_large_board(scene: str) -> None:
    play(scene, layout=LARGE)


def test_a_hint_that_was_scrolled_away_is_scrolled_back() -> None:
    player = play(f"{AT_THE_GAP} ; i", layout=LARGE)
    while marks_text(player):
        player.mouse(WHEEL_DOWN, True, 40, 10)
    act(player, "i ; = says o is safe: ...")


# The look back


def test_the_look_back_goes_on_between_keys_until_it_is_done() -> None:
    player = play("$ enter home enter")
    steps = 0
    while player.screen.next_wakeup(player.now) == 0:
        assert (player.side.title, player.message, signs_text(player)) == ("Boom", "", "")
        player.wait(0)
        steps += 1
    assert 1 < steps <= len(player.session.steps) + 1
    assert player.message.startswith("You guessed, ")


# Rules


def test_if_only_flags_win_the_side_says_so_once_all_safe_cells_are_revealed() -> None:
    scene = """
        go (4,3) ; enter ; go (1,1) ; enter down enter down enter right enter ; = message
        go (4,1) ; enter ; = message Flag the 3 mines that are left. ; = status playing
        right-click (2,1) ; = message Flag the 2 mines that are left.
        right-click (3,1) ; = message Flag the mine that is left. ; right-click (2,2) ; = status won
    """
    play(scene, layout=".**.\n.*..\n....", setup=FLAGS_WIN)


def test_under_strict_the_rule_is_named_as_what_killed() -> None:
    scene = f"""
        $ enter 0 down enter ; = status lost ; idle
        = message You guessed where you could have known: the strict rule made it explode. \
            All 3 o are safe: {SHARED}
    """
    play(scene, layout=TWO_MINES, setup=STRICT)


def test_under_strict_the_rule_is_not_named_where_guesses_were_left_to_luck_after_an_undo() -> None:
    scene = """
        $ enter G 0 enter u home g enter ; = status lost ; idle ; = message You guessed, but ...
    """
    play(scene, layout=TWO_MINES, setup=STRICT)
