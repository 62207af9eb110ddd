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
    return math.inf if found == "inf" else _answers(Answer, found)


def _numbers(found: Any) -> Any:
    return tuple(map(_number, found)) if isinstance(found, list) else _number(found)


def _origins(found: Any) -> Any:
    from ._members import ByAnswer

    if not isinstance(found, dict):  # in matches, who has made the move
        return found
    return {name: origin and ByAnswer(origin) for name, origin in found.items()}


#: How members of these names are read; other objects become answers. Some have names of their own.
#: "moves" are a number, a list of answers, or in facts a list of names.
_READ: dict[str, Any] = {
    "value": _value, "claim": _value, "by": _origins, "fields": dict, "moves": _number,
    **dict.fromkeys(("remoteness", "distance", "counter", "q1", "q0", "values", "move_count",
                     "rounds", "largest"), _numbers)}


def _answers(kind: type[Answer], found: Any) -> Any:
    """Returns what JSON says, with answers of this class for objects."""
    if isinstance(found, dict):
        return kind(found)
    return tuple(_answers(kind, one) for one in found) if isinstance(found, list) else found


def _read(kind: type, name: str, found: Any) -> Any:
    """Returns a member of an answer of class ``kind``."""
    nested = _nested(kind, name)
    if nested is None and name in _READ:
        return _READ[name](found)
    return _answers(nested or Answer, found)


@functools.cache
def _nested(kind: type, name: str) -> type[Answer] | None:
    """Returns the class of a member, or of its items, as the nearest class that declares it says;
    None if it is not declared or not an answer."""
    from ._members import NESTED

    for base in kind.__mro__:
        if name in vars(base).get("__annotations__", ()):
            return NESTED.get((base, name))
    return None


def _in_json(name: str) -> str:
    """Returns the name of a member in JSON: qm1 is called q-1 there."""
    return name.replace("qm1", "q-1")


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
            key = _in_json(name)
            if not name.startswith("_") and key not in self._data and name in _declared(type(self)):
                return None  # a member that only some of these answers have
            if name.startswith("_") or key not in self._data:
                raise AttributeError(f"the answer has no member '{name}'; it has "
                                     f"{', '.join(self.__dict__.get('_data', ()))}")
            found = self.__dict__[name] = _read(type(self), name, self._data[key])
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
