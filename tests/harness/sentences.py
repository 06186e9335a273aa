"""The sentences of proofs, read back from their text: each claim in them is checked by brute force.

A sentence of a form that is not listed here is an error, so that none goes unchecked.
"""

import re
from collections.abc import Callable
from itertools import chain, combinations
from typing import NamedTuple

from minesweeper.engine.cells import Cell, CellSet, cells_of, set_of
from minesweeper.solver.clues import Clues
from minesweeper.solver.proofs import Proof, keep_only
from tests.harness.brute import certain_cells, find_board

_NUMBER = r"the \d at \(\d+,\d+\)"
_PLACE = r"\(\d+,\d+\)"
_PLACES = r"\(\d+,\d+\)(?:, \(\d+,\d+\))*(?: and (?:\(\d+,\d+\)|\d+ more))?"
_LABEL = r"(?:(?P<label>(?:reduced )?(?:corner )?(?:\d(?:-\d)+|hole)): )?"
_SUPPORT = rf"(?:, as (?:(?P<one>{_NUMBER}) shows|the numbers at (?P<more>{_PLACES}) show))?"
_CELLS = rf"{_PLACE}(?:, {_PLACE})*(?: and {_PLACE})?"
_FORCED = rf"(?:{_CELLS} (?:mines|a mine)(?: and {_CELLS} safe)?|{_CELLS} safe)"
_STEP = rf"{_NUMBER}(?: and {_NUMBER})? would make {_FORCED}"
_CONCLUSION = (
    rf"(?P<middle>the middle cell )?(?P<places>{_PLACES}) (?:is|are) (?P<what>safe|a mine|mines)"
)


class Known(NamedTuple):
    """What the player can know of a position, and the proof that a sentence gives."""

    clues: Clues
    proof: Proof
    safe: CellSet
    """The cells that are certainly safe."""
    mines: CellSet
    """The cells that are certainly mines, also those that are known."""

    def near(self, number: Cell) -> set[Cell]:
        """Return the covered neighbours of a number."""
        return {
            each for each in self.clues.grid.neighbours(number) if self.clues.covered >> each & 1
        }

    @property
    def proved_before(self) -> set[Cell]:
        """The mines that a reason may subtract: all but those that it concludes."""
        return {*cells_of(self.mines & ~self.proof.cells)}

    @property
    def by_premises(self) -> tuple[set[Cell], set[Cell]]:
        """The safe cells and the mines that the premises prove without the mine total."""
        safe, mines = certain_cells(keep_only(self.clues, set_of(self.proof.premises)))
        return {*cells_of(safe)}, {*cells_of(mines | self.clues.known_mines)}

    @property
    def mines_left(self) -> int:
        """The mines that the premises leave to be found."""
        return self.clues.mine_count - len(self.by_premises[1])


def check_sentence(sentence: str, clues: Clues, proof: Proof, *, with_total: bool) -> None:
    """Fail unless each claim of a sentence that gives a proof, or a part of one, is true.

    With `with_total` the player knows the mine total.
    """
    safe, mines = certain_cells(clues, with_total=with_total)
    known = Known(clues, proof, safe, mines | clues.known_mines)
    text = sentence[0].lower() + sentence[1:]
    reason, conclusion = _divide(text.removeprefix("what is certain: "))
    assert not conclusion or _is_conclusion_true(known, conclusion), sentence
    assert not reason or _is_reason_true(known, reason), sentence


def _divide(text: str) -> tuple[str, str]:
    """Return the reason and the conclusion in a sentence, each empty if it is not there."""
    if re.fullmatch(_CONCLUSION, text):
        return "", text
    reason, _, conclusion = text.removesuffix(" prove it together").partition(", so ")
    if not conclusion:
        reason, _, conclusion = reason.partition(" prove together that ")
    return reason, conclusion


def _is_reason_true(known: Known, reason: str) -> bool:
    for form, is_true in _FORMS.items():
        found = re.fullmatch(f"{_LABEL}(?P<reason>{form}){_SUPPORT}", reason)
        if found:
            claims = _is_support_right, _is_label_right, is_true
            return all(claim(known, found) for claim in claims)
    raise AssertionError(f"a reason of a new form: {reason}")


def _is_conclusion_true(known: Known, conclusion: str) -> bool:
    found = re.fullmatch(_CONCLUSION, conclusion)
    assert found, conclusion
    places, more = _places(known, found["places"])
    several = len(places) + more > 1
    mine = {"safe": False, "a mine": True, "mines": True}[found["what"]]
    certain = known.mines if mine else known.safe
    return (
        mine == known.proof.mine
        and len(places) + more == known.proof.cells.bit_count()
        and not set_of(places) & ~known.proof.cells
        and not known.proof.cells & ~certain
        and several == (found["what"] == "mines" or " are " in conclusion)
        and (not found["middle"] or _is_middle(known, places))
    )


def _is_middle(known: Known, places: list[Cell]) -> bool:
    """Return whether the only cell is one that all numbers of the pattern touch."""
    assert known.proof.pattern
    return all({*places} <= known.near(each) for each in known.proof.pattern.numbers)


def _places(known: Known, text: str) -> tuple[list[Cell], int]:
    """Return the cells in a list of places, and how many more are only counted."""
    found = re.findall(r"\((\d+),(\d+)\)", text)
    more = re.search(r"(\d+) more", text)
    return [known.clues.grid.cell(int(x), int(y)) for x, y in found], int(more[1]) if more else 0


def _numbers(known: Known, text: str) -> list[Cell]:
    """Return the numbers that a text names; fail if one is not what the position shows."""
    named = re.findall(r"the (\d) at (\(\d+,\d+\))", text)
    numbers = [known.clues.grid.cell(*map(int, re.findall(r"\d+", at))) for _, at in named]
    digits = [str(known.clues.numbers[number]) for number in numbers]
    assert digits == [digit for digit, _ in named], text
    return numbers


def _is_support_right(known: Known, found: re.Match[str]) -> bool:
    """Return whether the clause names the premises that the reason does not name."""
    if found.groupdict().get("steps"):
        is_all = {*_numbers(known, found["reason"])} == {*known.proof.premises}
        return is_all and not found["one"] and not found["more"]
    if known.proof.support and {*_numbers(known, found["reason"])} & {*known.proof.support}:
        return False
    if found["one"]:
        return tuple(_numbers(known, found["one"])) == known.proof.support
    return _are_at(known, found["more"] or "", known.proof.support)


def _are_at(known: Known, text: str, numbers: tuple[Cell, ...]) -> bool:
    """Return whether a text lists the places of numbers, of which it may only count the last."""
    places, more = _places(known, text)
    return {*places} <= {*numbers} and len(places) + more == len(numbers)


def _is_label_right(known: Known, found: re.Match[str]) -> bool:
    """Return whether the name of a pattern has the needs of its numbers."""
    if not found["label"]:
        return True
    digits = sorted(known.clues.numbers[each] for each in _numbers(known, found["reason"]))
    needs = sorted(int(need) for need in re.findall(r"\d", found["label"]))
    if "hole" in found["label"]:
        needs = [1, 1]
    if found["label"].endswith(("1-2-1", "1-2-2-1")) and "corner" not in found["label"]:
        return _is_in_line(known, found)
    return (digits != needs) if found["label"].startswith("reduced") else digits == needs


def _count(found: re.Match[str], group: str = "count") -> int:
    """Return the number in a text such as "2 more mines"; 1 if it is not written in digits."""
    return int(found[group]) if (found[group] or "").isdigit() else 1


def _is_in_line(known: Known, found: re.Match[str]) -> bool:
    """Return whether the numbers of a reason are part of numbers in line that need as many mines.

    The reason need not compare all of them.
    """
    label = found["label"].removeprefix("reduced ")
    needs = [int(need) for need in label.split("-")]
    stride = known.clues.grid.stride
    for first in cells_of(known.clues.numbered):
        for step in (1, stride):
            line = [Cell(first + at * step) for at in range(len(needs))]
            if {*_numbers(known, found["reason"])} <= {*line} <= {*cells_of(known.clues.numbered)}:
                digits = [known.clues.numbers[number] for number in line]
                is_reduced = label != found["label"]
                if is_reduced == (digits != needs) and _can_need(known, line, needs):
                    return True
    return False


def _can_need(known: Known, numbers: list[Cell], needs: list[int]) -> bool:
    """Return whether numbers need that many mines after some certain mines are subtracted."""
    return any(
        [known.clues.numbers[each] - len(known.near(each) & mines) for each in numbers] == needs
        for mines in _subtractions(known, numbers)
    )


# The forms of a reason


def _has_only_mines(known: Known, found: re.Match[str]) -> bool:
    (number,) = _numbers(known, found["reason"])
    possible = known.near(number) - {*cells_of(known.safe)}
    return len(possible) == _count(found) == known.clues.numbers[number]


def _has_its_mines(known: Known, found: re.Match[str]) -> bool:
    (number,) = _numbers(known, found["number"])
    mines, more = _places(known, found["mines"])
    certain = known.near(number) & {*cells_of(known.mines)}
    is_all_named = more > 0 or {*mines} == certain
    is_count_right = len(mines) + more == _count(found) == known.clues.numbers[number]
    return is_all_named and is_count_right and len(certain) == known.clues.numbers[number]


def _has_no_mine(known: Known, found: re.Match[str]) -> bool:
    return found["reason"].startswith("the 0 ")


def _subtractions(known: Known, numbers: list[Cell]) -> list[set[Cell]]:
    """Return the sets of proved mines that a reason may have subtracted from numbers."""
    mines = known.proved_before & set(chain(*map(known.near, numbers)))
    sizes = range(len(mines) + 1)
    return [{*each} for size in sizes for each in combinations(sorted(mines), size)]


def _share_mines(known: Known, found: re.Match[str]) -> bool:
    """Return whether each mine that one number needs is next to the other as well."""
    one, other = _numbers(known, found["reason"])
    for mines in _subtractions(known, [one, other]):
        open_cells = [known.near(number) - mines for number in (one, other)]
        needs = [
            known.clues.numbers[number] - len(known.near(number) & mines) for number in (one, other)
        ]
        apart = open_cells[0] ^ open_cells[1]
        if needs == [_count(found)] * 2 and not set_of(apart) & ~known.safe:
            return bool(found["last"]) == bool(mines)
    return False


def _needs_more(known: Known, found: re.Match[str]) -> bool:
    """Return whether the difference of what two numbers need is as large as is said.

    If the mines of the one's own cells are named, each other mine that it needs must be next to the
    other number as well.
    """
    more, less = _numbers(known, found["reason"])
    count = _count(found)
    named = {*_places(known, found["own"] or "")[0]}
    safe = {*cells_of(known.safe & ~known.proof.cells)}
    is_about_own = known.proof.mine
    for mines in _subtractions(known, [more, less]):
        needs = [
            known.clues.numbers[number] - len(known.near(number) & mines) for number in (more, less)
        ]
        own = known.near(more) - known.near(less) - mines
        shared = (known.near(more) & known.near(less)) - mines
        if (
            needs[0] - needs[1] == count == _count(found, "cells")
            and len(own - safe) <= count <= len(own)
            and bool(found["still"]) == bool(mines)
            and (is_about_own or named == own - safe <= {*cells_of(known.mines)})
            and (is_about_own or _always_has(known, shared, needs[1]))
        ):
            return bool(named) != is_about_own
    return False


def _always_has(known: Known, cells: set[Cell], count: int) -> bool:
    """Return whether just so many of the cells are mines on every board that fits."""
    return not any(
        find_board(known.clues, rules=[(frozenset(cells), wrong)])
        for wrong in range(len(cells) + 1)
        if wrong != count
    )


def _each_have_one(known: Known, found: re.Match[str]) -> bool:
    """Return whether each of two numbers has exactly one of the mines that a third needs."""
    one, other, middle = _numbers(known, found["reason"])
    for mines in _subtractions(known, [one, other, middle]):
        need = known.clues.numbers[middle] - len(known.near(middle) & mines)
        shared = [(known.near(number) & known.near(middle)) - mines for number in (one, other)]
        if (
            need == _count(found)
            and bool(found["last"]) == bool(known.near(middle) & mines)
            and all(_always_has(known, cells, 1) for cells in shared)
            and _lacks_cells(known, found, mines)
        ):
            return True
    return False


def _lacks_cells(known: Known, found: re.Match[str], mines: set[Cell]) -> bool:
    """Return whether the numbers of a corner have as few other cells as is said."""
    *arms, middle = _numbers(known, found["reason"])
    possible = {*cells_of(known.clues.covered & ~(known.safe & ~known.proof.cells))} - mines
    if not found["why"]:
        return "corner" not in found["label"]
    if found["verb"] == "have only":
        return len((known.near(middle) & possible).difference(*map(known.near, arms))) == 1
    needs = [known.clues.numbers[arm] - len(known.near(arm) & mines) for arm in arms]
    others = [(known.near(arm) & possible) - known.near(middle) for arm in arms]
    return all(len(cells) < need for cells, need in zip(others, needs, strict=True))


def _would_not_fit(known: Known, found: re.Match[str]) -> bool:
    """Return whether the other premises leave a number too many or too few mines."""
    (number,), ((cell,), _) = _numbers(known, found["number"]), _places(known, found["cell"])
    others = [each for each in known.proof.premises if each != number]
    supposed = set_of([cell])
    possible = {
        count
        for count in range(len(known.near(number)) + 1)
        if find_board(
            known.clues,
            safe=supposed if known.proof.mine else 0,
            mines=0 if known.proof.mine else supposed,
            numbers=others,
            rules=[(frozenset(known.near(number)), count)],
        )
        is not None
    }
    digit = known.clues.numbers[number]
    is_wrong = min(possible) > digit if found["count"] == "many" else max(possible) < digit
    return (
        is_wrong
        and supposed == known.proof.cells
        and found["claim"] == ("safe" if known.proof.mine else "a mine")
    )


def _would_force(known: Known, found: re.Match[str]) -> bool:
    """Return whether each step follows from its numbers alone, and from what is forced before it.

    After the last step the last number must touch too many mines, or too few cells that can be.
    """
    ((cell,), _), (last,) = _places(known, found["cell"]), _numbers(known, found["number"])
    safe, mines = set[Cell](), {*cells_of(known.clues.known_mines)}
    (mines if found["claim"] == "a mine" else safe).add(cell)
    for step in found["steps"].split(", then "):
        numbers, claims = _numbers(known, step), _claims(known, step)
        for claimed, are_mines in claims:
            if not _follows(known, numbers, (safe, mines), claimed, mine=are_mines):
                return False
        for claimed, are_mines in claims:
            (mines if are_mines else safe).update(claimed)
    near, digit = known.near(last), known.clues.numbers[last]
    is_wrong = len(near & mines) > digit if found["count"] == "many" else len(near - safe) < digit
    is_contrary = found["claim"] == ("safe" if known.proof.mine else "a mine")
    return is_wrong and is_contrary and set_of([cell]) == known.proof.cells


def _claims(known: Known, step: str) -> list[tuple[set[Cell], bool]]:
    """Return the cells that a step forces, and whether they are mines."""
    claims = []
    for text, what in re.findall(rf"({_CELLS}) (mines|a mine|safe)", step):
        places, _ = _places(known, text)
        assert what != ("a mine" if len(places) > 1 else "mines"), step
        claims.append(({*places}, what != "safe"))
    return claims


def _follows(
    known: Known,
    numbers: list[Cell],
    before: tuple[set[Cell], set[Cell]],
    claimed: set[Cell],
    *,
    mine: bool,
) -> bool:
    """Return whether some numbers force cells, and can themselves fit what is forced before."""
    safe, mines = map(set_of, before)
    if find_board(known.clues, safe=safe, mines=mines, numbers=numbers) is None:
        return False
    return not any(
        find_board(
            known.clues,
            safe=safe | mine << each,
            mines=mines | (not mine) << each,
            numbers=numbers,
        )
        is not None
        for each in claimed
    )


def _prove_together(known: Known, found: re.Match[str]) -> bool:
    if found["left"] and _count(found, "left") != known.mines_left:
        return False
    if found["places"]:
        return _are_at(known, found["places"], known.proof.premises)
    numbers = tuple(_numbers(known, found["reason"]))
    return numbers in ((), known.proof.premises)


def _is_all_found(known: Known, found: re.Match[str]) -> bool:
    words = {"there are no mines": 0, "both mines are found": 2}
    count = words.get(found["reason"], _count(found))
    return not known.mines_left and known.clues.mine_count == count


def _is_left_for(known: Known, found: re.Match[str]) -> bool:
    safe, mines = known.by_premises
    rest = {*cells_of(known.clues.covered)} - safe - mines
    return known.mines_left == len(rest) == _count(found) == _count(found, "cells")


class Needs(NamedTuple):
    """What the numbers of a reason need, after what the premises prove is subtracted."""

    open_cells: list[set[Cell]]
    """The cells that each number touches, and that may be a mine or safe."""
    total: int
    others: set[Cell]
    """The cells that none of the numbers touches."""

    @property
    def shared(self) -> list[Cell]:
        """The cells of more than one number, once for each number after the first."""
        cells = sorted(chain(*self.open_cells))
        return [cell for at, cell in enumerate(cells) if cell in cells[:at]]


def _needs(known: Known, found: re.Match[str]) -> Needs:
    numbers = _numbers(known, found["numbers"])
    if found["places"]:
        numbers, more = _places(known, found["places"])
        assert not more, found[0]
    safe, mines = known.by_premises
    rest = {*cells_of(known.clues.covered)} - safe - mines
    open_cells = [known.near(number) & rest for number in numbers]
    total = sum(known.clues.numbers[number] - len(known.near(number) & mines) for number in numbers)
    return Needs(open_cells, total, rest.difference(*open_cells))


def _concludes(known: Known, cells: set[Cell], *, mine: bool) -> bool:
    return known.proof.mine == mine and {*cells_of(known.proof.cells)} == cells


def _needs_all_left(known: Known, found: re.Match[str]) -> bool:
    """Return whether numbers without a common cell need as many mines as are left."""
    needs = _needs(known, found)
    claim = {1: "needs the only mine left", 2: "needs both mines left"}.get(
        known.mines_left, f"needs all {known.mines_left} mines left"
    )
    if len(needs.open_cells) > 1:
        none = "neither" if known.mines_left == 2 else "none"
        claim = f"{claim.replace('needs', 'need')}, and share {none}"
    return (
        claim == found["claim"]
        and needs.total == known.mines_left
        and not needs.shared
        and _concludes(known, needs.others, mine=False)
    )


def _needs_more_than_left(known: Known, found: re.Match[str]) -> bool:
    """Return whether numbers need too many mines unless all cells that two of them share are."""
    needs = _needs(known, found)
    shared = {*needs.shared}
    return (
        known.mines_left == int(found["left"])
        and (found["is"] == "is") == (known.mines_left == 1)
        and needs.total == int(found["needs"]) == known.mines_left + len(shared)
        and len(shared) == len(needs.shared) == _count(found, "cells")
        and (_concludes(known, shared, mine=True) or _concludes(known, needs.others, mine=False))
    )


def _leaves_others(known: Known, found: re.Match[str]) -> bool:
    """Return whether numbers leave as many mines as there are other cells."""
    needs = _needs(known, found)
    return (
        known.mines_left == int(found["left"])
        and needs.total == _count(found)
        and len(needs.others) == _count(found, "cells") == known.mines_left - needs.total
        and (found["verb"] == "needs") == (len(needs.open_cells) == 1)
        and _concludes(known, needs.others, mine=True)
    )


_NUMBERS = rf"(?P<numbers>the numbers at (?P<places>{_PLACES})|{_NUMBER} and {_NUMBER}|{_NUMBER})"

_FORMS: dict[str, Callable[[Known, re.Match[str]], bool]] = {
    rf"{_NUMBER} touches only (?P<count>\d) cells? that can be (?:a mine|mines)": _has_only_mines,
    rf"(?P<number>{_NUMBER}) already touches its (?:(?P<count>\d) mines|mine)"
    rf" at (?P<mines>{_PLACES})": _has_its_mines,
    rf"{_NUMBER} touches no mine": _has_no_mine,
    rf"{_NUMBER} and {_NUMBER} share their (?P<last>last )?(?:(?P<count>\d) mines|mine)": (
        _share_mines
    ),
    rf"{_NUMBER} (?P<still>still )?needs (?P<count>one|\d) more mines? than {_NUMBER}"
    r" and has only (?P<cells>one|\d) cells? of its own"
    rf"(?:, the mines? at (?P<own>{_PLACES}))?": _needs_more,
    rf"{_NUMBER} and {_NUMBER} each (?P<verb>have|need|have only) one of"
    rf" the (?P<last>last )?(?P<count>\d) mines of {_NUMBER}"
    r"(?P<why>, having too few other cells|, which has only one other cell)?": _each_have_one,
    rf"if (?P<cell>{_PLACE}) were (?P<claim>safe|a mine), (?P<number>{_NUMBER})"
    r" would touch too (?P<count>many|few) mines": _would_not_fit,
    rf"if (?P<cell>{_PLACE}) were (?P<claim>safe|a mine), (?P<steps>{_STEP}(?:, then {_STEP})*),"
    rf" and (?P<number>{_NUMBER}) would touch too (?P<count>many|few) mines": _would_force,
    rf"(?:the numbers at (?P<places>{_PLACES})|{_NUMBER}|the numbers)"
    r"(?: and the (?P<left>\d+|only) mines? left)?": _prove_together,
    r"the only mine is found|both mines are found|all (?P<count>\d+) mines are found"
    r"|there are no mines": _is_all_found,
    r"(?P<count>\d+) mines? (?:is|are) left for (?P<cells>\d+) cells?": _is_left_for,
    rf"{_NUMBERS} (?P<claim>needs? (?:the only mine|both mines|all \d+ mines) left"
    r"(?:, and share (?:neither|none))?)": _needs_all_left,
    rf"{_NUMBERS} together need (?P<needs>\d+) mines, but only (?P<left>\d+) (?P<is>is|are) left,"
    r" and they share only (?P<cells>one|\d+) cells?": _needs_more_than_left,
    rf"{_NUMBERS} (?P<verb>needs?) only (?P<count>one|\d+) of the (?P<left>\d+) mines left,"
    r" and there (?:is|are) only (?P<cells>one|\d+) other cells?": _leaves_others,
}
"""The forms of a reason, as patterns, each with what decides whether it is true."""
