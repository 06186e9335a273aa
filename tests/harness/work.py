"""How much work something is, counted, so that it is the same on every machine."""

import sys
from collections.abc import Callable
from types import FrameType, FunctionType
from typing import Any, TypeVar, cast

Result = TypeVar("Result")
Trace = Callable[[FrameType, str, Any], Any]


def count_calls(function: Callable[..., object], run: Callable[[], Result]) -> tuple[int, Result]:
    """Run something; return how often it called a function, and its result."""
    code, count = cast(FunctionType, function).__code__, 0

    def trace(frame: FrameType, event: str, argument: object) -> None:  # called for calls alone
        nonlocal count
        count += frame.f_code is code

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = run()
    finally:
        sys.settrace(before)
    return count, result


def count_lines(run: Callable[[], object]) -> int:
    """Run something; return how many lines of Python that took."""
    number = 0

    def trace(frame: FrameType, event: str, argument: object) -> Trace:
        nonlocal number
        number += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return number
