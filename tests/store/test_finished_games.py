"""Finding, listing and deleting the games that have ended."""

import sqlite3
from contextlib import closing
from pathlib import Path
from sqlite3 import SQLITE_OK, Connection

import pytest

from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.play.journal import Origin
from minesweeper.play.session import NO_TIME
from minesweeper.store.categories import category_of
from minesweeper.store.errors import StoreError, UnreadableError
from minesweeper.store.finished_games import (
    NO_FILTER,
    Filter,
    Luck,
    StoredGame,
    count_games,
    find_games,
    find_ids,
    read_journal,
)
from minesweeper.store.statistics import read_all_records
from minesweeper.store.store import GAMES_FILE, Store
from tests.harness.kept_games import (
    NOW,
    SETUP,
    begin,
    dealer,
    game_of,
    kept,
    lose,
    of_origin,
    only_summary,
    open_store,
    play,
    win,
)
from tests.harness.learned import encounter, examined, keep_findings, moment
from tests.harness.replays import import_game

SMALL = Setup(8, 5, 4, no_guess=True)
FAIR = Setup(8, 5, 4, on_guess="fair", win="clear")


def listed(store: Store, chosen: Filter, limit: int = -1, offset: int = 0) -> list[StoredGame]:
    games = store.read(find_games, chosen, limit, offset)
    assert limit >= 0 or offset or len(games) == store.read(count_games, chosen)
    return games


def ids(store: Store, chosen: Filter = NO_FILTER) -> str:
    """Return the ids of the games that a filter lets through, the last one first."""
    return " ".join(game.id for game in listed(store, chosen))


# The list


def test_a_game_is_listed_with_all_that_a_row_shows(store: Store) -> None:
    play(store, "W")
    [game] = listed(store, NO_FILTER)
    assert (game.id, game.begun, game.ended) == ("1", "2025-01-01T00:00:01Z", NOW)
    assert (game.category, game.origin, game.result) == (category_of(SETUP), "drawn", "cleared")
    assert (game.seed, game.win, game.name, game.player) == ("1", "either", "", "")
    assert (game.ms, game.bbbv, game.reasons) == (5_000, game.solved, "")
    assert game.speed == game.solved / 5
    assert game.efficiency == game.solved / game.clicks
    assert (game.standing, game.ranked, game.luck, game.gain) == ("counted", 1, None, None)


@pytest.mark.usefixtures("_in_tonga")
def test_the_date_is_the_players(store: Store) -> None:
    session = game_of(store, "1", "2025-12-31T20:30:00Z")
    win(session)
    store.finish(session)
    [game] = listed(store, NO_FILTER)
    assert (game.day, game.time_of_day) == ("2026-01-01", "09:30")
    assert ids(store, Filter(text="2026-01")) == "1"
    assert ids(store, Filter(text="2025")) == ""


def test_an_imported_game_without_a_date_is_listed(store: Store) -> None:
    session = of_origin(store, Origin("import"), begun=NO_TIME)
    win(session)
    store.finish(session)
    [game] = listed(store, NO_FILTER)
    assert (game.day, game.time_of_day, game.standing) == ("", "", "not counted")
    assert ids(store, Filter(text="import")) == "1"


def test_a_game_that_was_given_up_has_no_speed(store: Store) -> None:
    play(store, "A")
    [game] = listed(store, NO_FILTER)
    assert (game.result, game.speed, game.efficiency) == ("abandoned", None, None)
    assert (game.bbbv, game.solved) == (0, 0)
    assert game.revealed > 0


def test_a_helped_game_is_listed_with_the_words_for_its_help(store: Store) -> None:
    session = dealer(store).next()
    for kind in ("odds", "hint", "odds"):
        session.note_help(kind, 0)
    begin(session)
    session.undo(1)
    win(session)
    store.finish(session)
    [game] = listed(store, NO_FILTER)
    assert (game.standing, game.ranked, game.reasons) == ("helped", 0, "hint, odds, undo")
    assert game.efficiency is not None


def test_the_efficiency_of_a_game_with_obvious_moves_is_not_known(store: Store) -> None:
    session = dealer(store).next()
    session.note_help("obvious moves", 0)
    win(session)
    store.finish(session)
    [game] = listed(store, NO_FILTER)
    assert (game.speed, game.efficiency) == (game.solved / 5, None)


def test_the_luck_of_a_reviewed_game_is_listed(store: Store) -> None:
    session = dealer(store).next()
    win(session)
    store.finish(session)
    store.store_luck(session, Luck(3, 3, 1.25, ""))
    fair = dealer(store, FAIR, first=2).next()
    lose(fair)
    store.finish(fair)
    store.store_luck(fair, Luck(1, 0, 0.5, "bad luck"))
    lost, won = listed(store, NO_FILTER)
    assert (won.luck, won.gain) == (Luck(3, 3, 1.25, ""), 1.75)
    assert (lost.luck, lost.gain) == (Luck(1, 0, 0.5, "bad luck"), None)


def test_the_luck_of_a_game_is_that_of_its_first_review(store: Store) -> None:
    session = dealer(store).next()
    win(session)
    store.finish(session)
    for guesses in (3, 4):
        store.store_luck(session, Luck(guesses, 3, 1.25, ""))
    assert kept(store)[0].luck == Luck(3, 3, 1.25, "")


def test_games_are_filtered_by_size(store: Store) -> None:
    play(store, "WLA")
    play(store, "LW", SMALL)
    assert ids(store) == "5 4 3 2 1"
    assert ids(store, Filter(size=LEVELS["beginner"].size)) == "3 2 1"
    assert ids(store, Filter(size=LEVELS["beginner"].size, text="won")) == "1"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "5 4 3 2 1"),
        ("beg", "3 2 1"),
        ("Beginner  LOST", "2"),
        ("lost beginner", "2"),
        ("cleared", "5 3 1"),
        ("flagged", ""),
        ("8x5", "5 4"),
        ("guess-free won", "5"),
        ("2025-01-01", "5 4 3 2 1"),
        ("helped", "3"),
        ("ginner", ""),
        ("5", "5"),
        ("'", ""),
        ("%", ""),
        ("\0", ""),
    ],
)
def test_every_word_of_a_text_begins_a_word_of_the_game(
    store: Store, text: str, found: str
) -> None:
    play(store, "WLH")
    play(store, "LW", SMALL)
    assert ids(store, Filter(text=text)) == found


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("Adé Lovelace", ["love", "adé import", "ADÉ LOVELACE", "lovelace a"]),
        ("Łukasz", ["łukasz", "ŁUKASZ", "łu"]),
        ("ŁUKASZ", ["Łukasz"]),
        ("Ольга", ["ольга", "ОЛЬГА"]),
        ("Straße", ["strasse", "STRASSE", "straße", "STRAẞE"]),
        ("张三", ["张"]),
        ("100% 'quoted'", ["100%", "'quoted'"]),
    ],
)
def test_imported_games_are_found_by_their_player(
    store: Store, name: str, texts: list[str]
) -> None:
    play(store, "W")
    import_game(store, name)
    assert [game.player for game in listed(store, NO_FILTER)] == [name, ""]
    for text in texts:
        assert ids(store, Filter(text=text)) == "abc"
    assert ids(store, Filter(text="lukasz")) == ""


def test_a_part_of_the_list_is_as_the_whole(store: Store) -> None:
    play(store, "WLWLW")
    assert [game.id for game in listed(store, Filter(text="won"), 2)] == ["5", "3"]
    assert [game.id for game in listed(store, Filter(text="won"), 2, 2)] == ["1"]
    assert listed(store, Filter(), 9, 9) == []


def test_an_unfinished_game_is_not_in_the_list(store: Store) -> None:
    play(store, "W")
    begin(dealer(store, first=2).next())
    assert ids(store) == "1"
    with pytest.raises(StoreError, match="no game has the ID 2"):
        store.read(read_journal, "2")


def test_the_games_that_a_name_may_mean_are_found(store: Store) -> None:
    for identity in ("abcd1", "abcd2", "abce", "abc"):
        session = game_of(store, identity)
        lose(session)
        store.finish(session)
    begin(game_of(store, "abcd3"))
    assert store.read(find_ids, "abcd") == ["abcd1", "abcd2"]
    assert store.read(find_ids, "abcd2") == ["abcd2"]
    assert store.read(find_ids, "abcd3") == []
    assert store.read(find_ids, "last") == ["abc"]


def test_no_journal_is_read_for_a_list_or_for_the_results(store: Store) -> None:
    play(store, "WLH")
    read = set()

    def note(action: int, table: str | None, column: str | None, *_: object) -> int:
        if action == sqlite3.SQLITE_READ:
            read.add((table, column))
        return SQLITE_OK

    def look(db: Connection) -> None:
        db.set_authorizer(note)
        find_games(db, Filter(text="won"))
        read_all_records(db)
        db.set_authorizer(None)

    store.read(look)
    assert {("game", "ms"), ("game", "words")} <= read
    assert {table for table, _ in read if table} == {"game"}
    assert ("game", "journal") not in read


def test_a_list_of_no_games_is_empty(tmp_path: Path) -> None:
    store = open_store(tmp_path / "none")
    assert listed(store, NO_FILTER) == []
    assert store.read(find_ids, "last") == []


@pytest.mark.parametrize(
    "journal",
    ["x'00'", "'text'", "NULL", "zeroblob(10)", "substr(journal, 1, length(journal) / 2)"],
)
def test_a_journal_that_cannot_be_read_says_so(store: Store, journal: str) -> None:
    play(store, "WL")
    store.keep(lambda db: db.execute(f"UPDATE game SET journal = {journal} WHERE id = '1'"))
    with pytest.raises(UnreadableError, match="the moves of game 1 cannot be read"):
        store.read(read_journal, "1")
    assert store.read(read_journal, "2").endswith(" lost\n")
    assert ids(store) == "2 1"


# Deleting


def test_a_deleted_game_is_gone_from_the_results_with_its_luck(store: Store) -> None:
    deal = dealer(store)
    for now in (5_000, 7_000):
        session = deal.next()
        win(session, now)
        store.finish(session)
        store.store_luck(session, Luck(1, 1, 0.5, ""))
    store.delete("1")
    assert ids(store) == "2"
    with pytest.raises(StoreError, match="no game has the ID 1"):
        store.read(read_journal, "1")
    summary = only_summary(store)
    assert (summary.games, summary.best_cleared_ms, summary.guesses) == (1, 7_000, 1)
    assert store.take_messages() == ""


def test_the_moments_of_a_deleted_game_are_asked_no_more(store: Store) -> None:
    play(store, "LL")
    for identity in ("1", "2"):
        keep_findings(store, examined(identity), [moment(identity)], [encounter(identity)])
    store.delete("1")
    count = "SELECT group_concat(game) FROM {}"
    for table, games in (("moment", "2"), ("encounter", "1,2")):
        found = store.read(lambda db, sql: db.execute(sql).fetchone(), count.format(table))
        assert found == (games,)


def test_to_delete_a_game_that_is_not_there_changes_nothing(store: Store) -> None:
    play(store, "W")
    store.delete("2")
    assert ids(store) == "1"
    assert store.take_messages() == ""


def test_no_game_is_deleted_while_another_copy_writes(store: Store, tmp_path: Path) -> None:
    play(store, "WW")
    with closing(sqlite3.connect(tmp_path / GAMES_FILE, isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="the games are in use by another program"):
            store.delete("1")
    play(store, "L")
    assert ids(store) == "3 2 1"
    store.delete("1")
    assert ids(store) == "3 2"


def test_a_game_that_is_deleted_while_it_is_on_the_screen_stays_deleted(
    store: Store, tmp_path: Path
) -> None:
    session = dealer(store).next()
    lose(session)
    store.finish(session)
    store.delete("1")
    store.store_luck(session, Luck(1, 1, 0.5, ""))
    session.undo(6_000)
    win(session, 7_000)
    assert store.finish(session) is None
    store.close()
    assert (ids(store), ids(open_store(tmp_path))) == ("", "")
    assert not store.is_lost


def test_deleting_an_uncounted_game_changes_nothing_else(store: Store) -> None:
    play(store, "W")
    session = of_origin(store, Origin("import"), first=3)
    lose(session)
    store.finish(session)
    before = only_summary(store)
    store.delete("3")
    assert only_summary(store) == before
