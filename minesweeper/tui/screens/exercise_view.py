"""What is shown of an exercise: its position, a board that refutes the answer, or the proof."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from minesweeper.engine.board import REVEALED
from minesweeper.engine.cells import CellSet, cells_of, grow
from minesweeper.engine.game import Face, Game
from minesweeper.learn.answers import Answer, Judgement
from minesweeper.learn.exercises import Exercise
from minesweeper.solver.clues import Clues
from minesweeper.solver.sentences import Place, Sentence
from minesweeper.tui.look.tiles import TextRole
from minesweeper.tui.widgets.field import Field, Overlay
from minesweeper.tui.widgets.marks import Marks


class Reply(NamedTuple):
    """An answer, and what is true."""

    answer: Answer
    judgement: Judgement
    time: str = ""
    """What the answer took; "" for a second one, which does not count."""
    progress: str = ""
    """How far the player has come with it."""
    shows_proof: bool = False
    """Whether the proof has taken the place of what refutes the answer."""

    @property
    def proof_follows(self) -> bool:
        """Whether it can be shown what is certain: first the player may try again."""
        judgement = self.judgement
        return judgement.hint is not None and not judgement.is_right and not self.shows_proof

    @property
    def refutation(self) -> CellSet | None:
        """The mines of a board that refutes the answer; None if none is shown."""
        return None if self.shows_proof else self.judgement.layout

    @property
    def title(self) -> tuple[str, TextRole]:
        """What is said first, and its colour."""
        judgement, verb = self.judgement, self.answer.verb
        if self.shows_proof:
            return "What is certain", "bright"
        if verb == "guess" and not judgement.is_right:
            return "A costly guess", "bad"
        if verb == "guess":
            return "Nearly the best" if judgement.cost else "The best guess", "good"
        if judgement.is_right:
            return "Right", "good"
        if verb == "nothing":
            return "Something is certain", "bad"
        is_contrary = judgement.hint is not None and bool(judgement.hint.cells & self.answer.cells)
        return "Wrong" if is_contrary else "Not certain", "bad"

    @property
    def sentences(self) -> Sequence[Sentence]:
        """What is said now."""
        answer, judgement = self.answer, self.judgement
        if self.shows_proof and judgement.hint:
            return (judgement.hint.sentence,)
        if self.proof_follows:
            return () if answer.verb == "nothing" else judgement.sentences[:1]
        return judgement.sentences


class ExerciseView(NamedTuple):
    """An exercise that is asked, or has been answered."""

    exercise: Exercise
    reply: Reply | None = None

    @property
    def game(self) -> Game:
        """The position, or a board on which every number fits and the answer is false."""
        layout = self.reply.refutation if self.reply else None
        if not self.reply or layout is None:
            return self.exercise.as_game()
        game = self.exercise.as_game(layout)
        for cell in cells_of(self.reply.answer.cells & layout):
            game.cells[cell] |= REVEALED
        return game

    @property
    def places(self) -> Sequence[Place]:
        """The marked cells; those that a move is about come first."""
        return self._marks().places

    def _marks(self) -> Marks:
        marks, reply = Marks(), self.reply
        if not reply:
            return marks
        layout = reply.refutation
        if layout is not None:
            marks.mark(self._places(reply.answer.cells & ~layout), "safe")
        for sentence in reply.sentences:
            marks.put(sentence)
        if layout is not None:
            marks.mark(self._places(layout & ~self.exercise.clues.known_mines), "mine")
        elif (hint := reply.judgement.hint) and hint.proof and not reply.proof_follows:
            marks.mark(self._places(hint.proof.found), "mine")
        return marks

    def _places(self, cells: CellSet) -> Iterable[Place]:
        return map(self.exercise.clues.grid.place, cells_of(cells))

    def overlay(self, view: Field) -> Overlay:
        """Return what is drawn over the position."""
        game = self.game
        return drawing_overlay(self.exercise.clues, game, view) | self._marks().overlay(game, view)

    def texts(self, view: Field) -> list[str]:
        """Return what is said about an answer, with a tile for each mention."""
        marks, game = self._marks(), self.game
        sentences = self.reply.sentences if self.reply else ()
        return [marks.sentence(each, game, view) for each in sentences]

    @property
    def cells_to_answer(self) -> CellSet:
        """The cells that may be an answer."""
        clues = self.exercise.clues
        return clues.covered & ~clues.known_mines & ~self.exercise.flags


def question_marks(clues: Clues) -> CellSet:
    """Return the open cells that are shown as question marks.

    Where a number is not given, but no covered cell touches it, it is zero: the edges of a drawing
    are walls.
    """
    return clues.forgotten & grow(clues.covered, clues.grid.stride)


def drawing_overlay(clues: Clues, game: Game, view: Field) -> Overlay:
    """Return an overlay that tells the cells whose numbers are unknown from zeros.

    Without colours covered cells stand out from them, which are dim.
    """
    looks, theme, place = view.looks_of_cells, view.looks.theme, clues.grid.place
    unknown = map(place, cells_of(question_marks(clues)))
    overlay = {at: looks.forgotten(sum(at) % 2) for at in unknown}
    for cell in () if theme.has_colours else clues.grid:
        if game.face(cell) == Face.COVERED:
            at = place(cell)
            overlay[at] = looks.face(Face.COVERED, sum(at) % 2)._replace(style=theme.text)
    return overlay
