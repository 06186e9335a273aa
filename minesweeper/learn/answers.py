"""Answers to exercises: their text form, and whether they are right.

Every wrong claim about a cell is refuted by a layout on which every number fits.
"""

from fractions import Fraction
from random import Random
from typing import Final, Literal, NamedTuple, cast

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, Grid, cells_of, set_of
from minesweeper.engine.notation import NotationError, list_text, parse_cell
from minesweeper.learn.classification import all_certain
from minesweeper.learn.exercises import Exercise, ExerciseKind
from minesweeper.solver.best_guess import choose_reveal, endgame
from minesweeper.solver.chance_text import (
    chance_percent_text,
    compared_times,
    different_percent_texts,
    times_text,
)
from minesweeper.solver.clues import Clues
from minesweeper.solver.deduction import Deduction
from minesweeper.solver.hints import Hint, certain_hint, guess_hint
from minesweeper.solver.layouts import draw_layout, draw_small_layout
from minesweeper.solver.odds import Odds, analyse
from minesweeper.solver.sentences import Mention, Sentence, cells_in, say

ON_EVERY_BOARD: Final = "On every board that fits, your cell {cell} {happens}."
REFUTATION: Final = "It could be like this: {fit}, and your cell {cell} {happens}."
BEST_WINS_MORE: Final = "{best} wins {more}, yours {own}: {reason}."
LESS_RISK: Final = "it has {lowest} risk, yours {own}"
SAME_RISK: Final = "both have {risk} risk"
TELLS_MORE: Final = "{risks}, but it tells you more"
NO_GUESS_IS_BETTER: Final = "No guess is better: it wins {chance}."
HAS_LESS_RISK: Final = "{best} has {lowest} risk, yours {own}."
NO_MORE_RISK: Final = "A good guess: {risk} risk."
NOTHING_CERTAIN: Final = (
    "Nothing is certain: {apart}every covered cell is a mine on one board that fits, and safe on"
    " another."
)

MAX_GUESS_COST: Final = Fraction(1, 20)
"""A guess is right if it costs at most this chance to win."""

AnswerVerb = Literal["safe", "mine", "nothing", "guess"]
_VERBS: Final[dict[ExerciseKind, tuple[AnswerVerb, ...]]] = {
    "point": ("safe", "mine", "nothing"),
    "safe": ("safe", "nothing"),
    "guess": ("guess",),
}
"""How each kind of exercise is answered."""


class Answer(NamedTuple):
    """What the player answers.

    "safe 3 1", "mine 3 1": the cell is certainly safe, or certainly a mine; "nothing": no cell is
    certain; "guess 3 1": the cell to reveal.
    """

    verb: AnswerVerb
    cells: CellSet = NO_CELLS
    """The cell; none for "nothing"."""

    def format(self, grid: Grid) -> str:
        """Return the answer as text, as `parse_answer` reads it."""
        places = ["{} {}".format(*grid.place(cell)) for cell in cells_of(self.cells)]
        return " ".join((self.verb, *places))


class Judgement(NamedTuple):
    """Whether an answer is right, and what is true."""

    is_right: bool
    sentences: tuple[Sentence, ...]
    """What to tell the player, the most important first."""
    layout: CellSet | None = None
    """The mines of a board that refutes a wrong claim about a cell: every number fits, and the
    claim is false."""
    hint: Hint | None = None
    """The proof of what is certain, to mark on the board; None if nothing is, or none is needed."""
    cost: Fraction = Fraction(0)
    """For a guess: the chance to win that it costs."""


def parse_answer(text: str, exercise: Exercise) -> Answer:
    """Return an answer from its text; raise NotationError for any other text."""
    grid = exercise.clues.grid
    match text.split(" "):
        case ["nothing"]:
            return Answer("nothing")
        case ["safe" | "mine" | "guess" as verb, column, row]:
            return Answer(cast(AnswerVerb, verb), set_of([parse_cell(grid, column, row)]))
    raise NotationError(f"{text[:40]!a} is not an answer like 'safe 3 1'")


def why_no_answer(exercise: Exercise, answer: Answer) -> str:
    """Return why an answer cannot be judged, such as "choose a covered cell"; "" if it can be."""
    clues, verbs = exercise.clues, _VERBS[exercise.kind]
    if answer.verb not in verbs:
        return f"this exercise is answered by {list_text([*verbs])}"
    if answer.cells & clues.known_mines:
        return "this mine is known: choose another cell"
    if answer.cells & ~clues.covered:
        return "choose a covered cell"
    odds = analyse(clues) if exercise.counts_mines else None
    if odds and not odds.layout_count and not answer.cells & (odds.safe | odds.mines):
        return "this position is too complex to count"
    return ""


def judge_answer(exercise: Exercise, answer: Answer, rng: Random) -> Judgement:
    """Judge an answer, which `why_no_answer` must allow; `rng` draws the refuting layout."""
    match answer.verb:
        case "safe" | "mine":
            return _judge_claim(exercise, answer.cells, answer.verb == "mine", rng)
        case "nothing":
            return _judge_nothing(exercise)
        case "guess":
            return _judge_guess(exercise.clues, answer.cells)


def _what_is_certain(exercise: Exercise) -> Deduction:
    return all_certain(exercise.clues, counts_mines=exercise.counts_mines)


# A cell is safe, or a mine


def _judge_claim(exercise: Exercise, cells: CellSet, mine: bool, rng: Random) -> Judgement:
    """Judge the claim that a cell is certainly a mine, or that it is certainly safe."""
    clues, certain = exercise.clues, _what_is_certain(exercise)
    if cells & (certain.mines if mine else certain.safe):
        hint = certain_hint(clues, cells_of(cells), mine=mine)
        return Judgement(True, (hint.sentence,), hint=hint)
    layout = _draw_refutation(exercise, cells, mine, rng)
    here, happens = cells_in(clues.grid, cells, "own"), "is safe" if mine else "is a mine"
    if cells & (certain.safe if mine else certain.mines):
        hint = certain_hint(clues, cells_of(cells), mine=not mine)
        always = say(ON_EVERY_BOARD, cell=here, happens=happens)
        return Judgement(False, (always, hint.sentence), layout, hint)
    fit = "every number and the mine count fit" if exercise.counts_mines else "every number fits"
    easiest, facts = _easiest_facts(exercise, certain)
    refutation = say(REFUTATION, fit=fit, cell=here, happens=happens)
    return Judgement(False, (refutation, *facts), layout, easiest)


def _draw_refutation(exercise: Exercise, cells: CellSet, mine: bool, rng: Random) -> CellSet | None:
    """Return a layout that agrees with the clues and refutes a claim about cells.

    Without a mine total it has few mines, because that is easier to check.
    """
    safe, mines = (cells, NO_CELLS) if mine else (NO_CELLS, cells)
    draw = draw_layout if exercise.counts_mines else draw_small_layout
    return draw(exercise.clues, rng, safe=safe, mines=mines)


def _easiest_facts(
    exercise: Exercise, certain: Deduction
) -> tuple[Hint | None, tuple[Sentence, ...]]:
    """Return the certain fact that is easiest to prove, if any, and sentences about it."""
    clues = exercise.clues
    mines = NO_CELLS if exercise.kind == "safe" else certain.mines & ~clues.known_mines
    hints = [
        certain_hint(clues, cells_of(cells), mine=mine)
        for cells, mine in ((certain.safe, False), (mines, True))
        if cells
    ]
    if not hints:
        return None, (_nothing_is_certain(clues),)
    hint = min(hints, key=lambda hint: len(hint.proof.premises) if hint.proof else len(clues.grid))
    return hint, (hint.sentence,)


def _nothing_is_certain(clues: Clues) -> Sentence:
    apart = "apart from the known mines, " if clues.known_mines else ""
    return say(NOTHING_CERTAIN, apart=apart)


def _judge_nothing(exercise: Exercise) -> Judgement:
    """Judge the claim that no cell is certain."""
    hint, facts = _easiest_facts(exercise, _what_is_certain(exercise))
    return Judgement(hint is None, facts, hint=hint)


# A guess


def chances_to_win(clues: Clues, odds: Odds) -> dict[Cell, Fraction]:
    """Return the chance to win after revealing each covered cell that is no known mine.

    Return nothing if they are too much to count.
    """
    ending = endgame(clues, odds)
    if not ending:
        return {}
    wins = {
        cell: ending.win_count_after(CellSet(1 << cell))
        for cell in cells_of(clues.covered & ~clues.known_mines)
    }
    total = len(ending.layouts)
    chances = {cell: Fraction(count, total) for cell, count in wins.items() if count is not None}
    return chances if len(chances) == len(wins) else {}


def _judge_guess(clues: Clues, cells: CellSet) -> Judgement:
    """Judge a guess by the chance to win that it costs.

    If the chances to win are too much to count, the risk is compared with that of the best guess.
    """
    odds = analyse(clues)
    assert odds.layout_count, "why_no_answer refuses positions that are too wide"
    [cell], choice = cells_of(cells), choose_reveal(clues)
    best = cells_in(clues.grid, CellSet(1 << choice.cell), "guess")
    risk, of_best = (
        Fraction(odds.mined_count(each), odds.layout_count) for each in (cell, choice.cell)
    )
    chances = chances_to_win(clues, odds) if choice.win_chance else {}
    if choice.win_chance and chances:
        cost = choice.win_chance - chances[cell]
        reason = _why_it_wins_more(risk, of_best)
        sentence = _compare_chances(chances[cell], choice.win_chance, best, reason)
    else:
        cost = max(risk - of_best, Fraction(0))
        sentence = _compare_risks(risk, of_best, best)
    if cell == choice.cell:
        sentence = guess_hint(clues, choice, "luck").sentence
    return Judgement(cost <= MAX_GUESS_COST, (sentence,), cost=cost)


def _compare_chances(
    chance: Fraction, highest: Fraction, best: Mention, reason: Sentence
) -> Sentence:
    """Return a sentence that compares the chance to win with that after the best guess."""
    if chance == highest:
        return say(NO_GUESS_IS_BETTER, chance=times_text(chance))
    more, own = compared_times(highest, chance)
    return say(BEST_WINS_MORE, best=best, more=more, own=own, reason=reason)


def _why_it_wins_more(risk: Fraction, of_best: Fraction) -> Sentence:
    """Return why the best guess wins more often: it has less risk, or else what it shows does."""
    if risk == of_best:
        return say(TELLS_MORE, risks=say(SAME_RISK, risk=chance_percent_text(risk)))
    own, lowest = different_percent_texts(risk, of_best)
    risks = say(LESS_RISK, lowest=lowest, own=own)
    return risks if of_best < risk else say(TELLS_MORE, risks=risks)


def _compare_risks(risk: Fraction, lowest: Fraction, best: Mention) -> Sentence:
    """Return a sentence that compares the risk of a guess with that of the best one."""
    if risk <= lowest:
        return say(NO_MORE_RISK, risk=chance_percent_text(risk))
    own, less = different_percent_texts(risk, lowest)
    return say(HAS_LESS_RISK, best=best, lowest=less, own=own)
