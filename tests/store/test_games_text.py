"""The list of games as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.setup import LEVELS
from minesweeper.store.categories import Category, category_of
from minesweeper.store.finished_games import Luck, StoredGame
from minesweeper.store.games_text import (
    COLUMNS,
    NARROW_COLUMNS,
    Column,
    board_name,
    game_line,
    games_lines,
    with_whole_times,
)
from minesweeper.store.text_lines import ASCII, UNICODE, join_texts

EXPERT = category_of(LEVELS["expert"])
WON = StoredGame(
    id="a1b2c3d4e5f6a7b8",
    short_id="a1b2c3d",
    begun="2026-11-22T18:05:00Z",
    day="2026-11-22",
    time_of_day="18:05",
    category=EXPERT,
    kind="drawn",
    player="",
    status="won",
    ending="cleared",
    milliseconds=123_456,
    bbbv=180,
    solved=180,
    clicks=171,
    is_counted=True,
    is_unaided=True,
    luck=Luck(4, 4, 2.75, ""),
)
LOST = WON._replace(
    id="ffff0000",
    short_id="ffff0000",
    day="2026-11-21",
    category=Category(40, 20, 150, "safe", 1, "luck"),
    status="lost",
    ending="",
    milliseconds=1_500,
    solved=9,
    clicks=12,
    is_unaided=False,
    luck=Luck(1, 0, 0.9, "bad luck"),
)
FOREIGN = WON._replace(
    short_id="0" * 7, day="", time_of_day="", kind="import", clicks=0, is_counted=False, luck=None
)
UNLUCKY = WON._replace(
    category=category_of(LEVELS["intermediate"]),
    ending="flagged",
    luck=Luck(2, 1, 1.96, "bad luck"),
)
GAMES = [WON, LOST, FOREIGN, UNLUCKY]


def drawn(text: str) -> list[str]:
    """Return the lines of a picture, which ends before the bar."""
    lines = text.strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    return [line[indent:].rstrip() for line in lines if line.strip() or line is not lines[-1]]


def test_the_list_of_games_fits_80_columns() -> None:
    assert games_lines(GAMES, 80) == drawn("""
        Date        Board                  Result      Time  3BV/s  Eff.  Luck  ID
        2026-11-22  Expert                 Won     2:03.456   1.46  105%  +1.2  a1b2c3d
        2026-11-21  40x20/150, first saf…  Lost *   1.500 s   6.00   75%     -  ffff0000
        -           Expert                 Won !   2:03.456   1.46     -     -  0000000
        2026-11-22  Intermediate           Won     2:03.456   1.46  105%  -1.0  a1b2c3d

        * Unranked: with help, --seed, r or --daily
        ! Unranked: your own layout, taken over, imported, or played by a program
    """)


def test_a_wide_terminal_shows_all_rules() -> None:
    assert games_lines(GAMES, 120)[2] == (
        "2026-11-21  40x20/150, first safe, guess-free  Lost *   1.500 s   6.00   75%"
        "     -  ffff0000"
    )


def test_imported_games_have_players_and_no_rules() -> None:
    ada = FOREIGN._replace(player="Ada Lovelace", category=LOST.category)
    assert games_lines([LOST, ada], 80)[:3] == drawn("""
        Date        Board          Result      Time  3BV/s  Eff.  ID        Player
        2026-11-21  40x20/150, f…  Lost *   1.500 s   6.00   75%  ffff0000  -
        -           40x20/150      Won !   2:03.456   1.46     -  0000000   Ada Lovelace
    """)
    for width, is_shown in [(62, True), (59, False)]:
        assert ("Ada Lovelace" in games_lines([LOST, ada], width)[2]) == is_shown


def test_a_narrow_list_keeps_board_result_time_and_id() -> None:
    assert games_lines(GAMES, 40, ASCII) == drawn("""
        Board         Result      Time  ID
        Expert        Won     2:03.456  a1b2c3d
        40x20/150, ~  Lost *   1.500 s  ffff0000
        Expert        Won !   2:03.456  0000000
        Intermediate  Won     2:03.456  a1b2c3d

        * Unranked: with help, --seed, r or
        --daily
        ! Unranked: your own layout, taken over,
        imported, or played by a program
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


@pytest.mark.parametrize("columns", [COLUMNS, NARROW_COLUMNS])
@pytest.mark.parametrize(
    ("milliseconds", "time"), [(754_321, "12:34.321"), (3_723_456, "1:02:03.456")]
)
def test_the_column_of_times_is_as_wide_as_the_longest(
    columns: list[Column[StoredGame]], milliseconds: int, time: str
) -> None:
    game = WON._replace(milliseconds=milliseconds)
    wider = with_whole_times(columns, [WON, game])
    lines = [join_texts(game_line(each, wider, ASCII)) for each in (WON, game)]
    assert f"  {time}" in lines[1]
    assert lines[0].index("3.456") + 5 == lines[1].index(time) + len(time)
    assert f"  {time}  " in games_lines([game], 60, ASCII)[1]


@pytest.mark.parametrize(
    ("speed", "text"),
    [(99.99, "99.99"), (130.43, "130.4"), (999.96, " 1000"), (5666.6, " 5667")],
)
def test_a_high_speed_has_fewer_digits(speed: float, text: str) -> None:
    game = WON._replace(solved=round(100 * speed), milliseconds=100_000)
    assert f"  {text}  " in join_texts(game_line(game, COLUMNS, ASCII))


@pytest.mark.parametrize(
    ("category", "name"),
    [
        (EXPERT, "expert"),
        (Category(30, 16, 98, "opening", 0, "luck"), "30x16/98"),
        (Category(8, 8, 10, "opening", 1, "luck"), "classic, guess-free"),
        (Category(9, 9, 10, "any", 0, "fair"), "beginner, first any, guesses fair"),
    ],
)
def test_a_board_is_named_by_what_is_not_usual(category: Category, name: str) -> None:
    assert board_name(category) == name


def test_a_level_is_shortened_before_its_rules_are_cut() -> None:
    game = WON._replace(category=Category(30, 16, 99, "opening", 1, "luck"))
    assert [join_texts(game_line(game, COLUMNS[1:2], UNICODE))] == ["Exp. guess-free"]
    assert "  Exp. guess-…  " in join_texts(game_line(game, COLUMNS, UNICODE))


def test_the_sign_between_width_and_height_is_that_of_the_screen() -> None:
    assert "  40\N{MULTIPLICATION SIGN}20/150, …  " in join_texts(game_line(LOST, COLUMNS, UNICODE))
    assert "  40x20/150, ~  " in join_texts(game_line(LOST, COLUMNS, ASCII))
