"""Values of positions, and ordinals."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from typing import Any

from . import _arguments, _core


class Value:
    """A nimber, or ∞ with the finite set K of the values of the followers.

    ``^`` is the nim-sum, the value of the sum of the games [FY86, Thm. 5]. A nimber equals its
    integer. Nimbers are ordered as their integers, and ∞ is larger than all of them; two infinite
    values with different sets are not ordered.

    In games with extra turns an infinite value also has a set C, of the nimbers between the moves
    of a turn: it is half(m) if C is {m} and m is not in K, and otherwise a moon. Sums of these are
    right if no entailed player has a choice (docs/carry-on.md).

    >>> import math
    >>> from grundy import Value
    >>> Value(5) ^ 3
    6
    >>> Value.infinite({0, 2}) ^ 1
    ∞{1,3}
    >>> Value.infinite({0}) ^ Value.infinite({0})
    ∞{}
    >>> Value(3) < 5 < Value.infinite(), Value(3) == 3
    (True, True)
    >>> Value(0).outcome, Value(2).outcome, Value.infinite({1}).outcome
    ('P', 'N', 'D')
    >>> Value.infinite((), c={0}) ^ 3, Value.infinite({0}, c={0, 2}), Value.infinite((), c={math.inf})
    (half(3), moon{0,2}, moon)
    """

    __slots__ = ("nimber", "k", "c")

    nimber: float  #: an int, or ``math.inf``
    #: K of an infinite value; ``None`` if it is finite, or if K or C is not known: K alone says
    #: nothing in games with extra turns
    k: frozenset[int] | None
    #: C of an infinite value, with ``math.inf`` if the player wins at once; empty in games without
    #: extra turns; ``None`` if C is not known, or if no sets describe the value, because an entailed
    #: player has a choice
    c: frozenset[float] | None

    def __init__(self, nimber: float, k: Iterable[int] | None = None,
                 c: Iterable[float] | None = ()) -> None:
        infinite = isinstance(nimber, float) and nimber == math.inf
        if k is not None:
            k = frozenset(_arguments.integer("a member of K", one, 0, _arguments.MOST_NIMBER)
                          for one in _arguments.iterable("k", k))
        object.__setattr__(self, "nimber", math.inf if infinite else _arguments.integer(
            "nimber", nimber, 0, _arguments.MOST_NIMBER))
        object.__setattr__(self, "k", k if infinite and c is not None else None)
        if c is not None:
            c = frozenset(one if isinstance(one, float) and one == math.inf else
                          _arguments.integer("a member of C", one, 0, _arguments.MOST_NIMBER)
                          for one in _arguments.iterable("c", c))
        object.__setattr__(self, "c", c if infinite else frozenset())

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("values do not change")

    def __reduce__(self):
        return Value, (self.nimber, self.k, self.c)

    @classmethod
    def infinite(cls, k: Iterable[int] | None = (), c: Iterable[float] | None = ()) -> Value:
        """Returns ∞ with these sets; ``None`` if a set is not known."""
        return cls(math.inf, k, c)

    @property
    def is_finite(self) -> bool:
        """Whether the value is a nimber."""
        return self.nimber != math.inf

    @property
    def is_half(self) -> bool:
        """Whether the value is half(m): the game is won next to every heap except m."""
        if not self.c or len(self.c) != 1 or math.inf in self.c:
            return False
        return not (self.k and self.c <= self.k)

    @property
    def is_moon(self) -> bool:
        """Whether the value is a moon: the game is won next to every heap."""
        return bool(self.c) and not self.is_half

    @property
    def outcome(self) -> str | None:
        """P, N or D in normal play [FY86, Thm. 4]; None if the sets are needed and not known."""
        if self.is_finite:
            return "N" if self.nimber else "P"
        if self.c:
            return "D" if self.is_half and 0 in self.c else "N"
        if self.k is None:
            return None
        return "N" if 0 in self.k else "D"

    def to_json(self) -> int | dict[str, list[int | str] | None]:
        """Returns the value as answers write it: 3, or ``{"infinite": [0, 2]}``; with a set C,
        ``"c"`` is a list in which ∞ is ``"inf"``.

        >>> from grundy import Value
        >>> Value.infinite({2, 0}).to_json()
        {'infinite': [0, 2]}
        """
        if self.is_finite:
            return int(self.nimber)
        found: dict[str, list[int | str] | None] = {"infinite": None if self.k is None else [*sorted(self.k)]}
        if self.c:
            found["c"] = ["inf" if one == math.inf else int(one) for one in sorted(self.c)]
        return found

    def _sets(self) -> tuple:
        k, c = (None if one is None else tuple(sorted(one)) for one in (self.k, self.c))
        return self.nimber, k, c

    def _key(self) -> tuple:
        """Returns what two equal values have in common: K of halves and moons does not matter."""
        return (self.nimber, self.is_half, self.c) if self.c else (self.nimber, self.k)

    def __xor__(self, other: int | Value) -> Value:
        if isinstance(other, int) and not isinstance(other, bool):
            other = Value(other)
        if not isinstance(other, Value):
            return NotImplemented
        return Value(*_core.value_add(self._sets(), other._sets()))

    __rxor__ = __xor__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, float)):
            return self.nimber == other
        if isinstance(other, Ordinal):
            return self.is_finite and other == self.nimber
        return isinstance(other, Value) and self._key() == other._key()

    def __lt__(self, other: float | Value) -> bool:
        nimber = other.nimber if isinstance(other, Value) else other
        if isinstance(nimber, (int, float)):
            return self.nimber < nimber
        return NotImplemented

    def __le__(self, other: float | Value) -> bool:
        below = self.__lt__(other)
        return below if below is NotImplemented else below or self == other

    def __gt__(self, other: float | Value) -> bool:
        nimber = other.nimber if isinstance(other, Value) else other
        if isinstance(nimber, (int, float)):
            return self.nimber > nimber
        return NotImplemented

    def __ge__(self, other: float | Value) -> bool:
        above = self.__gt__(other)
        return above if above is NotImplemented else above or self == other

    def __bool__(self) -> bool:
        return self.nimber != 0

    def __hash__(self) -> int:
        return hash(self.nimber)

    def __index__(self) -> int:
        if not self.is_finite:
            raise TypeError(f"{self} is not an integer")
        return int(self.nimber)

    __int__ = __index__

    def __float__(self) -> float:
        return float(self.nimber)

    def __repr__(self) -> str:
        if self.is_finite:
            return str(self.nimber)
        if self.c:
            rests = "" if math.inf in self.c else ",".join(map(str, sorted(self.c)))
            return f"half({rests})" if self.is_half else f"moon{{{rests}}}" if rests else "moon"
        return "∞" if self.k is None else "∞{" + ",".join(map(str, sorted(self.k))) + "}"

    def __format__(self, form: str) -> str:
        return format(str(self), form)


@functools.total_ordering
class Ordinal:
    """An ordinal below ε₀, in Cantor normal form.

    ``+`` and ``*`` are the sum and the product of ordinals, ``**`` is a power of ω, ``^`` is the
    nim-sum, and :meth:`natural_sum` is the natural sum. Integers can be operands.

    >>> from grundy import Ordinal, Value, omega
    >>> 1 + omega == omega, omega + 1
    (True, ω+1)
    >>> Ordinal(3) == 3 == Value(3), Ordinal(3) == Value(3)
    (True, True)
    >>> omega ** omega > omega ** 5 * 3
    True
    >>> (omega + 1).natural_sum(omega * 2 + 3)
    ω*3+4
    >>> Ordinal("w^2 + w*3 + 5") ^ (omega + 4)
    ω^2+ω*2+1
    >>> (omega * 2).kind, (omega + 3).is_odd
    ('limit', True)
    """

    __slots__ = ("_text", "_shown", "kind", "is_odd")

    _text: str
    _shown: str
    kind: str  #: ``"zero"``, ``"limit"`` or ``"successor"``
    is_odd: bool  #: whether the finite part is odd [Smi66, (38)]

    def __init__(self, expression: str | int | Ordinal = 0) -> None:
        if not isinstance(expression, (str, Ordinal)):
            expression = str(_arguments.integer("expression", expression))
        text = expression._text if isinstance(expression, Ordinal) else expression
        answer = _core.ordinal(text)
        if isinstance(answer, bool):
            raise ValueError(f"{text} is a comparison, not an ordinal")
        self._text, self._shown, self.kind, self.is_odd = answer

    def __reduce__(self):
        return Ordinal, (self._text,)

    def _with(self, operator: str, other: object, swapped: bool = False) -> Any:
        if isinstance(other, Value) and other.is_finite:
            other = int(other)
        if isinstance(other, int) and not isinstance(other, bool):
            other = Ordinal(other)
        if not isinstance(other, Ordinal):
            return NotImplemented
        left, right = (other, self) if swapped else (self, other)
        return f"({left._text}) {operator} ({right._text})"

    def _made(self, operator: str, other: object, swapped: bool = False) -> Ordinal:
        text = self._with(operator, other, swapped)
        return text if text is NotImplemented else Ordinal(text)

    def __add__(self, other: int | Value | Ordinal) -> Ordinal:
        return self._made("+", other)

    def __radd__(self, other: int | Value | Ordinal) -> Ordinal:
        return self._made("+", other, swapped=True)

    def __mul__(self, other: int | Value | Ordinal) -> Ordinal:
        return self._made("*", other)

    def __rmul__(self, other: int | Value | Ordinal) -> Ordinal:
        return self._made("*", other, swapped=True)

    def __xor__(self, other: int | Value | Ordinal) -> Ordinal:
        return self._made("^^", other)

    __rxor__ = __xor__

    def __pow__(self, exponent: int | Ordinal) -> Ordinal:
        if self._text != "w":
            raise ValueError("only ω can be raised to a power")
        if isinstance(exponent, int):
            exponent = Ordinal(exponent)
        if not isinstance(exponent, Ordinal):
            return NotImplemented
        return Ordinal(f"w^({exponent._text})")

    def natural_sum(self, other: int | Ordinal) -> Ordinal:
        """Returns the natural (Hessenberg) sum.

        >>> from grundy import omega
        >>> (omega + 1).natural_sum(omega)
        ω*2+1
        """
        return self._made("#", other)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self._text == str(int(other))
        if not isinstance(other, Ordinal):
            return NotImplemented
        return self._text == other._text

    def __lt__(self, other: int | Value | Ordinal) -> bool:
        text = self._with("<", other)
        return text if text is NotImplemented else bool(_core.ordinal(text))

    def __hash__(self) -> int:
        return hash(int(self._text)) if self._text.isdigit() else hash(self._text)

    def __bool__(self) -> bool:
        return self.kind != "zero"

    def __int__(self) -> int:
        if not self._text.isdigit():
            raise OverflowError(f"{self} is infinite")
        return int(self._text)

    def __repr__(self) -> str:
        return self._shown


#: The least infinite ordinal.
omega = Ordinal("w")
