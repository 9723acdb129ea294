"""Search algorithms in Python: pytest spec/library/test_python_algorithms.py, with PYTHONPATH and GTS_LIBRARY."""

import os
import signal
import threading

import gts_search as gts
import pytest
from test_python import Take


def minimax(node):
    value, _, _ = node.value()
    if value is None:
        for child in node.children():
            node.take(child, minimax(child))
        return node.finish()
    return value


def alphabeta(node, alpha, beta):
    value, alpha, beta = node.value(alpha, beta)
    if value is None:
        for child in node.children():
            alpha, beta = node.take(child, alphabeta(child, alpha, beta), alpha, beta)
            if alpha >= beta:
                break
        return node.finish()
    return value


gts.algorithm(id="my-minimax", informed=False, run=lambda node, search, options: minimax(node))
gts.algorithm(id="my-alphabeta", options=["window", {"name": "width", "kind": "count", "help": "how wide", "default": 3}],
              run=lambda node, search, options: alphabeta(node, search.alpha, search.beta))


def seen(game, algorithm, **options):
    events = []
    kinds = "develop", "leaf", "table", "bound"
    r = gts.search(game, algorithm=algorithm, trace=lambda e: events.append((e["kind"], e["path"])) if e["kind"] in kinds else None, **options)
    return r.value, r.lower, r.upper, r.move, r.stats.leaves, r.stats.developed, r.stats.visits, events


@pytest.mark.parametrize("seed", range(60))
def test_equals_its_twin_leaf_by_leaf(seed):
    game = gts.tree(branching=[1, seed % 3 + 1], depth=[2, 4], seed=seed, range=[-9, 9], player="min" if seed % 3 == 0 else "max")
    options = {"depth": seed % 4 + 1} if seed % 2 else {}
    assert seen(game, "minimax", **options) == seen(game, "my-minimax", **options)
    if seed % 5 == 0:
        options["window"] = [seed % 7 - 4, seed % 7]
    assert seen(game, "alphabeta", **options) == seen(game, "my-alphabeta", **options)


def wrong(run, **fields):
    gts.algorithm(id="wrong", run=run, **fields)
    return str(pytest.raises(gts.Error, gts.search, gts.tree([[3, 12], [2, 4]]), algorithm="wrong").value)


def test_wrong_algorithms_are_named():
    kept = []

    def each(action):
        return lambda root, search, options: [action(root, child) for child in root.children()] and None
    for why, run in {
        "has returned is nil: expected a number": lambda root, search, options: kept.extend([root, root.children()]),
        "has returned is x: expected a number": lambda root, search, options: "x",
        "has returned is nan: expected a number": lambda root, search, options: float("nan"),
        "the value of a child is str: expected a number": each(lambda root, child: root.take(child, "x")),
        "the value of a child is nan": each(lambda root, child: root.take(child, float("nan"))),
        "ZeroDivisionError: division by zero": lambda root, search, options: 1 / 0,
        "this node was left": lambda root, search, options: list(root.children())[0].value(),
        "wrong publishes the lower bound 5 for position 0": lambda root, search, options: search.publish(5),
    }.items():
        assert why in wrong(run)
    assert "this node was left" in wrong(lambda root, search, options: (root.develop()[0], root.forget())[0].leaf(), keeps=True)
    for use in kept[0].value, lambda: next(kept[1]):
        assert "a search that is over" in str(pytest.raises(gts.Error, use).value)
    for why, fields in {"'run'": {"id": "x"}, "optoins": {"id": "x", "run": print, "optoins": []}}.items():
        with pytest.raises((gts.Error, TypeError), match=why):
            gts.algorithm(**fields)


def test_the_first_error_is_the_cause():
    gts.algorithm(id="wrong", run=lambda root, search, options: {}["oops"])
    with pytest.raises(gts.Error) as caught:
        gts.search("nim", algorithm="wrong")
    assert isinstance(caught.value.__cause__, LookupError)
    rows = gts.compare("nim", algorithms=["my-alphabeta", "alphabeta"], nodes=10)
    assert rows[0].visits == rows[1].visits == 10
    with pytest.raises(gts.Error) as caught:                    # a limit before it is no error
        gts.compare("nim", algorithms=["my-alphabeta", "wrong"], nodes=10)
    assert isinstance(caught.value.__cause__, LookupError)


def test_limits_end_it():
    for options in {"nodes": 500}, {"time": 0.1}, {"nodes": 500, "deepen": True}:
        r = gts.search("connect4", algorithm="my-alphabeta", **options)
        assert r.stopped == [*options][0] and (r.move is not None or "deepen" not in options)


@pytest.mark.parametrize("visits", [True, False])
def test_ctrl_c_ends_it(visits):
    def endless(root, search, options):
        while True:
            if visits:
                root.value()
    gts.algorithm(id="endless", run=endless)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt) as caught:
        gts.search("nim", algorithm="endless")
    assert caught.value.result.stopped == "interrupted"
    assert gts.search("nim", algorithm="my-alphabeta").value == 1


def test_it_is_drawn_compared_and_has_options():
    game = gts.tree([[3, 12], [2, 4]])
    texts = [gts.draw(gts.record(game, algorithm=name), "text") for name in ("alphabeta", "my-alphabeta")]
    assert texts[1][3:] == texts[0] and "my-alphabeta" in str(gts.compare(game, algorithms=["alphabeta", "my-alphabeta"]))
    found = {}

    def run(root, search, options):
        found.update(options)
        found["search"] = search.alpha, search.beta, search.lower, search.upper, search.depth, search.above(search.below(3))
        found["root"] = root.player(), root.ply(), root.move(), root.index(), root.terminal(), root.bounds(), root.proved()
        kept = root.develop()
        assert root.develop() is kept and [child.index() for child in kept] == [1, 2]
        child = kept[1]
        found["child"] = child.player(), child.ply(), child.move(), child.leaf(), child.estimate() if child.terminal() else None
        search.publish(child=child)
        return root.proved()[0]
    gts.algorithm(id="looks", keeps=True, run=run, options=[
        {"name": "width", "kind": "count", "help": "how wide", "default": 3}, {"name": "pick", "kind": "function", "help": "what to take"}])
    inf = float("inf")
    gts.search(gts.tree(branching=2, depth=3), algorithm="looks", depth=2, width=7, pick=seen)
    assert found["width"] == 7 and found["pick"] is seen and found["search"] == (-inf, inf, -inf, inf, 2, 3)
    assert found["root"] == ("max", 0, None, 0, False, (-inf, inf, None), (-inf, inf))
    assert found["child"] == ("min", 1, 2, False, None)
    gts.search(gts.Game("nim", heaps=[2]), algorithm="looks", depth=2)
    assert found["search"][2:4] == (-1, 1)


def test_rules_in_python_and_threads():
    class Dicts(Take):
        def successors(self, p):
            return [({"take": k}, q) for k, q in super().successors(p)]
    found, values = [], []

    def run(root, search, options):
        child = next(root.children())
        found.append((root.position(), child.move(), child.position()))
        return minimax(root)
    gts.algorithm(id="shows", run=run)
    r = gts.search(Dicts(9), algorithm="shows")
    assert (r.value, r.move) == (1, {"take": 1}) and found == [((9, "max"), {"take": 1}, (8, "min"))]

    def in_a_thread(action):
        t = threading.Thread(target=lambda: values.append(action()))
        t.start()
        t.join()
    in_a_thread(lambda: gts.search(Dicts(9), algorithm="shows").value)
    gts.algorithm(id="shares", run=lambda root, search, options: in_a_thread(
        lambda: str(pytest.raises(gts.Error, root.value).value)) or minimax(root))
    assert gts.search(gts.tree([3, 12]), algorithm="shares").value == 12
    assert values[0] == 1 and "the thread that searches" in values[1]
