"""Sentences about cells, read back from their text: each claim in them is checked by brute force.

The words are those of the table in the package. What a row claims is written down here once more,
and asked of all boards that fit. A text that is no row, or two, is an error, and so is a row that
claims nothing here: no sentence goes unchecked.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from typing import Final

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, set_of
from minesweeper.solver import sentences
from minesweeper.solver.clues import Clues
from minesweeper.solver.hints import find_hint
from minesweeper.solver.proofs import Proof, keep_only
from minesweeper.solver.sentences import Mention, Sentence, name_by_place, places_text
from tests.harness.brute import all_boards, certain_cells, find_board, proves
from tests.harness.positions import most_wins, numbered, wins_after

ROWS: Final[dict[str, str]] = {
    name: row for name, row in vars(sentences).items() if name.isupper() and isinstance(row, str)
}
"""The table of the package, by the names of its rows."""
_FORMS: Final = ROWS | {
    f"{name}_UNSHOWN": ROWS["TOO_LONG"].replace("{conclusion}", ROWS[name].partition(":")[0])
    for name in ("KNOWN_MINE", "KNOWN_MINES")
}

_PLACE = r"\(\d+,\d+\)"
_PLACES = rf"{_PLACE}(?:(?:, {_PLACE})* and {_PLACE})?"
_NUMBER = rf"the \d at {_PLACE}"
_NUMBERS = rf"(?:the numbers at {_PLACES}|{_NUMBER} and {_NUMBER}|{_NUMBER})"
_PERCENT = r"(?:under |over )?\d+(?:\.\d)?%"
_TIMES = r"(?:once|\d+ times) in [\d,]+"
_GUESS = rf"{_PLACE}(?: at {_PERCENT})?"

_VALUES: Final = {
    **dict.fromkeys(("conclusion", "reason", "why"), ".+"),
    **dict.fromkeys(("number", "numbers", "middle", "more", "less", "last"), _NUMBERS),
    **dict.fromkeys(("one", "other"), f"{_NUMBERS}|{_GUESS}"),
    **dict.fromkeys(("risk", "lowest"), _PERCENT),
    "found": "(?:apart from .+, |not counting flags, )?",
    "guess": rf"{_GUESS}|.+\.",
    "cells": rf"{_PLACES}|\d+",
    "mines": rf"{_PLACES}|all \d+ mines that the numbers prove|one mine|(?:last )?(?:\d+ )?mines?",
    "own": rf"{_PLACES}|this cell|\d+ cells|\d+",
    "best": f"{_PLACE}|{_PERCENT}",
    "count": r"\d+",
    "left": r"\d+|the only mine left|(?:both|all \d+) mines left(?:, and share none)?|the .+ left",
    "misfit": "many|few",
    "needs": "(?:still )?needs",
    "these": r"both|all \d+",
    "chance": f"{_TIMES}|{_PERCENT}",
    "odds": _TIMES,
    "key": "i",
    "name": r"(?:reduced )?(?:\d(?:-\d)+|hole)",
}
"""How the values of a row are written."""
_NESTED: Final = ("conclusion", "reason", "why", "found", "guess")
"""Those that may be rows themselves."""


class Said:
    """A text that was read as a row of the table, with its values."""

    def __init__(self, name: str, words: dict[str, str]) -> None:
        self.name = name
        self.words = words
        self.inside = [
            read(text)
            for value in _NESTED
            if (text := words.get(value, "")) and not re.fullmatch(_GUESS, text)
        ]
        """The rows that are values of this one."""

    def __iter__(self) -> Iterator["Said"]:
        """Yield this row, and those inside it."""
        yield self
        for each in self.inside:
            yield from each

    def count(self, value: str) -> int:
        """Return the number in a value such as "one mine", "last 2 mines" or "both mines left"."""
        words = self.words[value]
        digits = re.search(r"\d+", words)
        return int(digits[0]) if digits else 2 if "both" in words else 1


def read(text: str) -> Said:
    """Return what row of the table a text is; fail if it is none, or more than one."""
    found = [said for name, row in _FORMS.items() if (said := _read_as(name, row, text))]
    assert len(found) == 1, f"{len(found)} readings: {text}"
    return found[0]


def _read_as(name: str, row: str, text: str) -> Said | None:
    """Return a text as one row of the table; None if it is another."""
    pattern, endings = _pattern(row)
    found = pattern.fullmatch(text)
    if not found:
        return None
    for group, (value, one) in endings.items():
        places = re.findall(_PLACE, found[value])
        if (found[group] == one) != ((len(places) or int(found[value])) == 1):
            return None
    words = {each: text.lower() for each, text in found.groupdict().items() if each not in endings}
    try:
        return Said(name, words)
    except AssertionError:
        return None


@cache
def _pattern(row: str) -> tuple[re.Pattern[str], dict[str, tuple[str, str]]]:
    """Return the pattern of a row, and its endings: the value that is counted, the form for one."""
    pattern, endings, counted = "", dict[str, tuple[str, str]](), ""
    for part in re.findall(r"\{\w+\}|\[[^]]+\]|[^[{]+", row):
        match part[0], part[1:-1]:
            case "{", value:
                pattern += f"(?P<{value}>{_VALUES[value]})"
                counted = value
            case "[", forms:
                one, several = forms.split("|")
                group = f"ending{len(endings)}"
                pattern += f"(?P<{group}>{one}|{several})"
                endings[group] = counted, one
            case _:
                pattern += re.escape(part)
    return re.compile(pattern, re.IGNORECASE), endings


class Asked:
    """A position and what is said in it, of which claims are asked."""

    def __init__(
        self,
        clues: Clues,
        proof: Proof | None = None,
        *,
        flags: CellSet = NO_CELLS,
        revealed: Iterable[Cell] = (),
    ) -> None:
        """Take the proof that is given, the flags of the player, and what is judged."""
        self.clues = clues
        self.flags = flags | clues.known_mines
        self.revealed = set_of(revealed)
        self._proof = proof

    @property
    def has_proof(self) -> bool:
        return self._proof is not None

    @property
    def proof(self) -> Proof:
        assert self._proof
        return self._proof

    # What a text names

    def cells(self, said: Said, value: str) -> set[Cell]:
        """Return the cells at the places in a value."""
        places = re.findall(r"\((\d+),(\d+)\)", said.words[value])
        return {self.clues.grid.cell(int(column), int(row)) for column, row in places}

    def number(self, said: Said, value: str) -> Cell:
        """Return the one number in a value."""
        [number] = self.numbers(said, value)
        return number

    def numbers(self, said: Said, value: str) -> set[Cell]:
        """Return the numbers in a value; fail if the position shows other digits."""
        numbers = self.cells(said, value)
        digits = re.findall(r"the (\d) at", said.words[value])
        if digits:
            shown = [str(self.clues.numbers[each]) for each in sorted(numbers)]
            assert sorted(digits) == sorted(shown), said.words[value]
        assert set_of(numbers) & ~self.clues.numbered == 0
        return numbers

    # What can be known

    def near(self, number: Cell) -> set[Cell]:
        """Return the covered neighbours of a number."""
        return {*self.clues.grid.neighbours(number)} & {*cells_of(self.clues.covered)}

    def need(self, number: Cell) -> int:
        """Return how many mines a number needs besides those that the reason takes as found."""
        return self.clues.numbers[number] - len(self.near(number) & self.found)

    def open_cells(self, number: Cell) -> set[Cell]:
        """Return the neighbours of a number that the reason does not take as found."""
        return self.near(number) - self.found

    @property
    def found(self) -> set[Cell]:
        return {*cells_of(self.proof.found)}

    @property
    def concluded(self) -> set[Cell]:
        return {*cells_of(self.proof.cells)}

    @property
    def premises(self) -> Iterable[Cell]:
        """The numbers from which the conclusion follows."""
        return self.proof.premises if self.proof.names_premises else numbered(self.clues)

    @cached_property
    def safe(self) -> set[Cell]:
        """The cells that the premises prove safe."""
        safe, _ = certain_cells(keep_only(self.clues, set_of(self.premises)))
        return {*cells_of(safe)}

    @cached_property
    def known(self) -> Clues:
        """The clues with what the numbers alone prove, which is where one counts the mines."""
        safe, mines = certain_cells(self.clues)
        return self.clues.with_safe(safe)._replace(known_mines=mines | self.clues.known_mines)

    @property
    def rest(self) -> set[Cell]:
        """The cells about which the numbers alone prove nothing."""
        return {*cells_of(self.known.covered & ~self.known.known_mines)}

    @property
    def left(self) -> int:
        """The mines among them."""
        return self.clues.mine_count - self.known.known_mines.bit_count()

    def always_has(self, cells: set[Cell], count: int, numbers: Iterable[Cell]) -> bool:
        """Return whether just so many of the cells are mines on every board with these numbers."""
        return not any(
            find_board(self.clues, numbers=numbers, rules=[(frozenset(cells), wrong)]) is not None
            for wrong in range(len(cells) + 1)
            if wrong != count
        )

    # Guesses

    @cached_property
    def boards(self) -> list[CellSet]:
        return all_boards(self.clues)

    def risk(self, cells: CellSet) -> Fraction:
        """Return the risk of revealing cells at once."""
        return Fraction(sum(bool(board & cells) for board in self.boards), len(self.boards))

    @cached_property
    def lowest_risk(self) -> Fraction:
        return min(self.risk(CellSet(1 << cell)) for cell in cells_of(self.clues.covered))

    @cached_property
    def best(self) -> CellSet:
        """What a hint says instead."""
        return find_hint(self.clues, flags=self.clues.covered).cells

    @property
    def plays_on(self) -> bool:
        """Whether the boards are few enough to play on in every way."""
        return len(self.boards) <= 6

    def chance(self, cells: CellSet) -> Fraction:
        """Return the chance to win after revealing cells at once."""
        wins = wins_after(self.clues, cells_of(cells), self.boards)
        return Fraction(wins, len(self.boards))

    @cached_property
    def best_chance(self) -> Fraction:
        return Fraction(most_wins(self.clues, self.boards), len(self.boards))

    def is_chance(self, text: str, cells: CellSet) -> bool:
        """Return whether a chance to win is right, if that can be told."""
        return not self.plays_on or is_written(self.chance(cells), text)

    def exactly_one(self, cells: set[Cell]) -> bool:
        """Return whether one of the cells is a mine on every board, and each of them as often."""
        return all((board & set_of(cells)).bit_count() == 1 for board in self.boards) and all(
            2 * self.risk(CellSet(1 << cell)) == 1 for cell in cells
        )


def is_written(chance: Fraction, text: str) -> bool:
    """Return whether a text such as "3 times in 5", "12.5%" or "under 1%" is right for a chance."""
    if found := re.fullmatch(r"(?:(\d+) times|once) in ([\d,]+)", text):
        count, total = int(found[1] or 1), int(found[2].replace(",", ""))
        return chance == Fraction(count, total) or (
            total >= 100 and abs(total * chance - count) <= Fraction(1, 2)
        )
    percent = re.fullmatch(r"(under |over )?(\d+)(\.\d)?%", text)
    assert percent, text
    stated, half = Fraction(percent[2] + (percent[3] or "")), Fraction(1, 20 if percent[3] else 2)
    if percent[1]:
        is_beyond = 100 * chance < stated if percent[1] == "under " else 100 * chance > stated
        return 0 < chance < 1 and is_beyond
    return abs(100 * chance - stated) <= half


def in_full(mention: Mention) -> str:
    """Return the words for what is mentioned, with each of the cells named."""
    if mention.digits or mention.risk is not None or mention.role == "mine":
        return name_by_place(mention)
    return places_text(mention.places, len(mention.places))


def check_sentence(sentence: Sentence, asked: Asked) -> Said:
    """Return how a sentence is read; fail unless each of its claims is true."""
    text = sentence.text(in_full)
    said = read(text)
    for each in said:
        assert _CLAIMS[each.name](asked, each), f"{each.name}: {text}"
    return said


# Proofs


def _is_named(asked: Asked, said: Said) -> bool:
    """Return whether these are the cells of the proof; they are certain if none is shown."""
    cells, mine = asked.cells(said, "cells"), said.name == "MINES"
    if asked.has_proof:
        return cells == asked.concluded and mine == asked.proof.mine
    safe, mines = certain_cells(asked.clues, with_total=True)
    return not set_of(cells) & ~(mines if mine else safe)


def _is_proved(asked: Asked, said: Said) -> bool:
    """Return whether the conclusion follows from the named numbers, and from what is found.

    The mine total counts only where it is named.
    """
    proof, counts = asked.proof, asked.proof.counts_mines
    numbers = set[Cell]()
    for each in said:
        for value in {*each.words} - {*_NESTED}:
            if re.fullmatch(_NUMBERS, each.words[value]):
                more = asked.numbers(each, value)
                assert not numbers & more, "named twice"
                numbers |= more
    clues = asked.known if counts else asked.clues
    if counts:
        assert proof.found == asked.known.known_mines
    for mine in () if counts else cells_of(proof.found & ~asked.clues.known_mines):
        assert proves(asked.clues, asked.premises, mine, mine=True)
    return (
        numbers == ({*proof.premises} if proof.names_premises else set())
        and counts == any(each.name in _COUNTING for each in said)
        and not proof.cells & proof.found
        and all(
            proves(clues, asked.premises, cell, mine=proof.mine, with_total=counts)
            for cell in asked.concluded
        )
    )


def _has_its_mines(asked: Asked, said: Said) -> bool:
    number, mines = asked.number(said, "number"), asked.cells(said, "mines")
    digit = asked.clues.numbers[number]
    return mines == asked.near(number) & asked.found and len(mines) == digit


def _has_only(asked: Asked, said: Said) -> bool:
    number = asked.number(said, "number")
    possible = asked.near(number) - asked.safe
    count = 1 if said.name == "HAS_ONLY_ONE" else said.count("count")
    is_count = len(possible) == count == asked.clues.numbers[number]
    return is_count and asked.concluded <= possible


def _share_mines(asked: Asked, said: Said) -> bool:
    """Return whether each mine that one number needs is next to the other as well."""
    one, other = (asked.number(said, value) for value in ("one", "other"))
    return (
        asked.need(one) == asked.need(other) == said.count("mines")
        and asked.open_cells(one) ^ asked.open_cells(other) <= asked.safe
        and _is_reduced(asked, one, other) == ("last" in said.words["mines"])
    )


def _is_reduced(asked: Asked, *numbers: Cell) -> bool:
    return any(asked.near(number) & asked.found for number in numbers)


def _needs_more(asked: Asked, said: Said) -> bool:
    """Return whether one number needs so many more, and has just as many cells to itself."""
    more, less = (asked.number(said, value) for value in ("more", "less"))
    own = asked.open_cells(more) - asked.near(less) - asked.safe
    if said.name == "NEEDS_MORE":
        is_own = asked.cells(said, "own") == own
        is_own &= all(proves(asked.clues, asked.premises, cell, mine=True) for cell in own)
    else:
        is_own = said.count("own") == len(own) and asked.concluded <= own
    return (
        is_own
        and asked.need(more) - asked.need(less) == said.count("mines") == len(own)
        and _is_reduced(asked, more, less) == ("still" in said.words["needs"])
    )


def _each_have_one(asked: Asked, said: Said) -> bool:
    """Return whether each of two numbers has exactly one of the mines that a third needs."""
    middle = asked.number(said, "middle")
    near = asked.open_cells(middle)
    shared = [asked.open_cells(asked.number(said, value)) & near for value in ("one", "other")]
    is_last = "last" in said.words["mines"]
    return (
        is_last == _is_reduced(asked, middle)
        and (not is_last or said.count("mines") == asked.need(middle))
        and all(asked.always_has(cells, 1, asked.premises) for cells in shared)
    )


def _would_not_fit(asked: Asked, said: Said) -> bool:
    """Return whether the other numbers leave one too many or too few mines."""
    last, mine = asked.number(said, "last"), asked.proof.mine
    others = asked.numbers(said, "numbers")
    safe, mines = (asked.proof.cells, NO_CELLS) if mine else (NO_CELLS, asked.proof.cells)
    near, digit = frozenset(asked.near(last)), asked.clues.numbers[last]
    possible = [
        count
        for count in range(len(near) + 1)
        if find_board(asked.clues, safe=safe, mines=mines, numbers=others, rules=[(near, count)])
        is not None
    ]
    if said.words["misfit"] == "many":
        return len(asked.concluded) == 1 and min(possible) > digit
    return len(asked.concluded) == 1 and max(possible) < digit


# The mine total


def _is_all_found(asked: Asked, said: Said) -> bool:
    few = {"NO_MINES": 0, "THE_ONE_FOUND": 1, "BOTH_FOUND": 2}
    count = few[said.name] if said.name in few else said.count("count")
    return asked.left == 0 and asked.clues.mine_count == count and asked.concluded == asked.rest


def _is_left_for(asked: Asked, said: Said) -> bool:
    """Return whether all cells left are mines: a flag on one takes away a cell and a mine."""
    cells = asked.rest - {*cells_of(asked.flags)}
    is_count = said.count("cells") == said.count("left") == len(cells)
    return is_count and _is_left(asked, said) and asked.concluded == cells


def _is_left(asked: Asked, said: Said) -> bool:
    """Return whether so many mines are left for the player's counter, apart from those named.

    If flags stand where nothing is proved, all mines that are proved are named instead, or the
    sentence says that it does not count them.
    """
    mines, apart = asked.known.known_mines, NO_CELLS
    sure = mines | (set_of(asked.rest) if said.name == "MINES_FOR_CELLS" else NO_CELLS)
    is_counter_wrong = bool(asked.flags & ~sure)
    counted = NO_CELLS if is_counter_wrong else asked.flags
    assert said.inside or not is_counter_wrong, "the sentence has to say that it does not count"
    for each in said.inside:
        if each.name == "NOT_COUNTING_FLAGS":
            assert is_counter_wrong
            assert not mines
            continue
        apart = set_of(asked.cells(each, "mines"))
        if not apart:
            assert each.count("mines") == (mines & ~asked.flags or mines).bit_count() > 12
            apart = mines & ~asked.flags
    assert not apart & (counted | ~mines)
    return said.count("left") == asked.clues.mine_count - (counted | apart).bit_count()


def _need_all_left(asked: Asked, said: Said) -> bool:
    """Return whether numbers without a common cell need as many mines as are left."""
    numbers = asked.numbers(said, "numbers")
    near = [asked.near(number) & asked.rest for number in numbers]
    shares = any(one & other for one, other in combinations(near, 2))
    return (
        _is_left(asked, said)
        and sum(asked.need(number) for number in numbers) == asked.left
        and not shares
        and ("share none" in said.words["left"]) == (len(numbers) > 1)
        and asked.concluded == asked.rest.difference(*near)
    )


# Where to look, and guesses


def _nothing_is_certain(asked: Asked, said: Said) -> bool:
    """Return whether nothing can be found that the flags do not say."""
    safe, mines = certain_cells(asked.clues, with_total=True)
    return not safe and not mines & ~asked.flags


def _is_best_guess(asked: Asked, said: Said) -> bool:
    return _nothing_is_certain(asked, said) and _has_its_risk(asked, said.words["guess"])


def _has_its_risk(asked: Asked, guess: str) -> bool:
    """Return whether a text such as "(3,1) at 25%" has the risk of the cell."""
    cells = asked.cells(Said("", {"cell": guess}), "cell")
    return is_written(asked.risk(set_of(cells)), guess.partition(" at ")[2])


def _guess_in(asked: Asked, said: Said) -> CellSet:
    """Return the cell of the guess that a sentence begins with."""
    [best] = [each for each in said if each.name == "BEST_GUESS"]
    return set_of(asked.cells(best, "guess"))


def _has_less_risk(asked: Asked, said: Said) -> bool:
    guess, other = _guess_in(asked, said), set_of(asked.cells(said, "other"))
    is_right = _has_its_risk(asked, said.words["other"])
    is_right &= asked.lowest_risk == asked.risk(other) < asked.risk(guess)
    if said.name == "WINS_LESS_OFTEN" and asked.plays_on:
        is_right &= asked.chance(other) < asked.chance(guess)
    return is_right


def _it_wins(asked: Asked, said: Said) -> bool:
    guess = _guess_in(asked, said)
    is_best = not asked.plays_on or asked.chance(guess) == asked.best_chance
    return is_best and asked.is_chance(said.words["chance"], guess)


def _is_fifty_fifty(asked: Asked, said: Said) -> bool:
    one, other = (asked.cells(said, value) for value in ("one", "other"))
    assert all(" at 50%" in said.words[value] for value in ("one", "other"))
    return asked.exactly_one(one | other) and len(one | other) == 2


# Verdicts


def _was_safe(asked: Asked, said: Said) -> bool:
    safe, _ = certain_cells(asked.clues, with_total=True)
    cells = set_of(asked.cells(said, "cells"))
    if "reason" not in said.words:
        return cells == safe
    assert cells == asked.proof.cells
    return not cells & ~safe and not asked.proof.mine and _is_proved(asked, said.inside[0])


def _was_known(asked: Asked, said: Said) -> bool:
    """Return whether mines were revealed that were certain; with a proof, those that it proves."""
    _, mines = certain_cells(asked.clues, with_total=True)
    revealed = asked.revealed & (mines | asked.clues.known_mines)
    if asked.has_proof:
        assert asked.proof.mine
        revealed &= asked.proof.cells
    is_shown = said.inside and said.inside[0].name not in _OF_COVERED_CELLS
    is_count = "MINES" in said.name if revealed & (revealed - 1) else "MINES" not in said.name
    return bool(revealed) and is_count and (not is_shown or _is_proved(asked, said.inside[0]))


def _touches_only(asked: Asked, said: Said) -> bool:
    number = asked.number(said, "number")
    count = said.count("count") if "count" in said.words else 1
    near = asked.near(number)
    these = {2: "both"}.get(count, f"all {count}")
    is_all = len(near) == count == asked.clues.numbers[number]
    return (
        is_all and bool(set_of(near) & asked.revealed) and said.words.get("these", these) == these
    )


def _one_was_a_mine(asked: Asked, said: Said) -> bool:
    revealed = set_of(asked.cells(said, "cells"))
    return revealed == asked.revealed and all(board & revealed for board in asked.boards)


def _no_cell_was_safe(asked: Asked, said: Said) -> bool:
    return not certain_cells(asked.clues, with_total=True)[0]


def _is_lowest_risk(asked: Asked, said: Said) -> bool:
    risk = asked.risk(asked.revealed)
    is_right = is_written(risk, said.words["risk"]) and is_written(1 - risk, said.words["odds"])
    return is_right and risk == asked.lowest_risk


def _is_coin_toss(asked: Asked, said: Said) -> bool:
    [cell] = cells_of(asked.revealed)
    others = {*cells_of(asked.clues.covered)} - {cell}
    return any(asked.exactly_one({cell, other}) for other in others)


def _has_its_risks(asked: Asked, said: Said) -> bool:
    """Return whether the risks are right: of what was revealed, the lowest, or the best guess."""
    risks = {"risk": asked.risk(asked.revealed), "lowest": asked.lowest_risk}
    if said.name in ("WAS_SAFER", "NO_RISKIER"):
        risks |= dict.fromkeys(("lowest", "best"), asked.risk(asked.best))
    texts = {value: said.words[value] for value in risks if "%" in said.words.get(value, "")}
    assert len({*texts.values()}) == len(texts) or len({*risks.values()}) == 1, "look alike"
    is_right = all(is_written(risks[value], text) for value, text in texts.items())
    own, best = risks["risk"], asked.risk(asked.best)
    match said.name:
        case "WAS_SAFER":
            return is_right and best < own and set_of(asked.cells(said, "best")) == asked.best
        case "NO_RISKIER":
            return is_right and own < best
        case "BEST_THOUGH_RISKIER":
            return is_right and own == best and own > asked.lowest_risk
    is_close = 20 * (1 - own) >= 19 * (1 - asked.lowest_risk)
    return is_right and is_close and own > asked.lowest_risk


def _had_to_be_guessed(asked: Asked, said: Said) -> bool:
    pair = asked.cells(said, "one") | asked.cells(said, "other")
    return asked.exactly_one(pair) and bool(asked.best & set_of(pair))


def _was_best_chance(asked: Asked, said: Said) -> bool:
    is_best = not asked.plays_on or asked.chance(asked.revealed) == asked.best_chance
    return is_best and asked.is_chance(said.words["chance"], asked.revealed)


def _wins_more(asked: Asked, said: Said) -> bool:
    total = said.words["chance"].rpartition(" in ")[2]
    own = f"{said.words['own']} times in {total}"
    assert said.words["chance"] != own, "look alike"
    return (
        set_of(asked.cells(said, "best")) == asked.best
        and asked.is_chance(said.words["chance"], asked.best)
        and asked.is_chance(own, asked.revealed)
    )


def _anything(asked: Asked, said: Said) -> bool:
    """Return True: it claims nothing about the position, or its parts do."""
    return True


_COUNTING: Final = (
    *("ALL_FOUND", "BOTH_FOUND", "THE_ONE_FOUND", "NO_MINES"),
    *("MINES_FOR_CELLS", "NEED_ALL_LEFT", "TOGETHER_WITH_COUNT"),
)
"""The reasons that have the mine total as a premise."""
_OF_COVERED_CELLS: Final = ("TOUCHES_ONLY", "TOUCHES_ONLY_ONE", "EVERY_CELL_A_MINE")
"""The reasons of verdicts that no proof gives."""

_CLAIMS: Final[dict[str, Callable[[Asked, Said], bool]]] = {
    **dict.fromkeys(("SAFE", "MINES"), _is_named),
    "PROOF": _is_proved,
    "TOO_LONG": lambda asked, _: not asked.has_proof,
    "SUPPORT": _anything,
    **dict.fromkeys(("HAS_ITS_MINE", "HAS_ITS_MINES"), _has_its_mines),
    "HAS_NO_MINE": lambda asked, said: asked.clues.numbers[asked.number(said, "number")] == 0,
    **dict.fromkeys(("HAS_ONLY", "HAS_ONLY_ONE"), _has_only),
    "SHARE_MINES": _share_mines,
    **dict.fromkeys(("NEEDS_MORE", "NEEDS_ALL_ITS_OWN"), _needs_more),
    "EACH_HAVE_ONE": _each_have_one,
    "OTHERWISE": _would_not_fit,
    "TOGETHER": _anything,
    **dict.fromkeys(("ALL_FOUND", "BOTH_FOUND", "THE_ONE_FOUND", "NO_MINES"), _is_all_found),
    "MINES_FOR_CELLS": _is_left_for,
    "NEED_ALL_LEFT": _need_all_left,
    "TOGETHER_WITH_COUNT": _is_left,
    **dict.fromkeys(("APART_FROM", "NOT_COUNTING_FLAGS", "PATTERN"), _anything),
    "LOOK_AT": lambda asked, said: asked.numbers(said, "numbers") == {*asked.proof.premises},
    "COUNT_MINES": lambda asked, _: asked.proof.counts_mines and not asked.proof.area,
    "NOTHING_IS_CERTAIN": _nothing_is_certain,
    "NOTHING_IS_SIMPLE": _anything,
    "NOTHING_IS_LEFT": lambda asked, _: not asked.clues.covered & ~asked.flags,
    "BEST_GUESS": _is_best_guess,
    **dict.fromkeys(("LEADS_TO_LESS", "WINS_LESS_OFTEN"), _has_less_risk),
    "IT_WINS": _it_wins,
    "FIFTY_FIFTY": _is_fifty_fifty,
    "SAFE_BY_RULE": _nothing_is_certain,
    "TOO_COMPLEX": _anything,
    "FIRST_IS_SAFE": lambda asked, _: not asked.clues.revealed,
    **dict.fromkeys(("BAD_LUCK", "GOOD_GUESS", "COSTLY_GUESS"), _no_cell_was_safe),
    **dict.fromkeys(("KNOWN_MINE", "KNOWN_MINES"), _was_known),
    **dict.fromkeys(("KNOWN_MINE_UNSHOWN", "KNOWN_MINES_UNSHOWN"), _was_known),
    "ONE_WAS_A_MINE": _one_was_a_mine,
    "EVERY_CELL_A_MINE": lambda asked, _: all(not asked.clues.covered & ~b for b in asked.boards),
    **dict.fromkeys(("TOUCHES_ONLY", "TOUCHES_ONLY_ONE"), _touches_only),
    **dict.fromkeys(("WAS_SAFE", "COULD_HAVE_KNOWN"), _was_safe),
    **dict.fromkeys(("WAS_SAFE_UNSHOWN", "COULD_HAVE_KNOWN_UNSHOWN"), _was_safe),
    "LOWEST_RISK": _is_lowest_risk,
    "COIN_TOSS": _is_coin_toss,
    "CLOSE_TO_LOWEST": _has_its_risks,
    "BEST_CHANCE": _was_best_chance,
    **dict.fromkeys(("BEST_THOUGH_RISKIER", "WAS_SAFER", "NO_RISKIER"), _has_its_risks),
    "HAD_TO_BE_GUESSED": _had_to_be_guessed,
    "WINS_MORE": _wins_more,
    "NOT_COUNTED": _anything,
    "FIRST_CELL": lambda asked, _: not asked.clues.revealed,
    "STRICT_RULE": lambda asked, said: not _no_cell_was_safe(asked, said),
}
"""What each row claims."""
