"""NumPy arrays over memory of the library. NumPy is imported when an array is first needed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    from numpy import uint32
    from numpy.typing import NDArray

    from ._core import View
    from ._letters import Letters

#: ∞ in every array of numbers; in a column of counters it means "none".
INFINITY = 2**32 - 1

#: In the solution of a window: a number that is not known.
UNKNOWN = INFINITY - 1

#: In the solution of a window: the bit that marks an upper bound; the other bits are the bound.
AT_MOST = 2**31


def of(view: View) -> NDArray[Any]:
    """Returns an array over the memory of a view, which lives as long as the array."""
    return needed().asarray(memoryview(view))  # type: ignore[arg-type]


def letters(view: View) -> Letters:
    """Returns an array of letters: items of one byte."""
    found = of(view)
    from ._letters import Letters

    return found.view("S1").view(Letters)


def needed() -> ModuleType:
    """Returns NumPy, or says that it is needed."""
    try:
        import numpy
    except ImportError:
        raise ImportError("this needs NumPy, which is not installed; install it with "
                          "`python3 -m pip install numpy`") from None
    return numpy


def numbers(values: Iterable[int]) -> array:
    """Returns a buffer of uint32 with a copy of the numbers."""
    return array("I", values)


def blank(count: int) -> NDArray[uint32]:
    """Returns a new array of uint32 to be filled."""
    numpy = needed()
    return numpy.zeros(count, dtype=numpy.uint32)
