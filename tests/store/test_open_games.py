"""Open games: which is left, resumed and stored; what the screen says of them and of records."""

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Move
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.plain import text as join_texts
from minesweeper.play.coach import Coach
from minesweeper.play.daily import daily
from minesweeper.play.dealer import Dealer
from minesweeper.play.ranking import is_worth_saving
from minesweeper.play.session import Session
from minesweeper.store.categories import category_of
from minesweeper.store.open_games import OpenGames
from minesweeper.store.records_text import records_lines
from minesweeper.store.statistics import CategoryRecords
from minesweeper.store.store import GAMES_FILE, Store
from minesweeper.store.unfinished_games import find_unfinished
from minesweeper.tui.screen import QUIT
from tests.harness.boards import board_of
from tests.harness.kept_games import (
    SETUP,
    TODAY,
    begin,
    dealer,
    game_of,
    keep_daily,
    kept,
    lose,
    moves_that_win,
    nowhere,
    only_summary,
    open_store,
    unfinished,
    win,
)
from tests.harness.locked import in_use
from tests.harness.player import TWO_MINES, GamePlayer, at_kept_games, text_of
from tests.harness.replays import won as won_replay

# What the screen says of games and records


def won(player: GamePlayer, milliseconds: int = 4_000) -> str:
    """Return what the screen shows after a win."""
    player.win(milliseconds)
    return text_of(player)


def lost(player: GamePlayer) -> str:
    """Return what the screen shows after a loss."""
    player.press("enter")
    player.explode()
    return text_of(player)


def test_a_win_is_compared_with_those_before_it(store: Store) -> None:
    player = at_kept_games(store)
    for milliseconds, title, said in (
        (5_000, "New best", "your first win here"),
        (9_000, "Won", "4.0 s behind your best"),
        (2_900, "New best", "2.1 s faster than ever"),
        (2_880, "New best", "0.02 s faster than ever"),
    ):
        won(player, milliseconds)
        assert (player.side.title, player.side.body[0]) == (title, said)
        player.press("n")


def test_wins_in_a_row_are_counted_and_from_three_on_the_last_ones_are_drawn(store: Store) -> None:
    player = at_kept_games(store)
    seen = []
    for _ in range(4):
        won(player, 5_000)
        row = re.search(r"\d\w\w win in a row", player.message)
        seen.append((row[0] if row else "", player.shows("last ")))
        player.press("n")
    assert seen == [
        ("", False),
        ("2nd win in a row", False),
        ("3rd win in a row", True),
        ("4th win in a row", True),
    ]


def test_a_loss_says_if_none_came_farther_from_the_third_one_on(store: Store) -> None:
    player = at_kept_games(store, Setup(6, 6, 4))
    left: list[int] = []
    for wanted in (8, 9, 8, 9, 4, 6):
        player.press("enter")
        while player.session.game.safe_left > wanted:
            player.reveal(next(c for c in player.board.grid if is_covered_and_safe(player, c)))
        player.explode()
        is_farthest = player.session.game.safe_left <= min(left, default=0)
        assert ("your farthest yet here" in player.says) == (is_farthest and len(left) >= 2)
        left.append(player.session.game.safe_left)
        player.wait(1_000)
        player.press("n")
    assert len({*left}) > 2


def is_covered_and_safe(player: GamePlayer, cell: Cell) -> bool:
    return not (player.board.is_mine(cell) or player.session.game.is_revealed(cell))


def test_the_best_time_of_the_category_stands_beside_a_game(store: Store) -> None:
    player = at_kept_games(store, LEVELS["classic"])
    assert player.foot == ""
    box = player.screen.view.box
    for milliseconds in (5_000, 9_000):
        won(player, milliseconds)
        player.press("n")
        assert text_of(player)
        assert player.foot == "best 5.000 s"
    lost(player)
    player.press("n")
    assert text_of(player)
    assert (player.foot, player.screen.view.box) == ("best 5.000 s", box)
    player.press("enter", "i")
    assert player.foot == "with help"
    player.press("m", "2")
    assert text_of(player)
    assert (player.setup, player.foot) == (LEVELS["beginner"], "")


def test_games_that_cannot_be_read_are_no_matter_while_nobody_asks(tmp_path: Path) -> None:
    (tmp_path / "home").symlink_to(tmp_path / "home")
    player = at_kept_games(open_store(tmp_path / "home"))
    assert player.says == ""
    player.press("s")
    assert "symbolic links" in player.message


def test_games_that_were_all_helped_are_no_records(store: Store) -> None:
    player = at_kept_games(store)
    player.press("enter", "i")
    won(player)
    assert only_summary(store).helped_won == 1
    player.press("n")
    assert text_of(player)
    assert player.foot == ""


@pytest.mark.usefixtures("_in_tonga")
def test_a_new_best_names_the_day_of_the_player(store: Store) -> None:
    first = game_of(store, "f", "2025-12-31T20:30:00Z")
    win(first, 9_000)
    store.finish(first)
    games = OpenGames(dealer(store), store)
    win(games.session, 5_000)
    assert games.record().text == "New best: 5.000 s, 4.000 s faster than on 2026-01-01"


def test_a_win_says_its_rank_and_how_it_compares(store: Store) -> None:
    games = OpenGames(dealer(store), store)
    notes = []
    for milliseconds in (5_000, 9_000, 7_000, 9_000, 4_000):
        win(games.session, milliseconds)
        notes.append(games.record())
        games.deal(0)
    assert [(note.text.removesuffix(", new best 3BV/s"), note.comparison) for note in notes] == [
        ("New best: 5.000 s", "your first win here"),
        ("2nd best of 2", "4.0 s behind your best"),
        ("2nd best of 3", "2.0 s behind your best"),
        ("4th best of 4", "4.0 s behind your best"),
        ("New best: 4.000 s, 1.000 s faster than on 2025-01-01", "1.0 s faster than ever"),
    ]
    assert [note.is_new_best for note in notes] == [True, False, False, False, True]


def test_a_best_speed_is_said_where_the_time_is_no_best(store: Store) -> None:
    games = OpenGames(dealer(store), store)
    best, said = 0.0, set()
    for number in range(7):
        win(games.session, 5_000 + bool(number))
        assert games.session.result
        speed = games.session.result.bbbv_per_second or 0
        is_best = "new best 3BV/s" in games.record().text
        if number:
            assert is_best is (speed > best)
            said.add(is_best)
        best = max(best, speed)
        games.deal(0)
    assert said == {True, False}


def test_a_win_with_help_is_no_record_in_any_window(store: Store) -> None:
    player = at_kept_games(store, LEVELS["classic"])
    player.press("enter", *"iiiiii")
    won(player)
    assert player.session.helps["hint"] > 1
    assert player.message.endswith("with help: no record")
    for size in ((40, 14), (30, 10)):
        player.resize(*size)
        assert player.shows("Won")


def test_a_win_after_an_undo_is_unranked(store: Store) -> None:
    player = at_kept_games(store)
    lost(player)
    player.press("u")
    won(player)
    assert only_summary(store).lost == 1
    assert only_summary(store).won == 0


def test_what_was_risked_is_in_the_records(store: Store) -> None:
    player = at_kept_games(store)
    lost(player)
    player.press("n")
    won(player)
    summary = only_summary(store)
    assert summary.lost_needlessly + summary.lost_unluckily == 1
    assert (summary.guesses, summary.guesses_survived) == (1, 1)  # a certain mine is no guess
    assert summary.guesses_expected is not None
    assert 0 <= summary.guesses_expected < 1
    lines = records_lines([CategoryRecords(summary)])
    text = " ".join(" ".join(lines).split())
    assert f"Luck 1 guess: 1 survived, {summary.guesses_expected:.1f} expected" in text
    assert "avoidable" in text


def test_a_saved_game_is_offered_and_resumed(store: Store, tmp_path: Path) -> None:
    first = at_kept_games(store, Setup(16, 16, 40))
    first.press("enter")
    position = first.position
    first.now += 65_000
    assert first.press("q") is QUIT
    first.screen.leave(first.now)

    second = at_kept_games(open_store(tmp_path), first=50)
    assert text_of(second)
    assert second.says == "e resumes your game."
    second.press("e")
    assert second.position == position
    assert second.clock == "1:05"
    assert second.setup == Setup(16, 16, 40)
    second.press("n")
    assert second.setup == Setup(16, 16, 40)


def test_a_disk_that_fails_is_told_of_beside_the_result(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    player = at_kept_games(open_store(tmp_path / "file" / "home"))
    player.press("enter")
    assert text_of(player)
    assert "games.db: Not a directory" in player.message
    assert player.foot == "not saved"
    player.press("n")
    lost(player)
    assert player.side.title == "Boom"
    assert "games.db: Not a directory" in player.message


def test_records_that_cannot_be_read_are_not_called_none(tmp_path: Path) -> None:
    (tmp_path / GAMES_FILE).mkdir()
    player = at_kept_games(open_store(tmp_path))
    for _ in range(2):
        player.press("s")
        assert f"{tmp_path / GAMES_FILE}: Is a directory" in player.message
        player.press("escape")


def test_a_second_loss_after_an_undo_does_not_show_the_result_of_the_first(
    store: Store,
) -> None:
    player = at_kept_games(store)
    lost(player)
    assert "3BV" in join_texts.ending_text(player.session, player.now)
    first = player.session.result
    player.press("u")
    player.now += 7_000
    assert player.session.board
    board = player.session.board
    player.screen.cursor = [cell for cell in board.grid if board.is_mine(cell)][-1]
    player.press("o")
    assert player.session.result == first
    text_of(player)
    assert (player.side.title, player.clock, player.foot) == ("Boom", "0:07", "practice: not kept")
    shown = join_texts.ending_text(player.session, player.now)
    assert shown == "lost after 7.000 s"


# The game that was left


def begun(games: OpenGames) -> Session:
    """Return the present game, after its first reveal."""
    begin(games.session)
    games.settle_left_game(0)
    return games.session


def with_dailies(store: Store, note_end: Callable[[], None] = lambda: None) -> OpenGames:
    """Return games that can be left for the daily boards, whose ids are da1, da2, ..."""
    numbers = count(1)

    def deal_daily(day: str, level: str) -> Session:
        identity = f"da{next(numbers)}"
        return daily(day, level).begin(identity, f"{day}T00:00:00Z", store.open_journal, 0)

    return OpenGames(
        dealer(store), store, deal_daily=deal_daily, daily_date=lambda: TODAY, note_end=note_end
    )


def flag_a_cell(games: OpenGames, now: int) -> None:
    game = games.session.game
    games.session.play(Move("flag", next(c for c in game.grid if not game.is_revealed(c))), now)


def results(store: Store) -> list[tuple[str, str]]:
    """Return the id and the result of each game that has ended, the last one first."""
    return [(row.id, row.status) for row in kept(store)]


WAYS: dict[str, Callable[[OpenGames], None]] = {
    "the next game": lambda games: games.deal(1_000),
    "the same board": lambda games: games.play_again(1_000),
    "another setup": lambda games: games.play_setup(LEVELS["expert"], 1_000),
    "a daily board": lambda games: games.play_daily("expert", 1_000),
    "a replay": lambda games: games.take_over(won_replay(), 0, 1_000),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_game_that_was_left_comes_back_while_nothing_is_left_to_undo(
    store: Store, way: str
) -> None:
    games = with_dailies(store)
    session = begun(games)
    WAYS[way](games)
    assert (games.left_game, games.can_go_back) == (session, True)
    flag_a_cell(games, 2_000)
    assert (games.left_game, games.can_go_back) == (session, False)
    games.session.undo(3_000)
    assert games.can_go_back
    assert games.go_back(4_000)
    assert games.session is session
    assert session.milliseconds(5_000) == 2_000
    assert (games.dealer.setup, games.left_game, games.can_go_back) == (SETUP, None, False)
    assert not games.go_back(6_000)
    assert kept(store) == []


def test_a_game_in_which_nothing_was_revealed_does_not_take_its_place(store: Store) -> None:
    games = with_dailies(store)
    session = begun(games)
    for _ in range(2):
        games.deal(1_000)
        flag_a_cell(games, 1_000)
        assert games.left_game is session
    games.play_daily("classic", 2_000)
    games.deal(2_000)
    assert games.left_game is session
    assert (unfinished(store), kept(store)) == (["1"], [])


def test_a_game_that_has_ended_comes_back_and_is_not_offered(store: Store) -> None:
    games = OpenGames(dealer(store), store)
    lose(games.session)
    games.record()
    games.deal(6_000)
    assert (games.left_game, games.can_go_back) == (None, False)
    assert games.go_back(7_000)
    assert games.session.result
    games.deal(8_000)
    begun(games)
    assert not games.go_back(9_000)
    assert results(store) == [("1", "lost")]


def test_the_first_reveal_of_the_next_game_abandons_it(store: Store) -> None:
    games = OpenGames(dealer(store), store)
    begun(games)
    games.deal(1_000)
    begun(games)
    assert (games.left_game, games.go_back(2_000), games.resumable) == (None, False, [])
    assert (results(store), unfinished(store)) == ([("1", "abandoned")], ["2"])


def play_much(games: OpenGames) -> None:
    """Play the present game until it is worth saving."""
    session = games.session
    for move in moves_that_win(begin(session)):
        if not is_worth_saving(session):
            session.play(move, 1_000)
    assert is_worth_saving(session)
    assert not session.over


@pytest.mark.parametrize("takes_back", [False, True])
def test_a_game_of_which_much_was_played_is_not_abandoned(
    store: Store, *, takes_back: bool
) -> None:
    games = OpenGames(dealer(store, LEVELS["expert"]), store)
    play_much(games)
    if takes_back:  # the one move that made it so
        games.session.undo(1_000)
    games.deal(2_000)
    begun(games)
    assert games.left_game is None
    assert unfinished(store) == (["2"] if takes_back else ["2", "1"])
    assert results(store) == ([("1", "abandoned")] if takes_back else [])


def test_of_several_games_that_were_left_the_last_one_is_offered_first(store: Store) -> None:
    begin(game_of(store, "f"))
    games = OpenGames(dealer(store, LEVELS["expert"]), store)
    games.prepare()
    assert [game.id for game in games.resumable] == ["f"]
    for _ in range(2):
        play_much(games)
        games.settle_left_game(1_000)
        games.deal(2_000)
    assert [game.id for game in games.resumable] == ["2", "1", "f"]
    begun(games)
    assert [game.id for game in games.resumable] == ["2", "1", "f"]
    assert games.resume(4_000) == ""
    assert games.session.head.id == "2"
    assert [game.id for game in games.resumable] == ["3", "1", "f"]


def test_a_game_of_which_much_was_played_and_which_cannot_be_stored_is_abandoned(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    home.touch()
    store = open_store(home)
    games = OpenGames(dealer(store, LEVELS["expert"]), store)
    play_much(games)
    games.deal(2_000)
    begun(games)
    assert games.left_game is None
    home.unlink()
    store.close()
    assert not store.is_lost
    assert (results(store), unfinished(store)) == ([("1", "abandoned")], ["2"])


def test_the_rules_that_the_player_changes_stay_changed_in_the_game_that_was_left(
    store: Store,
) -> None:
    games = OpenGames(dealer(store), store)
    begun(games)
    games.play_setup(LEVELS["expert"], 1_000)
    games.change_rules(lambda setup: setup._replace(win="clear"))
    games.go_back(2_000)
    assert games.session.game.setup == SETUP
    games.deal(3_000)
    assert games.session.game.setup == SETUP._replace(win="clear")


# Games that are resumed


@pytest.mark.parametrize("begins", [False, True])
def test_the_games_that_are_left_for_a_resumed_one_stay_unfinished(
    store: Store, *, begins: bool
) -> None:
    begin(dealer(store, LEVELS["expert"], first=0xF).next())
    games = OpenGames(dealer(store), store)
    begun(games)
    games.deal(1_000)
    if begins:
        begin(games.session)
    assert games.resume(2_000, "f") == ""
    assert games.session.head.id == "f"
    assert games.dealer.setup == LEVELS["expert"]
    assert (games.left_game, games.go_back(3_000)) == (None, False)
    assert [game.id for game in games.resumable] == ["2", "1"][not begins :]
    begun(games)
    assert kept(store) == []


def test_the_game_that_was_left_is_resumed_as_it_is_stored(store: Store) -> None:
    games = OpenGames(dealer(store), store)
    session = begun(games)
    flag_a_cell(games, 1_000)
    games.deal(2_000)
    assert games.resume(9_000) == ""
    assert games.session.entries[:-1] == session.entries
    assert games.session.milliseconds(9_500) == 2_500
    flag_a_cell(games, 9_500)
    assert store.is_saved(games.session)
    assert games.resume(9_600) == "There is no saved game"


def in_two_windows(*stores: Store) -> list[OpenGames]:
    """Return the games of two copies, each of which deals its own."""
    return [
        OpenGames(dealer(store, first=1 + 50 * number), store)
        for number, store in enumerate(stores)
    ]


def test_a_game_that_goes_on_in_another_window_is_offered_again(
    store: Store, tmp_path: Path
) -> None:
    here, there = in_two_windows(store, open_store(tmp_path))
    begun(here)
    assert there.resume(0) == ""
    flag_a_cell(there, 1_000)
    assert here.resumable == []
    flag_a_cell(here, 2_000)
    assert store.is_elsewhere(here.session)
    assert here.resume(3_000) == ""
    assert here.session.entries[:-1] == there.session.entries
    assert here.resumable == []
    flag_a_cell(there, 4_000)
    assert there.store.is_elsewhere(there.session)
    assert there.resume(5_000) == ""
    assert there.session.entries[:-1] == here.session.entries


def test_a_game_that_goes_on_in_another_window_is_not_abandoned_here(
    store: Store, tmp_path: Path
) -> None:
    here, there = in_two_windows(store, open_store(tmp_path))
    begun(here)
    assert there.resume(0) == ""
    here.deal(1_000)
    assert here.go_back(2_000)
    here.deal(3_000)
    begun(here)
    assert (results(store), unfinished(store)) == ([], ["3", "1"])
    win(there.session, 4_000)
    there.record()
    assert results(store) == [("1", "won")]


# Daily boards


def test_a_daily_board_that_was_left_for_the_game_before_it_stays_unfinished(
    store: Store,
) -> None:
    games = with_dailies(store)
    begun(games)
    games.play_daily("classic", 1_000)
    flag_a_cell(games, 2_000)
    games.session.undo(3_000)
    assert games.go_back(4_000)
    assert games.session.head.id == "1"
    assert [game.id for game in games.resumable] == ["da1"]
    assert games.unfinished_dailies() == {f"1/{TODAY}/classic"}


def test_a_daily_board_that_was_left_goes_on(store: Store) -> None:
    games = with_dailies(store)
    begun(games)
    games.play_daily("classic", 1_000)
    attempt = games.session
    flag_a_cell(games, 2_000)
    games.play_daily("classic", 3_000)
    assert games.session is attempt
    games.play_setup(LEVELS["expert"], 3_000)
    assert games.unfinished_dailies() == {attempt.head.origin.name}
    games.play_daily("classic", 4_000)
    assert games.session is attempt
    games.play_daily("classic", 5_000, "2025-11-20")
    games.play_daily("expert", 5_000)
    assert games.session.head.id == "da3"
    assert games.left_game is attempt
    assert results(store) == [("1", "abandoned")]  # a board that was begun takes its place


def test_whether_a_daily_board_was_played_before_is_asked_until_it_is_known(
    store: Store,
) -> None:
    keep_daily(store, "f", f"{TODAY}T10:00:00Z")
    games = with_dailies(store)
    games.play_daily("classic", 0)
    played_before = ["daily board played before"]
    with in_use(store):
        assert games.unranked_reasons(before_first_move=True) == []
    assert games.unranked_reasons(before_first_move=True) == played_before
    with in_use(store):
        assert games.unranked_reasons(before_first_move=True) == played_before
    games.play_daily("expert", 0)
    assert games.unranked_reasons(before_first_move=True) == []


# Other setups


def test_fewer_mines_than_a_search_could_place_are_saved_for_the_next_start() -> None:
    saved: list[Setup] = []
    setup = Setup(9, 9, 30, no_guess=True)
    games = OpenGames(Dealer(setup, lambda: 7), nowhere(), store_setup=saved.append)
    games.change_setup(setup._replace(mines=20))
    assert saved == [games.dealer.setup] == [setup._replace(mines=20)]


GUESS_FREE = Setup(9, 9, 20, no_guess=True)


@pytest.mark.parametrize(
    ("changed", "later"),
    [
        (GUESS_FREE._replace(no_guess=False), GUESS_FREE),
        (GUESS_FREE._replace(mines=8), GUESS_FREE._replace(mines=8)),
    ],
)
def test_a_game_whose_setup_is_changed_before_its_first_reveal_is_stored_under_that(
    store: Store, tmp_path: Path, changed: Setup, later: Setup
) -> None:
    games = OpenGames(dealer(store, GUESS_FREE), store)
    flag_a_cell(games, 0)
    games.change_setup(changed)
    games.session.undo(1_000)
    begun(games)
    [listed] = store.read(find_unfinished)
    assert (listed.id, listed.category) == ("1", category_of(changed))
    again = OpenGames(dealer(other := open_store(tmp_path), first=50), other)
    assert again.resume(0) == ""
    assert again.session.head == games.session.head
    assert again.dealer.setup == games.dealer.setup == later
    win(again.session, 6_000)
    assert again.record().is_new_best
    [row] = kept(store)
    assert (row.id, row.category) == ("1", category_of(changed))
    assert only_summary(store).category == category_of(changed)


def test_the_setup_of_the_first_board_is_saved_if_it_was_drawn(store: Store) -> None:
    saved: list[Setup] = []
    games = OpenGames(dealer(store), store, store_setup=saved.append)
    assert (saved, games.is_prepared) == ([], False)
    for _ in range(2):
        games.prepare()
        assert (saved, games.is_prepared) == ([SETUP], True)
    board = Dealer(Setup(4, 3, 2), lambda: 7, board_of(TWO_MINES))
    OpenGames(board, nowhere(), store_setup=saved.append).prepare()
    assert saved == [SETUP]


# The end


def test_every_end_of_a_game_is_noted_but_no_game_that_was_given_up(store: Store) -> None:
    ends: list[str] = []
    games = with_dailies(store, note_end=lambda: ends.append(games.session.head.id))
    for end in (win, lose, begin):
        end(games.session)
        games.settle_left_game(5_000)
        if games.session.over:
            games.record()
        games.deal(6_000)
    begun(games)
    assert ends == ["1", "2"]
    assert results(store) == [("3", "abandoned"), ("2", "lost"), ("1", "won")]


def test_practice_is_stored_neither_as_a_result_nor_as_luck(store: Store) -> None:
    games = OpenGames(dealer(store), store)
    lose(games.session)
    games.record()
    games.session.undo(6_000)
    assert not games.has_unfinished_saved_game
    win(games.session, 7_000)
    assert games.record().text == "Unranked: practice"
    review = Coach(games.session).finish_review()
    assert review
    games.store_luck(review)
    assert [(row.status, row.luck) for row in kept(store)] == [("lost", None)]


@pytest.mark.parametrize("kept_in", ["a home", "nothing"])
def test_at_the_end_it_is_known_whether_a_game_can_be_resumed(store: Store, kept_in: str) -> None:
    place = store if kept_in == "a home" else nowhere()
    games = OpenGames(dealer(place), place)
    assert not games.has_unfinished_saved_game
    begun(games)
    assert games.has_unfinished_saved_game is (place is store)
    games.deal(1_000)
    flag_a_cell(games, 2_000)
    games.leave(3_000)
    assert games.has_left_saved_game is (place is store)
    games.session.undo(4_000)
    win(games.session, 4_000)
    games.settle_left_game(4_000)
    games.record()
    games.leave(5_000)
    assert not games.has_left_saved_game
