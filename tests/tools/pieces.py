"""A line that hands over a frame in pieces: does a test take a part of a frame for the whole?

    python -m pytest -p tests.tools.pieces tests/program tests/cli

Each read of a terminal gives no more than five bytes.
"""


def pytest_configure() -> None:
    """Let all terminals read a few bytes at once."""
    from tests.harness import real_terminal

    real_terminal.READ_AT_ONCE = 5
