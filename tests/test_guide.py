"""The developers' guide: what it names is there."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
GUIDE: Final = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
PACKAGE: Final = ROOT / "minesweeper"


def found(path: str) -> Path:
    """Return a path that the guide names: below the package, or below the project."""
    below_package = PACKAGE / path
    return below_package if below_package.exists() else ROOT / path


def test_the_paths_in_the_guide_exist() -> None:
    quoted = re.findall(r"`([\w./-]+)`", GUIDE)
    paths = {each for each in quoted if re.fullmatch(r"[\w./-]+(\.py|/)", each)}
    assert len(paths) > 50
    assert {path for path in paths if not found(path).exists()} == set()


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


def test_the_steps_from_a_key_to_a_frame_are_functions_of_their_modules() -> None:
    missing = [
        (module, name)
        for module, name in steps()
        if not re.search(rf"^ *def {name}\(", found(module).read_text(encoding="utf-8"), re.M)
    ]
    assert len([*steps()]) > 15
    assert missing == []


def test_the_tools_that_are_named_anywhere_are_there() -> None:
    files = [ROOT / "README.md", PACKAGE / "data" / "manual.toml"]
    files += [*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    texts = [GUIDE, *(path.read_text(encoding="utf-8") for path in files)]
    named = {name for text in texts for name in re.findall(r"-[mp] (tests\.[\w.]*\w)", text)}
    assert len(named) > 3
    assert {name for name in named if not find_spec(name)} == set()
