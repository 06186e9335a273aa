"""The pictures of the README: what the program shows today, in files that every viewer can draw."""

import re
from xml.etree import ElementTree

import pytest

from tests.harness.real_terminal import RealTerminal
from tests.pictures.scenes import PICTURES, ROOT, path_of, take_picture
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


@every_picture
def test_a_picture_is_small_and_self_contained(name: str) -> None:
    kept = path_of(name).read_bytes()
    assert len(kept) < 60_000
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(kept).iter()}
    assert tags <= {"svg", "g", "rect", "circle", "path", "text"}


def test_the_readme_shows_every_picture_and_says_what_it_shows() -> None:
    shown = dict(re.findall(r"!\[(.*?)\]\(tests/pictures/(.*?)\.svg\)", README))
    assert shown == {picture.label: name for name, picture in PICTURES.items()}


def test_there_are_no_other_pictures() -> None:
    kept = {path.stem for path in path_of("any").parent.glob("*.svg")}
    assert kept == set(PICTURES)
