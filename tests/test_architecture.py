"""What each module may not know, checked from the code's own imports and calls."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import minesweeper

# Each line may import from the lines above it, never from its own or from one below.
LAYERS: Final = """
    minesweeper
    typed
    light
    cells  flood
    board
    game  generator  swaps  values
    preferences
    config
    clues  metrics  spoken
    deduction  notation
    frontier  clearing  reasons
    counting
    odds  endgame
    layouts  proofs
    player  guess_free  guess_rules
    advice  simulate
    review  journal
    progress  files
    standing
    session  replay  records
    buttons  daily  database
    rawvf  history  record_text  settings
    keeping  plain_commands  plain_help  plain_text
    plain  tui  tui.canvas  tui.events  tui.keys  tui.glyphs
    tui.palettes  tui.screen  tui.pointer  tui.escapes
    tui.bindings  tui.theme
    tui.looks
    tui.board_view  tui.status  tui.terminal
    tui.footer  tui.glow  tui.lessons  tui.choices  tui.desk
    tui.moving  tui.pages  tui.game_frame  tui.coach  tui.search  tui.speech
    tui.help
    tui.records_page  tui.choices_page
    tui.menu_page  tui.settings_page
    tui.games
    tui.covers
    tui.game_screen  tui.replay_screen
    tui.demo_screen  tui.app
    options
    arguments
    setups
    preferred
    commands
    kept_commands
    stage  given
    cli
    __main__
"""
RANKS: Final = {
    module: rank for rank, line in enumerate(LAYERS.split("\n")) for module in line.split()
}

# The parts of the outside world, and the only modules that may meet each.
THE_TERMINAL: Final = {"curses", "_curses", "termios", "tty", "signal", "_signal"}
MEET_THE_TERMINAL: Final = {"tui.terminal"}

CLOCK_AND_CHANCE: Final = {"time", "datetime", "os", "posix", "secrets", "uuid"}
MEET_CLOCK_AND_CHANCE: Final = {"cli", "commands", "stage", "tui.app", "tui.terminal"}
# They need the system's files, of which `os` is the door; its clock and chance they do not call.
MEET_THE_DISK: Final = {"files", "database", "history", "settings"}
CHANCE_CALLS: Final = {".urandom", ".getrandom", ".getenv", ".environ"}

FILE_CALLS: Final = {
    "open",
    ".open",
    ".fdopen",
    ".read_text",
    ".read_bytes",
    ".write_text",
    ".write_bytes",
}
MEET_FILES: Final = {"history", "settings", "given", "cli"}

# They see what the player sees: with the board or the game in hand they could cheat.
BLINDFOLDED: Final = {
    "deduction",
    "frontier",
    "reasons",
    "counting",
    "odds",
    "endgame",
    "layouts",
    "proofs",
    "player",
    "advice",
}

ROOT: Final = Path(minesweeper.__file__).parent


def module_name(path: Path) -> str:
    """A module's name below the package, which itself is called minesweeper."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__") or "minesweeper"


PATHS: Final = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}
every_module = pytest.mark.parametrize("module", PATHS)


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(PATHS[module].read_text(encoding="utf-8"))


@cache
def imports(module: str) -> frozenset[str]:
    """The full names of all that a module imports anywhere, for type checking only included."""
    return frozenset(
        name for node in ast.walk(tree(module)) for name in imported_names(node, package_of(module))
    )


def package_of(module: str) -> list[str]:
    path = PATHS[module].relative_to(ROOT.parent)
    return list(path.parent.parts)


def imported_names(node: ast.AST, package: list[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package[: len(package) + 1 - node.level] if node.level else []
        source = ".".join([*above, *([node.module] if node.module else [])])
        yield from (f"{source}.{alias.name}" for alias in node.names)


def own_modules(module: str) -> set[str]:
    """Those modules of ours that a module imports, or imports something from."""
    return {
        module_of(name.removeprefix("minesweeper.").split("."))
        for name in imports(module)
        if name.split(".")[0] == "minesweeper"
    }


def module_of(parts: list[str]) -> str:
    """The longest beginning of a dotted name that is a module."""
    for end in range(len(parts), 0, -1):
        if ".".join(parts[:end]) in PATHS:
            return ".".join(parts[:end])
    return "minesweeper"


def foreign_packages(module: str) -> set[str]:
    return {name.split(".")[0] for name in imports(module)} - {"minesweeper"}


def called_names(module: str) -> set[str]:
    """What is called: `open` for `open()`, `.open` for `path.open()` and for `os.open()`."""
    called = [node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call)]
    functions = {function.id for function in called if isinstance(function, ast.Name)}
    return functions | {f".{method.attr}" for method in called if isinstance(method, ast.Attribute)}


def test_the_checks_see_the_imports() -> None:
    assert {"board", "cells"} <= own_modules("game")
    assert "random" in foreign_packages("generator")
    assert {"ratio", ".play"} <= called_names("progress")


@every_module
def test_every_module_has_its_layer(module: str) -> None:
    assert module in RANKS, f"{module} is new: give it a line of LAYERS, and say why there"


@every_module
def test_imports_point_one_way_only(module: str) -> None:
    last = len(RANKS)
    rank = RANKS.get(module, last)
    assert not {other for other in own_modules(module) if RANKS.get(other, last) >= rank}


@every_module
def test_nothing_is_imported_without_being_named(module: str) -> None:
    assert not [name for name in imports(module) if name.endswith(".*")]


@pytest.mark.parametrize("module", sorted(PATHS.keys() - MEET_THE_TERMINAL))
def test_only_the_terminal_module_knows_the_terminal(module: str) -> None:
    assert foreign_packages(module) & THE_TERMINAL == set()


@pytest.mark.parametrize("module", sorted(PATHS.keys() - MEET_CLOCK_AND_CHANCE))
def test_clock_date_environment_and_chance_are_handed_in(module: str) -> None:
    allowed = {"os"} if module in MEET_THE_DISK else set()
    assert foreign_packages(module) & CLOCK_AND_CHANCE <= allowed
    assert not called_names(module) & CHANCE_CALLS


@pytest.mark.parametrize("module", sorted(PATHS.keys() - MEET_FILES))
def test_only_the_history_the_settings_and_the_command_line_touch_files(module: str) -> None:
    assert called_names(module) & FILE_CALLS == set()


@pytest.mark.parametrize("module", sorted(PATHS.keys() - MEET_CLOCK_AND_CHANCE))
def test_of_random_only_seeded_generators_are_used(module: str) -> None:
    random = {name for name in imports(module) if name.split(".")[0] == "random"}
    assert random <= {"random.Random"}


def test_the_solver_and_its_players_cannot_see_the_mines() -> None:
    for module in PATHS.keys() & BLINDFOLDED:
        assert "game" not in own_modules(module)
        assert not imports(module) & {"minesweeper.board", "minesweeper.board.Board"}
