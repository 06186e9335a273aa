"""The marks on cells that sentences mention, and the tiles that stand for them in a sentence."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from minesweeper.engine.game import Face, Game
from minesweeper.engine.notation import list_text, percent_text
from minesweeper.solver.chance_text import chance_percent_text
from minesweeper.solver.sentences import CellRole, Mention, Place, Sentence
from minesweeper.tui.look.cells import Mark
from minesweeper.tui.look.tiles import tile
from minesweeper.tui.widgets.field import Field, Overlay

_MARKS: Final[Mapping[CellRole, Mark]] = {
    "look": "look",
    "second": "second",
    "support": "shade",
    "mine": "mine",
    "safe": "safe",
    "danger": "danger",
    "guess": "guess",
    "other": "other",
    "own": "own",
}
_OF_MOVES: Final[tuple[Mark, ...]] = ("own", "best", "safe", "danger", "guess", "wrong")
"""The marks of cells that a move is about; the others are its reasons."""
_WITH_RISK: Final[tuple[Mark, ...]] = ("guess", "other")
_OF_MINES: Final[tuple[Mark, ...]] = ("mine", "danger")
"""Marks that a flag, and a mine that is shown, say themselves."""
_SMALLEST_WITH_RISK: Final = 5
"""The smallest zoom at which a cell has room for its risk."""
MAX_SINGLE_TILES: Final = 3
"""More cells than this have one tile together."""


class Marks:
    """The marked cells, and the mark of each."""

    def __init__(self) -> None:
        self._marks: dict[Place, Mark] = {}
        self._risks: dict[Place, Fraction] = {}
        """The risks of cells to guess."""

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
        return sorted(self._marks, key=lambda place: self._marks[place] not in _OF_MOVES)

    def overlay(self, game: Game, field: Field) -> Overlay:
        """Return the overlay of the marks; an exploded mine is drawn as it is."""
        looks = field.looks_of_cells
        return {
            place: looks.mark(
                mark, sum(place) % 2, field.look_of(game, place), self._text(game, place, field)
            )
            for place, mark in self._marks.items()
            if _face(game, place) != Face.EXPLODED
        }

    def _text(self, game: Game, place: Place, field: Field) -> str:
        """Return the text of a marked cell; "" if the cell keeps its own."""
        mark, face = self._marks[place], _face(game, place)
        if face.is_number or (mark in _OF_MINES and face in (Face.FLAG, Face.MINE)):
            return ""
        if mark in _WITH_RISK and place in self._risks and field.zoom >= _SMALLEST_WITH_RISK:
            return percent_text(self._risks[place])
        return field.looks.theme.glyphs.marks.get(mark, "")

    # Sentences

    def sentence(self, sentence: Sentence, game: Game, field: Field) -> str:
        """Return a sentence with a tile for what it mentions, in which every cell is marked.

        If a cell is out of sight, the whole sentence names columns and rows instead.
        """
        places = [place for mention in sentence.mentions for place in mention.places]
        if not all(field.is_in_sight(*place) for place in places):
            return str(sentence)
        return sentence.text(lambda mention: self._name(mention, game, field))

    def _name(self, mention: Mention, game: Game, field: Field) -> str:
        """Return the tiles of a mention, and how many cells there are if they share one."""
        count, quantifier = len(mention.places), mention.quantifier
        if quantifier in ("each", "list") and count <= MAX_SINGLE_TILES:
            tiles = [self._tile(place, game, field) for place in mention.places]
            return list_text(tiles) if quantifier == "list" else " ".join(tiles)
        if count > 1:
            words = f"these {count}"
            if quantifier == "all":
                words = "both" if count == 2 else f"all {count}"
            return f"{words} {self._shared_tile(mention, game, field)}"
        name = self._tile(mention.places[0], game, field)
        if mention.risk is not None and (risk := chance_percent_text(mention.risk)) not in name:
            name += f", {risk}"
        return f"this {name}" if quantifier == "this" else name

    def _tile(self, place: Place, game: Game, field: Field) -> str:
        """Return a tile with what the board shows in a marked cell."""
        face, signs = _face(game, place), field.looks.theme.glyphs.signs
        if face == Face.EXPLODED:
            return tile("exploded", signs[face])
        text = self._text(game, place, field)
        own = field.looks_of_cells.glyph_of(field.look_of(game, place)) and signs[face]
        return tile(self._marks[place], text or own)

    def _shared_tile(self, mention: Mention, game: Game, field: Field) -> str:
        """Return one tile for several cells, with their glyph if they have the same."""
        tiles = {self._tile(place, game, field) for place in mention.places}
        if len(tiles) == 1:
            return tiles.pop()
        mark, glyphs = _MARKS[mention.role], field.looks.theme.glyphs
        return tile(mark, "" if mention.digits else glyphs.marks.get(mark, ""))


def _face(game: Game, place: Place) -> Face:
    return game.face(game.grid.cell(*place))
