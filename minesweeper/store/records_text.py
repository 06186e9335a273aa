"""The records as lines of text: for each category its best games, its figures, and two plots."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from minesweeper.engine.notation import capitalise, count_text, percent_text
from minesweeper.play.words import setup_parts, speed_text, time_or_dash, time_text
from minesweeper.store.categories import Category
from minesweeper.store.finished_games import StoredGame
from minesweeper.store.games_text import board_name
from minesweeper.store.plot import Blocks, plot, repeat_to_fill, round_top
from minesweeper.store.statistics import WINDOW, Average, CategoryRecords, Summary
from minesweeper.store.text_lines import UNICODE, Characters, LineRole, TextLine, beside, join_texts

NO_RECORDS: Final = "No ranked games yet"
HELPED: Final = "Helped: unranked, with help, --seed, r or --daily; a loss still ends the streak"
# In fewer columns, the best games and the figures stand below each other.
WIDE_RECORDS: Final = 66
# The column at which each part of a best game ends: place, time, 3BV/s, date, id.
_BEST_ENDS: Final = (2, 14, 22, 35, 44)
# The column at which the figures begin beside the best games, without and with the ids, and the
# number of columns from which the ids are shown.
_FIGURES: Final = 38
_FIGURES_AFTER_IDS: Final = 46
_WITH_IDS: Final = 80
# The width of the names of the figures.
_VALUES: Final = 12
# The width of the numbers in the overview of all categories.
_OVERVIEW: Final = 30


def category_lines(
    records: CategoryRecords, columns: int, characters: Characters, today: str = ""
) -> list[TextLine]:
    """Return the best games of a category, with its figures beside or, in few columns, below them.

    The date `today` is written as "Today".
    """
    head: list[TextLine] = [category_heading(records.summary.category, columns, characters), []]
    if columns < WIDE_RECORDS:
        best = _best_games(records, columns, today)
        return [*head, *best, [], *_figures(records, columns, characters)]
    middle = _FIGURES_AFTER_IDS if columns >= _WITH_IDS else _FIGURES
    figures = _figures(records, columns - middle, characters)
    return [*head, *beside(_best_games(records, middle, today), figures, middle)]


def category_heading(category: Category, columns: int, characters: Characters) -> TextLine:
    """Return the size, mines and rules of a category, or a name that fits."""
    return [(_category_name(category, columns, characters), "header")]


def _category_name(category: Category, columns: int, characters: Characters) -> str:
    """Return the size, mines and rules, else a short name, else the first parts that fit; or ""."""
    parts = setup_parts(category, characters.times)
    names = [characters.dot.join(parts[:end]) for end in range(len(parts), 0, -1)]
    names.insert(1, capitalise(board_name(category, characters.times)))
    return next((name for name in names if len(name) <= columns), "")


def _best_games(records: CategoryRecords, columns: int, today: str) -> list[TextLine]:
    """Return the games won by clearing and those won by flagging, with the parts that fit."""
    lines: list[TextLine] = []
    for name, games in (
        ("Best cleared", records.best_cleared),
        ("Best flagged", records.best_flagged),
    ):
        if games:
            lines += [[]] if lines else []
            heads = ["", "     3BV/s", "   Date      ", "  ID"]
            lines.append([(name, "text"), *((text, "dim") for text in heads)])
            lines += [_best_game(place, game, today) for place, game in enumerate(games, 1)]
    pieces = sum(end <= columns for end in _BEST_ENDS)
    nothing: TextLine = [("No ranked win yet", "dim")]
    return [line[:pieces] for line in lines] or [nothing]


def _best_game(place: int, game: StoredGame, today: str) -> TextLine:
    is_today = bool(today) and game.day == today
    return [
        (f"{place:2}", "dim"),
        (f"{time_text(game.ms):>12}", "accent" if place == 1 else "text"),
        (f"{speed_text(game.speed):>8}", "dim"),
        (f"   {'Today' if is_today else game.day:10}", "won" if is_today else "dim"),
        (f"  {game.short_id}", "dim"),
    ]


def overview_lines(
    categories: Sequence[Summary], current: Summary, columns: int, characters: Characters
) -> list[TextLine]:
    """Return a heading and a line for each category; no lines if there is only one category."""
    if len(categories) == 1:
        return []
    left = columns - _OVERVIEW
    heads: TextLine = [
        (f"{'All categories':{left}}", "text"),
        (" Games   Win rate    Best time", "dim"),
    ]
    return [
        heads,
        *(_overview_line(each, left, characters, each is current) for each in categories),
    ]


def _overview_line(
    summary: Summary, left: int, characters: Characters, is_current: bool
) -> TextLine:
    rate = "-" if summary.win_rate is None else percent_text(summary.win_rate)
    best = time_or_dash(summary.best_cleared_ms or summary.best_flagged_ms)
    name = _category_name(summary.category, left - 2, characters)
    text = f"{name:{left}}{summary.games:6}   {rate:>8}  {best:>11}"
    return [(text, "accent" if is_current else "dim")]


def _figures(records: CategoryRecords, columns: int, characters: Characters) -> list[TextLine]:
    """Return averages, win rate, streaks, luck and the last games, `columns` wide at most."""
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
        lines.append([])
        lines += [line for name, text in group for line in _figure(name, text, columns)]
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


def _figure(name: str, text: str, columns: int) -> list[TextLine]:
    """Return the lines of a figure, with its text wrapped."""
    rows = wrap(text, max(1, columns - _VALUES))
    names = [name, *[""] * len(rows)]
    return [
        [(f"{name:{_VALUES}}", "dim"), (row, "text")]
        for name, row in zip(names, rows, strict=False)
    ]


def _averages(averages: Sequence[Average]) -> list[TextLine]:
    lines: list[TextLine] = [[("Average of        ", "text"), ("Now        Best", "dim")]]
    for span, now, best in averages:
        lines.append(
            [
                (f"{span:10}", "dim"),
                (f"{time_or_dash(now):>11}", "accent" if now and now == best else "text"),
                (f"{time_or_dash(best):>12}", "accent" if best else "text"),
            ]
        )
    return lines


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

# The columns between two plots side by side, and those of the longest label and the axis.
_BETWEEN: Final = 4
_LABEL: Final = 8


def plots_side_by_side(
    records: CategoryRecords, columns: int, height: int, characters: Characters
) -> list[TextLine]:
    """Return the plots of a category side by side, `height` rows high without titles and axes."""
    room = (columns - _BETWEEN) // 2
    left, right = plots(records, room, height, characters)
    return beside(left, right, room + _BETWEEN)


class _Plot(NamedTuple):
    title: str
    values: Sequence[float]
    top: int
    unit: str
    name: str
    """The noun that the values are counted by: "game" or "win"."""
    role: LineRole


def plots(
    records: CategoryRecords, columns: int, height: int, characters: Characters
) -> list[list[TextLine]]:
    """Return the lines of two plots: the win rate, and the times of wins.

    Each has a title above it, and the number of its games below it.
    """
    limit = max(1, columns - _LABEL)
    rates = [100 * rate for rate in records.win_rates[-limit:]]
    seconds = [time / 1000 for time in records.times_ms[-limit:]]
    titles = f"Win rate over {WINDOW} games", "Time of each win"
    if columns < len(titles[0]):
        titles = "Win rate", "Time of wins"
    both = (
        _Plot(titles[0], rates, 100, "%", "game", "won"),
        _Plot(titles[1], seconds, round_top(seconds), " s", "win", "accent"),
    )
    return [_plot_lines(each, columns, height, characters.blocks) for each in both]


def _plot_lines(series: _Plot, columns: int, height: int, blocks: Blocks) -> list[TextLine]:
    title: TextLine = [(series.title[:columns], "text")]
    count = len(series.values)
    if not count:
        return [title, [("Nothing to plot yet"[:columns], "dim")], *([[]] * (height + 1))]
    values = repeat_to_fill(series.values, columns - _LABEL)
    rows = plot(values, series.top, columns, height, lambda value: f"{value}{series.unit}", blocks)
    margin = rows[-1].index(blocks.corner) + 1
    lines = [_plot_line(row, margin, series.role) for row in rows[:-1]]
    left_label, right_label = f"Last {count_text(count, series.name)}", "Now"
    if count == 1:
        left_label, right_label = f"one {series.name}", ""
    right = max(len(left_label) + 2, len(rows[-1]) - margin - len(right_label))
    foot = f"{'':{margin}}{left_label:{right}}{right_label}".rstrip()
    return [title, *lines, [(rows[-1], "dim")], [(foot, "dim")]]


def _plot_line(row: str, margin: int, role: LineRole) -> TextLine:
    return [(row[:margin], "dim"), (row[margin:], role)]


# All categories, for the command

WIDTH: Final = 80
_HEIGHT: Final = 4


def records_lines(
    categories: Sequence[CategoryRecords], characters: Characters = UNICODE
) -> list[str]:
    """Return the records of each category, WIDTH columns wide at most."""
    if not categories:
        return [NO_RECORDS]
    characters = characters._replace(times="x")  # the multiplication sign is for screens only
    lines: list[TextLine] = []
    for records in categories:
        lines += [*category_lines(records, WIDTH, characters), []]
        if records.win_rates:
            lines += [*plots_side_by_side(records, WIDTH, _HEIGHT, characters), []]
    texts = [join_texts(line)[:WIDTH] for line in lines]
    has_helped = any(each.summary.helped_games for each in categories)
    return [*texts, HELPED] if has_helped else texts[:-1]
