"""The level menu: what to play next, chosen on a page over the game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import pytest

from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.daily import daily
from minesweeper.play.journal import Origin
from minesweeper.play.ranking import why_unranked
from minesweeper.play.session import Session
from minesweeper.settings.table import Binding
from minesweeper.store.store import Store
from minesweeper.tui.canvas import Style
from minesweeper.tui.events import Key
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.widgets.choices import ChoiceLine, ChoicesPage, in_groups, next_value
from tests.harness.kept_games import begin, close_stores, kept, open_store, win
from tests.harness.kept_games import dealer as kept_games
from tests.harness.player import GamePlayer, Player, at_kept_games
from tests.harness.scenes import act, play

PAGE_SIZES = [(80, 24), (40, 12), (200, 60), (30, 10)]
CLASSIC, BEGINNER, INTERMEDIATE, EXPERT = LEVELS.values()
# The keys that lead to a rule, from anywhere.
TO_GUESS_FREE = ("end", "up", "up")


def at_menu(
    size: tuple[int, int] = (80, 24), layout: str | None = None, **options: object
) -> GamePlayer:
    """Return a player at a game who has opened the menu."""
    player = GamePlayer(layout, size, **options)  # type: ignore[arg-type]  # what a player takes
    player.press("m")
    return player


# What it shows


def test_the_menu_at_80x24() -> None:
    menu = at_menu(deal_daily=lambda day, level: None)
    assert menu.lines == [
        "         +- New game ------------------------------------------ Best -+",
        "         |  1  Classic                              8x8  10 mines  -  |",
        "         |  2  Beginner                             9x9  10 mines  -  |",
        "         |  3  Intermediate                       16x16  40 mines  -  |",
        "         |  4  Expert                             30x16  99 mines  -  |",
        "         |                                                            |",
        "         |  5  Custom                               8x8  10 mines  -  |",
        "         |       Width         < 8 >                                  |",
        "         |       Height        < 8 >                                  |",
        "         |       Mines         < 10 >                                 |",
        "         |                                                            |",
        "         |  6  Today's board   < classic >            not played yet  |",
        "         |  7  Daily calendar                                         |",
        "         |                                                            |",
        "         |     Guess-free      < off >                                |",
        "         |     Guesses         < luck >                               |",
        "         |     First cell      < opening >                            |",
        "         |                                                            |",
        "         |  The smallest level                                        |",
        "         |                                                            |",
        "         |                                                            |",
        "         +------------------------------------------------------------+",
        "",
        "                    Enter play   arrows choose   Esc go back",
    ]


def test_the_menu_at_40x12() -> None:
    menu = at_menu((40, 12), deal_daily=lambda day, level: None)
    menu.press("w")
    assert menu.lines == [
        "+- New game ---------------------------+",
        "|  2  Beginner           9x9  10 mines |",
        "|  3  Intermediate     16x16  40 mines |",
        "|  4  Expert           30x16  99 mines |",
        "|  5  Custom             8x8  10 mines |",
        "|       Width         < 8 >            |",
        "|                                      |",
        "|  Type it, or press left or right     |",
        "|  (with Ctrl: by ten)                 |",
        "|                                      |",
        "+----------------------------- 2-6/13 -+",
        "Enter play classic   Space change   Esc",
    ]


def styles_of(player: GamePlayer, text: str) -> dict[int, Style]:
    """How each column of the row with a text is painted."""
    pieces = player.canvas.pieces[player.find(text)[1]]
    return {at + n: style for at, written, style in pieces for n in range(len(written))}


def test_the_selected_line_is_one_colour_across_the_frame() -> None:
    menu = at_menu()
    painted = styles_of(menu, "1  Classic")
    edges = [column for column, style in painted.items() if style is menu.theme.border]
    assert {painted[column] for column in range(edges[0] + 1, edges[-1])} == {menu.theme.selected}


def test_the_selected_line_has_a_mark_where_there_are_no_colours() -> None:
    menu = at_menu(theme="mono")
    menu.press("down")
    assert [line for line in menu.page if line.startswith("> ")] == [
        "> 2  Beginner                             9x9  10 mines  -",
    ]
    assert menu.theme.selected.reverse
    assert not any(line.startswith(">") for line in at_menu(theme="sea").page)


def test_keys_stand_out_and_every_second_detail_and_what_is_off_step_back() -> None:
    menu = at_menu(setup=Setup(8, 8, 10, no_guess=True))
    theme = menu.theme
    column, _ = menu.find("2  Beginner")
    row = styles_of(menu, "2  Beginner")
    assert (row[column], row[column + 3]) == (theme.accent, theme.text)
    assert row[menu.find("9x9")[0]] is theme.text
    assert row[menu.find("10 mines")[0]] is theme.dim
    column, _ = menu.find("< on >")
    assert styles_of(menu, "< on >")[column + 2] is theme.won
    assert styles_of(menu, "< on >")[column] is theme.dim


@pytest.mark.parametrize("size", PAGE_SIZES)
def test_the_line_in_focus_is_always_in_sight(size: tuple[int, int]) -> None:
    menu = at_menu(size, deal_daily=lambda day, level: None)
    shown = [menu.focused]
    for _ in range(10):
        menu.press("down")
        shown.append(menu.focused)
    for word, line in zip(
        ["1 Cl", "2 Be", "3 In", "4 Ex", "5 Cu", "Wi", "He"], shown, strict=False
    ):
        assert line.startswith(word)
    assert "<" in shown[-1]
    menu.press("home")
    assert menu.focused == shown[0]


def test_the_border_of_a_menu_that_is_scrolled_says_what_is_in_sight() -> None:
    menu = at_menu((40, 12))
    assert menu.lines[-2].endswith(" 1-5/11 -+")
    menu.press("end")
    assert menu.lines[-2].endswith(" 7-11/11 -+")


def test_the_hardware_cursor_is_on_the_line_in_focus() -> None:
    menu = at_menu()
    assert menu.canvas.cursor == menu.find("1  Classic")
    menu.press("down")
    assert menu.canvas.cursor == menu.find("2  Beginner")


def test_the_arrows_beside_a_value_are_those_of_the_glyphs() -> None:
    menu = at_menu(glyphs="unicode")
    assert menu.shows("Guess-free      ◂ off ▸")
    menu.click_on("off ▸", behind=len("off "))
    assert menu.shows("Guess-free      ◂ on ▸")


# What is played. The menu is open, over a game with seed 7 at the level "classic".

SCENES: Final = {
    # Leaving it
    "Esc leaves": "down*2 escape ; = page left ; = setup classic ; = seed 7",
    "the key that quits leaves": "down q ; = page left ; m Q ; = setup classic ; = seed 7",
    "its own key leaves": "down m ; = page left ; m M ; = setup classic ; = seed 7",
    # Levels
    "a digit plays its level, and so are the next": """
        4 ; = page left ; = setup expert ; = seed 8
        d ; = setup expert
    """,
    "the level that is played has the focus": """
        = focus 1 Classic ... ; 2 m ; = focus 2 Beginner ... ; 3 m ; = focus 3 Intermediate ...
        4 m ; = focus 4 Expert ... ; 1 m ; = focus 1 Classic ...
    """,
    "Enter plays the level in focus": "enter ; = page left ; = setup classic ; = seed 8",
    "down": "down enter ; = setup beginner",
    "left and right mean nothing at a level": "down right down enter ; = setup intermediate",
    "hjkl, o and Space": "j*2 k j o space ; = setup intermediate",
    "the first letter": "e enter ; = setup expert ; m B enter ; = setup beginner",
    "a page down and up": "page-down page-up enter ; = setup classic",
    "a letter goes on to the next line that begins with it": """
        c ; = focus 5 Custom ... ; c ; = focus 1 Classic ... ; c ; = focus 5 Custom ...
    """,
    "a digit plays at once wherever the focus is": """
        end 1 ; = setup classic ; = page left ; m e 2 ; = setup beginner
        m c 3 ; = setup intermediate ; m f 4 ; = setup expert ; = page left
    """,
    "a key right after a choice plays the new game": """
        2 enter ; = clicks 1 ; = state playing
    """,
    "the cursor starts in the middle and stays on a board of the same size": """
        escape ; go (5,6) ; m 1 ; = cursor (5,6) ; m 4 ; = cursor (15,8)
        0 g enter ; = cursor (1,1) ; = clicks 1
    """,
    # A size of one's own
    "numbers are typed": "w _24 down _15 down backspace*2 _50 enter ; = setup 24x15/50",
    "the first digit begins a new number": "w 2 down up 3 backspace 4 enter ; = setup 4x8/10",
    "numbers are changed with the arrows and the mouse": """
        w right l left ctrl-right ; = focus Width < 19 >
        space ctrl-left _12 right 7 ctrl-right + ctrl-left ; = focus Width < 7 >
        2 ctrl-right left*3 ; = focus Width < 9 >
        ctrl-right
        click+18 Height        < 8 > ; = focus Height < 9 >
        click+14 Height        < 9 >
        click Mines         < ; = focus Mines < 10 >
        enter ; = setup 19x8/10
    """,
    "the arrows keep to what is allowed": "w ctrl-left left ; = focus Width < 1 >",
    "no width of 0": "w 0 ; = note Width: '0' is not a number from 1 to 10000",
    "no width of 10001": "w _10001 ; = note Width: '10001' is not a number from 1 to 10000",
    "no empty width": "w backspace ; = note Width: '' is not a number from 1 to 10000",
    "too many mines": """
        w down*2 _64 ; = note 64 mines do not fit on 8x8: from 0 to 63 are allowed
    """,
    "too many cells": """
        w _2000 down _501 ; = note A board of 2000x501 is too large: at most 1,000,000 cells
    """,
    "too many cells for the solver": """
        end up*2 right w _200 down _100 ; = note Guess-free: only for boards of up to 10,000 cells
    """,
    "a wrong number is never played": """
        w 0 enter ; = page open ; = note Width: '0' is not a number from 1 to 10000
        end enter ; = page open ; = note Width: '0' is not a number from 1 to 10000
        home 5 ; = page open ; = focus 5 Custom ...
        = note Width: '0' is not a number from 1 to 10000
        escape ; = setup classic ; = seed 7
    """,
    "digits are typed into the number in focus": """
        w _54 ; = focus Width < 54 > ; home 5 ; = page left ; = setup 54x8/10
    """,
    "50% of the cells are mines": "w down*2 _50% ; = focus Mines < 32 >",
    "% alone is the usual share": "w down*2 % ; = focus Mines < 6 >",
    "0%": "w down*2 _0% ; = focus Mines < 0 >",
    "12% and another number": "w down*2 _12% ; = focus Mines < 7 > ; 3 ; = focus Mines < 3 >",
    # Rules
    "a rule is played with what was just set": """
        end up*2 right ; = focus Guess-free < on > ; = page open
        enter ; = page left ; = setup classic, guess-free
    """,
    "left turns it as well": "end up*2 left enter ; = setup classic, guess-free",
    "Space turns it": "end up*2 space ; = page open ; enter ; = setup classic, guess-free",
    "turned twice it is as it was": "end up*2 space*2 enter ; = setup classic",
    "Ctrl with an arrow too": "end up ctrl-right enter ; = setup classic, guesses fair, win clear",
    "the first cell": "f ctrl-left enter ; = setup classic, first any",
    "a rule is played with the size that was set": """
        w _24 end up*2 right enter ; = setup 24x8/10, guess-free
    """,
    "the rules are chosen in words": """
        end up right ; = focus Guesses < fair >
        = note A forced guess is always safe To win, reveal every safe cell
        right down right ; = focus First cell < safe > ; = note The first cell is not a mine
        2 ; = setup beginner, first safe, guesses strict, win clear
    """,
    "rules that belong together change together": """
        f left end up*2 right ; = shows First cell      < opening >
        f right ; = shows Guess-free      < off >
    """,
    "guess-free is switched on and off": """
        f right ; end up*2 space 2 ; = setup beginner, guess-free
        m ; end up*2 left 2 ; = setup beginner
    """,
    "a guess-free board is searched for": "end up*2 right 1 enter ; = state searching",
    "a rule that moves mines has its limit": """
        end up right w _200 down _100 enter
        = note Guesses: only for boards of up to 10,000 cells
    """,
    "the keys below name what Enter plays": """
        = keys Enter play arrows choose Esc go back
        end ; = keys Enter play classic Space change arrows choose Esc go back
        w _12 end ; = keys Enter play 12x8 Space change ...
    """,
    # Mouse
    "a click plays a level": "click Beginner ; = page left ; = setup beginner",
    "a click turns a switch": "click Guess-free ; = page open ; = focus Guess-free < on >",
    "a press that is dragged off does nothing": """
        press Beginner ; release Expert ; = page open ; release Expert ; = page open
    """,
    "only the left button changes anything": """
        right-click Guess-free ; middle-click Guess-free ; right-click Expert ; middle-click Expert
        = page open ; = focus 1 Classic ... ; = shows < off >
    """,
    "the wheel goes from line to line": """
        size 40x10 ; wheel down ; wheel down ; = focus 3 Intermediate ...
        wheel up ; = focus 2 Beginner ...
    """,
    "the words below can be clicked": """
        click arrows choose ; = page open
        f ; click Space change ; = focus First cell < safe >
        click Esc go back ; = page left
        m down ; click Enter play ; = setup beginner
    """,
    "without today's board it is not offered": "= hides Today",
    # Over other games
    "a size of one's own is what Custom begins with": """
        on 20x12/33 ; m ; = focus 5 Custom 20x12 33 mines -
        5 ; = page left ; = setup 20x12/33 ; = seed 8
    """,
    "the keys below name the level that is played": """
        on expert ; m end ; = keys Enter play expert ...
        w _12 end ; = keys Enter play 12x16 ...
    """,
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_what_is_played(scene: str) -> None:
    play(scene if scene.strip().startswith("on ") else f"on classic ; m\n{scene}")


def test_the_rules_of_the_game_stay() -> None:
    setup = Setup(8, 8, 10, first="safe", win="clear", question_marks=True)
    play("m 2 ; = setup beginner, first safe, win clear, question marks", layout=None, setup=setup)


def test_todays_board_is_turned_and_says_nothing_of_a_wrong_size() -> None:
    scene = """
        w _2000 down _12 end up*2 right w enter
        = note ...only for boards of up to 10,000 cells...
        t ; = focus 6 Today's board < classic > ...
        = note The same board for everybody; the first attempt counts ...
        space ; = page open ; = focus 6 Today's board < beginner > ...
        3 ; = page left ; = setup intermediate, guess-free
    """
    act(at_menu(deal_daily=lambda day, level: None), scene)


def test_a_size_in_an_explanation_is_written_with_the_sign_of_the_glyphs() -> None:
    scene = "m w down*2 _64 ; = note 64 mines do not fit on 8\N{MULTIPLICATION SIGN}8: from 0 ..."
    play(scene, layout=None, glyphs="unicode")


def test_a_demo_keeps_to_its_boards() -> None:
    scene = """
        m w _101 down _100 enter ; = note The demo: only for boards of up to 10,000 cells
        home 2 ; wait 10000 ; wait 10000 ; = setup beginner ; = clicks 1
    """
    play(scene, layout=None, demo=True)


# In other windows


def test_a_board_that_was_given_is_followed_by_drawn_ones() -> None:
    menu = at_menu(layout="*..\n...")
    menu.press("1")
    assert menu.session.head.origin.kind == "drawn"


def test_a_long_explanation_is_read_in_the_smallest_window() -> None:
    menu = at_menu((30, 10))
    menu.press("w", "down", "down", *"64")
    text = " ".join(line.strip(" |") for line in menu.lines)
    assert "64 mines do not fit on 8x8: from 0 to 63 are allowed" in text
    assert menu.focused.startswith("Mines < 64")


@pytest.mark.parametrize("size", [(40, 12), (30, 10)])
def test_what_a_line_means_is_read_in_a_small_window(size: tuple[int, int]) -> None:
    menu = at_menu(size)
    text = " ".join(line.strip(" |") for line in menu.lines)
    assert "The smallest level" in text
    assert menu.focused.startswith("1 Classic")


def test_one_more_level_is_played_by_the_next_digit_and_moves_the_others_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(cast(dict[str, Setup], LEVELS), "huge", Setup(40, 20, 180))
    menu = at_menu(deal_daily=lambda day, level: None)
    rows = [line.split() for line in menu.page if line.strip()[:1].isdigit()]
    keys = {row[1]: row[0] for row in rows}
    assert keys == {
        "Classic": "1",
        "Beginner": "2",
        "Intermediate": "3",
        "Expert": "4",
        "Huge": "5",
        "Custom": "6",
        "Today's": "7",
        "Daily": "8",
    }
    menu.press("5")
    assert menu.setup == Setup(40, 20, 180)


def test_a_click_beside_the_lines_does_nothing() -> None:
    menu = at_menu()
    for row in range(24):
        menu.click_at(0, row)
    assert menu.is_at_page


def test_todays_board_is_played_at_the_level_that_is_turned_to() -> None:
    asked = []

    def daily(day: str, level: str) -> Session:
        asked.append(level)
        return GamePlayer(None, setup=LEVELS[level]).session

    menu = at_menu(setup=EXPERT, deal_daily=daily)
    menu.click_on("Today's board   < expert >", behind=len("Today's board   < expert "))
    assert asked == []
    menu.press("right", "6")
    assert asked == ["beginner"]
    assert menu.setup == BEGINNER
    menu.press("d")
    assert menu.setup == BEGINNER


# With a history


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield open_store(tmp_path)
    close_stores()


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


def test_the_best_times_stand_beside_the_levels(store: Store) -> None:
    games = kept_games(store, BEGINNER, first=90)
    for milliseconds in (6_000, 5_500):
        session = games.next()
        win(session, milliseconds)
        store.finish(session)
    menu = at_kept_games(store, CLASSIC)
    menu.press("m")
    assert menu.shown[0].endswith(" Best -+")
    assert [line.split("mines")[1].strip() for line in menu.page if "mines" in line] == [
        "-",
        "5.500 s",
        "-",
        "-",
        "-",
    ]
    menu.resize(40, 12)
    assert not menu.shows(" Best -")
    menu.press("down")
    assert "Your best: 5.500 s" in " ".join(menu.page)
    menu.press(*TO_GUESS_FREE, "right", "b")
    assert not menu.shows("5.500 s")  # of boards without a guess there is none


@pytest.mark.parametrize(
    "keys", [["e", "enter"], ["R", "enter"], ["w", "down", "down", "down", " "]]
)
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
    assert player.shows("e  Resume ")
    assert player.shows("intermediate, ")
    assert player.shows(" of 216 cells, 0:09")
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
    assert menu.shows(f" classic, {54 - left.game.safe_left} of 54 cells, 0:00  |")
    menu.press("e")
    assert menu.note.startswith("Resume a saved game Classic, ")


@pytest.mark.parametrize("letter", ["v", "V"])
def test_the_letter_that_resumes_in_the_game_leads_to_it_in_the_menu(
    store: Store, letter: str
) -> None:
    keymap = bound_rows("default", {"resume": Binding((letter,), "here")})
    menu = GamePlayer(None, dealer=kept_games(store, CLASSIC), store=store, keymap=keymap)
    menu.press("enter", "n", "m", "v")
    assert menu.focused.startswith(f"{letter} Resume classic")


def test_a_digit_that_resumes_in_the_game_plays_its_level_in_the_menu() -> None:
    own = {"resume": Binding(("4",), "here")}
    menu = GamePlayer(None, keymap=bound_rows("default", own))
    menu.press("enter", "n", "m", "4")
    assert menu.setup == EXPERT


@pytest.mark.parametrize("end", ["won in 0.000 s", "lost", "given up", "unfinished"])
def test_todays_board_shows_the_result_of_the_first_attempt(store: Store, end: str) -> None:
    def deal(day: str, level: str) -> Session:
        return daily(day, level).begin("d1", "2025-11-21T10:00:00Z", store.open_journal, 0)

    player = GamePlayer(
        None, store=store, deal_daily=deal, daily_date=lambda: "2025-11-21", setup=CLASSIC
    )
    player.press("m")
    assert player.shows("< classic >            not played yet")
    player.press("6")
    if end == "won in 0.000 s":
        player.clear()
    elif end == "lost":
        player.explode()
    elif end == "given up":
        player.reveal(
            next(
                c
                for c in player.session.game.grid
                if not player.board.is_mine(c) and not player.session.game.is_revealed(c)
            )
        )
        player.press("m", "1", "enter")
        assert not player.screen.games.give_up("d1", player.now)
    player.press("m")
    assert player.shows(f"{end}  |")
    player.press("t", "right")
    assert player.shows("not played yet  |")


# The piece that the menu is made of


class Settings(ChoicesPage):
    """A page of values, to be changed."""

    def __init__(self) -> None:
        self.theme = "dark"
        super().__init__(Looks(glyphs="ascii"), "Minesweeper: settings", "settings")

    def choices(self) -> list[ChoiceLine]:
        def change(way: int) -> None:
            self.theme = next_value(("dark", "light", "mono"), self.theme, way)

        return in_groups(
            [ChoiceLine("theme", self.theme, turn=change)],
            [],
            [ChoiceLine("count", "3", turn=lambda way: None)],
        )


def test_a_value_is_followed_by_the_next_and_the_last_by_the_first() -> None:
    page = Settings()
    seen = []
    for key in ("right", "enter", " ", "left", "h"):
        page.handle(Key(key), 0)
        seen.append(page.theme)
    assert seen == ["light", "mono", "dark", "mono", "light"]


def test_keys_that_come_before_the_first_frame_count() -> None:
    page = Settings()
    page.handle(Key("end"), 0)
    assert Player(page).focused == "count < 3 >"


def test_values_stand_below_each_other() -> None:
    player = Player(Settings(), (40, 12))
    assert player.page[1:4] == ["  theme           < dark >", "", "  count           < 3 >"]


class ManyValues(ChoicesPage):
    """A page of as many settings as are asked for; the help of some is long."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(Looks(glyphs="ascii"), "Settings", "settings")

    def choices(self) -> list[ChoiceLine]:
        return [
            ChoiceLine(f"Line {n}", "on", help=f"This is {n} so; {'very ' * 20 * (n % 3)}long")
            for n in range(self.count)
        ]


@pytest.mark.parametrize("size", PAGE_SIZES)
@pytest.mark.parametrize("count", [3, 13, 14, 40])
def test_settings_that_fill_the_page_scroll(size: tuple[int, int], count: int) -> None:
    page = Player(ManyValues(count), size)
    for n in [*range(count), *reversed(range(count))]:
        while page.focused != f"Line {n} on"[: len(f"Line {n}")]:
            before = page.focused
            page.press("down" if n >= int(before.split()[1]) else "up")
            assert page.focused != before
        assert page.shows(f"This is {n} so")


@pytest.mark.parametrize("size", PAGE_SIZES)
def test_nothing_moves_when_the_help_gets_longer(size: tuple[int, int]) -> None:
    page = Player(ManyValues(3), size)
    frames = set()
    for _ in range(3):
        lines = [f"  Line {n}" for n in range(3)]
        frames.add((tuple(map(page.find, lines)), page.lines[0], page.lines[-2], page.lines[-1]))
        page.press("down")
    assert len(frames) == 1


def test_help_that_is_too_long_is_cut() -> None:
    page = Player(ManyValues(3), (30, 10))
    page.press("down", "down")
    assert page.page[-1].endswith("...")
