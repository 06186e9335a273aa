"""The pages of records and of games, which lie over a game."""

import re
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
from minesweeper.tui.canvas import Style
from minesweeper.tui.keys import TAB, bound_rows
from minesweeper.tui.look.tiles import without_colours
from minesweeper.tui.screens.replay import ReplayScreen
from minesweeper.tui.widgets.side import Block
from tests.harness.kept_games import (
    SETUP,
    TODAY,
    close_stores,
    dealer,
    game_of,
    keep_daily,
    kept,
    lose,
    open_store,
    play,
    win,
)
from tests.harness.locked import being_written, in_use
from tests.harness.player import GamePlayer, at_kept_games, words_text
from tests.harness.replays import import_game
from tests.harness.scenes import act

EXPERT = LEVELS["expert"]
NARROW = Setup(6, 2, 2)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    yield open_store(tmp_path)
    close_stores()


def at_pages(
    store: Store | None,
    *keys: str,
    size: tuple[int, int] = (80, 24),
    setup: Setup = SETUP,
    **options: object,
) -> GamePlayer:
    """Return a player of a game of this setup, who has opened the records and pressed keys."""
    deal = dealer(store, setup, first=10_000) if store else None
    player = GamePlayer(None, setup=setup, dealer=deal, store=store, **options)  # type: ignore[arg-type]  # the screen's own
    player.wait_until_idle()
    player.press("s")
    player.resize(*size)
    player.press(*keys)
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


def at_games(store: Store | None, *keys: str, **options: object) -> GamePlayer:
    """Return a player who has opened the list of games and pressed keys."""
    return at_pages(store, TAB, *keys, **options)  # type: ignore[arg-type]  # those of `at_pages`


def shown_tab(player: GamePlayer) -> str:
    """Return which page is shown: its name is painted as a title is."""
    _, name, _ = next(
        piece
        for pieces in player.canvas.pieces
        for piece in pieces
        if piece[2] is player.theme.bright and piece[1] in ("Records", "Games")
    )
    return name


def stage_of(player: GamePlayer) -> list[str]:
    """Return what the stage shows, without blank rows at its end."""
    page = player.page_screen
    assert page
    box = page.stage
    rows = player.lines[box.row : box.bottom + 1]
    stage = [row.ljust(player.size[0])[box.column : box.right + 1].rstrip() for row in rows]
    return "\n".join(stage).rstrip().split("\n")


def chosen(player: GamePlayer) -> str:
    """Return the chosen row of the list, its parts a blank apart."""
    assert player.canvas.cursor
    _, row = player.canvas.cursor
    page = player.page_screen
    assert page
    return " ".join(player.lines[row][page.stage.column + 1 : page.stage.right + 1].split())


def chosen_id(player: GamePlayer) -> str:
    """Return the id of the chosen game, which stands beside the list."""
    return next(line.split()[-1] for line in player.lines if line[54:].startswith("id "))


def facts_of(player: GamePlayer) -> str:
    """Return the figures that stand beside a page."""
    texts = (part.text for part in player.side.body if isinstance(part, Block))
    return without_colours(", ".join(texts))


def says(player: GamePlayer) -> str:
    """Return everything on the screen in one line."""
    return " ".join(" ".join(player.lines).split())


# The pages


@pytest.mark.parametrize("key", [TAB, "shift-tab"])
def test_tab_changes_the_page(store: Store, key: str) -> None:
    player = at_pages(store)
    assert player.lines[1].startswith(" Records   Games ")
    assert shown_tab(player) == "Records"
    player.press(key)
    assert shown_tab(player) == "Games"
    player.press(key)
    assert shown_tab(player) == "Records"


def test_a_click_on_a_name_or_a_word_changes_the_page(store: Store) -> None:
    player = at_pages(store)
    for text, tab in [("Games", "Games"), ("Tab records", "Records"), ("Tab games", "Games")]:
        player.click_on(text)
        assert shown_tab(player) == tab
    player.click_on("Records")
    player.click_on("Records")
    assert shown_tab(player) == "Records"


def test_with_wasd_b_opens_and_leaves_the_pages_and_d_deletes(store: Store) -> None:
    play(store, "WL")
    player = at_pages(store, keymap=bound_rows("wasd", {}))
    assert not player.is_at_page
    player.press("b", TAB, "s")
    assert chosen(player) == "1 January Beginner won 5.000 s"
    player.press("d")
    assert player.message == "Delete this game? It will not count in any record."
    player.press("n", "b")
    assert not player.is_at_page


@pytest.mark.parametrize("size", [(80, 24), (40, 14)])
def test_an_empty_history_says_what_will_be_here(store: Store, size: tuple[int, int]) -> None:
    player = at_pages(store, size=size)
    assert "Your best times will stand here" in says(player)
    player.press(TAB)
    assert "Every game that you play will be listed here" in says(player)


def test_where_nothing_is_kept_the_pages_say_so() -> None:
    player = at_pages(None)
    assert player.message == "Games are not saved here."
    player.press(TAB, "d", "enter", "y", "down", "i", "/", "w", "escape", "right", "end")
    assert player.message == "Games are not saved here."
    assert player.lines[-1].endswith("Esc back")


def test_games_that_were_in_use_are_read_when_they_are_free(store: Store) -> None:
    play(store, "WL")
    with in_use(store):
        player = at_pages(store)
        assert BUSY in player.message.lower()
        player.press(TAB)
        assert BUSY in player.message.lower()
    player.press("down")
    assert chosen(player) == "1 January Beginner won 5.000 s"
    player.press(TAB)
    assert player.shows("Beginner 9x9, 10 mines")


# Records


def test_the_records_of_a_table(store: Store) -> None:
    play(store, "LHLA")
    for number, (seconds, day) in enumerate([(7, "10"), (5, "11"), (6, "12"), (9, "12")], 1):
        keep(store, f"a{number}", f"2025-11-{day}T12:00:00Z", 1000 * seconds)
    keep(store, "b1", f"{TODAY}T09:00:00Z", 8_000)
    assert [line.rstrip() for line in at_pages(store).lines[1:]] == PICTURE_OF_RECORDS.split("\n")


PICTURE_OF_RECORDS = """\
 Records   Games                                      Won 5 of 7           71%

  Beginner 9x9, 10 mines                              in a row               5

  5.000 s  on 11 November                             average of 5     7.000 s

   2   6.000 s      5   9.000 s                       helped     1 game, 1 won
   3   7.000 s
   4   8.000 s                                        losses                 2

  last 7 games   short is fast   X lost

            # :
      :     # #
      #   # # #
  X X # # # # #






 Tab games   Esc back"""


def test_large_digits_show_the_best_time(store: Store) -> None:
    keep(store, "1", "2024-11-12T12:00:00Z", 1_234)
    player = at_pages(store, glyphs="unicode")
    assert player.lines[7].startswith("  ▄▄▄ ▄ ▄▄▄ ▄▄▄   ▄  on 12 November 2024")
    column, row = player.find("▄")
    style = style_at(player, column, row)
    assert player.theme.colour("good") in (style.foreground, style.background)


def style_at(player: GamePlayer, column: int, row: int) -> Style:
    """Return how the text at a place of the screen is painted."""
    return [
        style for at, text, style in player.canvas.pieces[row] if at <= column < at + len(text)
    ][-1]


def test_the_fastest_bar_is_green_and_the_slowest_the_highest(store: Store) -> None:
    for number, seconds in enumerate([4, 2, 1, 3]):
        keep(store, f"a{number}", f"2025-11-{10 + number}T12:00:00Z", 1000 * seconds)
    player = at_pages(store)
    bars = [line[:12] for line in player.lines[13:17]]
    assert bars == ["  #", "  #     #", "  # #   #", "  # # # #"]
    styles = [style_at(player, column, 16) for column in (2, 4, 6, 8)]
    assert [style is player.theme.style("good") for style in styles] == [False, False, True, False]


@pytest.mark.parametrize(("columns", "count"), [(80, 25), (30, 14)])
def test_as_many_of_the_last_games_are_shown_as_fit(
    tmp_path: Path, columns: int, count: int
) -> None:
    many_games(tmp_path, 50)
    stage = stage_of(at_pages(open_store(tmp_path), size=(columns, 24)))
    assert f" last {count} games   X lost" in stage
    assert stage[-1].split() == ["X"] * count
    close_stores()


def test_boards_cleared_and_flagged_are_kept_apart(store: Store) -> None:
    play(store, "W")
    change_file(store, "UPDATE game SET ending = 'flagged'")
    assert at_pages(store).shows("  5.000 s  flagged on 1 January")
    close_stores()
    keep(store, "a", "2025-11-12T12:00:00Z", 7_000)
    stage = stage_of(at_pages(store))
    assert stage[4:6] == [" 7.000 s  on 12 November", " flagged 5.000 s"]


def test_a_table_without_a_record_says_so(store: Store) -> None:
    play(store, "L")
    player = at_pages(store)
    assert stage_of(player)[4:7] == [" No record yet.", "", " last 1 game   X lost"]
    assert player.side.title == "Won 0 of 1"


def test_games_with_help_alone_count_for_nothing(store: Store) -> None:
    play(store, "HF")
    player = at_pages(store)
    assert player.side.title == "No game that counts"
    assert player.shows("helped    2 games, 1 won")


@pytest.fixture(scope="module")
def home_of_two_categories(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("two")
    store = open_store(home)
    play(store, "WWWWW")
    play(store, "W", EXPERT)
    close_stores()
    return home


@pytest.fixture
def two_categories(home_of_two_categories: Path, tmp_path: Path) -> Iterator[Store]:
    yield open_store(copytree(home_of_two_categories, tmp_path / "two"))
    close_stores()


def test_the_category_of_the_present_game_comes_first(two_categories: Store) -> None:
    for setup, name in [(SETUP, "Beginner 9x9"), (EXPERT, "Expert 30x16")]:
        player = at_pages(two_categories, setup=setup)
        assert stage_of(player)[2].startswith(f" {name}")
        assert stage_of(player)[0].endswith("< 1 of 2 >")
    assert at_pages(two_categories, setup=LEVELS["classic"]).shows("Beginner 9x9")


def test_arrows_change_the_category(two_categories: Store) -> None:
    act(
        at_pages(two_categories),
        """
        right ; = shows Expert 30x16 ; = shows < 2 of 2 >
        l ; = shows Beginner 9x9
        left ; = shows Expert
        click > ; = shows Beginner
        click < ; = shows Expert
        click left right board ; = shows Beginner
        right tab tab ; = shows Expert
        """,
    )


def test_a_single_category_is_not_counted(store: Store) -> None:
    play(store, "W")
    player = at_pages(store)
    assert stage_of(player)[0] == "Records   Games"
    act(player, "= hides board ; right ; = unchanged")


def test_a_low_window_scrolls_under_the_name(two_categories: Store) -> None:
    act(
        at_pages(two_categories, size=(40, 12)),
        """
        = shows Beginner ; = shows 5.000 s  on ; = shows 2   5.000 s ; = hides last 5 games
        = shows average of 5: 5.000 s
        down ; = shows Beginner ; = hides 5.000 s  on ; = shows last 5 games
        down ; = unchanged
        wheel down ; = unchanged
        wheel up ; = shows 5.000 s  on
        down right ; = shows Expert ; = shows 5.000 s  on
        """,
    )


@pytest.mark.parametrize(
    ("columns", "places"),
    [(80, "2 5 8 / 3 6 9 / 4 7 10"), (40, "2 5 / 3 6 / 4 7"), (30, "2 / 3 / 4")],
)
def test_the_best_ten_are_shown_as_far_as_there_are_columns(
    store: Store, columns: int, places: str
) -> None:
    play(store, "W" * 11)
    stage = stage_of(at_pages(store, size=(columns, 24)))
    rows = [row.replace("5.000 s", "").split() for row in stage if row.count("5.000 s")]
    assert " / ".join(" ".join(row) for row in rows[1:]) == places


# The list of games


def test_the_list_of_games(store: Store) -> None:
    play(store, "WLHA")
    play(store, "L", EXPERT)
    keep(store, "a", "2024-09-12T12:00:00Z", 7_000)
    keep(store, "b", f"{TODAY}T12:00:00Z", 107_000)
    assert [line.rstrip() for line in at_games(store, "down").lines[1:]] == (
        PICTURE_OF_GAMES.split("\n")
    )


PICTURE_OF_GAMES = """\
 Records   Games                            7 games   Won              7.000 s

  today 12:00  Beginner      won          1:47.000    12 September 2024, 12:00
 >12 Sep 2024  Beginner      won           7.000 s    Beginner 9x9, 10 mines
  1 January    Expert        lost        21 of 381
  1 January    Beginner      abandoned    36 of 71    clicks                68
  1 January    Beginner      won           5.000 s    3BV                   14
  1 January    Beginner      lost         22 of 71    3BV/s               2.00
  1 January    Beginner      won           5.000 s    efficiency           21%

                                                      seed                   1
                                                      id                     a

                                                      Enter watch
                                                      i     look back







 / find   d delete   Tab records   Esc back"""


@pytest.mark.parametrize(
    ("size", "line"),
    [
        ((60, 20), "1 January    Expert        lost                21 of 381"),
        ((40, 14), "Expert        lost         21 of 381"),
        ((30, 10), "Expert        X  21 of 381"),
    ],
)
def test_a_narrow_list_keeps_what_matters_most(
    store: Store, size: tuple[int, int], line: str
) -> None:
    play(store, "L", EXPERT)
    assert any(shown.endswith(line) for shown in at_games(store, size=size).lines)


def test_the_name_of_a_large_board_is_cut(store: Store) -> None:
    play(store, "L", Setup(1000, 20, 15_000))
    assert chosen(at_games(store)) == "1 January 1000x20/1... lost 9 of 5,000"


@pytest.mark.parametrize(
    ("games", "why"), [("H", "with help"), ("W", ""), ("F", "with help"), ("A", "")]
)
def test_the_side_says_what_makes_a_game_unranked(store: Store, games: str, why: str) -> None:
    play(store, games)
    assert at_games(store).message == why


def test_the_side_names_the_origin_of_a_board(store: Store) -> None:
    keep_daily(store, "da", "2025-11-20T10:00:00Z")
    assert at_games(store).message == "daily board"


@pytest.mark.parametrize("name", ["Ada", "Zoë 张三"])
def test_the_player_of_an_imported_game_is_named_as_in_its_file(store: Store, name: str) -> None:
    import_game(store, name, "2025-01-01T00:00:00Z")
    player = at_games(store)
    assert player.message == f"played by {name} imported"
    assert not player.shows("seed")


def test_luck_is_counted_for_a_game_and_for_a_table(store: Store) -> None:
    session = game_of(store, "1")
    lose(session)
    store.finish(session)
    store.store_luck(session, Luck(4, 1, 2.8, "needless"))
    player = at_games(store)
    assert "lucky guesses 1 of 4, expected 2.8" in facts_of(player)
    player.press(TAB)
    assert facts_of(player) == (
        "lucky guesses 1 of 4, expected 2.8, losses 1, you could know 1, bad luck 0"
    )


def test_a_game_without_guesses_says_so(store: Store) -> None:
    session = game_of(store, "1")
    win(session)
    store.finish(session)
    store.store_luck(session, Luck(0, 0, 0.0, ""))
    assert "guesses none" in facts_of(at_games(store))


def test_a_game_played_on_after_its_end_is_listed_with_its_first_end_alone(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter")
    player.explode()
    player.press("u")
    player.clear()
    player.wait_until_idle()
    assert player.status is Status.WON
    assert player.foot == "practice: not kept"
    player.press("s", TAB)
    assert player.shows("1 game ")
    assert player.side.title == "Lost"
    player.press("enter", "end")
    assert isinstance(player.top, ReplayScreen)
    assert player.top.game.status is Status.LOST


HUNDREDS = 250


@pytest.mark.parametrize(
    ("keys", "identity"),
    [
        ([], "00000f9"),
        (["down", "j", "k", "down"], "00000f7"),
        (["page-down"], "00000e6"),
        (["end"], "f"),
        (["G", "g"], "00000f9"),
    ],
)
def test_keys_choose_a_game(tmp_path: Path, keys: list[str], identity: str) -> None:
    many_games(tmp_path, HUNDREDS)
    player = at_games(open_store(tmp_path), *keys)
    assert player.shows("250 games")
    assert chosen_id(player) == identity
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
        player.press(TAB)
        queries.clear()
        steps.clear()
        player.press(*["page-down"] * 90)
        assert chosen_id(player) == f"{games - 1 - 90 * 19:07x}"
        return opening, len(queries), len(steps)

    opening, queries, steps = count_work(4_000)
    assert queries < 40
    assert (opening, queries, steps) == pytest.approx(count_work(2_000), rel=0.02)


# Watching


def reveal(player: GamePlayer) -> None:
    """Reveal a cell of the game below, which then has begun."""
    player.press("enter")
    assert player.session.has_begun


@pytest.mark.parametrize("how", ["enter", "o", "second click", "word"])
def test_a_game_is_watched_and_then_the_list_is_there_again(store: Store, how: str) -> None:
    play(store, "LWL")
    player = at_games(store)
    if how == "second click":
        player.click_on("won")
        assert player.side.title == "Won"
        player.click_on("won")
    elif how == "word":
        player.press("down")
        player.click_on("Enter watch")
    else:
        player.press("down", how)
    watched = player.top
    assert isinstance(watched, ReplayScreen)
    assert watched.replay.headers["Id"] == "2"
    player.press("end")
    assert watched.game.status is Status.WON
    player.press("q")
    assert chosen_id(player) == "2"


def test_the_player_can_take_over_a_game_that_is_watched(store: Store) -> None:
    play(store, "W", EXPERT)
    player = at_pages(store)
    player.press("escape")
    reveal(player)
    before = player.session
    player.press("s", TAB, "enter", "right")
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
    player = at_games(store)
    for _ in range(20):
        player.press("enter")
        player.wait(100)
    assert isinstance(player.top, ReplayScreen)
    player.wait(400)
    player.press("enter")
    assert player.session.head.origin.kind == "replay"


def test_a_game_of_the_list_names_escape_for_the_way_back(store: Store) -> None:
    play(store, "W")
    player = at_games(store, "enter")
    assert words_text(player.side.more).endswith("Esc back")


@pytest.mark.parametrize("key", ["escape", "q"])
def test_escape_goes_back_from_a_game_to_the_list(store: Store, key: str) -> None:
    play(store, "W")
    player = at_games(store, "enter", key)
    assert shown_tab(player) == "Games"
    player.press(key)
    assert not player.is_at_page


def test_a_game_of_the_list_is_reviewed(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter")
    player.explode()
    player.wait_until_idle()
    player.press("s", TAB)
    player.click_on("look back")
    player.wait_until_idle()
    assert player.shows("The last move") or player.shows("Guess ")
    player.press("escape")
    assert shown_tab(player) == "Games"
    player.press("i")
    player.wait_until_idle()
    player.press("enter")
    assert not player.is_at_page
    assert player.session.head.origin.kind == "replay"


def test_a_game_that_is_too_large_is_not_reviewed(store: Store) -> None:
    play(store, "L", Setup(101, 100, 10))
    player = at_games(store, "i")
    assert shown_tab(player) == "Games"
    assert player.message == "Only for boards of up to 10,000 cells."


@pytest.mark.parametrize("key", ["enter", "i"])
def test_a_damaged_journal_is_reported(store: Store, key: str) -> None:
    play(store, "WL")
    change_file(store, "UPDATE game SET journal = 'nonsense'")
    player = at_games(store, key)
    assert "This game cannot be watched: " in player.message
    player.press("down")
    assert player.message == ""


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
    player = at_games(store, "/", *typed)
    games = f"{len(found)} game{'s' * (len(found) != 1)}"
    assert stage_of(player)[0].endswith(f" /{typed}_  {games}")
    player.press("enter")
    assert stage_of(player)[0].endswith(f"/{typed}  {games}" if typed else f" {games}")
    shown = []
    for _ in found:
        shown.append(chosen_id(player))
        player.press("down")
    assert "".join(shown) == found
    assert (player.message == "No game matches all of these words.") is (not found)


def test_a_filter_is_typed_kept_and_given_up(store: Store) -> None:
    play(store, "WLWA")
    act(
        at_games(store),
        """
        / ; = says Find games Type words: ... ; = words Enter keep these / Esc all games
        l o x backspace s enter ; = shows /los  1 game ; = title Lost
        = words / find / d delete / Tab records / Esc all games
        / a ; = shows /losa_  0 games ; escape ; = shows 4 games ; = title Abandoned
        click / find ; w ; = shows /w_  2 games ; click Esc all games ; = shows 4 games
        escape ; = page left
        """,
    )


def test_what_is_typed_is_no_key(store: Store) -> None:
    play(store, "WL")
    player = at_games(store, "/", "s", "d", "q", "1", TAB, "y")
    assert shown_tab(player) == "Games"
    assert player.shows("/sdq1y_")
    assert len(kept(store)) == 2
    player.press("escape")
    assert player.shows("2 games")


def test_a_long_filter_shows_its_end(store: Store) -> None:
    play(store, "WL")
    player = at_games(store, "/", *"abcdefghijklmnopqrstuvw", size=(30, 10))
    assert stage_of(player)[0] == "Records   Games   opqrstuvw_"


# Deleting


def test_a_game_is_deleted_only_if_the_player_agrees(store: Store) -> None:
    play(store, "LWL")
    player = at_games(store, "down", "d", "n")
    assert len(kept(store)) == 3
    player.press("d")
    assert (player.message, player.main) == (
        "Delete this game? It will not count in any record.",
        "y delete it / n keep it",
    )
    player.press("y")
    assert [game.id for game in kept(store)] == ["3", "1"]
    assert player.message == "Deleted 2."
    player.press("up", "down")
    assert chosen_id(player) == "1"
    player.press(TAB)
    assert player.shows("No record yet.")
    assert player.side.title == "Won 0 of 2"


def test_a_game_is_deleted_by_clicks_and_tabs_wait_for_the_answer(store: Store) -> None:
    play(store, "LW")
    player = at_games(store)
    player.click_on("d delete")
    player.click_on("Records")
    player.click_on("n keep it")
    assert len(kept(store)) == 2
    assert shown_tab(player) == "Games"
    player.click_on("d delete")
    player.click_on("y delete it")
    assert [game.id for game in kept(store)] == ["1"]


def test_the_last_game_can_be_deleted(store: Store) -> None:
    play(store, "W")
    player = at_games(store, "d", "Y")
    assert player.message == "Deleted 1."
    player.press("d")
    assert player.side.title == "No games yet"
    player.press("y", "enter", TAB)
    assert "Your best times will stand here" in player.message


def test_a_game_that_another_copy_has_deleted_is_deleted(store: Store) -> None:
    play(store, "WL")
    player = at_games(store, "d")
    open_store(store.directory).delete("2")
    player.press("y")
    assert [game.id for game in kept(store)] == ["1"]
    assert player.message == "Deleted 2."


def test_a_game_that_cannot_be_deleted_stays_and_the_page_says_why(store: Store) -> None:
    play(store, "WL")
    player = at_games(store, "d")
    with being_written(store):
        player.press("y")
        assert BUSY in player.message.lower()
    assert len(kept(store)) == 2


# Overdue reviews


def luck_of_games(store: Store) -> str:
    """Return which games have luck: their ids, the newest first."""
    return " ".join(game.id for game in kept(store) if game.luck)


def test_games_left_too_quickly_get_their_luck_while_the_records_are_open(store: Store) -> None:
    play(store, "LLWL", NARROW)
    player = at_pages(store, setup=NARROW)
    assert not player.shows("bad luck")
    assert luck_of_games(store) == ""
    player.wait_until_idle()
    assert luck_of_games(store) == "4 3 2 1"
    assert player.shows("bad luck")
    player.press(TAB)
    assert "expected 0.5" in facts_of(player)


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
    player = at_games(store, *keys, setup=NARROW)
    player.wait_until_idle()
    assert luck_of_games(store) == "3 2 1"
    player.press(*["escape"] * len(keys))
    assert shown_tab(player) == "Games"
    assert "expected 0.5" in facts_of(player)


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
    player = at_games(store)
    for index in range(12):
        assert chosen_id(player) == f"{12 - index:x}"
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
    player = at_pages(store, setup=NARROW)
    shown = {}
    while not player.top.next_wakeup(player.now):
        player.wait(pause)
        stored = len(luck_of_games(store).split())
        found = re.search(r"lucky guesses \d of (\d)", facts_of(player))
        shown[stored] = int(found[1]) if found else 0
    assert shown == counts


def test_the_chosen_game_stays_chosen_while_luck_is_stored(store: Store) -> None:
    play(store, "LLLL", NARROW)
    player = at_games(store, "down", "down", "d", setup=NARROW)
    player.wait_until_idle()
    assert player.message == "Delete this game? It will not count in any record."
    player.press("y")
    assert [game.id for game in kept(store)] == ["4", "3", "1"]
