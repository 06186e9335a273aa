"""Which glyphs are drawn: the options for them, and the setting."""

import pytest

from minesweeper.cli.parser import all_options, command_line, play_parser
from minesweeper.settings.resolve import resolve
from minesweeper.settings.sources import NO_SOURCES, read_environment
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.palettes import PALETTES

OPTIONS = all_options()


def test_settings_and_options_have_the_same_choices() -> None:
    assert [*OPTIONS["theme"].choices] == ["auto", *PALETTES]
    assert [*OPTIONS["glyphs"].choices] == ["auto", *GLYPHS]


@pytest.mark.parametrize(
    ("setting", "options", "glyphs"),
    [
        # The command line wins over a setting, and of two options the last one.
        ("ascii", "", "ascii"),
        ("emoji", "--ascii", "ascii"),
        ("ascii", "--emoji", "emoji"),
        ("ascii", "--glyphs=auto", "auto"),
        ("emoji", "--zoom=3", "auto"),
        ("emoji", "--zoom=2", "emoji"),
        ("", "", "auto"),
        ("", "--glyphs=unicode", "unicode"),
        ("", "--ascii --emoji", "emoji"),
        ("", "--emoji --glyphs=unicode", "unicode"),
        ("", "--glyphs=unicode --ascii", "ascii"),
        ("", "--emoji --zoom=3 --ascii", "ascii"),
        ("", "--emoji --zoom=auto", "emoji"),
        ("", "--emoji --zoom=2", "emoji"),
    ],
)
def test_the_last_word_about_glyphs_counts(setting: str, options: str, glyphs: str) -> None:
    given = command_line(play_parser().parse(options.split()))
    environment = read_environment({"MINESWEEPER_GLYPHS": setting}, OPTIONS)
    assert resolve(given, NO_SOURCES._replace(environment=environment)).glyphs == glyphs
