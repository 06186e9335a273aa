"""The notices beside and below the field.

During a game they are the message about the last key; or without one the coach's answer, the odds
or what the player can do next. After the end they are the result and the review.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from minesweeper.engine.game import Status
from minesweeper.engine.notation import percent_text
from minesweeper.play.session import Result, Session
from minesweeper.play.words import end_text, goal_text, result_figures, time_text
from minesweeper.store.open_games import OpenGames, RankingNote
from minesweeper.tui.canvas import Style, first_that_fits, width
from minesweeper.tui.keys import ROWS, Keymap, key_names
from minesweeper.tui.look.glyphs import LARGE_DIGITS
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.widgets.notice import Figure, Notice, NoticeLine

if TYPE_CHECKING:  # late: sqlite3, which no first frame needs
    from minesweeper.store.statistics import Summary

# The offer to return to a game that was left; the first that fits in the window is used.
_GO_BACK: Final = (
    "Press {} to return to the game that you left",
    "Press {} to return to your game",
    "Press {} to go back",
    "Back: press {}",
)


def idle_text(games: OpenGames, keys: Mapping[str, str], columns: int) -> str:
    """Return what the player can do next, for a field without any other notice.

    `keys` holds the keys by the short names of their actions.
    """
    session = games.session
    if games.can_go_back and "undo" in keys:
        return first_that_fits((text.format(keys["undo"]) for text in _GO_BACK), columns)
    if goal := goal_text(session.game):
        return goal
    if (count := len(games.resumable)) and not session.steps:
        game = "your game" if count == 1 else f"one of {count} games"
        if "resume" in keys:
            return f"Press {keys['resume']} to resume {game}"
        return f"The menu resumes {game}"
    return ""


def lesson_notice(keymap: Keymap, columns: int, rows: int, theme: Theme) -> Notice:
    """Return lines that teach a new player the keys; empty if they do not fit."""
    key = key_names(keymap)
    is_usual = key.get("move") == key_names(ROWS)["move"]
    if not is_usual or not {"reveal", "flag", "hint", "menu", "help"} <= key.keys():
        return Notice("", theme.text)  # a player who has changed such keys needs no lessons
    lines = (
        f"{key['move']} move, {key['reveal']} reveals, {key['flag']} flags",
        "A number says how many mines touch it",
        f"Try {key['hint']} for a hint, {key['menu']} for menu, {key['help']} for help",
    )
    has_room = max(map(width, lines)) <= columns and len(lines) <= rows
    return Notice("\n".join(lines) if has_room else "", theme.text, rank=2)


def record_notice(summary: "Summary", columns: int, theme: Theme) -> Notice:
    """Return the player's figures in the category of a game that is played, for a quiet panel.

    Those that are wider than `columns` are left out.
    """
    figures = [
        *_time_figure("Best", summary.best_cleared_ms),
        *_time_figure("Flagged", summary.best_flagged_ms),
        ("Games", str(summary.games)),
    ]
    if summary.win_rate is not None:
        figures += [("Wins", str(summary.won)), ("Win rate", percent_text(summary.win_rate))]
    if summary.streak > 1:
        figures.append(("Streak", f"{summary.streak} wins"))
    fitting = [each for each in figures if width(" ".join(each)) <= columns]
    return Notice("", theme.dim, figures=tuple(fitting) if summary.games else ())


def _time_figure(label: str, milliseconds: int | None) -> list[Figure]:
    return [] if milliseconds is None else [(label, time_text(milliseconds))]


def end_notices(
    session: Session,
    now: int,
    review: Sequence[str],
    ranking: RankingNote,
    theme: Theme,
) -> list[Notice]:
    """Return how a game ended, for a panel beside the field or for the rows below it.

    `review` are its sentences, once it is done; the first one is the verdict on a loss.
    """
    title = "New best" if ranking.is_new_best else ""
    text = ranking.text if ranking.is_new_best else end_text(session, now)
    result = session.shown_result
    if result:
        end, *figures = result_notices(result, text, theme, title)
        standing = "" if ranking.is_new_best or not ranking.figures else ranking.text
        figures.append(Notice(standing, theme.text, rank=3, figures=ranking.figures))
    else:  # a second end, after an undo
        end, *figures = [_end_notice(session.game.status, session.elapsed, text, theme)]
    has_verdict = bool(review) and session.game.status is Status.LOST
    return [
        end._replace(rank=1) if has_verdict else end,
        *figures,
        *(verdict_notice(line, theme) for line in review[:has_verdict]),
        *(Notice(line, theme.text, rank=3) for line in review[has_verdict:]),
    ]


def verdict_notice(verdict: str, theme: Theme) -> Notice:
    """Return the notice of a verdict such as "Bad luck. The first cell was a mine."."""
    label, stop, _ = verdict.partition(". ")
    if not stop or len(label) > _MAX_LABEL:
        return Notice(verdict, theme.header, short=short_form(verdict))
    return Notice(verdict, theme.header, short=f"{label}.", label=f"{label}.")


def short_form(text: str) -> str:
    """Return a sentence without its reason: up to its colon."""
    conclusion, colon, _ = text.partition(":")
    return f"{conclusion}." if colon else text


def result_notices(result: Result, text: str, theme: Theme, title: str = "") -> list[Notice]:
    """Return the result of a game and its figures; `text` says the result where no panel is."""
    _, *figures = result_figures(result)
    return [
        _end_notice(result.status, result.milliseconds, text, theme, title),
        Notice("", theme.text, rank=4, figures=tuple(figures)),
    ]


def _end_notice(
    status: Status, milliseconds: int, text: str, theme: Theme, title: str = ""
) -> Notice:
    time = time_text(milliseconds)
    title = title or _TITLES[status]
    is_won = status is Status.WON
    style = theme.won if is_won else theme.lost
    return Notice(
        text,
        style,
        short=f"{title}: {time}",
        title=title,
        figures=(("Time", time),),
        lines=_large_time(time, style) if is_won and not theme.glyphs.times.isascii() else (),
    )


def _large_time(time: str, style: Style) -> tuple[NoticeLine, ...]:
    """Return the lines of a time in large digits."""
    shapes = [LARGE_DIGITS[character] for character in time.removesuffix(" s")]
    return tuple(NoticeLine(" ".join(row), style) for row in zip(*shapes, strict=True))


# A longer first sentence of a verdict is no label.
_MAX_LABEL: Final = len("You could have known")
_TITLES: Final = {Status.WON: "Won", Status.LOST: "Lost", Status.PLAYING: "Abandoned"}
