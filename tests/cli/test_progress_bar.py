"""A progress bar on a terminal, by a clock that we set."""

import io
import sys
import time

import pytest

from minesweeper.cli.output import ProgressBar


class Window(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the clock shows."""
    seconds = [10.0]
    monkeypatch.setattr(time, "monotonic", lambda: seconds[0])
    return seconds


def test_a_bar_appears_once_the_work_has_taken_a_while_and_is_wiped_out(clock: list[float]) -> None:
    window = Window()
    with ProgressBar(window) as bar:
        for seconds, done in ((0, 0.1), (0.099, 0.2), (0.1, 0.25), (0.2, 0.25), (0.3, 0.5)):
            clock[0] = 10 + seconds
            bar.show(done)
    shown = [f"[{'#' * 10}{'.' * 30}]  25%", f"[{'#' * 20}{'.' * 20}]  50%", " " * 47, ""]
    assert window.getvalue() == "".join(f"\r{text}" for text in shown)


def test_a_bar_that_was_wiped_out_for_a_message_comes_back_after_as_long(
    clock: list[float],
) -> None:
    window = Window()
    bar = ProgressBar(window)
    clock[0] += 1
    bar.show(0.5)
    bar.clear()
    bar.show(0.6)
    assert "60%" not in window.getvalue()
    clock[0] += ProgressBar.DELAY
    bar.show(0.6)
    assert window.getvalue().endswith("60%")


def test_what_is_no_terminal_gets_no_bar_but_a_line_now_and_then(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    for stream in (sys.stderr, None):
        bar = ProgressBar(stream)
        for hundredths in range(1, 100):
            clock[0] += ProgressBar.LINE_DELAY / 20
            bar.show(hundredths / 100)
            bar.clear()
    assert capsys.readouterr() == (
        "",
        "".join(f"minesweeper: {share}% done\n" for share in (20, 40, 60, 80)),
    )
