"""The map of a board: drawn positions, and laws checked by looking at every cell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.engine.cells import Cell
from minesweeper.engine.game import Face, Game, Move, Status
from minesweeper.play.survey import FRONT_SIZE, Survey
from tests.harness.boards import WINS, game_on, layouts, picture, play

WALL = """
    .....*....
    .....*....
    .....*....
    .....*....
    .....*....
"""
CORNERS = """
    *.......
    ........
    ........
    .......*
"""


def survey_of(layout: str, *moves: str, side: int = 1) -> Survey:
    """Survey a game that only flags win, on a drawn layout, after some moves."""
    game = game_on(layout, win="flags")
    play(game, *moves)
    return Survey(game, side)


def fronts_of(survey: Survey) -> list[list[tuple[int, int]]]:
    """The places of the blocks of each front."""
    return [[survey.grid.place(block) for block in front.blocks] for front in survey.fronts]


# Drawn positions


def test_covered_cells_beside_numbers_are_a_front_and_the_others_are_covered() -> None:
    assert f"{survey_of(WALL, 'reveal 1 1')}\n" == picture("""
        .....O####
        .....O####
        .....O####
        .....O####
        .....O####
    """)


def test_flagged_cells_are_done() -> None:
    survey = survey_of(CORNERS, "reveal 4 1", "flag 1 1")
    assert str(survey).splitlines()[0] == "........"
    assert [survey.size_of(front) for front in survey.fronts] == [1]


def test_a_block_shows_the_front_in_it_before_anything_else() -> None:
    assert str(survey_of(WALL, "reveal 1 1", side=4)) == ".O#\n.O#"


def test_the_last_blocks_may_have_less_columns_and_rows() -> None:
    survey = survey_of(CORNERS, "reveal 4 1", side=3)
    assert str(survey) == "O..\n..O"


def test_the_last_block_of_a_row_counts_no_cells_of_the_next_row() -> None:
    layout = "...*\n" * 3 + "*...\n" * 3
    assert str(survey_of(layout, "reveal 1 1", "reveal 4 6", side=3)) == ".O\nO."


@pytest.mark.parametrize(("side", "fronts"), [(1, 2), (2, 2), (3, 2), (4, 1)])
def test_what_is_apart_joins_where_its_blocks_touch(side: int, fronts: int) -> None:
    survey = survey_of(CORNERS, "reveal 4 1", side=side)
    assert [survey.size_of(front) for front in survey.fronts] == [2 // fronts] * fronts


def test_blocks_that_touch_at_a_corner_are_one_front() -> None:
    layout = ".......\n.......\n..*...*\n...*...\n.......\n......."
    assert fronts_of(survey_of(layout, "reveal 7 1")) == [[(3, 3), (4, 4)], [(7, 3)]]


def test_a_long_front_is_cut_where_the_reach_ends() -> None:
    wall = "." * 20 + "\n" + "." * 20 + "\n" + "*" * 20 + "\n" + "." * 20
    survey = survey_of(wall, "reveal 1 1")
    assert [survey.size_of(front) for front in survey.fronts] == [
        FRONT_SIZE,
        FRONT_SIZE,
        20 - 2 * FRONT_SIZE,
    ]
    middles = [survey.grid.place(front.middle) for front in survey.fronts]
    assert middles == [(4, 3), (12, 3), (18, 3)]


def test_the_middle_of_a_front_is_one_of_its_blocks() -> None:
    survey = survey_of("......*\n......*\n..*****\n......*\n......*", "reveal 1 1")
    assert [survey.grid.place(front.middle) for front in survey.fronts] == [(5, 3)]
    ring = survey_of("...*.\n..*.*\n...*.\n.....", "reveal 1 1", "reveal 4 2", "flag 5 3")
    assert [ring.grid.place(front.middle) for front in ring.fronts] == [(4, 1)]


@pytest.mark.parametrize(
    ("moves", "status", "shown"),
    [
        ((), Status.PLAYING, "#######"),
        (("reveal 7 1",), Status.PLAYING, "#O....."),
        (("reveal 7 1", "reveal 2 1"), Status.LOST, "#......"),
        (("reveal 7 1", "flag 2 1"), Status.WON, "......."),
    ],
)
def test_a_game_without_numbers_or_after_its_end_has_no_fronts(
    moves: tuple[str, ...], status: Status, shown: str
) -> None:
    game = game_on(".*.....")
    play(game, *moves)
    survey = Survey(game, 1)
    assert (game.status, str(survey)) == (status, shown)
    assert len(survey.fronts) == ("O" in shown)


def test_one_goes_to_an_unsolved_cell_of_a_block_near_its_middle() -> None:
    survey = survey_of(WALL, "reveal 1 1", side=10)
    board = game_on(WALL).grid
    [front] = survey.fronts
    assert board.place(survey.cell_in(front.middle)) == (6, 3)
    untouched = survey_of(WALL, side=10)
    assert board.place(untouched.cell_in(untouched.grid.cell(1, 1))) == (5, 3)


def test_a_survey_of_a_board_of_one_column_of_many_rows() -> None:
    survey = survey_of(
        "\n".join("*" if row == 50 else "." for row in range(100)), "reveal 1 1", side=9
    )
    assert str(survey).replace("\n", "") == ".....O######"


def test_a_board_too_large_for_the_solver_has_no_fronts_but_shows_what_is_open() -> None:
    wall = "\n".join(["." * 50 + "*" + "." * 50] * 100)
    survey = survey_of(wall, "reveal 1 1", "flag 51 1", side=50)
    assert not survey.fronts
    assert str(survey) == ".+#\n.##"
    small = survey_of("\n".join(wall.splitlines()[:99]), "reveal 1 1", side=50)
    assert small.fronts


# The way from front to front

SCATTERED = """
    ..............
    ..............
    ..*.....*.....
    ..............
    ..............
    .....*.....*..
    ..............
    ..............
    ..*...........
    ..............
    ..............
"""


@pytest.mark.parametrize(
    ("start", "way", "end"),
    [
        ((3, 3), (1, 0), (9, 3)),
        ((9, 3), (1, 0), (12, 6)),
        ((9, 3), (0, 1), (6, 6)),
        ((3, 3), (0, 1), (3, 9)),
        ((6, 6), (-1, 0), (3, 3)),
        ((6, 6), (0, -1), (3, 3)),
        ((6, 6), (1, 0), (12, 6)),
        ((6, 6), (0, 1), (3, 9)),
        ((3, 9), (-1, 0), (3, 9)),
        ((12, 6), (1, 0), (12, 6)),
    ],
)
def test_an_arrow_leads_to_the_nearest_front_that_way(
    start: tuple[int, int], way: tuple[int, int], end: tuple[int, int]
) -> None:
    survey = survey_of(SCATTERED, "reveal 1 1")
    middles = [survey.grid.place(front.middle) for front in survey.fronts]
    assert middles == [(3, 3), (9, 3), (6, 6), (12, 6), (3, 9)]
    assert middles[survey.next_front(middles.index(start), *way)] == end


# Laws


@st.composite
def surveyed(draw: st.DrawFn) -> tuple[Game, int]:
    """Draw a game in which some cells were revealed and flagged, and the side of blocks."""
    game = game_on(draw(layouts(largest_side=12)), win=draw(st.sampled_from(WINS)))
    cells = st.lists(st.sampled_from([*game.grid]), max_size=12)
    for verb in ("flag", "reveal"):
        for cell in draw(cells):
            if not game.refusal(Move(verb, cell)):
                game.play(Move(verb, cell))
    return game, draw(st.integers(1, 3))


def slowly_unsolved(game: Game) -> set[Cell]:
    """The covered cells without a flag that touch a number, by a look at each."""
    if game.status is not Status.PLAYING:
        return set()
    return {
        cell
        for cell in game.grid
        if game.face(cell) is Face.COVERED
        and any(game.face(near).is_number for near in game.grid.neighbours(cell))
    }


@given(surveyed())
def test_every_unsolved_cell_is_in_exactly_one_front(case: tuple[Game, int]) -> None:
    survey = Survey(*case)
    blocks = [block for front in survey.fronts for block in front.blocks]
    unsolved = slowly_unsolved(case[0])
    assert len(blocks) == len({*blocks})
    assert {*blocks} == {survey.block_of(cell) for cell in unsolved}
    for front in survey.fronts:
        size = sum(survey.block_of(cell) in front.blocks for cell in unsolved)
        assert survey.size_of(front) == size
        assert front.middle in front.blocks
        assert survey.block_of(survey.cell_in(front.middle)) == front.middle
        assert survey.cell_in(front.middle) in unsolved


@given(surveyed())
def test_a_front_is_no_larger_than_the_reach_and_what_is_apart_is_not_joined(
    case: tuple[Game, int],
) -> None:
    survey = Survey(*case)
    for places in fronts_of(survey):
        for side in zip(*places, strict=True):
            assert max(side) - min(side) < FRONT_SIZE


@given(surveyed())
def test_the_map_shows_what_is_covered_and_where_fronts_are(case: tuple[Game, int]) -> None:
    game, _ = case
    survey = Survey(*case)
    covered = {cell for cell in game.grid if game.face(cell) in (Face.COVERED, Face.MINE)}
    shown = dict.fromkeys(survey.grid, ".")
    for cells, sign in ((covered, "#"), (slowly_unsolved(game), "O")):
        shown |= dict.fromkeys(map(survey.block_of, cells), sign)
    assert str(survey).replace("\n", "") == "".join(shown.values())


@given(surveyed())
def test_an_arrow_leads_its_own_way_if_there_is_any_front(case: tuple[Game, int]) -> None:
    survey = Survey(*case)
    middles = [survey.grid.place(front.middle) for front in survey.fronts]
    for place, (column, row) in enumerate(middles):
        for columns, rows in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            found = survey.next_front(place, columns, rows)
            ahead = [
                other
                for other, (to_column, to_row) in enumerate(middles)
                if (to_column - column) * columns + (to_row - row) * rows > 0
            ]
            assert found in ahead if ahead else found == place


@given(surveyed(), st.data())
def test_the_nearest_front_has_the_nearest_block(
    case: tuple[Game, int], data: st.DataObject
) -> None:
    survey = Survey(*case)
    if not survey.fronts:
        return
    column, row = survey.grid.place(survey.block_of(data.draw(st.sampled_from([*case[0].grid]))))
    distances = [
        min((column - x) ** 2 + (row - y) ** 2 for x, y in places) for places in fronts_of(survey)
    ]
    board = case[0].grid
    cell = next(cell for cell in board if survey.grid.place(survey.block_of(cell)) == (column, row))
    assert distances[survey.nearest_front(cell)] == min(distances)
