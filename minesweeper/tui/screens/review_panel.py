"""The texts beside or below the board of a review: a step, its reasons, and the whole game."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from minesweeper.engine.cells import cells_of
from minesweeper.engine.notation import capitalise, count_text
from minesweeper.play.review import Review, ReviewStep
from minesweeper.play.review_words import (
    better_risk_text,
    luck_line,
    outcome_text,
    risk_text,
    step_name,
)
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.odds import Odds
from minesweeper.tui.canvas import Style
from minesweeper.tui.look.theme import Mark, StyledText, Theme
from minesweeper.tui.screens.notices import verdict_notice
from minesweeper.tui.widgets.notice import Notice, NoticeLine

# The text on a colour of the legend of the odds.
_BLANK: Final = "   "
# With fewer columns a panel has shorter texts.
_WIDE_PANEL: Final = 24


def step_notices(
    review: Review,
    index: int,
    verdict: str,
    theme: Theme,
    columns: int,
) -> Iterator[Notice]:
    """Yield the notices of a step, for a panel of `columns` columns, or for the rows below.

    `verdict` is the judgement on it, with tiles.
    """
    step = review.steps[index]
    yield _heading(review, index, theme, columns)
    yield verdict_notice(verdict, theme)._replace(rank=1)
    outcome_style = theme.lost if step.reveal.lost else theme.won
    yield Notice(outcome_text(review, step), outcome_style, rank=2)
    if len(review.steps) > 1:
        lines = _game_lines(review, index, theme, columns)
        yield Notice("", theme.text, rank=4, lines=tuple(lines))
    yield Notice(luck_line(review), theme.dim, rank=5)
    yield Notice("", theme.text, rank=6, lines=tuple(_heat_legend(step.odds, theme, columns)))


def summary_notices(lines: list[str], theme: Theme) -> Iterator[Notice]:
    """Yield the notices of a game without any step."""
    yield Notice("", theme.header, title="Review")
    for line in lines:
        yield Notice(capitalise(line), theme.text)


def _heading(review: Review, index: int, theme: Theme, columns: int) -> Notice:
    """Return the name of a step, with what was risked and what the best move would have risked."""
    is_wide, step = columns >= _WIDE_PANEL, review.steps[index]
    name, risk = step_name(review, index), risk_text(step)
    lines = [_move_line("own", "revealed" if is_wide else "move", risk, theme)]
    text = f"{name}: {risk}"
    if step.better and not step.reveal.is_first:
        safe_count = step.explained.safe.bit_count()
        mark: Mark = "target" if safe_count and not step.proved else "best"
        what = "safe" if safe_count else "best"
        if is_wide and mark == "target":
            what = count_text(safe_count, "safe cell")
        elif is_wide:
            what = "was safe" if safe_count else "best was"
        lines.append(_move_line(mark, what, better_risk_text(step), theme))
        text += f", the best was {better_risk_text(step)}"
    return Notice(text, theme.header, short=name, title=name, lines=tuple(lines))


def _move_line(mark: Mark, text: str, value: str, theme: Theme) -> NoticeLine:
    sign = theme.glyphs.mark_texts[mark].strip()
    return NoticeLine(sign, theme.marks[mark], value, ((f" {text}", theme.text),))


def _game_lines(review: Review, index: int, theme: Theme, columns: int) -> Iterator[NoticeLine]:
    """Yield the steps of the whole game in a line, a pointer to the present one, and a legend."""
    *_, along, pointer = theme.glyphs.step_signs
    count = len(review.steps)
    joint = along * (3 if 4 * count - 3 <= columns else 1)
    pitch = len(joint) + 1
    first, last = _steps_in_sight(count, index, (columns + len(joint)) // pitch)
    signs = [_step_sign(step, theme) for step in review.steps[first:last]]
    yield _line([part for sign in signs for part in ((joint, theme.dim), sign)][1:])
    before, after = pitch * (index - first), pitch * (last - 1 - index)
    yield NoticeLine(" " * before + pointer + " " * after, theme.header)
    names = " good  ", " costly  ", " fatal"
    kinds = zip(theme.glyphs.step_signs, _step_styles(theme), names, strict=False)
    yield _line(
        [part for sign, style, name in kinds for part in ((sign, style), (name, theme.dim))]
    )


def _line(parts: list[StyledText]) -> NoticeLine:
    """Return a line of several styles."""
    return NoticeLine(*parts[0], more=tuple(parts[1:]))


def _steps_in_sight(count: int, index: int, room: int) -> tuple[int, int]:
    """Return the first step to show and the one after the last, with `index` near the middle."""
    first = max(0, min(index - room // 2, count - room))
    return first, min(count, first + room)


def _step_styles(theme: Theme) -> tuple[Style, Style, Style]:
    """Return the styles of good, costly and fatal steps."""
    return theme.won, theme.message, theme.lost


def _step_sign(step: ReviewStep, theme: Theme) -> tuple[str, Style]:
    kind = 2 if step.reveal.lost else int(step.verdict.is_costly)
    return theme.glyphs.step_signs[kind], _step_styles(theme)[kind]


def _heat_legend(odds: Odds, theme: Theme, columns: int) -> Iterator[NoticeLine]:
    """Yield the colours of the odds, from safe to mine, and the risk away from the numbers."""
    if not theme.has_colours:
        return
    texts = (
        ("safe", "", "", "", "mine") if columns < _WIDE_PANEL else (" safe ", "", "", "", " mine ")
    )
    levels = zip(texts, theme.odds, strict=True)
    yield _line([(text or _BLANK, style) for text, style in levels])
    if sea := odds.sea & ~odds.safe & ~odds.mines:
        risk = chance_percent_text(odds.probability(cells_of(sea)[0]) or Fraction(0), 1)
        yield _line([(_BLANK, theme.sea[0]), (f" far: {risk}", theme.dim)])
