"""Break the program in small ways, one at a time, and name those that no test notices.

    python -m tests.tools.mutants               run all mutants of mutants.txt
    python -m tests.tools.mutants TEXT ...      run those whose names contain one of the texts
    python -m tests.tools.mutants --check       only see whether each still fits its file
    python -m tests.tools.mutants --draw 47 65  draw 65 mutants by seed 47, ready for mutants.txt

A mutant is run in a copy of the checkout: against the tests that call the function that it changes,
then, if it survives those, against the folder of the same name, and against the tests that start
programs, where nobody sees who calls what. The status is 1 if one is alive, or does not fit.
"""

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import takewhile
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final, NamedTuple

TABLE: Final = Path(__file__).with_name("mutants.txt")
CHECKOUT: Final = Path(__file__).parents[2]
CALL_MAP: Final = Path(__file__).with_name("call_map.py")
PROCESSES: Final = ("tests/cli", "tests/program", "tests/plain")
LONGEST: Final = 1800
"""How many seconds the tests of a mutant may take. A test that hangs is ended long before."""


class Mutant(NamedTuple):
    """A change of some lines of a file of the package."""

    name: str
    """What is wrong with the program, in words."""
    file: str
    """The file, below `minesweeper/`."""
    old: str
    new: str
    equivalent: str = ""
    """Why no test can notice the change; "" if one can."""

    def apply(self, source: str) -> str:
        """Return the changed text of the file; ValueError if `old` is not in it exactly once."""
        old = re.compile(f"^{re.escape(self.old)}", re.MULTILINE)
        if (count := len(old.findall(source))) != 1:
            raise ValueError(f"its old lines are {count} times in {self.file}")
        return old.sub(lambda _: self.new, source)

    def changed_line(self, source: str) -> int:
        """Return the number of the first line that differs."""
        pairs = zip(source.split("\n"), self.apply(source).split("\n"), strict=False)
        return 1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def read_table(text: str) -> list[Mutant]:
    """Return the mutants of a table, which explains itself at its top."""
    mutants: list[Mutant] = []
    for row in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        name, *lines = row.splitlines()

        def marked(marks: str, lines: Sequence[str] = lines) -> str:
            return "".join(f"{line[1:]}\n" for line in lines if line.startswith((*marks,)))

        file, equivalent = marked("@").strip(), marked("=").strip()
        mutants.append(Mutant(name, file, marked(" -"), marked(" +"), equivalent))
    return mutants


def faults(mutants: Sequence[Mutant], checkout: Path) -> Iterator[str]:
    """Yield what is wrong with a table: names that are there twice, and what does not fit."""
    names = [mutant.name for mutant in mutants]
    yield from (f"{name}: is there twice" for name in sorted({*names}) if names.count(name) > 1)
    for mutant in mutants:
        path = checkout / "minesweeper" / mutant.file
        try:
            ast.parse(mutant.apply(path.read_text(encoding="utf-8")))
        except (ValueError, OSError, SyntaxError) as error:
            yield f"{mutant.name}: {error}"


# Which tests call which functions


def make_map(copy: Path, folder: Path, jobs: int) -> None:
    """Run all tests of a checkout, and write to a folder which functions each of them calls."""
    folder.mkdir(parents=True)
    environment = {"MUTANTS_MAP": str(folder.resolve()), "PYTHONPATH": str(CALL_MAP.parent)}
    if failed := first_failure(copy, ["-n", str(jobs), "-p", CALL_MAP.stem], environment):
        shutil.rmtree(folder)
        raise SystemExit(f"fails without any mutant: {failed}")


def read_map(folder: Path) -> dict[str, set[str]]:
    """Return the tests that call each function; a function is "engine/game.py Game.play"."""
    tests_of: defaultdict[str, set[str]] = defaultdict(set)
    for path in folder.iterdir():
        tests, calls = json.loads(path.read_text(encoding="utf-8"))
        for function, numbers in calls.items():
            tests_of[function].update(tests[number] for number in numbers)
    return tests_of


def function_at(source: str, line: int) -> str:
    """Return the qualified name of the innermost function around a line; "" if there is none."""
    found, parts = "", []
    for node in ast.walk(ast.parse(source)):  # from the outside to the inside
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if node.lineno <= line <= (node.end_lineno or 0):
            parts.append(node.name)
            if isinstance(node, ast.FunctionDef):
                found = ".".join(parts)
                parts.append("<locals>")
    return found


# Runs


def first_failure(
    copy: Path, arguments: Sequence[str], environment: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Run pytest in a copy of the checkout; return what failed first, or ""."""
    options = ("-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", f"--basetemp={copy}.tmp")
    log = copy.with_suffix(".log")
    with log.open("w", encoding="utf-8") as output:  # a pipe would stay open in what hangs
        try:
            status = subprocess.run(
                [sys.executable, "-m", "pytest", *options, *arguments],
                cwd=copy,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=LONGEST,
            ).returncode
        except subprocess.TimeoutExpired:
            return f"no end after {LONGEST} seconds"
    if not status:
        return ""
    text = log.read_text(encoding="utf-8", errors="replace")
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)( - .*)?$", text, re.MULTILINE)
    if not failed and (missing := re.search(r"^ERROR: .*not found.*", text, re.MULTILINE)):
        raise ValueError(f"the map is older than the tests: {missing[0]}")
    return failed[1] if failed else f"pytest ends with status {status}"


def killer(copy: Path, mutant: Mutant, sets_of_tests: Iterable[Sequence[str]]) -> str:
    """Return the first test that fails if a copy of the checkout is changed; "" if none does."""
    path = copy / "minesweeper" / mutant.file
    source = path.read_text(encoding="utf-8")
    path.write_text(mutant.apply(source), encoding="utf-8", newline="\n")
    # Python takes what it has compiled for that of any file of the same size and time.
    os.utime(path, (hash(mutant) % 10**9,) * 2)
    try:
        failures = (first_failure(copy, ["-n", "0", *tests]) for tests in sets_of_tests if tests)
        return next(filter(None, failures), "")
    finally:
        path.write_text(source, encoding="utf-8", newline="\n")


def tests_against(
    mutant: Mutant, checkout: Path, tests_of: Mapping[str, set[str]]
) -> tuple[list[str], list[str]]:
    """Return the tests that call the function that is changed, and then what else may notice."""
    source = (checkout / "minesweeper" / mutant.file).read_text(encoding="utf-8")
    function = function_at(source, mutant.changed_line(source))
    folder = f"tests/{Path(mutant.file).parts[0]}"
    file_name = f"test_{Path(mutant.file).stem}.py"

    def likely_first(test: str) -> tuple[bool, bool, str]:
        return file_name not in test, not test.startswith(f"{folder}/"), test

    calling = sorted(tests_of.get(f"{mutant.file} {function}", ()), key=likely_first)
    has_folder = (checkout / folder).is_dir() and folder not in PROCESSES
    return calling, [*([folder] if has_folder else []), *PROCESSES]


def run(mutants: Iterable[Mutant], options: argparse.Namespace) -> int:
    """Run each of the mutants, print what becomes of it, and return how many are alive."""
    alive: list[str] = []
    count = 0
    with TemporaryDirectory(prefix="mutants-") as scratch:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(options.jobs):
            copy = Path(scratch) / str(number)
            unneeded = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "dist")
            shutil.copytree(options.checkout, copy, ignore=unneeded)
            copies.put(copy)
        folder = options.map or Path(scratch) / "map"
        if not options.tests and not folder.exists():
            make_map(copy, folder, options.jobs)
        tests_of = {} if options.tests else read_map(folder)

        def outcome(mutant: Mutant) -> tuple[Mutant, str, float]:
            copy = copies.get()
            begun = time.monotonic()
            chosen = [options.tests] if options.tests else tests_against(mutant, copy, tests_of)
            failed = killer(copy, mutant, chosen)
            copies.put(copy)
            return mutant, failed, time.monotonic() - begun

        with ThreadPoolExecutor(options.jobs) as pool:
            for each in as_completed([pool.submit(outcome, mutant) for mutant in mutants]):
                mutant, failed, seconds = each.result()
                count += 1
                if not failed:
                    alive.append(mutant.name)
                fate = f"killed by {failed}" if failed else "ALIVE"
                print(f"{mutant.name} ({mutant.file}): {fate}, {seconds:.0f} s", flush=True)
    print(f"{count - len(alive)} killed, {len(alive)} alive", *alive, sep="\n    ")
    return len(alive)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("texts", nargs="*", metavar="TEXT")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--draw", nargs=2, type=int, metavar=("SEED", "COUNT"))
    parser.add_argument("--checkout", type=Path, default=CHECKOUT, help="break another checkout")
    parser.add_argument("--map", type=Path, help="the folder of an earlier map; made if not there")
    parser.add_argument("--tests", nargs="+", default=(), help="run these, whatever they cover")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    options.checkout = options.checkout.resolve()
    if options.draw:
        from tests.tools.mutations import draw

        print("\n".join(draw(options.checkout / "minesweeper", *options.draw)))
        return 0
    mutants = read_table(TABLE.read_text(encoding="utf-8"))
    wrong = [*faults(mutants, options.checkout)]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    if options.check:
        return 1 if wrong else 0
    chosen = [
        mutant
        for mutant in mutants
        if not mutant.equivalent
        and any(text in mutant.name for text in options.texts or [""])
        and not [*faults([mutant], options.checkout)]
    ]
    return 1 if run(chosen, options) or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
