"""A replay in words."""

from minesweeper.plain.replay_text import replay_lines
from tests.harness.replays import replay_on

LAYOUT = """
    *....
    .....
    ...**
"""


def test_each_move_is_read_with_its_time_and_what_it_changed() -> None:
    replay = replay_on(
        LAYOUT, "0 reveal 3 1", "1500 flag 1 1", "2000 reveal 1 1", "2250 reveal 4 3"
    )
    assert [*replay_lines(replay)] == [
        "5x3, 3 mines; 4 moves",
        "0.000 s: reveal (3,1)",
        "Revealed 8 cells; 4 safe cells left, 3 mines left",
        "Row 1: column 2 number 1, columns 3 to 5 empty",
        "Row 2: columns 2 to 3 number 1, columns 4 to 5 number 2",
        "1.500 s: flag (1,1)",
        "(1,1): flag; 2 mines left",
        "2.000 s: reveal (1,1)",
        "No effect: this cell is flagged",
        "2.250 s: reveal (4,3)",
        "(4,3): exploded mine",
        "Lost after 2.250 s; 3BV 1 of 2, 3BV/s 0.44, efficiency 25%, 4 clicks",
    ]
