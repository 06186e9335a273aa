"""What a side says as a column, as a wide strip and as a narrow one, and what can be clicked."""

from collections.abc import Sequence
from typing import Final

import pytest

from minesweeper.tui.canvas import Canvas
from minesweeper.tui.events import Event, Key
from minesweeper.tui.look.theme import Theme, make_theme
from minesweeper.tui.look.tiles import emphasis, tile
from minesweeper.tui.widgets.blocks import StepKind, bar, bars, ends, facts, odds_legend, timeline
from minesweeper.tui.widgets.key_line import Word
from minesweeper.tui.widgets.layout import Box, Extent, Placement, place_board
from minesweeper.tui.widgets.side import Counters, Side, draw_side

FEW: Final = make_theme("sea", "few")
"""A theme in which large digits are made of characters that can be read in a test."""
NEW: Final = Key("n")


def words(*texts: str) -> list[Word]:
    """Return words whose keys are their first parts."""
    parted = [text.rpartition(":") for text in texts]
    return [Word(key, text, Key(key.lower())) for key, _, text in parted]


PLAYING: Final = words(
    "Enter:reveal", "Space:flag", "i:hint", "u:undo", "m:menu", "?:help", "q:quit"
)
ENDED: Final = words("m:menu", "s:records", "?:help", "q:quit")
ANSWERS: Final = words("Enter:it is safe", "Space:it is a mine", "n:nothing is certain")
LESSON: Final = words("?:help", "Esc:back")

HINT_TEXT: Final = (
    f"Both {tile('safe', '✓')} are safe: {tile('look', '3')} needs one mine more than"
    f" {tile('second', '2')}, and has only {tile('danger', '!')} to itself."
)
PLAY: Final = Side(
    counters=Counters(8, "0:47"),
    foot=["practice: not kept", "best 19.060 s"],
    more=PLAYING,
    new=NEW,
)
HINT: Final = PLAY._replace(
    title="2-3", body=[HINT_TEXT], main=words("i:play it"), foot=["with help"]
)
WIN: Final = Side(
    title="New best",
    title_role="good",
    value="Expert",
    short="47.318 s",
    digits="47.318",
    digits_role="good",
    body=["2.1 s faster than ever", emphasis("good", "3rd win in a row") + "\nnot one guess"],
    foot=["3BV 52 · 1.10/s · 88%"],
    main=words("Enter:play again", "i:look back"),
    more=ENDED,
    new=NEW,
)
VERDICT: Final = (
    emphasis("bright", "Bad luck.")
    + " No cell was certain, and 17% was the lowest risk: you win that guess 5 times in 6."
)
LOSS: Final = Side(
    title="Boom",
    title_role="bad",
    value="31.2 s",
    short="71 of 80 cells",
    digits="71",
    digits_role="note",
    unit="of 80 cells",
    rows=[bar(71 / 80, FEW), "your farthest yet here"],
    body=[VERDICT],
    main=words("u:take it back", "Enter:new board", "r:this board again", "i:look back"),
    more=ENDED,
    new=NEW,
)


def drawn(place: Placement, side: Side, window: Extent, theme: Theme = FEW) -> Canvas:
    canvas = Canvas(*window, blank=theme.text)
    draw_side(canvas, place, side, theme)
    return canvas


def side_lines(canvas: Canvas, box: Box) -> list[str]:
    rows = range(box.row, box.row + box.rows)
    return [canvas.lines()[row][box.column :].rstrip() for row in rows]


def picture(side: Side, window: Extent, board: Extent, theme: Theme = FEW) -> str:
    """Return the text of a side where a board is played in a window, and the key line."""
    place = place_board(window, board, None)
    canvas = drawn(place, side, window, theme)
    lines = [*side_lines(canvas, place.side), canvas.lines()[place.key_row].strip()]
    return "\n".join(lines)


def in_column(side: Side, rows: int, theme: Theme = FEW) -> list[str]:
    """Return the text of a side in a column of so many rows."""
    place = Placement("column", 2, Box(1, 0, 20, 10), Box(24, 0, 24, rows), 10, 10, rows, 1)
    return side_lines(drawn(place, side, (50, rows + 1), theme), place.side)


def in_strip(side: Side, columns: int, rows: int, theme: Theme = FEW) -> list[str]:
    """Return the text of a side in a strip of so many columns and rows."""
    place = Placement(
        "strip", 2, Box(1, 0, 20, 10), Box(1, 10, columns, rows), 10, 10, 10 + rows, 1
    )
    return side_lines(drawn(place, side, (columns + 2, rows + 11), theme), place.side)


def key_line(
    columns: int, main: Sequence[Word], more: Sequence[Word], *, theme: Theme = FEW
) -> str:
    """Return the key line under a strip in which so many columns are free for it."""
    place = Placement("strip", 2, Box(1, 0, 20, 10), Box(1, 10, columns, 2), 10, 10, 12, 1)
    side = Side(main=main, more=more)
    return drawn(place, side, (columns + 2, 13), theme).lines()[12][1:]


# Columns


def test_a_hint_in_a_column() -> None:
    assert picture(HINT, (80, 24), (10, 10)) == (
        """\
▄▄▄
█▄█
█▄█ mines left

▄▄▄   ▄ ▄ ▄▄▄
█ █ ▀ █▄█   █
█▄█ ▀   █   █

2-3

Both  ✓  are safe:  3
needs one mine more than
 2 , and has only  !  to
itself.

i play it




with help
Enter reveal   Space flag   i hint   u undo   m menu   ? help   q quit"""
    )


def test_a_win_in_a_column() -> None:
    assert picture(WIN, (80, 24), (10, 10)) == (
        """\
New best          Expert

▄ ▄ ▄▄▄   ▄▄▄ ▄▄  ▄▄▄
█▄█   █   ▄▄█  █  █▄█
  █   █ ▄ ▄▄█ ▄█▄ █▄█

2.1 s faster than ever

3rd win in a row
not one guess

Enter play again
i     look back







3BV 52 · 1.10/s · 88%
m menu   s records   ? help   q quit"""
    )


def test_a_loss_in_a_column() -> None:
    assert picture(LOSS, (80, 24), (10, 10)) == (
        """\
Boom              31.2 s

▄▄▄ ▄▄
  █  █
  █ ▄█▄ of 80 cells

━━━━━━━━━━━━━━━━━━━━━───
your farthest yet here

Bad luck. No cell was
certain, and 17% was the
lowest risk: you win
that guess 5 times in 6.

u     take it back
Enter new board
r     this board again
i     look back



m menu   s records   ? help   q quit"""
    )


def test_the_digits_are_in_line_with_a_board_that_shares_rows() -> None:
    assert picture(PLAY, (120, 40), (10, 10)).startswith("█▀█\n█▀█\n▀▀▀ mines left\n")
    assert picture(PLAY, (80, 24), (10, 10)).startswith("▄▄▄\n█▄█\n█▄█ mines left\n")


def test_a_column_of_fewer_rows_has_counters_as_text() -> None:
    assert in_column(PLAY, 15)[:2] == ["8 mines left        0:47", ""]
    assert in_column(PLAY, 16)[0] == "█▀█"


def test_a_column_of_few_rows_is_a_narrow_strip() -> None:
    assert in_column(HINT, 12) == [
        "8 mines left        0:47",
        "Both  ✓  are safe:  3",
        "needs one mine more than",
        " 2 , and has only  !  to",
        "itself.",
        *[""] * 6,
        "with help",
    ]


def test_what_gives_way_in_a_column() -> None:
    side = Side(
        title="T", body=["First.", "Second.", "Third, which is long: a reason."], foot=["foot"]
    )
    assert in_column(side, 13) == [
        *("T", "", "First.", "", "Second.", "", "Third, which is long: a", "reason."),
        *["", "", "", "", "foot"],
    ]
    side = side._replace(rows=["a", "b"], main=words("a:one", "b:two"))
    assert in_column(side, 13) == [  # the foot has gone, and the blanks in the body
        *("T", "", "a", "b", "", "First.", "Second.", "Third, which is long: a", "reason."),
        *["", "a one", "b two"],
        "",
    ]
    side = side._replace(rows=["a", "b", "c", "d"])
    assert in_column(side, 13) == [
        *("T", "", "a", "b", "c", "d", "", "First.", "Second.", "Third, which is long."),
        *("", "a one", "b two"),
    ]


def test_wide_counters_and_digits_are_texts() -> None:
    counters = Counters(100, "12:34:56")
    assert "12:34:56" in in_column(PLAY._replace(counters=counters), 16)
    assert in_strip(PLAY._replace(counters=counters), 60, 4)[0] == "100 mines left    12:34:56"
    assert "1:02:34.567" in in_column(WIN._replace(digits="1:02:34.567"), 20)
    assert "1071 of 9900 cells" in in_column(LOSS._replace(digits="1071", unit="of 9900 cells"), 20)


def test_a_column_of_fewer_rows_has_digits_as_text() -> None:
    assert in_column(LOSS, 15)[2:4] == ["71 of 80 cells", ""]
    assert in_column(LOSS, 16)[4] == "  ▀ ▀▀▀ of 80 cells"


def test_a_fact_that_is_too_wide_stands_below_its_name() -> None:
    seed = "11687653282434059081"
    side = Side(body=[facts([("seed", seed), ("id", "da19")], FEW)])
    assert in_column(side, 13)[:3] == ["seed", f"{seed:>24}", "id                  da19"]


def test_one_mine_is_not_many() -> None:
    assert in_strip(PLAY._replace(counters=Counters(1, "0:47")), 30, 2)[0].startswith(
        "1 mine left "
    )
    assert in_column(PLAY._replace(counters=Counters(1, "0:47")), 16)[2].endswith(" mine left")


# Strips


def test_a_hint_in_a_wide_strip() -> None:
    assert picture(HINT, (80, 24), (30, 16)) == (
        """\
█▀█          █▀█ ▄ █ █ ▀▀█   2-3
█▀█          █ █ ▄ ▀▀█   █   Both  ✓  are safe:  3  needs one mine
▀▀▀          ▀▀▀     ▀   ▀   more than  2 , and has only  !  to
mines left       with help   itself.
Enter reveal  Space flag  i play it  u undo  m menu  ? help  q quit"""
    )


def test_a_win_in_a_wide_strip() -> None:
    assert picture(WIN, (80, 24), (30, 16)) == (
        """\
New best            Expert   2.1 s faster than ever
█ █ ▀▀█   ▀▀█ ▀█  █▀█        3rd win in a row, not one guess
▀▀█   █   ▀▀█  █  █▀█
  ▀   ▀ ▀ ▀▀▀ ▀▀▀ ▀▀▀        3BV 52 · 1.10/s · 88%
Enter play again   i look back   m menu   s records   ? help   q quit"""
    )


def test_a_loss_in_a_wide_strip() -> None:
    assert picture(LOSS, (80, 24), (30, 16)) == (
        """\
Boom                31.2 s   Bad luck. No cell was certain, and 17%
71 of 80 cells               was the lowest risk: you win that guess
━━━━━━━━━━━━━━━━━━━━━───     5 times in 6.
your farthest yet here
u take it back  Enter new board  r again  i review  ? help  q quit"""
    )


def test_a_foot_that_does_not_stand_beside_the_counters_stands_at_the_right() -> None:
    assert [line[29:] for line in in_strip(PLAY, 60, 4)] == [
        *("", ""),
        "practice: not kept",
        "best 19.060 s",
    ]


def test_a_hint_in_a_narrow_strip() -> None:
    assert picture(HINT, (40, 14), (9, 9)) == (
        """\
8 mines left  with help           0:47
Both  ✓  are safe:  3  needs one mine
more than  2 , and has only  !  to
itself.
i play it   ? help   q quit"""
    )
    assert picture(HINT, (30, 10), (10, 10)) == (
        """\
8 mines left            0:47
Both  ✓  are safe.
i play it   ? help   q quit"""
    )


def test_ends_in_a_narrow_strip() -> None:
    assert picture(WIN, (40, 14), (9, 9)) == (
        """\
New best                      47.318 s
2.1 s faster than ever, 3rd win in a
row, not one guess

Enter again  i review  ? help  q quit"""
    )
    assert picture(LOSS, (40, 14), (9, 9)) == (
        """\
Boom                    71 of 80 cells
Bad luck. No cell was certain, and 17%
was the lowest risk: you win that
guess 5 times in 6.
u undo  Enter new  r again  i review"""
    )
    assert picture(LOSS, (30, 10), (10, 10)) == (
        """\
Boom          71 of 80 cells
Bad luck.
u undo   Enter new   r again"""
    )


@pytest.mark.parametrize(
    ("columns", "wanted"),
    [
        (40, "8 mines left  practice: not kept    0:47"),
        (30, "8 mines left  practice    0:47"),
        (24, "8 mines left        0:47"),
    ],
)
def test_what_fits_of_the_foot_stands_in_the_middle(columns: int, wanted: str) -> None:
    assert in_strip(PLAY, columns, 2)[0] == wanted


def test_the_value_stands_where_nothing_short_does() -> None:
    assert in_strip(Side(title="T", value="v"), 30, 2)[0] == "T" + " " * 28 + "v"


# Cutting


def body(columns: int, rows: int, *texts: str) -> list[str]:
    """Return what a narrow strip shows of a body in so many columns and rows."""
    return in_strip(Side(title="T", body=texts), columns, rows + 1)[1:]


@pytest.mark.parametrize(
    ("text", "columns", "rows", "wanted"),
    [
        ("It is safe: the 1 says so.", 30, 1, ["It is safe: the 1 says so."]),
        ("It is safe: the 1 says so.", 24, 1, ["It is safe."]),
        ("It is safe: the 1 says so. Go.", 26, 1, ["It is safe: the 1 says so."]),
        ("Enter reveals a cell. The first is safe.", 30, 1, ["Enter reveals a cell."]),
        ("Reveals a cell at once.", 19, 1, ["Reveals a cell..."]),
        ("Reveals a cell, at once.", 20, 1, ["Reveals a cell..."]),
        ("Luck: it was safe. One in 3: few.", 24, 1, ["Luck: it was safe."]),
        ("a fact that is far too long", 20, 1, [""]),
        ("2.1 s faster. Nothing else.", 24, 1, ["2.1 s faster."]),
    ],
)
def test_how_a_text_is_cut(text: str, columns: int, rows: int, wanted: list[str]) -> None:
    assert body(columns, rows, text) == wanted


def test_what_would_not_be_seen_leaves_no_sign() -> None:
    assert body(20, 1, "This fills the row.", "And this is left out.") == ["This fills the row."]
    assert body(24, 1, "one", "two", "a fact that is far too long") == ["one, two"]


def test_parts_of_running_text_are_set_apart() -> None:
    bold = emphasis("bright", "Bad luck.")
    assert body(60, 1, "one", "two", f"{bold} three.", "four") == [
        "one, two, Bad luck. three. four"
    ]


def test_bold_words_are_cut_like_others() -> None:
    text = emphasis("bright", "It is safe: the 1 says so.")
    assert body(24, 1, text) == ["It is safe."]
    text = emphasis("bright", "This is so.") + " And more."
    assert body(12, 1, text) == ["This is so."]
    assert body(12, 1, emphasis("bright", "Reveals a, cell.")) == ["Reveals a..."]


# The key line


@pytest.mark.parametrize(
    ("columns", "wanted"),
    [
        (70, "Enter reveal   Space flag   i hint   u undo   m menu   ? help   q quit"),
        (69, "Enter reveal  Space flag  i hint  u undo  m menu  ? help  q quit"),
        (63, "Enter reveal   Space flag   i hint   u undo   ? help   q quit"),
        (40, "Enter reveal  Space flag  ? help  q quit"),
        (28, "Enter reveal  ? help  q quit"),
        (12, "?   q quit"),
        (4, "?  q"),
        (3, "q"),
    ],
)
def test_ordinary_words_fall_first(columns: int, wanted: str) -> None:
    assert key_line(columns, [], PLAYING) == wanted


@pytest.mark.parametrize(
    ("columns", "wanted"),
    [
        (38, "Enter safe  Space mine  n neither  Esc"),
        (33, "Enter safe  Space mine  n no  Esc"),
        (28, "Enter safe  Space mine  n no"),
        (27, "Enter safe   Space mine"),
        (10, "Enter safe"),
    ],
)
def test_the_main_words_fall_last(columns: int, wanted: str) -> None:
    assert key_line(columns, ANSWERS, LESSON) == wanted


def test_a_main_word_stands_where_the_word_with_its_key_stood() -> None:
    line = key_line(80, words("i:play it"), PLAYING)
    assert line.startswith("Enter reveal   Space flag   i play it   u undo")
    line = key_line(90, words("Space:take it off", "x:next"), PLAYING)
    assert line.startswith("x next   Enter reveal   Space take it off   i hint")


def test_keys_in_ascii() -> None:
    theme = make_theme("mono", "mono", "ascii")
    assert key_line(40, [], words("← →:step", "Esc:back"), theme=theme) == (
        "left right step   Esc back"
    )
    lines = in_column(Side(main=words("← →:change")), 13, theme)
    assert lines[0] == "left right change"


# Clicks


def targets(canvas: Canvas) -> dict[tuple[int, int], Event]:
    found = {}
    for row in range(canvas.rows):
        for column in range(canvas.columns):
            if event := canvas.target_at(column, row):
                found[column, row] = event
    return found


@pytest.mark.parametrize("side", [PLAY, HINT, WIN, LOSS])
@pytest.mark.parametrize(
    ("window", "board"),
    [((80, 24), (10, 10)), ((80, 24), (30, 16)), ((40, 14), (9, 9)), ((80, 12), (8, 8))],
)
def test_every_word_can_be_clicked(side: Side, window: Extent, board: Extent) -> None:
    canvas = drawn(place_board(window, board, None), side, window)
    lines = canvas.lines()
    shown = targets(canvas)
    for word in [*side.main, *side.more]:
        for row in {row for (_, row), event in shown.items() if event == word.event}:
            columns = [at for at in range(canvas.columns) if shown.get((at, row)) == word.event]
            assert columns == [*range(columns[0], columns[-1] + 1)]
            text = lines[row][columns[0] : columns[-1] + 1]
            assert text.startswith(word.key_text)
            assert text == text.strip()
            assert lines[row][columns[-1] + 1 :][:1] in ("", " ")
    drawn_keys = set(shown.values()) - {NEW}
    assert {word.event for word in side.main} <= drawn_keys


@pytest.mark.parametrize(
    ("window", "board"),
    [((80, 24), (10, 10)), ((80, 24), (30, 16)), ((40, 14), (9, 9)), ((80, 12), (8, 8))],
)
def test_counters_and_the_title_of_an_end_deal_a_new_board(window: Extent, board: Extent) -> None:
    place = place_board(window, board, None)
    for side in (PLAY, LOSS):
        shown = targets(drawn(place, side, window))
        assert shown[place.side.column, place.side.row] == NEW
    assert NEW not in targets(drawn(place, LOSS._replace(new=None), window)).values()


# Blocks


def test_blocks_in_a_column() -> None:
    side = Side(
        title="T",
        body=[
            odds_legend(FEW),
            bars([4, 2, 1], "last 3 wins", FEW),
            ends(tile("own", "◆") + " yours", "59% risk", FEW, "text", "bright"),
            timeline(["good", "costly", "fatal"], 1, FEW),
        ],
    )
    assert in_column(side, 20)[2:12] == [
        " safe              mine",
        "",
        "last 3 wins",
        "█",
        "█ █ ▄",
        "",
        " ◆  yours       59% risk",
        "",
        "●───▲───✗",
        "",
    ]


def test_a_time_that_is_little_faster_has_a_lower_bar() -> None:
    side = Side(body=[bars([60, 52, 48, 47], "last 4 wins", FEW)])
    assert in_column(side, 20)[1:3] == ["█ ▁", "█ █ ▅ ▄"]


def test_wins_that_took_no_time_have_the_lowest_bars() -> None:
    assert in_column(Side(body=[bars([0, 0, 0], "last 3 wins", FEW)]), 20)[2] == "▄ ▄ ▄"


def test_bars_without_room_in_a_strip_have_no_gaps() -> None:
    side = Side(title="T", body=[bars(range(1, 13), "last 12 wins", FEW)])
    assert in_strip(side, 60, 4)[0][29:] == "last 12 wins  ▂▃▄▄▅▅▆▆▇▇██"


def test_blocks_in_a_wide_strip() -> None:
    side = Side(
        title="T",
        rows=[bar(0.5, FEW), timeline(["good"], 0, FEW)],
        body=[
            bars([4, 2, 1], "last 3 wins", FEW),
            odds_legend(FEW),
        ],
    )
    assert in_strip(side, 60, 4) == [
        "T                            last 3 wins  █ ▄ ▂",
        "━━━━━━━━━━━━────────────      safe              mine",
        "●",
        "",
    ]


FACTS: Final = Side(
    title="T", body=[facts([("in a row", "1"), ("longest", "12")], FEW), "with help"]
)


def test_facts_have_rows_in_a_column_and_are_a_sentence_in_a_strip() -> None:
    row = "in a row" + " " * 15 + "1"
    assert in_column(FACTS, 13)[2:6] == [row, "longest" + " " * 15 + "12", "", "with help"]
    assert [line[29:] for line in in_strip(FACTS, 60, 4)[:2]] == [
        "in a row 1, longest 12",
        "with help",
    ]


def test_a_narrow_strip_says_as_many_facts_as_fit() -> None:
    assert in_strip(FACTS, 33, 2)[1] == "in a row 1, longest 12, with help"
    assert in_strip(FACTS, 32, 2)[1] == "in a row 1, longest 12"
    assert in_strip(FACTS, 21, 2)[1] == "in a row 1"


def test_bars_of_the_past_are_as_legible_as_texts_in_ascii() -> None:
    theme, canvas = make_theme("sea", glyph_set="ascii"), Canvas(24, 3)
    bars([1, 2], "", theme).draw(canvas, 0, 0, 24, False)
    assert [style for _, _, style in canvas.pieces[2]] == [theme.dim, theme.style("good")]


def test_blocks_in_ascii() -> None:
    theme = make_theme("mono", "mono", "ascii")
    side = Side(
        title="10\N{MULTIPLICATION SIGN}10",
        rows=[bar(0.5, theme), timeline(["good", "costly", "fatal"], 1, theme)],
        body=[bars([4, 2, 1], "last 3 wins", theme)],
        foot=["3BV 52 · 1.10/s"],
        digits="47.318",
    )
    lines = in_column(side, 16, theme)
    assert all(line.isascii() for line in lines)
    assert [line for line in lines if line] == [
        "10x10",
        "47.318 s",
        "[###########...........]",
        "o---!---X",
        "last 3 wins",
        "#",
        "# # :",
        "3BV 52 - 1.10/s",
    ]


def test_the_steps_around_the_present_one_are_shown() -> None:
    good: list[StepKind] = ["good"] * 20
    steps = timeline([*good, "fatal", *good], 20, FEW)
    assert in_column(Side(rows=[steps]), 13)[0] == "●─●─●─●─●─●─✗─●─●─●─●─●"


# The classic counters


def test_classic_has_lit_digits_and_a_face() -> None:
    theme = make_theme("classic", "256")
    place = place_board((80, 24), (10, 10), None)
    canvas = drawn(place, PLAY, (80, 24), theme)
    grounds = {
        (column + at, row): style.background
        for row, pieces in enumerate(canvas.pieces)
        for column, text, style in pieces
        for at in range(len(text))
    }
    ground, face = theme.colour("led-ground"), theme.colour("face")
    column, row = place.side.column, place.side.row
    assert grounds[column, row + 1] == ground
    assert grounds[column, row + 5] == ground
    assert grounds[column + 20, row + 6] == face
    long = drawn(place, PLAY._replace(counters=Counters(8, "12:34")), (80, 24), theme)
    assert face not in {style.background for pieces in long.pieces for _, _, style in pieces}
