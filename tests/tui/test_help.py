"""Help in the game: hints, odds, the flag check and the look back; on the screen in memory."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from minesweeper.engine.cells import cells_of
from minesweeper.engine.game import Move, Status
from minesweeper.engine.setup import LEVELS, Setup, WinRule
from minesweeper.settings.table import Binding
from minesweeper.solver.clues import clues_of
from minesweeper.tui.keys import bound_rows
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.look.theme import Mark
from minesweeper.tui.screen import QUIT
from tests.harness.player import FREE_KEY, RIGHT, TWO_MINES, WHEEL_DOWN, GamePlayer
from tests.harness.positions import layouts_by_brute_force

# Looks like TWO_MINES once the upper right corner is open.
TWIN = """
    ....
    *...
    ...*
"""
GUESS = """
    .*..
    ....
    ...*
"""
MINES_ROUND_A_CORNER = """
    .*..
    **..
    ...*
"""
FIFTY_FIFTY = """
    *..
    ...
"""
# Mines in column 52, but for one cell in the middle; all to the left of it is one opening.
GAP = (52, 30)
# A frame with room for every reason why a game is unranked; its upper row is an opening.
WIDE = "\n".join(("*" + "." * 35, "." * 36, "..*" * 12))
LARGE = "\n".join("." * 51 + ("." if row == GAP[1] else "*") + "." * 48 for row in range(1, 61))

AREA = "Look at the highlighted 1s: press i again for the move"
SHARED = "1-1: the highlighted 1s share their mine"
SAFE_ROW = f"{SHARED}, so the green cells are safe"
SAFE_CELLS = [(1, 3), (2, 3), (3, 3)]
PREMISES = [(2, 1), (2, 2)]


def opened(layout: str = TWO_MINES, *keys: str) -> GamePlayer:
    """A player where the upper right corner is open, and keys were pressed."""
    player = GamePlayer(layout)
    player.press("$", "enter", *keys)
    return player


def cornered(layout: str, *keys: str) -> GamePlayer:
    """A player where the upper left cell is revealed, and keys were pressed."""
    player = GamePlayer(layout)
    player.press("enter", *keys)
    return player


def marks(player: GamePlayer) -> dict[Mark, list[tuple[int, int]]]:
    """What is marked in sight, and how."""
    marks = player.theme.marks
    return {name: player.painted(style) for name, style in marks.items() if player.painted(style)}


def helps(player: GamePlayer) -> set[str]:
    return set(player.session.helps)


def field(player: GamePlayer) -> list[str]:
    view = player.screen.view
    return player.lines[view.row : view.row + view.down]


def looked_back(player: GamePlayer) -> GamePlayer:
    """The player after the look back on the game that has ended."""
    player.wait_until_idle()
    return player


# Hints


def test_hints_name_first_the_numbers_to_look_at_and_then_the_move_with_its_reason() -> None:
    player = opened(TWO_MINES, "i")
    assert player.notice_text == AREA
    assert marks(player) == {"premise": PREMISES}
    assert [player.text_at(*place) for place in PREMISES] == [" 1", " 1"]
    player.press("i")
    assert player.notice_text == SAFE_ROW
    assert marks(player) == {"premise": PREMISES, "target": SAFE_CELLS}
    assert [player.text_at(*place) for place in SAFE_CELLS] == [" o", " o", " o"]


def test_asked_for_again_the_hint_is_played() -> None:
    player = opened(TWO_MINES, "i", "i", "i")
    assert player.status is Status.WON
    assert [step.move.verb for step in player.session.steps] == ["reveal"] * 2
    assert helps(player) == {"hint"}


def test_mines_of_a_hint_are_flagged_and_the_game_goes_on_with_the_next_hint() -> None:
    player = cornered(MINES_ROUND_A_CORNER, "i", "i", "i")
    assert player.notice_text == "Played the hint"
    assert player.position == "3F##\nFF##\n####\n"
    assert marks(player) == {}
    player.press("i")
    assert player.notice_text == "Nothing is certain: press i again for the best guess"


def test_wrong_flags_are_removed_when_a_hint_is_played() -> None:
    setup = Setup(4, 3, 2, question_marks=True)
    for flags in (1, 2):
        player = GamePlayer(TWO_MINES, setup=setup)
        player.press("$", "enter", "G", "0", *"f" * flags, "g", "$", "i", "i", "i")
        assert player.status is Status.WON


@pytest.mark.parametrize(
    ("zoom", "glyphs", "text"),
    [(1, "ascii", "o"), (2, "ascii", "oF"), (2, "unicode", "✓⚑"), (3, "unicode", "✓⚑")],
)
def test_a_wrong_flag_stays_to_be_seen_beside_the_mark(zoom: int, glyphs: str, text: str) -> None:
    player = GamePlayer(TWO_MINES, zoom=zoom, glyphs=glyphs)
    player.press("$", "enter", "G", "0", "f", "g", "$", "i", "i")
    assert player.text_at(1, 3).strip() == text


def test_a_played_hint_is_taken_back_move_by_move() -> None:
    player = cornered(MINES_ROUND_A_CORNER, "i", "i", "i", "u", "u")
    assert player.position == "3F##\n####\n####\n"


def test_a_hint_starts_again_when_the_position_has_changed() -> None:
    player = cornered(MINES_ROUND_A_CORNER, "i", "i", "right", "f", "i")
    assert player.notice_text.startswith("Look at ")
    assert player.position == "3F##\n####\n####\n"


def test_the_keys_say_when_the_hint_is_played_next() -> None:
    player = opened(TWO_MINES, "i")
    assert player.shows("i hint")
    player.press("i")
    assert player.shows("i play the hint")


def test_a_hint_names_the_key_that_was_pressed_for_it() -> None:
    player = GamePlayer(keymap=bound_rows("default", {"hint": Binding(("é",), "config.toml")}))
    player.press("$", "enter", "é")
    assert player.message == AREA.replace("press i", "press é")
    player.press("é")
    assert " so " in player.notice_text


def text_of(player: GamePlayer) -> str:
    """All that is on the screen, in one line."""
    return " ".join(" ".join(player.lines).split())


@pytest.mark.parametrize("size", [(30, 12), (40, 12), (80, 24)])
def test_a_hint_is_read_to_its_end_in_a_small_window(size: tuple[int, int]) -> None:
    wide, player = GamePlayer(size=(200, 60)), GamePlayer(size=size)
    for each in (wide, player):
        each.press("$", "enter", "i")
    assert wide.message in text_of(player)
    for each in (wide, player):
        each.press("i")
    assert player.screen.notices(player.now)[0].text in text_of(player)


def test_a_hint_leaves_the_field_in_sight_in_a_low_window() -> None:
    player = GamePlayer(size=(16, 7))
    player.press("$", "enter", "i", "i")
    assert player.shows("[.]")
    player.press("left")
    assert player.shows("[.]")
    assert player.message.endswith("...")
    player.press("i")
    assert not player.shows("...")
    player.down(4, 1)
    assert player.shows("[.]")


def test_mines_are_marked_apart_from_safe_cells() -> None:
    player = cornered(MINES_ROUND_A_CORNER, "i", "right", "G", "$")
    assert marks(player) == {"premise": [(1, 1)]}
    player.press("i")
    assert marks(player) == {"premise": [(1, 1)], "danger": [(2, 1), (1, 2), (2, 2)]}
    assert player.notice_text == (
        "The highlighted 3 touches only 3 cells that can be mines, so the red cells are mines"
    )


def test_a_hint_stays_while_the_cursor_moves() -> None:
    player = opened(TWO_MINES, "i", "i", "left", "down", "ctrl-left", "G", "$")
    assert player.notice_text == SAFE_ROW
    assert player.cursor == (4, 3)
    assert marks(player) == {"premise": PREMISES, "target": SAFE_CELLS}


def test_the_area_is_remembered_while_the_cursor_moves() -> None:
    player = opened(TWO_MINES, "i", "left", "G", "i")
    assert player.notice_text == SAFE_ROW


@pytest.mark.parametrize("keys", [["G", "0", "f"], ["G", "left", "enter"]])
@pytest.mark.parametrize("hints", [1, 2])
def test_a_hint_is_forgotten_after_a_move(keys: list[str], hints: int) -> None:
    player = opened(TWO_MINES, *["i"] * hints, *keys)
    assert player.status is Status.PLAYING
    assert player.notice_text == ""
    assert marks(player) == {}
    player.press("i")
    assert player.notice_text == AREA


def test_a_hint_is_forgotten_after_a_move_by_mouse_and_an_undo() -> None:
    player = cornered(GUESS, "i", "i")
    assert marks(player)
    player.click(3, 1)
    assert marks(player) == {}
    player.press("i", "i")
    assert marks(player)
    player.press("u")
    assert marks(player) == {}


CHAIN = "*.*..\n.....\n.....\n*...."


def chained(**options: object) -> GamePlayer:
    """A player with obvious moves next to a flag."""
    player = GamePlayer(CHAIN, setup=Setup(5, 4, 3, win="clear"), **options)  # type: ignore[arg-type]  # the player's own
    player.go_to(3, 1)
    player.press("f", "right", "right", "enter")
    return player


def test_one_key_plays_everything_obvious_and_one_key_undoes_it() -> None:
    player = chained()
    before = player.position
    player.press(".")
    assert player.position == "#2F1.\n#211.\n#1...\n#1...\n"
    assert player.notice_text == "Revealed 1 cell"
    player.press("u")
    assert player.position == before
    assert player.notice_text == "Undone"


def test_before_the_first_reveal_nothing_is_known_to_be_obvious() -> None:
    player = GamePlayer(None)
    player.press(".")
    assert player.notice_text == "Nothing is known yet: reveal any cell"


def test_without_obvious_moves_a_message_says_so_and_it_is_no_help() -> None:
    player = cornered(GUESS, ".")
    assert player.notice_text == "Nothing is obvious here"
    assert set(player.session.helps) == set()


@pytest.mark.parametrize("end", ["escape", "q"])
def test_on_a_large_board_it_shows_how_far_it_is_and_can_be_stopped(end: str) -> None:
    player = GamePlayer(None, setup=Setup(100, 100, 1_000))
    player.go_to(50, 50)
    player.press("enter", ".")
    assert player.screen.state == "playing obvious"
    assert player.notice_text.endswith("; press Esc to stop")
    assert player.screen.next_wakeup(player.now) == 0
    shown = player.notice_text
    player.wait(0)
    assert player.notice_text != shown
    player.press("n", "x", "enter", "right")
    assert player.screen.state == "playing obvious"
    reaction = player.press(end)
    if end == "q":
        assert reaction is QUIT
        player.screen.leave(player.now)
        assert player.session.journal_text().endswith("0 played\n0 left\n")
    else:
        assert player.session.journal_text().endswith("0 played\n")
        player.press("u")
        assert len(player.session.steps) == 1


def test_on_a_large_board_it_comes_to_an_end() -> None:
    player = GamePlayer(None, setup=Setup(100, 100, 1_200))
    player.go_to(50, 50)
    player.press("enter", ".")
    assert player.screen.state == "playing obvious"
    player.wait_until_idle()
    assert player.screen.state in ("playing", "finished")
    assert player.notice_text.startswith("Revealed ")
    player.press(".")
    assert player.notice_text == "Nothing is obvious here"


def test_a_move_that_is_refused_keeps_the_hint() -> None:
    player = opened(TWO_MINES, "i", "i", "f")
    assert player.notice_text == f"Nothing left to flag around it {SAFE_ROW}"
    player.press("left")
    assert player.notice_text == SAFE_ROW


@pytest.mark.parametrize(("cursor", "columns"), [(2, {1, 2, 3}), (8, {7, 8, 9})])
def test_the_nearest_of_equal_hints_is_given(cursor: int, columns: set[int]) -> None:
    player = GamePlayer("*.......*\n.........\n...*.*...")
    player.go_to(5, 1)
    player.press("enter")
    player.go_to(cursor, 1)
    player.press("i", "i")
    assert {column for column, _ in marks(player)["target"]} <= columns


@pytest.mark.parametrize("key", ["i", "x", "."])
def test_after_the_first_reveal_was_undone_nothing_is_known_either(key: str) -> None:
    player = GamePlayer(None)
    player.press("enter", "u", key)
    assert player.notice_text == "Nothing is known yet: reveal any cell"
    assert helps(player) == set()


def test_the_check_of_flags_takes_the_place_of_a_hint() -> None:
    player = opened(TWO_MINES, "home", "f", "i", "i", "x")
    assert player.screen.hint_word == "hint"
    assert marks(player) == {}


def test_where_there_are_no_flags_to_check_a_hint_stays() -> None:
    player = opened(TWO_MINES, "i", "i")
    hinted = marks(player)
    player.press("x")
    assert player.notice_text == f"There are no flags to check {SAFE_ROW}"
    assert player.screen.hint_word == "play the hint"
    assert marks(player) == hinted != {}
    player.press("left")
    assert player.notice_text.endswith("safe")


def test_of_a_proof_that_does_not_fit_the_conclusion_is_shown() -> None:
    player = GamePlayer(size=(26, 8))
    player.press("$", "enter", "i", "i")
    assert player.notice_lines == ["The green cells are safe"]


@pytest.mark.parametrize("keys", ["i", "ii", "x"])
def test_odds_replace_the_previous_message(keys: str) -> None:
    player = opened(TWO_MINES, *keys, "a", "home")
    assert player.notice_text == "Risk here: 50.0%"


@pytest.mark.parametrize("size", [(40, 12), (80, 13), (60, 20), (80, 24), (80, 25)])
def test_a_game_is_named_unranked_before_the_keys_are(size: tuple[int, int]) -> None:
    player = GamePlayer(None, setup=LEVELS["beginner"], size=size)
    player.press("enter", "i", "i", "a", "a")
    assert " unranked -+" in player.lines[player.screen.view.box.bottom]


@pytest.mark.parametrize("size", [(40, 20), (60, 20), (80, 24), (80, 25), (200, 60)])
def test_a_wide_frame_names_the_reasons_as_well(size: tuple[int, int]) -> None:
    player = GamePlayer(None, setup=LEVELS["intermediate"], size=size)
    player.press("enter", "i", "i", "a", "a")
    assert player.title.endswith("  unranked: hint used, odds shown")


def test_where_not_all_reasons_fit_in_the_frame_they_are_named_below_it() -> None:
    player = GamePlayer(None, setup=LEVELS["intermediate"], size=(80, 24))
    player.press("enter", "i", "a", "a", "f", "u", FREE_KEY)
    assert player.title.endswith("unranked")
    assert player.shows("Unranked: hint used, odds shown, move undone")


def test_in_the_smallest_window_it_is_named_in_a_word() -> None:
    player = GamePlayer(None, setup=LEVELS["beginner"], size=(16, 5))
    player.press("enter", "i", "a", "a")
    assert player.lines[-1] == "+--- unranked -+"


def test_before_the_first_reveal_nothing_is_known() -> None:
    player = GamePlayer(None)
    player.press("i", "i")
    assert player.notice_text == "Nothing is known yet: reveal any cell"
    assert marks(player) == {}


def test_where_nothing_is_certain_the_best_guess_is_named_with_what_it_wins() -> None:
    player = cornered(GUESS, "i")
    assert player.notice_text == "Nothing is certain: press i again for the best guess"
    assert marks(player) == {}
    player.press("i")
    assert player.notice_text == (
        "Nothing is certain. The best guess is the purple cell: 13% risk, "
        "and a chance of 7 in 8 to win"
    )
    assert marks(player) == {"guess": [(4, 1)]}
    assert player.text_at(4, 1) == "13"


def test_asked_for_again_the_hint_for_a_guess_is_played_as_any_other() -> None:
    player = cornered(GUESS, "i", "i")
    assert player.shows("i play the hint")
    moves = len(player.session.steps)
    player.press("i")
    assert [step.move for step in player.session.steps[moves:]] == [
        Move("reveal", player.screen.grid.cell(4, 1))
    ]
    assert player.notice_text == "Played the hint"


def test_a_given_board_is_a_guess_before_the_first_reveal() -> None:
    player = GamePlayer(TWO_MINES)
    player.press("i", "i")
    assert player.notice_text == (
        "Nothing is certain. The best guess is the purple cell: 17% risk, "
        "and a chance of 79% to win"
    )


def test_where_the_mine_count_is_the_only_reason_no_number_is_marked() -> None:
    player = GamePlayer("**.", setup=Setup(3, 1, 2, win="flags"))
    player.press("$", "enter", "left", "f", "i")
    assert player.notice_text == "Count the mines that are left: press i again for the move"
    assert marks(player) == {}
    player.press("i")
    assert (1, 1) in marks(player)["danger"]


# What help may know


def everything(player: GamePlayer) -> tuple[object, ...]:
    odds = [player.painted(style) for style in player.theme.odds]
    return player.lines, marks(player), odds


@pytest.mark.parametrize(
    "keys",
    [["i"], ["i", "i"], ["a"], ["G", "0", "a"], ["0", "a"], ["0", "f", "x"], ["0", "f", "i", "i"]],
)
def test_help_never_depends_on_where_the_mines_are(keys: list[str]) -> None:
    one, other = opened(TWO_MINES, *keys), opened(TWIN, *keys)
    assert one.layout != other.layout
    assert everything(one) == everything(other)


@pytest.mark.parametrize("place", [(1, 1), (1, 2), (1, 3), (2, 3), (4, 3)])
def test_a_flag_is_no_evidence(place: tuple[int, int]) -> None:
    player = opened()
    player.go_to(*place)
    player.press("f")
    player.go_to(4, 1)
    player.press("i", "i")
    assert player.notice_text == SAFE_ROW
    assert marks(player) == {"premise": PREMISES, "target": SAFE_CELLS}


def test_wrong_flags_change_no_odds() -> None:
    plain, flagged = opened(), opened()
    flagged.go_to(1, 3)
    flagged.press("f", "$", "f")
    for player in (plain, flagged):
        player.go_to(4, 1)
        player.press("a")
    covered = [(1, 1), (1, 2), *SAFE_CELLS, (4, 3)]
    assert [plain.style_at(*place) for place in covered] == [
        flagged.style_at(*place) for place in covered
    ]


def test_a_mine_with_a_flag_on_it_is_not_hinted_at_again() -> None:
    player = cornered(MINES_ROUND_A_CORNER)
    for place in ((2, 1), (1, 2), (2, 2)):
        player.go_to(*place)
        player.press("f")
    player.go_to(1, 1)
    player.press("i", "i")
    assert "danger" not in marks(player)
    assert player.notice_text.startswith("Nothing is certain. ")


def test_of_several_mines_only_those_without_a_flag_are_hinted_at() -> None:
    player = cornered(MINES_ROUND_A_CORNER, "right", "f", "left", "i", "i")
    assert marks(player)["danger"] == [(1, 2), (2, 2)]


# Odds


def odds_by_brute_force(player: GamePlayer) -> dict[tuple[int, int], Fraction]:
    clues = clues_of(player.session.game)
    layouts = layouts_by_brute_force(clues)
    return {
        clues.grid.place(cell): Fraction(sum(cell in mines for mines in layouts), len(layouts))
        for cell in clues.grid
        if clues.covered >> cell & 1
    }


def risk_text(share: Fraction) -> str:
    if share in (0, 1):
        return " *" if share else " o"
    return f"{float(100 * share):2.0f}"


@pytest.mark.parametrize(
    "sit_down",
    [opened, lambda: cornered(GUESS), lambda: cornered(MINES_ROUND_A_CORNER)],
    ids=["certain", "guess", "mines"],
)
def test_the_odds_of_every_covered_cell_are_shown_as_colours(
    sit_down: Callable[[], GamePlayer],
) -> None:
    player = sit_down()
    player.press("a")
    odds, sea = odds_by_brute_force(player), untouched(player)
    for place, share in odds.items():
        if place in sea:
            assert player.style_at(*place) in player.theme.sea
            assert player.text_at(*place) == "  "
        elif place != player.cursor:
            assert degrees(player, place) == [degree(share)]
            text = player.text_at(*place).replace("]", " ")
            assert text in {risk_text(share), "  "}
    assert len({odds[place] for place in sea}) <= 1


def untouched(player: GamePlayer) -> set[tuple[int, int]]:
    """The covered cells that touch no number, unless they are certain: the sea."""
    game = player.session.game
    odds = odds_by_brute_force(player)
    return {
        place
        for place, share in odds.items()
        if share not in (0, 1)
        and not any(map(game.is_revealed, game.grid.neighbours(game.grid.cell(*place))))
    }


def degree(share: Fraction) -> int:
    """The level of a share on the map of heat."""
    if share in (0, 1):
        return 4 * int(share)
    return 1 + (share >= Fraction(1, 4)) + (share >= Fraction(1, 2))


def degrees(player: GamePlayer, *places: tuple[int, int]) -> list[int]:
    """Which of the theme's styles for odds the cells are painted in."""
    painted = [player.style_at(*place) for place in places]
    return [player.theme.odds.index(style) for style in painted]


def test_odds_are_painted_by_degree() -> None:
    assert degrees(opened(TWO_MINES, "a"), *SAFE_CELLS, (1, 1), (4, 3)) == [0, 0, 0, 3, 4]
    assert degrees(cornered(GUESS, "a"), (2, 1)) == [2]


def numbers_shown(player: GamePlayer) -> list[tuple[int, int]]:
    """The covered cells with a number."""
    clues = clues_of(player.session.game)
    covered = map(clues.grid.place, cells_of(clues.covered))
    return [place for place in covered if player.text_at(*place).strip().isdecimal()]


EXPERT = Setup(30, 16, 99)


@pytest.mark.parametrize("theme", ["dark", "mono"])
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("at", [(15, 8), (12, 8), (10, 3)])
def test_a_few_numbers_stand_apart_from_each_other_and_from_digits(
    at: tuple[int, int], glyphs: str, theme: str
) -> None:
    player = GamePlayer(None, setup=EXPERT, glyphs=glyphs, theme=theme)
    player.press("enter", "a")
    player.screen.cursor = player.screen.grid.cell(*at)
    player.draw()
    numbers = numbers_shown(player)
    assert len(numbers) <= 11
    for (column, row), other in combinations(numbers, 2):
        assert max(abs(column - other[0]), abs(row - other[1])) > 1
    if player.screen.session.game.is_revealed(player.screen.cursor):
        assert at not in numbers
    else:
        assert at in numbers
    for column, row in {*numbers} - {at}:
        if column > 1 and not player.text_at(column, row).startswith(" "):
            assert player.text_at(column - 1, row).endswith(" ")


def test_the_lowest_risks_are_the_numbers_shown() -> None:
    player = cornered(GUESS, "a", "home")
    odds, sea = odds_by_brute_force(player), untouched(player)
    lowest = min(share for place, share in odds.items() if place not in sea)
    assert odds[numbers_shown(player)[0]] == lowest


@pytest.mark.parametrize("theme", [*PALETTES])
def test_the_sea_is_named_by_its_colour(theme: str) -> None:
    player = GamePlayer(None, setup=EXPERT, theme=theme)
    player.press("enter", "a")
    names = {
        "sea": "Grey cells: ",
        "colour-blind": "Grey cells: ",
        "mono": "Cells away from numbers: ",
    }
    assert player.notice_text.startswith(names.get(theme, "Blue cells: "))


def test_large_cells_all_show_their_risk() -> None:
    player = cornered(GUESS, "+", "a", "home")
    shown = odds_by_brute_force(player).keys() - untouched(player)
    assert all(player.text_at(*place).strip().endswith(("%", "o", "*")) for place in shown)


def test_revealed_cells_show_their_numbers_among_the_odds() -> None:
    player = opened(TWO_MINES, "a")
    assert [player.text_at(*place) for place in [(2, 1), (2, 2), (3, 2)]] == [" 1", " 1", " 1"]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ((1, 1), "Risk here: 50.0%"),
        ((2, 3), "Risk here: 0%"),
        ((4, 3), "Risk here: 100%"),
        ((2, 1), ""),
    ],
)
def test_the_odds_of_the_cell_under_the_cursor_are_shown(
    place: tuple[int, int], message: str
) -> None:
    player = opened(TWO_MINES, "a")
    player.go_to(*place)
    assert player.notice_text == message


def test_odds_are_shown_to_a_tenth_of_a_percent() -> None:
    player = cornered(GUESS, "a", "right")
    assert player.notice_text == "Risk here: 33.3%. Blue cells: 12.5%"
    player.press("home")
    assert player.notice_text == "Blue cells: 12.5%"
    player.press("G", "$")
    assert player.notice_text == "Risk here and in blue cells: 12.5%"


@pytest.mark.parametrize("zoom", [1, 2])
def test_a_flag_is_seen_among_the_odds(zoom: int) -> None:
    player = GamePlayer(zoom=zoom)
    player.press("$", "enter", "0", "f", "a", "$")
    assert player.text_at(1, 1).strip() == "F"
    assert player.style_at(1, 1) is player.theme.odds[3]
    assert player.text_at(1, 2) == {1: " ", 2: "50"}[zoom]
    assert player.style_at(1, 2) is player.theme.odds[3]


@pytest.mark.parametrize("theme", ["mono", "dark"])
def test_the_cursor_is_seen_among_the_odds_at_one_column(theme: str) -> None:
    player = GamePlayer(zoom=1, theme=theme)
    player.press("$", "enter", "a", "0")
    cursor, beside = player.style_at(1, 1), player.style_at(1, 2)
    assert cursor.reverse != beside.reverse
    assert (cursor.underline, cursor.bold) == (True, theme == "mono")
    assert (beside.underline, beside.bold) == (False, False)
    assert theme == "mono" or cursor.background != beside.background


def test_the_same_key_takes_the_odds_away() -> None:
    player = opened()
    before = field(player)
    player.press("a")
    assert field(player) != before
    player.press("a")
    assert field(player) == before


def test_odds_follow_every_move_and_undo() -> None:
    player = cornered(GUESS, "a", "home")
    before = field(player)
    player.go_to(3, 1)
    player.press("enter", "home")
    assert player.status is Status.PLAYING
    assert player.text_at(3, 1) == " 1"
    assert field(player) != before
    assert degrees(player, (2, 2)) == [degree(odds_by_brute_force(player)[2, 2])]
    player.press("u", "home")
    assert field(player) == before


@pytest.mark.parametrize("layout", [None, TWO_MINES])
def test_odds_before_the_first_reveal_say_why_there_are_none_and_are_no_help(
    layout: str | None,
) -> None:
    player = GamePlayer(layout)
    before = field(player)
    player.press("a")
    assert player.notice_text == "Nothing is known yet: reveal any cell"
    assert field(player) == before
    assert not player.session.helps
    player.press("$", "enter", "a")
    assert helps(player) == {"odds"}
    assert field(player) != before


def test_odds_of_a_board_whose_reveals_were_all_undone_show_nothing() -> None:
    player = opened(TWO_MINES, "a", "u")
    assert not {*player.theme.odds, *player.theme.sea} & {
        player.style_at(column, 1) for column in range(1, 5)
    }


@pytest.mark.parametrize("last", [(1, 1), (1, 2)])
def test_odds_are_gone_after_the_end(last: tuple[int, int]) -> None:
    plain, helped = GamePlayer(FIFTY_FIFTY), GamePlayer(FIFTY_FIFTY)
    for player, key in ((plain, FREE_KEY), (helped, "a")):
        player.press("$", "enter", key)
        player.click(*last)
        assert player.status is not Status.PLAYING
    assert field(helped) == field(plain)
    assert not {*helped.theme.odds} & {
        helped.style_at(column, row) for column in (1, 2, 3) for row in (1, 2)
    }


def test_a_new_game_shows_no_odds() -> None:
    player = opened(TWO_MINES, "a", "n", "enter")
    assert not {*player.theme.odds} & {player.style_at(column, 3) for column in range(1, 5)}


def test_a_hint_hides_the_odds_until_they_are_asked_for_again() -> None:
    player = opened(TWO_MINES, "i", "i", "G")
    hinted = field(player)
    player = opened(TWO_MINES, "a", "i", "i", "G")
    assert player.notice_text == SAFE_ROW
    assert field(player) == hinted
    player.press("a")
    assert player.notice_text == "Risk here: 100%"


# The flag check


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ([], "There are no flags to check"),
        ([(4, 3)], "No flag can be proved wrong"),
        ([(1, 1)], "No flag can be proved wrong"),
        ([(1, 3)], "Your only flag can be proved wrong"),
        ([(4, 3), (1, 3)], "1 of your 2 flags can be proved wrong"),
        ([(3, 3), (4, 3), (1, 3)], "2 of your 3 flags can be proved wrong"),
    ],
)
def test_the_flags_are_checked_by_what_is_visible(
    flags: list[tuple[int, int]], sentence: str
) -> None:
    player = opened()
    for place in flags:
        player.click(*place, RIGHT)
    player.press("x")
    assert player.notice_text == sentence


def test_the_flag_check_goes_with_the_next_key() -> None:
    player = opened(TWO_MINES, "x")
    assert player.notice_text == "There are no flags to check"
    player.press("left")
    assert player.notice_text == ""


# What was used


@pytest.mark.parametrize(
    ("key", "name", "reason"),
    [("i", "hint", "hint used"), ("a", "odds", "odds shown"), ("x", "flag check", "flags checked")],
)
def test_help_is_noted_and_named_in_the_frame_and_at_the_end(
    key: str, name: str, reason: str
) -> None:
    player = opened(WIDE, "home", "f")
    assert helps(player) == set()
    assert player.title == "36x3  your own layout  unranked: your own layout"
    player.press(key)
    assert helps(player) == {name}
    assert player.title == f"36x3  your own layout  unranked: your own layout, {reason}"
    player.wait(1_000)
    player.clear()
    assert player.title == "Won  36x3 - your own layout"
    assert looked_back(player).notice_text.endswith(f"Unranked: your own layout, {reason}")


def test_all_helps_are_named_together_and_once() -> None:
    player = opened(WIDE, "home", "f", "x", "i", "i", "a", "a", "a")
    assert helps(player) == {"flag check", "hint", "odds"}
    reasons = "nranked: your own layout, hint used, odds shown, flags checked"
    assert player.title == f"36x3  your own layout  u{reasons}"
    player.wait(1_000)
    player.clear()
    assert looked_back(player).notice_text.endswith(f"U{reasons}")


def test_a_new_game_starts_without_help() -> None:
    player = opened(TWO_MINES, "i", "n")
    assert helps(player) == set()
    assert player.title == "4x3  seed 7"


@pytest.mark.parametrize("key", ["a", "x"])
def test_there_is_no_help_after_the_end(key: str) -> None:
    player = opened(TWO_MINES, "home", "enter", key)
    assert player.panel[0] == "Lost"
    assert player.message == "The game is over"
    assert helps(player) == set()


def test_a_pause_hides_marks_and_messages() -> None:
    player = opened(TWO_MINES, "i", "i", "p")
    assert marks(player) == {}
    assert player.notice_text == ""
    player.press("p")
    assert marks(player) == {"premise": PREMISES, "target": SAFE_CELLS}
    assert opened(TWO_MINES, "a", "G", "p").notice_text == ""


# Large boards


def large(*keys: str) -> GamePlayer:
    """At the gap in the wall, with all to the left of it open."""
    player = GamePlayer(LARGE)
    player.press("enter")
    player.go_to(GAP[0] - 2, GAP[1])
    player.press(*keys)
    return player


def test_a_hint_on_a_large_board_marks_cells_of_the_whole_board() -> None:
    player = large("i", "i")
    assert (
        player.notice_text
        == "The highlighted 2 already touches the shaded mines, as the shaded number shows,"
        " so the green cell is safe"
    )
    assert marks(player) == {
        "target": [GAP],
        "premise": [(51, 29)],
        "support": [(51, 28)],
        "mine": [(52, 28), (52, 29)],
    }


def test_what_is_marked_out_of_sight_is_named_by_its_place() -> None:
    player = large("i", "i", "g", "0")
    reason = "The 2 at (51,29) already touches its 2 mines at (52,28) and (52,29)"
    assert f"{reason}, as the 3 at (51,28) shows, so (52,30) is safe" in text_of(player)
    assert marks(player) == {}


def test_odds_on_a_large_board_are_those_of_the_whole_board() -> None:
    player = large("a")
    assert player.text_at(*GAP) == " o"
    assert degrees(player, *((52, row) for row in (27, 28, 29, 31, 32, 33))) == [4] * 6
    player.press("right", "right")
    assert player.notice_text == "Risk here: 0%"
    player.press("g", "down", "down", "down")
    assert degrees(player, (52, 5)) == [4]
    assert player.screen.view.last_row < GAP[1]


def test_help_on_a_large_board_sees_what_is_out_of_sight() -> None:
    player = large("g", "0", "a", "i")
    assert player.notice_text == "Look at the highlighted 2 and 3: press i again for the move"
    assert marks(player) == {"premise": [(51, 28), (51, 29)]}
    while marks(player):
        player.mouse(WHEEL_DOWN, True, 40, 10)
    player.press("i")
    assert player.notice_text.endswith("so the green cell is safe")


def test_a_hint_on_a_large_board_is_kept_while_the_window_moves() -> None:
    player = large("i", "g", "0")
    assert marks(player) == {}
    assert player.cursor == (1, 1)
    player.press("i")
    assert player.notice_text.endswith("so the green cell is safe")
    assert marks(player)["target"] == [GAP]
    assert player.cursor == (1, 1)
    assert player.canvas.cursor is None
    player.press("right")
    assert player.screen.view.is_in_sight(*player.cursor)


def test_flags_are_checked_in_sight_or_not() -> None:
    player = large("right", "right", "f", "down", "f", "g", "0", "x")
    assert player.notice_text == "1 of your 2 flags can be proved wrong"


def test_a_large_board_is_looked_back_on() -> None:
    player = large("right", "right", "down", "enter")
    assert player.status is Status.LOST
    assert "Avoidable: the exploded cell was certainly a mine" in text_of(looked_back(player))


@pytest.mark.parametrize("key", ["i", "a", "x", "."])
def test_beyond_its_limit_the_solver_says_so_and_that_is_no_help(key: str) -> None:
    player = GamePlayer(None, setup=Setup(101, 100, 1010))
    player.press("enter", key)
    assert player.notice_text == "Only for boards of up to 10,000 cells"
    assert helps(player) == set()
    assert marks(player) == {}
    player.press(key)
    assert player.notice_text == "Only for boards of up to 10,000 cells"


def test_beyond_its_limit_nothing_is_reviewed() -> None:
    player = GamePlayer("\n".join([".*" + "." * 99] * 100))
    player.go_to(1, 1)
    player.press("enter", "right", "enter")
    assert player.status is Status.LOST
    looked_back(player)
    assert player.notice_text.startswith("Lost after ")
    assert "guess" not in player.notice_text
    player.press("i")
    assert not player.is_at_page
    assert "Only for boards of up to 10,000 cells" in text_of(player)


# The look back


def test_a_loss_that_could_be_avoided_shows_what_was_safe_and_why() -> None:
    player = opened(TWO_MINES)
    player.click(1, 1)
    looked_back(player)
    assert player.notice_text.startswith("Lost --")
    assert (
        f"Avoidable The green cells were safe {SHARED} 1 avoidable guess, 50% to survive"
        in player.notice_text
    )
    assert marks(player) == {"premise": PREMISES, "target": SAFE_CELLS}
    player.press("n")
    assert player.notice_text == ""
    assert marks(player) == {}


@pytest.mark.parametrize(
    ("layout", "keys", "result", "verdict"),
    [
        (
            FIFTY_FIFTY,
            ("$", "enter", "0", "enter"),
            "Lost",
            "Forced guess 50% was the lowest risk 1 guess, 50% to survive",
        ),
        (TWO_MINES, ("enter",), "Lost", "Lost at the first reveal: nothing was known yet"),
        (FIFTY_FIFTY, ("$", "enter", "0", "down", "enter"), "Won", "1 guess, 50% to survive"),
        (TWO_MINES, ("$", "enter", "0", "G", "enter"), "Won", "Won without a guess"),
        (FIFTY_FIFTY, ("$", "enter", "0", "f"), "Won", "Not every flag was proved"),
    ],
)
def test_the_review_distinguishes_mistakes_from_bad_luck(
    layout: str, keys: tuple[str, ...], result: str, verdict: str
) -> None:
    player = GamePlayer(layout)
    player.press(*keys)
    looked_back(player)
    assert player.panel[0] == result
    assert f" {verdict} Unranked: " in player.notice_text
    assert marks(player) == {}
    assert "Avoidable" not in player.notice_text


def test_a_loss_by_a_bad_guess_names_the_better_one() -> None:
    player = looked_back(cornered(GUESS, "right", "enter"))
    assert (
        "Forced guess, but the purple cell was better: a chance of 7 in 8 to win, not 2 in 3"
        " 1 guess, 67%" in player.notice_text
    )


def test_a_look_back_on_several_guesses_counts_them() -> None:
    player = GamePlayer("*....*\n......")
    for place in ((3, 1), (1, 2), (6, 1)):
        player.click(*place)
    assert (
        "Forced guess 50% was the lowest risk 2 guesses, 25% to survive all Unranked"
        in looked_back(player).notice_text
    )


def test_the_look_back_goes_on_between_keys_until_it_is_done() -> None:
    player = opened(TWO_MINES, "home", "enter")
    steps = 0
    while player.screen.next_wakeup(player.now) == 0:
        assert "Avoidable" not in player.notice_text
        assert player.panel[0] == "Lost"
        player.wait(0)
        steps += 1
    assert 1 < steps <= len(player.session.steps) + 1
    assert "Avoidable" in player.notice_text
    assert player.screen.next_wakeup(player.now) == 60_000


def test_a_key_during_the_look_back_is_not_lost() -> None:
    player = opened(TWO_MINES, "home", "enter", "down")
    assert player.screen.next_wakeup(player.now) == 0
    assert player.cursor == (1, 2)
    assert "Avoidable" in looked_back(player).notice_text


@pytest.mark.parametrize("key", ["n", "r"])
def test_another_game_drops_the_look_back(key: str) -> None:
    player = opened(TWO_MINES, "home", "enter", key)
    assert player.screen.next_wakeup(player.now) == 60_000
    looked_back(player)
    assert "Avoidable" not in player.notice_text
    assert marks(player) == {}


# What is left to do


def flags_only(*keys: str) -> GamePlayer:
    """A game that only flags win, with its safe cells revealed."""
    player = GamePlayer(".**.\n.*..\n....", setup=Setup(4, 3, 3, win="flags"))
    for place in [(4, 3), (1, 1), (1, 2), (1, 3), (2, 3), (4, 1)]:
        assert player.notice_text == ""
        player.click(*place)
    player.press(*keys)
    assert player.session.game.safe_left == 0
    return player


def test_if_only_flags_win_a_text_says_so_once_all_safe_cells_are_revealed() -> None:
    player = flags_only()
    assert player.notice_text == "Flag the 3 mines to win"
    for place, said in [((2, 1), "Flag the 2 mines left to win"), ((3, 1), "Flag the last mine")]:
        player.click(*place, RIGHT)
        assert player.notice_text.startswith(said)
    player.click(2, 2, RIGHT)
    assert player.status is Status.WON
    assert "Flag" not in player.notice_text


@pytest.mark.parametrize("win", ["either", "clear"])
def test_where_flags_need_not_win_the_game_is_won_by_then(win: WinRule) -> None:
    player = GamePlayer(".*", setup=Setup(2, 1, 1, win=win))
    player.press("enter")
    assert player.status is Status.WON
    assert "Flag" not in player.notice_text


def test_a_hint_speaks_before_what_is_left_to_do() -> None:
    player = flags_only("i")
    assert player.notice_text == "Look at the highlighted 1: press i again for the move"
    player.press("i")
    assert player.notice_text.endswith(("is a mine", "are mines"))


def test_under_strict_the_rule_is_named_as_what_killed() -> None:
    player = GamePlayer(TWO_MINES, setup=Setup(4, 3, 2, win="clear", on_guess="strict"))
    player.press("$", "enter", "0", "down", "enter")
    assert player.status is Status.LOST
    verdict = "Avoidable guess: the strict rule made it explode"
    assert verdict in looked_back(player).notice_text
    assert "survive" not in player.notice_text


def test_under_strict_the_rule_is_not_named_where_guesses_were_left_to_luck_after_an_undo() -> None:
    player = GamePlayer(TWO_MINES, setup=Setup(4, 3, 2, win="clear", on_guess="strict"))
    player.press("$", "enter", "G", "0", "enter", "u", "home", "g", "enter")
    assert player.status is Status.LOST
    assert "1 avoidable guess, 50% to survive" in looked_back(player).notice_text
    assert "strict" not in player.notice_text
