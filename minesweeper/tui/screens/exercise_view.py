"""What is shown of an exercise: its question, a board that refutes the answer, or the proof."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from minesweeper.engine.board import REVEALED
from minesweeper.engine.cells import NO_CELLS, CellSet, cells_of, grow
from minesweeper.engine.game import Face, Game
from minesweeper.engine.notation import list_text
from minesweeper.learn.answers import Answer, AnswerVerb, Judgement
from minesweeper.learn.exercises import QUESTIONS, Exercise, ExerciseKind
from minesweeper.learn.lessons import WHOLE_BOARD_LESSONS
from minesweeper.solver.inference import Chain, Inference
from minesweeper.solver.proofs import Proof
from minesweeper.solver.sentences import Place, Sentence
from minesweeper.tui.canvas import Style
from minesweeper.tui.look.cells import FORGOTTEN_SIGN, Mark
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.look.zooms import SMALLEST_AUTO, ZOOMS
from minesweeper.tui.widgets.field import Field, Overlay
from minesweeper.tui.widgets.marks import Marks
from minesweeper.tui.widgets.position_page import Picture, forgotten_overlay

_SHORT_QUESTIONS: Final[dict[ExerciseKind, tuple[str, ...]]] = {
    "point": ("Which cell is certainly safe, or a mine?", "Which cell is certain?"),
    "safe": ("Which cell is certainly safe?", "Which cell is safe?"),
    "guess": ("Which cell is the best guess?", "Which is the best guess?"),
}
_CLAIMS: Final[dict[AnswerVerb, tuple[str, ...]]] = {
    "safe": ("You said: safe", "You: safe"),
    "mine": ("You said: a mine", "You: a mine"),
}
_REFUTATIONS: Final[dict[AnswerVerb, tuple[str, ...]]] = {
    "safe": ("A board on which it explodes", "It explodes here", "It explodes"),
    "mine": ("A board on which it is safe", "It is safe here", "It is safe"),
}
_SUPPOSITIONS: Final = {
    False: ("If it were a mine, step by step", "If it were a mine", "If a mine"),
    True: ("If it were safe, step by step", "If it were safe", "If safe"),
}
"""The headings of a chain, by whether it proves a mine."""
_MISTAKES: Final[dict[AnswerVerb, tuple[str, ...]]] = {
    "nothing": ("Wrong: something is certain", "Wrong: a cell is certain"),
    "guess": ("There is a better guess", "Not the best"),
}


def sign_texts(exercise: Exercise, theme: Theme) -> list[str]:
    """Return what the signs mean that are on the board of an exercise, such as "F is a mine"."""
    signs, clues = theme.glyphs.signs, exercise.clues
    meanings = (
        (clues.known_mines, f"{signs[Face.FLAG]} is a mine"),
        (exercise.flags, f"{signs[Face.FLAG]} is your flag"),
        (clues.forgotten, f"{FORGOTTEN_SIGN} hides a number"),
    )
    return [text for cells, text in meanings if cells]


def legend_sentence(texts: Sequence[str]) -> str:
    """Return what signs mean as a sentence; "" without any."""
    return f"Here {list_text([*texts])}." if texts else ""


class Reply(NamedTuple):
    """An answer, and what is true."""

    answer: Answer
    judgement: Judgement
    shows_proof: bool = False
    """Whether the proof has taken the place of the refuting board."""

    @property
    def refutes(self) -> bool:
        """Whether a board is shown that refutes the answer."""
        return self.judgement.layout is not None and not self.shows_proof

    @property
    def proof_follows(self) -> bool:
        """Whether the proof comes next: first a mistake is only said, or refuted by a board."""
        explains = self.judgement.hint is not None
        return explains and not self.judgement.is_right and not self.shows_proof

    @property
    def sentences(self) -> Sequence[Sentence]:
        """What is said now."""
        answer, judgement = self.answer, self.judgement
        if self.proof_follows:
            return () if answer.verb == "nothing" else judgement.sentences[:1]
        if self.shows_proof and judgement.hint:
            return (judgement.hint.sentence,)
        return judgement.sentences


class ExerciseView(NamedTuple):
    """An exercise that is asked, or has been answered."""

    exercise: Exercise
    reply: Reply | None = None

    @property
    def may_be_refuted(self) -> bool:
        """Whether a board can refute an answer."""
        return self.exercise.kind in ("point", "safe")

    @property
    def places(self) -> Sequence[Place]:
        """The marked cells; those that a move is about come first."""
        return self._marks().places

    def _marks(self) -> Marks:
        """Return the marks on the position."""
        marks, reply = Marks(), self.reply
        if reply and (reply.refutes or reply.proof_follows):
            marks.mark(self._places(reply.answer.cells), "own")
        elif reply:
            for sentence in reply.sentences:
                marks.put(sentence)
            hint = reply.judgement.hint
            if hint and hint.proof:
                marks.put(hint.sentence)
                marks.mark(self._places(hint.proof.found), "mine")
            if not reply.shows_proof:
                marks.mark(self._places(reply.answer.cells), "own")
        return marks

    def _places(self, cells: CellSet) -> Iterable[Place]:
        return map(self.exercise.clues.grid.place, cells_of(cells))

    @property
    def _disputed(self) -> CellSet:
        """The cell that the answer is about."""
        return self.reply.answer.cells if self.reply else NO_CELLS

    # Words

    def text(self, sentence: Sentence, view: Field) -> str:
        """Return a sentence with a tile for each mention."""
        marks = self._marks()
        marks.put(sentence)
        return marks.sentence(sentence, self.exercise.as_game(), view)

    def _headings(self, theme: Theme) -> tuple[tuple[str, ...], Style]:
        """Return the heading of the position, and its shorter forms."""
        reply = self.reply
        if not reply:
            kind = self.exercise.kind
            return (QUESTIONS[kind], *_SHORT_QUESTIONS[kind]), theme.header
        if reply.refutes:
            return _CLAIMS[reply.answer.verb], theme.header
        if reply.judgement.is_right:
            return ("Right",), theme.won
        if reply.shows_proof:
            return ("The proof",), theme.header
        return _MISTAKES.get(reply.answer.verb, ("Wrong",)), theme.lost

    @property
    def remark(self) -> str:
        """What a refuting board leaves out although it is said to fit; "" if nothing."""
        if not self.reply or not self.reply.refutes or self._draws_all_mines:
            return ""
        remark = "The mines that touch no number are not drawn."
        return remark if self.exercise.counts_mines else ""

    # Boards

    @property
    def _draws_all_mines(self) -> bool:
        """Whether a refuting board shows all mines, as their total is what counts."""
        return self.exercise.lesson in WHOLE_BOARD_LESSONS

    def pictures(self, view: Field, theme: Theme, *, has_room: bool) -> Iterator[Picture]:
        """Yield the position, and a board that refutes the answer.

        If there is room for a second one beside it, it may be the chain of the proof.
        """
        game = self.exercise.as_game()
        overlay = self._overlay(game, self._marks(), view)
        headings, style = self._headings(theme)
        yield Picture(headings, style, game, overlay)
        if self.reply and self.reply.refutes:
            yield self._refutation(self.reply, view, theme)
        elif self._proof and self._proof.chain and has_room:
            yield self._supposition(self._proof, self._proof.chain, view, theme)

    @property
    def _proof(self) -> Proof | None:
        """The proof that is shown, if any."""
        reply = self.reply
        hint = reply.judgement.hint if reply and not reply.proof_follows else None
        return hint.proof if hint else None

    def _overlay(self, game: Game, marks: Marks, view: Field) -> Overlay:
        """Return the overlay of marks, and of numbers that are not shown."""
        return forgotten_overlay(self.exercise.clues, view) | marks.overlay(game, view)

    def _supposition(self, proof: Proof, chain: Chain, view: Field, theme: Theme) -> Picture:
        """Return the position with what supposing the contrary forces.

        The cells that are forced have the number of their step beside their sign, if it has room.
        """
        game, marks, looks = self.exercise.as_game(), Marks(), view.looks_of_cells
        marks.put(proof.reason)
        overlay = self._overlay(game, marks, view)
        forced = (proof.cells, NO_CELLS) if proof.mine else (NO_CELLS, proof.cells)
        supposed = Inference((), *forced)
        for order, step in enumerate((supposed, *chain.steps)):
            sides: tuple[tuple[CellSet, Mark, str], ...] = (
                (step.safe, "safe", theme.glyphs.marks["safe"]),
                (step.mines, "danger", theme.glyphs.marks["mine"]),
            )
            for cells, mark, sign in sides:
                has_number = order and looks.zoom > ZOOMS[SMALLEST_AUTO]
                text = f"{order}{sign}" if has_number else sign
                overlay |= {
                    place: looks.mark(mark, sum(place) % 2, view.look_of(game, place), text)
                    for place in self._places(cells)
                }
        return Picture(_SUPPOSITIONS[proof.mine], theme.header, game, overlay)

    def _refutation(self, reply: Reply, view: Field, theme: Theme) -> Picture:
        """Return the board on which every number fits and the answer is false.

        Mines that no number touches are left covered, unless the mine total counts.
        """
        exercise, verb = self.exercise, reply.answer.verb
        layout = reply.judgement.layout or NO_CELLS
        if not self._draws_all_mines:
            touched = grow(exercise.clues.numbered, exercise.clues.grid.stride)
            layout &= touched | self._disputed
        game, safe = exercise.as_game(layout), Marks()
        for cell in cells_of(self._disputed & layout):
            game.cells[cell] |= REVEALED
        safe.mark(self._places(self._disputed & ~layout), "safe")
        overlay = forgotten_overlay(exercise.clues, view) | safe.overlay(game, view)
        return Picture(_REFUTATIONS[verb], theme.lost, game, overlay, shows_mines=True)
