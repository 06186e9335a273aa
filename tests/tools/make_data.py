"""Write the manual page and the completion scripts of the shells, made from the parsers.

    python -m tests.tools.make_data

`tests/cli/test_data.py` compares the result with the files in `minesweeper/data/`.
"""

import re
from argparse import Action
from pathlib import Path
from typing import Final

import shtab

import minesweeper
from minesweeper.cli.commands import COMMANDS
from minesweeper.cli.parser import Parser, all_options, command_parser, play_parser
from tests.tools.manual import manual

DATA: Final = Path(minesweeper.__file__).parent / "data"
SHELLS: Final = ("bash", "zsh", "fish")


def main() -> None:
    for name, text in data().items():
        (DATA / name).write_text(text, encoding="ascii", newline="\n")


def data() -> dict[str, str]:
    """Return the text of every generated file, by its name."""
    scripts = {f"minesweeper.{shell}": completion(shell) for shell in SHELLS}
    return {"minesweeper.1": manual(*whole_parser()), **scripts}


def whole_parser() -> tuple[Parser, dict[str, Parser]]:
    """Return one parser for the game and its commands, and the parsers of the commands by name.

    The program itself makes only the parser that the first word names.
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

# To fish the --board= of --board=FILE is part of the word.
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
COMPLETED: Final = {"FILE": FILE, "file": FILE, "FILE|ID": LAST_OR_FILE, "game": LAST_OR_FILE}
# bash splits --level=expert into three words.
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
            _set_completion(action)
    text: str = shtab.complete(whole, shell).rstrip() + "\n"
    if shell == "bash":
        text += BASH_EQUALS
    if shell == "zsh":  # a value may follow "="; FILE... may be repeated
        text = re.sub(r'^(  "--[a-z-]+)(\[.*\]:)', r"\1=\2", text, flags=re.MULTILINE)
        text = text.replace('  "(*):', '  "*:')
    return text


def _set_completion(action: Action) -> None:
    if action.nargs == "?" and action.option_strings:  # its value is optional
        action.nargs, action.choices = 0, None
    elif action.choices:
        return
    elif action.dest == "theme":  # the program adds the player's own, which no script knows
        action.choices, action.metavar = list(all_options()["theme"].choices), None
    elif action.metavar == "ID|last":
        action.choices = ["last"]
    elif action.metavar in COMPLETED or action.dest in COMPLETED:
        name = action.metavar if action.metavar in COMPLETED else action.dest
        action.complete = COMPLETED[str(name)]  # type: ignore[attr-defined]  # read by shtab


if __name__ == "__main__":
    main()
