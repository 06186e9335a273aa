"""The lists of games as text, and the table that they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.setup import LEVELS
from minesweeper.store.categories import Category, category_of
from minesweeper.store.characters import ASCII, UNICODE
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.games_text import (
    SavedGame,
    board_name,
    games_lines,
    saved_games_lines,
)

WON = StoredGame(
    id="a1b2c3d4e5f6a7b8",
    begun="2026-11-22T18:05:00Z",
    width=30,
    height=16,
    mines=99,
    first="opening",
    guess_free=0,
    on_guess="luck",
    win="either",
    origin="drawn",
    seed="7",
    name="",
    ended="2026-11-22T18:07:04Z",
    status="won",
    ending="cleared",
    ms=123_456,
    bbbv=180,
    solved=180,
    clicks=171,
    revealed=381,
    counted=1,
    unaided=1,
    ranked=1,
    reasons="",
    player="",
    guesses=4,
    guesses_survived=4,
    guesses_expected=2.75,
    lost_by="",
    day="2026-11-22",
    time_of_day="18:05",
)
LOST = WON._replace(
    id="ffff0000",
    day="2026-11-21",
    width=40,
    height=20,
    mines=150,
    first="safe",
    guess_free=1,
    status="lost",
    ending="",
    ms=1_500,
    solved=9,
    clicks=12,
    unaided=0,
    guesses=1,
    guesses_survived=0,
    guesses_expected=0.9,
    lost_by="bad luck",
)
FOREIGN = WON._replace(
    id="0" * 16, day="", time_of_day="", origin="import", clicks=0, counted=0, guesses=None
)
UNLUCKY = WON._replace(
    width=16,
    height=16,
    mines=40,
    ending="flagged",
    guesses=2,
    guesses_survived=1,
    guesses_expected=1.96,
    lost_by="bad luck",
)
GAMES = [WON, LOST, FOREIGN, UNLUCKY]


def line_of(game: StoredGame) -> str:
    return games_lines([game], 75)[1]


def drawn(text: str) -> list[str]:
    """Return the lines of a picture, which ends before the bar."""
    lines = text.strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    return [line[indent:].rstrip() for line in lines if line.strip() or line is not lines[-1]]


def test_the_list_of_games_fits_80_columns() -> None:
    assert games_lines(GAMES, 80) == drawn("""
        Date        Board               Result         Time  3BV/s  Eff.   Luck  ID
        2026-11-22  Expert              Won        2:03.456   1.46  105%   +1.2  a1b2c3d
        2026-11-21  40x20/150, first …  Lost *      1.500 s   6.00   75%      -  ffff000
        -           Expert              Won !      2:03.456   1.46     -      -  0000000
        2026-11-22  Intermediate        Won        2:03.456   1.46  105%   -1.0  a1b2c3d

        * Unranked: with help, --seed, r or --daily
        ! Unranked: your own layout, taken over, imported, or played by a program
    """)


def test_a_wide_list_has_the_time_of_day() -> None:
    assert games_lines([WON], 120)[1] == (
        "2026-11-22  18:05  Expert        Won        2:03.456   1.46  105%   +1.2  a1b2c3d"
    )


def test_imported_games_have_players_and_no_rules() -> None:
    ada = FOREIGN._replace(player="Ada Łukasz 张三", **LOST.category._asdict())
    assert games_lines([LOST, ada], 80)[:3] == drawn("""
        Date        Board            Result         Time  3BV/s  ID       Player
        2026-11-21  40x20/150, fir…  Lost *      1.500 s   6.00  ffff000  -
        -           40x20/150        Won !      2:03.456   1.46  0000000  Ada Łukasz 张三
    """)
    for width, is_shown in [(72, True), (60, False)]:
        assert ("Ada" in games_lines([LOST, ada], width)[2]) == is_shown


def test_a_name_with_signs_that_a_terminal_obeys_is_escaped() -> None:
    ada = FOREIGN._replace(player="\x1b[2J")
    assert games_lines([ada], 80)[1].endswith(r"  \x1b[2J")


def test_a_narrow_list_keeps_board_result_time_and_id() -> None:
    assert games_lines(GAMES, 50, ASCII) == drawn("""
        Board                 Result         Time  ID
        Expert                Won        2:03.456  a1b2c3d
        40x20/150, first sa~  Lost *      1.500 s  ffff000
        Expert                Won !      2:03.456  0000000
        Intermediate          Won        2:03.456  a1b2c3d

        * Unranked: with help, --seed, r or --daily
        ! Unranked: your own layout, taken over, imported,
        or played by a program
    """)


def test_marks_are_explained_where_there_are_any() -> None:
    assert len(games_lines([WON], 80)) == 2
    assert games_lines([], 80) == ["No games yet"]


@given(st.lists(st.sampled_from(GAMES), min_size=1), st.integers(1, 130), st.booleans())
def test_no_line_is_wider_than_the_terminal(
    games: list[StoredGame], width: int, unicode: bool
) -> None:
    lines = games_lines(games, width, UNICODE if unicode else ASCII)
    assert max(map(len, lines)) <= width
    assert unicode or "".join(lines).isascii()
    assert len(lines) > len(games)


@pytest.mark.parametrize(
    ("milliseconds", "time"), [(754_321, "12:34.321"), (3_723_456, "1:02:03.456")]
)
def test_the_column_of_times_is_as_wide_as_the_longest(milliseconds: int, time: str) -> None:
    lines = games_lines([WON, WON._replace(ms=milliseconds)], 80)
    assert f"  {time}" in lines[2]
    assert lines[1].index("3.456") + 5 == lines[2].index(time) + len(time)


@pytest.mark.parametrize(
    ("speed", "text"),
    [(99.99, "99.99"), (130.43, "130.4"), (999.96, " 1000"), (5666.6, " 5667")],
)
def test_a_high_speed_has_fewer_digits(speed: float, text: str) -> None:
    game = WON._replace(solved=round(100 * speed), ms=100_000)
    assert f"  {text}  " in line_of(game)


def test_the_efficiency_of_a_game_that_the_program_played_in_part_is_left_out() -> None:
    game = WON._replace(solved=300, clicks=100)
    assert "300%" in line_of(game)
    assert "%" not in line_of(game._replace(reasons="hint, obvious moves"))


@pytest.mark.parametrize(
    ("category", "name"),
    [
        (category_of(LEVELS["expert"]), "expert"),
        (Category(30, 16, 98, "opening", 0, "luck"), "30x16/98"),
        (Category(8, 8, 10, "opening", 1, "luck"), "classic, guess-free"),
        (Category(9, 9, 10, "any", 0, "fair"), "beginner, first any, guesses fair"),
    ],
)
def test_a_board_is_named_by_what_is_not_usual(category: Category, name: str) -> None:
    assert board_name(category) == name


def test_unfinished_games_have_their_progress() -> None:
    classic, wide = Category(8, 8, 10, "opening", 0, "luck"), LOST.category
    games = [
        SavedGame("a1b2c3d4e5", "2026-11-22", "18:05", classic, "2026-11-22", "33%", "1:25"),
        SavedGame("ffff0000", "", "", wide, "", "-", "-"),
    ]
    assert saved_games_lines(games, 80) == drawn("""
        Begun              Board                           Revealed     Time  ID
        2026-11-22  18:05  Daily 2026-11-22, classic            33%     1:25  a1b2c3d
        -                  40x20/150, first safe, guess-…         -        -  ffff000
    """)
    assert saved_games_lines(games, 30)[1] == "Daily 2026-11-22, cl…     1:25"
    assert saved_games_lines([], 80) == ["No saved games"]
