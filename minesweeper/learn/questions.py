"""The question of an exercise in words, in which a screen or plain mode names the cells."""

from minesweeper.engine.cells import CellSet
from minesweeper.learn.classification import all_certain
from minesweeper.learn.exercises import Exercise
from minesweeper.solver.phrases import Number, Phrase, cell_list


def question_of(exercise: Exercise) -> Phrase:
    """Return the question of an exercise."""
    clues, target = exercise.clues, exercise.target
    match exercise.kind:
        case "reduce" if target:
            number = Number(clues.grid.place(target), clues.numbers[target])
            return Phrase.of("what remains of ", number, " without its known mines?")
        case "numbers" if target:
            cell = CellSet(1 << target)
            mines = all_certain(clues, counts_mines=exercise.counts_mines).mines
            claim = "a mine" if mines & cell else "safe"
            return Phrase.of(
                "which numbers do you need to prove that ",
                cell_list(clues.grid, cell),
                f" is {claim}?",
            )
        case "safe":
            return Phrase.of("which cell is certainly safe?")
        case "guess":
            return Phrase.of("which cell gives the best chance to win?")
    return Phrase.of("which cell is certainly safe, or certainly a mine? Or is nothing certain?")
