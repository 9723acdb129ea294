"""What results are made of: data from gts, as classes."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar, Iterator


class Data:
    """A result of gts. Where it is a list, of games or moves, it can be counted, indexed and gone through."""

    PARTS: ClassVar[dict] = {}
    NAMES: ClassVar[dict] = {}
    items: list = []
    handle = None

    @classmethod
    def read(cls, data: Any, found: dict, handle: Any) -> Any:
        """Makes one of the data; `found` has the classes by their names, `handle` makes an object of a number."""
        if isinstance(data, list):
            data = {"list": data}
        if not isinstance(data, dict):
            return data
        made = cls()
        known = {f.name for f in fields(cls)}
        for name, value in data.items():
            of, many = cls.PARTS.get("" if name == "list" else name, (None, False))
            if name == "list":
                made.items = [found[of].read(item, found, handle) if of else item for item in value]
            elif name == "handle":
                made.handle = handle(value)
            elif of and many and isinstance(value, list):
                setattr(made, name, [found[of].read(item, found, handle) for item in value])
            elif of:
                setattr(made, name, found[of].read(value, found, handle))
            elif cls.NAMES.get(name, name) in known:
                setattr(made, cls.NAMES.get(name, name), value)
            else:
                made.__dict__[name] = value
        return made

    def __getattr__(self, name: str) -> Any:
        handle = None if name.startswith("_") else self.__dict__.get("handle")
        if handle is None:
            raise AttributeError(f"{type(self).__name__} has no {name!r}")
        return getattr(handle, name)            # a method that it has in gts

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index):
        return self.items[index]

    def __iter__(self) -> Iterator:
        return iter(self.items)
