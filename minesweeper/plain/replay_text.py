"""Describe a replay in lines of text: its moves with their times, and how it ended."""

from collections.abc import Iterator

from minesweeper.engine.game import Status
from minesweeper.engine.notation import capitalise, count_text
from minesweeper.plain.text import faces_of, move_lines
from minesweeper.play.replay import Playback, Replay, result_of, unusual_mode
from minesweeper.play.words import (
    move_text,
    refusal_text,
    result_parts,
    result_text,
    setup_parts,
    time_text,
)


def replay_lines(replay: Replay) -> Iterator[str]:
    """Yield the setup, then each move with its time and what it changed, and the result."""
    playback, grid = Playback(replay), replay.board.grid
    setup = ", ".join(filter(None, (*setup_parts(replay.setup), unusual_mode(replay))))
    yield f"{setup}; {count_text(len(replay.steps), 'move')}"
    for index, step in enumerate(replay.steps, 1):
        before = faces_of(playback.game)
        game = playback.go_to(index)
        yield f"{time_text(step.milliseconds)}: {move_text(grid, step.move)}"
        if playback.refusal:
            yield f"No effect: {refusal_text(playback.refusal)}"
        else:
            yield from map(capitalise, move_lines(game, step.move, before, mines=False))
    result = result_of(replay)
    figures = ", ".join(result_parts(result))
    if result.status is not Status.PLAYING:
        figures = f"{result_text(result.status, result.milliseconds)}; {figures}"
    yield capitalise(figures)
