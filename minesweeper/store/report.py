"""The results of every table as text: lines for the command and the screen, JSON for scripts."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from minesweeper.engine.notation import counted
from minesweeper.engine.setup import level_name
from minesweeper.play.replay import format_seconds
from minesweeper.settings.values import sentence
from minesweeper.store.plot import ASCII as ASCII_BLOCKS
from minesweeper.store.plot import PERCENT, Blocks, axis_for, plot, stretched
from minesweeper.store.plot import UNICODE as UNICODE_BLOCKS
from minesweeper.store.records import Summary, Table
from minesweeper.store.stored_games import StoredGame
from minesweeper.store.tables import seconds_text
from minesweeper.store.trends import MOST_BEST, WINDOW, Average, Results

EMPTY: Final = "No counted games yet"
HELPED: Final = "Helped: with help, --seed, r or --daily; they count for the streak alone"
# How many of the last games are shown.
LAST: Final = 20


class Marks(NamedTuple):
    """The characters for the last games, one column wide: wins from the fastest to the slowest."""

    wins: str
    lost: str
    abandoned: str


UNICODE: Final = Marks("▁▂▃▄▅▆▇█", "✗", "∙")
ASCII: Final = Marks("12345678", "x", "-")


WIDTH: Final = 80
# How many columns and rows a plot takes, and how many games it shows.
PLOT: Final = (37, 4)
PLOTTED: Final = 30


def records_lines(tables: Sequence[Results], *, unicode: bool = True) -> list[str]:
    """Return paragraphs for each table, 80 columns wide at most."""
    if not tables:
        return [EMPTY]
    marks, blocks = (UNICODE, UNICODE_BLOCKS) if unicode else (ASCII, ASCII_BLOCKS)
    plots = [_plots(each, blocks) for each in tables]
    lines = []
    for results, plot_lines in zip(tables, plots, strict=True):
        lines += [sentence(title(results.summary.table)), *_figures(results)]
        lines += [_line("Last", sparkline(results.last, marks)), ""]
        lines += [*_ten_best(results), *plot_lines]
    if any(each.summary.helped_games for each in tables):
        lines.append(HELPED)
    if any(plots):
        lines.append(f"Plotted win rates are of a game and the {WINDOW - 1} before it")
    return [*lines, _legend(marks)]


def title(table: Table) -> str:
    """Return a table's setup and rules in words."""
    name = level_name(*table[:3])
    words = [
        f"{name}: " * bool(name) + f"{table.width}x{table.height}",
        counted(table.mines, "mine"),
        f"first {table.first}",
    ]
    if table.no_guess:
        words.append("guess-free")
    if table.on_guess != "luck":
        words.append(f"guesses {table.on_guess}")
    return ", ".join(words)


def sparkline(games: Sequence[StoredGame], marks: Marks = UNICODE) -> str:
    """Return a mark for each game; the newest is the first of `games` and the last mark."""
    times = [game.milliseconds for game in games if game.status == "won"]
    return "".join(_mark(game, times, marks) for game in reversed(games))


def _mark(game: StoredGame, times: list[int], marks: Marks) -> str:
    if game.status != "won":
        return marks.lost if game.status == "lost" else marks.abandoned
    fastest, slowest = min(times), max(times)
    highest = len(marks.wins) - 1
    return marks.wins[round(highest * (game.milliseconds - fastest) / (slowest - fastest or 1))]


def _figures(results: Results) -> list[str]:
    summary = results.summary
    return [*_summary(summary), *_helped(summary), *_luck(summary), *_averages(results.averages)]


def _summary(summary: Summary) -> list[str]:
    rate, speed = summary.win_rate, summary.best_3bv_per_s
    return [
        _line(
            "Games",
            str(summary.games),
            f"won {summary.won}",
            f"lost {summary.lost}",
            f"abandoned {summary.abandoned}",
        ),
        _line(
            "Win rate",
            "-" if rate is None else f"{100 * rate:.2f} %",
            f"streak {summary.streak}",
            f"longest {summary.longest_streak}",
        ),
        _line(
            "Best (s)",
            f"cleared {seconds_text(summary.best_cleared_ms)}",
            f"flagged {seconds_text(summary.best_flagged_ms)}",
            f"3BV/s {'-' if speed is None else f'{speed:.3f}'}",
        ),
    ]


def _helped(summary: Summary) -> list[str]:
    """Return the line of games that the lines above do not count, but for the streak."""
    games, won, lost = summary.helped_games, summary.helped_won, summary.helped_lost
    if not games:
        return []
    abandoned = games - won - lost
    return [_line("Helped", str(games), f"won {won}", f"lost {lost}", f"abandoned {abandoned}")]


def _luck(summary: Summary) -> list[str]:
    """Return the lines of what the guesses came to, once a game was reviewed."""
    needless, unlucky = summary.lost_needlessly, summary.lost_unluckily
    lines = []
    if needless or unlucky:
        lines.append(_line("Lost to", f"needless {needless}", f"bad luck {unlucky}"))
    if luck := luck_text(summary.guesses, summary.guesses_survived, summary.guesses_expected):
        lines.append(_line("Luck", luck))
    return lines


def luck_text(guesses: int | None, survived: int | None, expected: float | None) -> str:
    """Return what guesses came to: "4 guesses: 1 survived, 2.8 expected"; empty without any."""
    if not guesses:
        return ""
    count = "1 guess" if guesses == 1 else f"{guesses} guesses"
    return f"{count}: {survived} survived, {expected:.1f} expected"


def _averages(averages: Sequence[Average]) -> list[str]:
    """Return the lines of the averages, once there are wins enough for one."""
    if not any(average.current for average in averages):
        return []
    return [
        _line("Average", *(f"of {average.span} wins" for average in averages)),
        _line("  Now", *(seconds_text(average.current) for average in averages)),
        _line("  Best", *(seconds_text(average.best) for average in averages)),
    ]


def _ten_best(results: Results) -> list[str]:
    """Return the lines of the fastest games, boards cleared beside boards flagged."""
    lists = {"cleared": results.cleared, "flagged": results.flagged}
    columns = [
        [f"{sentence(name)} (s)", *map(_best, games)] for name, games in lists.items() if games
    ]
    names = ["Ten best", *(f"{place:8}" for place in range(1, MOST_BEST + 1))]
    rows = zip(names, zip_longest(*columns, fillvalue=""), strict=False)
    lines = [f"  {name}  {'   '.join(f'{cell:31}' for cell in cells)}" for name, cells in rows]
    return [*(line.rstrip()[:WIDTH] for line in lines), ""] if columns else []


def _best(game: StoredGame) -> str:
    return f"{format_seconds(game.milliseconds):<10} {game.day:10}  {game.short_id}"


def _plots(results: Results, blocks: Blocks) -> list[str]:
    """Return the plots of win rate and time, side by side."""
    rates, times = results.win_rates[-PLOTTED:], results.times[-PLOTTED:]
    if len(rates) < 2:
        return []
    percents = stretched([100 * rate for rate in rates], PLOTTED)
    seconds = stretched([time / 1000 for time in times], PLOTTED)
    left = [
        f"Win rate, last {len(rates)} games",
        *plot(percents, PERCENT, *PLOT, "{} %".format, blocks),
    ]
    right = [
        f"Time (s), last {counted(len(times), 'win')}",
        *plot(seconds, axis_for(seconds), *PLOT, blocks=blocks),
    ]
    both = zip_longest(left, right if times else [], fillvalue="")
    return [*(f"  {one:{PLOT[0]}}   {other}".rstrip() for one, other in both), ""]


def _line(name: str, *values: str) -> str:
    """Return a line of values in columns, at least two spaces apart."""
    return f"  {name:<8}  {''.join(f'{value:<15}  ' for value in values)}".rstrip()


def _legend(marks: Marks) -> str:
    return (
        f"Last {LAST} games, the newest on the right:"
        f" {marks.wins[0]} fast {marks.wins[-1]} slow {marks.lost} lost"
        f" {marks.abandoned} abandoned"
    )
