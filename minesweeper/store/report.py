"""The results of every table as text: lines for the command and the screen, JSON for scripts."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from minesweeper.engine.setup import level_name
from minesweeper.play.replay import format_seconds
from minesweeper.play.words import counted
from minesweeper.store.records import Row, Summary, Table

EMPTY: Final = "No counted games yet"
HELPED: Final = "helped: with help, --seed, r or --daily; they count for the streak alone"
# How many of the last games are shown.
LAST: Final = 20
JSON_KEYS: Final = (
    "The JSON is a list of objects, the table with the most games first. Their keys: level (null"
    " for another size), width, height, mines, first, guess_free, on_guess; games, won, lost,"
    " abandoned, win_rate (0 to 1) of games without help on boards drawn for you; helped_games,"
    " helped_won, helped_lost of games with help, by --seed, r or --daily; best_cleared_ms,"
    " best_flagged_ms, best_3bv_per_s; streak, longest_streak; lost_needlessly, lost_unluckily;"
    " guesses, guesses_survived, and guesses_expected, the sum of their chances (null where the"
    f" rules move or choose mines); last, of at most {LAST} games, the newest first: id, begun,"
    " status, ms."
    " A value that does not exist is null."
)


class Marks(NamedTuple):
    """The characters for the last games, one column wide: wins from the fastest to the slowest."""

    wins: str
    lost: str
    abandoned: str


UNICODE: Final = Marks("▁▂▃▄▅▆▇█", "✗", "∙")
ASCII: Final = Marks("12345678", "x", "-")


def records_lines(
    tables: Sequence[Summary], last: Mapping[Table, Sequence[Row]], *, unicode: bool = True
) -> list[str]:
    """Return a paragraph for each table, 80 columns wide at most; `last` is newest first."""
    if not tables:
        return [EMPTY]
    marks = UNICODE if unicode else ASCII
    lines = []
    for summary in tables:
        lines += [title(summary.table), *_results(summary)]
        lines += [_line("last", sparkline(last.get(summary.table, ()), marks)), ""]
    if any(summary.helped.games for summary in tables):
        lines.append(HELPED)
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


def sparkline(games: Sequence[Row], marks: Marks = UNICODE) -> str:
    """Return a mark for each game; the newest is the first of `games` and the last mark."""
    times = [game.milliseconds for game in games if game.status == "won"]
    return "".join(_mark(game, times, marks) for game in reversed(games))


def _mark(game: Row, times: list[int], marks: Marks) -> str:
    if game.status != "won":
        return marks.lost if game.status == "lost" else marks.abandoned
    fastest, slowest = min(times), max(times)
    highest = len(marks.wins) - 1
    return marks.wins[round(highest * (game.milliseconds - fastest) / (slowest - fastest or 1))]


def _results(summary: Summary) -> list[str]:
    rate, speed = summary.win_rate, summary.best_speed
    return [
        _line(
            "games",
            str(summary.games),
            f"won {summary.won}",
            f"lost {summary.lost}",
            f"abandoned {summary.abandoned}",
        ),
        _line(
            "win rate",
            "-" if rate is None else f"{100 * rate:.2f} %",
            f"streak {summary.streak}",
            f"longest {summary.longest_streak}",
        ),
        _line(
            "best (s)",
            f"cleared {_seconds(summary.best_cleared)}",
            f"flagged {_seconds(summary.best_flagged)}",
            f"3BV/s {'-' if speed is None else f'{speed:.3f}'}",
        ),
        *_helped(summary),
        *_luck(summary),
    ]


def _helped(summary: Summary) -> list[str]:
    """Return the line of games that the lines above do not count, but for the streak."""
    games, won, lost = summary.helped
    if not games:
        return []
    abandoned = games - won - lost
    return [_line("helped", str(games), f"won {won}", f"lost {lost}", f"abandoned {abandoned}")]


def _luck(summary: Summary) -> list[str]:
    """Return the lines of what the guesses came to, once a game was reviewed."""
    needless, unlucky, guesses, survived, expected = summary.chances
    lines = []
    if needless or unlucky:
        lines.append(_line("lost to", f"needless {needless}", f"bad luck {unlucky}"))
    if guesses and summary.table.is_by_chance:
        lines.append(_line("luck", luck_text(guesses, survived, expected)))
    return lines


def luck_text(guesses: int, survived: int, expected: float) -> str:
    """Return what guesses came to, in words: "4 guesses: 1 win, 2.8 expected"."""
    taken = "1 guess" if guesses == 1 else f"{guesses} guesses"
    return f"{taken}: {counted(survived, 'win')}, {expected:.1f} expected"


def _seconds(milliseconds: int | None) -> str:
    return "-" if milliseconds is None else format_seconds(milliseconds)


def _line(name: str, *values: str) -> str:
    """Return a line of values in columns, at least two spaces apart."""
    return f"  {name:<8}  {''.join(f'{value:<15}  ' for value in values)}".rstrip()


def _legend(marks: Marks) -> str:
    return (
        f"last {LAST} games, the newest on the right:"
        f" {marks.wins[0]} fast {marks.wins[-1]} slow {marks.lost} lost"
        f" {marks.abandoned} abandoned"
    )


# For scripts


def records_json(
    tables: Sequence[Summary], last: Mapping[Table, Sequence[Row]]
) -> list[dict[str, Any]]:
    """Return an object for each table, with the keys of JSON_KEYS."""
    return [_json(summary, last.get(summary.table, ())) for summary in tables]


def _guesses_json(summary: Summary) -> dict[str, float | None]:
    _, _, *numbers = summary.chances if summary.table.is_by_chance else (None,) * 5
    return dict(zip(("guesses", "guesses_survived", "guesses_expected"), numbers, strict=True))


def _json(summary: Summary, last: Sequence[Row]) -> dict[str, Any]:
    width, height, mines, first, no_guess, on_guess = summary.table
    return {
        "level": level_name(*summary.table[:3]) or None,
        "width": width,
        "height": height,
        "mines": mines,
        "first": first,
        "guess_free": bool(no_guess),
        "on_guess": on_guess,
        "games": summary.games,
        "won": summary.won,
        "lost": summary.lost,
        "abandoned": summary.abandoned,
        "win_rate": summary.win_rate,
        "helped_games": summary.helped.games,
        "helped_won": summary.helped.won,
        "helped_lost": summary.helped.lost,
        "best_cleared_ms": summary.best_cleared,
        "best_flagged_ms": summary.best_flagged,
        "best_3bv_per_s": summary.best_speed,
        "streak": summary.streak,
        "longest_streak": summary.longest_streak,
        "lost_needlessly": summary.chances.needless,
        "lost_unluckily": summary.chances.unlucky,
        **_guesses_json(summary),
        "last": [
            {"id": game.id, "begun": game.begun, "status": game.status, "ms": game.milliseconds}
            for game in last
        ],
    }
