"""The records as lines of text: for each category its best games, its figures, and two plots."""

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final, NamedTuple

from minesweeper.engine.notation import count_text, percent_text
from minesweeper.play.words import setup_parts, speed_text, time_or_dash, time_text
from minesweeper.store.characters import UNICODE, Characters
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.plot import Blocks, plot, repeat_to_fill, round_top
from minesweeper.store.statistics import WINDOW, Average, CategoryRecords

NO_RECORDS: Final = "No ranked games yet"
HELPED: Final = "Helped: unranked, with help, --seed, r or --daily; a loss still ends the streak"
WIDTH: Final = 80
# The column at which the figures begin beside the best games, and the width of their names.
_FIGURES: Final = 46
_VALUES: Final = 12
# The rows of a plot without its title and axis, and the columns between two of them.
_HEIGHT: Final = 4
_BETWEEN: Final = 4
# The columns of the longest label of a plot, and of its axis.
_LABEL: Final = 8


def records_lines(
    categories: Sequence[CategoryRecords], characters: Characters = UNICODE
) -> list[str]:
    """Return the records of each category, WIDTH columns wide at most."""
    if not categories:
        return [NO_RECORDS]
    lines: list[str] = []
    for records in categories:
        lines += [characters.dot.join(setup_parts(records.summary.category)), ""]
        lines += [*_beside(_best_games(records), _figures(records, characters), _FIGURES), ""]
        if records.win_rates:
            lines += [*_plots(records, characters.blocks), ""]
    lines = [line[:WIDTH].rstrip() for line in lines]
    has_helped = any(each.summary.helped_games for each in categories)
    return [*lines, HELPED] if has_helped else lines[:-1]


def _beside(left: Sequence[str], right: Sequence[str], column: int) -> list[str]:
    """Return the lines of `left` with those of `right` beside them, which begin at `column`."""
    return [f"{one:{column}}{other}" for one, other in zip_longest(left, right, fillvalue="")]


def _best_games(records: CategoryRecords) -> list[str]:
    """Return the games won by clearing and those won by flagging."""
    lines: list[str] = []
    for name, games in (
        ("Best cleared", records.best_cleared),
        ("Best flagged", records.best_flagged),
    ):
        if games:
            lines += [""] * bool(lines)
            lines.append(f"{name}     3BV/s   Date        ID")
            lines += [_best_game(place, game) for place, game in enumerate(games, 1)]
    return lines or ["No ranked win yet"]


def _best_game(place: int, game: StoredGame) -> str:
    speed = speed_text(game.speed)
    return f"{place:2}{time_text(game.ms):>12}{speed:>8}   {game.day:10}  {game.short_id}"


def _figures(records: CategoryRecords, characters: Characters) -> list[str]:
    """Return averages, win rate, streaks, luck and the last games."""
    summary = records.summary
    ended, helped, rate = summary.won + summary.lost, summary.helped_games, summary.win_rate
    avoidable, unlucky = summary.lost_needlessly, summary.lost_unluckily
    figures = [
        ("Win rate", "-" if rate is None else f"{percent_text(rate)}, {summary.won} of {ended}"),
        ("Streak", f"{summary.streak}, longest {summary.longest_streak}"),
        ("Best 3BV/s", speed_text(summary.best_3bv_per_s, 3)),
        ("Abandoned", str(summary.abandoned)),
    ]
    if helped:
        won, lost = summary.helped_won, summary.helped_lost
        figures.append(("Helped", f"{helped}, won {won}, lost {lost}"))
    luck = luck_text(summary.guesses, summary.guesses_survived, summary.guesses_expected)
    guesses = [("Luck", luck)] if luck else []
    if avoidable or unlucky:
        guesses += [("Losses", f"{avoidable} avoidable"), ("", f"{unlucky} by bad luck")]
    groups = [figures, guesses, _last_games_figures(records.last_games, characters)]
    lines = _averages(records.averages)
    for group in filter(None, groups):
        lines.append("")
        lines += [line for name, text in group for line in _figure(name, text)]
    return lines


def _last_games_figures(
    games: Sequence[StoredGame], characters: Characters
) -> list[tuple[str, str]]:
    """Return the figures of the last games: a mark for each result, and the legend."""
    if not games:
        return []
    fast, slow = characters.wins[0], characters.wins[-1]
    legend = [("", f"{fast} fast {slow} slow {characters.lost} lost")]
    if any(game.status == "abandoned" for game in games):
        legend.append(("", f"{characters.abandoned} abandoned"))
    return [(f"Last {len(games)}", sparkline_text(games, characters)), *legend]


def _figure(name: str, text: str) -> list[str]:
    """Return the lines of a figure, with its text wrapped."""
    rows = wrap(text, WIDTH - _FIGURES - _VALUES)
    return _beside([name], rows, _VALUES)


def _averages(averages: Sequence[Average]) -> list[str]:
    return [
        "Average of        Now        Best",
        *(
            f"{span:10}{time_or_dash(now):>11}{time_or_dash(best):>12}"
            for span, now, best in averages
        ),
    ]


def luck_text(guesses: int | None, survived: int | None, expected: float | None) -> str:
    """Return "4 guesses: 1 survived, 2.8 expected"; "" without guesses, or if they are None."""
    if not guesses:
        return ""
    return f"{count_text(guesses, 'guess')}: {survived} survived, {expected:.1f} expected"


def sparkline_text(games: Sequence[StoredGame], characters: Characters = UNICODE) -> str:
    """Return a mark for the result of each game; the mark of a win shows how fast it was.

    `games` begin with the newest game, and the marks end with it.
    """
    times = [game.ms for game in games if game.status == "won"]
    return "".join(_mark(game, times, characters) for game in reversed(games))


def _mark(game: StoredGame, times: list[int], characters: Characters) -> str:
    if game.status != "won":
        return characters.lost if game.status == "lost" else characters.abandoned
    fastest, slowest = min(times), max(times)
    highest = len(characters.wins) - 1
    share = (game.ms - fastest) / (slowest - fastest or 1)
    return characters.wins[round(highest * share)]


# Win rate and time as plots


class _Plot(NamedTuple):
    title: str
    values: Sequence[float]
    top: int
    unit: str
    name: str
    """The noun that the values are counted by: "game" or "win"."""


def _plots(records: CategoryRecords, blocks: Blocks) -> list[str]:
    """Return two plots side by side: the win rate, and the times of wins.

    Each has a title above it, and the number of its games below it.
    """
    columns = (WIDTH - _BETWEEN) // 2
    limit = columns - _LABEL
    rates = [100 * rate for rate in records.win_rates[-limit:]]
    seconds = [time / 1000 for time in records.times_ms[-limit:]]
    left = _Plot(f"Win rate over {WINDOW} games", rates, 100, "%", "game")
    right = _Plot("Time of each win", seconds, round_top(seconds), " s", "win")
    lines, others = (_plot_lines(each, columns, blocks) for each in (left, right))
    return _beside(lines, others, columns + _BETWEEN)


def _plot_lines(series: _Plot, columns: int, blocks: Blocks) -> list[str]:
    count = len(series.values)
    if not count:
        return [series.title, "Nothing to plot yet"]
    values = repeat_to_fill(series.values, columns - _LABEL)
    rows = plot(values, series.top, columns, _HEIGHT, lambda value: f"{value}{series.unit}", blocks)
    margin = rows[-1].index(blocks.corner) + 1
    left_label, right_label = f"Last {count_text(count, series.name)}", "Now"
    if count == 1:
        left_label, right_label = f"one {series.name}", ""
    right = max(len(left_label) + 2, len(rows[-1]) - margin - len(right_label))
    return [series.title, *rows, f"{'':{margin}}{left_label:{right}}{right_label}"]
