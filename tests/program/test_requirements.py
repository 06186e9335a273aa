"""What an installation asks for, on each system."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("system", "machine", "packages"),
    [
        ("linux", "x86_64", set()),
        ("darwin", "arm64", set()),
        ("win32", "AMD64", {"windows-curses"}),
        ("win32", "x86", {"windows-curses"}),
        # No wheel is made for it, so that nothing could be installed, not even for plain mode.
        ("win32", "ARM64", set()),
    ],
)
def test_a_system_requires_only_packages_made_for_it(
    system: str, machine: str, packages: set[str]
) -> None:
    needed = map(Requirement, PROJECT["project"]["dependencies"])
    here = {"sys_platform": system, "platform_machine": machine}
    assert {it.name for it in needed if not it.marker or it.marker.evaluate(here)} == packages
