"""What the keys do in a game: on the screen in memory."""

from typing import Final

import pytest

from minesweeper.engine.setup import Setup
from minesweeper.settings.table import Binding
from minesweeper.tui.keys import ROWS, action_of, bound_rows, key_text, keys_text
from tests.harness.player import FREE_KEY, GamePlayer
from tests.harness.scenes import play

OF_THE_LOOP = ("ctrl-l",)

# The cursor begins at (1,1) of a board of 4x3, with mines at (1,1) and (4,3).
SCENES: Final = {
    # The cursor
    "the wall stops the cursor": """
        on *..../...../...../...../.....
        go (3,3) ; left*9 ; = cursor (1,3) ; go (3,3) ; right*9 ; = cursor (5,3)
        go (3,3) ; up*9 ; = cursor (3,1) ; go (3,3) ; down*9 ; = cursor (3,5)
        go (3,3) ; 7*9 ; = cursor (1,1) ; go (3,3) ; 3*9 ; = cursor (5,5)
        go (3,3) ; page-up*9 ; = cursor (3,1) ; page-down*9 ; = cursor (3,5)
    """,
    "Ctrl with an arrow goes to the next covered cell": """
        on *.*.*/...../*.*.*/...../*.*.*
        go (2,3) ; enter ; go (4,3) ; enter ; go (3,2) ; enter ; go (3,4) ; enter
        go (3,3) ; ctrl-left ; = cursor (1,3) ; go (3,3) ; ctrl-right ; = cursor (5,3)
        go (3,3) ; ctrl-up ; = cursor (3,1) ; go (3,3) ; ctrl-down ; = cursor (3,5)
    """,
    "it stops at covered cells with a mark": """
        right f left ctrl-right ; = cursor (2,1) ; ctrl-right ; = cursor (3,1)
    """,
    "where no covered cell is it stays and says why": """
        $ enter ; ctrl-up ; = cursor (4,1) ; = message No covered cell that way.
        left ; ctrl-right ; = cursor (3,1) ; = message No covered cell that way.
    """,
    # Revealing, flagging, chording
    "Enter reveals, and chords a number with its flags": """
        $ enter ; = board #1../#111/#### ; 0 f right enter ; = board F1../1111/####
    """,
    "c chords as well": "f right enter c ; = board F1../1111/####",
    "Space flags and unflags": """
        right space ; = board #F##/####/#### ; = shows 1 mine left
        space ; = board ####/####/#### ; = shows 2 mines left
    """,
    "more flags than mines leave less than none": """
        right space right space right space ; = shows -1 mines left
    """,
    # What does not work
    "two flags of three": """
        on ***/.../... ; f right f down enter
        enter ; = message This 3 needs 3 flags, but has 2. ; = board FF#/#3#/###
    """,
    "one flag of three": """
        on ***/.../... ; f right down enter
        c ; = message This 3 needs 3 flags, but has 1. ; = board F##/#3#/###
    """,
    "no flag of three": """
        on ***/.../... ; right down enter
        c ; = message This 3 needs 3 flags, but has none. ; = board ###/#3#/###
        f ; = message Only 3 of its 8 covered neighbours are mines. ; = board ###/#3#/###
    """,
    "no flag of one": """
        right enter*2 ; = message This 1 needs 1 flag, but has none. ; = board #1##/####/####
    """,
    "a chord on a covered cell": "c ; = message Only numbers can be chorded.",
    "a reveal of a flag": "f enter ; = message This cell is flagged. ; = board F###/####/####",
    "nothing covered": """
        $ enter f ; = message There is nothing covered around it.
        enter ; = message There is nothing covered around it. ; = board #1../#111/####
    """,
    "an explanation goes with the next key": """
        c ; = message Only numbers can be chorded. ; left ; = message
    """,
    "after the end too": """
        enter ; idle ; = message ...mine... ; f ; = says Boom ...The game is over.
        left ; = message ...mine...
    """,
    # Undo
    "a move is undone and redone": """
        u ; = message Nothing to undo. ; y ; = message Nothing to redo.
        $ enter ; u ; = message Undone. ; = board ####/####/####
        y ; = message Redone. ; = board #1../#111/#### ; y ; = message Nothing to redo.
    """,
    "only a reveal that is taken back is help": """
        on classic ; enter G $ f u ; = message Undone. ; = foot
        u ; = message Undone. ; = foot with help
    """,
    # Another game
    "n deals the next board": """
        on classic ; = seed 7 ; enter n ; = seed 8 ; = clicks 0 ; = clock 0:00
    """,
    "the cursor stays where it is on a new board": "on classic ; go (5,3) ; n ; = cursor (5,3)",
    "a given board has no seed and the next has one": """
        on ............/*........... ; = seed None ; n ; = seed 7
    """,
    "r before the first reveal keeps the seed": """
        on classic ; f r ; = seed 7 ; = shows 10 mines left ; = message The same board again.
    """,
    "after the end r deals a layout that is known from the start": """
        enter ; = status lost ; r f $ G f ; = status won
    """,
    # Zoom
    "+ and - step over the zooms that fit and say where they end": """
        on classic ; + ; = message Zoom 7. ; + ; = message No larger zoom fits here.
        -*2 ; = message Zoom 3. ; -*2 ; = message Zoom 1. ; - ; = message No smaller zoom.
        + ; = message Zoom 2. ; left ; = message
    """,
    "a zoom is kept for boards of its size": """
        on classic ; -*2 ; = message Zoom 2. ; n + ; = message Zoom 3. ; m 2 - ; = message Zoom 3.
        m 1 - ; = message Zoom 2.
    """,
    "q quits": "q ; = quits ; Q ; = quits ; ctrl-c ; = quits",
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_what_keys_do(scene: str) -> None:
    play(scene)


def test_r_deals_the_same_board_again() -> None:
    player = play("on classic ; enter")
    layout = player.layout
    player.press("r")
    assert (player.layout, player.session.clicks) == (layout, 0)


def test_emoji_have_one_size() -> None:
    play("+ ; = message Emoji have one size. ; - ; = message Emoji have one size.", glyphs="emoji")


def test_question_marks_follow_flags_if_they_are_on() -> None:
    scene = (
        "space ; = shows F  # ; space ; = shows ?  # ; space ; = hides ?  # ; space ; = shows F  #"
    )
    play(scene, setup=Setup(4, 3, 2, question_marks=True), zoom=3)


# Show mines


def test_mines_are_shown_and_the_side_says_so() -> None:
    player = play("= foot shown mines ; enter", show_mines=True)
    assert [player.text_at(column, row) for column, row in ((2, 1), (4, 3))] == ["#", "*"]


def test_mines_are_shown_as_soon_as_they_are_laid() -> None:
    player = play(
        "on classic ; = hides * ; enter ; = foot shown mines / with help", show_mines=True
    )
    assert sum(line.count("*") for line in player.lines) == 10


# All keys of the table

STEPS: Final = {
    ("left", "h", "4"): (2, 3),
    ("right", "l", "6"): (4, 3),
    ("up", "k", "8"): (3, 2),
    ("down", "j", "2"): (3, 4),
    ("7",): (2, 2),
    ("9",): (4, 2),
    ("1",): (2, 4),
    ("3",): (4, 4),
    ("0", "home"): (1, 3),
    ("$", "end"): (5, 3),
    ("g", "page-up"): (3, 1),
    ("G", "page-down"): (3, 5),
}
MOVES: Final = [key for keys in STEPS for key in keys]
FIVE_BY_FIVE: Final = "*....\n.....\n.....\n.....\n....."


def test_the_cursor_moves() -> None:
    player = GamePlayer(FIVE_BY_FIVE)
    for keys, place in STEPS.items():
        for key in keys:
            player.go_to(3, 3)
            player.press(key)
            assert player.cursor == place, key
    assert player.session.clicks == 0


@pytest.mark.parametrize("layout", ["*.", "*\n."])
def test_the_cursor_stays_on_the_narrowest_board(layout: str) -> None:
    player = GamePlayer(layout)
    for key in (*MOVES, "ctrl-left", "ctrl-right", "ctrl-up", "ctrl-down"):
        player.press("0", "g", key, key)
        assert player.screen.cursor in player.screen.grid, key


def test_a_page_is_what_the_window_shows() -> None:
    player = GamePlayer("\n".join(["." * 30] * 19 + ["*" + "." * 29]), (40, 12))
    rows = player.screen.view.down
    assert rows < 10
    player.press("page-down")
    assert player.cursor == (1, rows)
    player.press("page-down", "page-up")
    assert player.cursor == (1, rows)


def test_other_keys_do_nothing() -> None:
    player = GamePlayer(FIVE_BY_FIVE)
    player.go_to(3, 3)
    before = player.lines
    for key in (*WITHOUT_A_NAME, *OF_THE_LOOP):
        assert player.press(key) is None, key
        assert player.lines == before, key
    assert player.session.clicks == 0


# Keys that type nothing, or bytes that are no character.
WITHOUT_A_NAME: Final = [
    *("escape", "ctrl-z", "backspace", "shift-tab", "tab", "\ufffd", "\u200b", "\x85", "\ud800")
]
UNKNOWN_KEYS: Final = {
    FREE_KEY: FREE_KEY.upper(),
    **{key: key.upper() for key in ("5", "é", "й", "Й", "好", "ㅂ", "f5", "f12")},
    # A combining character, and letters that would turn the line around.
    **dict.fromkeys(("\u0301", "\u094d", "ש", "ض"), "That"),
}


@pytest.mark.parametrize(("key", "name"), UNKNOWN_KEYS.items(), ids=ascii)
def test_a_key_that_does_nothing_says_so_until_another_one_does_something(
    key: str, name: str
) -> None:
    player = GamePlayer(FIVE_BY_FIVE, glyphs="unicode")
    for _ in range(3):  # it may be held down
        player.press(key)
        assert player.message == f"{name} is no key here: ? shows the keys."
    assert player.session.clicks == 0
    player.press("right", key)
    assert "no key" not in player.message


def test_a_letter_that_the_glyphs_do_not_have_is_not_shown() -> None:
    player = GamePlayer(FIVE_BY_FIVE)
    player.press("й")
    assert player.message == "That is no key here: ? shows the keys."


@pytest.mark.parametrize(
    ("keys", "advice"), [(("H",), ": H shows the keys"), (("f",), ": f shows the keys")]
)
def test_the_advice_names_the_players_own_key(keys: tuple[str, ...], advice: str) -> None:
    keymap = bound_rows("default", {"help": Binding(keys, "config.toml, line 3")})
    player = GamePlayer(FIVE_BY_FIVE, keymap=keymap)
    player.press("?")
    assert player.message == f"? is no key here{advice}."


@pytest.mark.parametrize(
    "scene",
    [
        "$ enter p ; й ; = hides no key",
        "size 29x10 ; й ; size 80x24 ; = hides no key",
        "on classic guess-free ; enter ; й ; = hides no key",
    ],
)
def test_where_the_screen_names_its_few_keys_an_unknown_one_says_nothing(scene: str) -> None:
    play(scene)


def test_a_letter_of_another_layout_is_a_key_if_it_is_bound() -> None:
    keymap = bound_rows("default", {"flag": Binding(("й",), "config.toml, line 3")})
    for key in "йЙ":
        player = GamePlayer(FIVE_BY_FIVE, keymap=keymap)
        player.press(key)
        assert player.session.clicks == 1, key


def prepared(*keys: str) -> GamePlayer:
    player = GamePlayer()
    player.press(*keys)
    return player


SITUATIONS: tuple[list[str], ...] = (
    [],
    ["3", "3"],
    ["$", "enter"],
    ["$", "enter", "u"],
    ["right", "enter", "G", "$"],
)


BOUND = [key for row in ROWS for keys in row.actions.values() for key in keys]


def does_something(key: str, situation: list[str]) -> bool:
    player = prepared(*situation)
    before = player.everything, player.canvas.pieces
    return player.press(key) is not None or (player.everything, player.canvas.pieces) != before


def test_every_key_of_the_table_does_something() -> None:
    idle = [
        key for key in BOUND if not any(does_something(key, situation) for situation in SITUATIONS)
    ]
    assert idle == []


@pytest.mark.parametrize("situation", SITUATIONS[2:4])
def test_all_keys_of_an_action_do_the_same(situation: list[str]) -> None:
    for keys in (keys for row in ROWS for keys in row.actions.values() if len(keys) > 1):
        seats = [prepared(*situation) for _ in keys]
        reactions = {type(player.press(key)) for player, key in zip(seats, keys, strict=True)}
        assert len(reactions) == 1, keys
        assert len({"\n".join(player.lines) for player in seats}) == 1, keys


def test_every_letter_works_in_either_case() -> None:
    actions = action_of(ROWS)
    letters = {key for key in actions if len(key) == 1 and key.isalpha()} - {"g", "G"}
    assert letters
    assert all(actions[key] == actions[key.swapcase()] for key in letters)


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("arrows hjkl 1-4 6-9", "left"),
        ("Enter o", "reveal"),
        ("Space f", "flag"),
        ("n", "new"),
        ("?", "help"),
        ("q Ctrl+C", "quit"),
    ],
)
def test_keys_are_named_as_people_do(keys: str, action: str) -> None:
    row = next(row for row in ROWS if action in row.actions)
    assert keys_text(row) == keys
    assert key_text(row) == keys.split()[0]
