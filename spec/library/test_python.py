"""The package of Python: pytest spec/library/test_python.py, with PYTHONPATH and GTS_LIBRARY."""

import _thread
import copy
import gc
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gts_search as gts
import pytest
from gts_search.library import engine

CASES = json.loads((Path(gts.__file__).parents[2] / "spec/cases.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    def run():
        of = [gts.call(case["of"]["call"], *case["of"]["arguments"])] if "of" in case else []
        return gts.call(case["call"], *of, *case["arguments"])
    if "error" in case:
        with pytest.raises(gts.Error) as caught:
            run()
        assert case["error"] in str(caught.value)
        return
    got = run()
    if "text" in case:
        assert str(got).startswith(case["text"])
    elif "length" in case:
        assert len(got) == case["length"]
    else:
        seen = {"list": lambda: list(got), "leaves": lambda: got.stats.leaves}
        assert {name: seen.get(name, lambda: getattr(got, name))() for name in case["expect"]} == case["expect"]


class Take:
    """One heap: a move takes 1 to 3, whoever takes the last wins."""

    range = -1, 1

    def __init__(self, heap=21):
        self.start = heap, "max"

    def successors(self, p):
        heap, who = p
        return [(k, (heap - k, "min" if who == "max" else "max")) for k in (1, 2, 3) if k <= heap]

    def player(self, p):
        return p[1]

    def evaluate(self, p):
        return 0 if p[0] else -1 if p[1] == "max" else 1


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "ttalphabeta", "negascout", "mtd", "pn", "dfpn", "mcts", "sss2"])
def test_rules_in_python(algorithm):
    for heap in range(1, 10):
        r = gts.search(Take(heap), algorithm=algorithm)
        assert r.value == (1 if heap % 4 else -1)
        if heap % 4:
            assert r.move == heap % 4


def test_positions_are_objects():
    game = gts.Game(Take(6))
    r = game.search(algorithm="alphabeta")
    assert r.line[0] == (4, "min") and r.pv[0] == 2
    assert game.search(position=(8, "max")).value == -1
    assert game.best((7, "max"), depth=9).move == 3
    assert gts.moves(game, (2, "min"))[1].position == (0, "max") == gts.apply(game, (2, "min"), 2)
    assert [(row.move, row.value) for row in game.analyze((7, "max"))] == [(3, 1), (1, -1), (2, -1)]


def test_shares_are_given_back():
    game = gts.Game(Take(15))
    rules = game._engine.rules[game._number]
    game.search(algorithm="minimax")
    before = len(rules.objects.held)
    for _ in range(5):
        game.search(algorithm="minimax")
    assert len(rules.objects.held) <= 2 * before + 50
    number, of = game._number, game._engine
    del game
    gc.collect()
    gts.search("nim")
    assert number not in of.rules


@pytest.mark.parametrize("rule, answer, why", [
    ("evaluate", lambda p: 1 / 0, r"ZeroDivisionError: division by zero \(in rules.evaluate of"),
    ("player", lambda p: "me", "ValueError: expected 'max' or 'min', got 'me'"), ("evaluate", lambda p: "3", "TypeError"),
    ("successors", lambda p: [3], "TypeError: expected pairs"),
    ("successors", lambda p: 2 * [(1, (0, "max"))] if p[0] else [], "ValueError: the move 1 is there twice"),
])
def test_exceptions_name_the_rule(rule, answer, why):
    game = Take(3)
    setattr(game, rule, answer)
    with pytest.raises(gts.Error, match=f"rules.{rule}: {why}") as caught:
        gts.search(game)
    assert type(caught.value.__cause__).__name__ in why


def test_bad_rules():
    for bad in (3, None, object(), {}):
        with pytest.raises(gts.Error, match="is no game: expected"):
            gts.search(bad)
    class Short(Take):
        range = (1,)
    with pytest.raises(gts.Error, match="rules.range is .1,.: expected the least and the greatest value"):
        gts.search(Short())
    with pytest.raises(gts.Error, match="Take is a class: give Take()"):
        gts.search(Take)
    with pytest.raises(gts.Error, match="takes? no options"):
        gts.Game(Take(), heap=3)
    with pytest.raises(TypeError, match="no value for gts"):
        gts.search("nim", depth=object())
    with pytest.raises(gts.Error, match="inf is no value for gts"):
        gts.search("nim", depth=float("inf"))
    with pytest.raises(gts.Error, match="threads"):
        gts.search(Take(), threads=2)


def test_other_threads():
    with ThreadPoolExecutor(3) as pool:
        assert [*pool.map(lambda _: gts.search("tictactoe").value, range(3))] == [0, 0, 0]


def test_stop():
    slow = gts.Game(Take(400))
    threading.Timer(0.3, lambda: gts.stop(slow)).start()
    assert slow.search(algorithm="minimax").stopped == "interrupted"


def test_progress():
    seen = []
    r = gts.search("othello", algorithm="minimax", progress=lambda report: seen.append(report["visits"]) or len(seen) < 2, every=0.05)
    assert r.stopped == "progress" and len(seen) == 2 and seen[0] > 0
    with pytest.raises(gts.Error, match="ZeroDivisionError") as caught:
        gts.search("othello", algorithm="minimax", progress=lambda report: 1 / 0, every=0.05)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(gts.Error, match="expected True, False or None"):
        gts.search("othello", algorithm="minimax", progress=lambda report: 3, every=0.05)


def test_orders_and_rollouts_are_functions():
    seen = []
    r = gts.search(Take(6), algorithm="negascout", order=lambda p, move, q: seen.append((p, move, q)) or -move)
    assert (r.value, r.move) == (1, 2) and ((6, "max"), 3, (3, "min")) in seen
    with pytest.raises(gts.Error, match="expected a finite number, .* got nan"):
        gts.search(Take(6), algorithm="negascout", order=lambda p, move, q: float("nan"))
    assert gts.search(Take(6), algorithm="mcts", iterations=9, rollout=lambda *given: 0.5).stats.leaves > 0


def test_stop_of_calls_within_calls():
    class Deep(Take):
        def evaluate(self, p):
            gts.search("othello", algorithm="minimax", native=False, nodes=20000)
            return super().evaluate(p)
    game = gts.Game(Deep(400))
    threading.Timer(0.3, lambda: gts.stop(game)).start()
    began = time.time()
    assert game.search(algorithm="minimax", depth=12, time=60).stopped == "interrupted"
    assert time.time() - began < 30


def test_another_thread_is_refused():
    game, printed, refused = gts.Game("othello"), [], []
    result = game.search(depth=1)

    def disturb():
        printed.append(str(result))
        try:
            game.best()
        except gts.Error as error:
            refused.append(str(error))
        gts.stop(game)
    threading.Timer(0.3, disturb).start()
    assert game.search(algorithm="minimax").stopped == "interrupted"
    assert refused and "another thread" in refused[0] and printed == [str(result)]


def test_threads_leave_nothing():
    closed = []

    def use():
        of = engine()
        gts.search("nim")
        weakref.finalize(of, closed.append, 1)
    for _ in range(3):
        t = threading.Thread(target=use)
        t.start()
        t.join()
    gc.collect()
    assert len(closed) == 3


def test_rules_that_are_refused_are_not_called():
    class Refused(Take):
        range = 1, -1
    with pytest.raises(gts.Error, match="range"):
        gts.Game(Refused())
    gc.collect()
    gts.search("nim")
    assert not any(isinstance(rules.rules, Refused) for rules in engine().alive)


def test_the_first_exception_is_the_cause():
    class Bad(Take):
        def evaluate(self, p):
            raise LookupError("first \ud800")

        def show(self, p):
            raise OSError("second")
    with pytest.raises(gts.Error, match="LookupError") as caught:
        gts.search(Bad(), algorithm="alphabeta")
    assert isinstance(caught.value.__cause__, LookupError)


def test_progress_of_rules_in_python():
    seen = []
    gts.search(Take(400), time=1, every=0.05, progress=lambda report: seen.append(report.get("move")))
    assert any(isinstance(move, int) for move in seen)


def test_ctrl_c():
    game = gts.Game("othello")
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt) as caught:
        game.search(algorithm="minimax")
    assert caught.value.result.stopped == "interrupted"
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    sleepy, began = Take(400), time.time()
    sleepy.evaluate = lambda p: time.sleep(30)
    with pytest.raises(KeyboardInterrupt) as caught:
        gts.search(sleepy, depth=2)
    assert caught.value.result.stopped == "interrupted" and time.time() - began < 15
    for _ in range(4):                  # a handler of Python raises it between two rules, or in one
        threading.Timer(0.3, _thread.interrupt_main).start()
        with pytest.raises(KeyboardInterrupt) as caught:
            gts.search(Take(400), algorithm="minimax")
        assert caught.value.result.stopped == "interrupted"
    assert gts.search("nim").value == 1


def test_the_interpreter_may_end_in_a_search():
    text = ("import threading, time, gts_search as gts\n"
            "threading.Thread(target=lambda: gts.search('othello', algorithm='minimax'), daemon=True).start()\n"
            "time.sleep(0.5)\nprint('over')\n")
    ended = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60)
    assert ended.stdout == "over\n" and ended.returncode == 0, ended


def test_a_copy_of_the_process():
    child = os.fork()
    if child == 0:
        os._exit(int(gts.search("nim").value))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


def test_other_threads_run_meanwhile():
    counted = []

    def count():
        while not counted or counted[-1] < 5:
            counted.append(len(counted))
            time.sleep(0.01)
    t = threading.Thread(target=count)
    t.start()
    gts.search("othello", depth=6, native=False)
    t.join(5)
    assert counted[-1] == 5


def test_pictures():
    assert gts.Game("tictactoe")._repr_svg_().startswith("<svg")
    assert gts.draw(gts.tree([[3, 12, 8], [2, 4, 6]]))._repr_svg_().startswith("<svg")
    assert gts.draw(gts.record(gts.tree([[3, 12, 8], [2, 4, 6]])))._repr_svg_().startswith("<svg")
    assert gts.draw(gts.compare("nim", algorithms=["alphabeta", "mtd"])).startswith("<svg")
    tree, table, moves = gts.tree([3, 12]), gts.table(bytes=100000), gts.analyze("nim")
    assert tree._repr_svg_() == gts.draw(tree) and moves._repr_svg_() is None and moves._repr_html_() == f"<pre>{moves}</pre>"
    assert tree._repr_html_().startswith('<img src="data:image/svg+xml;base64,PHN2Zy') and table._repr_html_().startswith("<pre>")
    rows = gts.compare("nim", algorithms=["alphabeta", "mtd"])._repr_html_()
    assert rows.startswith("<img ") and "<pre>" in rows

    class Evil(Take):
        def move_name(self, m):
            return "<b>&"
    assert "move   &lt;b&gt;&amp;" in gts.search(Evil(3))._repr_html_()
    assert gts.draw(gts.tree([3, 12]), "dot").startswith("digraph")


def test_results_are_dataclasses():
    m = gts.match("nim", {"depth": 1}, {"depth": 2}, games=2)
    assert len(m) == 2 and m[0].moves and m.csv().startswith("pair,side,points")


def test_results_print_as_in_lua():
    assert repr(gts.search("nim")).startswith("move   102\nvalue  1  (proved)\n")
    assert repr(gts.tree([3, 12])) == "game: tree" and "amazons" in [game["name"] for game in gts.games()]

    class Nameless(Take):
        def move_name(self, m):
            raise self.wrong
    Nameless.wrong = ValueError("it has none")
    text = repr(gts.search(Nameless(1), algorithm="minimax"))
    assert text.startswith("Result(move=1, value=1, ") and "stats=Stats(visits=" in text and "None" not in text
    Nameless.wrong = SystemExit(3)
    with pytest.raises(SystemExit):
        gts.search(Nameless(1), algorithm="minimax")


def test_the_module_names_what_it_has():
    assert gts.__version__ == gts.version and {"search", "levels", "help", "Game", "__version__"} < set(dir(gts))
    assert all(getattr(gts, name).__doc__.strip() for name in dir(gts) if callable(getattr(gts, name)))
    with pytest.raises(AttributeError, match="there is no gts_search.serach: did you mean 'search'"):
        gts.serach("nim")
    assert repr(gts.help("search")).startswith("Search: ") and gts.help(gts.perft) == gts.help("perft") != gts.help()


def test_copies_and_pickles():
    game, listed = gts.Game("nim", heaps=[1, 2]), gts.analyze("nim")
    for same in (copy.copy(game), copy.deepcopy(game)):
        assert same is game
    del same
    gc.collect()
    there = pickle.loads(pickle.dumps([game, gts.Game(Take(5)), listed, game.search()]))
    assert there[0].show() == game.show() == "1 2" and there[1].search().move == 1
    assert repr(there[2]) == repr(listed) == repr(copy.deepcopy(listed)) and there[2][0].value == 1 and there[3].value == 1
    with pytest.raises(TypeError, match="a Table is no value for gts"):         # what is kept stays here
        gts.search("nim", table=pickle.loads(pickle.dumps(gts.table(bytes=100000))))


def test_games_have_the_functions_of_gts(tmp_path):
    game = gts.Game("nim", heaps=[1, 2])
    assert len(game.moves()) == 3 == game.perft(1)[0] and game.apply(None, 101) == game.moves()[0].position and "perft" in dir(game)
    assert not hasattr(game, "nonsense") and "did you mean 'perft'" in str(pytest.raises(AttributeError, getattr, game, "preft").value)
    (tmp_path / "mine.lua").write_text('return { name = "mine", start = 1, next = function() end, evaluate = function() return 5 end }')
    assert gts.search(tmp_path / "mine.lua").value == 5
    with pytest.raises(TypeError, match="a game already"):
        gts.Game(game)


def test_options_have_types():
    options = gts.results.SearchOptions.__annotations__
    assert {"depth", "algorithm", "time"} <= set(options) and "depht" not in options
    assert set(options) <= set(gts.results.BestOptions.__annotations__) and gts.results.Algorithm.__args__[-1] is str


def test_the_program():
    asked = subprocess.run([sys.executable, "-m", "gts_search", "sreach"], capture_output=True, text=True, timeout=60)
    assert asked.returncode == 2 and "did you mean 'search'" in asked.stderr
