"""Review games: what was avoidable, what was guessed, and where time and clicks went."""

import json
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from textwrap import indent
from typing import Any, Final, NamedTuple

from minesweeper.cli import environment
from minesweeper.cli.commands.play import Program
from minesweeper.cli.inputs import files_below, find_game_id, is_path, read_store
from minesweeper.cli.output import PROGRAM, ProgressBar, UsageError, complain, one_line
from minesweeper.cli.parser import Parser, add_looks, command_line
from minesweeper.cli.replays import game_name, read_replays
from minesweeper.engine.cells import cells_of
from minesweeper.engine.notation import NotationError
from minesweeper.plain.review_text import review_lines
from minesweeper.play.journal import Entry
from minesweeper.play.replay import Replay, replay_of, session_of
from minesweeper.play.review import ReviewStep
from minesweeper.play.review_figures import GameReview, review_game
from minesweeper.play.session import Session
from minesweeper.settings.values import quoted
from minesweeper.store.errors import StoreError
from minesweeper.store.finished_games import SHOWN_ID_LETTERS, find_games, luck_of
from minesweeper.store.games_text import NO_GAMES
from minesweeper.store.reviews_text import ReviewRow, review_row, reviews_lines
from minesweeper.store.store import Store
from minesweeper.store.stored_games import play_whole_game

REVIEW_JSON_HELP: Final = (
    "A list of objects, one for each game. What a board of more than 10,000 cells is too large for"
    " is null. The keys:"
)
REVIEW_JSON: Final = {
    "file": "the path of the file; null for a game in the history",
    "game": "its number in the file, from 1; null for a game in the history",
    "id": "the game ID; null for a file",
    "player": "who played it; null if the file does not say so, and for your own games",
    "program": "the program that wrote the file; null if it is not known, or for the history",
    "mode": "the mode in which its board was dealt, such as UPK; null for the usual one",
    "width, height, mines": "the size",
    "outcome": "won, lost or abandoned",
    "time": "the time in seconds",
    "bbbv, solved_bbbv": "the 3BV of the board, and how much of it was solved",
    "clicks": "the number of clicks",
    "fewest_clicks": "about the fewest clicks that clear the board: the greedy ZiNi",
    "efficiency": "3BV solved per click; null without a click, or if the program made clicks",
    "guesses": "a list: how many moves came before, time in seconds, cells (column, row), risk,"
    " exact_risk (such as 1/3), avoidable, costly (a clearly better move was possible), survived",
    "fatal_move": "the move that lost the game, in the same form; null if there is none",
    "avoidable_guesses": "how many of them were made although some cell was certainly safe",
    "lost_by": "needless (an avoidable loss), bad luck, or empty",
    "survived_guesses, expected_guesses": "how many guesses were survived, and how many survivals"
    " were to be expected",
    "thinks": "the longest thinks before a certain move: moves before it, seconds, cell",
}


class ReviewSource(NamedTuple):
    """A game to review, and where it is from."""

    name: str
    session: Session
    replay: Replay | None
    """The replay of its file; None for a game in the history."""
    number: int = 1
    """Its number in the file."""


def add_arguments(parser: Parser) -> None:
    """Add the games, the format, and the options of the screen."""
    text = "a replay of any program, a directory or a zip of them, a game ID, or last"
    parser.add_argument("games", nargs="*", metavar="FILE|ID", help=text)
    text = "all games in the history"
    parser.add_argument("--all", action="store_true", dest="all_games", help=text)
    parser.add_argument("--json", action="store_true", help="print JSON")
    text = "print the review of a single game, instead of showing it on its board"
    parser.add_argument("--plain", action="store_true", dest="in_lines", help=text)
    add_looks(parser)
    parser.add_terms("JSON", REVIEW_JSON_HELP, REVIEW_JSON)


def run(arguments: Namespace, store: Store) -> int:
    """Review the games; return 2 if one of them cannot be read."""
    if bool(arguments.games) == arguments.all_games:
        raise UsageError("name files or games to review, or --all for all games in the history")
    live = environment.load_settings(command_line(arguments))
    complain(live.warning)
    with ProgressBar(sys.stderr) as bar:
        reader = SourceReader(store, arguments.games, bar)
        first = [*islice(reader.sources, 2)]
        is_one = len(first) == 1 and not arguments.json
        games = [] if is_one else chain(first, reader.sources)
        # Of several games, the number that are done is shown.
        note = bar.show if len(first) == 1 else None
        reviewed = ((game, _review(store, game, note)) for game in games)
        if arguments.json:
            _print_json((review_json(*each) for each in reviewed), bar)
            return reader.status
        rows = [review_row(game_name(game.name, game.number), each) for game, each in reviewed]
    if is_one:
        return _show_review(arguments, Program(live, store), first[0]) or reader.status
    if rows or not reader.status:
        _print_table(rows)
    return reader.status


def _print_json(reviews: Iterable[dict[str, Any]], bar: ProgressBar) -> None:
    """Print a list, each review as soon as the next is made: a file may hold 400,000 games.

    Lines are printed whole: on a terminal the bar and complaints come between them.
    """
    text = "["
    for review in reviews:
        if sys.stdout.isatty():
            bar.clear()
        print(text if text == "[" else f"{text},")
        text = indent(json.dumps(review, indent=2), "  ")
    bar.clear()
    print("[]" if text == "[" else f"{text}\n]")


def _print_table(rows: Sequence[ReviewRow]) -> None:
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    lines = reviews_lines(rows, width) if rows else [NO_GAMES]
    print(*(one_line(line, sys.stdout) for line in lines), sep="\n")


def _show_review(arguments: Namespace, program: Program, source: ReviewSource) -> int:
    """Show the review of a game on its board, or print it without a terminal."""
    if arguments.in_lines or not (sys.stdin.isatty() and sys.stdout.isatty()):
        with ProgressBar(sys.stderr) as bar:
            game_review = _review(program.store, source, bar.show)
        for line in review_lines(game_review):  # a thousand guesses take a while to explain
            print(one_line(line, sys.stdout), flush=True)
        return 0
    from minesweeper.tui.screens.replay import make_review_screen  # late: the screen

    replay = source.replay or replay_of(source.session, PROGRAM)
    return program.show_replay(
        replay,
        lambda looks, take_over: make_review_screen(replay, looks, take_over, program.keymap),
        "minesweeper review --plain prints it",
    )


def _review(store: Store, source: ReviewSource, note: Callable[[float], None] | None) -> GameReview:
    """Return the review of a game; store the luck of one of the history, which lists show."""
    game_review = review_game(source.session, note)
    if source.replay is None and game_review.review and game_review.outcome != "abandoned":
        store.store_luck(source.session, luck_of(game_review.review))
    return game_review


def review_json(source: ReviewSource, game_review: GameReview) -> dict[str, Any]:
    """Return what `--json` prints of a game."""
    result, review = game_review.result, game_review.review
    setup = source.session.head.setup
    headers = source.replay.headers if source.replay else {}
    is_file = source.replay is not None
    fatal = [step for step in review.steps if step.reveal.lost] if review else []
    return {
        "file": source.name if is_file else None,
        "game": source.number if is_file else None,
        "id": None if is_file else source.session.head.id,
        "player": source.session.player or None,
        "program": f"{headers.get('Program', '')} {headers.get('Version', '')}".strip() or None,
        "mode": source.session.mode or None,
        **setup.size._asdict(),
        "outcome": game_review.outcome,
        "time": result.milliseconds / 1000,
        "bbbv": result.bbbv,
        "solved_bbbv": result.solved,
        "clicks": result.clicks,
        "fewest_clicks": game_review.fewest_clicks,
        "efficiency": result.efficiency,
        "guesses": review and [_step_json(source.session, step) for step in review.guesses],
        "fatal_move": next((_step_json(source.session, step) for step in fatal), None),
        "avoidable_guesses": review and review.avoidable_count,
        "lost_by": review and review.lost_by,
        "survived_guesses": review and review.survived_count,
        "expected_guesses": review and float(review.expected_survivals),
        "thinks": _thinks_json(game_review),
    }


def _step_json(session: Session, step: ReviewStep) -> dict[str, Any]:
    risk = None if step.survival is None else 1 - step.survival
    return {
        "moves": step.reveal.moves,
        "time": session.steps[step.reveal.moves].milliseconds / 1000,
        "cells": [session.game.grid.place(cell) for cell in cells_of(step.reveal.cells)],
        "risk": None if risk is None else float(risk),
        "exact_risk": None if risk is None else str(risk),
        "avoidable": step.verdict.is_avoidable,
        "costly": step.verdict.is_costly,
        "survived": not step.reveal.lost,
    }


def _thinks_json(game_review: GameReview) -> list[dict[str, Any]] | None:
    place = game_review.session.game.grid.place
    if game_review.review is None:
        return None
    return [
        {"moves": think.moves, "seconds": think.milliseconds / 1000, "cell": place(think.cell)}
        for think in game_review.thinks
    ]


class SourceReader:
    """Reads the games that a command line names, one after the other."""

    def __init__(self, store: Store, names: Sequence[str], bar: ProgressBar) -> None:
        """Without names, read all games of the history."""
        self.status = 0
        """The exit status: 2 once a game could not be read."""
        self.sources = self._read(names)
        """The games; those that cannot be read are complained of."""
        self._store = store
        self._bar = bar

    def _read(self, names: Sequence[str]) -> Iterator[ReviewSource]:
        games = [] if names else read_store(self._store, find_games)
        known = [game.id for game in games]
        every_name = known or [path for name in names for path in files_below(name)]
        count = len(every_name)
        for number, name in enumerate(every_name):
            self._bar.show(number / count)
            is_file = not known and is_path(name)
            for each in (
                self._read_file(name, number, count)
                if is_file
                else self._find(name, is_id=bool(known))
            ):
                if isinstance(each, ReviewSource):
                    yield each
                else:
                    self._bar.clear()
                    complain(str(each))
                    self.status = 2

    def _read_file(
        self, path: str, number: int, count: int
    ) -> Iterator[ReviewSource | NotationError]:
        """Yield the games in a file, or why they cannot be read; it is one of so many files."""
        for game in read_replays(path):
            self._bar.show((number + game.done) / count)
            if isinstance(game.replay, NotationError):
                yield game.replay
            else:
                yield ReviewSource(game.path, session_of(game.replay), game.replay, game.number)

    def _find(self, name: str, *, is_id: bool) -> Iterator[ReviewSource | UsageError]:
        """Yield a game as it was at its first end, or why it cannot be read.

        Unless it is a whole id, the name may be the beginning of one, or "last".
        """
        try:
            identity = name if is_id else find_game_id(self._store, name)
            session = play_whole_game(self._store, identity)
        except UsageError as error:
            yield error
        except (NotationError, StoreError) as error:
            yield UsageError(f"game {quoted(name)} cannot be read: {error}")
        else:
            if not session.over:
                session.add(Entry(session.time, "abandoned"))
            yield ReviewSource(session.head.id[:SHOWN_ID_LETTERS], session, None)
