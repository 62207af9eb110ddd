"""NumPy arrays over memory of the library. NumPy is imported when an array is first needed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

#: ∞ in every array of numbers; in a column of counters it means "none".
INFINITY = 2**32 - 1

#: In the solution of a window: a number that is not known.
UNKNOWN = INFINITY - 1

#: In the solution of a window: the bit that marks an upper bound; the other bits are the bound.
AT_MOST = 2**31


def of(view):
    """Returns an array over the memory of a view, which lives as long as the array."""
    import numpy

    return numpy.asarray(memoryview(view))


def letters(view):
    """Returns an array of letters: items of one byte."""
    import numpy

    return of(view).view(numpy.dtype("S1"))


def numbers(values: Iterable[int]) -> array:
    """Returns a buffer of uint32 with a copy of the numbers."""
    return array("I", values)


def blank(count: int):
    """Returns a new array of uint32 to be filled."""
    import numpy

    return numpy.zeros(count, dtype=numpy.uint32)
