"""Write the manual page and the shells' completions, all of them from the parsers.

    python -m tests.make_data

`tests/cli/test_data.py` compares what is written here with what `minesweeper/data/` holds.
"""

import re
from argparse import Action
from pathlib import Path
from typing import Final

import shtab

import minesweeper
from minesweeper.cli.commands import COMMANDS
from minesweeper.cli.parser import Parser, command_parser, play_parser
from tests.harness.manual import manual

DATA: Final = Path(minesweeper.__file__).parent / "data"
SHELLS: Final = ("bash", "zsh", "fish")


def main() -> None:
    for name, text in data().items():
        (DATA / name).write_text(text, encoding="ascii", newline="\n")


def data() -> dict[str, str]:
    """Return the text of every file that is made."""
    scripts = {f"minesweeper.{shell}": completion(shell) for shell in SHELLS}
    return {"minesweeper.1": manual(*whole_parser()), **scripts}


def whole_parser() -> tuple[Parser, dict[str, Parser]]:
    """Return the game and its commands as one parser, and the parsers of the commands.

    The program itself makes only the one that the first word names.
    """
    whole = play_parser()
    commands = whole.add_subparsers(title="commands", metavar="COMMAND")
    for name in COMMANDS:
        own = command_parser(name)
        made = commands.add_parser(
            name, parents=[own], add_help=False, prog=own.prog, help=COMMANDS[name].help
        )
        # A parent passes on its arguments, but not the sections that explain terms.
        made._action_groups += [
            group
            for group in own._action_groups
            if group._group_actions and not {*group._group_actions} & {*own._actions}
        ]
    return whole, commands.choices


# Completions

# fish counts the --board= of --board=FILE to the word.
FISH_FILES: Final = "__fish_complete_path (commandline -ct | string replace -r '^--.*=' '')"
FILE: Final = shtab.FILE | {"fish": f"({FISH_FILES})"}
LAST_OR_FILE: Final = {
    "bash": "_minesweeper_last_or_file",
    "zsh": "_minesweeper_last_or_file",
    "fish": f"(echo last; {FISH_FILES})",
    "preamble": {
        "bash": """\
_minesweeper_last_or_file() {
  compgen -W last -- "$1"
  compgen -f -- "$1"
}
""",
        "zsh": """\
_minesweeper_last_or_file() {
  _alternative 'games:game:(last)' 'files:file:_files'
}
""",
    },
}
COMPLETED: Final = {"FILE": FILE, "file": FILE, "game": LAST_OR_FILE}
# bash takes --level=expert for three words.
BASH_EQUALS: Final = """
_minesweeper() {
  local at cword=$COMP_CWORD words=()
  for at in "${!COMP_WORDS[@]}"; do
    if [[ ${COMP_WORDS[at]} != = || ${COMP_WORDS[at-1]} != --* ]]; then
      words+=("${COMP_WORDS[at]}")
    elif (( at == COMP_CWORD )); then
      words+=("")
    elif (( at < COMP_CWORD )); then
      (( cword-- ))
    fi
  done
  local COMP_WORDS=("${words[@]}") COMP_CWORD=$cword
  _shtab_minesweeper
}

complete -o bashdefault -F _minesweeper minesweeper
"""


def completion(shell: str) -> str:
    """Return the script that completes the command line in a shell."""
    whole, commands = whole_parser()
    for parser in (whole, *commands.values()):
        for action in parser._actions:
            _say_what_completes(action)
    text: str = shtab.complete(whole, shell).rstrip() + "\n"
    if shell == "bash":
        text += BASH_EQUALS
    if shell == "zsh":  # an option's value may follow "="; FILE... may be many
        text = re.sub(r'^(  "--[a-z-]+)(\[.*\]:)', r"\1=\2", text, flags=re.MULTILINE)
        text = text.replace('  "(*):', '  "*:')
    return text


def _say_what_completes(action: Action) -> None:
    if action.nargs == "?" and action.option_strings:  # another option may follow it at once
        action.nargs, action.choices = 0, None
    elif action.choices:
        return
    elif action.metavar == "ID|last":
        action.choices = ["last"]
    elif action.metavar in COMPLETED or action.dest in COMPLETED:
        name = action.metavar if action.metavar in COMPLETED else action.dest
        action.complete = COMPLETED[str(name)]  # type: ignore[attr-defined]  # how shtab is told


if __name__ == "__main__":
    main()
