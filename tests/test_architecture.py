"""The ranks of the folders and what each may not know, read from the code's imports and calls."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

import minesweeper

# An import goes up this list, or stays in its folder. What shares a line does not know each other.
RANKS: Final = (
    {"engine"},
    {"settings"},
    {"solver"},
    {"play"},
    {"formats"},
    {"store"},
    {"learn"},
    {"plain", "tui"},
    {"cli"},
)
# A game can be played, solved and exchanged without the options of this program.
WITHOUT_SETTINGS: Final = {"solver", "play", "formats"}

THE_TERMINAL: Final = {"curses", "_curses", "termios", "tty", "signal", "_signal"}
MEET_THE_TERMINAL: Final = ("tui.terminal.",)

CLOCK_AND_CHANCE: Final = {"time", "datetime", "os", "posix", "secrets", "uuid"}
MEET_CLOCK_AND_CHANCE: Final = ("cli.", "tui.app", "tui.terminal.")
# `os` is the door to the environment and to chance, but to paths and files as well, and to the end
# of the process, which is all that `__main__` needs of it: what is asked of it tells them apart.
MEET_THE_SYSTEM: Final = (
    "__main__",
    "store.",
    *("settings.paths", "settings.safe_files", "settings.saved_settings"),
)
ASKS_THE_SYSTEM: Final = {"urandom", "getrandom", "getenv", "environ", "environb"}
# `date.fromisoformat` reads no clock, so that everyone may import the class, but not ask it these.
READS_NO_CLOCK: Final = "datetime.date"
DATE_CLOCK: Final = {"today", "fromtimestamp"}

FILE_CALLS: Final = {
    "open",
    ".open",
    ".fdopen",
    ".read_text",
    ".read_bytes",
    ".write_text",
    ".write_bytes",
}
MEET_FILES: Final = ("store.", "settings.safe_files", "cli.")

# `clues` reads the clues of a game, `review` plays it again; the others deal boards, play on them
# or move their mines. The rest of the solver sees what the player sees.
MEET_BOARDS: Final = {
    f"solver.{name}" for name in ("clues", "guess_free", "guess_rules", "review", "simulate")
}

ROOT: Final = Path(minesweeper.__file__).parent


def module_name(path: Path) -> str:
    """Return a module's dotted name below the package; the package itself is "minesweeper"."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__") or "minesweeper"


PATHS: Final = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}
every_module = pytest.mark.parametrize("module", PATHS)


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(PATHS[module].read_text(encoding="utf-8"))


@cache
def imports(module: str) -> frozenset[str]:
    """Return the full names of all that a module imports anywhere, for type checking included."""
    return frozenset(name for node in ast.walk(tree(module)) for name in imported_names(node))


def imported_names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "imports are written in full"
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_folders(module: str) -> set[str]:
    """Return the folders that a module imports from, other than its own."""
    own = [name.split(".")[1] for name in imports(module) if name.startswith("minesweeper.")]
    return {name for name in own if (ROOT / name).is_dir()} - {folder_of(module)}


def own_modules(module: str) -> set[str]:
    """Return the modules of the package that a module imports, or imports something from."""
    own = [name for name in imports(module) if name.split(".")[0] == "minesweeper"]
    paths = [name.partition(".")[2] or "minesweeper" for name in own]
    return {path if path in PATHS else path.rpartition(".")[0] or "minesweeper" for path in paths}


def circle(imported: Mapping[str, set[str]]) -> str:
    """Return modules of which each imports the next, and the last the first; empty if none do."""
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return " imports ".join(reversed(error.args[1]))
    return ""


def folder_of(module: str) -> str:
    return module.split(".")[0]


def allowed_folders(folder: str) -> set[str]:
    """Return the folders that modules of this one may import from."""
    rank = next(number for number, names in enumerate(RANKS) if folder in names)
    above = set[str]().union(*RANKS[:rank])
    return above - {"settings"} if folder in WITHOUT_SETTINGS else above


def foreign_packages(module: str) -> set[str]:
    return packages(imports(module)) - {"minesweeper"}


def packages(names: Iterable[str]) -> set[str]:
    return {name.split(".")[0] for name in names}


def attributes(module: str) -> set[str]:
    """Return every name that follows a dot or is imported from somewhere, called or not."""
    after_dots = {node.attr for node in ast.walk(tree(module)) if isinstance(node, ast.Attribute)}
    return after_dots | {name.rpartition(".")[2] for name in imports(module)}


def called_names(module: str) -> set[str]:
    """Return what is called: `open` for `open()`, `.open` for `path.open()` and `os.open()`."""
    called = [node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call)]
    functions = {function.id for function in called if isinstance(function, ast.Name)}
    return functions | {f".{method.attr}" for method in called if isinstance(method, ast.Attribute)}


def outside(*allowed: str) -> list[str]:
    """Return the modules whose names do not begin with any of these."""
    return [module for module in PATHS if not module.startswith(allowed)]


SOLVER: Final = {module for module in PATHS if module.startswith("solver.")}
IN_A_FOLDER: Final = [module for module in PATHS if (ROOT / folder_of(module)).is_dir()]


def test_the_checks_see_the_imports() -> None:
    assert {"engine", "play"} <= own_folders("store.saved_games")
    assert "random" in foreign_packages("engine.generator")
    assert {"minesweeper", "settings.table"} <= own_modules("cli.output")
    assert READS_NO_CLOCK in imports("play.daily")
    assert "fromisoformat" in attributes("play.daily")
    assert {"bbbv_and_solved", ".play"} <= called_names("play.session")


@pytest.mark.parametrize("module", IN_A_FOLDER)
def test_imports_go_up_the_list_or_stay_in_their_folder(module: str) -> None:
    assert own_folders(module) <= allowed_folders(folder_of(module))


def test_a_circle_is_named() -> None:
    named = circle({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set()})
    assert sorted(named.split(" imports ")[1:]) == ["a", "b", "c"]
    assert named in "a imports b imports c imports a imports b imports c"


def test_no_imports_form_a_circle() -> None:
    assert circle({module: own_modules(module) for module in PATHS}) == ""


# Every command has these two, and the program begins in a `main`.
ENTRY_POINTS: Final = {"add_arguments", "run", "main"}


def defined_names(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements define where they stand, in their branches as well."""
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (each.id for target in targets for each in names_in(target))
            case ast.AnnAssign(target=target):
                yield from (each.id for each in names_in(target))
            case ast.If() | ast.Try():
                blocks = [node.body, node.orelse, getattr(node, "finalbody", [])]
                blocks += [handler.body for handler in getattr(node, "handlers", [])]
                for block in blocks:
                    yield from defined_names(block)


def names_in(target: ast.expr) -> list[ast.Name]:
    return [each for each in ast.walk(target) if isinstance(each, ast.Name)]


def test_a_name_means_one_thing_in_the_whole_package() -> None:
    homes: dict[str, list[str]] = {}
    for module in PATHS:
        for name in set(defined_names(tree(module).body)) - ENTRY_POINTS:
            homes.setdefault(name, []).append(module)
    assert {
        name: modules
        for name, modules in homes.items()
        if len(modules) > 1 and not name.startswith("_")
    } == {}


# A command is loaded when it is asked for, and so is what the package offers as a library.
LOAD_BY_NAME: Final = {"minesweeper", "cli.commands"}


@every_module
def test_every_import_can_be_seen(module: str) -> None:
    by_name = {"import_module", ".import_module", "__import__"}
    assert module in LOAD_BY_NAME or not called_names(module) & by_name


@every_module
def test_nothing_is_imported_without_being_named(module: str) -> None:
    assert not [name for name in imports(module) if name.endswith(".*")]


@pytest.mark.parametrize("module", outside(*MEET_THE_TERMINAL))
def test_only_the_terminal_folder_knows_the_terminal(module: str) -> None:
    assert foreign_packages(module) & THE_TERMINAL == set()


@pytest.mark.parametrize("module", outside(*MEET_CLOCK_AND_CHANCE))
def test_clock_date_environment_and_chance_are_handed_in(module: str) -> None:
    allowed = {"os"} if module.startswith(MEET_THE_SYSTEM) else set()
    found = imports(module)
    assert packages(found - {READS_NO_CLOCK}) & CLOCK_AND_CHANCE <= allowed
    assert not attributes(module) & ASKS_THE_SYSTEM
    if READS_NO_CLOCK in found:
        assert not attributes(module) & DATE_CLOCK


@pytest.mark.parametrize("module", outside(*MEET_FILES))
def test_only_store_settings_and_command_line_touch_files(module: str) -> None:
    assert called_names(module) & FILE_CALLS == set()


@pytest.mark.parametrize("module", outside(*MEET_CLOCK_AND_CHANCE))
def test_of_random_only_seeded_generators_are_used(module: str) -> None:
    random = {name for name in imports(module) if name.split(".")[0] == "random"}
    assert random <= {"random.Random"}


@pytest.mark.parametrize("module", sorted(SOLVER - MEET_BOARDS))
def test_the_solver_cannot_see_the_mines(module: str) -> None:
    hidden = ("minesweeper.engine.game.", "minesweeper.engine.board.Board")
    assert not [name for name in imports(module) if name.startswith(hidden)]


TESTS: Final = Path(__file__).parent


@pytest.mark.parametrize("path", sorted(TESTS.rglob("test_*.py")), ids=lambda path: path.stem)
def test_no_test_module_imports_another(path: Path) -> None:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    modules = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    assert not [name for name in modules if name.split(".")[-1].startswith("test_")]
