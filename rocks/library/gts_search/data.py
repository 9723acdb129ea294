"""What results are made of: data from gts, as classes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar, Iterator

from . import svg


class Data:
    """A result of gts. Where it is a list, of games or moves, it can be counted, indexed and gone through."""

    PARTS: ClassVar[dict] = {}
    NAMES: ClassVar[dict] = {}
    items: list = []
    handle = None
    _text = None                                # that of Lua, of a result without a handle
    _game = None                                # the game that is asked for it where it is not here yet

    @classmethod
    def read(cls, data: Any, found: dict, handle: Any) -> Any:
        """Makes one of the data; `found` has the classes by their names, `handle` makes an object of a number."""
        if isinstance(data, list):
            data = {"list": data}
        if not isinstance(data, dict):
            return data
        made = cls.__new__(cls)                 # what is not there is None by the class
        made.__dict__ = fields = data
        for name, new in cls.NAMES.items():
            if name in fields:
                fields[new] = fields.pop(name)
        for name, (of, many) in cls.PARTS.items():
            value = fields.get(name)
            if value is not None:
                fields[name] = [found[of].read(item, found, handle) for item in value] if many and isinstance(value, list) else \
                    found[of].read(value, found, handle)
        if "list" in fields:
            of, _ = cls.PARTS.get("", (None, False))
            listed = fields.pop("list")
            made.items = [found[of].read(item, found, handle) for item in listed] if of else listed
        if "handle" in fields:
            made.handle = handle(fields["handle"])
        if "text" in fields:
            made._text = fields.pop("text")
        return made

    def __getattr__(self, name: str) -> Any:
        handle = None if name.startswith("_") else self.__dict__.get("handle")
        if handle is None:
            raise AttributeError(f"{type(self).__name__} has no {name!r}")
        return getattr(handle, name)            # a method that it has in gts

    def __getstate__(self) -> dict:
        """Its data and how it prints, without what gts keeps of it."""
        return {**{name: value for name, value in self.__dict__.items() if name not in ("handle", "_game")}, "_text": self._printed()}

    def _printed(self) -> str | None:
        """What Lua prints; None if that is not known."""
        try:
            if self._text is None and self._game is not None:
                return self._game._printed({name: value for name, value in vars(self).items() if name not in ("_game", "position", "line")})
            return self._text or self.handle and self.handle._shown()
        except (RuntimeError, TypeError, ValueError):   # its rules cannot name a move, it is changed, or another thread is calling
            return None

    def __deepcopy__(self, memo: dict) -> "Data":
        made = type(self).__new__(type(self))
        made.__dict__.update((name, deepcopy(value, memo)) for name, value in self.__dict__.items())
        return made

    def __repr__(self) -> str:
        """What Lua prints; of what it prints nothing, the fields that are there."""
        text = self._printed()
        if text is not None:
            return text
        own, names = vars(self), [*getattr(self, "__dataclass_fields__", ()), *vars(self)]
        there = {name: own[name] for name in names if own.get(name) is not None and name not in ("items", "_text", "_game")}
        parts = [f"{name}={value!r}" for name, value in there.items()] + ([repr(self.items)] if self.items else [])
        return f"{type(self).__name__}({', '.join(parts)})"

    def _repr_svg_(self) -> str | None:
        return self.handle and self.handle._repr_svg_()

    def _repr_html_(self) -> str:
        """What Lua prints, below its picture if gts draws one."""
        return svg.html(repr(self), self._repr_svg_())

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index):
        return self.items[index]

    def __iter__(self) -> Iterator:
        return iter(self.items)
