"""A disk that fails at any call: no game is lost without a message, and play continues."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.harness.disk_faults import ERRORS, SHIM, Fault, PythonFaults, check_all
from tests.harness.kept_games import begin, dealer, lose, open_history
from tests.harness.learned import attempt, open_learning

fcntl = pytest.importorskip("fcntl")

ROOT = Path(__file__).parents[2]
IN_PYTHON = {
    "open": [(os, "open")],
    "write": [(os, "write")],
    "rename": [(os, "rename"), (os, "replace")],
    "flock": [(fcntl, "flock")],
    "unlink": [(os, "remove")],
    "ftruncate": [(os, "ftruncate")],
}


@pytest.mark.parametrize(
    ("function", "every"),
    [
        # Of opening and writing there is the most.
        *((function, 3 if function in ("open", "write") else 1) for function in IN_PYTHON),
        *(pytest.param(each, 1, marks=pytest.mark.long) for each in ("open", "write")),
    ],
)
def test_no_failing_call_of_ours_loses_a_game_without_a_message(
    function: str, every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = PythonFaults()
    for module, name in IN_PYTHON[function]:
        monkeypatch.setattr(module, name, faults.wrapped(function, getattr(module, name)))
    assert check_all(tmp_path, faults, [function], every) == []


@pytest.mark.parametrize("for_ever", [False, True])
@pytest.mark.parametrize("function", IN_PYTHON)
def test_no_failing_call_of_ours_loses_an_answer_of_the_course_without_a_message(
    function: str, for_ever: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults, attempts = PythonFaults(), [attempt(number) for number in (1, 2, 3)]
    for module, name in IN_PYTHON[function]:
        monkeypatch.setattr(module, name, faults.wrapped(function, getattr(module, name)))
    for k in count(1):
        learning = open_learning(tmp_path / str(k))
        faults.arm(Fault(function, k, for_ever))
        for each in attempts:
            learning.keep(each)
        learning.close()
        learning.back_up()
        calls = faults.disarm()
        found = open_learning(tmp_path / str(k)).attempts()
        is_excused = for_ever and "could not be stored" in learning.take_messages()
        assert found == attempts or is_excused, k
        if k > calls:
            break


@pytest.mark.long
@pytest.mark.parametrize("function", ERRORS)
def test_no_failing_call_of_the_c_library_loses_a_game_without_a_message(
    function: str, tmp_path: Path
) -> None:
    compiler = shutil.which("cc")
    if not compiler or not sys.platform.startswith("linux"):
        pytest.skip("needs a C compiler and a C library into which a function can be preloaded")
    source, library = tmp_path / "shim.c", tmp_path / "shim.so"
    source.write_text(SHIM)
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.harness.disk_faults", str(tmp_path / "home"), function],
        cwd=ROOT,
        env={**os.environ, "LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.split("\n") == ["checked", ""]


# Another copy, at any moment


class AnotherCopy:
    """Does something just before the k-th time that the system is asked for a file."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._due = 0
        self._act: Callable[[], None] = lambda: None
        for module, name in [(os, "open"), (os, "stat"), (os, "lstat"), (os, "fstat")]:
            monkeypatch.setattr(module, name, self._wrapped(getattr(module, name)))
        monkeypatch.setattr(fcntl, "flock", self._wrapped(fcntl.flock))

    def acts_before(self, k: int, act: Callable[[], None]) -> None:
        self._due, self._act = k, act

    @property
    def has_acted(self) -> bool:
        return self._due <= 0

    def _wrapped(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*arguments: object, **named: object) -> object:
            self._due -= 1
            if self._due == 0:
                self._act()
            return call(*arguments, **named)

        return wrapper


def set_aside(path: Path) -> None:
    if path.exists():
        path.rename(path.with_suffix(".damaged"))


def remove(path: Path) -> None:
    path.unlink(missing_ok=True)


@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("act", [set_aside, remove])
@pytest.mark.parametrize("state", ["damaged", "ended", "saved"])
def test_another_copy_may_remove_or_rename_a_journal_at_any_moment(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    state: str,
    act: Callable[[Path], None],
    every: int,
) -> None:
    first = open_history(tmp_path / "0")
    saved, gone = dealer(first).next(), dealer(first, first=2).next()
    begin(saved)
    first.leave(saved)
    lose(gone) if state == "ended" else begin(gone)
    first.close()
    other = AnotherCopy(monkeypatch)
    for k in count(1, every):
        home = tmp_path / str(k)
        shutil.copytree(tmp_path / "0", home)
        path = home / "2.journal"
        if state == "damaged":
            path.write_text(path.read_text().replace("reveal", "reveil"))
        other.acts_before(k, lambda path=path: act(path))  # type: ignore[misc]  # a bound default
        second = open_history(home)
        for _ in second.tidy():
            pass
        resumed = [second.resume(identity, 0) for identity in second.saved_game_ids()]
        assert "1" in {session.head.id for session in resumed if session}
        second.close()
        if not other.has_acted:
            break
    assert k > 10
