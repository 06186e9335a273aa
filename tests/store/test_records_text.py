"""The results of a table as lines of text."""

import pytest

from minesweeper.engine.setup import LEVELS
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.games_text import ASCII, UNICODE, heading, plain_text
from minesweeper.store.records import SPANS, Average, Results
from minesweeper.store.records_text import records_lines, results_lines, sparkline
from minesweeper.store.results import Summary, Table, table_of

TABLE = table_of(LEVELS["beginner"])
STORED = StoredGame(
    id="f" * 16,
    short_id="f" * 16,
    begun="2025-01-01T00:00:00Z",
    day="2025-01-01",
    clock="00:00",
    table=TABLE,
    kind="drawn",
    status="won",
    ending="cleared",
    milliseconds=10**12,
    bbbv=1_000_000,
    solved=1_000_000,
    clicks=1_000_000,
    counted=True,
    unaided=True,
    luck=None,
)

ONE_WIN = Summary(
    TABLE,
    1,
    1,
    0,
    0,
    1.0,
    0,
    0,
    0,
    5_000,
    None,
    200.0,
    1,
    1,
    0,
    0,
    guesses=0,
    guesses_survived=0,
    guesses_expected=0.0,
)


def stored(status: str, milliseconds: int = 0) -> StoredGame:
    return STORED._replace(status=status, milliseconds=milliseconds)


@pytest.mark.parametrize("unicode", [True, False])
def test_the_widest_results_fit_into_80_columns(unicode: bool) -> None:
    table = Table(10_000, 100, 999_999, "opening", 1, "strict")
    count, time = 1_000_000, 10**12
    figures = [3 * count, count, count, count, 0.5, 3 * count, count, count]
    figures += [time, time, 12345.6789, count, count, count, count, 3 * count, count, 1e6]
    tables = [
        Results(Summary._make([table, *figures]), [stored("lost")] * 20),
        Results(
            Summary._make([TABLE, *figures]),
            cleared=[STORED] * 10,
            flagged=[STORED] * 10,
            averages=[Average(span, time, time) for span in SPANS],
            win_rates=[0.0, 1.0] * 50,
            times=[1, time] * 50,
        ),
    ]
    lines = records_lines(tables, UNICODE if unicode else ASCII)
    assert "Luck        3000000 guesses:" in "".join(lines)
    assert max(map(len, lines)) <= 80
    assert "".join(lines).isascii() is not unicode


@pytest.mark.parametrize(
    ("table", "columns", "text"),
    [
        (
            Table(16, 16, 40, "opening", 1, "luck"),
            80,
            "Intermediate 16x16 - 40 mines - guess-free",
        ),
        (Table(5, 4, 1, "any", 0, "fair"), 80, "5x4 - 1 mine - first any - guesses fair"),
        (Table(5, 4, 1, "any", 0, "fair"), 30, "5x4 - 1 mine - first any"),
        (Table(5, 4, 1, "any", 0, "fair"), 2, ""),
    ],
)
def test_a_heading_names_the_setup_and_rules_that_fit(
    table: Table, columns: int, text: str
) -> None:
    assert plain_text(heading(table, columns, ASCII)) == text


def test_wins_are_as_tall_as_they_were_slow() -> None:
    games = [stored("won", 1_000 * seconds) for seconds in range(8)]
    assert sparkline(games) == "█▇▆▅▄▃▂▁"
    assert sparkline([stored("won", 9), stored("lost", 99), stored("abandoned", 999)]) == "∙✗▁"
    assert sparkline([stored("won", 9)] * 3, ASCII) == "111"
    assert sparkline([], UNICODE) == ""


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (80, " 1     5.000 s  200.00   2025-01-01  fffffff           5          -           -"),
        (79, " 1     5.000 s  200.00   2025-01-01            5          -           -"),
        (65, " 1     5.000 s  200.00   2025-01-01  fffffff"),
        (42, " 1     5.000 s  200.00   2025-01-01"),
        (33, " 1     5.000 s  200.00"),
        (20, " 1     5.000 s"),
    ],
)
def test_a_best_game_is_shown_as_far_as_its_pieces_fit(columns: int, line: str) -> None:
    best = STORED._replace(short_id="fffffff", milliseconds=5_000, solved=1_000)
    averages = [Average(span, None, None) for span in SPANS]
    results = Results(ONE_WIN, cleared=[best], averages=averages)
    assert plain_text(results_lines(results, columns, ASCII)[3]) == line


def test_a_game_of_today_says_so() -> None:
    results = Results(ONE_WIN, cleared=[STORED])
    assert ("   Today     ", "won") in results_lines(results, 80, ASCII, "2025-01-01")[3]
    assert ("   2025-01-01", "dim") in results_lines(results, 80, ASCII)[3]
