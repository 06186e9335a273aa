"""A board that needs no guess is searched for, and the solver plays; on the screen in memory."""

from itertools import count
from pathlib import Path

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
from minesweeper.store.finished_games import read_journal_text
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.screen import QUIT
from minesweeper.tui.screens.demo import END_SHOWN, PACE
from minesweeper.tui.screens.guess_free_search import SearchFailedPage
from minesweeper.tui.screens.help import HelpPage
from tests.harness.kept_games import only_summary, open_history
from tests.harness.player import RIGHT, GamePlayer, Player, at_kept_games
from tests.harness.searches import STEPS, board_found, fail, find

EASY = Setup(8, 8, 10, no_guess=True)
WIDE = Setup(30, 7, 62, no_guess=True)
# None of its boards is guess-free.
HOPELESS = Setup(2, 2, 2, no_guess=True)
# Milliseconds after which a search shows its progress.
LONG = 100
LOOKING = "Looking for a guess-free board: "


def at_searches(search: Search = find, setup: Setup = EASY, **options: object) -> GamePlayer:
    """A player at a board that is covered and, at its first reveal, searched for so."""
    seeds = count(7)
    dealer = Dealer(setup, lambda: next(seeds), search=search)
    return GamePlayer(None, dealer=dealer, **options)  # type: ignore[arg-type]  # the player's own


def searching(search: Search = find, setup: Setup = EASY) -> GamePlayer:
    """A player where the first reveal waits for a board."""
    player = at_searches(search, setup)
    player.press("enter")
    assert player.screen.state == "searching"
    return player


def found(player: GamePlayer) -> GamePlayer:
    """The player after the search."""
    player.wait_until_idle()
    assert player.screen.state != "searching"
    return player


# A search


def test_the_first_reveal_waits_for_the_search() -> None:
    player = searching()
    player.wait(0)
    assert player.screen.state == "searching"
    assert set(player.position) == {"#", "\n"}
    assert player.session.clicks == 0
    found(player)
    assert player.position.startswith(".")
    assert player.session.clicks == 1


def test_the_search_wants_to_go_on_at_once() -> None:
    player = searching()
    assert player.screen.next_wakeup(player.now) == 0
    assert found(player).screen.next_wakeup(player.now) > 0


def test_the_clock_does_not_run_while_it_is_searched() -> None:
    player = searching()
    player.wait(5_000)
    assert player.screen.state == "searching"
    assert player.clock == "0:00"
    found(player)
    assert player.clock == "0:00"
    player.wait(1_000)
    assert player.clock == "0:01"


def test_a_search_shows_its_progress_only_if_it_takes_long() -> None:
    player = searching()
    player.wait(99)
    assert player.notice_text == ""
    player.wait(1)
    assert player.notice_text.startswith(LOOKING)
    assert player.notice_text.endswith("%; press Esc to stop")
    assert found(player).notice_text == ""


def test_the_search_shows_its_progress() -> None:
    player = searching()
    done = []
    for milliseconds in (LONG, 0, 0):
        player.wait(milliseconds)
        done.append(player.notice_text.removeprefix(LOOKING).partition(";")[0])
    assert done == ["50%", "75%", "100%"]


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


def test_other_keys_do_nothing_during_a_search() -> None:
    player, undisturbed = searching(), searching()
    player.wait(LONG)
    undisturbed.wait(LONG)
    before = player.lines
    for key in ["n", "r", "i", "a", "x", "p", "?", " ", "right", "enter", "b"]:
        assert player.press(key) is None
        assert player.screen.state == "searching", key
        assert player.lines == before, key
    assert found(player).lines == found(undisturbed).lines
    assert set(player.session.helps) == set()


def test_the_mouse_does_nothing_during_a_search() -> None:
    player = searching()
    player.click(5, 5)
    player.click(5, 5, RIGHT)
    player.click_at(40, player.header)
    assert player.screen.state == "searching"
    assert found(player).session.clicks == 1
    assert player.cursor == (1, 1)


@pytest.mark.parametrize("key", ["q", "Q", "ctrl-c"])
def test_quitting_needs_no_board(key: str) -> None:
    assert searching().press(key) is QUIT


def test_a_click_also_waits_for_a_board() -> None:
    player = at_searches()
    player.click(5, 5)
    assert player.screen.state == "searching"
    assert found(player).screen.session.game.is_revealed(player.screen.grid.cell(5, 5))


@pytest.mark.parametrize("key", [" ", "c", "i", "a"])
def test_only_a_reveal_needs_a_board(key: str) -> None:
    player = at_searches()
    player.press(key)
    assert player.screen.state != "searching"


def test_a_flag_before_the_first_reveal_protects_its_cell_from_a_search() -> None:
    player = at_searches()
    player.press("f", "enter")
    assert player.screen.state != "searching"
    assert player.notice_text == "This cell is flagged"


def test_only_the_first_reveal_is_searched_for() -> None:
    player = found(searching())
    player.press("G", "$", "enter")
    assert player.screen.state != "searching"


def test_a_board_with_guesses_is_not_searched_for() -> None:
    player = GamePlayer(None, setup=Setup(8, 8, 10))
    player.press("enter")
    assert player.screen.state != "searching"


def test_the_same_board_again_needs_no_search() -> None:
    player = found(searching(setup=WIDE))
    layout = player.layout
    player.press("r", "G", "$", "enter")
    assert player.screen.state != "searching"
    assert player.layout == layout
    assert player.title.endswith("seed 7  unranked: known layout")


def test_a_new_board_is_searched_for_anew() -> None:
    player = found(searching(setup=WIDE))
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
    player = searching(setup=setup)
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


def test_a_stopped_search_asks_what_to_play() -> None:
    player = stopped()
    assert player.shows(" Search stopped ")
    assert player.session.clicks == 0


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


def test_where_the_window_is_too_small_for_the_question_esc_cancels_the_search() -> None:
    player = asked(Setup(2, 9, 9, no_guess=True), size=(16, 7))
    assert player.lines[:4] == ["Too small", "30x10 needed", "Esc go back", ""]
    player.press("1", "enter", "escape")
    assert not player.is_at_page
    assert player.session.clicks == 0


@pytest.mark.parametrize(
    ("setup", "fewer"),
    [
        (Setup(30, 16, 130, no_guess=True), 117),
        (Setup(30, 16, 240, no_guess=True), 144),
        (Setup(9, 9, 4, no_guess=True), 3),
        (Setup(2, 2, 2, no_guess=True), 1),
    ],
)
def test_a_tenth_fewer_mines_are_offered_or_what_is_often_found(setup: Setup, fewer: int) -> None:
    assert stopped(setup).focused == f"1 Fewer mines: {fewer}"


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


def test_who_cancels_a_search_with_fewer_mines_has_all_of_them_again() -> None:
    player = stopped()
    player.press("enter", "escape")
    assert player.focused == "1 Fewer mines: 8"
    player.press("escape")
    assert player.setup == player.screen.games.dealer.setup == EASY


def test_where_fewer_mines_are_in_vain_too_the_question_is_asked_again() -> None:
    player = GamePlayer(None, setup=HOPELESS)
    for fewer in (1, 0):
        player.press("enter")
        player.wait_until_idle()
        assert player.focused == f"1 Fewer mines: {fewer}"
    player.press("enter")
    player.wait_until_idle()
    assert player.status is Status.WON


def test_later_boards_also_have_fewer_mines() -> None:
    player = stopped()
    player.press("enter")
    found(player).press("n")
    assert player.setup == EASY._replace(mines=9)


def test_any_board_is_the_one_that_its_seed_deals_and_not_guess_free() -> None:
    player = stopped(WIDE)
    player.press("2")
    setup = WIDE._replace(no_guess=False)
    assert player.setup == player.session.head.setup == setup
    assert player.layout == format_layout(deal(setup, 7, player.screen.grid.cell(1, 1)))
    assert player.position.startswith(".")
    assert player.notice_text == "You may have to guess on this board"
    assert player.title == "30x7  seed 7"


def test_after_any_board_the_next_one_is_guess_free_again() -> None:
    player = stopped()
    player.press("2", "n")
    assert player.setup == EASY
    assert "guess-free" in player.title
    player.press("enter")
    assert "guess-free" in found(player).title


def test_any_board_played_again_is_still_not_guess_free() -> None:
    player = stopped()
    player.press("2", "r")
    assert not player.setup.no_guess
    assert "guess-free" not in player.title


def test_any_board_after_fewer_mines_were_in_vain_has_all_of_them() -> None:
    player = stopped()
    player.press("enter", "escape", "2")
    assert player.setup == EASY._replace(no_guess=False)


@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_who_stops_a_search_gets_no_board_that_another_player_would_not_get(step: int) -> None:
    """At the third step there is a proved board, which is not the last one."""
    player = searching()
    for _ in range(step - 1):
        player.wait(0)
    player.press("escape")
    assert isinstance(player.top, SearchFailedPage)


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
    clicks, helps = player.session.clicks, why_unranked(player.session)
    player.press(choice)
    player.wait_until_idle()
    assert player.position.splitlines()[-1].startswith("F")
    assert player.session.clicks == clicks + 1
    assert why_unranked(player.session) == helps == ["move undone"]


def test_the_answers_can_be_clicked() -> None:
    player = asked()
    player.click_on("Cancel")
    assert not player.is_at_page
    assert player.session.clicks == 0
    player.press("enter")
    player.wait_until_idle()
    player.click_on("Any board")
    assert player.session.clicks == 1


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


def test_enter_that_is_held_plays_no_board_that_was_not_proved() -> None:
    player = asked(EASY)
    for _ in range(9):
        player.press("enter")
        player.wait_until_idle()
    assert player.setup.no_guess


def test_any_board_is_recorded_as_one_that_is_not_guess_free(tmp_path: Path) -> None:
    history = open_history(tmp_path)
    player = at_kept_games(history, HOPELESS)
    player.press("enter")
    player.wait_until_idle()
    player.press("2")
    journal = parse_journal(next(tmp_path.glob("*.journal")).read_text())
    assert not journal.head.setup.no_guess
    assert fold(journal).board == player.board
    player.explode()
    assert not wrong_claims(replay_of(player.session, ""))
    assert only_summary(history).category.no_guess == 0
    stored = history.query(lambda db: read_journal_text(db, player.identity))
    assert fold(parse_journal(stored or "")).board == player.board


@pytest.mark.parametrize("keys", [(), ("n", "u"), ("r", "G", "enter")])
def test_after_any_board_is_resumed_guess_free_games_go_on(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    player = at_kept_games(open_history(tmp_path), EASY)
    player.press("enter", "escape", "2", *keys)
    assert not player.setup.no_guess
    player.screen.leave(player.now)
    player = at_kept_games(open_history(tmp_path), EASY._replace(no_guess=False), first=50)
    player.press("e")
    assert not player.setup.no_guess
    player.press("n")
    assert player.setup == EASY


def test_after_a_resumed_game_that_needs_no_exception_games_are_dealt_like_it(
    tmp_path: Path,
) -> None:
    setup = EASY._replace(no_guess=False)
    player = at_kept_games(open_history(tmp_path), setup)
    player.press("enter")
    player.screen.leave(player.now)
    player = at_kept_games(open_history(tmp_path), EASY, first=50)
    player.press("e", "n")
    assert player.setup == setup


def test_fewer_mines_are_recorded_as_such(tmp_path: Path) -> None:
    history = open_history(tmp_path)
    player = at_kept_games(history, EASY)
    player.press("enter", "escape", "enter")
    player.wait_until_idle()
    player.explode()
    category = only_summary(history).category
    assert (category.mines, category.no_guess) == (9, 1)


def test_the_demo_plays_any_board_without_a_question() -> None:
    player = watching(setup=HOPELESS)
    player.wait(PACE)
    player.wait_until_idle()
    assert not player.is_at_page
    assert played(player) == 1
    assert not player.setup.no_guess


def test_a_player_who_took_over_from_the_demo_is_asked() -> None:
    player = watching(setup=HOPELESS)
    player.press("enter", "enter")
    player.wait_until_idle()
    assert isinstance(player.top, SearchFailedPage)


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


def test_the_demo_plays_a_move_at_a_time_by_itself() -> None:
    player = watching()
    assert player.screen.next_wakeup(player.now) == PACE
    player.wait(PACE - 1)
    assert played(player) == 0
    for moves in (1, 2, 3):
        player.wait(1)
        assert played(player) == moves
        player.wait(PACE - 1)
        assert played(player) == moves


def test_the_demo_says_how_to_take_over_and_then_why_it_moves() -> None:
    player = watching()
    assert player.notice_text == "Watching the solver: press Enter to take over"
    player.wait(PACE)
    assert player.notice_text == "Nothing is known yet: reveal any cell"
    for _ in range(5):
        before = player.notice_text, player.cursor
        player.wait(PACE)
        assert player.notice_text.endswith(("is safe", "are safe", "is a mine", "are mines"))
        assert (player.notice_text, player.cursor) != before
        assert player.cursor in player.painted(player.theme.marks["target"])
        assert "highlighted" not in player.notice_text or player.painted(
            player.theme.marks["premise"]
        )


def test_the_reason_names_the_cell_that_was_played() -> None:
    player = watching(".*..\n....\n...*")
    player.wait(PACE)
    assert player.notice_text == (
        "Nothing is certain. The best guess is the purple cell: 17% risk, "
        "and a chance of 79% to win"
    )
    assert player.cursor == (1, 1)
    assert player.session.game.is_revealed(player.screen.cursor)


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


def test_a_demo_makes_no_move_as_soon_as_a_page_is_left() -> None:
    player = watching()
    player.wait(PACE)
    player.press("?")
    player.wait(2 * PACE)
    player.press("escape")
    player.wait(0)
    player.wait(PACE - 1)
    assert played(player) == 1
    player.wait(1)
    assert played(player) == 2


def test_space_stops_the_demo_and_lets_it_go_on() -> None:
    player = watching()
    player.wait(PACE)
    player.press(" ")
    for _ in range(3):
        player.wait(PACE)
    assert played(player) == 1
    assert player.position.count("F") == 0
    player.press(" ")
    player.wait(0)
    assert played(player) == 1
    player.wait(PACE)
    assert played(player) == 2


@pytest.mark.parametrize("key", ["right", "l", "L"])
def test_right_makes_one_move_and_stops(key: str) -> None:
    player = watching()
    for moves in (1, 2, 3):
        player.press(key)
        assert played(player) == moves
        player.wait(PACE)
        player.wait(PACE)
        assert played(player) == moves
    assert player.notice_text.endswith(("is safe", "are safe"))


@pytest.mark.parametrize(
    ("keys", "text", "speed"),
    [
        (["up"], "x2", 2),
        (["k", "k"], "x4", 4),
        (["down"], "x1/2", 1 / 2),
        (["j", "j"], "x1/4", 1 / 4),
        (["up", "down"], "x1", 1),
        (["up"] * 20, "x16", 16),
        (["down"] * 20, "x1/4", 1 / 4),
        (["down"] * 20 + ["up"] * 2, "x1", 1),
    ],
)
def test_up_and_down_change_the_speed(keys: list[str], text: str, speed: float) -> None:
    player = watching()
    player.press(*keys)
    assert player.notice_text == f"Speed {text}"
    player.wait(0)
    player.wait(round(PACE / speed) - 1)
    assert played(player) == 0
    player.wait(1)
    assert played(player) == 1


def test_what_is_left_of_a_pause_passes_at_the_new_speed() -> None:
    player = watching()
    player.wait(PACE // 2)
    player.press("up")
    player.wait(0)
    player.wait(PACE // 4 - 1)
    assert played(player) == 0
    player.wait(1)
    assert played(player) == 1


def test_the_end_is_shown_as_long_at_any_speed() -> None:
    player = seed(8)
    player.press("up", "up")
    while player.status is Status.PLAYING:
        player.wait(PACE // 4)
    player.wait(END_SHOWN - 1)
    assert player.shows("seed 8")
    player.wait(1)
    assert player.shows("seed 9")


def test_the_next_board_keeps_the_speed_but_not_the_reasons() -> None:
    player = watching()
    player.wait(PACE)
    player.wait(PACE)
    assert "safe" in player.notice_text
    player.press("up", "n")
    assert "safe" not in player.notice_text
    player.wait(0)
    player.wait(PACE // 2)
    assert played(player) == 1


def test_enter_takes_over() -> None:
    player = watching()
    assert player.shows("Enter take over")
    assert not player.shows("Enter reveal")
    player.wait(PACE)
    player.wait(PACE)
    player.press("enter")
    assert player.notice_text == "Your turn"
    assert player.shows("Enter reveal")
    assert not player.shows("take over")
    for _ in range(5):
        player.wait(10 * PACE)
    assert played(player) == 2
    assert player.status is Status.PLAYING


def test_after_that_all_keys_do_what_they_always_do() -> None:
    player = watching("*...\n....\n...*")
    player.press("enter", "right", "right", "right", "enter")
    assert player.position == "#1..\n#111\n####\n"
    player.press("down", "down", " ")
    assert player.position == "#1..\n#111\n###F\n"
    player.press("up", "left")
    assert player.cursor == (3, 2)
    assert player.notice_text == ""
    assert player.shows("Enter reveal")
    player.press("0", "G", "enter")
    assert player.status is Status.WON
    player.wait(END_SHOWN)
    player.wait(END_SHOWN)
    assert player.status is Status.WON


def test_a_game_that_the_demo_plays_in_is_helped() -> None:
    player = watching(setup=Setup(16, 16, 40))
    assert set(player.session.helps) == set()
    player.wait(PACE)
    assert set(player.session.helps) == {"demo"}
    assert player.title == "Intermediate 16x16  seed 7  unranked: solver played"
    player.press("enter")
    assert set(player.session.helps) == {"demo"}


def test_a_game_taken_over_before_the_first_move_is_not_helped() -> None:
    player = watching()
    player.press("enter", "enter")
    assert played(player) == 1
    assert set(player.session.helps) == set()


@pytest.mark.parametrize("key", ["q", "ctrl-c"])
def test_quitting_ends_the_demo(key: str) -> None:
    assert watching().press(key) is QUIT


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


def test_the_demo_also_searches_for_a_board() -> None:
    player = watching(setup=Setup(16, 8, 20, no_guess=True))
    player.wait(PACE)
    assert player.screen.state == "searching"
    assert found(player).title.endswith("unranked: solver played")


def test_the_demo_makes_no_move_in_a_pause() -> None:
    player = watching()
    player.wait(PACE)
    player.press("p")
    before = player.notice_text, player.cursor
    player.wait(PACE)
    player.wait(PACE)
    assert (player.notice_text, player.cursor) == before


@pytest.mark.parametrize(
    ("key", "said"), [("z", "The left button flags"), ("x", "There are no flags"), ("i", "Look at")]
)
def test_messages_of_other_keys_are_shown_during_the_demo(key: str, said: str) -> None:
    player = watching()
    player.wait(PACE)
    player.press(key)
    assert player.notice_text.startswith(said)


def test_a_game_too_large_for_the_solver_is_the_players_own() -> None:
    player = watching()
    player.screen.play_setup(Setup(200, 150, 3000), player.now)
    player.draw()
    assert player.notice_text.startswith("Only for boards of up to 10,000 cells")
    player.wait(PACE)
    assert played(player) == 0
    player.press("enter")
    assert played(player) == 1
