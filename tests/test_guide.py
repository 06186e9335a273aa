"""The developers' guide: what it names is there."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
GUIDE: Final = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
PACKAGE: Final = ROOT / "minesweeper"


def found(path: str) -> Path:
    """Return a path that the guide names: below the package, or below the project."""
    below_package = PACKAGE / path
    return below_package if below_package.exists() else ROOT / path


def named_paths() -> list[str]:
    quoted = re.findall(r"`([\w./-]+)`", GUIDE)
    return sorted({each for each in quoted if re.fullmatch(r"[\w./-]+(\.py|/)", each)})


@pytest.mark.parametrize("path", named_paths())
def test_a_path_in_the_guide_exists(path: str) -> None:
    assert found(path).exists()


def test_every_folder_of_the_package_is_in_the_guide() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert {folder for folder in folders if f"`{folder}/`" not in GUIDE} == set()


def steps() -> Iterator[tuple[str, str]]:
    """Yield each function of the way from a key to a frame, with its module."""
    _, _, section = GUIDE.partition("## How a key becomes a frame\n")
    module = ""
    for quoted in re.findall(r"`([\w./]+)`", section.partition("\n## ")[0]):
        if quoted.endswith(".py"):
            module = quoted
        elif quoted.islower():
            yield module, quoted


@pytest.mark.parametrize(("module", "function"), [*steps()])
def test_a_step_from_a_key_to_a_frame_is_a_function_of_its_module(
    module: str, function: str
) -> None:
    assert re.search(rf"^ *def {function}\(", found(module).read_text(encoding="utf-8"), re.M)


def test_the_guide_is_short() -> None:
    assert len(GUIDE.splitlines()) <= 210
