"""Sentences about cells: one table, in which each sentence begins with its conclusion.

In a row of the table `{name}` stands for a mention of cells, or for another value, and `[is|are]`
for what follows one cell, or several of them. A sentence keeps its mentions as values, and whoever
shows it names them: a screen draws each as a tile, `name_by_place` writes columns and rows.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from minesweeper.engine.cells import Cell, CellSet, Grid, cells_of
from minesweeper.engine.notation import capitalise, list_text, place_name
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.clues import Clues

# Conclusions.
SAFE: Final = "{cells} [is|are] safe"
MINES: Final = "{cells} [is a mine|are mines]"
PROOF: Final = "{conclusion}: {reason}."
TOO_LONG: Final = "{conclusion}, but the proof is too long to show."
SUPPORT: Final = "{reason}, as {numbers} [shows|show]"

# Reasons, which follow a conclusion.
HAS_ITS_MINE: Final = "{number} has its mine at {mines}"
HAS_ITS_MINES: Final = "{number} has its mines at {mines}"
HAS_NO_MINE: Final = "{number} touches no mine"
HAS_ONLY: Final = "{number} has only {count} cells for its mines"
HAS_ONLY_ONE: Final = "{number} has only one cell for its mine"
SHARE_MINES: Final = "{one} and {other} share their {mines}"
NEEDS_MORE: Final = "{more} {needs} {mines} more than {less}, and has only {own} to itself"
NEEDS_ALL_ITS_OWN: Final = (
    "{more} {needs} {mines} more than {less}, and it has only {own} to itself"
)
EACH_HAVE_ONE: Final = "{one} and {other} each have one of the {mines} of {middle}"
OTHERWISE: Final = "otherwise {last} would get too {misfit} mines, as {numbers} [shows|show]"
TOGETHER: Final = "{numbers} [proves it|prove it together]"
ALL_FOUND: Final = "all {count} mines are found"
BOTH_FOUND: Final = "both mines are found"
THE_ONE_FOUND: Final = "the only mine is found"
NO_MINES: Final = "there are no mines"
MINES_FOR_CELLS: Final = "{found}{left} [mine is|mines are] left for {cells} [cell|cells]"
NEED_ALL_LEFT: Final = "{found}{numbers} [needs|need] {left}"
TOGETHER_WITH_COUNT: Final = "{found}{numbers} [proves it|prove it together], with {left}"
APART_FROM: Final = "apart from {mines}, "
NOT_COUNTING_FLAGS: Final = "not counting flags, "

# Where to look for a hint.
LOOK_AT: Final = "Look at {numbers}."
COUNT_MINES: Final = "Count the mines that are left."
NOTHING_IS_CERTAIN: Final = "Nothing is certain: {key} for the best guess."
NOTHING_IS_SIMPLE: Final = "Nothing simple is certain: {key} for a cell to try."
NOTHING_IS_LEFT: Final = "Nothing is left to find."

PATTERN: Final = "This is a {name}."

# Guesses.
BEST_GUESS: Final = "The best guess is {guess}: nothing is certain."
LEADS_TO_LESS: Final = "{guess} {other} has less risk, but leads to less."
WINS_LESS_OFTEN: Final = "{guess} {other} has less risk, but wins less often."
IT_WINS: Final = "{guess} It wins {chance}."
FIFTY_FIFTY: Final = "{one} or {other}: no number will ever tell. Guess now."
SAFE_BY_RULE: Final = "Nothing is certain, so {guess} is safe by the rule."
TOO_COMPLEX: Final = "Too complex to count. Try {guess}."
FIRST_IS_SAFE: Final = "The first reveal is never a mine: begin with {cells}."

# Verdicts. The first sentence is how it ended; a screen may set it apart.
BAD_LUCK: Final = "Bad luck. {why}."
GOOD_GUESS: Final = "A good guess. {why}."
COSTLY_GUESS: Final = "A costly guess. {why}."
KNOWN_MINE: Final = "You could have known this mine: {reason}."
KNOWN_MINES: Final = "You could have known these mines: {reason}."
ONE_WAS_A_MINE: Final = "You could have known: one of {cells} was a mine."
EVERY_CELL_A_MINE: Final = "every covered cell was one"
TOUCHES_ONLY: Final = "{number} touches only {count} covered cells, so {these} are mines"
TOUCHES_ONLY_ONE: Final = "{number} touches only one covered cell"
WAS_SAFE: Final = "You guessed, but {cells} [was|were] safe: {reason}."
COULD_HAVE_KNOWN: Final = "You could have known. {cells} [was|were] safe: {reason}."
WAS_SAFE_UNSHOWN: Final = "You guessed, but {cells} [was|were] safe."
COULD_HAVE_KNOWN_UNSHOWN: Final = "You could have known. {cells} [was|were] safe."
LOWEST_RISK: Final = (
    "No cell was certain, and {risk} was the lowest risk: you win that guess {odds}"
)
COIN_TOSS: Final = "A coin toss that no number could decide"
CLOSE_TO_LOWEST: Final = "Nothing was certain; {risk} was close to the lowest risk, {lowest}"
BEST_CHANCE: Final = "{chance} to win was the best chance"
BEST_THOUGH_RISKIER: Final = (
    "Nothing was certain; {risk} was the best guess, though {lowest} was the lowest risk"
)
WAS_SAFER: Final = "Nothing was certain, but {best} was safer: {lowest}, not {risk}"
HAD_TO_BE_GUESSED: Final = "Nothing was certain, but {one} or {other} had to be guessed anyway"
NO_RISKIER: Final = "Nothing was certain; the best guess had {best} risk, yours {risk}"
WINS_MORE: Final = "Nothing was certain, but {best} wins {chance}, yours {own}"
NOT_COUNTED: Final = "Too complex to count."
FIRST_CELL: Final = "Bad luck. The first cell was a mine."
STRICT_RULE: Final = "You guessed where you could have known: the strict rule made it explode."

Place = tuple[int, int]
"""A column and a row, from 1."""
CellRole = Literal["look", "second", "support", "mine", "safe", "danger", "guess", "other", "own"]
"""What cells are in a sentence.

look     numbers to look at first              safe    concluded to be safe
second   a number that one is compared with    danger  concluded to be a mine
support  numbers that prove the rest           guess   the best guess
mine     mines that were proved before         other   a guess that it is compared with
own      what the player revealed
"""
Quantifier = Literal["all", "these", "this", "each", "list"]
"""How a screen counts cells.

all     the one, "both", or "all 3"    this    "this" one
these   the one, or "these 3"          each    a few one by one, else "these 5"
                                       list    a few one by one with "and", else "these 5"
"""
MAX_NAMED: Final = 12
"""More mines than this are not listed one by one."""


class Mention(NamedTuple):
    """Cells that a sentence mentions."""

    role: CellRole
    places: tuple[Place, ...]
    quantifier: Quantifier = "all"
    digits: tuple[int, ...] = ()
    """What the cells show, in their order, if they are numbers."""
    risk: Fraction | None = None
    """The probability of a mine in a cell to guess, if it is known."""


Namer = Callable[[Mention], str]
"""A function that returns the words for what is mentioned."""


class Sentence(NamedTuple):
    """One or more sentences, or a part of one: words, and the cells that they mention."""

    parts: tuple[str | Mention, ...]

    @property
    def mentions(self) -> Iterator[Mention]:
        """The mentions, in their order."""
        return (part for part in self.parts if isinstance(part, Mention))

    def text(self, namer: Namer) -> str:
        """Return the sentences as text, with what they mention named by `namer`."""
        parts = (part if isinstance(part, str) else namer(part) for part in self.parts)
        return ". ".join(map(capitalise, "".join(parts).split(". ")))

    def __str__(self) -> str:
        """Return the sentences as text, with cells named by column and row."""
        return self.text(name_by_place)


def say(row: str, **values: Mention | Sentence | int | str) -> Sentence:
    """Return a row of the table with its values filled in."""
    parts: list[str | Mention] = []
    count = 0
    for at, words in enumerate(re.split(r"\{(\w+)\}", row)):
        if at % 2 == 0:
            parts.append(_FORMS.sub(lambda found, one=count == 1: found[1 if one else 2], words))
            continue
        value = values[words]
        if isinstance(value, Sentence):
            parts += value.parts
            continue
        if isinstance(value, Mention):
            count = len(value.places)
        elif isinstance(value, int):
            count = value
        parts.append(value if isinstance(value, Mention) else str(value))
    return Sentence(tuple(parts))


_FORMS: Final = re.compile(r"\[([^|]*)\|([^]]*)\]")


# Mentions


def cells_in(grid: Grid, cells: CellSet, role: CellRole, quantifier: Quantifier = "all") -> Mention:
    """Return a mention of covered cells."""
    return Mention(role, tuple(map(grid.place, cells_of(cells))), quantifier)


def numbers_in(
    clues: Clues,
    numbers: "tuple[Cell, ...] | list[Cell]",
    role: CellRole,
    quantifier: Quantifier = "each",
) -> Mention:
    """Return a mention of numbers, in the given order."""
    places = tuple(map(clues.grid.place, numbers))
    return Mention(role, places, quantifier, tuple(clues.numbers[each] for each in numbers))


def name_by_place(mention: Mention) -> str:
    """Return the words for what is mentioned, by column and row."""
    places, digits = mention.places, mention.digits
    if mention.risk is not None:
        return f"{place_name(places[0])} at {chance_percent_text(mention.risk)}"
    if len(digits) in (1, 2):
        numbers = zip(digits, places, strict=True)
        return " and ".join(f"the {digit} at {place_name(place)}" for digit, place in numbers)
    if digits:
        return f"the numbers at {places_text(places, len(places))}"
    if mention.role == "mine":
        many = f"all {len(places)} mines that the numbers prove"
        return many if len(places) > MAX_NAMED else places_text(places, MAX_NAMED)
    return places_text(places)


def places_text(places: "list[Place] | tuple[Place, ...]", limit: int = 4) -> str:
    """Return places as text: "(3,1) and (3,2)"; at most `limit` items, the last may be "2 more"."""
    names = [place_name(place) for place in places]
    if len(names) > limit:
        names[limit - 1 :] = [f"{len(names) - limit + 1} more"]
    return list_text(names)


def cells_text(grid: Grid, cells: CellSet, limit: int = 4) -> str:
    """Return the cells of a set as text, as `places_text` does."""
    return places_text([*map(grid.place, cells_of(cells))], limit)
