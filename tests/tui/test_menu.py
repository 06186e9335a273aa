"""The menu: what to play next, chosen on a page over the game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import pytest

from minesweeper.engine.setup import LEVELS, OnGuess, Setup
from minesweeper.play.daily import daily
from minesweeper.play.journal import Origin
from minesweeper.play.ranking import why_unranked
from minesweeper.play.session import Session
from minesweeper.settings.table import Binding
from minesweeper.store.store import Store
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.screens.learn import LearnPage
from minesweeper.tui.screens.settings import SettingsPage
from minesweeper.tui.widgets.pixel_title import PIXEL_TITLE_COLUMNS
from tests.harness.kept_games import (
    TODAY,
    begin,
    close_stores,
    keep_daily,
    kept,
    open_store,
    win,
)
from tests.harness.kept_games import dealer as kept_games
from tests.harness.kept_games import play as keep
from tests.harness.learned import attempt, keep_answer, open_course
from tests.harness.player import GamePlayer, at_kept_games
from tests.harness.scenes import act, play
from tests.harness.settings import live_settings_for

CLASSIC, BEGINNER, INTERMEDIATE, EXPERT = LEVELS.values()
OWN: Final = Setup(10, 10, 20)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield open_store(tmp_path)
    close_stores()


def keep_wins(store: Store, setup: Setup, *times: int) -> None:
    """Keep wins that took so many milliseconds."""
    games = kept_games(store, setup, first=1 + len(kept(store)))
    for milliseconds in times:
        session = games.next()
        win(session, milliseconds)
        store.finish(session)


def at_menu(
    size: tuple[int, int] = (80, 24), layout: str | None = None, **options: object
) -> GamePlayer:
    """Return a player at a game who has opened the menu."""
    player = GamePlayer(layout, size, **options)  # type: ignore[arg-type]  # what a player takes
    player.press("m")
    return player


def at_full_menu(home: Path, size: tuple[int, int] = (80, 24), glyphs: str = "ascii") -> GamePlayer:
    """Return a player at the menu with every row, on whose size three games were won."""
    store = open_store(home)
    keep_wins(store, OWN, 40_000, 30_000, 19_060)
    keep(store, "LL", OWN)
    keep_wins(store, CLASSIC, 1_116)
    for day in (18, 19, 20):
        keep_daily(store, f"da{day}", f"2025-11-{day}T10:00:00Z")
    for number in range(12):
        keep_answer(store, attempt(number)._replace(is_right=True, lesson=1))
    saved = kept_games(store, EXPERT, first=80).next()
    begin(saved)
    saved.leave(85_000)
    menu = at_menu(
        size,
        glyphs=glyphs,
        dealer=kept_games(store, OWN, first=90),
        store=store,
        deal_daily=lambda day, level: None,
        daily_date=lambda: TODAY,
        live=live_settings_for(home / "config.toml"),
        make_course=lambda: open_course(home),
    )
    menu.wait_until_idle()
    return menu


# What it shows


def test_the_menu_at_80x24(tmp_path: Path) -> None:
    assert at_full_menu(tmp_path).shown == [
        " Minesweeper                                          Your own           10x10",
        "",
        "  1  Classic          8x8  10 mines        1.116 s    best 19.060 s",
        "  2  Beginner         9x9  10 mines",
        "  3  Intermediate   16x16  40 mines                   won 3 of 5",
        "  4  Expert         30x16  99 mines",
        " >5  Your own       10x10  20 mines       19.060 s    last 3 wins",
        "                                                      # :",
        "  6  Today's board                  not played yet    # # :",
        "  7  Calendar                      3 days in a row",
        "  8  Learn                          lesson 2 of 12    Enter play",
        "                                                      right change the size",
        "  e  Resume                expert, 36 of 381 cells",
        "  s  Records",
        "  ,  Settings",
        "  q  Quit",
        *[""] * 6,
        " up down choose   Esc back",
    ]


def test_the_menu_at_40x14(tmp_path: Path) -> None:
    assert at_full_menu(tmp_path, (40, 14)).lines == [
        " Minesweeper",
        "  1  Classic         8x8 10    1.116 s",
        "  2  Beginner        9x9 10",
        "  3  Intermediate  16x16 40",
        "  4  Expert        30x16 99",
        " >5  Your own      10x10 20   19.060 s",
        "  6  Today's board      not played yet",
        "  7  Calendar          3 days in a row",
        "  8  Learn              lesson 2 of 12 v",
        "",
        " Your own                         10x10",
        " best 19.060 s, won 3 of 5",
        "",
        " Enter play   right size   Esc back",
    ]


def test_a_narrow_menu_has_no_best_times(tmp_path: Path) -> None:
    menu = at_full_menu(tmp_path, (30, 10))
    assert menu.focused == "5 Your own 10x10 20"
    assert menu.shows("best 19.060 s, won 3 of 5")


def test_its_name_is_written_in_pixels_where_there_is_room() -> None:
    menu = at_menu(glyphs="unicode")
    assert not menu.shows("Minesweeper")
    column, row = menu.find("1  Classic")
    assert (column, row) == (2, 6)
    painted = [
        (column + at, line, style)
        for line in (1, 2, 3)
        for column, text, style in menu.canvas.pieces[line]
        for at in range(len(text))
        if column <= PIXEL_TITLE_COLUMNS
    ]
    assert {column for column, _, _ in painted} <= {*range(1, PIXEL_TITLE_COLUMNS + 1)}
    assert max(column for column, _, _ in painted) == PIXEL_TITLE_COLUMNS
    cloth = [style for column, line, style in painted if (column, line) == (7, 1)]
    assert cloth[0].background == menu.theme.flag.foreground
    for size in ((78, 24), (80, 21)):
        menu.resize(*size)
        assert menu.shows("Minesweeper")


def test_the_name_needs_no_colours() -> None:
    assert [line[:48].rstrip() for line in at_menu(glyphs="unicode", theme="mono").lines[1:4]] == [
        " █▄ ▄█ █ █▄ █ █▀▀ █▀▀ █   █ █▀▀ █▀▀ █▀█ █▀▀ █▀█",
        " █ ▀ █ █ █ ▀█ █▀  ▀▀█ █▄▀▄█ █▀  █▀  █▀▀ █▀  █▀▄",
        " ▀   ▀ ▀ ▀  ▀ ▀▀▀ ▀▀▀ ▀   ▀ ▀▀▀ ▀▀▀ ▀   ▀▀▀ ▀ ▀",
    ]


# What is played. The menu is open, over a game with seed 7 at the level "classic".

SCENES: Final = {
    # Leaving it
    "Esc leaves": "down*2 escape ; = page left ; = setup classic ; = seed 7",
    "its own key leaves": "down m ; = page left ; m M ; = page left ; = setup classic ; = seed 7",
    "q quits, as in a game": "q ; = quits ; Q ; = quits ; ctrl-c ; = quits",
    "so does its row": "end ; = focus q Quit ; = says ; = main ; enter ; = quits",
    # Levels
    "a digit plays its level, and so are the next": """
        4 ; = page left ; = setup expert ; = seed 8
        n ; = setup expert
    """,
    "the level that is played is chosen": """
        = focus 1 Classic 8x8 10 mines ; 2 m ; = focus 2 Beginner ... ; 3 m
        = focus 3 Intermediate ... ; 4 m ; = focus 4 Expert ... ; = says Expert 30x16
    """,
    "Enter plays the level that is chosen": "down enter ; = page left ; = setup beginner",
    "left and right mean nothing at a level": "down right left enter ; = setup beginner",
    "a digit plays at once whatever is chosen": "end 1 ; = page left ; = setup classic ; = seed 8",
    "a key right after a choice plays the new game": "2 enter ; = clicks 1 ; = state playing",
    "the cursor starts in the middle and stays on a board of the same size": """
        escape ; go (5,6) ; m 1 ; = cursor (5,6) ; m 4 ; = cursor (15,8)
    """,
    "a click plays a level": "click Beginner ; = page left ; = setup beginner",
    # A size of one's own
    "without a size of one's own, its row asks for one": """
        5 ; = page open ; = focus 5 Your own _
        = says Your own size Width x height / mines: 30x16/99, or 20x20/15%.
        _24x15/50 enter ; = page left ; = setup 24x15/50 ; = seed 8
    """,
    "the arrow and Enter begin to type as well": """
        down*4 ; = main Enter choose a size ; left ; = unchanged ; right ; = focus 5 Your own _
        escape ; = focus 5 Your own ; enter ; = focus 5 Your own _ ; = main Enter play
    """,
    "a size is said in cells": """
        5 _30x16/99 ; = focus 5 Your own 30x16/99_
        = says Your own size ... 99 mines in 480 cells: that is 21%. ...
    """,
    "a share of the cells": """
        5 _20x20/15% ; = says ... 60 mines in 400 cells: that is 15%. Beginner has 12%, Expert 21%.
        enter ; = setup 20x20/60
    """,
    "mistakes are taken back": "5 _9x8/ backspace*2 _7/3 enter ; = setup 9x7/3",
    "a capital is no other letter, and other keys type nothing": """
        5 4 X 5 space q s , n / 6 ; = focus 5 Your own 4x5/6_ ; enter ; = setup 4x5/6
    """,
    "no more is typed than a size can have": """
        5 _1000000000000000000000 ; = focus 5 Your own 1000000000000000000_
    """,
    "a size that is half typed is no fault before Enter": """
        5 _30x16 ; = says Your own size Width x height / mines: 30x16/99, or 20x20/15%.
        enter ; = page open ; = focus 5 Your own 30x16_
        = message '30x16' is not a size (use WIDTHxHEIGHT/MINES, such as 30x16/99).
        _/ ; = message Width x height / mines: ...
    """,
    "a size that cannot be played is refused with the reason": """
        5 _0x5/1 ; = message '0' is not a number from 1 to 10000. ; enter ; = page open
        escape 5 _8x8/64 enter ; = page open
        = message 64 mines do not fit on 8x8: from 0 to 63 are allowed.
        backspace ; = message Width ... 6 mines in 64 cells: that is 9%. ...
        backspace _100% ; = message '100%' is not a number of mines, nor a share from 0% to 99%.
        escape 5 _2000x501/1 ; = message A board of 2000x501 is too large: at most 1,000,000 cells.
    """,
    "Esc leaves the size, and then the menu": """
        5 7 escape ; = page open ; = focus 5 Your own ; escape ; = page left ; = setup classic
    """,
    "another row ends the typing": """
        5 7 down up ; = focus 5 Your own ; 5 7 ; wheel up ; = focus 4 Expert ... ; wheel down
        = focus 5 Your own ; 5 7 ; click Beginner ; = setup beginner
    """,
    "a size of one's own is played again, and can be changed": """
        5 _9x8/7 enter m ; = focus 5 Your own 9x8 7 mines ; = says Your own 9x8
        = main Enter play / → change the size
        5 ; = page left ; = setup 9x8/7 ; m right ; = focus 5 Your own 9x8/7_
        backspace 6 enter ; = setup 9x8/6 ; m right 4 ; = focus 5 Your own 4_
    """,
    # What needs the solver
    "a rule that needs the solver has its limit": """
        on classic guess-free ; m 5 _200x100/9 enter ; = page open
        = message Guess-free: only for boards of up to 10,000 cells.
    """,
    "the rules stay": "on classic guess-free ; m 2 ; = setup beginner, guess-free",
    # Where there is nothing to open
    "what cannot be opened has no row": """
        = hides Today ; = hides Calendar ; = hides Learn ; = hides Resume ; = hides Settings
        6 ; = page open ; 7 8 e , ; = page open ; = message
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_what_is_played(scene: str) -> None:
    play(scene if scene.strip().startswith("on ") else f"on classic ; m\n{scene}")


def test_the_rules_of_the_game_stay() -> None:
    setup = Setup(8, 8, 10, first="safe", win="clear", question_marks=True)
    play("m 2 ; = setup beginner, first safe, win clear, question marks", layout=None, setup=setup)


@pytest.mark.parametrize("on_guess", ["fair", "strict"])
def test_a_rule_that_makes_guesses_safe_has_its_limit(on_guess: OnGuess) -> None:
    setup = CLASSIC._replace(on_guess=on_guess, win="clear")
    text = "= message Safe guesses: only for boards of up to 10,000 cells."
    play(f"m 5 _200x100/9 enter ; = page open ; {text}", layout=None, setup=setup)


def test_a_demo_keeps_to_its_boards() -> None:
    scene = """
        m 5 _101x100/9 enter ; = message The demo: only for boards of up to 10,000 cells.
        escape 2 ; wait 10000 ; wait 10000 ; = setup beginner ; = clicks 1
    """
    play(scene, layout=None, demo=True)


def test_a_size_in_a_reason_is_written_with_the_sign_of_the_glyphs() -> None:
    scene = "m 5 _8x8/64 ; = message 64 mines do not fit on 8\N{MULTIPLICATION SIGN}8: ..."
    play(scene, layout=None, glyphs="unicode")


@pytest.mark.parametrize("size", [(40, 14), (30, 10)])
def test_the_end_of_a_size_and_why_it_is_refused_are_seen_in_a_small_window(
    size: tuple[int, int],
) -> None:
    menu = at_menu(size)
    menu.press("5", *"9999x99/999999")
    assert menu.focused.endswith("/999999_")
    assert menu.shows("999999 mines do not fit")


def test_a_board_that_was_given_is_followed_by_drawn_ones() -> None:
    menu = at_menu(layout="*..\n...")
    menu.press("1")
    assert menu.session.head.origin.kind == "drawn"


def test_one_more_level_is_played_by_the_next_digit_and_moves_the_others_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(cast(dict[str, Setup], LEVELS), "huge", Setup(40, 20, 180))
    menu = at_menu(deal_daily=lambda day, level: None, daily_date=lambda: TODAY)
    keys = {line.split()[1]: line[2] for line in menu.lines if line[2:3].isdigit()}
    names = ["Classic", "Beginner", "Intermediate", "Expert", "Huge", "Your", "Today's", "Calendar"]
    assert keys == {name: str(key) for key, name in enumerate(names, 1)}
    menu.press("5")
    assert menu.setup == Setup(40, 20, 180)


# The daily boards


def at_daily_menu(store: Store, setup: Setup = CLASSIC) -> GamePlayer:
    def deal(day: str, level: str) -> Session:
        return daily(day, level).begin("d1", "2025-11-21T10:00:00Z", store.open_journal, 0)

    player = GamePlayer(None, store=store, deal_daily=deal, daily_date=lambda: TODAY, setup=setup)
    player.press("m")
    return player


def test_todays_board_is_played_at_the_level_that_is_turned_to(store: Store) -> None:
    scene = """
        down*5 ; = focus 6 Today's board not played yet ; = main Enter play / ← → level
        = says Today's board Beginner 9x9 21 November: not played yet. The same board for ...
        left*2 ; = says Today's board Expert 30x16 ... ; click left right level
        = says Today's board Classic 8x8 ... ; = page open ; 6 ; = page left
        = setup classic, guess-free ; n ; = setup classic
    """
    menu = at_daily_menu(store, BEGINNER)
    menu.press("home")
    act(menu, scene)


@pytest.mark.parametrize(
    ("end", "state"),
    [("win", "won in 0.000 s"), ("lose", "lost after 0.000 s"), ("escape", "unfinished")],
)
def test_todays_board_shows_the_result_of_the_first_attempt(
    store: Store, end: str, state: str
) -> None:
    scene = f"""
        6 ; {end} ; m ; down*5 ; = focus 6 Today's board {state}
        = says ... 21 November: {state}. The same board ...
    """
    act(at_daily_menu(store), scene)


def test_a_daily_board_that_was_given_up_says_so(store: Store) -> None:
    keep_daily(store, "d0", f"{TODAY}T09:00:00Z", end=False)
    assert at_daily_menu(store).shows("given up")


def test_only_a_streak_is_worth_a_fact(store: Store) -> None:
    keep_daily(store, "da20", "2025-11-20T10:00:00Z")
    menu = at_daily_menu(store)
    act(menu, "home down*6 ; = focus 7 Calendar ; = says Calendar Your results day by day, ...")
    keep_daily(store, "da19", "2025-11-19T10:00:00Z")
    act(menu, "escape m home down*6 ; = focus 7 Calendar 2 days in a row")
    act(menu, "= says Calendar You have won 2 days in a row. Your ... ; = main Enter open")
    act(menu, "7 ; = page open ; escape ; = focus 7 Calendar 2 days in a row")


# Lessons, records and settings


def test_the_lesson_that_is_next_is_read_after_the_first_frame(tmp_path: Path) -> None:
    menu = at_menu(store=open_store(tmp_path), make_course=lambda: open_course(tmp_path))
    act(menu, "down*5 ; = focus 8 Learn ; = says Learn Twelve short lessons, and ...")
    act(
        menu, "idle ; = focus 8 Learn lesson 1 of 12 ; = says Learn The next is lesson 1 of 12. ..."
    )
    menu.press("8")
    assert isinstance(menu.top, LearnPage)
    for number in range(12):
        keep_answer(open_store(tmp_path), attempt(number)._replace(is_right=True, lesson=1))
    act(menu, "escape ; idle ; = focus 8 Learn lesson 2 of 12")
    close_stores()


def test_records_and_settings_are_opened_by_their_keys_in_the_game(tmp_path: Path) -> None:
    keymap = bound_rows("default", {"records": Binding(("v",), "here")})
    live = live_settings_for(tmp_path / "config.toml")
    menu = at_menu(keymap=keymap, live=live)
    act(
        menu,
        "= shows v  Records ; v ; = shows Tab games ; escape ; = focus v Records ; = says Records",
    )
    menu.press(",")
    assert isinstance(menu.top, SettingsPage)
    act(menu, "escape ; = focus , Settings ; = says ; escape ; = page left ; = clock 0:00")


def test_records_say_how_many_games_were_won(store: Store) -> None:
    keep(store, "WLAHW")
    menu = at_kept_games(store)
    act(menu, "m s escape ; = says Records You have won 2 of 3 games. ; = main Enter open")


# Best times


def test_the_best_times_stand_beside_the_levels(store: Store) -> None:
    keep_wins(store, BEGINNER, 6_000, 5_500, 7_000)
    menu = at_kept_games(store, BEGINNER)
    act(menu, "m ; = focus 2 Beginner 9x9 10 mines 5.500 s")
    act(menu, "= says Beginner 9x9 best 5.500 s won 3 of 3 ; = shows last 3 wins")
    act(menu, "up ; = focus 1 Classic 8x8 10 mines ; = says Classic 8x8 ; = hides last")
    free = at_kept_games(store, BEGINNER._replace(no_guess=True))
    act(free, "m ; = focus 2 Beginner 9x9 10 mines")  # of boards without a guess there is none


def test_the_size_of_ones_own_that_was_played_last_is_offered_again(store: Store) -> None:
    for setup in (OWN, Setup(12, 12, 20), BEGINNER):
        keep(store, "L" if setup == BEGINNER else "WL", setup)
    menu = at_kept_games(store, CLASSIC, first=70)
    act(menu, "m ; = shows 5  Your own       12x12  20 mines ; 5 ; = setup 12x12/20")


# Games that go on


def test_a_game_is_abandoned_by_the_first_reveal_of_the_next(store: Store) -> None:
    menu = at_kept_games(store, CLASSIC)
    menu.press("m", "2")  # nothing was revealed: nothing is kept
    menu.press("enter")
    menu.press("m", "3")
    assert kept(store) == []
    menu.press("enter")
    assert [(row.category[:3], row.status) for row in kept(store)] == [((9, 9, 10), "abandoned")]


def test_a_game_of_the_menu_can_be_a_record(store: Store) -> None:
    menu = at_kept_games(store, CLASSIC)
    menu.press("m", "2")
    assert menu.session.head.origin == Origin("drawn", 2)
    begin(menu.session)
    assert why_unranked(menu.session) == []


@pytest.mark.parametrize("keys", [["e"], ["E"], ["end", "up", "up", "enter"]])
def test_the_saved_game_is_resumed_and_the_one_in_hand_saved(
    store: Store, tmp_path: Path, keys: list[str]
) -> None:
    left = kept_games(store, INTERMEDIATE, first=50).next()
    begin(left)
    left.leave(9_000)
    player = at_kept_games(open_store(tmp_path), CLASSIC)
    player.press("enter")
    position = player.position
    player.press("m")
    cells = f"{216 - left.game.safe_left} of 216 cells"
    assert player.shows(f"intermediate, {cells}")
    player.press("end", "up", "up")
    assert player.says == f"Intermediate 16x16 {cells}, 0:09"
    assert player.main == "Enter resume"
    player.press(*keys)
    assert player.identity == left.head.id
    assert kept(store) == []
    player.press("m", *keys)
    assert player.position == position


def test_a_game_that_was_left_for_another_says_how_far_it_is(store: Store) -> None:
    menu = at_kept_games(store, CLASSIC)
    menu.press("enter", "n", "m")
    left = menu.screen.games.left_game
    assert left
    assert menu.shows(f" classic, {54 - left.game.safe_left} of 54 cells")


@pytest.mark.parametrize("letter", ["v", "V"])
def test_the_key_that_resumes_in_the_game_resumes_in_the_menu(store: Store, letter: str) -> None:
    keymap = bound_rows("default", {"resume": Binding((letter,), "here")})
    menu = GamePlayer(None, dealer=kept_games(store, CLASSIC), store=store, keymap=keymap)
    menu.press("enter")
    begun = menu.identity
    menu.press("n", "m")
    assert menu.shows(f"{letter}  Resume   ")
    menu.press("v")
    assert menu.identity == begun


@pytest.mark.parametrize("key", ["4", " "])
def test_a_key_that_means_something_else_in_the_menu_is_not_that_of_a_row(
    store: Store, key: str
) -> None:
    keymap = bound_rows("default", {"resume": Binding((key,), "here")})
    menu = GamePlayer(None, dealer=kept_games(store, EXPERT), store=store, keymap=keymap)
    menu.press("o", "n", "m")
    assert menu.shows("    Resume")
    menu.press(key)
    assert menu.setup == EXPERT
    assert not menu.session.has_begun
