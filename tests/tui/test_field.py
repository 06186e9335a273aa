"""The field: boards drawn at every zoom in every theme, the cells under a click, scrolling."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper import Game, Setup
from minesweeper.engine.cells import Cell, CellSet, Grid
from minesweeper.engine.game import Face
from minesweeper.solver.odds import Odds, RiskGroup
from minesweeper.tui.canvas import Canvas, Style
from minesweeper.tui.look.cells import CellLook, Mark, cell_looks
from minesweeper.tui.look.glyphs import DIGITS, LILY
from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.look.zooms import ZOOMS
from minesweeper.tui.widgets.field import Field, Overlay
from minesweeper.tui.widgets.layout import Box
from minesweeper.tui.widgets.marks import Marks
from minesweeper.tui.widgets.odds_map import odds_overlay, risk_level
from tests.harness.boards import board_of

SIX_BY_FOUR: Final = """
    *.....
    ..*...
    ......
    *....*
"""
# Themes with the colours of their terminal: exact ones, 256, 16, 8 or none.
THEMES: Final = [
    *((name, colours) for name in PALETTES for colours in (257, 256) if name != "mono"),
    *(("sea", 16), ("sea", 8), ("sea", 0)),
]
LOOKS: Final = [
    *((theme, colours, "unicode", zoom) for theme, colours in THEMES for zoom in (2, 7)),
    *((theme, 257, "unicode", zoom) for theme in ("sea", "classic") for zoom in (1, 3, 5, 11)),
    *(("sea", colours, "unicode", zoom) for colours in (16, 0) for zoom in (1, 3, 5)),
    *(("sea", colours, "ascii", zoom) for colours in (256, 16, 0) for zoom in ZOOMS),
    *((theme, 257, "emoji", 2) for theme in ("sea", "classic")),
    *(("sea", colours, "emoji", 2) for colours in (16, 0)),
]
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)


def game_in_progress(layout: str = SIX_BY_FOUR) -> Game:
    board = board_of(layout)
    game = Game(Setup(board.grid.width, board.grid.height, board.mine_count), board)
    game.reveal(board.grid.width - 1, 1)
    game.reveal(2, 1)
    game.flag(1, 1)
    game.flag(3, 2)
    return game


def lost_game() -> Game:
    game = game_in_progress()
    game.flag(4, 4)
    game.reveal(1, 4)
    return game


def won_game() -> Game:
    game = game_in_progress()
    board = board_of(SIX_BY_FOUR)
    for cell in game.grid:
        if not board.is_mine(cell):
            game.reveal(*game.grid.place(cell))
    return game


def field_of(
    grid: Grid,
    theme: str = "sea",
    colours: int = 257,
    glyphs: str = "unicode",
    zoom: int = 2,
    room: tuple[int, int] = (90, 40),
) -> Field:
    field = Field(grid, Looks(theme, glyphs, colours=colours))
    field.place_in(Box(1, 0, *room), zoom)
    return field


def draw(field: Field, game: Game, cursor: tuple[int, int] | None = None, **how: object) -> Canvas:
    canvas = Canvas(100, 40, blank=field.looks.theme.text)
    cell = game.grid.cell(*cursor) if cursor else None
    field.draw(canvas, game, cursor=cell, **how)  # type: ignore[arg-type]  # its own names
    return canvas


def picture(field: Field, canvas: Canvas) -> str:
    lines = canvas.lines()[field.box.row : field.box.bottom + 1]
    return "\n".join(line[field.box.column :] for line in lines)


Look = tuple[str, tuple[object, ...]]
"""A character with its colours and attributes."""


def columns_of(canvas: Canvas, row: int) -> list[Look]:
    """What stands in each column of a row of the screen."""
    looks: list[Look] = [(" ", attributes(canvas.blank))] * canvas.columns
    for column, text, style in canvas.pieces[row]:
        at = column
        for character in text:
            wide = 2 if character in "🚩❓💣💥❌🌸🧱" else 1
            looks[at : at + wide] = [(character, attributes(style))] * wide
            at += wide
    return looks


def attributes(style: Style) -> tuple[object, ...]:
    return tuple(getattr(style, name) for name in sorted(Style.__slots__))


def drawn_cell(field: Field, canvas: Canvas, place: tuple[int, int]) -> list[list[Look]]:
    """What stands in the rows and columns of a cell, those that it shares with others included."""
    zoom, (column, row) = ZOOMS[field.zoom], place
    left = field.box.column + zoom.columns * (column - field.left)
    half = zoom.half_rows * (row - field.top) + zoom.shares_rows
    rows = range(field.box.row + half // 2, field.box.row + (half + zoom.half_rows - 1) // 2 + 1)
    return [columns_of(canvas, each)[left : left + zoom.columns] for each in rows]


def pixels_of(canvas: Canvas, row: int) -> list[tuple[object, object]]:
    """The colours of the upper and of the lower half of each column of a row of the screen."""
    pixels: list[tuple[object, object]] = []
    for character, (background, *_, foreground, _, _) in (
        (text, (look[0], *look[1:])) for text, look in columns_of(canvas, row)
    ):
        if character == "▀":
            pixels.append((foreground, background))
        elif character == "▄":
            pixels.append((background, foreground))
        else:
            pixels.append((background, background))
    return pixels


# Pictures


PICTURES: Final = {
    ("sea", 0, "unicode", 1): """
⚑2■1··
■■⚑1··
■■■111
■■■■■■""",
    ("sea", 0, "unicode", 2): """
⚑ 2 ■ 1 · ·
■ ■ ⚑ 1 · ·
■ ■ ■ 1 1 1
■ ■ ■ ■ ■ ■""",
    ("sea", 0, "unicode", 3): """

 ⚑  2  ■  1  ·  ·

 ■  ■  ⚑  1  ·  ·

 ■  ■  ■  1  1  1

 ■  ■  ■  ■  ■  ■
""",
    ("sea", 0, "ascii", 5): """

  F    2    #    1    .    .

  #    #    F    1    .    .

  #    #    #    1    1    1

  #    #    #    #    #    #
""",
    ("sea", 0, "unicode", 7): """

   ⚑      2      ■      1      ·      ·



   ■      ■      ⚑      1      ·      ·


   ■      ■      ■      1      1      1



   ■      ■      ■      ■      ■      ■
""",
    ("sea", 256, "unicode", 2): """
⚑ 2 · 1
· · ⚑ 1
· · · 1 1 1
· · · · · ·""",
    ("sea", 256, "unicode", 5): """
▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
  ⚑    2    ▪    1
     ▀▀▀▀▀     ▄▄▄▄▄▀▀▀▀▀▄▄▄▄▄
  ▪    ▪    ⚑    1
               ▀▀▀▀▀▄▄▄▄▄▀▀▀▀▀
  ▪    ▪    ▪    1    1    1
               ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
  ▪    ▪    ▪    ▪    ▪    ▪
▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄""",
    ("sea", 16, "unicode", 3): """
▀▀▀   ▀▀▀
 ⚑  2  ▪  1  ·  ·
   ▀▀▀
 ▪  ▪  ⚑  1  ·  ·

 ▪  ▪  ▪  1  1  1
         ▀▀▀▀▀▀▀▀▀
 ▪  ▪  ▪  ▪  ▪  ▪
▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄""",
    ("sea", 257, "emoji", 2): """
🧱🧱🧱🧱🧱🧱🧱🧱
🧱🚩2   1     🧱
🧱    🚩1     🧱
🧱      1 1 1 🧱
🧱            🧱
🧱🧱🧱🧱🧱🧱🧱🧱""",
}


@pytest.mark.parametrize("look", PICTURES)
def test_a_board_is_drawn(look: tuple[str, int, str, int]) -> None:
    game = game_in_progress()
    field = field_of(game.grid, *look)
    lines = picture(field, draw(field, game)).split("\n")
    assert [line.rstrip() for line in lines] == PICTURES[look][1:].split("\n")


def test_at_seven_columns_signs_are_pixels_in_squares_of_seven() -> None:
    game = game_in_progress()
    field = field_of(game.grid, zoom=7)
    canvas = draw(field, game)
    flag = cell_looks(field.looks.theme, 7).face(Face.FLAG, 0)
    pixels = [pixels_of(canvas, row)[1:8] for row in range(4)]
    halves = [[pair[half] for pair in row] for row in pixels for half in (0, 1)][:7]
    shades: dict[object, str] = {
        flag.style.foreground: "#",
        flag.accent: "+",
        flag.style.background: " ",
    }
    assert ["".join(shades[pixel] for pixel in line) for line in halves] == [
        "       ",
        "  +##  ",
        "  +### ",
        "  +##  ",
        "  +    ",
        "  +    ",
        "       ",
    ]


def test_a_flag_under_the_cursor_has_a_pole_of_its_own_colour() -> None:
    for theme, colours in THEMES[:-1]:
        looks = cell_looks(field_of(game_in_progress().grid, theme, colours).looks.theme, 7)
        flag = looks.cursor(looks.face(Face.FLAG, 0))
        assert len({flag.style.foreground, flag.accent, flag.style.background}) == 3


def test_classic_cells_are_raised_and_each_stands_alone() -> None:
    game = game_in_progress()
    field = field_of(game.grid, "classic", zoom=7)
    canvas, theme = draw(field, game), field.looks.theme
    rows = [pixels_of(canvas, row)[1:8] for row in range(4)]
    halves = [[pair[half] for pair in row] for row in rows for half in (0, 1)][:7]
    light, dark = theme.colour("edge-light"), theme.colour("edge-dark")
    assert halves[0] == [light] * 6 + [dark]
    assert halves[6] == [light] + [dark] * 6
    assert {(line[0], line[6]) for line in halves[1:6]} == {(light, dark)}


@pytest.mark.parametrize(("zoom", "text"), [(2, ""), (3, "38"), (5, " 38%"), (7, "  38%")])
def test_the_odds_are_numbers_where_there_is_room(zoom: int, text: str) -> None:
    game = game_in_progress()
    field = field_of(game.grid, zoom=zoom)
    looks = field.looks_of_cells
    overlay = {(1, 3): looks.odds(2, "38%", 0, looks.face(Face.COVERED, 0))}
    _, row = field.position(game.grid.cell(1, 3))
    for is_quiet in (False, True):
        canvas = draw(field, game, (1, 3), overlay=overlay, is_quiet=is_quiet)
        shown = canvas.lines()[row][field.box.column : field.box.column + zoom]
        assert shown.strip("▌▐ ") == (text.strip() if zoom > 3 or not is_quiet else "")
    canvas = draw(field, game, overlay=overlay)
    assert canvas.lines()[row][field.box.column : field.box.column + zoom].rstrip() == text


@pytest.mark.parametrize("zoom", [5, 7, 11])
def test_with_few_colours_digits_are_bold_in_pixels_too(zoom: int) -> None:
    game = game_in_progress()
    field = field_of(game.grid, colours=16, zoom=zoom)
    digit = field.looks.theme.style("number-2", "open", bold=True)
    drawn = [
        (style.foreground, style.bold)
        for row in draw(field, game).pieces
        for _, text, style in row
        if digit.foreground in (style.foreground, style.background) and text.strip()
    ]
    assert drawn
    assert {*drawn} == {(digit.foreground, True)}


def test_in_the_largest_cells_the_odds_are_in_pixels() -> None:
    game = game_in_progress()
    field = field_of(game.grid, zoom=11)
    looks = field.looks_of_cells
    look = looks.odds(2, "38%", 0, looks.face(Face.COVERED, 0))
    canvas = draw(field, game, overlay={(1, 3): look})
    shades: dict[object, str] = {look.style.foreground: "#", look.style.background: " "}
    pixels = ["".join(shades[each] for each in row) for row in pixel_rows(field, canvas, (1, 3))]
    assert pixels == [
        *[" " * 11] * 3,
        *("  ### ###  ", "    # # #  ", "  ### ###  ", "    # # #  ", "  ### ###  "),
        *[" " * 11] * 2,
    ]


def pixel_rows(field: Field, canvas: Canvas, place: tuple[int, int]) -> Iterator[list[object]]:
    """The colours of a cell's pixels, row by row."""
    zoom, (column, row) = ZOOMS[field.zoom], place
    left = field.box.column + zoom.columns * (column - field.left)
    first = zoom.half_rows * (row - field.top) + zoom.shares_rows
    for half in range(first, first + zoom.half_rows):
        pixels = pixels_of(canvas, field.box.row + half // 2)
        yield [pair[half % 2] for pair in pixels[left : left + zoom.columns]]


# What is drawn, in every look


@pytest.mark.parametrize(("theme", "colours"), THEMES[:-1])
@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_pixel_at_the_edge_of_a_cell_has_its_background(
    theme: str, colours: int, zoom: int
) -> None:
    game = game_in_progress()
    field = field_of(game.grid, theme, colours, zoom=zoom)
    canvas = draw(field, game)
    for cell in game.grid:
        place = game.grid.place(cell)
        look = field.look_of(game, place)
        rows = [*pixel_rows(field, canvas, place)]
        if not look.edges:
            assert {*rows[0], *rows[-1]} == {look.style.background}
            assert all(row[0] == row[-1] == look.style.background for row in rows)


@pytest.mark.parametrize("look", LOOKS)
def test_every_mark_is_seen_and_marks_differ(look: tuple[str, int, str, int]) -> None:
    game = game_in_progress()
    field = field_of(game.grid, *look)
    plain = draw(field, game)
    kinds: dict[tuple[int, int], tuple[Mark, ...]] = {
        (1, 1): ("mine", "safe", "danger", "guess", "own"),  # a flag
        (2, 1): ("look", "second", "shade"),  # a number
        (1, 3): ("mine", "safe", "danger", "guess", "own", "other"),  # a covered cell
    }
    for place, used in kinds.items():
        looks = {}
        for mark in used:
            marks = Marks()
            marks.mark([place], mark)
            canvas = draw(field, game, overlay=marks.overlay(game, field))
            looks[mark] = str(drawn_cell(field, canvas, place))
        assert str(drawn_cell(field, plain, place)) not in looks.values()
        assert len({*looks.values()}) == len(used)


def overlays(game: Game, field: Field) -> Iterator[Overlay]:
    """Nothing, marks on cells of every kind, and all levels of the odds."""
    yield {}
    places = [
        (2, 1),
        (4, 1),
        (4, 2),
        (2, 2),
        (2, 3),
        (1, 3),
        (3, 3),
        (1, 4),
        (2, 4),
        (3, 4),
        (1, 1),
    ]
    marks = Marks()
    for place, mark in zip(places, MARKS, strict=True):
        marks.mark([place], mark)
    yield marks.overlay(game, field)
    yield odds_overlay(game, some_odds(game), field)


def some_odds(game: Game) -> Odds:
    """Odds, of no game, with all levels of risk, and cells that are far from numbers."""
    covered = [cell for cell in game.grid if not game.is_revealed(cell)]
    sets = [CellSet(sum(1 << cell for cell in covered[at::6])) for at in range(6)]
    groups = [
        RiskGroup(cells, count) for cells, count in zip(sets[2:], (10, 30, 60, 20), strict=True)
    ]
    return Odds(safe=sets[0], mines=sets[1], layout_count=100, risk_groups=groups, sea=sets[5])


def canvases(field: Field) -> Iterator[Canvas]:
    """Frames of every state of a game."""
    game = game_in_progress()
    for overlay in overlays(game, field):
        for cell in game.grid:
            place = game.grid.place(cell)
            yield draw(field, game, place, overlay=overlay)
            yield draw(field, game, place, overlay=overlay, is_quiet=True)
    yield draw(field, game, mines=True)
    yield draw(field, game, overlay=field.pressed_overlay(game, [game.grid.cell(1, 3)]))
    yield draw(field, game, overlay=field.flash_overlay(game, game.grid.cell(2, 1), {}))
    yield draw(field, lost_game())
    yield draw(field, won_game())
    paused = Canvas(100, 40)
    field.draw_paused(paused)
    yield paused


@pytest.mark.parametrize("look", LOOKS)
def test_every_frame_is_whole_and_takes_few_pairs_of_colours(
    look: tuple[str, int, str, int],
) -> None:
    field = field_of(game_in_progress().grid, *look)
    box, pairs = field.box, set()
    for canvas in canvases(field):
        for row, pieces in enumerate(canvas.pieces):
            is_inside = box.row <= row <= box.bottom
            assert is_inside or not pieces
            drawn = {column for column, *_ in pieces}
            assert not pieces or (box.column - 1 <= min(drawn) and max(drawn) <= box.right)
            assert not is_inside or {*range(box.column, box.right + 1)} <= filled(pieces)
            for _, _, style in pieces:
                has_both = style.foreground is not None and style.background is not None
                assert has_both is field.looks.theme.has_colours
                pairs.add((style.foreground, style.background))
    assert len(pairs) <= 200


def filled(pieces: list[tuple[int, str, Style]]) -> set[int]:
    """The columns in which something is drawn."""
    columns = set()
    for column, text, _ in pieces:
        wide = sum(2 if character in "🚩❓💣💥❌🌸🧱" else 1 for character in text)
        columns |= {*range(column, column + wide)}
    return columns


@pytest.mark.parametrize("look", LOOKS)
def test_the_cursor_is_seen_on_every_cell_quiet_or_not(look: tuple[str, int, str, int]) -> None:
    game = game_in_progress()
    field = field_of(game.grid, *look)
    for overlay in overlays(game, field):
        plain = draw(field, game, overlay=overlay)
        for cell in game.grid:
            place = game.grid.place(cell)
            if place in overlay and overlay[place].style.background == field.looks.theme.colour(
                "cursor"
            ):
                continue  # the player's own move has the colour of the cursor
            for is_quiet in (bool(overlay), True):
                canvas = draw(field, game, place, overlay=overlay, is_quiet=is_quiet)
                assert drawn_cell(field, canvas, place) != drawn_cell(field, plain, place)


@pytest.mark.parametrize(("theme", "colours"), THEMES[:-1])
@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_quiet_cursor_leaves_the_colour_of_a_mark(theme: str, colours: int, zoom: int) -> None:
    game = game_in_progress()
    field = field_of(game.grid, theme, colours, zoom=zoom)
    for mark in MARKS:
        marks = Marks()
        marks.mark([(1, 3)], mark)
        overlay = marks.overlay(game, field)
        canvas = draw(field, game, (1, 3), overlay=overlay, is_quiet=True)
        cell = drawn_cell(field, canvas, (1, 3))
        colours_shown = {colour for row in cell for _, look in row for colour in look[::3]}
        assert overlay[1, 3].style.background in colours_shown


# The ends of games


def test_in_small_cells_those_around_an_exploded_mine_glow() -> None:
    game = lost_game()
    for zoom, rings in ((1, 1), (2, 1), (3, 0), (5, 0), (11, 0)):
        field = field_of(game.grid, zoom=zoom)
        canvas, theme = draw(field, game), field.looks.theme
        glows = {theme.colour("glow"), theme.colour("glow-covered")}
        glowing = set()
        for cell in game.grid:
            place = game.grid.place(cell)
            if glows & {pixel for row in pixel_rows(field, canvas, place) for pixel in row}:
                glowing.add(place)
        expected = {
            (column, row)
            for column in range(1, 2 + rings)
            for row in range(4 - rings, 5)
            if (column, row) not in ((1, 4), (3, 2))  # the mine itself, and a flag
        }
        assert glowing == expected


@pytest.mark.parametrize("zoom", [2, 5])
def test_after_a_loss_mines_and_wrong_flags_are_shown(zoom: int) -> None:
    game = lost_game()
    field = field_of(game.grid, zoom=zoom)
    canvas = draw(field, game)
    places = {"⚑": (1, 1), "✹": (1, 4), "✗": (4, 4), "✱": (6, 4)}
    for glyph, place in places.items():
        column, row = field.position(game.grid.cell(*place))
        assert columns_of(canvas, row)[column][0] == glyph


@pytest.mark.parametrize(("theme", "colours"), THEMES)
def test_a_win_is_seen_by_lilies(theme: str, colours: int) -> None:
    game = won_game()
    field = field_of(game.grid, theme, colours, zoom=5)
    canvas = draw(field, game)
    for place in ((1, 1), (3, 2), (1, 4), (6, 4)):
        column, row = field.position(game.grid.cell(*place))
        glyph, (background, *_) = columns_of(canvas, row)[column]
        assert glyph == "✿"
        pads = {field.looks.theme.colour("pad"), field.looks.theme.colour("pad-2")}
        assert not colours or background in pads


def test_a_pause_shows_neither_numbers_nor_flags() -> None:
    for look in LOOKS:
        field = field_of(game_in_progress().grid, *look)
        canvas = Canvas(100, 40)
        field.draw_paused(canvas)
        assert not set(picture(field, canvas)) & set("12345678⚑F🚩■#")


# The mouse, scrolling, the part in sight


@given(
    st.sampled_from([*ZOOMS]),
    st.tuples(st.integers(1, 40), st.integers(1, 30)),
    st.tuples(st.integers(11, 95), st.integers(5, 39)),
    st.tuples(st.integers(0, 50), st.integers(0, 50)),
    st.booleans(),
)
def test_a_click_on_a_cell_gives_that_cell(
    zoom: int, size: tuple[int, int], room: tuple[int, int], by: tuple[int, int], is_emoji: bool
) -> None:
    """Each row of the screen belongs to one cell, and the field never leaves its room."""
    field = field_of(Grid(*size), glyphs="emoji" if is_emoji else "unicode", room=room, zoom=zoom)
    field.scroll(*by)
    box, seen = field.box, dict[Cell, set[tuple[int, int]]]()
    assert box.columns <= room[0]
    assert box.rows <= room[1]
    for column, row in product(
        range(box.column - 1, box.right + 2), range(box.row - 1, box.bottom + 2)
    ):
        cell = field.cell_at(column, row)
        is_inside = box.column <= column <= box.right and box.row <= row <= box.bottom
        assert is_inside or cell is None
        if cell is not None:
            assert field.is_in_sight(*field.grid.place(cell))
            seen.setdefault(cell, set()).add((column, row))
        else:
            assert is_emoji or not is_inside
    walls = field.across * field.down - len(seen)
    assert walls == 0 or is_emoji
    for cell, places in seen.items():
        assert field.position(cell) in places
        assert len({column for column, _ in places}) == zoom


def test_a_row_that_two_cells_share_belongs_to_the_lower_one_and_the_last_to_the_upper() -> None:
    field = field_of(Grid(3, 3), zoom=5)
    rows = [field.cell_at(3, row) for row in range(field.box.rows)]
    cells = [field.grid.cell(1, row) for row in (1, 2, 3)]
    assert rows == [cells[0], cells[0], cells[1], cells[1], cells[2], cells[2], cells[2]]


@given(
    st.sampled_from([*ZOOMS]),
    st.tuples(st.integers(1, 60), st.integers(1, 40)),
    st.integers(0),
    st.booleans(),
)
def test_a_cell_that_is_followed_is_in_sight(
    zoom: int, size: tuple[int, int], number: int, is_emoji: bool
) -> None:
    grid = Grid(*size)
    field = field_of(grid, glyphs="emoji" if is_emoji else "unicode", room=(40, 20), zoom=zoom)
    cells = [*grid]
    cell = cells[number % len(cells)]
    for scroll in (field.follow, field.centre):
        scroll(cell)
        assert field.is_in_sight(*grid.place(cell))
        assert field.nearest_in_sight(field.nearest_in_sight(cells[0])) == field.nearest_in_sight(
            cells[0]
        )
        field.scroll(-100, -100)
    field.show([grid.place(cell)])
    assert field.is_in_sight(*grid.place(cell))


def test_arrows_show_where_the_board_goes_on() -> None:
    game = game_in_progress("\n".join(["." * 60 + "*"] * 30))
    field = field_of(game.grid, room=(20, 10))
    box = field.box

    def arrows() -> dict[str, tuple[int, int]]:
        canvas = draw(field, game)
        beside = (box.column - 1, box.right + 1)
        places = product(beside, range(box.row, box.bottom + 1))
        found = {columns_of(canvas, row)[column][0]: (column, row) for column, row in places}
        return {glyph: place for glyph, place in found.items() if glyph != " "}

    right, middle = box.right + 1, box.row + box.rows // 2
    assert arrows() == {"▸": (right, middle), "▾": (right, box.bottom)}
    field.scroll(10, 10)
    assert arrows() == {
        "◂": (box.column - 1, middle),
        "▸": (right, middle),
        "▴": (right, box.row),
        "▾": (right, box.bottom),
    }
    field.scroll(100, 100)
    assert arrows() == {"◂": (box.column - 1, middle), "▴": (right, box.row)}


def test_the_tones_of_the_cells_stay_in_place_when_the_board_scrolls() -> None:
    board = board_of("\n".join(["." * 60 + "*"] * 30))
    game = Game(Setup(61, 30, 30), board)
    field = field_of(game.grid, room=(40, 20))
    before = draw(field, game).pieces[5]
    field.follow(game.grid.cell(30, 20))
    assert (field.left, field.top) != (1, 1)
    assert draw(field, game).pieces[5][:15] == before[:15]


# Details


def test_levels_of_risk() -> None:
    shares = (Fraction(0), Fraction(1, 100), Fraction(1, 4), Fraction(1, 2), Fraction(1))
    assert [risk_level(share) for share in shares] == [0, 1, 2, 3, 4]


def test_a_flag_keeps_its_place_among_the_odds() -> None:
    game = game_in_progress()
    for look in LOOKS:
        field = field_of(game.grid, *look)
        overlay = odds_overlay(game, some_odds(game), field)
        assert overlay[1, 1].glyph == field.looks.theme.glyphs.signs[Face.FLAG]
        assert overlay[1, 1].style is not field.look_of(game, (1, 1)).style or not look[1] > 16


def test_without_colours_small_cells_show_the_tens_of_their_risk() -> None:
    looks = cell_looks(Looks(colours=0).theme, 2)
    covered: CellLook = looks.face(Face.COVERED, 0)
    shown = [looks.odds(risk_level(Fraction(n, 100)), f"{n}%", 0, covered) for n in (0, 4, 38, 100)]
    assert [(look.glyph, look.style.reverse) for look in shown] == [
        *(("✓", True), ("0", True), ("3", True), ("✱", True))
    ]


def test_every_face_has_a_look() -> None:
    for theme, colours, glyphs, zoom in LOOKS:
        looks = cell_looks(Looks(theme, glyphs, colours=colours).theme, zoom)
        for face in (*Face, LILY):
            assert looks.face(face, 0).glyph or face in (Face.COVERED, Face.ZERO)
        assert {looks.face(face, 0).glyph for face in DIGITS} == set("12345678")
        covered = Face.COVERED, Face.FLAG, Face.QUESTION
        assert len({looks.face(face, 1).glyph for face in covered}) == len(covered)
