"""Draw mutants at random: places spread over the package by its lines, one mutation at each."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

OPERATORS: Final[dict[type[ast.AST], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
}
"""What is written for each operator, and what a mutation makes of it."""
PASSED_OVER: Final = {"annotation", "returns"}

Change = tuple[int, int, str, str]
"""As in a `Mutation`, but for the scope: start, end, text and kind."""


class Mutation(NamedTuple):
    """Another text for the bytes from `start` to `end` of a file."""

    start: int
    end: int
    text: bytes
    scope: str
    """The class and function, as in "Game.play"; "" for what is in none."""
    kind: str


def draw(package: Path, seed: int, count: int) -> Iterator[str]:
    """Yield mutants as rows of the table; the same ones for the same package and seed."""
    random = Random(seed)
    places: list[tuple[Path, list[Mutation]]] = []
    for path in sorted(package.rglob("*.py")):
        source = path.read_bytes()
        by_line = defaultdict(list)
        for mutation in mutations(source):
            by_line[source.rfind(b"\n", 0, mutation.start)].append(mutation)
        places += [(path, by_line[line]) for line in sorted(by_line)]
    step = len(places) / count
    first = random.random() * step
    for number in range(count):
        path, choices = places[int(first + number * step)]
        mutation = random.choice(choices)
        yield row(path.read_bytes(), path.relative_to(package).as_posix(), mutation)


def row(source: bytes, file: str, mutation: Mutation) -> str:
    """Return a mutation as a row of the table, with the lines above that tell it from others."""
    start = source.rfind(b"\n", 0, mutation.start) + 1
    end = source.find(b"\n", mutation.end) + 1
    first = start
    while first and len(re.findall(b"^" + re.escape(source[first:end]), source, re.MULTILINE)) > 1:
        first = source.rfind(b"\n", 0, first - 1) + 1
    new = source[start : mutation.start] + mutation.text + source[mutation.end : end]
    marked = ((" ", source[first:start]), ("-", source[start:end]), ("+", new))
    lines = [mark + line for mark, text in marked for line in text.decode().splitlines()]
    place = f"{file}, {mutation.scope}" if mutation.scope else file
    return "\n".join((f"# {place}: {mutation.kind}", f"@ {file}", *lines, ""))


def mutations(source: bytes) -> Iterator[Mutation]:
    """Yield all mutations of a file."""
    yield from _File(source).visit(ast.parse(source), "")


class _File:
    def __init__(self, source: bytes) -> None:
        self.source = source
        self._begins = [0, *accumulate(map(len, source.splitlines(keepends=True)))]

    def visit(self, node: ast.AST, scope: str) -> Iterator[Mutation]:
        """Yield the mutations of a node and of all that is in it."""
        if isinstance(node, ast.JoinedStr):  # before Python 3.12 its parts have no true places
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            scope = f"{scope}.{node.name}" if scope else node.name
        for start, end, text, kind in (*self._operators(node), *self._others(node)):
            yield Mutation(start, end, text.encode(), scope, kind)
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and field not in PASSED_OVER:
                    yield from self.visit(child, scope)

    def _operators(self, node: ast.AST) -> Iterator[Change]:
        triples: Iterable[tuple[ast.expr, ast.AST, ast.expr]] = ()
        match node:
            case ast.Compare(left, operators, comparators):
                triples = zip([left, *comparators], operators, comparators, strict=False)
            case ast.BoolOp(word, values):
                triples = ((before, word, after) for before, after in pairwise(values))
            case ast.BinOp(left, sign, right) | ast.AugAssign(left, sign, right):
                triples = [(left, sign, right)]
        for before, operator, after in triples:
            if type(operator) in OPERATORS:
                old, new = OPERATORS[type(operator)]
                start, end = self._span(before)[1], self._span(after)[0]
                text = self.source[start:end].decode().replace(old, new, 1)
                yield start, end, text, f"`{new}` for `{old}`"

    def _others(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.UnaryOp(ast.Not()):
                start, _ = self._span(node)
                yield start, start + len("not "), "", "a `not` dropped"
            case ast.If(test) | ast.While(test) | ast.IfExp(test) if not _is_not(test):
                start, end = self._span(test)
                text = self.source[start:end].decode()
                yield start, end, f"not ({text})", "a `not` added"
            case ast.Constant(bool(value)):
                yield *self._span(node), str(not value), f"{not value} for {value}"
            case ast.Constant(int(value)):
                yield *self._span(node), str(value + 1), f"{value + 1} for {value}"
            case ast.Return(ast.expr() as value) if not _is_none(value):
                yield *self._span(node), "return None", "no value returned"
            case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Assign([ast.Attribute(), *_]):
                yield *self._span(node), "pass", "a statement removed"

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        start = self._begins[node.lineno - 1] + node.col_offset
        return start, self._begins[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
