"""The notices below the field, the most important first.

If there are too few rows, the frame leaves out optional notices, the last first.

During a game they are the message about the last key; or without one the coach's answer, the odds
or what the player can do next. After the end they are the result and the review.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from minesweeper.engine.game import Status
from minesweeper.play.session import Session
from minesweeper.play.words import end_text, goal_text
from minesweeper.store.open_games import OpenGames, RankingNote
from minesweeper.tui.canvas import first_that_fits, width
from minesweeper.tui.keys import ROWS, Keymap, key_names
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.widgets.frame import Notice, figures_text

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
    if games.can_resume and not session.steps:
        if "resume" in keys:
            return f"Press {keys['resume']} to resume your game"
        return "The menu resumes your saved game"
    return ""


def lesson_notice(keymap: Keymap, columns: int, theme: Theme) -> Notice:
    """Return lines that teach a new player the keys; empty if one is wider than `columns`."""
    key = key_names(keymap)
    is_usual = key.get("move") == key_names(ROWS)["move"]
    if not is_usual or not {"reveal", "flag", "hint", "menu", "help"} <= key.keys():
        return Notice("", theme.text)  # a player who has changed such keys needs no lessons
    lines = (
        f"{key['move']} move, {key['reveal']} reveals, {key['flag']} flags",
        "A number says how many mines touch it",
        f"Try {key['hint']} for a hint, {key['menu']} for menu, {key['help']} for help",
    )
    has_room = max(map(width, lines)) <= columns
    return Notice("\n".join(lines) if has_room else "", theme.text, is_optional=True)


def end_notices(
    session: Session,
    now: int,
    review: Sequence[str],
    ranking: RankingNote,
    room: tuple[int, int],
    theme: Theme,
) -> list[Notice]:
    """Return how a game ended.

    A win begins with its time, a loss with the review, once it is done. `ranking` says that it is a
    new best, or why it is unranked. `room` is the available columns and rows; the result and the
    review of a win are joined into one notice if there is only one row for them.
    """
    columns, rows = room
    is_won = session.game.status is Status.WON
    end = Notice(
        ranking.text if ranking.is_new_best else end_text(session, now),
        theme.won if is_won else theme.lost,
        is_optional=not is_won and bool(review),
    )
    lines = [Notice(line, theme.dim if at else theme.header) for at, line in enumerate(review)]
    result = session.shown_result
    details = [figures_text(result, columns) if result else ""]
    details += [] if ranking.is_new_best else [ranking.text]
    more = [Notice(text, theme.dim, is_optional=True) for text in details]
    if not is_won:
        return [*lines, end, *more]
    joined = theme.glyphs.dot.join(text for text, _, _ in (end, *lines))
    if 1 + len(lines) > rows and width(joined) <= columns:
        return [end._replace(text=joined), *more]
    return [end, *lines, *more]
