"""The commands: each is a module with `add_arguments`, for its parser, and `run`."""

from types import ModuleType
from typing import Final, NamedTuple


class Command(NamedTuple):
    """A command: the first word of a command line."""

    help: str
    module: str
    # Whether its `run` takes the store of games as a second argument.
    needs_store: bool = False

    def load(self) -> ModuleType:
        """Import its module: late, so that a start loads only the command that it runs."""
        from importlib import import_module

        return import_module(f"minesweeper.cli.commands.{self.module}")


COMMANDS: Final = {
    "analyse": Command("Print the odds and the best move of a position", "analyse"),
    "generate": Command("Print layouts of mines", "generate"),
    "learn": Command("Train with lessons, exercises and moments of your own games", "learn", True),
    "replay": Command("Watch a game from the history or a file", "replay", True),
    "review": Command("Review games: guesses, odds, luck, thinks and clicks", "review", True),
    "games": Command("List the games in the history, the newest first", "games", True),
    "records": Command("Print your records for every size and set of rules", "records", True),
    "export": Command("Print a game from the history", "export", True),
    "import": Command("Add replays of any program to the history", "import_games", True),
    "verify": Command("Check the claims of replays, such as time and 3BV", "verify"),
    "daily": Command("Print your results at the daily boards of a month", "daily", True),
    "share": Command("Print the result of a daily board as a line to share", "share", True),
}
