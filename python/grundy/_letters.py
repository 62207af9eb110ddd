"""Arrays of letters, which compare with text. Importing this module imports NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array = numpy.ndarray[Any, numpy.dtype[numpy.bytes_]]
else:
    _Array = numpy.ndarray


class Letters(_Array):
    """An array of letters over memory of the library, one byte each. It is an array of NumPy whose
    items are str, and which compares with str element by element.

    >>> import grundy
    >>> outcomes = grundy.Game([("a", "b"), ("b", "a"), ("b", "c")]).solve().outcome
    >>> outcomes
    Letters(['P', 'N', 'P'])
    >>> outcomes == "P"
    array([ True, False,  True])
    >>> outcomes[0], outcomes.tolist(), (outcomes == ["P", "N", "N"]).sum()
    ('P', ['P', 'N', 'P'], 2)
    """

    def __eq__(self, other: object) -> NDArray[numpy.bool_]:  # type: ignore[override]
        mine, theirs = numpy.asarray(self), numpy.asarray(other)
        if theirs.dtype.kind not in "SU":
            return numpy.zeros(numpy.broadcast(mine, theirs).shape, dtype=bool)
        if theirs.dtype.kind != mine.dtype.kind:
            try:
                theirs = theirs.astype(mine.dtype.kind)
            except UnicodeError:  # something that is not ASCII
                mine = mine.astype("U")
        return numpy.asarray(mine == theirs)

    def __ne__(self, other: object) -> NDArray[numpy.bool_]:  # type: ignore[override]
        return ~(self == other)

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        return found.decode() if isinstance(found, bytes) else found

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist()) if self.ndim == 1 else super().__iter__()

    def tolist(self) -> list[str]:
        """Returns a list of str, or of lists if there are several dimensions."""
        return numpy.asarray(self).astype("U").tolist()

    def __repr__(self) -> str:
        return repr(numpy.asarray(self).astype("U")).replace("array(", "Letters(", 1).replace(
            ", dtype='<U1')", ")") if self.dtype.kind == "S" else super().__repr__()

    def __str__(self) -> str:
        return str(numpy.asarray(self).astype("U"))

