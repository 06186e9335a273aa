"""A board that needs no guess is searched for, and the solver plays; on the screen in memory."""

import re
from itertools import count
from pathlib import Path
from typing import Final

import pytest

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
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.screens.demo import END_SHOWN, PACE
from minesweeper.tui.screens.guess_free_search import SearchFailedPage
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
        enter ; wait 5000 ; = state searching ; = clock 0:00 ; idle ; = clock 0:00
        wait 1000 ; = clock 0:01
    """,
    "its progress is shown if it takes long": """
        enter ; wait 99 ; = says ; wait 1
        = says Looking for a guess-free board: 75%; press Esc to stop
        wait 0 ; = says Looking for a guess-free board: 100%; press Esc to stop ; idle ; = says
    """,
    "other keys do nothing": """
        enter ; wait 100 ; n ; = unchanged ; r ; = unchanged ; i ; = unchanged ; a ; = unchanged
        x ; = unchanged ; p ; = unchanged ; ? ; = unchanged ; space ; = unchanged
        right ; = unchanged ; enter ; = unchanged ; b ; = unchanged ; = state searching
        idle ; = helps ; = clicks 1 ; = cursor (1,1)
    """,
    "nor does the mouse": """
        enter ; click (5,5) ; right-click (5,5) ; click :) ; = state searching
        idle ; = clicks 1 ; = cursor (1,1)
    """,
    "quitting needs no board": "enter ; q ; = quits ; Q ; = quits ; ctrl-c ; = quits",
    "only a reveal needs one": """
        space ; = state playing ; space ; c ; = state playing ; i ; = state playing
        a ; = state playing
    """,
    "a flag protects its cell from it": "f enter ; = state playing ; = says This cell is flagged",
    "only the first reveal needs it": """
        enter ; idle ; G $ f f ; = clicks 3 ; enter ; = clicks 4 ; = state ...i...
    """,
    # The question what to play instead
    "a search that is stopped asks": """
        enter escape ; = page open ; = shows Search stopped ; = clicks 0
    """,
    "at its third step there is a proved board, which is not the last": """
        enter ; wait 0 ; escape ; = page open ; escape ; enter ; wait 0 ; wait 0 ; escape
        = page open ; = clicks 0
    """,
    "cancelled with fewer mines, all of them are there again": """
        enter escape enter ; = state searching ; escape ; = focus 1 Fewer mines: 8
        escape ; = setup classic, guess-free
    """,
    "later boards have fewer mines too": """
        enter escape enter ; idle ; n ; = setup 8x8/9, guess-free
    """,
    "after any board the next one is guess-free again": """
        enter escape 2 ; = setup classic ; n ; = setup classic, guess-free
        = title Classic 8x8 guess-free ; enter ; idle ; = title Classic 8x8 guess-free
    """,
    "any board again is still not guess-free": """
        enter escape 2 r ; = setup classic ; = title Classic 8x8 seed 7
    """,
    "any board after fewer mines were in vain has all of them": """
        enter escape enter escape 2 ; = setup classic
    """,
}


@pytest.mark.parametrize("scene", SEARCHES.values(), ids=SEARCHES)
def test_a_search(scene: str) -> None:
    act(at_searches(), scene)


IN_VAIN: Final = {
    "Cancel can be clicked": """
        enter ; idle ; = page open ; click Cancel ; = page left ; = clicks 0
        enter ; idle ; click Any board ; = clicks 1
    """,
    "Enter that is held plays no board that was not proved": """
        enter ; idle ; enter ; idle ; enter ; idle ; enter ; idle ; enter ; idle
        = page open ; = focus 1 Fewer mines: 5
    """,
    "a window too small for the question": """
        size 16x7 ; enter ; idle ; = shows Too small ; = shows 30x10 needed ; = keys
        1 enter ; = clicks 0 ; escape ; = page left ; = clicks 0
    """,
    "a board with guesses is not searched for": "on classic ; enter ; = state playing",
    "in vain with fewer mines too, the question is asked again": """
        on 2x2/2 guess-free ; enter ; idle ; = focus 1 Fewer mines: 1 ; enter ; idle
        = focus 1 Fewer mines: 0 ; enter ; idle ; = status won
    """,
}


@pytest.mark.parametrize("scene", IN_VAIN.values(), ids=IN_VAIN)
def test_a_search_in_vain(scene: str) -> None:
    is_real = scene.strip().startswith("on ")
    play(scene) if is_real else act(at_searches(fail), scene)


@pytest.mark.parametrize(
    ("size", "fewer"), [("30x16/130", 117), ("30x16/240", 144), ("9x9/4", 3), ("2x2/2", 1)]
)
def test_a_tenth_fewer_mines_are_offered_or_what_is_often_found(size: str, fewer: int) -> None:
    play(f"on {size} guess-free ; enter escape ; = focus 1 Fewer mines: {fewer}")


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
    assert player.title.endswith("seed 7  unranked: known layout")


def test_a_new_board_is_searched_for_anew() -> None:
    player = found(searching(WIDE))
    layout = player.layout
    player.press("n")
    assert player.title.endswith("guess-free - seed 8")
    player.press("enter")
    assert player.screen.state == "searching"
    assert found(player).layout != layout


# Where no board was found


def asked(setup: Setup = HOPELESS, **options: object) -> GamePlayer:
    """A player whose search has found nothing, and who is asked what to play instead."""
    player = at_searches(fail, setup, **options)
    player.press("enter")
    player.wait_until_idle()
    assert isinstance(player.top, SearchFailedPage)
    return player


def stopped(setup: Setup = EASY) -> GamePlayer:
    """A player who has stopped a search."""
    player = searching(setup)
    player.press("escape")
    assert isinstance(player.top, SearchFailedPage)
    return player


def test_a_search_that_fails_asks_what_to_play() -> None:
    player = asked(size=(80, 13))
    assert player.shown == [
        "                 +- No guess-free board ----------------------+",
        "                 |                                            |",
        "                 |  1  Fewer mines: 1                         |",
        "                 |  2  Any board                              |",
        "                 |  3  Cancel                                 |",
        "                 |                                            |",
        "                 |  Search with 1 mine                        |",
        "                 |                                            |",
        "                 |                                            |",
        "                 |                                            |",
        "                 +--------------------------------------------+",
        "",
        "                    Enter play   arrows choose   Esc go back",
    ]


def test_in_the_smallest_window_all_answers_are_in_sight_with_what_they_do() -> None:
    player = asked(Setup(2, 9, 9, no_guess=True), size=(30, 10))
    assert player.lines == [
        "+- No guess-free board ------+",
        "|  1  Fewer mines: 5         |",
        "|  2  Any board              |",
        "|  3  Cancel                 |",
        "|  Search with 5 mines       |",
        "|                            |",
        "|                            |",
        "+----------------------------+",
        "",
        "Enter play  arrows choose  Esc",
    ]


def test_with_fewer_mines_the_search_goes_on_for_the_same_cell_and_seed() -> None:
    player = stopped()
    player.press("enter")
    assert player.screen.state == "searching"
    fewer = found(player).setup
    assert fewer == EASY._replace(mines=9)
    assert player.layout == format_layout(board_found(fewer, 7, player.screen.grid.cell(1, 1)))
    assert player.title == "8x8  guess-free  seed 7"
    assert player.session.clicks == 1
    assert player.notice_text == "A guess-free board with 9 mines"


def test_any_board_is_the_one_that_its_seed_deals_and_not_guess_free() -> None:
    player = stopped(WIDE)
    player.press("2")
    setup = WIDE._replace(no_guess=False)
    assert player.setup == player.session.head.setup == setup
    assert player.layout == format_layout(deal(setup, 7, player.screen.grid.cell(1, 1)))
    assert player.position.startswith(".")
    assert player.notice_text == "You may have to guess on this board"
    assert player.title == "30x7  seed 7"


@pytest.mark.parametrize("keys", [["3"], ["down", "down", "enter"], ["escape"], ["q"]])
def test_who_cancels_is_back_at_the_covered_board(keys: list[str]) -> None:
    player = at_searches()
    player.press("right", "f", "down")
    before = player.everything
    player.press("enter")
    player.wait(0)
    player.press("escape", *keys)
    assert player.everything == before
    player.press("enter")
    first = player.screen.cursor
    assert found(player).layout == format_layout(board_found(EASY, 7, first))


@pytest.mark.parametrize("choice", ["1", "2"])
def test_flags_set_before_the_first_reveal_stay(choice: str) -> None:
    player = at_searches()
    player.press("G", "f", "g", "f", "u", "enter", "escape")
    clicks, entries = player.session.clicks, [*player.session.entries]
    player.press(choice)
    player.wait_until_idle()
    assert player.position.splitlines()[-1].startswith("F")
    assert player.session.clicks == clicks + 1
    assert player.session.entries[: len(entries)] == entries
    assert why_unranked(player.session) == []  # a flag that is taken back is no help


@pytest.mark.parametrize("glyphs", ["unicode", "ascii", "emoji"])
def test_in_every_theme_the_answer_in_focus_is_to_be_seen(glyphs: str) -> None:
    player = asked(glyphs=glyphs)
    player.press("down")
    for theme in ("auto", *PALETTES):
        player.looks.apply(theme=theme)
        player.draw()
        assert player.focused == "2 Any board", theme
        column, row = player.canvas.cursor or (0, 0)
        assert player.lines[row][column:].startswith("2"), theme


def test_any_board_is_recorded_as_one_that_is_not_guess_free(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    player = at_kept_games(store, HOPELESS)
    player.press("enter")
    player.wait_until_idle()
    player.press("2")
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
    player.press("enter", "escape", "2", *keys)
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
    player.press("enter", "escape", "enter")
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
    assert player.shows(f"seed {number}")
    return player


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
        up ; = says Speed x2 ; down ; = says Speed x1 ; k*2 ; = says Speed x4
        wait 0 ; wait {PACE // 4 - 1} ; = moves 0 ; wait 1 ; = moves 1
    """,
    "at most 16 times": f"""
        up*20 ; = says Speed x16 ; wait 0 ; wait {PACE // 16} ; = moves 0 ; wait 1 ; = moves 1
    """,
    "down and j make it slower": f"""
        down ; = says Speed x1/2 ; wait 0 ; wait {2 * PACE - 1} ; = moves 0 ; wait 1 ; = moves 1
        j ; = says Speed x1/4 ; wait 0 ; wait {4 * PACE - 1} ; = moves 1 ; wait 1 ; = moves 2
    """,
    "at most 4 times": "down*20 ; = says Speed x1/4 ; up*2 ; = says Speed x1",
    "what is left of a pause passes at the new speed": f"""
        wait {PACE // 2} ; up ; wait 0 ; wait {PACE // 4 - 1} ; = moves 0 ; wait 1 ; = moves 1
    """,
    "the next board keeps the speed but not the reasons": f"""
        wait {PACE} ; wait {PACE} ; = says ...is safe: ... ; up n ; = says Watching the solver...
        wait 0 ; wait {PACE // 2} ; = moves 1
    """,
    "Enter takes over": f"""
        = shows Enter take over ; = hides Enter reveal ; wait {PACE} ; wait {PACE}
        enter ; = says Your turn ; = shows Enter reveal ; = hides take over
        wait {10 * PACE} ; wait {10 * PACE} ; = moves 2 ; = status playing ; = helps demo
    """,
    "taken over before the first move, a game is not helped": """
        enter*2 ; = moves 1 ; = helps
    """,
    "a game that the demo plays in is helped": f"""
        on intermediate ; = helps ; wait 0 ; wait {PACE} ; = helps demo
        = title Intermediate 16x16 seed 7 unranked: solver played ; enter ; = helps demo
    """,
    "taken over, all keys do what they always do": f"""
        on *.../..../...* ; enter right*3 enter ; = position #1../#111/####
        down*2 space ; = position #1../#111/###F ; up left ; = cursor (3,2) ; = says
        = shows Enter reveal ; 0 G enter ; = status won
        wait {END_SHOWN} ; wait {END_SHOWN} ; = status won
    """,
    "the reason names the cell that was played": f"""
        on .*../..../...* ; wait 0 ; wait {PACE} ; = cursor (1,1) ; = position 1###/####/####
        = says The best guess is 1 , 17%: nothing is certain. It wins 79 times in 100.
    """,
    "q quits": "q ; = quits ; ctrl-c ; = quits",
    "messages of other keys are shown": f"""
        wait {PACE} ; z ; = says The left button flags... ; x ; = says There are no flags...
        i ; = says Look at...
    """,
    "it searches for a guess-free board": f"""
        on 16x8/20 guess-free ; wait 0 ; wait {PACE} ; = state searching
        idle ; = title ...unranked: solver played
    """,
    "it plays any board without a question": f"""
        on 2x2/2 guess-free ; wait 0 ; wait {PACE} ; idle ; = page left ; = moves 1 ; = setup 2x2/2
    """,
    "a player who took over is asked": "on 2x2/2 guess-free ; enter*2 ; idle ; = page open",
}


@pytest.mark.parametrize("scene", DEMO.values(), ids=DEMO)
def test_a_demo(scene: str) -> None:
    play(scene if scene.strip().startswith("on ") else f"on beginner ; wait 0\n{scene}", demo=True)


def test_the_demo_says_how_to_take_over_and_then_why_it_moves() -> None:
    player = watching()
    assert player.notice_text == "Watching the solver: press Enter to take over"
    player.wait(PACE)
    assert player.notice_text == "Nothing is known yet: reveal any cell."
    for _ in range(5):
        before = player.notice_text, player.cursor
        player.wait(PACE)
        assert re.search(" (is safe|are safe|is a mine|are mines): ", player.notice_text)
        assert (player.notice_text, player.cursor) != before
        assert player.cursor in player.painted(player.theme.marks["target"])


@pytest.mark.parametrize(
    ("number", "end"),
    [(8, "Won"), (9, "Won"), (10, "Won"), (15, "Won"), (7, "Lost"), (16, "Lost")],
)
def test_the_demo_plays_a_game_to_its_end(number: int, end: str) -> None:
    player = seed(number)
    for _ in range(81):
        if player.status is Status.PLAYING:
            player.wait(PACE)
    assert player.notice_text.startswith(end)
    assert not any(map(player.painted, player.theme.marks.values()))


def test_after_the_end_the_demo_deals_anew() -> None:
    player = seed(8)
    while player.status is Status.PLAYING:
        player.wait(PACE)
    player.wait(END_SHOWN - 1)
    assert player.shows("seed 8")
    player.wait(1)
    assert player.shows("seed 9")
    player.wait(PACE)
    assert played(player) == 1


def test_the_look_back_follows_a_game_of_the_demo() -> None:
    player = seed(8)
    for _ in range(60):
        player.wait(PACE if player.status is Status.PLAYING else 0)
    assert "guess" in player.notice_text


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
    assert player.shows("seed 8")
    player.wait(1)
    assert player.shows("seed 9")


def test_the_help_of_the_demo_names_its_keys_first() -> None:
    page = watching().press("?")
    assert isinstance(page, HelpPage)
    texts = [" ".join(line.split()) for line in Player(page, (40, 60)).page if line]
    assert texts[:3] == ["Watching the solver", "Enter Take over", "Space Pause, continue"]
    assert [text.split()[0] for text in texts[3:7]] == ["Right", "Up", "Down", "Moving"]
    assert texts[7] == "1-4 6-9 Left h Move"


def test_no_key_has_two_actions_in_the_help_of_the_demo() -> None:
    own = {"new": "space", "flag": "f", "theme": "k", "up": "w"}
    rows = bound_rows("default", {name: Binding((key,), "file") for name, key in own.items()})
    player = GamePlayer(None, demo=True, keymap=rows)
    told = [
        key for row in player.screen.help_keymap for keys in row.actions.values() for key in keys
    ]
    assert len(told) == len(set(told))
    assert "Deal a new board" not in {row.help for row in player.screen.help_keymap}
    player.press("enter")
    assert player.screen.help_keymap == rows


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
    assert player.notice_text.startswith("Only for boards of up to 10,000 cells")
    player.wait(PACE)
    assert played(player) == 0
    player.press("enter")
    assert played(player) == 1
