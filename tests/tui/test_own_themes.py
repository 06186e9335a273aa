"""Themes of the player's own in config.toml: colours by name, and errors with their line."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from minesweeper.cli.parser import all_options
from minesweeper.settings.config_file import OwnTheme, parse_config
from minesweeper.settings.table import SettingsError
from minesweeper.tui.colours import Colour, nearest
from minesweeper.tui.look.own_themes import BASES, MAX_THEMES, own_palettes, own_themes_warning
from minesweeper.tui.look.palettes import PALETTES, ROLES, Palette, Role, complete
from minesweeper.tui.look.theme import make_theme
from tests.harness.work import count_calls

README = Path(__file__).parents[2] / "README.md"


def themes_in(*lines: str) -> tuple[OwnTheme, ...]:
    return parse_config("config.toml", "\n".join(lines), all_options()).themes


def palette_of(*lines: str) -> Palette:
    return complete(own_palettes(themes_in("[themes.mine]", *lines))["mine"]())


def palette_called(name: str) -> Palette:
    make = PALETTES[name].make
    assert make
    return complete(make())


def changes(*lines: str, base: str = "sea") -> dict[Role, Colour]:
    """The colours that differ from those of the base."""
    before = palette_called(base)
    return {role: colour for role, colour in palette_of(*lines).items() if colour != before[role]}


def test_a_theme_changes_the_colours_it_names_and_keeps_those_of_its_base() -> None:
    lines = 'base = "light"', "covered = 24", "ring = 220", "danger-text = 17", "number-3 = 160"
    assert changes(*lines, base="light") == {
        "covered": Colour(24),
        "ring": Colour(220),
        "danger-text": Colour(17),
        "number-3": Colour(160),
    }


def test_the_base_is_the_sea_unless_another_is_named() -> None:
    assert palette_of() == palette_called("sea")
    assert [palette_of(f'base = "{name}"') for name in BASES] == [*map(palette_called, BASES)]


def test_each_name_is_that_of_one_colour_and_of_those_that_follow_it() -> None:
    for role in ROLES:
        colours = changes('base = "classic"', f"{role} = 196", base="classic")
        assert {*colours.values()} <= {Colour(196)}
        assert role == "led" or role in colours
    assert {*changes("ink = 17")} >= {"ink", "danger-text", "odds-text-1"}
    assert [*changes("ink = 17", "danger-text = 18").values()].count(Colour(18)) == 1


def test_only_a_base_with_raised_cells_has_edges() -> None:
    assert changes("edge-light = 196", "face = 196") == {}


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("revealed", "open"),
        ("revealed-2", "open-2"),
        ("header", "bright"),
        ("frame", "faint"),
        ("accent", "key"),
        ("message", "note"),
        ("won", "good"),
        ("lost", "bad"),
        ("cursor-text", "ink"),
        ("premise", "look"),
        ("support", "shade"),
        ("sea", "far"),
        ("exploded", "blast"),
    ],
)
def test_what_colours_were_called_in_earlier_versions_is_understood(former: str, now: str) -> None:
    assert changes(f"{former} = 99") == changes(f"{now} = 99") != {}
    assert changes(f"{now} = 98", f"{former} = 99") == changes(f"{now} = 98")
    assert own_themes_warning(themes_in("[themes.mine]", f"{former} = 99")) == ""


def test_what_means_nothing_any_more_is_ignored_with_a_warning() -> None:
    lines = "[themes.mine]", "key = 4", "pocket = 99", "question = 99"
    assert changes(*lines[1:]) == {"key": Colour(4)}
    warning = own_themes_warning(themes_in(*lines))
    assert warning == "config.toml, line 3: 'pocket' is not a colour any more, and ignored"
    former = "[themes.mine]", 'base = "dark"', "key = 4"
    assert changes(*former[1:]) == {"key": Colour(4)}
    assert own_themes_warning(themes_in(*former)) == (
        "config.toml, line 2: base: 'dark' is now 'sea'"
    )


@pytest.mark.parametrize(
    ("written", "number", "exact"),
    [
        ("0", 0, None),
        ("255", 255, None),
        ('"17"', 17, None),
        ('"#000000"', 16, (0, 0, 0)),
        ('"#ffffff"', 231, (255, 255, 255)),
        ('"#FF8700"', 208, (255, 135, 0)),
        ('"#fe8601"', 208, (254, 134, 1)),
        ('"#767676"', 243, (118, 118, 118)),
    ],
)
def test_a_colour_is_a_number_or_exact_with_the_number_nearest_to_it(
    written: str, number: int, exact: tuple[int, int, int] | None
) -> None:
    assert palette_of(f"key = {written}")["key"] == Colour(number, exact)
    own = own_palettes(themes_in("[themes.mine]", f"key = {written}"))["mine"]
    assert make_theme("mine", "256", own=own).colour("key") == Colour(number)
    assert make_theme("mine", "exact", own=own).colour("key") == Colour(number, exact)


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
            'base = "classic"',
            *(f'{role} = "#{rng.randrange(1 << 24):06x}"' for role in ROLES),
        )
    ]
    themes = themes_in(*lines)
    searches, theme = count_calls(
        nearest, lambda: make_theme("own7", "exact", own=own_palettes(themes)["own7"])
    )
    assert searches == len(ROLES)
    assert theme.text.foreground != make_theme("classic", "exact").text.foreground


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
        (["[themes.x]", 'base = "mono"'], "line 2: base: 'mono' is not one of sea, light"),
        (["[themes.x]", 'base = "x"'], "line 2: base: 'x' is not one of sea, light"),
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


@pytest.mark.parametrize("name", PALETTES)
def test_a_theme_of_the_players_own_wins_over_one_of_that_name(name: str) -> None:
    own = own_palettes(themes_in(f"[themes.{name}]", 'base = "nord"', "key = 99"))[name]
    theme = make_theme(name, "256", own=own)
    assert theme.colour("key") == Colour(99)
    assert theme.colour("open") == make_theme("nord").colour("open")


@pytest.mark.parametrize("name", ["mono", "sea", "mine"])
def test_with_few_colours_or_none_there_are_no_themes_of_the_players_own(name: str) -> None:
    own = own_palettes(themes_in(f"[themes.{name}]", "key = 99"))[name]
    assert not make_theme(name, "mono", own=own).has_colours
    few = make_theme(name, "few", own=own)
    assert few.has_colours == (name != "mono")
    assert few.colour("key") in (Colour(6), None)


def test_the_second_tones_of_marks_follow_their_first() -> None:
    own = own_palettes(themes_in("[themes.mine]", 'look = "#c86432"'))["mine"]
    theme = make_theme("mine", "exact", own=own)
    assert theme.colour("look-2") == Colour(nearest((200, 100, 50)), (182, 91, 46))


def test_the_example_of_the_readme_wins_over_the_theme_of_that_name() -> None:
    _, example = README.read_text(encoding="utf-8").split("    [themes.sea]", 1)
    lines, _ = example.split("\n\n", 1)
    own = own_palettes(themes_in("[themes.sea]", *lines.splitlines()[1:]))["sea"]
    theme = make_theme("sea", "exact", own=own)
    assert theme.colour("covered") == Colour(24)
    assert theme.colour("covered-2") == Colour(23, (0, 0x5F, 0x5F))
    assert theme.key.foreground == Colour(117, (0x87, 0xD7, 0xFF))
    assert theme.note.foreground == make_theme("nord", "exact").note.foreground
