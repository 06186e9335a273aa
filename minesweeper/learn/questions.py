"""The question of an exercise in words, in which a screen or plain mode names the cells."""

from minesweeper.engine.cells import CellSet
from minesweeper.learn.classification import all_certain
from minesweeper.learn.exercises import Exercise
from minesweeper.solver.sentences import Sentence, cells_in, numbers_in, say


def question_of(exercise: Exercise) -> Sentence:
    """Return the question of an exercise."""
    clues, target = exercise.clues, exercise.target
    match exercise.kind:
        case "reduce" if target:
            number = numbers_in(clues, [target], "look")
            return say("What remains of {number} without its known mines?", number=number)
        case "numbers" if target:
            cell = CellSet(1 << target)
            mines = all_certain(clues, counts_mines=exercise.counts_mines).mines
            claim = "a mine" if mines & cell else "safe"
            return say(
                "Which numbers do you need to prove that {cell} is {claim}?",
                cell=cells_in(clues.grid, cell, "guess"),
                claim=claim,
            )
        case "safe":
            return say("Which cell is certainly safe?")
        case "guess":
            return say("Which cell gives the best chance to win?")
    return say("Which cell is certainly safe, or certainly a mine? Or is nothing certain?")
