"""The pages of records, games and trends, which lie over a game."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import pytest

from minesweeper.engine.game import Status
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.store.database import BUSY
from minesweeper.store.finished_games import Luck
from minesweeper.store.store import GAMES_FILE, Store
from minesweeper.tui.events import Key
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.screens.replay import ReplayScreen
from tests.harness.kept_games import (
    SETUP,
    TODAY,
    close_stores,
    dealer,
    game_of,
    kept,
    lose,
    open_store,
    play,
    win,
)
from tests.harness.locked import in_use
from tests.harness.player import (
    WHEEL_DOWN,
    WHEEL_UP,
    GamePlayer,
    at_kept_games,
)
from tests.harness.replays import import_game

EXPERT = LEVELS["expert"]
NARROW = Setup(6, 2, 2)
PAGES = ("1", "2", "3")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield open_store(tmp_path)
    close_stores()


def at_pages(
    store: Store | None,
    page: str = "1",
    size: tuple[int, int] = (80, 24),
    setup: Setup = SETUP,
    **options: object,
) -> GamePlayer:
    """Return a player of a game of this setup, who has opened one of the pages."""
    deal = dealer(store, setup, first=10_000) if store else None
    player = GamePlayer(None, setup=setup, dealer=deal, store=store, **options)  # type: ignore[arg-type]  # the screen's own
    player.wait_until_idle()
    player.press("s", page)
    player.resize(*size)
    return player


def keep(store: Store, identity: str, begun: str, milliseconds: int) -> None:
    """Win a game of this time, and keep it."""
    session = game_of(store, identity, begun)
    win(session, milliseconds)
    store.finish(session)


def many_games(directory: Path, number: int) -> None:
    """Keep games, an hour apart, all of them like one that was lost."""
    (directory / GAMES_FILE).write_bytes(database_of(number))


@cache
def database_of(number: int) -> bytes:
    with TemporaryDirectory() as name:
        directory = Path(name)
        store = open_store(directory)
        session = game_of(store, "f")
        lose(session)
        store.finish(session)
        close_stores()
        with closing(sqlite3.connect(directory / GAMES_FILE)) as db:
            names = [row[1] for row in db.execute("PRAGMA table_info(game)")]
            copied = [name for name in names if name not in ("n", "id", "begun", "number")]
            db.execute(
                f"""WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers
                    WHERE i < {number - 1})
                INSERT INTO game (number, id, begun, {", ".join(copied)})
                SELECT i + 1, printf('%07x', i),
                    strftime('%Y-%m-%dT%H:%M:%SZ', '2025-02-01', i || ' hours'),
                    {", ".join(copied)} FROM numbers, game WHERE id = 'f' ORDER BY i"""
            )
            db.commit()
        return (directory / GAMES_FILE).read_bytes()


def change_file(store: Store, sql: str) -> None:
    """Change the file of all games, as nothing in the program does."""
    with closing(sqlite3.connect(Path(store.directory) / GAMES_FILE)) as db, db:
        db.execute(sql)


def page_of(player: GamePlayer) -> str:
    """Return what the page shows within its frame, without blank lines at its end."""
    rows = [line.strip() for line in player.lines]
    lines = [row[1:-1].rstrip() for row in rows if row[:1] == row[-1:] == "|"]
    return "\n".join(line.removeprefix("  ") for line in lines).rstrip()


def style_of(player: GamePlayer, text: str) -> object:
    """Return how a text is painted where it is shown first."""
    column, row = player.find(text)
    return [
        style for at, piece, style in player.canvas.pieces[row] if at <= column < at + len(piece)
    ][-1]


def shown_tab(player: GamePlayer) -> str:
    """Return which tab is shown: its name is painted as the selected line of a page is."""
    names = player.canvas.pieces[player.find("1 Records")[1]]
    [name] = [text for _, text, style in names if style is player.theme.selected]
    return name.strip()


def selected(player: GamePlayer) -> str:
    """Return the selected line of the list."""
    theme = player.theme
    rows = [
        row
        for row, pieces in enumerate(player.canvas.pieces)
        if any(style is theme.selected and not text.strip() for _, text, style in pieces)
    ]
    [row] = rows
    return player.lines[row].strip()[1:-1].strip()


# The pages


def test_the_pages_are_tabs_of_one_frame(store: Store) -> None:
    player = at_pages(store)
    assert player.lines[0].startswith("+- 1 Records - 2 Games - 3 Trends ---")
    assert player.lines[-2] == "+" + "-" * 78 + "+"
    assert shown_tab(player) == "1 Records"


@pytest.mark.parametrize(
    ("keys", "tab"),
    [
        (["3"], "3 Trends"),
        (["3", "1"], "1 Records"),
        (["ctrl-i"], "2 Games"),
        (["ctrl-i"] * 3, "1 Records"),
        (["shift-tab"], "3 Trends"),
        (["right", "l"], "3 Trends"),
        (["left", "h"], "2 Games"),
        (["4"], "3 Trends"),
    ],
)
def test_keys_change_the_page(store: Store, keys: list[str], tab: str) -> None:
    player = at_pages(store)
    player.press(*keys)
    assert shown_tab(player) == tab


def test_a_click_changes_the_page(store: Store) -> None:
    player = at_pages(store)
    player.click_on("3 Trends")
    assert shown_tab(player) == "3 Trends"
    player.click_on("Tab change page")
    assert shown_tab(player) == "1 Records"


def test_a_button_that_was_pressed_elsewhere_changes_nothing(store: Store) -> None:
    player = at_pages(store)
    player.mouse(1, True, 40, 12)
    player.mouse(1, False, *player.find("3 Trends"))
    assert shown_tab(player) == "1 Records"


def test_with_wasd_b_opens_and_leaves_the_pages_and_d_deletes(store: Store) -> None:
    play(store, "WL")
    player = at_pages(store, keymap=bound_rows("wasd", {}))
    assert not player.is_at_page
    player.press("b", "d", "s")
    assert shown_tab(player) == "2 Games"
    assert selected(player).startswith("2025-01-01  Beginner      Won")
    player.press("d")
    assert player.shows("Delete this game")
    player.press("n", "b")
    assert not player.is_at_page


@pytest.mark.parametrize("columns", [30, 38, 46, 54, 70])
def test_the_records_of_two_tables_are_drawn_at_every_width(
    two_categories: Store, columns: int
) -> None:
    assert at_pages(two_categories, "1", (columns, 30)).shows("Best")


@pytest.mark.parametrize("size", [(80, 24), (30, 10)])
@pytest.mark.parametrize("page", PAGES)
def test_an_empty_history_says_what_will_be_here(
    store: Store, size: tuple[int, int], page: str
) -> None:
    said = " ".join(" ".join(at_pages(store, page, size).lines).split())
    wanted = {"1": "Your ten best", "2": "Every game you", "3": "Your win rate"}[page]
    assert wanted in said


@pytest.mark.parametrize("page", PAGES)
def test_where_nothing_is_kept_the_pages_say_so(page: str) -> None:
    player = at_pages(None, page)
    assert player.shows("Games are not saved here")
    player.press("d", "enter", "y", "down", "]", "end")
    assert player.shows("go back")


def test_games_that_were_in_use_are_read_when_they_are_free(store: Store) -> None:
    play(store, "WL")
    with in_use(store):
        player = at_pages(store)
        assert BUSY in " ".join(page_of(player).split())
        player.press("2")
        assert BUSY in " ".join(page_of(player).split())
    player.press("down")
    assert selected(player).startswith("2025-01-01  Beginner      Won")
    player.press("1")
    assert player.shows("Beginner 9x9 - 10 mines")


# Records


def test_the_records_of_a_table(store: Store) -> None:
    play(store, "LHLA")
    for number, (seconds, day) in enumerate([(7, "10"), (5, "11"), (6, "12"), (9, "12")], 1):
        keep(store, f"a{number}", f"2025-11-{day}T12:00:00Z", 1000 * seconds)
    keep(store, "b1", f"{TODAY}T09:00:00Z", 8_000)
    assert page_of(at_pages(store)) == PICTURE_OF_RECORDS


PICTURE_OF_RECORDS = """\
Beginner 9x9 - 10 mines

Best cleared     3BV/s   Date         Average of        Now        Best
 1     5.000 s    2.80   2025-11-11            5    7.000 s     7.000 s
 2     6.000 s    2.33   2025-11-12           12          -           -
 3     7.000 s    2.00   2025-11-10          100          -           -
 4     8.000 s    1.75   Today
 5     9.000 s    1.56   2025-11-12   Win rate    71%, 5 of 7
                                      Streak      5, longest 5
                                      Best 3BV/s  2.800
                                      Abandoned   1
                                      Helped      1, won 1, lost 0

                                      Last 9      X1X-51386
                                                  1 fast 8 slow X lost
                                                  - abandoned"""


def test_todays_games_and_the_best_one_are_marked(store: Store) -> None:
    keep(store, "1", "2025-11-12T12:00:00Z", 7_000)
    keep(store, "2", f"{TODAY}T12:00:00Z", 8_000)
    player = at_pages(store)
    assert style_of(player, "7.000") is player.theme.accent
    assert style_of(player, "8.000") is player.theme.text
    assert style_of(player, "Today") is player.theme.won
    assert style_of(player, "2025-11-12") is player.theme.dim


def test_boards_cleared_and_flagged_are_kept_apart(store: Store) -> None:
    play(store, "W")
    change_file(store, "UPDATE game SET ending = 'flagged'")
    keep(store, "a", "2025-11-12T12:00:00Z", 7_000)
    page = page_of(at_pages(store))
    assert page.index("Best cleared") < page.index("7.000") < page.index("Best flagged")


@pytest.mark.parametrize(
    ("size", "head", "best"),
    [
        ((40, 12), "Best cleared     3BV/s   Date", "1     5.000 s    2.80   2025-01-01"),
        ((30, 10), "Best cleared     3BV/s", "1     5.000 s    2.80"),
    ],
)
def test_a_narrow_window_shows_no_cut_dates(
    store: Store, size: tuple[int, int], head: str, best: str
) -> None:
    play(store, "W")
    lines = [line.strip(" |") for line in at_pages(store, size=size).lines]
    assert lines[lines.index(head) + 1] == best


@pytest.fixture(scope="module")
def home_of_two_categories(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("two")
    store = open_store(home)
    play(store, "WWW")
    play(store, "W", EXPERT)
    close_stores()
    return home


@pytest.fixture
def two_categories(home_of_two_categories: Path, tmp_path: Path) -> Iterator[Store]:
    yield open_store(copytree(home_of_two_categories, tmp_path / "two"))
    close_stores()


@pytest.mark.parametrize(("setup", "name"), [(SETUP, "Beginner 9x9"), (EXPERT, "Expert 30x16")])
@pytest.mark.parametrize("page", ["1", "3"])
def test_the_category_of_the_present_game_comes_first(
    two_categories: Store, setup: Setup, name: str, page: str
) -> None:
    player = at_pages(two_categories, page, setup=setup)
    assert page_of(player).startswith(name)
    assert player.lines[0].endswith("- Category 1 of 2 -+")


def test_a_category_without_games_is_not_shown(two_categories: Store) -> None:
    assert page_of(at_pages(two_categories, setup=LEVELS["classic"])).startswith("Beginner 9x9")


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (["]"], "Expert"),
        (["["], "Expert"),
        (["]", "]"], "Beginner"),
        (["]", "["], "Beginner"),
        (["down"], "Expert"),
        (["k"], "Expert"),
        (["]", "3"], "Expert"),
        (["3", "down", "1"], "Expert"),
        (["page-down"], "Beginner"),
        (["end", "g"], "Beginner"),
    ],
)
def test_keys_change_the_category(two_categories: Store, keys: list[str], name: str) -> None:
    player = at_pages(two_categories)
    player.press(*keys)
    assert page_of(player).startswith(name)


def test_a_click_changes_the_category(two_categories: Store) -> None:
    player = at_pages(two_categories)
    player.click_on("[ ] change category")
    assert page_of(player).startswith("Expert")


def test_a_single_category_is_not_counted(store: Store) -> None:
    play(store, "W")
    player = at_pages(store)
    assert not player.shows("Category 1")
    assert not player.shows("change category")
    player.press("]", "down")
    assert page_of(player).startswith("Beginner")


def test_a_small_window_scrolls_and_then_goes_on_to_the_next_category(
    two_categories: Store,
) -> None:
    player = at_pages(two_categories, size=(40, 12))
    assert player.shows("- 1-9/19 -")
    player.press("down")
    assert player.shows("- 2-10/19 -")
    player.mouse(WHEEL_DOWN, True, 5, 5)
    assert player.shows("- 5-13/19 -")
    player.press("end")
    assert player.shows("- 11-19/19 -")
    player.mouse(WHEEL_DOWN, True, 5, 5)
    assert player.shows("- 11-19/19 -")
    player.press("down")
    assert page_of(player).startswith("Expert")
    player.mouse(WHEEL_UP, True, 5, 5)
    assert page_of(player).startswith("Expert")


def test_a_large_window_shows_all_categories(two_categories: Store) -> None:
    player = at_pages(two_categories, size=(100, 40))
    heading, *categories = page_of(player).split("\n")[-3:]
    assert heading.split() == ["All", "categories", "Games", "Win", "rate", "Best", "time"]
    assert [line.split("  ")[0] for line in categories] == [
        "Beginner 9x9 - 10 mines",
        "Expert 30x16 - 99 mines",
    ]
    assert [line.split()[-4:] for line in categories] == [
        ["3", "100%", "5.000", "s"],
        ["1", "100%", "5.000", "s"],
    ]


# The list of games


def test_the_list_of_games(store: Store) -> None:
    play(store, "WLHA")
    play(store, "L", EXPERT)
    assert page_of(at_pages(store, "2")) == PICTURE_OF_GAMES


PICTURE_OF_GAMES = """\
Date        Board         Result         Time  3BV/s  Eff.   Luck  ID
2025-01-01  Expert        Lost        5.000 s   0.20   50%      -  5
2025-01-01  Beginner      Abandoned   0.001 s      -     -      -  4
2025-01-01  Beginner      Won         5.000 s   4.80   33%      -  3
2025-01-01  Beginner      Lost        5.000 s   0.20   50%      -  2
2025-01-01  Beginner      Won         5.000 s   2.80   21%      -  1













Expert 30x16, 99 mines. 2025-01-01 00:00, lost, 3BV 225, 2 clicks."""


@pytest.mark.parametrize(
    ("size", "line"),
    [
        ((100, 30), "2025-01-01  00:00  Expert        Lost        5.000 s   0.20"),
        ((60, 20), "2025-01-01  Expert        Lost        5.000 s  1"),
        ((40, 12), "|  Expert        Lost        5.000 s"),
        ((30, 10), "|  Lost        5.000 s"),
    ],
)
def test_a_narrow_list_keeps_what_matters_most(
    store: Store, size: tuple[int, int], line: str
) -> None:
    play(store, "L", EXPERT)
    assert any(line in shown for shown in at_pages(store, "2", size).lines)


@pytest.mark.parametrize("name", ["Ada", "Zoë 张三"])
def test_the_player_of_an_imported_game_is_named_as_in_its_file(store: Store, name: str) -> None:
    import_game(store, name, "2025-01-01T00:00:00Z")
    page = " ".join(page_of(at_pages(store, "2")).split())
    assert page.endswith(f"3BV 2, 2 clicks, played by {name}.")


def test_the_luck_of_the_selected_game_is_given_in_words(store: Store) -> None:
    session = game_of(store, "1")
    lose(session)
    store.finish(session)
    store.store_luck(session, Luck(4, 1, 2.8, "needless"))
    player = at_pages(store, "2", (120, 30))
    assert page_of(player).endswith(
        "Beginner 9x9, 10 mines. 2025-01-01 00:00, lost, 3BV 14, 2 clicks."
        " Luck: 4 guesses: 1 survived,\n2.8 expected."
    )
    assert "  -1.8  1" in selected(player)
    player.resize(40, 12)
    assert page_of(player).endswith(
        "00:00, 3BV 14, 2 clicks, 4 guesses:\n1 survived, 2.8 expected."
    )
    player.press("1")
    player.resize(80, 24)
    assert player.shows("Luck        4 guesses: 1 survived")
    assert player.shows("Losses      1 avoidable")


def test_a_game_played_on_after_its_end_is_listed_with_its_first_end_alone(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter")
    player.explode()
    player.press("u")
    player.clear()
    player.wait_until_idle()
    assert player.status is Status.WON
    assert player.foot == "practice: not kept"
    player.press("s", "2")
    assert player.shows("- 1 game -+")
    assert page_of(player).splitlines()[1].split()[2] == "Lost"
    player.press("enter", "end")
    assert isinstance(player.top, ReplayScreen)
    assert player.top.game.status is Status.LOST


def test_results_differ_by_colour_and_word(store: Store) -> None:
    play(store, "WLW")
    player = at_pages(store, "2")
    player.press("end")
    assert style_of(player, "Lost") is player.theme.lost
    assert style_of(player, "Won") is player.theme.won


@pytest.mark.parametrize("theme", ["sea", "mono"])
def test_the_selected_game_is_unmistakable(store: Store, theme: str) -> None:
    play(store, "WLW")
    player = at_pages(store, "2", theme=theme)
    player.press("down")
    row = player.find("Lost")[1]
    painted = {
        column
        for at, text, style in player.canvas.pieces[row]
        if style is player.theme.selected
        for column in range(at, at + len(text))
    }
    assert painted >= set(range(1, 79))
    assert (">" in player.lines[row]) is (theme == "mono")
    assert player.canvas.cursor == (3, row)


HUNDREDS = 250


@pytest.mark.parametrize(
    ("keys", "first", "place"),
    [
        ([], "00000f9", 0),
        (["down", "j", "k", "down"], "00000f9", 2),
        (["page-down"], "00000f8", 16),
        (["page-down", "page-up"], "00000f9", 0),
        (["end"], "f", 16),
        (["G", "g"], "00000f9", 0),
        (["end", "home"], "00000f9", 0),
        (["page-up", "up"], "00000f9", 0),
    ],
)
def test_keys_select_a_game(tmp_path: Path, keys: list[str], first: str, place: int) -> None:
    many_games(tmp_path, HUNDREDS)
    player = at_pages(open_store(tmp_path), "2")
    assert player.shows("- 250 games -+")
    player.press(*keys)
    identities = [line.split()[-2] for line in player.lines[2:19]]
    assert identities[-1 if first == "f" else 0] == first
    assert selected(player).endswith(identities[place])
    close_stores()


def test_the_wheel_scrolls_and_keeps_the_selection_in_sight(tmp_path: Path) -> None:
    many_games(tmp_path, HUNDREDS)
    player = at_pages(open_store(tmp_path), "2")
    player.press("down")
    player.mouse(WHEEL_DOWN, True, 9, 9)
    assert player.lines[2].split()[-2] == "00000f6"
    assert selected(player).endswith("00000f6")
    player.mouse(WHEEL_UP, True, 9, 9)
    assert player.lines[2].split()[-2] == "00000f9"
    assert selected(player).endswith("00000f6")
    assert player.shows("- 1-17/250 -+")
    close_stores()


def test_a_long_history_is_opened_and_scrolled_by_as_many_queries_as_a_short_one(
    tmp_path: Path,
) -> None:
    def count_work(games: int) -> tuple[int, int, int]:
        """Return the queries of opening, and the queries and thousands of steps of scrolling."""
        directory = tmp_path / f"{games} games"
        directory.mkdir()
        many_games(directory, games)
        store, queries, steps = open_store(directory), list[str](), list[int]()

        def note_query(sql: str) -> None:
            queries.extend([sql] * (sql not in ("BEGIN", "COMMIT")))

        store.read(lambda db: db.set_trace_callback(note_query))
        store.read(lambda db: db.set_progress_handler(lambda: steps.append(0), 1_000))
        player = at_pages(store)
        opening = len(queries)
        player.press("2")
        queries.clear()
        steps.clear()
        player.press(*["page-down"] * 100)
        assert selected(player).split()[-1] == f"{games - 1 - 100 * 17:07x}"
        return opening, len(queries), len(steps)

    opening, queries, steps = count_work(4_000)
    assert queries < 40
    assert (opening, queries, steps) == pytest.approx(count_work(2_000), rel=0.02)


# Watching


def reveal(player: GamePlayer) -> None:
    """Reveal a cell of the game below, which then has begun."""
    player.press("enter")
    assert player.session.has_begun


@pytest.mark.parametrize("how", ["enter", "o", "click", "second click", "word"])
def test_a_game_is_watched_and_then_the_list_is_there_again(store: Store, how: str) -> None:
    play(store, "LWL")
    player = at_pages(store, "2")
    player.press("down")
    row = player.find("Won")[1]
    if how == "click":
        player.click_at(10, row)
    elif how == "second click":
        player.press("up")
        player.click_at(10, row)
        assert not isinstance(player.top, ReplayScreen)
        player.click_at(50, row)
    elif how == "word":
        player.click_on("Enter watch")
    else:
        player.press(how)
    watched = player.top
    assert isinstance(watched, ReplayScreen)
    assert watched.replay.headers["Id"] == "2"
    player.press("end")
    assert watched.game.status is Status.WON
    player.press("q")
    assert selected(player).endswith("2")


def test_the_player_can_take_over_a_game_that_is_watched(store: Store) -> None:
    play(store, "W", EXPERT)
    player = at_pages(store)
    player.press("escape")
    reveal(player)
    before = player.session
    player.press("s", "2", "enter", "right")
    player.wait(500)
    player.press("enter")
    assert not player.is_at_page
    assert player.setup == EXPERT
    assert player.session.head.origin.kind == "replay"
    assert len(player.session.steps) == 2  # that at the start, and the next one
    player.press("u", "u", "u")
    assert player.session is before


def test_the_enter_that_opens_a_game_does_not_take_it_over(store: Store) -> None:
    play(store, "W")
    player = at_pages(store, "2")
    for _ in range(20):
        player.press("enter")
        player.wait(100)
    assert isinstance(player.top, ReplayScreen)
    player.wait(400)
    player.press("enter")
    assert player.session.head.origin.kind == "replay"


def test_a_game_of_the_list_names_escape_for_the_way_back(store: Store) -> None:
    play(store, "W")
    player = at_pages(store, "2")
    player.press("enter")
    assert player.lines[-1].split("   ")[-1].strip() == "Esc back"
    player.press("?")
    assert "| Esc q Ctrl+C Go back |" in [" ".join(line.split()) for line in player.lines]


@pytest.mark.parametrize("key", ["escape", "q"])
def test_escape_goes_back_from_a_game_to_the_list(store: Store, key: str) -> None:
    play(store, "W")
    player = at_pages(store, "2")
    player.press("enter", key)
    assert shown_tab(player) == "2 Games"
    player.press(key)
    assert not player.is_at_page


def test_a_damaged_journal_is_reported(store: Store) -> None:
    play(store, "W")
    change_file(store, "UPDATE game SET journal = 'nonsense'")
    player = at_pages(store, "2")
    player.press("enter")
    assert player.shows("This game cannot be watched: ")
    player.press("down")
    assert not player.shows("cannot be watched")


# Looking for games


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("expert", "5"),
        ("won", "31"),
        ("LOST beg", "2"),
        ("2025-01 aband", "4"),
        ("9x9", "4321"),
        ("3", "53"),
        ("nothing", ""),
        ("", "54321"),
    ],
)
def test_games_are_found_by_the_beginnings_of_words(store: Store, typed: str, found: str) -> None:
    play(store, "WLWA")
    play(store, "L", EXPERT)
    player = at_pages(store, "2")
    player.press("/", *typed)
    assert player.lines[0].endswith(f"/{typed}_  {len(found)} game{'s' * (len(found) != 1)} -+")
    rows = [line for line in player.lines if "2025-01-01  " in line and "00:00" not in line]
    assert "".join(line.split()[-2] for line in rows) == found
    assert player.shows("No game matches all of these words.") is (not found)
    player.press("enter")
    assert (f"/{typed}  " in player.lines[0]) is bool(typed)


def test_escape_lists_all_games_again_and_then_leaves(store: Store) -> None:
    play(store, "WLWA")
    player = at_pages(store, "2")
    player.press("/", "l", "o", "x", "backspace", "s", "enter")
    assert player.shows("/los  1 game -+")
    assert selected(player).endswith("2")
    player.press("escape")
    assert player.shows("- 4 games -+")
    player.press("escape")
    assert not player.is_at_page


def test_what_is_typed_is_no_key(store: Store) -> None:
    play(store, "WL")
    player = at_pages(store, "2")
    player.press("/", "s", "d", "q", "1", "ctrl-i", "y")
    assert shown_tab(player) == "2 Games"
    assert player.shows("/sdq1y_")
    assert len(kept(store)) == 2
    player.press("escape")
    assert player.shows("- 2 games -+")


def test_in_a_low_window_the_list_takes_the_rows_of_the_description(tmp_path: Path) -> None:
    many_games(tmp_path, HUNDREDS)
    player = at_pages(open_store(tmp_path), "2", (30, 10))
    assert player.shows(" 1-6/250 ")
    player.press("d")
    assert player.shows("Delete this game and its")


def test_a_high_window_shows_more_games_and_keeps_its_frame(tmp_path: Path) -> None:
    many_games(tmp_path, HUNDREDS)
    player = at_pages(open_store(tmp_path), "2", (200, 60))
    assert player.shows(" 1-53/250 ")
    edges = [player.lines.index(line) for line in player.lines if "----" in line]
    player.press("/", *"won")
    assert player.shows("No game matches")
    assert [player.lines.index(line) for line in player.lines if "----" in line] == edges
    player.press("escape", "1")
    assert [player.lines.index(line) for line in player.lines if "----" in line] == edges
    close_stores()


def test_keys_that_come_before_the_list_is_drawn_select_a_game(tmp_path: Path) -> None:
    many_games(tmp_path, HUNDREDS)
    player = at_pages(open_store(tmp_path))
    for key in ("2", "G", "up"):
        player.top.handle(Key(key), player.now)
    player.draw()
    assert player.shows(" 233-249/250 ")
    assert selected(player).split()[-1] == "0000001"
    close_stores()


def test_a_long_filter_shows_its_end(store: Store) -> None:
    play(store, "WL")
    player = at_pages(store, "2", (40, 12))
    player.press("/", *"abcdefghijklmnopqrstuvw")
    assert "klmnopqrstuvw_" in player.lines[0]


def test_the_filter_is_opened_by_a_click(store: Store) -> None:
    play(store, "WL")
    player = at_pages(store, "2")
    player.click_on("/ filter")
    player.press("w")
    assert player.shows("/w_  1 game -+")
    player.click_on("Esc clear filter")
    assert player.shows("- 2 games -+")


# Deleting


def test_a_game_is_deleted_only_if_the_player_agrees(store: Store) -> None:
    play(store, "LWL")
    player = at_pages(store, "2")
    player.press("down", "d")
    assert page_of(player).endswith(
        "\nDelete this game and its replay? It will not count in any record. y/n"
    )
    player.press("y")
    assert [game.id for game in kept(store)] == ["3", "1"]
    assert player.shows("Deleted 2")
    assert selected(player).endswith("1")
    player.press("1")
    assert player.shows("No ranked win yet")
    assert player.shows("0%, 0 of 2")


@pytest.mark.parametrize("key", ["n", "enter", "escape", "down", "d", "q", "s"])
def test_any_other_key_keeps_it(store: Store, key: str) -> None:
    play(store, "LWL")
    player = at_pages(store, "2")
    player.press("down", "d", key)
    assert len(kept(store)) == 3
    assert not player.shows("Delete this game")
    assert selected(player).endswith("2")


def test_a_game_is_deleted_by_clicks(store: Store) -> None:
    play(store, "LW")
    player = at_pages(store, "2")
    player.click_on("d delete")
    player.mouse(WHEEL_DOWN, True, 9, 9)
    player.click_at(9, 3)
    player.click_on("n keep")
    assert len(kept(store)) == 2
    player.click_on("d delete")
    player.click_on("y delete")
    assert [game.id for game in kept(store)] == ["1"]


def test_the_game_in_question_stays_in_sight(tmp_path: Path) -> None:
    many_games(tmp_path, 50)
    player = at_pages(open_store(tmp_path), "2")
    player.press("d")
    player.mouse(WHEEL_DOWN, True, 9, 9)
    player.click_at(9, 9)
    assert selected(player).endswith("0000031")
    player.press("y")
    assert selected(player).endswith("0000030")
    close_stores()


def test_the_last_game_can_be_deleted(store: Store) -> None:
    play(store, "W")
    player = at_pages(store, "2")
    player.press("d", "Y")
    assert player.shows("Every game you play will be listed here.")
    player.press("d", "y", "enter", "1")
    assert player.shows("Your ten best games")


def test_a_game_that_another_copy_has_deleted_is_deleted(store: Store) -> None:
    play(store, "WL")
    player = at_pages(store, "2")
    player.press("d")
    open_store(store.directory).delete("2")
    player.press("y")
    assert [game.id for game in kept(store)] == ["1"]
    assert player.shows("Deleted 2")


# Trends


def test_the_trends_of_a_category(store: Store) -> None:
    for number, seconds in enumerate([7, 5, 6, 9, 8]):
        keep(store, f"a{number}", f"2025-11-{10 + number}T12:00:00Z", 1000 * seconds)
    assert page_of(at_pages(store, "3")) == PICTURE_OF_TRENDS


PICTURE_OF_TRENDS = """\
Beginner 9x9 - 10 mines

Win rate over 20 games                 Time of each win
100% +:::::::::::::::                  10 s +
     |###############                       |
     |###############                       |         ###
     |###############                       |         ###:::
     |###############                       |         ######
     |###############                       |###      ######
     |###############                       |###   ...######
     |###############                       |###   #########
     |###############                       |###############
     |###############                       |###############
     |###############                       |###############
     |###############                       |###############
     |###############                       |###############
     |###############                       |###############
     |###############                       |###############
     |###############                       |###############
  0% +---------------                   0 s +---------------
      Last 5 games  Now                      Last 5 wins  Now"""


def test_a_small_window_shows_one_plot_at_a_time(two_categories: Store) -> None:
    player = at_pages(two_categories, "3", (40, 12))
    for title in ("Win rate over 20", "Time of each win"):
        assert page_of(player).startswith("Beginner 9x9 - 10 mines")
        assert player.lines[2][3:].startswith(title)
        player.press("down")
    assert page_of(player).startswith("Expert 30x16 - 99 mines")


def test_plots_are_blocks_with_an_axis_that_is_labelled(store: Store) -> None:
    play(store, "LLWWW")
    page = at_pages(store, "3", glyphs="unicode").lines
    assert [line[1:39].strip() for line in page[4:22]] == [
        "100% ┤",
        *["│"] * 5,
        "│            ▂▂▂",
        "│            ███",
        "│         ▆▆▆███",
        "│         ██████",
        "│      ▁▁▁██████",
        *["│      █████████"] * 5,
        "0% ╰───────────────",
        "Last 5 games  Now",
    ]
    assert [page[row][40:].strip(" │") for row in (4, 20)] == ["5 s ┤▄▄▄▄▄▄▄▄▄", "0 s ╰─────────"]


def test_a_table_without_a_result_has_nothing_to_plot(store: Store) -> None:
    play(store, "A")
    assert page_of(at_pages(store, "3")).count("Nothing to plot yet") == 2


def test_a_game_of_the_list_is_reviewed(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter")
    player.explode()
    player.wait_until_idle()
    player.press("s", "2")
    assert player.shows("i review")
    player.press("i")
    player.wait_until_idle()
    assert player.shows("The last move") or player.shows("Guess ")
    player.press("escape")
    assert player.shows("i review")
    player.press("i")
    player.wait_until_idle()
    player.press("enter")
    assert not player.is_at_page
    assert player.session.head.origin.kind == "replay"


# Overdue reviews


def luck_of_games(store: Store) -> str:
    """Return which games have luck: their ids, the newest first."""
    return " ".join(game.id for game in kept(store) if game.luck)


def test_games_left_too_quickly_get_their_luck_while_the_records_are_open(store: Store) -> None:
    play(store, "LLWL", NARROW)
    player = at_pages(store, setup=NARROW)
    assert not player.shows("by bad luck")
    assert luck_of_games(store) == ""
    player.wait_until_idle()
    assert luck_of_games(store) == "4 3 2 1"
    assert player.shows("by bad luck")
    player.press("2")
    assert "0.5" in selected(player)


def test_a_page_that_is_left_stops_the_reviews(store: Store) -> None:
    play(store, "WWW")
    player = at_pages(store)
    while not luck_of_games(store):
        player.wait(0)
    player.press("escape")
    player.wait_until_idle()
    player.wait(60_000)
    assert luck_of_games(store) == "3"
    player.press("s")
    player.wait_until_idle()
    assert luck_of_games(store) == "3 2 1"


@pytest.mark.parametrize("keys", [("i",), ("enter", "i")])
def test_games_are_reviewed_while_a_review_is_open(store: Store, keys: tuple[str, ...]) -> None:
    play(store, "LLL", NARROW)
    player = at_pages(store, "2", setup=NARROW)
    player.press(*keys)
    player.wait_until_idle()
    assert luck_of_games(store) == "3 2 1"
    player.press(*["escape"] * len(keys))
    assert shown_tab(player) == "2 Games"
    assert "0.5" in selected(player)


def test_games_are_reviewed_while_the_present_one_is(store: Store) -> None:
    play(store, "WW")
    player = at_kept_games(store, first=10)
    player.press("enter")
    player.explode()
    player.wait_until_idle()
    assert luck_of_games(store) == "a"
    player.press("i")
    player.wait_until_idle()
    assert luck_of_games(store) == "a 2 1"


def test_a_damaged_game_stops_no_other_review(store: Store) -> None:
    play(store, "WWW")
    change_file(store, "UPDATE game SET journal = x'00' WHERE id = '2'")
    player = at_pages(store)
    player.wait_until_idle()
    assert luck_of_games(store) == "3 1"
    player.press("escape", "s")
    player.wait(0)
    player.wait(0)
    assert player.top.next_wakeup(player.now)


def test_a_held_key_scrolls_at_once_while_games_are_reviewed(store: Store) -> None:
    play(store, "W" * 12)
    player = at_pages(store, "2")
    for index in range(12):
        assert selected(player).endswith(f"{12 - index:x}")
        assert player.top.next_wakeup(player.now) == 0
        player.press("down")
        player.wait(0)
    assert luck_of_games(store) == ""


@pytest.mark.parametrize(
    ("pause", "counts"),
    [(0, {0: 0, 1: 1, 2: 1, 3: 1, 4: 3}), (1_000, {0: 0, 1: 1, 2: 2, 3: 3, 4: 3})],
)
def test_luck_is_shown_at_most_once_a_second_and_when_all_is_stored(
    store: Store, pause: int, counts: dict[int, int]
) -> None:
    play(store, "LLLL", NARROW)  # the first of them is won
    player = at_pages(store, "2", setup=NARROW)
    shown = {}
    while not player.top.next_wakeup(player.now):
        player.wait(pause)
        stored = len(luck_of_games(store).split())
        shown[stored] = sum(line.count("-0.5") for line in player.lines)
    assert shown == counts


def test_the_selected_game_stays_selected_while_luck_is_stored(store: Store) -> None:
    play(store, "LLLL", NARROW)
    player = at_pages(store, "2", setup=NARROW)
    player.press("down", "down", "d")
    player.wait_until_idle()
    assert player.shows("Delete this game")
    player.press("y")
    assert [game.id for game in kept(store)] == ["4", "3", "1"]
