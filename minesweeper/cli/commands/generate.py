"""Print layouts of mines."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Final

from minesweeper.cli.environment import draw_seed
from minesweeper.cli.output import ProgressBar, UsageError, complain, output_to
from minesweeper.cli.parser import Parser, add_option, add_output, command_line, for_argparse
from minesweeper.engine.board import Board
from minesweeper.engine.cells import Cell, Grid
from minesweeper.engine.generator import deal
from minesweeper.engine.notation import format_layout, place_name
from minesweeper.engine.setup import LEVELS, MAX_SEED, Setup
from minesweeper.formats.board_link import MAX_LINK_SIDE, format_link
from minesweeper.formats.mbf import format_mbf
from minesweeper.play.words import not_found_text
from minesweeper.settings import values
from minesweeper.settings.resolve import resolve, setup_of
from minesweeper.settings.table import Settings
from minesweeper.solver.guess_free import search_guess_free

MAX_SIDES: Final = {"mbf": 255, "link": MAX_LINK_SIDE}


def add_arguments(parser: Parser) -> None:
    """Add the arguments that determine the layouts, and their format."""
    add_size(parser)
    add_option(
        parser, Settings.seed, metavar="S", help="use the seeds S, S+1, ... (default: random)"
    )
    parser.add_argument(
        "--count",
        type=for_argparse(values.parse_count),
        default=1,
        metavar="N",
        help="the number of layouts (default: 1)",
    )
    parser.add_argument(
        "--start",
        type=for_argparse(values.parse_place),
        metavar="C,R",
        help="the cell of the first reveal (default: the middle)",
    )
    add_option(parser, Settings.first)
    add_option(parser, Settings.no_guess)
    parser.add_argument(
        "--format",
        choices=["picture", "mbf", "link"],
        default="picture",
        help="the format (default: picture)",
    )
    add_output(parser)


def add_size(parser: Parser) -> None:
    """Add the options for the size of a board; here `last` is not a level."""
    add_option(
        parser, Settings.level, choices=list(LEVELS), help="a size by its name (default: classic)"
    )
    for option in (Settings.width, Settings.height, Settings.mines):
        add_option(parser, option)


def run(arguments: Namespace) -> int:
    """Print the layouts; return 1 if the search for one of them failed."""
    settings = resolve(command_line(arguments))
    setup = setup_of(settings)
    first = _first_cell(arguments, setup)
    largest = MAX_SIDES.get(arguments.format)
    if largest and max(setup.width, setup.height) > largest:
        allowed = f"at most {largest} columns and rows are allowed"
        raise UsageError(f"--format {arguments.format}: {allowed}")
    seed = draw_seed() if settings.seed is None else settings.seed
    status = 0
    seeds = range(seed, seed + arguments.count)
    with output_to(arguments.output) as write, ProgressBar(sys.stderr) as bar:
        for number, board in enumerate(_boards(setup, seeds, first, bar)):
            if board is None:
                bar.clear()
                complain(not_found_text(setup, f" from seed {seeds[number]}"))
                status = 1
            elif arguments.format == "mbf":
                write(format_mbf(board))
            elif arguments.format == "link":
                bar.clear()
                write(format_link(board))
            else:
                text = format_layout(board)
                bar.clear()
                write(("\n" if number else "") + text)
    return status


def _first_cell(arguments: Namespace, setup: Setup) -> Cell:
    column, row = arguments.start or ((setup.width + 1) // 2, (setup.height + 1) // 2)
    if column > setup.width or row > setup.height:
        raise UsageError(
            f"--start {place_name((column, row))} is not on the {setup.width}x{setup.height} board:"
            f" (1,1) to {place_name((setup.width, setup.height))} are allowed"
        )
    return Grid(setup.width, setup.height).cell(column, row)


def _boards(setup: Setup, seeds: range, first: Cell, bar: ProgressBar) -> Iterator[Board | None]:
    """Yield the board of each seed; None if no guess-free one was found."""
    for done, seed in enumerate(seeds):
        if not setup.no_guess:
            bar.show(done / len(seeds))
            yield deal(setup, seed & MAX_SEED, first)
            continue
        for answer in search_guess_free(setup, seed & MAX_SEED, first):
            bar.show((done + answer.progress) / len(seeds))
        yield answer.board if answer.proved else None
