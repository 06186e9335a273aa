"""The theme and the zoom that the player chooses: what the keys do, and what is remembered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.tui.look.looks import Looks
from minesweeper.tui.look.palettes import NEED_EXACT, PALETTES, MakePalette
from minesweeper.tui.look.theme import auto_theme
from minesweeper.tui.widgets.layout import Extent, place_board, shown_zooms

# The theme that "auto" stands for


@pytest.mark.parametrize(
    ("said", "theme"),
    [
        ("15;0", "sea"),
        ("0;15", "light"),
        ("7;0", "sea"),
        ("0;7", "light"),
        ("15;default;0", "sea"),
        ("0;default;15", "light"),
        ("default;default", "sea"),
        ("0;8", "sea"),
        ("15", "light"),
        ("0;", "sea"),
        ("", "sea"),
        ("0;15;", "sea"),
        ("0;white", "sea"),
    ],
)
def test_auto_follows_the_background_that_the_terminal_reports(said: str, theme: str) -> None:
    assert auto_theme({"COLORFGBG": said}) == theme


def test_auto_is_sea_where_nothing_is_known() -> None:
    assert auto_theme({}) == "sea"


def test_auto_is_mono_where_colours_are_not_wanted() -> None:
    assert auto_theme({"NO_COLOR": "1", "COLORFGBG": "0;15"}) == "mono"
    assert auto_theme({"NO_COLOR": "", "COLORFGBG": "0;15"}) == "light"


def test_auto_draws_with_the_theme_that_it_stands_for() -> None:
    assert Looks("auto", auto="light").theme is Looks("light").theme


# The theme


@pytest.mark.parametrize("theme", PALETTES)
def test_only_auto_asks_for_the_background_and_follows_it(theme: str) -> None:
    looks, fixed = Looks("auto"), Looks(theme)
    assert looks.needs_background
    assert not fixed.needs_background
    for light, name in ((True, "light"), (False, "sea")):
        looks.set_background(light=light)
        fixed.set_background(light=light)
        assert looks.theme is Looks(name).theme
        assert fixed.theme is Looks(theme).theme


def test_the_reported_background_is_kept_for_the_next_auto() -> None:
    looks = Looks("mono", auto="sea")
    looks.set_background(light=True)
    assert looks.theme is Looks("mono").theme
    assert looks.change_theme() == "Theme: auto (light)."
    assert looks.theme is Looks("light").theme


@pytest.mark.parametrize(
    ("colours", "kind"), [(0, "mono"), (8, "few"), (16, "few"), (88, "few"), (256, "256")]
)
def test_a_theme_is_of_the_kind_that_the_terminal_shows(colours: int, kind: str) -> None:
    looks = Looks("light", colours=colours)
    assert looks.theme.kind == kind
    assert looks.needs_exact == (kind == "256")
    assert Looks("auto", colours=colours).needs_background == (kind == "256")


def test_exact_colours_come_when_they_are_proved_and_where_colours_are_direct() -> None:
    looks = Looks("sea")
    looks.set_exact()
    assert looks.theme.kind == "exact"
    assert not looks.needs_exact
    assert Looks("sea", colours=1 << 24).theme is looks.theme
    assert not Looks("mono").needs_exact


def names_of(looks: Looks) -> list[str]:
    """The themes that the key goes through, from the present one on."""
    names = [looks.name]
    while True:
        message = looks.change_theme()
        assert message.split("(")[0].rstrip(" .") == f"Theme: {looks.name}"
        if looks.name == names[0]:
            return names
        names.append(looks.name)


def test_the_theme_key_goes_through_the_themes_that_can_be_told_apart() -> None:
    exact, sea = Looks("auto"), PALETTES["sea"].make
    assert sea
    exact.set_exact()
    assert names_of(exact) == ["auto", *PALETTES]
    plain = [name for name in PALETTES if name not in NEED_EXACT]
    assert names_of(Looks("auto")) == ["auto", *plain]
    assert names_of(Looks("auto", colours=16)) == ["auto", "mono"]
    own: dict[str, MakePalette] = dict.fromkeys(("nord", "mine"), sea)
    assert {*names_of(Looks("auto", own=own))} == {"auto", *plain, "nord", "mine"}


def test_from_a_theme_that_is_not_offered_the_key_leads_to_auto() -> None:
    looks = Looks("nord")
    assert looks.change_theme() == "Theme: auto (sea)."


def test_without_colours_no_theme_can_be_chosen() -> None:
    looks = Looks("light", colours=0, remember_theme=lambda theme: "remembered")
    assert looks.change_theme() == "This terminal has no colours."
    assert looks.name == "light"


def test_a_theme_that_a_key_has_chosen_is_remembered() -> None:
    remembered: list[str] = []

    def remember(theme: str) -> str:
        remembered.append(theme)
        return "for this run only"

    looks = Looks("sea", remember_theme=remember)
    assert looks.change_theme() == "Theme: light, for this run only."
    assert remembered == ["light"]
    looks.apply({"theme": "mono"})
    assert remembered == ["light"]
    assert looks.theme is Looks("mono").theme


def test_settings_are_obeyed_and_what_is_no_look_is_left_alone() -> None:
    looks = Looks("light", zoom=3)
    looks.apply({"glyphs": "ascii", "dim-numbers": True, "motion": False, "win": "flags"})
    assert looks.theme is Looks("light", "ascii").theme
    assert (looks.dim_numbers, looks.motion, looks.chosen_zoom((9, 9))) == (True, False, 3)
    looks.apply({"zoom": "auto"})
    assert looks.chosen_zoom((9, 9)) is None


# The zoom

WINDOW, BOARD = (120, 40), (10, 10)


def zoom_by(looks: Looks, step: int, window: Extent = WINDOW, board: Extent = BOARD) -> str:
    """Change the zoom of a board in a window; return the message."""
    now = place_board(window, board, looks.chosen_zoom(board)).zoom
    return looks.zoom_by(step, now, shown_zooms(window, board), board)


def test_the_zoom_goes_in_steps_from_the_one_that_is_shown_to_both_ends() -> None:
    looks = Looks()
    steps = [zoom_by(looks, 1), *(zoom_by(looks, -1) for _ in range(6))]
    assert steps == [
        *("Zoom 11.", "Zoom 7.", "Zoom 5.", "Zoom 3.", "Zoom 2.", "Zoom 1.", "No smaller zoom.")
    ]
    while (message := zoom_by(looks, 1)).startswith("Zoom"):
        pass
    assert message == "No larger zoom fits here."


@given(
    window=st.tuples(st.integers(30, 200), st.integers(10, 60)),
    board=st.tuples(st.integers(1, 60), st.integers(1, 60)),
    steps=st.lists(st.sampled_from([1, -1]), max_size=8),
)
def test_every_step_is_seen(
    window: tuple[int, int], board: tuple[int, int], steps: list[int]
) -> None:
    looks = Looks()
    for step in steps:
        before = place_board(window, board, looks.chosen_zoom(board)).zoom
        message = zoom_by(looks, step, window, board)
        zoom = place_board(window, board, looks.chosen_zoom(board)).zoom
        if message.startswith("Zoom"):
            assert message == f"Zoom {zoom}."
            assert (zoom - before) * step > 0
        else:
            assert zoom == before


def test_a_chosen_zoom_is_kept_for_boards_of_its_size() -> None:
    remembered: list[tuple[tuple[int, int], int]] = []
    looks = Looks(zoom=3, zooms={(9, 9): 5}, remember_zoom=lambda *each: remembered.append(each))
    assert zoom_by(looks, -1) == "Zoom 2."
    boards = (BOARD, (9, 9), (16, 16))
    assert [looks.chosen_zoom(board) for board in boards] == [2, 5, 3]
    assert remembered == [(BOARD, 2)]
    looks.apply({"zoom": "7"})  # that of all boards
    assert [looks.chosen_zoom(board) for board in boards] == [7, 7, 7]


def test_emoji_have_one_size() -> None:
    looks = Looks(glyphs="emoji", zoom=5)
    assert zoom_by(looks, 1) == "Emoji have one size."
    assert looks.chosen_zoom(BOARD) == 2
