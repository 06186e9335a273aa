"""Every public name has an example, and every example does what it says."""

import doctest
from collections.abc import Iterator

import pytest

import minesweeper

PUBLIC = {name: getattr(minesweeper, name) for name in minesweeper.__all__}


def examples(name: str) -> list[doctest.DocTest]:
    """Return the examples of the package, or those of a public name and its methods."""
    documented = PUBLIC.get(name, minesweeper)
    finder = doctest.DocTestFinder(recurse=documented is not minesweeper)
    found = finder.find(documented, name, module=False, globs=dict(PUBLIC))
    return [each for each in found if each.examples]


@pytest.mark.parametrize("name", ["minesweeper", *PUBLIC])
def test_the_examples_of_a_public_name_print_what_they_say(name: str) -> None:
    for each in examples(name):
        wrong: list[str] = []
        doctest.DocTestRunner().run(each, out=wrong.append)
        assert not wrong, "".join(wrong)


def sources(name: str) -> Iterator[str]:
    return (example.source for each in examples(name) for example in each.examples)


def test_every_public_name_has_an_example() -> None:
    constants = {name for name, value in PUBLIC.items() if not callable(value)}
    in_the_package = "".join(sources("minesweeper"))
    assert [name for name in constants if name not in in_the_package] == []
    assert [name for name in PUBLIC.keys() - constants if not any(sources(name))] == []


def test_every_public_name_is_described() -> None:
    assert [name for name, value in PUBLIC.items() if not value.__doc__] == []
