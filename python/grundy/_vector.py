"""Games on vectors: values and outcomes of whole boxes, and periods of rows."""

from __future__ import annotations

import json
from os import PathLike, fsencode
from typing import TYPE_CHECKING, Any

from . import _arguments, _arrays, _core
from ._answers import Answer
from ._errors import ArgumentError
from ._heap import Period
from ._pictures import Picture
from ._progress import Progress, showing

if TYPE_CHECKING:
    import numpy
    from numpy.typing import DTypeLike, NDArray

    from ._letters import Letters


class VectorValues:
    """The values or outcomes of all positions of a box.

    >>> import grundy
    >>> wythoff = grundy.vector("vector{(1,0)*,(0,1)*,(1,1)*}:3,4")
    >>> wythoff.values
    array([[0, 1, 2, 3, 4],
           [1, 2, 0, 4, 5],
           [2, 0, 1, 5, 3],
           [3, 4, 5, 6, 2]], dtype=uint32)
    >>> wythoff[1, 2], wythoff.shape
    (0, (4, 5))
    """

    def __init__(self, vectors: str, core: Any, options: dict[str, Any]) -> None:
        self.vectors = vectors  #: the text of the game
        self._core, self._options = core, options
        self._view, self._has_values, self.shape = core.grid()

    def __reduce__(self) -> tuple[Any, ...]:
        return _solved_again, (self.vectors, self._options)  # computed again where it is needed

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, VectorValues) and self.vectors == other.vectors
                and self._options == other._options)

    def __hash__(self) -> int:
        return hash(self.vectors)

    @property
    def values(self) -> NDArray[numpy.uint32]:
        """An array over memory of the library, with one axis per coordinate."""
        if not self._has_values:
            raise ArgumentError("there are outcomes only; see `outcomes`")
        return _arrays.of(self._view).reshape(self.shape)

    @property
    def outcomes(self) -> Letters:
        """An array of the letters P and N, with one axis per coordinate.

        >>> import grundy
        >>> grundy.vector("vector{(1),(2)}:5", misere=True).outcomes.tolist()
        ['N', 'P', 'N', 'N', 'P', 'N']
        """
        if not self._has_values:
            letters: Any = _arrays.letters(self._view).reshape(self.shape)
            return letters
        import numpy

        from ._letters import Letters

        found: Letters = numpy.where(self.values == 0, b"P", b"N").view(Letters)
        return found

    @_arguments.answers("vector")
    def period(self, slice: str | None = None, *, progress: Progress = False) -> Period:
        """Proves the period of a row, such as ``"3,x"``, for all columns.

        >>> import grundy
        >>> print(grundy.vector("vector{(1,0)*,(0,1)*,(1,1)*}:9,9").period("1,x"))
        period 3, rising by 3, from 0, proved by the values up to 3: columns and free values repeat
        """
        with showing(progress) as bar:
            preperiod, length, saltus, proved_at, theorem = self._core.period(
                _arguments.text("slice", "x" if slice is None else slice), bar)
        return Period(length, preperiod, saltus, proved_at, theorem)

    @_arguments.answers("vector")
    def plot(self, slice: str | None = None) -> Picture:
        """Returns a picture with one pixel per position: P-positions red, values from white to blue.

        >>> import grundy
        >>> grundy.vector("vector{(1,0)*,(0,1)*}:50,50").plot()
        <png picture>
        """
        return Picture(self._core.draw(_slice(slice)), "png")

    @_arguments.answers("vector")
    def to_dict(self, *, slice: str | None = None, period: bool = False) -> dict[str, object]:
        """Returns the entries, and with ``period`` also the period, as ``grundy vector --json``
        prints them.

        >>> import grundy
        >>> grundy.vector("vector{(1),(2)}:4").to_dict()["values"]
        [0, 1, 2, 0, 1]
        """
        return json.loads(self._core.write_json(_slice(slice), _arguments.flag("period", period)))

    def __getitem__(self, position: int | slice | tuple[int | slice, ...]) -> (
            int | str | NDArray[numpy.uint32] | Letters):
        found: Any = (self.values if self._has_values else self.outcomes)[position]
        if not self._has_values or found.shape != ():
            return found
        return int(found)

    def __len__(self) -> int:
        return self.shape[0]

    def __array__(self, dtype: DTypeLike = None, copy: bool | None = None) -> NDArray[Any]:
        found = self.values if self._has_values else self.outcomes
        return found if dtype is None else found.astype(dtype)

    def __repr__(self) -> str:
        what = "Values" if self._has_values else "Outcomes"
        return f"{what} of {self.vectors}"


def _solved_again(vectors: str, options: dict[str, Any]) -> VectorValues:
    return vector(vectors, **options)


def _slice(slice: str | None) -> str | None:
    return None if slice is None else _arguments.text("slice", slice)


@_arguments.answers("vector")
def vector(vectors: str, *, outcomes: bool = False, misere: bool = False,
           max_positions: int | None = None, progress: Progress = False) -> VectorValues:
    """Evaluates all positions of a game on vectors, without exploring it.

    >>> import grundy
    >>> nim = grundy.vector("vector{(1,0)*,(0,1)*}:1000,1000")
    >>> nim[700, 321] == 700 ^ 321
    True
    >>> grundy.vector("vector{(1,2),(2,1)}:3,3", outcomes=True)[3, 3]
    'P'
    """
    text = _arguments.text("vectors", vectors)
    with showing(progress) as bar:
        return VectorValues(text, _core.vector_solve(
            text, _arguments.flag("outcomes", outcomes), _arguments.flag("misere", misere),
            _arguments.limit("max_positions", max_positions), bar),
            {"outcomes": outcomes, "misere": misere, "max_positions": max_positions})


class Automaton(Answer):
    """An automaton that reads the digits of positions: ``proved`` says whether it gives the outcomes
    or values of all positions; otherwise ``position`` is the smallest one at which it ``fails``."""

    proved: bool
    fails: str | None  #: ``"table"``, ``"closure"`` or ``"absorption"``
    position: list[int] | None
    states: int
    live: int  #: states from which a value can still be reached

    def __bool__(self) -> bool:
        return self.proved

    def __repr__(self) -> str:
        if self.proved:
            return f"Automaton with {self.states} states, proved for all positions"
        return f"No automaton: {self.fails} fails at {tuple(self.position or ())}"


@_arguments.answers("law")
def automaton(vectors: str, numeration: str, *, target: str = "outcome",
              certificate: str | PathLike[str] | None = None, max_positions: int | None = None,
              memory: int | str | None = None, progress: Progress = False) -> Automaton:
    """Learns an automaton from the table of a game on vectors, and proves it for positions of any
    size. ``numeration`` is base2 to base16 or zeckendorf, and ``target`` outcome or ``grundy<=M``;
    ``certificate`` is a file for the proof, by which :func:`value` answers.

    >>> import grundy
    >>> found = grundy.automaton("vector{(1,0)*,(0,1)*,(1,1)*}:99,99", "zeckendorf")
    >>> found, found.live
    (Automaton with 8 states, proved for all positions, 7)
    """
    word, _, most = _arguments.text("target", target).partition("<=")
    if target != "outcome" and (word != "grundy" or not most.isdecimal()):
        raise ArgumentError("target is outcome, or grundy<=M")
    with showing(progress) as bar:
        return Automaton(_core.automaton(
            _arguments.text("vectors", vectors), _arguments.text("numeration", numeration),
            _arguments.integer("target", int(most or 0), 0, 15),
            None if certificate is None else fsencode(certificate),
            _arguments.limit("max_positions", max_positions), _arguments.memory(memory), bar))
