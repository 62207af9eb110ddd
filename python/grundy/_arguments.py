"""Checks of arguments, so that what the library cannot use is refused with the argument's name."""

from __future__ import annotations

import math
import numbers
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from operator import index
from os import PathLike
from typing import Any, TypeVar

from . import _core
from ._contract import PARAMETERS
from ._errors import ArgumentError

_T = TypeVar("_T")
_F = TypeVar("_F", bound=Callable[..., object])

MOST = 2**63 - 1
#: The largest heap of Nim, and the largest value of a position.
MOST_NIMBER = 2**31 - 1


def answers(*operations: str) -> Callable[[_F], _F]:
    """Says that a function answers for these operations of the command: the help of their options is
    added to its documentation, parameter by parameter."""
    def document(function: Any) -> Any:
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


def integer(name: str, given: object, least: int = 0, most: int = MOST) -> int:
    """Returns an argument that must be an integer of these bounds; a bool is not one."""
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise TypeError(f"{name} must be an integer, not {given!r}")
    number = index(given)
    if not least <= number <= most:
        bounds = f"of at least {least}" if most == MOST else f"from {least} to {most}"
        raise ArgumentError(f"{name} is {number}; expected a number {bounds}")
    return number


def limit(name: str, given: object) -> int:
    """Returns an argument that limits something: at least 1, or None, which is 0 in the library."""
    return 0 if given is None else integer(name, given, 1)


def memory(given: object) -> int:
    """Returns the argument ``memory`` in bytes: a number, or a text such as ``"1.5G"``, as the
    command reads it; 0 if it is None."""
    import re

    if not isinstance(given, str):
        return limit("memory", given)
    found = re.fullmatch(r"(\d+)B?|(\d+\.?\d*|\.\d+)([KMGT])(?:i?B)?", given, re.IGNORECASE)
    if found is None:
        raise ArgumentError(f"memory is '{given}'; expected a size such as 512M, 1.5GiB or 4096")
    whole, number, unit = found.groups()
    power = 0 if whole else "KMGT".index(unit.upper()) + 1
    return integer("memory", int(whole) if whole else int(float(number) * 1024**power), 1)


def real(name: str, given: object) -> float:
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


def flag(name: str, given: object) -> bool:
    """Returns an argument that must be True or False."""
    if type(given).__name__ not in ("bool", "bool_"):  # of Python or of NumPy
        raise TypeError(f"{name} must be True or False, not {given!r}")
    return bool(given)


def text(name: str, given: object) -> str:
    """Returns an argument that must be a str."""
    if not isinstance(given, str):
        raise TypeError(f"{name} must be a str, not {given!r}")
    return given


def path(name: str, given: object) -> str:
    """Returns an argument that must be a path, as a str."""
    if isinstance(given, (str, PathLike)):
        found = os.fspath(given)
        if isinstance(found, str):
            return found
    raise TypeError(f"{name} must be a str or a path, not {given!r}")


def optional(check: Callable[[str, object], _T], name: str, given: object) -> _T | None:
    """Returns None if that was given, and otherwise what the check returns."""
    return None if given is None else check(name, given)


def instance(name: str, given: object, kind: type[_T], words: str) -> _T:
    """Returns an argument that must be of a class, which the message describes with these words."""
    if not isinstance(given, kind):
        raise TypeError(f"{name} must be {words}, not {given!r}")
    return given


def iterable(name: str, given: object) -> Iterable[Any]:
    """Returns an argument that must be iterable."""
    if not isinstance(given, Iterable):
        raise TypeError(f"{name} must be iterable, not {given!r}")
    return given


def mapping(name: str, given: object) -> Mapping[Any, Any]:
    """Returns an argument that must be a mapping."""
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a mapping, not {given!r}")
    return given


def choice(name: str, given: str, of: Collection[str]) -> str:
    """Returns an argument that must be one of these words."""
    if text(name, given) not in of:
        *most, last = of
        raise ArgumentError(f"{name} is '{given}'; use {', '.join(most)} or {last}")
    return given


#: The languages of sentences, in the order of the library.
_LANGUAGES = ("en", "de")


def language(given: str) -> int:
    """Returns the argument ``language`` as the number that the library has for it."""
    return _LANGUAGES.index(choice("language", given, _LANGUAGES))


def format_of(given: object, use: int, kind: str) -> str:
    """Returns the argument ``format`` for a use of the library; "" if it is None."""
    if given is None:
        return ""
    name = text("format", given)
    if not _core.format_can(name, use):
        raise ArgumentError(f"'{given}' is not a format of {kind}")
    return name
