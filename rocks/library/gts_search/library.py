"""The library libgts-search by ctypes: calls as JSON, and games whose rules are objects of Python."""

from __future__ import annotations

import ctypes
import json
import math
import os
import sys
import threading
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_void_p
from difflib import get_close_matches
from threading import get_ident
from typing import Any, Callable

from . import algorithms
from .values import PLAIN, Changed, Objects, by_value

scan = json.JSONDecoder().scan_once             # reads one value of a text
HERE = os.path.dirname(os.path.abspath(__file__))
API, WORDS = 1 + 256, 16                         # Ctrl-C reaches the handler of Python while a rule runs
# Libraries that come with the package, in the order in which they need each other.
BESIDE = "liblua5.4.so.0", "libgomp.so.1", "libb2.so.1", "libzstd.so.1"


class Error(RuntimeError):
    """What gts refuses, or what has failed in it; the text names the option, the rule or the position."""


class Busy(Error):
    """Another thread is calling."""


Next = CFUNCTYPE(c_int, c_void_p, POINTER(c_int64), POINTER(c_int64), POINTER(c_int64), POINTER(c_int64))
Evaluate = CFUNCTYPE(c_int, c_void_p, POINTER(c_int64), POINTER(c_double))
Ask = CFUNCTYPE(c_int, c_void_p, POINTER(c_int64))
Bounds = CFUNCTYPE(c_int, c_void_p, POINTER(c_int64), POINTER(c_double), POINTER(c_double))
Key = CFUNCTYPE(c_int, c_void_p, POINTER(c_int64), POINTER(c_int64), POINTER(c_char_p))
# Texts are returned as addresses: ctypes would give a copy to nobody.
Show = CFUNCTYPE(c_void_p, c_void_p, POINTER(c_int64))
MoveName = CFUNCTYPE(c_void_p, c_void_p, c_int64)
Release = CFUNCTYPE(None, c_void_p, c_int64)
Close = CFUNCTYPE(None, c_void_p)
Function = CFUNCTYPE(c_void_p, c_void_p, c_int64, c_char_p)


class CRules(ctypes.Structure):
    """gts_rules of search.h."""

    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("context", c_void_p), ("words", c_int), ("start", c_int64 * WORDS),
        ("next", Next), ("evaluate", Evaluate), ("player", Ask), ("terminal", Ask), ("bounds", Bounds), ("key", Key),
        ("show", Show), ("move_name", MoveName), ("release", Release), ("close", Close),
        ("has_range", c_int), ("has_cycle", c_int), ("lower", c_double), ("upper", c_double), ("cycle", c_double),
    ]


def load() -> ctypes.CDLL:
    """Loads the library: the one of the package, else of the tree that it was built in, else the system's."""
    name = "libgts-search.so.1"
    place = os.environ.get("GTS_LIBRARY") or os.path.join(HERE, name)
    if not os.path.exists(place) and os.path.basename(os.path.dirname(HERE)) == "python":     # build/python/gts_search
        place = os.path.join(HERE, "..", "..", name)
    if not os.path.exists(place):
        place = name
    else:
        for name in BESIDE:
            path = os.path.join(os.path.dirname(place), name)
            if os.path.exists(path):
                ctypes.CDLL(path)
    library = ctypes.CDLL(place)
    library.gts_open_api.restype = c_void_p
    library.gts_error.restype = library.gts_version.restype = library.gts_call.restype = c_char_p
    library.gts_load.restype = library.gts_text.restype = library.gts_functions.restype = c_int64
    library.gts_call.argtypes = [c_void_p, c_char_p, c_char_p]
    library.gts_load.argtypes = library.gts_text.argtypes = [c_void_p, c_char_p, c_char_p]
    library.gts_functions.argtypes = [c_void_p, POINTER(CRules)]
    library.gts_drop.argtypes = [c_void_p, c_int64]
    library.gts_close.argtypes = library.gts_stop.argtypes = [c_void_p]
    library.gts_set_function.argtypes = [c_void_p, Function, c_void_p]
    library.gts_fail.argtypes = [c_char_p]
    return library


def pair_of(item: Any) -> tuple:
    if not isinstance(item, tuple) or len(item) != 2:
        raise TypeError(f"expected pairs (move, position), got {item!r}")
    return item


def name_of_move(move: Any) -> Any:
    try:
        hash(move)
        return move
    except TypeError:
        return Objects, repr(move)


def places_of(listed: list) -> dict:
    """The places of moves; raises an error where one is there twice."""
    places: dict = {}
    for i, item in enumerate(listed):
        move = pair_of(item)[0]
        if places.setdefault(name_of_move(move), i) != i:
            raise ValueError(f"the move {move!r} is there twice")
    return places


class Rules:
    """An object with rules, as functions that C calls."""

    def __init__(self, engine: "Engine", rules: Any) -> None:
        self.engine, self.rules, self.objects = engine, rules, Objects(rules)
        self.text = None                        # lives until the next one
        self.key_text = None
        self.functions = [
            Next(self.guarded(self.walker())), Evaluate(self.evaluator()), Ask(self.guarded(self.player)),
            Ask(self.guarded(self.terminal)), Bounds(self.guarded(self.bounds)), Key(self.guarded(self.key)),
            Show(self.guarded(self.show, None)), MoveName(self.guarded(self.move_name, None)), Release(self.objects.take_back),
            Close(self.close),
        ]

    def structure(self) -> CRules:
        rules, f = self.rules, self.functions
        made = CRules(size=ctypes.sizeof(CRules), words=1)
        made.name = str(getattr(rules, "name", None) or type(rules).__name__).encode()
        made.next, made.evaluate, made.release = f[0], f[1], f[8]
        made.close = f[9]
        if self.has_key():
            made.key = f[5]
        for name, at in (("player", 2), ("terminal", 3), ("bounds", 4), ("show", 6), ("move_name", 7)):
            if callable(getattr(rules, name, None)):
                setattr(made, name, f[at])
        if not callable(getattr(rules, "move_name", None)):
            made.move_name = f[7]
        if not callable(getattr(rules, "show", None)):
            made.show = f[6]
        limits = getattr(rules, "range", None)
        if limits is not None:
            try:
                made.lower, made.upper = map(float, limits)
            except (TypeError, ValueError):
                raise Error(f"rules.range is {limits!r}: expected the least and the greatest value") from None
            made.has_range = 1
        if getattr(rules, "cycle", None) is not None:
            try:
                made.cycle, made.has_cycle = float(rules.cycle), 1
            except (TypeError, ValueError):
                raise Error(f"rules.cycle is {rules.cycle!r}: expected a number") from None
        made.start[0] = self.objects.lend(rules.start)
        return made

    def has_key(self) -> bool:
        """Can positions be told apart, by the rules or by what they are?"""
        if callable(getattr(self.rules, "key", None)):
            return True
        try:
            return by_value(self.rules.start) != ""
        except (TypeError, RecursionError):
            return False

    def guarded(self, rule: Callable, failed: Any = -1) -> Callable:
        """An exception is kept for the call of gts that this is in."""
        fail = self.engine.fail

        def call(_, *arguments):
            try:
                return rule(*arguments)
            except BaseException as exception:  # noqa: BLE001: none may leave through C
                fail(exception)
                return failed
        return call

    def asked(self, rule: Callable, at) -> Any:
        """What a rule says of a position, which it must not change."""
        answer = rule(self.objects[at[0]])
        self.objects.hold(at[0])
        return answer

    def watched(self, number: int, moves: Any) -> list:
        """The moves as a list, as of some positions: what is given may not change later, as in `b[i] = 1; yield i, b; b[i] = 0`."""
        objects, position, listed, images = self.objects, self.objects[number], [], []
        for item in moves:
            if type(item) is type(position) is not tuple:
                raise TypeError(f"expected pairs (move, position), got a position alone, {item!r}")
            listed.append(item)
            images.append(objects.image(pair_of(item)[1]))
        objects.hold(number)
        same = sum(child is position for _, child in listed) > 1       # one alone may pass
        for (move, child), before in zip(listed, images):
            if before is not None and (before != objects.image(child) or same and child is position):
                raise Changed(f"changed its position after the move {move!r}: give each move a copy")
        return listed

    # What a search calls most has what it needs in variables.

    def walker(self) -> Callable:
        """Makes the function that steps through the moves of a position."""
        objects, successors = self.objects, self.rules.successors
        held, walks, stood, lend, hold = objects.held, objects.walks, objects.stood, objects.lend, objects.hold

        asked = 0

        def next_of(position, last, move, child) -> int:
            nonlocal asked
            number = position[0]
            walk = walks.get(number) if last else None
            if walk is None:
                moves = successors(held[number][0])
                asked += 1
                listed = list(moves) if asked > 16 and asked % 32 else self.watched(number, moves)
                hold(number)
                if not listed:
                    return 0
                walks[number] = walk = [listed, None, -1, 0]        # the moves, their places, where it stands, the number of that move
            listed, places, at, stands = walk
            if last:
                if places is None:
                    places = walk[1] = places_of(listed)
                if last[0] != stands:
                    at = places.get(name_of_move(held[last[0]][0]), -1)
                    if at < 0:                  # the rules have made it anew
                        position_then, at = stood.get(last[0], (0, 0))
                        if position_then != number:
                            raise ValueError(f"the move {held[last[0]][0]!r} is there no more")
            at += 1
            if at >= len(listed):
                walks.pop(number, None)
                return 0
            made, position_made = pair_of(listed[at])
            walk[2] = at
            walk[3] = move[0] = lend(made)
            child[0] = lend(position_made)
            if type(made) not in PLAIN:
                stood[move[0]] = number, at
            return 1
        return next_of

    def evaluator(self) -> Callable:
        objects, rule, fail = self.objects, self.rules.evaluate, self.engine.fail
        held, hold = objects.held, objects.hold

        def evaluate(_, position, value) -> int:
            try:
                number = position[0]
                value[0] = rule(held[number][0])
                hold(number)
                return 1
            except BaseException as exception:  # noqa: BLE001: see guarded
                fail(exception)
                return -1
        return evaluate

    def player(self, position) -> int:
        who = self.asked(self.rules.player, position)
        if who not in ("max", "min"):
            raise ValueError(f"expected 'max' or 'min', got {who!r}")
        return int(who == "max")

    def terminal(self, position) -> int:
        return int(bool(self.asked(self.rules.terminal, position)))

    def bounds(self, position, lower, upper) -> int:
        lower[0], upper[0] = map(float, self.asked(self.rules.bounds, position))
        return 1

    def key(self, position, number, text) -> int:
        own = getattr(self.rules, "key", None)
        key = self.asked(own, position) if callable(own) else self.objects[position[0]]
        if type(key) is int and -2 ** 63 <= key < 2 ** 63:
            number[0] = key
        else:
            self.key_text = by_value(key).encode(errors="backslashreplace")
            text[0] = self.key_text
        return 1

    def kept(self, text: str) -> int:
        self.text = ctypes.create_string_buffer(text.replace("\0", "\\0").encode(errors="backslashreplace"))
        return ctypes.addressof(self.text)

    def show(self, position) -> int:
        own = getattr(self.rules, "show", None)
        value = self.objects[position[0]]       # which may be shown because it was changed
        return self.kept(str(own(value)) if callable(own) else repr(value))

    def name_of(self, move: Any) -> str:
        own = getattr(self.rules, "move_name", None)
        return str(own(move) if callable(own) else move)

    def move_name(self, move) -> int:
        return self.kept(self.name_of(self.objects[move]))

    def close(self, _) -> None:
        """Nothing is asked any more. This function runs still: it is dropped later."""
        self.engine.closed.append(self)


class Engine:
    """A gts of the library, for one thread at a time."""

    def __init__(self) -> None:
        self.c = load()
        self.g = self.c.gts_open_api(API)
        if not self.g:
            raise Error(self.c.gts_error().decode())
        self.rules: dict = {}                   # handle -> Rules
        self.raised: BaseException | None = None
        self.left: BaseException | None = None  # what a function of the caller was left by before it could be kept
        self.interrupt: KeyboardInterrupt | None = None         # what Ctrl-C has raised in a function of Python
        self.stopping = False
        self.lock = threading.RLock()           # one thread at a time, which may call within a call
        self.depth = 0
        self.convert: Callable | None = None    # makes of data what the call that runs is about
        self.alive: set = set()                 # all whose functions gts may call
        self.closed: list = []                  # those of them that it will not
        self.dropped: list = []                 # handles that finalizers gave back
        self.functions: list = []               # of the calls that run: {"function": n} is the n-th of them
        self.kept: list = []                    # of algorithms: {"function": -n}
        self.keeping = False
        self.thread = get_ident()
        self.answer = None                      # the text of what one returned, until the next
        self.encode = json.JSONEncoder(default=self.lend_function, separators=(",", ":")).encode
        self.function = Function(self.call_function)
        self.c.gts_set_function(self.g, self.function, None)

    def call_function(self, _, number: int, arguments: bytes) -> int | None:
        """A function of Python, in the options of a call, is called by gts."""
        try:
            given = self.converted(json.loads(arguments))
            function = self.function_of(number)
            if given and isinstance(given[0], dict) and "node" in given[0]:
                self.answer = ctypes.create_string_buffer(algorithms.run(self, function, given).encode())
                return ctypes.addressof(self.answer)
            answer = function(*given)
            if not isinstance(answer, (bool, int, float, str, type(None))) or answer in (math.inf, -math.inf) or answer != answer:
                raise TypeError(f"expected a finite number, a text, True, False or None, got {answer!r}")
            self.answer = ctypes.create_string_buffer(json.dumps(answer).encode())
            return ctypes.addressof(self.answer)
        except BaseException as exception:      # noqa: BLE001: none may leave through C
            self.fail(exception)
            return None

    def function_of(self, number: int) -> Callable:
        return self.functions[number] if number >= 0 else self.kept[-number - 1]

    def converted(self, given: list) -> list:
        """Data of gts with the objects of Python in their places."""
        return self.convert(given) if self.convert else given

    def ask(self, name: bytes, text: bytes) -> list:
        """Calls a method of a node, within the algorithm that runs. Returns its results."""
        if get_ident() != self.thread:
            raise Error("nodes can be used only in the thread that searches")
        answer = self.c.gts_call(self.g, name, text)
        if answer is None:
            self.failed()
        if answer == b'"stopped"':
            raise algorithms.Stopped
        return scan(answer.decode(), 0)[0]

    def fail(self, exception: BaseException, left: bool = False) -> None:
        """Keeps the first exception of a call for whoever made it, and tells gts of it. `left`: a function has no answer."""
        if isinstance(exception, algorithms.Stopped):
            return
        if left:
            self.c.gts_stop(self.g)
        if isinstance(exception, KeyboardInterrupt):            # the call ends as by Ctrl-C, with what it has
            self.interrupt = exception
            self.c.gts_fail(b"\3")
            return
        if self.raised is None:
            self.raised = exception
        if left:
            self.left = exception
        try:
            text = str(exception) if isinstance(exception, (Changed, Error)) else f"{type(exception).__name__}: {exception}"
        except Exception:                       # its own text fails
            text = type(exception).__name__
        self.c.gts_fail(("\1" + text if left else text).encode(errors="replace"))

    def __del__(self) -> None:
        if getattr(self, "g", None) and not sys.is_finalizing():
            self.c.gts_close(self.g)

    def failed(self) -> None:
        text = self.c.gts_error().decode(errors="replace")
        raised, self.raised = self.raised, None
        if self.interrupt:
            raise self.interrupt
        if raised is not None:                  # the rule by the name that it has here
            text = text.replace("rules.next", "rules.successors")
        if raised is not None and not isinstance(raised, Exception):
            raise raised
        if text.endswith("interrupted") and not self.stopping:
            raise KeyboardInterrupt
        raise Error(text) from raised

    def enter(self) -> None:
        """This thread calls gts, perhaps within a call; another one is refused."""
        if not self.lock.acquire(blocking=False):
            raise Busy("another thread is calling: make a game for each thread")
        self.depth += 1
        if self.depth == 1:
            self.stopping, self.raised, self.left, self.interrupt = False, None, None, None
            _local.inside = self
            if sys.unraisablehook is not unraisable:
                _hooks.append(sys.unraisablehook)
                sys.unraisablehook = unraisable
            while self.dropped:
                handle = self.dropped.pop()
                self.c.gts_drop(self.g, handle)
                self.rules.pop(handle, None)
            while self.closed:
                self.alive.discard(self.closed.pop())

    def leave(self) -> None:
        self.depth -= 1
        self.lock.release()

    def game(self, source: Any, options: dict) -> int:
        """The handle of a new game."""
        self.enter()
        try:
            return self.new_game(source, options)
        finally:
            self.leave()

    def new_game(self, source: Any, options: dict) -> int:
        if isinstance(source, str):
            load = self.c.gts_text if "\n" in source else self.c.gts_load
            handle = load(self.g, source.encode(), json.dumps(options).encode())
        else:
            if options:
                raise Error("rules in Python take no options: make the object with them")
            if isinstance(source, type):
                raise Error(f"rules are an object, and {source.__name__} is a class: give {source.__name__}()")
            missing = [name for name in ("start", "successors", "evaluate") if not hasattr(source, name)]
            if len(missing) == 3:
                raise Error(f"{source!r} is no game: expected a name, a file, or an object with start, successors and evaluate")
            if missing:
                meant = get_close_matches(missing[0], dir(source), 1)
                raise Error(f"rules.{missing[0]} is missing" + (f": did you mean {meant[0]!r}?" if meant else ""))
            rules = Rules(self, source)
            self.alive.add(rules)
            handle = self.c.gts_functions(self.g, byref(rules.structure()))
            if handle:
                self.rules[handle] = rules
            else:
                self.alive.discard(rules)       # none of its functions will be called
        if not handle:
            self.failed()
        return handle

    def call(self, name: str, write: Callable[[], str], convert: Callable | None = None) -> list:
        """Calls a function of gts with a JSON list, which `write` makes; returns its results. `convert`: of what functions are called with."""
        self.enter()
        before, outer = len(self.functions), self.convert
        self.convert = convert
        try:
            answers: list = []
            try:                                # in C: what is raised meanwhile comes when the answer is there
                answers.extend(map(self.c.gts_call, (self.g,), (name.encode(),), (write().encode(),)))
            except KeyboardInterrupt as interrupt:
                self.interrupt = interrupt
            answer = answers[0] if answers else None
            left, self.left = self.left, None
            if left is not None:
                raise left
            if answer is None or self.raised is not None and not isinstance(self.raised, Exception):
                self.failed()
            return scan(answer.decode(), 0)[0]
        finally:
            del self.functions[before:]
            self.convert = outer
            self.leave()

    def lend_function(self, value: Any) -> dict:
        """What stands for a function of the caller."""
        if not callable(value):
            raise TypeError(f"{value!r} is no value for gts")
        if self.keeping:
            self.kept.append(value)
            return {"function": -len(self.kept)}
        self.functions.append(value)
        return {"function": len(self.functions) - 1}

    def algorithm(self, fields: dict) -> str:
        """Makes an algorithm, whose functions gts keeps. Returns its id."""
        self.keeping = True
        try:
            return self.call("algorithm", lambda: self.encode([fields]))[0]
        finally:
            self.keeping = False

    def stop(self) -> None:
        self.stopping = True
        self.c.gts_stop(self.g)


_local = threading.local()
_hooks: list = []                               # sys.unraisablehook as others have set it


def unraisable(given: Any) -> None:
    """What the handler of a signal raises before a function called by gts can catch it: ctypes would only print it."""
    inside = getattr(_local, "inside", None)
    function = f"{given.err_msg} {given.object!r}"
    ours = "ctypes callback" in function and any(name in function for name in ("Rules.", "Engine.call_function", "Objects.take_back"))
    if ours and inside is not None and inside.depth > 0 and given.exc_value is not None:
        inside.fail(given.exc_value, left=True)
    else:
        _hooks[-1](given)


algorithms_made: dict = {}                      # id -> fields of an algorithm, which each thread has


def engine() -> Engine:
    """That of this thread."""
    if getattr(_local, "engine", None) is None:
        _local.engine = Engine()
        for fields in algorithms_made.values():
            _local.engine.algorithm(fields)
    return _local.engine


def spare() -> Engine:
    """Another one of this thread, for texts of results whose engine is in use."""
    if getattr(_local, "spare", None) is None:
        _local.spare = Engine()
    return _local.spare
