"""What keeps the start fast: what is loaded before the first frame, and what stands in for it."""

import copy
import pickle
import sys
import typing
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper import typed
from minesweeper.cli.options import Options, UsageError, size_options
from minesweeper.cli.parser import play_parser
from minesweeper.cli.setups import fill, setup_of
from minesweeper.engine.setup import LEVELS, Setup
from minesweeper.settings.table import NOTHING_SET
from tests.bench.program import Program
from tests.harness.real_terminal import LIMIT
from tests.test_architecture import PATHS, foreign_packages

# What costs a tenth of the whole start or more, and what of our own is not needed yet.
TOO_SLOW: Final = {
    *("argparse", "re", "typing", "enum", "textwrap", "locale", "random", "shutil", "signal"),
    *("collections", "functools", "contextlib", "types"),
    *("sqlite3", "json", "tomllib", "fractions", "pathlib", "inspect", "dataclasses"),
}
NOT_YET: Final = {
    *("cli.parser", "settings.config", "engine.generator", "engine.metrics", "solver.clues"),
    *("solver.deduction", "play.eligibility", "play.replay", "store.records", "store.database"),
    *("cli.commands.solver", "plain.game", "tui.widgets.page", "tui.screens.menu"),
}


def written_before_quit_can_be_read(command: list[str], home: Path) -> str:
    """What a program writes, as text and as complaints, until the first frame names the key."""
    written = b""
    with Program(command, str(home)) as program:
        for piece in program.pieces(LIMIT, LIMIT):
            written += piece.data
            if b"quit" in written:
                return written.partition(b"quit")[0].decode()
    raise AssertionError(written.decode())


@pytest.mark.parametrize("size", [[], ["--width=10", "--height=10", "--mines=20"]])
def test_the_first_frame_loads_only_what_it_draws(size: list[str], tmp_path: Path) -> None:
    # Without `site`, which loads what other packages of the interpreter ask for.
    # And as the installed script starts: `-m` loads a part of them before we are asked.
    # The report goes to the terminal: what is loaded later comes after the frame, whenever we look.
    start = "from minesweeper.__main__ import main; main()"
    command = [sys.executable, "-S", "-X", "importtime", "-c", start, *size]
    written = written_before_quit_can_be_read(command, tmp_path)
    loaded = {line.rpartition("|")[2].strip() for line in written.splitlines()}
    assert "minesweeper.tui.screens.game" in loaded
    assert not loaded & (TOO_SLOW | {f"minesweeper.{name}" for name in NOT_YET})


# The simplest command lines, which are understood without argparse

texts = st.sampled_from(["1", "10", "007", "0", "-1", "99999", "20%", "100%", "", "x", "１", " 8"])
words = st.one_of(
    st.builds(
        "{}={}".format,
        st.sampled_from(["--width", "--height", "--mines", "--level", "--wid", "--seed", "-w"]),
        texts | st.sampled_from([*LEVELS, "exp"]),
    ),
    st.sampled_from(["--width", "--height", "--mines", "--level", "--ascii", "--", *LEVELS]),
    texts,
)


@given(st.lists(words, max_size=5))
def test_what_is_understood_without_argparse_is_what_argparse_understands(argv: list[str]) -> None:
    options = size_options(argv)
    if options is not None:
        assert said(options) == said(play_parser().options(argv))


def said(options: Options) -> dict[str, Any]:
    fill(options, NOTHING_SET)
    return {name: value for name, value in vars(options).items() if value not in (None, False)}


@pytest.mark.parametrize(
    ("argv", "setup"),
    [
        ([], Setup(8, 8, 10)),
        (["--width=10", "--height=10", "--mines=20"], Setup(10, 10, 20)),
        (["--level", "expert"], Setup(30, 16, 99)),
        (["--level=beginner", "--mines", "20%"], Setup(9, 9, 16)),
    ],
)
def test_the_commonest_starts_are_understood_without_argparse(
    argv: list[str], setup: Setup
) -> None:
    options = size_options(argv)
    assert options is not None
    fill(options, NOTHING_SET)
    assert setup_of(options) == setup


def test_everything_else_is_left_to_argparse() -> None:
    for argv in (["--seed=1"], ["--width=0"], ["--width"], ["--wid=9"], ["8"], ["--mines=100%"]):
        assert size_options(argv) is None


def test_what_is_wrong_with_a_size_is_said_as_ever() -> None:
    with pytest.raises(UsageError, match=r"--width: '0' is not a number from 1 to"):
        play_parser().options(["--width=0"])


# What stands in for typing and enum


def test_nothing_loads_the_typing_and_enum_that_it_has_stand_ins_for() -> None:
    for module in PATHS.keys() - {"typed"}:
        assert not foreign_packages(module) & {"typing", "enum"}


class Point(typed.NamedTuple):
    """Where something is."""

    column: int
    row: int = 1
    name: str = ""

    @property
    def place(self) -> tuple[int, int]:
        return self.column, self.row


class Reference(typing.NamedTuple):
    column: int
    row: int = 1
    name: str = ""


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ((3,), {}),
        ((3, 4, "a"), {}),
        ((3,), {"name": "b"}),
        ((), {"row": 2, "column": 1}),
        ((), {}),
        ((3,), {"column": 3}),
        ((1, 2, "c", 4), {}),
        ((1,), {"colour": 2}),
    ],
)
def test_a_named_tuple_is_made_as_that_of_typing(
    values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    try:
        expected = Reference(*values, **named)
    except TypeError:
        with pytest.raises(TypeError, match="Point takes column, row, name"):
            Point(*values, **named)
        return
    made = Point(*values, **named)
    assert tuple(made) == tuple(expected)
    assert hash(made) == hash(expected)
    assert repr(made) == repr(expected).replace("Reference", "Point")
    assert made._asdict() == expected._asdict()


def test_a_named_tuple_behaves_as_that_of_typing() -> None:
    point = Point(3, name="a")
    assert point._fields == Reference._fields
    assert point.place == (3, 1)
    assert point._replace(row=7) == (3, 7, "a")
    assert Point._make([1, 2, "b"]) == Point(1, 2, "b")
    assert type(point._replace(row=7)) is Point
    assert pickle.loads(pickle.dumps(point)) == point
    assert type(pickle.loads(pickle.dumps(point))) is Point
    assert not hasattr(point, "__dict__")
    with pytest.raises(AttributeError):
        point.column = 4  # type: ignore[misc]  # that this is wrong is the point
    with pytest.raises(TypeError):
        point._replace(colour=2)  # type: ignore[call-arg]  # likewise
    match point:
        case Point(column, row, name):
            assert (column, row, name) == (3, 1, "a")


class Colour(typed.Enum):
    """Not a number."""

    RED = "red"
    BLUE = "blue"


class Digit(typed.IntEnum):
    """A number."""

    ONE = 1
    TWO = 2


def test_an_enumeration_behaves_as_that_of_enum() -> None:
    assert [*Colour] == [Colour.RED, Colour.BLUE]
    assert len(Colour) == 2
    assert Colour("red") is Colour.RED
    assert (Colour.BLUE.name, Colour.BLUE.value) == ("BLUE", "blue")
    assert repr(Colour.RED) == "<Colour.RED: 'red'>"
    assert len({Colour.RED, Colour.BLUE, Colour("blue")}) == 2
    assert pickle.loads(pickle.dumps(Colour.RED)) is Colour.RED
    assert copy.deepcopy(Colour.RED) is Colour.RED
    with pytest.raises(ValueError, match="'green' is no Colour"):
        Colour("green")


def test_an_enumeration_of_numbers_holds_numbers() -> None:
    assert Digit(2) is Digit.TWO
    assert Digit.ONE + Digit.TWO == 3
    assert bytes([*Digit]) == b"\1\2"
    assert {1: "one"}[Digit.ONE] == "one"
    assert f"{Digit.TWO} {Digit.TWO!r}" == "2 <Digit.TWO: 2>"
    assert pickle.loads(pickle.dumps(Digit.ONE)) is Digit.ONE
