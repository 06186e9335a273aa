"""Three small programs on the library: they do their work, and know its public names only."""

import ast
import json
import random
import threading
from collections.abc import Iterator
from fractions import Fraction
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import cast
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

import minesweeper
from minesweeper import Clues, Setup, hint
from tests.library import server
from tests.library.benchmark import covered_places, own_solver, positions_in, score
from tests.library.environment import MinesweeperEnv

HERE = Path(__file__).parent


@pytest.mark.parametrize("program", ["benchmark", "environment", "server"])
def test_a_program_needs_nothing_but_public_names(program: str) -> None:
    tree = ast.parse((HERE / f"{program}.py").read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    own = [node for node in froms if (node.module or "").split(".")[0] in {"minesweeper", "tests"}]
    assert {node.module for node in own} == {"minesweeper"}
    assert {each.name for node in own for each in node.names} <= set(minesweeper.__all__)
    attributes = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    public = {"_asdict", "_place", "_info", "_observation"}
    assert [name for name in attributes if name.startswith("_") and name not in public] == []


# The environment


def test_an_agent_that_looks_at_the_risks_plays_to_the_end() -> None:
    env = MinesweeperEnv()
    observation, info = env.reset(seed=1)
    assert observation == [[-1] * 9 for _ in range(9)]
    total, is_over = 0.0, False
    while not is_over:
        risks = env.risks()
        actions = [action for action, allowed in enumerate(info["action_mask"]) if allowed]
        action = min(actions, key=lambda each: risks[each] or Fraction(0))
        observation, reward, is_over, truncated, info = env.step(action)
        assert info["risk"] == risks[action]
        assert not truncated
        total += reward
    assert total == pytest.approx(1) or reward == -1
    with pytest.raises(ValueError, match="it is over"):
        env.step(0)


def test_the_same_seed_and_actions_give_the_same_game_and_a_revealed_cell_is_masked() -> None:
    first, second = MinesweeperEnv(), MinesweeperEnv()
    for env in (first, second):
        env.reset(seed=7)
    answers = [env.step(40) for env in (first, second)]
    assert answers[0] == answers[1]
    assert answers[0][4]["action_mask"][40] is False
    with pytest.raises(ValueError, match=r"^action 40 reveals nothing"):
        first.step(40)


def test_a_random_agent_loses() -> None:
    env, rng = MinesweeperEnv(Setup(5, 5, 10)), random.Random(1)
    _, info = env.reset(seed=1)
    is_over = False
    while not is_over:
        allowed = [action for action, is_allowed in enumerate(info["action_mask"]) if is_allowed]
        _, reward, is_over, _, info = env.step(rng.choice(allowed))
    assert reward == -1


# The benchmark


def first_covered(clues: Clues) -> tuple[int, int]:
    """Return the first covered cell, as a solver that knows nothing would."""
    return next(covered_places(clues))


def test_a_solver_is_judged_on_a_file_of_positions(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("mines 1\n#1#\n.1#\n.1#\n\nmines 2\n##1\n##1\n##1\n\nmines 1\n1#\n##\n")
    positions = list(positions_in(path))
    assert [clues.mine_count for clues in positions] == [1, 2, 1]
    own, naive = score(own_solver, positions), score(first_covered, positions)
    assert (own.positions, own.safest) == (3, 3)
    assert own.risk <= naive.risk
    assert naive.safest < 3


# The server


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("localhost", 0), server.Handler) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://localhost:{running.server_port}"
        running.shutdown()
        thread.join()


def ask(address: str, **question: object) -> dict[str, object]:
    with urlopen(address, json.dumps(question).encode()) as reply:
        return cast(dict[str, object], json.load(reply))


def test_a_server_answers_with_odds_and_hints(address: str) -> None:
    picture = "1#\n1#\n##"
    chances = ask(f"{address}/odds", position=picture, mines=1)
    assert chances == {"odds": [[0, 0.5], [0, 0.5], [0, 0]]}
    found = ask(f"{address}/hint", position=picture, mines=1)
    assert (found["action"], found["places"], found["risk"]) == ("reveal", [[1, 3], [2, 3]], 0)
    assert found["sentence"] == hint(minesweeper.parse_position(picture, mines=1)).sentence


@pytest.mark.parametrize(
    ("question", "error"),
    [
        (
            {"position": "1#\n*#", "mines": 1},
            "line 2, column 1 is '*': only # F ? . and 0-8 are allowed",
        ),
        ({"position": "2#", "mines": 1}, "the number at (1,1) cannot be met"),
        ({"position": "1#", "mines": -1}, "mines: -1 is not a number from 0 to 2"),
        ({"mines": 1}, "'position'"),
    ],
)
def test_a_server_says_what_is_wrong(address: str, question: dict[str, object], error: str) -> None:
    with pytest.raises(HTTPError) as raised:
        ask(f"{address}/odds", **question)
    assert (raised.value.code, json.load(raised.value)) == (400, {"error": error})
