"""Values of Python as gts knows them: by texts, equal only for equal values of the same types, and by numbers; and whether they changed."""

from __future__ import annotations

import marshal
from collections import deque
from dataclasses import fields, is_dataclass
from enum import Enum
from numbers import Number
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Iterable, Iterator

PACKED = frozenset({list, tuple, dict, set, frozenset, bytearray})
PLAIN = frozenset({type(None), bool, int, float, complex, str, bytes})
CHANGING = frozenset({list, dict, set, bytearray})
OPAQUE = type, FunctionType, BuiltinFunctionType, ModuleType, Enum
MOST = 200                                      # containers of a position that are held against what they were
LONGEST = 200                                   # characters of a position in a message
_names: dict = {}                               # class -> its name in texts


class Changed(Exception):
    """A rule has changed the position that it was asked about."""


def name_of(kind: type) -> str:
    """The name of a class, the same in every process, with a number if another class has that name."""
    if kind not in _names:
        name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
        count = sum(text.partition("#")[0] == name for text in _names.values())
        _names[kind] = f"{name}#{count}" if count else name
    return _names[kind]


def attributes(value: Any) -> dict:
    """The attributes of an object, in its slots and its dict."""
    found = {}
    for kind in type(value).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                found[name] = getattr(value, name)
    return {**found, **getattr(value, "__dict__", {})}


def buffer_of(value: Any) -> tuple | None:
    """The format, shape and bytes of an array; None if it is none, or if it holds objects."""
    try:
        view = memoryview(value)
    except (TypeError, ValueError, BufferError):
        return None
    return None if "O" in view.format else (view.format, view.shape, view.tobytes())


def has_fields(value: Any) -> bool:
    """Is it a dataclass whose fields say what it is equal to?"""
    return is_dataclass(value) and not isinstance(value, type) and type(value).__eq__ is not object.__eq__


def by_value(value: Any) -> str:
    """A text that equal values of the same types have in common, and no others."""
    kind = type(value)
    if kind in PLAIN:
        return hex(value) if kind is int else repr(value)
    if isinstance(value, Enum):
        return f"{name_of(kind)}({value.name})"
    parts: Iterable[str]
    if has_fields(value):
        return f"{name_of(kind)}({','.join(by_value(getattr(value, f.name)) for f in fields(value))})"
    if isinstance(value, (tuple, list, deque)):
        parts = map(by_value, value)
    elif isinstance(value, (set, frozenset)):
        parts = sorted(map(by_value, value))
    elif isinstance(value, dict):
        parts = sorted(by_value(k) + ":" + by_value(v) for k, v in value.items())
    elif isinstance(value, (Number, str, bytes)):
        plain = next((base for base in kind.__mro__ if base in PLAIN), kind)
        parts = [plain.__repr__(value)]
    else:
        held = buffer_of(value)
        if held is None:
            raise TypeError(f"rules.key is missing: a {kind.__name__} is not known by its value")
        parts = map(by_value, held)
    text = f"{name_of(kind)}({','.join(parts)})"
    more = kind.__module__ != "builtins" and attributes(value)       # of a list of another class, say
    return text + by_value(more) if more else text


class Packed:
    """Built-in containers of plain values as they were."""

    def __init__(self, value: Any) -> None:
        self.data = marshal.dumps(value, 0)     # 0: equal data for equal values

    def is_of(self, value: Any) -> bool:
        """Is it at once clear that this is how `value` is?"""
        try:
            return marshal.dumps(value, 0) == self.data
        except ValueError:
            return False

    def __eq__(self, now: Any) -> bool:
        return isinstance(now, Packed) and (self.data == now.data or self.unpacked() == now.unpacked())

    def unpacked(self) -> Any:
        """Dicts and sets in it are equal in any order."""
        return image(marshal.loads(self.data), pack=False)

    def __repr__(self) -> str:
        return repr(marshal.loads(self.data))


class Image:
    """What a value that rules can change was like, to hold it against later."""

    def __init__(self, kind: type, types: Any, parts: Any) -> None:
        self.kind, self.types, self.parts = kind, types, parts

    def __eq__(self, now: Any) -> bool:
        return isinstance(now, Image) and (self.kind, self.types, self.parts) == (now.kind, now.types, now.parts)

    def __repr__(self) -> str:
        text = repr(self.parts)
        return text if self.kind in (list, dict) else f"({text[1:-1]})" if self.kind is tuple else f"{self.kind.__name__}({text})"


class Attributes(dict):
    """Attributes of an object as they were. One that was None may be set: objects keep there what they have computed."""

    def __eq__(self, now: Any) -> bool:
        return isinstance(now, dict) and all(name in now and was == now[name] for name, was in self.items())

    def __repr__(self) -> str:
        return ", ".join(f"{name}={was!r}" for name, was in self.items())


def image(value: Any, within: tuple = (), count: Iterator[int] | None = None, pack: bool = True) -> Any:
    """What a value is like now: equal images mean that nothing has changed. `within` has the ids of what it is part of."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if pack and kind in PACKED:
        try:
            return Packed(value)
        except ValueError:                      # there are others in it
            pass
    if isinstance(value, OPAQUE):
        return value
    count = count or iter(range(MOST))
    if id(value) in within or next(count, None) is None:
        return ...
    within += (id(value),)
    if isinstance(value, (tuple, list, deque)):
        types = list(map(type, value))
        plain = PLAIN.issuperset(types)
        own = Image(kind, types, list(value) if plain else [image(item, within, count, pack) for item in value])
    elif isinstance(value, dict):
        own = Image(kind, None, {key: image(item, within, count, pack) for key, item in value.items()})
    elif isinstance(value, (set, frozenset)):
        own = Image(kind, None, set(value))
    else:
        own = value if isinstance(value, (Number, str, bytes)) else buffer_of(value)
    more = {} if kind.__module__ == "builtins" else attributes(value)
    if more:
        now = Attributes((name, image(item, within, count, pack)) for name, item in more.items() if item is not None)
        own = Image(kind, None, now if own is None else (own, now))
    return id(value) if own is None else own


def is_fixed(value: Any) -> bool:
    """Can nothing change it?"""
    if type(value) is tuple and PLAIN.issuperset(map(type, value)):
        return True
    if type(value) in CHANGING:
        return False
    if isinstance(value, (tuple, frozenset)) and type(value).__module__ == "builtins" or is_named_tuple(value):
        return PLAIN.issuperset(map(type, value)) or all(map(is_fixed, value))
    if has_fields(value) and value.__dataclass_params__.frozen:
        return all(is_fixed(getattr(value, f.name)) for f in fields(value))
    return type(value) in PLAIN or isinstance(value, OPAQUE)


def is_named_tuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields") and not hasattr(value, "__dict__")


def is_alike(value: Any, other: Any) -> bool:
    """Have equal values the same types inside, as (1,) and (True,) have not, and the same zeros?"""
    if value is other or type(value) is not tuple and type(value) is not float:
        return True
    try:
        return marshal.dumps(value, 0) == marshal.dumps(other, 0)
    except ValueError:                          # objects of classes, which say what they are equal to
        return True


class Objects:
    """Numbers of objects, by which gts knows them, and the shares that it has of each. Equal objects of a type have one number."""

    def __init__(self, rules: Any = None) -> None:
        self.numbers: dict = {}
        self.held: dict = {}                    # number -> [object, shares, name, its image unless it is fixed]
        self.walks: dict = {}                   # number of a position -> where its moves stand
        self.stood: dict = {}                   # number of a move -> that of its position, and its place there
        self.last = 0
        self.rules = rules

    def image(self, value: Any) -> Any:
        try:
            return None if is_fixed(value) else image(value, (id(self.rules),))
        except RecursionError:
            return None

    def lend(self, value: Any) -> int:
        """One more share goes to gts."""
        kind = type(value)
        name = None if kind in CHANGING else (kind, value)
        try:
            number = name and self.numbers.get(name)
        except TypeError:                       # it has no hash: it is equal to nothing else
            name = number = None
        if number is not None and is_alike(value, self.held[number][0]):
            self.held[number][1] += 1
            return number
        if number is not None:
            name = None
        self.last = number = self.last + 1
        self.held[number] = [value, 1, name, None if kind in PLAIN else self.image(value)]
        if name is not None:
            self.numbers[name] = number
        return number

    def take_back(self, _: Any, number: int) -> None:
        """Called by C, as the function release."""
        entry = self.held.get(number)
        if entry is None:
            return
        entry[1] -= 1
        if entry[1] == 0:
            del self.held[number]
            if entry[2] is not None:
                del self.numbers[entry[2]]
            self.walks.pop(number, None)
            self.stood.pop(number, None)

    def hold(self, number: int) -> None:
        """Raises Changed if an object is not what it was when it was lent."""
        value, _, _, before = self.held[number]
        if before is None or type(before) is Packed and type(value) in CHANGING and before.is_of(value) or before == self.image(value):
            return
        text = repr(before)
        text = text if len(text) <= LONGEST else text[:LONGEST] + "..."
        raise Changed(f"changed its position {text}: change a copy, also of what is inside it")

    def __getitem__(self, number: int) -> Any:
        return self.held[number][0]
