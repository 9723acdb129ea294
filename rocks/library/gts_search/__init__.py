"""Game-tree search: rules of a game in Python or Lua, the algorithms in C.

    import gts_search as gts

    r = gts.search("connect4", depth=8)
    print(r.value, r.move)

`search`, `best`, `analyze`, `match`, `solve` and all other public functions of gts take a game (a name, a file of rules in Lua, a
`Game`, or an object with rules) and options as keywords: `help(gts.search)`. `help(gts.Game)` describes rules in Python, and
`gts.help("python")` is a page of the manual; where it says `gts help NAME`, call `gts.help("NAME")`.
"""

from __future__ import annotations

import json
import math
import os
from difflib import get_close_matches
from json.encoder import encode_basestring_ascii as quoted
from numbers import Number
from typing import TYPE_CHECKING, Any, Callable

from . import results, svg
from .algorithms import Node, Search
from .library import Busy, Engine, Error, algorithms_made, engine, spare
from .results import FUNCTIONS, RETURNS, Analysis, Match, Result, Solved

if TYPE_CHECKING:                       # editors and type checkers alone: options are checked by their rows
    from typing_extensions import Unpack

    from .results import (AnalyzeOptions, BestOptions, CheckOptions, CompareOptions, Comparison, Counts, Findings, LearnOptions, Learning,
                          MatchOptions, Moves, PerftOptions, PlayoutOptions, Playouts, Profile, ProfileOptions, Recording,
                          RecordOptions, SearchOptions, SolveOptions, TableOptions, TuneOptions, Tuning)

    # Others are made of their names below.
    def check(game: Any, **options: Unpack[CheckOptions]) -> Findings: ...
    def compare(game: Any, **options: Unpack[CompareOptions]) -> Comparison: ...
    def learn(game: Any, **options: Unpack[LearnOptions]) -> Learning: ...
    def playouts(game: Any, **options: Unpack[PlayoutOptions]) -> Playouts: ...
    def profile(game: Any, **options: Unpack[ProfileOptions]) -> Profile: ...
    def record(game: Any, **options: Unpack[RecordOptions]) -> Recording: ...
    def tune(game: Any, **options: Unpack[TuneOptions]) -> Tuning: ...

__all__ = ["Error", "Game", "Node", "Result", "Search", "algorithm", "analyze", "best", "call", "draw", "match", "moves", "perft", "search", "solve", "stop", "table",
           "version"]


class Text(str):
    """A text of several lines, which a prompt shows as it is."""

    def __repr__(self) -> str:
        return str(self)


class Handle:
    """Something that gts keeps: a table, a database. Its methods are those of gts; results have theirs in `handle`."""

    def __init__(self, of: Engine, number: int) -> None:
        self._engine, self._number = of, number

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments, **options: _call(self._engine, ":" + name, [self, *arguments], options)

    def _shown(self) -> str:
        return _call(self._engine, ":tostring", [self], {})

    def __repr__(self) -> str:
        try:
            return self._shown()
        except Error:                           # another thread is calling
            return object.__repr__(self)

    def _repr_svg_(self) -> str | None:
        """The picture of it, for notebooks; None if gts draws none."""
        try:
            return _call(self._engine, "draw", [self, "svg"], {})
        except Error:
            return None

    def _repr_html_(self) -> str:
        """Its picture; its text if there is none."""
        picture = self._repr_svg_()
        return svg.html("" if picture else repr(self), picture)

    def __copy__(self) -> "Handle":
        return self                             # a second one would give it back twice

    def __deepcopy__(self, _: Any) -> "Handle":
        return self

    def __reduce__(self) -> Any:
        raise TypeError(f"what gts keeps cannot be pickled ({self!r}): games and results can")

    def __del__(self) -> None:
        if "_engine" in self.__dict__:
            self._engine.dropped.append(self._number)


def _meant(name: str, names: list) -> str:
    meant = get_close_matches(name, names, 1)
    return f": did you mean {meant[0]!r}?" if meant else ""


def _at(position: Any, options: Any) -> dict:
    return options if position is None else {"position": position, **options}


class Game(Handle):
    """A game: `Game("connect4", columns=5)`, `Game("./mygame.lua")`, the text of rules in Lua, or an object with rules:

    start               the first position: any object; positions that are equal should have equal hashes
    successors(p)       the moves in p: pairs (move, position); none: the game is over
    evaluate(p)         the value for MAX: of a position without moves the true one, of others an estimate
    player(p)           "max" or "min"; without it they alternate, and MAX begins

    and, where a game has them, terminal(p), bounds(p) -> (lower, upper), key(p) (an int or a str; else the position itself), show(p),
    move_name(m), range = (least, greatest value), cycle = the value of a repeated position, name.
    """

    def __init__(self, source: Any, **options: Any) -> None:
        if isinstance(source, os.PathLike):
            source = os.path.join(os.curdir, os.fspath(source))         # a file, also without a folder in its name
        if isinstance(source, Handle):
            raise TypeError("this is a game already")
        self._rules = None if isinstance(source, str) else source
        self._made_of = source, options
        of = engine()
        super().__init__(of, of.game(source, options))

    def __getattr__(self, name: str) -> Any:
        if name in FUNCTIONS:                   # of a game, as in game.perft(4)
            return lambda *arguments, **options: _call(self._engine, name, [self, *arguments], options)
        raise AttributeError(f"a game has no {name!r}{_meant(name, [*FUNCTIONS, *vars(Game)])}")

    def __dir__(self) -> list:
        return sorted({*object.__dir__(self), *FUNCTIONS})

    def __reduce__(self) -> Any:
        if self._made_of is None:
            return super().__reduce__()
        source, options = self._made_of
        return _game, (source, options)

    def search(self, *, position: Any = None, **options: Unpack[SearchOptions]) -> Result:
        """Searches: `help(gts_search.search)`. Ctrl-C raises KeyboardInterrupt, with what was found in its `result`."""
        return _call(self._engine, "search", [self], _at(position, options))

    def best(self, position: Any = None, **options: Unpack[BestOptions]) -> Result:
        """A good move within a time, one second by default: `help(gts_search.best)`."""
        return _call(self._engine, "best", [self, position], options)

    def analyze(self, position: Any = None, **options: Unpack[AnalyzeOptions]) -> Analysis:
        """All moves of a position with their values."""
        return _call(self._engine, "analyze", [self], _at(position, options))

    def match(self, a: Any, b: Any, **options: Unpack[MatchOptions]) -> Match:
        """Games between two players, given as dicts of options."""
        return _call(self._engine, "match", [self, a, b], options)

    def solve(self, *, position: Any = None, **options: Unpack[SolveOptions]) -> Solved:
        """The value of the game, and its distance to the end."""
        return _call(self._engine, "solve", [self], _at(position, options))

    def show(self, position: Any = None) -> str:
        """A position as text."""
        return Text(_call(self._engine, "show", [self, position], {}))

    def _printed(self, result: dict) -> str:
        """What Lua prints of the data of a result of this game."""
        data = json.dumps(result, default=vars)
        try:
            return self._engine.call(":tostring", lambda: f'[{{"handle":{self._number}}},{data}]')[0]
        except Busy:                            # another gts has the game anew
            of = spare()
            number = of.game(*self._made_of)
            try:
                return of.call(":tostring", lambda: f'[{{"handle":{number}}},{data}]')[0]
            finally:
                of.dropped.append(number)

    def board(self, position: Any = None) -> "svg.Drawing":
        """A position as a picture, which a notebook shows."""
        return svg.Drawing(svg.board(self.show(position)))

    def _repr_svg_(self) -> str:
        return super()._repr_svg_() or svg.board(self.show())


_WORDS = {None: "null", True: "true", False: "false"}


def _written(of: Engine, value: Any) -> str:
    """An argument as JSON."""
    kind = type(value)
    if kind is int:
        return repr(value)
    if kind is str:
        return quoted(value)
    if value is None or kind is bool:
        return _WORDS[value]
    if isinstance(value, Handle):
        if value._engine is not of:
            raise Error("a game belongs to the thread that made it, unless all comes from there")
        return f'{{"handle":{value._number}}}'
    handle = getattr(value, "handle", None)
    if isinstance(handle, Handle):
        return f'{{"handle":{handle._number}}}'
    if isinstance(value, dict):
        return "{" + ",".join([f"{quoted(str(key))}:{_written(of, item)}" for key, item in value.items()]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([_written(of, item) for item in value]) + "]"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise Error(f"{value} is no value for gts: leave the option out")
        return float.__repr__(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if callable(value):
        return f'{{"function":{of.lend_function(value)["function"]}}}'
    if hasattr(value, "__index__"):             # an integer of numpy
        return repr(value.__index__())
    if isinstance(value, Number) and hasattr(value, "__float__"):
        return _written(of, float(value))       # a number of numpy, a fraction
    raise TypeError(f"a {kind.__name__} is no value for gts")


def _position(of: Engine, game: Game | None, value: Any) -> str:
    """A position as an argument: of rules in Python a share of the object."""
    if game is None or game._rules is None or value is None:
        return _written(of, value)
    return f'{{"of":{game._number},"object":{of.rules[game._number].objects.lend(value)}}}'


def _move(of: Engine, game: Game, value: Any) -> str:
    """A move of rules in Python as an argument: objects by their names, as rules may make them anew."""
    return _written(of, value if isinstance(value, (str, int, float)) else of.rules[game._number].name_of(value))


def _objects(of: Engine, game: Game | None, value: Any) -> Any:
    """Data with the objects of Python in their places."""
    if isinstance(value, dict):
        if game is not None and set(value) == {"object"}:
            return of.rules[game._number].objects[value["object"]]
        return {key: _objects(of, game, item) for key, item in value.items()}
    if isinstance(value, list):
        return [_objects(of, game, item) for item in value]
    return value


def _told(progress: Any) -> Any:
    """A function of reports, which must not be mistaken for one that goes on: any answer but False does."""
    def told(*given: Any) -> Any:
        answer = progress(*given)
        if answer is None or isinstance(answer, bool):
            return answer
        raise TypeError(f"expected True, False or None, got {answer!r}")
    return told


# Where functions take a position.
_POSITION_AT = {"best": 1, "show": 1, "moves": 1, "apply": 1, "canonical": 1, "write": 1}


_BRIEF = {"best": "~best", "search": "~search"}         # their results have their texts when these are asked for


def _call(of: Engine, name: str, arguments: list, options: Any) -> Any:
    game = arguments[0] if arguments and isinstance(arguments[0], Game) else None
    ruled = game is not None and game._rules is not None
    brief = _BRIEF.get(name) if game is not None and game._made_of is not None and not ruled else None

    def write() -> str:
        at = _POSITION_AT.get(name) if ruled else None
        parts = [_position(of, game, value) if i == at else _move(of, game, value) if ruled and name == "apply" and i > 1
                 else _written(of, value) for i, value in enumerate(arguments)]
        if options:
            parts.append("{" + ",".join([f"{quoted(key)}:" + (
                _position(of, game, value) if key == "position" else
                _written(of, _told(value) if key == "progress" and callable(value) else value)) for key, value in options.items()]) + "}")
        return "[" + ",".join(parts) + "]"

    data = of.call(brief or name, write, (lambda seen: _objects(of, game, seen)) if ruled else None)
    made = [_made(of, name, item) for item in (_objects(of, game, data) if ruled else data)]
    result = made[0] if len(made) == 1 else tuple(made) if made else None
    if brief and isinstance(result, Result) and result._text is None:
        result._game = game
    interrupt, of.interrupt = of.interrupt, None
    if interrupt or getattr(result, "stopped", None) == "interrupted" and not of.stopping:
        interrupt = interrupt or KeyboardInterrupt()
        interrupt.result = result
        raise interrupt
    return result


def _made(of: Engine, name: str, data: Any) -> Any:
    if isinstance(data, dict) and len(data) == 2 and set(data) == {"handle", "name"}:
        game = Game.__new__(Game)
        game._rules = game._made_of = None
        Handle.__init__(game, of, data["handle"])
        return game
    kind = RETURNS.get(name)
    if kind is None and isinstance(data, dict) and ("handle" in data or {"stats", "pv"} <= set(data)):
        kind = results.Data if "handle" in data else Result             # of a method, such as search of a confined game
    return kind.read(data, _CLASSES, lambda number: Handle(of, number)) if kind else data


_CLASSES = {name: value for name, value in vars(results).items() if isinstance(value, type) and issubclass(value, results.Data)}


def _game(source: Any, options: dict | None = None) -> Game:
    return source if isinstance(source, Game) else Game(source, **(options or {}))


def call(name: str, *arguments: Any, **options: Any) -> Any:
    """Any public function of gts by its name: `call("perft", "nim", 4)`. Options come last, as keywords."""
    first = arguments[0] if arguments else None
    if first is not None and not isinstance(first, (Handle, results.Data, str, int, float, dict, list, tuple)):
        arguments = (Game(first), *arguments[1:])
    held = arguments[0] if arguments else None
    if isinstance(held, results.Data):
        held = held.__dict__.get("handle")
    of = held._engine if isinstance(held, Handle) else engine()
    return _call(of, name, list(arguments), options)


def search(game: Any, *, position: Any = None, **options: Unpack[SearchOptions]) -> Result:
    """Searches a game."""
    return _game(game).search(position=position, **options)


def best(game: Any, position: Any = None, **options: Unpack[BestOptions]) -> Result:
    """A good move within a time, one second by default."""
    return _game(game).best(position, **options)


def analyze(game: Any, position: Any = None, **options: Unpack[AnalyzeOptions]) -> Analysis:
    """All moves of a position with their values."""
    return _game(game).analyze(position, **options)


def match(game: Any, a: Any, b: Any, **options: Unpack[MatchOptions]) -> Match:
    """Games between two players, given as dicts of options."""
    return _game(game).match(a, b, **options)


def help(topic: Any = None) -> str:
    """A page of the manual, or the text on an option, a game or a function; without a topic, what there is help on."""
    return Text(call("help", getattr(topic, "__name__", topic)))


def solve(game: Any, *, position: Any = None, **options: Unpack[SolveOptions]) -> Solved:
    """The value of a game, and its distance to the end."""
    return _game(game).solve(position=position, **options)


def perft(game: Any, depth: int, *, position: Any = None, **options: Unpack[PerftOptions]) -> Counts:
    """The numbers of paths of 0 to `depth` moves."""
    counted = _call(_game(game)._engine, "perft", [_game(game), depth], _at(position, options))
    return counted


def moves(game: Any, position: Any = None) -> Moves:
    """The moves of a position, with names and positions."""
    of = _game(game)
    return _call(of._engine, "moves", [of, position], {})


def table(**options: Unpack[TableOptions]) -> Handle:
    """A transposition table that several searches share."""
    return call("table", **options)


def draw(what: Any, format: str = "svg", **options: Any) -> str:
    """A tree, a recorded search or a comparison as a picture; a notebook shows SVG."""
    return (svg.Drawing if format == "svg" else Text)(call("draw", what, format, **options))


def algorithm(*, id: str, run: Callable[[Node, Search, dict], Any], **options: Any) -> str:
    """Makes a search algorithm of a function: `run(node, search, options)` returns the value of the node, and optionally its window.

    `title`, `options` (a list of names or dicts), `needs`, `keeps`, `informed`: see `gts.help("custom-search")`. Returns the id, by which
    searches and comparisons know it. Methods of nodes: `help(gts_search.Node)`; of the search: `help(gts_search.Search)`.
    """
    fields = {"id": id, "run": run, **options}
    made = engine().algorithm(fields)
    algorithms_made[made] = fields
    return made


def stop(game: Game) -> None:
    """Stops what gts does with a game, from another thread: a search returns what it has, with `stopped`."""
    game._engine.stop()


def __getattr__(name: str) -> Any:
    if name in ("version", "__version__"):
        return engine().c.gts_version().decode()
    raise AttributeError(f"there is no gts_search.{name}{_meant(name, list(FUNCTIONS))}")


def __dir__() -> list:
    return sorted({*__all__, *FUNCTIONS, "__version__"})


def _function(name: str) -> Any:
    def function(*arguments: Any, **options: Any) -> Any:
        return call(name, *arguments, **options)
    function.__name__ = function.__qualname__ = name
    return function


for _name, _text in FUNCTIONS.items():
    globals().setdefault(_name, _function(_name)).__doc__ = _text
