"""Themes of the player's own in config.toml: colours by name, and errors with their line."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from minesweeper.cli.parser import all_options
from minesweeper.engine.game import Face
from minesweeper.settings.config_file import OwnTheme, parse_config
from minesweeper.settings.table import SettingsError
from minesweeper.tui.colours import Colour, nearest
from minesweeper.tui.look.own_themes import BASES, COLOUR_NAMES, MAX_THEMES, own_palettes
from minesweeper.tui.look.palettes import PALETTES, Palette
from minesweeper.tui.look.theme import Looks
from tests.harness.work import count_calls

README = Path(__file__).parents[2] / "README.md"


def themes_in(*lines: str) -> tuple[OwnTheme, ...]:
    return parse_config("config.toml", "\n".join(lines), all_options()).themes


def palette_of(*lines: str) -> Palette:
    return own_palettes(themes_in("[themes.mine]", *lines))["mine"]()


def test_a_theme_changes_the_colours_it_names_and_keeps_those_of_its_base() -> None:
    changes = "covered = 24", "cursor = 220", "danger-text = 17", "number-3 = 160"
    palette = palette_of('base = "light"', *changes)
    light = PALETTES["light"]
    assert palette.danger[0]
    assert (palette.danger[0].of_256, palette.danger[1]) == (17, light.danger[1])
    assert palette.covered == (Colour(24, 7), light.covered[1])
    assert palette.focus == (light.focus[0], Colour(220, 3, 11))
    assert palette.numbers == (*light.numbers[:2], Colour(160, 1), *light.numbers[3:])
    unchanged = palette._replace(
        covered=light.covered, focus=light.focus, danger=light.danger, numbers=light.numbers
    )
    assert unchanged == light


def test_the_base_is_dark_unless_another_is_named() -> None:
    assert palette_of() == PALETTES["dark"]
    assert [palette_of(f'base = "{base}"') for base in BASES] == [PALETTES[base] for base in BASES]


def test_each_name_changes_one_colour() -> None:
    dark = str(PALETTES["dark"])
    for name in COLOUR_NAMES:
        changed = str(palette_of(f"{name} = 17"))
        assert changed.count("of_256=17,") == dark.count("of_256=17,") + 1, name
        assert len(changed) in {len(dark), len(dark) - 1}, name


@pytest.mark.parametrize(
    ("written", "index", "exact"),
    [
        ("0", 0, None),
        ("255", 255, None),
        ('"17"', 17, None),
        ('"#000000"', 16, 0),
        ('"#ffffff"', 231, 0xFFFFFF),
        ('"#FF8700"', 208, 0xFF8700),
        ('"#fe8601"', 208, 0xFE8601),
        ('"#767676"', 243, 0x767676),
    ],
)
def test_a_colour_is_a_number_or_exact_with_the_number_nearest_to_it(
    written: str, index: int, exact: int | None
) -> None:
    assert palette_of(f"accent = {written}").accent == Colour(index, 6, 14, exact)


def test_a_number_replaces_an_exact_colour_of_the_base() -> None:
    palette = palette_of('base = "nord"', "accent = 80")
    assert palette.accent
    assert palette.accent.exact is None


def test_of_the_colours_that_no_terminal_redefines_each_is_nearest_to_itself() -> None:
    assert nearest((0, 0, 0)) == 16
    assert nearest((255, 0, 0)) == 196
    assert nearest((8, 8, 8)) == 232


def xterm_colours() -> dict[int, tuple[int, int, int]]:
    """The red, green and blue of the cube and the greys, as xterm documents them."""
    steps = (0, 95, 135, 175, 215, 255)
    cube = dict(enumerate(product(steps, steps, steps), start=16))
    greys = [8 + 10 * at for at in range(24)]
    return cube | {232 + at: (grey, grey, grey) for at, grey in enumerate(greys)}


def test_no_colour_is_nearer_than_the_nearest() -> None:
    rng, colours = Random(1), xterm_colours()

    def distance(index: int) -> int:
        return sum((one - other) ** 2 for one, other in zip(colours[index], parts, strict=True))

    for grey in range(0, 256, 3):
        for spread in (0, 15, 60, 255):
            red, green, blue = parts = [
                max(0, min(grey + rng.randint(-spread, spread), 255)) for _ in range(3)
            ]
            assert nearest((red, green, blue)) == min(colours, key=distance)


def test_of_many_themes_with_every_colour_only_the_one_in_use_is_made() -> None:
    rng = Random(1)
    lines = [
        line
        for theme in range(MAX_THEMES)
        for line in (
            f"[themes.own{theme}]",
            *(f'{name} = "#{rng.randrange(1 << 24):06x}"' for name in COLOUR_NAMES),
        )
    ]
    themes = themes_in(*lines)

    searches, looks = count_calls(
        nearest, lambda: Looks("own7", player_palettes=own_palettes(themes))
    )
    assert searches == len(COLOUR_NAMES)
    assert looks.theme.text.foreground != Looks("dark").theme.text.foreground


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["[themes.x]", "covered = 256"], "line 2: covered: '256' is not a colour (use 0 to 255"),
        (["[themes.x]", 'dim = "#12345"'], "line 2: dim: '#12345' is not a colour"),
        (["[themes.x]", 'dim = "#12345g"'], "line 2: dim: '#12345g' is not a colour"),
        (["[themes.x]", "dim = -1"], "line 2: dim: '-1' is not a colour"),
        (["[themes.x]", "dim = true"], "line 2: dim: 'true' is not a colour"),
        (["[themes.x]", "dim = [1]"], "line 2: 'dim': use a whole number, a text"),
        (["", "[ themes . x ]", "colour = 1"], "line 3: 'colour' is not the name of a colour"),
        (["[themes.x]", 'base = "mono"'], "line 2: base: 'mono' is not one of dark, light"),
        (["[themes.x]", 'base = "x"'], "line 2: base: 'x' is not one of dark, light"),
        (["[themes.auto]"], "line 1: themes: 'auto' cannot be redefined"),
        (['[themes."a b"]'], "themes: 'a b' is not a theme name (use up to 20 letters and digits)"),
        (
            [f"[themes.own{theme}]" for theme in range(MAX_THEMES + 2)],
            f"line {MAX_THEMES + 1}: themes: no more than {MAX_THEMES} are allowed",
        ),
        (["themes = 3"], "line 1: 'themes': a table of themes is expected"),
        (["[themes]", "x = 3"], "'themes.x': a table of colours is expected"),
    ],
)
def test_errors_name_the_line_and_the_colour(lines: list[str], said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        own_palettes(themes_in(*lines))
    assert str(caught.value).startswith("config.toml")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_theme_key_reaches_them_after_those_of_the_program() -> None:
    own = own_palettes(themes_in("[themes.lake]", "covered = 24", "[themes.fire]"))
    looks = Looks("mono", player_palettes=own)
    names = []
    for _ in range(3):
        looks.next_theme()
        names.append(looks.name)
    assert names == ["lake", "fire", "auto"]


def test_a_screen_is_drawn_in_its_colours() -> None:
    own = own_palettes(themes_in("[themes.sea]", "covered = 24"))
    style = Looks("sea", player_palettes=own).theme.cells[0][Face.COVERED][1]
    assert style.background == Colour(24, 0)


@pytest.mark.parametrize("name", PALETTES)
def test_a_theme_of_the_players_own_wins_over_one_of_that_name(name: str) -> None:
    own = own_palettes(themes_in(f"[themes.{name}]", 'base = "dark"', "accent = 99"))
    looks = Looks("auto", auto=name, player_palettes=own)
    colour = PALETTES["dark"].accent
    assert colour
    assert looks.theme.accent.foreground == colour._replace(of_256=99)
    names = []
    for _ in range(len(PALETTES) + 1):
        looks.next_theme()
        names.append(looks.name)
    assert names == [*PALETTES, "auto"]


def test_the_example_of_the_readme_wins_over_the_theme_of_that_name() -> None:
    _, example = README.read_text(encoding="utf-8").split("    [themes.sea]", 1)
    lines, _ = example.split("\n\n", 1)
    own = own_palettes(themes_in("[themes.sea]", *lines.splitlines()[1:]))
    theme = Looks("sea", player_palettes=own).theme
    covered = [tone[Face.COVERED][1].background for tone in theme.cells]
    assert covered == [Colour(24, 0), Colour(23, 0, exact=0x005F5F)]
    assert theme.accent.foreground == Colour(117, 6, 14, 0x87D7FF)
    assert theme.message.foreground == PALETTES["dark"].message


def test_a_theme_called_mono_brings_no_colours_to_a_terminal_that_has_none() -> None:
    own = own_palettes(themes_in("[themes.mono]"))
    assert Looks("mono", player_palettes=own, colours=0).theme == Looks("mono", colours=0).theme
