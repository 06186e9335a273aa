"""The main screens as texts; `python -m tests.tools.make_pictures` writes them."""

import pytest

from tests.tools.make_pictures import PICTURES, SCREENS, draw


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_in_its_picture(name: str) -> None:
    assert draw(SCREENS[name]) == (PICTURES / f"{name}.txt").read_text(encoding="utf-8")


def test_every_picture_is_of_a_screen() -> None:
    assert {path.stem for path in PICTURES.iterdir()} == {*SCREENS}
