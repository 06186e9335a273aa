"""The commands over kept games: what they print, what they answer, what they refuse."""

import json
import os
import re
import sqlite3
from contextlib import closing
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from minesweeper.cli import environment
from minesweeper.cli.commands import COMMANDS
from minesweeper.cli.inputs import files_below, parse_game
from minesweeper.cli.output import UsageError
from minesweeper.engine.notation import format_layout, parse_layout
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.formats.board_link import parse_link
from minesweeper.formats.mbf import parse_mbf
from minesweeper.formats.rawvf import format_rawvf, parse_rawvf
from minesweeper.play.daily import daily
from minesweeper.play.session import Session
from minesweeper.store.categories import category_of
from minesweeper.store.finished_games import Luck
from minesweeper.store.statistics import SPANS
from minesweeper.store.store import ENDED_ELSEWHERE, GAMES_FILE, Store
from tests.harness.boards import picture
from tests.harness.commands import outcome, printed, run, run_command, written
from tests.harness.kept_games import (
    NOW,
    begin,
    close_stores,
    dealer,
    game_of,
    keep_daily,
    kept,
    lose,
    moves_that_win,
    open_store,
    unfinished,
    win,
)
from tests.harness.played import played
from tests.harness.player import GamePlayer
from tests.harness.posix import in_another_process, lose_the_rights_of_root
from tests.harness.replays import won

CATEGORY = category_of(LEVELS["beginner"])

FOREIGN = picture("""
    RawVF_Version: Rev6
    Program: Some Clone
    Width: 4
    Height: 3
    Mines: 2
    Time: 1.50
    BBBV: 2
    Status: won
    Timestamp: 1640995200000000
    Board:
    *000
    0000
    000*
    Events:
    0.00 start
    0.00 lc 4 1 (50 2)
    0.20 lr 4 1 (50 2)
    1.00 lc 1 3 (2 34)
    1.50 lr 1 3 (2 34)
    won
""")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A win after 5 seconds, a loss, a win after 7: the ids 1, 2 and 3."""
    store = open_store(tmp_path / "home")
    deal = dealer(store)
    for end, seconds in [(win, 5), (lose, 1), (win, 7)]:
        session = deal.next()
        end(session, 1_000 * seconds)
        store.finish(session)
    return store


# records


def test_records_are_printed_by_table(store: Store) -> None:
    session = dealer(store, Setup(8, 8, 9, "safe"), first=9).next()
    begin(session)
    session.abandon(10)
    store.finish(session)
    lines = printed(store, "records").splitlines()
    [at] = [at for at, line in enumerate(lines) if line.endswith(" · 9 mines · first safe")]
    assert lines[0] == "Beginner 9x9 · 10 mines"
    for line in ("Win rate    67%, 2 of 3", "Streak      1, longest 1", "Last 3      ▁✗█"):
        assert any(each.endswith(line) for each in lines[:at])
    for line in ("Win rate    -", "Streak      0, longest 0", "Last 1      ∙", "∙ abandoned"):
        assert any(each.endswith(line) for each in lines[at:])
    assert max(map(len, lines)) <= 80


def test_the_best_games_averages_and_trends_of_a_category_are_printed(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for number, seconds in enumerate([9, 4, 0, 7, 5, 6, 0, 0, 8]):
        session = game_of(store, f"{number}" * 8, f"2025-03-{3 + 2 * number:02}T12:00:00Z")
        (win if seconds else lose)(session, 1_000 * seconds)
        store.finish(session)
    assert printed(store, "records") == drawn("""
        Beginner 9x9 · 10 mines

        Best cleared     3BV/s   Date        ID       Average of        Now        Best
         1     4.000 s    3.50   2025-03-05  1111111           5    6.000 s     6.000 s
         2     5.000 s    2.80   2025-03-11  4444444          12          -           -
         3     6.000 s    2.33   2025-03-13  5555555         100          -           -
         4     7.000 s    2.00   2025-03-09  3333333
         5     8.000 s    1.75   2025-03-19  8888888  Win rate    67%, 6 of 9
         6     9.000 s    1.56   2025-03-03  0000000  Streak      1, longest 3
                                                      Best 3BV/s  3.500
                                                      Abandoned   0

                                                      Last 9      █▁✗▅▂▄✗✗▇
                                                                  ▁ fast █ slow ✗ lost

        Win rate over 20 games                    Time of each win
        100% ┤▄▄▄▄▄▄                              10 s ┤▁▁▁
             │██████▃▃▃▅▅▅▆▆▆▇▇▇▄▄▄▂▂▂▃▃▃              │███   ▄▄▄   ▁▁▁▆▆▆
             │███████████████████████████              │███▃▃▃███▆▆▆██████
             │███████████████████████████              │██████████████████
          0% ╰───────────────────────────          0 s ╰──────────────────
              Last 9 games            Now               Last 6 wins    Now
    """)


def drawn(picture: str) -> str:
    """Return the lines of a picture that is indented by eight columns."""
    lines = picture.strip("\n").splitlines()[:-1]
    return "".join(f"{line[8:]}\n" for line in lines)


def test_records_without_games_are_no_error(tmp_path: Path) -> None:
    home = tmp_path / "none"
    assert printed(open_store(home), "records") == "No ranked games yet\n"
    assert printed(open_store(home), "records", "--json") == "[]\n"
    assert not home.exists()


def test_records_are_json_for_scripts(store: Store) -> None:
    [category] = json.loads(printed(store, "records", "--json"))
    games = {game["id"]: game for game in json.loads(printed(store, "games", "--json"))}
    assert category.pop("best_3bv_per_s") > 0
    assert category.pop("last_games") == [games["3"], games["2"], games["1"]]
    assert category.pop("best_cleared") == [games["1"], games["3"]]
    assert category == {
        "width": 9,
        "height": 9,
        "mines": 10,
        "first": "opening",
        "guess_free": False,
        "on_guess": "luck",
        "games": 3,
        "won": 2,
        "lost": 1,
        "abandoned": 0,
        "win_rate": 2 / 3,
        "helped_games": 0,
        "helped_won": 0,
        "helped_lost": 0,
        "best_cleared_ms": 5_000,
        "best_flagged_ms": None,
        "streak": 1,
        "longest_streak": 1,
        "lost_needlessly": 0,
        "lost_unluckily": 0,
        "guesses": 0,
        "guesses_survived": 0,
        "guesses_expected": 0.0,
        "best_flagged": [],
        "averages": [{"span": span, "current_ms": None, "best_ms": None} for span in SPANS],
        "win_rates": [1.0, 1 / 2, 2 / 3],
        "times_ms": [5_000, 7_000],
    }


def test_the_help_explains_every_key_of_the_json(store: Store) -> None:
    games, records = run("games", "--help").out, run("records", "--help").out
    for name, text in (("games", games), ("records", records + games)):
        keys = keys_in(json.loads(printed(store, name, "--json")))
        assert [key for key in keys if not re.search(rf"\b{key}\b", text)] == []


def keys_in(answer: object) -> set[str]:
    """Return the keys of all objects in a JSON value."""
    if isinstance(answer, dict):
        return set(answer).union(*map(keys_in, answer.values()))
    return set().union(*map(keys_in, answer)) if isinstance(answer, list) else set()


def test_records_are_ascii_if_the_output_is_not_utf_8(store: Store) -> None:
    status, out, _ = outcome(store, "records", encoding="ascii")
    assert status == 0
    assert "Last 3      1X8\n" in out


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["records"], "No ranked games yet\n"),
        (["import", "foreign.rawvf"], "1 new, 0 already known, 0 refused\n"),
    ],
)
def test_a_damaged_file_of_games_is_replaced_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], answer: str
) -> None:
    path = tmp_path / GAMES_FILE
    path.write_bytes(b"no database" * 1000)
    written(tmp_path, "foreign.rawvf", FOREIGN)
    monkeypatch.chdir(tmp_path)
    status, out, [complaint] = outcome(open_store(tmp_path), *arguments)
    assert (status, out) == (0, answer)
    [aside] = tmp_path.glob("games-damaged-*.db")
    said = f"{path} was damaged: it starts anew; it is now {aside}"
    assert complaint == f"minesweeper: {said}"


# games


def test_games_are_listed_the_newest_first(store: Store) -> None:
    head, *lines = printed(store, "games").splitlines()
    assert " ".join(head.split()) == "Date Board Result Time 3BV/s Eff. Luck ID"
    assert [line.split()[:6] + line.split()[-1:] for line in lines] == [
        ["2025-01-01", "00:00", "Beginner", "Won", "7.000", "s", "3"],
        ["2025-01-01", "00:00", "Beginner", "Lost", "1.000", "s", "2"],
        ["2025-01-01", "00:00", "Beginner", "Won", "5.000", "s", "1"],
    ]


def test_the_list_of_games_can_be_cut(store: Store) -> None:
    session = dealer(store, Setup(8, 8, 9), first=9).next()
    lose(session)
    store.finish(session)

    def listed(*arguments: str) -> list[str]:
        return [line.split()[-1] for line in printed(store, "games", *arguments).splitlines()[1:]]

    assert listed("--last", "2") == ["9", "3"]
    assert listed("--level=beginner") == ["3", "2", "1"]
    assert listed("--level=beginner", "--last=1") == ["3"]
    assert printed(store, "games", "--level=expert") == "No games yet\n"


def test_the_table_of_games_fits_the_window(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for width, names in [("80", 8), ("40", 4)]:
        monkeypatch.setenv("COLUMNS", width)
        lines = printed(store, "games").splitlines()
        assert max(map(len, lines)) <= int(width)
        assert len(lines[0].split()) == names


def test_games_are_ascii_if_the_output_is_not_utf_8(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    session = dealer(store, Setup(300, 200, 99, "any", "clear", on_guess="fair")).next()
    begin(session)
    session.abandon(9)
    store.finish(session)
    assert "~  Abandoned" in outcome(store, "games", encoding="ascii")[1]
    assert "…  Abandoned" in printed(store, "games")


def test_games_are_json_for_scripts(store: Store) -> None:
    text = printed(store, "games", "--json", "--last=2")
    assert text.count('"guess_free": false') == text.count('"counted": true') == 2
    games = json.loads(text)
    assert [game["id"] for game in games] == ["3", "2"]
    [lost] = [game for game in games if game["id"] == "2"]
    [row] = [row for row in kept(store) if row.id == "2"]
    assert lost == {
        "id": "2",
        "begun": "2025-01-01T00:00:02Z",
        "width": 9,
        "height": 9,
        "mines": 10,
        "first": "opening",
        "guess_free": False,
        "on_guess": "luck",
        "win": "either",
        "origin": "drawn",
        "seed": "2",
        "name": "",
        "ended": NOW,
        "status": "lost",
        "ending": "",
        "ms": 1_000,
        "bbbv": row.bbbv,
        "solved": row.solved,
        "clicks": 2,
        "revealed": row.revealed,
        "counted": True,
        "unaided": True,
        "ranked": False,
        "reasons": "",
        "player": "",
        "guesses": None,
        "guesses_survived": None,
        "guesses_expected": None,
        "lost_by": None,
        "day": "2025-01-01",
        "time_of_day": "00:00",
    }
    assert 0 < row.solved < row.bbbv < row.revealed < 71


def test_the_board_of_a_game_that_was_given_up_is_not_in_the_json(tmp_path: Path) -> None:
    """What was not revealed is not told: the game may be played again."""
    store = open_store(tmp_path)
    begin(session := dealer(store).next())
    session.abandon(1_000)
    store.finish(session)
    [game] = json.loads(printed(store, "games", "--json"))
    names = ("status", "bbbv", "solved", "clicks")
    assert [game[name] for name in names] == ["abandoned", 0, 0, 1]


def test_the_luck_of_a_game_is_in_the_json(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    session = dealer(store).next()
    lose(session)
    store.finish(session)
    store.store_luck(session, Luck(2, 1, 1.5, "needless"))
    [game] = json.loads(printed(store, "games", "--json"))
    luck = [game["guesses"], game["guesses_survived"], game["guesses_expected"], game["lost_by"]]
    assert luck == [2, 1, 1.5, "needless"]


def test_no_games_are_no_error(tmp_path: Path) -> None:
    home = tmp_path / "none"
    assert printed(open_store(home), "games") == "No games yet\n"
    assert printed(open_store(home), "games", "--json") == "[]\n"
    assert not home.exists()


@pytest.mark.parametrize("rule", [{"on_guess": "fair", "win": "clear"}, {"no_guess": True}])
def test_guesses_are_not_measured_against_chance_where_a_rule_moves_or_chooses_mines(
    store: Store, rule: dict[str, Any]
) -> None:
    session = dealer(store, Setup(9, 9, 10, **rule), first=9).next()
    lose(session)
    store.finish(session)
    store.store_luck(session, Luck(3, 2, 1.5, "needless"))
    out = printed(store, "records")
    assert "Losses      1 avoidable\n" in out
    assert "Luck" not in out
    found = json.loads(printed(store, "records", "--json"))
    assert [category["guesses_expected"] for category in found] == [0.0, None]


# Saved games


def save(store: Store, identity: str) -> Session:
    """Save a game of beginner's in which the middle is revealed, left after 75 seconds."""
    session = game_of(store, identity)
    begin(session)
    session.leave(75_000)
    return session


@pytest.fixture
def saved(tmp_path: Path) -> Store:
    """A history with two saved games, of which abcd2 is the newer one."""
    store = open_store(tmp_path / "home")
    for identity in ("abcd1", "abcd2"):
        save(store, identity)
    return store


def test_saved_games_are_listed_the_newest_first(saved: Store) -> None:
    head, *lines = printed(saved, "games", "--saved").splitlines()
    assert head.split() == ["Begun", "Board", "Revealed", "Time", "ID"]
    begun = ["2025-01-01", "00:00"]
    assert [line.split()[:3] for line in lines] == [[*begun, "Beginner"]] * 2
    assert [line.split()[-2:] for line in lines] == [["1:15", "abcd2"], ["1:15", "abcd1"]]


def test_the_list_of_saved_games_says_what_share_of_the_safe_cells_is_revealed(
    store: Store,
) -> None:
    session = save(store, "5a7ed")
    share = 100 * (71 - session.game.safe_left) // 71
    assert f"  {share}%  " in printed(store, "games", "--saved")


def test_a_saved_daily_board_is_listed_with_its_date(store: Store) -> None:
    attempt = daily("2026-11-24", "intermediate").begin(
        "da1", "2026-11-24T00:00:00Z", store.open_journal, 0
    )
    assert attempt.board
    attempt.play(next(moves_that_win(attempt.board)), 0)
    assert "  Daily 2026-11-24, intermediate  " in printed(store, "games", "--saved")
    player = GamePlayer(None, store=store, dealer=dealer(store, first=9))
    player.wait_until_idle()
    player.press("enter", "n", "e")
    player.wait_until_idle()
    assert player.shows("24 Nov 2026  Intermediate")


def test_without_saved_games_the_list_says_so(store: Store) -> None:
    assert printed(store, "games", "--saved") == "No saved games\n"


def damage(store: Store, identity: str) -> None:
    """Make the first line of a game one that nobody can read."""
    sql = (
        "UPDATE line SET text = replace(text, ' reveal ', ' rveal ')"
        " WHERE game = (SELECT n FROM game WHERE id = ?)"
    )
    with closing(sqlite3.connect(Path(store.directory, GAMES_FILE))) as db, db:
        db.execute(sql, [identity])


def test_a_saved_game_that_cannot_be_read_is_listed_without_its_progress(saved: Store) -> None:
    damage(saved, "abcd1")
    _, *lines = printed(saved, "games", "--saved").splitlines()
    ends = [line.split()[-3:] for line in lines]
    assert ends == [["45%", "1:15", "abcd2"], ["-", "-", "abcd1"]]


def test_a_saved_game_that_another_copy_plays_is_listed(saved: Store) -> None:
    assert open_store(saved.directory).resume("abcd1", 0)
    _, *lines = printed(saved, "games", "--saved").splitlines()
    assert [line.split()[-1] for line in lines] == ["abcd1", "abcd2"]


def test_a_saved_game_that_is_given_up_stays_in_the_history(saved: Store) -> None:
    said = printed(saved, "games", "--give-up", "abcd1")
    assert said == "Gave up abcd1: it is in the history, as abandoned\n"
    assert [(row.id, row.status) for row in kept(saved)] == [("abcd1", "abandoned")]
    assert "abcd1" not in printed(saved, "games", "--saved")


def test_four_letters_of_an_id_are_enough_to_give_a_game_up(store: Store) -> None:
    save(store, "5a7ed")
    printed(store, "games", "--give-up=5a7e")
    assert "5a7ed" in [row.id for row in kept(store)]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--give-up=abc"], "--give-up: 'abc' is too short: at least 4 characters"),
        (["--give-up=abcd"], "--give-up: 2 games have an ID that begins with 'abcd': abcd"),
        (["--give-up=abcde"], "--give-up: no saved game has the ID 'abcde': .* games --saved"),
        (["--give-up=../x"], "--give-up: no saved game has the ID '../x'"),
        (["--give-up=abcd1", "--saved"], "--saved cannot be used with --give-up"),
        (["--saved", "--json"], "--saved cannot be used with --json"),
        (["--saved", "--last=1"], "--saved cannot be used with --last"),
        (["--give-up=abcd1", "--level=expert"], "--give-up cannot be used with --level"),
    ],
)
def test_what_cannot_be_given_up_stays_saved(
    saved: Store, arguments: list[str], complaint: str
) -> None:
    with pytest.raises(UsageError, match=f"^{complaint}"):
        outcome(saved, "games", *arguments)
    assert len(unfinished(saved)) == 2


def test_a_game_that_another_copy_plays_is_given_up_and_the_copy_says_so(saved: Store) -> None:
    other = open_store(saved.directory)
    session = other.resume("abcd1", 0)
    printed(saved, "games", "--give-up=abcd1")
    assert [(row.id, row.status) for row in kept(saved)] == [("abcd1", "abandoned")]
    session.note_help("hint", 0)
    assert other.why_unsaved(session) == ENDED_ELSEWHERE


def test_a_game_that_cannot_be_read_is_given_up(saved: Store) -> None:
    damage(saved, "abcd1")
    printed(saved, "games", "--give-up=abcd1")
    assert [(row.id, row.status) for row in kept(saved)] == [("abcd1", "abandoned")]
    assert unfinished(saved) == ["abcd2"]


# export


def test_a_stored_game_on_a_board_too_large_today_is_refused() -> None:
    lines = ["minesweeper journal 1", "id 5f", "begun 2025-11-21T00:00:00Z"]
    lines += ["setup 2000 2000 99999 opening either no no luck", "origin drawn 7 -", "0 flag 1 1"]
    said = "^this game cannot be read: setup .*: a board of 2000x2000 is too large: at most 1,000,0"
    with pytest.raises(UsageError, match=said):
        parse_game("\n".join(lines) + "\n")


def test_a_kept_game_is_exported(store: Store) -> None:
    replay = parse_rawvf(printed(store, "export", "2"))
    assert (replay.headers["Id"], replay.headers["Status"]) == ("2", "lost")
    assert printed(store, "export", "last", "--format=rawvf") == printed(store, "export", "3")
    assert printed(store, "export") == printed(store, "export", "last")
    layout = printed(store, "export", "2", "--format=picture")
    assert layout == format_layout(replay.board)


def test_a_layout_is_exported_in_the_binary_format(
    store: Store, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run_command(store, "export", "1", "--format", "mbf") == 0
    data = capsysbinary.readouterr().out
    assert run_command(store, "export", "1", "--format", "picture") == 0
    layout = capsysbinary.readouterr().out.decode()
    assert parse_mbf(data).cells == parse_layout(layout).cells


def test_a_layout_is_exported_as_a_link(store: Store) -> None:
    board = parse_link(printed(store, "export", "1", "--format=link").strip())
    assert format_layout(board) == printed(store, "export", "1", "--format=picture")


def test_a_board_too_large_for_a_format_is_refused(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    session = dealer(store, Setup(256, 2, 10)).next()
    lose(session)
    store.finish(session)
    with pytest.raises(UsageError, match="--format mbf: 256x2 is too large"):
        run_command(store, "export", "last", "--format=mbf")
    with pytest.raises(UsageError, match="--format link: 256x2 is too large"):
        run_command(store, "export", "last", "--format=link")


def keep_loss(store: Store, number: int) -> None:
    session = game_of(store, f"{number:x}")
    lose(session)
    store.finish(session)


def test_the_beginning_of_an_id_is_enough(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for number in (0xABCD1, 0xABCD2, 0xABCD, 0xC0FFEE, 0xAB):
        keep_loss(store, number)
    for name, identity in [("c0ff", "c0ffee"), ("abcd2", "abcd2"), ("abcd", "abcd"), ("ab", "ab")]:
        assert f"\nId: {identity}\n" in printed(store, "export", name)


def test_an_id_is_not_shortened_to_less_than_four_letters(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    keep_loss(store, 0xC0FFEE)
    with pytest.raises(UsageError, match="'c0f' is too short: at least 4 characters of an ID"):
        run_command(store, "export", "c0f")


def test_an_id_that_could_be_several_names_how_many_and_the_first(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for number in (0xABCD1234FF, 0xABCD1234EE, 0xABCD567890):
        keep_loss(store, number)
    these = "abcd1234e, abcd1234f, abcd56789"
    with pytest.raises(UsageError, match=f"^3 games have an ID that begins with 'abcd': {these}$"):
        run_command(store, "export", "abcd")
    keep_loss(store, 0xABCD999999)
    for name in ("export", "share"):
        with pytest.raises(UsageError, match=f"^4 games .* 'abcd': {these}, ...$"):
            run_command(store, name, "abcd")


@pytest.mark.parametrize("what", ["export", "share"])
def test_an_unknown_id_is_refused(store: Store, what: str) -> None:
    for name in ("4", "", "x", "1~", "%", "\0", "\udcff", "LAST"):
        with pytest.raises(UsageError, match="no game in the history has the ID"):
            run_command(store, what, name)


@pytest.mark.parametrize(
    ("what", "complaint"),
    [("export", "the history has no games yet"), ("share", "no daily board has been finished yet")],
)
def test_an_empty_history_has_no_last_game(tmp_path: Path, what: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        run_command(open_store(tmp_path / "none"), what, "last")


# import


def test_imported_games_are_kept_once_and_never_counted(tmp_path: Path) -> None:
    store = open_store(tmp_path / "home")
    path = written(tmp_path, "foreign.rawvf", FOREIGN)
    assert printed(store, "import", path) == "1 new, 0 already known, 0 refused\n"
    again = written(tmp_path, "again.rawvf", FOREIGN.replace("\n", "\r\n"))
    out = printed(store, "import", path, again)
    assert out == "0 new, 2 already known, 0 refused\n"
    [game] = kept(store)
    assert (len(game.id), game.status, game.ms) == (16, "won", 1_500)
    assert game.standing == "not counted"
    assert printed(store, "records") == "No ranked games yet\n"


def test_importing_an_exported_game_adds_nothing(store: Store, tmp_path: Path) -> None:
    text = printed(store, "export", "1")
    own = written(tmp_path, "own.rawvf", text)
    assert printed(store, "import", own) == "0 new, 1 already known, 0 refused\n"
    copies = [own, written(tmp_path, "copy.rawvf", text)]
    elsewhere = open_store(tmp_path / "elsewhere")
    assert printed(elsewhere, "import", *copies) == "1 new, 1 already known, 0 refused\n"


@pytest.mark.parametrize("claim", ["Program: Some Clone", "Id: 0123456789abcdef0", "Id: ../../1"])
def test_the_content_decides_whether_a_game_of_another_program_is_known(
    store: Store, tmp_path: Path, claim: str
) -> None:
    text = printed(store, "export", "1")
    key = claim.partition(" ")[0]
    own = re.search(f"^{key} .*$", text, re.MULTILINE)
    assert own
    foreign = written(tmp_path, "foreign.rawvf", text.replace(own[0], claim))
    assert printed(store, "import", foreign) == "1 new, 0 already known, 0 refused\n"
    assert printed(store, "import", foreign) == "0 new, 1 already known, 0 refused\n"


@given(game=played(), later=st.integers(0, 5_000_000))
def test_an_exported_game_comes_back_as_itself(game: tuple[Session, list[str]], later: int) -> None:
    session, _ = game
    if not session.over:
        session.abandon(session.time + later)
    # Without a reveal that was not taken back there is no game to import.
    reveals = [each for each in session.steps if each.move.verb in ("reveal", "chord")]
    assume(session.result or any(each.is_effective for each in reveals))
    with TemporaryDirectory() as directory:
        store, elsewhere = (open_store(Path(directory) / name) for name in ("here", "there"))
        try:
            store.import_games([session])
            text = printed(store, "export")
            file = written(Path(directory), "own.rawvf", text)
            assert printed(store, "import", file) == "0 new, 1 already known, 0 refused\n"
            assert printed(elsewhere, "import", file) == "1 new, 0 already known, 0 refused\n"
            again = printed(elsewhere, "export")
            [here], [there] = kept(store), kept(elsewhere)
        finally:
            close_stores()
    same = attrgetter("id", "category", "status", "ms", "bbbv", "solved")
    assert same(there) == same(here)
    assert header_lines(again) == header_lines(text)


def header_lines(rawvf: str) -> list[str]:
    """Return the lines of a replay of ours but those that say where it came from."""
    changed = ("Origin:", "Undos:", "Helps:", "No_Record:", "Seed:")
    return [line for line in rawvf.splitlines() if not line.startswith(changed)]


@pytest.mark.parametrize(
    ("timestamp", "begun"),
    [
        ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09Z"),
        ("2024-05-06T07:08:09", "2024-05-06T07:08:09Z"),
        ("2024-05-06", "2024-05-06T00:00:00Z"),
        ("2026-03-01T10:00:00.000Z", "2026-03-01T10:00:00Z"),
        ("2007-04-12 20:50:27", "2007-04-12T20:50:27Z"),
        ("10.11.2013.19:43:07:6648", "2013-11-10T19:43:07Z"),
        ("999999999", "2001-09-09T01:46:39Z"),
        ("1334961836", "2012-04-20T22:43:56Z"),
        ("1640995200000", "2022-01-01T00:00:00Z"),
        ("1640995200000000", "2022-01-01T00:00:00Z"),
        ("2007-04-?? 20:50:27", "0000-00-00T00:00:00Z"),
        ("2024-13-06T07:08:09Z", "0000-00-00T00:00:00Z"),
        ("2024-05-06T07:08:0\u0669Z", "0000-00-00T00:00:00Z"),
    ],
)
def test_an_imported_game_began_when_its_file_says_if_that_is_clear(
    tmp_path: Path, timestamp: str, begun: str
) -> None:
    store = open_store(tmp_path / "home")
    path = written(tmp_path, "game.rawvf", FOREIGN.replace("1640995200000000", timestamp))
    printed(store, "import", path)
    assert [game.begun for game in kept(store)] == [begun]


def test_an_unreadable_file_does_not_stop_the_import_of_others(tmp_path: Path) -> None:
    store = open_store(tmp_path / "home")
    bad = written(tmp_path, "bad.rawvf", FOREIGN.replace("0000", "00x0"))
    missing = str(tmp_path / "missing.rawvf")
    good = written(tmp_path, "good.rawvf", FOREIGN)
    status, out, complaints = outcome(store, "import", bad, missing, good)
    assert (status, out) == (2, "1 new, 0 already known, 2 refused\n")
    assert complaints == [
        f"minesweeper: {bad!a} line 12: '00x0' is not a row of 4 cells, * or 0",
        f"minesweeper: {missing!a}: No such file or directory",
    ]
    assert len(kept(store)) == 1


def test_a_file_without_a_reveal_is_not_imported(tmp_path: Path) -> None:
    store = open_store(tmp_path / "home")
    empty = written(tmp_path, "empty.rawvf", FOREIGN.partition("0.00 lc")[0])
    complaint = f"minesweeper: {empty!a} has no reveal, so there is no game to import"
    answer = "0 new, 0 already known, 1 refused\n"
    assert outcome(store, "import", empty) == (2, answer, [complaint])
    assert kept(store) == []


def test_an_import_that_cannot_be_stored_reports_no_new_game(tmp_path: Path) -> None:
    (tmp_path / GAMES_FILE).mkdir()
    path = written(tmp_path, "foreign.rawvf", FOREIGN)
    with pytest.raises(UsageError, match="Is a directory"):
        run_command(open_store(tmp_path), "import", path)


def with_time(seconds: str) -> str:
    """Another game: the same moves, with another time at the end."""
    return FOREIGN.replace("1.50", seconds)


def test_a_directory_is_imported_with_those_below_it(tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    (folder / "deeper").mkdir(parents=True)
    for name, text in {
        "b.rawvf": with_time("1.60"),
        "a.rawvf": FOREIGN,
        "deeper/c.rawvf": with_time("1.70"),
        "deeper/copy.txt": FOREIGN,
        "deeper/notes.md": "\0 no replay",
        ".hidden": "\0",
    }.items():
        (folder / name).write_text(text, encoding="ascii")
    store = open_store(tmp_path / "home")
    status, out, complaints = outcome(store, "import", str(folder))
    assert (status, out) == (2, "3 new, 1 already known, 1 refused\n")
    [complaint] = complaints
    notes = str(folder / "deeper" / "notes.md")
    assert complaint.startswith(f"minesweeper: {notes!a} offset 0, format: it is none of AVF, ")
    assert sorted(game.ms for game in kept(store)) == [1_500, 1_600, 1_700]


@pytest.mark.parametrize("what", ["import", "verify", "review"])
def test_a_directory_without_files_is_refused(tmp_path: Path, what: str) -> None:
    (tmp_path / "replays" / "deeper").mkdir(parents=True)
    with pytest.raises(UsageError, match="holds no files"):
        run_command(open_store(tmp_path / "home"), what, str(tmp_path / "replays"))


@pytest.mark.skipif(os.name != "posix", reason="modes of directories are those of POSIX")
def test_a_directory_that_cannot_be_read_is_named_after_the_files(common_path: Path) -> None:
    secret = common_path / "secret"
    secret.mkdir(mode=0)
    path = written(common_path, "game.rawvf", FOREIGN)

    def list_files() -> str:
        lose_the_rights_of_root()
        return json.dumps([*files_below(str(common_path))])

    assert json.loads(in_another_process(list_files)) == [path, str(secret)]


def abandoned(seconds: str) -> str:
    """A game that ends after its first reveal, with the time that it claims."""
    text = FOREIGN.partition("1.00 lc 1")[0].replace("Status: won\n", "")
    return text.replace("Time: 1.50", f"Time: {seconds}")


def test_a_game_that_was_abandoned_ended_when_its_file_says(tmp_path: Path) -> None:
    store = open_store(tmp_path / "home")
    path = written(tmp_path, "left.rawvf", abandoned("9.00"))
    assert printed(store, "verify", path) == f"{path}: ok\n"
    printed(store, "import", path)
    assert [(game.status, game.ms) for game in kept(store)] == [("abandoned", 9_000)]


def test_a_game_that_was_abandoned_cannot_have_ended_before_its_last_move(tmp_path: Path) -> None:
    path = written(tmp_path, "left.rawvf", abandoned("0.50") + "1.20 rc 1 1 (2 2)\n")
    status, out, _ = outcome(open_store(tmp_path / "home"), "verify", path)
    assert (status, out) == (1, f"{path}: Time: 0.50, but it is 1.200\n")


MOVING = FOREIGN.replace("0.00 lc 4", "-0.10 mv 4 1 (56 3)\n0.00 lc 4").replace(
    "1.00 lc 1", "0.70 mv 2 2 (20 20)\n1.00 lc 1"
)


def test_an_imported_game_keeps_the_path_of_its_mouse_and_exports_it(tmp_path: Path) -> None:
    store = open_store(tmp_path / "home")
    path = written(tmp_path, "moving.rawvf", MOVING)
    printed(store, "import", path)
    exported = printed(store, "export", "last")
    assert exported.partition("Events:\n")[2] == picture("""
        -0.100 mv 4 1 (56 3)
        0.000 start
        0.000 lc 4 1 (50 2)
        0.200 lr 4 1 (50 2)
        0.700 mv 2 2 (20 20)
        1.000 lc 1 3 (2 34)
        1.500 lr 1 3 (2 34)
        won
    """)
    again = written(tmp_path, "exported.rawvf", exported)
    assert printed(store, "import", again) == "0 new, 1 already known, 0 refused\n"
    assert printed(store, "verify", again) == f"{again}: ok\n"


def test_an_imported_game_keeps_its_player(tmp_path: Path) -> None:
    store = open_store(tmp_path / "home")
    text = FOREIGN.replace("Width", "player:  Jos\u00e9 \u4e16\x1b[2J\nWidth")
    path = written(tmp_path, "game.rawvf", text)
    printed(store, "import", path, written(tmp_path, "nobody.rawvf", FOREIGN))
    [game] = json.loads(printed(store, "games", "--json"))
    assert game["player"] == "Jos\u00e9 \u4e16[2J"
    heading, line, *_ = printed(store, "games").splitlines()
    assert heading.split()[-2:] == ["ID", "Player"]
    assert line.endswith(f"  {game['id'][:7]}  Jos\u00e9 \u4e16[2J")
    [review] = json.loads(printed(store, "review", "last", "--json"))
    assert review["player"] == "Jos\u00e9 \u4e16[2J"
    exported = printed(store, "export", "last")
    assert "\nPlayer: Jos\u00e9 \u4e16[2J\n" in exported
    again = written(tmp_path, "exported.rawvf", exported)
    assert printed(store, "import", again) == "0 new, 1 already known, 0 refused\n"


def test_a_game_with_superclick_is_exported_as_the_same_game(tmp_path: Path) -> None:
    store = open_store(tmp_path / "home")
    text = MOVING.partition("1.00 lc 1")[0].replace("Mines: 2", "Mines: 2\nSuperClick: On")
    chord = "1.50 rc 1 1 (8 8)\n1.50 rr 1 1 (8 8)\n1.50 lc 2 2 (24 24)\n1.50 lr 2 2 (24 24)\n"
    path = written(tmp_path, "game.rawvf", text + chord)
    printed(store, "import", path)
    exported = printed(store, "export", "last")
    again = written(tmp_path, "exported.rawvf", exported)
    assert printed(store, "import", again) == "0 new, 1 already known, 0 refused\n"
    assert printed(store, "verify", path, again) == f"{path}: ok\n{again}: ok\n"


def test_verify_finds_times_that_run_back(store: Store, tmp_path: Path) -> None:
    text = format_rawvf(won(Width="4", Height="3")).replace("2.000 mr", "0.900 mr")
    path = written(tmp_path, "edited.rawvf", text)
    status, out, _ = outcome(store, "verify", path)
    assert (status, out) == (1, f"{path}: times run back at event 6\n")


def test_a_game_that_was_imported_without_its_mouse_is_known(tmp_path: Path) -> None:
    store = open_store(tmp_path / "home")
    printed(store, "import", written(tmp_path, "still.rawvf", FOREIGN))
    moving = written(tmp_path, "moving.rawvf", MOVING)
    assert printed(store, "import", moving) == "0 new, 1 already known, 0 refused\n"


@pytest.mark.parametrize("what", ["import", "verify", "review"])
def test_an_mvr_file_is_refused_by_name(tmp_path: Path, what: str) -> None:
    path = tmp_path / "game.MVR"
    path.write_bytes(bytes(range(1, 200)))
    _, _, complaints = outcome(open_store(tmp_path / "home"), what, str(path))
    why = "is an MVR file of Minesweeper X: the format is secret, and cannot be read"
    assert complaints == [f"minesweeper: {str(path)!a} {why}"]


def test_a_replay_is_told_by_its_content_not_by_its_name(tmp_path: Path) -> None:
    path = written(tmp_path, "game.mvr", FOREIGN)
    assert printed(open_store(tmp_path / "home"), "verify", path) == f"{path}: ok\n"


# verify


def test_a_file_whose_claims_hold_is_ok(store: Store, tmp_path: Path) -> None:
    own = written(tmp_path, "own.rawvf", printed(store, "export", "1"))
    foreign = written(tmp_path, "foreign.rawvf", FOREIGN)
    assert printed(store, "verify", own, foreign) == f"{own}: ok\n{foreign}: ok\n"


def test_each_wrong_claim_is_a_line(store: Store, tmp_path: Path) -> None:
    good = written(tmp_path, "good.rawvf", FOREIGN)
    text = FOREIGN.replace("Time: 1.50", "Time: 0.50").replace("BBBV: 2", "BBBV: 3")
    wrong = written(tmp_path, "wrong.rawvf", text)
    status, out, complaints = outcome(store, "verify", wrong, good)
    assert (status, complaints) == (1, [])
    assert out.splitlines() == [
        f"{wrong}: Time: 0.50, but it is 1.500",
        f"{wrong}: BBBV: 3, but it is 2",
        f"{good}: ok",
    ]


def test_an_unreadable_file_is_worse_than_a_wrong_one(store: Store, tmp_path: Path) -> None:
    bad = written(tmp_path, "bad.rawvf", FOREIGN.replace("Width: 4", "Width: 10000000"))
    wrong = written(tmp_path, "wrong.rawvf", FOREIGN.replace("Time: 1.50", "Time: 0.50"))
    status, _, [line] = outcome(store, "verify", bad, wrong)
    assert status == 2
    assert line.startswith(f"minesweeper: {bad!a} line 3: Width: ")


@pytest.mark.parametrize(
    ("time", "shown"), [("1.50garbage", "1.50garbage"), ("\x1b[2J", "\\x1b[2J")]
)
def test_a_claim_that_cannot_be_read_is_as_bad_as_an_unreadable_file(
    store: Store, tmp_path: Path, time: str, shown: str
) -> None:
    bad = written(tmp_path, "bad.rawvf", FOREIGN.replace("Time: 1.50", f"Time: {time}"))
    complaint = f"minesweeper: {bad!a} Time: '{shown}' is not a number"
    assert outcome(store, "verify", bad) == (2, "", [complaint])


# share


def test_the_result_of_a_daily_board_is_a_line(store: Store) -> None:
    keep_daily(store, "dadada", "2025-11-21T10:00:00Z")
    line = printed(store, "share")
    assert line.startswith("Minesweeper daily 2025-11-21 classic: won in 2.000 s, 3BV ")
    assert line == printed(store, "share", "dadada") == printed(store, "share", "dada")


@pytest.mark.parametrize("name", ["last", "dbdb"])
def test_only_the_first_attempt_at_a_board_is_shared(store: Store, name: str) -> None:
    keep_daily(store, "d0d0", "2025-11-20T10:00:00Z")
    keep_daily(store, "dada", "2025-11-21T10:00:00Z", seconds=9)
    first = printed(store, "share")
    keep_daily(store, "dbdb", "2025-11-21T11:00:00Z", seconds=2)
    assert ": won in 9.000 s, 3BV " in first
    said = "minesweeper: sharing game dada: only the first attempt at a board counts"
    assert outcome(store, "share", name) == (0, first, [said])


def test_an_abandoned_first_attempt_leaves_nothing_to_share(store: Store) -> None:
    keep_daily(store, "dada", "2025-11-21T10:00:00Z", end=False)
    keep_daily(store, "dbdb", "2025-11-21T11:00:00Z")
    for names in ((), ("dbdb",)):
        with pytest.raises(UsageError, match="the first attempt, game dada, was given up"):
            run_command(store, "share", *names)


def test_the_line_to_share_and_the_list_of_games_count_the_same_clicks(store: Store) -> None:
    keep_daily(store, "dada", "2025-11-21T10:00:00Z")
    game = json.loads(printed(store, "games", "--json"))[0]
    assert game["id"] == "dada"
    assert printed(store, "share").endswith(f", {game['clicks']} clicks\n")


def test_only_a_daily_board_that_has_ended_is_shared(store: Store) -> None:
    with pytest.raises(UsageError, match="game 3 is not a daily board"):
        run_command(store, "share", "3")
    keep_daily(store, "da", "2025-11-21T10:00:00Z", end=False)
    with pytest.raises(UsageError, match="the first attempt, game da, was given up"):
        run_command(store, "share", "da")
    with pytest.raises(UsageError, match="no daily board has been finished yet"):
        run_command(store, "share")


# daily


def test_the_results_of_a_month_are_printed_a_fact_a_line(store: Store) -> None:
    keep_daily(store, "d0d0", "2025-10-31T10:00:00Z", level="beginner", seconds=3)
    keep_daily(store, "dada", "2025-11-01T10:00:00Z", level="beginner", seconds=9)
    keep_daily(store, "dbdb", "2025-11-01T11:00:00Z", level="beginner", seconds=2)
    keep_daily(store, "dcdc", "2025-11-02T10:00:00Z", level="beginner", helps=("hint", "odds"))
    keep_daily(store, "dddd", "2025-11-04T10:00:00Z", level="beginner", day="2025-11-03")
    keep_daily(store, "dede", "2025-11-05T10:00:00Z", level="beginner", end=False)
    keep_daily(store, "dfdf", "2025-11-06T10:00:00Z")
    assert printed(store, "daily", "2025-11", "--level", "beginner").splitlines() == [
        "Daily boards of November 2025: beginner 9x9",
        "2025-11-01: won in 9.000 s",
        "2025-11-02: won in 2.000 s with 1 hint and odds",
        "2025-11-03: won in 2.000 s, played on 2025-11-04",
        "2025-11-05: given up",
        "Streak 0, longest 2",
        "4 of 5 won, 1 with help",
        "Best 2.000 s",
        "For a streak, win without help on the day itself (UTC)",
    ]


def test_todays_board_is_named_until_it_is_played(store: Store) -> None:
    today = environment.daily_date()
    assert f"{today}: not played yet" in printed(store, "daily").splitlines()
    keep_daily(store, "dada", f"{today}T10:00:00Z")
    assert f"{today}: won in 2.000 s" in printed(store, "daily").splitlines()
    assert "not played" not in printed(store, "daily")
    assert "No board of this month was played" in printed(store, "daily", "2025-10")


# All of them


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_of_its_own(name: str) -> None:
    done = run(name, "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"usage: minesweeper {name} ")
