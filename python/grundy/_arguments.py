"""Checks of arguments, so that what the library cannot use is refused with the argument's name."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Collection
from operator import index
from typing import Any

from ._contract import PARAMETERS
from ._errors import ArgumentError

MOST = 2**63 - 1
#: The largest heap of Nim, and the largest value of a position.
MOST_NIMBER = 2**31 - 1


def answers(*operations: str) -> Callable:
    """Says that a function answers for these operations of the command: the help of their options is
    added to its documentation, parameter by parameter."""
    def document(function: Callable) -> Callable:
        code = function.__code__
        count = code.co_argcount + code.co_kwonlyargcount
        known = {name: text for operation in reversed(operations)
                 for name, text in PARAMETERS[operation].items()}
        lines = [f"``{name}``: {known[_CALLED.get(name, name)]}"
                 for name in code.co_varnames[:count] if _CALLED.get(name, name) in known]
        doc = function.__doc__ or ""
        indent = doc[len(doc.rstrip(" ")):]
        function.__doc__ = "\n\n".join([doc.rstrip(), *(indent + line for line in lines)]) + "\n"
        function.operations = operations
        return function
    return document


#: Parameters that have another name in the command.
_CALLED = {"format": "to"}


def integer(name: str, given: Any, least: int = 0, most: int = MOST) -> int:
    """Returns an argument that must be an integer of these bounds; a bool is not one."""
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise TypeError(f"{name} must be an integer, not {given!r}")
    number = index(given)
    if not least <= number <= most:
        bounds = f"of at least {least}" if most == MOST else f"from {least} to {most}"
        raise ArgumentError(f"{name} is {number}; expected a number {bounds}")
    return number


def limit(name: str, given: Any) -> int:
    """Returns an argument that limits something: at least 1, or None, which is 0 in the library."""
    return 0 if given is None else integer(name, given, 1)


def real(name: str, given: Any) -> float:
    """Returns an argument that must be a number; NaN is not one."""
    if isinstance(given, bool) or not isinstance(given, numbers.Real):
        raise TypeError(f"{name} must be a number, not {given!r}")
    try:
        number = float(given)
    except OverflowError:
        number = math.nan
    if math.isnan(number):
        raise ArgumentError(f"{name} is {given}; expected a number")
    return number


def flag(name: str, given: Any) -> bool:
    """Returns an argument that must be True or False."""
    if type(given).__name__ not in ("bool", "bool_"):  # of Python or of NumPy
        raise TypeError(f"{name} must be True or False, not {given!r}")
    return bool(given)


def text(name: str, given: Any) -> str:
    """Returns an argument that must be a str."""
    if not isinstance(given, str):
        raise TypeError(f"{name} must be a str, not {given!r}")
    return given


def choice(name: str, given: Any, of: Collection[str]) -> str:
    """Returns an argument that must be one of these words."""
    if text(name, given) not in of:
        *most, last = of
        raise ArgumentError(f"'{given}' is not {name}; use {', '.join(most)} or {last}")
    return given
