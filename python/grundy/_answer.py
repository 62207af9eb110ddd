"""Answers of the library: what it writes as JSON, with its members as attributes."""

from __future__ import annotations

import functools
import json
import math
from typing import TYPE_CHECKING, Any

from ._arguments import MOST_NIMBER
from ._values import Ordinal, Value


def _value(found: Any) -> Any:
    if isinstance(found, dict):
        if "ordinal" in found:
            return Ordinal(found["ordinal"])
        k = found["infinite"]
        return Value(math.inf, k, None if k is None else map(_number, found.get("c", ())))
    if found is None:
        return None
    # The value of a huge heap of Nim is a finite ordinal.
    return Ordinal(found) if found > MOST_NIMBER else Value(found)


def _number(found: Any) -> Any:
    if isinstance(found, dict) and "ordinal" in found:
        return Ordinal(found["ordinal"])
    return math.inf if found == "inf" else _read("", found)


def _origins(found: Any) -> Any:
    if not isinstance(found, dict):  # in matches, who has made the move
        return found
    return {name: origin and Answer(origin) for name, origin in found.items()}


#: How members of these names are read; other objects become answers. Some have names of their own.
_READ: dict[str, Any] = {"value": _value, "claim": _value, "by": _origins, "fields": dict,
         **dict.fromkeys(("remoteness", "distance", "counter", "moves", "q1", "q0"), _number)}


def _read(name: str, found: Any) -> Any:
    if name in _READ:
        return _READ[name](found)
    if isinstance(found, dict):
        return Answer(found)
    return tuple(_read("", one) for one in found) if isinstance(found, list) else found


@functools.cache
def _declared(kind: type) -> frozenset[str]:
    """Returns the members that answers of this class can have."""
    return frozenset(name for base in kind.__mro__ for name in vars(base).get("__annotations__", ()))


class Answer:
    """An answer of the library. Its members are attributes, and :meth:`to_dict` returns them as the
    command prints them with ``--json``.

    >>> import grundy
    >>> found = grundy.Answer({"value": {"infinite": [0, 2]}, "remoteness": "inf"})
    >>> found.value, found.remoteness, found.to_dict()["remoteness"]
    (∞{0,2}, inf, 'inf')
    """

    def __init__(self, data: dict[str, object] | bytes) -> None:
        self._data: dict[str, Any] = json.loads(data) if isinstance(data, bytes) else data

    if not TYPE_CHECKING:  # which know the members of every answer
        def __getattr__(self, name):
            if not name.startswith("_") and name not in self._data and name in _declared(type(self)):
                return None  # a member that only some of these answers have
            if name.startswith("_") or name not in self._data:
                raise AttributeError(f"the answer has no member '{name}'; it has "
                                     f"{', '.join(self.__dict__.get('_data', ()))}")
            found = self.__dict__[name] = _read(name, self._data[name])
            return found

    def to_dict(self) -> dict[str, object]:
        """Returns the members as the command prints them with ``--json``."""
        return self._data

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._data})

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._data == other._data

    def __hash__(self) -> int:
        return hash(json.dumps(self._data, sort_keys=True))

    def __repr__(self) -> str:
        members = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._data)
        return f"{type(self).__name__}({members})"
