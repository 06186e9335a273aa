"""Every screen in all its states, for the laws that hold of all of them in every look and window.

A new screen is a row of `PAGES` if a key opens it over a game, or else one of `SITUATIONS`.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.learn.training import Streak
from minesweeper.play.daily import daily
from minesweeper.play.replay import Replay
from minesweeper.play.session import Session
from minesweeper.tui.keys import TAB
from minesweeper.tui.screens.game import FLASH_TIME
from minesweeper.tui.screens.review import ReviewScreen
from tests.harness.bots import play_like_a_person
from tests.harness.kept_games import (
    TODAY,
    begin,
    close_stores,
    dealer,
    keep_daily,
    open_store,
    play,
)
from tests.harness.learned import attempt, keep_answer, open_course
from tests.harness.lessons import (
    EVERY_KIND,
    ONE_TWO,
    LessonPlayer,
    claim,
    explain,
    leave,
    steps,
    whole_board,
)
from tests.harness.player import RIGHT, GamePlayer, Player, ReplayPlayer, words_text
from tests.harness.replays import replay_on
from tests.harness.replays import won as won_replay
from tests.harness.settings import live_settings_for

LAYOUT = """
    .*......
    **......
    ........
    ......*.
    ........
"""
EXPERT: Final = LEVELS["expert"]
LARGE_REPLAY: Final = replay_on(
    "\n".join(["*" + "." * 29, *["." * 30] * 15]), "900 flag 30 16", known=True
)


NewHome = Callable[[], Path]
"""Makes a home with what `make_home` keeps, for the one who calls it."""


class Look(NamedTuple):
    """A theme, glyphs, and the zoom of a board, as settings name them."""

    theme: str = "sea"
    glyphs: str = "unicode"
    zoom: str = "auto"


BOARD_LOOKS: Final = (
    Look(),
    Look("mono", "ascii"),
    Look(glyphs="ascii", zoom="5"),
    Look(glyphs="emoji"),
    Look("classic", zoom="1"),
    Look("light", zoom="7"),
)
"""The looks of a screen with a board."""
LESSON_LOOKS: Final = (Look(), Look(glyphs="emoji"), Look("mono", "ascii"))
"""The looks of a lesson, whose boards are as large as they can be."""
PAGE_LOOKS: Final = (Look("mono", "ascii"), Look(glyphs="emoji"))
"""The looks of a page without one."""


def make_home(home: Path) -> None:
    """Keep what a player has after a while: games, saved games, daily boards, and answers."""
    store = open_store(home)
    store.import_games([play_like_a_person(Setup(6, 6, 6), seed) for seed in range(0x601, 0x604)])
    play(store, "WLAHWWWWF")
    play(store, "WL", EXPERT)
    for number, setup in enumerate((LEVELS["classic"], EXPERT, Setup(20, 10, 30, no_guess=True))):
        session = dealer(store, setup, first=0x5A0 + number).next()
        begin(session)
        session.leave(75_000)
    for day in range(15, 20):
        keep_daily(store, f"da{day}", f"2025-11-{day}T10:00:00Z", level="beginner")
    for number in range(1, 31):
        keep_answer(store, attempt(number))
    course = open_course(home)
    while course.examination.step():
        pass
    at_home(home, "s").wait_until_idle()  # which reviews all games
    close_stores()


def at_home(home: Path, *keys: str) -> GamePlayer:
    """Return a player a move into a game, with all that a home has, who has pressed keys."""
    store = open_store(home)

    def deal_daily(day: str, level: str) -> Session:
        return daily(day, level).begin("ff", f"{TODAY}T00:00:00Z", store.open_journal, 0)

    player = GamePlayer(
        LAYOUT,
        store=store,
        deal_daily=deal_daily,
        daily_date=lambda: TODAY,
        live=live_settings_for(home / "config.toml"),
        make_course=lambda: open_course(home),
    )
    player.press("$", "enter")
    for key in keys:
        player.press(key)
        player.wait_until_idle()
    return player


# Pages over a game


class PageKeys(NamedTuple):
    """The keys that open a page over a game, and those that leave it, beside Esc."""

    opened_by: tuple[str, ...]
    left_by: str
    shows: str
    """A text that no other page shows."""
    has_board: bool = False


LEARN: Final = ("m", "8")
PAGES: Final = {
    "the menu": PageKeys(("m",), "m", "Today's board"),
    "the help": PageKeys(("?",), "q?", "1 of 3"),
    "the settings": PageKeys((",",), "q,", "More options"),
    "the records": PageKeys(("s",), "qsS", "Tab games"),
    "the list of games": PageKeys(("s", TAB), "qs", "Tab records"),
    "a game of the list": PageKeys(("s", TAB, "enter"), "q", "Enter play on", has_board=True),
    "the review of a game": PageKeys(("s", TAB, "i"), "qi", "yours", has_board=True),
    "the saved games": PageKeys(("e",), "qe", "Saved games"),
    "the calendar": PageKeys(("m", "7", "2"), "q", "beginner, 9x9"),
    "the map": PageKeys((TAB,), "q", "nearest front"),
    "the lessons": PageKeys(LEARN, "q", " of 12 mastered"),
    "the introduction of a lesson": PageKeys((*LEARN, "enter"), "q", "Enter begin", has_board=True),
    "an exercise": PageKeys((*LEARN, "enter", "enter"), "q", "nothing is certain", has_board=True),
}


def at_page(page: PageKeys, new_home: NewHome) -> GamePlayer:
    player = at_home(new_home(), *page.opened_by)
    assert player.is_at_page
    assert player.shows(page.shows)
    return player


# A game


def in_game(
    *keys: str, says: str = "", setup: Setup | None = None, **options: object
) -> Callable[[NewHome], GamePlayer]:
    """Return what makes a player at a board who has pressed keys; `says` is said then."""

    def make(new_home: NewHome) -> GamePlayer:
        layout = None if setup else LAYOUT
        player = GamePlayer(layout, setup=setup, **options)  # type: ignore[arg-type]  # the screen's own
        player.press(*keys)
        player.wait(FLASH_TIME)
        player.wait_until_idle()
        assert says in player.says
        return player

    return make


def won(new_home: NewHome) -> GamePlayer:
    player = GamePlayer(LAYOUT)
    player.win()
    assert player.side.title == "Won"
    return player


def won_with_help(new_home: NewHome) -> GamePlayer:
    player = GamePlayer(None, setup=Setup(8, 8, 10))
    player.press("enter", "a")
    player.clear()
    player.wait_until_idle()
    assert "with help" in player.says
    return player


def won_a_record(new_home: NewHome) -> GamePlayer:
    store = open_store(new_home())
    player = GamePlayer(None, dealer=dealer(store, first=900), store=store)
    player.win(1_000)
    assert player.side.title == "New best"
    return player


def lost_on_a_large_board(new_home: NewHome) -> GamePlayer:
    return lost(new_home, EXPERT)


def lost(new_home: NewHome, setup: Setup = LEVELS["beginner"]) -> GamePlayer:
    player = GamePlayer(None, setup=setup)
    player.press("enter")
    player.explode()
    player.wait_until_idle()
    assert player.side.title == "Boom"
    return player


def lost_in_practice(new_home: NewHome) -> GamePlayer:
    player = lost(new_home)
    player.press("u")
    player.explode()
    player.wait_until_idle()
    assert (player.side.title, player.foot) == ("Boom", "practice: not kept")
    return player


def lost_with_a_long_verdict(new_home: NewHome) -> GamePlayer:
    player = GamePlayer(LAYOUT)
    player.press("$", "enter")
    player.explode()
    player.wait_until_idle()
    assert "You could have known" in player.says
    return player


def lost_daily(new_home: NewHome) -> GamePlayer:
    store = open_store(new_home())

    def deal_daily(day: str, level: str) -> Session:
        return daily(day, level).begin("da0", f"{TODAY}T00:00:00Z", store.open_journal, 0)

    player = GamePlayer(None, store=store, deal_daily=deal_daily, daily_date=lambda: TODAY)
    player.press("m", "6")
    player.explode()
    player.wait_until_idle()
    assert "c copy" in words_text(player.side.more)
    return player


def clicked_after_a_lost_daily(new_home: NewHome) -> GamePlayer:
    player = lost_daily(new_home)
    player.click(1, 1, button=RIGHT)
    assert player.message == "The game is over."
    return player


def paused_by_itself(new_home: NewHome) -> GamePlayer:
    player = GamePlayer(LAYOUT, idle_pause=1)
    player.press("$", "enter")
    player.wait(60_000)
    assert player.session.paused
    return player


def searching(new_home: NewHome) -> GamePlayer:
    player = GamePlayer(None, setup=Setup(30, 7, 62, no_guess=True))
    player.press("enter")
    player.wait(100)
    assert player.screen.state == "searching"
    return player


def asked_after_a_search(new_home: NewHome) -> GamePlayer:
    player = GamePlayer(None, setup=Setup(2, 2, 2, no_guess=True))
    player.press("enter")
    player.wait_until_idle()
    assert player.screen.state == "asking"
    return player


def at_demo(new_home: NewHome) -> GamePlayer:
    player = GamePlayer(None, demo=True)
    for _ in range(5):
        player.wait(player.top.next_wakeup(player.now))
    assert player.session.steps
    return player


def reviewing(new_home: NewHome) -> GamePlayer:
    """Be at the review of an expert game, which was lost by a guess in the middle."""
    player = GamePlayer(None, setup=EXPERT)
    player.press("enter")
    while not player.session.over:
        covered = [cell for cell in player.board.grid if not player.session.game.is_revealed(cell)]
        player.reveal(covered[len(covered) // 2])
    player.wait_until_idle()
    player.press("i")
    player.wait_until_idle()
    assert isinstance(player.top, ReviewScreen)
    return player


# Replays and lessons


def at_replay(*keys: str, replay: Replay | None = None) -> Callable[[NewHome], ReplayPlayer]:
    def make(new_home: NewHome) -> ReplayPlayer:
        named = (replay or won_replay())._replace(headers={"Player": "Ada", "Timestamp": "2025"})
        player = ReplayPlayer(named)
        player.press(*keys)
        return player

    return make


def at_exercise(text: str, act: Callable[[LessonPlayer], None], new_home: NewHome) -> LessonPlayer:
    player = LessonPlayer(text)
    act(player)
    return player


def after_a_streak(new_home: NewHome) -> LessonPlayer:
    exercises = steps([ONE_TWO] * 9, before_each=0)
    streak = Streak(exercises, lambda *_: None, Random(1), 1, lambda: streak)
    player = LessonPlayer(training=streak)
    player.point(3, 1)
    assert player.says.startswith("Not certain 0 right")
    return player


GAMES: Final[dict[str, Callable[[NewHome], Player]]] = {
    "a new board": in_game(),
    "the first step": in_game(says="Arrows move", first_time=True),
    "the second step": in_game("$", "enter", says="A number counts", first_time=True),
    "the third step": in_game("enter", "G", "$", "enter", says="puts a flag", first_time=True),
    "a game under way": in_game("$", "enter"),
    "shown mines": in_game("$", "enter", show_mines=True),
    "a board of one column": in_game("enter", "G", "f", setup=Setup(1, 100, 5)),
    "a board of one cell": in_game(setup=Setup(1, 1, 0)),
    "a large board": in_game("enter", setup=EXPERT),
    "a large board that was scrolled": in_game("enter", "G", "$", "f", setup=EXPERT),
    "a large board with a hint": in_game("enter", "i", "i", setup=EXPERT, begins_at=(30, 16)),
    "a large board with a refused chord": in_game("enter", "c", setup=EXPERT),
    "a large board in a pause": in_game("enter", "p", setup=EXPERT),
    "a large board that was lost": lost_on_a_large_board,
    "a large board with odds": in_game("enter", "a", setup=EXPERT),
    "a refused chord": in_game("$", "enter", "down", "down", "c"),
    "an undone move": in_game("$", "enter", "u", says="Undone."),
    "a game that was left": in_game("$", "enter", "n", says="u goes back"),
    "a hint": in_game("$", "enter", "i", says="Look at"),
    "a hint with its reason": in_game("$", "enter", "i", "i", says="safe:"),
    "a guess": in_game(
        *("enter", "i", "i"), says="best guess", setup=Setup(6, 6, 12), begins_at=(4, 4)
    ),
    "a fifty-fifty": in_game("enter", "i", "i", says="50% or", setup=Setup(8, 2, 6)),
    "odds": in_game("$", "enter", "a", "0", says="Here"),
    "checked flags": in_game("$", "enter", "0", "f", "x", says="flag"),
    "a wrong flag": in_game("$", "enter", "0", "f", "x", "x", says="This flag"),
    "a pause": in_game("$", "enter", "p", says="Paused"),
    "a pause by itself": paused_by_itself,
    "won": won,
    "won with help": won_with_help,
    "won in record time": won_a_record,
    "lost": lost,
    "lost in practice": lost_in_practice,
    "lost, with a long verdict": lost_with_a_long_verdict,
    "a lost daily board": lost_daily,
    "a click after a lost daily board": clicked_after_a_lost_daily,
    "a search": searching,
    "the question after a search": asked_after_a_search,
    "a demo": at_demo,
    "a review": reviewing,
    "a replay at its start": at_replay(" ", "home"),
    "a replay under way": at_replay("right"),
    "a replay at its end": at_replay("end"),
    "a replay on a large board": at_replay("end", replay=LARGE_REPLAY),
}
"""Screens with a board, a side and a key line, in all their states."""

_ACTS: Final = {"asked": leave, "answered": claim, "explained": explain}
LESSONS: Final[dict[str, Callable[[NewHome], Player]]] = {
    f"{' '.join(text.split()[:2])}, {name}": partial(at_exercise, text, act)
    for text in (*EVERY_KIND, whole_board())
    for name, act in _ACTS.items()
}
"""Exercises of every kind."""

OTHERS: Final[dict[str, Callable[[NewHome], Player]]] = {
    "a size of one's own": lambda new_home: at_home(new_home(), "m", "right", *"24x15/50"),
    "a size that is refused": lambda new_home: at_home(new_home(), "m", "right", *"8x8/64"),
    "today's board": lambda new_home: at_home(new_home(), "m", "down"),
    "the end of the menu": lambda new_home: at_home(new_home(), "m", "end"),
    "the last setting": lambda new_home: at_home(new_home(), ",", "end", "right"),
    "games that are looked for": lambda new_home: at_home(new_home(), "s", TAB, "/", *"wo"),
    "a game to delete": lambda new_home: at_home(new_home(), "s", TAB, "d"),
    "a saved game to give up": lambda new_home: at_home(new_home(), "e", "d"),
    "the end of the help": lambda new_home: at_home(new_home(), "?", *["page-down"] * 2),
    "records of another table": lambda new_home: at_home(new_home(), "s", "right"),
    "no records": lambda new_home: at_home(new_home() / "nothing is kept", "s"),
    "no games": lambda new_home: at_home(new_home() / "nothing is kept", "s", TAB),
    "an earlier day": lambda new_home: at_home(new_home(), "m", "7", "up", "left"),
    "the end of a streak": after_a_streak,
}
"""Other states of pages."""

SITUATIONS: Final[dict[str, Callable[[NewHome], Player]]] = {
    **{name: partial(at_page, page) for name, page in PAGES.items()},
    **GAMES,
    **LESSONS,
    **OTHERS,
}


def looks_of(name: str) -> tuple[Look, ...]:
    """Return the looks in which a situation differs."""
    if name in LESSONS:
        return LESSON_LOOKS
    has_board = name in GAMES or (name in PAGES and PAGES[name].has_board)
    return BOARD_LOOKS if has_board else PAGE_LOOKS
