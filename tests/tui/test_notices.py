"""Notices: their lines below the field and beside it, and what is left out without room."""

import pytest

from minesweeper.tui.canvas import Style
from minesweeper.tui.look.glyphs import GLYPHS
from minesweeper.tui.look.palettes import PALETTES
from minesweeper.tui.look.theme import make_theme
from minesweeper.tui.widgets.notice import Notice, lines_below, lines_beside

STYLE = Style()
THEME = make_theme(GLYPHS["ascii"], PALETTES["dark"])

END = Notice(
    "lost after 9.000 s",
    STYLE,
    rank=1,
    short="lost: 9.000 s",
    title="Lost",
    figures=(("Time", "9.000 s"),),
)
FIGURES = Notice("", STYLE, rank=3, figures=(("3BV", "1 of 20"), ("Clicks", "12")))
VERDICT = Notice("bad luck. Nothing was certain.", STYLE, short="bad luck.")
REVIEW = Notice("3 guesses, 1 of them avoidable, 25% to survive", STYLE, rank=2)
NOTICES = [END, FIGURES, VERDICT, REVIEW]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (
            5,
            [
                "Lost after 9.000 s",
                "3BV 1 of 20   Clicks 12",
                "Bad luck. Nothing was certain.",
                "3 guesses, 1 of them avoidable, 25% to survive",
            ],
        ),
        (
            3,
            [
                "Lost after 9.000 s",
                "Bad luck. Nothing was certain.",
                "3 guesses, 1 of them avoidable, 25% to survive",
            ],
        ),
        (2, ["Lost after 9.000 s", "Bad luck. Nothing was certain."]),
        (1, ["Bad luck. Nothing was certain."]),
        (0, []),
    ],
)
def test_the_highest_rank_is_left_out_first_below_the_field(rows: int, lines: list[str]) -> None:
    assert [line.text for line in lines_below(NOTICES, 80, 60, rows)] == lines


@pytest.mark.parametrize(
    ("rows", "lines"), [(2, ["Bad luck. Nothing", "was certain."]), (1, ["Bad luck."])]
)
def test_a_short_text_replaces_a_long_one_only_where_a_line_is_missing(
    rows: int, lines: list[str]
) -> None:
    assert [line.text for line in lines_below([VERDICT], 20, 20, rows)] == lines


def test_what_is_cut_ends_in_dots() -> None:
    [line] = lines_below([REVIEW], 16, 16, 1)
    assert line.text == "3 guesses, 1..."


def test_sentences_are_wrapped_evenly_and_figures_may_be_wider() -> None:
    figures = FIGURES._replace(figures=(("3BV", "1 of 20"), ("Clicks", "12"), ("3BV/s", "0.16")))
    assert [line.text for line in lines_below([figures, REVIEW], 80, 30, 9)] == [
        "3BV 1 of 20   Clicks 12   3BV/s 0.16",
        "3 guesses, 1 of them",
        "avoidable, 25% to survive",
    ]


def test_an_unbroken_text_is_left_out_if_it_is_too_wide() -> None:
    line = Notice("Minesweeper daily", STYLE, is_unbroken=True)
    assert [each.text for each in lines_below([line], 17, 10, 9)] == [line.text]
    assert not lines_below([line], 16, 16, 9)


def test_as_many_figures_as_fit_are_in_a_line() -> None:
    assert [line.text for line in lines_below([FIGURES], 22, 22, 1)] == ["3BV 1 of 20"]


def beside(columns: int, rows: int) -> list[str]:
    """The lines of a panel, the values of figures after a bar."""
    lines = lines_beside(NOTICES, columns, rows, THEME)
    return ["|".join(filter(None, (line.text, line.value))) for line in lines]


HEADING = ["Lost", "-" * 20, "Time|9.000 s"]
REVIEW_LINES = ["3 guesses, 1 of", "them avoidable,", "25% to survive"]


def test_a_panel_has_a_title_figures_and_sentences_with_blank_lines_between() -> None:
    assert beside(20, 12) == [
        *HEADING,
        "3BV|1 of 20",
        "Clicks|12",
        "",
        "Bad luck. Nothing",
        "was certain.",
        "",
        *REVIEW_LINES,
    ]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (11, ["3BV|1 of 20", "Clicks|12", "Bad luck. Nothing", "was certain."]),
        (9, ["3BV|1 of 20", "Bad luck. Nothing", "was certain."]),
        (8, ["Bad luck. Nothing", "was certain."]),
        (7, ["Bad luck."]),
    ],
)
def test_a_low_panel_is_without_blank_lines_and_the_last_figures(
    rows: int, lines: list[str]
) -> None:
    assert beside(20, rows) == [*HEADING, *lines, *REVIEW_LINES]


def test_a_value_that_does_not_fit_beside_its_label_is_in_the_next_line() -> None:
    figure = Notice("", STYLE, figures=(("Better by", "4.000 s"),))
    cases = {16: [("Better by", "4.000 s")], 15: [("Better by", ""), ("", "4.000 s")]}
    for columns, expected in cases.items():
        lines = lines_beside([figure], columns, 9, THEME)
        assert [(line.text, line.value) for line in lines] == expected


def test_the_lowest_panel_keeps_the_verdict() -> None:
    assert beside(20, 4) == [*HEADING, "Bad luck."]
