"""The pictures of the README: what the program shows today, in files that every viewer can draw."""

import re
from xml.etree import ElementTree

import pytest

from tests.harness.real_terminal import RealTerminal
from tests.pictures.movie import LABEL, take_movie
from tests.pictures.scenes import MOVIE, PICTURES, ROOT, path_of, take_picture
from tests.pictures.svg import drawing, window_of

README = (ROOT / "README.md").read_text(encoding="utf-8")
every_picture = pytest.mark.parametrize("name", PICTURES)


@every_picture
def test_pictures_are_up_to_date(name: str) -> None:
    kept = path_of(name).read_text(encoding="utf-8")

    def until_as_kept(terminal: RealTerminal) -> None:
        terminal.wait_for(lambda t: drawing(window_of(t)) in kept, timeout=30)

    try:
        shown = take_picture(name, until_as_kept)
    except AssertionError:
        shown = take_picture(name)  # in which the difference can be seen
    assert kept.splitlines() == shown.splitlines(), f"{name}.svg: run python -m tests.pictures"


def test_the_picture_that_moves_is_up_to_date() -> None:
    kept = path_of(MOVIE).read_text(encoding="utf-8")
    assert kept.splitlines() == take_movie().splitlines(), "run python -m tests.pictures"


@pytest.mark.parametrize(
    ("name", "limit"), [*((name, 60_000) for name in PICTURES), (MOVIE, 200_000)]
)
def test_a_picture_is_small_and_self_contained(name: str, limit: int) -> None:
    kept = path_of(name).read_bytes()
    assert len(kept) < limit
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(kept).iter()}
    assert tags - {"style"} <= {"svg", "g", "rect", "circle", "path", "text"}
    assert ("style" in tags) == (name == MOVIE)


def test_the_readme_shows_every_picture_and_says_what_it_shows() -> None:
    shown = dict(re.findall(r"!\[(.*?)\]\(tests/pictures/(.*?)\.svg\)", README))
    assert shown == {picture.label: name for name, picture in PICTURES.items()} | {LABEL: MOVIE}


def test_there_are_no_other_pictures() -> None:
    kept = {path.stem for path in path_of("any").parent.glob("*.svg")}
    assert kept == {*PICTURES, MOVIE}
