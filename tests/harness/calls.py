"""How often a function is called, for tests of what would take too long if done too often."""

import sys
from collections.abc import Callable
from types import FrameType, FunctionType
from typing import TypeVar, cast

Result = TypeVar("Result")


def count_calls(function: Callable[..., object], run: Callable[[], Result]) -> tuple[int, Result]:
    """Run something; return how often it called a function, and its result."""
    code, count = cast(FunctionType, function).__code__, 0

    def look(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code is code

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        return_value = run()
    finally:
        sys.setprofile(before)
    return count, return_value
