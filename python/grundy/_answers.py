"""Answers of the library: what it writes as JSON, with its members as attributes."""

from __future__ import annotations

import json
import math
from typing import Any

from ._values import Ordinal, Value

_OUTCOMES = {"P": "P-position", "N": "N-position", "D": "draw", "A": "A wins", "B": "B wins"}


def _value(found: Any) -> Any:
    if isinstance(found, dict):
        return Ordinal(found["ordinal"]) if "ordinal" in found else Value(math.inf, found["infinite"])
    return None if found is None else Value(found)


def _number(found: Any) -> Any:
    if isinstance(found, dict):
        return Ordinal(found["ordinal"])
    return math.inf if found == "inf" else found


def _origins(found: Any) -> Any:
    if not isinstance(found, dict):  # in matches, who has made the move
        return found
    return {name: origin and Answer(origin) for name, origin in found.items()}


#: How members of these names are read; other objects become answers. Some have names of their own.
_READ = {"value": _value, "claim": _value, "by": _origins, "fields": dict,
         **dict.fromkeys(("remoteness", "distance", "counter", "q1", "q0"), _number)}


def _read(name: str, found: Any) -> Any:
    if name in _READ:
        return _READ[name](found)
    if isinstance(found, dict):
        return Answer(found)
    return tuple(_read("", one) for one in found) if isinstance(found, list) else found


class Answer:
    """An answer of the library. Its members are attributes, and :meth:`to_dict` returns them as the
    command prints them with ``--json``.

    >>> import grundy
    >>> found = grundy.Answer({"value": {"infinite": [0, 2]}, "remoteness": "inf"})
    >>> found.value, found.remoteness, found.to_dict()["remoteness"]
    (∞{0,2}, inf, 'inf')
    """

    def __init__(self, data: dict[str, Any] | bytes) -> None:
        self._data: dict[str, Any] = json.loads(data) if isinstance(data, bytes) else data

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._data:
            raise AttributeError(f"the answer has no member '{name}'; it has "
                                 f"{', '.join(self.__dict__.get('_data', ()))}")
        found = self.__dict__[name] = _read(name, self._data[name])
        return found

    def to_dict(self) -> dict[str, Any]:
        """Returns the members as the command prints them with ``--json``."""
        return self._data

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._data})

    def __reduce__(self):
        return type(self), (self._data,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._data == other._data

    def __hash__(self) -> int:
        return hash(json.dumps(self._data, sort_keys=True))

    def __repr__(self) -> str:
        members = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._data)
        return f"{type(self).__name__}({members})"


class Evaluation(Answer):
    """Everything known about a position; None where something is not known.

    ``outcome`` is P, N or D, and in a game with players A, B or D; ``value`` a :class:`Value` or an
    :class:`Ordinal`; ``remoteness`` and ``distance``, the length of the longest play, an int,
    ``math.inf`` or an Ordinal. ``ends`` says whether a winner who always makes the first of the best
    moves is known to end play: ``"proved"`` or ``"not known"``. ``limit`` has the ``reason`` and the
    ``message`` of the limit that left something unknown. ``by`` says how each number was found: by a
    ``theorem``, or by a search of so many ``positions``.

    >>> import grundy
    >>> found = (grundy.nim(3) + grundy.nim(5)).evaluate()
    >>> found
    N-position, value 6, remoteness 7
    >>> found.ends, found.limit
    ('proved', None)
    """

    def __repr__(self) -> str:
        words = [_OUTCOMES[self.outcome] if self.outcome else "outcome not known"]
        if self.value is not None:
            words.append(f"value {self.value}")
        if self.remoteness is not None and self.remoteness != math.inf:
            words.append(f"remoteness {self.remoteness}")
        return ", ".join(words)


def evaluation(outcome: str | None, value: Value | None, remoteness: Any = None,
               distance: Any = None) -> Evaluation:
    """Returns an evaluation with what a solution says about a position."""
    return Evaluation({
        "outcome": outcome, "value": None if value is None else value.to_json(),
        "remoteness": "inf" if remoteness == math.inf else remoteness,
        "distance": "inf" if distance == math.inf else distance,
        "ends": None, "by": {}, "limit": None})


class Report(Answer):
    """What verifying a solution found: ``right`` is whether no column is wrong, or None if nothing
    could be checked, and ``findings`` has a ``column``, a ``verdict`` (right, wrong, not checked or
    remark) and a ``message`` each; a wrong one also ``kind``, the condition that fails,
    ``position``, and the entries ``expected`` and ``found``.

    >>> import grundy
    >>> report = grundy.Game([("a", "b")]).solve().verify()
    >>> report.right, report.findings[0].column
    (True, 'outcome')
    """

    def __bool__(self) -> bool:
        return bool(self.right)

    def __str__(self) -> str:
        return "\n".join(f"{finding.column}: {finding.verdict}: {finding.message}"
                         for finding in self.findings)

    def __repr__(self) -> str:
        wrong = [finding.column for finding in self.findings if finding.verdict == "wrong"]
        if self.right is None:
            return "Report: nothing could be checked"
        return f"Report: {'right' if self.right else 'wrong: ' + ', '.join(wrong)}"
