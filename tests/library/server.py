"""A server that answers questions on positions in JSON, built on the library.

POST /odds  {"position": "1#\\n##", "mines": 1}  ->  {"odds": [[0, 0.33], [0.33, 0.33]]}
POST /hint  {"position": "1#\\n##", "mines": 1}  ->  {"action": "reveal", "places": ..., ...}
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from minesweeper import Clues, hint, odds, parse_position


def answer_odds(clues: Clues) -> dict[str, Any]:
    """Return the probability of a mine in every cell; null where it is not known."""
    answer = odds(clues)
    rows, columns = range(1, clues.grid.height + 1), range(1, clues.grid.width + 1)
    chances = [[answer.probability(column, row) for column in columns] for row in rows]
    return {"odds": [[None if each is None else float(each) for each in row] for row in chances]}


def answer_hint(clues: Clues) -> dict[str, Any]:
    """Return what to do, where and why."""
    found = hint(clues)
    risk = None if found.risk is None else float(found.risk)
    return {**found._asdict(), "risk": risk}


ANSWERS = {"/odds": answer_odds, "/hint": answer_hint}


class Handler(BaseHTTPRequestHandler):
    """Answers a POST; what is wrong with it is an error in JSON, with status 400."""

    def do_POST(self) -> None:
        """Answer a question on the position in the body."""
        try:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            clues = parse_position(body["position"], mines=body["mines"])
            status, reply = 200, ANSWERS[self.path](clues)
        except (KeyError, TypeError, ValueError) as error:
            status, reply = 400, {"error": str(error)}
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(reply).encode())

    def log_message(self, *args: object) -> None:
        """Print nothing for each request."""


if __name__ == "__main__":
    ThreadingHTTPServer(("localhost", 8000), Handler).serve_forever()
