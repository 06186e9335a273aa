"""The ranks of the folders and what each may not know, read from the code's imports and calls."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

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
SEEDED: Final = "random.Random"

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
    f"solver.{name}" for name in ("clues", "guess_free", "guess_rules", "playout", "review")
}

# A command is loaded when it is asked for, and so is what the package offers as a library.
LOAD_BY_NAME: Final = {"minesweeper", "cli.commands"}

# Every command has these two, and the program begins in a `main`.
ENTRY_POINTS: Final = {"add_arguments", "run", "main"}

ROOT: Final = Path(minesweeper.__file__).parent


def module_name(path: Path) -> str:
    """Return a module's dotted name below the package; the package itself is "minesweeper"."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__") or "minesweeper"


PATHS: Final = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}


class Module:
    """What the rules ask about a module, from one walk over its code."""

    def __init__(self, path: Path) -> None:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self.definitions = set(defined_names(tree.body))
        self.imports: set[str] = set()
        """The full names of all that is imported anywhere, for type checking included."""
        self.calls: set[str] = set()
        """What is called: `open` for `open()`, `.open` for `path.open()` and `os.open()`."""
        self.attributes: set[str] = set()
        """Every name that follows a dot or is imported from somewhere, called or not."""
        for node in ast.walk(tree):
            match node:
                case ast.Import(names=names):
                    self.imports |= {alias.name for alias in names}
                case ast.ImportFrom(names=names):
                    assert not node.level, f"{path}: imports are written in full"
                    self.imports |= {f"{node.module}.{alias.name}" for alias in names}
                case ast.Attribute(attr=name):
                    self.attributes.add(name)
                case ast.Call(func=ast.Name(id=name)):
                    self.calls.add(name)
                case ast.Call(func=ast.Attribute(attr=name)):
                    self.calls.add(f".{name}")
        self.attributes |= {name.rpartition(".")[2] for name in self.imports}

    @property
    def foreign_packages(self) -> set[str]:
        return packages(self.imports) - {"minesweeper"}

    @property
    def own_folders(self) -> set[str]:
        """The folders of the package that are imported from."""
        own = [name.split(".")[1] for name in self.imports if name.startswith("minesweeper.")]
        return {name for name in own if (ROOT / name).is_dir()}

    @property
    def own_modules(self) -> set[str]:
        """The modules of the package that are imported, or from which something is."""
        own = [name for name in self.imports if name.split(".")[0] == "minesweeper"]
        names = [name.partition(".")[2] or "minesweeper" for name in own]
        return {
            name if name in PATHS else name.rpartition(".")[0] or "minesweeper" for name in names
        }


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


def packages(names: Iterable[str]) -> set[str]:
    return {name.split(".")[0] for name in names}


@cache
def all_modules() -> dict[str, Module]:
    return {name: Module(path) for name, path in PATHS.items()}


def outside(*allowed: str) -> list[tuple[str, Module]]:
    """Return the modules whose names do not begin with any of these."""
    return [each for each in all_modules().items() if not each[0].startswith(allowed)]


def offenders(found: Iterable[tuple[str, set[str]]]) -> dict[str, set[str]]:
    """Return the modules in which something forbidden was found, with what it was."""
    return {name: forbidden for name, forbidden in found if forbidden}


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
    above = {folder}.union(*RANKS[:rank])
    return above - {"settings"} if folder in WITHOUT_SETTINGS else above


def test_the_checks_see_the_imports() -> None:
    modules = all_modules()
    assert {"engine", "play"} <= modules["store.unfinished_games"].own_folders
    assert "random" in modules["engine.generator"].foreign_packages
    assert {"minesweeper", "settings.table"} <= modules["cli.output"].own_modules
    assert READS_NO_CLOCK in modules["play.daily"].imports
    assert "fromisoformat" in modules["play.daily"].attributes
    assert {"bbbv_and_solved", ".play"} <= modules["play.session"].calls


def test_imports_go_up_the_list_or_stay_in_their_folder() -> None:
    in_folders = {
        name: module for name, module in all_modules().items() if (ROOT / folder_of(name)).is_dir()
    }
    assert not offenders(
        (name, module.own_folders - allowed_folders(folder_of(name)))
        for name, module in in_folders.items()
    )


def test_a_circle_is_named() -> None:
    named = circle({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set()})
    assert sorted(named.split(" imports ")[1:]) == ["a", "b", "c"]
    assert named in "a imports b imports c imports a imports b imports c"


def test_no_imports_form_a_circle() -> None:
    assert circle({name: module.own_modules for name, module in all_modules().items()}) == ""


def test_a_name_means_one_thing_in_the_whole_package() -> None:
    homes: dict[str, list[str]] = {}
    for name, module in all_modules().items():
        for defined in module.definitions - ENTRY_POINTS:
            homes.setdefault(defined, []).append(name)
    assert {
        defined: names
        for defined, names in homes.items()
        if len(names) > 1 and not defined.startswith("_")
    } == {}


def test_every_import_can_be_seen() -> None:
    by_name = {"import_module", ".import_module", "__import__"}
    modules = all_modules().items()
    found = offenders((name, module.calls & by_name) for name, module in modules)
    assert found.keys() <= LOAD_BY_NAME


def test_nothing_is_imported_without_being_named() -> None:
    found = offenders(
        (name, {imported for imported in module.imports if imported.endswith(".*")})
        for name, module in all_modules().items()
    )
    assert found == {"minesweeper": {"minesweeper.library.*"}}  # which names them in its __all__


def test_only_the_terminal_folder_knows_the_terminal() -> None:
    assert not offenders(
        (name, module.foreign_packages & THE_TERMINAL)
        for name, module in outside(*MEET_THE_TERMINAL)
    )


def clock_and_chance(name: str, module: Module) -> set[str]:
    """Return what a module uses of the clock, the environment and chance, unless it may."""
    allowed = {"os"} if name.startswith(MEET_THE_SYSTEM) else set[str]()
    used = packages(module.imports - {READS_NO_CLOCK}) & CLOCK_AND_CHANCE - allowed
    asked = ASKS_THE_SYSTEM | (DATE_CLOCK if READS_NO_CLOCK in module.imports else set())
    return used | module.attributes & asked


def test_clock_date_environment_and_chance_are_handed_in() -> None:
    assert not offenders(
        (name, clock_and_chance(name, module)) for name, module in outside(*MEET_CLOCK_AND_CHANCE)
    )


def test_only_store_settings_and_command_line_touch_files() -> None:
    assert not offenders((name, module.calls & FILE_CALLS) for name, module in outside(*MEET_FILES))


def test_of_random_only_seeded_generators_are_used() -> None:
    assert not offenders(
        (name, {each for each in module.imports if each.split(".")[0] == "random"} - {SEEDED})
        for name, module in outside(*MEET_CLOCK_AND_CHANCE)
    )


def test_the_solver_cannot_see_the_mines() -> None:
    hidden = ("minesweeper.engine.game.", "minesweeper.engine.board.Board")
    assert not offenders(
        (name, {each for each in module.imports if each.startswith(hidden)})
        for name, module in all_modules().items()
        if name.startswith("solver.") and name not in MEET_BOARDS
    )


# The tests themselves, by their text.

TESTS: Final = Path(__file__).parent
IMPORT: Final = re.compile(r"^ *(?:from|import)\b(?:\([^)]*\)|[^\n(])*", re.MULTILINE)
NO_TESTS: Final = ("bench", "harness", "pictures", "tools")
"""The folders of what the tests share, and of tools."""


def is_collected(path: Path) -> bool:
    return path.name.startswith("test_") or path.name.endswith("_test.py")


def test_no_test_module_imports_another() -> None:
    imports = {
        str(path): {
            statement
            for statement in IMPORT.findall(path.read_text(encoding="utf-8"))
            if re.search(r"\btest_", statement)
        }
        for path in TESTS.rglob("*.py")
    }
    assert not offenders(imports.items())


def test_tests_are_where_pytest_looks_for_them_and_nothing_else_is() -> None:
    for path in TESTS.rglob("*.py"):
        folder = path.relative_to(TESTS).parts[0]
        assert not (is_collected(path) and folder in NO_TESTS), f"{path} is no test"
        lost = re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
        assert is_collected(path) or not lost, f"{path}: {lost} are never run"
