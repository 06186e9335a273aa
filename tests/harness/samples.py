"""The size of samples: small in every run, complete in the long tests."""

import pytest


def few_or_many(few: int, many: int) -> pytest.MarkDecorator:
    """Run a test with a small count always, and with the large one among the long tests."""
    return pytest.mark.parametrize("count", [few, pytest.param(many, marks=pytest.mark.long)])
