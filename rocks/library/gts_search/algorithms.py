"""Search algorithms in Python: what the function `run` of gts.algorithm is called with."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Callable, Iterator

if TYPE_CHECKING:
    from .library import Engine


class Stopped(BaseException):
    """Unwinds an algorithm whose search has reached a limit: what it has found so far is the result."""


_ODD = {"None": "nil", "False": "nil", "True": "true", "inf": "1e999", "-inf": "-1e999"}


def _word(value: Any) -> str:
    """An argument of a node's method. What is no number is refused by gts, by name."""
    kind = type(value)
    if kind is not int and kind is not float and value is not None and kind is not bool:
        if kind is Node:
            return f"#{value._number}"
        try:
            value = value.__index__() if hasattr(value, "__index__") else float(value)
        except (TypeError, ValueError):
            return kind.__name__
    text = repr(value)
    return _ODD.get(text, text)


class _Asked:
    __slots__ = "_of", "_number"

    def __init__(self, of: "Engine", number: int) -> None:
        self._of, self._number = of, number

    def _ask(self, name: bytes, *arguments: Any) -> list:
        text = f"{self._number} {' '.join(map(_word, arguments))}" if arguments else str(self._number)
        return self._of.ask(name, text.encode())


class Node(_Asked):
    """A node of a search. A child of a loop is valid until the next step of the loop, a kept node until it is forgotten."""

    __slots__ = ("_kept",)

    def value(self, alpha: float | None = None, beta: float | None = None, searched: bool = False) -> tuple:
        """Visits the node: (value, alpha, beta). The value is None unless the node is a leaf, in the table or decided by bounds."""
        return tuple(self._ask(b".value", alpha, beta, searched))

    def children(self) -> Iterator["Node"]:
        """The children, made one by one."""
        self._ask(b".children")
        return self._steps()

    def _steps(self) -> Iterator["Node"]:
        while True:
            number, = self._ask(b".next")
            if number is None:
                return
            yield Node(self._of, number)

    def take(self, child: "Node", value: float, alpha: float | None = None, beta: float | None = None) -> tuple:
        """The child of the loop has this value: the best one is kept, with its line. Returns the narrowed window (alpha, beta)."""
        return tuple(self._ask(b".take", child, value, alpha, beta))

    def finish(self) -> float:
        """The best value taken, within the bounds of the node; with a table it is stored."""
        return self._ask(b".finish")[0]

    def leaf(self) -> bool:
        """Visits the node: is it a leaf?"""
        return self._ask(b".leaf")[0]

    def evaluate(self) -> float:
        """The value of a leaf, counted."""
        return self._ask(b".evaluate")[0]

    def estimate(self) -> float:
        """The evaluation of a node that is no leaf."""
        return self._ask(b".estimate")[0]

    def bounds(self, alpha: float | None = None, beta: float | None = None) -> tuple:
        """The bounds of the rules, and the value if they decide in this window: (lower, upper, value or None)."""
        lower, upper, *value = self._ask(b".bounds", alpha, beta)
        return lower, upper, value[0] if value else None

    def terminal(self) -> bool:
        """Has it no successors, or is it a leaf at the horizon that was visited? Not counted."""
        return self._ask(b".terminal")[0]

    def proved(self) -> tuple:
        """The lower and the upper bound that the search has proved."""
        return tuple(self._ask(b".proved"))

    def player(self) -> str:
        """"max" or "min"."""
        return self._ask(b".player")[0]

    def ply(self) -> int:
        """The distance from the root."""
        return self._ask(b".player")[1]

    def position(self) -> Any:
        """The position."""
        return self._of.converted(self._ask(b".position"))[0]

    def move(self) -> Any:
        """The move to the node; None at the root."""
        return self._of.converted(self._ask(b".move") or [None])[0]

    def index(self) -> int:
        """The number of the move among its siblings, from 1; 0: the root."""
        return (self._ask(b".move") or [None, 0])[1]

    def develop(self) -> list["Node"]:
        """The list of its children, which are kept; a second call returns the same list."""
        kept = getattr(self, "_kept", None)
        if kept is None:
            kept = self._kept = [Node(self._of, item["node"]) for item in self._ask(b".develop")[0]]
        return kept

    def forget(self) -> None:
        """Drops all kept nodes below."""
        self._ask(b".forget")
        self._kept = None


class Search(_Asked):
    """The search that an algorithm makes: its limits, and what it publishes."""

    __slots__ = ()

    @property
    def alpha(self) -> float:
        """The option `window`, with `beta`."""
        return self._ask(b".alpha")[0]

    @property
    def beta(self) -> float:
        return self._ask(b".beta")[0]

    @property
    def lower(self) -> float:
        """The range of the game, with `upper`."""
        return self._ask(b".lower")[0]

    @property
    def upper(self) -> float:
        return self._ask(b".upper")[0]

    @property
    def depth(self) -> float:
        """The horizon; infinite without one."""
        return self._ask(b".depth")[0]

    def below(self, value: float) -> float:
        """The next number below, for null windows."""
        return self._ask(b".below", value)[0]

    def above(self, value: float) -> float:
        """The next number above."""
        return self._ask(b".above", value)[0]

    def pass_(self, alpha: float, beta: float, down: bool = False) -> None:
        """For traces: a pass over the tree begins; `down`: it tests whether the value is at least beta."""
        self._ask(b".pass", alpha, beta, down)

    def publish(self, lower: float | None = None, upper: float | None = None, child: Node | None = None) -> None:
        """Proved bounds of the root, and the child to play if the search is stopped."""
        self._ask(b".publish", lower, upper, child)


def run(of: "Engine", function: Callable, given: list) -> str:
    """Runs an algorithm. Returns its answer as JSON: a value, or with its window a list."""
    node, search, options = given
    options = {name: of.function_of(option["function"]) if isinstance(option, dict) and [*option] == ["function"] else option
               for name, option in dict(options).items()}
    answer = function(Node(of, node["node"]), Search(of, search["node"]), options)
    return "[" + ",".join(map(_returned, answer if isinstance(answer, (tuple, list)) else [answer])) + "]"


def _returned(value: Any) -> str:
    """A value that an algorithm has returned, as JSON; gts refuses what is no number."""
    word = value if isinstance(value, str) else _word(value)
    return "null" if word == "nil" else word if word[-1:].isdigit() and not isinstance(value, str) else json.dumps(word)
