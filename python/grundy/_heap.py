"""Heap games: values, periods and their proofs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, overload

from . import _arguments, _arrays, _core
from ._members import HeapsAnswer
from ._pictures import Picture
from ._position import NamedPosition, position
from ._progress import Progress, showing

if TYPE_CHECKING:
    import numpy
    from numpy.typing import DTypeLike, NDArray


@dataclass(frozen=True)
class Period:
    """A proved period: G(n + length) = G(n) + saltus for every n >= preperiod, the least such
    number."""

    length: int
    preperiod: int
    saltus: int
    proved_at: int  #: the values up to this heap prove it
    theorem: str

    def __str__(self) -> str:
        rise = f", rising by {self.saltus}" if self.saltus else ""
        return (f"period {self.length}{rise}, from {self.preperiod}, proved by the values up to "
                f"{self.proved_at}: {self.theorem}")


@dataclass(frozen=True)
class RareValues:
    """How values are divided into common and rare ones: a value v is common if v & mask has an odd
    number of ones."""

    mask: int
    rare: int  #: the number of heaps with rare values
    last_rare: int
    largest: int  #: the largest value
    largest_at: int  #: the first heap that has it
    values: int  #: the number of different values


class HeapValues:
    """The values of the heaps 0 … max of a game.

    >>> import grundy
    >>> kayles = grundy.heap("kayles").solve(200)
    >>> kayles.values[:10]
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], dtype=uint32)
    >>> kayles.period.length, kayles.period.preperiod
    (12, 71)
    """

    game: HeapGame  #: the game that they are of

    def __init__(self, game: HeapGame, core: Any) -> None:
        self.game = game
        self._core = core

    def __reduce__(self) -> tuple[Any, ...]:
        return _solved_again, (self.game, len(self) - 1)  # computed again where it is needed

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, HeapValues) and self.game == other.game
                and len(self) == len(other))

    def __hash__(self) -> int:
        return hash((self.game, len(self)))

    @property
    def values(self) -> NDArray[numpy.uint32]:
        """An array over memory of the library, one entry per heap from 0."""
        return _arrays.of(self._core.values())

    @property
    def period(self) -> Period | None:
        """The proved period; None if none is proved."""
        found = self._core.period()
        if found is None:
            return None
        preperiod, length, saltus, proved_at, theorem = found
        return Period(length, preperiod, saltus, proved_at, theorem)

    def rare_values(self) -> RareValues:
        """Returns the division of the values into common and rare ones with the fewest rare heaps.

        >>> import grundy
        >>> grundy.heap("kayles").solve(200).rare_values().last_rare
        70
        """
        return RareValues(*self._core.split())

    def plot(self) -> Picture:
        """Returns a plot of the values as SVG.

        >>> import grundy
        >>> grundy.heap("kayles").solve(50).plot()
        <svg picture>
        """
        return Picture(self._core.plot(), "svg")

    @_arguments.answers("heap")
    def to_dict(self, *, rare: bool = False) -> dict[str, object]:
        """Returns code, values and period, and with ``rare`` also the rare values, as ``grundy heap
        --json`` prints them.

        >>> import grundy
        >>> grundy.heap("kayles").solve(4).to_dict()["values"]
        [0, 1, 2, 3, 1]
        """
        return json.loads(self._core.write_json(_arguments.flag("rare", rare)))

    def __len__(self) -> int:
        return len(memoryview(self._core.values()))

    def __getitem__(self, heap: int) -> int:
        return memoryview(self._core.values())[heap]

    def __array__(self, dtype: DTypeLike = None, copy: bool | None = None) -> NDArray[Any]:
        return self.values if dtype is None else self.values.astype(dtype)

    def __repr__(self) -> str:
        found = self.period
        return f"Values of the heaps 0 to {len(self) - 1} of {self.game.code}: " + \
            (str(found) if found else "no period proved")


class MisereQuotient(HeapsAnswer):
    """The misère quotient of a heap game: ``order``, ``p_order``, ``tame``, ``wild_at``, ``period``,
    ``generators``, ``relations``, ``p``, ``phi`` and ``growth``, as ``grundy heap --misere
    --quotient --json`` prints them. If a limit ended the work, ``limit`` says so, and
    ``lower_bound`` is a proved bound on the order with the next heap."""

    def __repr__(self) -> str:
        heaps = "all heaps" if self.period else f"the heaps up to {self.max}"
        return f"Misere quotient of {heaps} of {self.code}: order {self.order}, {self.p_order} in P"


def _solved_again(game: HeapGame, max: int) -> HeapValues:
    return game.solve(max)


def _sizes(heaps: Sequence[int]) -> list[int]:
    return [_arguments.integer("a heap", heap, 0, 2**31 - 2) for heap in heaps]


class HeapGame:
    """A taking-and-breaking game given by its code: 0.77, 4.007, take{1,3,4}, allbut{2,3}, grundy,
    or a name such as kayles.

    >>> import grundy
    >>> kayles = grundy.heap("kayles")
    >>> kayles, kayles.code
    (HeapGame 0.77, '0.77')
    >>> kayles.at(7).value, kayles.at(3, 5).value
    (2, 7)
    """

    def __init__(self, code: str) -> None:
        self.name = _arguments.text("code", code)
        self.code: str = _core.heap_code(code)  #: in its unique normal form

    def at(self, *heaps: int) -> NamedPosition:
        """Returns a position of one heap or several."""
        return position(f"{self.name}:{','.join(map(str, _sizes(heaps)))}")

    @_arguments.answers("heap")
    def solve(self, max: int | None = None, *, stop_at_period: bool = False,
              checkpoint: str | PathLike[str] | None = None, progress: Progress = False) -> HeapValues:
        """Computes the values of heaps and looks for a period. Values are saved to the file
        ``checkpoint`` at intervals, and resumed from it.

        >>> import grundy
        >>> grundy.heap("take{1,2}").solve(100).period.length
        3
        """
        stop_at_period = _arguments.flag("stop_at_period", stop_at_period)
        if max is None:
            max = 2**26 if stop_at_period else 99
        max = _arguments.integer("max", max, 0, 2**31 - 2)
        checkpoint = _arguments.optional(_arguments.path, "checkpoint", checkpoint)
        with showing(progress) as bar:
            return HeapValues(self, _core.heaps_solve(self.code, max, stop_at_period, checkpoint,
                                                      bar))

    def values(self, max: int = 99, *, progress: Progress = False) -> NDArray[numpy.uint32]:
        """Returns the values of the heaps 0 … max as an array.

        >>> import grundy
        >>> grundy.heap("0.3").values(5)
        array([0, 1, 0, 1, 0, 1], dtype=uint32)
        """
        return self.solve(max, progress=progress).values

    def period(self, max: int = 2**26, *, progress: Progress = False) -> Period | None:
        """Returns the period if the values of heaps up to ``max`` prove one.

        >>> import grundy
        >>> grundy.heap("0.45").period().length
        20
        """
        return self.solve(max, stop_at_period=True, progress=progress).period

    @_arguments.answers("heap")
    def quotient(self, max: int | None = None, *, stop_at_period: bool = False,
                 max_elements: int | None = None, progress: Progress = False) -> MisereQuotient:
        """Computes the misère quotient of the heaps up to ``max``.

        >>> import grundy
        >>> kayles = grundy.heap("kayles").quotient(stop_at_period=True)
        >>> kayles
        Misere quotient of all heaps of 0.77: order 40, 9 in P
        >>> kayles.period.length, kayles.phi[:6]
        (12, ('1', 'a', 'b', 'ab', 'a', 'c'))
        """
        stop_at_period = _arguments.flag("stop_at_period", stop_at_period)
        if max is None:
            max = 2**16 if stop_at_period else 30
        with showing(progress) as bar:
            return MisereQuotient(_core.heaps_quotient(
                self.code, _arguments.integer("max", max, 0, 2**31 - 2), stop_at_period,
                _arguments.limit("max_elements", max_elements), bar))

    @_arguments.answers("heap")
    def misere(self, *heaps: int, max_positions: int | None = None,
               progress: Progress = False) -> str:
        """Returns the outcome of a sum of heaps in misère play, by a search.

        >>> import grundy
        >>> grundy.heap("kayles").misere(1), grundy.heap("kayles").misere(2, 2)
        ('P', 'P')
        """
        most = _arguments.limit("max_positions", max_positions) or 5_000_000
        with showing(progress) as bar:
            return _core.heaps_misere(self.code, _arrays.numbers(_sizes(heaps)), most, bar)[0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HeapGame) and self.code == other.code

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"HeapGame {self.code}"


@overload
def heap(code: str) -> HeapGame: ...


@overload
def heap(code: str, first: int, /, *heaps: int) -> NamedPosition: ...


def heap(code: str, *heaps: int) -> HeapGame | NamedPosition:
    """Returns a heap game, or a position of it if heaps are given.

    >>> import grundy
    >>> grundy.heap("kayles")
    HeapGame 0.77
    >>> (grundy.heap("kayles", 7) + grundy.nim(2)).outcome
    'P'
    """
    game = HeapGame(code)
    return game.at(*heaps) if heaps else game
