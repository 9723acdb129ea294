"""Positions of Python as gts knows them: keys by value and type, and rules that change a position. See test_python.py."""

import array
import collections
import dataclasses
import enum
import itertools

import gts_search as gts
import pytest
from gts_search.values import Changed, Objects, by_value


class Board(list):
    def __init__(self, turn):
        super().__init__([1])
        self.turn = turn


class Text(str):
    pass


class Colour(enum.Enum):
    RED = 1


class Size(enum.IntEnum):
    SMALL = 1


@dataclasses.dataclass(frozen=True)
class Cell:
    x: object


Pair = collections.namedtuple("Pair", "x y")
Other = collections.namedtuple("Pair", "x y")

VALUES = [
    None, "None", 1.5, "1.5", (1, 2), "tuple(1,2)", 2 ** 70, str(2 ** 70), hex(2 ** 70), True, 1, 1.0, 1j, "1j", [1], (1,), (True,), (1.0,), "list(0x1)",
    "a\0b", "a\0c", "\ud800", "\ud801", "\\ud800", b"a", "a", Text("a"), bytearray(b"a"), {1}, frozenset({1}), {1: 2}, {1: "2"}, {"1": 2},
    Cell(1), Cell("1"), Cell((1,)), Pair(1, 2), Other(1, 2), Colour.RED, Size.SMALL, Board(0), Board(1), array.array("b", [1]),
    array.array("b", [2]), array.array("h", [1]), -1, 2 ** 64 - 1, 2 ** 63, -2 ** 63, float("nan"), "nan", float("inf"), 0.0, -0.0, (), [], {}, "", b"",
]


def test_keys_of_different_values_differ():
    for (i, a), (j, b) in itertools.combinations(enumerate(VALUES), 2):
        assert by_value(a) != by_value(b), (i, a, j, b)


def test_keys_of_equal_values_are_equal():
    assert by_value({1: 2, "a": [3]}) == by_value({"a": [3], 1: 2})
    assert by_value({"b", "a", 3}) == by_value({3, "a", "b"})
    assert by_value(Cell([1])) == by_value(Cell([1])) and by_value(Board(2)) == by_value(Board(2))
    with pytest.raises(TypeError, match="a object is not known by its value"):
        by_value(object())


class Walk:
    """Goes on by one to three of some values, or back to the first; of each value the very object is known."""
    cycle = 0

    def __init__(self, values, move):
        self.values, self.move, self.start = values, move, values[0]

    def at(self, p):
        return next(i for i, value in enumerate(self.values) if value is p)

    def successors(self, p):
        at = self.at(p)
        return [(self.move(i), self.values[i]) for i in (at + 1, at + 2, at + 3, 0) if i < len(self.values)] if at % 5 < 4 else []

    def evaluate(self, p):
        return self.at(p) * 7 % 5


@pytest.mark.parametrize("first", range(len(VALUES)))
def test_all_values_are_searched_as_texts_are(first):
    values = (VALUES[first:] + VALUES[:first])[:12]
    games = gts.Game(Walk(values, lambda i: object())), gts.Game(Walk([f"text {i}" for i in range(12)], str))
    for options in ({"algorithm": a, "depth": 8} for a in ("alphabeta", "ttalphabeta", "dfpn", "pn")):
        a, b = (game.search(**options) for game in games)
        assert (a.value, a.stats.visits) == (b.value, b.stats.visits), options
    assert games[0].solve().distance == games[1].solve().distance and list(games[0].perft(4, distinct=True)) == list(games[1].perft(4, distinct=True))


class Marks:
    """Three cells, each marked once; a successor is the position itself, with one more mark."""

    range = 0, 9

    def __init__(self):
        self.start = [0, 0, 0]

    def successors(self, p):
        listed = []
        for i in range(3):
            if p[i] == 0:
                p[i] = 1
                listed.append((i, p))
        return listed

    def evaluate(self, p):
        return p[0]


@pytest.mark.parametrize("call", ["search", "best", "solve", "analyze", "moves", "perft"])
def test_rules_that_change_their_position_are_refused(call):
    more = [2] if call == "perft" else []
    with pytest.raises(gts.Error, match=r"rules.successors changed its position \[0, 0, 0\]: change a copy"):
        getattr(gts, call)(Marks(), *more)


@pytest.mark.parametrize("given", [iter, list])
def test_moves_that_share_a_board_are_refused(given):
    def undone(p):
        for i in range(3):
            p[i] += 1
            yield i, p
            p[i] -= 1
    marks = Marks()
    marks.successors = lambda p: given(undone(p))
    with pytest.raises(gts.Error, match="^rules.successors changed its position after the move 0: give each move a copy"):
        gts.search(marks, depth=2)


class State:
    """A position with what it has computed, within an object that is no data."""

    def __init__(self, game, heap):
        self.game, self.cells, self.moves = game, {"heap": [heap]}, None


class Heap:
    range = 0, 9

    def __init__(self, rule=None, slip=lambda p: p.cells["heap"].append(1)):
        self.start, self.rule, self.slip, self.asked = State(self, 1), rule, slip, {}

    def look(self, rule, p):
        self.asked[rule] = p.moves = 1
        heap = p.cells["heap"][0]
        if rule == self.rule:
            self.slip(p)
        return heap

    def successors(self, p):
        heap = self.look("successors", p)
        return [(1, State(self, heap + 1))] if heap < 4 else []

    def evaluate(self, p):
        return self.look("evaluate", p)

    def player(self, p):
        return "max" if self.look("player", p) else "min"

    def terminal(self, p):
        return self.look("terminal", p) == 9

    def bounds(self, p):
        return self.look("bounds", p) - 1, 9

    def key(self, p):
        return self.look("key", p)


def test_positions_without_a_value_need_a_key():
    heap = Heap()
    heap.key = None
    assert gts.search(heap, algorithm="alphabeta").value == 4
    with pytest.raises(gts.Error, match="rules.key"):
        gts.search(heap, algorithm="ttalphabeta")


@pytest.mark.parametrize("rule", ["successors", "evaluate", "player", "terminal", "bounds", "key"])
def test_every_rule_that_changes_its_position_is_named(rule):
    assert gts.search(Heap(), algorithm="ttalphabeta").value == 4
    with pytest.raises(gts.Error, match=f"^rules.{rule} changed its position State"):
        gts.search(Heap(rule), algorithm="ttalphabeta")


@pytest.mark.parametrize("slip", [
    lambda p: p.cells.update(heap=[9]), lambda p: p.cells.update(new=1), lambda p: p.cells.clear(), lambda p: setattr(p, "cells", {}),
    lambda p: p.cells["heap"].__setitem__(0, 1.0),
])
def test_every_change_is_seen(slip):
    with pytest.raises(gts.Error, match="rules.evaluate changed its position"):
        gts.search(Heap("evaluate", slip), algorithm="minimax", position=State(None, 4))


def test_what_is_put_back_is_no_change():
    endless = [1, {2: 3, 4: [5]}, {6}, array.array("b", [7])]
    endless.append(endless)
    objects = Objects()
    number = objects.lend(endless)
    was = endless[1].pop(2)
    endless[1][2], endless[2] = was, {6}
    endless[3] = array.array("b", [7])
    objects.hold(number)
    endless[3][0] = 8
    with pytest.raises(Changed):
        objects.hold(number)
