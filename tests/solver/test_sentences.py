"""Sentences: their words beside a board, and each claim in them compared with brute force."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from minesweeper.engine.cells import CellSet, Grid, cells_of, set_of
from minesweeper.engine.game import Game, Move, Status
from minesweeper.engine.generator import deal
from minesweeper.engine.setup import Setup
from minesweeper.solver.clues import Clues, clues_of
from minesweeper.solver.counting import Budget
from minesweeper.solver.deduction import deduce
from minesweeper.solver.hints import certain_hint, find_hint, where_to_look
from minesweeper.solver.odds import analyse, certain_without_total
from minesweeper.solver.proofs import MAX_PREMISES
from minesweeper.solver.sentences import Sentence
from minesweeper.solver.verdicts import judge
from tests.harness.brute import certain_cells
from tests.harness.positions import (
    clues_in,
    drawn,
    lattice,
    random_board,
    small_positions,
    some_clues,
)
from tests.harness.sentences import ROWS, Asked, check_sentence

# What is asked, and of which cells; the position; and the mine total if it plays a part. F is a
# known mine, f a flag, and o a revealed cell whose number is unknown.
WORDINGS = """\
hint; ####/11##; 2
    (3,1) and (3,2) are safe: the 1 at (1,2) and the 1 at (2,2) share their mine.
hint 3 1; ###/22o/Foo
    (3,1) is safe: the 2 at (1,2) and the 2 at (2,2) share their last mine.
hint 1 1; ####/o12o
    (1,1) is safe: the 2 at (3,2) needs one mine more than the 1 at (2,2), and has only
    (4,1) to itself.
hint 1 1; ####/o13#/oooo
    (1,1) is safe: the 3 at (3,2) needs 2 mines more than the 1 at (2,2), and has only (4,1)
    and (4,2) to itself.
hint 1 1; ####/o22o/Fooo
    (1,1) is safe: the 2 at (3,2) still needs one mine more than the 2 at (2,2), and has
    only (4,1) to itself.
hint 4 1; ####/o12o
    (4,1) is a mine: the 2 at (3,2) needs one mine more than the 1 at (2,2), and it has only
    this cell to itself.
hint 4 1; ####/o13#/oooo
    (4,1) and (4,2) are mines: the 3 at (3,2) needs 2 mines more than the 1 at (2,2), and it
    has only 2 cells to itself.
hint 3 1; ###/13f
    (3,1) is a mine: the 3 at (2,2) needs 2 mines more than the 1 at (1,2), and it has only
    2 cells to itself.
hint 2 1; ###/121
    (2,1) is safe: the 1 at (1,2) and the 1 at (3,2) each have one of the mines of the 2 at
    (2,2).
hint 2 1; ###/232/oFo
    (2,1) is safe: the 2 at (1,2) and the 2 at (3,2) each have one of the last 2 mines of
    the 3 at (2,2).
hint; .#/##; 0
    (2,1), (1,2) and (2,2) are safe: the 0 at (1,1) touches no mine.
hint 3 1; #1#/11#
    (3,1) and (3,2) are safe: the 1 at (2,1) has its mine at (1,1), as the 1 at (1,2) shows.
hint 1 1; ####/1221
    (1,1) is safe: the 1 at (1,2) has its mine at (2,1), as the 2 at (3,2) and the 1 at
    (4,2) show.
hint 2 2; F2F/o##
    (2,2) and (3,2) are safe: the 2 at (2,1) has its mines at (1,1) and (3,1).
hint; 1#/oo; 1
    (2,1) is a mine: the 1 at (1,1) has only one cell for its mine.
hint; 3###/####; 4
    (2,1), (1,2) and (2,2) are mines: the 3 at (1,1) has only 3 cells for its mines.
hint 3 1; .2##/13##/##oo
    (3,1) and (3,2) are mines: the 2 at (2,1) has only 2 cells for its mines.
hint 3 1; ###/12#/o1#
    (3,1) is safe: otherwise the 1 at (2,3) would get too few mines, as the 1 at (1,2) and
    the 2 at (2,2) show.
hint 1 4; ..oo/112F/##2#/#22o/###o
    (1,4) is safe: otherwise the 2 at (3,2) would get too many mines, as the numbers at
    (1,2), (2,4) and (3,4) show.
hint 6 5; .1FF3#/.13#4#/.12#3#/.1F3##/134#2#/oFF###
    (6,5) is safe: otherwise the 4 at (3,5) would get too few mines, as the numbers at
    (4,4), (5,5), (3,2), (5,1), (5,2) and (5,3) show.
hint 4 2; #1##/13##/###1
    (4,2) is safe: the numbers at (1,2), (2,2) and (4,3) prove it together.
hint; #1.o###/11.o###/...o###; 1
    (5,1), (6,1), (7,1) and 6 more are safe: the only mine is found.
hint; #1.1#o##; 2
    (7,1) and (8,1) are safe: both mines are found.
hint; #1.1#o1#o##; 3
    (10,1) and (11,1) are safe: all 3 mines are found.
hint; o##/##o; 0
    (2,1), (3,1), (1,2) and (2,2) are safe: there are no mines.
hint; o#; 1
    (2,1) is a mine: 1 mine is left for 1 cell.
hint; o#/##; 3
    (2,1), (1,2) and (2,2) are mines: 3 mines are left for 3 cells.
hint; o#f/###; 5
    (2,1), (1,2), (2,2) and (3,2) are mines: 4 mines are left for 4 cells.
hint 4 1; #1o#; 2
    (4,1) is a mine: apart from (1,1), 1 mine is left for 1 cell.
hint 4 1; f1o#; 2
    (4,1) is a mine: 1 mine is left for 1 cell.
hint 40 1; #1o#1o#1o#1o#1o#1o#1o#1o#1o#1o#1o#1o#1o#; 14
    (40,1) is a mine: apart from all 13 mines that the numbers prove, 1 mine is left for 1
    cell.
hint 6 1; #1#1##; 1
    (5,1) and (6,1) are safe: the 1 at (2,1) needs the only mine left.
hint 5 1; #1#1###1; 2
    (5,1) and (6,1) are safe: apart from (7,1), the 1 at (2,1) needs the only mine left.
hint 5 1; #1#1##f1; 2
    (5,1) and (6,1) are safe: the 1 at (2,1) needs the only mine left.
hint 5 1; #1#1f##1; 2
    (5,1) and (6,1) are safe: apart from (7,1), the 1 at (2,1) needs the only mine left.
hint 7 1; #1##1###; 2
    (7,1) and (8,1) are safe: the 1 at (2,1) and the 1 at (5,1) need both mines left, and
    share none.
hint 1 1; ##2###/#####2; 4
    (1,1) and (1,2) are safe: the 2 at (3,1) and the 2 at (6,2) need all 4 mines left, and
    share none.
hint 5 1; ###1#1###; 1
    (5,1) is a mine: the 1 at (4,1) and the 1 at (6,1) prove it together, with the only mine
    left.
hint 7 1; ##1##1#1#; 4
    (7,1) is safe: the numbers at (3,1), (6,1) and (8,1) prove it together, with the 4 mines
    left.
hint 1 1; #####/#213#/f1.2#/#213#/#####; 6
    (1,1) is safe: not counting flags, the numbers at (4,2), (2,3) and (4,4) prove it
    together, with the 6 mines left.
hint 49 1; #1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o##; 12
    (49,1) and (50,1) are safe: the numbers at (2,1), (6,1), (10,1), (14,1), (18,1), (22,1),
    (26,1), (30,1), (34,1), (38,1), (42,1) and (46,1) need all 12 mines left, and share
    none.
hint 53 1; #1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o##; 13
    (53,1) and (54,1) are safe, but the proof is too long to show.
look; ####/11##; 2
    Look at the 1 at (1,2) and the 1 at (2,2).
look; o#/##; 3
    Count the mines that are left.
look; #1/#1; 1
    Nothing is certain: i for the best guess.
look; lattice
    Nothing simple is certain: i for a cell to try.
hint; lattice
    Too complex to count. Try (4,1).
hint; 1####/#####/#####; 4
    The best guess is (1,3) at 27%: nothing is certain.
hint; ######/######/#11###; 5
    The best guess is (1,3) at 27%: nothing is certain. (2,2) at 23% has less risk, but
    leads to less.
hint; 1#1./1#21/23##/####; 4
    The best guess is (4,3) at 40%: nothing is certain. It wins 3 times in 5. (2,1) at 20%
    has less risk, but wins less often.
hint; #1.1######/#1.1######; 6
    (1,1) at 50% or (1,2) at 50%: no number will ever tell. Guess now.
fair; #1/#1; 1
    Nothing is certain, so (1,1) is safe by the rule.
lost 4 1; ####/11##; 2
    You guessed, but (3,1) and (3,2) were safe: the 1 at (1,2) and the 1 at (2,2) share
    their mine.
survived 4 1; ####/11##; 2
    You could have known. (3,1) and (3,2) were safe: the 1 at (1,2) and the 1 at (2,2) share
    their mine.
lost 1 1; #1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o##; 13
    You guessed, but (53,1) and (54,1) were safe.
survived 1 1; #1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o##; 13
    You could have known. (53,1) and (54,1) were safe.
lost 2 2; 3###/####; 4
    You could have known this mine: the 3 at (1,1) touches only 3 covered cells, so all 3
    are mines.
lost 1 1; #1##/11##; 2
    You could have known this mine: the 1 at (1,2) touches only one covered cell.
lost 4 1; ####/o12o; 2
    You could have known this mine: the 2 at (3,2) needs one mine more than the 1 at (2,2),
    and it has only this cell to itself.
lost 4 1, 4 2; ####/o13#/oooo; 3
    You could have known these mines: the 3 at (3,2) needs 2 mines more than the 1 at (2,2),
    and it has only 2 cells to itself.
lost 2 1; o#/##; 3
    You could have known this mine: every covered cell was one.
lost 2 1, 1 2; o#/##; 3
    You could have known these mines: every covered cell was one.
lost 2 1, 1 2, 2 2; 1##/###; 2
    You could have known: one of (2,1), (1,2) and (2,2) was a mine.
lost 53 1; #1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o##; 15
    You could have known this mine, but the proof is too long to show.
lost 53 1, 54 1; #1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o#1#o##; 15
    You could have known these mines, but the proof is too long to show.
lost 5 3; 1####/#####/#####; 4
    Bad luck. No cell was certain, and 27% was the lowest risk: you win that guess 8 times
    in 11.
survived 5 3; 1####/#####/#####; 4
    A good guess. No cell was certain, and 27% was the lowest risk: you win that guess 8
    times in 11.
lost 1 2; #1/#1; 1
    Bad luck. A coin toss that no number could decide.
lost 3 1; 1####/#####/#####; 5
    Bad luck. Nothing was certain; 36% was close to the lowest risk, 33%.
lost 4 3; 1#1./1#21/23##/####; 4
    Bad luck. 60% to win was the best chance.
survived 2 1; 1#1./1#21/23##/####; 4
    A costly guess. Nothing was certain, but (4,3) wins 60 times in 100, yours 40.
survived 1 4; 1####/#####/#####/#####; 3
    A costly guess. Nothing was certain, but (5,2) wins 814 times in 1,000, yours 811.
lost 2 1; 1####/#####/#####; 4
    A costly guess. Nothing was certain, but (1,3) was safer: 27%, not 33%.
lost 6 1; ###1####/#####3##/######4#; 8
    Bad luck. Nothing was certain; 22% was the best guess, though 17% was the lowest risk.
lost 3 1; ###1####/#####3##/######4#; 8
    Bad luck. Nothing was certain; 22% was the best guess, though 17% was the lowest risk.
lost 10 1; #1.1######3#/#1.1########; 7
    A costly guess. Nothing was certain, but (1,1) at 50% or (1,2) at 50% had to be guessed
    anyway.
lost 20 19; lattice
    Too complex to count.
"""
SAID_ELSEWHERE = {
    **dict.fromkeys(("NOTHING_IS_LEFT", "PATTERN"), "the coach"),
    "FIRST_IS_SAFE": "the library",
    "FIRST_CELL": "the review",
    "STRICT_RULE": "the review",
    "NO_RISKIER": "boards that are too large for brute force, below",
}
"""The rows that no position is asked for, and who says them."""


def say(head: str) -> tuple[Sentence, Asked]:
    """Return the sentence that is asked for, and the position as it is asked about its claims."""
    what, drawing, *total = head.split("; ")
    verb, _, places = what.partition(" ")
    clues, flags = position(drawing, int(total[0]) if total else 99)
    cells = [
        clues.grid.cell(int(column), int(row)) for column, row in re.findall(r"(\d+) (\d+)", places)
    ]
    if verb in ("lost", "survived"):
        verdict = judge(clues, *cells)
        proof = verdict.explanation.proof if verdict.explanation else None
        sentence = verdict.if_lost if verb == "lost" else verdict.if_survived
        return sentence, Asked(clues, proof, revealed=cells)
    if cells:
        safe, _ = certain_cells(clues, with_total=bool(total))
        hint = certain_hint(clues, cells, flags, mine=not safe >> cells[0] & 1)
    else:
        hint = find_hint(clues, flags=flags, on_guess="fair" if verb == "fair" else "luck")
    sentence = where_to_look(clues, hint, "i") if verb == "look" else hint.sentence
    return sentence, Asked(clues, hint.proof, flags=flags)


def position(drawing: str, mine_count: int) -> tuple[Clues, CellSet]:
    """Return a position and its flags; a lattice is too wide to count, and is flagged."""
    if drawing == "lattice":
        wide = lattice(61)
        certain = analyse(wide)
        return wide.with_safe(certain.safe), certain.mines
    clues = drawn(drawing.replace("f", "#"), mine_count)
    faces = drawing.replace("/", "")
    return clues, set_of(cell for cell, face in zip(clues.grid, faces, strict=True) if face == "f")


@cache
def wordings() -> dict[str, str]:
    """Return the sentence below each head of the table."""
    rows = re.findall(r"^(\S.*)((?:\n    .*)+)", WORDINGS, re.MULTILINE)
    return {head: " ".join(map(str.strip, lines.split("\n"))).strip() for head, lines in rows}


@pytest.mark.parametrize("head", wordings())
def test_a_position_is_put_into_words(head: str) -> None:
    sentence, asked = say(head)
    assert str(sentence) == wordings()[head]
    check_sentence(sentence, asked)


def test_a_guess_of_less_risk_than_the_best_one_is_no_mistake() -> None:
    clues = clues_in("########\n###2####\n##1#####\n#1######\n########", 8)
    verdict = judge(clues, clues.grid.cell(2, 2))
    assert str(verdict.if_lost) == (
        "Bad luck. Nothing was certain; the best guess had 16% risk, yours 15%."
    )
    assert not verdict.is_costly


def test_each_row_of_the_table_is_said() -> None:
    said = {row.name for head in wordings() for row in check_sentence(*say(head))}
    assert {*ROWS} - said == {*SAID_ELSEWHERE}


# Random positions and games


def check_all(sentences: Iterator[tuple[Sentence, Asked]]) -> Counter[str]:
    """Check sentences; return how often each row of the table was said."""
    rows = Counter[str]()
    for sentence, asked in sentences:
        try:
            rows.update(row.name for row in check_sentence(sentence, asked))
        except AssertionError as error:
            error.add_note(f"{asked.clues.mine_count} mines, {sentence}\n{asked.clues}")
            raise
        assert sum(map(len, numbers_named(sentence))) <= MAX_PREMISES
    return rows


def numbers_named(sentence: Sentence) -> Iterator[tuple[int, ...]]:
    """Yield the digits of each mention of numbers."""
    return (mention.digits for mention in sentence.mentions)


def random_window(rng: Random) -> Clues:
    """Return a position in which some mines are known; in most of them, all that are obvious."""
    width, height = rng.randrange(3, 7), rng.randrange(3, 6)
    board = random_board(rng, width, height, width * height // rng.randrange(3, 6))
    mines = [cell for cell in board.grid if board.is_mine(cell)]
    known = set_of(rng.sample(mines, rng.randrange(len(mines))))
    clues = some_clues(board, rng)._replace(known_mines=known)
    if rng.random() < 0.2:
        return clues
    obvious = deduce(clues, pairs=False)
    return clues.with_safe(obvious.safe)._replace(known_mines=obvious.mines)


def some_of(rng: Random, cells: CellSet) -> CellSet:
    """Return any of the cells, from none to all."""
    every = cells_of(cells)
    return set_of(rng.sample(every, rng.randint(0, len(every))))


def proofs_in_windows(rng: Random, count: int) -> Iterator[tuple[Sentence, Asked]]:
    """Yield hints for all that is certain in windows, in which some proved mines are flagged."""
    for _ in range(count):
        clues = random_window(rng)
        flags = some_of(rng, certain_cells(clues)[1])
        safe, mines = certain_cells(clues, with_total=True)
        for mine, cells in ((False, safe), (True, mines & ~flags)):
            for cell in cells_of(cells):
                hint = certain_hint(clues, [cell], flags, mine=mine)
                yield hint.sentence, Asked(clues, hint.proof, flags=flags)


@pytest.mark.samples(160, 1_000)
def test_every_claim_of_a_proof_is_true(count: int) -> None:
    rows = check_all(proofs_in_windows(Random(46), count))
    assert {"HAS_ONLY", "OTHERWISE", "SHARE_MINES", "NEEDS_MORE"} <= {*rows}


def hints_of_games(rng: Random, setup: Setup, seeds: range) -> Iterator[tuple[Sentence, Asked]]:
    """Yield the hints of games that follow them, with some of the proved mines flagged."""
    for seed in seeds:
        game = Game(setup, deal(setup, seed, first := Grid(setup.width, setup.height).middle))
        game.play(Move("reveal", first))
        while game.status is Status.PLAYING:
            clues = clues_of(game)
            flags = some_of(rng, certain_without_total(clues, Budget(10_000)).mines)
            hint = find_hint(clues, flags=flags)
            if not hint.is_guess:
                yield hint.sentence, Asked(clues, hint.proof, flags=flags)
                yield where_to_look(clues, hint, "i"), Asked(clues, hint.proof, flags=flags)
            play = hint.cells if hint.risk != 1 else find_hint(clues, flags=clues.covered).cells
            for cell in cells_of(play):
                game.play(Move("reveal", cell))


@pytest.mark.samples(20, 120)
def test_every_claim_of_the_hints_of_a_game_is_true(count: int) -> None:
    """Among them those that count the mines left: what is counted is what the counter shows."""
    games = [*hints_of_games(Random(47), Setup(8, 8, 12, win="clear"), range(count))]
    games += hints_of_games(Random(48), Setup(5, 5, 6, win="clear"), range(2 * count))
    rows = check_all(iter(games))
    assert rows["PROOF"] > 10 * count
    assert rows["NEED_ALL_LEFT"] + rows["TOGETHER_WITH_COUNT"] > count // 10
    assert rows["APART_FROM"]


MAX_BOARDS = 400


def guesses(seed: int, count: int) -> Iterator[tuple[Sentence, Asked]]:
    """Yield what is said of random reveals in small positions, and the hints there."""
    rng = Random(seed)
    for _, clues in small_positions(seed, count):
        odds = analyse(clues)
        if not clues.covered & ~odds.mines or odds.layout_count > MAX_BOARDS:
            continue
        hint = find_hint(clues, flags=odds.mines)
        yield hint.sentence, Asked(clues, hint.proof, flags=odds.mines)
        for size in (1, 1, 1, 2, 3):
            covered = cells_of(clues.covered)
            cells = rng.sample(covered, min(size, len(covered)))
            verdict = judge(clues, *cells)
            proof = verdict.explanation.proof if verdict.explanation else None
            for sentence in {verdict.if_lost, verdict.if_survived}:
                yield sentence, Asked(clues, proof, revealed=cells)


@pytest.mark.samples(100, 800)
def test_every_claim_of_a_verdict_is_true(count: int) -> None:
    rows = check_all(guesses(49, count))
    assert {"WAS_SAFE", "KNOWN_MINE", "WINS_MORE", "LOWEST_RISK", "COIN_TOSS"} <= {*rows}
    assert rows["WINS_LESS_OFTEN"]
