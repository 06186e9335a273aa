"""What stands beside the board of a game: counters, what there is to say, and how it ended."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from minesweeper.engine.game import Game
from minesweeper.engine.notation import capitalise, count_text, ordinal_text, percent_text
from minesweeper.engine.setup import Setup, level_name
from minesweeper.play.journal import parse_daily_name
from minesweeper.play.session import Result, Session
from minesweeper.play.words import Rules, clock_text, is_first_safe, speed_text, time_text
from minesweeper.store.open_games import OpenGames, RankingNote
from minesweeper.tui.canvas import width
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.tiles import emphasis, tile, unbroken
from minesweeper.tui.widgets.blocks import bars
from minesweeper.tui.widgets.large_digits import digits_width
from minesweeper.tui.widgets.layout import SIDE_COLUMNS
from minesweeper.tui.widgets.side import Counters, Part

if TYPE_CHECKING:  # late: sqlite3 and the solver, which no first frame needs
    from minesweeper.play.review import Review
    from minesweeper.store.statistics import Summary


def counters_of(session: Session, now: int) -> Counters:
    """Return the mines left and the clock of a game."""
    clock = clock_text(session.milliseconds(now))
    return Counters(session.game.mines_left, clock, is_running=session.running)


def sentence(text: str) -> str:
    """Return a message as a sentence: with a capital and a full stop."""
    text = capitalise(text)
    return text if not text or text.endswith((".", "?", "!")) else f"{text}."


# The foot: what the game is, and the best time


def foot_lines(
    games: OpenGames, summary: "Summary | None", *, is_unsaved: bool, shows_mines: bool
) -> list[str]:
    """Return what a game in progress is, and below it the best time or that it was helped."""
    session = games.session
    is_practice = session.is_practice or session.result is not None
    kept_nothing = is_practice or is_unsaved
    if is_practice:
        first = "practice: not kept"
    elif is_unsaved:
        first = "not saved"
    else:
        first = _two_that_fit([*_peculiarities(games, shows_mines=shows_mines)])
    second = "" if kept_nothing else _record_line(session, summary)
    return [line for line in (first, second) if line]


def _peculiarities(games: OpenGames, *, shows_mines: bool) -> Iterator[str]:
    """Yield what makes a game different from others, the most important first."""
    session = games.session
    if session.head.origin.kind == "daily":
        yield daily_board_name(session.head.origin.name, games.daily_date())
    if shows_mines:
        yield "shown mines"
    if session.guesses_left_to_luck:
        yield "only luck from here"
    if session.head.setup.no_guess:
        yield "guess-free"
    if not session.guesses_left_to_luck and (rule := _GUESS_RULES.get(session.on_guess)):
        yield rule


_FIRST_RULES: Final = {
    "safe": "the first cell may touch a mine",
    "any": "the first cell may be a mine",
}
_GUESS_RULES: Final = {"fair": "a forced guess is safe", "strict": "a safe guess, or boom"}


def rules_texts(rules: Rules) -> list[str]:
    """Return what the rules that are not the defaults mean."""
    guess_free = "guess-free" if rules.no_guess else ""
    texts = _FIRST_RULES.get(rules.first), guess_free, _GUESS_RULES.get(rules.on_guess)
    return [text for text in texts if text]


def _two_that_fit(texts: Sequence[str]) -> str:
    both = ", ".join(texts[:2])
    return both if width(both) <= SIDE_COLUMNS else texts[0]


def daily_board_name(name: str, today: str) -> str:
    """Return the name of a daily board: "today's board", "board of 21 November".

    A day of another year is "daily 21 November 2025", which fits in a column.
    """
    from minesweeper.play.dates import day_and_year, day_name  # late: with datetime, a millisecond

    day = parse_daily_name(name)[1]
    if day == today:
        return "today's board"
    return f"board of {day_name(day)}" if day[:4] == today[:4] else f"daily {day_and_year(day)}"


def _record_line(session: Session, summary: "Summary | None") -> str:
    if session.helps or session.undos:
        return "with help"
    best = summary.best_cleared_ms if summary else None
    return "" if best is None else f"best {time_text(best)}"


# A game in progress


def idle_text(games: OpenGames, undo_key: str, resume_key: str) -> str:
    """Return how to get to another game, before the first move in this one."""
    if games.can_go_back and undo_key:
        return f"{emphasis('bright', undo_key)} goes back to the game that you left."
    if games.resumable and not games.session.steps:
        count = len(games.resumable)
        games_text = "your game" if count == 1 else f"one of {count} games"
        if resume_key:
            return f"{emphasis('bright', resume_key)} resumes {games_text}."
        return f"The menu resumes {games_text}."
    return ""


class FirstSteps:
    """Teaches a new player the keys, in three steps; then never again."""

    def __init__(self, *, is_first_start: bool) -> None:
        self._step = int(is_first_start)

    def note_reveal(self) -> None:
        """Go on to the next step after a move that revealed cells."""
        self._step = self._step + 1 if 0 < self._step < len(_STEPS) else 0

    def begin_again(self) -> None:
        """Go back to the first step, unless all were taken."""
        self._step = min(self._step, 1)

    def end(self) -> None:
        """Say nothing any more."""
        self._step = 0

    def texts(self, keys: Sequence[str], session: Session, theme: Theme) -> list[str]:
        """Return what the present step says; `keys` are those to move, reveal, flag and hint."""
        if not self._step or not all(keys):
            return []
        move, reveal, flag, hint = (emphasis("bright", capitalise(key)) for key in keys)
        hint = emphasis("bright", keys[-1])
        brackets = emphasis("bright", unbroken("[ ]"))
        names = {
            "move": move,
            "reveal": reveal,
            "flag": flag,
            "hint": hint,
            "cursor": tile("cursor", "") if theme.has_colours else brackets,
            "safe": " The first one is always safe." if is_first_safe(session) else "",
        }
        texts = [text.format(**names) for text in _STEPS[self._step - 1]]
        return [*texts, emphasis("dim", _MOUSE)] if self._step == 1 else texts


_STEPS: Final = (
    ("{move} move {cursor}.", "{reveal} reveals a cell.{safe}"),
    (
        "A number counts the mines in the 8 cells around it.",
        "Find a cell that is safe, and reveal it. {hint} shows you one.",
    ),
    ("{flag} puts a flag on a mine.",),
)
_MOUSE: Final = "The mouse works, too: left click reveals, right click flags."


# The end

NO_GUESS: Final = "not one guess"
# With fewer wins there is nothing to compare.
FEWEST_BARS: Final = 3


def setup_name(setup: Setup, times: str) -> str:
    """Return the level of a game, or its size: "Expert", "10x10"."""
    return level_name(*setup.size).capitalize() or f"{setup.width}{times}{setup.height}"


def safe_cells(game: Game) -> int:
    """Return how many cells of a board bear no mine."""
    return len(game.grid) - game.setup.mines


def digits_of_time(milliseconds: int) -> str:
    """Return a time with as many decimals as fit in a column; they are cut, never rounded."""
    text = time_text(milliseconds).removesuffix(" s")
    while "." in text and digits_width(text) > SIDE_COLUMNS:
        text = text[:-1].rstrip(".")
    return text


def figures_line(result: Result, dot: str) -> str:
    """Return the figures of a win in one line: "3BV 52 · 1.10/s · 88%"."""
    parts = [f"3BV {result.bbbv}"]
    if result.bbbv_per_second is not None:
        parts.append(f"{speed_text(result.bbbv_per_second)}/s")
    if result.efficiency is not None:
        parts.append(percent_text(result.efficiency))
    return dot.join(parts)


def win_body(
    ranking: RankingNote, review: "Review | None", no_record: str, theme: Theme
) -> list[Part]:
    """Return what is said of a win: how it compares, the last wins, and how lucky it was."""
    streak = f"{ordinal_text(ranking.streak)} win in a row" if ranking.streak > 1 else ""
    guesses = guesses_text(review) if review else ""
    luck = "\n".join(filter(None, [streak and emphasis("good", streak), guesses]))
    texts = luck, emphasis("dim", no_record) if no_record else ""
    body: list[Part] = [ranking.comparison] if ranking.comparison else []
    if len(ranking.times) >= FEWEST_BARS:
        body.append(bars(ranking.times, f"last {len(ranking.times)} wins", theme))
    return [*body, *filter(None, texts)]


def guesses_text(review: "Review") -> str:
    """Return how a win was guessed: "2 guesses, both lucky"; "" if flags won it that no one proved.

    Guesses that were not needed are counted as well.
    """
    if review.remark:
        return ""
    count, made_safe = review.guess_count, review.guesses_made_safe
    if not count:
        return f"{count_text(made_safe, 'guess')}, safe by the rule" if made_safe else NO_GUESS
    avoidable = review.avoidable_count
    needless = ", none needed" if avoidable == count else f", {avoidable} not needed"
    lucky = {1: "and", 2: "both"}.get(count, "all")
    return f"{count_text(count, 'guess')}, {lucky} lucky{needless if avoidable else ''}"


def no_record_text(reasons: Sequence[str], *, is_helped: bool) -> str:
    """Return why a win is no record: "chosen seed: no record"; "" if it may be one."""
    if not reasons:
        return ""
    text = f"{'with help' if is_helped else reasons[0]}: no record"
    return text if width(text) <= SIDE_COLUMNS else "no record"
