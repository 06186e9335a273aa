"""How the coach's answers are shown: as sentences, marks on cells, and colours of the odds."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from minesweeper.engine.cells import Cell, cells_of
from minesweeper.engine.game import Face
from minesweeper.engine.notation import capitalise
from minesweeper.play.coach import TOO_WIDE, Coach
from minesweeper.play.session import Session
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.odds import Odds
from minesweeper.solver.sentences import Place, Sentence
from minesweeper.tui.look.cells import LARGEST_OF_SIGNS
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.tiles import TextRole, emphasis, tile
from minesweeper.tui.widgets.blocks import odds_legend
from minesweeper.tui.widgets.field import Field, Overlay
from minesweeper.tui.widgets.marks import Marks
from minesweeper.tui.widgets.odds_map import odds_overlay
from minesweeper.tui.widgets.side import Part

WRONG_FLAG: Final = "This flag {} is wrong: the cell is safe."
TENS: Final = "A digit on a covered cell counts tens: 3 is 30 to 39%."


class CoachView:
    """Turns the coach's answers about a game into parts of a side and an overlay on its cells."""

    def __init__(self, session: Session, looks: Looks, view: Field) -> None:
        self.coach = Coach(session)
        self.shows_odds = False
        self._looks = looks
        self._view = view
        self._shown_flag = -1
        """The number of the wrong flag that is shown; -1 while only their count is said."""

    @property
    def is_on_board(self) -> bool:
        """Whether help is drawn on the board, which a full cursor would hide."""
        return bool(self.shows_odds or self.coach.hint or self.wrong_flag is not None)

    @property
    def marked(self) -> list[Place]:
        """The marked cells; those that a move is about come before the numbers."""
        return self._marks().places

    # The side

    @property
    def title(self) -> str:
        """The name of the pattern that the hint has found; "" without one."""
        hint = self.coach.hint if self.coach.has_named_move else None
        pattern = hint.proof.pattern if hint and hint.proof else None
        return capitalise(pattern.label) if pattern else ""

    def body(self, cursor: Cell) -> list[Part]:
        """Return what the coach says now: a hint, the check of the flags, or the odds."""
        coach = self.coach
        if coach.check:
            return [*self._check_sentences()]
        if coach.answer:
            return [*self._sentences()]
        return self._odds_parts(cursor) if self.shows_odds and coach.odds else []

    def offers(self) -> Mapping[str, str]:
        """Return what to do with what is said: a text for each action, the first one first."""
        coach = self.coach
        if coach.check and coach.check.wrong:
            return self._check_offers(coach.check.wrong.bit_count())
        if coach.hint:
            return {"hint": "play it" if coach.has_named_move else "tell me"}
        return {"odds": "hide the odds"} if self.shows_odds else {}

    def verdict(self) -> list[str]:
        """Return the judgement on the move that lost; empty before the review is done."""
        return [*map(with_label, self._sentences())] if self.coach.review else []

    def _sentences(self) -> list[str]:
        marks, game = self._marks(), self.coach.session.game
        return [marks.sentence(each, game, self._view) for each in self._answer]

    @property
    def _answer(self) -> list[Sentence]:
        """The answer to show: its first sentence, and a reason if that has one of its own."""
        answer = self.coach.answer
        return [*answer[:1], *(each for each in answer[1:] if any(each.mentions))]

    # Marks

    def _marks(self) -> Marks:
        """Return the marks on the cells that the present answer is about."""
        coach, marks = self.coach, Marks()
        for sentence in self._answer:
            marks.put(sentence)
        verdict = coach.review.verdict if coach.review else None
        hint = verdict.explanation if verdict else coach.hint
        place = coach.session.game.grid.place
        if hint and hint.proof and (verdict or coach.has_named_move):
            marks.mark(map(place, cells_of(hint.proof.found)), "mine")
        if self.wrong_flag is not None:
            marks.mark([place(self.wrong_flag)], "wrong")
        return marks

    def overlay(self) -> Overlay:
        """Return the overlay of the odds, if they are shown, with the marks over it."""
        game, odds = self.coach.session.game, self.coach.odds if self.shows_odds else None
        overlay = odds_overlay(game, odds, self._view) if odds else {}
        return overlay | self._marks().overlay(game, self._view)

    # The check of the flags

    @property
    def _wrong_flags(self) -> list[Cell]:
        check = self.coach.check
        return cells_of(check.wrong) if check else []

    @property
    def wrong_flag(self) -> Cell | None:
        """The wrong flag that is shown."""
        flags = self._wrong_flags
        return flags[self._shown_flag % len(flags)] if flags and self._shown_flag >= 0 else None

    def check_flags(self, now: int) -> str:
        """Check the flags; asked again, show the next wrong one.

        Return what there is to say if there are no flags; the answer of before then stays.
        """
        if self.coach.check:
            self._shown_flag += 1
            return ""
        checked = self.coach.check_flags(now)
        if not checked.flags:
            return checked.sentence
        self._shown_flag, self.shows_odds = -1, False
        return ""

    def _check_sentences(self) -> list[str]:
        check = self.coach.check
        assert check, "only a check has sentences"
        count = emphasis("bright", check.sentence) if check.wrong else check.sentence
        if self.wrong_flag is None:
            return [count]
        sign = self._looks.theme.glyphs.signs[Face.WRONG_FLAG]
        shown = WRONG_FLAG.format(tile("wrong", sign))
        return [count, shown] if len(self._wrong_flags) > 1 else [shown]

    def _check_offers(self, count: int) -> Mapping[str, str]:
        if self.wrong_flag is None:
            return {"check-flags": "show it" if count == 1 else "show them"}
        return {"flag": "take it off", **({"check-flags": "next"} if count > 1 else {})}

    # The odds

    def toggle_odds(self, now: int) -> None:
        """Show the odds of the covered cells, or hide them."""
        self.shows_odds = not self.shows_odds
        if self.shows_odds:
            self.coach.session.note_help("odds", now)
            self.coach.forget_answer()

    def _odds_parts(self, cursor: Cell) -> list[Part]:
        """Return the legend, and the risk at the cursor and far from all numbers in words."""
        odds, theme = self.coach.odds, self._looks.theme
        assert odds, "they are shown"
        if not odds.layout_count:
            return [f"{capitalise(TOO_WIDE)}."]
        legend: list[Part] = [odds_legend(theme)] * theme.has_colours
        far = odds.sea & ~odds.safe & ~odds.mines
        is_covered = self.coach.clues.covered >> cursor & 1
        here = emphasis("bright", _risk_text(odds, cursor)) if is_covered else ""
        if here and far >> cursor & 1 and theme.has_colours:
            return [*legend, f"Here {here}, as in every {tile('far', '')}."]
        parts: list[Part] = [*legend, *([f"Here {here}"] if here else [])]
        if far:
            where = f"{tile('far', '')} far" if theme.has_colours else "Far"
            risk = emphasis("bright", _risk_text(odds, cells_of(far)[0]))
            parts.append(f"{where} from all numbers: {risk}")
        if not theme.has_colours and self._view.zoom <= LARGEST_OF_SIGNS:
            parts.append(TENS)
        return parts


def with_label(verdict: str, role: TextRole = "bright") -> str:
    """Return a verdict with its short first sentence, such as "Bad luck.", emphasised."""
    label, stop, rest = verdict.partition(". ")
    if not stop or len(label) > _MAX_LABEL:
        return verdict
    return f"{emphasis(role, label + '.')} {rest}"


# A longer first sentence of a verdict is no label.
_MAX_LABEL: Final = len("You could have known")


def _risk_text(odds: Odds, cell: Cell) -> str:
    return chance_percent_text(Fraction(odds.mined_count(cell), odds.layout_count))
