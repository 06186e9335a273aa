"""The tool that breaks the program on purpose: what it draws, and what it says about tests."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.tools import mutants
from tests.tools.mutants import Mutant, faults, function_at, killer, read_table
from tests.tools.mutations import draw


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text), encoding="utf-8")


def test_a_row_of_the_table_is_read() -> None:
    text = """
        Any words.

        # a game is always won
        @ engine/game.py
         def is_won():
        -    return self.mines == self.flags
        +    return True

        # another
        @ engine/board.py
        -a
        +b
        = because
    """
    assert read_table(dedent(text)) == [
        Mutant(
            "a game is always won",
            "engine/game.py",
            "def is_won():\n    return self.mines == self.flags\n",
            "def is_won():\n    return True\n",
        ),
        Mutant("another", "engine/board.py", "a\n", "b\n", "because"),
    ]


def test_what_does_not_fit_is_named(tmp_path: Path) -> None:
    write(tmp_path / "minesweeper/sums.py", "one = 1\ntwo = 2\ntwo = 2\n")
    rows = [
        Mutant("fits", "sums.py", "one = 1\n", "one = 3\n"),
        Mutant("gone", "sums.py", "three = 3\n", ""),
        Mutant("there twice", "sums.py", "two = 2\n", ""),
        Mutant("a part of a line", "sums.py", "= 1\n", "= 2\n"),
        Mutant("no Python", "sums.py", "one = 1\n", "one =\n"),
        Mutant("no file", "sum.py", "one = 1\n", ""),
        Mutant("fits", "sums.py", "one = 1\n", "one = 2\n"),
    ]
    named = [fault.partition(":")[0] for fault in faults(rows, tmp_path)]
    assert named == ["fits", "gone", "there twice", "a part of a line", "no Python", "no file"]


def test_a_draw_is_spread_by_lines_fits_and_is_the_same_every_time(tmp_path: Path) -> None:
    package = tmp_path / "minesweeper"
    write(package / "long.py", "".join(f"if a < {n} and not b:\n    c()\n" for n in range(45)))
    write(package / "play/short.py", "".join(f"def f{n}():\n    return 1 + 1\n" for n in range(30)))
    text = "\n".join(draw(package, 1, 12))
    rows = read_table(text)
    assert [row.file for row in rows] == ["long.py"] * 9 + ["play/short.py"] * 3
    wrong = [fault for fault in faults(rows, tmp_path) if "is there twice" not in fault]
    assert not wrong
    assert text == "\n".join(draw(package, 1, 12))
    assert text != "\n".join(draw(package, 2, 12))


def test_the_changed_function_is_found() -> None:
    source = dedent("""
        A = 1
        class Game:
            won = False
            def play(self):
                def again():
                    return 1
                return again
            def quit(self): pass
    """)
    names = [function_at(source, line) for line in range(2, 10)]
    play, again = "Game.play", "Game.play.<locals>.again"
    assert names == ["", "", "", play, again, again, play, "Game.quit"]


def test_the_tests_that_call_a_function_tell_who_is_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "PROCESSES", ())
    copy = tmp_path / "copy"
    write(copy / "minesweeper/__init__.py", "")
    write(
        copy / "minesweeper/sums.py",
        """
        def double(number):
            return number + number
        def triple(number):
            return 3 * number
        """,
    )
    write(
        copy / "test_sums.py",
        """
        from minesweeper import sums
        def test_double():
            assert sums.double(0) == 0
        def test_triple():
            assert sums.triple(1) == 3
        """,
    )
    mutants.make_map(copy, tmp_path / "map", 0)
    tests_of = mutants.read_map(tmp_path / "map")
    assert tests_of == {
        "sums.py double": {"test_sums.py::test_double"},
        "sums.py triple": {"test_sums.py::test_triple"},
    }
    before = (copy / "minesweeper/sums.py").read_text(encoding="utf-8")
    for old, new, failure in (
        ("3 * number", "2 * number", "test_sums.py::test_triple"),
        ("number + number", "number - number", ""),
    ):
        mutant = Mutant("", "sums.py", f"    return {old}\n", f"    return {new}\n")
        sets_of_tests = mutants.tests_against(mutant, copy, tests_of)
        assert killer(copy, mutant, sets_of_tests) == failure
        assert (copy / "minesweeper/sums.py").read_text(encoding="utf-8") == before
    with pytest.raises(ValueError, match=r"the map is older than the tests: .*test_half"):
        killer(copy, mutant, [["test_sums.py::test_half"]])
