"""The commands: a module each, with what it takes (`add_arguments`) and what it does (`run`)."""

from types import ModuleType
from typing import Final, NamedTuple


class Command(NamedTuple):
    """A word that may stand first on the command line."""

    help: str
    module: str
    # Its `run` is handed the history of games as well.
    asks_history: bool = False

    def load(self) -> ModuleType:
        """Import its module: a command loads what it needs, and the game none of them."""
        from importlib import import_module

        return import_module(f"minesweeper.cli.commands.{self.module}")


COMMANDS: Final = {
    "analyse": Command("Print the odds of every covered cell of a position", "analyse"),
    "generate": Command("Print layouts of mines", "generate"),
    "simulate": Command("Let the solver play many games and print how it fares", "simulate"),
    "replay": Command("Watch a saved game, or a RawVF file", "replay"),
    "games": Command("List the games that were played, the newest first", "games", True),
    "records": Command("Print the results of every size and set of rules", "records", True),
    "export": Command("Print a game from the history", "export", True),
    "import": Command("Add the games of RawVF files to the history", "import_games", True),
    "verify": Command("Check what files claim of their games", "verify"),
    "share": Command("Print the result of the first attempt at a daily board", "share", True),
}
