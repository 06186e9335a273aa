"""What moves at the end of a game: which look each cell has in each frame, and when nothing moves.

A cell of a picture is a letter for its background and the sign in it.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

import pytest

from minesweeper.engine.board import Board
from minesweeper.engine.cells import Grid
from minesweeper.engine.game import Game, Status
from minesweeper.engine.setup import Setup
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import Role
from minesweeper.tui.look.theme import second_tone
from minesweeper.tui.screens.game import CALM_TIME
from minesweeper.tui.widgets.field import Field
from minesweeper.tui.widgets.layout import Box
from minesweeper.tui.widgets.motion import (
    BLAST_STEP,
    LARGEST_BOARD,
    LONGEST_WRITE,
    WAVE_FRAMES,
    WAVE_STEP,
    has_motion,
    wave_overlay,
)
from tests.harness.boards import picture
from tests.harness.player import FREE_KEY, GamePlayer
from tests.harness.program import playing
from tests.harness.scenes import act

LETTERS: Final[dict[Role, str]] = {
    "covered": "#",
    "open": ".",
    "crest": "c",
    "tail": "t",
    "open-won": ",",
    "pad": "p",
    "flash": "!",
    "blast": "@",
    "fire": "f",
    "glow": "g",
    "glow-covered": "G",
    "ember": "e",
    "wrong-flag": "w",
    "look": "l",
    "shade": "s",
}
BOARD: Final = """
    *....
    .....
    ...**
"""
WIN: Final = "go (3,1) ; enter ; go (1,1) ; space ; go (1,3) ; enter"
LOSS: Final = "go (3,1) ; enter ; go (2,3) ; space ; go (4,3) ; enter"


def player_at(
    scene: str, *, glyphs: str = "unicode", zoom: int = 5, motion: bool = True, **options: object
) -> GamePlayer:
    """Return a player with exact colours who has played a scene, by default where ends move."""
    player = GamePlayer(BOARD, glyphs=glyphs, zoom=zoom, motion=motion, **options)  # type: ignore[arg-type]  # the player's own
    player.looks.set_exact()
    act(player, scene)
    return player


def seen(player: GamePlayer) -> str:
    theme, grid = player.theme, player.screen.grid
    letters = {
        theme.colour(tone): letter
        for role, letter in LETTERS.items()
        for tone in (role, second_tone(role))
    }

    def cell(column: int, row: int) -> str:
        ground = letters[player.style_at(column, row).background]
        return ground + player.text_at(column, row).replace(" ", "_")

    columns, rows = range(1, grid.width + 1), range(1, grid.height + 1)
    return "\n".join(" ".join(cell(column, row) for column in columns) for row in rows)


def frames(player: GamePlayer) -> Iterator[int]:
    """Go from frame to frame until the board rests; yield the milliseconds that each was shown."""
    while True:
        player.wait(0)
        player.wait_until_idle()
        wait = player.screen.next_wakeup(player.now)
        if wait > WAVE_STEP + BLAST_STEP:
            return
        yield wait
        player.wait(wait)


def is_moving(player: GamePlayer) -> bool:
    """Return whether the board does not rest yet; it does afterwards."""
    return bool([*frames(player)])


def pictures(scene: str, **options: object) -> str:
    """Return the pictures of all frames of an end, and of the rest."""
    player = player_at(scene, **options)  # type: ignore[arg-type]  # the player's own
    shown = [seen(player) for _ in frames(player)]
    return "\n\n".join([*shown, seen(player)]) + "\n"


# The frames


def test_a_wave_runs_over_a_board_that_is_won_and_leaves_lilies_behind() -> None:
    assert pictures(WIN) == picture("""
        #⚑ .1 ._ ._ ._
        .1 .1 .1 .2 .2
        c_ ._ .1 #⚑ #⚑

        #⚑ .1 ._ ._ ._
        c1 c1 .1 .2 .2
        t_ c_ .1 #⚑ #⚑

        c⚑ c1 ._ ._ ._
        t1 c1 c1 .2 .2
        t_ t_ c1 #⚑ #⚑

        t✿ t1 c_ c_ ._
        t1 t1 t1 c2 .2
        ,_ t_ t1 c⚑ #⚑

        t✿ t1 t_ c_ c_
        ,1 ,1 t1 t2 c2
        ,_ ,_ t1 t✿ c⚑

        p✿ ,1 t_ t_ c_
        ,1 ,1 ,1 t2 c2
        ,_ ,_ ,1 t✿ t✿

        p✿ ,1 ,_ t_ t_
        ,1 ,1 ,1 ,2 t2
        ,_ ,_ ,1 p✿ t✿

        p✿ ,1 ,_ ,_ ,_
        ,1 ,1 ,1 ,2 ,2
        ,_ ,_ ,1 p✿ p✿

        p✿ ,1 ,_ ,_ ,_
        ,1 ,1 ,1 ,2 ,2
        ,_ ,_ ,1 p✿ p✿
    """)


LOSS_FRAMES: Final = """
    {0} .1 ._ ._ ._
    #_ .1 .1 .2 .2
    #_ #⚑ #_ !✹ #{1}

    {0} .1 ._ ._ ._
    #_ .1 f1 f2 f2
    #_ #⚑ f_ @✹ f{1}

    {0} e1 e_ e_ e_
    #_ e1 g1 g2 g2
    #_ e⚑ G_ @✹ G{1}

    #✱ .1 ._ ._ ._
    #_ .1 .1 .2 l2
    #_ w✗ #_ @✹ #✱
"""


def test_a_blast_runs_from_the_mine_before_the_others_are_shown() -> None:
    assert pictures(LOSS) == picture(LOSS_FRAMES.format("#_", "_"))


def test_mines_that_were_shown_before_stay() -> None:
    assert pictures(LOSS, show_mines=True) == picture(LOSS_FRAMES.format("#✱", "✱"))


def test_a_mine_with_a_question_mark_keeps_it_until_it_is_shown() -> None:
    setup = Setup(5, 3, 3, question_marks=True)
    doubted = LOSS.replace("go (4,3)", "go (1,1) ; space ; space ; go (4,3)")
    assert pictures(doubted, setup=setup) == picture(LOSS_FRAMES.format("#?", "_"))


def test_each_frame_is_shown_for_its_time() -> None:
    assert [*frames(player_at(WIN))] == [WAVE_STEP] * WAVE_FRAMES
    assert [*frames(player_at(LOSS))] == [BLAST_STEP] * 3


@pytest.mark.parametrize("late", [1, 74, 75, 400, 5_000])
def test_a_frame_that_comes_late_is_that_of_its_time(late: int) -> None:
    prompt, slow = player_at(WIN), player_at(WIN)
    for player in (prompt, slow):
        player.wait(0)
        player.wait_until_idle()  # the verdict is found
    for _ in range(late):
        prompt.wait(1)
    slow.wait(late)
    assert slow.canvas.pieces == prompt.canvas.pieces


@pytest.mark.parametrize("zoom", [1, 2, 3, 5, 7, 11])
@pytest.mark.parametrize("look", ["sea", "light", "classic", "sea emoji"])
@pytest.mark.parametrize("scene", [WIN, LOSS], ids=["won", "lost"])
def test_the_rest_is_what_is_drawn_without_motion(scene: str, look: str, zoom: int) -> None:
    theme, glyphs = f"{look} unicode".split()[:2]
    player = player_at(scene, theme=theme, glyphs=glyphs, zoom=zoom)
    still = player_at(scene, theme=theme, glyphs=glyphs, zoom=zoom, motion=False)
    assert is_moving(player)
    assert not is_moving(still)
    assert player.canvas.pieces == still.canvas.pieces


@pytest.mark.parametrize("scene", [WIN, LOSS], ids=["won", "lost"])
def test_the_side_and_the_key_line_have_their_last_texts_from_the_first_frame_on(
    scene: str,
) -> None:
    player = player_at(scene)
    player.wait(0)
    player.wait_until_idle()  # the verdict is found
    said = player.says, player.main, player.side.more, player.lines[-1]
    for _ in frames(player):
        assert (player.says, player.main, player.side.more, player.lines[-1]) == said
    assert (player.says, player.main, player.side.more, player.lines[-1]) == said


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (8, 8), (10, 10), (30, 16), (16, 30), (100, 100)])
@pytest.mark.parametrize("corner", [0, 1])
def test_the_wave_runs_once_over_every_cell(size: tuple[int, int], corner: int) -> None:
    width, height = size
    grid = Grid(width, height)
    game = won_game(grid)
    field = Field(grid, Looks(colours=257))
    field.place_in(Box(0, 0, 200, 100), 2)
    last = grid.middle if corner else grid.cell(1, 1)
    overlays = [wave_overlay(game, last, field, frame) for frame in range(WAVE_FRAMES)]
    theme = field.looks.theme
    letters = {theme.colour("crest"): "c", theme.colour("tail"): "t"}
    for place in field.places_in_sight():
        looks = [overlay.get(place) for overlay in overlays]
        grounds = [letters.get(look.style.background, ".") if look else "," for look in looks]
        order = "".join(letter for letter, _ in groupby(grounds))
        assert re.fullmatch(r"\.?(c|t|ct),?", order)


def won_game(grid: Grid) -> Game:
    """Return a game without mines, won by one reveal."""
    game = Game(Setup(grid.width, grid.height, 0), Board(grid, bytes(grid.padded_size)))
    game.reveal(1, 1)
    return game


# When nothing moves


@pytest.mark.parametrize(
    ("looks", "moves"),
    [
        (Looks(), True),
        (Looks(colours=257), True),
        (Looks("classic"), True),
        (Looks(glyphs="emoji"), True),
        (Looks(motion=False), False),
        (Looks(colours=16), False),
        (Looks(colours=8), False),
        (Looks(colours=0), False),
        (Looks("mono"), False),
        (Looks(glyphs="ascii"), False),
    ],
)
def test_it_takes_256_colours_and_more_than_ascii(looks: Looks, moves: bool) -> None:
    assert has_motion(looks, won_game(Grid(3, 3))) is moves


def test_large_boards_rest() -> None:
    assert LARGEST_BOARD == 100 * 100
    assert has_motion(Looks(), won_game(Grid(100, 100)))
    assert not has_motion(Looks(), won_game(Grid(101, 100)))


RESTING: Final = {
    "a game that goes on": "go (3,1) ; enter",
    "an end that is undone": f"{LOSS} ; u",
    "an end that is redone": f"{LOSS} ; wait 1000 ; u ; y ; = status lost",
    "a win that is redone": f"{WIN} ; wait 1000 ; u ; y ; = status won",
    "an ended game that is gone back to": f"{LOSS} ; wait 1000 ; n ; u",
    "the board anew": f"{WIN} ; r ; = status playing",
}


@pytest.mark.parametrize("scene", RESTING.values(), ids=RESTING)
def test_only_the_move_that_ends_a_game_sets_it_moving(scene: str) -> None:
    assert not is_moving(player_at(scene, idle_pause=0))


def test_the_demo_moves() -> None:
    player = GamePlayer(BOARD, glyphs="unicode", demo=True, motion=True)
    while not player.session.over:
        player.press("right")
    player.wait(0)
    first = player.canvas.pieces
    player.wait(WAVE_STEP)
    assert player.canvas.pieces != first


# A slow line


@pytest.mark.parametrize(("milliseconds", "moves"), [(LONGEST_WRITE, True), (51, False)])
def test_a_frame_that_took_long_to_write_is_followed_by_the_rest(
    milliseconds: int, moves: bool
) -> None:
    player = player_at(WIN)
    player.wait(0)
    player.screen.note_written(milliseconds)
    player.wait_until_idle()
    assert is_moving(player) is moves
    assert seen(player) == pictures(WIN).split("\n\n")[-1].rstrip()


# Keys and clicks


def test_any_key_shows_the_rest_at_once() -> None:
    player = player_at(f"{WIN} ; wait 0 ; wait 100 ; {FREE_KEY}")
    rest = pictures(WIN).split("\n\n")[-1].rstrip()
    assert seen(player) == rest
    assert not is_moving(player)


def test_a_key_that_ends_the_motion_acts() -> None:
    assert player_at(f"{LOSS} ; wait 100 ; u").status is Status.PLAYING
    assert player_at(f"{WIN} ; wait 100 ; i").is_at_page


def test_enter_deals_after_half_a_second_though_the_wave_still_runs() -> None:
    player = player_at(f"{WIN} ; wait 0 ; wait {CALM_TIME - 1} ; enter")
    assert player.status is Status.WON
    assert not is_moving(player)
    player = player_at(f"{WIN} ; wait 0 ; wait {CALM_TIME} ; enter")
    assert player.status is Status.PLAYING


def test_the_click_that_ends_a_game_lets_it_move_and_the_next_one_does_not() -> None:
    player = player_at("go (3,1) ; enter ; click (1,3)")
    assert player.status is Status.WON
    player.wait(0)
    player.wait_until_idle()
    player.down(2, 1)
    assert not is_moving(player)
    assert is_moving(player_at("go (3,1) ; enter ; click (1,3)"))


def test_the_reason_of_a_loss_is_scrolled_to_when_the_blast_is_over() -> None:
    player = GamePlayer(None, (30, 10), setup=Setup(9, 9, 10), glyphs="unicode", motion=True)
    player.press("enter")
    view = player.screen.view
    top = view.top
    player.reveal(max(cell for cell in player.board.grid if player.board.is_mine(cell)))
    assert [view.top for _ in frames(player)] == [top] * 3
    assert view.top > top
    assert view.is_in_sight(*player.cursor)


# Bytes


TEN_BY_TEN: Final = """\
......*...
...*......
...*......
.......**.
..*.....*.
........**
**..*...*.
..**......
......*...
**.*...*..
"""
# Where the wave still is, in 256 colours.
CREST, TAIL = "00af87", "00875f"


def keys_that_win() -> str:
    """Return keys that reveal one safe cell after the other, up to the last one that is needed."""
    rows = [re.sub(r"\.", "o.", row) for row in TEN_BY_TEN.split()]
    keys = "g0" + "j0".join(re.sub(r"[.*]", "l", row) for row in rows)
    player = GamePlayer(TEN_BY_TEN)
    for number, key in enumerate(keys, 1):
        player.press(key)
        if player.session.over:
            return keys[:number]
    raise AssertionError("these keys win")


@pytest.mark.parametrize(("option", "most"), [("--motion", 20_000), ("--no-motion", 4_700)])
def test_a_win_sends_few_bytes(tmp_path: Path, option: str, most: int) -> None:
    """The side with the result is 2,500 of them; the wave adds 15,300."""
    board, keys = tmp_path / "board", keys_that_win()
    board.write_text(TEN_BY_TEN)
    with playing(f"--board={board}", "--theme=sea", option) as terminal:
        terminal.type(keys[:-1])
        places = [(column, row) for column in range(80) for row in range(24)]
        terminal.wait_for(lambda t: t.text.count("▪") == 20)  # the cursor is on the last cell
        terminal.mark()
        terminal.type(keys[-1])
        terminal.wait_for(
            lambda t: (
                t.text.count("✿") == 20
                and "lucky" in t.text
                and not {t.cell(*place).bg for place in places} & {CREST, TAIL}
            )
        )
        assert terminal.written_since_mark <= most
