"""The marks on cells that sentences mention, and the tiles that stand for them in a sentence."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from minesweeper.engine.game import Face, Game
from minesweeper.engine.notation import list_text, percent_text
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.sentences import CellRole, Mention, Place, Sentence
from minesweeper.tui.look.glyphs import DIGITS, Glyphs
from minesweeper.tui.look.theme import Mark, Theme
from minesweeper.tui.look.tiles import tile
from minesweeper.tui.widgets.board import BoardView, Overlay

_MARKS: Final[Mapping[CellRole, Mark]] = {
    "look": "premise",
    "second": "second",
    "support": "support",
    "mine": "mine",
    "safe": "target",
    "danger": "danger",
    "guess": "guess",
    "other": "support",
    "own": "own",
}
MAX_SINGLE_TILES: Final = 3
"""More cells than this have one tile together."""


class Marks:
    """The marked cells, and the mark of each."""

    def __init__(self) -> None:
        self._marks: dict[Place, Mark] = {}
        self._risks: dict[Place, Fraction] = {}
        """The risks that are written in cells to guess."""

    def clear(self) -> None:
        """Remove all marks."""
        self._marks.clear()
        self._risks.clear()

    def put(self, sentence: Sentence) -> None:
        """Mark the cells that a sentence mentions, in its order."""
        for mention in sentence.mentions:
            self.mark(mention.places, _MARKS[mention.role])
            if mention.risk is not None:
                self._risks[mention.places[0]] = mention.risk

    def mark(self, places: Iterable[Place], mark: Mark) -> None:
        """Mark the cells that have no mark yet."""
        for place in places:
            self._marks.setdefault(place, mark)

    @property
    def places(self) -> list[Place]:
        """The marked cells; those that a move is about come before the reasons."""
        moves = ("own", "best", "target", "danger", "guess")
        return sorted(self._marks, key=lambda place: self._marks[place] not in moves)

    def overlay(self, game: Game, theme: Theme, below: Overlay) -> Overlay:
        """Return the overlay of the marks, which keeps texts of the overlay `below`.

        An exploded mine is drawn as it is.
        """
        overlay = {}
        for place, mark in self._marks.items():
            if _face(game, place) != Face.EXPLODED:
                text = self.text(game, place, theme.glyphs) or below.get(place, ("",))[0]
                overlay[place] = text, theme.marks[mark]
        return overlay

    def text(self, game: Game, place: Place, glyphs: Glyphs) -> str:
        """Return the text of a marked cell; "" if the cell keeps its own."""
        mark, face = self._marks[place], _face(game, place)
        if face == Face.COVERED:
            return self._risk_text(game, place, glyphs) or glyphs.mark_texts.get(mark, "")
        if face not in (Face.FLAG, Face.QUESTION):
            return ""
        if mark == "mine" and face == Face.FLAG:
            return ""  # the flag says it
        glyph = glyphs.mark_texts.get(mark, "")
        if not glyph or glyphs.is_emoji or glyphs.columns == 1:
            return glyph
        return glyph.strip() + glyphs.signs[Face(face)]

    def _risk_text(self, game: Game, place: Place, glyphs: Glyphs) -> str:
        """Return the risk of a guess as text; "" if there is none, or no room for it.

        At zoom 2 it must not touch a number to its left.
        """
        risk, (column, row) = self._risks.get(place), place
        if risk is None or glyphs.columns == 1:
            return ""
        percent = percent_text(risk)
        if glyphs.columns > 2:
            return percent.center(glyphs.columns)
        touches = column > 1 and _face(game, (column - 1, row)) in DIGITS
        return "" if touches else percent[:2]

    # Sentences

    def sentence(self, sentence: Sentence, game: Game, view: BoardView) -> str:
        """Return a sentence with a tile for what it mentions, in which every cell is marked.

        If a cell is out of sight, the whole sentence names columns and rows instead.
        """
        places = [place for mention in sentence.mentions for place in mention.places]
        if not all(view.is_in_sight(*place) for place in places):
            return str(sentence)
        glyphs = view.looks.theme.glyphs
        return sentence.text(lambda mention: self._name(mention, game, glyphs))

    def _name(self, mention: Mention, game: Game, glyphs: Glyphs) -> str:
        """Return the tiles of a mention, and how many cells there are if they share one."""
        count, quantifier = len(mention.places), mention.quantifier
        if quantifier in ("each", "list") and count <= MAX_SINGLE_TILES:
            tiles = [self._tile(place, game, glyphs) for place in mention.places]
            return list_text(tiles) if quantifier == "list" else " ".join(tiles)
        if count > 1:
            words = f"these {count}"
            if quantifier == "all":
                words = "both" if count == 2 else f"all {count}"
            return f"{words} {self._shared_tile(mention, game, glyphs)}"
        name = self._tile(mention.places[0], game, glyphs)
        if mention.risk is not None and (risk := chance_percent_text(mention.risk)) not in name:
            name += f", {risk}"
        return f"this {name}" if quantifier == "this" else name

    def _tile(self, place: Place, game: Game, glyphs: Glyphs) -> str:
        """Return a tile with what the board shows in a marked cell."""
        face = _face(game, place)
        if face == Face.EXPLODED:
            return tile("exploded", glyphs.signs[Face.EXPLODED])
        is_blank = face == Face.COVERED and glyphs.covered_is_blank
        text = self.text(game, place, glyphs) or ("" if is_blank else glyphs.signs[Face(face)])
        return tile(self._marks[place], text.strip())

    def _shared_tile(self, mention: Mention, game: Game, glyphs: Glyphs) -> str:
        """Return one tile for several cells, with their glyph if they have the same."""
        tiles = {self._tile(place, game, glyphs) for place in mention.places}
        if len(tiles) == 1:
            return tiles.pop()
        mark = _MARKS[mention.role]
        return tile(mark, "" if mention.digits else glyphs.mark_texts.get(mark, "").strip())


def _face(game: Game, place: Place) -> int:
    column, row = place
    return game.faces(row, column, column, mines=False)[0]
