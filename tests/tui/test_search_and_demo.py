"""A board that needs no guess is searched for, and the solver plays; on the screen in memory."""

from itertools import count
from pathlib import Path
from typing import Final

import pytest

from minesweeper.engine.cells import Grid
from minesweeper.engine.game import Status
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_layout
from minesweeper.engine.setup import Setup
from minesweeper.play.dealer import Dealer, Search
from minesweeper.play.journal import parse_journal
from minesweeper.play.ranking import why_unranked
from minesweeper.play.replay import replay_of, wrong_claims
from minesweeper.play.session import fold
from minesweeper.settings.table import Binding
from minesweeper.solver.guess_free import deal_guess_free
from minesweeper.store.finished_games import read_journal
from minesweeper.store.unfinished_games import preview_game
from minesweeper.tui.keys import bound_rows, only_quitting
from minesweeper.tui.screens.demo import END_SHOWN, PACE
from minesweeper.tui.screens.game import CALM_TIME
from minesweeper.tui.screens.guess_free_search import GuessFreeSearch
from minesweeper.tui.screens.help import HelpPage
from tests.harness.kept_games import only_summary, open_store
from tests.harness.player import GamePlayer, Player, at_kept_games
from tests.harness.scenes import act, play
from tests.harness.searches import board_found, fail, find

EASY = Setup(8, 8, 10, no_guess=True)
WIDE = Setup(30, 7, 62, no_guess=True)
# None of its boards is guess-free.
HOPELESS = Setup(2, 2, 2, no_guess=True)


def at_searches(search: Search = find, setup: Setup = EASY, **options: object) -> GamePlayer:
    """A player at a board that is covered and, at its first reveal, searched for so."""
    seeds = count(7)
    dealer = Dealer(setup, lambda: next(seeds), search=search)
    return GamePlayer(None, dealer=dealer, **options)  # type: ignore[arg-type]  # the player's own


def searching(setup: Setup = EASY) -> GamePlayer:
    """A player where the first reveal waits for a board."""
    player = at_searches(find, setup)
    player.press("enter")
    assert player.screen.state == "searching"
    return player


def found(player: GamePlayer) -> GamePlayer:
    """The player after the search."""
    player.wait_until_idle()
    assert player.screen.state != "searching"
    return player


# A search takes four steps, the first of which is the reveal: `wait` is another one.

SEARCHES: Final = {
    "the first reveal waits for it": """
        enter ; = state searching ; wait 0 ; = state searching ; = clicks 0
        idle ; = state playing ; = clicks 1
    """,
    "so does a click": "click (5,5) ; = state searching ; idle ; = clicks 1 ; = cursor (5,5)",
    "the clock does not run meanwhile": """
        enter ; wait 5000 ; = state searching ; idle ; = clock 0:00
        wait 1000 ; = clock 0:01
    """,
    "it is said if it takes long": """
        enter ; wait 99 ; = title ; wait 1 ; = title Guess-free
        = message Looking for a board that needs no guess... ; = main
        = words Esc stop / q quit ; idle ; = title
    """,
    "other keys do nothing": """
        enter ; wait 100 ; n ; = unchanged ; r ; = unchanged ; i ; = unchanged ; a ; = unchanged
        x ; = unchanged ; p ; = unchanged ; ? ; = unchanged ; space ; = unchanged
        right ; = unchanged ; enter ; = unchanged ; b ; = unchanged ; = state searching
        idle ; = helps ; = clicks 1 ; = cursor (1,1)
    """,
    "nor does the mouse": """
        enter ; click (5,5) ; right-click (5,5) ; = state searching
        idle ; = clicks 1 ; = cursor (1,1)
    """,
    "quitting needs no board": "enter ; q ; = quits ; Q ; = quits ; ctrl-c ; = quits",
    "only a reveal needs one": """
        space ; = state playing ; space ; c ; = state playing ; i ; = state playing
        a ; = state playing
    """,
    "a flag protects its cell from it": "f enter ; = state playing ; = says This cell is flagged.",
    "only the first reveal needs it": """
        enter ; idle ; G $ f f ; = clicks 3 ; enter ; = clicks 4 ; = state ...i...
    """,
    # What to play instead
    "a search that is stopped asks": """
        enter escape ; = state asking ; = says Guess-free Stopped.
        = main Enter any board / f fewer mines ; = words Esc cancel / q quit ; = clicks 0
        n ; = unchanged ; click (5,5) ; = unchanged
    """,
    "its words can be clicked": """
        enter ; wait 100 ; click stop ; = state asking ; click cancel ; = state playing
        enter escape ; click fewer mines ; = state searching ; escape ; wait 500
        click any board ; = clicks 1 ; = setup classic
    """,
    "at its third step there is a proved board, which is not the last": """
        enter ; wait 0 ; escape ; = state asking ; escape ; enter ; wait 0 ; wait 0 ; escape
        = state asking ; = clicks 0
    """,
    "cancelled with fewer mines, all of them are there again": """
        enter escape f ; = state searching ; escape ; = state asking
        escape ; = state playing ; = setup classic, guess-free
    """,
    "fewer mines are said, and later boards have fewer too": """
        enter escape f ; idle ; = says A guess-free board with 9 mines.
        = setup 8x8/9, guess-free ; = clicks 1 ; n ; = setup 8x8/9, guess-free
    """,
    "after any board the next one is guess-free again": """
        enter escape ; wait 500 ; enter ; = setup classic ; = foot
        = says You may have to guess on this board. ; n ; = setup classic, guess-free
        = foot guess-free ; enter ; idle ; = foot guess-free
    """,
    "any board again is still not guess-free": """
        enter escape ; wait 500 ; enter r ; = setup classic ; = seed 7
    """,
    "any board after fewer mines were in vain has all of them": """
        enter escape f escape ; wait 500 ; enter ; = setup classic
    """,
}


@pytest.mark.parametrize("scene", SEARCHES.values(), ids=SEARCHES)
def test_a_search(scene: str) -> None:
    act(at_searches(), scene)


IN_VAIN: Final = {
    "nothing found": """
        enter ; idle ; = says Guess-free None found: so many mines rarely allow it.
        = clicks 0 ; escape ; = clicks 0 ; = state playing ; enter ; idle ; wait 500
        enter ; = clicks 1
    """,
    "Enter that is held plays no board that was not proved": """
        enter ; idle ; enter ; idle ; enter ; wait 499 ; enter ; = state asking
    """,
    "a window too small for the question": """
        size 29x9 ; enter ; idle ; = shows Too small ; size 30x10 ; enter ; idle
        = shows None found ; = shows Enter any
    """,
    "a board with guesses is not searched for": "on classic ; enter ; = state playing",
    "in vain with fewer mines too, the question is asked again": """
        on 2x2/2 guess-free ; enter ; idle ; f ; idle ; = state asking ; f ; idle ; = status won
    """,
}


@pytest.mark.parametrize("scene", IN_VAIN.values(), ids=IN_VAIN)
def test_a_search_in_vain(scene: str) -> None:
    is_real = scene.strip().startswith("on ")
    play(scene) if is_real else act(at_searches(fail), scene)


@pytest.mark.parametrize(
    ("size", "fewer"),
    [((30, 16, 130), 117), ((30, 16, 240), 144), ((9, 9, 4), 3), ((2, 2, 2), 1), ((2, 2, 0), 0)],
)
def test_a_tenth_fewer_mines_are_offered_or_what_is_often_found(
    size: tuple[int, int, int], fewer: int
) -> None:
    setup = Setup(*size, no_guess=True)
    search = GuessFreeSearch(fail(setup, 7, Grid(*setup.size[:2]).middle), setup, 0)
    assert search.setup_with_fewer_mines == setup._replace(mines=fewer)


def test_the_search_wants_to_go_on_at_once() -> None:
    player = searching()
    assert player.screen.next_wakeup(player.now) == 0
    assert found(player).screen.next_wakeup(player.now) > 0


def test_the_board_is_the_one_of_the_seed_and_the_first_cell() -> None:
    boards = []
    for keys in ([], ["3", "3"]):
        player = GamePlayer(None, setup=EASY)
        player.press(*keys, "enter")
        first = player.screen.cursor
        assert found(player).layout == format_layout(deal_guess_free(EASY, 7, first).board)
        boards.append(player.layout)
    assert boards[0] != boards[1]


def test_the_board_is_the_result_of_the_search_and_not_the_first_one_that_was_proved() -> None:
    player = found(searching())
    assert player.layout == format_layout(board_found(EASY, 7, player.screen.cursor))


def test_the_same_board_again_needs_no_search() -> None:
    player = found(searching(WIDE))
    layout = player.layout
    player.press("r", "G", "$", "enter")
    assert player.screen.state != "searching"
    assert player.layout == layout


def test_a_new_board_is_searched_for_anew() -> None:
    player = found(searching(WIDE))
    layout = player.layout
    player.press("n")
    assert player.foot == "guess-free"
    player.press("enter")
    assert player.screen.state == "searching"
    assert found(player).layout != layout


# Where no board was found


def stopped(setup: Setup = EASY) -> GamePlayer:
    """A player who has stopped a search, and may choose any board."""
    player = searching(setup)
    player.press("escape")
    assert player.screen.state == "asking"
    player.wait(CALM_TIME)
    return player


def test_with_fewer_mines_the_search_goes_on_for_the_same_cell_and_seed() -> None:
    player = stopped()
    player.press("f")
    fewer = found(player).setup
    assert fewer == EASY._replace(mines=9)
    assert player.layout == format_layout(board_found(fewer, 7, player.screen.grid.cell(1, 1)))


def test_any_board_is_the_one_that_its_seed_deals_and_not_guess_free() -> None:
    player = stopped(WIDE)
    player.press("enter")
    setup = WIDE._replace(no_guess=False)
    assert player.setup == player.session.head.setup == setup
    assert player.layout == format_layout(deal(setup, 7, player.screen.grid.cell(1, 1)))
    assert player.position.startswith(".")


def test_who_cancels_is_back_at_the_covered_board() -> None:
    player = at_searches()
    player.press("right", "f", "down")
    before = player.everything
    player.press("enter")
    player.wait(0)
    player.press("escape", "escape")
    assert player.everything == before
    player.press("enter")
    first = player.screen.cursor
    assert found(player).layout == format_layout(board_found(EASY, 7, first))


@pytest.mark.parametrize("choice", ["f", "enter"])
def test_flags_set_before_the_first_reveal_stay(choice: str) -> None:
    player = at_searches()
    player.press("G", "f", "g", "f", "u", "enter", "escape")
    clicks, entries = player.session.clicks, [*player.session.entries]
    player.wait(CALM_TIME)
    player.press(choice)
    player.wait_until_idle()
    assert player.position.splitlines()[-1].startswith("F")
    assert player.session.clicks == clicks + 1
    assert player.session.entries[: len(entries)] == entries
    assert why_unranked(player.session) == []  # a flag that is taken back is no help


def test_any_board_is_recorded_as_one_that_is_not_guess_free(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    player = at_kept_games(store, HOPELESS)
    player.press("enter")
    player.wait_until_idle()
    player.wait(CALM_TIME)
    player.press("enter")
    unfinished = store.read(preview_game, player.identity)
    assert unfinished
    assert not unfinished.head.setup.no_guess
    assert unfinished.board == player.board
    player.explode()
    assert not wrong_claims(replay_of(player.session, ""))
    assert only_summary(store).category.guess_free == 0
    stored = store.read(read_journal, player.identity)
    assert fold(parse_journal(stored)).board == player.board


@pytest.mark.parametrize("keys", [(), ("n", "u"), ("r", "G", "enter")])
def test_after_any_board_is_resumed_guess_free_games_go_on(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    player = at_kept_games(open_store(tmp_path), EASY)
    player.press("enter", "escape")
    player.wait(CALM_TIME)
    player.press("enter", *keys)
    assert not player.setup.no_guess
    player.screen.leave(player.now)
    player = at_kept_games(open_store(tmp_path), EASY._replace(no_guess=False), first=50)
    player.press("e")
    assert not player.setup.no_guess
    player.press("n")
    assert player.setup == EASY


def test_after_a_resumed_game_that_needs_no_exception_games_are_dealt_like_it(
    tmp_path: Path,
) -> None:
    setup = EASY._replace(no_guess=False)
    player = at_kept_games(open_store(tmp_path), setup)
    player.press("enter")
    player.screen.leave(player.now)
    player = at_kept_games(open_store(tmp_path), EASY, first=50)
    player.press("e", "n")
    assert player.setup == setup


def test_fewer_mines_are_recorded_as_such(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    player = at_kept_games(store, EASY)
    player.press("enter", "escape", "f")
    player.wait_until_idle()
    player.explode()
    category = only_summary(store).category
    assert (category.mines, category.guess_free) == (9, 1)


# The demo


def watching(layout: str | None = None, setup: Setup | None = None) -> GamePlayer:
    """A player where the demo is about to begin."""
    if layout is None and setup is None:
        setup = Setup(9, 9, 10)
    player = GamePlayer(layout, demo=True, setup=setup)
    player.wait(0)
    return player


def played(player: GamePlayer) -> int:
    return len(player.session.steps)


def seed(number: int) -> GamePlayer:
    player = watching()
    player.press(*["n"] * (number - 7))
    assert seed_of(player) == number
    return player


def seed_of(player: GamePlayer) -> int | None:
    return player.session.head.origin.seed


DEMO: Final = {
    "a move at a time": f"""
        wait {PACE - 1} ; = moves 0 ; wait 1 ; = moves 1 ; wait {PACE - 1} ; = moves 1
        wait 1 ; = moves 2 ; wait {PACE - 1} ; = moves 2 ; wait 1 ; = moves 3
    """,
    "no move as soon as a page is left": f"""
        wait {PACE} ; ? ; wait {2 * PACE} ; escape ; wait 0 ; wait {PACE - 1} ; = moves 1
        wait 1 ; = moves 2
    """,
    "no move in a pause": f"""
        wait {PACE} ; p ; wait {PACE} ; = unchanged ; wait {PACE} ; = unchanged
    """,
    "Space stops it and lets it go on": f"""
        wait {PACE} ; space ; wait {PACE} ; wait {PACE} ; = moves 1
        space ; wait 0 ; = moves 1 ; wait {PACE} ; = moves 2
    """,
    "right, l and L make one move and stop": f"""
        right ; = moves 1 ; wait {PACE} ; wait {PACE} ; = moves 1
        l ; = moves 2 ; wait {PACE} ; wait {PACE} ; = moves 2 ; L ; = moves 3
    """,
    "up and k make it faster": f"""
        up ; = says Speed 2x. ; down ; = says Speed 1x. ; k*2 ; = says Speed 4x.
        wait 0 ; wait {PACE // 4 - 1} ; = moves 0 ; wait 1 ; = moves 1
    """,
    "at most 16 times": f"""
        up*20 ; = says Speed 16x. ; wait 0 ; wait {PACE // 16} ; = moves 0 ; wait 1 ; = moves 1
    """,
    "down and j make it slower": f"""
        down ; = says Speed 1/2x. ; wait 0 ; wait {2 * PACE - 1} ; = moves 0 ; wait 1 ; = moves 1
        j ; = says Speed 1/4x. ; wait 0 ; wait {4 * PACE - 1} ; = moves 1 ; wait 1 ; = moves 2
    """,
    "at most 4 times": "down*20 ; = says Speed 1/4x. ; up*2 ; = says Speed 1x.",
    "what is left of a pause passes at the new speed": f"""
        wait {PACE // 2} ; up ; wait 0 ; wait {PACE // 4 - 1} ; = moves 0 ; wait 1 ; = moves 1
    """,
    "it says what it does next and why, but not while it is paused": f"""
        = says The first reveal is never a mine: begin with o . ; = cursor (1,1)
        wait {PACE} ; = message ...: ... ; space ; = says ; = signs ; right ; = says
        space ; = message ...: ...
    """,
    "the next board keeps the speed": f"""
        wait {PACE} ; wait {PACE} ; up n ; = says The first reveal is never a mine: ...
        wait 0 ; wait {PACE // 2} ; = moves 1
    """,
    "Enter takes over": f"""
        = main Enter take over
        = words Space pause / → one move / ↑ ↓ speed / ? help / q quit ; wait {PACE}
        space ; = words Space go on / ... ; space ; wait 0 ; wait {PACE}
        enter ; = says Your turn. ; = main ; = words Enter reveal / ...
        wait {10 * PACE} ; wait {10 * PACE} ; = moves 2 ; = status playing ; = helps demo
    """,
    "its words can be clicked": """
        click one move ; = moves 1 ; click speed ; = says Speed 2x. ; click take over
        = says Your turn.
    """,
    "taken over before the first move, a game is not helped": """
        enter*2 ; = moves 1 ; = helps
    """,
    "a game that the demo plays in is helped": f"""
        on intermediate ; = helps ; wait 0 ; wait {PACE} ; = helps demo
        = foot the solver plays ; enter ; = helps demo ; = foot with help
    """,
    "taken over, all keys do what they always do": f"""
        on *.../..../...* ; enter right*3 enter ; = position #1../#111/####
        down*2 space ; = position #1../#111/###F ; up left ; = cursor (3,2) ; = says
        0 G enter ; = status won
        wait {END_SHOWN} ; wait {END_SHOWN} ; = status won
    """,
    "the reason names the cell that is played": f"""
        on .*../..../...* ; wait 0 ; wait {PACE} ; = position 1###/####/####
        = message The best guess is ... ; wait {PACE} ; = moves 2
    """,
    "q quits": "q ; = quits ; ctrl-c ; = quits",
    "messages of other keys are shown": f"""
        wait {PACE} ; z ; = says The left button flags...
    """,
    "it searches for a guess-free board": f"""
        on 16x8/20 guess-free ; wait 0 ; wait {PACE} ; = state searching
        idle ; = foot guess-free / the solver plays
    """,
    "it plays any board without a question": f"""
        on 2x2/2 guess-free ; wait 0 ; wait {PACE} ; idle ; = moves 1 ; = setup 2x2/2
    """,
    "a player who took over is asked": "on 2x2/2 guess-free ; enter*2 ; idle ; = state asking",
}


@pytest.mark.parametrize("scene", DEMO.values(), ids=DEMO)
def test_a_demo(scene: str) -> None:
    play(scene if scene.strip().startswith("on ") else f"on beginner ; wait 0\n{scene}", demo=True)


def test_the_demo_plays_the_cell_that_it_has_marked() -> None:
    player = watching()
    for _ in range(6):
        marked = player.scene.overlay
        assert marked
        player.wait(PACE)
        assert player.cursor in marked


@pytest.mark.parametrize(
    ("number", "end"),
    [(8, "Won"), (9, "Won"), (10, "Won"), (15, "Won"), (7, "Boom"), (16, "Boom")],
)
def test_the_demo_plays_a_game_to_its_end(number: int, end: str) -> None:
    player = seed(number)
    for _ in range(81):
        if player.status is Status.PLAYING:
            player.wait(PACE)
    assert player.side.title == end


def test_after_the_end_the_demo_deals_anew() -> None:
    player = seed(8)
    while player.status is Status.PLAYING:
        player.wait(PACE)
    player.wait(END_SHOWN - 1)
    assert seed_of(player) == 8
    player.wait(1)
    assert seed_of(player) == 9
    player.wait(PACE)
    assert played(player) == 1


def test_a_demo_that_is_paused_or_has_no_room_takes_no_time_of_the_processor() -> None:
    player = watching()
    player.wait(PACE)
    player.resize(10, 3)
    player.wait(2 * PACE)
    assert player.screen.next_wakeup(player.now) > 0
    player.resize(80, 24)
    player.press("p")
    player.wait(2 * PACE)
    assert player.screen.next_wakeup(player.now) > 0
    assert played(player) == 1
    player.press("p")
    player.wait(0)
    player.wait(PACE - 1)
    assert played(player) == 1
    player.wait(1)
    assert played(player) == 2


def test_the_end_is_shown_as_long_at_any_speed() -> None:
    player = seed(8)
    player.press("up", "up")
    while player.status is Status.PLAYING:
        player.wait(PACE // 4)
    player.wait(END_SHOWN - 1)
    assert seed_of(player) == 8
    player.wait(1)
    assert seed_of(player) == 9


def test_the_help_of_the_demo_names_its_keys_first() -> None:
    page = watching().press("?")
    assert isinstance(page, HelpPage)
    texts = [" ".join(line[:51].split()) for line in Player(page).lines if line[:51].strip()]
    assert texts[1:4] == ["Enter take over", "Space pause, go on", "Right make one move"]
    assert texts[4:7] == ["Up speed up", "Down slow down", "1-4 move"]


def test_no_key_has_two_actions_in_the_help_of_the_demo() -> None:
    own = {"new": "space", "flag": "f", "theme": "k", "up": "w"}
    rows = bound_rows("default", {name: Binding((key,), "file") for name, key in own.items()})
    player = GamePlayer(None, demo=True, keymap=rows)
    told = [
        key for row in player.screen.help_keymap for keys in row.actions.values() for key in keys
    ]
    assert len(told) == len(set(told))
    assert "new board" not in {row.help for row in player.screen.help_keymap}
    player.press("enter")
    assert player.screen.help_keymap == only_quitting(rows)


def test_the_demo_is_the_same_every_time() -> None:
    one, other = watching(), watching()
    for _ in range(8):
        one.wait(PACE)
        other.wait(PACE)
    assert one.lines == other.lines


def test_a_game_too_large_for_the_solver_is_the_players_own() -> None:
    player = watching()
    player.screen.play_setup(Setup(200, 150, 3000), player.now)
    player.draw()
    assert player.message.startswith("No demo here: the board is too large")
    player.wait(PACE)
    assert played(player) == 0
    player.press("enter")
    assert played(player) == 1
