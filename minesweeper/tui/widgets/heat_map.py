"""The odds on the board, as a heat map: a colour for every covered cell, and a few numbers."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from minesweeper.engine.cells import NO_CELLS, Cell, CellSet, cells_of, grow
from minesweeper.engine.game import Game
from minesweeper.engine.notation import percent_text
from minesweeper.solver.odds import Odds
from minesweeper.tui.canvas import width
from minesweeper.tui.look.theme import Theme
from minesweeper.tui.widgets.board import BoardView, Overlay

# The lowest risks of the second and of the third level of the odds.
RISK_LEVELS: Final = (Fraction(1, 4), Fraction(1, 2))
# The maximum count of numbers at zoom 2, with the one under the cursor.
MAX_NUMBERS: Final = 10


def heat_colours(game: Game, odds: Odds, view: BoardView) -> Overlay:
    """Return an overlay that colours the covered cells in sight by their level of risk.

    The sea has a colour of its own. From zoom 3 on, the other cells show their risk as a number.
    """
    theme, in_sight = view.looks.theme, _in_sight(view)
    overlay: Overlay = {}
    for cells, share, is_sea in _shares(odds):
        text = _sea_text(theme) if is_sea else _heat_text(share, theme)
        styles = theme.sea if is_sea else (theme.odds[_level(share)],) * 2
        for cell in cells_of(cells & in_sight):
            place = game.grid.place(cell)
            overlay[place] = "" if game.is_flagged(cell) else text, styles[sum(place) % 2]
    return overlay


def risk_numbers(game: Game, odds: Odds, view: BoardView, cursor: Cell, heat: Overlay) -> Overlay:
    """Return an overlay with the risk under the cursor and, at zoom 2, the lowest risks in sight.

    No two numbers touch, and none but that under the cursor follows a digit or a sign: `250` could
    be a 2 beside 50%. At zoom 1 there is no room for any. `heat` is the overlay of the colours.
    """
    theme, numbers = view.looks.theme, Overlay()
    if theme.glyphs.columns == 1:
        return numbers
    candidates, in_sight = _share_at(cursor, odds), _in_sight(view)
    if theme.glyphs.columns == 2:
        candidates += _lowest_risks(odds)
    near_numbers = NO_CELLS
    for cell, share in candidates:
        place, text = game.grid.place(cell), share_text(share, theme)
        if game.is_flagged(cell) or near_numbers >> cell & 1 or not in_sight >> cell & 1:
            continue
        is_apart = cell == cursor or text.startswith(" ")  # the cursor has a colour of its own
        if is_apart or _has_blank_before(game, view, place, heat):
            numbers[place] = text, heat[place][1]
            near_numbers |= grow(CellSet(1 << cell), game.grid.stride)
        if len(numbers) == MAX_NUMBERS:
            break
    return numbers


def _share_at(cursor: Cell, odds: Odds) -> list[tuple[Cell, Fraction]]:
    """Return the cell of the cursor with its risk; nothing if its risk is not known."""
    return [(cursor, share) for cells, share, _ in _shares(odds) if cells >> cursor & 1]


def _lowest_risks(odds: Odds) -> list[tuple[Cell, Fraction]]:
    """Return the uncertain cells beside numbers with their risks, the lowest first."""
    uncertain = [
        (share, cells)
        for cells, share, is_sea in _shares(odds)
        if share not in (0, 1) and not is_sea
    ]
    return [(cell, share) for share, cells in sorted(uncertain) for cell in cells_of(cells)]


def _has_blank_before(game: Game, view: BoardView, place: tuple[int, int], heat: Overlay) -> bool:
    """Return whether the text of the cell to the left ends with a blank."""
    column, row = place
    if column == view.left:
        return True
    text, _ = heat.get((column - 1, row), ("", None))
    art, _ = view.looks.theme.cells[0][game.face(game.grid.cell(column - 1, row))]
    return (text or art[0]).endswith(" ")


def _in_sight(view: BoardView) -> CellSet:
    """Return the cells in sight."""
    row = CellSet((1 << view.across) - 1)
    cells = NO_CELLS
    for number in range(view.top, view.last_row + 1):
        cells |= row << view.grid.cell(view.left, number)
    return cells


def _shares(odds: Odds) -> Iterator[tuple[CellSet, Fraction, bool]]:
    """Yield groups of covered cells with the same risk: cells, risk, and whether they are sea."""
    yield odds.safe, Fraction(0), False
    yield odds.mines, Fraction(1), False
    for group in odds.risk_groups:
        share = Fraction(group.mined_count, odds.layout_count)
        yield group.cells, share, share not in (0, 1) and bool(group.cells & odds.sea)


def _heat_text(share: Fraction, theme: Theme) -> str:
    """Return the text of a cell outside the sea: a number in large cells, else blanks or a sign.

    Colours do without signs, but for safe cells, as many players confuse green and red.
    """
    columns = theme.glyphs.columns
    if columns > 2:
        return share_text(share, theme)
    return " " * columns if theme.has_colours and share else _sign(share, theme)


def _sea_text(theme: Theme) -> str:
    """Return the text of a sea cell: blanks, or without colours "", which keeps its own."""
    return " " * theme.glyphs.columns if theme.has_colours else ""


def share_text(share: Fraction, theme: Theme) -> str:
    """Return a risk as text as wide as a cell; a percentage is at least 1% and at most 99%."""
    columns = theme.glyphs.columns
    if share in (0, 1):
        return _sign(share, theme)
    percent = percent_text(share)
    return f"{percent:>3}"[:2] if columns == 2 else percent.center(columns)


def _sign(share: Fraction, theme: Theme) -> str:
    """Return the glyph of a level of risk as text as wide as a cell."""
    columns, glyph = theme.glyphs.columns, theme.glyphs.odds[_level(share)]
    return " " * (2 - width(glyph)) + glyph if columns == 2 else glyph.center(columns)


def _level(share: Fraction) -> int:
    """Return the level of a risk: 0 for safe, 4 for a mine, and 1 to 3 for any other."""
    return 4 * int(share) if share in (0, 1) else 1 + sum(share >= least for least in RISK_LEVELS)
